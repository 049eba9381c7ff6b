"""Where the parts of a table page stand: beside the sheet in a wide window, under it in a tall one; with very large texts
dice, players, log and coach share one place, so that nothing that is pressed in a turn is out of sight."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.play.table.end_panel import EndPanel
from rollwrite_desktop.ui.play.table.pencil_pad import PencilPad
from rollwrite_desktop.ui.play.table.side_tabs import SideTabs
from rollwrite_desktop.ui.play.table.table_head import TableHead
from rollwrite_desktop.ui.play.table.tray.tray import DiceTray

_SIDE = 352
_SIDE_MOST = 900
_UNDER = 360
"""The least height of what stands under the sheet."""
_LOWEST, _LARGEST_LOWEST = 180, 75
"""The least height of the sheet, in pixels, and of what stands beside it where texts are very large, at 100 % text."""
_SHEET_LEAST = 912
_BELOW, _BELOW_RESULTS = 170, 72
"""The least height of what stands under the tray, and under the results."""
_ROUNDS = 4
"""How often parts in parts ask anew for room until nothing moves any more."""
_ANY = 16_777_215  # Qt's own "no limit"
_LARGE_SIDE, _LARGEST_SIDE = 0.44, 0.5
"""From these sizes of texts on there is room for one of tray, pad and what is read, and the side takes these shares of the
width."""


class _Upper(Scroll):
    """Tells when what is in it wants more room, or less."""

    wants_room = Signal()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        done = super().eventFilter(watched, event)
        if type(event) is QEvent and event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.wants_room.emit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Asks for room again: what it may take depends on the height of the side, which has changed."""
        super().resizeEvent(event)
        self.wants_room.emit()


class TableLayout:
    """Lays the parts out in `page`. `side` stands beside the sheet; in it `upper` holds the dice or the results."""

    def __init__(self, page: QWidget) -> None:
        """Makes what holds the parts; they are made in it and then placed."""
        self._tall: bool | None = None
        self._large = self._real = False
        self._results: EndPanel | None = None
        self.side = QWidget(page)
        self._side = QBoxLayout(QBoxLayout.Direction.TopToBottom, self.side)
        self._side.setContentsMargins(0, 0, 0, 0)
        self._side.setSpacing(8)
        self.upper = QWidget()
        self._both = QVBoxLayout(self.upper)
        self._both.setContentsMargins(0, 0, 0, 0)
        self._upper = _Upper(self.upper)
        self._upper.wants_room.connect(self._leave_tabs_room)
        self._upper.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._side.addWidget(self._upper)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setContentsMargins(0, 0, 8, 8)
        self._body.setSpacing(0)
        self._body.addWidget(self.side)
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(self._body, 1)

    def place(self, head: TableHead, view: SheetView, pad: PencilPad, tray: DiceTray, tabs: SideTabs) -> None:
        """Puts the parts in their places."""
        self._head, self._view, self._pad, self._tray, self._tabs = head, view, pad, tray, tabs
        self._both.addWidget(tray)
        # What is tapped gets its room first; what is read scrolls in the rest.
        tabs.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._side.addWidget(tabs, 1)
        self._side.addWidget(pad, 1, Qt.AlignmentFlag.AlignTop)  # in the place of the tabs, so that nothing moves
        tabs.opened.connect(self._leave_tabs_room)
        self._body.insertWidget(0, view, 1)
        self._column.insertWidget(0, head)

    def place_results(self, results: EndPanel) -> None:
        """Puts the results where the tray is, not to be seen before the end."""
        self._results = results
        results.hide()
        results.share_room(theme.largest())
        self._both.addWidget(results)

    def show_pad(self, up: bool) -> None:
        """Lays the pencil's pad in the place of what is read; never both at once, which would push the window over the
        screen's edge."""
        if not up:
            self._pad.hide()
        self._tabs.setVisible(not up)
        self._tray.setVisible(not (up and theme.large()))
        if up:
            self._pad.show()

    def show_over(self, results: EndPanel | None) -> None:
        """At the end the results take the tray's place; None while the game goes on."""
        over = results is not None
        self._tray.setVisible(not over and not (self._pad.up and theme.large()))
        if self._results is not None:
            self._results.resize(self.upper.size())  # its height is right at once
            self._results.setVisible(over)
        self._tabs.name_turn(tr("Result") if over else tr("Dice"))
        self._tabs.back_to_turn()
        self._leave_tabs_room()

    @staticmethod
    def settle() -> None:
        """Gives every part its place now, not over the next frames."""
        for _ in range(_ROUNDS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def show_entry(self, real: bool) -> None:
        """With real dice what is tapped to enter them is a page of the tabs; with very large texts the dice are that."""
        if real == self._real:
            return
        self._real = real
        self._place_faces()

    def _place_faces(self) -> None:
        apart = self._real and not self._large
        if apart == self._tabs.holds_faces or not (self._real or self._tabs.holds_faces):
            return
        entry = self._tray.entry
        if apart:
            entry.lay_faces(here=False)
            self._tabs.hold_faces(entry.faces)
        else:
            self._tabs.give_faces()
            entry.lay_faces(here=True)
        self._leave_tabs_room()

    def _leave_tabs_room(self) -> None:
        """While the game is played nothing moves when another tab is opened; at the end the results have more to say."""
        if self._results is None or self._results.isHidden():
            self._tabs.setMinimumHeight(max(_BELOW, self._tabs.minimumSizeHint().height()))
        else:
            least = 0 if theme.largest() else self._tabs.least_height()  # there all of it scrolls
            self._tabs.setMinimumHeight(max(_BELOW_RESULTS, least))

    def arrange(self, width: int, height: int) -> None:
        """Beside or under the sheet, whichever way the window is longer or, where it is nearly square, the sheet larger."""
        paper = self._view.sheet.size[0] / self._view.sheet.size[1]
        tall = height > width or (height - theme.px(_UNDER)) * paper > width - theme.px(_SIDE)
        if tall != self._tall:
            self._tall = tall
            down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
            self._body.setDirection(down if tall else right)
            self._side.setDirection(right if tall else down)
            self._body.setContentsMargins(8, 0, 8, 8) if tall else self._body.setContentsMargins(0, 0, 8, 8)
            self._body.setStretch(0, 0 if tall else 1)
            self._body.setStretch(1, 1 if tall else 0)
            for part in (self._upper, self._tabs, self._pad):
                self._side.setStretchFactor(part, 1 if tall or part is not self._upper else 0)
        self._leave_tabs_room()
        large = theme.large()
        if large != self._large:
            self._large = large
            self._tray.keep_powers()
            self._place_faces()
            if large:
                self._side.removeWidget(self._upper)
                self._tabs.hold_turn(self._upper)
            else:
                self._tabs.give_turn(self._upper)
                self._side.insertWidget(0, self._upper)
                self._upper.show()
        self._head.fit(large)
        if self._results is not None:
            self._results.share_room(theme.largest())
        if tall:
            self.side.setMinimumSize(0, 0)
            self.side.setMaximumWidth(_ANY)
            self._view.setFixedHeight(max(_LOWEST, min(round((width - 16) / paper) + 16, height - theme.px(_UNDER))))
            self._tray.grow(1.2)
        else:
            self._view.setMinimumHeight(_LOWEST)
            self._view.setMaximumHeight(_ANY)
            spare = width - (height - theme.px(48)) * paper
            # Larger texts may not take from the sheet what fingers need; very large ones must be read first of all.
            share = _LARGEST_SIDE if theme.largest() else _LARGE_SIDE if large else 0.0
            least = min(theme.px(_SIDE), max(_SIDE, width - _SHEET_LEAST, round(share * width)))
            wide = round(min(theme.px(_SIDE_MOST), max(least, spare - 8)))
            self.side.setFixedWidth(wide)
            lowest = max(theme.px(_LARGEST_LOWEST), self._tabs.minimumSizeHint().height())
            self.side.setMinimumHeight(lowest if theme.largest() else 0)
            self._tray.grow(wide / theme.px(_SIDE))

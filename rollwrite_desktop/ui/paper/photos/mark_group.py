"""Marks that were read alike, all on one page: the odd ones are tapped, and all others confirmed at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QToolButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.printing.photos.photo_pile import Group, Spot
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow, emptied
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.kit.tab_order import bring_into_sight

_CROP = 76
_GAP = 8


class _Crop(QToolButton):
    """One place: its picture, and below it what it was read as. Checked: it is something else. `moved` carries an arrow."""

    moved = Signal(int)

    def __init__(self, image: QImage, name: str, caption: str, parent: QWidget) -> None:
        super().__init__(parent)
        side = max(TOUCH, theme.px(_CROP))
        self.setCheckable(True)
        self.setText(caption)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(side, side))
        self.setIcon(QIcon(QPixmap.fromImage(image.scaled(
            2 * side, 2 * side, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation))))
        self.setAccessibleName(f"{name}, {caption}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.role(self, "crop")
        self.ensurePolished()  # the room round picture and caption is part of its size

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _WAYS:
            self.moved.emit(event.key())
        else:
            super().keyPressEvent(event)


class MarkGroup(QWidget):
    """`confirmed` carries the places that are something else; all others are right. `trusted`: so is everything that was
    read without doubt."""

    confirmed = Signal(object)
    trusted = Signal()
    counted = True

    def __init__(self) -> None:
        super().__init__()
        self.group: Group | None = None
        self.crops: dict[Spot, _Crop] = {}
        self.title, self.prompt = label("", "title"), label("", "prompt")
        self._inside = QWidget()
        self._grid = QGridLayout(self._inside)
        self._grid.setContentsMargins(0, 0, 8, 0)
        self._grid.setSpacing(_GAP)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.right = button("", "check", "primary", lambda: self.confirmed.emit(self.odd))
        self.right.installEventFilter(self)
        self.trust = button(tr("&Trust all sure marks"), "", "quiet", self.trusted.emit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.title)
        column.addWidget(self.prompt)
        column.addWidget(Scroll(self._inside), 1)
        column.addWidget(FlowRow(self.trust, self.right))

    def show_group(
        self, group: Group, picture: Callable[[Spot], QImage], words: Callable[[Spot], tuple[str, str]], *, trust: bool,
    ) -> None:
        """Shows a group. words: what a place is called, and what it was read as. trust: whether anything is left that can be
        trusted unseen."""
        self.group = group
        self.trust.setVisible(trust)
        emptied(self._grid)
        self.crops = {}
        for spot in group.spots:
            name, caption = words(spot)
            crop = self.crops[spot] = _Crop(picture(spot), name, caption, self._inside)
            crop.setMinimumSize(crop.sizeHint())  # what does not fit scrolls
            crop.toggled.connect(self._settle)
            crop.moved.connect(partial(self._move, spot))
        self.title.setText(f"{group.title} ({len(group.spots)})")
        self.prompt.setText(tr("Tap what is not.") if group.doubtful else tr("Tap what is something else."))
        self._lay_out()
        self._settle()

    @property
    def odd(self) -> tuple[Spot, ...]:
        """The places that are something else."""
        return tuple(spot for spot, crop in self.crops.items() if crop.isChecked())

    def take_focus(self) -> bool:
        """Moves the keyboard to the button that confirms them; the arrow up leads to the marks, where Space finds the odd
        ones."""
        self.right.setFocus(Qt.FocusReason.OtherFocusReason)
        later(self, partial(bring_into_sight, self.right))  # once the page has its size: large texts may put it below
        return True

    def introduction(self) -> str:
        """Returns what is shown, to be read out."""
        names = ", ".join(crop.accessibleName() for crop in self.crops.values())
        return f"{self.title.text()}. {names}. {self.prompt.text()}"

    def _settle(self) -> None:
        odd, rest = len(self.odd), len(self.crops) - len(self.odd)
        if not odd:
            self.right.setText(tr_n("It is &right", "All {n} are &right", rest))
        else:
            self.right.setText(tr_n("The other one is &right", "The other {n} are &right", rest) if rest else
                               tr("None is &right"))
        if isinstance(crop := self.sender(), _Crop):
            accessible.announce(tr("something else") if crop.isChecked() else tr("right"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        crops = [*self.crops.values()]
        if not crops:
            return
        wide = max(crop.sizeHint().width() for crop in crops) + _GAP
        across = max(1, (self.width() - theme.px(_GAP)) // wide)
        for i, crop in enumerate(crops):
            self._grid.addWidget(crop, i // across, i % across)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """An arrow on the button below the marks leads up to them."""
        if event.type() == QEvent.Type.KeyPress and self.crops:
            key = cast(QKeyEvent, event).key()
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
                self._go_to([*self.crops.values()][-1])
                return True
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
                self._go_to(next(iter(self.crops.values())))
                return True
        return super().eventFilter(watched, event)

    def _move(self, spot: Spot, key: int) -> None:
        """From a mark in the direction of an arrow; beyond the last one is the button."""
        crops = [*self.crops.values()]
        at = crops.index(self.crops[spot])
        there = _next(crops, at, key)
        if there == at and key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self.take_focus()
        else:
            self._go_to(crops[there])

    @staticmethod
    def _go_to(crop: _Crop) -> None:
        crop.setFocus(Qt.FocusReason.TabFocusReason)
        bring_into_sight(crop)


_WAYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


def _next(crops: Sequence[QWidget], at: int, key: int) -> int:
    """Returns the number of the next one in the direction of an arrow; the same at the edge."""
    dx, dy = _WAYS[Qt.Key(key)]
    if dx:
        return min(max(at + dx, 0), len(crops) - 1)
    here = crops[at].geometry()
    beyond = [i for i, each in enumerate(crops) if (each.geometry().top() - here.top()) * dy > 0]

    def away(i: int) -> tuple[int, int]:
        there = crops[i].geometry()
        return abs(there.top() - here.top()), abs(there.left() - here.left())

    return min(beyond, key=away, default=at)

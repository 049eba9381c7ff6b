"""Where the parts of the lobby lie: what the game is beside how to begin, or above it; over both the head of the page and
the large button, in one line where they lie beside each other."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.layouts import STRETCH, emptied, grow, in_column, in_row, keep_hidden
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.lobby.about_game import AboutGame

_AROUND, _OVER_AND_UNDER = 64, 32
"""What lies beside both sides and between the page's head and its edges, in pixels."""
_WIDEST = 1400
_ABOUT_SHARE, _PLAY_SHARE = 9, 11  # of the width


class LobbySides(QWidget):
    """The parts of one game at a time. While `balanced`, both sides are made equally high where they are side by side, but
    the first no higher than what is seen of it."""

    def __init__(self, head: QWidget) -> None:
        super().__init__()
        self._above = QWidget()
        self._pinned = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._above)
        self._pinned.setContentsMargins(0, 0, 0, 0)
        self._pinned.addWidget(head, _ABOUT_SHARE)
        self._start: QWidget | None = None
        above = in_row(STRETCH, grow(self._above, 100), STRETCH)
        middle = QWidget()
        self.area = Scroll(middle)
        self.area.keep_bar_free()
        bar = self.area.verticalScrollBar()
        bar.valueChanged.connect(lambda _: self._hold())
        bar.rangeChanged.connect(lambda _: self._hold())
        above.setContentsMargins(0, 0, bar.sizeHint().width(), 0)
        self._inside = QWidget()
        in_row(STRETCH, grow(self._inside, 100), STRETCH, on=middle)
        self._body = QVBoxLayout(self._inside)
        self._body.setContentsMargins(0, 0, 0, 0)
        in_column(above, grow(self.area), gap=12, on=self)
        self._begin()

    def clear(self) -> None:
        """Takes the parts of a game away; `about_side`, `play_side` and `below` are empty then."""
        if self._about is not None:
            emptied(self._body)
            if self._start is not None:
                self._pinned.removeWidget(self._start)
                keep_hidden(self._start, self._above)
                self._start.deleteLater()
                self._start = None
            self._begin()

    def _begin(self) -> None:
        self.balanced = True
        self._about: AboutGame | None = None
        self._stacked: tuple[bool, bool] | None = None  # beside each other, the first about the game
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._sides.setSpacing(24)
        self.about_side, self.play_side = QWidget(self._inside), QWidget(self._inside)
        self.below = QWidget(self._inside)
        self.below.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._held = QVBoxLayout(self.about_side)
        self._held.setContentsMargins(0, 0, 0, 0)

    def lay(self, about: AboutGame, start: QWidget | None) -> None:
        """Lays the parts of a game. `start` stays in sight above all that scrolls; None for one that does not."""
        self._about, self._start = about, start
        self._held.addWidget(about)
        if start is not None:
            self._pinned.addWidget(start, _PLAY_SHARE)
        self._body.addLayout(self._sides)
        self._body.addWidget(self.below, 1)

    def turn(self, page: QSize) -> None:
        """Lays them side by side on a page that has room, else the one first that one begins with, if only one is seen."""
        if self._about is None:
            return
        self._inside.setMaximumWidth(theme.px(_WIDEST))
        self._above.setMaximumWidth(theme.px(_WIDEST))
        sides = (self.about_side, self.play_side)
        needed = sum(side.minimumSizeHint().width() for side in sides) + _AROUND + self._sides.spacing()
        beside = page.width() >= max(needed, theme.px(880))
        about_first = beside or page.height() >= theme.px(1000)
        if not beside:
            self._about.lie_low()
        elif self.balanced:
            self._balance(self._about, page)
        if self._stacked == (beside, about_first):
            return
        self._stacked = beside, about_first
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._pinned.setDirection(way)
        self._pinned.setSpacing(self._sides.spacing() if beside else 8)
        self._sides.setDirection(way)
        for side in sides if about_first else sides[::-1]:
            self._sides.removeWidget(side)
            self._sides.addWidget(side, _ABOUT_SHARE if side is self.about_side else _PLAY_SHARE)
            self._sides.setAlignment(side, Qt.AlignmentFlag.AlignTop if beside else Qt.AlignmentFlag(0))

    def show_from_top(self, part: QWidget) -> None:
        """Scrolls so that as much of a part is seen as there is room."""
        self.area.show_from_top(part)

    def _hold(self) -> None:
        """Keeps what the game is where it is while what lies beside it scrolls; what of it is out of sight comes first."""
        if self._about is None:
            return
        beside = self._stacked is not None and self._stacked[0]
        hidden = max(0, self._about.height() - self.area.viewport().height())
        gone = self.area.verticalScrollBar().value() - hidden
        top = max(0, min(gone, self.play_side.height() - self._about.height())) if beside else 0
        if top != self._held.contentsMargins().top():
            self._held.setContentsMargins(0, top, 0, 0)
            self._held.activate()

    def _balance(self, about: AboutGame, page: QSize) -> None:
        room = min(page.width() - _AROUND, self._inside.maximumWidth()) - self._sides.spacing()
        wide = max(1, room * _ABOUT_SHARE // (_ABOUT_SHARE + _PLAY_SHARE))
        seen = page.height() - self._above.sizeHint().height() - _OVER_AND_UNDER
        about.balance(wide, min(seen, self.play_side.sizeHint().height()))

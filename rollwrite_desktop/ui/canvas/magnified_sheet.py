"""How much of a sheet is seen: zoomed by a person, and with large texts magnified from the start, around what is legal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, QTimer, Signal
from PySide6.QtGui import (
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import taps
from rollwrite_desktop.ui.canvas.shown_sheet import ShownSheet
from rollwrite_desktop.ui.kit import accessible

STILL_MS, MOVED_MS = 1500, 600
"""How long a magnified sheet stays where it was tapped, and for how long after it moved a tap on it counts for nothing."""
_PLAIN_SCALE = 1.2
"""Pixels to the point of a sheet at usual size, for one that is magnified."""


class MagnifiedSheet(ShownSheet):
    """`near`: with large texts the sheet is magnified from the start, and what becomes legal comes into sight; `follows`:
    what changes does, too. `came_near`: it was moved to what is legal now."""

    focus_moved = Signal(str)
    came_near = Signal()

    def __init__(self, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(sheet, parent)
        self.near = self.follows = False
        self._whole = self._zoomed = False
        self._seen: frozenset[str] | None = None
        self._changed = self._magnified = ""
        self._given: Display | None = None
        self._tapping = False
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self._move_on)
        self._moved = QTimer(self, singleShot=True)

    def show_display(self, display: Display, since: Display | None = None) -> None:
        """Shows a display; only what differs from the one before is repainted. `since`: what it is to be compared with to
        follow what changed, if not that one."""
        before, self._given = since or self._given, display
        super().show_display(display)
        if self.follows and before is not None and theme.large() and (spot := self._differing(before, display)):
            self._changed = spot
            self._come_near(True)
        elif self._seen is None or not (self.cursor_spot or self.among == self._seen):
            if self._tapping and self._seen is not None:
                self._seen = self.among
                self._still.start()
            else:
                self._still.stop()
                self._come_near(self._seen is None)

    def _differing(self, before: Display, after: Display) -> str:
        """Returns the spot where something came from one display to the other, or else went or changed, a space rather than
        a box; "" for none."""
        old, new = ({mark.key: mark for mark in each.marks} for each in (before, after))
        changed = {key for key in old.keys() & new.keys() if old[key] != new[key]}
        for keys in (new.keys() - old.keys(), old.keys() - new.keys(), changed):
            named = {part for key in keys for part in (key.partition("/")[2], *key.split("/"))}
            spots = sorted(named & self.sheet.space.keys()) or sorted(named & self.sheet.box.keys())
            if spots:
                return spots[0]
        return ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._still.isActive():
            self._come_near(True)

    # ------------------------------------------------------------------ closer, farther

    def fit(self) -> None:
        """Shows the whole sheet, until it is zoomed again."""
        self._whole, self._magnified = True, ""
        self.canvas.fit()
        self.update()

    def start_over(self) -> None:
        """Another sheet lies there: it is shown as at the start, with the cursor nowhere."""
        self._whole = self._zoomed = False
        self._seen, self._changed, self._magnified = None, "", ""
        self.canvas.fit()
        self.update()
        self.move_cursor("")

    def fit_or_near(self) -> None:
        """Shows the whole sheet; asked again, with large texts, magnified as at the start."""
        if self._whole and self.near:
            self._whole = self._zoomed = False
            self._come_near(True)
        else:
            self.fit()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Closer (more than 1) or farther."""
        self._whole, self._zoomed = False, True
        self.canvas.zoom_by(factor, QPointF(self.rect().center()) if about is None else about)
        self.update()

    def _pan(self, step: QPointF) -> None:
        """Moves a zoomed sheet."""
        self._still.stop()
        self.canvas.pan(step)
        self.update()

    # ------------------------------------------------------------------ into sight

    @contextmanager
    def staying(self) -> Iterator[None]:
        """Yields what a pointer over the sheet does meanwhile leaves a magnified sheet where it is for a moment, so that
        what was written is seen and a second tap meets the same place."""
        self._tapping = True
        try:
            yield
        finally:
            self._tapping = False

    @property
    def _held_down(self) -> bool:
        """Whether something presses or drags the sheet."""
        return False

    def _move_on(self, *, by_key: bool = False) -> None:
        """Brings what is legal into sight after all; waits while the sheet is pressed or dragged."""
        if self._held_down and not by_key:
            self._still.start()
            return
        self._still.stop()
        before = self.canvas.sheet
        self._come_near(False)
        if self.canvas.sheet != before and not by_key:
            self._moved.start(max(MOVED_MS, taps().within))

    def move_cursor(self, spot: str) -> None:
        """Puts the keyboard's cursor on a spot; whoever draws the sheet shows it (`focus`)."""
        self.cursor_spot = spot
        self._still.stop()
        if spot and not self._whole and theme.large():
            self._magnify(spot)
        self.focus_moved.emit(spot)
        accessible.focus_moved(self)

    def _magnify(self, spot: str) -> None:
        """Large texts: the sheet's own letters grow as the others do, around the cursor."""
        self._magnified = spot
        rect = self.sheet.space[spot].writing if spot in self.sheet.space else self.sheet.box[spot].rect
        self.canvas.magnify(QRectF(rect.x, rect.y, rect.w, rect.h), _PLAIN_SCALE * theme.text_scale())
        self.update()

    def _come_near(self, anew: bool) -> None:
        """Large texts: magnifies the sheet around the cursor, what is legal, what was magnified last, or the first space of
        its upper left corner (`anew`), or where nothing that is legal is in sight."""
        large = self.near and not self._whole and not self._zoomed and theme.large()
        if not large or self.canvas.display is None or not self.sheet.spaces:
            return
        self._seen, legal, seen = self.among, [*self.among], QRectF(self.rect())
        if not anew and (not legal or any(seen.contains(self.center_of(spot)) for spot in legal)):
            return
        first = self._magnified or min(self.sheet.spaces, key=lambda space: sum(space.writing.center)).id
        far = {spot: (self.center_of(spot) - seen.center()).manhattanLength() for spot in legal or (first,)}
        self._magnify(self.cursor_spot or self._changed or min(sorted(far), key=far.__getitem__))
        self.came_near.emit()

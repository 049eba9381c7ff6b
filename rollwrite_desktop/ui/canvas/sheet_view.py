"""A sheet on the screen: shows a display, and turns mouse, touch and keys into taps on the sheet's spots.

What a tap means is not known here. Spots are found by the sheet; what is legal now (`among`) only helps unsteady fingers.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.sheet.reading_order import reading_order
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import touch
from rollwrite_desktop.ui.canvas.cursor import ARROWS, Cursor
from rollwrite_desktop.ui.canvas.pressed_sheet import PressedSheet
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.spot_faces import Spots

_KEY_ZOOM = 1.25
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class SheetView(PressedSheet):
    """A sheet that takes keys too, and is told to screen readers place by place. `waits_for`: what Enter has to wait for, in
    words; `yields`: whether Enter is not for the sheet, wherever the cursor is; `leaves`: digits that are for something
    else."""

    def __init__(self, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(sheet, parent)
        self.keys = Cursor(sheet, title=lambda spot: self.words.describe(spot))
        self.waits_for = ""
        self.yields = False
        self.leaves = frozenset[str]()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        accessible.explain(self, Spots(
            self._groups, self.spot_label, self.place_of, self._pressable, self._press_from_afar,
            lambda: self.cursor_spot, lambda spot: self.words.value(spot), lambda place: self.spot_at(place, 0.0),
            lambda spot: self.words.crossed(spot),
        ))

    # ------------------------------------------------------------------ keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        reason = Qt.FocusReason
        by_tab = event.reason() in (reason.TabFocusReason, reason.BacktabFocusReason)  # or as what had it has gone
        if event.reason() == reason.ShortcutFocusReason or (by_tab and touch.taps().keyed):
            self.show_keyed(True)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.show_keyed(True)
        if self._still.isActive():
            self._move_on(by_key=True)
        key = event.key()
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_KEY_ZOOM)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / _KEY_ZOOM)
        elif key == Qt.Key.Key_0 and not event.modifiers() and event.text() not in self.leaves:
            self.fit_or_near()
            accessible.announce(tr("The whole sheet is shown.") if self._whole else tr("The sheet is magnified."))
        elif key in _ENTER and self.cursor_spot and (self.waits_for or not self.yields):
            self.keys.forget()
            self._press_from_afar(self.cursor_spot)
        else:
            spot = self.keys.after(event, self.cursor_spot, self.among)
            if spot:
                self.go_to(spot, arrow=event.key() in ARROWS)
            elif not self.tell_waiting(event):
                event.ignore()
                return
        event.accept()

    def tell_waiting(self, event: QKeyEvent) -> bool:
        """Tells what the letter that waits may become, and whether one does that this key is about."""
        waiting, typed = self.keys.waiting, event.text().upper()
        if not waiting or not typed.isalpha():
            return False
        wrong = "" if typed == waiting else self.keys.nowhere(waiting + typed)
        accessible.announce(" ".join(filter(None, (wrong, self.keys.becomes(waiting)))), urgent=bool(wrong))
        return True

    def go_to(self, spot: str, *, arrow: bool = False) -> None:
        """Moves the cursor because of a key; where it already is, readers hear of no move and are told (`arrow`: that there
        is nothing in that direction)."""
        stays = spot == self.cursor_spot
        self.show_keyed(True)
        self.move_cursor(spot)
        if stays:
            accessible.announce(tr("Nothing more that way.") if arrow else self.spot_label(spot), urgent=True)

    # ------------------------------------------------------------------ screen readers

    def _groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Returns the spots of the sheet that lies there, by region."""
        return tuple((group.words, group.spots) for group in reading_order(self.sheet))

    def spot_label(self, spot: str) -> str:
        """Returns the label of a spot for screen readers: what it is, what it holds, what a tap would do."""
        return ", ".join(filter(None, (self.words.describe(spot), self.words.may(spot))))

    def _pressable(self, spot: str) -> bool:
        return spot in self.sheet.space or spot in self.among or self.sheet.box[spot].kind == "check"

    def _press_from_afar(self, spot: str) -> None:
        if self.waits_for:
            accessible.announce(self.waits_for, urgent=True)
            return
        self.last_place = self.center_of(spot)
        self.spot_tapped.emit(spot)

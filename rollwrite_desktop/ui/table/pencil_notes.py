"""The pencil at the table: while it is in the hand, taps and digits jot small numbers into empty spaces instead of writing.
What a note is and how it looks: `play/pencil_notes.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit import capabilities
from rollwrite_desktop.play.pencil_notes import BACK, ERASE, NOTE, after, describe_notes, free_spaces, notes_of, write_notes
from rollwrite_desktop.ui.audit.keypad import Keypad
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.basics import button, label

if TYPE_CHECKING:
    from rollwrite_desktop.ui.table.table_page import TablePage

NO_NOTES = capabilities.PencilNotes(())


class PencilNotes(QFrame):
    """The pad with the digits, shown while the pencil is taken up. `chosen` is the space that digits go to."""

    def __init__(self, table: TablePage) -> None:
        super().__init__()
        self._table = table
        self.chosen = ""
        self._before: list[tuple[str, str]] = []
        self._undone: list[tuple[str, str]] = []
        theme.role(self, "panel")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        game = table.opened.game
        kind = game.pencil_notes or NO_NOTES
        self.digits, self.wide = kind.digits, kind.width
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(6)
        row = QHBoxLayout()
        row.addWidget(label(tr("Pencil notes"), "heading"), 1)
        self.down = button(tr("Put it down"), "check", "", self.put_down)
        row.addWidget(self.down)
        column.addLayout(row)
        self.pad = Keypad()
        self.pad.pressed.connect(self.press)
        column.addWidget(self.pad)
        table.view.installEventFilter(self)
        self.hide()

    @property
    def up(self) -> bool:
        """Whether the pencil is in the hand."""
        return not self.isHidden()

    @property
    def possible(self) -> bool:
        """Whether there is a sheet to jot on now."""
        side = self._table.side
        return bool(self.digits) and side.writable and bool(side.seat) and not side.session.over

    # ------------------------------------------------------------------ taking it up

    def toggle(self) -> None:
        if self.up:
            self.put_down()
        elif self.possible:
            self.chosen = self._table.view.cursor_spot if self._table.view.cursor_spot in self._free() else ""
            self._stand(True)
            self._show_keys()
            self._table.view.setFocus()
            self._table.refresh()

    def put_down(self) -> None:
        if self.up:
            self._stand(False)
            self._table.view.setFocus()
            self._table.refresh()

    def _stand(self, up: bool) -> None:
        self.chosen = self.chosen if up else ""
        # Never both at once: that would push the window over the screen's edge.
        if not up:
            self.hide()
        self._table.room.make_room(up)
        if up:
            self.show()

    def settle(self) -> None:
        """After a change at the table: down with it where there is nothing to jot on."""
        if self.up and not self.possible:
            self._stand(False)
        elif self.up and self.chosen not in self._free():
            self.chosen = ""
            self._show_keys()

    # ------------------------------------------------------------------ jotting

    def tap(self, spot: str) -> bool:
        """A tap on the sheet; whether it was meant for the pencil."""
        if not self.up or not self._table.writing:
            return False
        self.chosen = spot if spot in self._free() and spot != self.chosen else ""
        self._show_keys()
        self._table.refresh()
        return True

    def press(self, key: str) -> None:
        """A digit, or one of the other keys, into the chosen space."""
        if not self.chosen:
            return
        side = self._table.side
        notes = self._notes()
        held = notes.pop(self.chosen, "")
        now = after(held, key, self.wide)
        if now == held:
            return
        self._before.append((side.seat, side.session.notes.get((side.seat, NOTE), "")))
        self._undone.clear()
        self._keep(side.seat, write_notes(notes | {self.chosen: now}))

    def _keep(self, player: str, text: str) -> None:
        self._table.side.session.note(player, NOTE, text)
        self._table.refresh()
        self._show_keys()

    @property
    def can_undo(self) -> bool:
        return self.up and bool(self._before) and self._before[-1][0] == self._table.side.seat

    @property
    def can_redo(self) -> bool:
        return self.up and bool(self._undone) and self._undone[-1][0] == self._table.side.seat

    def undo(self) -> bool:
        """Takes back what was jotted last; whether there was anything while the pencil is up."""
        return self.can_undo and self._swap(self._before, self._undone)

    def redo(self) -> bool:
        return self.can_redo and self._swap(self._undone, self._before)

    def _swap(self, source: list[tuple[str, str]], target: list[tuple[str, str]]) -> bool:
        player, text = source.pop()
        target.append((player, self._table.side.session.notes.get((player, NOTE), "")))
        self._keep(player, text)
        return True

    # ------------------------------------------------------------------ showing

    def words_for(self, spot: str) -> str:
        """What is jotted in a space, in words."""
        return describe_notes(self._notes().get(spot, ""), self.wide)

    def _show_keys(self) -> None:
        place = self._table.side.guide.describe(self._table.side.session.state, self._table.side.seat, self.chosen)
        keys = [(digit, digit) for digit in self.digits]
        keys += [(BACK, "⌫")] if self.wide > 1 else [(ERASE, tr("Erase"))]
        self.pad.show_keys(place if self.chosen else "", keys)
        held = self._notes().get(self.chosen, "")
        for digit in self.digits:
            self.pad.arm(digit, self.wide == 1 and digit in held)
        for key in self.pad.buttons.values():
            key.setEnabled(bool(self.chosen))

    def _notes(self) -> dict[str, str]:
        side = self._table.side
        return notes_of(side.session, side.seat, self._table.opened.sheet)

    def _free(self) -> frozenset[str]:
        side, opened = self._table.side, self._table.opened
        if not side.seat:
            return frozenset()
        return free_spaces(opened.game, side.session, side.session.state, side.seat, opened.sheet)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys on the sheet while the pencil is up."""
        if self.up and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if plain and event.text() in self.digits and event.text():
                self._aim()
                self.press(event.text())
                return True
            if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
                self._aim()
                self.press(BACK if event.key() == Qt.Key.Key_Backspace else ERASE)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.put_down()
                return True
        return super().eventFilter(watched, event)

    def _aim(self) -> None:
        """Digits go where the keyboard's cursor is, unless a tap said otherwise."""
        cursor = self._table.view.cursor_spot
        if cursor in self._free() and (not self.chosen or self._table.view.hasFocus()):
            self.chosen = cursor

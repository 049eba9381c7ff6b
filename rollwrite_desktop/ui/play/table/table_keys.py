"""What keys do at a table: dice, branches and spaces by their keys, Enter, Escape; of other keys it is said that they mean
nothing."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.view_model import TableView
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.play.table.table_actions import TableActions
from rollwrite_desktop.ui.play.table.tray.tray import DiceTray

_PLAIN = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_MEANINGLESS = (
    Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Insert, Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace,
)
"""Keys that write nothing and mean something elsewhere only; here that is said."""


class KeyCommands(Protocol):
    """What keys have a table do."""

    def answer(self, sentence: str, asked: bool = False) -> None: ...
    def escape(self) -> None: ...
    def follow(self, branch: int) -> None: ...
    def roll(self) -> None: ...
    def tap_token(self, spot: str) -> None: ...


class TableKeys:
    """The keys of one table."""

    def __init__(
        self, commands: KeyCommands, model: TableView, view: SheetView, tray: DiceTray, actions: TableActions
    ) -> None:
        self._commands, self._model, self._view, self._tray, self._actions = commands, model, view, tray, actions

    def press(self, event: QKeyEvent) -> bool:
        """Does what a key means here; returns False for one that is not for the table."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        digit = int(event.text()) if plain and event.text().isdecimal() else 0
        spot = self._tray.key_token(event.text()) if plain else ""
        usable = spot and self._tray.buttons[spot].token.state in ("ready", "chosen")
        die = self._die_of(event.text()) if digit and self._model.snapshot.asks_dice else ""
        if 0 < digit <= len(self._model.snapshot.branches):
            self._commands.follow(digit)
        elif die:
            self._view.keys.forget()
            self._tray.type(event, die)
        elif plain and event.text().isdecimal() and not usable and self._model.snapshot.asks_dice:
            self._tray.type(event)
        elif spot:
            self._commands.tap_token(spot)
        elif event.key() == Qt.Key.Key_Escape:
            waited, before = self._view.keys.waiting, _going_on(self._model.snapshot)
            self._view.keys.forget()
            self._commands.escape()
            if not waited and _going_on(self._model.snapshot) == before:
                event.ignore()  # nothing was going on here: it leads back
        elif self._actions.refuse(QKeySequence(event.keyCombination())):
            event.accept()
        elif event.key() in _MEANINGLESS and plain and not event.isAutoRepeat():
            name = QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.NativeText)
            self._commands.answer(self._meaningless(name))
        elif event.text() not in ("", "?") and not event.modifiers() & ~_PLAIN and not event.isAutoRepeat():
            return self._call(event)
        else:
            return False
        return True

    def _die_of(self, digit: str) -> str:
        """Returns the letter that was typed before a digit, if both together are a die that may have been rolled."""
        entry, letter = self._tray.entry, self._view.keys.letter.lower()
        return letter if letter and entry.isVisible() and entry.begins(letter + digit) else ""

    def _call(self, event: QKeyEvent) -> bool:
        """Goes to the space whose code is typed beside the sheet; of other keys it is said that they mean nothing. Returns
        False for one that writes nothing."""
        spot, typed = self._view.keys.after(event, self._view.cursor_spot, self._view.among), event.text().upper()
        if spot:
            self._view.setFocus()
            self._view.move_cursor(spot)
        elif self._view.tell_waiting(event):
            self._view.setFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._enter()
        elif typed.isalpha():
            self._commands.answer(self._view.keys.nowhere(typed))
        elif typed.isprintable() and typed.strip():
            self._commands.answer(self._meaningless(typed))
        else:
            return False
        return True

    def _enter(self) -> None:
        """Does what the large button does, where Enter is for no space and nothing must be written; asked for twice where
        more could be. A note is kept with its last digit already, and told again."""
        now = self._model.snapshot
        if self._view.waits_for:
            accessible.announce(self._view.waits_for, urgent=True)
        elif now.pencil is not None and self._model.pencil.chosen:
            accessible.announce(now.taps.describe(self._model.pencil.chosen))
        elif now.enabled.roll and not self._model.table.acting:
            self._commands.roll()
        elif self._model.table.over and not now.away:
            self._commands.answer(self._model.why_not_write())
        elif now.goes_on:
            asked = tr("{action}? Press Enter once more.", action=now.tray.roll)
            again = now.notice is not None and now.notice.sentence == asked
            self._commands.roll() if again else self._commands.answer(asked, asked=True)
        else:
            self._commands.answer(tr("First go to a space by its code or with the arrow keys."))

    def _meaningless(self, key: str) -> str:
        """Returns that a key means nothing now, and what comes first."""
        return f"{tr('The key {key} does nothing now.', key=key)} {self._model.why_not_write()}"


def _going_on(shown: Snapshot) -> tuple[object, ...]:
    """Returns what Escape can end at a table."""
    states = [token.state for token in shown.tray.tokens]
    asked = shown.question, shown.next_player
    return shown.sentence, shown.away, shown.notice, shown.pencil is None, asked, shown.taps.open, states

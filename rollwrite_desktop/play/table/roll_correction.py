"""The view model of correcting a roll: which one, what it really was, and what that changes, before it does. Knows no
widget."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rollwrite_desktop.core.chance import Ask, Outcome
from rollwrite_desktop.core.i18n import tr_n
from rollwrite_desktop.core.rules import Event, Refusal
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.table.table_session import TableSession

MAX_LISTED = 8


class Correction(Struct, frozen=True):
    """What is to be seen: the number of the roll that is chosen (from 1), what it was asked, what it really was (None until
    that is known and possible), why it cannot have been what was entered ("" where it can), and what it changes, a line
    each."""

    number: int
    ask: Ask
    dice: Outcome | None = None
    refusal: str = ""
    changes: str = ""


class RollCorrection:
    """One roll of a table to be corrected. `rolls`: the number of each that can be, and what was entered, the latest first;
    `notes`: how rolls of this game are typed; `shown`: what is to be seen now."""

    def __init__(self, table: TableSession) -> None:
        self._table = table
        self._rolls = {roll.number: roll for roll in table.rolls()}
        self.rolls: Mapping[str, str] = {
            str(number): self._in_words(number, roll.sentence) for number, roll in reversed(self._rolls.items())
        }
        self.notes = RollNotes(table.opened.game, table.opened.sheet, table.opened.head.options)
        self.shown = self.choose(max(self._rolls))

    def choose(self, number: int) -> Correction:
        """Another roll."""
        self.shown = Correction(number, self._rolls[number].ask)
        return self.shown

    def propose(self, dice: Outcome | None) -> Correction:
        """Returns what the chosen roll really was, as far as it is entered; nothing changes yet."""
        number, ask = self.shown.number, self.shown.ask
        found = self._table.foresee(number, dice) if dice is not None else ()
        if isinstance(found, Refusal):
            self.shown = Correction(number, ask, refusal=found.sentence(self._table.opened.game.play.rulebook))
        else:
            changes = self._changes(number, dice, found) if dice is not None else ""
            self.shown = Correction(number, ask, dice, changes=changes)
        return self.shown

    def apply(self) -> bool:
        """Corrects the roll, if what it was is known and possible; whether it is corrected."""
        dice = self.shown.dice
        return dice is not None and self._table.correct(self.shown.number, dice) is None

    def _in_words(self, number: int, sentence: str) -> str:
        """A roll in words, as it was entered or as it really was."""
        return f"{self._table.roll_title(number)} · {sentence}"

    def _changes(self, number: int, dice: Outcome, found: tuple[str, ...]) -> str:
        *first, last = found or ("",)
        rest = len(first) - MAX_LISTED
        more = [tr_n("and one more", "and {n} more", rest)] if rest > 0 else []
        head = self._in_words(number, self._table.guide.describe_event(Event(self._rolls[number].by, dice), ""))
        return "\n".join([head, *(f"• {line}" for line in (*first[:MAX_LISTED], *more)), last])

"""The dialog for real dice that were entered wrongly: which roll, what it really was, and what that changes, before it does.

What stays and what is to be played again, the session finds out.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.rules import Refusal
from rollwrite_desktop.play.roll_notation import RollNotes
from rollwrite_desktop.play.table_session import TableSession
from rollwrite_desktop.ui.table.tray.roll_entry import RollEntry
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import button
from rollwrite_desktop.ui.widgets.choices import Combo
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.layouts import Dialog, sized
from rollwrite_desktop.ui.widgets.scroll import Scroll

_LISTED = 8


class RollCorrectionDialog(Dialog):
    """Calls `done` after a roll has been corrected. `dice`: what the chosen roll really was, None until that is known and
    possible; then Enter corrects it."""

    def __init__(self, table: TableSession, done: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table, self._done = table, done
        self.setWindowTitle(tr("Correct a roll"))
        theme.role(self, "page")
        self._rolls = {str(roll.number): roll for roll in table.rolls()}
        names = {number: f"{number}. {roll.sentence}" for number, roll in reversed(self._rolls.items())}
        self.which = Combo(names, "", tr("Which roll"))
        self.which.currentIndexChanged.connect(lambda _: self._choose())
        opened = table.opened
        self.entry = RollEntry(notes=RollNotes(opened.game, opened.sheet, opened.head.options))
        self.entry.typing.connect(self._type)
        self.entry.dice_entered.connect(self._enter)
        self.changes = label("", "note")
        self.apply = button(tr("&Correct it"), "check", "primary", self._apply)
        self.apply.setDefault(True)
        cancel = button(tr("Cancel"), "", "", self.reject)
        self.dice: Outcome | None = None
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(10)
        for widget in (label(tr("Which roll was entered wrongly?"), "heading"), self.which, self.entry):
            column.addWidget(widget)
        column.addStretch(1)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(20, 16, 20, 16)
        outside.setSpacing(12)
        outside.addWidget(Scroll(inside), 1)
        outside.addWidget(self.changes)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.apply)
        outside.addLayout(foot)
        self._choose()
        sized(self, 480, 680)

    @property
    def number(self) -> int:
        """The number of the roll that is chosen, counted from 1."""
        return self._rolls[self.which.value].number

    def entered(self) -> bool:
        return self.entry.begun

    def _choose(self) -> None:
        self.entry.ask(None)
        self.entry.ask(self._rolls[self.which.value].ask)
        self.entry.show()
        self._propose(None)

    def _type(self, dice: Outcome | None) -> None:
        """What has been typed so far, without complaints while it is not finished."""
        self._propose(dice)

    def _enter(self, dice: Outcome) -> None:
        """A whole roll, tapped or ended with Enter."""
        refusal = self._propose(dice)
        if refusal is not None:
            self.entry.refuse(refusal.sentence(self._table.opened.game.rulebook))

    def _propose(self, dice: Outcome | None) -> Refusal | None:
        """Shows what a roll would change; or returns why it is impossible."""
        found = self._table.foresee(self.number, dice) if dice is not None else ()
        self.dice = None if isinstance(found, Refusal) else dice
        self.apply.setEnabled(self.dice is not None)
        self.changes.setVisible(self.dice is not None)
        if isinstance(found, Refusal):
            return found
        *first, last = found or ("",)
        more = [tr_n("and one more", "and {n} more", len(first) - _LISTED)] if len(first) > _LISTED else []
        head = tr("Roll {n} was really {dice}.", n=self.number, dice=str(dice))
        self.changes.setText("\n".join([head, *(f"• {line}" for line in (*first[:_LISTED], *more)), last]))
        return None

    def _apply(self) -> None:
        if self.dice is not None and self._table.correct(self.number, self.dice) is None:
            self.accept()
            self._done()

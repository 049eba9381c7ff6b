"""Real dice that were entered wrongly: which roll, what it really showed, and what would go with it, before it goes.

What still stands and what does not, the session finds out.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.rules import Refusal
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.table_session import TableSession
from rollwrite_desktop.ui.table.tray.roll_entry import RollEntry
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import button
from rollwrite_desktop.ui.widgets.choices import Combo
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.layouts import sized
from rollwrite_desktop.ui.widgets.scroll import Scroll

_LISTED = 8


class RollCorrectionDialog(QDialog):
    """Calls `done` after a roll has been corrected."""

    def __init__(self, side: TableSession, opened: Opened, done: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side, self.opened, self._done = side, opened, done
        self.setWindowTitle(tr("Correct a roll"))
        theme.role(self, "page")
        self._rolls = dict(side.rolls())
        told = {told.count - 1: told.sentence for told in side.record()}
        names = {str(index): told.get(index, "") for index in reversed(self._rolls)}
        self.which = Combo(names, "", tr("Which roll"))
        self.which.currentIndexChanged.connect(lambda _: self._choose())
        self.entry = RollEntry()
        self.entry.dice_entered.connect(self._enter)
        self.lost = label("", "alarm")
        self.apply = button(tr("&Correct it"), "check", "primary", self._apply)
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
        outside.addWidget(self.lost)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(button(tr("&Leave it"), "", "", self.reject))
        foot.addWidget(self.apply)
        outside.addLayout(foot)
        self._choose()
        sized(self, 480, 680)

    @property
    def index(self) -> int:
        """The place among the events of the roll that is chosen."""
        return int(self.which.value)

    def _choose(self) -> None:
        self.dice = None
        self.entry.ask(None)
        self.entry.ask(self._rolls[self.index])
        self.entry.show()
        self._tell()

    def _enter(self, dice: Outcome) -> None:
        """What the dice really showed; what would go is told first."""
        found = self.side.session.if_corrected(self.index, dice)
        if isinstance(found, Refusal):
            self.entry.refuse(found.sentence(self.opened.game.rulebook))
            return
        self.dice = dice
        self._tell()
        if not found.lost:
            self._apply()

    def _tell(self) -> None:
        self.apply.setEnabled(self.dice is not None)
        self.lost.hide()
        if self.dice is None:
            return
        found = self.side.session.if_corrected(self.index, self.dice)
        if isinstance(found, Refusal) or not found.lost:
            return
        guide, n = self.side.guide, len(found.lost)
        lines = [
            guide.describe_event(event, self.opened.name(event.by) if event.by in self.side.players else "")
            for event in found.lost
        ]
        lines = [line for line in lines if line]
        head = tr_n("With {dice} this no longer stands:", "With {dice} these no longer stand:", n, dice=str(self.dice))
        more = [tr_n("and one more", "and {n} more", len(lines) - _LISTED)] if len(lines) > _LISTED else []
        self.lost.setText("\n".join([head, *(f"• {line}" for line in lines[:_LISTED]), *more]))
        self.lost.show()

    def _apply(self) -> None:
        if self.dice is not None and self.side.correct(self.index, self.dice) is None:
            self.accept()
            self._done()

"""The dialog for real dice that were entered wrongly: which roll, what it really was, and what that changes, before it does.

What stays and what is to be played again, the session finds out.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.table.roll_correction import Correction, RollCorrection
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.roll_entry import RollEntry
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.scroll import Scroll


class RollCorrectionDialog(Dialog):
    """Calls `done` after a roll has been corrected. Enter corrects it as soon as what it was is known and possible."""

    def __init__(self, model: RollCorrection, done: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._done = model, done
        self.setWindowTitle(tr("Correct a roll"))
        theme.role(self, "page")
        self.which = Combo(dict(model.rolls), "", tr("Which roll"), breaks=True)
        self.which.currentIndexChanged.connect(lambda _: self._choose())
        self.entry = RollEntry(
            model.notes, request=tr("What was really rolled?"), ending=tr("Press Enter to correct the roll."),
        )
        self.entry.typing.connect(self._type)
        self.entry.dice_entered.connect(self._enter)
        self.changes = label("", "note")
        self.apply = button(tr("&Correct it"), "check", "primary", self._apply)
        self.apply.setDefault(True)
        self.entry.confirmed.connect(self.apply.click)
        cancel = button(tr("Cancel"), "", "", self.reject)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(10)
        for widget in (label(tr("Which roll is wrong?"), "heading"), self.which, self.entry):
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
        self.entry.take_focus()  # the latest roll is the wrong one as a rule, and what is typed is meant for it
        sized(self, 720, 680)

    @property
    def dice(self) -> Outcome | None:
        """What the chosen roll really was, None until that is known and possible."""
        return self._model.shown.dice

    def entered(self) -> bool:
        return self.entry.begun

    def _choose(self) -> None:
        shown = self._model.choose(int(self.which.value))
        self.entry.ask(None)
        self.entry.ask(shown.ask)
        self.entry.show()
        self._show(shown)

    def _type(self, dice: Outcome | None) -> None:
        """Takes what has been typed so far, without complaints while it is not finished; a whole roll that cannot have been
        is refused before Enter."""
        self._show(self._model.propose(dice))
        if self._model.shown.refusal:
            self.entry.warn(self._model.shown.refusal)

    def _enter(self, dice: Outcome) -> None:
        """A whole roll, tapped or ended with Enter."""
        shown = self._model.propose(dice)
        self._show(shown)
        if shown.refusal:
            self.entry.refuse(shown.refusal)

    def _show(self, shown: Correction) -> None:
        self.apply.setEnabled(shown.dice is not None)
        self.changes.setVisible(shown.dice is not None)
        self.changes.setText(shown.changes)

    def _apply(self) -> None:
        if self._model.apply():
            self.accept()
            self._done()

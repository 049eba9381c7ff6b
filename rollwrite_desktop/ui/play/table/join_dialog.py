"""The dialog for somebody who joins a game that goes on: a name, and what happens then."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.dialogs import Dialog, widened
from rollwrite_desktop.ui.kit.labels import label

_LONGEST = 60


class JoinDialog(Dialog):
    """Calls `done` with the name of who joins."""

    def __init__(self, names: Collection[str], done: Callable[[str], None], parent: QWidget | None = None) -> None:
        """`names`: those at the table, which are not given twice."""
        super().__init__(parent)
        self._names = {name.casefold() for name in names}
        self._done = done
        self.setWindowTitle(tr("Someone joins"))
        theme.role(self, "page")
        self.name = QLineEdit()
        self.name.setMaxLength(_LONGEST)
        self.name.setAccessibleName(tr("Name"))
        touchable(self.name)
        self.name.textChanged.connect(lambda _: self._settle())
        self.wrong = label("", "wrong")
        self.join = button(tr("&Join the game"), "user", "primary", self._join)
        self.join.setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(label(tr("Who joins?"), "heading"))
        column.addWidget(self.name)
        column.addWidget(self.wrong)
        column.addWidget(label(tr(
            "They first play the rolls so far on their own sheet. Then everyone continues together."
        ), "faint"))
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(button(tr("Cancel"), "", "", self.reject))
        foot.addWidget(self.join)
        column.addLayout(foot)
        widened(self, 400)
        self._settle()

    def entered(self) -> bool:
        return bool(self.name.text().strip())

    @property
    def typed(self) -> str:
        """The name without needless blanks."""
        return " ".join(self.name.text().split())

    def _settle(self) -> None:
        taken = self.typed.casefold() in self._names
        self.wrong.setText(tr("{name} plays already.", name=self.typed) if taken else "")
        self.wrong.setVisible(taken)
        self.join.setEnabled(bool(self.typed) and not taken)

    def _join(self) -> None:
        name = self.typed
        self.accept()
        self._done(name)

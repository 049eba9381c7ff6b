"""A house rule's value that is typed because there are too many to list: "14,10". Empty: one of the listed ones counts."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Choice
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.touch import touchable


class TypedValue(QWidget):
    """`changed` after every key."""

    changed = Signal()

    def __init__(self, choice: Choice, last: str = "") -> None:
        super().__init__()
        self._choice = choice
        self.field = QLineEdit(last if last not in choice.values and choice.takes(last) else "")
        self.field.setMaxLength(40)
        self.field.setPlaceholderText(choice.sample)
        self.field.setAccessibleName(tr("{title}: another value", title=choice.title))
        touchable(self.field)
        self.field.textChanged.connect(lambda _: self.changed.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label(tr("or else"), "faint", wrap=False))
        row.addWidget(self.field, 1)

    @property
    def value(self) -> str:
        """What was typed, without blanks; "" for nothing."""
        return "".join(self.field.text().split())

    def put(self, value: str) -> None:
        """As if this had been typed."""
        self.field.setText(value)

    def fault(self) -> str:
        """What is wrong with it, or ""."""
        if not self.value or self._choice.takes(self.value):
            return ""
        return tr(
            "{title}: '{value}' is not possible; expected something such as {sample}.",
            title=self._choice.title, value=self.value, sample=self._choice.sample,
        )

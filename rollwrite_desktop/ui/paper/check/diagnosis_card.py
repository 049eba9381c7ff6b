"""A diagnosis on the desk: the question, what it means, and Try, which writes it on the sheet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Diagnosis
from rollwrite_desktop.core.diagnosis import describe_consequence, describe_edit, describe_outcome
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import CardButton, button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import row_or_column

TRY_KEY = "F9"
"""Tries the first diagnosis, wherever the keyboard is."""


class DiagnosisCard(QWidget):
    """`chosen`: the card was pressed, or let go (False), to see the diagnosis on the sheet; `tried`: it is to be written."""

    chosen = Signal(bool)
    tried = Signal()

    def __init__(self, diagnosis: Diagnosis, following: str, roll_title: Callable[[int], str], number: int = 0) -> None:
        """following: what is to be done about it, where it is the first one; else "". number: which of several it is,
        from 1; Alt and that digit try it."""
        super().__init__()
        first = bool(following)
        self.next = label("", "faint")
        self.diagnosis = diagnosis
        questions = [describe_edit(edit, roll_title) for edit in diagnosis.edits]
        self.card = CardButton(" ".join(questions))
        self.card.setCheckable(True)
        theme.role(self.card, "finding")
        column = QVBoxLayout(self.card)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(4)
        for question in questions:
            column.addWidget(label(question, "heading"))
        if first:
            column.addWidget(label(describe_outcome(diagnosis)))
            column.addWidget(self.next)
        for child in self.card.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.card.clicked.connect(self.chosen)
        text = f"{tr('Try')} &{number}" if number else tr("Try")
        self.take = button(text, "check", "primary" if first else "quiet", self.tried.emit)
        self.take.setAccessibleName(tr("Try: {question}", question=" ".join(questions)))
        keys = [*([TRY_KEY] if first else []), *([f"Alt+{number}"] if number else [])]
        if keys:
            self.take.setToolTip(tool_tip(", ".join(keys)))
        row = row_or_column(self.card, self.take)
        row.setContentsMargins(0, 0, 0, 0)
        row.setAlignment(self.take, Qt.AlignmentFlag.AlignTop)
        self.setLayout(row)
        self.show_next(diagnosis, following)

    def show_next(self, diagnosis: Diagnosis, following: str) -> None:
        """Shows what is to be done about it, as far as is known now: how many mistakes it is otherwise is learned later."""
        self.diagnosis = diagnosis
        self.next.setText(following)
        self.card.setAccessibleDescription(following or describe_consequence(diagnosis))

    def show_chosen(self, on: bool) -> None:
        """Sets whether this one is seen on the sheet."""
        self.card.setChecked(on)

"""Beside the sheet, for whoever plays a game the first time: what to know now, and one good stroke when it is asked for.

What it says comes from the game. Decides nothing and writes nothing on the sheet.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.coach import Hint, Lesson
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import button, icon_button
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.scroll import Scroll


class CoachPane(QFrame):
    """`hint_chosen`: one good stroke is wanted. `rule_chosen(key)`: the rule behind the lesson. `put_away`: no more."""

    hint_chosen = Signal()
    rule_chosen = Signal(str)
    put_away = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rule = ""
        self.lesson = label("")
        self.lesson.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.hint = label("", "heading")
        self.reason = label("")
        card = QFrame()
        theme.role(card, "bar")
        self.card = card
        inside = QVBoxLayout(card)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.setSpacing(4)
        inside.addWidget(self.hint)
        inside.addWidget(self.reason)
        self.show_me = button(tr("Show &me"), "eye", "", self.hint_chosen.emit)
        self.show_me.setToolTip(tr("One good stroke, and why (Ctrl+H)"))
        self.read = icon_button("help", tr("Read the rule"), lambda: self.rule_chosen.emit(self._rule))
        self.away = icon_button("x", tr("No more lessons"), self.put_away.emit)
        text = QWidget()
        column = QVBoxLayout(text)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        for widget in (self.lesson, card):
            column.addWidget(widget)
        column.addStretch(1)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(6)
        outside.addWidget(Scroll(text), 1)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.show_me, 1)
        row.addWidget(self.read)
        row.addWidget(self.away)
        outside.addLayout(row)
        card.hide()

    def show_lesson(self, lesson: Lesson | None, able: bool, left: int) -> None:
        """What to know now; whether a stroke can be shown, and how many more this turn gives unasked."""
        self._rule = lesson.rule if lesson else ""
        self.lesson.setText(lesson.text if lesson else "")
        self.read.setEnabled(bool(lesson))
        self.show_me.setEnabled(able)
        self.show_me.setText(tr("Show &me") if left else tr("One &more"))

    def show_hint(self, hint: Hint | None) -> None:
        """The stroke and its reason; None puts them away."""
        self.card.setVisible(hint is not None)
        self.lesson.setVisible(hint is None)
        if hint is not None:
            self.hint.setText(hint.text or tr("Go on: roll."))
            self.reason.setText(hint.reason)
            self.card.setAccessibleName(f"{self.hint.text()} {hint.reason}")

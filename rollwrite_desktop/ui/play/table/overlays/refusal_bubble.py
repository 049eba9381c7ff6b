"""The sentence that appears where a tap was refused, with a button that opens the rule behind it; or the answer to a
question."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.labels import plain_label


class RefusalBubble(QFrame):
    """Lies on a page near the place of a tap. `tapped` carries the place on the page of a tap on it, which puts it away;
    `rule_chosen` the rulebook key."""

    tapped = Signal(QPoint)
    rule_chosen = Signal(str)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        theme.role(self, "alarm")
        self.label = plain_label()
        self.label.setWordWrap(True)
        self.key = ""
        self.rule = QToolButton()
        self.rule.setProperty("touch", True)
        self.rule.setMinimumHeight(TOUCH)
        self.rule.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.role(self.rule, "quiet")
        self.rule.clicked.connect(lambda: self.rule_chosen.emit(self.key))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.addWidget(self.label)
        row.addWidget(self.rule)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says, "" while it is hidden."""
        return self.label.text() if not self.isHidden() else ""

    def show_sentence(
        self, sentence: str, key: str = "", asked: bool = False, room: int = 10_000, answers: str = ""
    ) -> None:
        """Sets the text; the caller positions and shows the bubble. `key`: the rulebook entry it comes from, "" for
        none; `asked`: it answers a question; `room`: how wide it may be, in pixels; `answers` are
        only announced."""
        theme.role(self, "answer" if asked else "alarm")
        theme.role(self.label, "")  # takes the color of what it lies on now
        self.label.setText(sentence)
        self.key = key
        self.rule.setVisible(bool(key))
        self.rule.setText(tr("Rule"))
        self.rule.setToolTip(tool_tip(tr("Read the rule: {key} (F2)", key=rule_of(key))))
        self.rule.setAccessibleName(self.rule.toolTip())
        self.setAccessibleName(sentence)
        accessible.announce(f"{sentence} {answers}".strip(), urgent=not asked)
        wide = max(self.label.fontMetrics().horizontalAdvance(line) for line in sentence.splitlines() or [""]) + 2
        margins = self._row.contentsMargins()
        beside = margins.left() + margins.right() + (self.rule.sizeHint().width() + self._row.spacing() if key else 0)
        self.label.setFixedWidth(min(wide, theme.px(300), max(theme.px(100), room - beside)))
        self.adjustSize()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self.rect().contains(at):  # else it was slid off: nothing is meant
            self.hide()
            self.tapped.emit(self.mapToParent(at))

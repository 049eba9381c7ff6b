"""The sentence that appears where a tap was refused, with a button that opens the rule behind it; or the answer to a
question."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QToolButton, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.labels import plain_label

Shape: TypeAlias = tuple[int, str]
"""How wide its sentence is, in pixels, and where the button of the rule is."""
_BESIDE, _BELOW, _LEFT_OUT = "beside", "below", "left out"
_WIDTHS = (
    (300, _BESIDE), (440, _BESIDE), (210, _BELOW), (150, _BESIDE), (150, _BELOW), (110, _BELOW), (150, _LEFT_OUT),
    (110, _LEFT_OUT), (75, _LEFT_OUT),
)
"""How wide a sentence may be with texts of 100 %, and where the button of the rule is then, which F2 opens too; tried in
this order."""
_NARROWEST = 100
_SPARE = 2


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
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(12, 8, 12, 8)
        row.addWidget(self.label)
        row.addWidget(self.rule)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says, "" while it is hidden."""
        return self.label.text() if not self.isHidden() else ""

    def show_sentence(
        self, sentence: str, key: str = "", asked: bool = False, answers: str = ""
    ) -> None:
        """Sets the text; the caller lets the bubble `take` one of its shapes, gives it a place, and shows it. `key`: the
        rulebook entry it comes from, "" for none; `asked`: it answers a question; `answers` are only announced."""
        theme.role(self, "answer" if asked else "alarm")
        theme.role(self.label, "" if asked else "wrong")  # a label isn't styled anew with what it lies on
        self.label.setText(sentence)
        self.key = key
        self.rule.setVisible(bool(key))
        self.rule.setText(tr("Rule"))
        self.rule.setToolTip(tool_tip(tr("Read the rule: {key} (F2)", key=rule_of(key))))
        self.rule.setAccessibleName(self.rule.toolTip())
        self.setAccessibleName(sentence)
        accessible.announce(f"{sentence} {answers}".strip(), urgent=not asked)

    def shapes(self, room: int) -> list[Shape]:
        """Returns the shapes that it can take, the usual one first, then those that are flatter and narrower; `room`: how
        wide it may be, in pixels."""
        sentence, metrics = self.label.text(), self.label.fontMetrics()
        wide = max(metrics.horizontalAdvance(line) for line in sentence.splitlines() or [""]) + _SPARE
        word = max(metrics.horizontalAdvance(word) for word in sentence.split() or [""]) + _SPARE
        margins = self._row.contentsMargins()
        around = margins.left() + margins.right()
        beside = around + (self.rule.sizeHint().width() + self._row.spacing() if self.key else 0)
        found = list[Shape]()
        for width, rule in _WIDTHS:
            most = max(theme.px(_NARROWEST), room - (beside if rule == _BESIDE else around))
            found.append((min(wide, max(word, min(theme.px(width), most))), rule if self.key else _LEFT_OUT))
        return list(dict.fromkeys(found))

    def take(self, shape: Shape) -> QSize:
        """Takes a shape; returns how large it is then."""
        width, rule = shape
        way = QBoxLayout.Direction
        self._row.setDirection(way.TopToBottom if rule == _BELOW else way.LeftToRight)
        self.rule.setVisible(rule != _LEFT_OUT)
        self.label.setFixedWidth(width)
        self.adjustSize()
        return self.size()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self.rect().contains(at):  # else it was slid off: nothing is meant
            self.hide()
            self.tapped.emit(self.mapToParent(at))

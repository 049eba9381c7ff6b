"""The sentence that appears where a tap was refused, with a button that opens the rule behind it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.labels import plain_label
from rollwrite_desktop.ui.widgets.touch import TOUCH

_GAP = 14


class RefusalBubble(QFrame):
    """Lies on a page near the place of a tap. `dismissed` after a tap on it; `rule_chosen` carries the rulebook key."""

    dismissed = Signal()
    rule_chosen = Signal(str)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        theme.role(self, "alarm")
        self._page = page
        self.label = plain_label()
        self.label.setWordWrap(True)
        self.key = ""
        self.rule = QToolButton()
        self.rule.setProperty("touch", True)
        self.rule.setMinimumHeight(TOUCH)
        self.rule.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.role(self.rule, "quiet")
        self.rule.clicked.connect(lambda: self.rule_chosen.emit(self.key))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.addWidget(self.label)
        row.addWidget(self.rule)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says, "" while it is hidden."""
        return self.label.text() if not self.isHidden() else ""

    def say_at(self, sentence: str, place: QPointF, avoid: QRectF | None = None, key: str = "") -> None:
        """Shows the sentence near a place of the page, off the area to avoid. `key`: the rulebook entry it comes from, ""
        for none."""
        self.label.setText(sentence)
        self.key = key
        self.rule.setVisible(bool(key))
        self.rule.setText(tr("Rule"))
        self.rule.setToolTip(tr("Read the rule: {key} (F2)", key=rule_of(key)))
        self.rule.setAccessibleName(self.rule.toolTip())
        self.setAccessibleName(sentence)
        accessible.announce(sentence, urgent=True)
        wide = self.label.fontMetrics().horizontalAdvance(sentence) + 2
        self.label.setFixedWidth(min(wide, theme.px(300)))
        self.adjustSize()
        self.move(_beside(place, self.size(), self._page.size(), avoid))
        self.show()
        self.raise_()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002
        self.hide()
        self.dismissed.emit()


def _beside(place: QPointF, size: QSize, page: QSize, avoid: QRectF | None) -> QPoint:
    """Where the bubble goes: below the place, or above it, inside the page and off the area to avoid."""
    left = min(max(8.0, place.x() - size.width() / 2), max(8.0, page.width() - size.width() - 8.0))
    top, foot = place.y(), place.y()
    if avoid is not None and not avoid.isEmpty():
        top, foot = min(top, avoid.top()), max(foot, avoid.bottom())
    below, above = foot + _GAP, top - _GAP - size.height()
    if below + size.height() <= page.height() - 8:
        return QPoint(round(left), round(below))
    if above >= 8:
        return QPoint(round(left), round(above))
    return QPoint(round(left), max(8, page.height() - size.height() - 8))

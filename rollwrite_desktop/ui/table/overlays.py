"""What lies on the sheet for a while: why a tap was refused, a small undo beside the last stroke, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.widgets import theme

UNDO_MS = 4000
_GAP = 14
_TOUCH = 44


def beside(place: QPointF, size: QSize, room: QSize, avoid: QRectF | None = None) -> QPoint:
    """Where a small thing goes near a place: below it, or above, inside the room, and off what must be seen."""
    left = min(max(8.0, place.x() - size.width() / 2), max(8.0, room.width() - size.width() - 8.0))
    top_of, foot_of = (place.y(), place.y())
    if avoid is not None and not avoid.isEmpty():
        top_of, foot_of = min(top_of, avoid.top()), max(foot_of, avoid.bottom())
    below, above = foot_of + _GAP, top_of - _GAP - size.height()
    if below + size.height() <= room.height() - 8:
        return QPoint(round(left), round(below))
    if above >= 8:
        return QPoint(round(left), round(above))
    return QPoint(round(left), max(8, room.height() - size.height() - 8))


def out_of_the_way(area: QRectF, size: QSize, room: QRect, keep_free: Sequence[QRectF]) -> QPoint:
    """A place round an area where a small thing covers as little as can be of what should stay free."""
    wide, high = size.width(), size.height()
    middle_x, middle_y = area.center().x() - wide / 2, area.center().y() - high / 2
    left, right, over, under = area.left() - wide - 4, area.right() + 4, area.top() - high - 4, area.bottom() + 4
    places = [
        QRectF(x, y, wide, high)
        for x, y in (
            (right, middle_y), (middle_x, under), (left, middle_y), (middle_x, over),
            (right, under), (right, over), (left, under), (left, over),
        )
    ]
    inside = [place for place in places if QRectF(room).contains(place)] or places

    def covered(place: QRectF) -> float:
        shared = (place.intersected(free) for free in keep_free)
        return sum(common.width() * common.height() for common in shared)

    return min(inside, key=covered).topLeft().toPoint()


def _room(overlay: QWidget) -> QRect:
    """The inside of what an overlay lies on."""
    under = overlay.parentWidget()
    assert under is not None
    return under.rect()


class Bubble(QFrame):
    """A sentence at the place of a tap; goes with the next one. Where it comes from a rule, that can be read in full."""

    dismissed = Signal()
    rule_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme.role(self, "alarm")
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.key = ""
        self.rule = QToolButton()
        self.rule.setProperty("touch", True)
        self.rule.setMinimumHeight(_TOUCH)
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
        return self.label.text() if not self.isHidden() else ""

    def say_at(self, sentence: str, place: QPointF, avoid: QRectF | None = None, key: str = "") -> None:
        """Shows the sentence near a place of the parent, off the area to avoid; `key`: the rule that it comes from."""
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
        self.move(beside(place, self.size(), _room(self).size(), avoid))
        self.show()
        self.raise_()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002
        self.hide()
        self.dismissed.emit()


class UndoButton(QToolButton):
    """A small undo that stays beside the stroke for some seconds."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme.dress(self, "undo")
        self.setAccessibleName(tr("Undo this stroke"))
        self.setToolTip(tr("Undo this stroke (Ctrl+Z)"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(44, 44)
        self._leaving = QTimer(self, singleShot=True, interval=UNDO_MS)
        self._leaving.timeout.connect(self.hide)
        self.clicked.connect(self.hide)
        self.hide()

    def offer(self, area: QRectF, keep_free: Sequence[QRectF]) -> None:
        """Appears beside the area just written on, off what may be tapped next."""
        self.adjustSize()
        self.move(out_of_the_way(area, self.size(), _room(self), keep_free))
        self.show()
        self.raise_()
        self._leaving.start()


class TurnCard(QWidget):
    """Covers the sheet until the next person has the device, so that nobody writes on another's paper."""

    taken = Signal()
    kept = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = QLabel()
        theme.role(self._title, "display")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title.setWordWrap(True)
        self._sentence = QLabel()
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        theme.role(self._sentence, "faint")
        self.take = QPushButton()
        theme.role(self.take, "primary")
        self.take.setProperty("touch", True)
        self.take.clicked.connect(self.taken)
        self.keep = QPushButton()
        theme.role(self.keep, "quiet")
        self.keep.clicked.connect(self.kept)
        card = QFrame()
        theme.role(card, "card")
        card.setMinimumWidth(min(theme.px(340), 420))
        inside = QVBoxLayout(card)
        inside.setContentsMargins(32, 28, 32, 24)
        inside.setSpacing(12)
        for widget in (self._title, self._sentence, self.take, self.keep):
            inside.addWidget(widget)
        around = QVBoxLayout(self)
        around.addStretch(1)
        around.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter)
        around.addStretch(1)
        self.hide()

    def ask(self, name: str, before: str) -> None:
        """`name` is next; `before` had the device and may still want to change something."""
        self._title.setText(tr("{name}’s turn", name=name))
        self._sentence.setText(tr("Hand the screen to {name}. The same dice, another sheet.", name=name))
        self.take.setText(tr("I am {name}", name=name))
        self.keep.setVisible(bool(before))
        self.keep.setText(tr("Back to {name}’s sheet", name=before))
        self.setGeometry(_room(self))
        self.show()
        self.raise_()
        accessible.announce(f"{self._title.text()}. {self._sentence.text()}")
        self.take.setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        veil = theme.colour("ground")
        veil.setAlphaF(0.88)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

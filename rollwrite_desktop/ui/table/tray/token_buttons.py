"""The buttons beside the sheet: a die, a power with its boxes, an action. They show a guide's token and report taps."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.guide import Token
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.table.tray.dice import paint_die
from rollwrite_desktop.ui.widgets import theme, touch

_DIE_LEAST, _DIE_MOST = 96, 150
_STACKED = 1.75
"""From this size of texts on the boxes of a power stand under its name."""


def die_height(growth: float) -> int:
    """How high a die and its words are (pixels)."""
    return min(theme.px(84 * growth), _DIE_MOST) + theme.px(22)


class TokenButton(QAbstractButton):
    """One token. `token_tapped` carries its spot."""

    token_tapped = Signal(str)
    growth = 1.0

    def __init__(self, token: Token, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.token = token
        self._over = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        touch.accept(self)
        self.clicked.connect(lambda: self.token_tapped.emit(self.token.spot))
        self.show_token(token)

    def show_token(self, token: Token) -> None:
        """Shows the token as it is now."""
        self.token = token
        self.setEnabled(token.state in ("ready", "chosen"))
        name = token.hint if token.kind == "die" else token.text
        state = {"chosen": tr("chosen"), "used": tr("used"), "off": "", "ready": ""}[token.state]
        self.setAccessibleName(", ".join(filter(None, (name, state))))
        self.setAccessibleDescription(token.hint)
        key = tr("Key {key}", key=token.key) if token.key else ""
        self.setToolTip(tool_tip("\n".join(filter(None, (token.hint or token.text, key)))))
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._over = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._over = False
        self.update()
        super().leaveEvent(event)


class DieButton(TokenButton):
    """A die. `tumble`: a face shown instead of its own while it rolls, and its turn in degrees; None when it lies."""

    tumble: tuple[str, float] | None = None
    pips = True

    def __init__(self, token: Token, parent: QWidget | None = None) -> None:
        super().__init__(token, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        return QSize(min(theme.px(92 * self.growth), _DIE_MOST), die_height(self.growth))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(theme.px(64), _DIE_LEAST), min(theme.px(56), _DIE_LEAST) + theme.px(22))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        caption = theme.px(22)
        side = min(self.width(), self.height() - caption) - 4.0
        place = QRectF((self.width() - side) / 2, 2, side, side)
        face, turn = self.tumble or (self.token.text, 0.0)
        used = self.token.state == "used" and self.tumble is None
        paint_die(
            painter, place, self.token.ink, face, pips=self.pips, faded=used, turn=turn,
            chosen=self.token.state == "chosen" and self.tumble is None,
        )
        if self.hasFocus() or (self._over and self.isEnabled()):
            painter.setPen(QPen(theme.color("accent" if self.hasFocus() else "strong_edge"), 2, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place.adjusted(-1, -1, 1, 1), side * 0.2, side * 0.2)
        painter.setPen(theme.color("off" if used else "text"))
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        words = self.token.hint if self.tumble is None else self.token.letter
        fits = QFontMetricsF(font).horizontalAdvance(words) <= self.width()
        below = QRectF(0, self.height() - caption, self.width(), caption)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, words if fits else self.token.letter)
        painter.end()


class PowerButton(TokenButton):
    """A power or action as a row: key, name, and a box for each of `most` uses, crossed when spent."""

    def __init__(self, token: Token, most: int = 0, parent: QWidget | None = None) -> None:
        self.most = most
        super().__init__(token, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_token(self, token: Token) -> None:
        self.most = max(self.most, token.left or 0)
        super().show_token(token)

    def sizeHint(self) -> QSize:
        words = QFontMetricsF(self.font()).horizontalAdvance(self.token.text)
        high = theme.px(40 + 4 * self.growth) + (theme.px(24) if self._stacked else 0)
        return QSize(round(words) + theme.px(56) + (0 if self._stacked else self.most * theme.px(20)), max(44, high))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(44), self.sizeHint().height())

    @property
    def _stacked(self) -> bool:
        return self.most > 0 and theme.text_scale() >= _STACKED

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        chosen, ready = self.token.state == "chosen", self.token.state == "ready" and self.isEnabled()
        painter.setBrush(theme.color("accent_soft" if chosen or self.isDown() else "raised" if ready else "panel"))
        edge = "accent" if chosen or self.hasFocus() else "strong_edge" if self._over and ready else "edge"
        painter.setPen(QPen(theme.color(edge), 2 if chosen or self.hasFocus() else 1))
        painter.drawRoundedRect(place, 8, 8)
        ink = theme.color("text" if chosen or ready else "off")
        if self.token.left is not None:
            self._paint_boxes(painter, place, ink)
        if self._stacked:
            place.setHeight(place.height() - theme.px(24))
        self._paint_key(painter, place)
        painter.setPen(ink)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if chosen else QFont.Weight.Normal)
        painter.setFont(font)
        beside = 0 if self._stacked else self.most * theme.px(20)
        words = place.adjusted(theme.px(36), 0, -theme.px(10) - beside, 0)
        text = QFontMetricsF(font).elidedText(self.token.text, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()

    def _paint_key(self, painter: QPainter, place: QRectF) -> None:
        if not self.token.key:
            return
        side = theme.px(20)
        cap = QRectF(place.left() + theme.px(9), place.center().y() - side / 2, side, side)
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cap, 4, 4)
        font = QFont(self.font())
        font.setPixelSize(theme.px(11))
        painter.setFont(font)
        painter.setPen(theme.color("faint"))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.token.key)

    def _paint_boxes(self, painter: QPainter, place: QRectF, ink: QColor) -> None:
        side, step = theme.px(14), theme.px(20)
        painter.setPen(QPen(ink, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        left = self.token.left or 0
        middle = place.bottom() - theme.px(18) if self._stacked else place.center().y()
        for i in range(self.most):
            x = place.right() - theme.px(10) - (self.most - i) * step + (step - side)
            square = QRectF(x, middle - side / 2, side, side)
            painter.drawRoundedRect(square, 2, 2)
            if i < self.most - left:
                inset = square.adjusted(3, 3, -3, -3)
                painter.drawLine(inset.topLeft(), inset.bottomRight())
                painter.drawLine(QPointF(inset.left(), inset.bottom()), QPointF(inset.right(), inset.top()))

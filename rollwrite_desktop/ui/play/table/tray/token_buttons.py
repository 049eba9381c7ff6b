"""The buttons beside the sheet: a die, a card, a power with its boxes. They show a guide's token and report every tap, also
where nothing can be done now: then the answer is the reason."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import mark, tr, tr_n, with_colon
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.play.guide import Token
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.canvas.canvas import sheet_painter
from rollwrite_desktop.ui.canvas.dice import opacity_of_used, paint_die
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.labels import fits

_MAX_SIDE, _MAX_SHARE = 116, 0.2
"""How large a die is at most, in pixels and of the screen's height."""
_CROWD_SIDE, _CROWD_SHARE = 96, 0.12
"""How large a die of several rows is with large texts, whatever their size: so it never shrinks when they grow."""
_CAPTION = 22
_STEP = 20
"""How far the boxes of a power are from each other, in pixels at 100 % text."""
_CARD = 0.72
"""A card's width, as a part of its height."""


def key_title(key: str) -> str:
    """A key as it is written on it."""
    return tr(mark("Space", "key")) if key == " " else key.upper()


class TokenButton(QAbstractButton):
    """One token. `token_tapped` carries its spot."""

    token_tapped = Signal(str)
    growth = 1.0

    def __init__(self, token: Token, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.token = token
        self._over = False
        self._picture: tuple[tuple[object, ...], QPixmap] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        touch.accept(self)
        self.clicked.connect(lambda: self.token_tapped.emit(self.token.spot))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)  # what is beside it stays there when this is gone
        self.setSizePolicy(policy)
        self.show_token(token)

    @property
    def ready(self) -> bool:
        """Whether a tap does something but say why not."""
        return self.token.state in ("ready", "chosen")

    def show_token(self, token: Token) -> None:
        """Shows the token as it is now."""
        self.token = token
        name = token.hint if token.kind == "die" else token.text or token.hint
        state = {"chosen": tr("chosen"), "used": tr("used"), "off": tr("not now")}.get(token.state, "")
        left = tr_n("{n} left", "{n} left", token.left) if token.left is not None else ""
        accessible.name(self, ", ".join(filter(None, (name, token.caption * (token.kind == "card"), left, state))))
        key = tr("Key {key}", key=key_title(token.key)) if token.key else ""
        more = token.hint.removeprefix(with_colon(f"{token.text} · {token.caption}", "")) if token.hint != name else ""
        self.setAccessibleDescription(". ".join(filter(None, (more.rstrip("."), key))))
        words = "\n".join(filter(None, (token.hint or token.text, key)))
        if self.toolTip() != tool_tip(words):
            self.setToolTip(tool_tip(words))
        shape = Qt.CursorShape.PointingHandCursor if self.ready else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._over = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._over = False
        self.update()
        super().leaveEvent(event)

    def _bold(self, size: float = 0.0) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        if size:
            font.setPixelSize(max(1, round(size)))
        return font

    def _paint_picture(self, painter: QPainter, place: QRectF, display: Display) -> None:
        """Paints the token's picture in a place, as large as it fits; painted anew only when it is another one."""
        ratio = self.devicePixelRatioF()
        scale = min(place.width() / display.size[0], place.height() / display.size[1])
        key = (id(display), round(scale * 1000), theme.mode(), ratio)
        wide, high = display.size[0] * scale, display.size[1] * scale
        if self._picture is None or self._picture[0] != key:
            pixels = QPixmap(max(1, round(wide * ratio)), max(1, round(high * ratio)))
            pixels.setDevicePixelRatio(ratio)
            pixels.fill(Qt.GlobalColor.transparent)
            inner = QPainter(pixels)
            inner.scale(scale, scale)
            sheet_painter().paint(inner, display, theme.mode())
            inner.end()
            self._picture = key, pixels
        painter.drawPixmap(place.center() - QPointF(wide / 2, high / 2), self._picture[1])


class DieButton(TokenButton):
    """A die, a number that dice make, or several dice that show the same. `beside`: the caption stands beside it, once it
    lies; `captioned`: it has room for one; `crowded`: dice lie in several rows. `base`: its side at usual size. `tumble`:
    its turn in degrees while it rolls, without a face, as the prompt tells already how it will lie; None when it lies."""

    base = 72
    tumble: float | None = None
    pips = True
    beside = False
    captioned = True
    crowded = False

    def sizeHint(self) -> QSize:
        high = self.screen().availableGeometry().height()
        side = min(theme.px(self.base * self.growth), _MAX_SIDE, round(_MAX_SHARE * high))
        if self.crowded and theme.large():
            side = min(_CROWD_SIDE, round(_CROWD_SHARE * high))
        side = max(TOUCH, side)
        return QSize(side, side + self._below)

    @property
    def _below(self) -> int:
        """The room for a caption under the die."""
        return theme.px(_CAPTION) if self.token.kind == "die" and not self.beside and self.captioned else 0

    @property
    def caption_width(self) -> int:
        """The least width at which the caption under the die is written out, not shortened to the die's letter."""
        return ceil(QFontMetricsF(self._bold()).horizontalAdvance(self.token.caption)) + 4 if self._below else 0

    def minimumSizeHint(self) -> QSize:
        return QSize(TOUCH, self.sizeHint().height())

    @property
    def _room(self) -> float:
        """The width that the die has beside its caption."""
        room = float(self.width())
        if self.beside and self.token.caption:
            words = QFontMetricsF(self._bold(theme.px(18))).horizontalAdvance(self.token.caption) + 6
            # The die has its room before larger words.
            room = min(0.62 * room, max(room - words, float(self.height())))
        return room

    @property
    def painted_side(self) -> float:
        """How large the die is seen."""
        return min(self._room, self.height() - self._below) - 4.0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room, side = self._room, self.painted_side
        caption, left = self._below, (room - side) / 2
        place = QRectF(left, 2, side, side)
        focus, line = touch.shows_focus(self), theme.focus_line()
        self._paint_die(painter, place.adjusted(line, line, -line, -line) if focus else place)
        if focus or (self._over and self.ready):
            style = Qt.PenStyle.SolidLine if focus else Qt.PenStyle.DotLine
            painter.setPen(QPen(theme.color("accent" if focus else "strong_edge"), line if focus else 2, style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            out = 2 - line / 2 if focus else 1
            painter.drawRoundedRect(place.adjusted(-out, -out, out, out), side * 0.2, side * 0.2)
        if self.token.caption:
            self._paint_caption(painter, place, caption)
        painter.end()

    def _paint_die(self, painter: QPainter, place: QRectF) -> None:
        token, side = self.token, place.width()
        still, turn = self.tumble is None, self.tumble or 0.0
        face = token.text if still else ""
        if token.picture is not None:
            painter.save()
            painter.setOpacity(opacity_of_used() if still and token.state in ("used", "off") else 1.0)
            painter.translate(place.center())
            painter.rotate(turn)
            inner = QRectF(-side / 2, -side / 2, side, side).adjusted(4, 4, -4, -4)
            self._paint_picture(painter, inner, token.picture.display)
            painter.restore()
            if still and token.state == "chosen":
                painter.setPen(QPen(theme.color("accent"), 3))
                painter.drawRoundedRect(place.adjusted(1.5, 1.5, -1.5, -1.5), side * 0.2, side * 0.2)
            return
        if token.state == "empty" and still:
            painter.setPen(QPen(theme.color("strong_edge"), 1.5, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(place.adjusted(4, 4, -4, -4), side * 0.18, side * 0.18)
            if token.text:
                painter.setPen(theme.color("off"))
                painter.setFont(self._bold(side * 0.4))
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, token.text)
            return
        faded = still and token.state in ("used", "off")
        behind = min(3, token.count) - 1 if still else 0
        step = side * 0.07
        front = place.adjusted(0, behind * step, -behind * step, 0)
        for i in range(behind, 0, -1):
            paint_die(painter, front.translated(i * step, -i * step), token.ink, "", faded=faded)
        paint_die(painter, front, token.ink, face, pips=self.pips, faded=faded, turn=turn,
                  chosen=still and token.state == "chosen")

    def _paint_caption(self, painter: QPainter, die: QRectF, caption: int) -> None:
        token = self.token
        painter.setPen(theme.color("off" if token.state in ("used", "off", "empty") and self.tumble is None else "text"))
        words = token.caption if self.tumble is None else "" if self.beside else token.letter
        if self.beside:
            place = QRectF(die.right() + 4, 0, self.width() - die.right() - 4, self.height())
            size = float(theme.px(18))
            wide = QFontMetricsF(self._bold(size)).horizontalAdvance(words)
            painter.setFont(self._bold(min(size, size * place.width() / max(1.0, wide))))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
            return
        font = self._bold()
        painter.setFont(font)
        if QFontMetricsF(font).horizontalAdvance(words) > self.width():
            words = token.letter
        below = QRectF(0, self.height() - caption, self.width(), caption)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, words)


class PlayingCard(TokenButton):
    """A card: what it shows, its picture, and its caption."""

    def sizeHint(self) -> QSize:
        # Very large texts leave no room for the picture, which shows what the words say, and need the width for one line.
        high = _line_height() if theme.largest() else 2 * theme.px(20) + 12 + round(74 * min(1.4, self.growth))
        high = max(TOUCH, high)
        return QSize(round(_CARD * high), high)

    def minimumSizeHint(self) -> QSize:
        return QSize(TOUCH, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        token, focus, line = self.token, touch.shows_focus(self), theme.focus_line()
        edge_in = max(2.0, line / 2) if focus else 2.0
        card = QRectF(self.rect()).adjusted(edge_in, edge_in, -edge_in, -edge_in)
        chosen, used, empty = token.state == "chosen", token.state == "used", token.state == "empty"
        painter.setBrush(theme.color("panel" if empty or used else "accent_soft" if chosen or self.isDown() else "raised"))
        edge = "accent" if chosen or focus else "strong_edge" if self._over or not used else "edge"
        wide = 2 * line if chosen and focus else line + 1.0 if focus else 2.5 if chosen else 1.2
        painter.setPen(QPen(theme.color(edge), wide, Qt.PenStyle.DashLine if empty and not focus else Qt.PenStyle.SolidLine))
        painter.drawRoundedRect(card, 10, 10)
        if empty:
            painter.end()
            return
        painter.setOpacity(opacity_of_used() if used else 1.0)
        painter.setPen(theme.color("text"))
        if theme.largest():
            self._paint_line(painter, card.adjusted(10, 0, -10, 0))
            painter.end()
            return
        line = theme.px(20)
        size = QFontMetricsF(self._bold()).height() and theme.px(14)
        words = token.text
        while size > 9 and QFontMetricsF(self._bold(size)).horizontalAdvance(words) > card.width() - 8:
            size -= 1
        painter.setFont(self._bold(size))
        words = QFontMetricsF(self._bold(size)).elidedText(words, Qt.TextElideMode.ElideRight, card.width() - 8)
        painter.drawText(QRectF(card.left(), card.top() + 4, card.width(), line), Qt.AlignmentFlag.AlignCenter, words)
        if token.picture is not None:
            place = card.adjusted(6, line + 6, -6, -line - 6)
            self._paint_picture(painter, place, token.picture.display)
        font = QFont(self.font())
        font.setPixelSize(theme.px(13))
        painter.setFont(font)
        foot = QRectF(card.left(), card.bottom() - line - 4, card.width(), line)
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, token.caption)
        painter.end()


    def _paint_line(self, painter: QPainter, room: QRectF) -> None:
        """Paints what the card shows and its caption beside each other."""
        size = float(theme.px(14))
        painter.setFont(self._bold(size))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self.token.caption)
        left = room.width() - QFontMetricsF(self._bold(size)).horizontalAdvance(self.token.caption) - size / 2
        wide = QFontMetricsF(self._bold(size)).horizontalAdvance(self.token.text)
        painter.setFont(self._bold(size * min(1.0, left / max(1.0, wide))))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.token.text)


class PowerButton(TokenButton):
    """A power as a tile: its name, and under it a box for each of `most` uses, crossed when spent. With very large texts it
    is a line, the boxes at its end, so that the name is as large as other texts."""

    def __init__(self, token: Token, most: int = 0, parent: QWidget | None = None) -> None:
        self.most = most
        super().__init__(token, parent)

    def show_token(self, token: Token) -> None:
        self.most = max(self.most, token.left or 0)
        super().show_token(token)

    def sizeHint(self) -> QSize:
        if theme.largest():
            high = _line_height()
        else:
            high = theme.px(64 + 6 * self.growth) if self.most else theme.px(44 + 4 * self.growth)
        return QSize(theme.px(76), max(TOUCH, high))

    def minimumSizeHint(self) -> QSize:
        return QSize(TOUCH, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, focus = self.token.state == "chosen", touch.shows_focus(self)
        ready = self.token.state == "ready" and self.isEnabled()  # not while it is handed on
        wide = theme.focus_line() * (1 + chosen) if focus else 2 if chosen else 1
        place = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        outline = QRectF(self.rect()).adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2) if wide > 2 else place
        painter.setBrush(theme.color("accent_soft" if chosen or self.isDown() else "raised" if ready else "panel"))
        edge = "accent" if chosen or focus else "text" if self._over else "strong_edge" if ready else "edge"
        painter.setPen(QPen(theme.color(edge), wide))
        painter.drawRoundedRect(outline, 8, 8)
        ink = theme.color("text" if chosen or ready else "faint")
        font = self._bold(theme.px(13.5)) if chosen else QFont(self.font())
        font.setPixelSize(theme.px(13.5))
        words, flags = place.adjusted(3, 3, -3, -3), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        if theme.largest():
            words.adjust(7, 0, -7, 0)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        if self.token.left is not None:
            words = self._paint_boxes(painter, words, ink)
        painter.setPen(ink)
        while font.pixelSize() > 9 and not fits(QFontMetricsF(font), words, int(flags), self.token.text):
            font.setPixelSize(font.pixelSize() - 1)
        painter.setFont(font)
        painter.drawText(words, int(flags), self.token.text)
        painter.end()

    def _paint_boxes(self, painter: QPainter, place: QRectF, ink: QColor) -> QRectF:
        """Paints them below in a place, at its end with very large texts. Returns what is left of it for the words."""
        side, step = float(theme.px(14)), float(theme.px(_STEP))
        room = place.width() - 2
        if self.most * step > room:
            step = room / self.most
            side = min(side, step - 3)
        middle, left = QPointF(place.center().x(), place.bottom() - theme.px(12)), place.adjusted(0, 0, 0, -theme.px(21))
        if theme.largest():
            middle = QPointF(place.right() - self.most * step / 2, place.center().y())
            left = place.adjusted(0, 0, -self.most * step - theme.px(4), 0)
        painter.setPen(QPen(ink, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        spent = self.most - (self.token.left or 0)
        first = middle.x() - (self.most - 1) * step / 2
        for i in range(self.most):
            square = QRectF(first + i * step - side / 2, middle.y() - side / 2, side, side)
            painter.drawRoundedRect(square, 2, 2)
            if i < spent:
                inset = square.adjusted(3, 3, -3, -3)
                painter.drawLine(inset.topLeft(), inset.bottomRight())
                painter.drawLine(QPointF(inset.left(), inset.bottom()), QPointF(inset.right(), inset.top()))
        return left


def _line_height() -> int:
    """How high a card or a power is that is a line, as it is with very large texts."""
    return theme.px(20) + 16

"""The dice and cards of a moment in a game as they lay on the table: only to look at."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from rollwrite_desktop.gamekit.play.guide import Token
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import stay
from rollwrite_desktop.ui.canvas.canvas import sheet_painter
from rollwrite_desktop.ui.canvas.dice import opacity_of_used, paint_die
from rollwrite_desktop.ui.kit.layouts import in_row
from rollwrite_desktop.ui.play.table.tray.token_buttons import PlayingCard

_HIGH, _GAP = 44, 8


class RollStrip(QWidget):
    """The dice in a row, always of the same height, so that nothing moves when dice come and go. Describes the cards too."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens: tuple[Token, ...] = ()
        self._pips = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.current().changed.connect(self.updateGeometry)
        stay(self)

    def show_tokens(self, tokens: tuple[Token, ...]) -> None:
        """Shows what lies on the table: the dice and cards among the tokens of a prompt."""
        lying = tuple(
            token for token in tokens
            if token.kind in ("die", "card") and token.text and token.count and token.state != "empty"
        )
        if lying == self.tokens:
            return
        self.tokens = lying
        described = ", ".join(token.text if token.kind == "card" else token.hint or token.text for token in lying)
        self.setAccessibleName(described)
        self.setToolTip(tool_tip(described))
        self.update()

    def set_pips(self, pips: bool) -> None:
        """Dice with pips, or with digits."""
        self._pips = pips
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(200), theme.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(_HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(theme.FAMILY)
        font.setPixelSize(theme.px(14))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        side, gap = float(self.height()), theme.px(_GAP)
        dice = [token for token in self.tokens if token.kind == "die"]
        x = 0.0
        for token in dice:
            self._paint_die(painter, QRectF(x, 0, side, side), token)
            x += side + gap / 2
            if token.count > 1:
                times = f"×{token.count}"
                painter.setPen(theme.color("text"))
                wide = QFontMetricsF(font).horizontalAdvance(times)
                painter.drawText(QRectF(x - gap / 4, 0, wide, side), Qt.AlignmentFlag.AlignVCenter, times)
                x += wide + gap / 2
        painter.end()

    def _paint_die(self, painter: QPainter, place: QRectF, token: Token) -> None:
        """A die, or the picture that the game has of it."""
        if token.picture is None:
            paint_die(painter, place, token.ink, token.text, pips=self._pips and len(token.text) == 1,
                      faded=token.state == "used")
            return
        picture = token.picture.display
        wide, high = picture.size
        scale = min(place.width() / wide, place.height() / high)
        painter.save()
        painter.setOpacity(opacity_of_used() if token.state == "used" else 1.0)
        painter.translate(place.center().x() - wide * scale / 2, place.center().y() - high * scale / 2)
        painter.scale(scale, scale)
        sheet_painter().paint(painter, picture, theme.mode())
        painter.restore()


class CardStrip(QWidget):
    """The cards in a row, as at the table; without height in games that have none."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[PlayingCard] = []
        self._row = in_row(gap=6, on=self)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_tokens(self, tokens: tuple[Token, ...]) -> None:
        """Shows the cards among the tokens of a prompt; places without a card stay."""
        cards = [token for token in tokens if token.kind == "card"]
        for token in cards[len(self.buttons) :]:
            button = PlayingCard(token)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._row.addWidget(button, 1)
            self.buttons.append(button)
        for token, button in zip(cards, self.buttons, strict=False):
            if button.token != token:
                button.show_token(token)
        self.setVisible(bool(self.buttons))

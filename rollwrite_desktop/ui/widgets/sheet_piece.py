"""A piece of a sheet as a picture: cut from the display that is drawn everywhere else, as large as there is room."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.inks import resolve
from rollwrite_desktop.ui.canvas.canvas import PAINTER
from rollwrite_desktop.ui.widgets import theme

_CORNER = 8.0
_LEAST = 120


class SheetPiece(QWidget):
    """`piece`: the middle and the width of what is shown, in points of the sheet; the height follows from the widget's
    shape. `height_for`: how high it likes to be for its width."""

    def __init__(self, piece: tuple[float, float, float], height_for: float = 0.6, width: int = 260) -> None:
        super().__init__()
        self._piece, self._share, self._width = piece, height_for, width
        self._display: Display | None = None
        self._kept: tuple[object, QPixmap] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.current().changed.connect(self.update)

    def set_shape(self, height_for: float) -> None:
        """How high it is for its width from now on."""
        if height_for != self._share:
            self._share = height_for
            self.updateGeometry()

    def show_display(self, display: Display | None) -> None:
        self._display = display
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._width, self.heightForWidth(self._width))

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, round(_LEAST * self._share))

    def heightForWidth(self, width: int) -> int:
        return round(width * self._share)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(place, _CORNER, _CORNER)
        painter.fillPath(shape, QColor(resolve("paper", theme.mode()).rgb or "#ffffff"))
        if self._display is not None and self.width() > 1 and self.height() > 1:
            painter.save()
            painter.setClipPath(shape)
            painter.drawPixmap(QPointF(0, 0), self._pixmap(self._display))
            painter.restore()
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.drawPath(shape)
        painter.end()

    def _pixmap(self, display: Display) -> QPixmap:
        mode, ratio = theme.mode(), self.devicePixelRatioF()
        wanted = (display, mode, ratio, self.width(), self.height())
        if self._kept is not None and self._kept[0] == wanted:
            return self._kept[1]
        x, y, wide = self._piece
        sheet_wide, sheet_high = display.size
        scale = self.width() / wide
        high = self.height() / scale
        if high > sheet_high:  # a tall picture shows the sheet from top to bottom
            high, scale = sheet_high, self.height() / sheet_high
            wide = self.width() / scale
        left = min(max(0.0, x - wide / 2), max(0.0, sheet_wide - wide))
        top = min(max(0.0, y - high / 2), max(0.0, sheet_high - high))
        made = QPixmap(self.size() * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.translate(-left, -top)
        PAINTER.paint(painter, display, mode)
        painter.end()
        self._kept = (wanted, made)
        return made

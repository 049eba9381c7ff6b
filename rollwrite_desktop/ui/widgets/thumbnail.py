"""A small picture of a display on a sheet of paper, and the paper itself."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.inks import Mode, resolve
from rollwrite_desktop.ui.canvas.canvas import PAINTER
from rollwrite_desktop.ui.widgets import theme

_SHADOW = 5


class Thumbnail(QWidget):
    """A small picture of a display, as wide as there is room for; mode "" follows light and dark."""

    def __init__(self, width: int, shape: tuple[float, float] = (720, 540), mode: Mode | None = None) -> None:
        super().__init__()
        self._display: Display | None = None
        self._shape = shape
        self._width = width
        self.mode = mode
        self._kept: tuple[object, QPixmap] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.current().changed.connect(self.update)

    def show_display(self, display: Display | None) -> None:
        self._display = display
        if display is not None and display.size != self._shape:
            self._shape = display.size
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._width, self.heightForWidth(self._width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width // 2, self.heightForWidth(self._width // 2))

    def heightForWidth(self, width: int) -> int:
        wide, high = self._shape
        return round((width - 2 * _SHADOW) * high / wide) + 2 * _SHADOW

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = self._shape
        scale = min((self.width() - 2 * _SHADOW) / wide, (self.height() - 2 * _SHADOW) / high)
        if scale <= 0:
            return
        place = QRectF(0, 0, wide * scale, high * scale)
        place.moveCenter(QPointF(self.width() / 2, self.height() / 2))
        lay_paper(painter, place, self.mode or theme.mode())
        if self._display is not None:
            painter.drawPixmap(place.topLeft(), self._pixmap(self._display, scale))
        painter.end()

    def _pixmap(self, display: Display, scale: float) -> QPixmap:
        mode, ratio = self.mode or theme.mode(), self.devicePixelRatioF()
        wanted = (display, scale, ratio, mode)
        if self._kept is None or self._kept[0] != wanted:
            self._kept = (wanted, QPixmap.fromImage(PAINTER.image(display, mode, scale, ratio, bare=True)))
        return self._kept[1]


def lay_paper(painter: QPainter, place: QRectF, mode: Mode, corner: float = 4.0) -> None:
    """A sheet of paper on the ground, with a hint of shadow."""
    painter.setPen(Qt.PenStyle.NoPen)
    shade = theme.color("ground" if theme.dark() else "text").darker(200)
    shade.setAlphaF(0.03)
    painter.setBrush(shade)
    for spread in range(_SHADOW - 1, 0, -1):
        painter.drawRoundedRect(place.adjusted(-spread, 2 - spread, spread, 2 + spread), corner + spread, corner + spread)
    path = QPainterPath()
    path.addRoundedRect(place, corner, corner)
    painter.fillPath(path, QColor(resolve("paper", mode).rgb or "#ffffff"))

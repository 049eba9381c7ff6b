"""A small picture of a display on a sheet of paper, a piece of one enlarged, and the paper itself."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QRegion
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.inks import Mode, resolve
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.event_loop import Turns

if TYPE_CHECKING:
    from rollwrite_desktop.ui.canvas.qt_painter import QtPainter

_SHADOW = 5
_PIECE_CORNER, _MIN_PIECE = 8.0, 120


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
            if self._kept is None and self.isVisible():
                theme.shared(Turns).wait(self, partial(self._paint_first, scale))
            else:
                painter.drawPixmap(place.topLeft(), self._pixmap(self._display, scale))
        painter.end()

    def _paint_first(self, scale: float) -> None:
        if self._display is not None:
            self._pixmap(self._display, scale)
            self.update()

    def _pixmap(self, display: Display, scale: float) -> QPixmap:
        mode, ratio = self.mode or theme.mode(), self.devicePixelRatioF()
        wanted = (display, scale, ratio, mode)
        if self._kept is None or self._kept[0] != wanted:
            self._kept = (wanted, QPixmap.fromImage(_painter().image(display, mode, scale, ratio, bare=True)))
        return self._kept[1]


def _painter() -> QtPainter:
    """The painter of sheets, loaded with the first picture: the window is there before."""
    from rollwrite_desktop.ui.canvas.canvas import sheet_painter

    return sheet_painter()


def begin(middle: float, shown: float, whole: float) -> float:
    """Where a piece of a sheet begins that shows so much around a middle: within the sheet, or with all the sheet within
    it."""
    beyond = whole - shown
    return min(max(middle - shown / 2, min(0.0, beyond)), max(0.0, beyond))


class SheetPiece(QWidget):
    """`piece`: the middle and the width of what is shown, in points of the sheet; the height follows from the widget's
    shape. `height_for`: how high it likes to be for its width. `awaited`: it was painted with nothing to show yet."""

    awaited = Signal()

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

    def show_piece(self, display: Display, piece: tuple[float, float, float]) -> None:
        """Another piece of another display."""
        self._piece, self._kept = piece, None
        self.show_display(display)

    def sizeHint(self) -> QSize:
        return QSize(self._width, self.heightForWidth(self._width))

    def minimumSizeHint(self) -> QSize:
        return QSize(_MIN_PIECE, round(_MIN_PIECE * self._share))

    def heightForWidth(self, width: int) -> int:
        return round(width * self._share)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(place, _PIECE_CORNER, _PIECE_CORNER)
        painter.fillPath(shape, QColor(resolve("paper", theme.mode()).rgb or "#ffffff"))
        if self._display is not None and self.width() > 1 and self.height() > 1:
            painter.save()
            painter.setClipPath(shape)
            painter.drawPixmap(QPointF(0, 0), self._pixmap(self._display))
            painter.restore()
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.drawPath(shape)
        painter.end()
        if self._display is None:
            self.awaited.emit()

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
        left, top = begin(x, wide, sheet_wide), begin(y, high, sheet_high)
        made = QPixmap(self.size() * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.translate(-left, -top)
        _painter().paint(painter, display, mode, QRectF(left, top, wide, high))
        painter.end()
        self._kept = (wanted, made)
        return made


class DisplayLabel(QLabel):
    """A small display beside words, without paper, at the size of texts; it follows light and dark."""

    def __init__(self, display: Display) -> None:
        super().__init__()
        self._display = display
        self._draw()
        theme.current().changed.connect(self._draw)

    def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        made = _painter().image(self._display, theme.mode(), theme.text_scale(), ratio, bare=True)
        self.setPixmap(QPixmap.fromImage(made))


def lay_paper(painter: QPainter, place: QRectF, mode: Mode, corner: float = 4.0) -> None:
    """A sheet of paper on the ground, with a hint of shadow."""
    from rollwrite_desktop.ui.canvas.canvas import covered

    painter.setPen(Qt.PenStyle.NoPen)
    shade = theme.color("ground" if theme.dark() else "text").darker(200)
    shade.setAlphaF(0.03)
    painter.setBrush(shade)
    painter.save()
    around = place.toAlignedRect().adjusted(-_SHADOW, -_SHADOW, _SHADOW, 2 * _SHADOW)
    painter.setClipRegion(QRegion(around) - covered(place, corner), Qt.ClipOperation.IntersectClip)
    for spread in range(_SHADOW - 1, 0, -1):
        painter.drawRoundedRect(place.adjusted(-spread, 2 - spread, spread, 2 + spread), corner + spread, corner + spread)
    painter.restore()
    path = QPainterPath()
    path.addRoundedRect(place, corner, corner)
    painter.fillPath(path, QColor(resolve("paper", mode).rgb or "#ffffff"))

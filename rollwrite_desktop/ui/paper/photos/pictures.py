"""Pictures of paper: a sheet laid flat with a ring around one of its places, and places cut out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rollwrite_desktop.reading.scale import FLAT_SCALE
from rollwrite_desktop.ui.base import theme

if TYPE_CHECKING:
    from rollwrite_desktop.reading.blank_sheets import Place

_AROUND = 0.3
"""What of the surroundings of a place is shown with it, as a part of its shorter side."""
_RING, _LEAST = 4.0, 60


def image_of(jpeg: bytes) -> QImage:
    """A picture that the worker process has made; a null image where it cannot be read."""
    return QImage.fromData(jpeg)


def cut_out(image: QImage, place: Place) -> QImage:
    """A place and a little of what is around it."""
    around = _AROUND * min(place.w, place.h)
    part = QRectF((place.x - place.w / 2 - around) * FLAT_SCALE, (place.y - place.h / 2 - around) * FLAT_SCALE,
                  (place.w + 2 * around) * FLAT_SCALE, (place.h + 2 * around) * FLAT_SCALE)
    return image.copy(part.toAlignedRect())


class PaperPicture(QWidget):
    """A picture, as large as there is room for; `ring`: the place with a ring around it."""

    def __init__(self, least: int = _LEAST, shape: float = 1.0, most: int = 0) -> None:
        """`least`: its least height in pixels, `most` its greatest (0: any); `shape`: its height for its width."""
        super().__init__()
        self.image = QImage()
        self.ring: Place | None = None
        self._least, self._shape = least, shape
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if most:
            self.setMaximumHeight(most)

    def show_image(self, image: QImage, ring: Place | None = None) -> None:
        self.image, self.ring = image, ring
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._least / self._shape), self._least)

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, min(self._least, 2 * _LEAST))

    @property
    def place(self) -> QRectF:
        """Where the picture is in the widget; empty where there is none."""
        wide, high = self.image.width(), self.image.height()
        scale = min((self.width() - 2) / wide, (self.height() - 2) / high) if wide and high else 0
        place = QRectF(0, 0, max(0, wide * scale), max(0, high * scale))
        place.moveCenter(QPointF(self.width() / 2, self.height() / 2))
        return place

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        place = self.place
        if place.isEmpty():
            return
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        ratio, scale = self.devicePixelRatioF(), place.width() / self.image.width()
        size = (place.size() * ratio).toSize()
        smooth = Qt.TransformationMode.SmoothTransformation
        small = self.image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth) if scale * ratio < 1 else self.image
        painter.drawImage(place, small)
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.drawRect(place)
        if self.ring is not None:
            around, mm = self.ring, scale * FLAT_SCALE
            ring = QRectF((around.x - around.w / 2) * mm, (around.y - around.h / 2) * mm, around.w * mm, around.h * mm)
            painter.translate(place.topLeft())
            for token, line in (("ground", _RING + 3), ("doubt", _RING)):
                painter.setPen(QPen(theme.color(token), line))
                painter.drawRoundedRect(ring.adjusted(-_RING, -_RING, _RING, _RING), _RING, _RING)
        painter.end()

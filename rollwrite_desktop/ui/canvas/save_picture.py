"""A sheet as a picture file: PNG as large as it is printed, or SVG. Whole or not at all."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.files import CANNOT_WRITE, refused, write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.strokes import upright
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.canvas import sheet_painter
from rollwrite_desktop.ui.kit import ask

DPI = 300
_METRE = 39.3701  # inches
_OTHER = (".jpg", ".jpeg", ".webp", ".bmp")
"""Endings of pictures that are not offered, and written for those who ask for them."""


def ask_picture(owner: QWidget, start: Path) -> Path | None:
    """Where to save a picture, first `start`; None where that is cancelled."""
    return ask.save(owner, tr("Save a picture"), start, [tr("Pictures (*.png)"), tr("Drawings (*.svg)")], also=_OTHER)


def save_picture(display: Display, path: Path) -> None:
    """Writes the sheet on white paper, in the colors of print; the name's ending says as what. Raises FileError."""
    if theme.plain():
        display = upright(display)
    write_file(path, _svg(display) if path.suffix.lower() == ".svg" else _png(display, path))


def save_image(image: QImage, path: Path) -> None:
    """Writes a picture of pixels; the name's ending says as what. Raises FileError."""
    write_file(path, _encoded(image, path))


def _png(display: Display, path: Path) -> bytes:
    """Returns the sheet as a picture of the kind that the file's ending names, PNG where it has none."""
    image = sheet_painter().image(display, "colour", DPI / 72)
    image.setDotsPerMeterX(round(DPI * _METRE))
    image.setDotsPerMeterY(round(DPI * _METRE))
    return _encoded(image, path)


def _encoded(image: QImage, path: Path) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray((path.suffix[1:] or "png").encode())).write(image):
        raise refused(CANNOT_WRITE, path, tr("unknown picture format"))
    return bytes(content.data())


def _svg(display: Display) -> bytes:
    wide, high = display.size
    content = QByteArray()
    buffer = QBuffer(content)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(72)
    generator.setSize(QSize(round(wide), round(high)))
    generator.setViewBox(QRectF(0, 0, wide, high))
    painter = QPainter(generator)
    painter.fillRect(QRectF(0, 0, wide, high), QColor("#ffffff"))
    sheet_painter().paint(painter, display, "colour")
    painter.end()
    return bytes(content.data())

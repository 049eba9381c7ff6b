"""What of a window can be read: the contrast of texts, icons and frames, measured on a picture of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QToolButton,
    QWidget,
)

from tests.ui.rooms import name

TEXT, MARK = 4.5, 3.0
_FRAME, _INDICATOR = 6, 40
"""Pixels: what of a button is its frame, and of a box with a caption its sign."""
_FRAMED = (QPushButton, QToolButton, QCheckBox, QRadioButton, QLineEdit, QComboBox, QAbstractSpinBox)
_BARE = ("headline", "quiet", "fold")
"""Roles of controls that have no frame: their captions tell that they are there."""


def unreadable(room: QWidget) -> list[str]:
    """Every text that is less than 4.5 : 1, every icon and frame that is less than 3 : 1. What is out of use is left out."""
    picture = room.grab().toImage()
    rows = pixels(picture)
    return [
        f"{ratio:.2f} : 1 of {least} in {name(widget)}" for widget, place, least in _places(room)
        if (ratio := _ratio(rows, place & picture.rect())) < least
    ]


def pixels(picture: QImage) -> NDArray[np.uint32]:
    """The pixels of a picture in rows, 0xffRRGGBB."""
    picture = picture.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), -1)[:, : picture.width()].copy()


def _places(room: QWidget) -> Iterator[tuple[QWidget, QRect, float]]:
    """What is measured: the widget, a rectangle of the window with a ground and something on it, the least contrast."""
    for widget in room.findChildren(QWidget):
        if not isinstance(widget, (QLabel, QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox)):
            continue
        if not widget.isVisible() or not widget.isEnabled():
            continue
        seen = widget.visibleRegion().boundingRect()
        if min(seen.width(), seen.height()) < 2 * _FRAME or 2 * seen.height() < widget.height():
            continue  # all but scrolled away
        place = QRect(widget.mapTo(room, seen.topLeft()), seen.size())
        signed = isinstance(widget, (QCheckBox, QRadioButton))
        if isinstance(widget, QLabel):
            if widget.text() and widget.pixmap().isNull():
                yield widget, place, TEXT
            continue
        inner = place.adjusted(_INDICATOR if signed else _FRAME, _FRAME, -_FRAME, -_FRAME)
        if isinstance(widget, QAbstractButton) and not inner.isEmpty() and (widget.text() or not widget.icon().isNull()):
            yield widget, inner, TEXT if widget.text() else MARK
        if isinstance(widget, QLineEdit) and (widget.text() or widget.placeholderText()):
            yield widget, inner, TEXT
        inside = isinstance(widget.parent(), (QComboBox, QAbstractSpinBox))
        if isinstance(widget, _FRAMED) and not inside and widget.property("role") not in _BARE and seen.left() == 0:
            middle = QPoint(place.left(), place.center().y())
            if signed and not place.contains(middle := widget.mapTo(room, QPoint(0, widget.height() // 2))):
                continue  # its sign is scrolled away
            frame = QRect(middle.x(), middle.y() - 12, _INDICATOR, 24) if signed else QRect(middle.x() - 3, middle.y(), 8, 3)
            yield widget, frame, MARK


def _ratio(rows: NDArray[np.uint32], place: QRect) -> float:
    """The greatest contrast to the most frequent color there."""
    part = rows[place.top() : place.bottom() + 1, place.left() : place.right() + 1]
    colors, counts = np.unique(part & 0xFFFFFF, return_counts=True)
    parts = np.stack([colors >> 16, colors >> 8 & 255, colors & 255], 1) / 255
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    light = linear @ np.array([0.2126, 0.7152, 0.0722]) + 0.05
    ground = light[counts.argmax()]
    return float((np.maximum(light, ground) / np.minimum(light, ground)).max())

"""What is in a window can be read in every look, and what has the focus can be seen: a line of at least three to one comes
with it and goes with it."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import settle
from tests.ui.readable import unreadable
from tests.ui.rooms import ROOMS, name

LOOKS = [("light", "normal", "100"), ("dark", "normal", "200"), ("light", "high", "200"), ("dark", "high", "300")]
_AROUND, _LEAST, _SHARE = 4, 20, 0.8
"""Pixels looked at around a widget; the least side of what a line is around; how much of its length is there at least."""
Pixels = list["array[int]"]


def luminance(rgb: int) -> float:
    parts = [(rgb >> shift & 255) / 255 for shift in (16, 8, 0)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: int, other: int) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def pixels(window: QWidget, place: QRect) -> Pixels:
    picture = window.grab(place).toImage().convertToFormat(QImage.Format.Format_RGB32)
    wide = picture.bytesPerLine()
    data = bytes(picture.constBits())
    return [array("I", data[y * wide : y * wide + 4 * picture.width()]) for y in range(picture.height())]


def ring(before: Pixels, after: Pixels) -> tuple[int, QRect]:
    """How many pixels differ by three to one, and the rectangle that they lie in."""
    found = [
        (x, y) for y, (row, other) in enumerate(zip(before, after, strict=True)) if row != other
        for x, (one, two) in enumerate(zip(row, other, strict=True)) if one != two and contrast(one, two) >= 3.0
    ]
    if not found:
        return 0, QRect()
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return len(found), QRect(QPoint(min(xs), min(ys)), QPoint(max(xs), max(ys)))


def seen(widget: QWidget, window: QWidget) -> str:
    """What is wrong with how a widget shows that it has the focus, "" for nothing; it keeps the focus."""
    whole = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    shown, above = whole, widget.parentWidget()
    while above is not None and above is not window:  # the part that is scrolled into sight
        shown = shown & QRect(above.mapTo(window, QPoint(0, 0)), above.size())
        above = above.parentWidget()
    place = shown.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND) & window.rect()
    focused = pixels(window, place)
    widget.clearFocus()
    without = pixels(window, place)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    count, around = ring(without, focused)
    least = min(_LEAST, shown.width() - 4, shown.height() - 4)
    across = (shown.top() == whole.top()) + (shown.bottom() == whole.bottom())
    down = (shown.left() == whole.left()) + (shown.right() == whole.right())
    length = across * around.width() + down * around.height()
    if around.width() < least or around.height() < least or count < _SHARE * length:
        return f"{name(widget)}: {count} pixels in {around.width()} × {around.height()} of {shown.size().toTuple()}"
    return ""


@sampled("title, look", [(title, look) for title in ROOMS for look in range(len(LOOKS))], 120, ids=lambda each: str(each))
def test_everything_can_be_read_and_what_has_the_focus_is_seen(
    window: MainWindow, store: Settings, tmp_path: Path, title: str, look: int
) -> None:
    shade, high, text = LOOKS[look]
    store.prefer(theme=shade, contrast=high, text=text)
    room = ROOMS[title](window, tmp_path)
    room.activateWindow()
    settle(12)
    assert not unreadable(room)
    wrong, known = [], []
    while (here := QApplication.focusWidget()) is not None and here not in known:
        known.append(here)
        wrong.append(seen(here, room))
        QTest.keyClick(here, Qt.Key.Key_Tab)
        settle(1)
    assert known
    assert not list(filter(None, wrong))


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
@pytest.mark.parametrize("look", range(len(LOOKS)))
def test_placeholders_can_be_read(window: MainWindow, store: Settings, kind: type[QLineEdit], look: int) -> None:
    shade, high, _ = LOOKS[look]
    store.prefer(theme=shade, contrast=high)
    field = kind(window)
    field.setPlaceholderText("such as r4 b5")
    field.show()
    settle()
    ink = field.palette().color(QPalette.ColorRole.PlaceholderText)
    assert ink.alpha() == 255
    assert contrast(ink.rgb(), theme.color("raised").rgb()) >= 4.5

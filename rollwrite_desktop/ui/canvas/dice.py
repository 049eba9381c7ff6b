"""Dice as they lie on the table, painted as vectors: body, pips or digit, letter; also while they tumble."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from rollwrite_desktop.draw.inks import HIGH, INKS, resolve
from rollwrite_desktop.ui.base import theme

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
_FADED_BODY, _FADED, _FADED_HIGH = 0.25, 0.8, 0.84
"""How much of the color of its body a used die keeps; how opaque the picture of one is, and with high contrast."""


def opacity_of_used() -> float:
    """How opaque the picture of something used is: what it shows is still read."""
    return _FADED_HIGH if theme.mode() in HIGH else _FADED


def body_and_pip(ink: str) -> tuple[QColor, QColor]:
    """Returns the colors of a die by its ink: `X.strong` with `X.on` upon it where there is such a pair, else a plain
    die."""
    for base in (ink, ink.replace("die.", "region.", 1), f"region.{ink}"):
        if f"{base}.strong" in INKS and f"{base}.on" in INKS:
            return _color(f"{base}.strong"), _color(f"{base}.on")
    return _color("die.body"), _color("die.pip")


def paint_die(
    painter: QPainter, place: QRectF, ink: str, face: str, *,
    pips: bool = True, chosen: bool = False, turn: float = 0.0, faded: bool = False,
) -> None:
    """A die in a square place. `face` is a digit or any short text; `turn` in degrees; `faded` for one already used."""
    body, on = body_and_pip(ink)
    edge = _color("die.edge")
    if faded:  # what is used is still read: only its body fades
        body = _between(theme.color("panel"), body, _FADED_BODY)
        edge = on = theme.color("off" if theme.mode() in HIGH else "faint")
    side = min(place.width(), place.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(place.center())
    painter.rotate(turn)
    angle = math.radians(turn)
    inside = 1.0 / (abs(math.cos(angle)) + abs(math.sin(angle)))  # its corners stay in its place
    painter.scale(inside, inside)
    square = QRectF(-side / 2, -side / 2, side, side).adjusted(3, 3, -3, -3)
    corner = side * 0.18
    if chosen:
        painter.setPen(QPen(theme.color("accent"), 3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(square.adjusted(-1.5, -1.5, 1.5, 1.5), corner + 2, corner + 2)
        square.adjust(4, 4, -4, -4)
    painter.setPen(QPen(edge, 1.5))
    painter.setBrush(body)
    painter.drawRoundedRect(square, corner, corner)
    number = int(face) if face.isdecimal() else 0
    if pips and number in _PIPS:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(on)
        step, radius = square.width() * 0.26, square.width() * 0.092
        for x, y in _PIPS[number]:
            painter.drawEllipse(QPointF(x * step, y * step), radius, radius)
    else:
        painter.setPen(on)
        painter.setFont(_font(square.height() * 0.62))
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, face)
    painter.restore()


def _font(pixels: float) -> QFont:
    font = QFont(theme.FAMILY)
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight.DemiBold)
    return font


def _between(one: QColor, other: QColor, share: float) -> QColor:
    """A color on the way from one to another."""
    parts = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(a + share * (b - a)) for a, b in parts))


def _color(ink: str) -> QColor:
    return QColor(resolve(ink, theme.mode()).rgb)

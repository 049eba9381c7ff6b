"""Paints displays into a PDF: paths, embedded typefaces, inks by mode, hatches clipped to their fills.

It takes positions and sizes as they are, and flips y, which grows upward in PDF. Knows no pages and no files.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

from rollwrite_desktop.draw.display import Face, Mark, Shape, Step, Text
from rollwrite_desktop.draw.hatch import HATCHES, Zone, kept_clear, strokes
from rollwrite_desktop.draw.inks import HALO, Mode, dotted, halo, line_width, resolve
from rollwrite_desktop.draw.trace import start_of
from rollwrite_desktop.draw.type_metrics import metrics, printable

WHITE = "#ffffff"
OUTLINE = 1
"""The rendering mode of texts that only draws their outline."""


class PdfPainter:
    """Paints marks on a ReportLab canvas; `height`: where y is 0, in points above the canvas's origin.

    Opacity is ignored: inks are solid on paper.
    """

    def __init__(self, canvas: Canvas, mode: Mode, height: float) -> None:
        self._canvas = canvas
        self._mode: Mode = mode
        self._height = height

    def paint(self, marks: Iterable[Mark]) -> None:
        """Paints marks in order. Restores the graphics state, except for the fill color that texts set."""
        marks = tuple(marks)
        drawn = any(isinstance(mark, Shape) for mark in marks)
        if drawn:
            self._canvas.saveState()
            self._canvas.setLineJoin(1)
        self._pen: tuple[object, ...] = ()
        self._brush = ""
        hatched = any(isinstance(mark, Shape) and mark.fill and resolve(mark.fill, self._mode).hatch for mark in marks)
        self._clear: tuple[Zone, ...] = kept_clear(marks) if hatched else ()
        for mark in marks:
            if isinstance(mark, Text):
                self._draw_text(mark)
            else:
                self._draw_shape(mark)
        if drawn:
            self._canvas.restoreState()

    def _draw_shape(self, shape: Shape) -> None:
        fill, stroke = resolve(shape.fill, self._mode), resolve(shape.stroke, self._mode)
        stroked = bool(stroke.rgb) and shape.width > 0
        if not shape.path or not (fill.rgb or stroked):
            return
        if fill.rgb:
            self._set_fill(fill.rgb)
        if stroked:
            dots = dotted(shape.dash)
            wide = line_width(shape.width, self._mode, shape.stroke, dotted=dots)
            self._set_stroke(stroke.rgb, wide, 0 if shape.dash and not dots else 1, shape.dash)
        path = self._path(shape.path)
        # On white paper white need not be painted below a hatch.
        bare = fill.hatch and fill.rgb == WHITE
        if fill.hatch:
            if not bare:
                self._canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_NON_ZERO)
            self._hatch(shape, fill.hatch, fill.hatch_rgb)
            if stroked:
                self._canvas.drawPath(path, stroke=1, fill=0)
        else:
            self._canvas.drawPath(path, int(stroked), int(bool(fill.rgb)), FILL_NON_ZERO)

    def _hatch(self, shape: Shape, name: str, rgb: str) -> None:
        drawn: list[Step] = []
        for x1, y1, x2, y2 in strokes(name, shape.path, self._clear):
            drawn += ("M", x1, y1), ("L", x2, y2)
        if drawn:
            self._set_stroke(rgb, HATCHES[name].width, 0, ())
            self._canvas.drawPath(self._path(drawn), stroke=1, fill=0)

    def _path(self, path: Iterable[Step]) -> _Operators:
        high, code = self._height, ["n"]
        for letter, *n in path:
            if letter == "M":
                code.append(f"{n[0]:.2f} {high - n[1]:.2f} m")
            elif letter == "L":
                code.append(f"{n[0]:.2f} {high - n[1]:.2f} l")
            elif letter == "C":
                code.append(f"{n[0]:.2f} {high - n[1]:.2f} {n[2]:.2f} {high - n[3]:.2f} {n[4]:.2f} {high - n[5]:.2f} c")
            else:
                code.append("h")
        return _Operators(" ".join(code))

    def _draw_text(self, text: Text) -> None:
        paint = resolve(text.ink, self._mode)
        line = printable(text.text, text.face)
        if not paint.rgb or not line.strip():
            return
        canvas = self._canvas
        y = self._height - text.y
        around = resolve(halo(text.key, text.ink, self._mode), self._mode)
        if around.rgb:
            self._set_stroke(around.rgb, HALO, 1, ())
            canvas.setFont(font(text.face), text.size)
            canvas.drawString(text.x + start_of(text), y, line, mode=OUTLINE)
        self._set_fill(paint.rgb)
        if text.turn:
            canvas.saveState()
            canvas.translate(text.x, y)
            canvas.rotate(-text.turn)
            canvas.setFont(font(text.face), text.size)
            canvas.drawString(start_of(text), 0, line)
            canvas.restoreState()
        else:
            canvas.setFont(font(text.face), text.size)
            canvas.drawString(text.x + start_of(text), y, line)

    def _set_fill(self, rgb: str) -> None:
        if rgb != self._brush:
            self._canvas.setFillColor(_color(rgb))
            self._brush = rgb

    def _set_stroke(self, rgb: str, width: float, cap: int, dash: tuple[float, ...]) -> None:
        pen = (rgb, width, cap, dash)
        if pen != self._pen:
            self._canvas.setStrokeColor(_color(rgb))
            self._canvas.setLineWidth(width)
            self._canvas.setLineCap(cap)
            self._canvas.setDash(list(dash))
            self._pen = pen


class _Operators:
    """A path as PDF operators, for ReportLab's canvas. Its own path objects take eight times as long for each number."""

    def __init__(self, code: str) -> None:
        self._code = code

    def getCode(self) -> str:
        """The name that the canvas calls."""
        return self._code


@cache
def font(face: Face) -> str:
    """ReportLab's name of a bundled typeface; registers it on first use."""
    file = metrics(face).file
    # Without `asciiReadable` only the characters in use are embedded.
    pdfmetrics.registerFont(TTFont(file.stem, str(file), asciiReadable=0))
    return file.stem


@cache
def _color(rgb: str) -> HexColor:
    return HexColor(rgb)

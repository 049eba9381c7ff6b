"""Paints displays into a PDF: paths, embedded typefaces, inks by mode, hatches clipped to their fills.

It takes positions and sizes as they are, and flips y, which grows upward in PDF. Knows no pages and no files.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import pairwise

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop.draw.display import Face, Mark, Path, Shape, Text
from rollwrite_desktop.draw.hatch import HATCHES, Line, Zone, among, dashed, kept_clear, strokes
from rollwrite_desktop.draw.inks import HALO, SMALL, Mode, dotted, halo, line_width, resolve
from rollwrite_desktop.draw.trace import start_of
from rollwrite_desktop.draw.type_metrics import metrics, printable
from rollwrite_desktop.printing.pdf.reportlab_inside import document, operators

ESCAPES = {code: f"\\{code:03o}" for code in (10, 13, *range(24, 32), *range(127, 256))}
ESCAPES |= {ord(sign): f"\\{sign}" for sign in "()\\"}
"""How characters of a string are written that cannot stand for themselves (ISO 32000-1, 7.3.4.2), or that ReportLab's
encoding lacks."""
MANY = 200
"""Lines of hatches from which they are an object of their own: compression looks back no further than 32 kB."""
OUTLINE = 1
"""The rendering mode of texts that only draws their outline."""


class PdfPainter:
    """Paints marks on a ReportLab canvas; `height`: where y is 0, in points above the canvas's origin. apart: draws
    operators that are put into an object of their own.

    Opacity is ignored: inks are solid on paper.
    """

    def __init__(
        self, canvas: Canvas, mode: Mode, height: float, apart: Callable[[list[str]], None] | None = None
    ) -> None:
        self._canvas = canvas
        self._mode: Mode = mode
        self._height = height
        self._apart = apart

    def paint(self, marks: Iterable[Mark]) -> None:
        """Paints marks in order. Restores the graphics state, except for the fill color that texts set."""
        marks = tuple(marks)
        drawn = any(isinstance(mark, Shape) for mark in marks)
        if drawn:
            self._canvas.saveState()
            self._canvas.setLineJoin(1)
        self._pen: tuple[object, ...] = ()
        self._brush = ""
        self._sides = set[tuple[str, str]]()
        hatched = any(isinstance(mark, Shape) and mark.fill and resolve(mark.fill, self._mode).hatch for mark in marks)
        self._clear: tuple[Zone, ...] = kept_clear(marks, self._mode in SMALL) if hatched else ()
        self._hatches: dict[tuple[str, str], list[Line]] = {}
        for mark in marks:
            if isinstance(mark, Text):
                self._draw_hatches()
                self._draw_text(mark)
            else:
                self._draw_shape(mark)
        self._draw_hatches()
        if drawn:
            self._canvas.restoreState()

    def _draw_shape(self, shape: Shape) -> None:
        fill, stroke = resolve(shape.fill, self._mode), resolve(shape.stroke, self._mode)
        stroked = bool(stroke.rgb) and shape.width > 0
        if not shape.key.endswith("/fill"):
            self._draw_hatches()
        if not shape.path or not (fill.rgb or stroked):
            return
        if fill.rgb:
            self._set_fill(fill.rgb)
        path = self._path(shape.path, turned=not shape.dash)
        if fill.hatch:
            # White too, as other land may lie below an area.
            self._put(path, "f")
            if hatch := among(fill.hatch, self._clear):
                self._hatches.setdefault((hatch, fill.hatch_rgb), []).extend(strokes(hatch, shape.path, self._clear))
        if stroked:
            self._draw_hatches()
            # Only now: a hatch has a pen of its own.
            dots = dotted(shape.dash)
            wide = line_width(shape.width, self._mode, shape.stroke, dotted=dots)
            self._set_stroke(stroke.rgb, wide, 0 if shape.dash and not dots else 1, shape.dash)
        if stroked or not fill.hatch:
            self._put(path, "f" if not stroked else "B" if fill.rgb and not fill.hatch else "S")

    def _draw_hatches(self) -> None:
        """Draws the hatches of the fills so far. What is only filled meets at its edges, so these can wait: lines run on
        from one fill to the next, and borders follow upon their fills in the file, which packs well."""
        code = list[str]()
        for (name, rgb), lines in self._hatches.items():
            dash, drawn = dashed(name, lines)
            if not drawn:
                continue
            code.append(_pen(rgb, HATCHES[name].width, 0, dash))
            last = ""
            for x1, y1, x2, y2 in drawn:
                start, end = self._point(x1, y1), self._point(x2, y2)
                # The strokes of a wave go on where the last one ends; dashes begin anew.
                code.append(f"{end} l" if start == last and not dash else f"{start} m {end} l")
                last = end
            code.append("S")
        self._hatches.clear()
        if len(code) > MANY and self._apart is not None:
            self._apart([" ".join(code)])
        elif code:
            self._pen = ()
            operators(self._canvas).append(" ".join(code))

    def _put(self, path: str, how: str) -> None:
        """Fills and strokes a path as an operator of PDF says. A path that is moved is as short as one that is not."""
        operators(self._canvas).append(f"{path} {how} Q" if path.startswith("q") else f"{path} {how}")

    def _point(self, x: float, y: float) -> str:
        # A tenth of a point is fine enough for hatches and for corners of maps, and there are thousands of them.
        return f"{x:.1f} {self._height - y:.1f} ".replace(".0 ", " ")[:-1]

    def _path(self, path: Path, *, turned: bool) -> str:
        """A path as operators; `turned`: it may be drawn from its end to its start."""
        if {step[0] for step in path} <= {"M", "L", "Z"}:
            return self._lines(path, turned=turned)
        # From its own first point on, a box is the same as any other of its size, which packs well.
        _, *first = path[0]
        return f"q 1 0 0 1 {first[0]:.2f} {self._height - first[1]:.2f} cm {_from_first_point(path)}"

    def _lines(self, path: Path, *, turned: bool) -> str:
        """Straight lines. Each in the direction in which it was drawn before, as neighbors share their borders: what is
        repeated packs well."""
        rings = list[tuple[list[str], bool]]()
        for letter, *n in path:
            if letter == "M":
                rings.append(([], False))
            if n:
                rings[-1][0].append(self._point(n[0], n[1]))
            else:
                rings[-1] = rings[-1][0], True
        sides = [side for ring, closed in rings for side in pairwise((*ring, ring[0]) if closed else ring)]
        if turned and len(sides) > 1:
            back = [(end, start) for start, end in sides]
            if sum(side in self._sides for side in back) > sum(side in self._sides for side in sides):
                rings, sides = [(ring[::-1], closed) for ring, closed in rings], back
        self._sides.update(sides)
        return " ".join(
            f"{ring[0]} m{''.join(f' {point} l' for point in ring[1:])}{' h' if closed else ''}" for ring, closed in rings
        )

    def _draw_text(self, text: Text) -> None:
        paint = resolve(text.ink, self._mode)
        line = printable(text.text, text.face)
        if not paint.rgb or not line.strip():
            return
        y, code = self._height - text.y, operators(self._canvas)
        x, shown = text.x + start_of(text), self._shown(
            line, text.face, text.size, first_apart=text.key.startswith("number/"))
        around = resolve(halo(text.key, text.ink, self._mode), self._mode)
        if around.rgb:
            self._set_stroke(around.rgb, HALO, 1, ())
            code.append(f"BT {OUTLINE} Tr {x:.2f} {y:.2f} Td {shown} 0 Tr ET")
        self._set_fill(paint.rgb)
        if text.turn:
            turn = math.radians(-text.turn)
            cos, sin = math.cos(turn), math.sin(turn)
            x, y = text.x + cos * start_of(text), y + sin * start_of(text)
            code.append(f"BT {cos:.4f} {sin:.4f} {-sin:.4f} {cos:.4f} {x:.2f} {y:.2f} Tm {shown} ET")
        else:
            code.append(f"BT {x:.2f} {y:.2f} Td {shown} ET")

    def _shown(self, line: str, face: Face, size: float, *, first_apart: bool) -> str:
        """Returns the operators that show a line. ReportLab's text objects take five times as long. first_apart: the first
        word is shown by itself, so that pages can share it."""
        canvas, typeface = self._canvas, pdfmetrics.getFont(font(face))
        points, last, code = f"{size:.2f}".rstrip("0").rstrip("."), "", list[str]()
        at = line.find(" ") + 1 if first_apart else 0
        for piece in filter(None, (line[:at], line[at:])):
            for subset, codes in typeface.splitString(piece, document(canvas)):
                name = typeface.getSubsetInternalName(subset, document(canvas))
                if name != last:
                    code.append(f"{name} {points} Tf")
                code.append(f"({codes.decode('latin-1').translate(ESCAPES)}) Tj")
                last = name
        return " ".join(code)

    def _set_fill(self, rgb: str) -> None:
        if rgb != self._brush:
            operators(self._canvas).append(f"{_shares(rgb)} rg")
            self._brush = rgb

    def _set_stroke(self, rgb: str, width: float, cap: int, dash: tuple[float, ...]) -> None:
        pen = rgb, width, cap, dash
        if pen != self._pen:
            operators(self._canvas).append(_pen(*pen))
            self._pen = pen


@cache
def font(face: Face) -> str:
    """ReportLab's name of a bundled typeface; registers it on first use."""
    file = metrics(face).file
    # Without `asciiReadable` only the characters in use are embedded.
    pdfmetrics.registerFont(TTFont(file.stem, str(file), asciiReadable=0))
    return file.stem


@lru_cache(maxsize=4096)
def _from_first_point(path: Path) -> str:
    """Returns the operators of a path, whose first point is at 0. Most boxes are drawn again on the next sheet."""
    _, *first = path[0]
    left, top = first[0], first[1]
    code = []
    for letter, *n in path:
        ends = (_short(end - left if i % 2 == 0 else top - end) for i, end in enumerate(n))
        code.append(" ".join((*ends, "h" if letter == "Z" else letter.lower())))
    return " ".join(code)


def _pen(rgb: str, width: float, cap: int, dash: tuple[float, ...]) -> str:
    """Returns the operators that set color, width, ends and dashes of lines."""
    dashes = " ".join(f"{length:.2f}".rstrip("0").rstrip(".") for length in dash)
    return f"{_shares(rgb)} RG {width:.3f} w {cap} J [{dashes}] 0 d"


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") if abs(number) >= 0.005 else "0"


@cache
def _shares(rgb: str) -> str:
    """A color as operators take it: the shares of red, green and blue."""
    shares = (f"{int(rgb[i : i + 2], 16) / 255:.3f}".rstrip("0").rstrip(".") for i in (1, 3, 5))
    return " ".join(share.removeprefix("0") or "0" for share in shares)

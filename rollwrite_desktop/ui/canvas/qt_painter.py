"""Turns a display into pixels: marks become Qt paths once and are kept, and only those in the clip are painted.

Decides nothing: inks come from `draw/inks.py`, hatches from `draw/hatch.py`, and text is set as outlines, unhinted,
glyph by glyph, so that the screen shows what the PDF prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import inf

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QLineF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QRawFont,
    QRegion,
    QTransform,
)

from rollwrite_desktop.draw.display import Bounds, Display, Face, Mark, Path, Shape, Text
from rollwrite_desktop.draw.hatch import HATCHES, Zone, among, kept_clear, strokes
from rollwrite_desktop.draw.inks import HALO, HATCHED, SCREEN_MODES, SMALL, Mode, dotted, halo, line_width, resolve
from rollwrite_desktop.draw.trace import bounds, start_of, touches
from rollwrite_desktop.draw.type_metrics import metrics, printable

_KEPT_MARKS = 8000
_KEPT_POINTS = 1_000_000
"""How many points the paths that are kept may have together: some 25 MB. A line of 100 letters has 4,600."""
_GLYPH_SIZE = 1000.0
_HAIR = 1.01
"""A line no wider than this, in pixels, Qt paints in a way of its own."""


class _Prepared(Struct, frozen=True):
    mark: Mark
    path: QPainterPath
    bounds: Bounds
    place: QRectF
    """The same."""
    around: QRect
    """All whole points that it reaches, and one more on each side."""
    straight: bool
    """Whether nothing of the path is a curve."""
    outlines: dict[float, QPainterPath | None]
    """What lines along the path cover, by their width; None for one that was drawn once."""


class QtPainter:
    """Paints displays and remembers the paths of marks it has met, the latest ones. One serves all widgets of a window.
    `points`: how many points these paths have."""

    def __init__(self) -> None:
        self._by_identity: dict[int, _Prepared] = {}
        self._by_mark: dict[Mark, _Prepared] = {}
        self.points = 0

    def paint(self, painter: QPainter, display: Display, mode: Mode, clip: QRectF | None = None) -> int:
        """Paints the marks that touch `clip` (in the display's points; None: all) and returns how many there were.

        The painter's transform maps points to pixels; its clip is the caller's, and so is erasing what stood
        there if the display paints no paper of its own.
        """
        return self.paint_marks(painter, display.marks, mode, clip)

    def paint_marks(self, painter: QPainter, marks: Iterable[Mark], mode: Mode, clip: QRectF | None = None) -> int:
        """As `paint`, for some marks only."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = None if clip is None else (clip.left(), clip.top(), clip.right(), clip.bottom())
        painted = 0
        marks = tuple(marks)
        clear = kept_clear(marks, mode in SMALL) if mode in HATCHED else ()
        scale = painter.deviceTransform().m11() if isinstance(painter.device(), QImage) else 0.0  # not what is printed
        hair = _HAIR / scale if scale > 0 else inf
        for mark in marks:
            ready = self._by_identity.get(id(mark)) or self._prepared(mark)
            if area is not None and not touches(ready.bounds, area):
                continue
            painted += 1
            if isinstance(mark, Text):
                around = _pen(halo(mark.key, mark.ink, mode), HALO, (), mode)
                if around is not None:
                    painter.strokePath(ready.path, around)
                _fill(painter, ready, mark.ink, mode, ())
            else:
                if mark.fill:
                    _fill(painter, ready, mark.fill, mode, clear)
                pen = _pen(mark.stroke, mark.width, mark.dash, mode) if mark.stroke else None
                if pen is not None:
                    self._stroke(painter, ready, pen, hair)
        return painted

    def _stroke(self, painter: QPainter, ready: _Prepared, pen: QPen, hair: float) -> None:
        """Draws a line along a path. What one of straight lines that is wider than `hair` covers is kept when it is drawn
        again, and filled: the same pixels, sooner."""
        wide = pen.widthF()
        if wide <= hair or not ready.straight or wide not in ready.outlines:
            ready.outlines.setdefault(wide)
            painter.strokePath(ready.path, pen)
            return
        outline = ready.outlines[wide]
        if outline is None:
            outline = ready.outlines[wide] = QPainterPathStroker(pen).createStroke(ready.path)
            self.points += outline.elementCount()
        painter.fillPath(outline, pen.brush())

    def reach(self, mark: Mark) -> Bounds:
        """Returns the rectangle in points that holds all the ink of a mark: what to update when it changes."""
        ready = self._by_identity.get(id(mark)) or self._prepared(mark)
        return ready.bounds

    def touching(self, marks: Iterable[Mark], areas: Iterable[QRectF]) -> list[Mark]:
        """Those marks whose ink may reach into one of the areas, in points. All marks of a sheet are looked at each time."""
        known, region = self._by_identity, QRegion()
        for area in areas:
            region += area.toAlignedRect()
        touched = region.intersects
        return [mark for mark in marks if touched((known.get(id(mark)) or self._prepared(mark)).around)]

    def place(self, mark: Mark) -> QRectF:
        """Returns what `reach` does as a rectangle of Qt, the same one each time."""
        return (self._by_identity.get(id(mark)) or self._prepared(mark)).place

    def image(self, display: Display, mode: Mode, scale: float = 1.0, ratio: float = 1.0, bare: bool = False) -> QImage:
        """Returns the display as a picture: `scale` logical pixels to the point, `ratio` physical to the logical pixel.

        Its background is the paper, or nothing if `bare`.
        """
        wide, high = (max(1, round(length * scale * ratio)) for length in display.size)
        image = QImage(QSize(wide, high), QImage.Format.Format_ARGB32_Premultiplied)
        paper = QColor(resolve("paper", mode).rgb or "#ffffff")
        image.fill(QColor(Qt.GlobalColor.transparent) if bare else paper)
        painter = QPainter(image)
        painter.scale(scale * ratio, scale * ratio)
        self.paint(painter, display, mode)
        painter.end()
        image.setDevicePixelRatio(ratio)
        return image

    def _prepared(self, mark: Mark) -> _Prepared:
        ready = self._by_identity.get(id(mark))
        if ready is not None:
            return ready
        known = self._by_mark.get(mark)
        if known is None:
            path = text_path(mark) if isinstance(mark, Text) else shape_path(mark)
            self.points += path.elementCount()
            if len(self._by_mark) >= _KEPT_MARKS or self.points > _KEPT_POINTS:
                self._by_mark.clear()
                self._by_identity.clear()
                self.points = path.elementCount()
            left, top, right, bottom = reach = _reach(mark)
            place = QRectF(left, top, right - left, bottom - top)
            around = QRect(int(left) - 1, int(top) - 1, int(right - left) + 4, int(bottom - top) + 4)
            straight = isinstance(mark, Shape) and all(step[0] != "C" for step in mark.path)
            known = self._by_mark[mark] = _Prepared(mark, path, reach, place, around, straight, {})
        if len(self._by_identity) >= _KEPT_MARKS:
            self._by_identity.clear()
        # The entry keeps its own mark alive, so that no other can be given the same identity.
        ready = self._by_identity[id(mark)] = replace(known, mark=mark)
        return ready


def _reach(mark: Mark) -> Bounds:
    """Returns the bounds of a mark, its lines as thick as any mode has them."""
    left, top, right, bottom = bounds(mark)
    wide = mark.width if isinstance(mark, Shape) and mark.stroke else 0.0
    more = _thicker(wide)
    return left - more, top - more, right + more, bottom + more


@cache
def _thicker(wide: float) -> float:
    """How far a line of this width reaches beyond itself at most, on each side, in any mode."""
    return max(line_width(wide, mode) - wide for mode in SCREEN_MODES) / 2


def shape_path(shape: Shape) -> QPainterPath:
    """A shape's path in points."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for letter, *numbers in shape.path:
        if letter == "M":
            path.moveTo(*numbers)
        elif letter == "L":
            path.lineTo(*numbers)
        elif letter == "C":
            path.cubicTo(*numbers)
        else:
            path.closeSubpath()
    return path


def text_path(text: Text) -> QPainterPath:
    """Returns the outlines of a text where it stands, in points."""
    size = text.size / _GLYPH_SIZE
    widths = metrics(text.face).widths
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    x = start_of(text) / size if text.size else 0.0
    for character in printable(text.text, text.face):
        path.addPath(_glyph(character, text.face).translated(x, 0.0))
        x += widths[character] * _GLYPH_SIZE
    return QTransform().translate(text.x, text.y).rotate(text.turn).scale(size, size).map(path)


@cache
def _raw_font(face: Face) -> QRawFont:
    font = QRawFont(str(metrics(face).file), _GLYPH_SIZE, QFont.HintingPreference.PreferNoHinting)
    if not font.isValid():
        raise OSError(f"{metrics(face).file}: not a typeface that Qt can read.")
    return font


@cache
def _glyph(character: str, face: Face) -> QPainterPath:
    font = _raw_font(face)
    return font.pathForGlyph(font.glyphIndexesForString(character)[0])


def _fill(painter: QPainter, ready: _Prepared, ink: str, mode: Mode, clear: Sequence[Zone]) -> None:
    """Fills a path; its hatch, if it has one, keeps clear of some rectangles."""
    brush = _brush(ink, mode)
    if brush is None:
        return
    painter.fillPath(ready.path, brush)
    paint, shape = resolve(ink, mode), ready.mark
    if not paint.hatch:
        return
    hatch = among(paint.hatch, clear)
    if hatch and isinstance(shape, Shape):
        pen = QPen(QColor(paint.hatch_rgb), HATCHES[hatch].width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        near = tuple(zone for zone in clear if touches(zone.around, ready.bounds))
        painter.drawLines(_hatch_lines(hatch, shape.path, near))


@lru_cache(maxsize=256)
def _hatch_lines(name: str, path: Path, clear: tuple[Zone, ...]) -> list[QLineF]:
    """Returns the lines of a hatch in a path, in points; those of a few sheets are kept, as they are painted often."""
    return [QLineF(*line) for line in strokes(name, path, clear)]


@cache
def _brush(ink: str, mode: Mode) -> QBrush | None:
    paint = resolve(ink, mode)
    return QBrush(_color(paint.rgb, paint.opacity)) if paint.rgb else None


@cache
def _pen(ink: str, width: float, dash: tuple[float, ...], mode: Mode) -> QPen | None:
    paint = resolve(ink, mode)
    if not paint.rgb or width <= 0:
        return None
    dots = dotted(dash)
    width = line_width(width, mode, ink, dotted=dots)
    pen = QPen(_color(paint.rgb, paint.opacity), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if dash and not dots else Qt.PenCapStyle.RoundCap)
    if dash:
        # Qt paints no dash of length 0.
        pen.setDashPattern([max(length, 0.01) / width for length in dash])
    return pen


def _color(rgb: str, opacity: float) -> QColor:
    color = QColor(rgb)
    color.setAlphaF(opacity)
    return color

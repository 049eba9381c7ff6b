"""The map in the middle of the room: the data as it is, or the sheet drawn from it. Taps choose areas, drags move boxes
and bend outlines and lines.

Over the data a drag chooses everything in a rectangle. With keys: arrows go from area to area, Enter chooses, Escape puts
all down; Ctrl and an arrow choose a line from the area, or a corner of the outline; Alt and an arrow move that, or the box,
or the rectangle; Shift and an arrow begin one and make it larger or smaller.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box, polygon, polyline
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps import bending
from rollwrite_desktop.maps.values import Survey
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.sheet.sheet import Point, Rect, Region, Ring, Sheet, Space, bounding_box, inside, segment_distance
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.cursor import Cursor
from rollwrite_desktop.ui.canvas.sheet_view import SheetView

PAGE = (720.0, 540.0)
_EDGE = 16.0
_DRAG = 8.0
_STEP = 9.0
"""Points that a key moves a box."""
_LABEL = 7.0
_REACH, _RING = 9.0, 5.0
"""Pixels to an outline or a line that is dragged, and points of the ring round a corner."""
_KEYS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}


class MapView(SheetView):
    """`toggled` carries an area that was tapped; `swept` those in a rectangle and the rectangle itself, in points; `moved` a
    code and where the middle of its box is to be, in points; `bent` a code, where its outline is taken hold of, and where
    that place is to be; `turned` a link and where its line is to turn; `hold_taken` says which corner or line was chosen
    by keys; `window_keyed` steps to the right and down by which the rectangle is to be moved (True) or made larger.
    `cleared`: nothing is to be chosen any more. awaited: what was dragged and is not drawn yet, each as `_dragged_now` gives
    it."""

    toggled = Signal(str)
    swept = Signal(object, object)
    moved = Signal(str, float, float)
    bent = Signal(str, object, object)
    turned = Signal(object, object)
    hold_taken = Signal(str)
    window_keyed = Signal(int, int, bool)
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__(_nothing())
        self._place = (0.0, 0.0, 1.0)
        self._rings: dict[str, tuple[Ring, ...]] = {}
        self._dragged = self._bending = ""
        self._pulled: tuple[str, str] | None = None
        self._grasped: tuple[str, str, Point] | None = None
        self._nudged: tuple[Sheet, Point] | None = None
        self._from: QPointF | None = None
        self._chosen = False
        self._to: QPointF | None = None
        self.awaited: dict[object, tuple[QPainterPath, bool]] = {}
        self.spot_tapped.connect(self._take)
        self.describe = self._describe

    def _describe(self, spot: str) -> str:
        space = self.sheet.space.get(spot)
        return f"{space.name} ({spot})" if space is not None and space.name != spot else spot

    # ------------------------------------------------------------------ showing

    def show_sheet(self, sheet: Sheet, chosen: Collection[str], *, awaiting: bool = False) -> None:
        """A drawn sheet, with areas chosen, by codes. `awaiting`: it is being drawn anew, and what was dragged stays in
        sight where it was left."""
        self._chosen = bool(chosen)
        if self.awaited and not awaiting:
            self.awaited.clear()
            self.update()  # where the sheet is as it was, too
        game = GAMES[sheet.game]
        self._lay(sheet, {})
        blank = game.play.guide(game.play.rules(sheet, options_of(game))).blank()
        rings = (
            Shape(f"chosen/{code}", polygon(sheet.space[code].outline), "", "legal", 4.0)
            for code in chosen if code in sheet.space
        )
        boxes = (
            Shape(f"chosen/{code}/box", box(r.x, r.y, r.w, r.h, 4.0), "legal.fill", "legal", 2.0)
            for code in chosen if code in sheet.space for r in (sheet.space[code].writing,)
        )
        self.show_display(Display(blank.size, (*blank.marks, *rings, *boxes, *self._focus())))

    def show_nothing(self) -> None:
        """An empty page."""
        self._chosen = False
        self._lay(_nothing(), {})
        self.show_display(Display(PAGE, (Shape("paper", box(0, 0, *PAGE), fill="paper"),)))

    def show_survey(
        self, survey: Survey, kept: Collection[str], chosen: Collection[str], window: Rect | None = None,
        taken: Rect | None = None,
    ) -> None:
        """Shows the data as it is: areas that are kept, others pale; a line round what is not cut off, and round the
        rectangle that is `taken`, on the survey's plane."""
        self._chosen = bool(chosen) or taken is not None
        scale = min((PAGE[0] - 2 * _EDGE) / (survey.size[0] or 1), (PAGE[1] - 2 * _EDGE) / (survey.size[1] or 1))
        left, top = ((PAGE[k] - survey.size[k] * scale) / 2 for k in (0, 1))

        def placed(ring: Ring) -> Ring:
            return tuple((left + x * scale, top + y * scale) for x, y in ring)

        self._place = (left, top, scale)
        rings = {piece.key: tuple(placed(ring) for ring in piece.rings) for piece in survey.pieces}
        spaces = tuple(
            Space(piece.key, piece.name, "blue", rings[piece.key][0], bounding_box(rings[piece.key][0]),
                  placed((piece.middle,))[0])
            for piece in survey.pieces
        )
        self._lay(_sheet(spaces), rings)
        marks = [*_survey_marks(spaces, rings, kept, chosen)]
        for rect, name, wide in ((window, "window", 1.2), (taken, "taken", 2.4)):
            if rect is not None:
                (x, y), (right, foot) = placed(((rect.x, rect.y), (rect.x + rect.w, rect.y + rect.h)))
                marks.append(Shape(name, box(x, y, right - x, foot - y), "", "legal", wide, dash=(5.0, 3.0)))
        self.show_display(Display(PAGE, (*marks, *self._focus())))

    def _focus(self) -> Iterator[Mark]:
        """Where the keyboard's cursor is, and the corner or the line that was chosen by keys."""
        space = self.sheet.space.get(self.cursor_spot)
        if space is not None and self.hasFocus():
            yield Shape("focus", polygon(space.outline), stroke="focus", width=3.0, dash=(6.0, 4.0))
            if (held := self._in_hand) is not None:
                x, y = held[1]
                if held[0]:
                    yield Shape("line", polyline(self.sheet.way(space.id, held[0])), stroke="focus", width=3.0)
                yield Shape("corner", box(x - _RING, y - _RING, 2 * _RING, 2 * _RING, _RING), "paper", "focus", 2.5)

    def bring_near(self, x: float, y: float) -> None:
        """Brings a point of the survey's plane into sight, if the map is magnified."""
        left, top, scale = self._place
        point = QPointF(left + x * scale, top + y * scale)
        if not QRectF(self.rect()).contains(self.canvas.transform.map(point)):
            self.canvas.pan(QPointF(self.rect().center()) - self.canvas.transform.map(point))
            self.update()

    def in_survey(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page on the plane of the survey that is shown."""
        left, top, scale = self._place
        return (x - left) / scale, (y - top) / scale

    def _lay(self, sheet: Sheet, rings: dict[str, tuple[Ring, ...]]) -> None:
        self._rings = rings
        if sheet.spaces == self.sheet.spaces and sheet.hash == self.sheet.hash:
            return
        spot = self.cursor_spot
        self.awaited.clear()
        self.sheet, self.keys = sheet, Cursor(sheet)
        self.cursor_spot = spot if spot in sheet.space else ""

    def spot_at(self, place: QPointF, slop: float = 0.0) -> str:
        x, y = self.canvas.points(place)
        if not self._rings:
            spot = super().spot_at(place, slop)
            return spot if spot in self.sheet.space else ""
        return next((key for key, rings in self._rings.items() if any(inside(ring, x, y) for ring in rings)), "")

    def _take(self, spot: str) -> None:
        """An area is tapped: keys go on from there."""
        if spot:
            self.move_cursor(spot)
        self.toggled.emit(spot)

    # ------------------------------------------------------------------ dragging

    def _press(self, place: QPointF, slop: float) -> None:
        super()._press(place, slop)
        self._from = place
        x, y = self.canvas.points(place)
        self._dragged = next(
            (space.id for space in self.sheet.spaces if space.writing.distance(x, y) == 0), "") if not self._rings else ""
        free = not self._rings and not self._dragged
        self._pulled = self._line_at(x, y) if free else None
        self._bending = self._outline_at(x, y) if free and not self._pulled else ""

    def _line_at(self, x: float, y: float) -> tuple[str, str] | None:
        """Returns the link whose line is nearest to a point, within reach of a finger's slip."""
        reach = _REACH / self.canvas.transform.m11()
        links = self.sheet.links if self.sheet.joined == "lines" else ()
        found = min(((segment_distance(a, b, x, y), link)
                     for link in links for a, b in pairwise(self.sheet.way(*link))), default=None)
        return found[1] if found is not None and found[0] < reach else None

    def _outline_at(self, x: float, y: float) -> str:
        """Returns the area whose outline is nearest to a point, within reach of a finger's slip, or ""."""
        reach = _REACH / self.canvas.transform.m11()
        found = min(((segment_distance(a, b, x, y), space.id)
                     for space in self.sheet.spaces for a, b in _edges(space.outline)), default=(reach, ""))
        return found[1] if found[0] < reach else ""

    def _slide(self, place: QPointF, slop: float) -> None:
        if self._from is None or not (self._dragged or self._bending or self._pulled or self._rings):
            super()._slide(place, slop)
            return
        if self._to is None and max(abs((place - self._from).x()), abs((place - self._from).y())) < _DRAG:
            return
        self._set_pressed("")
        self._holding.stop()
        self._to = place
        self.update()

    def _release(self, place: QPointF, slop: float) -> None:
        start, end, dragged, bending, pulled = self._from, self._to, self._dragged, self._bending, self._pulled
        left = self._dragged_now() if start is not None and end is not None else None
        super()._release(place, slop)
        if start is None or end is None or left is None:
            return
        if dragged or bending:
            self._hold(None)
            self.move_cursor(dragged or bending)
        if not self._rings:
            self.awaited[dragged or pulled or (bending, self._grasped_at(bending, start))] = left
        if dragged:
            x, y = self._box_at(dragged, start, end)
            self.moved.emit(dragged, x, y)
        elif pulled is not None:
            self.turned.emit(pulled, self.canvas.points(end))
        elif bending:
            self.bent.emit(bending, self.canvas.points(start), self.canvas.points(end))
        else:
            (x0, y0), (x1, y1) = self.canvas.points(start), self.canvas.points(end)
            rect = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
            self.swept.emit([
                space.id for space in self.sheet.spaces if rect.distance(*space.label) == 0
            ], rect)

    def _dragged_now(self) -> tuple[QPainterPath, bool]:
        """Returns what is being dragged, in points, as it would be, and whether it is an area; else it is a line."""
        assert self._from is not None and self._to is not None
        path = QPainterPath()
        if self._bending or self._pulled:
            path.addPolygon(QPolygonF(self._bent_line()))
            return path, False
        start, end = (QPointF(*self.canvas.points(each)) for each in (self._from, self._to))
        if self._dragged:
            r = self.sheet.space[self._dragged].writing
            path.addRoundedRect(QRectF(r.x, r.y, r.w, r.h).translated(end - start), 4, 4)
        else:
            path.addRect(QRectF(start, end).normalized())
        return path, True

    def _bent_line(self) -> list[QPointF]:
        """Returns the outline or the line that is being dragged, in points, as it would be."""
        assert self._from is not None and self._to is not None
        if self._pulled is not None:
            one, *_, other = self.sheet.way(*self._pulled)
            return [QPointF(*point) for point in (one, self.canvas.points(self._to), other)]
        corner, to = self._grasped_at(self._bending, self._from), self.canvas.points(self._to)
        rings = {space.id: bending.bent(space.outline, {corner: corner}) for space in self.sheet.spaces}
        moved = bending.moves(rings, corner, to, bending.reach(corner, to))
        bent = bending.bent(rings[self._bending], moved)
        return [QPointF(*point) for point in (*bent, bent[0])]

    def _grasped_at(self, code: str, place: QPointF) -> Point:
        """The corner of an outline that is taken hold of at a place of the view, in points."""
        return bending.grasped(self.sheet.space[code].outline, self.canvas.points(place))

    def _box_at(self, code: str, start: QPointF, end: QPointF) -> tuple[float, float]:
        """Where the middle of a box is that was dragged from one place of the view to another, in points."""
        (x0, y0), (x1, y1) = self.canvas.points(start), self.canvas.points(end)
        x, y = self.sheet.space[code].writing.center
        return x + x1 - x0, y + y1 - y0

    def _cancel(self) -> None:
        self._from = self._to = self._pulled = None
        self._dragged = self._bending = ""
        self.update()
        super()._cancel()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        dragged = [*self.awaited.values()]
        if self._from is not None and self._to is not None:
            dragged.append(self._dragged_now())
        if not dragged:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tint = theme.color("accent")
        area, line = QPen(tint, 2), QPen(tint, 3, Qt.PenStyle.DashLine)
        tint.setAlphaF(0.2)
        for path, is_area in dragged:
            painter.setPen(area if is_area else line)
            painter.setBrush(tint if is_area else Qt.BrushStyle.NoBrush)
            painter.drawPath(self.canvas.transform.map(path))
        painter.end()

    # ------------------------------------------------------------------ keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = _KEYS.get(Qt.Key(event.key()))
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        at_area = self.cursor_spot in self.sheet.space and not self._rings
        if event.key() == Qt.Key.Key_Escape and self._in_hand is not None:
            self._hold(None)
        elif way is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier and at_area:
            self._hold_next(sum(way))
        elif way is not None and alt and at_area and self._in_hand is not None:
            self._nudge(*self._in_hand, way)
        elif event.key() == Qt.Key.Key_Escape and (self._chosen or self._from is not None):
            self.cleared.emit()
        elif way is not None and (alt or shift) and self._rings:
            self.window_keyed.emit(*way, alt)
        elif way is not None and alt and at_area:
            x, y = self.sheet.space[self.cursor_spot].writing.center
            self.moved.emit(self.cursor_spot, x + _STEP * way[0], y + _STEP * way[1])
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _handles(self) -> list[tuple[str, Point]]:
        """Returns all that can be taken hold of around the cursor: with the area that it leads to, each line where it turns
        or may, then the corners of the outline, which are many."""
        spot = self.cursor_spot
        corners = [("", corner) for corner in self.sheet.space[spot].outline]
        if self.sheet.joined != "lines":
            return corners
        ways = ((other, self.sheet.way(spot, other)) for other in self.sheet.neighbors[spot])
        return [*((other, way[1] if len(way) > 2 else _middle(*way)) for other, way in ways), *corners]

    def _hold_next(self, by: int) -> None:
        """Takes hold of the next of the handles, or of the one before."""
        handles = self._handles()
        now = handles.index(self._in_hand) if self._in_hand is not None else -1 if by > 0 else 0
        n = (now + by) % len(handles)
        self._hold(handles[n])
        other, lines = handles[n][0], sum(bool(line) for line, _ in handles)
        self.hold_taken.emit(tr("Line to {name}.", name=self.sheet.space[other].name) if other
                       else tr("Corner {n} of {all}.", n=n - lines + 1, all=len(handles) - lines))

    @property
    def _in_hand(self) -> tuple[str, Point] | None:
        """The handle that was chosen."""
        if self._grasped is None or self._grasped[0] != self.cursor_spot or self._rings or (
                self.cursor_spot not in self.sheet.space):
            return None
        _, line, place = self._grasped
        same = (handle for handle in self._handles() if handle[0] == line)
        return min(same, key=lambda handle: math.dist(handle[1], place), default=None)

    def _nudge(self, line: str, place: Point, way: tuple[int, int]) -> None:
        """Moves the handle that is held by a step."""
        start = x, y = place
        if self._nudged is not None and self._nudged[0] is self.sheet and self._grasped is not None:
            start, (x, y) = self._nudged[1], self._grasped[2]  # the press before is not drawn yet
        end = x + _STEP * way[0], y + _STEP * way[1]
        self._grasped, self._nudged = (self.cursor_spot, line, end), (self.sheet, start)
        if line:
            self.turned.emit((min(line, self.cursor_spot), max(line, self.cursor_spot)), end)
        else:
            self.bent.emit(self.cursor_spot, start, end)

    def refuse(self) -> None:
        """Leaves what was moved by keys where it is: the next press begins there again."""
        self._nudged = None

    def _hold(self, handle: tuple[str, Point] | None) -> None:
        self._grasped = (self.cursor_spot, *handle) if handle is not None else None
        self._nudged = None
        self.focus_moved.emit(self.cursor_spot)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """Yields the pieces of an outline from corner to corner, the last one first."""
    return zip((ring[-1], *ring), ring, strict=False)


def _survey_marks(
    spaces: Collection[Space], rings: dict[str, tuple[Ring, ...]], kept: Collection[str], chosen: Collection[str]
) -> Iterator[Mark]:
    yield Shape("paper", box(0, 0, *PAGE), fill="paper")
    for stage in (False, True):  # what is chosen over all others
        for space in spaces:
            if (space.id in chosen) is not stage:
                continue
            fill = "region.yellow" if stage else "region.blue.soft" if space.id in kept else ""
            for n, ring in enumerate(rings[space.id]):
                yield Shape(f"area/{space.id}/{n}", polygon(ring), fill, "legal" if stage else
                            "inner" if space.id in kept else "faint", 1.6 if stage else 0.5)
    taken: list[Rect] = []
    for space in sorted(spaces, key=lambda space: -space.writing.w * space.writing.h):
        wide = width(space.name, "text", _LABEL)
        x, y = space.label
        place = Rect(x - wide / 2, y - _LABEL / 2, wide, _LABEL)
        # A name that has no room is left out: it is said of an area that is chosen, and in its tool tip.
        if wide <= 1.3 * space.writing.w and not any(_overlap(place, other) for other in taken):
            taken.append(place)
            ink = "text" if space.id in kept or space.id in chosen else "faint"
            yield Text(f"name/{space.id}", x, y + _LABEL / 3, space.name, "text", _LABEL, ink, "middle")


def _overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def _sheet(spaces: tuple[Space, ...]) -> Sheet:
    """Returns the areas of a survey as if they were a sheet, for taps and keys."""
    return Sheet(
        id="", game="", title=tr("Map data"), version=1, size=PAGE, regions=(Region("blue", "Areas", "A"),), spaces=spaces,
        links=(), corner_links=(), boxes=(), decor=(), source="", licence="",
    )


def _nothing() -> Sheet:
    return _sheet(())

"""Drawing on the sheets of map games: pencil marks, crossed-off boxes, highlights, and rings and lines that point at spots.

A game has one `MapStyle`: how its empty sheet looks, what a mark looks like in a space, and how spots are pointed at.
Everything here returns marks in the order in which they are painted; nothing is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Report
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, box, polyline
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.strokes import caption, circled, cross, star, strike, tag, written
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.play.blank_cache import Drawing, kept
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, Space

ROUNDING = 4.0
"""Radius of the corners of rings round boxes, in points."""
BOX_FOCUS_WIDTH = 2.4
GHOST, GHOST_WIDTH = 0.17, 1.2
"""Half the side of the small X that stands where an X would go, as part of the space's square; its width, in points."""


# ---------------------------------------------------------------------- what is written


def pencil_mark(
    key: str, held: str, room: Rect, ink: str, *, fill: float = 0.66, ring: Rect | None = None, weight: float = 1.3
) -> Iterator[Mark]:
    """A number, X or star (`*`) within `room`, its height `fill` of the room's; a circled one with a ring within `ring`
    (the same room unless given), `weight` points thick."""
    what = content(held)
    if what == "X":
        yield from cross(key, room, ink)
    elif what == "*":
        yield Shape(key, star(*room.center, 0.36 * room.h), fill=ink)
    elif what:
        yield written(key, what, room, ink, fill=fill)
    if is_circled(held):
        yield from circled(f"{key}/ring", ring or room, ink, weight)


def in_square(space: Space, held: str, ink: str) -> Iterator[Mark]:
    """A mark in the square of a space; a circled number is a little smaller."""
    yield from pencil_mark(f"mark/{space.id}", held, space.writing, ink, fill=0.56 if is_circled(held) else 0.66)


def crossed_off(sheet: Sheet, group: str, count: int) -> Iterator[Mark]:
    """Yields the first `count` boxes of a group, crossed off."""
    for item in sheet.group(group)[: max(0, count)]:
        yield from strike(f"mark/{item.id}", item.rect)


def player_name(sheet: Sheet, name: str, margin: float = 4.0) -> Iterator[Mark]:
    """Yields the player's name in the box `player`, `margin` points from its sides."""
    field = sheet.box.get("player")
    if name and field is not None:
        r = field.rect
        room = Rect(r.x + margin, r.y, r.w - 2 * margin, r.h)
        yield caption("mark/player", name, room, "hand", min(19.0, 0.95 * r.h), "pencil")


def number_in_box(sheet: Sheet, spot: str, number: int, ink: str = "pencil_new", fill: float = 0.6) -> Iterator[Mark]:
    """A number written in a box, if the sheet has that box."""
    field = sheet.box.get(spot)
    if field is not None:
        yield written(f"mark/{spot}", str(number), field.rect, ink, fill=fill)


def highlighted(marks: Iterable[Mark], widths: Mapping[str, float]) -> list[Mark]:
    """Returns the marks, with the shapes whose keys stand in `widths` highlighted, their borders that many points wide."""
    return [_lit(item, widths[item.key]) if item.key in widths and isinstance(item, Shape) else item for item in marks]


@lru_cache(maxsize=4096)
def _lit(item: Shape, width: float) -> Shape:
    """Returns a highlighted shape, made once: the same ones are lit up again and again."""
    return replace(item, fill="legal.fill", stroke="legal", width=width)


def ghost_crosses(sheet: Sheet, spaces: Iterable[str]) -> Iterator[Mark]:
    """A small X in each space where a tap would mark one, so that it does not look like a place for a number; keys begin
    `ghost/OH`."""
    for space in sorted(spaces):
        x, y = sheet.space[space].writing.center
        reach = GHOST * min(sheet.space[space].writing.w, sheet.space[space].writing.h)
        for way in (1, -1):
            path = polyline(((x - reach, y - way * reach), (x + reach, y + way * reach)))
            yield Shape(f"ghost/{space}/{'down' if way > 0 else 'up'}", path, stroke="legal", width=GHOST_WIDTH)


# ---------------------------------------------------------------------- pointing at spots


def spot_rect(sheet: Sheet, spot: str) -> Rect:
    """Returns the square of a space, or the rectangle of a box."""
    return sheet.space[spot].writing if spot in sheet.space else sheet.box[spot].rect


def box_outline(sheet: Sheet, spot: str, grow: float = 0.0) -> Path:
    """A rounded rectangle round a spot, `grow` points outside it."""
    r = spot_rect(sheet, spot)
    return box(r.x - grow, r.y - grow, r.w + 2 * grow, r.h + 2 * grow, ROUNDING + grow)


def box_line(sheet: Sheet, a: str, b: str) -> Path:
    """A line between two spots, from border to border, so that it crosses no number."""
    one, two = spot_rect(sheet, a), spot_rect(sheet, b)
    return polyline((_edge(one, two.center), _edge(two, one.center)))


def _edge(rect: Rect, towards: Point) -> Point:
    x, y = rect.center
    dx, dy = towards[0] - x, towards[1] - y
    reach = max(abs(dx) / (rect.w / 2), abs(dy) / (rect.h / 2), 1.0)
    return x + dx / reach, y + dy / reach


def box_corner(sheet: Sheet, spot: str, inset: float = 1.0) -> Point:
    """A point `inset` points within the upper right corner of a spot."""
    r = spot_rect(sheet, spot)
    return r.x + r.w - inset, r.y + inset


@lru_cache(maxsize=4096)
def _kept_mark(draw: Callable[[Space, str, str], Iterable[Mark]], space: Space, mark: str, ink: str) -> tuple[Mark, ...]:
    """Returns what a mark looks like, drawn once: every stroke shows all marks of a sheet anew."""
    return tuple(draw(space, mark, ink))


class MapStyle(Struct, frozen=True):
    """How a game's sheets look, and how their spots are pointed at. Widths and lengths are in points.

    face: the empty sheet. mark: what a mark looks like in a space, with which ink. outline: the path round a spot, so many
    points outside it. line: the path that joins two spots in conflict, None where none is drawn. corner: where the number
    of a finding stands at a spot. claim: the box in which the claimed score is written; part: the box of the part of it that
    a finding speaks of, "" where it is not known. joined: the rules whose findings are about two spots to be joined.
    focus_width, focus_grow: how wide the cursor at a space is, and how far outside its path; less than 0 is within it, where
    it covers no code beside the space.
    """

    face: Drawing = field(default=kept(blank_map))
    mark: Callable[[Space, str, str], Iterable[Mark]] = in_square
    outline: Callable[[Sheet, str, float], Path] = box_outline
    line: Callable[[Sheet, str, str], Path | None] = box_line
    corner: Callable[[Sheet, str], Point] = box_corner
    claim: str = "total"
    part: Callable[[Sheet, Finding], str] = lambda *_: ""
    joined: frozenset[str] = frozenset()
    ring_width: float = 2.2
    line_width: float = 2.2
    finding_width: float = 1.8
    focus_width: float = BOX_FOCUS_WIDTH
    focus_grow: float = -2.8

    def blank(self, sheet: Sheet) -> Display:
        """Returns the empty sheet."""
        return Display(sheet.size, self.face(sheet))

    def pencil(self, sheet: Sheet, held: Mapping[str, str], latest: Iterable[str] = ()) -> Iterator[Mark]:
        """Yields the marks on a sheet by space; those of the `latest` spaces in fresh pencil."""
        for space in sheet.spaces:
            mark = held.get(space.id, "")
            if mark:
                yield from _kept_mark(self.mark, space, mark, "pencil_new" if space.id in latest else "pencil")

    def played(
        self, sheet: Sheet, marks: Iterable[Mark], widths: Mapping[str, float], conflicts: Iterable[str], focus: str,
        crossing: Iterable[str] = (),
    ) -> Display:
        """Returns the sheet with marks on it; `widths` are highlights (see `highlighted`), of which the `crossing` spaces
        take an X; the `conflicts` spots are ringed and joined, the spot in `focus` has the keyboard's cursor."""
        face = highlighted(self.face(sheet), widths)
        ghosts = ghost_crosses(sheet, crossing)
        return Display(sheet.size, (*face, *ghosts, *marks, *self.conflicts(sheet, conflicts), *self.focus(sheet, focus)))

    def entered(
        self, sheet: Sheet, marks: Iterable[Mark], report: Report | None, chosen: str, among: Iterable[str]
    ) -> Display:
        """A re-entered sheet: findings ringed and numbered in the report's order, `among` places ringed more strongly, the
        cursor at `chosen`."""
        findings = self._findings(sheet, report, among)
        return Display(sheet.size, (*self.face(sheet), *marks, *findings, *self.focus(sheet, chosen)))

    def spots(self, sheet: Sheet, where: str) -> Iterator[str]:
        """Yields the spots that a finding's place means: a space, a box, all boxes of a group, the box of the claim or its
        part."""
        if where in sheet.space or where in sheet.box:
            yield where
        elif where.partition(":")[0] == "claimed":
            part = where.partition(":")[2]
            yield from [spot for spot in (part, f"score/{part}", self.claim) if spot in sheet.box][:1]
        elif where.startswith("box:"):
            yield from (item.id for item in sheet.group(where.removeprefix("box:")))

    def ring(self, sheet: Sheet, key: str, spot: str, ink: str, width: float, grow: float = 0.0) -> Shape:
        """A ring round a spot."""
        return Shape(key, self.outline(sheet, spot, grow), stroke=ink, width=width)

    def conflicts(
        self, sheet: Sheet, spots: Iterable[str], key: str = "trouble", ink: str = "conflict"
    ) -> Iterator[Mark]:
        """Spots ringed; two of them are joined by a line."""
        known = [spot for spot in dict.fromkeys(spots) if spot in sheet.space or spot in sheet.box]
        path = self.line(sheet, *known) if len(known) == 2 else None
        if path is not None:
            yield Shape(f"{key}/line", path, stroke=ink, width=self.line_width)
        for spot in known:
            yield self.ring(sheet, f"{key}/{spot}", spot, ink, self.ring_width)

    def focus(self, sheet: Sheet, spot: str) -> Iterator[Mark]:
        """Yields the keyboard's cursor at a spot."""
        if spot in sheet.space or spot in sheet.box:
            width = self.focus_width if spot in sheet.space else BOX_FOCUS_WIDTH
            yield self.ring(sheet, "focus", spot, "focus", width, self.focus_grow)

    def _spots_of(self, sheet: Sheet, finding: Finding) -> tuple[str, ...]:
        """Returns the spots of a finding."""
        part = self.part(sheet, finding) if finding.where == ("claimed",) else ""
        return (part,) if part else tuple(spot for where in finding.where for spot in self.spots(sheet, where))

    def _findings(self, sheet: Sheet, report: Report | None, among: Iterable[str]) -> Iterator[Mark]:
        tags: dict[str, list[int]] = {}
        for number, finding in enumerate(report.distinct if report else (), 1):
            ink = "mistake" if finding.verdict == "broken" else "unproved"
            spots = self._spots_of(sheet, finding)
            path = self.line(sheet, *spots) if finding.rule in self.joined and len(spots) == 2 else None
            if path is not None:
                yield Shape(f"finding/{number}/line", path, stroke=ink, width=self.line_width)
            for spot in spots:
                if spot not in tags:
                    yield self.ring(sheet, f"finding/{spot}", spot, ink, self.finding_width)
                tags.setdefault(spot, []).append(number)
        for spot in dict.fromkeys(spot for where in sorted(among) for spot in self.spots(sheet, where)):
            yield self.ring(sheet, f"among/{spot}", spot, "conflict", 3.0)
        for spot, numbers in tags.items():
            yield from tag(f"tag/{spot}", *self.corner(sheet, spot), numbers)

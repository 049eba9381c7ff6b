"""The sheet of HexRoller as it looks: blank, played on, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Paper, Report, claims_of
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, Text, polygon, polyline
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.strokes import caption, strike, written
from rollwrite_desktop.gamekit.play.blank_cache import kept
from rollwrite_desktop.gamekit.play.map_drawing import (
    MapStyle,
    box_corner,
    box_outline,
    number_in_box,
    player_name,
    spot_rect,
)
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, DASH, NUMBERS, ROWS, State
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.scoring import MIDDLE, PARTS
from rollwrite_desktop.sheet.hexes import inset
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect, Sheet, Space, bounding_box

# Texts of the sheet files, found here for translation.
CAPTIONS = (
    mark("Player"), mark("Bonuses"), mark("Areas"), mark("Connections"), mark("Total"), mark("Upper"), mark("Lower"),
    mark("+1"), mark("2"), mark("3rd"), mark("Front", "sheet"), mark("Back", "sheet"), mark("Rows"),
    mark("most common number, M twice"), mark("the number, if joined"), mark("how far 3, 4, 5 … goes"),
    mark("2 for each unused"), mark("one hex more"), mark("in any hex"), mark("number"),
)
INNER = 0.82
"""The part of a hex that is left light to write in."""
ROOM = 30.0  # points: the side of the square that a digit is set in
CODE_SIZE = 5.5
FAR_ENOUGH = 3 * POINTS_PER_MM
NAME_MARGIN = 5.0
REASON = 26.0
"""How wide the words are that say why an area is worth its points."""


def _face(sheet: Sheet) -> tuple[Mark, ...]:
    """Returns the empty sheet."""
    codes = {f"space/{space.id}/code" for space in sheet.spaces if space.printed}
    rounds = {spot.id: spot.id.rpartition("/")[2] for row in ROWS for spot in sheet.group(row)}
    drawn = (_in_hexes(sheet, item) for item in blank_map(sheet, rounds) if item.key not in codes)
    return (*drawn, *_printed(sheet))


def _in_hexes(sheet: Sheet, item: Mark) -> Mark:
    """Returns the marks of a map as a honeycomb has them: hexes instead of squares to write in, ids small at their foot
    (none where a number is printed)."""
    kind, _, rest = item.key.partition("/")
    space, _, what = rest.partition("/")
    if kind == "space" and what == "square" and isinstance(item, Shape):
        return _inner(sheet.space[space])
    if kind == "space" and what == "code" and isinstance(item, Text):
        x, _ = sheet.space[space].writing.center
        return replace(item, x=x, y=item.y - 5.5, size=CODE_SIZE, face="text", ink="faint", align="middle")
    if kind == "border" and isinstance(item, Shape) and item.stroke == "inner":
        return replace(item, stroke="seam")
    return item


def _inner(space: Space) -> Shape:
    """Returns the light part of a hex; white and outlined where a number is printed."""
    fill, stroke, width = ("box", "printed.edge", 1.6) if space.printed else (f"region.{space.region}.soft", "square", 0.8)
    return Shape(f"space/{space.id}/square", polygon(inset(space.outline, INNER)), fill, stroke, width)


def _printed(sheet: Sheet) -> Iterator[Mark]:
    for space in sheet.spaces:
        if space.printed:
            yield written(f"space/{space.id}/printed", space.printed, _room(space), "printed", plain=True, fill=0.72)


def _room(space: Space) -> Rect:
    """Where a digit stands in a hex: its middle, clear of the id."""
    x, y = space.writing.center
    return Rect(x - ROOM / 2, y - ROOM / 2 - 2, ROOM, ROOM)


# ---------------------------------------------------------------------- played


def played(
    rules: HexRoller,
    state: State,
    player: str,
    name: str,
    lit: frozenset[str],
    doubtful: frozenset[str],
    armed: str,
    conflicts: tuple[str, ...],
    focus: str,
    *,
    on_screen: bool,
) -> Display:
    """A player's sheet. `lit` spots take the stroke in hand, `doubtful` ones at a second tap; the `armed` bonus has its
    box ringed. Scores are jotted down while the game runs and written when it is over."""
    sheet, part, over = rules.sheet, state.part(player), rules.finished(state)
    latest = part.latest if on_screen else ()
    held = zip(rules.spaces, rules.board.printed, part.marks, strict=True)
    digits = {space: str(digit) for space, printed, digit in held if digit != (printed or BLANK)}
    marks: list[Mark] = [*STYLE.pencil(sheet, digits, latest)]
    for row, row_digits in zip(ROWS, (part.upper, part.lower), strict=True):
        marks.extend(_row(sheet, row, row_digits, latest))
    for bonus in part.used:
        marks.extend(strike(f"mark/{bonus}", sheet.box[bonus].rect))
    for space in sorted(doubtful):
        marks.append(replace(STYLE.ring(sheet, f"doubtful/{space}", space, "legal", 1.4), dash=(3.0, 2.5)))
    if armed in sheet.box:
        marks.append(STYLE.ring(sheet, f"armed/{armed}", armed, "legal", 2.0))
    marks.extend(player_name(sheet, name, NAME_MARGIN))
    if over or on_screen:
        parts = dict(rules.parts(part))
        marks.extend(_scores(sheet, {**parts, "total": sum(parts.values())}, over))
        marks.extend(_reasons(rules, part.marks))
    if on_screen and not over:
        marks.extend(_trail(rules, state, player))
    widths = {f"space/{spot}/square" if spot in sheet.space else f"box/{spot}": 1.8 for spot in lit}
    return STYLE.played(sheet, marks, widths, conflicts, focus)


def _in_hex(space: Space, held: str, ink: str) -> Iterator[Mark]:
    if held:
        yield written(f"mark/{space.id}", held, _room(space), ink, fill=0.74)


def _row(sheet: Sheet, row: str, held: str, latest: tuple[str, ...]) -> Iterator[Mark]:
    """Yields the digits and dashes of a row of boxes."""
    for spot, one in zip(sheet.group(row), held, strict=False):
        if one.strip():
            ink = "pencil_new" if spot.id in latest else "pencil"
            yield written(f"mark/{spot.id}", "–" if one == DASH else one, spot.rect, ink, fill=0.6)


def _scores(sheet: Sheet, points: Mapping[str, int], over: bool) -> Iterator[Mark]:
    """Yields the score boxes: all of them at the end, before that what is worth something already."""
    for part, value in points.items():
        if value or over:
            yield from number_in_box(sheet, f"score/{part}", value, "pencil" if over else "note", fill=0.58)


def _reasons(rules: HexRoller, marks: tuple[int, ...]) -> Iterator[Mark]:
    """Beside each filled area's score why it is worth that: how often its most common number stands there."""
    for letter in rules.board.areas:
        spot = rules.sheet.box.get(f"score/{letter}")
        area = rules.scoring.area(marks, letter)
        if spot is None or area.blank or not area.points:
            continue
        factor = rules.scoring.factor[letter]
        text = (f"{factor} · " if factor > 1 else "") + f"{area.number} (×{area.count})"
        place = _before(rules.sheet, letter, spot.rect)
        yield caption(f"reason/{letter}", text, place, "text", 8.0, "note", "right")
    for n in NUMBERS:
        if rules.scoring.connected(marks, n):
            for i in rules.board.pairs[n]:
                outline = rules.sheet.space[rules.spaces[i]].outline
                yield Shape(f"connected/{rules.spaces[i]}", polygon(inset(outline, INNER + 0.07)), "", "border", 1.6)


def _before(sheet: Sheet, letter: str, score: Rect) -> Rect:
    """Returns the room between the letter of an area and its score, or that before a letter which is beside the score."""
    right = score.x - 3
    for label in (bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "label" and decor.text == letter):
        right = right if label.x + label.w <= right - REASON else label.x - 2
    return Rect(right - REASON, score.y, REASON, score.h)


def _trail(rules: HexRoller, state: State, player: str) -> Iterator[Mark]:
    """Yields the chains of this round as a thin line from hex to hex, so that their ends are seen."""
    part = state.part(player)
    for chain in part.chains:
        points = [rules.sheet.space[rules.spaces[i]].writing.center for i in chain.path]
        for k, (a, b) in enumerate(pairwise(points)):
            ends = _between(a, b)
            yield Shape(f"chain/{chain.number}/{k}", polyline(ends), "", "note", 1.4)


def _between(a: Point, b: Point) -> tuple[Point, Point]:
    """Returns the middle third of a line."""
    (ax, ay), (bx, by) = a, b
    return (ax + 0.36 * (bx - ax), ay + 0.36 * (by - ay)), (ax + 0.64 * (bx - ax), ay + 0.64 * (by - ay))


# ---------------------------------------------------------------------- re-entered


def entered(
    rules: HexRoller, paper: Paper, report: Report | None, chosen: str, among: frozenset[str]
) -> Display:
    """A re-entered sheet. Findings are ringed and numbered in the report's order; `among` places ringed more strongly."""
    sheet = rules.sheet
    marks: list[Mark] = [*STYLE.pencil(sheet, {
        space: held for space, held in paper.spaces.items() if space in sheet.space and not sheet.space[space].printed
    })]
    for row in ROWS:
        value = paper.boxes.get(row, "")
        marks.extend(_row(sheet, row, value if isinstance(value, str) else "", ()))
    for bonus in BONUSES:
        if paper.boxes.get(bonus) is True:
            marks.extend(strike(f"mark/{bonus}", sheet.box[bonus].rect))
    marks.extend(player_name(sheet, paper.player, NAME_MARGIN))
    marks.extend(_scores(sheet, claims_of(paper), True))
    return STYLE.entered(sheet, marks, report, chosen, among)


def claim_spot(sheet: Sheet, finding: Finding) -> str:
    """Returns the score box that a finding about a claim speaks of."""
    rule, _, case = finding.key.partition(":")
    part = {
        "HR-13": "total" if case else "bonuses", "HR-14": finding.args.get("part", ""), "HR-15": MIDDLE,
        "HR-16": f"pair_{finding.args.get('number', '')}", "HR-17": case,
    }.get(rule, "total")
    return f"score/{part}" if part in (*PARTS, "total") and f"score/{part}" in sheet.box else "score/total"


def _outline(sheet: Sheet, spot: str, grow: float) -> Path:
    """Round the light part of a hex, or a box."""
    if spot not in sheet.space:
        return box_outline(sheet, spot, grow)
    return polygon(inset(sheet.space[spot].outline, INNER + 0.05 * grow))


def _line(sheet: Sheet, a: str, b: str) -> Path | None:
    """A line between two spots that lie apart, from edge to edge."""
    one, two = spot_rect(sheet, a).center, spot_rect(sheet, b).center
    start, end = _reach(sheet, a, one, two), _reach(sheet, b, two, one)
    return polyline((start, end)) if abs(start[0] - end[0]) + abs(start[1] - end[1]) > FAR_ENOUGH else None


def _reach(sheet: Sheet, spot: str, start: Point, towards: Point) -> Point:
    """A point at the edge of a spot on the way to another one."""
    size = 22.0 if spot in sheet.space else min(sheet.box[spot].rect.w, sheet.box[spot].rect.h) / 2
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    share = min(0.5, size / length)
    return start[0] + share * dx, start[1] + share * dy


def _corner(sheet: Sheet, spot: str) -> Point:
    """Returns the upper right corner of a hex's light part, or of a box."""
    if spot not in sheet.space:
        return box_corner(sheet, spot)
    return max(inset(sheet.space[spot].outline, INNER), key=lambda point: (point[0] - 0.001 * point[1]))


STYLE = MapStyle(
    face=kept(_face), mark=_in_hex, outline=_outline, line=_line, corner=_corner, claim="score/total", part=claim_spot,
    ring_width=2.4, line_width=2.0, focus_width=2.6, focus_grow=2.0,
)

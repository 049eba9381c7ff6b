"""The sheet of HexRoller as it looks: blank, played on, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from rollwrite_desktop.core.audit import Finding, Paper, Report
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box, polygon, polyline
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.strokes import caption, strike, tag, written
from rollwrite_desktop.gamekit.blank_sheets import kept
from rollwrite_desktop.games.hexroller.model import BLANK, BONUSES, DASH, NUMBERS, ROWS, State
from rollwrite_desktop.games.hexroller.rules import HexRoller
from rollwrite_desktop.games.hexroller.scoring import MIDDLE, PARTS
from rollwrite_desktop.sheet.hexes import inset
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect, Ring, Sheet

# Texts of the sheet files, found here for translation.
CAPTIONS = (
    mark("Player"), mark("Bonuses"), mark("Areas"), mark("Connections"), mark("Total"), mark("Upper"), mark("Lower"),
    mark("+1"), mark("2"), mark("3rd"), mark("Front"), mark("Back"),
)
INNER = 0.82
"""The part of a hex that is left light to write in."""
ROOM = 30.0  # points: the side of the square that a digit is set in
CODE_SIZE = 5.5
ROUNDING = 4.0
FAR_ENOUGH = 3 * POINTS_PER_MM


def blank(sheet: Sheet) -> Display:
    """The empty sheet."""
    return Display(sheet.size, _blank_marks(sheet))


@kept
def _blank_marks(sheet: Sheet) -> tuple[Mark, ...]:
    codes = {f"space/{space.id}/code" for space in sheet.spaces if space.printed}
    drawn = (_in_hexes(sheet, item) for item in blank_map(sheet) if item.key not in codes)
    return (*drawn, *_printed(sheet))


def _in_hexes(sheet: Sheet, item: Mark) -> Mark:
    """The marks of a map as a honeycomb has them: hexes instead of squares to write in, ids small at their foot (none where
    a number is printed)."""
    kind, _, rest = item.key.partition("/")
    space, _, what = rest.partition("/")
    if kind == "space" and what == "square" and isinstance(item, Shape):
        return _inner(sheet, space)
    if kind == "space" and what == "code" and isinstance(item, Text):
        x, _ = sheet.space[space].writing.center
        return replace(item, x=x, y=item.y - 3, size=CODE_SIZE, face="text", ink="faint", align="middle")
    return item


def _inner(sheet: Sheet, space: str, fill: str = "", stroke: str = "square", width: float = 0.5) -> Shape:
    """The light part of a hex; white and outlined where a number is printed."""
    here = sheet.space[space]
    if here.printed and not fill:
        fill, stroke, width = "box", "border", 1.6
    path = polygon(inset(here.outline, INNER))
    return Shape(f"space/{space}/square", path, fill or f"region.{here.region}.soft", stroke, width)


def _printed(sheet: Sheet) -> Iterator[Mark]:
    for space in sheet.spaces:
        if space.printed:
            yield written(f"space/{space.id}/printed", space.printed, _room(sheet, space.id), "text", plain=True, fill=0.72)


def _room(sheet: Sheet, space: str) -> Rect:
    """Where a digit stands in a hex: its middle, clear of the id."""
    x, y = sheet.space[space].writing.center
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
    trouble: tuple[str, ...],
    focus: str,
    *,
    on_screen: bool,
) -> Display:
    """A player's sheet. `lit` spots take the stroke in hand, `doubtful` ones at a second tap; the `armed` bonus has its
    box ringed. Scores are jotted down while the game runs and written when it is over."""
    sheet, part, over = rules.sheet, state.part(player), rules.finished(state)
    marks: list[Mark] = list(_lit(sheet, _blank_marks(sheet), lit))
    for space, printed, held in zip(rules.spaces, rules.board.printed, part.marks, strict=True):
        if held != (printed or BLANK):
            fresh = on_screen and space in part.latest
            marks.append(_digit(sheet, space, str(held), "pencil_new" if fresh else "pencil"))
    for row, digits in zip(ROWS, (part.upper, part.lower), strict=True):
        marks.extend(_row(sheet, row, digits, part.latest if on_screen else ()))
    for bonus in part.used:
        marks.extend(strike(f"mark/{bonus}", sheet.box[bonus].rect))
    for space in sorted(doubtful):
        path = polygon(inset(sheet.space[space].outline, INNER))
        marks.append(Shape(f"doubtful/{space}", path, "", "legal", 1.4, (3.0, 2.5)))
    if armed in sheet.box:
        marks.append(_ring(f"armed/{armed}", sheet.box[armed].rect, "legal", 2.0))
    marks.extend(_name(sheet, name))
    if over or on_screen:
        parts = dict(rules.parts(part))
        marks.extend(_scores(sheet, {**parts, "total": sum(parts.values())}, over))
        marks.extend(_reasons(rules, part.marks))
    if on_screen and not over:
        marks.extend(_trail(rules, state, player))
    marks.extend(_joined(sheet, "trouble", trouble, "conflict"))
    marks.extend(_focus(sheet, focus))
    return Display(sheet.size, tuple(marks))


def _lit(sheet: Sheet, marks: tuple[Mark, ...], lit: frozenset[str]) -> Iterator[Mark]:
    hexes = {f"space/{spot}/square": spot for spot in lit if spot in sheet.space}
    boxes = {f"box/{spot}" for spot in lit if spot in sheet.box}
    for item in marks:
        if item.key in hexes:
            yield _inner(sheet, hexes[item.key], "legal.fill", "legal", 1.8)
        elif item.key in boxes and isinstance(item, Shape):
            yield replace(item, fill="legal.fill", stroke="legal", width=1.8)
        else:
            yield item


def _digit(sheet: Sheet, space: str, held: str, ink: str) -> Text:
    return written(f"mark/{space}", held, _room(sheet, space), ink, fill=0.74)


def _row(sheet: Sheet, row: str, held: str, latest: tuple[str, ...]) -> Iterator[Mark]:
    """The digits and dashes of a row of boxes."""
    for spot, one in zip(sheet.group(row), held, strict=False):
        if one.strip():
            ink = "pencil_new" if spot.id in latest else "pencil"
            yield written(f"mark/{spot.id}", "–" if one == DASH else one, spot.rect, ink, fill=0.6)


def _name(sheet: Sheet, name: str) -> Iterator[Mark]:
    field = sheet.box.get("player")
    if name and field is not None:
        r = field.rect
        yield caption("mark/player", name, Rect(r.x + 5, r.y, r.w - 10, r.h), "hand", min(19.0, 0.95 * r.h), "pencil")


def _scores(sheet: Sheet, points: Mapping[str, int], over: bool) -> Iterator[Mark]:
    """The score boxes: all of them at the end, before that what is worth something already."""
    for part, value in points.items():
        spot = sheet.box.get(f"score/{part}")
        if spot is not None and (value or over):
            yield written(f"mark/{spot.id}", str(value), spot.rect, "pencil" if over else "note", fill=0.58)


def _reasons(rules: HexRoller, marks: tuple[int, ...]) -> Iterator[Mark]:
    """Beside each filled area's score why it is worth that: how often its most common number stands there."""
    for letter in rules.board.areas:
        spot = rules.sheet.box.get(f"score/{letter}")
        area = rules.scoring.area(marks, letter)
        if spot is None or area.blank or not area.points:
            continue
        factor = rules.scoring.factor[letter]
        text = f"{area.count}×{area.number}" + (f" ·{factor}" if factor > 1 else "")
        r = spot.rect
        yield caption(f"reason/{letter}", text, Rect(r.x - 33, r.y, 30, r.h), "text", 8.0, "note", "right")
    for n in NUMBERS:
        pair = rules.board.pairs[n]
        if len(pair) == 2 and rules.scoring.connected(marks, n):
            for i in pair:
                outline = rules.sheet.space[rules.spaces[i]].outline
                yield Shape(f"connected/{rules.spaces[i]}", polygon(inset(outline, INNER + 0.07)), "", "border", 1.6)


def _trail(rules: HexRoller, state: State, player: str) -> Iterator[Mark]:
    """The chains of this round as a thin line from hex to hex, so that their ends are seen."""
    part = state.part(player)
    for chain in part.chains:
        points = [rules.sheet.space[rules.spaces[i]].writing.center for i in chain.path]
        for k, (a, b) in enumerate(pairwise(points)):
            ends = _between(a, b)
            yield Shape(f"chain/{chain.number}/{k}", polyline(ends), "", "note", 1.4)


def _between(a: Point, b: Point) -> tuple[Point, Point]:
    """The middle third of a line."""
    (ax, ay), (bx, by) = a, b
    return (ax + 0.36 * (bx - ax), ay + 0.36 * (by - ay)), (ax + 0.64 * (bx - ax), ay + 0.64 * (by - ay))


# ---------------------------------------------------------------------- re-entered


def entered(
    rules: HexRoller, paper: Paper, report: Report | None, chosen: str, among: frozenset[str]
) -> Display:
    """A re-entered sheet. Findings are ringed and numbered in the report's order; `among` places ringed more strongly."""
    sheet = rules.sheet
    marks: list[Mark] = list(_blank_marks(sheet))
    for space in sheet.spaces:
        held = paper.spaces.get(space.id, "")
        if held and not space.printed:
            marks.append(_digit(sheet, space.id, held, "pencil"))
    for row in ROWS:
        value = paper.boxes.get(row, "")
        marks.extend(_row(sheet, row, value if isinstance(value, str) else "", ()))
    for bonus in BONUSES:
        if paper.boxes.get(bonus) is True:
            marks.extend(strike(f"mark/{bonus}", sheet.box[bonus].rect))
    marks.extend(_name(sheet, paper.player))
    if isinstance(paper.claimed, int):
        marks.extend(_scores(sheet, {"total": paper.claimed}, True))
    elif isinstance(paper.claimed, dict):
        marks.extend(_scores(sheet, paper.claimed, True))
    tags: dict[str, list[int]] = {}
    for number, finding in enumerate(report.findings if report else (), 1):
        ink = "mistake" if finding.verdict == "broken" else "unproved"
        for spot in _spots(sheet, finding):
            if spot not in tags:
                marks.append(_around(sheet, f"finding/{spot}", spot, ink, 1.8))
            tags.setdefault(spot, []).append(number)
    for spot in sorted({place for where in among for place in _places(sheet, where)}):
        marks.append(_around(sheet, f"among/{spot}", spot, "conflict", 3.0))
    for spot, numbers in tags.items():
        inner = inset(sheet.space[spot].outline, INNER) if spot in sheet.space else ()
        x, y = _corner(inner) if inner else _top_right(sheet.box[spot].rect)
        marks.extend(tag(f"tag/{spot}", x, y, numbers))
    marks.extend(_focus(sheet, chosen))
    return Display(sheet.size, tuple(marks))


def _spots(sheet: Sheet, finding: Finding) -> tuple[str, ...]:
    """The spots of a finding; of a wrong sum the box of its part, where it is known."""
    if finding.where == ("claimed",):
        return (claim_spot(sheet, finding),)
    return tuple(spot for where in finding.where for spot in _places(sheet, where))


def claim_spot(sheet: Sheet, finding: Finding) -> str:
    """The score box that a finding about a claim speaks of."""
    rule, _, case = finding.key.partition(":")
    part = {
        "HR-13": "total" if case else "bonuses", "HR-14": finding.args.get("part", ""), "HR-15": MIDDLE,
        "HR-16": f"pair_{finding.args.get('number', '')}", "HR-17": case,
    }.get(rule, "total")
    return f"score/{part}" if part in (*PARTS, "total") and f"score/{part}" in sheet.box else "score/total"


def _places(sheet: Sheet, where: str) -> Iterator[str]:
    """The spots that a finding's place means: a hex, a box, all boxes of a group, the total of the claim."""
    if where in sheet.space or where in sheet.box:
        yield where
    elif where == "claimed" and "score/total" in sheet.box:
        yield "score/total"
    elif where.startswith("box:"):
        yield from (item.id for item in sheet.group(where.removeprefix("box:")))


# ---------------------------------------------------------------------- pieces


def _ring(key: str, r: Rect, ink: str, width: float) -> Shape:
    return Shape(key, box(r.x, r.y, r.w, r.h, ROUNDING), stroke=ink, width=width)


def _around(sheet: Sheet, key: str, spot: str, ink: str, width: float, share: float = INNER) -> Shape:
    """A spot's outline: the light part of a hex, or a box."""
    if spot in sheet.space:
        return Shape(key, polygon(inset(sheet.space[spot].outline, share)), stroke=ink, width=width)
    return _ring(key, sheet.box[spot].rect, ink, width)


def _middle(sheet: Sheet, spot: str) -> Point:
    return sheet.space[spot].writing.center if spot in sheet.space else sheet.box[spot].rect.center


def _joined(sheet: Sheet, key: str, spots: tuple[str, ...], ink: str) -> Iterator[Mark]:
    """Spots ringed; two of a conflict are joined by a line if they lie apart."""
    known = [spot for spot in dict.fromkeys(spots) if spot in sheet.space or spot in sheet.box]
    if len(known) == 2:
        a, b = (_middle(sheet, spot) for spot in known)
        reach = _reach(sheet, known[0], a, b), _reach(sheet, known[1], b, a)
        if abs(reach[0][0] - reach[1][0]) + abs(reach[0][1] - reach[1][1]) > FAR_ENOUGH:
            yield Shape(f"{key}/line", polyline(reach), stroke=ink, width=2.0)
    for spot in known:
        yield _around(sheet, f"{key}/{spot}", spot, ink, 2.4)


def _reach(sheet: Sheet, spot: str, start: Point, towards: Point) -> Point:
    """A point at the edge of a spot on the way to another one."""
    size = 22.0 if spot in sheet.space else min(sheet.box[spot].rect.w, sheet.box[spot].rect.h) / 2
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    share = min(0.5, size / length)
    return start[0] + share * dx, start[1] + share * dy


def _focus(sheet: Sheet, spot: str) -> Iterator[Mark]:
    if spot in sheet.space:
        yield _around(sheet, "focus", spot, "focus", 2.6, INNER + 0.1)
    elif spot in sheet.box:
        r = sheet.box[spot].rect
        yield Shape("focus", box(r.x - 2, r.y - 2, r.w + 4, r.h + 4, ROUNDING + 2), stroke="focus", width=2.4)


def _corner(ring: Ring) -> Point:
    """The upper right corner of a hex."""
    return max(ring, key=lambda point: (point[0] - 0.001 * point[1]))


def _top_right(r: Rect) -> Point:
    return r.x + r.w - 1, r.y + 1

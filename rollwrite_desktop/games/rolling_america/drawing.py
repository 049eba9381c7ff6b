"""The map of Rolling America as it looks: blank, played on, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rollwrite_desktop.core.audit import Finding, Paper, Report
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.draw.display import Display, Mark, Shape, box, polyline
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.strokes import caption, circled, cross, strike, tag, written
from rollwrite_desktop.gamekit.blank_sheets import kept
from rollwrite_desktop.games.rolling_america.model import BLANK, POWERS, State, X
from rollwrite_desktop.games.rolling_america.rules import POWER_BOXES, RollingAmerica
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet

# The sheet's own texts, found here for translation.
CAPTIONS = (
    mark("Rounds"), mark("Color change"), mark("Guard"), mark("Dupe"), mark("Number of Xs"), mark("Player"),
)
ROUNDING = 4.0

_blank_marks = kept(blank_map)


def blank(sheet: Sheet) -> Display:
    """The empty map."""
    return Display(sheet.size, _blank_marks(sheet))


def played(
    rules: RollingAmerica,
    state: State,
    player: str,
    name: str,
    lit: frozenset[str],
    armed: frozenset[str],
    trouble: tuple[str, ...],
    focus: str,
    *,
    on_screen: bool,
) -> Display:
    """A player's map. `lit` spaces take the stroke in hand, `armed` powers show the box they will cost; when the game is
    over the mistakes are marked and the number of Xs is written in its box."""
    sheet = rules.sheet
    part = state.part(player)
    marks: list[Mark] = list(_lit(_blank_marks(sheet), lit))
    for space, held in zip(rules.spaces, rules.final_marks(state, player), strict=True):
        fresh = on_screen and space in part.latest
        marks.extend(_held(space, held, sheet.space[space].writing, "pencil_new" if fresh else "pencil"))
    counts = {"rounds": rules.rounds_done(state), **{power: getattr(part, power) for power in POWERS}}
    for group, count in counts.items():
        marks.extend(_struck(sheet, group, count))
    for power in armed:
        used = counts[power]
        if used < POWER_BOXES:
            marks.append(_ring(f"armed/{power}", sheet.group(power)[used].rect, "legal", 2.0))
    marks.extend(_name(sheet, name))
    if rules.finished(state):
        place = state.players.index(player)
        marks.extend(_number(sheet, rules.scores(state)[place].total))
        for a, b in rules.clashes(part.marks):
            marks.extend(_joined(sheet, f"mistake/{a}-{b}", (a, b), "mistake"))
    marks.extend(_joined(sheet, "trouble", trouble, "conflict"))
    marks.extend(_focus(sheet, focus))
    return Display(sheet.size, tuple(marks))


def entered(
    rules: RollingAmerica, paper: Paper, report: Report | None, chosen: str, among: frozenset[str]
) -> Display:
    """A re-entered map. Findings are ringed and numbered in the report's order; `among` places are ringed more strongly."""
    sheet = rules.sheet
    marks: list[Mark] = list(_blank_marks(sheet))
    for space in sheet.spaces:
        marks.extend(_held(space.id, paper.spaces.get(space.id, BLANK), space.writing, "pencil"))
    for group in ("rounds", *POWERS):
        count = paper.boxes.get(group, 0)
        marks.extend(_struck(sheet, group, count if isinstance(count, int) else 0))
    marks.extend(_name(sheet, paper.player))
    if isinstance(paper.claimed, int):
        marks.extend(_number(sheet, paper.claimed))
    tags: dict[str, list[int]] = {}
    for number, finding in enumerate(report.findings if report else (), 1):
        ink = "mistake" if finding.verdict == "broken" else "unproved"
        spots = tuple(_spots(sheet, finding))
        if finding.rule == "RA-8":
            marks.append(_line(sheet, f"finding/{number}/line", spots[0], spots[1], ink))
        for spot in spots:
            if spot not in tags:
                marks.append(_ring(f"finding/{spot}", _rect(sheet, spot), ink, 1.6))
            tags.setdefault(spot, []).append(number)
    for spot in sorted(among):
        for place in _places(sheet, spot):
            marks.append(_ring(f"among/{place}", _rect(sheet, place), "conflict", 3.0))
    for spot, numbers in tags.items():
        r = _rect(sheet, spot)
        marks.extend(tag(f"tag/{spot}", r.x + r.w - 1, r.y + 1, numbers))
    marks.extend(_focus(sheet, chosen))
    return Display(sheet.size, tuple(marks))


# ---------------------------------------------------------------------- pieces


def _lit(marks: tuple[Mark, ...], lit: frozenset[str]) -> Iterator[Mark]:
    squares = {f"space/{space}/square" for space in lit}
    for item in marks:
        if item.key in squares and isinstance(item, Shape):
            yield replace(item, fill="legal.fill", stroke="legal", width=1.6)
        else:
            yield item


def _held(space: str, held: str, rect: Rect, ink: str) -> Iterator[Mark]:
    """What stands in a state: a digit, a circled digit, an X."""
    if not held:
        return
    what = held.strip("()")
    if what == X:
        yield from cross(f"mark/{space}", rect, ink)
    else:
        yield written(f"mark/{space}", what, rect, ink, fill=0.56 if held != what else 0.66)
    if held != what:
        yield from circled(f"mark/{space}/ring", rect, ink)


def _struck(sheet: Sheet, group: str, count: int) -> Iterator[Mark]:
    for item in sheet.group(group)[: max(0, count)]:
        yield from strike(f"mark/{item.id}", item.rect)


def _name(sheet: Sheet, name: str) -> Iterator[Mark]:
    field = sheet.box.get("player")
    if name and field is not None:
        r = field.rect
        yield caption("mark/player", name, Rect(r.x + 4, r.y, r.w - 8, r.h), "hand", min(19.0, 0.95 * r.h), "pencil")


def _number(sheet: Sheet, number: int) -> Iterator[Mark]:
    field = sheet.box.get("xs")
    if field is not None:
        yield written("mark/xs", str(number), field.rect, "pencil_new", fill=0.6)


def _rect(sheet: Sheet, spot: str) -> Rect:
    return sheet.space[spot].writing if spot in sheet.space else sheet.box[spot].rect


def _ring(key: str, r: Rect, ink: str, width: float) -> Shape:
    return Shape(key, box(r.x, r.y, r.w, r.h, ROUNDING), stroke=ink, width=width)


def _line(sheet: Sheet, key: str, a: str, b: str, ink: str) -> Shape:
    """A line between two spots, from border to border of their boxes, so that it crosses no number."""
    one, two = _rect(sheet, a), _rect(sheet, b)
    return Shape(key, polyline((_edge(one, two.center), _edge(two, one.center))), stroke=ink, width=2.2)


def _edge(rect: Rect, towards: Point) -> Point:
    x, y = rect.center
    dx, dy = towards[0] - x, towards[1] - y
    reach = max(abs(dx) / (rect.w / 2), abs(dy) / (rect.h / 2), 1.0)
    return x + dx / reach, y + dy / reach


def _joined(sheet: Sheet, key: str, spots: tuple[str, ...], ink: str) -> Iterator[Mark]:
    """Spots ringed, and the first joined with each of the others if it is one of a conflict."""
    known = [spot for spot in spots if spot in sheet.space or spot in sheet.box]
    if len(known) == 2:
        yield _line(sheet, f"{key}/line", known[0], known[1], ink)
    for spot in known:
        yield _ring(f"{key}/{spot}", _rect(sheet, spot), ink, 2.2)


def _focus(sheet: Sheet, spot: str) -> Iterator[Mark]:
    if spot in sheet.space or spot in sheet.box:
        r = _rect(sheet, spot)
        yield Shape("focus", box(r.x - 2, r.y - 2, r.w + 4, r.h + 4, ROUNDING + 2), stroke="focus", width=2.4)


def _spots(sheet: Sheet, finding: Finding) -> Iterator[str]:
    for where in finding.where:
        yield from _places(sheet, where)


def _places(sheet: Sheet, where: str) -> Iterator[str]:
    """The spots that a finding's place means: a state, all boxes of a group, the box of the claim."""
    if where in sheet.space or where in sheet.box:
        yield where
    elif where == "claimed" and "xs" in sheet.box:
        yield "xs"
    elif where.startswith("box:"):
        yield from (item.id for item in sheet.group(where.removeprefix("box:")))

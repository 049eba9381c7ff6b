"""The findings of an audit as faces: verdict, score, and each finding numbered as on the marked sheet, with its repair; at
the end lines for the date and two names.

Knows no game: sentences come from the rulebook that is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from rollwrite_desktop.core.audit import (
    Finding,
    Report,
    describe_bounds,
    describe_effect,
    describe_missing_evidence,
    describe_verdict,
    needed,
)
from rollwrite_desktop.core.diagnosis import describe_searched, explanation, numbered
from rollwrite_desktop.core.i18n import tr, tr_n, with_colon
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, box, ellipse, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import cap_height, fit, wrapped

MARGIN = INSET
INDENT, GUTTER = 22.0, 26.0
TITLE, SIZES, BODY = 18.0, (12.5, 11.0, 9.5), 9.5
"""The size of the title, and those of the text, of which the largest is taken that needs one page."""
LEADING = 1.36
RULE, RULE_COLUMN = 0.74, 4.2
"""The size of the ids of rules, and the width of their column at the right edge, as parts of that of the text."""
LEAST = 9.0
"""The size of the smallest letters."""
VERDICT, DISC, LEAST_DISC = 12.5, 0.68, 7.2
"""The size of the verdict below the title; the radius of the discs with the numbers of findings, as a part of the size of
the text, and the least one."""
_BAND = 21.0
_HEAD = TITLE + 8.0 + _BAND + 4.0
"""The height of the strip with the verdict, and of title and strip together."""
MAX_ROWS = 12  # of one finding
FOOT = 42.0  # points reserved for date and names
NO_NAMES: Mapping[str, str] = MappingProxyType({})


class _Row(Struct, frozen=True):
    """One line of print: its indent in points, the space before it as a multiple of the line height, and the rule cited at
    the right edge."""

    text: str
    face: Face = "text"
    indent: float = INDENT
    before: float = 0.0
    number: str = ""
    number_ink: str = "mistake"
    rule: str = ""


def findings_pages(
    report: Report, rulebook: Mapping[str, str], part_titles: Mapping[str, str], size: tuple[float, float], player: str,
    play: Sequence[tuple[str, str]] = (), names: Mapping[str, str] = NO_NAMES, *, lowest_wins: bool = False,
    roll_title: Callable[[int], str] = numbered,
) -> tuple[Display, ...]:
    """The report in two columns, on as many faces of the given size (points) as it takes: the diagnosis or what
    is proved wrong, the verdict, the findings and one way of play.

    play: each roll and what was made of it. names: of the places that findings are about ("AL": "Alabama"). lowest_wins:
    whether points are bad. roll_title: how the printed log calls a roll, by its number.
    """
    def places(finding: Finding) -> list[str]:
        return [name for place in finding.where if (name := _place_name(place, names, roll_title))]

    title = tr("Findings: {name}", name=player) if player else tr("Findings")
    pages: list[list[Mark]] = []
    for body in SIZES:
        column = _Column(body, (size[0] - 2 * MARGIN - GUTTER) / 2)
        before = [*_explained(report, column, roll_title), *_located(report, places, column),
                  *_verdict(report, part_titles, column), *_found(report, rulebook, places, lowest_wins, column)]
        played = [*_played(play, column)]
        heights = _heights(rows := [*before, *played, *_open(report, column)])
        room = size[1] - MARGIN - FOOT - MARGIN - _HEAD
        together = len(played) * column.step <= room
        if played and together:  # in one column
            heights[len(before)] = sum(1 + row.before for row in played)
        pages = _laid(rows, heights, column, size, [*_head(title, report, size[0])])
        if len(pages) == 1 and together:
            break
    pages[-1] += signed("signed", size)
    return tuple(Display(size, tuple(marks)) for marks in pages)


class _Column(Struct, frozen=True):
    """A column of text: the size of its letters and its width, in points."""

    body: float
    wide: float

    @property
    def step(self) -> float:
        """From one line to the next."""
        return self.body * LEADING

    def lines(self, text: str, face: Face = "text", indent: float = 0.0) -> Sequence[str]:
        """A text in lines that end at the right edge."""
        return wrapped(text, face, self.body, self.wide - indent, MAX_ROWS) if text else ()


def _head(title: str, report: Report, wide: float) -> Iterator[Mark]:
    """The title over a strip with the verdict, in the ink of what is worst."""
    ink = {"broken": "mistake", "unproved": "unproved"}.get(report.verdict, "legal")
    yield Text("title", MARGIN, MARGIN + TITLE, title, "bold", TITLE, "text")
    top = MARGIN + TITLE + 8.0
    yield Shape("verdict/ground", box(MARGIN, top, wide - 2 * MARGIN, _BAND), ink)
    shown, letters = fit(describe_verdict(report), "bold", VERDICT, wide - 2 * MARGIN - 16, 0.6)
    yield Text("verdict", MARGIN + 8, top + (_BAND + cap_height("bold", letters)) / 2, shown, "bold", letters, "mistake.on")


def _laid(
    rows: Sequence[_Row], heights: Sequence[float], column: _Column, size: tuple[float, float], head: Sequence[Mark]
) -> list[list[Mark]]:
    """The rows in two columns a page."""
    top, bottom = MARGIN + _HEAD, size[1] - MARGIN - FOOT
    pages: list[list[Mark]] = []
    place, y = 1, size[1]
    for row, together in zip(rows, heights, strict=True):
        if y + column.step * together > bottom and y > top:
            place, y = 1 - place, top
            if place == 0:
                pages.append([*head])
        else:
            y += row.before * column.step
        y += column.step
        key, left = f"row/{len(pages[-1])}", MARGIN + place * (column.wide + GUTTER)
        if row.number:
            pages[-1] += _number(f"{key}/number", row, left, y, column.body)
        pages[-1].append(Text(key, left + row.indent, y, row.text, row.face, column.body, "text"))
        if row.rule:
            edge = left + column.wide
            pages[-1].append(Text(f"{key}/rule", edge, y, row.rule, "text", max(LEAST, RULE * column.body), "faint",
                                   "right"))
    return pages


def _number(key: str, row: _Row, left: float, y: float, body: float) -> Iterator[Mark]:
    """The number of a finding on a disc as on the marked sheet, of a roll as it is."""
    if row.number_ink == "text":
        yield Text(key, left, y, row.number, "bold", body, "text")
        return
    radius = max(LEAST_DISC, DISC * body)
    letters = max(LEAST, body * (0.85 if len(row.number) < 2 else 0.7))
    middle = y - cap_height("bold", body) / 2
    yield Shape(f"{key}/disc", ellipse(left + radius, middle, radius, radius), row.number_ink)
    low = middle + cap_height("bold", letters) / 2
    yield Text(key, left + radius, low, row.number, "bold", letters, "mistake.on", "middle")


def _heights(rows: Sequence[_Row]) -> list[float]:
    """How much room each row needs, in lines, to begin on a page: with all rows of its own finding or roll, and a heading
    with what it is about, so that neither is torn apart."""
    heights: list[float] = []
    below = 0.0
    for row, after in zip(reversed(rows), (None, *reversed(rows)), strict=False):
        begins = after is None or after.number or after.before or (row.face == "text" and after.face == "bold")
        heading = row.face == "bold" and row.before >= 1.0
        below = 1 + row.before + (below if heading or not begins else 0.0)
        heights.append(below)
    return heights[::-1]


def signed(key: str, size: tuple[float, float], *, player: bool = True, day: str = "") -> list[Mark]:
    """Lines for the date and two names at the foot of a face; player: also for whose sheet it is; day: what is entered as
    the date."""
    third, y = (size[0] - 2 * MARGIN) / 3, size[1] - MARGIN
    marks: list[Mark] = []
    if day:
        marks.append(Text(f"{key}/day", MARGIN, y - 14, day, "text", BODY, "text"))
    for i, caption in enumerate((tr("Date"), tr("Checked by"), *((tr("Player"),) if player else ()))):
        x = MARGIN + i * third
        line = polyline(((x, y - 10), (x + third - 16, y - 10)))
        marks.append(Shape(f"{key}/{i}", line, stroke="line", width=0.75))
        marks.append(Text(f"{key}/{i}/caption", x, y, caption, "text", LEAST, "faint"))
    return marks


def _explained(report: Report, column: _Column, roll_title: Callable[[int], str]) -> Iterator[_Row]:
    """The diagnosis: what would explain everything, and what it means otherwise."""
    said = explanation(report, roll_title)
    for k, text in enumerate(said):
        face: Face = "text" if k else "bold"
        for i, line in enumerate(column.lines(text, face)):
            yield _Row(line, face, 0.0, before=0.0 if i else 0.3)
    if said:
        yield _Row("", indent=0.0)


def _located(report: Report, places_of: Callable[[Finding], list[str]], column: _Column) -> Iterator[_Row]:
    """In place of a diagnosis, where there is none: what was misplayed, by its places, and what the search came to."""
    broken = [finding for finding in report.distinct if finding.broken and finding.aspect == "play"]
    if report.diagnosis or not broken:
        return
    places = dict.fromkeys(name for finding in broken for name in places_of(finding))
    headline = tr("Not legal: {places}.", places=", ".join(places)) if places else tr_n(
        "One place is not legal.", "{n} places are not legal.", len(broken),
    )
    for line in column.lines(headline, "bold"):
        yield _Row(line, "bold", 0.0)
    for line in column.lines(describe_searched(report)):
        yield _Row(line, indent=0.0)
    yield _Row("", indent=0.0)


def _played(play: Sequence[tuple[str, str]], column: _Column) -> Iterator[_Row]:
    """One way of play, under each roll."""
    if play:
        yield _Row(tr("One way to play this sheet"), "bold", 0.0, before=1.0)
    for number, (roll, moves) in enumerate(play, 1):
        for i, line in enumerate(column.lines(with_colon(roll, moves or "—"), indent=INDENT)):
            yield _Row(line, number="" if i else str(number), number_ink="text")


def _verdict(report: Report, part_titles: Mapping[str, str], column: _Column) -> Iterator[_Row]:
    """The score, and how many mistakes are proved."""
    if report.totals:
        score = tr("Scores: {parts}", parts=", ".join(f"{name} {points}" for name, points in report.totals))
    else:
        parts = ", ".join(f"{tr(part_titles.get(part, part))} {points}" for part, points in report.told_parts)
        score = tr("Score: {total} ({parts})", total=report.total, parts=parts)
    if report.claimed is not None:
        score += " · " + tr("written: {n}", n=report.claimed)
    if report.short_by:
        score += " · " + tr("difference: {n}", n=f"{report.short_by:+d}")
    for line in column.lines(score, "bold"):
        yield _Row(line, "bold", 0.0)
    for line in column.lines(describe_bounds(report)) if report.bounds is not None else ():
        yield _Row(line, indent=0.0)


def _found(
    report: Report, rulebook: Mapping[str, str], places_of: Callable[[Finding], list[str]], lowest_wins: bool,
    column: _Column,
) -> Iterator[_Row]:
    """Each finding under the names of its places, unless its sentence begins with them."""
    narrow = INDENT + RULE_COLUMN * column.body
    for number, finding in enumerate(report.distinct, 1):
        effect = describe_effect(finding, lowest_wins=lowest_wins)
        sentence = finding.sentence(rulebook) + _weight(finding, effect)
        where = places_of(finding)
        named = bool(where) and not sentence.startswith(where[0])
        lines: list[tuple[str, Face]] = [(line, "bold") for line in column.lines(", ".join(where), "bold", narrow) if named]
        lines += [(line, "text") for line in column.lines(sentence, "text", narrow)]
        for i, (line, face) in enumerate(lines):
            first = "" if i else str(number)
            yield _Row(line, face, before=0.0 if i else 0.5, number=first, rule=finding.rule if first else "",
                       number_ink="mistake" if finding.broken else "unproved")
        more = (finding.repair_sentence(rulebook), effect, describe_missing_evidence(finding, report))
        for line in column.lines(" ".join(filter(None, more)), indent=1.5 * INDENT):
            yield _Row(line, indent=1.5 * INDENT)


def _place_name(place: str, names: Mapping[str, str], roll_title: Callable[[int], str]) -> str:
    kind, _, number = place.partition(":")
    return roll_title(int(number)) if kind == "roll" and number else names.get(place, "")


def _weight(finding: Finding, effect: str) -> str:
    if not finding.broken:
        return " " + tr("(uncertain)")
    return " " + tr_n("(one mistake)", "({n} mistakes)", finding.cost) if finding.cost and not effect else ""


def _open(report: Report, column: _Column) -> Iterator[_Row]:
    titles = {
        "rolls": tr("Not checked without the rolls"), "missing": tr("Not checked without the missing rolls"),
        "journal": tr("Not checked without the game’s journal"),
    }
    for need, rules in needed(report).items():
        text = with_colon(titles.get(need, need), ", ".join(rules))
        for i, line in enumerate(column.lines(text)):
            yield _Row(line, indent=0.0, before=0.0 if i else 1.0)


"""The score sheet of Ligretto Dice as it looks: blank, filled, and with findings; and where each number of a paper stands.

Decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.audit import Report
from rollwrite_desktop.core.i18n import integer, mark, tr
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box
from rollwrite_desktop.draw.sheet_texts import sheet_texts
from rollwrite_desktop.draw.strokes import caption, written
from rollwrite_desktop.draw.type_metrics import cap_height, wrapped
from rollwrite_desktop.gamekit.play.blank_cache import kept
from rollwrite_desktop.games.ligretto_dice.play.drawing.board_face import symbol
from rollwrite_desktop.games.ligretto_dice.play.model import COLORS
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper, final_totals, names_of, row_of
from rollwrite_desktop.sheet.sheet import Rect, Sheet, bounding_box

WORDS = (
    mark("Name", "sheet"), mark("Start"), mark("Tie", "sheet"), mark("Penalty"), mark("Final"), mark("Ligretto Dice: score"),
    mark("Score sheet for two"), mark("Score sheet for three"), mark("Score sheet for four"), mark("Points"), mark("Total"),
)
HOW = (
    mark("Winner of the round: +1 for every die the others have left."),
    mark("Everyone else: −1 for each of their own dice left."),
    mark("Everyone starts with 100. Rounds on this sheet: {n}."),
)
BELOW = (
    mark("Tie: for one more round if the leaders are tied."),
    mark("Penalty: for wrong placements, if they cost points."),
    mark("Final: the last total minus the penalty."),
)
EXAMPLE = ("Ann", "Bo"), (("", "100", "", "100"), ("+4", "104", "−4", "96"))
"""A round between two, as it is written: names, then points and total of each."""
SMALL, LARGE, TALL = 9.0, (16.0, 15.0, 14.0, 13.0, 12.0), 200.0
"""The letters of a panel, and from which height on it is a tall one with an example and the largest letters that fit."""

SUMS = ("LD-9:sum", "LD-9:still", "LD-9:extra")
"""The findings that are about totals, not entries."""


def blank(sheet: Sheet) -> Display:
    """Returns the printed score sheet, nothing written."""
    return Display(sheet.size, _face(sheet))


@kept
def _face(sheet: Sheet) -> tuple[Mark, ...]:
    return tuple(_printed(sheet))


def _printed(sheet: Sheet) -> Iterator[Mark]:
    wide, high = sheet.size
    yield Shape("paper", box(0, 0, wide, high), fill="paper")
    for space in sheet.spaces:
        r = space.writing
        yield Shape(f"space/{space.id}", box(r.x, r.y, r.w, r.h, 2), fill="box", stroke="line", width=0.8)
    for item in sheet.boxes:
        r = item.rect
        fill = "wild" if item.group == "totals" else "box"
        width = 1.0 if item.group == "final" else 0.8
        yield Shape(f"box/{item.id}", box(r.x, r.y, r.w, r.h, 2), fill=fill, stroke="line", width=width)
    for i, decor in enumerate(sheet.decor):
        r = bounding_box(decor.ring)
        if decor.kind == "row":
            size = 11.0 if len(decor.text) < 3 else 8.0
            yield caption(f"row/{i}", tr(mark(decor.text, "sheet")), r, "bold", size, "text", "right")
        elif decor.kind == "frame":
            yield Shape(f"frame/{i}", box(r.x, r.y, r.w, r.h, 3), stroke="border", width=1.0)
        elif decor.kind == "panel":
            yield from _panel(f"panel/{i}", r, sheet.values["rounds"])
    yield from sheet_texts(sheet)


def _panel(key: str, place: Rect, rounds: int) -> Iterator[Mark]:
    """How a round is scored, with the symbols of the four colors; a tall panel also has an example and the last rows."""
    yield Shape(key, box(place.x, place.y, place.w, place.h, 6), fill="wild", stroke="line", width=0.7)
    tall = place.h >= TALL
    for letters in LARGE if tall else (SMALL,):
        marks: list[Mark] = []
        low = _within(key, place, rounds, letters, tall, marks)
        if low <= place.y + place.h - letters:
            break
    yield from marks


def _within(key: str, place: Rect, rounds: int, letters: float, tall: bool, marks: list[Mark]) -> float:
    """Adds what is on a panel in letters of that size; returns the last baseline."""
    ratio, left, wide = letters / SMALL, place.x + 10, place.w - 20
    for i, color in enumerate(COLORS):
        x = place.x + place.w - 16 - 15 * ratio * (len(COLORS) - 1 - i)
        marks.append(Shape(f"{key}/{color}", symbol(color, x, place.y + 15 * ratio, 4.6 * ratio),
                           f"region.{color}.strong", "border", 0.6))
    y = place.y + 20 * ratio
    marks.append(Text(f"{key}/title", left, y, tr("A round"), "bold", 11.0 * ratio, "text"))
    y = _sentences(key, [tr(words, n=rounds) for words in HOW], Rect(left, y, wide, 0), letters, marks)
    if tall:
        y += 32 * letters / LARGE[-1]
        marks.append(Text(f"{key}/example", left, y, tr("Example"), "bold", letters, "text"))
        example = [tr("{one} has placed every die, {other} has 4 left.", one=EXAMPLE[0][0], other=EXAMPLE[0][1])]
        y = _sentences(f"{key}/said", example, Rect(left, y, wide, 0), letters, marks)
        y = _example(f"{key}/drawn", Rect(left, y + 10, wide, 2 * letters), marks)
        y = _sentences(f"{key}/below", [tr(words) for words in BELOW], Rect(left, y, wide, 0), letters, marks)
    return y


def _sentences(key: str, sentences: Sequence[str], under: Rect, letters: float, marks: list[Mark]) -> float:
    """Adds sentences below one another; returns the last baseline."""
    y = under.y
    for i, words in enumerate(sentences):
        for j, line in enumerate(wrapped(words, "text", letters, under.w, 3)):
            y += (12.5 if j else 17) * letters / SMALL
            marks.append(Text(f"{key}/{i}/{j}", under.x, y, line, "text", letters, "text"))
    return y


def _example(key: str, first: Rect, marks: list[Mark]) -> float:
    """Adds a filled piece of a table whose first line is given; returns its lower edge."""
    names, rows = EXAMPLE
    half = first.w / len(names)
    for i, name in enumerate(names):
        place = Rect(first.x + i * half, first.y, half, first.h)
        marks.append(Shape(f"{key}/name/{i}", box(place.x, place.y, place.w, place.h), "box", "line", 0.8))
        marks.append(written(f"{key}/name/{i}/text", name, place, fill=0.5))
    y = first.y
    for n, row in enumerate(rows):
        y += first.h
        for i, entry in enumerate(row):
            place = Rect(first.x + i * half / 2, y, half / 2, first.h)
            marks.append(Shape(f"{key}/{n}/{i}", box(place.x, place.y, place.w, place.h), "box", "line", 0.8))
            if entry:
                marks.append(written(f"{key}/{n}/{i}/text", entry, place, fill=0.5))
    for i in range(len(names)):
        whole = box(first.x + i * half, first.y, half, y + first.h - first.y)
        marks.append(Shape(f"{key}/frame/{i}", whole, "", "border", 1.0))
    return y + first.h


def filled(
    sheet: Sheet, paper: LigrettoDicePaper, report: Report | None = None, chosen: str = "",
    among: frozenset[str] = frozenset(),
) -> Display:
    """Returns the score sheet with what stands on it; findings are ringed and numbered, the chosen place has the cursor."""
    marks = list(_face(sheet))
    for spot, (words, rect) in _entries(sheet, paper).items():
        marks.append(written(f"mark/{spot}", words, Rect(rect.x + 2, rect.y, rect.w - 4, rect.h), fill=0.42))
    if report is not None:
        marks.extend(_findings(sheet, paper, report))
    for where in sorted(among):
        for spot in places(sheet, paper, where):
            marks.append(_ring(f"among/{where}/{spot}", rect_of(sheet, spot), "conflict", 3.0))
    if chosen in sheet.space or chosen in sheet.box:
        marks.append(_ring("focus", rect_of(sheet, chosen), "focus", 2.4))
    return Display(sheet.size, tuple(marks))


def rect_of(sheet: Sheet, spot: str) -> Rect:
    """Where a place or box of the score sheet is written, in millimeters."""
    return sheet.space[spot].writing if spot in sheet.space else sheet.box[spot].rect


def _entries(sheet: Sheet, paper: LigrettoDicePaper) -> dict[str, tuple[str, Rect]]:
    held: dict[str, str] = {}
    players = sheet.values["players"]
    for i, name in enumerate(paper.players[:players], 1):
        held[f"name/{i}"] = held[f"again/{i}"] = name
    for line, row in enumerate(paper.rounds or ()):
        for i, entry in enumerate(row[:players], 1):
            if entry is not None:
                held[f"{row_of(sheet, line)}p{i}"] = integer(entry, sign=True)
    for line, row in enumerate(paper.totals or ()):
        for i, entry in enumerate(row[:players], 1):
            if entry is not None:
                held[f"total/{row_of(sheet, line)}p{i}"] = integer(entry)
    for i, penalty in enumerate(paper.penalties[:players], 1):
        if penalty:
            held[f"penalties/{i}"] = integer(-penalty)
    if paper.rounds and paper.claimed:
        held |= {f"final/{i}": integer(total) for i, total in enumerate(final_totals(paper)[:players], 1)}
    held |= {spot: sign for spot, sign in paper.spaces.items() if sign and spot in sheet.space}
    known = {spot: text for spot, text in held.items() if text and (spot in sheet.space or spot in sheet.box)}
    return {spot: (text, rect_of(sheet, spot)) for spot, text in known.items()}


def places(sheet: Sheet, paper: LigrettoDicePaper, where: str, sums: bool = False) -> tuple[str, ...]:
    """The spots that a finding's place means: a cell (`sums`: the total beside it), a whole round, the winner's box."""
    kind, _, rest = where.partition(":")
    names = names_of(paper)
    found: list[str] = []
    if kind == "round":
        number, _, name = rest.partition("/")
        row = row_of(sheet, int(number) - 1)
        who = [names.index(name) + 1] if name in names else range(1, len(names) + 1)
        found = [f"{'total/' if sums else ''}{row}p{i}" for i in who]
    elif kind == "penalties":
        found = [f"penalties/{names.index(rest) + 1}"] if rest in names else []
    elif kind == "claimed":
        found = [f"final/{i}" for i, name in enumerate(names, 1) if name == paper.claimed]
    return tuple(spot for spot in found if spot in sheet.space or spot in sheet.box)


def _findings(sheet: Sheet, paper: LigrettoDicePaper, report: Report) -> Iterator[Mark]:
    tags: dict[str, list[int]] = {}
    for number, finding in enumerate(report.distinct, 1):
        for where in finding.where:
            for spot in places(sheet, paper, where, finding.key in SUMS):
                if spot not in tags:
                    ink = "mistake" if finding.verdict == "broken" else "unproved"
                    yield _ring(f"finding/{spot}", rect_of(sheet, spot), ink, 1.8)
                tags.setdefault(spot, []).append(number)
    for spot, numbers in tags.items():
        r = rect_of(sheet, spot)
        x, y = r.x + r.w - 4, r.y + 5
        text = f"{numbers[0]}+" if len(numbers) > 1 else str(numbers[0])
        size = 7.0 if len(text) == 1 else 5.5
        yield Shape(f"tag/{spot}", box(x - 5.5, y - 5.5, 11, 11, 5.5), fill="mistake", stroke="mistake.on", width=0.8)
        yield Text(f"tag/{spot}/number", x, y + cap_height("bold", size) / 2, text, "bold", size, "mistake.on", "middle")


def _ring(key: str, r: Rect, ink: str, width: float) -> Shape:
    return Shape(key, box(r.x, r.y, r.w, r.h, 4), stroke=ink, width=width)

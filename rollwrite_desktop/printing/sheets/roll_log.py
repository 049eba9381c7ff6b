"""The roll log: pages on which every roll of a game is written down, or on which the rolls of a code are printed in advance,
or those that were called so far.

A blank log has one line per roll in boxes of at least 8 mm at full size, of 18 mm in large print; lines are grouped by
round. A printed one has its rolls in the left half of the page and a cover in the right half, which is folded over them or
cut off, so that they are revealed one by one. Lengths are points of the face. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from msgspec import Struct

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import language, tr
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, Step, Text, box, ellipse, polygon, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.inks import INKS
from rollwrite_desktop.draw.strokes import caption, die
from rollwrite_desktop.draw.type_metrics import cap_height, fit, width, wrapped
from rollwrite_desktop.gamekit.words.print_kit import RollBoxes
from rollwrite_desktop.printing.sheets.form_fields import MAX_ROLL, ROLL, Field
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect

MIN_BOX, LARGE_BOX = 8 * POINTS_PER_MM, 18 * POINTS_PER_MM
COMFORT, MAX_BOX = 30.0, 52.0
"""Boxes of the first side are large enough for a pencil; larger ones fill the page."""
REDUCED = 0.9, 6 * POINTS_PER_MM
"""The scale below which boxes may be smaller on paper, and how small."""
MAX_FACES = 6
TITLE, SMALL = 18.0, 7.5
LARGE, LEGIBLE = 14.0, 6.0
"""The least size of letters on paper: in large print, and where the log is reduced."""
NUMBER = 20.0  # width of a line's number where rolls are printed
CARD, WIDE_CARD = 1.95, 4.0  # least and greatest width of a card's box, as multiples of a die's
BROAD = 2.6  # greatest width of a die's box as a multiple of its height, where there are no cards
TALL = 1.75  # and the greatest height as a multiple of that in which lines are tried
PITCH, SPREAD = 1.14, 2.3  # from line to line, likewise: at least, and at most where the page has room
RAGGED = 2  # lines from which on a column that is shorter is seen
ROUND = 0.18  # the radius of the corners of a die's box, as a part of its side
GAP, GUTTER = 3.0, 18.0  # between the boxes of a line, and between columns
ABREAST = 3  # letters in a row of those of which one is circled
APART, CLOSE = 4.6, 3.6  # the side of their box as a multiple of their size: with room around them, and at least
LETTERED, BETWEEN = 0.96, 0.2  # the part of a box that they take, and from one to the next, as a multiple of their size
ROOMY = 0.86  # the part of their greatest size up to which they grow with the height of their box
TALLY = 36.0  # height of the counts at the foot, without their heading
ROW = 40.0  # height of a printed line


class LogFace(Struct, frozen=True):
    """One page of a log, and the form fields of its lines."""

    display: Display
    fields: tuple[Field, ...] = ()


class RollLog(Struct, frozen=True):
    """The rolls of a game to be written down, or the outcomes `rolled` of a code, which is printed in the title. example: a
    roll as it is typed when the sheet is checked. event: where the outcomes were called, if they were; nothing covers them
    then."""

    boxes: RollBoxes
    title: str = ""
    example: str = ""
    rolled: tuple[Outcome, ...] = ()
    code: str = ""
    event: str = ""

    def faces(self, size: tuple[float, float], scale: float = 1.0) -> tuple[LogFace, ...]:
        """Returns the pages of the log, for faces of `size` that are printed at a scale. The last ones are kept, as every
        sheet of a pad asks for the same."""
        return _faces(self, size, scale, language())

    def laid(self, size: tuple[float, float], scale: float) -> tuple[LogFace, ...]:
        """Returns the pages as `faces` gives them, laid out anew."""
        if self.event:
            return tuple(LogFace(Display(size, tuple(marks))) for marks in _so_far(self, size))
        if self.rolled:
            return (LogFace(Display(size, tuple(_covered(self, size)))),)
        least = (LARGE_BOX if scale > 1 else MIN_BOX if scale >= REDUCED[0] else REDUCED[1]) / scale
        letters = _Letters(max(SMALL, (LARGE if scale > 1 else LEGIBLE) / scale))
        for count in range(1, MAX_FACES + 1):
            parts = _parts(self.boxes, count)
            plans = [_plan(self.boxes, part, size, letters, last=part is parts[-1]) for part in parts]
            lettered = scale <= 1 or not self.boxes.letters or all(_letter_size(self.boxes, plan) for plan in plans)
            if lettered and min(plan.side for plan in plans) >= least:
                break
        return tuple(
            _blank(self, plan, size, (number, len(plans)) if len(plans) > 1 else None)
            for number, plan in enumerate(plans, 1)
        )


@lru_cache(maxsize=16)
def _faces(log: RollLog, size: tuple[float, float], scale: float, _language: str) -> tuple[LogFace, ...]:
    return log.laid(size, scale)


# ---------------------------------------------------------------------- blank


class _Letters(Struct, frozen=True):
    """Sizes of letters on a blank log, and the room that they take, in points."""

    small: float

    @property
    def label(self) -> float:
        """Of numbers and names of rounds."""
        return max(9.0, self.small)

    @property
    def least(self) -> float:
        """Of the letters of dice, which are as large as their box allows."""
        return max(7.0, self.small - 1.5 if self.small < 10 else self.small)

    @property
    def tick(self) -> float:
        """Of the letters of regions in a card's box."""
        return max(9.0, self.small)

    @property
    def head(self) -> float:
        """The height over a group."""
        return self.label + 6

    @property
    def captions(self) -> float:
        """The height over a column."""
        return self.small + 3.5

    @property
    def foot(self) -> float:
        """The height of the line at the foot."""
        return self.small + 6.5

    def number(self, boxes: RollBoxes) -> float:
        """Returns the width of what is before the boxes of a line."""
        return (6.0 if boxes.group == 1 else 1.9) * self.label

    def card(self, boxes: RollBoxes) -> float:
        """Returns the least width of a card's box."""
        return 1.05 * self.tick * sum(map(len, _initials(boxes.ticks))) + GAP

    def top(self) -> float:
        """Returns the upper edge of the columns."""
        return INSET + TITLE + 14

    def bottom(self, high: float, *, tally: bool) -> float:
        """Returns the lower edge of the columns, over the counts of dice if they are on this page."""
        return high - INSET - self.foot - (TALLY + self.small + 2.5 if tally else 0.0)


class _Group(Struct, frozen=True):
    """Successive rolls under one heading."""

    heading: str
    first: int
    count: int


class _Plan(Struct, frozen=True):
    """How a page is filled: height and width of a die's box, the width of a card's, the distance from line to line, and the
    groups of each column."""

    side: float
    wide: float
    card: float
    pitch: float
    columns: tuple[tuple[_Group, ...], ...]
    letters: _Letters

    @property
    def ragged(self) -> int:
        """How many lines the shortest column lacks."""
        lines = [sum(group.count for group in column) for column in self.columns]
        return max(lines) - min(lines)


def _groups(boxes: RollBoxes) -> Iterator[_Group]:
    if boxes.setup:
        yield _Group(tr("Set-up"), 1, boxes.setup)
    size = max(1, boxes.group)
    for number, first in enumerate(range(boxes.setup + 1, boxes.rolls + 1, size), 1):
        heading = tr("Round {n}", n=number) if boxes.group > 1 else ""
        yield _Group(heading, first, min(size, boxes.rolls + 1 - first))


def _parts(boxes: RollBoxes, count: int) -> list[tuple[_Group, ...]]:
    """Returns the groups on so many pages, about equally many on each."""
    groups = tuple(_groups(boxes))
    each = -(-len(groups) // count)
    return [groups[i : i + each] for i in range(0, len(groups), each)]


def _plan(
    boxes: RollBoxes, groups: tuple[_Group, ...], size: tuple[float, float], letters: _Letters, *, last: bool
) -> _Plan:
    """Returns the columns in which the letters of dice have room, and boxes are largest, up to COMFORT; then those of about
    equal length, then those with the largest boxes, then the fewest. Tries sides in steps of half a point."""
    bottom = letters.bottom(size[1], tally=last and bool(boxes.letters))
    wide, high = size[0] - 2 * INSET, bottom - letters.top() - letters.captions
    each = boxes.dice * (2 if boxes.letters else 1)
    gaps = letters.number(boxes) + GAP * (each + boxes.cards)
    plans: list[tuple[float, _Plan]] = []
    for count in range(1, 5):
        room = (wide - GUTTER * (count - 1)) / count - gaps
        side = min(MAX_BOX, room / (each + boxes.cards * CARD))
        while side > 1:
            columns = _filled(groups, count, high, side, letters)
            widest = max(WIDE_CARD * side, letters.card(boxes))
            card = min(widest, (room - each * side) / boxes.cards) if boxes.cards else math.inf
            if len(columns) <= count and card >= letters.card(boxes):
                pitch = _pitch(columns, high, side, letters)
                broad = side if boxes.cards else min(BROAD * side, room / each)
                tall = max(side, min(TALL * side, pitch / PITCH))
                plans.append((side, _Plan(tall, broad, card if boxes.cards else 0.0, pitch, columns, letters)))
                break
            side -= 0.5

    def rank(tried: tuple[float, _Plan]) -> tuple[float, ...]:
        least, plan = tried
        return (_letter_size(boxes, plan) > 0 if boxes.letters else 0, min(least, COMFORT), -(plan.ragged // RAGGED), least,
                -len(plan.columns))

    return max(plans, key=rank)[1]


def _pitch(columns: tuple[tuple[_Group, ...], ...], high: float, side: float, letters: _Letters) -> float:
    """From line to line: somewhat more than the boxes need, where the page has room."""
    spare = min(
        (high - math.fsum(letters.head * bool(group.heading) for group in column)) / sum(group.count for group in column)
        for column in columns
    )
    return max(PITCH * side, min(SPREAD * side, spare))


def _filled(
    groups: tuple[_Group, ...], count: int, high: float, side: float, letters: _Letters
) -> tuple[tuple[_Group, ...], ...]:
    """Returns the groups in columns of about equal length, more than `count` if they do not fit; none is divided."""
    most = -(-sum(group.count for group in groups) // count)
    columns: list[list[_Group]] = [[]]
    used = 0.0
    for group in groups:
        need = (letters.head if group.heading else 0.0) + PITCH * side * group.count
        lines = sum(one.count for one in columns[-1])
        if used and (used + need > high or lines + group.count > most + group.count // 2):
            columns.append([])
            used = 0.0
        columns[-1].append(group)
        used += need
    return tuple(map(tuple, columns))


def _blank(log: RollLog, plan: _Plan, size: tuple[float, float], part: tuple[int, int] | None) -> LogFace:
    boxes, letters = log.boxes, plan.letters
    marks: list[Mark] = [*_heading(log, size, letters, part)]
    fields: list[Field] = []
    # The last column ends at the right edge.
    ends = [_line(boxes, 0.0, 0.0, plan, column[-1].first + column[-1].count - 1)[-1] for column in plan.columns]
    step = (size[0] - 2 * INSET - max(end.x + end.w for end in ends)) / max(1, len(plan.columns) - 1)
    top = letters.top()
    named = ", ".join(f"{tr(letter)} = {tr(name)}" for name, letter in boxes.letters.items())
    for place, column in enumerate(plan.columns):
        left, y = INSET + place * step, top + letters.captions
        marks += _captions(f"captions/{place}", boxes, left, top + letters.captions - 3, plan, column)
        for group in column:
            if group.heading:
                low = y + letters.head - 4
                marks.append(Text(f"group/{group.first}", left, low, group.heading, "bold", letters.label, "text"))
                y += letters.head
            for number in range(group.first, group.first + group.count):
                rects = _line(boxes, left, y, plan, number)
                marks += _line_marks(f"roll/{number}", boxes, number, rects, left, plan)
                last = rects[-1]
                place_of = Rect(rects[0].x, rects[0].y, last.x + last.w - rects[0].x, last.h)
                tip = tr("Roll {n}", n=number) + (f" ({named})" if named else "")
                fields.append(Field(f"{ROLL}/{number}", "text", place_of, tip, "", MAX_ROLL))
                y += plan.pitch
    marks += _foot(boxes, log.example, size, letters, tally=part is None or part[0] == part[1])
    return LogFace(Display(size, tuple(marks)), tuple(fields))


def _heading(
    log: RollLog, size: tuple[float, float], letters: _Letters, part: tuple[int, int] | None = None
) -> Iterator[Mark]:
    """Yields the title, and at the right, or below where it is long, what to do with the letters in the boxes of cards."""
    title = " · ".join(filter(None, (tr("Roll log"), log.title)))
    if part is not None:
        title += f" ({part[0]}/{part[1]})"
    shown = caption("title", title, Rect(INSET, INSET, size[0] - 2 * INSET, TITLE), "bold", TITLE)
    yield shown
    if log.boxes.ticks:
        words, right = tr("Circle each card’s region."), size[0] - INSET
        taken = width(shown.text, shown.face, shown.size) + GUTTER + width(words, "text", letters.small)
        low = INSET + (0.8 * TITLE if INSET + taken <= right else TITLE + letters.small + 1)
        yield Text("ticks", right, low, words, "text", letters.small, "faint", "right")


def _foot(
    boxes: RollBoxes, example: str, size: tuple[float, float], letters: _Letters, *, tally: bool
) -> Iterator[Mark]:
    """Yields the count of each die, once in a log, and how rolls are typed when the sheet is checked."""
    if boxes.letters and tally:
        y = size[1] - INSET - letters.foot - TALLY + 4
        each = (size[0] - 2 * INSET) / len(boxes.letters)
        for i, (name, letter) in enumerate(boxes.letters.items()):
            x = INSET + i * each
            yield from die(f"tally/{name}/die", Rect(x, y, 26, 26), None, _region(name), tr(letter))
            yield Shape(f"tally/{name}", box(x + 29, y - 1, each - 35, 28, 3), "box", "line", 0.9)
        yield Text("tally", INSET, y - 5, tr("How often each die was drawn"), "text", letters.small, "faint")
    if example:
        line = tr("To check a sheet, type each roll as in this example: {example}", example=example)
        yield caption("example", line, Rect(INSET, size[1] - INSET - 9, size[0] - 2 * INSET, 9), "text",
                      letters.small, "faint")


def _captions(
    key: str, boxes: RollBoxes, left: float, baseline: float, plan: _Plan, column: Sequence[_Group]
) -> Iterator[Mark]:
    """Yields what goes in which box, over a column."""
    rects = _line(boxes, left, 0.0, plan, column[0].first + (column[0].count if boxes.setup else 0))
    each = 2 if boxes.letters else 1
    texts: list[tuple[str, Rect]] = []
    if boxes.letters:
        # "Circle" is a long word in some languages.
        circled = _letter_size(boxes, plan) > 0 and width(tr("circle"), "text", plan.letters.small) <= rects[0].w + 2
        for i in range(boxes.dice):
            texts += [(tr("circle") if circled else tr("die"), rects[2 * i]), (tr("number"), rects[2 * i + 1])]
    elif boxes.dice:
        last = rects[boxes.dice - 1]
        words = tr("dice, low to high") if boxes.ordered else tr("dice")
        texts.append((words, Rect(rects[0].x, 0, last.x + last.w - rects[0].x, 1)))
    cards = rects[boxes.dice * each :]
    for i, rect in enumerate(cards, 1):
        texts.append((tr("card {n}", n=i) if boxes.ticks else tr("area"), rect))
    for i, (text, rect) in enumerate(texts):
        small = plan.letters.small
        room = Rect(rect.x - 1, baseline - cap_height("text", small), rect.w + 2, cap_height("text", small))
        yield caption(f"{key}/{i}", text, room, "text", small, "faint", "middle")


def _initials(ticks: Sequence[str]) -> tuple[str, ...]:
    """Returns the first letters of these message ids, as many as tell them apart."""
    words = [tr(tick) for tick in ticks]
    most = max(map(len, words), default=1)
    few = next(n for n in range(1, most + 1) if n == most or len({word[:n] for word in words}) == len(words))
    return tuple(word[:few] for word in words)


def _line(boxes: RollBoxes, left: float, top: float, plan: _Plan, number: int) -> tuple[Rect, ...]:
    """Returns the boxes of a roll: of each die its letter, if dice have letters, and its number; then the cards."""
    cards = boxes.setup_cards if number <= boxes.setup else boxes.cards
    found, x, side = [], left + plan.letters.number(boxes), plan.side
    for i in range(boxes.dice * (2 if boxes.letters else 1)):
        found.append(Rect(x, top, plan.wide, side))
        x += plan.wide + (GAP if not boxes.letters or i % 2 else 0.0)
    for _ in range(cards):
        found.append(Rect(x + GAP, top, plan.card - GAP, side))
        x += plan.card + GAP
    return tuple(found)


def _line_marks(
    key: str, boxes: RollBoxes, number: int, rects: tuple[Rect, ...], left: float, plan: _Plan
) -> Iterator[Mark]:
    side, letters = plan.side, plan.letters
    low = rects[0].y + side / 2 + cap_height("text", letters.label) / 2
    label = tr("Round {n}", n=number) if boxes.group == 1 else str(number)
    yield Text(key, left + letters.number(boxes) - 6, low, label, "text", letters.label, "faint", "right")
    dice = boxes.dice * (2 if boxes.letters else 1)
    for i, rect in enumerate(rects):
        if boxes.letters and i < dice:  # the two boxes of a die are one with a line between
            if i % 2 == 0:
                yield Shape(f"{key}/box/{i}", box(rect.x, rect.y, 2 * rect.w, side, 3), "box", "line", 0.9)
                seam = rect.x + rect.w
                yield Shape(f"{key}/seam/{i}", polyline(((seam, rect.y), (seam, rect.y + side))), "", "line", 0.5)
                yield from _to_circle(f"{key}/letter/{i}", boxes, plan, rect)
            continue
        corner = ROUND * min(rect.w, rect.h) if i < dice else 3.0
        yield Shape(f"{key}/box/{i}", box(rect.x, rect.y, rect.w, rect.h, corner), "box", "line", 0.9)
        if i >= dice and boxes.ticks and number > boxes.setup:
            each = rect.w / len(boxes.ticks)
            for j, tick in enumerate(_initials(boxes.ticks)):
                yield Text(
                    f"{key}/tick/{i}/{j}",
                    rect.x + (j + 0.5) * each,
                    rect.y + rect.h - 3.5,
                    tick,
                    "bold",
                    letters.tick,
                    "line",
                    "middle",
                )


def _letter_size(boxes: RollBoxes, plan: _Plan) -> float:
    """Returns the size of the letters of dice that are circled in the box of a die; 0 if they would be too small."""
    abreast = math.fsum(_letter_widths(boxes)) + BETWEEN * (ABREAST - 1)
    most = LETTERED * plan.wide / abreast
    size = min(max(min(plan.side / APART, ROOMY * most), plan.letters.small), plan.side / CLOSE, most)
    return size if size >= plan.letters.least else 0.0


def _letter_rows(boxes: RollBoxes) -> list[list[str]]:
    letters = [tr(letter) for letter in boxes.letters.values()]
    return [letters[i : i + ABREAST] for i in range(0, len(letters), ABREAST)]


def _letter_widths(boxes: RollBoxes) -> list[float]:
    """Returns the width of each column of these letters, as a multiple of their size; a last row that is short stands in
    the middle and doesn't count, but where it is the only one."""
    rows = [row for row in _letter_rows(boxes) if len(row) == ABREAST] or _letter_rows(boxes)
    columns = zip_longest(*rows, [""] * ABREAST, fillvalue="")
    return [max(width(letter, "bold", 1.0) for letter in column) for column in columns]


def _to_circle(key: str, boxes: RollBoxes, plan: _Plan, rect: Rect) -> Iterator[Mark]:
    """Yields the letters of the dice in a box, of which one is circled."""
    size = _letter_size(boxes, plan)
    if not size:
        return
    rows, wide = _letter_rows(boxes), [size * each for each in _letter_widths(boxes)]
    gap = (LETTERED * rect.w - math.fsum(wide)) / ABREAST
    middles = [math.fsum(wide[:j]) + wide[j] / 2 + gap * (j + 0.5) - LETTERED * rect.w / 2 for j in range(ABREAST)]
    for i, row in enumerate(rows):
        low = rect.y + (i + 0.5) * 0.94 * rect.h / len(rows) + 0.03 * rect.h + cap_height("bold", size) / 2
        for j, letter in enumerate(row):
            beside = middles[j] if len(row) == ABREAST else (j - (len(row) - 1) / 2) * LETTERED * rect.w / ABREAST
            x = rect.x + rect.w / 2 + beside
            yield Text(f"{key}/{ABREAST * i + j}", x, low, letter, "bold", size, "line", "middle")


# ---------------------------------------------------------------------- printed


def _covered(log: RollLog, size: tuple[float, float]) -> Iterator[Mark]:
    """Yields the rolls of a code beside the cover that hides them."""
    middle = size[0] / 2
    title = tr("Same dice: {code}", code=log.code) if log.code else tr("Same dice")
    yield caption("title", title, Rect(INSET, INSET, middle - 2 * INSET, TITLE), "bold", TITLE)
    top, cover = _cover(size)
    high = min(ROW, (size[1] - INSET - top) / len(log.rolled))
    for number, outcome in enumerate(log.rolled, 1):
        y = top + (number - 1) * high
        yield from _printed(f"roll/{number}", log.boxes, number, outcome, Rect(INSET, y, middle - 2 * INSET, high))
        strong = log.boxes.group > 1 and number % log.boxes.group == 0
        if number < len(log.rolled):
            line = polyline(((INSET, y + high), (middle - INSET, y + high)))
            yield Shape(f"roll/{number}/line", line, "", "border" if strong else "line", 1.0 if strong else 0.4)
    yield from cover


def _so_far(log: RollLog, size: tuple[float, float]) -> Iterator[list[Mark]]:
    """Yields the rolls that were called, in two columns, on as many pages as it takes."""
    top, wide = INSET + TITLE + 14, (size[0] - 2 * INSET - GUTTER) / 2
    rows = max(1, int((size[1] - INSET - top) / ROW))
    for first in range(0, len(log.rolled), 2 * rows):
        title, letters = fit(tr("Rolls so far: {event}", event=log.event), "bold", TITLE, size[0] - 2 * INSET, 0.5)
        marks: list[Mark] = [Text("title", INSET, INSET + TITLE, title, "bold", letters, "text")]
        for at, outcome in enumerate(log.rolled[first : first + 2 * rows]):
            column, row = divmod(at, rows)
            x, y, number = INSET + column * (wide + GUTTER), top + row * ROW, first + at + 1
            marks += _printed(f"roll/{number}", log.boxes, number, outcome, Rect(x, y, wide, ROW))
            strong = log.boxes.group > 1 and number % log.boxes.group == 0
            line = polyline(((x, y + ROW), (x + wide, y + ROW)))
            marks.append(Shape(f"roll/{number}/line", line, "", "border" if strong else "line", 1.0 if strong else 0.4))
        yield marks


def _printed(key: str, boxes: RollBoxes, number: int, outcome: Outcome, room: Rect) -> Iterator[Mark]:
    side = 0.84 * room.h
    low = room.y + room.h / 2 + cap_height("text", 9.0) / 2
    yield Text(key, room.x + NUMBER - 6, low, str(number), "text", 9.0, "faint", "right")
    x, y = room.x + NUMBER, room.y + (room.h - side) / 2
    dice = sorted(outcome.dice, key=lambda one: one.face) if boxes.ordered else outcome.dice
    for i, one in enumerate(dice):
        rect = Rect(x, y, side, side)
        if boxes.letters:
            name = Rect(x + side + 3, y, 1.2 * side + 16, side)
            yield from die(f"{key}/die/{i}", rect, one.face, _region(one.name), digits=True)
            yield caption(
                f"{key}/die/{i}/name",
                f"{tr(boxes.letters.get(one.name, ''))}{one.face}",
                name,
                "bold",
                min(13.0, 0.8 * side),
            )
            x += 2.2 * side + 30
        else:
            yield from die(f"{key}/die/{i}", rect, one.face, digits=True)
            x += side + 4
    wide = (room.x + room.w - x - 8) / max(1, len(outcome.cards), boxes.cards)
    for i, card in enumerate(outcome.cards):
        spot, _, rest = card.partition(" ")
        rect = Rect(x + 8 + i * wide, y, wide - 5, side)
        yield Shape(f"{key}/card/{i}", box(rect.x, rect.y, rect.w, rect.h, 3), "box", "line", 0.6)
        yield caption(
            f"{key}/card/{i}/spot", spot, Rect(rect.x + 4, rect.y, 0.42 * rect.w, rect.h), "bold", min(12.0, 0.75 * side)
        )
        if rest:
            region = Rect(rect.x + 0.44 * rect.w, rect.y, 0.56 * rect.w - 4, rect.h)
            yield caption(f"{key}/card/{i}/rest", tr(rest), region, "text", min(10.0, 0.6 * side), "text", "right")


def _cover(size: tuple[float, float]) -> tuple[float, list[Mark]]:
    """Returns the cover: what to do with it, the line to fold or cut along, and below a height, which is returned too, a
    pattern through which nothing shows."""
    middle, wide = size[0] / 2, size[0] / 2
    marks: list[Mark] = [Shape("cover/edge", polyline(((middle, 0), (middle, size[1]))), "", "line", 0.9, (6.0, 4.0))]
    texts = (
        tr("Fold the page along the dashed line before you hand it out. This half covers the rolls."),
        tr(
            "To play, cut along the line and lay this half over the rolls, with its top edge below roll 1. Slide "
            "it down one line for each roll."
        ),
    )
    y = INSET
    for i, text in enumerate(texts):
        for j, line in enumerate(wrapped(text, "text", 9.5, wide - 2 * INSET - 8, 4)):
            marks.append(Text(f"cover/{i}/{j}", middle + INSET, y + 9.5, line, "text", 9.5, "text"))
            y += 12.5
        y += 4
    left, right, first = middle + INSET, size[0] - INSET, y + 4
    marks.append(Shape("cover/pattern", _pattern(left, first, right, size[1] - INSET), "", "faint", 1.6))
    arrow = (((left + right) / 2 - 12, first + 22), ((left + right) / 2 + 12, first + 22), ((left + right) / 2, first + 8))
    marks.append(Shape("cover/arrow/ground", ellipse((left + right) / 2, first + 17, 19, 19), "box", "line", 0.9))
    marks.append(Shape("cover/arrow", polygon(arrow), "border"))
    return first, marks


def _pattern(left: float, top: float, right: float, bottom: float) -> Path:
    """Crossing zigzag lines."""
    path: list[Step] = []
    rows, count = round((bottom - top) / 9), round((right - left) / 9)
    across, down = (right - left) / count, (bottom - top) / rows
    for i in range(rows):
        y = top + i * down
        for flip in (0, 1):
            path += polyline([(left + k * across, y + down * ((k + flip) % 2)) for k in range(count + 1)])
    return tuple(path)


def _region(name: str) -> str:
    """Returns the region whose inks a die has, "" for a plain one."""
    return name if f"region.{name}.strong" in INKS else ""

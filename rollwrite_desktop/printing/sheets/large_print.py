"""Letters of another size on faces: in large print for people with low vision, and where several sheets share a page.

In large print writing places have 18 mm and letters 14 pt. A sheet is enlarged and comes in two halves, each on a page of
its own in portrait. The map in the middle is on both, and a line shows where they are joined; boxes and texts are on one
half only, and on the other half the places to write in are dashed. Lines are thicker; small remarks that cannot be printed
large are left out, and codes on maps of blocks are within the places to write in. No space or box moves, so it remains the
same sheet. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise, product

from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.draw.clip import rings, window
from rollwrite_desktop.draw.display import Bounds, Display, Mark, Path, Shape, Text, box, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.map_face import CORNER
from rollwrite_desktop.draw.shore import thicker
from rollwrite_desktop.draw.strokes import large_tag
from rollwrite_desktop.draw.trace import bounds, holds, union
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.printing.sheets.drawing_steps import result
from rollwrite_desktop.printing.sheets.name_columns import name_columns, with_names
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, Ring, Sheet, bounding_box, inside

MAX_SCALE, ON_LETTER = 1.39, 1.385
"""How much a face is enlarged where the paper has room: places of 13 mm become 18 mm; and on Letter."""
LETTERS = 14.01 / ON_LETTER
"""The size of letters on the face, in points, that is printed as 14 pt."""
SHARES = (0.0, 0.54), (0.46, 1.0)
"""From where to where, as parts of a face's width, each half goes."""
LINE_GROWTH = 1.4
BOX = 18.02 * POINTS_PER_MM / ON_LETTER
"""The least side of a box to write in, on the face: 18 mm on Letter too, where the scale is a little smaller."""
BETWEEN, GROWTH = 1.6, 1.8
"""What stays free between boxes that have grown, and how much one grows at most at each side."""
LEGIBLE, SMALL = 7.0, 6.0
"""The sizes in points on paper of letters of a face at full size, and of a reduced one, where there is room."""
REDUCED, LONGEST = 0.9, 0.82
"""Below this scale a face counts as reduced; and which part of these sizes the longest remark of a kind has at least."""
READ = 4.8
"""And the least size in points on paper of any remark."""
NAMES = SMALL, 5.5, 5.0
"""The sizes in points on paper in which names of areas are tried beside a map that is reduced."""
THINNEST, BOLD = 0.65, 2.5
"""The scale at which lines are as thick as at full size; below it they are thicker on the face, on sheets up to so many
points, so that they keep off codes."""
NEAR_BORDER = 1.8
"""How near to the border above it a code may grow, whose line is 3 points thick there."""
NEAR_LAND, NEAR_SHORE = 1.5, 5.5
"""How near to an area a remark beside the map may grow, in points of the face; and one that ends at the right edge, on no
line of the sea."""
BESIDE_FRAME = 1.5
"""What a remark that has grown leaves free beside the line of a frame."""
APART = 0.6
"""The least space between remarks side by side, as a part of the size of their letters."""
OFF_CODES = 0.6
"""How far below the letters of a code a ring begins."""
ON_DIE = 0.9
"""The part of a die's width that the letters on it take at most, unless they would be smaller than READ."""
CODE_INSET = 3.0
"""The distance of a code from the edges of the place whose corner it is in."""
LOWER = 0.9
"""By how much the code of a space is lowered as it grows, in points, if there is a border above it."""
RAISED = 0.4
"""By how much one at the lower end of its space is raised, as a part of its growth."""
WRITTEN = ("mark/", "better/", "flag/", "tag/", "reason/", "note/", "finding/")
"""Keys of what players wrote, of what a review writes, and of numbers of findings, which keep their size."""
REMARKS = ("hint", "note", "legend", "player", "key")
"""Kinds of texts that may be left out: all of a kind, if one of them cannot be printed large."""
GROUND = frozenset({"paper", "neatline", "border", "cut", "shore", "lake", "isle", "line", "leader", "corner", "seam"})
"""Kinds of shapes that are on both halves; of spaces the fills are, and the codes."""
ELSEWHERE = (3.0, 3.0)
"""The dashes of a place that is to be written in on the other half."""
LEADING = 1.2
"""From one line to the next of what is said about the data, as a part of the size of its letters."""
AROUND = frozenset({"paper", "neatline"})
"""Of these, what is around the map."""
SEAM, OFF_SEAM = 20.0, 2.0
"""How far the line where halves are joined goes beyond the map, and how far it stays off words and boxes there."""
STEPS = 12


def enlarged(display: Display, sheet: Sheet) -> Display:
    """Returns the face of a sheet with thicker lines, and with letters of LETTERS points where there is room for them. Takes
    quadratic time in the number of texts."""
    roomy = _with_letters(display, sheet, LETTERS, LETTERS, LINE_GROWTH)
    rects = {f"box/{one.id}": one.rect for one in sheet.boxes}
    rooms = {key: _roomy(rect, [other for name, other in rects.items() if name != key]) for key, rect in rects.items()}
    marks = (
        replace(mark, path=box(room.x, room.y, room.w, room.h, CORNER))
        if isinstance(mark, Shape) and (room := rooms.get(mark.key)) is not None else mark
        for mark in roomy.marks
    )
    return _dice_together(Display(roomy.size, tuple(_in_corner(mark, sheet) for mark in marks)))


def _in_corner(mark: Mark, sheet: Sheet, least: float = math.inf) -> Mark:
    """Returns the code of a space on a map of blocks in the corner of the place to write in, where there is room for it, and
    no border; one of at least that size and any other mark unchanged."""
    kind, _, rest = mark.key.partition("/")
    name, _, what = rest.partition("/")
    if not isinstance(mark, Text) or kind != "space" or what != "code" or sheet.joined != "borders" or mark.align != "left":
        return mark
    if mark.size >= least:
        return mark
    place = sheet.space[name].writing
    down = CODE_INSET + cap_height(mark.face, LETTERS)
    return replace(mark, x=place.x + CODE_INSET, y=place.y + down, size=LETTERS)


def _roomy(rect: Rect, others: Sequence[Rect]) -> Rect:
    """A box with sides of at least BOX, or as large as its neighbors allow; a field for a name stays as it is."""
    aside = [max(other.x - rect.x - rect.w, rect.x - other.x - other.w) for other in others
             if other.y < rect.y + rect.h and rect.y < other.y + other.h]
    above = [max(other.y - rect.y - rect.h, rect.y - other.y - other.h) for other in others
             if other.x < rect.x + rect.w and rect.x < other.x + other.w]
    lacking = [(BOX - rect.w) / 2, (BOX - rect.h) / 2]
    dx, dy = (max(0.0, min(lack, (min(gaps, default=BOX) - BETWEEN) / 2)) if lack <= GROWTH else 0.0
              for lack, gaps in zip(lacking, (aside, above), strict=True))
    return Rect(rect.x - dx, rect.y - dy, rect.w + 2 * dx, rect.h + 2 * dy)


def legible(display: Display, sheet: Sheet, scale: float, bold: float = math.inf) -> Display:
    """Returns the face of a sheet as it is printed at a scale up to 1: letters are larger on the face where there is room,
    so that they are legible on paper, and kinds of remarks that are not are left out; codes that have no room above their
    places to write in are within them; numbers of findings are larger where it is reduced. Where four sheets share a page,
    letters are larger on the face than in large print, if all of their kind have room. bold: lines as thick as that grow no
    thicker."""
    by = min(LINE_GROWTH, max(1.0, THINNEST / scale))
    letters = (SMALL if scale < REDUCED else LEGIBLE) / scale
    face = _with_letters(display, sheet, letters, max(LONGEST * min(letters, LETTERS), READ / scale), by, bold)
    readable = [_in_corner(mark, sheet, READ / scale - 1e-6) for mark in _on_dice(face.marks, READ / scale)]
    marks = _off_codes(_codes_first(readable), sheet)
    return replace(face, marks=tuple(map(large_tag, marks) if scale < REDUCED else marks))


def _named(face: Display, sheet: Sheet, scale: float) -> Display:
    """Returns a reduced face with the names of its areas in other places, if those on it have no room or are small, and all
    of them are larger there."""
    key = [mark for mark in face.marks if isinstance(mark, Text) and _kind(mark) == "key"]
    rest = replace(face, marks=tuple(mark for mark in face.marks if _kind(mark) != "key"))
    for letters in NAMES:
        if key and scale * min(mark.size for mark in key) >= letters - 1e-6:
            break
        names = result(name_columns(rest, sheet, letters / scale, halved=False))
        if names:
            named = with_names(rest, names)
            return replace(named, marks=tuple(_without_bare_cards(named.marks)))
    return face


def _on_dice(marks: Sequence[Mark], least: float) -> Iterator[Mark]:
    """Yields the marks with the letters of regions in the middle of their dice, and no larger than these allow, or than
    that size if it is more."""
    dice = {mark.key: bounds(mark) for mark in marks if isinstance(mark, Shape) and mark.key.startswith("region/")}
    for mark in marks:
        die = dice.get(mark.key.removesuffix("/letter"))
        if isinstance(mark, Text) and die is not None:
            left, top, right, bottom = die
            size = min(mark.size, max(least, ON_DIE * (right - left) / width(mark.text, mark.face, 1.0)))
            mark = replace(mark, size=size, y=(top + bottom + cap_height(mark.face, size)) / 2)
        yield mark


def _codes_first(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Returns the marks with codes above squares before them, so that what keeps hatches off codes leaves the outlines of
    squares whole. A code within its square stays after it."""
    squares = {mark.key.removesuffix("/square"): (i, bounds(mark)) for i, mark in enumerate(marks)
               if mark.key.startswith("space/") and mark.key.endswith("/square")}
    first = min((i for i, _ in squares.values()), default=len(marks))
    codes, others = list[Mark](), list[Mark]()
    for mark in marks[first:]:
        _, square = squares.get(mark.key.removesuffix("/code"), (0, None))
        (codes if square and not holds(square, bounds(mark)) else others).append(mark)
    return [*marks[:first], *codes, *others]


def _off_codes(marks: Sequence[Mark], sheet: Sheet) -> Sequence[Mark]:
    """Returns the marks with the rings of a review off codes: one begins below a code that is above its square, and tabs are
    upon theirs."""
    spots = {spot for mark in marks for _, ring, spot in [mark.key.rpartition("ring/")] if ring and spot in sheet.space}
    codes = {spot: mark for mark in marks if isinstance(mark, Text) and mark.key.endswith("/code")
             for spot in [mark.key.split("/")[1]] if spot in spots and mark.y < sheet.space[spot].writing.y}
    if sheet.joined == "borders":
        return [_below(mark, codes[spot].y) if ring and spot in codes else mark
                for mark in marks for _, ring, spot in [mark.key.rpartition("ring/")]]
    return _tabs_upon(marks, [f"space/{spot}" for spot in codes])


def _tabs_upon(marks: Sequence[Mark], owners: Sequence[str]) -> list[Mark]:
    """Returns the marks with the tabs of some spaces, and the codes on them, upon all else but flags."""
    tabs = {f"{owner}/{part}" for owner in owners for part in ("tab/ground", "tab", "code")}
    over = [mark for mark in marks if mark.key in tabs]
    rest = [mark for mark in marks if mark.key not in tabs]
    first = next((i for i, mark in enumerate(rest) if mark.key.startswith("flag/")), len(rest))
    return [*rest[:first], *over, *rest[first:]]


def _below(ring: Mark, line: float) -> Mark:
    """A ring whose upper side is below a line."""
    left, top, right, bottom = bounds(ring)
    if not isinstance(ring, Shape) or top >= line + OFF_CODES:
        return ring
    half, top = ring.width / 2, line + OFF_CODES
    path = box(left + half, top + half, right - left - 2 * half, bottom - top - 2 * half, CORNER)
    return replace(ring, path=path)


class Reduced(Struct, eq=False):
    """The face of a sheet as `legible` makes it for a scale, with the names of its areas; the last two are kept, and go
    nowhere when it is pickled."""

    face: Display
    sheet: Sheet
    _kept: dict[float, Display] = field(default_factory=dict[float, Display])

    def __call__(self, scale: float) -> Display:
        if scale not in self._kept:
            while len(self._kept) > 1:
                del self._kept[next(iter(self._kept))]
            face = legible(self.face, self.sheet, scale, BOLD)
            self._kept[scale] = _named(face, self.sheet, scale) if scale < REDUCED else face
        return self._kept[scale]

    def __reduce__(self) -> tuple[type[Reduced], tuple[Display, Sheet]]:
        return Reduced, (self.face, self.sheet)


def _with_letters(
    display: Display, sheet: Sheet, letters: float, least: float, by: float, bold: float = math.inf
) -> Display:
    """Returns the face with lines thicker `by` that, but so not thicker than `bold`, and letters of at least that size where
    there is room; without the kinds of remarks that would be smaller than `least`, and the names of other land that would be
    smaller than others."""
    marks = _with_large_texts(display.marks, display.size, sheet, letters)
    small = {kind for mark in marks if isinstance(mark, Text) and (kind := _kind(mark))
             and mark.size < least - 1e-6}
    dropped = small.intersection(REMARKS)
    if dropped:
        kept = [mark for mark in display.marks if _kind(mark) not in dropped]
        marks = _with_large_texts(kept, display.size, sheet, letters)
    high = min(letters, LETTERS) - 1e-6
    marks = [mark for mark in marks if not (isinstance(mark, Text) and _kind(mark) == "land" and mark.size < high)]
    bolder = [_bolder(mark, by, bold) for mark in _lines_apart(marks, sheet)]
    return Display(display.size, tuple(_without_bare_cards(_tabs(bolder))))


def _without_bare_cards(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Returns the marks without the cards on which no words are; names of other land may reach beneath one."""
    words = [bounds(mark) for mark in marks if isinstance(mark, Text) and _kind(mark) != "land"]
    return [mark for mark in marks if _kind(mark) != "card" or any(_meet(bounds(mark), each) for each in words)]


def _lines_apart(marks: Sequence[Mark], sheet: Sheet) -> Sequence[Mark]:
    """Returns the marks with the upper of two lines about the data as far above the lower as its letters need, if there is
    room."""
    lands = _lands(sheet)
    notes = [mark for mark in marks if isinstance(mark, Text) and _kind(mark) == "note"]
    raised: dict[str, Mark] = {}
    for upper, lower in pairwise(notes):
        line = replace(upper, y=lower.y - LEADING * lower.size)
        if upper.x == lower.x and line.y < upper.y < lower.y:
            solid = [bounds(mark) for mark in marks if (isinstance(mark, Text) and mark not in (upper, lower))
                     or mark.key.startswith("box/")]
            near = NEAR_SHORE if line.align == "right" else NEAR_LAND
            if not _on_land(_ink(line), lands, near) and not any(_meet(_ink(line), each) for each in solid):
                raised[line.key] = line
    return [raised.get(mark.key, mark) for mark in marks]


def _sides(rect: Rect) -> Sequence[Bounds]:
    """The four sides of a frame, as broad as what is clear beside its line."""
    left, top, right, low = _edges(rect)
    across = [(x - BESIDE_FRAME, top, x + BESIDE_FRAME, low) for x in (left, right)]
    return [*across, *((left, y - BESIDE_FRAME, right, y + BESIDE_FRAME) for y in (top, low))]


def _lands(sheet: Sheet) -> Sequence[tuple[Bounds, Ring]]:
    """All land on a sheet with its bounds: its areas and the isles around them."""
    return [(_edges(bounding_box(ring)), ring) for ring in sheet.land]


def _bolder(mark: Mark, by: float, bold: float) -> Mark:
    """Returns a mark with thicker lines, but by that not thicker than `bold`."""
    if isinstance(mark, Text):
        return mark
    return thicker(mark, by) if _kind(mark) == "shore" else replace(mark, width=min(by * mark.width, max(mark.width, bold)))


def _kind(mark: Mark) -> str:
    """Returns the first part of a key; "" of what players wrote."""
    kind, rest, _ = mark.key.partition("/")
    return "" if (kind == "player" and rest) or _written(mark) else kind


def _written(mark: Mark) -> bool:
    """Returns whether players or a check wrote it. What is printed of a sheet's notes is faint."""
    return mark.key.startswith(WRITTEN) and not (isinstance(mark, Text) and mark.ink == "faint")


def _with_large_texts(kept: Sequence[Mark], size: tuple[float, float], sheet: Sheet, letters: float) -> list[Mark]:
    """Returns the marks with letters of that size where there is room for them; beyond LETTERS all of a kind have the size
    for which all of them have room, and none is for codes that lie below borders."""
    marks = _texts_grown(kept, size, sheet, dict.fromkeys(map(_sort, kept), letters))
    if letters <= LETTERS:
        return marks
    texts = [mark for mark in marks if isinstance(mark, Text) and not _written(mark)]
    least = {_sort(text): min(text.size, letters) for text in sorted(texts, key=lambda text: -text.size)}
    codes = [text for text in texts if _sort(text) == "code" and sheet.joined == "borders"]
    if any(text.y < sheet.space[text.key.split("/")[1]].writing.center[1] for text in codes):
        least["code"] = LETTERS
    return _texts_grown(kept, size, sheet, {sort: max(LETTERS, size) for sort, size in least.items()})


def _sort(mark: Mark) -> str:
    """Returns what a text belongs to whose letters are all of one size."""
    kind, _, rest = mark.key.partition("/")
    return "code" if kind == "space" and rest.endswith("/code") else kind


def _texts_grown(
    kept: Sequence[Mark], size: tuple[float, float], sheet: Sheet, sizes: Mapping[str, float]
) -> list[Mark]:
    solid = [(mark.key, bounds(mark)) for mark in kept if mark.key.startswith("box/") and isinstance(mark, Shape)]
    solid += [(f"space/{space.id}/writing", _edges(space.writing)) for space in sheet.spaces]
    sides = [side for ring in sheet.frames for side in _sides(bounding_box(ring))]
    solid += [(f"neatline/{i}", side) for i, side in enumerate(sides)]
    printed = [mark for mark in kept if isinstance(mark, Text) and not _written(mark)]
    taken = dict(solid) | {mark.key: _ink(mark) for mark in printed}
    lands, cards = _lands(sheet), [bounds(mark) for mark in kept if _kind(mark) == "card"]
    marks: list[Mark] = []
    rows: dict[str, Text] = {}
    for mark in kept:
        letters = sizes.get(_sort(mark), LETTERS)
        if isinstance(mark, Shape) or mark.key not in taken or mark.size >= letters:
            marks.append(mark)
            continue
        parts = mark.key.split("/")
        space = sheet.space.get(parts[1]) if parts[0] == "space" and sheet.joined == "borders" else None
        row = [other for other in printed if other.y == mark.y] if parts[0] == "hint" else []
        if len(row) > 1:
            if mark is row[0]:
                each = dict(zip((other.key for other in row), _row(row, size, taken, letters, lands), strict=True))
                taken |= {key: _ink(other) for key, other in each.items()}
                rows |= each
            marks.append(rows[mark.key])
            continue
        others = [around for key, around in taken.items() if key != mark.key]
        below = space is not None and mark.y > space.writing.center[1]
        within = space.outline if space and inside(space.outline, mark.x, mark.y) else ()
        if parts[0] == "land":
            within = sheet.isles[int(parts[1])].ring
        beside = parts[0] in REMARKS or (space is not None and not within)  # as its square is, where the area is small
        card = next((each for each in cards if holds(each, taken[mark.key])), None)
        beside = beside and card is None
        grown = _grown(mark, size, others, within, letters, below=below, lands=lands if beside else (), card=card)
        taken[mark.key] = _ink(grown)
        marks.append(grown)
    return marks


def _row(
    row: Sequence[Text], face: tuple[float, float], taken: Mapping[str, Bounds], letters: float,
    lands: Sequence[tuple[Bounds, Ring]],
) -> Sequence[Text]:
    """Returns remarks side by side in one size, the largest in which they do not run into each other."""
    keys = {text.key for text in row}
    others = [around for key, around in taken.items() if key not in keys]
    least = min(text.size for text in row)
    for step in range(STEPS, 0, -1):
        size = least + (letters - least) * step / STEPS
        grown = [text if text.size >= size else _grown(text, face, others, (), size, below=False, lands=lands)
                 for text in row]
        edges = sorted((around[0], around[2]) for around in map(_ink, grown))
        if all(text.size >= size - 1e-6 for text in grown) and all(
            right + APART * size < left for (_, right), (left, _) in pairwise(edges)
        ):
            return grown
    return row


def halves(display: Display) -> tuple[Display, Display]:
    """Returns the left and the right half of a face; both have the line at which they are joined, where a map lies
    across it."""
    wide, high = display.size
    edges = {mark.key: bounds(mark) for mark in display.marks}
    seam = _seam(display, edges)
    legend = [around for key, around in edges.items() if key.startswith("legend/")]
    together = _rows_together(edges, wide)
    middles = {
        key: _middle(legend if key.startswith("legend/") else together.get(_row_of(key), (around,)))
        for key, around in edges.items()
    }
    # A tab is on a half with its code, or not at all.
    edges |= {f"{owner}/code": around for key, around in edges.items() if key != (owner := key.removesuffix("/tab"))}
    made = []
    for first, last in SHARES:
        left, right = max(0.0, first * wide - INSET), min(wide, last * wide + INSET)
        size = right - left, high
        part = (left + (INSET if left else 0.0), 0.0, right - (INSET if right < wide else 0.0), high)
        shown = [mark for one in display.marks
                 if (mark := _on_half(one, edges[one.key], middles[one.key] < wide / 2, part, seam is not None)) is not None]
        # Tabs are upon the dashed lines of places.
        shown = _tabs_upon(shown, [mark.key.removesuffix("/place") for mark in shown
                                   if isinstance(mark, Shape) and mark.dash == ELSEWHERE])
        marks = tuple(window("half", shown, part, Rect(part[0] - left, 0.0, part[2] - part[0], high)))
        # Above the map, and below the places to write in.
        upon = next((i for i, mark in enumerate(marks) if not _is_ground(mark.key.split("/")[1:])), len(marks))
        line = Display(size, (seam,)).moved(-left, 0.0) if seam else ()
        made.append(Display(size, (*marks[:upon], *line, *marks[upon:])))
    return made[0], made[1]


def _seam(display: Display, edges: Mapping[str, Bounds]) -> Shape | None:
    """Returns the line down the middle of a face where a map lies across it, short of what is above and below; None where
    none does."""
    x, high = display.size[0] / 2, display.size[1]
    ground = {mark.key for mark in display.marks if _is_ground(mark.key.split("/"))}
    across = [y for mark in display.marks if mark.key in ground and _kind(mark) not in AROUND and isinstance(mark, Shape)
              for y in _crossings(mark, x)]
    if not across:
        return None
    first, last = min(across), max(across)
    beside = [around for key, around in edges.items()
              if key not in ground and around[0] - OFF_SEAM < x < around[2] + OFF_SEAM]
    top = max(INSET, first - SEAM, *(low + OFF_SEAM for _, _, _, low in beside if low <= first))
    foot = min(high - INSET, last + SEAM, *(above - OFF_SEAM for _, above, *_ in beside if above >= last))
    return Shape("seam", polyline(((x, top), (x, foot))), "", "faint", 0.6, (2.0, 5.0))


def _crossings(shape: Shape, x: float) -> Iterator[float]:
    """Yields where the lines and edges of a shape cross an upright one."""
    for ring, closed in rings(shape.path):
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0]) if closed else ring):
            if (ax <= x) != (bx <= x):
                yield ay + (x - ax) / (bx - ax) * (by - ay)


def _dice_together(display: Display) -> Display:
    """Returns the face with its dice, which nobody writes on, further left by as much as they reach over the left half, if
    they begin there and nothing is in their way."""
    wide, _ = display.size
    dice = [mark for mark in display.marks if mark.key.startswith("dice/")]
    if not dice:
        return display
    left, top, right, bottom = reduce(union, map(bounds, dice))
    shift = SHARES[0][1] * wide - 0.5 - right
    room = left + shift - BETWEEN, top, left, bottom
    free = not any(_meet(bounds(mark), room) for mark in display.marks if mark.key != "paper" and mark not in dice)
    if shift >= 0 or left >= SHARES[1][0] * wide or room[0] < INSET or not free:
        return display
    moved = dict(zip(dice, Display(display.size, tuple(dice)).moved(shift, 0.0), strict=True))
    return replace(display, marks=tuple(moved.get(mark, mark) for mark in display.marks))


def _row_of(key: str) -> str:
    """Returns `box/change` for `box/change/2`, `dice` for dice, and "" for a box on its own, and for anything else."""
    kind, *rest = key.split("/")
    if kind == "dice":
        return kind
    return f"{kind}/{rest[0]}" if kind == "box" and len(rest) > 1 else ""


def _rows_together(edges: Mapping[str, Bounds], wide: float) -> Mapping[str, Sequence[Bounds]]:
    """Returns the bounds of each row of boxes or dice for which a half has room: these are on one half, with their label."""
    rows: dict[str, list[Bounds]] = {}
    for key, around in edges.items():
        if row := _row_of(key):
            rows.setdefault(row, []).append(around)
    return {
        row: of for row, of in rows.items()
        if any(first * wide <= min(b[0] for b in of) and max(b[2] for b in of) <= last * wide for first, last in SHARES)
    }


def too_small(face: Display) -> str:
    """Returns the first text of an enlarged face that would be printed smaller than 14 pt, because there is no room; "" if
    all are large enough."""
    return next((mark.text for mark in face.marks if isinstance(mark, Text) and mark.size < LETTERS - 0.01
                 and mark.text.strip() and not _written(mark)), "")


def _is_ground(key: Sequence[str]) -> bool:
    """Returns whether the mark with a key of these parts belongs to the map below the places to write in."""
    return key[0] in GROUND or (key[0] == "space" and key[2:3] == ["fill"])


def _middle(around: Sequence[Bounds]) -> float:
    """Returns the middle of a mark, of a legend that of all of it."""
    return (min(left for left, *_ in around) + max(right for _, _, right, _ in around)) / 2


def _on_half(mark: Mark, around: Bounds, on_left: bool, part: Bounds, joined: bool) -> Mark | None:
    """A mark with its bounds, as it is on the half that shows a part of the face; None if it is on the other half only.
    on_left: whether its middle is in the left half. joined: whether a map lies across both halves."""
    left, top, right, bottom = around
    here = on_left == (part[0] == 0.0)
    kind, last = mark.key.partition("/")[0], mark.key.rpartition("/")[2]
    if isinstance(mark, Text):
        return mark if here or (kind == "space" and last in ("code", "printed") and _whole(around, part)) else None
    if _is_ground(mark.key.split("/")):
        return mark
    if kind == "space" and (joined or here):
        if "/tab" in mark.key:
            return mark if here or _whole(around, part) else None
        if here or last not in ("square", "place", "ground"):
            return mark
        return replace(mark, fill="", dash=ELSEWHERE) if last != "ground" else None
    if here and kind == "box" and (left < part[0] or right > part[2]):
        half = mark.width / 2 + 0.01
        left, right = max(left, part[0]) + half, min(right, part[2]) - half
        return replace(mark, path=box(left, top, right - left, bottom - top, CORNER))
    return mark if here else None


def _whole(around: Bounds, part: Bounds) -> bool:
    left, _, right, _ = around
    return part[0] <= left and right <= part[2]


def half_offsets(size: tuple[float, float]) -> tuple[float, float]:
    """How far each half is shifted to the left, in points of the face."""
    return 0.0, SHARES[1][0] * size[0] - INSET


def written_on(half: Display) -> frozenset[str]:
    """Returns the spots that are written on in a half: its boxes, and the places that are not dashed."""
    spots = set[str]()
    for shape in half.marks:
        kind, _, name = shape.key.partition("/")[2].rpartition("/")[0].partition("/")
        spot, _, what = name.rpartition("/")
        if isinstance(shape, Shape) and kind == "box":
            spots.add(name)
        elif isinstance(shape, Shape) and kind == "space" and what in ("square", "place") and not shape.dash:
            spots.add(spot)
    return frozenset(spots)


def on_half(rect: Rect, size: tuple[float, float], number: int) -> Rect:
    """Returns a place of a face as it is on one of its halves, from 0, as far as it is there; size: of the face."""
    offset, right = half_offsets(size)[number], min(size[0], SHARES[number][1] * size[0] + INSET)
    return replace(rect, x=rect.x - offset, w=min(rect.w, right - rect.x))


def _edges(rect: Rect) -> Bounds:
    return rect.x, rect.y, rect.x + rect.w, rect.y + rect.h


def _grown(
    text: Text, face: tuple[float, float], taken: Sequence[Bounds], outline: Ring, letters: float, *, below: bool,
    lands: Sequence[tuple[Bounds, Ring]] = (), card: Bounds | None = None,
) -> Text:
    """Returns the text, which is smaller than `letters`, in the largest size up to that at which it meets nothing that it
    did not meet before, and stays within an outline and on a card, if there is one, and beside lands. below: whether it is
    at the lower end of its space."""
    def sized(step: int, lower: float = LOWER) -> Text:
        size = text.size + (letters - text.size) * step / STEPS
        # A caption stays below the upper edge of its box, a code below the border.
        low = cap_height(text.face, size - text.size) if text.key.endswith("/caption") else lower if outline else 0.0
        if below:  # the lower corner of a hex is narrow
            low = -RAISED * (size - text.size)
        return replace(text, size=size, y=text.y + low)

    before = _ink(text)
    # Each edge of the ink moves evenly with the size: what meets neither end meets none between.
    lowered = (LOWER, 0.0) if outline else (LOWER,)
    reached = reduce(union, (_ink(sized(step, lower)) for step in (STEPS, 1) for lower in lowered))
    others = [other for other in taken if _meet(reached, other) and not _meet(before, other)]
    near = NEAR_SHORE if text.align == "right" else NEAR_LAND
    for step, lower in product(range(STEPS, 0, -1), lowered):
        grown = sized(step, lower)
        size, around = grown.size, _ink(grown)
        aside = INSET if text.key.startswith(REMARKS) else 0.0
        reach = 0.15 * size if aside else 0.0  # of the bounds of a text beyond its ink
        on_face = (around[0] >= min(before[0], aside - reach) and around[1] >= 0
                   and around[2] <= max(before[2], face[0] - aside + reach) and around[3] <= face[1])
        corners = [(x, y) for x in (around[0] - 1, around[2] + 1) for y in (around[1] - NEAR_BORDER, around[3] + 0.6)]
        on_face = on_face and (card is None or holds(card, around))
        within = on_face and (not outline or all(inside(outline, *corner) for corner in corners))
        if within and not any(_meet(around, other) for other in others) and not _on_land(around, lands, near):
            return grown
    return text


def _on_land(around: Bounds, lands: Sequence[tuple[Bounds, Ring]], least: float) -> bool:
    """Returns whether a text lies on an area, or nearer to it than `least`."""
    left, top, right, bottom = (edge + aside for edge, aside in zip(around, (-least, -least, least, least), strict=True))
    near = [ring for edges, ring in lands if _meet((left, top, right, bottom), edges)]
    return any(
        any(left < x < right and top < y < bottom for x, y in ring)
        or any(inside(ring, x, y) for x in (left, (left + right) / 2, right) for y in (top, bottom))
        for ring in near
    )


def _tabs(marks: Sequence[Mark]) -> list[Mark]:
    """Returns the marks, with tabs as large as the codes on them have become."""
    codes = {mark.key.removesuffix("/code"): bounds(mark) for mark in marks if isinstance(mark, Text)
             and mark.key.endswith("/code")}
    found: list[Mark] = []
    for mark in marks:
        owner = mark.key.removesuffix("/ground").removesuffix("/tab")
        if isinstance(mark, Shape) and "/tab" in mark.key and owner in codes:
            left, top, right, bottom = bounds(mark)
            code = codes[owner]
            share = max(1.0, (code[2] - code[0] + 5) / (right - left)), max(1.0, (bottom - code[1] + 1) / (bottom - top))
            middle = (code[0] + code[2]) / 2
            path: Path = tuple(
                (letter, *(middle + share[0] * (n - (left + right) / 2) if i % 2 == 0 else bottom + share[1] * (n - bottom)
                           for i, n in enumerate(numbers)))
                for letter, *numbers in mark.path
            )
            found.append(replace(mark, path=path))
        else:
            found.append(mark)
    return found


def _ink(text: Mark) -> Bounds:
    """Returns the bounds of a text without descenders, because few labels have any; words under a label, and names in rows,
    do. These words are below the descenders of the label too."""
    left, top, right, bottom = bounds(text)
    if isinstance(text, Text) and not text.turn:
        hint = text.key.startswith("hint/")
        deep = 0.21 if hint or text.key.startswith("key/") else 0.05
        return left, text.y - (0.95 if hint else 0.74) * text.size, right, text.y + deep * text.size
    return left, top, right, bottom


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]



"""The fewest mistakes that explain a small HexRoller sheet, by trying every play: the rules read once more, on plain tuples,
sharing no code with the game. And small sheets to try it on, legal ones and spoilt ones.

HR-R8 is read thus. A play goes through the rounds whose dice are known; in each of them it makes strokes in any order, and
each stroke that is wrong is one mistake, whatever is wrong with it. Strokes that are refused stand all the same, and what
was refused once is not refused again for what follows from it. At the end every hex holds what the sheet holds, the columns
of boxes are filled from the left as they stand, and each bonus used or crossed off without the other is one mistake more.

A stroke is (`write`, hex, number, third), (`plus`, hex, number), (`two`, hex), (`box`, upper, lower) with 0 for a dash, or
(`done`,).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, product
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.sheet import hexes
from rollwrite_desktop.sheet.sheet import Region, Sheet

LETTERS = "ABCDEFM"
BONUSES = ("plus_one", "two", "third")
FACES = (3, 4, 5, 6)
NUMBERS = (*FACES, 7, 8)
Stroke = tuple[Any, ...]


class Chain(NamedTuple):
    """Hexes of a number in order. open: it may go on. spoilt: a stroke of it was refused; lost: for want of room alone."""

    number: int
    path: tuple[int, ...]
    third: bool
    open: bool
    spoilt: bool
    lost: bool


class Pen(NamedTuple):
    """A sheet and a round being written. paper: by hex what it holds, 0 for nothing."""

    paper: tuple[int, ...]
    chains: tuple[Chain, ...] = ()
    used: frozenset[str] = frozenset()
    bonus: str = ""
    boxed: bool = False
    done: bool = False


@dataclass(frozen=True)
class Comb:
    """A small sheet's facts, and the option. near: by hex its neighbors."""

    names: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]
    printed: tuple[int, ...]
    touching: bool
    _rooms: dict[tuple[int, int, int], bool] = field(default_factory=dict, compare=False)

    def room(self, paper: Sequence[int], last: int, more: int, taken: int = -1) -> bool:
        """Whether `more` blank hexes follow one another from `last` on, not `taken`."""
        blank = sum(1 << i for i, held in enumerate(paper) if not held and i not in (last, taken))
        return self._follow(blank, last, more)

    def _follow(self, blank: int, last: int, more: int) -> bool:
        key = blank, last, more
        if key not in self._rooms:
            self._rooms[key] = more <= 0 or any(
                blank >> other & 1 and self._follow(blank & ~(1 << other), other, more - 1) for other in self.near[last]
            )
        return self._rooms[key]

    def touches(self, paper: Sequence[int], hexagon: int, number: int) -> bool:
        return any(paper[other] == number for other in self.near[hexagon])

    def reasons(self, pen: Pen, dice: Mapping[int, int], stroke: Stroke) -> list[str]:
        """Everything that is wrong with a stroke."""
        paper = pen.paper
        ahead = pen.chains[-1] if pen.chains and pen.chains[-1].open else None
        owing = ahead if ahead is not None and not ahead.spoilt else None
        plain = [chain.number for chain in pen.chains if not chain.third]

        def spending(bonus: str) -> list[str]:
            return ["again"] if bonus in pen.used else ["second"] if pen.bonus else []

        def blocks(hexagon: int) -> list[str]:
            if owing is None:
                return []
            missing = dice[owing.number] - len(owing.path)
            return [] if self.room(paper, owing.path[-1], missing, hexagon) else ["block"]

        match stroke:
            case ("write", hexagon, number, third):
                if ahead is not None and (ahead.number, ahead.third) == (number, third):
                    if hexagon not in self.near[ahead.path[-1]] and not ahead.lost:
                        return ["jump"]
                    left = dice[number] - len(ahead.path) - 1
                    return [] if ahead.spoilt or self.room(paper, hexagon, left) else ["room"]
                if owing is not None:
                    return ["unfinished"]
                wrong = []
                if third:
                    wrong += spending("third") + (["early"] if len(plain) < 2 else [])
                elif pen.boxed or len(plain) >= 2:
                    wrong.append("enough")
                if number not in dice:
                    wrong.append("not rolled")
                if number in [chain.number for chain in pen.chains]:
                    wrong.append("same")
                if not self.touches(paper, hexagon, number):
                    wrong.append("touch")
                if not self.room(paper, hexagon, dice.get(number, 1) - 1):
                    wrong.append("room")
                return wrong
            case ("plus", hexagon, number):
                chain = next((one for one in pen.chains if one.number == number and not one.third), None)
                if chain is None:
                    return ["not chosen"]
                touches = self.touches(paper, hexagon, number) if self.touching else chain.path[-1] in self.near[hexagon]
                return spending("plus_one") + ["open"] * chain.open + ["end"] * (not touches) + blocks(hexagon)
            case ("two", hexagon):
                return spending("two") + blocks(hexagon)
            case ("box", *numbers):
                written = [number for number in numbers if number]
                wrong = ["unfinished"] if owing is not None else []
                if len(plain) < 2 and self._fitting(pen, dice):
                    wrong.append("more fits")
                wanted = min(2, len(plain))
                if len(written) != wanted or len(set(written)) != wanted or not set(written) <= set(plain):
                    wrong.append("numbers")
                return wrong
            case _:
                return ["unfinished"] * (owing is not None) + ["boxes"] * (not pen.boxed)

    def _fitting(self, pen: Pen, dice: Mapping[int, int]) -> bool:
        """Whether a rolled number that is not written yet can be written in full."""
        written = [chain.number for chain in pen.chains]
        return any(
            self.room(pen.paper, start, often - 1)
            for number, often in dice.items() if number not in written
            for start, held in enumerate(pen.paper) if not held and self.touches(pen.paper, start, number)
        )

    def after(self, pen: Pen, dice: Mapping[int, int], stroke: Stroke, wrong: Sequence[str]) -> Pen:
        """The sheet with a stroke made of which so much is wrong."""
        match stroke:
            case ("write", hexagon, number, third):
                ahead = pen.chains[-1] if pen.chains and pen.chains[-1].open else None
                if ahead is not None and (ahead.number, ahead.third) == (number, third):
                    near = hexagon in self.near[ahead.path[-1]]
                    path = (*ahead.path, hexagon)
                    chain = Chain(
                        number, path, third, len(path) < dice[number], ahead.spoilt or bool(wrong),
                        list(wrong) == ["room"] or (ahead.lost and near),
                    )
                    chains = (*pen.chains[:-1], chain)
                else:
                    first = number not in [chain.number for chain in pen.chains]
                    chain = Chain(
                        number, (hexagon,), third, first and dice.get(number, 0) > 1, bool(wrong), list(wrong) == ["room"]
                    )
                    chains = (*self._closed(pen), chain)
                return self._marked(pen._replace(chains=chains), hexagon, number, "third" if third else "")
            case ("plus", hexagon, number):
                return self._marked(pen, hexagon, number, "plus_one")
            case ("two", hexagon):
                return self._marked(pen, hexagon, 2, "two")
            case ("box", *_):
                return pen._replace(boxed=True, chains=self._closed(pen))
            case _:
                return pen._replace(done=True)

    @staticmethod
    def _closed(pen: Pen) -> tuple[Chain, ...]:
        """The chains when something else is begun."""
        return (*pen.chains[:-1], pen.chains[-1]._replace(open=False)) if pen.chains else ()

    @staticmethod
    def _marked(pen: Pen, hexagon: int, number: int, bonus: str) -> Pen:
        paper = (*pen.paper[:hexagon], number, *pen.paper[hexagon + 1 :])
        return pen._replace(paper=paper, used=pen.used | {bonus}, bonus=bonus) if bonus else pen._replace(paper=paper)


class Small(Struct, frozen=True, dict=True):
    """A small sheet, filled. written: hex to digit; 9 is none of the game. rolls: of the first rounds, or all. columns:
    upper and lower box from left to right, a blank where the paper does not say, None where it says nothing of any box."""

    sheet: Sheet
    comb: Comb
    written: Mapping[int, int]
    rolls: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[str, str], ...] | None
    crossed: Mapping[str, bool]

    def paper(self) -> Paper:
        """As a paper file. A row of which a box is not said is left out."""
        rows = ["".join(column[row] for column in self.columns or ()) for row in (0, 1)]
        boxes = {name: row for name, row in zip(("upper", "lower"), rows, strict=True) if " " not in row}
        return Paper(
            game="hexroller", sheet="small", options={"plus_one": "touching" if self.comb.touching else "path"},
            spaces={self.comb.names[hexagon]: str(number) for hexagon, number in self.written.items()},
            boxes={**self.crossed, **(boxes if self.columns is not None else {})},
            rolls=[" ".join(map(str, roll)) for roll in self.rolls],
        )

    @property
    def missing(self) -> int:
        """How many rolls of the game are not known."""
        return int(self.sheet.values["rounds"]) - len(self.rolls)


def fewest(small: Small, most: int = 99) -> int:
    """The fewest mistakes: strokes refused, and bonuses not crossed off as they were used; at most `most`.

    Where rolls are missing, hexes may have been written and columns filled later. Where there are fewer columns than rolls,
    the last round is not closed; a list without rows at all says nothing of that."""
    comb, last = small.comb, len(small.rolls) - 1
    dice = [{face: roll.count(face) for face in roll} for roll in small.rolls]
    said = small.columns is not None
    columns = small.columns if small.columns is not None else ((" ", " "),) * len(small.rolls)
    open_end = len(columns) < len(small.rolls) or (not said and small.missing > 0)
    later = small.missing > 0 and len(columns) >= len(small.rolls)
    turn = count()
    heap = [(0, 0, 0, next(turn), Pen(comb.printed))]
    seen = set()
    best = most
    while heap:
        cost, late, filled, _, pen = heappop(heap)
        if cost >= best:
            break
        if (late, filled, pen) in seen:
            continue
        seen.add((late, filled, pen))
        if -late == last and (pen.done or open_end):
            whole = later or all(pen.paper[hexagon] for hexagon, number in small.written.items() if number != 9)
            if whole and (not said or len(columns) - filled <= small.missing * later):
                best = min(best, cost + sum(
                    (bonus in pen.used) != held and not (later and held) for bonus, held in small.crossed.items()
                ))
        if pen.done:
            if -late == last:
                continue
            late -= 1
            pen = Pen(pen.paper, used=pen.used)
        for stroke in _strokes(small, pen, columns[filled] if filled < len(columns) else None):
            wrong = comb.reasons(pen, dice[-late], stroke)
            more = cost + bool(wrong)
            if more < best:
                boxes = filled + (stroke[0] == "box")
                heappush(heap, (more, late, boxes, next(turn), comb.after(pen, dice[-late], stroke, wrong)))
    return best


def _strokes(small: Small, pen: Pen, column: tuple[str, str] | None) -> Iterator[Stroke]:
    """Every stroke that leads to the sheet."""
    for hexagon, digit in small.written.items():
        for number in () if pen.paper[hexagon] else (2, *NUMBERS) if digit == 9 else (digit,):
            if number == 2:
                yield ("two", hexagon)
            else:
                yield from (("write", hexagon, number, False), ("write", hexagon, number, True), ("plus", hexagon, number))
    if column is not None and not pen.boxed:
        options = [(0, *NUMBERS) if held == " " else (0 if held == "-" else int(held),) for held in column]
        for upper, lower in product(*options):
            yield ("box", upper, lower)
    yield ("done",)


# ---------------------------------------------------------------------- sheets to try


def small_sheet(luck: random.Random, touching: bool) -> tuple[Sheet, Comb, int, int]:
    """A honeycomb of 6 to 9 hexes with two or three printed numbers, the dice and the rounds."""
    beside = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    cells = [(0, 0)]
    size = luck.randint(6, 9)
    while len(cells) < size:
        q, r = luck.choice(cells)
        a, b = luck.choice(beside)
        if (q + a, r + b) not in cells and max(abs(q + a), abs(r + b), abs(q + a + r + b)) <= 2:
            cells.append((q + a, r + b))
    regions = {cell: luck.choice(LETTERS) for cell in cells}
    printed = {cell: str(luck.choice(FACES)) for cell in luck.sample(sorted(cells), luck.randint(2, 3))}
    dice, rounds = luck.randint(2, 4), luck.randint(1, 3)
    return *honeycomb(regions, printed, touching, dice, rounds), dice, rounds


def honeycomb(
    regions: Mapping[tuple[int, int], str], printed: Mapping[tuple[int, int], str], touching: bool, dice: int, rounds: int
) -> tuple[Sheet, Comb]:
    """The sheet with hexes at some places (q, r), with the letter of the area of each, and its facts."""
    sheet = Sheet(
        id="small", game="hexroller", title="Small", version=1, size=(500.0, 500.0),
        regions=tuple(Region(letter, letter, letter) for letter in LETTERS),
        spaces=hexes.spaces(regions, printed, (250.0, 250.0)), links=hexes.links(regions), corner_links=(), boxes=(),
        decor=(), source="", licence="", values={"dice": dice, "rounds": rounds, "bonus": 2, "middle": 2}, hash="small",
    )
    names = tuple(space.id for space in sheet.spaces)
    near = tuple(tuple(sorted(names.index(other) for other in sheet.neighbors[name])) for name in names)
    held = tuple(int(space.printed or 0) for space in sheet.spaces)
    return sheet, Comb(names, near, held, touching)


def legal_play(
    luck: random.Random, comb: Comb, dice: int, rounds: int
) -> tuple[Pen, list[tuple[int, ...]], list[list[str]]]:
    """A legal play at random: the sheet, the rolls, the columns."""
    pen, rolls, columns = Pen(comb.printed), [], []
    for _ in range(rounds):
        roll = tuple(sorted(luck.choice(FACES) for _ in range(dice)))
        faces = {face: roll.count(face) for face in roll}
        pen = Pen(pen.paper, used=pen.used)
        while not pen.done:
            blank = [hexagon for hexagon, held in enumerate(pen.paper) if not held]
            strokes: list[Stroke] = [("done",)] if pen.boxed else [("box", a, b) for a in (0, *FACES) for b in (0, *FACES)]
            if luck.random() < 0.2:
                strokes += [("two", hexagon) for hexagon in blank]
                strokes += [("plus", hexagon, face) for hexagon in blank for face in faces]
                strokes += [("write", hexagon, face, True) for hexagon in blank for face in faces]
            strokes += [("write", hexagon, face, third) for hexagon in blank for face in faces for third in (False, True)
                        if not third or (pen.chains and pen.chains[-1].third)]
            stroke = luck.choice([one for one in strokes if not comb.reasons(pen, faces, one)])
            if stroke[0] == "box":
                columns.append([str(number) if number else "-" for number in stroke[1:]])
            pen = comb.after(pen, faces, stroke, ())
        rolls.append(roll)
    return pen, rolls, columns


def written_on(comb: Comb, pen: Pen) -> dict[int, int]:
    """What was written on a sheet, by hex."""
    return {
        hexagon: held for hexagon, (held, printed) in enumerate(zip(pen.paper, comb.printed, strict=True))
        if held and not printed
    }


def legal_paper(luck: random.Random) -> tuple[Sheet, Comb, Paper]:
    """A small sheet, and a legal play of it on paper."""
    sheet, comb, dice, rounds = small_sheet(luck, luck.random() < 0.5)
    pen, rolls, columns = legal_play(luck, comb, dice, rounds)
    return sheet, comb, Paper(
        game="hexroller", options={"plus_one": "touching" if comb.touching else "path"},
        spaces={comb.names[hexagon]: str(n) for hexagon, n in written_on(comb, pen).items()},
        boxes={**{bonus: bonus in pen.used for bonus in BONUSES}, "upper": "".join(a for a, _ in columns),
               "lower": "".join(b for _, b in columns)},
        rolls=[" ".join(map(str, roll)) for roll in rolls],
    )


def spoilt(seed: int) -> Small:
    """A small sheet with up to three alterations after a legal play; of some the paper does not tell everything."""
    luck = random.Random(seed)
    sheet, comb, dice, rounds = small_sheet(luck, luck.random() < 0.4)
    pen, rolls, columns = legal_play(luck, comb, dice, rounds)
    written = written_on(comb, pen)
    crossed = {bonus: bonus in pen.used for bonus in BONUSES}
    free = [hexagon for hexagon, printed in enumerate(comb.printed) if not printed]
    for _ in range(luck.choice((0, 0, 1, 1, 1, 2, 2, 3))):
        k, j = luck.randrange(rounds), luck.randrange(rounds)
        row, hexagon, other = luck.randrange(2), luck.choice(free), luck.choice(free)
        match luck.randrange(9):
            case 0 | 1 | 2:
                written[hexagon] = luck.choice((2, *FACES))
            case 3:
                written.pop(hexagon, None)
            case 4:
                held = {place: written[place] for place in (hexagon, other) if place in written}
                written = {place: number for place, number in written.items() if place not in (hexagon, other)}
                written |= {hexagon if place == other else other: number for place, number in held.items()}
            case 5:
                columns[k][row] = luck.choice("-3456")
            case 6:
                columns[k][row], columns[j][row] = columns[j][row], columns[k][row]
            case 7:
                bonus = luck.choice(BONUSES)
                crossed[bonus] = not crossed[bonus]
            case 8:
                faces = list(rolls[k])
                faces[luck.randrange(dice)] = luck.choice(FACES)
                rolls[k] = tuple(sorted(faces))
    return _told(luck, sheet, comb, written, rolls, columns, crossed)


def wild(seed: int) -> Small:
    """A small sheet with marks at random: numbers that no die shows, bonuses and dashes anywhere, a 9 now and then; of some
    the paper or the list does not tell everything."""
    luck = random.Random(f"wild/{seed}")
    sheet, comb, dice, rounds = small_sheet(luck, luck.random() < 0.4)
    rolls = [tuple(sorted(luck.choice(FACES) for _ in range(dice))) for _ in range(rounds)]
    free = [hexagon for hexagon, printed in enumerate(comb.printed) if not printed]
    digits = (2, *FACES, *luck.choice(((), (7,), (7, 8), FACES, rolls[0], rolls[0])))
    count = min(len(free), luck.randint(1, 5))
    written = {hexagon: luck.choice(digits) for hexagon in luck.sample(free, count)}
    if luck.random() < 0.1:
        written[luck.choice(free)] = 9
    columns = []
    for roll in rolls:
        likely = [str(n) for n in (*roll, *written.values()) if n not in (2, 9)]
        columns.append([luck.choice("3456-") if luck.random() < 0.3 else luck.choice(likely) for _ in range(2)])
        if luck.random() < 0.4:
            columns[-1][luck.randrange(2)] = "-"
    crossed = {bonus: luck.random() < 0.4 for bonus in BONUSES}
    return _told(luck, sheet, comb, written, rolls, columns, crossed)


def crowded(seed: int) -> Small:
    """A sheet of one round with six marks at random, most of which no play could have made."""
    luck = random.Random(f"crowded/{seed}")
    sheet, comb, _, _ = small_sheet(luck, luck.random() < 0.4)
    free = [hexagon for hexagon, printed in enumerate(comb.printed) if not printed]
    if len(free) < 6:
        return crowded(seed + 1_000_000)
    roll = tuple(sorted(luck.choice(NUMBERS) for _ in range(luck.randint(3, 6))))
    sheet = replace(sheet, values={**sheet.values, "dice": len(roll), "rounds": 1})
    written = {hexagon: luck.choice((2, *NUMBERS)) for hexagon in luck.sample(free, 6)}
    column = luck.choice("345678-"), luck.choice("345678-")
    return Small(sheet, comb, written, (roll,), (column,), {bonus: luck.random() < 0.5 for bonus in BONUSES})


def _told(
    luck: random.Random, sheet: Sheet, comb: Comb, written: Mapping[int, int], rolls: Sequence[tuple[int, ...]],
    columns: list[list[str]], crossed: Mapping[str, bool],
) -> Small:
    """The sheet, or as much of it as the paper and the list tell."""
    known = {bonus: held for bonus, held in crossed.items() if luck.random() < 0.92}
    if luck.random() < 0.15:
        for row in luck.choice(((0,), (1,), (0, 1))):
            for column in columns:
                column[row] = " "
    if luck.random() < 0.1:
        columns.pop(luck.randrange(len(columns)))
    if len(rolls) > 1 and luck.random() < 0.1:
        rolls = rolls[:-1]
    silent = all(held == " " for column in columns for held in column)
    return Small(
        sheet, comb, written, tuple(rolls), None if silent and columns else tuple((a, b) for a, b in columns), known
    )

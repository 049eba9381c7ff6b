"""The fewest mistakes that explain a small HexRoller sheet, by trying every play: the rules read once more, on plain
dictionaries, sharing no code with the game. And small sheets to try it on, legal ones and spoilt ones.

A stroke is (`write`, hex, number, third), (`plus`, hex, number), (`two`, hex), (`box`, upper, lower) with 0 for a dash, or
(`done`,). Strokes that are refused stand all the same, and what was refused once is not refused again for what follows
from it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count, product
from typing import Any

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.sheet import hexes
from rollwrite_desktop.sheet.sheet import Region, Sheet

LETTERS = "ABCDEFM"
BONUSES = ("plus_one", "two", "third")
FACES = (3, 4, 5, 6)
Stroke = tuple[Any, ...]


@dataclass(frozen=True)
class Chain:
    """Hexes of a number in order. open: it may go on. spoilt: a stroke of it was refused; lost: for want of room alone."""

    number: int
    path: tuple[str, ...]
    third: bool
    open: bool
    spoilt: bool
    lost: bool


@dataclass(frozen=True)
class Pen:
    """A sheet and a round being written."""

    paper: tuple[tuple[str, int], ...]
    chains: tuple[Chain, ...] = ()
    used: frozenset[str] = frozenset()
    bonus: str = ""
    boxed: bool = False
    done: bool = False


@dataclass(frozen=True)
class Comb:
    """A small sheet's facts, and the option."""

    near: Mapping[str, frozenset[str]]
    printed: Mapping[str, int]
    touching: bool

    def room(self, paper: Mapping[str, int], last: str, more: int, without: frozenset[str] = frozenset()) -> bool:
        """Whether `more` blank hexes follow one another from `last` on."""
        if more <= 0:
            return True
        return any(
            self.room(paper, other, more - 1, without | {last})
            for other in self.near[last] if other not in paper and other not in without
        )

    def reasons(self, pen: Pen, dice: Mapping[int, int], stroke: Stroke) -> list[str]:
        """Everything that is wrong with a stroke."""
        paper = dict(pen.paper)
        ahead = pen.chains[-1] if pen.chains and pen.chains[-1].open else None
        owing = ahead if ahead is not None and not ahead.spoilt else None
        plain = [chain.number for chain in pen.chains if not chain.third]

        def spending(bonus: str) -> list[str]:
            return ["again"] if bonus in pen.used else ["second"] if pen.bonus else []

        def blocks(hexagon: str) -> list[str]:
            if owing is None:
                return []
            missing = dice[owing.number] - len(owing.path)
            return [] if self.room({**paper, hexagon: 2}, owing.path[-1], missing) else ["block"]

        match stroke:
            case ("write", hexagon, number, third):
                full = {**paper, hexagon: number}
                if ahead is not None and (ahead.number, ahead.third) == (number, third):
                    if hexagon not in self.near[ahead.path[-1]] and not ahead.lost:
                        return ["jump"]
                    left = dice[number] - len(ahead.path) - 1
                    return [] if ahead.spoilt or self.room(full, hexagon, left) else ["room"]
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
                if not any(paper.get(other) == number for other in self.near[hexagon]):
                    wrong.append("touch")
                if not self.room(full, hexagon, dice.get(number, 1) - 1):
                    wrong.append("room")
                return wrong
            case ("plus", hexagon, number):
                chain = next((one for one in pen.chains if one.number == number and not one.third), None)
                if chain is None:
                    return ["not chosen"]
                if self.touching:
                    touches = any(paper.get(other) == number for other in self.near[hexagon])
                else:
                    touches = chain.path[-1] in self.near[hexagon]
                return spending("plus_one") + ["open"] * chain.open + ["end"] * (not touches) + blocks(hexagon)
            case ("two", hexagon):
                return spending("two") + blocks(hexagon)
            case ("box", *numbers):
                written = [number for number in numbers if number]
                wrong = ["unfinished"] if owing is not None else []
                if len(plain) < 2 and self._fitting(paper, pen, dice):
                    wrong.append("more fits")
                wanted = min(2, len(plain))
                if len(written) != wanted or len(set(written)) != wanted or not set(written) <= set(plain):
                    wrong.append("numbers")
                return wrong
            case _:
                return ["unfinished"] * (owing is not None) + ["boxes"] * (not pen.boxed)

    def _fitting(self, paper: Mapping[str, int], pen: Pen, dice: Mapping[int, int]) -> bool:
        """Whether a rolled number that is not written yet can be written in full."""
        written = [chain.number for chain in pen.chains]
        return any(
            self.room({**paper, start: number}, start, often - 1)
            for number, often in dice.items() if number not in written
            for start in self.near
            if start not in paper and any(paper.get(other) == number for other in self.near[start])
        )

    def after(self, pen: Pen, dice: Mapping[int, int], stroke: Stroke) -> Pen:
        wrong = self.reasons(pen, dice, stroke)
        match stroke:
            case ("write", hexagon, number, third):
                ahead = pen.chains[-1] if pen.chains and pen.chains[-1].open else None
                if ahead is not None and (ahead.number, ahead.third) == (number, third):
                    near = hexagon in self.near[ahead.path[-1]]
                    path = (*ahead.path, hexagon)
                    chain = replace(
                        ahead, path=path, open=len(path) < dice[number], spoilt=ahead.spoilt or bool(wrong),
                        lost=wrong == ["room"] or (ahead.lost and near),
                    )
                    chains = (*pen.chains[:-1], chain)
                else:
                    first = number not in [chain.number for chain in pen.chains]
                    chain = Chain(
                        number, (hexagon,), third, first and dice.get(number, 0) > 1, bool(wrong), wrong == ["room"]
                    )
                    chains = (*(replace(one, open=False) for one in pen.chains), chain)
                pen = replace(pen, chains=chains)
                return self._marked(pen, hexagon, number, "third" if third else "")
            case ("plus", hexagon, number):
                return self._marked(pen, hexagon, number, "plus_one")
            case ("two", hexagon):
                return self._marked(pen, hexagon, 2, "two")
            case ("box", *_):
                return replace(pen, boxed=True, chains=tuple(replace(one, open=False) for one in pen.chains))
            case _:
                return replace(pen, done=True)

    @staticmethod
    def _marked(pen: Pen, hexagon: str, number: int, bonus: str) -> Pen:
        pen = replace(pen, paper=tuple(sorted((*pen.paper, (hexagon, number)))))
        return replace(pen, used=pen.used | {bonus}, bonus=bonus) if bonus else pen


@dataclass(frozen=True)
class Small:
    """A small sheet, filled. columns: upper and lower box by round, a blank where the paper does not say."""

    sheet: Sheet
    comb: Comb
    written: Mapping[str, int]
    rolls: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[str, str], ...]
    crossed: Mapping[str, bool]

    def paper(self) -> Paper:
        """As a paper file. A row of which a box is not said is left out."""
        rows = ("".join(column[row] for column in self.columns) for row in (0, 1))
        boxes = {name: row for name, row in zip(("upper", "lower"), rows, strict=True) if " " not in row}
        return Paper(
            game="hexroller", sheet="small", options={"plus_one": "touching" if self.comb.touching else "path"},
            spaces={hexagon: str(number) for hexagon, number in self.written.items()},
            boxes={**self.crossed, **boxes}, rolls=[" ".join(map(str, roll)) for roll in self.rolls],
        )


def fewest(small: Small, most: int = 9) -> int:
    """The fewest mistakes: strokes refused, and bonuses not crossed off as they were used; at most `most`."""
    comb, last = small.comb, len(small.rolls) - 1
    turn = count()
    start = Pen(tuple(sorted(small.comb.printed.items())))
    heap = [(0, 0, next(turn), start)]
    seen = set()
    best = most
    while heap:
        cost, late, _, pen = heappop(heap)
        if cost >= best:
            break
        if (late, pen) in seen:
            continue
        seen.add((late, pen))
        if pen.done and -late == last:
            if len(pen.paper) == len(comb.printed) + len(small.written):
                best = min(best, cost + sum((bonus in pen.used) != held for bonus, held in small.crossed.items()))
            continue
        if pen.done:
            late -= 1
            pen = Pen(pen.paper, used=pen.used)
        roll = small.rolls[-late]
        dice = {face: roll.count(face) for face in roll}
        for stroke in _strokes(small, pen, small.columns[-late]):
            more = cost + bool(comb.reasons(pen, dice, stroke))
            if more < best:
                heappush(heap, (more, late, next(turn), comb.after(pen, dice, stroke)))
    return best


def _strokes(small: Small, pen: Pen, column: tuple[str, str]) -> Iterator[Stroke]:
    """Every stroke that leads to the sheet."""
    full = dict(pen.paper)
    for hexagon, number in small.written.items():
        if hexagon in full:
            continue
        if number == 2:
            yield ("two", hexagon)
        else:
            yield from (("write", hexagon, number, False), ("write", hexagon, number, True), ("plus", hexagon, number))
    if pen.boxed:
        yield ("done",)
        return
    options: list[Sequence[int]] = [
        (0, *FACES) if held == " " else (0 if held == "-" else int(held),) for held in column
    ]
    for upper, lower in product(*options):
        yield ("box", upper, lower)


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
    sheet = Sheet(
        id="small", game="hexroller", title="Small", version=1, size=(500.0, 500.0),
        regions=tuple(Region(letter, letter, letter) for letter in LETTERS),
        spaces=hexes.spaces(regions, printed, (250.0, 250.0)), links=hexes.links(regions), corner_links=(), boxes=(),
        decor=(), source="", licence="", values={"dice": dice, "rounds": rounds, "bonus": 2, "middle": 2}, hash="small",
    )
    near = {space: frozenset(others) for space, others in sheet.neighbors.items()}
    held = {space.id: int(space.printed) for space in sheet.spaces if space.printed}
    return sheet, Comb(near, held, touching), dice, rounds


def legal_play(
    luck: random.Random, comb: Comb, dice: int, rounds: int
) -> tuple[Pen, list[tuple[int, ...]], list[list[str]]]:
    """A legal play at random: the sheet, the rolls, the columns."""
    pen, rolls, columns = Pen(tuple(sorted(comb.printed.items()))), [], []
    for _ in range(rounds):
        roll = tuple(sorted(luck.choice(FACES) for _ in range(dice)))
        faces = {face: roll.count(face) for face in roll}
        pen = Pen(pen.paper, used=pen.used)
        while not pen.done:
            blank = [hexagon for hexagon in comb.near if hexagon not in dict(pen.paper)]
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
            pen = comb.after(pen, faces, stroke)
        rolls.append(roll)
    return pen, rolls, columns


def spoilt(seed: int) -> Small:
    """A small sheet with up to three alterations after a legal play; of some the paper does not tell everything."""
    luck = random.Random(seed)
    sheet, comb, dice, rounds = small_sheet(luck, luck.random() < 0.4)
    pen, rolls, columns = legal_play(luck, comb, dice, rounds)
    written = {hexagon: number for hexagon, number in pen.paper if hexagon not in comb.printed}
    crossed = {bonus: bonus in pen.used for bonus in BONUSES}
    free = [hexagon for hexagon in comb.near if hexagon not in comb.printed]
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
    if luck.random() < 0.2:
        for row in luck.choice(((0,), (1,), (0, 1))):
            for column in columns:
                column[row] = " "
    if luck.random() < 0.25:
        crossed.pop(luck.choice(BONUSES))
    return Small(sheet, comb, written, tuple(rolls), tuple((upper, lower) for upper, lower in columns), crossed)

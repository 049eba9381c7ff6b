"""What can have slipped on a sheet of HexRoller: for each finding the edits of which one at least is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rollwrite_desktop.core.audit import Edit, Finding, Paper, claims_of
from rollwrite_desktop.gamekit.check.slips import DIGIT, LARGE, Slip, box_slip, claim_slip, digits_apart, other_marks
from rollwrite_desktop.games.hexroller.play.board import members
from rollwrite_desktop.games.hexroller.play.descriptions import BOX_TITLES, PART_TITLES
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, DASH, NUMBERS, ROWS, TWO
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

MARKS = ("", *map(str, (TWO, *NUMBERS)))
BOXES = (*map(str, NUMBERS), DASH)
_COUNTED = frozenset((
    "HR-7:least", "HR-7:most", "HR-7:rolls", "HR-12:box", "HR-12:many", "HR-7:sum", "HR-8:row",
))


class HexRollerSlips:
    """The slips on one sheet."""

    def __init__(self, rules: HexRoller) -> None:
        self.rules = rules
        self.board = rules.board
        self.free = tuple(space for space, n in zip(rules.spaces, rules.board.printed, strict=True) if n == BLANK)
        self._free = frozenset(self.free)

    def hexes(self, paper: Paper, hexes: Iterable[str], marks: Iterable[str] = MARKS) -> Iterator[Slip]:
        """Everything else that may stand in hexes."""
        marks = tuple(marks)
        for space in hexes:
            if space in self._free:
                yield from other_marks(paper, space, space, marks)

    def boxes(self, paper: Paper, places: Iterable[str]) -> Iterator[Slip]:
        """Everything else that may stand in boxes of rows that the paper speaks of."""
        for place in places:
            row, _, number = place.partition("/")
            held = paper.boxes.get(row)
            if not isinstance(held, str):
                continue
            before = held.ljust(self.rules.rounds)[int(number) - 1].strip()
            for other in BOXES:
                if other != before:
                    edit = Edit(place, before, other, BOX_TITLES[row])
                    digits = before.isdigit() and other.isdigit()
                    rank = 1 + (digits_apart(before, other)[1] if digits else 0)
                    yield Slip(edit, DIGIT if digits or not before else LARGE, rank)

    def rows(self, paper: Paper) -> Iterator[Slip]:
        yield from self.boxes(paper, (f"{row}/{k}" for k in range(1, self.rules.rounds + 1) for row in ROWS))

    def bonuses(self, paper: Paper, *bonuses: str) -> Iterator[Slip]:
        """Bonuses crossed off, or not."""
        for bonus in bonuses:
            if bonus in paper.boxes:
                yield box_slip(paper, bonus, paper.boxes[bonus] is not True, BOX_TITLES[bonus])

    def against(self, paper: Paper, finding: Finding) -> Iterable[Slip]:
        """Edits of which every set that does away with a finding has one at least."""
        spaces = [where for where in finding.where if where in self._free]
        key = finding.key
        if key == "HR-5:group":
            # The group's own hexes, or one beside it that joins it to others of its number.
            group = 0
            for space in finding.where:
                group |= 1 << self.board.index[space]
            rim = [self.rules.spaces[i] for i in members(self.board.around(group) & ~group)]
            yield from self.hexes(paper, spaces)
            yield from self.hexes(paper, rim, (str(finding.args["n"]),))
        elif key in ("HR-11:many", "HR-11:box", "HR-11:none"):
            yield from self.bonuses(paper, "two")
            yield from self.hexes(paper, spaces)
            if key == "HR-11:none":
                yield from self.hexes(paper, self.free, (str(TWO),))
        elif key in _COUNTED:
            yield from self.bonuses(paper, "plus_one", "third")
            yield from self.rows(paper)
            yield from self.hexes(paper, self.free)
        elif key.startswith(("HR-13", "HR-14", "HR-15", "HR-16", "HR-17")):
            yield from self._claims(paper, finding)
        else:
            yield from self.hexes(paper, spaces)
            yield from self.boxes(paper, (where for where in finding.where if "/" in where))

    def _claims(self, paper: Paper, finding: Finding) -> Iterator[Slip]:
        """A part of the score: another one written, or something else in what it counts."""
        points = int(str(finding.args["points"]))
        part = self.part_of(finding)
        if part == "total":
            yield claim_slip(paper, points, "total" if len(claims_of(paper)) > 1 else "")
            for each in claims_of(paper):
                if each != "total":
                    yield claim_slip(paper, points, each, PART_TITLES[each])
            yield from self.bonuses(paper, *BONUSES)
            yield from self.rows(paper)
            yield from self.hexes(paper, self.free)
            return
        yield claim_slip(paper, points, part, PART_TITLES[part])
        if part == "bonuses":
            yield from self.bonuses(paper, *BONUSES)
        elif part in ROWS:
            yield from self.boxes(paper, (f"{part}/{k}" for k in range(1, self.rules.rounds + 1)))
        elif part.startswith("pair_"):
            n = part.removeprefix("pair_")
            yield from self.hexes(paper, self.free, (n,))
            yield from self.hexes(paper, [space for space in self.free if paper.spaces.get(space) == n])
        else:
            yield from self.hexes(paper, (self.rules.spaces[i] for i in self.board.areas[part]))

    @staticmethod
    def part_of(finding: Finding) -> str:
        """Returns the part of the score that a finding is about."""
        args, key = finding.args, finding.key
        if "part" in args:
            return str(args["part"])
        if key == "HR-13":
            return "bonuses"
        if key.startswith("HR-16"):
            return f"pair_{args['number']}"
        if key.startswith("HR-17"):
            return key.partition(":")[2]
        return "total"



"""Every way of play on a small map of Rolling America, tried one by one, to find the proof wrong: another reading of the
rules and of RA-R6, no solver, no shared code.

A play is followed turn by turn as the set of states that are filled so far, with the changes and dupes made so far; the
fewest mistakes that lead to each such position are kept. Every die may do anything that paper lets it do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from tests.maps import Plain

Position = tuple[frozenset[str], int, int]
"""The states filled, the changes made, the dupes made."""
Roll = list[tuple[str, int]]
Costs = dict[Position, int]
Places = tuple[str, ...]
"""Where mistakes were made: states, the name of a die that was passed over, boxes; one entry for each mistake."""


def digit(mark: str) -> int | None:
    return None if mark.strip("()") == "X" else int(mark.strip("()"))


class Plays:
    """One sheet: the marks on it (blank states absent), the boxes given, the rolls, each of two dice, the turns of
    a round, and the boxes of each power."""

    def __init__(
        self, world: Plain, marks: dict[str, str], boxes: dict[str, int], rolls: list[Roll], rounds: int,
        turns: int = 3, powers: int = 3,
    ) -> None:
        self.world = world
        self.marks = marks
        self.boxes = boxes
        self.rolls = rolls
        self.rounds = rounds
        self.turns = turns
        self.powers = powers

    def fewest(self) -> int | None:
        """The fewest mistakes that explain the sheet; None if no play leads to it."""
        ways: Costs = {(frozenset(), 0, 0): 0}
        stopped: Costs = {}
        for number, roll in enumerate(self.rolls, 1):
            after: Costs = {}
            last = number == len(self.rolls)
            for order in permutations(roll):
                now = ways
                for die, face in order:
                    if last and self.may_stop():
                        merge(stopped, now)
                    now = self.resolved(now, die, face)
                merge(after, now)
            ways = after
        costs = [
            cost + self.boxes_off(changes, dupes)
            for ends, closed in ((stopped, False), (ways, True))
            for (filled, changes, dupes), cost in ends.items() if self.complete(filled, closed)
        ]
        return min(costs) + self.whatever_was_played() if costs else None

    # what the evidence means

    def may_stop(self) -> bool:
        """The last turn is not known to be closed: its round's box is not crossed off, or it is in the middle of a round."""
        return "rounds" not in self.boxes or self.turns * self.boxes["rounds"] < len(self.rolls)

    def complete(self, filled: frozenset[str], closed: bool) -> bool:
        """Whether the rest of the marks may be from the end of the game (RA-18), or from filling up a map put down early."""
        rest = set(self.marks) - filled
        full = len(self.marks) == len(self.world.region)
        ended = closed and self.boxes.get("rounds", self.rounds) >= self.rounds
        return not rest or ((ended or full) and all(self.marks[state] == "X" for state in rest))

    def whatever_was_played(self) -> int:
        """Bordering numbers, circles, boxes beyond those that there are."""
        clashes = sum(
            abs(int(self.marks[a]) - int(self.marks[b])) > 1
            for a in self.marks for b in self.marks
            if a < b and b in self.world.borders[a] and self.marks[a].isdigit() and self.marks[b].isdigit()
        )
        circles = sum(mark.startswith("(") for mark in self.marks.values())
        guards = min(
            abs(circles - n) + (abs(self.boxes["guard"] - n) if "guard" in self.boxes else 0) for n in range(self.powers + 1)
        )
        return clashes + guards + sum(max(0, self.boxes.get(power, 0) - self.powers) for power in ("change", "dupe"))

    def boxes_off(self, changes: int, dupes: int) -> int:
        """A use too many cost its mistake when it was made, and has no box."""
        return sum(
            abs(min(made, self.powers) - min(self.boxes[power], self.powers))
            for power, made in (("change", changes), ("dupe", dupes)) if power in self.boxes
        )

    # one die

    def resolved(self, ways: Costs, die: str, face: int) -> Costs:
        after: Costs = {}
        for (filled, changes, dupes), cost in ways.items():
            for position, wrong in self.strokes(filled, changes, dupes, die, face):
                if cost + len(wrong) < after.get(position, 1000):
                    after[position] = cost + len(wrong)
        return after

    def strokes(
        self, filled: frozenset[str], changes: int, dupes: int, die: str, face: int
    ) -> Iterator[tuple[Position, Places]]:
        """What may be done with a die, and what mistakes that is."""
        own = [state for state, region in self.world.region.items() if die in ("wild", region)]
        yield (filled, changes, dupes), (die,) * any(state not in filled for state in own)  # RA-11
        for changed in (False, True):
            if changed and die == "wild":
                continue
            scope = list(self.world.region) if changed else own
            for state, mark in self.marks.items():
                if state in filled:
                    continue
                away = die not in ("wild", self.world.region[state])
                paid = changed and away
                wrong = state not in scope or (changed and changes >= self.powers)  # RA-7, RA-10, RA-13
                n = digit(mark)
                if n is None:
                    taken = any(self.takes(filled, other, face) for other in scope)  # RA-9
                    yield (filled | {state}, changes + paid, dupes), (state,) * (wrong or taken)
                    continue
                mistake = (state,) * (wrong or n != face)
                now = filled | {state}
                yield (now, changes + paid, dupes), mistake
                yield from (
                    (position, (*mistake, *more))
                    for position, more in self.doubled(now, changes + paid, dupes, die, n, changed, paid)
                )

    def doubled(
        self, filled: frozenset[str], changes: int, dupes: int, die: str, n: int, changed: bool, paid: bool
    ) -> Iterator[tuple[Position, Places]]:
        """RA-15: a dupe, with a change of its own or not."""
        for state, mark in self.marks.items():
            if state in filled or digit(mark) is None:
                continue
            away = die not in ("wild", self.world.region[state])
            for late in (False, True):
                if late and (die == "wild" or changed):
                    continue
                pays = away and (late or changed) and not paid
                wrong = digit(mark) != n or dupes >= self.powers
                wrong |= away and not (late or changed)
                wrong |= (late or pays) and changes >= self.powers
                yield (filled | {state}, changes + pays, dupes + 1), (state,) * wrong

    def takes(self, filled: frozenset[str], state: str, n: int) -> bool:
        """RA-8 at that moment, without a power."""
        return state not in filled and all(
            abs(int(self.marks[other]) - n) <= 1
            for other in self.world.borders[state] if other in filled and self.marks[other].isdigit()
        )


def merge(into: Costs, more: Costs) -> None:
    for position, cost in more.items():
        if cost < into.get(position, 1000):
            into[position] = cost

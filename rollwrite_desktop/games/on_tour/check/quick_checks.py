"""What a filled map and its list of rolls prove at a glance, before any search: too many of a number, a mark in a place, or
with a circle, that no turn could give it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.core.i18n import Arg, tr
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, X, describe_mark
from rollwrite_desktop.games.on_tour.play.rules import OnTour


def never(held: str) -> bool:
    """Returns whether no turn of any game can write this."""
    what = content(held)
    return held == circle(X) or (what.isdigit() and what[0] == what[1])


def never_written(rules: OnTour, i: int, held: str) -> Finding:
    """Returns the finding of such a mark in an area."""
    area = rules.areas[i]
    if content(held) == X:
        return Finding("broken", "OT-8:circle", {"area": rules.name(area)}, (area,), 1, "OT-R2:plain")
    return Finding("broken", "OT-6:digits", {"area": rules.name(area), "mark": content(held)}, (area,), 1, "OT-R2:digits")


def misbegun(sequence: RollSequence, marks: tuple[str, ...], i: int) -> Finding:
    """Returns the finding of an area where something else stands than the set-up wrote."""
    area, number = sequence.rules.areas[i], content(sequence.begun[i])
    args: dict[str, Arg] = {"number": number, "area": sequence.rules.name(area), "mark": marks[i] or tr("nothing")}
    return Finding("broken", "OT-4:area", args, (area,), 1)


class Glance:
    """A map beside its list. `least`: so many mistakes at least."""

    def __init__(self, marks: tuple[str, ...], sequence: RollSequence) -> None:
        self.marks = marks
        self.sequence = sequence
        self.areas = sequence.rules.areas
        self.written = tuple(i for i, held in enumerate(marks) if held != BLANK and i not in sequence.begun)
        self.covered = sum(turn.strokes for turn in sequence.turns) >= len(self.written)
        self.brought = Counter(what for turn in sequence.turns for what in turn.hand)
        self.unplaced = tuple(i for i in self.written if self.covered and not self._placeable(i))
        self.uncircled = tuple(
            i for i in self.written
            if self.covered and i not in self.unplaced and is_circled(marks[i]) and not self._circlable(i)
        )
        stand = Counter(content(marks[i]) for i in self.written)
        wrong = Counter(content(marks[i]) for i in (*self.unplaced, *self.uncircled))
        self.surplus = {
            what: n for what, n in sorted(stand.items()) if self.covered and what != X and n > self.brought[what]
        }
        self.least = len(sequence.misbegun(marks)) + sum(
            wrong[what] + (max(0, stand[what] - wrong[what] - self.brought[what]) if what in self.surplus else 0)
            for what in stand
        )

    def findings(self) -> Iterator[Finding]:
        rules = self.sequence.rules
        for i in self.sequence.misbegun(self.marks):
            yield misbegun(self.sequence, self.marks, i)
        begun = Counter(content(held) for held in self.sequence.begun.values())
        for what in self.surplus:
            # The numbers of the set-up came up as well.
            brought = self.brought[what] + begun[what]
            where = tuple(area for area, held in zip(self.areas, self.marks, strict=True) if content(held) == what)
            if what == STAR:
                yield Finding("broken", "OT-7:rolls", {"most": brought, "n": len(where)}, where, 1)
            else:
                yield Finding("broken", "OT-6:rolls", {"number": what, "rolled": brought, "n": len(where)}, where, 1)
        for i in (*self.unplaced, *self.uncircled):
            what = content(self.marks[i])
            if what == X or what in self.surplus:
                continue
            args = {"area": rules.name(self.areas[i]), "mark": describe_mark(what)}
            if i in self.unplaced:
                yield Finding("broken", "OT-6:place", args, (self.areas[i],), 1)
            else:
                yield Finding("broken", "OT-6:circle", args, (self.areas[i],), 1, "OT-R2:plain")

    def _placeable(self, i: int) -> bool:
        """Returns whether some turn could write this here."""
        what = content(self.marks[i])
        if what == X:
            return not never(self.marks[i])
        return any(
            not turn.cards or self.sequence.rules.board.fitting(turn.cards, i)
            for turn in self.sequence.turns if what in turn.hand
        )

    def _circlable(self, i: int) -> bool:
        what = content(self.marks[i])
        return any(card.area == self.areas[i] for turn in self.sequence.turns if what in turn.hand for card in turn.cards)


class Known:
    """What is known of the play before a search: what the map alone proves, and its list at a glance. Several of these can
    come from one mistake, so no more of them are counted than there are mistakes for certain: `least`. `apart`: what a
    search says nothing about. `beyond`: whether more was written than the list covers. over: the game is said to be over;
    where the list fills the map, what is blank then are numbers left out, and counted as such."""

    def __init__(self, alone: list[Finding], marks: tuple[str, ...], sequence: RollSequence, *, over: bool) -> None:
        glance = Glance(marks, sequence)
        left_out = sum(held == BLANK and i not in sequence.begun for i, held in enumerate(marks))
        self.beyond = not glance.covered
        blank = [finding for finding in alone if finding.key == "OT-11:blank"]
        self._play = [*glance.findings(), *(finding for finding in alone if finding not in blank)]
        counted = over and sequence.whole
        self.least = max(glance.least + counted * left_out, int(bool(self._play)))
        self.apart = [replace(finding, cost=0) for finding in blank] if counted else blank

    @property
    def findings(self) -> list[Finding]:
        return self.describe_undecided((self.least, self.least))

    def describe_undecided(self, bounds: tuple[int, int | None]) -> list[Finding]:
        """With what a search that has not come to its end has proved."""
        least, most = bounds
        counted = min(least, len(self._play))
        found = [*self.apart, *self._play[:counted], *(replace(finding, cost=0) for finding in self._play[counted:])]
        if least > counted:
            found.append(Finding("broken", "OT-R1:least", {"n": least}, (), least - counted))
        if most is None:
            found.append(Finding("unproved", "OT-R1:more", {"least": least}))
        elif most > least:
            found.append(Finding("unproved", "OT-R1:between", {"least": least, "most": most}))
        return found

"""What can have slipped on a map of On Tour: for each finding the edits of which one at least is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from string import digits

from rollwrite_desktop.core.audit import Finding, Paper
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.check.slips import Slip, claim_slip, mark_slip, other_marks
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.games.on_tour.check.evidence import read_evidence
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, Part, X
from rollwrite_desktop.games.on_tour.play.rules import OnTour

NUMBERS = tuple(map("".join, permutations(digits, 2)))
MARKS = (*NUMBERS, STAR, X, *map(circle, NUMBERS), circle(STAR))
CLAIMS = {"total": mark("Score"), "areas": mark("Areas"), "circles": mark("Circles")}


class OnTourSlips:
    """The slips on one map."""

    def __init__(self, rules: OnTour) -> None:
        self.rules = rules

    def at(self, paper: Paper, area: str, marks: Iterable[str] = (*MARKS, BLANK)) -> Iterator[Slip]:
        """Everything else that may stand in an area."""
        return other_marks(paper, area, self.rules.name(area), marks)

    def ring(self, paper: Paper, area: str) -> Iterator[Slip]:
        """Yields the same mark with a circle, or without."""
        held = paper.spaces.get(area, BLANK)
        what = content(held)
        if what and (what != X or is_circled(held)):
            yield mark_slip(area, self.rules.name(area), held, what if is_circled(held) else circle(what))

    def against(self, paper: Paper, finding: Finding) -> Iterable[Slip]:
        """Edits of which every set that does away with a finding has one at least."""
        areas = [where for where in finding.where if where in self.rules.index]
        match finding.key:
            case "OT-4:circles" | "OT-10:circles":
                for area in self.rules.areas:
                    held = paper.spaces.get(area, BLANK)
                    yield from (
                        slip for slip in self.at(paper, area)
                        if is_circled(slip.edit.after) != is_circled(held) or not held.strip("()").isdigit()
                    )
            case "OT-4:pairs":
                # A further circled number, or a mirror image of one that has none.
                circled = [content(held) for held in paper.spaces.values() if is_circled(held)]
                wanted = {what[::-1] for what in circled if what.isdigit()}
                for area in self.rules.areas:
                    held = content(paper.spaces.get(area, BLANK))
                    yield from (
                        slip for slip in self.at(paper, area)
                        if is_circled(slip.edit.after) and content(slip.edit.after) in {held, *wanted}
                    )
            case "OT-6:mirror":
                yield from self._mirrored(paper, areas)
            case "OT-R1:regions" | "OT-R1:room":
                for area in areas:
                    yield from self.at(paper, area)
                for area in self.rules.areas:
                    if paper.spaces.get(area, BLANK) == BLANK:
                        yield from self.at(paper, area)
            case "OT-12" | "OT-12:part" | "OT-12:best":
                part = str(finding.args["part"]).lower() if finding.key == "OT-12:part" else ""
                yield claim_slip(paper, int(str(finding.args["total"])), part, CLAIMS[part or "total"])
                counted = self._walked(paper) if finding.key != "OT-12:best" else ()
                for area in self.rules.areas:
                    yield from self.at(paper, area) if area in counted else self.ring(paper, area)
            case _:
                for area in areas:
                    yield from self.at(paper, area)

    def _walked(self, paper: Paper) -> tuple[str, ...]:
        """Returns the route up to its first illegal step, where it has one: what is counted ends there, whatever was
        meant."""
        seen = read_evidence(self.rules, paper)
        part, route = Part(seen.marks), seen.route or ()
        for k, area in enumerate(route):
            blank = paper.spaces.get(area, BLANK) == BLANK
            if blank or any(True for _ in self.rules.against_step(part, area, route[:k])):
                return route[: k + 1]
        return ()

    def _mirrored(self, paper: Paper, lone: Iterable[str]) -> Iterator[Slip]:
        """A number without partner becomes another, or any other mark becomes its partner, an X or a star."""
        whats = Counter(content(held) for held in paper.spaces.values())
        wanted = {content(paper.spaces[area])[::-1] for area in lone}
        more = [what for what in sorted(wanted) if whats[what] < whats[what[::-1]]]
        some = (*more, *map(circle, more), X, STAR, circle(STAR))
        for area in self.rules.areas:
            held = content(paper.spaces.get(area, BLANK))
            marks = (*MARKS, BLANK) if area in lone else some
            yield from (slip for slip in self.at(paper, area, marks) if content(slip.edit.after) != held)

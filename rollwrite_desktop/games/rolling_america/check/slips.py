"""What can have slipped on a map of Rolling America: for each finding the edits of which one at least is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rollwrite_desktop.core.audit import Finding, Paper
from rollwrite_desktop.gamekit.check.slips import DIGIT, MAX_COST, Slip, box_slip, claim_slip, other_marks
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.games.rolling_america.play.descriptions import BOX_TITLES
from rollwrite_desktop.games.rolling_america.play.model import BLANK, NUMBER, POWERS, X
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica

MARKS = (*NUMBER, X)


class RollingAmericaSlips:
    """The slips on one map."""

    def __init__(self, rules: RollingAmerica) -> None:
        self.rules = rules

    def at(self, paper: Paper, space: str) -> Iterator[Slip]:
        """Everything else that may stand in a state."""
        return other_marks(paper, space, self.rules.name(space), (*MARKS, BLANK))

    def boxes(self, paper: Paper, *groups: str) -> Iterator[Slip]:
        """Other numbers of boxes crossed off, as far as the paper speaks of them."""
        for group in groups:
            most = self.rules.rounds if group == "rounds" else self.rules.power_boxes
            for n in range(most + 1):
                if group in paper.boxes and paper.boxes[group] != n:
                    yield box_slip(paper, group, n, BOX_TITLES[group])

    def against(self, paper: Paper, finding: Finding) -> Iterable[Slip]:
        """Edits of which every set that does away with a finding has one at least."""
        spaces = [where for where in finding.where if where in self.rules.index]
        match finding.key:
            case "RA-14:many" | "RA-14:boxes" | "RA-14:circles":
                yield from self.boxes(paper, "guard")
                for space in self.rules.spaces:
                    held = paper.spaces.get(space, BLANK)
                    yield from (slip for slip in self.at(paper, space) if is_circled(slip.edit.after) != is_circled(held))
            case "RA-13:many" | "RA-15:many" | "RA-6:rounds":
                yield from self.boxes(paper, *("rounds", *POWERS))
            case "RA-15:pairs":
                yield from self.boxes(paper, "dupe")
                yield from self._anywhere(paper)
            case "RA-6:count" | "RA-7:colors":
                yield from self.boxes(paper, "rounds", "change", "dupe")
                for space in self.rules.spaces:
                    if paper.spaces.get(space) in NUMBER:
                        yield from (slip for slip in self.at(paper, space) if slip.edit.after in (BLANK, X))
            case "RA-9:open" | "RA-9:blank":
                yield from self.boxes(paper, "rounds", "dupe")
                yield from self._anywhere(paper)
            case "RA-19":
                # Any number of Xs may be right after further edits: of claims the one for the sheet as it is.
                yield claim_slip(paper, int(str(finding.args["total"])))
                yield from self.boxes(paper, "rounds")
                for space in self.rules.spaces:
                    crossed = content(paper.spaces.get(space, BLANK)) == X
                    yield from (slip for slip in self.at(paper, space) if (content(slip.edit.after) == X) != crossed)
            case "RA-18" if len(spaces) * DIGIT > MAX_COST:
                return  # each blank is a slip of its own
            case _:
                for space in spaces:
                    yield from self.at(paper, space)

    def _anywhere(self, paper: Paper) -> Iterator[Slip]:
        for space in self.rules.spaces:
            yield from self.at(paper, space)

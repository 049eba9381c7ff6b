"""Checking a filled map of On Tour: what the paper alone proves, what rolls and cards add, and what a journal proves.

Calls broken only what cannot have been legal. Knows nothing of drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Paper, Report, Unchecked
from rollwrite_desktop.core.i18n import Arg, mark
from rollwrite_desktop.core.rules import is_chance
from rollwrite_desktop.gamekit.check.auditing import JournalStep, SheetAuditor
from rollwrite_desktop.gamekit.check.diagnosis_search import Question, diagnosed, where_wrong
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.papers import BestRoute
from rollwrite_desktop.games.on_tour.check.diagnosis import LegalPlays, other_rolls, questions_of
from rollwrite_desktop.games.on_tour.check.evidence import PARTS, Evidence, read_evidence
from rollwrite_desktop.games.on_tour.check.proof import Proof
from rollwrite_desktop.games.on_tour.check.quick_checks import Known, never, never_written
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence
from rollwrite_desktop.games.on_tour.check.slips import OnTourSlips
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, Part, State, X
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.sheet import Sheet

_NEED_ROLLS = {
    "OT-6": mark("which number was written for which card"),
    "OT-7": mark("which turns brought a star"),
    "OT-8": mark("whether each X was needed"),
    "OT-R1": mark("whether all numbers were written that could be"),
    "OT-R2": mark("which numbers earned their circle"),
}


class OnTourAuditor(SheetAuditor[OnTour]):
    """The check on one map, with the options of the table it comes from."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        super().__init__(OnTour(sheet, options))
        self.slips = OnTourSlips(self.rules)

    # ------------------------------------------------------------------ the paper

    def audit(self, paper: Paper) -> Report:
        return self._at_sight(read_evidence(self.rules, paper))

    def prove(self, paper: Paper) -> Iterator[Report]:
        seen = read_evidence(self.rules, paper)
        sequence = self._sequence(seen)
        questions: Iterable[Question | None] = ()
        if sequence is not None:
            questions = questions_of(self.rules, paper, seen, sequence)
            if not LegalPlays.covers(sequence) or (BLANK in seen.marks and not seen.over):  # it may be put down early
                questions = where_wrong(self._prove(paper), questions)
        others = None if sequence is None else partial(other_rolls, self.rules, paper, seen, sequence)
        yield from diagnosed(paper, self._prove, self.slips, self.broken, questions, others)

    def _prove(self, paper: Paper) -> Iterator[Report]:
        """Yields what can be proved of the play, without a diagnosis."""
        seen = read_evidence(self.rules, paper)
        sequence = self._sequence(seen)
        if sequence is None:
            yield self._at_sight(seen)
            return
        scored = self._scored(seen, seen.marks)
        alone = self._alone(seen)
        known = Known(alone, seen.marks, sequence, over=seen.over)
        for step in Proof(seen.marks, sequence, lambda other: self._scored(seen, other).total, over=seen.over).steps():
            bounds = max(known.least, step.least), step.most
            if step.mistakes:
                doubt = (Finding("unproved", "OT-R1:example"),) if step.elsewhere else ()
                findings = [*known.apart, *step.mistakes, *doubt]
            elif step.decided and not step.least:
                findings = alone
                if known.least:  # what the map alone proves lies beyond the end of the list
                    bounds = known.least, None
            else:
                findings = known.describe_undecided(bounds)
            report = _report(scored, [*sequence.findings(seen.marks), *findings], _unchecked(seen) if known.beyond else ())
            yield replace(report, bounds=bounds, play=step.play)

    def _at_sight(self, seen: Evidence) -> Report:
        """Returns what the paper proves without a search."""
        findings, sequence = self._alone(seen), self._sequence(seen)
        unchecked = _unchecked(seen)
        if sequence is not None:
            known = Known(findings, seen.marks, sequence, over=seen.over)
            findings = [*sequence.findings(seen.marks), *known.findings]
            unchecked = unchecked if known.beyond else ()
        return _report(self._scored(seen, seen.marks), findings, unchecked)

    def broken(self, paper: Paper) -> list[Finding]:
        """Returns what the map alone shows to be wrong, without the work of finding a route."""
        seen = read_evidence(self.rules, paper)
        found = self._alone(seen)
        if seen.over:
            found.extend(self._scored(seen, seen.marks).findings)
        return [finding for finding in found if finding.verdict == "broken"]

    def _sequence(self, seen: Evidence) -> RollSequence | None:
        return None if seen.rolls is None else RollSequence(self.rules, seen.rolls)

    def _scored(self, seen: Evidence, marks: tuple[str, ...]) -> Report:
        """Returns what there is to say of route, score and claims, had these marks been on the map."""
        route, claimed = seen.route, seen.claimed
        counted, wrong = self._walked(marks, route)
        if wrong:  # what the route would have scored had every step been legal
            lost = sum(self.rules.worth(marks, route or ()).values()) - sum(self.rules.worth(marks, counted).values())
            wrong[0] = replace(wrong[0], effect=lost)
        if route is None:
            counted = self.rules.best_route(marks)
        parts = self.rules.worth(marks, counted)
        wrong.extend(self._claims(claimed, parts, drawn=route is not None))
        total = _claim(claimed)
        # Without the route a lower score than the best may be right or wrong.
        summed = bool(claimed) and (route is not None or not self.rules.own_route or total == sum(parts.values()))
        return Report(tuple(wrong), tuple(parts.items()), total, summed=summed)

    def _alone(self, seen: Evidence) -> list[Finding]:
        """Returns what the map proves of the play without its rolls."""
        marks = seen.marks
        return [
            *(never_written(self.rules, i, held) for i, held in enumerate(marks) if never(held)),
            *self._empty(marks, seen.over),
            *self._set_up(marks),
            *self._pairs(marks),
            *self._crosses(marks),
        ]

    def _empty(self, marks: tuple[str, ...], asked: bool) -> Iterator[Finding]:
        """A route, or a score, is for a full map; without either the game may simply not be over."""
        blanks = tuple(area for area, held in zip(self.rules.areas, marks, strict=True) if held == BLANK)
        if blanks:
            names = tuple(map(self.rules.name, blanks))
            yield Finding(
                "broken" if asked else "unproved", "OT-11:blank", {"areas": names}, blanks, int(asked), "OT-R1:fill"
            )

    def _set_up(self, marks: tuple[str, ...]) -> Iterator[Finding]:
        """OT-4: two circled numbers a roll, mirror images of each other; OT-R6: the last turns give no circle."""
        circled = tuple(area for area, held in zip(self.rules.areas, marks, strict=True) if is_circled(held))
        numbers = Counter(content(held) for held in marks if is_circled(held) and content(held).isdigit())
        n = sum(numbers.values())
        pairs = sum(min(numbers[what], numbers[what[::-1]]) for what in numbers if what < what[::-1])
        # Before the last draw fewer areas are filled.
        draws = min(self.rules.setup, (1 + sum(held != BLANK for held in marks)) // 2)
        if n < 2 * draws:
            yield Finding("broken", "OT-4:circles", {"n": n, "least": 2 * draws}, circled, 1)
        elif pairs < draws:
            yield Finding("broken", "OT-4:pairs", {"pairs": pairs, "least": draws}, circled, 1)
        if len(circled) > (most := self._most_circled(len(marks))):
            args = {"n": len(circled), "areas": len(marks), "most": most}
            yield Finding("broken", "OT-10:circles", args, circled, 1)

    def _most_circled(self, areas: int) -> int:
        """OT-R6: how many circles a map can have. A turn fills one area or two, so the last turns begin with `last` areas
        left or one less; or all that the set-up leaves are theirs."""
        left = areas - 2 * self.rules.setup
        return areas - (left if left <= self.rules.last else self.rules.last - 1)

    def _pairs(self, marks: tuple[str, ...]) -> Iterator[Finding]:
        """Numbers come as ab and ba; Xs, and one of a last turn, can leave one alone."""
        whats = [content(held) for held in marks]
        numbers = Counter(what for what in whats if what.isdigit())
        if any(what[0] == what[1] for what in numbers):
            return  # a misread digit would be counted twice
        xs, stars = whats.count(X), whats.count(STAR)
        lone = {what: numbers[what] - numbers[what[::-1]] for what in numbers if numbers[what] > numbers[what[::-1]]}
        n = sum(lone.values())
        where = tuple(area for area, what in zip(self.rules.areas, whats, strict=True) if what in lone)
        # With no X the count cannot be too low: what is no star is odd exactly where it is.
        most = xs + (1 if (len(marks) - stars) % 2 or BLANK in marks else 0)
        if n > most:
            yield Finding("broken", "OT-6:mirror", {"n": n, "xs": xs, "most": most}, where, 1)

    def _crosses(self, marks: tuple[str, ...]) -> Iterator[Finding]:
        """When the first X is written, a region on the cards is full, and it has no X; nor can it get one any more."""
        crossed = tuple(area for area, held in zip(self.rules.areas, marks, strict=True) if content(held) == X)
        if not crossed or self.rules.options["voluntary_x"] == "on":
            return
        held_in: dict[str, list[str]] = {}
        for area, held in zip(self.rules.areas, marks, strict=True):
            for region in self.rules.regions(area):
                held_in.setdefault(region, []).append(content(held))
        # In the middle of that turn the region may still wait for its last number.
        if all(X in held or held.count(BLANK) > 1 for held in held_in.values()):
            key = "OT-R1:regions" if all(X in held for held in held_in.values()) else "OT-R1:room"
            yield Finding("broken", key, {"n": len(crossed)}, crossed, 1)

    # ------------------------------------------------------------------ route and score

    def _walked(self, marks: tuple[str, ...], route: tuple[str, ...] | None) -> tuple[tuple[str, ...], list[Finding]]:
        """Returns the legal beginning of a route, and every step of it that is not allowed."""
        part = Part(marks)
        walked: tuple[str, ...] = ()
        legal: tuple[str, ...] | None = None
        findings = []
        for area in route or ():
            reasons = list(self.rules.against_step(part, area, walked))
            if marks[self.rules.index[area]] == BLANK:
                findings.append(Finding("broken", "OT-11:empty", {"area": self.rules.name(area)}, (area,), 1))
            for reason in reasons[:1]:
                where = reason.spots
                if reason.key == "OT-11:falling":
                    before = next(a for a in reversed(walked) if content(marks[self.rules.index[a]]).isdigit())
                    where = (before, area)
                cut = bool(walked) and legal is None
                findings.append(Finding(
                    "broken", reason.key, reason.args, where, 1,
                    "OT-R2:cut" if cut else "", {"other": self.rules.name(walked[-1])} if cut else {},
                ))
            if (reasons or marks[self.rules.index[area]] == BLANK) and legal is None:
                legal = walked
            walked = (*walked, area)
        return (walked if legal is None else legal), findings

    def _claims(self, claimed: Mapping[str, int], parts: Mapping[str, int], drawn: bool) -> Iterator[Finding]:
        total = sum(parts.values())
        claim = _claim(claimed)
        if not drawn and self.rules.own_route:
            # Without the route a claim can only be too high; any shorter route scores less.
            if claim is not None and claim > total:
                yield Finding("broken", "OT-12:best", {"claimed": claim, "total": total}, ("claimed",), aspect="sums")
            return
        if claim is not None and claim != total:
            args = {"claimed": claim, "total": total}
            yield Finding("broken", "OT-12", args, ("claimed",), 0, "OT-R2:claim", {"total": total}, aspect="sums")
        for part in PARTS:
            if part in claimed and claimed[part] != parts[part]:
                about: dict[str, Arg] = {"claimed": claimed[part], "part": part.capitalize(), "total": parts[part]}
                mend = {"total": parts[part]}
                yield Finding("broken", "OT-12:part", about, ("claimed",), 0, "OT-R2:claim", mend, aspect="sums")

    def best(self, paper: Paper) -> BestRoute:
        """Returns the best route on a filled map."""
        marks = read_evidence(self.rules, paper).marks
        route = self.rules.best_route(marks)
        return BestRoute(route, tuple(self.rules.worth(marks, route).items()))

    # ------------------------------------------------------------------ a whole journal

    def refused(self, step: JournalStep[State], player: str) -> Iterator[Finding]:
        """A roll before the last one is written is a stroke left out for each that is missing, and no more."""
        waiting = step.state.part(player).strokes if is_chance(step.event.by) else 0
        for _ in range(waiting):
            args: dict[str, Arg] = {"n": step.rolls - 1, "found": str(step.state.draws[-1])}
            yield Finding("broken", "OT-6:left", args, (f"roll:{step.rolls - 1}",), 1)
        if not waiting:
            yield from super().refused(step, player)


def _claim(claimed: Mapping[str, int]) -> int | None:
    """Returns the score that is written, as a whole or by all of its parts; None where one is missing."""
    parts = [claimed[part] for part in PARTS if part in claimed]
    return claimed.get("total", sum(parts) if len(parts) == len(PARTS) else None)


def _unchecked(seen: Evidence) -> tuple[Unchecked, ...]:
    """Returns what the rolls show, or the rest of them."""
    return tuple(Unchecked(rule, "rolls", about, bool(seen.rolls)) for rule, about in _NEED_ROLLS.items())


def _report(scored: Report, findings: list[Finding], unchecked: tuple[Unchecked, ...]) -> Report:
    """Returns the findings of play before those of route and claims."""
    return replace(scored, findings=(*findings, *scored.findings), unchecked=unchecked)

"""Slips of whoever enters a sheet: what they weigh, and the cheapest set of them that explains what is wrong.

The search is Reiter's hitting set tree (Artificial Intelligence 32, 1987) taken best first: a finding vanishes only if one of
the places that it is about holds something else, so each finding of an edited sheet is branched on; the cheapest sheet
without findings is reached first. It proves a lower bound at any time: the cheapest sheet that is still to be looked at.

Weights: a slip is 4 where something small was forgotten or is too much (a circle, a box, a score), 5 for another digit or a
place left blank, 6 or 7 where one thing was taken for quite another, an X for a number. So one slip is always cheaper than
two. Among slips of one weight those that fingers and eyes make come first: 1 and 7, 3 and 8, 4 and 9, 6 and 0, keys that lie
side by side, digits turned round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from itertools import count
from typing import Protocol

import msgspec

from rollwrite_desktop.core.audit import Diagnosis, Edit, Finding, Paper, Report, claims_of
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.paper_typing import with_box, with_mark
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.solver.maxsat import MaxSat, Unsatisfiable

SMALL, DIGIT, LARGE, OTHER = 4, 5, 6, 7
MAX_COST = 3 * SMALL - 1
"""Diagnoses that weigh more are not looked for: three slips explain anything."""
MAX_OFFERED = 3
_AT_ONCE = 25
"""How many sheets are looked at between two reports."""
_MAX_SHEETS, _MADE_AS_LOOKED = 6000, 50
"""How many sheets are looked at for one diagnosis; so many that are only put aside count as one."""
_MAX_FOUND, _MAX_REFUTED = 6, 12
"""How many equally cheap diagnoses are looked for, and how many are tried in vain."""
_MAX_CONFLICTS, _MORE_CONFLICTS = 30_000, 3_000
"""Conflicts of the solver after which the search for a diagnosis ends without one, and that for others ends after the first."""
_ALIKE = frozenset(("17", "38", "49", "06", "56", "35", "89", "69"))
_NUMBER_PAD = frozenset(("14", "47", "25", "58", "36", "69", "01", "02"))
BOX_NAMES = {
    "rounds": mark("Rounds"), "change": mark("Color changes"), "guard": mark("Guards"), "dupe": mark("Dupes"),
    "plus_one": mark("Bonus +1"), "two": mark("Bonus 2"), "third": mark("Bonus third number"),
}


@dataclass(frozen=True, slots=True)
class Slip:
    """A possible edit, its weight, and its rank among those of one weight, the likeliest lowest."""

    edit: Edit
    cost: int
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Sought:
    """How far the search for a diagnosis is: no set of edits cheaper than `least` explains the sheet; `found` are the
    cheapest known. `over`: nothing more will come."""

    least: int
    found: tuple[Diagnosis, ...] = ()
    over: bool = False


class Slips(Protocol):
    """What can have slipped on the sheets of a game."""

    def against(self, paper: Paper, finding: Finding) -> Iterable[Slip]:
        """Edits of which every set of edits that does away with a finding has one at least."""
        ...


def edited(paper: Paper, edit: Edit) -> Paper:
    """The paper after an edit."""
    kind, _, rest = edit.where.partition(":")
    if edit.other:
        rolls = list(paper.rolls or ())
        a, b = (int(where.partition(":")[2]) - 1 for where in (edit.where, edit.other))
        rolls[a], rolls[b] = rolls[b], rolls[a]
        return msgspec.structs.replace(paper, rolls=rolls)
    if kind == "roll":
        rolls = list(paper.rolls or ())
        rolls[int(rest) - 1] = edit.after
        return msgspec.structs.replace(paper, rolls=rolls)
    if isinstance(paper, ScorePaper) and kind in ("round", "total"):
        number, _, name = rest.partition("/")
        field = "rounds" if kind == "round" else "totals"
        rows = [list(row) for row in getattr(paper, field) or ()]
        rows[int(number) - 1][paper.players.index(name)] = int(edit.after) if edit.after else None
        return msgspec.structs.replace(paper, **{field: rows})
    if isinstance(paper, ScorePaper) and kind == "claimed":
        return msgspec.structs.replace(paper, claimed=edit.after or None)
    if kind == "claimed":
        claims = claims_of(paper) | {rest or "total": int(edit.after)}
        return msgspec.structs.replace(paper, claimed=claims["total"] if list(claims) == ["total"] else claims)
    if kind == "box":
        now = paper.boxes.get(rest)
        return with_box(paper, rest, edit.after == YES if isinstance(now, bool) else int(edit.after))
    row, _, place = edit.where.partition("/")
    if place and isinstance(held := paper.boxes.get(row, ""), str):
        held = held.ljust(int(place))
        return with_box(paper, row, (held[: int(place) - 1] + (edit.after or " ") + held[int(place) :]).rstrip())
    return with_mark(paper, edit.where, edit.after)


YES, NO = mark("yes"), mark("no")
"""What an edit says of a box that is crossed off or not."""


@cache
def mark_slip(where: str, name: str, before: str, after: str) -> Slip:
    """Another mark in a space, in the notation of paper."""
    edit = Edit(where, before, after, name)
    one, other = content(before), content(after)
    ringed = is_circled(before) != is_circled(after)
    if one == other:
        return Slip(edit, SMALL, 0 if is_circled(after) else 2)
    if not before or not after:
        return Slip(edit, DIGIT if after else LARGE, 1 if len(other) > 1 or other.isdigit() else 2)
    if one.isdigit() and other.isdigit() and len(one) == len(other):
        wrong, rank = digits_apart(one, other)
        return Slip(edit, (DIGIT, LARGE, OTHER)[wrong - 1 + ringed], 1 + rank)
    return Slip(edit, OTHER, 3 + ringed)


def box_slip(paper: Paper, box: str, after: int | bool) -> Slip:
    """Another number of boxes crossed off, or a single one crossed off or not."""
    before = paper.boxes.get(box, 0)
    by = abs(int(after) - int(before))
    told = (NO, YES) if isinstance(after, bool) else None
    one, other = (told[bool(value)] if told else str(value) for value in (before, after))
    return Slip(Edit(f"box:{box}", one, other, BOX_NAMES.get(box, box)), SMALL if by == 1 else LARGE, 2 * (after < before))


def claim_slip(paper: Paper, points: int, part: str = "", title: str = "") -> Slip:
    """Another score written."""
    before = claims_of(paper).get(part or "total", "")
    return Slip(Edit(f"claimed:{part}" if part else "claimed", str(before), str(points), title or mark("Score")), SMALL, -1)


def digits_apart(one: str, other: str) -> tuple[int, int]:
    """How many slips make one number of the other, and how unlikely they are."""
    if len(one) == 2 and one == other[::-1]:
        return 1, 0
    wrong = ["".join(sorted(pair)) for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return len(wrong), sum(0 if _near(pair) else 2 for pair in wrong)


def _near(pair: str) -> bool:
    return pair in _ALIKE or pair in _NUMBER_PAD or int(pair[1]) - int(pair[0]) == 1


# ---------------------------------------------------------------------- the search


@dataclass(slots=True)
class _Node:
    """An edited sheet. It is made when it is looked at, as most never are."""

    before: Paper
    slips: tuple[Slip, ...]

    @property
    def paper(self) -> Paper:
        return edited(self.before, self.slips[-1].edit) if self.slips else self.before

    @property
    def cost(self) -> int:
        return sum(slip.cost for slip in self.slips)


def sought(paper: Paper, broken: Callable[[Paper], Sequence[Finding]], slips: Slips, most: int = MAX_COST) -> Iterator[Sought]:
    """The search for the cheapest edits after which there are no findings of `broken` any more."""
    turn = count()
    heap: list[tuple[int, int, int, _Node]] = [(0, 0, next(turn), _Node(paper, ()))]
    seen: set[frozenset[Slip]] = set()
    found: list[tuple[Paper, tuple[Slip, ...]]] = []
    least = looked = made = 0
    best = most
    while heap:
        bound, _, _, node = heappop(heap)
        if bound > best or looked + made // _MADE_AS_LOOKED >= _MAX_SHEETS:
            break
        least = max(least, bound)
        looked += 1
        if not looked % _AT_ONCE:
            yield Sought(least, offered(found))
        after = node.paper
        findings = broken(after)
        cost = node.cost
        if not findings:
            best = cost
            found.append((after, node.slips))
            if len(found) == 1:
                yield Sought(least, offered(found))
            continue
        if cost + SMALL > best:
            continue
        touched = {slip.edit.where for slip in node.slips}
        options = [
            [slip for slip in slips.against(after, finding) if slip.edit.where not in touched] for finding in findings
        ]
        places = [frozenset(slip.edit.where for slip in each) for each in options]
        chosen = min(range(len(options)), key=lambda k: (len(places[k]), len(options[k])))
        for slip in options[chosen]:
            bound = cost + slip.cost
            # Findings that have no place in common with this slip take another one.
            if any(slip.edit.where not in others for others in places):
                bound += SMALL
            if bound > best:
                continue
            made += 1
            key = frozenset((*node.slips, slip))
            if key not in seen:
                seen.add(key)
                rank = sum(each.rank for each in key)
                heappush(heap, (max(least, bound), rank, next(turn), _Node(after, (*node.slips, slip))))
    proved = found[0][1] if found else ()
    yield Sought(sum(slip.cost for slip in proved) if found else (least if heap else most + 1), offered(found), over=True)


def offered(found: Sequence[tuple[Paper, tuple[Slip, ...]]]) -> tuple[Diagnosis, ...]:
    """The likeliest of the cheapest, as diagnoses."""
    ranked = sorted(found, key=lambda way: sum(slip.rank for slip in way[1]))
    return tuple(diagnosis_of(after, slips) for after, slips in ranked[:MAX_OFFERED])


def diagnosis_of(after: Paper, slips: Sequence[Slip]) -> Diagnosis:
    """Slips as a diagnosis: a digit for an X, or the like, is hardly a slip of the typist."""
    kind = "played" if all(slip.cost >= OTHER - 1 and _of_another_kind(slip.edit) for slip in slips) else "typed"
    return Diagnosis(
        tuple(slip.edit for slip in slips), after, sum(slip.cost for slip in slips), "played" if kind == "played" else "typed",
    )


def _of_another_kind(edit: Edit) -> bool:
    one, other = content(edit.before), content(edit.after)
    return bool(one and other) and one.isdigit() != other.isdigit()


def broken(report: Report) -> list[Finding]:
    """What cannot have been legal."""
    return [finding for finding in report.findings if finding.verdict == "broken"]


# ---------------------------------------------------------------------- with the rolls


class Question(Protocol):
    """Every legal play together with every slip, as clauses; what was entered is preferred. given: slips that are taken for
    granted, after which `paper` was entered. slips: those of a model. unlike: forbids these slips, whatever way of play they
    come with."""

    paper: Paper
    given: tuple[Slip, ...]
    maxsat: MaxSat

    def built(self) -> Iterator[None]:
        """Makes the clauses, so many at a time."""
        ...

    def slips(self, model: frozenset[int]) -> tuple[Slip, ...]: ...

    def unlike(self, model: frozenset[int]) -> None: ...


def claims_mended(paper: Paper, slips: Slips, found: Callable[[Paper], Sequence[Finding]]) -> tuple[Slip, ...]:
    """The claims that must be written anew where the rest of a sheet is right."""
    mended: list[Slip] = []
    for _ in range(MAX_OFFERED):
        wrong = [
            next((slip for slip in slips.against(paper, finding) if slip.edit.where.startswith("claimed")), None)
            for finding in found(paper) if "claimed" in finding.where
        ]
        if not wrong or wrong[0] is None:
            break
        mended.append(wrong[0])
        paper = edited(paper, wrong[0].edit)
    return tuple(mended)


class _Cheapest:
    """The search for the cheapest slips of some questions, each answer proved once more by `prove`, which knows nothing of
    slips. Claims are no part of a question: what is wrong with them is added."""

    def __init__(
        self, prove: Callable[[Paper], Iterator[Report]], slips: Slips, found_at: Callable[[Paper], Sequence[Finding]]
    ) -> None:
        self.prove, self.claims, self.found_at = prove, slips, found_at
        self.best = MAX_COST
        self.found: list[tuple[Paper, tuple[Slip, ...]]] = []
        self.least = MAX_COST + 1

    def steps(self, questions: Iterable[Question]) -> Iterator[Sought]:
        """How far it is, again and again."""
        for question in questions:
            try:
                yield from self._asked(question)
            except Unsatisfiable:
                pass
        yield Sought(min(self.least, self.best if self.found else MAX_COST + 1), offered(self.found), over=True)

    def _asked(self, question: Question) -> Iterator[Sought]:
        for _ in question.built():
            yield Sought(0, offered(self.found))
        given = sum(slip.cost for slip in question.given)
        begun = refuted = 0
        for step in question.maxsat.minimize():
            spent = question.maxsat.conflicts
            if step.least + given > self.best or spent > (begun + _MORE_CONFLICTS if begun else _MAX_CONFLICTS):
                break
            yield Sought(step.least, offered(self.found))
            if not step.decided:
                continue
            legal = False
            for legal in self._proved(question, step.model):
                yield Sought(step.least, offered(self.found))
            if not self.best or len(self.found) >= _MAX_FOUND:
                return
            begun = begun or (spent if legal else 0)
            refuted += not legal
            if refuted >= _MAX_REFUTED:
                break
            question.unlike(step.model)
            question.maxsat.reopen()

    def _proved(self, question: Question, model: frozenset[int]) -> Iterator[bool]:
        """Whether the slips of a model explain the sheet; the last answer counts."""
        made, after = (*question.given, *question.slips(model)), question.paper
        for slip in made[len(question.given) :]:
            after = edited(after, slip.edit)
        more = claims_mended(after, self.claims, self.found_at)
        for slip in more:
            after = edited(after, slip.edit)
        made = (*made, *more)
        cost = sum(slip.cost for slip in made)
        legal = False
        for report in self.prove(after) if cost <= self.best else ():
            if report.bounds is not None and report.bounds[0]:
                legal = False
                break
            legal = not broken(report) and report.decided
            yield False
        if legal:
            if cost < self.best:
                self.found.clear()
            self.best = cost
            if made:
                self.found.append((after, made))
        yield legal


# ---------------------------------------------------------------------- reports


def told(report: Report, state: Sought, found: Callable[[Paper], Sequence[Finding]] | None = None) -> Report:
    """A report with what is known of its diagnosis. found: what is wrong with an edited sheet at sight; None: nothing."""
    diagnoses = []
    for each in state.found:
        left = {(finding.key, finding.where) for finding in found(each.paper)} if found else set()
        explains = tuple(
            i for i, finding in enumerate(report.findings)
            if finding.verdict == "broken" and (finding.key, finding.where) not in left
        )
        diagnoses.append(replace(each, explains=explains, mistakes=report.mistakes))
    return replace(report, diagnosis=tuple(diagnoses), diagnosed=state.over)


def diagnosed(
    paper: Paper, prove: Callable[[Paper], Iterator[Report]], slips: Slips, found: Callable[[Paper], Sequence[Finding]],
    questions: Iterable[Question] | None = None,
) -> Iterator[Report]:
    """The reports of `prove` with the diagnosis, which comes first. found: what is wrong with an edited sheet at sight.
    questions: the legal plays, where the rolls of a whole game are known."""
    reports = prove(paper)
    report = next(reports)
    yield report
    state = Sought(0, over=True)
    if questions is not None:
        for state in _Cheapest(prove, slips, found).steps(questions):
            yield told(report, state)
    elif found(paper):
        for state in sought(paper, found, slips):
            yield told(report, state, found)
    for report in reports:
        yield told(report, state, None if questions is not None else found)
    if paper.rolls is None or not state.over:
        yield told(report, state, None if questions is not None else found)


def at_sight(audit: Callable[[Paper], Report]) -> Callable[[Paper], list[Finding]]:
    """What an audit finds to be wrong with a sheet, its list of rolls apart."""
    def found(paper: Paper) -> list[Finding]:
        return [
            finding for finding in broken(audit(paper)) if not any(where.startswith("roll:") for where in finding.where)
        ]

    return found

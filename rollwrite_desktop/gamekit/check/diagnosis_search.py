"""The diagnosis of a sheet: the cheapest set of slips that explains everything that is wrong with it.

Without rolls it is Reiter's hitting set tree (Artificial Intelligence 32, 1987) taken best first: a finding vanishes only if
one of the places that it is about holds something else, so each finding of an edited sheet is branched on; the cheapest
sheet without findings is reached first. The cheapest sheet that is still to be looked at is a lower bound at any time.

With the rolls of a whole game a game asks a `Question`: every legal play and every slip as clauses, of which MaxSAT finds
the cheapest slips and proves that there are none cheaper. Each answer is proved once more by the game's own proof.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from heapq import heappop, heappush
from itertools import count, islice
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Diagnosis, Edit, Finding, Paper, Report, claimed_total
from rollwrite_desktop.core.diagnosis import family, rolls_apart
from rollwrite_desktop.gamekit.check.slips import DIGIT, MAX_COST, NEAR, OTHER, SMALL, Slip, chance, edited
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.solver.maxsat import MaxSat, Unsatisfiable

MAX_OFFERED, _LIKELIEST = 5, 3
"""So many equally cheap diagnoses are all offered; of more only the likeliest."""
_AT_ONCE = 25
"""How many sheets are looked at between two reports."""
_MAX_SHEETS, _MADE_AS_LOOKED = 10_000, 80
"""How many sheets are looked at for one diagnosis; so many that are only put aside count as one."""
_PROOF_STEPS = 20
"""How many steps of the proof by an incomplete list of rolls a diagnosis of the sheet alone must stand."""
_MAX_FOUND, _MAX_REFUTED = 32, 24
"""How many equally cheap diagnoses are looked for, and how many are tried in vain."""
_MAX_CONFLICTS, _MORE_CONFLICTS = 30_000, 10_000
"""Conflicts of the solver after which the search for a diagnosis ends without one; and after the first, that for others."""


Reports = Callable[[Paper], Iterator[Report]]
"""Proves what it can of a paper, report by report."""
Wrong = Callable[[Paper], Sequence[Finding]]
"""Says what is wrong with a paper at sight."""


class SearchProgress(Struct, frozen=True):
    """How far the search for a diagnosis is: no set of edits cheaper than `least` explains the sheet; `found` are the
    cheapest known. `over`: nothing more will come."""

    least: int
    found: tuple[Diagnosis, ...] = ()
    over: bool = False


class Slips(Protocol):
    """What can have slipped on the sheets of a game."""

    def against(self, paper: Paper, finding: Finding) -> Iterable[Slip]:
        """A hitting set for the finding: every set of edits that removes it has at least one of these."""
        ...


# ---------------------------------------------------------------------- the sheet alone


class _Node(Struct):
    """A search node: an edited sheet, evaluated lazily, as most are never reached; `findings` are known from then on."""

    before: Paper
    slips: tuple[Slip, ...]
    findings: Sequence[Finding] = ()

    @property
    def paper(self) -> Paper:
        return edited(self.before, self.slips[-1].edit) if self.slips else self.before

    @property
    def cost(self) -> int:
        return sum(slip.cost for slip in self.slips)

    @property
    def rank(self) -> int:
        return sum(slip.rank for slip in self.slips)


def progress(paper: Paper, found_at: Wrong, slips: Slips) -> Iterator[SearchProgress]:
    """Searches for the cheapest edits after which nothing is found any more. A sheet is looked at as soon as it is the
    cheapest one, and branched on when a further slip would be."""
    turn = count()
    heap: list[tuple[int, int, int, _Node]] = [(0, 0, next(turn), _Node(paper, ()))]
    seen: set[frozenset[Slip]] = set()
    found: list[tuple[Paper, tuple[Slip, ...]]] = []
    least = looked = made = 0
    best, more = MAX_COST, False
    while heap:
        bound, _, _, node = heappop(heap)
        if bound > best or looked + made // _MADE_AS_LOOKED >= _MAX_SHEETS:
            more = bound <= best and bool(found)
            break
        least = max(least, bound)
        looked += 1
        if not looked % _AT_ONCE:
            yield SearchProgress(least, offered(found))
        if not node.findings:
            after = node.paper
            node.findings = found_at(after)
            if node.findings:
                heappush(heap, (max(least, node.cost + SMALL), node.rank, next(turn), node))
            else:
                best = node.cost
                found.append((after, node.slips))
                if len(found) == 1:
                    yield SearchProgress(least, offered(found))
            continue
        for child, bound in _children(node, slips, best):
            made += 1
            key = frozenset(child.slips)
            if key not in seen:
                seen.add(key)
                heappush(heap, (max(least, bound), child.rank, next(turn), child))
    yield SearchProgress(best if found else least if heap else MAX_COST + 1, offered(found, more=more), over=True)


def _children(node: _Node, slips: Slips, most: int) -> Iterator[tuple[_Node, int]]:
    """Yields the sheets with one slip more against one finding, that about the fewest places, each with a bound on its cost,
    which is `most` at most."""
    after, cost = node.paper, node.cost
    touched = {slip.edit.where for slip in node.slips}
    options = [
        [slip for slip in slips.against(after, finding) if slip.edit.where not in touched] for finding in node.findings
    ]
    places = [frozenset(slip.edit.where for slip in each) for each in options]
    chosen = min(range(len(options)), key=lambda k: (len(places[k]), len(options[k])))
    for slip in options[chosen]:
        # Findings that have no place in common with this slip take another one.
        more = SMALL if any(slip.edit.where not in others for others in places) else 0
        if cost + slip.cost + more <= most:
            yield _Node(after, (*node.slips, slip)), cost + slip.cost + more


def offered(found: Sequence[tuple[Paper, tuple[Slip, ...]]], *, more: bool = False) -> tuple[Diagnosis, ...]:
    """Returns the cheapest as diagnoses, the likeliest question first, of very many only those; what is equally likely by
    place and content. more: there may be others that were not found."""
    ranked = sorted(found, key=lambda way: (
        sum(slip.rank for slip in way[1]),
        [(slip.edit.where, is_circled(slip.edit.after), slip.edit.after, slip.edit.other) for slip in way[1]],
    ))
    asked: dict[object, Diagnosis] = {}
    chances: dict[object, float] = defaultdict(float)
    for after, slips in ranked:
        question = _question(slips)
        chances[question] += chance(after, slips)
        known = asked.get(question)
        if known is None:
            asked[question] = replace(diagnosis_of(after, slips), more=more)
        else:
            now = {slip.edit.where: slip.edit.after for slip in slips}
            asked[question] = replace(known, edits=tuple(_or(edit, now[edit.where]) for edit in known.edits))
    asked = dict(sorted(asked.items(), key=lambda one: -chances[one[0]]))
    if len(asked) <= MAX_OFFERED:
        return _by_kind(asked, chances)
    likeliest, rest = tuple(asked.values())[:_LIKELIEST], tuple(asked.values())[_LIKELIEST:]
    places = {edit.where for each in likeliest for edit in each.edits}
    elsewhere = {edit.where: edit for each in rest for edit in each.edits if edit.where not in places}
    return tuple(replace(each, elsewhere=tuple(elsewhere.values())) for each in likeliest)


def _by_kind(asked: Mapping[object, Diagnosis], chances: Mapping[object, float]) -> tuple[Diagnosis, ...]:
    """All that is asked: what can be asked of several places at once stands together, the likeliest first."""
    kinds: dict[object, list[object]] = {}
    for question, each in asked.items():
        alone = len(each.edits) > 1 or not family(each.edits[0])
        kinds.setdefault(question if alone else family(each.edits[0]), []).append(question)
    ordered = sorted(kinds.values(), key=lambda some: -sum(chances[question] for question in some))
    return tuple(asked[question] for some in ordered for question in some)


def _or(edit: Edit, after: str) -> Edit:
    """Returns what a place may be, and one thing more."""
    return edit if after in (edit.after, *edit.alternatives) else replace(edit, alternatives=(*edit.alternatives, after))


def _question(slips: Sequence[Slip]) -> object:
    """Returns what whoever has the paper is asked: place by place."""
    return frozenset(_asked(slip.edit) for slip in slips)


def _asked(edit: Edit) -> object:
    """Of one place what stands there, as one look tells all of it; of many dice alike which one was misread, too, else of
    one of them, or of one card, what it shows."""
    if edit.other:
        return edit.where, edit.after, edit.other
    if not edit.where.startswith("roll:"):
        return edit.where, _of_another_kind(edit)
    dice = edit.before.split()
    alike = len(dice) > 2 and all(map(str.isdigit, dice))
    return edit.where, "" if alike else rolls_apart(edit.before, edit.after)[0]


def diagnosis_of(after: Paper, slips: Sequence[Slip]) -> Diagnosis:
    """Slips as a diagnosis: a digit for an X, or the like, is hardly a slip of the typist."""
    played = all(slip.cost >= OTHER and _of_another_kind(slip.edit) for slip in slips)
    edits, cost = tuple(slip.edit for slip in slips), sum(slip.cost for slip in slips)
    return Diagnosis(edits, after, cost, "played" if played else "typed")


def _of_another_kind(edit: Edit) -> bool:
    one, other = content(edit.before), content(edit.after)
    return bool(one and other) and one.isdigit() != other.isdigit()


def broken(report: Report) -> list[Finding]:
    """Returns what cannot have been legal."""
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


Others = Callable[[], Iterator[Slip | None]]
"""Slips that weigh `DIGIT` and are no part of a question, the likeliest first; each is proved by itself. None: still at
work."""


def claims_mended(paper: Paper, slips: Slips, found: Wrong) -> tuple[Slip, ...]:
    """Edits of the claimed scores that make them agree with the computed ones."""
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

    def __init__(self, prove: Reports, slips: Slips, found_at: Wrong, paper: Paper, others: Others) -> None:
        self.paper = paper
        self.prove, self.claims, self.found_at = prove, slips, found_at
        self.others: Others | None = others
        self.best = MAX_COST
        self.found: list[tuple[Paper, tuple[Slip, ...]]] = []
        self.least = MAX_COST + 1
        self.more = False
        """Whether the search ended before all that weigh the same were found."""

    def steps(self, questions: Iterable[Question | None]) -> Iterator[SearchProgress]:
        """How far it is, again and again; nothing where nothing is asked."""
        asked = False
        for question in questions:
            if question is None:
                yield SearchProgress(0)
                continue
            asked = True
            if question.given:
                yield from self._tried()
                if self.found and sum(slip.cost for slip in question.given) >= self.best:
                    break
            with suppress(Unsatisfiable):
                yield from self._asked(question)
        if asked:
            yield from self._tried()
            least = min(self.least, self.best if self.found else MAX_COST + 1)
            yield SearchProgress(least, offered(self.found, more=self.more), over=True)

    def _asked(self, question: Question) -> Iterator[SearchProgress]:
        for _ in question.built():
            yield SearchProgress(0, offered(self.found))
        given = sum(slip.cost for slip in question.given)
        begun = refuted = 0
        for step in question.maxsat.minimize():
            spent = question.maxsat.conflicts
            if step.least + given > self.best:
                break
            if spent > (begun + _MORE_CONFLICTS if begun else _MAX_CONFLICTS):
                self.more = True
                break
            yield SearchProgress(step.least, offered(self.found))
            if step.least + given > DIGIT:
                yield from self._tried()
                if step.least + given > self.best:
                    break
            if not step.decided:
                continue
            legal = False
            for proved in self._proved(question.paper, question.given, question.slips(step.model)):
                legal = proved
                yield SearchProgress(step.least, offered(self.found))
            if not self.best:
                return
            begun = begun or (spent if legal else 0)
            refuted += not legal
            if refuted >= _MAX_REFUTED or len(self.found) >= _MAX_FOUND:
                self.more = True
                break
            question.unlike(step.model)
            question.maxsat.reopen()

    def _tried(self) -> Iterator[SearchProgress]:
        """Yields the other slips, if they are still to be tried and nothing else is known that weighs no more."""
        others, self.others = self.others, None
        refuted = 0
        for slip in others() if others is not None and self.best > DIGIT else ():
            if slip is None:
                yield SearchProgress(DIGIT, offered(self.found))
                continue
            legal = False
            for proved in self._proved(self.paper, (), (slip,)):
                legal = proved
                yield SearchProgress(DIGIT, offered(self.found))
            refuted += not legal
            if len(self.found) >= MAX_OFFERED or refuted >= _MAX_REFUTED:
                self.more = True
                break

    def _proved(self, paper: Paper, given: Sequence[Slip], slips: Sequence[Slip]) -> Iterator[bool]:
        """Yields whether slips on a paper explain the sheet, after those that are taken for granted; the last answer
        counts."""
        made, after = (*given, *slips), paper
        for slip in slips:
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
                self.more = False
            self.best = cost
            if made and made not in [slips for _, slips in self.found]:  # claims mended may lead to what is known
                self.found.append((after, made))
        yield legal


def where_wrong(reports: Iterable[Report], questions: Iterable[Question | None]) -> Iterator[Question | None]:
    """Questions about a sheet once these reports prove that something is wrong with it; none where nothing is."""
    for report in reports:
        if broken(report):
            yield from questions
            return
        yield None


# ---------------------------------------------------------------------- reports


def with_diagnoses(report: Report, state: SearchProgress, found: Wrong | None = None) -> Report:
    """A report with what is known of its diagnosis. found: what is wrong with an edited sheet at sight; None: nothing."""
    diagnoses = []
    for each in state.found:
        left = {(finding.key, finding.where) for finding in found(each.paper)} if found else set()
        explains = tuple(
            i for i, finding in enumerate(report.findings)
            if finding.verdict == "broken" and (finding.key, finding.where) not in left
        )
        diagnoses.append(replace(each, explains=explains, mistakes=report.mistakes, least=not report.proved))
    return replace(report, diagnosis=tuple(diagnoses), diagnosed=state.over)


def diagnosed(
    paper: Paper, prove: Reports, slips: Slips, found: Wrong, questions: Iterable[Question | None] = (),
    others: Others | None = None,
) -> Iterator[Report]:
    """Yields the reports of `prove` with the diagnosis, which comes first. found: what is wrong with an edited sheet at
    sight. questions: the legal plays, where the rolls of a whole game are known, None while they are looked for; others:
    what they leave out."""
    reports = prove(paper)
    report = next(reports)
    yield report
    state = SearchProgress(0)
    tried = others or partial(_single, paper, found, slips)
    for state in _Cheapest(prove, slips, found, paper, tried).steps(questions):
        yield with_diagnoses(report, replace(state, over=False))
    left = None if state.over else found
    searched = state.over or bool(found(paper))
    if not state.over:
        state = SearchProgress(0, over=True)
        for state in progress(paper, found, slips) if searched else ():
            # What explains the sheet alone is offered once the rolls that are known do not speak against it.
            yield with_diagnoses(report, SearchProgress(state.least) if paper.rolls else replace(state, over=False), left)
        if paper.rolls:
            alone = state
            for state in _unrefuted(prove, alone):
                yield with_diagnoses(report, replace(state, over=False), left)
    for written in _as_written(paper, prove, slips, found, state):
        yield with_diagnoses(report, replace(written, over=False), left)
        state = replace(written, over=state.over)
    if paper.rolls and searched:
        yield with_diagnoses(report, state, left)
    for report in reports:
        # Where only the rolls say that something is wrong, and no question covers them, nothing was searched.
        asked = searched or report.verdict != "broken"
        yield with_diagnoses(report, state if asked else SearchProgress(0), left)
    if paper.rolls is None:
        yield with_diagnoses(report, state, left)


def _as_written(
    paper: Paper, prove: Reports, slips: Slips, found: Wrong, state: SearchProgress
) -> Iterator[SearchProgress]:
    """Where another score written would explain everything: the single slips elsewhere that explain the score as it is
    written, if they are few; before the score, as it takes more chance that they fit. Nothing where there are none."""
    claims = [each for each in state.found if [edit.where.partition(":")[0] for edit in each.edits] == ["claimed"]]
    wrong = found(paper)
    score = claimed_total(paper)
    if not claims or score is None or len(state.found) > 1 or len(wrong) != 1:
        return
    others: list[tuple[Paper, tuple[Slip, ...]]] = []
    tried = 0
    most = MAX_OFFERED - len(claims)
    for number, slip in enumerate(slips.against(paper, wrong[0])):
        if not number % _AT_ONCE:
            yield state
        if slip.cost > DIGIT or slip.edit.where.startswith("claimed") or found(after := edited(paper, slip.edit)):
            continue
        tried += 1
        proof = None
        for proof in islice(prove(after), 2 * _PROOF_STEPS) if paper.rolls else ():
            yield state
            if broken(proof):
                break
        if proof is None or (proof.decided and not broken(proof)):
            others.append((after, (slip,)))
        if tried > _MAX_REFUTED:
            return
    if len(others) > most:
        others = [way for way in others if way[1][0].rank <= NEAR]
    if 0 < len(others) <= most:
        total = claims[0].edits[0].where in ("claimed", "claimed:total")
        scored = tuple(replace(each, score=score if total else None) for each in offered(others))
        yield replace(state, found=(*scored, *claims))


def _single(paper: Paper, found: Wrong, slips: Slips) -> Iterator[Slip | None]:
    """Single slips after which the sheet alone shows nothing wrong, its claims included: what a claim says of the rest of
    the sheet is no part of a question."""
    if not any("claimed" in finding.where for finding in found(paper)):
        return
    for state in progress(paper, found, slips):
        if state.least > DIGIT:
            return
        yield None
        if state.over:
            yield from (Slip(each.edits[0], each.cost) for each in state.found if len(each.edits) == 1)


def _unrefuted(prove: Reports, state: SearchProgress) -> Iterator[SearchProgress]:
    """Diagnoses of a sheet alone without those of which the rolls that are known prove soon that something stays wrong;
    where none is left, the search counts as not made."""
    kept: list[Diagnosis] = []
    for each in state.found:
        for step, proof in enumerate(prove(each.paper)):
            if step >= _PROOF_STEPS or broken(proof):
                break
            yield SearchProgress(state.least, tuple(kept))
        if not broken(proof):
            kept.append(each)
    yield SearchProgress(state.least, tuple(kept), over=bool(kept) or not state.found)


def at_sight(audit: Callable[[Paper], Report]) -> Wrong:
    """Returns what an audit finds to be wrong with a sheet, its list of rolls apart."""
    def found(paper: Paper) -> list[Finding]:
        return [
            finding for finding in broken(audit(paper)) if not any(where.startswith("roll:") for where in finding.where)
        ]

    return found

"""Checking a filled sheet: evidence in, findings out. Says BROKEN only of what cannot have been legal.

The paper file of FORMATS is written here and read by `intake/papers.py`; what its spaces and boxes may hold is each game's
own. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.core.i18n import Arg, capitalized, mark, tr, tr_n
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.core.session import Session

Verdict = Literal["broken", "unproved", "clean"]
VERDICTS: Mapping[Verdict, str] = {
    "broken": mark("Not legal"), "unproved": mark("Uncertain"), "clean": mark("No mistake found"),
}
"""What a verdict is called."""
Aspect = Literal["play", "sums", "record"]
"""What a finding is about: a move against the rules, what was added up, or what was noted: a roll, a round, a blank."""
_FEW_PARTS = 3
"""So many parts of a score are all told."""
Played = Literal["legal", "illegal", "unproved"]
Sums = Literal["right", "wrong", "none"]
_NOT_PLAY: Mapping[Aspect, str] = {"sums": mark("Added wrongly"), "record": mark("Noted wrongly")}
"""What a proved finding is called that is not about play."""
BoxValue = int | bool | str
AT_MOST_100, AT_MOST_1000 = msgspec.Meta(max_length=100), msgspec.Meta(max_length=1_000)
"""How much a paper file may hold; decoding refuses more."""
DEFAULT_SEARCH_STEPS = 1_200
"""How many steps of a search are made unasked, by windows and commands alike: about a minute's work at most, and the same
answer on every machine."""


class NotAPaper(NotReadable):
    """A paper file that cannot be read: what is so, where, and what was expected."""


class Paper(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A filled sheet, re-entered. Space and box values are in the notation of paper: `3`, `(4)`, `X`. `claimed` is a score,
    parts of one, or the name of a winner. Names are a line each, wherever they came from. A game whose paper files have
    further fields declares them in a subclass."""

    paper: int = 1
    game: Text
    sheet: LongText = ""
    options: Annotated[dict[Text, Text], AT_MOST_100] = {}
    player: Text = ""
    spaces: Annotated[dict[Text, Text], AT_MOST_1000] = {}
    boxes: Annotated[dict[Text, int | bool | Text], AT_MOST_1000] = {}
    rolls: Annotated[list[Text], AT_MOST_1000] | None = None
    claimed: int | Annotated[dict[Text, int], AT_MOST_100] | Text | None = None

    def __post_init__(self) -> None:
        if self.paper != 1:
            raise ValueError(f"paper format {self.paper}; this program reads format 1")
        self.player = one_line(self.player)
        if isinstance(self.claimed, str):
            self.claimed = one_line(self.claimed)

    @property
    def empty(self) -> bool:
        """Whether nothing stands on the sheet itself; house rules and rolls are not on it."""
        return self == type(self)(game=self.game, sheet=self.sheet, options=self.options, rolls=self.rolls)


P = TypeVar("P", bound=Paper)


def paper_as(kind: type[P], paper: Paper) -> P:
    """Returns the paper with the fields of its game's struct; those that it lacks are empty."""
    return paper if isinstance(paper, kind) else kind(**msgspec.structs.asdict(paper))


def claims_of(paper: Paper) -> dict[str, int]:
    """Returns the score written on a sheet by its parts; a bare number is the `total`."""
    if isinstance(paper.claimed, int):
        return {"total": paper.claimed}
    return dict(paper.claimed) if isinstance(paper.claimed, dict) else {}


def claimed_total(paper: Paper) -> int | None:
    """Returns the score written on a sheet as a whole, None where there is none."""
    return claims_of(paper).get("total")


def write_paper(paper: Paper) -> bytes:
    """Returns the bytes of a paper file, the same for the same sheet."""
    plain = {"paper": 1, **{key: value for key, value in msgspec.to_builtins(paper).items() if key != "paper"}}
    return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"


class Rulebook(dict[str, str]):
    """A game's sentences by key. on_paper: what a key says of a filled sheet, where that differs from live play."""

    def __init__(self, sentences: Mapping[str, str], on_paper: Mapping[str, str]) -> None:
        super().__init__(sentences)
        assert on_paper.keys() <= self.keys()
        self.on_paper = on_paper


COMMON: Mapping[str, str] = {
    "rolls": mark("Roll {n} is {found} here, and {usual} on the other sheets."),
    "rolls:one": mark("Roll {n} is {found} here, and {usual} on {player}’s sheet."),
    "rolls:none": mark("Roll {n} is missing here; on the other sheets it is {usual}."),
    "rolls:more": mark("The other sheets have no roll {n}; here it is {found}."),
}
"""Sentences of findings about several sheets of one table, which are no game's own."""


_FEW: Mapping[tuple[str, Arg | None], str] = {
    ("more", 0): mark("No mistake found so far."), ("more", 1): mark("At least one mistake so far."),
    ("between", 0): mark("Mistakes so far: at most {most}."), ("least", 1): mark("At least one mistake."),
}
"""What is said instead of a bound of 0, which is none, or of 1: by the end of a finding's key, and the bound."""


class Finding(Struct, frozen=True):
    """Something found on a sheet. `key` is a rulebook entry; `where` are spots as FORMATS names them (`OH`, `box:guard`,
    `claimed`), sorted; `cost` is 1 for a mistake of play. `repair` is the smallest change that would mend it, as a
    rulebook entry with arguments. `effect`: how much better the score would be without it, in points; 0 where it would be
    the same, less where the score is too good by it. `aspect`: only findings about play make a sheet illegal."""

    verdict: Literal["broken", "unproved"]
    key: str
    args: Mapping[str, Arg] = field(default_factory=dict)
    where: tuple[str, ...] = ()
    cost: int = 0
    repair: str = ""
    repair_args: Mapping[str, Arg] = field(default_factory=dict)
    effect: int = 0
    aspect: Aspect = "play"

    @property
    def rule(self) -> str:
        return rule_of(self.key)

    @property
    def broken(self) -> bool:
        """Whether it is proved."""
        return self.verdict == "broken"

    @property
    def title(self) -> str:
        """What it is called in a word or two, in the language chosen."""
        return tr(_NOT_PLAY.get(self.aspect, VERDICTS["broken"]) if self.broken else VERDICTS["unproved"])

    def sentence(self, rulebook: Mapping[str, str]) -> str:
        on_paper = rulebook.on_paper if isinstance(rulebook, Rulebook) else {}
        bound = self.args.get("least", self.args["n"] if [*self.args] == ["n"] else None)
        few = _FEW.get((self.key.partition(":")[2], bound))
        return capitalized(tr(few or on_paper.get(self.key) or rulebook.get(self.key) or COMMON[self.key], **self.args))

    def repair_sentence(self, rulebook: Mapping[str, str]) -> str:
        """Returns the suggested repair in the language chosen, or ""."""
        return tr(rulebook[self.repair], **self.repair_args) if self.repair else ""


def _said_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Of findings that say the same about the same places one, at the cost and with the effect of all of them."""
    same: dict[tuple[str, tuple[str, ...]], list[list[Finding]]] = {}
    groups: list[list[Finding]] = []
    for finding in findings:
        others = same.setdefault((finding.key, finding.where), [])
        plain = replace(finding, cost=0, effect=0)
        group = next((each for each in others if replace(each[0], cost=0, effect=0) == plain), None)
        if group is None:
            group = []
            groups.append(group)
            others.append(group)
        group.append(finding)
    for one, *more in groups:
        cost, effect = (sum(getattr(each, name) for each in more) for name in ("cost", "effect"))
        yield replace(one, cost=one.cost + cost, effect=one.effect + effect) if more else one


class Edit(Struct, frozen=True):
    """One correction of what was entered: `where` as findings name places (`OH`, `box:guard`, `roll:7`, `claimed`), what was
    entered there, what it may be instead ("" for nothing), and what the place is called (a message id). `other`: the place
    with which it changes its content, where two rolls are exchanged. `alternatives`: what it may as well be, where that is
    the same question to whoever has the paper."""

    where: str
    before: str
    after: str
    name: str = ""
    other: str = ""
    alternatives: tuple[str, ...] = ()


class Diagnosis(Struct, frozen=True):
    """Edits of the whole evidence after which nothing is wrong any more, and the paper that they give. cost: their weight,
    see `gamekit.slips`. kind: `typed` where one looks at the paper again, `played` where a slip of the typist is unlikely.
    The sheet, as it stands, has so many `mistakes`, or as many at `least`. explains: indices of the findings that vanish.
    score: the score written on the sheet, where that is what the edits explain. elsewhere: the edits of others that weigh
    the same, one for each place, where only the likeliest are offered. more: there may be others that weigh the same, which
    were not looked for."""

    edits: tuple[Edit, ...]
    paper: Paper
    cost: int
    kind: Literal["typed", "played"] = "typed"
    mistakes: int = 0
    least: bool = False
    explains: tuple[int, ...] = ()
    score: int | None = None
    elsewhere: tuple[Edit, ...] = ()
    more: bool = False


class Unchecked(Struct, frozen=True):
    """A rule that this evidence cannot check, and the evidence that could: `rolls` or `journal`. `about`: what the rule is
    about, in a few words (a message id). rest: of the rolls some are known, and the others are needed."""

    rule: str
    needs: str
    about: str = ""
    rest: bool = False

    def label(self, *, partly: bool = False) -> str:
        """Returns the rule and what it is about: "RA-9 (whether a number fitted instead of an X)". partly: or its rest."""
        rule = tr("the rest of {rule}", rule=self.rule) if partly else self.rule
        return f"{rule} ({tr(self.about)})" if self.about else rule


class Report(Struct, frozen=True):
    """What an audit says: findings in order of certainty, the score worked out anew by parts, and what stays unchecked.
    `totals`: of a score sheet for all, every player's; `claimed` is then the name of the winner. `summed`: whether sums are
    written that can be checked; None: where a score is claimed.

    Where the rolls are known, `bounds` are proved: no way of play explains the sheet with fewer than the first number of
    mistakes, and one is known with the second (None: none is known yet). `play` is that way: for every roll the strokes
    that it led to, in notation.

    `diagnosis`: the cheapest edits that explain everything, best first, all of one cost. `diagnosed`: whether the search for
    them is over."""

    findings: tuple[Finding, ...]
    parts: tuple[tuple[str, int], ...]
    claimed: int | str | None
    unchecked: tuple[Unchecked, ...] = ()
    totals: tuple[tuple[str, int], ...] = ()
    bounds: tuple[int, int | None] | None = None
    play: tuple[tuple[str, ...], ...] = ()
    diagnosis: tuple[Diagnosis, ...] = ()
    diagnosed: bool = False
    summed: bool | None = None

    def __post_init__(self) -> None:
        # What is certain comes first, whoever found it.
        ordered = tuple(sorted(self.findings, key=lambda finding: not finding.broken))
        force_setattr(self, "findings", ordered)

    @property
    def decided(self) -> bool:
        """Whether a search, if one was made, came to its end."""
        return self.bounds is None or self.bounds[0] == self.bounds[1]

    @property
    def verdict(self) -> Verdict:
        """The worst verdict among the findings, whatever they are about."""
        kinds = {finding.verdict for finding in self.findings}
        return "broken" if "broken" in kinds else "unproved" if kinds else "clean"

    @property
    def distinct(self) -> tuple[Finding, ...]:
        """The findings as people are told of them: the same mistake made several times is said once."""
        return tuple(_said_once(self.findings))

    @property
    def broken_rules(self) -> frozenset[str]:
        """The rules that are proved to be broken somewhere; elsewhere they may still be unchecked."""
        return frozenset(finding.rule for finding in self.findings if finding.verdict == "broken")

    @property
    def played(self) -> Played:
        """The verdict on the play alone: of rolls that cannot have been, nobody can tell how they were played."""
        about = [finding for finding in self.findings if finding.aspect != "sums"]
        if any(finding.broken and finding.aspect == "play" for finding in about):
            return "illegal"
        rolls = any(place.startswith("roll:") for finding in about for place in finding.where)
        return "unproved" if rolls or any(not finding.broken for finding in about) else "legal"

    @property
    def sums(self) -> Sums:
        """The verdict on what was added up; "none" where nothing is written that could be checked."""
        about = [finding for finding in self.findings if finding.aspect == "sums"]
        if any(finding.broken for finding in about):
            return "wrong"
        summed = self.claimed is not None if self.summed is None else self.summed
        return "right" if summed and not about else "none"

    @property
    def proved(self) -> bool:
        """Whether nothing about the play is left unchecked."""
        return self.decided and not self.unchecked

    @property
    def mistakes(self) -> int:
        return sum(finding.cost for finding in self.findings)

    @property
    def misplayed(self) -> int:
        """How many mistakes of play were found."""
        return sum(finding.cost for finding in self.findings if finding.aspect == "play")

    @property
    def total(self) -> int:
        return sum(points for _, points in self.parts)

    @property
    def told_parts(self) -> tuple[tuple[str, int], ...]:
        """The parts of the score as people are told of them: of many only those with points."""
        return self.parts if len(self.parts) <= _FEW_PARTS else tuple(part for part in self.parts if part[1])

    @property
    def short_by(self) -> int | None:
        """By how much the score written on the sheet is added too low, None if none is written."""
        if not isinstance(self.claimed, int):
            return None
        return 0 if self.before_mistakes else self.total - self.claimed

    def slipped_elsewhere(self, number: int) -> bool:
        """Returns whether all that would explain the sheet explains this finding, by its number from 0, by slips in other
        places than its own: 25 is the right sum where a 5 is read for the 6."""
        own = self.findings[number].where
        return bool(self.diagnosis) and all(
            number in one.explains and all(edit.where not in own for edit in one.edits) for one in self.diagnosis
        )

    @property
    def before_mistakes(self) -> bool:
        """Whether the score written is added rightly, and what mistakes in play cost is not in it."""
        cost = sum(finding.effect for finding in self.findings if finding.aspect == "play")
        return (isinstance(self.claimed, int) and cost > 0 and self.sums == "right"
                and abs(self.total - self.claimed) == cost)


class Auditor(Protocol):
    """One game's check of a filled sheet."""

    def audit(self, paper: Paper) -> Report:
        """Returns what the paper proves at once, without searching: quick enough for every key. Raises NotAPaper where a
        space or box is unknown or holds what is not well formed."""
        ...

    def prove(self, paper: Paper) -> Iterator[Report]:
        """Yields what paper and rolls prove: reports that say more and more, each true as it stands, the last one final.
        Between two of them lies a step of some 50 ms, so whoever asks may show how far it is, or stop. A paper without rolls
        has one report, that of `audit`. Raises NotAPaper."""
        ...

    def audit_play(self, session: Session[Any], player: str) -> Report:
        """Returns what a whole journal proves of one player: every stroke that the rules refuse, and the score."""
        ...


SearchBudget = Callable[[int, Report], bool]
"""Asked after every step of a search, by its number from 1 and the report so far: whether to go on."""


def within_default_budget(step: int, report: Report) -> bool:  # noqa: ARG001
    """Default search budget, in solver steps."""
    return step < DEFAULT_SEARCH_STEPS


def run_search(reports: Iterator[Report], budget: SearchBudget = within_default_budget) -> Report:
    """Runs a search until it is decided or the budget is spent; returns the last report. Raises NotAPaper."""
    report = None
    for step, report in enumerate(reports, 1):
        if not budget(step, report):
            break
    assert report is not None
    return report


def proved(auditor: Auditor, paper: Paper, budget: SearchBudget = within_default_budget) -> Report:
    """Returns what the rolls of a paper prove, as far as the budget goes. Raises NotAPaper."""
    return run_search(auditor.prove(paper), budget)


def needed(report: Report) -> dict[str, list[str]]:
    """Returns what could check the rules that are left open, and their labels: `rolls`, `missing` (the rest of the rolls,
    where some are known) or `journal`."""
    found: dict[str, list[str]] = {}
    for item in report.unchecked:
        need = "missing" if item.needs == "rolls" and item.rest else item.needs
        found.setdefault(need, []).append(item.label(partly=item.rule in report.broken_rules))
    return found


def describe_verdict(report: Report) -> str:
    """Returns what a report comes to in a sentence: how the sheet was played, and how it was added up."""
    played, wrong, right, claimed = report.played, report.sums == "wrong", report.total, report.claimed
    if wrong and isinstance(claimed, int) and claimed != right:
        if played == "illegal":
            return tr("This sheet is not legal, and added wrongly: {right}, not {claimed}.", right=right, claimed=claimed)
        if played == "unproved":
            return tr("Added wrongly: {right}, not {claimed}. This sheet doesn’t show everything.",
                      right=right, claimed=claimed)
        if report.proved:
            return tr("Played legally; added wrongly: {right}, not {claimed}.", right=right, claimed=claimed)
        return tr("No mistake in play found; added wrongly: {right}, not {claimed}.", right=right, claimed=claimed)
    if played == "illegal":
        return tr("This sheet is not legal, and added wrongly.") if wrong else tr("This sheet is not legal.")
    if played == "unproved":
        return (tr("Added wrongly. This sheet doesn’t show everything.") if wrong else
                tr("This sheet doesn’t show everything."))
    if wrong:
        return tr("Played legally; added wrongly.") if report.proved else tr("No mistake in play found; added wrongly.")
    if report.findings:
        return (tr("Played legally; something is written down wrongly.") if report.proved else
                tr("No mistake in play found; something is written down wrongly."))
    return tr("No mistake found.")


def describe_before_mistakes(report: Report) -> str:
    """Returns what is to be said of a score that is added rightly and knows nothing of the mistakes in play; "" of any
    other."""
    return tr("Added rightly, without the mistakes.") if report.before_mistakes else ""


def describe_in_short(report: Report) -> str:
    """Returns the same in a few words, for a line of a list: the mistakes in play or how far the search is, and the sums."""
    played, mistakes = report.played, report.misplayed
    least, most = report.bounds or (0, None)
    if not report.decided and most:
        state = (tr("not legal: between {least} and {most} mistakes", least=least, most=most) if least else
                 tr_n("at most one mistake so far", "at most {n} mistakes so far", most))
    elif not report.decided and least:
        state = _counted(least, least=True)
    elif played == "illegal":
        state = _counted(mistakes, least=not report.proved) if mistakes else tr("not legal")
    elif not report.decided:
        state = tr("no mistake so far")
    elif played == "unproved":
        state = tr("uncertain")
    else:
        state = tr("proved legal") if report.bounds is not None else tr("no mistake found")
    if report.sums == "wrong":
        added = tr("added wrongly")
        if isinstance(report.claimed, int) and report.claimed != report.total:
            added = tr("added wrongly: {right}, not {claimed}", right=report.total, claimed=report.claimed)
        return added if state == tr("no mistake found") else f"{state}; {added}"
    noted = any(finding.broken and finding.aspect == "record" for finding in report.findings)
    return f"{state}; {tr('something is written down wrongly')}" if noted else state


def _counted(mistakes: int, *, least: bool) -> str:
    """So many mistakes in play, or at least so many."""
    if least:
        return tr_n("not legal: at least one mistake", "not legal: at least {n} mistakes", mistakes)
    return tr_n("not legal: one mistake", "not legal: {n} mistakes", mistakes)


def describe_missing_evidence(finding: Finding, report: Report) -> str:
    """Returns what would prove a finding that is not proved, in words; "" for one that is."""
    if finding.broken:
        return ""
    if any(place.startswith("roll:") for place in finding.where):
        return tr("The full list of rolls could show it.")
    needs = needed(report)
    if "missing" in needs:
        return tr("The missing rolls could show it.")
    if "rolls" in needs:
        return tr("The list of rolls could show it.")
    if not report.decided:
        return tr("A longer search could show it.")
    return tr("Only a record of the game could show it.")


def describe_bounds(report: Report) -> str:
    """Returns what a search came to, in words."""
    assert report.bounds is not None
    if not report.decided:
        return describe_undecided(report)
    least = report.bounds[0]
    if not least:
        if "missing" in needed(report):
            return tr("Proved: these rolls, and others for those that are missing, can produce exactly this sheet.")
        if any(finding.broken and place.startswith("roll:") for finding in report.findings for place in finding.where):
            return tr("Proved: the rolls as they are listed can produce exactly this sheet.")
        return tr("Proved: these rolls can produce exactly this sheet.")
    return tr_n("Proved: with these rolls at least one mistake.",
                 "Proved: with these rolls at least {n} mistakes.", least)


def describe_undecided(report: Report) -> str:
    """How far a search came that was not decided, in words."""
    assert report.bounds is not None
    least, most = report.bounds
    few = _FEW.get(("more" if most is None else "between", least))
    if few:
        return tr(few) if most is None else tr(few, most=most)
    if most is None:
        return tr("At least {least} mistakes so far.", least=least)
    return tr("Between {least} and {most} mistakes so far.", least=least, most=most)


def report_json(report: Report, rulebook: Mapping[str, str]) -> dict[str, object]:
    """Returns the report as `audit --json` prints it."""
    findings: list[dict[str, object]] = []
    for finding in report.findings:
        row: dict[str, object] = {
            "verdict": finding.verdict, "rule": finding.rule, "message": finding.sentence(rulebook),
            "where": sorted(finding.where), "cost": finding.cost,
        }
        if finding.repair:
            row["repair"] = finding.repair_sentence(rulebook)
        if finding.effect:
            row["effect"] = finding.effect
        findings.append(row)
    searched: dict[str, object] = {}
    if report.diagnosed or report.diagnosis:
        searched["diagnosis"] = [_diagnosis_json(each) for each in report.diagnosis]
    if report.bounds is not None:
        searched |= {"decided": report.decided, "bounds": list(report.bounds), "way": report.play}
    return {
        "verdict": report.verdict,
        "play": report.played,
        "sums": report.sums,
        "mistakes": report.mistakes,
        "findings": findings,
        "score": {"total": dict(report.totals)} if report.totals else {"total": report.total, "parts": dict(report.parts)},
        "claimed": report.claimed,
        "unchecked": [
            {"rule": item.rule, "needs": item.needs} | ({"partly": True} if item.rule in report.broken_rules else {})
            for item in report.unchecked
        ],
        **searched,
    }


def _diagnosis_json(diagnosis: Diagnosis) -> dict[str, object]:
    edits: list[dict[str, object]] = []
    for edit in diagnosis.edits:
        more = {"or": list(edit.alternatives)} if edit.alternatives else {}
        edits.append({"where": edit.where, "from": edit.before, "to": edit.after, **more})
        if edit.other:
            edits.append({"where": edit.other, "from": edit.after, "to": edit.before})
    more_places = {"elsewhere": [edit.where for edit in diagnosis.elsewhere]} if diagnosis.elsewhere else {}
    return {
        "edits": edits, "kind": diagnosis.kind, "mistakes": diagnosis.mistakes, "explains": list(diagnosis.explains),
        **more_places, **({"more": True} if diagnosis.more else {}),
    }

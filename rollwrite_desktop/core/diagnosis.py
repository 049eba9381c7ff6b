"""What a diagnosis says: the corrections that would explain a whole sheet, as questions to whoever has the paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Diagnosis, Edit, Report
from rollwrite_desktop.core.i18n import tr, tr_n


def _bare(mark: str) -> str:
    return mark.strip("()")


_MAX_ALTERNATIVES, _FEW = 5, 2
"""Of so many marks that may stand in one place all are named, of more the first ones; of so many other rolls, too."""


def numbered(number: int) -> str:
    """A roll by its number, from 1, where nobody knows its round."""
    return tr("Roll {n}", n=number)


def describe_edit(edit: Edit, roll_title: Callable[[int], str] = numbered) -> str:
    """One edit as a question: "Circle Minnesota’s 6?". `roll_title`: how players call a roll, by its number from 1."""
    before, after, kind = edit.before, edit.after, edit.where.partition(":")[0]
    about = {"place": _place(edit, roll_title), "before": _bare(before), "after": _bare(after)}
    if edit.other:
        number, _, one = edit.where.partition(":")[2].partition("/")
        other = edit.other.partition(":")[2].partition("/")
        if one:
            return tr("Round {n}: swap {one} and {other}?", n=number, one=one, other=other[2])
        return tr("Swap {place} and {other}?", place=about["place"], other=roll_title(int(other[0])))
    if kind == "roll":
        about["before"], about["after"] = rolls_apart(before, after)
        if edit.alternatives:
            gone, come = zip(*(rolls_apart(before, each) for each in (after, *edit.alternatives)), strict=True)
            about["before"] = _either([*dict.fromkeys(gone)])
            about["after"] = _either([*dict.fromkeys(come)], _MAX_ALTERNATIVES)
        return tr("{place}: {after} instead of {before}?", **about)
    if edit.alternatives:
        about["after"] = _either([_mark_in_words(each) for each in (after, *edit.alternatives)], _MAX_ALTERNATIVES)
        if kind == "box" and before:
            return tr("{place}: {after} crossed off, not {before}?", **about)
        about["before"] = _mark_in_words(before)
        return tr("{place}: {after} instead of {before}?" if before else "{place}: {after}?", **about)
    if after in ("yes", "no"):
        return tr("{place}: crossed off?", **about) if after == "yes" else tr("{place}: not crossed off?", **about)
    if kind == "box" and not before:
        return tr("{place}: {after}?", **about)
    if kind == "box":
        return tr("{place}: {after} crossed off, not {before}?", **about)
    if kind == "claimed":
        return tr("{place}: {after} written, not {before}?", **about)
    if not after:
        return tr("Is {place} blank?", **about)
    ringed = after.startswith("(")
    if not before:
        return tr("{place}: {after}, circled?", **about) if ringed else tr("{place}: {after}?", **about)
    if about["before"] == about["after"]:
        return tr("Circle {place}’s {after}?", **about) if ringed else tr(
            "Remove the circle from {place}’s {after}?", **about)
    if ringed and not before.startswith("("):
        return tr("{place}: {after}, circled, instead of {before}?", **about)
    return tr("{place}: {after} instead of {before}?", **about)


def _mark_in_words(mark: str) -> str:
    """A mark as one of several: "68", "68 circled", "blank"."""
    if not mark:
        return tr("blank")
    return tr("{n} circled", n=_bare(mark)) if mark.startswith("(") else mark


def _either(some: Sequence[str], most: int = 0) -> str:
    """One or the other: "3, 5 or 7"; of more than `most` the first ones, where it is not 0: "3, 5, 7 or another"."""
    if 0 < most < len(some):
        some = (*some[: most - 1], tr("another"))
    return tr("{first} or {last}", first=", ".join(some[:-1]), last=some[-1]) if len(some) > 1 else some[0]


def rolls_apart(before: str, after: str) -> tuple[str, str]:
    """Returns what two rolls do not have in common: dice or cards."""
    parts = [[each.strip() for each in re.split(r"[,|]", roll)] for roll in (before, after)]
    if all(len(each) == 1 for each in parts):
        parts = [roll.split() for roll in (before, after)]
        if len(parts[0]) == 2:
            return before, after
    one, other = (Counter(each) for each in parts)
    return ", ".join((one - other).elements()), ", ".join((other - one).elements())


def _place(edit: Edit, roll_title: Callable[[int], str]) -> str:
    """Returns the place of an edit by name: "Upper row, round 3", "Round 3, roll 1"."""
    kind, _, rest = edit.where.partition(":")
    if kind == "roll":
        return roll_title(int(rest))
    if kind in ("round", "total") and rest:
        number, _, player = rest.partition("/")
        name = tr("round {n}", n=number) if kind == "round" else tr("the total after round {n}", n=number)
        return tr("{player}, {name}", player=player, name=name)
    row, _, number = edit.where.partition("/")
    return tr("{row}, round {n}", row=edit.name or row, n=number) if number else tr(edit.name)


def describe_diagnosis(diagnosis: Diagnosis, roll_title: Callable[[int], str] = numbered) -> str:
    """Returns what would explain everything: "Circle Minnesota’s 6? Then everything fits."."""
    return " ".join((*(describe_edit(edit, roll_title) for edit in diagnosis.edits), describe_outcome(diagnosis)))


_MISSING, _CIRCLE, _NO_CIRCLE, _MISREAD, _ROLL = "missing", "circle", "no circle", "misread", "roll"


def family(edit: Edit) -> str:
    """Returns what kind of slip it is, where several places can be asked about at once: a mark or a circle is missing, a
    circle is too many, a mark or a roll was misread; "" where each is a question of its own."""
    if edit.where.startswith("roll:") and not edit.other:
        return _ROLL
    if edit.other or ":" in edit.where or edit.where == "claimed" or not edit.after:
        return ""
    if not edit.before:
        return _MISSING
    one, after = edit.before, edit.after
    if _bare(one) == _bare(after):
        return _CIRCLE if after.startswith("(") else _NO_CIRCLE
    return _MISREAD if _bare(one).isdigit() == _bare(after).isdigit() else ""


def at_once(report: Report) -> int:
    """How many of the first diagnoses are one question: each has a slip of one kind in one of some places, of pairs one in
    some places and one in others; 1 where the first is a question by itself, or others are possible that are not offered."""
    ways = report.diagnosis
    whole = report.diagnosed and not any(each.more or each.elsewhere for each in ways)
    return next((n for n in range(len(ways) * whole, 1, -1) if _slots(ways[:n])), min(1, len(ways)))


def _slots(ways: Sequence[Diagnosis]) -> tuple[tuple[Edit, ...], ...]:
    """Returns the places of which each way has one, and for pairs those of which it has the other: the two sides of a
    bipartite graph whose edges the ways are. Empty where they are several questions."""
    found: dict[object, Edit] = {}
    for edit in (edit for way in ways for edit in way.edits):
        known = found.setdefault(_same(edit), edit)
        more = [each for each in (edit.after, *edit.alternatives) if each not in (known.after, *known.alternatives)]
        found[_same(edit)] = replace(known, alternatives=(*known.alternatives, *more))
    sizes = {len(way.edits) for way in ways}
    if sizes == {1}:
        sides = [[*found]]
    elif sizes == {2}:
        sides = _two_sides([(_same(way.edits[0]), _same(way.edits[1])) for way in ways])
    else:
        return ()
    for side in sides:
        kinds = {family(found[place]) for place in side}
        if len(side) > 1 and (len(kinds) > 1 or "" in kinds):
            return ()
    return tuple(tuple(found[place] for place in side) for side in sides)


def _same(edit: Edit) -> object:
    """Returns what is one place of a question, whatever may stand there."""
    return (edit.where, family(edit)) if family(edit) else edit


def _two_sides(pairs: Sequence[tuple[object, object]]) -> list[list[object]]:
    """Two sides, so that each pair has one of each, in the order in which they come; none where there is more than one such
    parting, or none."""
    side: dict[object, bool] = {pairs[0][0]: False}
    for _ in pairs:
        for one, other in pairs:
            for here, there in ((one, other), (other, one)):
                if here in side and side.setdefault(there, not side[here]) == side[here]:
                    return []
    known = all(place in side for pair in pairs for place in pair)
    return [[place for place in side if side[place] is which] for which in (False, True)] if known else []


def describe_question(report: Report, roll_title: Callable[[int], str] = numbered) -> str:
    """Returns the first diagnoses as one question, where one look tells which of them it is: "8 is missing: c4, c5 or
    d5?"."""
    n = at_once(report)
    slots = sorted(_slots(report.diagnosis[:n]), key=len) if n > 1 else []
    return " ".join(_any_of(edits, roll_title) for edits in slots)


def _any_of(edits: Sequence[Edit], roll_title: Callable[[int], str], *, elsewhere: bool = False) -> str:
    """One slip in one of some places, as a question; elsewhere: or in one that is not named."""
    kind, first = family(edits[0]), edits[0]
    if len(edits) == 1 and not elsewhere:
        return describe_edit(first, roll_title)
    rest = [tr("elsewhere")] if elsewhere else []
    places = _either([*(_place(edit, roll_title) for edit in edits), *rest])
    marks = [tr("{place}’s {n}", place=_place(edit, roll_title), n=_bare(edit.before)) for edit in edits]
    owned = _either([*marks, *rest])
    same = all((edit.before, edit.after, edit.alternatives) == (first.before, first.after, ()) for edit in edits)
    about = {"places": places, "before": _mark_in_words(first.before), "after": _mark_in_words(first.after)}
    if kind == _CIRCLE:
        return tr("A circle is missing: {marks}?", marks=owned)
    if kind == _NO_CIRCLE:
        return tr("One circle is too many: {marks}?", marks=owned)
    if kind == _MISSING:
        return tr("{after} is missing: {places}?", **about) if same else tr("A mark is missing: {places}?", **about)
    if same and kind == _MISREAD:
        return tr("One {before} should be {after}: {places}?", **about)
    return tr("One of these was misread: {places}?", **about)


def _likeliest(report: Report, roll_title: Callable[[int], str]) -> str:
    """Returns the question where only the likeliest of many places are named: "2 is missing: a2, a3 or elsewhere?"; "" where
    what is not named may be a slip of another kind."""
    ways = report.diagnosis
    edits = [edit for way in ways for edit in way.edits]
    every = [*edits, *(edit for way in ways for edit in way.elsewhere)]
    if not ways or not ways[0].elsewhere or len(edits) > len(ways):
        return ""
    kinds = {family(edit) for edit in every}
    if kinds == {_MISREAD}:
        # "One 5 should be 3" holds for all, or the places that are not named are of no kind.
        same = {(edit.before, edit.after, edit.alternatives) for edit in every}
        return _any_of(edits, roll_title, elsewhere=True) if len(same) == 1 else ""
    return _any_of(edits, roll_title, elsewhere=True) if len(kinds) == 1 and kinds <= {_MISSING, _CIRCLE, _NO_CIRCLE} else ""


def describe_ties(report: Report, roll_title: Callable[[int], str] = numbered) -> str:
    """How many slips would each explain a sheet, where there are several: of places that can be asked about at once the
    question, of rolls which one was misread; "" where there is one way at most."""
    if not report.diagnosis:
        return ""
    ways, first = report.diagnosis, report.diagnosis[0]
    misread = misread_rolls(report)
    if misread:
        return tr("{rolls} was misread.", rolls=_either([*map(roll_title, misread)]))
    question = describe_question(report, roll_title) or _likeliest(report, roll_title)
    if question or (len(ways) < 2 and not first.elsewhere):
        return question
    if first.elsewhere:
        ties = tr("Many slips would each explain it; these are the likeliest.")
    elif first.more or not report.diagnosed:
        ties = tr("Several slips would each explain it, perhaps more than these.")
    elif len(first.edits) == 1:
        ties = tr_n("One slip would explain it.", "{n} slips would each explain it.", len(ways))
    else:
        ties = tr_n("One pair of slips would explain it.", "{n} pairs of slips would each explain it.", len(ways))
    shared = _in_all(ways, roll_title)
    return f"{ties} {tr('Look at {place} first: it is in all of these.', place=shared)}" if shared else ties


def _in_all(ways: Sequence[Diagnosis], roll_title: Callable[[int], str]) -> str:
    """Returns the one place that each of several ways is about, by name; "" where there is none, or more than one."""
    touched = [{where for edit in way.edits for where in (edit.where, edit.other) if where} for way in ways]
    shared = set.intersection(*touched)
    named = {edit.where: edit for way in ways for edit in way.edits if not edit.other}
    if len(ways) < 2 or len(shared) != 1 or not shared <= named.keys():
        return ""
    return _place(named[shared.pop()], roll_title)


def misread_rolls(report: Report) -> list[int]:
    """Returns the rolls of which one was misread, where that alone explains a sheet: two or more of them, or none; while the
    search goes on there may be others."""
    edits = [edit for each in report.diagnosis for edit in (*each.edits, *each.elsewhere)]
    all_single = all(len(each.edits) == 1 and not each.more for each in report.diagnosis)
    if not report.diagnosed or not all_single or any(edit.other or not edit.where.startswith("roll:") for edit in edits):
        return []
    rolls = sorted({int(edit.where.partition(":")[2]) for edit in edits})
    return rolls if len(rolls) > 1 else []


def explanation(report: Report, roll_title: Callable[[int], str] = numbered) -> tuple[str, ...]:
    """All that is said of what would explain a sheet, line by line, wherever it is said: the ties, the likeliest way, the
    others, where else there may be one, and what to do; nothing where nothing is known that would."""
    if not report.diagnosis:
        return ()
    first, *others = (describe_diagnosis(each, roll_title) for each in report.diagnosis)
    lines = (
        describe_ties(report, roll_title), first, *(tr("Or: {text}", text=text) for text in others),
        describe_elsewhere(report.diagnosis[0], roll_title), describe_next(report, roll_title),
    )
    return tuple(filter(None, lines))


def in_short(report: Report, roll_title: Callable[[int], str] = numbered) -> str:
    """Returns the likeliest way to explain a sheet, after how many there are; "" where none is known."""
    question = describe_question(report, roll_title) or _likeliest(report, roll_title)
    if question and not misread_rolls(report):
        return f"{question} {describe_outcome(report.diagnosis[0])}"
    return " ".join(explanation(report, roll_title)[: 2 if describe_ties(report, roll_title) else 1])


def describe_next(report: Report, roll_title: Callable[[int], str] = numbered) -> str:
    """Returns what to do about what would explain a sheet: of two rolls the one to look at settles which was misread."""
    misread = misread_rolls(report)
    consequence = describe_consequence(report.diagnosis[0])
    if not misread:
        return consequence
    first = int(report.diagnosis[0].edits[0].where.partition(":")[2])
    others = [roll_title(each) for each in misread if each != first]
    settled = tr("Compare {place} first: if it is right, the mistake is in {others}.", place=roll_title(first),
                 others=_either(others) if len(others) <= _FEW else tr("one of the others"))
    return f"{settled} {consequence}"


def describe_elsewhere(diagnosis: Diagnosis, roll_title: Callable[[int], str] = numbered) -> str:
    """Where else one slip would explain as much, in the order of the places; "" for nowhere."""
    ordered = sorted(diagnosis.elsewhere, key=_in_order)
    places = ", ".join(dict.fromkeys(_place(edit, roll_title) for edit in ordered))  # all of them: one is right
    return tr("Also possible: {places}.", places=places) if places else ""


def _in_order(edit: Edit) -> tuple[str, int]:
    """Rolls by their numbers, other places by name."""
    kind, _, rest = edit.where.partition(":")
    return kind, int(rest) if rest.isdecimal() else 0


def describe_outcome(diagnosis: Diagnosis) -> str:
    """Returns what it would explain: everything, or the score as it is written."""
    return tr("Then everything fits.") if diagnosis.score is None else tr("That explains the {n}.", n=diagnosis.score)


def describe_consequence(diagnosis: Diagnosis) -> str:
    """Returns what to do about a diagnosis, and what it means if the paper says otherwise."""
    mistakes, least = diagnosis.mistakes, diagnosis.least
    if diagnosis.kind == "played":
        mistakes = max(1, mistakes)
        return tr_n(
            "Probably not a typing error. If the paper says what you typed, there is at least one mistake.",
            "Probably not a typing error. If the paper says what you typed, there are at least {n} mistakes.", mistakes,
        ) if least else tr_n(
            "Probably not a typing error. If the paper says what you typed, there is one mistake.",
            "Probably not a typing error. If the paper says what you typed, there are {n} mistakes.", mistakes,
        )
    if not mistakes:
        return tr("Check the paper.")
    return tr_n(
        "Check the paper. If it says what you typed, there is at least one mistake.",
        "Check the paper. If it says what you typed, there are at least {n} mistakes.", mistakes,
    ) if least else tr_n(
        "Check the paper. If it says what you typed, there is one mistake.",
        "Check the paper. If it says what you typed, there are {n} mistakes.", mistakes,
    )


def describe_searched(report: Report) -> str:
    """Returns what the search for a diagnosis came to where it found none, "" where there is nothing to say."""
    if report.verdict != "broken" or report.diagnosis or not report.diagnosed:
        return ""
    return tr("No slip, and no pair of slips, was found that would explain everything.")

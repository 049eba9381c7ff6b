"""What a diagnosis says: the corrections that would explain a whole sheet, as questions to whoever has the paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from rollwrite_desktop.core.audit import Diagnosis, Edit, Report
from rollwrite_desktop.core.i18n import tr, tr_n


def _bare(mark: str) -> str:
    return mark.strip("()")


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
            dice = [*dict.fromkeys(rolls_apart(before, each)[0] for each in (after, *edit.alternatives))]
            about["before"] = tr("{first} or {last}", first=", ".join(dice[:-1]), last=dice[-1])
        return tr("{place}: {after} instead of {before}?", **about)
    if kind == "box" and after in ("yes", "no"):
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


def rolls_apart(before: str, after: str) -> tuple[str, str]:
    """What two rolls do not have in common: dice or cards."""
    parts = [[each.strip() for each in re.split(r"[,|]", roll)] for roll in (before, after)]
    if all(len(each) == 1 for each in parts):
        parts = [roll.split() for roll in (before, after)]
        if len(parts[0]) == 2:
            return before, after
    one, other = (Counter(each) for each in parts)
    return ", ".join((one - other).elements()), ", ".join((other - one).elements())


def _place(edit: Edit, roll_title: Callable[[int], str]) -> str:
    """The place of an edit by name: "Upper row, round 3", "Round 3, roll 1"."""
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
    """What would explain everything: "Circle Minnesota’s 6? Then everything fits."."""
    return " ".join((*(describe_edit(edit, roll_title) for edit in diagnosis.edits), describe_outcome(diagnosis)))


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
    """What it would explain: everything, or the score as it is written."""
    return tr("Then everything fits.") if diagnosis.score is None else tr("That explains the {n}.", n=diagnosis.score)


def describe_consequence(diagnosis: Diagnosis) -> str:
    """What to do about a diagnosis, and what it means if the paper says otherwise."""
    if diagnosis.kind == "played":
        return tr_n(
            "Probably not a typing error. If the paper says what you typed, there is one mistake.",
            "Probably not a typing error. If the paper says what you typed, there are {n} mistakes.",
            max(1, diagnosis.mistakes),
        )
    if not diagnosis.mistakes:
        return tr("Check the paper.")
    return tr_n(
        "Check the paper. If it says what you typed, there is one mistake.",
        "Check the paper. If it says what you typed, there are {n} mistakes.", diagnosis.mistakes,
    )


def describe_searched(report: Report) -> str:
    """What the search for a diagnosis came to where it found none, "" where there is nothing to say."""
    if report.verdict != "broken" or report.diagnosis or not report.diagnosed:
        return ""
    return tr("No slip, and no pair of slips, was found that would explain everything.")

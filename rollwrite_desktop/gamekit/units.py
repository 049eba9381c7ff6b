"""What a game's result counts, points or something that is better avoided, in all the sentences that count it."""

from __future__ import annotations

from msgspec import Struct

from rollwrite_desktop.core.i18n import mark, mark_n, tr


class Unit(Struct, frozen=True):
    """The words for a result, message ids with a form for one and a form for many, of {n}. name: several, without a number.
    amount: so many. behind: how much worse than the first. costs, flatters: how much worse or better a finding makes the
    score. each_mistake, mistakes: a ranking rule by which each mistake in play makes the score so much worse, in a sentence
    and as a choice."""

    name: str
    amount: str
    behind: str
    costs: str
    flatters: str
    each_mistake: str
    mistakes: str

    def describe(self, n: int) -> str:
        """So many, in words: "28 points"."""
        return tr(self.amount, n=n)

    def describe_effect(self, effect: int) -> str:
        """Returns what a finding costs, in words, "" if the score is the same without it."""
        return tr(self.costs if effect > 0 else self.flatters, n=abs(effect)) if effect else ""


POINTS = Unit(
    name=mark("points"),
    amount=mark_n("{n} point", "{n} points"),
    behind=mark_n("one point behind the first", "{n} points behind the first"),
    costs=mark_n("Costs one point.", "Costs {n} points."),
    flatters=mark_n("This makes the score one point too good.", "This makes the score {n} points too good."),
    each_mistake=mark_n("Each mistake in play costs one point.", "Each mistake in play costs {n} points."),
    mistakes=mark_n("One point off for each mistake", "{n} points off for each mistake"),
)
XS = Unit(
    name=mark("Xs"),
    amount=mark_n("{n} X", "{n} Xs"),
    behind=mark_n("one X more than the first", "{n} Xs more than the first"),
    costs=mark_n("Adds one X.", "Adds {n} Xs."),
    flatters=mark_n("This makes the score one X too good.", "This makes the score {n} Xs too good."),
    each_mistake=mark_n("Each mistake in play adds one X.", "Each mistake in play adds {n} Xs."),
    mistakes=mark_n("One X for each mistake", "{n} Xs for each mistake"),
)

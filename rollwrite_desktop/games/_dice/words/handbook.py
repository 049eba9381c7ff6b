"""The rules of Two Dice to read and to print, with examples that are played on the sheet at hand."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.words.handbook import Brief, Chapter, Entry, Example, Handbook
from rollwrite_desktop.games._dice.play.rules import TwoDiceRules


def handbook(rules: TwoDiceRules) -> Handbook:
    """All rules, each with the keys of the rulebook that it explains; they are quick rules as they are."""
    space = rules.spaces[0]
    other = next(iter(rules.sheet.neighbors[space]), "")

    def turn() -> Example:
        return Example(tr("4 and 5 are rolled, and the 5 is written."), (space,), ("> 4 5", f"{space}=5"))

    def beside() -> Example | None:
        strokes = ("> 4 4", f"{space}=4", "> 4 4", f"{other}=4")
        return Example(tr("Neighbors can’t both hold a 4."), (space, other), strokes) if other else None

    return (Chapter(tr("How to play"), (
        Entry(("TD-1", "TD-2", "TD-3", "TD-4"), tr("A turn"),
              tr("Roll both dice. Everyone writes one of the two numbers in a blank space."), (turn,),
              brief=(Brief(examples=(turn,)),)),
        Entry(("TD-5",), tr("Neighbors"), tr("Two spaces side by side can’t hold the same number."), (beside,),
              brief=(Brief(examples=(beside,)),)),
        Entry(("TD-6",), tr("Xs"), tr("Where neither number fits, write an X in a blank space."), brief=(Brief(),)),
        Entry(("TD-7",), tr("Points"), tr("When every space is filled, add up your numbers. The most points win."),
              brief=(Brief(),)),
    )),)

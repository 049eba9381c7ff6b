"""Every sentence that explains a rule of Rolling America, by rule key; live refusals and audit findings share them.

An entry is `RULE` or `RULE:case`. Our own wording.
"""

from __future__ import annotations

from rollwrite_desktop.core.audit import Rulebook
from rollwrite_desktop.core.i18n import mark, mark_n

_SENTENCES = {
    # the turn
    "RA-4:wait": mark("Not yet: someone still has dice to use."),
    "RA-4:roll": mark("The dice have not been rolled yet."),
    "RA-4:hand": mark("The {die} die is not one of the dice you have left."),
    "RA-4:over": mark("Both dice are done."),
    "RA-4:left": mark("You still have {dice}."),
    "RA-4:dice": mark("The roll is for everyone, not for one player."),
    "RA-4:done": mark("Your turn is finished. Undo to change it."),
    "RA-5": mark("{dice}: expected two different dice from the bag, each showing 1 to 6. The bag has {bag}."),
    "RA-6": mark("The game is over: all rounds have been played."),
    # resolving a die
    "RA-7:full": mark("There is already {mark} in {state}."),
    "RA-7:region": mark("The {die} die goes in the {die} areas; {state} is {region}."),
    "RA-7:face": mark("The {die} die shows {face}, not {number}."),
    "RA-7:neither": mark("{state} is {region}; your dice are {dice}."),
    "RA-8": mark("{state}’s {number} and {other}’s {value} are neighbors and differ by more than 1."),
    "RA-9": mark("The {die} {number} still fits in {states}, so no X is allowed."),
    "RA-10": mark("The X for the {die} die goes in an empty {die} area; {state} is {region}."),
    "RA-10:full": mark("The whole region is full: skip the {die} {number} and mark no X."),
    "RA-11": mark("You can’t skip the {die} {number}. Still empty: {states}."),
    # powers
    "RA-13": mark("No color change is left."),
    "RA-13:again": mark("This die already has its color change: {die}."),
    "RA-14": mark("No guard is left."),
    "RA-14:x": mark("The X in {state} is circled, but an X can’t be guarded."),
    "RA-15": mark("No dupe is left."),
    "RA-15:region": mark("A dupe stays in the region of its die, {die}; {state} is {region}."),
    "RA-15:number": mark("A dupe repeats the number just written: {face}, not {number}."),
    "RA-R3": mark("There is nothing to dupe: a dupe comes right after the number it repeats."),
    "RA-R9": mark("The wild die needs no color change."),
    # a filled sheet
    "RA-5:draw": mark("{dice} can’t have been drawn: the bag had {bag}."),
    "RA-6:rounds": mark("Round boxes crossed off: {n}. A game has {rounds}."),
    "RA-4:none": mark("No die is left that could have made the mark in {state}."),
    "RA-5:missing": mark_n(
        "The list ends after {n} roll. Later rolls are not checked.",
        "The list ends after {n} rolls. Later rolls are not checked.",
    ),
    "RA-6:boxes": mark("Round boxes crossed off: {n}. The list has rolls for {rounds}."),
    "RA-6:count": mark(
        "Numbers on the map: {n}. The rounds ({rounds}) and dupes ({dupes}) crossed off allow at most {most}."
    ),
    "RA-6:midway": mark(
        "Numbers on the map: {n}. That is too many for the rounds crossed off ({rounds}), so another round had begun."
    ),
    "RA-7:colors": mark(
        "Too many numbers in these regions: {n}. Their dice, the wild die, color changes ({changes}) and dupes "
        "({dupes}) can’t make so many in the rounds crossed off ({rounds})."
    ),
    "RA-7:digit": mark("{state} holds {mark}, but dice show 1 to 6."),
    "RA-9:open": mark("{state} holds an X, but a number fit there: no neighbor ever ruled one out."),
    "RA-9:blank": mark(
        "In {states}, every number fit to the end, so none of their dice can have become an X, nor can a wild die. The "
        "map needs at least {least} numbers and has {n}."
    ),
    "RA-13:boxes": mark("Color changes crossed off: {n}. The solution found uses {used}."),
    "RA-13:many": mark("Color changes crossed off: {n}. A game has {boxes}."),
    "RA-14:many": mark("Circled numbers: {n}. Guards in a game: {boxes}."),
    "RA-14:boxes": mark("Guards crossed off: {n}. A game has {boxes}."),
    "RA-14:circles": mark("Circled numbers: {n}. Guards crossed off: {boxes}."),
    "RA-15:boxes": mark("Dupes crossed off: {n}. The solution found uses {used}."),
    "RA-15:many": mark("Dupes crossed off: {n}. A game has {boxes}."),
    "RA-15:pairs": mark("Dupes crossed off: {n}. Pairs of equal numbers on the map: {pairs}."),
    "RA-18": mark("At the end, blank areas get an X. Still blank: {states}."),
    "RA-19": mark("The score written is {claimed}; it should be {total}."),
    # a search
    "RA-R6:least": mark_n("At least {n} mistake.", "At least {n} mistakes."),
    "RA-R6:between": mark("Between {least} and {most} mistakes so far."),
    "RA-R6:more": mark("At least {least} mistakes so far."),
    "RA-R6:example": mark(
        "Fewest possible mistakes: {n}. The ones shown are an example; other solutions may have as few."
    ),
    # repairs
    "RA-R6:circle": mark("Legal with a circle in {state} or {other} and one more guard crossed off."),
    "RA-R6:changed": mark("Legal as a color change, with one more crossed off."),
    "RA-R6:number": mark("Legal with {n} in {state}."),
    "RA-R6:plain": mark("Legal without the circle."),
    "RA-R6:boxes": mark("Right with {n} crossed off."),
    "RA-R6:fill": mark("Write an X in each."),
    "RA-R6:claim": mark("Write {total} in the box."),
    "RA-R6:digit": mark("Check the number: dice show 1 to 6."),
}

_ON_PAPER = {
    "RA-4:hand": mark("The {die} die was not one of the dice left in this turn."),
    "RA-4:left": mark("Not used in this turn: {dice}."),
    "RA-9": mark("The {die} {number} still fit in {states}, so no X was allowed."),
    "RA-11": mark("The {die} {number} was skipped, but these were empty: {states}."),
    "RA-R3": mark("There was nothing to dupe: a dupe comes right after the number it repeats."),
}

RULEBOOK = Rulebook(_SENTENCES, _ON_PAPER)
"""Rulebook entry to message id."""

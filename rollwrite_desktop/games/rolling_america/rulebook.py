"""Every sentence that explains a rule of Rolling America, by rule key; live refusals and audit findings share them.

An entry is `RULE` or `RULE:case`. Our own wording.
"""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark

RULEBOOK = {
    # the turn
    "RA-4:wait": mark("Not yet: somebody still has dice to resolve."),
    "RA-4:roll": mark("The dice have not been rolled yet."),
    "RA-4:hand": mark("The {die} die is not among the dice you still have to resolve."),
    "RA-4:over": mark("Both dice are done. Roll again when everyone is ready."),
    "RA-4:left": mark("{dice} still to be resolved."),
    "RA-4:dice": mark("Dice are rolled for the whole table, not by one player."),
    "RA-4:done": mark("Your turn is closed; undo to open it again."),
    "RA-5": mark("{dice}: two different dice from the bag are expected, each showing 1 to 6; in the bag are {bag}."),
    "RA-6": mark("The game is over: all rounds have been played."),
    # resolving a die
    "RA-7:full": mark("{state} already holds {mark}."),
    "RA-7:region": mark("The {die} die goes in the {die} areas; {state} is {region}."),
    "RA-7:face": mark("The {die} die shows {face}, not {number}."),
    "RA-7:neither": mark("{state} is {region}; the dice to write are {dice}."),
    "RA-8": mark("{state}'s {number} and {other}'s {value} are neighbors and differ by more than 1."),
    "RA-9": mark("The {die} {number} still fits in {states}, so it may not become an X."),
    "RA-10": mark("The X for the {die} die goes in an empty {die} area; {state} is {region}."),
    "RA-10:full": mark("The whole region is full: {die} {number} passes, and there is no X."),
    "RA-11": mark("The {die} {number} cannot be passed over; still empty: {states}."),
    # powers
    "RA-13": mark("All three color changes are used."),
    "RA-13:again": mark("The {die} die has its color change already."),
    "RA-14": mark("All three guards are used."),
    "RA-14:x": mark("{state} holds a circled X: an X cannot be guarded."),
    "RA-15": mark("All three dupes are used."),
    "RA-15:region": mark("The {die} number is duped within the {die} areas; {state} is {region}."),
    "RA-15:number": mark("The dupe repeats the number just written, {face}, not {number}."),
    "RA-R3": mark("There is no number to dupe: a dupe follows directly on the number it repeats."),
    "RA-R9": mark("The wild die needs no color change."),
    # a filled sheet
    "RA-5:draw": mark("{dice} cannot have been drawn: in the bag were {bag}."),
    "RA-6:rounds": mark("{n} round boxes are crossed off; a game has {rounds}."),
    "RA-4:none": mark("No die is left that can have made the mark in {state}."),
    "RA-5:missing": mark("The list ends after {n} rolls: what came of later ones is not judged."),
    "RA-6:boxes": mark("{n} round boxes are crossed off; {rolls} rolls make {rounds} rounds."),
    "RA-6:count": mark("{n} numbers stand on the map; {rounds} rounds and {dupes} dupes allow at most {most}."),
    "RA-6:midway": mark(
        "{n} numbers stand on the map, more than {rounds} whole rounds allow: the next round must have begun."
    ),
    "RA-7:colors": mark(
        "{n} numbers are more than their colors' dice, the wild, {changes} color changes and {dupes} dupes account for "
        "in {rounds} rounds."
    ),
    "RA-7:digit": mark("{state} holds {mark}: dice show 1 to 6."),
    "RA-9:open": mark("{state} holds an X, but no neighbor ever kept a number out of it, so a number fitted there."),
    "RA-9:blank": mark(
        "No number was ever kept out of {states}. So they were blank to the end, and none of their dice and no wild can "
        "have become an X or passed: {least} numbers at least must stand on the map, and there are {n}."
    ),
    "RA-13:boxes": mark("{n} color changes are crossed off; this map needs {used} in the way of play found."),
    "RA-13:many": mark("{n} color changes are crossed off; a game has three."),
    "RA-14:many": mark("{n} numbers are circled; a game has three guards."),
    "RA-14:boxes": mark("{n} guard boxes are crossed off; a game has three."),
    "RA-14:circles": mark("{n} numbers are circled, {boxes} guard boxes are crossed off."),
    "RA-15:boxes": mark("{n} dupes are crossed off; this map needs {used} in the way of play found."),
    "RA-15:many": mark("{n} dupes are crossed off; a game has three."),
    "RA-15:pairs": mark("{n} dupes are crossed off; pairs of equal numbers on the map: {pairs}."),
    "RA-18": mark("Still blank: {states}. When the game is over, blank areas get an X."),
    "RA-19": mark("{claimed} is claimed; the sheet comes to {total}."),
    # a search
    "RA-R6:least": mark("At least {n} mistakes."),
    "RA-R6:between": mark("Between {least} and {most} mistakes so far."),
    "RA-R6:more": mark("At least {least} mistakes so far."),
    "RA-R6:example": mark(
        "Fewest mistakes: {n}. Those told of single dice are an example; other ways of play may explain the map with as few."
    ),
    # repairs
    "RA-R6:circle": mark("Legal if {state} or {other} were circled; one guard more would be crossed off."),
    "RA-R6:changed": mark("Legal as a color change; one more would be crossed off."),
    "RA-R6:number": mark("Legal with {n} in {state}."),
    "RA-R6:plain": mark("Legal without the circle."),
    "RA-R6:boxes": mark("Right with {n} crossed off."),
    "RA-R6:fill": mark("Write an X in each."),
    "RA-R6:claim": mark("Write {total} in the box."),
    "RA-R6:digit": mark("Look again at the number: 1 to 6 are possible."),
}
"""Rulebook entry to message id."""

"""Every sentence that explains a rule of Rolling America, by rule key; live refusals and audit findings share them.

An entry is `RULE` or `RULE:case`. Our own wording.
"""

from __future__ import annotations

from rollwrite_desktop.core.words import mark

RULEBOOK = {
    # the turn
    "RA-4:wait": mark("Not yet: somebody still has dice to resolve."),
    "RA-4:roll": mark("The dice have not been rolled yet."),
    "RA-4:hand": mark("The {die} die is not among the dice you still have to resolve."),
    "RA-4:left": mark("{dice} still to be resolved."),
    "RA-4:done": mark("Your turn is closed; undo to open it again."),
    "RA-5": mark("{dice}: two different dice from the bag are expected, each showing 1 to 6; in the bag are {bag}."),
    "RA-6": mark("The game is over: eight rounds have been played."),
    # resolving a die
    "RA-7:full": mark("{state} already holds {mark}."),
    "RA-7:region": mark("The {die} die goes in the {die} states; {state} is {region}."),
    "RA-7:face": mark("The {die} die shows {face}, not {number}."),
    "RA-8": mark("{state} borders {other} ({value}): {number} is more than one away."),
    "RA-8:same": mark("{state} ({number}) borders {other} ({value}): they are more than one apart and neither is guarded."),
    "RA-9": mark("{die} {number} still fits in {states}, so it may not become an X."),
    "RA-10": mark("The X for the {die} die goes in an empty {die} state; {state} is {region}."),
    "RA-11": mark("{die} {number} cannot be passed over: {states} is still empty."),
    # powers
    "RA-13": mark("All three color changes are used."),
    "RA-13:again": mark("The {die} die has its color change already."),
    "RA-14": mark("All three guards are used."),
    "RA-14:x": mark("{state}: an X cannot be guarded."),
    "RA-15": mark("All three dupes are used."),
    "RA-15:region": mark("The {die} number is duped within the {die} states; {state} is {region}."),
    "RA-15:number": mark("The dupe repeats the number just written, {face}, not {number}."),
    "RA-R3": mark("There is no number to dupe: a dupe follows directly on the number it repeats."),
    "RA-R9": mark("The wild die needs no color change."),
    # a filled sheet
    "RA-14:circles": mark("{n} numbers are circled, but {boxes} guard boxes are crossed off."),
    "RA-14:many": mark("{n} guard boxes are crossed off; a game has three."),
    "RA-13:many": mark("{n} color changes are crossed off; a game has three."),
    "RA-15:many": mark("{n} dupes are crossed off; a game has three."),
    "RA-15:pairs": mark("{n} dupes are crossed off, but the map has only {pairs} pairs of equal numbers for them."),
    "RA-6:rounds": mark("{n} round boxes are crossed off; a game has {rounds}."),
    "RA-6:count": mark("{n} numbers stand on the map; {rounds} rounds and {dupes} dupes allow at most {most}."),
    "RA-7:colours": mark(
        "The numbers stand too close together by colour: {n} of them could not be written within {rounds} rounds "
        "with the color changes and dupes crossed off ({most} at most)."
    ),
    "RA-7:digit": mark("{state} holds {mark}: dice show 1 to 6."),
    "RA-10:open": mark("The X in {state} cannot come from a die: no neighbour ever kept a number out, so any number could have been written there."),
    "RA-18": mark("{states} is blank: when the game is over, blank states get an X."),
    "RA-19": mark("{claimed} Xs are claimed; the sheet comes to {total}."),
    # repairs
    "RA-R6:circle": mark("Legal if {state} or {other} were circled and a guard crossed off for it."),
    "RA-R6:boxes": mark("Right with {n} guard boxes crossed off."),
    "RA-R6:plain": mark("Legal without the circle."),
    "RA-R6:fill": mark("Write an X there."),
    "RA-R6:claim": mark("Write {total} in the box."),
    "RA-R6:three": mark("At most three can be crossed off."),
    "RA-R6:fewer": mark("Right with at most {n} crossed off."),
}
"""Rulebook entry to message id."""

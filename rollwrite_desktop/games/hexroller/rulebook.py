"""Every sentence that explains a rule of HexRoller, by rule key; live refusals and audit findings share them.

An entry is `RULE` or `RULE:case`. Our own wording.
"""

from __future__ import annotations

from rollwrite_desktop.core.audit import Rulebook
from rollwrite_desktop.core.i18n import mark

_SENTENCES = {
    # the round
    "HR-4:roll": mark("The dice have not been rolled yet."),
    "HR-4:wait": mark("Not yet: somebody is still writing."),
    "HR-4:over": mark("The game is over: all {rounds} rounds have been played."),
    "HR-4:done": mark("Your round is closed; undo to open it again."),
    "HR-1": mark("{dice}: {n} dice are expected, each showing 3 to 8."),
    # writing a number
    "HR-5:none": mark("{hex} touches none of the numbers to write: {dice}."),
    "HR-5:full": mark("{hex} already holds {held}."),
    "HR-5:rolled": mark("No die shows {n}; rolled were {dice}."),
    "HR-5:touch": mark("{hex} touches no {n}: the first hex must touch one that holds the same number."),
    "HR-5:next": mark("{hex} does not touch {last}, the last {n}: each hex must touch the one before."),
    "HR-5:chain": mark("First write the {n} to its end: {left} more."),
    "HR-6:same": mark("The {n} is written already this round; choose another number."),
    "HR-6:two": mark("Two numbers are chosen already; another one needs the third-number bonus."),
    "HR-7:start": mark("All {count} dice must be written: from {hex} there is no room for a chain of {count}."),
    "HR-7:strand": mark("From {hex} the chain could not be finished: {left} more must be written."),
    "HR-7:block": mark("With {hex} taken, the {n} could not be finished: {left} more must be written."),
    "HR-7:nowhere": mark("{n} cannot be written in full anywhere: all {count} dice would have to be."),
    "HR-7:left": mark("The {n} is not finished: {left} more must be written."),
    # boxes
    "HR-8:early": mark("First write the second number; then the boxes."),
    "HR-8:again": mark("The boxes of this round are filled."),
    "HR-8:numbers": mark("The boxes take the numbers chosen this round: {numbers}."),
    "HR-8:left": mark("The boxes of this round are still empty: one number in the upper row, the other in the lower."),
    "HR-8:closed": mark("The boxes of this round are filled; only bonuses can follow."),
    # bonuses
    "HR-9": mark("One bonus a round: {bonus} is used already."),
    "HR-9:again": mark("{bonus} is crossed off: each bonus serves once."),
    "HR-10:first": mark("+1 follows a number of this round; first write one."),
    "HR-10:number": mark("+1 goes on a number chosen this round; {n} is not."),
    "HR-10:open": mark("+1 comes when all dice of the {n} are written."),
    "HR-10:end": mark("{hex} does not touch {last}, where the chain of the {n} ends: +1 goes on from there."),
    "HR-10:touch": mark("{hex} touches no {n}: +1 must touch a hex that holds the same number."),
    "HR-12": mark("The third number comes when the two chosen ones are written."),
    "HR-12:none": mark("No number that is left can be written in full."),
    # rulings
    "HR-R1": mark("{n} can still be written in full, starting at {hexes}: no dash while a number fits."),
    "HR-R1:warn": mark("After this no second number can be written in full. Tap {hex} again to write it all the same."),
    # a filled sheet
    "HR-1:digit": mark("{hex} holds {n}: only 3 to 8, and one 2, can be written."),
    "HR-4:many": mark("{n} rolls are listed; a game has {rounds} rounds."),
    "HR-4:few": mark("{n} rolls are listed for {columns} columns of boxes: the rest stays unproved."),
    "HR-5:group": mark("{hexes}: {n} is connected to no printed {n}, so no chain can have begun there."),
    "HR-6:column": mark("Round {round}: {n} stands in both boxes; the two numbers of a round differ."),
    "HR-7:least": mark("{n} stands in {boxes} boxes, but is written in only {hexes} hexes."),
    "HR-7:most": mark("{n} is written in {hexes} hexes; its boxes and the bonuses allow at most {most}."),
    "HR-7:sum": mark("{hexes} numbers are written; boxes and bonuses stand for at least {least}."),
    "HR-7:rolls": mark("{n} is written in {hexes} hexes; the dice and bonuses of its rounds give {given}."),
    "HR-8:digit": mark("Round {round}: {n} stands in a box; 3 to 8 or a dash can."),
    "HR-8:empty": mark("Not all boxes are filled: {boxes}. What could not be written gets a dash."),
    "HR-8:midway": mark("{n} of {rounds} columns of boxes are filled: the game was not played to its end."),
    "HR-8:row": mark("Round {round}: {n} stands in a box, but no die showed it; rolled were {dice}."),
    "HR-10:box": mark("A +1 is written, but its bonus is not crossed off."),
    "HR-10:none": mark("The +1 is crossed off, but no hex can have been written with it."),
    "HR-11:many": mark("{n} hexes hold a 2; the bonus allows one."),
    "HR-11:box": mark("A 2 is written, but its bonus is not crossed off."),
    "HR-11:none": mark("The 2 is crossed off, but no hex holds a 2."),
    "HR-12:box": mark("{n} is written, but stands in no box, and the third number is not crossed off."),
    "HR-12:many": mark("{numbers} are written, but stand in no box: only one can be the third number."),
    "HR-12:unused": mark("The third number is crossed off, but no number can have been written with it."),
    "HR-12:used": mark("A third number is written, but its bonus is not crossed off."),
    "HR-13": mark("Unused bonuses: {claimed} is claimed; {unused} unused at {each} make {points}."),
    "HR-13:total": mark("A total of {claimed} is claimed; the sheet comes to {points}."),
    "HR-14": mark("Area {part}: {claimed} is claimed; it is worth {points}, {number} standing there {count} times."),
    "HR-14:blank": mark("Area {part}: {claimed} is claimed; it is not filled, {blank} blank, and scores nothing."),
    "HR-15": mark("Middle: {claimed} is claimed; it is worth {points}, {number} ({count} times) times {factor}."),
    "HR-15:blank": mark("Middle: {claimed} is claimed; it is not filled, {blank} blank, and scores nothing."),
    "HR-16:yes": mark("Connection {number}: {claimed} is claimed; the two printed ones are connected and score {points}."),
    "HR-16:no": mark("Connection {number}: {claimed} is claimed; the two printed ones are not connected."),
    "HR-17:upper": mark("Upper row: {claimed} is claimed; counting up from 3 it reaches {points}."),
    "HR-17:lower": mark("Lower row: {claimed} is claimed; counting up from 3 it reaches {points}."),
    # repairs
    "HR-R4:claim": mark("Write {points} there."),
    "HR-R4:cross": mark("Right if the bonus were crossed off."),
    "HR-R4:uncross": mark("Right if the bonus were not crossed off."),
    "HR-R4:dash": mark("Write a dash in each."),
    "HR-R4:look": mark("Look again at the number."),
    "HR-R4:digit": mark("Right with {n} in {hex}."),
    "HR-R4:erase": mark("Right if {hex} were blank."),
    "HR-R4:boxes": mark("Right with {upper} in the upper box and {lower} in the lower one."),
    # how far a search came
    "HR-R4:least": mark("At least {n} mistakes."),
    "HR-R4:between": mark("Between {least} and {most} mistakes so far."),
    "HR-R4:more": mark("At least {least} mistakes so far."),
    "HR-R4:elsewhere": mark("Fewer mistakes explain nothing here, but as few could have been made in other places."),
}

_ON_PAPER = {
    "HR-5:chain": mark("The chain of {n}s ends too early: {left} more had to be written."),
    "HR-6:same": mark("The {n} was written twice in one round."),
    "HR-6:two": mark("Two numbers were chosen already; a third one needs its bonus."),
    "HR-7:strand": mark("From {hex} the chain could not be finished: {left} more had to be written."),
    "HR-7:block": mark("With {hex} taken, the {n} could not be finished: {left} more had to be written."),
    "HR-7:left": mark("The chain of {n}s ends too early: {left} more had to be written."),
    "HR-8:early": mark("The boxes were filled before there was a second number."),
    "HR-8:again": mark("Two columns of boxes were filled in one round."),
    "HR-8:left": mark("A round left its boxes empty."),
    "HR-9": mark("Two bonuses were used in one round; {bonus} was the first."),
    "HR-9:again": mark("{bonus} was used twice."),
    "HR-10:first": mark("The +1 follows no number of its round."),
    "HR-10:open": mark("The +1 came before all dice of the {n} were written."),
    "HR-12": mark("A third number came before the two chosen ones."),
    "HR-R1": mark("{n} could still be written in full, starting at {hexes}: no dash while a number fits."),
}

RULEBOOK = Rulebook(_SENTENCES, _ON_PAPER)
"""Rulebook entry to message id."""

"""Every sentence that explains a rule of HexRoller, by rule key; live refusals and audit findings share them.

An entry is `RULE` or `RULE:case`. Our own wording.
"""

from __future__ import annotations

from rollwrite_desktop.core.audit import Rulebook
from rollwrite_desktop.core.i18n import mark, mark_n

_SENTENCES = {
    # the round
    "HR-4:roll": mark("The dice have not been rolled yet."),
    "HR-4:wait": mark("Not yet: someone is still writing."),
    "HR-4:over": mark("The game is over: all rounds have been played."),
    "HR-4:done": mark("Your round is finished. Undo to change it."),
    "HR-1": mark("{dice}: expected {n} dice, each showing 3 to 8."),
    # writing a number
    "HR-5:none": mark("{hex} touches none of the numbers you can write: {dice}."),
    "HR-5:full": mark("{hex} already holds {held}."),
    "HR-5:rolled": mark("No die shows {n}. The roll: {dice}."),
    "HR-5:touch": mark("{hex} touches no {n}. Start beside a hex with the same number."),
    "HR-5:next": mark("{hex} does not touch {last}, the last {n}. Each hex must touch the one before."),
    "HR-5:chain": mark("Finish the chain of {n}s first: {left} to go."),
    "HR-6:same": mark("You have already written the {n} this round. Choose another number."),
    "HR-6:two": mark("You have chosen two numbers. Another one needs the third-number bonus."),
    "HR-7:start": mark("A chain from {hex} has no room for all {count} dice."),
    "HR-7:strand": mark("{hex} is a dead end: the chain needs {left} more."),
    "HR-7:block": mark("That blocks the {n}: without {hex}, its chain can’t get the {left} it still needs."),
    "HR-7:nowhere": mark("There is no room for the {n}: all {count} dice must be written."),
    "HR-7:left": mark("The chain of {n}s is not finished: {left} to go."),
    # boxes
    "HR-8:early": mark("Write the second number first, then the boxes."),
    "HR-8:again": mark("This round’s boxes are filled."),
    "HR-8:numbers": mark("The boxes take this round’s numbers: {numbers}."),
    "HR-8:left": mark("Fill this round’s boxes first: one number in the upper row, the other in the lower."),
    "HR-8:closed": mark("This round’s boxes are filled. Only a bonus can follow."),
    # bonuses
    "HR-9": mark("One bonus a round, and {bonus} is already used."),
    "HR-9:again": mark("{bonus} is crossed off: each bonus is used once."),
    "HR-9:room": mark("{bonus}: no hex is free for it now."),
    "HR-10:first": mark("Write a number first: +1 adds to a chain of this round."),
    "HR-10:number": mark("+1 adds to a number of this round; {n} is not one."),
    "HR-10:open": mark("Write all dice of the {n} first, then the +1."),
    "HR-10:end": mark("{hex} does not touch {last}, the end of the chain of {n}s. The +1 goes beside it."),
    "HR-10:touch": mark("{hex} touches no {n}. The +1 goes beside a hex with the same number."),
    "HR-12": mark("Write the two chosen numbers first, then the third."),
    "HR-12:none": mark("No number that is left has room for all its dice."),
    # rulings
    "HR-R1": mark("The boxes come later: the {n} still fits, starting at {hexes}."),
    "HR-R1:warn": mark("After this, no second number fits. Choose {hex} again to write it."),
    # a filled sheet
    "HR-1:digit": mark("{hex} holds {n}, but only 3 to 8 and one 2 can be written."),
    "HR-4:many": mark("Rolls listed: {n}. A game has {rounds}."),
    "HR-4:few": mark("Rolls listed: {n}. Columns of boxes filled: {columns}. The others can’t be checked."),
    "HR-5:group": mark("{hexes}: no chain of {n}s can have started here, because no printed {n} is connected."),
    "HR-6:column": mark("Round {round}: {n} is in both boxes, but the two numbers of a round must differ."),
    "HR-7:least": mark("Boxes with a {n}: {boxes}. Hexes with one: only {hexes}."),
    "HR-7:most": mark("Hexes with a {n}: {hexes}. Its boxes and the bonuses allow at most {most}."),
    "HR-7:sum": mark("Numbers written: {hexes}. The boxes and bonuses need at least {least}."),
    "HR-7:rolls": mark("Hexes with a {n}: {hexes}. The dice and bonuses of its rounds give {given}."),
    "HR-8:digit": mark("Round {round}: a box holds {n}, but it takes 3 to 8 or a dash."),
    "HR-8:empty": mark("Boxes still empty: {boxes}. What could not be written gets a dash."),
    "HR-8:midway": mark("Columns of boxes filled: {n} of {rounds}. The game was not played to its end."),
    "HR-8:row": mark("Round {round}: a box holds {n}, but the roll was {dice}."),
    "HR-10:box": mark("The +1 was used, but it is not crossed off."),
    "HR-10:none": mark("The +1 is crossed off, but no hex can have come from it."),
    "HR-11:many": mark("Hexes with a 2: {n}. The bonus allows one."),
    "HR-11:box": mark("A 2 is written, but its bonus is not crossed off."),
    "HR-11:none": mark("The 2 is crossed off, but no hex holds a 2."),
    "HR-12:box": mark("{n} is written, but it is in no box, and the third number is not crossed off."),
    "HR-12:many": mark("{numbers} are written, but are in no box. Only one can be the third number."),
    "HR-12:unused": mark("The third number is crossed off, but no number can have come from it."),
    "HR-12:used": mark("A third number was written, but its bonus is not crossed off."),
    "HR-13": mark("Unused bonuses: the sheet says {claimed}, not {points} ({unused} × {each})."),
    "HR-13:total": mark("The total written is {claimed}; it should be {points}."),
    "HR-14": mark("Area {part}: the sheet says {claimed}, not {points}. Most common: {number} (×{count})."),
    "HR-14:blank": mark("Area {part}: the sheet says {claimed}, but the area is not full. Still blank: {blank}."),
    "HR-15": mark("Middle: the sheet says {claimed}, not {points}. Most common: {number} (×{count}), times {factor}."),
    "HR-15:blank": mark("Middle: the sheet says {claimed}, but the area is not full. Still blank: {blank}."),
    "HR-16:yes": mark(
        "Connection {number}: the sheet says {claimed}, but the printed {number}s are connected: {points}."
    ),
    "HR-16:no": mark("Connection {number}: the sheet says {claimed}, but the printed {number}s are not connected."),
    "HR-17:upper": mark("Upper row: the sheet says {claimed}, but it counts from 3 up to {points}."),
    "HR-17:lower": mark("Lower row: the sheet says {claimed}, but it counts from 3 up to {points}."),
    # repairs
    "HR-R4:claim": mark("Write {points} there."),
    "HR-R4:cross": mark("Right with the bonus crossed off."),
    "HR-R4:uncross": mark("Right with the bonus not crossed off."),
    "HR-R4:dash": mark("Write a dash in each."),
    "HR-R4:look": mark("Check the number."),
    "HR-R4:digit": mark("Right with {n} in {hex}."),
    "HR-R4:erase": mark("Right with {hex} blank."),
    "HR-R4:boxes": mark("Right with {upper} in the upper box and {lower} in the lower one."),
    # how far a search came
    "HR-R4:least": mark_n("At least {n} mistake.", "At least {n} mistakes."),
    "HR-R4:between": mark("Between {least} and {most} mistakes so far."),
    "HR-R4:more": mark("At least {least} mistakes so far."),
    "HR-R4:elsewhere": mark("Fewer mistakes can’t explain this sheet, but the same number in other places could."),
}

_ON_PAPER = {
    "HR-5:chain": mark_n(
        "The chain of {n}s has one hex too few.",
        "The chain of {n}s has {left} hexes too few.",
        "left",
    ),
    "HR-6:same": mark("The {n} was written twice in one round."),
    "HR-6:two": mark("Two numbers were already chosen. A third one needs its bonus."),
    "HR-7:strand": mark("{hex} was a dead end: the chain needed {left} more."),
    "HR-7:block": mark("That blocked the {n}: without {hex}, its chain couldn’t get the {left} it still needed."),
    "HR-7:left": mark_n(
        "The chain of {n}s has one hex too few.",
        "The chain of {n}s has {left} hexes too few.",
        "left",
    ),
    "HR-8:early": mark("The boxes were filled before there was a second number."),
    "HR-8:again": mark("Two columns of boxes were filled in one round."),
    "HR-8:left": mark("A round left its boxes empty."),
    "HR-8:closed": mark("A number was written after this round’s boxes were filled."),
    "HR-9": mark("Two bonuses were used in one round; {bonus} was the first."),
    "HR-9:again": mark("{bonus} was used twice."),
    "HR-10:first": mark("The +1 belongs to no number of its round."),
    "HR-10:open": mark("The +1 came before all dice of the {n} were written."),
    "HR-12": mark("A third number came before the two chosen ones."),
    "HR-R1": mark("This dash came too early: the {n} still fit, starting at {hexes}."),
}

RULEBOOK = Rulebook(_SENTENCES, _ON_PAPER)
"""Rulebook entry to message id."""

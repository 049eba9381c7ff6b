"""Every sentence that explains a rule of On Tour, by rule key; live refusals and audit findings share them.

An entry is `RULE` or `RULE:case`. Our own wording.
"""

from __future__ import annotations

from rollwrite_desktop.core.audit import Rulebook
from rollwrite_desktop.core.i18n import mark

_SENTENCES = {
    # chance
    "OT-4": mark("{found}: the set-up takes two different digits and two cards that have not come up yet."),
    "OT-5": mark("{found}: two digits and three cards of the deck are expected."),
    "OT-5:wait": mark("Not yet: somebody is still writing."),
    "OT-5:start": mark("The cards are not turned up yet."),
    "OT-5:table": mark("Dice and cards are for the whole table, not for one player."),
    "OT-10:cards": mark("Last turns have no cards: any empty area takes the number."),
    "OT-10": mark("{found}: two digits and no cards are expected on a last turn."),
    # writing
    "OT-6:full": mark("{area} already holds {mark}."),
    "OT-6:hand": mark("{number} is not to be written now: this turn still brings {numbers}."),
    "OT-6:region": mark("{area} lies in {regions}; the cards show {shown}."),
    "OT-6:card": mark("{area} needs the same card as {other}, and each number needs a card of its own."),
    "OT-6:used": mark("{card}: no number is left for this card, or no empty area. Each number takes a different card."),
    "OT-6:done": mark("Everything is written for this turn; undo to change it."),
    "OT-7": mark("The star goes in a region on one of the cards: {shown}; {area} lies in {regions}."),
    "OT-8": mark("{numbers} can still be written in {areas}, so there is no X yet."),
    "OT-8:star": mark("The star can still be written in {areas}, so there is no X."),
    "OT-R1:last": mark("An X in {area} would take the only place left for a number."),
    # the route
    "OT-11:early": mark("The route is drawn when every area is filled; sketch one until then."),
    "OT-11:x": mark("{area} holds an X: no route passes it."),
    "OT-11:twice": mark("{area} is on the route already."),
    "OT-11:line": mark("No line joins {other} and {area}."),
    "OT-11:falling": mark("{area} holds {mark}, and the route has reached {last}: numbers may not fall."),
    "OT-11:none": mark("Begin the route in any area that holds no X."),
    "OT-11:over": mark("The route is drawn; undo to change it."),
    "OT-13:none": mark("There is no sketch to erase."),
    # a filled sheet
    "OT-4:circles": mark("{n} numbers are circled; the set-up alone circles four."),
    "OT-4:pairs": mark("Pairs such as 14 and 41 among the circled numbers: {pairs}; the set-up alone makes two."),
    "OT-4:area": mark("{area}: the set-up’s {number} should stand here, circled; there is {mark}."),
    "OT-6:digits": mark("{area} holds {mark}: doubles give a star, never a number."),
    "OT-6:mirror": mark(
        "Numbers come in pairs such as 14 and 41. Without a partner: {n}; "
        "explained by Xs ({xs}) and a last turn: at most {most}."
    ),
    "OT-6:rolls": mark("The rolls bring {number} {rolled} times; on the map it stands {n} times."),
    "OT-7:rolls": mark("The rolls and cards bring {most} stars; on the map there are {n}."),
    "OT-8:circle": mark("{area} holds a circled X: an X is never circled."),
    "OT-R1:regions": mark("Every region holds an X; but for the first X one region must have been full, and it has none."),
    "OT-R1:room": mark("An X stands here, but no region is full without one: there was still room for the numbers."),
    "OT-R1:least": mark("At least {n} mistakes."),
    "OT-R1:between": mark("Between {least} and {most} mistakes so far."),
    "OT-R1:more": mark("At least {least} mistakes so far."),
    "OT-R1:example": mark("This is an example: as few mistakes in other places would explain the map as well."),
    "OT-6:left": mark("Entry {n}, {found}, asks for more than was written."),
    "OT-R2:own": mark("{area} is circled, but {mark} was not written with its card."),
    "OT-R2:bare": mark("{area} is not circled, but {mark} was written with its card."),
    "OT-5:list": mark("The rolls account for {covered} of the {filled} areas filled."),
    "OT-12:best": mark("{claimed} is claimed; no route on this map scores more than {total}."),
    "OT-6:circle": mark("{area} is circled, but its card never came up with {mark}."),
    "OT-6:place": mark("{mark} stands in {area}, where no turn of these rolls could write it."),
    "OT-10:circles": mark("{n} of {areas} areas are circled; the last turns give no circle, so {most} is the most."),
    "OT-11:blank": mark("Still empty: {areas}. A route is drawn when every area is filled."),
    "OT-11:empty": mark("{area} is empty: the route cannot pass it."),
    "OT-5:roll": mark("Entry {n}, {found}, cannot have come up."),
    "OT-12": mark("{claimed} is claimed; the route comes to {total}."),
    "OT-12:part": mark("{claimed} {part} are claimed; the route has {total}."),
    # repairs
    "OT-R1:fill": mark("Fill every area first."),
    "OT-R2:plain": mark("Right without the circle."),
    "OT-R2:ring": mark("Right with a circle."),
    "OT-R2:held": mark("Right if {area} held {mark}."),
    "OT-R2:claim": mark("Write {total} in the box."),
    "OT-R2:cut": mark("Right if the route ended in {other}."),
    "OT-R2:digits": mark("Look again at the digits."),
}

_ON_PAPER = {
    "OT-6:hand": mark("{number} does not belong to this roll, which had {numbers} left to write."),
    "OT-8": mark("{numbers} could still be written in {areas}, so there was no X yet."),
    "OT-8:star": mark("The star could still be written in {areas}, so there was no X."),
    "OT-R1:last": mark("The X in {area} took the only place left for a number."),
}

RULEBOOK = Rulebook(_SENTENCES, _ON_PAPER)
"""Rulebook entry to message id."""

"""Every sentence that explains a rule of On Tour, by rule key; live refusals and audit findings share them.

An entry is `RULE` or `RULE:case`. Our own wording.
"""

from __future__ import annotations

from rollwrite_desktop.core.audit import Rulebook
from rollwrite_desktop.core.i18n import mark, mark_n

_SENTENCES = {
    # chance
    "OT-4": mark("{found}: expected two different digits and two cards that have not come up yet."),
    "OT-4:equal": mark("The set-up needs two different digits. Roll equal ones again."),
    "OT-5:twice": mark("The card of {area} is in the deck only once."),
    "OT-5:gone": mark("The card of {area} has already come up."),
    "OT-R4:last": mark("The last cards of the deck come up before it is shuffled again: {areas}."),
    "OT-5": mark("{found}: expected two digits, and cards of the deck: {cards}."),
    "OT-5:wait": mark("Not yet: someone is still writing."),
    "OT-5:start": mark("The cards have not been turned up yet."),
    "OT-5:table": mark("Dice and cards are for the whole table, not for one player."),
    "OT-10:cards": mark("The last turns have no cards: write in any empty area."),
    "OT-10": mark("{found}: a last turn has two digits and no cards."),
    # writing
    "OT-6:full": mark("There is already {mark} in {area}."),
    "OT-6:hand": mark("You can’t write {number} now. Left this turn: {numbers}."),
    "OT-6:region": mark("No card allows {area} ({regions}). The cards show {shown}."),
    "OT-6:card": mark("{other} took the card that {area} would need. Each number takes a different card."),
    "OT-6:used": mark("{card}: this card has no number or no empty area left. Each number takes a different card."),
    "OT-6:done": mark("Your turn is finished. Undo to change it."),
    "OT-7": mark("No card allows {area} ({regions}). The star goes in a region shown: {shown}."),
    "OT-8": mark("No X yet: {numbers} can still go in {areas}."),
    "OT-8:star": mark("No X yet: the star can still go in {areas}."),
    "OT-R1:last": mark("An X in {area} would take the only place left for a number."),
    # the route
    "OT-11:early": mark("Draw the route when every area is filled. Until then, sketch one."),
    "OT-11:x": mark("A route can’t pass the X in {area}."),
    "OT-11:twice": mark("The route already passes {area}."),
    "OT-11:line": mark("No line joins {other} and {area}."),
    "OT-11:falling": mark("The {mark} in {area} is too low: the route is already at {last}, and numbers may never fall."),
    "OT-11:none": mark("Start the route in any area without an X."),
    "OT-11:over": mark("Your route is finished. Undo to change it."),
    "OT-13:none": mark("There is no sketch to erase."),
    # a filled sheet
    "OT-4:circles": mark("Circled numbers: {n}. The set-up alone circles {least}."),
    "OT-4:pairs": mark("Circled pairs such as 14 and 41: {pairs}. The set-up alone makes {least}."),
    "OT-4:area": mark("{area}: the set-up’s {number} belongs here, circled; there is {mark}."),
    "OT-6:digits": mark("The {mark} in {area} is not possible: doubles give a star, never a number."),
    "OT-6:mirror": mark(
        "Numbers come in pairs such as 14 and 41. Without a partner: {n}. Xs ({xs}) and a last turn explain at "
        "most {most}."
    ),
    "OT-6:rolls": mark("Number {number}: the rolls give {rolled}, the map has {n}."),
    "OT-7:rolls": mark("Stars: the rolls and cards give {most}, the map has {n}."),
    "OT-8:circle": mark("The X in {area} is circled, but an X never is."),
    "OT-R1:regions": mark("Every region holds an X. But the first X needs a region that was full without one."),
    "OT-R1:room": mark("This X came too early: no region is full without an X, so the numbers still had room."),
    "OT-R1:least": mark_n("At least {n} mistake.", "At least {n} mistakes."),
    "OT-R1:between": mark("Between {least} and {most} mistakes so far."),
    "OT-R1:more": mark("At least {least} mistakes so far."),
    "OT-R1:example": mark("This is one example. The same number of mistakes in other places would also explain the map."),
    "OT-6:left": mark("Entry {n}, {found}: not everything was written."),
    "OT-R2:own": mark("{area}: {mark} is circled, but was written with another card."),
    "OT-R2:bare": mark("{area}: {mark} is not circled, but was written with its own card."),
    "OT-5:list": mark("Areas filled: {filled}. The rolls explain {covered} of them."),
    "OT-12:best": mark("The score written is {claimed}, but no route on this map scores more than {total}."),
    "OT-6:circle": mark("{area}: {mark} is circled, but never came up with its own card."),
    "OT-6:place": mark("{mark} can’t be in {area}: none of these rolls could write it there."),
    "OT-10:circles": mark(
        "Circled areas: {n} of {areas}. The last turns give no circles, so at most {most} are possible."
    ),
    "OT-11:blank": mark("A route is drawn when every area is filled. Still empty: {areas}."),
    "OT-11:empty": mark("The route can’t pass {area}: nothing is written there."),
    "OT-5:roll": mark("Entry {n}, {found}, is not possible."),
    "OT-12": mark("The score written is {claimed}; the route scores {total}."),
    "OT-12:part": mark("{part}: the sheet says {claimed}, the route has {total}."),
    # repairs
    "OT-R1:fill": mark("Fill every area first."),
    "OT-R2:plain": mark("Right without the circle."),
    "OT-R2:ring": mark("Right with a circle."),
    "OT-R2:held": mark("Right with {mark} in {area}."),
    "OT-R2:claim": mark("Write {total} in the box."),
    "OT-R2:cut": mark("Right if the route ended in {other}."),
    "OT-R2:digits": mark("Check the digits."),
}

_ON_PAPER = {
    "OT-6:hand": mark("{number} is not from this roll, which had {numbers} left."),
    "OT-6:done": mark("More was written than this turn allows."),
    "OT-8": mark("This X came too early: {numbers} could still go in {areas}."),
    "OT-8:star": mark("This X came too early: the star could still go in {areas}."),
    "OT-11:early": mark("The route was drawn before every area was filled."),
    "OT-11:falling": mark("The {mark} in {area} was too low: the route was already at {last}, and numbers may never fall."),
    "OT-R1:last": mark("The X in {area} took the only place left for a number."),
}

RULEBOOK = Rulebook(_SENTENCES, _ON_PAPER)
"""Rulebook entry to message id."""

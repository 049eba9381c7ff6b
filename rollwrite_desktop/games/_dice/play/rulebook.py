"""Every sentence that explains a rule of Two Dice, by rule key; refusals and findings share them."""

from rollwrite_desktop.core.i18n import mark

RULEBOOK = {
    "TD-1": mark("Roll two dice when everyone has written one of the last."),
    "TD-2": mark("Wait for the next roll."),
    "TD-3": mark("{space} already holds {mark}."),
    "TD-4": mark("Write one of the numbers that were rolled: {numbers}."),
    "TD-4:rolls": mark("{space}: no roll shows {number} that isn’t used already."),
    "TD-5": mark("{space} and {other} are neighbors: they can’t both hold {number}."),
    "TD-6": mark("An X is only for rolls of which no number fits: here {numbers} can be written."),
    "TD-7": mark("The sheet claims {claimed}; its numbers add up to {total}."),
}

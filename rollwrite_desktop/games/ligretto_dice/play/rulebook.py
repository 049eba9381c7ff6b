"""Every sentence that explains a rule of Ligretto Dice, by rule key; live refusals and audit findings share them.

An entry is `RULE` or `RULE:case`. Our own wording.
"""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark

RULEBOOK = {
    # the round
    "LD-2": mark("{dice}: expected {n} dice from the bag, each showing 1 to 6."),
    "LD-3:wait": mark("The dice have not been dealt yet."),
    "LD-3:cup": mark("Everyone rolls their own dice."),
    "LD-3:dice": mark("You can’t choose what dice show: roll them, then place them."),
    "LD-4": mark("{color} {value} waits for {color} {next}: each color is built up from 1."),
    "LD-4:have": mark("You have no {color} {value}."),
    "LD-5": mark("{dice}: roll all dice that are left together; there are {n}."),
    "LD-6": mark("Too late: {color} {value} is taken. You can use your die again after a roll."),
    "LD-10": mark("The game is over."),
    # rulings
    "LD-R3:lock": mark("Locked for a moment after a wrong placement."),
    "LD-R3:right": mark("{color} {value} can be placed: that is no mistake."),
    "LD-R3:clock": mark("Wrong placements count only in the race."),
    "LD-R4:hand": mark("Use one hand: one die after the other."),
    "LD-R4:rolling": mark("Your dice are still rolling."),
    "LD-R5": mark("Stop! Someone has placed their last die, so the round is over."),
    "LD-R6:out": mark("Only tied players play this round."),
    "LD-R11:turn": mark("It is another player’s turn."),
    "LD-R11:roll": mark("Without the race, everyone rolls together once all have passed."),
    "LD-R11:pass": mark("In the race no one passes: place, wait or roll."),
    # a filled score sheet
    "LD-8:none": mark("Round {round}: no one gained points, but the winner of the round must."),
    "LD-8:many": mark("Round {round}: {names} gained points, but only the winner of the round can."),
    "LD-9": mark("Round {round}: {name} gained {won}, but the others lost {lost} in all."),
    "LD-9:range": mark("Round {round}: {name} has {entry}, but everyone except the winner loses 1 to {most}."),
    "LD-9:sum": mark("Round {round}, {name}: {before} and {entry} make {sum}, not {total}."),
    "LD-9:extra": mark("Round {round} has totals but no entries."),
    "LD-9:still": mark("Round {round}: {name} did not play, so the total stays {before}, not {total}."),
    "LD-10:few": mark("Rounds entered: {n}. With {players} players, a game has {rounds}."),
    "LD-10:many": mark(
        "Rounds entered: {n}. With {players} players, a game has {rounds}, and no leaders were tied then."
    ),
    "LD-10:empty": mark("{claimed} is named as the winner, but no round is entered."),
    "LD-10:claim": mark("{claimed} is named as the winner, but the sheet gives the win to {names}."),
    "LD-R10": mark("No one has {target} points yet: the game was not played to its end."),
    "LD-R10:many": mark("Round {round}: the game was over after round {last}, and no leaders were tied."),
    "LD-11:missing": mark("{names} are tied with {total}: one extra round decides."),
    "LD-11:shared": mark("This table shares a tied win, so there is no tie-break round."),
    "LD-R6:entry": mark("Round {round}: {name} was not tied for the lead and does not play the tie-break."),
    "LD-R6:blank": mark("Round {round}: {name} has no entry."),
    "LD-R7": mark("The shares add up to {sum}, but 24 dice are dealt, at least 3 to each player."),
    "LD-R3:penalty": mark("{name} has penalties, but this table gives none."),
    # repairs
    "LD-R8:cell": mark("Right with {n}."),
    "LD-R8:claim": mark("The winner is {names}."),
    "LD-R8:blank": mark("Leave it blank."),
}
"""Rulebook entry to message id."""

"""The rules of Ligretto Dice to read and to look up, in our own words, with a board that is played on and a score sheet."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.words.handbook import Brief, Chapter, Entry, Example, Handbook
from rollwrite_desktop.games.ligretto_dice.play.model import DICE, START, VALUES
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice

_PAIR = ("Ann", "Bo")
_DEALT = (
    "> red 1, red 2, red 4, green 1, green 5, green 6, blue 3, blue 3, blue 5, yellow 2, yellow 4, yellow 6",
    "> red 6, red 3, red 5, green 1, green 2, green 2, blue 1, blue 6, blue 2, yellow 1, yellow 1, yellow 3",
)


def board() -> Example:
    """Returns the board at the start."""
    return Example(tr("The board: a column for each color, with a space for each number."), ("R1", "R6", "Y1", "Y6"),
                   (*_DEALT,), players=_PAIR)


def building_up() -> Example:
    """Two dice of one color placed, a third that must wait."""
    return Example(tr("Red 1, then red 2. Red 4 must wait for red 3."), ("R1", "R4", "Y1", "Y4"),
                   (*_DEALT, "place R1", "place R2"), players=_PAIR)


def too_soon() -> Example:
    """A die whose place is not open yet."""
    return Example(tr("Red 4 can’t follow red 1."), ("R1", "R4", "Y1", "Y4"),
                   (*_DEALT, "place R1", "place R4"), players=_PAIR)


def scored() -> Example:
    """A round on a score sheet for three."""
    return Example(
        tr("Ann finished. Bo had 3 dice left and Cy had 1: +4, −3, −1."), ("r1p1", "r1p3", "total/r1p3", "name/1"),
        more={"players": ["Ann", "Bo", "Cy"], "rounds": [[4, -3, -1]], "totals": [[104, 97, 99]]},
        sheet="ligretto_dice_score_3",
    )


def handbook_for(rules: LigrettoDice) -> Handbook:  # noqa: ARG001
    """Returns the handbook, the same for every board."""
    return (
        Chapter(tr("The aim"), (
            Entry(
                ("LD-1",), tr("Get rid of your dice"),
                tr("Be the first to place all your dice on the board. The others lose points for the dice they still "
                   "have, and you win points for them. Everyone plays at the same time.\n"
                   "There are {dice} dice, {each} of each color. The board has a column for each color and rows from 1 to "
                   "{each}.", dice=len(DICE), each=len(VALUES)),
                brief=(Brief(tr("Aim"), tr(
                    "Each round, be the first to place all your dice. After the last round, the most points win.")),),
            ),
        )),
        Chapter(tr("A round"), (
            Entry(
                ("LD-2", "LD-R7"), tr("Deal the dice"),
                tr("Put all {dice} dice in the bag. Each player draws 12 dice in a two-player game, 8 with three players, "
                   "or 6 with four. You keep the colors you draw.", dice=len(DICE)),
                brief=(Brief(tr("A round"), tr(
                    "Put all 24 dice in the bag. Two players draw 12 each, three draw 8, four draw 6; colors as they come. "
                    "On “Go!” everyone rolls all their dice. Everyone plays at the same time.")),),
            ),
            Entry(
                ("LD-3",), tr("Go!"),
                tr("On “Go!” everyone rolls all their dice at once. From then on, everyone plays as fast as they can. "
                   "Nobody takes turns."),
            ),
            Entry(
                ("LD-4",), tr("Place a die"),
                tr("Each color has a space for each number. Put a die on the space for its color and number. All lower "
                   "numbers of that color must be there already, whoever placed them.\n"
                   "Each space takes only one die."),
                (building_up,),
                brief=(Brief(tr("Placing"), tr(
                    "Place a die on the space for its color and value, but only when all lower values of that color are "
                    "there."), (building_up,)),),
            ),
            Entry(
                ("LD-R3",), tr("A wrong die"),
                tr("A die that doesn’t fit comes back to you."),
                (too_soon,),
                tr("You then can’t place anything for 0.6 seconds."),
                tr("A wrong die costs nothing, or it costs a point as well."),
            ),
            Entry(
                ("LD-5", "LD-R1"), tr("Roll again"),
                tr("If you can’t place a die, you may roll again. Roll all the dice you have left, never just some of "
                   "them."),
                ruling=tr("You may roll again at any time, even if a die fits. You may also wait."),
                brief=(Brief(tr("Rolling again"), tr(
                    "Roll again whenever you like, but only all the dice you have left, together.")),),
            ),
            Entry(
                ("LD-6", "LD-R2"), tr("First come, first served"),
                tr("If two players want the same space, the first one gets it. The other one keeps that die. It can’t "
                   "be used until they have rolled all their dice again."),
            ),
            Entry(
                ("LD-7", "LD-R4"), tr("One hand"),
                tr("Use only one hand to pick up and place dice."),
                ruling=tr("So you place one die at a time, with at least a quarter of a second between two. You can’t "
                          "place dice while your own are still rolling."),
                house=tr("The table may drop the pause between two dice, the wait while yours roll, or both."),
                brief=(Brief(text=tr(
                    "Use one hand. If you come second to a space, keep the die; use it only after a new roll.")),),
            ),
            Entry(
                ("LD-8", "LD-R5"), tr("Stop!"),
                tr("When you place your last die, call “Stop!” The round ends at once. Nobody places any more dice, and "
                   "everyone leaves the rest where it can be seen."),
                ruling=tr("The program calls “Stop!” for you."),
                brief=(Brief(text=tr(
                    "Whoever places their last die first calls “Stop!” Nothing more is placed; all dice stay where they "
                    "are.")),),
            ),
        )),
        Chapter(tr("Points"), (
            Entry(
                ("LD-9", "LD-R8"), tr("After each round"),
                tr("Everyone starts with {start} points. If you finished, you win 1 point for each die the others have "
                   "left. If not, you lose 1 point for each die you have left.\n"
                   "The numbers on those dice don’t matter.",
                   start=START),
                (scored,),
                tr("A total can fall below zero."),
                brief=(Brief(tr("Points"), tr(
                    "Everyone starts with 100. The winner of the round scores 1 point for every die the others have left. "
                    "Everyone else loses 1 point for each die they have left. Values don’t matter."), (scored,)),),
            ),
            Entry(
                ("LD-10", "LD-R10"), tr("The end of the game"),
                tr("Play three rounds for each player: 6 rounds for two, 9 for three, 12 for four. The most points win."),
                house=tr("Play a set number of rounds, for a set time, or to a target. The round in which the time runs "
                         "out or the target is reached is the last."),
            ),
            Entry(
                ("LD-11", "LD-R6"), tr("Ties"),
                tr("Players who tie for the lead play one more round."),
                ruling=tr("Only they get dice, all {dice} in equal shares. If shares were unequal, they keep theirs "
                          "and split the missing dice. The others keep their points.", dice=len(DICE)),
                house=tr("Share the win instead."),
            ),
        )),
        Chapter(tr("Other ways to play"), (
            Entry(
                ("LD-12",), tr("With children"),
                tr("To help children, an adult can take one or two more dice."),
                ruling=tr("You set each player’s share: at least 3 dice each, {dice} in all.", dice=len(DICE)),
            ),
            Entry(
                ("LD-R9",), tr("Alone"),
                tr("Play against one to three computer players. Or play alone against the clock."),
            ),
            Entry(
                ("LD-R11",), tr("Without speed"),
                tr("Everyone rolls. Then take turns: place one die or pass. When all pass one right after another, everyone "
                   "rolls the dice they have left.\n"
                   "The first player without dice ends the round at once."),
                ruling=tr("This variant is ours, for players who can’t race."),
            ),
            Entry(("LD-R12",), tr("Pause"), tr("A pause hides all dice, so nobody can plan ahead.")),
        )),
    )

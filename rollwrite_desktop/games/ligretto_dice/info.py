"""What Ligretto Dice is called, for how many it is, and what a table may choose before it: length, shares, pace and more."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark, mark_n
from rollwrite_desktop.core.rules import Choice, GameInfo, Scale, Split
from rollwrite_desktop.games.ligretto_dice.play.model import DICE

RACE, TURNS = "race", "turns"
MIN_SHARE = 3

INFO = GameInfo(
    id="ligretto_dice",
    title="Ligretto Dice",
    players=(1, 4),
    version=2,
    realtime=True,
    undo=False,
    options=(
        Choice("pace", mark("Pace"), {
            RACE: mark("a race: all at once"), TURNS: mark("in turns: a variant without speed"),
        }),
        Choice("length", mark("Length"), {
            "three_each": mark("3 rounds per player"), "one_each": mark("1 round per player"),
            "minutes_5": mark("5 minutes of racing"), "target_120": mark("until someone has 120 points"),
        }, scales=(
            Scale("rounds_", mark_n("{n} round in all", "{n} rounds in all"), 1, 99, 5),
            Scale("minutes_", mark_n("{n} minute of racing", "{n} minutes of racing"), 1, 99, 5),
            Scale("target_", mark_n("until someone has {n} point", "until someone has {n} points"), 100, 199, 120),
        ), only={"minutes_": ("pace", RACE)}),
        Choice("tie", mark("Leaders are tied"), {
            "round": mark("one extra round decides"), "shared": mark("the win is shared"),
        }),
        Choice("wrong", mark("A wrong placement"), {
            "lock": mark("locks placing for 0.6 seconds"), "nothing": mark("costs nothing"),
            "minus_one": mark("locks, and costs 1 point"),
        }, only={"": ("pace", RACE)}),
        Choice("hand", mark("One hand"), {
            "both": mark("a pause between two dice, and none placed while yours roll"),
            "gap": mark("a pause between two dice"), "roll": mark("none placed while yours roll"),
            "off": mark("as fast as you can"),
        }, only={"": ("pace", RACE)}),
        Choice("shares", mark("Dice per player"), {
            "equal": mark("equal shares"), "plus_1": mark("the first player has one more"),
            "plus_2": mark("the first player has two more"),
        }, split=Split(mark("set by hand"), len(DICE), MIN_SHARE, (2, 4))),
        Choice("trial", mark("Dice in a time trial alone"), {"24": "24", "12": "12", "8": "8", "6": "6"}),
    ),
)

"""What a table may choose before Ligretto Dice: lengths, shares, penalties, pace; and what the values mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import mark, mark_n, tr
from rollwrite_desktop.core.rules import Choice, GameInfo, Scale, Split
from rollwrite_desktop.games.ligretto_dice.play.model import DICE

RACE, TURNS = "race", "turns"
MIN_SHARE = 3
MAX_ROUNDS = 24  # of a game for a time or a target, which might otherwise not end (LD-R10)

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


def option_values(given: Mapping[str, str] | None) -> dict[str, str]:
    """All options, the given ones over the defaults."""
    return INFO.with_defaults(given or {})


def shares_of(options: Mapping[str, str], players: int) -> tuple[int, ...]:
    """How many dice each player gets in an ordinary round. Raises UserError where typed shares are not
    for so many players, or not all of the dice."""
    if players == 1:
        return (int(options["trial"]),)
    wanted = options["shares"]
    if "," in wanted:
        typed = tuple(int(part) for part in wanted.split(","))
        if len(typed) != players or not fair(typed):
            raise UserError(tr(
                "Dice per player: '{shares}'; expected numbers that add up to 24, each at least 3, one per player ({n}).",
                shares=wanted, n=players,
            ))
        return typed
    more = int(wanted.partition("_")[2] or 0)
    first = len(DICE) // players + more
    rest = len(DICE) - first
    others = players - 1
    return (first, *(rest // others + (i < rest % others) for i in range(others)))


def fair(shares: Sequence[int]) -> bool:
    """Whether all dice are dealt, and enough of them to each."""
    return sum(shares) == len(DICE) and min(shares) >= MIN_SHARE


def tie_shares(shares: tuple[int, ...]) -> tuple[int, ...]:
    """LD-R6: all dice among the tied; what is missing is split equally, odd dice go to the largest shares."""
    each, odd = divmod(len(DICE) - sum(shares), len(shares))
    largest = sorted(range(len(shares)), key=lambda i: (-shares[i], i))[:odd]
    return tuple(share + each + (i in largest) for i, share in enumerate(shares))


def rounds_of(options: Mapping[str, str], players: int) -> int:
    """How many ordinary rounds are played at most."""
    kind, _, count = options["length"].partition("_")
    if players == 1:
        return int(count) if kind == "rounds" else 1
    return {"three": 3 * players, "one": players}.get(kind) or (int(count) if kind == "rounds" else MAX_ROUNDS)


def target_of(options: Mapping[str, str]) -> int:
    """Returns the points that end the game, 0 where it does not end with points."""
    kind, _, points = options["length"].partition("_")
    return int(points) if kind == "target" else 0

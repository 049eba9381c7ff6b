"""What the options of Ligretto Dice mean: which shares, how many rounds, which target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games.ligretto_dice.info import INFO, MIN_SHARE
from rollwrite_desktop.games.ligretto_dice.play.model import DICE

MAX_ROUNDS = 24  # of a game for a time or a target, which might otherwise not end (LD-R10)


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
    """Returns whether all dice are dealt, and enough of them to each."""
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

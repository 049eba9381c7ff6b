"""What rounds add up to: totals, leaders, who plays on, places. The same for a race and for a score sheet on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rollwrite_desktop.core.rules import Score, Scores
from rollwrite_desktop.games.ligretto_dice.play.model import START, Round
from rollwrite_desktop.games.ligretto_dice.play.options import rounds_of, target_of

MINUTE = 60_000


def total(rounds: Sequence[Round], player: int, penalised: bool) -> int:
    """A player's points after these rounds."""
    return START + sum([(one.entries[player] or 0) - (one.fumbles[player] if penalised else 0) for one in rounds])


def is_penalised(options: Mapping[str, str]) -> bool:
    """Returns whether a wrong placement costs a point by these options."""
    return options["wrong"] == "minus_one"


def regular(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """Returns the rounds without those played to break a tie."""
    return tuple(one for one in rounds if not one.tie_break)


def leaders(players: int, rounds: Sequence[Round], penalised: bool) -> tuple[int, ...]:
    """Returns the places of those who lead: after the ordinary rounds, then narrowed by each tie-break."""
    among = tuple(range(players))
    for count in range(len(regular(rounds)), len(rounds) + 1):
        totals = {player: total(rounds[:count], player, penalised) for player in among}
        most = max(totals.values())
        among = tuple([player for player in among if totals[player] == most])
    return among


def done(options: Mapping[str, str], players: int, rounds: Sequence[Round]) -> bool:
    """LD-R10: whether the ordinary rounds have been played."""
    played = regular(rounds)
    if len(played) >= rounds_of(options, players):
        return True
    kind, _, count = options["length"].partition("_")
    if kind == "minutes":
        return sum(one.ms for one in played) >= int(count) * MINUTE
    if target := target_of(options):
        return any(total(played, player, is_penalised(options)) >= target for player in range(players))
    return False


def next_racers(options: Mapping[str, str], players: tuple[str, ...], rounds: Sequence[Round]) -> tuple[str, ...]:
    """Who plays the next round: all, the tied leaders (LD-11), or nobody because it is over."""
    if not done(options, len(players), rounds):
        return players
    ahead = leaders(len(players), rounds, is_penalised(options))
    return tuple(players[i] for i in ahead) if len(ahead) > 1 and options["tie"] == "round" else ()


def scores(players: tuple[str, ...], rounds: Sequence[Round], penalised: bool, running: Sequence[int] = ()) -> Scores:
    """penalised: whether a wrong placement costs a point; running: those of the round at hand, by player."""
    ahead = leaders(len(players), rounds, penalised)
    before = {i: total(regular(rounds), i, penalised) for i in range(len(players))}
    order = {i: (i not in ahead, -before[i]) for i in before}
    made = []
    for i, player in enumerate(players):
        entries = [one.entries[i] or 0 for one in rounds]
        fumbles = sum([one.fumbles[i] for one in rounds]) + (running[i] if running else 0)
        parts = (
            ("start", START), ("won", sum([entry for entry in entries if entry > 0])),
            ("lost", sum([entry for entry in entries if entry < 0])), ("penalties", -fumbles if penalised else 0),
        )
        place = 1 + sum([other < order[i] for other in order.values()])
        made.append(Score(player, sum([points for _, points in parts]), parts, -before[i], place))
    return tuple(made)

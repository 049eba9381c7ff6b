"""What is said before a round: which round it is, who gets how many dice, and what unequal shares are likely to mean."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import percent, tr, tr_n
from rollwrite_desktop.core.race_bots import race
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.ligretto_dice.play.model import State
from rollwrite_desktop.games.ligretto_dice.play.options import rounds_of
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice
from rollwrite_desktop.games.ligretto_dice.think.bots import BOTS
from rollwrite_desktop.sheet.sheet import Sheet

TRIED = 60


def note(rules: LigrettoDice, state: State, names: tuple[str, ...]) -> str:
    """Returns the sentences for the card before a round."""
    shares = {player: rules.share(state, player) for player in state.racers}
    if len(names) == 1:
        return tr_n("A time trial with {n} die.", "A time trial with {n} dice.", next(iter(shares.values())))
    by_name = {names[state.players.index(player)]: share for player, share in shares.items()}
    if state.tie_break:
        text = tr("A tie: one extra round between {names}.", names=tuple(by_name))
    elif rules.options["length"].startswith(("minutes", "target")):
        text = tr("Round {n}.", n=len(state.rounds) + 1)
    else:
        text = tr("Round {n} of {all}.", n=len(state.rounds) + 1, all=rounds_of(rules.options, len(names)))
    if len(set(by_name.values())) == 1:
        return text + " " + tr("{n} dice each.", n=next(iter(by_name.values())))
    text += " " + ", ".join(tr("{name}: {n} dice", name=name, n=share) for name, share in by_name.items()) + "."
    if state.tie_break:
        return text
    chances = estimate(rules.sheet, tuple(shares.values()))
    guess = ", ".join(f"{name} {percent(chance)}" for name, chance in zip(by_name, chances, strict=True))
    return text + " " + tr("Between equal players, these shares win about this often: {chances}.", chances=guess)


_known: dict[tuple[int, ...], tuple[int, ...]] = {
    (13, 11): (46, 54), (14, 10): (39, 61), (15, 9): (25, 75), (9, 8, 7): (27, 33, 40), (10, 7, 7): (24, 38, 38),
    (7, 6, 6, 5): (19, 24, 24, 33), (8, 6, 5, 5): (11, 24, 33, 32),
}
"""Largest share first: chances in percent, measured by tests/bench/bench_ligretto.py; others are tried when asked for."""


def estimate(sheet: Sheet, shares: tuple[int, ...]) -> tuple[int, ...]:
    """How many of a hundred rounds each share would win among equal computer players, roughly."""
    order = sorted(range(len(shares)), key=lambda i: -shares[i])
    largest_first = tuple(shares[i] for i in order)
    if largest_first not in _known:
        _known[largest_first] = _tried(sheet, largest_first)
    return tuple(_known[largest_first][order.index(i)] for i in range(len(shares)))


def _tried(sheet: Sheet, shares: tuple[int, ...]) -> tuple[int, ...]:
    options = {"length": "rounds_1", "tie": "shared", "shares": ",".join(map(str, shares))}
    rules = LigrettoDice(sheet, options)
    players = tuple(f"p{i}" for i, _ in enumerate(shares, 1))
    wins = [0] * len(shares)
    for k in range(TRIED):
        session = Session(rules, players, code=f"forecast/{k}")
        race(session, dict.fromkeys(players, BOTS["level_3"]))
        entries = session.state.rounds[0].entries
        wins[max(range(len(wins)), key=lambda i: entries[i] or 0)] += 1
    return tuple(round(100 * won / TRIED) for won in wins)

"""What there is to say of a game of Ligretto Dice afterwards: every round, who gained and who lost."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import decimal, integer, tr
from rollwrite_desktop.gamekit.think.review import Remark, Review
from rollwrite_desktop.games.ligretto_dice.play.model import State
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice


def remarks(rules: LigrettoDice, state: State, player: str) -> tuple[Remark, ...]:  # noqa: ARG001
    """Returns the player's rounds: points, time and rolls."""
    seat, found = state.players.index(player), []
    for n, one in enumerate(state.rounds, 1):
        entry = one.entries[seat]
        if entry is None:
            found.append(Remark(tr("Round {n}: not in it", n=n)))
        else:
            found.append(Remark(tr(
                "Round {n}: points {points}, rolls {rolls}, {seconds} s",
                n=n, points=integer(entry, sign=True), rolls=one.rolls[seat], seconds=decimal(one.ms / 1000),
            )))
    return tuple(found)


REVIEW = Review(remarks=remarks, round_of=lambda state: len(state.rounds))

"""Computer players of Ligretto Dice: six levels that differ in how soon they notice, how much they overlook, and whether
they wait for a die that is about to be placed. They see what lies on the table, as a person does."""

from __future__ import annotations

import random
from typing import Any

from rollwrite_desktop.core.bots import Bot, random_bot
from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.core.race_bots import Racer, Tempo
from rollwrite_desktop.core.rules import Move, Rules
from rollwrite_desktop.gamekit.think.levels import Level
from rollwrite_desktop.games.ligretto_dice.play.model import Pass, Place, Roll, State, waiting_pays

CALM = "calm"
TEMPOS = {
    CALM: Tempo(5.0, 0.25),
    "level_1": Tempo(1.6, 0.25), "level_2": Tempo(1.1, 0.15), "level_3": Tempo(0.75, 0.08),
    "level_4": Tempo(0.5, 0.03, patience=4), "level_5": Tempo(0.38, 0.01, patience=12),
}


def glance(rules: Rules[Any], state: State, player: str, at: int, tempo: Tempo, luck: random.Random) -> Move | None:
    """A die that fits, if one is noticed; else a roll, unless waiting pays."""
    listed = list(rules.moves(state, player, at))
    if not any(isinstance(move, Roll) for move in listed):
        return None
    open_ones = [move for move in listed if isinstance(move, Place)]
    if not open_ones and state.part(player).free_at > at:
        return None
    noticed = [move for move in open_ones if luck.random() >= tempo.miss]
    if noticed:
        if not tempo.patience:
            return luck.choice(noticed)
        return max(noticed, key=lambda move: (_urgency(state, player, move), luck.random()))
    if waiting_pays(state, player, tempo.patience):
        return None
    return Roll()


def _urgency(state: State, player: str, move: Place) -> int:
    """Two for a place that somebody else could take, one for a place that opens another own die."""
    wanted = Die(move.color, move.value)
    contested = any(wanted in state.part(racer).dice for racer in state.racers if racer != player)
    return 2 * contested + (Die(move.color, move.value + 1) in state.part(player).dice)


def calm(rules: Rules[Any], state: State, player: str, luck: random.Random) -> Move:
    """Without a clock: a die that fits, else a roll or a pass."""
    listed = list(rules.moves(state, player))
    fitting = [move for move in listed if isinstance(move, Place)]
    return luck.choice(fitting or [move for move in listed if isinstance(move, Roll | Pass)])


def _by_chance(rules: Rules[Any], state: State, player: str, at: int, tempo: Tempo, luck: random.Random) -> Move | None:  # noqa: ARG001
    listed = [move for move in rules.moves(state, player, at) if isinstance(move, Place | Roll)]
    return luck.choice(listed) if listed else None


BOTS: dict[str, Bot[State]] = {
    CALM: Racer(TEMPOS[CALM], glance, calm),
    "random": Racer(Tempo(1.6, 0.0), _by_chance, random_bot),
    **{name: Racer(tempo, glance, calm) for name, tempo in TEMPOS.items()},
}
"""The computer players by name, the best last."""
LEVELS = {
    CALM: Level(mark("Calm"), mark("Takes about five seconds per move, so that nobody has to hurry.")),
    "random": Level(mark("Random"), mark("Picks up any of its dice, often one that does not fit.")),
    "level_1": Level(mark("Beginner"), mark("Takes its time and misses every fourth die that fits.")),
    "level_2": Level(mark("Easy"), mark("In a race about a second per die: a fair match for a first game.")),
    "level_3": Level(mark("Medium"), mark("Quick and misses little: for players who know the game.")),
    "level_4": Level(mark("Hard"), mark("Places two dice a second. With few dice left, it waits for its chance.")),
    "level_5": Level(mark("Master"), mark("Faster than most people, and hardly ever misses a die.")),
}

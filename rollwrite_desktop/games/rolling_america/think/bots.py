"""Computer players of Rolling America. They see what a person sees: the own map and the dice on the table."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.core.rules import Move, Rules
from rollwrite_desktop.gamekit.think.engine import Engine
from rollwrite_desktop.gamekit.think.levels import Level, five_levels, five_titles
from rollwrite_desktop.games.rolling_america.play.evaluation import Evaluation
from rollwrite_desktop.games.rolling_america.play.model import WILD, Cross, Done, Dupe, Part, Pass, State, Write
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica

PRICE = {"change": 0.81, "guard": 0.81, "dupe": 0.33}
"""What a power's box is worth at the start of the game; it falls to nothing toward the end."""

WHIM = 0.04
"""Strokes that gain nearly the same are chosen between by chance, so that two computer players do not write the same map."""


def greedy(rules: Rules[State], state: State, player: str, luck: random.Random) -> Move:
    """Writes where the map loses least hope; a power is used when it gains more than its box is worth by then."""
    assert isinstance(rules, RollingAmerica)
    part = state.part(player)
    evaluation = Evaluation(rules, part.marks)
    left = 1.0 - (len(state.rolls) - 1) / (rules.rounds * rules.turns)
    strokes = [*_dupes(rules, part, evaluation, left)]
    for die in part.hand:
        strokes.extend(_resolutions(rules, part, evaluation, die, state.faces[die], left))
    if part.hand and not any(not isinstance(move, Dupe) for _, move in strokes):
        raise AssertionError("a die in hand can always be resolved")
    useful = [
        (gain + WHIM * luck.random(), rules.write(move), move)
        for gain, move in strokes if gain > 0 or not isinstance(move, Dupe)
    ]
    return max(useful)[2] if useful else Done()


def _price(power: str, left: float, boxes: int) -> float:
    """Returns what the next box of a power is worth: more, the more of the game and the fewer boxes are left."""
    return PRICE[power] * left * math.sqrt(3 / boxes)


def _resolutions(
    rules: RollingAmerica, part: Part, evaluation: Evaluation, die: str, number: int, left: float
) -> Iterator[tuple[float, Move]]:
    """Yields the strokes that resolve a die, with what they gain."""
    for changed in (False, True):
        if changed and (die == WILD or part.change >= rules.power_boxes):
            continue
        scope = WILD if changed else die
        spaces = tuple(i for i in rules.members[scope] if evaluation.blank[i] and (not changed or rules.region[i] != die))
        price = _price("change", left, rules.power_boxes - part.change) if changed else 0.0
        takers = tuple(i for i in rules.members[scope] if number in evaluation.takes[i])
        for i in spaces:
            if number in evaluation.takes[i]:
                yield evaluation.gain(i, number, False) - price, Write(die, rules.spaces[i], number, False, changed)
            if part.guard < rules.power_boxes:
                cost = price + _price("guard", left, rules.power_boxes - part.guard)
                yield evaluation.gain(i, number, True) - cost, Write(die, rules.spaces[i], number, True, changed)
            if not takers:
                yield -evaluation.hope(i) - price, Cross(die, rules.spaces[i], changed)
        if not changed and not spaces:
            yield 0.0, Pass(die)


def _dupes(rules: RollingAmerica, part: Part, evaluation: Evaluation, left: float) -> Iterator[tuple[float, Move]]:
    last = part.last
    if last is None or part.dupe >= rules.power_boxes:
        return
    price = _price("dupe", left, rules.power_boxes - part.dupe)
    free = last.die == WILD or (last.changed and (last.paid or part.change < rules.power_boxes))
    for i in rules.members[WILD if free else last.die]:
        if last.number in evaluation.takes[i]:
            yield evaluation.gain(i, last.number, False) - price, Dupe(rules.spaces[i], last.number)


def engine_of(rules: RollingAmerica) -> Engine:
    """Returns the engine of the strong computer players, loaded when one of them plays: it brings numpy along. Raises
    Unsuited."""
    from rollwrite_desktop.games.rolling_america.think.engine import RollingAmericaEngine

    return RollingAmericaEngine(rules)


BOTS = five_levels(random_bot, greedy, engine_of)
"""The computer players by name, the best last."""
LEVELS = five_titles(Level(mark("Medium"), mark(
    "Writes where the map loses the fewest options, and saves its powers for later."
)))

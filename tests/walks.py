"""Games played through by players of different temper, for the laws: every registered game and the templates."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any

from rollwrite_desktop.core.bots import Bot, play_out, random_bot
from rollwrite_desktop.core.rules import CHANCE, Event, Rules, players_named
from rollwrite_desktop.core.session import JournalLine, Session
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.think.engine import Budget, master
from rollwrite_desktop.games import GAMES, TEMPLATES
from rollwrite_desktop.sheet.load import find
from tests.laws.demands import described
from tests.sampling import sampled

EVERY: dict[str, Game] = {
    **GAMES, **{folder: import_module(f"rollwrite_desktop.games.{folder}").GAME for folder in TEMPLATES.values()},
}


def _alphabet(game_id: str) -> Callable[[str], list[str]]:
    try:
        notations: Callable[[str], list[str]] = import_module(f"tests.games.{game_id}.alphabet").alphabet
    except (ModuleNotFoundError, AttributeError) as error:
        raise LookupError(f"{game_id}: {described('alphabet')}") from error
    return cache(notations)


ALPHABETS = {game_id: _alphabet(game_id) for game_id in EVERY}
"""Game id to all notations of players' moves on a sheet, by its id; what is not legal is tried too."""


def stubborn(rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Any:
    """Always the last kind of move that the rules list, and of those the first: where powers and Xs come last, those."""
    listed = list(rules.moves(state, player))
    return next(move for move in listed if type(move) is type(listed[-1]))


def spender(rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Any:
    """Spends what can be spent: prefers the longest notations, which are those with powers."""
    listed = list(rules.moves(state, player))
    longest = max(len(rules.write(move)) for move in listed)
    return luck.choice([move for move in listed if len(rules.write(move)) == longest])


def tempers(game: Game) -> dict[str, Bot[Any]]:
    """Players of every kind; the master with a small budget."""
    fast = {name: bot for name, bot in game.think.bots.items() if name != "master"}
    thinker = {"thinker": master(game.think.engine, random_bot, Budget(3, (1, 2)))} if game.think.engine else {}
    return {**fast, **thinker, "stubborn": stubborn, "spender": spender}


def settings(game: Game) -> list[dict[str, str]]:
    """Every combination of a game's options."""
    names = [choice.id for choice in game.info.options]
    return [dict(zip(names, values, strict=True)) for values in product(*(choice.values for choice in game.info.options))]


@cache
def rules_of(game_id: str, sheet_id: str, options: tuple[tuple[str, str], ...] = ()) -> Rules[Any]:
    return EVERY[game_id].play.rules(find(sheet_id), dict(options))


Walked = tuple[str, str, tuple[tuple[str, str], ...], str, int]
"""Game, sheet, options, temper and seed of a walk."""


@cache
def walk(game_id: str, sheet_id: str, options: tuple[tuple[str, str], ...], temper: str, seed: int) -> Session[Any]:
    """A whole game, played by two or three players of one temper; not to be played on with. `recorded` has its lines."""
    game = EVERY[game_id]
    rules = rules_of(game_id, sheet_id, options)
    least, most = game.info.players
    ids = players_named(["x"] * min(most, max(least, 1 + seed % 3)))
    lines: list[JournalLine] = []
    session = Session(rules, ids, code=f"WALK-{seed}", gate=dict(options).get("enforcement", "strict"), log=lines.append)
    play_out(session, dict.fromkeys(ids, tempers(game)[temper]), random.Random(seed))
    recorded[id(session)] = lines
    return session


recorded: dict[int, list[JournalLine]] = {}

MANY = 80


def walks_of(game: Game) -> list[tuple[str, dict[str, str], str, int]]:
    """Sheet, options, temper and seed: everything with everything; of a game with many options each temper with the
    defaults, and each option with the tempers in turn."""
    every = list(tempers(game))
    sheets = game.play.played_on
    whole = [
        (sheet, options, temper, seed)
        for sheet in sheets for options in settings(game) for seed, temper in enumerate(every)
    ]
    if len(whole) <= MANY:
        return whole
    defaults = {choice.id: choice.default for choice in game.info.options}
    few = [(sheet, defaults, temper, seed) for sheet in sheets for seed, temper in enumerate(every)]
    one_changed = [
        defaults | {choice.id: value} for choice in game.info.options for value in choice.values if value != choice.default
    ]
    return few + [
        (sheets[i % len(sheets)], options, every[i % len(every)], i) for i, options in enumerate(one_changed)
    ]


WALKS = [
    (game_id, sheet_id, tuple(options.items()), temper, seed)
    for game_id, game in EVERY.items() for sheet_id, options, temper, seed in walks_of(game)
]


def name_of(walked: Walked) -> str:
    _, sheet_id, options, temper, seed = walked
    return "-".join([sheet_id, *(value for _, value in options), temper, str(seed)])


def positions(session: Session[Any], luck: random.Random, count: int) -> list[Any]:
    """Some positions of a walk, always with the first and the last."""
    whole = range(len(session.events) + 1)
    chosen = {0, len(session.events), *luck.sample(whole, min(count, len(whole)))}
    return [session.state_after(i) for i in sorted(chosen)]


def probes(rules: Rules[Any], state: Any, luck: random.Random, alphabet: list[str], count: int) -> list[Event]:
    """Well-formed events by anybody, legal or not: notations at random, chance out of turn, the others' moves."""
    texts = luck.sample(alphabet, min(count, len(alphabet)))
    events = [Event(luck.choice(state.players), rules.read(text)) for text in texts]
    events += [Event(CHANCE, rules.read(text)) for text in texts[:3]]
    for player in state.players:
        moves = list(rules.moves(state, player))
        events += [Event(player, luck.choice(moves)), Event(luck.choice(state.players), luck.choice(moves))] if moves else []
    return events




def dear(walked: Walked) -> bool:
    """Whether the players of a walk think long about each turn."""
    return walked[3] in ("hard", "thinker")


every_walk = sampled("walked", WALKS, 27, lambda walked: walked[0], name_of, dear)
"""For a law of all games: a sample of the walks, with each game in it, one of them played by those who think long; all of
them in a release run."""
few_walks = sampled("walked", WALKS, 34, lambda walked: walked[0], name_of, dear)
"""The same for a law that takes long."""

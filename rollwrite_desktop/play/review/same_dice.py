"""How the computer players do with some dice: those of a finished game, or those of a code. What a result is worth there.

Each level plays some games alone at the table, with luck of its own and these outcomes of chance, in the worker process
(`level_games` is a job for it). What they did with the dice of a finished game is kept beside its journal.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.digest import sha256
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.core.rules import Event, Rules, is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.play.opening.open_game import Opened, options_of
from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.sheet.sheet import Sheet

GAMES_EACH: Mapping[str, int] = {"hard": 1, "master": 1}
USUAL_GAMES = 10
"""How many games a level plays; those in GAMES_EACH play the same one every time."""
THINKS: Mapping[str, int] = {"hard": 3, "master": 60}
"""About how long a level thinks, in moves of the others; for progress only."""
FORMAT = 1
ENDING = ".levels"
MAX_BYTES = 1_000_000
RANDOM = "random"
PLAYER = "p1"
"""The computer player of each of these games."""


class LevelGame(msgspec.Struct, frozen=True):
    """A game of a level: its total, and its events, each with who did it, in notation."""

    level: Text
    total: int
    events: tuple[tuple[LongText, LongText], ...]


class LevelGames(msgspec.Struct):
    """What the levels did with some dice: the totals of each, and its first game."""

    totals: dict[Text, list[int]] = {}
    first: dict[Text, LevelGame] = {}

    def add(self, game: LevelGame) -> None:
        """Takes in another game."""
        self.totals.setdefault(game.level, []).append(game.total)
        self.first.setdefault(game.level, game)

    def played(self, level: str) -> int:
        """How many games of a level are known."""
        return len(self.totals.get(level, ()))


def comparable(opened: Opened) -> bool:
    """Returns whether other players can be given the same dice: the game is over, its dice are shared, and nobody is in a
    race."""
    info, session, bots = opened.game.info, opened.session, opened.game.think.bots
    return session.over and not info.realtime and info.players[0] == 1 and not opened.read_only and bool(bots)


def games_of(game: Game) -> dict[str, int]:
    """Games per level, weakest first: every level but random, or all where there is no other."""
    bots = tuple(game.think.bots)
    levels = tuple(bot for bot in bots if bot != RANDOM) or bots
    return {bot: GAMES_EACH.get(bot, USUAL_GAMES) for bot in levels}


def beaten(total: int, others: Sequence[int], *, lowest_wins: bool) -> float:
    """Returns the share of results that a total beats, from 0 to 1; a tie counts half."""
    better = sum((other > total) if lowest_wins else (other < total) for other in others)
    return (better + sum(other == total for other in others) / 2) / len(others) if others else 0.0


def rolls_of(opened: Opened) -> tuple[str, ...]:
    """Returns the outcomes of chance of a game, in notation."""
    return tuple(opened.session.rules.write(event.move) for event in opened.session.events if is_chance(event.by))


def key_of(opened: Opened, games: Mapping[str, int]) -> str:
    """Names the dice, the sheet, the rules and the games that are played."""
    identity = [opened.game.info.id, opened.game.info.version, opened.sheet.hash, sorted(opened.head.options.items()),
            sorted(games.items()), rolls_of(opened)]
    return sha256(msgspec.json.encode(identity)).hexdigest()[:32]


def level_games(
    game_id: str, sheet: Sheet, options: Mapping[str, str], code: str, rolls: tuple[str, ...], games: Mapping[str, int],
    played: Mapping[str, int],
) -> Iterator[LevelGame | str]:
    """Plays `games` of each level with these rolls, then the dice of the code, but for those that were `played` before:
    each level once, then all once more. After each roll the level that got it, so that other work gets its turn, and after
    each game the game."""
    game = GAMES[game_id]
    rules = game.play.rules(sheet, options_of(game, options))
    outcomes = [rules.read(roll) for roll in rolls]
    for n in range(max(games.values(), default=0)):
        for bot in (bot for bot, count in games.items() if played.get(bot, 0) <= n < count):
            session = Session(rules, (PLAYER,), code=code)
            choose, luck, rolled = game.think.bots[bot], random.Random(f"{bot}/{n}"), 0
            while demands := session.demands:
                by = demands[0].by
                if is_chance(by):
                    yield bot
                    _roll(session, Event(by, outcomes[rolled]) if rolled < len(outcomes) else None)
                    rolled += 1
                else:
                    event = Event(by, choose(rules, session.state, by, luck))
                    refusal = session.submit(event)
                    if refusal is not None:
                        raise RuntimeError(f"{bot} proposed {rules.write(event.move)}: refused by {refusal.key}")
            events = tuple((event.by, rules.write(event.move)) for event in session.events)
            yield LevelGame(bot, rules.scores(session.state)[0].total, events)


def _roll(session: Session[object], event: Event | None) -> None:
    """Submits the next outcome of the finished game; where there is none or it does not suit, one of the code."""
    if event is not None and isinstance(event.move, Outcome) and session.submit(event) is None:
        return
    own = session.digital()
    assert own is not None
    session.submit(own)


def job(opened: Opened, games: Mapping[str, int], played: Mapping[str, int]) -> Call[LevelGame | str]:
    """Returns the comparison with a finished game as a job for the worker process."""
    head = opened.head
    return functools.partial(
        level_games, head.game, opened.sheet, dict(head.options), head.notes.seed, rolls_of(opened), dict(games),
        dict(played),
    )


def code_job(game: Game, sheet: Sheet, options: Mapping[str, str], code: str) -> Call[LevelGame | str]:
    """Returns what the levels get with the dice of a code, as a job for the worker process."""
    return functools.partial(level_games, game.info.id, sheet, dict(options), code, (), games_of(game), {})


def work(opened: Opened, games: Mapping[str, int]) -> int:
    """How much there is to do for a comparison, in moves of a level that does not think."""
    return len(rolls_of(opened)) * sum(count * THINKS.get(bot, 1) for bot, count in games.items())


def replayed(rules: Rules[Any], game: LevelGame) -> Session[Any] | None:
    """Returns the session of a level's game; None for what cannot have been played by these rules."""
    session: Session[Any] = Session(rules, (PLAYER,))
    try:
        for by, text in game.events:
            if session.submit(Event(by, rules.read(text))) is not None:
                return None
    except UserError:
        return None
    return session if session.over and rules.scores(session.state)[0].total == game.total else None


# ---------------------------------------------------------------------- kept beside the journal


class _Kept(msgspec.Struct):
    """What is kept beside a journal; `dice` is the key of what was played."""

    format: int
    dice: LongText
    levels: LevelGames


def kept_levels(journal: Path, opened: Opened, games: Mapping[str, int]) -> LevelGames:
    """Returns what is kept beside a journal; empty where there is no file, or it is about other dice."""
    try:
        kept = Decoder(_Kept).decode(read_file(journal.with_suffix(ENDING), MAX_BYTES))
    except (UserError, msgspec.MsgspecError, UnicodeDecodeError):
        return LevelGames()
    if kept.format != FORMAT or kept.dice != key_of(opened, games) or not set(kept.levels.totals) <= set(games):
        return LevelGames()
    return kept.levels


def keep_levels(journal: Path, opened: Opened, games: Mapping[str, int], levels: LevelGames) -> None:
    """Keeps a comparison, also one that is not finished. Raises UserError."""
    write_file(journal.with_suffix(ENDING), msgspec.json.encode(_Kept(FORMAT, key_of(opened, games), levels)))

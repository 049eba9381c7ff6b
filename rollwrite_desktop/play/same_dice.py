"""How the computer players do with some dice: those of a finished game, or those of a code. What a result is worth there.

Each level plays some games alone at the table, with luck of its own and these outcomes of chance, in the worker process
(`level_games` is a job for it). Results for finished games are kept in a file.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from rollwrite_desktop.core.chance import Outcome, is_chance
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, make_folder, write_file
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.play.open_game import Opened, options_of
from rollwrite_desktop.play.worker import Call
from rollwrite_desktop.sheet.sheet import Sheet

GAMES_EACH: Mapping[str, int] = {"hard": 4, "master": 1}
USUAL_GAMES = 10
"""How many games a level plays; those in GAMES_EACH think long."""
FORMAT = 1
MAX_BYTES = 4_000_000
MAX_KEPT = 500
"""How many finished games the file remembers; the oldest are forgotten."""
RANDOM = "random"

Totals = dict[str, list[int]]
"""The totals of each level, by the id of the computer player."""


def comparable(opened: Opened) -> bool:
    """Whether other players can be given the same dice: the game is over, its dice are shared, and nobody is in a race."""
    info, session = opened.game.info, opened.session
    return session.over and not info.realtime and info.players[0] == 1 and not opened.read_only and bool(opened.game.bots)


def games_of(game: Game) -> dict[str, int]:
    """How many games each level plays: all who have a plan, or whoever there is; the weakest first."""
    bots = tuple(game.bots)
    levels = tuple(bot for bot in bots if bot != RANDOM) or bots
    return {bot: GAMES_EACH.get(bot, USUAL_GAMES) for bot in levels}


def beaten(total: int, others: Sequence[int], *, lowest_wins: bool) -> float:
    """The share of results that a total beats, from 0 to 1; a tie counts half."""
    better = sum((other > total) if lowest_wins else (other < total) for other in others)
    return (better + sum(other == total for other in others) / 2) / len(others) if others else 0.0


def rolls_of(opened: Opened) -> tuple[str, ...]:
    """The outcomes of chance of a game, in notation."""
    return tuple(opened.session.rules.write(event.move) for event in opened.session.events if is_chance(event.by))


def key_of(opened: Opened, games: Mapping[str, int]) -> str:
    """Names the dice, the sheet, the rules and the games that are played."""
    told = [opened.game.info.id, opened.game.info.version, opened.sheet.hash, sorted(opened.head.options.items()),
            sorted(games.items()), rolls_of(opened)]
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:32]


def level_games(
    game_id: str, sheet: Sheet, options: Mapping[str, str], code: str, rolls: tuple[str, ...], games: Mapping[str, int]
) -> Iterator[tuple[str, int] | None]:
    """Plays `games` of each level with these rolls, then the dice of the code: each level once, then all once more. After
    each game its level and total, and None after each roll within one, so that other work gets its turn."""
    game = GAMES[game_id]
    rules = game.rules(sheet, options_of(game, options))
    outcomes = [rules.read(roll) for roll in rolls]
    for n in range(max(games.values(), default=0)):
        for bot in (bot for bot, count in games.items() if n < count):
            session = Session(rules, ("p1",), code=code)
            choose, luck, rolled = game.bots[bot], random.Random(f"{bot}/{n}"), 0
            while demands := session.demands:
                by = demands[0].by
                if is_chance(by):
                    yield None
                    _roll(session, Event(by, outcomes[rolled]) if rolled < len(outcomes) else None)
                    rolled += 1
                else:
                    event = Event(by, choose(rules, session.state, by, luck))
                    refusal = session.submit(event)
                    if refusal is not None:
                        raise RuntimeError(f"{bot} proposed {rules.write(event.move)}: refused by {refusal.key}")
            yield bot, rules.scores(session.state)[0].total


def _roll(session: Session[object], event: Event | None) -> None:
    """The next outcome of the finished game; where there is none or it does not suit, one of the code."""
    if event is not None and isinstance(event.move, Outcome) and session.submit(event) is None:
        return
    own = session.digital()
    assert own is not None
    session.submit(own)


def job(opened: Opened, games: Mapping[str, int]) -> Call[tuple[str, int] | None]:
    """The comparison with a finished game as a job for the worker process."""
    head = opened.head
    return functools.partial(
        level_games, head.game, opened.sheet, dict(head.options), head.notes.seed, rolls_of(opened), dict(games)
    )


def code_job(
    game: Game, sheet: Sheet, options: Mapping[str, str], code: str
) -> Call[tuple[str, int] | None]:
    """What the levels get with the dice of a code, as a job for the worker process."""
    return functools.partial(level_games, game.info.id, sheet, dict(options), code, (), games_of(game))


class _File(msgspec.Struct):
    levels: int
    rows: dict[str, dict[str, list[int]]]


class Known:
    """The results of earlier comparisons, kept in `file`; one that cannot be read counts as empty."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def find(self, key: str) -> Totals | None:
        """What is known under a key, or None."""
        return self._rows().get(key)

    def keep(self, key: str, totals: Totals) -> None:
        """Remembers a comparison; a disk that takes nothing costs only time later."""
        rows = self._rows()
        rows.pop(key, None)
        rows[key] = totals
        kept = dict(list(rows.items())[-MAX_KEPT:])
        with contextlib.suppress(FileError):
            make_folder(self.file.parent)
            write_file(self.file, msgspec.json.encode(_File(FORMAT, kept)))

    def _rows(self) -> dict[str, Totals]:
        try:
            found = msgspec.json.decode(read_file(self.file, MAX_BYTES), type=_File)
        except (UserError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return {}
        return found.rows if found.levels == FORMAT else {}

"""How the computer players would have done with the dice of a finished game: what a result is worth on these very dice.

Each level plays some games alone at the table, with luck of its own and the outcomes of chance of the finished game. A game
is played move by move, so that a caller with a window to keep responsive can stop after each. Results are kept in a file.
"""

from __future__ import annotations

import contextlib
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
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.play.open_game import Opened

GAMES_EACH = 10
"""How many games each level plays."""
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
    return session.over and not info.realtime and info.players[0] == 1 and not opened.read_only and bool(levels_of(opened))


def levels_of(opened: Opened) -> tuple[str, ...]:
    """The computer players to compare with: all quick ones who have a plan, or whoever there is."""
    quick = tuple(bot for bot, level in opened.game.presentation.levels.items() if level.quick and bot in opened.game.bots)
    return tuple(bot for bot in quick if bot != RANDOM) or quick


def beaten(total: int, others: Sequence[int], *, lowest_wins: bool) -> float:
    """The share of results that a total beats, from 0 to 1; a tie counts half."""
    better = sum((other > total) if lowest_wins else (other < total) for other in others)
    return (better + sum(other == total for other in others) / 2) / len(others) if others else 0.0


class SameDice:
    """Plays a game's dice again with every level. `totals`: what is known so far; `done`: whether that is all."""

    def __init__(self, opened: Opened, games: int = GAMES_EACH) -> None:
        self._opened, self._games = opened, games
        session = opened.session
        self._outcomes = tuple(event.move for event in session.events if is_chance(event.by))
        self.totals: Totals = {}
        self.done = False
        self._moves = self._play()

    @property
    def key(self) -> str:
        """Names the dice, the sheet, the rules and the number of games."""
        opened = self._opened
        told = [opened.game.info.id, opened.game.info.version, opened.sheet.hash, sorted(opened.head.options.items()),
                levels_of(opened), self._games, [opened.session.rules.write(outcome) for outcome in self._outcomes]]
        return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:32]

    def advance(self) -> bool:
        """Makes one move, or rolls once. Returns whether there is more to do."""
        if not self.done and next(self._moves, None) is None:
            self.done = True
        return not self.done

    def know(self, totals: Mapping[str, Sequence[int]]) -> None:
        """Takes over what was worked out before."""
        self.totals, self.done = {bot: list(each) for bot, each in totals.items()}, True

    def _play(self) -> Iterator[bool]:
        for n in range(self._games):
            for bot in levels_of(self._opened):
                session = Session(self._opened.session.rules, ("p1",), code=self._opened.session.code)
                yield from self._play_out(session, bot, random.Random(f"{bot}/{n}"))
                self.totals.setdefault(bot, []).append(session.rules.scores(session.state)[0].total)

    def _play_out(self, session: Session[object], bot: str, luck: random.Random) -> Iterator[bool]:
        choose, rolled = self._opened.game.bots[bot], 0
        while demands := session.demands:
            by = demands[0].by
            if is_chance(by):
                event = Event(by, self._outcomes[rolled]) if rolled < len(self._outcomes) else session.digital()
                rolled += 1
                assert event is not None
            else:
                event = Event(by, choose(session.rules, session.state, by, luck))
            refusal = session.submit(event)
            if refusal is not None and isinstance(event.move, Outcome):  # more turns than the finished game had
                fresh = session.digital()
                refusal = session.submit(fresh) if fresh is not None else refusal
            if refusal is not None:
                raise RuntimeError(f"{by} proposed {session.rules.write(event.move)}: refused by {refusal.key}")
            yield True


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

"""Whole games to correct rolls in, and what the rolls might really have been: all recorded games and all walks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Ask, Deal, Draw, Outcome, Roll, Stream
from rollwrite_desktop.core.corrections import Corrected
from rollwrite_desktop.core.rules import CHANCE, Correctable, Event, Rules, is_chance
from rollwrite_desktop.core.session import JournalLine, Session
from rollwrite_desktop.intake.journals import read
from rollwrite_desktop.play.opening.open_game import reopen
from tests.walks import EVERY, WALKS, dear, name_of, recorded, rules_of, walk

FOLDER = Path(__file__).parent / "recorded"
Sampler = Callable[[Ask, Outcome, Stream], Outcome]


class Played(Struct, frozen=True, dict=True):
    """A game as it was played: the id of the game, the rules, and the lines of its journal."""

    game: str
    rules: Rules[Any]
    players: tuple[str, ...]
    code: str
    gate: str
    lines: tuple[JournalLine, ...]

    def again(self, log: Callable[[JournalLine], None] | None = None) -> Session[Any]:
        """A session that has come to the end of the game."""
        session: Session[Any] = Session(self.rules, self.players, code=self.code, gate=self.gate)
        session.replay(self.lines)
        session.log = log
        return session


def _recorded_games() -> dict[str, str]:
    return {path.stem: read(path).head.game for path in sorted(FOLDER.glob("*.rollwrite"))}


GAMES = tuple(
    game_id for game_id, game in EVERY.items()
    if not game.info.realtime and isinstance(rules_of(game_id, game.play.played_on[0]), Correctable)
)
"""The games in which rolls can be corrected."""
_WALKED = {name_of(walked): walked for walked in WALKS}
NAMES = {
    name: game_id for name, game_id in (_recorded_games() | {name: walked[0] for name, walked in _WALKED.items()}).items()
    if game_id in GAMES
}
"""All their recorded games and walks: name to game."""
DEAR = frozenset(name for name, walked in _WALKED.items() if dear(walked))
"""The walks that take long to make."""


@cache
def played(name: str) -> Played:
    """A game by its name."""
    if name in _WALKED:
        session = walk(*_WALKED[name])
        lines = tuple(recorded[id(session)])
    else:
        path = FOLDER / f"{name}.rollwrite"
        record = read(path)
        session, lines = reopen(record, path.name, FOLDER).session, record.lines
    return Played(NAMES[name], session.rules, session.players, session.code, session.gate, lines)


def rolls_of(session: Session[Any]) -> list[tuple[int, Ask | None, Outcome]]:
    """For each outcome of chance its place among the events, what was asked (None where nothing was), and what came."""
    found = []
    for index, event in enumerate(session.events):
        if is_chance(event.by):
            assert isinstance(event.move, Outcome)
            demands = session.rules.demands(session.state_before(index))
            found.append((index, next((demand.ask for demand in demands if is_chance(demand.by)), None), event.move))
    return found


def _faces(ask: Ask) -> tuple[int, ...]:
    roll = ask.roll if isinstance(ask, Deal) else ask
    assert isinstance(roll, Draw | Roll)
    return roll.faces


def misread(ask: Ask, came: Outcome, stream: Stream) -> Outcome:
    """The same dice and cards, one die with another face."""
    while True:
        at, face = stream.below(len(came.dice)), stream.one_of(_faces(ask))
        dice = (*came.dice[:at], replace(came.dice[at], face=face), *came.dice[at + 1 :])
        if face != came.dice[at].face and ask.admits(found := replace(came, dice=dice)):
            return found


def another(ask: Ask, came: Outcome, stream: Stream) -> Outcome:
    """Any outcome of this chance but the one that came."""
    while True:
        found = ask.sample(stream)
        if sorted(map(str, found.dice)) != sorted(map(str, came.dice)) or found.cards != came.cards:
            return found


SAMPLERS: dict[str, Sampler] = {"one die misread": misread, "another roll": another}


def corrections_of(name: str, sampler: str) -> Iterator[tuple[int, Outcome, Session[Any], Corrected]]:
    """Every outcome of a game corrected by a sampler, each in the whole game: its number, what it really was, the game
    before, and what would become of it. The same each time."""
    session = played(name).again()
    for number, (_, ask, came) in enumerate(rolls_of(session), 1):
        if ask is not None and ask.admits(came):
            dice = SAMPLERS[sampler](ask, came, Stream(f"{name}/{sampler}", number))
            told = session.if_corrected(number, dice)
            assert isinstance(told, Corrected), told
            yield number, dice, session, told


def write(session: Session[Any], *rows: str) -> None:
    """Has rows written, each of which must be legal: a roll, or a player and a move such as "p1 done"."""
    for row in rows:
        by, _, move = row.partition(" ")
        event = Event(by, session.rules.read(move)) if by in session.players else Event(CHANCE, session.rules.read(row))
        refusal = session.submit(event)
        assert refusal is None, (row, refusal)

"""Computer players play as they did: whole games of the quick ones, what the fast position expects, and how it plays on.

`python -m tests.games.test_computer_players` writes computer_players.txt anew; read the difference before keeping it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.core.session import Session
from tests.sampling import sampled
from tests.walks import EVERY, rules_of

FILE = Path(__file__).with_name("computer_players.txt")
GAMES = [game_id for game_id, game in EVERY.items() if game.think.engine is not None]
LEVELS = {"random": 1000, "easy": 1000, "medium": 1000, "hard": 2}
"""How many turns of a game each level plays; more of a slow one would take long."""
STATES, FUTURES = 4, 12


def turns(game_id: str, sheet_id: str, bot: Any, code: str, most: int = 1000) -> Iterator[tuple[str, list[str], Any, Any]]:
    """Each turn of a game of one player: what was rolled, the moves, the state before them and after."""
    rules = rules_of(game_id, sheet_id)
    session: Session[Any] = Session(rules, ("p1",), code=code)
    luck, count = random.Random(code), 0
    while demands := rules.demands(session.state):
        assert is_chance(demands[0].by)
        event = session.digital()
        assert event is not None and session.submit(event) is None
        before, moves = session.state, []
        while (waiting := rules.demands(session.state)) and not is_chance(waiting[0].by):
            move = bot(rules, session.state, "p1", luck)
            moves.append(rules.write(move))
            assert session.submit(Event("p1", move)) is None
        if moves:
            count += 1
            yield rules.write(event.move), moves, before, session.state
        if count == most:
            return


def played(game_id: str, sheet_id: str, level: str) -> Iterator[str]:
    yield f"{sheet_id}, {level}"
    bot = EVERY[game_id].think.bots[level]
    for rolled, moves, _, _ in turns(game_id, sheet_id, bot, f"{sheet_id} {level}", LEVELS[level]):
        yield f"   {rolled}: {', '.join(moves)}"


def expected(game_id: str, sheet_id: str) -> Iterator[str]:
    """Of some states of a game played at random, after a turn."""
    rules = rules_of(game_id, sheet_id)
    make = EVERY[game_id].think.engine
    assert make is not None
    engine = make(rules)
    states = [after for *_, after in turns(game_id, sheet_id, random_bot, f"{sheet_id} expected")]
    yield f"{sheet_id}, what is expected"
    for state in states[:: max(1, len(states) // STATES)]:
        (results,) = engine.results([state], "p1", 0, FUTURES, 7)
        yield f"   {engine.left(state, 'p1')} left: {engine.value(state, 'p1'):.2f}, {' '.join(map(str, results))}"


@cache
def written(game_id: str) -> str:
    sheets = EVERY[game_id].play.sheets
    some = dict.fromkeys((sheets[0], sheets[len(sheets) // 2], sheets[-1]))
    lines = [line for sheet_id in some for line in expected(game_id, sheet_id)]
    lines += [line for k, level in enumerate(LEVELS) for line in played(game_id, sheets[k % len(sheets)], level)]
    return "\n".join([EVERY[game_id].info.title, *lines, ""])


@pytest.mark.slow
@sampled("game_id", [*GAMES], 3)
def test_computer_players_play_as_they_did(game_id: str) -> None:
    kept = FILE.read_text("utf-8").split("\n\n")
    assert written(game_id).strip() == kept[GAMES.index(game_id)].strip()


if __name__ == "__main__":
    FILE.write_text("\n".join(map(written, GAMES)), "utf-8", newline="\n")

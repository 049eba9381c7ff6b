"""Fits what choosing by rollouts still brings over the rollouts' own choices (`Engine.gain`), for the values of reviews.

    python3 packaging/bench.py fit_gain [on_tour|hexroller [GAMES [FILE [LEVEL …]]]]

Plays games of the levels, and at each of their positions rolls once: by how much is the best plan better than what the
rollouts themselves would play, on the same dice to come? That is what the gain of the position should be above the gain of
the position that the best plan leads to. Where it is so on average, for strong play and for weak play, luck averages to
nothing. Prints both by level and by what is left of the game; unless told, of 10 games of On Tour by medium and by master
each. For On Tour also the coefficients that fit best, by least squares of temporal differences (Bradtke and Barto 1996).
FILE collects a line of JSON for each position.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from rollwrite_desktop.core.chance import Stream
from rollwrite_desktop.core.rules import CHANCE, Event, is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.think.engine import Array, after, engine_for, race, seed_of
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.play.model import NUMBERS
from rollwrite_desktop.games.hexroller.think import lockstep as hexroller
from rollwrite_desktop.games.on_tour.think import engine as on_tour_engine
from rollwrite_desktop.games.on_tour.think import lockstep as on_tour
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.opening.simulation import finish

ROLLOUTS = 60
FIRST = 1 << 19
Row = dict[str, Any]


def own_choice(engine: Any, before: Any, rolled: Any, ahead: Any, seed: int) -> Array:
    """The results of rollouts that play the rolled turn as rollouts do. ahead: a state at the end of that turn."""
    rows = np.zeros(ROLLOUTS, np.int64)
    if isinstance(engine, on_tour_engine.OnTourEngine):
        cards = [engine.board.cards[text] for text in rolled.draws[-1].cards] or [-1] * engine.rules.cards_shown
        turn = on_tour.Turn(np.array([[die.face for die in rolled.draws[-1].dice]]), np.array([cards]))
        maps = on_tour.Positions.of((before.part("p1"),))
        chain = on_tour.chains(engine.board, maps)
        on_tour.play_turn(engine.board, maps, chain, turn)
        blanks = int((maps.held == on_tour.BLANK).sum())
        if not blanks:
            return np.repeat(on_tour.best_routes(engine.board, maps), ROLLOUTS)
        out = ahead.discards + ahead.draws[-1].cards
        futures = on_tour.futures(engine.board, ahead.deck, out, blanks, FIRST, ROLLOUTS, seed)
        chain = on_tour.chains(engine.board, maps)
        return on_tour.play_out(engine.board, maps.pick(rows), chain.pick(rows), futures)
    faces = [die.face for die in rolled.rolls[-1]]
    sheets, left = hexroller.Positions.of((before.part("p1"),)), engine.left(rolled, "p1")
    hexroller.play_round(engine.board, sheets, np.array([[faces.count(number) for number in NUMBERS]]), left)
    if not left:
        return np.repeat(hexroller.scores(engine.board, sheets), ROLLOUTS)
    dice = hexroller.futures(engine.board, len(rolled.rolls), FIRST, ROLLOUTS, seed)
    return hexroller.play_out(engine.board, sheets.pick(rows), dice)


def measured(game_id: str, level: str, k: int) -> Iterator[Row]:
    """The positions of game k of a level after whole turns."""
    game = GAMES[game_id]
    rules = game.play.rules(sheet_of(game, ""), options_of(game))
    engine = engine_for(game.think.engine, rules)  # type: ignore[arg-type]
    session: Session[Any] = Session(rules, ("p1",), code=f"GAIN/{k}")
    finish(session, {"p1": game.think.bots[level]})
    events = session.events
    for at in range(1, len(events)):
        if not is_chance(events[at].by) or is_chance(events[at - 1].by):
            continue
        before = session.state_after(at)
        ask = next(demand.ask for demand in rules.demands(before) if demand.ask is not None)
        rolled = rules.apply(before, Event(CHANCE, ask.sample(Stream(f"gain/{game_id}/{level}/{k}", at))))
        plans = engine.plans(rolled, "p1", engine.review.plans)
        if len(plans) < 2:
            continue
        ends, seed = [after(rules, rolled, "p1", plan.moves) for plan in plans], seed_of(engine, rolled, "p1") + 1
        best = ends[race(engine, ends, rolled, "p1", engine.review, seed)[0]]
        results = engine.results([best], "p1", FIRST, ROLLOUTS, seed)[0]
        brings = float((results - own_choice(engine, before, rolled, best, seed)).mean())
        means = float(engine.results([before], "p1", 2 * FIRST, ROLLOUTS, seed).mean()), float(results.mean())
        gains = [engine.gain(state, "p1", mean) for state, mean in zip((before, best), means, strict=True)]
        row: Row = {"game": game_id, "level": level, "k": k, "left": engine.left(before, "p1"), "brings": brings,
                    "says": gains[0] - gains[1]}
        if isinstance(engine, on_tour_engine.OnTourEngine):
            row["features"] = [engine.features(state, "p1", mean) for state, mean in zip((before, best), means, strict=True)]
        yield row


def main(game_id: str, games: int, file: Path, levels: list[str]) -> int:
    if unknown := [level for level in levels if level not in GAMES[game_id].think.bots]:
        print(f"{game_id} has no level '{unknown[0][:60]}', but {', '.join(GAMES[game_id].think.bots)}.", file=sys.stderr)
        return 2
    rows = [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()] if file.exists() else []
    known = {(row["level"], row["k"]) for row in rows}
    for level, k in ((level, k) for k in range(games) for level in levels if (level, k) not in known):
        rows += (made := list(measured(game_id, level, k)))
        with file.open("a", encoding="ascii") as out:
            out.writelines(json.dumps(row) + "\n" for row in made)
    by: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by[row["level"]].append(row)
        by[f"{row['level']}, {row['left'] // 8 * 8} or more left" if game_id == "on_tour" else
           f"{row['level']}, {row['left']} left"].append(row)
    for name, found in sorted(by.items()):
        missing = [row["brings"] - row["says"] for row in found]
        se = statistics.stdev(missing) / len(missing) ** 0.5 if len(missing) > 1 else 0.0
        print(f"{game_id} {name}: {len(found)} turns bring {statistics.fmean(row['brings'] for row in found):.2f}, "
              f"the gain says {statistics.fmean(row['says'] for row in found):.2f}, "
              f"difference {statistics.fmean(missing):.2f} ± {se:.2f}")
    if game_id == "on_tour":
        weight = np.array([1 / len(by[row["level"]]) for row in rows])[:, None]
        now, then = (np.array([row["features"][n] for row in rows]) for n in (0, 1))
        brings = np.array([row["brings"] for row in rows])
        print("best:", np.linalg.solve((now * weight).T @ (now - then), (now * weight).T @ brings).round(3).tolist())
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    path = Path(given[2]) if len(given) > 2 else Path(tempfile.mkdtemp()) / "gain.jsonl"
    sys.exit(main(given[0] if given else "on_tour", int(given[1]) if len(given) > 1 else 10, path,
                  given[3:] or ["medium", "master"]))

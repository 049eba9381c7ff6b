"""Makes the decks to begin with: positions of medium's games in which one way to play is clearly the best.

    python3 packaging/bench.py make_decks [FILE [GAMES [GAME …]]]
    python3 packaging/bench.py make_decks store FILE

FILE (decks.jsonl) collects a line of JSON for each of GAMES (400) games, on codes that no training saw, one GAME after
another in turn; games that are in it are not played again, so it can be stopped and continued. A turn is kept as a review
keeps it, and only if the way that the review calls the best is the best of all that the master would compare by ten times
the rollouts, on futures of their own, and each of the others, the one that was played among them, is more than four
standard errors behind.
`store` writes the decks to assets/decks: at most 40 positions a game, of each theme in turn the costliest, two of a code.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.think.engine import Plan
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import SUFFIX, Deck, Position
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.deck import cost_of, position_of, written
from rollwrite_desktop.play.game_review import DOUBTFUL, MEASURED_FROM, ROLLOUTS, Measurer, PlayedTurn, Reviewer, moves_in
from rollwrite_desktop.play.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.simulation import finish

SEED, GAMES_EACH = "DECK", 400
TIMES, CLEAR = 10, 4.0
"""So many times the rollouts of a review, and so many standard errors between the best way and each other."""
FEW, DIM = 40, 1.0
"""By so few rollouts, and so few standard errors, a turn has no clear best way."""
MOST, OF_A_CODE, ENOUGH = 40, 2, 80
PLAYER = "p1"
Row = dict[str, Any]


def gap(measurer: Measurer, state: Any, ends: Sequence[Any], best: int | None, first: int, rollouts: int) -> float:
    """How many standard errors a way is before the next one, by some futures; None: the best of them, whichever that is."""
    rows = measurer.engine.results(ends, PLAYER, first, rollouts, measurer.seed(state)).astype(float)
    values = [measurer.sign * measurer.value(end, float(row.mean())) for end, row in zip(ends, rows, strict=True)]
    at = values.index(max(values)) if best is None else best
    found = [
        (values[at] - values[other]) / max(1e-9, float((rows[at] - rows[other]).std()) / rollouts**0.5)
        for other in range(len(ends)) if other != at
    ]
    return min(found, default=0.0)


def ways_of(reviewer: Reviewer, turn: PlayedTurn, first: Sequence[Move], plans: Sequence[Plan]) -> list[Any]:
    """The positions after some ways to play a turn, those of the same paper once: after the first, what was played, and the
    plans."""
    state, engine = reviewer.opened.session.state_after(turn.begins), reviewer.engine
    ends = [reviewer.after(state, moves) for moves in (first, turn.moves, *(plan.moves for plan in plans))]
    return list({engine.paper(end, PLAYER): end for end in reversed(ends)}.values())[::-1]


def clear_turn(reviewer: Reviewer, turn: PlayedTurn) -> Iterator[tuple[Position, float]]:
    """A turn as a position, if it has one clear best way, and by how many standard errors."""
    opened, engine = reviewer.opened, reviewer.engine
    state = opened.session.state_after(turn.begins)
    plans = engine.plans(state, PLAYER, engine.budget.plans)
    if gap(reviewer, state, ways_of(reviewer, turn, turn.moves, plans), None, 3 * MEASURED_FROM, FEW) < DIM:
        return  # a quick look, so that not every turn is reviewed
    reviewed = reviewer.turn_result(reviewer.review(turn), 0.0)
    if not reviewed.mark:
        return
    here = Path()
    position = position_of(opened, PLAYER, reviewed, here, here)
    if position is None:
        return
    ends = ways_of(reviewer, turn, moves_in(reviewer.rules, reviewed.best[0].move), plans)
    apart = gap(reviewer, state, ends, 0, 2 * MEASURED_FROM, TIMES * ROLLOUTS)
    if apart > CLEAR:
        best = reviewed.best[:1]
        yield structs.replace(
            position, player="", best=position.best[:1], cost=cost_of(structs.replace(reviewed, best=best), engine),
        ), apart


def made(game_id: str, k: int) -> Row:
    """The clear positions of game k of medium."""
    game = GAMES[game_id]
    sheet = sheet_of(game, "")
    opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed=f"{SEED}-{k}")))
    finish(opened.session, {PLAYER: game.think.bots["medium"]})
    reviewer = Reviewer(opened, PLAYER)
    turns = [turn for turn in reviewer.turns if reviewer.promise(turn) > DOUBTFUL * reviewer.engine.scale / 2]
    found = [each for turn in turns for each in clear_turn(reviewer, turn)]
    return {"game": game_id, "k": k, "positions": [msgspec.to_builtins(each) for each, _ in found],
            "gaps": [round(apart, 1) for _, apart in found]}


def rows(file: Path) -> dict[tuple[str, int], Row]:
    """The games that a file holds."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {(row["game"], row["k"]): row for row in map(json.loads, lines)}


def chosen(found: Sequence[Row]) -> list[Position]:
    """At most MOST positions of a game, of each theme in turn the costliest that is left."""
    every = [(msgspec.convert(each, Position), row["k"]) for row in found for each in row["positions"]]
    every.sort(key=lambda each: -each[0].cost.size)
    kept, themes, codes = list[Position](), Counter[str](), Counter[int]()
    while len(kept) < MOST:
        left = [(position, k) for position, k in every if codes[k] < OF_A_CODE and position not in kept]
        if not left:
            break
        position, k = min(left, key=lambda each: (themes[each[0].theme], -each[0].cost.size))
        kept.append(position)
        themes[position.theme] += 1
        codes[k] += 1
    return kept


def store(file: Path) -> int:
    """Writes a deck for each game that the file has positions of."""
    every = rows(file)
    for game_id in sorted({game_id for game_id, _ in every}):
        found = [every[key] for key in sorted(every) if key[0] == game_id]
        kept = chosen(found)
        (ASSETS / "decks").mkdir(exist_ok=True)
        (ASSETS / "decks" / f"{game_id}{SUFFIX}").write_bytes(written(Deck(1, positions=tuple(kept))))
        print(f"{game_id}: {len(kept)} of {sum(len(row['positions']) for row in found)} positions from {len(found)} games; "
              f"{dict(Counter(each.theme for each in kept))}")
    return 0


def main(file: Path, games: int, game_ids: Sequence[str]) -> int:
    known, found = rows(file), Counter[str]()
    for (game_id, _), row in known.items():
        found[game_id] += len(row["positions"])
    for k in range(games):
        for game_id in game_ids:
            if (game_id, k) in known or found[game_id] >= ENOUGH:
                continue
            row = made(game_id, k)
            found[game_id] += len(row["positions"])
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            print(f"{game_id} {k}: {row['gaps']}", flush=True)
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["store"]:
        sys.exit(store(Path(given[1])))
    sys.exit(main(Path(given[0] if given else "decks.jsonl"), int(given[1]) if len(given) > 1 else GAMES_EACH,
                  given[2:] or [game_id for game_id, game in GAMES.items() if game.think.engine is not None]))

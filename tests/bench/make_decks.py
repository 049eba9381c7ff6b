"""Makes the decks to begin with: positions of medium's games in which one way to play is clearly the best.

    python3 packaging/bench.py make_decks [FILE [GAMES [GAME …]]]
    python3 packaging/bench.py make_decks store FILE

FILE (decks.jsonl) collects a line of JSON for each of GAMES (400) games, on codes that no training saw, one GAME after
another in turn; games that are in it are not played again, so it can be stopped and continued. Of all ways that the master
would compare in a turn, and what was played, a quick look and a second one find the best; the turn is kept if by ten times
the rollouts of a review, on futures of their own, each other way is more than four standard errors behind, and if a review
that has these two to compare calls what was played a mistake. (That the review's own race finds the best is not asked: in
HexRoller, where the best of twelve ways lie within a point of each other, it hardly ever does.) Ways that end the same on
every future, as a pair of chains and its mirror image do, are one way.
`store` writes the decks to assets/decks: at most 40 positions a game, of each theme in turn the costliest, two of a code,
and no more than half of them of the last turn, as long as there are others.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.gamekit.think.engine import Plan
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import SUFFIX, Deck, Position
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.practice.deck import position_of, written
from rollwrite_desktop.play.review.game_review import DOUBTFUL, MEASURED_FROM, ROLLOUTS, Measurer, PlayedTurn, Reviewer

SEED, GAMES_EACH = "DECK", 400
TIMES, CLEAR = 10, 4.0
"""So many times the rollouts of a review, and so many standard errors between the best way and each other."""
LOOKS = ((40, 1.0), (160, 1.7))
"""A turn has no clear best way if by so few rollouts it is so few standard errors ahead."""
MOST, OF_A_CODE, ENOUGH = 40, 2, 80
CERTAINTY = 1e6
"""Beyond so many standard errors there is nothing left to chance."""
PLAYER = "p1"
Row = dict[str, Any]


def results(measurer: Measurer, state: Any, ends: Sequence[Any], first: int, rollouts: int) -> tuple[Any, list[float]]:
    """The results of some ways to play a turn by some futures, a row for each, and what each is worth, more being better."""
    rows = measurer.engine.results(ends, PLAYER, first, rollouts, measurer.seed(state)).astype(float)
    worth = [measurer.sign * measurer.value(end, float(row.mean())) for end, row in zip(ends, rows, strict=True)]
    return rows, worth


def gap(rows: Any, worth: Sequence[float], best: int) -> float:
    """How many standard errors a way is before the next one that is not the same."""
    apart = [rows[best] - row for row in rows]
    return min(((worth[best] - worth[other]) / max(1e-9, float(apart[other].std()) / len(rows[best]) ** 0.5)
                for other in range(len(rows)) if apart[other].any()), default=0.0)


def ways_of(reviewer: Reviewer, turn: PlayedTurn, plans: Sequence[Plan]) -> list[tuple[Any, Plan]]:
    """The ways to play a turn, what was played and the plans, each with the position after it; those of the same paper
    once."""
    state, engine = reviewer.opened.session.state_after(turn.begins), reviewer.engine
    ways = [(reviewer.after(state, plan.moves), plan) for plan in (*plans, Plan(turn.moves, 0.0))]
    return list({engine.paper(end, PLAYER): (end, plan) for end, plan in ways}.values())


def clear_turn(reviewer: Reviewer, turn: PlayedTurn) -> tuple[Position, float] | None:
    """A turn as a position, if it has one clear best way, and by how many standard errors."""
    session, engine, sign = reviewer.session, reviewer.engine, reviewer.sign
    state, played = session.state_after(turn.begins), session.state_after(turn.ends)
    plans = engine.plans(state, PLAYER, engine.budget.plans)
    if not plans or sign * (plans[0].value - engine.value(played, PLAYER)) <= DOUBTFUL * engine.scale / 2:
        return None
    ways = ways_of(reviewer, turn, plans)
    ends, best = [end for end, _ in ways], 0
    for n, (rollouts, least) in enumerate(LOOKS, 3):
        found, worth = results(reviewer, state, ends, n * MEASURED_FROM, rollouts)
        best = worth.index(max(worth))
        if gap(found, worth, best) < least:
            return None
    apart = gap(*results(reviewer, state, ends, 2 * MEASURED_FROM, TIMES * ROLLOUTS), best)
    if apart <= CLEAR:
        return None
    reviewed = reviewer.turn_result(reviewer.turn(turn, state, played, [ways[best][1]]), 0.0)
    position = position_of(reviewer.opened, PLAYER, reviewed, Path(), Path()) if reviewed.mark else None
    return None if position is None else (structs.replace(position, player=""), apart)


def made(game_id: str, k: int) -> Row:
    """The clear positions of game k of medium."""
    game = GAMES[game_id]
    sheet = sheet_of(game, "")
    opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed=f"{SEED}-{k}")))
    finish(opened.session, {PLAYER: game.think.bots["medium"]})
    reviewer = Reviewer(opened, PLAYER)
    found = [each for turn in reviewer.turns if (each := clear_turn(reviewer, turn)) is not None]
    return {"game": game_id, "k": k, "positions": [msgspec.to_builtins(each) for each, _ in found],
            "gaps": [round(apart, 1) for _, apart in found]}


def rows(file: Path) -> dict[tuple[str, int], Row]:
    """The games that a file holds."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {(row["game"], row["k"]): row for row in map(json.loads, lines)}


def chosen(found: Sequence[Row]) -> list[Position]:
    """At most MOST positions of a game, of each theme in turn the costliest that is left; those after which nothing is left
    to chance are at most half of them, as long as there are others."""
    every = [(msgspec.convert(each, Position), row["k"], apart > CERTAINTY)
             for row in found for each, apart in zip(row["positions"], row["gaps"], strict=True)]
    every.sort(key=lambda each: -each[0].cost.size)
    kept, themes, codes, certain = list[Position](), Counter[str](), Counter[int](), 0
    while len(kept) < MOST:
        left = [each for each in every if codes[each[1]] < OF_A_CODE and each[0] not in kept]
        left = [each for each in left if not each[2] or certain < MOST // 2] or left
        if not left:
            break
        position, k, sure = min(left, key=lambda each: (themes[each[0].theme], -each[0].cost.size))
        kept.append(position)
        themes[position.theme] += 1
        codes[k] += 1
        certain += sure
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

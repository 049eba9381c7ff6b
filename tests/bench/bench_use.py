"""Whether practice is of use: medium as it is beside medium that makes none of the mistakes that a deck would hold.

    python3 packaging/bench.py bench_use [GAMES [GAME [FILE [THEME …]]]]
    python3 packaging/bench.py bench_use store FILE

Wherever medium's turn costs, against the plan of the highest value, more than two standard errors and more than what a
review calls doubtful, and is an example of a THEME (of any without one), the second player makes that plan instead. Prints
what it gains a game, and what the costs of the first player's turns add up to, which is what a deck says; both with
standard errors. FILE collects a line of JSON for each of GAMES (200) codes, which no training saw; those that are in it are
not played again. `store` writes the gains of a FILE to assets/values/practice.json, where *Practice* tells them.

The gain is measured twice: by how the two games end, and, where medium is quick, turn by turn. What a player gains over
another is the sum, over its own turns, of what each of its choices gains if the other one plays on (the performance
difference lemma, Kakade and Langford 2002). So medium ends each turn that was made better FINISHES times, both ways, with
the same dice, and their luck counts much less.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.chance import outcome
from rollwrite_desktop.core.rules import Event, Move, Rules
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.think.engine import engine_for
from rollwrite_desktop.gamekit.value_tables import FOLDER
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.review.game_review import CERTAIN, DOUBTFUL, Measurer

SEED = "USE"
PLAYER = "p1"
FINISHES = {"rolling_america": 12, "hexroller": 12}
"""How often medium ends a turn that was made better, in the games in which it is quick."""


class Turn(Struct, frozen=True):
    """What medium plays in a turn; where that clearly costs, the better moves, its theme and its cost. after: the state of
    medium's luck after it."""

    moves: tuple[Move, ...]
    after: Any
    better: tuple[Move, ...] = ()
    theme: str = ""
    cost: float = 0.0


class Watched:
    """A computer player whose costly turns are noted, and made better where `mends`. known: turns that were looked at
    already, by state."""

    def __init__(
        self, game_id: str, rules: Rules[Any], themes: Sequence[str], known: dict[Any, Turn], *, mends: bool
    ) -> None:
        self.game, self.themes, self.mends, self.known = GAMES[game_id], themes, mends, known
        assert self.game.think.engine is not None
        self.bot: Bot[Any] = self.game.think.bots["medium"]
        self.measurer = Measurer(rules, engine_for(self.game.think.engine, rules), PLAYER)
        self.costly: list[tuple[Any, Turn]] = []
        self._queue: list[Move] = []

    def __call__(self, rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Move:
        if not self._queue:
            if state not in self.known:
                self.known[state] = self._turn(rules, state, luck)
            turn = self.known[state]
            luck.setstate(turn.after)
            if turn.better:
                self.costly.append((state, turn))
            self._queue = list(turn.better if turn.better and self.mends else turn.moves)
        return self._queue.pop(0)

    def _turn(self, rules: Rules[Any], state: Any, luck: random.Random) -> Turn:
        """Returns all moves of the turn, and whether they cost."""
        moves = tuple(self._finished(rules, state, [], luck))
        turn = Turn(moves, luck.getstate())
        measurer, end = self.measurer, self.measurer.after(state, moves)
        plans = measurer.engine.plans(state, PLAYER, measurer.budget.plans)
        if not plans:
            return turn
        better = tuple(self._finished(rules, state, list(plans[0].moves), luck))
        other = measurer.after(state, better)
        promise = measurer.sign * (plans[0].value - measurer.engine.value(end, PLAYER)) if rules.demands(end) else 0.0
        if promise < DOUBTFUL * measurer.engine.scale / 2 or not rules.demands(other):
            return turn
        theme = self.game.think.review.theme(rules, end, other, PLAYER)
        if self.themes and theme not in self.themes:
            return turn
        rows = measurer.rows(state, [other, end])
        values = [measurer.value(each, float(row.mean())) for each, row in zip((other, end), rows, strict=True)]
        error = measurer.sign * (values[0] - values[1])
        if error <= max(CERTAIN * measurer.se(*rows), DOUBTFUL * measurer.engine.scale):
            return turn
        return structs.replace(turn, better=better, theme=theme, cost=error)

    def gained(self, rules: Rules[Any], code: str, finishes: int) -> float:
        """Returns what the better moves gain, ended by medium so often each."""
        gain = 0.0
        for number, (state, turn) in enumerate(self.costly):
            for k in range(finishes):
                better, mine = (
                    self._total(rules, self.measurer.after(state, moves), f"{code}/{number}/{k}")
                    for moves in (turn.better, turn.moves)
                )
                gain += self.measurer.sign * (better - mine) / finishes
        return gain

    def _total(self, rules: Rules[Any], state: Any, code: str) -> int:
        """Returns the score at the end of a game that medium plays on with the dice of a code."""
        luck, rolls = random.Random(code), 0
        while demands := rules.demands(state):
            if demands[0].ask is not None:
                event = Event(demands[0].by, outcome(code, rolls, demands[0].ask))
                rolls += 1
            else:
                event = Event(PLAYER, self.bot(rules, state, PLAYER, luck))
            state = rules.apply(state, event)
        return rules.scores(state)[0].total

    def _finished(self, rules: Rules[Any], state: Any, moves: list[Move], luck: random.Random) -> list[Move]:
        """Some moves, and what medium plays behind them until the turn is over."""
        at = self.measurer.after(state, moves)
        while any(demand.by == PLAYER for demand in rules.demands(at)):
            move = self.bot(rules, at, PLAYER, luck)
            moves.append(move)
            at = self.measurer.after(at, (move,))
        return moves


def played(game_id: str, k: int, themes: Sequence[str]) -> dict[str, Any]:
    """What both players score on a code, and what the first one's mistakes cost by theme; `gained`: by the turns."""
    game, code = GAMES[game_id], f"{SEED}/{k}"
    rules: Any = game.play.rules(sheet_of(game, ""), options_of(game))
    known: dict[Any, Turn] = {}
    plain, mended = (Watched(game_id, rules, themes, known, mends=mends) for mends in (False, True))
    totals = [
        finish(Session(rules, (PLAYER,), code=code), {PLAYER: player})[0].total for player in (plain, mended)
    ]
    costs: dict[str, float] = {}
    for _, turn in plain.costly:
        costs[turn.theme] = costs.get(turn.theme, 0.0) + turn.cost
    row: dict[str, Any] = {
        "game": game_id, "k": k, "totals": totals, "costs": {theme: round(cost, 3) for theme, cost in costs.items()},
    }
    finishes = FINISHES.get(game_id, 0)
    return row | {"gained": round(mended.gained(rules, code, finishes), 3)} if finishes else row


def store(file: Path) -> int:
    """Writes what each game's codes bring, turn by turn where that was measured."""
    kept: dict[str, dict[str, Any]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        kept.setdefault(row["game"], {})[row["k"]] = row
    results = {}
    for game_id, rows in sorted(kept.items()):
        sign = -1 if GAMES[game_id].play.lowest_wins else 1
        gains = [row.get("gained", sign * (row["totals"][1] - row["totals"][0])) for row in rows.values()]
        se = statistics.stdev(gains) / len(gains) ** 0.5
        results[game_id] = {"codes": len(gains), "gained": round(statistics.fmean(gains), 2), "se": round(se, 2)}
    worth = {"made_by": "tests/bench/bench_use.py", "seed": SEED, "level": "medium", "results": results}
    (FOLDER / "practice.json").write_text(json.dumps(worth, indent=1) + "\n", encoding="ascii")
    return 0


def main(games: int, game_id: str, file: Path, themes: Sequence[str]) -> int:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = {row["k"]: row for row in map(json.loads, lines) if row["game"] == game_id}
    for k in range(games):
        if k not in known:
            known[k] = played(game_id, k, themes)
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(known[k]) + "\n")
    sign = -1 if GAMES[game_id].play.lowest_wins else 1
    by_ends = [sign * (row["totals"][1] - row["totals"][0]) for row in known.values()]
    by_turns = [row["gained"] for row in known.values() if "gained" in row]
    said = [sum(row["costs"].values()) for row in known.values()]
    figures: tuple[tuple[str, list[Any]], ...] = (
        ("gained", by_ends), ("gained, turn by turn", by_turns), ("said", said),
    )
    for name, amounts in figures:
        if amounts:
            se = statistics.stdev(amounts) / len(amounts) ** 0.5 if len(amounts) > 1 else 0.0
            print(f"{game_id}, {len(amounts)} codes: {name} {statistics.fmean(amounts):.2f} ± {se:.2f}")
    by_theme = sum((Counter(row["costs"]) for row in known.values()), Counter[str]())
    print({theme: round(cost / len(known), 2) for theme, cost in by_theme.most_common()})
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["store"]:
        sys.exit(store(Path(given[1])))
    path = Path(given[2]) if len(given) > 2 else Path(tempfile.mkdtemp()) / "use.jsonl"
    sys.exit(main(int(given[0]) if given else 200, given[1] if len(given) > 1 else "rolling_america", path, given[3:]))

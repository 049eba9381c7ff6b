"""Whether practice is of use: medium as it is beside medium that makes none of the mistakes that a deck would hold.

    python3 packaging/bench.py bench_use [GAMES [GAME [FILE [THEME …]]]]

Wherever medium's turn costs, against the plan of the highest value, more than two standard errors and more than what a
review calls doubtful, and is an example of a THEME (of any without one), the second player makes that plan instead. Prints
what it gains a game, and what the costs of the first player's turns add up to, which is what a deck says; both with
standard errors. FILE collects a line of JSON for each of GAMES (200) codes, which no training saw; those that are in it are
not played again.
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

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.rules import Move, Rules
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.think.engine import engine_for
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.game_review import CERTAIN, DOUBTFUL, Measurer
from rollwrite_desktop.play.open_game import options_of, sheet_of
from rollwrite_desktop.play.simulation import finish

SEED = "USE"
PLAYER = "p1"


class Watched:
    """A computer player whose costly turns are noted, and made better where `mends`."""

    def __init__(self, game_id: str, rules: Rules[Any], themes: Sequence[str], *, mends: bool) -> None:
        self.game, self.themes, self.mends = GAMES[game_id], themes, mends
        assert self.game.think.engine is not None
        self.bot: Bot[Any] = self.game.think.bots["medium"]
        self.measurer = Measurer(rules, engine_for(self.game.think.engine, rules), PLAYER)
        self.costs: Counter[str] = Counter()
        self._queue: list[Move] = []

    def __call__(self, rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Move:
        if not self._queue:
            self._queue = self._turn(rules, state, luck)
        return self._queue.pop(0)

    def _turn(self, rules: Rules[Any], state: Any, luck: random.Random) -> list[Move]:
        """All moves of the turn."""
        moves = self._finished(rules, state, [], luck)
        measurer, end = self.measurer, self.measurer.after(state, moves)
        plans = measurer.engine.plans(state, PLAYER, measurer.budget.plans)
        if not plans:
            return moves
        better = self._finished(rules, state, list(plans[0].moves), luck)
        other = measurer.after(state, better)
        promise = measurer.sign * (plans[0].value - measurer.engine.value(end, PLAYER)) if rules.demands(end) else 0.0
        if promise < DOUBTFUL * measurer.engine.scale / 2 or not rules.demands(other):
            return moves
        rows = measurer.rows(state, [other, end])
        values = [measurer.value(each, float(row.mean())) for each, row in zip((other, end), rows, strict=True)]
        error = measurer.sign * (values[0] - values[1])
        theme = self.game.think.review.theme(rules, end, other, PLAYER)
        if error <= max(CERTAIN * measurer.se(*rows), DOUBTFUL * measurer.engine.scale):
            return moves
        if self.themes and theme not in self.themes:
            return moves
        self.costs[theme] += error
        return better if self.mends else moves

    def _finished(self, rules: Rules[Any], state: Any, moves: list[Move], luck: random.Random) -> list[Move]:
        """Some moves, and what medium plays behind them until the turn is over."""
        at = self.measurer.after(state, moves)
        while any(demand.by == PLAYER for demand in rules.demands(at)):
            move = self.bot(rules, at, PLAYER, luck)
            moves.append(move)
            at = self.measurer.after(at, (move,))
        return moves


def played(game_id: str, k: int, themes: Sequence[str]) -> dict[str, Any]:
    """What both players score on a code, and what the first one's mistakes cost by theme."""
    game = GAMES[game_id]
    rules: Any = game.play.rules(sheet_of(game, ""), options_of(game))
    totals, costs = [], Counter[str]()
    for mends in (False, True):
        player = Watched(game_id, rules, themes, mends=mends)
        session: Session[Any] = Session(rules, (PLAYER,), code=f"{SEED}/{k}")
        totals.append(finish(session, {PLAYER: player})[0].total)
        costs = costs if mends else player.costs
    return {"game": game_id, "k": k, "totals": totals, "costs": {theme: round(cost, 3) for theme, cost in costs.items()}}


def main(games: int, game_id: str, file: Path, themes: Sequence[str]) -> int:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = {row["k"]: row for row in map(json.loads, lines) if row["game"] == game_id}
    for k in range(games):
        if k not in known:
            known[k] = played(game_id, k, themes)
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(known[k]) + "\n")
    sign = -1 if GAMES[game_id].play.lowest_wins else 1
    gains = [sign * (row["totals"][1] - row["totals"][0]) for row in known.values()]
    said = [sum(row["costs"].values()) for row in known.values()]
    for name, amounts in (("gained", gains), ("said", said)):
        se = statistics.stdev(amounts) / len(amounts) ** 0.5 if len(amounts) > 1 else 0.0
        print(f"{game_id}, {len(amounts)} codes: {name} {statistics.fmean(amounts):.2f} ± {se:.2f}")
    by_theme = sum((Counter(row["costs"]) for row in known.values()), Counter[str]())
    print({theme: round(cost / len(known), 2) for theme, cost in by_theme.most_common()})
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    path = Path(given[2]) if len(given) > 2 else Path(tempfile.mkdtemp()) / "use.jsonl"
    sys.exit(main(int(given[0]) if given else 200, given[1] if len(given) > 1 else "rolling_america", path, given[3:]))

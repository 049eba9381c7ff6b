"""Whether reviews tell the truth, and how long they take: mean error and luck of each level's games, beside its results.

    python3 packaging/bench.py bench_review [GAMES [GAME …]]

Luck must average to nothing, the errors of the master too, and the errors of medium to what the master scores better; all
within two standard errors. Prints the processor time of a whole review and of its first turn.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.game_review import Review, reviewed
from rollwrite_desktop.play.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.simulation import finish

LEVELS = ("medium", "hard", "master")


def told(amounts: Sequence[float]) -> str:
    """A mean and its standard error."""
    return f"{statistics.fmean(amounts):.2f} ± {error_of(amounts):.2f}"


def error_of(amounts: Sequence[float]) -> float:
    return statistics.stdev(amounts) / len(amounts) ** 0.5 if len(amounts) > 1 else 0.0


def reviews(game_id: str, level: str, games: int) -> tuple[list[Review], list[float], list[float]]:
    """Reviews of some games of a level; processor seconds of the first turn, and of all."""
    game, found, first, whole = GAMES[game_id], [], [], []
    sheet = sheet_of(game, "")
    for k in range(games):
        opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed=f"REVIEW-{k}")))
        finish(opened.session, {"p1": game.bots[level]})
        began, seen = time.process_time(), 0.0
        for part in reviewed(opened, "p1"):
            seen = seen or time.process_time() - began
            if isinstance(part, Review):
                found.append(part)
        first.append(seen)
        whole.append(time.process_time() - began)
    return found, first, whole


def main(games: int, names: Sequence[str]) -> int:
    fine = True
    for game_id in names or [name for name, game in GAMES.items() if game.engine is not None]:
        results: dict[str, list[float]] = {}
        errors: dict[str, list[float]] = {}
        for level in LEVELS:
            found, first, whole = reviews(game_id, level, games)
            results[level] = [review.result for review in found]
            errors[level] = [review.error for review in found]
            luck = [review.luck for review in found]
            sign = 1 if found[0].better == "lower" else -1
            sd, fair = statistics.pstdev(results[level]), statistics.pstdev([review.without_luck for review in found])
            print(f"{game_id} {level}: result {told(results[level])} (sd {sd:.2f}, without luck {fair:.2f}), "
                  f"expected {found[0].expected:.2f}, "
                  f"error {told(errors[level])}, luck {told(luck)}; first turn {max(first):.1f} s, whole {max(whole):.1f} s",
                  flush=True)
            fine = fine and abs(statistics.fmean(luck)) <= 2 * error_of(luck)
        gaps = [sign * (one - best) for one, best in zip(results["medium"], results["master"], strict=True)]
        print(f"{game_id}: medium is worse than master by {told(gaps)}, its reviews say {told(errors['medium'])}")
        spread = 2 * (error_of(gaps) ** 2 + error_of(errors["medium"]) ** 2) ** 0.5
        fine = fine and abs(statistics.fmean(gaps) - statistics.fmean(errors["medium"])) <= spread
        fine = fine and abs(statistics.fmean(errors["master"])) <= 2 * error_of(errors["master"])
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2:]))

"""Whether reviews tell the truth, and how long they take: mean error and luck of the levels' games, beside their results.

    python3 packaging/bench.py bench_review [GAMES [GAME [FILE [PROCESSES [LEVEL …]]]]]
    python3 packaging/bench.py bench_review store FILE …

Luck must average to nothing, the errors of the master too, and the errors of medium to what the master scores better on the
same dice; all within two standard errors. FILE collects a line of JSON for each game, and games that are in it are not
played again, so a long measurement can be stopped and continued. `store` writes the errors of each game in such files to
assets/values/reviews.json, by which a review says like whom somebody played. Prints the processor time of a whole review and
of its first turn.
"""

from __future__ import annotations

import json
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.gamekit.value_tables import FOLDER
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.review.game_review import Review, reviewed

LEVELS = ("medium", "master")
SEED = "REVIEW"
Row = dict[str, Any]


def reviewed_game(case: tuple[str, str, int]) -> Row:
    """The review of game k of a level, with processor seconds of the play, of the first turn and of the whole review."""
    game_id, level, k = case
    game = GAMES[game_id]
    sheet = sheet_of(game, "")
    opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed=f"{SEED}-{k}")))
    began = time.process_time()
    finish(opened.session, {"p1": game.think.bots[level]})
    row: Row = {"game": game_id, "level": level, "k": k, "play": round(time.process_time() - began, 2)}
    began = time.process_time()
    for part in reviewed(opened, "p1"):
        row.setdefault("first", round(time.process_time() - began, 2))
        if isinstance(part, Review):
            row |= {"result": part.result, "expected": part.expected, "error": part.error, "luck": part.luck}
            row |= {"marks": [turn.mark for turn in part.turns if turn.mark], "lowest": part.better == "lower"}
    return row | {"whole": round(time.process_time() - began, 2)}


def rows(file: Path, game_id: str, games: int, processes: int, levels: Sequence[str]) -> list[Row]:
    """The reviews of some games of the levels; those that the file does not hold yet are made and written there."""
    wanted = [(game_id, level, k) for k in range(games) for level in levels]
    found = {}
    if file.exists():
        for line in file.read_text(encoding="ascii").splitlines():
            row = json.loads(line)
            found[row["game"], row["level"], row["k"]] = row
    missing = [case for case in wanted if case not in found]

    def keep(made: Iterable[Row]) -> None:
        for row in made:
            found[row["game"], row["level"], row["k"]] = row
            with file.open("a", encoding="ascii") as out:
                out.write(json.dumps(row) + "\n")

    if processes > 1:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            keep(pool.imap(reviewed_game, missing))
    else:
        keep(map(reviewed_game, missing))
    return [found[case] for case in wanted]


def store(files: Sequence[Path]) -> int:
    """Writes the errors by game and level."""
    found: dict[str, dict[str, list[float]]] = {}
    for file in files:
        for line in file.read_text(encoding="ascii").splitlines():
            row = json.loads(line)
            found.setdefault(row["game"], {}).setdefault(row["level"], []).append(round(row["error"], 2))
    kept = {
        "made_by": "tests/bench/bench_review.py", "seed": SEED,
        "errors": {game_id: {level: sorted(errors) for level, errors in sorted(levels.items())}
                   for game_id, levels in sorted(found.items())},
    }
    (Path(FOLDER) / "reviews.json").write_text(json.dumps(kept) + "\n", encoding="ascii")
    return 0


def mean(amounts: Sequence[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    spread = statistics.stdev(amounts) / len(amounts) ** 0.5 if len(amounts) > 1 else 0.0
    return statistics.fmean(amounts), spread


def told(amounts: Sequence[float]) -> str:
    return "{:.2f} ± {:.2f}".format(*mean(amounts))


def main(games: int, game_id: str, file: Path, processes: int, levels: Sequence[str]) -> int:
    if unknown := [level for level in levels if level not in GAMES[game_id].think.bots]:
        print(f"{game_id} has no level '{unknown[0][:60]}', but {', '.join(GAMES[game_id].think.bots)}.", file=sys.stderr)
        return 2
    every, fine = rows(file, game_id, games, processes, levels), True
    by_level = {level: [row for row in every if row["level"] == level] for level in levels}
    for level, found in by_level.items():
        result, error, luck = ([row[name] for row in found] for name in ("result", "error", "luck"))
        sign = 1 if found[0]["lowest"] else -1
        fair = [row["result"] + sign * row["luck"] for row in found]
        print(f"{game_id} {level}, {len(found)} games: result {told(result)} (sd {statistics.pstdev(result):.2f}, "
              f"without luck {statistics.pstdev(fair):.2f}), expected {told([row['expected'] for row in found])}, "
              f"error {told(error)}, "
              f"luck {told(luck)}; turns marked {told([len(row['marks']) for row in found])}; processor seconds: play "
              f"{told([row['play'] for row in found])}, first turn {max(row['first'] for row in found):.1f} at most, review "
              f"{told([row['whole'] for row in found])}, {max(row['whole'] for row in found):.1f} at most")
        amount, spread = mean(luck)
        fine = fine and abs(amount) <= 2 * spread
    if {"medium", "master"} <= set(by_level):
        pairs = list(zip(by_level["medium"], by_level["master"], strict=True))
        sign = 1 if pairs[0][0]["lowest"] else -1
        gap = [sign * (one["result"] - best["result"]) for one, best in pairs]
        said = [one["error"] for one, _ in pairs]
        print(f"{game_id}: medium is worse than master by {told(gap)}, its reviews say {told(said)}")
        amount, spread = mean([a - b for a, b in zip(gap, said, strict=True)])
        fine = fine and abs(amount) <= 2 * spread
        amount, spread = mean([best["error"] for _, best in pairs])
        fine = fine and abs(amount) <= 2 * spread
    return 0 if fine else 1


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["store"]:
        sys.exit(store([*map(Path, given[1:])]))
    path = Path(given[2]) if len(given) > 2 else Path(tempfile.mkdtemp()) / "reviews.jsonl"
    sys.exit(main(int(given[0]) if given else 200, given[1] if len(given) > 1 else "rolling_america", path,
                  int(given[3]) if len(given) > 3 else 1, given[4:] or LEVELS))

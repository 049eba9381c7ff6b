"""Whether what is offered as a tie is one: on whole sheets with a slip planted that was not asked about first, every single
slip there can be is tried by the game's proof, which knows nothing of slips.

    python3 packaging/bench.py bench_ties [GAME [SHEETS [FILE]]]

FILE: what `bench_diagnosis` has kept; without one it is found out first. For each such sheet a line says how many single
slips of the least weight explain it, in how many places, how likely the likeliest place is, and which of them nobody is
told. At the end: how many would be right at the first question if it were always about the likeliest place.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from rollwrite_desktop.core.audit import Edit, Paper
from rollwrite_desktop.gamekit.check.slips import DIGIT, Slip, chance, digits_apart, edited, mark_slip
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from tests.bench.bench_diagnosis import kept_in, planted_in, total_of, tried
from tests.gamekit.test_diagnosis_search import diagnosed, is_legal

MARKS = {
    "rolling_america": [*"123456", *(f"({n})" for n in "123456"), "X", ""],
    "on_tour": [*(what for n in range(100) for what in (f"{n:02}", f"({n:02})")), "*", "(*)", "X", ""],
    "hexroller": [*"2345678", ""],
}
FACES = {"rolling_america": "123456", "on_tour": "0123456789", "hexroller": "345678"}


def single_slips(auditor: Any, paper: Paper, most: int) -> Iterator[Slip]:
    """Every slip that weighs `most` or less: marks, boxes, dice, rolls that change places."""
    for space in (space.id for space in auditor.rules.sheet.spaces if not space.printed):
        held = paper.spaces.get(space, "")
        slips = (mark_slip(space, space, held, other) for other in MARKS[paper.game] if other != held)
        yield from (slip for slip in slips if slip.cost <= most)
    if paper.game == "hexroller":
        yield from auditor.slips.rows(paper)
        yield from auditor.slips.bonuses(paper, "plus_one", "two", "third")
    rolls = paper.rolls or []
    for k, roll in enumerate(rolls):
        dice, bar, cards = roll.partition("|")
        places = [i for i, one in enumerate(dice) if one.isdigit()]
        alike = {}
        for i, face in ((i, face) for i in places for face in FACES[paper.game] if face != dice[i]):
            other = dice[:i] + face + dice[i + 1 :] + bar + cards
            alike[" ".join(sorted(other.split()))] = other, 1 + digits_apart(dice[i], face)[1]
        yield from (Slip(Edit(f"roll:{k + 1}", roll, other), DIGIT, rank) for other, rank in alike.values())
    for one, other in combinations(range(len(rolls)), 2):
        if sorted(rolls[one].split()) != sorted(rolls[other].split()):
            yield Slip(Edit(f"roll:{one + 1}", rolls[one], rolls[other], "", f"roll:{other + 1}"), DIGIT, 1)


def main(game_id: str = "hexroller", count: int = 20, file: Path | None = None) -> int:
    """Prints a line for each sheet; 1 if a place is not told."""
    known = kept_in(file, game_id, "rolls", count) if file else [
        each for number in range(count) for each in tried(game_id, "rolls", number)]
    some = [each for each in known if total_of(each.kind) == "one slip" and each.place != 1 and each.verdict != "fits"]
    auditor: Any = GAMES[game_id].check.auditor(sheet_of(GAMES[game_id], "", game_id), {})
    missed = 0
    shares = []
    for each in some:
        slipped = planted_in(game_id, each.number)
        report = diagnosed(auditor, slipped)
        if not report.diagnosis or len(report.diagnosis[0].edits) > 1:
            continue
        asked, elsewhere = report.diagnosis, report.diagnosis[0].elsewhere
        told = {edit.where for edit in (*elsewhere, *(edit for one in asked for edit in one.edits))}
        least = asked[0].cost
        right = [slip for slip in single_slips(auditor, slipped, least)
                 if slip.cost == least and is_legal(auditor, edited(slipped, slip.edit))]
        likely: dict[str, float] = defaultdict(float)
        for slip in right:
            likely[slip.edit.where] += chance(edited(slipped, slip.edit), (slip,))
        unsaid = sorted(set(likely) - told)
        missed += bool(unsaid)
        shares.append(max(likely.values(), default=0.0) / (sum(likely.values()) or 1.0))
        print(f"{each.case}: {len(right)} slips in {len(likely)} places, the likeliest {shares[-1]:.2f}"
              + (f"; not told: {', '.join(unsaid)}" if unsaid else ""), flush=True)
    print(f"{game_id}: {len(shares)} sheets, {missed} with a place that is not told; of these sheets "
          f"{sum(shares):.1f} would be right at the first question by the best order there is")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*(kind(given) for kind, given in zip((str, int, Path), sys.argv[1:], strict=False))))

"""What correcting a roll costs: how much of what came after it no longer stands, in all recorded games and all walks.

    python3 packaging/bench.py bench_corrections

Every roll of every game is corrected, once as if one die had been misread, once
to any other roll. By game: the median and mean share of the later events that are lost, the median share among later turns
alone (what a roll rules out in its own turn is lost whatever happens), and how many games have a median of at most 10 %.
Beside it what it cost to take the game back to that roll and to write again what still followed, up to the first roll that
waited for a lost move.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.core.session import Session
from tests.corrections import NAMES, SAMPLERS, corrections_of, rolls_of

LIMIT = 0.10


def lost_by_writing_again(session: Session[Any], index: int, dice: Outcome) -> int:
    """How many later events are lost where the game is taken back and each is written again only if it is accepted."""
    rules, later = session.rules, session.events[index + 1 :]
    state = rules.apply(session.state_before(index), Event(session.events[index].by, dice))
    lost = 0
    for place, event in enumerate(later):
        if rules.refuse(state, event) is None:
            state = rules.apply(state, event)
        elif is_chance(event.by):
            return lost + len(later) - place
        else:
            lost += 1
    return lost


def main() -> None:
    start, corrected = time.perf_counter(), 0
    for sampler in SAMPLERS:
        now: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        turns: dict[str, list[float]] = defaultdict(list)
        before: dict[str, list[float]] = defaultdict(list)
        for name, game_id in NAMES.items():
            for number, dice, session, told in corrections_of(name, sampler):
                index = rolls_of(session)[number - 1][0]
                later = len(session.events) - index - 1
                next_turn = sum(is_chance(event.by) for event in session.events[: index + 1]) + 1
                if not later:
                    continue
                corrected += 1
                now[game_id][name].append(len(told.lost) / later)
                before[game_id].append(lost_by_writing_again(session, index, dice) / later)
                turns[game_id].append(sum(one.roll >= next_turn for one in told.lost) / later)
        print(sampler)
        for game_id, by_game in now.items():
            shares = [share for found in by_game.values() for share in found]
            few = sum(statistics.median(found) <= LIMIT for found in by_game.values())
            print(
                f"  {game_id:16} {len(shares):5} corrections: lost median {statistics.median(shares):6.1%}, "
                f"mean {statistics.mean(shares):6.1%}, of later turns {statistics.median(turns[game_id]):5.1%}; "
                f"{few} of {len(by_game)} games at most {LIMIT:.0%}; "
                f"by writing again: median {statistics.median(before[game_id]):6.1%}"
            )
    print(f"{corrected} corrections, {1000 * (time.perf_counter() - start) / corrected:.1f} ms each")


if __name__ == "__main__":
    main()

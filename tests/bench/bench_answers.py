"""One digest each of everything that computer players, checks and diagnoses answer: equal before and after a change that
must change no answer.

    python3 packaging/bench.py bench_answers [CODES [SHEETS [SLIPS [GAME [LEVEL …]]]]]

CODES (3) whole games of each computer player but the slowest, or of each LEVEL, move by move; SHEETS (10) legal papers of
each game, each also with a planted slip and so without its rolls, as the check at a glance sees them; SLIPS (3) of these
as the proof and the search for a diagnosis see them, step by step. Without a GAME all are asked. Every question has a
fixed seed, and no answer depends on the clock.
"""

from __future__ import annotations

import hashlib
import random
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.opening.simulation import finish
from tests.bench.bench_diagnosis import legal_sheet
from tests.planted import SLIPS

SLOWEST = "master"
STEPS = 60
"""Steps of a proof or a search that are looked at; what comes later is decided by the same code."""


def moves(game_id: str, level: str, codes: int) -> Iterator[str]:
    """All events and the scores of games that a level plays alone."""
    game = GAMES[game_id]
    for k in range(codes):
        random.seed(k)
        players = tuple(f"p{i + 1}" for i in range(game.info.players[0]))
        rules = game.play.rules(sheet_of(game, "", game_id), options_of(game))
        session: Session[Any] = Session(rules, players, code=f"ANSWERS/{k}")
        scores = finish(session, dict.fromkeys(players, game.think.bots[level]))
        yield f"{[(event.by, str(event.move)) for event in session.events]} {scores}"


def papers(game_id: str, number: int) -> Iterator[Paper]:
    """A legal paper, one with a slip, and that one without its rolls."""
    legal = legal_sheet(game_id, number)
    yield legal
    luck = random.Random(f"answers/{game_id}/{number}")
    kinds = [*SLIPS[game_id]]
    for kind in kinds[number % len(kinds) :] + kinds[: number % len(kinds)]:
        if made := SLIPS[game_id][kind](legal, luck):
            yield made[0]
            yield msgspec.structs.replace(made[0], rolls=None)
            return


def audits(game_id: str, sheets: int) -> Iterator[str]:
    """The checks at a glance."""
    for number in range(sheets):
        for paper in papers(game_id, number):
            yield repr(auditor_of(game_id, paper).audit(paper))


def diagnoses(game_id: str, slips: int) -> Iterator[str]:
    """Every step of the proofs and of the searches for a diagnosis."""
    for number in range(slips):
        for paper in papers(game_id, number):
            for report, _ in zip(auditor_of(game_id, paper).prove(paper), range(STEPS), strict=False):
                yield repr(report)


def auditor_of(game_id: str, paper: Paper) -> Any:
    game = GAMES[game_id]
    return game.check.auditor(sheet_of(game, "", game_id), paper.options)


def told(name: str, answers: Iterable[str]) -> None:
    """A line with the digest of some answers."""
    began, digest, count = time.process_time(), hashlib.sha256(), 0
    for answer in answers:
        count += 1
        digest.update(answer.encode("utf-8", "surrogatepass"))
    print(f"{name:40}{count:7} answers  {digest.hexdigest()[:16]}", flush=True)
    print(f"{name}: {time.process_time() - began:.1f} s", file=sys.stderr, flush=True)


def main(given: list[str]) -> int:
    codes, sheets, slips = (int(given[i]) if len(given) > i else default for i, default in enumerate((3, 10, 3)))
    for game_id in given[3:4] or GAMES:
        levels = given[4:] or [level for level in GAMES[game_id].think.bots if level != SLOWEST]
        for level in levels if codes else ():
            told(f"moves {game_id} {level}", moves(game_id, level, codes))
        told(f"audits {game_id}", audits(game_id, sheets))
        told(f"diagnoses {game_id}", diagnoses(game_id, slips))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

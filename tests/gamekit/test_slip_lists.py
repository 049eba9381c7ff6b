"""Which slips are considered against a finding: how many, what they weigh, and the likeliest, on sheets with slips planted.

`python -m tests.gamekit.test_slip_lists` writes slip_lists.txt anew; read the difference before keeping it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.rules import Event, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.ligretto_dice.check.slips import LigrettoDiceSlips
from rollwrite_desktop.sheet.load import find
from tests.planted import SLIPS, score_sheet
from tests.walks import EVERY, rules_of

FILE = Path(__file__).with_name("slip_lists.txt")
GAMES = list(SLIPS)
EACH, LIKELIEST = 2, 6


def legal_sheet(game_id: str, luck: random.Random) -> Paper:
    game = EVERY[game_id]
    if game_id == "ligretto_dice":
        return score_sheet(luck)
    rules, ids = rules_of(game_id, game.play.sheets[0]), players_named(["Ann"])
    session: Session[Any] = Session(rules, ids, code="SLIPS")
    while not session.over:
        event = session.digital() or Event(ids[0], random_bot(rules, session.state, ids[0], luck))
        assert session.submit(event) is None
    paper = game.check.paper_of(rules, session.state, ids[0])
    report = game.check.auditor(find(paper.sheet), {}).audit(paper)
    return msgspec.structs.replace(paper, claimed=dict(report.parts) if game_id == "hexroller" else report.total)


def lines(game_id: str) -> Iterator[str]:
    game, luck = EVERY[game_id], random.Random("slips")
    yield game.info.title
    sheets = [legal_sheet(game_id, luck) for _ in range(EACH)]
    for kind, planted in SLIPS[game_id].items():
        for legal in sheets:
            auditor: Any = game.check.auditor(find(game.play.sheet_id(legal)), dict(legal.options))
            slips = LigrettoDiceSlips(legal.options) if game_id == "ligretto_dice" else auditor.slips
            slip = planted(legal, luck)
            if slip is None:
                continue
            slipped, where, before = slip
            yield f"{kind}: {where}, {before}"
            said = set()
            for finding in auditor.audit(slipped).findings:
                if finding.key in said:
                    continue
                said.add(finding.key)
                found = list(slips.against(slipped, finding))
                weights = Counter((slip.cost, slip.rank) for slip in found)
                yield f"   {finding.key} [{' '.join(finding.where)}]: {len(found)} slips"
                yield "      " + ", ".join(f"{n} of {cost}/{rank}" for (cost, rank), n in sorted(weights.items()))
                likeliest = sorted(found, key=lambda slip: (slip.cost, slip.rank))[:LIKELIEST]
                yield "      " + ", ".join(
                    f"{slip.edit.where} {slip.edit.before!r} {slip.edit.after!r} {slip.edit.other}".strip()
                    for slip in likeliest
                )


@cache
def written(game_id: str) -> str:
    return "\n".join([*lines(game_id), ""])


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_slips_are_considered(game_id: str) -> None:
    assert written(game_id).strip() == FILE.read_text("utf-8").split("\n\n")[GAMES.index(game_id)].strip()


if __name__ == "__main__":
    FILE.write_text("\n".join(map(written, GAMES)), "utf-8", newline="\n")

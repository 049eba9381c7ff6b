"""The window, `audit`, the printed report and a ranking say the same of a sheet with a slip, word by word: the same search,
as long in each."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.cli import main
from rollwrite_desktop.cli.arguments import parsers
from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Paper, describe_in_short, describe_verdict, write_paper
from rollwrite_desktop.core.diagnosis import describe_edit, describe_ties, explanation, in_short
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.paper.audit_files import Entered, filled_of
from rollwrite_desktop.play.paper.ranking import ranking
from rollwrite_desktop.printing.jobs.print_jobs import paper_leaves
from rollwrite_desktop.printing.reports.ranking_pages import headlines, rows_of
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.paper.check.search_bar import Search
from tests.gamekit.test_diagnosis_search import HEXES
from tests.games.on_tour.sheets import full_paper
from tests.games.rolling_america.sheets import played, rolled
from tests.planted import SLIPS, score_sheet
from tests.sampling import sampled
from tests.ui.audit.test_audit_page import desk_of
from tests.ui.conftest import PATIENCE, words

CASES = (
    ("on_tour", "digit, near"), ("on_tour", "roll misread"), ("on_tour", "cards misread"), ("on_tour", "two slips"),
    ("ligretto_dice", "total, any"), ("ligretto_dice", "digit, near"), ("hexroller", "score"), ("hexroller", "digit, near"),
    ("hexroller", "d6"), ("rolling_america", "circle forgotten"), ("rolling_america", "digit, near"),
)

def slipped(game: str, kind: str) -> Paper:
    """A legal sheet with a slip of a kind; or one that several slips would explain."""
    luck = random.Random(f"{game}/{kind}")
    if game == "rolling_america":
        rules = RollingAmerica(find("rolling_america_usa"), {})
        whole: Paper = paper_of(rules, played(rules, rolled(rules.sheet, luck), luck, 0.0).state, "p1")
    elif game == "hexroller":
        boxes = {"plus_one": False, "two": True, "third": True, "upper": "7346577", "lower": "4757368"}
        whole = Paper(game=game, spaces=HEXES, boxes=boxes, claimed=66, options={"plus_one": "path"})
        if kind == "d6":
            return msgspec.structs.replace(whole, spaces=HEXES | {"d6": "4"})
    else:
        whole = score_sheet(luck) if game == "ligretto_dice" else full_paper("planner", 4)
    planted = SLIPS[game][kind](whole, luck)
    assert planted is not None
    return planted[0]


def in_order(lines: Sequence[str], said: Sequence[str]) -> bool:
    """Whether lines are said one after the other, whole, whatever stands between them."""
    rest = iter(said)
    return all(line in rest for line in lines)


@sampled("game, kind", CASES, 48, lambda case: case[0])
def test_a_planted_slip_is_explained_alike(
    qtbot: Any, store: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, kind: str
) -> None:
    paper, path = slipped(game, kind), tmp_path / "ann.json"
    path.write_bytes(write_paper(paper))
    audit = desk_of(qtbot, store, paper)
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    shown = audit.report
    notes = RollNotes(audit.game, audit.sheet, audit.paper.options)
    explained = explanation(shown, notes.title)
    assert explained and shown.diagnosed
    ties = describe_ties(shown, notes.title)
    verdict, sums, beneath = describe_verdict(shown), (shown.total, shown.claimed), explained[-1]
    # The window: the ties above, then a card for each way, where else, and below the first one what to do.
    seen = words(audit.findings)
    asked = [" ".join(describe_edit(edit, notes.title) for edit in each.edits) for each in shown.diagnosis]
    assert (ties or seen[0]).rstrip(".") == audit.findings.headline and beneath in seen
    assert [card.card.accessibleName() or card.card.text() for card in audit.findings.diagnoses] == asked
    assert all(line.removeprefix("Or: ").startswith(tuple(asked)) or line in seen or line == ties for line in explained)
    # `audit`.
    assert main(["audit", str(path)]) == 1
    said = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert in_order(explained, said) and any(verdict in line for line in said)
    # The page, which calls rolls as the log does that is printed with it, and the same as text.
    out = tmp_path / "ann.txt"
    assert main(["print", "--paper-file", str(path), "--findings", "-o", str(out)]) == 0
    assert in_order((*explanation(shown, notes.title), verdict), out.read_text("utf-8").splitlines())
    leaves = paper_leaves(audit.game, paper, shown)
    printed = " ".join(mark.text for leaf in leaves for mark in leaf.display.marks if isinstance(mark, Text))
    assert in_place(explanation(shown, notes.title), printed)
    # A ranking, of a table or of a session.
    sheet = filled_of(Entered(audit.game, audit.sheet, paper, "ann.json"), shown)
    assert headlines(sheet) == [in_short(shown, notes.title)]
    assert in_short(shown, notes.title).startswith(ties or explained[0])
    found = replace(sheet, missing="", begun=False)
    assert describe_in_short(shown) in [row[3] for row in rows_of([found], ranking([found]))]
    assert (found.report.total, found.report.claimed) == sums


def in_place(lines: Sequence[str], text: str) -> bool:
    """Whether lines stand in a text one after the other."""
    at = 0
    for line in lines:
        at = text.find(line, at)
        if at < 0:
            return False
    return True


def test_no_search_gives_up_before_another() -> None:
    read = parsers()["audit"].parse_args
    assert read(["ann.json"]).effort == Search().most == DEFAULT_SEARCH_STEPS
    assert read(["--effort", "7", "ann.json"]).effort == 7
    assert read(["--thorough", "ann.json"]).effort is None

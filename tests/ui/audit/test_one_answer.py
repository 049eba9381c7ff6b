"""The window, `audit` and the printed report say the same of a sheet with a slip: the same search, as long in each."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rollwrite_desktop.cli import main
from rollwrite_desktop.cli.arguments import parsers
from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Paper, write_paper
from rollwrite_desktop.core.diagnosis import describe_diagnosis
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.play.roll_notation import RollNotes
from rollwrite_desktop.printing.print_jobs import paper_leaves
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.paper.check.search_bar import Search
from tests.games.on_tour.sheets import full_paper
from tests.planted import SLIPS, score_sheet
from tests.sampling import sampled
from tests.ui.audit.test_audit_page import desk_of
from tests.ui.conftest import PATIENCE

CASES = (
    ("on_tour", "digit, near"), ("on_tour", "roll misread"), ("on_tour", "cards misread"), ("on_tour", "two slips"),
    ("ligretto_dice", "total, any"), ("ligretto_dice", "digit, near"),
)


def slipped(game: str, kind: str) -> Paper:
    """A legal sheet with a slip of a kind."""
    luck = random.Random(f"{game}/{kind}")
    whole = score_sheet(luck) if game == "ligretto_dice" else full_paper("planner", 4)
    planted = SLIPS[game][kind](whole, luck)
    assert planted is not None
    return planted[0]


@sampled("game, kind", CASES, 7, lambda case: case[0])
def test_a_planted_slip_is_explained_alike(
    qtbot: Any, store: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, kind: str
) -> None:
    paper, path = slipped(game, kind), tmp_path / "ann.json"
    path.write_bytes(write_paper(paper))
    audit = desk_of(qtbot, store, paper)
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    shown = audit.report
    notes = RollNotes(audit.game, audit.sheet, audit.paper.options)
    sentences = [describe_diagnosis(each, notes.title) for each in shown.diagnosis]
    assert sentences
    assert main(["audit", str(path)]) == 1
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if "Then everything fits." in line] == [
        f"  Or: {text}" if k else f"  {text}" for k, text in enumerate(sentences)]
    out = tmp_path / "ann.txt"
    assert main(["print", "--paper-file", str(path), "--findings", "-o", str(out)]) == 0
    assert [line for line in out.read_text("utf-8").splitlines() if "Then everything fits." in line] == sentences
    leaves = paper_leaves(audit.game, paper, shown)
    printed = " ".join(
        mark.text for leaf in leaves for mark in leaf.display.marks if isinstance(mark, Text)
    )
    # A page calls rolls as the log does that is printed with it.
    assert all(describe_diagnosis(each, notes.logged) in printed for each in shown.diagnosis)


def test_no_search_gives_up_before_another() -> None:
    read = parsers()["audit"].parse_args
    assert read(["ann.json"]).effort == Search().most == DEFAULT_SEARCH_STEPS
    assert read(["--effort", "7", "ann.json"]).effort == 7
    assert read(["--thorough", "ann.json"]).effort is None

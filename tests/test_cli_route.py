"""`rollwrite route`: the best route of a paper file, of one player of a journal, and what has none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rollwrite_desktop.cli import main

HERE = Path(__file__).parent / "recorded"


def asked(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(list(argv))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_of_a_journal(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "route", str(HERE / "tour_undo_notes.rollwrite"), "--player", "Bo", "--json")
    found = json.loads(out)
    assert code == 0 and found["proven"] is True
    assert found["score"] == found["areas"] + found["circles"] and found["areas"] == len(found["route"])
    code, out, _ = asked(capsys, "route", str(HERE / "tour_planner.rollwrite"))
    assert code == 0 and out.splitlines()[1].startswith("Score: 32")


def test_of_a_paper_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paper = tmp_path / "paper.json"
    paper.write_text('{"paper": 1, "game": "on_tour", "spaces": {"TX": "X"}}', "utf-8")
    assert asked(capsys, "route", str(paper), "--json")[:2] == (
        0, json.dumps({"route": [], "score": 0, "areas": 0, "circles": 0, "proven": True}, indent=1) + "\n",
    )
    spaces = '{"TX": "10", "LA": "(20)", "AR": "05", "WA": "99"}'
    paper.write_text(f'{{"paper": 1, "game": "on_tour", "spaces": {spaces}}}', "utf-8")
    assert json.loads(asked(capsys, "route", str(paper), "--json")[1])["route"] == ["AR", "TX", "LA"]


@pytest.mark.parametrize(("argv", "named"), [
    (("tour_undo_notes.rollwrite",), "--player"), (("tour_undo_notes.rollwrite", "--player", "Zoe"), "Zoe"),
    (("solo.rollwrite",), "Rolling America"), (("absent.json",), "absent.json"),
])
def test_refused(capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], named: str) -> None:
    code, out, err = asked(capsys, "route", str(HERE / argv[0]), *argv[1:])
    assert code == 2 and out == "" and named in err and err.count("\n") == 1

"""`rollwrite new-game` gives a playable game that passes every law untouched; a law that fails says what is demanded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rollwrite_desktop import paths
from rollwrite_desktop.cli import main, new_game
from rollwrite_desktop.core.files import FileError
from tests.laws.demands import demands

ROOT = Path(__file__).resolve().parents[1]
LAWS = ("tests/laws", "tests/games", "tests/sheet/test_check.py", "tests/test_goldens.py", "tests/test_architecture.py")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the command changes and reads of a checkout, without the rest of the program."""
    for part in ("rollwrite_desktop/games", "sheets", "tests/games", "tests/goldens"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(paths, "CHECKOUT", tmp_path)
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=600, cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"},
    )


@pytest.mark.slow
def test_a_new_game_passes_every_law_and_a_broken_one_is_told_what_is_demanded(tmp_path: Path) -> None:
    for part in ("rollwrite_desktop", "sheets", "tests", "assets/translations", "assets/typefaces", "assets/values"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__", "bench"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for game_id in ("untried_game", "untried_other"):
        made = run(tmp_path, "-m", "rollwrite_desktop", "new-game", game_id)
        assert (made.returncode, made.stderr) == (0, "")
    rules = tmp_path / "rollwrite_desktop" / "games" / "untried_other" / "rules.py"
    right, wrong = "event.move.number == state.rolls[-1]", "event.move.number != state.rolls[-1]"
    assert right in rules.read_text("utf-8")
    rules.write_text(rules.read_text("utf-8").replace(right, wrong), "utf-8")
    done = run(tmp_path, "-m", "pytest", "-q", "-m", "not release", "-k", "untried_game or untried_other", *LAWS)
    failed = [line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith("FAILED ")]
    assert failed and all("untried_other" in line for line in failed), done.stdout[-3000:] + done.stderr
    assert any("test_what_is_not_refused_is_listed" in line for line in failed)
    assert "'legality' in rollwrite_desktop/games/README.md" in done.stdout
    assert demands()["legality"] in done.stdout
    passed = int(done.stdout.rpartition(" passed")[0].rpartition(" ")[2])
    assert passed > len(demands())


def test_what_is_made_is_named_throughout(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(checkout)
    assert main(["new-game", "untried_game"]) == 0
    after = files(checkout)
    assert {path for path in before if after[path] != before[path]} == {"rollwrite_desktop/games/__init__.py"}
    made = {path: content.decode() for path, content in after.items() if path not in before}
    assert sorted(made) == sorted(path.replace("_blank", "untried_game") for path in before if "/_blank" in path)
    assert not [path for path, text in made.items() if "_blank" in text or "Blank" in text or "BL-" in text]
    assert 'title="Untried Game"' in made["rollwrite_desktop/games/untried_game/rules.py"]
    assert '"UG-1"' in made["rollwrite_desktop/games/untried_game/rulebook.py"]
    listed = after["rollwrite_desktop/games/__init__.py"].decode()
    assert "from rollwrite_desktop.games.untried_game import GAME as UNTRIED_GAME\n" in listed
    assert "    UNTRIED_GAME,\n)}" in listed
    assert "python3 packaging/test.py -k untried_game" in capsys.readouterr().out


@pytest.mark.parametrize("game_id", [
    "", "Six", "six towns", "6_towns", "six__towns", "_six", "six_", "six-towns", "../six", "class", "sïx", "a" * 41, "s\n",
])
def test_what_is_no_id(checkout: Path, capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    refused(checkout, capsys, game_id, "such as six_towns")


@pytest.mark.parametrize("game_id", ["on_tour", "hexroller_front", "rolling_america_usa"])
def test_an_id_that_is_taken(checkout: Path, capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    refused(checkout, capsys, game_id, "is taken")


def test_a_list_of_games_that_somebody_wrote_otherwise(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / new_game.LIST).write_text("GAMES = {}\n", "utf-8")
    refused(checkout, capsys, "untried_game", "one to a line")


def test_an_installed_program_makes_no_game(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "CHECKOUT", None)
    refused(checkout, capsys, "untried_game", "checkout")


def test_a_disk_that_fills_up_leaves_nothing_behind(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def full(path: Path, content: bytes, force: bool = True) -> None:
        if path.suffix == ".json":
            raise FileError("Cannot write: the disk is full.")
        written.append(path)
        path.write_bytes(content)

    monkeypatch.setattr(new_game, "write_file", full)
    refused(checkout, capsys, "untried_game", "disk is full")
    assert written and not (checkout / "rollwrite_desktop/games/untried_game").exists()


def refused(folder: Path, capsys: pytest.CaptureFixture[str], game_id: str, why: str) -> None:
    """One sentence, exit code 2, and nothing changed."""
    before = files(folder)
    assert main(["new-game", game_id]) == 2
    told = capsys.readouterr()
    assert told.out == "" and why in told.err and told.err.count("\n") == 1
    assert files(folder) == before

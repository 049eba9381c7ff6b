"""`rollwrite new-game` gives a playable game that passes every law untouched; a law that fails says what is demanded."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rollwrite_desktop import paths
from rollwrite_desktop.cli import main, new_game
from rollwrite_desktop.core.files import FileError
from tests.laws.demands import demands
from tests.sampling import sampled

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("rollwrite_desktop", "sheets", "tests", "assets", "packaging", "pyproject.toml", "README.md")
ASKED = re.compile(r"\b(GAMES|TABLE_GAMES|EVERY|FOLDERS|ROOMS|FACES|SHEETS\.glob|every_walk|few_walks|documents)\b")
"""What a module of tests mentions that has cases for each game."""
LIKE = {"untried_map": "map", "untried_dice": "dice"}


def copy_into(folder: Path) -> Path:
    """What the command changes and reads of a checkout, without the rest of the program."""
    for part in ("rollwrite_desktop/games", "sheets", "tests/games", "tests/goldens"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy to change."""
    monkeypatch.setattr(paths, "CHECKOUT", copy_into(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def copied_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy for all tests in which nothing may change."""
    return copy_into(tmp_path_factory.mktemp("unchanged"))


@pytest.fixture
def unchanged(copied_once: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy that is not changed."""
    monkeypatch.setattr(paths, "CHECKOUT", copied_once)
    return copied_once


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=3000, cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"},
    )


@pytest.fixture(scope="module")
def whole_checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of its own, with a game made from each template. Compiled modules come along, which saves a third."""
    tmp_path = tmp_path_factory.mktemp("checkout")
    for part in COPIED:
        source, ignored = ROOT / part, shutil.ignore_patterns("bench")
        shutil.copytree(source, tmp_path / part, ignore=ignored) if source.is_dir() else shutil.copy(source, tmp_path)
    for game_id, like in LIKE.items():
        make(tmp_path, game_id, like)
    return tmp_path


def make(folder: Path, game_id: str, like: str) -> None:
    made = run(folder, "-m", "rollwrite_desktop", "new-game", game_id, "--like", like, "--yes")
    assert (made.returncode, made.stderr) == (0, "")


def modules_asked(folder: Path) -> list[str]:
    """The modules of tests that may have cases of a game."""
    every = sorted((folder / "tests").rglob("test_*.py"))
    return [str(path.relative_to(folder)) for path in every
            if ASKED.search(path.read_text("utf-8")) or path.parent.name in LIKE]


def outcome(done: subprocess.CompletedProcess[str]) -> tuple[int, list[str]]:
    """How many tests passed, and which failed."""
    passed = re.search(r"\b([0-9]+) passed", done.stdout)
    failed = [line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return int(passed[1]) if passed else 0, failed


@pytest.mark.slow
@sampled("like", [*LIKE.values()], 2)
def test_a_new_game_passes_all_tests_that_there_are_for_it(whole_checkout: Path, like: str) -> None:
    """Untouched: every test that is about it, by the README's own `-k ID`."""
    modules = modules_asked(whole_checkout)
    done = run(whole_checkout, "-m", "pytest", "-q", "-p", "no:xdist", "-k", f"untried_{like}", *modules)
    passed, failed = outcome(done)
    assert failed == [] and done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert passed > len(demands())
    styled = run(whole_checkout, "-m", "ruff", "check", "rollwrite_desktop/games", "tests/games")
    assert styled.returncode == 0, styled.stdout


@pytest.mark.release
def test_a_new_game_passes_every_case_of_every_test(whole_checkout: Path) -> None:
    """Also those cases that are tried in a release run only, but for the monkey of minutes in each room; and no test of a
    game is in a module that is not asked."""
    games = f"({' or '.join(LIKE)}) and not thousands_of_events"
    done = run(whole_checkout, "-m", "pytest", "-q", "-p", "no:xdist", "-m", "release or not release", "-k", games)
    passed, failed = outcome(done)
    assert failed == [] and passed, done.stdout[-3000:] + done.stderr
    listed = run(whole_checkout, "-m", "pytest", "-q", "-p", "no:xdist", "--collect-only", "-k", games)
    found = {line.partition("::")[0] for line in listed.stdout.splitlines() if "::" in line}
    assert found and found <= set(modules_asked(whole_checkout))


@pytest.mark.slow
def test_a_broken_game_is_told_what_is_demanded(whole_checkout: Path) -> None:
    rules = whole_checkout / "rollwrite_desktop" / "games" / "untried_map" / "play" / "rules.py"
    right, wrong = "event.move.number == state.rolls[-1]", "event.move.number != state.rolls[-1]"
    sound = rules.read_text("utf-8")
    assert right in sound
    rules.write_text(sound.replace(right, wrong), "utf-8")
    games = " or ".join(LIKE)
    done = run(whole_checkout, "-m", "pytest", "-q", "-p", "no:xdist", "-k", games, "tests/laws/test_laws.py")
    rules.write_text(sound, "utf-8")
    failed = outcome(done)[1]
    assert failed and all("untried_map" in line for line in failed), done.stdout[-3000:] + done.stderr
    assert any("test_what_is_not_refused_is_listed" in line for line in failed)
    assert "'legality' in rollwrite_desktop/games/README.md" in done.stdout
    assert demands()["legality"] in done.stdout


class Terminal(io.StringIO):
    """A keyboard at which something is typed."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("like", "folder", "title", "key"), [
    ([], "_blank", "Blank", "BL"), (["--like", "map"], "_blank", "Blank", "BL"),
    (["--like", "dice"], "_dice", "Two Dice", "TD"),
])
def test_what_is_made_is_named_throughout(
    checkout: Path, capsys: pytest.CaptureFixture[str], like: list[str], folder: str, title: str, key: str
) -> None:
    before = files(checkout)
    assert main(["new-game", "untried_game", "--yes", *like]) == 0
    after = files(checkout)
    assert {path for path in before if after[path] != before[path]} == {"rollwrite_desktop/games/__init__.py"}
    made = {path: content.decode() for path, content in after.items() if path not in before}
    assert sorted(made) == sorted(path.replace(folder, "untried_game") for path in before if f"/{folder}" in path)
    own = re.compile(rf"(?<![a-z]){folder}|{title}|{title.replace(' ', '')}[A-Z]|{key}-|\b{title.split()[-1]}[:.,]")
    assert not [path for path, text in made.items() if own.search(text)]
    assert 'title="Untried Game"' in made["rollwrite_desktop/games/untried_game/play/rules.py"]
    assert '"UG-1"' in made["rollwrite_desktop/games/untried_game/play/rulebook.py"]
    listed = after["rollwrite_desktop/games/__init__.py"].decode()
    assert "from rollwrite_desktop.games.untried_game import GAME as UNTRIED_GAME\n" in listed
    assert f"    UNTRIED_GAME,  # made by new-game, like {(like or ['map'])[-1]}\n)}}" in listed
    told = capsys.readouterr().out
    assert all(path in told for path in made) and "python3 packaging/test.py -k untried_game" in told


def test_a_folder_in_the_template_is_copied_with_all_that_lies_in_it(checkout: Path) -> None:
    room = checkout / "rollwrite_desktop" / "games" / "_dice" / "play" / "inner"
    room.mkdir(parents=True)
    (room / "rules.py").write_text("from rollwrite_desktop.games._dice.play import TwoDiceRules\n", "utf-8")
    assert main(["new-game", "untried_game", "--like", "dice", "--yes"]) == 0
    copy = checkout / "rollwrite_desktop" / "games" / "untried_game" / "play" / "inner" / "rules.py"
    assert copy.read_text("utf-8") == "from rollwrite_desktop.games.untried_game.play import UntriedGameRules\n"


def test_what_would_be_written_is_said_and_nothing_else_happens(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(checkout)
    assert main(["new-game", "untried_game", "--dry-run"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert files(checkout) == before
    assert main(["new-game", "untried_game", "--yes"]) == 0
    assert said == capsys.readouterr().out.splitlines()[: len(said)]
    changed = {path for path, text in files(checkout).items() if before.get(path) != text}
    assert {line.partition(":")[0] for line in said} == changed


def test_somebody_is_asked(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files(checkout)
    for answer in ("", "\n", "n\n", "maybe\n"):
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        assert main(["new-game", "untried_game"]) == 2
        told = capsys.readouterr()
        assert told.out.endswith("files? [y/N] ") and "sheets/untried_game.json\n" in told.out
        assert told.err == "rollwrite: Nothing was changed.\n" and files(checkout) == before
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert main(["new-game", "untried_game"]) == 0
    told = capsys.readouterr()
    assert told.out.count("sheets/untried_game.json") == 1 and files(checkout) != before


def test_where_nobody_can_be_asked_nothing_is_written(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    refused(checkout, capsys, "untried_game", "--yes", sure=())
    monkeypatch.setattr(sys, "stdin", None)
    refused(checkout, capsys, "untried_game", "--yes", sure=())


@pytest.mark.parametrize("like", ["map", "dice"])
def test_what_was_made_is_taken_away_again(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, like: str
) -> None:
    before = files(checkout)
    assert main(["new-game", "untried_game", "--like", like, "--yes"]) == 0
    assert main(["new-game", "untried_other", "--yes"]) == 0
    folder = checkout / "rollwrite_desktop" / "games" / "untried_game"
    (folder / "coach.py").write_text("", "utf-8")
    (folder / "play" / "rules.py").write_text("", "utf-8")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "rules.pyc").write_bytes(b"")
    made = files(checkout)
    capsys.readouterr()
    assert main(["new-game", "--remove", "untried_game", "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert files(checkout) == made
    place = "rollwrite_desktop/games/untried_game"
    assert f"{place}/play/model.py\n" in said and f"{place}/play/rules.py (changed since)" in said
    assert f"{place}/coach.py (changed since)" in said
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert main(["new-game", "untried_game", "--remove"]) == 0
    assert capsys.readouterr().out.endswith("Untried Game is deleted.\n") and not folder.exists()
    assert main(["new-game", "untried_other", "--remove", "--yes"]) == 0
    assert files(checkout) == before


@pytest.mark.parametrize("game_id", ["on_tour", "hexroller_front", "never_made", "_blank"])
def test_only_what_was_made_is_taken_away(unchanged: Path, capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    why = "such as six_towns" if game_id == "_blank" else "was not made by new-game"
    refused(unchanged, capsys, game_id, why, sure=("--remove", "--yes"))


def test_a_game_that_is_kept_is_not_taken_away(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "untried_game", "--yes"]) == 0
    listed = checkout / new_game.LIST
    listed.write_text(listed.read_text("utf-8").replace("  # made by new-game, like map", ""), "utf-8")
    capsys.readouterr()
    refused(checkout, capsys, "untried_game", "is kept", sure=("--remove", "--yes"))


def test_a_game_that_cannot_be_loaded_is_taken_away_once_its_lines_in_the_list_are_deleted(checkout: Path) -> None:
    """As README.md says: nothing starts before."""
    before = files(checkout)
    assert main(["new-game", "untried_game", "--like", "dice", "--yes"]) == 0
    (checkout / "rollwrite_desktop/games/untried_game/play/rules.py").write_text("x = (\n", "utf-8")
    listed = checkout / new_game.LIST
    lines = listed.read_text("utf-8").splitlines(keepends=True)
    listed.write_text("".join(line for line in lines if "untried_game" not in line.lower()), "utf-8")
    assert main(["new-game", "untried_game", "--remove", "--yes"]) == 0
    assert files(checkout) == before


def test_what_could_not_be_deleted_is_deleted_the_next_time(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files(checkout)
    assert main(["new-game", "untried_game", "--yes"]) == 0

    def refuse(path: Path) -> None:
        raise PermissionError(errno.EACCES, "")

    with monkeypatch.context() as patch:
        patch.setattr(new_game.disk, "unlink", refuse)
        capsys.readouterr()
        assert main(["new-game", "untried_game", "--remove", "--yes"]) == 2
        assert "Cannot delete" in capsys.readouterr().err
    assert main(["new-game", "untried_game", "--remove", "--yes"]) == 0
    assert files(checkout) == before


@pytest.mark.parametrize("game_id", [
    "", "Six", "six towns", "6_towns", "six__towns", "_six", "six_", "six-towns", "../six", "class", "sïx", "a" * 41, "s\n",
    "con", "com1",
])
def test_what_is_no_id(unchanged: Path, capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    refused(unchanged, capsys, game_id, "such as six_towns")


@pytest.mark.parametrize("game_id", ["on_tour", "hexroller_front", "rolling_america_usa"])
def test_an_id_that_is_taken(unchanged: Path, capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    refused(unchanged, capsys, game_id, "is taken")


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


def refused(
    folder: Path, capsys: pytest.CaptureFixture[str], game_id: str, why: str, sure: tuple[str, ...] = ("--yes",)
) -> None:
    """One sentence, exit code 2, and nothing changed."""
    before = files(folder)
    assert main(["new-game", game_id, *sure]) == 2
    told = capsys.readouterr()
    assert told.out == "" and why in told.err and told.err.count("\n") == 1
    assert files(folder) == before

"""The documentation does what it says: every command of the README runs, every example of a file is read."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

import rollwrite_desktop
from rollwrite_desktop.cli import main
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.game_codes import NotACode, read_code
from rollwrite_desktop.play.open_game import options_of, sheet_of
from rollwrite_desktop.printing.form_reader import entries
from rollwrite_desktop.printing.sheet_codes import code_text

ROOT = Path(rollwrite_desktop.__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FILES = (ROOT / "rollwrite_desktop" / "play" / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"(?m)^rollwrite (.+)$", README)
SCRIPTS = re.findall(r"(?m)^python3 (packaging/\w+\.py)", README)
LINKS = re.findall(r"\]\(([^)]+)\)|`([\w./]+/(?:README\.md)?)`", README)
EXAMPLES = re.findall(r"(?s)```json\n(.*?)```", FILES)
FINDINGS = 1


def run(line: str) -> int:
    return main(shlex.split(line))


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the commands name, made by the program itself."""
    folder = tmp_path_factory.mktemp("readme")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run("play rolling_america --players bot:greedy,bot:greedy --seed README -o game.rollwrite") == 0
        paper = next(json.loads(text) for text in EXAMPLES if '"rolling_america"' in text and '"paper"' in text)
        for name in ("sheet.json", "ann.json", "bo.json"):
            Path(name).write_text(json.dumps(paper | {"player": name[:3]}), encoding="utf-8")
        Path("rolls.txt").write_text("\n".join(paper["rolls"]), encoding="utf-8")
        assert run("print rolling_america -o form.pdf --fillable --rolls") == 0
        field = next(name for name in PdfReader("form.pdf").get_fields() or () if "TX" in name)
        writer = PdfWriter(clone_from="form.pdf")
        writer.update_page_form_field_values(writer.pages[0], {field: "3"}, auto_regenerate=False)
        writer.write("form.pdf")
        entered = entries(Path("sheet.json"))[0]
        Path("code.txt").write_text(code_text(entered.sheet, entered.paper), encoding="utf-8")
    return folder


def test_the_readme_has_commands() -> None:
    assert len(COMMANDS) > 10 and len(SCRIPTS) > 3 and len(EXAMPLES) == 3


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_runs(line: str, workplace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in workplace.iterdir():
        if f"-o {file.name}" not in line:
            shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(line) in (0, FINDINGS)


def test_every_file_and_folder_that_is_named_is_there() -> None:
    named = [one or two for one, two in LINKS]
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert all((ROOT / script).exists() for script in SCRIPTS)


@pytest.mark.parametrize("text", [text for text in EXAMPLES if '"paper"' in text])
def test_every_paper_of_the_documentation_is_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.paper.json"
    file.write_text(text, encoding="utf-8")
    assert len(entries(file)) == 1


def test_the_journal_of_the_documentation_is_read(tmp_path: Path) -> None:
    head = next(text for text in EXAMPLES if '"journal"' in text)
    file = tmp_path / "a.rollwrite"
    file.write_text(f'{head.strip()}\n{{"by": "chance", "do": "blue 4, wild 2"}}\n', encoding="utf-8")
    assert run(f"replay {file}") == 0


def test_moves_of_the_documentation_are_read() -> None:
    rows = re.findall(r"(?m)^\| ([A-Z][\w ]+) \| (.+?) \| (.*`.*) \|$", FILES)
    titles = {game.info.title: game for game in GAMES.values()}
    assert {title for title, _, _ in rows} == set(titles)
    for title, _, moves in rows:
        game = titles[title]
        rules = game.rules(sheet_of(game, game.played_on[0]), options_of(game))
        for move in re.findall(r"`([^`]+)`", moves):
            if move != "-":
                assert rules.write(rules.read(move)) == move


def test_the_code_of_the_documentation_is_one() -> None:
    """All but the check letter, which belongs to the real dice."""
    assert re.search(r"`R-ABCD-EFGH-R`", README + FILES)
    with pytest.raises(NotACode):
        read_code("R-ABCD-EFGH-A")
    assert read_code("r abcd efgh r").game == "rolling_america"

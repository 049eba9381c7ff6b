"""The documentation does what it says: every command of the README runs, every example of a file is read."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

import rollwrite_desktop
from rollwrite_desktop.cli import main
from rollwrite_desktop.cli.arguments import parsers
from rollwrite_desktop.cli.new_game import LIST, MADE
from rollwrite_desktop.cli.samples import ABOUT, SAMPLES
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.archives import FOLDERS
from rollwrite_desktop.intake.sessions import Stored
from rollwrite_desktop.maps.config import Links, MapFile
from rollwrite_desktop.play.opening.game_codes import NotACode, read_code
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.paper.paper_session import read_session
from rollwrite_desktop.printing.photos.form_reader import entries
from rollwrite_desktop.printing.sheets.sheet_codes import identity_text
from rollwrite_desktop.sheet.load import dump
from tests.sampling import sampled

ROOT = Path(rollwrite_desktop.__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FILES = (ROOT / "rollwrite_desktop" / "play" / "README.md").read_text(encoding="utf-8")
STRENGTH = (ROOT / "assets" / "values" / "README.md").read_text(encoding="utf-8")
TESTING = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
SCRIPTING = (ROOT / "rollwrite_desktop" / "cli" / "README.md").read_text(encoding="utf-8")
SHEETS = (ROOT / "sheets" / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"(?m)^rollwrite (.+)$", README + STRENGTH)
SCRIPTS = re.findall(r"(?m)^python3 (packaging/\w+\.py)", README)
LINKS = re.findall(r"\]\(([^)]+)\)|`([\w./]+/(?:README\.md)?)`", README)
INLINE = re.findall(r"`rollwrite ([^`]+)`", README + STRENGTH)
INLINE_SCRIPTS = re.findall(r"`python3 packaging/(\w+)\.py ?([^`]*)`", README + STRENGTH + TESTING)
MOST_WORDS = 1_200
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
        assert run("samples -o .") == 0
        paper = next(json.loads(text) for text in EXAMPLES if '"rolling_america"' in text and '"paper": 1' in text)
        Path("sheet.json").write_text(json.dumps(paper), encoding="utf-8")
        tour = {"paper": 1, "game": "on_tour", "spaces": {"MN": "12", "WI": "13"}}
        Path("tour.json").write_text(json.dumps(tour), encoding="utf-8")
        sheet = json.loads((ROOT / "sheets" / "rolling_america_usa.json").read_text(encoding="utf-8"))
        del sheet["links"][0]
        Path("bad.sheet.json").write_text(json.dumps(sheet), encoding="utf-8")
    return folder


def test_the_readme_has_commands() -> None:
    assert len(COMMANDS) > 10 and len(INLINE) > 5 and len(EXAMPLES) == 5
    assert SCRIPTS == ["packaging/play.py"]


@sampled("line", [*COMMANDS], 2)
def test_every_command_runs(line: str, workplace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in workplace.iterdir():
        if f"-o {file.name}" not in line:
            shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    if "mine.sheet.json" in line and not line.startswith("new-map"):  # what an earlier command makes
        Path("mine.sheet.json").write_bytes(dump(sheet_of(GAMES["rolling_america"], "")))
    assert run(line) in (0, FINDINGS)


def test_the_readme_is_read_to_its_end() -> None:
    prose = re.sub(r"(?s)```.*?```|\]\([^)]*\)", " ", README)
    assert 800 < len(re.findall(r"[\w’'./-]*\w[\w’'./-]*", prose)) <= MOST_WORDS


def test_every_picture_of_the_readme_is_described() -> None:
    pictures = re.findall(r"!\[([^]]*)\]\(([^)]+)\)", README)
    assert len(pictures) == 5 and all(len(about.split()) > 3 and (ROOT / path).exists() for about, path in pictures)


def test_samples_are_what_the_readme_says(
    workplace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every file of the folder is handed out; Bo slipped in Texas, and the rolls prove Ann's sheet."""
    assert {path.name for path in SAMPLES.iterdir()} == {*ABOUT} and all((workplace / name).is_file() for name in ABOUT)
    monkeypatch.chdir(workplace)
    assert run("audit bo.paper.json") == FINDINGS
    said = capsys.readouterr().out
    assert "Texas: 4, 3 or 5 instead of 1?" in said and "Added wrongly" in said
    assert run("audit ann.paper.json --rolls rolls.txt") == 0
    assert "Proved" in capsys.readouterr().out
    for name in ("game.rollwrite", "code.txt"):
        assert run(f"audit {name}") == 0
    assert run("route tour.paper.json") == 0


def test_samples_replace_nothing_unless_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rolls.txt").write_text("mine", encoding="utf-8")
    assert run("samples -o .") == 2
    assert "rolls.txt: it exists already" in capsys.readouterr().err and [*Path().iterdir()] == [Path("rolls.txt")]
    assert run("samples -o . --force") == 0 and Path("rolls.txt").read_text(encoding="utf-8") != "mine"


@pytest.mark.parametrize("line", [line for line in INLINE if line != "ARGUMENTS"])
def test_every_command_within_a_sentence_is_one(line: str) -> None:
    name, *words = shlex.split(line.replace("[", "").replace("]", ""))
    assert name in (*parsers(), "--help", "--selftest", "--version")
    if words and words != ["--help"]:
        assert parsers()[name].parse_args(words).run


def test_every_script_within_a_sentence_takes_what_stands_there() -> None:
    assert len(INLINE_SCRIPTS) > 5
    for name, arguments in INLINE_SCRIPTS:
        script = (ROOT / "packaging" / f"{name}.py").read_text(encoding="utf-8")
        words = [word for word in arguments.split() if not word.isupper() and word != "-k"]  # which is pytest's
        if name == "bench":
            assert all((ROOT / "tests" / "bench" / f"{word}.py").exists() for word in words)
        else:
            assert all(f'"{word}"' in script for word in words), (name, words)


def test_every_file_and_folder_that_is_named_is_there() -> None:
    named = [one or two for one, two in LINKS]
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert all((ROOT / script).exists() for script in SCRIPTS)


@pytest.mark.parametrize("text", [text for text in EXAMPLES if '"paper": 1' in text])
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
    """Of every game but those that are being tried out: what `new-game` made and may take away again."""
    rows = re.findall(r"(?m)^\| ([A-Z][\w ]+) \| (.+?) \| (.*`.*) \|$", FILES)
    titles = {game.info.title: game for game in GAMES.values()}
    tried = {name.lower() for name in re.findall(rf"(?m)^    (\w+),{MADE}", (ROOT / LIST).read_text("utf-8"))}
    assert {title for title, _, _ in rows} == {title for title, game in titles.items() if game.info.id not in tried}
    for title, _, moves in rows:
        game = titles[title]
        rules = game.play.rules(sheet_of(game, game.play.played_on[0]), options_of(game))
        for move in re.findall(r"`([^`]+)`", moves):
            if move != "-":
                assert rules.write(rules.read(move)) == move


def test_the_code_of_the_documentation_is_one() -> None:
    """All but the check letter, which belongs to the real dice."""
    assert re.search(r"`R-ABCD-EFGH-R`", README + FILES)
    with pytest.raises(NotACode):
        read_code("R-ABCD-EFGH-A")
    assert read_code("r abcd efgh r").game == "rolling_america"
    own = next(filter(None, re.findall(r"`(T9\.[^`]+)`", FILES)))
    assert read_code(own).sheet == "@" + own.split(".")[1][:8]
    page = next(filter(None, re.findall(r"`(RW2/[^`]+)`", FILES)))
    assert page == identity_text(sheet_of(GAMES["rolling_america"], ""))


def test_the_session_of_the_documentation_is_read() -> None:
    text = next(text for text in EXAMPLES if '"session"' in text)
    session = read_session(text.encode(), "documentation")
    assert [member.left for member in session.members] == [False, True]
    assert {*json.loads(text)} == {*Stored.__struct_fields__}


def test_every_key_of_a_map_file_is_documented() -> None:
    table = SHEETS.partition("Everything in a **map file**")[2].partition("By hand:")[0]
    named = {word for row in re.findall(r"(?m)^\| (`.*?) \|", table) for word in re.findall(r"`([\w.]+)`", row)}
    links = {f"links.{name}" for name in Links.__struct_fields__}
    assert named == {*MapFile.__struct_fields__} - {"links"} | links


OF_THE_GAME = ("options", "spaces", "boxes", "parts", "quantiles")
"""Keys of dictionaries whose own keys are a game's."""


def keys_in(value: object, above: str = "") -> set[str]:
    """All keys of an answer in JSON, without those that are names of players or belong to a game."""
    if isinstance(value, list):
        return {key for each in value for key in keys_in(each, above)}
    if not isinstance(value, dict) or above in OF_THE_GAME:
        return set()
    named = set() if above == "bots" else {*value}
    return named | {key for name, each in value.items() for key in keys_in(each, name)}


@pytest.mark.parametrize("line", [
    "games", "audit sheet.json", "audit game.rollwrite", "replay game.rollwrite", "route tour.json",
    "simulate hexroller --bots random --games 1", "check-sheet bad.sheet.json", "audit nowhere.json",
])
def test_every_key_of_an_answer_is_documented(
    line: str, workplace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(workplace)
    run(f"{line} --json")
    answer = json.loads(capsys.readouterr().out)
    command = line.split()[0]
    about = SCRIPTING.partition(f"**{command}**")[2].partition("\n**")[0] + SCRIPTING.partition("## What")[0]
    words = {*re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", about)))}
    assert keys_in(answer) and keys_in(answer) <= words


def test_every_answer_in_json_is_documented() -> None:
    documented = {*re.findall(r"(?m)^\*\*([a-z-]+)\*\*", SCRIPTING)}
    assert documented == {name for name, parser in parsers().items() if "--json" in parser.format_help()}


def test_the_security_page_tells_of_every_kind_of_file_that_is_kept() -> None:
    page = (ROOT / "rollwrite_desktop" / "intake" / "README.md").read_text(encoding="utf-8")
    assert [folder for folder, (suffix, _) in FOLDERS.items() if f"| `{folder}/*{suffix}` |" not in page] == []

"""The command line: every command as a script would use it, and everything that can be wrong with what it is given."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from codecs import BOM_UTF8
from pathlib import Path

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop import __version__
from rollwrite_desktop.cli import main
from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.journals import read
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.printing.sheets.sheet_codes import code_text
from rollwrite_desktop.sheet.load import dump as dumped
from rollwrite_desktop.sheet.load import find
from tests.faults import closed_folder

ROOT = Path(__file__).resolve().parents[1]
GAME = "rolling_america"
PAPER = {
    "paper": 1, "game": GAME, "sheet": "rolling_america_usa", "player": "Ann",
    "spaces": {"OH": "1", "IN": "5", "TX": "3", "OK": "(4)", "WY": "X"},
    "boxes": {"guard": 1}, "claimed": 1,
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Run:
    """What a command answered."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> object:
        return json.loads(self.out)


@pytest.fixture
def rollwrite(capsys: pytest.CaptureFixture[str], here: Path):
    def run(*argv: str) -> Run:
        code = main(list(argv))
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        if code == 2:
            assert "--json" in argv or told.out == ""
            assert told.err.startswith("rollwrite: ") and told.err.count("\n") == 1, told.err
            assert len(told.err) < 600
        else:
            assert told.err == ""
        return Run(code, told.out, told.err)

    return run


@pytest.fixture
def journal(rollwrite, here: Path) -> Path:
    assert rollwrite("play", GAME, "--players", "bot:greedy,bot:random", "--seed", "CLI", "-o", "game.rollwrite").code == 0
    return here / "game.rollwrite"


@pytest.fixture
def paper(here: Path) -> Path:
    path = here / "ann.json"
    path.write_text(json.dumps(PAPER))
    return path


def shell(*argv: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rollwrite_desktop", *argv], text=True, timeout=600,
        **({"capture_output": True, "env": os.environ | {"PYTHONPATH": str(ROOT)}} | settings),
    )


# ---------------------------------------------------------------------- what each command does


def test_version_and_help(rollwrite) -> None:
    assert rollwrite("--version").out == f"rollwrite {__version__}\n"
    assert "audit" in rollwrite("--help").out
    commands = ("games", "print", "audit", "route", "replay", "play", "simulate", "new-game", "new-sheet", "check-sheet")
    for command in commands:
        for language in ("en", "es"):
            assert rollwrite(command, "--help", "--lang", language).out.startswith(f"usage: rollwrite {command}")


def test_games(rollwrite) -> None:
    games = rollwrite("games", "--json").json
    assert [game["id"] for game in games] == list(GAMES)
    first = games[0]
    assert first == {
        "id": "rolling_america", "title": "Rolling America", "players": [1, 8],
        "sheets": [{"id": sheet, "title": find(sheet).title} for sheet in GAMES["rolling_america"].play.sheets],
        "options": {"enforcement": ["strict", "paper"], "corners": ["off", "on"]},
        "bots": ["random", "easy", "medium", "hard", "master"],
    }
    table = rollwrite("games").out
    assert "Rolling America" in table
    trials = [line for line in table.splitlines() if "time trial" in line]
    assert len(trials) > 2 and len({line.index("Dice in") for line in trials}) == 1


def test_play_is_repeatable_and_replays(rollwrite, journal: Path) -> None:
    assert rollwrite("play", GAME, "--players", "bot:greedy,bot:random", "--seed", "CLI", "-o", "again.rollwrite").code == 0
    assert journal.read_bytes() == Path("again.rollwrite").read_bytes()
    record = read(journal)
    assert record.head.notes.seed == "CLI" and record.head.notes.bots == {"p1": "greedy", "p2": "random"}
    result = rollwrite("replay", str(journal), "--json").json
    assert result["over"] and result["refused"] == 0 and not result["torn"]
    assert [player["player"] for player in result["players"]] == ["p1", "p2"]
    for player in result["players"]:
        xs = sum(mark == "X" for mark in player["spaces"].values())
        assert player["score"] == {"total": xs, "parts": {"Xs": xs, "mistakes": 0}}
        assert player["boxes"]["rounds"] == 8 and len(player["spaces"]) == 50
    text = rollwrite("replay", str(journal)).out
    assert result["players"][0]["name"] in text
    assert "   Rounds 8, Color changes " in text
    french = rollwrite("replay", str(journal), "--lang", "fr").out
    assert "Rolling America\N{NO-BREAK SPACE}: score final" in french and "   Manches 8, " in french


def test_play_with_options(rollwrite) -> None:
    assert rollwrite("play", GAME, "--players", "bot:random", "--option", "corners=on", "-o", "x.rollwrite").code == 0
    head = read(Path("x.rollwrite")).head
    assert head.options == {"enforcement": "strict", "corners": "on"} and head.notes.seed


@pytest.mark.parametrize("argv", [
    ("replay", "{}/a.rollwrite"), ("audit", "{}/a.rollwrite"), ("review", "{}/a.rollwrite"), ("audit", "{}"),
    ("print", "hexroller", "-o", "{}/x.pdf"), ("play", "hexroller", "--players", "greedy", "-o", "{}/b.rollwrite"),
    ("print", "hexroller", "--sheet", "{}/x.json", "-o", "x.pdf"), ("new-sheet", "hexroller", "-o", "{}/x.json"),
], ids=" ".join)
def test_a_folder_that_is_closed_is_one_sentence(rollwrite, argv: tuple[str, ...]) -> None:
    with closed_folder("closed") as (_, closed):
        done = rollwrite(*(word.format(closed) for word in argv))
    assert done.code == 2


def test_a_torn_journal_is_read_with_a_notice(rollwrite, journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:-4])
    assert rollwrite("replay", str(journal), "--json").json["torn"]
    assert "left out" in rollwrite("replay", str(journal)).out


def test_audit_of_a_journal(rollwrite, journal: Path) -> None:
    answer = rollwrite("audit", str(journal), "--json")
    assert answer.code == 0
    assert [sheet["verdict"] for sheet in answer.json["sheets"]] == ["clean", "clean"]
    assert [row["place"] for row in answer.json["ranking"]] in ([1, 2], [1, 1])
    assert answer.json["ranking"][0]["total"] <= answer.json["ranking"][1]["total"]


def test_audit_of_a_paper_file(rollwrite, paper: Path) -> None:
    answer = rollwrite("audit", str(paper), "--json")
    assert answer.code == 1
    report = answer.json
    assert list(report) == [
        "verdict", "play", "sums", "mistakes", "findings", "score", "claimed", "unchecked", "diagnosis", "entering",
    ]
    assert (report["play"], report["sums"]) == ("illegal", "right")
    (one,) = report["diagnosis"][:1]
    assert one["kind"] == "typed" and 0 in one["explains"]
    assert report["verdict"] == "broken" and report["mistakes"] == 1 and report["claimed"] == 1
    (finding,) = [item for item in report["findings"] if item["rule"] == "RA-8"]
    assert finding["where"] == ["IN", "OH"] and finding["cost"] == 1 and "Ohio" in finding["message"]
    text = rollwrite("audit", str(paper))
    assert text.code == 1 and "RA-8" in text.out and "Indiana" in text.out
    whole = rollwrite("audit", "--finished", str(paper)).out
    assert "Added rightly, without the mistakes." in whole and "Written too low" not in whole
    paper.write_text(json.dumps(PAPER | {"claimed": 30}))
    assert "[Score written]" in rollwrite("audit", "--finished", str(paper)).out


def test_a_mistake_that_is_made_several_times_is_said_once(rollwrite, paper: Path) -> None:
    """To scripts each is a finding."""
    paper.write_text(json.dumps(PAPER | {"boxes": {"rounds": 8, "change": 6, "dupe": 5}}))
    said = rollwrite("audit", str(paper), "--finished").out
    assert said.count("Color changes crossed off: 6.") == said.count("Dupes crossed off: 5. A game has 3.") == 1
    findings = rollwrite("audit", str(paper), "--json").json["findings"]
    assert [each["cost"] for each in findings if each["rule"] == "RA-13"] == [1, 1, 1]
    rollwrite("print", "--paper-file", str(paper), "--findings", "-o", "found.txt")
    assert Path("found.txt").read_text("utf-8").count("Color changes crossed off: 6.") == 1


def test_a_sheet_that_is_mostly_blank_is_still_being_entered(rollwrite, paper: Path) -> None:
    """What only a finished sheet can lack is told when it is said to be finished; scripts are told everything."""
    paper.write_text(json.dumps(PAPER | {"boxes": {"rounds": 8}, "spaces": {"OH": "5"}}))
    begun, whole = rollwrite("audit", str(paper)), rollwrite("audit", str(paper), "--finished")
    assert begun.code == 0 and "--finished" in begun.out and "RA-18" not in begun.out
    assert whole.code == 1 and "RA-18" in whole.out and "--finished" not in whole.out
    told = rollwrite("audit", str(paper), "--json")
    assert told.code == 1 and told.json["entering"] and any(each["rule"] == "RA-18" for each in told.json["findings"])


def test_audit_of_several_ranks_them(rollwrite, paper: Path, here: Path) -> None:
    """A sheet that is not finished has no place, although its score would be the best."""
    paper.write_text(json.dumps(PAPER | {"boxes": {"guard": 1, "rounds": 8}}))
    for name, spaces in (("bo", {}), ("cy", {"TX": "3"})):
        boxes = {} if name == "cy" else {"rounds": 8}
        sheet = {"player": name.title(), "spaces": spaces, "boxes": boxes, "claimed": 0}
        (here / f"{name}.json").write_text(json.dumps(PAPER | sheet))
    answer = rollwrite("audit", str(paper), "bo.json", "cy.json", "--json")
    assert answer.code == 1
    assert [sheet["player"] for sheet in answer.json["sheets"]] == ["Ann", "Bo", "Cy"]
    assert [(row["place"], row["player"]) for row in answer.json["ranking"]] == [(1, "Ann"), (2, "Bo")]
    blanks = len(find("rolling_america_usa").spaces) - 1
    assert answer.json["unranked"] == [{"file": "cy.json", "player": "Cy", "missing": f"{blanks} spaces are blank"}]
    text = rollwrite("audit", str(paper), "bo.json", "cy.json").out
    assert f"Not ranked: cy.json: Cy, {blanks} spaces are blank." in text


def test_a_ranking_tells_its_reasons_and_takes_the_rolls_of_the_table(rollwrite, here: Path) -> None:
    sheets = {"ann": {"change": 1}, "bo": {"change": 3}, "cy": {"change": 3}}
    for name, boxes in sheets.items():
        over = {"rounds": 8, **boxes}
        plain = {"paper": 1, "game": GAME, "player": name, "spaces": {"TX": "3", "OK": "3"}, "boxes": over}
        (here / f"{name}.json").write_text(json.dumps(plain))
    files = [f"{name}.json" for name in sheets]
    answer = rollwrite("audit", *files, "--json")
    rows = answer.json["ranking"]
    assert [(row["place"], row["player"], row["tie_break"]) for row in rows] == [(1, "ann", 1), (2, "bo", 3), (2, "cy", 3)]
    text = rollwrite("audit", *files).out
    assert "tie-break: powers used: 1" in text and text.count("  shared") == 2
    (here / "rolls.txt").write_text("b4 w2\nb1 g6\n")
    found = rollwrite("audit", *files, "--rolls", "rolls.txt", "--json").json["sheets"]
    assert all("RA-5" in {finding["rule"] for finding in sheet["findings"]} for sheet in found)
    (here / "rolls.txt").write_text("what\n")
    refused = rollwrite("audit", *files, "--rolls", "rolls.txt")
    assert refused.code == 2 and "line 1 is 'what'" in refused.err


def test_a_score_sheet_ranks_its_players_by_itself_and_with_a_journal(rollwrite, here: Path) -> None:
    rows = [[8, -8]] * 6
    (here / "s.json").write_text(json.dumps({"paper": 1, "game": "ligretto_dice", "players": ["Ann", "Bo"], "rounds": rows}))
    assert ["1", "s.json:", "Ann", "148"] in [line.split()[:4] for line in rollwrite("audit", "s.json").out.splitlines()]
    bots = ("--players", "bot:level_1,bot:level_1", "--seed", "A")
    assert rollwrite("play", "ligretto_dice", *bots, "-o", "g.rollwrite").code == 0
    ranked = rollwrite("audit", "s.json", "g.rollwrite", "--json").json["ranking"]
    assert {"Ann": 148, "Bo": 52}.items() <= {row["player"]: row["total"] for row in ranked}.items()
    assert len(ranked) == 4 and all(row["total"] > 0 for row in ranked)


def test_findings_are_printed_beneath_their_sheet(rollwrite, here: Path, paper: Path) -> None:
    assert "1 page" in rollwrite("print", "--paper-file", str(paper), "--findings", "-o", "r.pdf").out
    assert "2 pages" in rollwrite("print", "--paper-file", str(paper), "--findings", "--per-page", "1", "-o", "q.pdf").out


def test_a_paper_file_need_not_be_called_json(rollwrite, paper: Path, journal: Path) -> None:
    Path("sheet.txt").write_bytes(BOM_UTF8 + paper.read_bytes())  # nor without the mark of an editor
    Path("game.txt").write_bytes(BOM_UTF8 + journal.read_bytes())
    assert rollwrite("audit", "sheet.txt").code == 1
    assert rollwrite("audit", "game.txt").code == 0


def test_print_blank_sheets(rollwrite, here: Path) -> None:
    assert rollwrite("print", GAME, "-o", "one.pdf").code == 0
    assert (here / "one.pdf").read_bytes().startswith(b"%PDF")
    pad = ("--copies", "5", "--per-page", "2", "--paper", "letter", "--ink", "grey")
    assert rollwrite("print", GAME, "-o", "pad.pdf", *pad).code == 0
    assert pages("pad.pdf") == 3
    assert rollwrite("print", GAME, "-o", "pad.pdf", "--maps", "--force").code == 0 and pages("pad.pdf") == 2
    cut = ("--pad", "--copies", "4")  # two on a page, and the covers
    assert rollwrite("print", GAME, "-o", "low.pdf", "--ink", "low", "--sheet", "rolling_america_usa", *cut).code == 0
    assert pages("low.pdf") == 3
    alone = rollwrite("print", "-o", "low.pdf", "--sheet", "rolling_america_usa", "--force")  # a sheet names its game
    assert alone.code == 0 and pages("low.pdf") == 1
    for ink in ("grey", "gray"):
        assert rollwrite("print", GAME, "-o", f"{ink}.pdf", "--ink", ink, "--reproducible").code == 0
    assert (here / "grey.pdf").read_bytes() == (here / "gray.pdf").read_bytes()
    (here / "grey.pdf").unlink()
    (here / "gray.pdf").unlink()
    assert sorted(path.name for path in here.iterdir()) == ["low.pdf", "one.pdf", "pad.pdf"]


def test_a_printed_file_has_its_date_unless_it_is_to_be_reproducible(
    rollwrite, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def date(name: str, *options: str) -> str:
        assert rollwrite("print", GAME, "-o", name, *options).code == 0
        return str((pypdf.PdfReader(name).metadata or {}).get("/CreationDate", ""))

    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert not date("now.pdf").startswith("D:2000")
    assert date("one.pdf", "--reproducible") == date("two.pdf", "--reproducible")
    assert Path("one.pdf").read_bytes() == Path("two.pdf").read_bytes()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert date("three.pdf") == date("four.pdf", "--reproducible") == "D:20010909014640+00'00'"
    for wrong in ("soon", "-1", "9" * 30):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", wrong)
        refused = rollwrite("print", GAME, "-o", "no.pdf")
        assert refused.code == 2 and "SOURCE_DATE_EPOCH" in refused.err


def test_print_says_how_sheets_lie_on_the_paper_and_fills_it(rollwrite, here: Path) -> None:
    full = rollwrite("print", GAME, "-o", "two.pdf", "--per-page", "2")
    assert full.code == 0 and "At 73% of full size" in full.out and "room for" not in full.out
    assert "room for one more sheet" in rollwrite("print", GAME, "-o", "one.pdf", "--per-page", "2", "--copies", "1").out
    holes = rollwrite("print", GAME, "-o", "holes.pdf", "--paper", "letter", "--holes", "us", "--rolls", "--binding")
    assert holes.code == 0 and "holes are marked" in holes.out and "on their own page" in holes.out


def test_filled_sheets_in_words_and_in_another_ink(rollwrite, here: Path, journal: Path, paper: Path) -> None:
    assert rollwrite("print", "--journal", str(journal), "-o", "all.html", "--lang", "es").code == 0
    page = (here / "all.html").read_text(encoding="utf-8")
    assert '<html lang="es">' in page and page.count("<section>") == 2 and "Míchigan" in page
    assert rollwrite("print", "--journal", str(journal), "-o", "p2.txt", "--player", "p2").code == 0
    assert rollwrite("print", "--paper-file", str(paper), "--findings", "-o", "ann.TXT").code == 0
    assert "RA-8" in (here / "ann.TXT").read_text(encoding="utf-8")
    assert rollwrite("print", "--paper-file", str(paper), "-o", "ann.TXT").code == 2
    for pen in ("pencil", "black", "blue", "red", "green"):
        assert rollwrite("print", "--journal", str(journal), "--pen", pen, "-o", f"{pen}.pdf").code == 0
    assert (here / "blue.pdf").read_bytes() != (here / "red.pdf").read_bytes()


def test_a_sheet_from_a_file_is_found_by_what_names_it(rollwrite, here: Path) -> None:
    for folder in ("maps", "games", "scans"):
        (here / folder).mkdir()
    front = find("hexroller_front")
    printed = {space.id: space.printed for space in front.spaces if space.printed}
    mine = GAMES["hexroller"].play.new_sheets.reprint(front, printed)
    (here / "maps" / "mine.json").write_bytes(dumped(mine))
    assert rollwrite("play", "hexroller", "--players", "bot:random", "--sheet", "maps/mine.json", "--seed", "A",
                     "-o", "games/a.rollwrite").code == 0
    assert json.loads((here / "games/a.rollwrite").read_text().splitlines()[0])["sheet"] == "../maps/mine.json"
    assert rollwrite("replay", "games/a.rollwrite").code == 0
    filled = {"paper": 1, "game": "hexroller", "sheet": "../maps/mine.json", "spaces": {"a1": "5"}}
    (here / "games/p.json").write_text(json.dumps(filled))
    assert rollwrite("print", "--paper-file", "games/p.json", "--findings", "--code", "-o", "p.pdf").code == 0
    text = code_text(mine, Paper(game="hexroller", spaces={"a1": "5"}))
    (here / "maps/code.txt").write_text(text, encoding="utf-8-sig")
    assert rollwrite("audit", "maps/code.txt").code in (0, 1)
    (here / "scans/code.txt").write_text(text)
    assert "whose file is missing" in rollwrite("audit", "scans/code.txt").err


def test_print_a_game_and_a_paper_sheet(rollwrite, journal: Path, paper: Path) -> None:
    assert rollwrite("print", "--journal", str(journal), "-o", "all.pdf").code == 0
    assert pages("all.pdf") == 2
    assert rollwrite("print", "--journal", str(journal), "--player", "p2", "-o", "p2.pdf").code == 0
    assert pages("p2.pdf") == 1
    assert rollwrite("print", "--paper-file", str(paper), "-o", "plain.pdf").code == 0
    assert rollwrite("print", "--paper-file", str(paper), "--findings", "-o", "marked.pdf").code == 0
    assert Path("plain.pdf").read_bytes() != Path("marked.pdf").read_bytes()


def pages(name: str) -> int:
    from pypdf import PdfReader

    return len(PdfReader(name).pages)


@pytest.mark.parametrize("bots", [("bot:greedy,bot:random",), ("greedy", "random"), ("bot:greedy,", "random")])
def test_players_are_separated_by_commas_or_blanks(rollwrite, here: Path, bots: tuple[str, ...]) -> None:
    asked = ("simulate", GAME, "--games", "2", "--seed", "S", "--bots")
    assert rollwrite(*asked, *bots).out == rollwrite(*asked, "greedy,random").out
    assert rollwrite("play", GAME, "-o", "x.rollwrite", "--seed", "S", "--players", *bots).code == 0


@pytest.mark.parametrize("asked", [
    ("--bots", "easy", "easy", GAME, "--games", "1"), ("--games", "1", "--bots", "easy,easy", GAME),
])
def test_the_game_may_come_after_its_players(rollwrite, asked: tuple[str, ...]) -> None:
    assert rollwrite("simulate", *asked, "--seed", "S").out == rollwrite(
        "simulate", GAME, "--bots", "easy", "easy", "--games", "1", "--seed", "S").out
    code = next(filter(None, re.findall(r"\S+-\S+-\S+-\S+", rollwrite(
        "play", "--players", "random", "bot:random", GAME, "-o", "last.rollwrite").out)))
    assert rollwrite("simulate", "--bots", "random", "random", code, "--games", "1").code == 0


def test_simulate(rollwrite) -> None:
    asked = ("simulate", GAME, "--bots", "greedy,random", "--games", "8", "--seed", "S")
    answer = rollwrite(*asked, "--json").json
    assert answer == rollwrite(*asked, "--json").json
    assert answer["games"] == 8 and list(answer["bots"]) == ["greedy", "random"]
    for record in answer["bots"].values():
        assert list(record) == ["mean", "sd", "min", "max", "quantiles", "wins"]
        assert list(record["quantiles"]) == ["10", "50", "90"]
        row = [record["min"], *record["quantiles"].values(), record["max"]]
        assert row == sorted(row)
        assert record["min"] <= record["mean"] <= record["max"]
    assert sum(record["wins"] for record in answer["bots"].values()) >= 8
    assert answer["bots"]["greedy"]["mean"] < answer["bots"]["random"]["mean"]
    assert "greedy" in rollwrite(*asked).out
    assert rollwrite("simulate", GAME, "--bots", "random", "--games", "1", "--json").json["bots"]["random"]["sd"] == 0


def test_check_sheet(rollwrite, here: Path) -> None:
    shipped = ROOT / "sheets" / "rolling_america_usa.json"
    assert rollwrite("check-sheet", str(shipped), "--json").json == {"playable": True, "faults": []}
    assert rollwrite("check-sheet", str(shipped)).code == 0
    raw = json.loads(shipped.read_text())
    raw["links"].remove("AL-FL")
    (here / "cut.json").write_text(json.dumps(raw))
    answer = rollwrite("check-sheet", "cut.json", "--json")
    assert answer.code == 1 and not answer.json["playable"]
    assert all(set(fault) == {"where", "message"} for fault in answer.json["faults"])
    assert "AL" in rollwrite("check-sheet", "cut.json").out


def test_new_sheet(rollwrite, here: Path) -> None:
    """A made layout is a playable sheet file, the same for the same code."""
    for name in ("one", "two"):
        assert rollwrite("new-sheet", "hexroller", "--side", "back", "--seed", "5", "-o", f"{name}.json").code == 0
    assert (here / "one.json").read_bytes() == (here / "two.json").read_bytes()
    assert rollwrite("check-sheet", "one.json", "--json").json == {"playable": True, "faults": []}
    assert rollwrite("print", "hexroller", "--sheet", "one.json", "-o", "x.pdf").code == 0
    assert rollwrite("simulate", "hexroller", "--sheet", "hexroller_front:5", "--bots", "greedy", "--games", "1").code == 0
    raw = json.loads((here / "one.json").read_text())
    next(space for space in raw["spaces"] if space.get("printed") == "8").pop("printed")
    (here / "spoilt.json").write_text(json.dumps(raw))
    answer = rollwrite("check-sheet", "spoilt.json", "--json")
    assert answer.code == 1 and ["8 must be printed twice" in fault["message"] for fault in answer.json["faults"]] == [True]


def test_an_own_sheet_is_found_beside_its_paper_file(rollwrite, here: Path) -> None:
    (here / "maps").mkdir()
    (here / "maps" / "own.json").write_bytes((ROOT / "sheets" / "rolling_america_usa.json").read_bytes())
    (here / "maps" / "ann.json").write_text(json.dumps(PAPER | {"sheet": "own.json"}))
    assert rollwrite("audit", "maps/ann.json").code == 1
    assert rollwrite("print", GAME, "--sheet", "maps/own.json", "-o", "x.pdf").code == 0


@pytest.mark.release
def test_selftest(rollwrite) -> None:
    """With the window; tests/test_imports.py runs it without."""
    seen = rollwrite("--selftest").out
    for game in GAMES.values():
        assert re.search(rf"^{game.info.title}: \d+ sheets? played to the end\.$", seen, re.MULTILINE)
    assert "The self-test passed" in seen.splitlines()[-1]


def test_a_language_changes_sentences_and_no_keys(rollwrite, paper: Path) -> None:
    english = rollwrite("audit", str(paper), "--json").json
    for argv in (("--lang", "es", "audit", str(paper), "--json"), ("audit", "--lang=es", str(paper), "--json")):
        spanish = rollwrite(*argv).json
        assert [f["rule"] for f in spanish["findings"]] == [f["rule"] for f in english["findings"]]
        assert [f["message"] for f in spanish["findings"]] != [f["message"] for f in english["findings"]]
        assert spanish["score"] == english["score"] and list(spanish) == list(english)
    assert rollwrite("--lang", "es", "--help").out != rollwrite("--help").out == rollwrite("--lang", "en", "--help").out


# ---------------------------------------------------------------------- what cannot be carried out


@pytest.mark.parametrize(("argv", "words"), [
    (("gmaes",), "neither a command nor a file"),
    (("--frobnicate",), "--frobnicate"),
    (("--lang", "tlh", "games"), "tlh"),
    (("--lang",), "language"),
    (("games", "extra"), "extra"),
    (("games", "--jso"), "--jso"),
    (("print",), "-o"),
    (("print", "-o", "x.pdf"), "GAME"),
    (("print", "chess", "-o", "x.pdf"), "chess"),
    (("print", "", "-o", "x.pdf"), "''"),
    (("print", GAME, "-o", ""), "name of a file"),
    (("print", GAME, "-o", "x.pdf", "--copies", "0"), "'0'"),
    (("print", GAME, "-o", "x.pdf", "--copies", "-3"), "-3"),
    (("print", GAME, "-o", "x.pdf", "--copies", "1_0"), "1_0"),
    (("print", GAME, "-o", "x.pdf", "--copies", "٣"), "whole number"),
    (("print", GAME, "-o", "x.pdf", "--copies", "9" * 5000), "whole number"),
    (("print", GAME, "-o", "x.pdf", "--copies", "1000000"), "1000000"),
    (("print", GAME, "-o", "x.pdf", "--per-page", "3"), "'3'"),
    (("print", GAME, "-o", "x.pdf", "--paper", "napkin"), "napkin"),
    (("print", GAME, "-o", "x.pdf", "--ink", "gold"), "gold"),
    (("print", GAME, "-o", "x.pdf", "--holes", "four"), "four"),
    (("print", GAME, "-o", "x.pdf", "--pen", "blue"), "filled sheets"),
    (("print", GAME, "-o", "x.html"), "filled sheets"),
    (("print", GAME, "-o", "x.pdf", "--ink", "dark"), "dark"),
    (("print", GAME, "-o", "x.pdf", "--sheet", "mars"), "mars"),
    (("print", GAME, "-o", "x.pdf", "--sheet", "mars.json"), "mars.json"),
    (("print", GAME, "-o", "x.pdf", "--sheet", "../pyproject"), "pyproject"),
    (("print", GAME, "-o", "x.pdf", "--sheet", "a" * 5000), "aaa"),
    (("print", GAME, "-o", "x.pdf", "--sheet", "a" * 5000 + ".json"), "aaa"),
    (("print", GAME, "-o", "x.pdf", "--sheet", "_blank"), "_blank"),
    (("print", GAME, "-o", "x.pdf", "--player", "Ann"), "--player"),
    (("print", GAME, "-o", "x.pdf", "--findings"), "--findings"),
    (("print", GAME, "-o", "nowhere/x.pdf"), "nowhere"),
    (("print", GAME, "-o", "x" * 5000), "xxx"),
    *(((*command, "-o", target, *force), "folder")
      for command in (("print", GAME), ("play", GAME, "--players", "bot:random"))
      for target in (".", "..", "/", "./") for force in ((), ("--force",))
      if force or command[0] == "play"),
    (("print", GAME, "-o", "."), "exists"),
    (("print", GAME, "--force", "-o", "nowhere/../x/y.pdf"), "no such folder"),
    (("print", GAME, "--force", "-o", "/dev/null/x.pdf"), "no such folder"),
    (("print", GAME, "--journal", "g.rollwrite", "-o", "x.pdf"), "GAME"),
    (("print", "--journal", "missing.rollwrite", "-o", "x.pdf"), "missing.rollwrite"),
    (("print", "--paper-file", "missing.json", "-o", "x.pdf"), "missing.json"),
    (("print", "--journal", "g.rollwrite", "-o", "x.pdf", "--rolls", "--large"), "--large, --rolls"),
    (("print", GAME, "-o", "x.pdf", "--seed", ""), "--seed"),
    (("print", GAME, "-o", "x.pdf", "--back", "mars"), "mars"),
    (("print", GAME, "-o", "x.pdf", "--back", ""), "--back"),
    (("audit",), "FILE"),
    (("audit", "missing.json"), "missing.json"),
    (("audit", "."), "."),
    (("audit", ""), "name of a file"),
    (("audit", "x" * 5000), "cannot be read"),
    (("replay", "missing.rollwrite"), "missing.rollwrite"),
    (("replay", "."), "."),
    (("play", GAME, "-o", "x.rollwrite"), "--players"),
    (("play", GAME, "--players", "", "-o", "x.rollwrite"), "--players"),
    (("play", GAME, "--players", "Ann", "-o", "x.rollwrite"), "Ann"),
    (("play", GAME, "--players", "bot:deepblue", "-o", "x.rollwrite"), "deepblue"),
    (("play", GAME, "--players", ",".join(["bot:random"] * 9), "-o", "x.rollwrite"), "9"),
    (("play", GAME, "--players", "bot:random", "--seed", "", "-o", "x.rollwrite"), "--seed"),
    (("play", GAME, "--players", "bot:random", "--seed", "A\nB", "-o", "x.rollwrite"), "--seed"),
    (("play", GAME, "--players", "bot:random", "--seed", "\udce9", "-o", "x.rollwrite"), "--seed"),
    (("play", GAME, "--players", "bot:random", "--option", "corners", "-o", "x.rollwrite"), "NAME=VALUE"),
    (("play", GAME, "--players", "bot:random", "--option", "corners=round", "-o", "x.rollwrite"), "round"),
    (("play", GAME, "--players", "bot:random", "--option", "luck=on", "-o", "x.rollwrite"), "luck"),
    (("play", "chess", "--players", "bot:random", "-o", "x.rollwrite"), "chess"),
    (("simulate", GAME), "--bots"),
    (("simulate", GAME, "--bots", "deepblue"), "deepblue"),
    (("simulate", GAME, "--bots", ",".join(["random"] * 9)), "9"),
    (("simulate", GAME, "--bots", "random", "--games", "0"), "'0'"),
    (("simulate", GAME, "--bots", "random", "--games", "99999999999"), "whole number"),
    (("check-sheet", "missing.json"), "missing.json"),
    (("check-sheet",), "FILE"),
    (("new-sheet", GAME, "-o", "x.json"), "one layout"),
    (("new-sheet", "hexroller", "--side", "left", "-o", "x.json"), "front, back"),
    (("new-sheet", "hexroller", "--seed", "a/b", "-o", "x.json"), "--seed"),
    (("route", "x.json"), "x.json"),
    (("rout", "x.json"), "rout"),
])
def test_refused_requests(rollwrite, here: Path, argv: tuple[str, ...], words: str) -> None:
    assert words in rollwrite(*argv).err
    assert rollwrite(*argv).code == 2
    assert list(here.iterdir()) == []


BROKEN = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "NUL": b"\0" * 5000,
    "text": b"hello world\n",
    "a list": b"[1, 2]",
    "null": b"null",
    "half a paper file": json.dumps(PAPER).encode()[:-9],
    "deep": b"[" * 200_000,
    "deep paper": b'{"paper": 1, "game": ' + b"[" * 200_000,
    "deep journal": b'{"journal": 1, "game": ' + b"[" * 50_000 + b"\n",
    "another game": json.dumps(PAPER | {"game": "chess"}).encode(),
    "another sheet": json.dumps(PAPER | {"sheet": "mars"}).encode(),
    "a sheet outside": json.dumps(PAPER | {"sheet": "../../../etc/passwd"}).encode(),
    "a sheet with NUL": json.dumps(PAPER | {"sheet": "a\0.json"}).encode(),
    "a sheet with a long name": json.dumps(PAPER | {"sheet": "a" * 50_000}).encode(),
    "a sheet that is a folder": json.dumps(PAPER | {"sheet": "folder.json"}).encode(),
    "an unknown option": json.dumps(PAPER | {"options": {"luck": "on"}}).encode(),
    "an unknown state": json.dumps(PAPER | {"spaces": {"ZZ": "3"}}).encode(),
    "two digits": json.dumps(PAPER | {"spaces": {"TX": "33"}}).encode(),
    "an Arabic digit": json.dumps(PAPER | {"spaces": {"TX": "٣"}}).encode(),
    "a superscript": json.dumps(PAPER | {"spaces": {"TX": "²"}}).encode(),
    "a line end behind a digit": json.dumps(PAPER | {"spaces": {"TX": "3\n"}}).encode(),
    "an unknown box": json.dumps(PAPER | {"boxes": {"luck": 3}}).encode(),
    "a box that is a word": json.dumps(PAPER | {"boxes": {"guard": "three"}}).encode(),
    "a box that is true": json.dumps(PAPER | {"boxes": {"guard": True}}).encode(),
    "a huge box": json.dumps(PAPER | {"boxes": {"guard": 10**12}}).encode(),
    "a negative box": json.dumps(PAPER | {"boxes": {"guard": -1}}).encode(),
    "a roll that is none": json.dumps(PAPER | {"rolls": ["blue"]}).encode(),
    "a claim in words": json.dumps(PAPER | {"claimed": "seven"}).encode(),
    "a huge claim": json.dumps(PAPER | {"claimed": 10**15}).encode(),
    "a sheet file": (ROOT / "sheets" / "rolling_america_usa.json").read_bytes(),
    "a form": b"%PDF-1.7\n",
    "UTF-16": json.dumps(PAPER).encode("utf-16"),
    "large": b" " * 20_000_000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_files_that_cannot_be_checked(rollwrite, here: Path, name: str) -> None:
    (here / "folder.json").mkdir()
    for suffix in (".json", ".rollwrite"):
        path = here / f"x{suffix}"
        path.write_bytes(BROKEN[name])
        assert f"x{suffix}" in rollwrite("audit", path.name).err
        assert f"x{suffix}" in rollwrite("replay", path.name).err
        assert rollwrite("print", "--paper-file", path.name, "-o", "x.pdf").code == 2
        assert rollwrite("print", "--journal", path.name, "-o", "x.pdf").code == 2
    if name != "a sheet file":
        assert "x.json" in rollwrite("check-sheet", "x.json").err
    assert not Path("x.pdf").exists()


HEAD = {
    "journal": 1, "game": GAME, "rules": 1, "sheet": "rolling_america_usa", "sheet_hash": "", "players": ["Ann"],
    "options": {}, "notes": {},
}


@pytest.mark.parametrize(("changes", "lines", "words"), [
    ({"game": "chess"}, [], "line 1"),
    ({"sheet": "mars"}, [], "mars"),
    ({"sheet": "a\0.json"}, [], "line 1"),
    ({"sheet": "a" * 9000}, [], "line 1"),
    ({"sheet": "a" * 9000 + ".json"}, [], "line 1"),
    ({"players": ["x"] * 9}, [], "8 players"),
    ({"options": {"corners": "round"}}, [], "round"),
    ({}, ['{"by": "p2", "do": "done"}'], "line 2"),
    ({}, ['{"by": "p1", "do": "blue OH=44"}'], "line 2"),
    ({}, ['{"by": "chance", "do": "blue 4, wild 2"}', '{"by": "p1", "undo": true}'], "line 3"),
    ({}, ['{"by": "p1", "do": "blue ZZ=4"}'], "ZZ"),
])
def test_journals_that_do_not_open(rollwrite, here: Path, changes: dict, lines: list[str], words: str) -> None:
    (here / "g.rollwrite").write_text("\n".join([json.dumps(HEAD | changes), *lines, ""]))
    for argv in (("replay", "g.rollwrite"), ("audit", "g.rollwrite"), ("print", "--journal", "g.rollwrite", "-o", "x.pdf")):
        answer = rollwrite(*argv)
        assert answer.code == 2 and answer.err.startswith("rollwrite: g.rollwrite: line") and words in answer.err


def test_a_journal_with_illegal_strokes_is_read_and_found_out(rollwrite, here: Path) -> None:
    lines = [
        '{"by": "chance", "do": "blue 4, wild 2"}', '{"by": "p1", "do": "blue TX=4"}', '{"by": "p1", "do": "wild OK=6"}',
    ]
    (here / "g.rollwrite").write_text("\n".join([json.dumps(HEAD), *lines, ""]))
    assert rollwrite("replay", "g.rollwrite", "--json").json["refused"] == 2
    answer = rollwrite("audit", "g.rollwrite", "--json")
    assert answer.code == 1
    assert {finding["rule"] for finding in answer.json["findings"]} >= {"RA-7"}


@given(data=st.binary(max_size=120))
def test_any_file(data: bytes) -> None:
    """Random bytes, alone and behind a whole head; in-process, without the fixtures that are per test."""
    name = f"/tmp/rollwrite-any-{os.getpid()}"
    try:
        for content in (data, json.dumps(HEAD).encode() + b"\n" + data + b"\n"):
            Path(name).write_bytes(content)
            for command in ("audit", "replay"):
                out, err = sys.stdout, sys.stderr
                sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
                try:
                    code = main([command, name])
                finally:
                    told = sys.stderr.getvalue()
                    sys.stdout, sys.stderr = out, err
                assert code in (0, 1, 2) and (code != 2 or told.count("\n") == 1)
    finally:
        Path(name).unlink(missing_ok=True)


TOKENS = [
    "games", "print", "audit", "replay", "play", "check-sheet", "--json", "--lang", "es", "--lang=", "-o", "out", "--force",
    GAME, "--copies", "2", "--sheet", "rolling_america_usa", "--journal", "--paper-file", "--player", "--players", "--seed",
    "bot:random", "--option", "corners=on", "x.json", "--", "-", "--help", "-h", "--version", "--findings", "--ink", "grey",
    "%s", "{0}", "é", "",
]


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("argv")


@given(argv=st.lists(st.sampled_from(TOKENS) | st.text(max_size=6), max_size=7))
def test_any_arguments(dump: Path, argv: list[str]) -> None:
    """Whatever is typed, the answer is an exit code and, if it is 2, one line."""
    before = Path.cwd()
    os.chdir(dump)
    out, err, window = sys.stdout, sys.stderr, sys.modules.get("rollwrite_desktop.ui.window.app")
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    sys.modules["rollwrite_desktop.ui.window.app"] = None  # type: ignore[assignment]
    try:
        code = main(argv)
    finally:
        told = sys.stderr.getvalue()
        sys.stdout, sys.stderr = out, err
        os.chdir(before)
        if window is None:
            del sys.modules["rollwrite_desktop.ui.window.app"]
        else:
            sys.modules["rollwrite_desktop.ui.window.app"] = window
    assert code in (0, 1, 2)
    assert told == "" if code != 2 else told.count("\n") == 1


# ---------------------------------------------------------------------- outputs


@pytest.mark.parametrize("argv", [("print", GAME), ("play", GAME, "--players", "bot:random", "--seed", "A")])
def test_an_existing_file_is_kept_without_force(rollwrite, here: Path, argv: tuple[str, ...]) -> None:
    target = here / "out"
    target.write_bytes(b"precious")
    assert "exists" in rollwrite(*argv, "-o", "out").err
    assert target.read_bytes() == b"precious"
    assert rollwrite(*argv, "-o", "out", "--force").code == 0
    assert target.read_bytes() != b"precious"
    assert [path.name for path in here.iterdir()] == ["out"], "no part of a file is left behind"


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_nothing_is_left_behind_when_writing_stops(rollwrite, here: Path, monkeypatch: pytest.MonkeyPatch, error) -> None:
    def stop(_: int) -> None:
        raise error

    monkeypatch.setattr("os.fsync", stop)
    assert rollwrite("print", GAME, "-o", "x.pdf").code == 2
    assert rollwrite("play", GAME, "--players", "bot:random", "-o", "x.rollwrite").code == 2
    assert list(here.iterdir()) == []


def test_interrupted(rollwrite, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rollwrite_desktop.cli.commands.simulate", stop)
    assert "Interrupted" in rollwrite("simulate", GAME, "--bots", "random").err


def test_a_reader_who_goes_away_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        finished = shell("games", "--json", stdout=writing, stderr=subprocess.PIPE, capture_output=False)
    finally:
        os.close(writing)
    assert finished.returncode == 0 and finished.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")
def test_a_progress_bar_on_a_terminal_only() -> None:
    import pty

    argv = ("simulate", GAME, "--bots", "random", "--games", "20", "--seed", "A", "--json")
    quiet = shell(*argv)
    assert quiet.stderr == ""
    try:
        watching, terminal = pty.openpty()
    except OSError:
        pytest.skip("no terminal can be had here")
    try:
        watched = shell(*argv, stdout=subprocess.PIPE, stderr=terminal, capture_output=False)
        seen = os.read(watching, 100_000).decode()
    finally:
        os.close(terminal)
        os.close(watching)
    assert watched.stdout == quiet.stdout
    assert "100 %" in seen and seen.endswith("\r") and "\n" not in seen, "wiped at the end"


@pytest.mark.parametrize("loading", ["rollwrite_desktop.cli", "rollwrite_desktop.core.i18n", "rollwrite_desktop.games"])
def test_an_interrupt_while_modules_are_loaded(loading: str) -> None:
    """Ctrl+C in the first second is answered like any later one."""
    program = (
        "import runpy, sys\n"
        "class Pressed:\n"
        "    @staticmethod\n"
        "    def find_spec(name, *_):\n"
        f"        if name == {loading!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed)\n"
        "sys.argv = ['rollwrite', 'games']\n"
        "runpy.run_module('rollwrite_desktop', run_name='__main__')\n"
    )
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    stopped = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=300)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (2, "", "rollwrite: Interrupted.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_behind_the_standard_streams(unbuffered: str) -> None:
    """What cannot be written stays in a buffer unless Python writes at once; Python must not fail over it as it ends."""
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        finished = shell("games", stdout=full, stderr=subprocess.PIPE, capture_output=False, env=env)
        mute = shell("nonsense", stdout=full, stderr=full, capture_output=False, env=env)
    assert finished.returncode == 2
    assert finished.stderr.startswith("rollwrite: ") and finished.stderr.count("\n") == 1
    assert mute.returncode == 2


def test_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    (tmp_path / "ann.json").write_text(json.dumps(PAPER | {"player": "Ännchen ★"}))
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    text = shell("audit", "ann.json", cwd=tmp_path, env=env)
    assert text.returncode == 1 and text.stderr == ""
    twice = shell("audit", "ann.json", "ann.json", "--json", cwd=tmp_path, env=env)
    assert json.loads(twice.stdout)["sheets"][0]["player"] == "Ännchen ★"


def test_in_a_process_of_its_own(tmp_path: Path) -> None:
    done = shell("play", GAME, "--players", "bot:random", "--seed", "P", "-o", "g.rollwrite", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert shell("audit", "g.rollwrite", cwd=tmp_path).returncode == 0
    wrong = shell("audit", "missing", cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, "") and wrong.stderr.count("\n") == 1


def test_what_is_written_for_programs_is_what_the_program_reads(rollwrite, paper: Path) -> None:
    assert read_paper(paper.read_bytes(), "x").player == "Ann"


# ---------------------------------------------------------------------- the window


def test_a_file_opens_the_window(here: Path, paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No command, or a file: the window, with the files; it is imported only then."""
    seen: list[tuple[list[str], str | None]] = []
    stand_in = type(sys)("rollwrite_desktop.ui.window.app")
    stand_in.run = lambda *given: seen.append(given) or 0
    monkeypatch.setitem(sys.modules, "rollwrite_desktop.ui.window.app", stand_in)
    assert main([]) == main(["--lang", "en"]) == main([str(paper)]) == main(["--lang=en", str(paper), str(paper)]) == 0
    assert seen == [([], None), ([], "en"), ([str(paper)], None), ([str(paper), str(paper)], "en")]


def test_a_window_without_qt(here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rollwrite_desktop.ui.window.app", None)
    assert main([]) == 2
    assert "window" in capsys.readouterr().err


# ---------------------------------------------------------------------- codes of games, notes


def test_play_takes_the_code_of_a_whole_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.rollwrite"
    assert main(["play", "hdb-2345-6789-h", "--players", "bot:random", "-o", str(out)]) == 0
    assert "HDB-2345-6789-H" in capsys.readouterr().out
    head = json.loads(out.read_text().splitlines()[0])
    assert (head["sheet"], head["options"], head["notes"]["code"]) == (
        "hexroller_back:2345-6789", {"plus_one": "touching"}, "HDB-2345-6789-H",
    )
    assert main(["replay", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["code"] == "HDB-2345-6789-H"


@pytest.mark.parametrize(("arguments", "said"), [
    (["HDB-2345-6798-H"], "Did you mean"), (["HDB-2345-6789-H", "--seed", "X"], "already says all that"),
    (["hexroller", "--seed", "X", "--day", "2026-11-21"], "--day, --seed"),
    (["hexroller", "--day", "soon"], "expected a date"),
])
def test_codes_that_cannot_be_played(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments, "--players", "bot:random", "-o", str(tmp_path / "x")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_the_game_of_a_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["play", "rolling_america", "--day", "2026-11-21", "--players", "bot:random", "-o", str(tmp_path / "x")]
    assert main(arguments) == 0
    assert "R-XN5Y-J93Z-B" in capsys.readouterr().out


def test_a_pad_takes_the_code_of_its_game_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "pad.pdf")
    assert main(["print", "rolling_america", "--seed", "R-XN5Y-J93Z-B", "-o", out]) == 0
    assert main(["print", "hexroller", "--seed", "R-XN5Y-J93Z-B", "-o", out, "--force"]) == 2
    assert "another game or sheet" in capsys.readouterr().err
    assert main(["print", "rolling_america", "--seed", "R-XN5Y-J93Z-C", "-o", out, "--force"]) == 2


def test_notes_are_printed_only_of_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "a.pdf")
    assert main(["print", "rolling_america", "--notes", "-o", out]) == 2
    assert "--notes" in capsys.readouterr().err


def test_a_file_that_is_to_go_to_standard_output_does_and_alone(here: Path) -> None:
    made = {
        ("print", GAME): b"%PDF", ("new-sheet", "hexroller", "--seed", "A"): b"{",
        ("play", GAME, "--players", "bot:random", "--seed", "A"): b'{"journal":',
    }
    for command, begins in made.items():
        done = subprocess.run([sys.executable, "-m", "rollwrite_desktop", *command, "-o", "-"], capture_output=True,
                              timeout=600, check=False, env=os.environ | {"PYTHONPATH": str(ROOT)})
        assert done.returncode == 0 and done.stdout.startswith(begins) and not done.stderr
    assert not list(here.iterdir())


def test_an_error_is_json_where_json_is_asked_for(rollwrite, here: Path) -> None:
    for command in (("audit", "nowhere.json", "--json"), ("replay", "--json"), ("simulate", "x", "--bots", "y", "--json")):
        answer = rollwrite(*command)
        assert answer.code == 2
        assert answer.err == f"rollwrite: {answer.json['error']}\n"
    assert rollwrite("audit", "nowhere.json").out == ""


def test_codes_are_read_alike_everywhere(rollwrite, here: Path) -> None:
    """However a code is written, the same dice come; a mistyped one is refused with what may have been meant."""
    rolls = set()
    for n, seed in enumerate(("P38A-WAKX", "p38a wakx", "P38AWAKX")):
        assert rollwrite("play", GAME, "--players", "bot:random", "--seed", seed, "-o", f"{n}.rollwrite").code == 0
        rolls.add((here / f"{n}.rollwrite").read_bytes())
    whole = rollwrite("play", "r p38a wakx r", "--players", "bot:random", "-o", "whole.rollwrite")
    assert whole.code == 0 and "R-P38A-WAKX-R" in whole.out
    assert {*rolls, (here / "whole.rollwrite").read_bytes()} == rolls and len(rolls) == 1
    refused = rollwrite("play", "R-P3BA-WAKX-R", "--players", "bot:random", "-o", "x.rollwrite")
    assert refused.code == 2 and "Did you mean R-P38A-WAKX-R?" in refused.err
    assert "your own text" in rollwrite("print", GAME, "--seed", "CLASS-7", "-o", "x.pdf").out
    assert "not complete" in rollwrite("print", GAME, "--seed", "R-P38A-WAKX", "-o", "y.pdf").err

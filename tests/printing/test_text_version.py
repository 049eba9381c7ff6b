"""Filled sheets in words: well-formed pages with tables, in the language spoken; everything on the sheet is in them."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.files import FileError
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import Opened, new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import Entered, checked
from rollwrite_desktop.printing.jobs.text_version import game_document, sheet_document
from rollwrite_desktop.printing.reports.document import Document, Heading, Note, Table, write_document

EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def played(game: Game) -> Opened:
    sheet = sheet_of(game, game.play.played_on[0], "test")
    opened = start(new_head(game, sheet, sheet.id, ("José <&>", "Bo"), {}, Notes(seed="WORDS")))
    finish(opened.session, dict.fromkeys(opened.session.players, game.think.bots["random"]))
    return opened


def tree(document: Document) -> ElementTree.Element:
    page = document.html()
    assert page.startswith("<!DOCTYPE html>\n")
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


@EVERY
def test_everything_on_the_sheets_is_told_in_tables(game: Game) -> None:
    opened = played(game)
    document = game_document(opened, "test", notice="Unofficial.")
    root = tree(document)
    assert root.get("lang") == "en" and root.findtext("head/title") == document.title == root.findtext("body/main/h1")
    sections = root.findall("body/main/section")
    assert len(sections) == (1 if game.play.score_sheet else 2)
    for table in root.iter("table"):
        heads = [cell.get("scope") for cell in table.findall("thead/tr/th")]
        assert table.findtext("caption") and heads and set(heads) == {"col"}
        for row in table.findall("tbody/tr"):
            assert row[0].tag == "th" and row[0].get("scope") == "row" and len(row) == len(heads)
    text = document.text()
    for line in (*root.itertext(),):
        if line.strip() and line.strip() not in (text, root.findtext("head/style")):
            assert line.strip() in text or line.strip() in {"Space", "Written", "Box", "Part", "Points", "Number", "Roll",
                                                            "Round"}
    for player in () if game.play.score_sheet else opened.session.players:
        paper = game.check.paper_of(opened.session.rules, opened.session.state, player)
        begin = document.blocks.index(Heading(opened.name(player), whole=True)) + 1
        own = takewhile(lambda block: not isinstance(block, Heading), document.blocks[begin:])
        written = {row[0]: row[1] for table in own if isinstance(table, Table) for row in table.rows}
        for spot, held in paper.spaces.items():
            assert held.strip("()*") in written[opened.sheet.space[spot].name or spot]


def test_one_player_alone_and_a_game_that_goes_on() -> None:
    game = GAMES["rolling_america"]
    sheet = sheet_of(game, "", "test")
    opened = start(new_head(game, sheet, sheet.id, ("Ann", "Bo"), {}, Notes(seed="WORDS")))
    document = game_document(opened, "test", ("p2",))
    assert document.wholes == ("Bo",)
    assert [item.text for item in tree(document).iter("h2")] == ["Bo"]
    assert "The game is not over." in document.text()


def test_findings_are_told_if_asked_for_in_the_language_that_is_spoken() -> None:
    game = GAMES["rolling_america"]
    paper = Paper(game=game.info.id, player="Ann", spaces={"IN": "5", "OH": "3", "TX": "(4)"}, claimed=7)
    filled = checked(Entered(game, sheet_of(game, "", "test"), paper, "test"))
    assert not any(isinstance(block, Note) for block in sheet_document(filled, False).blocks)
    document = sheet_document(filled, True)
    found = [block for block in document.blocks if isinstance(block, Note)]
    listed = [item.text or "" for item in tree(document).iter("li")]
    assert found[0].text.startswith("Indiana’s 5 and Ohio’s 3 are neighbors") and len(listed) == len(found)
    assert all(note.cited in told and note.more in told for note, told in zip(found, listed, strict=True))
    i18n.use("es", TRANSLATIONS)
    try:
        spanish = sheet_document(filled, True)
        assert tree(spanish).get("lang") == "es" and "Míchigan" in spanish.html()
    finally:
        i18n.use("en", TRANSLATIONS)


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    document = Document("Título", (), "Aviso")
    for name in ("a.html", "a.txt"):
        write_document(tmp_path / name, document)
        assert "Título" in (tmp_path / name).read_text(encoding="utf-8")
    with pytest.raises(FileError, match="it exists already"):
        write_document(tmp_path / "a.txt", document)

"""Where checking begins: unfinished sheets with their names, the code on a print, files of several sheets, a whole table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.journal import Notes, head_bytes, line_bytes
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.intake.sessions import RankingRule
from rollwrite_desktop.play.opening.open_game import Opened, new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import played
from rollwrite_desktop.printing.sheets.sheet_codes import code_text
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.drafts import Drafts
from rollwrite_desktop.ui.library.session_store import opened_session
from rollwrite_desktop.ui.paper.check import search_bar
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.start_page import AuditStartPage, CodeDialog
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.paper.session.place_card import PlaceCard
from rollwrite_desktop.ui.paper.session.session_page import CALL, CHECK, RANK, SessionPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.audit.test_audit_page import keys, tap
from tests.ui.conftest import GAME, PATIENCE, settle, wait_for


def desk_in(window: MainWindow) -> AuditPage:
    assert isinstance(window.page, AuditPage)
    settle()
    return window.page


def room_in(window: MainWindow) -> AuditStartPage:
    window.go.show_check_room()
    assert isinstance(window.page, AuditStartPage)
    settle()
    return window.page


def drafted(window: MainWindow, spot: str, held: str) -> None:
    window.go.show_check(Paper(game=GAME))
    audit = desk_in(window)
    tap(audit, spot)
    keys(audit, held)


# ---------------------------------------------------------------------- sheets not finished


def test_several_sheets_wait_each_with_its_name(window: MainWindow, store: Settings) -> None:
    drafted(window, "OH", "5")
    drafted(window, "TX", "1")
    room = room_in(window)
    assert len(room.rows) == 2
    names = {row.kept.progress: row.kept.path for row in room.rows}
    assert set(names) == {"One space filled in"}
    row = room.rows[0]
    room.rename(row.kept.path, "Ann's first")
    assert sorted(path.stem for path in store.drafts.glob("*.json"))[0] == "Ann's first"
    room = room_in(window)
    row = next(row for row in room.rows if row.kept.title == "Ann's first")
    row.card.click()
    audit = desk_in(window)
    assert audit.state.whole == "Draft “Ann's first”, not saved yet"
    shown = [(audit.state.resize(width, 20), audit.state.text())[1] for width in (40, 150, 900)]
    assert shown[:2] == ["", "Not saved"], "not three letters of its name"
    assert shown[2] == audit.state.whole
    audit.form.name.setText("Ann")
    audit.form.name.textEdited.emit("Ann")
    room = room_in(window)
    assert {row.kept.title for row in room.rows} >= {"Ann's first"}


def test_a_sheet_is_deleted_and_brought_back_and_printed(window: MainWindow, store: Settings) -> None:
    drafted(window, "OH", "5")
    room = room_in(window)
    room.delete(room.rows[0].kept.path)
    assert not list(store.drafts.glob("*.json")) and not room.deleted.isHidden()
    room.deleted.button.click()
    settle()
    assert len(room.rows) == 1
    room._print(room.rows[0].kept.path)
    assert isinstance(window.page, PrintPage)
    window.page.left.emit()
    assert window.page is room


def test_a_sheet_with_a_file_goes_on_in_its_file(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "bo.json"
    path.write_bytes(write_paper(Paper(game=GAME, sheet="rolling_america_usa", spaces={"TX": "1"})))
    assert window.go.open_file(path)
    audit = desk_in(window)
    tap(audit, "OH")
    keys(audit, "5")
    room = room_in(window)
    (row,) = room.rows
    assert "bo.json" in row.kept.players[0]
    row.card.click()
    audit = desk_in(window)
    assert audit.path == path and audit.paper.spaces == {"TX": "1", "OH": "5"}
    assert audit.save_paper()
    assert read_paper(path.read_bytes(), "x").spaces == {"TX": "1", "OH": "5"}
    assert not room_in(window).rows


# ---------------------------------------------------------------------- the code on a print


def test_the_code_on_a_print_is_pasted(qtbot: Any, window: MainWindow) -> None:
    room = room_in(window)
    room.ask_code()
    dialog = room.findChild(CodeDialog)
    assert dialog is not None
    for text, words in (("", "is not the code"), ("RW1 nope nope 1", "There is no game"), ("RW1 hexroller nope 1", "nope"),
                        ("RW1 rolling_america rolling_america_usa 99", "another version")):
        dialog.field.setPlainText(text)
        dialog.take.click()
        assert words in dialog.wrong.text()
    paper = Paper(game=GAME, sheet="rolling_america_usa", player="Ann", spaces={"OH": "(5)"}, boxes={"guard": 1}, claimed=7)
    odd = code_text(sheet_of(GAMES[GAME], "", "x"), Paper(game=GAME, sheet="rolling_america_usa", spaces={"OH": "99"}))
    dialog.field.setPlainText(odd)
    dialog.take.click()
    assert "OH" in dialog.wrong.text()
    dialog.field.setPlainText("  " + code_text(sheet_of(GAMES[GAME], "", "x"), paper).replace("\n", "\r\n"))
    dialog.take.click()
    assert desk_in(window).paper == paper
    desk_in(window).left.emit()
    (waiting,) = Drafts(window.store).paths()
    assert window.go.files.open_draft(waiting) is None and desk_in(window).paper == paper, "it stands nowhere else"


def test_a_new_sheet_is_of_the_game_that_was_checked_last(window: MainWindow) -> None:
    window.go.show_check(Paper(game="on_tour"))
    desk_in(window).left.emit()
    assert room_in(window).game.value == "on_tour"


# ---------------------------------------------------------------------- a whole table


def finished(path: Path, *names: str) -> Opened:
    """A game between computer players, kept as a journal."""
    game = GAMES[GAME]
    sheet = sheet_of(game, "", GAME)
    bots = {f"p{i}": "random" for i, _ in enumerate(names, 1)}
    opened = start(new_head(game, sheet, sheet.id, names, {}, Notes(seed="TEST-2345", bots=bots)))
    lines: list[JournalLine] = []
    opened.session.log = lines.append
    finish(opened.session, dict.fromkeys(opened.session.players, game.think.bots["random"]))
    path.write_bytes(head_bytes(opened.head) + b"".join(map(line_bytes, lines)))
    return opened


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The sheets of one game as paper files, the first with the rolls, and the journal. Searches end after two steps."""
    monkeypatch.setattr(search_bar, "DEFAULT_SEARCH_STEPS", 2)
    opened = finished(tmp_path / "g.rollwrite", "Ann", "Bo", "Cy")
    made = []
    for number, one in enumerate(played(opened, "g")):
        paper = one.paper if number == 0 else msgspec.structs.replace(one.paper, rolls=None)
        made.append(tmp_path / f"{one.player}.json")
        made[-1].write_bytes(write_paper(paper))
    return [*made, tmp_path / "g.rollwrite"]


def table_of(qtbot: Any, window: MainWindow, paths: list[Path]) -> SessionPage:
    window.go.show_tournament(paths=paths)
    table = window.page
    assert isinstance(table, SessionPage)
    searched(qtbot, table)
    return table


def searched(qtbot: Any, table: SessionPage) -> None:
    qtbot.waitUntil(lambda: table.checker.at < 0, timeout=PATIENCE)


def shown(table: SessionPage) -> list[PlaceCard]:
    table.turn_to(RANK)
    return [place for place in table.rank.places if not place.isHidden()]


def test_a_table_is_ranked_with_the_rolls_of_one_sheet(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    table = table_of(qtbot, window, files[:3])
    assert len(table.checker.sheets) == 3
    assert table.check.about.text() == "2 sheets without rolls are checked with those of Ann."
    places = shown(table)
    assert places[0].place.text() == "1." and len(places) == 3
    totals = [int(place.score.text()) for place in places]
    assert totals == sorted(totals)
    assert table.rank.summary.text().endswith(f"with {totals[0]}")
    reports = table.checker.reports.values()
    assert all(report.unchecked == () or report.unchecked[0].needs == "journal" for report in reports)
    assert table.file.session.uncalled and table.file.session.name.startswith("Rolling America, ")
    assert opened_session(table.file.path) == table.file.session, "it is kept as all sessions are"


def test_a_sheet_is_taken_away_while_others_wait_to_be_searched(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    window.go.show_tournament(paths=files[:3])
    table = window.page
    assert isinstance(table, SessionPage) and table.checker.at == 0
    table.check.table.selectRow(2)
    table.check.delete_sheets()
    assert len(table.checker.sheets) == 2 and table.checker.at == 0
    searched(qtbot, table)
    assert all(report.bounds is not None for report in table.checker.reports.values())


def test_a_search_is_stopped_and_goes_on_longer(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    window.go.show_tournament(paths=files[:3])
    table = window.page
    assert isinstance(table, SessionPage) and not table.check.stop.isHidden() and table.check.go_on.isHidden()
    table.check.stop.click()
    assert table.checker.at < 0 and table.check.stop.isHidden() and not table.check.go_on.isHidden()
    most = table.checker.search.most
    table.check.go_on.click()
    assert table.checker.search.most > most and table.checker.at == 0
    searched(qtbot, table)
    assert all(report.bounds is not None for report in table.checker.reports.values())


def test_a_sheet_of_a_table_is_opened_corrected_and_judged_anew(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    table = table_of(qtbot, window, files[:3])
    first = shown(table)[0]
    number, before = table.rank._members[0], int(first.score.text())
    first.card.click()
    audit = desk_in(window)
    assert audit.paper.rolls and audit.new.isHidden() and audit.other_game.isHidden()
    space = next(space for space, held in audit.paper.spaces.items() if held != "X")
    audit.entry.choose(space)
    keys(audit, "x")
    audit.left.emit()
    assert window.page is table
    searched(qtbot, table)
    paper = table.file.session.members[number].paper
    assert paper is not None and paper.spaces[space] == "X"
    assert bool(paper.rolls) == (number == 0), "rolls that another sheet has are not copied"
    assert table.checker.reports[number].total > before
    table.turn_to(CHECK)
    table.check.go.click()
    audit = desk_in(window)
    assert audit.unmarked and audit.paper.rolls
    audit.left.emit()
    assert len(table.checker.sheets) == 3, "an empty sheet is none"


def test_a_table_waits_while_one_of_its_sheets_is_open(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    window.go.show_tournament(paths=files[:2])
    table = window.page
    assert isinstance(table, SessionPage) and table.checker.at >= 0
    table.sheet_chosen.emit(0)
    assert isinstance(window.page, AuditPage) and table.checker.at < 0
    window.page.left.emit()
    assert window.page is table and table.checker.at >= 0
    searched(qtbot, table)
    assert all(report.bounds is not None for report in table.checker.reports.values())


def test_a_table_says_what_it_does_not_take(qtbot: Any, window: MainWindow, files: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_bytes(write_paper(Paper(game="hexroller", sheet="hexroller_front", spaces={"a4": "7"})))
    odd = tmp_path / "odd.json"
    odd.write_bytes(write_paper(Paper(game=GAME, spaces={"ZZ": "1"})))
    table = table_of(qtbot, window, [files[0]])
    for path, words in ((other, "this session uses Rolling America"), (odd, "ZZ"), (tmp_path / "none", "cannot be read")):
        table.take_files([path])
        assert words in window.messages.sentence
    assert len(table.checker.sheets) == 1
    table.take_files([files[0]])
    assert len(table.checker.sheets) == 1 and window.messages.sentence.startswith("One sheet was added. Replaced: Ann.")
    layout = tmp_path / "layout.json"
    layout.write_bytes(write_paper(Paper(game=GAME, sheet="rolling_america_europe", player="Zoe", spaces={"ES": "1"})))
    table.take_files([layout])
    assert [each.sheet.id for each in table.checker.sheets.values()] == [
        "rolling_america_usa", "rolling_america_europe"]
    assert table.file.session.members[1].file == "layout.json", "and not checked with rolls of another map"
    assert table.checker.sheets[1].paper.rolls is None
    table.file.change(rolls=("blue 4, wild 2",))
    table.take_files([layout])
    assert "this session uses" in window.messages.sentence, "what is called is called for one map"


def test_rolls_are_entered_once_for_all(qtbot: Any, window: MainWindow, files: list[Path], tmp_path: Path) -> None:
    table = table_of(qtbot, window, files[1:3])
    assert "No sheet has rolls" in table.check.about.text()
    table.turn_to(CALL)
    typed = table.call.typed
    assert typed is not None
    QTest.keyClicks(typed.field, "b4w2b1g6")
    assert table.file.session.rolls == ("blue 4, wild 2", "blue 1, green 6")
    assert all("RA-5" in {finding.rule for finding in report.findings} for report in table.checker.reports.values())
    (tmp_path / "rolls.txt").write_text("b4w2\nr1g6\n")
    table.tabs.choose(CHECK)
    table.take_files([tmp_path / "rolls.txt"])
    assert table.file.session.rolls == ("blue 4, wild 2", "red 1, green 6")


def test_how_illegal_play_counts_is_chosen_and_kept(
    qtbot: Any, window: MainWindow, files: list[Path], tmp_path: Path
) -> None:
    table = table_of(qtbot, window, files[:3])
    shown(table)
    best = table.rank._members[0]
    paper = table.file.session.members[best].paper
    assert paper is not None
    table.put(best, msgspec.structs.replace(paper, spaces={**paper.spaces, "WA": "6", "OR": "1"}))
    searched(qtbot, table)
    assert table.rank.ruled.isVisible() and table.rank.ruled.illegal.value == "penalty 1"
    assert table.file.session.ranking is None
    table.rank.ruled.illegal.choose("last")
    assert table.rank._members[-1] == best and table.rank.ruled.illegal.currentText() == "Rank last"
    assert table.rank.export.write(tmp_path / "r.txt") and "behind the legal sheets" in (tmp_path / "r.txt").read_text()
    assert opened_session(table.file.path).ranking == RankingRule("last")
    table.rank.ruled.illegal.choose("corrected")
    assert table.rank._members.index(best) < 2
    assert "behind the legal" not in "".join(place.reason.text() for place in shown(table))


def test_a_ranking_is_exported_and_printed(qtbot: Any, window: MainWindow, files: list[Path], tmp_path: Path) -> None:
    table = table_of(qtbot, window, files[:3])
    paper = table.paper_of(0)
    table.put(0, msgspec.structs.replace(paper, player="=1+1"))
    shown(table)
    export = table.rank.export
    assert export.write(tmp_path / "r.csv") and export.write(tmp_path / "r.txt")
    rows = (tmp_path / "r.csv").read_text("utf-8-sig").splitlines()
    assert rows[0].startswith("Place,Player,File,Score") and len(rows) == 4
    assert any(",'=1+1," in row for row in rows), "a name is never a formula"
    text = (tmp_path / "r.txt").read_text()
    assert text.startswith(f"{table.file.session.name}\n===") and "\n1.  " in text
    assert not export.write(tmp_path)
    table.rank.listed.click()
    room = window.page
    assert isinstance(room, PrintPage)
    assert room.count.text() == "One page"
    room.save_pdf(tmp_path / "r.pdf")
    wait_for(lambda: not room.writer.busy)
    assert (tmp_path / "r.pdf").exists()
    room.left.emit()
    assert window.page is table
    table.rank.certified.click()
    assert isinstance(window.page, PrintPage) and window.page.count.text() == "3 pages"


def test_a_score_sheet_of_a_race_is_a_table_of_its_own(window: MainWindow, tmp_path: Path) -> None:
    """It has no dice to call, so it has only two steps; and all its players a place each."""
    paper = GAMES["ligretto_dice"].check.paper(game="ligretto_dice", players=["Ann", "Bo"], rounds=[[8, -3], [9, -4]],
                                         totals=[[8, -3], [17, -7]])
    path = tmp_path / "race.json"
    path.write_bytes(write_paper(paper))
    window.go.show_tournament(paths=[path])
    table = window.page
    assert isinstance(table, SessionPage) and table.steps == (CHECK, RANK)
    assert [name for name, tab in table.tabs._buttons.items() if not tab.isHidden()] == [CHECK, RANK]
    (place,) = shown(table)
    assert "Ann" in place.name.text() and table.rank.summary.text() == "Ann is first with 117"
    assert opened_session(table.file.path) == table.file.session


def test_files_are_dropped_and_several_make_a_table(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    def drop(paths: list[Path]) -> None:
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        action, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        window.dropEvent(QDropEvent(QPoint(10, 10), action, mime, button, none))

    drop(files[:2])
    table: QWidget | None = window.page
    assert isinstance(table, SessionPage) and len(table.checker.sheets) == 2
    drop(files[2:3])
    assert window.page is table and len(table.checker.sheets) == 3


def test_each_player_s_sheet_of_a_journal(window: MainWindow, files: list[Path], tmp_path: Path) -> None:
    assert window.go.files.check(files[3])
    table = window.page
    assert isinstance(table, SessionPage)
    assert sorted(member.name for member in table.file.session.members) == ["Ann", "Bo", "Cy"]
    finished(tmp_path / "one.rollwrite", "Ann")
    assert window.go.files.check(tmp_path / "one.rollwrite")
    assert desk_in(window).paper.player == "Ann"
    paper = Paper(game=GAME, sheet="rolling_america_usa", spaces={"OH": "5"})
    (tmp_path / "code.txt").write_text(code_text(sheet_of(GAMES[GAME], "", "x"), paper))
    assert window.go.files.check(tmp_path / "code.txt")
    assert desk_in(window).paper == paper and desk_in(window).path is None
    assert not window.go.files.check(tmp_path / "none.json")
    assert window.messages.sentence


def test_no_arrow_opens_another_game(window: MainWindow) -> None:
    """And the list stays where it is, whatever the sheets of the other game are called."""
    window.go.show_check(Paper(game="on_tour"))
    audit = desk_in(window)
    window.resize(1280, 770)
    settle()
    combo, place = audit.other_game, audit.other_game.geometry()
    assert (combo.currentText(), audit.other_sheet.currentText()) == ("On Tour", "USA")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_H):
        combo.setFocus()
        QTest.keyClick(combo, key)
        settle()
        assert window.page is audit and combo.value == "on_tour" and combo.view().isVisible()
        QTest.keyClick(combo.view(), Qt.Key.Key_Escape)
        settle()
    QTest.keyClick(combo, Qt.Key.Key_Down)
    QTest.keyClick(combo.view(), Qt.Key.Key_Down)
    QTest.keyClick(combo.view(), Qt.Key.Key_Return)
    settle()
    assert desk_in(window).game.info.id == "hexroller" and desk_in(window).other_game.geometry() == place


@pytest.mark.parametrize("game", ["on_tour", "hexroller"])
def test_a_check_chosen_from_a_game_is_of_that_game(window: MainWindow, store: Settings, game: str) -> None:
    store.keep("game", "rolling_america")
    drafted(window, "OH", "5")
    window.go.check(game)
    room = window.page
    assert isinstance(room, AuditStartPage)
    settle()
    assert room.game.value == game
    room.new.click()
    assert desk_in(window).game.info.id == game

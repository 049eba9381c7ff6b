"""Where checking begins: unfinished sheets with their names, the code on a print, files of several sheets, a whole table."""

from __future__ import annotations

from dataclasses import replace
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
from rollwrite_desktop.play.audit_files import RankingRule, played
from rollwrite_desktop.play.open_game import Opened, new_head, sheet_of, start
from rollwrite_desktop.play.simulation import finish
from rollwrite_desktop.printing.sheet_codes import code_text
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.paper.check import search_bar
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.ranking_page import RankingPage, RollsDialog
from rollwrite_desktop.ui.paper.check.start_page import AuditStartPage, CodeDialog
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.audit.test_audit_page import keys, tap
from tests.ui.conftest import GAME, PATIENCE, settle, wait_for


def desk_in(window: MainWindow) -> AuditPage:
    assert isinstance(window.page, AuditPage)
    settle()
    return window.page


def room_in(window: MainWindow) -> AuditStartPage:
    window.show_check_room()
    assert isinstance(window.page, AuditStartPage)
    settle()
    return window.page


def drafted(window: MainWindow, spot: str, held: str) -> None:
    window.show_check(Paper(game=GAME))
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
    assert window.open_file(path)
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


# ---------------------------------------------------------------------- a whole table


def finished(path: Path, *names: str) -> Opened:
    """A game between computer players, kept as a journal."""
    game = GAMES[GAME]
    sheet = sheet_of(game, "", GAME)
    bots = {f"p{i}": "random" for i, _ in enumerate(names, 1)}
    opened = start(new_head(game, sheet, sheet.id, names, {}, Notes(seed="TEST-2345", bots=bots)))
    lines: list[JournalLine] = []
    opened.session.log = lines.append
    finish(opened.session, dict.fromkeys(opened.session.players, game.bots["random"]))
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


def table_of(qtbot: Any, window: MainWindow, paths: list[Path]) -> RankingPage:
    window.show_tournament(paths=paths)
    table = window.page
    assert isinstance(table, RankingPage)
    qtbot.waitUntil(lambda: not table.search.running, timeout=PATIENCE)
    return table


def test_a_table_is_ranked_with_the_rolls_of_one_sheet(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    table = table_of(qtbot, window, files[:3])
    assert len(table.sheets) == 3 and table.about_rolls.text() == "2 sheets without rolls are checked with those of Ann."
    shown = [place for place in table.places if not place.isHidden()]
    assert shown[0].place.text() == "1." and len(shown) == 3
    totals = [int(place.score.text()) for place in shown]
    assert totals == sorted(totals)
    assert table.summary.text().endswith(f"with {totals[0]}")
    assert all(report.unchecked == () or report.unchecked[0].needs == "journal" for report in table._reports)


def test_a_sheet_is_taken_away_while_others_wait_to_be_searched(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    window.show_tournament(paths=files[:3])
    table = window.page
    assert isinstance(table, RankingPage) and table.search.running
    table._waiting = [2]  # the last sheet is next
    table.remove(2)
    assert len(table.sheets) == 2 and table._at == 0
    qtbot.waitUntil(lambda: not table.search.running, timeout=PATIENCE)
    assert all(report.bounds is not None for report in table._reports)


def test_a_sheet_of_a_table_is_opened_corrected_and_judged_anew(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    table = table_of(qtbot, window, files[:3])
    number = table._numbers[0]
    before = int(table.places[0].score.text())
    table.places[0].card.click()
    audit = desk_in(window)
    assert audit.paper.rolls and audit.new.isHidden() and audit.other_game.isHidden()
    space = next(space for space, held in audit.paper.spaces.items() if held != "X")
    audit.entry.choose(space)
    keys(audit, "x")
    audit.left.emit()
    assert window.page is table
    qtbot.waitUntil(lambda: not table.search.running, timeout=PATIENCE)
    assert table.sheets[number].paper.spaces[space] == "X"
    assert table._reports[number].total > before
    table.new.click()
    audit = desk_in(window)
    assert audit.empty and audit.paper.rolls
    audit.left.emit()
    assert len(table.sheets) == 3, "an empty sheet is none"
    table.places[2].remove.click()
    assert len(table.sheets) == 2


def test_a_table_waits_while_one_of_its_sheets_is_open(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    window.show_tournament(paths=files[:2])
    table = window.page
    assert isinstance(table, RankingPage) and table.search.running
    table.sheet_chosen.emit(0)
    assert isinstance(window.page, AuditPage) and not table.search.running
    window.page.left.emit()
    assert window.page is table and table.search.running
    qtbot.waitUntil(lambda: not table.search.running, timeout=PATIENCE)
    assert all(report.bounds is not None for report in table._reports)


def test_a_table_says_what_it_does_not_take(qtbot: Any, window: MainWindow, files: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_bytes(write_paper(Paper(game="hexroller", sheet="hexroller_front", spaces={"a4": "7"})))
    odd = tmp_path / "odd.json"
    odd.write_bytes(write_paper(Paper(game=GAME, spaces={"ZZ": "1"})))
    table = table_of(qtbot, window, [files[0]])
    for path, words in ((other, "compares sheets of Rolling America"), (odd, "ZZ"), (tmp_path / "none", "cannot be read")):
        table.take_files([path])
        assert words in window.messages.sentence
    assert len(table.sheets) == 1


def test_rolls_are_entered_once_for_all(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    table = table_of(qtbot, window, files[1:3])
    assert "No sheet has rolls" in table.about_rolls.text()
    table.roll_button.click()
    dialog = table.findChild(RollsDialog)
    assert dialog is not None
    QTest.keyClicks(dialog.list.field, "b4w2b1g6")
    assert "bag" in dialog.list.rows[1].wrong.text()
    dialog.accept()
    assert table.rolls == ["blue 4, wild 2", "blue 1, green 6"]
    assert table.about_rolls.text() == "2 sheets are checked with the rolls entered here."
    assert all("RA-5" in {finding.rule for finding in report.findings} for report in table._reports)


def test_how_illegal_play_counts_is_chosen_and_kept(
    qtbot: Any, window: MainWindow, files: list[Path], tmp_path: Path
) -> None:
    table = table_of(qtbot, window, files[:3])
    best = table._numbers[0]
    paper = table.sheets[best].paper
    odd = msgspec.structs.replace(paper, spaces={**paper.spaces, "WA": "6", "OR": "1"})
    table.sheets[best] = replace(table.sheets[best], paper=odd)
    table.check()
    qtbot.waitUntil(lambda: not table.search.running, timeout=PATIENCE)
    assert table.ruled.isVisible() and table.ruled.illegal.value == "penalty 1" and table.ranked_by is None
    table.ruled.illegal.choose("last")
    assert table._numbers[-1] == best
    assert table.export.write(tmp_path / "r.txt") and "behind the legal sheets" in (tmp_path / "r.txt").read_text()
    again = RankingPage(window.store)
    qtbot.addWidget(again)
    assert again.take_up() is None and again.ranked_by == table.ranked_by == RankingRule("last")
    assert again.ruled.illegal.value == "last"
    again.search.forget()
    table.ruled.illegal.choose("corrected")
    assert table._numbers.index(best) < 2 and "behind the legal" not in "".join(each.reason.text() for each in table.places)


def test_a_ranking_is_exported_and_printed(qtbot: Any, window: MainWindow, files: list[Path], tmp_path: Path) -> None:
    table = table_of(qtbot, window, files[:3])
    odd = msgspec.structs.replace(table.sheets[0].paper, player="=1+1")
    table.sheets[0] = replace(table.sheets[0], paper=odd)
    table.check()
    assert table.export.write(tmp_path / "r.csv") and table.export.write(tmp_path / "r.txt")
    rows = (tmp_path / "r.csv").read_text().splitlines()
    assert rows[0].startswith("place,player,file,score") and len(rows) == 4
    assert any(",'=1+1," in row for row in rows), "a name is never a formula"
    assert (tmp_path / "r.txt").read_text().startswith("Ranking: Rolling America\n\n1. ")
    assert not table.export.write(tmp_path)
    table.print.click()
    room = window.page
    assert isinstance(room, PrintPage)
    assert room.count.text() == "One page"
    room.save_pdf(tmp_path / "r.pdf")
    wait_for(lambda: not room.writer.busy)
    assert (tmp_path / "r.pdf").exists()
    room.left.emit()
    assert window.page is table


def test_files_are_dropped_and_several_make_a_table(qtbot: Any, window: MainWindow, files: list[Path]) -> None:
    def drop(paths: list[Path]) -> None:
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        action, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        window.dropEvent(QDropEvent(QPoint(10, 10), action, mime, button, none))

    drop(files[:2])
    table: QWidget | None = window.page
    assert isinstance(table, RankingPage) and len(table.sheets) == 2
    drop(files[2:3])
    assert window.page is table and len(table.sheets) == 3


def test_each_player_s_sheet_of_a_journal(window: MainWindow, files: list[Path], tmp_path: Path) -> None:
    assert window.files.check(files[3])
    table = window.page
    assert isinstance(table, RankingPage)
    assert sorted(sheet.player for sheet in table.sheets) == ["Ann", "Bo", "Cy"]
    finished(tmp_path / "one.rollwrite", "Ann")
    assert window.files.check(tmp_path / "one.rollwrite")
    assert desk_in(window).paper.player == "Ann"
    paper = Paper(game=GAME, sheet="rolling_america_usa", spaces={"OH": "5"})
    (tmp_path / "code.txt").write_text(code_text(sheet_of(GAMES[GAME], "", "x"), paper))
    assert window.files.check(tmp_path / "code.txt")
    assert desk_in(window).paper == paper and desk_in(window).path is None
    assert not window.files.check(tmp_path / "none.json")
    assert window.messages.sentence


def test_no_arrow_opens_another_game(window: MainWindow) -> None:
    window.show_check(Paper(game="on_tour"))
    audit = desk_in(window)
    settle()
    combo = audit.other_game
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
    assert desk_in(window).game.info.id == "hexroller"


@pytest.mark.parametrize("game", ["on_tour", "hexroller"])
def test_a_check_chosen_from_a_game_is_of_that_game(window: MainWindow, store: Settings, game: str) -> None:
    store.keep("game", "rolling_america")
    drafted(window, "OH", "5")
    window.check(game)
    room = window.page
    assert isinstance(room, AuditStartPage)
    settle()
    assert room.game.value == game
    room.new.click()
    assert desk_in(window).game.info.id == game

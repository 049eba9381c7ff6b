"""A sheet of one's own: entered by taps and keys, judged at once, saved whole, then played on and found again."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.forms import field_values
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.play.opening.open_game import reopen, sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import Extras, blank_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.photos.form_reader import entered_code, entered_forms
from rollwrite_desktop.printing.sheets.sheet_codes import code_text
from rollwrite_desktop.sheet.load import dump, find, load
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.library import own_sheet_list, own_sheet_store
from rollwrite_desktop.ui.library.drafts import save
from rollwrite_desktop.ui.library.game_row import GameRow
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.library.own_sheet_store import name_of, own_and_unusable, own_sheets, replace_sheet, save_sheet
from rollwrite_desktop.ui.mapmaker.own_sheet_page import OwnSheetPage, printed_on
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.printing.test_form_fields import by_pypdf
from tests.ui.conftest import GAME, PATIENCE, point, settle, wait_for

OWNED = "hexroller"


@pytest.fixture
def room(window: MainWindow) -> OwnSheetPage:
    """The room as one comes to it from the lobby."""
    window.go.show_lobby(OWNED)
    assert isinstance(window.page, LobbyPage)
    window.page.sheet.own.click()
    settle()
    assert isinstance(window.page, OwnSheetPage)
    return window.page


def tap(room: OwnSheetPage, spot: str) -> None:
    QTest.mouseClick(room.view, Qt.MouseButton.LeftButton, pos=point(room.view, spot))


def press(room: OwnSheetPage, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(room.view, key, modifier)


def move(room: OwnSheetPage, old: str, new: str) -> None:
    """One printed number to another space, by mouse, key and keypad."""
    mark = room.printed[old]
    tap(room, old)
    press(room, Qt.Key.Key_Backspace)
    tap(room, new)
    room.keypad.buttons[mark].click()


def test_it_is_offered_only_where_printed_marks_can_move(window: MainWindow, store: Settings) -> None:
    window.go.show_lobby(GAME)
    assert isinstance(window.page, LobbyPage)
    assert not hasattr(window.page, "own")
    with pytest.raises(UserError, match="can’t be changed"):
        OwnSheetPage(GAME, store, parent=window.pages)
    assert not window.pages.findChildren(OwnSheetPage), "nothing of it is left behind"
    shown = window.page
    window.go.show_own_sheet(GAME)
    assert window.page is shown and "can’t be changed" in window.messages.sentence


def test_numbers_moved_are_saved_played_on_and_found_again(room: OwnSheetPage, window: MainWindow, store: Settings) -> None:
    shipped = dict(room.printed)
    move(room, "a4", "a2")
    assert room.printed == {**{k: v for k, v in shipped.items() if k != "a4"}, "a2": "7"}
    room.name.setText("  Ann's: front/1 ")
    room.save.click()
    settle()
    (file,) = store.sheets.iterdir()
    assert file.name == "Ann's front 1.sheet.json"
    assert printed_on(load(file))["a2"] == "7"
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    assert (lobby.sheet.value, lobby.sheet.list.currentText()) == (str(file), "Ann's front 1")
    lobby.begin()
    settle()
    assert isinstance(window.page, TablePage), lobby.fault.text()
    (path,) = store.games.glob("*.rollwrite")
    head = journals.read(path).head
    assert head.sheet == "../sheets/Ann's front 1.sheet.json"
    window.go.show_home()
    settle()
    again = reopen(journals.read(path), path.name, path.parent)
    assert not again.read_only
    assert printed_on(again.sheet) == printed_on(load(file))
    assert window.go.open_file(path)
    assert isinstance(window.page, TablePage)
    window.go.print_game(again)
    assert isinstance(window.page, PrintPage)
    assert window.page.leaves


def test_the_desk_and_the_print_room_offer_it(
    room: OwnSheetPage, window: MainWindow, store: Settings, tmp_path: Path
) -> None:
    move(room, "a4", "a2")
    room.save.click()
    (file,) = map(str, store.sheets.iterdir())
    window.go.check(OWNED)
    assert isinstance(window.page, AuditPage)
    window.page.other_sheet.choose(file)
    settle()
    assert isinstance(window.page, AuditPage)
    assert window.page.sheet.space["a2"].printed == "7"
    window.page.entry.choose("a1")
    window.page.entry.type("5")
    paper = tmp_path / "paper.json"
    paper.write_bytes(write_paper(window.page.paper))
    assert window.go.open_file(paper)
    assert isinstance(window.page, AuditPage)
    assert window.page.sheet.space["a2"].printed == "7"
    window.go.print_paper(window.page.paper, window.page.report)
    assert isinstance(window.page, PrintPage)
    assert window.page.leaves
    window.go.show_print(OWNED)
    assert isinstance(window.page, PrintPage)
    window.page.order.sheet.choose(file)
    leaf = window.page.leaves[0]
    assert any(mark.key == "space/a2/printed" for mark in leaf.display.marks)


def test_what_is_wrong_is_said_and_not_saved(room: OwnSheetPage, store: Settings) -> None:
    assert room.save.isEnabled()
    tap(room, "a4")
    press(room, Qt.Key.Key_Delete)
    assert "it is printed 1 ×" in room.state.text()
    assert not room.save.isEnabled()
    room.save_sheet()
    assert not store.sheets.exists()
    tap(room, "f3")
    QTest.keyClicks(room.view, "7")
    assert "the two printed 7s must not touch" in room.state.text()
    room.undo()
    room.undo()
    assert room.save.isEnabled()
    room.name.setText(" ./ ")
    assert "needs a name" in room.state.text()
    assert not room.save.isEnabled()


def test_a_saved_sheet_is_never_written_over(room: OwnSheetPage, window: MainWindow, store: Settings) -> None:
    room.name.setText("Mine")
    room.save.click()
    (file,) = store.sheets.iterdir()
    before = file.read_bytes()
    window.go.show_own_sheet(OWNED)
    again = window.page
    assert isinstance(again, OwnSheetPage)
    again.name.setText("MINE")
    assert "already" in again.state.text()
    again.save_sheet()
    assert file.read_bytes() == before


def test_nothing_is_half_written(room: OwnSheetPage, store: Settings, monkeypatch: pytest.MonkeyPatch, qtbot: Any) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr(os, "fsync", full)
    with qtbot.waitSignal(room.failed, timeout=PATIENCE) as said:
        room.save.click()
    assert said.args[0].endswith("the disk is full.")
    assert not list(store.sheets.glob("*"))


def test_spoilt_files_are_not_offered(window: MainWindow, store: Settings) -> None:
    store.sheets.mkdir(parents=True)
    (store.sheets / "a.json").write_bytes(b"{")
    (store.sheets / "b.json").write_bytes(Path("sheets/rolling_america_usa.json").read_bytes())
    window.go.show_lobby(OWNED)
    assert isinstance(window.page, LobbyPage)
    assert own_sheets(store, GAMES[OWNED]) == {}


def test_what_cannot_be_used_is_listed_with_its_reason(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of this game's sheets, and of those that tell no game; in the lobby and where sheets are made. Of many the first."""
    monkeypatch.setattr("rollwrite_desktop.ui.library.unusable_sheets._SHOWN", 3)
    make_unusable(store)
    for number in range(1, 4):
        window.go.show_lobby(OWNED)
        settle()
        lobby = window.page
        assert isinstance(lobby, LobbyPage) and own_sheets(store, GAMES[OWNED]) == {}
        found, unusable = own_and_unusable(store, GAMES[OWNED])
        assert found == {} and len(unusable) == number + 1
        window.go.show_own_sheet(OWNED)
        settle()
        assert isinstance(window.page, OwnSheetPage)
        for page in (lobby.sheet, window.page):
            assert [row.kept for row in page.unusable.rows] == [*unusable[:3]]
            told = [each.text() for each in page.unusable.findChildren(QLabel)]
            assert {kept.error for kept in unusable[:3]} <= {*told} and ("1 more" in told) == (len(unusable) == 4)
        (store.sheets / f"a{number}.json").write_bytes(b"{")
    assert any(kept.error.startswith("mine.sheet.json: ") for kept in unusable)
    assert any("folder.sheet.json" in kept.error for kept in unusable)


def test_many_new_sheets_are_read_in_later_turns_and_once(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that is wanted at once; the others come in their places, and what is chosen stays so."""
    monkeypatch.setattr(own_sheet_list, "_AT_ONCE", 1)
    monkeypatch.setattr(own_sheet_list, "_PIECE", 1)
    store.sheets.mkdir(parents=True)
    sheet = sheet_of(GAMES[OWNED], "")
    paths = [store.sheets / f"{name}.sheet.json" for name in "abcde"]
    for path in paths[:4]:
        path.write_bytes(dump(replace(sheet, id="x_own", title=path.name[0])))
    paths[4].write_bytes(b"{")
    store.keep(f"lobby-{OWNED}", {"sheet": str(paths[2])})
    read: list[str] = []
    monkeypatch.setattr(own_sheet_store, "find", lambda name: (read.append(Path(name).name[0]), find(name))[1])

    def offered(lobby: LobbyPage) -> list[str]:
        return [each for n in range(lobby.sheet.list.count()) if len(each := lobby.sheet.list.itemText(n)) == 1]

    window.go.show_lobby(OWNED)
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    assert offered(lobby) == ["a", "c"] and lobby.sheet.value == str(paths[2]) and not lobby.sheet.own_sheets.complete
    wait_for(lambda: lobby.sheet.own_sheets.complete)
    assert offered(lobby) == ["a", "b", "c", "d"] and lobby.sheet.value == str(paths[2])
    assert [row.kept.path for row in lobby.sheet.unusable.rows] == [paths[4]] and sorted(read) == ["a", "b", "c", "d", "e"]
    paths[1].write_bytes(dump(replace(sheet, id="x_own", title="z")))
    for _ in range(2):
        window.go.show_lobby(OWNED)
        lobby = window.page
        assert isinstance(lobby, LobbyPage) and lobby.sheet.own_sheets.complete
        assert offered(lobby) == ["a", "z", "c", "d"] and read[5:] == ["b"]


def make_unusable(store: Settings) -> None:
    """A sheet of another game, a folder, and a damaged sheet."""
    store.sheets.mkdir(parents=True)
    (store.sheets / "b.json").write_bytes(Path("sheets/rolling_america_usa.json").read_bytes())
    (store.sheets / "folder.sheet.json").mkdir()
    spoilt = Path("sheets/hexroller_front.json").read_bytes().replace(b'"a1"', b'"zz"', 1)
    (store.sheets / "mine.sheet.json").write_bytes(spoilt)


@pytest.mark.parametrize("where", ["lobby", "own sheet"])
def test_what_cannot_be_used_is_renamed_deleted_and_brought_back(window: MainWindow, store: Settings, where: str) -> None:
    make_unusable(store)
    (store.sheets / os.fsdecode(b"M\xfcller.json")).write_bytes(b"{")
    if where == "lobby":
        window.go.show_lobby(OWNED)
    else:
        window.go.show_own_sheet(OWNED)
    settle()
    page = window.page
    assert isinstance(page, LobbyPage | OwnSheetPage)
    if isinstance(page, LobbyPage):
        page.folds["sheet"].open(True)
    shown = page.sheet.unusable if isinstance(page, LobbyPage) else page.unusable
    folder, mine, bytes_in_name = (row.kept.path for row in shown.rows)
    content = mine.read_bytes()

    def row_of(path: Path) -> GameRow:
        return next(row for row in shown.rows if row.kept.path == path)

    row_of(mine).rename.click()
    edit = row_of(mine).edit
    assert edit is not None and edit.text() == "mine"
    edit.setText("Folder")  # which is taken, whatever its capitals
    QTest.keyClick(edit, Qt.Key.Key_Return)
    settle()
    assert window.messages.sentence == "There is a sheet called “Folder” already." and mine.exists()
    row_of(mine).rename.click()
    edit = row_of(mine).edit
    assert edit is not None
    edit.setText("Other")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    settle()
    other = store.sheets / "Other.sheet.json"
    assert other.read_bytes() == content and not mine.exists()
    assert {row.kept.path for row in shown.rows} == {folder, other, bytes_in_name}
    for path in (folder, other, bytes_in_name):
        row_of(path).delete.click()
        settle()
        assert not os.path.lexists(path) and path not in {row.kept.path for row in shown.rows}
        assert "is deleted" in shown.deleted.sentence.text() and shown.deleted.isVisible()
        assert len([*store.deleted.iterdir()]) == 1
        shown.deleted.button.click()
        settle()
        assert os.path.lexists(path) and path in {row.kept.path for row in shown.rows}
        assert shown.deleted.isHidden() and not [*store.deleted.iterdir()]
    for path in (folder, other, bytes_in_name):
        row_of(path).delete.click()
    settle()
    assert shown.rows == [] and shown.isVisible()  # the last can still be brought back
    assert {path.name for path in store.sheets.iterdir()} == {"b.json"}
    assert {path.name for path in store.deleted.iterdir()} == {"folder.sheet.json", "Other.sheet.json", bytes_in_name.name}
    assert window.page is page


def test_what_cannot_be_used_but_is_named_by_games_is_asked_about(
    room: OwnSheetPage, window: MainWindow, store: Settings
) -> None:
    sheet = saved(room, window, store)
    window.page.begin()
    settle()
    sheet.write_bytes(b"{")
    window.go.show_lobby(OWNED)
    settle()
    assert isinstance(window.page, LobbyPage)
    shown = window.page.sheet.unusable
    shown.rename(sheet, "Other")
    assert window.messages.sentence.startswith("A saved game needs this sheet to open.") and sheet.exists()
    shown.rename(sheet, "Other")
    other = store.sheets / "Other.sheet.json"
    assert other.exists() and not sheet.exists()
    shown.rename(other, sheet.name.removesuffix(".sheet.json"))  # no game names it so
    window.messages.show_message("")
    window.go.show_lobby(OWNED)
    assert isinstance(window.page, LobbyPage)
    window.page.sheet.unusable.delete(sheet)
    assert window.messages.sentence.startswith("A saved game needs this sheet to open.") and sheet.exists()
    window.page.sheet.unusable.delete(sheet)
    assert not sheet.exists() and (store.deleted / sheet.name).exists()


def test_keys_alone_are_enough(room: OwnSheetPage) -> None:
    shipped = dict(room.printed)
    room.view.setFocus()
    press(room, Qt.Key.Key_Down)
    assert room.spot == "a1"
    QTest.keyClicks(room.view, "9x2")
    assert room.printed == shipped
    QTest.keyClicks(room.view, "5")
    assert room.printed["a1"] == "5"
    QTest.keyClicks(room.view, "6")
    assert room.printed["a1"] == "6"
    press(room, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert room.printed["a1"] == "5"
    press(room, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert room.printed == shipped
    press(room, Qt.Key.Key_Return)
    assert room.spot == "a2"
    press(room, Qt.Key.Key_Escape)
    assert room.spot == ""
    room.redo()
    assert room.printed["a1"] == "5"
    room.shipped.click()
    assert room.printed == shipped
    room.empty.click()
    assert not room.printed
    assert room.state.text().endswith("3 more")


def test_each_side_has_its_own_and_unsaved_marks_wait(room: OwnSheetPage, window: MainWindow) -> None:
    move(room, "a4", "a2")
    entered = dict(room.printed)
    room.base.setCurrentIndex(1)
    assert room.printed == printed_on(sheet_of(room.game, room.base.value, "sheet"))
    room.undo()
    room.base.setCurrentIndex(0)
    assert room.printed == entered
    room.left.emit()
    settle()
    assert isinstance(window.page, LobbyPage)
    assert window.page.rule()[0] == OWNED
    window.page.sheet.own.click()
    assert isinstance(window.page, OwnSheetPage)
    assert window.page.printed == entered
    there = OwnSheetPage(OWNED, Settings(window.store.home))
    there.put({})
    assert OwnSheetPage(OWNED, window.store).printed == entered, "another window has its own"


def test_fingers_find_every_button(room: OwnSheetPage) -> None:
    tap(room, "a1")
    settle()
    for size in ((1280, 800), (700, 1000)):
        room.window().resize(*size)
        settle()
        for button in room.findChildren(QAbstractButton):
            if button.isVisible():
                assert button.height() >= TOUCH, button.text()


def saved(room: OwnSheetPage, window: MainWindow, store: Settings, name: str = "Mine") -> Path:
    move(room, "a4", "a2")
    room.name.setText(name)
    room.save.click()
    settle()
    return next(path for path in store.sheets.iterdir() if name_of(path) == name)


def changing(window: MainWindow, sheet: Path) -> OwnSheetPage:
    """The room as one comes to it with a saved sheet chosen in the lobby."""
    window.go.show_lobby(OWNED, str(sheet))
    assert isinstance(window.page, LobbyPage)
    assert window.page.sheet.own.text() == "Chan&ge this sheet …"
    window.page.sheet.own.click()
    settle()
    assert isinstance(window.page, OwnSheetPage)
    assert window.page.editing == sheet
    return window.page


def test_a_sheet_is_renamed_and_games_still_find_it(room: OwnSheetPage, window: MainWindow, store: Settings) -> None:
    sheet = saved(room, window, store)
    window.page.begin()
    settle()
    (game,) = store.games.glob("*.rollwrite")
    again = changing(window, sheet)
    assert again.name.text() == "Mine"
    again.name.setText("Ours")
    again.save.click()
    settle()
    assert isinstance(window.page, LobbyPage) and window.page.sheet.list.currentText() == "Ours"
    assert not reopen(journals.read(game), game.name, game.parent).read_only
    assert list(store.sheets.iterdir()) == [sheet]


def test_a_sheet_is_changed_in_its_place_unless_games_lean_on_it(
    room: OwnSheetPage, window: MainWindow, store: Settings
) -> None:
    sheet = saved(room, window, store)
    again = changing(window, sheet)
    move(again, "a2", "a4")
    again.save.click()
    settle()
    assert printed_on(load(sheet)).get("a4") == "7" and len(list(store.sheets.iterdir())) == 1
    window.page.begin()
    settle()
    again = changing(window, sheet)
    move(again, "a4", "a2")
    assert "A saved game uses this sheet" in again.state.text() and not again.save.isEnabled()
    again.name.setText("Another")
    assert again.save.isEnabled()
    again.save.click()
    settle()
    assert printed_on(load(sheet)).get("a4") == "7"
    assert printed_on(load(store.sheets / "Another.sheet.json")).get("a2") == "7"


def test_what_another_window_does_with_a_sheet_meanwhile_is_not_undone(
    room: OwnSheetPage, window: MainWindow, store: Settings, qtbot: Any
) -> None:
    """It changes the sheet, or begins a game on it."""
    sheet = saved(room, window, store)
    again = changing(window, sheet)
    move(again, "a2", "a4")
    assert "A saved game" not in again.state.text()
    store.games.mkdir(exist_ok=True)
    (store.games / "theirs.rollwrite").write_bytes(b'{"sheet": "../sheets/Mine.sheet.json"}\n')
    with qtbot.waitSignal(again.failed, timeout=PATIENCE) as said:
        again.save.click()
    assert "A saved game uses this sheet" in said.args[0] and "a4" not in printed_on(load(sheet))
    (store.games / "theirs.rollwrite").unlink()
    theirs = replace_sheet(store, sheet, load(sheet), "Theirs").read_bytes()
    with qtbot.waitSignal(again.failed, timeout=PATIENCE) as said:
        again.save.click()
    assert "another program has changed it" in said.args[0] and sheet.read_bytes() == theirs


def test_a_sheet_that_comes_just_then_is_not_written_over(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    made = sheet_of(GAMES[OWNED], f"{OWNED}_front:M1", "x")
    theirs = save_sheet(store, made, "Mine").read_bytes()
    monkeypatch.setattr(own_sheet_store, "name_fault", lambda *_: "")
    with pytest.raises(UserError, match="it exists already"):
        save_sheet(store, made, "Mine")
    assert next(store.sheets.iterdir()).read_bytes() == theirs


def test_a_sheet_is_deleted_after_a_warning_where_games_lean_on_it(
    room: OwnSheetPage, window: MainWindow, store: Settings, qtbot: Any
) -> None:
    sheet = saved(room, window, store)
    window.page.begin()
    settle()
    again = changing(window, sheet)
    with qtbot.waitSignal(again.failed, timeout=PATIENCE) as said:
        again.delete.click()
    assert "needs this sheet to open" in said.args[0] and sheet.exists()
    again.delete.click()
    settle()
    assert not sheet.exists() and (store.deleted / "Mine.sheet.json").exists()
    assert isinstance(window.page, LobbyPage) and str(sheet) not in own_sheets(store, GAMES[OWNED])


def test_each_game_is_looked_into_once_and_not_before_it_matters(
    room: OwnSheetPage, window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = saved(room, window, store)
    (store.sheets / "Other.sheet.json").write_bytes(sheet.read_bytes())
    window.page.begin()
    settle()
    game = next(store.games.glob("*.rollwrite"))
    for number in range(5):
        (store.games / f"{number}.rollwrite").write_bytes(game.read_bytes() if number else b"\xff\n")
    looked: list[Path] = []
    real = own_sheet_store.read_file
    monkeypatch.setattr(own_sheet_store, "read_file", lambda path, most: looked.append(path) or real(path, most))
    again = changing(window, sheet)
    assert not looked
    move(again, "a2", "a4")
    move(again, "a4", "a2")
    move(again, "a2", "a4")
    assert "5 saved games use this sheet" in again.state.text()
    assert sorted(looked) == sorted(store.games.glob("*.rollwrite"))


def test_a_paper_file_names_its_sheet_by_the_way_to_it(room: OwnSheetPage, window: MainWindow, store: Settings) -> None:
    sheet = saved(room, window, store)
    paper = Paper(game=OWNED, sheet=str(sheet), spaces={"a1": "5"})
    file = store.home / "papers" / "ann.json"
    save(file, paper)
    assert read_paper(file.read_bytes(), "ann").sheet == "../sheets/Mine.sheet.json"
    assert window.go.open_file(file)
    assert isinstance(window.page, AuditPage)
    assert window.page.paper.sheet == str(sheet) and window.page.sheet.space["a2"].printed == "7"


def test_forms_and_codes_of_it_open_again_where_its_file_is_known(
    room: OwnSheetPage, window: MainWindow, store: Settings, tmp_path: Path
) -> None:
    sheet = saved(room, window, store)
    game = GAMES[OWNED]
    mine = sheet_of(game, str(sheet), "test")
    code = code_text(mine, Paper(game=OWNED, sheet=mine.id, spaces={"a1": "5"}, player="Ann"))
    QGuiApplication.clipboard().setText(code)
    window.go.files.paste_code()
    assert isinstance(window.page, AuditPage), window.messages.words.text()
    assert window.page.sheet.space["a2"].printed == "7" and window.page.paper.spaces == {"a1": "5"}
    form = pdf(blank_leaves(game, mine, 1, extras=Extras(fillable=True)), header_footer(game))[0]
    filled = tmp_path / "form.pdf"
    filled.write_bytes(by_pypdf(form, {"s1.a1": "5"}))
    assert window.go.open_file(filled)
    assert isinstance(window.page, AuditPage)
    assert window.page.paper.sheet == str(sheet) and window.page.paper.spaces == {"a1": "5"}
    sheet.rename(tmp_path / "moved.json")
    (entered,) = entered_forms(filled.read_bytes(), "form.pdf", (tmp_path,), fields=field_values)
    assert entered.sheet.hash == mine.hash
    (tmp_path / "moved.json").unlink()
    for read in (lambda: entered_forms(filled.read_bytes(), "form.pdf", (tmp_path,), fields=field_values),
                 lambda: entered_code(code.encode(), "code.txt", (tmp_path,))):
        with pytest.raises(UserError, match=r"hexroller_front_own@[0-9a-f]{8}\), whose file is missing"):
            read()
    assert not window.go.open_file(filled)


def test_a_clipboard_without_a_code_is_told(window: MainWindow) -> None:
    for text in ("", "something else"):
        QGuiApplication.clipboard().setText(text)
        window.go.files.paste_code()
        assert window.messages.isVisibleTo(window)

"""A family's evening on one screen: from a session to the table; somebody leaves, somebody joins; back with the sheets."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.intake import journals
from rollwrite_desktop.play.opening.open_game import reopen
from rollwrite_desktop.sheet.load import NotASheet
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage
from rollwrite_desktop.ui.library.session_store import begun_table, opened_session
from rollwrite_desktop.ui.paper.session.session_page import RANK, SessionPage
from rollwrite_desktop.ui.play.table.join_dialog import JoinDialog
from rollwrite_desktop.ui.play.table.side_tabs import LOG
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import settle


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    settle()


def table_of(window: MainWindow) -> TablePage:
    settle()
    page = window.page
    assert isinstance(page, TablePage)
    return page


def session_of(window: MainWindow) -> SessionPage:
    settle()
    page = window.page
    assert isinstance(page, SessionPage)
    return page


def write(page: TablePage) -> None:
    """Everybody who is asked makes the first move there is, until the dice are asked for; one after the other as the cards
    on the screen ask."""
    for _ in range(400):
        if page.snapshot.next_player is not None:
            page.card.taken.emit()
        table = page.session
        if table.over or (table.step in ("roll", "finish") and not table.following):
            return
        if table.following and not table.compelled(table.seat):
            page.roll()
            continue
        move = next(iter(table.rules.moves(table.state_for(table.seat), table.seat)))
        assert table.session.submit(Event(table.seat, move)) is None
        page.after(page.model.resume)
    raise AssertionError("nobody comes to an end")


def play(page: TablePage, rolls: int) -> None:
    for _ in range(rolls):
        if page.session.over:
            return
        page.roll()
        write(page)


@pytest.fixture
def room(window: MainWindow) -> SessionPage:
    window.go.new_session("rolling_america")
    room = session_of(window)
    room.players.people.setPlainText("Ann\nBo\nCy")
    return room


def test_three_play_one_leaves_one_joins_and_the_sheets_come_to_the_ranking(
    room: SessionPage, window: MainWindow, store: Settings
) -> None:
    click(room.players.play)
    page = table_of(window)
    assert page.opened.head.players == ("Ann", "Bo", "Cy")
    play(page, 4)
    page.roll()
    if page.snapshot.next_player is not None:
        page.card.taken.emit()
    table = page.session
    before, move = table.session.state, next(iter(table.rules.moves(table.state_for(table.seat), table.seat)))
    assert table.session.submit(Event(table.seat, move)) is None
    page.after(page.model.resume)
    page.undo()
    assert page.session.session.state == before, "a move is taken back, not the roll"
    write(page)
    page.leave("p2")
    assert page.snapshot.left == {"p2"} and [card.left for card in page.snapshot.players] == [False, True, False]
    play(page, 3)
    path = page.path
    page.tabs.open(LOG)
    page.join()
    dialog = page.findChild(JoinDialog)
    assert dialog is not None
    dialog.name.setText("bo")
    assert not dialog.join.isEnabled()
    dialog.name.setText("Di")
    click(dialog.join)
    page = table_of(window)
    assert page.tabs.current == LOG, "as before"
    assert page.path == path and page.session.names["p4"] == "Di" and len(page.session.events) > 12
    assert [turn.roll for turn in page.session.session.open_turns if turn.player == "p4"] == list(range(1, 8))
    if page.snapshot.shown != "p4":  # who could still use a power keeps the device until it is handed over
        page.roll()
    assert page.snapshot.shown == "p4" and page.snapshot.sentence.startswith("Di · Still to do: Round 1, roll 1.")
    write(page)
    assert not [turn for turn in page.session.session.open_turns if turn.player == "p4"]
    page.come_back("p2")
    assert window.messages.sentence == "Bo is back.", "no longer that he has left"
    write(page)
    page.leave("p3")
    play(page, 24)
    assert page.session.over and page.snapshot.results is not None
    ranked = {page.session.names[score.player]: score.place for score in page.snapshot.results.scores}
    assert ranked["Cy"] == 4 and sorted(ranked.values())[0] == 1
    again = reopen(journals.read(path), path.name)
    assert again.session.state == page.session.state and again.session.left == {"p3"}
    page.left.emit()
    room = session_of(window)
    assert [(each.name, each.left, each.paper is not None) for each in room.file.session.members] == [
        ("Ann", False, True), ("Bo", False, True), ("Cy", True, True), ("Di", False, True)]
    assert len(room.file.session.rolls) == 24 and room.file.session.count == (4, 4)
    room.tabs.choose(RANK)
    assert {one.player for one in room.rank.standings} == {"Ann", "Bo", "Di"}
    assert sorted(Path(store.games).glob("*.rollwrite")) == [path]


def test_the_session_goes_on_with_its_game_and_takes_nothing_before_the_end(
    room: SessionPage, window: MainWindow
) -> None:
    click(room.players.play)
    page = table_of(window)
    play(page, 1)
    page.left.emit()
    room = session_of(window)
    assert room.file.session.count == (0, 3) and room.file.session.rolls == ()
    assert room.players.play.text().replace("&", "").startswith("Open")
    click(room.players.play)
    assert table_of(window).path == page.path
    table_of(window).left.emit()
    room = session_of(window)
    room.file.change(code="ZZZZ-ZZZZ")  # other dice: another game
    assert room.players.play.text().replace("&", "").startswith("Play")


def test_too_many_for_one_screen(room: SessionPage) -> None:
    room.players.people.setPlainText("\n".join(f"Pupil {n}" for n in range(28)))
    assert room.players.play.isHidden()
    room.players.people.setPlainText("")
    assert not room.players.play.isHidden() and not room.players.play.isEnabled()
    # One sheet keeps everyone's scores there; nobody can play on that.
    room.file.put(room.file.session.of_game("ligretto_dice", "ligretto_dice_score_2").joined(["Ann", "Bo"]))
    assert room.players.play.isHidden()
    with pytest.raises(NotASheet, match="Only scores are written on the sheet 'ligretto_dice_score_2'; Ligretto Dice is"):
        begun_table(room.file, room.store)
    assert list(room.store.games.glob("*")) == []


def test_a_game_with_another_name_goes_on_in_its_session(room: SessionPage, window: MainWindow) -> None:
    click(room.players.play)
    page = table_of(window)
    path, kept = page.path, room.file.path
    assert path is not None
    page.left.emit()
    window.go.show_library()
    library = window.page
    assert isinstance(library, SavedGamesPage)
    library.rename(path, "Grandma's birthday")
    renamed = path.with_name("Grandma's birthday.rollwrite")
    assert renamed.exists() and opened_session(kept).table == renamed.name
    window.go.show_session(kept, "players")
    room = session_of(window)
    assert room.players.play.text().replace("&", "").startswith("Open the game")
    click(room.players.play)
    assert table_of(window).path == renamed

"""After the game and around it, in the real window: replay, history, pencil notes, codes, backups. What the quiet parts
(`rollwrite_desktop/play`) cannot see: that taps, keys and buttons reach them.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from rollwrite_desktop.core.rules import Score
from rollwrite_desktop.gamekit.think.review import Counting, ScoreStep
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.play.table import snapshot
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.library.history_page import HistoryPage
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.library.lobby.ways_to_begin import DAY
from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage
from rollwrite_desktop.ui.play.table.replay.replay_page import ReplayPage
from rollwrite_desktop.ui.play.table.results import Results
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.backup import SUFFIX
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_game_index import shelve
from tests.sampling import sampled
from tests.ui.conftest import PATIENCE, delete_closed, new_game, point, settle, wait_for

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
def game_store(store: Settings) -> Settings:
    """A store with a few finished games, two of them with the same dice."""
    store.now = lambda: NOON
    shelve(store.games, "a", players=("Ann", "Bo"))
    shelve(store.games, "b", players=("Ann",))
    shelve(store.games, "c", "hexroller", players=("Bo",))
    shelve(store.games, "d", "on_tour", players=("Cy", "Dot"), bots={"p2": "greedy"})
    return store


def replay(window: MainWindow, store: Settings, name: str) -> ReplayPage:
    window.go.files.replay(store.games / f"{name}.rollwrite")
    settle()
    assert isinstance(window.page, ReplayPage)
    return window.page


# ---------------------------------------------------------------------- replay


@pytest.mark.parametrize("choices", [
    *({"game": game} for game in GAMES if game != "ligretto_dice"), {"game": "ligretto_dice", "pace": "turns"},
], ids=list(GAMES))
def test_before_the_first_roll_there_is_little_to_look_at(seat: Any, window: MainWindow, choices: dict[str, str]) -> None:
    table = seat("Ann", "Bo", **choices)
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    settle()
    nothing_to_replay(window)
    window.page.left.emit()
    settle()
    assert window.page is table


def test_nor_before_a_race_has_begun(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "race.rollwrite"
    window.go.show_table(new_game(path, "Ann", "Bo", game="ligretto_dice"), path)
    window.page.replay_chosen.emit()
    settle()
    nothing_to_replay(window)


def nothing_to_replay(window: MainWindow) -> None:
    """Every key and every tab of a replay without any event."""
    room = window.page
    assert isinstance(room, ReplayPage)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_PageUp):
        QTest.keyClick(window, key)
        assert room.model.at == room.bar.slider.value() == 0
    for tab in (0, 1, 2):
        room.open_tab(tab)
        settle()
    assert room.beside.turns.count() == 0
    assert not window.grab().isNull()


def test_keys_step_by_stroke_and_by_roll(window: MainWindow, game_store: Settings) -> None:
    room = replay(window, game_store, "a")
    end = room.replay.length
    assert room.model.at == end
    for key, at in (
        (Qt.Key.Key_Home, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_PageDown, room.replay.next_roll(1)),
        (Qt.Key.Key_Left, room.replay.step(room.replay.next_roll(1), -1)), (Qt.Key.Key_End, end), (Qt.Key.Key_Right, end),
        (Qt.Key.Key_PageUp, room.replay.roll_before(end)),
    ):
        QTest.keyClick(window, key)
        assert room.model.at == at
        assert room.bar.slider.value() == at
    assert room.view.canvas.display == room.model.display()


def test_slider_record_turns_and_chart_go_to_a_place(window: MainWindow, game_store: Settings) -> None:
    room = replay(window, game_store, "a")
    room.bar.slider.setValue(20)
    assert room.model.at == 20
    assert room.beside.record.currentRow() == room.replay.record_line(20)
    room.open_tab(0)
    item = room.beside.record.item(5)
    assert item is not None
    room.beside.record.itemClicked.emit(item)
    assert room.model.at == room.replay.record[5].count
    room.open_tab(1)
    settle()
    room.beside.turns.itemActivated.emit(room.beside.turns.item(3))
    assert room.model.at == room.replay.turns[3].after
    assert room.beside.chart.marked == 4
    QTest.mouseClick(room.beside.chart, Qt.MouseButton.LeftButton, pos=room.beside.chart.rect().topLeft() + QPoint(2, 2))
    assert room.model.at == 0
    assert "Ann" in room.beside.chart.accessibleName()


def test_it_plays_by_itself_and_one_roll_at_a_time_where_nothing_moves(window: MainWindow, game_store: Settings) -> None:
    room = replay(window, game_store, "b")
    QTest.keyClick(room, Qt.Key.Key_Space)
    assert not room.playing  # motion is reduced in tests
    assert room.model.at == 1
    game_store.prefer(motion="full")
    room.go(0)
    room.bar.play.click()
    assert room.playing
    room._play_on()
    assert room.model.at == 1
    room.go(room.replay.length - 1)
    room._play_on()
    assert not room.playing
    room.bar.play.click()
    window.go.show_home()
    settle()


def test_the_sheet_follows_the_pen_until_somebody_is_chosen(window: MainWindow, game_store: Settings) -> None:
    room = replay(window, game_store, "a")
    by = {room.replay.by(count): count for count in range(1, room.replay.length)}
    room.go(by["p2"])
    assert room.model.player == "p2"
    room.whose.choose("p1")
    room.go(by["p2"])
    assert room.model.player == "p1"
    room.whose.choose("")
    assert room.model.player == "p2"


@pytest.mark.parametrize("name", ["a", "b", "c", "d"])
def test_what_the_review_says_is_shown_on_the_sheet(window: MainWindow, game_store: Settings, name: str) -> None:
    room = replay(window, game_store, name)
    lines = [line for line in room.beside.score.lines if line.isEnabled()]
    assert lines
    for line in lines:
        before = room.view.canvas.display
        line.click()
        assert room.view.canvas.display != before
    assert sum(line.isChecked() for line in lines) == 1
    lines[-1].click()
    assert room.model.pointed is None


def test_a_new_game_goes_on_from_there_and_the_old_one_stays(window: MainWindow, game_store: Settings) -> None:
    path = game_store.games / "a.rollwrite"
    before = path.read_bytes()
    room = replay(window, game_store, "a")
    assert not room.branch.isEnabled()  # nothing to play on at the end
    room.go(30)
    state = room.replay.state(30)
    QTest.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert isinstance(window.page, TablePage)
    assert window.page.session.state == state
    assert window.page.path != path
    assert path.read_bytes() == before
    assert code_of(window.page.opened.head) == code_of(room.opened.head)


@sampled("suffix", ["png", "svg"], 2)
def test_pictures_are_as_large_as_print(window: MainWindow, game_store: Settings, tmp_path: Path, suffix: str) -> None:
    room = replay(window, game_store, "c")
    assert room.save_picture(tmp_path / f"x.{suffix}")
    content = (tmp_path / f"x.{suffix}").read_bytes()
    if suffix == "png":
        image = QImage(str(tmp_path / "x.png"))
        assert (image.width(), image.height()) == (3000, 2250)
        assert round(image.dotsPerMeterX() / 39.37) == 300
    else:
        assert b"<svg" in content[:400] and content.count(b"<path") > 100
    alarms: list[str] = []
    room.failed.connect(alarms.append)
    assert not room.save_picture(tmp_path / f"x.{suffix}" / f"x.{suffix}")
    assert len(alarms) == 1


def test_a_running_game_is_looked_back_over_and_gone_on_with(seat: Any, window: MainWindow) -> None:
    table = seat("Ann")
    table.roll()
    table.actions_here.replay.trigger()
    settle()
    room = window.page
    assert isinstance(room, ReplayPage)
    assert room.model.at == 1
    room.left.emit()
    settle()
    assert window.page is table


def test_the_dice_go_back_into_the_line_over_the_page_each_time(window: MainWindow, game_store: Settings) -> None:
    page = replay(window, game_store, "a")
    head = page.findChild(PageHead)
    places = []
    for _ in range(3):
        for text in ("200", "100"):
            game_store.prefer(text=text)
            window.resize(window.width() - 1, window.height())
            settle()
        places.append(head._row.indexOf(page.moment))
    assert places == [2, 2, 2]


def test_where_nothing_is_left_to_go_back_to_one_comes_home(window: MainWindow, game_store: Settings) -> None:
    replay(window, game_store, "c").left.emit()
    delete_closed()
    assert isinstance(window.page, HomePage)


def test_a_game_that_cannot_be_read_is_told(window: MainWindow, game_store: Settings) -> None:
    (game_store.games / "x.rollwrite").write_bytes(b"{")
    window.go.files.replay(game_store.games / "x.rollwrite")
    assert window.messages.sentence.startswith("x.rollwrite: line 1")


def test_a_score_is_counted_step_by_step_or_shown_at_once(qtbot: Any) -> None:
    results = Results({"p1": "Ann"}, {"A": "Area A", "B": "Area B"})
    qtbot.addWidget(results)
    shown: list[Any] = []
    results.step_shown.connect(shown.append)
    steps = ScoreStep("Area A: 8", 8, ("a1",)), ScoreStep("Area B: 4", 12, ("b1",))
    whole = Counting("Both", (ScoreStep("Both", 12, (), "both"),))
    scores = (Score("p1", 12, (("A", 8), ("B", 4)), 0, 1),)
    ended = snapshot.Results(scores, (), {"p1": 0}, "p1", (Counting("Points", steps), whole))
    results.apply(ended, motion=True)
    sums = [results.sum.text()]
    for _ in steps:
        results._count_on()
        sums.append(results.sum.text())
    assert shown == [*steps, None] and sums == ["8", "12", "12"]
    assert not results._timer.isActive()
    results.apply(ended, motion=True)
    assert shown == [*steps, None], "what is shown already is not counted again"
    assert results.counting_choice is not None
    results.counting_choice.choose("1")
    assert shown[-1] is whole.steps[0]
    still = Results({"p1": "Ann"}, {})
    qtbot.addWidget(still)
    still.apply(ended, motion=False)
    assert not still._timer.isActive() and still.sum.text() == "12"
    still.again_counted.click()
    assert still._timer.isActive() and still.sum.text() == "8"
    still.again_counted.click()
    assert not still._timer.isActive() and still.sum.text() == "12"


@pytest.mark.parametrize("motion", [True, False])
def test_a_route_chosen_at_the_end_is_driven_once_and_then_shown_whole(qtbot: Any, motion: bool) -> None:
    results = Results({"p1": "Ann"}, {})
    qtbot.addWidget(results)
    ways = [Counting(title, tuple(ScoreStep(f"{title} {n}", n, (), title) for n in (1, 2))) for title in ("Yours", "Best")]
    ended = snapshot.Results((Score("p1", 2, (("A", 2),), 0, 1),), (), {"p1": 0}, "p1", tuple(ways))
    results.apply(ended, motion=motion)
    assert results.counting_choice is not None
    results.counting_choice.choose("1")
    assert results._timer.isActive() is motion and results.sum.text() == ("1" if motion else "2")
    for again in ("0", "1"):
        results.counting_choice.choose(again)
        assert not results._timer.isActive() and results.sum.text() == "2"


@pytest.mark.parametrize("ends", ["by itself", "skipped", "chosen"])
def test_the_best_route_follows_the_own_one_and_then_the_own_total(qtbot: Any, ends: str) -> None:
    results = Results({"p1": "Ann"}, {})
    qtbot.addWidget(results)
    ways = [Counting(title, tuple(ScoreStep(f"{title} {n}", n, (), title) for n in sums))
            for title, sums in (("Yours", (1, 2)), ("Best", (3, 4)), ("Both", (4,)))]
    ended = snapshot.Results((Score("p1", 2, (("A", 2),), 0, 1),), (), {"p1": 0}, "p1", tuple(ways))
    results.apply(ended, motion=True)
    assert results.counting and not results.following

    def shown() -> tuple[str, str]:
        while results._timer.isActive():
            results._count_on()
        return results.step.text(), results.sum.text()

    assert shown() == ("Final score", "2") and results.following and not results.counting
    results._onward.timeout.emit()
    assert results._timer.isActive() and results.sum.text() == "3", "counted from its beginning"
    assert results.counting_choice is not None
    if ends == "skipped":
        results.skip()
    elif ends == "chosen":
        results.counting_choice.choose("2")
        assert shown() == ("Ann · Both 4", "4") and not results.following
        return
    else:
        assert results.counting_choice.value == "1" and shown() == ("Ann", "4") and results._onward.isActive()
        results._onward.timeout.emit()
    assert not results._timer.isActive() and not results._onward.isActive() and not results.following
    assert shown() == ("Final score", "2") and results.counting_choice.value == "0"


def test_the_end_of_a_game_offers_its_code(window: MainWindow, game_store: Settings) -> None:
    window.go.open_file(game_store.games / "b.rollwrite")
    settle()
    table = window.page
    assert isinstance(table, TablePage)
    code = code_of(table.opened.head)
    assert table.results.code.code == code
    table.results.code.copy.click()
    assert QGuiApplication.clipboard().text() == code
    table.results.code.again.click()
    settle()
    assert isinstance(window.page, LobbyPage)
    assert window.page.dice.whole_code.code == code


# ---------------------------------------------------------------------- history


@pytest.fixture
def history(window: MainWindow, game_store: Settings, qtbot: Any) -> HistoryPage:
    window.go.show_history()
    page = window.page
    assert isinstance(page, HistoryPage)
    qtbot.waitUntil(lambda: bool(page.games), timeout=PATIENCE)
    settle()
    return page


def test_everybody_s_results_are_listed(history: HistoryPage) -> None:
    assert history.table.rowCount() == 4  # Ann and Bo, Bo in HexRoller, Cy; Dot is a computer player
    assert history.list.rowCount() == 4
    history.people.setChecked(False)
    assert history.table.rowCount() == 5
    history.filters["game"].choose("hexroller")
    assert (history.table.rowCount(), history.list.rowCount()) == (1, 1)
    assert "Bo, HexRoller: 1 game" in history.charts_of.whole
    assert "once" in history.histogram.accessibleName()
    assert history.latest.accessibleName().startswith("Bo: ")


def test_the_same_code_is_compared(history: HistoryPage) -> None:
    codes = [listed.entry.code for listed in history.shown]
    twice = next(code for code in codes if codes.count(code) == 2)
    history.show_games_of(codes.index(twice))
    history.compare.click()
    assert history.filter.code == twice
    assert history.list.rowCount() == 2


def test_deleted_games_come_back(history: HistoryPage, game_store: Settings) -> None:
    history.list.selectAll()
    history.delete.click()
    settle()
    assert not list(game_store.games.glob("*.rollwrite"))
    assert not history.empty.isHidden() and not history.deleted.isHidden()
    history.deleted.button.click()
    wait_for(lambda: history.list.rowCount() == 4)
    assert history.deleted.isHidden()


def test_a_game_is_looked_at_again_and_back(history: HistoryPage, window: MainWindow) -> None:
    history.show_games_of(0)
    history.look.click()
    settle()
    assert isinstance(window.page, ReplayPage)
    QTest.keyClick(window.page, Qt.Key.Key_Escape)
    settle()
    assert window.page is history


def test_results_are_exported(history: HistoryPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "Results 1.5"), ""))
    history.export.click()
    assert len((tmp_path / "Results 1.5.csv").read_text("utf-8-sig").splitlines()) == 6
    told: list[str] = []
    history.failed.connect(told.append)
    history.save_csv(tmp_path / "Results 1.5.csv" / "x.csv")
    assert len(told) == 1 and "x.csv" in told[0]


def test_an_empty_history_says_so(window: MainWindow, store: Settings) -> None:
    window.go.show_history()
    settle()
    page = window.page
    assert isinstance(page, HistoryPage)
    assert not page.empty.isHidden() and page._scroll.isHidden()


def test_many_saved_games_are_listed_from_the_index(window: MainWindow, store: Settings, qtbot: Any) -> None:
    data = None
    for n in range(70):
        if data is None:
            shelve(store.games, "000", "hexroller")
            data = (store.games / "000.rollwrite").read_bytes()
        (store.games / f"{n:03}.rollwrite").write_bytes(data)
    shelve(store.games, "waiting", over=False)
    window.go.show_library()
    page = window.page
    assert isinstance(page, SavedGamesPage)
    qtbot.waitUntil(lambda: not page._unread and not page._bare and not page._to_lay, timeout=PATIENCE)
    assert len(page.rows) == 61
    title = next(iter(title for title, more in page._more.items() if more))
    page._show_more(title)
    qtbot.waitUntil(lambda: not page._bare and not page._to_lay, timeout=PATIENCE)
    assert len(page.rows) == 71
    assert all(row.kept.display is None or row.picture for row in page.rows)
    again = SavedGamesPage(store)
    qtbot.addWidget(again)
    assert again.game_store.index.entry("000.rollwrite", _stamp(store.games / "000.rollwrite")) is not None
    assert isinstance(HomePage(store), HomePage)


def _stamp(path: Path) -> tuple[int, int]:
    return path.stat().st_mtime_ns, path.stat().st_size


# ---------------------------------------------------------------------- pencil


def test_notes_by_taps_on_the_pad_and_by_keys_on_the_sheet(seat: Any) -> None:
    table = seat("Ann")
    table.roll()
    before = table.tray.mapTo(table, QPoint(0, 0)), table.tray.size()
    table.head.pencil.click()
    settle()
    assert table.pad.up and table.snapshot.sentence == "Choose a space for a pencil note."
    assert (table.tray.mapTo(table, QPoint(0, 0)), table.tray.size()) == before, "the pad takes the place of what is read"
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=point(table.view, "OH"))
    table.pad.keypad.buttons["3"].click()
    QTest.keyClicks(table.view, "5")
    lines = journals.read(table.path).lines
    assert [(line.note, line.text) for line in lines[-2:]] == [("pencil", "OH=3"), ("pencil", "OH=35")]
    assert any(mark.key == "jot/OH/0" for mark in table.view.canvas.display.marks)
    QTest.keyClick(table.view, Qt.Key.Key_Delete)
    assert journals.read(table.path).lines[-1].text == ""
    QTest.keyClick(table.view, Qt.Key.Key_Escape)
    assert not table.pad.up
    QTest.keyClicks(table.view, "5")  # means nothing once the pencil is put down
    assert journals.read(table.path).lines[-1].text == ""


def test_enter_after_a_note_keeps_it(seat: Any, window: MainWindow) -> None:
    """Enter after the last digit neither rolls nor asks for a space."""
    table = seat("Ann", game="on_tour")
    table.head.pencil.click()
    table.tap("UT")
    QTest.keyClicks(table.view, "45")
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    settle()
    assert table.snapshot.notice is None and table.snapshot.pencil is not None
    assert journals.read(table.path).lines[-1].text == "UT=45"


def test_the_pencil_by_keys_alone(seat: Any, window: MainWindow) -> None:
    table = seat("Ann")
    table.roll()
    QTest.keyClicks(table.view, "TX")
    QTest.keyClick(window, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(table.view, "2")
    assert journals.read(table.path).lines[-1].text == "TX=2"


def test_notes_are_printed_if_wanted(seat: Any, window: MainWindow) -> None:
    table = seat("Ann")
    window.go.print_game(table.opened)
    settle()
    assert window.page.order.with_notes.isHidden()  # type: ignore[union-attr]
    table.session.session.note("p1", "pencil", "OH=3")
    window.go.print_game(table.opened)
    settle()
    order = window.page.order  # type: ignore[union-attr]
    assert not order.with_notes.isHidden()
    printed = [{mark.key for mark in next(order.leaves()).display.marks} for on in (False, True)
               if order.with_notes.setChecked(on) is None]
    assert printed[1] - printed[0] == {"jot/OH/0"}


def test_the_window_does_not_grow_with_the_pad(seat: Any, window: MainWindow) -> None:
    table = seat("Ann")
    table.roll()
    size = window.size()
    for _ in range(3):
        table.toggle_pencil()
        settle()
        assert window.size() == size
    assert QRectF(table.rect()).contains(QRectF(table.pad.geometry()).translated(table.parts.side.pos()))


# ---------------------------------------------------------------------- codes


def lobby(window: MainWindow, game: str = "rolling_america") -> LobbyPage:
    window.go.show_lobby(game)
    settle()
    assert isinstance(window.page, LobbyPage)
    return window.page


def test_a_code_that_was_sent_chooses_everything(window: MainWindow, store: Settings) -> None:
    page = lobby(window)
    page.dice.code.setText("hdb 2345 6789 h")
    assert page.game.value == "hexroller"
    assert page.sheet.value == "hexroller_back:"
    assert page._options() == {"plus_one": "touching"}
    assert page.dice.code.text() == "2345-6789"
    assert page.dice.whole_code.code == "HDB-2345-6789-H"
    page.begin()
    settle()
    table = window.page
    assert isinstance(table, TablePage)
    assert table.opened.head.sheet == "hexroller_back:2345-6789"
    assert table.opened.head.notes.code == "HDB-2345-6789-H"
    assert any(mark.key == "game-code" for mark in table.snapshot.display.marks)


def test_a_mistyped_code_is_told_and_nothing_starts(window: MainWindow, store: Settings) -> None:
    page = lobby(window)
    page.dice.code.setText("HDB-2345-6798-H")
    assert "wrong or missing letter" in page.fault.text()
    assert not page.start.isEnabled()
    page.begin()
    assert window.page is page
    page.dice.code.setText("my own words")
    assert page.start.isEnabled() and not page.fault.text()


def test_the_code_follows_what_is_chosen(window: MainWindow, store: Settings) -> None:
    page = lobby(window)
    page.dice.code.setText("ABCD-EFGH")
    assert page.dice.whole_code.code == "R-ABCD-EFGH-R"
    page.options["corners"].choose("on")
    assert page.dice.whole_code.code.startswith("RAAB-ABCD-EFGH-")
    page.dice.choose("real")
    assert page.dice.whole_code.isHidden()


@pytest.mark.parametrize(("game_id", "code"), [
    ("rolling_america", "R-XN5Y-J93Z-B"), ("on_tour", "T-84SV-2Z5W-M"), ("hexroller", "H-XGGR-8QTD-5"),
    ("ligretto_dice", "D-AABT-F8W9-9"),
])
def test_the_game_of_the_day_needs_one_tap(window: MainWindow, store: Settings, game_id: str, code: str) -> None:
    store.now = lambda: NOON
    page = lobby(window, game_id)
    page.ways.cards[DAY].click()
    assert window.opened is not None and window.opened.head.notes.code == code


# ---------------------------------------------------------------------- files


def test_the_folder_is_opened(window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(url.toLocalFile())) or True)
    window.go.backups.open_folder()
    assert opened == [str(store.home)]
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: False)
    window.go.backups.open_folder()
    assert str(store.home) in window.messages.sentence


def test_backed_up_and_brought_back_from_the_menu(
    window: MainWindow, game_store: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    target.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target / "mine"), ""))
    window.go.backups.ask_backup()
    assert "files backed up" in window.messages.sentence
    (path,) = target.iterdir()
    assert path.name == f"mine{SUFFIX}"
    (game_store.games / "a.rollwrite").unlink()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    window.go.backups.ask_restore()
    assert window.messages.sentence == "One file restored. 3 were already here."
    assert window.go.open_file(path)  # dropped on the window, or given to the program
    assert window.messages.sentence == "Everything in the backup was already here."
    path.write_bytes(b"no")
    window.go.backups.ask_restore()
    assert "not a backup of this program" in window.messages.sentence
    assert not window.go.backups.back_up(tmp_path / "none" / "x")


def test_the_dice_of_the_moment_are_shown(window: MainWindow, game_store: Settings) -> None:
    room = replay(window, game_store, "c")  # HexRoller: eight dice, grouped
    rolls = [count for count in range(1, room.replay.length) if not room.replay.by(count)]
    room.go(rolls[0])
    lying = room.moment.tokens
    assert sum(token.count for token in lying) == 8 and all(token.kind == "die" for token in lying)
    assert room.moment.accessibleName()
    room.go(room.replay.length)
    room.go(0)
    assert room.moment.tokens == ()
    assert room.moment.height() > 0, "its place stays"

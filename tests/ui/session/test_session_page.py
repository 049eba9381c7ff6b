"""Sessions on paper in the real window: a class of 28 from the new session to the ranking, calling, real dice, files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QWidget

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.sessions import MAX_NOTES, RankingRule
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import rolls_in
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.celebration import Celebration
from rollwrite_desktop.ui.library.session_store import Sessions, opened_session
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.paper.session.dice_board import DiceBoard, _in_rows
from rollwrite_desktop.ui.paper.session.print_step import SO_FAR
from rollwrite_desktop.ui.paper.session.session_page import CALL, CHECK, PLAYERS, PRINT, RANK, SessionPage
from rollwrite_desktop.ui.paper.session.sessions_page import SessionsPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import amount, sampled
from tests.ui.conftest import Device, choice, settle, wait_for

NAMES = tuple(f"Pupil {n}" for n in range(1, 29))
CODE = "P38A-WAKX"
MAX_CLICKS = 40


class Clicks(QObject):
    """Counts what a person clicks."""

    def __init__(self) -> None:
        super().__init__()
        self.mouse = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget):
            self.mouse += event.type() == QEvent.Type.MouseButtonPress
        return False


def click(widget: QWidget) -> None:
    assert widget.isVisible() and widget.isEnabled(), widget
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    settle()


def step(page: SessionPage, name: str) -> None:
    """Clicks one of the five steps."""
    click(choice(page.tabs, name))


def session_of(window: MainWindow) -> SessionPage:
    page = window.page
    assert isinstance(page, SessionPage)
    return page


@pytest.fixture
def begun(window: MainWindow) -> Callable[..., SessionPage]:
    """A new session of a game at a step."""

    def begin(game: str = "rolling_america", at: str = CALL) -> SessionPage:
        window.go.new_session(game, at)
        page = session_of(window)
        page.players.code.setText(CODE)
        page.players.take_code()
        settle()
        return page

    return begin


def played(game_id: str, code: str, level: str = "") -> Paper:
    """The sheet of a computer player, the first one unless one is named, with the dice of a code."""
    game = GAMES[game_id]
    rules = game.play.rules(sheet_of(game, ""), options_of(game))
    session: Session[Any] = Session(rules, ("p1",), code=code)
    finish(session, {"p1": game.think.bots[level or next(iter(game.think.bots))]})
    return game.check.paper_of(rules, session.state, "p1")


@pytest.fixture
def clicks(qapp: QApplication) -> Iterator[Clicks]:
    counted = Clicks()
    qapp.installEventFilter(counted)
    yield counted
    qapp.removeEventFilter(counted)


# ---------------------------------------------------------------------- a class


@amount("pupils", 5, 28)
def test_a_class_from_the_new_session_to_the_ranking(
    window: MainWindow, clicks: Clicks, store: Settings, pupils: int
) -> None:
    """Names are pasted, sheets printed, the dice called, the sheets entered and ranked: for a class of 28 at most 40 clicks
    beside the marks, one of them for each sheet."""
    names = NAMES[:pupils]
    sheet = played("rolling_america", CODE)
    window.go.show_sessions()
    settle()
    page = window.page
    assert isinstance(page, SessionsPage)
    click(page.new)
    room = session_of(window)
    click(room.players.people.viewport())
    QGuiApplication.clipboard().setText("\n".join(names))
    room.players.people.paste()
    click(room.players.code)
    room.players.code.selectAll()
    QTest.keyClicks(room.players.code, "r p38a wakx r")
    room.players.take_code()
    step(room, "print")
    assert room.printing.count.text() == f"{pupils + 1} pages: {pupils} sheets and the rules"
    click(room.printing.go)
    wait_for(lambda: isinstance(window.page, PrintPage))
    assert isinstance(window.page, PrintPage)
    window.page.finish()
    assert len(window.page.pages) == pupils + 1
    assert sum(leaf.counted for leaf in window.page.leaves) == pupils
    window.page.left.emit()  # Escape
    settle()
    step(room, CALL)
    while not room.call.over:
        QTest.keyClick(room.call, Qt.Key.Key_Space)
    assert len(room.file.session.rolls) == 24
    step(room, CHECK)
    assert room.check.count.text() == f"0 of {pupils} entered"
    click(room.check.go)
    for number, name in enumerate(names):
        page = window.page
        assert isinstance(page, AuditPage) and page.paper.player == name
        marks = dict(sheet.spaces)
        if number % 4 == 1:
            marks["TX"] = "1" if marks["TX"] != "1" else "6"  # somebody writes badly
        page.put(type(sheet)(game=sheet.game, sheet=sheet.sheet, options=sheet.options, player=name, spaces=marks,
                             boxes=sheet.boxes, rolls=page.paper.rolls))
        click(page.following)
    assert window.page is room and room.check.count.text() == f"{pupils} of {pupils} entered"
    step(room, RANK)
    room.checker.stop()  # what can be said at once is enough
    assert len(room.rank.standings) == pupils == sum(not place.isHidden() for place in room.rank.places)
    assert {one.place for one in room.rank.standings} >= {1} and room.rank.practice.lines[1].startswith("• ")
    titles = [each.text() for each in room.rank.practice.findChildren(QLabel) if each.property("role") == "heading"]
    assert titles[:1] == ["Playing"]
    assert clicks.mouse - pupils <= MAX_CLICKS - len(NAMES)
    kept = opened_session(Sessions(store).paths()[0])
    assert kept == room.file.session and kept.count == (pupils, pupils)
    click(room.rank.certified)
    assert isinstance(window.page, PrintPage) and len(window.page.leaves) == pupils
    assert clicks.mouse - pupils <= MAX_CLICKS - len(NAMES), "certificates included"


def test_names_come_from_a_file_and_go_into_one(begun: Any, tmp_path: Path) -> None:
    """What was exported is read again as the list of those who play."""
    room = begun(at=PLAYERS)
    said: list[str] = []
    room.notified.connect(said.append)
    room.failed.connect(said.append)
    (tmp_path / "class.csv").write_text("Nr;Name\n1;Ann\n2;Bo\n", encoding="utf-8-sig")
    assert room.take_files([tmp_path / "class.csv"])
    assert [member.name for member in room.file.session.members] == ["Ann", "Bo"]
    assert room.players.people.toPlainText() == "Ann\nBo" and said == ["2 players were added."]
    for number in range(2):
        room.put(number, replace_name(played("rolling_america", CODE), room.file.session.members[number].name))
    assert room.rank.export.write(tmp_path / "ranking.csv")
    other = begun(at=CHECK)
    other.notified.connect(said.append)
    assert other.take_files([tmp_path / "ranking.csv"]) and other.tabs.value == PLAYERS
    assert sorted(member.name for member in other.file.session.members) == ["Ann", "Bo"]
    other.take_files([tmp_path / "ranking.csv"])
    assert said[-1] == "ranking.csv has no names that are not here yet."
    room.take_files([tmp_path / "none.csv"])
    assert "cannot be read" in said[-1]


def test_a_map_is_called_by_what_it_shows_beside_its_game(begun: Any) -> None:
    room = begun(at=PLAYERS)
    assert (room.players.game.currentText(), room.players.sheet.currentText()) == ("Rolling America", "USA")


def test_what_is_unfinished_waits_and_has_no_place(begun: Any, window: MainWindow) -> None:
    room = begun(at=CHECK)
    room.players.people.setPlainText("Ann\nBo\nCy")
    room.check.enter_next()
    page = window.page
    assert isinstance(page, AuditPage)
    page.put(Paper(game="rolling_america", sheet="rolling_america_usa", player="Ann", spaces={"TX": "3"}))
    assert room.file.session.members[0].paper is not None  # every mark is kept at once
    page.left.emit()
    settle()
    assert window.page is room
    assert room.check.table.item(0, 1).text().startswith("49 spaces are blank")
    assert room.check.table.item(0, 2).text() == ""
    room.tabs.choose(RANK)
    assert room.rank.standings == () and room.rank.summary.text() == "No sheet is finished yet"
    assert room.check.go.text().replace("&", "") == "Enter the next: Bo"
    room.check.table.selectRow(0)
    room.check.delete_sheets()
    assert room.file.session.count == (0, 3)
    room.file.undo()
    assert room.file.session.count == (1, 3)
    room.check.table.selectRow(2)
    room.check.toggle_left()
    assert room.file.session.count == (1, 2)


def test_the_game_is_heard_once_where_the_session_is_called_by_it(begun: Any) -> None:
    assert begun("on_tour").introduction().count("On Tour") == 1


def test_a_check_before_the_last_roll_says_so(begun: Any) -> None:
    room = begun()
    assert room.check.about.text() == f"Checked with all 24 rolls of the code {CODE}."
    room.call.go_on()
    assert room.check.about.text().startswith("Checked with the one roll so far.")
    while not room.call.over:
        room.call.go_on()
    assert room.check.about.text() == "Checked with the 24 rolls of this session."


def test_dice_that_fit_no_sheet_are_asked_about(begun: Any) -> None:
    """Once, above all that is said of the sheets; not while a sheet fits, nor where the sheets are wrong by themselves."""
    room = begun("hexroller")
    room.checker.rest(True)  # what can be said at once is enough
    while not room.call.over:
        room.call.go_on()
    strange = "No sheet fits these rolls. Were other dice rolled, or other house rules played?"
    for name, code, said in (("Ann", "TEST-0001", ""), ("Bo", "TEST-0002", strange), ("Cy", CODE, "")):
        sheet = replace(played("hexroller", code), player=name, rolls=None)
        room.file.put(room.file.session.with_sheet_of(sheet))
        assert room.checker.strange == said
        assert (room.check.about.text() == strange) == (room.rank.mixture.text() == strange) == bool(said)


def test_sheets_come_from_files_to_the_player_of_their_name(begun: Any, tmp_path: Path) -> None:
    room = begun(at=CHECK)
    room.players.people.setPlainText("Ann\nBo")
    sheet = played("rolling_america", CODE)
    folder = tmp_path / "sheets to check"
    folder.mkdir()
    for name, file in (("bo", "1.json"), ("", "ann.json"), ("", "Bo.json"), ("", "Late.paper.json")):
        sheet.player = name
        (folder / file).write_bytes(write_paper(sheet))
    (folder / "other.json").write_bytes(write_paper(played("hexroller", CODE)))
    wrong: list[str] = []
    room.failed.connect(wrong.append)
    room.take_files(sorted(folder.glob("*.json")))
    assert [(member.name, member.paper is not None) for member in room.file.session.members] == [
        ("Ann", True), ("bo", True), ("Bo (2)", True), ("Late", True)], "only Bo has handed in already"
    assert len(wrong) == 1 and "HexRoller" in wrong[0]


def test_a_session_is_listed_goes_on_where_it_was_and_can_be_printed(
    begun: Any, window: MainWindow, store: Settings
) -> None:
    room = begun("on_tour")
    room.players.people.setPlainText("Ann, Bo")
    room.call.go_on()
    path = room.file.path
    window.go.show_sessions()
    settle(12)
    page = window.page
    assert isinstance(page, SessionsPage) and [row.kept.path for row in page.rows] == [path]
    click(page.rows[0].card)
    again = session_of(window)
    assert again.file.session == room.file.session and again.tabs.value == CALL
    again.tabs.choose(RANK)
    again.check.take([])
    sheet = played("on_tour", CODE)
    for number in range(2):
        again.put(number, replace_name(sheet, again.file.session.members[number].name))
    for way in (again.rank.print_list, again.rank.print_certificates):
        way()
        assert isinstance(window.page, PrintPage)
        window.page.finish()
        assert window.page.pages
        window.page.left.emit()
        settle()
    assert again.rank.ruled.illegal.value == "last" and again.file.session.ranking is None
    again.rank.ruled.illegal.choose("penalty 2")
    assert again.file.session.ranking == again.rank.rule == RankingRule("penalty", 2)
    again.rank.print_list()
    assert isinstance(window.page, PrintPage)
    texts = [mark.text for mark in window.page.leaves[0].display.marks if isinstance(mark, Text)]
    assert "Each mistake in play costs 2 points." in texts
    window.page.left.emit()
    settle()
    again.file.change(ranking=RankingRule("penalty", 7))
    assert again.rank.ruled.illegal.currentText() == "7 points off for each mistake"
    target = store.home / "r.csv"
    assert again.rank.export.write(target) and target.read_text("utf-8-sig").startswith("Place,Player")


def test_a_session_from_elsewhere_is_opened_and_offered_to_be_kept(
    begun: Any, window: MainWindow, store: Settings, tmp_path: Path
) -> None:
    room = begun()
    room.players.people.setPlainText("Ann\nBo")
    elsewhere = tmp_path / "elsewhere" / "Class 5b.rollwrite-session"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(room.file.path.read_bytes())
    assert window.go.open_file(elsewhere)
    assert session_of(window).file.path == elsewhere and "not in your sessions" in window.messages.sentence
    window.messages.take_offer()
    kept = session_of(window).file
    assert kept.path.parent == store.sessions and kept.path.stem == elsewhere.stem
    assert [member.name for member in kept.session.members] == ["Ann", "Bo"]


def test_the_end_of_a_session_is_told_once_place_by_place_and_skipped(
    begun: Any, window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the last sheet is in, the ranking begins with the last place; the names, the winner's sheet and the advice wait.
    A key or a press tells all and does nothing else; who comes back sees the end, as does who opens the session later."""
    heard = list[str]()
    monkeypatch.setattr(Settings, "play_sound", lambda _, name: heard.append(name))
    room = begun("rolling_america", PLAYERS)
    room.players.people.setPlainText("Ann\nBo\nCy")
    one, other = (played("rolling_america", CODE, level) for level in ("easy", "medium"))
    sheets = one, other, one
    room.checker.search.most = 0
    for number in range(2):
        room.put(number, replace_name(sheets[number], room.file.session.members[number].name))
    store.prefer(motion="full")
    room.tabs.choose(RANK)
    rank = room.rank
    assert not rank.in_turn.telling and heard == [], "one sheet is missing"
    room.tabs.choose(CHECK)
    room.put(2, replace_name(sheets[2], "Cy"))
    wait_for(lambda: room.checker.at < 0)
    room.tabs.choose(RANK)
    settle()

    def shown_places() -> list[int]:
        return [place.place.place for place in rank.places if not place.isHidden()]

    places = [one.place for one in rank.standings]
    assert rank.in_turn.telling and shown_places() == [] and not rank.aside.isVisible()
    assert not any(map(str.isdigit, rank.summary.text()))
    rank.in_turn.go_on()
    assert shown_places() == [place for place in places if place == max(places)] and rank.in_turn.telling
    high = [place.y() for place in rank.places]
    QTest.mouseClick(rank.listed, Qt.MouseButton.LeftButton)
    settle()
    assert window.page is room and shown_places() == places and not rank.in_turn.telling and heard == ["finish"]
    assert [place.y() for place in rank.places] == high, "nothing has moved"
    assert rank.summary.text().endswith(str(rank.standings[0].total)) and rank.aside.isVisible()
    assert len(rank.findChildren(Celebration)) == 1
    room.tabs.choose(CHECK)
    room.tabs.choose(RANK)
    assert not rank.in_turn.telling, "once"
    click(rank.telling)
    assert rank.in_turn.telling and shown_places() == []
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert room.at == RANK and shown_places() == places and not rank.in_turn.telling, "shortcuts too tell all first"
    rank.tell()
    for _ in {*places}:
        rank.in_turn.go_on()
    assert shown_places() == places and not rank.in_turn.telling
    window.go.show_sessions()
    settle()
    window.go.open_file(room.file.path)
    again = session_of(window)
    again.tabs.choose(RANK)
    assert len(again.rank.standings) == 3 and not again.rank.in_turn.telling, "it shows its end"


def replace_name(sheet: Paper, name: str) -> Paper:
    copy = type(sheet)(**{field: getattr(sheet, field) for field in sheet.__struct_fields__})
    copy.player = name
    return copy


# ---------------------------------------------------------------------- calling


@sampled("game_id", ["rolling_america", "on_tour", "hexroller"], 3)
def test_the_rolls_of_a_code_to_the_last(begun: Any, game_id: str) -> None:
    room = begun(game_id)
    game, sheet = GAMES[game_id], sheet_of(GAMES[game_id], "")
    wanted = game.words.print_kit.rolled(game.play.rules(sheet, options_of(game)), CODE)
    while not room.call.over:
        QTest.keyClick(room.call, Qt.Key.Key_Space)
        assert not room.call.grab().isNull()
    assert room.file.session.rolls == tuple(map(str, wanted)) and len(wanted) > 5
    assert room.call.list.count() == len(wanted)
    QTest.keyClick(room.call, Qt.Key.Key_Space)
    assert len(room.call.rolls) == len(wanted) and not room.call.next.isEnabled()


def test_titles_say_set_up_round_and_turn(begun: Any) -> None:
    tour = begun("on_tour").call
    for _ in range(3):
        tour.go_on()
    assert [tour.title_of(at) for at in range(3)] == ["Set-up 1 of 2", "Set-up 2 of 2", "Turn 1"]
    assert "Set-up 1" in tour.before[1].accessibleName()
    tour.look_at(0)
    assert tour.board.foot.startswith("Write ")
    dice = begun("rolling_america").call
    for _ in range(5):
        dice.go_on()
    assert dice.board.title == "Round 2 of 8 · roll 2 of 3"
    assert [board.title for board in dice.before] == ["Round 2 of 8 · roll 1 of 3", "Round 1 of 8 · roll 3 of 3"]


@pytest.mark.parametrize("text", [CODE, "R-P38A-WAKX-R", "p38a-wakx", "P38AWAKX", " r p38a wakx r "])
def test_a_code_brings_the_same_dice_however_it_is_written(window: MainWindow, text: str) -> None:
    window.go.new_session("on_tour" if "r p" in text else "rolling_america")
    room = session_of(window)
    room.players.code.setText(text)
    room.players.take_code()
    room.tabs.choose(CALL)
    QTest.keyClick(room.call, Qt.Key.Key_Space)
    assert (room.file.session.game, room.file.session.code) == ("rolling_america", CODE)
    assert room.file.session.rolls == ("green 2, purple 2",)


def test_a_mistyped_code_changes_nothing_and_free_text_is_said_to_be_one(begun: Any) -> None:
    room = begun()
    room.call.go_on()
    before = room.file.session
    room.players.code.setText("R-P3BA-WAKX-R")
    room.players.take_code()
    assert room.file.session == before and "Did you mean R-P38A-WAKX-R?" in room.players.remark.text()
    room.players.code.setText("class 7")
    room.players.take_code()
    assert room.file.session.rolls == () and "your own text" in room.players.remark.text()


def test_earlier_rolls_are_looked_at_and_a_clicker_goes_on(begun: Any) -> None:
    room = begun("hexroller")
    room.activateWindow()
    call, tab = room.call, choice(room.tabs, PRINT)
    room.tabs.choose(PRINT)
    tab.setFocus()
    QTest.keyClick(tab, Qt.Key.Key_Right)
    assert room.at == CALL and QApplication.focusWidget() is choice(room.tabs, CALL), "further arrows go on"
    for _ in range(5):  # "Space to roll", says the page: the first leads there
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert QApplication.focusWidget() is call and len(call.rolls) == 4
    shown = call.board.outcome
    QTest.keyClick(call, Qt.Key.Key_PageUp)
    assert call.at == 2 and call.board.outcome != shown and len(call.rolls) == 4
    QTest.keyClick(call, Qt.Key.Key_PageDown)
    assert call.board.outcome == shown and len(call.rolls) == 4
    QTest.keyClick(call, Qt.Key.Key_PageDown)
    assert len(call.rolls) == 5
    QTest.keyClick(call.next, Qt.Key.Key_Right)  # as its tool tip says, though arrows go from button to button
    assert len(call.rolls) == 6
    call.pace.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(call.pace, key)
    assert len(call.rolls) == 6 and call.at == 5


@sampled("part, within, apart, rolls", [(part, *taps) for part in ("next", "board") for taps in (
    (150, 100, 1), (150, 200, 2), (500, 300, 1), (500, 500, 2), (0, 1, 2),
)], 2, lambda case: case[1:])
def test_a_second_tap_of_an_unsteady_hand_calls_no_second_roll(
    begun: Any, device: Device, part: str, within: int, apart: int, rolls: int
) -> None:
    call = begun().call
    touch.taps().within = within
    widget = getattr(call, part)
    device.tap(widget, QPointF(20, 20))
    device.now += apart
    device.tap(widget, QPointF(20, 20))
    assert len(call.rolls) == rolls


def test_a_pace_calls_by_itself_and_stands_still_while_one_looks_back(begun: Any) -> None:
    call = begun().call
    call._seconds.stop()
    call.pace.choose("15")
    call._seconds.stop()  # here the seconds are counted by hand
    call.tick()
    assert call.rolls == ()  # the first roll is called by hand
    call.go_on()
    for _ in range(15):
        call.tick()
    assert len(call.rolls) == 2 and call.left_of_pace == 15
    call.look_at(0)
    for _ in range(40):
        call.tick()
    assert len(call.rolls) == 2


def test_beginning_anew_asks_and_is_undone(begun: Any) -> None:
    room = begun()
    call = room.call
    call.anew.click()
    assert call.question is None  # nothing was called yet
    code = room.file.session.code
    for _ in range(4):
        call.go_on()
    called = call.rolls
    call.anew.click()
    assert call.question is not None and call.rolls == called
    call.question.escapeButton().click()
    assert call.rolls == called
    call.anew.click()
    discard: QAbstractButton = next(each for each in call.question.buttons() if each is not call.question.escapeButton())
    discard.click()
    assert call.rolls == () and room.file.session.code != code
    room.file.undo()
    assert (call.rolls, room.file.session.code) == (called, code)


def test_over_the_whole_screen_and_in_the_dark(begun: Any, window: MainWindow) -> None:
    room = begun("on_tour")
    for _ in range(3):
        room.call.go_on()
    QTest.keyClick(room.call, Qt.Key.Key_F)
    assert window.isFullScreen() and not window.menuBar().isVisible() and not room.head.isVisible()
    window.resize(1920, 1080)
    settle()
    assert not room.call.grab().isNull()
    assert room.call.board.height() > 1080 * 0.8 and room.call.board.smallest > 50
    QTest.keyClick(room.call, Qt.Key.Key_D)
    assert theme.dark()
    QTest.keyClick(room.call, Qt.Key.Key_Escape)
    assert not window.isFullScreen() and window.menuBar().isVisible() and room.head.isVisible()
    room.tabs.choose(RANK)
    assert not theme.dark()


def test_the_saved_list_is_read_wherever_rolls_are_entered(
    begun: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = begun("on_tour")
    for _ in range(6):
        room.call.go_on()
    target = tmp_path / "rolls.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    room.call.ask_file()
    assert rolls_in(target, room.call.notes) == room.call.rolls
    room.call.copy_rolls()
    assert QGuiApplication.clipboard().text() == target.read_text()


# ---------------------------------------------------------------------- real dice


def test_real_dice_are_typed_and_a_mistyped_roll_is_corrected_with_later_ones_standing(begun: Any) -> None:
    room = begun()
    room.players.dice.choose("real")
    call = room.call
    assert call.typed is not None and not call.next.isVisible()
    for text in ("b4w2", "r1g6", "y3o5"):
        QTest.keyClicks(call.typed.field, text)
        QTest.keyClick(call.typed.field, Qt.Key.Key_Return)
    assert call.rolls == ("blue 4, wild 2", "red 1, green 6", "yellow 3, orange 5")
    call.typed.choose(1)
    call.typed.field.selectAll()
    QTest.keyClicks(call.typed.field, "r2g6")
    QTest.keyClick(call.typed.field, Qt.Key.Key_Return)
    assert call.rolls == ("blue 4, wild 2", "red 2, green 6", "yellow 3, orange 5")
    assert room.file.session.whole_code == "" and room.checker.rolls == call.rolls


def test_a_correction_says_before_whose_sheets_used_the_roll(begun: Any) -> None:
    room = begun()
    sheet = played("rolling_america", CODE)
    rolls = tuple(sheet.rolls or ())
    room.file.change(dice="real", rolls=rolls)
    room.players.people.setPlainText("Ann\nBo")
    room.put(0, replace_name(sheet, "Ann"))
    report = room.checker.reports[0]
    room.checker.reports[0] = replace(report, play=(("blue OH=4",),) * len(rolls))
    wrong = [*rolls[:3], "red 1, green 6", *rolls[4:]]
    room.call._typed_in(wrong)
    assert room.call.question is not None and "Ann" in room.call.question.informativeText()
    assert "Round 2 of 8" in room.call.question.text()
    room.call.question.escapeButton().click()
    assert room.call.rolls == rolls


@pytest.mark.parametrize("change", ("another", "dice", "game", "sheet"))
def test_what_a_change_of_the_game_puts_away_is_said_and_comes_back(begun: Any, window: MainWindow, change: str) -> None:
    room = begun("hexroller")
    room.players.people.setPlainText("Ann\nBo")
    room.call.go_on()
    sheet = played("hexroller", CODE)
    sheet.player = "Ann"
    room.file.put(room.file.session.with_sheet_of(sheet))
    before = room.file.session
    said: list[str] = []
    room.notified.connect(said.append)
    step(room, "players")
    if change == "another":
        click(room.players.another)
    elif change == "dice":
        click(choice(room.players.dice, "real"))
    else:
        box = room.players.game if change == "game" else room.players.sheet
        box.setCurrentIndex((box.currentIndex() + 1) % box.count())
    now = room.file.session
    assert now.rolls == () and now.count == ((0, 2) if change in ("game", "sheet") else (1, 2))
    gone = "one roll and one sheet" if now.count == (0, 2) else "one roll"
    assert said == [f"Deleted: {gone}. Undo (Ctrl+Z) restores it all."]
    room.file.undo()
    assert room.file.session == before


def test_real_dice_are_typed_at_once_also_on_the_whole_screen_and_corrected(begun: Any, window: MainWindow) -> None:
    room = begun()
    step(room, "players")
    click(choice(room.players.dice, "real"))
    step(room, CALL)
    assert room.call.typed is not None
    for full in (False, True):
        room.spread(full)
        settle()
        field = QApplication.focusWidget()
        assert field is room.call.typed.field and field.isVisible()
        QTest.keyClicks(field, "b4w2r1g3")
    assert len(room.file.session.rolls) == 4
    room.call.typed.choose(1)
    QTest.keyClicks(room.call.typed.field, "r1g4")
    assert room.call.typed.title.text() == "Roll 5 · Round 2"  # a new one, not the next old one over again
    assert [row.number.text() for row in room.call.typed.rows] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("game", ["rolling_america", "on_tour"])
def test_the_line_in_which_real_dice_are_typed_shows_all_of_its_example(begun: Any, game: str) -> None:
    page = begun(game)
    page.file.change(dice="real")
    settle()
    field = page.call.typed.field
    assert field.width() == page.call.typed.width()
    assert field.fontMetrics().horizontalAdvance(field.placeholderText()) < field.width() - 20


def test_notes_that_are_too_long_are_cut_and_said(window: MainWindow, begun: Callable[..., SessionPage]) -> None:
    room = begun(at="players")
    room.players.notes.setPlainText("n" * (MAX_NOTES + 1))
    assert room.file.session.notes == room.players.notes.toPlainText() == "n" * MAX_NOTES
    assert window.messages.sentence == "Notes hold up to 10000 characters. The rest was left out."
    assert opened_session(room.file.path).notes == room.file.session.notes


@pytest.mark.parametrize("text", ["300", "400"])
def test_with_the_largest_texts_cards_are_called_in_letters_of_their_size(
    begun: Any, window: MainWindow, store: Settings, text: str
) -> None:
    """The dice have the width of the page, the list stands below them, and a roll that is looked at is in sight again."""
    store.prefer(text=text)
    window.resize(1264, 752)
    call = begun("on_tour").call
    for _ in range(4):
        call.go_on()
    settle()
    call.board.grab()
    assert call.board.smallest >= 0.75 * theme.px(14)
    assert call.board.width() > 0.9 * window.width() and call.side.y() >= call.board.height()
    bar = call.column.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert call.board.visibleRegion().boundingRect().height() < call.board.height() // 2
    QTest.keyClick(call, Qt.Key.Key_Left)
    assert call.board.visibleRegion().boundingRect().height() > 0.9 * call.board.height()
    assert call.next.visibleRegion().boundingRect() == call.next.rect()


def test_equal_dice_lie_together_in_one_row_each_with_its_number(qtbot: Any, store: Settings) -> None:
    groups = [[Die("", face)] * n for face, n in ((3, 1), (4, 3), (6, 2), (8, 2))]
    assert _in_rows(groups, 4) == [groups[:2], groups[2:]] and _in_rows(groups, 8) == [groups]
    assert [len(row) for row in _in_rows(groups, 1)] == [1, 1, 1, 1]
    board = DiceBoard()
    qtbot.addWidget(board)
    board.resize(600, 400)
    dice = Outcome(tuple(die for group in groups for die in group))
    board.show_roll(dice, (), "Round 1")
    alone = board.grab().toImage()
    board.grouped = True
    assert board.grab().toImage() != alone and board.smallest < 40
    board.pips = False
    board.grab()
    assert board.smallest > 30  # digits need no numbers below them


def test_the_sentences_on_a_small_board_grow_with_the_texts_and_break(qtbot: Any, store: Settings) -> None:
    board = DiceBoard()
    qtbot.addWidget(board)
    theme.set_larger(3.0)
    board.invitation = "Press Space or tap here to roll for everyone."
    board.show_roll(None, (), "On Tour", "Write 14 and 41, each using a different card.")
    board.resize(674, 400)
    picture = board.grab().toImage()
    assert board.smallest >= theme.px(13) == 39
    for x in (4, board.width() - 5):  # nothing runs out of the board
        assert len({picture.pixel(x, y) for y in range(20, board.height() - 20)}) == 1
    board.resize(316, 189)
    board.grab()
    assert board.smallest < 39  # all of it is there, if smaller


@pytest.mark.parametrize("game_id", ["rolling_america", "on_tour", "hexroller"])
def test_somebody_who_comes_late_gets_the_rolls_so_far_on_paper(
    begun: Any, window: MainWindow, game_id: str
) -> None:
    page = begun(game_id, PLAYERS)
    page.players.people.setPlainText("Ann\nBo\nCy")
    settle()
    step(page, "print")
    so_far = choice(page.printing.rolls, SO_FAR)
    assert not so_far.isEnabled() and page.printing.whom.count() == 4
    step(page, CALL)
    for _ in range(5):
        QTest.keyClick(page.call, Qt.Key.Key_Space)
    step(page, "print")
    assert so_far.isEnabled()
    so_far.click()
    page.printing.whom.choose("Bo")
    assert page.printing.title.text() == "A sheet for Bo" and "each" not in page.printing.in_short()
    page.printing.rules.setChecked(False)
    assert page.printing.count.text() == "2 pages: one sheet and one page of rolls"
    steps = page.printing.leaves()
    while True:
        try:
            next(steps)
        except StopIteration as done:
            (leaf,) = done.value
            break
    texts = [mark.text for mark in leaf.log.faces(leaf.display.size)[0].display.marks if isinstance(mark, Text)]
    assert texts[0] == f"Rolls so far: {page.file.session.name}"
    assert [text for text in texts if text in "12345" and len(text) == 1][:1] == ["1"] and "6" not in {
        mark.text for mark in leaf.log.faces(leaf.display.size)[0].display.marks
        if isinstance(mark, Text) and mark.key.count("/") == 1
    }
    click(page.printing.go)
    wait_for(lambda: isinstance(window.page, PrintPage))
    assert isinstance(window.page, PrintPage)
    window.page.finish()
    assert len(window.page.pages) == 2

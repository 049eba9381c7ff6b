"""What a screen reader finds and hears: a child for each space, box and target, with a name; news read out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QLineEdit,
    QMainWindow,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from rollwrite_desktop.intake import journals
from rollwrite_desktop.sheet.reading_order import reading_order
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.kit import accessible, announcements, widget_faces
from rollwrite_desktop.ui.kit.announcements import Announcements
from rollwrite_desktop.ui.kit.choices import Tab
from rollwrite_desktop.ui.play.race.race_page import RacePage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import PATIENCE, new_game, settle
from tests.ui.rooms import ROOMS

Role, Text = QAccessible.Role, QAccessible.Text
TURN_BASED = ("rolling_america", "on_tour", "hexroller")


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read out."""
    sentences: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: sentence and sentences.append(sentence))
    return sentences


def children(widget: QWidget) -> dict[str, QAccessibleInterface]:
    """The spots of a view by their names."""
    return {child.text(Text.Name): child for group in below(QAccessible.queryAccessibleInterface(widget))
            for child in below(group)}


def below(face: QAccessibleInterface) -> list[QAccessibleInterface]:
    found = [face.child(i) for i in range(face.childCount())]
    return [child for child in found if child is not None]


def spot_face(table: TablePage, spot: str) -> QAccessibleInterface:
    face = QAccessible.queryAccessibleInterface(table.view)
    place = table.view.place_of(spot)
    groups = [(group, below(group)) for group in below(face)]
    return next(
        child for _, children in groups for child in children
        if child.rect() == QRectF(table.view.mapToGlobal(place.topLeft()), place.size()).toAlignedRect()
    )


def write_something(table: TablePage) -> str:
    """Rolls and chooses a die until some spots are open, and not all; returns one."""
    for _ in range(6):
        tokens = [button.token for button in table.tray.buttons.values()]
        dice = [token.spot for token in tokens if token.kind == "die" and token.state == "ready"]
        if table.view.among and len(dice) < 2:
            break
        table.tap_token(dice[0]) if dice else table.roll()
        settle()
    return min(table.view.among)


@pytest.mark.parametrize("game", TURN_BASED)
def test_every_spot_has_a_name_and_its_place(seat: Any, game: str) -> None:
    table = seat("Ann", game=game)
    view, face = table.view, QAccessible.queryAccessibleInterface(table.view)
    assert face.text(Text.Name) == "Ann’s sheet"
    expected = {"Player": ["player"]}
    expected |= {group.words: [*group.spots] for group in reading_order(view.sheet) if group.region}
    expected["Boxes"] = [box for box in view.sheet.box if box != "player"]
    groups = below(face)
    assert [group.text(Text.Name) for group in groups] == [*expected]
    assert face.child(len(groups)) is None
    for at, group in enumerate(groups):
        assert face.indexOfChild(group) == at and group.parent() == face
        spots = expected[group.text(Text.Name)]
        children = below(group)
        assert group.child(len(children)) is None
        assert sorted(child.text(Text.Name) for child in children) == sorted(view.words.describe(spot) for spot in spots)
        for n, child in enumerate(children):
            title, name = group.text(Text.Name), child.text(Text.Name)
            said = "" if title.casefold() in name.casefold() else f" in {title}"
            assert child.text(Text.Description) == f"{n + 1} of {len(spots)}{said}"
            spot = next(spot for spot in spots if view.words.describe(spot) == child.text(Text.Name))
            assert child.text(Text.Value) == view.words.value(spot)
            crossed_off = spot in view.sheet.box and view.sheet.box[spot].kind == "check"
            assert bool(child.text(Text.Value)) != crossed_off
            assert group.indexOfChild(child) == n and child.parent() == group
            assert group.rect().contains(child.rect())
    for spot in (*view.sheet.space, *view.sheet.box):
        middle = view.mapToGlobal(view.center_of(spot)).toPoint()
        found = face.childAt(middle.x(), middle.y())
        assert found is not None and found.text(Text.Name) == view.words.describe(spot)


@pytest.mark.parametrize("game", TURN_BASED)
def test_an_open_space_says_what_it_may_take_and_a_press_writes_it(seat: Any, game: str) -> None:
    table = seat("Ann", game=game)
    spot = write_something(table)
    child = spot_face(table, spot)
    assert "may take" in child.text(Text.Name)
    assert child.role() == Role.Button
    press = child.actionInterface()
    assert press.actionNames() == [QAccessibleActionInterface.pressAction()]
    before = len(table.session.events)
    press.doAction(QAccessibleActionInterface.pressAction())
    settle()
    assert len(table.session.events) > before
    assert "may take" not in child.text(Text.Name)
    assert f"{spot}=" in journals.read(table.path).lines[before].do


def test_the_keyboards_cursor_is_the_focus(seat: Any) -> None:
    table = seat("Ann")
    face = QAccessible.queryAccessibleInterface(table.view)
    table.window().activateWindow()
    table.view.setFocus()
    assert face.focusChild() is None
    QTest.keyClicks(table.view, "NV")
    child = face.focusChild()
    assert child is not None
    assert child.text(Text.Name).startswith("Nevada")
    assert child.state().focused
    assert not spot_face(table, "CA").state().focused


def test_what_only_tells_cannot_be_pressed(seat: Any) -> None:
    table = seat("Ann")
    box = spot_face(table, "xs")
    assert box.role() == Role.ListItem
    assert box.text(Text.Value) == "blank"
    assert box.actionInterface() is None


def test_after_a_dialog_the_place_with_the_cursor_is_told(seat: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seat("Ann")
    table.window().activateWindow()
    table.view.setFocus()
    QTest.keyClicks(table.view, "NV")
    settle()
    told: list[tuple[object, str]] = []
    monkeypatch.setattr(accessible, "focus_moved", lambda view: told.append((view, view.cursor_spot)))
    table.read_sheet()
    settle()
    dialog, = table.findChildren(WordsDialog)
    assert dialog.text.hasFocus() and not told
    dialog.accept()
    table.window().activateWindow()
    settle()
    assert told == [(table.view, "NV")]


def test_cells_are_told_with_the_heads_of_their_columns(qtbot: Any) -> None:
    table = QTableWidget(1, 2)
    qtbot.addWidget(table)
    table.setHorizontalHeaderLabels(("Player", "Best"))
    for column, text in enumerate(("Ann", "22")):
        table.setItem(0, column, QTableWidgetItem(text))
    accessible.name_cells(table)
    told = [child.text(Text.Name) for child in below(QAccessible.queryAccessibleInterface(table))]
    assert told[-2:] == ["Player Ann", "Best 22"]


def test_dice_beside_the_sheet_have_names_and_presses(seat: Any, qtbot: Any) -> None:
    table = seat("Ann")
    table.roll()
    settle()
    for button in table.tray.buttons.values():
        face = QAccessible.queryAccessibleInterface(button)
        assert button.token.text in face.text(Text.Name)
        assert "Press" in face.actionInterface().actionNames()
    die = next(button for spot, button in table.tray.buttons.items() if spot.startswith("die/"))
    QAccessible.queryAccessibleInterface(die).actionInterface().doAction("Press")
    qtbot.waitUntil(lambda: "chosen" in die.accessibleName(), timeout=PATIENCE)


def test_rolls_strokes_refusals_turns_and_scores_are_read_out(seat: Any, heard: list[str]) -> None:
    table = seat("Ann", "Bo")
    heard.clear()
    spot = write_something(table)
    assert any(sentence.startswith("Rolled:") for sentence in heard)
    heard.clear()
    closed = next(each for each in table.view.sheet.space if each not in table.view.among)
    table.tap(closed)
    assert heard == [table.feedback.bubble.sentence]
    heard.clear()
    table.tap(spot)
    settle()
    assert any(sentence.startswith("Ann: ") for sentence in heard)
    heard.clear()
    table.undo()
    settle()
    assert heard[0].startswith("Taken back.")
    table.card.ask("Bo", "Ann")
    assert any("turn" in sentence for sentence in heard)


def test_the_result_is_read_out(seat: Any, heard: list[str], qtbot: Any) -> None:
    table = seat("Ada*", "Bob*")
    qtbot.waitUntil(lambda: table.session.over, timeout=PATIENCE)
    settle()
    scores = {score.player: score.total for score in table.session.scores}
    assert f"Ada {scores['p1']}" in heard[-1]
    assert "win" in heard[-1]


def test_a_long_press_tells_why_not(seat: Any) -> None:
    table = seat("Ann")
    spot = write_something(table)
    table.hold(spot)
    assert "may take" in table.feedback.bubble.sentence
    closed = next(each for each in table.view.sheet.space if each not in table.view.among)
    before = len(table.session.events)
    table.hold(closed)
    name, why = table.feedback.bubble.sentence.split("\n")
    assert name.startswith(table.view.sheet.space[closed].name)
    assert why
    assert len(table.session.events) == before


def test_a_race_can_be_found_and_pressed(window: Any, tmp_path: Path, heard: list[str]) -> None:
    path = tmp_path / "race.rollwrite"
    window.go.show_table(new_game(path, "Ann", "Ada*", game="ligretto_dice"), path)
    room = window.page
    assert isinstance(room, RacePage)
    room._frames.stop()
    room.now = iter(range(1000, 10_000_000, 4000)).__next__
    for _ in range(4):
        room.go_on() if not room.side.running else None
        room.frame()
    assert room.side.running
    assert any("Ready" in sentence or "Hands off" in sentence for sentence in heard)
    found = children(room.view)
    assert any(name.startswith("Ann: ") and "place it" in name for name in found)
    assert not any(name.startswith("Ada") for name in found)
    placing = next(face for name, face in found.items() if "place it" in name)
    before = len(room.side.session.events)
    placing.actionInterface().doAction("Press")
    assert len(room.side.session.events) > before
    QApplication.processEvents()


def test_a_view_that_is_gone_leaves_nothing_behind(seat: Any, window: Any) -> None:
    for _ in range(3):
        table = seat("Ann")
        children(table.view)
    window.go.show_home()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not accessible.reader().faces


def test_progress_is_told_by_quarters_with_its_name(
    qapp: QApplication, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(widget_faces, "APART", 0.0)
    bar = QProgressBar()
    bar.setAccessibleName("Drawing the map")
    bar.show()
    face = QAccessible.queryAccessibleInterface(bar)
    for value in (*range(101), 0, 30):
        bar.setValue(value)
    assert heard == [f"Drawing the map: {value}%." for value in (0, 25, 50, 75, 100, 0, 30)]
    assert face.role() == Role.StaticText  # readers tell the percentages of progress bars by themselves
    assert face.text(Text.Name) == "Drawing the map: 30%"
    bar.deleteLater()


def test_short_work_and_what_nobody_asked_for_is_not_told(
    qapp: QApplication, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for apart, untold in ((1e9, False), (0.0, True)):
        monkeypatch.setattr(widget_faces, "APART", apart)
        bar = QProgressBar()
        bar.setAccessibleName("Drawing the map")
        QAccessible.queryAccessibleInterface(bar)
        bar.setProperty(widget_faces.UNTOLD, untold)
        bar.show()
        for value in range(101):
            bar.setValue(value)
        bar.deleteLater()
    assert heard == []


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What readers on Linux are told: how, and the sentence."""
    events: list[str] = []
    call, come_up = announcements.WindowFace.call, announcements.Voice.come_up

    def rename(face: Any, sentence: str) -> None:
        with monkeypatch.context() as during:
            during.setattr(QAccessible, "updateAccessibility", lambda _: events.append(f"name: {face.text(Text.Name)}|"))
            call(face, sentence)

    def notify(voice: Any, sentence: str) -> None:
        come_up(voice, sentence)
        events.append(f"notification: {voice.text(Text.Name)}")

    monkeypatch.setattr(announcements.WindowFace, "call", rename)
    monkeypatch.setattr(announcements.Voice, "come_up", notify)
    monkeypatch.setattr(announcements, "send", lambda event, urgent: events.append(
        f"announcement: {event.message()}{' !' * urgent}") if event.message() else None)
    return events


@pytest.fixture
def front(qapp: QApplication) -> Iterator[QMainWindow]:
    """A window in front."""
    window = QMainWindow()
    window.setWindowTitle("A table")
    window.show()
    window.activateWindow()
    settle()
    yield window
    window.deleteLater()


def test_a_sentence_comes_as_a_new_name_of_the_window_which_keeps_its_own(front: QMainWindow, told: list[str]) -> None:
    speech = Announcements()
    speech.tell("Rolled: 3")
    assert told == []
    speech.tell("Write it.", urgent=True)
    settle()
    assert told == ["name: Rolled: 3. Write it.|"]
    assert QAccessible.queryAccessibleInterface(front).text(Text.Name) == "A table"
    for _ in range(3):
        speech.tell("Not yet.")
        settle()
    assert told[1:] == ["name: Not yet.|", "name: Not yet. |", "name: Not yet.|"], "readers pass over a name that they know"


def test_only_windows_are_windows(front: QMainWindow) -> None:
    card = QFrame(front)
    assert QAccessible.queryAccessibleInterface(card).role() == Role.Grouping
    assert QAccessible.queryAccessibleInterface(front).role() == Role.Window


def test_a_window_that_is_left_gets_its_own_name_back(
    front: QMainWindow, told: list[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    speech, names = Announcements(), list[str]()
    speech.tell("Rolled: 3.")
    settle()
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: names.append(
        event.accessibleInterface().text(Text.Name)) if event.type() == QAccessible.Event.NameChanged else None)
    dialog = QDialog(front)
    dialog.open()
    dialog.activateWindow()
    settle()
    assert "A table" in names
    speech.tell("In a dialog.")
    settle()
    assert told == ["name: Rolled: 3.|", "notification: In a dialog."]
    dialog.close()


def test_a_reader_that_asks_about_an_announcement_gets_announcements(front: QMainWindow, told: list[str]) -> None:
    speech = Announcements()
    speech.tell("Rolled: 3.")
    settle()
    speech.listener.state()
    speech.tell("Not yet.", urgent=True)
    settle()
    assert told == ["name: Rolled: 3.|", "announcement: Not yet. !"]


TABBED = {
    "table of rolling_america": ["Players", "Log", "Coach"],
    "replay of hexroller": ["Log", "Turns", "Score", "Review", "Compare"],
    "check rolling_america": ["Found", "Rolls", "Name, score"], "check hexroller": ["Found", "Rolls", "Name, score"],
    "session: players": ["Players", "Print", "Call", "Check", "Rank"],
}
"""The tabs of rooms, in their order."""


@pytest.mark.parametrize("room", TABBED)
def test_tabs_are_told_as_tabs(window: MainWindow, tmp_path: Path, room: str) -> None:
    """A named list of page tabs; arrows choose, Tab goes past, a press chooses, one is selected."""
    ROOMS[room](window, tmp_path)
    window.activateWindow()
    settle()
    tabs = [tab for tab in window.findChildren(Tab) if tab.isVisible()]
    around = QAccessible.queryAccessibleInterface(tabs[0].parentWidget())
    assert around.role() == Role.PageTabList and around.text(Text.Name)
    faces = below(around)
    assert [face.text(Text.Name) for face in faces] == TABBED[room]
    assert around.child(len(faces)) is None and around.child(-1) is None
    for n, face in enumerate(faces):
        assert face.text(Text.Description).partition(",")[0] == f"{n + 1} of {len(faces)}"
        assert face.role() == Role.PageTab and around.indexOfChild(face) == n and face.parent() == around
        assert face.state().selectable and not face.state().checkable
        face.actionInterface().doAction(QAccessibleActionInterface.pressAction())
        settle()
        assert [each.state().selected for each in faces] == [each is face for each in faces]
    faces[0].object().click()
    faces[0].object().setFocus()
    for face in faces[1:]:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
        settle()
        assert QApplication.focusWidget() is face.object() and face.state().selected
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert QApplication.focusWidget() is faces[-2].object()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert not isinstance(QApplication.focusWidget(), Tab)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is faces[-2].object()


def test_what_is_folded_is_found_only_while_the_focus_is_there(front: QMainWindow) -> None:
    folded = QWidget(front)
    folded.setProperty(widget_faces.FOLDED, True)
    inside, beside = QLineEdit(folded), QLineEdit(front)
    for each in (folded, inside, beside):
        each.show()
    face = QAccessible.queryAccessibleInterface(folded)
    beside.setFocus()
    assert face.childCount() == 0 and face.child(0) is None
    inside.setFocus()
    assert face.childCount() == 1 and face.child(0).object() is inside

"""The room of a race through the real window: fingers of four players at once, keys, mouse, pause, stop, watching; on a fake
clock, so that nothing waits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from rollwrite_desktop.core.journal import Journal, Notes
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.play.opening.open_game import new_head, options_of, reopen, sheet_of, start
from rollwrite_desktop.ui.base import speaker, touch
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.celebration import Celebration
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.play.race import race_page as race_room
from rollwrite_desktop.ui.play.race.key_bindings import Keys, KeysDialog
from rollwrite_desktop.ui.play.race.race_page import RacePage
from rollwrite_desktop.ui.play.race.scoreboard_page import ScoreboardPage
from rollwrite_desktop.ui.play.race.tray_places import seats, seats_of_one
from rollwrite_desktop.ui.play.table.share_dialog import ShareDialog
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.games.ligretto_dice.test_race import sound
from tests.sampling import amount, sampled
from tests.ui.conftest import settle

GAME = GAMES["ligretto_dice"]
SCREEN: Any = None  # a touchscreen, made once
Sit = Callable[..., RacePage]


@pytest.fixture(scope="module", autouse=True)
def screen(qapp: Any) -> None:
    globals()["SCREEN"] = QTest.createTouchDevice()


class Time:
    """The fake stopwatch; `pass_by` lets the room see time go on."""

    def __init__(self) -> None:
        self.ms = 1000

    def __call__(self) -> int:
        return self.ms

    def pass_by(self, room: RacePage, ms: int, step: int = 25) -> None:
        for _ in range(ms // step):
            self.ms += step
            room.frame()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(QApplication, "beep", lambda: None)
    return made


@pytest.fixture
def sit(window: MainWindow, tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sit]:
    """Puts a race on the table; a name ending in `*3` is a computer player of level 3. `go` starts it at once."""

    def seated(*names: str, go: bool = True, code: str = "TEST", dice: str = "digital", **options: str) -> Any:
        sheet = sheet_of(GAME, "", "x")
        bots = {f"p{i}": f"level_{name.partition('*')[2]}" for i, name in enumerate(names, 1) if "*" in name}
        head = new_head(GAME, sheet, sheet.id, names, options_of(GAME, options, "x"), Notes(seed=code, bots=bots, dice=dice))
        opened = start(head)
        path = tmp_path / f"{len(list(tmp_path.glob('*.rollwrite')))}.rollwrite"
        opened.session.log = Journal.create(path, head).append

        class Fake(RacePage):
            def __init__(self, *given: Any, **named: Any) -> None:
                super().__init__(*given, watch=time, count_ms=0, **named)
                self._frames.stop()

        monkeypatch.setattr(race_room, "RacePage", Fake)
        window.go.show_table(opened, path)
        settle()
        page = window.page
        if go and isinstance(page, RacePage):
            page.go_on()
            time.pass_by(page, 1000)
        return page

    yield seated
    assert window.page is not None


def hands(room: RacePage) -> dict[str, int]:
    return {player: room.side.session.state.part(player).left for player in room.side.players}


def fitting(room: RacePage, player: str) -> str:
    """The spot of a die that fits, or of the roll."""
    state = room.side.session.state
    for slot, die in enumerate(state.part(player).hand):
        if die is not None and die.face == state.height(die.name) + 1:
            return f"die/{slot}"
    return room.side.guide.roll_spot


def place(room: RacePage, player: str, spot: str) -> QPoint:
    return room.view.center_of(player, spot).toPoint()


# ---------------------------------------------------------------------- fingers, mouse, keys


def test_enter_takes_a_hint(sit: Sit, time: Time) -> None:
    room = sit("Ann")
    session, kinds = room.side.session, set()
    for _ in range(30):
        time.pass_by(room, 1500)
        QTest.keyClick(room, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
        hint = room.model.hint
        assert hint is not None
        if hint.move is None:
            continue
        before = len(session.events)
        QTest.keyClick(room, Qt.Key.Key_Return)
        assert session.events[before].move == hint.move
        kinds.add(type(hint.move).__name__)
        if room.side.phase != "race":
            break
    assert kinds == {"Place", "Roll"}


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("turned", [True, False])
def test_seats_lie_apart(count: int, turned: bool) -> None:
    """At 1280 × 800 no tray covers another or the board, and all are turned toward their players."""
    made, middle = seats(count, 1260, 700, turned)
    rects = [seat.rect for seat in made]
    assert len(made) == count and middle.width() > 400 and middle.height() > 380
    for i, rect in enumerate(rects):
        assert rect.left() >= 0 and rect.top() >= 0 and rect.right() <= 1260 and rect.bottom() <= 700
        assert not any(rect.intersects(other) for other in (*rects[:i], *rects[i + 1 :], middle))
    assert [seat.turn for seat in made] == ([0, 180, 90, 270][:count] if turned else [0] * count)


@sampled("names", [
    ("Ann",), ("Ann", "Bo"), ("Ann", "Bo", "Cy"), ("Ann", "Bo", "Cy", "Di"), ("Ann", "Bo*1", "Cy*2"),
], 8)
def test_dice_never_shrink_when_texts_grow(names: tuple[str, ...], sit: Sit, time: Time, window: MainWindow) -> None:
    """At 1280 × 800 at every text size: all dice of people are at least as large as with smaller texts, what is read stands
    in larger letters, nothing is covered, and no place of the board is much smaller than usually."""
    smallest: list[float] = []
    places: list[float] = []
    for text in ("100", "125", "150", "200", "250", "300", "400"):
        window.store.prefer(text=text)
        window.resize(1280, 800)
        settle()
        room = sit(*names)
        settle()
        where, middle = room.view.layout_now()
        rects = [*(seat.rect for seat in where.values()), middle]
        for i, rect in enumerate(rects):
            assert room.view.rect().toRectF().contains(rect) and not any(rect.intersects(other) for other in rects[:i])
        people = room.side.humans
        smallest.append(min(die.rect.w * where[who].grown for who in people for die in room.view.trays[who].dice))
        board, spaces = room.view.board_place(), room.snapshot.places.spaces
        assert middle.adjusted(-1, -1, 1, 1).contains(board)
        places.append(spaces[0].writing.h * board.width() / room.snapshot.places.size[0])
        for who in people:
            marks = {item.key: item for item in room.view.trays[who].display.marks if isinstance(item, Text)}
            assert any(key.startswith("keys") for key in marks) and any(key.startswith("roll/words") for key in marks)
            assert not any("…" in item.text for item in marks.values())
    assert all(after >= before - 0.5 for before, after in pairwise(smallest)), smallest
    assert min(places) >= 0.7 * places[0], places


@pytest.mark.parametrize("rivals", [0, 1, 2, 3])
@pytest.mark.parametrize("size", [(1268, 712), (788, 1190)])
def test_the_seats_of_one_person_lie_apart(rivals: int, size: tuple[int, int]) -> None:
    for crowded in (False, True):
        own, others, middle = seats_of_one(rivals, *size, crowded)
        rects = [own.rect, *(seat.rect for seat in others), middle]
        assert len(others) == rivals and all(seat.turn == 0 for seat in (own, *others))
        for i, rect in enumerate(rects):
            assert rect.left() >= 0 and rect.top() >= 0 and rect.right() <= size[0] and rect.bottom() <= size[1]
            assert not any(rect.intersects(other) for other in rects[:i])


def test_the_only_person_has_a_large_board_and_small_upright_rivals(sit: Sit, window: MainWindow) -> None:
    room = sit("Ann", "Bo*1", "Cy*2", "Di*3")
    window.resize(1280, 800)
    settle()
    where, _ = room.view.layout_now()
    assert room.view.board_place().width() >= 800
    assert all(seat.turn == 0 for seat in where.values()) and room.round_button.isHidden()
    assert where["p1"].rect.top() > room.view.board_place().bottom()
    assert all(where[rival].rect.width() < 200 for rival in ("p2", "p3", "p4"))
    assert not sit("Ann", "Bo").round_button.isHidden()


def test_four_fingers_at_the_same_moment(sit: Sit, time: Time) -> None:
    """Four players roll in one touch event: none is lost."""
    room = sit("Ann", "Bo", "Cy", "Di")
    touch = QTest.touchEvent(room.view, SCREEN, False)
    for finger, player in enumerate(room.side.players):
        touch.press(finger, place(room, player, room.side.guide.roll_spot), room.view)
    touch.commit()
    rolled = [part.rolls for part in room.side.session.state.parts]
    touch = QTest.touchEvent(room.view, SCREEN, False)
    for finger, player in enumerate(room.side.players):
        touch.release(finger, place(room, player, room.side.guide.roll_spot), room.view)
    touch.commit()
    assert rolled == [1, 1, 1, 1] == [part.rolls for part in room.side.session.state.parts]


@pytest.mark.parametrize(("taps", "hits"), [("0", 2), ("150", 2), ("500", 1), ("1000", 1)])
def test_a_second_tap_counts_in_a_race_unless_somebody_chose_a_longer_pause(
    sit: Sit, time: Time, monkeypatch: pytest.MonkeyPatch, taps: str, hits: int
) -> None:
    """On one die; another player’s, or the next one, is free at once."""
    room = sit("Ann", "Bo")
    room.store.prefer(taps=taps)
    monkeypatch.setattr(touch, "stamp", lambda _: time.ms)
    told: list[tuple[str, str]] = []
    room.view.hit.connect(lambda player, spot: told.append((player, spot)))
    roll = room.side.guide.roll_spot

    def tap(player: str) -> None:
        for act in ("press", "release"):
            getattr(QTest.touchEvent(room.view, SCREEN), act)(0, place(room, player, roll), room.view)
            time.ms += 40

    tap("p1")
    tap("p1")
    tap("p2")
    assert told == [("p1", roll)] * hits + [("p2", roll)]
    time.ms += 1000
    tap("p1")
    assert told[-1] == ("p1", roll)


def test_a_finger_that_slides_belongs_to_its_first_tray(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Bo")
    start_at, end = place(room, "p1", "die/0"), place(room, "p2", room.side.guide.roll_spot)
    QTest.touchEvent(room.view, SCREEN).press(0, room.view.rect().center(), room.view)
    QTest.touchEvent(room.view, SCREEN).move(0, end, room.view)
    QTest.touchEvent(room.view, SCREEN).release(0, end, room.view)
    assert [part.rolls for part in room.side.session.state.parts] == [0, 0]
    QTest.touchEvent(room.view, SCREEN).press(0, start_at, room.view)
    before = room.side.session.events
    QTest.touchEvent(room.view, SCREEN).move(0, end, room.view)
    QTest.touchEvent(room.view, SCREEN).release(0, end, room.view)
    assert room.side.session.events == before and not room.view.touched


def test_the_mouse_places_a_die(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Bo*1")
    for _ in range(400):
        if hands(room)["p1"] < 12:
            break
        QTest.mouseClick(room.view, Qt.MouseButton.LeftButton, pos=place(room, "p1", fitting(room, "p1")))
        time.pass_by(room, 900, 100)
    assert hands(room)["p1"] == 11


def test_nobody_taps_for_the_computer(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Bo*1")
    rolls = room.side.session.state.part("p2").rolls
    assert not room.view.trays["p2"].targets
    QTest.mouseClick(room.view, Qt.MouseButton.LeftButton, pos=room.view.layout_now()[0]["p2"].rect.center().toPoint())
    assert room.side.session.state.part("p2").rolls == rolls


def press(room: RacePage, key: Qt.Key, scan: int = 0, repeated: bool = False) -> None:
    kind, none = QEvent.Type.KeyPress, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(room, QKeyEvent(kind, key, none, scan, 0, 0, "", repeated))


def test_a_held_key_acts_once_and_holds_nobody_up(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Bo")
    press(room, Qt.Key.Key_C)
    for _ in range(20):
        time.pass_by(room, 100)
        press(room, Qt.Key.Key_C, repeated=True)
    press(room, Qt.Key.Key_N)
    assert [part.rolls for part in room.side.session.state.parts] == [1, 1]


def test_keys_by_scan_code(sit: Sit, time: Time) -> None:
    """A key that was bound with its scan code is known by it, whatever letter the layout makes of it."""
    room = sit("Ann", "Bo")
    room.bindings.bind(0, 4, Qt.Key.Key_Q, 24)
    press(room, Qt.Key.Key_A, scan=24)
    assert room.side.session.state.part("p1").rolls == 1
    again = Keys(room.store)
    assert again.meaning(Qt.Key.Key_X, 24) == (0, 4) and again.meaning(Qt.Key.Key_Q, 0) == (0, 4)
    again.bind(1, 0, Qt.Key.Key_S, 0)
    assert again.meaning(Qt.Key.Key_S, 0) == (1, 0) and again.meaning(Qt.Key.Key_H, 0) == (0, 1), "keys change places"
    room.store.keep("race-keys", [[], [[1, 2, 3], [-1, 0]], [[]]])
    assert Keys(room.store).titles(0) == ("A", "S", "D", "F", "C")


def test_a_color_key_takes_the_die_that_fits(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Bo")
    for _ in range(60):
        state = room.side.session.state
        ready = {die.name for die in state.part("p1").dice if die.face == state.height(die.name) + 1}
        if ready:
            break
        press(room, Qt.Key.Key_C)
        time.pass_by(room, 900, 100)
    keys = {"red": Qt.Key.Key_A, "yellow": Qt.Key.Key_S, "green": Qt.Key.Key_D, "blue": Qt.Key.Key_F}
    before = hands(room)["p1"]
    press(room, keys[sorted(ready)[0]])
    assert hands(room)["p1"] == before - 1


def test_the_page_of_keys(qtbot: Any, sit: Sit, time: Time) -> None:
    """Changing a key, and seeing which are down together."""
    room = sit("Ann", "Bo")
    dialog = KeysDialog(room.bindings, ("Ann", "Bo"), ("Red", "Yellow", "Green", "Blue"), room)
    qtbot.addWidget(dialog)
    dialog.buttons[0, 0].click()
    QTest.keyPress(dialog, Qt.Key.Key_Q)
    assert room.bindings.titles(0)[0] == "Q" == dialog.buttons[0, 0].text()
    QTest.keyPress(dialog, Qt.Key.Key_J)
    assert dialog.most == 2 and "J" in dialog.test.text()
    QTest.keyRelease(dialog, Qt.Key.Key_Q)
    assert list(dialog.held.values()) == ["J"]
    faces = [QAccessible.queryAccessibleInterface(each) for each in dialog.findChildren(QLabel)]
    loose = [face.text(QAccessible.Text.Name) for face in faces if face.role() == QAccessible.Role.StaticText]
    assert loose == [], "these would be told each time that a key is asked for"


def shared(page: Page, picture: QPushButton) -> dict[str, str]:
    """What the picture to share says under what it shows."""
    picture.click()
    dialog = page.findChild(ShareDialog)
    assert dialog is not None and not dialog.image().isNull()
    dialog.accept()
    return {each.key: each.text for each in dialog._card.marks if isinstance(each, Text) and "card/" in each.key}


# ---------------------------------------------------------------------- the course of a race


@sampled("size", [(1366, 768), (800, 1280), (1920, 1080), (1280, 800)], 4)
def test_the_next_round_begins_where_the_one_before_began(
    window: MainWindow, sit: Sit, time: Time, size: tuple[int, int]
) -> None:
    """The table of points grows upward, and which round comes next stands beside its button."""
    window.resize(*size)
    room = sit("Ann*4", "Barnabas the Elder*5", length="rounds_6", tie="shared", go=False)
    places = set()
    for n in range(1, 6):
        room.go_on()
        time.pass_by(room, 120_000, 50)
        assert room.side.phase == "stopped"
        settle()
        go, said, points = (QRect(each.mapTo(room, QPoint()), each.size()) for each in (
            room.card.go, room.card.sentence, room.card.scores))
        places.add((go.x(), go.y()))
        assert room.card.sentence.text().startswith(f"Round {n + 1} of 6.")
        assert points.bottom() < said.top() < said.bottom() < go.top()
    assert len(places) == 1, places


def test_a_whole_game(sit: Sit, time: Time, store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two computer players: countdown, rounds, stop, points, the end; the journal on disk replays to the same."""
    store.prefer(motion="full")
    room = sit("Ann*4", "Bo*5", length="rounds_2", tie="shared", go=False)
    assert room.side.phase == "ready" and not room.card.isHidden() and "12 dice" in room.card.sentence.text()
    for _ in range(4):
        room.go_on()
        time.pass_by(room, 120_000, 50) if room.side.phase == "race" else None
        if room.side.phase == "over":
            break
        assert room.side.phase == "stopped" and "Stop!" in room.card.title.text()
    assert room.side.phase == "over" and room.card.go.isHidden() and not room.card.again.isHidden()
    assert room.card.scores.which.isHidden(), "two rounds make no chart"
    assert not room.view.findChildren(Celebration), "no person has won"
    monkeypatch.setattr(type(room.side), "humans", room.side.players)
    room._turned("race")
    assert len(room.view.findChildren(Celebration)) == 1
    assert shared(room, room.card.picture)["card/name"] == room.card.title.text()
    record = journals.read(room.path)
    assert reopen(record, "x").session.state == room.side.session.state
    assert all(line.at > 0 for line in record.lines)


def test_watching_it_again(sit: Sit, time: Time) -> None:
    room = sit("Ann*5", "Bo*5", length="rounds_1", tie="shared")
    time.pass_by(room, 120_000, 50)
    assert room.side.phase == "over"
    room.watch()
    assert room.bar.playing and room.model._scene()[0].stage == "deal"
    room.bar.choose(4.0)
    time.pass_by(room, 1000)
    assert room.bar.at == pytest.approx(4000, abs=150)
    shown = room.model._scene()[0]
    assert shown == room.side.session.state_after(sum(event.at <= room.bar.at for event in room.side.session.events))
    room.bar.choose(0.5)
    before = room.bar.at
    time.pass_by(room, 1000)
    assert room.bar.at == pytest.approx(before + 500, abs=50)
    room.bar.line.setValue(room.bar.length)
    assert room.model._scene()[0] == room.side.session.state
    room.bar.closed.emit()
    assert room.bar.isHidden() and not room.card.isHidden()


def test_who_cannot_be_taught_or_paused_is_told_or_not_asked(sit: Sit, window: MainWindow) -> None:
    room = sit("Ann", "Bo", go=False)
    pause = next(each for each in room.actions() if each.shortcut().toString() == "Ctrl+P")
    assert not pause.isEnabled()
    for act in (room.turn_lessons, room.hint):
        window.messages.hide()
        act()
        assert window.messages.isVisible() and window.messages.sentence == "The coach has no advice now."
    room.go_on()
    assert pause.isEnabled()


def test_a_pause_hides_the_dice(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Bo*1")
    QTest.keyClick(room, Qt.Key.Key_Escape)
    assert room.side.paused and not room.card.isHidden()
    for tray in room.view.trays.values():
        assert {mark.key for die in tray.dice for mark in die.shows.marks} == {"die/body"}
        assert not any(mark.key.startswith("fits/") for mark in tray.display.marks)
    assert room.snapshot.lesson and not room.lesson.text(), "what the coach says of dice would show them"
    assert room.view.board == room.side.guide.blank()
    at = room.side.at
    time.pass_by(room, 5000)
    assert room.side.at == at
    QTest.keyClick(room, Qt.Key.Key_Return)
    assert room.side.running


def test_the_button_that_pauses_says_when_it_goes_on_with_the_race(sit: Sit) -> None:
    room = sit("Ann", "Bo*1")
    for paused, words in ((True, "Continue"), (False, "Pause (Escape)")):
        QTest.mouseClick(room.pause_button, Qt.MouseButton.LeftButton)
        assert room.side.paused == paused
        assert room.pause_button.accessibleName() == room.pause_button.toolTip() == words


def test_a_lost_focus_pauses(sit: Sit, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    room = sit("Ann", "Bo*1")
    monkeypatch.setattr(room, "isActiveWindow", lambda: False)
    QApplication.sendEvent(room, QEvent(QEvent.Type.ActivationChange))
    assert room.side.paused


def faces(room: RacePage) -> set[str]:
    """The marks of Ann's dice as they lie."""
    return {mark.key for die in room.view.trays["p1"].dice for mark in die.shows.marks}


def test_reduced_motion_shows_no_tumbling(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Bo")
    press(room, Qt.Key.Key_C)
    time.pass_by(room, 100)
    assert faces(room) == {"die/body", "die/sign"} and not any(die.tumbles for die in room.view.trays["p1"].dice)
    room.store.prefer(motion="full")
    time.pass_by(room, 100)
    tray = room.view.trays["p1"]
    assert tray.rolls_until > room.snapshot.at and all(len(die.tumbles) == 6 for die in tray.dice)
    time.pass_by(room, 1000)
    tray = room.view.trays["p1"]
    assert len(tray.dice) == 12 and not tray.rolls_until and "die/pip/0" in faces(room)


def test_what_was_said_stands_on_the_tray(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Bo")
    hand = room.side.session.state.part("p1").hand
    slot = next(i for i, die in enumerate(hand) if die is not None and die.face > 1)
    QTest.mouseClick(room.view, Qt.MouseButton.LeftButton, pos=place(room, "p1", f"die/{slot}"))
    said = [mark for mark in room.view.trays["p1"].display.marks if mark.key == "said"]
    assert said and "waits for" in said[0].text  # type: ignore[union-attr]
    time.pass_by(room, 1500)
    assert not any(mark.key == "said" for mark in room.view.trays["p1"].display.marks)


def test_a_time_trial_keeps_its_record(sit: Sit, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = list[str]()
    monkeypatch.setattr(speaker, "play", heard.append)
    room = sit("Ann*5", trial="6")
    room.store.prefer(sounds="on")
    time.pass_by(room, 60_000, 50)
    assert heard == ["finish"], "dice only of people"
    assert room.side.phase == "over"
    rows = room.records.rows(room.opened)
    assert len(rows) == 1 and rows[0][0] == room.side.session.state.rounds[0].ms and rows[0][2:4] == ["TEST", "Ann*5"]
    assert room.card.sentence.text().endswith("Your first time trial of this kind.")
    slower = room.records.sentence(room.opened, rows[0][0] + 12_300, 5)
    assert slower == f"0:12.3 behind your record of {room.card.title.text()}.", "the same record is not told twice"
    room.records.keep(room.opened, rows[0][0] + 12_300, 5)
    assert room.records.sentence(room.opened, *rows[0][:2]).startswith("The best so far.")
    assert room.card.again.width() > 2 * room.card.replay.width() - room.card.again.height()
    told = shared(room, room.card.picture)
    assert told["card/total"] == room.card.title.text() and told["card/said"] == room.card.sentence.text()


@amount("touches", 250, 2000)
def test_many_touches_through_the_widget(sit: Sit, time: Time, touches: int) -> None:
    """Up to ten fingers of four players come, slide and go at random; nothing is lost, doubled or credited to another."""
    room = sit("Ann", "Bo", "Cy", "Di", length="rounds_90", tie="shared")
    luck = random.Random(5)
    down: dict[int, QPoint] = {}
    hits: list[tuple[str, str]] = []
    room.view.hit.connect(lambda player, spot: hits.append((player, spot)))
    wide, high = room.view.width(), room.view.height()
    expected = 0
    for _ in range(touches):
        time.ms += luck.choice((0, 5, 60, 400))
        touch: Any = QTest.touchEvent(room.view, SCREEN, False)
        free = [finger for finger in range(10) if finger not in down]
        if down and (not free or luck.random() < 0.45):
            finger = luck.choice(list(down))
            for other in down.keys() - {finger}:
                touch.stationary(other)
            if luck.random() < 0.3:
                down[finger] = QPoint(luck.randrange(wide), luck.randrange(high))
                touch.move(finger, down[finger], room.view)
            else:
                touch.release(finger, down.pop(finger), room.view)
        else:
            finger, player = free[0], luck.choice(room.side.players)
            for other in down:
                touch.stationary(other)
            targets = room.view.trays[player].targets
            spot = luck.choice(targets)[0] if targets else ""
            down[finger] = place(room, player, spot) if spot else QPoint(luck.randrange(wide), luck.randrange(high))
            expected += bool(spot)
            touch.press(finger, down[finger], room.view)
            before = len(hits)
            touch.commit()
            assert hits[before:] == ([(player, spot)] if spot else []), "every touch counts once, for its own tray"
            touch = None
        if touch is not None:
            touch.commit()
        sound(room.side.session.state, 24)
        if room.side.phase == "stopped":
            room.go_on()
    assert len(hits) == expected > 0.35 * touches
    assert not room.side.session.refused_events
    assert all(sum(entry or 0 for entry in one.entries) == 0 for one in room.side.session.state.rounds)


# ---------------------------------------------------------------------- the other rooms


def test_real_dice_have_a_scoreboard(window: MainWindow, sit: Sit, time: Time) -> None:
    """Three taps a round; kept in the journal; checked on the desk."""
    board = sit("Ann", "Bo", "Cy", dice="real", length="rounds_2")
    assert isinstance(board, ScoreboardPage)
    assert board.sentence.text() == "Round 1 of 2: who placed their last die first?"
    for tap in ("p1", "p2/3", "p3/1"):
        board.taps[tap].click()
    for tap in ("p2/2", "p3/2", "p1"):
        board.taps[tap].click()
    assert board.rounds == ((4, -3, -1), (4, -2, -2)) and not board.taps
    won = [text.text() for text in board.findChildren(QLabel) if "win" in text.text().lower()]
    assert board.sentence.text() == "The game is over." and won == ["Ann wins"], "who won stands there once"
    told = shared(board, board.picture)
    assert (told["card/total"], told["card/name"], told["card/others"]) == ("108", "Ann wins", "Cy: 97 · Bo: 95")
    assert reopen(journals.read(board.path), "x").session.notes[("p1", "round/2")] == "4 -2 -2"
    board.undo()
    for tap in ("p2", "p1/7", "p3/1"):
        board.taps[tap].click()
    assert board.rounds[-1] == (-7, 8, -1)
    paper = board.paper()
    assert GAME.check.auditor(sheet_of(GAME, "", "x"), paper.options).audit(paper).verdict == "clean"
    board.paper_chosen.emit(paper)
    assert window.page.sheet.id == "ligretto_dice_score_3"  # type: ignore[union-attr]
    board.again.click()
    settle()
    anew = window.page
    assert isinstance(anew, ScoreboardPage) and anew is not board and not anew.rounds
    assert anew.opened.head.players == ("Ann", "Bo", "Cy") and anew.opened.head.options == board.opened.head.options


def test_the_scoreboard_ticks_what_was_pressed_and_keeps_the_focus(sit: Sit, time: Time) -> None:
    """From round to round, and where the leaders alone play on."""
    board = sit("Ann", "Bo", "Cy", dice="real", length="rounds_2")
    assert isinstance(board, ScoreboardPage)

    def press(spot: str) -> None:
        board.taps[spot].setFocus()
        QTest.keyClick(board.taps[spot], Qt.Key.Key_Space)
        settle(2)

    def pressed() -> set[str]:
        return {spot for spot, tap in board.taps.items() if tap.isChecked()}

    assert all(tap.icon().isNull() for tap in board.taps.values()) and not pressed()
    press("p1")
    assert {spot for spot, tap in board.taps.items() if not tap.icon().isNull()} == {"p1"} == pressed()
    press("p3/2")
    press("p2")  # somebody else after all
    assert {spot for spot, tap in board.taps.items() if not tap.icon().isNull()} == {"p2"}
    assert pressed() == {"p2", "p3/2"}
    press("p1/2")
    assert len(board.rounds) == 1 and not pressed() and board.taps["p1/2"].hasFocus()
    for spot in ("p1", "p2/2", "p3/2"):
        press(spot)
    assert set(board.racers) == {"p1", "p2"} and board.taps["p1"].hasFocus()
    press("p1")
    press("p2/12")
    assert not board.taps and board.undo_button.hasFocus()


@pytest.mark.parametrize(("text", "wide", "across"), [("100", 1280, 3), ("150", 800, 2), ("200", 1280, 3), ("200", 800, 2)])
def test_everybody_on_the_scoreboard_is_in_sight(
    window: MainWindow, sit: Sit, time: Time, text: str, wide: int, across: int
) -> None:
    """Who has no room beside the others lies below them; the focus begins at what is asked, also with large texts."""
    window.store.prefer(text=text)
    window.resize(wide, 1280)
    board = sit("Ann", "Bo", "Cy", dice="real")
    assert isinstance(board, ScoreboardPage)
    settle(8)
    assert len({board.taps[player].mapTo(board, QPoint()).x() for player in board.players}) == across
    for tap in board.taps.values():
        assert board.rect().contains(QRect(tap.mapTo(board, QPoint()), tap.size()))
    board.take_focus()
    assert board.taps["p1"].hasFocus()


def test_a_tie_on_the_scoreboard(sit: Sit, time: Time) -> None:
    board = sit("Ann", "Bo", "Cy", dice="real", length="rounds_2")
    for tap in ("p1", "p2/2", "p3/2", "p2", "p1/2", "p3/2"):
        board.taps[tap].click()
    assert board.racers == {"p1": 12, "p2": 12}
    for tap in ("p2", "p1/12"):
        board.taps[tap].click()
    assert board.rounds[-1] == (-12, 12, None) and board.racers == {}


def test_in_turns_it_is_an_ordinary_table(sit: Sit, time: Time) -> None:
    """The variant without speed, by the buttons that a screen reader names. The very last move can be taken back."""
    table = sit("Ann", "Bo*3", pace="turns", length="rounds_1", tie="shared")
    assert isinstance(table, TablePage)
    for _ in range(600):
        settle(1)
        if table.session.over:
            break
        waits = "Waiting" in table.snapshot.sentence
        assert not (waits and table.snapshot.enabled.roll), "the large button does what is not said"
        if table.session.step == "roll":
            table.roll()
            continue
        ready = [token.spot for token in table.snapshot.tray.tokens if token.state == "ready"]
        if table.session.waiting and (ready or table.snapshot.tray.act):
            table.tap_token(ready[0] if ready else table.snapshot.tray.act)
    last = table.session.events[-1].by
    assert table.session.over and [player for player in ("p1", "p2") if table.session.can_undo(player)] == [last]


def test_in_turns_there_is_one_board_and_the_dice_of_all_are_seen(sit: Sit, time: Time) -> None:
    table = sit("Ann", "Bo", "Cy", pace="turns", length="rounds_1", tie="shared")
    table.roll()
    table.open_tab(0)
    assert table.snapshot.tray.gives_up and table.tray.roll.property("role") == "", "passing is no main thing while one fits"

    def seen() -> dict[str, set[tuple[int, int]]]:
        """By player, what lies in each place: the number of pips."""
        found = {}
        for card in table.snapshot.players:
            keys = [mark.key for mark in card.drawing.display.marks]
            slots = [key.split("/")[1] for key in keys if key.endswith("/body")]
            found[card.player] = {(int(n), sum(key.startswith(f"die/{n}/pip/") for key in keys)) for n in slots}
        return found

    def lying() -> dict[str, set[tuple[int, int]]]:
        state = table.session.state
        return {
            player: {(slot, die.face) for slot, die in enumerate(state.part(player).hand) if die is not None}
            for player in state.players
        }

    assert seen() == lying() and all(map(len, lying().values()))
    for _ in range(6):
        ready = [token.spot for token in table.snapshot.tray.tokens if token.state == "ready"]
        table.tap_token(ready[0] if ready else table.snapshot.tray.act)
        settle(2)
        assert table.card.isHidden() and not table.session.following, "what all see is handed on by nobody"
        assert table.snapshot.sentence.startswith(f"{table.session.names[table.session.seat]} · ")
        assert seen() == lying()
    seat, before, hands = table.session.seat, table.session.events, lying()
    table.undo()
    assert table.session.events == before[:-1] and table.session.seat == before[-1].by != seat
    assert not table.snapshot.enabled.undo, "nobody takes back what another has played"
    table.redo()
    assert (table.session.events, table.session.seat, lying()) == (before, seat, hands)
    for player, sheet in table.others.sheets.items():
        first = next(die for die in table.session.state.part(player).hand if die is not None)
        assert str(first.face) in sheet.accessibleName() and "dice left" in sheet.accessibleName()
    before = table.snapshot.shown
    other = next(player for player in table.session.players if player not in (before, table.session.following))
    table.others.sheets[other].click()
    now = table.snapshot
    assert now.shown == before and not now.away
    assert now.notice is not None and now.notice.asked and "one board" in now.notice.sentence


def test_a_lone_person_is_taught_and_shown_a_stroke_that_stands_until_it_is_done(sit: Sit, time: Time) -> None:
    room = sit("Ann", "Cy*1")
    assert not room.lesson.isHidden()
    assert room.lesson.text()
    while not fitting(room, "p1").startswith("die/"):
        room.hit("p1", fitting(room, "p1"))
        time.pass_by(room, 1500)
    spot = fitting(room, "p1")
    room.hint()
    shown = room.lesson.text()
    assert shown.startswith("Place ")
    room.frame()
    assert room.lesson.text() == shown
    assert len(room.side.session.notes["p1", "hints"].split()) == 1
    move = room.model.hint.move
    assert move is not None
    for slot, die in enumerate(room.side.session.state.part("p1").hand):
        if die is not None and (die.name, die.face) == (move.color, move.value):
            spot = f"die/{slot}"
    room.hit("p1", spot)
    said = room.lesson.text()
    assert said != shown
    time.pass_by(room, 1500)
    room.hit("p1", "action/roll")
    assert room.snapshot.trays["p1"].rolls_until > room.snapshot.at
    assert room.lesson.text() == said, "nothing is told of dice that still roll"
    time.pass_by(room, 1500)
    assert room.lesson.text() == room.snapshot.lesson
    room.turn_lessons()
    assert room.lesson.isHidden()
    assert sit("Bo", "Cy*1").lesson.isHidden()
    assert sit("Ann", "Bo").lesson.isHidden()

"""Games are reviewed while nobody uses the program: only if the person has said so, never on battery, stopped at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rollwrite_desktop.intake.decks import Deck
from rollwrite_desktop.play.practice.idle_review import Looked
from rollwrite_desktop.ui.base import power
from rollwrite_desktop.ui.base.power import on_battery
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.play.practice.practice_page import PracticePage
from rollwrite_desktop.ui.window import idle_reviewer
from rollwrite_desktop.ui.window.idle_reviewer import IdleReviewer
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_deck import positions


class Waiting:
    """A task that is asked and never answers."""

    def __init__(self, call: Any, parent: Any) -> None:
        from PySide6.QtCore import QObject, Signal

        class Signals(QObject):
            given, ended, failed = Signal(object), Signal(), Signal(str)

        self._signals = Signals()
        self.given, self.ended, self.failed = self._signals.given, self._signals.ended, self._signals.failed
        self.asked, self.dropped = 0, False

    def ask(self) -> None:
        self.asked += 1

    def drop(self) -> None:
        self.dropped = True


@pytest.fixture
def battery(monkeypatch: pytest.MonkeyPatch, window: MainWindow) -> list[bool]:
    """Whether the machine runs on its battery."""
    monkeypatch.setattr(idle_reviewer, "Task", Waiting)
    state = [False]
    window.reviewer._battery = lambda: state[0]
    return state


def test_nothing_begins_before_the_person_has_said_so(window: MainWindow, store: Settings, battery: list[bool]) -> None:
    reviewer = window.reviewer
    assert not reviewer._timer.isActive() and not reviewer._watching
    window.go.show_practice()
    page = window.page
    assert isinstance(page, PracticePage) and page._idle_card.isVisible()
    page.idle_on.click()
    assert store.preferences.reviews == "on" and page._idle_card.isHidden() and reviewer._timer.isActive()
    window.go.show_home()
    window.go.show_practice()
    assert isinstance(window.page, PracticePage) and window.page._idle_card.isHidden(), "it asks once"
    store.prefer(reviews="off")
    assert not reviewer._timer.isActive()


def test_it_works_only_while_nobody_uses_the_program(window: MainWindow, store: Settings, battery: list[bool]) -> None:
    reviewer: IdleReviewer = window.reviewer
    store.prefer(reviews="on")
    QTest.keyClick(window, Qt.Key.Key_Shift)
    reviewer.look()
    assert not reviewer.working, "a key was pressed since the last look"
    battery[0] = True
    reviewer.look()
    assert not reviewer.working
    battery[0] = False
    reviewer.look()
    task: Any = reviewer._task
    assert reviewer.working and task.asked == 1
    reviewer.take(None)
    reviewer.take(Looked("a.rollwrite", 5))
    assert task.asked == 3 and reviewer._known == {("a.rollwrite", 5)}
    QTest.keyClick(window, Qt.Key.Key_Shift)
    assert task.dropped and not reviewer.working and not reviewer._watching, "at once, and the next keys pass it by"
    reviewer.look()
    assert not reviewer.working
    reviewer.look()
    assert reviewer.working
    battery[0] = True
    reviewer.take(None)
    assert not reviewer.working, "the plug was pulled"


def test_positions_come_into_sight_on_a_page_that_is_open(window: MainWindow, store: Settings) -> None:
    store.prefer(reviews="on")
    window.go.show_practice()
    page = window.page
    assert isinstance(page, PracticePage) and page.headline.text() == "No mistakes of your own yet"
    assert "leave the program alone" in page.sentence.text(), "nobody has to choose Review"
    found = tuple(position for _, position in positions("rolling_america"))
    page.decks.change(page.decks.own_path, lambda _: Deck(1, positions=found))
    window.reviewer._collector.collected.emit(0, True)
    assert page.headline.text() == "No mistakes of your own yet"
    window.reviewer._collector.collected.emit(len(found), False)
    assert page.headline.text() == f"Today: {len(found)} positions" and page.start.isVisible()
    window.go.show_home()
    window.reviewer._collector.collected.emit(1, False)


def test_what_the_system_says_of_its_battery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power.sys, "platform", "linux")

    def supply(name: str, **words: str) -> None:
        (tmp_path / name).mkdir(exist_ok=True)
        for key, word in words.items():
            (tmp_path / name / key).write_text(word + "\n")

    assert not on_battery(tmp_path / "none") and not on_battery(tmp_path)
    supply("AC", type="Mains", online="0")
    supply("mouse", type="Battery", scope="Device", status="Discharging")
    supply("BAT0", type="Battery", status="Charging")
    assert not on_battery(tmp_path)
    supply("BAT0", status="Discharging")
    assert on_battery(tmp_path)
    monkeypatch.setattr(power.sys, "platform", "darwin")
    assert on_battery(tmp_path / "none"), "it cannot be told"

"""The review beside the replay: it begins when it is opened, comes turn by turn, is kept, and shows turns on the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.play.review.game_review import Partly, Review, TurnResult, TurnReview, kept_reviews
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.play.table.replay import review_panel
from rollwrite_desktop.ui.play.table.replay.replay_page import ReplayPage
from rollwrite_desktop.ui.play.table.replay.replay_side import REVIEW, SCORE
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_game_index import shelve
from tests.play.test_review_view import reviewed_game
from tests.ui.conftest import settle
from tests.ui.speech import Transcript, heard, press

__all__ = ["heard"]


@pytest.fixture
def page(window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReplayPage]:
    """The replay of a finished game; the worker process is tried elsewhere."""
    monkeypatch.setattr(Task, "ask", lambda _: None)
    opened, _ = reviewed_game()
    path = store.games / "a.rollwrite"
    store.games.mkdir(parents=True, exist_ok=True)
    path.touch()
    window.go.show_replay(opened, path)
    settle()
    assert isinstance(window.page, ReplayPage)
    yield window.page
    window.page.review.halt()


def part_of(turn: TurnResult, turns: int) -> Partly:
    """A turn as it comes from the worker process."""
    rolled = turn.value - turn.error
    measured = TurnReview(turn.turn, turn.before, turn.after, turn.move, rolled, turn.value, turn.se, turn.best)
    return Partly(turn, turns, measured)


def test_what_was_reviewed_stays_when_it_is_stopped(page: ReplayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[TurnReview, ...]] = []
    monkeypatch.setattr(review_panel, "review_job", lambda *args: begun.append(args[-1]) or (lambda: iter(())))
    _, review = reviewed_game()
    page.open_tab(REVIEW)
    panel, parts = page.review, [part_of(turn, len(review.turns)) for turn in review.turns[:2]]
    for part in parts:
        panel.take(part)
    panel.stop.click()
    assert not panel.running and panel.story.text() == f"2 of {len(review.turns)} turns are reviewed."
    page.open_tab(SCORE)
    page.open_tab(REVIEW)
    assert panel.running and panel.progress.value() == 2 and len(panel.bars.turns) == 2
    assert begun == [(), tuple(part.measured for part in parts)]


def test_keys_and_buttons_lead_from_one_costly_turn_to_the_next(page: ReplayPage) -> None:
    _, review = reviewed_game()
    page.open_tab(REVIEW)
    page.review.take(review)
    costly = sorted(turn.before for turn in review.costly)
    assert len(costly) > 2
    page.step_costly(1)
    assert page.model.at == costly[0] and not page.review.costly_back.isEnabled()
    page.review.costly_on.click()
    page.go(page.model.at + 1)
    page.step_costly(1)
    assert page.model.at == costly[2]
    page.go(page.replay.length)
    page.step_costly(-1)
    assert page.model.at == costly[-1] and not page.review.costly_on.isEnabled()


def test_it_begins_when_it_is_opened_and_can_be_stopped(page: ReplayPage) -> None:
    assert page.beside.tabs.checkedId() == SCORE and not page.review.running
    page.open_tab(REVIEW)
    assert page.review.running and page.review.stop.isVisibleTo(page)
    page.review.stop.click()
    assert not page.review.running and page.review.go_on.isVisibleTo(page)
    page.open_tab(SCORE)
    page.open_tab(REVIEW)
    assert page.review.running
    page.open_tab(SCORE)
    assert not page.review.running, "nobody looks any more"


def test_turns_come_the_worst_first_and_the_whole_is_kept(page: ReplayPage) -> None:
    opened, review = reviewed_game()
    panel = page.review
    page.open_tab(REVIEW)
    worst = max(review.turns, key=lambda turn: turn.error)
    panel.take(part_of(worst, len(review.turns)))
    lines = [line.remark.sentence for _, line in panel.lines]
    assert lines == ([f"Turn {worst.turn}: {worst.mark}"] if worst.mark else [])
    assert panel.bars.turns == ((worst.turn, worst.error, None),) and not panel.print.isVisibleTo(page)
    panel.take(review)
    assert not panel.running and panel.print.isVisibleTo(page)
    assert [text.text() for text in panel.figures[2]] == [f"{review.without_luck:.1f}", "Without luck\n(Xs)"]
    assert kept_reviews(page.path, opened) == {"p1": review}


def test_a_turn_is_shown_on_the_sheet_with_its_choices(page: ReplayPage) -> None:
    _, review = reviewed_game()
    page.open_tab(REVIEW)
    page.review.take(review)
    turn = max(review.turns, key=lambda each: each.error)
    page.review.turn_chosen.emit(turn.before)
    assert page.turn == turn and page.model.at == turn.before and page.branch.isEnabled()
    assert page.sentence.text().startswith(f"Turn {turn.turn}")
    assert len(page.review.choices) == len(turn.best) + 1
    assert any(mark.key.startswith("flag/") for mark in page.model.display().marks)
    page.review.choices[1].click()
    assert page.model.choice == 1 and not any(mark.key.startswith("flag/") for mark in page.model.display().marks)
    page.review.choices[1].click()
    assert page.model.choice is None
    page.go(0)
    assert page.turn is None and not page.review.choices


def test_what_is_heard_of_a_review(page: ReplayPage, heard: list[str], tmp_path: Path) -> None:
    """By keys alone; at `reviewed` the worker process is done."""
    _, review = reviewed_game()

    def act(key: str) -> Iterator[str]:
        if key == "reviewed":
            page.review.take(review)
            settle()
        else:
            press(page, key)
        yield from ()

    heard.clear()
    Transcript.of(Path(__file__).with_name("review.txt")).check(heard, act, tmp_path)


def test_a_tap_on_a_bar_shows_its_turn(page: ReplayPage) -> None:
    _, review = reviewed_game()
    page.open_tab(REVIEW)
    page.review.take(review)
    settle()
    bars = page.review.bars
    QTest.mouseClick(bars, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(bars.width() // 2, 60))
    assert page.turn is not None and bars.marked == page.turn.turn
    assert "error" in bars.accessibleName()


def test_the_review_is_printed(page: ReplayPage) -> None:
    _, review = reviewed_game()
    page.open_tab(REVIEW)
    page.review.take(review)
    printed: list[object] = []
    page.leaves_chosen.disconnect()
    page.leaves_chosen.connect(printed.append)
    page.review.print.click()
    assert len(printed) == 1


def test_a_race_has_no_review(window: MainWindow, store: Settings) -> None:
    shelve(store.games, "b", "ligretto_dice", players=("Ann",), pace="turns")
    window.go.files.replay(store.games / "b.rollwrite", tab="review")
    settle()
    page = window.page
    assert isinstance(page, ReplayPage) and page.beside.pages.count() == SCORE + 1


def test_a_review_that_fails_says_why(page: ReplayPage) -> None:
    page.open_tab(REVIEW)
    page.review._give_up("No.")
    assert page.review.story.text() == "No." and not page.review.running


def test_a_kept_review_is_found_again(page: ReplayPage, store: Settings) -> None:
    opened, review = reviewed_game()
    page.open_tab(REVIEW)
    page.review.take(review)
    again = ReplayPage(opened, page.path, store)
    assert isinstance(again.review.found.review, Review)
    again.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

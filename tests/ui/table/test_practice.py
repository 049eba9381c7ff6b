"""Practicing: the deck by theme, a position played as at the table and checked, and from one to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtWidgets import QFileDialog

from rollwrite_desktop.intake.decks import Deck, Position, Practice, Reviewed
from rollwrite_desktop.play.practice import practice
from rollwrite_desktop.play.practice.deck import key_of, written
from rollwrite_desktop.play.practice.practice import Verdict
from rollwrite_desktop.play.review.game_review import TurnResult
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.library.deck_store import DeckStore
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.play.practice.position_page import PositionPage
from rollwrite_desktop.ui.play.practice.practice_page import PracticePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_deck import QUICK, ROLLOUTS, play_moves, positions
from tests.ui.conftest import settle, wait_for


@pytest.fixture
def deck(window: MainWindow) -> DeckStore:
    """A deck with a position of each game and one more."""
    decks = DeckStore(window.store)
    some = [positions("rolling_america")[0][1], *(position for _, position in positions("hexroller")[:2]),
            positions("on_tour")[0][1]]
    decks.change(decks.own_path, lambda deck: structs.replace(deck, positions=tuple(some)))
    return decks


def practice_page(window: MainWindow) -> PracticePage:
    window.go.show_practice()
    page = window.page
    assert isinstance(page, PracticePage)
    wait_for(lambda: page.collector._task is None)
    return page


def position_page(window: MainWindow) -> PositionPage:
    assert isinstance(window.page, PositionPage)
    settle()
    return window.page


def put(page: PositionPage, moves: tuple[str, ...]) -> None:
    """Plays a turn but for what ends it, and presses the large button."""
    play_moves(page._practiced, moves[:-1] if moves[-1] == "done" else moves)
    page.after(page.model.dismiss)
    page.tray.roll.click()
    wait_for(lambda: page.verdict is not None)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are measured as those of the tests were, in this process."""

    def quickly(position: Position, beside: Path, moves: tuple[str, ...]) -> practice.Verdict:
        return practice.judge(position, beside, moves, ROLLOUTS, QUICK)

    class Now:
        """A task that answers at once."""

        def __init__(self, call: Any, parent: Any) -> None:
            from PySide6.QtCore import QObject, Signal

            class Given(QObject):
                given, failed = Signal(object), Signal(str)

            self.call, self._signals = call, Given()
            self.given, self.failed = self._signals.given, self._signals.failed

        def ask(self) -> None:
            self.given.emit(next(self.call()))

        def drop(self) -> None:
            pass

    monkeypatch.setattr("rollwrite_desktop.ui.play.practice.position_page.judge", quickly)
    monkeypatch.setattr("rollwrite_desktop.ui.play.practice.position_page.warm", lambda *_: True)
    monkeypatch.setattr("rollwrite_desktop.ui.play.practice.position_page.Task", Now)


def test_an_empty_deck_says_how_it_comes_to_be_full(window: MainWindow) -> None:
    page = practice_page(window)
    assert page.headline.text() == "No mistakes of your own yet" and "choose Review" in page.sentence.text()
    assert page.start.isHidden() and page.more.isHidden() and not page.share.isEnabled() and not page.print.isEnabled()
    page.results.click()
    assert window.page is not None and window.page.title == "Results"


def test_with_an_empty_deck_there_are_positions_to_begin_with(window: MainWindow) -> None:
    page = practice_page(window)
    titles = [line.accessibleName().partition(";")[0] for line in page.games]
    assert titles[0] == "Rolling America" and len(titles) == len(page.decks.to_begin_with())
    page.games[0].click()
    assert page.which.currentText() == "To start with: Rolling America" and not page.games
    assert page.headline.text() == f"Today: {min(12, len(page.deck.positions))} positions"
    assert page._themes_title.text() == "By theme" and page.start.hasFocus()
    page.start.click()
    shown = position_page(window)
    assert shown.about.text().startswith("Rolling America, roll ") and "’s game" not in shown.about.text()
    put(shown, shown.position.best[0])
    assert shown.verdict is not None and shown.verdict.right
    kept = shown.decks.read(shown.deck_path)
    assert kept.done == 1 and shown.deck_path.exists()


def test_the_deck_is_shown_by_theme_with_what_is_due(window: MainWindow, deck: DeckStore) -> None:
    page = practice_page(window)
    assert page.headline.text() == "Today: 4 positions" and page.start.isVisible()
    assert len(page.lines) >= 3 and all("due" in line.accessibleName() for line in page.lines)
    assert page.take_focus() is None and page.start.hasFocus()
    page.lines[0].click()
    assert [position_page(window).position.game] == ["rolling_america"]
    position_page(window).left.emit()
    assert window.page is page
    first = page.lines[2].accessibleName().partition(";")[0]
    assert page.most.text().startswith(f"In HexRoller, this costs you most: {first}."), "by the cost, as the list has it"
    head = page.findChild(PageHead)
    assert head is not None
    window.store.prefer(text="200")
    settle(4)
    assert head.needed() <= head.width(), "what has no room any more is in a menu"
    window.store.prefer(text="100")
    clear = tuple(structs.replace(each, cost=structs.replace(each.cost, error=1.5, se=0.2)) for each in page.deck.positions)
    deck.change(deck.own_path, lambda before: structs.replace(before, positions=clear))
    page.refresh()
    page.print.click()
    assert window.page is page, "each position is drawn in a turn of its own"
    settle(8 * len(page.deck.positions))
    assert isinstance(window.page, PrintPage)
    assert [leaf.title for leaf in window.page.order.ready] == [
        f"{game}: Positions to practice" for game in ("Rolling America", "On Tour", "HexRoller")]


def test_a_mistake_is_told_drawn_and_tried_again(window: MainWindow, deck: DeckStore) -> None:
    practice_page(window).lines[0].click()
    page = position_page(window)
    position = page.position
    assert page.tray.roll.text() == "Check my move" and not page.tray.take_back.isVisible()
    assert "Find a better one" in page._asked[0].text()
    page.roll()
    assert page.verdict is None and page.snapshot.notice is not None
    put(page, position.played)
    assert page.verdict is not None and page.judged.headline.text().startswith("That adds ") == (not page.verdict.right)
    assert page.judged.isVisible() and not page.tray.isVisible()
    assert page.head.prompt.text() == "Rolling America, roll 1 · Ann’s game"
    before = page.view.canvas.display
    page.judged.choices[1].click()
    assert page.view.canvas.display != before
    kept = deck.read(deck.own_path)
    assert kept.done == 1
    assert [each.practice for each in kept.positions if key_of(each) == key_of(position)] == [
        Practice(1, 1 if page.verdict.right else 0, kept.positions[0].practice.due, kept.day)
    ]
    page.try_again()
    assert page.verdict is None and len(page.session.events) == len(position.events) and page.tray.isVisible()
    put(page, position.best[0])
    assert page.verdict is not None and page.verdict.right and page.judged.again.isHidden()
    assert deck.read(deck.own_path).done == 1


def test_what_came_of_it_has_the_room_of_what_was_asked(window: MainWindow, deck: DeckStore) -> None:
    window.resize(1366, 720)
    practice_page(window).lines[0].click()
    page = position_page(window)
    asked = page.tabs.minimumHeight()
    put(page, page.position.played)
    page.judged.played.setText("\n".join("So much more" for _ in range(30)))
    page.judged.played.show()
    settle(8)
    assert page.judged._scroll.verticalScrollBar().maximum(), "there is more to say than there is room for"
    assert page.tabs.height() < asked / 2 and page.about.isVisible()
    page.try_again()
    settle(4)
    assert page.tabs.minimumHeight() == asked


def test_a_run_goes_from_one_to_the_next_and_back(window: MainWindow, deck: DeckStore) -> None:
    practice_page(window).start.click()
    seen = []
    for n in range(4):
        page = position_page(window)
        assert page.head.progress.text() == f"{n + 1} of 4"
        seen.append(page.run.key)
        put(page, page.position.best[0])
        assert page.verdict is not None and page.verdict.right
        page.roll() if n == 0 else page.judged.next.click()
    assert len({*seen}) == 4
    back = window.page
    assert isinstance(back, PracticePage) and back.headline.text() == "Nothing is due today" and back.more.isVisible()
    assert window.messages.history[-1].endswith("4 positions, 4 solved at once.")
    assert deck.read(deck.own_path).done == 4


def test_what_is_skipped_stays_due(window: MainWindow, deck: DeckStore) -> None:
    practice_page(window).start.click()
    first = position_page(window).run.key
    position_page(window).skip.click()
    assert position_page(window).run.key != first
    assert deck.read(deck.own_path).done == 0


def test_a_position_that_cannot_be_shown_is_passed_over(window: MainWindow, deck: DeckStore) -> None:
    deck.change(deck.own_path, lambda kept: structs.replace(
        kept, positions=(structs.replace(kept.positions[0], rules=9), *kept.positions[1:])))
    page = practice_page(window)
    page._run(page.deck.positions[:2])
    assert position_page(window).position.game == "hexroller"
    assert any("passed over" in said for said in window.messages.history)
    page = practice_page(window)
    page._run(page.deck.positions[:1])
    assert window.page is page


def test_a_mistake_that_is_none_any_more_leaves_the_deck(
    window: MainWindow, deck: DeckStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice_page(window).lines[0].click()
    page = position_page(window)
    turn = TurnResult(1, "; ".join(page.position.played), 8.0, 0.0, 0.1, 0.0, "", (), 1, 1)
    page.take(Verdict(None, turn, True))
    assert "leaves the deck" in page.judged.headline.text() and page.judged.theme.isHidden()
    assert page.run.key not in {key_of(each) for each in deck.read(deck.own_path).positions}


def test_a_chart_comes_with_three_reviewed_games(window: MainWindow, deck: DeckStore) -> None:
    games = tuple(Reviewed(str(n), "hexroller", f"2026-11-2{n}", "Ann", 7, {"bonus": 1.0 * n}) for n in range(3))
    page = practice_page(window)
    assert page._chart_card.isHidden()
    deck.change(deck.own_path, lambda kept: structs.replace(kept, reviews=games))
    page.refresh()
    assert not page._chart_card.isHidden() and page.chart.names == ("Which bonus is used",)
    assert page.chart.lines == ((0.0, pytest.approx(100 / 7), pytest.approx(200 / 7)),)
    assert page.unit.text() == "Which bonus is used: points in a hundred turns; lower is better."


def test_one_player_s_mistakes_can_be_shown_alone(window: MainWindow, deck: DeckStore) -> None:
    page = practice_page(window)
    assert page.who.isHidden(), "all are of one player"
    named = tuple(structs.replace(each, player=name) for each, name in zip(
        deck.read(deck.own_path).positions, ("Ann", "Bo", "Ann", "Bo"), strict=True))
    deck.change(deck.own_path, lambda before: structs.replace(before, positions=named))
    page.refresh()
    assert page.who.isVisible() and [page.who.itemText(n) for n in range(3)] == ["Everyone", "Ann", "Bo"]
    page.who.choose("Bo")
    assert page.headline.text() == "Today: 2 positions" and {each.player for each in page.deck.positions} == {"Bo"}
    page.start.click()
    assert [key_of(named[n]) for n in (1, 3)] == sorted(position_page(window).run.keys, key=[*map(key_of, named)].index)
    position_page(window).left.emit()
    assert window.page is page and page.who.value == "Bo" and len(deck.read(deck.own_path).positions) == 4


def test_a_deck_is_shared_and_opened_elsewhere(
    window: MainWindow, deck: DeckStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = practice_page(window)
    shared = tmp_path / "For Bo.rollwrite-deck"
    proposed: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: (proposed.append(given[2]), (str(shared), ""))[1])
    page.share.click()
    assert [Path(name).name for name in proposed] == ["Positions to practice.rollwrite-deck"], "theirs are “My mistakes”"
    assert b"Ann" not in shared.read_bytes()
    assert window.go.open_file(shared)
    opened = window.page
    assert isinstance(opened, PracticePage) and opened.path == deck.folder / "For Bo.rollwrite-deck"
    assert opened.which.isVisible() and opened.which.currentText() == "For Bo" and not opened.most.isVisible()
    opened.which.choose(str(deck.own_path))
    assert opened.path == deck.own_path
    (tmp_path / "bad.rollwrite-deck").write_bytes(b"{}")
    assert not window.go.open_file(tmp_path / "bad.rollwrite-deck")
    assert window.go.open_file(deck.folder / "For Bo.rollwrite-deck") and len(deck.others()) == 1


def test_home_says_how_many_are_due(window: MainWindow, deck: DeckStore) -> None:
    window.go.show_home()
    page: Any = window.page
    assert page.practice.text() == "Practice (4)"
    page.practice.click()
    assert isinstance(window.page, PracticePage)
    deck.own_path.write_bytes(written(Deck(1)))
    window.go.show_home()
    page = window.page
    assert page.practice.text() == "Practice"

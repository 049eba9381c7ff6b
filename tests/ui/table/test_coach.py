"""Learning at the table: the rules open where a refusal came from, lessons and hints of the coach."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidgetItem

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.words.coach import HINT_NOTE
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.play.table.side_tabs import COACH, LOG, PLAYERS
from rollwrite_desktop.ui.window.help.rules_page import RulesPage
from tests.ui.conftest import PATIENCE, settle, wait_for


def shown(book: RulesPage) -> list[str]:
    items: list[QListWidgetItem] = [book.list.item(row) for row in range(book.list.count())]
    return [item.data(Qt.ItemDataRole.UserRole) for item in items if item.data(Qt.ItemDataRole.UserRole)]


def test_the_rules_are_one_chapter_that_opens_where_it_is_wanted(qtbot: Any, store: Settings) -> None:
    book = RulesPage("rolling_america", None, sheet_of(GAMES["rolling_america"], "rolling_america_europe"))
    qtbot.addWidget(book)
    book.show()
    book.open_at("RA-8:case")
    qtbot.waitUntil(lambda: all(section.drawn for section in book.sections), timeout=PATIENCE)
    settle()
    assert book.entry is not None
    assert book.entry.keys[0] == "RA-8"
    section = next(section for section in book.sections if section.entry is book.entry)
    (piece,) = section.pieces
    assert piece.refusal is not None
    bar = book.page.verticalScrollBar()
    assert bar.maximum() > book.page.height() and 0 <= section.y() - bar.value() < book.page.height() // 2
    bar.setValue(0)
    assert book.entry.keys[0] == "RA-1"
    assert book.list.currentItem().data(Qt.ItemDataRole.UserRole) == "RA-1"
    book.list.setCurrentRow(book.list.count() - 1)
    settle()
    assert bar.value() == bar.maximum()


def test_the_rules_can_be_searched(qtbot: Any, store: Settings) -> None:
    book = RulesPage("rolling_america")
    qtbot.addWidget(book)
    book.show()
    book.query.setText("circle")
    assert "RA-14" in shown(book)
    assert "RA-11" not in shown(book)
    assert [section.entry.keys[0] for section in book.sections if section.isVisibleTo(book)] == shown(book)
    book.query.setText("elephant")
    assert shown(book) == []
    assert book.nothing.isVisible()
    assert book.entry is None
    book.which.choose("hexroller")
    book.query.clear()
    assert shown(book)[0] == "HR-18"


def test_a_refusal_leads_to_its_rule(qtbot: Any, window: Any, seat: Any) -> None:
    table = seat("Ann")
    window.go.show_table(table.opened, table.path)
    page = window.page
    page.roll()
    die = next(token for token in page.session.prompt("p1").tokens if token.kind == "die" and token.ink)
    page.tap_token(die.spot)
    elsewhere = next(space.id for space in page.opened.sheet.spaces if space.region not in (die.ink, ""))
    page.tap(elsewhere)
    bubble = page.feedback.bubble
    assert bubble.key.startswith("RA-7")
    assert bubble.rule.isVisibleTo(page)
    bubble.rule.click()
    book = window.findChild(RulesPage)
    assert book is not None
    assert book.entry is not None
    assert book.entry.keys[0] == "RA-7"
    assert page.rule() == ("rolling_america", bubble.key)
    window.go.show_lobby("on_tour")  # what stays open follows the game that is shown, and stays there where none is
    assert book.game.info.id == book.which.value == "on_tour"
    window.go.show_home()
    assert book.game.info.id == "on_tour"
    book.close()


def test_the_coach_shows_a_stroke_and_goes_when_something_is_written(seat: Any) -> None:
    table = seat("Ann")
    pane = table.coach
    assert table.tabs.current == COACH
    table.roll()
    settle()
    assert pane.lesson.text()
    pane.show_me.click()
    wait_for(lambda: table.snapshot.coaching.hint is not None)
    settle()
    assert pane.card.isVisibleTo(table)
    spot = table.snapshot.coaching.hint.spots[0]
    assert spot in table.opened.sheet.space
    assert any(spot in mark.key for mark in table.snapshot.display.marks)
    assert table.session.session.notes[("p1", HINT_NOTE)] == "1"
    move = next(iter(table.session.rules.moves(table.session.state, "p1")))
    table.session.session.submit(Event("p1", move))
    table.after(table.model.resume)
    settle()
    assert not pane.card.isVisibleTo(table)
    assert table.snapshot.coaching.hint is None


def test_lessons_count_up_as_they_are_read(seat: Any) -> None:
    """Whatever comes first is the first tip of ten; one that comes again has its number again, in the next game too."""
    table = seat("Ann")
    said: dict[str, str] = {}
    for n in range(24):
        settle(2)
        if table.coach.count.text():
            assert said.setdefault(table.coach.title.text(), table.coach.count.text()) == table.coach.count.text()
        if n == 12:
            table.tabs.open(LOG)
        if table.view.among:
            table.tap(sorted(table.view.among)[n % len(table.view.among)])
            if table.snapshot.question is not None:
                table.tap_token(table.snapshot.question.tokens[0].spot)
        else:
            table.roll()
    settle(2)
    assert [*said.values()] == [f"Tip {n} of 10" for n in range(1, len(said) + 1)] and len(said) > 2
    assert seat("Bo").coach.count.text() == "Tip 1 of 10"


def test_lessons_put_away_stay_away(seat: Any, store: Settings) -> None:
    table = seat("Ann")
    table.coach.away.click()
    assert table.tabs.current != COACH
    assert seat("Ann").tabs.current != COACH
    assert store.recall("coach-rolling_america", "") == "off"
    again = seat("Ann")
    again.open_coach()
    assert again.tabs.current == COACH


def test_after_the_first_game_nobody_is_a_newcomer(seat: Any, store: Settings, qtbot: Any) -> None:
    table = seat("Ann", "Bo*")
    assert table.tabs.current == COACH
    table.hand_over("p1")
    qtbot.waitUntil(lambda: table.session.over, timeout=PATIENCE)
    settle()
    assert table.tabs.current == PLAYERS
    assert store.recall("coach-rolling_america", "") == ""  # the computer finished it, no person
    again = seat("Ann")
    assert again.tabs.current == COACH


def test_the_coach_is_silent_where_two_dice_come_to_the_same(seat: Any) -> None:
    """Both have nine places; asked for a move, it still has one."""
    table = seat("Ann", dice="real")
    table.tabs.open(COACH)
    table.roll(table.session.rules.read("red 1, blue 6"))
    settle()
    pane = table.coach
    assert table.snapshot.coaching.lesson is None
    assert not any(line.isVisible() for line in (pane.count, pane.title, pane.lesson, pane.card))
    assert not pane.read.isEnabled() and pane.show_me.isEnabled()
    table.hint()
    wait_for(lambda: table.snapshot.coaching.hint is not None)
    assert pane.card.isVisible() and pane.hint.text()

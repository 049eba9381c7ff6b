"""Real dice and cards entered: as many taps as there are dice and cards, whatever chance is asked."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.core.chance import Ask, Deal, Draw, Outcome, Roll
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.ui.canvas.roll_entry import Cell, RollEntry
from tests.ui.conftest import settle, words


def asking(qtbot: Any, ask: Ask) -> tuple[RollEntry, list[Outcome]]:
    game = GAMES["rolling_america" if isinstance(ask, Draw) else "on_tour" if isinstance(ask, Deal) else "hexroller"]
    entry, entered = RollEntry(RollNotes(game, sheet_of(game, ""), {})), list[Outcome]()
    qtbot.addWidget(entry)
    entry.dice_entered.connect(entered.append)
    entry.ask(ask)
    entry.show()
    settle()
    return entry, entered


def tap(button: Any) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_die_of_each_color_once_and_the_last_tap_in_a_row_counts(qtbot: Any) -> None:
    ask = Draw(("red", "blue"), 2)
    entry, entered = asking(qtbot, ask)
    for at in ((0, 3), (0, 5), (1, 1)):
        tap(entry.cells[at])
    assert [str(outcome) for outcome in entered] == ["red 5, blue 1"]
    assert not any(cell.isChecked() for cell in entry.cells.values())


def test_plain_dice_may_show_the_same(qtbot: Any) -> None:
    ask = Roll(3, (3, 4, 5))
    entry, entered = asking(qtbot, ask)
    for row in range(3):
        tap(entry.cells[row, 4])
    assert [str(outcome) for outcome in entered] == ["4 4 4"]
    assert ask.admits(entered[0])


def test_many_plain_dice_are_counted_by_number(qtbot: Any) -> None:
    """Six counters, in place of a row for each of eight dice; the last die enters the roll."""
    ask = Roll(8, (3, 4, 5, 6, 7, 8))
    entry, entered = asking(qtbot, ask)
    assert [*entry.cells] == [(0, face) for face in ask.faces] and [*entry.fewer] == [*ask.faces]
    assert "Roll 8 dice; on ordinary dice, add 2." in words(entry), "said before one is tapped as it lies"
    tap(entry.fewer[4])  # there is none to take away
    assert not entry.begun
    for face in (5, 3, 3, 8, 8, 8, 4):
        tap(entry.cells[0, face])
    assert "One more die to enter." in words(entry) and entry.begun and not entered
    assert [entry._numbers[face].text() for face in ask.faces] == [*"211003"]
    assert entry.cells[0, 8].accessibleName() == "Number 8: 3 dice"
    tap(entry.fewer[8])
    assert "2 more dice to enter." in words(entry)
    tap(entry.cells[0, 6])
    tap(entry.cells[0, 6])
    assert [str(outcome) for outcome in entered] == ["3 3 4 5 6 6 8 8"] and ask.admits(entered[0])
    assert not entry.begun and {label.text() for label in entry._numbers.values()} == {"0"}
    assert "Roll 8 dice; on ordinary dice, add 2." in words(entry)
    QTest.keyClicks(entry.line, "3356")
    assert [entry._numbers[face].text() for face in ask.faces] == [*"201100"], "typed ones are counted as they are tapped"
    assert "4 more dice to enter." in words(entry)
    for face in (8, 8, 8, 7):
        tap(entry.cells[0, face])
    assert str(entered[-1]) == "3 3 5 6 7 8 8 8" and not entry.begun
    QTest.keyClicks(entry.line, "33456788")
    assert "Press Enter to take the roll." in words(entry) and len(entered) == 2
    QTest.keyClick(entry.line, Qt.Key.Key_Return)
    assert len(entered) == 3 and not entry.begun


def test_counters_are_one_stop_of_tab_and_arrows_reach_all(qtbot: Any) -> None:
    entry, _ = asking(qtbot, Roll(8, (3, 4, 5, 6, 7, 8)))
    entry.activateWindow()
    entry.cells[0, 3].setFocus()
    more, fewer = entry.cells, entry.fewer
    for key, wanted in (("Right", more[0, 4]), ("Down", fewer[4]), ("Right", fewer[5]), ("Up", more[0, 5])):
        QTest.keyClick(QApplication.focusWidget() or entry, getattr(Qt.Key, f"Key_{key}"))
        assert wanted.hasFocus(), key
    QTest.keyClick(entry.cells[0, 5], Qt.Key.Key_Space)
    assert entry._numbers[5].text() == "1"
    stops = [each for each in (*entry.cells.values(), *entry.fewer.values()) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [entry.cells[0, 5]]


def test_dice_and_cards(qtbot: Any) -> None:
    ask = Deal(Roll(2), ("TX South", "CA West", "NY North", "MI North"), 3)
    entry, entered = asking(qtbot, ask)
    tap(entry.cells[0, 3])
    assert not entry.cards["TX South"].isVisible(), "the dice come first"
    tap(entry.cells[1, 6])
    assert not entry.cells[0, 3].isVisible() and entry.cards["TX South"].isVisible(), "then the cards, in their place"
    tap(next(cell for cell in entry.findChildren(Cell) if cell.isVisible()))
    tap(entry.cells[0, 5])
    for card in ask.deck[:3]:
        assert not entered
        tap(entry.cards[card])
    assert ask.admits(entered[0]) and str(entered[0]).startswith("5 6")
    assert entry.cells[0, 3].isVisible(), "and the dice of the next roll"


@pytest.mark.parametrize(("ask", "typed", "read"), [
    (Draw(("red", "blue", "wild"), 2), "b4 w2", "blue 4, wild 2"),
    (Draw(("red", "blue", "wild"), 2), "Red 4, wild2", "red 4, wild 2"), (Draw(("lime", "teal"), 1), "te3", "teal 3"),
    (Roll(2), "3  6", "3 6"), (Roll(2), "36", "3 6"),
    (Deal(Roll(2), ("TX", "CA", "NY"), 2), "3 6 | TX, CA", "3 6 | TX, CA"),
    (Deal(Roll(2), ("TX", "CA", "NY"), 2), "36txca", "3 6 | TX, CA"),
])
def test_typed(qtbot: Any, ask: Ask, typed: str, read: str) -> None:
    entry, entered = asking(qtbot, ask)
    assert entry._example in entry.line.placeholderText()
    asked = words(entry)
    QTest.keyClicks(entry.line, typed)
    assert "Press Enter to take the roll." in words(entry)
    QTest.keyClick(entry.line, Qt.Key.Key_Return)
    assert [str(outcome) for outcome in entered] == [read] and words(entry) == asked


def test_what_cannot_be_read_is_said(qtbot: Any) -> None:
    entry, entered = asking(qtbot, Roll(2))
    entry.line.setText("three and four")
    QTest.keyClick(entry.line, Qt.Key.Key_Return)
    assert not entered
    assert "Expected 2 dice, such as 13." in words(entry)


@pytest.mark.parametrize(("ask", "typed", "said"), [
    (Draw(("red", "blue"), 2), "1", "Each die begins with its color, such as r4 b5."),
    (Draw(("red", "blue"), 2), "r1", "One more die to enter."),
    (Roll(8, (3, 4, 5, 6, 7, 8)), "1", "No die shows 1: on ordinary dice, add 2."),
    (Roll(8, (3, 4, 5, 6, 7, 8)), "9", "No die shows 9."),
    (Deal(Roll(2), ("TX", "CA", "NY"), 2), "3", "One more die to enter."),
    (Deal(Roll(2), ("TX", "CA", "NY"), 2), "36", "2 more cards to enter."),
    (Deal(Roll(2), ("TX", "CA", "NY"), 2), "36tx", "One more card to enter."),
])
def test_what_is_still_to_be_typed_is_said(qtbot: Any, ask: Ask, typed: str, said: str) -> None:
    entry, _ = asking(qtbot, ask)
    QTest.keyClicks(entry.line, typed)
    assert said in words(entry)


@pytest.mark.parametrize(("ask", "typed", "chosen", "rest", "read"), [
    (Draw(("red", "blue", "wild"), 2), "b4 w", [(1, 4)], [(6, 3)], "blue 4, wild 3"),
    (Roll(2), "3", [(0, 3)], [(1, 6)], "3 6"),
    (Deal(Roll(2), ("TX", "CA", "NY"), 2), "3", [(0, 3)], [(1, 6), "CA", "TX"], "3 6 | CA, TX"),
    (Deal(Roll(2), ("TX", "CA", "NY"), 2), "36ca", [(0, 3), (1, 6), "CA"], ["TX"], "3 6 | CA, TX"),
])
def test_what_is_typed_is_gone_on_with_by_tapping(
    qtbot: Any, ask: Ask, typed: str, chosen: list[Any], rest: list[Any], read: str,
) -> None:
    entry, entered = asking(qtbot, ask)
    tapped = {**entry.cells, **entry.cards}
    QTest.keyClicks(entry.line, typed)
    assert [at for at, button in tapped.items() if button.isChecked()] == chosen
    for at in rest:
        assert not entered
        tap(tapped[at])
    assert [str(outcome) for outcome in entered] == [read] and not entry.begun


def test_one_die_too_many_is_said_and_can_be_taken_back(qtbot: Any) -> None:
    entry, entered = asking(qtbot, Draw(("red", "blue", "wild"), 2))
    QTest.keyClicks(entry.line, "b4 w2")
    tap(entry.cells[0, 3])
    assert not entered and "Expected 2 dice, such as r4 b5." in words(entry)
    tap(entry.cells[6, 2])
    assert [str(outcome) for outcome in entered] == ["red 3, blue 4"]


def test_tab_stops_once_in_the_faces_and_arrows_go_on(qtbot: Any) -> None:
    entry, entered = asking(qtbot, Deal(Roll(2), ("TX South", "CA West", "NY North", "MI North"), 3))
    entry.activateWindow()
    cells, stop = entry.cells, Qt.FocusPolicy.TabFocus
    assert [at for at, cell in cells.items() if cell.focusPolicy() & stop] == [next(iter(cells))]
    first = next(iter(cells.values()))
    first.setFocus()
    for key, at in (("Right", (0, 1)), ("Down", (1, 1)), ("Left", (1, 0)), ("Left", (1, 0)), ("Up", (0, 0)), ("Up", (0, 0))):
        QTest.keyClick(QApplication.focusWidget() or entry, getattr(Qt.Key, f"Key_{key}"))
        faces = sorted({face for _, face in cells})
        assert cells[at[0], faces[at[1]]].hasFocus(), key
    assert [cell for cell in cells.values() if cell.focusPolicy() & stop] == [first]
    for cell in (cells[0, 3], cells[1, 6]):
        tap(cell)
    entry.cards["TX South"].setFocus()
    QTest.keyClick(entry.cards["TX South"], Qt.Key.Key_Right)
    assert entry.cards["CA West"].hasFocus() and not entered


def test_every_die_keeps_its_row_whatever_is_left_in_the_bag(seat: Any) -> None:
    """So no tap lands on another color; what is not in the bag cannot be tapped, and neither powers nor tabs move."""
    table = seat("Ann", dice="real")
    settle(8)
    entry, rules = table.tray.entry, table.session.rules

    def row(color: int) -> tuple[int, bool]:
        cell = entry.cells[color, 3]
        return cell.mapTo(table, cell.rect().topLeft()).y(), cell.isEnabled()

    table.tap("TX")
    assert table.snapshot.notice is not None and table.snapshot.notice.sentence == "Enter the roll first."
    tap(entry.cells[1, 3])
    assert table.snapshot.notice is None, "it is being entered"
    tap(entry.cells[1, 3])
    before = [row(color) for color in range(7)]
    tabs = table.tabs.mapTo(table, table.tabs.rect().topLeft()).y()
    assert all(able for _, able in before)
    table.model.roll(rules.read("red 1, wild 3"))
    table._apply(table.model.snapshot)
    while table.session.step != "roll":
        table.tap(min(table.view.among))
        if table.snapshot.question is not None:
            table.tap_token(table.snapshot.question.tokens[0].spot)
    settle(8)
    assert [row(color) for color in range(7)] == [(y, color not in (0, 6)) for color, (y, _) in enumerate(before)]
    assert table.tabs.mapTo(table, table.tabs.rect().topLeft()).y() == tabs
    tap(entry.cells[0, 3])
    assert not entry.begun


@pytest.mark.parametrize("size", [(1280, 770), (1366, 742), (800, 1250)])
def test_every_card_is_in_sight_where_the_dice_are_entered(seat: Any, size: tuple[int, int]) -> None:
    """On screens as high as that and the frame of a window; tabs and powers stay where they are."""
    table = seat("Ann", "Ben", game="on_tour", dice="real")
    window = table.window()
    window.resize(*size)
    settle(8)
    entry = table.tray.entry

    def places() -> list[QPoint]:
        fixed = (entry.line, table.tabs, *table.tray.buttons.values(), table.tray.take_back)
        return [each.mapTo(table, QPoint()) for each in fixed if each.isVisible()]

    before = places()
    for cell in (entry.cells[0, 3], entry.cells[1, 8]):
        tap(cell)
    settle(8)
    hidden = [name for name, card in entry.cards.items() if card.visibleRegion().boundingRect() != card.rect()]
    assert len(entry.cards) == 41 and not hidden
    assert places() == before

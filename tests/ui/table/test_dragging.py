"""Drawing by dragging: a route along lines, a chain from hex to hex; one finger or the mouse, without lifting it."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import Opened, new_head, sheet_of, start
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import point, settle
from tests.ui.table.test_whole_games import touchscreen


def new(game_id: str) -> Opened:
    game = GAMES[game_id]
    sheet = sheet_of(game, "", game_id)
    return start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed="DRAG-2345")))


def put(window: MainWindow, opened: Opened, path: Path) -> TablePage:
    window.go.show_table(opened, path)
    settle()
    assert isinstance(window.page, TablePage)
    return window.page


def drag(table: TablePage, *spots: str) -> None:
    """Presses on the first, slides over all, lets go on the last."""
    places = [point(table.view, spot) for spot in spots]
    screen = touchscreen()
    QTest.touchEvent(table.view, screen).press(0, places[0], table.view).commit()
    for a, b in pairwise(places):
        for step in range(1, 9):
            place = a + QPoint((b - a).x() * step // 8, (b - a).y() * step // 8)
            QTest.touchEvent(table.view, screen).move(0, place, table.view).commit()
            settle(1)
    QTest.touchEvent(table.view, screen).release(0, places[-1], table.view).commit()
    settle()


@pytest.fixture
def tour(window: MainWindow, tmp_path: Path) -> TablePage:
    """On Tour with the map full and the route to be drawn."""
    opened = new("on_tour")
    session = opened.session
    luck = random.Random(3)
    while not getattr(session.rules, "drawing")(session.state, "p1"):  # noqa: B009 (this game's own)
        asked = session.rules.demands(session.state)[0].by == CHANCE
        bot = opened.game.think.bots["random"]
        event = session.digital() if asked else Event("p1", bot(session.rules, session.state, "p1", luck))
        assert event is not None and session.submit(event) is None
    return put(window, opened, tmp_path / "tour.rollwrite")


def test_a_route_is_dragged_along_lines(tour: TablePage) -> None:
    settle(4)
    standing = [each.text() for each in tour.tray.findChildren(QLabel) if each.isVisible()]
    assert standing[:3] == ["So far", "0", tour.snapshot.progress], "where the dice lay"
    state, rules = tour.session.state, tour.session.rules
    marks = dict(zip([s.id for s in rules.sheet.spaces], state.part("p1").marks, strict=True))  # type: ignore[attr-defined]
    links = [link for pair in rules.sheet.links for link in (pair, pair[::-1])]  # type: ignore[attr-defined]

    def rises(a: str, b: str) -> bool:
        one, two = (marks[spot].strip("()") for spot in (a, b))
        return one.isdigit() and two.isdigit() and int(one) <= int(two)

    three = next((a, b, c) for a, b in links for bb, c in links if bb == b and c != a and rises(a, b) and rises(b, c))
    drag(tour, *three[:2])
    assert tour.session.state.part("p1").route == three[:2]
    drag(tour, *three[1:])  # on from where it ended
    assert tour.session.state.part("p1").route == three
    assert len([event for event in tour.session.events if event.by == "p1"][-3:]) == 3


def test_a_chain_is_dragged_from_hex_to_hex_and_stops_when_it_is_written(window: MainWindow, tmp_path: Path) -> None:
    opened = new("hexroller")
    session, rules = opened.session, opened.session.rules
    event = session.digital()
    assert event is not None and session.submit(event) is None
    trial = new("hexroller")
    first = trial.session.digital()
    assert first is not None
    trial.session.submit(first)
    number, count = max(trial.session.state.counts.items(), key=lambda item: item[1])
    assert count >= 2
    chain: list[str] = []
    while len(chain) < count:  # any way to write it
        move = next(m for m in rules.moves(trial.session.state, "p1") if getattr(m, "number", 0) == number)
        trial.session.submit(Event("p1", move))
        chain.append(move.space)
    table = put(window, opened, tmp_path / "hexes.rollwrite")
    table.tap(f"die/{number}")
    ends = [link for link in rules.sheet.links if chain[-1] in link and not set(link) <= set(chain)]
    beyond = next(spot for spot in ends[0] if spot != chain[-1])
    drag(table, *chain, beyond)
    written = [rules.write(e.move) for e in session.events if e.by == "p1"]
    assert written == [f"{spot}={number}" for spot in chain]


def test_a_press_without_a_drag_is_still_a_tap(tour: TablePage) -> None:
    spot = next(iter(sorted(tour.session.open("p1"))))
    QTest.mouseClick(tour.view, Qt.MouseButton.LeftButton, pos=point(tour.view, spot))
    assert tour.session.state.part("p1").route == (spot,)


def test_where_nothing_is_drawn_a_drag_writes_nothing(seat: Any) -> None:
    table = seat("Ann")
    table.roll()
    settle()
    before = len(table.session.events)
    drag(table, "KS", "MO", "KY")
    assert len(table.session.events) == before


def test_what_was_for_writing_is_gone_from_the_tray_once_the_route_is_drawn(tour: TablePage) -> None:
    """No empty dice and cards fill the panel; the buttons stay where they were."""
    held = {spot: button.isHidden() for spot, button in tour.tray.buttons.items()}
    gone = "die/", "card/", "power/cross"
    assert all(hidden == spot.startswith(gone) for spot, hidden in held.items()) and len(held) > 7
    button = tour.tray.buttons["power/sketch"]
    drawn, rolled = button.geometry(), tour.tray.roll.geometry()
    for each in tour.tray.buttons.values():
        each.show()
    settle()
    assert (button.geometry(), tour.tray.roll.geometry()) == (drawn, rolled)


def test_the_end_of_the_route_does_not_stand_out_while_another_is_sketched(tour: TablePage) -> None:
    tour.tap(sorted(tour.view.among)[0])
    tour.tap("power/sketch")
    assert tour.snapshot.tray.gives_up and tour.tray.roll.property("role") == ""


def test_by_keys_it_is_read_how_a_route_goes_on_and_ends(tour: TablePage) -> None:
    for area in sorted(tour.view.among):
        tour.tap(area)
        if len(tour.snapshot.branches) > 1:
            break
        tour.undo()
    assert tour.tray._counted.text() == tour.snapshot.progress, "of the numbers nothing is said while taps do it"
    tour.view.setFocus()
    tour.view.move_cursor(tour.snapshot.drawn_to)
    QTest.keyClick(tour.view, Qt.Key.Key_1)
    settle()
    shown = tour.tray._counted
    assert shown.text() == tour.snapshot.leads != "" and "Ctrl+R ends it." in shown.text()
    assert shown.height() >= shown.heightForWidth(shown.width()), "none of it is cut off"

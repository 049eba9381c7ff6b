"""Whole games through the real window: by mouse, by keyboard, by touch. What no smaller test sees: that each suffices."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from rollwrite_desktop.intake import journals
from rollwrite_desktop.play.opening.open_game import reopen
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.play.table.overlays.chooser import Chooser
from rollwrite_desktop.ui.play.table.overlays.undo_chip import UndoChip
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import PATIENCE, point, settle


@cache
def touchscreen() -> QPointingDevice:
    return QTest.createTouchDevice()


Press = Callable[[TablePage, str], None]


def by_mouse(table: TablePage, spot: str) -> None:
    """Clicks a spot of the sheet, a token, or `roll`."""
    widget = _beside(table, spot)
    if widget is not None:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    else:
        QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=point(table.view, spot))


def by_touch(table: TablePage, spot: str) -> None:
    screen = touchscreen()
    widget = _beside(table, spot)
    target = table.view if widget is None else widget
    place = point(table.view, spot) if widget is None else target.rect().center()
    QTest.touchEvent(target, screen).press(0, place, target)
    QTest.touchEvent(target, screen).release(0, place, target)


def by_keys(table: TablePage, spot: str) -> None:
    """The codes of states and hexes are typed, arrows go to boxes, tokens have their keys, Enter rolls where nothing can be
    written, Ctrl+R wherever one is."""
    if spot == "roll" and not table.snapshot.taps.open and table.view.hasFocus():
        for _ in range(1 + table.session.acting):  # asked whether that is all, where more could be written
            QTest.keyClick(table.view, Qt.Key.Key_Return)
    elif spot in ("roll", table.snapshot.tray.act):
        QTest.keyClick(table.window(), Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    elif spot in table.tray.buttons and table.tray.buttons[spot].token.key:
        QTest.keyClicks(table.view, table.tray.buttons[spot].token.key)
    elif spot in table.tray.buttons:
        table.tray.buttons[spot].setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(table.tray.buttons[spot], Qt.Key.Key_Space)
        table.view.setFocus()
    elif spot in table.view.sheet.space:
        QTest.keyClicks(table.view, spot)
        assert table.view.cursor_spot == spot
        QTest.keyClick(table.view, Qt.Key.Key_Return)
    else:
        walk(table, spot)
        QTest.keyClick(table.view, Qt.Key.Key_Return)


def walk(table: TablePage, goal: str) -> None:
    """By arrows to a spot, the shortest way."""
    view = table.view
    ways: dict[str, tuple[Qt.Key, ...]] = {view.cursor_spot: ()}
    edge = [view.cursor_spot]
    while goal not in ways:
        here = edge.pop(0)
        for key, arrow in ARROWS.items():
            there = view.keys.beside(here, arrow, view.among)
            if there not in ways:
                ways[there] = (*ways[here], key)
                edge.append(there)
    for key in ways[goal]:
        QTest.keyClick(view, key)
    assert view.cursor_spot == goal


ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


def _beside(table: TablePage, spot: str) -> QWidget | None:
    if spot == "roll" or spot == table.snapshot.tray.act:
        return table.tray.roll
    return table.tray.buttons.get(spot)


class Still:
    """Says when something that can be pressed, or the sheet, is not where it was: only the Undo beside what was written goes
    along with it, and each question stands beside what it is about."""

    def __init__(self) -> None:
        self._places: dict[QWidget, QRect] = {}

    def look(self, table: TablePage) -> None:
        shown = [each for kind in (QAbstractButton, SheetView) for each in table.findChildren(kind) if each.isVisible()]
        for widget in shown:
            place = QRect(widget.mapTo(table, QPoint(0, 0)), widget.size())
            beside = isinstance(widget, UndoChip) or isinstance(widget.parent(), Chooser)
            assert beside or self._places.setdefault(widget, place) == place, widget.accessibleName()


def play(table: TablePage, press: Press, luck: random.Random) -> None:
    """Plays to the end as a person might: chooses a die, takes an open state, sometimes undoes, rolls. Nothing moves
    meanwhile."""
    side, still = table.session, Still()
    for _ in range(2000):
        settle()
        if not side.session.over:
            still.look(table)
        if side.session.over:
            return
        if not table.card.isHidden():
            press_card(table, press)
            continue
        if side.step in ("roll", "finish") or side.following:
            press(table, "roll")
            continue
        assert side.compelled(side.seat), table.snapshot.sentence
        if table.snapshot.question is not None:
            press(table, luck.choice(table.snapshot.question.tokens).spot)
            continue
        open_spots = sorted(side.open(side.seat))
        ready = [spot for spot, button in table.tray.buttons.items() if button.ready]
        if not open_spots:
            wanted = [spot for spot in ready if spot.startswith("die/")]
            press(table, luck.choice(wanted) if wanted else table.snapshot.tray.act)
            continue
        press(table, luck.choice(open_spots))
        if luck.random() < 0.1:
            table.undo()
    raise AssertionError("the game does not end")


def press_card(table: TablePage, press: Press) -> None:
    button, screen = table.card.take, touchscreen()
    if press is by_mouse:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    elif press is by_keys:
        QTest.keyClick(button, Qt.Key.Key_Space)
    else:
        QTest.touchEvent(button, screen).press(0, button.rect().center(), button)
        QTest.touchEvent(button, screen).release(0, button.rect().center(), button)


PLAYERS = {"rolling_america": ("Ann", "Bo", "Cy*"), "on_tour": ("Ann",), "hexroller": ("Ann",)}
SIZES: dict[Press, tuple[int, int]] = {by_mouse: (1366, 768), by_touch: (800, 1280), by_keys: (1920, 1080)}
USUAL = {("rolling_america", by_mouse), ("on_tour", by_touch), ("hexroller", by_keys)}


@pytest.mark.parametrize(("game", "press"), [
    pytest.param(game, press, marks=() if (game, press) in USUAL else pytest.mark.release)
    for game in PLAYERS for press in (by_mouse, by_touch, by_keys)
])
def test_a_whole_game(seat: Any, window: MainWindow, press: Press, game: str) -> None:
    window.resize(*SIZES[press])
    settle()
    table = seat(*PLAYERS[game], game=game)
    settle()
    play(table, press, random.Random(7))
    settle()
    assert table.session.over
    assert not table.results.isHidden()
    assert press is not by_mouse or (table.view.hasFocus() and not table.view.keyed), "who plays by mouse sees no frame"
    record = journals.read(Path(table.path))
    again = reopen(record, "again")
    assert again.session.state == table.session.state


def test_the_computer_alone_finishes(seat: Any, qtbot: Any) -> None:
    table = seat("Ada*", "Bob*")
    qtbot.waitUntil(lambda: table.session.over, timeout=PATIENCE)
    settle()
    assert "win" in table.results.headline.text()

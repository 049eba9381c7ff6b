"""Every window as fingers, readers and people with large texts meet it: targets, names, nothing cut off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QAccessible, QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QMenu,
    QMenuBar,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QTableView,
    QWidget,
)

from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.theme import touched
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.kit.labels import ElidedLabel
from rollwrite_desktop.ui.kit.scroll import FittingScrollArea
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.play.race.race_page import RacePage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.play.table.tray.token_buttons import PowerButton
from rollwrite_desktop.ui.window.main_window import MainWindow, first_size, room_on
from tests.sampling import sampled
from tests.ui.conftest import settle
from tests.ui.rooms import ROOMS, StrayWindows, controls, name, reachable

FINGER = 44
SCREENS = {"1280x800": QSize(1280, 800), "1366x768": QSize(1366, 768)}
PANEL = 32
NAME, EDGE = 20, 10
"""A name in a list has so many letters at most; it may reach so many pixels into the padding of its field."""
_NAME = QAccessible.Text.Name


every_room = sampled("title", list(ROOMS), 24)


@pytest.fixture
def room(window: MainWindow, tmp_path: Path, title: str) -> QWidget:
    return ROOMS[title](window, tmp_path)


@every_room
def test_everything_is_large_enough_for_a_finger_and_has_a_name(window: MainWindow, room: QWidget) -> None:
    found = list(controls(room))
    assert found
    faults: list[tuple[Any, ...]] = []
    faults += [(name(c), c.width(), c.height()) for c in found if min(c.width(), c.height()) < FINGER]
    faults += [(name(c), "no name") for c in found if not QAccessible.queryAccessibleInterface(c).text(_NAME)]
    faults += [(name(c), "out of reach") for c in found if not reachable(c, room)]
    faults += [(spot, wide, high) for spot, wide, high in _spots(window) if min(wide, high) < FINGER - 0.5]
    assert not faults
    assert room.width() <= 1280 and room.height() <= 800


def test_the_first_window_is_upright_on_an_upright_screen() -> None:
    assert first_size(QSize(1904, 1032)) == QSize(1280, 800)
    assert first_size(QSize(1264, 720)) == QSize(1264, 720)
    assert first_size(QSize(784, 1232)) == QSize(784, 1232)
    assert first_size(QSize(2144, 3792)) == QSize(1280, 2048)


@pytest.mark.parametrize(("wide", "high"), [(1264, 752), (784, 752), (784, 1232), (1280, 1000)])
def test_the_sheet_is_as_large_as_the_window_allows(seat: Any, window: MainWindow, wide: int, high: int) -> None:
    """Dice beside the sheet or under it, whichever leaves more of it: never less than half the width."""
    table = seat("Ann", "Bo*", game="hexroller")
    window.resize(wide, high)
    settle()
    view, beside = table.view, table.tray.mapTo(table, QPoint(0, 0)).x() >= table.view.width()
    aspect = view.sheet.size[0] / view.sheet.size[1]
    drawn = min(view.width(), view.height() * aspect)
    assert drawn >= 0.55 * wide, (beside, drawn)


@every_room
@sampled("screen", [*SCREENS], 2)
def test_the_page_fits_the_first_window_on_a_small_screen_and_nothing_is_shown_beside_it(
    qapp: QApplication, window: MainWindow, tmp_path: Path, title: str, screen: str
) -> None:
    """The screen has a panel, the window a title bar. No page scrolls as a whole, and nothing but windows, dialogs and
    menus is ever shown as a window of its own, not even for a moment."""
    size = room_on(SCREENS[screen] - QSize(0, PANEL))
    window.resize(size)
    strays = StrayWindows()
    qapp.installEventFilter(strays)
    room = ROOMS[title](window, tmp_path)
    qapp.removeEventFilter(strays)
    assert not strays.found
    assert not [name(c) for c in controls(room) if not reachable(c, room)]
    assert room.width() <= size.width() and room.height() <= size.height()
    whole = window.findChild(FittingScrollArea)
    assert whole.widget().size() == whole.size()
    if isinstance(window.page, LobbyPage):
        start = window.page.start
        assert window.rect().contains(QRect(start.mapTo(window, QPoint(0, 0)), start.size()))


def _spots(window: MainWindow) -> list[tuple[str, float, float]]:
    """What can be tapped on sheet or trays: name, width, height in pixels."""
    if isinstance(window.page, RacePage):
        return [(spot, rect.w, rect.h) for tray in window.page.view.trays.values() for spot, rect in tray.targets]
    view = window.page.findChild(SheetView) if window.page is not None else None
    if view is None:
        return []
    spots = (*view.sheet.space, *(view.among if isinstance(window.page, TablePage) else ()))
    return [(spot, view.place_of(spot).width(), view.place_of(spot).height()) for spot in spots]


@sampled("title", list(ROOMS), 48)
@pytest.mark.parametrize("text", ["300", "400"])
def test_nothing_scrolls_sideways_or_is_cut_off_with_the_largest_texts(
    window: MainWindow, store: Settings, tmp_path: Path, title: str, text: str
) -> None:
    store.prefer(text=text)
    assert theme.text_scale() == int(text) / 100
    window.resize(room_on(SCREENS["1280x800"] - QSize(0, PANEL)))
    room = ROOMS[title](window, tmp_path)
    settle()
    assert not _sideways(room)
    assert not _twice(room)
    assert not [name(control) for control in controls(room) if not reachable(control, room)]
    assert not [
        (each.text(), each.width(), each.minimumSizeHint().width()) for each in room.findChildren(QPushButton)
        if each.isVisible() and each.text() and each.width() < each.minimumSizeHint().width()
    ]
    assert not [
        each.text() for each in room.findChildren(QPushButton)
        if each.isVisible() and "\n" in each.text() and each.height() < each.sizeHint().height()
    ], "their last line"
    assert not [each.whole for each in room.findChildren(ElidedLabel) if each.isVisible() and each.text() != each.whole]
    assert not [each.currentText() for each in room.findChildren(QComboBox) if each.isVisible() and _cut(each)]
    assert room.width() <= 1280 and room.height() <= 800


@sampled("language", ["de", "en", "es", "fr"], 2)
def test_every_menu_of_a_table_is_in_sight_with_the_largest_texts(
    window: MainWindow, store: Settings, tmp_path: Path, language: str
) -> None:
    store.prefer(text="400", language=language)
    window.resize(1280, 800 - PANEL)
    ROOMS["table of rolling_america"](window, tmp_path)
    settle()
    bar = window.menuBar()
    places = {action.text(): bar.actionGeometry(action) for action in bar.actions()}
    assert {text: place for text, place in places.items() if place.isEmpty() or place.right() > bar.width()} == {}


@sampled("language, text", [*product(("de", "en", "es", "fr"), ("300", "400"))], 4, lambda case: case[1])
def test_a_power_has_room_for_each_of_its_words_with_the_largest_texts(
    window: MainWindow, store: Settings, tmp_path: Path, text: str, language: str
) -> None:
    """As large as the words of other buttons, its boxes beside them."""
    store.prefer(text=text, language=language)
    window.resize(1280, 800 - PANEL)
    ROOMS["table of rolling_america"](window, tmp_path)
    settle()
    letters = QFont(window.font())
    letters.setPixelSize(theme.px(13.5))
    powers = window.findChildren(PowerButton)
    assert len(powers) == 4
    for power in powers:
        widest = max(QFontMetrics(letters).horizontalAdvance(word) for word in power.token.text.split())
        assert widest + power.most * theme.px(20) < power.width(), power.token.text


@pytest.mark.parametrize("title", ["session: rolls called", "session: real dice"])
def test_on_the_smallest_screen_calling_scrolls_in_one_place_only(
    window: MainWindow, store: Settings, tmp_path: Path, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button that rolls stays in sight, and so does the line in which real dice are typed, uncut."""
    monkeypatch.setattr(theme, "_ROOMY", 2 * QApplication.primaryScreen().availableSize().width())
    store.prefer(text="150")
    window.resize(640, 391)
    ROOMS[title](window, tmp_path)
    settle()
    page = window.page
    assert isinstance(page, SessionPage)
    assert [area for area in window.findChildren(QScrollArea)
            if area.isVisible() and area.verticalScrollBar().isVisible()] == [page.call.column]
    for part in (page.call.later, page.call.next if page.call.typed is None else page.call.typed.field):
        assert part.isVisible() and part.visibleRegion().boundingRect() == part.rect()


@sampled("title", list(ROOMS), 48)
def test_nothing_scrolls_sideways_where_the_system_enlarges_everything_too(
    window: MainWindow, store: Settings, tmp_path: Path, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1280 × 800 at a factor of 2 leaves 640 × 400 pixels; texts at 150 % look there like those at 300 %."""
    monkeypatch.setattr(theme, "_ROOMY", 2 * QApplication.primaryScreen().availableSize().width())
    store.prefer(text="150")
    assert theme.largest()
    window.resize(640, 391)
    room = ROOMS[title](window, tmp_path)
    settle(20)  # what comes from the worker process is laid out in turns of its own
    assert not _sideways(room)
    assert [name(control) for control in controls(room) if not reachable(control, room)] == []
    assert room.width() <= 640


def _sideways(room: QWidget) -> list[tuple[str, int]]:
    """What scrolls sideways in a room, but for tables and texts."""
    return [
        (type(area).__name__, area.horizontalScrollBar().maximum()) for area in room.findChildren(QScrollArea)
        if area.isVisible() and area.horizontalScrollBar().maximum()
    ]


def _cut(combo: QComboBox) -> bool:
    """Whether what is chosen is cut: a name, not a sentence, which is whole in the list."""
    look, text = QStyleOptionComboBox(), combo.currentText()
    combo.initStyleOption(look)
    whole, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    field = combo.style().subControlRect(whole, look, part, combo)
    return len(text) <= NAME and combo.fontMetrics().horizontalAdvance(text) > field.width() + EDGE


def _twice(room: QWidget) -> list[str]:
    """What scrolls within something that scrolls, and where two things do beside each other, or one both ways. Tables may be
    wider than the window."""
    shown = [area for area in room.findChildren(QAbstractScrollArea) if area.isVisible()]
    bars = [area.verticalScrollBar() for area in shown]
    bars += [area.horizontalScrollBar() for area in shown if not isinstance(area, QTableView)]
    moving = [bar for bar in bars if bar.isVisible() and bar.maximum() > bar.minimum()]
    return [name(bar.parentWidget().parentWidget()) for bar in moving] if len(moving) > 1 else []


def dress_again() -> None:
    """The sizes of a style are worked out anew, as they are when the program starts."""
    theme.current().applied = None
    theme._apply()


@pytest.fixture
def felt(qapp: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A screen that feels fingers; for the tests that come after, there is none again."""
    QTest.createTouchDevice()
    assert touched()
    with monkeypatch.context() as patched:
        patched.setattr(theme, "touched", touched)
        dress_again()
        yield
    dress_again()


@pytest.mark.usefixtures("felt")
def test_menus_are_for_fingers_too_where_a_screen_feels_them(window: MainWindow) -> None:
    window.go.show_home()
    settle()
    bar = window.findChild(QMenuBar)
    assert bar is not None
    for action in bar.actions():
        assert bar.actionGeometry(action).height() >= FINGER - 1
        menu = action.menu()
        assert isinstance(menu, QMenu)
        menu.ensurePolished()
        menu.sizeHint()
        heights = [menu.actionGeometry(each).height() for each in menu.actions() if not each.isSeparator()]
        assert min(heights) >= FINGER - 1

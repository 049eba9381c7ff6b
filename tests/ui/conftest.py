"""Windows in tests: offscreen, silent, without motion, each with a store of its own; a game on the table in one call."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pytestqt")

from PySide6.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QDesktopServices, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from rollwrite_desktop.core.journal import Journal, Notes
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import Opened, new_head, sheet_of, start
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.ui.base import speaker, theme, touch
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.kit.choices import Choices
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.app import application, interrupt
from rollwrite_desktop.ui.window.main_window import MainWindow

GAME = "rolling_america"
PATIENCE = 600_000
"""Milliseconds that a test waits for what comes by itself, however busy the machine is: only what never comes meets it."""
QUICK = ("canvas", "test_rooms.py", "test_settings.py")
"""Files and folders here that are not slow."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole windows take their time; a quick run tries some of them."""
    here = Path(__file__).parent
    slow = {
        path: path.is_relative_to(here) and not {*path.relative_to(here).parts} & {*QUICK}
        for path in {item.path for item in items}
    }
    for item in items:
        if slow[item.path]:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application object as the program makes it, interrupted as the program is."""
    signal.signal(signal.SIGINT, interrupt)
    return with_a_large_screen(application)


def with_a_large_screen(make: Callable[[], QApplication]) -> QApplication:
    """What `make` makes, on the screen of `screens.json`: the offscreen platform's own is 800 × 800, and fingers beyond it
    are not felt. Qt takes its path for ASCII without colons, so it is told the file's name alone."""
    with contextlib.chdir(Path(__file__).parent), pytest.MonkeyPatch.context() as patched:
        if os.environ.setdefault("QT_QPA_PLATFORM", "offscreen") == "offscreen":
            patched.setenv("QT_QPA_PLATFORM", "offscreen:configfile=screens.json")
        return make()


@pytest.fixture(autouse=True)
def leisure(monkeypatch: pytest.MonkeyPatch) -> None:
    """All taps lie far apart on the clock of their devices, however fast a test makes them. A touch device that a test made
    stays for the process; in the tests after it, menus are no higher for it. Sounds are offered on every machine; none is
    heard."""
    clock = count(10_000, 10_000)
    monkeypatch.setattr(touch, "stamp", lambda _: next(clock))
    monkeypatch.setattr(theme, "touched", lambda: False)
    monkeypatch.setattr(speaker, "offered", lambda: True)
    monkeypatch.setattr(speaker, "play", lambda _: None)


@pytest.fixture
def store(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """A store in an empty folder; nothing moves, computer players answer at once, and no other program is started, also not
    by work that ends after a test."""
    monkeypatch.setenv("ROLLWRITE_HOME", str(tmp_path))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda *_: True)
    made = Settings(tmp_path)
    made.prefer(motion="reduced", speed="instant")
    yield made
    delete_closed()  # first, as a new text size is worked out for every widget that is left
    theme.choose("system")
    theme.choose_contrast("system")
    theme.set_larger(1.0)
    theme.set_plain(False)


Seat = Callable[..., TablePage]


@pytest.fixture
def window(qtbot: Any, store: Settings) -> MainWindow:
    """The window, empty, 1280 × 800."""
    made = MainWindow(store)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


def new_game(
    path: Path, *names: str, game: str = GAME, dice: str = "digital", code: str = "TEST-2345", **options: str
) -> Opened:
    """A game with a journal; a name ending in `*` is a computer player."""
    played = GAMES[game]
    sheet = sheet_of(played, played.play.played_on[0], game)
    best = next(name for name in ("medium", played.think.adviser) if name in played.think.bots)
    bots = {f"p{i}": best for i, name in enumerate(names, 1) if name.endswith("*")}
    players = tuple(name.rstrip("*") for name in names)
    opened = start(new_head(played, sheet, sheet.id, players, options, Notes(seed=code, dice=dice, bots=bots)))
    opened.session.log = Journal.create(path, opened.head).append
    return opened


def roll(opened: Opened) -> None:
    """The first roll of a game, with which it can be gone on with."""
    TableSession(opened).roll()


@pytest.fixture
def seat(window: MainWindow, tmp_path: Path) -> Seat:
    """Puts a game on the table: `seat("Ann", "Bo*", corners="on")`."""

    def sit(*names: str, **choices: str) -> TablePage:
        path = tmp_path / f"{len(list(tmp_path.glob('*.rollwrite')))}.rollwrite"
        window.go.show_table(new_game(path, *(names or ("Ann",)), **choices), path)
        assert isinstance(window.page, TablePage)
        settle()
        return window.page

    return sit


def delete_closed() -> None:
    """Deletes what `deleteLater` was called for; Qt itself does so only within `exec`, which no test calls."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def settle(rounds: int = 3) -> None:
    """Lets everything that is due happen; nothing waits."""
    for _ in range(rounds):
        QApplication.processEvents()


def wait_for(there: Callable[[], bool]) -> None:
    """Lets Qt's event loop run until something is there that comes from the worker process."""
    loop, looks, last = QEventLoop(), QTimer(interval=5), QTimer(singleShot=True, interval=PATIENCE)
    looks.timeout.connect(lambda: loop.quit() if there() else None)
    last.timeout.connect(loop.quit)
    looks.start()
    last.start()
    if not there():
        loop.exec()
    looks.stop()  # Python 3.13 and newer may keep it, and what it asks, after this returns
    assert there()


def point(view: SheetView, spot: str) -> QPoint:
    """Where a person would tap a spot of the sheet."""
    return view.center_of(spot).toPoint()


def middle(widget: QWidget) -> QPointF:
    return QPointF(widget.rect().center())


def words(widget: QWidget, role: str = "") -> list[str]:
    """Returns the lines that stand in a widget; those in one of the theme's roles only, if one is given."""
    shown = (each for each in widget.findChildren(QLabel) if each.isVisibleTo(widget))
    return [each.text() for each in shown if not role or each.property("role") == role]


def choice(choices: Choices, value: str) -> QAbstractButton:
    """Returns the button of a value among others."""
    return next(each for each in choices.findChildren(QAbstractButton) if each.text() == choices.text(value))


class Device:
    """A mouse or a screen whose time is set here."""

    def __init__(self, kind: str) -> None:
        self.now = 1000
        self.finger = QTest.createTouchDevice() if kind == "finger" else None

    def tap(self, widget: QWidget, place: QPointF, down: int = 50) -> None:
        """Down and up again, within some ms."""
        if self.finger is not None:
            QTest.touchEvent(widget, self.finger).press(0, place.toPoint(), widget).commit()
            self.now += down
            QTest.touchEvent(widget, self.finger).release(0, place.toPoint(), widget).commit()
            return
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        for what, held in ((QEvent.Type.MouseButtonPress, left), (QEvent.Type.MouseButtonRelease, none)):
            event = QMouseEvent(what, place, widget.mapToGlobal(place), left, held, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(widget, event)
            self.now += down if held else 0


@pytest.fixture(params=["mouse", "finger"])
def device(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[Device]:
    made = Device(request.param)
    monkeypatch.setattr(touch, "stamp", lambda _: made.now)
    yield made
    touch.taps().within = touch.BOUNCE_MS

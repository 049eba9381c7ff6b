"""Every window of the program, opened one after the other: for tests that look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QMenuBar,
    QScrollBar,
    QWidget,
)

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.gamekit.words.coach import HINT_NOTE
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import Deck, Reviewed
from rollwrite_desktop.intake.pictures import jpeg_of
from rollwrite_desktop.maps.values import MapData
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import Entered
from rollwrite_desktop.play.practice.deck import turn_of
from rollwrite_desktop.play.practice.practice import Verdict
from rollwrite_desktop.printing.photos.read_photos import Unread
from rollwrite_desktop.reading.marks import Mark
from rollwrite_desktop.ui.library.deck_store import DeckStore
from rollwrite_desktop.ui.mapmaker.map_page import MapPage
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.photos.photos_page import PhotosPage
from rollwrite_desktop.ui.paper.session.class_practice import ClassPractice
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.play.practice.position_page import PositionPage
from rollwrite_desktop.ui.play.practice.practice_page import PracticePage
from rollwrite_desktop.ui.play.race.race_page import RacePage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_deck import play_moves, positions
from tests.play.test_game_index import shelve
from tests.printing.read_sheets import read_sheet
from tests.ui.conftest import new_game, settle, wait_for

Open = Callable[[MainWindow, Path], QWidget]
_PASSING = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractSlider)


def _page(way: Callable[[MainWindow], object]) -> Open:
    def opened(window: MainWindow, _: Path) -> QWidget:
        way(window)
        settle(8)
        assert window.page is not None
        return window

    return opened


def _dialog(way: Callable[[MainWindow], object]) -> Open:
    def opened(window: MainWindow, _: Path) -> QWidget:
        window.go.show_home()
        settle()
        way(window)
        settle(8)
        return next(
            w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible() and w.parent() is window
        )

    return opened


def _asked(room: Open, ask: Callable[[Any], object]) -> Open:
    """A dialog that a page asks something by."""

    def opened(window: MainWindow, folder: Path) -> QWidget:
        room(window, folder)
        ask(window.page)
        settle(8)
        return next(w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible())

    return opened


def _real_roll(page: TablePage) -> None:
    """Real dice, tapped, and then taken for wrong."""
    page.roll(page.session.rules.read("blue 4, wild 2"))
    settle()  # the roll has been told when somebody finds that it is wrong
    page.take_back()


def _island(window: MainWindow, _: Path) -> QWidget:
    """A map of an invented island, drawn."""
    window.go.show_new_map()
    page = window.page
    assert isinstance(page, MapPage)
    page._unfinished = None  # nobody is asked about a map that an earlier visit left, whatever became of it
    page.start(MapData(seed="ROOM", areas=12))
    wait_for(lambda: page.project is not None and bool(page.project.fresh or page.project.error))
    assert page.project is not None and page.project.fresh, page.project and page.project.error
    settle()
    return window


def _found(*, done: bool) -> Open:
    """A sheet of paper with a mistake, as it is being entered or `done`."""

    def opened(window: MainWindow, _: Path) -> QWidget:
        window.go.show_check(Paper(game="rolling_america", spaces={"KS": "1", "CO": "6"}))
        page = window.page
        assert isinstance(page, AuditPage)
        if done:
            page.findings.done.click()
        settle(8)
        assert page.findings.cards
        return window

    return opened


def _tapped(game: str) -> Open:
    """A sheet of paper, a place of which was tapped."""

    def opened(window: MainWindow, _: Path) -> QWidget:
        window.go.show_check(Paper(game=game))
        page = window.page
        assert isinstance(page, AuditPage)
        page.entry.tap(page.entry.writable[0])
        settle(8)
        return window

    return opened


def _called(full: bool = False, **changes: str) -> Open:
    """Calling the dice, after some rolls; over the whole screen, or with real dice."""

    def opened(window: MainWindow, _: Path) -> QWidget:
        window.go.new_session("on_tour", "call")
        page = window.page
        assert isinstance(page, SessionPage)
        if changes:
            page.file.change(**changes)
        else:
            for _roll in range(4):
                page.call.go_on()
        page.spread(full)
        settle(8)
        return window

    return opened


def _ranked(window: MainWindow, _: Path) -> QWidget:
    """Two sheets against one another."""
    window.go.show_tournament()
    page = window.page
    assert isinstance(page, SessionPage)
    game = GAMES["rolling_america"]
    papers = [Paper(game="rolling_america", player=player, spaces={"OH": "5"}) for player in ("Ann", "Bo")]
    settle()
    page.check.take([Entered(game, sheet_of(game, ""), paper) for paper in papers])
    settle()
    page.tabs.choose("rank")
    settle(8)
    return window


def _game(game: str, *names: str, rolled: bool = True, **choices: str) -> Open:
    def opened(window: MainWindow, folder: Path) -> QWidget:
        path = folder / f"{game}{len(list(folder.glob('*')))}.rollwrite"
        window.go.show_table(new_game(path, *names, game=game, **choices), path)
        settle(8)
        page = window.page
        if isinstance(page, TablePage) and rolled:
            page.open_tab(0)
            write(page)
        if isinstance(page, RacePage):
            page._frames.stop()
        return window

    return opened


def _after(way: Callable[[MainWindow], object], game: str = "hexroller") -> Open:
    """With a finished game on the shelf, `a`."""

    def opened(window: MainWindow, _: Path) -> QWidget:
        if not (window.store.games / f"{game}.rollwrite").exists():
            shelve(window.store.games, game, game, players=("Ann", "Bo"))
        way(window)
        settle(12)
        return window

    return opened


def _pencil(game: str) -> Open:
    def opened(window: MainWindow, folder: Path) -> QWidget:
        _game(game, "Ann")(window, folder)
        assert isinstance(window.page, TablePage)
        window.page.toggle_pencil()
        settle()
        return window

    return opened


def _hinted(window: MainWindow) -> bool:
    assert isinstance(window.page, TablePage) and window.page.snapshot.coaching is not None
    return window.page.snapshot.coaching.hint is not None


def _hint(game: str) -> Open:
    def opened(window: MainWindow, folder: Path) -> QWidget:
        _game(game, "Ann", "Bo", rolled=False)(window, folder)
        assert isinstance(window.page, TablePage)
        while not window.page.snapshot.enabled.hint:
            window.page.roll()
        window.page.hint()
        wait_for(lambda: _hinted(window))
        settle()
        assert window.page.snapshot.coaching.hint is not None
        return window

    return opened


def hinted_game(path: Path, game: str) -> None:
    """A game that is over, in a file; both of its players had hints."""
    opened = new_game(path, "Ann", "Bo", game=game)
    for player in opened.session.players:
        opened.session.note(player, HINT_NOTE, "1 1 2")
    finish(opened.session, dict.fromkeys(opened.session.players, next(iter(opened.game.think.bots.values()))))
    assert opened.session.over
    log = getattr(opened.session.log, "__self__", None)
    assert isinstance(log, Journal)
    log.close()


def _hinted_end(game: str) -> Open:
    def opened(window: MainWindow, folder: Path) -> QWidget:
        hinted_game(folder / f"{game}.rollwrite", game)
        window.go.open_file(folder / f"{game}.rollwrite")
        settle(12)
        return window

    return opened


def write(table: TablePage) -> None:
    """Rolls, chooses, and writes one number."""
    for _ in range(6):
        dice = [spot for spot, button in table.tray.buttons.items() if spot.startswith("die/") and button.ready]
        if table.view.among:
            table.tap(min(table.view.among))
            if table.snapshot.question is not None:
                table.tap_token(table.snapshot.question.tokens[0].spot)
            break
        table.tap_token(dice[0]) if dice else table.roll()
        settle()
    settle()


def _raced(*names: str, **choices: str) -> Open:
    """A race of computer players to its end, on a clock of its own."""

    def opened(window: MainWindow, folder: Path) -> QWidget:
        path = folder / f"race{len(list(folder.glob('*')))}.rollwrite"
        window.go.show_table(new_game(path, *names, game="ligretto_dice", length="rounds_2", tie="shared", **choices), path)
        page = window.page
        assert isinstance(page, RacePage)
        page._frames.stop()
        now = page.now() + 10_000
        page.now = lambda: now
        while page.side.phase != "over" or page.snapshot.card is None:  # the last die is looked at for a moment
            if page.card.waits:
                page.go_on()
            now += 100
            page.frame()
        settle(8)
        assert not page.card.again.isHidden()
        return window

    return opened


def _class_practice(*, found: bool) -> Open:
    """Positions to practice of two sheets, before they are looked for or after."""

    def ask(page: SessionPage) -> None:
        page.rank.find_positions()
        (dialog,) = page.findChildren(ClassPractice)
        if found:
            dialog.found = tuple(position for _, position in positions("rolling_america"))
            dialog._rest("")

    return _asked(_ranked, ask)


def _practice(*, game: str = "", judged: bool = False) -> Open:
    """The deck, or a position of a game in it, before or after it was played."""

    def opened(window: MainWindow, _: Path) -> QWidget:
        decks = DeckStore(window.store)
        kept = tuple(position for each in ("rolling_america", "hexroller") for _, position in positions(each))
        reviews = tuple(Reviewed(str(n), "hexroller", f"2026-11-2{n}", "Ann", 7, {"pair": 2.0 - n}) for n in range(3))
        decks.change(decks.own_path, lambda _: Deck(1, positions=kept, reviews=reviews))
        window.go.show_practice()
        settle(8)
        page = window.page
        assert isinstance(page, PracticePage)
        if game:
            page._run([each for each in kept if each.game == game])
            settle(8)
        if judged:
            shown = window.page
            assert isinstance(shown, PositionPage)
            play_moves(shown._practiced, shown.position.played)
            shown.take(Verdict(shown.position, turn_of(shown.position), False))
            settle(8)
        return window

    return opened


def _photos(*, doubtful: bool) -> Open:
    """Sheets that were read from photos, with a doubtful mark or without one."""

    def opened(window: MainWindow, _: Path) -> QWidget:
        window.go.show_photos([])
        page = window.page
        assert isinstance(page, PhotosPage)
        seen = {"OK": Mark("4", 0.6, ("9", "(4)"))} if doubtful else {}
        jpeg = jpeg_of(np.full((300, 400, 3), 160, np.uint8))
        page.take([read_sheet("rolling_america", {"TX": Mark("3", 0.99), **seen}, "IMG_2041.jpg"),
                   Unread("IMG_2042.jpg", 1, tr("The lower left corner is not in the picture."), jpeg)])
        settle(8)
        return window

    return opened


def _corners(window: MainWindow, folder: Path) -> QWidget:
    """A photo on which nothing was recognized, whose corners are shown."""
    _photos(doubtful=False)(window, folder)
    page = window.page
    assert isinstance(page, PhotosPage)
    page.ask_corners(0)
    settle(8)
    return window


PAGES: dict[str, Open] = {
    "home": _page(lambda window: window.go.show_home()),
    "history": _after(lambda window: window.go.show_history()),
    **{
        f"replay of {game}": _after(
            lambda window, game=game: window.go.files.replay(window.store.games / f"{game}.rollwrite"), game
        ) for game in GAMES
    },
    "end of a game": _after(lambda window: window.go.open_file(window.store.games / "hexroller.rollwrite")),
    **{f"pencil in {game}": _pencil(game) for game in ("rolling_america", "on_tour", "hexroller")},
    **{f"end of {game} after hints": _hinted_end(game) for game, one in GAMES.items() if not one.info.realtime},
    **{f"hint in {game}": _hint(game) for game, one in GAMES.items() if one.words.coach and not one.info.realtime},
    "library": _after(lambda window: window.go.show_library()),
    **{f"lobby of {game}": _page(lambda window, game=game: window.go.show_lobby(game)) for game in GAMES},
    **{f"print {game}": _page(lambda window, game=game: window.go.show_print(game)) for game in GAMES},
    **{f"check {game}": _page(lambda window, game=game: window.go.show_check(Paper(game=game))) for game in GAMES},
    "check of a tapped place": _tapped("on_tour"),
    "check with a finding": _found(done=False),
    "check with a finding, done": _found(done=True),
    **{
        f"own sheet of {game}": _page(lambda window, game=game: window.go.show_own_sheet(game))
        for game, one in GAMES.items() if one.play.new_sheets is not None
    },
    **{f"table of {game}": _game(game, "Ann", "Bo") for game, one in GAMES.items() if not one.info.realtime},
    **{
        f"real dice of {game}": _game(game, "Ann", rolled=False, dice="real")
        for game, one in GAMES.items() if not one.info.realtime
    },
    "race": _game("ligretto_dice", "Ann", "Bo"),
    "race of one person": _game("ligretto_dice", "Ann", "Bo*", "Cy*", "Di*"),
    "end of a race": _raced("Ann*", "Bo*"),
    "end of a time trial": _raced("Ann*", trial="6"),
    "scoreboard": _game("ligretto_dice", "Ann", "Bo", dice="real"),
    "photos": _page(lambda window: window.go.show_photos([])),
    "photos, a doubtful mark": _photos(doubtful=True),
    "photos, marks together": _photos(doubtful=False),
    "photos, corners": _corners,
    "check room": _page(lambda window: window.go.show_check_room()),
    "sessions": _page(lambda window: window.go.show_sessions()),
    **{
        f"session: {step}": _page(lambda window, step=step: window.go.new_session("on_tour", step))
        for step in ("players", "print", "call", "check", "rank")
    },
    "session: rolls called": _called(),
    "session: full screen": _called(full=True),
    "session: real dice": _called(dice="real"),
    **{
        f"{tab} of a game": _after(
            lambda window, tab=tab: window.go.files.replay(window.store.games / "hexroller.rollwrite", tab=tab)
        ) for tab in ("review", "compare")
    },
    "practice": _practice(),
    **{f"position of {game}": _practice(game=game) for game in ("rolling_america", "hexroller")},
    "position, judged": _practice(game="rolling_america", judged=True),
    "new map": _page(lambda window: window.go.show_new_map()),
    "island": _island,
    "ranking": _ranked,
}
DIALOGS: dict[str, Open] = {
    "rules": _dialog(lambda window: window.go.show_rules("on_tour")),
    "keys": _dialog(lambda window: window.go.show_keys()),
    "messages": _dialog(lambda window: window.go.show_messages()),
    "preferences": _dialog(lambda window: window.go.show_preferences()),
    "about": _dialog(lambda window: window.go.show_about()),
    "sheet in words": _asked(_game("on_tour", "Ann"), lambda page: page.read_sheet()),
    "log in words": _asked(_game("on_tour", "Ann"), lambda page: page.read_log()),
    "someone joins": _asked(_game("on_tour", "Ann"), lambda page: page.join()),
    "roll to correct": _asked(_game("rolling_america", "Ann", rolled=False, dice="real"), _real_roll),
    "keys of a race": _asked(_game("ligretto_dice", "Ann", "Bo"), lambda page: page.ask_keys()),
    "positions of a class": _class_practice(found=False),
    "positions of a class, found": _class_practice(found=True),
    "picture to share": _asked(PAGES["end of a game"], lambda page: page.results.picture.click()),
    "code of a print": _asked(_page(lambda window: window.go.show_check_room()), lambda page: page.ask_code()),
    "code of rolls": _asked(
        _page(lambda window: window.go.show_check(Paper(game="on_tour"))), lambda page: page.rolls.ask_code()
    ),
}
ROOMS = PAGES | DIALOGS


class StrayWindows(QObject):
    """Notes every widget that is shown as a window of its own and is not meant to be one; an event filter of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown = event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow()
        meant = isinstance(watched, (MainWindow, QDialog, QMenu))
        if shown and not meant and watched.windowType() not in _PASSING:
            self.found.append(name(watched))
        return False


def controls(room: QWidget) -> Iterator[QWidget]:
    """Everything in a window that can be clicked or typed in."""
    for widget in room.findChildren(QWidget):
        inner = isinstance(widget.parent(), (QComboBox, QAbstractSpinBox)) or isinstance(widget, QScrollBar)
        holder = widget.parentWidget()
        if holder is not None and holder.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents):
            continue  # only to look at
        if isinstance(widget, CONTROLS) and not inner and widget.isVisible() and widget.window() is room:
            yield widget


def name(widget: QWidget) -> str:
    """What a person would call it."""
    text = getattr(widget, "text", None)
    words = widget.accessibleName() or (text() if callable(text) else "") or widget.toolTip()
    return f"{type(widget).__name__} “{words}”"


def reachable(widget: QWidget, room: QWidget) -> bool:
    """Whether all of a widget lies in the window, or can be scrolled to."""
    place = QRect(widget.mapTo(room, QPoint(0, 0)), widget.size())
    under = widget.parentWidget()
    while under is not None and under is not room:
        area = under.parentWidget()
        if isinstance(area, QAbstractScrollArea) and area.viewport() is under:
            fits = widget.width() <= under.width() or area.horizontalScrollBar().maximum() > 0
            return fits and reachable(area, room)
        if not QRect(under.mapTo(room, QPoint(0, 0)), under.size()).contains(place):
            return False
        under = area
    return room.rect().contains(place)


__all__ = [
    "CONTROLS", "PAGES", "ROOMS", "QMenuBar", "StrayWindows",
    "controls", "hinted_game", "name", "reachable", "write",
]

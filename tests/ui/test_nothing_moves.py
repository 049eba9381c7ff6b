"""While a page stays, what is said over it moves nothing on it, and lies on nothing that can be tapped."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QScrollBar, QWidget

from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.background import background
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.library.lobby.dice_choice import REAL
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.play.table.standing_panel import StandingPanel
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.floating_message import FloatingMessage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.standing import TABLES, Setting, opened, settings, walk
from tests.ui.conftest import Seat, delete_closed, new_game, settle, wait_for
from tests.ui.rooms import PAGES, ROOMS, controls, name

NOTICE = "Saved as “Friday 2026-11-23”."
ALARM = "The folder “games” could not be written to: no room is left on the disk. Free some, or save the game elsewhere."
SIZES = {"1280x800": (1280, 800), "1366x768": (1366, 768), "800x1280": (800, 1280), "1920x1080": (1920, 1080)}
TEXTS = {"100": 1.0, "150": 1.5, "200": 2.0}
LARGEST = {"300": 3.0, "400": 4.0}
TABLES_SHOWN = [
    (setting, size, text) for game in TABLES for setting in settings(game)[:8] for size in SIZES for text in TEXTS | LARGEST
    if text == "100" or size == "1280x800"
]
STANDS = [(room, size, text) for room in PAGES for size in SIZES for text in TEXTS if text == "100" or size == "1280x800"]


def places(window: MainWindow) -> dict[str, QRect]:
    """Where everything that can be used and every sheet is, but for the cards themselves."""
    page = window.page
    assert page is not None
    found = {}
    for widget in {*controls(window), *window.findChildren(SheetView)}:
        if page.isAncestorOf(widget) and widget.isVisible():
            found[f"{id(widget)} {name(widget)}"] = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    return found


@sampled("case", TABLES_SHOWN, 80, group=lambda case: case[0].game)
def test_nothing_on_a_table_moves_from_one_state_to_the_next(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: tuple[Setting, str, str]
) -> None:
    """Turns played by halves, undone, refused, corrected, real dice entered: what can be used stays where it is, as large as
    it is. With very large texts the powers scroll with the dice that are entered."""
    monkeypatch.setattr(StandingPanel, "_begin", lambda _: None)
    setting, size, text = case
    theme.set_larger((TEXTS | LARGEST)[text])
    game, path = opened(setting, 0), tmp_path / "walked.rollwrite"
    game.session.log = Journal.create(path, game.head).append
    window.go.show_table(game, path)
    page = window.page
    assert isinstance(page, TablePage)
    window.resize(QSize(*SIZES[size]))
    settle(20)
    known, alive = dict[str, QRect](), list[QWidget]()
    for moment in walk(setting, 0, 24, page.model):
        page._apply(moment.now)
        page.pace.stop_thinking()  # the walk plays for the computer
        settle(6)
        if moment.now.results is not None:
            return
        alive += window.findChildren(QWidget)  # so that what comes later is never taken for one of them
        for each, place in fixed(window, page).items():
            assert known.setdefault(each, place) == place, f"{each} after somebody {moment.act}"


LONG = (
    "Ann · Still to do: Round 3, roll 3. Orange 6 fits nowhere: guard it, or mark an X in the orange region. The yellow "
    "region is full: change Yellow 2’s color, or skip it."
)


@pytest.mark.parametrize("text", [
    *(pytest.param(each, marks=pytest.mark.release) for each in ("100", "150", "300")), "200", "400",
])
def test_the_longest_prompt_moves_nothing(window: MainWindow, tmp_path: Path, text: str) -> None:
    """Walks seldom come to two dice of which neither can be written, in a turn that was left open."""
    theme.set_larger((TEXTS | LARGEST)[text])
    path = tmp_path / "a.rollwrite"
    window.go.show_table(new_game(path, "Ann", "Bo"), path)
    page = window.page
    assert isinstance(page, TablePage)
    for size in SIZES.values():
        window.resize(QSize(*size))
        settle(12)
        before = fixed(window, page)
        for words in (LONG, LONG[:70], page.snapshot.sentence):
            page.head.apply(replace(page.snapshot, sentence=words))
            settle(4)
            assert fixed(window, page) == before, (size, words)
            assert page.head.prompt.heightForWidth(page.head.prompt.width()) <= page.head.prompt.height()
        if text in LARGEST or text == "200":
            continue  # there notes take the place of all that stands beside the sheet
        page.toggle_pencil()
        settle(6)
        noting = fixed(window, page)
        assert {each: place for each, place in noting.items() if each in before} | before == before, (size, "notes")
        page.toggle_pencil()
        settle(6)
        assert fixed(window, page) == before


def fixed(window: MainWindow, page: TablePage) -> dict[str, QRect]:
    """Where everything is but what comes up beside a place that was tapped, and goes with it, or scrolls."""
    passing = [page.feedback.bubble, page.feedback.chooser, page.feedback.undo, page.head.more]
    passing += page.tray.findChildren(QScrollArea) if theme.large() else []  # there dice and powers scroll
    own = {f"{id(each)} " for thing in passing for each in (thing, *thing.findChildren(QWidget))}
    found = {each: place for each, place in places(window).items() if not each.startswith(tuple(own))}
    take_back = page.tray.take_back
    for each in found:
        if each.startswith(f"{id(take_back)} "):  # words beside its icon make it wider, to the left
            found[each].setLeft(found[each].right() - take_back.iconSize().width())
    return {each.partition(" ")[0] + each.partition("“")[0].partition(" ")[2]: place for each, place in found.items()}


def tapped(window: MainWindow) -> dict[str, QRect]:
    """Where what can be tapped on the page is in sight, within the window's middle."""
    page, over = window.page, window.centralWidget()
    assert page is not None and over is not None
    found = {}
    for widget in controls(window):
        if page.isAncestorOf(widget) and widget.isEnabled() and not isinstance(widget, SheetView):
            found[name(widget)] = clipped(widget, over)
    for view in window.findChildren(SheetView):
        corner = view.mapTo(over, QPoint(0, 0))
        for spot in view.among if view.isVisible() else ():
            found[spot] = view.writing_place(spot).toAlignedRect().translated(corner)
    return found


def free(card: FloatingMessage, inside: QRect, keep: list[QRect]) -> bool:
    """Whether a card upright, as narrow as it can be, would cover nothing at some place."""
    size = [size for size, _ in card._shapes(inside.width())][-1]
    wide, high = inside.width() - size.width(), inside.height() - size.height()
    spots = ((x, y) for y in range(0, high, 16) for x in range(0, wide, 16))
    return any(not any(QRect(QPoint(x, y), size).intersects(one) for one in keep) for x, y in spots)


def clipped(widget: QWidget, over: QWidget) -> QRect:
    """The part of a widget that is in sight."""
    place, above = QRect(widget.mapTo(over, QPoint(0, 0)), widget.size()), widget.parentWidget()
    while above is not None and above is not over:
        place &= QRect(above.mapTo(over, QPoint(0, 0)), above.size())
        above = above.parentWidget()
    return place


@sampled("stand", STANDS, 480, ids="-".join)
def test_what_is_said_moves_nothing_and_covers_nothing(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stand: tuple[str, str, str]
) -> None:
    # Computer players would begin on the same dice after a while by the clock, and show how far they are.
    monkeypatch.setattr(StandingPanel, "_begin", lambda _: None)
    room, size, text = stand
    theme.set_larger(TEXTS[text])
    ROOMS[room](window, tmp_path)
    window.resize(QSize(*SIZES[size]))
    center, before = window.centralWidget(), {"": QRect()}
    assert center is not None
    # A step of a search waits for a moment's rest before it is asked.
    searches = [page.search for page in window.findChildren(AuditPage)]
    wait_for(lambda: not any(task.asked for task in background().tasks.values())  # what is counted at an end is counted
             and not any(search.running for search in searches))
    settle(20)
    while before != (before := places(window)):
        settle(6)
    for say in (window.messages.show_message, window.messages.alarm):
        say(NOTICE if say == window.messages.show_message else ALARM)
        settle()
        assert places(window) == before
        assert center.rect().contains(window.messages.geometry())
        keep, card = tapped(window), window.messages
        covered = [each for each, place in keep.items() if place.intersects(card.geometry())]
        assert not covered or (text != "100" and not free(card, center.rect(), [*keep.values()]))
        sentence = card._sentence
        assert sentence.heightForWidth(sentence.width()) <= sentence.height(), "it is not cut off"
    window.messages.hide()
    settle()
    assert places(window) == before


def test_with_the_largest_texts_a_message_has_one_line(window: MainWindow) -> None:
    theme.set_larger(4.0)
    window.go.show_home()
    settle()
    bar = window.messages
    bar.alarm(ALARM)
    settle()
    line = bar._sentence.fontMetrics().lineSpacing()
    assert bar._sentence.height() < 2 * line and bar._sentence.text().endswith("…") and bar.sentence == ALARM
    bar._more.click()
    settle()
    assert bar._sentence.text() == ALARM and bar._sentence.height() > 2 * line and bar._more.isHidden()


@pytest.mark.parametrize("room", ["end of rolling_america after hints", "photos, a doubtful mark", "check with a finding"])
def test_with_the_largest_texts_what_stays_lies_below_the_page(window: MainWindow, tmp_path: Path, room: str) -> None:
    """There it covers no text, and no part of the page scrolls within another; a notice, which goes by itself, moves
    nothing."""
    theme.set_larger(4.0)
    window.resize(1280, 800)
    ROOMS[room](window, tmp_path)
    settle(12)
    window.messages.hide()
    settle(12)
    seen = window.pages.parentWidget()
    assert seen is not None
    height, scrolls = seen.height(), window.pages.height() > seen.height()
    window.messages.alarm(ALARM)
    settle(12)
    said = window.messages
    assert seen.mapTo(window, QPoint(0, 0)).y() + seen.height() <= said.mapTo(window, QPoint(0, 0)).y()
    assert seen.height() < height and (window.pages.height() > seen.height()) == scrolls
    bars = [bar for bar in window.findChildren(QScrollBar) if bar.isVisible()]
    assert sum(bar.orientation() == Qt.Orientation.Vertical for bar in bars) <= 1
    said.show_message(NOTICE)
    settle(12)
    assert seen.height() == height
    said.hide()
    settle(12)
    assert seen.height() == height


def test_the_next_page_has_its_messages_too(window: MainWindow) -> None:
    """What was watched on the page before is gone by then."""
    for show in (window.go.show_history, window.go.show_sessions, window.go.show_home):
        show()
        settle()
        delete_closed()
        window.messages.show_message(NOTICE)
        settle()
        assert window.messages.isVisible() and window.messages.sentence == NOTICE


class Paintings(QObject):
    """How often a widget is painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_what_lies_under_a_message_is_painted_once(window: MainWindow, seat: Seat) -> None:
    """Where a message is placed anew at each painting it must ask for none, or the program paints as long as it stands."""
    table = seat("Ann")
    window.messages.alarm(ALARM)
    QTest.qWait(100)
    paintings = Paintings(table.view)
    QTest.qWait(100)
    assert window.messages.isVisible() and not paintings.count
    table.view.update()
    QTest.qWait(100)
    assert paintings.count == 1


@pytest.mark.parametrize("game", GAMES)
def test_who_rolls_moves_nothing_in_the_lobby(window: MainWindow, game: str) -> None:
    """Without a code, what stands below stays where it is."""
    window.go.show_lobby(game)
    page = window.page
    assert isinstance(page, LobbyPage)
    page.folds["dice"].open()
    settle()
    before = places(window)
    page.dice.choose(REAL)
    settle()
    after = places(window)
    assert page.dice.value == REAL
    assert {key: at for key, at in before.items() if after.get(key, at) != at} == {}

"""The end of a game: acted once, its total told only when it has been counted, the costliest move, room for all of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QDesktopServices, QFont, QFontMetricsF, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.review.game_review import Partly, Review, TurnReview, keep_review
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.thumbnail import DisplayLabel
from rollwrite_desktop.ui.kit import celebration
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import ElidedLabel
from rollwrite_desktop.ui.play.practice.position_page import PositionPage
from rollwrite_desktop.ui.play.table import costly_move
from rollwrite_desktop.ui.play.table.other_players import WRAPPED, small_font, whole_parts
from rollwrite_desktop.ui.play.table.share_dialog import ShareDialog
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_deck import review_of
from tests.play.test_game_review import played
from tests.sampling import sampled
from tests.ui.conftest import PATIENCE, new_game, settle, wait_for
from tests.ui.readable import unreadable
from tests.ui.test_every_window import dress_again

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")
_STOPS = 3
"""How many stops the routes have here."""


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews begin when a test says so."""
    monkeypatch.setattr(costly_move, "_DELAY_MS", PATIENCE)


def play_out(table: TablePage) -> None:
    """Computer players play a table's game to its end; then the page sees it."""
    session = table.opened.session
    finish(session, dict.fromkeys(session.players, table.opened.game.think.bots["easy"]))
    table.after(table.model.corrected)
    table._later.stop()
    table._apply_rest()


def controls(table: TablePage) -> dict[QWidget, QPoint]:
    """Where on the page everything lies that can be pressed beside the sheet at the end; none of it needs scrolling to."""
    settle(4)
    bars = table.results._scroll.horizontalScrollBar(), table.results._scroll.verticalScrollBar()
    assert not any(bar.maximum() for bar in bars)
    pressed = (table.results.again_counted, table.results.again, table.results.replay, table.tabs)
    return {each: each.mapTo(table, QPoint()) for each in pressed}


def written(table: TablePage) -> list[str]:
    return [each.text for each in table.view.canvas.display.marks if isinstance(each, Text)]


@pytest.mark.parametrize("skips", ["tap", "key", "button", "time"])
def test_the_total_is_told_once_it_is_counted(seat: Any, store: Settings, skips: str) -> None:
    table = seat("Ann")
    store.prefer(motion="full")
    play_out(table)
    results, total = table.results, table.session.scores[0].total
    assert results.counting and table.head.prompt.text() == "Counting the score …"
    assert not table.head.progress.text() and not results._ranking.isVisible() and table.standing.isHidden()
    mine = [each for each in table.snapshot.display.marks if each.key == "mark/xs"]
    assert mine and all(each not in table.view.canvas.display.marks for each in mine)
    before_told = controls(table)
    if skips == "tap":
        before = table.snapshot
        table.tap("OH")
        assert table.snapshot.notice is before.notice
    elif skips == "key":
        QTest.keyClick(table, Qt.Key.Key_A)
    elif skips == "button":
        results.again_counted.click()
    else:
        while results.counting:
            results._count_on()
    assert not results.counting and results.sum.text() == str(total) and results.step.text() == "Final score"
    assert controls(table) == before_told
    assert str(total) in table.head.prompt.text() and table.standing.isVisible() and results._ranking.isVisible()
    assert str(total) in written(table)
    results.again_counted.click()
    assert not results.counting and results._ranking.isVisible(), "only the first time it is a secret"


def test_the_first_frame_of_the_end_is_that_of_all_others(seat: Any, window: MainWindow, store: Settings) -> None:
    table = seat("Ann")
    window.resize(1366, 748)
    settle()
    store.prefer(motion="full")
    session = table.opened.session
    finish(session, dict.fromkeys(session.players, table.opened.game.think.bots["easy"]))
    table.after(table.model.corrected)
    results = table.results
    assert results.counting and not results._scroll.verticalScrollBar().maximum()
    first = results.geometry(), table.tabs.geometry(), results.sum.mapTo(table, QPoint())
    settle(4)
    assert (results.geometry(), table.tabs.geometry(), results.sum.mapTo(table, QPoint())) == first


@sampled("names, motion, falls", [
    (("Ann", "Bo"), "full", True), (("Ann*", "Bo*"), "full", False), (("Ann", "Bo"), "reduced", False),
], 3)
def test_a_person_who_wins_is_a_moment(
    seat: Any, store: Settings, names: tuple[str, str], motion: str, falls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0]
    monkeypatch.setattr(celebration.Celebration.__init__, "__defaults__", (lambda: now[0],))
    table = seat(*names, game="on_tour")
    store.prefer(motion=motion)
    play_out(table)
    assert not table.view.findChildren(celebration.Celebration), "not before the score is counted"
    before = controls(table)
    table.results.skip()
    assert controls(table) == before
    found = table.view.findChildren(celebration.Celebration)
    assert len(found) == falls and table.results.headline.text().endswith((" wins", " wins on tie-break", "the win"))
    if falls:
        still = table.view.grab().toImage()
        now[0] = celebration.LASTS_MS // 2
        found[0].frame()
        assert table.view.grab().toImage() != still and found[0].geometry() == table.view.rect()
        now[0] = celebration.LASTS_MS
        found[0].frame()
        assert found[0].isHidden()


def test_a_game_that_is_opened_again_does_not_act_its_end(window: MainWindow, store: Settings) -> None:
    store.prefer(motion="full")
    path = store.games / "a.rollwrite"
    opened = new_game(path, "Ann")
    finish(opened.session, dict.fromkeys(opened.session.players, opened.game.think.bots["easy"]))
    opened.session.log.__self__.close()
    window.go.open_file(path)
    settle()
    table: Any = window.page
    assert not table.results.counting and not table.results._timer.isActive()
    assert table.results.sum.text() == str(opened.session.scores[0].total)
    # Keys go over the sheet: the place is seen, and what answered before is gone.
    table.activateWindow()
    table.view.setFocus()
    table.refuse_roll()
    assert table.snapshot.notice is not None
    before = table.view.canvas.display.marks
    QTest.keyClick(table.view, Qt.Key.Key_Down)
    settle()
    assert table.snapshot.notice is None
    assert len(table.view.canvas.display.marks) > len(before)


@cache
def events(game: str, alone: bool) -> tuple[Event, ...]:
    """What one computer player did in a game, or as many as can play, who think of nothing; none minds the others."""
    one = GAMES[game]
    sheet = sheet_of(one, "")
    opened = start(new_head(one, sheet, sheet.id, NAMES[:1] if alone else NAMES, {}, Notes(seed="TEST-2345")))
    finish(opened.session, dict.fromkeys(opened.session.players, one.think.bots["easy"] if alone else random_bot))
    return opened.session.events


@cache
def ended(game: str, players: int) -> bytes:
    """The file of a game that has been played to its end. Routes end after a few stops, so that a better one is told of."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.rollwrite"
        opened = new_game(path, *NAMES[:players], game=game)
        driven = dict.fromkeys(opened.session.players, 0)
        for event in events(game, players == 1):
            if event.by != CHANCE and opened.session.rules.write(event.move).startswith("route ") and event.by in driven:
                driven[event.by] += 1
            if event.by == CHANCE or (event.by in driven and driven[event.by] <= _STOPS):
                opened.session.submit(event)
        for player in driven if any(driven.values()) else ():
            opened.session.submit(Event(player, opened.session.rules.read("route end")))
        assert opened.session.over
        opened.session.log.__self__.close()  # type: ignore[union-attr]
        return path.read_bytes()


@pytest.fixture(params=[False, True], ids=["mouse", "fingers"])
def touched(qapp: Any, request: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """With and without a screen that feels fingers, where menus are higher."""
    if not request.param:
        yield
        return
    with monkeypatch.context() as patched:
        patched.setattr(theme, "touched", lambda: True)
        dress_again()
        yield
    dress_again()


@pytest.mark.usefixtures("touched")
@sampled("game", ["rolling_america", "on_tour", "hexroller"], 3)
def test_the_end_has_room_for_all_of_it(window: MainWindow, store: Settings, game: str) -> None:
    """From one player to as many as can play, all with hints, in windows of all usual sizes."""
    store.games.mkdir(parents=True, exist_ok=True)
    cramped = []
    for players in (1, 2, 3, 4, 6, 8):
        path = store.games / f"{players}.rollwrite"
        path.write_bytes(ended(game, players))
        window.go.open_file(path)
        settle(8)
        table: Any = window.page
        hints = dict.fromkeys(table.session.players, 3)
        if players == 2:  # who may still come back, by the menu
            table._apply(replace(table.snapshot, left=frozenset({"p2"})))
            assert table.actions_here.leaving.isEnabled()
        table.results.apply(replace(table.snapshot.results, hints=hints), False)
        below_title_bars = () if theme.touched() else ((1366, 748), (1280, 728))
        for size in ((1280, 800), (1366, 768), *below_title_bars):
            window.resize(*size)
            settle(4)
            parts = table.results._scroll, table.parts._upper, table.others
            bars = [part.verticalScrollBar() for part in parts]
            cramped += [(players, size, bar.maximum()) for bar in bars if bar.maximum()]
    assert not cramped


@sampled("shade, contrast", [*product(("light", "dark"), ("normal", "high"))], 4, lambda case: case[0])
def test_of_two_routes_the_panel_says_which_is_whose(window: MainWindow, store: Settings, shade: str, contrast: str) -> None:
    store.prefer(theme=shade, contrast=contrast)
    store.games.mkdir(parents=True, exist_ok=True)
    path = store.games / "a.rollwrite"
    path.write_bytes(ended("on_tour", 1))
    window.go.open_file(path)
    settle(8)
    table: Any = window.page
    results = table.results
    before = controls(table)
    results.counting_choice.choose("2")
    assert controls(table) == before
    routes = [each for each in table.view.canvas.display.marks if each.key in ("own/0", "best/0")]
    drawn = {each.key.partition("/")[0]: each.stroke for each in routes}
    totals = {name: counting.steps[-1].total for name, counting in zip(("own", "best"), results._countings, strict=False)}
    shown = [each for each in results._key_box.findChildren(QLabel) if each.isVisible()]
    assert [each.text() for each in shown if each.text()] == [f"Yours: {totals['own']}", f"The best: {totals['best']}"]
    samples = [each._display.marks[0] for each in shown if isinstance(each, DisplayLabel)]
    assert {each.key: each.stroke for each in samples} == drawn and len(set(drawn.values())) == 2
    assert not unreadable(results)
    results.counting_choice.choose("1")
    assert results._key_box.isHidden() and results.sum.isVisible() and results.sum.text() == str(totals["best"])


def reviewed_game(window: MainWindow, store: Settings, *, kept: bool) -> TablePage:
    opened = played("rolling_america")
    path = store.games / "a.rollwrite"
    new = new_game(path, "Ann", code="TEST-2345")
    for event in opened.session.events:
        assert new.session.submit(event) is None
    new.session.log.__self__.close()  # type: ignore[union-attr]
    if kept:
        keep_review(path, new, "p1", review())
    window.go.open_file(path)
    settle(8)
    assert isinstance(window.page, TablePage)
    return window.page


BAR = 12
"""As wide as a scroll bar."""


def review() -> Review:
    found = review_of("rolling_america")
    return structs.replace(found, player="Ann")


def test_the_costliest_move_is_shown_and_tried_again(window: MainWindow, store: Settings) -> None:
    table = reviewed_game(window, store, kept=False)
    costly, turn = table.costly, review().costliest
    assert turn is not None and costly.isVisible() and costly.title.text() == "The costliest move"
    assert costly.again.isHidden() and all(each.isHidden() for each in costly.pictures)
    before = controls(table)
    measured = TurnReview(turn.turn, turn.before, turn.after, turn.move, 0.0, 0.0, 0.0, ())
    costly.take(Partly(turn, 2, measured))
    assert costly.title.text().startswith("The costliest so far"), "others are still played out"
    costly.take(review())
    assert "so far" not in costly.title.text()
    assert f"{turn.error:.1f}" in costly.title.text() and f"Turn {turn.turn}." in costly.text.text()
    wait_for(lambda: not costly.again.isHidden())
    settle()
    assert controls(table) == before, "nothing moves when the move is found"
    said = costly.text.text()
    long = "Turn 24. Better: 5 in North Dakota by color change, dupe (5) in South Dakota, 6 in New Hampshire."
    costly._words = long, costly._words[1]
    costly._fit()
    assert controls(table) == before and costly.text.text() == f"Turn {turn.turn}. The better move is on the right."
    costly.text.setText(said)
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    assert table.feedback.bubble.sentence == "The game is over."
    mine, better = costly.pictures
    assert mine.isVisible() and better.isVisible() and mine.geometry().top() == better.geometry().top()
    assert mine.geometry().right() < better.geometry().left() and mine.size() == better.size(), "seen at a glance"
    room = table.results.inside.width() - 120  # the words beside it
    for language in i18n.languages(TRANSLATIONS):
        i18n.use(language, TRANSLATIONS)
        assert button(tr("Try it a&gain from there"), "", "quiet").sizeHint().width() <= room - BAR, language
    i18n.use("en", TRANSLATIONS)
    costly.again.click()
    settle()
    page = window.page
    assert isinstance(page, PositionPage) and page.position.cost.error == turn.error
    page.left.emit()
    assert window.page is table


def test_a_review_that_is_kept_is_shown_at_once(window: MainWindow, store: Settings) -> None:
    costly = reviewed_game(window, store, kept=True).costly
    assert costly.review is not None and not costly._timer.isActive() and costly.pictures[0].isVisible()
    clean = structs.replace(review(), turns=())
    costly.review = clean
    costly._show()
    assert costly.title.text() == "No move clearly cost anything" and costly.again.isHidden()


def test_a_picture_is_looked_at_copied_and_saved(
    window: MainWindow, store: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = reviewed_game(window, store, kept=True)
    table.results.picture.click()
    dialog = table.findChild(ShareDialog)
    assert dialog is not None and dialog.isVisible() and not dialog.folder.isEnabled()
    assert dialog.image().width() == 1200 and not dialog.picture.pixmap().isNull()
    light = dialog.image().pixelColor(600, 5)
    dialog.look.choose("dark")
    dialog._show()
    assert dialog.image().pixelColor(600, 5).lightness() < light.lightness()
    dialog.copy.click()
    assert QGuiApplication.clipboard().image().width() == 1200
    assert dialog.said.isVisible() and dialog.said.text() == "The picture is copied."
    for name, begins in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml")):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        dialog.save.click()
        assert (tmp_path / name).read_bytes().startswith(begins)
    dialog.folder.click()
    assert dialog.said.text() == f"Saved as {tmp_path / 'a.svg'}.", "it is seen that a folder opens"
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: False)
    dialog.folder.click()
    assert str(tmp_path) in dialog.said.text() and "No program" in dialog.said.text()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "a.png"), ""))
    dialog.save.click()
    assert "Cannot write" in dialog.said.text()
    dialog.closing.click()
    assert not window.messages.history, "said once: a message would cover what the panel says"


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_names_and_hints_are_whole_in_very_large_texts(window: MainWindow, store: Settings, language: str) -> None:
    i18n.use(language, TRANSLATIONS)
    store.prefer(language=language, text="300")
    store.games.mkdir(parents=True, exist_ok=True)
    path = store.games / "a.rollwrite"
    path.write_bytes(ended("on_tour", 2))
    window.go.open_file(path)
    window.resize(1280, 800)
    settle(8)
    table: Any = window.page
    table.results.apply(replace(table.snapshot.results, hints=dict.fromkeys(table.session.players, 3)), False)
    settle(4)
    names = [each for each in table.results.findChildren(ElidedLabel) if "3" in each.whole]
    assert len(names) == 2
    for each in names:
        room = each.fontMetrics().boundingRect(each.contentsRect(), Qt.TextFlag.TextWordWrap, each.whole)
        assert room.width() <= each.width(), each.whole


@pytest.mark.parametrize("line", ["Runde 7 von 7 · 28 Sechsecke ausgefüllt · 22 Punkte", "Gebiete 13 + Kreise 4 = 17"])
def test_nothing_beside_a_small_sheet_is_cut(qapp: Any, line: str) -> None:
    metrics = QFontMetricsF(small_font(QFont()))
    shown = []
    for wide, lines in product(range(20, 420, 20), (1, 2, 3)):
        room = QRectF(0, 0, wide, lines * metrics.lineSpacing() + 1)
        shown.append(whole_parts(line, metrics, room))
        assert metrics.boundingRect(room, WRAPPED, shown[-1]).height() <= room.height()
    whole = {each.replace("\N{NO-BREAK SPACE}", " ") for each in shown}
    parts = line.split(" · ")
    assert whole == {" · ".join(parts[i:]) for i in range(len(parts) + 1)}

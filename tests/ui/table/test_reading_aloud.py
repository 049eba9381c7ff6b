"""What is heard at a table that is played by keys alone, and what cannot be done says why.

The first line of a transcript says the game, its code, how far computer players have played it before, and where it is not
Ann alone, who plays and by which rules: `on_tour, TEST-2345, 3 events, Ann and Bo, dice=real`. There are some for every kind
of turn: each power and bonus, numbers, stars and Xs, skipping, routes, several people, real dice, the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.gamekit.play.guide import Onward
from rollwrite_desktop.gamekit.words.coach import best_stroke
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.table import table_session
from rollwrite_desktop.play.table.sheet_words import SheetWords, next_spot
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.sheet.reading_order import reading_order
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import new_game, settle
from tests.ui.speech import Transcript, heard, press

TRANSCRIPTS = Path(__file__).with_name("transcripts")
__all__ = ["heard"]
RACES = Path(__file__).parent.with_name("race") / "transcripts"


def spoken(table: TablePage) -> str:
    """What a screen reader says of the place that has the focus."""
    child = QAccessible.queryAccessibleInterface(table.view).focusChild()
    if child is None:
        return ""
    kinds = QAccessible.Text
    return f"{child.text(kinds.Name)} ({child.text(kinds.Description)})"


def play_on(opened: Opened, events: int) -> None:
    """The game after so many events of its best quick computer player, or when it would end."""
    session, game = opened.session, opened.game
    bot, luck = game.think.bots["medium"], random.Random(session.code)
    while len(session.events) < events and session.demands:
        demand = session.demands[0]
        if is_chance(demand.by):
            event = session.digital()
        else:
            event = Event(demand.by, bot(session.rules, session.state_for(demand.by), demand.by, luck))
        assert event is not None and session.submit(event) is None


def begun(head: str, path: Path) -> Opened:
    """The game of the first line of a transcript, as far as it says."""
    game, code, events, *more = head.split(", ")
    options = dict(each.split("=") for each in more if "=" in each)
    names = next((each for each in more if "=" not in each), "Ann")
    opened = new_game(path, *names.split(" and "), game=game, code=code, **options)
    play_on(opened, int(events.split()[0]))
    return opened


@sampled("script", sorted(each.stem for each in TRANSCRIPTS.glob("*.txt")), 4, lambda script: script.partition("-")[0])
def test_what_is_heard_at_a_table(
    window: MainWindow, heard: list[str], monkeypatch: pytest.MonkeyPatch, script: str, tmp_path: Path
) -> None:
    transcript = Transcript.of(TRANSCRIPTS / f"{script}.txt")
    # Hints come at once, from a quick player.
    quick = GAMES[transcript.head.partition(",")[0]].think.bots["easy"]
    monkeypatch.setattr(TableSession, "hint_job", lambda _: None)
    monkeypatch.setattr(table_session, "best_stroke", lambda _, *position: best_stroke(quick, *position))
    window.go.show_table(begun(transcript.head, tmp_path / "a.rollwrite"), tmp_path / "a.rollwrite")
    table = window.page
    assert isinstance(table, TablePage)
    window.activateWindow()
    settle()

    def act(key: str) -> Iterator[str]:
        before = table.view.cursor_spot
        press(table, key)
        if table.view.cursor_spot != before:
            yield f"→ {spoken(table)}"
        for dialog in table.findChildren(WordsDialog):
            yield from (f"| {line}" for line in dialog.text.toPlainText().splitlines())
            dialog.accept()
            window.activateWindow()
            settle()

    transcript.check(heard, act, tmp_path)


def test_every_game_has_transcripts() -> None:
    """A game that nobody has listened to is not ready."""
    heard = {each.stem.partition("-")[0] for each in TRANSCRIPTS.glob("*.txt")}
    heard |= {each.stem.partition("-")[0] for each in RACES.glob("*.txt")}
    assert heard == set(GAMES)


def test_the_way_on_is_told_by_what_the_button_does_not_by_its_words(seat: Any) -> None:
    table = seat("Ann")
    now = table.snapshot
    heard = {
        does: table.speech.request(replace(now, tray=replace(now.tray, onward=Onward(does), roll="Onward"))).controls[0]
        for does in ("rolls", "hands", "counts", "ends", "checks")
    }
    assert heard == dict.fromkeys(("rolls", "hands"), "Onward: Ctrl+R.") | dict.fromkeys(
        ("counts", "ends", "checks"), "To go on: Ctrl+R.")


def test_what_cannot_be_done_says_why(seat: Any, heard: list[str]) -> None:
    table = seat("Ann")
    for key, why in (("Ctrl+Z", "nothing to undo"), ("Ctrl+Shift+Z", "nothing to redo"), ("Ctrl+Home", "as it is now"),
                     ("Ctrl+B", "no roll to take back")):
        heard.clear()
        press(table, key)
        assert len(heard) == 1 and why in heard[0]
        assert why in table.feedback.bubble.sentence
    table.roll()
    settle()
    heard.clear()
    press(table, "Ctrl+R")
    assert heard and heard[0].startswith("! Not yet.")
    table.look_back(0)
    heard.clear()
    press(table, "Ctrl+R")
    assert heard[0] == "! You are viewing an earlier moment. Go back to now first."
    table.look_back(-1)
    heard.clear()
    press(table, "F7")
    assert "First go to a space" in heard[0]


def test_nothing_is_answered_with_silence(seat: Any, heard: list[str]) -> None:
    table = seat("Ann")
    table.roll()
    settle()

    def hears(*keys: str) -> list[str]:
        for key in keys:
            heard.clear()
            press(table, key)
        return [*heard]

    assert hears("M", "E") == []
    assert hears("Right") == ["! Nothing more that way."]
    assert hears("M", "E") == [f"! {table.view.spot_label('ME')}"]
    for sign in "/;,":
        assert hears(sign)[0].startswith(f"! The key {sign} does nothing now.")
    press(table, ".")
    assert hears("F7")[0].endswith("Only spaces have neighbors.")
    assert hears("Ctrl+Y") == ["! There is nothing to redo."]


def test_a_question_is_asked_again_with_its_keys(window: MainWindow, heard: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.rollwrite"
    window.go.show_table(begun("on_tour, TEST-2345, 6 events, Ann and Bo", path), path)
    table = window.page
    assert isinstance(table, TablePage)
    window.activateWindow()
    settle()
    table.view.move_cursor("OR")
    press(table, "Return")
    asked = heard[-1]
    assert "goes in" in asked and "key 1" in asked and "key 2" in asked
    heard.clear()
    press(table, "Return")
    assert heard == [f"! {asked}"]


def test_return_on_a_card_that_is_not_turned_up_says_what_is_to_be_done(seat: Any, heard: list[str]) -> None:
    table = seat("Ann", game="on_tour")
    table.tray.buttons["card/1"].setFocus()
    heard.clear()
    press(table, "Return")
    assert heard == ["! Card 1: not turned up. Set-up 1 of 2: roll, and draw two areas. Roll: Ctrl+R."]


def test_the_sheet_in_words_is_a_text_to_go_through(seat: Any) -> None:
    table = seat("Ann")
    press(table, "F8")
    dialog = table.findChild(WordsDialog)
    assert dialog is not None
    lines = dialog.text.toPlainText().splitlines()
    sheet = table.opened.sheet
    assert lines[0] == table.snapshot.progress
    assert lines[1] == "Player: Ann"
    assert [line.partition(",")[0] for line in lines[2:8]] == [group.title for group in reading_order(sheet) if group.region]
    assert all(space.name in "\n".join(lines) for space in sheet.spaces)
    QTest.keyClick(dialog.text, Qt.Key.Key_Escape)
    settle()
    assert table.findChild(WordsDialog) is None


def test_spaces_are_gone_through_region_by_region_and_around(seat: Any) -> None:
    table = seat("Ann")
    sheet = table.opened.sheet
    wanted = frozenset(sheet.space)
    here, seen = "", []
    for _ in sheet.spaces:
        here = next_spot(sheet, here, wanted)
        seen.append(here)
    assert sorted(seen) == sorted(sheet.space)
    assert next_spot(sheet, here, wanted) == seen[0]
    assert next_spot(sheet, seen[0], wanted, -1) == seen[-1]
    regions = [region for region, _ in groupby(sheet.space[each].region for each in seen)]
    assert sorted(regions) == sorted(sheet.region)
    assert next_spot(sheet, here, frozenset()) == ""


def test_neighbors_are_told_with_what_stands_there(seat: Any) -> None:
    table = seat("Ann")
    table.roll()
    press(table, "1")
    spot = min(table.view.among)
    table.tap(spot)
    settle()
    words = table.model.words()
    held = table.opened.game.check.paper_of(table.session.rules, table.session.state, "p1").spaces[spot]
    beside = next(iter(table.opened.sheet.neighbors[spot]))
    assert f"{table.opened.sheet.space[spot].name} {held}" in words.neighbors(beside)
    assert words.neighbors("xs") == ""
    assert isinstance(words, SheetWords) and spot not in words.blanks()


def test_areas_have_their_names_in_the_language_in_use(seat: Any) -> None:
    words = seat("Ann").model.words()
    i18n.use("es", TRANSLATIONS)
    try:
        assert "Luisiana" in words.neighbors("TX") and "Louisiana" not in words.neighbors("TX")
    finally:
        i18n.use("en", TRANSLATIONS)

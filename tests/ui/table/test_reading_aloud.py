"""What is heard at a table that is played by keys alone: whole transcripts, to be read, and what cannot be done says why.

A transcript has a line for each key and below it, indented, what is read out; `→` is what is said of the place that the
cursor has come to, `!` what interrupts, `|` a line of a text that opens. Its first line says the game, its code, and how far
computer players have played it before. The keys are read from the transcript: for a new one, write the keys. Where one has
changed on purpose, the new one is in the file that the failure names,
or with the variable `REGOLD` set in the place of the old one.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.sheet_words import SheetWords, next_spot
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.shell.main_window import MainWindow
from rollwrite_desktop.ui.table.table_page import TablePage
from tests.ui.conftest import new_game, settle

TRANSCRIPTS = Path(__file__).with_name("transcripts")
RACES = Path(__file__).parent.with_name("race") / "transcripts"


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read out, the newest last."""
    sentences: list[str] = []

    def say(sentence: str, urgent: bool = False) -> None:
        if sentence:
            accessible.reader().latest = sentence
            sentences.append(f"{'! ' if urgent else ''}{sentence}")

    monkeypatch.setattr(accessible, "announce", say)
    return sentences


def press(table: TablePage, key: str) -> None:
    """A key, as it comes to whatever has the focus."""
    combination = QKeySequence(key)[0]
    QTest.keyClick(QApplication.focusWidget() or table.view, combination.key(), combination.keyboardModifiers())
    settle()


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
    bot, luck = game.bots["medium"], random.Random(session.code)
    while len(session.events) < events and session.demands:
        demand = session.demands[0]
        if is_chance(demand.by):
            event = session.digital()
        else:
            event = Event(demand.by, bot(session.rules, session.state_for(demand.by), demand.by, luck))
        assert event is not None and session.submit(event) is None


@pytest.mark.parametrize("script", sorted(each.stem for each in TRANSCRIPTS.glob("*.txt")))
def test_what_is_heard_at_a_table(window: MainWindow, heard: list[str], script: str, tmp_path: Path) -> None:
    kept = (TRANSCRIPTS / f"{script}.txt").read_text(encoding="utf-8").splitlines()
    head, keys = kept[0], [line for line in kept[1:] if line and not line.startswith(" ")]
    game, code, events = head.split(", ")
    path = tmp_path / "a.rollwrite"
    opened = new_game(path, "Ann", game=game, code=code)
    play_on(opened, int(events.split()[0]))
    window.show_table(opened, path)
    table = window.page
    assert isinstance(table, TablePage)
    window.activateWindow()
    settle()
    lines = [head, *(f"    {each}" for each in heard)]
    for key in keys:
        heard.clear()
        before = table.view.cursor_spot
        press(table, key)
        lines += [key, *(f"    {each}" for each in heard)]
        if table.view.cursor_spot != before:
            lines.append(f"    → {spoken(table)}")
        for dialog in table.findChildren(WordsDialog):
            lines += [f"    | {line}" for line in dialog.text.toPlainText().splitlines()]
            dialog.accept()
            settle()
    anew = TRANSCRIPTS if os.environ.get("REGOLD") else tmp_path
    new = anew / f"{script}.txt"
    new.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert kept == lines, f"now: {new}"


def test_every_game_has_transcripts() -> None:
    """A game that nobody has listened to is not ready."""
    heard = {each.stem.partition("-")[0] for each in TRANSCRIPTS.glob("*.txt")}
    heard |= {each.stem.partition("-")[0] for each in RACES.glob("*.txt")}
    assert heard == set(GAMES)


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
    assert heard[0] == "! You are viewing an earlier moment. First return to now."
    table.look_back(-1)
    heard.clear()
    press(table, "F7")
    assert "First go to a space" in heard[0]


def test_the_sheet_in_words_is_a_text_to_go_through(seat: Any) -> None:
    table = seat("Ann")
    press(table, "F8")
    dialog = table.findChild(WordsDialog)
    assert dialog is not None
    lines = dialog.text.toPlainText().splitlines()
    sheet = table.opened.sheet
    assert lines[0] == table.snapshot.progress
    assert [line.partition(",")[0] for line in lines[1:7]] == [region.name for region in sheet.regions]
    assert all(space.name in "\n".join(lines) for space in sheet.spaces)
    assert "Player: Ann" in lines
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
    assert [*dict.fromkeys(sheet.space[each].region for each in seen)] == [region.id for region in sheet.regions]
    assert next_spot(sheet, here, frozenset()) == ""


def test_neighbors_are_told_with_what_stands_there(seat: Any) -> None:
    table = seat("Ann")
    table.roll()
    press(table, "1")
    spot = min(table.view.among)
    table.tap(spot)
    settle()
    words = table.model.words()
    held = table.opened.game.paper_of(table.session.rules, table.session.state, "p1").spaces[spot]
    beside = next(iter(table.opened.sheet.neighbors[spot]))
    assert f"{table.opened.sheet.space[spot].name} {held}" in words.neighbors(beside)
    assert words.neighbors("xs") == ""
    assert isinstance(words, SheetWords) and not words.blank(spot)


def test_areas_have_their_names_in_the_language_in_use(seat: Any) -> None:
    words = seat("Ann").model.words()
    i18n.use("es", TRANSLATIONS)
    try:
        assert "Luisiana" in words.neighbors("TX") and "Louisiana" not in words.neighbors("TX")
    finally:
        i18n.use("en", TRANSLATIONS)

"""What is heard at a table that is played by keys alone: whole transcripts, to be read, and what cannot be done says why.

A transcript has a line for each key and below it what is read out. Where one has changed on purpose, the new one is in the
file that the failure names.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.core import i18n
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.sheet_words import SheetWords, next_space
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.table.table_page import TablePage
from tests.ui.conftest import settle

TRANSCRIPTS = Path(__file__).with_name("transcripts")
KEYS = {
    "rolling_america": (
        "Ctrl+Z", "Ctrl+R", "Ctrl+R", "F9", "1", "F5", "F7", "Return", "Return", "N", "Y", "Return", "Ctrl+Z",
        "Ctrl+Shift+Z", "F4", "F6", "Shift+F6", "Ctrl+H", "Ctrl+Home",
    ),
    "on_tour": (
        "Ctrl+R", "Ctrl+R", "Ctrl+R", "F9", "F5", "F7", "Return", "Ctrl+Z", "F5", "Return", "F5", "Return", "Ctrl+R", "F9",
    ),
    "hexroller": ("Ctrl+R", "F9", "F5", "F7", "Return", "F5", "Return", "A", "1", "Return", "Ctrl+Z", "F4"),
}


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


@pytest.mark.parametrize("game", sorted(KEYS))
def test_a_turn_by_keys_is_heard_whole(seat: Any, heard: list[str], game: str, tmp_path: Path) -> None:
    table = seat("Ann", game=game)
    table.window().activateWindow()
    settle()
    lines = ["The table opens", *(f"    {each}" for each in heard)]
    for key in KEYS[game]:
        heard.clear()
        before = table.view.cursor_spot
        press(table, key)
        lines += [key, *(f"    {each}" for each in heard)]
        if table.view.cursor_spot != before:
            lines.append(f"    → {spoken(table)}")
    text = "\n".join(lines) + "\n"
    kept = TRANSCRIPTS / f"{game}.txt"
    new = tmp_path / kept.name
    new.write_text(text, encoding="utf-8")
    assert kept.exists() and kept.read_text(encoding="utf-8") == text, f"now: {new}"


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
        here = next_space(sheet, here, wanted)
        seen.append(here)
    assert sorted(seen) == sorted(sheet.space)
    assert next_space(sheet, here, wanted) == seen[0]
    assert next_space(sheet, seen[0], wanted, -1) == seen[-1]
    assert [*dict.fromkeys(sheet.space[each].region for each in seen)] == [region.id for region in sheet.regions]
    assert next_space(sheet, here, frozenset()) == ""


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

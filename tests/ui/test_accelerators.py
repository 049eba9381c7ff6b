"""The underlined letters: in every window and every language each is there once."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QMenuBar, QWidget

from rollwrite_desktop.core import i18n
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.ui.kit.buttons import distinct
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import settle
from tests.ui.rooms import ROOMS

LANGUAGES = i18n.languages(TRANSLATIONS)


def clashes(texts: list[str]) -> list[tuple[str, ...]]:
    """Texts that underline the same letter."""
    by_letter: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        letter = QKeySequence.mnemonic(text).toString()
        if letter:
            by_letter[letter].append(text)
    return [tuple(same) for same in by_letter.values() if len(same) > 1]


def letters(room: QWidget) -> list[tuple[str, ...]]:
    """The clashes of a window: between its buttons and the titles of its menus, and within each menu."""
    buttons = [each.text() for each in room.findChildren(QAbstractButton) if each.isVisible() and each.window() is room]
    bar = room.findChild(QMenuBar)
    tops = bar.actions() if bar is not None and bar.isVisible() else []
    found = clashes([*buttons, *(top.text() for top in tops if top.isVisible())])
    for top in tops:
        menu = top.menu()
        if isinstance(menu, QMenu):
            found += clashes([action.text() for action in menu.actions() if action.isVisible()])
    return found


def test_each_text_gets_a_letter_of_its_own() -> None:
    assert distinct(["&Save", "&Stop", "S&tart", "Plain", "&Next: A && B"], "n") == [
        "&Save", "St&op", "S&tart", "Plain", "Next: &A && B"]
    assert distinct(["&A", "&a", "Ä&a"]) == ["&A", "a", "&Äa"]


@pytest.fixture
def spoken(language: str) -> str:
    """The language, in use before a window is made."""
    return i18n.use(language, TRANSLATIONS)


@pytest.mark.parametrize("language", LANGUAGES)
@sampled("title", list(ROOMS), 84)
def test_no_letter_is_underlined_twice(spoken: str, window: MainWindow, tmp_path: Path, title: str) -> None:
    assert letters(ROOMS[title](window, tmp_path)) == [], spoken


def test_alt_opens_the_menu_bar_once_and_not_when_a_reader_sends_it_again(window: MainWindow) -> None:
    """While a reader listens, Qt sends keys once more, without a time, when what was pressed with them is done."""
    bar, alt = window.menuBar(), (Qt.Key.Key_Alt, Qt.KeyboardModifier.NoModifier)

    def alone(time: int) -> bool:
        pressed = QKeyEvent(QEvent.Type.ShortcutOverride, *alt)
        pressed.setTimestamp(time)
        QApplication.sendEvent(window, pressed)
        QApplication.sendEvent(window, QKeyEvent(QEvent.Type.KeyRelease, *alt))
        return bar.activeAction() is not None

    window.go.show_home()
    window.activateWindow()
    settle()
    assert not alone(0)
    assert alone(1000)

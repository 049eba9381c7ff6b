"""Pads of keys and what chooses a game, in the largest texts: no word is cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QStyle, QStyleOptionComboBox

from rollwrite_desktop.core import i18n
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import settle
from tests.ui.rooms import ROOMS


@pytest.mark.parametrize("language", ["de", "fr"])
def test_words_on_a_pad_are_whole_in_the_largest_texts(
    window: MainWindow, store: Settings, tmp_path: Path, language: str
) -> None:
    i18n.use(language, TRANSLATIONS)
    store.prefer(language=language, text="400")
    window.resize(1280, 800)
    ROOMS["pencil in hexroller"](window, tmp_path)
    settle(8)
    table: Any = window.page
    pad = table.pad
    title = next(each for each in pad.findChildren(QLabel) if each.text() == i18n.tr("Pencil notes"))
    longest = max(map(title.fontMetrics().horizontalAdvance, title.text().split()))
    assert longest <= title.width()
    for key in pad.keypad.buttons.values():
        assert key.fontMetrics().horizontalAdvance(key.text()) <= key.width(), key.text()


def test_the_game_to_check_is_whole_in_the_largest_texts(window: MainWindow, store: Settings) -> None:
    store.prefer(text="400")
    window.resize(1280, 800)
    window.go.show_check_room()
    settle(8)
    page: Any = window.page
    page.game.choose("rolling_america")
    option = QStyleOptionComboBox()
    page.game.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = page.game.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, page.game)
    assert page.game.fontMetrics().horizontalAdvance(page.game.currentText()) <= room.width()

"""Another language while the program runs: everything in sight speaks it, and nothing that was begun is lost."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.library.session_store import new_session_file
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.help.rules_page import RulesPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog
from tests.sampling import sampled
from tests.ui.conftest import settle
from tests.ui.rooms import PAGES, ROOMS


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en", TRANSLATIONS)


@cache
def german() -> dict[str, str]:
    """Whole texts without arguments and how they are said in German, where that is not how they are written in English."""
    with (TRANSLATIONS / "de" / "LC_MESSAGES" / "rollwrite.mo").open("rb") as file:
        catalog = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    both = {text: said for text, said in catalog.items() if isinstance(text, str) and said not in ("", text)}
    said = set(both.values())
    whole = {text: told for text, told in both.items() if text not in said and len(text) > 3 and "{" not in text}
    return {text.replace("&", ""): told for text, told in whole.items()}


def choose(window: MainWindow, language: str) -> PreferencesDialog:
    """Chooses a language in the preferences; the dialog that is there then."""
    asked = window.go.show_preferences()
    asked.language.setCurrentIndex(asked.language.findData(language))
    settle()
    return next(each for each in window.findChildren(PreferencesDialog) if each.isVisible())


def english_in(window: QWidget) -> set[str]:
    """What is still written in English."""
    texts = set[str]()
    for widget in window.findChildren(QWidget):
        if widget.isVisible():
            texts |= {widget.toolTip(), widget.accessibleName()}
            if isinstance(widget, (QLabel, QAbstractButton)):
                texts.add(widget.text())
            elif isinstance(widget, QComboBox):
                texts.add(widget.currentText())
    return {text for text in texts if text.replace("&", "") in german()}


@sampled("room", list(PAGES), 72)
def test_what_is_shown_speaks_another_language_at_once(window: MainWindow, tmp_path: Path, room: str) -> None:
    ROOMS[room](window, tmp_path)
    below = type(window.pages.widget(0))
    asked = choose(window, "de")
    assert asked.windowTitle() == tr("Preferences") == "Einstellungen"
    assert asked.language.hasFocus()
    assert type(window.page) in (below, HomePage) and window.pages.count() == 1
    assert english_in(window) == set()
    titles = [action.text().replace("&", "") for action in window.menuBar().actions()]
    assert titles[0] == "Datei" and titles[-1] == "Hilfe"
    asked.accept()
    window.store.prefer(language="")
    settle()
    assert window.menuBar().actions()[0].text().replace("&", "") == "File"


def test_nothing_that_was_begun_is_lost(window: MainWindow, tmp_path: Path) -> None:
    """A game goes on, a sheet that is entered keeps its marks, a session its step; a page over another one is left."""
    ROOMS["table of rolling_america"](window, tmp_path)
    table = window.page
    assert isinstance(table, TablePage) and table.path is not None
    path, events = table.path, len(table.session.session.events)
    choose(window, "es").accept()
    table = window.page
    assert isinstance(table, TablePage) and not table.opened.read_only
    assert table.path == path and len(table.session.session.events) == events
    ROOMS["check rolling_america"](window, tmp_path)
    page = window.page
    assert isinstance(page, AuditPage)
    page.entry.choose("OH")
    page.entry.type("4")
    choose(window, "de").accept()
    page = window.page
    assert isinstance(page, AuditPage) and page.paper.spaces == {"OH": "4"}
    ROOMS["session: rolls called"](window, tmp_path)
    session = window.page
    assert isinstance(session, SessionPage)
    step, rolls = session.tabs.value, session.file.session.rolls
    window.go.show_print("on_tour")
    choose(window, "fr").accept()
    session = window.page
    assert isinstance(session, SessionPage)
    assert session.tabs.value == step and session.file.session.rolls == rolls != ()
    choose(window, "").accept()
    assert i18n.language() == "en"


@pytest.mark.parametrize(("language", "called"), [
    ("en", "HexRoller, March 5, 2026"), ("de", "HexRoller, 5. März 2026"), ("fr", "HexRoller, 5 mars 2026"),
    ("es", "HexRoller, 5 de marzo de 2026"),
])
def test_a_new_session_has_its_day_as_the_language_writes_it(
    store: Settings, monkeypatch: pytest.MonkeyPatch, language: str, called: str
) -> None:
    i18n.use(language, TRANSLATIONS)
    monkeypatch.setattr(store, "now", lambda: datetime(2026, 3, 5, tzinfo=UTC))
    new = new_session_file(store, "hexroller")
    assert (new.session.name, new.path.stem, new.session.event) == (called, called, "")
    assert new.session.of_game("on_tour", "on_tour_usa").name == called.replace("HexRoller", "On Tour")


def test_a_session_has_a_number_only_while_another_one_is_called_so(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever their files are called: a game is changed, a name is typed, a session is thrown away."""
    monkeypatch.setattr(store, "now", lambda: datetime(2026, 3, 5, tzinfo=UTC))
    first = new_session_file(store, "hexroller")
    usual = first.session.name
    first.change(notes="begun")
    second = new_session_file(store, "hexroller")
    second.put(second.session.of_game("on_tour", "on_tour_usa"))
    assert second.session.name == usual.replace("HexRoller", "On Tour"), "no other is called so"
    second.put(second.session.of_game("hexroller", "hexroller_front"))
    assert second.session.name == f"{usual} (2)"
    first.change(name="Friday club")
    third = new_session_file(store, "hexroller")
    assert third.session.name == usual and third.path not in (first.path, second.path)
    third.put(third.session.joined(["Ann"]))
    assert third.session.name == usual and second.session.name == f"{usual} (2)", "no name changes by itself"


@sampled("language, text", [*product(("en", "de", "es", "fr"), ("100", "200"))], 4, lambda case: case[1])
def test_no_title_of_a_rule_is_cut_in_the_contents(store: Settings, window: MainWindow, text: str, language: str) -> None:
    store.prefer(language=language, text=text)
    window.resize(1280, 800)
    cut = []
    for game in GAMES:
        window.go.show_rules(game)
        settle()
        rules = next(each for each in QApplication.topLevelWidgets() if isinstance(each, RulesPage) and each.isVisible())
        titles = rules.list
        room, letters = titles.viewport().width() - theme.px(8), titles.fontMetrics()
        shown = [titles.item(i).text() for i in range(titles.count())]
        cut += [each for each in shown if letters.horizontalAdvance(each) > room]
    assert cut == []

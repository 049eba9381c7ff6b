"""Home, lobby and library as people use them: the three doors, a new game, the games that wait."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games._blank import GAME as BLANK
from rollwrite_desktop.intake import journals
from rollwrite_desktop.paths import ASSETS, TRANSLATIONS
from rollwrite_desktop.play.opening.game_codes import GameCode, write_code
from rollwrite_desktop.play.opening.open_game import Opened, reopen
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.library.lobby.dice_choice import REAL
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.library.lobby.seats import Seat
from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.help.about_dialog import LICENSES, SHEETS, AboutDialog
from rollwrite_desktop.ui.window.help.rules_page import RulesPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog
from tests.sampling import sampled
from tests.ui.conftest import GAME, PATIENCE, new_game, roll, settle

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon(store: Settings) -> Iterator[None]:
    store.now = lambda: NOON
    yield


def kept_game(store: Settings, *names: str) -> Any:
    path = GameStore(store).new_path("Rolling America", [name.rstrip("*") for name in names])
    opened = new_game(path, *names)
    roll(opened)
    put_down(opened)
    return path


def put_down(opened: Opened) -> None:
    """Closes the journal, as the table does when it is left."""
    opened.session.log.__self__.close()


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


# ---------------------------------------------------------------------- home


def test_every_game_and_every_tool_is_one_tap(qtbot: Any, store: Settings) -> None:
    home = HomePage(store)
    qtbot.addWidget(home)
    home.resize(1280, 770)
    home.show()
    settle()
    assert tuple(home.games) == tuple(GAMES)
    doors = [(card, home.play_chosen, [game]) for game, card in home.games.items()]
    doors += [(home.print, home.print_chosen, [GAME]), (home.check, home.check_chosen, [GAME])]
    doors += [(home.library, home.library_chosen, []), (home.history, home.history_chosen, [])]
    for door, signal, carried in doors:
        with qtbot.waitSignal(signal, timeout=PATIENCE) as caught:
            click(door)
        assert caught.args == carried
        with qtbot.waitSignal(signal, timeout=PATIENCE):
            door.setFocus()
            QTest.keyClick(door, Qt.Key.Key_Space)


@pytest.mark.slow
@sampled("game_id", list(GAMES), 6)
def test_a_game_is_on_the_table_two_taps_after_home(window: MainWindow, store: Settings, game_id: str) -> None:
    """Each way to begin, and the players of last time: one tap on the shelf, one on the game's page."""
    store.keep("names", ["Ann"])
    game = GAMES[game_id]
    for way in (*_ways(window, game_id), "start"):
        window.go.show_home()
        settle()
        home = window.page
        assert isinstance(home, HomePage)
        click(home.games[game_id])
        settle()
        lobby = window.page
        assert isinstance(lobby, LobbyPage) and lobby.game.value == game_id
        click(lobby.start if way == "start" else lobby.ways.cards[way])
        settle()
        assert window.opened is not None and window.opened.game is game, way
        people = [name for name in window.opened.head.players if not name.startswith("Computer")]
        assert people[0] == "Ann" and len(people) == (2 if way == "hot_seat" else 1)
        bots = set(window.opened.head.notes.bots.values())
        assert bots == ({game.usual_level} if way == "computers" else set())


def _ways(window: MainWindow, game_id: str) -> tuple[str, ...]:
    window.go.show_lobby(game_id)
    assert isinstance(window.page, LobbyPage)
    ways = tuple(window.page.ways.cards)
    assert {"computers", "hot_seat", "day"} - {*ways} == set(), "alone is what the large button begins with"
    return ways


def test_what_is_folded_away_says_what_is_chosen(qtbot: Any, store: Settings) -> None:
    lobby = LobbyPage("ligretto_dice", store)
    qtbot.addWidget(lobby)
    lobby.show()
    assert not any(fold.is_open for fold in lobby.folds.values())
    assert lobby.folds["rules"].summary == "As in the rulebook"
    lobby.folds["rules"].head.click()
    lobby.folds["players"].head.click()
    assert [name for name, fold in lobby.folds.items() if fold.is_open] == ["players"]
    click(lobby.seats.add_bot)
    lobby.options["length"].choose("rounds_7")
    lobby.options["shares"].choose("14,10")
    assert lobby.folds["players"].summary == "Player 1 and Computer (Easy)"
    assert lobby.folds["rules"].summary == "Length: 7 rounds in all; Dice per player: set by hand: 14 + 10"
    lobby.options["shares"].parts[0].more.click()
    assert lobby.options["shares"].value == "15,9"
    click(lobby.seats.add_person)
    assert lobby.options["shares"].value == "8,8,8"
    lobby.level.list.choose("level_4")
    assert [seat.bot for seat in lobby.seats.seats] == ["", "level_4", ""]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_level_has_a_name_and_a_manner(game_id: str) -> None:
    game = GAMES[game_id]
    assert list(game.think.levels) == list(game.think.bots)
    assert game.usual_level in game.think.bots
    assert len(game.think.bots) == 1 or game.usual_level != list(game.think.bots)[-1], "a newcomer can win"
    assert game.presentation.pitch and game.presentation.minutes[1]


def test_a_game_that_waits_is_continued_from_home(window: MainWindow, store: Settings) -> None:
    kept_game(store, "Ann", "Bo*")
    window.go.show_home()
    settle()
    home = window.page
    assert isinstance(home, HomePage)
    assert window.focusWidget() is home.go_on
    kept = home.game_store.waiting()[0]
    assert home.go_on.accessibleName().endswith(kept.title), "it is called by whoever plays now, as it is seen"
    click(home.go_on)
    assert isinstance(window.page, TablePage)


def test_home_fits_without_scrolling(window: MainWindow, store: Settings) -> None:
    kept_game(store, "Ann")
    window.go.show_home()
    settle()
    assert isinstance(window.page, HomePage)
    assert window.page.findChild(Scroll).verticalScrollBar().maximum() == 0


# ---------------------------------------------------------------------- lobby


def lobby_of(qtbot: Any, store: Settings) -> LobbyPage:
    lobby = LobbyPage(GAME, store)
    qtbot.addWidget(lobby)
    lobby.resize(1280, 770)
    lobby.show()
    settle()
    return lobby


def test_a_new_layout_comes_with_the_code(qtbot: Any, store: Settings) -> None:
    """Where a game's printed marks can stand elsewhere, each sheet is offered with a new layout; the code makes it."""
    for game_id, game in GAMES.items():
        lobby = LobbyPage(game_id, store)
        qtbot.addWidget(lobby)
        offered = [lobby.sheet.list.itemData(i) for i in range(lobby.sheet.list.count())]
        assert any(each.endswith(":") for each in offered) == (game.play.new_sheets is not None)
    made = next(game_id for game_id, game in GAMES.items() if game.play.new_sheets is not None)
    lobby = LobbyPage(made, store)
    qtbot.addWidget(lobby)
    lobby.sheet.choose(f"{GAMES[made].play.sheets[0]}:")
    lobby.dice.code.setText("SAME DICE/é")
    with qtbot.waitSignal(lobby.started, timeout=PATIENCE) as caught:
        lobby.begin()
    opened, path = caught.args
    assert opened.head.sheet == f"{GAMES[made].play.sheets[0]}:SAMEDICE" == opened.sheet.id
    put_down(opened)
    assert reopen(journals.read(path), path.name).read_only == ""


def test_a_code_of_a_sheet_that_is_not_here_says_of_which_game_and_promises_nothing(qtbot: Any, store: Settings) -> None:
    lobby = lobby_of(qtbot, store)
    other = next(game_id for game_id in GAMES if game_id != GAME)
    lobby.dice.code.setText(write_code(GameCode(other, "@64ad5e2b", {}, "ABCD-EFGH")))
    assert tr(GAMES[other].info.title) in lobby.fault.text() and "@64ad5e2b" in lobby.fault.text()
    assert "beside" not in lobby.fault.text() and lobby.dice.code_hint.isHidden() and lobby.game.value == GAME
    lobby.dice.code.setText("ABCD-EFGH")
    assert not lobby.fault.text() and not lobby.dice.code_hint.isHidden()


def test_a_retired_sheet_is_not_offered_but_a_code_of_it_still_begins_the_same_game(qtbot: Any, store: Settings) -> None:
    lobby = lobby_of(qtbot, store)
    retired = "rolling_america_japan"
    assert lobby.sheet.list.findData(retired) < 0
    lobby.dice.code.setText(write_code(GameCode(GAME, retired, GAMES[GAME].info.with_defaults({}), "ABCD-EFGH")))
    with qtbot.waitSignal(lobby.started, timeout=PATIENCE) as caught:
        click(lobby.start)
    opened, path = caught.args
    put_down(opened)
    assert opened.sheet.id == retired and opened.head.notes.seed == "ABCD-EFGH"
    assert reopen(journals.read(path), path.name).read_only == ""


def test_the_lobby_starts_a_game_with_its_journal(qtbot: Any, store: Settings) -> None:
    lobby = lobby_of(qtbot, store)
    lobby.seats.rows[0].name.setText("  Ann ")
    click(lobby.seats.add_bot)
    lobby.dice.code.setText("SAME-DICE")
    lobby.options["corners"].choose("on")
    assert lobby.as_last_time.isHidden(), "a choice brings nothing up that moves the others"
    with qtbot.waitSignal(lobby.started, timeout=PATIENCE) as caught:
        click(lobby.start)
    opened, path = caught.args
    put_down(opened)
    assert opened.head.players == ("Ann", "Computer")
    assert opened.head.notes.seed == "SAME-DICE"
    assert opened.head.notes.started.startswith("2026-11-20T12:00:00")
    assert list(opened.head.notes.bots) == ["p2"]
    assert path.name == "Rolling America 2026-11-20 Ann Computer.rollwrite"
    again = reopen(journals.read(path), path.name)
    assert again.head == opened.head
    assert again.head.options["corners"] == "on"
    # The next lobby offers the same.
    following = lobby_of(qtbot, store)
    assert following.seats.seats == (Seat("Ann"), Seat("", opened.head.notes.bots["p2"]))
    # Dice and house rules are offered, not taken over.
    assert following.options["corners"].value == "off" and not following.as_last_time.isHidden()
    click(following.as_last_time)
    assert following.options["corners"].value == "on" and not following.as_last_time.isEnabled()
    assert not following.as_last_time.isHidden(), "nothing below it moves"
    assert following.dice.code.text() != "SAME-DICE"
    # To be played again, it keeps no name that nobody typed.
    following.take_over(opened.head)
    assert following.seats.seats == (Seat("Ann"), Seat("", opened.head.notes.bots["p2"]))
    assert following.seats.names == opened.head.players


def test_real_dice_need_no_code(qtbot: Any, store: Settings) -> None:
    lobby = lobby_of(qtbot, store)
    lobby.dice.choose(REAL)
    assert not lobby.dice.code_row.isVisible()
    with qtbot.waitSignal(lobby.started, timeout=PATIENCE) as caught:
        lobby.begin()
    put_down(caught.args[0])
    notes = caught.args[0].head.notes
    assert (notes.dice, notes.seed) == ("real", "")


def test_two_players_of_one_name_are_refused_in_a_sentence(qtbot: Any, store: Settings) -> None:
    lobby = lobby_of(qtbot, store)
    click(lobby.seats.add_person)
    for row in lobby.seats.rows:
        row.name.setText("Ann")
    assert lobby.fault.text() == "Two players are called Ann. Rename one of them."
    assert not lobby.start.isEnabled()
    lobby.seats.rows[1].name.setText("Bo")
    assert lobby.fault.text() == ""
    assert lobby.start.isEnabled()


def test_players_come_go_and_change_places(qtbot: Any, store: Settings) -> None:
    lobby = lobby_of(qtbot, store)
    seats = lobby.seats
    for _ in range(9):
        click(seats.add_person)
    assert len(seats.rows) == 8
    assert not seats.add_bot.isEnabled()
    seats.rows[7].name.setText("Last")
    click(seats.rows[7].up)
    assert seats.names[6] == "Last"
    for _ in range(9):
        click(seats.rows[0].remove)
    assert seats.names == ("Player 1",)


def test_a_game_begins_on_a_disk_that_takes_nothing(qtbot: Any, store: Settings) -> None:
    store.games.parent.mkdir(exist_ok=True)
    store.games.write_text("no folder")
    lobby = lobby_of(qtbot, store)
    with qtbot.waitSignal(lobby.started, timeout=PATIENCE):
        lobby.begin()
    assert lobby.fault.text() == ""  # it is played, and kept in memory


# ---------------------------------------------------------------------- library


def library_of(qtbot: Any, store: Settings) -> SavedGamesPage:
    library = SavedGamesPage(store)
    qtbot.addWidget(library)
    library.resize(1280, 770)
    library.show()
    settle(6)
    return library


def test_the_library_lists_opens_renames_and_deletes(qtbot: Any, store: Settings) -> None:
    path = kept_game(store, "Ann", "Bo*")
    (store.games / "damaged.rollwrite").write_bytes(b"{")
    library = library_of(qtbot, store)
    row = next(row for row in library.rows if row.kept.path == path)
    damaged = next(row for row in library.rows if row is not row.kept and row.kept.error)
    assert not damaged.card.isEnabled()
    with qtbot.waitSignal(library.file_chosen, timeout=PATIENCE) as caught:
        click(row.card)
    assert caught.args == [path]

    click(row.rename)
    assert row.edit is not None
    row.edit.setText("Sunday")
    QTest.keyClick(row.edit, Qt.Key.Key_Return)
    settle()
    assert (store.games / "Sunday.rollwrite").is_file()

    row = next(row for row in library.rows if row.kept.name == "Sunday")
    click(row.delete)
    settle()
    assert library.deleted.isVisible()
    assert library.deleted.sentence.text() == "“Sunday” is deleted."
    assert not (store.games / "Sunday.rollwrite").exists()
    click(library.deleted.button)
    settle()
    assert (store.games / "Sunday.rollwrite").is_file()


def test_renaming_is_given_up_with_escape(qtbot: Any, store: Settings) -> None:
    path = kept_game(store, "Ann")
    library = library_of(qtbot, store)
    (row,) = library.rows
    click(row.rename)
    assert row.edit is not None
    QTest.keyClick(row.edit, Qt.Key.Key_Escape)
    assert row.edit is None
    assert path.is_file()


def test_many_games_are_read_in_portions(qtbot: Any, store: Settings) -> None:
    for n in range(15):
        kept_game(store, f"Ann {n}")
    library = SavedGamesPage(store)
    qtbot.addWidget(library)
    assert 0 < len(library.rows) < 15
    qtbot.waitUntil(lambda: len(library.rows) == 15, timeout=PATIENCE)


def test_an_empty_library_leads_on(qtbot: Any, store: Settings) -> None:
    library = library_of(qtbot, store)
    assert library.empty.isVisible()


# ---------------------------------------------------------------------- preferences, about


def test_preferences_count_at_once(window: MainWindow, store: Settings, qtbot: Any) -> None:
    dialog = PreferencesDialog(store)
    qtbot.addWidget(dialog)
    dialog.choices["theme"].choose("dark")
    assert theme.mode() == "dark"
    dialog.choices["text"].choose("125")
    assert theme.current().larger == 1.25
    dialog.choices["speed"].choose("slow")
    assert store.preferences.speed == "slow"


def test_about_names_the_program_and_shows_every_license(qtbot: Any) -> None:
    about = AboutDialog()
    qtbot.addWidget(about)
    about.which.choose(SHEETS)
    assert about.license_text.toPlainText().count("CC0-1.0") >= len(GAMES)
    for file in LICENSES.keys() - {SHEETS}:
        assert (ASSETS / file).is_file()
        about.which.choose(file)
        assert about.license_text.toPlainText() == (ASSETS / file).read_text(encoding="utf-8").replace("\r", "")
    i18n.use("de", TRANSLATIONS)
    try:
        about.which.choose(SHEETS)
        about.which.choose("licences/licences.txt")
        assert about.license_text.toPlainText().startswith("Lizenzen von allem")
    finally:
        i18n.use("en", TRANSLATIONS)


# ---------------------------------------------------------------------- more games than one


def test_every_room_serves_whatever_games_there_are(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, BLANK.info.id, BLANK)
    window.go.show_home()
    settle()
    window.go.show_lobby()
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    lobby.game.choose(BLANK.info.id)
    assert tuple(lobby.options) == tuple(choice.id for choice in BLANK.info.options)
    lobby.game.choose(GAME)
    assert "corners" in lobby.options
    window.go.show_print()
    room = window.page
    assert isinstance(room, PrintPage)
    assert room.order.game.isVisible()
    before = room.leaves
    room.order.game.choose(BLANK.info.id)
    assert room.leaves != before
    assert room.save.isEnabled()
    window.go.check(GAME)
    audit = window.page
    assert isinstance(audit, AuditPage)
    assert audit.other_game.isVisible()
    assert audit.other_sheet.isVisible() == (len(GAMES[GAME].play.sheets) > 1)
    audit.other_game.choose(BLANK.info.id)
    assert isinstance(window.page, AuditPage)
    assert window.page.paper.game == BLANK.info.id
    window.go.show_rules(BLANK.info.id)
    (rules,) = window.findChildren(RulesPage)
    assert rules.nothing.isVisible() and rules.nothing.text() == "Blank has no rules to read yet."
    rules.open_at("RA-9", GAME)
    assert not rules.nothing.isVisible()
    rules.query.setText("nowhere at all")
    assert rules.nothing.text() == "The rules of Rolling America don’t mention “nowhere at all”."


# ---------------------------------------------------------------------- fingers and keys


def test_with_large_texts_what_is_in_the_head_of_a_page_keeps_its_words(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, head, pressed = QWidget(), PageHead("Check paper sheets"), list[str]()
    qtbot.addWidget(page)
    head.setParent(page)
    lesser = [button(text, "list", "quiet", lambda text=text: pressed.append(text)) for text in ("Open", "A whole table")]
    main = button("New sheet", "plus", "primary")
    head.add(*lesser, main)
    page.show()
    head.resize(1600, 60)
    assert all(each.isVisible() and each.text() for each in (*lesser, main))
    monkeypatch.setattr(theme, "large", lambda: True)
    head.resize(main.sizeHint().width() + head.title.sizeHint().width(), 60)
    settle()
    assert main.text() == "New sheet" and not any(each.isVisible() for each in lesser)
    head._fill_menu()
    assert [entry.text() for entry in head._menu.actions()] == ["Open", "A whole table"]
    head._menu.actions()[1].trigger()
    assert pressed == ["A whole table"]
    head.resize(1600, 60)
    assert all(each.isVisible() and each.text() for each in lesser)


@pytest.mark.parametrize("room", [HomePage, LobbyPage, SavedGamesPage])
def test_every_control_is_large_enough_for_a_finger(qtbot: Any, store: Settings, room: type) -> None:
    kept_game(store, "Ann", "Bo*")
    page = LobbyPage(GAME, store) if room is LobbyPage else room(store)
    qtbot.addWidget(page)
    page.resize(1280, 770)
    page.show()
    settle(6)
    small = [
        widget for widget in page.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.height() < TOUCH
        and widget.parentWidget().metaObject().className() not in ("QComboBox", "Combo", "QSpinBox")
    ]
    assert not [(type(widget).__name__, widget.size()) for widget in small]

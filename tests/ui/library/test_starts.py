"""Every way to begin a game, after every setting of last time: it begins what its words say, and nothing is slipped in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.game_codes import GameCode, write_code
from rollwrite_desktop.play.opening.open_game import Opened, close_journal, sheet_of
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.thumbnail import SheetPiece, begin
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.labels import ElidedLabel
from rollwrite_desktop.ui.library.lobby.dice_choice import DIGITAL, REAL
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.library.lobby.map_atlas import map_piece, unplayed
from rollwrite_desktop.ui.library.lobby.seats import level_title
from rollwrite_desktop.ui.library.lobby.ways_to_begin import ALONE, COMPUTERS, DAY, HOT_SEAT
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import settle

START, AS_LAST = "start", "as last time"


def settings_of(game_id: str) -> Iterator[dict[str, Any]]:
    """What may be remembered of a game: every value of every house rule, real dice, who played."""
    game = GAMES[game_id]
    usual = game.info.with_defaults({})
    people: list[list[str]] = [["Ann", ""]]
    for dice in (DIGITAL, REAL):
        yield {"dice": dice, "options": usual, "seats": people, "level": next(iter(game.think.bots), "")}
        for choice in game.info.options:
            for value in [*choice.values][:4]:
                if value != choice.default:
                    yield {"dice": dice, "options": usual | {choice.id: value}, "seats": people}
    level = next(iter(game.think.bots))
    yield {"dice": REAL, "options": usual, "seats": [*people, ["", level], ["", level]][: game.info.players[1]]}
    yield {"dice": DIGITAL, "options": usual, "seats": [["Ann", ""], ["Ben", ""]], "party": [["Ann", ""], ["Ben", ""]]}


CASES = [(game, number, way) for game in GAMES for number in range(len([*settings_of(game)]))
         for way in (ALONE, COMPUTERS, HOT_SEAT, DAY, START, AS_LAST)]


def begun(lobby: LobbyPage, way: str) -> Opened | None:
    """The game that a tap begins, its journal closed; None where none was begun."""
    found: list[Opened] = []
    lobby.started.connect(lambda opened, _: found.append(opened))
    if way == AS_LAST and not lobby.as_last_time.isHidden():
        QTest.mouseClick(lobby.as_last_time, Qt.MouseButton.LeftButton)
    door = lobby.ways.cards.get(way, lobby.start)
    QTest.mouseClick(door, Qt.MouseButton.LeftButton)
    for opened in found:
        close_journal(opened)
    return found[0] if found else None


@sampled("case", CASES, 80, group=lambda case: case[0], ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}")
def test_a_start_begins_what_its_words_say(qtbot: Any, store: Settings, case: tuple[str, int, str]) -> None:
    game_id, number, way = case
    game, last = GAMES[game_id], [*settings_of(game_id)][number]
    store.keep("names", ["Ann", "Ben"])
    store.keep(f"lobby-{game_id}", last)
    lobby = LobbyPage(game_id, store)
    qtbot.addWidget(lobby)
    lobby.show()
    settle()
    usual = game.info.with_defaults({})
    assert lobby.folds["rules"].summary == "As in the rulebook"
    offered = last["options"] != usual or last["dice"] == REAL
    assert lobby.as_last_time.isHidden() != offered
    by_large = way not in lobby.ways.cards
    words = lobby.start.accessibleName() if by_large else lobby.ways.cards[way].accessibleDescription()
    assert not by_large or way in (START, AS_LAST) or lobby.seats.seats == tuple(lobby.ways.party(way)), "it is there once"
    opened = begun(lobby, way)
    race_of_computers = game.info.realtime and any(bot for _, bot in last["seats"])
    if way == AS_LAST and last["dice"] == REAL and race_of_computers:
        assert opened is None and lobby.fault.text() == "Computer players have no real dice to race with."
        assert lobby._who_starts.text() == lobby.fault.text(), "it is said in sight, too"
        return
    assert opened is not None and not lobby.fault.text()
    head = opened.head
    taken = way == AS_LAST
    assert head.options == (last["options"] if taken else usual)
    assert head.notes.dice == (last["dice"] if taken else DIGITAL)
    people = [name for n, name in enumerate(head.players, 1) if f"p{n}" not in head.notes.bots]
    bots = [level_title(game, bot) for bot in head.notes.bots.values()]
    timed = opened.session.rules.info.realtime and len(head.players) == 1 and head.notes.dice == DIGITAL
    assert ("A time trial" in words) == timed or way == AS_LAST, "against the clock, or not"
    if way == DAY:
        assert words.endswith("The same dice for everyone")
    elif not by_large and way == COMPUTERS:
        assert words == bots[0] and {*bots} == {words}, "no names, and no rules that are not its own"
    else:
        told = [*people, *bots] if by_large or way == HOT_SEAT else people
        assert all(each in words for each in told) and not any(name in words for name in {"Ann", "Ben"} - {*people})
    counts = {ALONE: (1, 0), DAY: (1, 0), COMPUTERS: (1, min(2, game.info.players[1] - 1)), HOT_SEAT: (2, 0)}
    assert (len(people), len(head.notes.bots)) == counts.get(way, (
        sum(not bot for _, bot in last["seats"]), sum(bool(bot) for _, bot in last["seats"])))
    # What was begun with one tap is not what the large button begins with the next time.
    kept = store.recall(f"lobby-{game_id}", dict[str, Any]())
    by_large &= way != AS_LAST
    assert kept["options"] == (usual if by_large else last["options"])
    assert kept["dice"] == (DIGITAL if by_large else last["dice"])


@pytest.mark.parametrize("game", [
    game for game, one in GAMES.items() if not one.info.realtime and len(one.play.sheets) > 1
])
def test_what_a_game_is_is_in_sight_beside_what_is_higher_than_the_page(qtbot: Any, store: Settings, game: str) -> None:
    """The picture is as high as the other side, yet no button under it is cut off."""
    lobby = LobbyPage(game, store)
    qtbot.addWidget(lobby)
    lobby.resize(1366, 575)
    lobby.show()
    settle(4)
    assert lobby.sides.play_side.height() > lobby.sides.area.viewport().height()
    for each in (lobby.about.rules, lobby.about.history, lobby.about.print, lobby.about.check):
        assert each.visibleRegion().boundingRect() == each.rect(), each.text()


@pytest.mark.parametrize("game", [game for game, one in GAMES.items() if one.info.options])
def test_rules_chosen_now_are_those_of_every_start_and_stand_on_it(qtbot: Any, store: Settings, game: str) -> None:
    lobby = LobbyPage(game, store)
    qtbot.addWidget(lobby)
    lobby.resize(1280, 780)
    lobby.show()
    choice = GAMES[game].info.options[0]
    other = next(value for value in choice.values if value != choice.default)
    lobby.options[choice.id].choose(other)
    words = choice.describe(other).partition(":")[0]
    settle()
    for way, card in lobby.ways.cards.items():
        assert (words in card.accessibleDescription()) == (way != DAY)
        (under,) = [each for each in card.findChildren(ElidedLabel) if each.whole == card.accessibleDescription()]
        assert under.text() == under.whole or under.text().startswith("1 house rule · "), "a promise is never cut off"
    instead = GAMES[game].think.instead.get((choice.id, other))
    assert instead is None or lobby.level._manner.text() == instead, "of levels that change nothing now nothing is said"
    opened = begun(lobby, HOT_SEAT)
    assert opened is not None and opened.head.options[choice.id] == other


def test_alone_in_turns_no_clock_is_promised(qtbot: Any, store: Settings) -> None:
    """Nor are dice typed that roll in a race."""
    store.keep("lobby-ligretto_dice", {"dice": DIGITAL, "options": {}, "seats": [["Ann", ""], ["Ben", ""]]})
    lobby = LobbyPage("ligretto_dice", store)
    qtbot.addWidget(lobby)
    alone = lobby.ways.cards[ALONE]
    assert alone.accessibleDescription() == "Ann · A time trial"
    lobby.options["pace"].choose("turns")
    assert alone.accessibleDescription() == "Ann · For your best result · in turns"
    lobby.dice.list.choose(REAL)
    assert lobby.folds["dice"].summary == "Real dice"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_rule_that_means_nothing_beside_another_is_not_to_be_chosen(game_id: str, qtbot: Any, store: Settings) -> None:
    """Such as what a wrong placement locks, where nothing is done in haste."""
    lobby = LobbyPage(game_id, store)
    qtbot.addWidget(lobby)
    fields = lobby.options
    for choice in GAMES[game_id].info.options:
        field = fields[choice.id]
        for start, (other, wanted) in choice.only.items():
            values = [each for each in choice.values if each.startswith(start)]
            for value in (wanted, *(each for each in fields[other].choice.values if each != wanted), wanted):
                fields[other].choose(value)
                offered = field.isEnabledTo(lobby) if not start else {
                    field.kinds.model().item(line).isEnabled() for line in range(field.kinds.count())
                    if field.kinds.itemData(line).removeprefix("scale ").startswith(start)} == {True}
                assert offered == (value == wanted), (choice.id, start, value)
                assert not start or offered or field.value not in values, "nothing of it is played by chance"
                field.choose(values[0])
                assert (field.value == values[0]) is (offered or not start)
    if game_id == "ligretto_dice":
        assert {each: [*fields[each].choice.only] for each in fields if fields[each].choice.only} == {
            "length": ["minutes_"], "wrong": [""], "hand": [""]}


def test_a_time_trial_is_played_again(window: MainWindow, store: Settings) -> None:
    window.go.show_lobby("ligretto_dice")
    assert isinstance(window.page, LobbyPage)
    window.page.options["trial"].choose("6")
    window.page.begin_with(ALONE)
    settle()
    first = window.opened
    assert first is not None
    window.go.rematch(first)
    settle()
    assert window.opened is not None and window.opened is not first
    assert window.opened.head.options == first.head.options and window.opened.head.players == first.head.players


@pytest.mark.parametrize("game_id", GAMES)
def test_several_people_here_take_turns_only_where_the_game_has_turns(game_id: str, qtbot: Any, store: Settings) -> None:
    lobby = LobbyPage(game_id, store)
    qtbot.addWidget(lobby)
    here = "All at one screen" if GAMES[game_id].info.realtime else "Hot-seat"
    assert lobby.ways.cards[HOT_SEAT].accessibleName() == here


@pytest.mark.parametrize("text", ["100", "200"])
@pytest.mark.parametrize("level", ["calm", "level_1", "level_5"])
def test_no_arrow_lies_over_a_level_of_the_computer(level: str, text: Any, window: MainWindow, store: Settings) -> None:
    """Whichever was chosen before: all rows of the list are in sight, and nothing but the list is there."""
    store.prefer(text=text)
    window.go.show_lobby("ligretto_dice")
    settle()
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    levels = lobby.level.list
    levels.choose(level)
    assert isinstance(levels, Combo) and levels.value == level
    levels.showPopup()
    settle()
    rows = levels.view()
    assert [each for each in rows.window().children() if isinstance(each, QWidget) and each.isVisible()] == [rows]
    for n in range(levels.count()):
        assert rows.viewport().rect().contains(rows.visualRect(levels.model().index(n, 0)).center())
    top = levels.mapToGlobal(QPoint()).y()
    rows_top = rows.window().mapToGlobal(QPoint()).y()
    assert rows_top >= top + levels.height() - 1 or rows_top + rows.window().height() <= top + 1
    levels.hidePopup()


def test_a_code_of_another_game_keeps_title_code_and_focus(window: MainWindow) -> None:
    """It is typed letter by letter; Enter then stays, and starts nothing."""
    window.go.show_lobby("rolling_america")
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    lobby.folds["dice"].open()
    settle(4)
    lobby.dice.code.setFocus()
    lobby.dice.code.clear()
    for letter in write_code(GameCode("hexroller", "hexroller_back", {}, "ABCD-EFGH")):
        QTest.keyClicks(window.focusWidget(), letter)
        settle()
    for _ in range(2):
        assert (lobby.game.value, lobby.sheet.value, lobby.dice.code.text()) == ("hexroller", "hexroller_back", "ABCD-EFGH")
        assert window.focusWidget() is lobby.dice.code and lobby.folds["dice"].is_open
        assert window.windowTitle().startswith("HexRoller") and window.page is lobby and window.opened is None
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
        settle()


@pytest.mark.parametrize(("size", "text"), [((1280, 800), 1.0), ((800, 1280), 1.0), ((1280, 800), 2.0)])
def test_the_start_is_in_sight_wherever_one_is(window: MainWindow, size: tuple[int, int], text: float) -> None:
    theme.set_larger(text)
    window.resize(*size)
    for game in GAMES:
        window.go.show_lobby(game)
        lobby = window.page
        assert isinstance(lobby, LobbyPage)
        for fold in lobby.folds.values():
            if not fold.isHidden():
                fold.open()
                settle(6)
                assert lobby.start.visibleRegion().boundingRect() == lobby.start.rect(), (game, fold.summary)


def test_who_plays_is_a_chip_each_that_leads_to_the_name(window: MainWindow, store: Settings) -> None:
    store.keep("names", ["Ann"])
    window.go.show_lobby("rolling_america")
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    lobby.seats.add_bot.click()
    lobby.seats.add_person.click()
    settle()
    assert [chip.text() for chip in lobby.party.chips] == ["Ann", "Computer · Easy", "Player 3"]
    assert lobby.party.chips[1].accessibleName() == "Player 2: Computer · Easy"
    lobby.party.chips[2].click()
    settle()
    assert lobby.folds["players"].is_open and window.focusWidget() is lobby.seats.rows[2].name
    for _ in range(4):
        lobby.seats.add_bot.click()
    settle()
    shown = [chip for chip in lobby.party.chips if chip.isVisible()]
    assert 0 < len(shown) < 7 and all(lobby.party.rect().contains(chip.geometry()) for chip in shown)
    assert f"{7 - len(shown)} more" in [each.text() for each in lobby.party.findChildren(QLabel) if each.isVisible()]


def test_who_was_nameless_has_the_name_that_was_typed_since(window: MainWindow, store: Settings) -> None:
    """Else *You alone* stands under *Start game*, and it is the same but for the name."""
    store.keep("names", ["Zoe"])
    store.keep("lobby-rolling_america", {"seats": [["", ""]]})
    window.go.show_lobby("rolling_america")
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    assert [seat.name for seat in lobby.seats.seats] == ["Zoe"] and ALONE not in lobby.ways.cards


def test_names_that_were_just_typed_are_those_of_every_start(window: MainWindow, store: Settings) -> None:
    store.keep("names", ["Ann", "Ben"])
    window.go.show_lobby("rolling_america")
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    hot = lobby.ways.cards[HOT_SEAT]
    assert hot.accessibleDescription() == "Ann and Ben" and lobby.ways.party(COMPUTERS)[0].name == "Ann"
    lobby.seats.rows[0].name.setText("Zoe")
    assert hot.accessibleDescription() == "Zoe and Player 2" and lobby.ways.party(COMPUTERS)[0].name == "Zoe"
    lobby.seats.add_person.click()
    lobby.seats.rows[1].name.setText("Max")
    assert hot.accessibleDescription() == "Zoe and Max"
    opened = begun(lobby, HOT_SEAT)
    assert opened is not None and opened.head.players == ("Zoe", "Max")


def within(picture: SheetPiece) -> QImage:
    """What a picture shows, without its corners."""
    return picture.grab(picture.rect().adjusted(9, 9, -9, -9)).toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_a_piece_wider_than_the_sheet_has_its_middle_in_the_middle() -> None:
    """As far as the whole sheet is seen; else it stays within the sheet."""
    assert begin(460, 1000, 880) == -40 and begin(300, 1000, 880) == -120 and begin(600, 1000, 880) == 0
    assert begin(50, 200, 880) == 0 and begin(440, 200, 880) == 340 and begin(860, 200, 880) == 680


def test_the_picture_shows_the_sheet_that_is_chosen(window: MainWindow) -> None:
    window.go.show_lobby("on_tour")
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    settle(20)
    usual = within(lobby.about.picture)
    usually = lobby.sheet.value
    other = next(each for each in GAMES["on_tour"].play.played_on if each != usually)
    lobby.sheet.choose(other)
    settle(4)
    drawn = unplayed(GAMES["on_tour"], sheet_of(GAMES["on_tour"], other))
    kinds = {each.key.partition("/")[0] for each in drawn.marks}
    land = {"leader", "shore", "compass", "cut", "isle", "land"}
    assert kinds == land | {"paper", "space", "border", "line", "neatline", "land", "card"}
    expected = SheetPiece(map_piece(sheet_of(GAMES["on_tour"], other), 0.5))
    expected.resize(lobby.about.picture.size())
    expected.show_piece(drawn, map_piece(sheet_of(GAMES["on_tour"], other), expected.height() / expected.width()))
    assert within(lobby.about.picture) == within(expected) != usual
    lobby.sheet.choose(usually)
    settle(20)
    assert within(lobby.about.picture) == usual


def test_what_is_opened_moves_nothing_beside_it(window: MainWindow, store: Settings) -> None:
    """Nor does a player who is taken away: the next one's button is under the pointer."""
    window.resize(1264, 752)
    window.go.show_lobby("ligretto_dice")
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    settle(20)

    def places() -> list[QPoint]:
        beside = lobby.about
        return [each.mapTo(window, QPoint(0, 0)) for each in (beside.picture, beside.rules, beside.check, lobby.start)]

    before = places()
    for fold in lobby.folds.values():
        if not fold.isHidden():
            fold.open()
            settle(20)
            assert places() == before, fold.summary
            top = fold.head.mapTo(lobby.sides.area.viewport(), QPoint(0, 0)).y()
            assert 0 <= top < lobby.sides.area.viewport().height() - fold.head.height(), "what was opened is in sight"
    lobby.folds["players"].open()
    for _ in range(3):
        lobby.seats.add_bot.click()
    settle(20)
    first, second = (row.remove for row in lobby.seats.rows[1:3])
    at = first.mapTo(window, QPoint(0, 0))
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    settle(20)
    assert second.mapTo(window, QPoint(0, 0)) == at and lobby.seats.rows[1].remove is second


def test_a_name_that_is_there_in_full_opens_no_list(window: MainWindow, store: Settings) -> None:
    """The list takes the next tap, wherever that is meant."""
    store.keep("names", ["Ann", "Ben"])
    window.go.show_lobby("rolling_america")
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    lobby.party.chips[0].click()
    settle(4)
    row = lobby.seats.rows[0]
    assert window.focusWidget() is row.name
    row.name.clear()
    offered = row.name.completer().popup()
    for letter, there in (("b", True), ("e", True), ("n", False)):
        QTest.keyClicks(row.name, letter)
        settle()
        assert offered.isVisible() == there
    assert lobby.seats.names == ("ben",)

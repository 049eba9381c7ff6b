"""What a table shows after each act, without a window: prompt, sheet, what may be tapped, actions, answers, whose turn."""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec import Struct, field

import rollwrite_desktop
from rollwrite_desktop.core.chance import read_plain
from rollwrite_desktop.core.i18n import integer
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.draw.display import Display, Text
from rollwrite_desktop.gamekit.play.guide import Proposed
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games._dice import GAME as TWO_DICE
from rollwrite_desktop.play.opening.open_game import Opened, new_head, options_of, sheet_of, start
from rollwrite_desktop.play.table.pencil_notes import BACK, ERASE, NOTE
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.play.table.view_model import TableView

TABLES = [game_id for game_id, game in GAMES.items() if not game.info.realtime]
HOME = Path(rollwrite_desktop.__file__).parent
MAX_CALLS = 10_000
MEDIAN_CALLS = 1_000
"""Of a tap in the first turns of a game, when most is legal: 700 to 850 alone, 780 to 970 with another player."""
MAX_FILES = 17
MAX_RUNNING_FILES = 8
MAX_DEMANDS = 3


def view_of(
    *names: str, game: str = "rolling_america", dice: str = "digital", read_only: str = "", **options: str
) -> TableView:
    """The view model of a new table; a name that ends in `*` is a computer player. Journal lines go to `lines_of`."""
    played = GAMES[game]
    sheet = sheet_of(played, played.play.played_on[0], game)
    bots = {f"p{i}": "random" for i, name in enumerate(names, 1) if name.endswith("*")}
    head = new_head(played, sheet, sheet.id, tuple(name.rstrip("*") for name in names), options_of(played, options, ""),
                    Notes(seed="TEST-2345", dice=dice, bots=bots))
    opened = start(head)
    lines: list[JournalLine] = []
    opened.session.log = lines.append
    return TableView(TableSession(Opened(opened.game, opened.sheet, opened.head, opened.session, read_only)))


def lines_of(view: TableView) -> list[JournalLine]:
    """The journal lines that were written."""
    log: Any = view.table.session.log
    return list(log.__self__)


def choose(view: TableView) -> Snapshot:
    """Rolls where that comes next, and chooses dice until the sheet can be written on."""
    for _ in range(9):
        now = view.snapshot
        ready = [token.spot for token in now.tray.tokens if token.kind == "die" and token.state == "ready"]
        if now.taps.open:
            return now
        view.tap_token(ready[0]) if ready else view.roll()
    raise AssertionError("there is nothing to write")


def write(view: TableView) -> str:
    """Writes in the first spot where that is possible; the spot."""
    spot = min(choose(view).taps.open)
    view.tap(spot)
    if view.snapshot.question is not None:
        view.tap_token(view.snapshot.question.tokens[0].spot)
    return spot


def play_turn(view: TableView) -> None:
    """All that the player whose turn it is has to do."""
    choose(view)
    player = view.table.seat
    while view.table.compelled(player) and view.table.seat == player:
        write(view)


def wrong_spot(view: TableView) -> str:
    """A space where a tap is refused now."""
    choose(view)
    view.tap_token(next(token.spot for token in view.snapshot.tray.tokens if token.kind == "die" and token.ink))
    return next(spot for spot in view.table.opened.sheet.space
                if spot not in view.snapshot.taps.open and view.table.why_not(spot) is not None)


def keys(snapshot: Snapshot) -> set[str]:
    return {mark.key for mark in snapshot.display.marks}


# ---------------------------------------------------------------------- taps


def test_a_tap_writes_and_can_be_undone_and_redone() -> None:
    view = view_of("Ann")
    choose(view)
    assert not view.snapshot.enabled.undo
    spot = write(view)
    now = view.snapshot
    assert lines_of(view)[1].do.split(" ")[1].startswith(f"{spot}=")
    assert now.undo_offer is not None and now.undo_offer.spot == spot
    assert now.enabled.undo and not now.enabled.redo
    undone = view.undo()
    assert undone.undo_offer is None and undone.enabled.redo and not undone.enabled.undo
    assert keys(view.redo()) >= {f"mark/{spot}"} - keys(undone)
    assert view.snapshot.display == now.display


def test_a_refusal_says_why_and_goes_with_the_next_tap() -> None:
    view = view_of("Ann")
    wrong = wrong_spot(view)
    refused = view.tap(wrong)
    assert refused.notice is not None and refused.notice.sentence and wrong in refused.notice.spots
    assert refused.notice.key == view.rule and view.rule in GAMES["rolling_america"].play.rulebook
    assert any(key.startswith("trouble/") for key in keys(refused))
    again = view.tap(wrong)
    assert again.notice is not refused.notice  # shown anew, at the new place
    written = view.tap(min(view.snapshot.taps.open))
    assert written.notice is None and view.rule == ""
    assert not any(key.startswith("trouble/") for key in keys(written))


@pytest.mark.parametrize("act", [TableView.dismiss, TableView.escape, TableView.undo])
def test_a_refusal_goes_when_it_is_read(act: Callable[[TableView], Snapshot]) -> None:
    view = view_of("Ann")
    view.tap(wrong_spot(view))
    assert act(view).notice is None and view.rule == ""


def test_a_long_press_says_what_a_spot_is_and_why_not() -> None:
    view = view_of("Ann")
    wrong = wrong_spot(view)
    notice = view.hold(wrong).notice
    assert notice is not None
    what, why = notice.sentence.split("\n")
    assert what == view.snapshot.taps.describe(wrong)
    refusal = view.table.why_not(wrong)
    assert refusal is not None and why == refusal.sentence(GAMES["rolling_america"].play.rulebook)
    assert len(view.table.events) == 1


@pytest.mark.parametrize("game", TABLES)
def test_what_a_tap_would_do_is_said_where_it_would_be_a_move(game: str) -> None:
    view = view_of("Ann", game=game)
    taps = choose(view).taps
    for spot in view.table.opened.sheet.space:
        tapped = view.table.guide.tap(taps.state, "p1", taps.ui, spot)
        assert bool(taps.may(spot)) == (spot in taps.open)
        assert spot not in taps.open or isinstance(tapped, Proposed) or not tapped.refusal
        assert taps.describe(spot)


def test_escape_puts_down_what_is_selected() -> None:
    view = view_of("Ann")
    choose(view)
    view.tap_token("power/guard")
    assert {token.spot: token.state for token in view.snapshot.tray.tokens}["power/guard"] == "chosen"
    assert {token.spot: token.state for token in view.escape().tray.tokens}["power/guard"] != "chosen"


def test_the_cursor_is_drawn_where_the_keyboard_is() -> None:
    view = view_of("Ann")
    view.cursor = "OH"
    assert "focus" in keys(view.focus())
    view.cursor = ""
    assert "focus" not in keys(view.focus())


def test_a_drag_draws_a_route_on_from_its_end() -> None:
    view = view_of("Ann", game="on_tour")
    luck = random.Random(3)
    rules: Any = view.table.rules
    while not rules.drawing(view.table.state, "p1"):
        if view.table.step == "roll":
            view.roll()
            continue
        view.tap_token(luck.choice([token.spot for token in view.snapshot.tray.tokens if token.state == "ready"]))
        if view.snapshot.taps.open:
            write(view)
    assert view.snapshot.draws and view.snapshot.drawn_to == ""
    spot = write(view)
    assert view.snapshot.draws and view.snapshot.drawn_to == spot
    assert view.snapshot.tray.act == "action/end"  # no roll will come any more


# ---------------------------------------------------------------------- whose turn, whose sheet


def test_nobody_writes_on_another_s_paper() -> None:
    view = view_of("Ann", "Bo")
    choose(view)
    other = view.show_player("p2")
    assert other.away and not other.writing and other.taps.open == frozenset() and other.sentence == "Bo’s sheet"
    count = len(view.table.events)
    notice = view.tap("TX").notice
    assert notice is not None and "Bo" in notice.sentence and not notice.key
    assert len(view.table.events) == count
    mine = view.escape()
    assert mine.shown == "p1" and not mine.away and mine.writing and mine.notice is None


def test_a_token_brings_the_own_sheet_back() -> None:
    view = view_of("Ann", "Bo")
    view.roll()
    die = next(token.spot for token in view.snapshot.tray.tokens if token.kind == "die")
    view.show_player("p2")
    assert view.tap_token(die).shown == "p1"
    assert view.snapshot.taps.open


def test_the_device_is_handed_on_and_nothing_is_written_meanwhile() -> None:
    view = view_of("Ann", "Bo")
    view.roll()
    assert view.snapshot.tray.roll == "Bo’s turn" and not view.snapshot.tray.can_roll, "nobody rolls next"
    play_turn(view)
    noted(view)
    assert view.snapshot.tray.roll == "Bo’s turn" and view.snapshot.tray.can_roll
    asked = view.roll()
    assert asked.next_player is not None
    assert asked.sentence == "Ann · Pass the device to Bo.", "nothing can be written under the card"
    assert (asked.next_player.name, asked.next_player.before) == ("Bo", "Ann")
    assert not asked.writing and not asked.tray.enabled
    count = len(view.table.events)
    view.tap("TX")
    view.roll()
    assert len(view.table.events) == count and view.snapshot.next_player == asked.next_player
    for kept in (view.keep_turn, view.escape):
        assert kept().next_player is None and view.snapshot.shown == "p1"
        view.roll()
    taken = view.show_player("p2").next_player and view.take_turn()
    assert taken and taken.next_player is None and taken.shown == view.table.seat == "p2" and taken.writing


def test_who_has_nothing_left_to_do_hands_on_by_themselves() -> None:
    view = view_of("Ann", "Bo", game="on_tour")
    play_turn(view)
    assert view.snapshot.next_player is not None
    assert view.snapshot.sentence == "Ann · Your turn is finished. Pass the device to Bo."


def test_undo_takes_the_question_for_the_next_player_back() -> None:
    view = view_of("Ann", "Bo")
    play_turn(view)
    noted(view)
    view.roll()
    assert view.snapshot.next_player is not None
    assert view.undo().next_player is None
    assert view.snapshot.writing


def noted(view: TableView) -> None:
    """Ann has a note on her sheet, which is nobody else's business."""
    view.table.session.note("p1", NOTE, "TX 5")


def test_the_device_is_handed_on_with_one_tap_where_nothing_is_hidden() -> None:
    view = view_of("Ann", "Bo")
    play_turn(view)
    count = len(view.table.events)
    handed = view.roll()
    assert handed.next_player is None and handed.shown == view.table.seat == "p2" and handed.writing
    assert len(view.table.events) == count and handed.enabled.undo
    back = view.undo()
    assert back.shown == view.table.seat == "p1" and back.writing and len(view.table.events) == count
    assert view.roll().shown == "p2"
    write(view)
    assert len(view.undo().log) and view.table.seat == "p2", "now Undo takes the move back"


def test_the_next_sheet_follows_round_the_table() -> None:
    view = view_of("Ann", "Bo", "Cy")
    choose(view)
    assert [view.show_next_player().shown for _ in range(3)] == ["p2", "p3", "p1"]


def test_looking_back_and_back_to_now() -> None:
    view = view_of("Ann")
    write(view)
    now = view.snapshot
    back = view.look_back(1)
    assert back.looking == 1 and back.sentence == "Ann’s sheet, as it was then"
    assert not back.tray.enabled and not back.enabled.undo and not back.enabled.roll and back.enabled.back_to_now
    assert back.taps.open == frozenset() and back.display != now.display
    assert view.tap("TX").display == now.display
    assert view.snapshot.looking is None and view.table.events
    assert view.look_back(99).looking is None


def test_looking_back_shows_the_sheet_of_who_acted_and_everybody_as_they_were() -> None:
    view = view_of("Ann", "Bo")
    play_turn(view)
    view.roll()
    view.take_turn()
    first = len(view.table.events)
    write(view)
    before = {card.player: card.drawing for card in view.snapshot.players}
    back = view.look_back(first)
    assert back.shown == "p1"
    assert {card.player: card.drawing for card in back.players}["p2"] != before["p2"]
    assert {card.player: card.drawing for card in view.look_back(-1).players} == before


def test_only_the_small_sheet_of_who_acted_is_drawn_anew() -> None:
    view = view_of("Ann", "Bo", "Cy")
    choose(view)
    before = {card.player: card.drawing for card in view.snapshot.players}
    view.tap(min(view.snapshot.taps.open))
    after = {card.player: card for card in view.snapshot.players}
    assert [player for player in after if after[player].drawing is not before[player]] == ["p1"]
    assert [card.shown for card in after.values()] == [True, False, False]
    assert view.focus().players == tuple(after.values())


def test_a_player_leaves_and_comes_back() -> None:
    view = view_of("Ann", "Bo")
    choose(view)
    left = view.hand_over("p2")
    assert left.bots == {"p2"} and left.thinking and left.players[1].bot
    while view.snapshot.thinking:
        view.think(at_once=True)
    assert not view.table.compelled("p2")
    back = view.come_back("p2")
    assert back.bots == frozenset() and not back.thinking
    assert [line.text for line in lines_of(view) if line.note] == [GAMES["rolling_america"].think.adviser, ""]


def test_an_answer_goes_when_the_game_ends_without_a_tap() -> None:
    """A computer player writes last, and “not yet” was said before; what was asked stays."""
    for asked in (False, True):
        view = view_of("Ann*")
        assert view.answer("Not yet.", asked=asked).notice is not None
        while not view.table.over:
            view.think(at_once=True)
        assert (view.snapshot.notice is not None) is asked and view.snapshot.results is not None


def test_an_answer_goes_when_the_players_change() -> None:
    view = view_of("Ann", "Bo")
    for change in (view.leave, view.come_back):
        assert view.tap("KS").notice is not None
        assert change("p2").notice is None


def test_where_nobody_is_left_the_computer_rolls_too() -> None:
    view = view_of("Ann*", "Bo*", game="on_tour")
    for _ in range(2000):
        if not view.snapshot.thinking:
            break
        view.think(at_once=True)
    assert view.table.over and view.snapshot.results is not None
    assert view.snapshot.sentence.startswith("Ann’s sheet at the end")


# ---------------------------------------------------------------------- chance


def test_rolling_says_that_dice_have_fallen() -> None:
    view = view_of("Ann", game="on_tour")
    assert view.snapshot.tray.roll == "Roll" and view.snapshot.tray.can_roll
    assert view.roll().rolled
    assert not view.focus().rolled


def test_a_lone_player_takes_digital_dice_back_and_they_return() -> None:
    view = view_of("Ann")
    write(view)
    first = view.table.events[0]
    assert view.snapshot.enabled.take_back and view.snapshot.tray.take_back == "Take the roll back"
    assert view.snapshot.depending == 1
    assert view.take_back().depending == 0 and not view.table.events
    view.roll()
    assert view.table.events == (first,) and first.by == CHANCE


def test_digital_dice_of_several_stay() -> None:
    view = view_of("Ann", "Bo")
    view.roll()
    assert not view.snapshot.enabled.take_back and view.snapshot.tray.take_back == ""
    view.take_back()
    assert len(view.table.events) == 1


def test_real_dice_are_asked_for_and_refused_if_they_cannot_be() -> None:
    view = view_of("Ann", dice="real")
    tray = view.snapshot.tray
    assert tray.entry == view.table.asked and tray.roll == "Enter the roll" and view.snapshot.real_dice
    assert not view.roll().rolled and not view.table.events
    rules = view.table.rules
    wrong: Any = rules.read("blue 9, wild 2")
    assert "1 to 6" in view.roll(wrong).roll_refusal and not view.table.events
    right: Any = rules.read("blue 4, wild 2")
    rolled = view.roll(right)
    assert rolled.rolled and rolled.roll_refusal == "" and rolled.tray.entry is None
    assert rolled.tray.take_back == "Correct the roll"


def test_real_dice_of_a_game_without_corrections_are_taken_back_and_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "_dice", TWO_DICE)
    view = view_of("Ann", "Bo", game="_dice", dice="real")
    assert view.snapshot.tray.take_back == "Take the roll back" and not view.snapshot.tray.can_take_back
    view.roll(read_plain("4 5"))
    view.tap_token("die/1")
    view.tap("A")
    assert view.snapshot.depending == 1 and view.snapshot.tray.can_take_back and not view.table.corrects_any
    before = view.take_back()
    assert not view.table.events and before.tray.entry == view.table.asked and before.depending == 0


# ---------------------------------------------------------------------- pencil, coach


def test_notes_are_made_erased_undone_and_redone() -> None:
    view = view_of("Ann")
    view.roll()
    before = view.table.state
    pad = view.toggle_pencil().pencil
    assert pad is not None and pad.place == "" and [key for key, _ in pad.keys] == [*"123456", ERASE]
    view.tap("OH")
    view.press("3")
    pad = view.press("5").pencil
    assert pad is not None and pad.noted == {"3", "5"} and pad.place.startswith("Ohio")
    assert [(line.note, line.text) for line in lines_of(view)[-2:]] == [("pencil", "OH=3"), ("pencil", "OH=35")]
    assert "in pencil: 3 and 5" in view.snapshot.taps.describe("OH")
    assert "jot/OH/0" in keys(view.snapshot) and view.snapshot.enabled.undo
    view.undo()
    assert "jot/OH/0" not in keys(view.undo()) and not view.snapshot.enabled.undo
    assert "jot/OH/0" in keys(view.redo())
    assert "jot/OH/0" not in keys(view.press(ERASE))
    assert view.toggle_pencil().pencil is None and view.table.state is before


def test_digits_go_to_the_cursor() -> None:
    view = view_of("Ann")
    view.roll()
    view.toggle_pencil("TX")
    view.press("2")
    view.press("3", cursor="OH")
    assert view.table.session.notes["p1", "pencil"] == "TX=2 OH=3"


def test_numbers_of_two_digits_are_taken_back_digit_by_digit() -> None:
    view = view_of("Ann", game="on_tour")
    view.roll()
    view.toggle_pencil()
    free = next(spot for spot in view.table.opened.sheet.space if spot in view.pencil.free("p1"))
    view.tap(free)
    for key in ("3", "7", BACK):
        view.press(key)
    assert view.table.session.notes["p1", "pencil"] == f"{free}=3"


def test_a_full_space_takes_no_note_and_a_written_one_loses_it_from_sight() -> None:
    view = view_of("Ann")
    spot = min(choose(view).taps.open)
    view.toggle_pencil()
    view.tap(spot)
    view.press("4")
    view.toggle_pencil()
    assert not any(key.startswith("jot/") for key in keys(view.tap(spot)))
    view.toggle_pencil()
    view.tap(spot)
    assert view.pencil.chosen == ""


def test_nobody_sees_another_s_notes() -> None:
    view = view_of("Ann", "Bo")
    view.roll()
    view.toggle_pencil("OH")
    view.press("4")
    assert "jot/OH/0" in keys(view.snapshot)
    assert "jot/OH/0" not in keys(view.show_player("p2"))
    assert "pencil" not in view.snapshot.taps.describe("OH")


def test_a_hint_holds_until_something_is_written() -> None:
    view = view_of("Ann")
    choose(view)
    coaching = view.snapshot.coaching
    assert coaching is not None and coaching.lesson is not None and coaching.can_hint and coaching.hints.left == 2
    hinted = view.hint()
    assert hinted.coaching is not None and hinted.coaching.hint is not None and hinted.coaching.hints.left == 1
    assert view.focus().coaching == hinted.coaching
    assert "focus" in keys(hinted)
    move = hinted.coaching.hint.move
    tapped = next(spot for spot in hinted.taps.open | {hinted.coaching.hint.spots[0]})
    assert move is not None
    view.tap(tapped if tapped in hinted.taps.open else min(hinted.taps.open))
    if view.snapshot.question is not None:
        view.tap_token(view.snapshot.question.tokens[0].spot)
    assert view.snapshot.coaching is not None and view.snapshot.coaching.hint is None


def test_a_hint_takes_the_place_of_a_refusal() -> None:
    view = view_of("Ann")
    choose(view)
    view.answer("Not yet.")
    assert view.snapshot.notice is not None
    hinted = view.hint()
    assert hinted.notice is None and hinted.coaching is not None and hinted.coaching.hint is not None


def test_a_hint_is_charged_once_and_holds_whatever_others_do_until_its_player_moves_or_rolls() -> None:
    view = view_of("Ann", "Bo")
    table = view.table
    choose(view)
    hint = view.hint().coaching.hint
    assert hint is not None and len(table.hints("p1").turns) == 1
    assert view.hint().coaching.hint is hint and len(table.hints("p1").turns) == 1
    other = next(iter(table.rules.moves(table.state, "p2")))
    assert table.session.submit(Event("p2", other)) is None
    assert view.focus().coaching.hint is hint and "focus" in keys(view.snapshot)
    view.show_player("p2")
    assert view.snapshot.coaching.hint is hint and "focus" not in keys(view.snapshot)
    view.back_to_mine()
    assert table.session.submit(Event("p1", hint.move)) is None
    assert view.focus().coaching.hint is None
    view.undo()
    assert view.snapshot.coaching.hint is hint and len(table.hints("p1").turns) == 1
    while view.snapshot.tray.can_roll is False or table.following or table.compelled("p1"):
        for player in table.players:
            if table.compelled(player):
                assert table.session.submit(Event(player, next(iter(table.rules.moves(table.state, player))))) is None
        table.sit("p1")
        view.focus()
    view.roll()
    assert view.snapshot.coaching.hint is None


def test_after_a_hint_anything_else_can_still_be_written() -> None:
    view = view_of("Ann", game="hexroller")
    free, hinted = choose(view).taps.open, view.hint()
    other = next(spot for spot in sorted(free - hinted.taps.open) if spot in view.table.opened.sheet.space)
    after = view.tap(other)
    assert after.notice is None and (after.question is not None or after.log != hinted.log)


def test_no_hint_for_another_s_sheet() -> None:
    view = view_of("Ann", "Bo")
    choose(view)
    view.show_player("p2")
    hinted = view.hint().coaching
    assert hinted is not None and hinted.hint is None and not hinted.can_hint


# ---------------------------------------------------------------------- the end


def test_mistakes_of_a_paper_game_are_shown_at_the_end() -> None:
    view = view_of("Ann", enforcement="paper")
    session, rules = view.table.session, view.table.rules
    while not view.table.over:
        part = session.state.part("p1")
        if view.table.step in ("roll", "finish"):
            view.roll()
        elif len(part.hand) == 2:
            view.tap_token(f"die/{part.hand[0]}")
            view.tap(_blank(rules, part))
        else:
            view.tap(_blank(rules, part))
    results = view.snapshot.results
    assert results is not None and results.mistakes
    assert dict(results.scores[0].parts)["mistakes"] > 0
    assert any(key.startswith("finding/") for key in keys(view.snapshot))
    assert results.hints == {"p1": 0}
    ended = view.snapshot
    assert ended.tray.tokens == () and not ended.enabled.seats and not ended.has_pencil and not ended.writing
    (counting,) = results.countings
    assert counting.steps[-1].total == results.scores[0].total
    assert view.show_step(counting.steps[0]).results == results


def _blank(rules: Any, part: Any) -> str:
    return str(next(space for space, held in zip(rules.spaces, part.marks, strict=True) if held == ""))


def test_parts_of_the_score_are_ringed() -> None:
    view = view_of("Ann*", game="on_tour")
    while view.snapshot.thinking:
        view.think(at_once=True)
    assert view.snapshot.results is not None
    for counting in view.snapshot.results.countings:
        shown = [keys(view.show_step(step)) for step in counting.steps]
        assert all(any(key.startswith(("own/", "best/")) for key in each) for each in shown)
    assert not any(key.startswith(("own/", "best/")) for key in keys(view.show_step(None)))
    left = view_of("Ann", "Ben", game="on_tour")
    left.leave("p2")  # who will draw no route, for which nobody waits
    while not left.snapshot.draws:
        write(left) if left.table.compelled("p1") else left.roll()
    write(left)
    while left.snapshot.results is None:  # though it could go on
        left.tap_token(left.snapshot.tray.act)
    best = left.snapshot.results.countings[1]
    assert any(key.startswith("best/") for key in keys(left.show_step(best.steps[-1]))), "it is seen all the same"
    view = view_of("Ann*", game="rolling_america")
    while view.snapshot.thinking:
        view.think(at_once=True)
    assert view.snapshot.results is not None
    (counting,) = view.snapshot.results.countings
    assert any(key.startswith("ring/") for key in keys(view.show_step(counting.steps[0])))
    assert not any(key.startswith("ring/") for key in keys(view.show_step(None)))


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("leave", [TableView.leave, TableView.hand_over])
def test_who_leaves_in_the_middle_of_a_turn_passes_the_device_on(
    game: str, leave: Callable[[TableView, str], Snapshot]
) -> None:
    view = view_of("Ann", "Bo", "Cy", game=game)
    choose(view)
    if not view.table.session.can_leave:
        return  # nobody leaves a game that keeps no open turns
    now = leave(view, "p1")
    assert now.next_player is not None and (now.next_player.name, now.next_player.before) == ("Bo", "")
    assert not now.taps.open and now.sentence == "Ann · Pass the device to Bo." and not now.enabled.undo
    now = view.take_turn()
    assert now.shown == "p2" and choose(view).taps.open
    assert leave(view, "p3").shown == "p2" and view.snapshot.next_player is None, "who holds it goes on"
    leave(view, "p2")
    view.come_back("p2")
    assert view.snapshot.shown == "p2" and choose(view).taps.open, "who comes straight back goes on"


def test_a_game_that_can_only_be_looked_at() -> None:
    view = view_of("Ann", read_only="Because.")
    assert view.snapshot.sentence == "Because."
    assert not view.tap("TX").notice and not view.roll().rolled and not view.snapshot.thinking
    enabled = view.snapshot.enabled
    assert not (enabled.undo or enabled.roll or enabled.pencil or enabled.seats)
    assert not lines_of(view)


def test_a_game_of_computers_that_can_only_be_looked_at_does_not_go_on() -> None:
    view = view_of("Ann*", read_only="Because.")
    assert not view.snapshot.thinking
    view.think(at_once=True)
    assert not view.table.events


# ---------------------------------------------------------------------- every game, every act


@pytest.mark.parametrize("game", TABLES)
def test_a_snapshot_says_what_the_session_says_whatever_is_done(game: str) -> None:
    """Taps at random, right and wrong ones, by two people to the end; each act computes one prompt."""
    view = view_of("Ann", "Bo", game=game)
    table, luck = view.table, random.Random(7)
    sheet = table.opened.sheet
    spots = (*sheet.space, *sheet.box)
    with counted(table.guide, "prompt") as prompts:
        for _ in range(150):
            now, prompts.count = view.snapshot, 0
            ready = [token.spot for token in now.tray.tokens if token.state == "ready"]
            if now.next_player is not None:
                view.take_turn()
            elif now.taps.open and luck.random() < 0.7:
                view.tap(luck.choice(sorted(now.taps.open)))
            elif ready and luck.random() < 0.7:
                view.tap_token(luck.choice(ready))
            elif now.enabled.roll and luck.random() < 0.6:
                view.roll()
            elif luck.random() < 0.2:
                luck.choice([view.undo, view.redo, view.escape, view.show_next_player, lambda: view.look_back(1)])()
            else:
                view.tap(luck.choice(spots))
            assert prompts.count <= 1
            now = view.snapshot
            assert now.enabled.undo == (now.looking is None and (bool(view.giver) or table.can_undo(table.seat)))
            assert now.taps.open == (table.open(now.shown) if now.writing else frozenset())
            assert (now.results is not None) == table.session.over
            assert now.log == table.record()
            assert [card.score for card in now.players] == [
                str(score.total) for score in table.rules.scores(view.state)
            ]
    assert len(table.events) > 10


# ---------------------------------------------------------------------- what a tap costs


class Count(Struct, dict=True):
    """How often something was called."""

    count: int = 0


@contextmanager
def counted(thing: Any, name: str) -> Iterator[Count]:
    """Counts the calls of a method of one object."""
    method, found = getattr(thing, name), Count()

    def counting(*args: Any) -> Any:
        found.count += 1
        return method(*args)

    setattr(thing, name, counting)
    yield found
    delattr(thing, name)


class Calls(Struct, dict=True):
    """All calls of Python functions, and those of each function and file of ours."""

    total: int = 0
    functions: Counter[str] = field(default_factory=Counter)
    files: Counter[str] = field(default_factory=Counter)


def calls_of(act: Callable[[], object]) -> Calls:
    """What an act calls."""
    calls = Calls()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls.total += 1
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(HOME):
                calls.functions[frame.f_code.co_qualname] += 1
                calls.files[path.relative_to(HOME).as_posix()] += 1

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def drawn(view: TableView) -> list[Display]:
    """All sheets that are shown, looked at."""
    return [view.snapshot.display, *[card.drawing.display for card in view.snapshot.players]]


def test_between_rounds_on_one_board_the_log_says_what_each_brought() -> None:
    """And the header does not speak of the next round over the board of the last one."""
    view = view_of("Ann*", "Bo*", game="ligretto_dice", pace="turns", length="rounds_2", tie="shared")
    heads = []
    while view.snapshot.results is None:
        view.think(at_once=True) if view.snapshot.thinking else view.roll()
        texts = [mark.text for mark in view.snapshot.display.marks if isinstance(mark, Text)]
        board = [text for text in texts if text.startswith("Round")]
        heads.append((board, view.snapshot.progress))
    rounds = view.table.state.rounds
    told = [line for line in view.snapshot.log if "is over" in line.sentence]
    assert all(" places " in line.sentence for line in told), "with the die that was the last"
    assert [line.sentence.partition(". ")[2] for line in told] == [
        f"Round {n} is over: Ann {integer(each.entries[0] or 0, sign=True)}, Bo {integer(each.entries[1] or 0, sign=True)}"
        for n, each in enumerate(rounds, 1)]
    assert [len(view.table.session.state_after(line.count).rounds) for line in told] == [1, 2]
    for board, progress in heads:
        assert ("Round 2" in progress) <= (board == ["Round 2"]), (board, progress)


def test_a_tap_costs_one_prompt_and_few_calls() -> None:
    """One of two numbers in On Tour, with two players, in their second turn: the dearest tap that there is."""
    view = view_of("Ann", "Bo", game="on_tour")
    while len(view.table.state.part("p1").hand) < 2:
        if view.snapshot.next_player is not None:
            view.take_turn()
        elif view.table.compelled(view.table.seat):
            write(view)
        else:
            view.roll()
    spot = min(choose(view).taps.open)
    assert drawn(view)
    calls = calls_of(lambda: view.tap(spot))
    assert view.snapshot.question is not None
    assert calls.functions["OnTourGuide.prompt"] == 1 and calls.functions["OnTourGuide.draw"] == 0
    assert calls.total <= MAX_CALLS, calls.functions.most_common(20)
    calls = calls_of(lambda: view.tap_token(view.snapshot.question.tokens[0].spot))
    assert view.snapshot.undo_offer is not None
    assert calls.functions["OnTourGuide.prompt"] == 1
    assert calls.functions["OnTour.demands"] <= MAX_DEMANDS
    assert calls.functions["OnTourGuide.draw"] == 0  # sheets are drawn when they are looked at
    assert len(calls.files) <= MAX_FILES, sorted(calls.files)
    running = [file for file in calls.files if file.startswith(("core/", "play/"))]  # the rest is the game's own
    assert len(running) <= MAX_RUNNING_FILES, sorted(running)
    drawing = calls_of(lambda: drawn(view))
    assert drawing.functions["OnTourGuide.draw"] == 2  # the large sheet, and the small one of who wrote
    assert calls.total + drawing.total <= MAX_CALLS, drawing.functions.most_common(20)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Bo")], ids=len)
def test_what_follows_from_a_position_is_worked_out_once(game: str, names: tuple[str, ...]) -> None:
    in_turns, calls = {} if game in TABLES else {"pace": "turns"}, list[Calls]()
    view = view_of(*names, game=game, **in_turns)
    while len(calls) < (2 if in_turns else 12) and not view.table.over:
        if view.snapshot.next_player is not None:
            view.take_turn()
            continue
        if view.table.step == "roll" or (in_turns and not view.snapshot.taps.open):  # nothing fits: pass
            view.roll()
            continue
        now = choose(view)
        tap = view.tap_token if now.question is not None else view.tap
        spot = now.question.tokens[0].spot if now.question is not None else max(now.taps.open)
        calls.append(calls_of(partial(tap, spot)))
        drawn(view)
    assert statistics.median(each.total for each in calls) <= MEDIAN_CALLS, calls[-1].functions.most_common(20)


def test_what_does_not_change_the_game_asks_the_rules_nothing() -> None:
    view = view_of("Ann", "Bo", game="on_tour")
    choose(view)
    calls = calls_of(lambda: view.show_player("p2"))
    assert calls.functions["OnTour.demands"] == calls.functions["OnTour.apply"] == 0
    assert calls.functions["OnTourGuide.prompt"] == 1

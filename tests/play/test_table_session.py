"""Running a table without a window: who holds the pen, what Roll closes, what Undo lifts, what computers may do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.journal import Notes, Record
from rollwrite_desktop.core.rules import CHANCE, Refusal
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import Opened, new_head, reopen, sheet_of, start
from rollwrite_desktop.play.table.table_session import TableSession
from tests.corrections import write as play_rows

GAME = GAMES["rolling_america"]


def table(*names: str, dice: str = "digital", code: str = "TEST-2345", read_only: str = "") -> TableSession:
    sheet = sheet_of(GAME, "", "test")
    bots = {f"p{i}": "greedy" for i, name in enumerate(names, 1) if name.endswith("*")}
    notes = Notes(seed=code, dice=dice, bots=bots)
    opened = start(new_head(GAME, sheet, sheet.id, tuple(name.rstrip("*") for name in names), {}, notes))
    return TableSession(Opened(opened.game, opened.sheet, opened.head, opened.session, read_only))


def write(side: TableSession) -> None:
    """One number or X by whoever holds the pen."""
    hand = side.session.state.part(side.seat).hand
    if len(hand) > 1:
        side.tap(f"die/{hand[0]}")
    spots = sorted(side.open(side.seat))
    answer = side.tap(spots[0] if spots else "action/pass")
    assert answer.kind == "written"


def test_roll_closes_for_all_who_have_only_optional_strokes_left() -> None:
    side = table("Ann", "Bo")
    side.roll()
    for _ in range(2):
        write(side)
    assert side.step == "wait" and side.following == "p2"
    side.sit(side.next_seat())
    for _ in range(2):
        write(side)
    assert side.step == "roll"
    assert side.roll() is None
    assert [str(event.by) for event in side.session.events].count(CHANCE) == 2
    assert not any(part.done for part in side.session.state.parts)


def test_a_player_with_nothing_optional_left_closes_by_himself_and_undo_opens_again() -> None:
    side = table("Ann")
    # An X may not be duped, so the turn that ends with one is closed without a tap.
    for _ in range(200):
        if side.step in ("roll", "finish"):
            if side.session.state.rolls and side.session.state.part("p1").done:
                break
            side.roll()
        write(side)
    closing, stroke = side.session.events[-1], side.session.events[-2]
    assert side.rules.write(closing.move) == "done"
    count = len(side.session.events)
    assert side.undo("p1") == stroke
    assert len(side.session.events) == count - 2
    side.redo("p1")
    assert len(side.session.events) == count


def test_undo_leaves_nothing_selected_and_never_crosses_the_roll() -> None:
    side = table("Ann")
    side.roll()
    side.tap("power/guard")
    assert side.undo("p1") is None
    assert side.session.events[-1].by == CHANCE


def test_digital_dice_are_taken_back_only_alone_and_return() -> None:
    alone, two, real = table("Ann"), table("Ann", "Bo"), table("Ann", "Bo", dice="real")
    alone.roll()
    two.roll()
    real.roll(Outcome((Die("blue", 4), Die("wild", 2))))
    first = alone.session.events[0].move
    assert alone.can_take_back and not two.can_take_back and real.can_take_back
    alone.take_back()
    alone.roll()
    assert alone.session.events[0].move == first


def test_real_dice_that_cannot_have_fallen_are_refused_and_close_nobody() -> None:
    side = table("Ann", dice="real")
    refusal = side.roll(Outcome((Die("blue", 4), Die("blue", 2))))
    assert refusal is not None and refusal.key == "RA-5"
    assert side.session.events == ()


def test_computers_play_and_the_same_code_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        side = table("Ada*", "Bob*")
        while not side.session.over:
            if side.let_think() is None:
                side.roll()
        games.append(side.session.events)
    assert games[0] == games[1]
    assert games[0]


def test_what_a_strategy_gets_wrong_is_played_at_random_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    side = table("Ada*")
    side.roll()

    def wrong(rules: Any, state: Any, player: str, luck: Any) -> Any:
        return rules.read("done")

    monkeypatch.setitem(side.opened.game.think.bots, "medium", wrong)
    assert side.let_think() is not None
    assert len(side.session.events) == 2


def test_leaving_and_coming_back_are_remembered_in_the_journal() -> None:
    side = table("Ann", "Bo")
    side.roll()
    side.hand_over("p1", "random")
    assert side.seat == "p2" and side.bots == {"p1": "random"}
    side.come_back("p1")
    assert side.humans == ("p1", "p2")
    assert side.session.notes["p1", "bot"] == ""


def test_who_comes_back_is_not_asked_about_a_turn_that_was_handed_on() -> None:
    side = table("Ann", "Ben", "Cy", dice="real")
    for dice in (Outcome((Die("blue", 4), Die("green", 4))), Outcome((Die("red", 3), Die("wild", 3)))):
        assert side.roll(dice) is None
        for player in (each for each in side.players if each not in side.session.left):
            side.sit(player)
            while side.compelled(player) and side.seat == player:
                write(side)
        if not side.session.left:
            side.sit("p2")
            assert "upe the 4" in side.prompt("p2").sentence and side.position.closing("p2") is not None
            side.leave("p2")
    side.come_back("p2")
    assert not side.session.open_turns and not side.prompt("p2").sentence.startswith("Still")


def test_a_game_with_a_bot_that_this_program_does_not_know_can_only_be_looked_at() -> None:
    side = table("Ann", "Bo")
    line = JournalLine("p2", note="bot", text="grandmaster")
    opened = reopen(Record(side.opened.head, (line,), 0, False), "game")
    assert opened.read_only.startswith("It has an unknown computer player ('grandmaster')")
    assert not TableSession(opened).writable and TableSession(opened).bots["p2"] == "grandmaster"


def test_old_names_of_bots_mean_the_players_that_they_meant() -> None:
    for old in ("greedy", "planner"):
        bots = GAME.think.bots
        assert old in bots and bots[old] is bots["medium"] and old not in list(bots)
    assert TableSession(table("Ann", "Bo*").opened).bots == {"p2": "medium"}
    assert "grandmaster" not in GAME.think.bots


def test_nothing_is_written_on_a_game_that_can_only_be_looked_at() -> None:
    side = table("Ann", read_only="because")
    assert side.tap("TX").kind == "ignored"
    assert not side.can_undo("p1") and not side.can_take_back and side.thinking == ""


def test_the_record_follows_what_is_lifted() -> None:
    side = table("Ann")
    side.roll()
    write(side)
    assert len(side.record()) == 2
    side.undo("p1")
    assert len(side.record()) == 1
    write(side)
    assert [told.count for told in side.record()] == [1, 2]


def test_a_wrong_tap_is_refused_with_a_rule_and_changes_nothing() -> None:
    side = table("Ann")
    assert side.tap("TX").kind == "refused"
    side.roll()
    hand = side.session.state.part("p1").hand
    side.tap(f"die/{hand[0]}")
    legal = side.open("p1")
    answer = side.tap(next(space for space in side.opened.sheet.space if space not in legal))
    assert answer.kind == "refused" and answer.refusal is not None
    assert answer.refusal.key in GAME.play.rulebook
    assert len(side.session.events) == 1


# ------------------------------------------------------------------ corrections

FIRST = ("blue 4, wild 2", "p1 blue IN=4", "p1 wild HI=2", "p1 done", "p2 wild AK=2", "p2 blue ND=4", "p2 done")
SECOND = ("red 3, green 3", "p1 red OH=3", "p1 green TX=3", "p1 done", "p2 red OH=3", "p2 green TX=3", "p2 done")


def corrected(*rows: str) -> TableSession:
    """A table of two at which these rows were written, and the first roll was then corrected to a blue 5."""
    side = table("Ann", "Bo", dice="real")
    play_rows(side.session, *rows)
    assert side.correct(1, Outcome((Die("blue", 5), Die("wild", 2)))) is None
    return side


def test_a_correction_is_told_before_it_is_made() -> None:
    side = table("Ann", "Bo", dice="real")
    play_rows(side.session, *FIRST, *SECOND)
    dice = {text: side.rules.read(text) for text in ("blue 5, wild 2", "red 1, wild 2", "blue 9, wild 2", "blue 4, wild 2")}
    assert side.foresee(1, dice["blue 5, wild 2"]) == (
        "Round 1, roll 1: Ann plays again, instead of Blue 4 in Indiana.",
        "Round 1, roll 1: Bo plays again, instead of Blue 4 in North Dakota.",
        "Everything else stays the same.",
    )
    assert "Round 1, roll 2: no longer possible. Correct it too." in side.foresee(1, dice["red 1, wild 2"])
    assert side.foresee(1, dice["blue 4, wild 2"]) == ("Everything else stays the same.",)
    refusal = side.foresee(1, dice["blue 9, wild 2"])
    assert isinstance(refusal, Refusal) and refusal.key == "RA-5" and side.correct(1, dice["blue 9, wild 2"]) == refusal
    side.correct(1, dice["blue 5, wild 2"])
    assert "Valid again: Blue 4 in Indiana and Blue 4 in North Dakota." in side.foresee(1, dice["blue 4, wild 2"])
    assert [(roll.number, roll.sentence) for roll in side.rolls()] == [
        (1, "Rolled: Blue 5, Wild 2"), (2, "Rolled: Red 3, Green 3")]


def test_an_open_turn_is_asked_first_with_its_own_dice_then_the_current_one() -> None:
    side = corrected(*FIRST, "red 3, green 3")
    assert side.seat == "p1" and side.compelled("p1") and side.compelled("p2")
    assert side.prompt("p1").sentence.startswith("Still to do: Round 1, roll 1. ")
    assert {token.spot for token in side.prompt("p1").tokens if token.kind == "die"} == {"die/blue", "die/wild"}
    assert "IN" in side.open("p1") and "OH" not in side.open("p1")
    assert side.tap("IN").kind == "written"
    while any(turn.player == "p1" for turn in side.session.open_turns):
        assert side.tap("action/done").kind == "written"
    assert {token.spot for token in side.prompt("p1").tokens if token.kind == "die"} == {"die/red", "die/green"}
    assert side.step == "wait"


def test_what_may_be_done_in_an_open_turn_is_still_open_though_the_current_one_is_due() -> None:
    side = corrected(*FIRST, "red 3, green 3")
    side.sit("p1")
    assert side.tap("IN").kind == "written" and side.position.due("p1")
    assert side.prompt("p1").sentence.startswith("Still open: Round 1, roll 1. "), side.prompt("p1").sentence


def test_the_next_roll_does_not_wait_for_an_open_turn() -> None:
    side = corrected(*FIRST, *SECOND)
    assert side.step == "roll" and [turn.roll for turn in side.session.open_turns] == [1, 1]
    assert side.roll(Outcome((Die("purple", 1), Die("orange", 1)))) is None
    assert side.step == "wait" and side.seat == "p1"
    assert side.prompt("p1").sentence.startswith("Still to do: Round 1, roll 1. ")


def test_roll_closes_open_turns_with_nothing_compulsory_left() -> None:
    side = corrected(*FIRST, *SECOND)
    for player, space in (("p1", "MT"), ("p2", "MT")):
        side.sit(player)
        assert side.tap(space).kind == "written"
    assert all(not side.compelled(player) for player in side.players) and side.session.open_turns
    assert side.prompt("p1").sentence.startswith("Still open: Round 1, roll 1. "), "nothing is left that must be done"
    assert side.roll(Outcome((Die("purple", 1), Die("orange", 1)))) is None
    assert side.session.open_turns == ()


def test_a_game_is_counted_only_when_its_open_turns_are_finished() -> None:
    side = table("Ada*", "Bob*")
    while not side.session.over:
        if side.let_think() is None:
            side.roll()
    dice = next(e.move for e in side.session.events if isinstance(e.move, Outcome))
    other = replace(dice.dice[0], face=dice.dice[0].face % 6 + 1)
    assert side.correct(1, Outcome((other, *dice.dice[1:]))) is None
    assert side.step == "wait" and not side.over and side.rules.demands(side.state) == ()
    thoughts = 0
    while side.thinking:
        side.let_think()
        thoughts += 1
    assert thoughts and side.step == "over" and not side.session.open_turns


def test_the_record_tells_what_is_open_at_its_place_and_what_was_written_late() -> None:
    side = corrected(*FIRST, "red 3, green 3")
    told = [(line.sentence, line.open) for line in side.record()]
    assert told[2:] == [
        ("Bo: Wild 2 in Alaska", False),
        ("Ann: play again, instead of Blue 4 in Indiana", True),
        ("Bo: play again, instead of Blue 4 in North Dakota", True),
        ("Rolled: Red 3, Green 3", False),
    ]
    side.tap("IN")
    assert side.record()[-1].sentence == "Ann: Blue 5 in Indiana (Round 1, roll 1)"
    assert side.undo("p1") is not None and side.record()[-1].sentence == "Rolled: Red 3, Green 3"


def test_hints_and_lessons_are_about_the_open_turn() -> None:
    side = corrected(*FIRST, "red 3, green 3")
    hint = side.hint()
    assert hint.move is not None and side.rules.write(hint.move).startswith(("blue", "wild"))
    assert side.lesson("p1") is not None

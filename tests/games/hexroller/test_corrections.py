"""What a corrected roll leaves on a HexRoller sheet: chains put off, rounds without boxes, and how they are finished."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.corrections import Corrected
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.hexroller.play.model import State
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.load import find
from tests.corrections import write

RULES = HexRoller(find("hexroller_front"))
FIRST = ("3 4 5 6 7 8 8 8", "p1 g4=3", "p1 b1=4", "p1 box 3 4", "p1 done")
SECOND = ("3 4 5 5 6 7 7 8", "p1 i1=5", "p1 h2=5", "p1 c1=4", "p1 box 5 4", "p1 done")


def corrected(number: int, dice: str, *rows: str) -> tuple[Session[State], list[str]]:
    """A session after a correction, and what was lost."""
    session: Session[State] = Session(RULES, ("p1",))
    write(session, *rows)
    roll = RULES.read(dice)
    assert isinstance(roll, Outcome)
    told = session.correct(number, roll)
    assert isinstance(told, Corrected)
    return session, [RULES.write(one.event.move) for one in told.lost]


def moves(session: Session[State]) -> set[str]:
    return {RULES.write(move) for move in RULES.moves(session.state_for("p1"), "p1")}


def test_a_chain_that_is_longer_now_is_put_off_and_the_rest_of_the_round_stays() -> None:
    session, lost = corrected(1, "3 3 4 5 6 7 8 8", *FIRST, *SECOND)
    assert lost == ["done"]
    assert [turn.roll for turn in session.open_turns] == [1]
    part = session.state.part("p1")
    assert (part.upper, part.lower) == ("35", "44")
    offered = moves(session)
    assert "done" not in offered and "f6=3" in offered
    assert all(move.endswith("=3") or move.startswith(("two", "+")) for move in offered)
    write(session, "p1 f6=3", "p1 done")
    assert session.open_turns == () and session.refused_events == ()


def test_a_longer_chain_of_the_latest_round_is_finished_before_it_closes() -> None:
    session, lost = corrected(1, "3 3 4 5 6 7 8 8", *FIRST)
    assert lost == ["done"] and session.open_turns == ()
    assert "done" not in moves(session)
    write(session, "p1 f6=3", "p1 done", "3 4 5 5 6 7 7 8")


def test_a_round_whose_boxes_fell_has_dashes_until_they_are_written_in_its_own_column() -> None:
    session, lost = corrected(1, "4 5 6 7 8 8 8 8", *FIRST, *SECOND)
    assert lost == ["g4=3", "box 3 4", "done"]
    part = session.state.part("p1")
    assert (part.upper, part.lower) == ("-5", "-4")
    assert RULES.columns(session.state_for("p1").part("p1")) == ("upper/1", "lower/1")
    write(session, "p1 f8=5", "p1 box 5 4", "p1 done")
    part = session.state.part("p1")
    assert (part.upper, part.lower) == ("55", "44") and session.open_turns == ()


def test_a_shorter_chain_loses_only_what_is_too_much() -> None:
    session, lost = corrected(2, "3 4 4 5 6 7 7 8", *FIRST, *SECOND)
    assert lost == ["h2=5", "done"], "the 4 needs a second hex now"
    assert session.state.part("p1").upper == "35"


def test_a_chain_grown_from_a_lost_one_is_lost_too() -> None:
    grown = ("3 3 4 5 6 7 8 8", "p1 f6=3", "p1 e7=3", "p1 c1=4", "p1 box 3 4", "p1 done")
    session, lost = corrected(1, "4 5 6 7 8 8 8 8", *FIRST, *grown)
    assert {"g4=3", "f6=3", "e7=3"} <= set(lost), "it would hang in the air"
    assert [turn.roll for turn in session.open_turns] == [1], "the latest round just goes on"


def test_a_chain_for_which_there_is_no_room_any_more_stays_short() -> None:
    session, _ = corrected(1, "3 3 4 5 6 7 8 8", *FIRST)
    state = session.state_for("p1")
    chain = RULES.running(state, state.part("p1"))
    assert chain is not None and chain.late
    around = [RULES.spaces[i] for i in range(len(RULES.spaces)) if RULES.board.beside[chain.path[-1]] >> i & 1]
    marks = list(state.part("p1").marks)
    for space in around:
        marks[RULES.index[space]] = marks[RULES.index[space]] or 8
    full = replace(state, parts=(replace(state.part("p1"), marks=tuple(marks)),))
    assert RULES.running(full, full.part("p1")) is None
    offered = {RULES.write(move) for move in RULES.moves(full, "p1")}
    assert {move for move in offered if not move.startswith(("two", "+", "third"))} == {"done"}


@pytest.mark.parametrize("dice", ["3 3 4 5 6 7 8 8", "4 5 6 7 8 8 8 8"])
def test_what_is_left_open_scores_nothing(dice: str) -> None:
    session, _ = corrected(1, dice, *FIRST, *SECOND)
    score = dict(session.rules.scores(session.state)[0].parts)
    full: Session[State] = Session(RULES, ("p1",))
    write(full, *FIRST, *SECOND)
    assert score["upper"] <= dict(full.rules.scores(full.state)[0].parts)["upper"]

"""What a corrected roll leaves on a map of Rolling America: only its own turn, finished on the map as it is by then."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.corrections import Corrected
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.rolling_america.play.model import HELD, State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.load import find
from tests.corrections import NAMES, corrections_of, played, write

RULES = RollingAmerica(find("rolling_america_usa"))
FIRST = ("blue 4, wild 2", "p1 blue WI=4", "p1 dupe MN=4", "p1 wild TX=2", "p1 done")


def corrected(dice: str, *rows: str) -> tuple[Session[State], list[str]]:
    """A session after a correction of its first roll, and what was lost."""
    session: Session[State] = Session(RULES, ("p1",))
    write(session, *rows)
    roll = RULES.read(dice)
    assert isinstance(roll, Outcome)
    told = session.correct(1, roll)
    assert isinstance(told, Corrected)
    return session, [RULES.write(one.event.move) for one in told.lost]


def moves(session: Session[State]) -> set[str]:
    return {RULES.write(move) for move in RULES.moves(session.state_for("p1"), "p1")}


def test_the_other_die_of_the_turn_stays_and_a_dupe_goes_with_its_number() -> None:
    session, lost = corrected("blue 5, wild 2", *FIRST, "red 3, green 5")
    assert lost == ["blue WI=4", "dupe MN=4", "done"]
    assert session.state.part("p1").marks[RULES.index["TX"]] == "2" and session.state.part("p1").dupe == 0
    offered = moves(session)
    assert {"blue WI=5", "blue~ OH=5", "blue MN=(5)"} <= offered
    assert not any(move.startswith(("red", "green")) for move in offered)
    write(session, "p1 red OH=3", "p1 blue WI=5", "p1 dupe MN=5", "p1 done")
    assert session.open_turns == () and session.state.part("p1").hand == ("green",)
    assert [session.roll_of(i) for i in range(len(session.events))] == [0, 0, 0, 0, 1, 1, 1]


def test_an_open_turn_heeds_what_was_written_since() -> None:
    first = ("blue 4, wild 2", "p1 blue ND=4", "p1 wild TX=2", "p1 done")
    session, _ = corrected("blue 6, wild 2", *first, "red 3, purple 1", "p1 purple~ IA=1")
    refusal = session.submit(Event("p1", RULES.read("blue MN=6")))
    assert refusal is not None and refusal.key == "RA-8" and set(refusal.spots) == {"MN", "IA"}


def test_a_game_that_ends_with_an_open_turn_counts_its_blank_states_as_xs() -> None:
    name = "solo"
    number, dice = next((n, dice) for n, dice, _, told in corrections_of(name, "one die misread") if told.asked and n < 24)
    session = played(name).again()
    blanks = session.state.part("p1").marks.count("")
    before = session.rules.scores(session.state)[0].total
    lost = session.correct(number, dice)
    assert isinstance(lost, Corrected) and session.open_turns and not session.over
    after = session.state.part("p1").marks.count("")
    marks = [one.event.move for one in lost.lost if hasattr(one.event.move, "space")]
    crosses = sum(not hasattr(move, "number") for move in marks)
    assert after == blanks + len(marks)
    assert session.rules.scores(session.state)[0].total == before + len(marks) - crosses


STRICT = [name for name, game in NAMES.items() if game == "rolling_america" and "paper" not in name and name not in (
    "dice_by_a_player",)]


@pytest.mark.parametrize("name", STRICT[:6])
@pytest.mark.parametrize("sampler", ["one die misread", "another roll"])
def test_nothing_is_lost_but_in_the_corrected_turn(name: str, sampler: str) -> None:
    """Also no X and no pass for which there is a place only while a move is missing."""
    for number, _, session, told in corrections_of(name, sampler):
        assert {one.roll for one in told.lost} <= {number}
        assert {roll for roll, _ in told.asked} <= {number}
        assert not any(HELD in mark for part in session.state.parts for mark in part.marks)

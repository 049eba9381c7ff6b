"""What a corrected roll leaves on a map of On Tour: areas kept for the numbers still to come, and routes that go on."""

from __future__ import annotations

from itertools import takewhile

import pytest

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.corrections import Corrected
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.on_tour.play.model import BLANK, State, Visit, Write
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.load import find
from tests.corrections import corrections_of, played, rolls_of, write

RULES = OnTour(find("on_tour_usa"))
SETUP = ("1 8 | MI, GA", "4 1 | WY, OH")


def session_of(*rows: str) -> Session[State]:
    session: Session[State] = Session(RULES, ("p1",))
    write(session, *SETUP, *rows)
    return session


def test_a_corrected_set_up_writes_its_areas_anew() -> None:
    session = session_of("3 7 | TX South, CA West, NY North", "p1 FL=37", "p1 NV=73")
    told = session.correct(1, _outcome("1 8 | MI, FL"))
    assert isinstance(told, Corrected)
    assert [RULES.write(one.event.move) for one in told.lost] == ["FL=37"]
    part = session.state.part("p1")
    assert part.marks[RULES.index["FL"]] == "(81)" and part.marks[RULES.index["GA"]] == BLANK
    assert part.strokes == 1 and session.open_turns == ()


def test_doubles_that_were_none_ask_for_two_numbers() -> None:
    session = session_of("3 3 | TX South, CA West, NY North", "p1 TX=*", "1 2 | FL East, NV South, PA East")
    told = session.correct(3, _outcome("3 7 | TX South, CA West, NY North"))
    assert isinstance(told, Corrected) and len(told.lost) == 1
    part = session.state.part("p1")
    assert part.owed == 2 and session.state_for("p1").part("p1").strokes == 2
    write(session, "p1 TX=37")
    assert session.state.part("p1").owed == 1
    assert session.state.part("p1").marks[RULES.index["TX"]] == "(37)", "circled by the card of its own turn"
    write(session, "p1 CA=73")
    assert session.open_turns == () and session.state.part("p1").owed == 0


def _outcome(text: str) -> Outcome:
    read = RULES.read(text)
    assert isinstance(read, Outcome)
    return read


@pytest.mark.parametrize("name", ["tour_planner", "tour_undo_notes"])
def test_routes_stay_and_end_where_the_map_forbids_them_later(name: str) -> None:
    """The areas still to be written are passed over; a number written there that breaks the route ends it before."""
    broken = 0
    for number, dice, whole, told in corrections_of(name, "one die misread"):
        if number < 3 or any(one.roll != number for one in told.lost) or len(told.asked) != len(whole.players):
            continue
        assert all(isinstance(one.event.move, Write) for one in told.lost), "no step of a route is lost"
        session = played(name).again()
        session.correct(number, dice)
        ends = {player: session.state.part(player).route for player in session.players}
        assert ends == {player: whole.state.part(player).route for player in session.players}
        assert not session.over and session.rules.demands(session.state) == ()
        score = session.rules.scores(session.state)[0]
        blank = sum(session.state.part("p1").marks[RULES.index[area]] == BLANK for area in ends["p1"])
        assert dict(score.parts)["areas"] == len(ends["p1"]) - blank, "a blank area counts nothing"
        for player in session.players:
            while any(turn.player == player for turn in session.open_turns):
                moves = list(session.rules.moves(session.state_for(player), player))
                assert session.submit(Event(player, moves[-1])) is None
            part = session.state.part(player)
            assert part.route == ends[player][: len(part.route)]
            assert part.ended == (part.route == ends[player])
            broken += not part.ended
            for i, area in enumerate(part.route):
                assert not list(RULES.against_step(part, area, part.route[:i]))
        while session.demands:
            player = session.demands[0].by
            steps = list(session.rules.moves(session.state, player))
            assert all(isinstance(move, Visit) for move in steps[:-1])
            assert session.submit(Event(player, steps[-1])) is None
    assert broken


@pytest.mark.parametrize("name", ["tour_planner", "tour_best_route"])
def test_later_rolls_are_asked_as_if_the_open_areas_were_filled(name: str) -> None:
    """Whether cards are turned up depends on how many areas are left, and those that are owed are as good as filled."""
    session = played(name).again()
    asks = [ask for _, ask, _ in rolls_of(session)]
    open_seen = 0
    for number, dice, whole, told in corrections_of(name, "one die misread"):
        session = played(name).again()
        session.correct(number, dice)
        owed = sum(part.owed for part in session.state.parts)
        if owed == len(told.lost) and not any(part.strokes for part in session.state.parts):  # as many numbers as before
            assert [type(ask) for _, ask, _ in rolls_of(session)] == [type(ask) for ask in asks]
            assert session.contradicted == () == whole.contradicted
            open_seen += bool(session.open_turns)
    assert open_seen > 3


def test_a_turn_set_aside_while_it_is_undone_comes_back_all_the_same() -> None:
    """A route that goes on without the numbers of a corrected roll also goes on without the latest ones, while those are
    undone; they come back into the turn that is an open one for it."""
    number, dice, *_ = next(case for case in corrections_of("tour_undo_notes", "another roll") if case[0] == 2)
    session = played("tour_undo_notes").again()
    session.correct(number, dice)
    aside = 0
    for player in session.players:
        part, turns = session.state.part(player), [(turn.roll, turn.player) for turn in session.open_turns]
        undone = [*takewhile(bool, (session.undo(player) for _ in range(99)))]
        aside += (session.rolls, player) in {(turn.roll, turn.player) for turn in session.open_turns}
        assert undone and [session.redo(player) for _ in undone] == undone[::-1]
        back = session.state.part(player)
        assert (back.marks, back.route, back.ended, back.strokes) == (part.marks, part.route, part.ended, part.strokes)
        assert [(turn.roll, turn.player) for turn in session.open_turns] == turns
    assert aside

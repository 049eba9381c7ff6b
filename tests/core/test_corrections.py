"""Corrected outcomes of chance: what stays, what is lost, open turns and how they are finished. The game is a toy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.corrections import Corrected, LostMove
from rollwrite_desktop.core.journal import Head, Journal, Notes, head_bytes, line_bytes
from rollwrite_desktop.core.rules import CHANCE, Event, Refusal
from rollwrite_desktop.core.session import DoesNotReplay, JournalLine, Session
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.journals import NotAJournal, parse
from tests.toy import Done, Put, State, Toy

PLAYERS = ("p1", "p2")
HEAD = Head(journal=1, game="toy", rules=1, sheet="", sheet_hash="", players=("Ann", "Bo"), options={}, notes=Notes())


def dice(face: int) -> Outcome:
    return Outcome((Die("white", face),))


def played(*rows: str, players: Sequence[str] = PLAYERS, gate: str = "strict") -> tuple[Session, list[JournalLine]]:
    """A session in which `rows` were written: "3" is a roll, "p1 a=3" a move."""
    lines: list[JournalLine] = []
    session = Session(Toy(), tuple(players), code="CODE", gate=gate, log=lines.append)
    write(session, *rows)
    return session, lines


def write(session: Session, *rows: str) -> None:
    for row in rows:
        by, _, do = row.rpartition(" ")
        event = Event(by, session.rules.read(do)) if by else Event(CHANCE, dice(int(do)))
        assert session.submit(event) is None, row


def texts(session: Session) -> list[str]:
    """The live events as `played` takes them."""
    return [
        str(event.move.dice[0].face) if isinstance(event.move, Outcome) else f"{event.by} {session.rules.write(event.move)}"
        for event in session.events
    ]


ROUND = ("p1 a=3", "p1 done", "p2 b=3", "p2 done")
NEXT = ("5", "p1 b=5", "p1 done", "p2 c=5", "p2 done")


def test_only_what_the_roll_rules_out_is_lost() -> None:
    session, lines = played("3", *ROUND, *NEXT)
    told = session.correct(2, dice(6))
    assert texts(session) == ["3", *ROUND, "6"]
    assert isinstance(told, Corrected)
    assert [session.rules.write(one.event.move) for one in told.lost] == ["b=5", "done", "c=5", "done"]
    assert {one.roll for one in told.lost} == {2} and told.asked == ((2, "p1"), (2, "p2"))
    assert lines[-1] == JournalLine(CHANCE, do="white 6", correct=2)
    assert session.open_turns == (), "the latest turn just goes on"


def test_an_earlier_turn_becomes_open_and_the_game_goes_on() -> None:
    session, _ = played("3", *ROUND, *NEXT)
    assert session.if_corrected(1, dice(4)) == session.correct(1, dice(4))
    assert texts(session) == ["4", *NEXT]
    assert [(turn.roll, turn.player) for turn in session.open_turns] == [(1, "p1"), (1, "p2")]
    assert [session.rules.write(event.move) for event in session.open_turns[0].lost] == ["a=3", "done"]
    assert [demand.by for demand in session.rules.demands(session.state)] == [CHANCE]
    assert [(demand.by, demand.waits) for demand in session.demands] == [(CHANCE, True), ("p1", False), ("p2", False)]
    write(session, "2", "p2 d=2", "p2 done")
    assert texts(session)[-3:] == ["2", "p2 d=2", "p2 done"]


def test_an_open_turn_is_finished_on_the_paper_of_now_with_the_dice_of_then() -> None:
    session, _ = played("3", *ROUND, *NEXT)
    session.correct(1, dice(4))
    moves = {session.rules.write(move) for move in session.rules.moves(session.state_for("p1"), "p1")}
    assert moves == {"a=4", "c=4", "d=4"}, "b has been written on since"
    refusal = session.submit(Event("p1", Put("b", 4)))
    assert refusal is not None and refusal.key == "T-full"
    write(session, "p1 a=4", "p1 done")
    assert [(turn.roll, turn.player) for turn in session.open_turns] == [(1, "p2")]
    assert session.state.part("p1").cells == (4, 5, 0, 0)
    assert [session.roll_of(index) for index in (-2, -1)] == [1, 1]
    assert session.refused_events == ()


def test_a_move_belongs_to_the_oldest_open_turn_that_takes_it_else_to_the_current_one() -> None:
    session, _ = played("3", *ROUND, *NEXT, "2")
    session.correct(1, dice(4))
    session.correct(2, dice(2))
    assert [(turn.roll, turn.player) for turn in session.open_turns] == [(1, "p1"), (1, "p2"), (2, "p1"), (2, "p2")]
    write(session, "p1 a=2")
    assert session.roll_of(len(session.events) - 1) == 2, "a 2 is not the 4 of the first roll"
    write(session, "p1 b=2", "p1 done", "p1 done")
    assert [(turn.roll, turn.player) for turn in session.open_turns] == [(1, "p1"), (1, "p2"), (2, "p2")]
    assert session.state.part("p1").done
    write(session, "p1 c=4", "p1 done")
    assert not [turn for turn in session.open_turns if turn.player == "p1"]


def test_the_game_is_not_over_while_a_turn_is_open() -> None:
    session, _ = played("3", "p1 a=3", "p1 done", "4", "p1 b=4", "p1 done", "5", "p1 c=5", "p1 done", players=("p1",))
    assert session.over
    session.correct(2, dice(1))
    assert not session.over and session.rules.demands(session.state) == ()
    write(session, "p1 d=1", "p1 done")
    assert session.over and [score.total for score in session.rules.scores(session.state)] == [9]


def test_corrections_at_once_start_from_what_stood_before_them() -> None:
    session, _ = played("3", *ROUND, *NEXT)
    before = texts(session), session.state
    session.correct(1, dice(4))
    session.note("p1", "plan", "a note is no move")
    told = session.correct(1, dice(3))
    assert isinstance(told, Corrected) and not told.lost
    assert [session.rules.write(event.move) for event in told.back] == ["a=3", "done", "b=3", "done"]
    assert (texts(session), session.state) == before and session.corrections == 2
    session.correct(1, dice(4))
    write(session, "p1 a=4")
    told = session.correct(1, dice(3))
    assert isinstance(told, Corrected)
    assert told.lost == (LostMove(1, Event("p1", Put("a", 4))),), "what was written since has taken the place of the old"
    assert texts(session) == ["3", *NEXT]
    assert [event.move for event in session.open_turns[0].lost] == [Put("a", 3), Done(), Put("a", 4)]


def test_what_was_not_legal_before_either_stays() -> None:
    session, _ = played("3", "p1 a=5", "p1 done", "p2 b=3", "p2 done", gate="paper")
    session.correct(1, dice(6))
    assert texts(session) == ["6", "p1 a=5", "p1 done"], "a mistake stays a mistake; the 3 was none and becomes one"
    assert [refused.index for refused in session.refused_events] == [1]


def test_a_mistake_that_cannot_be_written_any_more_is_lost() -> None:
    class NoSix(Toy):
        """The toy in which a six lets nobody write."""

        def refuse(self, state, event):  # type: ignore[no-untyped-def]
            if isinstance(event.move, Put) and state.rolls[-1] == 6:
                return Refusal("T-six", unwritable=True)
            return super().refuse(state, event)

    session = Session(NoSix(), ("p1",), gate="paper")
    write(session, "3", "p1 a=4", "p1 done")
    session.correct(1, dice(5))
    assert texts(session) == ["5", "p1 a=4", "p1 done"], "as wrong as before"
    told = session.correct(1, dice(6))
    assert isinstance(told, Corrected) and texts(session) == ["6"]


def test_undo_reaches_back_to_the_latest_roll() -> None:
    session, _ = played("3", *ROUND, "5", "p1 b=5")
    session.correct(1, dice(4))
    write(session, "p1 a=4")
    undone = [session.undo("p1") for _ in range(3)]
    assert undone == [Event("p1", Put("a", 4)), Event("p1", Put("b", 5)), None]
    assert session.can_redo("p1") and [session.redo("p1") for _ in range(3)] == [undone[1], undone[0], None]
    assert [session.roll_of(index) for index in (2, 3)] == [0, 1] and texts(session) == ["4", "5", "p1 b=5", "p1 a=4"]
    assert session.undo("p2") is None


def test_what_was_undone_before_a_correction_cannot_be_redone() -> None:
    session, _ = played("3", "p1 a=3")
    session.undo("p1")
    session.correct(1, dice(3))
    assert not session.can_redo("p1")


def test_a_take_back_goes_before_the_roll_and_what_was_open_since() -> None:
    session, _ = played("3", *ROUND, "5")
    session.correct(1, dice(4))
    assert len(session.open_turns) == 2
    write(session, "p1 a=4", "p1 done")
    session.take_back()
    assert texts(session) == ["4"] and session.open_turns == ()
    assert {demand.by for demand in session.demands} == {"p1", "p2"}, "the turn is the current one again"


def test_lines_bring_back_the_game_as_it_was_at_any_point() -> None:
    """Also where a turn is open, or was finished late."""
    session, _ = played("3", *ROUND, *NEXT)
    session.correct(1, dice(4))
    session.note("p1", "plan", "x")
    write(session, "p1 a=4", "2", "p2 a=2", "p1 done")
    for count in range(len(session.events) + 1):
        again, _ = played()
        again.replay(session.lines_to(count))
        assert again.events == session.events[:count] and again.state == session.state_after(count)
        assert not again.notes
        once_more, _ = played()
        once_more.replay(again.lines_to(count))
        assert once_more.events == again.events and once_more.open_turns == again.open_turns
    assert [(turn.roll, turn.player) for turn in session.open_turns] == [(1, "p2")]


@pytest.mark.parametrize(("number", "face"), [(1, 0), (1, 7)])
def test_what_cannot_have_been_is_refused(number: int, face: int) -> None:
    session, lines = played("3", *ROUND)
    before = len(lines)
    refusal = session.correct(number, dice(face))
    assert isinstance(refusal, Refusal) and refusal.key == "T-roll"
    assert session.if_corrected(number, dice(face)) == refusal
    assert texts(session) == ["3", *ROUND] and len(lines) == before and session.corrections == 0


@pytest.mark.parametrize("number", [0, 2, -1])
def test_there_is_no_such_outcome(number: int) -> None:
    session, _ = played("3", *ROUND)
    with pytest.raises(LookupError):
        session.correct(number, dice(4))


def test_no_corrections_in_a_race_or_without_rules_for_them() -> None:
    race = Session(Toy(realtime=True), PLAYERS)
    race.submit(Event(CHANCE, dice(3)))

    class Plain(Toy):
        skip = resume = hold = None  # type: ignore[assignment]

    plain = Session(Plain(), PLAYERS)
    plain.submit(Event(CHANCE, dice(3)))
    for session in (race, plain):
        assert not session.can_correct() and not session.can_leave
        with pytest.raises(LookupError):
            session.correct(1, dice(4))
        with pytest.raises(LookupError):
            session.leave(PLAYERS[0])
        with pytest.raises(DoesNotReplay):
            session.replay([JournalLine(CHANCE, do="white 4", correct=1)])
    assert plain.can_take_back() and not race.can_take_back()


def test_a_game_whose_skipping_does_not_end_is_named() -> None:
    class Endless(Toy):
        def skip(self, state: State, player: str) -> State:
            return replace(state)

    session = Session(Endless(), PLAYERS)
    session.submit(Event(CHANCE, dice(3)))
    with pytest.raises(AssertionError, match="toy: skip does not come to an end"):
        session.correct(1, dice(4))


class OneOfEach(Toy):
    """The toy with a die that shows no face twice."""

    def refuse(self, state, event):  # type: ignore[no-untyped-def]
        refusal = super().refuse(state, event)
        if refusal is None and event.by == CHANCE and event.move.dice[0].face in state.rolls:
            return Refusal("T-roll", unwritable=True)
        return refusal


def test_an_outcome_that_contradicts_another_stays_until_it_is_corrected_too() -> None:
    lines: list[JournalLine] = []
    session = Session(OneOfEach(), ("p1",), log=lines.append)
    write(session, "3", "p1 a=3", "p1 done", "5", "p1 b=5", "p1 done")
    told = session.correct(1, dice(5))
    assert isinstance(told, Corrected) and told.contradicted == (2,) == session.contradicted
    assert texts(session) == ["5", "5", "p1 b=5", "p1 done"] and session.refused_events == ()
    again = Session(OneOfEach(), ("p1",))
    again.replay(lines)
    assert again.contradicted == (2,) and again.refused_events == ()
    assert isinstance(session.correct(2, dice(5)), Refusal), "typed in anew it is as impossible as ever"
    told = session.correct(2, dice(3))
    assert isinstance(told, Corrected) and told.contradicted == () == session.contradicted
    assert texts(session) == ["5", "3"]


@pytest.mark.parametrize(("line", "words"), [
    (JournalLine(CHANCE, do="white 4", correct=2), "no roll 2"),
    (JournalLine(CHANCE, do="white 9", correct=1), "cannot have been 'white 9'"),
    (JournalLine(CHANCE, do="a=3", correct=1), "'a=3' corrects no roll"),
    (JournalLine("p1", do="white 4", correct=1), "corrects no roll"),
    (JournalLine(CHANCE, do="hello", correct=1), "hello"),
])
def test_a_correction_that_does_not_replay(line: JournalLine, words: str) -> None:
    with pytest.raises(DoesNotReplay, match=words) as caught:
        played()[0].replay([JournalLine(CHANCE, do="white 3"), line])
    assert caught.value.index == 1


def test_a_journal_full_of_corrections_is_refused_before_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwrite_desktop.core.session.MAX_CORRECTED", 50)
    session, lines = played("3", *ROUND, *NEXT)
    while session.can_correct():
        session.correct(1, dice(4))
    assert session.corrections == 6 and session.can_undo("p2")
    late, _ = played("3", *ROUND, *NEXT)
    while late.can_correct():
        late.correct(2, dice(5))  # only what comes after that roll counts
    assert late.corrections == 11
    session.undo("p2")
    again, _ = played()
    again.replay(lines)  # what could be done can be read again
    assert again.events == session.events
    with pytest.raises(DoesNotReplay, match="more is corrected"):
        again.replay([JournalLine(CHANCE, do="white 3", correct=1)])


# ------------------------------------------------------------------ on disk


def test_the_line_as_it_stands_in_the_file() -> None:
    line = JournalLine(CHANCE, do="white 4", correct=3)
    assert line_bytes(line) == b'{"by":"chance","do":"white 4","correct":3}\n'
    assert parse(head_bytes(HEAD) + b'{"by": "chance", "correct": 3, "do": "white 4"}\n', "x").lines == (line,)


@pytest.mark.parametrize("row", [
    '{"by": "chance", "correct": 3}', '{"by": "p1", "correct": 1, "do": "white 4"}',
    '{"by": "chance", "correct": -1, "do": "white 4"}', '{"by": "chance", "correct": true, "do": "white 4"}',
    '{"by": "chance", "correct": 1, "undo": true}', '{"by": "chance:p1", "correct": 1, "do": "white 4"}',
])
def test_a_line_that_is_no_correction(row: str) -> None:
    with pytest.raises(NotAJournal, match="line 2"):
        parse(head_bytes(HEAD) + row.encode() + b"\n", "x")


def test_a_kill_within_the_line_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    """The correction is one line: it is there or it is not, wherever the file ends."""
    path = tmp_path / "x.rollwrite"
    with_file = Journal.create(path, HEAD)
    session = Session(Toy(), PLAYERS, log=with_file.append)
    write(session, "3", *ROUND, *NEXT)
    whole, before = path.read_bytes(), session.state
    session.correct(1, dice(4))
    with_file.close()
    data, after = path.read_bytes(), session.state
    for end in range(len(whole), len(data) + 1):
        path.write_bytes(data[:end])
        record = journals.read(path)
        again = Session(Toy(), PLAYERS)
        again.replay(record.lines)
        assert again.state == (after if end == len(data) else before)
        assert record.torn == (len(whole) < end < len(data))

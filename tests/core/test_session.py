"""The table: the gate, undo, redo and take-back, notes, replay. Walks are random but seeded; the game is a toy."""

from __future__ import annotations

import random
import re
from contextlib import nullcontext
from itertools import pairwise

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core import session as tables
from rollwrite_desktop.core.chance import Die, Outcome, outcome
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, NotAMove, cup_of, is_chance
from rollwrite_desktop.core.session import DoesNotReplay, JournalLine, Session
from tests.toy import ASK, Done, Put, Toy

PLAYERS = ("p1", "p2")


def table(
    gate: str = "strict", players: tuple[str, ...] = PLAYERS, realtime: bool = False
) -> tuple[Session, list[JournalLine]]:
    lines: list[JournalLine] = []
    return Session(Toy(realtime), players, code="CODE", gate=gate, log=lines.append), lines


def rolled(face: int) -> Event:
    return Event(CHANCE, Outcome((Die("white", face),)))


def test_the_gate_refuses_and_writes_nothing() -> None:
    session, lines = table()
    before = session.state
    refusal = session.submit(Event("p1", Put("a", 4)))
    assert refusal is not None and refusal.key == "T-turn"
    assert session.state is before and session.events == () and lines == []


def test_a_stroke_is_logged_before_it_counts() -> None:
    """A journal that cannot be written must not run behind the table."""
    session, _ = table()

    def full(line: JournalLine) -> None:
        raise OSError(28, "No space left on device")

    session.log = full
    with pytest.raises(OSError):
        session.submit(rolled(3))
    assert session.events == ()


def test_strict_and_paper() -> None:
    wrong = Event("p1", Put("a", 5))
    strict, _ = table()
    strict.submit(rolled(3))
    assert strict.submit(wrong).key == "T-number"
    paper, _ = table("paper")
    paper.submit(rolled(3))
    assert paper.submit(wrong) is None
    assert [(lapse.index, lapse.refusal.key) for lapse in paper.refused_events] == [(1, "T-number")]
    paper.submit(Event("p1", Done()))
    paper.submit(Event("p2", Put("a", 3)))
    paper.submit(Event("p2", Done()))
    paper.submit(rolled(1))
    assert paper.submit(Event("p1", Put("a", 1))).key == "T-full", "paper itself forbids it"


def test_paper_does_not_let_chance_cheat() -> None:
    session, _ = table("paper")
    assert session.submit(rolled(7)).key == "T-roll"
    session.submit(rolled(6))
    assert session.submit(rolled(6)).key == "T-roll"


@pytest.mark.parametrize(("by", "do", "why"), [
    ("chance:p1", "white 3", "'chance:p1' does not act in this game, only chance, p1, p2"),
    ("chance:", "white 3", "'chance:' does not act"), ("chance:" + "x" * 500, "white 3", "does not act"),
    ("p3", "a=3", "there is no player 'p3'"), (CHANCE, "a=3", "'chance' brings dice or cards, not 'a=3'"),
])
def test_only_those_act_whom_the_game_asks(by: str, do: str, why: str) -> None:
    session, lines = table()
    with pytest.raises(DoesNotReplay, match=re.escape(why)) as refused:
        session.replay([JournalLine(CHANCE, do="white 3"), JournalLine(by, do=do)])
    assert refused.value.index == 1 and len(str(refused.value)) < 150
    with pytest.raises(NotAMove):
        session.submit(Event(by, session.rules.read(do)))
    assert lines == []


def test_digital_dice_do_not_depend_on_play_or_undo() -> None:
    faces = []
    for seed in range(4):
        session, _ = table()
        luck = random.Random(seed)
        seen = []
        while session.rules.demands(session.state):
            event = session.digital()
            if event is not None:
                assert session.submit(event) is None
                seen.append(event.move)
                continue
            wander(session, luck)
        faces.append(seen)
    assert faces == [[outcome("CODE", k, ASK) for k in range(3)]] * 4


def test_digital_is_none_when_chance_is_not_asked() -> None:
    session, _ = table()
    session.submit(session.digital())
    assert session.digital() is None


def wander(session: Session, luck: random.Random) -> None:
    """One random act of a player: a stroke, an undo or a redo."""
    player = luck.choice(session.players)
    act = luck.random()
    if act < 0.2:
        session.undo(player)
    elif act < 0.35:
        session.redo(player)
    else:
        moves = list(session.rules.moves(session.state, player))
        if moves:
            assert session.submit(Event(player, luck.choice(moves))) is None


@pytest.mark.parametrize("seed", range(40))
def test_replay_equals_play(seed: int) -> None:
    """The lines alone, undone strokes among them, bring the same table back."""
    session, lines = table()
    luck = random.Random(seed)
    for _ in range(60):
        if luck.random() < 0.05:
            session.take_back()
        event = session.digital()
        if event is not None and luck.random() < 0.5:
            session.submit(event)
        else:
            wander(session, luck)
        if luck.random() < 0.1:
            session.note(luck.choice(session.players), "plan", str(luck.random()))
    again, more = table()
    again.replay(lines)
    assert again.state == session.state
    assert again.events == session.events
    assert again.notes == session.notes
    assert again.take_backs == session.take_backs
    assert [again.can_undo(p) for p in PLAYERS] == [session.can_undo(p) for p in PLAYERS]
    assert [again.can_redo(p) for p in PLAYERS] == [session.can_redo(p) for p in PLAYERS]
    assert more == []
    for player in PLAYERS:
        assert again.redo(player) == session.redo(player)
    assert again.state == session.state


def test_what_takes_long_rests_every_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "RESTS_EVERY", 2)
    session, lines = table("paper")
    for event in (rolled(3), *(Event(by, move) for by in PLAYERS for move in (Put("a", 3), Done())), rolled(4)):
        session.submit(event)
    session.submit(Event("p2", Put("b", 6)))
    again, _ = table("paper")
    rests: list[int] = []
    again.replay(lines, lambda: rests.append(len(again.events)))
    assert rests == [1, 3, 5]
    rests.clear()
    assert again.has_refused(lambda: rests.append(0)) and len(rests) == 3, "the last of seven is refused"
    again.undo("p2")
    assert not again.has_refused()


@pytest.mark.parametrize("seed", range(40))
def test_undo_then_redo_is_nothing(seed: int) -> None:
    session, _ = table()
    luck = random.Random(seed)
    for _ in range(30):
        event = session.digital()
        if event is not None:
            session.submit(event)
        wander(session, luck)
        for player in PLAYERS:
            before, can = session.state, session.can_undo(player)
            lifted = session.undo(player)
            assert (lifted is not None) == can
            if lifted is not None:
                assert session.state != before
                assert session.redo(player) == lifted
                assert session.state == before


def test_undo_never_crosses_chance() -> None:
    session, _ = table(players=("p1",))
    session.submit(rolled(3))
    session.submit(Event("p1", Put("a", 3)))
    session.submit(Event("p1", Done()))
    session.submit(rolled(5))
    assert not session.can_undo("p1")
    assert session.undo("p1") is None
    session.submit(Event("p1", Put("b", 5)))
    assert session.undo("p1") == Event("p1", Put("b", 5))
    assert session.undo("p1") is None
    assert [event.by for event in session.events] == [CHANCE, "p1", "p1", CHANCE]


def test_undo_takes_the_own_stroke_out_from_under_the_others() -> None:
    session, _ = table()
    session.submit(rolled(3))
    session.submit(Event("p1", Put("a", 3)))
    session.submit(Event("p2", Put("b", 3)))
    assert session.undo("p1") == Event("p1", Put("a", 3))
    assert session.events == (rolled(3), Event("p2", Put("b", 3)))
    assert session.state_after(2) == session.state
    session.redo("p1")
    assert session.events == (rolled(3), Event("p2", Put("b", 3)), Event("p1", Put("a", 3)))


def test_several_undone_strokes_come_back_in_order() -> None:
    session, _ = table(players=("p1",))
    session.submit(rolled(3))
    strokes = [Event("p1", Put("a", 3)), Event("p1", Done())]
    for stroke in strokes:
        session.submit(stroke)
    assert [session.undo("p1"), session.undo("p1")] == strokes[::-1]
    assert [session.redo("p1"), session.redo("p1"), session.redo("p1")] == [*strokes, None]


def test_a_new_stroke_drops_only_the_own_redo() -> None:
    session, _ = table()
    session.submit(rolled(3))
    session.submit(Event("p1", Put("a", 3)))
    session.submit(Event("p2", Put("a", 3)))
    session.undo("p1")
    session.undo("p2")
    session.submit(Event("p1", Put("b", 3)))
    assert not session.can_redo("p1")
    assert session.can_redo("p2")


def test_a_roll_drops_every_redo() -> None:
    session, _ = table(players=("p1",))
    session.submit(rolled(3))
    session.submit(Event("p1", Put("a", 3)))
    session.undo("p1")
    session.take_back()
    session.submit(rolled(3))
    assert not session.can_redo("p1")


def test_take_back_takes_what_depends_with_it() -> None:
    session, _ = table()
    session.submit(session.digital())
    first = session.events[0]
    session.submit(Event("p1", Put("a", first.move.dice[0].face)))
    assert session.depending() == session.events[1:]
    assert session.take_back() == first
    assert session.events == () and session.take_backs == 1
    assert session.digital() == first, "no re-rolling by taking back"
    assert session.take_back() is None and session.take_backs == 1


def test_no_way_back_in_a_race() -> None:
    session, lines = table(realtime=True)
    session.submit(rolled(3))
    session.submit(Event("p1", Put("a", 3)))
    written = len(lines)
    assert not session.can_undo("p1") and session.undo("p1") is None
    assert not session.can_take_back() and session.take_back() is None
    assert len(lines) == written


def test_states_are_kept_in_step() -> None:
    session, _ = table()
    luck = random.Random(1)
    while not session.over:
        event = session.digital()
        if event is not None:
            session.submit(event)
        wander(session, luck)
        state = session.rules.start(PLAYERS)
        for i, event in enumerate(session.events):
            assert session.state_after(i) == state
            state = session.rules.apply(state, event)
        assert session.state == state


@pytest.mark.parametrize(("line", "words"), [
    (JournalLine("p3", do="a=3"), "p3"),
    (JournalLine("", do="a=3"), "no player ''"),
    (JournalLine("p1", do="hello"), "hello"),
    (JournalLine("p1", undo=True), "undo"),
    (JournalLine("p1", redo=True), "redo"),
    (JournalLine("p9", note="plan", text="x"), "p9"),
])
def test_what_does_not_replay(line: JournalLine, words: str) -> None:
    session, _ = table()
    with pytest.raises(DoesNotReplay) as caught:
        session.replay([JournalLine(CHANCE, do="white 3"), line])
    assert caught.value.index == 1
    assert words in str(caught.value)


def test_chance_undone_before_it_spoke_does_not_replay() -> None:
    with pytest.raises(DoesNotReplay):
        table()[0].replay([JournalLine(CHANCE, undo=True)])
    with pytest.raises(DoesNotReplay):
        table()[0].replay([JournalLine(CHANCE, do="white 3"), JournalLine(CHANCE, redo=True)])


def test_a_journal_made_to_be_slow_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every undo works the strokes after it out anew; thousands under thousands would take hours."""
    monkeypatch.setattr("rollwrite_desktop.core.session.MAX_REWORK", 100)
    strokes = [*[JournalLine("p1", do="a=3")] * 40, *[JournalLine("p2", do="a=3")] * 40]
    for more in ([JournalLine("p1", undo=True)] * 40, [JournalLine(CHANCE, do="white 4", correct=1)]):
        slow = [JournalLine(CHANCE, do="white 3"), *strokes, *[JournalLine("p1", undo=True)] * 3, *more]
        with pytest.raises(DoesNotReplay, match="more is undone"):
            table()[0].replay(slow)


@pytest.mark.parametrize("refused", [2, 3])
def test_a_journal_has_no_more_refused_moves_than_a_table_could_make(refused: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwrite_desktop.core.session.MAX_REFUSED", 2)
    monkeypatch.setattr("rollwrite_desktop.core.session.CHECKED_EVERY", 1)
    wrong = [JournalLine(f"p{n}", do="a=5") for n in range(1, refused + 1)]
    session = Session(Toy(), ("p1", "p2", "p3"))
    with nullcontext() if refused == 2 else pytest.raises(DoesNotReplay, match="more refused moves"):
        session.replay([JournalLine(CHANCE, do="white 3"), *wrong])
    assert len(session.refused_events) == refused
    if refused == 2:  # one that is undone and done again is counted once
        again = Session(Toy(), ("p1", "p2", "p3"))
        again.replay([JournalLine(CHANCE, do="white 3"), *wrong, JournalLine("p2", undo=True), JournalLine("p2", redo=True)])


def test_a_record_from_elsewhere_is_read_with_its_lapses() -> None:
    session, _ = table()
    session.replay([JournalLine(CHANCE, do="white 3"), JournalLine("p1", do="a=5"), JournalLine("p2", do="a=3")])
    assert [lapse.index for lapse in session.refused_events] == [1]


def test_each_line_is_one_act() -> None:
    session, lines = table()
    session.submit(rolled(3))
    session.submit(Event("p1", Put("a", 3)))
    session.undo("p1")
    session.redo("p1")
    session.note("p1", "plan", "b next")
    session.take_back()
    assert lines == [
        JournalLine(CHANCE, do="white 3"),
        JournalLine("p1", do="a=3"),
        JournalLine("p1", undo=True),
        JournalLine("p1", redo=True),
        JournalLine("p1", note="plan", text="b next"),
        JournalLine(CHANCE, undo=True),
    ]
    assert all(a != b for a, b in pairwise(lines))


class Cups(Toy):
    """The toy with a cup for each player: all roll, then all write."""

    def demands(self, state):  # type: ignore[no-untyped-def]
        asked = super().demands(state)
        if asked and asked[0].by == CHANCE:
            return (Demand(cup_of("p1"), ASK), Demand(cup_of("p2"), ASK))
        return asked

    def refuse(self, state, event):  # type: ignore[no-untyped-def]
        return super().refuse(state, Event(CHANCE, event.move) if is_chance(event.by) else event)

    def apply(self, state, event):  # type: ignore[no-untyped-def]
        return super().apply(state, Event(CHANCE, event.move) if is_chance(event.by) else event)


def test_each_cup_has_its_own_row_of_outcomes() -> None:
    lines: list[JournalLine] = []
    session = Session(Cups(), PLAYERS, code="CODE", log=lines.append)
    second = session.digital("chance:p2", 40)
    assert second == Event("chance:p2", outcome("CODE/chance:p2", 0, ASK), 40)
    assert session.digital("chance:p3") is None
    first = session.digital()
    assert first is not None and first.by == "chance:p1"
    assert session.submit(second) is None and lines[-1].by == "chance:p2" and lines[-1].at == 40
    again = Session(Cups(), PLAYERS)
    again.replay(lines)
    assert again.events == session.events and again.state == session.state
    with pytest.raises(DoesNotReplay):
        again.replay([JournalLine("chance:p2", undo=True)])


def test_a_game_may_forbid_undo() -> None:
    session, _ = table()
    session.rules.info = replace(session.rules.info, undo=False)
    assert session.submit(rolled(3)) is None and session.submit(Event("p1", Put("a", 3))) is None
    assert session.undo("p1") is None and session.take_back() is None

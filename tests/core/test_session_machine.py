"""A table driven at random: moves, undo, redo, take-backs, corrections, kills, each through the bytes of a journal.

The toy is held against a model of its own, written down without session or rules; real games against what must hold of any.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test
from msgspec import Struct, field

from rollwrite_desktop.core.chance import Die, Outcome, Stream
from rollwrite_desktop.core.corrections import Corrected
from rollwrite_desktop.core.journal import Head, Notes, head_bytes, line_bytes
from rollwrite_desktop.core.rules import CHANCE, Event, NotAMove, Refusal, Rules, is_chance
from rollwrite_desktop.core.session import JournalLine, Session
from rollwrite_desktop.intake.journals import parse
from tests.sampling import sampled
from tests.toy import CELLS, ROUNDS, Done, Put, Toy
from tests.walks import EVERY, rules_of

pytestmark = pytest.mark.slow

PLAYERS = ("p1", "p2")
HEAD = Head(journal=1, game="any", rules=1, sheet="", sheet_hash="", players=PLAYERS, options={}, notes=Notes())
players = st.sampled_from(PLAYERS)
numbers = st.integers(0, 10_000)


def run(machine: type[RuleBasedStateMachine], examples: int, steps: int, *, shrink: bool = True) -> None:
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    run_state_machine_as_test(machine, settings=settings(
        max_examples=examples, stateful_step_count=steps, suppress_health_check=list(HealthCheck), phases=phases,
    ))


def rolled(face: int) -> Outcome:
    return Outcome((Die("white", face),))


# ---------------------------------------------------------------------- a model of the toy


class Entry(Struct, frozen=True, dict=True):
    """What somebody did: a roll (`by` is ""), or a put or done (cell "") in a turn, counted from 1."""

    by: str
    turn: int
    cell: str = ""
    number: int = 0


class Model(Struct, dict=True):
    """The toy as it is told: entries in order. All else is worked out from them each time."""

    entries: list[Entry] = field(default_factory=list)
    undone: dict[str, list[Entry]] = field(default_factory=lambda: {player: [] for player in PLAYERS})
    base: list[Entry] | None = None
    changes: dict[int, int] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)

    @property
    def faces(self) -> list[int]:
        return [entry.number for entry in self.entries if not entry.by]

    def own(self, player: str, turn: int) -> list[Entry]:
        return [entry for entry in self.entries if (entry.by, entry.turn) == (player, turn)]

    def cells(self, player: str) -> dict[str, int]:
        return {entry.cell: entry.number for entry in self.entries if entry.by == player and entry.cell}

    def unfinished(self, player: str) -> list[int]:
        """The turns that a player has not closed, oldest first."""
        return [n for n in range(1, len(self.faces) + 1) if all(entry.cell for entry in self.own(player, n))]

    def takes(self, entry: Entry) -> bool:
        """Whether a put or done is right in its turn."""
        if entry.turn not in self.unfinished(entry.by):
            return False
        if not entry.cell:
            return bool(self.own(entry.by, entry.turn))
        fits = entry.number == self.faces[entry.turn - 1] and entry.cell not in self.cells(entry.by)
        return fits and not self.own(entry.by, entry.turn)

    def waits(self) -> bool:
        """Whether the next roll waits for somebody: only for the current turn."""
        return any(len(self.faces) in self.unfinished(player) for player in PLAYERS if player not in self.left)

    def move(self, player: str, cell: str, number: int) -> bool:
        for turn in self.unfinished(player):
            entry = Entry(player, turn, cell, number)
            if self.takes(entry):
                self.entries.append(entry)
                self.undone[player].clear()
                self.base, self.changes = None, {}
                return True
        return False

    def roll(self, face: int) -> bool:
        if self.waits() or len(self.faces) >= ROUNDS:
            return False
        self.entries.append(Entry("", len(self.faces) + 1, "", face))
        self._forget()
        return True

    def _forget(self) -> None:
        self.base, self.changes = None, {}
        self.undone = {player: [] for player in PLAYERS}

    def since(self) -> int:
        """Where the entries after the latest roll begin."""
        return max((i + 1 for i, entry in enumerate(self.entries) if not entry.by), default=0)

    def leave(self, player: str) -> None:
        self.left.add(player)
        self.undone[player].clear()

    def undo(self, player: str) -> bool:
        if player in self.left:
            return False
        own = [i for i in range(self.since(), len(self.entries)) if self.entries[i].by == player]
        if own:
            self.undone[player].append(self.entries.pop(own[-1]))
            self.base, self.changes = None, {}
        return bool(own)

    def redo(self, player: str) -> bool:
        if player in self.left or not self.undone[player] or not self.takes(self.undone[player][-1]):
            return False
        self.entries.append(self.undone[player].pop())
        self.base, self.changes = None, {}
        return True

    def take_back(self) -> bool:
        start = self.since()
        if start:
            del self.entries[start - 1 :]
            self._forget()
        return bool(start)

    def correct(self, number: int, face: int) -> None:
        base, changes = self.base or self.entries, self.changes | {number: face}
        self.entries = []
        for entry in base:
            if not entry.by:
                self.entries.append(Entry("", entry.turn, "", changes.get(entry.turn, entry.number)))
            elif self.takes(entry):
                self.entries.append(entry)
        self._forget()
        self.base, self.changes = base, changes


class ToyTable(RuleBasedStateMachine):
    """The session and the model do the same, and stand alike."""

    def __init__(self) -> None:
        super().__init__()
        self.data = head_bytes(HEAD)
        self.session: Session[Any] = self.loaded()
        self.model = Model()
        self.before = (self.data, self.model)

    def loaded(self) -> Session[Any]:
        """A session from the bytes of the journal; a torn last line is not there."""
        record = parse(self.data, "x")
        self.data = self.data[: record.whole]
        session: Session[Any] = Session(Toy(), PLAYERS, code="CODE")
        session.replay(record.lines)
        session.log = self.append
        return session

    def append(self, line: JournalLine) -> None:
        self.before = self.data, copy.deepcopy(self.model)
        self.data += line_bytes(line)

    def both(self, done: bool, modelled: bool) -> None:
        assert done == modelled

    @rule(face=st.integers(1, 6))
    def roll(self, face: int) -> None:
        self.both(self.session.submit(Event(CHANCE, rolled(face))) is None, self.model.roll(face))

    @rule(player=players)
    def leave_or_come_back(self, player: str) -> None:
        if player in self.model.left:
            self.session.come_back(player)
            self.model.left.discard(player)
        else:
            self.session.leave(player)
            self.model.leave(player)

    @rule(player=players, cell=st.sampled_from(CELLS), number=st.integers(1, 6))
    def put(self, player: str, cell: str, number: int) -> None:
        if player in self.model.left:
            with pytest.raises(NotAMove, match="has left"):
                self.session.submit(Event(player, Put(cell, number)))
            return
        self.both(self.session.submit(Event(player, Put(cell, number))) is None, self.model.move(player, cell, number))

    @rule(player=players, choice=numbers)
    def put_what_was_rolled(self, player: str, choice: int) -> None:
        faces = self.model.faces
        if faces:
            self.put(player, CELLS[choice % 4], faces[-(choice // 4 % len(faces)) - 1])

    @rule(player=players)
    def done(self, player: str) -> None:
        if player in self.model.left:
            return
        self.both(self.session.submit(Event(player, Done())) is None, self.model.move(player, "", 0))

    @rule(player=players, choice=numbers)
    def whole_turn(self, player: str, choice: int) -> None:
        self.put_what_was_rolled(player, choice)
        self.done(player)

    @rule(player=players)
    def undo(self, player: str) -> None:
        self.both(self.session.undo(player) is not None, self.model.undo(player))

    @rule(player=players)
    def redo(self, player: str) -> None:
        self.both(self.session.redo(player) is not None, self.model.redo(player))

    @precondition(lambda self: len(self.model.faces) > 1)
    @rule()
    def take_back(self) -> None:
        self.both(self.session.take_back() is not None, self.model.take_back())

    @precondition(lambda self: self.model.faces)
    @rule(choice=numbers, face=st.integers(1, 6))
    def correct(self, choice: int, face: int) -> None:
        number = 1 + choice % len(self.model.faces)
        before = [event for event in self.session.events if not is_chance(event.by)]
        told = self.session.correct(number, rolled(face))
        assert isinstance(told, Corrected)
        self.model.correct(number, face)
        assert len(self.session.events) - len(self.model.faces) == len(before) - len(told.lost) + len(told.back)

    @rule()
    def kill(self) -> None:
        self.session = self.loaded()

    @precondition(lambda self: self.before[0] != self.data)
    @rule(cut=st.integers(1, 60))
    def kill_in_the_middle_of_a_line(self, cut: int) -> None:
        """All but the torn line is there."""
        data, model = self.before
        self.data = self.data[: max(len(data) + 1, len(self.data) - cut)]
        if self.data.endswith(b"\n"):
            return
        self.session = self.loaded()
        self.model = model
        self.before = self.data, model
        assert self.data == data

    @invariant()
    def they_stand_alike(self) -> None:
        session, model = self.session, self.model
        assert session.state.rolls == tuple(model.faces)
        for player in PLAYERS:
            cells = model.cells(player)
            assert session.state.part(player).cells == tuple(cells.get(cell, 0) for cell in CELLS)
            unfinished, gone = model.unfinished(player), player in model.left
            late = [turn for turn in unfinished if turn < len(model.faces)]
            put_aside = [turn.roll for turn in session.open_turns if turn.player == player]
            assert put_aside == (unfinished if gone else late)
            written = any(entry.by == player for entry in model.entries[model.since() :])
            assert session.can_undo(player) == (written and not gone)
            again = bool(model.undone[player] and model.takes(model.undone[player][-1]))
            assert session.can_redo(player) == (again and not gone)
        assert session.left == model.left
        over = len(model.faces) >= ROUNDS and not any(
            model.unfinished(player) for player in PLAYERS if player not in model.left
        )
        assert session.over == over and session.refused_events == () == session.contradicted


def test_the_toy_against_its_model() -> None:
    run(ToyTable, 120, 40)


# ---------------------------------------------------------------------- real games


def standing(session: Session[Any]) -> tuple[Any, ...]:
    """What can be seen of a session; of the states of open turns only what concerns their players."""
    late = [(turn.roll, turn.player, turn.lost) for turn in session.open_turns]
    return session.state, session.left, late, [session.state_for(player) for player in PLAYERS]


class RealTable(RuleBasedStateMachine):
    """Any game: what undo, redo and take-backs do to the list of events, what corrections leave, and that the journal
    brings all of it back."""

    played: Rules[Any]

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[JournalLine] = []
        self.session: Session[Any] = Session(self.played, PLAYERS, code="CODE", log=self.lines.append)
        self.events: list[Event] = []
        self.undone: dict[str, list[Event]] = {player: [] for player in PLAYERS}

    @initialize(turns=st.integers(0, 12))
    def some_turns(self, turns: int) -> None:
        for k in range(turns):
            self.roll()
            self.everybody_writes(7 * k)

    def wrote(self, event: Event) -> None:
        self.events.append(event)
        if is_chance(event.by):
            self.undone = {player: [] for player in PLAYERS}
        else:
            self.undone[event.by] = []

    @rule()
    def roll(self) -> None:
        event = self.session.digital()
        if event is not None:
            assert self.session.submit(event) is None
            self.wrote(event)

    @rule(player=players)
    def leave_or_come_back(self, player: str) -> None:
        session = self.session
        if player in session.left:
            session.come_back(player)
        else:
            session.leave(player)
            self.undone[player] = []
            assert all(demand.by != player for demand in session.demands)
            there = len(PLAYERS) - len(session.left)
            assert all((score.place > there) == (score.player in session.left) for score in session.scores)

    @rule(player=players, choice=numbers)
    def move(self, player: str, choice: int) -> None:
        if player in self.session.left:
            return
        demanded = any(demand.by == player for demand in self.session.demands)
        moves = list(self.session.rules.moves(self.session.state_for(player), player))
        assert bool(moves) == demanded, "whoever is asked can do something"
        if moves:
            event = Event(player, moves[choice % len(moves)])
            assert self.session.submit(event) is None
            self.wrote(event)

    @rule(choice=numbers)
    def everybody_writes(self, choice: int) -> None:
        for player in PLAYERS:
            for _ in range(12):
                self.move(player, choice)

    @rule(player=players)
    def undo(self, player: str) -> None:
        if player in self.session.left:
            assert self.session.undo(player) is None
            return
        start = max((i + 1 for i, event in enumerate(self.events) if is_chance(event.by)), default=0)
        own = [i for i in range(start, len(self.events)) if self.events[i].by == player]
        lifted = self.session.undo(player)
        assert lifted == (self.events[own[-1]] if own else None), "the latest own move, and never across chance"
        if own:
            self.undone[player].append(self.events.pop(own[-1]))

    @rule(player=players)
    def redo(self, player: str) -> None:
        can = self.session.can_redo(player)
        back = self.session.redo(player)
        assert can == (back is not None)
        if back is not None:
            assert back == self.undone[player].pop()
            self.events.append(back)

    @rule(player=players)
    def undo_and_redo(self, player: str) -> None:
        before = standing(self.session)
        if self.session.can_undo(player):
            self.undo(player)
            self.redo(player)
            assert standing(self.session) == before

    @precondition(lambda self: sum(is_chance(event.by) for event in self.events) > 3)
    @rule()
    def take_back(self) -> None:
        lifted = self.session.take_back()
        last = max(i for i, event in enumerate(self.events) if is_chance(event.by))
        assert lifted == self.events[last]
        del self.events[last:]
        self.undone = {player: [] for player in PLAYERS}

    @precondition(lambda self: any(is_chance(event.by) for event in self.events))
    @rule(choice=numbers, seed=numbers)
    def correct(self, choice: int, seed: int) -> None:
        session = self.session
        rolls = [i for i, event in enumerate(self.events) if is_chance(event.by)]
        number = 1 + choice % len(rolls)
        before = session.rules.demands(session.state_before(rolls[number - 1]))
        ask = next((demand.ask for demand in before if demand.ask is not None), None)
        if ask is None:
            return  # nothing is asked any more where a roll is one too many since a correction
        dice = ask.sample(Stream("correct", seed))
        foreseen = session.if_corrected(number, dice)
        told = session.correct(number, dice)
        assert told == foreseen
        if isinstance(told, Refusal):
            return
        faces = [self.events[i].move for i in rolls]
        faces[number - 1] = dice
        assert [event.move for event in session.events if is_chance(event.by)] == faces
        lost, back = {id(one.event) for one in told.lost}, {id(event) for event in told.back}
        old = [event for event in self.events if not is_chance(event.by) and id(event) not in lost]
        assert [event for event in session.events if not is_chance(event.by) and id(event) not in back] == old
        self.events = list(session.events)
        self.undone = {player: [] for player in PLAYERS}

    @rule()
    def kill(self) -> None:
        record = parse(head_bytes(HEAD) + b"".join(map(line_bytes, self.lines)), "x")
        again: Session[Any] = Session(self.played, PLAYERS, code="CODE", log=self.lines.append)
        again.replay(record.lines)
        assert standing(again) == standing(self.session)
        assert [again.can_redo(player) for player in PLAYERS] == [self.session.can_redo(player) for player in PLAYERS]
        self.session = again
        self.events = list(again.events)  # the same, as objects too

    @invariant()
    def the_events_are_those(self) -> None:
        assert list(self.session.events) == self.events

    def teardown(self) -> None:
        """Nothing that stands was refused where it stands; and the game can be scored."""
        assert self.session.refused_events == ()
        assert len(self.session.rules.scores(self.session.state)) == len(PLAYERS)


@sampled("game_id", ["rolling_america", "on_tour", "hexroller"], 3)
def test_real_games(game_id: str) -> None:
    """Not shrunk: these would take minutes for it."""
    machine = type(game_id, (RealTable,), {"played": rules_of(game_id, EVERY[game_id].play.sheets[0])})
    run(machine, 20, 15, shrink=False)

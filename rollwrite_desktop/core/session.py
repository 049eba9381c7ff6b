"""A table: a list of lines and the fold over them. The gate for every move; undo, redo, take-back, correction.

Undo and redo are lines too, so an append-only journal survives a kill without bringing undone moves back. Undo never
crosses chance. Knows no game, no file and no window.

A player may leave and come back, a line each. Nobody waits for those who have left: what they have not done in a turn is
put aside as an open turn, to be played once they are back. So somebody who joins a game that goes on is a player of it who
had left before its first line.

A correction is one line as well, `correct(k, dice)`: outcome k was entered wrongly. What becomes of the moves since, and
what an open turn is, see `corrections`. No line says to which turn a move belongs: it goes to the oldest open turn of its
player in which it is legal, else to the current one; so a line reads the same whether or not one before it was corrected.

Corrections that follow each other with nothing written in between are judged from what stood before the first of them. So a
correction that was itself wrong costs nothing when it is corrected at once, and correcting it back undoes it.

Undo reaches back to the latest outcome and not further, whether or not an earlier one was corrected since; what had been
undone before a correction or an outcome cannot be redone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Outcome, outcome
from rollwrite_desktop.core.corrections import Corrected, GameState, Judge, LostMove, OpenTurn, Step, contradicted, index_of
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.limits import LineText, LongText, Text
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, NotAMove, Refusal, Rules, Scores, cup_of, is_chance

S = TypeVar("S")


class JournalLine(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a journal, as it stands in the file: a move (`do`), its undoing or redoing, a note (`note` names it,
    `text` is it), a player who has left or is back, or a correction: outcome number `correct`, counted from 1, was really
    `do`."""

    by: Text
    do: LongText = ""
    undo: bool = False
    redo: bool = False
    note: LineText = ""
    text: LongText = field(name="is", default="")
    at: int = 0
    correct: int = 0
    left: bool = False
    back: bool = False


MAX_REWORK = 100_000
"""How many moves may be worked out anew, in all, because others before them were undone or corrected: far beyond any table,
but a journal made to be slow must not stop the program."""


MAX_CORRECTED = 8_000
"""The same of corrections, which judge each move they pass once more: some hundred of the longest kind of table."""
MAX_REFUSED = 1_000
"""How many live moves of a journal may be refused by the rules: more than all the sheets of a table have spaces."""
CHECKED_EVERY = 100
RESTS_EVERY = 50
"""So many lines are replayed between two rests."""


class DoesNotReplay(UserError):
    """A line that cannot have followed the lines before it; `index` counts from 0."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(why)
        self.index = index


class RefusedEvent(Struct, frozen=True):
    """A move that stands although it was refused: its place among the live events, and the refusal."""

    index: int
    refusal: Refusal


class Session(Generic[S]):
    """One game being played. `log` is given each line as it happens, before `changed` listeners hear of it.

    gate: `strict` refuses what the rules refuse; `paper` lets through whatever paper would take.
    """

    def __init__(
        self,
        rules: Rules[S],
        players: tuple[str, ...],
        *,
        code: str = "",
        gate: str = "strict",
        log: Callable[[JournalLine], None] | None = None,
    ) -> None:
        self.rules = rules
        self.players = players
        self.code = code
        self.gate = gate
        self.log = log
        self.notes: dict[tuple[str, str], str] = {}
        self.take_backs = 0
        self.corrections = 0
        self.left: frozenset[str] = frozenset()
        """The players who have left and are not back."""
        self._judge = Judge(rules, players)
        self.can_leave = self._judge.able and not rules.info.realtime
        """Whether players can leave this game, come back and join it: turns of theirs can stay open."""
        self._start = GameState(rules.start(players))
        self._steps: list[Step[S]] = []
        self._outcomes: list[int] = []  # where among the steps chance spoke
        self.stands = self._start
        """Where the game stands, the turns of those who have left included."""
        self._taken: dict[int, Step[S]] = {}  # by index, those that the rules were seen to take
        self._lines: list[JournalLine] = []
        self._undone: dict[str, list[Step[S]]] = {player: [] for player in players}
        self._rework = self._corrected_moves = 0
        self._without: tuple[GameState[S], GameState[S]] | None = None
        self._seats_changed = False
        self._chance = _chance_actors(rules, self.state, players)
        # What stood before the corrections that have followed each other without a move, and what they changed.
        self._base: list[Step[S]] | None = None
        self._changes: dict[int, Outcome] = {}

    # ------------------------------------------------------------------ looking

    @property
    def game_state(self) -> GameState[S]:
        """Where the game stands, the turns of those who have left put aside; worked out once."""
        if not self.left:
            return self.stands
        stands = self.stands
        if self._without is None or self._without[0] is not stands:
            now, number = stands, self.rolls
            for player in self.players:
                if player in self.left:
                    now = self._judge.without(now, player, number)
            self._without = stands, now
        return self._without[1]

    @property
    def state(self) -> S:
        return self.game_state.state

    @property
    def events(self) -> tuple[Event, ...]:
        """The live events: all but the undone ones."""
        return tuple([step.event for step in self._steps])

    def state_after(self, count: int) -> S:
        """Returns the position after the first `count` live events."""
        return (self._steps[count - 1].after if count else self._start).state

    def state_before(self, index: int) -> S:
        """Returns the position in which live event `index` was judged: that of an open turn where it was written there."""
        return self._steps[index].before

    def roll_of(self, index: int) -> int:
        """Returns the open turn in which live event `index` was written, by its outcome counted from 1; 0 for the turn of
        then."""
        return self._steps[index].roll

    @property
    def open_turns(self) -> tuple[OpenTurn[S], ...]:
        """The turns that corrections have left unfinished, oldest first."""
        return self.game_state.open

    def state_for(self, player: str) -> S:
        """Returns the position in which this player writes next: the oldest open turn, else the current one."""
        return self._before(player, next(iter(self._late(player)), 0))

    def _before(self, player: str, roll: int) -> S:
        """Returns the position in which a move in an open turn, or with 0 in the current one, is judged."""
        return self._judge.before(self.game_state, player, roll) if roll else self.state

    def _late(self, player: str) -> list[int]:
        """A player's open turns by their outcomes."""
        return [turn.roll for turn in self.open_turns if turn.player == player]

    @property
    def rolls(self) -> int:
        """How many outcomes of chance there have been."""
        return len(self._outcomes)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """Who may act now; empty when the game is over. Nobody waits for those who have only open turns to finish, and those
        who have left cannot act."""
        now = tuple([demand for demand in self.rules.demands(self.state) if demand.by not in self.left])
        late = dict.fromkeys(turn.player for turn in self.open_turns if turn.player not in self.left)
        return (*now, *(Demand(player, waits=False) for player in late if all(demand.by != player for demand in now)))

    @property
    def over(self) -> bool:
        return not self.demands

    @property
    def scores(self) -> Scores:
        """The scores as they stand now; those who have left come after everybody else."""
        scores = self.rules.scores(self.state)
        there = [score.place for score in scores if score.player not in self.left]
        return tuple([
            replace(score, place=len(there) + 1 if score.player in self.left else 1 + sum(n < score.place for n in there))
            for score in scores
        ])

    @property
    def refused_events(self) -> tuple[RefusedEvent, ...]:
        """The live events that the rules refuse: of a paper game, or of a journal from elsewhere. Not the outcomes that a
        correction contradicts: those are `contradicted`."""
        found = ((i, self._refusal(i)) for i in range(len(self._steps)))
        return tuple(RefusedEvent(i, refusal) for i, refusal in found if refusal is not None)

    def _refusal(self, index: int) -> Refusal | None:
        """Why the rules refuse a live event; one that they take is not judged again."""
        step = self._steps[index]
        if step.kept or self._taken.get(index) is step:
            return None
        refusal = self.rules.refuse(step.before, step.event)
        if refusal is None:
            self._taken[index] = step
        return refusal

    @property
    def contradicted(self) -> tuple[int, ...]:
        """The outcomes, counted from 1, that cannot have been since another one was corrected."""
        return contradicted(self._steps)

    # ------------------------------------------------------------------ acting

    def submit(self, event: Event) -> Refusal | None:
        """Appends a move or an outcome, or says why not. Raises NotAMove where its actor cannot do such a thing."""
        self._must_act(event)
        roll = self._turn_for(event)
        refusal = self.rules.refuse(self._before(event.by, roll), event)
        if refusal is not None and not self._gate_takes(event, refusal):
            return refusal if is_chance(event.by) else self.rules.refuse(self.state_for(event.by), event)
        self._write(JournalLine(event.by, do=self.rules.write(event.move), at=event.at))
        self._append(event, roll)
        return None

    def digital(self, cup: str = "", at: int = 0) -> Event | None:
        """Returns what the code's dice bring next, if chance is asked; the same again after a take-back. `cup`: only from
        this cup. Each cup has its own row of outcomes, so that nobody's dice depend on how often the others roll."""
        asked = next((d for d in self.rules.demands(self.state) if d.ask is not None and cup in ("", d.by)), None)
        if asked is None or asked.ask is None:
            return None
        count = sum(step.event.by == asked.by for step in self._steps)
        code = self.code if asked.by == CHANCE else f"{self.code}/{asked.by}"
        return Event(asked.by, outcome(code, count, asked.ask), at)

    def can_undo(self, player: str) -> bool:
        """Returns whether the player has a move since the last roll that may be undone."""
        latest = self._latest(player)
        if latest is None or (self.rules.info.alternate and latest < len(self._steps) - 1):
            return False
        return self._may_undo and player not in self.left

    def undo(self, player: str) -> Event | None:
        """Lifts the player's latest live move since chance last spoke; returns it, or None if there is none."""
        if not self.can_undo(player):
            return None
        self._write(JournalLine(player, undo=True))
        return self._lift(player)

    def can_redo(self, player: str) -> bool:
        """Returns whether the player's last undone move is still legal."""
        return player not in self.left and self._returning(player) is not None

    def redo(self, player: str) -> Event | None:
        """Puts back the move that the player undid last."""
        if not self.can_redo(player):
            return None
        self._write(JournalLine(player, redo=True))
        return self._put_back(player)

    def can_take_back(self) -> bool:
        return self._may_undo and not self.rules.info.alternate and bool(self._outcomes)

    @property
    def _may_undo(self) -> bool:
        # A journal that cannot be read again is worse than no further undo.
        return self.rules.info.undo and not self.rules.info.realtime and self._rework <= MAX_REWORK

    def depending(self) -> tuple[Event, ...]:
        """Returns the moves that would go with a take-back of the latest outcome."""
        return self.events[self._last_chance() + 1 :]

    def take_back(self) -> Event | None:
        """Takes back the latest outcome of chance and every move since."""
        if not self.can_take_back():
            return None
        self._write(JournalLine(CHANCE, undo=True))
        return self._lift_chance()

    def can_correct(self) -> bool:
        """Returns whether a roll of this game may be corrected: the rules support it and earlier events may be taken
        back."""
        return self.can_take_back() and self.corrects

    @property
    def corrects(self) -> bool:
        """Whether rolls are corrected in this game rather than taken back: the rules support it, and not too many were."""
        return self._judge.able and self._corrected_moves <= MAX_CORRECTED

    def if_corrected(self, number: int, dice: Outcome) -> Corrected | Refusal:
        """Returns what would become of the game, if outcome `number`, counted from 1, had been `dice`; or why it cannot have
        been. Raises LookupError if there is no such outcome, or the game has no corrections."""
        found = self._corrected(number, dice)
        return found if isinstance(found, Refusal) else self._correction(number, *found)

    def correct(self, number: int, dice: Outcome) -> Corrected | Refusal:
        """Applies the correction that `if_corrected` previews, as one journal line; raises LookupError as that does."""
        found = self._corrected(number, dice)
        if isinstance(found, Refusal):
            return found
        correction = self._correction(number, *found)
        self._write(JournalLine(CHANCE, do=self.rules.write(dice), correct=number))
        self._take(found[0], number, dice)
        return correction

    def leave(self, player: str) -> None:
        """A player leaves: what they have not done waits for them, and nobody else does. Raises LookupError where that
        cannot be."""
        if player in self.left or player not in self.players or not self.can_leave:
            raise LookupError(player)
        self._write(JournalLine(player, left=True))
        self._leave(player)

    def come_back(self, player: str) -> None:
        """A player is back, with the turns of meanwhile open. Raises LookupError for one who has not left."""
        if player not in self.left:
            raise LookupError(player)
        self._write(JournalLine(player, back=True))
        self._come_back(player)

    def note(self, player: str, name: str, text: str) -> None:
        """Keeps a player's own note, which rules never see."""
        self._write(JournalLine(player, note=name, text=text))
        self.notes[player, name] = text

    def lines_to(self, count: int) -> tuple[JournalLine, ...]:
        """Lines of a journal that bring back the first `count` live events, without notes. After a correction, or where
        somebody has left, these are all lines so far, and what takes back the rest."""
        if not self.corrections and not self._seats_changed:
            events = self.events[:count]
            return tuple([JournalLine(event.by, do=self.rules.write(event.move), at=event.at) for event in events])
        rest = self.events[count:]
        rolls = [i for i, event in enumerate(rest) if is_chance(event.by)]
        last = rest[: rolls[0]] if rolls else rest
        return (
            *[line for line in self._lines if not line.note],
            *[JournalLine(CHANCE, undo=True) for _ in rolls],
            *[JournalLine(event.by, undo=True) for event in reversed(last)],
        )

    # ------------------------------------------------------------------ replaying

    def replay(self, lines: Iterable[JournalLine], rest: Callable[[], object] | None = None) -> None:
        """Appends lines of a journal without logging them again; `rest` is called every so often, as long ones take their
        time. Raises DoesNotReplay; the session is then of no use."""
        checked = refused = 0
        for index, line in enumerate(lines):
            if rest is not None and index % RESTS_EVERY == RESTS_EVERY - 1:
                rest()
            try:
                self._replay(line)
            except NotAMove as error:
                raise DoesNotReplay(index, str(error)) from error
            self._lines.append(line)
            if len(self._steps) % CHECKED_EVERY == 0 and len(self._steps) > checked:
                refused += self._refused_from(checked, MAX_REFUSED - refused)
                checked = len(self._steps)
                if refused > MAX_REFUSED:
                    raise DoesNotReplay(index, tr("more refused moves than any table could make"))

    def has_refused(self, rest: Callable[[], object] | None = None) -> bool:
        """Returns whether there are `refused_events`; `rest` is called every so often."""
        for start in range(0, len(self._steps), RESTS_EVERY):
            if rest is not None and start:
                rest()
            if self._refused_from(start, 0, RESTS_EVERY):
                return True
        return False

    def _refused_from(self, start: int, most: int, among: int | None = None) -> int:
        """How many of the live events from `start` on, or of `among` from there, the rules refuse; counting ends with the
        first over `most`."""
        end = len(self._steps) if among is None else min(len(self._steps), start + among)
        return sum(islice((1 for index in range(start, end) if self._refusal(index)), most + 1))

    def _replay(self, line: JournalLine) -> None:
        if line.by != CHANCE and line.by not in self.players and not (line.do and is_chance(line.by)):
            raise NotAMove(tr("there is no player '{name}', only {names}", name=line.by[:60], names=", ".join(self.players)))
        if (line.undo or line.correct) and self._rework > MAX_REWORK:
            raise NotAMove(tr("more is undone here than any game could need"))
        if line.correct and self._corrected_moves > MAX_CORRECTED:
            raise NotAMove(tr("more is corrected here than any game could need"))
        if line.note:
            self.notes[line.by, line.note] = line.text
        elif line.undo:
            if (self._lift_chance() if line.by == CHANCE else self._lift(line.by)) is None:
                raise NotAMove(tr("'{name}' has nothing to undo here", name=line.by))
        elif line.redo:
            if not self._undone.get(line.by) or self._put_back(line.by) is None:
                raise NotAMove(tr("'{name}' has nothing to redo here", name=line.by))
        elif line.correct:
            self._replay_correction(line)
        elif line.left or line.back:
            if line.by not in self.players or line.left == (line.by in self.left) or not self.can_leave:
                raise NotAMove(
                    tr("'{name}' cannot leave here", name=line.by) if line.left
                    else tr("'{name}' has not left here", name=line.by)
                )
            (self._leave if line.left else self._come_back)(line.by)
        else:
            event = Event(line.by, self.rules.read(line.do), line.at)
            self._must_act(event)
            self._append(event, self._turn_for(event))

    def _replay_correction(self, line: JournalLine) -> None:
        dice = self.rules.read(line.do)
        if line.by != CHANCE or not isinstance(dice, Outcome) or not self.can_correct():
            raise NotAMove(tr("'{text}' corrects no roll", text=line.do[:60]))
        if not 1 <= line.correct <= self.rolls:
            raise NotAMove(tr("there is no roll {n}, only {all}", n=line.correct, all=self.rolls))
        found = self._corrected(line.correct, dice)
        if isinstance(found, Refusal):
            raise NotAMove(tr("roll {n} cannot have been '{text}'", n=line.correct, text=line.do[:60]))
        self._take(found[0], line.correct, dice)

    def _must_act(self, event: Event) -> None:
        """Chance acts only under the names by which this game asks it, and brings dice and cards only. Raises NotAMove."""
        if event.by in self.players:
            if event.by in self.left:
                raise NotAMove(tr("'{name}' has left", name=event.by))
            return
        if event.by not in self._chance:
            known = ", ".join((*self._chance, *self.players))
            raise NotAMove(tr("'{name}' does not act in this game, only {names}", name=event.by[:60], names=known))
        if not isinstance(event.move, Outcome):
            text = self.rules.write(event.move)
            raise NotAMove(tr("'{name}' brings dice or cards, not '{text}'", name=event.by, text=text[:60]))

    # ------------------------------------------------------------------ the fold

    def _write(self, line: JournalLine) -> None:
        if self.log is not None:
            self.log(line)
        self._lines.append(line)

    def _turn_for(self, event: Event) -> int:
        """Returns the turn to which a new move belongs: the oldest open turn of its player in which it is legal, else the
        current one. Where it is legal in none, the first that takes it by the house rule for paper."""
        late = self._late(event.by)
        if not late:
            return 0
        taken = None
        for roll in (*late, 0):
            refusal = self.rules.refuse(self._before(event.by, roll), event)
            if refusal is None:
                return roll
            if taken is None and self._gate_takes(event, refusal):
                taken = roll
        return taken or 0

    def _gate_takes(self, event: Event, refusal: Refusal) -> bool:
        """Returns whether the house rule for paper lets through what the rules refuse."""
        return self.gate == "paper" and not refusal.unwritable and not is_chance(event.by)

    def _leave(self, player: str) -> None:
        self.left |= {player}
        self._undone[player].clear()
        self._without, self._seats_changed = None, True

    def _come_back(self, player: str) -> None:
        self.left -= {player}
        self._without = None

    def _append(self, event: Event, roll: int = 0) -> None:
        self._add(self._step(event, roll))
        self._forget_base()
        if is_chance(event.by):
            self._forget_undone()
        else:
            self._undone[event.by].clear()

    def _add(self, step: Step[S]) -> None:
        if is_chance(step.event.by):
            self._outcomes.append(len(self._steps))
        self._steps.append(step)
        self.stands = step.after

    def _cut(self, index: int) -> list[Step[S]]:
        """Removes the steps from `index` on, and returns them."""
        cut = self._steps[index:]
        del self._steps[index:]
        while self._outcomes and self._outcomes[-1] >= index:
            self._outcomes.pop()
        self.stands = self._steps[-1].after if self._steps else self._start
        return cut

    def _step(self, event: Event, roll: int) -> Step[S]:
        """An event as it follows now, legal or not. Only an outcome of chance finds the turns of those who have left put
        aside for good: until then they can come back into the current one."""
        at = self.game_state if is_chance(event.by) else self.stands
        if at.open:
            step = self._judge.follow(at, event, roll)
        else:
            step = Step(event, at.state, GameState(self.rules.apply(at.state, event)))
        if not self.left or is_chance(event.by) or event.by in self.left:
            return step
        return replace(step, before=self._before(event.by, step.roll))  # it waits for nobody who has left

    def _last_chance(self) -> int:
        return self._outcomes[-1] if self._outcomes else -1

    def _latest(self, player: str) -> int | None:
        since = range(len(self._steps) - 1, self._last_chance(), -1)
        return next((i for i in since if self._steps[i].event.by == player), None)

    def _lift(self, player: str) -> Event | None:
        index = self._latest(player)
        if index is None:
            return None
        lifted, *later = self._cut(index)
        self._rework += len(later)
        for old in later:  # also of somebody who has left since
            self._add(self._returned(old))
        self._undone[player].append(lifted)
        self._forget_base()
        return lifted.event

    def _put_back(self, player: str) -> Event | None:
        returning = self._returning(player)
        undone = self._undone[player].pop()
        self._add(self._returned(returning or undone))
        return self._steps[-1].event

    def _returning(self, player: str) -> Step[S] | None:
        """Returns the move that a player undid last, in the turn to which it can return, if it can: its own, or what has
        become of that. For another's eased move the latest turn may have been set aside since, or be the current one
        again."""
        undone = self._undone.get(player)
        if not undone:
            return None
        old, latest = undone[-1], self.rolls
        become = {0: latest, latest: 0}.get(old.roll, old.roll)
        return next((step for step in (old, replace(old, roll=become)) if self._can_return(step)), None)

    def _can_return(self, old: Step[S]) -> bool:
        """Returns whether a move that was undone is legal in the same turn."""
        if old.eased or old.roll:
            return self._judge.again(self.stands, old, self.rolls) is not None
        refusal = self.rules.refuse(self.state, old.event)
        return refusal is None or self._gate_takes(old.event, refusal)

    def _returned(self, old: Step[S]) -> Step[S]:
        """A move in the turn where it was, legal or not, and eased as it was."""
        again = self._judge.again(self.stands, old, self.rolls) if old.eased else None
        return again or self._step(old.event, old.roll)

    def _lift_chance(self) -> Event | None:
        index = self._last_chance()
        if index < 0:
            return None
        lifted = self._cut(index)[0].event
        self._forget_undone()
        self._forget_base()
        self.take_backs += 1
        return lifted

    def _forget_undone(self) -> None:
        for undone in self._undone.values():
            undone.clear()

    def _forget_base(self) -> None:
        self._base, self._changes = None, {}

    # ------------------------------------------------------------------ corrections

    def _corrected(self, number: int, dice: Outcome) -> tuple[list[Step[S]], list[LostMove]] | Refusal:
        if not self.can_correct():
            raise LookupError("nothing can be corrected here")
        base = self._steps if self._base is None else self._base
        return self._judge.corrected(self._start, base, self._changes | {number: dice}, number)

    def _take(self, steps: list[Step[S]], number: int, dice: Outcome) -> None:
        base = self._steps if self._base is None else self._base
        self._base, self._changes = base, self._changes | {number: dice}
        self._corrected_moves += len(base) - index_of(base, min(self._changes))
        self._steps = []
        self._cut(0)
        for step in steps:
            self._add(step)
        self._forget_undone()
        self.corrections += 1

    def _correction(self, number: int, steps: Sequence[Step[S]], lost: Sequence[LostMove]) -> Corrected:
        """Returns what a correction changes in what stands now, which an earlier one may have changed already."""
        was = {id(step.event) for step in self._steps}
        gone = tuple(one for one in lost if id(one.event) in was)
        back = tuple(step.event for step in steps if id(step.event) not in was and not is_chance(step.event.by))
        already = {*self._asked(self.game_state)} - {(one.roll, one.event.by) for one in gone}
        asked = tuple(pair for pair in self._asked(steps[-1].after) if pair not in already or pair[0] == number)
        return Corrected(gone, back, asked, contradicted(steps))

    def _asked(self, at: GameState[S]) -> list[tuple[int, str]]:
        """Who has something to write at a position, as (outcome, player)."""
        now = [(self.rolls, demand.by) for demand in self.rules.demands(at.state) if not is_chance(demand.by)]
        return [*((turn.roll, turn.player) for turn in at.open), *now]


def _chance_actors(rules: Rules[S], state: S, players: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the names under which a game asks chance: one for the whole table, or, as its first position shows, a cup for
    each player."""
    cups = any(is_chance(demand.by) and demand.by != CHANCE for demand in rules.demands(state))
    return tuple(map(cup_of, players)) if cups else (CHANCE,)

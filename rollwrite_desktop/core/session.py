"""A table: a list of lines and the fold over them. The gate through which every stroke goes, undo, redo and take-back.

Undo and redo are lines too, so an append-only journal survives a kill without bringing undone strokes back. Undo never
crosses chance. Knows no game, no file and no window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rollwrite_desktop.core.chance import CHANCE, Outcome, cup_of, is_chance, outcome
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.rules import Event, NotAMove, Refusal, Rules

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line of a journal: a stroke (`do`), its undoing or redoing, or a note (`note` names it, `text` is it)."""

    by: str
    do: str = ""
    undo: bool = False
    redo: bool = False
    note: str = ""
    text: str = ""
    at: int = 0


MAX_REWORK = 100_000
"""How many strokes may be worked out anew, in all, because others before them were undone: far beyond any table, but a
journal made to be slow must not stop the program."""


class DoesNotReplay(UserError):
    """A line that cannot have followed the lines before it; `index` counts from 0."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(why)
        self.index = index


@dataclass(frozen=True, slots=True)
class RefusedEvent:
    """A stroke that stands although it was refused: its place among the live events, and the refusal."""

    index: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a corrected outcome of chance leaves: it and the events since that still stand, and those that do not."""

    kept: tuple[Event, ...]
    lost: tuple[Event, ...]


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
        self._events: list[Event] = []
        self._states: list[S] = [rules.start(players)]
        self._undone: dict[str, list[Event]] = {player: [] for player in players}
        self._rework = 0
        self._chance = _chance_actors(rules, self.state, players)

    # ------------------------------------------------------------------ looking

    @property
    def state(self) -> S:
        return self._states[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """The live events: all but the undone ones."""
        return tuple(self._events)

    def state_after(self, count: int) -> S:
        """The position after the first `count` live events."""
        return self._states[count]

    @property
    def over(self) -> bool:
        return not self.rules.demands(self.state)

    @property
    def refused_events(self) -> tuple[RefusedEvent, ...]:
        """The live strokes that the rules refuse: of a paper game, or of a journal from elsewhere."""
        found = ((i, self.rules.refuse(self._states[i], event)) for i, event in enumerate(self._events))
        return tuple(RefusedEvent(i, refusal) for i, refusal in found if refusal is not None)

    # ------------------------------------------------------------------ acting

    def submit(self, event: Event) -> Refusal | None:
        """Appends a stroke or an outcome, or says why not. Raises NotAMove where its actor cannot do such a thing."""
        self._must_act(event)
        refusal = self.rules.refuse(self.state, event)
        if refusal is not None and (refusal.unwritable or self.gate != "paper" or is_chance(event.by)):
            return refusal
        self._write(JournalLine(event.by, do=self.rules.write(event.move), at=event.at))
        self._append(event)
        return None

    def digital(self, cup: str = "", at: int = 0) -> Event | None:
        """What the code's dice bring next, if chance is asked; the same again after a take-back. `cup`: only from this
        cup. Each cup has its own row of outcomes, so that nobody's dice depend on how often the others roll."""
        asked = next((d for d in self.rules.demands(self.state) if d.ask is not None and cup in ("", d.by)), None)
        if asked is None or asked.ask is None:
            return None
        count = sum(event.by == asked.by for event in self._events)
        code = self.code if asked.by == CHANCE else f"{self.code}/{asked.by}"
        return Event(asked.by, outcome(code, count, asked.ask), at)

    def can_undo(self, player: str) -> bool:
        return self._may_undo and self._latest(player) is not None

    def undo(self, player: str) -> Event | None:
        """Lifts the player's latest live stroke since chance last spoke; returns it, or None if there is none."""
        if not self.can_undo(player):
            return None
        self._write(JournalLine(player, undo=True))
        return self._lift(player)

    def can_redo(self, player: str) -> bool:
        undone = self._undone.get(player, [])
        return bool(undone) and self._passes(undone[-1])

    def redo(self, player: str) -> Event | None:
        """Puts back the stroke that the player undid last."""
        if not self.can_redo(player):
            return None
        self._write(JournalLine(player, redo=True))
        return self._put_back(player)

    def can_take_back(self) -> bool:
        return self._may_undo and any(is_chance(event.by) for event in self._events)

    @property
    def _may_undo(self) -> bool:
        return self.rules.info.undo and not self.rules.info.realtime

    def depending(self) -> tuple[Event, ...]:
        """The strokes that would go with a take-back of the latest outcome."""
        return tuple(self._events[self._last_chance() + 1 :])

    def take_back(self) -> Event | None:
        """Takes back the latest outcome of chance and every stroke since."""
        if not self.can_take_back():
            return None
        self._write(JournalLine(CHANCE, undo=True))
        return self._lift_chance()

    def if_corrected(self, index: int, dice: Outcome) -> Corrected | Refusal:
        """What would become of everything since, if the outcome of chance at `index` had been `dice`; or why it cannot have
        been."""
        state = self._states[index]
        event = Event(self._events[index].by, dice)
        refusal = self.rules.refuse(state, event)
        if refusal is not None:
            return refusal
        kept, lost = [event], []
        state = self.rules.apply(state, event)
        later = self._events[index + 1 :]
        for place, since in enumerate(later):
            if self._would_pass(state, since):
                kept.append(since)
                state = self.rules.apply(state, since)
            elif is_chance(since.by):
                # What came after a roll that cannot have been came after nothing.
                lost += later[place:]
                break
            else:
                lost.append(since)
        return Corrected(tuple(kept), tuple(lost))

    def correct(self, index: int, dice: Outcome) -> Corrected | Refusal:
        """Makes it so: outcomes are taken back as far as there, and what still stands is written again."""
        found = self.if_corrected(index, dice)
        if isinstance(found, Refusal):
            return found
        for _ in range(sum(is_chance(event.by) for event in self._events[index:])):
            self.take_back()
        for event in found.kept:
            self.submit(event)
        return found

    def note(self, player: str, name: str, text: str) -> None:
        """Keeps a player's own note, which rules never see."""
        self._write(JournalLine(player, note=name, text=text))
        self.notes[player, name] = text

    # ------------------------------------------------------------------ replaying

    def replay(self, lines: Iterable[JournalLine]) -> None:
        """Appends lines of a journal without logging them again. Raises DoesNotReplay; the session is then of no use."""
        for index, line in enumerate(lines):
            try:
                self._replay(line)
            except NotAMove as error:
                raise DoesNotReplay(index, str(error)) from error

    def _replay(self, line: JournalLine) -> None:
        if line.by != CHANCE and line.by not in self.players and not (line.do and is_chance(line.by)):
            raise NotAMove(f"there is no player '{line.by[:60]}', only {', '.join(self.players)}")
        if line.note:
            self.notes[line.by, line.note] = line.text
        elif line.undo:
            if self._rework > MAX_REWORK:
                raise NotAMove("more is undone here than any game could need")
            if (self._lift_chance() if line.by == CHANCE else self._lift(line.by)) is None:
                raise NotAMove(f"'{line.by}' has nothing to undo here")
        elif line.redo:
            if not self._undone.get(line.by) or self._put_back(line.by) is None:
                raise NotAMove(f"'{line.by}' has nothing to redo here")
        else:
            event = Event(line.by, self.rules.read(line.do), line.at)
            self._must_act(event)
            self._append(event)

    def _must_act(self, event: Event) -> None:
        """Chance acts only under the names by which this game asks it, and brings dice and cards only. Raises NotAMove."""
        if event.by in self.players:
            return
        if event.by not in self._chance:
            known = ", ".join((*self._chance, *self.players))
            raise NotAMove(f"'{event.by[:60]}' does not act in this game, only {known}")
        if not isinstance(event.move, Outcome):
            raise NotAMove(f"'{event.by}' brings dice or cards, not '{self.rules.write(event.move)[:60]}'")

    # ------------------------------------------------------------------ the fold

    def _write(self, line: JournalLine) -> None:
        if self.log is not None:
            self.log(line)

    def _append(self, event: Event) -> None:
        self._states.append(self.rules.apply(self.state, event))
        self._events.append(event)
        if is_chance(event.by):
            self._forget_undone()
        else:
            self._undone[event.by].clear()

    def _passes(self, event: Event) -> bool:
        return self._would_pass(self.state, event)

    def _would_pass(self, state: S, event: Event) -> bool:
        refusal = self.rules.refuse(state, event)
        paper = self.gate == "paper" and not is_chance(event.by)
        return refusal is None or (paper and not refusal.unwritable)

    def _last_chance(self) -> int:
        return max((i for i, event in enumerate(self._events) if is_chance(event.by)), default=-1)

    def _latest(self, player: str) -> int | None:
        since = range(len(self._events) - 1, self._last_chance(), -1)
        return next((i for i in since if self._events[i].by == player), None)

    def _lift(self, player: str) -> Event | None:
        index = self._latest(player)
        if index is None:
            return None
        lifted = self._events.pop(index)
        del self._states[index + 1 :]
        self._rework += len(self._events) - index
        for event in self._events[index:]:
            self._states.append(self.rules.apply(self.state, event))
        self._undone[player].append(lifted)
        return lifted

    def _put_back(self, player: str) -> Event | None:
        event = self._undone[player].pop()
        rest = list(self._undone[player])
        self._append(event)
        self._undone[player] = rest
        return event

    def _lift_chance(self) -> Event | None:
        index = self._last_chance()
        if index < 0:
            return None
        lifted = self._events[index]
        del self._events[index:], self._states[index + 1 :]
        self._forget_undone()
        self.take_backs += 1
        return lifted

    def _forget_undone(self) -> None:
        for undone in self._undone.values():
            undone.clear()


def _chance_actors(rules: Rules[S], state: S, players: tuple[str, ...]) -> tuple[str, ...]:
    """The names under which a game asks chance: one for the whole table, or, as its first position shows, a cup for each
    player."""
    cups = any(is_chance(demand.by) and demand.by != CHANCE for demand in rules.demands(state))
    return tuple(map(cup_of, players)) if cups else (CHANCE,)

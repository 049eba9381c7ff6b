"""A game stroke by stroke, as it can be looked at again: positions, what each turn did, and a new game from any point.

Takes the live events of a session as they are now; what was undone is not in it. Knows no window and no file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct, structs

from rollwrite_desktop.core.i18n import integer, join_clauses, tr
from rollwrite_desktop.core.journal import Head
from rollwrite_desktop.core.rules import is_chance
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.gamekit.play.guide import State, Token
from rollwrite_desktop.play.opening.open_game import BOT_NOTE, Opened
from rollwrite_desktop.play.table.table_session import LogLine, TableSession


class Turn(Struct, frozen=True):
    """What happened from one roll, or round, to the next: how many events there were before and after it, and the roll in
    words."""

    before: int
    after: int
    sentence: str


class Replay:
    """One game to look at again. Counts are numbers of events that had happened, from 0 to `length`."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.rules = opened.session.rules
        self.players: tuple[str, ...] = opened.session.players
        self.events = opened.session.events
        self._states = [opened.session.state_after(count) for count in range(len(self.events) + 1)]
        self._side = TableSession(opened)
        self.guide = self._side.guide
        self.record: tuple[LogLine, ...] = self._side.record()
        self.turns = self._turns()
        self._starts = [turn.before for turn in self.turns]
        self.measures = opened.game.think.review.measures
        self._worth: dict[tuple[int, str, int], int] = {}

    @property
    def length(self) -> int:
        """The number of events."""
        return len(self.events)

    def state(self, count: int) -> State:
        return self._states[count]

    def name(self, player: str) -> str:
        return self.opened.name(player)

    def by(self, count: int) -> str:
        """Returns the player who did the last of the first `count` events, or "" for chance and the start."""
        by = self.events[count - 1].by if count else ""
        return by if by in self.players else ""

    def record_line(self, count: int) -> int:
        """Returns the index of the last line of the record among the first `count` events; -1 if there is none."""
        return bisect_right([line.count for line in self.record], count) - 1

    def step(self, count: int, way: int) -> int:
        """Returns the next count (`way` 1), or the one before (-1), with something new in the record: what only closes a
        turn is passed over, but for the end of the game."""
        at = {0, self.length, *(line.count for line in self.record)}
        beyond = [each for each in at if each > count] if way > 0 else [each for each in at if each < count]
        return (min if way > 0 else max)(beyond, default=count)

    # ------------------------------------------------------------------ turns

    def _turns(self) -> tuple[Turn, ...]:
        sentences = {line.count: line.sentence for line in self.record}
        round_of = self.opened.game.think.review.round_of
        if round_of is not None:
            rounds = [round_of(state) for state in self._states]
            starts = [i for i in range(self.length) if i == 0 or rounds[i] != rounds[i - 1]]
        else:
            starts = [
                i for i, event in enumerate(self.events)
                if is_chance(event.by) and (i == 0 or not is_chance(self.events[i - 1].by))
            ]
        return tuple(Turn(start, end, sentences.get(start + 1, "")) for start, end in pairwise((*starts, self.length)))

    def turn(self, count: int) -> int:
        """Returns the turn (from 0) to which the last of the first `count` events belongs; -1 before the first roll."""
        return bisect_right(self._starts, max(0, count - 1)) - 1 if count else -1

    def next_roll(self, count: int) -> int:
        """Returns the count just after the next roll; at the last turn, its end."""
        return next((turn.before + 1 for turn in self.turns if turn.before + 1 > count), self.length)

    def roll_before(self, count: int) -> int:
        """Returns the count just after the roll before; at the first turn, the start."""
        return next((turn.before + 1 for turn in reversed(self.turns) if turn.before + 1 < count), 0)

    # ------------------------------------------------------------------ what it was worth

    def worth(self, count: int, player: str, measure: int = 0) -> int:
        """How far a player's sheet had come after `count` events, by one of the game's measures."""
        key = count, player, measure
        if key not in self._worth:
            self._worth[key] = self.measures[measure].value(self.rules, self._states[count], player)
        return self._worth[key]

    def course(self, player: str, measure: int = 0) -> tuple[int, ...]:
        """Returns the same at the start and after every turn."""
        return (self.worth(0, player, measure), *(self.worth(turn.after, player, measure) for turn in self.turns))

    def tokens(self, count: int, player: str) -> tuple[Token, ...]:
        """Returns what lay on the table for a player after `count` events: dice and cards."""
        if self.rules.info.realtime:
            return ()
        state = self._states[count]
        lying = self.guide.prompt(state, player, self.guide.ui()).tokens
        return tuple(token for token in lying if token.kind in ("die", "card"))

    def did(self, number: int, measure: int = 0) -> str:
        """Returns what a turn (from 0) brought, in words: its roll, and on a second line whose sheet came how far by it."""
        turn, parts = self.turns[number], []
        for player in self.players:
            before, after = self.worth(turn.before, player, measure), self.worth(turn.after, player, measure)
            if after != before:
                change = integer(after - before, sign=True)
                parts.append(tr("{name} {change}, now {total}", name=self.name(player), change=change, total=after))
        rounds = self.opened.game.think.review.round_of is not None
        head = tr("Round {n}", n=number + 1) if rounds else tr("Turn {n}", n=number + 1)
        first = " · ".join(filter(None, (head, "" if rounds else turn.sentence)))
        return "\n".join(filter(None, (first, join_clauses(parts))))

    # ------------------------------------------------------------------ another game from here

    def branch(self, count: int, started: str, notes: Mapping[tuple[str, str], str]) -> tuple[Head, tuple[JournalLine, ...]]:
        """A new game that has come as far as this one had after `count` events: its head and lines. The dice of its code go
        on as they did here. `notes`: which of the players' notes are taken along, by player and name."""
        head = self.opened.head
        kept = structs.replace(head.notes, bots=self._side.bots, started=started, name="")
        lines = list(self.opened.session.lines_to(count))
        lines += [
            JournalLine(player, note=name, text=text) for (player, name), text in notes.items() if name != BOT_NOTE and text
        ]
        # It was replayed on this sheet by these rules.
        now = {"sheet_hash": self.opened.sheet.hash, "rules": self.opened.game.info.version}
        return structs.replace(head, notes=kept, **now), tuple(lines)


def part_rows(opened: Opened, state: Any, player: str) -> tuple[tuple[str, str, int], ...]:
    """Returns the parts of a player's score in printed order: part id, title in words, points."""
    titles = opened.game.play.part_titles
    score = opened.session.rules.scores(state)[opened.session.players.index(player)]
    return tuple((part, tr(titles.get(part, part)), points) for part, points in score.parts)

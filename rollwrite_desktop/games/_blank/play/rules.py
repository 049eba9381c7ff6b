"""Blank's rules: who may act, what is legal and why not, what a move does, what a sheet scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Outcome, Roll, read_plain
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, GameInfo, Move, Refusal, Scores, placed
from rollwrite_desktop.gamekit.play.map_rules import MapRules, read_mark, with_mark
from rollwrite_desktop.gamekit.play.table_state import MarkedPart
from rollwrite_desktop.games._blank.play.model import State, Write

INFO = GameInfo(id="_blank", title="Blank", players=(1, 8), version=1)
DIE, NUMBERS = Roll(1), tuple("123456")


class BlankRules(MapRules):
    """The rules on one sheet: write each number in an empty area; two neighbors with the same number score."""

    info = INFO

    def start(self, players: tuple[str, ...]) -> State:
        return State(players, (MarkedPart(("",) * len(self.spaces)),) * len(players))

    def demands(self, state: State) -> tuple[Demand, ...]:
        writing = tuple(Demand(player) for player in state.players if state.waits_for(player))
        return writing or ((Demand(CHANCE, DIE),) if len(state.rolls) < len(self.spaces) else ())

    def moves(self, state: State, player: str, at: int = 0) -> Iterator[Move]:  # noqa: ARG002
        if state.waits_for(player):
            held = zip(self.spaces, state.part(player).marks, strict=True)
            yield from (Write(space, state.rolls[-1]) for space, mark in held if not mark)

    def refuse(self, state: State, event: Event) -> Refusal | None:
        if event.by == CHANCE:
            fine = isinstance(event.move, Outcome) and DIE.admits(event.move)
            return None if fine and self.demands(state) == (Demand(CHANCE, DIE),) else Refusal("BL-1", unwritable=True)
        if not isinstance(event.move, Write) or not state.waits_for(event.by):
            return Refusal("BL-2", unwritable=True)
        space, mark = event.move.space, state.part(event.by).marks[self.index[event.move.space]]
        if mark:
            return Refusal("BL-3", {"space": self.name(space), "mark": mark}, (space,), unwritable=True)
        return None if event.move.number == state.rolls[-1] else Refusal("BL-4", {"number": state.rolls[-1]}, (space,))

    def apply(self, state: State, event: Event) -> State:
        if event.by == CHANCE:
            return replace(state, rolls=(*state.rolls, str(event.move)))
        if not isinstance(event.move, Write):
            return state
        marks = with_mark(state.part(event.by).marks, self.index[event.move.space], event.move.number)
        return state.with_part(event.by, MarkedPart(marks))

    def pairs(self, held: Mapping[str, str]) -> int:
        """How many pairs of neighbors hold the same number."""
        return sum(bool(held.get(a)) and held.get(a) == held.get(b) for a, b in self.sheet.links)

    def scores(self, state: State) -> Scores:
        papers = (dict(zip(self.spaces, part.marks, strict=True)) for part in state.parts)
        points = zip(state.players, map(self.pairs, papers), strict=True)
        return placed(((player, n, (("pairs", n),), 0) for player, n in points), lowest_wins=False)

    def write(self, move: Move | Outcome) -> str:
        return f"{move.space}={move.number}" if isinstance(move, Write) else str(move)

    def read(self, text: str) -> Move | Outcome:
        return read_plain(text) or Write(*read_mark(text, self.index, NUMBERS, INFO.title))

"""The rules of Two Dice: who may act, what is legal and why not, what a move does, what a sheet scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Outcome, Roll, read_plain
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, GameInfo, Move, Refusal, Scores, placed
from rollwrite_desktop.gamekit.play.map_rules import MapRules, read_mark, with_mark
from rollwrite_desktop.gamekit.play.table_state import MarkedPart
from rollwrite_desktop.games._dice.play.model import State, Write, X

INFO = GameInfo(id="_dice", title="Two Dice", players=(1, 8), version=1)
DICE, NUMBERS = Roll(2), tuple("123456")


class TwoDiceRules(MapRules):
    """The rules on one sheet: of each roll write one number, not beside the same one; where none fits, an X."""

    info = INFO

    def start(self, players: tuple[str, ...]) -> State:
        return State(players, (MarkedPart(("",) * len(self.spaces)),) * len(players))

    def demands(self, state: State) -> tuple[Demand, ...]:
        writing = tuple(Demand(player) for player in state.players if state.waits_for(player))
        return writing or ((Demand(CHANCE, DICE),) if len(state.rolls) < len(self.spaces) else ())

    def moves(self, state: State, player: str, at: int = 0) -> Iterator[Move]:  # noqa: ARG002
        if state.waits_for(player):
            marks = state.part(player).marks
            blank = [space for space, mark in zip(self.spaces, marks, strict=True) if not mark]
            fitting = [(space, n) for n in state.numbers for space in blank if self.rival(marks, space, n) is None]
            yield from (Write(space, mark) for space, mark in fitting or [(space, X) for space in blank])

    def refuse(self, state: State, event: Event) -> Refusal | None:
        if event.by == CHANCE:
            fine = isinstance(event.move, Outcome) and DICE.admits(event.move)
            return None if fine and self.demands(state) == (Demand(CHANCE, DICE),) else Refusal("TD-1", unwritable=True)
        if not isinstance(event.move, Write) or not state.waits_for(event.by):
            return Refusal("TD-2", unwritable=True)
        space, number, marks = event.move.space, event.move.mark, state.part(event.by).marks
        if held := marks[self.index[space]]:
            return Refusal("TD-3", {"space": self.name(space), "mark": held}, (space,), unwritable=True)
        if number == X:
            fitting = {move.mark for move in self.moves(state, event.by) if isinstance(move, Write)} - {X}
            return Refusal("TD-6", {"numbers": tuple(sorted(fitting))}, (space,)) if fitting else None
        if number not in state.numbers:
            return Refusal("TD-4", {"numbers": state.numbers}, (space,))
        other = self.rival(marks, space, number)
        if other is None:
            return None
        about = {"space": self.name(space), "other": self.name(other), "number": number}
        return Refusal("TD-5", about, (space, other))

    def rival(self, marks: Sequence[str], space: str, number: str) -> str | None:
        """Returns the first neighbor of a space that holds this number."""
        return next((other for other in self.sheet.neighbors[space] if marks[self.index[other]] == number), None)

    def apply(self, state: State, event: Event) -> State:
        if isinstance(event.move, Outcome):
            return replace(state, rolls=(*state.rolls, event.move)) if event.by == CHANCE else state
        if event.by == CHANCE or not isinstance(event.move, Write):
            return state
        marks = with_mark(state.part(event.by).marks, self.index[event.move.space], event.move.mark)
        return state.with_part(event.by, MarkedPart(marks))

    @staticmethod
    def points(marks: Iterable[str]) -> int:
        """Returns what the numbers on a sheet add up to."""
        return sum(int(mark) for mark in marks if mark in NUMBERS)

    def scores(self, state: State) -> Scores:
        points = [(player, self.points(state.part(player).marks)) for player in state.players]
        return placed(((player, n, (("numbers", n),), 0) for player, n in points), lowest_wins=False)

    def write(self, move: Move | Outcome) -> str:
        return f"{move.space}={move.mark}" if isinstance(move, Write) else str(move)

    def read(self, text: str) -> Move | Outcome:
        return read_plain(text) or Write(*read_mark(text, self.index, (*NUMBERS, X), INFO.title))

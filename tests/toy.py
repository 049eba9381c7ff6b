"""A game of a dozen lines for the tests of core: a die is rolled, every player writes its number in an own empty cell.

Rounds: `ROUNDS`; cells `a` to `d`. A wrong number is a mistake that paper takes; a full cell is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Draw, Outcome, read_dice
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, GameInfo, Move, NotAMove, Refusal, Scores, placed

ROUNDS = 3
CELLS = "abcd"
HELD = -1
ASK = Draw(("white",), 1)


class Put(Struct, frozen=True):
    cell: str
    number: int


class Done(Struct, frozen=True):
    pass


class Part(Struct, frozen=True):
    cells: tuple[int, ...] = (0, 0, 0, 0)
    written: bool = False
    done: bool = True


class State(Struct, frozen=True):
    players: tuple[str, ...]
    parts: tuple[Part, ...]
    rolls: tuple[int, ...] = ()

    def part(self, player: str) -> Part:
        return self.parts[self.players.index(player)]


class Toy:
    def __init__(self, realtime: bool = False) -> None:
        self.info = GameInfo("toy", "Toy", (1, 4), 1, (), realtime)

    def start(self, players: tuple[str, ...]) -> State:
        return State(players, tuple(Part() for _ in players))

    def demands(self, state: State) -> tuple[Demand, ...]:
        waiting = tuple(
            Demand(player) for player, part in zip(state.players, state.parts, strict=True) if not part.done
        )
        if waiting or len(state.rolls) >= ROUNDS:
            return waiting
        return (Demand(CHANCE, ASK),)

    def moves(self, state: State, player: str, at: int = 0) -> Iterator[Move]:
        part = state.part(player)
        if part.done:
            return
        if part.written:
            yield Done()
        else:
            for cell, held in zip(CELLS, part.cells, strict=True):
                if not held:
                    yield Put(cell, state.rolls[-1])

    def refuse(self, state: State, event: Event) -> Refusal | None:
        if event.by == CHANCE:
            waiting = any(not part.done for part in state.parts) or len(state.rolls) >= ROUNDS
            fine = isinstance(event.move, Outcome) and ASK.admits(event.move) and not waiting
            return None if fine else Refusal("T-roll", unwritable=True)
        part = state.part(event.by)
        match event.move:
            case Put(cell, number):
                if part.done or part.written:
                    return Refusal("T-turn", unwritable=True)
                if part.cells[CELLS.index(cell)]:
                    return Refusal("T-full", {"cell": cell}, (cell,), unwritable=True)
                if number != state.rolls[-1]:
                    return Refusal("T-number", {"number": number}, (cell,))
                return None
            case Done():
                return None if part.written and not part.done else Refusal("T-done", unwritable=True)
            case _:
                return Refusal("T-turn", unwritable=True)

    def apply(self, state: State, event: Event) -> State:
        if event.by == CHANCE:
            face = event.move.dice[0].face if isinstance(event.move, Outcome) else 0
            parts = tuple(replace(part, written=False, done=False) for part in state.parts)
            return replace(state, rolls=(*state.rolls, face), parts=parts)
        at = state.players.index(event.by)
        part = state.parts[at]
        if isinstance(event.move, Put):
            i = CELLS.index(event.move.cell)
            part = replace(part, cells=(*part.cells[:i], event.move.number, *part.cells[i + 1 :]), written=True)
        else:
            part = replace(part, done=True)
        return replace(state, parts=(*state.parts[:at], part, *state.parts[at + 1 :]))

    def hold(self, state: State, player: str, moves: Iterable[Move | Outcome]) -> State:
        part = state.part(player)
        held = {move.cell for move in moves if isinstance(move, Put)}
        cells = tuple(
            HELD if cell in held and number in (0, HELD) else 0 if number == HELD else number
            for cell, number in zip(CELLS, part.cells, strict=True)
        )
        return self._with(state, player, replace(part, cells=cells))

    def skip(self, state: State, player: str) -> State:
        part = state.part(player)
        return state if part.done else self._with(state, player, replace(part, done=True))

    def resume(self, state: State, turn: State, player: str) -> State:
        part = replace(turn.part(player), cells=state.part(player).cells)
        return self._with(replace(turn, parts=state.parts), player, part)

    @staticmethod
    def _with(state: State, player: str, part: Part) -> State:
        at = state.players.index(player)
        return replace(state, parts=(*state.parts[:at], part, *state.parts[at + 1 :]))

    def scores(self, state: State) -> Scores:
        return placed(
            ((player, sum(part.cells), (("sum", sum(part.cells)),), 0)
             for player, part in zip(state.players, state.parts, strict=True)),
            lowest_wins=False,
        )

    def write(self, move: Move | Outcome) -> str:
        match move:
            case Put(cell, number):
                return f"{cell}={number}"
            case Done():
                return "done"
            case _:
                return str(move)

    def read(self, text: str) -> Move | Outcome:
        if text == "done":
            return Done()
        dice = read_dice(text)
        if dice is not None:
            return dice
        match = re.fullmatch(r"([a-d])=([1-6])", text)
        if match is None:
            raise NotAMove(f"'{text[:60]}' is no move of Toy; expected one such as 'a=4'")
        return Put(match[1], int(match[2]))

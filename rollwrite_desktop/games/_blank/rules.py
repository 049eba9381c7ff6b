"""The blank game's rules: nobody may ever act, so the game is over before it begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.rules import Demand, Event, GameInfo, Move, NotAMove, Refusal, Scores, placed
from rollwrite_desktop.games._blank.model import Part, State
from rollwrite_desktop.sheet.sheet import Sheet

INFO = GameInfo(id="_blank", title="Blank", players=(1, 8), version=1)


class Blank:
    """The rules on one sheet."""

    info = INFO

    def __init__(self, sheet: Sheet, options: Mapping[str, str] | None = None) -> None:
        self.sheet = sheet
        self.options = dict(options or {})
        self.spaces = tuple(space.id for space in sheet.spaces)

    def start(self, players: tuple[str, ...]) -> State:
        return State(players, tuple(Part(("",) * len(self.spaces)) for _ in players))

    def demands(self, state: State) -> tuple[Demand, ...]:  # noqa: ARG002 (nobody may ever act)
        return ()

    def moves(self, state: State, player: str, at: int = 0) -> Iterator[Move]:  # noqa: ARG002
        return iter(())

    def refuse(self, state: State, event: Event) -> Refusal | None:  # noqa: ARG002
        return Refusal("BL-1", unwritable=True)

    def apply(self, state: State, event: Event) -> State:  # noqa: ARG002
        return state

    def scores(self, state: State) -> Scores:
        return placed(((player, 0, (("spaces", 0),), 0) for player in state.players), lowest_wins=False)

    def write(self, move: Move | Outcome) -> str:
        return str(move)

    def read(self, text: str) -> Move | Outcome:
        raise NotAMove(f"'{text[:60]}' is no move of Blank; it has none")

"""The guide of games in which a tap on a space writes something there, as far as it is the same in all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Event, Move, Score
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.auditing import SheetRules
from rollwrite_desktop.gamekit.guide import NO_NOTES, Ignored, Proposed, State, Tap, Ui
from rollwrite_desktop.gamekit.map_drawing import MapStyle, player_name

R = TypeVar("R", bound=SheetRules)


@dataclass(frozen=True, slots=True)
class NoSelection:
    """The selection of a game in which nothing is selected."""


class MapGuide(Generic[R]):
    """Defaults of a guide. A game adds `move_at` and `prompt`, and replaces what it does otherwise.

    It expects of each player's part of the state `marks`: what stands in each space, in the sheet's order, falsy where
    nothing does.
    """

    style: ClassVar[MapStyle] = MapStyle()

    def __init__(self, rules: R) -> None:
        self.rules = rules
        self.sheet = rules.sheet

    def ui(self, notes: Mapping[str, str] = NO_NOTES) -> Ui:  # noqa: ARG002
        return NoSelection()

    def move_at(self, state: State, player: str, ui: Ui, space: str) -> Move | None:
        """The move that a tap on a space would make now, legal or not; None while nothing is chosen to be written."""
        raise NotImplementedError

    def takes(self, state: State, event: Event) -> bool:
        """Whether the table takes a move: the rules do."""
        return self.rules.refuse(state, event) is None

    def takers(self, state: State, player: str, ui: Ui) -> Iterator[str]:
        """The blank spaces where the table takes `move_at`."""
        for space, held in zip(self.sheet.space, state.part(player).marks, strict=True):
            if held:
                continue
            move = self.move_at(state, player, ui, space)
            if move is None:
                return
            if self.takes(state, Event(player, move)):
                yield space

    def open(self, state: State, player: str, ui: Ui) -> frozenset[str]:
        return frozenset(self.takers(state, player, ui))

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap:
        move = self.move_at(state, player, ui, spot) if spot in self.sheet.space else None
        return Ignored() if move is None else Proposed(move, self.ui())

    def closing(self, state: State, player: str) -> Move | None:  # noqa: ARG002
        return None

    def draw(
        self, state: State, player: str, ui: Ui | None, name: str = "", trouble: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        marks = (*self.style.pencil(self.sheet, self.held(state, player)), *player_name(self.sheet, name))
        lit = self.open(state, player, ui) if ui is not None else ()
        return self.style.played(self.sheet, marks, {f"space/{space}/square": 1.6 for space in lit}, trouble, focus)

    def blank(self) -> Display:
        return self.style.blank(self.sheet)

    def describe(self, state: State, player: str, spot: str) -> str:
        held = self.held(state, player)[spot]
        return tr("{space}: {mark}", space=self.sheet.space[spot].name, mark=held or tr("blank"))

    def may(self, move: Move, spot: str) -> str:  # noqa: ARG002
        mark = self.rules.write(move).partition("=")[2]
        return tr("may take {mark}", mark=mark) if mark else ""

    def progress(self, state: State, player: str) -> str:
        held = self.held(state, player).values()
        return tr("{n} of {spaces} filled", n=sum(map(bool, held)), spaces=len(held))

    def held(self, state: State, player: str) -> dict[str, Any]:
        """What stands on a player's sheet, by space."""
        return dict(zip(self.sheet.space, state.part(player).marks, strict=True))

    def score(self, state: State, player: str) -> Score:
        """A player's score as it stands now."""
        score: Score = self.rules.scores(state)[state.players.index(player)]
        return score


def describe_dice(outcome: Outcome) -> str:
    """A roll of plain dice in words, for the record of the game."""
    return tr("Rolled: {dice}", dice=" ".join(str(die.face) for die in outcome.dice))

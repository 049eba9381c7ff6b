"""The guide of games in which a tap on a space writes something there, as far as it is the same in all of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Event, Move, Score
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.play.guide import NO_NOTES, ROLLS, Guide, Ignored, Onward, Prompt, Proposed, State, Tap, Ui
from rollwrite_desktop.gamekit.play.map_drawing import MapStyle, number_in_box, player_name
from rollwrite_desktop.gamekit.play.map_rules import SheetRules

R = TypeVar("R", bound=SheetRules)


class NoSelection(Struct, frozen=True):
    """The selection of a game in which nothing is selected."""


class MapGuide(Guide, Generic[R]):
    """Defaults of a guide, whole for a game in which each roll brings one number to be written as `A=4`. A game replaces
    what it does otherwise. Each player's part of the state must have `marks`, as `MarkedPart` has. selection: what is
    selected, a struct with a default for each field.
    """

    style: ClassVar[MapStyle] = MapStyle()
    selection: ClassVar[type[Struct]] = NoSelection

    def __init__(self, rules: R) -> None:
        self.rules = rules
        self.sheet = rules.sheet
        self._seen: tuple[State | None, str, tuple[Move, ...]] = (None, "", ())
        self._known: dict[Hashable, Any] = {}
        """What the guide has worked out for the position asked about last."""

    def ui(self, notes: Mapping[str, str] = NO_NOTES) -> Ui:  # noqa: ARG002
        return self.selection()

    def look(self, state: State, player: str) -> tuple[Move, ...]:
        """Returns the legal moves, worked out once for the position asked about last: what is said, what is ready beside the
        sheet and what is highlighted all come from them."""
        seen, by, moves = self._seen
        if seen is not state or by != player:
            moves = tuple(self.rules.moves(state, player))
            self._seen, self._known = (state, player, moves), {}
        return moves

    def move_at(self, state: State, player: str, ui: Ui, space: str) -> Move | None:  # noqa: ARG002
        """Returns the move that a tap on a space would make now, legal or not; None while nothing is chosen to be written.
        By default the mark that the first legal move writes somewhere."""
        mark = self._mark(state, player)
        return self.rules.read(f"{space}={mark}") if mark else None

    def _mark(self, state: State, player: str) -> str:
        legal = next(iter(self.rules.moves(state, player)), None)
        return "" if legal is None else self.rules.write(legal).partition("=")[2]

    def prompt(self, state: State, player: str, ui: Ui, onward: Onward = ROLLS) -> Prompt:  # noqa: ARG002
        demands = self.rules.demands(state)
        if not demands:
            return Prompt(tr("Final score: {n}", n=self.score(state, player).total))
        mark = self._mark(state, player)
        if mark:
            return Prompt(tr("Write {mark} where it fits.", mark=mark))
        return Prompt(tr("Roll the dice.") if demands[0].ask else tr("Waiting for another player."))

    def takes(self, state: State, event: Event) -> bool:
        """Returns whether the table takes a move: the rules do."""
        return self.rules.refuse(state, event) is None

    def takers(self, state: State, player: str, ui: Ui) -> Iterator[str]:
        """Yields the blank spaces where the table takes `move_at`."""
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

    def prepared(self, state: State, player: str, ui: Ui, move: Move) -> tuple[Ui, str]:  # noqa: ARG002
        return ui, self.rules.write(move).partition("=")[0]

    def draw(
        self, state: State, player: str, ui: Ui | None, name: str = "", conflicts: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        marks = [*self.style.pencil(self.sheet, self.held(state, player)), *player_name(self.sheet, name)]
        if not self.rules.demands(state):
            marks.extend(number_in_box(self.sheet, self.style.claim, self.score(state, player).total))
        lit = self.open(state, player, ui) if ui is not None else ()
        return self.style.played(self.sheet, marks, {f"space/{space}/square": 1.6 for space in lit}, conflicts, focus)

    def blank(self) -> Display:
        return self.style.blank(self.sheet)

    def describe(self, state: State, player: str, spot: str) -> str:
        if spot in self.sheet.space:
            held = self.held(state, player)[spot]
            return tr("{space}: {mark}", space=self.sheet.space[spot].name, mark=held or tr("blank"))
        if spot == self.style.claim:
            return tr("Total: {points}", points=self.score(state, player).total)
        return tr("Player") if spot == "player" else spot

    def may(self, move: Move, spot: str) -> str:  # noqa: ARG002
        mark = self.rules.write(move).partition("=")[2]
        return tr("may take {mark}", mark=mark) if mark else ""

    def describe_event(self, event: Event, name: str) -> str:
        if isinstance(event.move, Outcome):
            return tr("Rolled: {dice}", dice=str(event.move))
        space, _, mark = self.rules.write(event.move).partition("=")
        if space not in self.sheet.space:
            return tr("{name}: {move}", name=name, move=space)
        return tr("{name}: {mark} in {space}", name=name, mark=mark, space=self.sheet.space[space].name)

    def progress(self, state: State, player: str) -> str:
        held = self.held(state, player).values()
        return tr("{n} of {spaces} filled", n=sum(map(bool, held)), spaces=len(held))

    def rating(self, state: State, player: str) -> str:
        return self._rating(state, player) if len(state.players) == 1 and self.usual else ""

    def _rating(self, state: State, player: str) -> str:  # noqa: ARG002
        return ""

    @property
    def usual(self) -> bool:
        """Whether the table plays without house rules of its own."""
        return self.rules.options == self.rules.info.with_defaults({})

    def held(self, state: State, player: str) -> dict[str, Any]:
        """Returns what stands on a player's sheet, by space."""
        return dict(zip(self.sheet.space, state.part(player).marks, strict=True))

    def score(self, state: State, player: str) -> Score:
        """A player's score as it stands now."""
        score: Score = self.rules.scores(state)[state.players.index(player)]
        return score

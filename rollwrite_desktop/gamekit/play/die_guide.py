"""The guide of games in which players choose one of the dice rolled and write its number in a space: die, then space, or
space, then die. Everything is found from the rules: what they list is offered, and why they refuse is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Event, Move, Refusal
from rollwrite_desktop.gamekit.play.guide import ROLLS, Changed, Ignored, Onward, Prompt, Proposed, State, Tap, Token, Ui
from rollwrite_desktop.gamekit.play.map_guide import MapGuide
from rollwrite_desktop.gamekit.play.map_rules import SheetRules

R = TypeVar("R", bound=SheetRules)


class DieChoice(Struct, frozen=True):
    """What is selected: a die by its place, from 1, and the space that was tapped while several dice could go there."""

    die: int = 0
    place: str = ""


class DieGuide(MapGuide[R]):
    """Defaults of a guide, whole for a game whose moves are written `A=4`: the number of a die that was rolled, in a space;
    or `A=X`, another mark, only where no die can be written. The state has `rolls`, outcomes of chance, and its parts have
    `marks`. A game says how many `dice` there are, and where each writes several of them, which are left: `hand`.
    """

    dice: ClassVar[int] = 2
    selection = DieChoice
    _worked_out: tuple[State | None, str, dict[str, list[str]]] = (None, "", {})
    """The position and the player whose marks were worked out last, and these."""

    def hand(self, state: State, player: str) -> tuple[int, ...]:  # noqa: ARG002
        """Returns the dice of the latest roll that a player who is asked can choose among, by their places, from 1."""
        return tuple(range(1, len(self._rolled(state)) + 1))

    @staticmethod
    def _rolled(state: State) -> tuple[str, ...]:
        """Returns the number on each die of the latest roll."""
        return tuple([str(die.face) for die in state.rolls[-1].dice]) if state.rolls else ()

    def _fits(self, state: State, player: str) -> dict[str, list[str]]:
        """Returns the marks that a player may write now, each with the spaces where: of one position worked out once."""
        if self._worked_out[0] is state and self._worked_out[1] == player:
            return self._worked_out[2]
        found: dict[str, list[str]] = {}
        for move in self.rules.moves(state, player):
            space, _, mark = self.rules.write(move).partition("=")
            if mark:
                found.setdefault(mark, []).append(space)
        self._worked_out = state, player, found
        return found

    def _choices(self, state: State, player: str) -> dict[int, list[str]]:
        """Returns the dice that a player can write now, each with the spaces where."""
        fits, rolled = self._fits(state, player), self._rolled(state)
        return {n: fits[rolled[n - 1]] for n in (self.hand(state, player) if fits else ()) if rolled[n - 1] in fits}

    # ------------------------------------------------------------------ what is selected

    def move_at(self, state: State, player: str, ui: Ui, space: str) -> Move | None:
        mark = self._mark_in_hand(state, player, ui)
        return self.rules.read(f"{space}={mark}") if mark else None

    def _mark_in_hand(self, state: State, player: str, ui: DieChoice) -> str:
        """Returns what the next tap on a space writes: the number of the chosen die, or the only mark that there is; or
        ""."""
        if ui.die in self._choices(state, player):
            return self._rolled(state)[ui.die - 1]
        fits = self._fits(state, player)
        return next(iter(fits)) if len(fits) == 1 else ""

    def takers(self, state: State, player: str, ui: Ui) -> Iterator[str]:
        """Yields the spaces where what is in hand may be written; with nothing in hand, any of the dice."""
        mark, fits = self._mark_in_hand(state, player, ui), self._fits(state, player)
        yield from dict.fromkeys(fits[mark] if mark else (space for spaces in fits.values() for space in spaces))

    def prepared(self, state: State, player: str, ui: Ui, move: Move) -> tuple[Ui, str]:  # noqa: ARG002
        space, _, mark = self.rules.write(move).partition("=")
        rolled = self._rolled(state)
        return DieChoice(next((n for n in self._choices(state, player) if rolled[n - 1] == mark), 0)), space

    # ------------------------------------------------------------------ taps

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap:
        kind, _, name = spot.partition("/")
        if kind == "die":
            places = {str(n): n for n in range(1, len(self._rolled(state)) + 1)}
            return self._tap_die(state, player, ui, places[name]) if name in places else Ignored()
        return self._tap_space(state, player, ui, spot) if spot in self.sheet.space else Ignored()

    def _tap_die(self, state: State, player: str, ui: Ui, die: int) -> Tap:
        choices = self._choices(state, player)
        if die not in choices:
            held = self.held(state, player)
            return Changed(ui, self._why(state, player, die, min(held, key=lambda space: bool(held[space]))))
        if ui.place in choices[die]:
            return self._tap_space(state, player, DieChoice(die), ui.place)
        return Changed(DieChoice(0 if die == ui.die else die))

    def _tap_space(self, state: State, player: str, ui: Ui, space: str) -> Tap:
        move = self.move_at(state, player, ui, space)
        if move is None and self._rolled(state):
            dice = [n for n, spaces in self._choices(state, player).items() if space in spaces]
            if not dice:
                return Changed(ui, self._why(state, player, next(iter(self._choices(state, player)), 1), space))
            if len({self._rolled(state)[n - 1] for n in dice}) > 1:
                return Changed(replace(ui, place=space))
            move = self.move_at(state, player, DieChoice(dice[0]), space)
        return Ignored() if move is None else Proposed(move, self.ui())

    def _why(self, state: State, player: str, die: int, space: str) -> Refusal | None:
        """Why the number of a die cannot be written in a space."""
        return self.rules.refuse(state, Event(player, self.rules.read(f"{space}={self._rolled(state)[die - 1]}")))

    # ------------------------------------------------------------------ the prompt

    def prompt(self, state: State, player: str, ui: Ui, onward: Onward = ROLLS) -> Prompt:
        choices = self._choices(state, player)
        asked = tuple([f"die/{n}" for n, spaces in choices.items() if ui.place in spaces])
        words = self._sentence(state, player, ui) or super().prompt(state, player, ui, onward).sentence
        return Prompt(words, tuple(self._tokens(state, player, ui)), place=ui.place if asked else "", asked=asked)

    def _sentence(self, state: State, player: str, ui: Ui) -> str:
        """Returns what a player who is asked is to do; "" for all others."""
        choices = self._choices(state, player)
        if not self._fits(state, player):
            return ""
        if any(ui.place in spaces for spaces in choices.values()):
            return tr("Which number goes in {area}?", area=self.sheet.space[ui.place].name)
        mark = self._mark_in_hand(state, player, ui)
        if mark and not choices:
            return tr("No number fits: write {mark} in a blank space.", mark=mark)
        if mark:
            return tr("Write {mark} where it fits.", mark=mark)
        numbers = tuple(dict.fromkeys(self._rolled(state)[n - 1] for n in choices))
        return tr("Choose a die and a space for it: {numbers}.", numbers=numbers)

    def _tokens(self, state: State, player: str, ui: Ui) -> Iterator[Token]:
        rolled, choices = self._rolled(state), self._choices(state, player)
        for n in range(1, self.dice + 1):
            if n > len(rolled):
                yield Token(f"die/{n}", "die", "", tr("Die {n}: not rolled", n=n), "empty")
                continue
            asked = bool(self._fits(state, player)) and n in self.hand(state, player)
            look = "chosen" if n == ui.die else "ready"
            yield Token(
                f"die/{n}", "die", rolled[n - 1], tr("Die {n}: {face}", n=n, face=rolled[n - 1]),
                look if n in choices else "off" if asked else "used",  # type: ignore[arg-type]  # one of the literals
                key=str(n),
            )

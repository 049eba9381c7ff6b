"""What Ligretto Dice says to somebody who plays it for the first time: one short sentence at a time, and what to do next."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.coach import Lesson
from rollwrite_desktop.games.ligretto_dice.bots import waiting_pays
from rollwrite_desktop.games.ligretto_dice.guide import Ui
from rollwrite_desktop.games.ligretto_dice.model import Pass, Place, Roll, State, place_of
from rollwrite_desktop.games.ligretto_dice.rules import LigrettoDice

PATIENCE = 4


class LigrettoDiceCoach:
    """The coach at one board."""

    def __init__(self, rules: LigrettoDice) -> None:
        self.rules = rules

    def lesson(self, state: State, player: str, ui: Ui) -> Lesson:  # noqa: ARG002
        if state.stage == "over":
            return Lesson(tr(
                "Who finished gained what the others had left, in all; they lost one for each die of their own."
            ), "LD-9")
        if state.stage == "deal":
            return Lesson(tr(
                "Everyone plays at once: build each color up from 1, roll again what doesn’t fit, and be the first to run "
                "out of dice."
            ), "LD-3")
        if player not in state.racers:
            return Lesson(tr("Only tied players play this round."), "LD-11")
        if state.part(player).cup:
            return Lesson(tr("Your dice are rolling."), "LD-5")
        if any(die.face == state.height(die.name) + 1 for die in state.part(player).dice):
            return Lesson(tr("A die of yours fits: find the color that waits for its value."), "LD-4")
        if waiting_pays(state, player, PATIENCE):
            return Lesson(tr("Nothing fits yet, but somebody is about to open a place for you: wait a moment."), "LD-R1")
        if self.rules.turns:
            return Lesson(tr("Nothing of yours fits: pass. When all have passed, all roll again."), "LD-R11")
        return Lesson(tr("Nothing of yours fits: roll all your dice again."), "LD-5")

    # ------------------------------------------------------------------ one good stroke

    def advice(self, move: Move) -> str:
        match move:
            case Place(color, value):
                return tr("Place {color} {value}", color=color, value=value)
            case Roll():
                return tr("Roll all your dice")
            case Pass():
                return tr("Pass this time")
        raise TypeError(f"{move!r} is no move that the coach suggests")

    def reason(self, state: State, player: str, move: Move) -> str:
        match move:
            case Place(color, value):
                wanted, further = Die(color, value), Die(color, value + 1)
                if any(wanted in state.part(racer).dice for racer in state.racers if racer != player):
                    return tr("Others have one too: be quick.")
                if further in state.part(player).dice:
                    return tr("It opens the place for another die of yours.")
                return tr("One die fewer.")
            case Roll():
                return tr("Nothing of yours fits, and nobody is about to open a place for you.")
            case Pass():
                return tr("Nothing of yours fits.")
        return ""

    def spots(self, move: Move) -> tuple[str, ...]:
        return (place_of(move.color, move.value),) if isinstance(move, Place) else ()

"""What Ligretto Dice says to somebody who plays it for the first time: one short sentence at a time, and what to do next."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.i18n import Arg, mark, tr, tr_n
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.words.coach import Coach, Lesson
from rollwrite_desktop.games.ligretto_dice.play.guide import Ui
from rollwrite_desktop.games.ligretto_dice.play.model import Pass, Place, Roll, State, place_of, waiting_pays
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice

PATIENCE = 4
_FEW = 2
"""With so few dice left somebody is about to finish."""


class LigrettoDiceCoach(Coach[LigrettoDice]):
    """The coach at one board."""

    taught = ("aim", "cup", "fit", "contested", "pair", "few", "roll", "wait", "late", "pass")

    def find_lesson(self, state: State, player: str, ui: Ui) -> Lesson | None:  # noqa: ARG002
        if state.stage == "over":
            return Lesson("score", tr("The score"), tr("The most points win."), "LD-10")
        if state.stage == "deal":
            text = tr("Build each color up from 1, roll again what doesn’t fit, and get rid of your dice first.")
            if len(state.players) == 1:
                text = tr("Build each color up from 1, roll again what doesn’t fit, and get rid of all your dice.")
            return Lesson("aim", tr("How to win"), text, "LD-1")
        if player not in state.racers:
            return Lesson("out", tr("A tie"), tr("Only players who are tied play this round."), "LD-11")
        part = state.part(player)
        if part.cup and self.rules.turns:
            return Lesson("cup", tr("All roll again"), tr(
                "Everyone has passed. Before you place a die, look at what the others have."), "LD-R11")
        if part.cup:
            return Lesson("cup", tr("While you roll"), tr("Your dice are rolling: see what the board needs next."), "LD-5")
        fitting = state.fitting(player)
        return self._fitting(state, player, fitting) if fitting else self._stuck(state, player)

    def _fitting(self, state: State, player: str, fitting: tuple[Die, ...]) -> Lesson:
        """Of dice that can be placed: which first."""
        part = state.part(player)
        others = [state.part(racer) for racer in state.racers if racer != player]
        contested = next((die for die in fitting if any(die in other.dice for other in others)), None)
        if contested is not None:
            about: dict[str, Arg] = {"color": mark(contested.name, "die"), "n": contested.face}
            return Lesson("contested", tr("First come"), tr(
                "Place {color} {n} now: another player has one too.", **about), "LD-6")
        pair = next((die for die in fitting if Die(die.name, die.face + 1) in part.dice), None)
        if pair is not None:
            about = {"color": mark(pair.name, "die"), "n": pair.face, "next": pair.face + 1}
            return Lesson("pair", tr("One opens the next"), tr(
                "Place {color} {n}, and your {color} {next} fits too.", **about), "LD-4")
        if others and (least := min(other.left for other in others)) <= _FEW:
            return Lesson("few", tr("The end is near"), tr_n(
                "Another player has one die left; you have {own}. Place what fits at once.",
                "Another player has {n} dice left; you have {own}. Place what fits at once.", least, own=part.left), "LD-9")
        about = {"color": mark(fitting[0].name, "die"), "n": fitting[0].face}
        if self.rules.turns and others:
            alone = tr("Your {color} {n} fits now, and nobody else has one.", **about)
            return Lesson("fit", tr("What fits"), alone, "LD-4")
        return Lesson("fit", tr("What fits"), tr("Your {color} {n} fits now.", **about), "LD-4", seen=True)

    def _stuck(self, state: State, player: str) -> Lesson | None:
        """Of dice of which none fits."""
        if self.rules.turns and not any(demand.by == player for demand in self.rules.demands(state)):
            return None  # others choose, and there is nothing to pass
        if self.rules.turns:
            return Lesson("pass", tr("Pass"), tr("Nothing fits: pass. When all have passed, all roll again."), "LD-R11")
        if waiting_pays(state, player, PATIENCE):
            return Lesson("wait", tr("Worth the wait"), tr(
                "Nothing fits yet, but a die of another player would open a space for yours: wait a moment."), "LD-R1")
        late = next((die for die in state.part(player).dice if die.face <= state.height(die.name)), None)
        if late is not None:
            return Lesson("late", tr("Too late"), tr(
                "Roll again: nothing fits, and the space for your {color} {n} is taken.",
                color=mark(late.name, "die"), n=late.face), "LD-6")
        return Lesson("roll", tr("Roll again"), tr("Nothing fits: roll all your dice again."), "LD-5")

    # ------------------------------------------------------------------ one good stroke

    def advice(self, move: Move) -> str:
        match move:
            case Place(color, value):
                return tr("Place {color} {value}", color=mark(color, "die"), value=value)
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
                    turns = self.rules.turns
                    return tr("Another player has one too.") if turns else tr("Another player has one too: be quick.")
                if further in state.part(player).dice:
                    return tr("It opens a space for another of your dice.")
                return tr("It leaves you with one die fewer.")
            case Roll():
                return tr("Nothing fits now.")
            case Pass():
                return tr("Nothing fits now.")
        return ""

    def elsewhere(self, state: State, player: str, move: Move) -> str:
        if not isinstance(move, Place):
            return ""
        theirs = {die for racer in state.racers if racer != player for die in state.part(racer).dice}
        waits = next((die for die in state.fitting(player) if die not in theirs), None)
        if waits is None or Die(move.color, move.value) not in theirs:
            return ""
        return tr("Nobody else has a {color} {n}, so that one can wait.", color=mark(waits.name, "die"), n=waits.face)

    def spots(self, move: Move) -> tuple[str, ...]:
        return (place_of(move.color, move.value),) if isinstance(move, Place) else ()

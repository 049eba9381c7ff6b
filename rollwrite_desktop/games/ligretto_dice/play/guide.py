"""How a person meets Ligretto Dice: the dice in hand as tokens, a tap on one places it, one button rolls or passes.

The race has a room of its own in the windows; this is what it asks, and all there is where nobody hurries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.i18n import integer, join_names, tr, tr_n
from rollwrite_desktop.core.rules import Event, Move, Refusal
from rollwrite_desktop.draw.display import Display, Drawing
from rollwrite_desktop.gamekit.play.guide import (
    NO_NOTES,
    ROLLS,
    Ignored,
    Look,
    Onward,
    Prompt,
    Proposed,
    RaceGuide,
    RaceTray,
    Tap,
    Token,
)
from rollwrite_desktop.games.ligretto_dice.play import descriptions, scoring
from rollwrite_desktop.games.ligretto_dice.play.drawing import board_face, score_sheet, tray
from rollwrite_desktop.games.ligretto_dice.play.model import (
    COLORS,
    LETTERS,
    Fumble,
    Part,
    Pass,
    Place,
    Roll,
    Round,
    State,
    place_of,
)
from rollwrite_desktop.games.ligretto_dice.play.options import rounds_of
from rollwrite_desktop.games.ligretto_dice.play.paper import score_paper
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice
from rollwrite_desktop.games.ligretto_dice.play.sheet_schema import is_score_sheet
from rollwrite_desktop.sheet.sheet import Sheet

ROLL, PASS = "action/roll", "action/pass"


class Ui(Struct, frozen=True):
    """What Undo would not restore: here nothing is ever selected."""


class LigrettoDiceGuide(RaceGuide):
    """The guide for one set of options. forecast: what is said before a round, from rules, state and names."""

    def __init__(self, forecast: Callable[[LigrettoDice, State, tuple[str, ...]], str], rules: LigrettoDice) -> None:
        self.rules = rules
        self.forecast = forecast
        self.sheet = rules.sheet
        self.scores_only = is_score_sheet(rules.sheet)

    @property
    def _on_board(self) -> bool:
        """Whether the board is the sheet that is played on, as in turns; in a race the tray is."""
        return self.rules.turns and not self.scores_only

    def ui(self, notes: Mapping[str, str] = NO_NOTES) -> Ui:  # noqa: ARG002
        return Ui()

    def prepared(self, state: State, player: str, ui: Ui, move: Move) -> tuple[Ui, str]:
        if isinstance(move, Place):
            if self._on_board:
                return ui, place_of(move.color, move.value)
            return ui, f"die/{state.part(player).hand.index(Die(move.color, move.value))}"
        return ui, PASS if self.rules.turns else ROLL

    # ------------------------------------------------------------------ asking

    def prompt(self, state: State, player: str, ui: Ui, onward: Onward = ROLLS) -> Prompt:  # noqa: ARG002
        return Prompt(self._sentence(state, player, onward), (*self._dice(state, player), *self._actions(state, player)))

    def _sentence(self, state: State, player: str, onward: Onward) -> str:
        if state.stage == "over":
            return tr("The game is over.")
        if state.stage == "deal":
            if state.tie_break:
                return tr("A tie: one extra round among the leaders. Roll to deal.")
            return self._before_round(state, player)
        if player not in state.racers:
            return tr("Only the tied leaders play this round.")
        if not self._acts(state, player):
            if self.rules.turns and any(part.cup for part in state.parts):
                return tr("Everyone has passed. Roll the dice that are left.")
            turned = self.rules.turns and onward.sentence
            return onward.after(tr("Your turn is finished.")) if turned else tr("Waiting for another player.")
        fitting = state.fitting(player)
        if self.rules.turns:
            dice = tuple([descriptions.describe_die(die) for die in dict.fromkeys(fitting)])
            if not dice:
                return tr("None of your dice fits now. Pass.")
            if len(dice) == 1:
                return tr("{die} fits: place it, or pass.", die=dice[0])
            return tr("{dice} fit: place one of them, or pass.", dice=join_names(dice))
        return tr("Choose a die to place.") if fitting else tr("None of your dice fits now. Wait or roll.")

    def _before_round(self, state: State, player: str) -> str:
        """That the dice are dealt next; where people take turns, what the round before brought the player, too."""
        said = tr("Round {n}: roll to deal the dice.", n=len(state.rounds) + 1)
        entry = state.rounds[-1].entries[state.players.index(player)] if state.rounds and self.rules.turns else None
        if entry is None:
            return said
        before = tr("Round {n} brought you {points}.", n=len(state.rounds), points=integer(entry, sign=True))
        return f"{before} {said}"

    def _acts(self, state: State, player: str) -> bool:
        return any(demand.by == player for demand in self.rules.demands(state))

    def _dice(self, state: State, player: str) -> tuple[Token, ...]:
        acts = self._acts(state, player)
        keys: dict[str, str] = {}
        tokens = []
        hand = state.part(player).hand
        for slot in range(max(len(hand), self.rules.share(state, player) if player in state.racers else 0)):
            die = hand[slot] if slot < len(hand) else None
            if die is None:
                tokens.append(Token(f"die/{slot}", "die", "", "", "empty"))
                continue
            ready = acts and die in state.wanted
            color = descriptions.COLOR_NAMES[die.name]
            letter = die.name[0] if ready and die.name not in keys else ""
            if letter:
                keys[die.name] = letter
            tokens.append(Token(
                f"die/{slot}", "die", str(die.face),
                tr("{color} {value}: place it", color=color, value=die.face) if ready
                else tr("{color} {value}: does not fit now", color=color, value=die.face),
                "ready" if ready else "off", f"die.{die.name}", place_of(die.name, 1)[0], letter,
                picture=Drawing(board_face.die_picture, (die,)),
            ))
        return tuple(tokens)

    def _actions(self, state: State, player: str) -> tuple[Token, ...]:
        if state.stage != "race" or player not in state.racers:
            return ()
        state_now = "ready" if self._acts(state, player) else "off"
        if self.rules.turns:
            return (Token(PASS, "action", tr("Pass"), tr("Place nothing this time"), state_now, key="p"),)  # type: ignore[arg-type]
        return (Token(ROLL, "action", tr("Roll all"), tr("Roll all dice you have left"), state_now, key=" "),)  # type: ignore[arg-type]

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap:
        if spot == ROLL and not self.rules.turns:
            return Proposed(Roll(), ui)
        if spot == PASS and self.rules.turns:
            return Proposed(Pass(), ui)
        die = self._die_at(state, player, spot)
        return Ignored() if die is None else Proposed(Place(die.name, die.face), ui)

    def _die_at(self, state: State, player: str, spot: str) -> Die | None:
        """Returns the die that a token or a place on the board means."""
        dice = state.part(player).hand
        kind, _, slot = spot.partition("/")
        if kind == "die" and slot.isdecimal() and slot.isascii() and int(slot) < len(dice):
            return dice[int(slot)]
        if not self.scores_only and spot in self.sheet.space:
            wanted = Die(LETTERS[spot[0]], int(spot[1]))
            return wanted if wanted in dice or self._on_board else None  # there the rules say why not
        return None

    # ------------------------------------------------------------------ the race

    @property
    def roll_spot(self) -> str:
        return ROLL

    def between(self, state: State) -> bool:
        return state.stage == "deal" and state.dealt == 0

    def cleared(self, state: State) -> State:
        parts = tuple([Part() for _ in state.players])
        return replace(state, parts=parts, board=((),) * len(COLORS), dealt=1)  # as soon as somebody has dice

    def dealt(self, state: State, player: str) -> int:
        return self.rules.share(state, player) if player in state.racers else 0

    def tray(self, state: State, player: str, size: tuple[float, float], look: Look) -> RaceTray:
        part = state.part(player)
        rolls = state.stage == "race" and self.rules.held(state, player, look.at) == "LD-R4:rolling"
        until = part.free_at if rolls else 2**40 if part.cup else 0
        fitting = frozenset(state.fitting(player) if look.fits and state.stage == "race" and not until else ())
        return tray.drawn(state, player, size, look, until, ROLL, self._finisher(state), fitting)

    def kept_until(self, state: State, player: str, refusal: Refusal) -> int:
        return state.part(player).free_at if refusal.key == "LD-R4:hand" else 0

    def travel(self, state: State, event: Event) -> tuple[str, str, Display] | None:
        if not isinstance(event.move, Place):
            return None
        die = Die(event.move.color, event.move.value)
        hand = state.part(event.by).hand
        spot = f"die/{hand.index(die)}" if die in hand else ""
        return spot, place_of(die.name, die.face), board_face.die_picture(die)

    def lying(self, state: State, player: str) -> Display:
        part = state.part(player)
        return board_face.hand(part.hand, part.cup)

    def hand(self, state: State, player: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        lying = sorted(state.part(player).dice, key=lambda die: (COLORS.index(die.name), die.face))
        fits, others = ([die for die in lying if (die in state.wanted) is fitting] for fitting in (True, False))
        return tuple(map(descriptions.describe_die, fits)), tuple(map(descriptions.describe_die, others))

    def laid(self, shape: float) -> Sheet:
        return board_face.laid(self.sheet, shape)

    def draw_laid(self, sheet: Sheet, state: State | None) -> Display:
        return board_face.blank(sheet) if state is None else board_face.played(sheet, state)

    def board(self, state: State) -> tuple[str, ...]:
        return tuple([descriptions.describe_color(state, color) for color in COLORS])

    def round_ms(self, state: State, at: int) -> int:
        if state.stage == "race":
            return max(0, at - state.began)
        return state.rounds[-1].ms if state.rounds and not state.dealt else 0

    def _finisher(self, state: State) -> str:
        if state.stage == "race" or not state.rounds or state.dealt:
            return ""
        entries = state.rounds[-1].entries
        return next((p for p, entry in zip(state.players, entries, strict=True) if entry is not None and entry >= 0), "")

    def pick(self, state: State, player: str, region: str) -> str:
        """Returns the die of that color that fits, else the lowest; "" if there is none."""
        own = [(die not in state.wanted, die.face, slot)
               for slot, die in enumerate(state.part(player).hand) if die is not None and die.name == region]
        return f"die/{min(own)[2]}" if own else ""

    def note(self, state: State, names: tuple[str, ...]) -> str:
        return self.forecast(self.rules, state, names)

    def results(self, state: State) -> tuple[tuple[int | None, ...], ...]:
        return tuple(one.entries for one in state.rounds)

    def racers_after(
        self, players: tuple[str, ...], results: tuple[tuple[int | None, ...], ...]
    ) -> tuple[tuple[str, int], ...]:
        state = self._after(players, results)
        return tuple((player, self.rules.share(state, player)) for player in state.racers)

    def round_after(self, players: tuple[str, ...], results: tuple[tuple[int | None, ...], ...]) -> str:
        return self._round(self._after(players, results))

    def _after(self, players: tuple[str, ...], results: tuple[tuple[int | None, ...], ...]) -> State:
        """Returns the state before the round after these."""
        rounds: list[Round] = []
        zeros = (0,) * len(players)
        for entries in results:
            rounds.append(Round(entries, scoring.done(self.rules.options, len(players), rounds), 0, zeros, zeros))
        racers = scoring.next_racers(self.rules.options, players, rounds)
        tied = bool(racers) and scoring.done(self.rules.options, len(players), rounds)
        return replace(self.rules.start(players), racers=racers, rounds=tuple(rounds), tie_break=tied)

    def times(self, state: State) -> tuple[tuple[int, int], ...]:
        return tuple((one.ms, sum(one.rolls)) for one in state.rounds)

    def instead(self, refusal: Refusal, move: Move) -> Move | None:
        """Returns what a refused stroke of a race counts as: a die that was too early is a wrong placement (LD-R3)."""
        return Fumble(move.color, move.value) if refusal.key == "LD-4" and isinstance(move, Place) else None

    def open(self, state: State, player: str, ui: Ui) -> frozenset[str]:  # noqa: ARG002
        if self.scores_only or not self._acts(state, player):
            return frozenset()
        return frozenset([place_of(die.name, die.face) for die in state.fitting(player)])

    # ------------------------------------------------------------------ showing

    def draw(
        self, state: State, player: str, ui: Ui | None, name: str = "", conflicts: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        if self.scores_only:
            names = [name or p if p == player else p for p in state.players]
            return score_sheet.filled(self.sheet, score_paper(self.rules, state, names))
        lit = self.open(state, player, ui) if ui is not None else frozenset()
        lies = state.rounds and (state.stage == "over" or (state.stage == "deal" and not state.dealt))
        title = tr("Round {n}", n=len(state.rounds) + (not lies))
        return board_face.played(self.sheet, state, lit, conflicts, focus, title=title)

    def blank(self) -> Display:
        return score_sheet.blank(self.sheet) if self.scores_only else board_face.blank(self.sheet)

    def describe(self, state: State, player: str, spot: str) -> str:  # noqa: ARG002
        if self.scores_only or spot not in self.sheet.space:
            return spot
        return descriptions.describe_place(state, spot)

    def may(self, move: Move, spot: str) -> str:  # noqa: ARG002
        return tr("one of your dice fits here") if isinstance(move, Place) else ""

    def describe_event(self, event: Event, name: str) -> str:
        return descriptions.describe_event(event, name)

    def progress(self, state: State, player: str) -> str:
        if state.stage == "race" and player in state.racers:
            left = state.part(player).left
            return tr_n("Round {round}: {n} die left", "Round {round}: {n} dice left", left, round=len(state.rounds) + 1)
        if state.stage != "deal" or (state.rounds and self.between(state)):  # what is seen is the board of the last one
            return tr_n("{n} round played", "{n} rounds played", len(state.rounds))
        return self._round(state)

    def _round(self, state: State) -> str:
        """Returns which round is at hand, and of how many where that is known."""
        n, length = len(state.rounds) + 1, self.rules.options["length"]
        if state.tie_break or length.startswith(("minutes", "target")) or len(state.players) == 1:
            return tr("Round {n}", n=n)
        return tr("Round {n} of {all}", n=n, all=rounds_of(self.rules.options, len(state.players)))

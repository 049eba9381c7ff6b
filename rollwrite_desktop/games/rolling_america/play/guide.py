"""How a person plays Rolling America: the prompt, the dice and powers beside the map, and what each tap means.

A plain number is one tap where a single die can go; where both can, a tap on a die says which, before or after the state.
Each power is one tap more, and a dupe's second state one more. Decides nothing about legality: it proposes strokes and asks
the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rollwrite_desktop.core.i18n import Arg, tr, tr_n
from rollwrite_desktop.core.rules import Event, Move, Refusal
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.play.guide import NO_NOTES, Changed, Ignored, Prompt, Proposed, Tap, Token
from rollwrite_desktop.gamekit.play.map_guide import MapGuide
from rollwrite_desktop.games.rolling_america.play import descriptions, drawing
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_LETTERS, DIE_NAMES, POWER_HINTS, POWER_TITLES
from rollwrite_desktop.games.rolling_america.play.model import (
    BLANK,
    COLORS,
    POWERS,
    WILD,
    Cross,
    Done,
    Dupe,
    Part,
    Pass,
    State,
    Write,
    X,
)
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica


@dataclass(frozen=True, slots=True)
class Ui:
    """What is selected: the die to be resolved, the powers armed for it, and whether an X is meant; the state that was
    tapped while either die could go there."""

    die: str = ""
    place: str = ""
    change: bool = False
    guard: bool = False
    dupe: bool = False
    cross: bool = False


def _armed(ui: Ui, power: str, on: bool) -> Ui:
    """The selection with a power armed or not."""
    match power:
        case "change":
            return replace(ui, change=on)
        case "guard":
            return replace(ui, guard=on)
        case _:
            return replace(ui, dupe=on)


class RollingAmericaGuide(MapGuide[RollingAmerica]):
    """The guide on one map."""

    style = drawing.STYLE

    def __init__(self, rules: RollingAmerica) -> None:
        super().__init__(rules)
        self.paper = rules.options["enforcement"] == "paper"

    def ui(self, notes: Mapping[str, str] = NO_NOTES) -> Ui:  # noqa: ARG002
        return Ui()

    # ------------------------------------------------------------------ what is selected

    def die(self, part: Part, ui: Ui) -> str:
        """The die that the next tap on an area resolves, or ""."""
        if ui.die in part.hand:
            return ui.die
        return part.hand[0] if len(part.hand) == 1 else ""

    def _duping(self, part: Part, ui: Ui) -> bool:
        """Whether the next tap on an area is the second area of a dupe."""
        return ui.dupe and part.last is not None and ui.die not in part.hand

    def crossing(self, state: State, part: Part, ui: Ui, die: str) -> bool:
        """Whether the next tap on an area marks an X: because it is meant, or because nothing else is left."""
        if ui.cross:
            return True
        if self.paper or ui.guard:
            return False
        return not self.rules.takers(part.marks, self._scope(ui, die), state.faces[die])

    @staticmethod
    def _scope(ui: Ui, die: str) -> str:
        return WILD if ui.change else die

    def move_at(self, state: State, player: str, ui: Ui, space: str) -> Move | None:
        part = state.part(player)
        if self._duping(part, ui):
            assert part.last is not None
            return Dupe(space, part.last.number, ui.guard, ui.change and not part.last.changed)
        die = self.die(part, ui)
        if not die:
            return None
        if self.crossing(state, part, ui, die):
            return Cross(die, space, ui.change)
        return Write(die, space, state.faces[die], ui.guard, ui.change)

    def takes(self, state: State, event: Event) -> bool:
        """As the rules do, or paper by house rule."""
        refusal = self.rules.refuse(state, event)
        return refusal is None or (self.paper and not refusal.unwritable)

    def takers(self, state: State, player: str, ui: Ui) -> Iterator[str]:
        """The blank areas where the table takes the number in hand; with no die selected, that of either."""
        part = state.part(player)
        if not state.rolls or part.done:
            return
        choices = [ui] if self._duping(part, ui) or self.die(part, ui) else [replace(ui, die=die) for die in part.hand]
        taken: set[str] = set()
        for choice in choices:
            die = part.last.die if self._duping(part, choice) and part.last is not None else self.die(part, choice)
            free = not die or choice.change or self.paper or (part.last is not None and part.last.changed)
            for i in self.rules.blanks(part.marks, WILD if free else die):
                space = self.rules.spaces[i]
                move = self.move_at(state, player, choice, space) if space not in taken else None
                if move is not None and self.takes(state, Event(player, move)):
                    taken.add(space)
                    yield space

    def _dice_for(self, state: State, player: str, ui: Ui, space: str) -> dict[str, Move]:
        """Which dice of the hand the table takes in an area, and the move that each would be."""
        part, found = state.part(player), dict[str, Move]()
        for die in part.hand:
            move = self.move_at(state, player, replace(ui, die=die), space)
            if move is not None and self.takes(state, Event(player, move)):
                found[die] = move
        return found

    def prepared(self, state: State, player: str, ui: Ui, move: Move) -> tuple[Ui, str]:  # noqa: ARG002
        match move:
            case Write(die, space, _, guarded, changed):
                return Ui(die=die, guard=guarded, change=changed), space
            case Dupe(space, _, guarded, changed):
                return Ui(dupe=True, guard=guarded, change=changed), space
            case Cross(die, space, changed):
                return Ui(die=die, change=changed, cross=self.paper), space
            case Pass(die):
                return Ui(die=die), "action/pass"
        return Ui(), "action/done"

    def closing(self, state: State, player: str) -> Move | None:
        part = state.part(player)
        if not state.rolls or part.done:
            return None
        if self._all_skipped(part):
            return Pass(part.hand[0]) if part.hand else Done()
        return None

    def _all_skipped(self, part: Part) -> bool:
        """Whether no region of the dice in hand has room."""
        return not any(self.rules.blanks(part.marks, die) for die in part.hand)

    # ------------------------------------------------------------------ taps

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap:
        part = state.part(player)
        kind, _, name = spot.partition("/")
        if kind in POWERS:  # the printed boxes do what the buttons do
            kind, name = "power", kind
        if kind not in ("die", "power", "action") and spot not in self.rules.index:
            return Ignored()
        if not state.rolls or part.done:
            refusal = self.rules.refuse(state, Event(player, Done()))
            return Changed(ui, refusal) if refusal else Ignored()
        if kind == "die":
            return self._tap_die(state, player, ui, name)
        if kind == "power":
            return self._tap_power(state, part, ui, name)
        if kind == "action":
            return self._tap_action(part, ui, name)
        return self._tap_state(state, player, ui, spot)

    def _tap_state(self, state: State, player: str, ui: Ui, space: str) -> Tap:
        part = state.part(player)
        stroke = self.move_at(state, player, ui, space)
        if stroke is None and part.hand:
            dice = self._dice_for(state, player, ui, space)
            if len(dice) > 1:
                return Changed(replace(ui, place=space))
            stroke = next(iter(dice.values()), None)
            if stroke is None:
                return Changed(ui, self._against_both(state, player, ui, space))
        if stroke is None:
            return Changed(ui, Refusal("RA-4:over", unwritable=True))
        return Proposed(stroke, Ui(dupe=ui.dupe and isinstance(stroke, Write)))

    def _against_both(self, state: State, player: str, ui: Ui, space: str) -> Refusal | None:
        """Why neither die can go in an area: the reason of the one that has business there."""
        part, region = state.part(player), self.sheet.space[space].region
        near = [die for die in part.hand if die in (region, WILD) or ui.change]
        full = part.marks[self.rules.index[space]] != BLANK
        if not near and not full:
            about: dict[str, Arg] = {
                "state": self.sheet.space[space].name, "region": region, "dice": self._dice(state, part.hand),
            }
            return Refusal("RA-7:neither", about, (space,), unwritable=True)
        move = self.move_at(state, player, replace(ui, die=(near or part.hand)[0]), space)
        return self.rules.refuse(state, Event(player, move)) if move is not None else None

    def _tap_die(self, state: State, player: str, ui: Ui, die: str) -> Tap:
        part = state.part(player)
        if die not in part.hand:
            return Changed(ui, Refusal("RA-4:hand", {"die": die}, unwritable=True))
        if ui.place:
            stroke = self.move_at(state, player, replace(ui, die=die), ui.place)
            if stroke is not None and self.takes(state, Event(player, stroke)):
                return Proposed(stroke, Ui(dupe=ui.dupe and isinstance(stroke, Write)))
        if ui.die == die and len(part.hand) > 1:
            return Changed(replace(ui, die=""))
        return Changed(replace(ui, die=die, place="", change=ui.change and die != WILD))

    def _tap_power(self, state: State, part: Part, ui: Ui, power: str) -> Tap:
        if power == "cross":
            return self._tap_cross(state, part, ui)
        ui = replace(ui, place="")
        if getattr(ui, power):
            alone = power == "dupe" and not part.hand  # the other powers were armed for the dupe
            return Changed(Ui() if alone else _armed(ui, power, False))
        refusal = self._against(part, ui, power)
        if refusal is not None:
            return Changed(ui, refusal)
        return Changed(replace(_armed(ui, power, True), cross=ui.cross and power == "change"))

    def _tap_cross(self, state: State, part: Part, ui: Ui) -> Tap:
        """Selects the die that fits nowhere; only a table that plays as on paper may mark any X."""
        if not part.hand:
            return Changed(ui, Refusal("RA-4:over", unwritable=True))
        if self.paper:
            return Changed(replace(ui, cross=not ui.cross, guard=False, dupe=False, place=""))
        dice = (self.die(part, ui),) if self.die(part, ui) else part.hand
        for die in dice:
            if self._must_cross(state, part, ui, die):
                return Changed(replace(ui, die=die, place="", guard=False, dupe=False))
        takers = self.rules.takers(part.marks, self._scope(ui, dice[0]), state.faces[dice[0]])
        if not takers:
            return Changed(ui, Refusal("RA-10:full", {"die": dice[0], "number": state.faces[dice[0]]}, unwritable=True))
        about: dict[str, Arg] = {"die": dice[0], "number": state.faces[dice[0]], "states": self.rules.names(takers)}
        return Changed(ui, Refusal("RA-9", about, tuple([self.rules.spaces[i] for i in takers])))

    def _must_cross(self, state: State, part: Part, ui: Ui, die: str) -> bool:
        """Whether an X is all that is left for a die."""
        scope = self._scope(ui, die)
        return bool(self.rules.blanks(part.marks, scope)) and not self.rules.takers(part.marks, scope, state.faces[die])

    def _against(self, part: Part, ui: Ui, power: str) -> Refusal | None:
        """Why a power cannot be armed."""
        if getattr(part, power) >= self.rules.power_boxes and not self.paper:
            return Refusal({"change": "RA-13", "guard": "RA-14", "dupe": "RA-15"}[power])
        if power != "dupe" and not part.hand and not self._duping(part, ui):
            return Refusal("RA-4:over", unwritable=True)
        if power == "dupe" and not part.hand and part.last is None:
            return Refusal("RA-R3", unwritable=True)
        if power == "change":
            die = part.last.die if part.last and self._duping(part, ui) else self.die(part, ui)
            if die == WILD:
                return Refusal("RA-R9", unwritable=True)
        return None

    def _tap_action(self, part: Part, ui: Ui, action: str) -> Tap:
        if action == "done":
            return Proposed(Done(), Ui())
        die = self.die(part, ui)
        if action == "pass" and die:
            return Proposed(Pass(die), Ui())
        return Ignored()

    # ------------------------------------------------------------------ the prompt

    def prompt(self, state: State, player: str, ui: Ui) -> Prompt:
        part = state.part(player)
        tokens = tuple(self._tokens(state, part, ui))
        if self.rules.finished(state):
            return Prompt(tr("Final score: {n}", n=self.score(state, player).total), tokens)
        asked = tuple([f"die/{die}" for die in self._dice_for(state, player, ui, ui.place)]) if ui.place else ()
        return Prompt(self._sentence(state, part, ui), tokens, place=ui.place, asked=asked)

    def _sentence(self, state: State, part: Part, ui: Ui) -> str:
        if state.resolved:
            turn = len(state.rolls) % self.rules.turns + 1
            return tr("Round {n} of {rounds}, roll {turn} of {turns}: roll two dice from the bag.",
                       n=len(state.rolls) // self.rules.turns + 1, rounds=self.rules.rounds,
                       turn=turn, turns=self.rules.turns)
        if part.done:
            return tr("Your turn is finished.")
        if self._duping(part, ui):
            assert part.last is not None
            if part.last.die == WILD or ui.change or part.last.changed:
                return tr("Dupe: write {n} again where it fits.", n=part.last.number)
            if part.hand:
                return tr("Dupe: write {n} again in the {color} region, or choose {die} {other} instead.",
                           n=part.last.number, color=part.last.die,
                           die=DIE_NAMES[part.hand[0]], other=state.faces[part.hand[0]])
            return tr("Dupe: write {n} again in the {color} region.", n=part.last.number, color=part.last.die)
        if not part.hand:
            if part.last is not None and self.rules.can_dupe(part):
                return tr("Roll again, or dupe the {n}.", n=part.last.number)
            return tr("Both dice are done.")
        die = self.die(part, ui)
        return self._die_sentence(state, part, ui, die) if die else self._both_sentence(state, part, ui)

    def _both_sentence(self, state: State, part: Part, ui: Ui) -> str:
        """While either die may be the next."""
        if ui.place:
            return tr("Which die goes in {state}?", state=self.sheet.space[ui.place].name)
        fits = tuple([die for die in part.hand if self.rules.takers(part.marks, self._scope(ui, die), state.faces[die])])
        sentences = [
            tr_n("Write {dice} where it fits.", "Write {dice} where they fit.", len(fits), dice=self._dice(state, fits))
        ] if fits else []
        for die in part.hand:
            if die in fits:
                continue
            about: dict[str, Arg] = {"die": DIE_NAMES[die], "n": state.faces[die]}
            if self.rules.blanks(part.marks, self._scope(ui, die)):
                sentences.append(tr("{die} {n} fits nowhere: mark an X.", **about))
            else:
                sentences.append(tr("Its region is full: skip {die} {n}.", **about))
        return " ".join(sentences)

    def _die_sentence(self, state: State, part: Part, ui: Ui, die: str) -> str:
        about: dict[str, Arg] = {"die": DIE_NAMES[die], "n": state.faces[die], "color": die}
        scope = self._scope(ui, die)
        if not self.rules.blanks(part.marks, scope):
            if scope == WILD:
                return tr("The whole map is full: skip {die} {n}.", **about)
            if not self._all_skipped(part):
                return tr("The {color} region is full. Skip {die} {n}, or change its color.", **about)
            return tr("The {color} region is full. Roll to skip {die} {n}, or change its color.", **about)
        if self.crossing(state, part, ui, die):
            if ui.cross:
                return tr("{die} {n}: mark an X.", **about)
            if scope == WILD:
                return tr("{die} {n} fits in no area: mark an X anywhere, or use a power.", **about)
            return tr("{die} {n} fits nowhere in the {color} region: mark an X there, or use a power.", **about)
        if ui.dupe and not ui.guard:
            if scope == WILD:
                return tr("{die} {n}, twice: write the first where it fits.", **about)
            return tr("{die} {n}, twice: write the first in the {color} region.", **about)
        if ui.guard:
            if scope == WILD:
                return tr("{die} {n}, guarded: circle it in any empty area.", **about)
            return tr("{die} {n}, guarded: circle it in an empty area of the {color} region.", **about)
        if scope == WILD:
            return tr("{die} {n}: write it where it fits.", **about)
        return tr("{die} {n}: write it in the {color} region.", **about)

    @staticmethod
    def _dice(state: State, hand: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{tr(DIE_NAMES[die])} {state.faces[die]}" for die in hand)

    def _tokens(self, state: State, part: Part, ui: Ui) -> Iterator[Token]:
        chosen = "" if self._duping(part, ui) else self.die(part, ui)
        for key, die in enumerate(state.rolls[-1] if state.rolls else (), 1):
            waiting = die.name in part.hand and not part.done
            words = tr("{die} {n}", die=DIE_NAMES[die.name], n=die.face)
            yield Token(
                f"die/{die.name}", "die", str(die.face), words,
                "chosen" if waiting and die.name == chosen else "ready" if waiting else "used",
                ink=die.name if die.name in COLORS else "", letter=tr(DIE_LETTERS[die.name]), key=str(key), caption=words,
            )
        for slot in range(1, 1 + (0 if state.rolls else self.rules.drawn)):
            yield Token(f"die/{slot}", "die", "", tr("Die {n}: not rolled", n=slot), "empty")
        acting = bool(state.rolls) and not part.done
        for key, power in enumerate(POWERS, 3):
            useful = acting and self._against(part, ui, power) is None
            yield Token(
                f"power/{power}", "power", tr(POWER_TITLES[power]), tr(POWER_HINTS[power]),
                "chosen" if acting and getattr(ui, power) else "ready" if useful else "off",
                key=str(key), left=max(0, self.rules.power_boxes - getattr(part, power)),
            )
        forced = bool(chosen) and acting and not ui.guard and self._must_cross(state, part, ui, chosen)
        able = acting and any(self.paper or self._must_cross(state, part, ui, die) for die in part.hand)
        yield Token(
            "power/cross", "power", tr("X"), tr("Mark an X: only if the die fits nowhere."),
            "chosen" if acting and (ui.cross or forced) else "ready" if able else "off", key="6",
        )
        if acting and chosen and not self.rules.blanks(part.marks, self._scope(ui, chosen)):
            words = tr("Skip {die} {n}", die=DIE_NAMES[chosen], n=state.faces[chosen])
            yield Token("action/pass", "action", words, tr("Go on without this die."))

    # ------------------------------------------------------------------ pictures and words

    def draw(
        self, state: State, player: str, ui: Ui | None, name: str = "", conflicts: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        lit = self.open(state, player, ui) if ui is not None else frozenset()
        armed = frozenset(power for power in POWERS if ui is not None and getattr(ui, power))
        return drawing.played(self.rules, state, player, name, lit, armed, conflicts, focus, on_screen=ui is not None)

    def describe(self, state: State, player: str, spot: str) -> str:
        return descriptions.describe_spot(self.rules, state.part(player), spot)

    def may(self, move: Move, spot: str) -> str:  # noqa: ARG002
        return descriptions.describe_tap(move)

    def describe_event(self, event: Event, name: str) -> str:
        return descriptions.describe_event(self.rules, event, name)

    def progress(self, state: State, player: str) -> str:
        marks = self.rules.final_marks(state, player)
        xs = sum(held == X for held in marks)
        full = sum(held not in (BLANK, X) for held in marks)
        return tr("Round {n} of {rounds} · {full} filled · {xs} X",
                   n=min(self.rules.rounds, max(0, len(state.rolls) - 1) // self.rules.turns + 1),
                   rounds=self.rules.rounds, full=full, xs=xs)

"""How a person plays Rolling America: the prompt, the dice and powers beside the map, and what each tap means.

A plain number is one tap where a single die can go; where both can, a tap on a die says which, before or after the state.
Each power is one tap more, and a dupe's second state one more. Decides nothing about legality: it proposes strokes and asks
the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import Arg, mark, tr, tr_n
from rollwrite_desktop.core.rules import Event, Move, Refusal
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.play.guide import ROLLS, Changed, Ignored, Onward, Prompt, Proposed, Tap, Token
from rollwrite_desktop.gamekit.play.house_ratings import describe_par
from rollwrite_desktop.gamekit.play.map_guide import MapGuide
from rollwrite_desktop.gamekit.units import XS
from rollwrite_desktop.games.rolling_america.play import descriptions, drawing
from rollwrite_desktop.games.rolling_america.play.descriptions import (
    DIE_LETTERS,
    DIE_NAMES,
    POWER_HINTS,
    POWER_TITLES,
    REGION_NAMES,
)
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


class Ui(Struct, frozen=True):
    """What is selected: the die to be resolved, the powers armed for it, and whether an X is meant; the state that was
    tapped while either die could go there."""

    die: str = ""
    place: str = ""
    change: bool = False
    guard: bool = False
    dupe: bool = False
    cross: bool = False


_DUPES = {
    ("", True): mark("Dupe the {n}, or {then}."),
    ("", False): mark("You can still dupe the {n}."),
    ("guard", True): mark("Dupe the {n} with a guard, or {then}."),
    ("guard", False): mark("You can still dupe the {n} with a guard."),
    ("change", True): mark("Dupe the {n} with a color change, or {then}."),
    ("change", False): mark("You can still dupe the {n} with a color change."),
    ("both", True): mark("Dupe the {n} with a guard and a color change, or {then}."),
    ("both", False): mark("You can still dupe the {n} with a guard and a color change."),
    ("any", True): mark("Dupe the {n} with a guard or a color change, or {then}."),
    ("any", False): mark("You can still dupe the {n} with a guard or a color change."),
}
"""What the number written last can still bring, by the powers that a dupe needs and by whether the table goes on."""
_NO_DUPE = {
    "guard": mark("Dupe: {n} fits nowhere. Add a guard."),
    "change": mark("Dupe: {n} fits nowhere. Add a color change."),
    "both": mark("Dupe: {n} fits nowhere. Add a guard and a color change."),
}
"""The same of a dupe that is armed and fits nowhere without the powers that help."""
_SKIP_BOTH = {
    (True, True): mark("The regions of {dice} are full: change a color, or skip both and {then}."),
    (True, False): mark("The regions of {dice} are full: change a color, or skip one."),
    (False, True): mark("The regions of {dice} are full: skip both and {then}."),
    (False, False): mark("The regions of {dice} are full: skip one."),
}
"""By whether a color change helps and whether the table goes on."""
_ARMED = {
    (True, True): mark("Guard and color change: circle {dice} in any empty area."),
    (True, False): mark("Guard: circle {dice} in any area its die allows."),
    (False, True): mark("Color change: write {dice} in any area where it fits."),
    (False, False): mark("Dupe: write {dice} where it fits."),
}
"""By whether a guard and a color change are armed for either of two dice."""
_STUCK = {
    ("any", False): mark("{die} {n} fits nowhere: use a power, or mark an X in the {color} region."),
    ("guard", True): mark("{die} {n} fits nowhere: guard it, or mark an X anywhere."),
    ("guard", False): mark("{die} {n} fits nowhere: guard it, or mark an X in the {color} region."),
    ("change", False): mark("{die} {n} fits nowhere: change its color, or mark an X in the {color} region."),
    ("", True): mark("{die} {n} fits nowhere: mark an X anywhere."),
    ("", False): mark("{die} {n} fits nowhere: mark an X in the {color} region."),
    ("paper", True): mark("{die} {n} fits nowhere: choose X and mark one in any area."),
    ("paper", False): mark("{die} {n} fits nowhere: choose X and mark one in the {color} region."),
}
"""What is left for a die that fits nowhere, by the powers that help and by whether its X may stand anywhere."""
_SKIP = {
    ("wild", True): mark("The map is full: skip {die} {n} and {then}."),
    ("wild", False): mark("The map is full: skip {die} {n}."),
    ("both", True): mark("The {color} region is full: change {die} {n}’s color and guard it, or skip it and {then}."),
    ("both", False): mark("The {color} region is full: change {die} {n}’s color and guard it, or skip it."),
    ("change", True): mark("The {color} region is full: change {die} {n}’s color, or skip it and {then}."),
    ("change", False): mark("The {color} region is full: change {die} {n}’s color, or skip it."),
    ("", True): mark("The {color} region is full: skip {die} {n} and {then}."),
    ("", False): mark("The {color} region is full: skip {die} {n}."),
}
"""Of a die whose region is full, by the powers that help (`wild`: the map is full) and by whether the table goes on."""


class RollingAmericaGuide(MapGuide[RollingAmerica]):
    """The guide on one map."""

    style, selection = drawing.STYLE, Ui

    def __init__(self, rules: RollingAmerica) -> None:
        super().__init__(rules)
        self.paper = rules.options["enforcement"] == "paper"

    # ------------------------------------------------------------------ what is selected

    def die(self, part: Part, ui: Ui) -> str:
        """Returns the die that the next tap on an area resolves, or ""."""
        if ui.die in part.hand:
            return ui.die
        return part.hand[0] if len(part.hand) == 1 else ""

    def _dice_meant(self, part: Part, ui: Ui) -> tuple[str, ...]:
        """Returns the dice that the next tap on an area may resolve."""
        die = self.die(part, ui)
        return (die,) if die else part.hand

    def _duping(self, part: Part, ui: Ui) -> bool:
        """Returns whether the next tap on an area is the second area of a dupe."""
        return ui.dupe and part.last is not None and ui.die not in part.hand

    def crossing(self, state: State, part: Part, ui: Ui, die: str) -> bool:
        """Returns whether the next tap on an area marks an X for a die: because it is meant, or because nothing else is
        left."""
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

    # ------------------------------------------------------------------ what is legal

    def _targets(self, state: State, player: str, ui: Ui) -> Mapping[str, tuple[Move, ...]]:
        """Returns the areas where a tap makes a move now, or asks which of several. Of two dice neither of which is chosen
        only numbers count, Xs where none can be written: whoever wants the X takes up its die first."""
        moves = self.look(state, player)
        ui = replace(ui, place="")
        if ui not in self._known:
            found: dict[str, list[Move]] = {}
            for move in self._on_paper(state, player, ui) if self.paper else self._in_hand(state.part(player), ui, moves):
                found.setdefault(move.space, []).append(move)
            self._known[ui] = {space: tuple(each) for space, each in found.items()}
        targets: Mapping[str, tuple[Move, ...]] = self._known[ui]
        return targets

    def _in_hand(self, part: Part, ui: Ui, moves: tuple[Move, ...]) -> list[Write] | list[Cross] | list[Dupe]:
        """Returns the legal moves that what is selected makes."""
        if self._duping(part, ui):
            change = ui.change and part.last is not None and not part.last.changed
            return [m for m in moves if isinstance(m, Dupe) and (m.guarded, m.changed) == (ui.guard, change)]
        dice = self._dice_meant(part, ui)
        writes = [m for m in moves if isinstance(m, Write) and m.die in dice
                  and (m.guarded, m.changed) == (ui.guard, ui.change)]
        if writes or ui.guard:
            return writes
        return [m for m in moves if isinstance(m, Cross) and m.die in dice and m.changed == ui.change]

    def _on_paper(self, state: State, player: str, ui: Ui) -> Iterator[Write | Cross | Dupe]:
        """Yields what paper lets be written with what is selected: any number in any blank area, and an X where one is
        meant."""
        part = state.part(player)
        if part.done:  # as before the first roll, too
            return
        for die in ("",) if self._duping(part, ui) else self._dice_meant(part, ui):
            for i in self.rules.blanks(part.marks, WILD):
                move = self.move_at(state, player, replace(ui, die=die), self.rules.spaces[i])
                if isinstance(move, Write | Cross | Dupe) and self.takes(state, Event(player, move)):
                    yield move

    def _reach(self, state: State, player: str, ui: Ui) -> tuple[Write | Dupe, ...]:
        """Returns the legal numbers that what is selected and perhaps one more power can write; with a dupe armed only those
        that need no more, and can be written again."""
        part, moves = state.part(player), self.look(state, player)
        if self._duping(part, ui):
            assert part.last is not None
            change = ui.change and not part.last.changed
            return tuple([m for m in moves if isinstance(m, Dupe) and m.guarded >= ui.guard and m.changed >= change])
        dice = self._dice_meant(part, ui)
        writes = [m for m in moves if isinstance(m, Write) and m.die in dice
                  and m.guarded >= ui.guard and m.changed >= ui.change]
        if ui.dupe:
            writes = [m for m in writes if (m.guarded, m.changed) == (ui.guard, ui.change)]
            after = (state.with_part(player, self.rules.apply(state, Event(player, m)).part(player)) for m in writes)
            return tuple(writes) if any(self.rules.can_dupe(later.part(player)) for later in after) else ()
        return tuple(writes)

    def open(self, state: State, player: str, ui: Ui) -> frozenset[str]:
        return frozenset(self._targets(state, player, ui))

    def prepared(self, state: State, player: str, ui: Ui, move: Move) -> tuple[Ui, str]:  # noqa: ARG002
        if isinstance(move, Write) and self._targets(state, player, Ui()).get(move.space) == (move,):
            return Ui(), move.space  # no die is taken up that needs not be: the other one can be written as well
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
        """Returns whether no region of the dice in hand has room."""
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
            return self._tap_power(state, player, ui, name)
        if kind == "action":
            return self._tap_action(state, player, ui, name)
        return self._tap_state(state, player, ui, spot)

    def _tap_state(self, state: State, player: str, ui: Ui, space: str) -> Tap:
        part = state.part(player)
        there = self._targets(state, player, ui).get(space, ())
        if len(there) > 1:
            return Changed(replace(ui, place=space))
        if there:
            return self._proposed(state, player, ui, there[0])
        stroke = self.move_at(state, player, ui, space)
        if stroke is not None:
            return self._proposed(state, player, ui, stroke)
        if not part.hand:
            return Changed(ui, Refusal("RA-4:over", unwritable=True))
        crosses = [m.die for m in self.look(state, player) if isinstance(m, Cross) and m.space == space and not m.changed]
        if crosses and not self._armed_any(ui):  # no number goes there; the die that an X is left for is taken up
            return Changed(replace(ui, die=crosses[0], place=""))
        return Changed(ui, self._against_both(state, player, ui, space))

    @staticmethod
    def _armed_any(ui: Ui) -> bool:
        return ui.change or ui.guard or ui.dupe

    def _proposed(self, state: State, player: str, ui: Ui, stroke: Move) -> Tap:
        """A move, and what stays selected after it: a dupe that is meant, if the number fits again."""
        if not (ui.dupe and isinstance(stroke, Write)):
            return Proposed(stroke, Ui())
        after = self.rules.apply(state, Event(player, stroke))
        again = self.paper or any(isinstance(m, Dupe) and not m.guarded and not m.changed
                                  for m in self.rules.moves(after, player))
        return Proposed(stroke, Ui(dupe=again))

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
            for stroke in self._targets(state, player, ui).get(ui.place, ()):
                if isinstance(stroke, Write | Cross) and stroke.die == die:
                    return self._proposed(state, player, ui, stroke)
        if ui.die == die and len(part.hand) > 1:
            return Changed(self._helping(state, player, replace(ui, die="")))
        return Changed(self._helping(state, player, replace(ui, die=die, place="", change=ui.change and die != WILD)))

    def _helping(self, state: State, player: str, ui: Ui) -> Ui:
        """Returns the selection without armed powers that cannot help what is selected now."""
        return ui if self.paper or self._reach(state, player, ui) else replace(ui, change=False, guard=False, dupe=False)

    def _tap_power(self, state: State, player: str, ui: Ui, power: str) -> Tap:
        part = state.part(player)
        if power == "cross":
            return self._tap_cross(state, player, ui)
        ui = replace(ui, place="")
        if getattr(ui, power):
            alone = power == "dupe" and not part.hand  # the other powers were armed for the dupe
            return Changed(Ui() if alone else self._helping(state, player, replace(ui, **{power: False})))
        refusal = self._against(part, ui, power)
        if refusal is not None:
            return Changed(ui, refusal)
        armed = replace(ui, **{power: True}, cross=ui.cross and power == "change")
        if self.paper or self._reach(state, player, armed) or (power != "dupe" and self._targets(state, player, armed)):
            return Changed(armed)
        only = replace(Ui(die=ui.die), **{power: True})  # what was armed before goes, where this one helps without it
        if self._reach(state, player, only):
            return Changed(only)
        if power == "dupe":
            return Changed(ui, Refusal("RA-R3", unwritable=True))
        die = next(iter(self._dice_meant(part, ui)), WILD)
        return Changed(ui, Refusal("RA-10:full", {"die": die, "number": state.faces.get(die, 0)}, unwritable=True))

    def _tap_cross(self, state: State, player: str, ui: Ui) -> Tap:
        """Selects the die that fits nowhere; only a table that plays as on paper may mark any X."""
        part = state.part(player)
        if not part.hand:
            return Changed(ui, Refusal("RA-4:over", unwritable=True))
        if self.paper:
            return Changed(replace(ui, cross=not ui.cross, guard=False, dupe=False, place=""))
        dice = self._dice_meant(part, ui)
        crossed = self._crossed(state, player, ui)
        if crossed:
            return Changed(replace(ui, die=crossed[0], place="", guard=False, dupe=False))
        takers = self.rules.takers(part.marks, self._scope(ui, dice[0]), state.faces[dice[0]])
        if not takers:
            return Changed(ui, Refusal("RA-10:full", {"die": dice[0], "number": state.faces[dice[0]]}, unwritable=True))
        about: dict[str, Arg] = {"die": dice[0], "number": state.faces[dice[0]], "states": self.rules.names(takers)}
        return Changed(ui, Refusal("RA-9", about, tuple([self.rules.spaces[i] for i in takers])))

    def _crossed(self, state: State, player: str, ui: Ui) -> tuple[str, ...]:
        """Returns the dice that may be meant and have nothing but an X left without one more power."""
        dice = self._dice_meant(state.part(player), ui)
        able = {m.die for m in self.look(state, player) if isinstance(m, Cross) and m.changed == ui.change}
        return tuple([die for die in dice if die in able])

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

    def _tap_action(self, state: State, player: str, ui: Ui, action: str) -> Tap:
        if action == "done":
            return Proposed(Done(), Ui())
        die = self.die(state.part(player), ui) or self._skippable(state, player, ui)
        if action == "pass" and die:
            return Proposed(Pass(die), Ui())
        return Ignored()

    def _skippable(self, state: State, player: str, ui: Ui) -> str:
        """Returns the die that can be skipped now, or ""."""
        part = state.part(player)
        if self._duping(part, ui):
            return ""
        dice = self._dice_meant(part, ui)
        return next((m.die for m in self.look(state, player) if isinstance(m, Pass) and m.die in dice), "")

    # ------------------------------------------------------------------ the prompt

    def prompt(self, state: State, player: str, ui: Ui, onward: Onward = ROLLS) -> Prompt:
        tokens = tuple(self._tokens(state, player, ui))
        asked: tuple[str, ...] = ()
        if ui.place:
            there = self._targets(state, player, ui).get(ui.place, ())
            asked = tuple([f"die/{move.die}" for move in there if isinstance(move, Write | Cross)])
        last = len(state.rolls) >= self.rules.rounds * self.rules.turns
        return Prompt(self._sentence(state, player, ui, onward), tokens, last=last, place=ui.place, asked=asked)

    def _sentence(self, state: State, player: str, ui: Ui, onward: Onward) -> str:
        part = state.part(player)
        if self.rules.finished(state) or onward.over:
            return self._result(state, player)
        if part.done and not (state.resolved and onward.does == "rolls"):
            return onward.after(tr("Your turn is finished."))
        if part.done:
            turn = len(state.rolls) % self.rules.turns + 1
            return tr("Round {n} of {rounds}, roll {turn} of {turns}: roll two dice from the bag.",
                       n=len(state.rolls) // self.rules.turns + 1, rounds=self.rules.rounds,
                       turn=turn, turns=self.rules.turns)
        if self._duping(part, ui):
            return self._dupe_sentence(state, player, ui)
        if not part.hand:
            return self._last_sentence(state, player, onward)
        if ui.place:
            where: dict[str, Arg] = {"state": self.sheet.space[ui.place].name}
            if any(isinstance(move, Cross) for move in self._targets(state, player, ui).get(ui.place, ())):
                return tr("Which die’s X goes in {state}?", **where)
            return tr("Which die is circled in {state}?", **where) if ui.guard else tr("Which die goes in {state}?", **where)
        die = self.die(part, ui)
        if not die:
            return self._both_sentence(state, player, ui, onward)
        sentence = self._die_sentence(state, player, ui, die, onward)
        return f"{sentence} {tr('Then write the same number again.')}" if self._then_again(state, player, ui) else sentence

    def _result(self, state: State, player: str) -> str:
        """How the game ended, in Xs."""
        score = self.score(state, player)
        mistakes = dict(score.parts)["mistakes"]
        counted = tr_n("One X.", "{n} Xs.", score.total - mistakes)
        if mistakes:
            counted = tr("Xs {xs} + mistakes {mistakes} = {n}.", xs=score.total - mistakes, mistakes=mistakes, n=score.total)
        return f"{counted} {self.rating(state, player) or tr('Fewest wins.')}"

    def _rating(self, state: State, player: str) -> str:
        return describe_par(self.sheet.id, descriptions.PAR_LEVEL, self.score(state, player).total)

    def _then_again(self, state: State, player: str, ui: Ui) -> bool:
        """Returns whether a dupe is armed for the number that the next tap writes."""
        there = [m for each in self._targets(state, player, ui).values() for m in each]
        return ui.dupe and any(isinstance(m, Write) and self.rules.refuse(state, Event(player, m)) is None
                                        for m in there)

    def _last_sentence(self, state: State, player: str, onward: Onward) -> str:
        """Once both dice are done: what the number written last can still bring, and how the table goes on."""
        part = state.part(player)
        dupes = [m for m in self.look(state, player) if isinstance(m, Dupe)]
        if not dupes or part.last is None:
            return onward.after(tr("Both dice are done."))
        plain = any(not m.guarded and not m.changed for m in dupes)
        powers = "" if plain else self._powers_of(dupes) or "any"
        return tr(_DUPES[powers, bool(onward.clause)], n=part.last.number, then=onward.clause)

    @staticmethod
    def _powers_of(moves: Iterable[Write | Dupe]) -> str:
        """Returns what moves with a power have in common that write where none without does: `guard` or `change`, `any`
        where either is enough, `both` where neither is, "" where there are none."""
        guard = any(m.guarded and not m.changed for m in moves)
        change = any(m.changed and not m.guarded for m in moves)
        both = any(m.changed and m.guarded for m in moves)
        return "any" if guard and change else "guard" if guard else "change" if change else "both" if both else ""

    def _dupe_sentence(self, state: State, player: str, ui: Ui) -> str:
        """While the next tap on an area writes the latest number again."""
        part, about = state.part(player), dict[str, Arg]()
        assert part.last is not None
        about = {"n": part.last.number, "color": REGION_NAMES[part.last.die]}
        free = part.last.die == WILD or ui.change or part.last.changed
        if not self._targets(state, player, ui):
            needed = self._powers_of(self._reach(state, player, ui))
            return tr(_NO_DUPE.get(needed, mark("Dupe: {n} fits nowhere. Add a power.")), **about)
        if ui.guard:
            sentence = (
                tr("Dupe: circle {n} in any empty area.", **about) if free
                else tr("Dupe: circle {n} in an empty area of the {color} region.", **about)
            )
        elif free:
            sentence = tr("Dupe: write {n} again where it fits.", **about)
        else:
            sentence = tr("Dupe: write {n} again in the {color} region.", **about)
        if part.hand:
            other = self._dice(state, part.hand)[0]
            sentence = f"{sentence} {tr('Or choose {die} instead.', die=other)}"
        return sentence

    def _both_sentence(self, state: State, player: str, ui: Ui, onward: Onward) -> str:
        """While either die may be the next."""
        part = state.part(player)
        if self._armed_any(ui):
            moves = [move for there in self._targets(state, player, ui).values() for move in there]
            writing = {move.die for move in moves if isinstance(move, Write)}
        else:
            writing = {die for die in part.hand if self.rules.takers(part.marks, die, state.faces[die])}
        fits = tuple([die for die in part.hand if die in writing])
        if ui.cross:
            return tr("Mark an X for {dice}.", dice=self._either(state, part.hand))
        sentences = []
        if fits and self._armed_any(ui):
            sentences.append(self._armed_sentence(state, ui, fits))
        elif fits:
            sentences.append(tr_n(
                "Write {dice} where it fits.", "Write {dice} where they fit.", len(fits), dice=self._dice(state, fits)))
        if self._all_skipped(part):
            return self._skip_both_sentence(state, player, onward)
        if not self._armed_any(ui) and not fits and not self.paper and not self._skippable(state, player, ui):
            return self._cross_both_sentence(state, player)
        if not self._armed_any(ui) or not fits:
            sentences += [self._stuck_sentence(state, player, ui, die, onward) for die in part.hand if die not in fits]
        return " ".join(sentences)

    def _skip_both_sentence(self, state: State, player: str, onward: Onward) -> str:
        """Of two dice whose regions are full."""
        part = state.part(player)
        changing = any(isinstance(m, Write) for m in self.look(state, player))
        return tr(_SKIP_BOTH[changing, bool(onward.clause)], dice=self._dice(state, part.hand), then=onward.clause)

    def _cross_both_sentence(self, state: State, player: str) -> str:
        """Of two dice that fit nowhere."""
        about: dict[str, Arg] = {"dice": self._dice(state, state.part(player).hand)}
        if any(isinstance(m, Write) for m in self.look(state, player)):
            return tr("{dice} fit nowhere: use a power, or mark an X where one of the dice allows it.", **about)
        return tr("{dice} fit nowhere: mark an X where one of the dice allows it.", **about)

    def _armed_sentence(self, state: State, ui: Ui, dice: tuple[str, ...]) -> str:
        """Returns what a tap does while neither of two dice is chosen and powers are armed that help those named."""
        sentence = tr(_ARMED[ui.guard, ui.change], dice=self._either(state, dice))
        return f"{sentence} {tr('Then write the same number again.')}" if ui.dupe else sentence

    def _stuck_sentence(self, state: State, player: str, ui: Ui, die: str, onward: Onward) -> str:
        """Returns what is left for a die that fits nowhere: a power that helps, an X, or to be skipped."""
        part = state.part(player)
        about: dict[str, Arg] = {"die": DIE_NAMES[die], "n": state.faces[die], "color": REGION_NAMES[die]}
        scope = self._scope(ui, die)
        helping = [m for m in self.look(state, player)
                   if isinstance(m, Write) and m.die == die and m.changed >= ui.change]
        help_ = self._powers_of(helping)
        if ui.change and helping:
            help_ = "guard"  # the change is armed already
        elif ui.guard and help_ == "both":
            help_ = "change"
        if not self.rules.blanks(part.marks, scope):
            return self._skip_sentence(part, about, scope, help_, onward)
        left = "paper" if self.paper else help_, scope == WILD
        return tr(_STUCK.get(left, _STUCK["", scope == WILD]), **about)

    def _skip_sentence(self, part: Part, about: dict[str, Arg], scope: str, help_: str, onward: Onward) -> str:
        """Of a die whose region is full; the table's large button skips it where no die has room."""
        then = onward.clause if self._all_skipped(part) else ""
        powers = "wild" if scope == WILD else help_ if help_ in ("", "both") else "change"
        return tr(_SKIP[powers, bool(then)], **about, then=then)

    def _die_sentence(self, state: State, player: str, ui: Ui, die: str, onward: Onward) -> str:
        """While a tap resolves one die."""
        about: dict[str, Arg] = {"die": DIE_NAMES[die], "n": state.faces[die], "color": REGION_NAMES[die]}
        scope, blanks = self._scope(ui, die), self.rules.blanks(state.part(player).marks, self._scope(ui, die))
        if ui.cross and (blanks or (self.paper and self._targets(state, player, ui))):
            return tr("{die} {n}: mark an X.", **about)
        fits = self.rules.takers(state.part(player).marks, scope, state.faces[die])
        if not blanks or not (fits or ui.guard):
            return self._stuck_sentence(state, player, ui, die, onward)
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

    def _either(self, state: State, hand: tuple[str, ...]) -> str:
        """One die or the other, in words."""
        one, *other = self._dice(state, hand)
        return tr("{one} or {other}", one=one, other=other[0]) if other else one

    def _tokens(self, state: State, player: str, ui: Ui) -> Iterator[Token]:
        part = state.part(player)
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
            yield Token(
                f"power/{power}", "power", tr(POWER_TITLES[power]), tr(POWER_HINTS[power]),
                "chosen" if acting and getattr(ui, power) else "ready" if acting and self._useful(state, player, ui, power)
                else "off",
                key=str(key), left=max(0, self.rules.power_boxes - getattr(part, power)),
            )
        forced = any(isinstance(m, Cross) for there in self._targets(state, player, ui).values() for m in there)
        able = acting and bool(part.hand if self.paper else self._crossed(state, player, ui))
        yield Token(
            "power/cross", "power", tr("X"), tr("Mark an X: only if the die fits nowhere."),
            "chosen" if forced or (acting and ui.cross) else "ready" if able else "off", key="6",
        )
        skipped = self._skippable(state, player, ui) if acting else ""
        if skipped:
            words = tr("Skip {die} {n}", die=DIE_NAMES[skipped], n=state.faces[skipped])
            yield Token("action/pass", "action", words, tr("Go on without this die."))

    def _useful(self, state: State, player: str, ui: Ui, power: str) -> bool:
        """Returns whether a power can be armed and then helps to write a number."""
        part = state.part(player)
        if self._against(part, ui, power) is not None:
            return False
        armed = replace(ui, **{power: True})
        only = replace(Ui(die=ui.die), **{power: True})
        return self.paper or bool(self._reach(state, player, armed) or self._reach(state, player, only))

    # ------------------------------------------------------------------ pictures and words

    def draw(
        self, state: State, player: str, ui: Ui | None, name: str = "", conflicts: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        targets = self._targets(state, player, ui) if ui is not None else {}
        crossing = frozenset([space for space, there in targets.items() if isinstance(there[0], Cross)])
        armed = frozenset(power for power in POWERS if ui is not None and getattr(ui, power))
        return drawing.played(self.rules, state, player, name, frozenset(targets), armed, conflicts, focus,
                              crossing=crossing, on_screen=ui is not None)

    def describe(self, state: State, player: str, spot: str) -> str:
        return descriptions.describe_spot(self.rules, state.part(player), spot)

    def may(self, move: Move, spot: str) -> str:  # noqa: ARG002
        return descriptions.describe_tap(move)

    def describe_event(self, event: Event, name: str) -> str:
        return descriptions.describe_event(self.rules, event, name)

    def progress(self, state: State, player: str) -> str:
        marks = self.rules.final_marks(state, player)
        xs = marks.count(X)
        full = len(marks) - xs - marks.count(BLANK)
        return tr_n("Round {n} of {rounds} · {full} area filled · {xs} X",
                     "Round {n} of {rounds} · {full} areas filled · {xs} X", full,
                     n=min(self.rules.rounds, self.rules.rounds_done(state) + 1),
                     rounds=self.rules.rounds, full=full, xs=xs)

    def scored(self, state: State, player: str) -> str:
        return XS.describe(self.rules.final_marks(state, player).count(X))

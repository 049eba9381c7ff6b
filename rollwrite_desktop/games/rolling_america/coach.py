"""What Rolling America says to somebody who plays it for the first time, and why a stroke is a good one."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.coach import Lesson
from rollwrite_desktop.games.rolling_america.bots import Outlook
from rollwrite_desktop.games.rolling_america.descriptions import DIE_NAMES
from rollwrite_desktop.games.rolling_america.guide import RollingAmericaGuide, Ui
from rollwrite_desktop.games.rolling_america.model import WILD, Cross, Done, Dupe, Part, Pass, State, Write
from rollwrite_desktop.games.rolling_america.rules import POWER_BOXES, RollingAmerica

ADVICE = (
    mark("{die} {n}: write it in {state}"), mark("{die} {n}: use a guard and write it in {state}"),
    mark("{die} {n}: change its color and write it in {state}"),
    mark("{die} {n}: change its color, use a guard and write it in {state}"),
    mark("Dupe the {n}: use a guard and write it in {state}"), mark("Dupe the {n} in {state}"),
)
"""Messages that `advice` chooses by the powers used."""


class RollingAmericaCoach:
    """The coach on one map."""

    def __init__(self, rules: RollingAmerica) -> None:
        self.rules = rules
        self.guide = RollingAmericaGuide(rules)

    def lesson(self, state: State, player: str, ui: Ui) -> Lesson:
        part = state.part(player)
        if self.rules.finished(state):
            return Lesson(tr("Each X counts one, and the fewest win. Blank states have become Xs."), "RA-18")
        if not state.rolls:
            return Lesson(tr(
                "Two dice are drawn from a bag of seven, six of them colored and one wild. Roll, and write both on the map."
            ), "RA-4")
        if self.guide.open(state, player, ui) and ui.dupe and part.last is not None and not part.hand:
            return Lesson(tr("The same number once more, in a state of the same color where it fits: a filled state more."),
                          "RA-15")
        if part.done or not part.hand:
            if part.last is None or not self.rules.can_dupe(part):
                return Lesson(tr("Both dice are written. Nothing more can be done with them."), "RA-4")
            return Lesson(tr_n(
                "Both dice are written. A dupe would write the {number} in another state: you have one left. Or roll.",
                "Both dice are written. A dupe would write the {number} in another state: you have {n} left. Or roll.",
                POWER_BOXES - part.dupe, number=part.last.number,
            ), "RA-15")
        die = self.guide.die(part, ui)
        if not die:
            counts = {len(self.rules.takers(part.marks, each, state.faces[each])) for each in part.hand}
            dice = tuple(self._places(state, part, each) for each in part.hand)
            return Lesson(
                tr("You may begin with either die. Begin with the one that has fewer places: {dice}.", dice=dice)
                if len(counts) > 1 and min(counts) else tr("You may begin with either die: {dice}.", dice=dice), "RA-12",
            )
        return self._writing(state, player, ui, die)

    def _writing(self, state: State, player: str, ui: Ui, die: str) -> Lesson:
        rules, part, number = self.rules, state.part(player), state.faces[die]
        scope = WILD if ui.change else die
        if not rules.blanks(part.marks, scope):
            told = [tr("No state is left for this die, so it passes and costs nothing.")]
            if self._saves(state, player, die, guarded=False, changed=True):
                told.append(tr("A color change would let you write it elsewhere."))
            return Lesson(" ".join(told), "RA-11")
        if self.guide.crossing(state, part, ui, die) and not ui.cross:
            told = [tr(
                "Everywhere it may go, a neighbor is more than 1 away. So a state becomes an X: give up the one that is "
                "hardest to fill."
            )]
            if self._saves(state, player, die, guarded=True, changed=ui.change):
                told.append(tr("A guard would let you write the number all the same."))
            if not ui.change and self._saves(state, player, die, guarded=False, changed=True):
                told.append(tr("A color change would let you write it elsewhere."))
            return Lesson(" ".join(told), "RA-10")
        if ui.guard:
            return Lesson(tr(
                "With a circle the number ignores its neighbors, and they ignore it. So a state that is hemmed in can be "
                "filled, and nothing beside it is hurt."
            ), "RA-14")
        takers = rules.takers(part.marks, scope, number)
        if len(takers) == 1:
            return Lesson(tr("It fits in one state only, so there it goes: what fits must be written."), "RA-9")
        if len(takers) < len(rules.blanks(part.marks, scope)):
            return Lesson(tr(
                "Any highlighted state takes it. The other blank ones have a neighbor more than 1 away. Think of the "
                "neighbors that stay blank: 1 and 6 leave them few numbers, 3 and 4 many."
            ), "RA-8")
        return Lesson(tr(
            "Any highlighted state takes it. Its neighbors must then stay within 1: beside blank states, 3 and 4 leave "
            "more open than 1 and 6, which go well where few neighbors are blank."
        ), "RA-8")

    def _saves(self, state: State, player: str, die: str, guarded: bool, changed: bool) -> bool:
        """Whether a die that fits nowhere could be written with these powers."""
        return any(
            isinstance(move, Write) and (move.die, move.guarded, move.changed) == (die, guarded, changed)
            for move in self.rules.moves(state, player)
        )

    def _places(self, state: State, part: Part, die: str) -> str:
        n = len(self.rules.takers(part.marks, die, state.faces[die]))
        if not n:
            return tr("{die} {n} fits nowhere", die=DIE_NAMES[die], n=state.faces[die])
        return tr("{die} {n} fits in {places}", die=DIE_NAMES[die], n=state.faces[die], places=n)

    # ------------------------------------------------------------------ one good stroke

    def advice(self, move: Move) -> str:
        match move:
            case Write(die, space, number, guarded, changed):
                return tr(
                    {
                        (False, False): "{die} {n}: write it in {state}",
                        (True, False): "{die} {n}: use a guard and write it in {state}",
                        (False, True): "{die} {n}: change its color and write it in {state}",
                        (True, True): "{die} {n}: change its color, use a guard and write it in {state}",
                    }[guarded, changed],
                    die=DIE_NAMES[die], n=number, state=self._name(space),
                )
            case Dupe(space, number, guarded):
                said = "Dupe the {n}: use a guard and write it in {state}" if guarded else "Dupe the {n} in {state}"
                return tr(said, n=number, state=self._name(space))
            case Cross(die, space):
                return tr("{die}: mark an X in {state}", die=DIE_NAMES[die], state=self._name(space))
            case Pass(die):
                return tr("{die} passes", die=DIE_NAMES[die])
            case Done():
                return tr("Finish your turn")
        raise TypeError(f"{move!r} is no move of Rolling America")

    def reason(self, state: State, player: str, move: Move) -> str:
        part = state.part(player)
        outlook = Outlook(self.rules, part.marks)
        match move:
            case Write(_, space, number, guarded, changed):
                told = [self._about(outlook, space, number, guarded)]
                if changed:
                    told.append(tr("In its own color it would cost more, so a color change is worth its box."))
                return " ".join(told)
            case Dupe(space, number, guarded):
                return " ".join((tr("It fills another state at once."), self._about(outlook, space, number, guarded)))
            case Cross(_, space):
                left = len(outlook.takes[self.rules.index[space]])
                if left:
                    return tr_n("{state} would take only one of the six numbers.",
                                "{state} would take {n} of the six numbers.", left, state=self._name(space))
                return tr("{state} takes no number any more, so nothing is lost.", state=self._name(space))
            case Pass(die):
                return (
                    tr("No state is left, and passing costs nothing.") if die == WILD
                    else tr("No state of its color is left, and passing costs nothing.")
                )
            case Done():
                return (
                    tr("A dupe is worth more later.") if self.rules.can_dupe(part)
                    else tr("Nothing more can be done with these dice.")
                )
        return ""

    def _about(self, outlook: Outlook, space: str, number: int, guarded: bool) -> str:
        i = self.rules.index[space]
        blank = [j for j in self.rules.neighbors[i] if outlook.blank[j]]
        if guarded:
            return tr("With the circle nothing beside {state} is barred.", state=self._name(space))
        if not blank:
            return tr("{state} has no blank neighbor, so nothing else is barred.", state=self._name(space))
        lost = {j: len(outlook.takes[j]) - sum(abs(number - n) <= 1 for n in outlook.takes[j]) for j in blank}
        hurt = tuple(self._name(self.rules.spaces[j]) for j in blank if lost[j])
        if not hurt:
            return tr("Its blank neighbors lose nothing by it: {states}.",
                       states=tuple(self._name(self.rules.spaces[j]) for j in blank))
        least = min(len(outlook.takes[j]) - lost[j] for j in blank if lost[j])
        if not least:
            closed = tuple(self._name(self.rules.spaces[j]) for j in blank if lost[j] == len(outlook.takes[j]) > 0)
            return tr("No number fits in {states} then.", states=closed)
        return tr_n("At least one number stays possible in each neighbor: {states}.",
                    "At least {n} numbers stay possible in each neighbor: {states}.", least, states=hurt)

    def _name(self, space: str) -> str:
        return self.rules.sheet.space[space].name

    def spots(self, move: Move) -> tuple[str, ...]:
        return (move.space,) if isinstance(move, Write | Dupe | Cross) else ()

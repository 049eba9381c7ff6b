"""What Rolling America says to somebody who plays it for the first time, and why a stroke is a good one."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.coach import Lesson
from rollwrite_desktop.games.rolling_america.bots import Outlook
from rollwrite_desktop.games.rolling_america.guide import DIE_NAMES, RollingAmericaGuide, Ui
from rollwrite_desktop.games.rolling_america.model import WILD, Cross, Done, Dupe, Part, Pass, State, Write
from rollwrite_desktop.games.rolling_america.rules import RollingAmerica


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
            return Lesson(tr(
                "Both dice are written. If the last number fits once more in its color, a dupe fills another state; there "
                "are three in the game. Otherwise roll."
            ), "RA-15")
        die = self.guide.die(part, ui)
        if not die:
            return Lesson(tr(
                "You may begin with either die. Begin with the one that has fewer places: {dice}.",
                dice=tuple(self._places(state, part, each) for each in part.hand),
            ), "RA-12")
        return self._writing(state, part, ui, die)

    def _writing(self, state: State, part: Part, ui: Ui, die: str) -> Lesson:
        rules, number = self.rules, state.faces[die]
        scope = WILD if ui.change else die
        if not rules.blanks(part.marks, scope):
            return Lesson(tr(
                "No state is left for this die, so it passes and costs nothing. A color change would let it be written "
                "elsewhere."
            ), "RA-11")
        if self.guide.crossing(state, part, ui, die) and not ui.cross:
            return Lesson(tr(
                "Everywhere it may go, a neighbor is more than one away. So a state becomes an X: give up the one that is "
                "hardest to fill. A guard would write the number all the same, a color change would carry it elsewhere."
            ), "RA-10")
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
                "The lit states take it. The other blank ones have a neighbor more than one away. Think of the neighbors "
                "that stay blank: 1 and 6 leave them few numbers, 3 and 4 many."
            ), "RA-8")
        return Lesson(tr(
            "Every lit state takes it. A number bars its neighbors from all that is more than one away: beside blank "
            "states, 3 and 4 leave more open than 1 and 6; those go well to the coast or to Alaska and Hawaii."
        ), "RA-8")

    def _places(self, state: State, part: Part, die: str) -> str:
        n = len(self.rules.takers(part.marks, die, state.faces[die]))
        return tr("{die} {n} fits in {places}", die=DIE_NAMES[die], n=state.faces[die], places=n)

    # ------------------------------------------------------------------ one good stroke

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
                    return tr("{state} takes only {n} of the six numbers: it is the least loss.",
                               state=self._name(space), n=left)
                return tr("{state} takes no number any more, so nothing is lost.", state=self._name(space))
            case Pass():
                return tr("There is nowhere to write it, and passing costs nothing.")
            case Done():
                return tr("Nothing more is to be gained with these dice.")
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
        return tr("Of all its places it bars the least: {n} numbers or more stay possible in {states}.",
                   states=hurt, n=least)

    def _name(self, space: str) -> str:
        return self.rules.sheet.space[space].name

    def spots(self, move: Move) -> tuple[str, ...]:
        return (move.space,) if isinstance(move, Write | Dupe | Cross) else ()

"""What Rolling America says to somebody who plays it for the first time, and why a stroke is a good one."""

from __future__ import annotations

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import Arg, mark, tr, tr_n
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.words.coach import Coach, Lesson, one_of
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_NAMES
from rollwrite_desktop.games.rolling_america.play.evaluation import HOPE, Evaluation
from rollwrite_desktop.games.rolling_america.play.guide import RollingAmericaGuide, Ui
from rollwrite_desktop.games.rolling_america.play.model import (
    BLANK,
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
from rollwrite_desktop.sheet.area_words import counted_areas

_WRITE = {
    (False, False): mark("{die} {n}: write it in {state}"),
    (True, False): mark("{die} {n}: use a guard and write it in {state}"),
    (False, True): mark("{die} {n}: change its color and write it in {state}"),
    (True, True): mark("{die} {n}: change its color, use a guard and write it in {state}"),
}
"""What to do with a die, by whether it is guarded and whether its color is changed."""
_NAMED = 3
"""So many places are named."""
_EVERY = 6
"""So many numbers there are."""
_ALIKE = 1e-6
"""Losses that differ by no more are alike."""
_LATE = 2
"""In how many rounds before the end powers are spoken of."""


def _span(numbers: frozenset[int]) -> str:
    """Numbers without a gap, in words: "3 to 5", "3 and 4", "any number"."""
    low, high = min(numbers), max(numbers)
    if (low, high) == (1, 6):
        return tr("any number")
    if high - low > 1:
        return tr("{low} to {high}", low=low, high=high)
    return tr("{low} and {high}", low=low, high=high) if high > low else str(low)


class RollingAmericaCoach(Coach[RollingAmerica]):
    """The coach on one map."""

    taught = ("aim", "order", "beside", "harmless", "only", "reserve", "x", "guard", "dupe", "late")

    def __init__(self, rules: RollingAmerica) -> None:
        super().__init__(rules)
        self.guide = RollingAmericaGuide(rules)

    def find_lesson(self, state: State, player: str, ui: Ui) -> Lesson | None:
        part = state.part(player)
        if self.rules.finished(state):
            n = sum(held in (X, BLANK) for held in part.marks)
            return Lesson("score", tr("Your score"), tr_n("Your map has one X. The fewest Xs win.",
                                                          "Your map has {n} Xs. The fewest Xs win.", n), "RA-18")
        if not state.rolls:
            turns = self.rules.rounds * self.rules.turns
            return Lesson("aim", tr("Fill the map"), tr_n(
                "You have one turn to fill {places}. It brings two dice. Neighboring numbers must stay within 1, so think "
                "of the neighbors before you write.",
                "You have {n} turns to fill {places}. Each turn brings two dice. Neighboring numbers must stay within 1, so "
                "think of the neighbors before you write.", turns, places=counted_areas(self.rules.sheet)), "RA-1")
        if part.done or not part.hand:
            if not self.rules.can_dupe(part):
                alone = len(state.players) == 1
                return Lesson("done", tr("Next turn"), tr("Your dice are done.") if alone
                              else tr("Your dice are done. Roll once everyone has finished."), "RA-4")
            return self._dupe(part)
        die = self.guide.die(part, ui)
        return self._writing(state, player, ui, die) if die else self._order(state, player, ui)

    def _dupe(self, part: Part) -> Lesson:
        """Of the number just written, when it can be duped."""
        assert part.last is not None
        free = part.last.changed and (part.last.paid or part.change < self.rules.power_boxes)
        scope = WILD if free else part.last.die
        places = self.rules.takers(part.marks, scope, part.last.number)
        boxes = self.rules.power_boxes - part.dupe
        number = part.last.number
        lines = [tr("A dupe fills one more area.") if places
                 else tr("Here the {number} can be duped only with another power.", number=number)]
        compared = self._compared(Evaluation(self.rules, part.marks), number, places)
        if compared is not None:
            lines.append(compared)
        elif len(places) == 1:
            lines.append(tr("The {number} fits once more, in {area}.", number=number, area=self._area(places[0])))
        lines.append(tr_n("You have one dupe box left.", "You have {n} dupe boxes left.", boxes))
        return Lesson("dupe", tr("Two for one"), " ".join(lines), "RA-15")

    def _order(self, state: State, player: str, ui: Ui) -> Lesson | None:
        """Of two dice, where one has fewer places, of which the other can take one away, or none."""
        part = state.part(player)
        places = {die: self.rules.takers(part.marks, die, state.faces[die]) for die in part.hand}
        tight, *_, loose = sorted(part.hand, key=lambda die: len(places[die]))
        few, many = places[tight], places[loose]
        about: dict[str, Arg] = {
            "tight": DIE_NAMES[tight], "n": state.faces[tight], "loose": DIE_NAMES[loose], "m": state.faces[loose],
        }
        shared = [i for i in few if i in many]
        blanks = self.rules.blanks(part.marks, tight)
        if not blanks:
            return self._full(state, player, tight)
        if not few:
            lesson = self._x(state, player, ui, tight, blanks)
            first = tr("Think of {tight} {n} first.", **about)  # of one alone the prompt has said it
            return replace(lesson, text=f"{first} {lesson.text}") if lesson and not many else lesson
        if len(few) == len(many) or not shared:
            return None
        if len(few) <= _NAMED:
            text = tr("{tight} {n} fits only in {areas}. Write it first, before {loose} {m} takes a place away.",
                      areas=self.rules.names(few), **about)
        else:
            text = tr("{tight} {n} has fewer places than {loose} {m}. In {area} both fit, so write {tight} {n} first.",
                      area=self._area(shared[0]), **about)
        return Lesson("order", tr("Which die first?"), text, "RA-12")

    # ------------------------------------------------------------------ two places compared

    def _area(self, i: int) -> str:
        """An area by its name."""
        return self.rules.name(self.rules.spaces[i])

    def _left(self, evaluation: Evaluation, number: int, i: int) -> dict[int, frozenset[int]]:
        """Returns what each empty neighbor of an area would still take, if the number were written there."""
        return {
            j: frozenset(n for n in evaluation.takes[j] if abs(number - n) <= 1)
            for j in self.rules.neighbors[i] if evaluation.blank[j]
        }

    def _loss(self, evaluation: Evaluation, number: int, i: int) -> float:
        """How much hope its neighbors would lose."""
        return sum(evaluation.hope(j) - HOPE[len(left)] for j, left in self._left(evaluation, number, i).items())

    def _worst(self, evaluation: Evaluation, number: int, i: int) -> tuple[int, frozenset[int]] | None:
        """Returns the neighbor that loses most, and what it would still take; None where none loses anything."""
        left = {j: kept for j, kept in self._left(evaluation, number, i).items() if kept != evaluation.takes[j]}
        return max(left.items(), key=lambda each: (evaluation.hope(each[0]) - HOPE[len(each[1])], -each[0]), default=None)

    def _effect(self, evaluation: Evaluation, number: int, i: int, every: bool = False) -> str:
        """Returns what a number in an area would do to its neighbors: to the one that loses most, or to `every` one."""
        left, area = self._left(evaluation, number, i), self._area(i)
        if not left:
            return tr("{area} has no empty neighbor, so the {number} closes nothing there.", area=area, number=number)
        closed = self.rules.names(j for j in left if not left[j] and evaluation.takes[j])
        if closed:
            return tr("In {area}, the {number} would leave no number for {states}.", area=area, number=number, states=closed)
        worst = self._worst(evaluation, number, i)
        if worst is None:
            return tr("In {area}, the {number} closes nothing.", area=area, number=number)
        if every:
            states = self.rules.names(j for j in left if left[j] != evaluation.takes[j])
            return tr("In {area}, the {number} would leave fewer numbers for {states}.", area=area, number=number,
                      states=states)
        return tr("In {area}, the {number} would leave {state} only {numbers}.", area=area, number=number,
                  state=self._area(worst[0]), numbers=_span(worst[1]))

    def _compared(self, evaluation: Evaluation, number: int, places: tuple[int, ...]) -> str | None:
        """The place where a number takes least from its neighbors, and the one where it takes most; None where it takes as
        much everywhere."""
        losses = {i: round(self._loss(evaluation, number, i), 6) for i in places}
        if len(set(losses.values())) < 2:
            return None
        good = min(places, key=lambda i: (losses[i], len(evaluation.takes[i]), i))
        bad = max(places, key=lambda i: (losses[i], -i))
        # Where both would leave the same to one neighbor, they differ in how many they touch.
        one, other = (self._worst(evaluation, number, each) for each in (good, bad))
        assert other is not None
        alike = one is not None and one[1] == other[1]
        return " ".join(self._effect(evaluation, number, each, alike) for each in (good, bad))

    def _full(self, state: State, player: str, die: str) -> Lesson:
        """Of a die whose region has no empty area."""
        changing = self._saves(state, player, die, guarded=False, changed=True)
        text = tr("No area is left for {tight} {n}. It does nothing, and that costs nothing.",
                  tight=DIE_NAMES[die], n=state.faces[die])
        more = tr("A color change would let you write its number elsewhere.") if changing else ""
        return Lesson("full", tr("A full region"), f"{text} {more}".strip(), "RA-11")

    def _writing(self, state: State, player: str, ui: Ui, die: str) -> Lesson | None:
        rules, part, number = self.rules, state.part(player), state.faces[die]
        scope = WILD if ui.change else die
        blanks, takers = rules.blanks(part.marks, scope), rules.takers(part.marks, scope, number)
        if not blanks:
            return self._full(state, player, die)
        if ui.guard:
            return Lesson("guard", tr("What a guard does"), tr(
                "A circled number ignores its neighbors, and they ignore it. It fills an area that takes hardly any "
                "number, and it closes nothing beside it."), "RA-14")
        if len(takers) == 1:
            return Lesson("only", tr("No choice"), tr(
                "Without a power, the {number} fits only in {area}. A number that fits must be written, even where it "
                "hurts. So leave your dice several places in each region.",
                area=self._area(takers[0]), number=number), "RA-9")
        if not takers:
            return self._x(state, player, ui, die, blanks)
        return one_of(self._ideas(state, part, number, takers), len(state.rolls))

    def _x(self, state: State, player: str, ui: Ui, die: str, blanks: tuple[int, ...]) -> Lesson | None:
        """Of a die that fits nowhere, or of which somebody wants an X; None where all areas are as hard to fill and no power
        helps."""
        evaluation = Evaluation(self.rules, state.part(player).marks)
        hardest = min(blanks, key=lambda i: (len(evaluation.takes[i]), i))
        easiest = max(blanks, key=lambda i: (len(evaluation.takes[i]), -i))
        lines = []
        if len(evaluation.takes[easiest]) > len(evaluation.takes[hardest]):
            lines.append(tr("If it must be an X, give up the area that is hardest to fill."))
            about: dict[str, Arg] = {
                "area": self._area(hardest), "other": self._area(easiest), "more": _span(evaluation.takes[easiest]),
            }
            lines.append(
                tr("{area} takes only {few}; {other} takes {more}.", few=_span(evaluation.takes[hardest]), **about)
                if evaluation.takes[hardest] else tr("{area} takes no number any more; {other} takes {more}.", **about)
            )
        guarding = self._saves(state, player, die, guarded=True, changed=ui.change)
        changing = self._saves(state, player, die, guarded=False, changed=True)
        if guarding and changing:
            lines.append(tr("A guard or a color change would save you the X."))
        elif guarding:
            lines.append(tr("A guard would save you the X."))
        elif changing:
            lines.append(tr("A color change would save you the X."))
        return Lesson("x", tr("The cheapest X"), " ".join(lines), "RA-10") if lines else None

    def _ideas(self, state: State, part: Part, number: int, takers: tuple[int, ...]) -> list[Lesson]:
        """Returns what there is to learn about a number with several places."""
        rules, evaluation = self.rules, Evaluation(self.rules, part.marks)
        empty = {i: [j for j in rules.neighbors[i] if evaluation.blank[j]] for i in takers}
        found: list[Lesson] = []
        compared = self._compared(evaluation, number, takers)
        if compared is not None:
            text = tr("Beside a {number}, an empty area can take only {three}.", number=number,
                      three=tuple(str(n) for n in range(1, 7) if abs(n - number) <= 1))
            found.append(Lesson("beside", tr("High, low, or in between"), f"{text} {compared}", "RA-8"))
        harmless = [i for i in takers if empty[i] and not self._loss(evaluation, number, i)]
        worst = max(takers, key=lambda i: (self._loss(evaluation, number, i), -i))
        if harmless and self._loss(evaluation, number, worst):
            first = tr("In {area}, the {number} closes nothing: each empty neighbor can take what it takes now.",
                       number=number, area=self._area(harmless[0]))
            text = f"{first} {self._effect(evaluation, number, worst)}"
            found.append(Lesson("harmless", tr("A place that costs nothing"), text, "RA-8"))
        alone = [i for i in takers if not empty[i] and len(evaluation.takes[i]) == _EVERY]
        others = [i for i in takers if empty[i]]
        if alone and others:
            first = tr("{area} has no empty neighbor and takes {numbers}. Keep it for a number that fits nowhere else.",
                      area=self._area(alone[0]), numbers=_span(evaluation.takes[alone[0]]))
            other = min(others, key=lambda i: (self._loss(evaluation, number, i), i))
            text = f"{first} {self._effect(evaluation, number, other)}"
            found.append(Lesson("reserve", tr("Keep a reserve"), text, "RA-9"))
        turns, boxes = rules.rounds * rules.turns - len(state.rolls) + 1, len(POWERS) * rules.power_boxes - part.used
        if boxes and turns <= _LATE * rules.turns:
            text = " ".join((
                tr_n("This is the last turn.", "These are the last {n} turns.", turns),
                tr_n("You have one power box left.", "You have {n} power boxes left.", boxes),
                tr("In the end, power boxes only break ties, so use them for every X they can save."),
            ))
            found.append(Lesson("late", tr("Use it or lose it"), text, "RA-16"))
        return found

    def _saves(self, state: State, player: str, die: str, guarded: bool, changed: bool) -> bool:
        """Returns whether a die that fits nowhere could be written with these powers."""
        return any(
            isinstance(move, Write) and (move.die, move.guarded, move.changed) == (die, guarded, changed)
            for move in self.rules.moves(state, player)
        )

    # ------------------------------------------------------------------ one good stroke

    def advice(self, move: Move) -> str:
        match move:
            case Write(die, space, number, guarded, changed):
                return tr(_WRITE[guarded, changed], die=DIE_NAMES[die], n=number, state=self.rules.name(space))
            case Dupe(space, number, guarded):
                about: dict[str, Arg] = {"n": number, "state": self.rules.name(space)}
                return tr("Dupe the {n}: use a guard and write it in {state}", **about) if guarded else tr(
                    "Dupe the {n} in {state}", **about)
            case Cross(die, space):
                return tr("{die}: mark an X in {state}", die=DIE_NAMES[die], state=self.rules.name(space))
            case Pass(die):
                return tr("Skip {die}", die=DIE_NAMES[die])
            case Done():
                return tr("Finish your turn")
        raise TypeError(f"{move!r} is no move of Rolling America")

    def reason(self, state: State, player: str, move: Move) -> str:
        part = state.part(player)
        evaluation = Evaluation(self.rules, part.marks)
        match move:
            case Write(_, space, number, guarded, changed):
                lines = [self._about(evaluation, space, number, guarded)]
                if changed:
                    lines.append(tr("In its own color it would cost more, so a color change is worth its box."))
                return " ".join(lines)
            case Dupe(space, number, guarded):
                return " ".join((tr("It fills one more area at once."), self._about(evaluation, space, number, guarded)))
            case Cross(_, space):
                left = evaluation.takes[self.rules.index[space]]
                if left:
                    return tr("{state} would take {numbers}.", state=self.rules.name(space), numbers=_span(left))
                return tr("No number fits in {state} anyway, so you lose nothing.", state=self.rules.name(space))
            case Pass(die):
                return (
                    tr("The whole map is full, so this die does nothing.") if die == WILD
                    else tr("Its region is full, so this die does nothing.")
                )
            case Done():
                return (
                    tr("Keep the dupe for a better place.") if self.rules.can_dupe(part)
                    else tr("Your dice are done.")
                )
        return ""

    def elsewhere(self, state: State, player: str, move: Move) -> str:
        if not isinstance(move, Write | Dupe | Cross) or (not isinstance(move, Cross) and move.guarded):
            return ""
        evaluation = Evaluation(self.rules, state.part(player).marks)
        own = self.rules.index[move.space]
        places = [
            self.rules.index[other.space] for other in self.rules.moves(state, player)
            if isinstance(other, type(move)) and replace(other, space=move.space) == move
        ]
        if isinstance(move, Cross):
            easiest = max(places, key=lambda i: (len(evaluation.takes[i]), -i))
            left = evaluation.takes[easiest]
            more = len(left) > len(evaluation.takes[own])
            return tr("{state} would take {numbers}.", state=self._area(easiest), numbers=_span(left)) if more else ""
        worst = max(places, key=lambda i: (self._loss(evaluation, move.number, i), -i))
        if self._loss(evaluation, move.number, worst) <= self._loss(evaluation, move.number, own) + _ALIKE:
            return ""
        return self._effect(evaluation, move.number, worst)

    def _about(self, evaluation: Evaluation, space: str, number: int, guarded: bool) -> str:
        i = self.rules.index[space]
        blank = [j for j in self.rules.neighbors[i] if evaluation.blank[j]]
        if guarded:
            return tr("With the circle, it closes nothing beside {state}.", state=self.rules.name(space))
        if not blank:
            return tr("{state} has no empty neighbor, so it closes nothing.", state=self.rules.name(space))
        lost = {j: len(evaluation.takes[j]) - sum(abs(number - n) <= 1 for n in evaluation.takes[j]) for j in blank}
        hurt = self.rules.names(j for j in blank if lost[j])
        if not hurt:
            return tr("Its empty neighbors lose nothing: {states}.", states=self.rules.names(blank))
        least = min(len(evaluation.takes[j]) - lost[j] for j in blank if lost[j])
        if not least:
            closed = self.rules.names(j for j in blank if lost[j] == len(evaluation.takes[j]) > 0)
            return tr("Then no number fits in {states}.", states=closed)
        if len(hurt) == 1:
            return tr_n("Then {state} can still take one number.", "Then {state} can still take {n} numbers.", least,
                        state=hurt[0])
        return tr_n("These neighbors can still take at least one number each: {states}.",
                    "These neighbors can still take at least {n} numbers each: {states}.", least, states=hurt)

    def spots(self, move: Move) -> tuple[str, ...]:
        return (move.space,) if isinstance(move, Write | Dupe | Cross) else ()

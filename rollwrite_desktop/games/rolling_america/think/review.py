"""What there is to say of a map of Rolling America afterwards: where the Xs are, and which powers were left unused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import combinations

from msgspec import Struct

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.think.review import Counting, Measure, Remark, Review, ScoreStep, total_of
from rollwrite_desktop.games.rolling_america.play.descriptions import POWER_TITLES
from rollwrite_desktop.games.rolling_america.play.evaluation import Evaluation
from rollwrite_desktop.games.rolling_america.play.model import BLANK, OPEN_NUMBER, POWERS, Cross, Dupe, State, Write, X
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica


def spots(rules: RollingAmerica, state: State, player: str, part: str) -> tuple[str, ...]:
    """Returns the states with an X, or those that stand wrongly beside one another."""
    if part == "mistakes":
        return tuple(dict.fromkeys(state for pair in rules.clashes(state.part(player).marks) for state in pair))
    held = zip(rules.spaces, rules.final_marks(state, player), strict=True)
    return tuple(space for space, mark in held if mark == X) if part == "Xs" else ()


def remarks(rules: RollingAmerica, state: State, player: str) -> tuple[Remark, ...]:
    """Returns the powers that were left; nothing that could be proved beyond them."""
    part = state.part(player)
    found = []
    if rules.finished(state):
        blank = tuple(s for s, was, now in zip(rules.spaces, part.marks, rules.final_marks(state, player), strict=True)
                      if not was and now == X)
        if blank:
            found.append(Remark(
                tr_n("{n} area was still empty and became an X.", "{n} areas were still empty and became Xs.",
                      len(blank)), blank,
            ))
    for power in POWERS:
        left = rules.power_boxes - getattr(part, power)
        if left > 0:
            boxes = tuple(box.id for box in rules.sheet.group(power)[-left:])
            sentence = tr_n("{power}: one left unused.", "{power}: {n} left unused.", left,
                             power=POWER_TITLES[power])
            found.append(Remark(sentence, boxes))
    return tuple(found)


def countings(rules: RollingAmerica, state: State, player: str) -> tuple[Counting, ...]:
    """X by X, then the mistakes."""
    steps = [
        ScoreStep(tr("{state}: X", state=rules.name(state_id)), n, (state_id,))
        for n, state_id in enumerate(spots(rules, state, player, "Xs"), 1)
    ]
    for n, (one, other) in enumerate(rules.clashes(state.part(player).marks), len(steps) + 1):
        sentence = tr("{state} and {other}: a mistake", state=rules.name(one), other=rules.name(other))
        steps.append(ScoreStep(sentence, n, (one, other)))
    total = total_of(rules, state, player)
    if total > len(steps):  # what the sheet alone does not show
        steps.append(ScoreStep(tr_n("one more mistake", "{n} more mistakes", total - len(steps)), total))
    return (Counting(tr("Xs"), tuple(steps)),) if steps else ()


def filled(rules: RollingAmerica, state: State, player: str) -> int:  # noqa: ARG001
    """How many states hold a number."""
    return sum(bool(held) and held != X for held in state.part(player).marks)


def describe_moves(rules: RollingAmerica, moves: Sequence[Move]) -> str:
    """Returns the moves of a turn: "3 in New Jersey, X in Ohio, dupe 5 in Oregon"."""
    described = []
    for move in moves:
        match move:
            case Write(_, space, number, guarded, changed):
                text = tr("{n} in {state}", n=f"({number})" if guarded else number, state=rules.name(space))
                described.append(tr("{move} by color change", move=text) if changed else text)
            case Dupe(space, number, guarded):
                described.append(tr("dupe {n} in {state}", n=f"({number})" if guarded else number, state=rules.name(space)))
            case Cross(_, space):
                described.append(tr("X in {state}", state=rules.name(space)))
    return ", ".join(described) or tr("nothing")


class Narrowed(Struct, frozen=True):
    """A blank state that takes fewer numbers after what was played than after the better choice. state: its place; causes:
    the places of the fewest numbers just written that alone narrow it so far; ours, theirs: how many numbers it takes."""

    state: int
    causes: tuple[int, ...]
    ours: int
    theirs: int


def narrowed(rules: RollingAmerica, ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[Narrowed, ...]:
    """Returns what was narrowed between the marks of two ways to play a turn, the most first."""
    before, after = Evaluation(rules, ours), Evaluation(rules, theirs)
    differing = {i for i in range(len(ours)) if ours[i] != theirs[i]}
    found = []
    for state in range(len(ours)):
        if before.blank[state] and after.blank[state] and len(before.takes[state]) < len(after.takes[state]):
            beside = [i for i in rules.neighbors[state] if i in differing and ours[i] in OPEN_NUMBER]
            causes = next(
                some for count in range(1, len(beside) + 1) for some in combinations(beside, count)
                if Evaluation(rules, _without(ours, set(beside) - {*some})).takes[state] == before.takes[state]
            )
            found.append(Narrowed(state, causes, len(before.takes[state]), len(after.takes[state])))
    return tuple(sorted(found, key=lambda each: each.ours - each.theirs))


def _without(marks: tuple[str, ...], places: Set[int]) -> tuple[str, ...]:
    return tuple(BLANK if i in places else held for i, held in enumerate(marks))


def contrast(rules: RollingAmerica, mine: State, better: State, player: str, letter: str) -> Iterator[str]:
    """Yields what was closed or narrowed and by which number, and the Xs and boxes that the better choice saves."""
    ours, theirs = mine.part(player), better.part(player)

    def written(causes: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(tr("{n} in {state}", n=ours.marks[i], state=rules.name(rules.spaces[i])) for i in causes)

    found = narrowed(rules, ours.marks, theirs.marks)
    closed: dict[tuple[int, ...], list[int]] = {}
    for each in found:
        if not each.ours:
            closed.setdefault(each.causes, []).append(each.state)
    for causes, states in closed.items():
        yield tr("{moves} closed {states}, still open after {letter}.", moves=written(causes), states=rules.names(states),
                 letter=letter)
    crossed, instead = ([i for i, held in enumerate(one) if held == X != other[i]]
                        for one, other in ((ours.marks, theirs.marks), (theirs.marks, ours.marks)))
    fewer = len(crossed) - len(instead)
    if fewer > 0:
        yield tr_n("{letter} writes one X fewer.", "{letter} writes {n} fewer Xs.", fewer, letter=letter)
    elif crossed and not fewer:
        yield tr("{letter} puts the X in {states} instead of {others}.", letter=letter, states=rules.names(instead),
                 others=rules.names(crossed))
    for each in [each for each in found if each.ours][:1]:
        yield tr_n("{moves} left {state} open to one number; after {letter} it takes {more}.",
                   "{moves} left {state} open to {n} numbers; after {letter} it takes {more}.", each.ours,
                   moves=written(each.causes), state=rules.names((each.state,)), letter=letter, more=each.theirs)
    filled = sum(held not in (BLANK, X) for held in theirs.marks) - sum(held not in (BLANK, X) for held in ours.marks)
    if filled > max(0, fewer):
        yield tr_n("{letter} fills one more area.", "{letter} fills {n} more areas.", filled, letter=letter)
    spared = tuple(tr(POWER_TITLES[power]) for power in POWERS if getattr(ours, power) > getattr(theirs, power))
    if spared:
        yield tr("{letter} leaves more boxes for later: {powers}.", letter=letter, powers=spared)


THEMES = {
    "spared_x": mark("Xs that a power would have saved"),
    "x": mark("Xs that another state would have saved"),
    "guard_missed": mark("Guards that would have helped"),
    "guard_early": mark("Guards spent too early"),
    "dupe_missed": mark("Dupes that would have helped"),
    "dupe_early": mark("Dupes spent too early"),
    "change_missed": mark("Color changes that would have helped"),
    "change_early": mark("Color changes spent too early"),
    "edge": mark("Neighbors closed across a border of regions"),
    "closed": mark("Neighbors closed within a region"),
    "place": mark("Where a number goes"),
}


def theme(rules: RollingAmerica, mine: State, better: State, player: str) -> str:
    """Returns what a costly choice is an example of: by the Xs, then by the powers, then by what it closed or narrowed."""
    ours, theirs = mine.part(player), better.part(player)
    crossed = ours.marks.count(X) - theirs.marks.count(X)
    if crossed > 0:
        return "spared_x" if any(getattr(theirs, power) > getattr(ours, power) for power in POWERS) else "x"
    for power in ("guard", "dupe", "change"):
        spent = getattr(ours, power) - getattr(theirs, power)
        if spent:
            return f"{power}_early" if spent > 0 else f"{power}_missed"
    found = narrowed(rules, ours.marks, theirs.marks)
    if not found:
        return "place"
    region = [rules.sheet.space[space].region for space in rules.spaces]
    worst = found[0]
    return "edge" if any(region[cause] != region[worst.state] for cause in worst.causes) else "closed"


REVIEW = Review(
    spots, remarks,
    (Measure(mark("Filled areas"), filled), Measure(mark("Xs and mistakes (fewer is better)"), total_of)),
    countings=countings, describe_moves=describe_moves, contrast=contrast,
    theme=theme, themes=THEMES, timed=frozenset({"guard_early", "dupe_early", "change_early"}),
)

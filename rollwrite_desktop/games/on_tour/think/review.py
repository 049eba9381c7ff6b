"""What there is to say of a map of On Tour afterwards: the route, its circles, and the best route that there was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.think.review import Counting, Measure, Remark, Review, ScoreStep
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, Cross, State, Visit, Write, X, describe_mark
from rollwrite_desktop.games.on_tour.play.rules import OnTour


def spots(rules: OnTour, state: State, player: str, part: str) -> tuple[str, ...]:
    """Returns the areas on the route, or those of them that are circled."""
    route = rules.counted_route(state, player)
    if part == "circles":
        marks = state.part(player).marks
        return tuple(area for area in route if is_circled(marks[rules.index[area]]))
    return route


def remarks(rules: OnTour, state: State, player: str) -> tuple[Remark, ...]:
    """Returns the best route, circles that no route took, and Xs."""
    from rollwrite_desktop.games.on_tour.play.guide import BOTH, Ui

    part, found = state.part(player), list[Remark]()
    if not rules.done(state, player):
        return ()
    route, best = rules.counted_route(state, player), rules.roads.best(part.marks)
    stops = tuple(rules.areas[i] for i in best.stops)
    if rules.own_route:
        mine = worth_of(rules, part.marks, route)
        sentence = (
            tr("No route scores more than the one drawn.") if best.score <= mine
            else tr("The best route was worth {n}, {more} more.", n=best.score, more=best.score - mine)
        )
        found.append(Remark(sentence, (), Ui(shown=BOTH) if best.score > mine else None))
    left = tuple(
        area for area, held in zip(rules.areas, part.marks, strict=True) if is_circled(held) and area not in (route or stops)
    )
    if left:
        found.append(Remark(
            tr_n("One circle is not on the route.", "{n} circles are not on the route.", len(left)), left
        ))
    crossed = tuple(area for area, held in zip(rules.areas, part.marks, strict=True) if content(held) == X)
    if crossed:
        found.append(Remark(tr_n("One area holds an X.", "{n} areas hold an X.", len(crossed)), crossed))
    return tuple(found)


def worth(rules: OnTour, state: State, player: str) -> int:
    """Returns the points of the best route that the map allows by then, whichever the player draws in the end."""
    return rules.roads.best(state.part(player).marks).score


def written(rules: OnTour, state: State, player: str) -> int:  # noqa: ARG001
    """How many areas hold something other than an X."""
    return sum(content(held) not in (BLANK, X) for held in state.part(player).marks)


def countings(rules: OnTour, state: State, player: str) -> tuple[Counting, ...]:
    """Returns the player's route stop by stop, the best route where there is a better one, and both."""
    from rollwrite_desktop.games.on_tour.play.drawing import sample
    from rollwrite_desktop.games.on_tour.play.guide import BEST, BOTH, OWN, Ui

    marks = state.part(player).marks
    mine, best = rules.counted_route(state, player), rules.best_route(marks)
    found = [_drive(rules, marks, tr("Your route") if rules.own_route else tr("Best route"), OWN, mine)]
    if rules.own_route and rules.roads.best(marks).score > worth_of(rules, marks, mine):
        driven = _drive(rules, marks, tr("Best route"), BEST, best)
        yours = tr("Yours: {n}", n=worth_of(rules, marks, mine)), sample(OWN)
        key = yours, (tr("The best: {n}", n=rules.roads.best(marks).score), sample(BEST))
        both = ScoreStep(" · ".join(words for words, _ in key), driven.steps[-1].total, (), Ui(shown=BOTH))
        found += [driven, Counting(tr("Both"), (both,), key)]
    return tuple(counting for counting in found if counting.steps)


def _drive(rules: OnTour, marks: tuple[str, ...], title: str, shown: str, stops: tuple[str, ...]) -> Counting:
    """Along a route: one point for each area, another for a circle."""
    from rollwrite_desktop.games.on_tour.play.guide import Ui

    steps, total = [], 0
    for n, area in enumerate(stops, 1):
        held = marks[rules.index[area]]
        total += 1 + is_circled(held)
        described = tr("{area}: {mark}", area=rules.name(area), mark=describe_mark(held))
        steps.append(ScoreStep(described, total, (), Ui(shown=shown, stops=n)))
    return Counting(title, tuple(steps))


def worth_of(rules: OnTour, marks: tuple[str, ...], route: tuple[str, ...]) -> int:
    """Returns the points of a route: its areas and the circles among them."""
    return sum(rules.worth(marks, route).values())


def describe_moves(rules: OnTour, moves: Sequence[Move]) -> str:
    """Returns the moves of a turn: "37 in Texas, a star in Ohio"."""
    described = []
    for move in moves:
        match move:
            case Write(area, what):
                described.append(tr("{n} in {state}", n=describe_mark(what), state=rules.name(area)))
            case Cross(area):
                described.append(tr("X in {state}", state=rules.name(area)))
    stops = sum(isinstance(move, Visit) for move in moves)
    if stops:
        described.append(tr_n("a route of one stop", "a route of {n} stops", stops))
    return ", ".join(described) or tr("nothing")


def contrast(rules: OnTour, mine: State, better: State, player: str, letter: str) -> Iterator[str]:
    """Yields what the better choice does for the route, for circles, and for the room between numbers."""
    ours, theirs = mine.part(player).marks, better.part(player).marks
    changed = [i for i in range(len(ours)) if theirs[i] != ours[i]]
    if rules.drawing(mine, player) or mine.part(player).ended:
        if worth(rules, better, player) > worth_of(rules, ours, rules.counted_route(mine, player)):
            yield tr("A better route was possible.")
        return
    reached, reachable = rules.roads.best(ours).score, rules.roads.best(theirs).score
    if reachable > reached:
        yield tr("The best route so far scores {n} with {letter}, {other} without.", n=reachable, letter=letter,
                 other=reached)
    circled = tuple(rules.name(rules.areas[i]) for i in changed if is_circled(theirs[i]))
    if sum(map(is_circled, theirs)) > sum(map(is_circled, ours)):
        yield tr("{letter} circles {areas}.", letter=letter, areas=circled)
    crossed = sum(content(held) == X for held in ours) - sum(content(held) == X for held in theirs)
    if crossed > 0:
        yield tr_n("{letter} writes one X fewer.", "{letter} writes {n} fewer Xs.", crossed, letter=letter)
    near = rules.roads.neighbors
    for i in changed:
        number = content(ours[i])
        if number.isdigit() and not EARLY < int(number) < LATE:
            others = [j for j in changed if content(theirs[j]) == number and len(near[j]) < len(near[i])]
            for j in others:
                yield tr("{n} comes near an end of any long route, and {other} has fewer neighbors than {area}.", n=number,
                         other=rules.name(rules.areas[j]), area=rules.name(rules.areas[i]))
    tight = [(i, pair) for i in changed if (pair := _tight(rules, ours, i)) is not None]
    if tight and not any(_tight(rules, theirs, i) for i in changed):
        i, (j, _) = min(tight, key=lambda found: found[1][1])
        yield tr("{area} has {n}, and {other}, one blank area away, has {m}. Little fits between them.",
                 area=rules.name(rules.areas[i]), n=content(ours[i]), other=rules.name(rules.areas[j]), m=content(ours[j]))


def _tight(rules: OnTour, marks: tuple[str, ...], area: int) -> tuple[int, int] | None:
    """The area with the nearest number on the other side of one blank area, and how near; None where there is room."""
    if not content(marks[area]).isdigit():
        return None
    number, beside = int(content(marks[area])), rules.roads.neighbors
    found = [
        (j, abs(int(content(marks[j])) - number))
        for between in beside[area] if content(marks[between]) == BLANK
        for j in beside[between] if j != area and content(marks[j]).isdigit()
    ]
    best = min(found, key=lambda each: each[1], default=None)
    return best if best is not None and best[1] <= TIGHT else None


EARLY, LATE = 15, 85
"""Lower and higher numbers come early and late in any long route."""
TIGHT = 4
"""Numbers that differ by no more leave little room for one between them."""
THEMES = {
    "x": mark("Xs that another area would have saved"),
    "star": mark("Stars"),
    "circle": mark("Circles that were missed"),
    "ends": mark("Low and high numbers"),
    "tight": mark("Numbers with little between them"),
    "place": mark("Where a number goes"),
}


def theme(rules: OnTour, mine: State, better: State, player: str) -> str:
    """Returns what a costly choice is an example of: by Xs, stars and circles, then by where its numbers stand."""
    ours, theirs = mine.part(player).marks, better.part(player).marks
    if sum(content(held) == X for held in ours) > sum(content(held) == X for held in theirs):
        return "x"
    if [content(held) == STAR for held in ours] != [content(held) == STAR for held in theirs]:
        return "star"
    if sum(map(is_circled, theirs)) > sum(map(is_circled, ours)):
        return "circle"
    changed = [i for i in range(len(ours)) if theirs[i] != ours[i]]
    numbers = [int(content(ours[i])) for i in changed if content(ours[i]).isdigit()]
    if any(not EARLY < number < LATE for number in numbers):
        return "ends"
    tight = any(_tight(rules, ours, i) is not None for i in changed)
    return "tight" if tight and not any(_tight(rules, theirs, i) is not None for i in changed) else "place"


REVIEW = Review(
    spots, remarks, (Measure(mark("Best route so far"), worth), Measure(mark("Areas filled"), written)),
    countings=countings, describe_moves=describe_moves, contrast=contrast, theme=theme, themes=THEMES,
)

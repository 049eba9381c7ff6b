"""What there is to say of a map of On Tour afterwards: the route, its circles, and the best route that there was."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.review import Counting, Measure, Remark, Review, Step
from rollwrite_desktop.games.on_tour.guide import BEST, BOTH, OWN, Ui
from rollwrite_desktop.games.on_tour.model import BLANK, State, X, describe_mark
from rollwrite_desktop.games.on_tour.rules import OnTour


def spots(rules: OnTour, state: State, player: str, part: str) -> tuple[str, ...]:
    """The areas on the route, or those of them that are circled."""
    route = rules.counted_route(state, player)
    if part == "circles":
        marks = state.part(player).marks
        return tuple(area for area in route if is_circled(marks[rules.index[area]]))
    return route if part == "areas" else ()


def remarks(rules: OnTour, state: State, player: str) -> tuple[Remark, ...]:
    """The best route, circles that no route took, and Xs."""
    part, found = state.part(player), list[Remark]()
    if not rules.finished(state):
        return ()
    route, best = rules.counted_route(state, player), rules.roads.best(part.marks)
    stops = tuple(rules.areas[i] for i in best.stops)
    if rules.own_route:
        mine = worth_of(rules, part.marks, route)
        sentence = (
            tr("No route is better than the one drawn.") if best.score <= mine
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
    """The points of the best route that the map allows by then, whichever the player draws in the end."""
    return rules.roads.best(state.part(player).marks).score


def written(rules: OnTour, state: State, player: str) -> int:  # noqa: ARG001
    """How many areas hold something other than an X."""
    return sum(content(held) not in (BLANK, X) for held in state.part(player).marks)


def countings(rules: OnTour, state: State, player: str) -> tuple[Counting, ...]:
    """The player's route stop by stop, the best route where there is a better one, and both."""
    marks = state.part(player).marks
    mine, best = rules.counted_route(state, player), rules.best_route(marks)
    found = [_drive(rules, marks, tr("Your route") if rules.own_route else tr("Best route"), OWN, mine)]
    if rules.own_route and rules.roads.best(marks).score > worth_of(rules, marks, mine):
        driven = _drive(rules, marks, tr("Best route"), BEST, best)
        both = tr("Yours {n}, the best {most}", n=worth_of(rules, marks, mine), most=rules.roads.best(marks).score)
        found += [driven, Counting(tr("Both"), (Step(both, driven.steps[-1].total, (), Ui(shown=BOTH)),))]
    return tuple(counting for counting in found if counting.steps)


def _drive(rules: OnTour, marks: tuple[str, ...], title: str, shown: str, stops: tuple[str, ...]) -> Counting:
    """Along a route: one point for each area, another for a circle."""
    steps, total = [], 0
    for n, area in enumerate(stops, 1):
        held = marks[rules.index[area]]
        total += 1 + is_circled(held)
        said = tr("{area}: {mark}", area=rules.name(area), mark=describe_mark(held))
        steps.append(Step(said, total, (), Ui(shown=shown, stops=n)))
    return Counting(title, tuple(steps))


def worth_of(rules: OnTour, marks: tuple[str, ...], route: tuple[str, ...]) -> int:
    """The points of a route: its areas and the circles among them."""
    return len(route) + sum(is_circled(marks[rules.index[area]]) for area in route)


REVIEW = Review(
    spots, remarks, (Measure(mark("The best route by then"), worth), Measure(mark("Areas written in"), written)),
    countings=countings,
)

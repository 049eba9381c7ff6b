"""What there is to say of a map of On Tour afterwards: the route, its circles, and the best route that there was."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.review import Remark, Review
from rollwrite_desktop.games.on_tour.guide import Ui
from rollwrite_desktop.games.on_tour.model import State, X
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
        mine = worth(rules, state, player)
        sentence = (
            tr("No route is better than the one drawn.") if best.score <= mine
            else tr("The best route was worth {n}, {more} more.", n=best.score, more=best.score - mine)
        )
        found.append(Remark(sentence, (), Ui(best=True) if best.score > mine else None))
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


REVIEW = Review(spots, remarks, worth, mark("The best route by then"))

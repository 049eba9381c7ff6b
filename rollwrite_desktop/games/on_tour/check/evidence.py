"""A filled map of On Tour as values: a paper file read, well formed or NotAPaper, and a player's map as a paper."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rollwrite_desktop.core.audit import NotAPaper, Paper, paper_as
from rollwrite_desktop.core.chance import Outcome, read_plain
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.check.evidence import (
    MAX_COUNT,
    QUOTED,
    held_by_space,
    read_claims,
    read_marks,
    read_no_boxes,
    read_rolls,
)
from rollwrite_desktop.gamekit.check.mark_keys import DIGITS, MarkKeys
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, State, X
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper
from rollwrite_desktop.games.on_tour.play.rules import OnTour

PARTS = ("areas", "circles")
MARKS = MarkKeys(DIGITS, length=2, signs=((STAR, "★"), (X, X)), circles=True)
"""What can be entered into an area."""


class Evidence(Struct, frozen=True):
    """What a paper holds: a mark per area in the sheet's order, rolls with their cards and the route (None: not given), and
    the claimed points by part, a whole score as `total`."""

    marks: tuple[str, ...]
    rolls: tuple[Outcome, ...] | None
    route: tuple[str, ...] | None
    claimed: Mapping[str, int]

    @property
    def over(self) -> bool:
        """Whether the sheet says that the game is over: a route is drawn, or a score is claimed."""
        return bool(self.route or self.claimed)


def read_evidence(rules: OnTour, paper: Paper) -> Evidence:
    """Returns what a paper holds. Raises NotAPaper."""
    marks = read_marks(
        paper, rules.index, MARKS.form,
        mark("spaces: there is no area '{id}' on this map."),
        mark("spaces: {id} holds '{text}'; expected two digits, X or *, or any of them in brackets."),
    )
    read_no_boxes(paper)
    rolls = read_rolls(
        paper, _roll, mark("rolls: entry {n} is '{text}'; expected one such as '3 7 | TX South, CA West, NY North'."),
    )
    claims = read_claims(paper, PARTS, mark("claimed: {value}; expected the score, or areas and circles."))
    return Evidence(tuple(marks.get(area, BLANK) for area in rules.areas), rolls, _route(rules, paper), claims)


def _roll(text: str) -> Outcome | None:
    outcome = read_plain(text)
    return outcome if outcome is not None and len(outcome.dice) == 2 else None


def _route(rules: OnTour, paper: Paper) -> tuple[str, ...] | None:
    route = paper_as(OnTourPaper, paper).route
    if route is None:
        return None
    for area in route:
        if area not in rules.index:
            raise NotAPaper(tr("route: there is no area '{id}' on this map.", id=area[:QUOTED]))
    if len(route) > MAX_COUNT:
        raise NotAPaper(tr("route: areas {n}; expected at most {most}.", n=len(route), most=MAX_COUNT))
    return tuple(route)


def paper_of(rules: OnTour, state: State, player: str) -> OnTourPaper:
    """A player's map as paper evidence, with its route; the rolls and cards are part of the evidence too."""
    route = rules.counted_route(state, player)
    return OnTourPaper(
        game=rules.info.id, sheet=rules.sheet.id, options=dict(rules.options), player=player,
        spaces=held_by_space(rules.areas, state.part(player).marks),
        rolls=[str(outcome) for outcome in state.draws],
        route=list(route) if rules.mapped(state) else None,
    )

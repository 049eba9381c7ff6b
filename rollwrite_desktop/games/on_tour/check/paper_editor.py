"""Entering a filled map of On Tour: what a key means in an area, and the map with its findings.

A digit begins a number, the next completes it, a third begins anew; one digit alone is no number yet. `>` begins to enter
the route and ends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from rollwrite_desktop.core.audit import Paper, Report, claims_of, paper_as
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.check.mark_keys import DIGITS, ROUTE, Key, erase_key, keys_of
from rollwrite_desktop.gamekit.check.paper_typing import MapPaperEditor
from rollwrite_desktop.gamekit.marks import content
from rollwrite_desktop.games.on_tour.check.evidence import MARKS
from rollwrite_desktop.games.on_tour.play import drawing
from rollwrite_desktop.games.on_tour.play.descriptions import BOX_TITLES
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, describe_mark
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper, route_of
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.sheet.sheet import Sheet


class OnTourPaperEditor(MapPaperEditor):
    """The paper editor on one map."""

    mark_keys = MARKS
    claims: ClassVar[Mapping[str, str]] = {part: part for part in ("areas", "circles", "total")}
    sure = 0.8  # from 0.95 on a third of its numbers would be asked

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        super().__init__(sheet, options)
        self.rules = OnTour(sheet, options)

    def keys(self, spot: str) -> tuple[Key, ...]:
        if spot in self.sheet.space:
            *marks, erase = self.mark_keys.captioned()
            return (*marks, (ROUTE, tr("Route")), erase)
        return (*keys_of(DIGITS), erase_key()) if super().keys(spot) else ()

    def borne_out(self, spaces: Mapping[str, str], spot: str) -> bool:
        """OT-6: numbers come as ab and ba."""
        whats = [content(held) for held in spaces.values()]
        what = content(spaces.get(spot, BLANK))
        return what.isdigit() and what != what[::-1] and whats.count(what) <= whats.count(what[::-1])

    def draw(
        self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()
    ) -> Display:
        return drawing.entered(self.sheet, paper, report, chosen, among)

    def describe(self, paper: Paper, spot: str) -> str:
        if spot in self.sheet.space:
            regions = ", ".join(tr(region) for region in self.rules.regions(spot))
            mark = describe_mark(paper.spaces.get(spot, BLANK))
            words = tr("{state} ({region}): {mark}", state=self.rules.name(spot), region=regions, mark=mark)
            route = self.route(paper)
            return tr("{told}; stop {n} of the route", told=words, n=route.index(spot) + 1) if spot in route else words
        box = self.sheet.box.get(spot)
        if box is None:
            return ""
        if box.group == "player":
            return tr("Band: {name}", name=paper.player or tr("not filled in"))
        claimed = claims_of(paper).get(box.group)
        return tr("{title}: {n}", title=BOX_TITLES[box.group], n=tr("not filled in") if claimed is None else str(claimed))

    def route(self, paper: Paper) -> tuple[str, ...]:
        return route_of(paper)

    def with_route(self, paper: Paper, route: tuple[str, ...]) -> Paper:
        return msgspec.structs.replace(paper_as(OnTourPaper, paper), route=[*route] or None)

    def ways_on(self, paper: Paper) -> tuple[str, ...]:
        """OT-11; a blank area may get whatever number fits."""
        route = self.route(paper)
        held = {area: content(what) for area, what in paper.spaces.items()}
        last = next((int(held[area]) for area in reversed(route) if held.get(area, "").isdigit()), 0)
        beside = self.sheet.neighbors.get(route[-1], ()) if route else ()
        return tuple(
            area for area in spots_in_order(self.sheet) if area in beside and area not in route
            and (held.get(area, STAR) == STAR or (held[area].isdigit() and int(held[area]) >= last))
        )

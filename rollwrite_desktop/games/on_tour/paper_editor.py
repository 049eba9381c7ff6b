"""Entering a filled map of On Tour: what a key means in an area, and the map with its findings.

A digit begins a number, the next completes it, a third begins anew; one digit alone is no number yet. The route is entered
with `>` (or a tap on it) area by area: each goes to the end of the route, the last one comes off it again.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rollwrite_desktop.core.audit import Paper, Report, claims_of, paper_as
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.games.on_tour import drawing
from rollwrite_desktop.games.on_tour.evidence import OnTourPaper, route_of
from rollwrite_desktop.games.on_tour.guide import BOX_TITLES
from rollwrite_desktop.games.on_tour.model import BLANK, STAR, X, circle, content, describe_mark, is_circled
from rollwrite_desktop.games.on_tour.rules import OnTour
from rollwrite_desktop.sheet.sheet import Sheet

ERASE, CIRCLE, ROUTE = "", "(", ">"
DIGITS = "0123456789"
MAX_CLAIMED = 99


class OnTourPaperEditor:
    """The desk on one map."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        self.sheet = sheet
        self.rules = OnTour(sheet, options)

    def typed(self, paper: Paper, spot: str, key: str) -> Paper | None:
        if spot in self.sheet.space:
            if key == ROUTE:
                return _routed(paper, spot)
            held = _mark(paper.spaces.get(spot, BLANK), key.upper())
            if held is None:
                return None
            spaces = {area: what for area, what in paper.spaces.items() if area != spot}
            return msgspec.structs.replace(paper, spaces=spaces | ({spot: held} if held else {}))
        box = self.sheet.box.get(spot)
        return _claim(paper, box.group, key) if box is not None and box.group in ("areas", "circles", "total") else None

    def keys(self, spot: str) -> tuple[tuple[str, str], ...]:
        digits = tuple((digit, digit) for digit in DIGITS)
        if spot in self.sheet.space:
            return (*digits, (STAR, "★"), (X, X), (CIRCLE, tr("Circle")), (ROUTE, tr("Route")), (ERASE, tr("Erase")))
        box = self.sheet.box.get(spot)
        if box is None or box.group == "player":
            return ()
        return (*digits, (ERASE, tr("Erase")))

    def draw(
        self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()
    ) -> Display:
        return drawing.entered(self.sheet, paper, report, chosen, among)

    def describe(self, paper: Paper, spot: str) -> str:
        if spot in self.sheet.space:
            one, two = self.rules.regions(spot)
            mark = describe_mark(paper.spaces.get(spot, BLANK))
            told = tr("{area} ({one}, {two}): {mark}", area=self.rules.name(spot), one=one, two=two, mark=mark)
            route = route_of(paper)
            if spot in route:
                return tr("{told}; stop {n} of the route", told=told, n=route.index(spot) + 1)
            return told
        box = self.sheet.box.get(spot)
        if box is None:
            return ""
        if box.group == "player":
            return tr("Band: {name}", name=paper.player or "—")
        claimed = claims_of(paper).get(box.group)
        return tr("{title}: {n}", title=BOX_TITLES[box.group], n="—" if claimed is None else str(claimed))

    def order(self) -> tuple[str, ...]:
        """Areas as one reads a map, in rows from the top left; then the boxes."""
        rows = sorted(self.sheet.spaces, key=lambda space: (round(space.writing.center[1] / 40), space.writing.center[0]))
        return (*(space.id for space in rows), *(box.id for box in self.sheet.boxes if box.group != "player"))


def _mark(held: str, key: str) -> str | None:
    """What stands in an area after a key."""
    if key == ERASE:
        return BLANK
    if key in (X, STAR):
        return key
    if key == CIRCLE and held:
        return content(held) if is_circled(held) else circle(content(held))
    if len(key) == 1 and key in DIGITS:
        what = content(held)
        number = what + key if what.isdigit() and len(what) == 1 else key
        return circle(number) if is_circled(held) else number
    return None


def _routed(paper: Paper, area: str) -> Paper | None:
    route = [*route_of(paper)]
    if route and route[-1] == area:
        route.pop()
    elif area in route:
        return None
    else:
        route.append(area)
    return msgspec.structs.replace(paper_as(OnTourPaper, paper), route=route or None)


def _claim(paper: Paper, part: str, key: str) -> Paper | None:
    claims = claims_of(paper)
    digits = str(claims[part]) if part in claims else ""
    if key == ERASE:
        digits = digits[:-1]
    elif len(key) == 1 and key in DIGITS:
        digits = digits + key if len(digits) < len(str(MAX_CLAIMED)) else key
    else:
        return None
    claims = {name: points for name, points in claims.items() if name != part} | ({part: int(digits)} if digits else {})
    alone = claims.get("total") if list(claims) == ["total"] else None
    return msgspec.structs.replace(paper, claimed=alone if alone is not None else claims or None)

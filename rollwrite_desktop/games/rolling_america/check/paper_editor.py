"""Entering a filled map of Rolling America: what a key means in a state or box, and the map with its findings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.check.mark_keys import CROSS_OFF, ERASE, is_digit
from rollwrite_desktop.gamekit.check.paper_typing import MapPaperEditor
from rollwrite_desktop.gamekit.papers import with_box
from rollwrite_desktop.games.rolling_america.check.evidence import MARKS, crossed
from rollwrite_desktop.games.rolling_america.play import drawing
from rollwrite_desktop.games.rolling_america.play.descriptions import POWER_TITLES, describe_mark
from rollwrite_desktop.games.rolling_america.play.model import BLANK, POWERS, X
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.sheet import Box, Sheet


class RollingAmericaPaperEditor(MapPaperEditor):
    """The paper editor on one map."""

    mark_keys = MARKS
    claims: ClassVar[Mapping[str, str]] = {"xs": "total"}

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        super().__init__(sheet, options)
        self.rules = RollingAmerica(sheet, options)

    def typed_box(self, paper: Paper, box: Box, key: str) -> Paper | None:
        """Boxes are crossed off from the left: a tap on the n-th makes it n, or n − 1 if it was crossed already; a digit
        says how many."""
        if box.group not in (*POWERS, "rounds"):
            return None
        if is_digit(key):
            most = len(self.sheet.group(box.group))
            return with_box(paper, box.group, int(key)) if int(key) <= most else None
        before, place = crossed(paper, box.group), int(box.id.partition("/")[2])
        if key == CROSS_OFF or key.upper() == X:
            return with_box(paper, box.group, place - 1 if place <= before else place)
        return with_box(paper, box.group, min(before, place - 1)) if key == ERASE else None

    def draw(
        self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()
    ) -> Display:
        return drawing.entered(self.rules, paper, report, chosen, among)

    def describe(self, paper: Paper, spot: str) -> str:
        if spot in self.sheet.space:
            space = self.sheet.space[spot]
            region = tr(self.sheet.region[space.region].name)
            return tr("{state} ({region}): {mark}", state=tr(space.name), region=region,
                       mark=describe_mark(paper.spaces.get(spot, BLANK)))
        box = self.sheet.box.get(spot)
        if box is None:
            return ""
        if box.group == "rounds":
            return tr_n("{n} round crossed off", "{n} rounds crossed off", crossed(paper, "rounds"))
        if box.group in POWERS:
            return tr("{power}: {n} crossed off", power=POWER_TITLES[box.group], n=crossed(paper, box.group))
        if box.group == "xs":
            return tr("Number of Xs written: {n}", n=tr("not filled in") if paper.claimed is None else str(paper.claimed))
        return tr("Player: {name}", name=paper.player or tr("not filled in"))

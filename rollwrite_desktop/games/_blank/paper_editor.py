"""Entering a sheet of the blank game: any sign may be typed, so that the check has something to find."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.games._blank import drawing
from rollwrite_desktop.sheet.sheet import Sheet


class BlankPaperEditor:
    """The desk on one sheet."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:  # noqa: ARG002
        self.sheet = sheet

    def typed(self, paper: Paper, spot: str, key: str) -> Paper | None:
        if spot not in self.sheet.space or len(key) > 1:
            return None
        others = {space: held for space, held in paper.spaces.items() if space != spot}
        return msgspec.structs.replace(paper, spaces=others | ({spot: key} if key else {}))

    def keys(self, spot: str) -> tuple[tuple[str, str], ...]:
        return (("X", "X"), ("", tr("Erase"))) if spot in self.sheet.space else ()

    def draw(
        self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()  # noqa: ARG002
    ) -> Display:
        return drawing.marked(self.sheet, paper.spaces, paper.player)

    def describe(self, paper: Paper, spot: str) -> str:
        return tr("{space}: {mark}", space=self.sheet.space[spot].name, mark=paper.spaces.get(spot) or tr("blank"))

    def order(self) -> tuple[str, ...]:
        return tuple(space.id for space in self.sheet.spaces)

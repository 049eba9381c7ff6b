"""Entering a filled map of Rolling America: what a key means in a state or box, and the map with its findings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.games.rolling_america import drawing
from rollwrite_desktop.games.rolling_america.guide import POWER_TITLES, describe_mark
from rollwrite_desktop.games.rolling_america.model import BLANK, POWERS, X
from rollwrite_desktop.games.rolling_america.rules import RollingAmerica
from rollwrite_desktop.sheet.sheet import Sheet

ERASE, CIRCLE, CROSS_OFF = "", "(", " "
MAX_CLAIMED = 99


class RollingAmericaPaperEditor:
    """The desk on one map."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        self.sheet = sheet
        self.rules = RollingAmerica(sheet, options)

    def typed(self, paper: Paper, spot: str, key: str) -> Paper | None:
        if spot in self.sheet.space:
            held = self._mark(paper.spaces.get(spot, BLANK), key.upper())
            if held is None:
                return None
            spaces = {space: what for space, what in paper.spaces.items() if space != spot}
            return msgspec.structs.replace(paper, spaces=spaces | ({spot: held} if held else {}))
        box = self.sheet.box.get(spot)
        if box is None:
            return None
        if box.group == "xs":
            return self._claim(paper, key)
        return self._cross_off(paper, box.group, spot, key)

    @staticmethod
    def _mark(held: str, key: str) -> str | None:
        """What stands in a state after a key."""
        circled = held.startswith("(")
        if key == ERASE:
            return BLANK
        if key == X:
            return X
        if key == CIRCLE and held:
            return held.strip("()") if circled else f"({held})"
        if len(key) == 1 and key in "0123456789":
            return f"({key})" if circled else key
        return None

    @staticmethod
    def _claim(paper: Paper, key: str) -> Paper | None:
        digits = str(paper.claimed) if isinstance(paper.claimed, int) else ""
        if key == ERASE:
            digits = digits[:-1]
        elif len(key) == 1 and key in "0123456789":
            digits = digits + key if len(digits) < len(str(MAX_CLAIMED)) else key
        else:
            return None
        return msgspec.structs.replace(paper, claimed=int(digits) if digits else None)

    def _cross_off(self, paper: Paper, group: str, spot: str, key: str) -> Paper | None:
        """Boxes are crossed off from the left: a tap on the n-th makes it n, or n − 1 if it was crossed already."""
        if group not in (*POWERS, "rounds"):
            return None
        before, place = crossed(paper, group), int(spot.partition("/")[2])
        if key == CROSS_OFF or key.upper() == X:
            count = place - 1 if place <= before else place
        elif key == ERASE:
            count = min(before, place - 1)
        else:
            return None
        return msgspec.structs.replace(paper, boxes=dict(paper.boxes) | {group: count})

    def keys(self, spot: str) -> tuple[tuple[str, str], ...]:
        if spot in self.sheet.space:
            digits = tuple((str(n), str(n)) for n in range(1, 7))
            return (*digits, (X, X), (CIRCLE, tr("Circle")), (ERASE, tr("Erase")))
        box = self.sheet.box.get(spot)
        if box is None or box.group == "player":
            return ()
        if box.group == "xs":
            return (*((str(n % 10), str(n % 10)) for n in range(1, 11)), (ERASE, tr("Erase")))
        return ((CROSS_OFF, tr("Cross off")), (ERASE, tr("Erase")))

    def draw(
        self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()
    ) -> Display:
        return drawing.entered(self.rules, paper, report, chosen, among)

    def describe(self, paper: Paper, spot: str) -> str:
        if spot in self.sheet.space:
            space = self.sheet.space[spot]
            return tr("{state} ({region}): {mark}", state=space.name, region=space.region,
                       mark=describe_mark(paper.spaces.get(spot, BLANK)))
        box = self.sheet.box.get(spot)
        if box is None:
            return ""
        if box.group == "rounds":
            return tr_n("{n} round crossed off", "{n} rounds crossed off", crossed(paper, "rounds"))
        if box.group in POWERS:
            return tr("{power}: {n} crossed off", power=POWER_TITLES[box.group], n=crossed(paper, box.group))
        if box.group == "xs":
            return tr("Number of Xs claimed: {n}", n="—" if paper.claimed is None else str(paper.claimed))
        return tr("Player: {name}", name=paper.player or "—")

    def order(self) -> tuple[str, ...]:
        """States as one reads a map, in rows from the top left; then the boxes."""
        rows = sorted(self.sheet.spaces, key=lambda space: (round(space.writing.center[1] / 40), space.writing.center[0]))
        return (*(space.id for space in rows), *(box.id for box in self.sheet.boxes if box.group != "player"))


def crossed(paper: Paper, group: str) -> int:
    """How many boxes of a group a paper has crossed off; 0 if it does not say."""
    value = paper.boxes.get(group, 0)
    return value if isinstance(value, int) else 0

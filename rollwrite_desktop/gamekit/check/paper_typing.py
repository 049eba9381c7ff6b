"""The paper editor of games whose sheets are maps, and what keys do in fields for points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from rollwrite_desktop.core.audit import Paper, Report, claims_of
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.check.mark_keys import CROSS_OFF, ERASE, Key, MarkKeys, erase_key, is_digit, number_keys
from rollwrite_desktop.gamekit.papers import with_mark
from rollwrite_desktop.gamekit.play.map_drawing import MapStyle, number_in_box, player_name
from rollwrite_desktop.sheet.sheet import Box, Sheet


def typed_number(number: int | None, key: str, digits: int) -> int | None:
    """A number of at most so many digits after a digit, or None after erase; a digit too many begins it anew."""
    if key == ERASE:
        return None
    text = "" if number is None else str(number)
    return int(text + key if len(text) < digits else key)


def typed_claim(paper: Paper, part: str, key: str, digits: int = 2) -> Paper | None:
    """Returns the paper after a key in the field of a claimed part; a total alone is a bare number. None if the key means
    nothing there."""
    if key != ERASE and not is_digit(key):
        return None
    claims = claims_of(paper)
    number = typed_number(claims.pop(part, None), key, digits)
    if number is not None:
        claims[part] = number
    claimed = claims["total"] if list(claims) == ["total"] else claims or None
    return msgspec.structs.replace(paper, claimed=claimed)


class MapPaperEditor:
    """Entering a filled map: marks in spaces, claimed points in fields. A game adds what its other boxes take.

    mark_keys: what can be typed into a space. claims: by group of boxes, the part of the score that is claimed there. sure:
    the confidence from which a mark in a space, read from a photo, is not asked by itself, for it is seen among those that
    were read alike.
    """

    style: ClassVar[MapStyle] = MapStyle()
    mark_keys: ClassVar[MarkKeys] = MarkKeys()
    claims: ClassVar[Mapping[str, str]] = {"total": "total"}
    sure: ClassVar[float] = 0.95

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        self.sheet = sheet
        self.options = options

    def borne_out(self, spaces: Mapping[str, str], spot: str) -> bool:  # noqa: ARG002
        """Returns whether other marks of a sheet bear out that of a space, so that it was hardly misread. Not in every
        game."""
        return False

    def typed(self, paper: Paper, spot: str, key: str) -> Paper | None:
        if spot in self.sheet.space:
            held = self.mark_keys.typed(paper.spaces.get(spot, ""), key.upper())
            return None if held is None else with_mark(paper, spot, held)
        box = self.sheet.box.get(spot)
        if box is None:
            return None
        part = self.claims.get(box.group)
        return typed_claim(paper, part, key) if part else self.typed_box(paper, box, key)

    def typed_box(self, paper: Paper, box: Box, key: str) -> Paper | None:  # noqa: ARG002
        """Returns the paper after a key at a box that is no field for points."""
        return None

    def keys(self, spot: str) -> tuple[Key, ...]:
        if spot in self.sheet.space:
            return self.mark_keys.captioned()
        box = self.sheet.box.get(spot)
        if box is None or box.group == "player":
            return ()
        return number_keys() if box.group in self.claims else ((CROSS_OFF, tr("Cross off")), erase_key())

    def draw(
        self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()
    ) -> Display:
        marks = [*self.style.pencil(self.sheet, paper.spaces), *player_name(self.sheet, paper.player)]
        for part, points in claims_of(paper).items():
            marks.extend(number_in_box(self.sheet, part, points))
        return self.style.entered(self.sheet, marks, report, chosen, among)

    def describe(self, paper: Paper, spot: str) -> str:
        if spot in self.sheet.space:
            return tr("{space}: {mark}", space=tr(self.sheet.space[spot].name), mark=paper.spaces.get(spot) or tr("blank"))
        if spot == "player":
            return tr("Player: {name}", name=paper.player or tr("not filled in"))
        claimed = claims_of(paper).get(spot)
        return tr("{part}, written: {points}", part=tr("Total") if spot == "total" else spot,
                   points=tr("not filled in") if claimed is None else str(claimed))


def editor_of(marks: MarkKeys) -> type[MapPaperEditor]:
    """Returns the paper editor of a game with these marks in its spaces and nothing else of its own."""
    class Editor(MapPaperEditor):
        mark_keys = marks

    return Editor

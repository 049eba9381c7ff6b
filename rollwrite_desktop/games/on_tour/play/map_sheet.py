"""What maps of On Tour have that are made from map data: North and South by West, Central and East, three cards a turn, a
line above the map and the score below it at the left."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.gamekit.play.map_making import CODE, EDGE, MapMaking, SheetLayout, boxed, framed, titles
from rollwrite_desktop.sheet.sheet import Box, Rect, Region

CARDS = 3
"""Turned up each turn."""


def _layout(title: str, values: Mapping[str, int], aspect: float) -> SheetLayout:  # noqa: ARG001 (as it is for all maps)
    low, frame, card = 479.0, framed(EDGE, 44)[0], boxed("card", "", EDGE, 459, 203, 72)
    boxes = (
        Box("player", "player", "field", Rect(256, 10, 200, 28)), Box("areas", "areas", "field", Rect(17, low, 44, 44)),
        Box("circles", "circles", "field", Rect(81, low, 44, 44)), Box("total", "total", "field", Rect(145, low, 58, 44)),
    )
    decor = (
        *titles("On Tour", title, 200), boxed("text", "Band", 218, 17, 34, 14),
        boxed("label", "Areas", 11, low - 15, 56, 12), boxed("label", "Circles", 75, low - 15, 56, 12),
        boxed("label", "Total", 139, low - 15, 70, 12), boxed("sign", "+", 61, low + 12, 20, 20),
        boxed("sign", "=", 125, low + 12, 20, 20), boxed("digits", "", 470, 19, 241, 17),
        boxed("legend", "", 220, 476, 200, 47), boxed("reserve", "", 646, 466, CODE, CODE), frame, card,
    )
    return SheetLayout(Rect(30, 63, 673, 388), boxes, decor, tall=Rect(220, 63, 483, 460))


MAP_MAKING = MapMaking(
    joined="lines",
    # By the ink they are filled with, as on the printed map: neighbors differ in gray.
    regions=(
        Region("blue", "Northwest", "NW", ("North", "West")), Region("yellow", "North Central", "NC", ("North", "Central")),
        Region("red", "Northeast", "NE", ("North", "East")), Region("purple", "Southwest", "SW", ("South", "West")),
        Region("green", "South Central", "SC", ("South", "Central")), Region("orange", "Southeast", "SE", ("South", "East")),
    ),
    values=lambda areas, regions, asked: {"cards": CARDS},  # noqa: ARG005 (as they are for all maps)
    layout=_layout,
    cards=True,
)

"""Sheets as if they were read from a photo, without one: marks as told, blank and sure wherever nothing is told."""

from __future__ import annotations

import numpy as np

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.pictures import jpeg_of
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.photos.blank_sheets import fields
from rollwrite_desktop.printing.photos.read_photos import FlatPicture, ReadSheet
from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.reading.marks import Mark
from rollwrite_desktop.reading.scale import FLAT_SCALE
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM

MARGIN = 12.0
"""Millimeters around the face of the sheet on its picture."""


def read_sheet(game_id: str, marks: dict[str, Mark], photo: str = "a.jpg", sheet_id: str = "") -> ReadSheet:
    """A sheet of a game with marks; its picture is white paper with the places in gray."""
    game = GAMES[game_id]
    sheet = sheet_of(game, sheet_id or game.play.sheets[0])
    places = tuple(
        Place(each.spot, each.rect.center[0] / POINTS_PER_MM + MARGIN, each.rect.center[1] / POINTS_PER_MM + MARGIN,
              each.rect.w / POINTS_PER_MM, each.rect.h / POINTS_PER_MM)
        for each in fields(game, sheet))
    wide, high = (round((side / POINTS_PER_MM + 2 * MARGIN) * FLAT_SCALE) for side in sheet.size)
    pixels = np.full((high, wide, 3), 245, np.uint8)
    for place in places:
        left, right = (round((place.x + half * place.w / 2) * FLAT_SCALE) for half in (-1, 1))
        top, low = (round((place.y + half * place.h / 2) * FLAT_SCALE) for half in (-1, 1))
        pixels[top:low, left:right] = 215
    seen = {place.name: marks.get(place.name, Mark("", 0.999)) for place in places}
    paper = game.check.paper(game=game_id, sheet=sheet.id)
    return ReadSheet(photo, 1, paper, (), seen, FlatPicture(jpeg_of(pixels), places))

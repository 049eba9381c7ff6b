"""HexRoller (design: Rustan Håkansson): chains of equal numbers across a honeycomb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.games.hexroller.info import INFO

if TYPE_CHECKING:
    from rollwrite_desktop.gamekit.rooms import Rooms


def _rooms() -> Rooms:
    from rollwrite_desktop.games.hexroller.rooms import ROOMS

    return ROOMS


GAME = Game(
    info=INFO,
    rooms=_rooms,
    presentation=Presentation(
        pitch=mark("Roll eight dice, grow chains of equal numbers, and fill areas, connections and rows."),
        minutes=(10, 20), piece=(255.0, 250.0, 380.0), usual_level="easy",
    ),
    letter="H",
    design="Rustan Håkansson",
)

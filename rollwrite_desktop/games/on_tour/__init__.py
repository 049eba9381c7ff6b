"""On Tour (design: Chad DeShon): numbers from dice into a map of areas, then the longest tour on which they never fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.games.on_tour.info import INFO

if TYPE_CHECKING:
    from rollwrite_desktop.gamekit.rooms import Rooms


def _rooms() -> Rooms:
    from rollwrite_desktop.games.on_tour.rooms import ROOMS

    return ROOMS


GAME = Game(
    info=INFO,
    rooms=_rooms,
    presentation=Presentation(
        pitch=mark("Write two numbers a turn on the map, then draw the longest route on which they never fall."),
        minutes=(20, 30), piece=(300.0, 265.0, 360.0), usual_level="easy",
    ),
    letter="T",
    design="Chad DeShon",
)

"""Rolling America (design: Hisashi Hayashi): numbers from dice, written into the states of their color."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.games.rolling_america.info import INFO

if TYPE_CHECKING:
    from rollwrite_desktop.gamekit.rooms import Rooms


def _rooms() -> Rooms:
    from rollwrite_desktop.games.rolling_america.rooms import ROOMS

    return ROOMS


GAME = Game(
    info=INFO,
    rooms=_rooms,
    presentation=Presentation(
        pitch=mark("Fill the map with numbers. Neighbors may differ by at most 1, and the fewest Xs win."),
        minutes=(15, 25), piece=(235.0, 285.0, 380.0), usual_level="easy",
    ),
    letter="R",
    design="Hisashi Hayashi",
)

"""Ligretto Dice (design: Inka & Markus Brand): a real-time race of 24 dice onto one board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.games.ligretto_dice.info import INFO

if TYPE_CHECKING:
    from rollwrite_desktop.gamekit.rooms import Rooms


def _rooms() -> Rooms:
    from rollwrite_desktop.games.ligretto_dice.rooms import ROOMS

    return ROOMS


GAME = Game(
    info=INFO,
    rooms=_rooms,
    presentation=Presentation(
        pitch=mark("Everyone at once: roll, place your dice from 1 to 6, and be the first to run out of them."),
        minutes=(5, 15), piece=(360.0, 292.0, 540.0), usual_level="level_2",
    ),
    letter="D",
    design="Inka & Markus Brand",
)

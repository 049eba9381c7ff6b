"""Dice as they are painted: what is used is still read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.draw.inks import REGIONS
from rollwrite_desktop.games.ligretto_dice.play.drawing.board_face import SIDE as PICTURE
from rollwrite_desktop.games.ligretto_dice.play.drawing.board_face import die_picture
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.canvas import sheet_painter
from rollwrite_desktop.ui.canvas.dice import opacity_of_used, paint_die
from tests.ui.test_focus_seen import contrast

SIDE = 100
PIP, BODY = (SIDE // 2, SIDE // 2), (SIDE // 2, SIDE // 4)
"""The middle of a one, and beside it."""


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("high", ["normal", "high"])
@pytest.mark.parametrize("shade", ["light", "dark"])
def test_a_die_that_waits_can_be_read(shade: theme.Choice, high: theme.Contrast) -> None:
    theme.choose(shade)
    theme.choose_contrast(high)
    assert contrast(theme.color("faint").rgb(), theme.color("panel").rgb()) >= 4.5  # Roll, while it waits
    picture = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    for ink in ("die", *REGIONS):
        picture.fill(theme.color("panel"))
        with QPainter(picture) as painter:
            paint_die(painter, QRectF(0, 0, SIDE, SIDE), ink, "", faded=True)  # of several the next lies behind
            paint_die(painter, QRectF(0, 0, SIDE, SIDE), ink, "1", faded=True)
        assert contrast(picture.pixel(*PIP), picture.pixel(*BODY)) >= 3, ink
        assert contrast(picture.pixel(*PIP), theme.color("panel").rgb()) >= 3, ink
    for color in ("red", "yellow", "green", "blue"):
        picture.fill(theme.color("panel"))
        with QPainter(picture) as painter:
            painter.setOpacity(opacity_of_used())
            painter.scale(SIDE / PICTURE, SIDE / PICTURE)
            sheet_painter().paint(painter, die_picture(Die(color, 1)), theme.mode())
        assert contrast(picture.pixel(*PIP), picture.pixel(*BODY)) >= 3, color

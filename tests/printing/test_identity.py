"""The marks by which a photo of a page can be straightened and recognised: squares in the corners, and a small code."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import zxingcpp

from rollwrite_desktop.draw.imposition import PER_PAGE
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.open_game import sheet_of
from rollwrite_desktop.printing.export import pdf
from rollwrite_desktop.printing.page_layout import imposition_of
from rollwrite_desktop.printing.print_jobs import Extras, available_extras, blank_leaves, header_footer
from rollwrite_desktop.printing.sheet_codes import (
    ALPHANUMERIC,
    IDENTITY_LENGTH,
    PageIdentity,
    identity_text,
    read_page_identity,
)
from rollwrite_desktop.sheet.sheet import Rect
from tests.printing.test_print_jobs import FACES, SHEETS, rendered


@FACES
def test_the_code_names_game_sheet_version_and_page(game, sheet) -> None:  # type: ignore[no-untyped-def]
    text = identity_text(sheet, "L2")
    assert len(text) <= IDENTITY_LENGTH and set(text) <= ALPHANUMERIC
    assert read_page_identity(text) == PageIdentity(game.info.id, sheet.id, sheet.version, "L2")


def test_a_sheet_from_a_file_is_named_by_its_content() -> None:
    for game, sheet in SHEETS:
        own = replace(sheet, hash="0a1b2c3d" + sheet.hash[8:])
        found = read_page_identity(identity_text(own))
        assert found == PageIdentity(game.info.id, "*0a1b2c3d", sheet.version, "1")


def test_a_made_layout_is_named_by_its_seed() -> None:
    game = GAMES["hexroller"]
    for seed in ("AB-12", "mixed-Case"):
        sheet = sheet_of(game, f"hexroller_front:{seed}", "test")
        found = read_page_identity(identity_text(sheet))
        assert found is not None
        assert found.sheet == (sheet.id if seed == "AB-12" else f"*{sheet.hash[:8]}")


@pytest.mark.parametrize("text", ["", "RW2", "RW1 a b 1", "RW2/?/USA/1/1", "RW2/R/USA/x/1", "RW2/R//1/1", "RW2/R/USA/1/"])
def test_other_texts_are_no_identity(text: str) -> None:
    assert read_page_identity(text) is None


@FACES
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_every_face_on_a_page_has_its_squares_and_its_code(game, sheet, paper, per_page) -> None:  # type: ignore[no-untyped-def]
    leaves = blank_leaves(game, sheet, per_page)
    page = imposition_of(leaves, paper, per_page)
    scale = 5.0
    picture = rendered(pdf(leaves, header_footer(game), paper=paper, per_page=per_page)[0], scale=scale)
    tones = np.asarray(picture)

    def darkness(rect: Rect, inner: float) -> float:
        """The share of dark pixels in the middle of a rectangle."""
        x, y, side = rect.x + rect.w * (1 - inner) / 2, rect.y + rect.h * (1 - inner) / 2, rect.w * inner
        part = tones[int(scale * y) : int(scale * (y + side)), int(scale * x) : int(scale * (x + side))]
        return float((part < 100).mean())

    for cell in page.cells:
        hollow, *solid = cell.squares
        assert darkness(hollow, 0.5) == 0 and 0.5 < darkness(hollow, 0.94) < 0.75
        assert all(darkness(square, 0.94) == 1 for square in solid)
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    assert [one.text for one in found] == [identity_text(sheet)] * per_page


def test_every_page_of_an_order_has_its_own_code() -> None:
    for game, sheet in SHEETS[:2]:
        has = available_extras(game, sheet)
        extras = Extras(rolls="rolls" in has, cards="cards" in has, back="rules")
        content, count = pdf(blank_leaves(game, sheet, 1, extras=extras), header_footer(game))
        texts = []
        for number in range(count):
            picture = rendered(content, number, scale=4)
            texts += [one.text for one in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)]
        pages = [read_page_identity(text) for text in texts]
        kinds = [page.page for page in pages if page]
        assert len(kinds) == len(set(kinds)) and {"1", "R", "L1"} <= set(kinds) and "C1" in kinds

"""The marks by which a photo of a page can be straightened and recognised: squares in the corners, and a small code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import numpy as np
import pytest
import zxingcpp
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.draw.display import Bounds, Mark, Shape, Text, polyline
from rollwrite_desktop.draw.imposition import BADGE_QUIET, CUT_MARGIN, PER_PAGE, QUIET
from rollwrite_desktop.draw.trace import bounds, start_of
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.play.paper.ranking import Standing
from rollwrite_desktop.printing.jobs.print_jobs import Extras, available_extras, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.reports.certificates import certificates
from rollwrite_desktop.printing.sheets.large_print import MAX_SCALE
from rollwrite_desktop.printing.sheets.page_layout import Pages, at_scale, imposition_of, page_display
from rollwrite_desktop.printing.sheets.sheet_codes import (
    ALPHANUMERIC,
    IDENTITY_LENGTH,
    PageIdentity,
    earlier_identities,
    identity_text,
    name_signs,
    on_page,
    read_page_identity,
)
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, Sheet
from tests.printed import drawn_once
from tests.printing.test_print_jobs import FACES, SHEETS, rendered
from tests.sampling import sampled

pytestmark = pytest.mark.slow


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


def test_earlier_drawings_are_named_by_what_they_held_and_by_their_version() -> None:
    for game, sheet in SHEETS:
        former = [PageIdentity(game.info.id, sheet.id, number, "1") for number in range(1, sheet.version)]
        drawn = [PageIdentity(game.info.id, f"*{content[:8]}", sheet.version, "1") for content in sheet.was]
        assert [*map(read_page_identity, earlier_identities(sheet))] == [*former, *drawn]


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


@sampled("which, paper, per_page", [*product(range(len(SHEETS)), ("a4", "letter"), PER_PAGE)], 144, lambda case: case[2])
def test_every_face_on_a_page_has_its_squares_and_its_code(which: int, paper: str, per_page: int) -> None:
    game, sheet = SHEETS[which]
    leaves = drawn_once(game, sheet, per_page)
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
        assert len(cell.solid) == (3 if per_page == 4 else 4)
        assert all(darkness(square, 0.94) == 1 for square in cell.solid)
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    assert [one.text for one in found] == [identity_text(sheet)] * per_page


def test_every_page_of_an_order_has_its_own_code() -> None:
    for game, sheet in SHEETS[:2]:
        has = available_extras(game, sheet)
        extras = Extras(rolls="rolls" in has, cards="cards" in has, back="rules")
        content, count = pdf(drawn_once(game, sheet, 1, extras=extras), header_footer(game))
        texts = []
        for number in range(count):
            picture = rendered(content, number, scale=4)
            texts += [one.text for one in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)]
        pages = [read_page_identity(text) for text in texts]
        kinds = [page.page for page in pages if page]
        assert len(kinds) == len(set(kinds)) and {"1", "R", "L1"} <= set(kinds)


@FACES
def test_the_code_of_a_sheet_with_a_name_tells_whose_it_is(game, sheet) -> None:  # type: ignore[no-untyped-def]
    names = ["Ann", "Bo", *(f"Name {i}" for i in range(500))]
    read = [read_page_identity(identity_text(sheet, player=name)) for name in names]
    assert [page.name for page in read if page] == [name_signs(name) for name in names]
    assert len({name_signs(name) for name in names}) == len(names) and name_signs(" ann ") == name_signs("Ann")
    named = identity_text(sheet, player="Ann")
    log = read_page_identity(on_page(named, "L2"))
    assert log is not None and log.page == "L2" and log.sheet in (sheet.id, f"*{sheet.hash[:8]}")
    assert max(len(named), len(on_page(named, "L2"))) <= IDENTITY_LENGTH and on_page("", "2") == ""


def test_a_code_without_room_for_a_name_has_none() -> None:
    sheet = replace(SHEETS[0][1], version=123456789)
    assert identity_text(sheet, player="Ann") == identity_text(sheet) == "RW2/R/USA/123456789/1"
    assert on_page("RW2/R/*1A2B3C4D/12/1-7K2Q", "L2") == "RW2/R/*1A2B3C4D/12/L2"


def _ink(mark: Mark) -> Bounds:
    """The bounds of a mark; of a level text without the room for accents and descenders that hardly any letter takes."""
    if not isinstance(mark, Text) or mark.turn:
        return bounds(mark)
    left = mark.x + start_of(mark)
    return left, mark.y - cap_height(mark.face, mark.size), left + width(mark.text, mark.face, mark.size), mark.y


def _inks(mark: Mark) -> Iterator[Bounds]:
    """The bounds of what is inked of a mark: of a coast those of each piece, as nothing is in the bay it lies around."""
    if not isinstance(mark, Shape) or "shore/" not in mark.key:
        yield _ink(mark)
        return
    for (_, *here), (kind, *after) in pairwise(mark.path):
        if kind == "L":
            yield bounds(replace(mark, path=polyline(((here[0], here[1]), (after[0], after[1])))))


def _blank(mark: Mark, sheet: Sheet) -> bool:
    """Whether a mark is what is white around a frame, or the sea, of which nothing is seen beyond that."""
    return "/margin" in mark.key or (bool(sheet.frames) and "shore/" in mark.key)


def _apart(one: Rect, left: float, top: float, right: float, bottom: float) -> float:
    """How far a rectangle is from bounds; negative where they overlap."""
    return max(left - one.x - one.w, one.x - right, top - one.y - one.h, one.y - bottom)


LAYOUTS = [
    *product(("a4", "letter"), PER_PAGE, ("", "iso", "us"), (False,)),
    *product(("a4", "letter"), (1,), ("", "iso", "us"), (True,)),
]


@sampled("which, layout", [*product(range(len(SHEETS)), LAYOUTS)], 68)
def test_nothing_is_in_the_quiet_zones(which: int, layout: tuple[str, int, str, bool]) -> None:
    """Texts, faces, holes and cuts keep clear of every square, and the quiet zone of the small code is white."""
    game, sheet = SHEETS[which]
    paper, per_page, holes, large = layout
    rolls = "rolls" in available_extras(game, sheet)
    leaves = drawn_once(game, sheet, per_page, extras=Extras(large=large, rolls=rolls))
    page = imposition_of(leaves, paper, per_page, holes=holes, largest=MAX_SCALE if large else 1.0)
    leaves = at_scale(leaves, page.scale)
    punched = [hole for cell in page.holes for hole in cell]
    for found in Pages(leaves, header_footer(game), page):
        around = [_ink(mark) for mark in page_display(found, page).marks
                  if not mark.key.startswith(("identity/", "hole/"))]
        for placed in found.placed:
            face, scale = placed.cell.face, page.scale
            inked = [
                (face.x + scale * left, face.y + scale * top, face.x + scale * right, face.y + scale * bottom)
                for mark in placed.leaf.display.marks
                if mark.key not in ("paper", "half/paper/0") and not _blank(mark, sheet)
                for left, top, right, bottom in _inks(mark)
            ]
            badge = placed.cell.badge
            quiet = BADGE_QUIET * badge.w
            foot = [_ink(mark) for mark in page_display(found, page).marks if isinstance(mark, Text)]
            sea = [
                Rect(face.x + scale * left, face.y + scale * top, scale * (right - left), scale * (bottom - top))
                for mark in placed.leaf.display.marks if mark.key in ("shore/0", "shore/land") and not _blank(mark, sheet)
                for left, top, right, bottom in _inks(mark)
            ]
            assert all(_apart(piece, *other) >= 0 for piece in sea for other in foot), "the sea hides the line below"
            # Lines around a face, 3 points at most, are half outside of it and grow with it; at the code boxes and
            # columns of dice, a point and a half.
            half = 1.5 * max(scale, 1.2)
            thin = max(half / 3, 0.75)
            marked = placed.leaf.registered  # a page of names has neither
            for rect, least in (*((square, QUIET - half) for square in placed.cell.solid), (badge, quiet - thin)):
                assert not marked or all(_apart(rect, *other) >= least for other in (*around, *inked))
                for hole in punched:
                    ring = hole.x - hole.radius, hole.y - hole.radius, hole.x + hole.radius, hole.y + hole.radius
                    assert _apart(rect, *ring) >= POINTS_PER_MM
                for x1, y1, x2, y2 in page.cuts:
                    assert _apart(rect, x1, y1, x2, y2) >= CUT_MARGIN - 1e-6


def test_a_certificate_has_neither_squares_nor_ruler() -> None:
    game, sheet = SHEETS[0]
    filled = Filled("", game, sheet, Paper(game=game.info.id, sheet=sheet.id), Report((), (), None), "Ann")
    (leaf,) = certificates("Club", [filled], [Standing(1, 0, "Ann", 7, 0)], sheet.size)
    page = imposition_of([leaf], "a4", 1)
    (found,) = Pages([leaf], header_footer(game), page)
    assert not [mark.key for mark in page_display(found, page).marks if mark.key.startswith(("identity/", "ruler"))]
    marked = replace(leaf, registered=True)
    (found,) = Pages([marked], header_footer(game), page)
    assert "ruler" not in {mark.key for mark in page_display(found, page).marks}, "nothing is measured on a page of text"


def test_marks_for_photos_can_be_left_out_on_both_sides() -> None:
    game, sheet = SHEETS[0]
    for unmarked in (True, False):
        leaves = drawn_once(game, sheet, 2, extras=Extras(unmarked=unmarked, back="same"))
        pages = [*Pages(leaves, header_footer(game), imposition_of(leaves, "a4", 2))]
        assert len(pages) == 2
        assert [any(mark.key.startswith("identity/") for mark in page.common) for page in pages] == [not unmarked] * 2

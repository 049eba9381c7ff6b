"""Everything that can be ordered with sheets, for every game: sizes on paper, inks, strips, codes, backs, large print."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product

import numpy as np
import pikepdf
import pypdf
import pypdfium2
import pytest
import zxingcpp
from msgspec.structs import replace
from PIL import Image
from shapely import LineString
from shapely import box as shape_box

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import percent, tr
from rollwrite_desktop.core.rules import CHANCE
from rollwrite_desktop.draw.clip import rings
from rollwrite_desktop.draw.display import Bounds, Shape, Text
from rollwrite_desktop.draw.imposition import BINDING, INSET, PAPERS, PER_PAGE, PUNCHES, RULER, Hole, Imposition
from rollwrite_desktop.draw.inks import PRINT_MODES, Mode
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.printing.cards.card_pages import Grid
from rollwrite_desktop.printing.cards.deck_pages import deck_pages
from rollwrite_desktop.printing.jobs.print_jobs import Extras, available_extras, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.reports.table_pages import table_pages
from rollwrite_desktop.printing.sheets.large_print import MAX_SCALE, SHARES
from rollwrite_desktop.printing.sheets.page_layout import (
    Leaf,
    Pages,
    Placed,
    at_scale,
    code_place,
    imposition_of,
    layout_notes,
    page_display,
)
from rollwrite_desktop.printing.sheets.sheet_codes import (
    MIN_SIDE,
    code_of,
    code_text,
    identity_text,
    paper_of_code,
    sheet_of_code,
)
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, Sheet
from tests.printed import drawn_once
from tests.sampling import sampled
from tests.walks import walk

pytestmark = pytest.mark.slow

SHEETS = [(game, sheet_of(game, sheet_id, "test")) for game in GAMES.values() for sheet_id in game.play.sheets]
MADE = [sheet for sheet in GAMES["rolling_america"].play.sheets if sheet != "rolling_america_usa"]
"""Maps that were made by `new-map`: their areas leave less room beside a writing box than those drawn by hand."""


def _kind(case: tuple[Game, Sheet]) -> str:
    """Maps that were made are of one kind, of each game."""
    game, sheet = case
    return game.info.id if "sheets/build/maps" in sheet.source else sheet.id


FACES = sampled("game, sheet", SHEETS, 8, _kind, lambda part: getattr(part, "id", ""))


def rendered(content: bytes, page: int = 0, scale: float = 1.0) -> Image.Image:
    document = pypdfium2.PdfDocument(content)
    try:
        return document[page].render(scale=scale).to_pil().convert("L")
    finally:
        document.close()


def read(content: bytes, page: int) -> str:
    document = pypdfium2.PdfDocument(content)
    try:
        return document[page].get_textpage().get_text_range()
    finally:
        document.close()


@cache
def with_(name: str) -> list[tuple[Game, Sheet]]:
    return [(game, sheet) for game, sheet in SHEETS if name in available_extras(game, sheet)]


LEAST = {
    ("a4", 1): 13.0, ("letter", 1): 13.0, ("a5", 1): 8.5, ("half-letter", 1): 8.5, ("a4", 2): 8.5, ("letter", 2): 8.5,
    ("a4", 4): 5.7, ("letter", 4): 5.7,
}
"""Paper and sheets on a page to the side of a writing box, in millimeters."""


@sampled("which, paper, per_page", [(which, *page) for which in range(len(SHEETS)) for page in LEAST], 34)
def test_boxes_are_large_enough_to_write_in_whatever_else_is_ordered(which: int, paper: str, per_page: int) -> None:
    (game, sheet), least = SHEETS[which], LEAST[paper, per_page]
    has = available_extras(game, sheet)
    squares = [min(space.writing.w, space.writing.h) for space in sheet.spaces]
    for rolls, code, seed in product(("", "rolls"), (False, True), ("", "A")):
        if not {rolls, seed and "seed"} - {""} <= has:
            continue
        leaves = drawn_once(game, sheet, 1, extras=Extras(rolls=bool(rolls), code=code, seed=seed))
        for binding, holes, largest in product((False, True), ("", *PUNCHES), (1.0, MAX_SCALE)):
            page = imposition_of(leaves, paper, per_page, binding=binding, holes=holes, largest=largest)
            assert all(page.scale * side / POINTS_PER_MM >= least for side in squares), (rolls, code, seed, binding, holes)
            notes = layout_notes(leaves, page)
            assert any(f"At {percent(100 * page.scale)}" in sentence for sentence in notes)
            assert any("on their own page" in sentence for sentence in notes) == bool(rolls or seed)
            if per_page == 2:
                assert page.size[0] < page.size[1] and page.cells[0].face.x == page.cells[1].face.x


def sheets_of(leaves: Sequence[Leaf], page: Imposition) -> list[Placed]:
    return [placed for each in Pages(leaves, header_footer(GAMES["on_tour"]), page) for placed in each.placed]


@sampled("paper, per_page, holes, first", [*product(PAPERS, PER_PAGE, PUNCHES, range(3))], 84)
def test_holes_are_kept_free_on_both_sides(paper: str, per_page: int, holes: str, first: int) -> None:
    apart_mm = {"iso": (80.0,), "us": (25.4 * 4.25, 25.4 * 2.75)}[holes]
    for game, sheet in SHEETS[first::3]:
        extras = Extras(back="same", rolls="rolls" in available_extras(game, sheet))
        leaves = drawn_once(game, sheet, per_page, extras=extras)
        page = imposition_of(leaves, paper, per_page, holes=holes)
        for side, cells, punched in zip(Pages(leaves, header_footer(game), page), (page.cells, page.backs),
                                        (page.holes, page.back_holes), strict=False):
            for placed, cell, mine in zip(side.placed, cells, punched, strict=True):
                for one, other in pairwise(mine):
                    apart = (abs(one.x - other.x) + abs(one.y - other.y)) / POINTS_PER_MM
                    assert pytest.approx(apart) in list(apart_mm)
                across = page.size[0] / len({cell.face.x for cell in cells})
                for hole in mine:
                    inward = hole.y if page.above else min(hole.x % across, -hole.x % across)
                    assert inward == pytest.approx(PUNCHES[holes].inward)
                around = [(mark.key, bounds(mark)) for mark in (*placed.marks, *side.common)
                          if not mark.key.startswith(("hole/", "crop/"))]
                x, y = cell.face.x, cell.face.y
                for mark in placed.leaf.display.marks:
                    if mark.key != "paper":  # not painted on paper
                        left, top, right, bottom = (page.scale * n for n in bounds(mark))
                        around.append((mark.key, (x + left, y + top, x + right, y + bottom)))
                assert [key for key, edges in around if not all(clear(hole, edges) for hole in mine)] == []


def clear(hole: Hole, around: Bounds) -> bool:
    left, top, right, bottom = around
    away = max(left - hole.x, 0, hole.x - right), max(top - hole.y, 0, hole.y - bottom)
    return math.hypot(*away) >= hole.radius


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_a_binding_margin_is_left_free_on_both_sides(paper: str, per_page: int) -> None:
    game, sheet = SHEETS[0]
    page = imposition_of(drawn_once(game, sheet, 1, extras=Extras(back="same")), paper, per_page, binding=True)
    columns = len({cell.face.x for cell in page.cells})
    wide = page.size[0] / columns
    for front, back in zip(page.cells, page.backs, strict=True):
        left, right = front.face.x % wide, (back.face.x + back.face.w) % wide
        assert left >= BINDING + 11.9 and wide - right >= BINDING + 11.9
        # Held against the light, the sides of a sheet lie upon each other.
        assert front.face.x + front.face.w == pytest.approx(page.size[0] - back.face.x)
        assert front.face.y == back.face.y


def test_the_ruler_is_fifty_millimetres_long() -> None:
    game, sheet = SHEETS[0]
    for paper in PAPERS:
        leaves = drawn_once(game, sheet, 1)
        page = imposition_of(leaves, paper, 1)
        (first,) = Pages(leaves, header_footer(game), page)
        found = [mark for mark in page_display(first, page).marks if mark.key == "ruler"]
        assert found or page.cells[0].foot.w < 680  # where there is no room the line gives way
        left, _, right, _ = bounds(found[0]) if found else (0.0, 0.0, RULER, 0.0)
        assert right - left == pytest.approx(RULER, abs=0.6) and pytest.approx(50 * POINTS_PER_MM) == RULER


# ---------------------------------------------------------------------- inks


def coverage(content: bytes, face: Rect) -> tuple[float, float]:
    """The share of a face that takes any ink, and the sum of its four inks over it (gray printed as black)."""
    document = pypdfium2.PdfDocument(content)
    try:
        picture = document[0].render(scale=3).to_pil().convert("RGB")
    finally:
        document.close()
    part = picture.crop((round(3 * face.x), round(3 * face.y), round(3 * (face.x + face.w)), round(3 * (face.y + face.h))))
    red, green, blue = map(np.asarray, part.split())
    brightest, darkest = np.maximum(np.maximum(red, green), blue), np.minimum(np.minimum(red, green), blue)
    inks = (255 - brightest.mean()) + sum(brightest.mean() - part.mean() for part in (red, green, blue))
    return float((darkest < 0.97 * 255).mean()), float(inks / 255)


@sampled("game, sheet", SHEETS, 18, lambda case: case[0].info.id)
def test_low_ink_takes_less_than_a_quarter_of_a_map(game: Game, sheet: Sheet) -> None:
    leaves = drawn_once(game, sheet, 1)
    face = imposition_of(leaves, "a4", 1).cells[0].face
    made = (pdf(leaves, header_footer(game), ink=ink)[0] for ink in ("colour", "low"))
    (color, all_inks), (low, black) = (coverage(content, face) for content in made)
    # Score sheets, honeycombs and slim maps are mostly lines, which must survive a photocopy: there is less to save.
    part = 4 if all_inks > 0.135 else 1.8
    assert low < color / part and black < all_inks / part


@pytest.mark.parametrize(("sheet_id", "most"), [("rolling_america_usa", 45), ("hexroller_front", 42), ("on_tour_usa", 65)])
def test_a_pad_of_a_hundred_is_small_in_every_ink(sheet_id: str, most: int) -> None:
    game, sheet = next(each for each in SHEETS if each[1].id == sheet_id)
    for ink in PRINT_MODES:
        content, count = pdf(drawn_once(game, sheet, 100), header_footer(game), ink=ink)
        assert count == 100 and len(content) <= 1000 * most, ink


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_a_pad_is_in_order_once_it_is_cut(per_page: int) -> None:
    game, sheet = SHEETS[0]
    leaves = drawn_once(game, sheet, 10, extras=Extras(pad=True, rolls=True))
    page = imposition_of(leaves, "a4", per_page)
    covers, *pages = [printed.placed for printed in Pages(leaves, header_footer(game), page)]
    if per_page == 1:
        covers, pages = (*covers, *pages[0]), pages[1:]
    front, back = covers
    assert (front.leaf.title, back.leaf.reading, front.leaf.counted, back.leaf.counted) == ("Cover", True, False, False)
    if per_page == 2:  # a scale is told where something is measured or written
        content, _ = pdf(leaves, header_footer(game), per_page=per_page)
        told = [percent(100 * page.scale) in read(content, number) for number in range(2)]
        assert told == [False, True]
    piles = [[placed[cell] for placed in pages if cell < len(placed)] for cell in range(per_page)]
    pieces = [piece for pile in piles for piece in pile]
    assert [piece.number for piece in pieces if piece.leaf.counted] == [*range(1, 11)]
    each = len(pieces) // 10  # each sheet is followed by its rolls
    assert each > 1 and [piece.number for piece in pieces] == [number for number in range(1, 11) for _ in range(each)]
    with pytest.raises(UserError, match="pad"):
        drawn_once(game, sheet, 10, extras=Extras(pad=True, large=True))


@pytest.mark.parametrize(("game", "sheet"), SHEETS[::4])
def test_the_cover_of_a_pad_is_within_its_face(game: Game, sheet: Sheet) -> None:
    cover = drawn_once(game, sheet, 2000, extras=Extras(pad=True))[0].display
    edges = [bounds(mark) for mark in cover.marks]
    assert min(min(left, top) for left, top, _, _ in edges) >= -2  # the bounds of texts are larger than what is printed
    assert max(right for _, _, right, _ in edges) <= sheet.size[0] - INSET + 3
    assert max(low for _, _, _, low in edges) <= sheet.size[1] - INSET + 3
    texts = {mark.key: mark for mark in cover.marks if isinstance(mark, Text)}
    assert texts["badge/text"].text == "2000 sheets" and texts["title"].size >= 40
    assert not any(mark.text.endswith("…") for mark in texts.values())
    if any(decor.kind == "key" for decor in sheet.decor):  # what may be too small four on a page
        assert all(texts[f"names/{space.id}/name"].text == space.name for space in sheet.spaces)
        names = [mark for key, mark in texts.items() if key.startswith("names/")]
        assert min(mark.size for mark in names) >= 10
        picture = [each for each, mark in zip(edges, cover.marks, strict=True) if mark.key.startswith("picture/")]
        right, low = max(each[2] for each in picture), max(each[3] for each in picture)
        assert min(mark.x for mark in names) >= right or min(mark.y - mark.size for mark in names) >= low - 1


# ---------------------------------------------------------------------- large print


@FACES
@sampled("paper", ["a4", "letter"], 2)
def test_large_print_is_large(game: Game, sheet: Sheet, paper: str) -> None:
    leaf, *_ = drawn_once(game, sheet, 1, extras=Extras(large=True))  # a made map's key of names may follow
    page = imposition_of((leaf,), paper, 1, largest=MAX_SCALE)
    assert page.size[0] < page.size[1]
    assert all(page.scale * min(space.writing.w, space.writing.h) >= 18 * POINTS_PER_MM for space in sheet.spaces)
    halves = [leaf, *leaf.further]
    assert len(halves) == 2
    shown = {mark.key for half in halves for mark in half.display.marks if isinstance(mark, Text)}
    for half in halves:
        for mark in half.display.marks:
            if isinstance(mark, Text):
                assert page.scale * mark.size >= 14 - 0.1, (mark.key, mark.size)
            left, _, right, _ = bounds(mark)
            assert left >= -1.5 and right <= half.display.size[0] + INSET
    if sheet.joined == "lines":
        assert {f"half/space/{space.id}/code" for space in sheet.spaces} <= shown


@FACES
def test_no_code_in_large_print_is_on_a_border(game: Game, sheet: Sheet) -> None:
    leaf, *_ = drawn_once(game, sheet, 1, extras=Extras(large=True))
    for half in (leaf, *leaf.further):
        lines = [
            (mark.width / 2, LineString((*corners, corners[0]) if closed else corners))
            for mark in half.display.marks if isinstance(mark, Shape) and "/border/" in mark.key
            for corners, closed in rings(mark.path) if len(corners) > 1
        ]
        if sheet.joined == "lines":  # there the code is on a tab, which covers borders
            continue
        for mark in half.display.marks:
            if isinstance(mark, Text) and mark.key.endswith("/code"):
                left, _, right, _ = bounds(mark)
                ink = shape_box(left, mark.y - cap_height(mark.face, mark.size), right, mark.y)
                assert all(ink.distance(line) > half_width for half_width, line in lines), mark.key


@FACES
def test_every_writing_place_is_whole_on_one_half(game: Game, sheet: Sheet) -> None:
    leaf, *_ = drawn_once(game, sheet, 1, extras=Extras(large=True, fillable=True))
    wide = sheet.size[0]
    spans = [(first * wide, last * wide) for first, last in SHARES]
    for space in sheet.spaces:
        r = space.writing
        assert any(start <= r.x and r.x + r.w <= end for start, end in spans), space.id
    fields = [field.spot for half in (leaf, *leaf.further) if half.form for field in half.form.fields]
    (plain,) = drawn_once(game, sheet, 1, extras=Extras(fillable=True))
    assert plain.form is not None and sorted(fields) == sorted(field.spot for field in plain.form.fields)


# ---------------------------------------------------------------------- rolls


@sampled("which, paper, per_page", [*product(range(len(with_("rolls"))), PAPERS, PER_PAGE)], 20)
def test_every_roll_has_boxes_that_a_pencil_fits(which: int, paper: str, per_page: int) -> None:
    game, sheet = with_("rolls")[which]
    leaves = drawn_once(game, sheet, 1, extras=Extras(rolls=True, fillable=True))
    page = imposition_of(leaves, paper, per_page)
    boxes = game.words.print_kit.rolls(game.play.rules(sheet, options_of(game, {}, "test")))
    assert boxes is not None
    logs = [placed.leaf for placed in sheets_of(leaves, page)][1:]
    spots = [field.spot for leaf in logs if leaf.form for field in leaf.form.fields]
    assert spots == [f"roll/{number}" for number in range(1, boxes.rolls + 1)]
    least = 8.0 if page.scale >= 0.9 else 6.0 if page.scale > 0.4 else 3.0
    for leaf in logs:
        places = [bounds(mark) for mark in leaf.display.marks if mark.key.startswith("roll/") and "/box/" in mark.key]
        for left, top, right, bottom in places:
            assert min(right - left, bottom - top) * page.scale / POINTS_PER_MM >= least
            assert left >= INSET - 1 and right <= sheet.size[0] - INSET + 1 and bottom <= sheet.size[1] - INSET + 1
        assert all(not overlap(a, b) for i, a in enumerate(places) for b in places[i + 1 :])
        example = leaves[0].log.example if leaves[0].log else ""
        assert example and any(example in mark.text for mark in leaf.display.marks if isinstance(mark, Text))


def overlap(a: Bounds, b: Bounds) -> bool:
    """Whether boxes share more than their lines."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_letters_of_dice_are_circled_in_large_print_and_where_one_is_wide(language: str) -> None:
    game = GAMES["rolling_america"]
    sheet = sheet_of(game, "rolling_america_usa", "test")
    try:
        i18n.use(language, TRANSLATIONS)
        leaves = drawn_once(game, sheet, 1, extras=Extras(rolls=True))
        for per_page, largest, least in ((1, MAX_SCALE, 14.0), (2, 1.0, 5.0)):
            page = imposition_of(leaves, "letter", per_page, largest=largest)
            logs = [placed.leaf.display for placed in sheets_of(at_scale(leaves, page.scale), page)]
            logs = [log for log in logs if any(mark.key.startswith("roll/") for mark in log.marks)]
            counted = ["tally" in {mark.key for mark in log.marks} for log in logs]
            assert counted == [False] * (len(logs) - 1) + [True], "dice are counted once in a game"
            for log in logs:
                letters = [mark for mark in log.marks if isinstance(mark, Text) and "/letter/" in mark.key]
                framed = {mark.key: bounds(mark) for mark in log.marks if "/box/" in mark.key}
                assert len(letters) == 7 * len(framed) > 0
                captions = [mark for mark in log.marks if isinstance(mark, Text) and mark.key.startswith("captions/")]
                assert captions and min(mark.size for mark in (*letters, *captions)) * page.scale >= least - 1e-6
                for mark in letters:
                    left, top, right, bottom = framed[mark.key.replace("letter", "box").rpartition("/")[0]]
                    x0, y0, x1, y1 = bounds(mark)
                    assert left < x0 and x1 < (left + right) / 2 and top < y0 and y1 < bottom, mark.key
    finally:
        i18n.use("en", TRANSLATIONS)


@pytest.mark.parametrize(("game", "sheet"), with_("rolls"))
def test_the_example_on_the_log_is_what_the_checker_reads(game: Game, sheet: Sheet) -> None:
    (leaf,) = drawn_once(game, sheet, 1, extras=Extras(rolls=True))
    notes = RollNotes(game, sheet, {})
    assert notes.boxes is not None and leaf.log is not None
    before = ["1 8 | MI, GA", "2 7 | TX, CA"][: notes.boxes.setup]
    assert notes.whole(leaf.log.example, notes.asks(before)[len(before)])


@pytest.mark.parametrize(("game", "sheet"), with_("seed"))
def test_the_cover_of_a_same_dice_page_hides_every_roll(game: Game, sheet: Sheet) -> None:
    (leaf,) = drawn_once(game, sheet, 1, extras=Extras(seed="WALK-1"))
    assert leaf.log is not None
    (face,) = leaf.log.faces(sheet.size)
    middle = sheet.size[0] / 2
    shown = [bounds(mark) for mark in face.display.marks if mark.key.startswith("roll/")]
    (pattern,) = [bounds(mark) for mark in face.display.marks if mark.key == "cover/pattern"]
    assert max(right for _, _, right, _ in shown) <= middle <= pattern[0]
    for left, top, right, bottom in shown:  # folded over at the middle
        assert 2 * middle - pattern[2] <= left + 1 and 2 * middle - pattern[0] >= right - 1 - INSET
        assert bottom <= pattern[3] + 1 and top >= pattern[1] - 1


@sampled("game, sheet", with_("seed"), 4, lambda case: case[0].info.id)
def test_a_same_dice_pad_has_the_rolls_that_the_code_brings_in_play(game: Game, sheet: Sheet) -> None:
    options = options_of(game, {}, "test")
    rules = game.play.rules(sheet, options)
    session = walk(game.info.id, sheet.id, (), "random", 1)
    played = tuple(event.move for event in session.events if event.by == CHANCE)
    rolled = game.words.print_kit.rolled(rules, "WALK-1")
    assert game.words.print_kit.rolls is not None
    assert rolled[: len(played)] == played and len(played) <= len(rolled) <= game.words.print_kit.rolls(rules).rolls
    leaves = drawn_once(game, sheet, 2, extras=Extras(seed="WALK-1"))
    content, _ = pdf(leaves, header_footer(game))
    assert "WALK-1" in read(content, 1)
    (log,) = [leaf.log for leaf in leaves]
    assert log is not None and log.rolled == rolled


# ---------------------------------------------------------------------- codes


def scanned(picture: Image.Image) -> list[str]:
    return [found.text for found in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)]


@sampled("which, paper, per_page", [
    (which, *page) for which in range(len(SHEETS)) for page in (("a4", 1), ("letter", 2), ("a4", 4), ("half-letter", 1))
], 28, lambda case: case[1:])
def test_the_code_is_read_from_the_print(which: int, paper: str, per_page: int) -> None:
    game, sheet = SHEETS[which]
    leaves = drawn_once(game, sheet, per_page, extras=Extras(code=True))
    page = imposition_of(leaves, paper, per_page)
    square = code_place(leaves[0], page.cells[0], page.scale)
    assert square is not None and min(square.w, square.h) >= MIN_SIDE - 1e-6
    content, _ = pdf(leaves, header_footer(game), paper=paper, per_page=per_page)
    texts = scanned(rendered(content, scale=4))
    assert texts == [code_text(sheet)] * per_page  # and no small code beside it, which says the same
    assert sheet_of_code(texts[0]) == (game.info.id, sheet.id, sheet.version)


@sampled("game, sheet", [each for each in SHEETS if each[0].letter], 12, _kind)
def test_no_cell_is_for_the_code_of_a_blank_sheet_alone(game: Game, sheet: Sheet) -> None:
    """Where four on a page leave no room for it, the small code says which sheet it is."""
    leaves = drawn_once(game, sheet, 4, extras=Extras(code=True))
    page = imposition_of(leaves, "letter", 4)
    assert len(Pages(leaves, header_footer(game), page)) == 1
    large = code_place(leaves[0], page.cells[0], page.scale) is not None
    content, _ = pdf(leaves, header_footer(game), paper="letter", per_page=4)
    assert scanned(rendered(content, scale=5)) == [code_text(sheet) if large else identity_text(sheet)] * 4
    assert any("small one" in note for note in layout_notes(leaves, page)) != large


@sampled("game, sheet", [each for each in SHEETS if each[1].id in each[0].play.played_on], 36, lambda case: case[0].info.id)
def test_a_filled_sheet_comes_back_from_its_code(game: Game, sheet: Sheet) -> None:
    rules = game.play.rules(sheet, options_of(game, {}, "test"))
    session = walk(game.info.id, sheet.id, (), "random", 1)
    paper = game.check.paper_of(rules, session.state, session.players[0])
    paper.rolls = None
    paper.player = "José Ñandú"
    display = game.play.guide(rules).draw(session.state, session.players[0], None, paper.player)
    written_on = sheet_of(game, paper.sheet, "test")
    content, _ = pdf([Leaf(display, code=code_of(written_on, paper))], header_footer(game))
    (text,) = scanned(rendered(content, scale=6))
    assert paper_of_code(text, written_on, game.check.paper) == paper


def test_a_code_of_an_earlier_drawing_is_read_and_of_a_later_one_refused() -> None:
    _, sheet = SHEETS[0]
    assert sheet.version > 1
    paper = Paper(game=sheet.game, sheet=sheet.id, spaces={sheet.spaces[0].id: "3"})
    earlier, later = (code_text(replace(sheet, version=sheet.version + by), paper) for by in (-1, 1))
    assert paper_of_code(earlier, sheet).spaces == paper.spaces
    with pytest.raises(NotAPaper, match="another version"):
        paper_of_code(later, sheet)


def test_what_is_no_code_of_ours_is_told() -> None:
    _, sheet = SHEETS[0]
    for text in ("", "https://example.org", "RW1 a b", f"RW1 {sheet.game} {sheet.id} 999", code_text(sheet) + "\n1,2\n{}",
                 code_text(sheet, Paper(game=sheet.game)).replace("{", "[")):
        with pytest.raises(NotAPaper):
            paper_of_code(text, sheet)


# ---------------------------------------------------------------------- the other side


@FACES
@pytest.mark.parametrize("back", ["blank", "same"])
def test_every_sheet_has_its_back(game: Game, sheet: Sheet, back: str) -> None:
    leaves = drawn_once(game, sheet, 3, extras=Extras(back=back))
    content, count = pdf(leaves, header_footer(game), per_page=2)
    assert count == 4 == len(Pages(leaves, header_footer(game), imposition_of(leaves, "a4", 2)))
    white = np.asarray(rendered(content, 1))[30:-30, 30:-30].min() == 255  # but for the crop marks at its edges
    assert white == (back == "blank")
    with pikepdf.open(io.BytesIO(content)) as document:
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"


def test_another_sheet_on_the_back() -> None:
    for game in GAMES.values():
        if len(game.play.sheets) < 2:
            continue
        front, back = (sheet_of(game, sheet_id, "test") for sheet_id in game.play.sheets[:2])
        (leaf,) = drawn_once(game, front, 1, extras=Extras(back=back.id, fillable=True))
        assert leaf.back is not None and leaf.back.display != leaf.display


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.info.id)
def test_tables_give_every_result_the_same_chance(game: Game) -> None:
    tables = game.words.print_kit.tables(game.play.rules(sheet_of(game, "", "test"), options_of(game)))
    for table, face in zip(tables, table_pages(tables, "T", (720, 540)), strict=True):
        fields = [mark.text for mark in face.marks if isinstance(mark, Text) and mark.key.startswith("field/")]
        assert {fields.count(result) for result in table.results} == {36 // len(table.results)}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.info.id)
def test_decks_have_every_result_once_a_stack_and_say_how_they_are_used(game: Game) -> None:
    decks = game.words.print_kit.decks(game.play.rules(sheet_of(game, "", "test"), options_of(game)))
    every = [mark for face in deck_pages(decks, "T", Grid.on((720, 540))) for mark in face.marks]
    marks = [mark for mark in every if isinstance(mark, Text)]
    turned = sum({"6", "9"}.issubset(deck.results) * 2 * max(1, len(deck.stacks)) for deck in decks)
    assert sum(mark.key.endswith("/under") for mark in every) == turned, "a 9 upside down is no 6"
    drawn = Counter(mark.text for mark in marks if mark.key.endswith("/result"))
    assert drawn == Counter(result for deck in decks for result in deck.results * max(1, len(deck.stacks)))
    lettered = [mark.text for mark in marks if mark.key.endswith("/letter")]
    assert lettered == [tr(deck.letters[result]) for deck in decks if deck.letters for result in deck.results]
    assert "".join(lettered) == ("RBGYOPW" if game.info.id == "rolling_america" else "")
    told = [mark for mark in marks if "/use/" in mark.key]
    assert len({mark.key.split("/")[1] for mark in told}) == len(decks) and not any("…" in mark.text for mark in marks)


def test_a_game_without_what_is_ordered_says_so() -> None:
    for game, sheet in SHEETS:
        for name in {"rolls", "seed", "cards", "rules"} - available_extras(game, sheet):
            asked = Extras(back="rules") if name == "rules" else Extras(**{name: "A" if name == "seed" else True})
            with pytest.raises(UserError, match=game.info.title):
                drawn_once(game, sheet, 1, extras=asked)


@sampled("ink, first", [(ink, first) for first in range(24) for ink in PRINT_MODES], 80, lambda case: case[0])
def test_everything_at_once_is_valid_and_the_same_every_time(ink: Mode, first: int) -> None:
    for game, sheet in SHEETS[first::24]:
        has = available_extras(game, sheet)
        extras = Extras(large=True, rolls="rolls" in has, fillable=True, code=True, cards="cards" in has, back="same")
        leaves = drawn_once(game, sheet, 3, ("Ann", "Bo"), extras)
        one, count = pdf(leaves, header_footer(game), ink=ink, per_page=2, binding=True, paper="letter")
        assert one == pdf(leaves, header_footer(game), ink=ink, per_page=2, binding=True, paper="letter")[0]
        with pikepdf.open(io.BytesIO(one)) as document:
            assert document.check_pdf_syntax() == [] and len(document.pages) == count
        titles = [item.title for item in pypdf.PdfReader(io.BytesIO(one)).outline]
        assert titles[:2] == ["Ann", "Bo"]


@pytest.mark.parametrize("extras", [Extras(rolls=True), Extras(seed="EXAMPLE")], ids=["boxes", "rolled"])
def test_the_rolls_of_a_class_have_the_name_of_each(extras: Extras) -> None:
    leaves = drawn_once(GAMES["hexroller"], sheet_of(GAMES["hexroller"], ""), 1, ("Ann", ""), extras)
    page = imposition_of(leaves, "a4", 1)
    faces = Pages(leaves, header_footer(GAMES["hexroller"]), page)
    texts = [
        {mark.text for mark in page_display(faces[number], page).marks if isinstance(mark, Text)}
        for number in range(len(faces))
    ]
    assert len(texts) == 4 and {"Ann", "Date"} <= texts[1] and "Player" not in texts[1]
    assert "Ann" not in texts[0] | texts[2] | texts[3] and {"Player", "Date"} <= texts[3]  # on a sheet it is in its face

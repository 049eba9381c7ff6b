"""Cards, rules in brief and credits: nothing is cut off, torn apart or too small to read."""

from __future__ import annotations

import io
from collections import Counter
from itertools import combinations, pairwise, product

import pikepdf
import pytest
from msgspec.structs import replace
from shapely import LineString, Polygon
from shapely import box as rectangle

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.clip import rings
from rollwrite_desktop.draw.display import Display, Shape, Text
from rollwrite_desktop.draw.imposition import BARE, INSET, MARGIN
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.rings import rings as rings_around
from rollwrite_desktop.draw.trace import bounds, holds
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games._dice import GAME as DICE
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.table.handbook_pictures import rules_on
from rollwrite_desktop.printing.cards.card_pages import (
    BLEED,
    FROM_CUT,
    MAP_SHARE,
    POKER,
    SMALL,
    WIDER,
    Grid,
    card_backs,
    card_pages,
)
from rollwrite_desktop.printing.jobs.print_jobs import Extras, brief_leaf_steps, card_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.rules.rules_page import FOLDED as TO_FOLD
from rollwrite_desktop.printing.rules.rules_page import TWO_A_PAGE, USUAL, Setting
from rollwrite_desktop.printing.sheets.drawing_steps import result
from rollwrite_desktop.printing.sheets.large_print import ON_LETTER, SHARES, Reduced, legible
from rollwrite_desktop.printing.sheets.page_layout import HeaderFooter, Pages, at_scale, imposition_of, page_display
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Sheet
from tests.printed import drawn_once
from tests.printing.test_print_jobs import FACES, SHEETS, with_
from tests.sampling import sampled

pytestmark = pytest.mark.slow


def test_nothing_on_a_card_is_near_its_edge() -> None:
    for game, sheet in ((game, sheet) for game, sheet in with_("cards") if sheet.cards):
        leaves = [leaf for poker in (False, True)
                  for leaf in drawn_once(game, sheet, 1, extras=Extras(cards=True, poker=poker))[1:]
                  if any(mark.key.startswith("card/") for mark in leaf.display.marks)]
        assert leaves and {leaf.back is not None for leaf in leaves} == {False, True}
        assert not any(leaf.registered for leaf in leaves)  # no photo of them is read
        for leaf in leaves:
            cuts = {axis: sorted({bounds(mark)[i] + mark.width / 2 for mark in leaf.display.marks
                                  if isinstance(mark, Shape) and mark.key.startswith(f"crop/{axis}/")})
                    for i, axis in enumerate(("down", "across"))}
            for mark in leaf.display.marks:
                if not mark.key.startswith("card/"):
                    continue
                left, top, right, bottom = bounds(mark)
                for low, high, lines in ((left, right, cuts["down"]), (top, bottom, cuts["across"])):
                    start = max(line for line in lines if line <= low)
                    end = min(line for line in lines if line > start + 10)
                    assert low - start >= FROM_CUT - 1 and end - high >= FROM_CUT - 1, (leaf.title, mark.key)


@pytest.mark.parametrize("poker", [False, True])
def test_no_back_is_behind_nothing(poker: bool) -> None:
    """Where cards end before their page does, the rest are blank ones to write on."""
    for game, sheet in with_("cards"):
        leaves = drawn_once(game, sheet, 1, extras=Extras(cards=True, poker=poker, back="same"))[1:]
        cards = [leaf for leaf in leaves if any(mark.key.startswith("card/") for mark in leaf.display.marks)]
        for leaf in cards:
            assert leaf.back is not None
            faces, backs = ({key[1] for mark in side.marks for key in [mark.key.split("/")] if key[0] == kind}
                            for side, kind in ((leaf.display, "card"), (leaf.back.display, "back")))
            assert faces == backs


@pytest.mark.parametrize("poker", [False, True])
def test_the_stack_of_a_card_is_seen_when_cards_are_sorted(poker: bool) -> None:
    game = GAMES["on_tour"]
    leaves = drawn_once(game, sheet_of(game, "on_tour_usa"), 1, extras=Extras(cards=True, poker=poker))
    stacks = [mark for leaf in leaves for mark in leaf.display.marks if mark.key.endswith("/stack")]
    assert len(stacks) == 20 and all(isinstance(mark, Text) and mark.size >= 12 for mark in stacks)


def test_the_backs_of_cards_go_on_beyond_the_cut_and_no_mark_of_it_is_on_them() -> None:
    wide = 720.0 + WIDER
    face = card_backs("On Tour", Grid.on((wide, 540.0), POKER))
    around = {mark.key: bounds(mark) for mark in face.marks}
    cuts = [edge for key, edge in around.items() if key.startswith("crop/")]
    left, top, right, bottom = around["ground"]
    assert len(cuts) == 2 * (5 + 3)
    assert all(edge[0] > 0 and edge[1] > 0 and edge[2] < wide and edge[3] < 540 for edge in cuts)
    assert all(edge[2] < left or edge[0] > right or edge[3] < top or edge[1] > bottom for edge in cuts)
    inner = [edge[0] for key, edge in around.items() if key.startswith("crop/down/0/")]
    assert inner[0] - left == pytest.approx(BLEED, abs=0.5)


@pytest.mark.parametrize("layout", [("a4", 1), ("letter", 1), ("a4", 2)])
@pytest.mark.parametrize("binding", [False, True])
def test_eight_cards_of_poker_size_are_on_a_page_and_all_of_it_is_printed(layout: tuple[str, int], binding: bool) -> None:
    """With their crop marks, behind each other, and in their true size where the sheets have theirs; sheets are no smaller
    because cards come with them."""
    game = GAMES["on_tour"]
    leaves = drawn_once(game, sheet_of(game, "on_tour_usa"), 1, extras=Extras(cards=True, poker=True))
    page = imposition_of(leaves, *layout, binding=binding)
    assert page.scale == imposition_of(leaves[:1], *layout, binding=binding).scale
    front, back = (Pages(leaves, HeaderFooter(), page)[n].placed[-1] for n in (2, 3))
    sides = []
    for placed in (front, back):
        left, top, scale = placed.face(page.scale)
        assert scale == pytest.approx(page.scale, rel=0.04 if binding else 1e-6)
        drawn = [bounds(mark) for mark in placed.leaf.display.marks if mark.key != "ground"]
        first, last = left + scale * min(x for x, *_ in drawn), left + scale * max(x for *_, x, _ in drawn)
        assert first >= MARGIN and last <= page.size[0] - MARGIN
        assert top + scale * max(low for *_, low in drawn) <= page.size[1] - MARGIN
        sides.append((left, left + scale * placed.leaf.display.size[0]))
    assert sum(mark.key.endswith("/spot") for mark in front.leaf.display.marks) == 8
    assert sides[0][0] == pytest.approx(page.size[0] - sides[1][1])


def test_print_services_get_a_card_a_page_with_its_bleed_and_its_back() -> None:
    game = GAMES["rolling_america"]
    leaves = card_leaves(game, find(game.play.played_on[0]))
    content, count = pdf(leaves[:2], HeaderFooter(), paper=BARE)
    assert count == 4
    with pikepdf.open(io.BytesIO(content)) as document:
        for page in document.pages:
            whole, cut = ([float(side) / POINTS_PER_MM for side in box] for box in (page.mediabox, page.trimbox))
            assert whole == pytest.approx([0, 0, 69, 94], abs=0.01) and cut == pytest.approx([3, 3, 66, 91], abs=0.01)
    with pytest.raises(UserError, match="HexRoller"):
        card_leaves(GAMES["hexroller"], find("hexroller_front"))


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_no_name_on_a_card_is_cut(language: str) -> None:
    try:
        i18n.use(language, TRANSLATIONS)
        for _, sheet in ((game, sheet) for game, sheet in with_("cards") if sheet.cards):
            names = [mark for face in card_pages(sheet, "Cards", Grid.on(sheet.size)) for mark in face.marks
                     if isinstance(mark, Text) and ("/name" in mark.key or "/region" in mark.key)]
            assert len(names) >= 2 * len(sheet.cards)
            for mark in names:
                assert mark.size >= 7 and not mark.text.endswith("…"), (sheet.id, mark.text)
                wide = SMALL.wide * (1 - MAP_SHARE) - 6 - FROM_CUT
                assert width(mark.text, mark.face, mark.size) <= wide
            upright = [mark for face in card_pages(sheet, "Cards", Grid.on(sheet.size, POKER)) for mark in face.marks
                       if isinstance(mark, Text) and mark.key.startswith("card/")]
            assert all(mark.size >= 8 and not mark.text.endswith("…") for mark in upright)
    finally:
        i18n.use("en", TRANSLATIONS)


RULES = [*product(range(len(with_("rules"))), ("en", "de", "es", "fr"), (False, True))]


@sampled("which, language, folded", RULES, 54, lambda case: case[1:])
def test_the_rules_in_brief_are_whole_in_every_language(which: int, language: str, folded: bool) -> None:
    """No text is cut or one short word in its last line, letters have 9 pt, codes 3.4 pt, places in pictures are whole,
    everything is on the page, and of a page to be folded nothing is on the fold."""
    game, sheet = with_("rules")[which]
    try:
        i18n.use(language, TRANSLATIONS)
        marks = result(brief_leaf_steps(game, sheet, TO_FOLD if folded else USUAL)).display.marks
    finally:
        i18n.use("en", TRANSLATIONS)
    texts = [mark for mark in marks if isinstance(mark, Text) and "/picture/" not in mark.key]
    assert not any(mark.text.endswith("…") for mark in texts), [mark.text for mark in texts]
    assert all(mark.size >= (8 if "/caption/" in mark.key else 9) for mark in texts)
    assert all(mark.size >= 3.4 for mark in marks if isinstance(mark, Text) and mark.key.endswith("/code"))
    frames = {mark.key.removesuffix("/frame"): bounds(mark) for mark in marks if mark.key.endswith("/frame")}
    assert len(frames) >= 2 and len({mark.key for mark in marks}) == len(marks)
    for mark in marks:
        left, top, right, bottom = bounds(mark)
        rule, within, shown = mark.key.partition("/picture/")
        if within:  # clipped at the frame of its example
            first, high, last, low = frames[rule]
            middle = (left + right) / 2, (top + bottom) / 2
            assert first - 1 <= middle[0] <= last + 1 and high - 1 <= middle[1] <= low + 1, mark.key
            if shown.startswith("region/") and shown.endswith("/letter"):
                assert any(other.key.startswith(f"{rule}/picture/{shown.removesuffix('/letter')}/") for other in marks)
            if isinstance(mark, Text) or "/square" in shown or "/place" in shown or shown.startswith("mark/"):
                spare = 0.25 * mark.size + 0.5 if isinstance(mark, Text) else 1.0
                assert first <= left + spare and right - spare <= last, mark.key
                assert high <= top + spare and bottom - spare <= low, mark.key
            assert first - 1 <= left and right <= last + 1 and high - 1 <= top and bottom <= low + 1, mark.key
        elif mark.key != "fold":
            assert left >= INSET - 4 and top >= INSET - 5 and right <= sheet.size[0] - INSET + 2, mark.key
            assert bottom <= sheet.size[1] - INSET + 3, mark.key
            fold = sheet.size[0] / 2
            assert not folded or right <= fold - INSET + 3 or left >= fold + INSET - 3, mark.key
    for key in {mark.key.rpartition("/")[0] for mark in texts if "/caption/" in mark.key or "/line/" in mark.key}:
        rows = [mark for mark in texts if mark.key.rpartition("/")[0] == key]
        wide = [width(row.text, row.face, row.size) for row in rows]
        assert len(rows) < 2 or wide[-1] >= 0.15 * max(wide), rows[-1].text


@pytest.mark.parametrize("which", range(len(with_("rules"))))
def test_the_rules_in_brief_begin_with_the_dice(which: int) -> None:
    game, sheet = with_("rules")[which]
    (first, *_), _ = game.words.print_kit.framing(rules_on(game, sheet))
    assert "dice" in first.text


PADS = [*product(range(len(with_("rules"))), ("en", "de", "es", "fr"))]


def tight(which: int) -> bool:
    """Whether an example there that was put back grew until it could not be read."""
    return with_("rules")[which][1].id == "rolling_america_austria"


@sampled("which, language", PADS, 40, lambda case: (tight(case[0]), case[1] if not tight(case[0]) else case))
def test_the_rules_on_the_back_of_a_pad_can_be_read(which: int, language: str) -> None:
    """Two on a page: letters have 8 pt, captions 7.5, codes 3.4, and at least two examples are there."""
    game, sheet = with_("rules")[which]
    try:
        i18n.use(language, TRANSLATIONS)
        leaves = drawn_once(game, sheet, 4, extras=Extras(pad=True))
    finally:
        i18n.use("en", TRANSLATIONS)
    scale, marks = imposition_of(leaves, "a4", 2).scale, leaves[1].display.marks
    texts = [mark for mark in marks if isinstance(mark, Text) and "/picture/" not in mark.key]
    assert len(texts) > 20
    assert all(mark.size * scale >= (7.5 if "/caption/" in mark.key else 8) for mark in texts)
    assert all(mark.size * scale >= 3.4 for mark in marks if isinstance(mark, Text) and mark.key.endswith("/code"))
    assert sum(mark.key.endswith("/frame") for mark in marks) >= 2
    assert max(bounds(mark)[3] for mark in marks) <= sheet.size[1] - INSET + 3


@pytest.mark.parametrize("setting", [USUAL, TO_FOLD])
def test_an_example_shows_the_numbers_that_leave_no_room(setting: Setting) -> None:
    game = GAMES["rolling_america"]
    marks = result(brief_leaf_steps(game, sheet_of(game, "rolling_america_usa"), setting)).display.marks
    shown = [{mark.key.partition("/picture/")[2] for mark in marks if mark.key.startswith(f"{frame}/picture/")}
             for frame in {mark.key.partition("/picture/")[0] for mark in marks if "/picture/" in mark.key}]
    (place,) = [keys for keys in shown if any(key.startswith("mark/NC") for key in keys)]
    assert any(key.startswith("mark/SC") for key in place) and any(key.startswith("space/GA/square") for key in place)


@pytest.mark.parametrize("setting", [USUAL, TO_FOLD, TWO_A_PAGE])
def test_an_example_in_boxes_shows_no_other_ones(setting: Setting) -> None:
    """On a score sheet in two parts the other part stands beside them."""
    game = GAMES["ligretto_dice"]
    page = result(brief_leaf_steps(game, sheet_of(game, game.play.sheets[0], "test"), setting)).display
    names = [mark.text for mark in page.marks if isinstance(mark, Text) and mark.text in ("Ann", "Bo", "Cy")]
    assert sorted(names) == ["Ann", "Bo", "Cy"]


def test_a_piece_of_a_honeycomb_is_outlined() -> None:
    """On all of its sides, so that as many sides begin as end at each corner."""
    game = GAMES["hexroller"]
    marks = result(brief_leaf_steps(game, sheet_of(game, "hexroller_front"))).display.marks
    outlines = [mark for mark in marks if isinstance(mark, Shape) and "/picture/outline" in mark.key]
    assert len(outlines) == 3
    for outline in outlines:
        corners = Counter((round(x), round(y)) for _, x, y in outline.path)
        assert len(corners) >= 20 and all(count % 2 == 0 for count in corners.values())


@FACES
@pytest.mark.parametrize("scale", [1.0, 0.73, 0.49])
def test_nothing_covers_a_code_on_paper(game: Game, sheet: Sheet, scale: float) -> None:
    face = legible(game.play.guide(game.play.rules(sheet, options_of(game))).blank(), sheet, scale).marks
    codes = [(i, mark) for i, mark in enumerate(face) if mark.key.startswith("space/") and mark.key.endswith("/code")]
    for i, code in codes:
        above = [mark for mark in face[i:] if isinstance(mark, Shape) and mark.fill
                 and mark.key.startswith(code.key.removesuffix("code")) and holds(bounds(mark), bounds(code))]
        assert not above, (code.key, [mark.key for mark in above])


@FACES
def test_no_ring_of_a_review_covers_a_code(game: Game, sheet: Sheet) -> None:
    """Of its own area: in that order, or because it begins below the letters."""
    blank = game.play.guide(game.play.rules(sheet, options_of(game))).blank()
    face = legible(replace(blank, marks=(*blank.marks, *rings_around(sheet, sheet.space))), sheet, 0.6).marks
    around = {mark.key: (i, mark) for i, mark in enumerate(face) if mark.key.startswith("ring/")}
    assert len(around) >= len(sheet.spaces)
    for i, code in enumerate(face):
        if isinstance(code, Text) and code.key.startswith("space/") and code.key.endswith("/code"):
            over, ring = around[f"ring/{code.key.split('/')[1]}"]
            left, _, right, _ = bounds(code)
            letters = rectangle(left + 1, code.y - cap_height(code.face, code.size), right - 1, code.y)
            assert isinstance(ring, Shape)
            lines = [LineString((*corners, corners[0])) for corners, _ in rings(ring.path)]
            assert over < i or not any(line.buffer(ring.width / 2).intersects(letters) for line in lines), code.key


def test_no_circle_on_a_card_meets_its_words() -> None:
    for game, sheet in ((game, sheet) for game, sheet in with_("cards") if sheet.cards):
        for poker in (False, True):
            for leaf in drawn_once(game, sheet, 1, extras=Extras(cards=True, poker=poker))[1:]:
                marks = {mark.key: mark for mark in leaf.display.marks}
                for key, ring in marks.items():
                    if not key.endswith("/ring"):
                        continue
                    _, top, right, bottom = bounds(ring)
                    words = [mark for other, mark in marks.items() if isinstance(mark, Text)
                             and other.startswith(key.removesuffix("ring"))]
                    assert len(words) >= 3
                    for mark in words:
                        _, high, _, low = bounds(mark)
                        beside = mark.align == "left" and right + 2 <= mark.x
                        assert beside or bottom <= high or low <= top, (sheet.id, mark.text)


def test_cards_take_most_of_the_width_of_a_page() -> None:
    grid = Grid.on((720.0, 540.0))
    assert (grid.columns, grid.rows) == (3, 4) and grid.block.w > 0.89 * (720 - 2 * INSET)


@FACES
def test_letters_of_four_sheets_on_a_page_are_six_points_where_all_of_a_kind_have_room(game: Game, sheet: Sheet) -> None:
    """But for codes below borders, of which none grows alone; those of hexes and on tabs do."""
    face = Reduced(game.play.guide(game.play.rules(sheet, options_of(game))).blank(), sheet)(0.495).marks
    sizes: dict[str, list[float]] = {}
    for mark in face:
        if isinstance(mark, Text):
            kind, _, rest = mark.key.partition("/")
            sizes.setdefault("code" if kind == "space" and rest.endswith("/code") else kind, []).append(mark.size)
    for kind, each in sizes.items():
        grown = [size for size in each if 14.01 / 1.385 + 0.01 < size < 12.12 + 0.01]
        assert len({round(size, 2) for size in grown}) <= 1 or kind in ("region", "title", "sign"), (kind, each)
    if game.info.id == "hexroller":
        assert 0.495 * min(sizes["code"]) >= 5.5 and 0.495 * min(sizes["label"]) >= 5.5


def test_codes_of_squares_beside_their_areas_grow_as_those_within_do() -> None:
    sheet = find("rolling_america_south_america")
    face = legible(Display(sheet.size, blank_map(sheet)), sheet, 0.7)
    sizes = [mark.size for mark in face.marks if isinstance(mark, Text) and mark.key.endswith("/code")]
    assert len(sizes) == 15 and min(sizes) == max(sizes) > 8


@pytest.mark.parametrize("sheet_id", ["rolling_america_europe_large", "on_tour_europe_27"])
def test_no_remark_grows_over_an_isle(sheet_id: str) -> None:
    """Crete is at the left of what is said about the data, which is left out where it has no room."""
    sheet = find(sheet_id)
    game = GAMES[sheet.game]
    blank = game.play.guide(game.play.rules(sheet, options_of(game))).blank()
    notes = [mark for mark in legible(blank, sheet, 0.495).marks if isinstance(mark, Text) and mark.key.startswith("note/")]
    inks = [rectangle(bounds(mark)[0], mark.y - mark.size, bounds(mark)[2], mark.y) for mark in notes]
    assert not any(ink.intersects(Polygon(isle.ring)) for ink in inks for isle in sheet.isles)
    assert all(lower.y - upper.y > 1.1 * lower.size for upper, lower in pairwise(notes))


LAYOUTS = [*product((1, 2, 4), ("a4", "letter"), ("en", "de", "es", "fr"))]
LETTERS = {1: (7.0, 5.7), 2: (6.0, 4.9), 4: (4.8, 3.9)}
"""Sheets per page to the points of nearly all letters on them, and the least."""


@sampled("which, layout", [*product(range(len(SHEETS)), LAYOUTS)], 30, lambda case: case[1])
def test_what_is_around_a_sheet_is_one_quiet_line_that_can_be_read(which: int, layout: tuple[int, str, str]) -> None:
    """At least 7 pt, nothing cut, nothing upon anything else, and all of it below the sheet. On the sheet letters can be
    read too: only long names, those of very many areas, remarks and the line about the data are smaller than others."""
    game, sheet = SHEETS[which]
    per_page, paper, language = layout
    try:
        i18n.use(language, TRANSLATIONS)
        leaves = drawn_once(game, sheet, 2 * per_page)
        page = imposition_of(leaves, paper, per_page)
        (shown, _) = Pages(leaves, header_footer(game), page)
    finally:
        i18n.use("en", TRANSLATIONS)
    usual, least = LETTERS[per_page]
    face = shown.placed[0].leaf.display.marks
    sizes = {mark.key: page.scale * mark.size for mark in face if isinstance(mark, Text)}
    assert min(sizes.values()) >= least, min(sizes, key=sizes.__getitem__)
    smaller = [key for key, size in sizes.items() if size < usual - 1e-3
               and (per_page == 1 or not key.startswith(("key/", "hint/", "note/")))]
    assert len(smaller) <= 0.03 * len(sizes), smaller
    hints = [mark for mark in face if isinstance(mark, Text) and mark.key.startswith("hint/")]
    for one, other in combinations(sorted(hints, key=lambda mark: mark.x), 2):
        assert one.y != other.y or bounds(one)[2] + 0.5 * one.size < bounds(other)[0], "remarks side by side"
    squares = {mark.key.removesuffix("/square"): bounds(mark) for mark in face if mark.key.endswith("/square")}
    kinds_of = [kind for mark in face if (kind := mark.key.rpartition("/")[2]) in ("code", "square")
                and not (kind == "code" and holds(squares.get(mark.key.removesuffix("/code"), (0, 0, 0, 0)), bounds(mark)))]
    assert "square" not in kinds_of or kinds_of == sorted(kinds_of), "the halo of a code cuts no outline of a square"
    marks = [mark for mark in page_display(shown, page).marks
             if mark.key.partition("/")[0] in ("credits", "digits", "blank", "number", "ruler")]
    kinds = Counter(mark.key.partition("/")[0] for mark in marks)
    assert kinds["credits"] == kinds["number"] == per_page and kinds["ruler"] in (0, 2)
    assert (kinds["digits"] == 2 * per_page) >= (per_page == 1 and leaves[0].digits)
    feet = [cell.foot for cell in page.cells]
    for mark in marks:
        if isinstance(mark, Text):
            assert mark.size >= 7 and not mark.text.endswith("…"), mark
        low = mark.y if isinstance(mark, Text) else bounds(mark)[3]
        assert any(foot.y < low <= foot.y + foot.h for foot in feet), mark.key
    texts = [bounds(mark) for mark in marks if isinstance(mark, Text) and mark.key != "ruler/length"]
    texts += [bounds(mark) for mark in marks if mark.key == "ruler"]
    for i, one in enumerate(texts):
        assert all(one[2] <= other[0] + 0.5 or other[2] <= one[0] + 0.5 or one[3] <= other[1] or other[3] <= one[1]
                   for other in texts[i + 1 :])


@FACES
def test_what_is_around_four_on_a_page_is_quieter_than_they_are(game: Game, sheet: Sheet) -> None:
    """Its letters are larger than theirs, so they are fainter; and the scale is said once a page."""
    leaves = drawn_once(game, sheet, 8)
    page = imposition_of(leaves, "a4", 4)
    for shown in Pages(leaves, header_footer(game), page):
        around = [mark for mark in page_display(shown, page).marks
                  if mark.key.partition("/")[0] in ("credits", "digits", "blank", "number", "ruler")]
        assert around and {mark.ink if isinstance(mark, Text) else mark.stroke for mark in around} == {"margin"}
        assert sum("%" in mark.text for mark in around if isinstance(mark, Text)) <= 1
        assert not any("full size" in mark.text for mark in around if isinstance(mark, Text))


@FACES
@pytest.mark.parametrize("scale", [0.495, 0.48])
def test_codes_of_small_sheets_keep_off_the_borders_above_them(game: Game, sheet: Sheet, scale: float) -> None:
    face = Reduced(game.play.guide(game.play.rules(sheet, options_of(game))).blank(), sheet)(scale).marks
    lines = [(a, b, mark.width / 2) for mark in face if isinstance(mark, Shape) and mark.key.startswith("border/")
             for ring, closed in rings(mark.path) for a, b in pairwise((*ring, ring[0]) if closed else ring)]
    codes = [mark for mark in face if isinstance(mark, Text) and mark.key.endswith("/code") and sheet.joined == "borders"]
    for code in codes:
        left, _, right, _ = bounds(code)
        top = code.y - cap_height(code.face, code.size)
        above = [top - a[1] - reach for a, b, reach in lines
                 if a[1] == b[1] < code.y and min(a[0], b[0]) < right and left < max(a[0], b[0])]
        assert scale * min(above, default=9.0) >= 0.5, code.key


def test_the_columns_of_a_blank_log_end_at_the_right_edge() -> None:
    seen = set()
    for game, sheet in with_("rolls"):
        leaves = drawn_once(game, sheet, 1, extras=Extras(rolls=True))
        for page in Pages(leaves, header_footer(game), imposition_of(leaves, "a4", 1)):
            log = page.placed[0].leaf.display
            if any(mark.key.startswith("captions/1/") for mark in log.marks):
                ends = [bounds(mark)[2] for mark in log.marks if mark.key.startswith("roll/") and "/box/" in mark.key]
                assert max(ends) == pytest.approx(log.size[0] - INSET, abs=1), game.info.id
                seen.add(game.info.id)
    assert {"on_tour", "rolling_america"} <= seen


@pytest.mark.parametrize(("per_page", "least"), [(1, 9.0), (2, 6.4)])
def test_what_is_circled_in_a_log_is_dark_and_large(per_page: int, least: float) -> None:
    for game, sheet in with_("rolls"):
        leaves = drawn_once(game, sheet, 1, extras=Extras(rolls=True))
        page = imposition_of(leaves, "a4", per_page)
        (leaf,) = leaves
        assert leaf.log is not None
        circled = [mark for face in leaf.log.faces(leaf.display.size, page.scale) for mark in face.display.marks
                   if isinstance(mark, Text) and ("/tick/" in mark.key or "/letter/" in mark.key)]
        assert bool(circled) == (game.info.id in ("on_tour", "rolling_america"))
        assert all(mark.size * page.scale >= (least if "/tick/" in mark.key else 6) for mark in circled)
        assert {(mark.face, mark.ink) for mark in circled} <= {("bold", "line")}
        (title,) = {mark.text for mark in leaf.log.faces(leaf.display.size)[0].display.marks
                    if isinstance(mark, Text) and mark.key == "title"}
        assert "Front" not in title and game.info.title in title


@pytest.mark.parametrize("game_id", ["rolling_america", "hexroller"])
def test_boxes_of_a_blank_log_take_most_of_its_height(game_id: str) -> None:
    game = GAMES[game_id]
    (leaf,) = drawn_once(game, sheet_of(game, game.play.sheets[0]), 1, extras=Extras(rolls=True))
    assert leaf.log is not None
    (log,) = leaf.log.faces(leaf.display.size)
    first, second = (bounds(mark) for number in (1, 2) for mark in log.display.marks if mark.key == f"roll/{number}/box/0")
    assert second[1] - first[3] < 0.35 * (first[3] - first[1])


WITH_NAMES = [sheet for _, sheet in SHEETS if any(decor.kind == "key" for decor in sheet.decor)]


@sampled("sheet, paper", [*product(WITH_NAMES, ("a4", "letter"))], 20, ids=lambda part: getattr(part, "id", part))
def test_two_maps_on_a_page_have_all_names_in_letters_that_can_be_read(sheet: Sheet, paper: str) -> None:
    """Of at least 5.5 pt; whole, and upon nothing else."""
    leaves = drawn_once(GAMES[sheet.game], sheet, 1)
    page = imposition_of(leaves, paper, 2)
    marks = at_scale(leaves, page.scale)[0].display.marks
    names = [mark for mark in marks if isinstance(mark, Text) and mark.key.startswith("key/")]
    said = {mark.key.split("/")[1]: "" for mark in names}
    for mark in names:
        assert mark.size * page.scale >= 5.5 - 1e-6, mark.text
        if "/name" in mark.key:
            said[mark.key.split("/")[1]] += f" {mark.text}"
    assert {code: words.replace("- ", "-").split() for code, words in said.items()} == {
        space.id: tr(space.name).split() for space in sheet.spaces}
    solid = [bounds(mark) for mark in marks if isinstance(mark, Text) and mark not in names]
    solid += [bounds(mark) for mark in marks if mark.key.startswith("box/") or mark.key.endswith("/square")]
    boxes = [rectangle(*around).buffer(-0.5) for around in solid]
    inks = [(mark, bounds(mark)) for mark in names]
    for mark, (left, _, right, _) in inks:
        letters = rectangle(left, mark.y - cap_height(mark.face, mark.size), right, mark.y)
        assert not any(letters.intersects(other) for other in boxes), mark.text
    assert not any(rectangle(*a).buffer(-1).intersects(rectangle(*b).buffer(-1)) for (_, a), (_, b) in combinations(inks, 2))


def test_the_lines_of_a_log_fill_its_page() -> None:
    """Of games with few rolls too: down to what is at the foot, but for a fifth of the page, and across."""
    logs = {log.boxes: (log, sheet.size) for game, sheet in with_("rolls")
            for log in [drawn_once(game, sheet, 1, extras=Extras(rolls=True))[0].log] if log is not None}
    assert len(logs) > 10
    for log, (wide, high) in logs.values():
        for face in log.faces((wide, high)):
            boxes = [bounds(mark) for mark in face.display.marks if mark.key.startswith("roll/") and "/box/" in mark.key]
            foot = min((bounds(mark)[1] for mark in face.display.marks if mark.key.startswith("tally")), default=high)
            assert foot - max(low for *_, low in boxes) < 0.21 * high, log.title
            assert max(right for _, _, right, _ in boxes) > 0.78 * wide, log.title


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_said_of_the_letters_in_a_log_meets_no_title(language: str) -> None:
    game = GAMES["on_tour"]
    try:
        i18n.use(language, TRANSLATIONS)
        lower = set[bool]()
        for sheet_id in ("on_tour_usa", "on_tour_south_america"):
            leaf = drawn_once(game, sheet_of(game, sheet_id), 1, extras=Extras(rolls=True))[0]
            assert leaf.log is not None
            half = SHARES[0][1] * leaf.display.size[0], leaf.display.size[1]
            marks = {mark.key: bounds(mark) for mark in leaf.log.faces(half, ON_LETTER)[0].display.marks}
            left, top, _, low = marks["ticks"]
            _, _, right, bottom = marks["title"]
            lower.add(top >= bottom - 3)
            assert left > right + 5 or top >= bottom - 3
            assert low < min(edge[1] for key, edge in marks.items() if key.startswith("captions/")) + 2
        assert True in lower
    finally:
        i18n.use("en", TRANSLATIONS)


def test_a_game_of_ones_own_has_no_publisher() -> None:
    """Nobody is to own it, and its design is nobody else's: on one page, on two, and on the back."""
    for extras in (Extras(), Extras(large=True), Extras(large=True, back="same")):
        leaves = drawn_once(DICE, find("_dice"), 1, extras=extras)
        page = imposition_of(leaves, "a4", 1)
        shown = [page_display(each, page) for each in Pages(leaves, header_footer(DICE), page)]
        found = [mark.text for each in shown for mark in each.marks if isinstance(mark, Text) and "credits/" in mark.key]
        assert found and {*found} == {"Two Dice. Made with Rollwrite Desktop."}

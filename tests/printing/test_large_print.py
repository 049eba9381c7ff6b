"""Large print: everything on its pages is large, and each box is on one of them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import pytest
from msgspec.structs import replace
from shapely import Polygon
from shapely import box as rectangle

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.draw.display import Display, Shape, Text
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.shore import ABROAD, EDGES
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import (
    BACKS,
    FOLDED,
    RULES,
    Extras,
    available_extras,
    brief_leaf_steps,
    header_footer,
)
from rollwrite_desktop.printing.rules.rules_page import LARGE
from rollwrite_desktop.printing.sheets.drawing_steps import result
from rollwrite_desktop.printing.sheets.large_print import (
    LINE_GROWTH,
    MAX_SCALE,
    ON_LETTER,
    enlarged,
    half_offsets,
    written_on,
)
from rollwrite_desktop.printing.sheets.page_layout import Pages, imposition_of, page_display
from rollwrite_desktop.sheet.load import find, ring_of
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Decor, Rect, Sheet
from tests.printed import drawn_once
from tests.printing.test_print_jobs import FACES, MADE, SHEETS, with_
from tests.sampling import sampled

pytestmark = pytest.mark.slow

LETTERS = 14 - 1e-6
"""Points on paper."""
BEHIND = [*product(range(len(with_("rules"))), ("en", "de", "es", "fr"), (RULES, FOLDED))]


@FACES
@sampled("paper", ["a4", "letter"], 2)
def test_no_letter_of_large_print_is_small(game: Game, sheet: Sheet, paper: str) -> None:
    rolls = "rolls" in available_extras(game, sheet)
    leaves = drawn_once(game, sheet, 2, extras=Extras(large=True, rolls=rolls))
    imposition = imposition_of(leaves, paper, 1, largest=MAX_SCALE)
    found = list(Pages(leaves, header_footer(game), imposition))
    for page in found:
        around = [mark for mark in page_display(page, imposition).marks if isinstance(mark, Text)]
        face = [mark for mark in page.placed[0].leaf.display.marks if isinstance(mark, Text)]
        assert around and face
        for mark in around:
            assert mark.size >= LETTERS, (mark.key, mark.text, mark.size)
            assert not mark.text.endswith("…"), mark.text
        for mark in face:
            assert mark.size * imposition.scale >= LETTERS, (mark.key, mark.text, mark.size * imposition.scale)


@pytest.mark.parametrize("back", BACKS)
def test_large_print_is_as_large_whatever_is_behind_it(back: str) -> None:
    game = GAMES["rolling_america"]
    leaves = drawn_once(game, sheet_of(game, "rolling_america_usa"), 1, extras=Extras(large=True, back=back))
    assert imposition_of(leaves, "a4", 1, largest=MAX_SCALE).scale == MAX_SCALE


@sampled("which, language, back", BEHIND, 80, lambda case: case[1])
def test_no_rule_behind_large_print_is_divided(which: int, language: str, back: str) -> None:
    """Each rule is whole on one half, with its example, in large letters."""
    game, sheet = with_("rules")[which]
    try:
        i18n.use(language, TRANSLATIONS)
        rules = {mark.text for mark in result(brief_leaf_steps(game, sheet, LARGE)).display.marks
                 if isinstance(mark, Text) and "/picture/" not in mark.key}
        leaf, *_ = drawn_once(game, sheet, 1, extras=Extras(large=True, back=back))
    finally:
        i18n.use("en", TRANSLATIONS)
    backs = [half.back for half in (leaf, *leaf.further) if half.back is not None]
    left, right = ({tuple(mark.key.split("/")[2:4]) for mark in half.display.marks if mark.key.startswith("half/rule/")}
                   for half in backs)
    texts = [mark for half in backs for mark in half.display.marks
             if isinstance(mark, Text) and "/picture/" not in mark.key]
    assert {mark.text for mark in texts} == rules and left and right and not left & right
    for half in backs:
        lines = sorted(bounds(mark)[1] for mark in half.display.marks if mark.key.endswith("/rule/0"))
        lows = [mark.y for mark in half.display.marks if isinstance(mark, Text) and mark.key.startswith("half/rule/")]
        assert all(line - low > 4 for line in lines for low in lows if abs(line - low) < 9), "nothing reaches the next rule"
    assert all(mark.size * ON_LETTER >= LETTERS for mark in texts)


def test_a_map_without_room_for_large_letters_is_refused() -> None:
    game = GAMES["on_tour"]
    roomy = replace(sheet_of(game, "on_tour_ireland", "test"), id="mine")
    lines = tuple(Decor("text", ring_of(Rect(300, 440 + 6 * i, 90, 5)), f"A close line {i}") for i in range(4))
    crowded = replace(roomy, hash="crowded", decor=(*roomy.decor, *lines))
    assert drawn_once(game, roomy, 1, extras=Extras(large=True)) and drawn_once(game, crowded, 1)
    with pytest.raises(UserError, match=r"A close line.* 14 points"):
        drawn_once(game, crowded, 1, extras=Extras(large=True))


@FACES
def test_every_box_is_drawn_once_and_closed(game: Game, sheet: Sheet) -> None:
    leaf, *_ = drawn_once(game, sheet, 1, extras=Extras(large=True))
    for box in sheet.boxes:
        drawn = [(mark, half) for half in (leaf, *leaf.further) for mark in half.display.marks
                 if mark.key in (f"half/box/{box.id}/0", f"half/box/{box.id}/1")]
        ((mark, half),) = drawn
        left, _, right, _ = bounds(mark)
        assert left >= 0 and right <= half.display.size[0]
        assert right - left > (0.6 if box.id == "player" else 0.8) * box.rect.w, "a name may end where the page does"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_credits_of_large_print_are_below_what_ends_first(paper: str) -> None:
    """Beside the score boxes of On Tour and beside Alaska, or well below them."""
    for game_id, lowest in (("on_tour", "half/box/total"), ("rolling_america", "half/space/HI/fill")):
        game = GAMES[game_id]
        leaves = drawn_once(game, sheet_of(game, f"{game_id}_usa"), 1, extras=Extras(large=True))
        page = imposition_of(leaves, paper, 1, largest=MAX_SCALE)
        shown = Pages(leaves, header_footer(game), page)[0]
        (line,) = (mark for mark in page_display(shown, page).marks if mark.key.startswith("credits/"))
        face = shown.placed[0].cell.face
        (_, _, right, low), *_ = (bounds(mark) for mark in leaves[0].display.marks if mark.key.startswith(lowest))
        assert isinstance(line, Text)
        below = line.y - cap_height(line.face, line.size) - (face.y + page.scale * low)
        assert line.x >= face.x + page.scale * right or below >= 6, (game_id, paper)


@FACES
def test_a_place_is_to_be_written_in_on_one_half_only(game: Game, sheet: Sheet) -> None:
    leaf, *_ = drawn_once(game, sheet, 1, extras=Extras(large=True))
    for space in sheet.spaces:
        filled = [mark for half in (leaf, *leaf.further) for mark in half.display.marks
                  if mark.key.startswith((f"half/space/{space.id}/square", f"half/space/{space.id}/place",
                                          f"half/space/{space.id}/0")) and getattr(mark, "fill", "")]
        assert len(filled) == 1, space.id
    tabs = [(mark.key.removesuffix("/tab/0"), half) for half in (leaf, *leaf.further) for mark in half.display.marks
            if mark.key.startswith("half/space/") and mark.key.endswith("/tab/0")]
    for key, half in tabs:
        assert any(mark.key == f"{key}/code" for mark in half.display.marks), f"{key} has a tab without its code"


@pytest.mark.parametrize("sheet", ["rolling_america_asia", "rolling_america_argentina"])
def test_a_field_is_on_the_half_on_which_its_place_is_drawn(sheet: str) -> None:
    game = GAMES["rolling_america"]
    form = sheet_of(game, sheet)
    leaf = drawn_once(game, form, 1, extras=Extras(large=True, fillable=True))[0]
    spots: list[str] = []
    for half in (leaf, *leaf.further):
        assert half.form is not None
        here = [field.spot for field in half.form.fields if field.spot in form.space or field.spot in form.box]
        assert {*here} <= written_on(half.display)
        spots += here
    assert len(spots) == len({*spots})


def test_boxes_and_dice_in_a_row_are_beside_each_other() -> None:
    """On this map the first of three boxes would be on the other half by itself, and two of the dice."""
    game = GAMES["rolling_america"]
    leaf, *_ = drawn_once(game, sheet_of(game, "rolling_america_asia", ""), 1, extras=Extras(large=True))
    left, right = (
        {mark.key.split("/")[2] for mark in half.display.marks if mark.key.startswith(("half/box/", "half/dice/"))}
        for half in (leaf, leaf.further[0])
    )
    assert left == {"rounds", "red", "blue", "green", "yellow", "orange", "purple", "wild"}
    assert right == {"change", "guard", "dupe", "player", "xs"}


@sampled("paper", ["a4", "letter"], 2)
def test_the_log_of_large_print_has_large_boxes(paper: str) -> None:
    for game, sheet in with_("rolls"):
        leaves = drawn_once(game, sheet, 1, extras=Extras(large=True, rolls=True))
        imposition = imposition_of(leaves, paper, 1, largest=MAX_SCALE)
        logs = [page.placed[0].leaf for page in Pages(leaves, header_footer(game), imposition)][2:]
        boxes = [bounds(mark) for leaf in logs for mark in leaf.display.marks if "/box/" in mark.key]
        assert boxes
        for left, top, right, bottom in boxes:
            assert min(right - left, bottom - top) * imposition.scale >= 18 * POINTS_PER_MM - 0.5


@FACES
@sampled("paper", ["a4", "letter"], 2)
def test_boxes_to_write_in_have_eighteen_millimetres(game: Game, sheet: Sheet, paper: str) -> None:
    leaf, *_ = drawn_once(game, sheet, 1, extras=Extras(large=True))
    scale = imposition_of((leaf,), paper, 1, largest=MAX_SCALE).scale / POINTS_PER_MM
    small = ("player", "players", "again", *(("xs",) if sheet.id in MADE else ()))
    names = {box.id for box in sheet.boxes if box.group in small}
    for half in (leaf, *leaf.further):
        for mark in half.display.marks:
            parts = mark.key.split("/")
            if isinstance(mark, Shape) and parts[1:2] == ["box"] and "/".join(parts[2:-1]) not in names:
                left, top, right, bottom = bounds(mark)
                # The rows of a score are nearer to each other than that.
                least = 17.2 if parts[2] == "score" else 18.0
                assert scale * (min(right - left, bottom - top) - mark.width) >= least, mark.key


@FACES
def test_a_line_shows_where_halves_are_joined_if_they_are(game: Game, sheet: Sheet) -> None:
    leaf, *_ = drawn_once(game, sheet, 1, extras=Extras(large=True))
    (second,) = leaf.further
    seams = [any(mark.key == "seam" for mark in half.display.marks) for half in (leaf, second)]
    assert seams == [bool(sheet.links)] * 2
    assert ("dotted" in second.heading) == bool(sheet.links)


@pytest.mark.parametrize("sheet_id", ["on_tour_usa", "on_tour_south_america"])
def test_no_line_runs_through_words_or_tags_and_lines_of_words_are_apart(sheet_id: str) -> None:
    """Neither where halves are joined nor around a place that is written in on the other half."""
    leaf, *_ = drawn_once(GAMES["on_tour"], find(sheet_id), 1, extras=Extras(large=True))
    across = 0
    for half in (leaf, *leaf.further):
        order = {mark.key: i for i, mark in enumerate(half.display.marks)}
        (seam,) = (bounds(mark) for mark in half.display.marks if mark.key == "seam")
        assert not [mark.key for mark in half.display.marks if touches(bounds(mark), seam)
                    and mark.key.startswith(("half/edge/", "half/legend/", "half/note/", "half/box/"))]
        dashed = [mark.key.removesuffix("/place/0") for mark in half.display.marks
                  if isinstance(mark, Shape) and mark.dash and mark.key.endswith("/place/0")]
        tagged = [place for place in dashed if f"{place}/tab/0" in order]
        for place in tagged:
            assert order[f"{place}/place/0"] < order[f"{place}/tab/0"] < order[f"{place}/code"]
        lines = [mark for mark in half.display.marks if isinstance(mark, Text) and mark.key.startswith("half/note/")]
        assert all(lower.y - upper.y > 1.15 * upper.size for upper, lower in pairwise(lines))
        across += len(tagged)
    assert across


@FACES
@sampled("paper", ["a4", "letter"], 2)
def test_header_and_footer_begin_at_the_edge_of_the_face(game: Game, sheet: Sheet, paper: str) -> None:
    leaves = drawn_once(game, sheet, 1, extras=Extras(large=True))
    page = imposition_of(leaves, paper, 1, largest=MAX_SCALE)
    (cell,) = page.cells
    assert cell.head.x == pytest.approx(cell.face.x + page.scale * INSET) == cell.foot.x


def test_the_sea_keeps_its_place_and_its_lines_are_thicker() -> None:
    """It would be in the quiet zone of the code below it otherwise."""
    framed = find("rolling_america_argentina_16")
    bare = tuple(each for each in framed.decor if each.kind not in ("neatline", "isle"))
    sheet = replace(framed, decor=bare, coasts=(ring_of(Rect(400, 0, 320, 540)),))
    face = Display(sheet.size, blank_map(sheet, land=True))
    plain, large = ([mark.width for mark in display.marks if isinstance(mark, Shape) and mark.stroke in EDGES]
                    for display in (face, enlarged(face, sheet)))
    lands = [mark.width for mark in enlarged(face, sheet).marks if mark.key.startswith("shore/land/")]
    assert lands == [2 * wide for wide in ABROAD.values()]
    fine = [[ripple - shore for ripple, shore in zip(each[::2], each[1::2], strict=True)] for each in (plain, large)]
    assert fine[1] == pytest.approx([LINE_GROWTH * each for each in fine[0]]) and fine[0]
    assert [sum(large[k:k + 2]) for k in (0, 2, 4)] == pytest.approx([sum(plain[k:k + 2]) for k in (0, 2, 4)])
    foot = max(bounds(mark)[3] for mark in enlarged(face, sheet).marks if mark.key.startswith("shore/"))
    assert foot < sheet.size[1] - INSET + 3.5


def test_names_that_have_no_room_beside_the_map_are_on_a_page_of_their_own() -> None:
    """Once, after all copies; every one whole, however long, and none on a map that says them itself."""
    game = GAMES["rolling_america"]
    sheet = sheet_of(game, "rolling_america_africa_37")
    *sheets, names = drawn_once(game, sheet, 3, extras=Extras(large=True))
    texts = [mark for mark in names.display.marks if isinstance(mark, Text) and mark.key.startswith("table/")]
    rows: dict[str, list[str]] = {}
    for mark in texts:
        rows.setdefault(mark.key.split("/")[3], []).append(mark.text)
    said = {code: " ".join(lines) for code, *lines in rows.values()}
    assert said == {space.id: space.name for space in sheet.spaces} and [leaf.copies for leaf in sheets] == [3]
    assert all(mark.size * MAX_SCALE > LETTERS for mark in texts)
    assert len(drawn_once(game, sheet_of(game, "rolling_america_usa"), 1, extras=Extras(large=True))) == 1


WITH_NAMES = [(game, sheet) for game, sheet in SHEETS if any(decor.kind == "key" for decor in sheet.decor)]
FULL = {*(f"on_tour_{each}" for each in ("africa", "brazil", "europe_27", "spain")),
        *(f"rolling_america_{each}" for each in (
            "africa_37", "asia_24", "brazil", "europe_large", "ireland", "mexico", "nigeria", "spain", "switzerland",
            "united_kingdom"))}
"""Maps with more names than there is room for beside one half of them."""
EVEN = {"rolling_america_switzerland": 4}
"""How many names one of two columns has more than the other, as there is room for that."""


@pytest.mark.parametrize("which", range(len(WITH_NAMES)))
def test_names_are_beside_the_map_where_they_have_room(which: int) -> None:
    """Every one whole and once, in their order, all on one half, clear of areas, of boxes and of all other texts."""
    game, sheet = WITH_NAMES[which]
    leaf, *more = drawn_once(game, sheet, 1, extras=Extras(large=True))
    assert bool(more) == (sheet.id in FULL)
    halves = leaf, *leaf.further
    said: dict[str, list[str]] = {}
    assert sum(any(mark.key.startswith("half/key/") for mark in half.display.marks) for half in halves) == (not more)
    for half, offset in zip(halves, half_offsets(sheet.size), strict=True):
        texts = [mark for mark in half.display.marks if isinstance(mark, Text)]
        keys = [mark for mark in texts if mark.key.startswith("half/key/")]
        solid = [bounds(mark) for mark in half.display.marks if mark.key.startswith(("half/box/", "half/dice/"))]
        lands = [Polygon([(x - offset, y) for x, y in space.outline]).buffer(2) for space in sheet.spaces]
        columns = Counter(round(mark.x) for mark in keys if mark.text in sheet.space)
        assert not keys or sheet.id not in EVEN or max(columns.values()) - min(columns.values()) <= EVEN[sheet.id]
        for mark in keys:
            said.setdefault(mark.key.split("/")[2], []).append(mark.text)
            left, top, right, bottom = inked = _inked(mark)
            assert mark.size >= LETTERS / MAX_SCALE
            assert min(left, top) > 0 and right < half.display.size[0] and bottom < half.display.size[1]
            assert not any(land.intersects(rectangle(*inked)) for land in lands), mark.text
            others = [*solid, *(_inked(each) for each in texts if each is not mark)]
            assert not any(touches(inked, other) for other in others), mark.text
    names = {code: " ".join(lines).replace("- ", "-") for code, (_, *lines) in said.items()}
    assert names == ({} if more else {space.id: space.name for space in sheet.spaces})
    assert [*names] == sorted(names)


def _inked(text: Text) -> tuple[float, float, float, float]:
    left, _, right, _ = bounds(text)
    return left + 0.15 * text.size, text.y - 0.75 * text.size, right - 0.15 * text.size, text.y + 0.2 * text.size

"""From a page that the program printed, filled and photographed, to a paper: nothing wrong stays unsaid."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
import segno
from msgspec.structs import replace
from PIL import Image

from rollwrite_desktop.cli import main
from rollwrite_desktop.cli.read_command import lines_of
from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.pictures import drawn_page
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import Extras, blank_leaves, header_footer, paper_leaves
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.photos import earlier_drawings, read_photos
from rollwrite_desktop.printing.photos.blank_sheets import Printed, blank_sheet, every_layout, printed_as
from rollwrite_desktop.printing.photos.earlier_drawings import EARLIER, NOT_AS_TODAY, earlier_page
from rollwrite_desktop.printing.photos.joined_pages import joined
from rollwrite_desktop.printing.photos.read_photos import (
    CORNERS,
    LARGE,
    NO_CORNERS,
    Doubt,
    PhotoReader,
    ReadSheet,
    Unread,
    read_file_by_corners,
)
from rollwrite_desktop.printing.sheets.large_print import MAX_SCALE, enlarged, halves
from rollwrite_desktop.reading.blank_sheets import BlankSheet
from rollwrite_desktop.reading.free_squares import squares_fit
from rollwrite_desktop.reading.registration import Photo
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM
from tests.reading.photos import photographed
from tests.sampling import sampled

pytestmark = pytest.mark.slow

PER_MM = 6.0
CORNERS_AT = ((82.0, 112), (1508, 68), (1545, 1065), (52, 1035))
SIZE = (1612, 1125)


def filled(game_id: str, spaces: dict[str, str], boxes: dict[str, int | bool | str], sheet_id: str = "") -> Paper:
    game = GAMES[game_id]
    paper: Paper = game.check.paper(game=game_id, sheet=sheet_id or game.play.sheets[0], spaces=spaces, boxes=boxes)
    return paper


MAP = filled("rolling_america", {
    "TX": "3", "OK": "(4)", "WY": "X", "CA": "1", "OR": "2", "WA": "2", "FL": "5", "GA": "6", "SC": "X", "NC": "(6)",
    "ME": "1",
}, {"rounds": 5, "guard": 2})
TOUR = filled("on_tour", {
    "TX": "37", "OK": "(41)", "FL": "*", "GA": "07", "CA": "X", "MN": "98", "WI": "60", "OH": "(52)",
}, {})
HEXES = filled("hexroller", {"a1": "4", "a2": "4", "c3": "5", "e4": "7", "h5": "3"}, {"upper": "35-7", "plus_one": True})


PAPERS = {paper.game: paper for paper in (MAP, TOUR, HEXES)}


@cache
def photo_of(game_id: str, corners: tuple[tuple[float, float], ...] = CORNERS_AT) -> np.ndarray:  # type: ignore[type-arg]
    game = GAMES[game_id]
    content, _ = pdf(paper_leaves(game, PAPERS[game_id]), header_footer(game))
    page = drawn_page(content, PER_MM / POINTS_PER_MM)
    photo, _ = photographed(page, PER_MM, corners, SIZE)
    return photo


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    return PhotoReader([(game, GAMES[game].play.sheets[0]) for game in PAPERS], stages=(0,))


@pytest.fixture
def as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are printed as they are found first, for a test that asks for something else than inks and layouts: to draw
    and compare these takes long."""
    monkeypatch.setattr(read_photos, "_in_its_print", lambda _, found: (found, True))


@sampled("paper", [*PAPERS.values()], 3, ids=lambda paper: paper.game)
def test_what_was_written_is_read_or_asked(paper: Paper, reader: PhotoReader) -> None:
    (read,) = reader.read(photo_of(paper.game), "a.jpg")
    must_be_read_or_asked(paper, read)
    assert isinstance(read, ReadSheet) and read.flat is None, "nobody asked for the picture"


@pytest.mark.usefixtures("as_found")
def test_a_sheet_with_a_name_on_it_is_told_from_those_of_others_by_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_photos, "marks", lambda *_: {})
    game = GAMES["hexroller"]
    sheet = sheet_of(game, game.play.sheets[0])
    content, _ = pdf(blank_leaves(game, sheet, 1, ["Ann", "Bo"]), header_footer(game), per_page=2)
    page = drawn_page(content, PER_MM / POINTS_PER_MM)
    photo, _ = photographed(page, PER_MM, UPRIGHT, (SIZE[1], SIZE[0]))
    names = [f"Name {i}" for i in range(30)]
    read = list(PhotoReader([("hexroller", sheet.id)], names=[*names, "Bo"], stages=(3,)).read(photo, "a.jpg"))
    assert [each.player for each in read if isinstance(each, ReadSheet)] == ["", "Bo"], "nobody waits for Ann's"


def must_be_read_or_asked(paper: Paper, read: ReadSheet | Unread) -> None:
    assert isinstance(read, ReadSheet)
    found = read.paper
    assert (found.game, found.sheet) == (paper.game, paper.sheet)
    asked = {doubt.where for doubt in read.doubtful}
    spots = {*paper.spaces, *found.spaces}
    wrong = {spot for spot in spots if paper.spaces.get(spot, "") != found.spaces.get(spot, "")}
    assert wrong <= asked
    assert len(wrong) <= 2
    for group in {*paper.boxes, *found.boxes}:
        assert paper.boxes.get(group) == found.boxes.get(group) or f"box:{group}" in asked
    for doubt in read.doubtful:
        assert doubt.confidence < 0.95
        assert doubt.read not in doubt.others


UPRIGHT = ((60.0, 50), (1080, 80), (1050, 1560), (40, 1530))
"""Corners of a page in portrait, on a photo of 1125 × 1612."""


@pytest.mark.usefixtures("as_found")
def test_large_print_is_read_from_its_two_pages() -> None:
    game = GAMES[MAP.game]
    sheet = sheet_of(game, MAP.sheet)
    leaf = blank_leaves(game, sheet, 1, extras=Extras(large=True))[0]
    left, right = halves(enlarged(game.check.paper_editor(sheet, options_of(game)).draw(MAP, None), sheet))
    written = replace(leaf, display=left, further=(replace(leaf.further[0], display=right),))
    content, _ = pdf((written,), header_footer(game), largest=MAX_SCALE)
    reader = PhotoReader([(game.info.id, sheet.id)], stages=(LARGE,))
    found: list[ReadSheet | Unread] = []
    for number in (0, 1):
        page = drawn_page(content, PER_MM / POINTS_PER_MM, number)
        photo, _ = photographed(page, PER_MM, UPRIGHT, (SIZE[1], SIZE[0]))
        found += reader.read(photo, f"{number}.jpg")
    assert [each.half for each in found if isinstance(each, ReadSheet)] == [1, 2]
    (read,) = joined(found)
    must_be_read_or_asked(MAP, read)


@pytest.mark.usefixtures("as_found")
def test_what_was_not_found_of_a_page_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four sheets a page, one of them under something that leaves little of its print."""
    game = GAMES["hexroller"]
    sheet = sheet_of(game, "hexroller_front")
    content, _ = pdf(blank_leaves(game, sheet, 4), header_footer(game), per_page=4)
    page = drawn_page(content, PER_MM / POINTS_PER_MM).copy()
    high, wide = page.shape[:2]
    page[round(0.75 * high):, wide // 2:] = 120
    photo, _ = photographed(page, PER_MM, CORNERS_AT, SIZE)
    monkeypatch.setattr(read_photos, "marks", lambda *_: {})  # how they are read, other tests see
    read = [*PhotoReader([("hexroller", sheet.id)], stages=(4,)).read(photo, "a.jpg")]
    assert [type(each) for each in read] == [ReadSheet] * 3 + [Unread]
    assert isinstance(read[-1], Unread)
    assert read[-1].others
    assert "3 of 4 sheets of this page were found." in lines_of(read)[-1]


def test_a_corner_beyond_the_picture_is_named(reader: PhotoReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_photos, "_as_printed", lambda _, found: found)
    corners = ((123.0, 14), (976, 506), (627, 1111), (-226, 619))
    (read,) = reader.read(photo_of("hexroller", corners), "a.jpg")
    assert isinstance(read, Unread)
    assert CORNERS[3] in read.why


@pytest.mark.usefixtures("as_found")
def test_without_two_of_its_corners_nothing_is_read_from_beside_the_places(reader: PhotoReader) -> None:
    photo = photo_of("rolling_america")
    (read,) = reader.read(np.ascontiguousarray(photo[:, :round(0.88 * photo.shape[1])]), "a.jpg")
    assert isinstance(read, Unread)
    assert "flat" in read.why or any(corner in read.why for corner in CORNERS)


def code_of(text: str) -> np.ndarray:  # type: ignore[type-arg]
    """A picture of a code that says something."""
    modules = np.array(segno.make_qr(text).matrix, np.uint8)
    drawn = np.pad(255 - 215 * modules, 4, constant_values=255).repeat(9, 0).repeat(9, 1)
    return np.repeat(drawn[..., None], 3, 2)


@pytest.mark.parametrize("picture", [np.full((300, 400, 3), 200, np.uint8), code_of("https://example.org/none of ours")],
                         ids=["gray", "a foreign code"])
def test_a_picture_without_a_sheet_gets_a_sentence(  # type: ignore[no-untyped-def]
    picture, reader: PhotoReader, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(read_photos, "_every_sheet", lambda: reader)
    (read,) = reader.read(picture, "a.jpg")
    assert isinstance(read, Unread)
    assert "recognized" in read.why


def test_where_nothing_of_ours_is_printed_few_sheets_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 44 in six layouts took so long that a busy machine said that it took too long."""
    drawn: list[Printed] = []

    def counted(printed: Printed) -> BlankSheet:
        drawn.append(printed)
        return blank_sheet(printed)

    monkeypatch.setattr(read_photos, "blank_sheet", counted)
    read_photos._usual_sheets.cache_clear()
    code = code_of("https://example.org/" + "none of ours " * 4)
    poster = np.pad(code, ((90, 200), (150, 60), (0, 0)), constant_values=190)
    noise = np.random.default_rng(2).integers(0, 255, (700, 1000, 3), dtype=np.uint8)
    large = poster.repeat(4, 0).repeat(4, 1)
    for picture, expected in ((poster, ()), (large, ()), (noise, ()), (poster, (("hexroller", "hexroller_front"),))):
        (read,) = PhotoReader(expected, stages=(0,)).read(picture, "a.jpg")
        assert isinstance(read, Unread)
        assert "recognized" in read.why
        assert ("--sheet" in lines_of([read])[0]) == read.unknown == (not expected)
    assert len(drawn) <= 6 + 3 * 2


def test_a_digit_in_a_box_is_no_part_of_a_foreign_code() -> None:
    """Beside one, the squares of the page counted as modules, and the page as none of ours."""
    page = np.full((1485, 1050, 3), 235, np.uint8)
    for y, x in ((25, 25), (25, 1005), (1440, 25), (1440, 1005)):
        page[y:y + 20, x:x + 20] = 20
    page[640:860, 440:660] = 120
    page[710:790, 510:590] = 235  # a box on a colored area
    page[728:772, 530:570] = 20  # an 8 in it
    for top in (735, 754):
        page[top:top + 11, 538:562] = 235
    assert squares_fit(Photo(page), read_photos._shapes())


def test_a_page_without_marks_is_found_where_its_sheet_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_photos, "_as_printed", lambda _, found: found)
    game = GAMES["on_tour"]
    leaves = blank_leaves(game, sheet_of(game, "on_tour_japan"), 1, extras=Extras(unmarked=True))
    content, _ = pdf(leaves, header_footer(game))
    page = drawn_page(content, PER_MM / POINTS_PER_MM)
    photo, _ = photographed(page, PER_MM, CORNERS_AT, SIZE)
    assert not squares_fit(Photo(photo), read_photos._shapes())
    (found,) = PhotoReader([("on_tour", "on_tour_japan")], stages=(0,)).sheets(Photo(photo))
    assert found.blank.sheet == "on_tour on_tour_japan"


def test_a_sheet_that_is_not_expected_is_named(reader: PhotoReader, monkeypatch: pytest.MonkeyPatch) -> None:
    strict = PhotoReader([("hexroller", GAMES["hexroller"].play.sheets[0])])
    other = SimpleNamespace(blank=SimpleNamespace(key=Printed("rolling_america", "rolling_america_usa").key))
    monkeypatch.setattr(strict, "seen", lambda _: [])
    monkeypatch.setattr(reader, "sheets", lambda _: [other])
    monkeypatch.setattr(read_photos, "_every_sheet", lambda: reader)
    (read,) = strict.read(np.full((300, 400, 3), 200, np.uint8), "a.jpg")
    assert isinstance(read, Unread)
    assert read.why == "This is a sheet of Rolling America; expected HexRoller · Front."


def test_a_page_of_an_earlier_drawing_is_refused_before_anything_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PhotoReader, "seen", lambda *_: pytest.fail("searched"))
    assert earlier_page(Photo(photo_of("on_tour")), read_photos._shapes()) is None, "it looks as today"

    def why() -> str:
        (read,) = PhotoReader().read(photo_of("on_tour"), "a.jpg")
        assert isinstance(read, Unread)
        return read.why

    pages, codes = earlier_drawings._codes()
    other = blank_sheet(Printed("on_tour", "on_tour_japan"))
    monkeypatch.setattr(earlier_drawings, "blank_sheet", lambda _: other)
    assert why() == tr(NOT_AS_TODAY, sheet="On Tour"), "the name alone says nothing of the drawing"
    earlier = tuple(replace(page, why=EARLIER) for page in pages)
    monkeypatch.setattr(earlier_drawings, "_codes", lambda: (earlier, codes))
    assert why() == "This page was printed from an earlier drawing of On Tour; enter it by keys."


def test_every_layout_has_a_key_that_names_it() -> None:
    prints = [*every_layout()]
    assert len({printed.key for printed in prints}) == len(prints)
    assert all(printed_as(printed.key) == printed for printed in prints)
    assert Printed("hexroller", "hexroller_front").key.startswith("hexroller hexroller_front|")


def test_the_command_writes_papers_and_says_what_is_doubtful(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stream = io.BytesIO()
    Image.fromarray(photo_of("rolling_america")).save(stream, "JPEG", quality=92)
    (tmp_path / "a.jpg").write_bytes(stream.getvalue())
    (tmp_path / "b.png").write_bytes(b"no picture")
    (tmp_path / "cut.jpg").write_bytes(stream.getvalue()[:40_000])
    out = tmp_path / "a.paper.json"
    photos = [str(tmp_path / name) for name in ("a.jpg", "b.png", "cut.jpg")]
    code = main(["read", *photos, "--sheet", "rolling_america_usa", "-o", str(out), "--json"])
    assert code == 2
    sheets = json.loads(capsys.readouterr().out)["sheets"]
    assert [each["photo"] for each in sheets] == ["a.jpg", "b.png", "cut.jpg"]
    assert [each["error"] for each in sheets[1:]] == [
        "b.png: not a photo; expected JPEG, PNG or PDF.", "cut.jpg: the picture is damaged.",
    ]
    assert all(set(doubt) == {"where", "read", "confidence", "or"} for doubt in sheets[0]["doubtful"])
    paper = msgspec.json.decode(out.read_bytes())
    assert paper == sheets[0]["paper"]
    assert paper["spaces"]["WY"] == "X"
    assert main(["audit", str(out), "--json"]) in (0, 1)
    assert main(["read", photos[0], "--sheet", "rolling_america_usa", "-o", str(out)]) == 2  # it is there already
    assert "a.paper.json" in capsys.readouterr().err


@pytest.mark.usefixtures("as_found")
def test_a_sheet_is_read_by_the_corners_that_someone_shows(tmp_path: Path) -> None:
    stored = tmp_path / "a.png"
    Image.fromarray(photo_of("hexroller")).save(stored, compress_level=1)
    shown = tuple(CORNERS_AT[i] for i in (3, 1, 0, 2))
    ((read,),) = read_file_by_corners(str(stored), ("hexroller", "hexroller_front"), shown)
    must_be_read_or_asked(HEXES, read)
    line = tuple((0.1 * n, 0.2 * n) for n in range(4))
    ((refused,),) = read_file_by_corners(str(stored), ("hexroller", "hexroller_front"), line)
    assert refused == Unread("a.png", 1, NO_CORNERS)


@pytest.mark.parametrize(("arguments", "said"), [
    (["--corners", "1,2,3"], "eight numbers"),
    (["--corners", "1,2,3,4,5,6,7,nan", "--sheet", "on_tour_usa"], "eight numbers"),
    (["--corners", "0,0,1,0,1,1,0,1"], "--sheet"),
])
def test_corners_are_four_and_need_their_sheet(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "nowhere.jpg", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_an_unknown_sheet_is_refused_before_anything_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "nowhere.jpg", "--sheet", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
    assert sheet_of(GAMES["hexroller"], "hexroller_back").id == "hexroller_back"


def test_of_a_scan_of_several_pages_the_page_is_named() -> None:
    lines = lines_of([Unread("a.pdf", 1, "Too dark."), Unread("a.pdf", 2, "Too dark."), Unread("b.jpg", 1, "Too dark.")])
    assert lines == ["a.pdf, page 1: Too dark.", "a.pdf, page 2: Too dark.", "b.jpg: Too dark."]


def test_the_command_names_sheets_and_places_as_people_do() -> None:
    doubts = (Doubt("box:lower", "7768378", 0.4, ("7768373",)), Doubt("claimed", "", 0.0, ()), Doubt("d7", "4", 0.9, ("9",)))
    assert lines_of([ReadSheet("a.jpg", 1, filled("hexroller", {}, {}, "hexroller_back"), doubts)]) == [
        "a.jpg: HexRoller · Back, 0 marks, 3 doubtful", "  Lower row: 7768378 (40%), or 7768373",
        "  Score written: blank (0%)", "  d7: 4 (90%), or 9",
    ]

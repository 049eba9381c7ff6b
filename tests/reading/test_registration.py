"""Sheets are found on photos, told from each other, and laid flat exactly, with and without their squares."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.pictures import drawn_page
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import blank_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.photos.blank_sheets import Printed, blank_page, blank_sheet, layout_of
from rollwrite_desktop.reading import registration
from rollwrite_desktop.reading.blank_sheets import BlankSheet
from rollwrite_desktop.reading.layouts import layout_by_squares
from rollwrite_desktop.reading.rasters import Points, components
from rollwrite_desktop.reading.registration import (
    Found,
    Library,
    Mapping,
    Photo,
    apart,
    beside,
    by_corners,
    carried_over,
    clockwise,
    from_top,
    homography,
    sheets_on,
    squares,
)
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM
from tests.reading.photos import Mapped, photographed
from tests.sampling import sampled

pytestmark = pytest.mark.slow

PER_MM = 5.0
LANDSCAPE = ((90.0, 130), (1310, 60), (1330, 940), (60, 890))
SIZE = (1400, 1000)
SHEETS = (("rolling_america", "rolling_america_usa"), ("on_tour", "on_tour_usa"), ("hexroller", "hexroller_front"))


@pytest.fixture(scope="module")
def library() -> Library:
    return Library([blank_sheet(Printed(game, sheet)) for game, sheet in SHEETS])


def test_a_sheet_is_looked_for_with_other_squares_where_one_may_be_something_else(
    library: Library, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A box near the corner was taken for its square, and the sheet laid flat with that corner 11 mm away."""
    dots = np.full((900, 1200, 3), 240, np.uint8)
    for x, y in ((100, 100), (1100, 100), (1100, 800), (100, 800), (160, 150)):
        dots[y - 10:y + 10, x - 10:x + 10] = 20
    right = np.array([(100.0, 100), (1100, 100), (1100, 800), (100, 800)])
    wrong = np.array([(160.0, 150), *right[1:]])
    blank = library.blanks[0]

    def looked(_: Photo, corners: Points, *__: object, **___: object) -> Found:
        mapping = Mapping(homography(blank.squares, corners), blank.size, np.zeros((0, 2)))
        return Found(blank, mapping, 0.97 if corners is right else 0.7)

    monkeypatch.setattr(registration, "_looked", looked)
    for quads in ((wrong, right), (right, wrong)):
        monkeypatch.setattr(registration, "_quads", lambda *_, quads=quads: iter(quads))
        assert [found.agreed for found in sheets_on(Photo(dots), library)] == [0.97]


def page(game_id: str, sheet_id: str, per_page: int = 1, ink: str = "colour") -> np.ndarray:  # type: ignore[type-arg]
    game = GAMES[game_id]
    leaves = blank_leaves(game, sheet_of(game, sheet_id), per_page)
    content, _ = pdf(leaves, header_footer(game), per_page=per_page, ink=ink)  # type: ignore[arg-type]
    return drawn_page(content, PER_MM / POINTS_PER_MM)


def farthest(found: Found, page_at: Mapped) -> float:
    """The largest error at the middle of a place, in mm."""
    x, y = (np.array([getattr(place, axis) for place in found.blank.places]) for axis in "xy")
    tx, ty = page_at(*found.mapping(x, y))
    return float(np.hypot(tx - x - found.blank.origin[0], ty - y - found.blank.origin[1]).max())


@sampled("number, ink", [(0, "low"), (1, "colour"), (2, "grey")], 3)
def test_a_sheet_is_named_and_laid_flat(number: int, ink: str, library: Library) -> None:
    turned = LANDSCAPE[number:] + LANDSCAPE[:number] if number == 2 else LANDSCAPE
    photo, page_at = photographed(page(*SHEETS[number], ink=ink), PER_MM, turned, SIZE)
    (found,) = sheets_on(Photo(photo), library)
    assert found.blank.sheet == " ".join(SHEETS[number])
    assert farthest(found, page_at) < 0.5
    assert layout_told(photo, found, *SHEETS[number]) == ("a4", 1)


def layout_told(photo: np.ndarray, found: Found, game: str, sheet: str) -> tuple[str, int] | None:  # type: ignore[type-arg]
    """The paper and the sheets a page that the squares tell."""
    layouts = Printed(game, sheet).in_layouts()
    told = layout_by_squares(Photo(photo), found, [layout_of(each) for each in layouts])
    return next(((each.paper, each.per_page) for each in layouts if told and each.key == told.key), None)


def test_a_sheet_is_found_by_three_squares(library: Library) -> None:
    blank = page(*SHEETS[2])
    blank[-int(16 * PER_MM):, :int(16 * PER_MM)] = 255  # a thumb on the lower left one
    photo, page_at = photographed(blank, PER_MM, LANDSCAPE, SIZE)
    (found,) = sheets_on(Photo(photo), library)
    assert farthest(found, page_at) < 0.5


def test_a_scan_without_squares_is_found_by_its_edges(library: Library) -> None:
    scan = page(*SHEETS[1])
    for rows in (slice(0, int(14 * PER_MM)), slice(-int(14 * PER_MM), None)):
        for columns in (slice(0, int(14 * PER_MM)), slice(-int(14 * PER_MM), None)):
            scan[rows, columns] = 255
    (found,) = sheets_on(Photo(scan), library)
    assert farthest(found, lambda x, y: ((x + 0.5) / PER_MM, (y + 0.5) / PER_MM)) < 0.3


def test_no_sheet_is_seen_in_noise_or_in_another_page(library: Library) -> None:
    rng = np.random.default_rng(2)
    noise = rng.integers(0, 255, (350, 500, 3), dtype=np.uint8)
    assert sheets_on(Photo(noise), library) == []
    other, _ = photographed(page("rolling_america", "rolling_america_europe"), PER_MM, LANDSCAPE, SIZE)
    assert sheets_on(Photo(other), library) == []


def test_print_beside_its_place_is_looked_at_closely(library: Library) -> None:
    """On bent paper the print lies some mm beside where the squares say, so that the coarse pictures hardly agree."""
    photo, blank = Photo(page(*SHEETS[2], ink="grey")), library.blanks[2]
    corners = (blank.squares + blank.origin + 2.2) * PER_MM - 0.5
    assert max(guess.score for guess in library.guesses(photo, corners, of_page=False)) < 0.13
    found = registration._looked(photo, corners, library, of_page=False)
    assert found is not None and found.blank is blank


def test_full_squares_come_before_larger_hollow_ones() -> None:
    """A sheet has dozens of boxes and digits with a loop, all larger than its registration squares."""
    paper = np.full((600, 800, 3), 230, np.uint8)
    for x in range(100, 700, 60):
        for y in range(100, 500, 60):
            paper[y:y + 36, x:x + 36] = 20
            paper[y + 6:y + 30, x + 6:x + 30] = 230
    corners = [(20, 20), (760, 20), (760, 560), (20, 560)]
    for x, y in corners:
        paper[y:y + 20, x:x + 20] = 20
    centers, sides, _ = squares(Photo(paper))
    assert sorted((round(x), round(y)) for x, y in centers[:4] - 9.5) == sorted(corners)
    assert sides[:4] == pytest.approx([20] * 4, rel=0.05)
    assert len(centers) == 4 + 10 * 7


def test_squares_of_a_table_cloth_come_after_those_of_a_sheet() -> None:
    """They are larger, and more than are looked at."""
    photo = np.full((600, 800, 3), 230, np.uint8)
    for y in range(0, 600, 30):
        for x in range(y % 60, 800, 60):
            photo[y:y + 29, x:x + 29] = 30
    photo[60:540, 80:720] = 235
    corners = [(100, 80), (680, 80), (680, 500), (100, 500)]
    for x, y in corners:
        photo[y:y + 20, x:x + 20] = 20
    centers, sides, free = squares(Photo(photo))
    assert len(centers) > registration.MOST_SQUARES
    assert max(sides) > 25
    assert sorted((round(x), round(y)) for x, y in centers[free] - 9.5) == sorted(corners)
    assert free[:4].all()
    photo[500:520, 100:120] = 235  # one of them is under a thumb
    triple = next(registration._triples(*squares(Photo(photo)), np.array([[np.log(24.7), np.log(1.38)]])))
    assert sorted((round(x), round(y)) for x, y in triple - 9.5) == sorted(corners)


def without_squares(pixels: np.ndarray, blanks: tuple[BlankSheet, ...]) -> np.ndarray:  # type: ignore[type-arg]
    """A page whose registration squares are left out where these sheets are."""
    for blank in blanks:
        for x, y in blank.squares + blank.origin:
            rows, columns = (slice(int((at - 4) * PER_MM), int((at + 4) * PER_MM)) for at in (y, x))
            pixels[rows, columns] = 255
    return pixels


def test_another_sheet_of_the_page_is_found_without_its_squares() -> None:
    whole = blank_page(Printed("hexroller", "hexroller_front", per_page=2))
    lower = without_squares(page(*SHEETS[2], per_page=2), whole[1:])
    photo, page_at = photographed(lower, PER_MM, ((60.0, 70), (950, 40), (975, 1320), (30, 1290)), (1000, 1400))
    found = sheets_on(Photo(photo), Library(whole[:1]))
    (other,) = beside(Photo(photo), found, whole)
    assert len(found) == 1
    assert farthest(replace(other, blank=whole[1]), page_at) < 0.5
    assert from_top([other, *found]) == [*found, other]
    assert beside(Photo(photo), [*found, other], whole) == []
    false = replace(other, agreed=0.5 * other.agreed)  # where another sheet lies there is no second one
    assert apart([*found, other, false, replace(other)]) == [*found, other], "nor is one that was found twice"
    blank = blank_sheet(Printed(*SHEETS[2]))
    as_one = Found(blank, carried_over(found[0], blank), 1.0)
    assert layout_told(photo, as_one, *SHEETS[2]) == ("a4", 2)
    assert layout_told(np.full((300, 400, 3), 220, np.uint8), as_one, *SHEETS[2]) is None


def test_a_page_without_marks_is_laid_flat_by_its_corners(library: Library) -> None:
    blanks = blank_page(Printed(*SHEETS[1]))
    photo, page_at = photographed(without_squares(page(*SHEETS[1]), blanks), PER_MM, LANDSCAPE, SIZE)
    shown = np.array(LANDSCAPE)[[2, 0, 3, 1]] + [(14, 9), (-12, 10), (9, -15), (-11, -8)]
    found = by_corners(Photo(photo), shown, Library(blanks))
    assert found is not None
    assert farthest(found, page_at) < 0.5
    assert by_corners(Photo(photo), shown, Library([blank_sheet(Printed(*SHEETS[2]))])) is None


@pytest.mark.parametrize("corners", [
    [(0, 0), (100, 0), (40, 30), (0, 100)], [(0, 0), (50, 50), (100, 100), (150, 150)], [(5, 5)] * 4,
], ids=["a dent", "a line", "a point"])
def test_what_is_no_page_has_no_corners(corners: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="four corners"):
        clockwise(np.array(corners, float))


def test_components_are_those_of_a_flood_fill() -> None:
    rng = np.random.default_rng(3)
    mask = rng.random((60, 70)) < 0.45
    found = components(mask)
    left, parts = {(int(y), int(x)) for y, x in np.argwhere(mask)}, []
    while left:
        part, edge = set(), [left.pop()]
        while edge:
            y, x = edge.pop()
            part.add((y, x))
            near = {(y + i, x + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= near
            edge += near
        parts.append(np.array(sorted(part)))
    expected = sorted(
        (len(part), *part.mean(0)[::-1].round(6), *part.min(0)[::-1], *(part.max(0)[::-1] + 1)) for part in parts
    )
    assert sorted(zip(found.area, *found.center.T.round(6), *found.bounds.T, strict=True)) == expected
    largest = max(parts, key=len).astype(float)
    moments = np.cov(largest.T[::-1], bias=True)
    at = int(found.area.argmax())
    assert found.moments[at] == pytest.approx([moments[0, 0], moments[0, 1], moments[1, 1]])


def test_a_homography_goes_through_its_points() -> None:
    source = np.array([(0, 0), (280, 0), (280, 190), (0, 190)], float)
    target = np.array([(1000, 90), (2900, 200), (2700, 1800), (900, 1500)], float)
    matrix = homography(source, target)
    at = np.column_stack((source, np.ones(4))) @ matrix.T
    assert at[:, :2] / at[:, 2:] == pytest.approx(target)

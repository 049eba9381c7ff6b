"""What must be distinguished can be: in gray, under color blindness, by hatch or letter; and text is legible.

Color blindness is simulated with the matrices (severity 1.0) of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, applied to linear RGB.
Differences are distances in CIE L*a*b* (D65).
"""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest

from rollwrite_desktop.draw.hatch import HATCHES
from rollwrite_desktop.draw.inks import (
    HATCHED,
    HIGH,
    INKS,
    MODES,
    PRINT_MODES,
    REGIONS,
    Mode,
    Paint,
    ink_at,
    line_width,
    resolve,
)
from rollwrite_desktop.draw.line_map_face import DOT
from rollwrite_desktop.draw.map_face import COAST, THICK, THIN
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of

IN_GRAY = (
    ("orange", "green"),
    ("orange", "blue"),
    ("green", "blue"),
    ("green", "yellow"),
    ("blue", "yellow"),
    ("blue", "red"),
    ("yellow", "red"),
    ("red", "purple"),
)
"""Regions that differ in gray too; others do by their hatch only."""


def neighbors() -> list[tuple[str, str, str]]:
    """Of every sheet the regions that touch: the sheet's id and two region inks."""
    found = []
    for game in GAMES.values():
        for sheet_id in dict.fromkeys((*game.play.sheets, *game.play.played_on)):
            sheet = sheet_of(game, sheet_id, sheet_id)
            links = (*sheet.links, *sheet.corner_links)
            pairs = {tuple(sorted((sheet.space[a].region, sheet.space[b].region))) for a, b in links}
            if not links and f"region.{sheet.regions[0].id}" in INKS:  # columns: each beside each, in somebody's eye
                pairs = set(combinations(sorted(sheet.region), 2))
            found += [(sheet_id, a, b) for a, b in sorted(pairs) if a != b]
    return found


COLORED: tuple[Mode, ...] = ("light", "dark", "colour")
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Linear = tuple[float, float, float]


def linear(rgb: str) -> Linear:
    r, g, b = (int(rgb[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (r, g, b))  # type: ignore[return-value]


def luminance(rgb: str) -> float:
    r, g, b = linear(rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(color: Linear) -> Linear:
    r, g, b = color
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(rgb: str, kind: str) -> Linear:
    color = linear(rgb)
    rows = (sum(m * v for m, v in zip(row, color, strict=True)) for row in BLINDNESS[kind])
    return tuple(min(1.0, max(0.0, value)) for value in rows)  # type: ignore[return-value]


@pytest.mark.parametrize("mode", MODES)
def test_every_ink_has_a_paint_in_every_mode(mode: Mode) -> None:
    for ink in INKS:
        paint = resolve(ink, mode)
        for color in (paint.rgb, paint.hatch_rgb):
            assert color == "" or re.fullmatch("#[0-9a-f]{6}", color), ink
        assert paint.hatch in ("", *HATCHES), ink
        assert mode != "grey" or not paint.rgb or len({paint.rgb[i : i + 2] for i in (1, 3, 5)}) == 1, ink


def test_no_ink_paints_nothing_and_an_unknown_one_is_an_error() -> None:
    assert resolve("", "light") == Paint("")
    with pytest.raises(KeyError):
        resolve("mauve", "light")


@pytest.mark.parametrize("mode", (*COLORED, "grey"))
@pytest.mark.parametrize(("one", "other"), IN_GRAY)
def test_neighboring_regions_differ_in_gray(one: str, other: str, mode: Mode) -> None:
    light, dark = (lab(linear(resolve(f"region.{region}", mode).rgb))[0] for region in (one, other))
    assert abs(light - dark) >= 7


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("mode", COLORED)
def test_neighboring_regions_of_every_sheet_differ_to_the_color_blind(mode: Mode, kind: str) -> None:
    found = neighbors()
    assert len({sheet for sheet, _, _ in found}) >= 5
    for sheet, one, other in found:
        first, second = (lab(seen(resolve(f"region.{region}", mode).rgb, kind)) for region in (one, other))
        assert math.dist(first, second) >= 9, (sheet, one, other)


def test_regions_differ_by_hatch_in_gray_and_by_letter_always() -> None:
    for mode in ("grey", "low"):
        assert len({resolve(f"region.{region}", mode).hatch for region in REGIONS}) == len(REGIONS)
    for mode in HATCHED:
        assert all(resolve(f"{kind}.{region}", mode).hatch for region in REGIONS for kind in ("region", "swatch")), mode
    for mode in HIGH:
        paints = [resolve(f"region.{region}", mode) for region in (*REGIONS, "stone")]
        assert len({paint.hatch for paint in paints}) == len(paints)
        assert {paint.rgb for paint in paints} == {resolve("paper", mode).rgb}
    assert len({region[0] for region in REGIONS}) == len(REGIONS)
    for mode in MODES:
        for region in REGIONS:
            on = resolve(f"region.{region}.strong", mode).rgb or "#ffffff"
            assert contrast(resolve(f"region.{region}.on", mode).rgb, on) >= 4.5


@pytest.mark.parametrize("mode", MODES)
def test_text_is_legible_on_every_ground(mode: Mode) -> None:
    grounds = ["paper", "box", "legal.fill", "conflict.fill", *(f"region.{region}" for region in REGIONS)]
    grounds += [f"region.{region}.soft" for region in REGIONS]
    for ground in grounds:
        under = resolve(ground, mode).rgb or "#ffffff"
        assert contrast(resolve("text", mode).rgb, under) >= 4.5, ground
    for ground in ("paper", "box", "legal.fill", "conflict.fill", *(f"region.{region}.soft" for region in REGIONS)):
        under = resolve(ground, mode).rgb or "#ffffff"
        for ink in ("pencil", "pencil_new", "crossed"):
            assert contrast(resolve(ink, mode).rgb, under) >= 4.5, (ink, ground)
    for ground in ("paper", "box"):
        assert contrast(resolve("faint", mode).rgb, resolve(ground, mode).rgb or "#ffffff") >= 4.5


@pytest.mark.parametrize("mode", PRINT_MODES)
def test_what_is_around_small_sheets_is_quiet_and_legible(mode: Mode) -> None:
    quiet, faint = (contrast(resolve(ink, mode).rgb, "#ffffff") for ink in ("margin", "faint"))
    assert 4.5 <= quiet <= min(4.7, faint)


@pytest.mark.parametrize("mode", ["light_high", "dark_high"])
def test_high_contrast_is_seven_to_one(mode: Mode) -> None:
    for ground in ("paper", "box", *(f"region.{region}" for region in (*REGIONS, "stone"))):
        assert contrast(resolve("text", mode).rgb, resolve(ground, mode).rgb) >= 7, ground
    for ground in ("paper", "box", "legal.fill", "conflict.fill", *(f"region.{region}.soft" for region in REGIONS)):
        for ink in ("pencil", "pencil_new", "crossed", "note", "faint", "legal", "conflict", "mistake", "unproved"):
            assert contrast(resolve(ink, mode).rgb, resolve(ground, mode).rgb) >= 7, (ink, ground)


@pytest.mark.parametrize("mode", MODES)
def test_lines_and_rings_stand_out(mode: Mode) -> None:
    """3 : 1 for shapes, on the fills where they are drawn; rings lie upon writing squares."""
    for region in REGIONS:
        fill, soft = (resolve(f"region.{region}{part}", mode).rgb or "#ffffff" for part in ("", ".soft"))
        assert contrast(resolve("line", mode).rgb, fill) >= 3
        assert contrast(resolve("border", mode).rgb, fill) >= 3
        for ring in ("legal", "conflict", "mistake", "unproved"):
            assert contrast(resolve(ring, mode).rgb, soft) >= 3, (ring, region)
    for ground in ("paper", "box"):
        assert contrast(resolve("die.edge", mode).rgb, resolve(ground, mode).rgb or "#ffffff") >= 3
    assert contrast(resolve("die.pip", mode).rgb, resolve("die.body", mode).rgb or "#ffffff") >= 4.5


@pytest.mark.parametrize("mode", MODES)
def test_the_number_of_a_finding_is_legible(mode: Mode) -> None:
    for ink in ("mistake", "unproved"):
        assert contrast(resolve("mistake.on", mode).rgb, resolve(ink, mode).rgb) >= 4.5


def test_the_last_stroke_is_stronger_than_those_before() -> None:
    for mode, paper in (("light", "#ffffff"), ("dark", "#000000"), ("light_high", "#ffffff"), ("dark_high", "#000000")):
        new, old = (resolve(ink, mode).rgb for ink in ("pencil_new", "pencil"))  # type: ignore[arg-type]
        assert contrast(new, paper) > 1.2 * contrast(old, paper)


def test_saving_ink_fills_nothing_and_print_leaves_the_paper_bare() -> None:
    for name in INKS:
        fill = name in ("lake", "wild", "box") or name.endswith((".fill", ".soft", ".strong"))
        if fill or name in {f"region.{region}" for region in REGIONS}:
            assert resolve(name, "low").rgb in ("", "#ffffff"), name
    for mode in PRINT_MODES:
        for name in ("paper", "ground", "shadow", "focus"):
            assert resolve(name, mode).rgb == ""


def test_lines_are_thick_with_high_contrast() -> None:
    for mode in HIGH:
        assert line_width(THICK, mode) > line_width(THICK, "light") and line_width(THIN, mode) > line_width(THIN, "light")


def test_where_ink_is_saved_regions_keep_bold_borders() -> None:
    region, coast, within = (line_width(width, "low") for width in (THICK, COAST, THIN))
    assert region > 1.4 and region > 4 * within and region > 1.7 * coast and coast > 2 * within


def test_where_ink_is_saved_routes_are_of_another_kind_and_weight_than_hatches() -> None:
    """Dots of at least five times the width of strokes, and blacker: no hatch is made of dots."""
    for mode in ("low", "low_small"):
        dot = line_width(DOT, mode, "border", dotted=True)
        route = contrast(resolve("border", mode).rgb, "#ffffff")
        for region in REGIONS:
            paint = resolve(f"region.{region}", mode)
            if paint.hatch:
                wide = HATCHES[paint.hatch].width
                assert dot >= (5 if mode == "low" else 2.5) * wide, (mode, region)
                assert route >= 2.5 * contrast(paint.hatch_rgb, "#ffffff"), (mode, region)


def test_where_sheets_are_small_grounds_of_hatches_are_lighter() -> None:
    for region in REGIONS:
        usual, small = (resolve(f"region.{region}", mode) for mode in ("grey", ink_at("grey", 0.495)))
        if usual.hatch:
            assert contrast(small.rgb, "#ffffff") < contrast(usual.rgb, "#ffffff"), region
            assert small.hatch == f"{usual.hatch}.coarse"
    assert [ink_at(mode, 0.7) for mode in PRINT_MODES] == list(PRINT_MODES) and ink_at("colour", 0.4) == "colour"

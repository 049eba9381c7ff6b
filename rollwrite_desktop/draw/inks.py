"""Named inks and their colors: on light and dark screens, printed in color, in gray with hatches, or with little ink.

Displays name inks; only this table has color values. Lightness was chosen before hue, so that neighboring regions differ in
gray and under color blindness; the tests measure both.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

from msgspec import Struct

Mode = Literal["light", "dark", "light_high", "dark_high", "colour", "grey", "low", "grey_small", "low_small"]
"""Four modes for screens, two of them with high contrast, and three for paper, named as on the command line; `low` saves
ink: all fills are white. The last two are for sheets of which several share a page: their hatches are coarser."""

MODES: tuple[Mode, ...] = ("light", "dark", "light_high", "dark_high", "colour", "grey", "low", "grey_small", "low_small")
SCREEN_MODES: tuple[Mode, ...] = ("light", "dark", "light_high", "dark_high")
PRINT_MODES: tuple[Mode, ...] = ("colour", "grey", "low")
PENS = ("pencil", "black", "blue", "red", "green")
"""The writing on filled sheets can be printed in these; the first is the one on screens."""
REGIONS = ("red", "blue", "green", "yellow", "orange", "purple")
"""The region inks: `region.red` for fills, `.soft` for writing squares, `.strong` for accents and dice, `.on` for what is
printed on those."""

# In mode `low` a line of 0.75 pt becomes a hairline, and no line becomes thinner; thicker ones, which are coasts and borders
# of regions, keep more of their width by the power.
_LOW_WIDTH, _LOW_POWER, _LOW_MOST, _HAIRLINE, _LOW_DOTS = 0.41, 1.535, 0.7, 0.34, 1.25
_OUTLINES, _OUTLINE = frozenset({"line", "square", "border"}), 0.55
"""The inks of boxes to write in, and the width in points that they keep, so that boxes survive a photocopy."""


class Paint(Struct, frozen=True):
    """An ink in one mode: "#rrggbb" or "" for none; opacity 0…1; the name of a hatch of `draw/hatch.py` and its color."""

    rgb: str
    opacity: float = 1.0
    hatch: str = ""
    hatch_rgb: str = ""


class Ink(Struct, frozen=True):
    """A named ink: its color in each mode, "" where nothing is painted. The hatch is used in gray, and
    a sparse one in `low` where anything is painted."""

    name: str
    light: str
    dark: str
    colour: str
    grey: str
    low: str
    hatch: str = ""
    hatch_rgb: str = ""
    opacity: float = 1.0


_BLACK, _WHITE, _NIGHT, _BARE = "#000000", "#ffffff", "#1f2328", ""
_STROKES = "#5a5a5a"
"""The color of hatches in gray, which is quieter than borders, codes and routes."""

Tones = tuple[str, str, str, str, str]
"""The colors of an ink in the modes of the table."""


def _region(region: str, hatch: str, fill: Tones, soft: Tones, strong: Tones, on: Tones) -> tuple[Ink, ...]:
    """The inks of a region, and those of a die that says which fill is its color's where colors are gray or patterns."""
    light, dark, colour, _, _ = strong
    return (
        Ink(f"region.{region}", *fill, hatch, _STROKES),
        Ink(f"region.{region}.soft", *soft),
        Ink(f"region.{region}.strong", *strong),
        Ink(f"region.{region}.on", *on),
        Ink(f"swatch.{region}", light, dark, colour, *fill[3:], hatch, _STROKES),
        Ink(f"swatch.{region}.on", *on[:3], _BLACK, _BLACK),
    )


INKS: dict[str, Ink] = {
    ink.name: ink
    for ink in (
        #   name            light      dark       color     gray       low
        Ink("ground", "#e6e2d9", "#14181d", _BARE, _BARE, _BARE),
        Ink("paper", "#fffdf8", "#20262d", _BARE, _BARE, _BARE),
        Ink("shadow", "#3a352c", "#000000", _BARE, _BARE, _BARE, opacity=0.22),
        Ink("line", "#3f454c", "#d5d3cd", "#3f454c", "#3c3c3c", "#141414"),
        # A border within a region; `seam` within one of a honeycomb, whose hexes have outlines of their own.
        Ink("inner", "#3f454c", "#d5d3cd", "#3f454c", "#3c3c3c", "#2b2b2b"),
        Ink("seam", "#3f454c", "#d5d3cd", "#3f454c", _BARE, _BARE),
        Ink("border", "#1b1f24", "#f3f0e9", "#14171a", _BLACK, "#202020"),
        Ink("text", "#1f2328", "#f6f3ec", "#14171a", _BLACK, "#585858"),
        # Numbers printed where players write, and their outlines.
        Ink("printed", "#1f2328", "#f6f3ec", "#14171a", _BLACK, "#6c6c6c"),
        Ink("printed.edge", "#1b1f24", "#f3f0e9", "#14171a", _BLACK, "#3c3c3c"),
        Ink("registration", _BLACK, _BLACK, _BLACK, _BLACK, _BLACK),
        Ink("faint", "#5c6268", "#aab0b6", "#55595e", "#505050", "#757575"),
        # What is around sheets of which four share a page, whose own letters are smaller.
        Ink("margin", _BARE, _BARE, "#73767a", "#757575", "#757575"),
        # What players write and cross off; `pencil_new` is the latest move, `note` a private note.
        Ink("pencil", "#46494e", "#d9d6ce", "#34373b", "#2b2b2b", "#2b2b2b"),
        Ink("pencil_new", "#131416", "#ffffff", "#34373b", "#2b2b2b", "#2b2b2b"),
        Ink("crossed", "#46494e", "#d9d6ce", "#34373b", "#2b2b2b", "#2b2b2b"),
        Ink("note", "#6b7079", "#a7adb5", "#6b7079", "#707070", "#707070"),
        # What players wrote, printed as if with another pen; in gray all of them are nearly black.
        Ink("pen.black", "#131416", "#f6f3ec", "#131416", _BLACK, _BLACK),
        Ink("pen.blue", "#17357f", "#a9c6ff", "#17357f", "#1f1f1f", "#1f1f1f"),
        Ink("pen.red", "#99101f", "#ffb8b0", "#99101f", "#1f1f1f", "#1f1f1f"),
        Ink("pen.green", "#0d5128", "#a5d8ae", "#0d5128", "#1f1f1f", "#1f1f1f"),
        # Boxes beside the map, and decoration.
        Ink("box", "#ffffff", "#161b20", "#ffffff", "#ffffff", "#ffffff"),
        # The outline of a writing square on paper, dark enough for photocopies.
        Ink("square", _BARE, _BARE, "#3f454c", "#3c3c3c", "#141414"),
        Ink("lake", "#d9e9f1", "#22414f", "#deedf4", "#ffffff", _WHITE, "waves", _STROKES),
        # What is around a frame.
        Ink("margin.blank", "#fffdf8", "#20262d", _WHITE, _WHITE, _WHITE),
        # The sea within a frame; along coasts a band, and the fine lines in it.
        Ink("sea", "#e3eef2", "#192c38", "#e2eff5", "#f5f5f5", _BARE),
        Ink("shore", "#d3e4ea", "#1b3644", "#d1e5ef", "#e8e8e8", _WHITE),
        Ink("ripple", "#aac9d6", "#35515f", "#98bed0", "#bdbdbd", "#a8a8a8"),
        # Land that is not on the sheet, along its borders.
        Ink("abroad", "#ece6da", "#2d343b", "#efebe2", "#eeeeee", _WHITE),
        Ink("abroad.far", "#f6f2e9", "#272e35", "#f7f5f0", "#f6f6f6", _BARE),
        # Dice: `die.*` are for wild and plain dice; colored ones use `.strong` and `.on` of their region.
        Ink("die.body", "#fbf9f3", "#e9e6de", "#ffffff", "#ffffff", _BARE),
        Ink("die.pip", _NIGHT, "#1b1f24", "#14171a", _BLACK, _BLACK),
        Ink("die.edge", "#4b5158", "#f6f3ec", "#4b5158", "#3c3c3c", "#3c3c3c"),
        Ink("swatch.disc", _BARE, _BARE, _BARE, _WHITE, _WHITE),
        Ink("wild", "#efece4", "#3a424b", "#f4f2ec", "#ffffff", _BARE),
        # Guidance and findings.
        Ink("legal", "#12408f", "#a9dcff", "#12408f", "#2b2b2b", "#2b2b2b"),
        Ink("legal.fill", "#ffffff", "#3c4956", "#ffffff", "#ffffff", _BARE),
        Ink("conflict", "#8f0018", "#ffb8b0", "#8f0018", _BLACK, _BLACK),
        Ink("conflict.fill", "#fff0ee", "#4a2328", "#fff0ee", "#ffffff", _BARE),
        Ink("mistake", "#8f0018", "#ffb8b0", "#8f0018", _BLACK, _BLACK),
        Ink("mistake.on", "#ffffff", "#1f2328", "#ffffff", "#ffffff", "#ffffff"),  # upon `mistake` and `unproved`
        Ink("unproved", "#7a4300", "#ffd79a", "#7a4300", "#3c3c3c", "#3c3c3c"),
        Ink("focus", "#12408f", "#a9dcff", _BARE, _BARE, _BARE),
        # Over a region on a card, whose map is too small for strokes.
        Ink("card.region", _BARE, _BARE, _BARE, _BARE, "#cfcfcf"),
        # A seventh region, for the area in the middle of six others.
        Ink("region.stone", "#d7d4c7", "#474d54", "#d6e0d7", "#d6d6d6", _WHITE),
        Ink("region.stone.soft", "#f8f6f1", "#23282d", "#fcfbf8", "#ffffff", _WHITE),
        Ink("region.stone.strong", "#5b564b", "#c9c3b6", "#5b564b", "#4a4a4a", _BARE),
        Ink("region.stone.on", "#ffffff", _NIGHT, "#ffffff", "#ffffff", _BLACK),
        # Regions: their fills, writing squares, accents, and what is printed on those.
        *_region("red", "fall",
                 ("#f99e97", "#832e31", "#f4a9a1", "#c6c6c6", _WHITE),
                 ("#fdebe8", "#381f1e", "#fff3f1", "#ffffff", _WHITE),
                 ("#b13237", "#ef8580", "#b13237", "#4a4a4a", _BARE),
                 ("#ffffff", _NIGHT, "#ffffff", "#ffffff", _BLACK)),
        *_region("blue", "rise",
                 ("#68a7d4", "#003e60", "#7eadd4", "#aeaeae", _WHITE),
                 ("#e2effb", "#122332", "#eef6fd", "#ffffff", _WHITE),
                 ("#11619f", "#61ade5", "#11619f", "#4a4a4a", _BARE),
                 ("#ffffff", _NIGHT, "#ffffff", "#ffffff", _BLACK)),
        *_region("green", "flat",
                 ("#85c79d", "#335537", "#92d4b1", "#c9c9c9", _WHITE),
                 ("#e8f3e5", "#202b20", "#f1f8ef", "#ffffff", _WHITE),
                 ("#2c7133", "#83c282", "#2c7133", "#4a4a4a", _BARE),
                 ("#ffffff", _NIGHT, "#ffffff", "#ffffff", _BLACK)),
        *_region("yellow", "caret",
                 ("#fce692", "#836a23", "#feeca6", "#f6f6f6", _WHITE),
                 ("#fef9e6", "#362d1a", "#fffcef", "#ffffff", _WHITE),
                 ("#eec133", "#f6d15f", "#f3c93f", "#4a4a4a", _BARE),
                 (_NIGHT, _NIGHT, "#14171a", "#ffffff", _BLACK)),
        *_region("orange", "post",
                 ("#fdc892", "#89542e", "#fdd3a7", "#e2e2e2", _WHITE),
                 ("#fff0e4", "#37261b", "#fff6ee", "#ffffff", _WHITE),
                 ("#a85314", "#f4a465", "#a85314", "#4a4a4a", _BARE),
                 ("#ffffff", _NIGHT, "#ffffff", "#ffffff", _BLACK)),
        *_region("purple", "plus",
                 ("#e5c6e9", "#705a87", "#e7d6f1", "#e5e5e5", _WHITE),
                 ("#f5f0fb", "#2f2737", "#f9f6fd", "#ffffff", _WHITE),
                 ("#704e9b", "#c2a5e0", "#704e9b", "#4a4a4a", _BARE),
                 ("#ffffff", _NIGHT, "#ffffff", "#ffffff", _BLACK)),
    )
}

HIGH: tuple[Mode, ...] = ("light_high", "dark_high")
"""High contrast: black on white or white on black, thick lines, and regions told apart by their patterns."""
_SMALL: dict[Mode, Mode] = {"grey": "grey_small", "low": "low_small"}
_SMALL_SCALE, _LIGHTER = 0.65, 0.3
"""The scale below which faces are small, and by which part grounds below hatches then come nearer to white."""
SMALL: tuple[Mode, ...] = (*_SMALL.values(),)
HATCHED: tuple[Mode, ...] = (*_SMALL, *SMALL, *HIGH)
"""The modes in which regions have hatches."""
_HATCH_HIGH = ("#6a6a6a", "#8f8f8f")
_HIGH_WIDTH = 1.5
_SPARSE = "#646464"
"""The color of hatches where ink is saved, fainter than routes, which are of dots: a photocopy still has them."""
_PATTERNS = {"region.stone": "waves"}
"""Hatches of high contrast, and where ink is saved, where gray needs none."""

_HIGH: dict[str, tuple[str, str]] = {
    # name            light_high  dark_high
    "ground": (_WHITE, _BLACK),
    "paper": (_WHITE, _BLACK),
    "line": (_BLACK, _WHITE),
    "inner": (_BLACK, _WHITE),
    "seam": (_BLACK, _WHITE),
    "border": (_BLACK, _WHITE),
    "text": (_BLACK, _WHITE),
    "printed": (_BLACK, _WHITE),
    "printed.edge": (_BLACK, _WHITE),
    "faint": ("#2b2b2b", "#e0e0e0"),
    "pencil": ("#2e2e2e", "#d9d9d9"),
    "pencil_new": (_BLACK, _WHITE),
    "crossed": ("#2e2e2e", "#d9d9d9"),
    "note": ("#3d3d3d", "#d0d0d0"),
    "box": (_WHITE, _BLACK),
    "square": (_BLACK, _WHITE),
    "lake": ("#e4f1f8", "#0d2430"),
    "margin.blank": (_WHITE, _BLACK),
    "sea": (_BARE, _BARE),
    "shore": (_BARE, _BARE),
    "ripple": (_BARE, _BARE),
    "abroad": (_BARE, _BARE),
    "abroad.far": (_BARE, _BARE),
    "die.body": (_WHITE, _WHITE),
    "die.pip": (_BLACK, _BLACK),
    "die.edge": (_BLACK, _WHITE),
    "wild": (_WHITE, _BLACK),
    "legal": ("#0051c6", "#ffe45c"),  # 7 : 1 on white and 3 : 1 beside black borders
    "legal.fill": (_WHITE, "#202020"),
    "conflict": ("#7a0014", "#ffc4bd"),
    "conflict.fill": (_WHITE, "#2b0d10"),
    "mistake": ("#7a0014", "#ffc4bd"),
    "mistake.on": (_WHITE, _BLACK),
    "unproved": ("#5c3200", "#ffe0ad"),
    "focus": ("#8a00b8", "#7fe0ff"),
    **{f"region.{region}": (_WHITE, _BLACK) for region in (*REGIONS, "stone")},
    **{f"region.{region}.soft": (_WHITE, _BLACK) for region in (*REGIONS, "stone")},
    **{f"swatch.{region}": (_WHITE, _BLACK) for region in REGIONS},
    **{f"swatch.{region}.on": (_BLACK, _WHITE) for region in REGIONS},
}
"""The colors that differ with high contrast; other inks are as in `light` or `dark`."""


def written_with(pen: str, ink: str) -> str:
    """Returns the ink of a pen of PENS in place of the pencil's; all other inks are returned unchanged."""
    return f"pen.{pen}" if pen != PENS[0] and ink in ("pencil", "pencil_new", "crossed") else ink


def ink_at(mode: Mode, scale: float) -> Mode:
    """Returns the mode in which faces are painted that are printed at a scale."""
    return _SMALL.get(mode, mode) if scale < _SMALL_SCALE else mode


@cache
def resolve(ink: str, mode: Mode) -> Paint:
    """Returns the paint of an ink in a mode; "" gives an empty one. Raises KeyError for an unknown ink."""
    if not ink:
        return Paint("")
    entry = INKS[ink]
    base, _, _ = mode.partition("_")
    high, low, small = mode in HIGH, base == "low", mode in SMALL
    rgb: str = _HIGH[ink][mode == "dark_high"] if high and ink in _HIGH else getattr(entry, base)
    pattern = entry.hatch if base == "grey" else _PATTERNS.get(ink, entry.hatch) if high or (low and rgb) else ""
    if not pattern:
        return Paint(rgb, entry.opacity)
    kinds = {"sparse": low, "coarse": small, "die": ink.startswith("swatch.")}
    hatch = ".".join((pattern, *(kind for kind, has in kinds.items() if has)))
    hatch_rgb = _HATCH_HIGH[mode == "dark_high"] if high else _SPARSE if low else entry.hatch_rgb
    return Paint(_lighter(rgb) if small else rgb, entry.opacity, hatch, hatch_rgb)


def _lighter(gray: str) -> str:
    tone = int(gray[1:3], 16)
    return "#" + 3 * f"{round(tone + _LIGHTER * (255 - tone)):02x}"


HALO = 2.4
"""The width in points of the white outline around a text that stands on hatches."""


def halo(key: str, ink: str, mode: Mode) -> str:
    """Returns the ink of the outline around a text that may stand on hatches, as codes of spaces and of isles do in gray and
    with high contrast; "" for other texts."""
    named = not {"space", "sign"}.isdisjoint(key.split("/")[:-1])
    printed = ink == "text" or (ink == "faint" and mode in HIGH)
    return "box" if mode in HATCHED and printed and named else ""


def line_width(width: float, mode: Mode, ink: str = "", *, dotted: bool = False) -> float:
    """Returns the width in points at which a line is painted in a mode: thinner in `low`, but for what is white, and for
    dots, which are thicker, as routes are to be seen among hatches; and thicker with high contrast."""
    if mode in HIGH:
        return _HIGH_WIDTH * width
    if not mode.startswith("low") or resolve(ink, mode).rgb == _WHITE or ink == "ripple":  # a part of which white covers
        return width
    if dotted:
        return _LOW_DOTS * width
    least = _OUTLINE if ink in _OUTLINES else _HAIRLINE
    return max(min(_LOW_WIDTH * math.pow(width, _LOW_POWER), _LOW_MOST * width), min(width, least))


def dotted(dash: tuple[float, ...]) -> bool:
    """Returns whether a line with these dashes is one of round dots, as wide as the line."""
    return bool(dash) and dash[0] == 0

"""Reads what is written on a sheet that was laid flat: a mark for each place, other marks it may be, and the doubt.

The light is evened out by what the paper should be; ink is what the blank sheet does not explain, as a part of how dark the
pen of this sheet is. The network says what it sees; what a place may hold counts besides, but nothing is impossible, for a
sheet may be filled in wrongly.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.reading.blank_sheets import LIGHT, SCALE, BlankSheet
from rollwrite_desktop.reading.ink import PLACE, WINDOW, centered
from rollwrite_desktop.reading.layouts import between
from rollwrite_desktop.reading.network import KINDS, Answers, answers, logits, weights
from rollwrite_desktop.reading.rasters import Raster, box_blur, highest, lowest, sampled, smoothed
from rollwrite_desktop.reading.registration import NEARLY, Found, Photo, carried_over, refined

TILE = 12
"""The side of the tiles whose light is measured, in pixels of that raster."""
TONES = 20
"""Steps of gray for which it is measured how the photo shows them."""
BLACK = 0.1
"""How light a photo shows black, as a part of white paper, where that cannot be measured."""
HAZY = 0.35
"""How light black may be on a photo."""
FAINTEST_PEN = 0.2
"""How dark the faintest pen is taken for, as a part of the paper's light."""
MUCH_LESS = 0.05
"""By how much less of a print may agree that explains the photo better all the same."""
BROAD, MOST_SHADOW = 6, 0.3
"""Half the width in pixels of a place beyond which something is no stroke, and how dark it may be, as a part of the pen."""
USUAL_PEN = 0.6
TEMPERATURE = 0.7
"""Sharpens the answers of the network, which was trained to be cautious, so that a confidence of 0.9 is right nine times of
ten; fitted on writers that it was not trained with."""
UNUSUAL = 0.08
"""How likely a sign is that its place should not hold, against one that it may."""
WHOLE = 0.97
"""The least part of a place's surroundings that must be on the photo."""
LISTED = 0.02
"""The least likelihood of another reading that is told."""
MOST_OTHERS = 3


@dataclass(frozen=True, slots=True)
class Alphabet:
    """What a place may hold: numbers of so many digits (`lengths`), the digits that should stand there, and signs among `X`,
    `*`, `-`; whether all that may be circled. crossed: it is only crossed off or not, by any mark."""

    digits: str = "0123456789"
    lengths: tuple[int, ...] = (1,)
    signs: str = ""
    circled: bool = False
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """What was read in a place: "" for nothing, `4`, `37`, `X`, `*`, `-`, with brackets for a circle around it. confidence:
    how likely that is right, from 0 to 1. others: what else it may be, the likeliest first."""

    text: str
    confidence: float
    others: tuple[str, ...] = ()


def marks(photo: Photo, found: Found, alphabets: Map[str, Alphabet]) -> dict[str, Mark]:
    """The marks of a sheet by the names of its places."""
    names = [place.name for place in found.blank.places]
    windows, seen_whole = ink_windows(photo, found)
    shapes = np.array([(place.w, place.h) for place in found.blank.places])
    pictures, inked = centered(windows, shapes / shapes.max(1, keepdims=True))
    read = answers(logits(pictures, weights()), TEMPERATURE)
    return {
        name: _mark(read, i, bool(inked[i]), alphabets[name], float(seen_whole[i])) for i, name in enumerate(names)
    }


def closest_print(photo: Photo, found: Found, prints: Sequence[BlankSheet]) -> Found:
    """The found sheet as that one of its prints which the photo shows: with other ink, or in another layout, where letters
    have other sizes; then it is laid flat once more, nearly."""

    def unlike(blank: BlankSheet) -> float:
        x, y = blank.grid(LIGHT)
        moved = between(blank, found.blank)
        px, py = found.mapping.on_grid(moved[0][0] * x + moved[0][1], moved[1][0] * y + moved[1][1])
        seen = photo.gray(px, py, found.mapping.pixels_per_mm() / LIGHT)
        tones, light = _light(seen, blank, 1)
        printed = np.interp(blank.quarter, np.linspace(0, 1, TONES), tones)
        away = np.abs(seen / np.maximum(_spread(light, x, y), 0.02) - printed)
        return float(np.minimum(away[_face(blank) & ~np.isnan(seen)], 0.4).mean())

    closest = min(prints, key=unlike)
    if closest is found.blank:
        return found
    if closest.places == found.blank.places:
        return replace(found, blank=closest)
    again = refined(photo, closest, carried_over(found, closest), NEARLY)
    return again if again.agreed > found.agreed - MUCH_LESS else found


def _spread(light: Raster, x: NDArray[np.float64], y: NDArray[np.float64]) -> Raster:
    """The light of tiles at the points of a grid, in mm."""
    return _light_at(light, *np.meshgrid(x, y))


def _light_at(light: Raster, x: NDArray[np.float64], y: NDArray[np.float64]) -> Raster:
    lx, ly = (np.clip(at * LIGHT / TILE - 0.5, 0, side - 1) for at, side in ((x, light.shape[1]), (y, light.shape[0])))
    return sampled(light, lx, ly)


def ink_windows(photo: Photo, found: Found) -> tuple[Raster, NDArray[np.float64]]:
    """The ink around each place, (n, WINDOW, WINDOW), 1 where it is as dark as the pen; and how much of each was seen."""
    blank = found.blank
    seen, lost, printed, light = _windows(photo, found)
    dark = np.clip((printed * light - seen) / (light * np.maximum(printed, 0.5)), -0.2, 1)
    dark[lost] = 0
    pen = _pen(dark)
    # A shadow's edge is broader than any stroke.
    broad = highest(lowest(dark, BROAD), BROAD)
    dark -= np.clip(smoothed(broad, 2), 0, MOST_SHADOW * pen)
    shown = 1 - lost.mean((1, 2))
    assert len(dark) == len(blank.places)
    return (dark / pen).astype(np.float32), shown


def _windows(photo: Photo, found: Found) -> tuple[Raster, NDArray[np.bool_], Raster, Raster]:
    """Around each place: what the photo shows, what of it lies beyond the photo, what is printed there, as the photo shows
    such a gray, and the light."""
    blank, mapping = found.blank, found.mapping
    sides = np.array([max(place.w, place.h) for place in blank.places]) * (WINDOW / PLACE)
    steps = (np.arange(WINDOW) + 0.5) / WINDOW - 0.5
    x = np.array([place.x for place in blank.places])[:, None, None] + sides[:, None, None] * steps[None, None, :]
    y = np.array([place.y for place in blank.places])[:, None, None] + sides[:, None, None] * steps[None, :, None]
    x, y = np.broadcast_arrays(x, y)
    px, py = mapping(x, y)
    seen = photo.gray(px, py, mapping.pixels_per_mm() * float(np.median(sides)) / WINDOW)
    lost = np.isnan(seen)
    gx, gy = mapping.on_grid(*blank.grid(LIGHT))
    tones, light = _light(photo.gray(gx, gy, mapping.pixels_per_mm() / LIGHT), blank)
    # What is printed may be a little elsewhere, and is blurred.
    low = box_blur(lowest(blank.gray, 1), 1)
    bx, by = (np.clip(at * SCALE - 0.5, 0, side - 1) for at, side in ((x, low.shape[1]), (y, low.shape[0])))
    printed = np.interp(sampled(low, bx, by), np.linspace(0, 1, TONES), tones).astype(np.float32)
    return np.nan_to_num(seen), lost, printed, _light_at(light, x, y)


def _light(seen: Raster, blank: BlankSheet, rounds: int = 3) -> tuple[NDArray[np.float64], Raster]:
    """How the photo shows each gray of the print, as a part of how it shows white paper; and the light of the paper by
    tiles. seen: the photo at the points of the sheet's grid."""
    printed = blank.quarter
    high, wide = (side // TILE * TILE for side in seen.shape)
    tones = np.linspace(0, 1, TONES)
    light: Raster = np.ones((1, 1), np.float32)
    flat = (np.abs(printed - box_blur(printed, 1)) < 0.02) & _face(blank)
    for _ in range(rounds):
        shown = np.interp(printed, np.linspace(0, 1, TONES), tones)
        ratio = np.where(np.isnan(seen) | (shown < 0.35), np.nan, seen / np.maximum(shown, 0.1))[:high, :wide]
        tiles = ratio.reshape(high // TILE, TILE, wide // TILE, TILE).transpose(0, 2, 1, 3)
        light = _filled(tiles.reshape(*tiles.shape[:2], -1))
        relative = seen / np.maximum(_spread(light, *blank.grid(LIGHT)), 0.02)
        tones = _tones(relative, printed, flat & ~np.isnan(seen))
    return tones, light


def _face(blank: BlankSheet) -> NDArray[np.bool_]:
    """Where the face of a sheet is, with its places; what is around it may be printed otherwise in another layout."""
    x, y = blank.grid(LIGHT)
    near = []
    for at, middles, sides in (
        (x, [place.x for place in blank.places], [place.w for place in blank.places]),
        (y, [place.y for place in blank.places], [place.h for place in blank.places]),
    ):
        first = min(middle - side for middle, side in zip(middles, sides, strict=True))
        last = max(middle + side for middle, side in zip(middles, sides, strict=True))
        near.append((at > first) & (at < last))
    return near[1][:, None] & near[0][None, :]


def _filled(tiles: NDArray[Any]) -> Raster:
    """The light of each tile, that of its brighter part; where nothing light is printed, as its neighbors have it."""
    count = (~np.isnan(tiles)).sum(-1)
    ordered = np.sort(np.nan_to_num(tiles, nan=-1.0), -1)
    at = tiles.shape[-1] - 1 - (0.3 * count).astype(int)
    light = np.take_along_axis(ordered, at[..., None], -1)[..., 0].astype(np.float32)
    known = (count >= tiles.shape[-1] // 4).astype(np.float32)
    if not known.any():
        return np.ones_like(light)
    for radius in (1, 2, 4, 8, 16, 32):
        near = smoothed(known, radius)
        around = smoothed(light * known, radius) / np.maximum(near, 1e-6)
        light = np.where(known > 0, light, around)
        known = np.maximum(known, (near > 1e-3).astype(np.float32))
        if known.all():
            break
    return box_blur(light, 1)


def _tones(relative: NDArray[Any], printed: Raster, there: NDArray[np.bool_]) -> NDArray[np.float64]:
    """For each gray of the print the usual gray of the photo, never falling."""
    steps = np.clip(np.rint(printed[there] * (TONES - 1)), 0, TONES - 1).astype(int)
    values = relative[there]
    counts = np.bincount(steps, minlength=TONES)
    known = [step for step in range(TONES) if counts[step] > 60]
    if not known:
        return np.linspace(0, 1, TONES)
    usual = [float(np.percentile(values[steps == step], 60)) for step in known]
    shown = _rising(usual, [int(counts[step]) for step in known])
    if known[0] > 2:  # nothing large is black
        known, shown = [0, *known], [min(BLACK, shown[0]), *shown]
    elif shown[0] > HAZY:  # what is black on this print is somewhere else on the photo
        shown[0] = BLACK
    tones = np.clip(np.interp(np.arange(TONES), known, shown), 0, 1.1)
    return np.asarray(tones / max(tones[-1], 0.1))


def _rising(values: Sequence[float], weights: Sequence[int]) -> list[float]:
    """The values that never fall and are nearest to those given (pool adjacent violators, Ayer et al. 1955)."""
    blocks: list[tuple[float, int, int]] = []
    for value, weight in zip(values, weights, strict=True):
        mean, total, length = value, weight, 1
        while blocks and blocks[-1][0] > mean:
            before, more, longer = blocks.pop()
            mean = (before * more + mean * total) / (more + total)
            total, length = total + more, length + longer
        blocks.append((mean, total, length))
    return [mean for mean, _, length in blocks for _ in range(length)]


def _pen(dark: Raster) -> float:
    """How dark the pen of a sheet is: the median of the dark ends of the places that something is written in."""
    inner = dark[:, (WINDOW - PLACE) // 2:(WINDOW + PLACE) // 2, (WINDOW - PLACE) // 2:(WINDOW + PLACE) // 2]
    rows = np.sort(smoothed(inner, 1).reshape(len(dark), -1), 1)
    ends = rows[:, -rows.shape[1] // 50]  # so dark is a fiftieth of the place
    middle = np.median(rows, 1)
    written = ends - middle > max(0.06, 0.35 * float(np.percentile(ends - middle, 95)))
    if not written.any():
        return USUAL_PEN
    darkest = np.sort(inner.reshape(len(dark), -1), 1)[written, -rows.shape[1] // 70]
    return max(FAINTEST_PEN, float(np.median(darkest)))


def _mark(read: Answers, at: int, inked: bool, alphabet: Alphabet, shown: float) -> Mark:
    """The likeliest mark of a place among those that can be written down. shown: how much of it is on the photo."""
    if shown < WHOLE:
        return Mark("", 0.0)
    if not inked:
        return Mark("", 0.999)
    chances, impossible = (_crossed(read, at), 0.0) if alphabet.crossed else _chances(read, at, alphabet)
    total = sum(chances.values()) + impossible
    ordered = sorted(chances, key=lambda text: -chances[text])
    best = ordered[0]
    others = [text for text in ordered[1:1 + MOST_OTHERS] if chances[text] > LISTED * total]
    return Mark(best, chances[best] / total, tuple(others))


def _crossed(read: Answers, at: int) -> dict[str, float]:
    blank = float(read.kind[at, KINDS.index("blank")])
    return {"": blank, "X": 1 - blank}


def _chances(read: Answers, at: int, alphabet: Alphabet) -> tuple[dict[str, float], float]:
    """How likely each mark is that can be written down there, and all others together; not adding up to 1."""
    kind = dict(zip(KINDS, map(float, read.kind[at]), strict=True))
    circle = float(read.circle[at])
    digit = np.array([1.0 if str(n) in alphabet.digits else UNUSUAL for n in range(10)])
    only, first, last = read.only[at] * digit, read.first[at] * digit, read.last[at] * digit
    plain: dict[str, float] = {}
    impossible = kind["other"]
    if 1 in alphabet.lengths:
        plain |= {str(n): float(kind["one"] * only[n]) for n in range(10)}
    else:
        impossible += UNUSUAL * kind["one"]
    if 2 in alphabet.lengths:
        plain |= {f"{m}{n}": float(kind["two"] * first[m] * last[n]) for m in range(10) for n in range(10)}
    else:
        impossible += UNUSUAL * kind["two"]
    for sign, name in (("X", "x"), ("*", "star"), ("-", "dash")):
        if sign in alphabet.signs:
            plain[sign] = kind[name]
        else:
            impossible += UNUSUAL * kind[name]
    if not alphabet.circled:
        return {"": kind["blank"], **plain}, impossible
    circled = {f"({text})": chance * circle for text, chance in plain.items() if text != "-"}
    return {"": kind["blank"], **{text: chance * (1 - circle) for text, chance in plain.items()}, **circled}, impossible

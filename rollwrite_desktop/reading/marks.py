"""Reads what is written on a sheet that was laid flat: a mark for each place, other marks it may be, and the doubt.

The light is evened out by what the paper should be; ink is what the blank sheet does not explain, as a part of how dark the
pen of this sheet is. The network says what it sees; what a place may hold counts besides, but nothing is impossible, for a
sheet may be filled in wrongly.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from rollwrite_desktop.reading.blank_sheets import LIGHT, SCALE, BlankSheet, Place
from rollwrite_desktop.reading.hidden import carried_on, lost_along
from rollwrite_desktop.reading.ink import LOOKS, PLACE, WINDOW, centered
from rollwrite_desktop.reading.layouts import between
from rollwrite_desktop.reading.network import KINDS, Answers, answers, logits, weights
from rollwrite_desktop.reading.pairs import parted
from rollwrite_desktop.reading.rasters import Raster, box_blur, highest, lowest, sampled, smoothed, stretched
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
FIRST_SIGHT = 0.995
"""What is read with so much confidence is not looked at again."""
PAIR = 0.3
"""How likely two digits are where each of them is looked at by itself."""
NOISY, LOUD = 0.2, 0.4
"""From the first strength of noise on, as a part of the pen's darkness, doubt grows, and from the second on nothing is sure:
photos of the training have 0.05 to 0.15, and there is no knowing what is seen in more."""
UNUSUAL = 0.08
"""How likely a sign is that its place should not hold, against one that it may."""
WHOLE = 0.97
"""The least part of a place's surroundings that must be on the photo."""
LISTED = 0.02
"""The least likelihood of another reading that is told."""
MOST_OTHERS = 3
OVERLOOKED, HALF_SURE = 0.08, 0.6
"""So much ink along the edge of a place may be a circle, or part of a sign, that nobody sees; and the confidence that is
left. Chosen on 39 generated sheets: it is so on 1 of 100 places, and on 3 of 4 whose circle lies along the edge."""


SURE = 0.95
"""The confidence from which a mark is not asked."""
CIRCLED_PAIR = 0.7
"""The power of what is said of a pair in a circle: with 0.75 to 0.95 it was right 46 times of 47."""


class Alphabet(Struct, frozen=True):
    """What a place may hold: numbers of so many digits (`lengths`), the digits that should stand there, and signs among `X`,
    `*`, `-`; whether all that may be circled. crossed: it is only crossed off or not, by any mark. sure: the confidence from
    which a mark is not asked by itself where somebody looks at all of them together afterward."""

    digits: str = "0123456789"
    lengths: tuple[int, ...] = (1,)
    signs: str = ""
    circled: bool = False
    crossed: bool = False
    sure: float = SURE


class Digit(Struct, frozen=True):
    """One digit of a mark by itself: its picture as the network sees it, (SIDE, SIDE) bytes, and how likely 0 to 9 are."""

    picture: bytes
    chances: tuple[float, ...]


class Mark(Struct, frozen=True):
    """What was read in a place: "" for nothing, `4`, `37`, `X`, `*`, `-`, with brackets for a circle around it. confidence:
    how likely that is right, from 0 to 1. others: what else it may be, the likeliest first. digits: of a number, its digits
    one by one; of a pair only where a first look left it in doubt."""

    text: str
    confidence: float
    others: tuple[str, ...] = ()
    digits: tuple[Digit, ...] = ()


def marks(photo: Photo, found: Found, alphabets: Map[str, Alphabet]) -> dict[str, Mark]:
    """Returns the marks of a sheet by the names of its places."""
    windows, seen_whole, along = ink_windows(photo, found)
    read = read_windows(windows, seen_whole, found.blank.places, alphabets)
    return {name: _maybe_more(each, alphabets[name]) if ink > OVERLOOKED else each
            for (name, each), ink in zip(read.items(), along, strict=True)}


def _maybe_more(mark: Mark, alphabet: Alphabet) -> Mark:
    """A mark of which a part may be hidden by the edge of its place: it is asked, and so is the circle around it. A crossed
    box stays one with more ink."""
    if mark.text.startswith("(") or (alphabet.crossed and mark.text):
        return mark
    circled = [f"({mark.text})"] if alphabet.circled and mark.text not in ("", "-") else []
    others = tuple(dict.fromkeys((*circled, *mark.others)))[:MOST_OTHERS]
    return replace(mark, confidence=min(mark.confidence, HALF_SURE), others=others)


def read_windows(
    windows: Raster, shown: NDArray[np.float64], places: Sequence[Place], alphabets: Map[str, Alphabet],
) -> dict[str, Mark]:
    """Returns the marks in cut-outs, as `ink_windows` makes them, by the names of their places. Those that a first look
    leaves in doubt are looked at in other ways, too."""
    shapes = np.array([(place.w, place.h) for place in places])
    shapes = shapes / shapes.max(1, keepdims=True)
    pictures, inked = centered(windows, shapes)
    rough = _roughness(windows)

    def marked(read: Answers, numbers: Sequence[int]) -> list[Mark]:
        return [_mark(read, at, bool(inked[i]), alphabets[places[i].name], float(shown[i]), float(rough[i]))
                for at, i in enumerate(numbers)]

    read = answers(logits(pictures, weights()), TEMPERATURE)
    seen = marked(read, range(len(places)))
    seen = [_with_digits(each, pictures[i:i + 1], read.only[i:i + 1], alphabets[places[i].name])
            for i, each in enumerate(seen)]
    doubtful = [i for i, each in enumerate(seen) if inked[i] and each.confidence < FIRST_SIGHT]
    if doubtful:
        again, parts = _looked_again(_of(read, doubtful), windows[doubtful], shapes[doubtful])
        for at, (i, mark) in enumerate(zip(doubtful, marked(again, doubtful), strict=True)):
            alphabet = alphabets[places[i].name]
            mark = _with_digits(mark, pictures[i:i + 1], again.only[at:at + 1], alphabet)
            if at in parts:
                mark = _with_digits(mark, parts[at], np.stack((again.first[at], again.last[at])), alphabet)
            seen[i] = mark
    return {place.name: mark for place, mark in zip(places, seen, strict=True)}


def _with_digits(mark: Mark, pictures: Raster, chances: NDArray[np.float64], alphabet: Alphabet) -> Mark:
    """Returns the mark with the pictures of its digits, where it has so many. chances: (n, 10), whatever the place may
    hold."""
    number = mark.text.strip("()")
    if not number.isdecimal() or len(number) != len(pictures):
        return mark
    chances = chances * _usual(alphabet)
    chances = chances / chances.sum(1, keepdims=True)
    digits = (Digit((picture * 255).astype(np.uint8).tobytes(), tuple(map(float, row)))
              for picture, row in zip(pictures, chances, strict=True))
    return replace(mark, digits=tuple(digits))


def _usual(alphabet: Alphabet) -> NDArray[np.float64]:
    """How much each digit counts in a place."""
    return np.array([1.0 if str(n) in alphabet.digits else UNUSUAL for n in range(10)])


def _looked_again(
    read: Answers, windows: Raster, shapes: NDArray[np.float64]
) -> tuple[Answers, dict[int, Raster]]:
    """Returns what several looks at places say together, and the digits of pairs each by itself; and the pictures of those
    digits, by the number of their place."""
    looks = [centered(windows, shapes, look)[0] for look in LOOKS[1:]]
    read = _mean([read, *(answers(logits(look, weights()), TEMPERATURE) for look in looks)])
    pairs = np.flatnonzero(read.kind[:, KINDS.index("two")] > PAIR)
    if not len(pairs):
        return read, {}
    parts = parted(windows[pairs], shapes[pairs], read.circle[pairs] > 0.5)
    alone = answers(logits(parts.reshape(-1, *parts.shape[-2:]), weights()), TEMPERATURE)
    only = alone.only.reshape(len(pairs), -1, 2, 10)
    both = alone.kind[:, KINDS.index("one")].reshape(len(pairs), -1, 2).prod(2)  # how well a cut leaves two digits
    best = both.argmax(1)
    rows = np.arange(len(pairs))
    weight = both[rows, best][:, None]
    first, last = read.first.copy(), read.last.copy()
    for side, digits in enumerate((first, last)):
        digits[pairs] = (digits[pairs] + weight * only[rows, best, side]) / (1 + weight)
    chosen = {int(pair): parts[row, best[row]] for row, pair in enumerate(pairs)}
    return Answers(read.kind, read.only, first, last, read.circle), chosen


def _of(read: Answers, numbers: Sequence[int]) -> Answers:
    return Answers(read.kind[numbers], read.only[numbers], read.first[numbers], read.last[numbers], read.circle[numbers])


def _mean(reads: Sequence[Answers]) -> Answers:
    """Returns what several looks at the same places say together."""
    kind, only, first, last, circle = (
        np.mean([getattr(read, name) for read in reads], 0) for name in ("kind", "only", "first", "last", "circle"))
    return Answers(kind, only, first, last, circle)


def _roughness(windows: Raster) -> NDArray[np.float32]:
    """How strong the noise of each cut-out is, as a part of the pen's darkness."""
    away = np.abs(windows - smoothed(windows, 3))
    return np.asarray(1.48 * np.median(away, (1, 2)), np.float32)


def closest_print(photo: Photo, found: Found, prints: Sequence[BlankSheet]) -> Found:
    """Returns the found sheet as that one of its prints which the photo shows: with other ink, or in another layout, where
    letters have other sizes; then it is laid flat once more, nearly."""

    @cache
    def shown(layout: tuple[tuple[Place, ...], tuple[int, ...]]) -> Raster:
        """Returns what the photo shows of the sheet in one layout, which is the same for all inks."""
        blank = next(each for each in prints if _laid_out(each) == layout)
        x, y = blank.grid(LIGHT)
        moved = between(blank, found.blank)
        px, py = found.mapping.on_grid(moved[0][0] * x + moved[0][1], moved[1][0] * y + moved[1][1])
        return photo.gray(px, py, found.mapping.pixels_per_mm() / LIGHT)

    def unlike(blank: BlankSheet) -> float:
        seen = shown(_laid_out(blank))
        tones, light = _light(seen, blank, 1)
        printed = np.interp(blank.quarter, np.linspace(0, 1, TONES), tones)
        away = np.abs(seen / np.maximum(_spread(light, seen), 0.02) - printed)
        return float(np.minimum(away[_face(blank) & ~np.isnan(seen)], 0.4).mean())

    closest = min(prints, key=unlike)
    if closest is found.blank:
        return found
    if closest.places == found.blank.places:
        return replace(found, blank=closest)
    again = refined(photo, closest, carried_over(found, closest), NEARLY)
    return again if again.agreed > found.agreed - MUCH_LESS else found


def _laid_out(blank: BlankSheet) -> tuple[tuple[Place, ...], tuple[int, ...]]:
    return blank.places, blank.quarter.shape


def _spread(light: Raster, raster: Raster) -> Raster:
    """Returns the light of tiles at each pixel of a raster."""
    return stretched(light, TILE, raster.shape)


def _light_at(light: Raster, x: NDArray[np.float64], y: NDArray[np.float64]) -> Raster:
    lx, ly = (np.clip(at * LIGHT / TILE - 0.5, 0, side - 1) for at, side in ((x, light.shape[1]), (y, light.shape[0])))
    return sampled(light, lx, ly)


def ink_windows(photo: Photo, found: Found) -> tuple[Raster, NDArray[np.float64], NDArray[np.float32]]:
    """Returns the ink around each place, (n, WINDOW, WINDOW), 1 where it is as dark as the pen; how much of each was seen;
    and how much ink the edges of each hide."""
    blank = found.blank
    seen, lost, printed, mere, light = _windows(photo, found)
    dark = np.clip((printed * light - seen) / (light * np.maximum(printed, 0.5)), -0.2, 1)
    dark[lost] = 0
    dark = carried_on(dark, printed, lost)
    pen = _pen(dark)
    along = lost_along(np.asarray((mere - seen / light) / pen, np.float32), dark / pen, printed, lost)
    # A shadow's edge is broader than any stroke.
    broad = highest(lowest(dark, BROAD), BROAD)
    dark -= np.clip(smoothed(broad, 2), 0, MOST_SHADOW * pen)
    shown = 1 - lost.mean((1, 2))
    assert len(dark) == len(blank.places)
    return (dark / pen).astype(np.float32), shown, along


def _windows(photo: Photo, found: Found) -> tuple[Raster, NDArray[np.bool_], Raster, Raster, Raster]:
    """Around each place: what the photo shows, what of it lies beyond the photo, what is printed there, as the photo shows
    such a gray, with room for what lies beside its place and without, and the light."""
    blank, mapping = found.blank, found.mapping
    sides = np.array([max(place.w, place.h) for place in blank.places]) * (WINDOW / PLACE)
    steps = (np.arange(WINDOW) + 0.5) / WINDOW - 0.5
    columns, rows = (np.array([getattr(place, axis) for place in blank.places])[:, None] + sides[:, None] * steps
                     for axis in "xy")
    px, py = (np.stack(at) for at in zip(*map(mapping.on_grid, columns, rows), strict=True))
    x, y = np.broadcast_arrays(columns[:, None, :], rows[:, :, None])
    seen = photo.gray(px, py, mapping.pixels_per_mm() * float(np.median(sides)) / WINDOW)
    lost = np.isnan(seen)
    gx, gy = mapping.on_grid(*blank.grid(LIGHT))
    tones, light = _light(photo.gray(gx, gy, mapping.pixels_per_mm() / LIGHT), blank)
    bx, by = (np.clip(at * SCALE - 0.5, 0, side - 1) for at, side in ((x, blank.gray.shape[1]), (y, blank.gray.shape[0])))
    printed, mere = (np.interp(sampled(raster, bx, by), np.linspace(0, 1, TONES), tones).astype(np.float32)
                     for raster in (blank.around, blank.soft))
    return np.nan_to_num(seen), lost, printed, mere, _light_at(light, x, y)


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
        relative = seen / np.maximum(_spread(light, seen), 0.02)
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
    """Returns the light of each tile, that of its brighter part; where nothing light is printed, as its neighbors have
    it."""
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
    """Returns the values that never fall and are nearest to those given (pool adjacent violators, Ayer et al. 1955)."""
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


def _mark(read: Answers, at: int, inked: bool, alphabet: Alphabet, shown: float, rough: float = 0.0) -> Mark:
    """Returns the likeliest mark of a place among those that can be written down. shown: how much of it is on the photo;
    rough: the noise, as `_roughness` says it."""
    if shown < WHOLE:
        return Mark("", 0.0)
    calm = 1 - float(np.clip((rough - NOISY) / (LOUD - NOISY), 0, 1)) ** 2
    if not inked:
        return Mark("", 0.999 * calm)
    chances, impossible = (_crossed(read, at), 0.0) if alphabet.crossed else _chances(read, at, alphabet)
    total = sum(chances.values()) + impossible
    ordered = sorted(chances, key=lambda text: -chances[text])
    best = ordered[0]
    others = [text for text in ordered[1:1 + MOST_OTHERS] if chances[text] > LISTED * total]
    likely = chances[best] / total
    return Mark(best, calm * (likely ** CIRCLED_PAIR if len(best) == len("(00)") else likely), tuple(others))


def _crossed(read: Answers, at: int) -> dict[str, float]:
    blank = float(read.kind[at, KINDS.index("blank")])
    return {"": blank, "X": 1 - blank}


def _chances(read: Answers, at: int, alphabet: Alphabet) -> tuple[dict[str, float], float]:
    """How likely each mark is that can be written down there, and all others together; not adding up to 1."""
    kind = dict(zip(KINDS, map(float, read.kind[at]), strict=True))
    circle = float(read.circle[at])
    digit = _usual(alphabet)
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

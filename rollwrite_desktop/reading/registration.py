"""Lays a photo flat: finds where on it each millimeter of a printed sheet is.

The registration squares of a sheet, or the edges of the page, begin a homography. What makes it exact is the print itself:
blocks of the blank sheet are searched near where they should be (normalized cross-correlation), and a polynomial of third
degree is fitted to where they were found. Each block counts in a direction by how sharply its correlation falls there, so
that a block with one straight line says nothing along it (the structure tensor of Förstner and Gülch 1987); blocks that
do not fit the others lose their weight (iteratively reweighted least squares). Which sheet it is, the same comparison says.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from rollwrite_desktop.reading.blank_sheets import COARSE, BlankSheet, coarse_contrast, contrast_of, gray_of
from rollwrite_desktop.reading.rasters import (
    Components,
    Points,
    Raster,
    components,
    highest,
    reduced,
    sampled,
    smoothed,
)

ASKEW = 1.45
"""By how much a sheet may seem wider or higher on a photo than it is."""
SEARCHED = 1500
"""The longer side at which squares are searched, in pixels."""
MOST_SQUARES, MOST_HOLLOW = 36, 10
"""Squares among which four are chosen, the largest ones; how many of them may be hollow, as one a sheet once was: there are
many such, as printed boxes and digits with a loop."""
PATTERN, NEXT, SAME_SIZE = 4, 2.9, 0.3
"""A pattern, as on a checked table cloth, has round each square so many at least within so many of its sides, whose sides
differ by so little (as logarithms); where four sheets of a page meet there are three."""
LIGHT = 0.87
"""The share of a ring that must be light, or dark."""
CONTRAST = 0.15
"""How much lighter that is than the square, at least."""
EVEN = 0.4
"""The least of it as a part of how much lighter the lightest is."""
MOST_QUADS, MOST_TRIPLES = 24, 12
"""Quadrangles of four squares, and of three, that are compared with blank sheets."""
FEW_QUADS = 4
"""Quadrangles where no squares stand free."""
PLAUSIBLE = 0.08
"""The least correlation of coarse pictures with which a sheet is looked at closely: where nothing is printed it is mostly
below 0.06; two sheets on bent paper had 0.09 and 0.11, for the print lay some mm beside its place."""
FURTHER = 8
"""Of them, how many more after a sheet was found."""
CLOSE_LOOKS = 3
"""Hypotheses for one sheet that are looked at closely, at most."""
Round = tuple[float, float, float, int]
ROUNDS: tuple[Round, ...] = ((2.0, 20.0, 6.0, 2), (3.0, 15.0, 2.4, 3), (5.0, 12.0, 1.0, 3))
"""The rounds of matching: pixels per mm, sides of blocks and farthest shifts in mm, degree of the polynomial."""
NEARLY, EXACTLY = ROUNDS[1:2], ROUNDS[2:]
"""How a sheet is laid flat while it is open how it was printed, and then."""
APART = 0.75
"""How far blocks are apart, as a part of their side."""
MOST_BLOCKS, GOLDEN = 250, 0.6180339887
"""Blocks that are searched in a round, at most."""
MUCH_WORSE = 0.55
"""A guess with so small a part of the best one's correlation is not looked at."""
SECOND = 0.6
"""The second best of the rough hypotheses is looked at if its share of found blocks is so large a part of the best one's."""
ALIKE = 0.4
"""The least correlation with which a block counts as found."""
AGREED = 0.45
"""The least share of blocks that are found where the others say, of those that could be."""
WELL = 0.85
"""A sheet with less is looked for with another one of its squares, too: one of them may be something else."""
FAINT = 0.15
"""The same where something of a sheet is seen beside another one of its page."""
AGREED_BY_HAND = 0.3
"""The same where someone has said which sheet it is and shown its corners."""
SHOWN: tuple[Round, ...] = ((2.0, 30.0, 10.0, 2),)
"""The first round there: corners that were shown are less exact."""
FLATTEST = 0.2
"""The least sine of the angle at a corner of a page."""
MARGIN = 0.06
"""By how much that share is greater than with any other sheet."""
NEAR = 0.5
"""How near to the fitted place a block counts as found there, in mm."""


class Photo(Struct, frozen=True, dict=True):
    """A picture with filled sheets: (rows, columns, 3)."""

    pixels: NDArray[np.uint8]

    @cached_property
    def levels(self) -> tuple[Raster, ...]:
        """Gray from 0 to 1, each level with half the pixels of the one before in both directions."""
        levels = [gray_of(self.pixels)]
        while max(levels[-1].shape) > 500:
            levels.append(reduced(levels[-1], 2))
        return tuple(levels)

    @cached_property
    def squares(self) -> tuple[Points, NDArray[np.float64], NDArray[np.bool_]]:
        """What looks like registration squares, as `squares` finds it."""
        return squares(self)

    def gray(self, x: NDArray[np.float64], y: NDArray[np.float64], wanted: float) -> Raster:
        """Gray at points of the photo, from the level on which they are at least about a pixel apart. wanted: how many
        pixels of the photo are between neighbors."""
        level = int(np.clip(np.floor(np.log2(max(wanted, 1.0)) + 0.25), 0, len(self.levels) - 1))
        factor = 2 ** level
        return sampled(self.levels[level], (x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5)


class Mapping(Struct, frozen=True):
    """From millimeters of a sheet to pixels of a photo: a homography, and a polynomial of x and y on top of it. size: of the
    sheet in mm, by which the polynomial's arguments are scaled to −1 … 1."""

    homography: NDArray[np.float64]
    size: tuple[float, float]
    terms: NDArray[np.float64]
    """(number of terms, 2), in the order of `_powers`."""
    degree: int = 0

    def __call__(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        px, py = self._projected(x, y)
        u, v = 2 * x / self.size[0] - 1, 2 * y / self.size[1] - 1
        for (i, j), (tx, ty) in zip(_powers(self.degree), self.terms, strict=False):
            power = u ** i * v ** j
            px, py = px + tx * power, py + ty * power
        return px, py

    def _projected(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        h = self.homography
        depth = h[2, 0] * x + h[2, 1] * y + h[2, 2]
        depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        return (h[0, 0] * x + h[0, 1] * y + h[0, 2]) / depth, (h[1, 0] * x + h[1, 1] * y + h[1, 2]) / depth

    def on_grid(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where the points of a grid are, from the x of its columns and the y of its rows; faster than point by point."""
        px, py = self._projected(x[None, :], y[:, None])
        if len(self.terms):
            u, v = 2 * x / self.size[0] - 1, 2 * y / self.size[1] - 1
            factors = np.zeros((2, self.degree + 1, self.degree + 1))
            for (i, j), term in zip(_powers(self.degree), self.terms, strict=True):
                factors[:, j, i] = term
            across = np.stack([u ** i for i in range(self.degree + 1)])
            down = np.stack([v ** i for i in range(self.degree + 1)], 1)
            px, py = px + down @ factors[0] @ across, py + down @ factors[1] @ across
        return px, py

    def pixels_per_mm(self) -> float:
        """In the middle of the sheet."""
        wide, high = self.size
        x = np.array([wide / 2, wide / 2 + 1, wide / 2])
        y = np.array([high / 2, high / 2, high / 2 + 1])
        px, py = self(x, y)
        return float(np.sqrt(abs((px[1] - px[0]) * (py[2] - py[0]) - (px[2] - px[0]) * (py[1] - py[0]))))


class Found(Struct, frozen=True):
    """A sheet on a photo. agreed: the share of its blocks that were found where the mapping says."""

    blank: BlankSheet
    mapping: Mapping
    agreed: float


def _powers(degree: int) -> list[tuple[int, int]]:
    return [(i, total - i) for total in range(degree + 1) for i in range(total, -1, -1)]


def homography(source: Points, target: Points) -> NDArray[np.float64]:
    """Returns the projective map that takes four or more points to others, by least squares of the linear equations on
    scaled points (Hartley 1997)."""
    (one, from_one), (two, from_two) = (_scaled(points) for points in (source, target))
    rows = []
    for (x, y), (u, v) in zip(one, two, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    between = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    found = np.linalg.inv(from_two) @ between @ from_one
    return np.asarray(found / found[2, 2])


def _scaled(points: Points) -> tuple[Points, NDArray[np.float64]]:
    """Points about the origin, with a mean distance of about 1, and the matrix that takes points there."""
    middle = points.mean(0)
    size = float(np.abs(points - middle).mean()) or 1.0
    matrix = np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])
    return (points - middle) / size, matrix


# ---------------------------------------------------------------------- squares


def squares(photo: Photo) -> tuple[Points, NDArray[np.float64], NDArray[np.bool_]]:
    """Centers of what looks like registration squares, in pixels of the photo, their sides, and which of them stand free:
    the full ones, those that stand free and the largest first, and a few hollow ones, then the others."""
    factor = max(1, round(max(photo.pixels.shape[:2]) / SEARCHED))
    gray = reduced(photo.levels[0], factor)
    height, width = (side // 8 * 8 for side in gray.shape)
    gray = gray[:height, :width]
    light = gray.reshape(height // 8, 8, width // 8, 8).max((1, 3))
    light = smoothed(highest(light, 3), 3).repeat(8, 0).repeat(8, 1)
    centers, sides, areas = [], [], []
    for level in (0.42, 0.6):
        found = components(gray < level * light)
        kept = _square_like(found)
        areas.append(found.area[kept])
        centers.append(found.center[kept])
        sides.append(np.sqrt(12 * np.sqrt(_determinant(found)[kept])))
    every, size, area = np.concatenate(centers), np.concatenate(sides), np.concatenate(areas)
    order = np.argsort(-size, kind="stable")
    chosen = order[_not_within(every[order], 0.5 * size[order])]
    centers_there, sides_there = (every[chosen] + 0.5) * factor - 0.5, size[chosen] * factor
    free = lighter(photo, centers_there, sides_there, (0.85, 1.05)) & ~_in_pattern(centers_there, sides_there)
    is_full = area[chosen] > 0.8 * size[chosen] ** 2
    full = [*np.flatnonzero(is_full & free), *np.flatnonzero(is_full & ~free)]
    hollow = [*np.flatnonzero(~is_full)]
    few = min(len(hollow), MOST_HOLLOW)
    most = MOST_SQUARES - few
    ranked = [*full[:most], *hollow[:few], *full[most:], *hollow[few:]]
    return centers_there[ranked], sides_there[ranked], free[ranked]


def _in_pattern(centers: Points, sides: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which squares have several of the same size all round them."""
    size = np.log(sides)
    near = np.hypot(*(centers[:, None] - centers).transpose(2, 0, 1)) < NEXT * sides[:, None]
    alike = np.abs(size[:, None] - size) < SAME_SIZE
    return np.asarray((near & alike).sum(1) > PATTERN)  # with itself


def lighter(photo: Photo, centers: Points, sides: NDArray[np.float64], radii: tuple[float, ...]) -> NDArray[np.bool_]:
    """Round which squares it is light, at distances that are multiples of their sides."""
    inside = rings(photo, centers, sides, (0.1, 0.25)).mean(1)
    round_it = rings(photo, centers, sides, radii)
    few = round((1 - LIGHT) * round_it.shape[1] / 2)
    least, most = (round_it[:, at] - inside for at in (few, -1 - few))
    return np.asarray((least > CONTRAST) & (least > EVEN * most))  # false for what is beyond the photo


def rings(photo: Photo, centers: Points, sides: NDArray[np.float64], radii: tuple[float, ...]) -> NDArray[np.float64]:
    """Returns the gray of 32 points on each of some circles about squares, in rows, the darkest first."""
    angle = np.arange(32) * np.pi / 16
    far = np.concatenate([radius * np.stack((np.cos(angle), np.sin(angle))) for radius in radii], 1)
    rows = [photo.gray(x + side * far[0], y + side * far[1], side / 16) for (x, y), side in zip(centers, sides, strict=True)]
    return np.sort(np.array(rows, np.float64).reshape(-1, far.shape[1]), 1)


def _not_within(centers: Points, radii: NDArray[np.float64]) -> NDArray[np.intp]:
    """Returns the numbers of the points that are not within the radius of one before them that is none such itself."""
    kept = np.ones(len(centers), bool)
    for i in range(len(centers)):
        if kept[i]:
            kept[i + 1:] &= np.hypot(*(centers[i + 1:] - centers[i]).T) > radii[i]
    return np.flatnonzero(kept)


def _determinant(found: Components) -> NDArray[np.float64]:
    xx, xy, yy = found.moments.T
    return np.asarray(np.maximum(xx * yy - xy * xy, 1e-9))


def _square_like(found: Components) -> NDArray[np.intp]:
    """Which components are parallelograms, full or with a hole: by their area and second moments, which are 12 to 1 for any
    full parallelogram (1 for its area over 12 times the root of the determinant), about 0.47 for our hollow one."""
    determinant = _determinant(found)
    full = found.area / (12 * np.sqrt(determinant))
    trace = found.moments[:, 0] + found.moments[:, 2]
    slim = trace * trace / (4 * determinant)  # 1 for a square
    kept = (found.area > 24) & (slim < 2.6) & ((np.abs(full - 1) < 0.09) | (np.abs(full - 0.5) < 0.12))
    return np.flatnonzero(kept)


def _quads(centers: Points, sides: NDArray[np.float64], shapes: Points) -> Iterator[Points]:
    """Quadrangles of four squares, clockwise on the photo, that could be those of a sheet; the most regular first."""
    count = min(len(centers), MOST_SQUARES)
    if count < 4:
        return
    index = np.array([*itertools.combinations(range(count), 4)])
    corners = centers[index]
    around = corners - corners.mean(1, keepdims=True)
    order = np.argsort(np.arctan2(around[..., 1], around[..., 0]), 1)
    corners = np.take_along_axis(corners, order[..., None], 1)
    size = np.take_along_axis(sides[index], order, 1)
    edges = np.roll(corners, -1, 1) - corners
    lengths = np.hypot(edges[..., 0], edges[..., 1])
    turns = edges[..., 0] * np.roll(edges[..., 1], -1, 1) - edges[..., 1] * np.roll(edges[..., 0], -1, 1)
    sines = turns / (lengths * np.roll(lengths, -1, 1) + 1e-9)
    regular = np.maximum(
        np.abs(np.log(lengths[:, 0] / lengths[:, 2])), np.abs(np.log(lengths[:, 1] / lengths[:, 3]))
    ) + (1 - sines.min(1)) + 0.5 * np.log(size.max(1) / size.min(1))
    spans = np.log(np.sqrt(np.abs(turns.mean(1)) + 1e-9) / np.exp(np.log(size).mean(1)))
    wide = np.abs(np.log((lengths[:, 0] + lengths[:, 2]) / (lengths[:, 1] + lengths[:, 3])))
    unlike = _unlike(spans, wide, shapes)
    fits = (unlike < 0.6) & (sines.min(1) > 0.6) & (regular < 1.1)
    rank = regular + unlike - 0.5 * np.log(size.mean(1) / sides.max())  # false ones are mostly small
    chosen = np.flatnonzero(fits)
    for i in chosen[np.argsort(rank[chosen], kind="stable")]:
        yield corners[i]


def shapes(squares: Iterable[tuple[Points, float]]) -> Points:
    """How far apart squares are, as multiples of their side, and how much wider than high that is; as logarithms, in rows.
    squares: the centers of the four of each layout, and their side."""
    rows = [(np.log(np.sqrt(_area(centers)) / side), np.log(np.divide(*np.ptp(centers, 0)))) for centers, side in squares]
    return np.unique(np.round(rows, 4), axis=0)


def square_corners(centers: Points, sides: NDArray[np.float64], shapes: Points) -> Iterator[Points]:
    """Quadrangles that four squares, which stand free, could be the corners of, or three with a fourth corner."""
    yield from _quads(centers, sides, shapes)
    yield from _triples(centers, sides, np.ones(len(sides), bool), shapes)


def _unlike(spans: NDArray[np.float64], wide: NDArray[np.float64], shapes: Points) -> NDArray[np.float64]:
    """How unlike the most similar layout a quadrangle is in size and shape."""
    away = np.abs(spans[:, None] - shapes[None, :, 0]) + np.abs(wide[:, None] - np.abs(shapes[None, :, 1]))
    return np.asarray(away.min(1))


def _triples(
    centers: Points, sides: NDArray[np.float64], free: NDArray[np.bool_], shapes: Points,
) -> Iterator[Points]:
    """Quadrangles of three squares and the corner of the parallelogram that they begin; those that stand free first."""
    count = min(len(centers), MOST_SQUARES)
    if count < 3:
        return
    index = np.array([*itertools.permutations(range(count), 3)])
    index = index[index[:, 0] < index[:, 2]]
    first, middle, last = (centers[index[:, k]] for k in range(3))
    one, other = first - middle, last - middle
    a, b = np.hypot(*one.T), np.hypot(*other.T)
    turn = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    sine = np.abs(turn) / (a * b + 1e-9)
    size = sides[index]
    spans = np.log(np.sqrt(np.abs(turn) + 1e-9) / np.exp(np.log(size).mean(1)))
    unlike = _unlike(spans, np.abs(np.log(a / b)), shapes)
    uneven = (1 - sine) + 0.5 * np.log(size.max(1) / size.min(1)) + unlike + (~free[index]).sum(1)
    fits = (sine > 0.85) & (size.max(1) < 1.5 * size.min(1)) & (unlike < 0.4)
    chosen = np.flatnonzero(fits)
    for i in chosen[np.argsort(uneven[chosen], kind="stable")][:MOST_TRIPLES]:
        corners = np.stack((first[i], middle[i], last[i], first[i] + last[i] - middle[i]))
        yield corners if turn[i] < 0 else corners[::-1]


def _area(corners: Points) -> float:
    x, y = corners.T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def outlines(photo: Photo) -> Iterator[Points]:
    """Quadrangles that could be the edges of a page: of the largest light part, and of the whole picture, as a scan is."""
    height, width = photo.pixels.shape[:2]
    level = len(photo.levels) - 1
    gray = smoothed(photo.levels[level], 2)
    for share in (50, 70, 30):
        light = components(gray > np.percentile(gray, share))
        i = int(light.area.argmax()) if len(light.area) else -1
        if i < 0 or light.area[i] < 0.1 * gray.size:
            continue
        left, top, right, low = light.bounds[i]
        mask = gray[top:low, left:right] > np.percentile(gray, share)
        rows = np.flatnonzero(mask.any(1))  # the ends of each row hold all corners
        ends = mask.argmax(1)[rows], mask.shape[1] - 1 - mask[:, ::-1].argmax(1)[rows]
        points = np.concatenate([np.stack((columns + left, rows + top), 1) for columns in ends]).astype(float)
        yield _hull_corners(points) * 2 ** level + (2 ** level - 1) / 2
    yield np.array([(0, 0), (width, 0), (width, height), (0, height)], float)


def _hull_corners(points: Points) -> Points:
    """Returns the corners of a quadrangle that holds most points: in each of four directions the farthest point, where the
    directions are turned so that it is largest."""
    best, largest = points[:4], -1.0
    for turn in np.linspace(0, np.pi / 2, 12, endpoint=False):
        angles = turn + np.arange(4) * np.pi / 2
        far = points @ np.stack((np.cos(angles), np.sin(angles)))
        corners = points[far.argmax(0)]
        if _area(corners) > largest:
            best, largest = corners, _area(corners)
    return best


# ---------------------------------------------------------------------- hypotheses


class _Guess(Struct, frozen=True):
    """A sheet where it may be, and how well the coarse pictures agree."""

    blank: BlankSheet
    mapping: Mapping
    score: float


class _Alike(Struct, frozen=True):
    """Sheets with their squares (or their page's corners) in the same places, and their coarse pictures in rows."""

    blanks: tuple[BlankSheet, ...]
    corners: Points
    pictures: NDArray[np.float32]


class Library:
    """The blank sheets with which photos are compared; what is worked out of them once is kept for all photos."""

    def __init__(self, blanks: Sequence[BlankSheet]) -> None:
        self.blanks = tuple(blanks)
        self._groups = {of_page: self._grouped(of_page) for of_page in (False, True)}

    def _grouped(self, of_page: bool) -> list[_Alike]:
        by_shape: dict[tuple[bytes, tuple[int, ...]], list[BlankSheet]] = {}
        for blank in self.blanks:
            by_shape.setdefault((_targets(blank, of_page).tobytes(), blank.coarse.shape), []).append(blank)
        return [
            _Alike(tuple(alike), _targets(alike[0], of_page), np.stack([blank.coarse.ravel() for blank in alike]))
            for alike in by_shape.values()
        ]

    def shapes(self) -> Points:
        """As `shapes`, of each layout."""
        return shapes([(blank.squares, blank.square) for blank in self.blanks])

    def guesses(self, photo: Photo, corners: Points, *, of_page: bool) -> Iterator[_Guess]:
        """Every sheet that could have its squares (or its page's corners) there, turned in every way."""
        for alike in self._groups[of_page]:
            first = alike.blanks[0]
            for mapping in ways(alike.corners, first.size, corners):
                contrast = _coarse_there(photo, first, mapping)
                if contrast is None:
                    continue
                scores = alike.pictures @ contrast.ravel()
                for i in np.argsort(-scores)[:3]:
                    yield _Guess(alike.blanks[i], mapping, float(scores[i]))


def ways(corners: Points, size: tuple[float, float], there: Points) -> Iterator[Mapping]:
    """A sheet of that size turned in every way in which its corners, or squares, could be four points of a photo."""
    wide, high = np.ptp(corners, 0)
    for turn in range(4):
        turned = np.roll(there, turn, 0)
        lengths = np.hypot(*(np.roll(turned, -1, 0) - turned).T)
        shape = (lengths[0] + lengths[2]) / (lengths[1] + lengths[3])
        if 1 / ASKEW < shape / (wide / high) < ASKEW:
            yield Mapping(homography(corners, turned), size, np.zeros((0, 2)))


def _coarse_there(photo: Photo, blank: BlankSheet, mapping: Mapping) -> Raster | None:
    """Returns the coarse picture of what the photo shows where a sheet may be; none where too much of it is beyond the
    photo."""
    rows, columns = blank.coarse.shape
    x, y = blank.grid(COARSE)
    px, py = mapping.on_grid(x[:columns], y[:rows])
    seen = photo.gray(px, py, mapping.pixels_per_mm() / COARSE)
    lost = np.isnan(seen)
    if lost.mean() > 0.4:
        return None
    return coarse_contrast(np.where(lost, np.nanmean(seen), seen))


def _targets(blank: BlankSheet, of_page: bool) -> Points:
    if not of_page:
        return blank.squares
    (wide, high), (left, top) = blank.page, blank.origin
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    moved: Points = corners - np.array([left, top])
    return moved


# ---------------------------------------------------------------------- matching of blocks


def refined(photo: Photo, blank: BlankSheet, mapping: Mapping, rounds: Sequence[Round] = ROUNDS) -> Found:
    """Returns the sheet with an exact mapping, as far as its print is found on the photo."""
    agreed = 0.0
    for scale, side, far, degree in rounds:
        px, py = mapping.on_grid(*blank.grid(scale))
        seen = photo.gray(px, py, mapping.pixels_per_mm() / scale)
        lost = np.isnan(seen)
        if lost.mean() > 0.6:
            return Found(blank, mapping, 0.0)
        there = contrast_of(np.where(lost, np.nanmean(seen), seen), scale)
        there[lost] = 0
        blocks = _matched(blank.contrast_at(scale), there, round(side * scale), round(far * scale))
        mapping, agreed = _fitted(mapping, blocks, scale, degree)
    return Found(blank, mapping, agreed)


class _Blocks(Struct, frozen=True):
    """Blocks that have something printed in them: middle and shift in pixels of the sheet's raster, their correlation, and
    the information about the shift, as 2 × 2 matrices."""

    middle: Points
    shift: Points
    alike: NDArray[np.float64]
    information: NDArray[np.float64]


def _matched(printed: Raster, seen: Raster, side: int, far: int) -> _Blocks:
    """Searches each block of the print near its place."""
    height, width = printed.shape
    padded = np.pad(seen, far)
    step = int(APART * side)
    tops, lefts = range(0, height - side + 1, step), range(0, width - side + 1, step)
    corners = [(top, left) for top in tops for left in lefts
               if np.abs(printed[top:top + side, left:left + side]).mean() > 0.12]
    if len(corners) > MOST_BLOCKS:  # evenly all over the sheet, by steps of the golden section
        spread = np.argsort(np.arange(len(corners)) * GOLDEN % 1, kind="stable")
        corners = [corners[i] for i in sorted(spread[:MOST_BLOCKS])]
    if not corners:
        return _Blocks(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2, 2)))
    full = side + 2 * far
    hann = np.hanning(side + 2)[1:-1]
    window = np.sqrt(np.outer(hann, hann)).astype(np.float32)
    pattern = np.stack([printed[top:top + side, left:left + side] for top, left in corners]) * window
    pattern -= pattern.mean((1, 2), keepdims=True)
    around = np.stack([padded[top:top + full, left:left + full] for top, left in corners])
    shape = (_fast(full),) * 2
    spectrum = np.fft.rfft2(around, shape)
    product = spectrum * np.conj(np.fft.rfft2(pattern, shape))
    reach = 2 * far + 1
    raw = np.fft.irfft2(product, shape)[:, :reach, :reach]
    # The energy of what is under the window, at each shift; the window is a product of one of x and one of y.
    steps = np.arange(full)[:, None] - np.arange(reach)
    across = np.where((steps >= 0) & (steps < side), np.sqrt(hann)[np.clip(steps, 0, side - 1)], 0).astype(np.float32)
    total, energy = (across.T @ (what @ across) for what in (around, around * around))
    energy = np.sqrt(np.maximum(energy - total * total / window.sum(), 1e-3))
    norms = np.sqrt((pattern ** 2).sum((1, 2)))
    floor = 0.25 * norms[:, None, None]
    score = raw / (norms[:, None, None] * np.maximum(energy, floor))
    flat = score.reshape(len(corners), -1).argmax(1)
    row, column = np.clip(flat // reach, 1, reach - 2), np.clip(flat % reach, 1, reach - 2)
    n = np.arange(len(corners))
    at = score[n, row, column]
    left, right = score[n, row, column - 1], score[n, row, column + 1]
    up, down = score[n, row - 1, column], score[n, row + 1, column]
    xx, yy = 2 * at - left - right, 2 * at - up - down
    xy = -(score[n, row + 1, column + 1] + score[n, row - 1, column - 1]
           - score[n, row + 1, column - 1] - score[n, row - 1, column + 1]) / 4
    dx = np.clip(np.where(xx > 1e-4, (right - left) / (2 * np.maximum(xx, 1e-4)), 0), -0.6, 0.6)
    dy = np.clip(np.where(yy > 1e-4, (down - up) / (2 * np.maximum(yy, 1e-4)), 0), -0.6, 0.6)
    limit = 0.98 * np.sqrt(np.maximum(xx, 0) * np.maximum(yy, 0))
    xy = np.clip(xy, -limit, limit)
    information = np.stack((np.stack((np.maximum(xx, 0), xy), 1), np.stack((xy, np.maximum(yy, 0)), 1)), 1)
    middle = np.array([(x + (side - 1) / 2, y + (side - 1) / 2) for y, x in corners])
    shift = np.stack((column - far + dx, row - far + dy), 1)
    inner = (flat // reach > 0) & (flat // reach < reach - 1) & (flat % reach > 0) & (flat % reach < reach - 1)
    return _Blocks(middle, shift, np.where(inner, at, 0.0), information)


def _fast(length: int) -> int:
    """Returns the next length with the factors 2, 3 and 5 alone, for which a Fourier transform is fast."""
    def rest(n: int) -> int:
        for factor in (2, 3, 5):
            while n % factor == 0:
                n //= factor
        return n

    return next(n for n in itertools.count(length) if rest(n) == 1)


def _fitted(mapping: Mapping, blocks: _Blocks, scale: float, degree: int) -> tuple[Mapping, float]:
    """Returns the mapping corrected by a polynomial, and the share of blocks that agree with it."""
    good = blocks.alike > ALIKE
    powers = _powers(degree)
    if good.sum() < 2 * len(powers):
        return mapping, 0.0
    # Shifts on the sheet become shifts on the photo by the mapping's derivatives.
    x, y = (blocks.middle[good].T + 0.5) / scale
    dx, dy = blocks.shift[good].T / scale
    px, py = mapping(x, y)
    qx, qy = mapping(x + dx, y + dy)
    step = mapping.pixels_per_mm()
    moved = np.stack((qx - px, qy - py), 1) / step  # in mm, in the directions of the photo
    turn = _directions(mapping, x, y)
    inverse = np.linalg.inv(turn) * step
    information = np.transpose(inverse, (0, 2, 1)) @ blocks.information[good] @ inverse
    information *= (blocks.alike[good] ** 2)[:, None, None]
    u, v = 2 * x / mapping.size[0] - 1, 2 * y / mapping.size[1] - 1
    basis = np.stack([u ** i * v ** j for i, j in powers], 1)
    robust = np.ones(len(u))
    terms = np.zeros((len(powers), 2))
    rest = moved
    scale_of_rest = 4.0
    for _ in range(12):
        weighted = information * robust[:, None, None]
        system = np.einsum("nk,nab,nl->kalb", basis, weighted, basis).reshape(2 * len(powers), -1)
        right = np.einsum("nk,nab,nb->ka", basis, weighted, moved).ravel()
        system[np.diag_indices_from(system)] += 1e-6 * np.trace(system) + 1e-9
        terms = np.linalg.solve(system, right).reshape(-1, 2)
        rest = moved - basis @ terms
        errors = np.sqrt(np.maximum(np.einsum("na,nab,nb->n", rest, information, rest), 0))
        spread = 1.4826 * np.median(errors) + 1e-6
        scale_of_rest = max(spread, 0.6 * scale_of_rest) if scale_of_rest > spread else spread
        robust = 1 / (1 + (errors / (2 * scale_of_rest)) ** 2) ** 2
    # A block agrees if what it says is near, in the direction of which it says most.
    sharpest = np.linalg.eigh(information)[1][:, :, 1]
    away = np.abs(np.einsum("na,na->n", sharpest, rest))
    agreed = float((away < NEAR).sum() / max(len(blocks.alike), 1))
    added = np.zeros((len(powers), 2))
    added[:len(mapping.terms)] = mapping.terms
    return replace(mapping, terms=added + terms * step, degree=degree), agreed


def _directions(mapping: Mapping, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the derivatives of the mapping at points, as 2 × 2 matrices from mm to pixels."""
    px, py = mapping(x, y)
    ax, ay = mapping(x + 0.5, y)
    bx, by = mapping(x, y + 0.5)
    return np.asarray(np.stack((np.stack((ax - px, bx - px), 1), np.stack((ay - py, by - py), 1)), 1) * 2)


# ---------------------------------------------------------------------- all sheets on a photo


def sheets_on(photo: Photo, library: Library, *, marked: bool = True) -> list[Found]:
    """Returns the sheets on a photo, each laid flat nearly, from the top of the photo to its end. marked: whether there are
    squares that could be those of sheets; without, the edges of the page are what is looked at."""
    most_quads = MOST_QUADS if marked else FEW_QUADS
    centers, sides, alone = photo.squares
    found: list[Found] = []
    by: list[set[int]] = []
    free = np.ones(len(centers), bool)
    looks = again = 0
    for corners in _quads(centers, sides, library.shapes()):
        used = {int(np.hypot(*(centers - corner).T).argmin()) for corner in corners}
        at = next((i for i, other in enumerate(found) if _covers(other.mapping, corners.mean(0))), None)
        if at is not None:  # one of its squares may be none
            if found[at].agreed < WELL and len(used & by[at]) >= 3 and again < FURTHER:
                again += 1
                found[at] = max(found[at], _looked(photo, corners, library, of_page=False) or found[at], key=_agreement)
            continue
        if not free[[*used]].all():
            continue
        looks += 1
        if looks > most_quads:
            break
        if (sheet := _looked(photo, corners, library, of_page=False)) is not None:
            found.append(sheet)
            by.append(used)
            free[[*used]] = False
            looks = max(looks, most_quads - FURTHER)
    if not found:
        triples = ((corners, False) for corners in _triples(centers, sides, alone, library.shapes()) if marked)
        pages = ((corners, True) for corners in outlines(photo))
        for corners, of_page in itertools.chain(triples, pages):
            if any(_covers(other.mapping, corners.mean(0)) for other in found):
                continue
            if (sheet := _looked(photo, corners, library, of_page=of_page)) is not None:
                found.append(sheet)
    return from_top(found)


def _agreement(found: Found) -> float:
    return found.agreed


def _looked(photo: Photo, corners: Points, library: Library, *, of_page: bool) -> Found | None:
    """Returns the sheet whose squares or page are there, if there is one that is told from all others."""
    guesses = [guess for guess in library.guesses(photo, corners, of_page=of_page) if guess.score > PLAUSIBLE]
    guesses = sorted(guesses, key=lambda guess: -guess.score)
    guesses = [guess for guess in guesses if guess.score > MUCH_WORSE * guesses[0].score]
    rough = [refined(photo, guess.blank, guess.mapping, ROUNDS[:1]) for guess in _distinct(guesses)[:CLOSE_LOOKS]]
    rough = sorted((each for each in rough if each.agreed > 0.5 * AGREED), key=lambda each: -each.agreed)
    rough = [each for each in rough[:2] if each.agreed >= SECOND * rough[0].agreed]
    near = sorted((refined(photo, each.blank, each.mapping, NEARLY) for each in rough), key=lambda each: -each.agreed)
    others = [each.agreed for each in near[1:] if each.blank.sheet != near[0].blank.sheet]
    if not near or near[0].agreed < max(AGREED, max(others, default=0.0) + MARGIN):
        return None
    return near[0]


def carried_over(found: Found, blank: BlankSheet) -> Mapping:
    """Returns the mapping of a sheet that was found, for its other layout: by where both have their places."""
    here, there = ({place.name: (place.x, place.y) for place in each.places} for each in (found.blank, blank))
    names = sorted(here.keys() & there.keys())
    px, py = found.mapping(*np.array([here[name] for name in names]).T)
    matrix = homography(np.array([there[name] for name in names]), np.stack((px, py), 1))
    return Mapping(matrix, blank.size, np.zeros((0, 2)))


def beside(photo: Photo, found: Sequence[Found], page: Sequence[BlankSheet]) -> list[Found]:
    """Returns the other sheets of the page on which one, the first of those found, lies: searched where the layout has them,
    with their squares or without; also those that are only seen, with less than AGREED. page: the same sheet in all its
    places on such a page."""
    blank = page[0]
    here = carried_over(found[0], blank).homography
    others: list[Found] = []
    ways = {(to.origin[0] - by.origin[0], to.origin[1] - by.origin[1]) for to, by in itertools.permutations(page, 2)}
    for dx, dy in sorted(ways):
        there = Mapping(here @ np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]]), blank.size, np.zeros((0, 2)))
        middle = np.array(_middle(there))
        rows, columns = photo.pixels.shape[:2]
        if not (0 < middle[0] < columns and 0 < middle[1] < rows):
            continue
        if any(_covers(other.mapping, middle) for other in (*found, *others)):
            continue
        rough = refined(photo, blank, there, SHOWN)  # no coarse pictures: bent, it is 10 mm away
        if rough.agreed > 0.5 * AGREED:
            rough = refined(photo, blank, rough.mapping, NEARLY)
        others += [rough] * (rough.agreed > FAINT)
    return others


def apart(found: Sequence[Found]) -> list[Found]:
    """Returns the sheets without those that lie over the middle of one whose print agrees better, or under it: they are
    none. Of two that agree alike, as one sheet that was found twice, the first stays."""
    def over(one: Found, other: Found) -> bool:
        return _covers(one.mapping, np.array(_middle(other.mapping)))

    kept: list[Found] = []
    for each in sorted(found, key=lambda each: -each.agreed):
        if not any(over(other, each) or over(each, other) for other in kept):
            kept.append(each)
    return [each for each in found if any(each is other for other in kept)]


def from_top(found: Sequence[Found]) -> list[Found]:
    """Sheets in their order from the top of the photo."""
    return sorted(found, key=lambda each: tuple(reversed(_middle(each.mapping))))


def _middle(mapping: Mapping) -> tuple[float, float]:
    x, y = mapping(np.array([mapping.size[0] / 2]), np.array([mapping.size[1] / 2]))
    return float(x[0]), float(y[0])


def clockwise(corners: Points) -> Points:
    """Four corners in clockwise order on the photo, from whichever order. Raises ValueError where they make no quadrangle
    without dents that could be a page."""
    around = corners - corners.mean(0)
    ordered: Points = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]), kind="stable")]
    edges = np.roll(ordered, -1, 0) - ordered
    lengths = np.hypot(*edges.T)
    after = np.roll(edges, -1, 0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    if not (turns > FLATTEST * lengths * np.roll(lengths, -1)).all():
        raise ValueError("four corners of a page were expected")
    return ordered


def by_corners(photo: Photo, corners: Points, library: Library) -> Found | None:
    """Returns the sheet of the page whose corners were shown, in whichever order, if one of its prints fits: someone who
    knows which sheet it is has chosen the library, so that less of the print must be found than without that. Raises
    ValueError."""
    guesses = sorted(library.guesses(photo, clockwise(corners), of_page=True), key=lambda guess: -guess.score)
    rough = [refined(photo, guess.blank, guess.mapping, SHOWN) for guess in guesses[:2 * CLOSE_LOOKS]]
    rough = sorted(rough, key=lambda each: -each.agreed)[:2]
    near = [refined(photo, each.blank, each.mapping, NEARLY) for each in rough]
    best = max(near, key=lambda each: each.agreed, default=None)
    return best if best is not None and best.agreed >= AGREED_BY_HAND else None


def _distinct(guesses: Sequence[_Guess]) -> list[_Guess]:
    """Returns the best guess for each sheet and way it is turned."""
    kept: list[_Guess] = []
    for guess in guesses:
        if all(guess.blank.sheet != other.blank.sheet or not _same_way(guess.mapping, other.mapping) for other in kept):
            kept.append(guess)
    return kept


def _same_way(one: Mapping, other: Mapping) -> bool:
    ends = np.array([0.0, one.size[0]]), np.array([one.size[1] / 2] * 2)
    (ax, ay), (bx, by) = one(*ends), other(*ends)
    return bool((ax[1] - ax[0]) * (bx[1] - bx[0]) + (ay[1] - ay[0]) * (by[1] - by[0]) > 0)


def _covers(mapping: Mapping, point: Points) -> bool:
    """Returns whether a sheet lies over a point of the photo."""
    wide, high = mapping.size
    corners = np.stack(mapping(np.array([0, wide, wide, 0.0]), np.array([0.0, 0, high, high])), 1)
    edges = np.roll(corners, -1, 0) - corners
    sides = edges[:, 0] * (point[1] - corners[:, 1]) - edges[:, 1] * (point[0] - corners[:, 0])
    return bool((sides > 0).all() or (sides < 0).all())

"""A sheet of rubber: a regular grid of nodes that is pulled here and there, and gives way with as little shear as may be.

The energy of a displacement is quadratic: how far cells are from conformal, that is, from turned and scaled squares (Lévy,
Petitjean, Ray, Maillot, Least squares conformal maps, SIGGRAPH 2002), how far from the scale that is wanted for each, and
how sharply lines of nodes bend. Some cells are softer than others. The least energy is found by conjugate gradients on the
grid; the preconditioner is the same rubber without softer cells and pulls, which cosine transforms solve at once (Concus,
Golub, O'Leary 1976).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rollwrite_desktop.sheet.sheet import Point

SCALE, BEND, HELD = 0.3, 0.4, 1e-4
"""How much it costs to be of another scale than the wanted one, or turned, and to bend, by how much it costs to be sheared;
and how much to be elsewhere, so that the sheet stays on its table."""
FLOOR = 0.02
"""What even rubber costs more than that, about as much as pulls do."""
NEARLY = 1e-3
"""The share of the first forces that may be left."""

Floats = NDArray[np.floating[Any]]


class Spots(Struct, frozen=True):
    """Places on the sheet: of each the four nodes around it, and its share of them."""

    nodes: NDArray[np.int64]
    shares: Floats


class Pulls(Struct, frozen=True):
    """What pulls at places of the sheet: along a way (x, y; of length 1) by so many points, so strongly."""

    spots: Spots
    ways: Floats
    by: Floats
    strength: Floats


class Rubber:
    """A sheet with nodes `step` points apart, the first at `corner`. stiff: of each cell, in one row and one column fewer
    than there are of nodes. Displacements are arrays of x and y (2, rows, columns), in points."""

    def __init__(self, corner: Point, step: float, stiff: Floats) -> None:
        self.corner, self.step, self.stiff = np.array(corner), step, stiff
        self.shape = (stiff.shape[0] + 1, stiff.shape[1] + 1)
        self._cost = _costs(self.shape, float(stiff.mean()))

    def spots(self, points: Floats) -> Spots:
        """Returns places by their coordinates at rest; those beyond the sheet are at its edge."""
        high, wide = self.shape
        x, y = np.clip((np.asarray(points) - self.corner).T / self.step, 0.0, np.array([[wide], [high]]) - 1.001)
        i, j = x.astype(int), y.astype(int)
        u, v = x - i, y - j
        nodes = np.stack([j * wide + i, j * wide + i + 1, (j + 1) * wide + i, (j + 1) * wide + i + 1], axis=1)
        return Spots(nodes, np.stack([(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v], axis=1))

    def settled(self, growth: Floats, pulls: Sequence[Pulls], start: Floats, most: int) -> Floats:
        """Returns the displacement of least energy, or near to it after so many steps from `start`. growth: by which share
        of itself each cell is to be larger."""
        return _conjugate(
            lambda moves: self.forces(moves, pulls), self.load(growth, pulls), start, self._smoothed, most)

    def forces(self, moves: Floats, pulls: Sequence[Pulls]) -> Floats:
        """Returns half the gradient of the energy, without what is wanted: a symmetric, positive definite map."""
        stiff = self.stiff
        (ux, uy, uxy), (vx, vy, vxy) = (_gradients(each) for each in moves)
        shear, turn, soft = stiff * (ux - vy), stiff * (uy + vx), SCALE * stiff
        found = HELD * moves
        found[0] += _gathered(shear + soft * ux, turn + soft * uy, soft * uxy)
        found[1] += _gathered(turn + soft * vx, soft * vy - shear, soft * vxy)
        _bend(moves, found)
        for pull in pulls:
            self._pull(found, pull, pull.strength * (displaced(moves, pull.spots) * pull.ways).sum(axis=1))
        return found

    def load(self, growth: Floats, pulls: Sequence[Pulls]) -> Floats:
        """Returns the forces of what is wanted."""
        wanted, none = SCALE * self.stiff * growth * self.step, np.zeros_like(self.stiff)
        found = np.stack([_gathered(wanted, none, none), _gathered(none, wanted, none)])
        for pull in pulls:
            self._pull(found, pull, pull.strength * pull.by)
        return found

    def _pull(self, forces: Floats, pull: Pulls, strength: Floats) -> None:
        nodes = pull.spots.nodes.ravel()
        for axis in (0, 1):
            shares = pull.spots.shares * (strength * pull.ways[:, axis])[:, None]
            forces[axis] += np.bincount(nodes, shares.ravel(), self.shape[0] * self.shape[1]).reshape(self.shape)

    def _smoothed(self, forces: Floats) -> Floats:
        """The displacement that even rubber answers these forces with."""
        waves = _waves(_waves(forces).swapaxes(1, 2)) / self._cost.T
        return _summed(_summed(waves).swapaxes(1, 2))


def _waves(values: Floats) -> Floats:
    """How much of each cosine wave is in each row of values: by way of a Fourier transform as long (Makhoul, A fast cosine
    transform in one and two dimensions, 1980)."""
    n = values.shape[-1]
    mixed = np.concatenate([values[..., ::2], values[..., 1::2][..., ::-1]], axis=-1)
    found: Floats = (np.fft.fft(mixed) * np.exp(-0.5j * np.pi / n * np.arange(n))).real
    return found


def _summed(waves: Floats) -> Floats:
    """The values of rows that consist of these waves: the inverse of `_waves`."""
    n = waves.shape[-1]
    other = np.zeros_like(waves)
    other[..., 1:] = waves[..., :0:-1]
    mixed = np.fft.ifft((waves - 1j * other) * np.exp(0.5j * np.pi / n * np.arange(n))).real
    found = np.empty_like(waves)
    found[..., ::2], found[..., 1::2] = mixed[..., : (n + 1) // 2], mixed[..., : (n - 1) // 2 : -1]
    return found


def _costs(shape: tuple[int, int], stiff: float) -> Floats:
    """What each wave on a sheet costs where all cells are as stiff, and x and y have nothing to do with each other."""
    down, across = (np.sin(np.pi / 2 / n * np.arange(n)) ** 2 for n in shape)
    down, across = down[:, None], across[None, :]
    slopes = 4 * (across * (1 - down) + down * (1 - across))
    found: Floats = (
        stiff * ((1 + SCALE) * slopes + SCALE * 16 * across * down) + 16 * BEND * (across ** 2 + down ** 2) + FLOOR)
    return found


def displaced(moves: Floats, spots: Spots) -> Floats:
    """Returns by how much places move, in x and y."""
    found: Floats = (moves.reshape(2, -1)[:, spots.nodes] * spots.shares).sum(axis=2).T
    return found


def _gradients(values: Floats) -> tuple[Floats, Floats, Floats]:
    """How values at nodes change across each cell, down it, and crosswise."""
    a, b, c, d = values[:-1, :-1], values[:-1, 1:], values[1:, :-1], values[1:, 1:]
    return (b + d - a - c) / 2, (c + d - a - b) / 2, a + d - b - c


def _gathered(across: Floats, down: Floats, crosswise: Floats) -> Floats:
    """The transpose of `_gradients`: values of cells at their nodes."""
    found = np.zeros((across.shape[0] + 1, across.shape[1] + 1))
    one, other = (across + down) / 2, (across - down) / 2
    found[:-1, :-1] += crosswise - one
    found[:-1, 1:] += other - crosswise
    found[1:, :-1] -= other + crosswise
    found[1:, 1:] += one + crosswise
    return found


def _bend(moves: Floats, forces: Floats) -> None:
    """Adds the forces of lines of nodes that bend."""
    for values, found in ((moves, forces), (moves.swapaxes(1, 2), forces.swapaxes(1, 2))):
        second = BEND * (values[:, 2:] - 2 * values[:, 1:-1] + values[:, :-2])
        found[:, 2:] += second
        found[:, 1:-1] -= 2 * second
        found[:, :-2] += second


def _conjugate(
    matrix: Callable[[Floats], Floats], load: Floats, start: Floats, near: Callable[[Floats], Floats], most: int
) -> Floats:
    """Solves a symmetric, positive definite system by conjugate gradients. near: nearly the inverse of the matrix."""
    found = start.copy()
    left = load - matrix(found)
    enough = NEARLY * float(np.abs(left).max())
    answer = near(left)
    way, size = answer.copy(), float((left * answer).sum())
    for _ in range(most):
        if float(np.abs(left).max()) <= enough:
            break
        pushed = matrix(way)
        step = size / float((way * pushed).sum())
        found += step * way
        left -= step * pushed
        answer = near(left)
        before, size = size, float((left * answer).sum())
        way = answer + size / before * way
    return found

"""The network that reads one place: four layers of convolution, then one for the whole place and one for each half of it.

The whole says what kind of sign it is, which digit if it is one, and whether it is circled; the halves say the digits of a
number of two, both with the same weights. Weights are float16 in one file of the program, made by
`tests/bench/train_reading.py`, which also says from what.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rollwrite_desktop.paths import READING
from rollwrite_desktop.reading.ink import SIDE
from rollwrite_desktop.reading.rasters import Raster

KINDS = ("blank", "one", "two", "x", "star", "dash", "other")
"""Kinds of signs: nothing; one digit; two digits; a cross; a star; a dash; anything else, such as what was struck out."""
HEADS = {"kind": len(KINDS), "only": 10, "circle": 2, "first": 10, "last": 10}
"""Each answer with its number of values; the last two are those of the halves."""
WHOLE = HEADS["kind"] + HEADS["only"] + HEADS["circle"]
LAYERS = ((5, 16), (3, 32), (3, 64), (3, 64))
"""Side of the patches and channels of each layer of convolution, which has half the rows and columns of the one before."""
HIDDEN, HALF_HIDDEN = 80, 56
COLUMNS = SIDE // 2 ** len(LAYERS)
"""Columns and rows of the last layer."""
HALVES = (slice(0, COLUMNS // 2 + 1), slice(COLUMNS // 2 - 1, COLUMNS))
"""The columns of each half, which share the middle ones."""
SHAPES: dict[str, tuple[int, ...]] = {
    **{f"conv{i}": (side * side * before, after)
       for i, (before, (side, after)) in enumerate(zip((1, *(channels for _, channels in LAYERS)), LAYERS, strict=False))},
    **{f"bias{i}": (after,) for i, (_, after) in enumerate(LAYERS)},
    "hidden": (COLUMNS ** 2 * LAYERS[-1][1], HIDDEN), "hidden_bias": (HIDDEN,),
    "heads": (HIDDEN, WHOLE), "heads_bias": (WHOLE,),
    "half": (COLUMNS * (COLUMNS // 2 + 1) * LAYERS[-1][1], HALF_HIDDEN), "half_bias": (2 * HALF_HIDDEN,),
    "digit": (HALF_HIDDEN, 10), "digit_bias": (10,),
}
"""The arrays of weights in the order of the file, with their shapes."""

Weights = Mapping[str, NDArray[np.float32]]


class Answers(Struct, frozen=True):
    """Probabilities for n places: kinds (n, 7); digits (n, 10), of one alone and the first and last of two; circled (n,)."""

    kind: NDArray[np.float64]
    only: NDArray[np.float64]
    first: NDArray[np.float64]
    last: NDArray[np.float64]
    circle: NDArray[np.float64]


@cache
def weights() -> Weights:
    """Returns the weights that come with the program."""
    return unpacked(READING.read_bytes())


def unpacked(data: bytes) -> Weights:
    """Weights from the content of their file. Raises ValueError where it is not as long as they are."""
    values = np.frombuffer(data, "<f2").astype(np.float32)
    sizes = [int(np.prod(shape)) for shape in SHAPES.values()]
    if len(values) != sum(sizes):
        raise ValueError(f"{len(values)} weights, expected {sum(sizes)}")
    parts = np.split(values, np.cumsum(sizes)[:-1])
    return {name: part.reshape(shape) for (name, shape), part in zip(SHAPES.items(), parts, strict=True)}


def packed(values: Weights) -> bytes:
    """Returns the content of the file with these weights."""
    return b"".join(np.ascontiguousarray(values[name].reshape(shape), "<f2").tobytes() for name, shape in SHAPES.items())


def patches(layer: Raster, side: int) -> Raster:
    """Returns the side × side surroundings of every other pixel in one row: (n, h, w, c) to (n, h/2, w/2, side² · c), zeros
    beyond the edge."""
    count, height, width, channels = layer.shape
    reach = side // 2
    padded = np.pad(layer, ((0, 0), (reach, reach), (reach, reach), (0, 0)))
    rows = np.empty((count, height // 2, width // 2, side, side, channels), np.float32)
    for y in range(side):
        for x in range(side):
            rows[:, :, :, y, x] = padded[:, y:y + height:2, x:x + width:2]
    return rows.reshape(count, height // 2, width // 2, -1)


def logits(seen: Raster, values: Weights) -> NDArray[np.float32]:
    """All answers side by side in the order of HEADS, not normalized. seen: (n, SIDE, SIDE)."""
    layer = _convolved(seen, values)
    answered = [_features(layer, values) @ values["heads"] + values["heads_bias"]]
    for columns, bias in zip(HALVES, np.split(values["half_bias"], 2), strict=True):
        half = np.maximum(layer[:, :, columns].reshape(len(seen), -1) @ values["half"] + bias, 0)
        answered.append(half @ values["digit"] + values["digit_bias"])
    return np.concatenate(answered, 1, dtype=np.float32)


def features(seen: Raster, values: Weights) -> NDArray[np.float32]:
    """Returns what the network makes of whole places before it names them, (n, HIDDEN), each of length 1: what looks alike
    to it has features that are alike."""
    found = _features(_convolved(seen, values), values)
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-6), np.float32)


def _convolved(seen: Raster, values: Weights) -> Raster:
    layer = seen[..., None]
    for i, (side, _) in enumerate(LAYERS):
        layer = np.maximum(patches(layer, side) @ values[f"conv{i}"] + values[f"bias{i}"], 0)
    return layer


def _features(layer: Raster, values: Weights) -> Raster:
    hidden: Raster = np.maximum(layer.reshape(len(layer), -1) @ values["hidden"] + values["hidden_bias"], 0)
    return hidden


def answers(raw: NDArray[np.float32], temperature: float) -> Answers:
    """Probabilities from what `logits` returns; a temperature above 1 makes them more cautious (Guo et al. 2017)."""
    parts = np.split(raw.astype(np.float64) / temperature, np.cumsum([*HEADS.values()])[:-1], -1)
    kind, only, circle, first, last = map(_softmax, parts)
    return Answers(kind, only, first, last, circle[..., 1])


def _softmax(values: NDArray[np.float64]) -> NDArray[np.float64]:
    exponents = np.exp(values - values.max(-1, keepdims=True))
    return np.asarray(exponents / exponents.sum(-1, keepdims=True))

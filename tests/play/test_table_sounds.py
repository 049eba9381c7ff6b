"""Sounds at a table: soft, short, without clicks, the same each time."""

from __future__ import annotations

import io
import wave
from array import array
from math import log10

import pytest

from rollwrite_desktop.play.table.table_sounds import LOUDEST, NAMES, RATE, samples, wave_file


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_soft_and_short_and_begins_and_ends_in_silence(name: str) -> None:
    made = array("h", samples(name))
    assert 0.1 * RATE < len(made) < 1.2 * RATE
    assert 0.05 * 32_767 < max(map(abs, made)) <= LOUDEST * 32_767 + 1
    assert made[0] == made[-1] == 0
    assert max(abs(after - before) for before, after in zip(made[-40:], made[-39:], strict=False)) < 200, "it dies away"
    assert abs(sum(made)) / len(made) < 40, "around zero"
    piece = RATE // 20
    loudest = max(sum(each * each for each in made[at : at + piece]) / piece for at in range(0, len(made), piece // 2))
    assert -33 < 10 * log10(loudest / 32_767**2) < -21, "none is lost beside the others"


def test_each_is_another_and_stands_whole_in_a_file() -> None:
    assert len({samples(name) for name in NAMES}) == len(NAMES) == 3
    for name in NAMES:
        with wave.open(io.BytesIO(wave_file(name))) as read:
            assert (read.getnchannels(), read.getsampwidth(), read.getframerate()) == (1, 2, RATE)
            assert array("h", read.readframes(read.getnframes())) == array("h", samples(name))

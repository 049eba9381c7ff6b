"""What ten corrections gain: digits of writers that no training saw, read before and after ten of them were corrected.

    python3 packaging/bench.py bench_hand [DATA [FIRST [LAST]]]

DATA: a folder as for `train_reading`. Each typeface that is held out, from number FIRST to LAST (7 to 13; by 0 to 6 it was
chosen how much corrections count), writes 110 numbers of one digit and as many of two, some of them circled. The first ten
doubtful ones among 50 are corrected, as someone would who is asked; the other 60 are read with that and without.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.reading.handwriting import Hand
from rollwrite_desktop.reading.marks import Alphabet, Mark, read_windows
from tests.bench.handwriting import HELD_OUT, NO_DATA, written
from tests.bench.handwriting import Hand as Writer
from tests.bench.handwriting import hands as writers
from tests.bench.handwriting import photographed as seen_by_a_camera

CORRECTED, BEFORE, AFTER = 10, 50, 60
SURE = 0.95


def numbers(writer: Writer, seed: int, length: int) -> tuple[list[Mark], list[str]]:
    """Numbers of a writer as they are read, and what they are."""
    rng = np.random.default_rng((99, seed))
    texts, windows = [], []
    for _ in range(BEFORE + AFTER):
        text = "".join(str(rng.integers(10)) for _ in range(length))
        texts.append(f"({text})" if rng.random() < 0.2 else text)
        windows.append(seen_by_a_camera(written(rng, writer, texts[-1], 64), rng))
    places = [Place(str(i), 0, 0, 10, 10) for i in range(len(texts))]
    may_hold = dict.fromkeys((place.name for place in places), Alphabet("0123456789", (length,), "X*", circled=True))
    return [*read_windows(np.stack(windows), np.ones(len(texts)), places, may_hold).values()], texts


def corrected(marks: Sequence[Mark], texts: Sequence[str]) -> Hand:
    """What is known of a hand after its first doubtful marks were corrected."""
    doubtful = [(mark, text) for mark, text in zip(marks, texts, strict=True) if mark.confidence < SURE]
    hand = Hand()
    for mark, text in doubtful[:CORRECTED]:
        hand = hand.taught(mark, text)
    return hand


def counted(marks: Sequence[Mark], texts: Sequence[str]) -> tuple[int, int, int]:
    """How many are wrong, asked, and wrong without being asked."""
    pairs = [(mark.text != text, mark.confidence < SURE) for mark, text in zip(marks, texts, strict=True)]
    missed = sum(wrong and not asked for wrong, asked in pairs)
    return sum(wrong for wrong, _ in pairs), sum(asked for _, asked in pairs), missed


def main(folder: str = "", first: str = "7", last: str = "13") -> int:
    """Measures the writers."""
    if not folder or not (Path(folder) / "mnist").is_dir():
        print(NO_DATA)
        return 1
    chosen = range(int(first), int(last) + 1)
    hands = writers("test", Path(folder))[-len(HELD_OUT):]
    for length, title in ((1, "one digit"), (2, "two digits")):
        before, after = np.zeros(3, int), np.zeros(3, int)
        for number in chosen:
            marks, texts = numbers(hands[number], number, length)
            hand = corrected(marks[:BEFORE], texts[:BEFORE])
            before += counted(marks[BEFORE:], texts[BEFORE:])
            after += counted(hand.read(marks[BEFORE:]), texts[BEFORE:])
        for when, (wrong, asked, missed) in (("before", before), (f"after {CORRECTED} corrections", after)):
            total = AFTER * len(chosen)
            print(f"{title}, {when}: {wrong} of {total} wrong, {asked} asked, {missed} wrong and not asked", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

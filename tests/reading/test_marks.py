"""Marks: what a place may hold, ink in uneven light, what reaches in from outside, and the weights of the program."""

from __future__ import annotations

import hashlib
import itertools

import numpy as np
import pytest
from msgspec.structs import replace

from rollwrite_desktop.paths import READING
from rollwrite_desktop.reading import marks as module
from rollwrite_desktop.reading.blank_sheets import SCALE, BlankSheet, Place
from rollwrite_desktop.reading.hidden import carried_on, lost_along
from rollwrite_desktop.reading.ink import PLACE, SIDE, WINDOW, centered
from rollwrite_desktop.reading.marks import Alphabet, Mark, closest_print, ink_windows, marks, read_windows
from rollwrite_desktop.reading.network import HEADS, KINDS, Answers, answers, logits, packed, unpacked, weights
from rollwrite_desktop.reading.pairs import parted
from rollwrite_desktop.reading.registration import Found, Mapping, Photo

HASH = "28a05b983bc577084c5b5e49acfd40af9350d0c23e21727339533dedd3e07c5a"
"""SHA-256 of the file of weights; another one needs the figures of bench_reading anew."""


def read_as(kind: str, digits: str = "", circle: float = 0.01, sure: float = 0.9) -> Answers:
    """What the network says of one place."""
    def spread(size: int, at: int) -> np.ndarray:  # type: ignore[type-arg]
        chances = np.full((1, size), (1 - sure) / (size - 1))
        chances[0, at] = sure
        return chances

    first, last = (int(digit) for digit in digits.rjust(2, "0"))
    return Answers(spread(len(KINDS), KINDS.index(kind)), spread(10, last), spread(10, first), spread(10, last),
                   np.array([circle]))


ONE = Alphabet("123456", (1,), "X", circled=True)
TWO = Alphabet("0123456789", (2,), "X*", circled=True)


@pytest.mark.parametrize(("answer", "alphabet", "text"), [
    (read_as("one", "4"), ONE, "4"), (read_as("one", "4", circle=0.97), ONE, "(4)"), (read_as("x"), ONE, "X"),
    (read_as("one", "9", sure=0.97), ONE, "9"), (read_as("two", "07"), TWO, "07"), (read_as("star", circle=0.9), TWO, "(*)"),
    (read_as("blank"), TWO, ""), (read_as("dash"), Alphabet("345678", (1,), "-"), "-"),
    (read_as("other"), Alphabet(crossed=True), "X"), (read_as("two", "41"), Alphabet("0123456789", (1, 2)), "41"),
])
def test_the_likeliest_mark_of_a_place(answer: Answers, alphabet: Alphabet, text: str) -> None:
    assert module._mark(answer, 0, True, alphabet, 1.0).text == text


def test_what_a_place_should_not_hold_is_read_with_less_confidence() -> None:
    usual, unusual = (module._mark(read_as("one", digit, sure=0.97), 0, True, ONE, 1.0) for digit in "49")
    assert usual.confidence > unusual.confidence
    assert module._mark(read_as("one", "9", sure=0.6), 0, True, ONE, 1.0).text != "9"


def test_what_cannot_be_written_down_is_doubtful() -> None:
    for answer in (read_as("other"), read_as("two", "34", sure=0.99)):
        assert module._mark(answer, 0, True, ONE, 1.0).confidence < 0.9


def test_others_are_told_and_what_is_not_on_the_photo_is_never_sure() -> None:
    mark = module._mark(read_as("one", "4", sure=0.7), 0, True, ONE, 1.0)
    assert 1 <= len(mark.others) <= module.MOST_OTHERS and mark.text not in mark.others
    assert module._mark(read_as("one", "4"), 0, True, ONE, 0.5).confidence == 0
    assert module._mark(read_as("one", "4"), 0, False, ONE, 1.0).text == ""


def sheet(ground: slice = slice(40 * SCALE, None)) -> BlankSheet:
    """A sheet with two boxes, half of it on a gray ground."""
    picture = np.full((60 * SCALE, 80 * SCALE, 3), 255, np.uint8)
    picture[:, ground] = 190
    for x in (20, 60):
        inner = slice(23 * SCALE, 37 * SCALE), slice((x - 7) * SCALE, (x + 7) * SCALE)
        picture[inner] = 255
        for edge in (inner[0].start, inner[0].stop):
            picture[edge - 1:edge + 1, inner[1]] = 30
        for edge in (inner[1].start, inner[1].stop):
            picture[inner[0], edge - 1:edge + 1] = 30
    squares = np.array([(2, 2), (78, 2), (78, 58), (2, 58)], float)
    places = (Place("A", 20, 30, 14, 14), Place("B", 60, 30, 14, 14))
    return BlankSheet("test", "test", picture, squares, 2, places, (80, 60), (0, 0))


def seen(blank: BlankSheet, stroke: float) -> tuple[Photo, Found]:
    """A photo of the sheet, 8 pixels a mm, with a vertical stroke in the first box, in light that falls to the right."""
    per_mm = 8
    y, x = np.mgrid[:60 * per_mm, :80 * per_mm]
    page = blank.picture[(y * SCALE // per_mm), (x * SCALE // per_mm), 0] / 255.0
    ink = (np.abs(x / per_mm - 20) < 0.4) & (np.abs(y / per_mm - 30) < 4)
    page = np.where(ink, page * (1 - stroke), page) ** 0.8
    light = 0.95 - 0.5 * x / x.max()
    rough = np.random.default_rng(1).normal(0, 0.01, page.shape)
    gray = (np.clip(page * light + rough, 0, 1) * 255).astype(np.uint8)
    matrix = np.array([[per_mm, 0, -0.5], [0, per_mm, -0.5], [0, 0, 1.0]])
    mapping = Mapping(matrix, blank.size, np.zeros((0, 2)))
    return Photo(np.repeat(gray[..., None], 3, 2)), Found(blank, mapping, 0.0)


@pytest.mark.parametrize("stroke", [0.75, 0.3])
def test_ink_is_what_the_blank_sheet_does_not_explain(stroke: float) -> None:
    windows, whole, _ = ink_windows(*seen(sheet(), stroke))
    inner = slice((WINDOW - PLACE) // 2 + 6, (WINDOW + PLACE) // 2 - 6)
    written, empty = (window[inner, inner] for window in windows)
    assert written.max() > 0.8
    assert empty.max() < 0.35
    assert list(whole) == [1, 1]
    _, inked = centered(windows, np.ones((2, 2)))
    assert list(inked) == [True, False]


def test_ink_is_carried_on_over_print_that_hides_it() -> None:
    """A sign that ran over the edge of its place fell apart there: 80 was read as 90."""
    dark, printed = np.zeros((2, 40, 40), np.float32), np.ones((2, 40, 40), np.float32)
    printed[:, 18:23] = 0.2  # the edge of a place
    dark[0, 8:33, 10:13] = dark[1, 8:18, 10:13] = 0.8  # one runs over it, and one ends there
    dark[:, 18:23] = 0.05
    whole, ends = carried_on(dark, printed, np.zeros(dark.shape, bool))
    assert whole[8:33, 11].min() > 0.7
    assert ends[:18, 11].max() > 0.7 > ends[21:, 11].max()
    assert max(whole[:, 30].max(), ends[:, 30].max()) < 0.1


def test_a_circle_along_the_edge_of_its_place_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes the printed edge wider; what is a little beside its place, or crosses the edge once, does not."""
    away = np.abs(np.arange(WINDOW) - (WINDOW - 1) / 2)
    far = np.maximum(away[:, None], away)
    edge = np.abs(far - PLACE / 2)
    printed = np.where(edge < 4, 0.2, 1)[None].repeat(6, 0).astype(np.float32)
    over, dark = np.zeros((2, 6, WINDOW, WINDOW), np.float32)
    over[1][edge < 2.5] = 0.8
    over[2, 20:30, 20:78] = dark[2, 20:30, 20:78] = 0.8  # it is seen
    over[3, 45:50, :48] = 0.8
    over[4][(far > PLACE / 2) & (edge < 2)], over[4][(far < PLACE / 2) & (edge < 2)] = 0.5, -0.5
    along = lost_along(over, dark, printed, np.zeros(over.shape, bool))
    assert [*(along > module.OVERLOOKED)] == [False, True, *[False] * 4]
    blank = sheet()
    places = {place.name: place for place in blank.places}
    monkeypatch.setattr(module, "ink_windows", lambda *_: (None, None, along[:2]))
    monkeypatch.setattr(module, "read_windows", lambda *_: dict.fromkeys(places, Mark("37", 0.99, ("31",))))
    plain, asked = marks(*seen(blank, 0.5), dict.fromkeys(places, TWO)).values()
    assert plain == Mark("37", 0.99, ("31",))
    assert asked == Mark("37", module.HALF_SURE, ("(37)", "31"))
    assert module._maybe_more(Mark("(37)", 0.99), TWO).confidence == 0.99
    assert module._maybe_more(Mark("", 0.99), TWO) == Mark("", module.HALF_SURE)
    assert module._maybe_more(Mark("X", 0.99), Alphabet(crossed=True)).confidence == 0.99


def test_the_print_that_was_photographed_is_chosen() -> None:
    blank, other = sheet(), sheet(slice(0, 40 * SCALE))
    photo, found = seen(blank, 0.5)
    assert closest_print(photo, found, [other, blank]).blank is blank
    assert closest_print(photo, replace(found, blank=other), [blank, other]).blank is blank


def test_what_reaches_in_from_a_neighbor_is_left_out_and_signs_are_as_large_as_they_can_be() -> None:
    windows = np.zeros((2, WINDOW, WINDOW), np.float32)
    windows[0, 40:60, 44:48] = windows[1, 20:80, 40:52] = 1
    windows[:, :, 1:4] = 1
    pictures, inked = centered(windows, np.ones((2, 2)))
    assert list(inked) == [True, True]
    for picture in pictures:
        rows, columns = np.nonzero(picture > 0.5)
        assert 0.6 * SIDE < np.ptp(rows) < SIDE
        assert np.ptp(columns) < SIDE // 2


def test_without_ink_nothing_is_read() -> None:
    blank = sheet()
    photo, found = seen(blank, 0.0)
    read = marks(photo, found, dict.fromkeys("AB", ONE))
    assert {name: mark.text for name, mark in read.items()} == {"A": "", "B": ""}
    assert all(mark.confidence > 0.9 for mark in read.values())


def test_doubt_grows_with_noise() -> None:
    """A crossed box is as dark as it was, but in heavy noise nobody knows what is seen."""
    step = np.abs(np.subtract.outer(np.arange(WINDOW), np.arange(WINDOW)))
    cross = ((step < 5) | (step[:, ::-1] < 5)).astype(np.float32)
    cross[:20] = cross[-20:] = cross[:, :20] = cross[:, -20:] = 0
    windows, rng = np.stack([cross, np.zeros_like(cross)]), np.random.default_rng(4)
    noise = rng.normal(0, 1, windows.shape)
    places = (Place("A", 0, 0, 10, 10), Place("B", 0, 0, 10, 10))
    sure = []
    for strong in (0.05, 0.26, 0.34, 0.45):
        read = read_windows((windows + strong * noise).astype(np.float32), np.ones(2), places, {
            "A": Alphabet(crossed=True), "B": Alphabet(crossed=True)})
        sure.append([mark.confidence for mark in read.values()])
        assert strong > 0.3 or [mark.text for mark in read.values()] == ["X", ""]
    assert min(sure[0]) > 0.99
    assert all((np.array(late) <= early).all() for early, late in itertools.pairwise(sure))
    assert max(*sure[1], *sure[2]) < 0.95
    assert max(sure[-1]) < 0.3


@pytest.mark.parametrize("circled", [False, True])
def test_a_pair_is_cut_where_the_least_ink_is(circled: bool) -> None:
    y, x = np.mgrid[:WINDOW, :WINDOW]
    pair = (np.abs(y - 48) < 14) & ((np.abs(x - 38) < 3) | (np.abs(x - 56) < 3))
    pair[60:62, 38:57] = True  # they touch
    if circled:
        pair |= np.abs(np.hypot(x - 47, y - 48) - 28) < 2
    (parts,) = parted(pair[None].astype(np.float32), np.ones((1, 2)), np.array([circled]))
    left, right = parts[0]
    for part in (left, right):
        columns, rows = np.flatnonzero((part > 0.5).sum(0) > 0.6 * SIDE / 1.2), np.flatnonzero((part > 0.5).any(1))
        assert 3 <= np.ptp(columns) + 1 <= 12
        assert np.ptp(rows) > 0.7 * SIDE
    alone = parted(np.zeros((1, WINDOW, WINDOW), np.float32), np.ones((1, 2)), np.array([circled]))
    assert not alone.any()


def test_the_weights_are_those_that_were_measured() -> None:
    data = READING.read_bytes()
    assert hashlib.sha256(data).hexdigest() == HASH
    assert len(data) <= 400_000
    assert packed(weights()) == data
    with pytest.raises(ValueError, match="expected"):
        unpacked(data[:-2])


def test_answers_are_probabilities_and_caution_lowers_them() -> None:
    pictures = np.random.default_rng(1).random((3, SIDE, SIDE)).astype(np.float32)
    raw = logits(pictures, weights())
    assert raw.shape == (3, sum(HEADS.values()))
    sharp, cautious = (answers(raw, temperature) for temperature in (1.0, 3.0))
    for answer in (sharp, cautious):
        for part in (answer.kind, answer.only, answer.first, answer.last):
            assert part.sum(1) == pytest.approx(np.ones(3))
    assert (cautious.kind.max(1) <= sharp.kind.max(1)).all()

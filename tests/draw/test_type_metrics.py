"""Widths, fitting and what can be set at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.draw.display import Face
from rollwrite_desktop.draw.type_metrics import (
    ELLIPSIS,
    ascent,
    cap_height,
    covering,
    covers,
    descent,
    fit,
    metrics,
    missing,
    printable,
    replaced,
    width,
    wrapped,
    x_height,
)

FACES: tuple[Face, ...] = ("text", "bold", "hand")
NEEDED = "".join(chr(code) for code in (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x149), *range(0x14A, 0x180)))


@pytest.mark.parametrize("face", FACES)
def test_latin_is_covered(face: Face) -> None:
    assert missing("áéíóúüñÁÉÍÓÚÜÑ¿¡ ÄÖÜäöüß çğışřžłő ×–—…“”‘’€", face) == ""


@pytest.mark.parametrize("face", ("text", "bold"))
def test_print_covers_names_arrows_and_signs(face: Face) -> None:
    assert missing(NEEDED + "→←↑↓↔≤≥≠−★☆✓✗ Ελένη Юлия", face) == ""


@pytest.mark.parametrize("face", ("text", "bold"))
def test_printed_numerals_are_tabular(face: Face) -> None:
    assert len({width(digit, face, 10) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("face", FACES)
def test_heights_are_in_their_natural_order(face: Face) -> None:
    assert 0 < x_height(face, 10) < cap_height(face, 10) < ascent(face, 10)
    assert 0 < descent(face, 10) < cap_height(face, 10)


def test_the_typefaces_are_there_with_their_licenses() -> None:
    for face in FACES:
        assert metrics(face).file.is_file()
    for file in ("OFL-text.txt", "OFL-hand.txt"):
        text = (metrics("text").file.parent / file).read_text(encoding="utf-8")
        assert text.startswith("Copyright") and "SIL OPEN FONT LICENSE" in text


def test_what_is_missing_is_named_once_and_spelled_as_a_question_mark() -> None:
    assert missing("日本 ★ 日", "text") == "日本"
    assert printable("日本 ★ 日", "text") == "?? ★ ?"
    assert covers("Jose\u0301", "hand") and printable("Jose\u0301", "hand") == "José"
    assert printable("a\nb\u200b\tc", "text") == "abc"


def test_a_letter_that_a_face_lacks_is_set_with_the_most_of_its_accents() -> None:
    assert printable("Đắk Lắk, Phú Thọ, Huế", "text") == "Đăk Lăk, Phú Tho, Huê"
    assert missing("Huế 日?", "text") == "ế日" and replaced("Huế 日?", "text") == "日"


def test_another_face_helps_only_if_it_lacks_less() -> None:
    assert covering("José", "hand") == "hand"
    assert covering("Юлия", "hand") == "text"
    assert covering("日本", "hand") == "hand"


@given(st.text(max_size=40), st.sampled_from(FACES), st.floats(4, 30), st.floats(0, 200))
def test_what_is_fitted_fits(text: str, face: Face, size: float, room: float) -> None:
    shown, shown_size = fit(text, face, size, room)
    assert width(shown, face, shown_size) <= room + 1e-6
    assert 0.7 * size - 1e-9 <= shown_size <= size


def test_fitting_shrinks_first_and_shortens_last() -> None:
    wide = width("Massachusetts", "text", 10)
    assert fit("Massachusetts", "text", 10, wide) == ("Massachusetts", 10)
    assert fit("Massachusetts", "text", 10, 0.8 * wide) == ("Massachusetts", pytest.approx(8))
    short, size = fit("Massachusetts", "text", 10, 0.4 * wide)
    assert short.startswith("Mass") and short.endswith(ELLIPSIS) and size == pytest.approx(7)
    assert fit("Massachusetts", "text", 10, 0.1) == ("", pytest.approx(7))


@given(st.text(alphabet="ab ñ日", max_size=60), st.floats(20, 120), st.integers(1, 3))
def test_broken_lines_fit_and_lose_nothing_unless_they_say_so(text: str, room: float, most: int) -> None:
    rows = wrapped(text, "text", 8, room, most)
    assert len(rows) <= most
    assert all(width(row, "text", 8) <= room + 1e-6 for row in rows)
    if not any(row.endswith(ELLIPSIS) for row in rows):
        assert " ".join(rows).split() == text.split()


@pytest.mark.parametrize("room", range(50, 140, 10))
def test_no_line_begins_with_punctuation_that_stands_apart(room: int) -> None:
    text = "Trois manches : six « Stop ! » ou neuf ; et toi ? Oui."
    rows = wrapped(text, "text", 9, room, 30)
    assert not any(row[0] in ":;?!»" or row[-1] == "«" for row in rows) and " ".join(rows) == text

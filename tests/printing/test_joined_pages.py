"""The two pages of large print become one paper where it is sure which ones belong together, and nowhere else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.printing.photos.joined_pages import Found, Halves, alone, joined
from rollwrite_desktop.printing.photos.photo_pile import Reading
from rollwrite_desktop.printing.photos.read_photos import ReadSheet, Unread
from rollwrite_desktop.reading.marks import Mark
from tests.printing.read_sheets import read_sheet

MARKS = {"CA": Mark("1", 0.99), "FL": Mark("4", 0.7, ("9",))}
"""What is on the first page, and on the second."""
WHOLE = read_sheet("rolling_america", MARKS)
SPOTS = "CA", "FL"


def half(name: str) -> Found:
    """`1A` is the first page of sheet A, `2a` the second one with the name of its player, `-` anything else."""
    if name == "-":
        return Unread("-", 1, "blurred")
    number, player = int(name[0]), name[1] if name[1].islower() else ""
    spot = SPOTS[number - 1]
    assert WHOLE.flat is not None
    flat = replace(WHOLE.flat, places=tuple(place for place in WHOLE.flat.places if place.name == spot))
    return replace(WHOLE, photo=name, marks={spot: WHOLE.marks[spot]}, half=number, player=player, flat=flat)


@pytest.mark.parametrize(("came", "made"), [
    ("1A 2A", "1A+2A"), ("2A 1A", "1A+2A"), ("1A 2A 1B 2B", "1A+2A 1B+2B"), ("2A 1A 2B 1B", "1A+2A 1B+2B"),
    ("1A 2A 2B 1C 2C", "1A 2A 2B 1C 2C"),  # the first page of B was forgotten
    ("2A 1A 2B 1B 1C", "2A 1A 2B 1B 1C"),
    ("1A - - 2B", "1A - - 2B"), ("1A 2A - 1B 2B", "1A+2A - 1B+2B"),
    ("1a 1b 2b 2a", "1a+2a 1b+2b"), ("1a 2b", "1a 2b"), ("1a 2B", "1a+2B"), ("1a 2a 2a", "1a 2a 2a"), ("1A", "1A"),
])
def test_pages_are_joined_where_nothing_else_can_be_meant(came: str, made: str) -> None:
    assert [each.photo.replace(" ", "") for each in joined(map(half, came.split()))] == made.split()


def test_a_sheet_of_two_pages_is_asked_and_shown_as_one() -> None:
    one, other = half("1A"), half("2A")
    (sheet,) = joined([one, other])
    assert isinstance(sheet, ReadSheet) and sheet.half == 0
    assert dict(sheet.paper.spaces) == {"CA": "1", "FL": "4"}
    assert [doubt.where for doubt in sheet.doubtful] == ["FL"]
    places = Reading(sheet).places
    assert isinstance(other, ReadSheet) and other.flat is not None
    assert places["CA"].x < Reading(other).places["FL"].x < places["FL"].x


def test_a_page_that_comes_later_joins_the_one_that_was_alone() -> None:
    halves = Halves()
    assert halves.take([half("1A"), WHOLE]) == [WHOLE]
    ((told,), _) = halves.end()
    assert isinstance(told, Unread) and told.why.startswith("Only page 1 of the two pages")
    assert not halves.take([half("2A")])
    ((sheet,), withdrawn) = halves.end()
    assert isinstance(sheet, ReadSheet) and sheet.photo == "1A + 2A" and withdrawn == [told]
    halves.take([half("1A"), half("1B")])
    halves.end()
    halves.take([half("2B")])
    assert halves.end() == ([alone(half("2B"))], []), "it may belong to either"  # type: ignore[arg-type]

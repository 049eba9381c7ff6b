"""JSON that is nested too deeply is refused at the same depth everywhere, and how deep it is is found a second way."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.core.audit import NotAPaper
from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.intake import decks, sessions
from rollwrite_desktop.intake.geodata import NotMapData, layers
from rollwrite_desktop.intake.journals import NotAJournal, parse
from rollwrite_desktop.intake.json_files import MAX_DEPTH, Decoder, TooDeep, depth, whole_part
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.intake.settings import NotSettings, read_each
from rollwrite_desktop.sheet.load import NotASheet, loads

TEXTS = st.text('[]{}"\\aß\u2028', max_size=8)
VALUES = st.recursive(
    st.none() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12,
)


def nested(value: Any) -> int:
    """How deep lists and objects lie within each other."""
    if isinstance(value, dict):
        value = [*value.values()]
    return 1 + max(map(nested, value), default=0) if isinstance(value, list) else 0


@given(VALUES, st.booleans(), st.booleans())
def test_the_depth_of_json(value: Any, plain: bool, wide: bool) -> None:
    assert depth(json.dumps(value, ensure_ascii=plain, indent=1 if wide else None).encode()) == nested(value)


@pytest.mark.parametrize(
    ("before", "after"), [("[", "]"), ('{"a":', "}"), ('[[],{"[":"]"},', "]")], ids=["lists", "objects", "both"],
)
def test_one_more_is_too_many(before: str, after: str) -> None:
    most = before * (MAX_DEPTH - 1) + "[]" + after * (MAX_DEPTH - 1)
    decoder = Decoder(msgspec.Raw)
    assert decoder.decode(most.encode())
    with pytest.raises(TooDeep):
        decoder.decode((before + most + after).encode())


def test_brackets_in_texts_and_beside_each_other_are_not_deep() -> None:
    flat = [["[" * 500, '\\"[{' * 500, "\\"]] * 500
    assert Decoder(list[list[str]]).decode(json.dumps(flat).encode()) == flat


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize(("read_one", "before", "error"), [
    (lambda data: parse(data + b"\n", "x"), b'{"journal":1,"x":', NotAJournal),
    (lambda data: read_paper(data, "x"), b'{"paper":1,"game":"toy","x":', NotAPaper),
    (lambda data: loads(data, "x"), b'{"sheet":1,"x":', NotASheet),
    (lambda data: sessions.parse(data, "x"), b'{"x":', sessions.NotASession),
    (lambda data: decks.parse(data, "x"), b'{"deck":1,"positions":[],"x":', decks.NotADeck),
    (lambda data: layers(data, "x"), b'{"type":"Polygon","x":', NotMapData),
], ids=["journal", "paper", "sheet", "session", "deck", "map"])
def test_every_reader_says_so(read_one: Any, before: bytes, error: type[NotReadable], closed: bool) -> None:
    """Also in a part that it does not know."""
    for mark in (b"", BOM_UTF8):
        with pytest.raises(error, match="nested too deeply"):
            read_one(mark + before + b"[" * MAX_DEPTH + (b"]" * MAX_DEPTH + b"}") * closed)


def test_settings_lose_only_the_value_that_is_too_deep() -> None:
    """Unless it is deeper than anything can be skipped."""
    before, after = b'{"settings": 1, "values": {"preferences/theme": "dark", "last/names": ', b"}}"
    values, bad = read_each(before + b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1) + after)
    assert values == {"preferences/theme": b'"dark"'} and bad == {"last/names"}
    for closing in (b"", b"]" * 100_000 + after):
        with pytest.raises(NotSettings, match="nested too deeply"):
            read_each(before + b"[" * 100_000 + closing)


def beginning(whole: Any, part: Any, *, last: bool = True) -> bool:
    """Whether a value is the beginning of another: its lists and objects end earlier, and only the last of what is left does
    so again."""
    if isinstance(whole, dict) and isinstance(part, dict):
        whole, part = [[key, value] for key, value in whole.items()], [[key, value] for key, value in part.items()]
    if not last or not isinstance(whole, list) or not isinstance(part, list):
        return bool(whole == part)
    return len(part) <= len(whole) and all(
        beginning(one, other, last=n == len(part)) for n, (one, other) in enumerate(zip(whole, part, strict=False), 1)
    )


@given(st.lists(VALUES, max_size=4), st.sampled_from([b"", b"\xff", b"\x01", b"x"]), st.data())
def test_of_damaged_json_the_beginning_is_whole(value: list[Any], bad: bytes, data: st.DataObject) -> None:
    """Found a second way: what is left is no other value than the one that was written, and the last item that had ended
    before the damage is among it."""
    text = json.dumps(value, ensure_ascii=False).encode()
    at = data.draw(st.integers(1, len(text)))
    found = whole_part(text[:at] + bad)
    assert isinstance(found, list) and beginning(value, found)
    ended = [n for n in range(len(value)) if len(json.dumps(value[: n + 1], ensure_ascii=False).encode()) <= at]
    assert len(found) >= len(ended)


@pytest.mark.parametrize("bad", [b"", b"\xff", b"[" * (2 * MAX_DEPTH), b'{"a":' * 50_000, b"}", b'"half', b"\0" * 9])
def test_where_nothing_is_whole_there_is_nothing(bad: bytes) -> None:
    assert whole_part(bad) in (None, {}) or depth(bad) > 1


def test_a_mark_before_json_is_skipped() -> None:
    """Once, and as far as the JSON is whole."""
    assert Decoder(Any).decode(BOM_UTF8 + b"[1]") == whole_part(BOM_UTF8 + b"[1,") == [1]
    with pytest.raises(msgspec.DecodeError):
        Decoder(Any).decode(2 * BOM_UTF8 + b"[1]")

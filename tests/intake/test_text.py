"""Text from outside where it leaves: spreadsheets, tool tips, messages; and what decoders say, in our words."""

from __future__ import annotations

import csv
import io
import tomllib
from enum import StrEnum
from typing import Annotated

import msgspec
import pytest

from rollwrite_desktop.intake.errors import why
from rollwrite_desktop.intake.text import csv_cell, each_line, tool_tip

FORMULAS = ("=1+1", " =1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\n=1", "＝1+1", "Ann;=1+1;", "Ann; -1", "a;b;@x")


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_begins_with_a_formula(text: str) -> None:
    """Nor a cell of a program that parts cells at semicolons."""
    line = io.StringIO()
    csv.writer(line).writerow(("x", csv_cell(text), "y"))
    for parted in (",", ";"):
        for cell in next(csv.reader([line.getvalue()], delimiter=parted)):
            assert not cell.lstrip().startswith(("=", "+", "-", "@", "＝")), (parted, cell)


@pytest.mark.parametrize("text", ["-", "+", "Ann", "Ann; Bo", "a-b", "–"])
def test_a_cell_without_a_formula_stays(text: str) -> None:
    assert csv_cell(text) == text


def test_a_tool_tip_holds_no_markup_and_turns_no_writing_around() -> None:
    assert tool_tip("Delete <h1>Free</h1>\nnow") == "<qt>Delete &lt;h1&gt;Free&lt;/h1&gt;<br>now</qt>"
    assert tool_tip("Ann\u202e (2)\nBo") == each_line("Ann\u202e (2)\nBo") == "Ann (2)\nBo"


class _Kind(StrEnum):
    A = "a"


class _Thing(msgspec.Struct):
    kind: _Kind = _Kind.A
    n: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    m: int = 0
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=3)] = "x"
    rows: Annotated[tuple[int, ...], msgspec.Meta(max_length=2)] = ()
    inner: tuple[_Kind, ...] = ()


@pytest.mark.parametrize("data, said", [
    (b'{"kind": "b"}', "kind: “b” doesn’t belong there"),
    (b'{"n": 6}', "n: it must be at most 5"),
    (b'{"n": -1}', "n: it must be at least 0"),
    (b'{"m": 1%s}' % (b"0" * 5_000), "m: the number is too large"),
    (b'{"name": "long"}', "name: it has more than 3 characters"),
    (b'{"name": ""}', "name: it is too short"),
    (b'{"rows": [1, 2, 3]}', "rows: it has more than 2 entries"),
    (b'{"inner": ["a", "z"]}', "inner[1]: “z” doesn’t belong there"),
    (b'{"n": 1', "it ends too early"),
    (b'{"name": "\xff"}', "it is not text from byte 0 on"),
    (b"{n}", "no JSON from byte 1 on"),
])
def test_what_decoders_say_is_said_in_our_words(data: bytes, said: str) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as caught:
        msgspec.json.decode(data, type=_Thing)
    assert why(caught.value) == said


def test_broken_toml_is_said_with_its_place() -> None:
    for text, said in (("a = 1\nb = ]", "no TOML at line 2, column 5"), ('a = "x', "it ends too early")):
        with pytest.raises(tomllib.TOMLDecodeError) as caught:
            tomllib.loads(text)
        assert why(caught.value) == said

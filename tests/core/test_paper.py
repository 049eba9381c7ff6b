"""The paper file and the report: what is written comes back, anything else is NotAPaper with one clear sentence."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, NotAPaper, Paper, Report, Unchecked, needed, report_json, write_paper
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.intake.papers import MAX_BYTES, read_paper

SAMPLE = {
    "paper": 1, "game": "rolling_america", "sheet": "rolling_america_usa", "options": {}, "player": "Ann",
    "spaces": {"TX": "3", "OK": "(4)", "WY": "X"}, "boxes": {"rounds": 8, "change": 2, "guard": 1, "dupe": 3},
    "rolls": ["blue 4, wild 2", "red 1, green 6"], "claimed": 7,
}


def test_the_example_of_formats_is_read() -> None:
    paper = read_paper(json.dumps(SAMPLE).encode(), "x")
    assert paper.spaces["OK"] == "(4)" and paper.boxes["guard"] == 1 and paper.claimed == 7
    assert read_paper(write_paper(paper), "x") == paper
    assert write_paper(paper).endswith(b"\n")


def test_absent_is_not_empty() -> None:
    bare = read_paper(b'{"paper": 1, "game": "g"}', "x")
    assert bare.rolls is None and bare.claimed is None and bare.boxes == {}
    assert read_paper(b'{"paper": 1, "game": "g", "rolls": []}', "x").rolls == []


words = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=6)


@given(st.builds(
    Paper, game=words, sheet=words, player=words, options=st.dictionaries(words, words, max_size=2),
    spaces=st.dictionaries(words, words, max_size=4), boxes=st.dictionaries(
        words, st.integers(-(2**40), 2**40) | st.booleans() | words, max_size=4),
    rolls=st.none() | st.lists(words, max_size=3),
    claimed=st.none() | st.integers(0, 99) | st.dictionaries(words, st.integers(0, 9)),
))
def test_any_paper_comes_back(paper: Paper) -> None:
    again = read_paper(write_paper(paper), "x")
    assert again == paper
    assert {k: type(v) for k, v in again.boxes.items()} == {k: type(v) for k, v in paper.boxes.items()}


def sample_with(**changes: object) -> bytes:
    return json.dumps(SAMPLE | changes).encode()


BAD = {
    "empty": b"",
    "NUL": b"\0" * 20,
    "not JSON": b"paper",
    "a list": b"[1]",
    "no paper key": json.dumps({k: v for k, v in SAMPLE.items() if k != "paper"}).encode(),
    "format 2": sample_with(paper=2),
    "format true": sample_with(paper=True),
    "format as text": sample_with(paper="1"),
    "no game": json.dumps({k: v for k, v in SAMPLE.items() if k != "game"}).encode(),
    "unknown key": sample_with(sheets=3),
    "spaces as list": sample_with(spaces=["TX"]),
    "a digit as number": sample_with(spaces={"TX": 3}),
    "null in a space": sample_with(spaces={"TX": None}),
    "box as fraction": sample_with(boxes={"guard": 1.5}),
    "box as list": sample_with(boxes={"guard": [1]}),
    "huge box": b'{"paper":1,"game":"g","boxes":{"guard":' + b"9" * 6_000 + b"}}",
    "huge claim": b'{"paper":1,"game":"g","claimed":' + b"9" * 6_000 + b"}",
    "claimed true": sample_with(claimed=True),
    "roll as number": sample_with(rolls=[4]),
    "two values": sample_with() + sample_with(),
    "cut": sample_with()[:-1],
    "invalid UTF-8": b'{"paper":1,"game":"\xff"}',
    "half a surrogate": b'{"paper":1,"game":"\\udc80"}',
    "UTF-16": json.dumps(SAMPLE).encode("utf-16"),
    "deep": b'{"paper":1,"game":"g","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep spaces": b'{"paper":1,"game":"g","spaces":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}",
    "large": b" " * (MAX_BYTES + 1),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_is_no_paper(data: bytes) -> None:
    with pytest.raises(NotAPaper) as caught:
        read_paper(data, "sheet.json")
    message = str(caught.value)
    assert message.startswith("sheet.json: ") and "\n" not in message and len(message) < 400
    message.encode()


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(NotAPaper, match=r"^x: ") as caught:
        read_paper(data, "x")
    str(caught.value).encode()


@given(st.data())
def test_any_damage(data: st.DataObject) -> None:
    damaged = bytearray(sample_with())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged)))
        damaged[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    try:
        paper = read_paper(bytes(damaged), "x")
    except NotAPaper:
        return
    assert read_paper(write_paper(paper), "x") == paper


def test_names_leave_the_sentences_around_them_as_they_are() -> None:
    """Those of a file from elsewhere may hold line ends and changes of direction."""
    data = {"paper": 1, "game": "x", "player": "\u202eAnn\n <b>", "players": ["\0", "Bo\u2028"], "claimed": "Bo\u2028"}
    read = read_paper(json.dumps(data).encode(), "x", {"x": ScorePaper})
    assert isinstance(read, ScorePaper)
    assert (read.player, read.players, read.claimed) == ("Ann <b>", ["", "Bo"], "Bo")


def test_the_same_mistake_made_several_times_is_told_once() -> None:
    """In reports it stands as often as it was made: one finding for each mistake."""
    box = Finding("broken", "T-1", {"n": 3}, ("box:x",), 1, "T-3", {"n": 1}, 2)
    others = Finding("broken", "T-1", {"n": 2}, ("box:x",), 1), Finding("broken", "T-1", {"n": 3}, ("box:y",), 1)
    report = Report((box, others[0], box, others[1], box), (), None)
    assert len(report.findings) == 5 and report.mistakes == 5
    assert report.distinct == (replace(box, cost=3, effect=6), *others)


def test_a_report() -> None:
    book = {"T-1": "{a} and {b} quarrel.", "T-2": "Say {n}.", "T-3": "Circle {a}."}
    broken = Finding("broken", "T-1", {"a": "OH", "b": "IN"}, ("OH", "IN"), 1, "T-3", {"a": "OH"})
    unproved = Finding("unproved", "T-2", {"n": 3})
    unchecked = Unchecked("T-9", "rolls"), Unchecked("T-1", "rolls", "who quarrels", rest=True)
    report = Report((broken, unproved), (("Xs", 7), ("mistakes", 1)), 7, unchecked)
    assert needed(report) == {"rolls": ["T-9"], "missing": ["the rest of T-1 (who quarrels)"]}
    assert report.verdict == "broken" and report.mistakes == 1 and report.total == 8
    assert Report((unproved,), (), None).verdict == "unproved"
    assert Report((), (), None).verdict == "clean"
    assert report_json(report, book) == {
        "verdict": "broken", "play": "illegal", "sums": "right", "mistakes": 1,
        "findings": [
            {"verdict": "broken", "rule": "T-1", "message": "OH and IN quarrel.", "where": ["IN", "OH"], "cost": 1,
             "repair": "Circle OH."},
            {"verdict": "unproved", "rule": "T-2", "message": "Say 3.", "where": [], "cost": 0},
        ],
        "score": {"total": 8, "parts": {"Xs": 7, "mistakes": 1}}, "claimed": 7,
        "unchecked": [{"rule": "T-9", "needs": "rolls"}, {"rule": "T-1", "needs": "rolls", "partly": True}],
    }
    msgspec.json.encode(report_json(report, book))

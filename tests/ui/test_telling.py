"""What is told after an act: slot by slot, whole messages only, and in short where somebody prefers that."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.telling import Announcement, Announcer, Request, in_a_row

LESSON = "No number fits beside a 1 but 1 and 2. So keep a 1 away from empty areas: Florida has 2 beside it."


@pytest.fixture(autouse=True)
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accessible, "announce", lambda _: None)


def heard(announcer: Announcer, *record: str, request: Request, advice: str = "", asked: bool = False) -> Announcement:
    """What is told now; the next one is what is new since."""
    found = announcer.announcement(record, request, advice, asked)
    announcer.update(record, request, advice, asked=asked)
    return found


def test_the_slots_come_in_their_order() -> None:
    announcer = Announcer()
    begun = heard(announcer, "Rolled: 1", request=Request("Write 1", opening="Blank. Round 1."), advice=LESSON)
    assert begun == Announcement("Blank. Round 1.", (), "Write 1", LESSON)
    after = heard(announcer, "Rolled: 1", "Ann: 1 in Ohio", "Ann: Orange skipped", request=Request("Roll again", "Yes; no."))
    assert after == Announcement("Ann: 1 in Ohio, Orange skipped", (), "Roll again Yes; no.", "")
    assert after.words == "Ann: 1 in Ohio, Orange skipped. Roll again Yes; no."
    back = heard(announcer, "Rolled: 1", request=Request("Write 1"))
    assert back.words.endswith(". Write 1.") and not back.consequence


@pytest.mark.parametrize(("sentence", "left"), [
    ("Ann · Write 3", "Write 3"), ("Bo · Write 3", "Bo · Write 3"), ("Orange skipped. Roll again", "Roll again"),
])
def test_nothing_is_told_twice(sentence: str, left: str) -> None:
    announcer = Announcer()
    heard(announcer, request=Request("Roll"))
    assert heard(announcer, "Ann: 1 in Ohio", "Ann: Orange skipped", request=Request(sentence)).prompt == left
    assert heard(announcer, "Ann: 1 in Ohio", "Ann: Orange skipped", request=Request(sentence)) == Announcement()


def test_what_one_player_did_in_a_row_has_the_name_once() -> None:
    lines = ("Rolled: 1 2", "Bo: to Utah", "Bo: to Iowa", "Ann : to Ohio", "Ann : to Iowa", "Ann : to Iowa", "Ann is done")
    assert in_a_row(lines) == ("Rolled: 1 2", "Bo: to Utah, to Iowa", "Ann : to Ohio, to Iowa, to Iowa", "Ann is done")
    assert in_a_row(()) == ()


@pytest.mark.parametrize("transcript", sorted(Path(__file__).parent.rglob("transcripts/*.txt")), ids=lambda path: path.stem)
def test_nobody_hears_a_thing_twice_in_a_row(transcript: Path) -> None:
    """A sentence, what is to be done before its key, and what the focus tells of the place that it comes to."""
    before = ""
    for line in transcript.read_text("utf-8").splitlines():
        told = line.strip()
        if line.startswith("    ") and not told.startswith("|"):
            sentences = re.split(r"(?<=[.!?]) ", told.removeprefix("! "))
            assert len({*sentences}) == len(sentences), told
            for one, other in itertools.pairwise(sentences):
                action, colon, _ = other.partition(": ")
                assert not (colon and one.lower().rstrip(".").endswith(action.lower())), told
            if told.startswith("→ "):
                assert not (before and before.rstrip(".") == told.removeprefix("→ ").partition(" (")[0]), told
        before = told if line.startswith("    ") else ""


def test_advice_is_told_whole_or_not_at_all() -> None:
    announcer = Announcer()
    heard(announcer, request=Request("Write 1"), advice=LESSON)
    other = LESSON.replace("Florida", "Maine")
    assert heard(announcer, request=Request("Write 1"), advice=other).advice == other
    assert heard(announcer, request=Request("Write 1"), advice=LESSON).advice == ""
    assert heard(announcer, request=Request("Write 1"), advice=other, asked=True).advice == other


def test_in_short_what_was_not_asked_for_is_left_out() -> None:
    announcer = Announcer(full=False)
    request = Request("Which row?", "Upper, key 1; lower, key 2.", "It goes on to 2.")
    assert heard(announcer, request=request, advice=LESSON) == Announcement("", (), "Which row? It goes on to 2.", "")
    assert heard(announcer, request=request, advice="Write 4 in d4", asked=True).advice == "Write 4 in d4"


def test_the_keys_for_what_is_asked_are_told_once_and_to_whoever_asks() -> None:
    announcer = Announcer()
    request = Request("Roll", controls=("Roll: Ctrl+R.",), tips=("F9 lists the dice.",))
    assert heard(announcer, request=request).prompt == "Roll Roll: Ctrl+R. F9 lists the dice."
    assert heard(announcer, request=Request("Roll again", controls=request.controls)).prompt == "Roll again"
    assert request.repeated == "Roll Roll: Ctrl+R."
    assert heard(Announcer(full=False), request=request).prompt == "Roll"


def test_what_a_sheet_scores_is_told_once_it_is_another_score() -> None:
    announcer, lines = Announcer(), ("Ann: 1 in Ohio", "Ann: X in Iowa")
    none, request, told = ("p1", "0 Xs so far"), Request("Write"), []
    for n, score in ((0, none), (1, none), (2, ("p1", "1 X so far")), (0, none), (1, ("p2", "4 Xs so far"))):
        told.append(announcer.announcement(lines[:n], request, "", asked=False, score=score).consequence)
        announcer.update(lines[:n], request, score=score)
    assert told == [(), (), ("1 X so far",), ("0 Xs so far",), ()]

"""A reviewed turn in words and on the sheet."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.draw.display import Shape, Text
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.gamekit.value_tables import reviewed_errors
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.game_review import Candidate, Review, TurnResult
from rollwrite_desktop.play.review.review_view import (
    choices,
    drawn,
    flag_marks,
    headline,
    luck_text,
    marked,
    part_with,
    pieces,
    rating,
    reasons,
    signed,
    summary,
    told_apart,
)
from rollwrite_desktop.printing.reports import review_pages
from rollwrite_desktop.printing.reports.review_pages import review_leaves
from rollwrite_desktop.printing.sheets.page_layout import imposition_of
from rollwrite_desktop.sheet.sheet import Rect
from tests.play.test_game_review import QUICK, played, whole_review

TURN = TurnResult(3, "", 9.0, 1.25, 0.1, -0.5, "blunder", (), 5, 9)


@cache
def reviewed_game() -> tuple[Opened, Review]:
    opened = played("rolling_america", "random")
    return opened, whole_review(opened, "p1", 1, QUICK)


def test_headlines_and_signs() -> None:
    few, many = played("rolling_america"), played("hexroller")
    assert headline(few, TURN) == "Turn 3 added 1.2 ± 0.1 Xs: blunder · luck: 0.5 Xs worse"
    assert headline(many, TURN, lucky=False) == "Turn 3 cost 1.2 ± 0.1 points: blunder"
    assert luck_text(few, msgspec.structs.replace(TURN, luck=0.9, roll="lucky")) == "lucky roll: 0.9 Xs better"
    assert [signed(amount) for amount in (0.04, -0.04, 1.26, -2.0)] == ["0.0", "0.0", "+1.3", "−2.0"]


def test_errors_are_held_to_those_of_the_levels() -> None:
    """Where many games of both were reviewed; on other sheets nothing is said."""
    opened, review = reviewed_game()
    of = msgspec.structs.replace
    for errors in reviewed_errors().errors.values():
        assert all(len(errors[level]) >= 30 and [*errors[level]] == sorted(errors[level]) for level in ("medium", "master"))
    said = [rating(opened, of(review, error=error)) for error in (0.0, 1.5, 5.0, 13.0)]
    assert said == ["You played about as well as Master.", "You played better than Medium, but not as well as Master.",
                    "You played about as well as Medium.", "You played less well than Medium."]
    other = replace(opened, sheet=replace(opened.sheet, id="another"))
    assert rating(other, review) == "" and summary(other, review).endswith(" Xs.")


def test_marks_are_counted_apart() -> None:
    _, review = reviewed_game()
    of = msgspec.structs.replace
    turns = [of(TURN, mark=mark) for mark in ("", "doubtful", "blunder", "doubtful", "mistake")]
    assert marked(of(review, turns=tuple(turns))) == "Turns marked: one blunder, one mistake and 2 doubtful moves."
    assert marked(of(review, turns=(of(TURN, mark=""),))) == "No turn was a clear mistake."


def test_choices_within_the_error_of_measuring_are_called_about_as_good() -> None:
    """The first is what the error is counted against, and stays so where another one measures better."""
    opened, review = reviewed_game()
    best = (Candidate("done", 6.8, 0.2, 0.0), Candidate("done", 6.6, 0.3, 0.2), Candidate("done", 7.9, 0.2, 0.2))
    turn = msgspec.structs.replace(review.turns[-1], value=8.0, error=1.2, se=0.2, mark="blunder", best=best)
    said = [choice.beside for choice in choices(opened, "p1", turn)]
    assert said == ["", "1.2 ± 0.2 Xs better than yours", "1.4 ± 0.3 better; about as good as A",
                    "about as good as yours"]
    assert [choice.apart for choice in choices(opened, "p1", turn)] == [True, True, False, True]
    assert [each.expected for each in told_apart(opened, turn).best] == [6.8, 6.6], "C is no better than what was played"
    assert headline(opened, turn, lucky=False).startswith(f"Turn {turn.turn} added 1.2 ± 0.2 Xs")
    assert "A was chosen on other dice" in reasons(opened, "p1", turn)[-1]
    old = msgspec.structs.replace(turn, best=tuple(Candidate(each.move, each.expected) for each in best))
    assert choices(opened, "p1", old)[2].beside == "1.4 Xs better than yours"


def test_what_was_played_comes_first_and_every_choice_is_drawn() -> None:
    opened, review = reviewed_game()
    guide = opened.game.play.guide(opened.session.rules)
    worst = max(review.turns, key=lambda turn: turn.error)
    every = choices(opened, "p1", worst)
    assert [choice.letter for choice in every] == ["", "A", "B", "C"][: len(every)] and len(every) > 1
    assert every[0].state.part("p1").marks == opened.session.state_after(worst.after).part("p1").marks
    page = drawn(opened, guide, "p1", worst)
    keys = [mark.key for mark in page.marks]
    assert len(set(keys)) == len(keys)
    flags = [mark.text for mark in page.marks if isinstance(mark, Text) and mark.key.startswith("flag/")]
    assert any(text.startswith("you") for text in flags) and any(text.startswith("A") for text in flags)
    one = drawn(opened, guide, "p1", worst, 1)
    assert not any(mark.key.startswith("flag/") for mark in one.marks)
    assert any(mark.key.startswith("ring/") for mark in one.marks)


@pytest.mark.parametrize("at", ["CA", "AK", "ME", "RI"])
def test_a_flag_stays_on_the_part_of_a_sheet_that_paper_shows(at: str) -> None:
    sheet = reviewed_game()[0].sheet
    for mark in flag_marks("flag", sheet.space[at].writing, [("played 10.3", "mistake"), ("ABC 7.5", "legal")], 720.0, []):
        left, top, right, _ = bounds(mark)
        assert left >= INSET - 1 and top >= INSET - 1 and right <= 720 - INSET + 1, mark.key


def test_on_a_piece_of_the_sheet_all_that_differs_is_seen() -> None:
    opened, review = reviewed_game()
    sheet, size = opened.sheet, (165.0, 82.5)
    assert part_with(sheet, (), size) is None and part_with(sheet, ("SD", "FL"), size) is None
    for spots in (("SD",), ("SD", "NE")):
        part = part_with(sheet, spots, size)
        assert part is not None
        x, y, wide = part
        high = wide * size[1] / size[0]
        for place in (sheet.space[spot].writing for spot in spots):
            assert x - wide / 2 < place.x < place.x + place.w < x + wide / 2
            assert y - high / 2 < place.y < place.y + place.h + 8 < y + high / 2, "with a flag below"
    worst = max(review.turns, key=lambda turn: turn.error)
    found = pieces(opened, opened.game.play.guide(opened.session.rules), "p1", worst, size)
    assert len(found) == 2 and all(each.part[2] >= size[0] for each in found)


def test_letters_stand_together_where_they_write_the_same() -> None:
    opened, review = reviewed_game()
    first, rules = review.turns[0], opened.session.rules
    mine = opened.session.state_after(first.after).part("p1").marks
    free = next(rules.spaces[at] for at, held in enumerate(mine) if not held)
    best = tuple(Candidate(f"wild {free}={number}; done", 7.0) for number in (1, 2, 1))
    page = drawn(opened, opened.game.play.guide(rules), "p1", msgspec.structs.replace(first, best=best))
    flags = [mark.text for mark in page.marks if isinstance(mark, Text) and mark.key.startswith(f"flag/{free}/")]
    assert flags == ["A 7.0 C 7.0 B 7.0→2"]


def test_the_printed_review_has_every_turn_and_the_costliest_sheets() -> None:
    opened, review = reviewed_game()
    leaves = review_leaves(opened, "p1", review)
    texts = [mark.text for leaf in leaves for mark in leaf.display.marks if isinstance(mark, Text)]
    assert {str(turn.turn) for turn in review.turns} <= set(texts)
    beside = [mark for leaf in leaves for mark in leaf.display.marks if isinstance(mark, Text)
              and not mark.key.startswith("sheet/")]
    assert all(mark.size >= 9 and not mark.text.endswith("…") for mark in beside)
    printed = [mark for leaf in leaves for mark in leaf.display.marks if isinstance(mark, Text)
               and mark.key.startswith(("sheet/space/", "sheet/hint/", "sheet/label/"))]
    assert len(printed) > 50 and all(mark.size > 5.9 for mark in printed)
    assert f"averages {review.expected:.1f} Xs." in summary(opened, review)
    assert [leaf.identity.rpartition("/")[2] for leaf in leaves] == [f"V{n}" for n in range(1, len(leaves) + 1)]
    longer = msgspec.structs.replace(review, turns=(*review.turns, review.turns[-1]))
    shown = [{mark.key for mark in leaf.display.marks} for leaf in review_leaves(opened, "p1", longer)]
    assert sum("title" in keys for keys in shown) == 1, "bars are lower where a row would be alone on another page"
    clear = sum(bool(turn.mark) for turn in review.turns)
    assert sum("legend/title" in {mark.key for mark in leaf.display.marks} for leaf in leaves) == min(3, clear)


@pytest.mark.parametrize(
    ("card", "aside"), [("Minnesota · North", True), ("South Africa, Lesotho, Eswatini · Central", False)],
)
def test_a_long_roll_is_whole_below_the_sheet_of_its_turn(card: str, aside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside what the turn cost, or on a line of its own, in which case the others move closer together."""
    roll = "Rolled: 1 9; cards: " + ", ".join([card] * 3)
    monkeypatch.setattr(review_pages, "roll_of", lambda *_: roll)
    opened, review = reviewed_game()
    face = review_leaves(opened, "p1", review)[-1].display
    lines = [mark for mark in face.marks if isinstance(mark, Text) and mark.key.startswith("legend/")]
    assert [mark.text for mark in lines if mark.text == roll or mark.text.endswith("…")] == [roll]
    title, (shown,) = lines[0], [mark for mark in lines if mark.text == roll]
    assert shown.size >= 9 and (shown.y == title.y) == aside
    assert max(bounds(mark)[2] for mark in lines) <= face.size[0] - INSET
    assert max(bounds(mark)[3] for mark in lines) <= face.size[1] - INSET
    assert bounds(title)[2] < shown.x if aside else all(b.y - a.y > 11 for a, b in pairwise(lines))


def test_the_printed_review_is_on_the_grid_of_the_other_pages_at_full_size() -> None:
    opened, review = reviewed_game()
    leaves = review_leaves(opened, "p1", review)
    assert {leaf.display.size for leaf in leaves} == {opened.sheet.size}
    assert imposition_of(leaves, "a4", 1).scale == 1.0
    wide, high = opened.sheet.size
    for leaf in leaves:
        cut = [mark.key for mark in leaf.display.marks if isinstance(mark, Shape) and mark.key.startswith("sheet/")
               and mark.key.endswith("/1") and not any(part in mark.key for part in ("/shore/", "/margin/"))]
        assert not cut, "what is at the edge of a sheet, but for the sea and what is blank, is whole on its picture"
        for mark in leaf.display.marks:
            left, top, right, bottom = bounds(mark)
            assert left >= INSET - 3 and top >= INSET - 4, mark.key
            assert right <= wide - INSET + 2 and bottom <= high - INSET + 2, mark.key


def contrasted(game_id: str, mine: tuple[str, ...], better: tuple[str, ...], rolls: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences about two ways to play the turn after these rolls."""
    opened = played(game_id, "medium")
    rules = opened.session.rules
    start: Any = rules.start(("p1",))
    for roll in rolls:
        start = rules.apply(start, Event("chance", rules.read(roll)))
    ends = []
    for moves in (mine, better):
        state = start
        for text in moves:
            state = rules.apply(state, Event("p1", rules.read(text)))
        ends.append(state)
    return tuple(GAMES[game_id].think.review.contrast(rules, ends[0], ends[1], "p1", "A"))


def test_a_better_number_of_rolling_america_leaves_more_open() -> None:
    said = contrasted("rolling_america", ("blue IL=1", "done"), ("blue MT=1", "done"), ("blue 1, green 5",))
    assert any(sentence.startswith("1 in Illinois left ") and sentence.endswith(" after A it takes 6.") for sentence in said)


@pytest.mark.parametrize("game_id", ["rolling_america", pytest.param("on_tour", marks=pytest.mark.slow), "hexroller"])
def test_the_moves_of_every_turn_can_be_told(game_id: str) -> None:
    opened = played(game_id)
    rules, told = opened.session.rules, opened.game.think.review.describe_moves
    moves = [event.move for event in opened.session.events if event.by == "p1"]
    assert told(rules, moves) and told(rules, ()) == "nothing"


def test_reasons_are_given_for_clear_mistakes_only() -> None:
    opened, review = reviewed_game()
    worst = max(review.turns, key=lambda turn: turn.error)
    clear = TurnResult(worst.turn, worst.move, worst.value, 2.0, 0.1, 0.0, "blunder", worst.best,
                        worst.before, worst.after)
    assert reasons(opened, "p1", clear)[-1].startswith("Playouts of each choice, with the same dice: 60.")
    plain = TurnResult(worst.turn, worst.move, worst.value, 0.1, 0.1, 0.0, "", worst.best, worst.before, worst.after)
    assert reasons(opened, "p1", plain) == ()


def test_flags_move_aside_for_codes() -> None:
    """The one of a hex is over its upper edge, for its code is at the lower one."""
    place = Rect(100, 100, 40, 40)
    code = Rect(112, 132, 16, 8)
    body, _ = flag_marks("flag", place, [("you 9.0", "mistake")], 500, [code])
    _, top, _, bottom = bounds(body)
    assert bottom < code.y and top < place.y < bottom


def test_flags_move_aside_for_each_other() -> None:
    taken: list[Rect] = []
    for key, place, flags in (
        ("one", Rect(100, 100, 40, 40), [("you 55.0", "mistake")]),
        ("two", Rect(130, 150, 40, 40), [("you", "mistake"), ("A→8", "legal")]),
        ("three", Rect(140, 100, 40, 40), [("BC", "legal")]),
    ):
        assert list(flag_marks(key, place, flags, 500, taken))
    assert len(taken) == 4
    for n, one in enumerate(taken):
        for other in taken[:n]:
            assert one.x >= other.x + other.w or other.x >= one.x + one.w or abs(one.y - other.y) >= one.h

"""Confirming what was read from photos: nothing stands on a paper that nobody has looked at, or said to trust."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from rollwrite_desktop.printing.photos.photo_pile import (
    FEW,
    MANY_BLANKS,
    MOST_IN_GROUP,
    Pile,
    Spot,
    can_stand,
    is_whole,
    placed,
    typed,
)
from rollwrite_desktop.printing.sheets.form_fields import PLAYER
from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.reading.ink import SIDE
from rollwrite_desktop.reading.marks import Alphabet, Digit, Mark
from rollwrite_desktop.sheet.sheet import Rect
from tests.printing.read_sheets import MARGIN, read_sheet

ONE = Alphabet("123456", (1,), "X", circled=True)
TWO = Alphabet("0123456789", (2,), "X*", circled=True)
SCORE = Alphabet("0123456789", (1, 2))
BOX = Alphabet(crossed=True)


def pile_of(*sheets: dict[str, Mark]) -> Pile:
    pile = Pile()
    pile.add(read_sheet("rolling_america", marks, f"{number}.jpg") for number, marks in enumerate(sheets))
    return pile


SURE = Mark("4", 0.99, ("9",))
DOUBTFUL = Mark("2", 0.6, ("7", "1", "(2)"))
WORSE = Mark("5", 0.4, ("6",))


def test_doubtful_marks_are_asked_sheet_by_sheet_the_most_doubtful_first() -> None:
    pile = pile_of({"TX": DOUBTFUL, "OK": WORSE, "CA": SURE}, {"TX": WORSE})
    assert [*pile.asked()] == [Spot(0, "OK"), Spot(0, "TX"), Spot(1, "TX")]
    question = pile.question(Spot(0, "TX"))
    assert (question.name, question.read) == ("Texas (Green)", "2")
    assert question.others == ("(2)", "1", "")  # a 7 cannot be written down here, and a 1 is too far from Oklahoma's 5


def test_what_cannot_stand_there_is_asked_however_sure_it_was_read() -> None:
    pile = pile_of({"TX": Mark("8", 0.99, ("3",))})
    assert [*pile.asked()] == [Spot(0, "TX")]
    question = pile.question(Spot(0, "TX"))
    assert (question.read, question.others) == (None, ("3", ""))


def test_what_is_said_of_a_digit_helps_to_read_those_like_it() -> None:
    raster = np.zeros((SIDE, SIDE), np.uint8)
    raster[4:36, 18:22] = 255
    chances = tuple(0.05 if digit > 1 else 0.3 for digit in range(10))
    like = Mark("1", 0.3, ("6",), (Digit(raster.tobytes(), chances),))
    pile = pile_of({"TX": like, "CA": replace(like, confidence=0.4), "OK": WORSE, "OR": replace(like, confidence=0.99)})
    pile.say(Spot(0, "TX"), "5")
    assert pile.read(Spot(0, "CA")) == "5"
    assert Spot(0, "CA") in pile.asked()
    assert "1" in pile.question(Spot(0, "CA")).others
    assert pile.read(Spot(0, "OK")) == "5" and pile.read(Spot(0, "OR")) == "1"  # what was sure stays as it was read
    assert pile.said(0) == {"TX": "5"}
    for name in ("CA", "OK"):
        pile.say(Spot(0, name), "4")
    for _ in range(3):
        pile.undo()
    assert pile.read(Spot(0, "CA")) == "1"


def test_a_code_names_one_sheet_and_what_is_said_goes_before_it() -> None:
    pile = Pile()
    pile.add(replace(sheet, player=player) for sheet, player in zip(
        [each.read for each in pile_of({}, {}, {}).readings], ("Ann", "Ann", ""), strict=True))
    assert [pile.player(n) for n in range(3)] == ["Ann", "", ""]
    assert [pile.is_named(n) for n in range(3)] == [True, False, False] and not pile.can_undo
    pile.name(0, "Bo")
    pile.leave_unnamed()
    assert [pile.player(n) for n in range(3)] == ["Bo", "", ""] and pile.is_named(2)
    pile.undo()
    pile.undo()
    assert pile.player(0) == "Ann"


def test_only_what_was_confirmed_stands_on_the_paper() -> None:
    pile = pile_of({"TX": DOUBTFUL, "CA": SURE, "rounds/1": Mark("X", 0.99)})
    assert pile.paper(0).empty
    pile.say(Spot(0, "TX"), "1")
    assert dict(pile.paper(0).spaces) == {"TX": "1"}
    (marks, boxes, blank) = pile.groups()[:3]
    assert [spot.name for spot in marks.spots] == ["CA"]
    pile.confirm(marks)
    assert dict(pile.paper(0).spaces) == {"TX": "1", "CA": "4"}
    assert not pile.paper(0).boxes
    pile.confirm(boxes)
    assert dict(pile.paper(0).boxes) == {"rounds": 1}
    assert blank.title == "Read as blank"
    pile.trust()
    assert pile.waiting(0) == 0
    assert not pile.groups()


def test_the_odd_ones_of_a_group_are_asked_next_and_the_others_confirmed() -> None:
    pile = pile_of({"CA": SURE, "OR": SURE, "WA": SURE})
    group = pile.groups()[0]
    assert {spot.name for spot in group.spots} == {"CA", "OR", "WA"}
    pile.confirm(group, [Spot(0, "OR")])
    assert set(pile.said(0)) == {"CA", "WA"}
    assert pile.asked()[0] == Spot(0, "OR")
    pile.say(Spot(0, "OR"), "(4)")
    assert pile.said(0)["OR"] == "(4)"
    assert not [*pile.asked()]


def test_every_act_can_be_undone() -> None:
    pile = pile_of({"TX": DOUBTFUL, "CA": SURE})
    assert not pile.can_undo
    acts = [lambda: pile.say(Spot(0, "TX"), ""), lambda: pile.confirm(pile.groups()[0], pile.groups()[0].spots),
            pile.trust, lambda: pile.name(0, "Ann")]
    states = []
    for act in acts:
        states.append((pile.said(0), [*pile.asked()], pile.groups(), pile.player(0)))
        act()
    assert pile.paper(0).player == "Ann"
    for before in reversed(states):
        pile.undo()
        assert (pile.said(0), [*pile.asked()], pile.groups(), pile.player(0)) == before
    assert not pile.can_undo


def test_many_doubtful_blanks_are_looked_at_together_and_never_trusted() -> None:
    names = ["CA", "OR", "WA", "NV", "ID", "UT"]
    faint = Mark("", 0.7, ("1",))
    few = pile_of(dict.fromkeys(names[:MANY_BLANKS - 1], faint))
    assert len([*few.asked()]) == MANY_BLANKS - 1
    pile = pile_of(dict.fromkeys(names, faint) | {"TX": DOUBTFUL})
    assert [*pile.asked()] == [Spot(0, "TX")]
    group = pile.groups()[0]
    assert (group.title, group.doubtful, {spot.name for spot in group.spots}) == ("These look blank", True, {*names})
    pile.trust()
    assert not {*names} & {*pile.said(0)}
    assert pile.groups() == (group,)
    pile.confirm(group, [Spot(0, "OR")])
    assert pile.asked()[0] == Spot(0, "OR")
    assert pile.said(0)["CA"] == ""
    assert not pile.groups()


def test_few_marks_are_looked_at_together_and_many_number_by_number() -> None:
    few = pile_of({"CA": Mark("1", 0.99), "TX": Mark("2", 0.99)})
    assert [group.title for group in few.groups()] == ["Read without doubt", "Boxes read as not crossed off", *[
        "Read as blank"] * (len(few.groups()) - 2)]
    names = ["CA", "OR", "WA", "NV", "ID", "UT", "AZ", "TX", "OK"]
    many = pile_of(*({name: Mark(digit, 0.99) for name in names} for digit in ("1", "1", "1", "2", "2", "2")))
    groups = many.groups()
    assert [(group.title, len(group.spots)) for group in groups[:2]] == [("Read as 1", 27), ("Read as 2", 27)]
    assert len(groups[0].spots) > FEW
    assert max(len(group.spots) for group in groups) <= MOST_IN_GROUP


def test_the_rules_explain_and_fill_nothing_in() -> None:
    pile = pile_of({"CA": Mark("1", 0.99), "OR": Mark("5", 0.6, ("2",))})
    assert pile.question(Spot(0, "OR")).hint == "Only 2 makes everything on the sheet fit."
    assert pile.question(Spot(0, "OR")).read == "5"
    assert not pile.said(0)
    three = pile_of({"CA": Mark("1", 0.99), "OR": Mark("5", 0.6, ("4", "2", "6"))})
    assert three.question(Spot(0, "OR")).others == ("2", "4", "6", "")
    unneighbored = pile_of({"OR": Mark("5", 0.6, ("2",))})
    assert not unneighbored.question(Spot(0, "OR")).hint


@pytest.mark.parametrize(("may_hold", "held", "keys", "after"), [
    (ONE, "", "4", "4"), (ONE, "3", "4", "4"), (ONE, "(3)", "4", "(4)"), (ONE, "3", "(", "(3)"), (ONE, "(3)", "(", "3"),
    (ONE, "", "x", "X"), (ONE, "3", "x", "X"), (ONE, "", "8", None), (ONE, "", "(", None), (TWO, "", "41", "41"),
    (TWO, "41", "5", "5"), (TWO, "(41)", "52", "(52)"), (TWO, "", "*", "*"), (SCORE, "", "38", "38"),
    (SCORE, "38", "x", None), (BOX, "", "x", "X"), (BOX, "", "1", None),
])
def test_what_is_typed_over_what_was_read(may_hold: Alphabet, held: str, keys: str, after: str | None) -> None:
    found: str | None = held
    for key in keys:
        assert found is not None
        found = typed(may_hold, found, key)
    assert found == after


@pytest.mark.parametrize(("may_hold", "text", "stands", "whole"), [
    (ONE, "4", True, True), (ONE, "(4)", True, True), (ONE, "8", False, True), (ONE, "44", False, False),
    (ONE, "", True, False), (TWO, "4", False, False), (TWO, "41", True, True), (TWO, "*", True, True),
    (SCORE, "4", True, False), (SCORE, "(4)", False, False), (BOX, "X", True, True),
    (BOX, "1", False, True), (BOX, "", True, True),
])
def test_what_can_stand_in_a_place(may_hold: Alphabet, text: str, stands: bool, whole: bool) -> None:
    assert can_stand(may_hold, text) is stands
    if stands and text:
        assert is_whole(may_hold, text) is whole


@pytest.mark.parametrize("game_id", ["rolling_america", "on_tour", "hexroller"])
def test_the_line_for_the_name_is_found_on_the_picture(game_id: str) -> None:
    pile = Pile()
    pile.add([read_sheet(game_id, {})])
    reading = pile.readings[0]
    box = next(box for box in reading.sheet.boxes if box.group == PLAYER)
    place = reading.places[PLAYER]
    assert place.x == pytest.approx(box.rect.center[0] / 72 * 25.4 + MARGIN, abs=0.01)
    assert place.y == pytest.approx(box.rect.center[1] / 72 * 25.4 + MARGIN, abs=0.01)
    assert place.w == pytest.approx(box.rect.w / 72 * 25.4, rel=0.01)


def test_a_place_of_the_form_is_found_from_another_one() -> None:
    found = placed(Rect(50, 20, 30, 10), Rect(10, 10, 20, 20), Place("a", 10.0, 10.0, 10.0, 10.0))
    assert (found.x, found.y, found.w, found.h) == (32.5, 12.5, 15.0, 5.0), "half the size of the form"


def test_numbers_of_two_digits_go_in_order() -> None:
    pile = Pile()
    spots = ("TX", "OK", "CA", "WA")
    pile.add(read_sheet("on_tour", {spot: Mark(f"{tens}{n}", 0.99) for n, spot in enumerate(spots)}, f"{tens}{again}")
             for tens, times in ((0, 3), (4, 11)) for again in range(times))
    groups = pile.groups()[:2]
    assert [(group.title, len(group.spots)) for group in groups] == [("Read as 00 to 42", 40), ("Read as 42 to 43", 16)]
    read = [pile.read(spot) for group in groups for spot in group.spots]
    assert read == sorted(read)


def tour_of(**marks: Mark) -> Pile:
    pile = Pile()
    pile.add([read_sheet("on_tour", marks)])
    return pile


def test_a_doubtful_number_that_others_bear_out_is_only_seen_in_its_group() -> None:
    doubtful = Mark("37", 0.5, ("87",))
    pile = tour_of(TX=doubtful, OK=Mark("73", 0.99))
    assert pile.asked() == ()
    assert Spot(0, "TX") in pile.groups()[0].spots
    assert not pile.said(0)
    pile.trust()
    assert "TX" not in pile.said(0), "it is not sure, only likely"
    assert tour_of(TX=doubtful).asked()
    assert tour_of(TX=doubtful, OK=Mark("73", 0.99), CA=Mark("37", 0.99)).asked(), "there is one of these already"
    assert tour_of(TX=replace(doubtful, others=("(37)",)), OK=Mark("73", 0.99)).asked(), "the circle is in doubt"
    assert tour_of(TX=Mark("33", 0.5), OK=Mark("33", 0.99)).asked(), "no number is its own counterpart"


def test_two_doubtful_numbers_do_not_bear_out_each_other() -> None:
    pile = tour_of(TX=Mark("37", 0.5), OK=Mark("73", 0.6))
    assert pile.asked() == (Spot(0, "TX"), Spot(0, "OK"))
    pile.say(Spot(0, "TX"), "37")
    assert pile.asked() == ()
    pile.undo()
    assert len(pile.asked()) == 2


def test_a_likely_number_is_asked_where_others_bear_out_another_one() -> None:
    alone = {"CA": Mark("12", 0.99), "WA": Mark("15", 0.99)}  # so that there are problems, whatever it is
    pile = tour_of(TX=Mark("37", 0.9, ("97", "87")), OK=Mark("78", 0.99), **alone)
    assert pile.asked() == (Spot(0, "TX"),)
    question = pile.question(Spot(0, "TX"))
    assert (question.read, question.others) == ("37", ("87", "97", ""))
    assert question.hint == "Other marks on the sheet go with 87."
    assert tour_of(TX=Mark("37", 0.9, ("97",)), OK=Mark("78", 0.99)).asked() == ()


def test_a_game_may_leave_to_the_groups_what_is_fairly_sure_but_nobody_trusts_it_unseen() -> None:
    pile = Pile()
    pile.add([read_sheet("on_tour", {"TX": Mark("41", 0.9), "CA": Mark("43", 0.99), "OR": Mark("41", 0.82),
                                     "WA": Mark("41", 0.75)})])
    assert [*pile.asked()] == [Spot(0, "WA")]
    assert [spot.name for spot in pile.groups()[0].spots] == ["OR", "TX", "CA"], "alike ones together, the least sure first"
    pile.trust()
    assert "CA" in pile.said(0) and "OR" not in pile.said(0) and not pile.can_be_trusted
    assert [spot.name for group in pile.groups() for spot in group.spots] == ["OR", "TX"]

"""What the coach of Rolling America says of small positions, each written out: whoever looks at the map sees that it is so.

Ada, Bel and Cay are red, Dor, Eke and Fen blue, Gil, Hob and Ivy green, Jan is blue. Each borders the next up to Hob,
Ada also Eke, and Cay also Fen; Ivy and Jan border none.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.games.rolling_america.play.guide import Ui
from rollwrite_desktop.games.rolling_america.play.model import Cross, Done, Dupe, Last, Pass, State, Write
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.words.coach import RollingAmericaCoach
from tests.maps import drawn

NAMES = ("ada", "bel", "cay", "dor", "eke", "fen", "gil", "hob", "ivy", "jan")
COLORS = dict(zip(NAMES, ["red"] * 3 + ["blue"] * 3 + ["green"] * 3 + ["blue"], strict=True))
SHEET = drawn(COLORS, [*(f"{a}-{b}" for a, b in pairwise(NAMES[:8])), "ada-eke", "cay-fen"], rounds=3,
              colors=["red", "blue", "green", "purple"])
RULES = RollingAmerica(SHEET)
COACH = RollingAmericaCoach(RULES)


def position(
    marks: str = "", hand: str = "red5 blue2", rolled: str = "", last: Last | None = None, turns: int = 1, players: int = 1,
    **used: Any,
) -> State:
    """A moment: marks in the order of the map, `.` or nothing where none is; the dice in hand, and what was rolled."""
    held = [*marks.split(), *["."] * len(NAMES)][: len(NAMES)]
    dice = [Die(text[:-1], int(text[-1])) for text in (rolled or hand).split()]
    state = RULES.start(tuple(f"p{n}" for n in range(1, players + 1)))
    part = replace(
        state.part("p1"), marks=tuple("" if mark == "." else mark for mark in held), last=last,
        hand=tuple(text[:-1] for text in hand.split()), **{"done": False} | used,
    )
    return replace(state.with_part("p1", part), rolls=(tuple(dice),) * turns)


PLAIN = Last("red", 5, False, False)
LESSONS: list[tuple[State, Ui, str | None]] = [
    (position(hand="", rolled="red5 blue2"), Ui(), "done: Your dice are done."),
    (position(hand="", rolled="red5 blue2", players=2), Ui(), "done: Your dice are done. Roll once everyone has finished."),
    (position("5", hand="", rolled="red5 blue2", last=PLAIN, dupe=3), Ui(), "done: Your dice are done."),
    (position("5", hand="red5", done=True, last=PLAIN), Ui(), "done: Your dice are done."),
    (position("5", hand="", rolled="red5 blue2", last=PLAIN, dupe=1), Ui(),
     "dupe: A dupe fills one more area. In Bel, the 5 would leave fewer numbers for Cay. In Cay, the 5 would leave "
     "fewer numbers for Dor and Fen. You have 2 dupe boxes left."),
    (position("5 . X", hand="", rolled="red5 blue2", last=PLAIN, dupe=2), Ui(),
     "dupe: A dupe fills one more area. The 5 fits once more, in Bel. You have one dupe box left."),
    (position("5 1 X", hand="", rolled="red5 blue2", last=PLAIN), Ui(),
     "dupe: Here the 5 can be duped only with another power. You have 3 dupe boxes left."),
    (position("5 . X", hand="", rolled="red5 blue2", last=Last("wild", 5, False, False)), Ui(),
     "dupe: A dupe fills one more area. Bel has no empty neighbor, so the 5 closes nothing there. In Eke, the 5 would "
     "leave Dor only 4 to 6. You have 3 dupe boxes left."),
    (position("5 X X . . 1 . . X", hand="", rolled="red5 blue2", last=Last("red", 5, True, True), change=3), Ui(),
     "dupe: A dupe fills one more area. In Dor, the 5 closes nothing. In Hob, the 5 would leave no number for Gil. You "
     "have 3 dupe boxes left."),
    (position("5 X X . . 1 . . X", hand="", rolled="red5 blue2", last=Last("red", 5, True, False)), Ui(),
     "dupe: A dupe fills one more area. In Dor, the 5 closes nothing. In Hob, the 5 would leave no number for Gil. You "
     "have 3 dupe boxes left."),
    (position("5 X . . . 1 . . X", hand="", rolled="red5 blue2", last=Last("red", 5, True, False), change=3), Ui(),
     "dupe: Here the 5 can be duped only with another power. You have 3 dupe boxes left."),
    (position("5", hand="", rolled="red5 blue2", last=PLAIN), Ui(dupe=True),
     "dupe: A dupe fills one more area. In Bel, the 5 would leave fewer numbers for Cay. In Cay, the 5 would leave "
     "fewer numbers for Dor and Fen. You have 3 dupe boxes left."),
    (position("5", hand="blue2", rolled="red5 blue2", last=PLAIN), Ui(dupe=True),
     "reserve: Jan has no empty neighbor and takes any number. Keep it for a number that fits nowhere else. In Dor, the 2"
     " would leave no number for Eke."),
    (position("X X X X X X X X X X", hand="", rolled="red5 blue2", last=PLAIN), Ui(dupe=True),
     "done: Your dice are done."),
    (position(), Ui(), None),
    (position(". 5 X"), Ui(), None),
    (position("1 1 1"), Ui(),
     "full: No area is left for Red 5. It does nothing, and that costs nothing. A color change would let you write its "
     "number elsewhere."),
    (position("X 1", guard=3, change=3), Ui(), None),
    (position("1 . 1 . 1 X X X X X", "red5 blue5"), Ui(),
     "x: Think of Red 5 first. A guard would save you the X."),
    (position("X 1"), Ui(), "x: A guard or a color change would save you the X."),
    (position("X 1 . 1", "red5 wild5"), Ui(),
     "x: A guard or a color change would save you the X."),
    (position(hand="red5 wild5"), Ui(),
     "order: Red 5 fits only in Ada, Bel and Cay. Write it first, before Wild 5 takes a place away."),
    (position(". X X", "red5 wild5"), Ui(),
     "order: Red 5 fits only in Ada. Write it first, before Wild 5 takes a place away."),
    (position(". X . X X . X X X X", "red5 wild5"), Ui(),
     "order: Red 5 fits only in Ada and Cay. Write it first, before Wild 5 takes a place away."),
    (position(". . . . 1", "wild5 red5"), Ui(),
     "order: Red 5 fits only in Bel and Cay. Write it first, before Wild 5 takes a place away."),
    (position("X X X . . . . . X", "blue2 wild6"), Ui(),
     "order: Blue 2 has fewer places than Wild 6. In Dor both fit, so write Blue 2 first."),
    (position("X X 3", "blue2 wild6"), Ui(),
     "order: Blue 2 has fewer places than Wild 6. In Eke both fit, so write Blue 2 first."),
    (position("1 . X", "red6 wild6"), Ui(), "x: A guard or a color change would save you the X."),
    (position("1 1 1", "red5"), Ui(),
     "full: No area is left for Red 5. It does nothing, and that costs nothing. A color change would let you write its"
     " number elsewhere."),
    (position("1 1 1", "red5", guard=3), Ui(),
     "full: No area is left for Red 5. It does nothing, and that costs nothing. A color change would let you write its"
     " number elsewhere."),
    (position("1 1 1", "red5", change=3), Ui(),
     "full: No area is left for Red 5. It does nothing, and that costs nothing."),
    (position("1 1 1 1 . 1 1 X X X", "red5"), Ui(),
     "full: No area is left for Red 5. It does nothing, and that costs nothing."),
    (position("X 1 . 1", "red5"), Ui(), "x: A guard or a color change would save you the X."),
    (position("X 1 . 1", "red5", guard=3), Ui(), "x: A color change would save you the X."),
    (position("X 1 . 1", "red5", change=3), Ui(), "x: A guard would save you the X."),
    (position("X 1 . 1", "red5", guard=3, change=3), Ui(), None),
    (position("X 1 . 1", "red5"), Ui(change=True),
     "reserve: Ivy has no empty neighbor and takes any number. Keep it for a number that fits nowhere else. In Hob, the 5"
     " would leave Gil only 4 to 6."),
    (position("X 1 . 1 1 . 1 1 X X", "red5"), Ui(), "x: A guard would save you the X."),
    (position("X 1 . 1 1 . 1 1 X X", "red5"), Ui(change=True), "x: A guard would save you the X."),
    (position("X 1 . 1 1 . 1 1 X X", "red5", change=3), Ui(), "x: A guard would save you the X."),
    (position("X 1 . 1 1 . 1 1 X X", "red5"), Ui(cross=True), "x: A guard would save you the X."),
    (position(". 1 . . 3", "red5", guard=3, change=3), Ui(),
     "x: If it must be an X, give up the area that is hardest to fill. Ada takes only 2; Cay takes 1 and 2."),
    (position(". 1 . . 6", "red5", guard=3, change=3), Ui(),
     "x: If it must be an X, give up the area that is hardest to fill. Ada takes no number any more; Cay takes 1 and 2."),
    (position(". 1 . . 6", "red5"), Ui(),
     "x: If it must be an X, give up the area that is hardest to fill. Ada takes no number any more; Cay takes 1 and 2. A"
     " guard or a color change would save you the X."),
    (position(". . . 3", "red5"), Ui(cross=True), None),
    (position(". 3 . 6", "red6", guard=3), Ui(cross=True),
     "x: If it must be an X, give up the area that is hardest to fill. Cay takes no number any more; Ada takes 2 to 4. A "
     "color change would save you the X."),
    (position(". 3 . 6", "red6"), Ui(cross=True, change=True),
     "reserve: Ivy has no empty neighbor and takes any number. Keep it for a number that fits nowhere else. In Fen, the 6"
     " would leave Gil only 5 and 6."),
    (position(". . . 3", "red5"), Ui(guard=True),
     "guard: A circled number ignores its neighbors, and they ignore it. It fills an area that takes hardly any number, "
     "and it closes nothing beside it."),
    (position(". X X", "red5"), Ui(),
     "only: Without a power, the 5 fits only in Ada. A number that fits must be written, even where it hurts. So leave "
     "your dice several places in each region."),
    (position("X X X X X X 1 . X X", "red5"), Ui(change=True), "x: A guard would save you the X."),
    (position(hand="green1"), Ui(),
     "reserve: Ivy has no empty neighbor and takes any number. Keep it for a number that fits nowhere else. In Hob, the 1"
     " would leave Gil only 1 and 2."),
    (position(hand="green1", turns=2), Ui(),
     "beside: Beside a 1, an empty area can take only 1 and 2. Ivy has no empty neighbor, so the 1 closes nothing there. "
     "In Gil, the 1 would leave Fen only 1 and 2."),
    (position(hand="green1", turns=5), Ui(),
     "late: These are the last 2 turns. You have 9 power boxes left. In the end, power boxes only break ties, so use them"
     " for every X they can save."),
    (position(hand="wild3", turns=2), Ui(),
     "beside: Beside a 3, an empty area can take only 2, 3 and 4. Ivy has no empty neighbor, so the 3 closes nothing "
     "there. In Cay, the 3 would leave Bel only 2 to 4."),
    (position("5 . . . 5", "wild5", turns=4), Ui(),
     "beside: Beside a 5, an empty area can take only 4, 5 and 6. In Cay, the 5 closes nothing. In Fen, the 5 would leave"
     " Cay only 4 to 6."),
    (position("5 . . . 5", "wild5", turns=1), Ui(),
     "harmless: In Cay, the 5 closes nothing: each empty neighbor can take what it takes now. In Fen, the 5 would leave "
     "Cay only 4 to 6."),
    (position("5 . . . 5", "wild5", turns=2), Ui(),
     "reserve: Ivy has no empty neighbor and takes any number. Keep it for a number that fits nowhere else. In Cay, the 5"
     " closes nothing."),
    (position("X . . 5 . . . . X", "red5"), Ui(),
     "harmless: In Bel, the 5 closes nothing: each empty neighbor can take what it takes now. In Cay, the 5 would leave "
     "Bel only 4 to 6."),
    (position("X . . 5 . . . . X", "red5", turns=2), Ui(),
     "beside: Beside a 5, an empty area can take only 4, 5 and 6. In Bel, the 5 closes nothing. In Cay, the 5 would leave"
     " Bel only 4 to 6."),
    (position("X . . 5 . . . . X X", "red5"), Ui(change=True),
     "harmless: In Bel, the 5 closes nothing: each empty neighbor can take what it takes now. In Cay, the 5 would leave "
     "Bel only 4 to 6."),
    (position(". . . 2", "red3"), Ui(),
     "beside: Beside a 3, an empty area can take only 2, 3 and 4. In Ada, the 3 would leave fewer numbers for Bel "
     "and Eke. In Cay, the 3 would leave fewer numbers for Bel and Fen."),
    (position(". 5 . 5", "wild4"), Ui(),
     "reserve: Ivy has no empty neighbor and takes any number. Keep it for a number that fits nowhere else. In Ada, the 4"
     " would leave Eke only 4 and 5."),
    (position(". 5 . 5", "wild4", turns=2), Ui(),
     "beside: Beside a 4, an empty area can take only 3, 4 and 5. Ivy has no empty neighbor, so the 4 closes nothing "
     "there. In Gil, the 4 would leave Fen only 3 to 5."),
    (position("X X X X X X . . . X", "wild4", turns=2), Ui(),
     "beside: Beside a 4, an empty area can take only 3, 4 and 5. Ivy has no empty neighbor, so the 4 closes nothing "
     "there. In Gil, the 4 would leave Hob only 3 to 5."),
    (position(". 3 5 1", "wild4", turns=2), Ui(),
     "beside: Beside a 4, an empty area can take only 3, 4 and 5. Ivy has no empty neighbor, so the 4 closes nothing "
     "there. In Fen, the 4 would leave no number for Eke."),
    (position("5 . . 5 . X", "red5", turns=6, dupe=3, guard=3, change=2), Ui(),
     "late: This is the last turn. You have one power box left. In the end, power boxes only break ties, so use them for "
     "every X they can save."),
    (position("5 . . 5 . X", "red5", turns=6, dupe=3, guard=3, change=3), Ui(), None),
    (position("5 . . 5 . X", "red5", turns=5, dupe=3, guard=3, change=1), Ui(),
     "late: These are the last 2 turns. You have 2 power boxes left. In the end, power boxes only break ties, so use them"
     " for every X they can save."),
    (position("5 . . 5 . X", "red5", turns=2), Ui(), None),
    (position("5 . . 5 . X", "red5", turns=3), Ui(),
     "late: These are the last 4 turns. You have 9 power boxes left. In the end, power boxes only break ties, so use them"
     " for every X they can save."),
    (position(". . . X X X X X X X", "red5 wild5"), Ui(), None),
    (position("X X 2 . . . 3", "blue4", turns=2), Ui(),
     "beside: Beside a 4, an empty area can take only 3, 4 and 5. Jan has no empty neighbor, so the 4 closes nothing "
     "there. In Eke, the 4 would leave Dor only 3."),
    (position("X X 3 . . . 2", "blue4", turns=2), Ui(),
     "beside: Beside a 4, an empty area can take only 3, 4 and 5. Jan has no empty neighbor, so the 4 closes nothing "
     "there. In Dor, the 4 would leave Eke only 3 to 5."),
    (position("6 . 4 . . . 4 . . X", "blue1", guard=3, change=3), Ui(),
     "x: If it must be an X, give up the area that is hardest to fill. Eke takes only 5 and 6; Dor takes 3 to 5."),
    (position(hand="green6", turns=2), Ui(),
     "beside: Beside a 6, an empty area can take only 5 and 6. Ivy has no empty neighbor, so the 6 closes nothing there. "
     "In Gil, the 6 would leave Fen only 5 and 6."),
    (position("5 . . 5 . X", "red5"), Ui(), None),
    (position(". X . X . . 3", "red4"), Ui(),
     "beside: Beside a 4, an empty area can take only 3, 4 and 5. In Cay, the 4 would leave Fen only 3 and 4. In Ada, the"
     " 4 would leave Eke only 3 to 5."),
    (position(". 3 2 . . X", "blue4", turns=2), Ui(),
     "beside: Beside a 4, an empty area can take only 3, 4 and 5. Jan has no empty neighbor, so the 4 closes nothing "
     "there. In Eke, the 4 would leave Dor only 3."),
    (position("X . X", "wild3"), Ui(),
     "reserve: Bel has no empty neighbor and takes any number. Keep it for a number that fits nowhere else. In Dor, the 3"
     " would leave Eke only 2 to 4."),
    (position("3 . 3", "wild3"), Ui(),
     "harmless: In Dor, the 3 closes nothing: each empty neighbor can take what it takes now. In Fen, the 3 would leave "
     "Gil only 2 to 4."),
    (position("X X X X X X X X . .", "wild5"), Ui(), None),
    (position("X X . 1 2 3 4 5 .", hand="", rolled="red5 blue2", done=True, turns=6), Ui(),
     "score: Your map has 5 Xs. The fewest Xs win."),
    (position("X 1 1 1 2 3 4 5 1 1", hand="", rolled="red5 blue2", done=True, turns=6), Ui(),
     "score: Your map has one X. The fewest Xs win."),
]


def test_what_is_taught_is_what_the_map_shows() -> None:
    for state, ui, text in LESSONS:
        lesson = COACH.lesson(state, "p1", ui)
        assert (lesson and f"{lesson.name}: {lesson.text}") == text, (state.part("p1"), ui)


ADVICE: list[tuple[Move, str, tuple[str, ...]]] = [
    (Write("red", "ada", 5, False, False), "Red 5: write it in Ada", ("ada",)),
    (Write("red", "eke", 5, True, False), "Red 5: use a guard and write it in Eke", ("eke",)),
    (Write("red", "eke", 5, False, True), "Red 5: change its color and write it in Eke", ("eke",)),
    (Write("red", "eke", 5, True, True), "Red 5: change its color, use a guard and write it in Eke", ("eke",)),
    (Dupe("bel", 5, False), "Dupe the 5 in Bel", ("bel",)),
    (Dupe("bel", 5, True), "Dupe the 5: use a guard and write it in Bel", ("bel",)),
    (Cross("red", "ada"), "Red: mark an X in Ada", ("ada",)),
    (Pass("red"), "Skip Red", ()),
    (Done(), "Finish your turn", ()),
]
FREE = position()
FOUR = position(". 4 . . 2")
SIX = position(". 1 . . 6")
TWO = position("1 1 . . . . . . . X", hand="", last=Last("red", 1, False, False))
HUB = position("X X 2 . . . 3")
SIDE = position(". X 6")
DEAD = position("X X 1 . . . 6")
LEAST = position("X X 1 . . . 3")
REASONS: list[tuple[State, Move, str]] = [
    (FREE, Write("red", "ada", 5, False, False), "These neighbors can still take at least 3 numbers each: Bel and Eke."),
    (FREE, Write("red", "ada", 1, False, False), "These neighbors can still take at least 2 numbers each: Bel and Eke."),
    (FREE, Write("red", "ada", 5, True, False), "With the circle, it closes nothing beside Ada."),
    (FREE, Write("red", "ivy", 5, False, True),
     "Ivy has no empty neighbor, so it closes nothing. In its own color it would cost more, so a color change is worth its "
     "box."),
    (FREE, Dupe("bel", 5, False),
     "It fills one more area at once. These neighbors can still take at least 3 numbers each: Ada and Cay."),
    (FREE, Cross("red", "ada"), "Ada would take any number."),
    (FREE, Pass("red"), "Its region is full, so this die does nothing."),
    (FREE, Pass("wild"), "The whole map is full, so this die does nothing."),
    (FREE, Done(), "Your dice are done."),
    (FOUR, Write("red", "ada", 3, False, False), "Ada has no empty neighbor, so it closes nothing."),
    (FOUR, Write("blue", "dor", 2, False, False), "Then Cay can still take one number."),
    (FOUR, Write("blue", "dor", 1, False, False), "Then no number fits in Cay."),
    (FOUR, Write("blue", "fen", 1, False, False), "Then no number fits in Cay."),
    (FOUR, Cross("red", "ada"), "Ada would take 3."),
    (FOUR, Write("red", "cay", 5, False, False), "Then no number fits in Dor and Fen."),
    (SIX, Cross("red", "ada"), "No number fits in Ada anyway, so you lose nothing."),
    (SIX, Cross("red", "cay"), "Cay would take 1 and 2."),
    (SIX, Write("red", "cay", 2, False, False), "Then no number fits in Dor and Fen."),
    (SIX, Write("red", "cay", 6, False, False), "Its empty neighbors lose nothing: Dor and Fen."),
    (SIX, Write("blue", "fen", 5, False, False), "Then no number fits in Cay."),
    (HUB, Write("blue", "eke", 4, False, False), "These neighbors can still take at least one number each: Dor and Fen."),
    (SIDE, Write("blue", "eke", 5, False, False), "Then Ada can still take 3 numbers."),
    (DEAD, Write("blue", "eke", 6, False, False), "Then no number fits in Dor."),
    (LEAST, Write("blue", "eke", 5, False, False), "Then no number fits in Dor and Fen."),
    (TWO, Done(), "Keep the dupe for a better place."),
]


def test_advice_and_its_reason() -> None:
    for move, text, spots in ADVICE:
        assert (COACH.advice(move), COACH.spots(move)) == (text, spots)
    for state, move, text in REASONS:
        assert COACH.reason(state, "p1", move) == text, (state.part("p1"), move)
    with pytest.raises(TypeError, match="no move of Rolling America"):
        COACH.advice(Outcome(()))


@pytest.mark.parametrize(("marks", "hand", "space", "text"), [
    (". 6 1 . 1 . 1 5 5 3", "wild3", "ada", "Dor would take 1 and 2."),
    (". 1 X X X . 3 . 5 1", "wild5", "ada", "Fen would take 2 to 4."),
    (". 6 1 . 1 . 1 5 5 3", "wild3", "fen", ""),
])
def test_of_areas_as_easy_to_fill_the_first_is_named_instead(marks: str, hand: str, space: str, text: str) -> None:
    assert COACH.elsewhere(position(marks, hand), "p1", Cross("wild", space, False)) == text


WORSE: list[tuple[State, dict[str, tuple[str, ...]]]] = [
    (position("4 . . 6 (3) 5 6 3 . 1", "red6 blue2"), {"In Cay, the 6 would leave Bel only 5.": ("red ivy changed",)}),
    (position(". 1 2 . . (3) . . . .", "red6 blue2"), {
        "In Eke, the 6 would leave no number for Ada and Dor.":
            ("red gil changed", "red hob changed", "red ivy changed", "red jan changed"),
        "In Dor, the 2 would leave Eke only 1 to 3.": ("blue eke", "blue jan"),
        "In Ada, the 2 would leave Eke only 1 to 3.": ("blue eke changed", "blue ivy changed", "blue jan changed"),
    }),
    (position("1 . 2 (3) 6 . . . . .", "blue1"),
     {"In Gil, the 1 would leave Hob only 1 and 2.": tuple(f"blue {each} changed" for each in ("bel", "ivy", "jan"))}),
]
"""Where a number may be written though it would do harm elsewhere; of whatever else may come there is nothing to say."""


def test_where_a_number_would_do_harm() -> None:
    for state, said in WORSE:
        told = [(move, text) for move in RULES.moves(state, "p1") if (text := COACH.elsewhere(state, "p1", move))]
        assert all(isinstance(move, Write) and not move.guarded for move, _ in told)
        assert {text: tuple(f"{move.die} {move.space}{' changed' * move.changed}" for move, one in told if one == text)
                for _, text in told} == said, state.part("p1")


def test_a_game_of_one_turn_and_of_several() -> None:
    texts = []
    for rounds, regions in ((1, 3), (3, 4)):
        rules = RollingAmerica(replace(SHEET, values={"rounds": rounds}, regions=SHEET.regions[:regions]))
        lesson = RollingAmericaCoach(rules).lesson(rules.start(("p1",)), "p1", Ui())
        assert lesson is not None and lesson.name == "aim"
        texts.append(lesson.text[:60])
    assert texts == ["You have one turn to fill 10 areas. It brings two dice. Neig",
                     "You have 6 turns to fill 10 areas. Each turn brings two dice"]

"""What the coach of On Tour says of small positions, each written out: whoever looks at the map sees that it is so.

Eight areas in a row, each joined to the next, and Bel to Eke; Ada and Bel lie North and West, Cay and Dor North and East,
Eke and Fen South and East, Gil and Hob South and West. The cards on the table are given with each position; before it
there was one roll of the set-up.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.games.on_tour.play.guide import Ui
from rollwrite_desktop.games.on_tour.play.model import Cross, End, State, Visit, Write
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think.review import contrast, theme
from rollwrite_desktop.games.on_tour.words.coach import OnTourCoach
from tests.maps import toured

NAMES = ("ada", "bel", "cay", "dor", "eke", "fen", "gil", "hob")
WITHIN = [("North", "West")] * 2 + [("North", "East")] * 2 + [("South", "East")] * 2 + [("South", "West")] * 2
SHEET = replace(
    toured(dict(zip(NAMES, WITHIN, strict=True)),
           [f"{area} {way}" for area, ways in zip(NAMES, WITHIN, strict=True) for way in ways]),
    values={"cards": 3, "setup": 1, "last": 2},
)
SHEET = replace(SHEET, links=(*SHEET.links, ("bel", "eke")))
RULES = OnTour(SHEET)
COACH = OnTourCoach(RULES)


def position(marks: str = "", hand: str = "", cards: str = "", turns: int = 1, **part: Any) -> State:
    """A moment: marks in the order of the map, `.` or nothing where none is; what is to be written, the cards shown."""
    held = [*marks.split(), *["."] * len(NAMES)][: len(NAMES)]
    state = RULES.start(("p1",))
    begun = Outcome((Die("", 1), Die("", 2)), ("ada North", "hob South"))
    turn = Outcome((Die("", 3), Die("", 5)), tuple(card.strip() for card in cards.split(",")) if cards else ())
    numbers = tuple(hand.split())
    own = replace(
        state.part("p1"), marks=tuple("" if mark == "." else mark for mark in held), hand=numbers,
        **{"strokes": len(numbers)} | part,
    )
    return replace(state.with_part("p1", own), draws=(begun, *[turn] * turns))


LESSONS: list[tuple[State, Ui, str | None]] = [
    (replace(RULES.start(("p1",)), draws=()), Ui(),
     "setup: The first numbers go where the cards say. They are circled, so a route through them scores more. Plan your "
     "route around them."),
    (position("(12) . . . . . . (21)", turns=0), Ui(),
     "rise: Your lowest number is 12 in Ada, your highest 21 in Hob. Let the numbers between them rise along the lines, "
     "from one side of the map to the other."),
    (position("(12) . . 45 . X . (21)"), Ui(),
     "rise: Your lowest number is 12 in Ada, your highest 45 in Dor. Let the numbers between them rise along the lines, "
     "from one side of the map to the other."),
    (position("(12) . . 45 . X . (21)"), Ui(sketching=True),
     "sketch: A sketch binds you to nothing. It shows you where low, middle, and high numbers belong."),
    (position("12 35 (36) 45 X X 11 21"), Ui(sketching=True),
     "sketch: A sketch binds you to nothing. It shows what another route would score."),
    (position("(12) . . 45 . X . (21)", "35 53", "bel North, eke South, fen East"), Ui(),
     "circle: Written in Bel and Eke, a number would be circled. A circle scores only if your route goes there, so don’t "
     "break the rising order for it."),
    (position("(12) . . 45 . X . (21)", "35 53", "bel North, eke South, fen East", 2), Ui(),
     "cards: Each number uses a different card, and stands in its region. Think first of the number that is harder to "
     "place."),
    (position("(12) . . 45 . X . (21)", "35 53", "bel North, eke South, fen East", 3), Ui(),
     "circle: Written in Bel and Eke, a number would be circled. A circle scores only if your route goes there, so don’t "
     "break the rising order for it."),
    (position("(12) . . 45 . X . (21)", "35 53", "cay North, eke South, fen East", 1), Ui(),
     "circle: Written in Cay and Eke, a number would be circled. A circle scores only if your route goes there, so don’t "
     "break the rising order for it."),
    (position("(12) . . 45 . X . (21)", "35 53", "dor North, dor East, fen East", 2), Ui(),
     "cards: Each number uses a different card, and stands in its region. Think first of the number that is harder to "
     "place."),
    (position("(12) 35 . 45 . X . (21)", "53", "cay North, eke South, fen East", 2, placed=(("bel", "35"),)), Ui(),
     "second: Your other number, 53, needs another card: each card counts once."),
    (position("(12) 35 . 45 . X . (21)", "53", "cay North, eke South, fen East", 3, placed=(("bel", "35"),)), Ui(),
     "circle: Written in Eke, a number would be circled. A circle scores only if your route goes there, so don’t break "
     "the rising order for it."),
    (position("(12) 35 . 45 . X . (21)", "53", "bel North, fen South, fen East", 2, placed=(("bel", "35"),)), Ui(),
     "second: Your other number, 53, needs another card: each card counts once."),
    (position("(12) . 77 . 45 . . (21)", "35 53", "ada North, hob South, fen East", 1), Ui(),
     "circle: Written in Fen, a number would be circled. A circle scores only if your route goes there, so don’t break "
     "the rising order for it."),
    (position("(12) . 77 . 45 . . (21)", "35 53", "ada North, hob South, fen East", 2), Ui(number="35"),
     "between: 35 fits well in Bel: it goes on from 12 and leads on to 45. In Dor, it is lower than everything "
     "around it, so a route could only begin there."),
    (position("(12) . 77 . 45 . . (21)", "35 53", "ada North, hob South, fen East", 2), Ui(),
     "between: 53 fits well in Bel: it goes on from 45 and leads on to 77. In Fen, it is higher than everything "
     "around it, so a route could only end there."),
    (position("(12) . 11 . X . . X", "35", "ada North, hob South, fen East", 2), Ui(),
     "cards: Each number uses a different card, and stands in its region."),
    (position("99 . 88 X X X X X", "35", "ada North, bel West, fen East", 2), Ui(),
     "cards: Each number uses a different card, and stands in its region."),
    (position("44 . 55 . X . X X", "35", "ada North, bel West, fen East", 2), Ui(),
     "cards: Each number uses a different card, and stands in its region."),
    (position("44 . 22 . 33 . X X", "38", "ada North, bel West, fen East", 2), Ui(),
     "between: 38 fits well in Bel: it goes on from 33 and leads on to 44. In Dor, it is higher than everything "
     "around it, so a route could only end there."),
    (position("44 . 66 . 33 . X X", "55", "ada North, bel West, fen East", 2), Ui(),
     "between: 55 fits well in Bel: it goes on from 44 and leads on to 66. In Fen, it is higher than everything "
     "around it, so a route could only end there."),
    (position("35 . 66 . X 44 . 51", "35", "ada North, bel West, hob West", 2), Ui(),
     "between: 35 fits well in Bel: it goes on from 35 and leads on to 66. In Dor, it is lower than everything "
     "around it, so a route could only begin there."),
    (position("(12) . . 45 . X . (21)", "*", "cay North, eke North, fen North", 1), Ui(),
     "star: A star is any number, so it joins numbers that nothing else can join. In Bel, it touches 12."),
    (position("(12) . . 45 . 37 . (21)", "*", "gil South, eke South, fen South", 1), Ui(),
     "star: A star is any number, so it joins numbers that nothing else can join. In Eke, it touches 37 and 45."),
    (position("(12) . . X X X . (21)", "*", "dor North, cay North, bel North", 1), Ui(),
     "star: A star is any number, so it joins numbers that nothing else can join. In Bel, it touches 12. In Cay, it would"
     " touch no number yet."),
    (position("(12) . X X X . X X", "*", "dor South, cay South, bel South", 1), Ui(),
     "star: A star is any number, so it joins numbers that nothing else can join."),
    (position("(12) 35 12 45 . X . (21)", "35 53", turns=2), Ui(),
     "last: No cards any more. You can use Eke and Gil, and nothing is circled."),
    (position("12 35 12 45 X X . 21", "53", turns=2), Ui(),
     "last: No cards any more. You can use Gil, and nothing is circled."),
    (position("(12) 35 12 45 . X . (21)", "35 53", "ada North, bel North, cay North"), Ui(),
     "x: There is no room for this number, so it becomes an X. Put it where few routes can pass. One line leads on from "
     "Gil. 2 lines lead on from Eke."),
    (position("(12) 35 12 45 . . X (21)", "35 53", "ada North, bel North, cay North"), Ui(),
     "x: There is no room for this number, so it becomes an X. Put it where few routes can pass. One line leads on from "
     "Fen. 3 lines lead on from Eke."),
    (position("12 X X 45 . 33 . X", "35", "ada North, bel North, ada West"), Ui(),
     "cards: Each number uses a different card, and stands in its region."),
    (position("12 X X 45 . X . X", "35", "ada North, bel North, ada West"), Ui(),
     "cards: Each number uses a different card, and stands in its region."),
    (position("12 35 41 45 X X 11 21"), Ui(),
     "route: Start low and follow the lines. A star counts as any number, and no route passes an X. Your lowest number is"
     " 11, in Gil."),
    (position("12 35 * 45 X X 11 21"), Ui(),
     "route: Start low and follow the lines. A star counts as any number, and no route passes an X. Your lowest number is"
     " 11, in Gil."),
    (position("X X X X X X X X"), Ui(),
     "route: Start low and follow the lines. A star counts as any number, and no route passes an X."),
    (position("12 35 * 45 X X 11 21", route=("ada",)), Ui(), "route: From Ada, you can go to Bel (35)."),
    (position("12 35 * 45 X X 11 21", route=("bel",)), Ui(), "route: From Bel, you can go to Cay (a star)."),
    (position("12 21 44 21 44 12 21 35", route=("cay", "bel")), Ui(), "route: From Bel, you can go to Eke (44)."),
    (position("12 35 * 45 X X 11 21", route=("ada", "bel", "cay", "dor")), Ui(),
     "route: Not where you wanted to go? Undo and try another way."),
    (position("12 35 * 45 X X 11 21", route=("hob",)), Ui(),
     "route: Not where you wanted to go? Undo and try another way."),
    (position("44 35 51 45 X X 11 21", route=("bel",)), Ui(),
     "route: Take the smallest step up, so that more can follow."),
    (position("12 . 40 X X . 35 (21)", "35", "ada West, fen South, fen East", 2), Ui(),
     "between: 35 fits well in Bel: it goes on from 12 and leads on to 40."),
    (position("12 X 35 X . . X .", "35 53", "ada North, bel North, cay North"), Ui(),
     "x: There is no room for this number, so it becomes an X. Put it where few routes can pass. No line leads on from "
     "Hob. One line leads on from Eke."),
    (position("12 . 60 X 77 20 . 75", "35", "ada West, hob West, hob South", 1), Ui(),
     "between: 35 fits well in Bel: it goes on from 12 and leads on to 60."),
    (position("12 . 20 X 77 X X X", "35", "ada North, hob South, hob West", 1), Ui(),
     "between: 35 fits well in Bel: it goes on from 20 and leads on to 77."),
    (position("12 . 60 X 77 X X X", "35", "ada North, hob South, hob West", 1), Ui(),
     "between: 35 fits well in Bel: it goes on from 12 and leads on to 60."),
    (position("12 . 60 . X . . (21)", "35", "ada North, hob South, fen East", 2), Ui(),
     "between: 35 fits well in Bel: it goes on from 12 and leads on to 60. In Fen, it would touch no number yet."),
    (position("12 . 40 . X . 35 (21)", "35", "ada West, fen South, fen East", 2), Ui(),
     "between: 35 fits well in Bel: it goes on from 12 and leads on to 40. In Dor, it is lower than everything "
     "around it, so a route could only begin there."),
    (position("12 . 40 . X . 36 36", "36", "ada West, fen South, fen East", 2), Ui(),
     "between: 36 fits well in Bel: it goes on from 12 and leads on to 40. In Dor, it is lower than everything "
     "around it, so a route could only begin there."),
    (position("12 . 60 X . . . .", "35 53", "cay North, hob South, dor East", 2), Ui(),
     "between: 35 fits well in Bel: it goes on from 12 and leads on to 60. In Eke, it would touch no number yet."),
    (position(". . . X X . . .", "35 53", "cay East, dor East, dor East", 2), Ui(),
     "cards: Each number uses a different card, and stands in its region. Think first of the number that is harder to "
     "place."),
    (position("(12) 35 12 X . X . (21)", "35 53", "ada North, bel North, cay North"), Ui(),
     "x: There is no room for this number, so it becomes an X. Put it where few routes can pass."),
    (position("(12) . 77 . 45 . . (21)", "35 53", "ada North, hob South, fen East", 4), Ui(),
     "circle: Written in Fen, a number would be circled. A circle scores only if your route goes there, so don’t break "
     "the rising order for it."),
    (position("12 . 34 . 36 . 77 (21)", "35 53", "dor North, hob South, fen East", 3), Ui(),
     "cards: Each number uses a different card, and stands in its region. Think first of the number that is harder to "
     "place."),
    (position("12 . 11 . 20 . . .", "15", "ada North, dor East, fen East", 3), Ui(),
     "cards: Each number uses a different card, and stands in its region."),
    (position("12 35 (36) 45 X X 11 21", route=("ada", "bel", "cay", "dor"), ended=True), Ui(),
     "score: Your route scores 5: its areas and its circles."),
    (position("12 X X X X X X X", route=("ada",), ended=True), Ui(),
     "score: Your route scores 1: its areas and its circles."),
]


def test_what_is_taught_is_what_the_map_shows() -> None:
    for state, ui, text in LESSONS:
        lesson = COACH.lesson(state, "p1", ui)
        assert (lesson and f"{lesson.name}: {lesson.text}") == text, (state.part("p1"), ui)


ADVICE: list[tuple[Move, str, tuple[str, ...]]] = [
    (Write("eke", "37"), "Write 37 in Eke", ("eke",)),
    (Write("eke", "*"), "Write a star in Eke", ("eke",)),
    (Cross("eke"), "Mark an X in Eke", ("eke",)),
    (Visit("eke"), "Go to Eke", ("eke",)),
    (End(), "End the route", ()),
]
OPEN = position("(12) . 77 . 45 . . (21)", "35 53", "bel North, hob South, fen East")
STARRY = position("(12) . . 45 . X . (21)", "*", "bel North, eke North, fen North")
FREE = position("12", "35 53", "ada North, hob South, fen East")
TIED = position("35 . 35 36 . 22 . 21", "35 53", "ada North, hob South, fen East")
DRAWN = position("12 35 * 45 X X 11 21", route=("ada",))
REASONS: list[tuple[State, Move, str]] = [
    (OPEN, Write("bel", "35"),
     "It is circled there: one more point if your route goes there. It goes on from 12 (Ada) and leads on to 45 (Eke). "
     "The longest route so far grows from 1 to 3 areas."),
    (OPEN, Write("dor", "53"),
     "It goes on from 45 (Eke) and leads on to 77 (Cay). The longest route so far grows from 1 to 3 areas."),
    (OPEN, Write("fen", "35"),
     "It is circled there: one more point if your route goes there. It leads on to 45 (Eke). The longest route so far "
     "grows from 1 to 2 areas."),
    (OPEN, Write("fen", "53"),
     "It is circled there: one more point if your route goes there. It goes on from 45 (Eke). The longest route so far "
     "grows from 1 to 2 areas."),
    (OPEN, Write("gil", "53"), "It goes on from 21 (Hob). The longest route so far grows from 1 to 2 areas."),
    (OPEN, Write("gil", "35"), "It goes on from 21 (Hob). The longest route so far grows from 1 to 2 areas."),
    (OPEN, Cross("gil"), "There, an X blocks few routes."),
    (STARRY, Write("bel", "*"),
     "It is circled there: one more point if your route goes there. There, a star fits into every route that passes. The "
     "longest route so far grows from 1 to 2 areas."),
    (STARRY, Write("eke", "*"),
     "There, a star fits into every route that passes. The longest route so far grows from 1 to 2 areas."),
    (FREE, Write("gil", "35"), "On a long route across the map, that is about the place for 35."),
    (TIED, Write("bel", "35"), "It goes on from 35 (Ada). The longest route so far grows from 2 to 4 areas."),
    (TIED, Write("eke", "22"),
     "It goes on from 22 (Fen) and leads on to 36 (Dor). The longest route so far grows from 2 to 3 areas."),
    (TIED, Write("gil", "22"), "It goes on from 22 (Fen). The longest route so far grows from 2 to 3 areas."),
    (TIED, Write("gil", "15"), "It leads on to 21 (Hob)."),
    (DRAWN, Visit("bel"), "It is the next stop of the best route from here."),
    (DRAWN, End(), "No area can come next."),
]


def test_advice_and_its_reason() -> None:
    for move, text, spots in ADVICE:
        assert (COACH.advice(move), COACH.spots(move)) == (text, spots)
    for state, move, text in REASONS:
        assert COACH.reason(state, "p1", move) == text, (state.part("p1"), move)
    with pytest.raises(TypeError, match="no move of On Tour"):
        COACH.advice(Outcome(()))


ELSEWHERE: list[tuple[State, dict[Move, str]]] = [
    (position("63 . . 44 (12) 12 44 X", "44 36", "bel North, ada East, fen North"),
     {Write("bel", "36"): "In Cay, it is lower than everything around it, so a route could only begin there."}),
    (position("53 35 (12) * . . * 77", "53 36", "bel South, ada West, fen West"),
     {Write("eke", number): "In Fen, it would touch no number yet." for number in ("53", "36")}),
    (position("21 77 35 . 77 36 21 .", "44 21", "fen North, cay South, fen East"),
     {Write("dor", "44"): "In Hob, it is higher than everything around it, so a route could only end there."}),
    (position("35 77 44 . 35 44 . X", "35 36", "bel South, hob North, dor South"),
     {Write("dor", "35"): "In Gil, it is lower than everything around it, so a route could only begin there.",
      Write("dor", "36"): "In Gil, it is lower than everything around it, so a route could only begin there."}),
]
"""What may be written where it would join less elsewhere; of whatever else may come there is nothing to say."""


def test_where_a_number_would_join_less() -> None:
    for state, said in ELSEWHERE:
        told = {move: COACH.elsewhere(state, "p1", move) for move in RULES.moves(state, "p1")}
        assert {move: text for move, text in told.items() if text} == said, state.part("p1")


BETTER: list[tuple[str, str, str, str]] = [
    ("X 15 . 14 . . 36 .", ". 86 . 14 . (15) 36 .", "x",
     "The best route so far scores 3 with B, 1 without. B circles Fen. B writes one X fewer. 15 comes near an end of any "
     "long route, and Fen has fewer neighbors than Bel."),
    ("44 X 85 . 45 36 36 62", "44 X . X 45 85 36 62", "ends", ""),
    ("21 85 62 63 (66) (16) 14 15", "21 85 62 X (66) 63 14 15", "place", "A better route was possible."),
    ("15 . . 66 63 . 62 .", "15 62 . 66 . . . 63", "place", ""),
    ("* . (66) . . * 85 .", "85 . (66) . 15 * . .", "star",
     "85 comes near an end of any long route, and Ada has fewer neighbors than Gil."),
    (". 84 . 44 . . 62 66", ". . . 44 . 84 (62) 66", "circle",
     "The best route so far scores 3 with B, 2 without. B circles Gil."),
    ("62 . . 15 63 (66) (66) 21", "62 . 15 . 63 (66) (66) 21", "ends", ""),
    (". 85 16 . 21 (85) 86 *", ". 85 * . 21 (85) 86 *", "star", ""),
    ("41 . 45 . . 62 . 63", ". . 45 . . 62 . .", "tight",
     "Hob has 63, and Fen, one blank area away, has 62. Little fits between them."),
]
"""Two maps after a turn, what the choice of the first is an example of, and what speaks for the second."""


def test_what_a_review_says_of_a_better_choice() -> None:
    for ours, theirs, of, said in BETTER:
        mine, better = position(ours), position(theirs)
        assert (theme(RULES, mine, better, "p1"), " ".join(contrast(RULES, mine, better, "p1", "B"))) == (of, said), ours


def test_a_drawn_route_is_held_to_the_best_one() -> None:
    for marks, ended, said in (("X 53 X 53 (45) X 45 36", False, []),
                               ("12 X 45 45 (45) X X 12", True, ["A better route was possible."])):
        mine = position(marks, route=("eke", "bel"), ended=ended)
        assert [*contrast(RULES, mine, position(marks), "p1", "B")] == said

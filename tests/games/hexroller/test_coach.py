"""What the coach of HexRoller says of small positions, each written out: whoever looks at the sheet sees that it is so.

Two rows of hexes, the lower one half a hex to the right:

    a1=3  a2  a3  a4=3  a5  a6=8        a1 to a3 are area A, a4 to a6 area B
       b1=5  b2  b3  b4  b5=5           the middle
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.games.hexroller.play.guide import Ui
from rollwrite_desktop.games.hexroller.play.model import Boxes, Chain, Done, Extra, State, Two, Write
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.words.coach import HexRollerCoach
from tests.games.hexroller.fewest import honeycomb

UPPER, LOWER = [(q, 0) for q in range(6)], [(q, 1) for q in range(5)]
SHEET, _ = honeycomb(
    {**dict(zip(UPPER, "AAABBB", strict=True)), **dict.fromkeys(LOWER, "M")},
    {(0, 0): "3", (3, 0): "3", (5, 0): "8", (0, 1): "5", (4, 1): "5"}, touching=False, dice=5, rounds=4,
)
RULES = HexRoller(SHEET, {"plus_one": "path"})
COACH = HexRollerCoach(RULES)


def chain(number: int, *path: str) -> Chain:
    return Chain(number, tuple(RULES.index[hex_] for hex_ in path))


def position(
    roll: str = "", marks: str = "", chains: tuple[Chain, ...] = (), rounds: int = 1, players: int = 1, **part: Any,
) -> State:
    """A moment: the dice, and what stands besides the printed numbers ("a2=3 b2=5")."""
    state = RULES.start(tuple(f"p{n}" for n in range(1, players + 1)))
    held = list(state.part("p1").marks)
    for mark in marks.split():
        hex_, _, number = mark.partition("=")
        held[RULES.index[hex_]] = int(number)
    dice = tuple(Die(f"die{n}", int(face)) for n, face in enumerate(roll, 1))
    own = replace(state.part("p1"), marks=tuple(held), chains=chains, **{"done": False} | part)
    return replace(state.with_part("p1", own), rolls=(dice,) * rounds if roll else ())


def both(**part: Any) -> State:
    """Both numbers are written."""
    chains = chain(5, "b2", "a2", "b4"), chain(3, "a5", "b3")
    return position("55533", "b2=5 a2=5 b4=5 a5=3 b3=3", chains, **part)


def boxed(**part: Any) -> State:
    """The boxes are filled, too."""
    chains = chain(3, "a2", "a3"), chain(5, "b2", "b3")
    return position("33455", "a2=3 a3=3 b2=5 b3=5", chains, upper="3", lower="5", boxed=True, **part)


LESSONS: list[tuple[State, Ui, str | None]] = [
    (position(), Ui(),
     "aim: Points come from full areas, connected pairs, rows of boxes that count up from 3, and unused bonuses. Good "
     "moves do two of these at once."),
    (position("33455"), Ui(),
     "connect: Between the two printed 3s, 2 hexes are missing. Between the two printed 5s, 3 hexes are missing. "
     "Connected, a pair scores its number."),
    (position("33455", done=True), Ui(),
     "aim: Points come from full areas, connected pairs, rows of boxes that count up from 3, and unused bonuses. Good "
     "moves do two of these at once."),
    (position("33455", rounds=4, done=True), Ui(), "score: Your sheet scores 6. The highest total wins."),
    (position("33455", rounds=4), Ui(),
     "rows: A row counts 3, 4, 5 and so on, and stops where a number is missing. With this roll, a row can go on with 3."),
    (position("33455", rounds=2), Ui(),
     "lead: In area A, the 3 is most common, and 2 hexes are empty. If that holds, area A scores only 3; the middle would "
     "score 10."),
    (position("55533", "a2=3 a3=3 a5=8", rounds=2), Ui(),
     "lead: In the middle, the 5 is most common, and 3 hexes are empty."),
    (position("33455", rounds=3), Ui(),
     "fill: In area B, only a5 is empty. Any number there makes the area score. Your bonus 2 could go there."),
    (position("33455", rounds=3, upper="3", lower="345"), Ui(),
     "connect: Between the two printed 3s, 2 hexes are missing. Between the two printed 5s, 3 hexes are missing. "
     "Connected, a pair scores its number."),
    (position("33455", rounds=4, upper="3", lower="345"), Ui(),
     "lead: In area A, the 3 is most common, and 2 hexes are empty. If that holds, area A scores only 3; the middle would "
     "score 10."),
    (position("34578", rounds=4, upper="34", lower=""), Ui(),
     "rows: A row counts 3, 4, 5 and so on, and stops where a number is missing. With this roll, a row can go on with 3 "
     "and 5."),
    (position("33455", "a2=3", rounds=4), Ui(),
     "rows: A row counts 3, 4, 5 and so on, and stops where a number is missing. With this roll, a row can go on with 3."),
    (position("33455", "a2=3", rounds=1), Ui(),
     "connect: Between the two printed 3s, one hex is missing. Between the two printed 5s, 3 hexes are missing. "
     "Connected, a pair scores its number."),
    (position("33455", "a2=3 a3=3", rounds=1), Ui(),
     "connect: Between the two printed 5s, 3 hexes are missing. Connected, a pair scores its number."),
    (position("33455", "b2=5 b3=5", rounds=1), Ui(),
     "connect: Between the two printed 5s, one hex is missing. Between the two printed 3s, 2 hexes are missing. "
     "Connected, a pair scores its number."),
    (position("33455", "b2=5 b3=5", rounds=2), Ui(),
     "lead: In the middle, the 5 is most common, and one hex is empty. If that holds, the middle scores 10; area A would "
     "score only 3."),
    (position("33455", "b2=5 a3=8 b3=8 a2=8 b4=3", rounds=2), Ui(),
     "dash: No number that is left can be written in full, so a box gets a dash. Keep more room around your numbers."),
    (position("33455", "a2=3 a3=5 b3=8 b4=5"), Ui(),
     "dash: No number that is left can be written in full, so a box gets a dash. Keep more room around your numbers."),
    (position("34588", "a5=8 b2=8"), Ui(),
     "connect: Between the two printed 3s, 2 hexes are missing. Between the two printed 5s, 4 hexes are missing. "
     "Connected, a pair scores its number."),
    (position("34588", "a5=8 b2=8", rounds=2), Ui(),
     "lead: In the middle, the 5 is most common, and 2 hexes are empty. If that holds, the middle scores 10; area A would "
     "score only 3."),
    (position("34588", "a5=8 b2=8", rounds=3), Ui(),
     "rows: A row counts 3, 4, 5 and so on, and stops where a number is missing. With this roll, a row can go on with 3."),
    (position("33455", "a5=8", used=("two",), rounds=3), Ui(),
     "rows: A row counts 3, 4, 5 and so on, and stops where a number is missing. With this roll, a row can go on with 3."),
    (position("33455", rounds=3, used=("two",)), Ui(),
     "fill: In area B, only a5 is empty. Any number there makes the area score."),
    (position("33455", rounds=3, bonus="plus_one"), Ui(),
     "fill: In area B, only a5 is empty. Any number there makes the area score."),
    (position("33355", "a5=7 b2=3 b3=8 b4=4", rounds=3), Ui(), "first: You can write 5 in full."),
    (position("45566", "a2=4 a3=6 a5=7 b2=6 b3=4", rounds=4), Ui(),
     "fill: In the middle, only b4 is empty. Any number there makes the area score. Your bonus 2 could go there."),
    (position("55666", "a2=5", chains=(chain(5, "a2"),)), Ui(), None),
    (position("55566", "a2=5", chains=(chain(5, "a2"),)), Ui(),
     "chain: It goes on from a2. Don’t run into a dead end."),
    (position("55566", "a2=5 a3=5 b2=5", chains=(chain(5, "a2", "a3", "b2"),)), Ui(),
     "dash: No number that is left can be written in full, so a box gets a dash. Keep more room around your numbers."),
    (position("55566", "a2=5 a3=5 b2=5", chains=(chain(5, "a2", "a3", "b2"),), rounds=3), Ui(),
     "dash: No number that is left can be written in full, so a box gets a dash. Keep more room around your numbers."),
    (position("55533", "a2=5 a3=5 b2=5", chains=(chain(5, "a2", "a3", "b2"),), rounds=3), Ui(),
     "rows: A row counts 3, 4, 5 and so on, and stops where a number is missing. With this roll, a row can go on with 3."),
    (position("55533", "a2=5 a3=5 b2=5", chains=(chain(5, "a2", "a3", "b2"),), rounds=4), Ui(),
     "fill: In area B, only a5 is empty. Any number there makes the area score. Your bonus 2 could go there."),
    (position("77766"), Ui(),
     "dash: No number that is left can be written in full, so a box gets a dash. Keep more room around your numbers."),
    (position("55533", "a2=5 a3=5 b2=5", chains=(chain(5, "a2", "a3", "b2"),), rounds=2), Ui(),
     "second: Now write a number other than 5. You can choose 3."),
    (position("34577", "a2=3", chains=(chain(3, "a2"),), rounds=3), Ui(),
     "second: Now write a number other than 3. You can choose 5."),
    (position("55566", "a2=5 a3=5 b2=5 b3=3 b4=3 a5=3", chains=(chain(5, "a2", "a3", "b2"),)), Ui(),
     "dash: No number that is left can be written in full, so a box gets a dash. Keep more room around your numbers."),
    (both(), Ui(), None),
    (both(upper="34"), Ui(),
     "boxes: Put 5 in the upper row and 3 in the lower. Then the upper row counts to 5 and the lower to 3. "
     "The other way around, neither row gets further."),
    (both(lower="34"), Ui(),
     "boxes: Put 3 in the upper row and 5 in the lower. Then the upper row counts to 3 and the lower to 5. "
     "The other way around, neither row gets further."),
    (both(upper="34", lower="34"), Ui(), None),
    (position("44433", "a5=3 b3=3", chains=(chain(3, "a5", "b3"), chain(4, "b2", "a2", "b4")), upper="3", lower="-"), Ui(),
     "boxes: Put 4 in the upper row and 3 in the lower. Then the upper row counts to 4 and the lower to 3. "
     "The other way around, neither row gets further."),
    (position("44433", "a5=3 b3=3", chains=(chain(3, "a5", "b3"), chain(4, "b2", "a2", "b4")), upper="-3", lower="3"), Ui(),
     None),
    (both(upper="4"), Ui(),
     "boxes: Put 3 in the upper row and 5 in the lower. Then the upper row counts to 4. The other way around, the "
     "rows score one point less."),
    (both(lower="54"), Ui(),
     "boxes: Put 5 in the upper row and 3 in the lower. Then the lower row counts to 5. The other way around, the "
     "rows score 2 points less."),
    (position("34588", chains=(chain(3, "a2"), chain(4, "a3"), chain(5, "b2")), upper="3"), Ui(),
     "boxes: Put 4 in the upper row and 3 in the lower. Then the upper row counts to 4 and the lower to 3. "
     "The other way around, neither row gets further."),
    (position("44455", "b2=4", chains=(chain(4, "b2"),)), Ui(),
     "chain: It goes on from b2. In a2, the 4 would lead in area A; in b3, it would not lead in the middle."),
    (position("55566", "a2=5 a3=5", chains=(chain(5, "a2", "a3"),)), Ui(),
     "chain: It goes on from a3. In b3, the two printed 5s come nearer; in b2, they don’t."),
    (position("33455", "a2=3 b2=5 b3=5"), Ui(),
     "connect: Between the two printed 5s, one hex is missing. Connected, a pair scores its number."),
    (position("34588", "a2=3 a3=3", rounds=2), Ui(),
     "lead: In area B, the 8 is the highest of the most common numbers, and one hex is empty. If that holds, area B scores "
     "only 8; the middle would score 10."),
    (position("33455"), Ui(bonus="two"),
     "bonus: A bonus that you keep scores 2 points, so use one only where it brings more. You have 3 bonuses left."),
    (position("33455", used=("third",)), Ui(bonus="plus_one"),
     "bonus: A bonus that you keep scores 2 points, so use one only where it brings more. You have 2 bonuses left."),
    (position("33455", used=("third", "two")), Ui(bonus="two"),
     "bonus: A bonus that you keep scores 2 points, so use one only where it brings more. You have one bonus left."),
    (position("33455"), Ui(bonus="third"),
     "bonus: A bonus that you keep scores 2 points, so use one only where it brings more. You have 3 bonuses left."),
    (boxed(), Ui(),
     "bonus: A bonus that you keep scores 2 points, so use one only where it brings more. You have 3 bonuses left."),
    (boxed(used=("two", "third", "plus_one")), Ui(), "done: Your boxes are filled. Roll again."),
    (boxed(used=("two", "third", "plus_one"), players=2), Ui(),
     "done: Your boxes are filled. Roll once everyone has finished."),
    (position("33455", "a2=3 a3=3 a5=3 b2=5 b3=5 b4=5", done=True, rounds=4, upper="345-", lower="3456"), Ui(),
     "score: Your sheet scores 41. The highest total wins."),
    (position("33455", "a5=5 b2=4 b4=3", rounds=2), Ui(),
     "lead: In the middle, the 5 is most common, and one hex is empty. If that holds, the middle scores 10; area A would "
     "score only 3."),
]


def test_what_is_taught_is_what_the_sheet_shows() -> None:
    for state, ui, text in LESSONS:
        lesson = COACH.lesson(state, "p1", ui)
        assert (lesson and f"{lesson.name}: {lesson.text}") == text, (state.part("p1"), state.counts, ui)


ADVICE: list[tuple[Move, str, tuple[str, ...]]] = [
    (Write("c3", 5), "Write 5 in c3", ("c3",)),
    (Write("c3", 5, third=True), "Use the third number: write 5 in c3", ("c3",)),
    (Extra("c3", 5), "Take the +1: write 5 in c3", ("c3",)),
    (Two("c3"), "Take the bonus 2: write it in c3", ("c3",)),
    (Boxes(5, 4), "Put 5 in the upper row and 4 in the lower", ()),
    (Boxes(0, 4), "Put – in the upper row and 4 in the lower", ()),
    (Done(), "Finish your turn", ()),
]
FREE = position("33455")
NEAR = position("34455", "a2=3 b2=5 b4=5")
LATE = position("34455", "a2=3", rounds=4)
CHOSEN = position("34455", upper="34", lower="3-", used=("two",))
JOINED = position("33455", "a2=3 a3=3")
SPENT = position("34455", used=("two", "third", "plus_one"))
REASONS: list[tuple[State, Move, str]] = [
    (FREE, Write("a2", 3),
     "One more hex then connects the two printed 3s. The 3 then leads in area A, where one hex is still empty."),
    (FREE, Write("a5", 3), "It fills area B: 3 points."),
    (FREE, Write("b2", 3), "It leaves 2 hexes empty in the middle."),
    (FREE, Extra("a3", 4), "The 4 then leads in area A, where one hex is still empty."),
    (FREE, Two("a5"), "It fills the last hex of area B."),
    (FREE, Two("a2"), "It leaves one hex empty in area A."),
    (FREE, Boxes(3, 4), "Then the upper row counts to 3."),
    (FREE, Boxes(4, 5), "Neither row gets further this time."),
    (FREE, Done(), "Your boxes are filled. A bonus that you keep scores 2."),
    (NEAR, Write("a3", 3), "It connects the two printed 3s: 3 points. It fills area A: 3 points."),
    (NEAR, Write("b3", 5), "It connects the two printed 5s: 5 points. It fills the middle: 10 points."),
    (NEAR, Write("b3", 3), "It fills the middle: 10 points."),
    (NEAR, Write("a5", 8), "It fills area B: 8 points."),
    (NEAR, Two("a3"), "It fills the last hex of area A."),
    (NEAR, Two("b3"), "It fills the last hex of the middle."),
    (LATE, Write("a3", 3), "It connects the two printed 3s: 3 points. It fills area A: 3 points."),
    (LATE, Write("b2", 5),
     "2 more hexes then connect the two printed 5s. The 5 then leads in the middle, where 2 hexes are still empty."),
    (CHOSEN, Boxes(5, 3), "Then the upper row counts to 5."),
    (CHOSEN, Boxes(5, 4), "Then the upper row counts to 5 and the lower to 4."),
    (CHOSEN, Boxes(0, 4), "Then the lower row counts to 4."),
    (CHOSEN, Done(), "Your boxes are filled. A bonus that you keep scores 2."),
    (SPENT, Done(), "Your boxes are filled."),
    (JOINED, Write("a5", 3), "It fills area B: 3 points."),
]

ELSEWHERE: list[tuple[State, dict[Move, str]]] = [
    (position("33455", "b3=4"),
     {Write("a2", 3): "In a5, the two 3s come no nearer.", Write("a3", 3): "In a5, the two 3s come no nearer.",
      Write("a3", 4): "In b2, it would not lead in the middle."}),
    (position("33445", "b4=5 b3=5"), {Write("b2", 5): "In a2, the two 5s come no nearer."}),
]
"""What may be written where it would be less use elsewhere; of whatever else may come there is nothing to say."""


def test_advice_and_its_reason() -> None:
    for move, text, spots in ADVICE:
        assert (COACH.advice(move), COACH.spots(move)) == (text, spots)
    for state, move, text in REASONS:
        assert COACH.reason(state, "p1", move) == text, (state.part("p1"), move)
    for state, said in ELSEWHERE:
        told = {move: COACH.elsewhere(state, "p1", move) for move in RULES.moves(state, "p1")}
        assert {move: text for move, text in told.items() if text} == said, state.part("p1")
    with pytest.raises(TypeError, match="no move of HexRoller"):
        COACH.advice(Outcome(()))

"""What slips weigh: one is always cheaper than two, two can be diagnosed and three cannot."""

from __future__ import annotations

from itertools import product

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.gamekit.check.slips import DIGIT, MAX_COST, SMALL, box_slip, claim_slip, digits_apart, mark_slip
from rollwrite_desktop.gamekit.marks import circle

ONE_DIGIT = [*"123456", *map(circle, "123456"), "X", ""]
TWO_DIGITS = ["12", "21", "13", "47", "74", "90", "*", *map(circle, ("12", "21", "47", "*")), "X", ""]


def test_one_slip_is_cheaper_than_two() -> None:
    paper = Paper(game="rolling_america", boxes={"guard": 1})
    marks = [*product(ONE_DIGIT, repeat=2), *product(TWO_DIGITS, repeat=2)]
    costs = {mark_slip("OH", "", one, other).cost for one, other in marks if one != other}
    costs |= {box_slip(paper, "guard", n).cost for n in (0, 2, 5)} | {claim_slip(paper, 3).cost, DIGIT}
    assert min(costs) == SMALL and max(costs) == 2 * SMALL - 1, "each as far from the other as one slip can be"
    assert costs == {4, 5, 6, 7}
    assert 2 * DIGIT <= MAX_COST < 3 * SMALL, "any two of the usual slips, and never three"


def test_the_likelier_slip_is_the_cheaper() -> None:
    """Forgotten circles, then digits and what was left out, then what is too much, then one thing for another."""
    def cost(before: str, after: str) -> int:
        return mark_slip("OH", "", before, after).cost

    assert cost("4", "(4)") == cost("(4)", "4") == 4
    assert cost("4", "5") == cost("", "5") == cost("47", "74") == cost("47", "49") == 5
    assert cost("4", "") == cost("47", "89") == cost("4", "(5)") == 6
    assert cost("4", "X") == cost("X", "4") == cost("*", "47") == cost("47", "(89)") == 7


def test_digits_that_fingers_and_eyes_take_for_one_another() -> None:
    assert digits_apart("47", "74") == (1, 0)
    assert digits_apart("1", "7") == digits_apart("3", "8") == digits_apart("1", "2") == (1, 0)
    assert digits_apart("1", "9") == (1, 2) and digits_apart("10", "29")[0] == 2

"""What is asked of a list of rolls, and the likeliest roll in place of another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import combinations, pairwise, product

import msgspec
import pytest

from rollwrite_desktop.core.audit import Edit, Paper
from rollwrite_desktop.gamekit.check.slips import DIGIT, Slip
from rollwrite_desktop.games.on_tour.check.diagnosis import LegalPlays, other_rolls, readings, roll_slip
from rollwrite_desktop.games.on_tour.check.encoding import _like
from rollwrite_desktop.games.on_tour.check.evidence import read_evidence
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think.walks import LENGTH, walks
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.solver.maxsat import Unsatisfiable
from tests.games.on_tour.sheets import full_paper, small_paper

RULES = OnTour(find("on_tour_usa"))


def sequence(rolls: list[str]) -> RollSequence:
    return RollSequence(RULES, read_evidence(RULES, Paper(game="on_tour", sheet="on_tour_usa", rolls=rolls)).rolls or ())


def test_only_the_rolls_of_a_whole_game_are_all_of_them() -> None:
    rolls = [*(full_paper("random", 0).rolls or ())]
    assert LegalPlays.covers(sequence(rolls))
    assert not LegalPlays.covers(sequence(rolls[:10])) and not LegalPlays.covers(sequence(rolls[:-1]))
    twice = [*rolls[:5], rolls[4], *rolls[6:]]
    assert not LegalPlays.covers(sequence(twice)), "a card comes once"


def test_a_list_goes_on_with_what_can_be_rolled_after_what_could() -> None:
    whole = sequence(["1 8 | MI, GA", "4 1 | WY, OH", "3 7 | TX South, CA West, NY North"])
    doubtful = sequence(["1 8 | MI, GA", "4 1 | MI, OH", "3 7 | TX South, CA West, NY North"])
    assert (whole.impossible, doubtful.impossible) == ([], [2])

    def goes_on(one: RollSequence, other: RollSequence) -> list[bool]:
        return [one.possible(entry, other.outcomes[entry - 1 :]) for entry in (1, 2, 3)]

    assert goes_on(whole, whole) == [True, True, True] and goes_on(whole, doubtful) == [False, False, True]
    assert goes_on(doubtful, whole) == [True, True, False]


def test_what_is_easily_written_for_another() -> None:
    """A number of which one digit was misread, or both exchanged; a digit left out; nothing else."""
    alike = {frozenset(pair.split()) for pair in ("12 21", "12 13", "12 32", "12 1", "X *")}
    marks = ("12", "21", "13", "32", "34", "1", "X", "*")
    found = {frozenset((one, other)) for one, other in combinations(marks, 2) if _like(one, other)}
    assert found == alike | {frozenset(pair.split()) for pair in ("32 34", "13 1", "1 X", "1 *")} and _like("34", "34")


def test_the_other_roll_differs_in_one_die() -> None:
    rolls = ["1 8 | MI, GA", "4 1 | WY, OH", "3 7 | TX South, CA West, NY North"]
    paper = Paper(game="on_tour", sheet="on_tour_usa", rolls=rolls)
    for hand, after in ((("27", "72"), "2 7"), (("13", "31"), "3 1"), (("57", "75"), "5 7"), (("39", "93"), "3 9")):
        slip = roll_slip(paper, sequence(rolls), 3, hand)
        assert (slip.edit.where, slip.edit.before) == ("roll:3", rolls[2])
        assert slip.edit.after == f"{after} | TX South, CA West, NY North"


def likeliest(question: LegalPlays, most: int = 1) -> list[tuple[int, tuple[Edit, ...]]]:
    """The cheapest explanations of a map: what they cost, and their slips."""
    for _ in question.built():
        pass
    found: list[tuple[int, tuple[Edit, ...]]] = []
    for step in question.maxsat.minimize():
        if step.decided:
            found.append((step.least, tuple(slip.edit for slip in question.slips(step.model))))
            if len(found) == most:
                break
            question.unlike(step.model)
            question.maxsat.reopen()
    return found


def asked(seed: int, count: int = 12, **marks: str) -> LegalPlays:
    """A legal small map, but for some marks."""
    _, auditor, paper = small_paper(seed, count)
    paper = msgspec.structs.replace(paper, spaces={**paper.spaces, **marks}, route=None)
    seen = read_evidence(auditor.rules, paper)
    return LegalPlays(auditor.rules, paper, seen, RollSequence(auditor.rules, seen.rolls or ()))


def possible(question: LegalPlays, held: Callable[[LegalPlays], Iterable[int]]) -> bool:
    """Whether some way of play holds these, be it with slips."""
    for _ in question.built():
        pass
    for literal in held(question):
        question.maxsat.add(literal)
    with suppress(Unsatisfiable):
        return any(step.most is not None for step in question.maxsat.minimize())
    return False


AA, AC, BA, CC = 0, 2, 4, 10


@pytest.mark.parametrize("held", [
    lambda asked: [-asked.ring[CC]],
    lambda asked: [asked.hand[2, ("48", "84")], -asked.what[CC, "48"]],
    lambda asked: [asked.hand[1, ("36", "63")], -asked.what[AC, "36"]],
    lambda asked: [asked.hand[3, ("37", "73")], asked.edit_roll[3]],
    lambda asked: [-asked.hand[3, ("37", "73")], -asked.edit_roll[3]],
    lambda asked: [asked.hand[3, ("37", "73")], asked.hand[3, ("03", "30")]],
    lambda asked: [asked.low[0][BA], asked.low[0][AA]],
    lambda asked: [asked.high[0][BA], asked.high[0][AA]],
    lambda asked: [asked.low[0][BA], asked.high[0][BA]],
    lambda asked: [asked.low[0][BA], asked.hand[3, ("37", "73")], -asked.what[BA, "37"]],
    lambda asked: [asked.low[0][BA], asked.low[1][BA]],
    lambda asked: [asked.low[0][BA], -asked.filled[0][BA]],
    lambda asked: [-asked.filled[3][BA]],
    lambda asked: [-asked.true],
])
def test_what_no_turn_does(held: Callable[[LegalPlays], list[int]]) -> None:
    """The set-up of this map wrote 36 in AC and 48 in CC; in the first turn BA has a card of its own."""
    assert not possible(asked(4), held)


def test_a_turn_writes_a_number_of_its_roll_and_each_roll_is_asked_about() -> None:
    question = asked(4)
    assert possible(question, lambda asked: [asked.low[0][BA], asked.ring[BA], asked.what[BA, "37"]])
    assert {entry for entry, _ in question.hand} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(("seed", "count", "low", "high"), [
    (4, 12, 4, 0), (4, 12, 4, 6), (4, 12, 6, 9), (4, 12, 9, 0), (4, 12, 5, 0), (1, 12, 6, 9), (1, 12, 6, 11), (8, 10, 1, 3),
])
def test_a_number_on_a_card_of_its_own_is_circled_where_the_rules_say_so(seed: int, count: int, low: int, high: int) -> None:
    """Two numbers of the first turn, with and without circles; in the last two cases one needs the card of the other."""
    for rings in product((False, True), repeat=2):
        question = asked(seed, count)
        cards = question.turns[0].cards
        fits = [set(question.board.fitting(cards, i)) for i in (low, high)]
        right = question.board.circles(cards, (low, high))

        def held(asked: LegalPlays, rings: tuple[bool, ...] = rings) -> list[int]:
            circles = [asked.ring[i] if ring else -asked.ring[i] for i, ring in zip((low, high), rings, strict=True)]
            return [asked.low[0][low], asked.high[0][high], *circles]

        legal = len(fits[0] | fits[1]) > 1 and rings == (low in right, high in right)
        assert possible(question, held) == legal


def test_a_digit_in_a_circle_weighs_as_much_as_another() -> None:
    [(cost, edits)] = likeliest(asked(4, AA="(35)"))
    assert cost == DIGIT and [edit.where for edit in edits] == ["AA"]


def test_a_turn_writes_each_of_its_numbers_once() -> None:
    """57 and 75 stand in BB and BD; of two 75 the one or the other is wrong, and each explanation comes once."""
    assert likeliest(asked(4)) == [(0, ())]
    found = likeliest(asked(4, BB="75"), 3)
    assert [cost for cost, _ in found[:2]] == [DIGIT, DIGIT] and found[2][0] > DIGIT
    assert {edits[0].where for _, edits in found[:2]} == {"BB", "BD"} and len({edits for _, edits in found}) == 3


def test_two_numbers_of_a_turn_need_two_cards() -> None:
    """In the first turn, wherever the numbers are taken to stand; what stands there may be wrong."""

    def laid(*literals: tuple[str, int]) -> LegalPlays:
        question = asked(3, 9)
        for _ in question.built():
            pass
        for which, i in literals:
            question.maxsat.add(getattr(question, which)[0][i])
        return question

    first = laid()
    turn = first.turns[0]
    fits = {i: set(first.board.fitting(turn.cards, i)) for i in first.low[0]}
    pairs = [(i, j) for i, j in combinations(fits, 2) if fits[i] and fits[j]]
    one_card = [(i, j) for i, j in pairs if len(fits[i] | fits[j]) == 1]
    i, j = next(pair for pair in pairs if pair not in one_card)
    assert [*laid(("low", i), ("high", j)).maxsat.minimize()][-1].decided
    for i, j in one_card[:2]:
        with pytest.raises(Unsatisfiable):
            [*laid(("low", i), ("high", j)).maxsat.minimize()]
    assert one_card and not turn.starry


@pytest.mark.parametrize(("seed", "count", "area"), [(25, 8, "BC"), (65, 9, "AB"), (101, 9, "BB")])
def test_no_x_takes_the_place_of_a_star_or_of_the_first_number(seed: int, count: int, area: str) -> None:
    """In the place of a star, which may be written wherever Xs are free to choose, and of a number that had the last place
    beside an X that is right."""
    assert likeliest(asked(seed, count))[0] == (0, ())
    cost, edits = likeliest(asked(seed, count, **{area: "X"}))[0]
    assert cost >= DIGIT and edits


def test_two_rolls_in_the_wrong_order_are_found() -> None:
    _, auditor, paper = small_paper(7, 12)
    rolls = list(paper.rolls or ())
    rolls[2], rolls[4] = rolls[4], rolls[2]
    paper = msgspec.structs.replace(paper, rolls=rolls, route=None)
    seen = read_evidence(auditor.rules, paper)
    slips = other_rolls(auditor.rules, paper, seen, RollSequence(auditor.rules, seen.rolls or ()))
    assert [slip.edit.other for slip in slips if slip is not None and slip.edit.where == "roll:3"].count("roll:5") == 1
    *_, report = auditor.prove(paper)
    assert [(edit.where, edit.other) for each in report.diagnosis for edit in each.edits] == [("roll:3", "roll:5")]


@pytest.mark.parametrize(("seed", "count", "entry", "place", "misread", "ways"), [
    (7, 12, 3, 0, "AA West", 15), (4, 12, 3, 1, "AA North", 1), (4, 12, 5, 2, "AD South", 15), (16, 10, 5, 0, "BB North", 9),
])
def test_a_card_that_was_read_as_another_is_found_wherever_it_lay(
    seed: int, count: int, entry: int, place: int, misread: str, ways: int
) -> None:
    """Among all cards that go with what the turn wrote by the other two; on the last map it wrote where only the right card
    goes."""
    _, auditor, paper = small_paper(seed, count)
    rolls = list(paper.rolls or ())
    right = rolls[entry - 1]
    dice, _, cards = right.partition(" | ")
    read = [misread if k == place else card for k, card in enumerate(cards.split(", "))]
    rolls[entry - 1] = f"{dice} | {', '.join(read)}"
    paper = msgspec.structs.replace(paper, rolls=rolls, route=None)
    seen = read_evidence(auditor.rules, paper)
    slips = other_rolls(auditor.rules, paper, seen, RollSequence(auditor.rules, seen.rolls or ()))
    found = [slip.edit.after for slip in slips if slip is not None]
    assert right in found and len(found) == ways


def test_two_rolls_that_follow_each_other_are_likelier_swapped_than_others_and_than_cards_misread() -> None:
    _, auditor, paper = small_paper(7, 12)
    rolls = list(paper.rolls or ())
    rolls[3], rolls[4] = rolls[4], rolls[3]
    found = listed(auditor.rules, msgspec.structs.replace(paper, rolls=rolls, route=None))
    assert [(slip.edit.where, slip.edit.other, slip.rank) for slip in found[:2]] == [
        ("roll:4", "roll:5", 1), ("roll:3", "roll:5", 2)]
    assert [slip.rank for slip in found[2:]] == [3, 3, 3, 3, 4, 4] and not any(slip.edit.other for slip in found[2:])


def test_a_list_that_ends_too_early_is_read_by_what_stands_on_the_map() -> None:
    """Roll 3 was 1 6 and is listed as 1 1, which is a star: of all other rolls only this one brings what is on the map."""
    _, auditor, paper = small_paper(0, 10)
    rolls = list(paper.rolls or ())
    dice, bar, cards = rolls[2].partition(" | ")
    assert dice == "1 6"
    rolls[2] = f"1 1{bar}{cards}"
    found = listed(auditor.rules, msgspec.structs.replace(paper, rolls=rolls, route=None))
    both = sorted((slip.edit.after, slip.rank) for slip in found)
    assert both == [(f"{other}{bar}{cards}", 3) for other in ("1 6", "6 1")]
    assert listed(auditor.rules, msgspec.structs.replace(paper, rolls=None, route=None)) == []


def test_a_list_that_goes_on_too_long_by_one_entry_is_read_with_a_star() -> None:
    """Roll 3 was 7 7, a star, and is listed as 7 0, so that the game is over before the last roll; of two more nothing is
    read."""
    _, auditor, paper = small_paper(16, 10)
    rolls = list(paper.rolls or ())
    right, rolls[2] = rolls[2], rolls[2].replace("7 7", "7 0")
    after = [slip.edit.after for slip in listed(auditor.rules, msgspec.structs.replace(paper, rolls=rolls, route=None))]
    assert right in after and len(after) == 4
    assert listed(auditor.rules, msgspec.structs.replace(paper, rolls=[*rolls, "1 2"], route=None)) == []


def test_a_card_that_comes_again_may_be_misread_where_it_came_first() -> None:
    """CB North of roll 3 is listed as the AB Central of roll 4: the second cannot be, and either may be the other card."""
    _, auditor, paper = small_paper(33, 10)
    rolls = [roll.replace("CB North", "AB Central") for roll in paper.rolls or ()]
    found = listed(auditor.rules, msgspec.structs.replace(paper, rolls=rolls, route=None))
    assert [(slip.edit.where, slip.edit.after) for slip in found] == [
        ("roll:3", "3 4 | BA South, AA West, CB North"), ("roll:4", "0 4 | CB North, BC North, AD West"),
    ]


def listed(rules: OnTour, paper: Paper) -> list[Slip]:
    """The slips that make a list that of a whole game."""
    seen = read_evidence(rules, paper)
    slips = readings(rules, paper, seen, RollSequence(rules, seen.rolls or ()))
    return [slip for slip in slips if slip is not None]


def test_a_walk_follows_roads_passes_no_area_twice_and_knows_which_stop_each_is() -> None:
    neighbors = tuple(
        tuple(RULES.index[other] for other in RULES.sheet.neighbors[area]) for area in RULES.areas
    )
    for walk in walks(neighbors, 4):
        assert [walk.place[area] for area in walk.stops] == [*range(len(walk.stops))]
        assert len({*walk.stops}) == len(walk.stops) == LENGTH
        assert all(b in neighbors[a] for a, b in pairwise(walk.stops))


@pytest.mark.parametrize(("seed", "left_out", "verdict", "places"), [
    (5, "CB", "unproved", []), (0, "CB", "broken", ["CB"]),
])
def test_a_blank_on_a_map_that_is_not_over_is_asked_about_only_where_something_is_wrong(
    seed: int, left_out: str, verdict: str, places: list[str]
) -> None:
    """The first map may have been put down before its last number; on the other one the roll was over."""
    _, auditor, paper = small_paper(seed, 10)
    spaces = {area: held for area, held in paper.spaces.items() if area != left_out}
    *_, report = auditor.prove(msgspec.structs.replace(paper, spaces=spaces, claimed=None))
    assert report.verdict == verdict and report.diagnosed
    assert [edit.where for each in report.diagnosis for edit in each.edits] == places

"""What is asked of a list of rolls, and the likeliest roll in place of another."""

from __future__ import annotations

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games.on_tour.check.diagnosis import LegalPlays, roll_slip
from rollwrite_desktop.games.on_tour.check.evidence import read_evidence
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think.walks import walks
from rollwrite_desktop.sheet.load import find
from tests.games.on_tour.sheets import full_paper

RULES = OnTour(find("on_tour_usa"))


def sequence(rolls: list[str]) -> RollSequence:
    return RollSequence(RULES, read_evidence(RULES, Paper(game="on_tour", sheet="on_tour_usa", rolls=rolls)).rolls or ())


def test_only_the_rolls_of_a_whole_game_are_all_of_them() -> None:
    rolls = [*(full_paper("random", 0).rolls or ())]
    assert LegalPlays.covers(sequence(rolls))
    assert not LegalPlays.covers(None)
    assert not LegalPlays.covers(sequence(rolls[:10])) and not LegalPlays.covers(sequence(rolls[:-1]))
    twice = [*rolls[:5], rolls[4], *rolls[6:]]
    assert not LegalPlays.covers(sequence(twice)), "a card comes once"


def test_the_other_roll_differs_in_one_die() -> None:
    rolls = ["1 8 | MI, GA", "4 1 | WY, OH", "3 7 | TX South, CA West, NY North"]
    paper = Paper(game="on_tour", sheet="on_tour_usa", rolls=rolls)
    for hand, after in ((("27", "72"), "2 7"), (("13", "31"), "3 1"), (("57", "75"), "5 7"), (("39", "93"), "3 9")):
        slip = roll_slip(paper, sequence(rolls), 3, hand)
        assert (slip.edit.where, slip.edit.before) == ("roll:3", rolls[2])
        assert slip.edit.after == f"{after} | TX South, CA West, NY North"


def test_a_walk_knows_which_stop_each_area_is() -> None:
    neighbors = tuple(
        tuple(RULES.index[other] for other in RULES.sheet.neighbors[area]) for area in RULES.areas
    )
    for walk in walks(neighbors, 4):
        assert [walk.place[area] for area in walk.stops] == [*range(len(walk.stops))]

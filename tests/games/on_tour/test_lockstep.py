"""The fast position says the same as the rules: where numbers go, what is circled, and what the best route scores."""

from __future__ import annotations

import random

import numpy as np

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.value_tables import value_tables
from rollwrite_desktop.games.on_tour.play import model
from rollwrite_desktop.games.on_tour.play.model import LAST_AREAS, SETUP_DRAWS, Cross, Write
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think import lockstep
from rollwrite_desktop.games.on_tour.think.lockstep import BLANK, STAR, Constants, Positions, Turn, X
from rollwrite_desktop.sheet.load import find
from tests.sampling import amount, numbers

RULES = OnTour(find("on_tour_usa"), {"route": "best"})
BOARD = Constants(RULES, value_tables("on_tour").values)



def marks_of(positions: Positions, row: int) -> tuple[str, ...]:
    """A row's marks as the rules write them."""
    names = {BLANK: model.BLANK, STAR: model.STAR, X: model.X}
    texts = [names.get(int(held), f"{held:02}") for held in positions.held[row]]
    return tuple(f"({text})" if circled else text for text, circled in zip(texts, positions.circled[row], strict=True))


@amount("games", 3, 40)
def test_turns_played_in_lockstep_are_legal_and_marked_alike(games: int) -> None:
    """Each turn of the fast player is made in the rules, stroke by stroke, and gives the same map."""
    for seed in numbers(games):
        session = Session(RULES, ("p1",), code=f"LAW-{seed}")
        for _ in range(SETUP_DRAWS):
            event = session.digital()
            assert event is not None and session.submit(event) is None
        positions = Positions.of(session.state.parts)
        chain = lockstep.chains(BOARD, positions)
        while not session.over:
            event = session.digital()
            assert event is not None and session.submit(event) is None
            draw = session.state.draws[-1]
            cards = [BOARD.cards[text] for text in draw.cards] or [0, 0, 0]
            blanks = int((positions.held == BLANK).sum())
            assert bool(draw.cards) == (blanks > LAST_AREAS)
            before = positions.held.copy()
            dice = np.array([[die.face for die in draw.dice]])
            lockstep.play_turn(BOARD, positions, chain, Turn(dice, np.array([cards])))
            areas = np.flatnonzero((positions.held != before)[0])
            # A number comes before the X that the other one may have become.
            for area in sorted(areas, key=lambda at: positions.held[0, at] == X):
                what = int(positions.held[0, area])
                name = RULES.areas[area]
                move = Cross(name) if what == X else Write(name, "*" if what == STAR else f"{what:02}")
                refusal = session.submit(Event("p1", move))
                assert refusal is None, (seed, refusal)
            assert not session.state.parts[0].strokes
            assert marks_of(positions, 0) == session.state.parts[0].marks
        assert lockstep.best_routes(BOARD, positions)[0] == RULES.scores(session.state)[0].total


@amount("games", 1, 10)
def test_chains_gone_on_with_are_chains_made_anew(games: int) -> None:
    """What an update leaves of a gap is what counting afresh finds: blank stops between the numbers that are kept."""
    for seed in numbers(games):
        session = Session(RULES, ("p1",), code=f"CHAIN-{seed}")
        for _ in range(SETUP_DRAWS):
            event = session.digital()
            assert event is not None and session.submit(event) is None
        positions = Positions.of(session.state.parts)
        chain = lockstep.chains(BOARD, positions, 5)
        ahead = lockstep.futures(BOARD, session.state.deck, (), 12, 0, 1, seed)
        for turn in range(12):
            lockstep.play_turn(BOARD, positions, chain, Turn(ahead.dice[:, turn], ahead.cards[:, turn]))
            for at in range(5):
                blank = positions.held[0, BOARD.stops[chain.walk[0, at]]] == BLANK
                assert (chain.blank[0, at] == blank).all()
                for stop in np.flatnonzero(blank):
                    start = int(chain.start[0, at, stop])
                    assert chain.left[0, at, stop] == blank[start + 1 : stop].sum()


@amount("positions", 60, 2000)
def test_the_score_of_the_best_route_is_the_best_route_s(positions: int) -> None:
    luck, rows = random.Random(11), []
    for _ in range(positions):
        # Few numbers bring equal ones side by side and around stars, many stars bring stars side by side.
        numbers = luck.choice((range(100), range(0, 100, 8), range(0, 100, 20)))
        held = [STAR] * luck.randrange(7)
        held += [luck.choice((X, *[luck.choice(numbers) for _ in range(6)])) for _ in RULES.areas[len(held) :]]
        luck.shuffle(held)
        rows.append((held, [what != X and luck.random() < 0.2 for what in held]))
    every = Positions(np.array([held for held, _ in rows]), np.array([circled for _, circled in rows]))
    best = [RULES.roads.best(marks_of(every, row)).score for row in range(positions)]
    assert lockstep.best_routes(BOARD, every).tolist() == best


def test_equal_numbers_do_not_let_a_higher_one_between_them() -> None:
    """MI 3 – OH 3 – KY * – WV 5 is the longest; with WV between the two 3s all four and more would seem to follow."""
    on_map = {"KY": STAR, "MI": 3, "OH": 3, "WV": 5}
    held = np.array([[on_map.get(area, X) for area in RULES.areas], [*range(len(RULES.areas))]])
    every = Positions(held, np.zeros_like(held, bool))
    assert lockstep.best_routes(BOARD, every).tolist() == [4, RULES.roads.best(marks_of(every, 1)).score]


def test_futures_roll_every_digit_alike() -> None:
    dice = lockstep.futures(BOARD, RULES.sheet.cards, (), 25, 0, 40, 3).dice
    counts = np.bincount(dice.ravel(), minlength=10)
    assert len(counts) == 10 and counts.min() > 150 and counts.max() < 250, "2,000 dice"


def test_futures_deal_every_card_once_before_the_deck_is_shuffled_anew() -> None:
    deck = RULES.sheet.cards[4:]
    ahead = lockstep.futures(BOARD, deck, (), 25, 0, 5, 3)
    for game in ahead.cards:
        first = game.ravel()[: len(deck)]
        assert set(first) == {BOARD.cards[text] for text in deck}
        assert all(len(set(turn)) == 3 for turn in game)
    few = lockstep.futures(BOARD, deck, (), 25, 2, 2, 3)
    assert (few.cards == ahead.cards[2:4]).all() and (few.dice == ahead.dice[2:4]).all()

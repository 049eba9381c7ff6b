"""On Tour's rules by example: set-up, deck, stars, circles, must-place, Xs, last turns, the route. One test a ruling."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.bots import play_out, random_bot
from rollwrite_desktop.core.chance import Deal, Die, Outcome, Roll
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, State, X, card_of
from rollwrite_desktop.games.on_tour.play.rulebook import RULEBOOK
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.load import find

SHEET = find("on_tour_usa")
RULES = OnTour(SHEET)
SETUP = ("1 8 | MI, GA", "4 1 | WY, OH")


def do(state: State, *texts: str, rules: OnTour = RULES, by: str = "p1") -> State:
    """The state after strokes in notation, each of which must be legal."""
    for text in texts:
        move = rules.read(text)
        event = Event(CHANCE if text[0].isdigit() else by, move)
        refusal = rules.refuse(state, event)
        assert refusal is None, f"{text}: {refusal.sentence(RULEBOOK)}"
        state = rules.apply(state, event)
    return state


def refused(state: State, text: str, rules: OnTour = RULES) -> str:
    """The key of the refusal, "" if the stroke is legal; listed and refused must agree."""
    event = Event(CHANCE if text[0].isdigit() else "p1", rules.read(text))
    refusal = rules.refuse(state, event)
    if event.by != CHANCE:
        assert (refusal is None) == (event.move in set(rules.moves(state, "p1")))
        keys = [reason.key for reason in rules.reasons(state, event)]
        nowhere = {"OT-5:start", "OT-6:done", "OT-6:full"}  # then nothing is said of what would have been written
        assert not nowhere.intersection(keys) or nowhere.issuperset(keys)
    if refusal is None:
        return ""
    assert "{" not in refusal.sentence(RULEBOOK)
    return refusal.key


def begun(rules: OnTour = RULES, players: tuple[str, ...] = ("p1",)) -> State:
    return do(rules.start(players), *SETUP, rules=rules)


def with_blanks(blanks: Iterable[str], rules: OnTour = RULES, draw: str = "", other: str = "50") -> State:
    """A state whose map is full but for these areas; `draw` is what comes up then."""
    state = begun(rules)
    left = set(blanks)
    marks = tuple(
        "" if area in left else held or other for area, held in zip(rules.areas, state.parts[0].marks, strict=True)
    )
    state = replace(state, parts=(replace(state.parts[0], marks=marks),))
    return do(state, draw, rules=rules) if draw else state


def held(state: State, area: str) -> str:
    return state.parts[0].marks[RULES.index[area]]


# -- set-up and deck


def test_the_sheet_has_what_the_rules_want() -> None:
    assert len(RULES.areas) == 41 and len(SHEET.links) == 90 and len(SHEET.cards) == 41
    assert all(card_of(text).region in RULES.regions(card_of(text).area) for text in SHEET.cards)
    assert {r for area in RULES.areas for r in RULES.regions(area)} == {"North", "South", "West", "Central", "East"}


def test_set_up() -> None:
    state = begun(players=("p1", "p2"))
    for part in state.parts:
        assert [held for held in part.marks if held] == [
            {"GA": "(81)", "MI": "(18)", "OH": "(41)", "WY": "(14)"}[a] for a in RULES.areas if a in ("GA", "MI", "OH", "WY")
        ]
    assert len(state.deck) == 37 and not {card_of(text).area for text in state.deck} & {"MI", "GA", "WY", "OH"}
    assert state.cards == () and state.turns == 0


@pytest.mark.parametrize(("text", "key"), [
    ("3 3 | MI, GA", "OT-4:equal"), ("1 8 | MI, MI", "OT-5:twice"),
    *((text, "OT-4") for text in ("1 8 | MI", "1 8 | MI, GA, TX", "1 8", "1 8 | MI North, GA South", "1 8 | ZZ, ZZ")),
])
def test_impossible_set_ups(text: str, key: str) -> None:
    assert refused(RULES.start(("p1",)), text) == key


def test_the_second_draw_is_without_reshuffling() -> None:
    state = do(RULES.start(("p1",)), SETUP[0])
    assert refused(state, "2 3 | MI, TX") == "OT-5:gone"
    assert refused(state, "1 8 | KS, TX") == ""


def test_a_card_that_has_come_up_is_gone_as_long_as_the_deck_is_enough() -> None:
    state = begun()
    few = [replace(state, deck=state.deck[:left]) for left in (4, 3, 2)]
    assert [refused(each, "3 7 | MI North, TX South, CA West") for each in few] == ["OT-5:gone", "OT-5:gone", "OT-R4:last"]


def test_the_deck_runs_out_in_mid_draw() -> None:
    """OT-R4: 37 cards, twelve turns of three; the thirteenth takes the last card and two of the reshuffled discards."""
    session = Session(RULES, ("p1",), code="DECK")
    luck = random.Random(1)
    last = frozenset[str]()
    while session.state.turns < 13:
        demand = RULES.demands(session.state)[0]
        if demand.by == CHANCE:
            if session.state.turns == 12:
                assert isinstance(demand.ask, Deal)
                assert len(demand.ask.deck) == 1 and len(demand.ask.discards) == 36
                last = frozenset(demand.ask.deck)
                others = Outcome((Die("", 1), Die("", 2)), demand.ask.discards[:3])
                early = RULES.refuse(session.state, Event(CHANCE, others))
                assert early is not None and (early.key, len(early.args["areas"])) == ("OT-R4:last", 1)  # type: ignore[arg-type]
                assert "{" not in early.sentence(RULEBOOK)
            session.submit(session.digital())  # type: ignore[arg-type]
        else:
            session.submit(Event("p1", random_bot(RULES, session.state, "p1", luck)))
    shown = frozenset(session.state.draws[-1].cards)
    assert last < shown and len(session.state.deck) == 34 and session.state.discards == ()


# -- numbers, cards, circles


def test_a_number_needs_a_card_of_its_region_and_a_card_of_its_own() -> None:
    state = do(begun(), "3 7 | TX South, CA West, NY North")
    assert refused(state, "FL=37") == ""
    assert refused(state, "TX=38") == "OT-6:hand" and refused(state, "MI=37") == "OT-6:full"
    assert refused(state, "FL=X") == "OT-8" and refused(state, "FL=*") == "OT-6:hand"
    state = do(state, "FL=37")
    assert refused(state, "GA=73") == "OT-6:full"
    assert refused(state, "AL=73") == "OT-6:card", "South is used by Florida, and Alabama has no other card"
    assert refused(state, "AZ=73") == "", "Arizona lies in the West too"
    assert refused(state, "FL=73") == "OT-6:full"
    state = do(state, "AZ=73")
    assert RULES.demands(state)[0].by == CHANCE
    assert refused(state, "UT=37") == "OT-6:done"


def test_a_region_that_is_not_shown() -> None:
    state = do(begun(), "3 7 | TX South, KS Central, AR Central")
    assert refused(state, "PA=37") == "OT-6:region"


def test_circles_come_through_the_own_card() -> None:
    state = do(begun(), "3 7 | TX South, CA West, NY North", "TX=37", "NY=73")
    assert held(state, "TX") == "(37)" and held(state, "NY") == "(73)"
    state = do(begun(), "3 7 | TX South, CA West, NY North", "CA=37", "TX=73")
    assert held(state, "CA") == "(37)" and held(state, "TX") == "(73)"


def test_a_circle_is_provisional_until_the_turn_is_written() -> None:
    """OT-R2: Arkansas claims the only southern card, so Texas is left with a Central one and loses its circle."""
    state = do(begun(), "3 7 | TX South, KS Central, IA Central", "TX=37")
    assert held(state, "TX") == "(37)"
    kept = do(state, "LA=73")
    assert held(kept, "TX") == "(37)" and held(kept, "LA") == "73"
    lost = do(state, "FL=73")
    assert held(lost, "TX") == "37" and held(lost, "FL") == "73"


def test_undo_brings_a_lost_circle_back() -> None:
    session = Session(RULES, ("p1",))
    for text in (*SETUP, "3 7 | TX South, KS Central, IA Central", "TX=37", "FL=73"):
        assert session.submit(Event(CHANCE if text[0].isdigit() else "p1", RULES.read(text))) is None
    assert held(session.state, "TX") == "37"
    session.undo("p1")
    assert held(session.state, "TX") == "(37)"


# -- stars


@pytest.mark.parametrize("draw", ["5 5 | TX South, CA West, NY North", "0 0 | TX South, CA West, NY North"])
def test_doubles_give_a_star(draw: str) -> None:
    state = do(begun(), draw)
    assert state.numbers == (STAR,)
    assert refused(state, "IA=*") == "" and refused(state, "TX=55") == "OT-6:hand"
    assert held(do(state, "TX=*"), "TX") == "(*)" and held(do(state, "FL=*"), "FL") == "*"
    assert RULES.demands(do(state, "FL=*"))[0].by == CHANCE


def test_three_equal_regions_give_one_star() -> None:
    for dice in ("3 7", "4 4"):
        state = do(begun(), f"{dice} | TX South, AZ South, CO South")
        assert state.numbers == (STAR,)
        assert refused(state, "WA=*") == "OT-7"
        assert refused(state, "WA=X") == "OT-8:star"


def test_a_star_without_a_place_becomes_an_x() -> None:
    """OT-R3."""
    state = with_blanks(["WA", "OR", "ID", "MT"], draw="3 7 | TX South, AZ South, CO South")
    assert refused(state, "WA=X") == "" and refused(state, "WA=*") == "OT-7"


# -- must place


def test_only_one_number_has_a_place() -> None:
    state = with_blanks(["UT", "NEW", "PA"], draw="3 7 | AZ South, CA West, CO South")
    # Utah alone takes South and West: one number can be written, the other becomes an X.
    assert refused(state, "UT=37") == "" and refused(state, "UT=73") == ""
    assert refused(state, "UT=X") == "OT-R1:last"
    assert refused(state, "PA=X") == "", "the X may come first"
    after = do(state, "PA=X")
    assert after.parts[0].hand == ("37", "73") and refused(after, "NEW=X") == "OT-8" and refused(after, "UT=73") == ""
    after = do(state, "UT=73")
    assert refused(after, "NEW=37") == "OT-6:region" and refused(after, "NEW=X") == ""


def test_a_first_number_never_spoils_the_second() -> None:
    """Cards are assigned to numbers afterwards, so whatever a first number takes, as many can follow as ever: counted here
    the long way, over all cards and areas."""
    luck = random.Random(1)
    state = begun()
    for _ in range(300):
        cards = tuple(card_of(text) for text in luck.sample(state.deck, 3))
        blanks = luck.sample(range(41), luck.randint(3, 7))
        within = RULES.board.within
        pairs = {
            frozenset((a, b)) for c in range(3) for d in range(3) for a in blanks for b in blanks
            if c != d and a != b and cards[c].region in within[a] and cards[d].region in within[b]
        }
        singles = {a for a in blanks for card in cards if card.region in within[a]}
        marks = tuple("" if i in blanks else "50" for i in range(41))
        assert RULES.board.most(cards, marks, (), 2) == (2 if pairs else 1 if singles else 0)
        for a in blanks:
            assert RULES.board.can_place(cards, (), a) == (a in singles)
            if pairs and a in singles:
                assert any(a in pair for pair in pairs)


def test_no_place_for_either() -> None:
    state = with_blanks(["WA", "OR", "ID", "MT"], draw="3 7 | TX South, AR Central, NC East")
    assert refused(state, "WA=37") == "OT-6:region"
    state = do(state, "WA=X", "ID=X")
    assert [held(state, area) for area in ("WA", "OR", "ID", "MT")] == ["X", "", "X", ""]
    assert RULES.demands(state)[0].ask == Roll(2, tuple(range(10)))


def test_voluntary_x() -> None:
    """OT-R11: instead of a number, not of a star, not on last turns."""
    rules = OnTour(SHEET, {"voluntary_x": "on"})
    state = do(begun(rules), "3 7 | TX South, CA West, NY North", rules=rules)
    assert refused(state, "FL=X", rules) == "" and refused(state, "TX=37", rules) == ""
    state = do(begun(rules), "3 3 | TX South, CA West, NY North", rules=rules)
    assert refused(state, "FL=X", rules) == "OT-8:star"
    state = with_blanks(["FL", "WA"], rules, "3 7")
    assert refused(state, "FL=X", rules) == "OT-8"


# -- last turns


def test_last_turns_are_without_cards() -> None:
    state = with_blanks(["FL", "WA"])
    assert RULES.demands(state)[0].ask == Roll(2, tuple(range(10)))
    assert refused(state, "3 7 | TX South, CA West, NY North") == "OT-10"
    state = do(state, "3 7", "WA=73", "FL=37")
    assert held(state, "WA") == "73", "no circle on last turns"
    assert RULES.mapped(state)


def test_a_star_of_the_last_turns_leaves_one_more() -> None:
    state = do(with_blanks(["FL", "WA"]), "3 3", "WA=*", "9 1")
    assert state.parts[0].strokes == 1
    assert refused(state, "FL=X") == "OT-8"
    state = do(state, "FL=91")
    assert state.parts[0].hand == () and RULES.mapped(state)


def test_a_last_area_takes_either_number_or_a_star() -> None:
    """OT-R5."""
    state = do(with_blanks(["FL"]), "3 7")
    assert refused(state, "FL=37") == "" and refused(state, "FL=73") == ""
    assert RULES.mapped(do(with_blanks(["FL"]), "4 4", "FL=*"))


# -- the route


def full(**marks: str) -> State:
    state = with_blanks([])
    part = state.parts[0]
    return replace(state, parts=(replace(part, marks=tuple(marks.get(area, "50") for area in RULES.areas)),))


def test_route_steps() -> None:
    state = full(WA="10", OR="*", CA="(09)", ID="20", NV="X", UT="(*)", AZ="20")
    assert refused(state, "route end") == "OT-11:none" and refused(state, "route NV") == "OT-11:x"
    state = do(state, "route WA")
    assert refused(state, "route WA") == "OT-11:twice" and refused(state, "route CA") == "OT-11:line"
    state = do(state, "route OR")
    assert refused(state, "route CA") == "OT-11:falling", "the star stands for 10 at least"
    state = do(state, "route ID", "route UT", "route AZ", "route end")
    assert RULES.finished(state) and not RULES.demands(state)
    assert RULES.scores(state)[0].parts == (("areas", 5), ("circles", 1))
    assert refused(state, "route NM") == "OT-11:over" and refused(state, "1 2") == "OT-11:over"


def test_a_route_may_begin_and_end_with_stars() -> None:
    state = do(full(WA="*", OR="99", CA="*"), "route WA", "route OR", "route CA", "route end")
    assert RULES.scores(state)[0].total == 3


def test_nothing_but_xs() -> None:
    state = full(**dict.fromkeys(RULES.areas, X))
    assert refused(state, "route end") == "" and RULES.best_route(state.parts[0].marks) == ()


def test_the_route_is_drawn_when_the_map_is_full() -> None:
    assert refused(begun(), "route MI") == "OT-11:early" and refused(begun(), "TX=37") == "OT-5:start"


def test_option_best_route() -> None:
    rules = OnTour(SHEET, {"route": "best"})
    session = Session(rules, ("p1", "p2"), code="BEST")
    play_out(session, dict.fromkeys(("p1", "p2"), random_bot), random.Random(2))
    for score, part in zip(rules.scores(session.state), session.state.parts, strict=True):
        best = rules.roads.best(part.marks)
        assert score.total == best.score and dict(score.parts)["areas"] == best.areas
    state = full()
    assert refused(state, "route MI", rules) == "OT-11:over"


def test_equal_scores_share_the_win() -> None:
    state = RULES.start(("p1", "p2"))
    assert [score.place for score in RULES.scores(state)] == [1, 1]


# -- whole games


@pytest.mark.parametrize("seed", range(4))
def test_what_every_finished_map_is_like(seed: int) -> None:
    session = Session(RULES, ("p1", "p2"), code=f"LIKE-{seed}")
    play_out(session, dict.fromkeys(("p1", "p2"), random_bot), random.Random(seed))
    for part in session.state.parts:
        assert BLANK not in part.marks and sum(is_circled(mark) for mark in part.marks) >= 4
        assert all(content(mark) in (X, STAR) or content(mark)[0] != content(mark)[1] for mark in part.marks)
    stars = {sum(content(mark) in (STAR, X) for mark in part.marks) for part in session.state.parts}
    assert stars


def test_chance_and_players_keep_to_themselves() -> None:
    state = begun()
    assert RULES.refuse(state, Event("p1", RULES.read("3 7"))).key == "OT-5:table"  # type: ignore[union-attr]
    assert RULES.refuse(state, Event(CHANCE, RULES.read("TX=37"))).key == "OT-5"  # type: ignore[union-attr]
    state = do(state, "3 7 | TX South, CA West, NY North")
    assert refused(state, "1 2 | TX South, CA West, NY North") == "OT-5:wait"


@pytest.mark.parametrize("blanks", [1, 2, 3])
def test_what_an_x_leaves_room_for(blanks: int) -> None:
    """In the last turns, which have no cards: as many numbers as areas are left beside it."""
    board = RULES.board
    marks = tuple("" if i < blanks else "12" for i in range(len(board.ids)))
    crossed = {i: tuple("X" if i == j else held for j, held in enumerate(marks)) for i in range(blanks)}
    for strokes in (1, 2):
        wanted = {i: board.most((), after, (), strokes) for i, after in crossed.items()}
        assert board.most_after_x((), marks, (), strokes) == wanted == dict.fromkeys(range(blanks), min(strokes, blanks - 1))

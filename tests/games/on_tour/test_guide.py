"""Playing On Tour by taps: numbers, cards, Xs, sketch, route; entering a paper; the pictures say what stands there."""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import pairwise, permutations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.rules import CHANCE, Event, Refusal
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Shape
from rollwrite_desktop.draw.trace import bounds, line, trace
from rollwrite_desktop.gamekit.marks import is_circled
from rollwrite_desktop.gamekit.play.guide import Changed, Ignored, Noted, Onward, Proposed
from rollwrite_desktop.games.on_tour import GAME
from rollwrite_desktop.games.on_tour.check.paper_editor import OnTourPaperEditor
from rollwrite_desktop.games.on_tour.play.drawing import ARROW, Light, _arrow, _in_place, _legend, played
from rollwrite_desktop.games.on_tour.play.guide import OnTourGuide, Ui
from rollwrite_desktop.games.on_tour.play.model import End, State, Visit, Write, X
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.words.coach import OnTourCoach
from rollwrite_desktop.games.on_tour.words.handbook import Examples
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Rect
from tests.maps import toured

RULES = OnTour(find("on_tour_usa"))
GUIDE = OnTourGuide(RULES)
OPENING = ("1 8 | MI, GA", "4 1 | WY, OH", "3 7 | TX South, CA West, NY North")


def after(*texts: str) -> State:
    state = RULES.start(("p1",))
    for text in texts:
        event = Event(CHANCE if text[0].isdigit() else "p1", RULES.read(text))
        assert RULES.refuse(state, event) is None, text
        state = RULES.apply(state, event)
    return state


def keys(state: State, ui: object = None) -> set[str]:
    return {mark.key for mark in GUIDE.draw(state, "p1", GUIDE.ui() if ui is None else ui).marks}


def test_a_card_is_not_chosen_while_an_x_is_meant_or_a_route_sketched() -> None:
    state = after(*OPENING)
    for ui, look in ((Ui(card=2), "chosen"), (Ui(card=2, cross=True), "ready"), (Ui(card=2, sketching=True), "ready")):
        looks = {token.spot: token.state for token in GUIDE.prompt(state, "p1", ui).tokens}
        assert [looks[f"card/{n}"] for n in (1, 2, 3)] == ["ready", look, "ready"]


def test_the_arrow_into_a_route_is_as_long_and_wide_on_every_side() -> None:
    """It points at the middle of the first stop, and does not come from where the route leads."""
    for first, beside in RULES.sheet.neighbors.items():
        middle = RULES.sheet.space[first].writing.center
        for then in beside:
            tip, *base = (step[1:] for step in _arrow(RULES.sheet, first, then)[:-1])
            foot = (base[0][0] + base[1][0]) / 2, (base[0][1] + base[1][1]) / 2
            assert (math.dist(tip, foot), math.dist(base[0], base[1])) == pytest.approx((ARROW, 1.1 * ARROW))
            assert math.dist(middle, tip) + ARROW == pytest.approx(math.dist(middle, foot))
            goal = RULES.sheet.way(first, then)[1]
            assert sum((f - m) * (g - m) for f, m, g in zip(foot, middle, goal, strict=True)) <= 1e-6


def test_what_is_written_is_explained_beside_the_map() -> None:
    lines = [line(mark) for mark in _legend(Rect(10.0, 20.0, 150.0, 42.0))]
    assert [one.partition(" M ")[0] for one in lines] == [
        "shape legend/0/square fill=box stroke=line width=0.6",
        'text legend/0 16.06 29.51 middle turn=1.33 hand 7.25 faint "34"',
        "shape legend/0/ring stroke=faint width=0.9",
        'text legend/0/words 28 29.73 left text 7.5 faint "In its card’s own area: circle it, +1"',
        "shape legend/1 fill=faint", 'text legend/1/words 28 43.73 left text 7.5 faint "Star: any number"',
        "shape legend/2 fill=faint",
        'text legend/2/words 28 57.52 left text 6.92 faint "Route: arrow at the start, never go down"',
    ]
    assert [one.partition(" M ")[2][:14] for one in lines if "shape" in one] == [
        "13 21 L 19 21 ", "14.67 21.68 C ", "16 35.48 L 17.", "10.96 49.96 L ",
    ]
    assert lines[6].endswith("L 21.04 55 L 10.96 60.04 Z")


def test_the_set_up_stays_in_the_tray_until_the_next_roll() -> None:
    def shown(*texts: str) -> list[tuple[str, str, str]]:
        tokens = GUIDE.prompt(after(*texts), "p1", GUIDE.ui()).tokens
        assert {token.state for token in tokens if token.kind in ("die", "card")} <= {"shown", "used", "empty", "ready"}
        return [(token.text, token.caption, token.state) for token in tokens if token.kind in ("die", "card")]

    assert {state for _, _, state in shown()} == {"empty"}
    assert shown(OPENING[0]) == [
        ("1", "", "shown"), ("8", "", "shown"), ("18", "", "shown"), ("81", "", "shown"),
        ("Michigan", "18", "shown"), ("Georgia", "81", "shown"), ("", "", "empty"),
    ]
    assert [label for label, _, _ in shown(*OPENING)][4:] == ["Texas", "California", "New York"]
    tapped = GUIDE.tap(after(OPENING[0]), "p1", GUIDE.ui(), "card/1")
    assert isinstance(tapped, Changed) and tapped.refusal is not None


def test_a_card_that_the_table_has_no_place_for_is_nothing() -> None:
    assert GUIDE.tap(after(*OPENING), "p1", GUIDE.ui(), "card/4") == Ignored()


def test_an_x_that_cannot_be_marked_is_not_meant() -> None:
    state = after(*OPENING)
    for told in (lambda ui: GUIDE.prompt(state, "p1", ui).sentence, lambda ui: GUIDE.open(state, "p1", ui)):
        assert told(Ui(cross=True)) == told(Ui())


def test_whoever_has_ended_a_route_waits_for_the_others() -> None:
    state = RULES.start(("p1", "p2"))
    marks = tuple("12" if area in ("WA", "OR") else X for area in RULES.areas)
    parts = (replace(state.parts[0], marks=marks, route=("WA", "OR"), ended=True), replace(state.parts[1], marks=marks))
    full = replace(state, parts=parts, draws=tuple(RULES.read(text) for text in OPENING))
    sentences = [GUIDE.prompt(full, player, Ui()).sentence for player in full.players]
    assert sentences[0].startswith("Your route is finished.")
    assert sentences[1] == "Every area is filled. Draw your route: choose its start."


def test_who_found_no_route_scores_nothing_and_that_is_written() -> None:
    state = RULES.start(("p1",))
    part = replace(state.parts[0], marks=(X,) * len(RULES.areas), ended=True)
    over = replace(state, parts=(part,), draws=tuple(RULES.read(text) for text in OPENING))
    marks = [line for line in trace(GUIDE.draw(over, "p1", None)) if line.startswith("text mark/")]
    assert [line.endswith('"0"') for line in marks].count(True) == 3


def test_a_number_is_two_taps_and_the_last_one() -> None:
    state = after(*OPENING)
    ui = GUIDE.ui()
    assert "TX" in GUIDE.open(state, "p1", ui)
    asked = GUIDE.tap(state, "p1", ui, "TX")
    assert isinstance(asked, Changed) and asked.refusal is None
    prompt = GUIDE.prompt(state, "p1", asked.ui)
    assert (prompt.place, prompt.asked, prompt.sentence) == ("TX", ("die/37", "die/73"), "Which number goes in Texas?")
    answered = GUIDE.tap(state, "p1", asked.ui, "die/2")
    assert isinstance(answered, Proposed) and RULES.write(answered.move) == "TX=73"
    chosen = GUIDE.tap(state, "p1", ui, "die/73")
    assert isinstance(chosen, Changed) and "TX" in GUIDE.open(state, "p1", chosen.ui)
    proposed = GUIDE.tap(state, "p1", chosen.ui, "TX")
    assert isinstance(proposed, Proposed) and RULES.write(proposed.move) == "TX=73"
    state = RULES.apply(state, Event("p1", proposed.move))
    second = GUIDE.tap(state, "p1", proposed.ui, "CA")
    assert isinstance(second, Proposed) and RULES.write(second.move) == "CA=37"


def test_what_lies_beside_the_map() -> None:
    tokens = GUIDE.prompt(after(*OPENING), "p1", GUIDE.ui()).tokens
    assert [(token.kind, token.text, token.caption) for token in tokens[:7]] == [
        ("die", "3", ""), ("die", "7", ""), ("die", "37", ""), ("die", "73", ""),
        ("card", "Texas", "South"), ("card", "California", "West"), ("card", "New York", "North"),
    ]
    state = after(*OPENING, "TX=37")
    assert [token.state for token in GUIDE.prompt(state, "p1", GUIDE.ui()).tokens[2:4]] == ["used", "chosen"]


def test_a_card_lights_its_region() -> None:
    state = after(*OPENING)
    card = GUIDE.tap(state, "p1", GUIDE.ui(), "card/3")
    assert isinstance(card, Changed)
    lit = {m.key for m in GUIDE.draw(state, "p1", card.ui).marks if getattr(m, "fill", "") == "legal.fill"}
    assert "space/NY/place" in lit and "space/TX/place" not in lit


def test_a_card_narrows_sentence_and_places_alike() -> None:
    """What is said, highlighted and tapped come from one list; what another card allows is still written by a tap."""
    state = after(*OPENING)
    ui = GUIDE.tap(state, "p1", GUIDE.ui(), "card/3").ui
    assert GUIDE.prompt(state, "p1", ui).sentence == "With this card, write 37 or 73 in its region: North."
    north = GUIDE.open(state, "p1", ui)
    assert north == {area for area in GUIDE.open(state, "p1", GUIDE.ui()) if "North" in RULES.regions(area)}
    asked = GUIDE.tap(state, "p1", ui, "TX")
    assert isinstance(asked, Changed) and asked.ui == Ui(place="TX")
    number = GUIDE.tap(state, "p1", ui, "die/73").ui
    assert GUIDE.prompt(state, "p1", number).sentence == "With this card, write 73 in its region: North."
    assert GUIDE.tap(state, "p1", number, "NY") == Proposed(Write("NY", "73"), Ui())
    assert GUIDE.tap(state, "p1", replace(ui, cross=True), "card/3").ui == Ui(), "once more puts it down"


def test_who_has_left_does_not_keep_the_result_from_the_others() -> None:
    state = planned().state
    left = state.with_part("p1", replace(state.part("p1"), ended=False))
    onward = Onward("waits", over=True)
    assert GUIDE.prompt(left, "p1", GUIDE.ui(), onward).sentence == GUIDE.prompt(state, "p1", GUIDE.ui()).sentence


def test_no_card_is_none() -> None:
    for spot in ("card/4", "card/0", "card/TX"):
        assert GUIDE.tap(after(*OPENING), "p1", GUIDE.ui(), spot) == Ignored()


def test_each_card_lights_just_what_it_fits() -> None:
    state = after(*OPENING)
    for number, card in enumerate(state.cards, 1):
        marks = GUIDE.draw(state, "p1", replace(GUIDE.ui(), card=number)).marks
        lit = {mark.key.split("/")[1] for mark in marks if getattr(mark, "fill", "") == "legal.fill"}
        assert lit == {area for area in GUIDE.open(state, "p1", GUIDE.ui()) if card.region in RULES.regions(area)}


def test_an_x_is_offered_only_where_it_may_be() -> None:
    state = after(*OPENING)
    cross = next(token for token in GUIDE.prompt(state, "p1", GUIDE.ui()).tokens if token.spot == "power/cross")
    assert cross.state == "off"
    refused = GUIDE.tap(state, "p1", GUIDE.ui(), "power/cross")
    assert isinstance(refused, Changed) and refused.refusal is not None and refused.refusal.key == "OT-8"
    assert refused.ui == GUIDE.ui() and refused.refusal.spots == (), "no area was touched"


def test_no_route_is_sketched_after_the_game() -> None:
    state = after(*OPENING)
    ended = state.with_part("p1", replace(state.part("p1"), ended=True))
    refused = GUIDE.tap(ended, "p1", GUIDE.ui(), "power/sketch")
    assert refused == Changed(GUIDE.ui(), Refusal("OT-11:over", unwritable=True))


def test_a_sketch_is_a_note() -> None:
    state, ui = after(*OPENING), GUIDE.ui({"route": "WA OR nonsense"})
    assert ui.sketch == ("WA", "OR") and "sketch/0" in keys(state, ui)
    ui = replace(ui, sketching=True)
    longer = GUIDE.tap(state, "p1", ui, "CA")
    assert isinstance(longer, Noted) and longer.note == "route" and longer.text == "WA OR CA"
    back = GUIDE.tap(state, "p1", longer.ui, "CA")
    assert isinstance(back, Noted) and back.text == "WA OR"
    refused = GUIDE.tap(state, "p1", ui, "TX")
    assert isinstance(refused, Changed) and refused.refusal is not None and refused.refusal.key == "OT-11:line"
    rubbed = GUIDE.tap(state, "p1", ui, "power/rub")
    assert isinstance(rubbed, Noted) and rubbed.text == ""
    again = GUIDE.tap(state, "p1", rubbed.ui, "power/rub")
    assert isinstance(again, Noted) and again.text == "WA OR", "a slip of the finger takes no sketch away"


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_by_taps(seed: int) -> None:
    luck = random.Random(seed)
    session = Session(RULES, ("p1",), code=f"TAPS-{seed}")
    ui = GUIDE.ui()
    for _ in range(600):
        if session.over:
            break
        event = session.digital()
        if event is not None:
            session.submit(event)
            continue
        lit = sorted(GUIDE.open(session.state, "p1", ui))
        prompt = GUIDE.prompt(session.state, "p1", ui)
        ready = [token.spot for token in prompt.tokens if token.state == "ready" and token.kind in ("die", "action")]
        tap = GUIDE.tap(session.state, "p1", ui, luck.choice(list(prompt.asked) or lit or ready))
        assert not isinstance(tap, Ignored)
        ui = tap.ui
        if isinstance(tap, Proposed):
            assert session.submit(Event("p1", tap.move)) is None
    assert session.over
    prompt = GUIDE.prompt(session.state, "p1", ui)
    assert "On our scale" in prompt.sentence and "power/best" in {token.spot for token in prompt.tokens}
    assert "route/start" in keys(session.state) and "mark/total" in keys(session.state)
    best = GUIDE.tap(session.state, "p1", ui, "power/best")
    assert isinstance(best, Changed) and "best/start" in keys(session.state, best.ui)


@cache
def planned() -> Session[State]:
    """A whole game; not to be written in."""
    session = Session(RULES, ("p1",), code="WAITS")
    play_out(session, {"p1": GAME.think.bots["planner"]}, random.Random(1))
    return session


def test_the_best_route_waits_for_the_own_one() -> None:
    session = planned()
    drawing = next(i for i, event in enumerate(session.events) if RULES.write(event.move) == "route end")
    state = session.state_after(drawing)
    assert GUIDE.tap(state, "p1", GUIDE.ui(), "power/best") == Ignored()
    assert "No route scores more." in GUIDE.prompt(session.state, "p1", GUIDE.ui()).sentence


def test_a_route_that_can_grow_is_not_ended_unasked() -> None:
    """The first tap says where it can still go, and the second ends it; any other tap in between goes on with the route."""
    session = Session(RULES, ("p1",), code="GROWS")
    play_out(session, {"p1": GAME.think.bots["planner"]}, random.Random(1))
    drawn = [i for i, event in enumerate(session.events) if isinstance(event.move, Visit)]
    growing, grown = session.state_after(drawn[-1]), session.state_after(drawn[-1] + 1)
    left = GUIDE.open(growing, "p1", GUIDE.ui())
    asked = GUIDE.tap(growing, "p1", GUIDE.ui(), "action/end")
    assert left and isinstance(asked, Changed) and asked.refusal is None
    prompt = GUIDE.prompt(growing, "p1", asked.ui)
    assert prompt.sentence.startswith("You can still go to ") and prompt.sentence.endswith(". End anyway?")
    assert all(RULES.name(area) in prompt.sentence for area in left)
    assert (" or " in prompt.sentence) == (len(left) > 1), "it goes to one of them"
    assert [token.text for token in prompt.tokens if token.kind == "action"] == ["End anyway"]
    assert GUIDE.tap(growing, "p1", asked.ui, "action/end") == Proposed(End(), GUIDE.ui())
    assert GUIDE.tap(growing, "p1", asked.ui, next(iter(left))) == Proposed(Visit(next(iter(left))), GUIDE.ui())
    assert not GUIDE.open(grown, "p1", GUIDE.ui()), "the planner's route goes as far as it can"
    assert GUIDE.tap(grown, "p1", GUIDE.ui(), "action/end") == Proposed(End(), GUIDE.ui())


def test_a_route_is_ended_when_it_is_begun_or_nothing_can_be_visited() -> None:
    session = planned()
    begun = next(i for i, event in enumerate(session.events) if isinstance(event.move, Visit))
    state, later = session.state_after(begun), session.state_after(begun + 1)
    marks = state.parts[0].marks

    def ending(state: State) -> str:
        return next(token.state for token in GUIDE.prompt(state, "p1", GUIDE.ui()).tokens if token.spot == "action/end")

    def crossed(*held: str) -> State:
        return state.with_part("p1", replace(state.parts[0], marks=held))

    assert ending(later) == ending(crossed(*[X] * len(marks))) == "ready"
    assert ending(crossed(X, *marks[1:])) == ending(state) == "off", "there are numbers to visit"


def test_a_route_stays_where_what_is_written_later_does_not_break_it() -> None:
    """As after a correction that left an area blank: beside the route any number may come, on it one that rises."""
    state = planned().state
    part = state.parts[0]
    route = [*part.route]

    def later(area: str, number: str) -> tuple[str, ...]:
        i = RULES.index[area]
        marks = (*part.marks[:i], "", *part.marks[i + 1 :])
        begun = replace(part, marks=marks, hand=(number,), strokes=1, placed=())
        turn = replace(state.with_part("p1", begun), draws=(*state.draws[:-1], replace(state.draws[-1], cards=())))
        return RULES.apply(turn, Event("p1", Write(area, number))).parts[0].route

    beside = next(area for area in RULES.areas if area not in part.route)
    assert later(beside, "12") == part.route
    middle = next(area for area in route[1:-1] if part.marks[RULES.index[area]].isdigit())
    assert later(middle, "00") == part.route[: route.index(middle)]


def test_routes_are_shown_as_far_as_they_are_driven() -> None:
    session = planned()
    best = RULES.best_route(session.state.parts[0].marks)

    def driven(stops: int) -> set[str]:
        marks = GUIDE.draw(session.state, "p1", replace(GUIDE.ui(), shown="best", stops=stops)).marks
        return {str(mark) for mark in marks}

    pictures = [driven(stops) for stops in (1, 2, len(best) - 1, len(best), -1)]
    assert all(one != other for one, other in pairwise(pictures[:4])) and pictures[3] == pictures[4]


# -- entering a paper

DESK = OnTourPaperEditor(find("on_tour_usa"), {})


def typed(entered: Paper, *strokes: str) -> Paper:
    for stroke in strokes:
        spot, _, key = stroke.partition(" ")
        again = DESK.typed(entered, spot, key)
        assert again is not None, stroke
        entered = again
    return entered


def test_two_digits_are_two_keys() -> None:
    blank = OnTourPaper(game="on_tour")
    assert typed(blank, "TX 3", "TX 7").spaces == {"TX": "37"}
    assert typed(blank, "TX 0", "TX 5").spaces == {"TX": "05"}
    assert typed(blank, "TX 3", "TX 7", "TX 1", "TX 2").spaces == {"TX": "12"}
    assert typed(blank, "TX 3", "TX (", "TX 7").spaces == {"TX": "(37)"}
    assert typed(blank, "TX *", "TX (").spaces == {"TX": "(*)"} and typed(blank, "TX x").spaces == {"TX": "X"}
    assert typed(blank, "TX 3", "TX ").spaces == {}
    assert DESK.typed(blank, "TX", "q") is None and DESK.typed(blank, "TX", "(") is None


@pytest.mark.parametrize(("spaces", "fits"), [
    ({"TX": "37", "CA": "73"}, True), ({"TX": "37"}, False), ({"TX": "37", "CA": "(73)", "NY": "37"}, False),
    ({"TX": "37", "CA": "73", "NY": "73"}, True), ({"TX": "33"}, False), ({"TX": "X"}, False), ({}, False),
])
def test_a_number_is_borne_out_by_its_twin(spaces: dict[str, str], fits: bool) -> None:
    assert DESK.borne_out(spaces, "TX") == fits


def test_a_route_and_a_claim_are_entered() -> None:
    entered = typed(DESK.with_route(OnTourPaper(game="on_tour"), ("WA", "OR")), "total 1", "total 9")
    assert entered.route == ["WA", "OR"] and entered.claimed == 19
    assert DESK.route(entered) == ("WA", "OR") and DESK.with_route(entered, ()).route is None
    assert "stop 2" in DESK.describe(entered, "OR")
    assert typed(entered, "areas 7").claimed == {"total": 19, "areas": 7}
    assert typed(entered, "total ", "total ").claimed is None


def test_the_planner_plans() -> None:
    """A sample of what tests/bench measures over a thousand games."""
    totals = []
    for seed in range(2):
        session = Session(RULES, ("p1",), code=f"PLAN-{seed}")
        play_out(session, {"p1": GAME.think.bots["planner"]}, random.Random(seed))
        totals.append(RULES.scores(session.state)[0].total)
    assert sum(totals) / len(totals) > 15


def test_the_dice_of_a_code_do_not_depend_on_play() -> None:
    session = Session(RULES, ("p1", "p2"), code="PAD")
    play_out(session, dict.fromkeys(("p1", "p2"), GAME.think.bots["random"]), random.Random(3))
    assert GAME.words.print_kit.rolled(RULES, "PAD") == session.state.draws


# ---------------------------------------------------------------------- cards that are still free, circles


def thick(state: State, ui: object) -> set[str]:
    """The lit areas with the thick ring that promises a circle."""
    discs = [m for m in GUIDE.draw(state, "p1", ui).marks if isinstance(m, Shape) and m.key.endswith("/place")]
    return {m.key.split("/")[1] for m in discs if m.stroke == "legal" and m.width > 2}


def circled_by_force(state: State, area: str) -> bool:
    """Whether a number there would be circled, by trying every way to hand out the cards."""
    part = state.part("p1")
    numbers = [*(where for where, what in part.placed if what != X), area]
    ways = [
        [card.area == where for card, where in zip(way, numbers, strict=True)]
        for way in permutations(state.cards, len(numbers))
        if all(card.region in RULES.regions(where) for card, where in zip(way, numbers, strict=True))
    ]
    return bool(ways) and max(ways, key=sum)[-1]


def test_no_circle_is_promised_whose_card_is_used() -> None:
    """16 in Missouri has no card but Colorado's, so 61 in Colorado could only be played with Washington's."""
    state = after("1 8 | MI, GA", "4 1 | WY, OH", "1 6 | WA West, SC East, CO South", "MO=16")
    assert thick(state, GUIDE.ui()) == {"WA", "SC"} and "CO" in GUIDE.open(state, "p1", GUIDE.ui())
    assert RULES.apply(state, Event("p1", RULES.read("CO=61"))).part("p1").marks[RULES.index["CO"]] == "61"
    tokens = {token.spot: token.state for token in GUIDE.prompt(state, "p1", GUIDE.ui()).tokens if token.kind == "card"}
    assert tokens == {"card/1": "ready", "card/2": "ready", "card/3": "used"}
    used = GUIDE.tap(state, "p1", GUIDE.ui(), "card/3")
    assert isinstance(used, Changed) and used.refusal is not None and used.refusal.key == "OT-6:used"
    assert "South" not in GUIDE.prompt(state, "p1", GUIDE.ui()).sentence
    lesson = OnTourCoach(RULES).lesson(state, "p1", GUIDE.ui())
    assert lesson is not None
    assert "Washington" in lesson.text and "South Carolina" in lesson.text and "Colorado" not in lesson.text


@pytest.mark.parametrize("seed", range(12))
def test_a_ring_promises_a_circle_just_where_there_would_be_one(seed: int) -> None:
    """At every position of a game played at random, against every way to hand out the cards; filled areas are never lit."""
    luck = random.Random(seed)
    session = Session(RULES, ("p1",), code=f"RING-{seed}")
    promised = told = 0
    coach = OnTourCoach(RULES)
    while not session.over:
        state = session.state
        part = state.part("p1")
        if not part.strokes:
            spoken = session.digital()
            if spoken is None:
                break
            assert session.submit(spoken) is None
            continue
        ui = Ui(number=luck.choice(part.hand), card=luck.choice((0, 0, 0, 1, 2, 3)))
        rings, shown = thick(state, ui), replace(ui, card=0)
        can = {move.area for move in RULES.moves(state, "p1") if isinstance(move, Write)}
        would = {area for area in can if circled_by_force(state, area)}
        assert rings <= would and thick(state, shown) == would
        for area in would:
            after_it = RULES.apply(state, Event("p1", Write(area, ui.number))).part("p1")
            assert is_circled(after_it.marks[RULES.index[area]])
        lit = GUIDE._light(state, "p1", ui).lit
        assert all(part.marks[RULES.index[area]] == "" for area in lit)
        lesson = coach.lesson(state, "p1", ui)
        if lesson is not None and lesson.name == "circle":
            told += 1
            assert would and all(RULES.name(area) in lesson.text for area in would)
        assert set(GUIDE.open(state, "p1", shown)) >= would or not can
        promised += len(would)
        assert session.submit(Event("p1", luck.choice(list(RULES.moves(state, "p1"))))) is None
    assert promised > 20 and told


def test_a_line_around_a_legal_place_leaves_its_code_alone() -> None:
    """High contrast has lines half as wide again."""
    sheet = RULES.sheet
    lit = Light(lit=frozenset(sheet.space), own=frozenset(sheet.space))
    part = RULES.start(("p1",)).part("p1")
    display = played(sheet, part, (), None, "", lit, (), "")
    places = {mark.key: mark for mark in display.marks if isinstance(mark, Shape) and mark.key.endswith("/place")}
    assert len(places) == len(sheet.space)
    for space in sheet.spaces:
        line = places[f"space/{space.id}/place"]
        top = min(step[-1] for step in line.path if len(step) > 1) - 1.5 * line.width / 2
        assert top > space.writing.y - 1.0


def test_the_key_of_the_sketch_says_what_it_does() -> None:
    state = after(*OPENING)
    for ui, title, words, usable in (
        (Ui(sketch=("TX", "OK")), "Erase sketch", "Erase the sketch.", "ready"),
        (Ui(erased=("TX", "OK")), "Restore sketch", "Restore the sketch.", "ready"),
        (Ui(), "Erase sketch", "Erase the sketch.", "off"),
    ):
        token = next(token for token in GUIDE.prompt(state, "p1", ui).tokens if token.spot == "power/rub")
        assert (token.text, token.hint, token.state) == (title, words, usable)


@pytest.mark.parametrize("sheet_id", GAME.play.sheets)
def test_the_handbook_shows_the_area_whose_card_it_names(sheet_id: str) -> None:
    rules = OnTour(find(sheet_id), {})
    example = Examples(rules).first_number()
    area = example.strokes[0].partition(" | ")[2].partition(", ")[0]
    assert example.around[0] == area and rules.name(area) in example.caption


def test_as_many_cards_as_are_turned_up_are_enough_for_the_examples_of_a_turn() -> None:
    north, middle, south = ("East", "North"), ("Central", "North"), ("Central", "South")
    within = {"AA": middle, "BA": middle, "BB": north, "CA": south, "DA": ("West", "South")}
    within |= dict.fromkeys("EFGHIJKL", south)
    deck = ["AA North", "DA South", "DA West"]
    for cards, told in ((deck, True), (deck[:2], False)):
        assert (Examples(OnTour(toured(within, cards), {})).turn() is not None) == told
    four = replace(toured(within, [*deck, "E South", "F South"]), values={"cards": 4})
    assert Examples(OnTour(four, {})).turn() is not None, "though they are of three regions"


@pytest.mark.parametrize(("dice", "sentence"), [
    ("3 7", "No number fits: mark an X in any area."),
    ("5 5", "The star has no room in North and East: mark an X in any area."),
])
def test_where_nothing_can_be_written_an_x_is_asked_for(dice: str, sentence: str) -> None:
    """All of the north and of the east is full, where the cards are."""
    state = after("1 8 | MI, GA", "4 1 | WY, OH", f"{dice} | MN North, MT North, FL East")
    marks = tuple("50" if {"North", "East"} & {*within} else held
                  for within, held in zip(RULES.board.within, state.part("p1").marks, strict=True))
    full = state.with_part("p1", replace(state.part("p1"), marks=marks))
    assert GUIDE.prompt(full, "p1", GUIDE.ui()).sentence == sentence


@pytest.mark.parametrize(("wide", "high"), [(40.0, 24.0), (24.0, 40.0), (30.0, 30.0)])
def test_a_ring_stays_within_the_place_where_one_writes(wide: float, high: float) -> None:
    space = replace(RULES.sheet.space["TX"], writing=Rect(10.0, 20.0, wide, high))
    for mark in _in_place(space, "(34)", "pencil"):
        if isinstance(mark, Shape):
            left, top, right, bottom = bounds(mark)
            assert left >= 10.0 and top >= 20.0 and right <= 10.0 + wide and bottom <= 20.0 + high

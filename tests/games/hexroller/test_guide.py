"""How HexRoller is tapped: what lights up, the warning before a lonely number, bonuses, boxes, and whole games by taps."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Shape
from rollwrite_desktop.gamekit.play.guide import Changed, Ignored, Onward, Proposed
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.games.hexroller.play.board import members
from rollwrite_desktop.games.hexroller.play.evaluation import Evaluation, doubtful
from rollwrite_desktop.games.hexroller.play.guide import Ui
from rollwrite_desktop.games.hexroller.play.model import Boxes, Chain, Done, Extra, Part, State, Two, Write
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.load import find
from tests.games.hexroller.oracle import chains, shipped
from tests.games.hexroller.test_coach import RULES, chain, position

FRONT = find("hexroller_front")
WORLD = shipped("hexroller_front")


@cache
def late_states() -> list[Any]:
    """Positions of random games in their last rounds, where room is scarce."""
    rules = HexRoller(FRONT)
    states = []
    for seed in range(25):
        luck = random.Random(seed)
        session: Session[Any] = Session(rules, ("p1",), code=f"LATE-{seed}")
        while demands := rules.demands(session.state):
            if demands[0].by == CHANCE:
                event = session.digital()
                assert event is not None
            else:
                event = Event("p1", random_bot(rules, session.state, "p1", luck))
            session.submit(event)
            if len(session.state.rolls) >= 5:
                states.append(session.state)
    return states


def test_a_third_number_that_is_being_written_is_not_begun_again() -> None:
    path = replace(chain(5, "b2"), third=True)
    state = position("33558", "a2=3 a3=3 a5=8 b2=5", (chain(3, "a2", "a3"), chain(8, "a5"), path))
    shown = {token.spot: token.state for token in GAME.play.guide(RULES).prompt(state, "p1", Ui()).tokens}
    assert (shown["power/plus_one"], shown["power/third"], shown["die/5"]) == ("ready", "off", "chosen")


def crowded_states() -> list[Any]:
    """Sheets filled at random but for some hexes, at the beginning of a round."""
    rules = HexRoller(FRONT)
    luck = random.Random(7)
    states = []
    for _ in range(180):
        density = luck.choice((0.7, 0.8, 0.9))
        marks = tuple(held or (luck.randint(3, 8) if luck.random() < density else 0) for held in rules.board.printed)
        roll = tuple(Die("", luck.choice((3, 4, 5, 8))) for _ in range(8))
        states.append(State(("p1",), (Part(marks, done=False),), (roll,)))
    return states


def after(*texts: str) -> tuple[HexRoller, Any, Any]:
    rules = HexRoller(FRONT)
    session: Session[Any] = Session(rules, ("p1",))
    for text in texts:
        by, _, move = text.partition(": ")
        assert session.submit(Event(by, rules.read(move))) is None, text
    return rules, GAME.play.guide(rules), session.state


def tapped(guide: Any, state: Any, *spots: str) -> Any:
    """What the last tap came to; those before it only select."""
    ui = guide.ui()
    for spot in spots[:-1]:
        tap = guide.tap(state, "p1", ui, spot)
        assert isinstance(tap, Changed) and tap.refusal is None, spot
        ui = tap.ui
    return guide.tap(state, "p1", ui, spots[-1])


def test_exactly_the_hexes_of_whole_chains_light_up() -> None:
    _, guide, state = after("chance: 3 3 4 4 4 5 7 8")
    for n in (3, 4, 5, 7, 8):
        count = state.counts[n]
        wanted = {path[0] for path in chains(WORLD.near, WORLD.printed, n, count)}
        assert guide.open(state, "p1", Ui(number=n)) == wanted
    assert guide.open(state, "p1", guide.ui()) == frozenset[str]().union(
        *(guide.open(state, "p1", Ui(number=n)) for n in (3, 4, 5, 7, 8))
    )


def test_no_hex_that_takes_a_number_is_ringed_as_wrong() -> None:
    """Also where a refusal names it: boxes tapped early are told where numbers fit."""
    _, guide, state = after("chance: 3 3 4 4 4 5 7 8")
    refused = guide.rules.refuse(state, Event("p1", Boxes(0, 0)))
    lit = guide.open(state, "p1", guide.ui())
    assert refused is not None and refused.key == "HR-R1" and refused.spots and {*refused.spots} <= lit
    plain = guide.draw(state, "p1", guide.ui())
    assert guide.draw(state, "p1", guide.ui(), conflicts=refused.spots) == plain
    assert guide.draw(state, "p1", guide.ui(), conflicts=("c5",)) != plain


def test_a_number_is_inferred_where_one_can_begin_and_asked_for_where_several_can() -> None:
    _, guide, state = after("chance: 3 3 4 4 4 5 7 8")
    starts = {n: guide.open(state, "p1", Ui(number=n)) for n in (3, 4, 5, 7, 8)}
    assert tapped(guide, state, "g4") == Proposed(Write("g4", 3), Ui())
    both = next(space for space in sorted(starts[4] & starts[5]))
    asked = tapped(guide, state, both)
    assert isinstance(asked, Changed) and asked.refusal is None
    prompt = guide.prompt(state, "p1", asked.ui)
    assert prompt.place == both and prompt.asked == ("die/4", "die/5")
    assert guide.tap(state, "p1", asked.ui, "die/5") == Proposed(Write(both, 5), Ui())


@pytest.mark.parametrize(("texts", "spot", "key"), [
    ((), "die/6", "HR-5:rolled"), (("p1: g4=3", "p1: h4=3"), "die/3", "HR-6:same"),
    (("p1: g4=3", "p1: h4=3", "p1: b1=4", "p1: a1=4", "p1: a2=4"), "die/7", "HR-6:two"),
])
def test_what_lies_beside_the_sheet_says_why_not(texts: tuple[str, ...], spot: str, key: str) -> None:
    _, guide, state = after("chance: 3 3 4 4 4 5 7 8", *texts)
    tap = tapped(guide, state, spot)
    assert isinstance(tap, Changed) and tap.refusal is not None and tap.refusal.key == key


def test_a_number_is_a_die_and_its_hexes() -> None:
    _, guide, state = after("chance: 3 3 4 4 4 5 7 8")
    assert tapped(guide, state, "die/3", "g4") == Proposed(Write("g4", 3), Ui())
    assert tapped(guide, state, "die/3/2", "g4") == Proposed(Write("g4", 3), Ui())
    _, guide, state = after("chance: 3 3 4 4 4 5 7 8", "p1: g4=3")
    assert tapped(guide, state, "h4") == Proposed(Write("h4", 3), Ui())


def test_the_dice_lie_sorted_and_fade_as_they_are_written() -> None:
    _, guide, state = after("chance: 8 3 4 7 3 4 5 4", "p1: g4=3")
    dice = [token for token in guide.prompt(state, "p1", guide.ui()).tokens if token.kind == "die"]
    assert [(token.text, token.count) for token in dice] == [("3", 2), ("4", 3), ("5", 1), ("6", 0), ("7", 1), ("8", 1)]
    assert [token.state for token in dice[:4]] == ["chosen", "off", "off", "empty"]


def test_boxes_either_way_round() -> None:
    _, guide, state = after("chance: 3 4 5 6 7 8 8 8", "p1: g4=3", "p1: b1=4")
    assert guide.open(state, "p1", guide.ui()) == {"upper/1", "lower/1"}
    assert tapped(guide, state, "upper/1") == Proposed(Boxes(3, 4), Ui())
    assert tapped(guide, state, "lower/3") == Proposed(Boxes(4, 3), Ui())
    assert tapped(guide, state, "die/4", "power/upper") == Proposed(Boxes(4, 3), Ui())


def test_a_bonus_that_there_is_not_is_nothing() -> None:
    guide = GAME.play.guide(HexRoller(FRONT))
    assert guide.tap(late_states()[0], "p1", Ui(), "power/nothing") == Ignored()


def test_bonuses_are_armed_and_put_down() -> None:
    _, guide, state = after("chance: 3 4 5 6 7 8 8 8", "p1: g4=3", "p1: b1=4")
    assert tapped(guide, state, "power/two", "a1") == Proposed(Two("a1"), Ui())
    assert tapped(guide, state, "two", "two") == Changed(Ui())
    assert tapped(guide, state, "power/plus_one", "die/3", "h4") == Proposed(Extra("h4", 3), Ui())
    assert tapped(guide, state, "power/plus_one", "a1") == Proposed(Extra("a1", 4), Ui())
    assert tapped(guide, state, "power/third", "die/5", "i1") == Proposed(Write("i1", 5, third=True), Ui())


def test_a_bonus_that_can_write_nothing_is_not_armed_and_does_not_stay_armed() -> None:
    _, guide, state = after("chance: 3 4 5 6 7 8 8 8")
    tap = guide.tap(state, "p1", Ui(bonus="plus_one"), "g4")
    assert tap == guide.tap(state, "p1", Ui(), "g4") == Proposed(Write("g4", 3), Ui())
    assert guide.prompt(state, "p1", Ui(bonus="plus_one")) == guide.prompt(state, "p1", Ui())
    part = state.part("p1")
    full = state.with_part("p1", replace(part, marks=tuple(held or 9 for held in part.marks)))
    refused = guide.tap(full, "p1", Ui(), "power/two")
    assert isinstance(refused, Changed) and refused.ui == Ui()
    assert refused.refusal.sentence(GAME.play.rulebook) == "The 2: no hex is free for it now."
    assert {token.state for token in guide.prompt(full, "p1", Ui()).tokens if token.spot == "power/two"} == {"off"}


def test_done_when_the_boxes_are_filled() -> None:
    _, guide, state = after("chance: 3 4 5 6 7 8 8 8", "p1: g4=3", "p1: b1=4")
    assert guide.closing(state, "p1") is None
    _, guide, state = after("chance: 3 4 5 6 7 8 8 8", "p1: g4=3", "p1: b1=4", "p1: box 3 4")
    assert guide.closing(state, "p1") == Done() and tapped(guide, state, "action/done") == Proposed(Done(), Ui())
    assert [guide.prompt(state, "p1", Ui(), onward).sentence for onward in (Onward(), Onward("waits"))] == [
        "Your round is written. Use a bonus, or roll again.", "Your round is written. You can still use a bonus.",
    ]


def second_follows(rules: HexRoller, state: Any, number: int, prefix: tuple[str, ...]) -> bool:
    """By brute force: whether some way to finish the chain that begins with these hexes leaves room for another number."""
    part = state.part("p1")
    paper = {space: held for space, held in zip(rules.spaces, part.marks, strict=True) if held}
    running = rules.running(state, part)
    if running is None:
        paths = [path for path in chains(WORLD.near, paper, number, state.counts[number]) if path[0] == prefix[0]]
    else:
        left = rules.left(state, running)
        ends = {space: held for space, held in paper.items() if rules.index[space] == running.path[-1]}
        blocked = dict.fromkeys(paper, 9) | dict.fromkeys(ends, number)
        paths = [path for path in chains(WORLD.near, blocked, number, left) if path[0] == prefix[0]]
    for path in paths:
        full = paper | dict.fromkeys(path, number)
        for other, count in state.counts.items():
            if other != number and next(chains(WORLD.near, full, other, count), None) is not None:
                return True
    return False


def test_a_first_number_that_leaves_no_second_is_warned_of() -> None:
    """Every warned hex leaves no second number, every other one does, and a second tap writes it all the same."""
    rules = HexRoller(FRONT)
    guide = GAME.play.guide(rules)
    warned = 0
    for state in [*late_states()[::4], *crowded_states()]:
        part = state.part("p1")
        if part.chosen and rules.running(state, part) is None:
            continue
        for n in guide._selectable(state, "p1", Ui()) or (0,):
            ui = Ui(number=n)
            lit, doubtful = guide._legal(state, "p1", ui)
            if not doubtful:
                continue
            number = guide._number(state, "p1", ui)
            assert all(not second_follows(rules, state, number, (space,)) for space in doubtful)
            assert all(second_follows(rules, state, number, (space,)) for space in lit)
            dashes = {mark.key: mark.dash for mark in guide.draw(state, "p1", ui).marks if mark.key.startswith("doubtful/")}
            assert dashes == {f"doubtful/{space}": (3.0, 2.5) for space in doubtful}
            space = min(doubtful)
            first = guide.tap(state, "p1", ui, space)
            assert isinstance(first, Changed) and first.refusal is not None and first.refusal.key == "HR-R1:warn"
            assert first.refusal.sentence(GAME.play.rulebook).count(space) == 1
            again = guide.tap(state, "p1", first.ui, space)
            assert isinstance(again, Proposed) and rules.refuse(state, Event("p1", again.move)) is None
            warned += 1
    assert warned > 5


def test_a_number_of_which_no_way_leaves_a_second_is_told() -> None:
    """Only while the choice of another number leaves one, and never of a later one; by brute force on sheets with three
    blank hexes."""
    rules = HexRoller(FRONT)
    guide = GAME.play.guide(rules)
    luck, told, doubts = random.Random(3), 0, [0, 0]
    for _ in range(60):
        space = luck.choice(rules.spaces)
        near = members(rules.board.beside[rules.index[space]])
        blank = {rules.index[space], *luck.sample(near, 2)}
        marks = tuple(held or (0 if i in blank else luck.randint(3, 8)) for i, held in enumerate(rules.board.printed))
        roll = tuple(Die("", luck.randint(3, 8)) for _ in range(luck.randint(3, 8)))
        state = State(("p1",), (Part(marks, done=False),), (roll,))
        numbers = rules.fitting(state, state.part("p1"))
        free = [space for space, held in zip(rules.spaces, marks, strict=True) if not held]
        leaving = {n for n in numbers if any(second_follows(rules, state, n, (space,)) for space in free)}
        for n in numbers:
            known = f"After the {n}, no second number fits." in guide.prompt(state, "p1", Ui(number=n)).sentence
            assert known == (n not in leaving and bool(leaving)), (state, n)
            told += known
            one = next((other for other, count in state.counts.items() if count == 1 and other != n), None)
            if one is not None:
                begun = replace(state, parts=(replace(state.part("p1"), chains=(Chain(one, (0,)),)),))
                assert "no second number" not in guide.prompt(begun, "p1", Ui(number=n)).sentence
        for third in (False, True):
            for n in (n for n, count in state.counts.items() if count > 1):
                for i in members(rules.board.holding(marks, n)):
                    part = replace(state.part("p1"), chains=(Chain(n, (i,), third),))
                    legal = rules.board.beside[i] & rules.board.blanks(marks)
                    doubts[third] += bool(doubtful(rules, state, part, n, legal))
    assert told > 3 and doubts[False] > 0 == doubts[True], "no second number follows a third one"


def test_what_nothing_can_join_is_hoped_nothing_for() -> None:
    rules = HexRoller(FRONT)
    full = Evaluation(rules, tuple(held or 9 for held in rules.board.printed), 3)
    assert {full.hope(n, full.gap[n]) for n in range(3, 9)} == {0.0}


def test_a_row_is_hoped_more_of_the_less_it_lacks_and_the_more_rounds_are_left() -> None:
    def hope(row: str, left: int) -> float:
        rules = HexRoller(FRONT)
        return Evaluation(rules, rules.board.printed, left).row(row)

    assert [hope("345678", left) for left in (0, 3)] == [8, 8] and [hope(row, 0) for row in ("34", "4", "")] == [4, 0, 0]
    rising = [hope("34", 0), hope("34", 1), hope("34", 3), hope("345", 3), hope("3458", 3), hope("345678", 3)]
    assert rising == sorted({*rising}) and hope("34", 1) < 5


def test_a_number_without_room_says_so() -> None:
    rules = HexRoller(FRONT)
    guide = GAME.play.guide(rules)
    found = 0
    for state in late_states():
        part = state.part("p1")
        fitting = rules.fitting(state, part)
        if not fitting or part.done or len(part.chosen) > 1 or rules.running(state, part) is not None:
            continue
        for n in rules.choosable(state, part):
            if n not in fitting:
                tap = guide.tap(state, "p1", guide.ui(), f"die/{n}")
                assert isinstance(tap, Changed) and tap.refusal is not None and tap.refusal.key == "HR-7:nowhere"
                found += 1
    assert found > 5


@pytest.mark.parametrize("sheet_id", GAME.play.sheets)
def test_whole_games_by_taps(sheet_id: str) -> None:
    """Taps on what is lit or ready, bonuses among them, bring every game to its end, without a refusal of a lit spot."""
    rules = GAME.play.rules(find(sheet_id), {})
    guide = GAME.play.guide(rules)
    moves: set[type] = set()
    for seed in range(3):
        luck = random.Random(seed)
        session: Session[Any] = Session(rules, ("p1",), code=f"TAPS-{seed}")
        ui = guide.ui()
        for _ in range(1500):
            demands = rules.demands(session.state)
            if not demands:
                break
            if demands[0].by == CHANCE:
                event = session.digital()
                assert event is not None and session.submit(event) is None
                continue
            lit = sorted(guide.open(session.state, "p1", ui))
            prompt = guide.prompt(session.state, "p1", ui)
            closing = guide.closing(session.state, "p1")
            ready = [t.spot for t in prompt.tokens if t.state == "ready"]
            if closing is not None and not lit and (not ready or luck.random() < 0.5):
                assert session.submit(Event("p1", closing)) is None
                moves.add(type(closing))
                continue
            spot = luck.choice(lit) if lit and luck.random() < 0.8 else luck.choice(ready or lit)
            spot = luck.choice(prompt.asked or (spot,))
            tap = guide.tap(session.state, "p1", ui, spot)
            if isinstance(tap, Proposed):
                assert session.submit(Event("p1", tap.move)) is None
                moves.add(type(tap.move))
            ui = tap.ui
        assert session.over
    assert moves == {Write, Extra, Two, Boxes, Done}


def test_chains_are_traced_while_the_game_is_played_and_not_at_its_end() -> None:
    rules, guide, state = after("chance: 3 3 4 5 5 6 8 8", "p1: " + next(
        rules_.write(move) for rules_ in [HexRoller(FRONT)] for move in rules_.moves(rolled(rules_), "p1")
        if isinstance(move, Write) and rolled(rules_).counts[move.number] == 2
    ))
    nexts = next(move for move in rules.moves(state, "p1") if isinstance(move, Write))
    state = rules.apply(state, Event("p1", nexts))
    traced = [mark.key for mark in guide.draw(state, "p1", guide.ui()).marks if mark.key.startswith("chain/")]
    assert traced == [f"chain/{nexts.number}/0"]
    assert not [mark for mark in guide.draw(state, "p1", None).marks if mark.key.startswith("chain/")]


def rolled(rules: HexRoller) -> Any:
    return rules.apply(rules.start(("p1",)), Event(CHANCE, rules.read("3 3 4 5 5 6 8 8")))


def test_borders_within_an_area_are_seams_and_nothing_else_is() -> None:
    borders = [mark for mark in GAME.play.guide(HexRoller(FRONT)).blank().marks if mark.key.startswith("border/")]
    assert {mark.stroke for mark in borders if isinstance(mark, Shape)} == {"seam", "border"}


def test_how_far_a_sheet_is_counts_what_was_written_and_not_what_is_printed() -> None:
    rules, guide, state = after()
    assert "· 0 hexes written ·" in guide.progress(state, "p1")
    state = rolled(rules)
    move = next(move for move in rules.moves(state, "p1") if isinstance(move, Write))
    before = state.part("p1").marks
    state = rules.apply(state, Event("p1", move))
    written = sum(old != new for old, new in zip(before, state.part("p1").marks, strict=True))
    assert f"· {written} hex" in guide.progress(state, "p1")

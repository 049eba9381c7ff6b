"""What holds of every game's pictures, prompts and taps: they are there in every position, and point at what exists."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rollwrite_desktop.core.audit import Auditor, NotAPaper, Paper
from rollwrite_desktop.core.chance import Stream
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Display, Mark
from rollwrite_desktop.draw.inks import INKS
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.gamekit.play.guide import Changed, Ignored, Proposed
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.reading_order import spots_in_order
from tests.laws.demands import law
from tests.sampling import sampled
from tests.walks import EVERY, every_walk, few_walks, name_of, positions, walk

pytestmark = pytest.mark.slow

every_sheet = sampled(
    "game_id, sheet_id", [(game_id, sheet_id) for game_id, game in EVERY.items() for sheet_id in game.play.sheets], 4,
    lambda case: case[0],
)
SLACK = 1.0  # points: bounds count control points and mitres, which may lie a little outside the ink


_before: list[tuple[tuple[float, float], dict[int, Mark]]] = []
"""The size and the marks of the display that was looked at last."""


def sound(display: Display) -> None:
    """Keys unique, inks known, every mark on the page. What is printed is the same in one display after another, and was
    looked at before."""
    keys = [mark.key for mark in display.marks]
    assert len(set(keys)) == len(keys), sorted(key for key in keys if keys.count(key) > 1)
    wide, high = display.size
    known = next((marks for size, marks in _before if size == display.size), {})
    for mark in display.marks:
        if known.get(id(mark)) is mark:
            continue
        inks = {mark.ink} if hasattr(mark, "ink") else {mark.fill, mark.stroke}
        assert inks <= {"", *INKS}, mark
        left, top, right, bottom = bounds(mark)
        assert -SLACK <= left <= right <= wide + SLACK and -SLACK <= top <= bottom <= high + SLACK, mark
    _before[:] = [(display.size, {id(mark): mark for mark in display.marks})]


def passes(session: Session[Any], state: Any, event: Event) -> bool:
    """Whether the gate of the walk's table would let a stroke through."""
    refusal = session.rules.refuse(state, event)
    return refusal is None or (session.gate == "paper" and not refusal.unwritable)


@law("drawing")
@every_sheet
def test_the_blank_sheet(game_id: str, sheet_id: str) -> None:
    game = EVERY[game_id]
    guide = game.play.guide(game.play.rules(find(sheet_id), {}))
    sound(guide.blank())
    assert guide.blank() == guide.blank()


@law("drawing")
@every_walk
def test_every_position_can_be_drawn(walked: tuple) -> None:
    session = walk(*walked)
    guide = EVERY[walked[0]].play.guide(session.rules)
    sheet = session.rules.sheet
    luck = random.Random(1)
    spots = [*sheet.space, *sheet.box]
    for state in positions(session, luck, 5):
        for player in state.players:
            sound(guide.draw(state, player, None, "Ann"))
            conflicts = tuple(luck.sample(list(sheet.space), 2))
            sound(guide.draw(state, player, guide.ui(), "A name of an absurd length, " * 9, conflicts, luck.choice(spots)))
            assert guide.progress(state, player)
            for spot in spots:
                assert guide.describe(state, player, spot)


@law("drawing")
@every_walk
def test_drawing_is_pure(walked: tuple) -> None:
    session = walk(*walked)
    guide = EVERY[walked[0]].play.guide(session.rules)
    for state in positions(session, random.Random(2), 3):
        player = state.players[0]
        assert guide.draw(state, player, guide.ui()) == guide.draw(state, player, guide.ui())


@law("record")
@every_walk
def test_every_event_can_be_told(walked: tuple) -> None:
    session = walk(*walked)
    guide = EVERY[walked[0]].play.guide(session.rules)
    for index, event in enumerate(session.events):
        told = guide.describe_event(event, "Ann")
        assert "{" not in told and (is_chance(event.by) or not told or "Ann" in told)
        if not told:  # closing a turn need not be told; everything else must be
            assert event.move == guide.closing(session.state_after(index), event.by)


@law("taps")
@few_walks
def test_any_tap_is_answered(walked: tuple) -> None:
    """Random taps: a proposal is well formed and, in an open spot, accepted; the selection stays drawable."""
    session = walk(*walked)
    rules, game = session.rules, EVERY[walked[0]]
    guide = game.play.guide(rules)
    luck = random.Random(3)
    sheet_spots = [*rules.sheet.space, *rules.sheet.box]
    for state in positions(session, luck, 8):
        player = luck.choice(state.players)
        ui = guide.ui()
        for _ in range(25):
            prompt = guide.prompt(state, player, ui)
            assert prompt.sentence and "{" not in prompt.sentence
            assert len({token.spot for token in prompt.tokens}) == len(prompt.tokens)
            keys = [token.key for token in prompt.tokens if token.key and token.state != "off"]
            assert len(set(keys)) == len(keys), "one key, one button"
            lit = guide.open(state, player, ui)
            assert lit <= set(sheet_spots)
            beside = [token.spot for token in prompt.tokens] * 3
            spot = luck.choice(beside + sheet_spots + sorted(lit) + ["nowhere", "die/none"])
            tap = guide.tap(state, player, ui, spot)
            token = next((token for token in prompt.tokens if token.spot == spot), None)
            if token is not None and token.state in ("off", "used"):
                assert not isinstance(tap, Ignored), f"{spot} does not say why not"
            if isinstance(tap, Proposed):
                assert rules.read(rules.write(tap.move)) == tap.move
                refusal = rules.refuse(state, Event(player, tap.move))
                if spot in lit:
                    assert passes(session, state, Event(player, tap.move))
                if refusal is None:
                    state, ui = rules.apply(state, Event(player, tap.move)), tap.ui
                else:
                    sound(guide.draw(state, player, ui, "Ann", refusal.spots))
            elif isinstance(tap, Changed):
                if tap.refusal is not None:
                    assert "{" not in tap.refusal.sentence(game.play.rulebook)
                ui = tap.ui
            if spot in lit:
                asks = isinstance(tap, Changed) and tap.refusal is None and guide.prompt(state, player, tap.ui).asked
                assert isinstance(tap, Proposed) or asks, "an open spot takes a stroke, or asks which"
        sound(guide.draw(state, player, ui))


@law("taps")
@every_walk
def test_a_whole_game_can_be_tapped(walked: tuple) -> None:
    """From every position where a player is asked, taps alone bring the game on: no dead end without a keyboard."""
    session = walk(*walked)
    rules = session.rules
    guide = EVERY[walked[0]].play.guide(rules)
    luck = random.Random(4)
    state = rules.start(("p1",))
    for k in range(1000):
        asked = next((demand for demand in rules.demands(state) if demand.ask is not None), None)
        if asked is None:
            break
        state = rules.apply(state, Event(asked.by, asked.ask.sample(Stream(name_of(walked), k))))
        ui, taps = guide.ui(), 0
        while not any(demand.ask for demand in rules.demands(state)) and rules.demands(state):
            taps += 1
            assert taps < 200, "a dead end"
            prompt = guide.prompt(state, "p1", ui)
            tokens = [t for t in prompt.tokens if t.state == "ready" and t.kind != "power"]
            lit = sorted(guide.open(state, "p1", ui))
            spot = luck.choice(prompt.asked) if prompt.asked else luck.choice(lit) if lit else ""
            if not spot and (closing := guide.closing(state, "p1")) is not None:
                state = rules.apply(state, Event("p1", closing))
                continue
            spot = spot or luck.choice(tokens).spot
            tap = guide.tap(state, "p1", ui, spot)
            if isinstance(tap, Proposed) and passes(session, state, Event("p1", tap.move)):
                state, ui = rules.apply(state, Event("p1", tap.move)), tap.ui
            elif isinstance(tap, Changed):
                ui = tap.ui
    assert not rules.demands(state)


def half(auditor: Auditor, paper: Paper) -> bool:
    """Whether a mark on the paper is not whole yet."""
    try:
        auditor.audit(paper)
    except NotAPaper:
        return True
    return False


@law("typing")
@every_sheet
def test_a_paper_can_be_typed(game_id: str, sheet_id: str) -> None:
    """Random keys at every spot: the paper stays one that the check reads, at the next digit where a mark is half typed, and
    is drawn with its findings."""
    game, sheet = EVERY[game_id], find(sheet_id)
    desk, auditor = game.check.paper_editor(sheet, {}), game.check.auditor(sheet, {})
    luck = random.Random(game_id)
    spots = [*sheet.space, *sheet.box]
    assert set(spots_in_order(sheet)) == set(spots)
    paper = Paper(game=game_id, sheet=sheet_id, player="Ann")
    for step in range(400):
        spot = luck.choice(spots)
        offered = [key for key, caption in desk.keys(spot) if caption]
        again = desk.typed(paper, spot, luck.choice(offered * 3 + ["q", "7", "", "é", "55"]))
        paper = paper if again is None else again
        assert desk.describe(paper, spot)
        if len(paper.spaces.get(spot, "").strip("()")) == 1 and half(auditor, paper):
            sound(desk.draw(paper, None, spot))
            whole = desk.typed(paper, spot, "7")
            assert whole is not None and not half(auditor, whole)
            paper = whole
        if step % 40 == 0:
            report = auditor.audit(paper)
            sound(desk.draw(paper, report, spot, frozenset(report.findings[0].where) if report.findings else frozenset()))
    sound(desk.draw(paper, None))


@law("prepared")
@few_walks
def test_every_legal_move_can_be_put_in_the_hand(walked: tuple) -> None:
    """With what is prepared for a move, one tap makes that move and no other, whatever was selected before."""
    session = walk(*walked)
    rules = session.rules
    guide = EVERY[walked[0]].play.guide(rules)
    luck, tried = random.Random(5), 0
    for state in positions(session, luck, 12):
        for player in state.players:
            moves = list(rules.moves(state, player))
            ui = guide.ui()
            for move in luck.sample(moves, min(12, len(moves))):
                ui, spot = guide.prepared(state, player, ui, move)
                tapped = guide.tap(state, player, ui, spot)
                assert isinstance(tapped, Proposed), (rules.write(move), spot, ui)
                assert tapped.move == move
                tried += 1
                for token in luck.sample(tokens := guide.prompt(state, player, ui).tokens, min(2, len(tokens))):
                    other = guide.tap(state, player, ui, token.spot)
                    ui = other.ui if isinstance(other, Changed) else ui
    assert tried

"""The coaches: something to say at every moment of a game, and every stroke that is suggested is legal and explained."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.coach import FREE_HINTS, Hint, best_stroke, hints_of
from rollwrite_desktop.gamekit.guide import Changed
from rollwrite_desktop.gamekit.handbook import entry_of
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller import model as hr
from rollwrite_desktop.games.ligretto_dice.model import Place, Roll
from rollwrite_desktop.games.on_tour import model as ot
from rollwrite_desktop.games.rolling_america import model as ra
from rollwrite_desktop.play.handbook_pictures import handbook_of
from rollwrite_desktop.play.open_game import new_head, options_of, sheet_of, start
from rollwrite_desktop.play.race_session import RaceSession
from rollwrite_desktop.play.table_session import TableSession
from tests.laws.demands import law
from tests.sampling import sampled

TAUGHT = [game_id for game_id, game in GAMES.items() if game.coach is not None and not game.info.realtime]


def seated(game_id: str, names: tuple[str, ...] = ("Ann",)) -> TableSession:
    game = GAMES[game_id]
    sheet = sheet_of(game, "", "sheet")
    return TableSession(start(new_head(game, sheet, sheet.id, names, options_of(game, {}, ""), Notes(seed="COACH"))))


@pytest.mark.parametrize("game_id", ["rolling_america", "on_tour", "hexroller", "ligretto_dice"])
def test_all_shipped_games_are_taught(game_id: str) -> None:
    assert GAMES[game_id].coach is not None


def test_a_race_by_its_hints() -> None:
    """Whoever follows the hints never misplaces a die and is done in the end; the lesson says what is the case."""
    game = GAMES["ligretto_dice"]
    sheet = sheet_of(game, "", "sheet")
    notes = Notes(seed="COACH", bots={"p2": "level_1"})
    opened = start(new_head(game, sheet, sheet.id, ("Ann", "Cy"), options_of(game, {}, ""), notes))
    side = RaceSession(opened, 0)
    assert side.taught == "p1"
    clock, hints, lessons = 0, 0, set()
    first = side.lesson()
    assert first is not None
    assert first.rule == "LD-3"
    assert side.hint() is None
    while side.phase != "over":
        clock += 400
        if side.phase in ("ready", "stopped"):
            side.begin(clock)
        side.tick(clock)
        lesson = side.lesson()
        assert lesson is not None
        assert entry_of(handbook_of(game), lesson.rule) is not None
        lessons.add(lesson.text)
        found = side.hint() if side.running else None
        if found is None or found.move is None:
            continue
        hints += 1
        assert found.reason
        refusal = side._submit(Event("p1", found.move, side.at))
        assert refusal is None or refusal.unwritable, refusal
    assert hints > 30
    assert len(lessons) == 3
    assert not any(line.startswith("fumble") for line in map(side.rules.write, (e.move for e in side.session.events)))
    assert len(hints_of(side.session, "p1")) >= hints


@law("coach")
@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_whole_game_by_its_hints(game_id: str) -> None:
    """Every third stroke is another legal one, so that odd positions come up too."""
    side = seated(game_id)
    luck = random.Random(7)
    bot = side.opened.game.bots[side.opened.game.adviser]
    lessons, reasons = set(), set()
    strokes = 0
    while not side.session.over:
        lesson = side.lesson("p1")
        assert lesson is not None
        assert lesson.text
        assert entry_of(handbook_of(side.opened.game), lesson.rule) is not None
        lessons.add(lesson.text)
        if not side.can_hint():
            assert side.roll() is None
            continue
        if side.step in ("roll", "finish") and not side.compelled("p1"):
            assert side.roll() is None
            continue
        assert side.coach is not None
        state = side.session.state
        move = best_stroke(bot, side.rules, state, "p1")
        assert side.rules.refuse(state, Event("p1", move)) is None
        reason = side.coach.reason(state, "p1", move)
        assert reason
        assert "{" not in reason + lesson.text
        assert set(side.coach.spots(move)) <= set(side.opened.sheet.space)
        reasons.add(reason)
        strokes += 1
        if strokes % 3 == 0:
            move = luck.choice(list(side.rules.moves(state, "p1")))
        assert side.session.submit(Event("p1", move)) is None
        side.sit("p1")
    assert side.lesson("p1") is not None
    assert len(lessons) > 5
    assert len(reasons) > 15


def test_hints_are_counted_and_kept_with_the_game() -> None:
    side = seated("rolling_america", ("Ann", "Bo"))
    side.roll()
    assert side.hints_left() == FREE_HINTS
    first = side.hint()
    assert side.hint() is first
    assert side.hints_left() == FREE_HINTS - 1
    assert first.move is not None and side.session.submit(Event("p1", first.move)) is None
    side.hint()
    assert side.hints_left() == 0
    assert side.hints_used("p1") == 2
    assert side.hints_used("p2") == 0
    assert side.session.notes[("p1", "hints")] == "1 1"
    assert TableSession(side.opened).hints_left() == 0  # looking away and coming back gives no new ones
    assert first.text
    side.sit("p2")
    assert side.hints_left() == FREE_HINTS


def test_a_hint_in_a_race_stays_while_others_go_on_until_it_is_too_late() -> None:
    """Both have a blue 1; the other's die elsewhere changes nothing, the other's blue 1 does."""
    game = GAMES["ligretto_dice"]
    sheet = sheet_of(game, "", "sheet")
    notes = Notes(seed="COACH", bots={"p2": "random"})
    side = RaceSession(start(new_head(game, sheet, sheet.id, ("Ann", "Cy"), options_of(game, {}, ""), notes)), 0)
    side.begin(0)
    side.tick(10)
    side.at = 3000
    for _ in range(200):
        fitting = [move for move in side.rules.moves(side.session.state, "p1", side.at) if isinstance(move, Place)]
        others = [move for move in side.rules.moves(side.session.state, "p2", side.at) if isinstance(move, Place)]
        shared, alone = set(fitting) & set(others), set(others) - set(fitting)
        if shared and alone:
            break
        for player in ("p1", "p2"):
            side._submit(Event(player, Roll(), side.at))
        side.at += 2000
    else:
        raise AssertionError("no such dice")
    move = min(shared, key=side.rules.write)
    hint = Hint(move, "", "")
    assert side.holds(hint)
    assert side._submit(Event("p2", min(alone, key=side.rules.write), side.at)) is None
    assert side.holds(hint)
    side.at += 1000
    assert side._submit(Event("p2", move, side.at)) is None
    assert not side.holds(hint)


# ---------------------------------------------------------------------- what is said is so


def named_in(text: str, names: dict[str, str]) -> set[str]:
    """The spaces whose names stand in a text, by id; "Virginia" within "West Virginia" is none."""
    found = set()
    for space, name in sorted(names.items(), key=lambda each: -len(each[1])):
        if re.search(rf"\b{re.escape(name)}\b", text):
            found.add(space)
            text = text.replace(name, "")
    return found


def check_rolling_america(rules: Any, state: Any, ui: Any, lesson: str, said: list[tuple[Any, str]]) -> None:
    part = state.part("p1")
    moves = list(rules.moves(state, "p1"))
    if "dupe would" in lesson:
        assert any(isinstance(move, ra.Dupe) for move in moves)
        assert ("one left" in lesson) == (part.dupe == 2) and (f"{3 - part.dupe} left" in lesson or part.dupe == 2)
    if "guard would" in lesson:
        assert any(isinstance(move, ra.Write) and move.guarded for move in moves)
    if "color change would" in lesson:
        assert any(isinstance(move, ra.Write) and move.changed for move in moves)
    counts = [int(n or 0) for n in re.findall(r"fits (?:in (\d+)|nowhere)", lesson)]
    if counts:
        plain = [move for move in moves if isinstance(move, ra.Write) and not move.guarded and not move.changed]
        assert counts == [sum(move.die == die for move in plain) for die in part.hand]
        assert ("fewer" in lesson) == (len(set(counts)) > 1 and min(counts) > 0)
    if "state only" in lesson:
        die = ui.die if ui.die in part.hand else part.hand[0]
        plain = [move for move in moves if isinstance(move, ra.Write) and not move.guarded and move.changed == ui.change]
        assert sum(move.die == die for move in plain) == 1
    names = {space.id: space.name for space in rules.sheet.spaces}
    for move, reason in said:
        after = rules.apply(state, Event("p1", move)).part("p1").marks
        blank = {space for space, held in zip(rules.spaces, after, strict=True) if held == ""}
        fitting = {space: sum(rules.fits(after, rules.index[space], n) for n in range(1, 7)) for space in blank}
        own = {getattr(move, "space", "")}
        assert named_in(reason, names) - own <= blank
        if least := re.search(r"At least (one|\d+) numbers?", reason):
            n = 1 if least[1] == "one" else int(least[1])
            assert min(fitting[space] for space in named_in(reason, names)) == n
        if "No number fits in" in reason:
            assert all(fitting[space] == 0 for space in named_in(reason, names))
        if match := re.search(r"would take (only one|\d+) of the six", reason):
            n = 1 if match[1] == "only one" else int(match[1])
            assert n == sum(rules.fits(part.marks, rules.index[move.space], k) for k in range(1, 7))
        if "no blank neighbor" in reason:
            assert not blank & set(rules.sheet.neighbors[move.space])
        if "worth more later" in reason:
            assert any(isinstance(each, ra.Dupe) for each in moves)


def check_on_tour(rules: Any, state: Any, ui: Any, lesson: str, said: list[tuple[Any, str]]) -> None:
    part = state.part("p1")
    names = {space.id: space.name for space in rules.sheet.spaces}
    writable = {move.area for move in rules.moves(state, "p1") if isinstance(move, ot.Write)}
    assert named_in(lesson, names) <= writable
    assert ("No card that is left" in lesson) == (part.strokes > 0 and not writable)
    for move, reason in said:
        after = rules.apply(state, Event("p1", move)).part("p1").marks
        if isinstance(move, ot.Write):
            assert ("circled there" in reason) == ot.is_circled(after[rules.index[move.area]])
        for number, place in re.findall(r"(\d\d) \(([^)]+)\)", reason):
            space = next(space for space, name in names.items() if name == place)
            assert after[rules.index[space]].strip("()") == number and space in rules.sheet.neighbors[move.area]
        if isinstance(move, ot.End):
            assert not [each for each in rules.moves(state, "p1") if isinstance(each, ot.Visit)]


def check_hexroller(rules: Any, state: Any, ui: Any, lesson: str, said: list[tuple[Any, str]]) -> None:
    others = [move for move in rules.moves(state, "p1") if not isinstance(move, hr.Done)]
    if "bonus can follow" in lesson or "Now another number" in lesson:
        assert others
    part = state.part("p1")
    for move, reason in said:
        after = rules.apply(state, Event("p1", move)).part("p1").marks
        for letter, text in re.findall(r"area ([A-Z])[^.]*?(one hex is blank|\d+ hexes are blank|lacks \d+)", reason):
            n = 1 if text.startswith("one") else int(re.findall(r"\d+", text)[0])
            assert rules.scoring.area(after, letter).blank == n
        if "joins the two printed" in reason:
            assert dict(rules.parts(rules.apply(state, Event("p1", move)).part("p1"))) != dict(rules.parts(part))


CHECKS = {"rolling_america": check_rolling_america, "on_tour": check_on_tour, "hexroller": check_hexroller}


def test_what_is_said_is_checked_for_every_game_that_is_taught() -> None:
    assert set(CHECKS) == set(TAUGHT)


@sampled("game_id, seed", [(game_id, seed) for game_id in TAUGHT for seed in range(4)], 4, lambda case: case[0])
def test_what_the_coach_says_is_so(game_id: str, seed: int) -> None:
    """Over games played now by hints and now at random: counts, open places, dupes and bonuses that are spoken of."""
    luck = random.Random(seed)
    side = seated(game_id)
    side.session.code = f"TRUE-{seed}"
    coach, guide, rules = side.coach, side.guide, side.rules
    bot = side.opened.game.bots[side.opened.game.adviser]
    assert coach is not None
    checked = 0
    while not side.session.over:
        state = side.session.state
        moves = list(rules.moves(state, "p1"))
        if not moves:
            assert side.roll() is None
            continue
        best = best_stroke(bot, rules, state, "p1")
        said = [(best, coach.reason(state, "p1", best))]
        advice = coach.advice(best)
        assert advice and advice[0].isupper() and not advice.endswith(".") and "{" not in advice
        for ui in (guide.ui(), *(tap.ui for tap in tapped(guide, state, luck))):
            CHECKS[game_id](rules, state, ui, coach.lesson(state, "p1", ui).text, said)
            prompt = guide.prompt(state, "p1", ui).sentence
            assert "or dupe" not in prompt or any(isinstance(move, ra.Dupe) for move in moves)
        checked += 1
        assert side.session.submit(Event("p1", luck.choice((best, luck.choice(moves))))) is None
    assert checked > 20


def tapped(guide: Any, state: Any, luck: random.Random) -> list[Changed]:
    """What is selected after a tap on one of the things beside the sheet."""
    spots = [token.spot for token in guide.prompt(state, "p1", guide.ui()).tokens if token.kind != "card"]
    taps = [guide.tap(state, "p1", guide.ui(), spot) for spot in luck.sample(spots, min(2, len(spots)))]
    return [tap for tap in taps if isinstance(tap, Changed) and tap.refusal is None]

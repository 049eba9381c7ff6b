"""The race on a fake clock: five levels that differ, rounds of the right length, and ten thousand hits at random that lose,
double and invent nothing."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rollwrite_desktop.core.journal import Notes, line_bytes
from rollwrite_desktop.core.journal import head_bytes as head_line
from rollwrite_desktop.core.race_bots import MIN_MS, Pacer, Racer, Tempo, race
from rollwrite_desktop.core.rules import Event, is_chance, players_named
from rollwrite_desktop.core.session import JournalLine, Session
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.play.model import COLORS, Fumble, Place, State
from rollwrite_desktop.games.ligretto_dice.think.bots import TEMPOS
from rollwrite_desktop.intake.journals import parse
from rollwrite_desktop.play.opening.open_game import Opened, new_head, options_of, reopen, sheet_of, start
from rollwrite_desktop.play.opening.simulation import simulate
from rollwrite_desktop.play.race.race_session import LEAP_MS, RaceSession
from tests.sampling import sampled

pytestmark = pytest.mark.slow


def table(*names: str, code: str = "RACE", **options: str) -> tuple[Opened, list[JournalLine]]:
    """A race; a name ending in a digit after `*` is a computer player of that level."""
    sheet = sheet_of(GAME, "", "x")
    bots = {f"p{i}": f"level_{name.partition('*')[2]}" for i, name in enumerate(names, 1) if "*" in name}
    opened = start(new_head(GAME, sheet, sheet.id, names, options_of(GAME, options, "x"), Notes(seed=code, bots=bots)))
    lines: list[JournalLine] = []
    opened.session.log = lines.append
    return opened, lines


def sound(state: State, dealt: int) -> None:
    """Nothing lost, nothing doubled: the dice of all add up by number and by color, and the columns have no gaps."""
    if state.stage != "race" and not (state.stage == "deal" and state.dealt == 0):
        return
    held = Counter(die.name for part in state.parts for die in part.dice)
    held += Counter(color for part in state.parts for color in part.cup)
    placed = Counter({color: len(column) for color, column in zip(COLORS, state.board, strict=True)})
    if state.stage == "race" or state.rounds:
        assert sum(held.values()) + sum(placed.values()) == dealt
        assert all(held[color] + placed[color] <= 6 for color in COLORS)
        assert dealt < 24 or all(held[color] + placed[color] == 6 for color in COLORS)


# ---------------------------------------------------------------------- pace


def test_delays() -> None:
    luck = random.Random(1)
    for tempo in TEMPOS.values():
        delays = [tempo.delay(luck) for _ in range(4000)]
        assert min(delays) >= MIN_MS
        assert sum(delays) / len(delays) / 1000 == pytest.approx(tempo.notice, rel=0.06)
    assert [tempo.notice for tempo in TEMPOS.values()] == [5.0, 1.6, 1.1, 0.75, 0.5, 0.38]
    assert [tempo.miss for tempo in TEMPOS.values()] == [0.25, 0.25, 0.15, 0.08, 0.03, 0.01]


def one_round(code: str, *levels: str) -> State:
    rules = GAME.play.rules(sheet_of(GAME, "", "x"), {"length": "rounds_1", "tie": "shared"})
    session: Session[Any] = Session(rules, players_named(levels), code=code)
    race(session, {player: GAME.think.bots[level] for player, level in zip(session.players, levels, strict=True)})
    return session.state


def test_the_calm_level_leaves_time_to_look_and_to_reach() -> None:
    """Against the beginner too it loses nearly every round, and among themselves one takes minutes."""
    rounds = [one_round(f"CALM/{k}", "calm", "level_1").rounds[0] for k in range(20)]
    assert sum((each.entries[0] or 0) > 0 for each in rounds) <= 2
    assert min(one_round(f"CALM/{k}", "calm", "calm").rounds[0].ms for k in range(20)) > 60_000


@sampled("level", [2, 3, 4, 5], 4)
def test_each_level_beats_the_one_below(level: int) -> None:
    """A seeded sample; tests/bench/bench_ligretto.py plays a thousand rounds."""
    count = 60
    won = 0
    for k in range(count):
        pair = (f"level_{level}", f"level_{level - 1}")
        entries = one_round(f"LEVEL/{k}", *(pair if k % 2 else pair[::-1])).rounds[0].entries
        won += (entries[0 if k % 2 else 1] or 0) > 0
    assert won / count >= 0.6


def test_a_round_of_four_takes_about_twenty_seconds() -> None:
    times = [one_round(f"TIME/{k}", "level_1", "level_2", "level_3", "level_4").rounds[0].ms for k in range(20)]
    assert 14_000 < sum(times) / len(times) < 26_000


def test_a_race_repeats() -> None:
    """The same code, the same events to the millisecond."""
    first, second = one_round("SAME", "level_2", "level_5"), one_round("SAME", "level_2", "level_5")
    assert first == second != one_round("OTHER", "level_2", "level_5")


def test_a_pacer_keeps_still_until_it_is_time() -> None:
    opened, _ = table("Ann*3", "Bo*3")
    pacer = Pacer(opened.session.rules, {"p1": GAME.think.bots["level_3"]}, "X")  # type: ignore[dict-item]
    pacer.settle(5000)
    assert pacer.next_at == 5000 and pacer.due(opened.session.state, 4999) is None
    assert Pacer(opened.session.rules, {}, "X").due(opened.session.state, 10**6) is None
    assert isinstance(GAME.think.bots["level_3"], Racer) and Tempo(1, 0).patience == 0


def test_statistics_are_those_of_races() -> None:
    """The command line's simulation races too: whoever sits first has no advantage by that alone."""
    sheet = sheet_of(GAME, "", "x")
    options = options_of(GAME, {"length": "rounds_1", "tie": "shared"}, "x")
    made = simulate(GAME, sheet, options, ["level_1", "level_5"], 10, "SIM")
    assert made["level_5"].wins >= 8


# ---------------------------------------------------------------------- the table


def test_a_round_at_the_table() -> None:
    """Ready, countdown, go, stop, next; the journal replays to the same state."""
    opened, lines = table("Ann*2", "Bo*4", length="rounds_2", tie="shared")
    side = RaceSession(opened)
    assert side.phase == "ready" and side.humans == ()
    clock = 50_000
    side.begin(clock)
    assert side.phase == "count" and not opened.session.events
    for _ in range(8000):
        clock += 16
        side.tick(clock)
        if side.phase == "stopped":
            side.begin(clock)
        if side.phase == "over":
            break
    assert side.phase == "over" and len(opened.session.state.rounds) == 2
    data = head_line(opened.head) + b"".join(line_bytes(line) for line in lines)
    again = reopen(parse(data, "x"), "x")
    assert again.session.state == opened.session.state and not again.read_only
    stamps = [line.at for line in lines]
    assert stamps == sorted(stamps) and stamps[0] > 0


def test_computer_players_act_before_a_later_hit() -> None:
    """A person's hit that comes after a computer player's stroke is judged after it, however late the next frame is."""
    opened, _ = table("Ann", "Bo*5")
    side = RaceSession(opened, count_ms=0)
    side.begin(0)
    side.press("p1", side.guide.roll_spot, 1500)
    side.press("p1", side.guide.roll_spot, 1500 + LEAP_MS)
    at = [event.at for event in opened.session.events]
    assert at == sorted(at) and any(event.by == "p2" for event in opened.session.events)


def test_too_late_is_told_and_not_recorded() -> None:
    opened, lines = table("Ann", "Bo", code="LATE-3")
    side = RaceSession(opened, count_ms=0)
    side.begin(0)
    for clock in range(1000, 400_000, 900):
        state = opened.session.state
        both = set(state.part("p1").dice) & {d for d in state.part("p2").dice if d.face == state.height(d.name) + 1}
        if both:
            break
        side.press("p1", side.guide.roll_spot, clock)
        side.press("p2", side.guide.roll_spot, clock)
    die = both.pop()
    clock += 5000
    for step in range(4):
        side.tick(clock := clock + 1000 + step)
    spots = {player: f"die/{opened.session.state.part(player).hand.index(die)}" for player in ("p1", "p2")}
    assert side.press("p2", spots["p2"], clock) and not side.press("p1", spots["p1"], clock)
    told = side.last_refusal("p1")
    assert told is not None and told.key == "LD-6" and lines[-1].by == "p2"
    side.tick(clock + 1500)
    assert side.last_refusal("p1") is None


def test_a_wrong_placement_is_a_fumble() -> None:
    opened, lines = table("Ann", "Bo")
    side = RaceSession(opened, count_ms=0)
    side.begin(0)
    side.tick(1000)
    hand = opened.session.state.part("p1").hand
    slot = next(i for i, die in enumerate(hand) if die is not None and die.face > 1)
    assert not side.press("p1", f"die/{slot}", 1000)
    assert lines[-1].do.startswith("fumble ")
    told = side.last_refusal("p1")
    assert told is not None and told.key == "LD-4"
    side.phase = "stopped"
    assert side.last_refusal("p1") is None, "what was refused in a round that is over is no news"


def test_pausing_stops_the_clock() -> None:
    opened, _ = table("Ann", "Bo*1")
    side = RaceSession(opened)
    side.begin(0)
    side.tick(1000)
    side.tick(3000)
    assert side.running
    side.tick(3500)
    at = side.at
    side.pause(3500)
    assert not side.press("p1", side.guide.roll_spot, 4000) and not side.tick(9000) and side.at == at
    side.resume(9000)
    assert side.phase == "count"
    side.tick(10_500)
    side.tick(12_000)
    assert side.running and side.at == at + 1


def test_the_clock_steps_back_or_leaps() -> None:
    opened, _ = table("Ann", "Bo")
    side = RaceSession(opened, count_ms=0)
    side.begin(10_000)
    side.tick(11_000)
    at = side.at
    side.tick(500)
    assert side.at == at
    side.press("p1", side.guide.roll_spot, 400)
    assert opened.session.events[-1].at == at
    side.tick(11_000)
    side.tick(10_000_000)
    assert side.at == at + LEAP_MS


def test_going_on_with_a_race_that_was_broken_off() -> None:
    opened, lines = table("Ann", "Bo*3")
    side = RaceSession(opened, count_ms=0)
    side.begin(0)
    for clock in range(0, 4000, 50):
        side.tick(clock)
    data = head_line(opened.head) + b"".join(line_bytes(line) for line in lines)
    again = RaceSession(reopen(parse(data, "x"), "x"), count_ms=0)
    assert (again.phase, again.paused) == ("race", True) and again.session.state == opened.session.state
    again.resume(77)
    assert again.running and again.session.state.stage == "race" and again.at > max(line.at for line in lines)


@pytest.mark.parametrize("options", [{}, {"wrong": "minus_one"}, {"hand": "off", "wrong": "nothing"}, {"shares": "9,7,5,3"}])
def test_ten_thousand_hits_at_random(options: dict[str, str]) -> None:
    """Four players hit whatever there is as fast as events come, on a clock that also stumbles."""
    opened, lines = table("A", "B", "C", "D", length="rounds_90", tie="shared", **options)
    side = RaceSession(opened, count_ms=0)
    luck = random.Random(str(options))
    clock = 0
    side.begin(clock)
    hits = 10_000 if not options else 2_500
    for _ in range(hits):
        clock += luck.choice((0, 1, 3, 10, 40, -5, 300))
        player = luck.choice(side.players)
        spot = luck.choice([f"die/{luck.randrange(10)}"] * 6 + [side.guide.roll_spot, "die/x", "nowhere", "", "B3"])
        side.tick(clock)  # what is due by now, presses that were kept among it
        before = opened.session.state
        stands = side.press(player, spot, clock)
        if not stands or side.kept_spot(player):
            assert opened.session.state.board == before.board
            assert opened.session.state.part(player).hand == before.part(player).hand
        sound(opened.session.state, 24)
        if side.phase == "stopped":
            side.begin(clock)
        elif side.phase == "over":
            break
    own = [event for event in opened.session.events if not is_chance(event.by)]
    assert sum(not isinstance(event.move, Fumble) for event in own) > hits / 20
    assert len(lines) == len(opened.session.events) and not opened.session.refused_events
    for one in opened.session.state.rounds:
        assert sum(entry or 0 for entry in one.entries) == 0
    placed = Counter((event.move.color, event.move.value) for event in own if isinstance(event.move, Place))
    assert max(placed.values()) <= len(opened.session.state.rounds) + 1, "no place is taken twice in a round"
    replayed: Session[Any] = Session(opened.session.rules, side.players)
    replayed.replay(lines)
    assert replayed.state == opened.session.state
    totals = [score.total for score in side.scores]
    assert sum(totals) == 400 + sum(dict(score.parts)["penalties"] for score in side.scores)


def test_an_event_without_a_clock_is_judged_by_its_order() -> None:
    opened, _ = table("Ann", "Bo")
    session = opened.session
    while session.state.stage == "deal":
        event = session.digital()
        assert event is not None and session.submit(event) is None
    for player in session.players:
        for move in list(session.rules.moves(session.state, player)):
            assert session.rules.refuse(session.state, Event(player, move)) is None

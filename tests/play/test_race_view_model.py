"""The view model of a race, without a window: presses that are held, what is kept from frame to frame, the clock of a round,
the end of a round, and the best time that races along."""

from __future__ import annotations

from typing import Any

import pytest

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.ligretto_dice.play.model import GAP_MS, ROLL_MS, Place, place_of
from rollwrite_desktop.play.opening.open_game import new_head, options_of, sheet_of, start
from rollwrite_desktop.play.race.race_session import RaceSession
from rollwrite_desktop.play.race.race_view_model import FINISH_MS, RaceModel, RaceSettings, clock_text, clocks_in_words

GAME = GAMES["ligretto_dice"]


class Race:
    """A race on a fake clock; a name ending in `*3` is a computer player of level 3."""

    def __init__(
        self, *names: str, code: str = "RACE", tastes: RaceSettings | None = None, best: Any = None, **options: str
    ) -> None:
        sheet = sheet_of(GAME, "", "x")
        bots = {f"p{i}": f"level_{name.partition('*')[2]}" for i, name in enumerate(names, 1) if "*" in name}
        head = new_head(GAME, sheet, sheet.id, names, options_of(GAME, options, "x"), Notes(seed=code, bots=bots))
        opened = start(head)
        self.lines: list[JournalLine] = []
        opened.session.log = self.lines.append
        self.side = RaceSession(opened, count_ms=0)
        self.model = RaceModel(self.side, tastes, best)
        self.model.resize(dict.fromkeys(self.side.players, (900.0, 100.0)))
        self.clock = 1000
        self.model.go_on(self.clock)

    def pass_by(self, ms: int, step: int = 20) -> None:
        for _ in range(ms // step):
            self.clock += step
            self.model.frame(self.clock)

    def hit(self, spot: str, player: str = "p1") -> bool:
        return self.model.hit(player, spot, self.clock)

    def two_that_fit(self) -> tuple[str, str]:
        """Two dice that can be placed one after the other; rolls until there are."""
        for _ in range(500):
            state = self.side.session.state
            fits = [
                f"die/{slot}" for slot, die in enumerate(state.part("p1").hand)
                if die is not None and die.face == state.height(die.name) + 1
            ]
            hand: Any = state.part("p1").hand
            different = {hand[int(spot[4:])].name: spot for spot in fits}
            if len(different) > 1:
                one, two, *_ = different.values()
                return one, two
            self.hit("action/roll")
            self.pass_by(ROLL_MS + 20)
        raise AssertionError("no two dice fit")

    def play(self, rounds: int = 1) -> None:
        """One person places what fits and rolls otherwise, until so many rounds are over."""
        while len(self.side.session.state.rounds) < rounds:
            if not self.side.running:
                self.pass_by(FINISH_MS + 40)
                self.model.go_on(self.clock)
            state = self.side.session.state
            fits = [
                f"die/{slot}" for slot, die in enumerate(state.part("p1").hand)
                if die is not None and die.face == state.height(die.name) + 1
            ]
            self.hit(fits[0] if fits else "action/roll")
            self.pass_by(900)


@pytest.fixture
def race() -> Race:
    made = Race("Ann", "Bo", length="rounds_1", tie="shared")
    made.pass_by(ROLL_MS + 40)
    return made


# ---------------------------------------------------------------------- LD-R4: a press is held


def test_a_press_within_the_gap_is_held_and_placed_when_it_ends(race: Race) -> None:
    one, two = race.two_that_fit()
    assert race.hit(one)
    placed_at, left = race.side.at, race.side.session.state.part("p1").left
    race.pass_by(60)
    assert race.hit(two) and race.side.kept_spot("p1") == two
    assert race.side.session.state.part("p1").left == left and race.side.last_refusal("p1") is None
    race.pass_by(120)
    assert race.side.session.state.part("p1").left == left
    race.pass_by(120)
    assert race.side.session.state.part("p1").left == left - 1 and not race.side.kept_spot("p1")
    assert (race.lines[-1].do.split()[0], race.lines[-1].at) == ("place", placed_at + GAP_MS)


def test_only_the_last_press_is_held_and_a_roll_takes_its_place(race: Race) -> None:
    one, two = race.two_that_fit()
    race.hit(one)
    race.pass_by(40)
    other = next(f"die/{slot}" for slot, die in enumerate(race.side.session.state.part("p1").hand)
                 if die is not None and f"die/{slot}" != two)
    race.hit(other)
    race.hit(two)
    assert race.side.kept_spot("p1") == two
    assert race.hit("action/roll") and not race.side.kept_spot("p1")
    placed = sum(isinstance(event.move, Place) for event in race.side.session.events)
    race.pass_by(400)
    assert sum(isinstance(event.move, Place) for event in race.side.session.events) == placed


def test_a_held_press_that_is_too_late_by_then_is_told_so() -> None:
    """The other player fills the place meanwhile."""
    for code in range(80):
        race = Race("Ann", "Bo", code=f"LATE-{code}", length="rounds_1", tie="shared")
        race.pass_by(ROLL_MS + 40)
        one, two = race.two_that_fit()
        die = race.side.session.state.part("p1").hand[int(two[4:])]
        other = race.side.session.state.part("p2").hand
        if die in other:
            break
    race.hit(one)
    race.pass_by(40)
    race.hit(two)
    assert race.hit(f"die/{other.index(die)}", "p2")
    events = race.side.session.events
    race.pass_by(300)
    refusal = race.side.last_refusal("p1")
    assert race.side.session.events == events and refusal is not None and refusal.key == "LD-6"


def test_without_the_rule_of_one_hand_nothing_is_held() -> None:
    race = Race("Ann", "Bo", hand="off", length="rounds_1", tie="shared")
    one, two = race.two_that_fit()
    assert race.hit(one) and race.hit(two) and not race.side.kept_spot("p1")


# ---------------------------------------------------------------------- what is kept


def test_frames_make_nothing_anew_that_has_not_changed(race: Race) -> None:
    before = race.model.snapshot
    race.pass_by(200)
    after = race.model.snapshot
    assert after.board is before.board and all(after.trays[p] is before.trays[p] for p in ("p1", "p2"))
    assert race.hit("action/roll")
    rolling = race.model.snapshot
    assert rolling.trays["p1"].rolls_until == race.side.at + ROLL_MS
    race.pass_by(200)
    assert race.model.snapshot.trays["p1"] is rolling.trays["p1"], "a rolling tray is turned by whoever paints it"
    race.pass_by(ROLL_MS)
    assert race.model.snapshot.trays["p1"].rolls_until == 0


def test_a_placed_die_travels(race: Race) -> None:
    one, _ = race.two_that_fit()
    die = race.side.session.state.part("p1").hand[int(one[4:])]
    assert die is not None
    race.hit(one)
    (travel,) = race.model.snapshot.travels
    assert (travel.player, travel.spot, travel.to) == ("p1", one, place_of(die.name, die.face))
    assert race.model.frame(race.clock + 20).travels == ()


@pytest.mark.parametrize(("fits", "new", "outlined"), [
    (None, True, True), (None, False, False), (True, False, True), (False, True, False),
])
def test_beginners_see_which_dice_fit(fits: bool | None, new: bool, outlined: bool) -> None:
    race = Race("Ann", "Bo*1", tastes=RaceSettings(fits=fits, new=new))
    race.pass_by(ROLL_MS + 40)
    race.two_that_fit()
    marks = {mark.key.partition("/")[0] for mark in race.model.snapshot.trays["p1"].display.marks}
    assert ("fits" in marks) == outlined
    assert not any(mark.key.startswith("fits") for mark in race.model.snapshot.trays["p2"].display.marks)


# ---------------------------------------------------------------------- clock, end, ghost


def test_every_round_has_its_own_clock() -> None:
    race = Race("Ann", trial="6", length="rounds_2")
    race.pass_by(3000)
    assert race.model.snapshot.line in {f"Round 1 · {clock_text(ms)}" for ms in (2960, 2980, 3000)}
    race.play()
    race.model.go_on(race.clock)
    race.pass_by(1000)
    assert race.model.snapshot.line.startswith("Round 2 · 0:0")
    assert race.side.at > 5000


def test_the_countdown_shows_the_round_to_come() -> None:
    """Not the board, the dice and the clock of the one before, which stand there until everybody is ready."""
    race = Race("Ann", "Bo", trial="6", length="rounds_3", tie="shared")
    first = race.model.snapshot

    def rest() -> tuple[object, ...]:
        now = race.model.snapshot
        texts = {mark.text for mark in now.board.marks if isinstance(mark, Text)}
        dice = sum(len(tray.dice) for tray in now.trays.values())
        return now.line, "Round 2" in texts, sum(mark.key.endswith("/body") for mark in now.board.marks), dice

    assert any(first.trays[player].dice for player in race.side.players)
    while race.side.phase != "stopped":
        for player in race.side.players:
            for slot in range(12):
                race.hit(f"die/{slot}", player)
            race.hit("action/roll", player)
            race.pass_by(900, 100)
    race.pass_by(FINISH_MS + 100)
    line, second, lying, _ = rest()
    assert not second and lying and line != "Round 1 · 0:00.0"
    race.side.count_ms = 3000
    race.model.go_on(race.clock)
    assert race.side.phase == "count" and rest() == ("Round 2 · 0:00.0", True, 0, 0)
    shown = race.model.snapshot
    race.pass_by(500)
    assert race.model.snapshot.board is shown.board  # frames make nothing anew
    race.model.pause(race.clock)
    race.model.go_on(race.clock)
    race.pass_by(4000)
    assert race.side.running and race.side.guide.between(race.side.session.state) is False
    race.model.pause(race.clock)
    race.model.go_on(race.clock)  # the countdown after a pause is of the round at hand
    assert race.side.phase == "count" and rest()[0] != "Round 2 · 0:00.0" and rest()[3]


@pytest.mark.parametrize("still", [False, True])
def test_the_end_of_a_round_is_shown_before_its_points(still: bool) -> None:
    race = Race("Ann", "Bo*1", length="rounds_2", tie="shared", tastes=RaceSettings(still=still))
    while race.side.running:
        race.hit("action/roll")
        race.pass_by(900, 100)
        if race.side.at > 200_000:
            break
    now = race.model.snapshot
    assert now.phase == "stopped"
    assert bool(now.finisher) != still and (now.card is None) != still
    race.pass_by(FINISH_MS + 100)
    now = race.model.snapshot
    assert not now.finisher and now.card is not None and now.card.go and now.card.points is not None


def test_the_best_time_races_along() -> None:
    race = Race("Ann", trial="6", best=(9000, (1000, 2000, 3000, 4000, 5000, 9000)))
    race.pass_by(2500)
    ghost = race.model.snapshot.ghost
    assert ghost is not None and (ghost.ms, ghost.left, ghost.dice) == (9000, 4, 6)
    race.play()
    times = race.model.placed()
    assert len(times) == 6 and times[-1] == race.side.session.state.rounds[0].ms and times == tuple(sorted(times))
    assert Race("Ann", "Bo*1", best=(9000, (1000,))).model.snapshot.ghost is None


def test_a_round_that_was_left_comes_back_as_a_pause() -> None:
    """With all dice hidden; "Ready?" would begin a round that has long begun."""
    race = Race("Ann", "Bo")
    race.pass_by(2000)
    back = RaceModel(RaceSession(race.side.opened))
    assert (back.snapshot.card and back.snapshot.card.title, back.snapshot.paused) == ("Pause", True)
    back.go_on(9000)
    assert back.side.phase == "count" and not back.side.paused


@pytest.mark.parametrize(("text", "heard"), [
    ("0:21.6", "21.6 seconds"), ("0:05.0 behind", "5.0 seconds behind"), ("1:05.3", "1 minute 5.3 seconds"),
    ("12:40.0", "12 minutes 40.0 seconds"), ("Stop! Round 2 of 3", "Stop! Round 2 of 3"),
])
def test_who_listens_hears_the_units_of_a_time(text: str, heard: str) -> None:
    assert clocks_in_words(text) == heard

"""Ligretto Dice by its rules: every refusal by key, the time rules to the millisecond, rounds, ties, shares, lengths."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.corrections import GameState
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.rules import Event, cup_of
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.gamekit.play.guide import Ignored, Look, Proposed
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.check.score_repair import scores_of
from rollwrite_desktop.games.ligretto_dice.play.model import Fumble, Part, Pass, Place, Roll, Round, State
from rollwrite_desktop.games.ligretto_dice.play.options import shares_of, tie_shares
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper, rows_of, score_paper
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice
from rollwrite_desktop.games.ligretto_dice.words.coach import LigrettoDiceCoach
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.sheet.load import dump, find, loads

PLAYERS = ("p1", "p2", "p3", "p4")


def rules(**options: str) -> LigrettoDice:
    return LigrettoDice(find("ligretto_dice_board"), options)


def dice(text: str) -> tuple[Die, ...]:
    """"R1 B4" as dice."""
    colors = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
    return tuple(Die(colors[word[0]], int(word[1])) for word in text.split())


def midway(game: LigrettoDice, *hands: str, board: str = "") -> State:
    """A race in which these dice lie before the players, and those on the board."""
    players = PLAYERS[: len(hands)]
    heights = {color: board.count(color) for color in "RYGB"}
    return replace(
        game.start(players), stage="race", dealt=len(hands), parts=tuple(Part(dice(hand)) for hand in hands),
        now=1000, began=1000, board=tuple(("p1",) * heights[color] for color in "RYGB"),
    )


def key(game: LigrettoDice, state: State, by: str, text: str, at: int = 0) -> str:
    """The key of the refusal, or ""."""
    refusal = game.refuse(state, Event(by, game.read(text), at))
    return refusal.key if refusal else ""


def play(game: LigrettoDice, state: State, *events: tuple[str, str, int]) -> State:
    for by, text, at in events:
        assert key(game, state, by, text, at) == "", (by, text, at)
        state = game.apply(state, Event(by, game.read(text), at))
    return state


# ---------------------------------------------------------------------- dealing


@pytest.mark.parametrize(("players", "share"), [(2, 12), (3, 8), (4, 6)])
def test_all_dice_are_dealt(players: int, share: int) -> None:
    """LD-2: 24 dice, six of each color, in equal shares."""
    session: Session[State] = Session(rules(), PLAYERS[:players], code="DEAL")
    while session.state.stage == "deal":
        event = session.digital(at=5)
        assert event is not None and session.submit(event) is None
    hands = [part.dice for part in session.state.parts]
    assert [len(hand) for hand in hands] == [share] * players
    colors = [die.name for hand in hands for die in hand]
    assert all(colors.count(color) == 6 for color in ("red", "yellow", "green", "blue"))


def test_before_and_outside_the_round() -> None:
    game = rules()
    state = game.start(PLAYERS[:2])
    assert key(game, state, "p1", "roll") == "LD-3:wait"
    assert key(game, state, "chance", "red 1") == "LD-3:cup"
    assert key(game, state, "chance:p2", "red 1") == "LD-3:cup"
    assert key(game, state, "chance:p1", "red 1") == "LD-2"
    state = midway(game, "R1 R2", "R1")
    assert key(game, state, "p1", "red 1") == "LD-3:dice"
    assert key(game, replace(state, racers=("p2",)), "p1", "roll") == "LD-R6:out"
    assert key(game, replace(state, stage="over"), "p1", "roll") == "LD-10"
    stopped = replace(state, stage="deal", dealt=0, rounds=(Round((1, -1), False, 5, (0, 0), (0, 0)),))
    assert key(game, stopped, "p1", "roll") == "LD-R5"


def test_the_board_is_that_of_the_round_whose_dice_lie_on_it() -> None:
    game = rules()
    racing = midway(game, "R1 R2", "R1")
    done = (Round((1, -1), False, 5, (0, 0), (0, 0)),)
    told = {
        "Round 1": [game.start(PLAYERS[:2]), racing, replace(racing, stage="deal", dealt=0, rounds=done),
                    replace(racing, stage="over", rounds=done)],
        "Round 2": [replace(racing, stage="deal", dealt=1, rounds=done), replace(racing, rounds=done)],
    }
    for title, states in told.items():
        for state in states:
            display = GAME.play.guide(game).draw(state, "p1", None)
            assert title in [mark.text for mark in display.marks if isinstance(mark, Text)], (title, state)


# ---------------------------------------------------------------------- placing


def test_each_color_is_built_up_from_one() -> None:
    game = rules()
    state = midway(game, "B1 B3 R2", "Y1 Y2")
    assert key(game, state, "p1", "place B3") == "LD-4" and key(game, state, "p1", "place R2") == "LD-4"
    assert key(game, state, "p1", "place Y1") == "LD-4:have"
    state = play(game, state, ("p1", "place B1", 0))
    assert state.height("blue") == 1 and state.board[3] == ("p1",) and state.part("p1").left == 2
    assert [game.write(move) for move in game.moves(state, "p2")] == ["roll", "place Y1"]


def test_who_is_second_is_too_late_and_nothing_changes() -> None:
    """LD-6, LD-R2: the order of the journal decides, not the time; the die can be used after a roll."""
    game = rules()
    state = midway(game, "R1 B5", "R1 B5")
    session: Session[State] = Session(game, PLAYERS[:2])
    session._start = session.stands = GameState(state)
    assert session.submit(Event("p2", Place("red", 1), 2000)) is None
    before = session.state
    refusal = session.submit(Event("p1", Place("red", 1), 2000))
    assert refusal is not None and refusal.key == "LD-6" and "Too late" in refusal.sentence(GAME.play.rulebook)
    assert session.state is before and len(session.events) == 1


def test_a_roll_takes_all_that_is_left_and_is_always_allowed() -> None:
    """LD-5, LD-R1."""
    game = rules()
    state = play(game, midway(game, "R1 B5", "Y2"), ("p1", "roll", 1500))
    assert state.part("p1").cup == ("red", "blue") and state.part("p1").left == 2
    assert key(game, state, "p1", "place R1", 9000) == "LD-R4:rolling"
    assert key(game, state, "chance:p1", "red 1", 1500) == "LD-5"
    assert key(game, state, "chance:p1", "red 1, red 2", 1500) == "LD-5"
    state = play(game, state, ("chance:p1", "blue 2, red 1", 1500))
    assert state.part("p1").dice == dice("B2 R1") and state.part("p1").rolls == 1


@pytest.mark.parametrize(("hand", "rolling"), [("both", True), ("roll", True), ("gap", False), ("off", False)])
def test_nothing_is_placed_during_the_own_roll(hand: str, rolling: bool) -> None:
    """LD-R4: 0.8 seconds."""
    game = rules(hand=hand)
    state = play(game, midway(game, "R1 B5", "Y2"), ("p1", "roll", 1500), ("chance:p1", "red 1, blue 2", 1500))
    assert key(game, state, "p1", "place R1", 2299) == ("LD-R4:rolling" if rolling else "")
    assert key(game, state, "p1", "roll", 2299) == ("LD-R4:rolling" if rolling else "")
    assert key(game, state, "p1", "place R1", 2300) == ""


def test_a_race_begins_at_its_first_moment() -> None:
    """A roll at 1 ms is in a race, and keeps its player from placing; one without a time is at a table without clocks."""
    game = rules(hand="both")
    for at, held in ((1, 801), (0, 0)):
        state = replace(midway(game, "R1 B5", "Y2"), now=0, began=0)
        state = play(game, state, ("p1", "roll", at), ("chance:p1", "red 1, blue 2", at))
        assert state.part("p1").free_at == held


@pytest.mark.parametrize(("hand", "gap"), [("both", True), ("gap", True), ("roll", False), ("off", False)])
def test_one_hand_places_one_die_at_a_time(hand: str, gap: bool) -> None:
    """LD-R4: 250 ms from die to die, for each player alone; a roll needs no such pause."""
    game = rules(hand=hand)
    state = play(game, midway(game, "R1 Y1 B5", "G1 G2"), ("p1", "place R1", 2000))
    assert key(game, state, "p1", "place Y1", 2249) == ("LD-R4:hand" if gap else "")
    assert key(game, state, "p1", "place Y1", 2250) == ""
    assert key(game, state, "p2", "place G1", 2001) == "" and key(game, state, "p1", "roll", 2001) == ""


def test_a_wrong_placement_locks() -> None:
    """LD-R3: 0.6 seconds; rolling is still allowed, and who is locked does not fumble again."""
    game = rules()
    state = play(game, midway(game, "R1 B5", "Y2"), ("p1", "fumble B5", 2000))
    assert key(game, state, "p1", "place R1", 2599) == "LD-R3:lock" == key(game, state, "p1", "fumble B5", 2599)
    assert key(game, state, "p1", "place R1", 2600) == "" == key(game, state, "p1", "roll", 2001)
    assert state.part("p1").dice == dice("R1 B5") and state.part("p1").fumbles == 1
    assert game.scores(state)[0].total == 100
    assert key(game, state, "p2", "place R1", 2001) == "LD-4:have"
    assert key(game, state, "p1", "fumble R1", 2700) == "LD-R3:right"
    assert key(game, state, "p1", "fumble B5", 0) == "LD-R3:clock"
    assert key(game, midway(game, "R1 B5"), "p1", "fumble B5", 1) == ""


@pytest.mark.parametrize("hand", ["both", "gap", "roll", "off"])
def test_nothing_shortens_the_lock(hand: str) -> None:
    """LD-R3: neither a roll nor the deal of another round, whatever keeps a hand busy otherwise."""
    game = rules(hand=hand)
    locked = play(game, midway(game, "R1 B5", "Y1"), ("p1", "fumble B5", 2000))
    state = play(game, locked, ("p1", "roll", 2100), ("chance:p1", "red 1, blue 1", 2100))
    rolling = hand in ("both", "roll")
    assert key(game, state, "p1", "place R1", 2599) == ("LD-R4:rolling" if rolling else "LD-R3:lock")
    assert key(game, state, "p1", "place R1", 2600) == ("LD-R4:rolling" if rolling else "")
    state = play(game, locked, ("p2", "place Y1", 2100))
    dealt = "red 1, red 2, red 3, red 4, red 5, red 6, yellow 1, yellow 2, yellow 3, yellow 4, yellow 5, yellow 6"
    state = play(game, state, ("chance:p1", dealt, 2200))
    state = play(game, state, ("chance:p2", dealt.replace("red", "green").replace("yellow", "blue"), 2200))
    assert (key(game, state, "p1", "place R1", 2599) != "") and (key(game, state, "p1", "place R1", 3000) == "")
    assert (key(game, state, "p2", "place G1", 2599) == "") is not rolling


def test_wrong_placements_by_house_rule() -> None:
    game = rules(wrong="nothing")
    assert key(game, midway(game, "R1 B5", "Y2"), "p1", "fumble B5", 2000) == "LD-4"
    game = rules(wrong="minus_one")
    state = play(game, midway(game, "R1 B5", "Y2"), ("p1", "fumble B5", 2000), ("p1", "fumble B5", 2700))
    score = game.scores(state)[0]
    assert score.total == 98 and dict(score.parts)["penalties"] == -2


def test_listed_and_not_refused_are_the_same_under_a_clock() -> None:
    """The law of moves, at times when the hand is busy, locked and free."""
    for wrong in ("lock", "nothing", "minus_one"):
        game = rules(wrong=wrong)
        state = play(game, midway(game, "R1 B5 Y1 G3", "Y2 R2"), ("p1", "place R1", 2000))
        if wrong != "nothing":
            state = play(game, state, ("p2", "fumble Y2", 2100))
        words = ["roll", "pass", *(f"{what} {c}{v}" for what in ("place", "fumble") for c in "RYGB" for v in range(1, 7))]
        for at in (0, 2100, 2249, 2250, 2699, 2700, 9000):
            for player in ("p1", "p2"):
                let = {game.read(word) for word in words if key(game, state, player, word, at) == ""}
                assert let == set(game.moves(state, player, at)), (wrong, at, player)


def test_time_never_runs_back() -> None:
    game = rules()
    state = play(game, midway(game, "R1 Y1 B5", "G1 G2"), ("p1", "place R1", 5000))
    state = game.apply(state, Event("p2", Place("green", 1), 3000))
    assert state.now == 5000 and state.height("green") == 1
    assert key(game, state, "p2", "place G2", 4000) == "LD-R4:hand"


# ---------------------------------------------------------------------- stop and score


def test_stop_and_score() -> None:
    """LD-8, LD-9: the example of the rules: the others have 3, 1 and 4 dice left."""
    game = rules()
    state = midway(game, "R1", "Y2 Y3 Y4", "G2", "B2 B3 B4 B5")
    state = play(game, state, ("p1", "place R1", 21000))
    assert state.rounds[-1].entries == (8, -3, -1, -4) and state.rounds[-1].ms == 20000
    assert [score.total for score in game.scores(state)] == [108, 97, 99, 96]
    assert key(game, state, "p3", "place G2", 21001) == "LD-R5" and state.part("p4").left == 4
    assert [demand.by for demand in game.demands(state)] == ["chance:p1"]


def ended(game: LigrettoDice, players: int, *entries: tuple[int | None, ...]) -> State:
    """A game after these rounds, the last of them just finished by the rules themselves."""
    state = game.start(PLAYERS[:players])
    for row in entries:
        finisher = next(i for i, entry in enumerate(row) if entry is not None and entry > 0)
        left = [0 if entry is None else 1 if i == finisher else -entry for i, entry in enumerate(row)]
        state = replace(
            state, stage="race", dealt=len(state.racers),
            parts=tuple(Part((Die("red", 1), *(Die("blue", 6),) * (n - 1))[:n]) for n in left), board=((), (), (), ()),
        )
        state = game.apply(state, Event(PLAYERS[finisher], Place("red", 1), state.now + 1000))
        assert state.rounds[-1].entries == row
    return state


def test_a_timed_game_with_a_tie_break_on_paper() -> None:
    """LD-R6, LD-R10: the tie-break follows the last common round, so the second place is the other of the tied."""
    rows: list[list[int | None]] = [[6, -2, -4], [-2, 6, -4], [-10, 10, None]]
    for length in ("minutes_5", "rounds_2"):
        paper = LigrettoDicePaper(game="ligretto_dice", players=["Ann", "Bo", "Cy"], rounds=rows, options={"length": length})
        assert [(score.player, score.total, score.place) for score in scores_of(paper)] == [
            ("Ann", 94, 2), ("Bo", 114, 1), ("Cy", 92, 3),
        ], length
    assert [score.place for score in scores_of(msgspec.structs.replace(paper, rounds=rows[:2]))] == [1, 1, 3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_rounds_per_player(players: int) -> None:
    """LD-10."""
    game = rules()
    row = (players - 1, *(-1,) * (players - 1))
    state = ended(game, players, *[row] * (3 * players - 1))
    assert state.stage == "deal"
    state = ended(game, players, *[row] * (3 * players))
    assert state.stage == "over" and game.demands(state) == ()
    assert [score.place for score in game.scores(state)] == [1] + [2] * (players - 1)


def test_a_tie_is_settled_in_one_extra_round_among_the_tied() -> None:
    """LD-11, LD-R6: all 24 dice among the two; the third keeps the total; places below first by the totals before it."""
    game = rules(length="rounds_2")
    state = ended(game, 3, (4, -2, -2), (-2, 4, -2))
    assert state.stage == "deal" and state.racers == ("p1", "p2") and state.tie_break
    assert [game.share(state, player) for player in state.racers] == [12, 12]
    state = ended(game, 3, (4, -2, -2), (-2, 4, -2), (-10, 10, None))
    assert state.stage == "over"
    assert [(score.total, score.place) for score in game.scores(state)] == [(92, 2), (112, 1), (96, 3)]


def test_who_is_not_tied_sees_and_is_told_so() -> None:
    game = rules(length="rounds_2")
    guide, coach = GAME.play.guide(game), GAME.words.coach(game)
    tied = replace(ended(game, 3, (4, -2, -2), (-2, 4, -2)), stage="race")
    assert guide.progress(tied, "p3") == "2 rounds played" and guide.progress(tied, "p1").startswith("Round 3: ")
    assert [guide.dealt(tied, player) for player in ("p1", "p3")] == [12, 0]
    over = ended(game, 3, (4, -2, -2), (-2, 4, -2), (-10, 10, None))
    told = [coach.lesson(state, "p3", guide.ui()) for state in (tied, over)]
    assert [lesson and lesson.title for lesson in told] == ["A tie", "The score"]
    *_, said = GAME.think.review.remarks(game, over, "p3")
    assert said.sentence == "Round 3: not in it"
    paper = score_paper(game, over, ("Ann", "Bo", "Cy"))
    assert (paper.rounds, paper.totals) == ([[4, -2, -2], [-2, 4, -2], [-10, 10, None]],
                                            [[104, 98, 98], [102, 102, 96], [92, 112, 96]])


def test_a_tie_among_all_is_a_tie_break_too() -> None:
    game = rules(length="rounds_2")
    state = ended(game, 2, (3, -3), (-3, 3))
    assert state.tie_break and state.racers == ("p1", "p2")
    assert ended(game, 2, (3, -3), (-3, 3), (1, -1)).stage == "over"


def test_a_win_may_be_shared() -> None:
    game = rules(length="rounds_2", tie="shared")
    state = ended(game, 2, (3, -3), (-3, 3))
    assert state.stage == "over" and [score.place for score in game.scores(state)] == [1, 1]


def test_lengths() -> None:
    assert ended(rules(length="target_108"), 4, (8, -3, -1, -4)).stage == "over"
    assert ended(rules(length="target_109"), 4, (8, -3, -1, -4)).stage == "deal"
    assert ended(rules(length="one_each"), 2, (2, -2), (2, -2)).stage == "over"
    game = rules(length="minutes_1")
    state = ended(game, 2, (2, -2))
    assert state.stage == "deal"
    state = replace(state, rounds=(replace(state.rounds[0], ms=59_000),), stage="race", dealt=2, began=state.now)
    state = replace(state, parts=(Part(dice("R1")), Part(dice("B2"))), board=((), (), (), ()))
    assert game.apply(state, Event("p1", Place("red", 1), state.now + 999)).stage == "deal"
    assert game.apply(state, Event("p1", Place("red", 1), state.now + 1000)).stage == "over"


def test_the_dice_of_others_are_looked_at() -> None:
    """Among three: the fewest dice that another one has left, not the most; of two dice the one that others have."""
    game = rules()
    state = midway(game, "R1 B4 Y5", "G2 G3 G4 G5", "B2 B3")
    contested = midway(game, "R1 B1", "R1 G5"), "p1"
    said = [LigrettoDiceCoach(game).elsewhere(*contested, Place(color, 1)) for color in ("red", "blue")]
    assert said == ["Nobody else has a blue 1, so that one can wait.", ""]
    lesson = LigrettoDiceCoach(game).lesson(state, PLAYERS[0], GAME.play.guide(game).ui())
    assert lesson is not None and "Another player has 2 dice left; you have 3." in lesson.text
    for turns, text in (("turns", "Your red 1 fits now, and nobody else has one."), ("race", "Your red 1 fits now.")):
        game = rules(pace=turns)
        lesson = LigrettoDiceCoach(game).lesson(midway(game, "R1 B4", "G2 G3 G4"), "p1", GAME.play.guide(game).ui())
        assert lesson is not None and lesson.text == text, "in turns the prompt says already what fits"


def test_alone_nobody_is_first() -> None:
    game = rules()
    aims = [LigrettoDiceCoach(game).lesson(game.start(PLAYERS[:n]), "p1", GAME.play.guide(game).ui()) for n in (1, 2)]
    ends = [aim is not None and aim.text.rpartition("get rid of ")[2] for aim in aims]
    assert ends == ["all your dice.", "your dice first."]


def test_shares() -> None:
    """LD-12, LD-R7: handicap dice come out of the other shares; what is typed must suit."""
    assert shares_of(rules(shares="plus_2").options, 2) == (14, 10)
    assert shares_of(rules(shares="plus_1").options, 3) == (9, 8, 7)
    assert shares_of(rules(shares="14,10").options, 2) == (14, 10)
    for wrong in ("14,11", "22,2", "8,8,8"):
        with pytest.raises(UserError, match="add up to 24"):
            rules(shares=wrong).start(PLAYERS[:2])
    assert tie_shares((9, 8)) == (13, 11) and tie_shares((6, 6, 6)) == (8, 8, 8) and tie_shares((7, 6)) == (13, 11)


@pytest.mark.parametrize("count", ["24", "12", "8", "6"])
def test_a_time_trial_alone(count: str) -> None:
    """LD-R9."""
    session: Session[State] = Session(rules(trial=count), ("p1",), code="SOLO")
    luck_free: list[Any] = []
    while not session.over:
        event = session.digital(at=1)
        if event is None:
            listed = list(session.rules.moves(session.state, "p1"))
            event = Event("p1", listed[-1])
        assert session.submit(event) is None
        luck_free.append(event)
    assert sum(isinstance(event.move, Place) for event in luck_free) == int(count)
    assert session.state.rounds[0].entries == (0,)


# ---------------------------------------------------------------------- in turns


def test_in_turns() -> None:
    """LD-R11: each places one die or passes; when all have passed in a row all roll what they have left."""
    game = rules(pace="turns")
    assert not game.info.realtime
    state = midway(game, "R1 R2 B5", "Y1 B6")
    assert key(game, state, "p2", "place Y1") == "LD-R11:turn" and key(game, state, "p1", "roll") == "LD-R11:roll"
    assert key(game, state, "p1", "fumble B5", 2000) == "LD-R3:clock"
    tapped = GAME.play.guide(game).tap(state, "p1", GAME.play.guide(game).ui(), "Y1")
    assert tapped == Proposed(Place("yellow", 1), GAME.play.guide(game).ui())  # which the rules refuse aloud
    assert key(game, state, "p1", "place Y1") == "LD-4:have"
    assert not play(game, state, ("p1", "place R1", 2000)).part("p1").held, "nobody waits between two dice"
    state = play(game, state, ("p1", "place R1", 0), ("p2", "pass", 0), ("p1", "pass", 0))
    assert [part.cup for part in state.parts] == [("red", "blue"), ("yellow", "blue")]
    assert {demand.by for demand in game.demands(state)} == {"chance:p1", "chance:p2"}
    assert key(game, state, "p2", "pass") == "LD-R4:rolling"
    state = play(game, state, ("chance:p2", "yellow 1, blue 1", 0))
    assert key(game, state, "p2", "pass") == "LD-R11:turn"
    waits = play(game, state, ("chance:p1", "red 3, blue 2", 0))
    coach, ui = LigrettoDiceCoach(game), GAME.play.guide(game).ui()
    assert [coach.lesson(waits, player, ui) is not None for player in ("p1", "p2")] == [False, True], "none is told to pass"
    state = play(game, state, ("chance:p1", "red 2, blue 2", 0), ("p2", "place Y1", 0), ("p1", "place R2", 0))
    state = play(game, state, ("p2", "place B1", 0))
    assert state.rounds[-1].entries == (-1, 1)
    assert key(rules(), midway(rules(), "R1", "Y1"), "p1", "pass") == "LD-R11:pass"


def test_moves_are_values() -> None:
    game = rules()
    for move in (Place("red", 3), Fumble("blue", 6), Roll(), Pass()):
        assert game.read(game.write(move)) == move
    assert game.read("blue 4, red 1") == Outcome((Die("blue", 4), Die("red", 1))) and cup_of("p2") == "chance:p2"
    fallen = Event(cup_of("p2"), game.read("blue 4, red 1"))
    told = [GAME.play.guide(game).describe_event(fallen, name) for name in ("Bo", "")]
    assert told == ["Bo’s dice: blue 4, red 1", "p2’s dice: blue 4, red 1"]


def test_a_board_has_each_space_in_the_column_of_its_color() -> None:
    raw = json.loads(dump(find("ligretto_dice_board")))
    raw["spaces"][0]["region"] = "blue"
    raw["decor"][1]["text"] = "pink"
    faults = [str(fault) for fault in sheet_faults(loads(json.dumps(raw).encode(), "mine.json"))]
    assert faults == ["R1: expected the region red", "decor[1]: pink; expected red, yellow, green, blue"]


def test_blank_rounds_at_the_end_of_a_sheet_were_not_played() -> None:
    blank, played = [None, None], [4, -2]
    paper = LigrettoDicePaper(game="ligretto_dice", rounds=[blank, played, blank, blank])
    assert rows_of(paper) == [blank, played] and rows_of(msgspec.structs.replace(paper, rounds=[played, blank])) == [played]
    assert rows_of(msgspec.structs.replace(paper, rounds=[blank])) == []


def test_what_a_guide_tells_of_a_race() -> None:
    """The time since it began; a die by its place in plain digits; what is no place of the board as it is called."""
    guide = GAME.play.guide(rules())
    state = midway(rules(), "R1 B4", "G2")
    assert [guide.round_ms(state, at) for at in (999, 1000, 3500)] == [0, 0, 2500]
    taps = [guide.tap(state, "p1", guide.ui(), spot) for spot in ("die/1", "die/\u0661", "die/2")]
    assert [isinstance(tap, Proposed) for tap in taps] == [True, False, False] and isinstance(taps[1], Ignored)
    assert guide.describe(state, "p1", "action/roll") == "action/roll"


def test_what_a_guide_tells_between_rounds_taken_in_turns() -> None:
    """What the last round brought, to those who were in it; in a race that stands before them."""
    guide: Any = GAME.play.guide(rules(pace="turns", length="rounds_3"))
    asked = [guide.prompt(ended(rules(), 3, *rows), player, guide.ui()).sentence for rows, player in (
        ((), "p1"), (((4, -2, -2),), "p1"), (((4, -2, -2), (-4, -5, 9)), "p3"), (((4, -2, -2), (-2, 4, -2)), "p2"),
    )]
    assert asked == [
        "Round 1: roll to deal the dice.", "Round 1 brought you +4. Round 2: roll to deal the dice.",
        "Round 2 brought you +9. Round 3: roll to deal the dice.", "Round 2 brought you +4. Round 3: roll to deal the dice.",
    ]
    race: Any = GAME.play.guide(rules())
    assert race.prompt(ended(race.rules, 2, (4, -4)), "p1", race.ui()).sentence == "Round 2: roll to deal the dice."
    tied = ended(rules(length="rounds_2"), 3, (4, -2, -2), (-2, 4, -2))
    assert [race.prompt(replace(tied, stage=stage), "p3", race.ui()).sentence for stage in ("deal", "race", "over")] == [
        "A tie: one extra round among the leaders. Roll to deal.", "Only the tied leaders play this round.",
        "The game is over.",
    ]


def test_what_a_guide_makes_of_a_die_that_came_too_early() -> None:
    guide, state = GAME.play.guide(rules()), midway(rules(), "R2 B1", "G2")
    refused = {text: rules().refuse(state, Event("p1", rules().read(text), 1000)) for text in ("place R2", "place G1")}
    assert {text: found and found.key for text, found in refused.items()} == {"place R2": "LD-4", "place G1": "LD-4:have"}
    told = [guide.instead(found, rules().read(text)) for text, found in refused.items() if found]  # type: ignore[attr-defined]
    assert told == [Fumble("red", 2), None]
    assert guide.instead(refused["place R2"], Roll()) is None  # type: ignore[attr-defined]


def test_until_when_a_tray_waits() -> None:
    """For dice that roll until they lie, for dice in the cup until they are rolled, and else for none; none fits so long."""
    guide: Any = GAME.play.guide(rules())
    state = midway(rules(), "R1 B4", "G2")
    part = state.part("p1")
    rolling = replace(state, parts=(replace(part, held="LD-R4:rolling", free_at=1500), state.parts[1]))
    cup = replace(state, parts=(replace(part, hand=(), cup=("red",)), state.parts[1]))
    look = Look("Ann", at=1200, fits=True)
    trays = [guide.tray(one, "p1", (420.0, 150.0), look) for one in (state, rolling, cup)]
    assert [tray.rolls_until for tray in trays] == [0, 1500, 2**40]
    without = [guide.tray(one, "p1", (420.0, 150.0), replace(look, fits=False)) for one in (state, rolling, cup)]
    assert [one == other for one, other in zip(trays, without, strict=True)] == [False, True, True]

"""Prompts keep their word: what one says can be done then and there, and everything highlighted does what it says.

Walks through every table (`tests/standing.py`) with turns played by halves, undone, corrected and left.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.rules import Event, Refusal
from rollwrite_desktop.gamekit.play.guide import Changed, Onward, Proposed
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.on_tour.play.guide import Ui as TourUi
from rollwrite_desktop.games.rolling_america.play.guide import Ui
from rollwrite_desktop.games.rolling_america.play.model import Cross, Pass, State, Write
from rollwrite_desktop.play.opening.open_game import sheet_of
from tests.play.test_view_model import view_of, write
from tests.sampling import sampled
from tests.standing import TABLES, Setting, faults, in_turns, settings, walk

ACTS = 45
WALKS = [(setting, seed) for game_id in TABLES for setting in settings(game_id) for seed in range(2)]
WALKS += [(setting, seed) for setting in in_turns() for seed in range(2)]


@sampled("setting,seed", WALKS, 12, group=lambda case: (case[0].game, len(case[0].names) > 1))
def test_no_prompt_misleads(setting: Setting, seed: int) -> None:
    """Every verb has a control, no power is named or ready that does not help, Xs look otherwise than numbers, an active
    button never answers "Not yet", and scores are counted at the end only."""
    found = [
        f"{what}: {moment.now.sentence} [{moment.now.tray.roll}] after it {moment.act}"
        for moment in walk(setting, seed, ACTS) for what in faults(moment)
    ]
    assert not found, f"{setting}\n" + "\n".join(sorted(set(found))[:8])


# ---------------------------------------------------------------------- Rolling America, by hand

AMERICA = GAMES["rolling_america"]
SHEET = sheet_of(AMERICA, "rolling_america_usa")


def placed(marks: dict[str, str], *dice: tuple[str, int], **part: Any) -> tuple[Any, State]:
    """Guide and state of a lone player with these marks, who has just rolled these dice."""
    rules = AMERICA.play.rules(SHEET, {})
    state = rules.start(("p1",))
    hand = tuple(name for name, _ in dice)
    own = replace(state.part("p1"), marks=tuple(marks.get(space, "") for space in rules.spaces), hand=hand, done=False)
    rolled = (tuple(Die(name, face) for name, face in dice),)
    state = replace(state.with_part("p1", replace(own, **part)), rolls=rolled, bag=())
    return AMERICA.play.guide(rules), state


def region(color: str, mark: str = "3") -> dict[str, str]:
    return {space.id: mark for space in SHEET.spaces if space.region == color}


def said(guide: Any, state: State, ui: Ui | None = None, onward: Onward | None = None) -> str:
    sentence: str = guide.prompt(state, "p1", ui or guide.ui(), onward or Onward()).sentence
    return sentence


def walled() -> dict[str, str]:
    """A map on which no green area takes a 6, and one is empty."""
    green = region("green", "(3)")
    blank = next(space for space in green if SHEET.neighbors[space])
    return {space: "" if space == blank else "(3)" for space in green} | dict.fromkeys(SHEET.neighbors[blank], "3")


def test_two_dice_of_which_one_fits_nowhere() -> None:
    guide, state = placed(walled(), ("red", 4), ("green", 6))
    assert said(guide, state) == (
        "Write Red 4 where it fits. Green 6 fits nowhere: use a power, or mark an X in the green region.")
    lit = guide.open(state, "p1", guide.ui())
    assert lit and all(SHEET.space[space].region == "red" for space in lit), "numbers only"
    blank = next(space.id for space in SHEET.spaces if space.region == "green" and not walled().get(space.id))
    tapped = guide.tap(state, "p1", guide.ui(), blank)
    assert isinstance(tapped, Changed) and tapped.ui == Ui(die="green"), "an X is not marked unasked"
    assert guide.open(state, "p1", tapped.ui) == {blank}
    keys = {mark.key for mark in guide.draw(state, "p1", tapped.ui).marks}
    assert f"ghost/{blank}/up" in keys
    assert guide.tap(state, "p1", tapped.ui, blank) == Proposed(Cross("green", blank), Ui())
    spent, state = placed(walled(), ("red", 4), ("green", 6), guard=3, change=3)
    assert said(spent, state).endswith("Green 6 fits nowhere: mark an X in the green region.")


def test_a_power_that_is_armed_is_spoken_of() -> None:
    guide, state = placed({}, ("orange", 4), ("wild", 1))
    assert said(guide, state, Ui(guard=True)) == "Guard: circle Orange 4 or Wild 1 in any area its die allows."
    assert said(guide, state, Ui(change=True)) == "Color change: write Orange 4 in any area where it fits."
    assert said(guide, state, Ui(dupe=True)) == (
        "Dupe: write Orange 4 or Wild 1 where it fits. Then write the same number again.")


def test_a_die_that_can_be_skipped_has_a_button() -> None:
    guide, state = placed(region("blue"), ("red", 4), ("blue", 1))
    assert said(guide, state).endswith("The blue region is full: change Blue 1’s color, or skip it.")
    tokens = {token.spot: token for token in guide.prompt(state, "p1", guide.ui()).tokens}
    assert tokens["action/pass"].text == "Skip Blue 1"
    assert guide.tap(state, "p1", guide.ui(), "action/pass") == Proposed(Pass("blue"), Ui())


@pytest.mark.parametrize("onward,words", [
    (Onward(), "Dupe the 4, or roll again."), (Onward("hands", "Ben"), "Dupe the 4, or pass the device to Ben."),
    (Onward("counts"), "Dupe the 4, or count the scores."), (Onward("waits"), "You can still dupe the 4."),
])
def test_what_comes_after_the_dice_is_what_the_button_does(onward: Onward, words: str) -> None:
    guide, state = placed({}, ("red", 4), ("green", 6))
    for move in (Write("green", "TX", 6), Write("red", "OH", 4)):
        state = guide.rules.apply(state, Event("p1", move))
    assert said(guide, state, None, onward) == words
    assert onward.does != "hands" or onward.button == "Ben’s turn"


def test_a_dupe_that_needs_a_guard_names_it() -> None:
    green = region("green", "(3)")
    one, two = [space for space in green if SHEET.neighbors[space]][:2]
    marks = green | {one: "", two: ""} | {space: "3" for space in SHEET.neighbors[two] if space not in (one, two)}
    marks |= {space: "(3)" for space in SHEET.neighbors[one] if space != two}
    guide, state = placed(marks, ("green", 6), change=3)
    state = guide.rules.apply(state, Event("p1", Write("green", one, 6)))
    assert said(guide, state) == "Dupe the 6 with a guard, or roll again."
    armed = guide.tap(state, "p1", guide.ui(), "power/dupe").ui
    assert said(guide, state, armed) == "Dupe: 6 fits nowhere. Add a guard."
    assert guide.open(state, "p1", guide.tap(state, "p1", armed, "power/guard").ui) == {two}


def test_a_dupe_waits_until_the_number_has_a_place() -> None:
    """It would be armed beside an X that is asked for; with a guard it helps, and goes with the guard."""
    green = region("green", "(3)")
    empty = next(space for space in green if any(SHEET.neighbors[space]))
    guide, state = placed(green | {empty: ""} | dict.fromkeys(SHEET.neighbors[empty], "3") | {"OH": ""}, ("green", 6))
    ready = {token.spot for token in guide.prompt(state, "p1", guide.ui()).tokens if token.state == "ready"}
    assert ready >= {"power/guard"} and "power/dupe" not in ready
    refused = guide.tap(state, "p1", guide.ui(), "power/dupe")
    assert refused.refusal is not None and not refused.ui.dupe


def test_advice_takes_up_no_die_that_need_not_be() -> None:
    """Whoever is advised where to write one die may write the other one instead."""
    guide, state = placed({}, ("orange", 2), ("purple", 3))
    ui, spot = guide.prepared(state, "p1", guide.ui(), Write("orange", "UT", 2))
    assert spot == "UT" and {"UT", "ME"} <= guide.open(state, "p1", ui)
    assert guide.tap(state, "p1", ui, "ME") == Proposed(Write("purple", "ME", 3), Ui())


def test_who_waits_for_computer_players_is_told_so() -> None:
    view = view_of("Ann", "Bo*")
    view.roll()
    while view.table.compelled("p1"):
        write(view)
    assert view.snapshot.thinking and view.roll().notice is not None
    assert view.snapshot.notice.sentence == "Not yet. Waiting for Bo."
    while view.snapshot.thinking:
        view.think(at_once=True)
    assert view.snapshot.notice is None, "which is no longer true"


def test_the_end_is_counted_in_xs() -> None:
    guide, state = placed(dict.fromkeys((space.id for space in SHEET.spaces), "(3)") | {"OH": "X", "TX": "X"})
    part = replace(state.part("p1"), done=True)
    state = replace(state.with_part("p1", part), rolls=state.rolls * 24)
    assert said(guide, state) == "2 Xs. 5.7 under house par: Hard averages 7.7 on this map."


# ---------------------------------------------------------------------- the others


def test_an_x_that_the_house_allows_is_spoken_of() -> None:
    view = view_of("Ann", game="on_tour", voluntary_x="on")
    while len(view.table.state.part("p1").hand) < 2:
        write(view) if view.table.compelled("p1") else view.roll()
    state, guide, crossing = view.table.state, view.table.guide, TourUi(cross=True)
    assert view.snapshot.sentence.endswith("Or choose X, then mark one.")
    keys = {mark.key for mark in guide.draw(state, "p1", crossing).marks}
    lit = guide.open(state, "p1", crossing)
    assert lit and {f"ghost/{area}/up" for area in lit} <= keys


def test_an_open_turn_with_something_left_to_choose_can_be_ended() -> None:
    """Real dice; a correction opens the first turn again while the second has still to be written."""
    view = view_of("Ann", dice="real")
    rules: Any = view.table.rules
    view.roll(rules.read("red 1, wild 3"))
    for die, area in (("red", "OH"), ("wild", "AK")):
        view.tap_token(f"die/{die}")
        view.tap(area)
    view.roll(rules.read("blue 4, green 2"))
    assert not isinstance(view.table.correct(1, rules.read("red 2, wild 3")), Refusal)
    view.corrected()
    assert not view.snapshot.enabled.roll and view.snapshot.sentence.startswith("Still to do: Round 1, roll 1.")
    view.tap("OH")
    now = view.snapshot
    assert now.sentence.endswith("Dupe the 2, or end this turn.")
    assert (now.tray.roll, now.enabled.roll) == ("End this turn", True)
    now = view.roll()
    assert now.sentence == "Write Blue 4 and Green 2 where they fit." and not now.enabled.roll

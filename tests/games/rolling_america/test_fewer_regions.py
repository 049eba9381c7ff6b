"""Maps of fewer than six regions: a die for each and the wild one, rounds that leave a die in the bag, and everything that
counts dice counts these."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.chance import Draw
from rollwrite_desktop.core.journal import Notes, Record
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.check.slips import box_slip
from rollwrite_desktop.gamekit.value_tables import value_tables
from rollwrite_desktop.gamekit.words.handbook import entries, in_brief
from rollwrite_desktop.games.rolling_america import GAME
from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of
from rollwrite_desktop.games.rolling_america.play.model import COLORS, WILD
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.think import lockstep
from rollwrite_desktop.games.rolling_america.think.bots import greedy
from rollwrite_desktop.games.rolling_america.think.lockstep import Constants, Positions, Values
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.play.opening.open_game import new_head, reopen
from rollwrite_desktop.sheet.load import dump, load
from rollwrite_desktop.sheet.sheet import Sheet
from tests.games.rolling_america.sheets import last, replayed
from tests.maps import SMALL, SMALL_PAIRS, drawn
from tests.sampling import amount, numbers, sampled

FEWER = [(6, 7, 3, 1), (5, 6, 2, 2), (4, 5, 2, 1), (3, 4, 1, 2), (2, 3, 1, 1)]
"""Regions, dice, turns in a round, dice that stay in the bag."""


def map_of(colors: int, rounds: int = 2) -> Sheet:
    """The small map without the areas of the last colors."""
    facts = {space: color for space, color in SMALL.items() if color in COLORS[:colors]}
    return drawn(facts, [pair for pair in SMALL_PAIRS if {*pair.split("-")} <= {*facts}], rounds)


def play(rules: RollingAmerica, bot: Any, code: str) -> Session[Any]:
    luck, session = random.Random(code), Session(rules, ("p1",), code=code)
    while not session.over:
        event = session.digital() or Event("p1", bot(rules, session.state, "p1", luck))
        assert session.submit(event) is None
    return session


@pytest.mark.parametrize(("colors", "dice", "turns", "stay"), FEWER)
def test_a_round_draws_each_die_at_most_once_and_leaves_one_in_the_bag(
    colors: int, dice: int, turns: int, stay: int
) -> None:
    rules = RollingAmerica(map_of(colors, 3))
    assert rules.dice == (*COLORS[:colors], WILD) and len(rules.dice) == dice
    session = play(rules, random_bot, f"BAG-{colors}")
    assert len(session.state.rolls) == 3 * turns
    for at in range(0, 3 * turns, turns):
        names = [die.name for roll in session.state.rolls[at : at + turns] for die in roll]
        assert len(set(names)) == len(names) == dice - stay and {*names} <= {*rules.dice}


@pytest.mark.parametrize("colors", [2, 3, 4, 5])
@amount("games", 6, 120)
def test_legal_play_is_never_called_broken(games: int, colors: int) -> None:
    """Not by the map alone at any moment, nor with its rolls; and the play found replays."""
    sheet = map_of(colors)
    rules, auditor = RollingAmerica(sheet), RollingAmericaAuditor(sheet, {})
    for seed in numbers(games):
        session = play(rules, random_bot if seed % 2 else greedy, f"LEGAL-{colors}-{seed}")
        for count in range(len(session.events) + 1):
            paper = paper_of(rules, session.state_after(count), "p1")
            assert auditor.audit(paper).verdict != "broken", (paper, auditor.audit(paper).findings)
        paper = paper_of(rules, session.state, "p1")
        report = last(auditor, paper)
        assert report.verdict == "clean" and replayed(rules, paper, report) == 0
        assert auditor.audit_play(session, "p1").verdict == "clean"


def test_boxes_that_no_game_of_few_dice_can_cross_off_are_mended() -> None:
    """Two dice and two areas for three boxes of each power: what is crossed off beyond them is a slip."""
    sheet = drawn({"RA": "red", "BA": "blue"}, [], rounds=1)
    paper = Paper(
        game="rolling_america", sheet="small", spaces={"RA": "1", "BA": "2"}, rolls=["red 1, blue 2"],
        boxes={"rounds": 1, "change": 0, "guard": 0, "dupe": 0},
    )
    for power, crossed in ((power, crossed) for power in ("change", "guard", "dupe") for crossed in (1, 3)):
        slipped = msgspec.structs.replace(paper, boxes={**paper.boxes, power: crossed})
        *_, report = RollingAmericaAuditor(sheet, {}).prove(slipped)
        assert report.mistakes == crossed
        assert any(found.paper == paper for found in report.diagnosis), power
        assert {found.cost for found in report.diagnosis} == {box_slip(slipped, power, 0).cost}


def test_a_die_of_no_region_is_found_at_its_entry_and_explained() -> None:
    rules, auditor = RollingAmerica(map_of(4)), RollingAmericaAuditor(map_of(4), {})
    paper = Paper(game="rolling_america", sheet="small", rolls=["purple 4, wild 2"])
    (finding,) = [finding for finding in auditor.audit(paper).findings if finding.key == "RA-5:draw"]
    assert finding.where == ("roll:1",) and "purple" not in finding.args["bag"]
    # A whole legal game, one die of which is typed as another one.
    session = play(rules, greedy, "MISTYPED")
    right = paper_of(rules, session.state, "p1")
    rolls = list(right.rolls or ())
    name, _, face = rolls[0].partition(", ")[0].partition(" ")
    wrong = [rolls[0].replace(f"{name} {face}", f"orange {face}"), *rolls[1:]]
    *_, report = auditor.prove(msgspec.structs.replace(right, rolls=wrong))
    edits = [edit for diagnosis in report.diagnosis for edit in diagnosis.edits]
    assert edits and edits[0].where == "roll:1" and edits[0].before == wrong[0] and "orange" not in edits[0].after


@pytest.mark.parametrize(("colors", "dice", "turns", "stay"), FEWER[:3])
def test_where_every_area_stood_open_each_die_that_came_out_became_a_number(
    colors: int, dice: int, turns: int, stay: int
) -> None:
    sheet = map_of(colors)
    spaces = {space.id: "X" for space in sheet.spaces}
    report = RollingAmericaAuditor(sheet, {}).audit(
        Paper(game="rolling_america", sheet="small", spaces=spaces, boxes={"rounds": 2}))
    (finding,) = [finding for finding in report.findings if finding.key == "RA-9:blank"]
    assert finding.args["least"] == 2 * (dice - stay)


@sampled("colors", [4, 5, 6], 3)
def test_strong_players_think_of_the_dice_that_there_are(colors: int) -> None:
    rules = RollingAmerica(map_of(colors, 4))
    constants = Constants(rules, Values.shaped(value_tables("rolling_america").values))
    ahead = lockstep.futures(constants, 0, rules.dice, 0, 30, 7)
    assert set(np.unique(ahead.dice)) == set(range(len(rules.dice)))
    for game in ahead.dice:
        for at in range(0, len(game), rules.turns):
            drawn_dice = game[at : at + rules.turns].ravel()
            assert len(set(drawn_dice)) == len(drawn_dice)
    session = Session(rules, ("p1",), code="START")
    positions = Positions.of(constants, (session.state.part("p1"),))
    assert positions.blanks.shape == (1, colors) and positions.blanks.sum() == len(rules.spaces)
    for level in ("hard", "master"):
        assert play(rules, GAME.think.bots[level], f"STRONG-{colors}").over


def test_a_bag_of_real_dice_takes_only_those_of_the_map() -> None:
    rules = RollingAmerica(map_of(4))
    session = Session(rules, ("p1",))
    (demand,) = rules.demands(session.state)
    assert demand.ask == Draw((*COLORS[:4], WILD), 2)
    refusal = rules.refuse(session.state, Event("chance", rules.read("purple 4, red 2")))
    assert refusal is not None and refusal.rule == "RA-5"


@pytest.mark.parametrize(("colors", "dice", "turns", "stay"), FEWER[:3])
def test_what_is_told_and_printed_counts_the_dice_of_the_map(colors: int, dice: int, turns: int, stay: int) -> None:
    rules = RollingAmerica(map_of(colors, 3))
    told = {rule: entry for entry in entries(GAME.words.handbook(rules)) for rule in entry.keys}
    assert f"{dice} dice go in a bag" in told["RA-2"].text
    assert f"{dice - stay} of the {dice} dice" in told["RA-5"].text and f"rolled {3 * turns * 2} dice" in told["RA-5"].text
    assert bool(told["RA-5"].ruling) == (colors < 6)
    assert any(f"all {dice} dice" in entry.text for entry in in_brief(GAME.words.handbook(rules)))
    boxes = GAME.words.print_kit.rolls(rules)
    assert boxes is not None and (boxes.rolls, boxes.dice, boxes.group) == (3 * turns, 2, turns)
    assert tuple(boxes.letters) == rules.dice
    (table,) = GAME.words.print_kit.tables(rules)
    assert table.results == rules.dice
    assert [str(outcome) for outcome in GAME.words.print_kit.rolled(rules, "PAD")] == [
        ", ".join(str(die) for die in roll) for roll in play(rules, greedy, "PAD").state.rolls]


def test_a_game_of_the_time_when_every_map_had_seven_dice_is_shown_as_it_was_played(tmp_path: Path) -> None:
    whole = load(SHEETS / "rolling_america_south_america.json")
    fewer = replace(
        whole, id="fewer", regions=tuple(region for region in whole.regions if region.id != "purple"),
        spaces=tuple(replace(space, region="orange") if space.region == "purple" else space for space in whole.spaces),
    )
    (tmp_path / "fewer.json").write_bytes(dump(fewer))
    fewer = load(tmp_path / "fewer.json")
    assert GAME.play.earlier_rules is not None
    for rules, shown in ((GAME.play.earlier_rules(fewer, {}), "The rules have changed since"), (RollingAmerica(fewer), "")):
        session = play(rules, greedy, "EARLIER")
        head = new_head(GAME, fewer, "fewer.json", ("Ann",), {}, Notes(seed="EARLIER"))
        record = Record(head, session.lines_to(len(session.events)), 0, torn=False)
        again = reopen(record, "game", tmp_path)
        assert again.session.state == session.state and again.session.over
        assert again.read_only.startswith(shown) and bool(again.read_only) == bool(shown)
        assert [score.total for score in again.session.rules.scores(again.session.state)] == [
            score.total for score in rules.scores(session.state)]


def test_how_long_a_game_is_is_said_by_the_dice_that_are_rolled() -> None:
    making = GAME.play.map_making
    assert making is not None and making.length is not None
    sheet = load(SHEETS / "rolling_america_usa.json")
    fewer = replace(sheet, regions=sheet.regions[:3], values={**sheet.values, "rounds": 5})
    assert [making.length(one).split(" in ")[0] for one in (sheet, fewer)] == ["48 dice are rolled", "10 dice are rolled"]

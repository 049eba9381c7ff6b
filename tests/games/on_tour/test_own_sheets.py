"""Maps of On Tour that differ from the printed one in each value: cards shown, rolls of the set-up, areas left without
cards, regions that cards name and how many of them overlap. Played to the end by every level, told, printed, and proved."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import msgspec
import pytest

from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.words.handbook import entries, in_brief
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor
from rollwrite_desktop.games.on_tour.check.evidence import paper_of
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.words.print_kit import roll_boxes, star_share
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.play.table.handbook_pictures import shown
from rollwrite_desktop.sheet.load import loads
from rollwrite_desktop.sheet.sheet import Sheet
from tests.laws.test_sheets import Raw, base, tiles, works
from tests.sampling import sampled

GAME = GAMES["on_tour"]
HILLS = {"red": ["Hills"], "blue": ["Hills", "Harbor"], "green": ["Harbor", "Heath", "Moor"], "yellow": ["Moor"]}


def sheet_of(values: dict[str, int], parts: dict[str, list[str]] | None = None, wide: int = 4, high: int = 4) -> Sheet:
    """A map of square areas with these values and parts."""
    parts = parts or {region["id"]: region["within"] for region in base("tour")["regions"]}
    raw: Raw = copy.deepcopy(base("tour")) | {"values": values}
    raw |= {key: value for key, value in tiles("on_tour", wide, high, tuple(parts)).items()
            if key in ("spaces", "links", "regions")}
    raw["regions"] = [region | {"within": parts[region["id"]]} for region in raw["regions"]]
    raw["cards"] = [f"{space['id']} {parts[space['region']][i % len(parts[space['region']])]}"
                    for i, space in enumerate(raw["spaces"])]
    return loads(json.dumps(raw).encode(), "small")


SHEETS = {
    "two cards": sheet_of({"cards": 2}),
    "five cards": sheet_of({"cards": 5}),
    "one set-up": sheet_of({"cards": 3, "setup": 1}),
    "four set-ups": sheet_of({"cards": 3, "setup": 4}),
    "one last area": sheet_of({"cards": 3, "last": 1}),
    "six last areas": sheet_of({"cards": 4, "last": 6, "setup": 3}),
    "other regions": sheet_of({"cards": 3}, HILLS),
    "one region": sheet_of({"cards": 2}, {"red": ["Hills"], "blue": ["Hills"]}),
    "hardly any areas": sheet_of({"cards": 2, "setup": 1}, wide=2, high=2),
}


def played(sheet: Sheet, bot: str, code: str) -> tuple[OnTour, Session[Any]]:
    rules = OnTour(sheet, options_of(GAME))
    session: Session[Any] = Session(rules, ("p1",), code=code)
    play_out(session, {"p1": GAME.think.bots[bot]}, random.Random(code))
    return rules, session


@sampled("name", list(SHEETS), 5)
def test_it_is_playable_from_the_box_to_the_check(name: str) -> None:
    assert sheet_faults(SHEETS[name]) == ()
    works(GAME, SHEETS[name])


@sampled(
    "name, bot", [(name, bot) for name in SHEETS for bot in GAME.think.bots], 56,
    dear=lambda case: case[1] in ("hard", "master"),
)
def test_every_level_plays_it_to_the_end_and_its_rolls_prove_it(name: str, bot: str) -> None:
    rules, session = played(SHEETS[name], bot, f"OWN-{name}")
    setup, last = rules.setup, rules.last
    assert all(len(draw.cards) == 2 for draw in session.state.draws[:setup])
    left = len(rules.areas) - 2 * setup
    for state in (session.state_after(i) for i in range(len(session.events))):
        ask = rules.ask(state)
        if state.turns and not any(part.strokes for part in state.parts) and ask is not None:
            assert hasattr(ask, "deck") == (state.parts[0].blanks > last)
    assert 0 <= left - session.state.turns <= left
    paper = paper_of(rules, session.state, "p1")
    *_, report = OnTourAuditor(SHEETS[name], dict(rules.options)).prove(paper)
    assert report.verdict == "clean" and report.bounds == (0, 0), report.findings
    assert OnTourAuditor(SHEETS[name], dict(rules.options)).audit_play(session, "p1").verdict == "clean"


@pytest.mark.parametrize("name", SHEETS)
def test_one_wrong_digit_is_found_and_mended(name: str) -> None:
    """Of the numbers that stand alone: the smallest correction writes the right one again."""
    rules, session = played(SHEETS[name], "medium", f"OWN-{name}")
    paper = paper_of(rules, session.state, "p1")
    area, held = next(((area, held) for area, held in paper.spaces.items() if held.isdigit()), ("", ""))
    if not area:
        pytest.skip("stars only")
    wrong = held[0] + str(next(n for n in range(10) if str(n) not in held))
    spoilt = msgspec.structs.replace(paper, spaces={**paper.spaces, area: wrong}, route=None, claimed=None)
    *_, report = OnTourAuditor(SHEETS[name], dict(rules.options)).prove(spoilt)
    assert report.verdict == "broken"
    assert any(edit.where == area and edit.after == held for each in report.diagnosis for edit in each.edits)


@pytest.mark.parametrize("name", SHEETS)
def test_handbook_leaflet_and_coach_speak_of_this_map(name: str) -> None:
    sheet = SHEETS[name]
    rules = OnTour(sheet, options_of(GAME))
    told = {rule: entry for entry in entries(GAME.words.handbook(rules)) for rule in entry.keys}
    for entry in entries(GAME.words.handbook(rules)):
        refused = [example.refusal for example in shown(GAME, rules, entry) if example.refusal is not None]
        assert len(refused) <= (entry.keys[0] in ("OT-6", "OT-R1"))
    text = "\n".join(text for entry in told.values() for text in entry.paragraphs)
    assert f"Turn up {rules.cards_shown} cards" in text and ("North" in text) == ("North" in rules.parts)
    assert all(part in text for part in rules.parts) and "garage band" not in text
    brief = "\n".join(entry.text for entry in in_brief(GAME.words.handbook(rules)))
    assert f"{rules.cards_shown} cards" in brief and (f"{rules.setup} times" in brief) == (rules.setup > 1)
    assert GAME.words.coach is not None
    coach, guide = GAME.words.coach(rules), GAME.play.guide(rules)
    _, session = played(sheet, "easy", f"TOLD-{name}")
    for i in range(len(session.events) + 1):
        state = session.state_after(i)
        lesson = coach.lesson(state, "p1", guide.ui())
        assert lesson is not None and lesson.text and guide.prompt(state, "p1", guide.ui()).sentence
    assert "On our scale" not in guide.prompt(session.state, "p1", guide.ui()).sentence


@pytest.mark.parametrize("name", SHEETS)
def test_the_roll_log_has_room_for_a_game_and_the_regions_of_the_map(name: str) -> None:
    rules = OnTour(SHEETS[name], options_of(GAME))
    boxes = roll_boxes(rules)
    assert boxes.ticks == rules.parts and boxes.setup == rules.setup and boxes.cards == rules.cards_shown
    assert 0.1 <= star_share(rules) <= 1
    for code in range(20):
        assert len(GAME.words.print_kit.rolled(rules, f"LOG-{code}")) <= boxes.rolls


@pytest.mark.parametrize(("values", "sentence"), [
    ({"cards": 6}, "values.cards"), ({"cards": 3, "setup": 0}, "values.setup"), ({"cards": 3, "setup": 5}, "values.setup"),
    ({"cards": 3, "last": 0}, "values.last"), ({"cards": 3, "turns": 9}, "values.turns"),
])
def test_values_beyond_the_rules_are_refused(values: dict[str, int], sentence: str) -> None:
    assert any(fault.where == sentence for fault in sheet_faults(sheet_of(values)))


def test_a_map_that_its_set_up_fills_is_refused() -> None:
    small = sheet_of({"cards": 2, "setup": 2}, wide=2, high=2)
    assert [fault.where for fault in sheet_faults(small)] == ["spaces", "cards"]

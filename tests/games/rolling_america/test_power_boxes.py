"""Maps with fewer or more than three boxes of each power: everything that counts them counts these."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.words.handbook import entries
from rollwrite_desktop.games.rolling_america import GAME
from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of, powers_of
from rollwrite_desktop.games.rolling_america.play.map_sheet import MAP_MAKING
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.play.sheet_schema import sheet_faults
from rollwrite_desktop.games.rolling_america.think.bots import greedy
from rollwrite_desktop.sheet.load import dump, find, loads
from rollwrite_desktop.sheet.sheet import Sheet
from tests.games.rolling_america.sheets import last, replayed
from tests.games.rolling_america.test_fewer_regions import play
from tests.maps import SMALL, SMALL_PAIRS, drawn
from tests.sampling import amount


def map_with(powers: int) -> Sheet:
    return drawn(SMALL, SMALL_PAIRS, 2, powers=powers)


def test_a_sheet_that_says_nothing_has_three_of_each() -> None:
    usa = find("rolling_america_usa")
    assert RollingAmerica(usa).power_boxes == 3 and dict(usa.values) == {"rounds": 8}


@pytest.mark.parametrize("powers", [1, 2, 4, 5])
@amount("games", 2, 60)
def test_games_use_as_many_powers_as_there_are_boxes_and_their_sheets_are_clean(games: int, powers: int) -> None:
    sheet = map_with(powers)
    rules, auditor = RollingAmerica(sheet), RollingAmericaAuditor(sheet, {})
    spent = set()
    for seed in range(games):
        for level in ("random", "medium", "hard"):
            session = play(rules, GAME.think.bots[level], f"POWERS-{powers}-{seed}")
            part = session.state.part("p1")
            counts = part.change, part.guard, part.dupe
            spent.add(max(counts))
            assert max(counts) <= powers
            paper = paper_of(rules, session.state, "p1")
            report = last(auditor, paper)
            assert report.verdict == "clean" and replayed(rules, paper, report) == 0
            assert auditor.audit_play(session, "p1").verdict == "clean"
    assert powers > 3 or powers in spent


def test_powers_used_are_counted_as_far_as_a_paper_tells() -> None:
    boxes = {"rounds": 8, "change": 2, "guard": "two", "dupe": 1}
    assert powers_of(Paper(game="rolling_america", boxes=boxes)) == 3  # type: ignore[arg-type]


def test_a_use_for_which_no_box_is_left_is_refused_and_found() -> None:
    sheet = map_with(1)
    rules = RollingAmerica(sheet)
    session = Session(rules, ("p1",))
    for by, text in ((CHANCE, "red 3, blue 3"), ("p1", "red RA=(3)"), ("p1", "dupe RB=3")):
        assert session.submit(Event(by, rules.read(text))) is None
    refusal = session.submit(Event("p1", rules.read("blue BA=(3)")))
    assert refusal is not None and refusal.rule == "RA-14"
    assert refusal.sentence(GAME.play.rulebook) == "No guard is left."
    paper = Paper(
        game="rolling_america", sheet="small", spaces={"RA": "(3)", "BA": "(3)"},
        boxes={"rounds": 2, "change": 2, "guard": 2, "dupe": 3},
    )
    found = [finding.sentence(GAME.play.rulebook) for finding in RollingAmericaAuditor(sheet, {}).audit(paper).findings]
    for sentence, times in (
        ("Color changes crossed off: 2. A game has 1.", 1), ("Guards crossed off: 2. A game has 1.", 1),
        ("Circled numbers: 2. Guards in a game: 1.", 1), ("Dupes crossed off: 3. A game has 1.", 2),
    ):
        assert found.count(sentence) == times, found


@pytest.mark.parametrize(("powers", "told"), [(1, "You can use each power once,"), (2, "You can use each power 2 times.")])
def test_what_is_told_counts_the_boxes_of_the_map(powers: int, told: str) -> None:
    rules = RollingAmerica(map_with(powers))
    by_rule = {rule: entry for entry in entries(GAME.words.handbook(rules)) for rule in entry.keys}
    assert by_rule["RA-16"].text.startswith(told)
    state = play(rules, greedy, "TOLD").state
    guide = GAME.play.guide(rules)
    assert guide.describe(state, "p1", "guard/1").startswith(f"Guard 1 of {powers}")
    start = rules.start(("p1",))
    left = [token.left for token in guide.prompt(start, "p1", guide.ui()).tokens if token.spot.startswith("power/")]
    assert left[:3] == [powers] * 3


@pytest.mark.parametrize(("areas", "powers"), [(9, 1), (15, 1), (26, 2), (40, 2), (42, 3), (50, 3), (60, 3)])
def test_made_maps_have_boxes_by_their_areas(areas: int, powers: int) -> None:
    values = MAP_MAKING.values(areas, 6, {"rounds": 0, "powers": 0})
    assert values.get("powers", 3) == powers and MAP_MAKING.values(areas, 6, {"rounds": 0, "powers": 3}).keys() == {"rounds"}
    for aspect in (1.0, 2.0):
        boxes = MAP_MAKING.layout("Map", values, aspect).boxes
        assert all(sum(box.group == power for box in boxes) == powers for power in ("change", "guard", "dupe"))


@pytest.mark.parametrize(("value", "place"), [(2, "boxes.change"), (0, "values.powers"), (6, "values.powers")])
def test_boxes_are_as_many_as_the_sheet_says(value: int, place: str) -> None:
    usa = find("rolling_america_usa")
    wrong = loads(dump(replace(usa, values=dict(usa.values) | {"powers": value})), "wrong")
    assert place in {fault.where for fault in sheet_faults(wrong)}
    assert not [*sheet_faults(loads(dump(replace(usa, values=dict(usa.values) | {"powers": 3})), "right"))]

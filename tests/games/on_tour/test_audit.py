"""The check of On Tour: every legal map passes, with and without its rolls; each kind of fault is found where it is."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import NotAPaper, Report, describe_verdict, proved, report_json
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.marks import circle, content
from rollwrite_desktop.games.on_tour import GAME
from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor
from rollwrite_desktop.games.on_tour.check.evidence import paper_of
from rollwrite_desktop.games.on_tour.play import drawing
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper as Paper
from rollwrite_desktop.games.on_tour.play.rulebook import RULEBOOK
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.load import find
from tests.sampling import amount, sampled

pytestmark = pytest.mark.slow

SHEET = find("on_tour_usa")
AUDITOR = OnTourAuditor(SHEET, {})


@cache
def played(seed: int, voluntary: bool = False) -> Session:
    rules = OnTour(SHEET, {"voluntary_x": "on"} if voluntary else {})
    session = Session(rules, ("p1",), code=f"AUDIT-{seed}")
    play_out(session, {"p1": GAME.think.bots["random"]}, random.Random(seed))
    return session


def paper(seed: int = 0, rolls: bool = False, **changes: object) -> Paper:
    session = played(seed)
    whole = paper_of(session.rules, session.state, "p1")
    return msgspec.structs.replace(whole, **{"rolls": whole.rolls if rolls else None, **changes})


def with_marks(entered: Paper, **marks: str) -> Paper:
    return msgspec.structs.replace(entered, spaces=dict(entered.spaces) | marks)


def keys(report: Report) -> list[str]:
    assert report_json(report, RULEBOOK)
    return [finding.key for finding in report.findings]


def without_x(seed: int = 0) -> int:
    """A seed whose map holds no X."""
    return next(k for k in range(seed, seed + 50) if "X" not in paper(k).spaces.values())


@sampled("seed", range(10), 4)
def test_legal_maps_are_clean(seed: int) -> None:
    entered = paper(seed)
    report = AUDITOR.audit(entered)
    assert report.verdict == "clean" and {item.needs for item in report.unchecked} == {"rolls"}
    score = played(seed).rules.scores(played(seed).state)[0]
    assert report.parts == score.parts
    with_rolls = paper(seed, rolls=True, claimed=score.total)
    assert AUDITOR.audit(with_rolls).verdict == "clean" and AUDITOR.audit(with_rolls).unchecked == ()
    whole = proved(AUDITOR, with_rolls)
    assert whole.verdict == "clean" and whole.unchecked == () and whole.claimed == score.total
    assert AUDITOR.audit_play(played(seed), "p1").findings == ()


@pytest.mark.parametrize("seed", range(3))
def test_voluntary_xs_are_clean_where_they_are_allowed(seed: int) -> None:
    session = played(seed, voluntary=True)
    entered = paper_of(session.rules, session.state, "p1")
    assert OnTourAuditor(SHEET, {"voluntary_x": "on"}).audit(entered).verdict == "clean"


@pytest.mark.parametrize("seed", range(6))
def test_one_altered_digit_is_found(seed: int) -> None:
    luck = random.Random(seed)
    entered = paper(without_x(seed))
    area = luck.choice([a for a, held in entered.spaces.items() if content(held).isdigit() and "(" not in held])
    old = entered.spaces[area]
    new = next(f"{n:02}" for n in luck.sample(range(99), 99) if f"{n:02}" not in (old, old[::-1]) and n % 11)
    assert AUDITOR.audit(with_marks(msgspec.structs.replace(entered, route=None), **{area: new})).verdict == "broken"


@sampled("seed", range(6), 10)
def test_with_rolls_any_altered_area_is_found(seed: int) -> None:
    luck = random.Random(seed)
    entered = paper(seed, rolls=True, route=None)
    area = luck.choice(SHEET.spaces).id
    held = entered.spaces[area]
    changed = {"ring": circle(held) if "(" not in held else content(held), "mark": "*" if content(held) != "*" else "47"}
    for new in changed.values():
        report = proved(AUDITOR, with_marks(entered, **{area: new}))
        assert report.verdict == "broken" and report.mistakes == 1, (area, held, new)


def test_doubles_and_circled_xs() -> None:
    report = AUDITOR.audit(with_marks(paper(route=None), TX="33", UT="(X)"))
    assert {"OT-6:digits", "OT-8:circle"} <= set(keys(report))
    assert next(f for f in report.findings if f.key == "OT-6:digits").where == ("TX",)


def test_the_set_up_circles() -> None:
    entered = paper(without_x(), route=None)
    plain = msgspec.structs.replace(entered, spaces={a: content(held) for a, held in entered.spaces.items()})
    assert "OT-4:circles" in keys(AUDITOR.audit(plain))
    numbers = [a for a, held in plain.spaces.items() if content(held).isdigit()]
    some = {a: circle(plain.spaces[a]) for a in numbers if plain.spaces[a] < plain.spaces[a][::-1]}
    assert "OT-4:pairs" in keys(AUDITOR.audit(with_marks(plain, **some)))
    all_round = {a: circle(held) for a, held in plain.spaces.items()}
    assert "OT-10:circles" in keys(AUDITOR.audit(with_marks(plain, **all_round)))


def test_mirror_pairs() -> None:
    entered = paper(without_x(), route=None)
    area, held = next((a, h) for a, h in entered.spaces.items() if h.isdigit())
    for other in ("13", "29"):
        if other not in (held, held[::-1]):
            assert "OT-6:mirror" in keys(AUDITOR.audit(with_marks(entered, **{area: other})))


def test_xs_need_a_full_region() -> None:
    entered = paper(without_x(), route=None)
    everywhere = with_marks(entered, WA="X", TX="X", FL="X")
    assert "OT-R1:regions" in keys(AUDITOR.audit(everywhere))
    spaces = {a: held for a, held in everywhere.spaces.items() if a in ("WA", "MI")} | {"GA": "(18)", "OH": "(81)"}
    early = AUDITOR.audit(msgspec.structs.replace(everywhere, spaces=spaces))
    assert "OT-R1:room" in keys(early)


def test_blank_areas() -> None:
    entered = paper(route=None)
    blank = msgspec.structs.replace(entered, spaces={a: h for a, h in entered.spaces.items() if a != "KS"})
    report = AUDITOR.audit(blank)
    assert report.verdict in ("unproved", "broken") and report.findings[-1].where == ("KS",)
    claimed = AUDITOR.audit(msgspec.structs.replace(blank, claimed=3))
    assert [f.verdict for f in claimed.findings if f.key == "OT-11:blank"] == ["broken"]


# -- routes and claims


def of_fifties(**marks: str) -> Paper:
    return Paper(game="on_tour", sheet="on_tour_usa", spaces={s.id: marks.get(s.id, "51") for s in SHEET.spaces})


def steps(entered: Paper, route: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    report = AUDITOR.audit(msgspec.structs.replace(entered, route=route))
    return [(f.key, tuple(f.where)) for f in report.findings if f.rule == "OT-11"]


def test_a_route_is_followed_step_by_step() -> None:
    entered = of_fifties(WA="60", OR="*", CA="40", ID="X")
    assert steps(entered, ["WA", "OR", "NV"]) == [("OT-11:falling", ("WA", "NV"))]
    assert steps(entered, ["WA", "ID"]) == [("OT-11:x", ("ID",))]
    assert steps(entered, ["NV", "UT", "NV"]) == [("OT-11:twice", ("NV",))]
    assert steps(entered, ["GA", "NC"]) == [("OT-11:line", ("NC", "GA"))]
    assert steps(entered, ["MI", "WI"]) == []
    blank = msgspec.structs.replace(entered, spaces={a: h for a, h in entered.spaces.items() if a != "NV"})
    assert ("OT-11:empty", ("NV",)) in steps(blank, ["OR", "NV"])


def test_the_score_of_a_claimed_route() -> None:
    entered = paper(1)
    report = AUDITOR.audit(entered)
    assert AUDITOR.audit(msgspec.structs.replace(entered, claimed=report.total)).verdict == "clean"
    wrong = AUDITOR.audit(msgspec.structs.replace(entered, claimed=report.total + 1))
    assert [(f.rule, f.cost, f.where) for f in wrong.findings] == [("OT-12", 0, ("claimed",))]
    parts = dict(report.parts)
    assert AUDITOR.audit(msgspec.structs.replace(entered, claimed=parts)).verdict == "clean"
    swapped = {"areas": parts["areas"] + 1, "circles": parts["circles"] - 1}
    apart = AUDITOR.audit(msgspec.structs.replace(entered, claimed=swapped))
    assert [(f.key, f.cost, f.where) for f in apart.findings] == [("OT-12:part", 0, ("claimed",))] * 2
    assert apart.mistakes == 0
    both = AUDITOR.audit(msgspec.structs.replace(entered, claimed={"total": report.total + 1, "areas": parts["areas"] + 1}))
    assert [f.key for f in both.findings] == ["OT-12", "OT-12:part"], "a wrong total hides no part"
    alone = proved(AUDITOR, msgspec.structs.replace(entered, claimed={"areas": parts["areas"] + 5}))
    assert alone.claimed is None and describe_verdict(alone) == "No mistake in play found; added wrongly."
    assert [each.edits[0].where for each in alone.diagnosis] == ["claimed:areas"]
    shown = drawing.entered(AUDITOR.rules.sheet, entered, alone, "", frozenset({"claimed:circles"})).marks
    ringed = {key for mark in shown if (key := mark.key).startswith(("finding/", "among/"))}
    assert ringed == {"finding/areas", "among/circles"}


def test_a_claim_without_a_route() -> None:
    entered = paper(1, route=None)
    best = AUDITOR.audit(entered).total
    assert AUDITOR.audit(msgspec.structs.replace(entered, claimed=best - 1)).verdict == "clean"
    assert keys(AUDITOR.audit(msgspec.structs.replace(entered, claimed=best + 1))) == ["OT-12:best"]
    option = OnTourAuditor(SHEET, {"route": "best"})
    assert keys(option.audit(msgspec.structs.replace(entered, claimed=best - 1))) == ["OT-12"]


def test_a_claim_without_a_route_is_summed_once_it_can_only_be_right() -> None:
    """With a route of one's own, a lower claim than the best may be right as well."""
    entered, option = paper(1, route=None), OnTourAuditor(SHEET, {"route": "best"})
    best = AUDITOR.audit(entered).total
    claims = [msgspec.structs.replace(entered, claimed=claim) for claim in (None, best, best - 1)]
    assert [AUDITOR.audit(claim).summed for claim in claims] == [False, True, False]
    assert [option.audit(claim).summed for claim in claims] == [False, True, True]


def test_nothing_but_xs() -> None:
    entered = Paper(game="on_tour", spaces={s.id: "X" for s in SHEET.spaces})
    assert OnTourAuditor(SHEET, {"voluntary_x": "on"}).audit(entered).total == 0


# -- rolls


def test_impossible_entries() -> None:
    entered = paper(0, rolls=True)
    assert entered.rolls is not None
    wrong = {1: "3 3 | MI, GA", 3: "3 7 | TX South, TX South, NY North", 4: "3 7 | TX Nowhere, CA West, NY North"}
    for number, text in wrong.items():
        rolls = [text if i == number else roll for i, roll in enumerate(entered.rolls, 1)]
        report = AUDITOR.audit(msgspec.structs.replace(entered, rolls=rolls))
        found = [f for f in report.findings if f.key == "OT-5:roll"]
        assert found and found[0].where == (f"roll:{number}",) and found[0].cost == 0


def test_a_list_that_stops_early_is_unproved() -> None:
    entered = paper(0, rolls=True)
    assert entered.rolls is not None
    report = AUDITOR.audit(msgspec.structs.replace(entered, rolls=entered.rolls[:8]))
    assert report.verdict == "unproved" and keys(report) == ["OT-5:list"]


def test_a_list_explains_no_area_that_is_not_filled_yet() -> None:
    """Of its set-up nothing is written."""
    whole = paper(0, rolls=True)
    assert whole.rolls is not None
    other = next(area for area in whole.spaces if area not in whole.rolls[0].replace(",", "").split())
    started = msgspec.structs.replace(whole, spaces={other: whole.spaces[other]}, rolls=whole.rolls[:1], route=None)
    said = next(finding for finding in AUDITOR.audit(started).findings if finding.key == "OT-5:list")
    assert said.args == {"covered": 0, "filled": 1}


def test_one_entry_too_many() -> None:
    entered = paper(0, rolls=True)
    assert entered.rolls is not None
    report = AUDITOR.audit(msgspec.structs.replace(entered, rolls=[*entered.rolls, "1 2"]))
    assert "OT-5:roll" in keys(report)


def test_another_set_up() -> None:
    entered = paper(0, rolls=True, route=None)
    assert entered.rolls is not None
    area = entered.rolls[0].partition("| ")[2].split(", ")[0]
    report = AUDITOR.audit(with_marks(entered, **{area: "(*)"}))
    assert "OT-4:area" in keys(report)


@amount("games", 4, 10)
def test_a_missed_circle_is_found(games: int) -> None:
    """Unless the number came up on another turn too, or its card was needed by the other number."""
    found = []
    for seed in range(games):
        entered = paper(seed, rolls=True, route=None)
        assert entered.rolls is not None
        begun = {a for roll in entered.rolls[:2] for a in roll.partition("| ")[2].split(", ")}
        for area, held in entered.spaces.items():
            if "(" in held and area not in begun:
                found += keys(proved(AUDITOR, with_marks(entered, **{area: content(held)})))
    assert found.count("OT-R2:bare") > len(found) / 2 > games / 2


# -- reading


@pytest.mark.parametrize("entered", [
    Paper(game="on_tour", spaces={"TX": "3"}), Paper(game="on_tour", spaces={"TX": "٣٧"}),
    Paper(game="on_tour", spaces={"TX": "(3 7)"}), Paper(game="on_tour", spaces={"AK": "37"}),
    Paper(game="on_tour", spaces={"TX": "**"}), Paper(game="on_tour", boxes={"rounds": 1}),
    Paper(game="on_tour", rolls=["blue 4"]), Paper(game="on_tour", rolls=["3"]), Paper(game="on_tour", route=["XX"]),
    Paper(game="on_tour", claimed={"stars": 1}), Paper(game="on_tour", claimed=-1), Paper(game="on_tour", claimed="ten"),
])
def test_what_is_no_paper(entered: Paper) -> None:
    with pytest.raises(NotAPaper):
        AUDITOR.audit(entered)


def test_a_journal_with_refused_strokes() -> None:
    session = Session(OnTour(SHEET), ("p1",))
    for text in ("1 8 | MI, GA", "4 1 | WY, OH", "3 7 | TX South, CA West, NY North", "FL=37", "AL=73"):
        session._append(Event(CHANCE if text[0].isdigit() else "p1", session.rules.read(text)))
    report = AUDITOR.audit_play(session, "p1")
    assert keys(report) == ["OT-6:card"] and report.mistakes == 1
    assert replace(report, findings=()).verdict == "clean"

"""Map and rolls: the fewest mistakes of On Tour, exactly, against trying every way of play; and every proof is replayed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Paper, Report, describe_undecided, proved, report_json
from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor
from rollwrite_desktop.games.on_tour.check.diagnosis import readings
from rollwrite_desktop.games.on_tour.check.encoding import Room
from rollwrite_desktop.games.on_tour.check.evidence import paper_of, read_evidence
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence, Turn
from rollwrite_desktop.games.on_tour.play.card_matching import AreaRegions
from rollwrite_desktop.games.on_tour.play.model import Card, content, numbers_of
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper
from rollwrite_desktop.games.on_tour.play.rulebook import RULEBOOK
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.solver.maxsat import MaxSat
from tests.games.on_tour.oracle import fewest
from tests.games.on_tour.sheets import SPOILS, full_paper, replayed, sloppy_session, small_paper, spoilt
from tests.maps import toured
from tests.sampling import amount, numbers, sampled

pytestmark = pytest.mark.slow

USA = find("on_tour_usa")
AUDITOR = OnTourAuditor(USA, {})
VOLUNTARY = OnTourAuditor(USA, {"voluntary_x": "on"})


def final(auditor: OnTourAuditor, paper: Paper) -> Report:
    return proved(auditor, paper, lambda *_: True)


def check(auditor: OnTourAuditor, paper: Paper) -> Report:
    """The last report; what all of them say on the way must be true, and the way found must come to what they say."""
    reports = list(auditor.prove(paper))
    last = reports[-1]
    assert last.bounds is not None and last.bounds[1] is not None
    for before, after in pairwise(reports):
        assert before.bounds is not None and after.bounds is not None
        assert before.bounds[0] <= after.bounds[0] <= last.bounds[0]
        assert before.bounds[1] is None or before.bounds[1] >= last.bounds[1]
        assert before.bounds[1] is None or (after.bounds[1] is not None and after.bounds[1] <= before.bounds[1])
        assert sum(f.cost for f in before.findings if f.rule != "OT-11") <= last.bounds[0]
        assert before.decided or before.verdict != "clean"
    play = replayed(auditor, paper, last)
    assert play.mistakes == last.bounds[0]
    named = {spot for finding in last.findings for spot in finding.where}
    for area, held, stands in zip(auditor.rules.areas, play.marks, play.sheet, strict=True):
        assert held == stands or area in named
    for row in report_json(last, RULEBOOK)["findings"]:  # type: ignore[attr-defined]
        assert row["message"] and "{" not in row["message"] + row.get("repair", "")
        assert row["where"] == sorted(row["where"])
    return last


# -- against brute force


def agreeing(seed: int) -> Iterator[int]:
    """The fewest mistakes of a small map, spoilt more and more, by the proof and by trying every way."""
    luck = random.Random(f"brute {seed}")
    world, auditor, whole = small_paper(seed, luck.choice((7, 8, 9, 10)))
    for times in (0, 1, 2, 4):
        over = luck.random() < 0.4
        paper = msgspec.structs.replace(spoilt(whole, luck, times), claimed=0 if over else None)
        assert paper.rolls is not None
        least = fewest(world, paper.spaces, paper.rolls, over=over)
        report = final(auditor, paper)
        yield least
        if not least and "OT-5:list" in {finding.key for finding in report.findings}:
            assert report.bounds in ((0, 0), (1, None))
            continue
        assert report.bounds == (least, least), times
        assert sum(f.cost for f in report.findings if f.key != "OT-11:blank") == least
        harmless = ("OT-5:roll", "OT-11:blank")
        assert least or report.verdict != "broken" or all(f.key in harmless for f in report.findings)
        if not any(finding.key == "OT-5:roll" for finding in report.findings):
            check(auditor, paper)


@sampled("seed", range(60), 17)
def test_agrees_with_trying_every_way(seed: int) -> None:
    assert len([*agreeing(seed)]) == 4


@pytest.mark.parametrize(("seed", "count", "over", "changed", "least"), [
    (1, 7, True, {"AC": "X", "BC": "X"}, 2), (2, 7, False, {"AA": "X"}, 1), (11, 8, False, {"AD": "X", "BD": "*"}, 2),
    (25, 8, False, {"AD": "X"}, 1), (26, 9, True, {"AC": "X"}, 1), (101, 9, True, {"CA": "X"}, 2),
    (133, 8, False, {"BD": "X"}, 1), (162, 7, True, {"BA": "X", "BB": "X"}, 2), (165, 8, False, {"AB": "X"}, 1),
    (181, 7, False, {"AC": "X"}, 1), (277, 7, False, {"AD": "X"}, 1), (431, 10, False, {"AA": "X"}, 1),
])
def test_xs_are_judged_as_by_every_way(seed: int, count: int, over: bool, changed: dict[str, str], least: int) -> None:
    """Kept for what each notices: an X in a star's turn, in the last turns, beside a number, instead of the first one. That
    every way agrees took a minute once, in which it tried those of the fifth map."""
    world, auditor, whole = small_paper(seed, count)
    paper = msgspec.structs.replace(whole, spaces={**whole.spaces, **changed}, claimed=0 if over else None, route=None)
    *_, report = auditor._prove(paper)
    assert report.bounds == (least, least)
    assert paper.rolls is not None and (seed == 26 or fewest(world, paper.spaces, paper.rolls, over=over) == least)


# -- whole games


@pytest.mark.parametrize("bot", ["random", "planner"])
@amount("games", 2, 4)
def test_legal_games_are_explained_without_a_mistake(bot: str, games: int) -> None:
    for seed in numbers(games):
        report = check(AUDITOR, full_paper(bot, seed))
        assert report.verdict == "clean" and report.bounds == (0, 0) and report.unchecked == ()


def test_voluntary_xs() -> None:
    paper = full_paper("random", 1, voluntary=True)
    assert "X" in paper.spaces.values()
    assert check(VOLUNTARY, paper).verdict == "clean"
    strict = check(AUDITOR, paper)
    assert strict.verdict == "broken" and "OT-8" in {f.rule for f in strict.findings}


@sampled("first", range(0, 18, 3), 10)
def test_no_moment_of_a_game_is_broken(first: int) -> None:
    session = sloppy_session(0, 0.0)
    for count in range(first, len(session.events), 18):
        paper = paper_of(AUDITOR.rules, session.state_after(count), "p1")
        assert check(AUDITOR, paper).bounds == (0, 0)


@sampled("name", list(SPOILS), 20)
def test_spoilt_games(name: str) -> None:
    """What one slip spoils, one mistake explains; a mark that two turns share, or a roll, may take more."""
    luck = random.Random(name)
    for seed in range(3):
        paper = SPOILS[name](full_paper("planner", seed), luck)
        if paper is None or name == "a list that ends early":
            continue
        report = check(AUDITOR, paper)
        assert report.bounds is not None and report.bounds[0] <= (2 if "swap" in name or "X" in name else 9)


@sampled("seed", range(6), 10)
def test_a_map_never_has_more_mistakes_than_its_journal(seed: int) -> None:
    session = sloppy_session(seed, (0.05, 0.2, 0.6)[seed % 3])
    refused = AUDITOR.audit_play(session, "p1").mistakes
    report = check(AUDITOR, paper_of(AUDITOR.rules, session.state, "p1"))
    assert report.mistakes <= refused
    if refused == 1 and report.mistakes:
        (finding,) = [f for f in report.findings if f.cost]
        if not any(f.key == "OT-R1:example" for f in report.findings):
            (known,) = [f for f in AUDITOR.audit_play(session, "p1").findings if f.cost]
            assert (finding.key, finding.args) == (known.key, known.args)


@amount("games", 1, 3)
def test_a_finding_says_what_the_refusal_said(games: int) -> None:
    """The way of play found is played again: what is refused there is what was found, key and sentence."""
    for seed in numbers(games):
        session = sloppy_session(seed, 0.2)
        paper = paper_of(AUDITOR.rules, session.state, "p1")
        report = final(AUDITOR, paper)
        refusals = replayed(AUDITOR, paper, report).refusals
        refused = [Finding("broken", refusal.key, refusal.args).sentence(RULEBOOK) for refusal in refusals]
        slips = ("OT-R2:own", "OT-R2:bare", "OT-8:circle", "OT-4:area")
        assert refused == [f.sentence(RULEBOOK) for f in report.findings if f.cost and f.key not in slips]


# -- one by one


WITHIN = {
    "AA": ("North", "West"), "AB": ("North", "West"), "BA": ("North", "East"), "BB": ("North", "East"),
    "CA": ("South", "West"), "CB": ("South", "West"), "DA": ("South", "East"), "DB": ("South", "East"),
}


def small(rolls: list[str], within: dict[str, tuple[str, str]] = WITHIN, **spaces: str) -> tuple[OnTourAuditor, Paper]:
    """A map of eight areas in two regions each, and its list."""
    cards = [f"{area} {pair[k % 2]}" for k, (area, pair) in enumerate(within.items())]
    sheet = toured(within, cards)
    return OnTourAuditor(sheet, {}), Paper(game="on_tour", spaces=spaces, rolls=rolls)


SETUP = ["1 8 | AA, BA", "4 1 | CA, DA"]
BEGUN = {"AA": "(18)", "BA": "(81)", "CA": "(14)", "DA": "(41)"}
TURNS = [*SETUP, "3 7 | AB West, BB East, CB West", "2 5"]


def found(
    rolls: list[str], within: dict[str, tuple[str, str]] = WITHIN, **spaces: str
) -> list[tuple[str, tuple[str, ...], str]]:
    auditor, paper = small(rolls, within, **BEGUN | spaces)
    report = check(auditor, paper)
    return [(f.key, f.where, f.repair_sentence(RULEBOOK)) for f in report.findings if f.cost]


def test_kinds_of_mistakes() -> None:
    right = {"AB": "(37)", "CB": "(73)", "BB": "25", "DB": "52"}
    assert found(TURNS, **right) == []
    assert found(TURNS, **right | {"AB": "37"}) == [("OT-R2:bare", ("AB", "roll:3"), "Right with a circle.")]
    assert found(TURNS, **right | {"BB": "(25)"}) == [("OT-R2:own", ("BB", "roll:4"), "Right without the circle.")]
    assert found(TURNS, **right | {"AB": "(38)"}) == [("OT-6:hand", ("AB", "roll:3"), "Right with (37) in Ab.")]
    assert found(TURNS, **right | {"AB": "(33)"}) == [("OT-6:hand", ("AB", "roll:3"), "Right with (37) in Ab.")]
    assert found(TURNS, **right | {"BB": "X"}) == [("OT-8", ("BB", "roll:4"), "Right with 25 in Bb.")]
    assert found(TURNS, **right | {"AB": "(X)"})[0][1:] == (("AB", "roll:3"), "Right with (37) in Ab.")
    assert len(final(*small(TURNS, **BEGUN | right | {"AA": "18"})).findings) == 1, "nowhere else"
    assert found(TURNS, **right | {"AA": "18"}) == [("OT-4:area", ("AA",), "Right with a circle.")]
    assert found(TURNS, **right | {"AA": ""}) == [("OT-4:area", ("AA",), "Right with (18) in Aa.")]
    assert found(TURNS, **right | {"AB": ""}) == [("OT-6:left", ("AB", "roll:3"), "Right with (37) in Ab.")]
    assert found(TURNS, **right | {"BB": ""}) == [], "the last turn may be under way"
    west = [*SETUP, "3 7 | AB West, AA West, BB North", "2 5"]
    assert found(west, AB="(37)", DB="73", BB="25", CB="52") == [("OT-6:region", ("DB", "roll:3"), "")]
    assert found(west, CB="37", AB="(73)", BB="25", DB="52") == []


def test_numbers_left_out_of_a_game_that_is_over() -> None:
    """OT-R14: where a route or a score is written down and the list fills the map, the last roll counts as well, each number
    once."""
    right = {"AB": "(37)", "CB": "(73)", "BB": "25", "DB": "52"}
    for blank, mistakes in ((("BB",), 1), (("BB", "DB"), 2), (("AB", "DB"), 2), (("AA", "BB"), 2)):
        auditor, paper = small(TURNS, **BEGUN | right | dict.fromkeys(blank, ""))
        claimed = msgspec.structs.replace(paper, claimed=1)
        assert check(auditor, claimed).mistakes == mistakes == auditor.audit(claimed).mistakes
        drawn = OnTourPaper(game=paper.game, spaces=paper.spaces, rolls=paper.rolls, route=["CA", "CB"])
        assert sum(f.cost for f in final(auditor, drawn).findings if f.key != "OT-11:line") == mistakes


def test_a_wrong_number_occupies_no_card() -> None:
    """OT-R14: neither does it claim the card of the number beside it, nor make an X beside it legal."""
    rolls = [*SETUP, "3 7 | AB West, BA North, BB East", "2 5"]
    assert found(rolls, AB="37", CB="73", BB="25", DB="52") == [], "the other number claims the card"
    assert [key for key, _, _ in found(rolls, AB="(37)", CB="98", BB="25", DB="52")] == ["OT-6:hand"]
    assert [key for key, _, _ in found(rolls, AB="37", CB="98", BB="25", DB="52")] == ["OT-R2:bare", "OT-6:hand"]
    within = WITHIN | {"BB": ("South", "East"), "CB": ("South", "East")}
    only = [*SETUP, "3 7 | AA North, AA West, CB West", "2 5"]
    assert [key for key, _, _ in found(only, within, AB="98", BB="X", CB="25", DB="52")] == ["OT-6:hand"]
    two = [*SETUP, "3 7 | AB West, CB West, BA North", "2 5"]
    assert [key for key, _, _ in found(two, AB="(98)", CB="X", BB="25", DB="52")] == ["OT-6:hand", "OT-8"]


def test_a_card_for_each() -> None:
    one_south = [*SETUP, "3 7 | CA South, AA North, BB North", "2 5"]
    assert found(one_south, CB="37", DB="73", AB="25", BB="52") == [("OT-6:card", ("CB", "DB", "roll:3"), "")]


def test_a_star() -> None:
    rolls = [*SETUP, "3 3 | AB West, AA West, BB North", "2 5 | CB South, DB East, CA West", "6 7"]
    assert found(rolls, AB="(*)", CB="(25)", DB="(52)", BB="67") == []
    assert found(rolls, DB="*", CB="(25)", BB="52", AB="67") == [("OT-7", ("DB", "roll:3"), "")]
    assert found(rolls, AB="X", CB="(25)", DB="(52)", BB="67") == [("OT-8:star", ("AB", "roll:3"), "Right with (*) in Ab.")]


def test_the_only_place_is_not_for_an_x() -> None:
    """Only AB has room for a number of the first turn, and for one; which area that is shows in the X beside it. (No deck
    could bring these cards; a list is judged as it stands.)"""
    rolls = [*SETUP, "3 7 | AA North, AA West, CB West", "2 5"]
    within = WITHIN | {"BB": ("South", "East"), "CB": ("South", "East")}
    assert found(rolls, within, AB="37", BB="X", CB="25", DB="52") == []
    last = ("OT-R1:last", ("AB", "roll:3"), "Right with 37 in Ab.")
    assert found(rolls, within, AB="X", BB="X", CB="25", DB="52") == [last]
    assert [key for key, _, _ in found(rolls, within, AB="X", BB="37", CB="25", DB="52")] == ["OT-R1:last", "OT-6:region"]
    assert [key for key, _, _ in found(rolls, within, AB="25", BB="37", CB="X", DB="52")] == ["OT-6:region"], "the X first"
    none = WITHIN | dict.fromkeys(("AB", "BB", "CB"), ("South", "East"))
    assert found(rolls, none, AB="X", BB="X", CB="25", DB="52") == []


def test_wrong_entries() -> None:
    right = {"AB": "(37)", "CB": "(73)", "BB": "25", "DB": "52"}
    auditor, paper = small([*TURNS, "1 2"], WITHIN, **BEGUN | right)
    report = final(auditor, paper)
    assert [(f.key, f.where) for f in report.findings] == [("OT-5:roll", ("roll:5",))] and report.bounds == (0, 0)
    auditor, paper = small(["3 3 | AA, BA", *TURNS[1:]], **BEGUN | right)
    report = final(auditor, paper)
    assert [f.where for f in report.findings] == [("roll:1",)] and report.mistakes == 0
    auditor, paper = small([], **BEGUN | right)
    assert final(auditor, paper).verdict == "unproved"


def test_lists_that_end_early_judge_what_they_cover() -> None:
    report = check(AUDITOR, msgspec.structs.replace(full := full_paper("random", 0), rolls=(full.rolls or [])[:9]))
    assert report.verdict == "unproved" and [f.key for f in report.findings] == ["OT-5:list"]


def test_what_is_never_written_is_a_mistake_after_the_list_too() -> None:
    begun = {"AB": "(37)", "CB": "(73)", "BB": "(X)", "DB": "55"}
    late = [(key, where) for key, where, _ in found(TURNS[:3], **begun)]
    assert late == [("OT-8:circle", ("BB",)), ("OT-6:digits", ("DB",))]


def test_ties_are_examples() -> None:
    """The number stands twice and came up once: either may be the wrong one."""
    rolls = [*SETUP, "3 7 | AB West, BB East, CB West", "2 5"]
    auditor, paper = small(rolls, **BEGUN | {"AB": "(37)", "CB": "(73)", "BB": "52", "DB": "52"})
    report = check(auditor, paper)
    assert report.bounds == (1, 1)
    assert [f.key for f in report.findings] == ["OT-6:hand", "OT-R1:example"]


# -- cut short


def test_cut_short_it_is_not_decided() -> None:
    session = sloppy_session(3, 0.6)
    paper = paper_of(AUDITOR.rules, session.state, "p1")
    reports = list(AUDITOR.prove(paper))
    whole, kinds = reports[-1], set()
    assert whole.bounds is not None and whole.decided and len(reports) > 60
    cut = proved(AUDITOR, paper, lambda step, _: step < 12)
    assert (cut.bounds, cut.findings) == (reports[11].bounds, reports[11].findings), "after so many steps"
    for report in reports:
        assert report.bounds is not None
        least, most = report.bounds
        assert least <= whole.bounds[0] and (most is None or whole.bounds[0] <= most)
        if not report.decided:
            assert report.findings[-1].verdict == "unproved"
            assert report.findings[-1].sentence(RULEBOOK) == describe_undecided(report)
            kinds.add(report.findings[-1].key)
        assert sum(finding.cost for finding in report.findings) == least
    assert kinds == {"OT-R1:more", "OT-R1:between"}


@sampled("name", list(SPOILS), 20)
def test_at_once_it_says_no_more_than_is_certain(name: str) -> None:
    for seed in range(2):
        paper = SPOILS[name](full_paper("planner", seed), random.Random(f"{name} {seed}"))
        if paper is None:
            continue
        at_once, whole = AUDITOR.audit(paper), final(AUDITOR, paper)
        assert whole.bounds is not None
        assert sum(f.cost for f in at_once.findings if f.key != "OT-11:blank") <= max(whole.bounds[0], whole.mistakes)
        assert at_once.verdict != "broken" or whole.verdict == "broken"
        assert at_once.unchecked == whole.unchecked and all(item.rest for item in whole.unchecked)
        assert bool(whole.unchecked) == ("OT-5:list" in {finding.key for finding in whole.findings})


@amount("games", 2, 12)
def test_a_list_that_cannot_be_is_read_so_that_its_numbers_have_a_place(games: int) -> None:
    """A card that was shown before is read otherwise: as the one it was, too; and as no other that would leave a number of
    that roll without an area that its cards allow."""
    rules = AUDITOR.rules
    for seed in numbers(games):
        paper = full_paper("planner", seed)
        rolls = [*(paper.rolls or ())]
        listed = [rules.read(roll) for roll in rolls]
        begun = next(n for n, roll in enumerate(listed) if n > rules.setup and len({die.face for die in roll.dice}) == 2)
        first, was = listed[begun - 1], listed[begun]
        assert isinstance(first, Outcome) and isinstance(was, Outcome)
        wrong = replace(was, cards=(first.cards[0], *was.cards[1:]))
        spoilt_list = msgspec.structs.replace(paper, rolls=[*rolls[:begun], str(wrong), *rolls[begun + 1 :]])
        seen = read_evidence(rules, spoilt_list)
        found = [slip for slip in readings(rules, spoilt_list, seen, RollSequence(rules, seen.rolls or ())) if slip]
        assert (f"roll:{begun + 1}", rolls[begun]) in [(slip.edit.where, slip.edit.after) for slip in found]
        for slip in found:
            for entry, text in [(int(slip.edit.where.partition(":")[2]), slip.edit.after)]:
                outcome = rules.read(text)
                assert isinstance(outcome, Outcome)
                starry = len({die.face for die in outcome.dice}) < 2 or len({card.split()[1] for card in outcome.cards}) < 2
                if entry <= rules.setup or not outcome.cards or starry:
                    continue
                allowed = {area for card in outcome.cards for area in (card.split()[0], *in_region(card.split()[1]))}
                for number in numbers_of(outcome):
                    assert number in {content(held) for area, held in paper.spaces.items() if area in allowed}, slip


def in_region(region: str) -> set[str]:
    return {area for area in AUDITOR.rules.areas if region in AUDITOR.rules.regions(area)}


def test_strokes_left_out_are_mistakes_of_the_journal() -> None:
    session: Any = sloppy_session(1, 0.0)
    events = [event for event in session.events if event.by == CHANCE][:4]
    hasty: Any = Session(AUDITOR.rules, ("p1",))
    for event in events:
        hasty._append(Event(CHANCE, event.move))
    strokes = hasty.state_after(3).parts[0].strokes
    report = AUDITOR.audit_play(hasty, "p1")
    assert [(f.key, f.where) for f in report.findings] == [("OT-6:left", ("roll:3",))] * strokes
    assert {(f.args["n"], f.args["found"]) for f in report.findings} == {(3, str(events[2].move))}
    paper = paper_of(AUDITOR.rules, hasty.state, "p1")
    assert check(AUDITOR, paper).mistakes == report.mistakes == strokes


class Region(str):
    """A region with a hash as another run may have it."""

    __slots__ = ()
    salt = 0

    def __hash__(self) -> int:
        return ord(self[0]) * (5, 7, 11, 13)[self.salt]


def test_a_question_is_the_same_in_every_run() -> None:
    questions = []
    for Region.salt in range(4):
        names = [Region(name) for name in ("North", "East", "South")]
        board = AreaRegions(("a", "b", "c"), tuple(frozenset((name,)) for name in names))
        maxsat = MaxSat()
        room = Room(maxsat, board, Turn(1, ("37", "73"), tuple(Card("a", name) for name in names), 2), [1, 2, 3])
        questions.append((room.full, room.one, room.places, maxsat._clauses))
    assert all(question == questions[0] for question in questions)

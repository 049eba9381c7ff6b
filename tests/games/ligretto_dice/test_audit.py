"""The check of a Ligretto Dice score sheet: clean play is clean, one slip is one finding, and it names round and cell."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import NotAPaper, Report, report_json, write_paper
from rollwrite_desktop.core.race_bots import race
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.session import JournalLine, Session
from rollwrite_desktop.gamekit.check.slips import DIGIT, LARGE, OTHER, SMALL, digits_apart
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.check.score_repair import TableFacts, mended
from rollwrite_desktop.games.ligretto_dice.check.slips import entry_weight
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper as Paper
from rollwrite_desktop.games.ligretto_dice.play.paper import score_paper
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.sheet.load import find
from tests.games.ligretto_dice.fewest import fewest, sheets
from tests.sampling import amount

NAMES = ("Ann", "Bo", "Cy", "Di")
GOOD = [[8, -3, -1, -4], [-1, 6, -3, -2]]


def check(paper: Paper) -> Report:
    return GAME.check.auditor(find("ligretto_dice_board"), paper.options).audit(paper)


def paper(rounds: list[list[int | None]], players: int = 4, **more: Any) -> Paper:
    options = {"length": f"rounds_{len(rounds)}"} | more.pop("options", {})
    return Paper(game="ligretto_dice", players=list(NAMES[:players]), rounds=rounds, options=options, **more)


def found(made: Paper) -> list[tuple[str, tuple[str, ...], int]]:
    return [(finding.key, finding.where, finding.cost) for finding in check(made).findings]


def played(players: int, seed: int, **options: str) -> Paper:
    """The sheet of a whole game between computer players."""
    rules = GAME.play.rules(find("ligretto_dice_board"), options)
    session: Session[Any] = Session(rules, players_named(["x"] * players), code=f"AUDIT-{seed}")
    race(session, dict.fromkeys(session.players, GAME.think.bots["level_4"]))
    return score_paper(rules, session.state, NAMES[:players])


@pytest.mark.parametrize(("players", "options"), [
    (2, {}), (3, {"length": "one_each"}), (4, {"length": "one_each"}), (2, {"shares": "plus_2", "length": "rounds_3"}),
    (3, {"tie": "shared", "length": "rounds_2"}), (2, {"wrong": "minus_one", "length": "rounds_2"}),
    (2, {"length": "target_104"}),
])
def test_play_audits_clean(players: int, options: dict[str, str]) -> None:
    for seed in range(3):
        made = played(players, seed, **options)
        again = read_paper(write_paper(made), "x.json", {GAME.info.id: GAME.check.paper})
        assert again == made
        report = check(again)
        assert report.verdict == "clean", report.findings
        assert dict(report.totals)


def test_the_form_of_the_report() -> None:
    """As FORMATS has it: the totals by name, the winner's name as the claim."""
    report = report_json(check(paper(GOOD, claimed="Ann")), GAME.play.rulebook)
    assert report["score"] == {"total": {"Ann": 107, "Bo": 103, "Cy": 96, "Di": 94}}
    assert (report["verdict"], report["claimed"], report["mistakes"]) == ("clean", "Ann", 0)
    json.dumps(report)


@pytest.mark.parametrize(("row", "expected"), [
    ([7, -3, -1, -4], ("LD-9", ("round:2/Ann",))),
    ([8, -3, 1, -4], ("LD-8:many", ("round:2/Ann", "round:2/Cy"))),
    ([8, -3, -1, 0], ("LD-9:range", ("round:2/Di",))),
    ([8, -7, -1, -4], ("LD-9:range", ("round:2/Bo",))),
    ([-8, -3, -1, -4], ("LD-8:none", ("round:2/Ann",))),
    ([-2, -3, -1, -4], ("LD-8:none", ("round:2/Ann", "round:2/Bo", "round:2/Cy", "round:2/Di"))),
    ([8, -3, None, -5], ("LD-R6:blank", ("round:2/Cy",))),
    ([0, -3, -1, -4], ("LD-8:none", ("round:2/Ann",))),
])
def test_one_slip_in_a_round_is_one_finding(row: list[int | None], expected: tuple[str, tuple[str, ...]]) -> None:
    made = paper([GOOD[0], row, [-1, -1, 4, -2]])
    mistakes = [finding for finding in check(made).findings if finding.key != "LD-11:missing"]
    assert [(finding.key, finding.where) for finding in mistakes] == [expected]
    assert mistakes[0].cost == 1 and mistakes[0].verdict == "broken"
    assert "{" not in mistakes[0].sentence(GAME.play.rulebook) + mistakes[0].repair_sentence(GAME.play.rulebook)


def test_the_repair_is_the_smallest() -> None:
    report = check(paper([GOOD[0], [8, -3, -1, 0]]))
    assert report.findings[0].repair_sentence(GAME.play.rulebook) == "Right with −4."


def test_sums() -> None:
    """A wrong sum is one finding, though all sums below build on it."""
    totals = [[108, 97, 99, 96], [107, 104, 96, 94], [109, 102, 95, 93]]
    made = paper([*GOOD, [2, -2, -1, -1]], totals=totals)
    keys = found(made)
    assert ("LD-9:sum", ("round:2/Bo",), 0) in keys and sum(key == "LD-9:sum" for key, _, _ in keys) == 1
    assert check(paper(GOOD, totals=[*totals[:1], [107, 103, 96, 94]])).verdict == "clean"
    assert found(paper(GOOD, totals=[[108, 97, 99, 96], [107, 103, 96, 94], [1, None, None, None]]))[0][0] == "LD-9:extra"


def test_how_many_rounds() -> None:
    made = Paper(game="ligretto_dice", players=list(NAMES), rounds=[*GOOD])
    assert [(f.key, f.verdict) for f in check(made).findings] == [("LD-10:few", "unproved")]
    three = [[3, -3], [3, -3], [3, -3], [3, -3], [3, -3], [3, -3]]
    assert check(Paper(game="ligretto_dice", players=["A", "B"], rounds=three, claimed="A")).verdict == "clean"
    many = Paper(game="ligretto_dice", players=["A", "B"], rounds=[*three, [1, -1]])
    assert found(many) == [("LD-10:many", ("round:7",), 1)]
    timed = Paper(game="ligretto_dice", players=["A", "B"], rounds=three[:4], options={"length": "minutes_5"})
    assert check(timed).verdict == "clean"


@pytest.mark.parametrize("length", ["target_100", "minutes_15"])
def test_one_column_has_one_round_whatever_the_length(length: str) -> None:
    alone = paper([[0], [0], [4]], 1, options={"length": length})
    assert {key for key, *_ in found(alone)} == {"LD-10:many"} and check(alone).mistakes == 2


@pytest.mark.parametrize(("held", "value", "cost", "rank"), [
    (None, 5, DIGIT, 2), (5, None, OTHER, 2), (-5, 5, SMALL, 0), (5, 12, LARGE, 3), (-12, -18, DIGIT, None),
    (-12, 18, LARGE, None), (0, 5, DIGIT, None), (5, 0, DIGIT, None), (12, 34, LARGE, None),
])
def test_what_another_number_weighs(held: int | None, value: int | None, cost: int, rank: int | None) -> None:
    if rank is None:
        rank = 1 + digits_apart(str(abs(held or 0)), str(abs(value or 0)))[1]
    assert entry_weight(held, value, sure=True) == (cost, 0) and entry_weight(held, value, sure=False) == (cost, rank)


def test_tie_breaks() -> None:
    """LD-11: exactly when the leaders tie, with entries for them only."""
    tied: list[list[int | None]] = [[4, -2, -2], [-2, 4, -2]]
    two = {"length": "rounds_2"}
    assert found(paper(tied, 3, options=two, claimed="Ann")) == [("LD-11:missing", (), 1)]
    assert check(paper(tied, 3, options=two)).verdict == "unproved", "the extra round may still be to come"
    assert found(paper([*tied, [-10, 10, None]], 3, options=two, claimed="Bo")) == []
    assert found(paper([*tied, [-10, 12, -2]], 3, options=two))[0][:2] == ("LD-R6:entry", ("round:3/Cy",))
    assert found(paper([*tied, [-13, 13, None]], 3, options=two)) == [("LD-9:range", ("round:3/Ann",), 1)]
    assert found(paper([*tied, [None, 10, None]], 3, options=two))[0][:2] == ("LD-R6:blank", ("round:3/Ann",))
    assert found(paper(tied, 3, options={**two, "tie": "shared"})) == []
    assert found(paper([*tied, [-10, 10, None]], 3, options={**two, "tie": "shared"}))[0][0] == "LD-11:shared"
    assert found(paper([*tied, [-10, 10, None]], 3, options=two, claimed="Ann")) == [("LD-10:claim", ("claimed",), 0)]


def test_penalties_and_shares() -> None:
    three: list[list[int | None]] = [[2, -2], [-3, 3]]
    made = paper(three, 2, penalties=[0, 3], options={"wrong": "minus_one"}, claimed="Ann")
    assert found(made) == [] and dict(check(made).totals) == {"Ann": 99, "Bo": 98}
    assert found(paper(three, 2, penalties=[0, 3], options={"wrong": "lock"}))[0][:2] == ("LD-R3:penalty", ("penalties:Bo",))
    assert found(paper([[13, -13]], 2)) == [("LD-9:range", ("round:1/Bo",), 1)]
    assert found(paper([[13, -13]], 2, shares=[10, 14])) == []
    assert found(paper([[2, -2]], 2, shares=[10, 13])) == [("LD-R7", (), 1)]
    assert found(paper([[3, -3]], 2, shares=[21, 3])) == [] and found(paper([[4, -4]], 2, shares=[21, 3])) != []
    assert found(paper([[13, -13]], 2, shares=[22, 2])) == [("LD-R7", (), 1)], "nobody is held to them"


def test_the_fewest_mistakes_agree_with_every_game() -> None:
    """Small sheets, altered or not, tie-breaks and penalties among them: as few mistakes as to the nearest game there is."""
    seen = set()
    for sheet in sheets(400, "small"):
        table = TableFacts(sheet.shares, sheet.penalties, sheet.rounds, sheet.played_off, sheet.named)
        found = mended([list(row) for row in sheet.rows], table)
        assert found.mistakes == fewest(sheet), sheet
        assert sum(found.costs) <= found.mistakes
        seen.add(found.mistakes)
    assert {0, 1, 2, 3} <= seen


def test_the_fewest_mistakes_of_a_game_without_a_fixed_length() -> None:
    """As few as with whatever number of rounds takes the fewest."""
    for sheet in sheets(250, "open"):
        if len(sheet.rows) > 3:
            continue
        table = TableFacts(sheet.shares, sheet.penalties, 24, sheet.played_off, sheet.named, open_end=True)
        least = min(fewest(replace(sheet, rounds=rounds)) for rounds in range(1, len(sheet.rows) + 1))
        assert mended([list(row) for row in sheet.rows], table).mistakes == least, sheet


@pytest.mark.parametrize(("row", "least"), [
    ([8, 3, 2, -3], 2), ([0, 0, -1, -4], 2), ([20, -3, -1, -4], 1), ([1, 1, 1, 1], 4), ([None, -3, -1, -4], 1),
    ([20, -3, 0, -4], 2), ([8, -3, None, -5], 1), ([13, -3, -6, -4], 0),
])
def test_a_row_counts_the_entries_that_must_change(row: list[int | None], least: int) -> None:
    report = check(paper([GOOD[0], row, [-1, -1, 4, -2]]))
    assert report.mistakes == least and all(finding.where[0].startswith("round:2") for finding in report.findings[:least])


def test_a_penalty_may_have_come_in_the_tie_break() -> None:
    """The sheet does not say in which round a penalty was given, so it may explain a tie or its lack."""
    tied: list[list[int | None]] = [[2, -2], [-2, 2], [5, -5]]
    rules: dict[str, Any] = {"options": {"wrong": "minus_one", "length": "rounds_2"}, "claimed": "Ann"}
    assert found(paper(tied, 2, penalties=[0, 1], **rules)) == []
    assert found(paper([[3, -3], *tied[1:]], 2, penalties=[2, 0], **rules)) == []
    assert [key for key, *_ in found(paper([[6, -6], *tied[1:]], 2, penalties=[0, 1], **rules))] == ["LD-10:many"]


def test_the_end_of_a_game_for_points_or_time() -> None:
    """A last row may be a tie-break; after the target is reached there is none but that."""
    tied: list[list[int | None]] = [[10, -4, -6], [-5, 10, -5], [-5, -6, 11], [13, -13, None]]
    three = [*tied[:2], [5, 4, -9]]
    timed = {"length": "minutes_5"}
    assert found(paper([[10, -8, -2], [-8, 10, -2], [-12, 12, None]], 3, options=timed)) == []
    reached: list[list[int | None]] = [[12, -4, -8], [8, -4, -4]]
    goal = {"length": "target_120"}
    assert found(paper(reached, 3, options=goal, claimed="Ann")) == []
    assert [key for key, *_ in found(paper([*reached, [4, -2, -2]], 3, options=goal))] == ["LD-R10:many"]
    assert check(paper(three, 3, options=timed)).mistakes > 0


def test_a_target_that_nobody_has_reached() -> None:
    """LD-R10: an unfinished game, with or without a winner; over with 24 rounds all the same."""
    goal = {"length": "target_120"}
    short: list[list[int | None]] = [[3, -3]]
    for claimed in (None, "Ann"):
        made = paper(short, 2, options=goal, claimed=claimed)
        assert [(f.key, f.verdict, f.cost) for f in check(made).findings] == [("LD-R10", "unproved", 0)]
    assert [f.key for f in check(paper([*short, [None, None], [-2, 3]], 2, options=goal)).findings] == [
        "LD-R6:blank", "LD-R6:blank", "LD-9", "LD-R10",
    ]
    no_tie_yet: list[list[int | None]] = [[4, -2, -2], [-2, 4, -2], [-10, 10, None]]
    assert [f.key for f in check(paper(no_tie_yet, 3, options=goal)).findings] == ["LD-R6:blank", "LD-R10"]
    for length in ("target_199", "minutes_90"):
        rounds = [[1, -1], [-1, 1], [2, -2], [-2, 2]] * 6
        over = {"length": length}
        assert [f.key for f in check(paper(rounds, 2, options=over, claimed="Ann")).findings] == ["LD-11:missing"]
        assert found(paper([*rounds, [1, -1]], 2, options=over, claimed="Ann")) == []
        assert found(paper([*rounds[:-1], [-1, 1], [1, -1]], 2, options=over)) == [("LD-R10:many", ("round:25",), 1)]


def test_a_penalty_may_have_come_after_the_target() -> None:
    """When a penalty was given is not known: the game may have been over before it, or not over with it."""
    rules: dict[str, Any] = {"options": {"wrong": "minus_one", "length": "target_110"}, "penalties": [1, 0]}
    assert found(paper([[10, -10], [3, -3]], 2, **rules)) == []
    assert [key for key, *_ in found(paper([[10, -10]], 2, **rules))] == ["LD-R10"]
    assert found(paper([[11, -11]], 2, **rules)) == []
    assert [key for key, *_ in found(paper([[11, -11], [1, -1]], 2, **rules))] == ["LD-R10:many"]


@pytest.mark.parametrize("length", ["minutes_5", "target_120", "three_each", "rounds_4"])
def test_a_winner_on_an_empty_sheet(length: str) -> None:
    for names in (["Ann", "Bo"], []):
        made = Paper(game="ligretto_dice", players=names, claimed="Ann", options={"length": length})
        assert [(f.key, f.verdict, f.cost) for f in check(made).findings] == [("LD-10:empty", "unproved", 0)]
        assert found(Paper(game="ligretto_dice", players=names, options={"length": length})) == []


def test_altered_sheets_of_whole_games() -> None:
    """An altered entry of a whole game is one mistake, a swapped pair in a row at most two; nothing else is accused."""
    luck = random.Random(9)
    for seed in range(6):
        made = played(2 + seed % 3, seed, length="one_each", tie="shared")
        assert made.rounds is not None and made.totals is not None
        rows = [list(row) for row in made.rounds]
        k, i = luck.randrange(len(rows)), luck.randrange(len(rows[0]))
        rows[k][i] = (rows[k][i] or 0) + luck.choice((-2, -1, 1, 2))
        report = check(Paper(game=made.game, players=made.players, options=made.options, rounds=rows))
        assert report.mistakes == 1 and report.findings[0].where[0].startswith(f"round:{k + 1}")
        totals = [list(row) for row in made.totals]
        totals[k][i] = (totals[k][i] or 0) + 1
        wrong = check(Paper(game=made.game, players=made.players, options=made.options, rounds=made.rounds, totals=totals))
        assert [(f.key, f.where, f.cost) for f in wrong.findings][:1] == [
            ("LD-9:sum", (f"round:{k + 1}/{made.players[i]}",), 0)
        ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_journal_of_legal_play_is_clean(players: int) -> None:
    rules = GAME.play.rules(find("ligretto_dice_board"), {"length": "one_each", "wrong": "minus_one"})
    session: Session[Any] = Session(rules, players_named(["x"] * players), code="LEVEL-3")
    race(session, dict.fromkeys(session.players, GAME.think.bots["level_3"]))
    auditor = GAME.check.auditor(find("ligretto_dice_board"), rules.options)
    for player, score in zip(session.players, rules.scores(session.state), strict=True):
        report = auditor.audit_play(session, player)
        assert report.findings == () and report.total == score.total


def test_dice_that_are_thrown_twice_are_a_mistake_of_whose_they_are() -> None:
    rules = GAME.play.rules(find("ligretto_dice_board"), {})
    lines: list[JournalLine] = []
    session: Session[Any] = Session(rules, players_named(["x", "x"]), code="TWICE", gate="paper", log=lines.append)
    event = session.digital()
    assert event is not None and session.submit(event) is None
    again: Session[Any] = Session(rules, session.players, code="TWICE", gate="paper")
    again.replay([lines[0], lines[0]])
    auditor = GAME.check.auditor(find("ligretto_dice_board"), rules.options)
    reports = [auditor.audit_play(again, player) for player in again.players]
    assert [(report.verdict, report.mistakes) for report in reports] == [("broken", 1), ("clean", 0)]


@pytest.mark.parametrize("wrong", [
    {"rounds": [[1, -1, 2]]}, {"totals": [[1]]}, {"shares": [12]}, {"penalties": [-1, 0]}, {"spaces": {"R1": "4"}},
    {"boxes": {"rounds": 2}}, {"claimed": 7}, {"rounds": [[10**9, -3]]}, {"players": ["A", "A"]}, {"players": list("ABCDE")},
])
def test_what_is_not_well_formed(wrong: dict[str, Any]) -> None:
    made: dict[str, Any] = {"game": "ligretto_dice", "players": ["A", "B"], "rounds": [[1, -1]]} | wrong
    with pytest.raises(NotAPaper):
        check(Paper(**made))


@amount("sheets", 80, 400)
def test_any_numbers_get_a_report(sheets: int) -> None:
    """Random sheets: always a report whose sentences are complete, and no places that do not exist."""
    luck = random.Random(1)
    for _ in range(sheets):
        players = luck.randint(2, 4)
        rows = [[luck.choice([None, *range(-9, 10)]) for _ in range(players)] for _ in range(luck.randint(0, 8))]
        totals = [[luck.choice([None, 100, 97, 103]) for _ in range(players)] for _ in range(luck.randint(0, 8))]
        made = Paper(
            game="ligretto_dice", players=list(NAMES[:players]), rounds=rows, totals=totals,
            claimed=luck.choice([None, "Ann"]), options={
                "length": luck.choice(["three_each", "rounds_2", "target_120"]), "tie": luck.choice(["round", "shared"]),
            },
        )
        report = check(made)
        report_json(report, GAME.play.rulebook)
        for finding in report.findings:
            assert "{" not in finding.sentence(GAME.play.rulebook) + finding.repair_sentence(GAME.play.rulebook)
        for sheet in ("ligretto_dice_score_2", "ligretto_dice_score_4"):
            among = frozenset(report.findings[0].where if report.findings else ())
            GAME.check.paper_editor(find(sheet), {}).draw(made, report, "r1p1", among)


def test_typing_a_sheet() -> None:
    """Names, signed entries, totals and the winner, key by key."""
    desk = GAME.check.paper_editor(find("ligretto_dice_score_2"), {})
    made = Paper(game="ligretto_dice")
    for spot, keys in (
        ("name/1", "ANN"), ("name/2", "BO"), ("r1p1", "12"), ("r1p2", "-12"), ("total/r1p1", "112"), ("total/r1p2", "88"),
        ("r2p1", "3-"), ("r2p2", "3"), ("penalties/2", "2"), ("final/1", "1"),
    ):
        for letter in keys:
            after = desk.typed(made, spot, letter)
            assert after is not None, (spot, letter)
            made = after
    assert made.players == ["Ann", "Bo"] and made.rounds == [[12, -12], [-3, 3]] and made.totals == [[112, 88]]
    assert made.penalties == [0, 2] and made.claimed == "Ann" and not made.spaces
    long = desk.typed(replace(made, players=["Ann", "B" * 12]), "name/2", "X")
    assert long is not None and long.players == ["Ann", "B" * 12], "there is room for no more"
    erased = desk.typed(made, "r2p1", "")
    assert erased is not None and erased.rounds == [[12, -12], [None, 3]]


def test_a_winner_that_was_named_is_a_result_that_was_looked_at() -> None:
    assert check(paper(GOOD, claimed="Ann")).sums == "right" and check(paper(GOOD)).sums == "none"
    assert check(paper(GOOD, totals=[[108, None, None, None]])).sums == "right"


def test_rounds_of_one_player_need_a_result_each() -> None:
    """A time trial: any result may be right; what is left blank is wrong, and so is a round too many."""
    table = TableFacts((24,), (0,), 3, False, False)
    for results, costs in (((5, 9, -3), (0, 0, 0)), ((5, None, 7), (0, 1, 0)), ((5, None, 7, 8), (0, 1, 0, 1))):
        found = mended([[result] for result in results], table)
        assert (found.costs, found.mistakes, found.ahead) == (costs, sum(costs), (0,))

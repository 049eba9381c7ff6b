"""What `check-sheet` accepts can be read about, played, printed, filled, checked, explained and reviewed: sheets of every
game made at random, down to the smallest, with all rolls, with some and with none."""

from __future__ import annotations

import random
from itertools import islice, product

import msgspec
import pytest

from rollwrite_desktop.core.audit import needed
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.sheet.sheet import Sheet
from tests.laws.demands import law
from tests.laws.made_sheets import MAKERS, Least, accepted
from tests.laws.sheet_uses import checked, lists_of, played, printed, read_about, reviewed, spoilt
from tests.sampling import sampled
from tests.walks import settings, tempers

pytestmark = [law("sheet"), pytest.mark.slow]
EACH = 200
"""How many sheets of each kind are made."""


@sampled("name, seed", [*product(MAKERS, range(EACH))], EACH, lambda case: case[0])
def test_a_sheet_that_is_accepted_is_good_for_everything(name: str, seed: int) -> None:
    luck = random.Random(f"{name}/{seed}")
    good_for_everything(accepted(name, luck), luck)


@pytest.mark.parametrize(("name", "seed"), [("on_tour", 21)], ids=["the same two slips are found twice"])
def test_a_sheet_that_once_failed_is_good_for_everything(name: str, seed: int) -> None:
    test_a_sheet_that_is_accepted_is_good_for_everything(name, seed)


@pytest.mark.parametrize("name", MAKERS)
def test_the_smallest_sheet_is_good_for_everything(name: str) -> None:
    good_for_everything(accepted(name, Least(name)), random.Random(name))


def good_for_everything(sheet: Sheet, luck: random.Random) -> None:
    game = GAMES[sheet.game]
    printed(game, sheet)
    if game.play.score_sheet is not None and sheet.boxes:
        rows(sheet, luck)
        return
    read_about(game, sheet)
    options = luck.choice(settings(game))
    temper = luck.choice(list(tempers(game).values()))
    opened = played(game, sheet, options, (temper, game.think.bots["random"]) if not game.info.realtime else ())
    reviewed(opened)
    if game.play.score_sheet is None:
        papers(opened, options, luck)


def papers(opened: Opened, options: dict[str, str], luck: random.Random) -> None:
    """Sheets filled to the end, or not, and spoilt ones: each with all rolls, with some and with none."""
    game, sheet, session = opened.game, opened.sheet, opened.session
    auditor = game.check.auditor(sheet, options)
    for moment in (len(session.events), luck.randrange(len(session.events))):
        paper = game.check.paper_of(session.rules, session.state_after(moment), luck.choice(session.players))
        for rolls in lists_of(paper, luck):
            # Of a game put down before its end nothing tells that its list is not whole.
            legal = moment == len(session.events) or not rolls or rolls == paper.rolls
            checked(game, sheet, options, msgspec.structs.replace(paper, rolls=rolls), legal=legal)
        wrong = spoilt(auditor, sheet, paper, luck)
        for rolls in lists_of(wrong, luck):
            checked(game, sheet, options, msgspec.structs.replace(wrong, rolls=rolls), legal=False)


LISTED = ("rolling_america", "on_tour", "hexroller")


@sampled("name, seed", [*product(LISTED, range(EACH))], EACH, lambda case: case[0])
def test_what_is_decided_is_not_called_unchecked(name: str, seed: int) -> None:
    """With no rolls, with lists that break off after each of them, and with all: what is called for is what is not there,
    and of a rule that is broken only the rest is unchecked."""
    luck = random.Random(f"unchecked/{name}/{seed}")
    sheet = accepted(name, luck)
    game = GAMES[sheet.game]
    options = luck.choice(settings(game))
    session = played(game, sheet, options).session
    auditor = game.check.auditor(sheet, options)
    right = game.check.paper_of(session.rules, session.state, luck.choice(session.players))
    for paper in (right, *(spoilt(auditor, sheet, right, luck) for _ in range(2))):
        rolls = list(paper.rolls or ())
        for count in range(len(rolls) + 1):
            cut = msgspec.structs.replace(paper, rolls=rolls[:count] or luck.choice((None, [])))
            for report in (auditor.audit(cut), *islice(auditor.prove(cut), 20)):
                called_for = needed(report)
                assert [*called_for] in ([], ["missing"] if count else ["rolls"]), (cut, called_for)
                assert (count == 0) <= bool(called_for) and (count == len(rolls) and paper is right) <= (not called_for)
                for label in (label for labels in called_for.values() for label in labels):
                    rule = label.removeprefix("the rest of ").partition(" ")[0]
                    broken = any(finding.rule == rule and finding.verdict == "broken" for finding in report.findings)
                    assert broken == label.startswith("the rest of "), (cut, label, report.findings)


def rows(sheet: Sheet, luck: random.Random) -> None:
    """A score sheet filled with points at random, of as many rounds as it has or not."""
    players, rounds = sheet.values["players"], sheet.values["rounds"]
    names = ["Ann", "Bo", "Cy", "Di"][: luck.randint(2, players)]
    points: list[list[int | None]] = []
    totals: list[list[int | None]] = []
    running = [100] * len(names)
    for _ in range(luck.choice((0, 1, rounds, rounds + 1, rounds + 3))):
        left = [luck.randint(1, 4) for _ in names]
        first = luck.randrange(len(names))
        won = [sum(left) - left[first] if i == first else -n for i, n in enumerate(left)]
        running = [a + b for a, b in zip(running, won, strict=True)]
        points.append([*won])
        totals.append([*running])
    for row in (row for row in (*points, *totals) if luck.random() < 0.1):
        row[luck.randrange(len(names))] = luck.choice((None, 0, -1, 7, 100))
    paper = LigrettoDicePaper(
        game="ligretto_dice", players=names, rounds=points or None, totals=luck.choice((totals, [])) or None,
        claimed=luck.choice((None, *names)),
    )
    length = luck.choice(({}, {"length": f"rounds_{rounds}"}, {"length": "target_120"}))
    checked(GAMES["ligretto_dice"], sheet, length, paper, legal=False)

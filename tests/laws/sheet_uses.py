"""What is done with a sheet: drawn, printed, played to the end, written down, filled, and checked with its rolls and
without."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec

from rollwrite_desktop.core.audit import Auditor, NotAPaper, Paper, Report, describe_bounds, needed, report_json, write_paper
from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.diagnosis import describe_consequence, describe_diagnosis
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.session import JournalLine, Session
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.gamekit.think.engine import Budget
from rollwrite_desktop.gamekit.words.handbook import entries, in_brief
from rollwrite_desktop.play.opening.open_game import Opened, new_head, options_of
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import Filled, paper_in
from rollwrite_desktop.play.review import game_review
from rollwrite_desktop.play.review.game_review import Review, reviewable
from rollwrite_desktop.play.table.handbook_pictures import shown
from rollwrite_desktop.play.table.sheet_words import SheetWords
from rollwrite_desktop.printing.jobs.print_jobs import Extras, available_extras, blank_leaves, game_leaves, header_footer
from rollwrite_desktop.printing.jobs.text_version import game_document, sheet_document
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.reports.findings_pages import findings_document, findings_pages
from rollwrite_desktop.sheet.load import dump, loads
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.sheet.sheet import Sheet

SEARCHED = 60
"""So many reports of a search are looked at."""


def works(game: Game, sheet: Sheet) -> None:
    """Everything that is done with a sheet at an ordinary table."""
    printed(game, sheet)
    if game.play.score_sheet is None or not sheet.boxes:  # nobody plays on a score sheet
        played(game, sheet, options_of(game))


def printed(game: Game, sheet: Sheet) -> None:
    """A sheet read again, and blank on paper."""
    assert loads(dump(sheet), "x") == sheet
    assert game.play.guide(game.play.rules(sheet, options_of(game))).blank().marks
    has = available_extras(game, sheet)
    extras = Extras(True, "rolls" in has, "", True, True, "cards" in has)
    assert pdf(blank_leaves(game, sheet, 1, extras=extras), header_footer(game))[1]


def played(game: Game, sheet: Sheet, options: Mapping[str, str], bots: tuple[Bot[Any], ...] = ()) -> Opened:
    """A whole game, by these computer players or by one at random and the adviser: as its journal has it, in words, on
    paper, and checked."""
    head = new_head(game, sheet, "mine.json", ("Ann", "Bo"), dict(options), Notes(seed="SHEET-LAW"))
    lines: list[JournalLine] = []
    rules = game.play.rules(sheet, options)
    session = Session(rules, players_named(head.players), code="SHEET-LAW", log=lines.append)
    bots = bots or (game.think.bots["random"], game.think.bots[game.think.adviser])
    finish(session, dict(zip(session.players, bots, strict=True)))
    again = Session(rules, session.players, code="SHEET-LAW")
    again.replay(lines)
    assert session.over and again.state == session.state
    game_over = Opened(game, sheet, head, session)
    assert game_document(game_over, "x").wholes
    assert pdf(game_leaves(game_over, code=game.play.score_sheet is None), header_footer(game))[1]
    if game.play.score_sheet is not None:
        return game_over
    guide = game.play.guide(rules)
    desk, auditor = game.check.paper_editor(sheet, options), game.check.auditor(sheet, options)
    for player in session.players:
        paper = game.check.paper_of(rules, session.state, player)
        assert paper_in(write_paper(paper), "x") == paper
        report = auditor.audit(paper)
        assert report.verdict == "clean", [finding.sentence(game.play.rulebook) for finding in report.findings]
        assert all(SheetWords(game, sheet, paper).lines())
        assert desk.draw(paper, report).marks and guide.draw(session.state, player, guide.ui()).marks
        assert all(desk.describe(paper, spot) for spot in spots_in_order(sheet))
        assert all(guide.describe(session.state, player, space.id) for space in sheet.spaces)
    return game_over


def read_about(game: Game, sheet: Sheet) -> None:
    """The rules with their examples on a sheet, and what is printed of them."""
    rules = game.play.rules(sheet, options_of(game))
    for entry in entries(game.words.handbook(rules)):
        assert all(example.caption for example in shown(game, rules, entry))
    if game.words.has_handbook:
        assert in_brief(game.words.handbook(rules))


def reviewed(opened: Opened) -> None:
    """What each choice of the first player cost, where the game can say it: errors and luck add up to the result."""
    if reviewable(opened):
        *_, found = game_review.reviewed(opened, opened.session.players[0], 2, Budget(2, (1,)))
        assert isinstance(found, Review)
        sign = 1 if found.better == "higher" else -1
        assert abs(found.expected + sign * (found.luck - found.error) - found.result) < 0.01 * (1 + len(found.turns))
        assert found.expected >= 0 and found.result >= 0


# ---------------------------------------------------------------------- checking


def lists_of(paper: Paper, luck: random.Random) -> Iterator[list[str] | None]:
    """No rolls, all rolls of a paper, the first one only, and a list that breaks off anywhere."""
    rolls = list(paper.rolls or ())
    yield None
    if rolls:
        yield rolls
        yield rolls[:1]
        yield rolls[: luck.randint(1, len(rolls))]


def checked(game: Game, sheet: Sheet, options: Mapping[str, str], paper: Paper, *, legal: bool) -> Report:
    """What the search for mistakes and their explanation says of a paper, as far as it gets; legal: which has none."""
    auditor = game.check.auditor(sheet, options)
    report = auditor.audit(paper)
    for step, report in enumerate(islice(auditor.prove(paper), SEARCHED)):
        if step % 10 == 0:
            said(game, report)
        if legal:
            assert report.verdict != "broken" and not report.diagnosis, (paper, report.findings)
    said(game, report)
    for each in report.diagnosis:
        again = auditor.audit(each.paper)
        assert not [finding for finding in again.findings if finding.verdict == "broken"], (paper, each.edits)
    desk = game.check.paper_editor(sheet, options)
    assert desk.draw(paper, report).marks and all(desk.describe(paper, spot) for spot in spots_in_order(sheet))
    play = game.play
    told = findings_document(report, play.rulebook, play.part_titles, "Ann", unit=game.words.unit)
    pages = findings_pages(told, sheet.size)
    words = " ".join(mark.text for page in pages for mark in page.marks if isinstance(mark, Text))
    # Rolls that are there are not called for; only the rest of them may be.
    assert "Findings" in words and not (paper.rolls and ("without the rolls" in words or "rolls" in needed(report)))
    assert sheet_document(Filled("mine.json", game, sheet, paper, report, "Ann"), findings=True).wholes
    return report


def said(game: Game, report: Report) -> None:
    """A report in words."""
    for row in report_json(report, game.play.rulebook)["findings"]:  # type: ignore[attr-defined]
        assert row["message"] and "{" not in row["message"] + row.get("repair", "")
    if report.bounds is not None:
        assert describe_bounds(report)
    for each in report.diagnosis:
        assert describe_diagnosis(each) and describe_consequence(each)


def spoilt(auditor: Auditor, sheet: Sheet, paper: Paper, luck: random.Random) -> Paper:
    """The paper with one to three things changed: a mark, a circle, boxes crossed off, a roll, the score."""
    for _ in range(luck.randint(1, 3)):
        after = changed(sheet, paper, luck)
        with suppress(NotAPaper):
            auditor.audit(after)
            paper = after
    return paper


def changed(sheet: Sheet, paper: Paper, luck: random.Random) -> Paper:
    """The paper with one thing changed, perhaps to what it was, well formed or not."""
    spaces, boxes, rolls = dict(paper.spaces), dict(paper.boxes), list(paper.rolls or ())
    free = [space.id for space in sheet.spaces if not space.printed] or [sheet.spaces[0].id]
    one, other = luck.choice(free), luck.choice(free)
    held = spaces.get(one, "")
    match luck.choice(["mark", "mark", "swap", "circle", "blank", "X", "box", "roll", "rolls", "claim"]):
        case "mark":
            spaces[one] = luck.choice([*spaces.values(), *"12345678"])
        case "swap":
            spaces[one], spaces[other] = spaces.get(other, ""), held
        case "circle" if held:
            spaces[one] = content(held) if is_circled(held) else circle(held)
        case "blank":
            spaces[one] = ""
        case "X":
            spaces[one] = "X"
        case "box" if boxes:
            box = luck.choice(sorted(boxes))
            value = boxes[box]
            if isinstance(value, bool):
                boxes[box] = not value
            elif isinstance(value, int):
                boxes[box] = luck.randint(0, 6)
            else:
                boxes[box] = "".join(luck.sample(value, len(value)))[: luck.randint(0, len(value))]
        case "roll" if rolls:
            k = luck.randrange(len(rolls))
            digits = [i for i, sign in enumerate(rolls[k]) if sign.isdigit()]
            i = luck.choice(digits)
            rolls[k] = f"{rolls[k][:i]}{luck.randint(1, 8)}{rolls[k][i + 1:]}"
        case "rolls" if rolls:
            k, j = luck.randrange(len(rolls)), luck.randrange(len(rolls))
            rolls[k], rolls[j] = rolls[j], rolls[k]
        case "claim":
            return msgspec.structs.replace(paper, claimed=luck.randint(0, 40))
    spaces = {space: mark for space, mark in spaces.items() if mark}
    return msgspec.structs.replace(paper, spaces=spaces, boxes=boxes, rolls=rolls if paper.rolls is not None else None)

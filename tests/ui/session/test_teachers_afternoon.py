"""A teacher's afternoon: twelve sheets of one game, three of them not legal, three added wrongly, one without its rolls.
What the ranking, the advice, the certificates and the files say of each is held against what is known of how they were
filled."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from PySide6.QtWidgets import QLabel

from rollwrite_desktop.core.audit import Paper, describe_in_short, write_paper
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import parse
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import played
from rollwrite_desktop.play.practice.class_deck import DeckProgress, Played
from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.paper.session.class_practice import ClassPractice
from rollwrite_desktop.ui.paper.session.session_page import RANK, SessionPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import amount
from tests.ui.conftest import PATIENCE, settle, wait_for

GAME, CODE = "rolling_america", "P38A-WAKX"
NAMES = ("Ann", "Bo", "Cy", "Di", "Eva", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lea")
ILLEGAL, WRONG_SUM, NO_ROLLS = ("Cy", "Gus", "Lea"), {"Bo": 1, "Hal": -2, "Jo": 1}, "Di"


class Filled(Struct, frozen=True, dict=True):
    """A sheet, how many Xs are on it, whether it was played legally, and what was written as its score."""

    paper: Paper
    xs: int
    legal: bool
    written: int


def _clash(sheet: Sheet, paper: Paper) -> Paper:
    """A number written over another so that it differs from those of its neighbors by more than one."""
    for space in sheet.space:
        held = paper.spaces.get(space, "")
        beside = [paper.spaces.get(other, "") for other in sheet.neighbors[space]]
        for digit in ("1", "6"):
            clashing = [other for other in beside if other.isdigit() and abs(int(other) - int(digit)) > 1]
            if held.isdigit() and held != digit and clashing:
                return msgspec.structs.replace(paper, spaces={**paper.spaces, space: digit})
    raise AssertionError("there is no such place")


@pytest.fixture(scope="module")
def table() -> Mapping[str, Filled]:
    """The sheets of twelve computer players with the same dice, eight and four at a time."""
    game = GAMES[GAME]
    sheet = sheet_of(game, "")
    found: dict[str, Filled] = {}
    for names, bot in ((NAMES[:8], "random"), (NAMES[8:], "easy")):
        bots = {f"p{n}": bot for n, _ in enumerate(names, 1)}
        opened = start(new_head(game, sheet, sheet.id, names, {}, Notes(seed=CODE, bots=bots)))
        finish(opened.session, dict.fromkeys(opened.session.players, game.think.bots[bot]))
        for one in played(opened, ""):
            paper, name = one.paper, one.player
            if name in ILLEGAL:
                paper = _clash(sheet, paper)
            xs = sum(paper.spaces.get(space, "X") == "X" for space in sheet.space)
            written = xs + WRONG_SUM.get(name, 0)
            rolls = None if name == NO_ROLLS else paper.rolls
            paper = msgspec.structs.replace(paper, claimed=written, rolls=rolls)
            found[name] = Filled(paper, xs, name not in ILLEGAL, written)
    return found


@amount("sheets", 4, 12)
def test_the_ranking_and_all_that_is_said_is_right_line_by_line(
    qtbot: Any, window: MainWindow, table: Mapping[str, Filled], tmp_path: Path, sheets: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In every run the first four, one of each kind; all twelve before a release."""
    monkeypatch.setattr("rollwrite_desktop.ui.paper.session.class_practice.partial", _two_found)
    names = NAMES[:sheets]
    illegal = [name for name in ILLEGAL if name in names]
    added = [name for name in WRONG_SUM if name in names]
    for name in names:
        (tmp_path / f"{name}.paper.json").write_bytes(write_paper(table[name].paper))
    window.go.show_tournament(paths=[tmp_path / f"{name}.paper.json" for name in names])
    room = window.page
    assert isinstance(room, SessionPage)
    assert room.rank.practice.lines == (f"{sheets} sheets are still being checked.",), "no advice that may change"
    qtbot.waitUntil(lambda: room.checker.at < 0, timeout=20 * PATIENCE)

    assert room.check.about.text() == "One sheet without rolls is checked with those of Ann."
    reports = {sheet.player: sheet.report for sheet in room.checker.filled}
    assert {name: report.played for name, report in reports.items()} == {
        name: "legal" if table[name].legal else "illegal" for name in names}
    assert {name for name, report in reports.items() if report.sums == "wrong" and table[name].legal} == set(added)
    worth = {name: table[name].xs + (0 if table[name].legal else reports[name].misplayed) for name in names}
    assert {name: report.total for name, report in reports.items()} == worth
    assert all(worth[name] > table[name].xs for name in illegal)

    room.turn_to(RANK)
    assert room.rank.ruled.illegal.value == "penalty 1", "the game's own rule"
    assert [worth[one.player] for one in room.rank.standings] == sorted(worth.values())
    assert {one.player for one in room.rank.standings if one.note} == set(illegal)
    room.rank.ruled.illegal.choose("last")
    settle()
    _look_at_places(room, names, table, worth, illegal, added)

    advice = "\n".join(room.rank.practice.lines)
    assert room.rank.practice.lines[0] == "Playing" and "RA-" not in advice
    playing, counting = advice.split("\nCounting\n")
    assert playing.splitlines()[1].endswith(f"{_sheets(illegal)}"), playing
    assert counting == f"• Adding up the score: {_sheets(added)}"

    assert room.rank.export.write(tmp_path / "r.csv")
    rows = list(csv.DictReader((tmp_path / "r.csv").read_text("utf-8-sig").splitlines()))
    assert [(row["Player"], row["Found"], row["File"]) for row in rows] == [
        (one.player, describe_in_short(reports[one.player]), f"{one.player}.paper.json") for one in room.rank.standings]

    room.rank.certified.click()
    page = window.page
    assert isinstance(page, PrintPage) and len(page.leaves) == len(names)
    for leaf, one in zip(page.leaves, room.rank.standings, strict=True):
        texts = [mark.text for mark in leaf.display.marks if isinstance(mark, Text)]
        assert {one.player, f"Place {one.place} of {len(names)}"} <= {*texts}
        (found,) = (text for text in texts if text.startswith("Checked: "))
        assert ("not legal" in found) == (one.player in illegal)
        assert ("added wrongly" in found) == (one.player in added)
    page.left.emit()
    _look_at_positions(window, room, len(names), len(names) - len(illegal), tmp_path)


def _two_found(_search: object, games: Sequence[Played], *_: object) -> Call[DeckProgress]:
    """Finds two positions, and no more: what is found is held elsewhere."""
    some = parse((ASSETS / "decks" / f"{GAME}.rollwrite-deck").read_bytes(), "").positions[:2]
    n = len(games)
    steps = ((1, n), (n, n), (n, n, 1), (n, n, 2, some[:1]), (n, n, 3, some))
    return partial(iter, [DeckProgress(*step) for step in steps])


def _look_at_positions(window: MainWindow, room: SessionPage, sheets: int, legal: int, folder: Path) -> None:
    """What cost most on the legal sheets: stopped, found, saved as a deck, printed."""
    room.rank.positions.click()
    (dialog,) = room.findChildren(ClassPractice)
    said = " ".join(each.text() for each in dialog.findChildren(QLabel))
    assert f"Sheets that can be used: {legal} of {sheets}." in said
    assert not dialog.print.isEnabled() and not dialog.save.isEnabled()
    dialog.search.click()
    assert dialog.working and dialog.stopping.isVisible() and not dialog.search.isEnabled()
    dialog.stopping.click()
    assert not dialog.working and dialog.said.text() == "Stopped."
    dialog.wanted.choose("6")
    dialog.search.click()
    wait_for(lambda: not dialog.working)
    assert dialog.said.text() == "No other turn clearly cost anything. 2 positions are ready."
    assert dialog.bar.value() == 2 and dialog.bar.maximum() == 6
    dialog.save_deck(folder / "class.rollwrite-deck")
    deck = parse((folder / "class.rollwrite-deck").read_bytes(), "")
    assert len(deck.positions) == 2 and {each.player for each in deck.positions} == {""}
    dialog.print.click()
    wait_for(lambda: isinstance(window.page, PrintPage))
    page = window.page
    assert isinstance(page, PrintPage) and len(page.leaves) == 1
    assert page.suggested() == f"{room.rank.title()} Positions to practice.pdf"
    leaf = page.leaves[0]
    assert leaf.back is not None
    texts = [mark.text for face in (leaf, leaf.back) for mark in face.display.marks if isinstance(mark, Text)]
    assert sum(text.startswith("Played: ") for text in texts) == 2


def _sheets(names: Sequence[str]) -> str:
    return f"{len(names)} sheet{'s' * (len(names) > 1)} ({', '.join(names)})"


def _look_at_places(
    room: SessionPage, names: Sequence[str], table: Mapping[str, Filled], worth: Mapping[str, int],
    illegal: Sequence[str], added: Sequence[str],
) -> None:
    """Every card: its place among those that were played legally, the others behind them; score, reason and what was
    found."""
    legal = [name for name in names if table[name].legal]
    places = {one.player: one.place for one in room.rank.standings}
    for name in legal:
        better = sum(table[other].xs < table[name].xs for other in legal)
        level = sum(table[other].xs == table[name].xs for other in legal)
        assert better < places[name] <= better + level
    assert all(places[name] > len(legal) for name in illegal)
    cards = {place.name.text(): place for place in room.rank.places}
    assert [*cards] == [one.player for one in room.rank.standings]
    for name, card in cards.items():
        assert (card.place.text(), card.score.text()) == (f"{places[name]}.", str(worth[name]))
        assert ("not legal" in card.reason.text()) == (name in illegal) == card.place.plain
        wrong = f"added wrongly: {table[name].xs}, not {table[name].written}"
        assert (wrong in card.state.text()) == (name in added), card.state.text()
        assert name not in added or name in illegal or " written, not " not in card.state.text(), "a wrong sum is said once"

"""On every shipped sheet the check is gone through in the one reading order, whichever key leads on."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.play.table.sheet_words import SheetWords, next_spot
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.reading_order import reading_order, spots_in_order
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.paper.check.sheet_entry import SheetEntry
from tests.sampling import sampled
from tests.ui.conftest import settle

TAB, BACKTAB, RETURN = Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return
SHEETS = [(game, sheet) for game, one in GAMES.items() for sheet in one.play.sheets]
Told = tuple[str, int, int, str]


def entry_of(qtbot: Any, store: Settings, game_id: str, sheet_id: str) -> SheetEntry:
    """The sheet of a blank paper, with the keyboard."""
    game, sheet = GAMES[game_id], find(sheet_id)
    paper = game.check.paper(game=game_id, sheet=sheet_id)
    options = options_of(game, {})
    report = game.check.auditor(sheet, options).audit(paper)
    entry = SheetEntry(sheet, game.check.paper_editor(sheet, options), paper, report, lambda _: True, store)
    qtbot.addWidget(entry)
    entry.resize(900, 700)
    entry.show()
    entry.activateWindow()
    entry.choose_first()
    settle()
    return entry


def told(entry: SheetEntry) -> Told:
    """The group of the place with the cursor, its position and how many there are, as a reader is told; and the place."""
    face = QAccessible.queryAccessibleInterface(entry.view).focusChild()
    title = face.parent().text(QAccessible.Text.Name)
    position, _, named = face.text(QAccessible.Text.Description).partition(" in ")
    assert (named or title) == title and title.casefold() in (named + face.text(QAccessible.Text.Name)).casefold()
    n, _, total = position.partition(" of ")
    return title, int(n), int(total), entry.spot


def walk(entry: SheetEntry, key: Qt.Key) -> list[Told]:
    """What is told on the way from the place with the cursor to the end."""
    told_so_far = [told(entry)]
    while True:
        QTest.keyClick(entry.view, key)
        if not entry.spot or entry.spot == told_so_far[-1][3]:
            return told_so_far
        told_so_far.append(told(entry))


@sampled("game, sheet_id", SHEETS, 18, lambda case: case[0])
def test_told_positions_rise_by_one_and_groups_follow_one_another(
    qtbot: Any, store: Settings, game: str, sheet_id: str
) -> None:
    """What is passed over takes no key at all: what is printed, and the names, which have fields of their own."""
    entry = entry_of(qtbot, store, game, sheet_id)
    walked = walk(entry, RETURN)
    sheet, titles = entry.sheet, [group.words for group in reading_order(entry.sheet)]
    passed = {spot for spot in spots_in_order(sheet) if spot not in entry.writable}
    assert all(sheet.space[spot].printed if spot in sheet.space else sheet.box[spot].group in ("player", "again")
               for spot in passed)
    groups = {title: [*places] for title, places in groupby(walked, key=lambda each: each[0])}
    assert len(groups) == len([*groupby(walked, key=lambda each: each[0])])
    assert [title for title in titles if title in groups] == [*groups]
    for group in reading_order(sheet):
        there = [n for n, spot in enumerate(group.spots, 1) if spot not in passed]
        assert [(n, total) for _, n, total, _ in groups.get(group.words, [])] == [(n, len(group.spots)) for n in there]


@sampled("game, sheet_id", SHEETS, 36, lambda case: case[0])
def test_all_ways_on_are_one_way(qtbot: Any, store: Settings, game: str, sheet_id: str) -> None:
    """Tab and Return, back again, the keys for blank spaces, reading back, the sheet in words and the tree of readers."""
    entry = entry_of(qtbot, store, game, sheet_id)
    sheet, order = entry.sheet, spots_in_order(entry.sheet)
    there = [spot for *_, spot in walk(entry, RETURN)]
    back = [spot for *_, spot in walk(entry, BACKTAB)]
    entry.choose_first()
    assert [spot for *_, spot in walk(entry, TAB)][: len(there)] == there == back[::-1]
    assert there == [spot for spot in order if spot in there]
    assert [*entry.reading_back.order] == [spot for spot in order if spot in entry.reading_back.order]
    here, blank = "", []
    for _ in sheet.spaces:
        here = next_spot(sheet, here, frozenset(sheet.space))
        blank.append(here)
    assert blank == [spot for spot in order if spot in sheet.space]
    face = QAccessible.queryAccessibleInterface(entry.view)
    faces = [face.child(i).child(k) for i in range(face.childCount()) for k in range(face.child(i).childCount())]
    assert [each.text(QAccessible.Text.Name) for each in faces] == [entry.view.spot_label(spot) for spot in order]


@pytest.mark.parametrize("game", [game for game, one in GAMES.items() if not one.info.realtime])
def test_the_sheet_in_words_has_the_regions_that_the_places_tell(
    qtbot: Any, store: Settings, game: str
) -> None:
    played = GAMES[game]
    entry = entry_of(qtbot, store, game, played.play.sheets[0])
    lines = [*SheetWords(played, entry.sheet, Paper(game=game, sheet=entry.sheet.id)).lines()]
    groups = dict.fromkeys(title for title, *_ in walk(entry, RETURN) if title != "Boxes")
    assert [line.partition(",")[0] for line in lines if " filled: " in line] == [*groups]


def test_a_score_sheet_in_words_tells_what_is_written(qtbot: Any, store: Settings) -> None:
    entry = entry_of(qtbot, store, "ligretto_dice", "ligretto_dice_score_3")
    entry.changed.connect(lambda paper, halves: entry.show_paper(paper, entry.report, halves))
    entry.choose("r1p2")
    QTest.keyClicks(entry.view, "7")
    words = SheetWords(GAMES["ligretto_dice"], entry.sheet, entry.paper)
    assert [*words.lines()] == ["P2, round 1: 7"]
    assert {"r1p1", "r1p2"} & words.blanks() == {"r1p1"}

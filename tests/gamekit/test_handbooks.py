"""The handbooks: every rule can be looked up, every example is what the rules say of it, every text is plain."""

from __future__ import annotations

import re

import pytest

from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.handbook import Brief, Chapter, Entry, Handbook, entries, entry_of, found, in_brief
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.table.handbook_pictures import handbook_of, rules_on, shown
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.sheet.sheet import Sheet
from tests.laws.demands import law
from tests.readability import grade, sentences

REFUSED = {
    "rolling_america": {"RA-7": "RA-7", "RA-8": "RA-8", "RA-9": "RA-9"}, "on_tour": {"OT-6": "OT-6", "OT-R1": "OT-8"},
    "hexroller": {"HR-5": "HR-5"}, "ligretto_dice": {"LD-R3": "LD-4"},
}
"""The entries with an example that is refused, and the rule that refuses it."""
HARDEST, LONGEST, PARAGRAPH = 7.0, 30, 3
SHIPPED = ("rolling_america", "on_tour", "hexroller", "ligretto_dice")
WRITTEN = [game_id for game_id, game in GAMES.items() if handbook_of(game)]
BOOKS = [(GAMES[game_id], sheet_of(GAMES[game_id], sheet)) for game_id in WRITTEN for sheet in GAMES[game_id].play.played_on]
with_handbook = pytest.mark.parametrize("game_id", WRITTEN)
on_every_sheet = pytest.mark.parametrize(("game", "sheet"), BOOKS, ids=[sheet.id for _, sheet in BOOKS])


def test_every_shipped_game_has_a_handbook() -> None:
    assert {*SHIPPED} <= {*WRITTEN}


@law("handbook")
@on_every_sheet
def test_every_rule_of_the_rulebook_has_one_entry(game: Game, sheet: Sheet) -> None:
    handbook = handbook_of(game, sheet)
    keys = [key for entry in entries(handbook) for key in entry.keys]
    assert len(set(keys)) == len(keys)
    assert all(entry.keys for entry in entries(handbook))
    for key in game.play.rulebook:
        entry = entry_of(handbook, key)
        assert entry is not None, key
        assert rule_of(key) in entry.keys


@law("handbook")
@on_every_sheet
def test_examples_are_refused_just_where_they_say_so(game: Game, sheet: Sheet) -> None:
    rules = rules_on(game, sheet)
    assert rules.sheet == sheet
    refused, drawn = {}, 0
    for entry in entries(game.words.handbook(rules)):
        for example in shown(game, rules, entry):
            drawn += 1
            assert example.caption and "{" not in example.caption
            left, top, right, foot = example.window
            wide, high = example.display.size
            assert 0 <= left < right <= wide
            assert 0 <= top < foot <= high
            if example.refusal is not None:
                refused[entry.keys[0]] = rule_of(example.refusal.key)
                assert game.info.id in SHIPPED or refused[entry.keys[0]] in entry.keys
            if example.report is not None:
                assert not example.report.findings, entry.title
    if game.info.id in SHIPPED:
        assert refused == REFUSED[game.info.id]
        assert drawn >= 3


@law("handbook")
@on_every_sheet
def test_texts_are_plain(game: Game, sheet: Sheet) -> None:
    """At most three sentences in a paragraph, thirty words in a sentence, and words that a schoolchild knows."""
    rules = rules_on(game, sheet)
    handbook = game.words.handbook(rules)
    for entry in entries(handbook):
        for paragraph in entry.paragraphs:
            found_in = sentences(paragraph)
            assert len(found_in) <= PARAGRAPH, paragraph
            assert max(map(len, found_in)) <= LONGEST, paragraph
            assert not re.search(r"[A-Z]{2}-R?\d|\{|  ", paragraph), paragraph
    assert grade("\n".join(text for entry in entries(handbook) for text in entry.paragraphs)) <= HARDEST
    assert grade("\n".join(brief.text for brief in in_brief(handbook))) <= HARDEST


def test_quick_rules_say_what_their_entry_says_where_they_say_nothing_else() -> None:
    said = Entry(("X-1",), "One", "Long.", brief=(Brief(text="Short."), Brief("Two")))
    book = (Chapter("A", (said, Entry((), "No", "Nothing in brief."))),)
    assert [(brief.title, brief.text) for brief in in_brief(book)] == [("One", "Short."), ("Two", "Long.")]


def test_counts_and_examples_are_those_of_the_sheet() -> None:
    game = GAMES["rolling_america"]
    for sheet_id in game.play.played_on:
        rules = rules_on(game, sheet_of(game, sheet_id))
        handbook = game.words.handbook(rules)
        text = "\n".join(text for entry in entries(handbook) for text in entry.paragraphs)
        assert counted_areas(rules.sheet) in text and f"(1 to {rules.rounds})" in text
        entry = entry_of(handbook, "RA-8")
        assert entry is not None
        (example,) = shown(game, rules, entry)
        assert {*example.around} <= {*rules.sheet.space}
        assert sum(rules.sheet.space[spot].name in example.caption for spot in example.around) >= 2


def test_what_is_played_to_its_end_has_a_route_and_an_x() -> None:
    game = GAMES["on_tour"]
    rules = rules_on(game)
    handbook = game.words.handbook(rules)
    assert "a star" in next(example.caption for example in shown(game, rules, _entry(handbook, "OT-11")))
    assert list(shown(game, rules, _entry(handbook, "OT-8")))
    rules = rules_on(GAMES["rolling_america"])
    assert list(shown(GAMES["rolling_america"], rules, _entry(GAMES["rolling_america"].words.handbook(rules), "RA-10")))


def _entry(handbook: Handbook, key: str) -> Entry:
    entry = entry_of(handbook, key)
    assert entry is not None
    return entry


def test_searching_finds_words_without_accents_or_capitals_and_keys() -> None:
    book = handbook_of(GAMES["rolling_america"])
    assert "RA-14" in [entry.keys[0] for entry in found(book, "GUARD circle")]
    assert [entry.keys[0] for entry in found(book, "ra-8")] == ["RA-8"]
    assert found(book, "elephant") == ()
    assert len(found(book, "  ")) == len(list(entries(book)))


def test_the_grade_of_known_texts() -> None:
    assert sentences("Roll. On “Go!” write. Call “Stop!” Done") == [
        ["Roll"], ["On", "Go", "write"], ["Call", "Stop"], ["Done"],
    ]
    assert grade("The cat sat on the mat.") < 0
    assert grade("Notwithstanding considerable institutional opposition, administrators unanimously reconsidered.") > 20

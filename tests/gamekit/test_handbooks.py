"""The handbooks: every rule can be looked up, and every example is what the rules say of it."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.gamekit.handbook import entries, entry_of, found
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.handbook_pictures import shown
from tests.laws.demands import law

WRONG = {
    "rolling_america": {"RA-7", "RA-8", "RA-9"}, "on_tour": {"OT-6", "OT-R1"}, "hexroller": {"HR-7"}, "ligretto_dice": set(),
}
"""The entries whose example shows a stroke that is refused."""
with_handbook = pytest.mark.parametrize("game_id", [game_id for game_id, game in GAMES.items() if game.handbook])


@pytest.mark.parametrize("game_id", WRONG)
def test_every_shipped_game_has_a_handbook(game_id: str) -> None:
    assert GAMES[game_id].handbook


@law("handbook")
@with_handbook
def test_every_rule_of_the_rulebook_has_one_entry(game_id: str) -> None:
    game = GAMES[game_id]
    keys = [key for entry in entries(game.handbook) for key in entry.keys]
    assert len(set(keys)) == len(keys)
    assert {rule_of(key) for key in game.rulebook} <= set(keys)
    for key in game.rulebook:
        entry = entry_of(game.handbook, key)
        assert entry is not None
        assert rule_of(key) in entry.keys


@law("handbook")
@with_handbook
def test_examples_are_refused_just_where_they_say_so(game_id: str) -> None:
    game = GAMES[game_id]
    refused = set()
    for entry in entries(game.handbook):
        drawn = shown(game, entry)
        assert (drawn is None) == (entry.example is None)
        if drawn is None:
            continue
        left, top, right, foot = drawn.window
        wide, high = drawn.display.size
        assert 0 <= left < right <= wide
        assert 0 <= top < foot <= high
        if drawn.refusal is not None:
            assert entry_of(game.handbook, drawn.refusal.key) in (entry, entry_of(game.handbook, _cause(entry.keys[0])))
            refused.add(entry.keys[0])
        if drawn.report is not None:
            assert not drawn.report.findings, entry.title
    assert refused == WRONG.get(game_id, set())


def _cause(key: str) -> str:
    """The rule that a stroke is refused by where the entry explains another side of it."""
    return {"OT-R1": "OT-8", "HR-7": "HR-5"}.get(key, key)


def test_seeking_finds_words_without_accents_or_capitals_and_keys() -> None:
    book = GAMES["rolling_america"].handbook
    assert [entry.keys[0] for entry in found(book, "GUARD circle")] == ["RA-14"]
    assert [entry.keys[0] for entry in found(book, "ra-8")] == ["RA-8"]
    assert found(book, "elephant") == ()
    assert len(found(book, "  ")) == len(list(entries(book)))

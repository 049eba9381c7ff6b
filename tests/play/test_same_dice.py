"""Computer players on the dice of a finished game: the same results every time, kept in a file that may be lost."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from rollwrite_desktop.core.i18n import integer
from rollwrite_desktop.core.rules import is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.review import same_dice
from rollwrite_desktop.play.review.result_picture import share_card, share_scores
from rollwrite_desktop.play.review.same_dice import (
    LevelGame,
    LevelGames,
    beaten,
    comparable,
    games_of,
    job,
    keep_levels,
    kept_levels,
    key_of,
    replayed,
)
from tests.play.test_game_index import played
from tests.sampling import sampled

TABLE_GAMES = [game_id for game_id, game in GAMES.items() if not game.info.realtime]


@pytest.mark.slow
@sampled("game_id", [*TABLE_GAMES], 3)
def test_levels_play_the_dice_of_the_game(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = played(tmp_path, "a", game_id, players=("Ann", "Bo"))
    assert comparable(opened)
    levels = list(games_of(opened.game))
    assert levels == ([bot for bot in opened.game.think.bots if bot != "random"] or ["random"])
    rolled = [event.move for event in opened.session.events if is_chance(event.by)]
    over: list[Session[object]] = []
    made = same_dice.Session

    def noted(*given: Any, **named: Any) -> Any:
        over.append(made(*given, **named))
        return over[-1]

    monkeypatch.setattr(same_dice, "Session", noted)
    weakest, *others = levels[:2]
    games = {weakest: 2, **dict.fromkeys(others, 1)}
    call = pickle.loads(pickle.dumps(job(opened, games, {})))
    found = list(call())
    results = [each for each in found if isinstance(each, LevelGame)]
    assert [each.level for each in results] == [weakest, *others, weakest]
    assert len(found) - len(results) >= len(results) * (len(rolled) - 1), "other work gets its turn at every roll"
    assert {each for each in found if isinstance(each, str)} == set(games)
    for session in over:
        assert session.over
        own = [event.move for event in session.events if is_chance(event.by)]
        assert own == rolled[: len(own)] and len(own) >= len(rolled) - 1
    assert [each for each in job(opened, games, {weakest: 1})() if isinstance(each, LevelGame)] == results[1:]
    assert key_of(opened, games) != key_of(opened, {weakest: 3})
    for each in results:
        again = replayed(opened.session.rules, each)
        assert again is not None and again.over
    wrong = structs.replace(results[0], total=results[0].total + 1)
    cut = structs.replace(results[0], events=results[0].events[:-1])
    odd = structs.replace(results[0], events=(("chance", "odd"),))
    assert [replayed(opened.session.rules, each) for each in (wrong, cut, odd)] == [None, None, None]


def test_only_finished_games_without_a_clock_compare(tmp_path: Path) -> None:
    assert not comparable(played(tmp_path, "b", "ligretto_dice", players=("Ann",), pace="turns"))


def test_how_many_results_a_total_beats() -> None:
    assert beaten(10, [8, 9, 10, 11], lowest_wins=False) == 0.625
    assert beaten(10, [8, 9, 10, 11], lowest_wins=True) == 0.375
    assert beaten(10, [], lowest_wins=True) == 0.0


def test_what_is_known_is_kept_beside_the_journal_as_long_as_the_dice_are_the_same(tmp_path: Path) -> None:
    opened, journal = played(tmp_path, "a", players=("Ann",)), tmp_path / "a.rollwrite"
    games = {"easy": 2}
    assert kept_levels(journal, opened, games).totals == {}
    levels = LevelGames()
    for total in (7, 9):
        levels.add(LevelGame("easy", total, (("chance", "x"),)))
    keep_levels(journal, opened, games, levels)
    found = kept_levels(journal, opened, games)
    assert found == levels and found.played("easy") == 2 and found.first["easy"].total == 7
    assert kept_levels(journal, opened, {"easy": 3}).totals == {}
    assert kept_levels(journal, played(tmp_path, "b", players=("Ann",), code="OTHE-RRRR"), games).totals == {}
    for spoilt in (b"", b"{", b'{"format": 2, "dice": "", "levels": {}}', b"\xff", b"[" * 9000):
        journal.with_suffix(same_dice.ENDING).write_bytes(spoilt)
        assert kept_levels(journal, opened, games).totals == {}


@pytest.mark.parametrize("game_id", TABLE_GAMES)
def test_a_picture_to_share_says_who_got_what_and_with_which_code(game_id: str, tmp_path: Path) -> None:
    opened = played(tmp_path, "a", game_id, players=("Ann", "Bo"))
    sheet = opened.game.play.guide(opened.session.rules).draw(opened.session.state, "p1", None, "Ann")
    picture = share_card(opened, "p1", "X-CODE", "2026-11-28")
    assert picture.marks[: len(sheet.marks)] == sheet.marks, "the sheet as on paper: no rings, nothing lit"
    total = opened.session.rules.scores(opened.session.state)[0].total
    texts = {mark.key: getattr(mark, "text", "") for mark in picture.marks[len(sheet.marks) :]}
    assert texts["card/total"] == str(total) and texts["card/name"] == "Ann"
    assert texts["card/game"].endswith("X-CODE · 2026-11-28")
    others = texts.pop("card/others")
    assert "Bo: " in others and [text for text in texts.values() if str(total) in text.split()] == [str(total)], "told once"
    assert "card/said" not in texts, "a rating is of a result alone"
    assert picture.size[1] > sheet.size[1]
    below = {mark.key: mark for mark in picture.marks[len(sheet.marks) :] if isinstance(mark, Text)}
    assert below["card/total"].x == picture.size[0] - below["card/game"].x == INSET, "its edges are the sheet's"
    assert below["card/game"].y == below["card/name"].y < below["card/others"].y == below["card/total"].y
    assert len({mark.key for mark in picture.marks}) == len(picture.marks)


@pytest.mark.parametrize("game_id", TABLE_GAMES)
def test_on_the_picture_nothing_is_written_over_something_else_however_many_played(game_id: str, tmp_path: Path) -> None:
    names = tuple(f"Wilhelmina {n}" for n in range(1, 9))
    opened = played(tmp_path, "a", game_id, players=names)
    sheet = opened.game.play.guide(opened.session.rules).draw(opened.session.state, "p1", None, names[0])
    picture = share_card(opened, "p1", "X-ABCD-EFGH-X", "2026-11-28")
    places = []
    for mark in picture.marks[len(sheet.marks) :]:
        if isinstance(mark, Text):
            wide = width(mark.text, mark.face, mark.size)
            left = mark.x - (wide if mark.align == "right" else 0.0)
            assert left >= 0 and left + wide <= picture.size[0] and mark.y < picture.size[1]
            places.append((left, left + wide, mark.y - 0.8 * mark.size, mark.y + 0.2 * mark.size))
    assert len(places) == 5
    for i, a in enumerate(places):
        for b in places[:i]:
            assert a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 7), (4, 24)])
def test_the_picture_of_a_race_has_what_was_played_and_no_more(players: int, rounds: int, tmp_path: Path) -> None:
    names = ("Lena", "Max", "Cleo", "Dot")[:players]
    opened = played(tmp_path, "a", "ligretto_dice", names, pace="turns", length=f"rounds_{rounds}", tie="shared")
    shared = opened.game.play.score_sheet
    assert shared is not None
    paper = shared.paper(opened.session.rules, opened.session.state, names)
    picture = share_scores(opened, paper, "X-ABCD-EFGH-X", "2026-11-28")
    texts = [mark for mark in picture.marks if isinstance(mark, Text)]
    held = [mark.text for mark in texts if mark.key.startswith("cell/")]
    points = [integer(entry, sign=True) for row in paper.rounds or () for entry in row if entry is not None]
    assert sorted(held) == sorted([*points, *["100"] * players, *(
        integer(total) for row, told in zip(paper.totals or (), paper.rounds or (), strict=True)
        for total, entry in zip(row, told, strict=True) if entry is not None
    ), *(integer(score.total) for score in shared.scores(paper))])
    assert [mark.text for mark in texts if mark.key.startswith("name/")] == [*names]
    assert {mark.text for mark in texts if mark.key.startswith("row/")} == {
        "Start", "Final", *(str(n) for n in range(1, rounds + 1))}
    assert not {"Ann", "Bo", "A round", "Example"} & {mark.text for mark in texts}, "no printed rules"
    assert all(left >= 0 and right <= picture.size[0] and bottom <= picture.size[1]
               for left, _, right, bottom in map(bounds, picture.marks))
    assert len({mark.key for mark in picture.marks}) == len(picture.marks)

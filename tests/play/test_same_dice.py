"""Computer players on the dice of a finished game: the same results every time, kept in a file that may be lost."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from rollwrite_desktop.core.chance import is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play import same_dice
from rollwrite_desktop.play.result_picture import result_picture
from rollwrite_desktop.play.same_dice import Known, beaten, comparable, games_of, job, key_of
from tests.play.test_game_index import played

TABLE_GAMES = [game_id for game_id, game in GAMES.items() if not game.info.realtime]


@pytest.mark.parametrize("game_id", TABLE_GAMES)
def test_levels_play_the_dice_of_the_game(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = played(tmp_path, "a", game_id, players=("Ann", "Bo"))
    assert comparable(opened)
    assert [bot for bot in opened.game.bots if bot != "random"] == list(games_of(opened.game))
    rolled = [event.move for event in opened.session.events if is_chance(event.by)]
    over: list[Session[object]] = []
    made = same_dice.Session

    def noted(*given: Any, **named: Any) -> Any:
        over.append(made(*given, **named))
        return over[-1]

    monkeypatch.setattr(same_dice, "Session", noted)
    games = {"easy": 2, "medium": 1}
    call = pickle.loads(pickle.dumps(job(opened, games)))
    found = list(call())
    results = [each for each in found if each is not None]
    assert [bot for bot, _ in results] == ["easy", "medium", "easy"]
    assert found.count(None) >= 3 * len(rolled) - 3, "other work gets its turn at every roll"
    for session in over:
        assert session.over
        own = [event.move for event in session.events if is_chance(event.by)]
        assert own == rolled[: len(own)] and len(own) >= len(rolled) - 1
    assert [each for each in job(opened, games)() if each is not None] == results
    assert key_of(opened, games) != key_of(opened, {"easy": 2})


def test_only_finished_games_without_a_clock_compare(tmp_path: Path) -> None:
    assert not comparable(played(tmp_path, "b", "ligretto_dice", players=("Ann",), pace="turns"))


def test_how_many_results_a_total_beats() -> None:
    assert beaten(10, [8, 9, 10, 11], lowest_wins=False) == 0.625
    assert beaten(10, [8, 9, 10, 11], lowest_wins=True) == 0.375
    assert beaten(10, [], lowest_wins=True) == 0.0


def test_what_is_known_is_kept_and_may_be_lost(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "levels.json"
    known = Known(file)
    assert known.find("x") is None
    known.keep("x", {"easy": [1, 2]})
    assert Known(file).find("x") == {"easy": [1, 2]}
    for n in range(510):
        known.keep(f"k{n}", {"easy": [n]})
    assert known.find("x") is None and known.find("k509") == {"easy": [509]}
    for spoilt in (b"", b"{", b'{"levels": 2, "rows": {}}', b'{"levels": 1, "rows": {"k509": 7}}', b"\xff", b"[" * 9000):
        file.write_bytes(spoilt)
        assert known.find("k509") is None
    file.unlink()
    file.mkdir()
    assert known.find("x") is None
    known.keep("x", {"easy": [1]})


@pytest.mark.parametrize("game_id", TABLE_GAMES)
def test_a_picture_to_share_says_who_got_what_and_with_which_code(game_id: str, tmp_path: Path) -> None:
    opened = played(tmp_path, "a", game_id, players=("Ann", "Bo"))
    sheet = opened.game.guide(opened.session.rules).draw(opened.session.state, "p1", None, "Ann")
    picture = result_picture(sheet, opened, "p1", "X-CODE")
    total = opened.session.rules.scores(opened.session.state)[0].total
    texts = {mark.key: getattr(mark, "text", "") for mark in picture.marks[len(sheet.marks) :]}
    assert texts["result/own"] == f"Ann: {total}"
    assert "Bo: " in texts["result/others"] and texts["result/game"].endswith("X-CODE")
    assert picture.size[1] > sheet.size[1]
    assert len({mark.key for mark in picture.marks}) == len(picture.marks)


@pytest.mark.parametrize("game_id", TABLE_GAMES)
def test_on_the_picture_nothing_is_written_over_something_else_however_many_played(game_id: str, tmp_path: Path) -> None:
    names = tuple(f"Wilhelmina {n}" for n in range(1, 9))
    opened = played(tmp_path, "a", game_id, players=names)
    sheet = opened.game.guide(opened.session.rules).draw(opened.session.state, "p1", None, names[0])
    picture = result_picture(sheet, opened, "p1", "X-ABCD-EFGH-X")
    places = []
    for mark in picture.marks[len(sheet.marks) :]:
        if isinstance(mark, Text):
            wide = width(mark.text, mark.face, mark.size)
            left = mark.x - (wide if mark.align == "right" else 0.0)
            assert left >= 0 and left + wide <= picture.size[0] and mark.y < picture.size[1]
            places.append((left, left + wide, mark.y - 0.8 * mark.size, mark.y + 0.2 * mark.size))
    assert len(places) == 3
    for i, a in enumerate(places):
        for b in places[:i]:
            assert a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]

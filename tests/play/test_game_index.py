"""The index of finished games: it says what the files say, whatever happens to it; and the statistics over it."""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.journal import Notes, head_bytes, line_bytes
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.kept.game_index import Entry, Index, Listed, Player, Refreshed, entry_of
from rollwrite_desktop.play.kept.saved_game import ended
from rollwrite_desktop.play.kept.standings import (
    Filter,
    as_csv,
    bins,
    form_of,
    moving_average,
    options_text,
    reviews_of,
    sheet_kind,
    standings,
)
from rollwrite_desktop.play.opening.open_game import Opened, new_head, options_of, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.race.race_view_model import clock_text
from rollwrite_desktop.play.review.game_review import Review, keep_review

DAY = "2026-11-20"


def played(
    folder: Path, name: str, game_id: str = "rolling_america", players: tuple[str, ...] = ("Ann",), code: str = "ABCD-EFGH",
    over: bool = True, sheet_id: str = "", bots: dict[str, str] | None = None, **options: str,
) -> Opened:
    """A game in a file, played by computer players at random."""
    opened, content = _played(game_id, players, code, over, sheet_id, tuple((bots or {}).items()), tuple(options.items()))
    _put(folder, name, content)
    return opened


def shelve(
    folder: Path, name: str, game_id: str = "rolling_america", players: tuple[str, ...] = ("Ann",), code: str = "ABCD-EFGH",
    over: bool = True, sheet_id: str = "", bots: dict[str, str] | None = None, day: str = DAY, **options: str,
) -> None:
    """As `played`, where only the file is wanted: the same game is played once. `day`: when it was begun."""
    content = _content(game_id, players, code, over, sheet_id, tuple((bots or {}).items()), tuple(options.items()))
    _put(folder, name, content.replace(DAY.encode(), day.encode(), 1))


def _played(
    game_id: str, players: tuple[str, ...], code: str, over: bool, sheet_id: str, bots: tuple[tuple[str, str], ...],
    options: tuple[tuple[str, str], ...],
) -> tuple[Opened, bytes]:
    game = GAMES[game_id]
    sheet_id = sheet_id or game.play.played_on[0]
    notes = Notes(seed=code, bots=dict(bots), started=f"{DAY}T12:00:00+00:00")
    sheet = sheet_of(game, sheet_id, "sheet")
    opened = start(new_head(game, sheet, sheet_id, players, options_of(game, dict(options), ""), notes))
    lines: list[JournalLine] = []
    opened.session.log = lines.append
    finish(opened.session, dict.fromkeys(opened.session.players, next(iter(game.think.bots.values()))))
    kept = lines if over else lines[: len(lines) // 2]
    return opened, head_bytes(opened.head) + b"".join(map(line_bytes, kept))


@cache
def _content(*asked: Any) -> bytes:
    return _played(*asked)[1]


def _put(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.rollwrite").write_bytes(content)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    games = tmp_path / "games"
    shelve(games, "a", players=("Ann", "Bo"))
    shelve(games, "b", players=("Ann", "Computer"), code="EFGH-2345", bots={"p2": "greedy"}, corners="on")
    shelve(games, "c", "hexroller", sheet_id="hexroller_back:SEED", code="SEED")
    shelve(games, "d", over=False)
    (games / "broken.rollwrite").write_bytes(b"{")
    (games / "other.txt").write_bytes(b"")
    return tmp_path


def index(home: Path) -> Index:
    return Index(home / "games", home / "index.json")


def rows(home: Path) -> dict[str, object]:
    return {listed.path.stem: listed.entry for listed in index(home).refresh()}


def test_the_index_says_what_the_files_say(home: Path) -> None:
    found = rows(home)
    assert set(found) == {"a", "b", "c", "d"}
    assert [entry.over for _, entry in sorted(found.items())] == [True, True, True, False]  # type: ignore[attr-defined]
    assert rows(home) == found
    entry = found["b"]
    assert [player.bot for player in entry.players] == ["", "greedy"]  # type: ignore[attr-defined]
    assert entry.code  # type: ignore[attr-defined]


def test_files_that_are_known_are_not_read_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(home)
    monkeypatch.setattr("rollwrite_desktop.play.kept.game_index._entry", lambda path: pytest.fail(f"{path} was read"))
    assert rows(home) == before


@pytest.mark.parametrize("content", [
    b"", b"{", b"\xff\x00", b"[" * 100_000, b'{"index": 99, "rows": {}}',
    b'{"index": 1, "rows": {"a.rollwrite": [[1, 2], 3]}}', b"nobody won", None,
])
def test_a_spoilt_or_missing_index_is_made_anew(home: Path, content: bytes | None) -> None:
    before = rows(home)
    file = home / "index.json"
    if content is None:
        file.unlink()
    elif content == b"nobody won":
        file.write_bytes(file.read_bytes().replace(b",1,{", b",2,{"))
    else:
        file.write_bytes(content)
    assert rows(home) == before
    assert file.stat().st_size > 100


@given(cut=st.integers(0, 2000))
def test_an_index_torn_anywhere_loses_nothing(cut: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.getbasetemp() / "torn"
    if not home.exists():
        shelve(home / "games", "a", "hexroller")
    before = rows(home)
    data = (home / "index.json").read_bytes()
    (home / "index.json").write_bytes(data[: cut % len(data)])
    assert rows(home) == before


def takes(games: list[Listed], chosen: Filter) -> list[str]:
    return sorted(each.path.stem for each in games if chosen.takes(each.entry))


def test_what_changed_came_or_went_is_seen(home: Path) -> None:
    rows(home)
    path = home / "games" / "d.rollwrite"
    shelve(home / "games", "d", players=("Dot",))
    os.utime(path, ns=(1, 1))
    (home / "games" / "a.rollwrite").unlink()
    shelve(home / "games", "e", "hexroller")
    found = rows(home)
    assert set(found) == {"b", "c", "d", "e"}
    assert found["d"].over and found["d"].players[0].name == "Dot"  # type: ignore[attr-defined]


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert Index(tmp_path / "none", tmp_path / "no" / "index.json").refresh() == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
@pytest.mark.parametrize("call", ["os.replace", "os.fsync"])
def test_killed_while_the_index_is_written(home: Path, call: str) -> None:
    before = rows(home)
    shelve(home / "games", "f", "hexroller")
    child = (
        f"import os, signal\n{call} = lambda *a, **k: os.kill(os.getpid(), signal.SIGKILL)\n"
        "from pathlib import Path\nfrom rollwrite_desktop.play.kept.game_index import Index\n"
        f"Index(Path({str(home / 'games')!r}), Path({str(home / 'index.json')!r})).refresh()\n"
    )
    done = subprocess.run([sys.executable, "-c", child], check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == -signal.SIGKILL
    assert rows(home).keys() == before.keys() | {"f"}


# ---------------------------------------------------------------------- filters and statistics


def test_filters_choose_games_and_results(home: Path) -> None:
    games = index(home).refresh()
    assert takes(games, Filter()) == ["a", "b", "c"]
    assert takes(games, Filter(game="hexroller")) == ["c"]
    assert takes(games, Filter(player="Bo")) == ["a"]
    assert takes(games, Filter(player="Computer")) == ["b"]
    assert takes(games, Filter(player="Computer", people=True)) == []
    assert takes(games, Filter(sheet="hexroller_back:")) == ["c"]
    assert takes(games, Filter(options="corners=on")) == ["b"]
    assert takes(games, Filter(options="-")) == ["a", "c"]
    code = next(each.entry.code for each in games if each.path.stem == "a")
    assert takes(games, Filter(code=code)) == ["a"]


def test_standings_know_which_way_is_better(tmp_path: Path) -> None:
    games = tmp_path / "games"
    totals: dict[str, list[int]] = {"rolling_america": [], "hexroller": []}
    for n, game_id in enumerate(("rolling_america", "rolling_america", "hexroller", "hexroller", "hexroller")):
        opened = played(games, f"{n}", game_id, code=f"CODE-{n}")
        totals[game_id].append(opened.session.rules.scores(opened.session.state)[0].total)
        os.utime(games / f"{n}.rollwrite", (n, n))
    xs, points = standings(index(tmp_path).refresh(), Filter())
    assert xs.totals == tuple(totals["rolling_america"]) and xs.best == min(xs.totals)
    assert points.totals == tuple(totals["hexroller"]) and points.best == max(points.totals)
    assert points.average == sum(points.totals) / 3
    assert (xs.wins, points.wins) == (0, 0)  # nobody wins alone


def test_only_what_can_be_compared_is_one_standing(tmp_path: Path) -> None:
    """Another sheet, other house rules, hints: each stands apart; a time trial has its time, the lowest of which is best."""
    def listed(total: int, sheet: str = "hexroller_front", hints: int = 0, **options: str) -> Listed:
        player = Player("Ann", "", total, 1, {}, hints)
        return Listed(tmp_path, 0.0, Entry(game="hexroller", sheet=sheet, options=options, players=(player,), over=True))

    games = [listed(57, hints=36), listed(40), listed(30), listed(50, "hexroller_back:AB"), listed(60, enforcement="paper")]
    found = standings(games, Filter())
    assert [(each.totals, each.kind.aided) for each in found] == [
        ((30, 40), False), ((50,), False), ((60,), False), ((57,), True)]
    assert [each.totals for each in standings(games, Filter(aided=True))] == [(57,)]
    assert len({each.kind for each in found}) == 4
    trial = entry_of(played(tmp_path / "games", "t", "ligretto_dice", trial="6"))
    slower = replace(trial, ms=trial.ms + 1)
    timed, = standings([Listed(tmp_path, 0.0, slower), Listed(tmp_path, 0.0, trial)], Filter())
    assert timed.kind.timed and timed.totals == (trial.ms, slower.ms) and timed.best == trial.ms > 0
    assert ended(trial) == f"Finished in {clock_text(trial.ms)}", "no points that nobody counts"
    assert not entry_of(played(tmp_path / "games", "r", "ligretto_dice", players=("Ann", "Bo"))).ms


def test_wins_count_at_a_table_for_several(home: Path) -> None:
    all_of = standings(index(home).refresh(), Filter(game="rolling_america"))
    found = {(each.player, each.kind.options): each for each in all_of}
    assert found["Ann", "-"].wins + found["Bo", "-"].wins >= 1
    assert len(found["Ann", "-"].totals) == len(found["Ann", "corners=on"].totals) == 1


@given(st.lists(st.integers(-10**6, 10**6), min_size=1, max_size=60), st.integers(2, 20))
def test_every_result_is_in_one_bar(totals: list[int], most: int) -> None:
    bars = bins(totals, most)
    assert len(bars) <= most
    assert sum(count for _, _, count in bars) == len(totals)
    assert all(count == sum(low <= total <= high for total in totals) for low, high, count in bars)
    assert all(after[0] == before[1] + 1 for before, after in itertools.pairwise(bars))


def test_no_results_have_no_bars() -> None:
    assert bins(()) == ()


def test_a_spreadsheet_gets_every_result_and_no_formula(home: Path) -> None:
    shelve(home / "games", "x", "hexroller", players=("=1+1", "Bo, “the” Bo"))
    games = index(home).refresh()
    aided = [replace(each, entry=replace(each.entry, players=tuple(
        replace(player, hints=36) if player.name == "=1+1" else player for player in each.entry.players))) for each in games]
    data = b"".join(as_csv(aided, Filter(), {"A": "Area A"}))
    assert data.startswith(b"\xef\xbb\xbf")
    lines = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert len(lines) == sum(len(each.entry.players) for each in games if each.entry.over)
    assert {"'=1+1", "Bo, “the” Bo"} <= {line["Player"] for line in lines}
    assert {line["Date"] for line in lines} == {"2026-11-20"}
    line = next(line for line in lines if line["Player"] == "'=1+1")
    entry = next(each.entry for each in games if each.path.stem == "x")
    assert (int(line["Total"]), line["Hints"]) == (entry.players[0].total, "36")
    assert {each["Hints"] for each in lines if each is not line} == {"0"}
    assert int(line["Area A"]) == entry.players[0].parts["A"]
    i18n.use("es", TRANSLATIONS)
    assert b"".join(as_csv(games, Filter(), {})).startswith(b"\xef\xbb\xbfFecha;Juego;Hoja;")


def test_names_of_sheets_and_rules(home: Path) -> None:
    entries = {each.path.stem: each.entry for each in index(home).refresh()}
    assert sheet_kind(entries["c"].sheet) == "hexroller_back:"
    assert options_text(entries["a"]) == "-"
    assert options_text(entries["b"]) == "corners=on"


def test_who_left_and_who_came_back_is_known(tmp_path: Path) -> None:
    opened = played(tmp_path / "games", "a", players=("Ann", "Bo"))
    opened.session.note("p1", "bot", "greedy")
    assert [player.bot for player in entry_of(opened).players] == ["greedy", ""]


def test_errors_and_luck_of_reviewed_games_the_latest_last(tmp_path: Path) -> None:
    """Only reviews of the games as they are: of the player who is meant, with the result of the game."""
    for n, error in enumerate((1.0, 2.0, 4.0)):
        opened = played(tmp_path, f"g{n}", code=f"FORM-{n}")
        total = opened.session.rules.scores(opened.session.state)[0].total
        result = total + (n == 1)
        keep_review(tmp_path / f"g{n}.rollwrite", opened, "p1", Review("Ann", result, 8.0, -error, error, "lower", ()))
        os.utime(tmp_path / f"g{n}.rollwrite", (1000 + n, 1000 + n))
    games = Index(tmp_path, tmp_path / "index.json").refresh()
    form = form_of(filter(None, reviews_of(games, Filter(), "rolling_america", "Ann")))
    assert (form.errors, form.luck) == ((1.0, 4.0), (-1.0, -4.0))
    assert form.without_luck == tuple(a + b for a, b in zip(form.results, form.luck, strict=True))
    assert [*reviews_of(games, Filter(), "rolling_america", "Bo")] == []
    assert moving_average((1.0, 3.0, 5.0), 2) == (1.0, 2.0, 4.0) and moving_average(()) == ()


def test_a_long_index_is_gone_through_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two of them a window does something else; what comes of it is what `refresh` finds."""
    for n in range(25):
        played(tmp_path / "games", f"game {n}", "hexroller")
    monkeypatch.setattr("rollwrite_desktop.play.kept.game_index.PIECE", 10)
    monkeypatch.setattr("rollwrite_desktop.play.kept.game_index._SAVED_EVERY", 10)
    first = Refreshed()
    pieces = index(tmp_path).refreshing(first)
    assert [first.done for _ in pieces if first.reads] == [*range(25)]
    assert len(list(index(tmp_path).refreshing(Refreshed()))) == 8, "two each to list, sort, compare, gather"
    halfway = Refreshed()
    (tmp_path / "index.json").unlink()
    for _ in index(tmp_path).refreshing(halfway):
        if halfway.done == 21:
            break
    again = Refreshed()
    assert len([1 for _ in index(tmp_path).refreshing(again) if again.reads]) == 5, "20 were written by then"
    assert again.games == first.games == index(tmp_path).refresh()


def test_a_bad_row_of_the_index_costs_itself_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(3):
        played(tmp_path / "games", f"game {n}", "hexroller")
    before = index(tmp_path).refresh()
    content = json.loads((tmp_path / "index.json").read_bytes())
    deep: list[object] = []
    for _ in range(400):
        deep = [deep]
    content["rows"]["game 1.rollwrite"] = deep
    (tmp_path / "index.json").write_text(json.dumps(content))
    state = Refreshed()
    assert len([1 for _ in index(tmp_path).refreshing(state) if state.reads]) == 1
    assert state.games == before

"""Pictures of the games: the kept moves are those that a computer player would make."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.ui.library import example_sheets

SHIPPED = {"rolling_america", "on_tour", "hexroller", "ligretto_dice"}
KEPT = [game_id for game_id in GAMES if (example_sheets.EXAMPLES / f"{game_id}.txt").is_file()]


def test_every_shipped_game_has_kept_moves() -> None:
    """A new game may have some, once its computer players take their time."""
    assert {*KEPT} >= SHIPPED


@pytest.mark.parametrize("game_id", KEPT)
def test_kept_moves_are_those_of_the_computer_player(game_id: str) -> None:
    """assets/build/examples.py writes them anew."""
    kept = example_sheets.EXAMPLES / f"{game_id}.txt"
    assert kept.read_text("utf-8") == example_sheets.text_of(GAMES[game_id])


@pytest.mark.parametrize("game_id", KEPT)
def test_a_game_without_kept_moves_has_the_same_picture(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example_sheets, "_known", {})
    *_, kept = example_sheets.played(game_id)
    monkeypatch.setattr(example_sheets, "_known", {})
    monkeypatch.setattr(example_sheets, "EXAMPLES", example_sheets.EXAMPLES / "none")
    *steps, thought_of = example_sheets.played(game_id)
    assert kept == thought_of and len(steps) > 5 and not any(steps)


def test_kept_moves_of_another_sheet_are_thought_of_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "on_tour.txt").write_text("chance 1 4 | MI, WV\np1 XX=14\n", "utf-8")
    monkeypatch.setattr(example_sheets, "EXAMPLES", tmp_path)
    monkeypatch.setattr(example_sheets, "_known", {})
    *steps, _ = example_sheets.played("on_tour")
    assert len(steps) > 5

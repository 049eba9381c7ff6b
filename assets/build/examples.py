"""Writes assets/examples, the moves behind the pictures of the games: `.venv/bin/python assets/build/examples.py`.

What a computer player thinks of each time is the same, but takes a quarter of a second of every start.
"""

from __future__ import annotations

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.ui.library.example_sheets import EXAMPLES, text_of


def write_all() -> None:
    """Writes the moves of every game."""
    EXAMPLES.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (EXAMPLES / f"{name}.txt").write_text(text_of(game), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_all()

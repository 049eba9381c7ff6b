"""A finished game is gone through by keys and heard: each move, the sheet in words, the review of a turn."""

from __future__ import annotations

from pathlib import Path

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.play.table.replay.replay_page import ReplayPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.rooms import ROOMS
from tests.ui.speech import heard, press

__all__ = ["heard"]


@sampled("game", [*GAMES], 4)
def test_every_move_of_a_replay_is_heard_and_its_sheet_can_be_read(
    window: MainWindow, heard: list[str], tmp_path: Path, game: str
) -> None:
    ROOMS[f"replay of {game}"](window, tmp_path)
    window.activateWindow()
    page = window.page
    assert isinstance(page, ReplayPage)
    assert "".join(heard).count(page.sentence.text()) == 1 and f"Replay · {GAMES[game].info.title}." in heard[-1]
    for key in ("Home", "Right", "Right", "PgDown", "Left"):
        heard.clear()
        press(page, key)
        assert len(heard) == 1 and heard[0].startswith(page.sentence.text()), key
    press(page, "End")
    shown, length = page.model.player, page.replay.length
    heard.clear()
    press(page, "Right")
    assert (page.model.at, page.model.player) == (length, shown) and len(heard) == 1
    for _ in range(min(60, page.replay.length)):  # also over the end of a turn, of which there is no line
        heard.clear()
        press(page, "Left")
        assert len(heard) == 1 and heard[0].endswith(f"Step {page.model.at} of {page.replay.length}.")
    press(page, "Home")
    heard.clear()
    press(page, "Left")
    assert len(heard) == 1 and "The start of the game" in heard[0]
    if GAMES[game].info.realtime:
        return
    press(page, "End")
    press(page, "F8")
    (dialog,) = page.findChildren(WordsDialog)
    lines = dialog.text.toPlainText().splitlines()
    assert lines[0] == page.sentence.text() and len(lines) > len(page.opened.sheet.regions)

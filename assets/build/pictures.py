"""Draws the pictures of the README: `python assets/build/pictures.py`, from a checkout that is set up.

Each shows the window in the middle or at the end of a game that a computer player has played, always the same one.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import msgspec
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.cli import main as rollwrite
from rollwrite_desktop.intake.journals import read
from rollwrite_desktop.play.opening.open_game import reopen
from rollwrite_desktop.play.race.race_session import COUNT_MS, GO_MS
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.paper.check.search_bar import Search
from rollwrite_desktop.ui.play.race.race_page import RacePage
from rollwrite_desktop.ui.play.table.replay.level_run import LevelRun
from rollwrite_desktop.ui.window.app import application
from rollwrite_desktop.ui.window.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
SHOWN = {
    "rolling_america": ("greedy", 1, 0.62),
    "on_tour": ("planner", 1, 1.0),
    "hexroller": ("greedy", 1, 0.7),
    "ligretto_dice": ("level_3", 2, 0.25),
}
"""Game id to the name of a computer player, how many of them play, and how much of the game is over."""
SLIP = "CO"
"""A guarded number beside one that differs by more than 1: its circle is forgotten on the sheet that is checked."""
SETTLED_MS = 4000
WAIT_MS, MAX_WAITS = 200, 1500


def journal(folder: Path, game_id: str, share: float = 0) -> Path:
    """A game of people's names, as far as it is shown, or up to a share of its events."""
    bot, players, usual = SHOWN[game_id]
    share = share or usual
    file = folder / f"{game_id}.rollwrite"
    if rollwrite(["play", game_id, "--players", *[bot] * players, "--seed", "PICTURE", "-o", str(file)]):
        raise SystemExit(f"{game_id} was not played")
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    known = json.loads(head)
    known["players"] = ["Ann", "Bo"][:players]
    known["notes"].pop("bots", None)
    kept = lines[: round(len(lines) * share)]
    file.write_text("\n".join([json.dumps(known), *kept]) + "\n", encoding="utf-8")
    return file


def wait(ms: int) -> None:
    """Lets the program run. `QTest.qWait` would hold Python's lock meanwhile, and the thread of the worker process stand."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def settle(window: MainWindow) -> None:
    """Lets the program run until nothing more comes from its worker process, and a race has begun."""
    wait(SETTLED_MS)
    if isinstance(window.page, RacePage):
        window.page.go_on()
        wait(COUNT_MS + 2 * GO_MS)
    for _ in range(MAX_WAITS):
        runs: list[LevelRun | Search] = [*window.findChildren(LevelRun), *window.findChildren(Search)]
        if not any(run.running for run in runs):
            break
        wait(WAIT_MS)
    wait(WAIT_MS)


def main() -> None:
    """Writes all pictures."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = application()
    check(app)
    for game_id in SHOWN:
        with tempfile.TemporaryDirectory() as name:
            store = Settings(Path(name))
            store.prefer(motion="reduced")
            store.games.mkdir(parents=True, exist_ok=True)
            window = MainWindow(store)
            window.resize(*SIZE)
            window.show()
            window.go.open_file(journal(store.games, game_id))
            settle(window)
            window.grab().save(str(ROOT / "assets" / "pictures" / f"{game_id}.png"))
            window.close()
            app.processEvents()


def check(app: QApplication) -> None:
    """The picture of a paper sheet with one slip: a circle that was forgotten."""
    with tempfile.TemporaryDirectory() as name:
        file = journal(Path(name), "rolling_america", 1.0)
        opened = reopen(read(file), file.name)
        held = opened.game.check.paper_of(opened.session.rules, opened.session.state, "p1")
        paper = msgspec.structs.replace(held, player="Ann")
        paper.spaces[SLIP] = paper.spaces[SLIP].strip("()")
        window = MainWindow(Settings(Path(name) / "settings"))
        window.resize(*SIZE)
        window.show()
        sheet = Path(name) / "ann.paper.json"
        sheet.write_bytes(msgspec.json.encode(msgspec.to_builtins(paper) | {"paper": 1}))
        window.go.open_file(sheet)
        settle(window)
        window.grab().save(str(ROOT / "assets" / "pictures" / "check.png"))
        window.close()
        app.processEvents()


if __name__ == "__main__":
    main()

"""The program killed in the middle of a game: what was written is on disk, and the game goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rollwrite_desktop.core import journal
from rollwrite_desktop.intake import journals
from rollwrite_desktop.play.opening.open_game import reopen
from tests.sampling import sampled

_PLAY = """
import sys
from pathlib import Path
from rollwrite_desktop.ui.window.app import application
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import new_game, point
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
app = application()
folder = Path(sys.argv[1])
store = Settings(folder)
store.prefer(motion="reduced", speed="instant")
window = MainWindow(store)
window.resize(1280, 800)
path = folder / "killed.rollwrite"
window.go.show_table(new_game(path, "Ann"), path)
window.show()
table = window.page
side = table.session
while True:
    app.processEvents()
    if side.step in ("roll", "finish"):
        table.roll()
        continue
    spots = sorted(side.open("p1"))
    ready = [spot for spot, button in table.tray.buttons.items() if button.ready]
    if spots:
        QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=point(table.view, spots[0]))
        if table.snapshot.question is not None:
            table.tap_token(table.snapshot.question.tokens[0].spot)
        print(len(side.session.events), flush=True)
    else:
        table.tap_token(next(s for s in ready if s.startswith("die/")))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
@sampled("after", [5, 17], 2)
def test_at_most_the_stroke_in_hand_is_lost(tmp_path: Path, after: int) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    playing = subprocess.Popen(
        [sys.executable, "-c", _PLAY, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=environment,
    )
    assert playing.stdout is not None
    seen = 0
    while seen < after:
        seen = int(playing.stdout.readline())
    playing.send_signal(signal.SIGKILL)
    rest = playing.stdout.read().split()
    playing.wait()
    playing.stdout.close()
    path = tmp_path / "killed.rollwrite"
    record = journals.read(path)
    again = reopen(record, "killed")
    announced = int(rest[-1]) if rest else seen
    assert len(again.session.events) >= announced
    assert not again.read_only
    journal.Journal.resume(path, record).close()

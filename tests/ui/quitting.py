"""A program whose window is closed while something runs: `python -m tests.ui.quitting KIND FOLDER`, and how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

KINDS = ("map", "print", "review", "backup", "restore", "session", "deck", "photos")
GAMES = 60
"""Files that are backed up, restored and gone through."""
DECKS = 10
PDF, BACKUP = "x.pdf", "all.rollwrite-backup"
BEFORE = b"%PDF before"
SILENT = "This plugin does not support "
"""How the messages begin that the offscreen platform alone gives."""


def quit_while(kind: str, folder: Path) -> tuple[int, float, str]:
    """The exit code, the seconds from the closing of the window to the end of the program, and what it wrote to standard
    error."""
    environment = os.environ | {
        "PYTHONPATH": str(Path(__file__).parents[2]), "QT_QPA_PLATFORM": "offscreen", "ROLLWRITE_HOME": str(folder / "here"),
    }
    command = [sys.executable, "-m", "tests.ui.quitting", kind, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as run:
        assert run.stdout is not None
        run.stdout.readline()
        closed = time.monotonic()
        _, said = run.communicate(timeout=120)
        seconds = time.monotonic() - closed
    lines = said.decode().splitlines(keepends=True)
    return run.returncode, seconds, "".join(line for line in lines if not line.startswith(SILENT))


def main(kind: str, folder: Path) -> int:
    from PySide6.QtCore import QTimer

    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.window.app import application
    from rollwrite_desktop.ui.window.main_window import MainWindow

    app = application()
    store = Settings(folder / "here")
    window = MainWindow(store)
    window.show()

    def close() -> None:
        print("closing", flush=True)
        window.close()
        app.quit()

    def begin() -> None:
        try:
            _ACTS[kind](window, folder, lambda after: QTimer.singleShot(after, close))
        except BaseException:
            traceback.print_exc()  # which the tests see, where they would wait for the window to be closed
            close()

    QTimer.singleShot(0, begin)
    return app.exec()


def _map(window, folder: Path, close: Callable[[int], None]) -> None:  # type: ignore[no-untyped-def]
    from rollwrite_desktop.maps.values import MapData

    window.go.show_new_map("on_tour")
    window.page.start(MapData(seed="TEST", areas=56))
    window.page.project.progressed.connect(lambda done: close(0) if done > 0 else None)


def _print(window, folder: Path, close: Callable[[int], None]) -> None:  # type: ignore[no-untyped-def]
    from rollwrite_desktop.play.work.jobs import once
    from rollwrite_desktop.ui.paper.print.page_output import PdfWriter
    from tests.play import jobs

    (folder / PDF).write_bytes(BEFORE)
    window.writer = PdfWriter(window)
    window.writer.write(folder / PDF, once(jobs.uninterruptible))
    close(500)


def _review(window, folder: Path, close: Callable[[int], None]) -> None:  # type: ignore[no-untyped-def]
    """As a diagnosis and a hint too: a value of the worker process that takes forever."""
    from rollwrite_desktop.ui.base.background import Task
    from tests.play import jobs

    window.task = Task(jobs.stuck, window)
    window.task.given.connect(lambda _: (window.task.ask(), close(100)))
    window.task.ask()


def _fill(window, folder: Path) -> None:  # type: ignore[no-untyped-def]
    from rollwrite_desktop.core.journal import Journal, Notes
    from rollwrite_desktop.games import GAMES as GAMES_BY_ID
    from rollwrite_desktop.play.opening.open_game import new_head, sheet_of

    game = GAMES_BY_ID["hexroller"]
    sheet = sheet_of(game, "")
    for n in range(GAMES):
        head = new_head(game, sheet, sheet.id, (f"P{n}",), {}, Notes(seed=f"X{n}"))
        Journal.create(window.store.games / f"{n}.rollwrite", head).close()


def _back_up(window, folder: Path, close: Callable[[int], None]) -> None:  # type: ignore[no-untyped-def]
    _fill(window, folder)
    close(0)
    window.go.backups.back_up(folder / BACKUP)


def _restore(window, folder: Path, close: Callable[[int], None]) -> None:  # type: ignore[no-untyped-def]
    from rollwrite_desktop.ui.window.backup import back_up

    _fill(window, folder)
    back_up(window.store, folder / BACKUP)
    for path in window.store.games.iterdir():
        path.unlink()
    close(0)
    window.go.backups.restore(folder / BACKUP)


def _session(window, folder: Path, close: Callable[[int], None]) -> None:  # type: ignore[no-untyped-def]
    from rollwrite_desktop.ui.library.session_store import new_session_file

    window.file = new_session_file(window.store, "hexroller")
    close(0)
    for n in range(30):
        window.file.put(window.file.session.joined((f"P{n}",)))


def _deck(window, folder: Path, close: Callable[[int], None]) -> None:  # type: ignore[no-untyped-def]
    """All games are gone through for the deck of one's own mistakes while others' are taken in."""
    from rollwrite_desktop.intake.decks import SUFFIX, Deck
    from rollwrite_desktop.play.practice.deck import written
    from rollwrite_desktop.ui.library.deck_store import DeckCollector, DeckStore

    _fill(window, folder)
    decks = DeckStore(window.store)
    window.collector = DeckCollector(decks, window)
    window.collector.start()
    close(0)
    for n in range(DECKS):
        path = folder / f"D{n}{SUFFIX}"
        path.write_bytes(written(Deck(1, title=f"D{n}")))
        decks.take_in(path)


def _photos(window, folder: Path, close: Callable[[int], None]) -> None:  # type: ignore[no-untyped-def]
    """A mark of one sheet is confirmed while the photo of another is read."""
    from rollwrite_desktop.paths import ASSETS
    from rollwrite_desktop.reading.marks import Mark
    from rollwrite_desktop.ui.paper.photos.photo_jobs import Source
    from tests.printing.read_sheets import read_sheet

    window.go.show_photos([Source(str(ASSETS / "samples" / "bo.jpg"))])
    page = window.page
    page.take([read_sheet("rolling_america", {"OK": Mark("4", 0.6, ("(4)", "1"))})])
    page.question.answered.emit("4")
    close(100)


_ACTS = {
    "map": _map, "print": _print, "review": _review, "backup": _back_up, "restore": _restore, "session": _session,
    "deck": _deck, "photos": _photos,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))

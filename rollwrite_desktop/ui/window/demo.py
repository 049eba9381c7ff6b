"""The window without anybody before it, on Qt's offscreen platform: where there is no display a whole game between computer
players, a picture and a filled PDF of how it ended; for the self-test every game."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import CANNOT_WRITE, disk, make_folder, refused
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.intake import journals

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from rollwrite_desktop.gamekit.game import Game
    from rollwrite_desktop.play.opening.open_game import Opened
    from rollwrite_desktop.ui.play.race.race_page import RacePage
    from rollwrite_desktop.ui.window.main_window import MainWindow

_NAMES = ("Ada", "Bob")
_STEP_MS = 200


Application = Callable[[], "QApplication"]
"""Makes the application object; called only once the platform is chosen."""


def show_without_display(application: Application) -> int:
    """Plays, saves, says where; returns the exit code."""
    sys.stderr.write(tr("There is no display, so the window plays a game out of sight."))
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler

    from rollwrite_desktop.ui.base.settings import home_folder

    qInstallMessageHandler(_hear)
    folder = home_folder() / "without display"
    try:
        with _points():
            make_folder(folder)
            written = play_and_save(folder, application)
    except UserError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for title, path in written.items():
        sys.stdout.write(f"{title}: {path}\n")
    return 0


@contextmanager
def _points() -> Iterator[None]:
    """Writes a point each second to the end of a line, which it ends."""
    done = Event()

    def write() -> None:
        while not done.wait(1):
            sys.stderr.write(".")
            sys.stderr.flush()

    sys.stderr.flush()
    thread = Thread(target=write, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        sys.stderr.write("\n")


def _hear(kind: object, context: object, message: str) -> None:  # noqa: ARG001
    """Qt's messages, without the one that this platform makes for every window."""
    if "propagateSizeHints" not in message:
        sys.stderr.write(message + "\n")


def play_and_save(folder: Path, application: Application, code: str = "") -> Mapping[str, Path]:
    """A game between computer players through the real window; what was saved, by title."""
    from rollwrite_desktop.core.journal import SUFFIX
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.printing.jobs.print_jobs import game_leaves, header_footer
    from rollwrite_desktop.printing.pdf.export import write_pdf

    game = next(iter(GAMES.values()))
    window, opened = _played(game, folder, application(), code, "medium")
    picture, pdf = folder / f"{game.info.id}.png", folder / f"{game.info.id}.pdf"
    if not window.grab().save(str(picture)):
        raise refused(CANNOT_WRITE, picture, tr("unknown error"))
    write_pdf(pdf, game_leaves(opened), header_footer(game), force=True)
    window.close()
    return {
        tr("The game"): folder / f"{game.info.id}{SUFFIX}",
        tr("Picture of the window"): picture,
        tr("Filled sheets"): pdf,
    }


def play_every_game(folder: Path, application: Application) -> list[str]:
    """Every game through the real window, on the platform that was chosen; what was seen, in lines. The journals read back
    as they were played."""
    from PySide6.QtCore import qInstallMessageHandler, qVersion

    from rollwrite_desktop.core import journal
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.play.opening.open_game import reopen

    qInstallMessageHandler(_hear)
    lines = [tr("The window, with Qt {qt}:", qt=qVersion())]
    for game in GAMES.values():
        window, opened = _played(game, folder, application(), "SELFTEST", game.think.adviser)
        colors = {window.grab().toImage().pixelColor(x, y).rgb() for x in range(0, 1280, 40) for y in range(0, 800, 40)}
        window.close()
        path = folder / f"{game.info.id}{journal.SUFFIX}"
        again = reopen(journals.read(path), path.name, folder).session
        if len(colors) < 3 or again.state != opened.session.state:
            raise RuntimeError(game.info.id)
        lines.append("  " + tr_n("{game}: played to the end in {n} move.", "{game}: played to the end in {n} moves.",
                                  len(opened.session.events), game=tr(game.info.title)))
    return lines


def _played(game: Game, folder: Path, app: QApplication, code: str, bot: str) -> tuple[MainWindow, Opened]:
    """A game between computer players, played to its end in a window that is still open; the journal is in the folder."""
    from PySide6.QtCore import QEventLoop

    from rollwrite_desktop.core.chance import new_code
    from rollwrite_desktop.core.journal import SUFFIX, Journal, Notes
    from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.play.race.race_page import RacePage
    from rollwrite_desktop.ui.window.main_window import MainWindow

    sheet = sheet_of(game, "", game.info.id)
    notes = Notes(seed=code or new_code(), bots={f"p{i}": bot for i, _ in enumerate(_NAMES, 1)})
    opened = start(new_head(game, sheet, sheet.id, _NAMES, {}, notes))
    journal = folder / f"{game.info.id}{SUFFIX}"
    disk.unlink(journal)
    opened.session.log = Journal.create(journal, opened.head).append
    store = Settings(folder)
    store.prefer(speed="instant", motion="reduced")
    window = MainWindow(store)
    window.resize(1280, 800)
    window.go.show_table(opened, journal)
    window.show()
    if isinstance(window.page, RacePage):
        _let_race(window.page)
    while not opened.session.over:
        # No event loop runs here; moves come from the worker process.
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    for _ in range(3):
        app.processEvents()
    return window, opened


def _let_race(room: RacePage) -> None:
    """A race whose clock waits for nobody."""
    room.store.prefer(sounds="off")
    ms = 0
    room.now = lambda: ms
    while not room.opened.session.over:
        if not room.side.running and room.side.phase != "count":
            room.go_on()
        ms += _STEP_MS
        room.frame()

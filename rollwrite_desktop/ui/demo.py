"""Where there is no display: the same window on Qt's offscreen platform, a whole game between computer players in it, and
a picture and a filled PDF of how it ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from rollwrite_desktop.core.words import say

_NAMES = ("Ada", "Bob")


def show_without_display() -> int:
    """Plays, saves, says where; returns the exit code."""
    sys.stderr.write(say("There is no display here, so the window plays a game by itself where nobody sees it.") + "\n")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler

    from rollwrite_desktop.ui.store import home_folder

    qInstallMessageHandler(_hear)
    folder = home_folder() / "without display"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = play_and_save(folder)
    except OSError as error:
        sys.stderr.write(say("{name}: {reason}.", name=str(folder), reason=error.strerror or str(error)) + "\n")
        return 2
    for title, path in written.items():
        sys.stdout.write(f"{title}: {path}\n")
    return 0


def _hear(kind: object, context: object, message: str) -> None:  # noqa: ARG001
    """Qt's messages, without the one that this platform makes for every window."""
    if "propagateSizeHints" not in message:
        sys.stderr.write(message + "\n")


def play_and_save(folder: Path, code: str = "") -> Mapping[str, Path]:
    """A game between computer players through the real window; what was saved, by title."""
    from rollwrite_desktop.core.chance import new_code
    from rollwrite_desktop.core.journal import SUFFIX, Journal, Notes
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.games.opening import new_head, sheet_of, start
    from rollwrite_desktop.printing.export import write_pdf
    from rollwrite_desktop.printing.leaves import game_leaves, lines_of
    from rollwrite_desktop.ui.app import application
    from rollwrite_desktop.ui.store import Store
    from rollwrite_desktop.ui.window import MainWindow

    app = application()
    game = next(iter(GAMES.values()))
    sheet = sheet_of(game, "", game.info.id)
    best = tuple(game.bots)[-1]
    notes = Notes(seed=code or new_code(), bots={f"p{i}": best for i, _ in enumerate(_NAMES, 1)})
    opened = start(new_head(game, sheet, sheet.id, _NAMES, {}, notes))
    journal = folder / f"{game.info.id}{SUFFIX}"
    journal.unlink(missing_ok=True)
    opened.session.log = Journal.create(journal, opened.head).append
    store = Store(folder)
    store.prefer(speed="instant", motion="reduced")
    window = MainWindow(store)
    window.resize(1280, 800)
    window.show_table(opened, journal)
    window.show()
    while not opened.session.over:
        app.processEvents()
    for _ in range(3):
        app.processEvents()
    picture, pdf = folder / f"{game.info.id}.png", folder / f"{game.info.id}.pdf"
    if not window.grab().save(str(picture)):
        raise OSError(0, say("the picture could not be written"), str(picture))
    write_pdf(pdf, game_leaves(opened), lines_of(game), force=True)
    window.close()
    return {say("The game"): journal, say("Picture of the window"): picture, say("Filled sheets"): pdf}

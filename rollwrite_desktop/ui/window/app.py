"""Starting the windows: the application object, what happens without a display, and what happens to unexpected errors."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import chain

from PySide6.QtCore import QEvent, QLocale, QSocketNotifier, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication, QLineEdit

from rollwrite_desktop import APP_ID, COMMAND, TITLE, __version__
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.library import killed_moves
from rollwrite_desktop.ui.window.crash_report import CrashReporter
from rollwrite_desktop.ui.window.language import QtTexts, apply_language
from rollwrite_desktop.ui.window.main_window import MainWindow


def run(argv: list[str], asked: str | None = None) -> int:
    """Returns the window, with the files named in `argv` (no program name) opened; in the language that is in use if it was
    asked for, else in the user's own. Returns the exit code."""
    if without_display():
        from rollwrite_desktop.ui.window.demo import show_without_display

        return show_without_display(application)
    signal.signal(signal.SIGINT, interrupt)
    app = application()
    store = Settings()
    if asked is None:
        apply_language(store.preferences, QLocale.system().name())
    texts = QtTexts(app)
    texts.follow()
    killed_moves.finish(store)  # before anything is listed
    window = MainWindow(store)
    window.language_changed.connect(texts.follow)
    CrashReporter(window).install()
    app.file_opened.connect(window.go.open_file)
    window.go.show_home()
    window.show()
    later(window, partial(window.go.files.open_all, argv))  # once the event loop runs: a window closed meanwhile ends it
    quit_when_interrupted(app)
    import_ahead(app, before=[partial(_sweep, store)])
    return app.exec()


AHEAD = (
    "play.table.table_session", "play.table.snapshot", "play.table.view_model", "ui.canvas.sheet_view",
    "ui.library.game_row", "ui.library.lobby.lobby_page", "ui.play.table.tray.tray", "ui.play.table.overlays.feedback",
    "ui.play.table.standing_panel", "ui.play.table.results", "ui.play.table.table_layout", "ui.play.table.table_page",
    "ui.paper.check.sheet_entry", "ui.paper.check.findings_panel", "ui.paper.check.audit_page",
    "printing.sheets.page_layout", "printing.jobs.print_jobs", "ui.paper.print.order_form", "ui.paper.print.print_page",
    "ui.library.saved_games_page", "ui.library.history_page",
    *(f"games.{game}.{part}" for game in GAMES for part in ("words.coach", "check.paper_editor", "check.audit")),
    "ui.play.table.replay.review_panel", "ui.play.table.replay.replay_page", "ui.mapmaker.own_sheet_page",
    "ui.paper.session.check_step", "ui.paper.session.session_page", "ui.window.help.rules_page",
)
"""Modules of pages, each after the larger ones that it imports."""
_AHEAD_FROM_MS, _AHEAD_MS = 1000, 100
"""When the first piece is loaded, after what a newcomer looks at first has been painted, and how long after it the next."""

_ICONS = 6
"""So many are drawn at once."""


def _sweep(store: Settings) -> None:
    from rollwrite_desktop.ui.window.backup import sweep

    sweep(store)


def import_ahead(
    app: QApplication, first: int = _AHEAD_FROM_MS, pause: int = _AHEAD_MS, before: Sequence[Callable[[], object]] = (),
) -> QTimer:
    """Does what comes `before`, then imports pages that will be wanted and reads what they show, a piece every so often
    while nobody waits, so that the first visit of a page is as quick as later ones; the first piece and the others after so
    many milliseconds."""
    left = chain(before, _pieces())
    timer = QTimer(app, interval=first)

    def one() -> None:
        timer.setInterval(pause)
        piece = next(left, None)
        if piece is not None:
            piece()
        else:
            timer.stop()
            gc.freeze()  # what stays until the end is not looked through at each collection, which took up to 100 ms

    timer.timeout.connect(one)
    timer.start()
    return timer


def _pieces() -> Iterator[Callable[[], object]]:
    for module in AHEAD:
        yield partial(import_module, f"rollwrite_desktop.{module}")
    # PySide makes all its classes when it first meets an object of none of them, such as is within a line.
    yield lambda: QLineEdit().children()
    for game in GAMES.values():
        for sheet in game.play.played_on:
            yield partial(_draw_blank, game, sheet)
    names = theme.icon_names()
    for some in range(0, len(names), _ICONS):
        yield partial(_draw_icons, names[some : some + _ICONS])


def _draw_blank(game: Game, sheet_id: str) -> None:
    sheet = sheet_of(game, sheet_id)
    game.play.guide(game.play.rules(sheet, options_of(game))).blank()


def _draw_icons(names: Sequence[str]) -> None:
    for name in names:
        theme.icon(name)
        theme.icon(name, gap=theme.ICON_GAP)


def interrupt(*_: object) -> None:
    """A handler of SIGINT that may be called while Qt calls Python.

    WORKAROUND(PySide 6.11): Python's own handler raises a KeyboardInterrupt without a value, which crashes Shiboken where
    it leaves an overridden method. One with a value passes.
    """
    raise KeyboardInterrupt


def quit_when_interrupted(app: QApplication) -> None:
    """From now on SIGINT (Ctrl+C in the terminal) closes the windows and ends the event loop."""
    signal.signal(signal.SIGINT, lambda *_: app.quit())
    if os.name != "posix":  # Qt watches no pipes there: the signal is heard at the next event
        return
    # Python calls handlers between its own instructions, and while Qt waits there are none; a byte in a pipe wakes Qt.
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    notifier = QSocketNotifier(woken, QSocketNotifier.Type.Read, app)
    notifier.activated.connect(lambda: os.read(woken, 1))
    signal.set_wakeup_fd(waking)


def without_display() -> bool:
    """Returns whether Qt would find no screen here (Linux and the like only; a chosen platform is taken as meant)."""
    if os.name != "posix" or sys.platform == "darwin" or os.environ.get("QT_QPA_PLATFORM"):
        return False
    return not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Application(theme.ThemedApplication):
    """Hears what the system tells the program as a whole; a filter would be called for every event of every widget."""

    file_opened = Signal(str)
    """A file that the system hands over while the program runs: on macOS a double click arrives as an event."""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_opened.emit(event.file())
            return True
        if event.type() == QEvent.Type.ApplicationFontChange:
            theme.font_changed()
        return super().event(event)


def application() -> Application:
    """Returns the application object, dressed."""
    existing = QApplication.instance()
    # X11 knows windows by the name of the program, which a checkout's Python would call `__main__.py`.
    app = existing if isinstance(existing, Application) else Application([COMMAND])
    app.setOrganizationName("rollwrite")
    app.setApplicationName("rollwrite_desktop")
    app.setApplicationDisplayName(TITLE)
    app.setApplicationVersion(__version__)
    app.setDesktopFileName(APP_ID)
    theme.install(app)
    accessible.install()
    sign = ASSETS / "mark" / "rollwrite.svg"
    if sign.is_file():
        app.setWindowIcon(QIcon(str(sign)))
    return app

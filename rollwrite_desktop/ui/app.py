"""Starting the windows: the application object, what happens without a display, and what happens to unexpected errors."""

from __future__ import annotations

import os
import sys
import traceback
from types import TracebackType

from PySide6.QtCore import QEvent, QLocale, QObject
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from rollwrite_desktop import APP_ID, TITLE, __version__
from rollwrite_desktop.core.words import language, say
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.ui import accessible, theme
from rollwrite_desktop.ui.preferences import speak
from rollwrite_desktop.ui.store import the_store
from rollwrite_desktop.ui.window import MainWindow


def run(argv: list[str]) -> int:
    """The window, with the files named in `argv` (no program name) opened. Returns the exit code."""
    if without_display():
        from rollwrite_desktop.ui.demo import show_without_display

        return show_without_display()
    app = application()
    if language() == "en":  # nothing else was asked for when the program was called
        speak(the_store().preferences, QLocale.system().name())
    window = MainWindow()
    catch_errors(window)
    app.installEventFilter(FileOpener(window))
    window.show_home()
    window.show()
    for name in argv:
        window.open_file(name)
    return app.exec()


def without_display() -> bool:
    """Whether Qt would find no screen here (Linux and the like only; a chosen platform is taken as meant)."""
    if os.name != "posix" or sys.platform == "darwin" or os.environ.get("QT_QPA_PLATFORM"):
        return False
    return not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def application() -> QApplication:
    """The application object, dressed."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
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


class FileOpener(QObject):
    """Opens what the system hands over while the program runs: on macOS a double click arrives as an event."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._window.open_file(event.file())
            return True
        return super().eventFilter(watched, event)


def catch_errors(window: MainWindow) -> None:
    """From now on an unexpected error is shown in the window, where it can be copied; the journal is on disk anyway."""

    def caught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        details = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(details)
        window.messages.alarm(
            say("Something went wrong here ({error}). The game is saved up to the last stroke.", error=kind.__name__),
            details,
        )

    sys.excepthook = caught

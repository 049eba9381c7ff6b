"""Starting the windows: the application object, what happens without a display, and what happens to unexpected errors."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QEvent, QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.core.i18n import language
from rollwrite_desktop.ui.shell.application import application
from rollwrite_desktop.ui.shell.crash_report import CrashReporter
from rollwrite_desktop.ui.shell.main_window import MainWindow
from rollwrite_desktop.ui.shell.preferences_dialog import speak
from rollwrite_desktop.ui.shell.settings import the_store


def run(argv: list[str]) -> int:
    """The window, with the files named in `argv` (no program name) opened. Returns the exit code."""
    if without_display():
        from rollwrite_desktop.ui.shell.demo import show_without_display

        return show_without_display()
    app = application()
    if language() == "en":  # nothing else was asked for when the program was called
        speak(the_store().preferences, QLocale.system().name())
    speak_in_qt(app)
    window = MainWindow()
    CrashReporter(window).install()
    app.installEventFilter(FileOpener(window))
    window.show_home()
    window.show()
    for name in argv:
        window.open_file(name)
    return app.exec()


def speak_in_qt(app: QApplication) -> QTranslator | None:
    """Qt's own texts too, such as the buttons of its dialogs, in the language in use; None if Qt does not know it."""
    words = QTranslator(app)
    if not words.load(f"qtbase_{language()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        return None
    app.installTranslator(words)
    return words


def without_display() -> bool:
    """Whether Qt would find no screen here (Linux and the like only; a chosen platform is taken as meant)."""
    if os.name != "posix" or sys.platform == "darwin" or os.environ.get("QT_QPA_PLATFORM"):
        return False
    return not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


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

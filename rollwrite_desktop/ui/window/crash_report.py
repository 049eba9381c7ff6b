"""Unexpected errors, wherever they come from: the game is saved, a report is written, and the window says so. Of a UserError
that nobody caught (a disk that is full in the middle of a game) the window says the sentence, without a report.

A report names versions, the error and the last events. Of paths it keeps what lies inside the program; no player's name.
"""

from __future__ import annotations

import contextlib
import platform
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Signal, qVersion

from rollwrite_desktop import __version__
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, make_folder, write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.open_game import journal_of
from rollwrite_desktop.ui.window.main_window import MainWindow

FOLDER = "reports"
_EVENTS = 20
_PROGRAM = Path(__file__).resolve().parents[3]


class CrashReporter(QObject):
    """Catches what nobody caught, in any thread, and tells the window. The same error is reported once."""

    _caught = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._known: set[str] = set()
        self._caught.connect(self._report)

    def install(self) -> None:
        """From now on."""
        sys.excepthook = self.caught
        threading.excepthook = self._in_thread

    def caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Handles an uncaught exception: a `UserError` becomes a message, anything else a report."""
        if issubclass(kind, KeyboardInterrupt):
            self.window.close()
            return
        if issubclass(kind, UserError):
            self._caught.emit(error)
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        with contextlib.suppress(OSError, AttributeError, ValueError):  # no console to write to is no reason to fail
            sys.stderr.write(details)
        self._caught.emit(error)

    def _in_thread(self, args: Any) -> None:
        if args.exc_type is not SystemExit:
            self.caught(args.exc_type, args.exc_value, args.exc_traceback)

    def _report(self, error: BaseException) -> None:
        with contextlib.suppress(OSError):
            _save(self.window)
        if isinstance(error, UserError):
            self.window.alarm(str(error))
            return
        text = report(error, self.window)
        if text in self._known:
            return
        self._known.add(text)
        path = self._write(text)
        kind = type(error).__name__
        sentence = tr("Something went wrong ({error}). The game is saved up to the last move.", error=kind)
        if path is not None:
            sentence += " " + tr("A report is in {file}.", file=str(path))
        self.window.alarm(sentence, text)

    def _write(self, text: str) -> Path | None:
        store = self.window.store
        folder = store.home / FOLDER
        path = folder / f"{store.now():%Y-%m-%d %H-%M-%S}.txt"
        try:
            make_folder(folder)
            write_file(path, text.encode("utf-8", "replace"))
        except FileError:
            return None
        return path


def report(error: BaseException, window: MainWindow) -> str:
    """Returns the report of an error as text."""
    details = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    lines = [
        f"Rollwrite Desktop {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.system()}",
        f"Page: {type(window.page).__name__}",
        "",
        discreet(details),
        *_latest(window),
    ]
    return "\n".join(lines)


def discreet(text: str) -> str:
    """A text without names of folders: those of the program, of Python and of the user are abbreviated."""
    ours = ((_PROGRAM, "."), (Path(sys.prefix), "python"), (Path(sys.base_prefix), "python"), (Path.home(), "~"))
    for folder, short in ours:
        if len(folder.parts) > 1:
            text = text.replace(str(folder), short)
    return text


def _latest(window: MainWindow) -> Iterator[str]:
    """Yields the last events of the game that is open, as its journal has them."""
    opened = window.opened
    if opened is None:
        return
    session = opened.session
    yield f"Game: {opened.game.info.id}, sheet {opened.head.sheet}, options {dict(opened.head.options)}"
    events = session.events
    yield f"Events: {len(events)}"
    for event in events[-_EVENTS:]:
        with contextlib.suppress(TypeError, ValueError):
            yield f"  {event.by}: {session.rules.write(event.move)}"


def _save(window: MainWindow) -> None:
    opened = window.opened
    journal = journal_of(opened) if opened is not None else None
    if journal is not None:
        journal.sync()

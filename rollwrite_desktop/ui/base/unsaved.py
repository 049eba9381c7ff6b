"""What could not be written, in sight until it is: games, drafts, preferences. Play and typing go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from rollwrite_desktop.core.files import FileError
from rollwrite_desktop.core.i18n import tr

T = TypeVar("T")

RETRY_MS = 15_000
"""How often it is tried again unasked."""


class WriteFailure(Struct, frozen=True):
    """One thing that is not written: the reason in a few words, and how to try again. `elsewhere` writes it to a path that
    is chosen, or raises FileError (None where that is no way out), and `settled` is called when it is in use there; `name`
    is proposed for the new file. `held` is what is not written, for whoever opens it again meanwhile."""

    why: str
    retry: Callable[[], object]
    elsewhere: Callable[[Path], None] | None = None
    settled: Callable[[], object] = lambda: None
    name: str = ""
    held: object = None


class Unsaved(QObject):
    """Everything that is not written, by key. `changed` is emitted with each report, also with a further failure of the
    same thing."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._failures: dict[str, WriteFailure] = {}
        self._timer = QTimer(self, interval=RETRY_MS)
        self._timer.timeout.connect(self.retry)

    def report(
        self, key: str, error: FileError | None, retry: Callable[[], object],
        elsewhere: Callable[[Path], None] | None = None, settled: Callable[[], object] = lambda: None, name: str = "",
        held: object = None,
    ) -> None:
        """Something could not be written, or, without an error, is written now."""
        if error is None and key not in self._failures:
            return
        if error is None:
            del self._failures[key]
        else:
            self._failures[key] = WriteFailure(error.why or str(error), retry, elsewhere, settled, name, held)
        if not self._failures:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        self.changed.emit()

    @property
    def first(self) -> WriteFailure | None:
        """What is to be told: something that can be saved elsewhere before what cannot."""
        found = sorted(self._failures.values(), key=lambda failure: failure.elsewhere is None)
        return found[0] if found else None

    @property
    def sentence(self) -> str:
        """What is not saved, and why; "" where everything is."""
        first = self.first
        if first is None:
            return ""
        if first.elsewhere is None:
            return tr("Your preferences are not saved: {why}.", why=first.why)
        return tr("Not saved: {why}.", why=first.why)

    def held(self, kind: type[T]) -> list[T]:
        """Returns what waits to be written, of a kind."""
        return [failure.held for failure in self._failures.values() if isinstance(failure.held, kind)]

    def retry(self) -> None:
        """Tries everything again."""
        for failure in list(self._failures.values()):
            failure.retry()

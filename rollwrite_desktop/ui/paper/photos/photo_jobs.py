"""Reading photos in the worker process, one file after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.printing.photos.earlier_drawings import not_finished
from rollwrite_desktop.printing.photos.read_photos import (
    SECONDS,
    Corners,
    ReadSheet,
    Unread,
    read_file_by_corners,
    read_file_of_photos,
    shown_file,
)
from rollwrite_desktop.ui.base.background import Task


class Source(Struct, frozen=True):
    """A file, or the content of a picture that has none, and what it is called. sheet, corners: the game and the sheet of
    its page, and where the corners are, if somebody has said so (`read_file_by_corners`)."""

    name: str
    content: bytes = b""
    sheet: tuple[str, str] = ("", "")
    corners: Corners = ()

    def call(self, sheets: tuple[tuple[str, str], ...], names: tuple[str, ...]) -> Call[tuple[ReadSheet | Unread, ...]]:
        """Returns what reads it in the worker process."""
        if self.corners:
            return partial(read_file_by_corners, self.name, self.sheet, self.corners, flat=True, content=self.content,
                           names=names)
        return partial(read_file_of_photos, self.name, sheets, flat=True, content=self.content, names=names)

    @property
    def title(self) -> str:
        return Path(self.name).name


class PhotoJobs(QObject):
    """`given` carries what was read of a picture, a tuple of sheets and of what could not be read; `changed` comes before a
    file is begun and after the last one. sheets: games and ids of the only sheets that may be on the photos. names: of
    players whose sheets may be told by their codes."""

    given = Signal(object)
    changed = Signal()

    def __init__(self, sheets: Iterable[tuple[str, str]], names: Iterable[str], parent: QObject) -> None:
        super().__init__(parent)
        self._sheets, self._names = tuple(sheets), tuple(names)
        self._waiting: list[Source] = []
        self._task: Task | None = None
        self.at: Source | None = None
        self.done = self.all = 0

    def add(self, sources: Iterable[Source]) -> None:
        """Reads these too, after those that are waiting."""
        more = [*sources]
        self._waiting += more
        self.all += len(more)
        if self._task is None:
            self._begin()

    def stop(self) -> None:
        """Reads nothing more; what was read stays."""
        self._waiting.clear()
        self.all = self.done
        self._end()

    @property
    def running(self) -> bool:
        return self.at is not None

    def _begin(self) -> None:
        if not self._waiting:
            self._end()
            return
        self.at = self._waiting.pop(0)
        self._run(self.at.call(self._sheets, self._names), self._show)
        self.changed.emit()

    def _run(self, call: Call[tuple[ReadSheet | Unread, ...]], otherwise: Callable[[str], None]) -> None:
        """Asks for what a job gives; otherwise: what follows where it fails, with a sentence."""
        self._task = Task(call, self, SECONDS)
        self._task.given.connect(self._take)
        self._task.ended.connect(self._follow)
        self._task.failed.connect(otherwise)
        self._task.ask()

    def _take(self, found: object) -> None:
        self.given.emit(found)
        if self._task is not None:
            self._task.ask()

    def _show(self, why: str) -> None:
        """Gives a picture that was not read to the end, for whoever knows its sheet and its corners."""
        self._drop()
        why = not_finished(why)
        if self.at is not None:
            self._run(partial(shown_file, self.at.name, why, self.at.content), partial(self._fail, why))

    def _fail(self, why: str, _: str) -> None:
        if self.at is not None:
            self.given.emit((Unread(self.at.title, 1, why),))
        self._follow()

    def _follow(self) -> None:
        self.done += 1
        self._drop()
        self._begin()

    def _end(self) -> None:
        self._drop()
        self.at = None
        self.changed.emit()

    def _drop(self) -> None:
        if self._task is not None:
            self._task.drop()
            self._task = None

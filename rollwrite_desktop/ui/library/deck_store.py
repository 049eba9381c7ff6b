"""The decks of positions to practice: one's own mistakes, those to begin with, and those that others made. What is read,
changed and written again is held against other windows until it is written.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, alone, make_folder, rename, write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import MAX_BYTES, SUFFIX, Deck, NotADeck, parse
from rollwrite_desktop.intake.files import free_in, is_there, listed, read_file
from rollwrite_desktop.intake.text import as_text, file_name
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.practice.deck import (
    Collected,
    collecting,
    collecting_of,
    dozen,
    merged,
    shared,
    with_collected,
    written,
)
from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings

OWN = f"mistakes{SUFFIX}"
"""The deck of one's own mistakes. A backup may bring another one, with a number behind its name: both are one deck."""
_OWN = re.compile(rf"mistakes(?: \([1-9]\d{{0,5}}\))?{re.escape(SUFFIX)}")
TO_BEGIN_WITH = {
    f"begin-{game_id}{SUFFIX}": (game_id, ASSETS / "decks" / f"{game_id}{SUFFIX}")
    for game_id, game in GAMES.items() if game.think.engine is not None
}
"""The decks that come with the program, by the names under which they are kept from the first position practiced on: whose
game, and where they lie as long as none was."""
_EMPTY = Deck(1)


class DeckStore:
    """The folder of decks. What cannot be written waits in memory, in sight, and is tried again."""

    def __init__(self, store: Settings) -> None:
        self.store = store
        self.folder = store.decks
        self.own_path = store.decks / OWN
        self._waiting: dict[Path, Deck] = {}

    def others(self) -> list[Path]:
        """Returns the decks that others made, by name."""
        return [path for path in listed(self.folder, SUFFIX) if not _ours(path.name)]

    def to_begin_with(self) -> dict[Path, str]:
        """Returns the decks that come with the program, with the ids of their games; none of them is read."""
        return {
            self.folder / name: game_id for name, (game_id, shipped) in TO_BEGIN_WITH.items()
            if is_there(self.folder / name) or is_there(shipped)
        }

    def read(self, path: Path) -> Deck:
        """A deck; one's own is empty where there is none yet, or where nothing of it can be read, and one to begin with is
        as it came. Raises UserError."""
        for holder in self.store.unsaved.held(DeckStore):
            if path in holder._waiting:
                return holder._waiting[path]
        if path in self.to_begin_with():
            return self._read_begun(path)
        if path != self.own_path:
            return self._read(path)
        found = []
        for each in [path, *(each for each in listed(self.folder, SUFFIX) if _OWN.fullmatch(each.name) and each != path)]:
            try:
                found.append(self._read(each))
            except UserError:
                continue
        return merged(found) if found else _EMPTY

    def _read_begun(self, path: Path) -> Deck:
        with contextlib.suppress(UserError):  # one that nobody has begun, or of which nothing can be read
            return self._read(path)
        return self._read(TO_BEGIN_WITH[path.name][1])

    @staticmethod
    def _read(path: Path) -> Deck:
        return parse(read_file(path, MAX_BYTES), path.name)

    def title(self, path: Path, deck: Deck) -> str:
        """Returns what a deck is called."""
        if path in self.to_begin_with():
            return title_to_begin_with(TO_BEGIN_WITH[path.name][0])
        return tr("My mistakes") if path == self.own_path else deck.title or as_text(path.name.removesuffix(SUFFIX))

    def change(self, path: Path, act: Callable[[Deck], Deck]) -> Deck:
        """Changes a deck as it stands in its file now, and writes it; returns what it is from now on. Raises UserError for
        one of others that cannot be read."""
        failure = None
        try:
            make_folder(self.folder)
            with alone(self.folder):
                before = self.read(path)
                deck = act(before)
                if deck != before or path in self._waiting:
                    self._make_room(path)
                    write_file(path, written(deck))
            self._waiting.pop(path, None)
        except FileError as error:
            deck, failure = act(self.read(path)), error
            self._waiting[path] = deck
        self._report(path, failure)
        return deck

    def _make_room(self, path: Path) -> None:
        """Puts a file aside of which nothing can be read. Raises FileError."""
        if not is_there(path):
            return
        try:
            self._read(path)
        except NotADeck:
            rename(path, free_in(path.parent, path.stem, ".damaged"))

    def _report(self, path: Path, failure: FileError | None) -> None:
        def elsewhere(other: Path) -> None:
            write_file(other, written(self._waiting[path]))

        self.store.unsaved.report(
            str(path), failure, lambda: self.change(path, lambda deck: deck), elsewhere,
            lambda: self._report(path, None), path.name, self,
        )

    def take_in(self, path: Path) -> Path:
        """Copies a deck from elsewhere to the others, unless it is there already; returns where the copy is. Raises
        UserError."""
        deck = self._read(path)
        content = written(shared(deck, deck.title or as_text(path.name.removesuffix(SUFFIX))))
        make_folder(self.folder)
        for each in self.others():
            with contextlib.suppress(UserError):  # one that cannot be read is another one
                here = self._read(each)
                if content in (written(here), written(shared(here, here.title))):
                    return each
        name = file_name(as_text(path.name.removesuffix(SUFFIX))) or "deck"
        target = free_in(self.folder, "deck" if _ours(name + SUFFIX) else name, SUFFIX)
        write_file(target, content, force=False)
        return target

    def waiting(self, today: date) -> int:
        """How many of one's own mistakes are left of the day's dozen."""
        return len(dozen(self.read(self.own_path), today))


def _ours(name: str) -> bool:
    """Returns whether a deck of that name is of one's own mistakes, or one to begin with."""
    return bool(_OWN.fullmatch(name)) or name in TO_BEGIN_WITH


def title_to_begin_with(game_id: str) -> str:
    """Returns what a deck that comes with the program is called."""
    return tr("To start with: {game}", game=tr(GAMES[game_id].info.title))


class DeckCollector(QObject):
    """Puts the costly turns of reviewed games into the deck of one's own mistakes, as the worker process finds them.
    `collected` is emitted with how many positions came, and whether that is all."""

    collected = Signal(int, bool)

    def __init__(self, decks: DeckStore, parent: QObject) -> None:
        super().__init__(parent)
        self.decks = decks
        self._task: Task | None = None
        self.added = 0

    @property
    def working(self) -> bool:
        """Whether it goes through games now."""
        return self._task is not None

    def start(self, game: Path | None = None) -> None:
        """Goes through all kept games, or one."""
        if self._task is not None:
            return
        known = frozenset(each.id for each in self.decks.read(self.decks.own_path).reviews)
        target = self.decks.folder
        job: Call[Collected | None] = partial(collecting, self.decks.store.games, known, target)
        if game is not None:
            job = partial(collecting_of, game, known, target)
        self.added = 0
        self._task = Task(job, self)
        self._task.given.connect(self._take)
        self._task.ended.connect(self._end)
        self._task.failed.connect(lambda _: self._end())
        self._task.ask()

    def _take(self, found: Collected | None) -> None:
        if found is not None:
            before = len(self.decks.read(self.decks.own_path).positions)
            deck = self.decks.change(self.decks.own_path, lambda deck: with_collected(deck, found))
            came = max(0, len(deck.positions) - before)
            self.added += came
            self.collected.emit(came, False)
        if self._task is not None:
            self._task.ask()

    def _end(self) -> None:
        self.stop()
        self.collected.emit(0, True)

    def stop(self) -> None:
        """Stops; collects the rest the next time."""
        task, self._task = self._task, None
        if task is not None:
            task.drop()

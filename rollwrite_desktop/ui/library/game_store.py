"""The games that wait and those that are over: one journal file each, listed, named, renamed and deleted.

A journal that cannot be read is listed with the sentence that says why; it never keeps the others from being shown.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from rollwrite_desktop.core.errors import report_exception
from rollwrite_desktop.core.files import FileError, make_folder, reading, write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.kept.game_index import LONG, Entry, Index, count_in, files_in, latest_in, scanned
from rollwrite_desktop.play.kept.saved_game import Kept, ended, look_at, seems_whole, up_to_line, whole_part
from rollwrite_desktop.play.opening.open_game import moved
from rollwrite_desktop.play.work.jobs import Call, once
from rollwrite_desktop.ui.base import clock
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.file_store import FileStore

_Stamp = tuple[int, int]
_PATIENCE, _LATEST = 40, 1000  # files
MAX_LOOKED = 500
"""How many games are kept as they were listed last, pictures included."""


class GameStore(FileStore):
    """The journals in the store's folder of games. Subclasses for other kinds of files override `suffix`, `folder`,
    `_look`, what is whole of a damaged one, and the sentences about names."""

    suffix = SUFFIX

    def __init__(self, store: Settings) -> None:
        super().__init__(store, store.games)
        self.index = Index(store.games, store.home / "index.json")
        self._looked: dict[Path, tuple[_Stamp, Kept]] = {}

    # ------------------------------------------------------------------ looking

    def paths(self) -> list[Path]:
        """Returns the journals, the one touched last first."""
        return [path for path, _ in files_in(self.folder, self.suffix)]

    def look(self, path: Path) -> Kept:
        """A game as it is listed; read anew only when the file has changed."""
        try:
            with reading(path):
                stat = path.stat()
        except FileError as error:
            return Kept(path, self.store.now(), error=str(error))
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._looked.get(path)
        if known is None or known[0] != stamp:
            touched = clock.moment(stat.st_mtime)
            try:
                kept, entry = self._look(path, touched)
            except Exception as error:  # whatever is wrong with one file, the others are listed
                report_exception(error)
                kept, entry = Kept(path, touched, error=tr("{file} cannot be read.", file=path.name)), None
            known = self._looked[path] = (stamp, kept)
            if len(self._looked) > MAX_LOOKED:
                del self._looked[next(iter(self._looked))]
            if path.parent == self.store.games:
                self.index.keep(path.name, stamp, entry)
        return known[1]

    def glance(self, path: Path) -> Kept:
        """As `look`, but of a game that is over, and known to be, without its picture: that takes no reading."""
        try:
            stat = path.stat()
        except OSError:
            return self.look(path)
        entry = self.index.entry(path.name, (stat.st_mtime_ns, stat.st_size))
        if entry is None or not entry.over or entry.game not in GAMES:
            return self.look(path)
        return Kept(
            path, clock.moment(stat.st_mtime), game=GAMES[entry.game].info.title,
            players=tuple(player.name for player in entry.players), over=True, read_only=entry.read_only,
            progress=ended(entry),
        )

    def known(self) -> Iterator[list[tuple[Path, _Stamp, Kept | None]]]:
        """All games and their stamps in pieces, in no order, with what the index knows of them without reading them: each
        without its picture and, unless it is over, without its progress; None for those that it does not know."""
        for piece in scanned(self.folder, self.suffix):
            yield [(path, stamp, self._indexed(path, stamp)) for path, stamp in piece]

    @property
    def count(self) -> int:
        """How many games there are."""
        return count_in(self.folder, self.suffix)

    def latest(self) -> Iterator[tuple[Path, _Stamp]]:
        """Those that were touched last, with their stamps: as many as are looked through for one to go on with."""
        return ((self.folder / name, stamp) for name, stamp in latest_in(self.folder, self.suffix, _LATEST))

    def _indexed(self, path: Path, stamp: _Stamp) -> Kept | None:
        looked = self._looked.get(path)
        if looked is not None and looked[0] == stamp:
            return looked[1]
        entry = self.index.entry(path.name, stamp) if path.parent == self.store.games else None
        if entry is None or entry.game not in GAMES:
            return None
        names = tuple(player.name for player in entry.players)
        return Kept(
            path, clock.moment(stamp[0] / 1e9), game=GAMES[entry.game].info.title, players=names, over=entry.over,
            read_only=entry.read_only, progress=ended(entry) if entry.over else "", code=entry.code, begun=entry.begun,
        )

    def games(self) -> list[Kept]:
        """All games, the one touched last first."""
        return [self.look(path) for path in self.paths()]

    def waiting(self, game: str = "", most: int = 1) -> list[Kept]:
        """Returns the games touched last that can be played on and in which something happened; `game`: of this one, "" for
        all. Only the `latest` are looked through, and of files that the index does not know only a few are read, so that a
        long shelf never keeps anybody waiting."""
        found: list[Kept] = []
        unread = _PATIENCE
        indexed = self.folder == self.store.games
        for name, stamp in latest_in(self.folder, self.suffix, _LATEST):
            entry = self.index.entry(name, stamp) if indexed else None
            if entry is not None and (entry.over or not entry.begun or game not in ("", entry.game)):
                continue
            if not self.index.knows(name, stamp):
                unread -= 1
                if unread < 0:
                    continue
            path = self.folder / name
            kept = self._indexed(path, stamp) if self.takes_long(path, stamp) else self._waits(path, stamp)
            if kept is not None and kept.begun and not (kept.over or kept.error or kept.read_only):
                if game and kept.game != GAMES[game].info.title:
                    continue
                found.append(kept)
                if len(found) == most:
                    break
        self.index.save()
        return found

    def _waits(self, path: Path, stamp: _Stamp) -> Kept | None:
        """A game as `glance` sees it; None for one that could not be read the last time."""
        unreadable = self.index.knows(path.name, stamp) and self.index.entry(path.name, stamp) is None
        return None if unreadable and path.parent == self.store.games else self.glance(path)

    def takes_long(self, path: Path, stamp: _Stamp) -> bool:
        """Returns whether a game is so long that it is replayed in the worker process, and has not been yet."""
        looked = self._looked.get(path)
        return self.suffix == SUFFIX and stamp[1] > LONG and (looked is None or looked[0] != stamp)

    def unlooked(self, files: Iterable[tuple[Path, _Stamp]]) -> list[tuple[Path, _Stamp]]:
        """Returns the first of these long games that are still to be looked at."""
        waiting = (file for file in files if self.takes_long(*file) and not self.index.knows(file[0].name, file[1]))
        return list(itertools.islice(waiting, _PATIENCE))

    def learn(self, path: Path, stamp: _Stamp, kept: Kept, entry: Entry | None) -> None:
        """Takes what the worker process saw of a game when its file had this stamp."""
        self._looked[path] = stamp, kept
        if path.parent == self.store.games:
            self.index.keep(path.name, stamp, entry)
            self.index.save()

    # ------------------------------------------------------------------ new, renamed, deleted

    def new_path(self, title: str, players: Sequence[str]) -> Path:
        """A free path for a new game: "Rolling America 2026-11-20 Ann Bo.rollwrite"."""
        return self._free(game_name(title, self.store.now().date(), players))

    def rename(self, path: Path, name: str) -> Path:
        target = super().rename(path, name)
        self._looked.pop(path, None)
        return target

    def delete(self, path: Path) -> Path:
        target = super().delete(path)
        self._looked.pop(path, None)
        return target

    def take_in(self, path: Path) -> Path:
        """Copies a game from elsewhere to the others; returns where the copy is. Raises FileError."""
        make_folder(self.folder)
        target = self._free(file_name(path.stem) or "game")
        write_file(target, read_file(path, journals.MAX_BYTES), force=False)
        return target

    def seems_whole(self, path: Path) -> bool:
        """Returns whether something of a damaged file may be whole, as its beginning looks."""
        return seems_whole(path)

    def salvage_job(self, path: Path) -> Call[Any]:
        """Returns what is whole of a damaged file, as a job of the worker process; its value is None where nothing is."""
        return once(whole_part, path)

    def keep_salvaged(self, path: Path, part: Any) -> Path:
        """Puts what is whole of a damaged file among the others as a copy; returns where that is. Raises UserError."""
        make_folder(self.folder)
        target = self._free(file_name(path.stem) or "game")
        write_file(target, moved(part[1], path.parent, self.folder), force=False)
        return target

    @staticmethod
    def salvage_caption(part: Any) -> str:
        """Returns what a button is called that opens it."""
        return up_to_line(part[0])

    @staticmethod
    def salvage_sentence(name: str, old: str) -> str:
        """Returns what the copy is."""
        return tr("“{name}” is a copy up to the damaged line. “{old}” stays as it is.", name=name, old=old)

    def _look(self, path: Path, touched: datetime) -> tuple[Kept, Entry | None]:
        """A file as it is listed, and what the index keeps of it."""
        return look_at(path, touched)


class PartStore(GameStore):
    """A store of files of which, damaged, some parts can be read: sheets, sessions."""

    @staticmethod
    def salvage_caption(_: Any) -> str:
        return part_caption()

    @staticmethod
    def salvage_sentence(name: str, old: str) -> str:
        return tr("“{name}” holds what could be read. “{old}” stays as it is.", name=name, old=old)


def part_caption() -> str:
    """Returns what a button is called that opens what is whole of a damaged sheet or session."""
    return tr("Open what can be read as a copy")


# ---------------------------------------------------------------------- names


def game_name(title: str, day: date, players: Sequence[str]) -> str:
    """Returns what a new game's file is called."""
    return file_name(" ".join((title, day.isoformat(), *players)))

"""The games that wait and those that are over: one journal file each, listed, named, renamed and deleted.

A journal that cannot be read is listed with the sentence that says why; it never keeps the others from being shown.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from PySide6.QtCore import QFile

from rollwrite_desktop.core.errors import UserError, report_exception
from rollwrite_desktop.core.files import FileError, make_folder, reading, rename, write_file
from rollwrite_desktop.core.i18n import join_names, mark, tr
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.files import is_there, listed, read_file
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.game_codes import code_of
from rollwrite_desktop.play.game_index import Entry, Index, entry_of, files_in
from rollwrite_desktop.play.game_review import ENDING as REVIEW
from rollwrite_desktop.play.open_game import Opened, reopen
from rollwrite_desktop.play.same_dice import ENDING as LEVELS
from rollwrite_desktop.ui.library import file_locks
from rollwrite_desktop.ui.shell.settings import Settings

_NAMED_BY_ITSELF = re.compile(r" \d{4}-\d\d-\d\d ")
_Stamp = tuple[int, int]
_PATIENCE = 40  # files


@dataclass(frozen=True)
class Kept:
    """A game on the shelf as it is listed. `trouble` says why it cannot be opened, or is ""; then the rest is empty.
    `display` is the sheet of the first human player. `called`: what to call it in a list, if not by its file; `code`: the
    code of the game."""

    path: Path
    touched: datetime
    game: str = ""
    players: tuple[str, ...] = ()
    progress: str = ""
    over: bool = False
    read_only: str = ""
    trouble: str = ""
    display: Display | None = None
    called: str = ""
    code: str = ""

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def title(self) -> str:
        """What to call it in a list: the name somebody gave it, else who plays."""
        if self.called:
            return self.called
        named_by_itself = self.players and _NAMED_BY_ITSELF.match(self.name.removeprefix(file_name(tr(self.game))))
        return join_names(self.players) if named_by_itself else self.name


class GameStore:
    """The journals in the store's folder of games. Another shelf says what lies on it (`suffix`), where (`folder`), what is
    to be seen of it (`_look`), and what is said of names."""

    suffix = SUFFIX

    def __init__(self, store: Settings) -> None:
        self.store = store
        self.folder = store.games
        self.index = Index(store.games, store.home / "index.json")
        self._looked: dict[Path, tuple[_Stamp, Kept]] = {}

    # ------------------------------------------------------------------ looking

    def paths(self) -> list[Path]:
        """The journals, the one touched last first."""
        return [path for path, _ in files_in(self.folder, self.suffix)]

    def look(self, path: Path) -> Kept:
        """A game as it is listed; read anew only when the file has changed."""
        try:
            with reading(path):
                stat = path.stat()
        except FileError as error:
            return Kept(path, self.store.now(), trouble=str(error))
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._looked.get(path)
        if known is None or known[0] != stamp:
            touched = _moment(stat.st_mtime)
            try:
                kept, entry = self._look(path, touched)
            except Exception as error:  # whatever is wrong with one file, the others are listed
                report_exception(error)
                kept, entry = Kept(path, touched, trouble=tr("{file} cannot be read.", file=path.name)), None
            known = self._looked[path] = (stamp, kept)
            if path.parent == self.store.games:
                self.index.keep(path, stamp, entry)
        return known[1]

    def glance(self, path: Path) -> Kept:
        """As `look`, but of a game that is over, and known to be, without its picture: that takes no reading."""
        try:
            stat = path.stat()
        except OSError:
            return self.look(path)
        entry = self.index.entry(path, (stat.st_mtime_ns, stat.st_size))
        if entry is None or not entry.over or entry.game not in GAMES:
            return self.look(path)
        return Kept(
            path, _moment(stat.st_mtime), game=GAMES[entry.game].info.title,
            players=tuple(player.name for player in entry.players), over=True, read_only=entry.read_only,
            progress=ended([(player.name, player.total, player.place) for player in entry.players]),
        )

    def known(self) -> dict[Path, Kept | None]:
        """All games, the one touched last first, with what the index knows of them without reading them: each without its
        picture and, unless it is over, without its progress; None for those that it does not know."""
        return {path: self._indexed(path, stamp) for path, stamp in files_in(self.folder, self.suffix)}

    def _indexed(self, path: Path, stamp: _Stamp) -> Kept | None:
        looked = self._looked.get(path)
        if looked is not None and looked[0] == stamp:
            return looked[1]
        entry = self.index.entry(path, stamp) if path.parent == self.store.games else None
        if entry is None or entry.game not in GAMES:
            return None
        names = tuple(player.name for player in entry.players)
        results = [(player.name, player.total, player.place) for player in entry.players]
        return Kept(
            path, _moment(stamp[0] / 1e9), game=GAMES[entry.game].info.title, players=names, over=entry.over,
            read_only=entry.read_only, progress=ended(results) if entry.over else "", code=entry.code,
        )

    def games(self) -> list[Kept]:
        """All games, the one touched last first."""
        return [self.look(path) for path in self.paths()]

    def waiting(self, most: int = 1) -> list[Kept]:
        """The games touched last that can be played on. Of files that the index does not know only the latest are read, so
        that a long shelf never keeps anybody waiting."""
        found: list[Kept] = []
        unread = _PATIENCE
        for path in self.paths():
            if not self._known(path):
                unread -= 1
                if unread < 0:
                    continue
            kept = self.glance(path)
            if not (kept.over or kept.trouble or kept.read_only):
                found.append(kept)
                if len(found) == most:
                    break
        self.index.save()
        return found

    def _known(self, path: Path) -> bool:
        try:
            stat = path.stat()
        except OSError:
            return False
        return self.index.entry(path, (stat.st_mtime_ns, stat.st_size)) is not None

    # ------------------------------------------------------------------ new, renamed, deleted

    def new_path(self, title: str, players: Sequence[str]) -> Path:
        """A free path for a new game: "Rolling America 2026-11-20 Ann Bo.rollwrite"."""
        return self._free(game_name(title, self.store.now().date(), players))

    def rename(self, path: Path, name: str) -> Path:
        """Gives a game another name; returns where it is now. Raises UserError."""
        wanted = file_name(name)
        if not wanted:
            raise UserError(self._nameless())
        if wanted == path.stem:
            return path
        # On some systems two names that differ in case only are one file.
        if wanted.casefold() != path.stem.casefold() and self._taken(path.with_name(wanted + self.suffix)):
            raise UserError(self._called_so(wanted))
        _must_be_free(path)
        target = path.with_name(wanted + self.suffix)
        rename(path, target, mark("“{name}” could not be renamed: {why}."))
        _take_along(path, target)
        self._looked.pop(path, None)
        if path.absolute() in self.store.recent():
            self.store.forget(path)
        return target

    def delete(self, path: Path) -> Path:
        """Puts a game aside, from where `restore` brings it back; `sweep` moves it to the system's trash. Raises
        UserError."""
        _must_be_free(path)
        make_folder(self.store.deleted)
        target = _free_in(self.store.deleted, path.stem, self.suffix)
        rename(path, target, mark("“{name}” could not be deleted: {why}."))
        _take_along(path, target)
        self._looked.pop(path, None)
        return target

    def restore(self, aside: Path) -> Path:
        """Brings back a game that was put aside; returns where it is now. Raises FileError."""
        make_folder(self.folder)
        target = self._free(aside.stem)
        rename(aside, target, mark("It could not be brought back: {why}."))
        _take_along(aside, target)
        return target

    def take_in(self, path: Path) -> Path:
        """Copies a game from elsewhere to the others; returns where the copy is. Raises FileError."""
        make_folder(self.folder)
        target = self._free(file_name(path.stem) or "game")
        write_file(target, read_file(path, journals.MAX_BYTES), force=False)
        return target

    def sweep(self) -> None:
        """Moves the games and sheets that were put aside to the system's trash; where there is none they stay aside."""
        for aside in listed(self.store.deleted):
            QFile.moveToTrash(str(aside))

    def _free(self, name: str) -> Path:
        return _free_in(self.folder, name, self.suffix)

    def _look(self, path: Path, touched: datetime) -> tuple[Kept, Entry | None]:
        """A file as it is listed, and what the index keeps of it."""
        return _look(path, touched)

    @staticmethod
    def _nameless() -> str:
        return tr("A game needs a name with at least one letter or digit.")

    @staticmethod
    def _called_so(name: str) -> str:
        return tr("There is a game called “{name}” already.", name=name)

    @staticmethod
    def _taken(path: Path) -> bool:
        return is_there(path)


def _moment(seconds: float) -> datetime:
    """A file's time (s since 1970); files from elsewhere may have one that no calendar knows."""
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0).astimezone()


def _look(path: Path, touched: datetime) -> tuple[Kept, Entry | None]:
    try:
        opened = reopen(journals.read(path), path.name, path.parent)
    except UserError as error:
        return Kept(path, touched, trouble=str(error)), None
    session = opened.session
    guide = opened.game.guide(session.rules)
    player = seat(opened)
    kept = Kept(
        path, touched,
        game=opened.game.info.title,
        players=opened.head.players,
        progress=result(opened) if session.over else guide.progress(session.state, player),
        over=session.over,
        read_only=opened.read_only,
        code=code_of(opened.head),
        display=guide.draw(session.state, player, None, opened.name(player)),
    )
    return kept, entry_of(opened)


def seat(opened: Opened) -> str:
    """The first human player of a game, or the first of all."""
    bots = opened.head.notes.bots
    return next((player for player in opened.session.players if player not in bots), opened.session.players[0])


def result(opened: Opened) -> str:
    """How a game that is over ended, in a few words."""
    scores = opened.session.scores
    return ended([(opened.name(score.player), score.total, score.place) for score in scores])


def ended(results: Sequence[tuple[str, int, int]]) -> str:
    """The same of everybody's name, total and place."""
    best = tuple(name for name, _, place in results if place == 1)
    total = next(total for _, total, place in results if place == 1)
    if len(results) == 1:
        return tr("Finished with {total}", total=total)
    if len(best) > 1:
        return tr("{names} won together with {total}", names=best, total=total)
    return tr("{name} won with {total}", name=best[0], total=total)


# ---------------------------------------------------------------------- names


def game_name(title: str, day: date, players: Sequence[str]) -> str:
    """What a new game's file is called."""
    return file_name(" ".join((title, day.isoformat(), *players)))


def _take_along(path: Path, target: Path) -> None:
    """What was worked out of a game goes where the game goes; what cannot is worked out again when it is wanted."""
    for ending in (REVIEW, LEVELS):
        kept = path.with_suffix(ending)
        with contextlib.suppress(OSError):
            if kept.is_file():
                kept.replace(target.with_suffix(ending))


def _free_in(folder: Path, name: str, suffix: str) -> Path:
    taken = {path.name.casefold() for path in listed(folder)}
    numbers = ("" if n == 1 else f" ({n})" for n in range(1, len(taken) + 2))
    return next(folder / (name + number + suffix) for number in numbers if (name + number + suffix).casefold() not in taken)


def _must_be_free(path: Path) -> None:
    if file_locks.taken(path):
        raise UserError(tr("“{name}” is open in another window.", name=path.stem))


"""What is known of the games in a folder without opening each: an index beside them, which is only ever a convenience.

The files are the truth: an index that is missing, damaged, older or of another program is made anew from them, silently.
What its entries come to together: `standings.py`. Knows every game only by its registry; draws nothing.
"""

from __future__ import annotations

import contextlib
import heapq
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec import Struct, field

from rollwrite_desktop.core.errors import UserError, report_exception
from rollwrite_desktop.core.files import FileError, make_folder, write_file
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.text import is_text
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.play.opening.open_game import Opened, reopen

if TYPE_CHECKING:
    from rollwrite_desktop.gamekit.play.guide import RaceGuide

FORMAT = 3
MAX_BYTES = 64_000_000
LONG = 48_000
"""Bytes from which on replaying a journal may take longer than a window can wait for."""
PIECE, _SAVED_EVERY = 400, 100
"""How many files are looked at in one piece, and read between two times that the index is written."""


class Player(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One player's result: the name, the computer player who had the seat at the end ("" for a person), total, place, parts
    of the score, and how many rolls had hints."""

    name: Text
    bot: Text
    total: int
    place: int
    parts: dict[Text, int]
    hints: int = 0


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What is known of one game. `started` is ISO 8601 or ""; `code` the whole game's, or "". The results of a game that
    is not over are those it would have now. `begun`: whether anything happened in it. `ms`: the time of a time trial that is
    over, which is its result."""

    game: Text
    sheet: LongText
    options: dict[Text, Text]
    players: tuple[Player, ...]
    over: bool
    started: Text = ""
    code: Text = ""
    read_only: LongText = ""
    take_backs: int = 0
    begun: bool = True
    ms: int = 0


class _Row(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A file's entry and the stamp (ns, bytes) that the file had; no entry where it could not be read."""

    stamp: tuple[int, int]
    entry: Entry | None


class _File(msgspec.Struct, frozen=True):
    index: int
    rows: dict[Text, msgspec.Raw]


_FILE, _ROW = Decoder(_File, raw=True), Decoder(_Row)


class Listed(Struct, frozen=True):
    """A game in the history: where it is, when it was touched last (s since 1970), and what is known of it."""

    path: Path
    touched: float
    entry: Entry

    @property
    def day(self) -> str:
        """When it was begun, as an ISO date; where that was not noted, when the file was written last."""
        return self.entry.started[:10] or datetime.fromtimestamp(self.touched).astimezone().date().isoformat()


def entry_of(opened: Opened) -> Entry:
    """Returns what is known of an opened game."""
    from rollwrite_desktop.gamekit.words.coach import HINT_NOTE, HintCount

    session, head = opened.session, opened.head
    bots = dict(head.notes.bots)
    bots.update({player: text for (player, name), text in session.notes.items() if name == "bot"})
    scores = session.scores
    return Entry(
        game=head.game, sheet=head.sheet, options=dict(head.options), over=session.over, started=head.notes.started,
        code=code_of(head), read_only=opened.read_only, take_backs=session.take_backs,
        begun=bool(session.events), ms=_time_of(opened),
        players=tuple(
            Player(
                opened.name(score.player), bots.get(score.player, ""), score.total, score.place, dict(score.parts),
                len(HintCount(session.notes.get((score.player, HINT_NOTE), ""), session.rolls).turns),
            )
            for score in scores
        ),
    )


def _time_of(opened: Opened) -> int:
    """Returns the time (ms) of a time trial that is over, 0 of all other games."""
    session = opened.session
    if not (opened.game.info.realtime and session.over and len(opened.head.players) == 1):
        return 0
    times = cast("RaceGuide", opened.game.play.guide(session.rules)).times(session.state)
    return times[-1][0] if times else 0


class Refreshed(Struct):
    """How far `Index.refreshing` has come: how many of how many files that changed are read, the games known by then, the
    one touched last first, whether a file is read next, and the LONG ones of which nothing is known (paths and stamps)."""

    done: int = 0
    stale: int = 0
    games: list[Listed] = field(default_factory=list)
    reads: bool = False
    left: list[tuple[Path, tuple[int, int]]] = field(default_factory=list)


class Index:
    """The index of a folder of journals, kept in `file`. Nothing is written before `save`."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.folder, self.file = folder, file
        self._rows: dict[str, _Row | msgspec.Raw] = {}
        self._changed = False
        self._read = False

    def entry(self, name: str, stamp: tuple[int, int]) -> Entry | None:
        """Returns what is known of a file of this name in the folder that has this stamp (ns, bytes); None if nothing is."""
        row = self._row(name)
        return row.entry if row.stamp == stamp else None

    def knows(self, name: str, stamp: tuple[int, int]) -> bool:
        """Returns whether a file with this stamp has been read, also where nothing could be made of it."""
        return self._row(name).stamp == stamp

    def keep(self, name: str, stamp: tuple[int, int], entry: Entry | None) -> None:
        """Notes what a file holds; None for one that cannot be read."""
        row = _Row(stamp, entry)
        if self._row(name) != row:
            self._known()[name] = row
            self._changed = True

    def refresh(self) -> list[Listed]:
        """Every readable game of the folder, the one touched last first; files that changed are read anew."""
        state = Refreshed()
        for _ in self.refreshing(state, long=True):
            pass
        return state.games

    def refreshing(self, state: Refreshed, *, long: bool = False) -> Iterator[None]:
        """`refresh` in pieces, between which a window may do something else; `state` says how far it is. `long`: also LONG
        files. What was read is kept now and then, and at the end."""
        files: list[tuple[Path, tuple[int, int]]] = []
        for found in scanned(self.folder, SUFFIX):
            files += found
            if len(found) == PIECE:
                yield
        files.sort(key=touched_last)
        if len(files) > PIECE:
            yield
        rows = self._known()
        if len(files) > PIECE:
            yield
        gone = rows.keys() - {path.name for path, _ in files}
        for name in gone:
            del rows[name]
        self._changed |= bool(gone)
        stale = set()
        for count, (path, stamp) in enumerate(files, 1):
            if not self.knows(path.name, stamp):
                if long or stamp[1] <= LONG:
                    stale.add(path)
                else:
                    state.left.append((path, stamp))
            if count % PIECE == 0:
                yield
        state.stale = len(stale)
        for count, (path, stamp) in enumerate(files, 1):
            if path in stale:
                state.reads = True
                yield
                state.reads = False
                self.keep(path.name, stamp, _entry(path))
                state.done += 1
                if state.done % _SAVED_EVERY == 0:
                    self.save()
            entry = self.entry(path.name, stamp)
            if entry is not None:
                state.games.append(Listed(path, stamp[0] / 1e9, entry))
            if count % PIECE == 0:
                yield
        self.save()

    def save(self) -> None:
        """Writes the index, whole or not at all; a disk that takes nothing costs only time later."""
        if not self._changed:
            return
        rows = {name: row for name, row in self._rows.items() if is_text(name)}  # others are read anew each time
        with contextlib.suppress(FileError):
            make_folder(self.file.parent)
            write_file(self.file, msgspec.json.encode({"index": FORMAT, "rows": rows}))
            self._changed = False

    def _row(self, name: str) -> _Row:
        """Returns what stands in the index of a file; read now, so that a window need not wait for all of them."""
        row = self._known().get(name, _NOTHING)
        if isinstance(row, msgspec.Raw):
            try:
                read = _ROW.decode(bytes(row))
            except (msgspec.DecodeError, UnicodeDecodeError):
                read = _NOTHING
            row = self._rows[name] = read if read.entry is None or _sound(read.entry) else _NOTHING
        return row

    def _known(self) -> dict[str, _Row | msgspec.Raw]:
        if not self._read:
            self._read = True
            self._rows = _index(self.file)
        return self._rows


_NOTHING = _Row((-1, -1), None)


def _index(file: Path) -> dict[str, _Row | msgspec.Raw]:
    try:
        data = read_file(file, MAX_BYTES)
        if len(data) > MAX_BYTES:
            return {}
        found = _FILE.decode(data)
    except (FileError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return dict(found.rows) if found.index == FORMAT else {}


def _sound(entry: Entry) -> bool:
    """Returns whether an entry can be of a game at all."""
    return any(player.place == 1 for player in entry.players)


def files_in(folder: Path, suffix: str) -> list[tuple[Path, tuple[int, int]]]:
    """Returns what in a folder has a name that ends so, and its stamps (ns, bytes), the one touched last first: also what is
    no file and a link that leads nowhere, which are listed with the reason why they cannot be opened."""
    return sorted((each for piece in scanned(folder, suffix) for each in piece), key=touched_last)


def latest_in(folder: Path, suffix: str, most: int) -> list[tuple[str, tuple[int, int]]]:
    """Returns the names and stamps of the first of `files_in`, which are found in less time than all."""
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as items:
        for item in items:
            if item.name.endswith(suffix):
                with contextlib.suppress(OSError):
                    stat = item.stat()
                    found.append((-stat.st_mtime_ns, item.name, stat.st_size))
    return [(name, (-time, size)) for time, name, size in heapq.nsmallest(most, found)]


def count_in(folder: Path, suffix: str) -> int:
    """How many files `files_in` finds."""
    with contextlib.suppress(OSError), os.scandir(folder) as items:
        return sum(item.name.endswith(suffix) for item in items)
    return 0


def scanned(folder: Path, suffix: str) -> Iterator[list[tuple[Path, tuple[int, int]]]]:
    """Yields the same in pieces of PIECE, in no order."""
    try:
        items = list(os.scandir(folder))
    except OSError:
        return
    for first in range(0, len(items), PIECE):
        found = []
        for item in items[first : first + PIECE]:
            with contextlib.suppress(OSError):  # gone meanwhile
                if item.name.endswith(suffix):
                    try:
                        stat = item.stat()
                    except OSError:
                        stat = item.stat(follow_symlinks=False)
                    found.append((Path(item.path), (stat.st_mtime_ns, stat.st_size)))
        yield found


def touched_last(file: tuple[Path, tuple[int, int]]) -> tuple[int, str]:
    return -file[1][0], file[0].name


def _entry(path: Path) -> Entry | None:
    try:
        return entry_of(reopen(journals.read(path), path.name, path.parent))
    except UserError:
        return None
    except Exception as error:  # whatever is wrong with one file, the others are listed
        report_exception(error)
        return None

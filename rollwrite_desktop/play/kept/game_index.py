"""What is known of the games in a folder without opening each: an index beside them, which is only ever a convenience.

The files are the truth: an index that is missing, damaged, older or of another program is made anew from them, silently.
Statistics over its entries are here too. Knows every game only by its registry; draws nothing.
"""

from __future__ import annotations

import contextlib
import heapq
import io
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec import Struct, field

from rollwrite_desktop.core.errors import UserError, report_exception
from rollwrite_desktop.core.files import FileError, make_folder, write_file
from rollwrite_desktop.core.i18n import cell_separator, plain, tr
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.gamekit.play.guide import RaceGuide
from rollwrite_desktop.gamekit.words.coach import HINT_NOTE, HintCount
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.text import as_text, csv_cell, is_text
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.play.opening.open_game import Opened, reopen

if TYPE_CHECKING:
    from rollwrite_desktop.play.review.game_review import Review

FORMAT = 3
MAX_BYTES = 64_000_000
LONG = 48_000
"""Bytes from which on replaying a journal may take longer than a window can wait for."""
PIECE, _SAVED_EVERY = 400, 100
"""How many files are looked at in one piece, and read between two times that the index is written."""
_LOOKED = 20
"""How many games are looked at for reviews in one piece."""
LAST_REVIEWS = 100
"""How many reviews of a player are read for a chart."""
AVERAGED = 10
LAST = 20
"""How many results a plot of the latest ones shows."""


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
    times = cast(RaceGuide, opened.game.play.guide(session.rules)).times(session.state)
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

    def refresh(self, go_on: Callable[[int, int], bool] | None = None) -> list[Listed]:
        """Every readable game of the folder, the one touched last first; files that changed are read anew. `go_on` is told
        how many of how many are read and answers whether to go on; what was read by then is kept. With it, LONG ones are
        left out until somebody else has read them."""
        state = Refreshed()
        for _ in self.refreshing(state, long=go_on is None):
            if go_on is not None and state.reads and not go_on(state.done, state.stale):
                break
        self.save()
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


# ---------------------------------------------------------------------- choosing among them


class Filter(Struct, frozen=True):
    """Which games are meant; "" is any. options: as `options_text` writes them. people: only results of people count;
    aided: only those with hints, or only those without."""

    game: str = ""
    player: str = ""
    sheet: str = ""
    options: str = ""
    code: str = ""
    people: bool = False
    aided: bool | None = None

    def takes(self, entry: Entry) -> bool:
        """Returns whether a game that is over is meant."""
        return (
            entry.over and entry.game in GAMES and self.game in ("", entry.game)
            and self.sheet in ("", sheet_kind(entry.sheet)) and self.code in ("", entry.code)
            and (not self.options or self.options == options_text(entry))
            and (not self.player or any(self.counts(player) for player in entry.players))
        )

    def counts(self, player: Player) -> bool:
        """Returns whether a player's result is meant."""
        return (
            self.player in ("", player.name) and not (self.people and player.bot)
            and self.aided in (None, bool(player.hints))
        )


def sheet_kind(sheet: str) -> str:
    """Layouts made from a seed count as one kind of sheet."""
    base, made, _ = sheet.partition(":")
    return base + made


def options_text(entry: Entry) -> str:
    """Returns the house rules that are not the usual ones, `name=value` joined by blanks; `-` where all are usual."""
    game = GAMES.get(entry.game)
    usual = game.info.with_defaults({}) if game else {}
    return " ".join(f"{name}={value}" for name, value in sorted(entry.options.items()) if usual.get(name) != value) or "-"


class Kind(Struct, frozen=True):
    """What results have in common that can be compared: the sheet as `sheet_kind` and the house rules as `options_text` say
    it, whether there were hints, and whether they are times (ms)."""

    sheet: str = ""
    options: str = "-"
    aided: bool = False
    timed: bool = False


class Standing(Struct, frozen=True):
    """One player's results of one kind in one game, the latest last: totals, and how many of these games were won."""

    game: str
    player: str
    totals: tuple[int, ...]
    wins: int
    lowest_wins: bool
    kind: Kind = Kind()

    @property
    def best(self) -> int:
        return min(self.totals) if self.lowest_wins else max(self.totals)

    @property
    def average(self) -> float:
        """The mean of all totals."""
        from statistics import fmean

        return fmean(self.totals)

    @property
    def last(self) -> tuple[int, ...]:
        """The latest totals, oldest first."""
        return self.totals[-LAST:]


def standings(games: Iterable[Listed], chosen: Filter) -> list[Standing]:
    """By game, player and kind, those with most games first. `games` come the latest first."""
    counted = Counted(chosen)
    for listed in games:
        counted.add(listed.entry)
    return counted.standings


class Counted(Struct):
    """What makes up `standings`, so that it can be counted game by game, the latest first."""

    chosen: Filter
    _totals: dict[tuple[str, str, Kind], list[int]] = field(default_factory=dict)
    _wins: Counter[tuple[str, str, Kind]] = field(default_factory=Counter)

    def add(self, entry: Entry) -> None:
        for player in entry.players if self.chosen.takes(entry) else ():
            if self.chosen.counts(player):
                kind = Kind(sheet_kind(entry.sheet), options_text(entry), bool(player.hints), bool(entry.ms))
                key = entry.game, player.name, kind
                self._totals.setdefault(key, []).append(entry.ms or player.total)
                self._wins[key] += player.place == 1 and len(entry.players) > 1

    @property
    def standings(self) -> list[Standing]:
        order = {game: number for number, game in enumerate(GAMES)}
        found = [
            Standing(game, name, tuple(reversed(each)), self._wins[game, name, kind],
                     kind.timed or GAMES[game].play.lowest_wins, kind)
            for (game, name, kind), each in self._totals.items()
        ]
        return sorted(found, key=lambda each: (order[each.game], -len(each.totals), plain(each.player), each.kind.aided))


class Form(Struct, frozen=True):
    """What the reviews of a player's games say, the latest last: errors, luck, and results without luck."""

    errors: tuple[float, ...]
    luck: tuple[float, ...]
    results: tuple[float, ...]
    without_luck: tuple[float, ...]

    def spreads(self) -> tuple[float, float]:
        """How far results lie apart, and how far they do without luck (standard deviations)."""
        from statistics import pstdev

        return pstdev(self.results), pstdev(self.without_luck)


def reviews_of(games: Iterable[Listed], chosen: Filter, game: str, player: str) -> Iterator[Review | None]:
    """Yields the reviews that are kept beside a player's latest games, LAST_REVIEWS at most; None now and then, so that a
    window may do something else. `games` come the latest first. A review whose result is not that of the game is another
    game's."""
    from rollwrite_desktop.play.review.game_review import known_reviews  # the list of games needs none

    looked = found = 0
    for listed in games:
        if listed.entry.game != game or not chosen.takes(listed.entry):
            continue
        totals = [each.total for each in listed.entry.players if each.name == player and chosen.counts(each)]
        if not totals:
            continue
        for review in known_reviews(listed.path):
            if review.player == player and review.result == totals[0]:
                yield review
                found += 1
                break
        if found >= LAST_REVIEWS:
            return
        looked += 1
        if looked % _LOOKED == 0:
            yield None


def form_of(reviews: Iterable[Review]) -> Form:
    """Returns what these reviews, the latest first, come to."""
    found = [*reviews]
    found.reverse()
    return Form(
        tuple(each.error for each in found), tuple(each.luck for each in found), tuple(each.result for each in found),
        tuple(each.without_luck for each in found),
    )


def moving_average(values: Sequence[float], over: int = AVERAGED) -> tuple[float, ...]:
    """For each value the mean of it and the `over - 1` before it, or of as many as there are."""
    from statistics import fmean

    return tuple(fmean(values[max(0, n - over + 1) : n + 1]) for n in range(len(values)))


def bins(totals: Sequence[int], most: int = 12) -> tuple[tuple[int, int, int], ...]:
    """A histogram: lowest and highest total of each bar, and how many are in it; at most `most` bars of equal width."""
    if not totals:
        return ()
    low, high = min(totals), max(totals)
    wide = next(size for size in _WIDTHS if high // size - low // size + 1 <= most)
    first = low // wide
    counts = Counter(total // wide - first for total in totals)
    return tuple(
        ((first + i) * wide, (first + i + 1) * wide - 1, counts[i]) for i in range(high // wide - first + 1)
    )


_WIDTHS = tuple(step * 10**power for power in range(18) for step in (1, 2, 5))


# ---------------------------------------------------------------------- for spreadsheets


def as_csv(games: Iterable[Listed], chosen: Filter, part_titles: Mapping[str, str]) -> Iterator[bytes]:
    """One line per result, for spreadsheets (UTF-8 with a mark, `cell_separator`), in pieces, of which some are empty, so
    that a window may do something else. part_titles: message ids by part id."""
    import csv  # with half a millisecond of a start, for one button

    from rollwrite_desktop.play.race.race_view_model import clock_text

    rows: list[tuple[Listed, Player]] = []
    for count, listed in enumerate(games, 1):
        if chosen.takes(listed.entry):
            rows += [(listed, player) for player in listed.entry.players if chosen.counts(player)]
        if count % PIECE == 0:
            yield b""
    parts = list(dict.fromkeys(part for _, player in rows for part in player.parts))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=cell_separator(), lineterminator="\r\n")
    writer.writerow([
        tr("Date"), tr("Game"), tr("Sheet"), tr("House rules"), tr("Code"), tr("Players"), tr("Player"),
        tr("Computer"), tr("Place"), tr("Total"), tr("Hints"),
        *(csv_cell(tr(part_titles.get(part, part))) for part in parts), tr("File"),
    ])
    yield b"\xef\xbb\xbf"
    for count, (listed, player) in enumerate(rows, 1):
        entry = listed.entry
        writer.writerow([
            csv_cell(listed.day), tr(GAMES[entry.game].info.title), csv_cell(entry.sheet), csv_cell(options_text(entry)),
            csv_cell(entry.code),
            len(entry.players), csv_cell(player.name), csv_cell(player.bot), player.place,
            clock_text(entry.ms) if entry.ms else player.total, player.hints,
            *(player.parts.get(part, "") for part in parts), csv_cell(as_text(listed.path.name)),
        ])
        if count % PIECE == 0:
            yield text.getvalue().encode("utf-8", "replace")
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode("utf-8", "replace")

"""Sheets of one's own on disk: which there are, saving, renaming and deleting them, and which games lean on one.

They lie beside the games, so that a journal finds its sheet from its own folder wherever both are moved to.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core import journal
from rollwrite_desktop.core.errors import UserError, report_exception
from rollwrite_desktop.core.files import CANNOT_READ, CANNOT_WRITE, FileError, make_folder, refused, write_file
from rollwrite_desktop.core.i18n import language, plain, tr
from rollwrite_desktop.core.limits import LongText
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.archives import OWN_SHEET
from rollwrite_desktop.intake.files import is_there, listed, names_in, read_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.text import as_text, file_name
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.play.opening.check_sheet import must_be_playable
from rollwrite_desktop.play.opening.open_game import found_from
from rollwrite_desktop.sheet.load import ENDING, dump, find, loads
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import clock
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.file_store import FileStore

SUFFIX = OWN_SHEET
"""What a saved sheet's name ends in, by which the system knows it; any `.json` is read."""
PAR = "par"
"""Under which name par is kept with how a map was made."""


class OwnSheets(FileStore):
    """The files of all sheets of one's own, also of those that cannot be used."""

    suffix = ".json"

    def __init__(self, store: Settings) -> None:
        super().__init__(store, store.sheets)

    def rename(self, path: Path, name: str) -> Path:
        """Gives a file that cannot be used another name; a sheet that can be has its name in it (`replace_sheet`)."""
        fault = name_fault(self.store, name, path)
        if fault:
            raise UserError(fault)
        return super().rename(path, name)


def own_sheets(store: Settings, game: Game) -> dict[str, str]:
    """Returns the game's own sheets that can be played on: path and title, by name."""
    return own_and_unusable(store, game)[0]


def own_and_unusable(store: Settings, game: Game) -> tuple[dict[str, str], tuple[Kept, ...]]:
    """Returns the same, and each other file with a sentence why it cannot be used; sheets of other games are in neither.
    Files that have not changed are not read again."""
    known = shelved(store, game)
    return known.sheets, known.unusable


class OwnKnown(Struct, frozen=True):
    """A game's own sheets, path and title by name; files that cannot be used; and the paths of those that are still to be
    read."""

    sheets: dict[str, str]
    unusable: tuple[Kept, ...]
    left: tuple[str, ...]


def shelved(store: Settings, game: Game, most: int | None = None, first: str = "") -> OwnKnown:
    """Returns what is known of the sheets of one's own, and `most` new files, or all, are read for it; `first` in any
    case."""
    sheets, unusable, left = dict[str, str](), list[Kept](), list[str]()
    for name in _files(store):
        stamp = _stamp(name)
        seen = _known(name, stamp)
        if seen is None:
            if most is not None and name != first:
                most -= 1
                if most < 0:
                    left.append(name)
                    continue
            seen = look(name)
        if seen.game not in ("", game.info.id):
            continue
        if seen.error:
            unusable.append(Kept(Path(name), _touched(Path(name)), error=seen.error))
        else:
            sheets[name] = seen.title
    return OwnKnown(sheets, tuple(unusable), tuple(left))


class Seen(Struct, frozen=True):
    """What a file among the sheets of one's own holds: the game and the title of the sheet, as far as it tells them, and why
    it cannot be used."""

    game: str = ""
    title: str = ""
    error: str = ""


_Stamp = tuple[str, int, int, int, int]
_seen: dict[str, tuple[_Stamp, Seen]] = {}
_MOST_SEEN = 20_000


def look(name: str) -> Seen:
    """Returns what a file holds; read anew only where it has changed, or could not be read at all."""
    stamp = _stamp(name)
    seen = _known(name, stamp)
    if seen is not None:
        return seen
    path = Path(name)
    try:
        seen = _read(path)
    except FileError as failed:
        return Seen(error=tr(CANNOT_READ, path=as_text(path.name), why=failed.why))
    if stamp is not None:
        if len(_seen) >= _MOST_SEEN:
            _seen.clear()
        _seen[name] = stamp, seen
    return seen


def _known(name: str, stamp: _Stamp | None) -> Seen | None:
    known = _seen.get(name)
    return known[1] if known is not None and known[0] == stamp else None


def _stamp(name: str) -> _Stamp | None:
    """Returns what is another one once a file has changed, or its sentence would be in another language."""
    with suppress(OSError):
        stat = os.stat(name)  # noqa: PTH116 (asked of thousands)
        return language(), stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino
    return None


def _read(path: Path) -> Seen:
    """Raises FileError."""
    game = title = ""
    try:
        sheet = find(str(path))
        game, title = sheet.game, sheet.title
        must_be_playable(sheet, path.name)
    except FileError:
        raise
    except UserError as wrong:
        return Seen(game, title, str(wrong))
    except Exception as unexpected:  # whatever is wrong with one file, the others are listed
        report_exception(unexpected)
        return Seen(game, title, tr("{file} cannot be read.", file=as_text(path.name)))
    return Seen(game, title)


def _touched(path: Path) -> datetime:
    with suppress(OSError):
        return clock.moment(path.lstat().st_mtime)
    return clock.moment(0)


def can_change(store: Settings, sheet: str) -> bool:
    """Returns whether a sheet of one's own was made as a map, and how is still known."""
    return sheet.endswith(ENDING) and bool(store.recall(map_key(sheet), dict[str, str]()).keys() - {PAR})


def is_kept(store: Settings, sheet: str) -> bool:
    """Returns whether a sheet of one's own is among those that each visit offers; else it is a file that was opened."""
    return Path(sheet).parent == store.sheets


def map_key(sheet: str) -> str:
    """Returns the key under which it is kept how a map was made; that of a map that is not saved for ""."""
    return f"own-map {named_in_key(sheet)}".rstrip()


def own_par(store: Settings, sheet: str) -> float | None:
    """Par of a map of one's own, as it was measured once."""
    kept = store.recall(map_key(sheet), dict[str, str]()).get(PAR, "")
    return float(kept) if re.fullmatch(r"\d{1,3}\.\d", kept) else None


def keep_par(store: Settings, sheet: str, par: float) -> None:
    """Keeps par of a map of one's own."""
    store.keep(map_key(sheet), store.recall(map_key(sheet), dict[str, str]()) | {PAR: f"{par:.1f}"})


def named_in_key(sheet: str) -> str:
    """A sheet as it is named in a key of the settings."""
    return as_text(Path(sheet).name)[:_IN_KEY]


_IN_KEY = 200


def name_of(path: Path) -> str:
    """Returns the name of a sheet of one's own."""
    return _called(path.name)


def _called(name: str) -> str:
    return name.rpartition(os.sep)[2].removesuffix(".json").removesuffix(".sheet")


def name_fault(store: Settings, name: str, but: Path | None = None) -> str:
    """Why a sheet cannot have this name, in a sentence, or ""; `but`: the sheet that has it already. No other sheet is
    ever written over: games lean on it."""
    return _fault(name, _taken(store, but))


def _fault(name: str, taken: Collection[str]) -> str:
    wanted = file_name(name)
    if not wanted:
        return tr("The sheet needs a name with at least one letter or digit.")
    if wanted.casefold() in taken:
        return tr("There is a sheet called “{name}” already.", name=wanted)
    return ""


def _taken(store: Settings, but: Path | None = None) -> set[str]:
    """Returns what the sheets are called: as files, and as they call themselves."""
    found, left_out = set[str](), str(but)
    for name in _files(store):
        if name != left_out:
            found |= {_called(name).casefold(), look(name).title.casefold()}
    return found


def free_name(store: Settings, name: str) -> str:
    """Returns the name, with a number behind it if there is such a sheet already."""
    taken = _taken(store)
    numbers = ("" if n == 1 else f" ({n})" for n in range(1, len(taken) + 2))
    return next(name + number for number in numbers if not _fault(name + number, taken))


def save_sheet(store: Settings, sheet: Sheet, name: str) -> Path:
    """Writes a sheet of one's own, whole or not at all; returns where. Raises UserError."""
    fault = name_fault(store, name)
    if fault:
        raise UserError(fault)
    return _write(store.sheets / (file_name(name) + SUFFIX), sheet, name, force=False)


def add_sheet(store: Settings, sheet: Sheet) -> Path:
    """Keeps a sheet under its title or, where that is taken, with a number; returns where. Raises UserError."""
    name = free_name(store, sheet.title if file_name(sheet.title) else tr("Sheet"))
    return save_sheet(store, loads(dump(replace(sheet, title=name)), name), name)


def replace_sheet(store: Settings, path: Path, sheet: Sheet, name: str, before: Sheet | None = None) -> Path:
    """Writes over a sheet of one's own: another name for what it was, or, where no game leans on it, another sheet. The file
    keeps its place, so that games and paper sheets find it. `before`: what stood there when it was read; where something
    else does now, that stays. Raises UserError."""
    fault = name_fault(store, name, path)
    if fault:
        raise UserError(fault)
    if before is not None and is_there(path) and find(str(path)) != before:
        raise refused(CANNOT_WRITE, path, tr("another program has changed it"))
    return _write(path, sheet, name)


def _write(path: Path, sheet: Sheet, name: str, *, force: bool = True) -> Path:
    make_folder(path.parent)
    write_file(path, dump(replace(sheet, title=file_name(name))), force=force)
    return path


def games_on(store: Settings) -> Counter[str]:
    """How many saved games are played on each sheet from a file, by the whole path of that. The first line of a game is read
    again only when its file has changed."""
    heads = Counter(_sheet_in(game) for game in listed(store.games, journal.SUFFIX))
    found = Counter[str]()
    for named, count in heads.items():
        if named.endswith(ENDING):
            found[found_from(store.games, named)] += count
    return found


def _sheet_in(game: Path) -> str:
    """Returns the sheet that a journal names, or ""."""
    stamp = _stamp(str(game))
    known = _named.get(game)
    if known is not None and known[0] == stamp:
        return known[1]
    sheet = ""
    with suppress(UserError, msgspec.DecodeError, UnicodeDecodeError):
        sheet = _head.decode(read_file(game, journals.MAX_LINE).partition(b"\n")[0]).sheet
    if stamp is not None:
        if len(_named) >= _MOST_SEEN:
            _named.clear()
        _named[game] = stamp, sheet
    return sheet


_named: dict[Path, tuple[_Stamp, str]] = {}
"""The sheets that games name."""


class _Head(msgspec.Struct):
    """Of a journal's head, the sheet."""

    sheet: LongText = ""


_head = Decoder(_Head)


def _files(store: Settings) -> list[str]:
    """Whole paths, by name. As texts, as there may be thousands."""
    within = str(store.sheets) + os.sep
    return [within + name for name in sorted(names_in(store.sheets, ".json"), key=plain)]

"""Bringing the checked files of a backup into their places: beside what is there, never over it.

In pieces, for the worker process; whoever is told of a piece may stop behind it. Begun anew, in a process that follows one
that was ended, it finds what is in its place already.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.files import FileError, alone, make_folder, move, write_file, writing
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.intake import tables
from rollwrite_desktop.intake.archives import ENDINGS, KINDS, REVIEWS, TABLES, Item, place_of, plain_name, set_date
from rollwrite_desktop.intake.files import numbered, read_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.text import as_text, is_text

PIECE = 20
"""So many files are brought into their places between two times that it is told."""


class Restored(Struct, frozen=True):
    """What was brought back: new files, files that were here already, and files that came under another name; a sentence
    for each that was left out; one for each with a name that none has here."""

    new: int
    same: int
    renamed: int
    left_out: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


def merging(home: Path, files: Mapping[Item, Path]) -> Iterator[tuple[int, Restored]]:
    """Brings every file into its place; now and then and at the end, how many are done and what has come of them. Sheets
    first, then games: others name them."""
    new = same = renamed = 0
    left_out: list[str] = []
    named: list[str] = []
    moved: dict[str, str] = {}
    games: dict[str, str] = {}
    order = [*dict.fromkeys(("sheets", "games", *KINDS))]
    ordered = sorted(files, key=lambda item: (order.index(item.name.partition("/")[0]), item.name))
    for done, item in enumerate(ordered):
        if done % PIECE == 0:
            yield done, Restored(new, same, renamed, tuple(left_out), tuple(named))
        folder, source = item.name.partition("/")[0], files[item]
        try:
            if folder != "sheets" and moved:
                _rename(source, folder, moved)
            if folder == REVIEWS:
                file = Path(item.there).stem
                came = _put_beside(home / "games" / games.get(file, file + SUFFIX), source)
                new += came
                same += not came
                continue
            target, came = _put(place_of(home, folder), folder, item.file, source)
        except FileNotFoundError:  # in its place already
            same += 1
            continue
        except FileError as error:
            left_out.append(tr("“{name}” was left out: {why}.", name=as_text(item.file), why=error.why))
            continue
        new += came
        same += not came
        if folder == "games":
            games[Path(item.there).stem] = target.name
        if target.name != item.there:
            renamed += came
            if came and plain_name(folder, item.there) != item.there:
                named.append(renamed_sentence(mark("“{name}” is called “{new}” here."), item.there, target.name))
            if folder == "sheets" and is_text(item.there):
                for way in ("../sheets/", "sheets/"):  # from another folder, and from a table
                    moved[way + item.there] = way + target.name
            elif folder == "games" and is_text(item.there):
                moved[item.there] = target.name
    yield len(ordered), Restored(new, same, renamed, tuple(left_out), tuple(named))


def renamed_sentence(message: str, name: str, new: str) -> str:
    """That a file has another name, which `message` says of two that look different."""
    name, new = as_text(name), as_text(new)
    return tr(message, name=name, new=new) if name != new else tr(
        "“{name}” has lost characters of its name that can’t be seen.", name=name)


def _put(home: Path, folder: str, file: str, source: Path) -> tuple[Path, bool]:
    """Puts a file where its name is free, with a number behind it if need be; whether two names are one, the file system
    says. Where the same, or a game that has come farther, is there already, that one, and False. Raises FileError."""
    make_folder(home)
    content = source.read_bytes()
    wanted = plain_name(folder, file)
    suffix = next((ending for ending in ENDINGS if wanted.endswith(ending)), Path(wanted).suffix)
    stem, number = wanted.removesuffix(suffix), 1
    if folder == TABLES:
        stem, number = tables.numbered_name(wanted)
        with alone(home):
            if wanted == tables.NAME and _is_empty_table(home / wanted):
                write_file(home / wanted, content)
                set_date(home / wanted, source.stat().st_mtime_ns)
                return home / wanted, True
    if wanted != file and _holds(home / file, folder, content):
        return home / file, False
    while True:
        target = home / numbered(stem, number, suffix)
        if not os.path.lexists(target):
            with writing(target), contextlib.suppress(FileExistsError):  # one that has come just now is looked at below
                move(source, target)
                return target, True
        if _holds(target, folder, content):
            return target, False
        number += 1


def _is_empty_table(path: Path) -> bool:
    try:
        return tables.is_empty(read_file(path, tables.MAX_BYTES))
    except FileError:
        return False


def _put_beside(game: Path, source: Path) -> bool:
    """Puts a review beside its game, unless there is one already; whether it came. Raises FileError."""
    target = game.with_suffix(KINDS[REVIEWS][0])
    if os.path.lexists(target):
        return False
    with writing(target), contextlib.suppress(FileExistsError):
        move(source, target)
        return True
    return False


def _holds(path: Path, folder: str, content: bytes) -> bool:
    """Returns whether a file holds this, or, of a game, more that begins so."""
    try:
        held = read_file(path, KINDS[folder][1])
    except FileError:
        return False
    return held == content or (folder == "games" and held.startswith(content))


_NAMING = ("sheet", "table")
"""Where a file names a sheet by the way to it, or a session its game."""
_record = Decoder(dict[str, Any])


def _rename(path: Path, folder: str, moved: dict[str, str]) -> None:
    """A file that names one which had to take another name names that one. A journal does so in its first line."""
    content = path.read_bytes()
    first, _, rest = content.partition(b"\n") if folder == "games" else (content, b"", b"")
    try:
        record = _record.decode(first)
        renamed = _followed(record, moved)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    if renamed != record:
        touched = path.stat().st_mtime_ns
        write_file(path, msgspec.json.encode(renamed) + b"\n" + rest)
        set_date(path, touched)


def _followed(value: Any, moved: dict[str, str]) -> Any:
    """A JSON value in which files are named as they are now."""
    if isinstance(value, list):
        return [_followed(each, moved) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: moved.get(each, each) if key in _NAMING and isinstance(each, str) else _followed(each, moved)
        for key, each in value.items()
    }

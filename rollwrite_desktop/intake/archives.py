"""Reads backups: a ZIP archive with a manifest that names every file, its size and its SHA-256. An archive that is not one
of ours, or hostile, is refused as a whole; a file that is damaged or too large is left out and said. What is unpacked lies
in a folder that nobody else looks into, under numbers, so that no name of an archive names anything there.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Struct

from rollwrite_desktop.core import journal
from rollwrite_desktop.core.digest import sha256
from rollwrite_desktop.core.errors import Cancelled, NotReadable
from rollwrite_desktop.core.files import disk, writing
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake import decks, journals, sessions, settings, tables
from rollwrite_desktop.intake.errors import DAMAGED_ARCHIVE, UNREADABLE
from rollwrite_desktop.intake.files import numbered, open_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.papers import MAX_BYTES as MAX_PAPER
from rollwrite_desktop.intake.text import as_text, excerpt, file_name, folded, is_for_windows, is_seen
from rollwrite_desktop.intake.zip_files import Archive, TooLarge

OWN_SHEET = ".sheet.json"
"""Ends the name of a sheet of one's own."""
FORMATS = (1, 2, 3)
"""That are read; the last is written. The first had no tables and no reviews, the second no decks."""
MAX_FILES = 50_000
MAX_BYTES = 2_000_000_000
MANIFEST, INDEX = "manifest.json", "index.json"
_MAX_MANIFEST = 32_000_000
SETTINGS = (settings.NAME, settings.OLD_NAME)
"""Of this version and of earlier ones."""
FOLDERS = {
    "games": (journal.SUFFIX, journals.MAX_BYTES), "sheets": (".json", 16_000_000), "drafts": (".json", 2 * MAX_PAPER),
    "sessions": (sessions.SUFFIX, sessions.MAX_BYTES), "decks": (decks.SUFFIX, decks.MAX_BYTES),
}
"""What is kept in which folder: the ending of its names, and how large a file may be."""
TABLES, REVIEWS = "tables", "reviews"
KINDS = {**FOLDERS, TABLES: (".json", tables.MAX_BYTES), REVIEWS: (".review", 2_000_000)}
"""The folders of a backup: those, tables of sheets, which lie beside them, and reviews of games, each beside its game."""
ENDINGS = (OWN_SHEET, journal.SUFFIX, sessions.SUFFIX, decks.SUFFIX)
_OURS = re.compile(rf"({'|'.join(KINDS)})/[^/\\:\0]{{1,250}}|index\.json|settings\.json|settings\.ini")
WINDOWS = sys.platform == "win32"
KEPT_HERE = ("window/", "last/recent", "last/folder-")
"""Settings that belong to one machine."""

GoOn = Callable[[int, int], bool]
"""Told how many of how many files are done; answers whether to go on."""


class NotABackup(NotReadable):
    """A file that cannot be brought back, and why, in a sentence; nothing was changed."""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One file of a backup: its path within the data folder, bytes, sum in hex, and when it was changed (ns since 1970).
    `called`: the name that it had, where that is no name for an archive, its bytes in hex."""

    name: Text
    size: Annotated[int, msgspec.Meta(ge=0)]
    sha256: Text
    touched: int = 0
    called: LongText = ""

    @property
    def there(self) -> str:
        """The name that it had in its folder, by which other files may name it."""
        folder, _, file = self.name.rpartition("/")
        with contextlib.suppress(ValueError):
            called = os.fsdecode(bytes.fromhex(self.called))
            if folder not in ("", TABLES) and called.endswith(KINDS[folder][0]) and _is_name(called):
                return called
        return file

    @property
    def file(self) -> str:
        """The same if it can have it here, otherwise its name in the backup."""
        there = self.there
        return there if not WINDOWS or is_for_windows(there) else self.name.rpartition("/")[2]


class Manifest(msgspec.Struct, frozen=True):
    """The list of a backup: version of its format, of the program, date (ISO 8601) and files."""

    backup: int
    program: Text
    made: Text
    files: tuple[Item, ...]


class Unpacked(Struct, frozen=True):
    """What was found: each file that is as listed, with where it was unpacked; a sentence for each that was left out."""

    files: Mapping[Item, Path]
    left_out: tuple[str, ...]


def place_of(home: Path, kind: str) -> Path:
    """Where in the data folder lies what is in a folder of a backup."""
    return home if kind == TABLES else home / ("games" if kind == REVIEWS else kind)


def set_date(path: Path, touched: int) -> None:
    """Sets a file's modification time (nanoseconds), as games are listed by it. A time out of range is ignored."""
    if 0 < touched < 2**62:
        with contextlib.suppress(OSError, OverflowError):
            os.utime(path, ns=(touched, touched))


# ---------------------------------------------------------------------- names


def plain_name(folder: str, file: str, *, shorter: bool = False) -> str:
    """Returns the name of a file of a folder, or, where no program gives such a name, one as near to it as can be.
    `shorter`: one that leaves room for a number."""
    ending = next((each for each in (OWN_SHEET, KINDS[folder][0]) if file.endswith(each)), "")
    if is_plain(file) and not shorter:
        return file
    return (file_name(as_text(file.removesuffix(ending)).replace("\ufffd", "_")) or "file") + ending


def is_plain(file: str) -> bool:
    """Returns whether a name is one that a person may give here: no hidden one, no character in it that is not seen, and
    nothing that only other systems take."""
    return is_seen(file) and not file.startswith(".") and (not WINDOWS or is_for_windows(file))


def _is_name(file: str) -> bool:
    """Returns whether a name leads nowhere but to a file in its folder."""
    return file not in ("", ".", "..") and "/" not in file and "\0" not in file


def name_inside(folder: str, file: str, taken: set[str]) -> str:
    """Returns what a file of a folder is called in a backup: a path that is read again, and that no file system takes for
    one of those `taken`."""
    name = f"{folder}/{plain_name(folder, file)}"
    if not _OURS.fullmatch(name):
        name = f"{folder}/{plain_name(folder, file, shorter=True)}"
    ending = next((each for each in (OWN_SHEET, KINDS[folder][0]) if name.endswith(each)), "")
    stem, number = name.removesuffix(ending), 2
    while folded(name) in taken:
        name = numbered(stem, number, ending)
        number += 1
    taken.add(folded(name))
    return name


# ---------------------------------------------------------------------- reading


def unpack(source: Path, aside: Path | None, go_on: GoOn) -> Unpacked:
    """Every file of the archive, checked against the manifest, in a folder that nobody looks into; without one they are
    checked only. Raises NotABackup, FileError or Cancelled."""
    where = source.name
    try:
        with open_file(source) as file:
            archive = Archive(file, MAX_FILES + 1, MAX_BYTES + _MAX_MANIFEST)
            members = _members(archive, where)
            manifest = _manifest(archive, where)
            items = {item.name: item for item in manifest.files}
            if len(items) != len(manifest.files) or items.keys() != members.keys():
                raise NotABackup(tr("{file} does not match its list of contents.", file=where))
            if sum(item.size for item in items.values()) > MAX_BYTES:
                raise NotABackup(tr("{file} is larger than any backup of this program.", file=where))
            found: dict[Item, Path] = {}
            left_out: list[str] = []
            for done, (name, item) in enumerate(items.items()):
                if not go_on(done, len(items)):
                    raise Cancelled(tr("Nothing was restored."))
                if item.size > limit_of(name):
                    left_out.append(too_large(item.file))
                    continue
                target = None if aside is None else aside / str(done)
                try:
                    whole = _take_out(archive, members[name], item, target)
                except DAMAGED_ARCHIVE:
                    whole = False
                if whole:
                    found[item] = target or Path(name)
                else:
                    left_out.append(tr("“{name}” is damaged in the backup and was left out.", name=as_text(item.file)))
            if left_out and not found:
                raise NotABackup(tr("{file} holds nothing that can be restored. {why}", file=where, why=left_out[0]))
            return Unpacked(found, tuple(left_out))
    except TooLarge as error:
        raise NotABackup(tr("{file} is larger than any backup of this program.", file=where)) from error
    except DAMAGED_ARCHIVE as error:
        raise NotABackup(tr("{file} is not a backup of this program, or it is damaged.", file=where)) from error


def limit_of(name: str) -> int:
    """How many bytes a file of a backup may have."""
    folder, inside, _ = name.partition("/")
    if inside:
        return KINDS[folder][1]
    return _MAX_MANIFEST if name == INDEX else settings.MAX_BYTES


def too_large(file: str) -> str:
    """Returns the sentence for a file that no backup holds."""
    return tr("“{name}” is too large and was left out.", name=as_text(file))


def _members(archive: Archive, where: str) -> dict[str, zipfile.ZipInfo]:
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in archive.members:
        name = entry.filename
        link = stat.S_ISLNK(entry.external_attr >> 16)
        if name == MANIFEST and not link:
            continue
        if link or not _OURS.fullmatch(name) or _strange(name) or name in found:
            raise NotABackup(tr("{file} contains something that does not belong in a backup: {name}.",
                                 file=where, name=excerpt(name)))
        found[name] = entry
    return found


def _strange(name: str) -> bool:
    """Returns whether a name would lead elsewhere, or is not one of the files that this program keeps."""
    folder, _, file = name.partition("/")
    if folder == TABLES:  # they lie where the settings do
        return not tables.NAMES.fullmatch(file)
    return bool(file) and (file in (".", "..") or not file.endswith(KINDS[folder][0]))


def _manifest(archive: Archive, where: str) -> Manifest:
    try:
        manifest = Decoder(Manifest).decode(archive.read(MANIFEST, _MAX_MANIFEST))
    except (KeyError, *UNREADABLE) as error:
        raise NotABackup(tr("{file} is not a backup of this program, or it is damaged.", file=where)) from error
    if manifest.backup not in FORMATS:
        raise NotABackup(tr("{file} was made by a newer version of this program ({version}).",
                             file=where, version=manifest.program[:20]))
    return manifest


def _take_out(archive: Archive, entry: zipfile.ZipInfo, item: Item, target: Path | None) -> bool:
    """Returns whether a file is as listed, and, with a target, writes it there; what is read is counted, whatever the
    archive says of sizes. Raises TooLarge where more comes out than is listed, and what a damaged archive raises."""
    digest, size = sha256(), 0
    with contextlib.ExitStack() as opened:
        out = None
        if target is not None:
            with writing(target):
                out = opened.enter_context(disk.open(target, "xb"))
        for chunk in archive.chunks(entry, item.size):
            size += len(chunk)
            digest.update(chunk)
            if out is not None and target is not None:
                with writing(target):
                    disk.write(out, chunk)
        if out is not None and target is not None:
            with writing(target):
                disk.sync(out)  # before it gets its name, which would lead to a half-empty file after a power cut
    whole = size == item.size and digest.hexdigest() == item.sha256
    if target is not None:
        if whole:
            set_date(target, item.touched)
        else:
            disk.unlink(target)
    return whole

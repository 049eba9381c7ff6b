"""Reads backups: a ZIP archive with a manifest that names every file, its size and its SHA-256. An archive that is not one
of ours, damaged or hostile is refused as a whole; what is unpacked lies in a folder that nobody else looks into.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from rollwrite_desktop.core import journal
from rollwrite_desktop.core.errors import Cancelled, NotReadable
from rollwrite_desktop.core.files import disk, make_folder, writing
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.limits import Text
from rollwrite_desktop.intake import journals, sessions, settings
from rollwrite_desktop.intake.errors import DAMAGED_ARCHIVE, UNREADABLE
from rollwrite_desktop.intake.files import open_file
from rollwrite_desktop.intake.papers import MAX_BYTES as MAX_PAPER
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.intake.zip_files import Archive, TooLarge

OWN_SHEET = ".sheet.json"
"""Ends the name of a sheet of one's own."""
FORMAT = 1
MAX_FILES = 50_000
MAX_BYTES = 2_000_000_000
_BLANK = 32  # the first character that can be seen, or nearly
MANIFEST = "manifest.json"
_MAX_MANIFEST = 32_000_000
SETTINGS = (settings.NAME, settings.OLD_NAME)
"""Of this version and of earlier ones."""
FOLDERS = {
    "games": (journal.SUFFIX, journals.MAX_BYTES), "sheets": (".json", 16_000_000), "drafts": (".json", 2 * MAX_PAPER),
    "sessions": (sessions.SUFFIX, sessions.MAX_BYTES),
}
"""What is kept in which folder: the ending of its names, and how large a file may be."""
ENDINGS = (OWN_SHEET, journal.SUFFIX, sessions.SUFFIX)
OURS = re.compile(r"(games|sheets|drafts|sessions)/[^/\\:\0]{1,250}|index\.json|settings\.json|settings\.ini")
KEPT_HERE = ("window/", "last/recent", "last/folder-")
"""Settings that belong to one machine."""

GoOn = Callable[[int, int], bool]
"""Told how many of how many files are done; answers whether to go on."""


class NotABackup(NotReadable):
    """A file that cannot be brought back, and why, in a sentence; nothing was changed."""


class Item(msgspec.Struct, frozen=True):
    """One file of a backup: its path within the data folder, bytes, sum in hex, and when it was changed (ns since 1970)."""

    name: Text
    size: Annotated[int, msgspec.Meta(ge=0)]
    sha256: Text
    touched: int = 0


class Manifest(msgspec.Struct, frozen=True):
    """The list of a backup: version of its format, of the program, date (ISO 8601) and files."""

    backup: int
    program: Text
    made: Text
    files: tuple[Item, ...]


def set_date(path: Path, touched: int) -> None:
    """Sets a file's modification time (nanoseconds), as games are listed by it. A time out of range is ignored."""
    if 0 < touched < 2**62:
        with contextlib.suppress(OSError, OverflowError):
            os.utime(path, ns=(touched, touched))


def unpack(source: Path, aside: Path, go_on: GoOn) -> list[str]:
    """Every file of the archive, checked against the manifest, in a folder that nobody looks into."""
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
            for done, (name, item) in enumerate(items.items()):
                if not go_on(done, len(items)):
                    raise Cancelled(tr("Nothing was restored."))
                _take_out(archive, members[name], item, aside, where)
            return list(items)
    except TooLarge as error:
        raise NotABackup(tr("{file} is larger than any backup of this program.", file=where)) from error
    except DAMAGED_ARCHIVE as error:
        raise NotABackup(tr("{file} is not a backup of this program, or it is damaged.", file=where)) from error


def _members(archive: Archive, where: str) -> dict[str, zipfile.ZipInfo]:
    found: dict[str, zipfile.ZipInfo] = {}
    folded = set()
    for entry in archive.members:
        name = entry.filename
        link = stat.S_ISLNK(entry.external_attr >> 16)
        if name == MANIFEST and not link:
            continue
        if link or not OURS.fullmatch(name) or _strange(name) or name.casefold() in folded:
            raise NotABackup(tr("{file} contains something that does not belong in a backup: {name}.",
                                 file=where, name=excerpt(name)))
        folded.add(name.casefold())
        found[name] = entry
    return found


def _strange(name: str) -> bool:
    """Whether a name would lead elsewhere, or is not one that this program gives."""
    folder, _, file = name.partition("/")
    if not file:
        return False
    return file.startswith(".") or not file.endswith(FOLDERS[folder][0]) or any(ord(sign) < _BLANK for sign in file)


def _manifest(archive: Archive, where: str) -> Manifest:
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST, _MAX_MANIFEST), type=Manifest)
    except (KeyError, *UNREADABLE) as error:
        raise NotABackup(tr("{file} is not a backup of this program, or it is damaged.", file=where)) from error
    if manifest.backup != FORMAT:
        raise NotABackup(tr("{file} was made by a newer version of this program ({version}).",
                             file=where, version=manifest.program[:20]))
    return manifest


def _take_out(archive: Archive, entry: zipfile.ZipInfo, item: Item, aside: Path, where: str) -> None:
    """One file; what is read is counted, whatever the archive says of sizes."""
    folder, _, file = item.name.rpartition("/")
    limit = min(item.size, FOLDERS[folder][1] if folder else _MAX_MANIFEST)
    target = aside / folder / file
    make_folder(target.parent)
    digest, size = hashlib.sha256(), 0
    with contextlib.suppress(TooLarge):
        with writing(target):
            out = disk.open(target, "xb")
        with out:
            for chunk in archive.chunks(entry, limit):
                size += len(chunk)
                digest.update(chunk)
                with writing(target):
                    disk.write(out, chunk)
            with writing(target):
                disk.sync(out)  # before it gets its name, which would lead to a half-empty file after a power cut
    if size != item.size or digest.hexdigest() != item.sha256:
        raise NotABackup(tr("{file} is damaged or was changed: {name} is not what it was.",
                             file=where, name=item.name))
    set_date(target, item.touched)

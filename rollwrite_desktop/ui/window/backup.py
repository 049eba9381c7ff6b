"""Everything that is kept, in one file, and back from it, on this machine or another: games and their reviews, sessions,
drafts, decks, tables, sheets of one's own, preferences. A ZIP archive with a manifest that names every file, its size and
its SHA-256.

What is written is read back by the code that restores it before it is called done, and what it leaves out is said, file by
file. Restoring merges and never writes over anything; an archive that is not one of ours, or hostile, is refused as a whole,
before a single file of it is in its place, and one damaged file is left out and said.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop import __version__
from rollwrite_desktop.core.errors import Cancelled, UserError
from rollwrite_desktop.core.files import (
    FileError,
    disk,
    make_folder,
    new_part,
    place_to_write,
    put,
    reading,
    sweep_parts,
    writing,
)
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.intake import settings as settings_file
from rollwrite_desktop.intake import tables
from rollwrite_desktop.intake.archives import (
    FOLDERS,
    FORMATS,
    KEPT_HERE,
    KINDS,
    MANIFEST,
    MAX_BYTES,
    MAX_FILES,
    REVIEWS,
    SETTINGS,
    TABLES,
    GoOn,
    Item,
    Manifest,
    NotABackup,
    is_plain,
    limit_of,
    name_inside,
    place_of,
    plain_name,
    too_large,
    unpack,
)
from rollwrite_desktop.intake.files import listed, read_file
from rollwrite_desktop.intake.text import as_text
from rollwrite_desktop.play.kept.backup_restore import Restored, merging, renamed_sentence
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.file_kind import BACKUP

SUFFIX = BACKUP


class BackedUp(Struct, frozen=True):
    """How many files are in a backup; a sentence for each that is not, or under another name."""

    files: int
    notes: tuple[str, ...] = ()


# ---------------------------------------------------------------------- backing up


def back_up(store: Settings, target: Path, go_on: GoOn = lambda *_: True) -> BackedUp:
    """Writes everything into one file, whole or not at all, and reads it back. Raises UserError, of which Cancelled."""
    files = list(_kept(store))
    notes: list[str] = []
    items: list[Item] = []
    with writing(target):
        place = place_to_write(target, force=True)
    with writing(target), new_part(place) as (part, out):
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            taken: set[str] = set()
            for done, (folder, path) in enumerate(files):
                if not go_on(done, 2 * len(files)):
                    raise Cancelled(tr("Nothing was backed up."))
                try:
                    content, touched = _content(store, folder, path)
                except FileNotFoundError:  # gone meanwhile
                    continue
                except UserError as error:
                    notes.append(str(error))
                    continue
                if folder == TABLES and tables.is_empty(content):
                    continue
                inside = name_inside(folder, path.name, taken) if folder else path.name
                other = folder and inside != f"{folder}/{path.name}"
                called = os.fsencode(path.name).hex() if other else ""
                items.append(Item(inside, len(content), hashlib.sha256(content).hexdigest(), touched, called))
                if folder != REVIEWS and (items[-1].file != path.name or not is_plain(path.name)):
                    notes.append(_renamed_inside(path.name, plain_name(folder, path.name)))
                if len(items) > MAX_FILES or sum(item.size for item in items) > MAX_BYTES:
                    raise _too_much()
                archive.writestr(zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
            made = store.now().isoformat(timespec="seconds")
            manifest = Manifest(FORMATS[-1], __version__, made, tuple(items))
            archive.writestr(MANIFEST, msgspec.json.encode(manifest), zipfile.ZIP_DEFLATED)
        _read_back(part, items, target, lambda done: go_on(len(files) + done, 2 * len(files)))
        put(part, out, place, force=True)
    return BackedUp(len(items), tuple(notes))


def _kept(store: Settings) -> Iterator[tuple[str, Path]]:
    """Yields what is to be kept: the folder of the backup, or "" for the settings, and the file. The index of games and what
    the computer's levels did on a game's dice are left out: both are worked out again."""
    games: set[str] = set()
    for kind, (suffix, _) in KINDS.items():
        place = place_of(store.home, kind)
        with reading(place):
            try:
                paths = sorted(path for path in place.iterdir() if path.name.endswith(suffix))
            except (FileNotFoundError, NotADirectoryError):
                continue
        if kind == "games":
            games = {path.stem for path in paths}
        for path in paths:
            if (kind != TABLES or tables.NAMES.fullmatch(path.name)) and (kind != REVIEWS or path.stem in games):
                yield kind, path
    if store.settings.readable:
        yield "", store.settings.path


def _content(store: Settings, folder: str, path: Path) -> tuple[bytes, int]:
    """Returns what a file holds, and when it was changed (ns). Raises FileNotFoundError, and UserError for one that no
    backup holds."""
    if path == store.settings.path:
        return store.settings.content, 0
    if path.is_symlink():
        raise UserError(tr("“{name}” is a link and was left out.", name=as_text(path.name)))
    with reading(path):
        try:
            stat = path.stat()
        except FileNotFoundError:
            stat = None
    if stat is None:
        raise FileNotFoundError(errno.ENOENT, "")
    limit = limit_of(f"{folder}/{path.name}" if folder else path.name)
    try:
        content = read_file(path, limit)
    except FileError as error:
        raise UserError(tr("“{name}” was left out: {why}.", name=as_text(path.name), why=error.why)) from error
    if len(content) > limit:
        raise UserError(too_large(path.name))
    return content, stat.st_mtime_ns


def _renamed_inside(name: str, plain: str) -> str:
    return renamed_sentence(mark("“{name}” comes back as “{new}”."), name, plain)


def _too_much() -> UserError:
    return UserError(tr("There is more than a backup can hold. Move some games to another folder."))


def _read_back(part: Path, items: list[Item], target: Path, go_on: Callable[[int], bool]) -> None:
    """Reads a backup as `restore` does. Raises UserError where not all comes back."""
    try:
        found = unpack(part, None, lambda done, _: go_on(done))
        whole = [*found.files] == items
    except NotABackup:
        whole = False
    except Cancelled:
        raise Cancelled(tr("Nothing was backed up.")) from None
    if not whole:
        raise UserError(tr("{file} could not be read back; nothing was backed up.", file=target.name))


# ---------------------------------------------------------------------- bringing back


Merge = Callable[[Path, Mapping[Item, Path], Callable[[int], bool]], Restored]
"""Brings checked files into their places in a folder; told after each piece how many are done, answers whether to go on."""


def merge_here(home: Path, files: Mapping[Item, Path], go_on: Callable[[int], bool]) -> Restored:
    """In this very process."""
    restored = Restored(0, 0, 0)
    for done, so_far in merging(home, files):
        restored = so_far
        if not go_on(done):
            break
    return restored


def restore(store: Settings, source: Path, go_on: GoOn = lambda *_: True, merge: Merge = merge_here) -> Restored:
    """Brings everything in the file back beside what is here; told to stop once all of it is checked, what is in its place
    by then. Raises NotABackup, FileError or Cancelled, each before anything has changed, and what `merge` raises."""
    make_folder(store.home)
    sweep(store)
    aside = store.home / f"{_ASIDE}{secrets.token_hex(8)}"
    lock = file_locks.take(aside)
    try:
        with writing(store.home):
            disk.make_folder(aside)
        found = unpack(source, aside, lambda done, total: go_on(done, 2 * total))
        settings = _settings({item.name: path for item, path in found.files.items()}, source.name)
        kept = {item: path for item, path in found.files.items() if "/" in item.name}
        restored = merge(store.home, kept, lambda done: go_on(len(kept) + done, 2 * len(kept)))
        left_out = (*found.left_out, *restored.left_out)
        # What was never chosen on this machine is taken from the backup.
        if not store.settings.merge(settings, KEPT_HERE):
            left_out += (tr("Some preferences were left out, as there is no room for them."),)
        for done, path in enumerate(listed(aside)):  # thousands, of which those that were here already lie there still
            if done % _AT_ONCE == 0 and not go_on(2 * len(kept), 2 * len(kept)):
                break
            with contextlib.suppress(OSError):
                disk.unlink(path)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        if lock is not None:
            lock.unlock()
    return replace(restored, left_out=left_out)


_ASIDE = ".restoring-"
_AT_ONCE = 50


def sweep(store: Settings) -> None:
    """Clears away what programs that were killed have left: of restoring, nothing of which was in its place yet, or it is
    there whole, and temporary files. What another window works on stays."""
    for name in {path.name.removesuffix(file_locks.SUFFIX) for path in store.home.glob(_ASIDE + "*")}:
        left = store.home / name
        lock = file_locks.take(left)
        if lock is not None:
            shutil.rmtree(left, ignore_errors=True)
            lock.unlock()
    for folder in (store.home, store.deleted, *(store.home / name for name in FOLDERS)):
        sweep_parts(folder, store.now().timestamp())


def _settings(files: Mapping[str, Path], where: str) -> dict[str, bytes]:
    """Returns the values of the settings in the backup, the newer file before the older one."""
    found: dict[str, bytes] = {}
    for name in SETTINGS:
        if name not in files:
            continue
        content = files[name].read_bytes()
        try:
            if name == settings_file.NAME:
                found |= settings_file.read(content)
            elif settings_file.holds_objects(content):
                raise settings_file.NotSettings(name)
            else:
                found = settings_file.read_old(content) | found
        except settings_file.NotSettings as error:
            raise NotABackup(tr("{file} is not a backup of this program, or it is damaged.", file=where)) from error
    return found

"""Everything that is kept, in one file, and back from it, on this machine or another: games, sessions, drafts, sheets of
one's own, preferences. A ZIP archive with a manifest that names every file, its size and its SHA-256.

Restoring merges and never writes over anything; an archive that is not one of ours, damaged or hostile is refused as a
whole, before a single file of it is in its place.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop import __version__
from rollwrite_desktop.core import journal
from rollwrite_desktop.core.errors import Cancelled
from rollwrite_desktop.core.files import disk, make_folder, move, reading, write_file, writing
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake import settings as settings_file
from rollwrite_desktop.intake.archives import (
    ENDINGS,
    FOLDERS,
    FORMAT,
    KEPT_HERE,
    MANIFEST,
    OURS,
    SETTINGS,
    GoOn,
    Item,
    Manifest,
    NotABackup,
    set_date,
    unpack,
)
from rollwrite_desktop.ui.base.settings import Settings

SUFFIX = ".rollwrite-backup"
@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back: new files, files that were here already, and files that came beside others of their name."""

    new: int
    same: int
    renamed: int


# ---------------------------------------------------------------------- backing up


def back_up(store: Settings, target: Path, go_on: GoOn = lambda *_: True) -> int:
    """Writes everything into one file, whole or not at all; says how many files are in it. Raises FileError or
    Canceled."""
    files = list(_kept(store))
    items = []
    part = target.with_name(f".{target.name[:80]}.{os.getpid()}.part")
    try:
        with writing(target):
            with disk.open(part, "wb") as out:
                with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                    for done, (inside, path) in enumerate(files):
                        if not go_on(done, len(files)):
                            raise Cancelled(tr("Nothing was backed up."))
                        with reading(path):
                            try:
                                content, touched = path.read_bytes(), path.stat().st_mtime_ns
                            except FileNotFoundError:  # gone meanwhile
                                continue
                        archive.writestr(zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
                        items.append(Item(inside, len(content), hashlib.sha256(content).hexdigest(), touched))
                    made = store.now().isoformat(timespec="seconds")
                    manifest = Manifest(FORMAT, __version__, made, tuple(items))
                    archive.writestr(MANIFEST, msgspec.json.encode(manifest), zipfile.ZIP_DEFLATED)
                disk.sync(out)
            disk.replace(part, target)
    finally:
        with contextlib.suppress(OSError):
            disk.unlink(part)
    return len(items)


def _kept(store: Settings) -> Iterator[tuple[str, Path]]:
    for folder, (suffix, _) in FOLDERS.items():
        place = store.home / folder
        with reading(place):
            try:
                paths = sorted(path for path in place.iterdir() if path.name.endswith(suffix))
            except FileNotFoundError:
                continue
        for path in paths:
            if path.is_file() and not path.is_symlink() and OURS.fullmatch(f"{folder}/{path.name}"):
                yield f"{folder}/{path.name}", path
    if (store.home / "index.json").is_file():
        yield "index.json", store.home / "index.json"
    if store.settings.readable:
        yield settings_file.NAME, store.settings.path


# ---------------------------------------------------------------------- bringing back


def restore(store: Settings, source: Path, go_on: GoOn = lambda *_: True) -> Restored:
    """Brings everything in the file back beside what is here; told to stop once all of it is checked, what is in its place
    by then. Raises NotABackup, FileError or Canceled, each before anything has changed."""
    make_folder(store.home)
    sweep(store)
    with writing(store.home):
        aside = Path(tempfile.mkdtemp(dir=store.home, prefix=_ASIDE))
        try:
            names = unpack(source, aside, lambda done, total: go_on(done, 2 * total))
            settings = _settings(aside, source.name)
            restored = _merge(store, aside, names, lambda done: go_on(len(names) + done, 2 * len(names)))
            # What was never chosen on this machine is taken from the backup.
            store.settings.merge(settings, KEPT_HERE)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    return restored


_ASIDE = ".restoring-"


def sweep(store: Settings) -> None:
    """Clears away what a restoring that was killed has left; nothing of it was in its place yet, or it is there whole."""
    for left in store.home.glob(_ASIDE + "*"):
        shutil.rmtree(left, ignore_errors=True)


def _settings(aside: Path, where: str) -> dict[str, bytes]:
    """The values of the settings in the backup, the newer file before the older one."""
    found: dict[str, bytes] = {}
    for name in SETTINGS:
        if not (aside / name).exists():
            continue
        content = (aside / name).read_bytes()
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


def _merge(store: Settings, aside: Path, names: list[str], go_on: Callable[[int], bool]) -> Restored:
    """Every file into its place, beside what is there. Sheets first, then games: others name them. `go_on` is told how many
    are done, and answers whether to go on."""
    new = same = renamed = 0
    moved: dict[str, str] = {}
    order = [*dict.fromkeys(("sheets", "games", *FOLDERS))]
    taken: dict[Path, dict[str, Path]] = {}
    files = sorted((name.partition("/") for name in names if "/" in name),
                   key=lambda parts: (order.index(parts[0]), parts[2]))
    for done, (folder, _, file) in enumerate(files):
        if not go_on(done):
            break
        source, home = aside / folder / file, store.home / folder
        if home not in taken:
            make_folder(home)
            taken[home] = {path.name.casefold(): path for path in home.iterdir()}
        if folder != "sheets" and moved:
            _rename(source, moved)
        target = _place(home, file, source, taken[home])
        if target is None:
            same += 1
            continue
        if target.name != file:
            renamed += 1
            if folder == "sheets":
                moved[f"../sheets/{file}"] = f"../sheets/{target.name}"
            elif folder == "games":
                moved[file] = target.name
        new += 1
        with writing(target):
            move(source, target)
        taken[home][target.name.casefold()] = target
    return Restored(new, same, renamed)


def _place(home: Path, file: str, source: Path, taken: dict[str, Path]) -> Path | None:
    """Where a file goes; None where the same, or a game that has come farther, is there already. `taken`: what is in its
    folder, by names without capitals."""
    suffix = next((ending for ending in ENDINGS if file.endswith(ending)), Path(file).suffix)
    stem = file.removesuffix(suffix)
    content = source.read_bytes()
    for n in range(1, len(taken) + 2):
        name = file if n == 1 else f"{stem} ({n}){suffix}"
        there = taken.get(name.casefold())
        if there is None:
            return home / name
        with contextlib.suppress(OSError):
            held = there.read_bytes()
            if held == content or (suffix == journal.SUFFIX and held.startswith(content)):
                return None
    return None


_NAMING = ("sheet", "table")
"""Where a file names a sheet by the way to it, or a session its game."""


def _rename(path: Path, moved: dict[str, str]) -> None:
    """A file that names one which had to take another name names that one. A journal does so in its first line."""
    content = path.read_bytes()
    first, _, rest = content.partition(b"\n") if path.suffix == journal.SUFFIX else (content, b"", b"")
    try:
        record = msgspec.json.decode(first)
        renamed = _followed(record, moved)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
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

"""Everything that is kept, in one file, and back from it, on this machine or another: games, sessions, drafts, sheets of
one's own, preferences. A ZIP archive with a manifest that names every file, its size and its SHA-256.

Restoring merges and never writes over anything; an archive that is not one of ours, damaged or hostile is refused as a
whole, before a single file of it is in its place.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rollwrite_desktop import __version__
from rollwrite_desktop.core import journal
from rollwrite_desktop.core.audit import MAX_BYTES as MAX_PAPER
from rollwrite_desktop.core.errors import Cancelled, UserError
from rollwrite_desktop.core.files import make_folder, reading, writing
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play import paper_session
from rollwrite_desktop.ui.library.own_sheet_store import SUFFIX as OWN_SHEET
from rollwrite_desktop.ui.shell import settings_file
from rollwrite_desktop.ui.shell.settings import Settings

SUFFIX = ".rollwrite-backup"
FORMAT = 1
MAX_FILES = 50_000
MAX_BYTES = 2_000_000_000
_CHUNK = 1 << 16
_BLANK = 32  # the first character that can be seen, or nearly
_MANIFEST = "manifest.json"
_MAX_MANIFEST = 32_000_000
_SETTINGS = (settings_file.NAME, settings_file.OLD_NAME)
"""Of this version and of earlier ones."""
_FOLDERS = {
    "games": (journal.SUFFIX, journal.MAX_BYTES), "sheets": (".json", 16_000_000), "drafts": (".json", 2 * MAX_PAPER),
    "sessions": (paper_session.SUFFIX, paper_session.MAX_BYTES),
}
"""What is kept in which folder: the ending of its names, and how large a file may be."""
_ENDINGS = (OWN_SHEET, journal.SUFFIX, paper_session.SUFFIX)
_OURS = re.compile(r"(games|sheets|drafts|sessions)/[^/\\:\0]{1,250}|index\.json|settings\.json|settings\.ini")
_KEPT_HERE = ("window/",)
"""Settings that belong to one machine."""

GoOn = Callable[[int, int], bool]
"""Told how many of how many files are done; answers whether to go on."""


class NotABackup(UserError):
    """A file that cannot be brought back, and why, in a sentence; nothing was changed."""


class _Item(msgspec.Struct, frozen=True):
    name: str
    size: int
    sha256: str
    touched: int = 0


class _Manifest(msgspec.Struct, frozen=True):
    backup: int
    program: str
    made: str
    files: tuple[_Item, ...]


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
    with writing(target):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".backup-")
    try:
        with writing(target):
            with os.fdopen(handle, "wb") as out:
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
                        items.append(_Item(inside, len(content), hashlib.sha256(content).hexdigest(), touched))
                    made = store.now().isoformat(timespec="seconds")
                    manifest = _Manifest(FORMAT, __version__, made, tuple(items))
                    archive.writestr(_MANIFEST, msgspec.json.encode(manifest), zipfile.ZIP_DEFLATED)
                out.flush()
                os.fsync(out.fileno())
            os.replace(name, target)  # noqa: PTH105 (a name, not a path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return len(items)


def _dated(path: Path, touched: int) -> None:
    """The list of games is in the order in which they were touched, on another machine too."""
    if 0 < touched < 2**62:
        with contextlib.suppress(OSError, OverflowError):
            os.utime(path, ns=(touched, touched))


def _kept(store: Settings) -> Iterator[tuple[str, Path]]:
    for folder, (suffix, _) in _FOLDERS.items():
        for path in sorted((store.home / folder).glob("*" + suffix)):
            if path.is_file() and not path.is_symlink() and _OURS.fullmatch(f"{folder}/{path.name}"):
                yield f"{folder}/{path.name}", path
    if (store.home / "index.json").is_file():
        yield "index.json", store.home / "index.json"
    if store.settings.readable:
        yield settings_file.NAME, store.settings.path


# ---------------------------------------------------------------------- bringing back


def restore(store: Settings, source: Path, go_on: GoOn = lambda *_: True) -> Restored:
    """Brings everything in the file back beside what is here. Raises NotABackup, FileError or Canceled, each before
    anything has changed."""
    make_folder(store.home)
    sweep(store)
    with writing(store.home):
        aside = Path(tempfile.mkdtemp(dir=store.home, prefix=_ASIDE))
        try:
            names = _unpack(source, aside, go_on)
            settings = _settings(aside, source.name)
            restored = _merge(store, aside, names)
            # What was never chosen on this machine is taken from the backup.
            store.settings.merge(settings, _KEPT_HERE)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    return restored


_ASIDE = ".restoring-"


def sweep(store: Settings) -> None:
    """Clears away what a restoring that was killed has left; nothing of it was in its place yet, or it is there whole."""
    for left in store.home.glob(_ASIDE + "*"):
        shutil.rmtree(left, ignore_errors=True)


def _unpack(source: Path, aside: Path, go_on: GoOn) -> list[str]:
    """Every file of the archive, checked against the manifest, in a folder that nobody looks into."""
    where = source.name
    try:
        with reading(source):
            archive = zipfile.ZipFile(source)
        with archive:
            members = _members(archive, where)
            manifest = _manifest(archive, where)
            items = {item.name: item for item in manifest.files}
            if len(items) != len(manifest.files) or items.keys() != members.keys():
                raise NotABackup(tr("{file} does not hold what its list of contents says.", file=where))
            if sum(item.size for item in items.values()) > MAX_BYTES:
                raise NotABackup(tr("{file} is larger than any backup of this program.", file=where))
            for done, (name, item) in enumerate(items.items()):
                if not go_on(done, len(items)):
                    raise Cancelled(tr("Nothing was brought back."))
                _take_out(archive, members[name], item, aside, where)
            return list(items)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise NotABackup(tr("{file} is no backup of this program, or it is damaged.", file=where)) from error


def _members(archive: zipfile.ZipFile, where: str) -> dict[str, zipfile.ZipInfo]:
    found: dict[str, zipfile.ZipInfo] = {}
    entries = archive.infolist()
    if len(entries) > MAX_FILES:
        raise NotABackup(tr("{file} is larger than any backup of this program.", file=where))
    folded = set()
    for entry in entries:
        name = entry.filename
        link = stat.S_ISLNK(entry.external_attr >> 16)
        if name == _MANIFEST and not link:
            continue
        if link or not _OURS.fullmatch(name) or _strange(name) or name.casefold() in folded:
            raise NotABackup(tr("{file} holds something that does not belong in a backup: {name}.",
                                 file=where, name=ascii(name[:60])[1:-1]))
        folded.add(name.casefold())
        found[name] = entry
    return found


def _strange(name: str) -> bool:
    """Whether a name would lead elsewhere, or is not one that this program gives."""
    folder, _, file = name.partition("/")
    if not file:
        return False
    return file.startswith(".") or not file.endswith(_FOLDERS[folder][0]) or any(ord(sign) < _BLANK for sign in file)


def _manifest(archive: zipfile.ZipFile, where: str) -> _Manifest:
    try:
        with archive.open(_MANIFEST) as file:
            data = file.read(_MAX_MANIFEST + 1)
        manifest = msgspec.json.decode(data, type=_Manifest)
    except (KeyError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotABackup(tr("{file} is no backup of this program, or it is damaged.", file=where)) from error
    if manifest.backup != FORMAT:
        raise NotABackup(tr("{file} was made by a newer version of this program ({version}).",
                             file=where, version=manifest.program[:20]))
    return manifest


def _take_out(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, item: _Item, aside: Path, where: str) -> None:
    """One file; what is read is counted, whatever the archive says of sizes."""
    folder, _, file = item.name.rpartition("/")
    limit = min(item.size, _FOLDERS[folder][1] if folder else _MAX_MANIFEST)
    target = aside / folder / file
    target.parent.mkdir(exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with archive.open(entry) as source, target.open("xb") as out:
        while chunk := source.read(_CHUNK):
            size += len(chunk)
            if size > limit:
                break
            digest.update(chunk)
            out.write(chunk)
    if size != item.size or size > limit or digest.hexdigest() != item.sha256:
        raise NotABackup(tr("{file} is damaged, or somebody has changed it: {name} is not what it was.",
                             file=where, name=item.name))
    _dated(target, item.touched)


def _settings(aside: Path, where: str) -> dict[str, bytes]:
    """The values of the settings in the backup, the newer file before the older one."""
    found: dict[str, bytes] = {}
    for name in _SETTINGS:
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
            raise NotABackup(tr("{file} is no backup of this program, or it is damaged.", file=where)) from error
    return found


def _merge(store: Settings, aside: Path, names: list[str]) -> Restored:
    """Every file into its place, beside what is there. Sheets first: a journal names its sheet by the way to it."""
    new = same = renamed = 0
    moved: dict[str, str] = {}
    order = {"sheets": 0, "games": 1, "drafts": 2}
    for name in sorted((name for name in names if "/" in name), key=lambda name: (order[name.partition("/")[0]], name)):
        folder, _, file = name.partition("/")
        source, home = aside / folder / file, store.home / folder
        home.mkdir(parents=True, exist_ok=True)
        if folder == "games" and moved:
            _rename_sheet(source, moved)
        target = _place(home, file, source)
        if target is None:
            same += 1
            continue
        if target.name != file:
            renamed += 1
            if folder == "sheets":
                moved[f"../sheets/{file}"] = f"../sheets/{target.name}"
        new += 1
        _put(source, target)
    return Restored(new, same, renamed)


def _place(home: Path, file: str, source: Path) -> Path | None:
    """Where a file goes; None where the same, or a game that has come farther, is there already."""
    suffix = next((ending for ending in _ENDINGS if file.endswith(ending)), Path(file).suffix)
    stem = file.removesuffix(suffix)
    taken = {path.name.casefold(): path for path in home.iterdir()}
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


def _put(source: Path, target: Path) -> None:
    """Into its place at once, and never over another file."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with target.open("xb") as out:
            out.write(source.read_bytes())
        shutil.copystat(source, target)


def _rename_sheet(path: Path, moved: dict[str, str]) -> None:
    """A journal whose sheet had to take another name names that one."""
    head, _, rest = path.read_bytes().partition(b"\n")
    try:
        record = msgspec.json.decode(head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    if isinstance(record, dict) and record.get("sheet") in moved:
        record["sheet"] = moved[record["sheet"]]
        touched = path.stat().st_mtime_ns
        path.write_bytes(msgspec.json.encode(record) + b"\n" + rest)
        _dated(path, touched)

"""The settings file: `settings.json` in the folder of the user's, `{"settings": 1, "values": {key: value}}`.

Only the keys below are read and written, each with a type of plain values. A value that is not of its type counts as not
there, and the others hold; nothing in the file is ever executed. `settings.ini` of earlier versions is read as text, once,
where there is no `settings.json` yet.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from rollwrite_desktop.core.errors import NotReadable, UserError
from rollwrite_desktop.core.files import CANNOT_WRITE, FileError, alone, make_folder, refused, rename, write_file
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.errors import UNREADABLE, is_too_long, why
from rollwrite_desktop.intake.files import free_in, is_file_here, read_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.text import excerpt

NAME = "settings.json"
OLD_NAME = "settings.ini"
MAX_BYTES = 1_100_000
_SHORT, _ROOM = 5_000, 100_000
"""Bytes of a value for which there is always room, such as a preference, and how much of the file is free for those."""
_FULL = mark("it has no room for more")
_Number = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]
_TYPES: dict[str, Any] = {
    r"preferences/[a-z]{1,20}": Text,
    r"window/shape": LongText,
    r"last/(game|(folder|coach)-[a-z0-9_]{1,60})": LongText,
    r"last/(keys-follow|race-fits|race-turned)": bool,
    r"last/(names|recent|lessons-[a-z0-9_]{1,60})": Annotated[list[LongText], msgspec.Meta(max_length=100)],
    r"last/(caller|own-[^\0-\x1f]{1,255})": dict[Text, LongText],
    r"last/print": dict[Text, LongText | bool | _Number],
    r"last/lobby-[a-z0-9_]{1,60}": dict[Text, LongText | list[list[LongText]] | dict[Text, LongText]],
    r"last/race-keys": list[list[list[_Number]]],
    r"last/records/[^\0-\x1f]{1,300}": list[list[LongText | _Number]],
}
"""What may be kept: patterns of keys, and the type of their values."""
_DECODERS = {pattern: Decoder(kind) for pattern, kind in _TYPES.items()}


_MARKED = re.compile(rb'=\s*"?@(?!@)')


class NotSettings(NotReadable):
    """Content that is no settings file."""


class _File(msgspec.Struct):
    settings: Literal[1]
    values: dict[Text, msgspec.Raw]


_FILE = Decoder(_File, raw=True)


class SettingsFile:
    """The settings in a folder. Another process may write the same file: it is read again whenever it has changed. While it
    cannot be written, what is set holds for this run, `failure` says why, and each further change tries again, beside what
    others have written by then; `on_failure` is called whenever `failure` may have changed. `damaged`: nothing of the file
    can be read; `bad`: the keys of values that cannot."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.damaged = False
        self.bad: frozenset[str] = frozenset()
        self.failure: FileError | None = None
        self.on_failure: Callable[[], None] = lambda: None
        self.on_bad: Callable[[], None] = lambda: None
        self._values: dict[str, bytes] = {}
        self._unwritten: dict[str, bytes] = {}
        self._stamp: tuple[int, ...] = ()
        old = folder / OLD_NAME
        if not os.path.lexists(self.path):
            with contextlib.suppress(UserError):
                self._save(read_old(read_file(old, MAX_BYTES)))

    @property
    def readable(self) -> bool:
        """Whether there is a file, and nothing is wrong with it."""
        self._refresh()
        return os.path.isfile(self.path) and not self.damaged  # noqa: PTH113 (False whatever is wrong)

    def value(self, key: str) -> Any:
        """A new copy of the value of a key, or None. Raises KeyError if there is no such key."""
        decoder = _decoder(key)
        self._refresh()
        return decoder.decode(self._values[key]) if key in self._values else None

    def update(self, changes: Mapping[str, Any]) -> None:
        """Sets values and writes the file. Raises KeyError if there is no such key, msgspec.ValidationError if a value is
        of another type. A text that is not Unicode, as file names may be, is not kept; nor is what is too long, or leaves no
        room in the file for what is short."""
        try:
            changed = {key: msgspec.json.encode(value) for key, value in changes.items()}
        except UnicodeEncodeError:
            return
        try:
            for key, value in changed.items():
                _decoder(key).decode(value)
        except msgspec.ValidationError as error:
            if is_too_long(error):
                return
            raise
        with alone(self.path.parent):
            self._refresh()
            values = self._values | changed
            if len(_written(values)) <= MAX_BYTES - (_ROOM if max(map(len, changed.values()), default=0) > _SHORT else 0):
                self._save(values)
            else:
                self._fail(refused(CANNOT_WRITE, self.path, tr(_FULL)))

    @property
    def content(self) -> bytes:
        """The file as it would be written now: what of it can be read."""
        self._refresh()
        return _written(self._values)

    def merge(self, values: Mapping[str, bytes], but: tuple[str, ...]) -> bool:
        """Takes over, of values as `read` returns them, those of keys that are not set here and do not begin with one of
        `but`, the short ones first, until half of the room that there is is used. Returns whether all of them are."""
        with alone(self.path.parent):
            self._refresh()
            merged = dict(self._values)
            brought = [key for key in values if not key.startswith(but) and key not in merged]
            room, done = (MAX_BYTES - len(_written(merged))) // 2, 0
            for key in sorted(brought, key=lambda key: len(values[key])):
                room -= len(_written({key: values[key]}))
                if room < 0:
                    break
                merged[key] = values[key]
                done += 1
            self._save({key: merged[key] for key in (*values, *self._values) if key in merged})
        return done == len(brought)

    def _refresh(self) -> None:
        try:
            stat = self.path.stat()
        except OSError:
            return
        stamp = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            values, self.bad = read_each(read_file(self.path, MAX_BYTES))
            self.damaged = False
        except UserError:
            values, self.damaged, self.bad = {}, True, frozenset()
        self._values = values | self._unwritten
        if self.damaged or self.bad:
            self.on_bad()

    def _save(self, values: dict[str, bytes]) -> None:
        """Writes the file if something has changed; one of which something cannot be read is put aside first."""
        changed = {key: value for key, value in values.items() if self._values.get(key) != value}
        if not changed and self.failure is None:
            return
        self._values, self._unwritten = values, self._unwritten | changed
        try:
            make_folder(self.path.parent)
            if self.damaged or self.bad:
                self._put_aside()
            data = _written(values)
            if len(data) > MAX_BYTES:  # nothing would read it
                raise refused(CANNOT_WRITE, self.path, tr(_FULL))
            write_file(self.path, data)
        except FileError as error:
            self._fail(error)
            return
        self.damaged, self.bad, self._unwritten = False, frozenset(), {}
        if self.failure is not None:
            self.failure = None
            self.on_failure()

    def _put_aside(self) -> None:
        """Keeps what stands at the path under another name: a copy of a file, so that one is there at any moment; the thing
        itself where it is a folder or a pipe, or too large to be one of ours. Raises FileError."""
        aside = free_in(self.path.parent, self.path.stem, ".damaged")
        if is_file_here(str(self.path)):
            content = read_file(self.path, 2 * MAX_BYTES)
            if len(content) <= 2 * MAX_BYTES:
                write_file(aside, content, force=False)
                return
        rename(self.path, aside)

    def _fail(self, error: FileError) -> None:
        self.failure = error
        self.on_failure()

    def save(self) -> None:
        """Tries again to write what could not be written."""
        if self.failure is None:
            return
        with alone(self.path.parent):
            self._refresh()
            self._save(self._values)


def read(content: bytes) -> dict[str, bytes]:
    """Returns the values in a settings file, as JSON by key, if all of them are of their types. Keys that are not known here
    (of a later version) are left out. Raises NotSettings."""
    values, bad = read_each(content)
    if bad:
        raise NotSettings(tr("“{value}” doesn’t belong there", value=excerpt(min(bad))))
    return values


def read_each(content: bytes) -> tuple[dict[str, bytes], frozenset[str]]:
    """Returns the values that are of their types, and the keys of those that are not. Raises NotSettings."""
    if len(content) > MAX_BYTES:
        raise NotSettings(f"expected at most {MAX_BYTES} bytes")
    try:
        values = {key: bytes(raw) for key, raw in _FILE.decode(content).values.items() if _known(key)}
    except UNREADABLE as error:
        raise NotSettings(why(error)) from error
    bad = set()
    for key, value in values.items():
        try:
            _decoder(key).decode(value)
        except UNREADABLE:
            bad.add(key)
    return {key: value for key, value in values.items() if key not in bad}, frozenset(bad)


def _written(values: Mapping[str, bytes]) -> bytes:
    """A settings file with these values."""
    raw = {key: msgspec.Raw(value) for key, value in values.items()}
    return msgspec.json.format(msgspec.json.encode(_File(1, raw)), indent=1) + b"\n"


def read_old(content: bytes) -> dict[str, bytes]:
    """Returns the values in a settings file of earlier versions (INI), as `read` returns them. Lines with an `@`, which
    marks what is not plain text, are left out, and so is every line that does not hold a known key and a value of its type.
    Raises NotSettings."""
    if len(content) > MAX_BYTES:
        raise NotSettings(f"expected at most {MAX_BYTES} bytes")
    values: dict[str, bytes] = {}
    section = ""
    for line in content.decode("utf-8", "replace").split("\n"):
        line = line.strip()
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
            continue
        name, _, text = line.partition("=")
        key = f"{section}/{_plain_key(name)}"
        if "@" in line or not _known(key):
            continue
        value = _plain_text(text)
        with contextlib.suppress(*UNREADABLE):
            data = value.encode() if section == "last" else msgspec.json.encode(value)
            _decoder(key).decode(data)
            values[key] = data
    return values


def holds_objects(content: bytes) -> bool:
    """Returns whether a settings file of earlier versions holds, anywhere but in the shape of the window, a value that is
    marked with an `@` as no plain text, which this program never wrote. A text that begins with an `@` was written with
    two."""
    return any(
        _MARKED.search(line) and not line.lstrip().startswith(b"shape=") for line in content.split(b"\n")
    ) or any(kind in content for kind in (b"@Variant", b"@DateTime"))


def _known(key: str) -> bool:
    return any(re.fullmatch(pattern, key) for pattern in _DECODERS)


def _decoder(key: str) -> Decoder[Any]:
    found = next((decoder for pattern, decoder in _DECODERS.items() if re.fullmatch(pattern, key)), None)
    if found is None:
        raise KeyError(key)
    return found


def _plain_key(name: str) -> str:
    r"""`records\hand%3Dboth` is `records/hand=both`."""
    return re.sub(r"%([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), name.strip().replace("\\", "/"))


def _plain_text(text: str) -> str:
    text = text.strip()
    quoted = len(text) > 1 and text.startswith('"') and text.endswith('"')
    return re.sub(r'\\(["\\])', r"\1", text[1:-1] if quoted else text)

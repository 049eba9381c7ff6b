"""Takes files out of ZIP archives. The list of contents is bounded before it is read, members are stored or deflated and
nothing else, and what is really unpacked is counted, whatever the archive says of sizes.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import IO

CHUNK = 1 << 16
_MAX_ENTRY = 160
"""Bytes of an entry in the list of contents, in the mean: 46, its name, and what some programs add."""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class TooLarge(Exception):
    """More members, or more bytes unpacked, than allowed."""


class Archive:
    """A ZIP archive that is read. `members`: how many it may have; `most`: bytes that may be unpacked of all of them
    together. Raises TooLarge, and what `zipfile` raises for a damaged one."""

    def __init__(self, file: IO[bytes], members: int, most: int) -> None:
        self._zip = zipfile.ZipFile(_Bounded(file, max(CHUNK, members * _MAX_ENTRY)))
        self.left = most
        self.members: list[zipfile.ZipInfo] = self._zip.infolist()
        if len(self.members) > members:
            raise TooLarge

    def chunks(self, member: zipfile.ZipInfo | str, most: int) -> Iterator[bytes]:
        """Yields the content of a member piece by piece. Raises TooLarge past `most` bytes, or past those of all members;
        KeyError if there is no such member."""
        entry = self._zip.getinfo(member) if isinstance(member, str) else member
        # The other ways of packing take memory without bounds.
        if entry.compress_type not in _PACKED:
            raise zipfile.BadZipFile("packed in a way that is not read")
        with self._zip.open(entry) as source:
            while chunk := source.read(CHUNK):
                most -= len(chunk)
                self.left -= len(chunk)
                if most < 0 or self.left < 0:
                    raise TooLarge
                yield chunk

    def read(self, member: zipfile.ZipInfo | str, most: int) -> bytes:
        """All of a member. Raises as `chunks`."""
        return b"".join(self.chunks(member, most))


class _Bounded:
    """A file of which no piece longer than `most` bytes is read; `zipfile` reads the list of contents in one piece."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        self._file, self._most = file, most
        self.seek, self.tell, self.seekable, self.close = file.seek, file.tell, file.seekable, file.close

    def read(self, size: int = -1) -> bytes:
        if size > self._most:
            raise TooLarge
        return self._file.read(size)

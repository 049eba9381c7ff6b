"""Removes from programs and libraries where to look for others on the machine that built them (RPATH, RUNPATH).

Only paths relative to the file itself (`$ORIGIN/…`) mean anything elsewhere. For Linux on 64-bit processors.
"""

import struct
from pathlib import Path

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_ENTRY = struct.Struct("<qQ")
_LOADED, _DYNAMIC = 1, 2
_END, _STRINGS, _RPATH, _RUNPATH = 0, 5, 15, 29


def remove_foreign(file: Path) -> list[str]:
    """Removes the paths of a file that are not relative to itself; returns them. Raises ValueError if it is no such file."""
    content = bytearray(file.read_bytes())
    removed = []
    for at, path in _paths(content):
        if path and not all(part.startswith("$ORIGIN") for part in path.split(":")):
            removed.append(path)
            _remove_entry(content, at)
    if removed:
        file.write_bytes(content)
    return removed


def paths(file: Path) -> list[str]:
    """The paths that a file names. Raises ValueError if it is no program or library of 64 bits."""
    return [path for _, path in _paths(file.read_bytes())]


def _paths(content: bytes) -> list[tuple[int, str]]:
    """Where each such entry stands, the last first, so that removing one moves no other; and its path."""
    segments = _segments(content)
    entries = [(at, *_ENTRY.unpack_from(content, at)) for at in _entries(content)]
    strings = next((value for _, tag, value in entries if tag == _STRINGS), None)
    found = []
    for at, tag, value in entries:
        if tag in (_RPATH, _RUNPATH) and strings is not None:
            begin = _place(segments, strings) + value
            found.append((at, content[begin : content.index(b"\0", begin)].decode()))
    return found[::-1]


def _segments(content: bytes) -> list[tuple[int, ...]]:
    if content[:6] != b"\x7fELF\x02\x01":
        raise ValueError("not a program or library of 64 bits")
    header = _HEADER.unpack_from(content)
    first, size, count = header[5], header[9], header[10]
    return [_SEGMENT.unpack_from(content, first + n * size) for n in range(count)]


def _entries(content: bytes) -> list[int]:
    """Where the entries for the dynamic linker stand, without the one that ends them."""
    for kind, _, offset, _, _, size, _, _ in _segments(content):
        if kind == _DYNAMIC:
            places = range(offset, offset + size, _ENTRY.size)
            return _until_end(content, places)
    return []


def _until_end(content: bytes, places: range) -> list[int]:
    found = []
    for at in places:
        if _ENTRY.unpack_from(content, at)[0] == _END:
            break
        found.append(at)
    return found


def _place(segments: list[tuple[int, ...]], address: int) -> int:
    """Where in the file an address of the loaded program is."""
    for kind, _, offset, start, _, size, _, _ in segments:
        if kind == _LOADED and start <= address < start + size:
            return offset + address - start
    raise ValueError("an address outside of the file")


def _remove_entry(content: bytearray, at: int) -> None:
    """Moves the later entries up by one; the last one then ends the list."""
    last = _entries(content)[-1]
    content[at:last] = content[at + _ENTRY.size : last + _ENTRY.size]
    content[last : last + _ENTRY.size] = bytes(_ENTRY.size)

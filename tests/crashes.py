"""What may be on the disk after a power cut: the calls that change anything are recorded, and replayed as file systems may.

Two models. `ordered`, as ext4 with its usual options (data=ordered): names and lengths change in the order of the calls; a
sync brings everything before it to the disk; of what was written to a file and not synced any part may be missing.
`weak`, which is all that POSIX promises: a sync brings the content of one file to the disk, and that of a folder the names
in it; every other change of a name may have happened or not, each for itself. A rename is one change in both.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal

import pytest
from msgspec import Struct, field

from rollwrite_desktop.core.files import disk

Model = Literal["ordered", "weak"]
MOST = 6
"""Changes of names that the weak model lets happen or not; those before the last so many have happened."""


class Call(Struct, frozen=True):
    """kind: `write` (data at a place of a file), `truncate`, `sync`; `name` (a path leads to a file), `gone`, `moved`, and
    `folder` (a folder's names are synced). file: its number."""

    kind: str
    file: int = -1
    path: Path | None = None
    other: Path | None = None
    at: int = 0
    data: bytes = b""


class Recorder(Struct):
    """The calls since `mark` on files under `home`; `names` and `before`: where every path led then, and what stood in the
    files. A file that came into being otherwise is taken to be written and not synced."""

    home: Path
    calls: list[Call] = field(default_factory=list)
    names: dict[Path, int] = field(default_factory=dict)
    before: dict[int, bytes] = field(default_factory=dict)
    now: dict[Path, int] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    @contextmanager
    def installed(self) -> Iterator[Recorder]:
        """In the place of the program's disk."""
        with pytest.MonkeyPatch.context() as patched:
            for name in ("open", "sync", "truncate", "replace", "rename", "link", "unlink", "sync_folder", "hold_name"):
                patched.setattr(disk, name, self._recorded(name, getattr(disk, name)))
            yield self

    def mark(self) -> None:
        """All of it is on the disk from here on."""
        self.now = {path: number for path, number in self.now.items() if path.is_file()}
        self.names, self.calls = dict(self.now), []
        self.before = {number: path.read_bytes() for path, number in self.now.items()}

    def _number(self, path: Path) -> int:
        if path not in self.now:
            self.now[path] = next(self.numbers)
            self.calls.append(Call("name", self.now[path], path))
            self.calls.append(Call("write", self.now[path], data=path.read_bytes()))
        return self.now[path]

    def _recorded(self, name: str, real: Any) -> Any:
        def call(*given: Any) -> Any:
            first = given[0]
            if not (isinstance(first, File) or (isinstance(first, Path) and first.is_relative_to(self.home))):
                return real(*given)
            if name == "open":
                there = first.exists()
                made = real(*given)
                new = first not in self.now and not there
                number = self.now.setdefault(first, next(self.numbers)) if new else self._number(first)
                if new:
                    self.calls.append(Call("name", number, first))
                elif given[1] == "wb":
                    self.calls.append(Call("truncate", number))
                return File(made, number, self)
            if name in ("replace", "rename", "link") and first.exists():
                self._number(first)
            done = real(*given)
            if name == "sync":
                self.calls.append(Call("sync", first.number))
            elif name == "truncate":
                self.calls.append(Call("truncate", first.number, at=given[1]))
            elif name == "hold_name" and first.is_file():
                self._number(first)
            elif name == "hold_name":
                pass
            elif name == "sync_folder":
                self.calls.append(Call("folder", path=first))
            elif name == "unlink":
                if self.now.pop(first, None) is not None:
                    self.calls.append(Call("gone", path=first))
            elif name == "link":
                self.now[given[1]] = self.now[first]
                self.calls.append(Call("name", self.now[first], given[1]))
            else:
                self.now[given[1]] = self.now.pop(first)
                self.calls.append(Call("moved", self.now[given[1]], given[1], first))
            return done

        return call

    # ------------------------------------------------------------------ after a power cut

    def last_states(self, model: Model) -> Iterator[dict[Path, bytes]]:
        """Every set of files that may be there after a power cut now."""
        return self._after(self.calls, model)

    def states(self, model: Model, calls: int) -> Iterator[dict[Path, bytes]]:
        """Every set of files that may be there after a power cut at any moment up to so many calls, each once; hidden ones,
        which nobody reads, are left out."""
        seen: set[frozenset[tuple[Path, bytes]]] = set()
        for count in range(calls + 1):
            for whole in self._after(self.calls[:count], model):
                state = {
                    path: content for path, content in whole.items()
                    if not any(part.startswith(".") for part in path.relative_to(self.home).parts)
                }
                key = frozenset(state.items())
                if key not in seen:
                    seen.add(key)
                    yield state

    def _after(self, calls: list[Call], model: Model) -> Iterator[dict[Path, bytes]]:
        last_sync = max((n for n, call in enumerate(calls) if call.kind in ("sync", "folder")), default=-1)
        names = [n for n, call in enumerate(calls) if call.kind in ("name", "gone", "moved")]
        choices: Iterator[list[int]]
        if model == "ordered":
            firm = sum(n < last_sync for n in names)
            choices = (names[:most] for most in range(firm, len(names) + 1))
        else:
            loose = [n for n in names if not self._folder_synced(calls, n)][-MOST:]
            fixed = [n for n in names if n not in loose]
            choices = (
                sorted([*fixed, *some]) for most in range(len(loose) + 1) for some in itertools.combinations(loose, most))
        for happened in choices:
            state = self._names(calls, happened)
            for lost in (0.0, 0.5, 1.0):  # of what was not synced
                yield {
                    path: self._content(calls, number, lost, last_sync if model == "ordered" else -1)
                    for path, number in state.items()
                }

    @staticmethod
    def _folder_synced(calls: list[Call], n: int) -> bool:
        changed = {calls[n].path.parent} | ({calls[n].other.parent} if calls[n].other else set())  # type: ignore[union-attr]
        return changed <= {call.path for call in calls[n:] if call.kind == "folder"}

    def _names(self, calls: list[Call], happened: list[int]) -> dict[Path, int]:
        found = dict(self.names)
        for n in happened:
            call = calls[n]
            assert call.path is not None
            if call.kind == "gone":
                found.pop(call.path, None)
                continue
            if call.other is not None:
                found.pop(call.other, None)
            found[call.path] = call.file
        return found

    def _content(self, calls: list[Call], number: int, lost: float, everything_until: int) -> bytes:
        own = [n for n, call in enumerate(calls) if call.file == number and call.kind in ("write", "truncate", "sync")]
        firm = max([everything_until, *(n for n in own if calls[n].kind == "sync")])
        whole = self.before.get(number, b"")
        for n in own:
            call = calls[n]
            data = call.data if n <= firm else call.data[: round(len(call.data) * (1 - lost))]
            if call.kind == "truncate" and (n <= firm or lost < 1):
                whole = whole[: call.at]
            elif call.kind == "write" and data:
                whole = whole[: call.at].ljust(call.at, b"\0") + data + whole[call.at + len(data) :]
        return whole


class File:
    """An open file of a recorder."""

    def __init__(self, real: IO[bytes], number: int, owner: Recorder) -> None:
        self.number, self._real, self._owner = number, real, owner

    def write(self, data: bytes) -> int:
        at = self._real.tell()
        done = self._real.write(data)
        self._owner.calls.append(Call("write", self.number, at=at, data=bytes(data[:done])))
        return done

    def __enter__(self) -> File:
        return self

    def __exit__(self, *_: object) -> None:
        self._real.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def put(state: dict[Path, bytes], home: Path, place: Path) -> None:
    """A state of the files under `home`, laid out in another folder."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for path, content in state.items():
        target = place / path.relative_to(home)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

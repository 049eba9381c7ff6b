"""Sheets being entered that are not saved yet: written after every key, so that nothing typed is ever lost."""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QIODevice, QSaveFile

from rollwrite_desktop.core.audit import MAX_BYTES, NotAPaper, Paper, read_paper, write_paper
from rollwrite_desktop.games.opening import found_from, named_from
from rollwrite_desktop.ui.store import Store


class Draft:
    """The draft of one paper file, or of the one paper of a sheet that has no file yet."""

    def __init__(self, store: Store, paper: Paper, path: Path | None) -> None:
        what = f"{paper.game}/{paper.sheet}" if path is None else str(path.absolute())
        self.path = store.drafts / f"{hashlib.sha256(what.encode()).hexdigest()[:16]}.json"

    def read(self) -> Paper | None:
        """What was kept, if it can be read."""
        try:
            with self.path.open("rb") as file:
                return found(self.path, read_paper(file.read(MAX_BYTES + 1), self.path.name))
        except (OSError, NotAPaper):
            return None

    def write(self, paper: Paper) -> None:
        """Keeps the paper; a disk that takes nothing must not stop the typing."""
        try:
            save(self.path, paper)
        except OSError:
            return

    def drop(self) -> None:
        """Forgets the draft."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            return


def save(path: Path, paper: Paper) -> None:
    """Writes a paper file, whole or not at all; a sheet from a file is named by the way to it. Raises OSError."""
    save_whole(path, write_paper(replace(paper, sheet=named_from(path.parent, paper.sheet))))


def found(path: Path, paper: Paper) -> Paper:
    """A paper that was read from this file, its sheet named so that the file's folder need not be known."""
    return replace(paper, sheet=found_from(path.parent, paper.sheet))


def save_whole(path: Path, content: bytes) -> None:
    """Writes a file, whole or not at all; makes its folder. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly) or file.write(content) != len(content) or not file.commit():
        raise OSError(0, file.errorString())

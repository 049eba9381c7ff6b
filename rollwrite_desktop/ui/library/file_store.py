"""Files of one kind in a folder: named, renamed, put aside and brought back. None is put in the place of another."""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path

from PySide6 import QtCore

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import is_shared, make_folder, move_noted, share, writing
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.intake.archives import ENDINGS
from rollwrite_desktop.intake.files import free_in, listed
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings

_TRIES = 20


class FileStore:
    """The files of `folder` whose names end in `suffix`, readable or not. Subclasses override the sentences about names."""

    suffix = ""

    def __init__(self, store: Settings, folder: Path) -> None:
        self.store = store
        self.folder = folder

    def ending(self, path: Path) -> str:
        """Returns what of a file's name is not the name that a person gives it."""
        return next((ending for ending in ENDINGS if path.name.endswith(ending)), self.suffix)

    def rename(self, path: Path, name: str) -> Path:
        """Gives a file another name; returns where it is now. Raises UserError."""
        wanted, ending = file_name(name), self.ending(path)
        if not wanted:
            raise UserError(self._nameless())
        if wanted == path.name.removesuffix(ending):
            return path
        target = path.with_name(wanted + ending)
        with file_locks.ours(path), writing(path, mark("“{name}” could not be renamed: {why}.")):
            try:
                move_noted(path, target)
            except FileExistsError:
                raise UserError(self._called_so(wanted)) from None
        take_along(path, target)
        if path.absolute() in self.store.recent():
            self.store.forget(path)
        return target

    def delete(self, path: Path) -> Path:
        """Puts a file aside, from where `restore` brings it back; `sweep` moves it to the system's trash, that of another
        window not before this program ends. Raises UserError."""
        make_folder(self.store.deleted)
        self.store.let_go_deleted = self.store.let_go_deleted or share(self.store.deleted)
        with file_locks.ours(path):
            target = self._moved(path, self.store.deleted, mark("“{name}” could not be deleted: {why}."))
        take_along(path, target)
        return target

    def restore(self, aside: Path) -> Path:
        """Brings back a file that was put aside; returns where it is now. Raises UserError, also where another window brings
        it back."""
        with file_locks.ours(aside):
            target = self._moved(aside, self.folder, mark("It could not be restored: {why}."))
        take_along(aside, target)
        return target

    def sweep(self) -> None:
        """Moves everything that was put aside to the system's trash; where there is none, or while another window can still
        bring something back, it stays aside."""
        if self.store.let_go_deleted is not None:
            self.store.let_go_deleted()
            self.store.let_go_deleted = None
        if is_shared(self.store.deleted):
            return
        for aside in listed(self.store.deleted):
            QtCore.QFile.moveToTrash(str(aside))

    def _moved(self, path: Path, folder: Path, message: str) -> Path:
        """Moves a file into a folder, under a name that is free there, also where others take names meanwhile. Raises
        FileError with this message."""
        make_folder(folder)
        ending = self.ending(path)
        stem = path.name.removesuffix(ending)
        with writing(path, message):
            for _ in range(_TRIES):
                target = free_in(folder, stem, ending)
                with contextlib.suppress(FileExistsError):
                    move_noted(path, target)
                    return target
            raise FileExistsError(errno.EEXIST, "")

    def _free(self, name: str) -> Path:
        return free_in(self.folder, name, self.suffix)

    @staticmethod
    def _nameless() -> str:
        return tr("A game needs a name with at least one letter or digit.")

    @staticmethod
    def _called_so(name: str) -> str:
        return tr("There is a game called “{name}” already.", name=name)


def take_along(path: Path, target: Path) -> None:
    """Takes what was worked out of a game to where the game goes; what cannot go is worked out again when it is wanted.
    Other files have nothing like it, though a game may have their name."""
    if path.suffix != SUFFIX:
        return
    from rollwrite_desktop.play.review import game_review, same_dice

    for ending in (game_review.ENDING, same_dice.ENDING):
        kept = path.with_suffix(ending)
        with contextlib.suppress(OSError):
            if kept.is_file():
                kept.replace(target.with_suffix(ending))

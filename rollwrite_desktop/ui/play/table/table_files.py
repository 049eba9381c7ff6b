"""Saving from a table: a copy of the game, or the sheet that is shown as a picture, wherever the player likes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.journals import MAX_BYTES
from rollwrite_desktop.play.opening.open_game import moved
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.save_picture import ask_picture, save_picture
from rollwrite_desktop.ui.kit import ask


class TableFiles:
    """Asks where and saves; `notify` and `fail` are given a sentence that says what came of it."""

    def __init__(
        self, page: QWidget, store: Settings, notify: Callable[[str], None], fail: Callable[[str], None]
    ) -> None:
        self._page, self._store = page, store
        self._notify, self._fail = notify, fail

    def save_copy(self, journal: Path) -> None:
        """A copy of the journal."""
        def copy(path: Path) -> None:
            write_file(path, moved(read_file(journal, MAX_BYTES), journal.parent, path.parent))

        start = Path(self._store.folder("save")) / (journal.stem + SUFFIX)
        self._save(ask.save(self._page, tr("Save a copy"), start, [tr("Games (*.rollwrite)")]), copy)

    def save_picture(self, display: Display, name: str) -> None:
        """A sheet as a picture; `name` is proposed, without an ending."""
        start = Path(self._store.folder("save")) / f"{name}.png"
        self._save(ask_picture(self._page, start), lambda path: save_picture(display, path))

    def _save(self, path: Path | None, write: Callable[[Path], None]) -> None:
        if path is None:
            return
        self._store.keep_folder("save", path)
        try:
            write(path)
        except UserError as error:
            self._fail(str(error))
            return
        self._notify(tr("Saved as {name}.", name=str(path)))

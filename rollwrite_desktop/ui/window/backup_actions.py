"""Where the files are: the folder opened, everything backed up to one file, a backup brought back; asked, done with
progress, told. What a backup is: `backup.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.errors import Cancelled, UserError
from rollwrite_desktop.core.files import make_folder
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.dialogs import Held, progress_dialog
from rollwrite_desktop.ui.library.file_kind import BACKUP

if TYPE_CHECKING:
    from rollwrite_desktop.intake.archives import GoOn, Item
    from rollwrite_desktop.play.kept.backup_restore import Restored

_PATIENCE_MS = 400
_NOTES = 5
"""How many files are named in the message itself."""


class BackupActions:
    """The entries of the file menu; `notify` and `fail` say what came of it."""

    def __init__(
        self, window: QWidget, store: Settings, notify: Callable[[str], None], fail: Callable[..., None],
        changed: Callable[[], None],
    ) -> None:
        self._window, self.store = window, store
        self._notify, self._fail, self._changed = notify, fail, changed

    def open_folder(self) -> None:
        """Shows the folder in which everything is kept."""
        try:
            make_folder(self.store.games)
        except UserError as error:
            self._fail(str(error))
            return
        if QtGui.QDesktopServices.openUrl(QtCore.QUrl.fromLocalFile(str(self.store.home))):
            self._notify(tr("Your files are in {folder}.", folder=str(self.store.home)))
        else:
            self._fail(tr("Your files are in {folder}. No program here shows folders.", folder=str(self.store.home)))

    def ask_backup(self) -> None:
        """Asks where, and backs up."""
        day = self.store.now().date().isoformat()
        start = Path(self.store.folder("backup")) / f"Rollwrite {day}{BACKUP}"
        if path := ask.save(self._window, tr("Back up everything"), start, [tr("Backups (*.rollwrite-backup)")]):
            self.back_up(path)

    def back_up(self, path: Path) -> bool:
        from rollwrite_desktop.ui.window.backup import back_up  # brings archives along

        try:
            with _Progress(self._window, tr("Backing up …")) as go_on:
                done = back_up(self.store, path, go_on)
        except Cancelled as stopped:
            self._notify(str(stopped))
            return False
        except UserError as error:
            self._fail(str(error))
            return False
        self.store.keep_folder("backup", path)
        sentence = tr_n("One file backed up in {name}.", "{n} files backed up in {name}.", done.files, name=str(path))
        self._tell(sentence, done.notes)
        return True

    def ask_restore(self) -> None:
        """Asks for a backup, and brings it back."""
        kinds = tr("Backups (*.rollwrite-backup)") + ";;" + tr("All files (*)")
        if path := ask.open_one(self._window, self.store, "backup", tr("Restore backup"), kinds):
            self.restore(path)

    def restore(self, path: Path) -> bool:
        from rollwrite_desktop.ui.window.backup import restore

        try:
            with _Progress(self._window, tr("Reading the backup …")) as go_on:
                done = restore(self.store, path, go_on, self._merge)
        except Cancelled as stopped:
            self._notify(str(stopped))
            return False
        except UserError as error:
            self._fail(str(error))
            return False
        if not self._window.isVisible():  # closed meanwhile
            return False
        self._changed()
        if not done.new:
            everything = tr("Everything in the backup was already here.")
            self._tell(tr("Nothing else was new.") if done.left_out else everything, done.left_out)
            return True
        sentences = [tr_n("One file restored.", "{n} files restored.", done.new)]
        if done.renamed:
            sentences.append(tr_n("One has a new name.", "{n} have new names.", done.renamed))
        if done.same:
            sentences.append(tr_n("One was already here.", "{n} were already here.", done.same))
        self._tell(" ".join(sentences), done.left_out + done.named)
        return True

    def _merge(self, home: Path, files: Mapping[Item, Path], go_on: Callable[[int], bool]) -> Restored:
        """Brings files into their places in the worker process. Raises UserError."""
        from rollwrite_desktop.play.kept.backup_restore import Restored, merging

        loop, found, failed = QtCore.QEventLoop(), [(0, Restored(0, 0, 0))], list[str]()
        task = Task(partial(merging, home, files), self._window)
        task.given.connect(found.append)
        task.failed.connect(failed.append)
        for signal in (task.given, task.ended, task.failed):
            signal.connect(loop.quit)
        while go_on(found[-1][0]):
            count = len(found)
            task.ask()
            loop.exec()
            if len(found) == count:
                break
        task.drop()
        if failed:
            raise UserError(failed[0])
        return found[-1][1]

    def _tell(self, sentence: str, notes: tuple[str, ...]) -> None:
        """Says what was done, and what was not, file by file; a long list is in the details that are copied."""
        if not notes:
            self._notify(sentence)
            return
        shown = [sentence, *notes[:_NOTES]]
        if len(notes) > _NOTES:
            shown.append(tr_n("One more is in the messages.", "{n} more are in the messages.", len(notes) - _NOTES))
        self._fail(" ".join(shown), "\n".join(notes[_NOTES:]))


class _Progress:
    """A dialog that appears if it takes a while, and can be told to stop. Meanwhile nothing can be done in the window but to
    close it; that stops too."""

    def __init__(self, window: QWidget, title: str) -> None:
        self._window, self._held = window, Held(window)
        self._dialog = progress_dialog(title, window, _PATIENCE_MS)

    def __enter__(self) -> GoOn:
        self._held.begin()
        return self._go_on

    def __exit__(self, *_: object) -> None:
        self._held.end()
        self._held.deleteLater()
        self._dialog.reset()
        self._dialog.deleteLater()

    def _go_on(self, done: int, total: int) -> bool:
        """Shows how far it is, and has the dialog answer: the archive is packed and unpacked here, file by file, under the
        locks of this window, which the worker process would not have."""
        self._dialog.setMaximum(max(1, total))
        self._dialog.setValue(done)
        QCoreApplication.processEvents()
        return self._window.isVisible() and not self._dialog.wasCanceled()

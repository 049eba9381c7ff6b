"""The bar that offers to bring back what was deleted last."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.library.file_store import FileStore


class DeletedBar(QFrame):
    """Deletes files of a store, and brings them back; hidden while there is nothing to bring back."""

    restored = Signal()
    failed = Signal(str)

    def __init__(self, files: FileStore) -> None:
        super().__init__()
        self._store = files
        self._aside: list[Path] = []
        theme.role(self, "bar")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 4, 4)
        self.sentence = label("")
        self.button = button(tr("&Undo"), "undo", "", self.restore)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.button)
        self.hide()

    def delete(self, paths: Iterable[Path]) -> int:
        """Puts files aside, up to the first that cannot be; returns how many are."""
        self._aside = []
        try:
            for path in paths:
                self._aside.append(self._store.delete(path))
        except UserError as error:
            self.failed.emit(str(error))
        return len(self._aside)

    def offer(self, sentence: str) -> None:
        """Says what is deleted, and offers to bring it back."""
        self.sentence.setText(sentence)
        self.show()
        self.button.setFocus()

    def restore(self) -> None:
        """Brings back what was deleted last."""
        for aside in self._aside:
            try:
                self._store.restore(aside)
            except UserError as error:
                self.failed.emit(str(error))
        self._aside = []
        self.hide()
        self.restored.emit()

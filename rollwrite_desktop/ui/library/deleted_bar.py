"""The bar that offers to bring back what was deleted last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.event_loop import Pieces
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.library.file_store import FileStore

_AWAY, _BACK = 5, 2
"""So many files are deleted, and brought back among others whose names are looked at, in a turn of the event loop."""


class DeletedBar(QFrame):
    """Deletes files of a store, and brings them back; hidden while there is nothing to bring back."""

    restored = Signal()
    failed = Signal(str)

    def __init__(self, files: FileStore) -> None:
        super().__init__()
        self._store = files
        self._aside: list[Path] = []
        self._acting = Pieces(self)
        theme.role(self, "bar")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 4, 4)
        self.sentence = label("")
        self.button = button(tr("&Undo"), "undo", "", self.restore)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.button)
        self.hide()

    def delete(self, paths: Sequence[Path], then: Callable[[int], object]) -> None:
        """Puts files aside, up to the first that cannot be, of many some in each turn of the event loop; `then` is told how
        many are."""
        self.finish()
        self._acting.begin(self._delete(paths, then))

    def _delete(self, paths: Sequence[Path], then: Callable[[int], object]) -> Iterator[None]:
        self._aside = []
        try:
            for path in paths:
                if self._aside and len(self._aside) % _AWAY == 0:
                    yield
                self._aside.append(self._store.delete(path))
        except UserError as error:
            self.failed.emit(str(error))
        then(len(self._aside))

    def finish(self) -> None:
        """Deletes or brings back at once what is still to be; before the page is left."""
        self._acting.finish()

    def offer(self, sentence: str) -> None:
        """Says what is deleted, and offers to bring it back."""
        self.sentence.setText(sentence)
        self.show()
        self.button.setFocus()

    def restore(self) -> None:
        """Brings back what was deleted last; of many files some in each turn of the event loop."""
        self.finish()
        self.hide()
        self._acting.begin(self._restore(self._aside))
        self._aside = []

    def _restore(self, files: Sequence[Path]) -> Iterator[None]:
        for number, aside in enumerate(files):
            if number and number % _BACK == 0:
                yield
            try:
                self._store.restore(aside)
            except UserError as error:
                self.failed.emit(str(error))
        self.restored.emit()

"""Names that are known, offered while one is typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter, QLineEdit

_NONE = "\0"


class Names(QCompleter):
    """Offers nothing more once a name is there in full: its list would take the next tap, wherever that is meant."""

    def __init__(self, names: Sequence[str], field: QLineEdit) -> None:
        super().__init__([*names], field)
        self._whole = {name.casefold() for name in names}
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def splitPath(self, path: str) -> list[str]:
        return [_NONE if path.strip().casefold() in self._whole else path]

"""Writing a file whole or not at all."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile


def save_whole(path: Path, content: bytes) -> None:
    """Writes a file, whole or not at all; makes its folder. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly) or file.write(content) != len(content) or not file.commit():
        raise OSError(0, file.errorString())

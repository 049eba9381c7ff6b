"""A ranking saved for a spreadsheet or as text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.audit_files import Filled, Standing
from rollwrite_desktop.printing.ranking_pages import standings_csv, standings_text
from rollwrite_desktop.ui.shell.settings import Settings

KINDS = (".csv", ".txt")


def ask_where(parent: QWidget, store: Settings, title: str) -> Path | None:
    """Asks where a ranking goes; None if it goes nowhere. A name without an ending gets that of the chosen kind."""
    start = str(Path(store.folder("paper")) / (file_name(title) + ".csv"))
    kinds = tr("Spreadsheet (*.csv);;Text (*.txt)")
    chosen, kind = QFileDialog.getSaveFileName(parent, tr("Export the ranking"), start, kinds)
    if not chosen:
        return None
    path = Path(chosen)
    return path if path.suffix.lower() in KINDS else path.with_name(path.name + (".txt" if "*.txt" in kind else ".csv"))


def export(path: Path, store: Settings, title: str, filled: Sequence[Filled], standings: Sequence[Standing]) -> str:
    """Writes a ranking, by the name's ending; returns the sentence that says so. Raises FileError."""
    text = standings_csv(filled, standings)
    if path.suffix.lower() == ".txt":
        text = standings_text(title, filled, standings)
    write_file(path, text.encode())
    store.keep_folder("paper", path)
    return tr("Saved as {file}.", file=str(path))

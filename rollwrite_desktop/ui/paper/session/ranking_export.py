"""A ranking written to a file that a person chooses: for a spreadsheet, or as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.sessions import RankingRule
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.play.paper.ranking import describe_rule, ranking
from rollwrite_desktop.printing.reports.document import TEXT_FORMATS
from rollwrite_desktop.printing.reports.ranking_pages import standings_csv, standings_document
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import ask


class RankingExport(QObject):
    """Asks where to, and writes the sheets that `sheets` returns, ranked by what `rule` returns, under the name that `title`
    returns."""

    failed = Signal(str)
    notified = Signal(str)

    def __init__(
        self, settings: Settings, title: Callable[[], str], sheets: Callable[[], Sequence[Filled]],
        rule: Callable[[], RankingRule | None], parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._settings, self._title, self._sheets, self._rule, self._parent = settings, title, sheets, rule, parent

    def ask(self) -> None:
        """Asks where to, and writes."""
        start = Path(self._settings.folder("paper")) / (file_name(self._title()) + ".csv")
        kinds = [*tr("Spreadsheet (*.csv);;Text (*.txt)").split(";;"), tr("Web pages for screen readers (*.html)")]
        if path := ask.save(self._parent, tr("Export the ranking"), start, kinds):
            self.write(path)

    def write(self, path: Path) -> bool:
        """In words, or cells for a spreadsheet, by the name's ending; False and a sentence when it cannot be written."""
        sheets = self._sheets()
        rule = self._rule()
        standings = ranking(sheets, rule)
        if in_words := TEXT_FORMATS.get(path.suffix.lower()):
            described = describe_rule(sheets[0].game, rule) if sheets else ""
            data = in_words(standings_document(self._title(), sheets, standings, described)).encode()
        else:
            data = standings_csv(sheets, standings).encode("utf-8-sig")
        try:
            write_file(path, data)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self._settings.keep_folder("paper", path)
        self.notified.emit(tr("Saved as {file}.", file=str(path)))
        return True

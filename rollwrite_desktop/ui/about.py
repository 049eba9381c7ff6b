"""Who made this, what it is not, and whose work is in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from rollwrite_desktop import __version__
from rollwrite_desktop.core.words import mark, say
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.opening import sheet_of
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.sheet.load import NotASheet
from rollwrite_desktop.ui import theme
from rollwrite_desktop.ui.cards import Combo, Cut, button, words

LICENCES = {
    "typefaces/OFL-text.txt": mark("Typeface for texts"),
    "typefaces/OFL-hand.txt": mark("Typeface of the pencil"),
    "icons/LICENCE.txt": mark("Icons"),
    "licences/licences.txt": mark("Everything that is shipped"),
}
"""Licence files among the assets and what they are for."""

LIBRARIES = (
    ("Qt, PySide6", "LGPL 3", "https://www.qt.io"),
    ("ReportLab", "BSD", "https://www.reportlab.com"),
    ("Shapely", "BSD", "https://shapely.readthedocs.io"),
    ("msgspec", "BSD", "https://jcristharif.com/msgspec"),
    ("Python", "PSF", "https://www.python.org"),
)


class About(QDialog):
    """Shows; changes nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("About this program"))
        theme.role(self, "page")
        games = tuple(game.info.title for game in GAMES.values())
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        column.addWidget(words("Rollwrite Desktop", "display"))
        column.addWidget(words(say("Version {version}, with Qt {qt}", version=__version__, qt=qVersion()), "faint"))
        column.addWidget(words(say(
            "Play, print and check roll-and-write sheets. This is an unofficial program for private use: it is not made, "
            "licensed or endorsed by the designers or publishers of {games}. Names and rules belong to their owners.",
            games=games,
        )))
        column.addWidget(words(say("Sheets"), "heading"))
        for line in _sources():
            column.addWidget(words(line, "faint"))
        column.addWidget(words(say("Made with"), "heading"))
        column.addWidget(words(" · ".join(f"{name} ({licence})" for name, licence, _ in LIBRARIES), "faint"))
        self.which = Combo({file: say(title) for file, title in LICENCES.items()}, "", say("Licence"))
        self.licence = QPlainTextEdit()
        self.licence.setReadOnly(True)
        self.licence.setAccessibleName(say("Text of the licence"))
        self.which.currentIndexChanged.connect(lambda _: self._show())
        row = QHBoxLayout()
        row.addWidget(Cut(say("Licences"), "heading"))
        row.addWidget(self.which)
        column.addLayout(row)
        column.addWidget(self.licence, 1)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(button(say("&Close"), "", "primary", self.accept))
        column.addLayout(foot)
        self._show()
        self.resize(620, 680)

    def _show(self) -> None:
        self.licence.setPlainText(_text(ASSETS / self.which.value))


def _sources() -> list[str]:
    lines = []
    for game in GAMES.values():
        for sheet_id in game.sheets:
            try:
                sheet = sheet_of(game, sheet_id, "sheet")
            except (LookupError, NotASheet):
                continue
            titles = dict.fromkeys((say(game.info.title), say(sheet.title)))
            lines.append(f"{', '.join(titles)}: {sheet.source} ({sheet.licence})")
    return lines


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return say("{file} is missing from this installation.", file=path.name)

"""Who made this, what it is not, and whose work is in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, qVersion
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from rollwrite_desktop import TITLE, __version__
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import mark, tr, with_colon
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.opening.open_game import sheet_of, titles_of
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.words_dialog import ReadText
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.layouts import STRETCH, grow, in_column, in_row
from rollwrite_desktop.ui.kit.scroll import Scroll

ABOUT, SHEETS = "", "sheets"
HEADING = mark("Licenses of everything that is shipped")
"""What all licenses begin with, written by packaging/licences.py."""
LICENSES = {
    "licences/licences.txt": mark("All licenses"),
    SHEETS: mark("Sheets"),
    "typefaces/OFL-text.txt": mark("Text font"),
    "typefaces/OFL-hand.txt": mark("Pencil font"),
    "icons/LICENCE.txt": mark("Icons"),
}
"""License files among the assets and what they are for; of the sheets, where they come from."""
_MARK = 64
MAX_TEXT = 10_000_000


class AboutDialog(Dialog):
    """Shows; changes nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About this program"))
        theme.role(self, "page")
        games = tuple(game.info.title for game in GAMES.values() if game.design)
        self.about = tr(
            "Play, print and check roll-and-write sheets. This program is unofficial and for private use. It is "
            "not made, licensed or endorsed by the designers or publishers of {games}. Names and rules belong to "
            "their owners.",
            games=games,
        )
        largest = theme.largest()
        first = {ABOUT: tr("About this program")} if largest else {}
        titles = first | {file: tr(title) for file, title in LICENSES.items()}
        self.which = Combo(titles, "", tr("License"))
        self.license_text = ReadText(tr("Text of the license"))
        self.which.currentIndexChanged.connect(lambda _: self._show())
        foot = in_row(STRETCH, button(tr("&Close"), "", "primary", self.accept))
        if largest:  # one text that scrolls has all the room, and what stands over it elsewhere comes first in it
            in_column(self.which, grow(self.license_text), foot, gap=8, margins=(20, 16, 20, 16), on=self)
        else:
            self.license_text.setMinimumHeight(theme.px(160))
            row = in_row(ElidedLabel(tr("Licenses"), "heading"), self.which)
            inside = QWidget()
            in_column(self._head(), label(self.about), row, grow(self.license_text), gap=12, margins=(0, 0, 8, 0), on=inside)
            in_column(grow(Scroll(inside)), foot, gap=8, margins=(20, 16, 20, 16), on=self)
        self._show()
        sized(self, 640, 620)

    def _head(self) -> QHBoxLayout:
        """Returns the mark beside name and version."""
        sign = QLabel()
        sign.setPixmap(QIcon(str(ASSETS / "mark" / "rollwrite.svg")).pixmap(QSize(_MARK, _MARK), self.devicePixelRatioF()))
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(label(TITLE, "display"))
        text.addWidget(label(_version(), "faint"))
        return in_row(sign, grow(text), gap=16)

    def _show(self) -> None:
        which = self.which.value
        if which == ABOUT:
            self.license_text.setPlainText(f"{TITLE}\n{_version()}\n\n{self.about}")
        else:
            self.license_text.setPlainText("\n\n".join(_sources()) if which == SHEETS else _text(ASSETS / which))


def _version() -> str:
    return tr("Version {version}, with Qt {qt}", version=__version__, qt=qVersion())


def _sources() -> list[str]:
    lines = []
    for game in GAMES.values():
        for sheet_id in game.play.every_sheet:
            try:
                sheet = sheet_of(game, sheet_id)
            except UserError:
                continue
            lines.append(with_colon(", ".join(titles_of(sheet)), f"{sheet.source} ({sheet.licence})"))
    return lines


def _text(path: Path) -> str:
    """A file as it is, but for the heading that is ours."""
    try:
        return read_file(path, MAX_TEXT).decode().replace(HEADING, tr(HEADING), 1)
    except UserError:
        return tr("{file} is missing from this installation.", file=path.name)

"""A finished game as a picture to share, looked at before it is copied or saved, light or dark."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import day_text, tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.inks import Mode
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.result_picture import SHARED, share_card, share_scores
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.canvas import sheet_painter
from rollwrite_desktop.ui.canvas.save_picture import ask_picture, save_image, save_picture
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Choices
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow
from rollwrite_desktop.ui.kit.page import Page

_WIDE, _HIGH, _LEAST = 760, 720, 90
"""How large the dialog is, in pixels at 100 % text, and how low the picture in it may be."""


def share(page: Page, opened: Opened, player: str, store: Settings, result: str = "", said: str = "") -> None:
    """Shows the picture of a finished game: a player's sheet, or the score sheet where all share one. result, said: as
    `share_card` takes them."""
    shared, names = opened.game.play.score_sheet, opened.head.players
    if shared is not None and len(names) > 1:
        share_paper(page, opened, shared.paper(opened.session.rules, opened.session.state, names), store)
        return
    card = share_card(opened, player, code_of(opened.head), game_day(opened, store), result=result, said=said)
    _show(page, card, opened, (opened.name(player),), store)


def share_paper(page: Page, opened: Opened, paper: ScorePaper, store: Settings) -> None:
    """Shows the picture of a score sheet."""
    _show(page, share_scores(opened, paper, code_of(opened.head), game_day(opened, store)), opened, paper.players, store)


def _show(page: Page, card: Display, opened: Opened, names: Sequence[str], store: Settings) -> None:
    title = f"{opened.game.info.title} - {', '.join(names)}"
    ShareDialog(card, title, store, page).open()


def game_day(opened: Opened, store: Settings) -> str:
    """Returns the day on which a game was begun, in words."""
    try:
        begun = date.fromisoformat(opened.head.notes.started[:10])
    except ValueError:
        begun = store.now().date()
    return day_text(begun, year=True)


class _Picture(QLabel):
    """A picture as large as there is room for it."""

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumSize(_LEAST, _LEAST)

    def show_image(self, image: QImage) -> None:
        """Shows another one."""
        self._image = image
        ratio = self.devicePixelRatioF()
        shown = image.scaled(
            self.size() * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        shown.setDevicePixelRatio(ratio)
        self.setPixmap(QPixmap.fromImage(shown))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._image.isNull():
            self.show_image(self._image)


class ShareDialog(Dialog):
    """Says itself what came of copying or saving."""

    def __init__(self, card: Display, name: str, store: Settings, parent: QWidget | None = None) -> None:
        """`name` is proposed for the file, without an ending."""
        super().__init__(parent)
        self.setWindowTitle(tr("Picture to share"))
        theme.role(self, "page")
        self._card, self._name, self._store = card, name, store
        self._saved: Path | None = None
        self.look = Choices(
            {"light": tr("Light"), "dark": tr("Dark")}, "dark" if theme.dark() else "light", segments=True, name=tr("Look"))
        self.look.chosen.connect(lambda _: self._show())
        self.picture = _Picture()
        self.picture.setAccessibleName(name)
        self.copy = button(tr("&Copy picture"), "copy", "", self.copy_picture)
        self.save = button(tr("&Save …"), "save", "primary", self.ask_save)
        self.folder = button(tr("&Open folder"), "folder-open", "", self.open_folder)
        self.folder.setEnabled(False)
        self.closing = button(tr("Close"), "", "", self.accept)
        self.said = label("", "faint")
        self.said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(20, 16, 20, 16)
        outside.setSpacing(12)
        outside.addWidget(self.look)
        outside.addWidget(self.picture, 1)
        outside.addWidget(self.said)
        outside.addWidget(FlowRow(self.copy, self.save, self.folder, self.closing))
        sized(self, _WIDE, _HIGH)
        self._show()

    def image(self) -> QImage:
        """Returns the picture as it is shared."""
        mode: Mode = "dark" if self.look.value == "dark" else "colour"
        return sheet_painter().image(self._card, mode, SHARED / self._card.size[0])

    def _show(self) -> None:
        self.picture.show_image(self.image())

    def copy_picture(self) -> None:
        """Copies the picture to the clipboard."""
        QGuiApplication.clipboard().setImage(self.image())
        self._say(tr("The picture is copied."))

    def ask_save(self) -> None:
        """Asks where, and saves it."""
        path = ask_picture(self, Path(self._store.folder("save")) / f"{self._name}.png")
        if path is None:
            return
        try:
            if path.suffix.lower() == ".svg":
                save_picture(self._card, path)
            else:
                save_image(self.image(), path)
        except UserError as error:
            self._say(str(error), urgent=True)
            return
        self._store.keep_folder("save", path)
        self._saved = path
        self.folder.setEnabled(True)
        self._say(tr("Saved as {name}.", name=str(path)))

    def _say(self, sentence: str, *, urgent: bool = False) -> None:
        """Says here, under the picture, what came of it: over the table it would cover what is read there."""
        self.said.setText(sentence)
        accessible.announce(sentence, urgent=urgent)

    def open_folder(self) -> None:
        """Shows the folder in which it was saved, or says where that is."""
        folder = str(self._saved.parent) if self._saved is not None else ""
        if folder and not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            self._say(tr("Your files are in {folder}. No program here shows folders.", folder=folder), urgent=True)

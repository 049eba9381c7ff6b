"""The question whose sheet a photo shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.printing.sheets.form_fields import MAX_NAME
from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow
from rollwrite_desktop.ui.kit.names import Names
from rollwrite_desktop.ui.paper.photos.pictures import PaperPicture, cut_out


class _NameField(QLineEdit):
    """Offers every name while it is empty, when it is tapped or by Down, so that none need be typed."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._offer()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not self.text():
            self._offer()
        else:
            super().keyPressEvent(event)

    def _offer(self) -> None:
        if not self.text():
            self.completer().setCompletionPrefix("")
            self.completer().complete()


class NameQuestion(QWidget):
    """Whose sheet it is: the line with the name, cut out of the photo, and a field. `answered`: Enter takes what is in
    it (`name`). `unnamed`: nobody is named, of this sheet and of all others that are not."""

    answered = Signal()
    unnamed = Signal()
    counted = False

    def __init__(self) -> None:
        super().__init__()
        self.title, self.crop = label("", "title"), PaperPicture(110, 0.25, 160)
        self.field = _NameField()
        self.field.setMaxLength(MAX_NAME)
        self.field.setAccessibleName(tr("Player"))
        self.field.returnPressed.connect(self.answered)
        self.take = button(tr("&Go on"), "arrow-right", "primary", self.field.returnPressed.emit)
        self.without = button(tr("Use the &files’ names"), "", "quiet", self.unnamed.emit)
        self.sheet = PaperPicture(320, 0.75)
        if theme.large():
            self.sheet.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        how = label(tr("Type the name, or its beginning. Without one the file’s name is used."))
        for each in (self.title, self.crop, how, self.field, FlowRow(self.take, self.without)):
            column.addWidget(each)
        column.addWidget(self.sheet, 1)

    def ask(self, title: str, image: QImage, place: Place | None, names: Sequence[str]) -> None:
        """Asks whose sheet it is. place: where on its picture the name stands, if there is a line for it; names: of those
        whose it may be."""
        self.title.setText(title)
        completer = Names(names, self.field)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.field.setCompleter(completer)
        self.crop.show_image(cut_out(image, place) if place is not None else QImage())
        self.sheet.show_image(image, place)
        self.field.clear()

    def introduction(self) -> str:
        return self.title.text()

    def take_focus(self) -> bool:
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @property
    def name(self) -> str:
        """What is in the field."""
        return " ".join(self.field.text().split())

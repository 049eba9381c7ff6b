"""What is shown while nothing is asked: sheets are being read, all is confirmed, or a photo could not be read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow
from rollwrite_desktop.ui.paper.photos.pictures import PaperPicture


class WaitingPanel(QWidget):
    """A line, a bar, what can be done now, and a picture."""

    add_chosen = Signal()
    watch_chosen = Signal()
    corners_chosen = Signal()
    keys_chosen = Signal()
    on_chosen = Signal()
    counted = False

    def __init__(self) -> None:
        super().__init__()
        self.by_keys = button(tr("Enter it by &keys"), "keyboard", "", self.keys_chosen.emit)
        self.add = button(tr("&Add photos …"), "image", "primary", self.add_chosen.emit)
        self.watch = button(tr("&Watch a folder …"), "folder-open", "", self.watch_chosen.emit)
        self.go_on = button(tr("&Go on"), "arrow-right", "primary", self.on_chosen.emit)
        self.by_corners = button(tr("Tap its co&rners"), "maximize", "", self.corners_chosen.emit)
        self.title, self.text = label("", "title"), label("")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr("Photos read"))
        self.picture = PaperPicture(300, 0.75)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        self._buttons = FlowRow(self.go_on, self.add, self.watch, self.by_corners, self.by_keys)
        for each in (self.title, self.text, self.progress, self._buttons):
            column.addWidget(each)
        column.addWidget(self.picture, 1)
        column.addStretch(0)

    def introduction(self) -> str:
        return " ".join(filter(None, (self.title.text(), self.text.text())))

    def take_focus(self) -> bool:
        ready = next((each for each in (self.go_on, self.by_corners, self.add) if not each.isHidden()), None)
        if ready is not None:
            ready.setFocus(Qt.FocusReason.OtherFocusReason)
        return ready is not None

    def offer(
        self, *, add: bool, watch: bool = False, by_keys: bool = False, by_corners: bool = False, go_on: bool = False,
    ) -> None:
        """Offers what can be done now. go_on: something else is to be done, and this was only looked at."""
        offered = {self.go_on: go_on, self.add: add, self.watch: watch, self.by_corners: by_corners, self.by_keys: by_keys}
        self._buttons.offer(*(each for each, there in offered.items() if there))

    def show_state(self, title: str, text: str, image: QImage, progress: tuple[int, int] | None = None) -> None:
        """progress: how many of how many."""
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.progress.setVisible(progress is not None)
        if progress is not None:
            self.progress.setRange(0, progress[1])
            self.progress.setValue(progress[0])
        self.picture.show_image(image)
        self.picture.setVisible(not image.isNull())

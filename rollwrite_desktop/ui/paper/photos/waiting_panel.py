"""What is shown while nothing is asked: sheets are being read, all is confirmed, or a photo could not be read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import IconLabel, label
from rollwrite_desktop.ui.kit.layouts import STRETCH, FlowRow, card, grow, in_row
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.paper.photos.pictures import PaperPicture

_WIDEST = 640
_WIDE = 16_777_215
"""No limit to a width, as Qt counts it."""


class WaitingPanel(QWidget):
    """A card with a title, a line, a bar and what can be done now; over a picture, or alone in the middle."""

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
        self.title, self.text, self.further = label("", "title"), label(""), label("", "faint")
        self.progress = progress_bar(tr("Photos read"))
        self.picture = PaperPicture(300, 0.75)
        self._buttons = FlowRow(self.go_on, self.add, self.watch, self.by_corners, self.by_keys)
        self._card, inside = card()
        self._icon = IconLabel("image", 32, "accent")
        inside.addLayout(in_row(self._icon, grow(self.title)))
        for each in (self.text, self.progress, self._buttons, self.further):
            inside.addWidget(each)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addStretch(0)
        self._column.addLayout(in_row(STRETCH, grow(self._card, 100), STRETCH))
        self._column.addWidget(self.picture)
        self._column.addStretch(0)

    @property
    def corners_name(self) -> str:
        """Returns what the button is called by which a page is read by its corners."""
        return self.by_corners.text().replace("&", "")

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

    def show_state(
        self, title: str, text: str, image: QImage, progress: tuple[int, int] | None = None, further: str = "",
    ) -> None:
        """progress: how many of how many; further: what can be done besides, said below the buttons."""
        self.title.setText(title)
        for part, words in ((self.text, text), (self.further, further)):
            part.setText(words)
            part.setVisible(bool(words))
        self.progress.setVisible(progress is not None)
        if progress is not None:
            self.progress.setRange(0, progress[1])
            self.progress.setValue(progress[0])
        alone = image.isNull()
        self.picture.show_image(image)
        self.picture.setVisible(not alone)
        self._icon.setVisible(alone)
        self._card.setMaximumWidth(theme.px(_WIDEST) if alone else _WIDE)
        for place, share in enumerate((int(alone), 0, int(not alone), 2 * alone)):
            self._column.setStretch(place, share)

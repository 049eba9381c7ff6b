"""The sheets of some photos in a column: a small picture of each, whose it is, and how far it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from rollwrite_desktop.core.i18n import tr

_WIDE, _THUMB = 250, QSize(96, 72)


class Row(Struct, frozen=True):
    """A sheet that was read, or a picture that was not. `picture` is asked for once for as long as `key` is shown."""

    number: int
    read: bool
    text: str
    key: object
    picture: Callable[[], QImage]


class PhotoStrip(QListWidget):
    """`sheet_chosen` and `unread_chosen` carry a number among those that were read and among those that were not."""

    sheet_chosen = Signal(int)
    unread_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()
        self._thumbnails: dict[object, QIcon] = {}
        self.setAccessibleName(tr("Sheets"))
        self.setIconSize(_THUMB)
        self.setFixedWidth(_WIDE)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names of photos differ at their ends
        self.setWordWrap(True)
        self.setSpacing(2)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Shows these."""
        anew = [row.key for row in self._rows] != [row.key for row in rows]
        self._rows = tuple(rows)
        self._thumbnails = {row.key: self._thumbnails.get(row.key) or self._thumbnail(row.picture()) for row in rows}
        if anew:
            self.clear()
            for row in rows:
                item = QListWidgetItem()
                item.setIcon(self._thumbnails[row.key])
                self.addItem(item)
        for at, row in enumerate(rows):
            self.item(at).setText(row.text)

    def mark(self, shown: tuple[bool, int] | None) -> None:
        """Marks the sheet that is asked about or looked at: whether it was read, and its number; None: no one alone."""
        self.setCurrentRow(next((i for i, row in enumerate(self._rows) if (row.read, row.number) == shown), -1))

    def _thumbnail(self, picture: QImage) -> QIcon:
        size = _THUMB * self.devicePixelRatioF()
        smooth = Qt.TransformationMode.SmoothTransformation
        small = picture if picture.isNull() else picture.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, smooth)
        icon = QIcon()
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # the chosen one isn't tinted: it stays a photo
            icon.addPixmap(QPixmap.fromImage(small), mode)
        return icon

    def _choose(self, item: QListWidgetItem) -> None:
        row = self._rows[self.row(item)]
        (self.sheet_chosen if row.read else self.unread_chosen).emit(row.number)

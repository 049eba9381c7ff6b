"""What was learned of how digits are written on these photos: each as a picture, and removed by a tap."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QMenu, QPushButton

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.reading.handwriting import Sign
from rollwrite_desktop.reading.ink import SIDE
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable

_LATEST = 12
"""So many digits are shown, the latest ones first."""


class HandMenu(QPushButton):
    """A button that says how many digits were learned, with a menu of them. `forgotten` carries those that are removed;
    `kept`: they are to be kept in a file."""

    forgotten = Signal(object)
    kept = Signal()

    def __init__(self) -> None:
        super().__init__()
        touchable(self)
        theme.dress(self, "chevron-down")
        theme.role(self, "quiet")
        self._signs: tuple[Sign, ...] = ()
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self.fill)
        self.setMenu(self._menu)
        self.hide()

    def show_signs(self, signs: Sequence[Sign]) -> None:
        """Offers these, the oldest first; hidden where there are none."""
        self._signs = tuple(signs)
        self.setText(tr_n("One digit &learned", "{n} digits &learned", len(signs)))
        self.setVisible(bool(signs))

    def fill(self) -> None:
        """Puts the digits as they are now into the menu."""
        self._menu.clear()
        self._menu.addAction(tr("Kept until you leave this page, or in a file")).setEnabled(False)
        for sign in self._signs[:-_LATEST - 1:-1]:
            self._menu.addAction(_picture(sign), tr("Remove this {digit}", digit=sign.digit),
                                 partial(self.forgotten.emit, (sign,)))
        self._menu.addSeparator()
        self._menu.addAction(tr("Keep them in a file …"), self.kept.emit)
        self._menu.addAction(tr("Forget all"), partial(self.forgotten.emit, self._signs))


def _picture(sign: Sign) -> QIcon:
    """A digit as it is written, dark on white."""
    image = QImage(sign.picture, SIDE, SIDE, SIDE, QImage.Format.Format_Grayscale8).copy()
    image.invertPixels()
    return QIcon(QPixmap.fromImage(image))

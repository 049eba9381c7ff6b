"""One sentence over the page that can be read, copied and put away, errors and notices, no pile of dialogs; and what is not
saved, as long as it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from PySide6.QtCore import QMargins, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QPushButton,
    QToolButton,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import each_line, tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.unsaved import Unsaved
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import STRETCH, grow, in_column, in_row
from rollwrite_desktop.ui.kit.placing import EDGE
from rollwrite_desktop.ui.kit.scroll import FittingScrollArea
from rollwrite_desktop.ui.window.floating_message import FloatingMessage

_KEPT, _SPARE = 100, 8


class MessageBar(FloatingMessage):
    """Hidden until something is said. Notices go by themselves, and with the page to which they belong, as refusals do;
    alarms stay until they are put away; `history` is what was said so far, with details. With the largest texts it has one
    line, and a button that shows all of it."""

    def __init__(self, over: QWidget, page: Callable[[], QWidget | None], pages: FittingScrollArea) -> None:
        super().__init__(over, page, pages)
        self._whole = self._details = ""
        self._passing = False
        self.history: list[str] = []
        self._sentence.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._copy = QPushButton()
        self._copy.clicked.connect(self._copied)
        self._offer = QPushButton()
        self._offer.clicked.connect(self.take_offer)
        self._slot: Callable[[], object] | None = None
        self._close = QToolButton()
        theme.role(self._close, "quiet")
        self._close.clicked.connect(self.hide)
        self._more = QToolButton()
        theme.role(self._more, "quiet")
        self._more.clicked.connect(self._unfold)
        for one in (self._more, self._offer, self._copy, self._close):
            self._beside.addWidget(one)
        self._fading = QTimer(self, singleShot=True, interval=8000)
        self._fading.timeout.connect(self.hide)
        self._new = QTimer(self, singleShot=True, interval=0)
        self.speak()

    def speak(self) -> None:
        """In the language that is in use; what was said in another one is put away."""
        self._copy.setText(tr("Copy"))
        self._close.setToolTip(tr("Close this message"))
        self._close.setAccessibleName(tr("Close this message"))
        self._more.setToolTip(tool_tip(tr("Read all of it")))
        self._more.setAccessibleName(tr("Read all of it"))
        self.hide()

    @property
    def sentence(self) -> str:
        return self._whole if not self.isHidden() else ""

    @property
    def offered(self) -> str:
        """What the button beside the sentence is called, "" where nothing is offered."""
        return self._offer.text() if self._offer.isVisible() else ""

    def alarm(self, sentence: str, details: str = "") -> None:
        """Shows what could not be done; `details` are copied along with it."""
        self._show(sentence, details, "alarm")

    def refuse(self, sentence: str) -> None:
        """Shows why what was asked for on this page cannot be; it goes with the page."""
        self.alarm(sentence)
        self._passing = True

    def show_message(self, sentence: str) -> None:
        """Shows what was done; the bar hides by itself."""
        self._show(sentence, "", "bar", stays=False)

    def offer(self, sentence: str, caption: str, slot: Callable[[], object]) -> None:
        """Shows what can be done, with a button that does it; stays until it is put away, or its page left."""
        self._show(sentence, "", "bar")
        self._slot = slot
        self._offer.setText(caption)
        self._offer.show()
        self._fold()

    def add_offer(self, sentence: str, caption: str, slot: Callable[[], object]) -> None:
        """Adds a button to what is said, if that is still this sentence."""
        if self.sentence == each_line(sentence):
            self._slot = slot
            self._offer.setText(caption)
            self._offer.show()
            self._fold()
            accessible.announce(caption.replace("&", ""))

    def leave_page(self) -> None:
        """Another page is shown: what was said of the one before goes; what has just come was said on leaving, and stays."""
        if self._passing and not self._new.isActive():
            self.hide()

    def put_away(self, sentence: str) -> None:
        """Hides, if that is what it says."""
        if self.sentence == each_line(sentence):
            self.hide()

    def take_offer(self) -> None:
        """Does what is offered."""
        slot, self._slot = self._slot, None
        self.hide()
        if slot is not None:
            slot()

    def _show(self, sentence: str, details: str, role: str, *, stays: bool = True) -> None:
        sentence, self._details = each_line(sentence), details
        self._stays = stays
        self._fading.stop()
        if not stays:
            self._pages.leave_below(self, 0)
            self._fading.start()
        self._passing = role == "bar"
        self.history.append("\n\n".join(filter(None, (sentence, details))))
        del self.history[:-_KEPT]
        self._whole = sentence
        self.setAccessibleName(sentence)
        accessible.announce(sentence, urgent=role == "alarm")
        theme.role(self, role)
        for one, icon in ((self._copy, "copy"), (self._close, "x"), (self._more, "chevron-down")):
            theme.dress(one, icon)  # which is drawn once, with the first message
        self._copy.setVisible(role == "alarm")
        self._offer.hide()
        self._fold()
        self._new.start()
        self.show()
        self.place()

    def _fold(self) -> None:
        """As much of the sentence as one line has room for, with the largest texts; else all of it."""
        self._more.hide()
        self._sentence.setText(self._whole)
        over, row = self.parentWidget(), self._beside
        assert over is not None
        if not theme.largest():
            return
        self.ensurePolished()
        metrics, edges = self._sentence.fontMetrics(), self.contentsMargins() + self._edges()
        room = over.width() - 2 * round(EDGE) - edges.left() - edges.right() - _SPARE
        if metrics.horizontalAdvance(self._whole) > room - row.sizeHint().width():
            self._more.show()
            row.invalidate()
            room -= row.sizeHint().width()
            self._sentence.setText(metrics.elidedText(self._whole, Qt.TextElideMode.ElideRight, room))

    def _edges(self) -> QMargins:
        whole = self.layout()
        assert whole is not None
        return whole.contentsMargins() + QMargins(whole.spacing(), 0, 0, 0)

    def _unfold(self) -> None:
        self._more.hide()
        self._sentence.setText(self._whole)
        self.place()

    def _shapes(self, room: int) -> Iterator[tuple[QSize, bool]]:
        shapes = super()._shapes(room)
        return islice(shapes, 1) if theme.largest() else shapes

    def _copied(self) -> None:
        QGuiApplication.clipboard().setText("\n\n".join(filter(None, (self._whole, self._details))))
        self._whole = tr("Copied to the clipboard.")
        self._fold()


class UnsavedBar(FloatingMessage):
    """Says that something is not saved, as long as that is so; offers to try again, and to save it elsewhere."""

    elsewhere_chosen = Signal()

    def __init__(
        self, unsaved: Unsaved, over: QWidget, page: Callable[[], QWidget | None], pages: FittingScrollArea
    ) -> None:
        super().__init__(over, page, pages)
        self._unsaved = unsaved
        theme.role(self, "alarm")
        self.elsewhere = button("", "", "primary", self.elsewhere_chosen.emit)
        self.retry = button("", "", "", unsaved.retry)
        self._beside.addWidget(self.elsewhere)
        self._beside.addWidget(self.retry)
        unsaved.changed.connect(self._show)
        self.speak()

    def speak(self) -> None:
        """In the language that is in use."""
        self.elsewhere.setText(tr("Save &elsewhere …"))
        self.retry.setText(tr("&Try again"))
        self._show()

    def _show(self) -> None:
        first = self._unsaved.first
        self.setVisible(first is not None)
        if first is not None:
            theme.dress(self.elsewhere, "save", "on_accent")
            self._sentence.setText(self._unsaved.sentence)
            self.setAccessibleName(self._unsaved.sentence)
            self.elsewhere.setVisible(first.elsewhere is not None)
            accessible.announce(self._unsaved.sentence, urgent=True)


class Messages(Dialog):
    """All that was said since the program was started, to be read again and copied."""

    def __init__(self, history: list[str], parent: QWidget | None = None) -> None:
        from rollwrite_desktop.ui.canvas.words_dialog import ReadText

        super().__init__(parent)
        self.setWindowTitle(tr("Messages"))
        theme.role(self, "page")
        self.text = ReadText(tr("Messages"), "\n\n".join(reversed(history)) or tr("No messages yet."))
        copied = button(tr("C&opy"), "copy", "", lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        foot = in_row(copied, STRETCH, button(tr("&Close"), "", "primary", self.accept))
        in_column(label(tr("Messages"), "title"), grow(self.text), foot, gap=12, margins=(20, 16, 20, 16), on=self)
        sized(self, 720, 520)

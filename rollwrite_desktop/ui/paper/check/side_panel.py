"""What stands beside the sheet on the desk: tabs that keep their place, below them keys, by turns what was found, the rolls,
and name and score, and the search."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.keypad import COLUMNS, KEY, Keypad
from rollwrite_desktop.ui.kit.choices import Choices, Tab
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.paper.check.findings_panel import Findings
from rollwrite_desktop.ui.paper.check.paper_form import PaperForm
from rollwrite_desktop.ui.paper.check.roll_list import RollList
from rollwrite_desktop.ui.paper.check.search_bar import SearchBar

FOUND, ROLLS, FORM, PHOTO = "findings", "rolls", "form", "photo"
_SIDE = 356
_MAX_KEYPAD = 600
"""So wide keys have room for digits of any size."""
_LEAST_KEYPAD = COLUMNS * (KEY + 4)


class SidePanel(QWidget):
    """`rolls` is None where a game has none to note, `photo` where the sheet is not on one. `opened`: a tab was pressed, and
    what is typed next is for its page; arrows only look at the next one. `turned`: another page is seen, by whatever way."""

    opened = Signal(str)
    turned = Signal(str)

    def __init__(
        self, keypad: Keypad, bar: SearchBar, findings: Findings, rolls: RollList | None, form: PaperForm,
        photo: QWidget | None = None, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(10)
        self.row = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self.row.setSpacing(12)
        self.stack = QStackedWidget(self)
        self.pages: dict[str, QWidget] = {
            FOUND: self._page(findings), **({ROLLS: self._page(rolls)} if rolls else {}), FORM: self._page(form)}
        if photo is not None:
            self.stack.addWidget(photo)
            self.pages[PHOTO] = photo
        titles = {FOUND: tr("Found"), ROLLS: tr("Rolls"), FORM: tr("Name, score"), PHOTO: tr("Photo")}
        self.tabs = Choices({page: titles[page] for page in self.pages}, FOUND, tabs=True, name=tr("Beside the sheet"))
        self.tabs.chosen.connect(self._show_page)
        self.tabs.chosen.connect(self.turned)
        reading = QVBoxLayout()
        reading.setSpacing(8)
        reading.addWidget(self.stack, 1)
        reading.addWidget(bar)  # below: as it comes and goes, what was found stays where it is
        self.keypad = keypad
        self._keys: Scroll | None = None
        if theme.large():  # no room beside what is read
            self._keys = self._page(keypad)
        else:
            self.fit(_MAX_KEYPAD)
            # It keeps its height, and keys their places, when a search shows how far it is.
            keypad.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            self.row.addWidget(keypad, 0, Qt.AlignmentFlag.AlignTop)
        for tab in self.tabs.findChildren(Tab):
            tab.clicked.connect(partial(self._tab_pressed, tab))
        self.row.addLayout(reading, 1)
        outside.addWidget(self.tabs)
        outside.addLayout(self.row, 1)
        self._show_page(FOUND)

    def _tab_pressed(self, tab: Tab) -> None:
        if not tab.by_arrow:
            self.opened.emit(self.page)

    def hasHeightForWidth(self) -> bool:
        """Its lines break, but its pages scroll: a long list must not take the room of the sheet."""
        return False

    def turn_to(self, page: str) -> None:
        if page in self.pages:
            self.tabs.choose(page)
            self._show_page(page)  # also where it is open already, but under the keys

    def show_keys(self, on: bool) -> None:
        """Shows the keypad, or closes it."""
        self.keypad.setVisible(on)
        if self._keys is not None:
            self.stack.setCurrentWidget(self._keys if on else self.pages[self.page])

    def _show_page(self, page: str) -> None:
        """Over the rolls and the photo there are no keys for the sheet, until a place on it is tapped; with large texts over
        nothing, as they would take the room of what is read and filled in."""
        self.stack.setCurrentWidget(self.pages[page])
        self.keypad.setVisible(page not in (ROLLS, PHOTO) and not theme.large())

    def show_blamed(self, rolls: bool) -> None:
        """Shows whether one of the rolls is what to look at; very large texts have no room for more than a sign of it."""
        plain, blamed = tr("Rolls"), tr("Rolls: check here")
        self.tabs.caption(ROLLS, plain if not rolls else f"{plain}!" if theme.large() else blamed)
        self.tabs.name(ROLLS, blamed if rolls else plain)

    @property
    def page(self) -> str:
        return self.tabs.value

    @property
    def least_width(self) -> int:
        """How wide it has to be so that nothing is cut off."""
        keys = self.keypad.width() if self._keys is None else self._keys.minimumSizeHint().width()
        return max(keys, self.tabs.minimumSizeHint().width(),
                   *(page.minimumSizeHint().width() for page in self.pages.values()))

    def fit(self, room: int) -> None:
        """Makes the keys as wide as the texts ask for, but no wider than `room` pixels, unless they are one of the pages."""
        if self._keys is not None:
            return
        self.keypad.setFixedWidth(max(_LEAST_KEYPAD, min(room, max(_SIDE, min(theme.px(_SIDE - 60), _MAX_KEYPAD)))))

    def lie(self, across: bool) -> None:
        """Keys left of the rest, or over it."""
        way = QBoxLayout.Direction
        self.row.setDirection(way.LeftToRight if across else way.TopToBottom)

    def _page(self, inside: QWidget) -> Scroll:
        """A column that ends above the foot of its page."""
        holder = QWidget()
        page = Scroll(holder)
        self.stack.addWidget(page)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(inside)
        column.addStretch(1)
        return page

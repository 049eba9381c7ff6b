"""All keys on one page, gathered from what is there: menus, buttons, things beside the sheet; and the actions of pages.

Nothing is listed here a second time but what is no action: moving on a sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.i18n import mark, tr, with_colon
from rollwrite_desktop.gamekit.play.guide import Token
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.dialogs import Dialog
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import card, in_column, in_row
from rollwrite_desktop.ui.kit.page import Keys
from rollwrite_desktop.ui.kit.text_list import TextList, line, silent
from rollwrite_desktop.ui.kit.widget_faces import FOLDED
from rollwrite_desktop.ui.play.table.tray.token_buttons import TokenButton, key_title

Rows = Sequence[tuple[str, str]]
"""What is done, and the key that does it."""

TYPED = (
    (mark("To a space"), mark("The letters and digits of its code")),
    (mark("To a box"), mark("A period, the first letter of its kind, its number")),
    (mark("Zoom in, zoom out, fit"), "+  −  0"),
)
"""What is done by keys that are one character each."""
MOVING = (
    (mark("To the next space in that direction"), mark("Arrows")),
    *TYPED[:2],
    (mark("Choose the space"), mark("Enter or Space")),
    *TYPED[2:],
    (mark("Cancel the selection, close the message, or go back"), mark("Escape")),
)


def sections(window: QMainWindow, more: Keys) -> Iterator[tuple[str, Rows]]:
    """Title and rows of each part: what can be done by key in the window as it is now; `more` are those of its page that
    are no actions."""
    page = window.centralWidget()
    view = next((view for view in page.findChildren(SheetView) if view.isVisible()), None) if page is not None else None
    if view is not None:
        yield tr("On the sheet"), [(tr(what), tr(key)) for what, key in MOVING]
    bound = [token for token in page.findChildren(TokenButton) if token.isVisible() and token.token.key] if page else []
    if bound:
        yield tr("Beside the sheet"), [(_what(each.token), key_title(each.token.key)) for each in bound]
    yield from more
    buttons = [(_plain(each.text()) or each.accessibleName(), _written(each.shortcut())) for each in _buttons(page)]
    if buttons:
        yield tr("On this page"), buttons
    for top in window.menuBar().actions():
        menu = top.menu()
        if isinstance(menu, QMenu):
            yield _plain(top.text()), list(_of_menu(menu, _mnemonic(top.text())))


def _what(token: Token) -> str:
    return token.hint if token.kind == "die" else token.text


def _of_menu(menu: QMenu, way: str) -> Iterator[tuple[str, str]]:
    for action in menu.actions():
        below = action.menu()
        mnemonic = _mnemonic(action.text()).rpartition("+")[2]
        if isinstance(below, QMenu):
            for what, key in _of_menu(below, f"{way}, {mnemonic}"):
                yield with_colon(_plain(action.text()), what), key
        elif action.text():
            keys = [_written(each) for each in action.shortcuts()]
            yield _plain(action.text()), "  ".join(keys) or f"{way}, {mnemonic or '↓'}"


def _buttons(page: QWidget | None) -> list[QAbstractButton]:
    found = page.findChildren(QAbstractButton) if page is not None else []
    return [each for each in found if each.isVisible() and not each.shortcut().isEmpty()]


def _plain(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…").rstrip()


def _mnemonic(text: str) -> str:
    return _written(QKeySequence.mnemonic(text))


def _written(keys: QKeySequence) -> str:
    return keys.toString(QKeySequence.SequenceFormat.NativeText)


class KeysPage(Dialog):
    """The keys of a window, as it is when the page is opened."""

    def __init__(self, window: QMainWindow, more: Keys = (), characters: bool = True) -> None:
        """`characters`: whether keys that are one character are turned on; others are not listed then."""
        super().__init__(window)
        self.setWindowTitle(tr("Keys"))
        theme.role(self, "page")
        self.rows: dict[str, Rows] = {}
        for title, rows in sections(window, more):
            listed = [row for row in rows if characters or not _is_character(row)]
            if listed:
                self.rows[title] = listed
        inside = QWidget()
        columns = in_row(gap=16, margins=(0, 0, 8, 0), on=inside)
        halves = [QVBoxLayout()] if theme.large() else [QVBoxLayout(), QVBoxLayout()]
        heights = [0] * len(halves)
        for half in halves:
            half.setSpacing(12)
            columns.addLayout(half, 1)
        for title, rows in self.rows.items():
            shorter = heights.index(min(heights))
            halves[shorter].addWidget(_table(title, rows))
            heights[shorter] += len(rows) + 2
        hint = tr("Tab moves on, Space presses. Alt and the underlined letter work too.")
        halves[-1].addWidget(line(hint, "faint"))
        halves[-1].addWidget(line(
            tr("Letters, digits and signs can be turned off as keys, in Preferences.") if characters
            else tr("Letters, digits and signs are turned off as keys, in Preferences."), "faint"))
        for half in halves:
            half.addStretch(1)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(button(tr("&Line by line …"), "list", "", self.read_lines))
        foot.addWidget(button(tr("&Close"), "", "primary", self.accept))
        outside = in_column(label(tr("Keys"), "title"), gap=12, margins=(20, 16, 20, 16), on=self)
        self.reading = TextList(inside)
        outside.addWidget(self.reading, 1)
        outside.addLayout(foot)
        self.resize(min(1080, window.width() - 40), min(720, window.height() - 40))
        self.reading.read(self.reading.lines()[0])

    def read_lines(self) -> None:
        """Shows the keys as a text whose lines are gone through with the arrows."""
        lines = [with_colon(what, key) for rows in self.rows.values() for what, key in rows]
        WordsDialog(tr("Keys"), lines, self).open()


def _is_character(row: tuple[str, str]) -> bool:
    """Returns whether something is done by a single letter, digit or sign, or by several of them."""
    return len(row[1]) == 1 or row in [(tr(what), tr(key)) for what, key in TYPED]


def _table(title: str, rows: Rows) -> QWidget:
    frame, column = card()
    frame.setProperty(FOLDED, True)
    column.addWidget(label(title, "heading"))
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(0, 1)
    for i, (what, key) in enumerate(rows):
        grid.addWidget(line(what, spoken=with_colon(what if i else f"{title}. {what}", key)), i, 0)
        keyed: QLabel = silent(key, "heading")
        keyed.setContentsMargins(0, 2, 0, 2)  # as high as the line beside it
        keyed.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        grid.addWidget(keyed, i, 1)
    column.addLayout(grid)
    return frame

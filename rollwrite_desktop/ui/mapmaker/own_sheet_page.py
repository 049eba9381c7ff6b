"""A sheet of one's own: whoever owns a printed game taps in, once, where its numbers are printed, and plays on that.

It begins with what the shipped sheet holds. What is still wrong is said at once, and only a sheet that can be played on is
saved. What was entered and not saved is there again next time. A saved one can be changed, renamed and deleted here too.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.history import History
from rollwrite_desktop.core.i18n import mark, tr, tr_n, with_colon
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.sheet.load import dump, loads
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.canvas.cursor import Cursor
from rollwrite_desktop.ui.canvas.keypad import Keypad
from rollwrite_desktop.ui.canvas.paper_view import ERASE, PaperView
from rollwrite_desktop.ui.canvas.spot_words import Described
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import card, grow, in_column, row_or_column, sheet_and_side
from rollwrite_desktop.ui.kit.page import Menus, Page, action
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.own_sheet_list import OwnSheetList
from rollwrite_desktop.ui.library.own_sheet_store import (
    OwnSheets,
    free_name,
    games_on,
    name_fault,
    named_in_key,
    replace_sheet,
    save_sheet,
)
from rollwrite_desktop.ui.library.unusable_sheets import UnusableSheets

LONGEST_NAME = 60
_SIDE, _SHARE = 356, 0.55
_LOWEST = 420
_NARROWEST, _SHEET_LEAST = 560, 200
_SAID = 3
"""So many faults are said at once, then how many more there are."""


class _Side(Struct):
    """One shipped sheet with the marks entered on it, by space id, and where they are kept until they are saved."""

    sheet: Sheet
    history: History[Mapping[str, str]]
    kept_under: str


class OwnSheetPage(Page):
    """`saved` carries the game's id and the path of the sheet, `deleted` that id and the sheet's name.
    `sheet` is the path of one of one's own that is to be changed, renamed or deleted. For games with `new_sheets` only;
    raises UserError for others."""

    saved = Signal(str, object)
    deleted = Signal(str, str)

    def __init__(self, game_id: str, store: Settings, sheet: str = "", parent: QWidget | None = None) -> None:
        super().__init__(tr("My own sheet"))
        self.store = store
        self.game = GAMES[game_id]
        if self.game.play.new_sheets is None:
            raise UserError(tr("The printed numbers of {game} can’t be changed.", game=self.game.info.title))
        self._own = self.game.play.new_sheets.reprint
        self._options = options_of(self.game)
        self._sides = {each: self._begun(each) for each in self.game.play.played_on}
        self._shipped = tuple(side.sheet for side in self._sides.values())
        self._warned = False
        self.marks = _marks(self._shipped)
        self.setParent(parent)  # only now: it would keep a page that is refused
        theme.role(self, "page")
        self._build(sheet)
        self._keys()
        self._turn_over()

    # ------------------------------------------------------------------ the room

    def _build(self, chosen: str) -> None:
        head = PageHead(tr("My own sheet"), tr("Back to the new game"))
        head.left.connect(self.left)
        self.undo_button = icon_button("undo", tr("Undo"), self.undo)
        self.redo_button = icon_button("redo", tr("Redo"), self.redo)
        head.add(self.undo_button, self.redo_button)
        self.base = Combo({each: tr(mark(side.sheet.title, "sheet")) for each, side in self._sides.items()}, "", tr("Sheet"))
        self.own_sheets = OwnSheetList(self.store, self.game, self.base, chosen)
        self.base.choose(chosen)
        self.view = PaperView(self._side.sheet)
        self.keypad = Keypad()
        self.empty = button(tr("&Erase all"), "trash", "quiet", lambda: self.put({}))
        self.shipped = button(tr("&Standard sheet"), "history", "quiet", lambda: self.put(printed_on(self._side.sheet)))
        self.state = label("", "wrong")
        self.delete = button(tr("&Delete this sheet"), "trash", "quiet", self.delete_sheet)
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName(tr("Name of the sheet"))
        touchable(self.name)
        self.save = button(tr("&Save sheet"), "save", "primary", self.save_sheet)
        frame, column = card()
        column.addWidget(label(tr("Start from"), "heading"))
        column.addWidget(self.base)
        column.addWidget(label(tr("Choose a space, then its number on your sheet."), "faint"))
        column.addLayout(row_or_column(self.empty, self.shipped))
        column.addWidget(label(tr("Name of the sheet"), "heading"))
        column.addWidget(self.name)
        column.addWidget(self.delete)
        unusable = QVBoxLayout()
        column.addLayout(unusable)
        self._list_unusable(unusable)
        self.own_sheets.completed.connect(lambda: self._list_unusable(unusable))
        self.own_sheets.completed.connect(self.grown)
        column.addStretch(1)
        self.beside = QWidget()
        side = in_column(gap=12, on=self.beside)
        if theme.large():  # no room of their own for the keys
            column.insertWidget(0, self.keypad)
            column.insertWidget(1, self.state)
        else:
            side.addWidget(self.keypad)
        side.addWidget(Scroll(frame), 1)
        if not theme.large():
            side.addWidget(self.state)
        side.addWidget(self.save)
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setSpacing(12)
        self.view.setMinimumWidth(_SHEET_LEAST)
        self.body.addWidget(self.view, 3)
        self.body.addWidget(self.beside)
        in_column(head, grow(self.body), gap=6, margins=(12, 8, 12, 8), on=self)
        self.starts_at = self.view

    def _list_unusable(self, column: QVBoxLayout) -> None:
        """Those that cannot be chosen; once all are known, if they are many."""
        if self.own_sheets.complete and self.own_sheets.unusable:
            self.unusable = UnusableSheets(self.store, self.game, self.own_sheets.unusable)
            self.unusable.failed.connect(self.failed)
            self.unusable.grown.connect(self.grown)
            column.addWidget(self.unusable)

    def introduction(self) -> str:
        return f"{with_colon(self.title, tr(self.game.info.title))}. {tr('Choose a space, then its number on your sheet.')}"

    def menus(self) -> Menus:
        return ((tr("&Sheet"), self._actions),)

    def _keys(self) -> None:
        standard = QKeySequence.StandardKey
        self._actions = tuple(action(self, *each) for each in (
            (tr("&Undo"), "undo", standard.Undo, self.undo), (tr("&Redo"), "redo", standard.Redo, self.redo),
            (tr("&Save"), "save", standard.Save, self.save_sheet),
        ))
        self.base.currentIndexChanged.connect(lambda _: self._turn_over())
        self.name.textChanged.connect(lambda _: self._judge())
        self.view.spot_tapped.connect(self.choose)
        self.view.focus_moved.connect(lambda _: self._show())
        self.view.typed.connect(self.type)
        self.view.stepped.connect(self.step)
        self.view.entered.connect(self.step)
        self.view.erased.connect(lambda _: self.type(ERASE))
        self.view.cleared.connect(lambda: self.choose(""))
        self.keypad.pressed.connect(self.press)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Upright, the sheet is on top and the keys are below it."""
        super().resizeEvent(event)
        wide = max(_SIDE, min(theme.px(_SIDE - 60), round(_SHARE * self.width())))
        sheet_and_side(self.body, self.beside, self.size(), wide, highest=max(_LOWEST, self.height() * 9 // 20))

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, _NARROWEST)

    # ------------------------------------------------------------------ choosing and entering

    @property
    def _side(self) -> _Side:
        if self.base.value not in self._sides:
            self._sides[self.base.value] = self._begun(self.base.value)
        return self._sides[self.base.value]

    @property
    def editing(self) -> Path | None:
        """The file of the sheet of one's own that is being changed, or None for a new one."""
        return Path(self.base.value) if self.base.value in self.own_sheets.titles else None

    @property
    def printed(self) -> Mapping[str, str]:
        """What is entered as printed now, by space id."""
        return self._side.history.state

    @property
    def spot(self) -> str:
        """The chosen space, or ""."""
        return self.view.cursor_spot

    def choose(self, spot: str) -> None:
        if not spot or spot in self._side.sheet.space:
            self.view.move_cursor(spot)

    def step(self, by: int) -> None:
        """To the next space of the sheet, or the one before."""
        order = [space.id for space in self._side.sheet.spaces]
        at = order.index(self.spot) + by if self.spot in order else 0
        self.choose(order[min(max(at, 0), len(order) - 1)])

    def type(self, key: str) -> None:
        """A key at the chosen space: the mark of that name, or with what stands there the longer one."""
        longer = self.printed.get(self.spot, "") + key
        self.press(longer if key and longer in self.marks else key)

    def press(self, mark: str) -> None:
        """Enters a whole mark at the chosen space; "" erases."""
        if not self.spot or (mark and mark not in self.marks):
            return
        others = {space: held for space, held in self.printed.items() if space != self.spot}
        self.put(others | {self.spot: mark} if mark else others)

    def put(self, printed: Mapping[str, str]) -> None:
        """Another state of the sheet; the one before can be brought back."""
        if printed != self.printed:
            self._side.history.put(dict(printed))
            self._follow()

    def undo(self) -> None:
        if self._side.history.undo():
            self._follow()

    def redo(self) -> None:
        if self._side.history.redo():
            self._follow()

    def _follow(self) -> None:
        self.store.keep(self._side.kept_under, self.printed)
        self._show()

    def _begun(self, sheet_id: str) -> _Side:
        """A sheet with what was entered on it last time and not saved, or with its own marks."""
        sheet = sheet_of(self.game, sheet_id)
        kept_under = self.store.ours(f"own-{named_in_key(sheet_id)}")
        kept = self.store.recall(kept_under, dict[str, str]())
        known = _marks((sheet,))
        printed = {space: mark for space, mark in kept.items() if space in sheet.space and mark in known}
        return _Side(sheet, History(printed or printed_on(sheet)), kept_under)

    # ------------------------------------------------------------------ showing

    def _turn_over(self) -> None:
        """Another sheet lies there; the first one where that is gone or damaged by now."""
        try:
            sheet = self._side.sheet
        except UserError as error:
            self.failed.emit(str(error))
            self.base.choose(self.game.play.played_on[0])
            return
        self.marks = _marks((*self._shipped, sheet))
        free = free_name(self.store, tr("{title} (my own)", title=self.game.info.title))
        self.name.setText(self.own_sheets.titles.get(self.base.value) or free)
        self.delete.setVisible(self.editing is not None)
        self.shipped.setText(tr("As last sa&ved") if self.editing else tr("&Standard sheet"))
        self._warned = False
        self.view.sheet = sheet
        self.view.keys = Cursor(sheet)
        self.view.last_spot = sheet.spaces[-1].id
        self.view.setAccessibleName(tr(mark(sheet.title, "sheet")))
        self.view.start_over()

    def _show(self) -> None:
        mine = with_marks(self._side.sheet, self.printed)
        editor = self.game.check.paper_editor(mine, self._options)
        paper = self.game.check.paper(game=self.game.info.id, sheet=self.base.value)
        self.view.words = Described(lambda spot: editor.describe(paper, spot))
        if self.spot:
            self.view.setAccessibleDescription(editor.describe(paper, self.spot))
        where = re.split(r"[\s,-]+", " ".join(fault.where for fault in self.game.play.sheet_faults(mine)))
        self.view.show_display(editor.draw(paper, None, self.spot, frozenset(where) & mine.space.keys()))
        keys = [*((mark, mark) for mark in self.marks), (ERASE, tr("Erase"))] if self.spot else []
        self.keypad.show_keys(editor.describe(paper, self.spot) if self.spot else "", keys)
        self.undo_button.setEnabled(self._side.history.can_undo)
        self.redo_button.setEnabled(self._side.history.can_redo)
        self._judge()

    def faults(self) -> tuple[str, ...]:
        """Returns what still keeps the sheet from being saved, in sentences."""
        found = [fault.message for fault in self.game.play.sheet_faults(with_marks(self._side.sheet, self.printed))]
        if not found:
            try:
                self._own(self._side.sheet, self.printed)
            except UserError as error:
                found.append(str(error))
        return tuple(filter(None, (*found, self._place_fault())))

    def _place_fault(self) -> str:
        """Why the sheet cannot be put where its name says, or ""."""
        if self._kept_place and self._changed and (count := self._leaning_on(self.base.value)):
            return tr_n(
                "A saved game uses this sheet. Save your changes under another name.",
                "{n} saved games use this sheet. Save your changes under another name.", count)
        return name_fault(self.store, self.name.text(), self.editing if self._kept_place else None)

    def _leaning_on(self, sheet: str) -> int:
        """How many saved games are played on a sheet of one's own."""
        return self._leaning[os.path.realpath(sheet)]

    @cached_property
    def _leaning(self) -> Counter[str]:
        """The same for all of them, looked up once and not before somebody wants to know."""
        return games_on(self.store)

    def _look_again(self) -> None:
        """A game may have begun in another window meanwhile."""
        self.__dict__.pop("_leaning", None)

    @property
    def _changed(self) -> bool:
        return dict(self.printed) != printed_on(self._side.sheet)

    @property
    def _kept_place(self) -> bool:
        """Whether it is the same file that is written: its marks are as they were, or its name is."""
        same_name = file_name(self.name.text()) == self.own_sheets.titles.get(self.base.value)
        return self.editing is not None and (same_name or not self._changed)

    def _judge(self) -> None:
        found = self.faults()
        theme.role(self.state, "wrong" if found else "faint")
        more = [tr("{n} more", n=len(found) - _SAID)] if len(found) > _SAID else []
        self.state.setText("\n".join([*found[:_SAID], *more]) or tr("This sheet can be played."))
        self.save.setEnabled(not found)

    # ------------------------------------------------------------------ saving, leaving

    def save_sheet(self) -> None:
        """Writes the sheet if it can be played on, or says in one sentence why not."""
        self._look_again()
        found = self.faults()
        if found:
            self.failed.emit(found[0])
            return
        try:
            sheet, editing = self._own(self._side.sheet, self.printed), self.editing
            if editing is not None and self._kept_place:
                path = replace_sheet(self.store, editing, sheet, self.name.text(), self._side.sheet)
            else:
                path = save_sheet(self.store, sheet, self.name.text())
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.store.keep(self._side.kept_under, {})
        self.saved.emit(self.game.info.id, path)

    def delete_sheet(self) -> None:
        """Deletes the sheet that is being changed; asks once where saved games cannot be opened without it."""
        editing = self.editing
        if editing is None:
            return
        self._look_again()
        count = self._leaning_on(str(editing))
        if count and not self._warned:
            self._warned = True
            self.failed.emit(tr_n(
                "A saved game needs this sheet to open. Press Delete again to delete it.",
                "{n} saved games need this sheet to open. Press Delete again to delete it.", count,
            ))
            return
        try:
            OwnSheets(self.store).delete(editing)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.store.keep(self._side.kept_under, {})
        self.deleted.emit(self.game.info.id, self.own_sheets.titles[str(editing)])


def _marks(sheets: Iterable[Sheet]) -> tuple[str, ...]:
    """Every mark that is printed on one of the sheets, short ones first."""
    found = {space.printed for sheet in sheets for space in sheet.spaces if space.printed}
    return tuple(sorted(found, key=lambda mark: (len(mark), mark)))


def printed_on(sheet: Sheet) -> dict[str, str]:
    """Returns what a sheet itself holds, by space id."""
    return {space.id: space.printed for space in sheet.spaces if space.printed}


def with_marks(sheet: Sheet, printed: Mapping[str, str]) -> Sheet:
    """Returns the sheet with other printed marks, whether or not it can be played on."""
    spaces = tuple(replace(space, printed=printed.get(space.id, "")) for space in sheet.spaces)
    return loads(dump(replace(sheet, spaces=spaces)), sheet.id)

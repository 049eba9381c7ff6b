"""Printing for a session: a sheet with the name of each player, rolls to fold back or boxes for them, the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_list, tr, tr_n
from rollwrite_desktop.play.opening.roll_notation import outcome_of
from rollwrite_desktop.printing.jobs.print_jobs import BlankSheets, Extras, available_extras, brief_leaf_steps
from rollwrite_desktop.printing.sheets.drawing_steps import Steps
from rollwrite_desktop.printing.sheets.page_layout import Leaf
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.thumbnail import Thumbnail
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Check, Choices, Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import card, row_of
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.session_store import SessionFile

PLAIN, BOXES, ROLLED, SO_FAR = "plain", "boxes", "rolled", "so far"
_DONE = object()
_PICTURE = 520
"""The width of the picture of the first sheet, in pixels; where the page is narrower than twice that there is none."""


class PrintStep(QWidget):
    """`print_chosen` carries the game's id and the leaves to print."""

    print_chosen = Signal(object)
    failed = Signal(str)

    def __init__(self, file: SessionFile) -> None:
        super().__init__()
        self.file = file
        self._left: Iterator[None] | None = None
        self._turns = QTimer(self, singleShot=True, interval=0)
        self._turns.timeout.connect(self._draw_more)
        self.rolls = Choices({
            PLAIN: tr("None: the session keeps them"),
            BOXES: tr("Boxes for every roll, filled in as they are called"),
            ROLLED: tr("All rolls of the code, on a part to fold back: no calling needed"),
            SO_FAR: tr("Those called so far, for anyone who comes late"),
        }, PLAIN, name=tr("Rolls on the sheets"))
        self.whom = Combo({"": tr("Everyone")}, "", name=tr("A sheet for"))
        self.rules = Check(tr("Quick rules, on their own page"), True)
        self.fillable = Check(tr("Form to fill in on a screen"), False)
        self.go = button(tr("Preview and &print …"), "print", "primary", self.print_sheets)
        self.what = label("", "faint")
        self.count = label("", "heading")
        frame, inside = card()
        self.title = label("", "title")
        inside.addWidget(self.title)
        inside.addWidget(self.what)
        self.one = label(tr("A sheet for"), "heading", wrap=False)
        some = row_of(self.one, self.whom)
        some.addStretch(1)
        inside.addLayout(some)
        inside.addWidget(label(tr("Rolls on the sheets"), "heading"))
        for each in (self.rolls, self.rules, self.fillable, self.count, self.go):
            inside.addWidget(each)
        holder = QWidget()
        holder.setMaximumWidth(theme.px(720))
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(frame)
        column.addStretch(1)
        self.picture = Thumbnail(_PICTURE, mode="colour")
        self._beside = QWidget()
        beside = QVBoxLayout(self._beside)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(self.picture)
        beside.addStretch(1)
        outside = QHBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(16)
        outside.addWidget(Scroll(holder), 1)
        outside.addWidget(self._beside, 1)
        self.rolls.chosen.connect(lambda _: self._show_count())
        self.whom.currentIndexChanged.connect(lambda _: self._show_count())
        self.rules.toggled.connect(lambda _: self._show_count())
        self.file.changed.connect(self.show_session)
        self.show_session()

    def turn(self, width: int) -> None:  # noqa: ARG002
        """Without the picture where very large texts need its room."""
        self._beside.setVisible(not theme.large())

    def take_focus(self) -> None:
        """Moves the keyboard to the button that goes on."""
        self.go.setFocus()

    def in_short(self) -> str:
        """Returns what will be printed."""
        return f"{self.what.text().rstrip('.')}."

    def show_session(self) -> None:
        """Shows what there is to print now."""
        session = self.file.session
        self._offer_names()
        offered = available_extras(session.played, session.paper_sheet)
        self.rules.setVisible("rules" in offered)
        self.rolls.setEnabled("rolls" in offered)
        self.rolls.offer(SO_FAR, bool(session.rolls))
        if (session.dice == "real" and self.rolls.value == ROLLED) or (not session.rolls and self.rolls.value == SO_FAR):
            self.rolls.choose(PLAIN)
        self._show_count()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_count()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.picture.setVisible(self.width() >= 2 * _PICTURE and not theme.large())

    def _show_what(self) -> None:
        """Which sheets there are, and whose names are on them."""
        n, whose = len(self._names), self.whom.value
        self.title.setText(tr("A sheet for {name}", name=whose) if whose else tr("A sheet for everyone"))
        self.what.setText(
            tr_n("One sheet, with the player’s name on it", "{n} sheets, each with a player’s name on it", n) if n
            else tr("Names under “Players” are printed on the sheets. Without names, one sheet to copy.")
        )

    def _show_count(self) -> None:
        """How many pages there are, and what is on them; a sheet is drawn for it, so only while somebody looks."""
        self._show_what()
        if not self.isVisible():
            return
        n = max(1, len(self._names))
        try:
            sheet = next(filter(None, self._sheets(self._names[:1])))
        except UserError:
            self.count.setText("")
            return
        self.picture.show_display(sheet.display)
        logs = n * len(sheet.log.faces(sheet.display.size, 1.0)) if sheet.log is not None else 0
        parts = [tr_n("one sheet", "{n} sheets", n)]
        if logs:
            parts.append(tr_n("one page of rolls", "{n} pages of rolls", logs))
        if self._has_rules:
            parts.append(tr("the rules"))
        total = n + logs + self._has_rules
        self.count.setText(tr_n("One page: {what}", "{n} pages: {what}", total, what=join_list(tuple(parts))))

    def _offer_names(self) -> None:
        """Everyone, or one of those who play on."""
        names, chosen = self._all_names, self.whom.value
        if [self.whom.itemData(row) for row in range(1, self.whom.count())] != names:
            with QSignalBlocker(self.whom):
                while self.whom.count() > 1:
                    self.whom.removeItem(1)
                for name in names:
                    self.whom.addItem(name, name)
                self.whom.choose(chosen if chosen in names else "")
        for each in (self.one, self.whom):
            each.setVisible(len(names) > 1)

    @property
    def _all_names(self) -> list[str]:
        """Those who play on."""
        return [member.name for member in self.file.session.members if not member.left]

    @property
    def _names(self) -> list[str]:
        """Those for whom a sheet is printed."""
        return [self.whom.value] if self.whom.value else self._all_names

    @property
    def _has_rules(self) -> bool:
        return self.rules.isChecked() and self.file.session.played.words.has_handbook

    def _sheets(self, names: Sequence[str]) -> Iterator[Leaf | None]:
        """A sheet for each of these names, None after each step of drawing. Raises UserError."""
        session = self.file.session
        return BlankSheets(session.played, session.paper_sheet, Extras(
            rolls=self.rolls.value == BOXES, fillable=self.fillable.isChecked(),
            seed=session.code if session.dice == "digital" and self.rolls.value == ROLLED else "",
            called=tuple(filter(None, map(outcome_of, session.rolls))) if self.rolls.value == SO_FAR else (),
            event=session.name or tr(session.played.info.title),
        )).leaves(1, names)

    def leaves(self) -> Steps[tuple[Leaf, ...]]:
        """Returns the pages, drawn in steps: sheets, then the rules. Raises UserError."""
        session, leaves, rules = self.file.session, list[Leaf](), self._has_rules
        for leaf in self._sheets(self._names):
            if leaf is None:
                yield
            else:
                leaves.append(leaf)
        return (*leaves, (yield from brief_leaf_steps(session.played, session.paper_sheet))) if rules else tuple(leaves)

    def print_sheets(self) -> None:
        """Draws the pages, one step in each turn of the event loop, and then shows them where they are printed."""
        if self._left is None:
            self._left = self._drawn()
            self._turns.start()

    def _drawn(self) -> Iterator[None]:
        game = self.file.session.game
        try:
            leaves = yield from self.leaves()
        except UserError as error:
            self.failed.emit(str(error))
            return
        yield
        if self.isVisible():
            self.print_chosen.emit((game, leaves))

    def _draw_more(self) -> None:
        if self._left is not None and next(self._left, _DONE) is not _DONE:
            self._turns.start()
        else:
            self._left = None

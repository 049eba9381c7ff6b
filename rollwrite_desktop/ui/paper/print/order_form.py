"""What is to be printed: the column of choices in the print room, and the leaves that they come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_names, mark, tr
from rollwrite_desktop.draw.imposition import PAPERS
from rollwrite_desktop.draw.inks import PENS, PRINT_MODES, Mode
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import BOT_NOTE, Opened, map_title, sheet_of
from rollwrite_desktop.play.paper.audit_files import Entered, checked, filled_of
from rollwrite_desktop.printing.jobs.print_jobs import PAD_SHEETS, BlankSheets, game_leaves, header_footer, paper_leaves
from rollwrite_desktop.printing.jobs.text_version import game_document, sheet_document
from rollwrite_desktop.printing.reports.document import Document
from rollwrite_desktop.printing.sheets.large_print import MAX_SCALE
from rollwrite_desktop.printing.sheets.page_layout import HeaderFooter, Leaf
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.choices import Check, Choices, Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column, keep_hidden
from rollwrite_desktop.ui.kit.stepper import Stepper
from rollwrite_desktop.ui.library.own_sheet_list import OwnSheetList
from rollwrite_desktop.ui.paper.print.extras_box import ExtrasBox

MAX_COPIES = 500
MAX_NAMES = 99
LONGEST_TITLE = 80
PAPER_TITLES = {"a4": mark("A4"), "letter": mark("Letter"), "a5": mark("A5"), "half-letter": mark("½ Letter")}
FILLED, BLANK = "filled", "blank"


class Order(QWidget):
    """`changed` is emitted whenever the pages would be others, `typed` where more letters may follow."""

    changed = Signal()
    typed = Signal()

    def __init__(
        self, game_id: str, opened: Opened | None, sheet: Paper | None, report: Report | None, last: Mapping[str, Any],
        store: Settings, ready: tuple[Leaf, ...] = (), blank: str = "",
    ) -> None:
        """`ready`: leaves that are to be printed as they are; `blank`: the sheet that is chosen first."""
        super().__init__()
        self.ready = ready
        self.store = store
        self.opened = opened
        self.re_entered = sheet
        self.report = report
        self._blank: BlankSheets | None = None
        self.column = in_column(gap=6, margins=(0, 0, 8, 0), on=self)
        self.source = Choices(
            {FILLED: tr("Filled"), BLANK: tr("Blank")}, FILLED if opened or sheet or ready else BLANK,
            segments=True, name=tr("Sheets"),
        )
        if opened or self.re_entered:
            self._titled(tr("Sheets"), self.source)
        else:
            keep_hidden(self.source, self)
        self.game = Combo({game.info.id: tr(game.info.title) for game in GAMES.values()}, game_id, tr("Game"))
        self.sheet = Combo({}, "", tr("Sheet"))
        self._own: OwnSheetList | None = None
        self.game_title = self._titled(tr("Game"), self.game)
        self.sheet_title = self._titled(tr("Sheet"), self.sheet)
        self._lay_sheets(blank)
        self.players = self._players()
        self.marked = Check(tr("With problems marked"), bool(report and report.findings))
        self.column.addWidget(self.marked)
        self.with_notes = Check(tr("With pencil notes"), False)
        self.column.addWidget(self.with_notes)
        self.copies = Stepper(1, MAX_COPIES, 1 if self.filled else _number(last, "copies"), tr("Copies"))
        self._titled(tr("Copies"), self.copies)
        self.names = QLineEdit()
        self.names.setPlaceholderText(tr("Ann, Bo, Cy"))
        self.names_title = self._titled(tr("Names, one set of copies each"), self.names)
        # The findings stand beneath the sheet that they are about.
        each = "2" if self.marked.isChecked() else _text(last, "per_page")
        self.on_a_page = self._choice(tr("Per page"), {"1": "1", "2": "2", "4": "4"}, each)
        self._paper = self._choice(tr("Paper"), {paper: tr(PAPER_TITLES[paper]) for paper in PAPERS}, _text(last, "paper"))
        inks = {"colour": tr("Color"), "grey": tr("Gray"), "low": tr("Save ink")}
        self._ink = self._choice(tr("Ink"), {ink: inks[ink] for ink in PRINT_MODES}, _text(last, "ink"))
        pens = {
            "pencil": tr("Pencil"), "black": tr("Black"), "blue": tr("Blue"), "red": tr("Red"), "green": tr("Green"),
        }
        self.pen = Combo({pen: pens[pen] for pen in PENS}, _text(last, "pen"), tr("Written with"))
        self.pen_title = self._titled(tr("Written with"), self.pen)
        self.pen.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.heading = QLineEdit(_text(last, "title")[:LONGEST_TITLE])
        self.heading.setMaxLength(LONGEST_TITLE)
        self.heading.setPlaceholderText(tr("Printed above every sheet"))
        self._titled(tr("Page title"), self.heading)
        self.more = ExtrasBox(last)
        self.column.addWidget(self.more)
        for field in (self.names, self.heading):
            touchable(field)
            field.textChanged.connect(lambda _: self.typed.emit())
        self.column.addStretch(1)
        self._connect()
        self._settle()

    # ------------------------------------------------------------------ what is chosen

    @property
    def paper(self) -> str:
        return self._paper.value

    @property
    def per_page(self) -> int:
        """How many sheets one page holds."""
        return int(self.on_a_page.value)

    @property
    def ink(self) -> Mode:
        """The chosen ink."""
        return next(ink for ink in PRINT_MODES if ink == self._ink.value)

    @property
    def binding(self) -> bool:
        return self.more.binding

    @property
    def holes(self) -> str:
        return self.more.holes

    @property
    def largest(self) -> float:
        """The largest factor by which a sheet may be enlarged."""
        return MAX_SCALE if self.more.extras.large and not self.filled else 1.0

    @property
    def filled(self) -> bool:
        return self.source.value == FILLED and bool(self.opened or self.re_entered or self.ready)

    @property
    def alike(self) -> bool:
        """Whether all sheets are copies of one, so that more of them can fill the last page."""
        extras = self.more.extras
        return not (self.filled or self.names.text().strip() or extras.cards or extras.pad)

    @property
    def _chosen(self) -> list[str]:
        """The players whose sheets are printed."""
        return [player for player, box in self.players.items() if box.isChecked()]

    @property
    def _typed_names(self) -> list[str]:
        return [" ".join(name.split()) for name in self.names.text().split(",") if name.strip()][:MAX_NAMES]

    def choose_paper(self, paper: str) -> None:
        self._paper.choose(paper)

    def add_copies(self, more: int) -> None:
        """So many more copies."""
        self.copies.put(self.copies.value + more)

    def settings(self) -> dict[str, Any]:
        """Returns what to offer next time."""
        kept: dict[str, Any] = {
            "paper": self.paper, "per_page": str(self.per_page), "ink": self.ink, "title": self.heading.text(),
            "pen": self.pen.value,
        }
        if self.with_findings:
            del kept["per_page"]
        return kept if self.filled else kept | {"copies": self.copies.value} | self.more.settings()

    def leaves(self) -> Iterator[Leaf | None]:
        """Yields the faces to print, each drawn when it is asked for; None after each step of drawing. Raises UserError."""
        game, copies = GAMES[self.game.value], self.copies.value
        code, pen = self.more.extras.code, self.pen.value
        if self.ready:
            yield from self.ready * copies
        elif self.filled and self.opened is not None:
            chosen, notes = self._chosen, self.with_notes.isChecked()
            shared = self.opened.game.play.score_sheet is not None
            for players in [chosen] if shared else [[player] for player in chosen]:
                yield from game_leaves(self.opened, copies, players, code=code, notes=notes, pen=pen)
                yield None
        elif self.filled and self.re_entered is not None:
            report = self.report if self.marked.isChecked() else None
            yield from paper_leaves(game, self.re_entered, report, copies, code=code, pen=pen)
        else:
            asked = game, sheet_of(game, self.sheet.value), self.more.extras
            if self._blank is None or self._blank.asked != asked:
                self._blank = BlankSheets(*asked)
            yield from self._blank.leaves(copies, self._typed_names)

    @property
    def with_findings(self) -> bool:
        """Whether the findings of the audit are printed on the filled sheet."""
        return self.filled and self.re_entered is not None and self.report is not None and self.marked.isChecked()

    def lines(self) -> HeaderFooter:
        return header_footer(GAMES[self.game.value], " ".join(self.heading.text().split()))

    @property
    def in_words_too(self) -> bool:
        """Whether what is printed can be written in words."""
        return self.filled and not self.ready

    def in_words(self) -> Document:
        """Returns the filled sheets in words. Raises UserError."""
        notice = self.lines().credits
        if self.opened is not None:
            return game_document(self.opened, self.title(), self._chosen, notice)
        assert self.re_entered is not None
        game, paper = GAMES[self.re_entered.game], self.re_entered
        entered = Entered(game, sheet_of(game, game.play.sheet_id(paper)), paper, self.title())
        found = filled_of(entered, self.report) if self.report is not None else checked(entered, lambda *_: False)
        return sheet_document(found, self.marked.isChecked(), notice)

    def title(self) -> str:
        """Returns what the document is called."""
        game = tr(GAMES[self.game.value].info.title)
        if self.ready:
            return self.ready[0].title
        if self.filled and self.opened is not None:
            chosen = [self.opened.name(player) for player, box in self.players.items() if box.isChecked()]
            names = join_names(tuple(chosen) or self.opened.head.players)
            return " ".join((self.opened.head.notes.name or game, names))
        if self.filled and self.re_entered is not None and self.re_entered.player:
            return f"{game} {self.re_entered.player}"
        return tr("{game} sheets", game=game)

    # ------------------------------------------------------------------ the parts

    def _notes(self) -> bool:
        """Returns whether anybody at the table has jotted anything down."""
        kept = self.opened.session.notes if self.opened else {}
        return any(text for (_, name), text in kept.items() if name != BOT_NOTE)

    def _titled(self, title: str, widget: QWidget) -> QLabel:
        caption = label(title, "heading")
        caption.setBuddy(widget)
        self.column.addWidget(caption)
        self.column.addWidget(widget)
        return caption

    def _choice(self, title: str, values: Mapping[str, str], value: str) -> Choices:
        choices = Choices(values, value, segments=True, name=title)
        self._titled(title, choices)
        choices.chosen.connect(lambda _: self.changed.emit())
        return choices

    def _players(self) -> dict[str, Check]:
        boxes: dict[str, Check] = {}
        for player in self.opened.session.players if self.opened else ():
            assert self.opened is not None
            box = Check(self.opened.name(player).replace("&", "&&"))
            box.toggled.connect(lambda _: self.changed.emit())
            self.column.addWidget(box)
            boxes[player] = box
        return boxes

    def _lay_sheets(self, chosen: str = "") -> None:
        game = GAMES[self.game.value]
        self.sheet.blockSignals(True)  # the pages are laid anew once, not for each sheet in the list
        self.sheet.clear()
        for sheet_id in game.play.sheets:
            try:
                title = map_title(sheet_of(game, sheet_id))
            except UserError:
                title = sheet_id
            self.sheet.addItem(title, sheet_id)
        if self._own is not None:
            self._own.deleteLater()
        self._own = OwnSheetList(self.store, game, self.sheet, chosen)
        if chosen and self.sheet.findData(chosen) < 0:  # one that is not kept
            with suppress(UserError):
                self.sheet.addItem(map_title(sheet_of(game, chosen)), chosen)
        self.sheet.choose(chosen)
        self.sheet.blockSignals(False)

    def _sheet(self) -> Sheet | None:
        try:
            return sheet_of(GAMES[self.game.value], self.sheet.value or "")
        except UserError:
            return None

    def _connect(self) -> None:
        self.source.chosen.connect(lambda _: self._settle())
        self.game.currentIndexChanged.connect(lambda _: self._other_game())
        self.sheet.currentIndexChanged.connect(lambda _: self._settle())
        self.with_notes.toggled.connect(lambda _: self.changed.emit())
        self.marked.toggled.connect(lambda _: self.changed.emit())
        self.copies.changed.connect(lambda _: self.changed.emit())
        self.more.changed.connect(self.changed)
        self.more.pad.clicked.connect(self._pad)
        self.more.typed.connect(self.typed)

    def _pad(self, on: bool) -> None:
        """A pad has two sheets on a page and many in all, unless that was chosen otherwise."""
        if on and self.copies.value == 1:
            self.on_a_page.choose("2")
            self.copies.put(PAD_SHEETS)

    def _other_game(self) -> None:
        self._lay_sheets()
        self._settle()

    def _settle(self) -> None:
        """Shows what means something now."""
        blank = not self.filled
        for widget, shown in (
            (self.game, blank and len(GAMES) > 1), (self.game_title, blank and len(GAMES) > 1),
            (self.sheet, blank and self.sheet.count() > 1), (self.sheet_title, blank and self.sheet.count() > 1),
            (self.names, blank), (self.names_title, blank),
            (self.marked, not blank and self.report is not None), (self.pen, not blank), (self.pen_title, not blank),
            (self.with_notes, not blank and self._notes()),
        ):
            widget.setVisible(shown)
        self.more.settle(GAMES[self.game.value], self._sheet(), blank)
        for box in self.players.values():
            box.setVisible(not blank and len(self.players) > 1)
        self.changed.emit()


def _text(last: Mapping[str, Any], key: str) -> str:
    value = last.get(key, "")
    return value if isinstance(value, str) else ""


def _number(last: Mapping[str, Any], key: str) -> int:
    value = last.get(key, 1)
    return value if isinstance(value, int) else 1

"""Printing for a session: a sheet with the name of each player, rolls to fold back or boxes for them, the rules."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.printing.page_layout import Leaf
from rollwrite_desktop.printing.print_jobs import Extras, available_extras, blank_leaves, brief_leaf
from rollwrite_desktop.ui.session.session_store import SessionFile
from rollwrite_desktop.ui.widgets.buttons import button
from rollwrite_desktop.ui.widgets.choices import Check, Choices
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.layouts import card
from rollwrite_desktop.ui.widgets.scroll import Scroll

PLAIN, BOXES, ROLLED = "plain", "boxes", "rolled"


class PrintStep(QWidget):
    """`print_chosen` carries the game's id and the leaves to print."""

    print_chosen = Signal(object)
    failed = Signal(str)

    def __init__(self, file: SessionFile) -> None:
        super().__init__()
        self.file = file
        self.rolls = Choices({
            BOXES: tr("Boxes for every roll, filled in as they are called"),
            ROLLED: tr("All rolls of the code, to fold back: nobody needs to call"),
            PLAIN: tr("None"),
        }, BOXES, name=tr("Rolls on the sheets"))
        self.rules = Check(tr("The rules in brief, on a page of their own"), True)
        self.code = Check(tr("A small code to scan"), False)
        self.fillable = Check(tr("To be filled in on a screen"), False)
        self.go = button(tr("Preview and &print …"), "print", "primary", self.print_sheets)
        self.what = label("", "faint")
        frame, inside = card()
        inside.addWidget(label(tr("A sheet for everyone"), "title"))
        inside.addWidget(self.what)
        inside.addWidget(label(tr("Rolls on the sheets"), "heading"))
        for each in (self.rolls, self.rules, self.code, self.fillable, self.go):
            inside.addWidget(each)
        holder = QWidget()
        holder.setMaximumWidth(720)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(frame)
        column.addStretch(1)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(Scroll(holder))
        self.setFocusProxy(self.go)
        self.file.changed.connect(self.show_session)
        self.show_session()

    def show_session(self) -> None:
        """What there is to print now."""
        session = self.file.session
        n = len(session.members)
        self.what.setText(
            tr_n("One sheet, with the player's name on it", "{n} sheets, each with a player's name on it", n) if n
            else tr("Enter names under “Players” to have them printed; without any there is one sheet to copy.")
        )
        offered = available_extras(session.played, session.paper_sheet)
        self.rules.setVisible("rules" in offered)
        self.rolls.setEnabled("rolls" in offered)
        if session.dice == "real" and self.rolls.value == ROLLED:
            self.rolls.choose(BOXES)

    def leaves(self) -> tuple[Leaf, ...]:
        """The pages: sheets, then the rules. Raises UserError."""
        session = self.file.session
        game, sheet = session.played, session.paper_sheet
        digital = session.dice == "digital"
        extras = Extras(
            rolls=self.rolls.value == BOXES, fillable=self.fillable.isChecked(), code=self.code.isChecked(),
            seed=session.code if digital and self.rolls.value == ROLLED else "",
        )
        names = [member.name for member in session.members if not member.left]
        sheets = blank_leaves(game, sheet, 1, names, extras)
        if not (self.rules.isChecked() and game.print_kit.summary):
            return sheets
        return (*sheets, brief_leaf(game, sheet))

    def print_sheets(self) -> None:
        """Shows the pages where they are printed."""
        try:
            self.print_chosen.emit((self.file.session.game, self.leaves()))
        except UserError as error:
            self.failed.emit(str(error))

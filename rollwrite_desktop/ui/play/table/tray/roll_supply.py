"""A list of rolls for real dice at a table: from a file, pasted, dropped, or of a code. The next one stands where rolls are
typed, so that Enter takes one roll after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.play.opening.roll_notation import RollNotes, outcome_of
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.roll_entry import RollEntry
from rollwrite_desktop.ui.canvas.roll_sources import RollSources
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.labels import label


class RollSupply(QWidget):
    """`lines`: the rolls of the list in notation, from the first of the game on; () without a list. `offered`: whether the
    next of them is typed now."""

    offered = Signal(bool)

    def __init__(self, entry: RollEntry, notes: RollNotes) -> None:
        super().__init__()
        self.entry, self.notes = entry, notes
        self.lines: tuple[str, ...] = ()
        self._rolled: tuple[str, ...] = ()
        self._offered = ""
        self.about = label("", "faint", wrap=False)
        self.lists = RollSources(notes, self)
        self.lists.taken.connect(self._take)
        self.lists.refused.connect(entry.refuse)
        self.menu = QMenu(self)
        theme.dress(self.menu.addAction(tr("From a &file …"), self.lists.ask_file), "folder-open")
        theme.dress(self.menu.addAction(tr("&Paste a list or a code"), self.lists.paste), "copy")
        self.begin = icon_button("list", tr("Rolls from a list"), self._ask)
        self.begin.setText(tr("List …"))
        self.drop = icon_button("x", tr("Remove the list"), lambda: self._take(()))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.begin)
        row.addWidget(self.about, 1)
        row.addWidget(self.drop)
        entry.let_see_keys(self)
        self._show()

    def offer(self, rolled: Sequence[str]) -> None:
        """A roll is asked for after those rolled so far: that of the list is typed already."""
        self._rolled = tuple(rolled)
        line = self._typed(self.lines[len(rolled)]) if len(rolled) < len(self.lines) else ""
        self.entry.offer(line, self._offered)
        self._offered = line
        self.offered.emit(bool(line))
        if line and self.entry.isVisible():
            self.entry.take_focus()
        self._show()

    def _typed(self, line: str) -> str:
        """A roll as one types it."""
        found, short = outcome_of(line), self.notes.short(line)
        return line if found is None or found.cards else short

    def take_file(self, path: Path) -> None:
        """Takes the rolls in a file, or says why not."""
        self.lists.take_file(path)

    def _ask(self) -> None:
        self.menu.popup(self.begin.mapToGlobal(QPoint(0, self.begin.height())))

    def _take(self, lines: tuple[str, ...]) -> None:
        self.entry.refuse("")
        same = all(outcome_of(one) == outcome_of(other) for one, other in zip(lines, self._rolled, strict=False))
        # A list that begins otherwise than the game is one of the rolls that are to come.
        self.lines = lines if same else (*self._rolled, *lines)
        self.offer(self._rolled)

    def _show(self) -> None:
        left = len(self.lines) - len(self._rolled)
        style = Qt.ToolButtonStyle
        self.begin.setToolButtonStyle(style.ToolButtonIconOnly if theme.large() else style.ToolButtonTextBesideIcon)
        self.begin.setVisible(left <= 0)
        for each in (self.about, self.drop):
            each.setVisible(left > 0)
        self.about.setText(tr_n("one roll to come", "{n} rolls to come", left))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        return self.lists.pasted(event)

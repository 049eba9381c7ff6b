"""A kept game as a row: thumbnail, name, players, progress, date, and what can be done with it."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from rollwrite_desktop.core.i18n import join_names, tr
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.relative_time import relative_time
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.canvas.thumbnail import Thumbnail
from rollwrite_desktop.ui.kit.buttons import CardButton, button, icon_button
from rollwrite_desktop.ui.kit.choices import Check
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.layouts import STRETCH, in_column, in_row


def game_line(kept: Kept) -> str:
    """Which game, and who plays unless the title says so already."""
    players = join_names(kept.players)
    game = tr(kept.game)
    return game if players == kept.title else tr("{game} · {players}", game=game, players=players)


class GameRow(QFrame):
    """`narrow`: only to be opened, for a side column; `stacked`: for one, a new name is typed above its buttons.
    `copied`: a damaged game is to be opened as far as it is whole."""

    opened = Signal(object)
    copied = Signal(object)
    renamed = Signal(object, str)
    deleted = Signal(object)
    picked = Signal(bool)

    def __init__(self, kept: Kept, now: datetime, narrow: bool = False, stacked: bool = False) -> None:
        super().__init__()
        self._stacked = stacked
        self.kept = kept
        self.card = CardButton(tr("Open {name}", name=kept.name))
        self.card.setEnabled(not kept.error)
        self.card.clicked.connect(lambda _=False: self.opened.emit(kept.path))
        row = in_row(gap=12, margins=(8, 8, 12, 8), on=self.card)
        self.picture = Thumbnail(84 if narrow else 128)
        self.picture.setFixedWidth(84 if narrow else 128)
        self.picture.show_display(kept.display)
        self.progress = ElidedLabel(kept.progress)
        self.pick: Check | None = None
        if not kept.error:
            row.addWidget(self.picture)
        text = in_column(STRETCH, gap=2)
        self.name = ElidedLabel(kept.title, "heading")
        text.addWidget(self.name)
        if kept.error:
            text.addWidget(label(kept.error, "wrong"))
        else:
            text.addWidget(ElidedLabel(game_line(kept), "faint"))
            text.addWidget(self.progress)
        if kept.read_only and not narrow:
            text.addWidget(label(kept.read_only, "faint"))
        text.addWidget(ElidedLabel(relative_time(kept.touched, now), "faint"))
        text.addStretch(1)
        row.addLayout(text, 1)
        for child in self.card.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._outside = outside = QHBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(4)
        outside.addWidget(self.card, 1)
        if kept.copy_caption:
            self.copy_button = button(kept.copy_caption, "folder-open", "", lambda: self.copied.emit(kept.path), breaks=True)
            outside.addWidget(self.copy_button)
        if not narrow:
            self.rename = icon_button("pencil", tr("Rename {name}", name=kept.name), self._ask_name)
            self.delete = icon_button("trash", tr("Delete {name}", name=kept.name), lambda: self.deleted.emit(kept.path))
            outside.addWidget(self.rename)
            outside.addWidget(self.delete)
        self.edit: QLineEdit | None = None
        self._naming: QFrame | None = None

    def add_button(self, made: QToolButton) -> None:
        """Puts another button right of the game, before those to rename and to delete it."""
        self._outside.insertWidget(self._outside.indexOf(self.card) + 1, made)

    def dress(self, kept: Kept) -> None:
        """Shows the picture and the progress, where they come later than the name."""
        self.picture.show_display(kept.display)
        self.progress.setText(kept.progress)

    def show_pick(self, on: bool, picked: bool) -> None:
        """A box to tick beside the game, while several are being selected."""
        if self.pick is None:
            if not on:
                return
            self.pick = Check("", picked)
            self.pick.setAccessibleName(tr("Select {name}", name=self.kept.name))
            self.pick.clicked.connect(lambda on: self.picked.emit(on))
            self._outside.insertWidget(0, self.pick)
        self.pick.setVisible(on)
        self.pick.setChecked(picked)

    def _ask_name(self) -> None:
        """A field in the place of the card."""
        if self.edit is not None:
            self._keep_name()
            return
        panel = self._naming = QFrame()
        theme.role(panel, "card")
        way = QBoxLayout.Direction
        row = QBoxLayout(way.TopToBottom if self._stacked else way.LeftToRight, panel)
        self.edit = QLineEdit(self.kept.name)
        self.edit.setMaxLength(100)
        touchable(self.edit)
        self.edit.setAccessibleName(tr("New name"))
        self.edit.installEventFilter(self)
        self.edit.returnPressed.connect(self._take_name)
        row.addWidget(self.edit, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(button(tr("Rename"), "check", "primary", self._take_name))
        buttons.addWidget(button(tr("Cancel"), "", "", self._keep_name))
        row.addLayout(buttons)
        self.card.hide()
        self._outside.insertWidget(self._outside.indexOf(self.card), panel, 1)
        self.edit.selectAll()
        self.edit.setFocus()

    def _take_name(self) -> None:
        assert self.edit is not None
        name = self.edit.text()
        self._keep_name()
        if name != self.kept.name:
            self.renamed.emit(self.kept.path, name)

    def _keep_name(self) -> None:
        if self._naming is not None:
            self._naming.hide()
            self._naming.deleteLater()
        self.edit = self._naming = None
        self.card.show()
        self.rename.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._keep_name()
            return True
        return super().eventFilter(watched, event)

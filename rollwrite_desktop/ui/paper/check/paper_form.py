"""What stands on a paper sheet beside its spaces: the name, the boxes crossed off, the score, the options."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Paper, claims_of
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import keep_hidden
from rollwrite_desktop.ui.kit.stepper import NumberField, Stepper
from rollwrite_desktop.ui.library.lobby.seats import LONGEST_NAME

NOT_ENTERED = -1
_FEW_PARTS = 4
MAX_CLAIMED = 999


class PaperForm(QWidget):
    """`changed` carries the paper as it is now."""

    changed = Signal(object)

    def __init__(self, game: Game, sheet: Sheet, paper: Paper, takes: Callable[[Paper], bool]) -> None:
        """`takes`: whether the game knows what to do with a paper."""
        super().__init__()
        self.game = game
        self.paper = paper
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label(tr("Name and boxes"), "title"))
        grid = QGridLayout()
        grid.setSpacing(4)
        grid.setColumnStretch(1, 1)
        self.name = QLineEdit(paper.player)
        self.name.setMaxLength(LONGEST_NAME)
        touchable(self.name)
        self.name.textEdited.connect(lambda text: self._put(player=text))
        self._row(grid, tr("Player"), self.name)
        self.boxes: dict[str, Stepper] = {}
        plain = game.check.paper(game=paper.game, sheet=paper.sheet, options=paper.options)
        for group, count in _groups(sheet):
            if count < 2 or not takes(msgspec.structs.replace(plain, boxes={group: 1})):
                continue
            title = game.play.box_title(group)
            stepper = Stepper(NOT_ENTERED, count + 1, NOT_ENTERED, title, tr("not entered"))
            stepper.changed.connect(lambda value, group=group: self._count(group, value))
            self.boxes[group] = stepper
            self._row(grid, title, stepper)
        self.claimed = Stepper(NOT_ENTERED, MAX_CLAIMED, NOT_ENTERED, tr("Score written"), tr("not entered"))
        self.claimed.changed.connect(lambda value: self._claim("total", value))
        if takes(msgspec.structs.replace(plain, claimed=1)):
            self._row(grid, tr("Score written"), self.claimed)
        else:
            keep_hidden(self.claimed, self)
        self.parts: dict[str, QSpinBox] = {}
        # Where a score has many parts, they are typed in their own boxes on the sheet.
        for part, title in game.play.part_titles.items() if len(game.play.part_titles) <= _FEW_PARTS else ():
            if takes(msgspec.structs.replace(plain, claimed={part: 1})):
                self._part(grid, part, tr(title))
        column.addLayout(grid)
        self.options: dict[str, Combo] = {}
        if game.info.options:
            column.addSpacing(8)
            column.addWidget(label(tr("House rules"), "title"))
        for choice in game.info.options:
            values = {value: tr(text) for value, text in choice.values.items()}
            combo = Combo(values, paper.options.get(choice.id, ""), tr(choice.title))
            combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.currentIndexChanged.connect(lambda _, choice=choice: self._choose(choice.id))
            self.options[choice.id] = combo
            column.addWidget(label(tr(choice.title), "heading"))
            column.addWidget(combo)
        column.addStretch(1)
        self.show_paper(paper)

    def take_focus(self) -> None:
        """Moves the keyboard to the name."""
        self.name.setFocus()

    def show_paper(self, paper: Paper) -> None:
        """Shows another paper without telling that it changed."""
        self.paper = paper
        if one_line(self.name.text()) != paper.player:
            self.name.setText(paper.player)
        for group, stepper in self.boxes.items():
            count = paper.boxes.get(group)
            stepper.show_value(count if isinstance(count, int) else NOT_ENTERED)
        claims = claims_of(paper)
        self.claimed.show_value(claims.get("total", NOT_ENTERED))
        for part, field in self.parts.items():
            blocked = field.blockSignals(True)
            field.setValue(claims.get(part, NOT_ENTERED))
            field.blockSignals(blocked)
        for option, combo in self.options.items():
            blocked = combo.blockSignals(True)
            combo.choose(paper.options.get(option, ""))
            combo.blockSignals(blocked)

    def _part(self, grid: QGridLayout, part: str, title: str) -> None:
        """A part of the score as it is written on the sheet."""
        field = NumberField()
        field.setRange(NOT_ENTERED, MAX_CLAIMED)
        field.setSpecialValueText("—")
        field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        field.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        field.setValue(NOT_ENTERED)
        touchable(field)
        field.valueChanged.connect(lambda value: self._claim(part, value))
        self.parts[part] = field
        self._row(grid, title, field)

    def _claim(self, part: str, value: int) -> None:
        claims = {name: points for name, points in claims_of(self.paper).items() if name != part}
        claims |= {} if value == NOT_ENTERED else {part: value}
        self._put(claimed=claims["total"] if list(claims) == ["total"] else claims or None)

    def _row(self, grid: QGridLayout, title: str, widget: QWidget) -> None:
        row = grid.rowCount()
        caption = label(title, wrap=False)
        caption.setBuddy(widget)
        grid.addWidget(caption, row, 0)
        grid.addWidget(widget, *((row + 1, 0, 1, 2) if theme.large() else (row, 1)))
        widget.setAccessibleName(title)

    def _count(self, group: str, value: int) -> None:
        boxes = {name: count for name, count in self.paper.boxes.items() if name != group}
        self._put(boxes=boxes if value == NOT_ENTERED else boxes | {group: value})

    def _choose(self, option: str) -> None:
        self._put(options=dict(self.paper.options) | {option: self.options[option].value})

    def _put(self, **changes: object) -> None:
        self.paper = msgspec.structs.replace(self.paper, **changes)
        self.changed.emit(self.paper)


def _groups(sheet: Sheet) -> Iterator[tuple[str, int]]:
    """Yields the groups of boxes that are crossed off, and how many boxes each has."""
    counted: dict[str, int] = {}
    for box in sheet.boxes:
        if box.kind == "check":
            counted[box.group] = counted.get(box.group, 0) + 1
    yield from counted.items()

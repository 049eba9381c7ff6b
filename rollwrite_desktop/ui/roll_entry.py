"""Typing in real dice: a table of what may be in the bag and what it may show; one tap for each die, or "b4 w2" typed."""

from __future__ import annotations

import re

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLabel, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import Ask, Die, Draw, Outcome
from rollwrite_desktop.core.words import say, say_n
from rollwrite_desktop.ui import theme, touch
from rollwrite_desktop.ui.dice import paint_die

_TYPED = re.compile(r"([a-z]+)\s*([0-9]+)", re.IGNORECASE)


class Cell(QAbstractButton):
    """One die showing one face."""

    def __init__(self, die: Die, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.die = die
        self.setCheckable(True)
        touch.accept(self)
        self.setAccessibleName(f"{say(die.name)} {die.face}")
        self.setToolTip(f"{say(die.name)} {die.face}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(44), theme.px(40))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(28), theme.px(28))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        side = min(self.width(), self.height())
        place = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        paint_die(painter, place, self.die.name, str(self.die.face), pips=False, chosen=self.isChecked(),
                  faded=not self.isEnabled())
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), 6, 6)
        painter.end()


class RollEntry(QWidget):
    """Emits `dice_entered(Outcome)` as soon as enough dice are named."""

    dice_entered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ask: Draw | None = None
        self.cells: dict[tuple[str, int], Cell] = {}
        self._labels: list[QLabel] = []
        self._sentence = QLabel()
        self._sentence.setWordWrap(True)
        theme.role(self._sentence, "heading")
        self._matrix = QWidget()
        self._grid = QGridLayout(self._matrix)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self.line = QLineEdit()
        self.line.setAccessibleName(say("The roll, typed"))
        self.line.returnPressed.connect(self._typed)
        self._wrong = QLabel()
        self._wrong.setWordWrap(True)
        theme.role(self._wrong, "alarm")
        self._wrong.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self._sentence, self._matrix, self.line, self._wrong):
            column.addWidget(widget)

    def ask(self, ask: Ask | None) -> None:
        """Asks for the dice of a demand of chance."""
        if ask == self._ask:
            return
        self._ask = ask if isinstance(ask, Draw) else None
        for cell in self.cells.values():
            cell.setParent(None)
            cell.deleteLater()
        for label in self._labels:
            label.setParent(None)
            label.deleteLater()
        self._labels.clear()
        self.cells.clear()
        self._wrong.hide()
        if self._ask is None:
            return
        n = self._ask.count
        self._sentence.setText(say_n(
            "Draw a die, roll it and tap what it shows.", "Draw {n} dice, roll them and tap what they show.", n
        ))
        example = " ".join(f"{name[0]}{face}" for name, face in zip(self._ask.bag, self._ask.faces, strict=False))
        self.line.setPlaceholderText(say("or type, such as {example}", example=" ".join(example.split()[:n])))
        for row, name in enumerate(self._ask.bag):
            label = QLabel(say(name))
            theme.role(label, "faint")
            self._labels.append(label)
            self._grid.addWidget(label, row, 0)
            for column, face in enumerate(self._ask.faces, 1):
                cell = Cell(Die(name, face))
                cell.toggled.connect(lambda on, cell=cell: self._toggled(cell, on))
                self.cells[name, face] = cell
                self._grid.addWidget(cell, row, column)

    def refuse(self, sentence: str) -> None:
        """Says why the dice cannot have fallen so."""
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))

    def _toggled(self, cell: Cell, on: bool) -> None:
        self._wrong.hide()
        assert self._ask is not None
        if on:
            for other in self.cells.values():
                if other is not cell and other.die.name == cell.die.name and other.isChecked():
                    other.blockSignals(True)
                    other.setChecked(False)
                    other.blockSignals(False)
                    other.update()
        chosen = [other.die for other in self.cells.values() if other.isChecked()]
        if len(chosen) == self._ask.count:
            for other in self.cells.values():
                other.blockSignals(True)
                other.setChecked(False)
                other.blockSignals(False)
            self.dice_entered.emit(Outcome(tuple(chosen)))

    def _typed(self) -> None:
        if self._ask is None:
            return
        dice = []
        for name, face in _TYPED.findall(self.line.text()):
            bag = [full for full in self._ask.bag if full.startswith(name.lower())]
            if not bag:
                self.refuse(say("No die in the bag begins with '{name}'.", name=name))
                return
            dice.append(Die(bag[0], int(face)))
        if len(dice) != self._ask.count:
            self.refuse(say("{n} dice are expected, such as {example}.", n=self._ask.count,
                            example=self.line.placeholderText().rpartition("as ")[2]))
            return
        self.line.clear()
        self.dice_entered.emit(Outcome(tuple(dice)))

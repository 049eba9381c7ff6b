"""Entering real dice and cards: a row for each die that may have been rolled, one tap in it, or where many plain dice are
rolled a counter for each number; then, in the same place, a tap for each card; or typed, such as "b4 w2" or "3 7"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.chance import Ask, Deal, Die, Draw, Outcome, Roll
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.opening.roll_notation import RollNotes, outcome_of
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.canvas.dice import paint_die
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.choices import ArrowGrid
from rollwrite_desktop.ui.kit.labels import ElidedLabel, plain_label
from rollwrite_desktop.ui.kit.layouts import emptied


class Cell(QAbstractButton):
    """One die showing one face; `number`: which die that is, from 1, where dice have no names."""

    def __init__(self, die: Die, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.die = die
        self.setCheckable(True)
        touch.accept(self)
        unnamed = tr("Die {n}: {face}", n=number, face=die.face)
        self.setAccessibleName(f"{tr(die.name)} {die.face}" if die.name else unnamed)
        self.setToolTip(tool_tip(self.accessibleName()))
        self.setMinimumSize(TOUCH, TOUCH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        side = max(TOUCH, min(theme.px(_CELL), _WIDEST_CELL))
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        side = min(self.width(), self.height())
        place = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        focus, line = touch.shows_focus(self), theme.focus_line()
        die = place.adjusted(line, line, -line, -line) if focus else place
        paint_die(painter, die, self.die.name, str(self.die.face), pips=False, chosen=self.isChecked(),
                  faded=not self.isEnabled())
        if focus:
            theme.paint_focus(painter, place, 6)
        painter.end()


MAX_TYPED = 200
_CELL, _WIDEST_CELL = 30, 72
"""The side of a face to be tapped, in pixels at 100 % text, and the most that six beside each other have room for."""
_CARD_COLUMNS = 7
_LONG_CARD_COLUMNS = 5
_CARD_LEAST = TOUCH - 2  # so that seven need no more than the tray has; there they get their 44 pixels
_AROUND = 14
"""Around the letters of a short card, in pixels."""
_FACES_COLUMNS = 6
_ROWS = 4
"""Up to so many plain dice have a row each; of more, it is counted how many show each number."""


class _Line(QLineEdit):
    """A line whose Enter is its own: what it stands on is not asked again."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class RollEntry(QWidget):
    """Emits `dice_entered(Outcome)` as soon as everything asked for is named, and while somebody types `typing(Outcome)`,
    or `typing(None)` while that is not a whole roll, and where it is tapped. `confirmed`: Enter was pressed on a whole roll,
    which is entered.

    `faces`: what is tapped; below the line in which they are typed, or elsewhere on the page (`lay_faces`)."""

    dice_entered = Signal(object)
    typing = Signal(object)
    confirmed = Signal()

    def __init__(
        self, notes: RollNotes, typed: bool = True, parent: QWidget | None = None, request: str = "", ending: str = "",
    ) -> None:
        """`typed`: whether they can be typed too. `notes` read what is typed as it is noted on paper ("33455688").
        `request`: what is asked for instead of rolling now; `ending`: what Enter does instead of taking a whole roll."""
        super().__init__(parent)
        self.notes = notes
        self._request_now, self._ending = request, ending or tr("Press Enter to take the roll.")
        self._ask: Ask | None = None
        self._example = ""
        self.cells: dict[tuple[int, int], Cell] = {}
        """What is tapped for a die, by its row and face; a counter's is in row 0."""
        self.fewer: dict[int, QToolButton] = {}
        self._counts: dict[int, int] = {}
        self._numbers: dict[int, QLabel] = {}
        self.cards: dict[str, QPushButton] = {}
        self._up: list[str] = []
        self._short = False
        self._sentence = plain_label()
        self._sentence.setWordWrap(True)
        theme.role(self._sentence, "heading")
        self.faces = QWidget()
        self._matrix = QWidget(self.faces)
        self._grid = QGridLayout(self._matrix)
        self._rolled = QWidget()
        self._rolled_row = QHBoxLayout(self._rolled)
        self._rolled_row.setContentsMargins(0, 0, 0, 0)
        self._deck = QWidget(self.faces)
        self._deck_grid = QGridLayout(self._deck)
        self._deck.installEventFilter(self)
        for grid in (self._grid, self._deck_grid):
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setSpacing(2)
        self._cells_by_arrows = ArrowGrid(self._grid, self)
        self._cards_by_arrows = ArrowGrid(self._deck_grid, self)
        self.line = _Line()
        self.line.setMaxLength(MAX_TYPED)
        self.line.setAccessibleName(tr("The roll, typed"))
        self.line.returnPressed.connect(self._typed)
        if not typed:
            self.line.hide()
        self.line.textEdited.connect(lambda _: self._look())
        self._wrong = plain_label()
        self._wrong.setWordWrap(True)
        theme.role(self._wrong, "wrong")
        self._wrong.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        # What is typed stands first: it is in sight where the rest has to scroll. What is wrong with it stands where else
        # the request does, so that what is tapped stays where it is.
        for widget in (self._sentence, self._wrong, self.line, self._rolled, self.faces):
            column.addWidget(widget)
        tapped = QVBoxLayout(self.faces)
        tapped.setContentsMargins(0, 0, 0, 0)
        for widget in (self._matrix, self._deck):
            tapped.addWidget(widget)

    def ask(self, ask: Ask | None) -> None:
        """Asks for what a demand of chance wants to know."""
        if ask == self._ask:
            return
        self._ask = ask
        self._clear()
        rows, faces = self._rows(ask)
        self._example = self.notes.example(ask) if ask is not None else ""
        self.line.setPlaceholderText(tr("Type them, such as {example}", example=self._example))
        lines = -(-len(faces) // _FACES_COLUMNS)
        across = -(-len(faces) // lines) if lines else 0
        if not any(rows) and len(rows) > _ROWS:
            rows = ()
            self._lay_counters(faces)
        bag = rows
        if isinstance(ask, Draw) and self.notes is not None and self.notes.boxes and {*bag} <= {*self.notes.boxes.letters}:
            rows = tuple(self.notes.boxes.letters)  # each die always in its place, whatever is left in the bag
        for row, name in enumerate(rows):
            caption = ElidedLabel(tr(name) if name else str(row + 1), "faint")
            caption.setMinimumWidth(12 if theme.large() else caption.sizeHint().width())
            self._grid.addWidget(caption, row * lines, 0)
            for i, face in enumerate(faces):
                cell = Cell(Die(name, face), row + 1)
                cell.setEnabled(name in bag)
                cell.toggled.connect(lambda on, row=row, cell=cell: self._toggled(row, cell, on))
                self.cells[row, face] = cell
                self._grid.addWidget(cell, row * lines + i // across, 1 + i % across)
        deck = (*ask.deck, *ask.discards) if isinstance(ask, Deal) else ()
        self._short = short = len({card.partition(" ")[0] for card in deck}) == len(deck)
        for card in deck:
            spot, _, rest = card.partition(" ")
            button = QPushButton(spot if short or not rest else f"{spot}\n{tr(rest)}")
            theme.role(button, "wide_key")
            button.setAccessibleName(f"{spot} {tr(rest)}".strip())
            button.setToolTip(tool_tip(button.accessibleName()))
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setMinimumWidth(_CARD_LEAST)
            button.setFixedHeight(max(TOUCH, theme.px(TOUCH - 4)))
            touch.accept(button)
            button.toggled.connect(lambda on, card=card: self._turned(card, on))
            self.cards[card] = button
        self._lay_cards()
        self._cells_by_arrows.hold([*filter(QWidget.isEnabled, self.cells.values()), *self.fewer.values()])
        self._cards_by_arrows.hold([*self.cards.values()])
        self._show_step()

    def _lay_cards(self) -> None:
        """As many cards beside one another as there is room for, long names fewer."""
        cards, across = [*self.cards.values()], _LONG_CARD_COLUMNS
        if self._short and cards:
            usual = sorted(card.fontMetrics().horizontalAdvance(card.text()) for card in cards)[len(cards) // 2]
            wide = max(TOUCH, usual + _AROUND)
            gap = self._deck_grid.horizontalSpacing()
            across = max(_CARD_COLUMNS, (self._deck.width() + gap) // (wide + gap))
        for i, card in enumerate(cards):
            self._deck_grid.addWidget(card, i // across, i % across)
        # The style sheet's own least height would let rows shrink.
        for row in range(self._deck_grid.rowCount()):
            self._deck_grid.setRowMinimumHeight(row, TOUCH if row * across < len(cards) else 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        if event.type() == QEvent.Type.Resize:
            self._lay_cards()
        return False

    def _lay_counters(self, faces: Sequence[int]) -> None:
        """For each number a die to tap once more, how many there are, and one less."""
        for column, face in enumerate(faces):
            self._counts[face] = 0
            more = self.cells[0, face] = Cell(Die("", face), 0)
            more.setCheckable(False)
            more.clicked.connect(lambda _=False, face=face: self._count_up(face, 1))
            number = self._numbers[face] = plain_label()
            theme.role(number, "heading")
            number.setAlignment(Qt.AlignmentFlag.AlignCenter)
            less = self.fewer[face] = icon_button("minus", "", partial(self._count_up, face, -1))
            less.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            for line, widget in enumerate((more, number, less)):
                self._grid.addWidget(widget, line, column)
            self._show_count(face)

    def _count_up(self, face: int, by: int) -> None:
        self._tap()
        self._counts[face] = max(0, self._counts[face] + by)
        self._show_count(face)
        self._sentence.setText(self._request(self._ask))
        self.typing.emit(None)
        self._finish()

    def _show_typed(self) -> None:
        """Shows what is typed where it is tapped too, to be gone on with either way, and in the request what is still to be
        entered."""
        outcome = self.notes.begun(self.line.text(), self._ask)
        faces = [die.face for die in outcome.dice]
        for face in self._counts:
            self._counts[face] = faces.count(face)
            self._show_count(face)
        for (row, _), cell in self.cells.items():
            _put(cell, cell.die in outcome.dice if cell.die.name else faces[row : row + 1] == [cell.die.face])
        self._up = [card for card in outcome.cards if card in self.cards]
        for card, button in self.cards.items():
            _put(button, card in self._up)
        self._show_step()

    def _show_count(self, face: int) -> None:
        n = self._counts[face]
        self._numbers[face].setText(str(n))
        for button, name in (
            (self.cells[0, face], tr_n("Number {face}: {n} die", "Number {face}: {n} dice", n, face=face)),
            (self.fewer[face], tr("Number {face}: one die less", face=face)),
        ):
            accessible.name(button, name)
            button.setToolTip(tool_tip(name))

    def _named(self) -> tuple[Die, ...]:
        """Returns the dice that have been tapped so far."""
        counted = [Die("", face) for face, n in self._counts.items() for _ in range(n)]
        return (*counted, *(cell.die for cell in self.cells.values() if cell.isChecked()))

    def _show_step(self, changing: bool = False) -> None:
        """First the dice; when they are all named the cards, if there are any, and the dice over them. `changing`: the dice
        once more."""
        named = self._named()
        dealing = bool(self.cards) and len(named) >= self._count(self._ask) and not changing
        self._matrix.setVisible(not dealing)
        self._rolled.setVisible(dealing)
        self._deck.setVisible(dealing)
        emptied(self._rolled_row)
        self._sentence.setText(self._request(self._ask))
        if dealing and isinstance(self._ask, Deal):
            if not self._up and not self.line.text():
                self._sentence.setText(
                    tr_n("Enter the face-up card.", "Enter the {n} face-up cards in order.", self._ask.count)
                )
            for number, die in enumerate(named, 1):
                cell = Cell(die, number)
                cell.setCheckable(False)
                cell.setToolTip(tr("Change the dice"))
                cell.clicked.connect(lambda _=False: self._show_step(changing=True))
                self._rolled_row.addWidget(cell)
                cell.show()

    def refuse(self, sentence: str) -> None:
        """Says why it cannot have been so."""
        self._tell(sentence)
        accessible.announce(sentence, urgent=True)

    def warn(self, sentence: str) -> None:
        """Says why what is being typed cannot be so, once; "" where it can."""
        if sentence != (self._wrong.text() if not self._wrong.isHidden() else ""):
            self.refuse(sentence)

    def _tell(self, sentence: str) -> None:
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))
        self._sentence.setVisible(not sentence)

    def offer(self, text: str, before: str = "") -> None:
        """Types a roll to be taken with Enter, unless something else than `before` is typed."""
        if self.line.text() in ("", before):
            self.line.setText(text)
            self.line.selectAll()

    def begins(self, text: str) -> bool:
        """Returns whether a roll that is asked for may begin so, with a die and its number."""
        ask = self._ask
        return isinstance(ask, Draw) and bool(self.notes.read(text, ask)) and not self.notes.fault(text, ask)

    def let_see_keys(self, watcher: QObject) -> None:
        """Shows what is typed to an event filter first."""
        self.line.installEventFilter(watcher)

    @property
    def begun(self) -> bool:
        """Whether something is typed or tapped that is not a whole roll yet, or has not been taken."""
        return bool(self.line.text().strip() or self._up or self._named())

    # ------------------------------------------------------------------ what is asked

    @staticmethod
    def _rows(ask: Ask | None) -> tuple[Sequence[str], Sequence[int]]:
        """A row for each die, by name, and the faces that they have."""
        roll = ask.roll if isinstance(ask, Deal) else ask
        if isinstance(roll, Draw):
            return roll.bag, roll.faces
        return (("",) * roll.count, roll.faces) if isinstance(roll, Roll) else ((), ())

    @staticmethod
    def _count(ask: Ask | None) -> int:
        roll = ask.roll if isinstance(ask, Deal) else ask
        return roll.count if isinstance(roll, Draw | Roll) else 0

    def lay_faces(self, here: bool) -> None:
        """Lays what is tapped below the line again, or no longer; the caller shows it elsewhere then."""
        column = self.layout()
        if column is not None and here != (column.indexOf(self.faces) >= 0):
            column.addWidget(self.faces) if here else column.removeWidget(self.faces)

    def typed_height(self, width: int) -> int:
        """How high the request, the line and the dice to which cards are turned up are together at a width, in pixels."""
        column = self.layout()
        gap = column.spacing() if column is not None else 0
        dice = gap + Cell(Die("", 1), 1).sizeHint().height() if isinstance(self._ask, Deal) else 0
        return self._sentence.heightForWidth(width) + gap + self.line.sizeHint().height() + dice

    def _request(self, ask: Ask | None) -> str:
        n, had = self._count(ask), len(self._named())
        if had:
            dice, cards = n - had, (ask.count if isinstance(ask, Deal) else 0) - len(self._up)
            if dice > 0:
                return tr_n("One more die to enter.", "{n} more dice to enter.", dice)
            if cards:
                return tr_n("One more card to enter.", "{n} more cards to enter.", cards)
            return self._ending
        if self._request_now:
            return self._request_now
        if isinstance(ask, Draw):
            return tr_n("Draw a die, roll it, enter the result.", "Draw {n} dice, roll them, enter the results.", n)
        if isinstance(ask, Deal):
            return tr("Roll {n} dice, turn up {cards} cards, enter the results.", n=n, cards=ask.count)
        if isinstance(ask, Roll) and min(ask.faces) > 1:
            return tr("Roll {n} dice; on ordinary dice, add {more}.", n=n, more=min(ask.faces) - 1)
        return tr_n("Roll a die, enter the result.", "Roll {n} dice, enter the results.", n)

    def _clear(self) -> None:
        self._tell("")
        for grid in (self._grid, self._deck_grid):
            while (item := grid.takeAt(0)) is not None:
                widget = item.widget()
                if widget is not None:
                    widget.setParent(None)
                    widget.deleteLater()
        for kept in (self.cells, self.cards, self.fewer, self._counts, self._numbers):
            kept.clear()
        self._cells_by_arrows.hold(())
        self._cards_by_arrows.hold(())
        self._up = []

    # ------------------------------------------------------------------ what is answered

    def _tap(self) -> None:
        """Empties the line: what is typed is shown where it is tapped already, and gone on with there."""
        self._tell("")
        self.line.clear()

    def _toggled(self, row: int, cell: Cell, on: bool) -> None:
        self._tap()
        for (other_row, _), other in self.cells.items():
            if on and other_row == row and other is not cell:
                _put(other, False)
        self.typing.emit(None)
        self._show_step()
        self._finish()

    def _turned(self, card: str, on: bool) -> None:
        """Keeps cards in the order of the taps, as that in which they are turned up can matter."""
        self._tap()
        self._up = [other for other in self._up if other != card] + ([card] if on else [])
        self.typing.emit(None)
        self._show_step()
        self._finish()

    def _finish(self) -> None:
        dice, cards = self._named(), tuple(self._up)
        wanted = self._count(self._ask), self._ask.count if isinstance(self._ask, Deal) else 0
        if len(dice) > wanted[0] or len(cards) > wanted[1]:  # a whole roll was typed, and this tapped besides
            self.refuse(self.notes.expected(self._ask) if self._ask is not None else "")
        if (len(dice), len(cards)) != wanted:
            return
        for button in (*self.cells.values(), *self.cards.values()):
            _put(button, False)
        self._up = []
        for face in self._counts:
            self._counts[face] = 0
            self._show_count(face)
        self._show_step()
        self.dice_entered.emit(Outcome(dice, cards))

    def take_focus(self) -> None:
        """Moves the keyboard to the line in which a roll is typed."""
        self.line.setFocus()

    def type(self, event: QKeyEvent, letter: str) -> None:
        """Types a letter, if there is one, and a key that was pressed elsewhere, and what comes after them."""
        self.take_focus()
        self.line.insert(letter)
        QApplication.sendEvent(self.line, event)

    def _typed(self) -> None:
        outcome, fault = self._outcome(), self._fault()
        if fault or outcome is None:  # in the words of before Enter, not in the longer ones of the rules
            self.refuse(fault or (self.notes.expected(self._ask) if self._ask is not None else ""))
            return
        self._tell("")
        typed = self.line.text()
        self.line.clear()
        self._show_typed()
        self.dice_entered.emit(outcome)
        if not self._wrong.isHidden():  # refused: let it be corrected rather than typed anew
            self.line.setText(typed)
            self._show_typed()
        else:
            self.confirmed.emit()

    def _look(self) -> None:
        """Looks at what is typed so far: says at once that it cannot become a roll."""
        outcome, fault = self._outcome(), self._fault()
        self._show_typed()
        self.warn(fault)
        self.typing.emit(outcome if not fault else None)

    def _fault(self) -> str:
        return self.notes.fault(self.line.text(), self._ask) if self._ask is not None else ""

    def _outcome(self) -> Outcome | None:
        """Returns what is typed: "b4 w2", or plain dice such as "3 7"; None while it is not that."""
        if self._ask is None:
            return None
        found = outcome_of(self.notes.read(self.line.text(), self._ask))
        cards = self._ask.count if isinstance(self._ask, Deal) else 0
        counts = (len(found.dice), len(found.cards)) if found is not None else None
        return found if counts == (self._count(self._ask), cards) else None


def _put(button: QAbstractButton, on: bool) -> None:
    """Checks or unchecks a button without a word."""
    with QSignalBlocker(button):
        button.setChecked(on)
    button.update()

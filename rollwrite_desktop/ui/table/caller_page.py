"""Dice and cards in large for a class or a family that writes on paper: roll after roll of a code, and the list of them.

What chance is asked for, the game's leaflet tells; the outcomes are those of the code, so a same-dice pad has them too.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.chance import Ask, Deal, Draw, Outcome, Roll, new_code, outcome
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.game_codes import MADE, TypedCode, read_typed
from rollwrite_desktop.play.open_game import sheet_of
from rollwrite_desktop.play.roll_notation import RollNotes
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.shell.page import Page
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.table.tray.dice import paint_die
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import button
from rollwrite_desktop.ui.widgets.choices import Combo
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.page_head import PageHead
from rollwrite_desktop.ui.widgets.touch import touchable

_LIST = 300
_GAP = 0.16  # of a die's side
_DIE_MOST = 320.0
_CARD_HIGH = 0.42  # of a die's side
_TUMBLES, _TUMBLE_MS = 6, 60
_LONGEST = 40


class DiceBoard(QWidget):
    """What has been rolled, as large as there is room for. `tapped` after a click or touch."""

    tapped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.outcome: Outcome | None = None
        self.cards: tuple[str, ...] = ()
        self.pips = True
        self.turn = 0.0
        self.invitation = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.current().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(560, 360)

    def show_outcome(self, rolled: Outcome | None, cards: tuple[str, ...], name: str) -> None:
        """Dice and the names of the cards; `name` is what a screen reader says."""
        self.outcome, self.cards = rolled, cards
        self.setAccessibleName(name)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.tapped.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("edge"))
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 12, 12)
        if self.outcome is None:
            painter.setFont(_font(max(18.0, min(40.0, self.width() / 24))))
            painter.setPen(theme.color("faint"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()).adjusted(24, 24, -24, -24), flags, self.invitation)
        else:
            self._paint_outcome(painter, self.outcome)
        painter.end()

    def _paint_outcome(self, painter: QPainter, rolled: Outcome) -> None:
        room = QRectF(self.rect()).adjusted(24, 24, -24, -24)
        n = len(rolled.dice)
        across = n if n <= 4 else -(-n // 2)
        rows = -(-n // across) if n else 0
        named = any(die.name for die in rolled.dice)
        high = rows * (1 + _GAP) + (0.3 * rows if named else 0) + len(self.cards) * _CARD_HIGH * (1 + _GAP)
        side = min(_DIE_MOST, room.width() / (across * (1 + _GAP)), room.height() / max(high, 0.1))
        top = room.center().y() - high * side / 2
        for row in range(rows):
            dice = rolled.dice[row * across : (row + 1) * across]
            left = room.center().x() - (len(dice) * (1 + _GAP) - _GAP) * side / 2
            for i, die in enumerate(dice):
                place = QRectF(left + i * (1 + _GAP) * side, top, side, side)
                turn = self.turn * (30 + 11 * i)
                paint_die(painter, place, die.name, str(die.face), pips=self.pips and die.face > 0, turn=turn)
                if named:
                    painter.setPen(theme.color("text"))
                    painter.setFont(_font(side * 0.17))
                    below = QRectF(place.left() - side * 0.08, place.bottom() + side * 0.03, side * 1.16, side * 0.25)
                    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, tr(die.name))
            top += side * (1 + _GAP + (0.3 if named else 0))
        for card in self.cards:
            self._paint_card(painter, card, QRectF(room.left(), top, room.width(), side * _CARD_HIGH))
            top += side * _CARD_HIGH * (1 + _GAP)

    @staticmethod
    def _paint_card(painter: QPainter, text: str, room: QRectF) -> None:
        font = _font(room.height() * 0.5)
        wide = QFontMetricsF(font).horizontalAdvance(text)
        if wide > room.width() - 40:
            font = _font(room.height() * 0.5 * (room.width() - 40) / wide)
            wide = QFontMetricsF(font).horizontalAdvance(text)
        card = QRectF(0, 0, wide + 40, room.height())
        card.moveCenter(room.center())
        painter.setPen(QPen(theme.color("strong_edge"), 2))
        painter.setBrush(theme.color("lifted"))
        painter.drawRoundedRect(card, 10, 10)
        painter.setPen(theme.color("text"))
        painter.setFont(font)
        painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)


class CallerPage(Page):
    """The room. Goes on where it was left: the game, its code and how many rolls have been called are remembered."""

    full_chosen = Signal()

    def __init__(self, game_id: str, store: Settings) -> None:
        super().__init__(tr("Call the dice"))
        self.store = store
        theme.role(self, "page")
        games = {each: tr(game.info.title) for each, game in GAMES.items() if game.print_kit.asked is not None}
        kept = self.store.recall("caller", dict[str, str]())
        self.rolls: list[Outcome] = []
        head = PageHead(tr("Call the dice"))
        head.left.connect(self.left)
        self.game = Combo(games, game_id if game_id in games else kept.get("game", ""), tr("Game"))
        self.sheet = Combo({}, "", tr("Sheet"))
        self.code = QLineEdit()
        touchable(self.code)
        self.code.setMaxLength(_LONGEST)
        self.code.setAccessibleName(tr("Code of the dice"))
        self.code.setToolTip(tr("The same code brings the same dice on every machine"))
        self.code.setFixedWidth(theme.px(150))
        head.add_beside_title(self.game, self.sheet, label(tr("Code"), "faint", wrap=False), self.code)
        self.save = button(tr("&Save the rolls …"), "save", "quiet", self.ask_file)
        self.anew = button(tr("&Begin anew"), "plus", "quiet", self.ask_anew)
        self.full = button(tr("&Full screen"), "maximize", "quiet", self.full_chosen.emit)
        for each in (self.anew, self.save, self.full):
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Space goes on rolling after a click
        head.add(self.anew, self.save, self.full)
        self.said = label("", "faint")
        self.undo = self._undo_bar()
        self.heading = label("", "display")
        self.board = DiceBoard()
        self.board.tapped.connect(self.roll)
        self.next = button(tr("Roll"), "dice", "primary", self.roll)
        self.next.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.next.setToolTip(tr("Space"))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Rolls so far"))
        self.list.setFixedWidth(theme.px(_LIST))
        self.list.setWordWrap(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        main = QVBoxLayout()
        main.setSpacing(10)
        main.addWidget(self.heading)
        main.addWidget(self.board, 1)
        main.addWidget(self.next)
        beside = QVBoxLayout()
        beside.addWidget(label(tr("Rolls so far"), "heading"))
        beside.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(main, 1)
        row.addLayout(beside)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(12, 8, 12, 12)
        outside.addWidget(head)
        outside.addWidget(self.said)
        outside.addLayout(row, 1)
        outside.addWidget(self.undo)
        self._tumbling = QTimer(self, interval=_TUMBLE_MS)
        self._tumbling.timeout.connect(self._tumble)
        self._left_to_tumble = 0
        self._lay_sheets(kept.get("sheet", ""))
        if kept.get("game") != self.game.value:
            kept = {}
        self.code.setText(kept.get("code", "") or new_code())
        called = kept.get("rolls", "")
        self._begin(int(called) if called.isascii() and called.isdecimal() and len(called) < 4 else 0)
        self.game.currentIndexChanged.connect(lambda _: self._other_game())
        self.sheet.currentIndexChanged.connect(lambda _: self.begin())
        self.code.installEventFilter(self)
        self.code.editingFinished.connect(self._other_code)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def rule(self) -> tuple[str, str]:
        return self.game.value, ""

    # ------------------------------------------------------------------ the dice

    def ask_anew(self) -> None:
        """New dice; asks first where rolls have been called."""
        if not self.rolls:
            self.begin()
            return
        question = QMessageBox(self)
        question.setText(tr_n("One roll has been called. Begin anew with other dice?",
                              "{n} rolls have been called. Begin anew with other dice?", len(self.rolls)))
        anew = question.addButton(tr("&Begin anew"), QMessageBox.ButtonRole.DestructiveRole)
        keep = question.addButton(tr("&Go on with these"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(keep)
        question.setEscapeButton(keep)
        anew.clicked.connect(self.begin)
        question.finished.connect(question.deleteLater)
        question.finished.connect(self.setFocus)
        self.question = question
        question.open()

    question: QMessageBox | None = None

    def begin(self) -> None:
        """New dice, from the first roll."""
        self._put_away()
        self.code.setText(new_code())
        self._begin(0)
        self.setFocus()

    def _put_away(self) -> None:
        """Keeps what has been called until this page is left, to be brought back."""
        if self.rolls:
            self._away = (self._called, self._dealt, len(self.rolls))
            self.gone.setText(tr_n("The one roll called before is put away.", "The {n} rolls called before are put away.",
                                   len(self.rolls)))
            self.undo.show()

    def bring_back(self) -> None:
        """The dice that were called before, as far as they had been called."""
        (game, sheet), code, called = self._away
        self.undo.hide()
        self._choose(game, sheet)
        self.code.setText(code)
        self._begin(called)
        self.setFocus()

    def _undo_bar(self) -> QFrame:
        frame = QFrame()
        theme.role(frame, "bar")
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 4, 4, 4)
        self.gone = label("")
        row.addWidget(self.gone, 1)
        back = button(tr("&Undo"), "undo", "", self.bring_back)
        back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row.addWidget(back)
        frame.hide()
        return frame

    _away: tuple[tuple[str, str], str, int] = (("", ""), "", 0)

    def _choose(self, game: str, sheet: str) -> None:
        """Chooses game and sheet without calling anything."""
        self.game.blockSignals(True)
        self.game.choose(game)
        self.game.blockSignals(False)
        self._lay_sheets(sheet)

    def roll(self) -> None:
        """The next roll; at the end nothing more."""
        if self._tumbling.isActive():
            self._tumbling.stop()
            self.board.turn = 0.0
            self.board.update()
            return
        if self._next is None:
            return
        self.code.setText(self._dealt)
        self._say()
        self._call()
        self._keep()
        if self.store.preferences.motion == "full":
            self._left_to_tumble = _TUMBLES
            self._tumbling.start()
        accessible.announce(f"{self.heading.text()}: {self.board.accessibleName()}")

    def _begin(self, called: int) -> None:
        game = GAMES[self.game.value]
        self._sheet: Sheet = sheet_of(game, self.sheet.value)
        self.notes = RollNotes(game, self._sheet, {})
        self.rolls = []
        self.list.clear()
        self._next: Ask | None = None
        self._look_ahead()
        self._dealt = self.code.text()
        self._called = (self.game.value, self.sheet.value)
        self._say()
        for _ in range(called):
            if self._next is not None:
                self._call()
        if not self.rolls:
            self._show(None)
        self._keep()

    def _call(self) -> None:
        assert self._next is not None
        rolled = outcome(self._dealt, len(self.rolls), self._next)
        self.rolls.append(rolled)
        self._look_ahead()
        self.list.addItem(f"{len(self.rolls)}.  {self.notes.short(str(rolled))}")
        self.list.setCurrentRow(self.list.count() - 1)
        self._show(rolled)

    def _look_ahead(self) -> None:
        asks = self.notes.asks([str(each) for each in self.rolls])
        self._next = asks[len(self.rolls)] if len(asks) > len(self.rolls) else None

    def _tumble(self) -> None:
        self._left_to_tumble -= 1
        self.board.turn = self._left_to_tumble / _TUMBLES if self._left_to_tumble > 0 else 0.0
        self.board.update()
        if self._left_to_tumble <= 0:
            self._tumbling.stop()

    # ------------------------------------------------------------------ showing

    def _show(self, rolled: Outcome | None) -> None:
        boxes = self.notes.boxes
        n = len(self.rolls)
        group = boxes.group if boxes else 0
        if rolled is None:
            self.heading.setText(tr(GAMES[self.game.value].info.title))
        elif group > 1:
            self.heading.setText(tr("Round {n}, roll {turn}", n=(n - 1) // group + 1, turn=(n - 1) % group + 1))
        elif group == 1:
            self.heading.setText(tr("Round {n}", n=n))
        else:
            self.heading.setText(tr("Roll {n}", n=n))
        over = self._next is None
        self.next.setText(tr("That was the last roll") if over else tr("Roll"))
        self.next.setEnabled(not over)
        self.save.setEnabled(bool(self.rolls))
        self.board.invitation = tr("Press Space or tap here to roll for everybody.")
        # Where the faces are digits of a number, pips would have to be counted.
        self.board.pips = self.store.preferences.dice == "pips" and not self._digits
        cards = tuple(map(self._card, rolled.cards)) if rolled else ()
        dice = ", ".join(f"{tr(die.name)} {die.face}".strip() for die in rolled.dice) if rolled else ""
        self.board.show_outcome(rolled, cards, "; ".join(filter(None, (dice, *cards))) or self.board.invitation)

    @property
    def _digits(self) -> bool:
        """Whether a die of this game can show 0."""
        first = next(iter(self.notes.asks(())), None)
        roll = first.roll if isinstance(first, Deal) else first
        return isinstance(roll, Draw | Roll) and 0 in roll.faces

    def _card(self, card: str) -> str:
        """A card's area in full, and its region."""
        spot, _, region = card.partition(" ")
        name = tr(self._sheet.space[spot].name) if spot in self._sheet.space else spot
        return f"{name} · {tr(region)}" if region else name

    def _lay_sheets(self, chosen: str) -> None:
        game = GAMES[self.game.value]
        self.sheet.blockSignals(True)
        self.sheet.clear()
        for each in game.played_on:
            self.sheet.addItem(tr(sheet_of(game, each).title), each)
        self.sheet.choose(chosen)
        self.sheet.setVisible(self.sheet.count() > 1)
        self.sheet.blockSignals(False)

    def _other_game(self) -> None:
        self._lay_sheets("")
        self.begin()

    def _other_code(self) -> bool:
        """Takes what was typed for a code; what is wrong with it is said, and then the dice stay those that they were."""
        text = self.code.text().strip()
        try:
            typed = read_typed(text) if text else TypedCode(new_code())
        except UserError as error:
            self._say(str(error))
            return False
        chosen = (typed.game.game, typed.game.sheet.removesuffix(MADE)) if typed.game is not None else self._called
        if chosen[0] not in [self.game.itemData(i) for i in range(self.game.count())]:
            self._say(tr("The dice of {game} are not called.", game=tr(GAMES[chosen[0]].info.title)))
            return False
        self.code.setText(typed.dice)
        if (typed.dice, chosen) == (self._dealt, self._called):
            self._say()
            return True
        self._put_away()
        self._choose(*chosen)
        self._begin(0)
        return True

    def _say(self, wrong: str = "") -> None:
        """What is wrong with the code that was typed, or that it is free text."""
        self.said.setText(wrong or read_typed(self._dealt).note)
        theme.role(self.said, "wrong" if wrong else "faint")
        self.said.setVisible(bool(self.said.text()))

    def _keep(self) -> None:
        self.store.keep("caller", {
            "game": self.game.value, "sheet": self.sheet.value, "code": self._dealt, "rolls": str(len(self.rolls)),
        })

    # ------------------------------------------------------------------ keys and files

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter after a code takes the code; it does not roll as well."""
        enter = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if watched is not self.code or event.type() != QEvent.Type.KeyPress or not enter:
            return False
        if self._other_code():
            self.setFocus()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right, Qt.Key.Key_PageDown):
            self.roll()
        else:
            super().keyPressEvent(event)

    def ask_file(self) -> None:
        """The list of rolls as a text, one a line: the check reads it."""
        name = file_name(f"{tr(GAMES[self.game.value].info.title)} {self.code.text()}") + ".txt"
        start = str(Path(self.store.folder("paper")) / name)
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Save the rolls"), start, tr("Texts (*.txt)"))
        if not chosen:
            return
        self.store.keep_folder("paper", Path(chosen))
        try:
            write_file(Path(chosen), "".join(f"{each}\n" for each in self.rolls).encode())
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.notified.emit(tr("Saved as {name}.", name=chosen))


def _font(pixels: float) -> QFont:
    font = QFont(theme.FAMILY)
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight.DemiBold)
    return font

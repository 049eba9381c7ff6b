"""The dice tray: what can be tapped beside the sheet, and the roll, digital or typed in as real dice fell.

Shows whatever tokens a guide names; a short animation explains a roll and never holds anybody up.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPointF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.play.guide import Token
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.table import snapshot
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.canvas.roll_entry import RollEntry
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, in_column
from rollwrite_desktop.ui.kit.scroll import LEAST, Scroll
from rollwrite_desktop.ui.play.table.tray.roll_supply import RollSupply
from rollwrite_desktop.ui.play.table.tray.token_buttons import DieButton, PlayingCard, PowerButton, TokenButton

ROLL_MS = 600
_IN_A_ROW, _IN_A_CROWD = 4, 6
_USABLE = ("ready", "chosen")
_SIDES = ((2, 92), (4, 76), (6, 60), (12, 52), (99, 44))
"""How large dice are at usual size: up to so many, so many pixels."""
_REAL = 72
"""And at most where real ones are played with, so that a page of the tabs has room for all that can be tapped."""


class DiceTray(QFrame):
    """Dice, cards, powers and the large button, each always in its place: where real dice are typed, the line has as much
    room as the dice that are played, whichever needs more; what is tapped instead is the page's to place. `token_tapped`
    carries the spot of a token, or of the action that the large button is; `dice_typed` the roll that is typed while it is
    not entered, None while it is not whole."""

    token_tapped = Signal(str)
    roll_chosen = Signal()
    dice_entered = Signal(object)
    dice_typed = Signal(object)
    take_back_chosen = Signal()

    def __init__(self, sheet: Sheet, notes: Callable[[], RollNotes], parent: QWidget | None = None) -> None:
        """`notes`: how real dice are typed; asked when they first are."""
        super().__init__(parent)
        theme.role(self, "panel")
        self._sheet, self._notes = sheet, notes
        self.buttons: dict[str, TokenButton] = {}
        self.pips = True
        self._growth = 1.0
        self._held: dict[tuple[float, float], int] = {}
        self._act = ""
        self._close: bool | None = None
        # Only with very large texts, or many real cards to enter, does this scroll; the large button never does.
        inside = self._inside = QWidget()
        self._scroll = Scroll(inside)
        column = self._column = QVBoxLayout(self)
        column.addWidget(self._scroll, 1)
        self._dice, self._cards, self._powers = QWidget(inside), QWidget(inside), QWidget(inside)
        self._grids = {kind: QGridLayout(widget) for kind, widget in
                       (("die", self._dice), ("card", self._cards), ("power", self._powers))}
        for grid in self._grids.values():
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setSpacing(6)
        self.roll = QPushButton(tr("Roll"))
        self.roll.setProperty("touch", True)
        self.roll.setToolTip(tr("Key {key}", key="Ctrl+R"))
        self.roll.clicked.connect(self._press)
        self.roll.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.role(self.roll, "primary")
        self.take_back = icon_button("history", tr("Correct the roll"), self.take_back_chosen.emit)
        # Its words stand to the left, so that its icon has the same place with and without them.
        self.take_back.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._entry: RollEntry | None = None
        foot = self._foot = QHBoxLayout()
        foot.setSpacing(6)
        foot.addWidget(self.roll, 1)
        foot.addWidget(self.take_back)
        self._strut = QSpacerItem(0, 0)
        foot.addItem(self._strut)
        things = self._things = QVBoxLayout(inside)
        things.setContentsMargins(0, 0, 0, 0)
        for widget in (self._dice, self._cards):
            things.addWidget(widget)
        self._total, self._counted = label("", "display"), label("", "faint")
        self._standing = QWidget(inside)
        in_column(label(tr("So far"), "heading"), self._total, self._counted, gap=2, margins=(4, 2, 4, 2), on=self._standing)
        self._standing.hide()
        self._dice.installEventFilter(self)
        things.addStretch(1)
        things.insertWidget(things.count() - 1, self._powers)
        column.addLayout(foot)
        self._powers_scroll = True
        self._lie_close(theme.large())
        self._rolling = QVariantAnimation(self)
        self._rolling.setStartValue(0.0)
        self._rolling.setEndValue(1.0)
        self._rolling.setDuration(ROLL_MS)
        self._rolling.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._rolling.valueChanged.connect(self._tumbled)
        self._rolling.finished.connect(self._settled)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    @property
    def entry(self) -> RollEntry:
        """Where real dice are entered, with the lists that they may come from: `supply`. Made when they are first asked
        for."""
        if self._entry is None:
            notes = self._notes()
            self._entry = made = RollEntry(notes=notes, parent=self._inside)
            made.dice_entered.connect(self.dice_entered)
            self._things.insertWidget(self._things.indexOf(self._cards) + 1, made)
            made.typing.connect(self.dice_typed)
            self.supply = RollSupply(made, notes)
            self.supply.offered.connect(self._see_offered, Qt.ConnectionType.QueuedConnection)  # once it is laid out
            self._foot.insertWidget(1, self.supply)
            touch.accept_all(self.supply)
        return self._entry

    def _press(self) -> None:
        if self._act:
            self.token_tapped.emit(self._act)
        else:
            self.roll_chosen.emit()

    # ------------------------------------------------------------------ showing

    def show_tokens(self, tokens: tuple[Token, ...]) -> None:
        """Shows these tokens, in their order. The button in a place stays when another token comes there."""
        kinds = [token.kind for token in tokens]
        if kinds != [button.token.kind for button in self.buttons.values()]:
            self._rebuild(tokens)
        shown = list(self.buttons.values())
        self.buttons = {token.spot: button for token, button in zip(tokens, shown, strict=True)}
        for token, button in zip(tokens, shown, strict=True):
            if button.token != token:
                button.show_token(token)
            button.setVisible(token.state != "gone")

    def apply(self, new: snapshot.Tray) -> None:
        """Shows the tray as it is now."""
        entering = new.entry is not None
        if self._entry is not None and not entering:
            self._entry.hide()  # at once: with what comes in its place it would push the window over the screen's edge
        self.show_tokens(new.tokens)
        self.setEnabled(new.enabled)
        self._act = new.act
        self.roll.setText(new.roll)
        # What gives something up does not stand out while there is something better to do.
        role = "waiting" if not new.can_roll else "" if new.gives_up else "primary"
        if self.roll.property("role") != role:
            theme.role(self.roll, role)
        armed = any(token.kind == "power" and token.state == "chosen" for token in new.tokens)
        for kind, widget in (("die", self._dice), ("card", self._cards), ("power", self._powers)):
            # While real dice are entered, only what an armed power can be used with; but powers keep their place.
            stays = not entering or kind == "power"
            usable = armed and kind == "die"
            widget.setVisible(any(
                token.kind == kind and (stays or (usable and token.state in _USABLE)) for token in new.tokens
            ))
        real = entering or self._entry is not None
        if real:
            # What a power is used with meanwhile lies in the place of the line.
            self.entry.setVisible(entering and (theme.large() or self._dice.isHidden()))
            self.supply.setVisible(entering)
        self._lie_close(real or theme.large())
        self.keep_powers()
        self.roll.setVisible(not entering)  # what was rolled counts as soon as it is entered
        style = Qt.ToolButtonStyle
        self.take_back.setToolButtonStyle(style.ToolButtonTextBesideIcon if entering else style.ToolButtonIconOnly)
        if self.take_back.text() != new.take_back:
            self.take_back.setText(new.take_back)
            self.take_back.setToolTip(tool_tip(new.take_back))
            accessible.name(self.take_back, new.take_back)
        self.take_back.setVisible(bool(new.take_back))
        self.take_back.setEnabled(new.can_take_back)
        if new.entry is not None:
            self.entry.ask(new.entry)
            self.supply.offer(new.rolled)
        self._keep_foot()

    def _keep_foot(self) -> None:
        """Keeps the line of the large button as high where real dice are entered in its place, and asks for the room."""
        if self._entry is not None:
            self._strut.changeSize(0, self.roll.sizeHint().height())
            self._foot.invalidate()
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), hint.height() + self._spare)

    @property
    def _spare(self) -> int:
        """Where real dice are typed, how much lower what is shown is than the higher of dice and line: nothing below is to
        move when one takes the place of the other. With very large texts all of it scrolls."""
        if self._entry is None or theme.large():
            return 0
        gap, least = self._things.spacing(), self._scroll.minimumSizeHint().height()
        played = [each.sizeHint().height() for kind, each in (("die", self._dice), ("card", self._cards))
                  if any(button.token.kind == kind for button in self.buttons.values())]
        shown = [each.sizeHint().height() for each in (self._dice, self._cards, self._entry) if not each.isHidden()]
        now, usual = (max(least, sum(rows) + gap * (len(rows) - 1)) for rows in (shown, played))
        size = theme.text_scale(), self._growth
        most = max(self._held.get(size, 0), now, usual, self._entry.typed_height(self._inside.width()))
        if self.isVisible():  # before, no line is broken as it will be
            self._held[size] = most
        return most - now

    def _lie_close(self, close: bool) -> None:
        """How much room is around what lies here: little where all of it is needed."""
        if close == self._close:
            return  # else all of it would be laid out anew
        self._close = close
        self._column.setContentsMargins(*((8, 4, 8, 4) if close else (12, 10, 12, 10)))
        for layout in (self._column, self._things):
            layout.setSpacing(6 if close else 10)

    def show_standing(self, total: str, counted: str) -> None:
        """Shows how far one is in the place of dice and cards, where nothing is rolled any more; "" where something is."""
        self._total.setText(total)
        self._counted.setText(counted)
        self._standing.setVisible(bool(total) and not theme.large())
        self._lay_standing()

    def _lay_standing(self) -> None:
        """Over the room that dice and cards keep, so that nothing moves."""
        if not self._standing.isHidden():
            wide = self._dice.width()
            self._standing.setGeometry(self._dice.x(), self._dice.y(), wide, self._standing.heightForWidth(wide))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._lay_standing()
        return False

    def take_rolls(self, path: Path) -> None:
        """Takes a list of rolls from a file, to be entered one after the other."""
        self.supply.take_file(path)

    def _see_offered(self, offered: bool) -> None:
        """Brings the line in which a roll of the list stands into sight; the list has the room beside the button."""
        style = Qt.ToolButtonStyle
        self.take_back.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if not (offered or self.entry.isHidden()) else style.ToolButtonIconOnly
        )
        if offered:
            self._scroll.verticalScrollBar().setValue(0)

    def refuse_entry(self, sentence: str) -> None:
        """Says why the dice typed in cannot be."""
        self.entry.refuse(sentence)

    def warn_entry(self, sentence: str) -> None:
        """Says why the dice that are being typed cannot be, before they are entered."""
        self.entry.warn(sentence)

    def take_focus(self) -> None:
        """Puts the keyboard on the large button, or where real dice are typed in its place."""
        if self.roll.isHidden():
            self.entry.take_focus()
        else:
            self.roll.setFocus()

    def focus_entry(self) -> None:
        """Puts the keyboard where dice are typed in."""
        self.entry.take_focus()

    def type(self, event: QKeyEvent, letter: str = "") -> None:
        """A key that is pressed elsewhere goes to the line where real dice are typed, after the `letter` that was pressed
        before it, and what is typed after it."""
        self.entry.type(event, letter)

    def place_of(self, spot: str, page: QWidget) -> QPointF:
        """Returns the middle of a token on the page; for one that it does not have that of the large button, or of the line
        where real dice are typed."""
        at = self.buttons.get(spot, self.roll if not self.roll.isHidden() else self.entry.line)
        return QPointF(at.mapTo(page, at.rect().center()))

    def set_pips(self, pips: bool) -> None:
        """Draws dice with pips, or with digits."""
        self.pips = pips
        for button in self._dice_buttons:
            button.pips = pips
            button.update()

    def key_token(self, key: str) -> str:
        """Returns the spot of the token that a key taps, or ""."""
        for button in self.buttons.values():
            if key and button.token.key == key:
                return button.token.spot
        return ""

    def _rebuild(self, tokens: tuple[Token, ...]) -> None:
        """Other places: a button for each token, in rows by kind."""
        for grid in self._grids.values():
            emptied(grid)
        made: dict[str, TokenButton] = {}
        for token in tokens:
            if token.kind == "die":
                button: TokenButton = DieButton(token)
            elif token.kind == "card":
                button = PlayingCard(token)
            else:
                # A power is called as its boxes on the sheet are.
                boxes = len(self._sheet.group(token.spot.partition("/")[2])) if token.left is not None else 0
                button = PowerButton(token, boxes)
            button.token_tapped.connect(self.token_tapped)
            made[token.spot] = button
        self.buttons = made
        for kind, grid in self._grids.items():
            placed = [button for button in made.values() if button.token.kind == kind]
            for i, (row, column, wide) in enumerate(_places(kind, len(placed))):
                grid.addWidget(placed[i], row, column, 1, wide)
        dice = self._dice_buttons
        for die in dice:
            die.pips = self.pips
            die.beside = any(each.token.count != 1 for each in dice)
            die.captioned = len(dice) <= _IN_A_ROW and any(each.token.picture is None for each in dice)
            die.base = min(next(side for most, side in _SIDES if len(dice) <= most), _REAL if self._entry else _SIDES[0][1])
            die.crowded = len(dice) > _IN_A_ROW
        for button in made.values():
            button.growth = self._growth

    @property
    def _dice_buttons(self) -> list[DieButton]:
        return [button for button in self.buttons.values() if isinstance(button, DieButton)]

    # ------------------------------------------------------------------ the roll as it is seen

    @property
    def rolling(self) -> bool:
        """Whether dice still tumble."""
        return self._rolling.state() == QVariantAnimation.State.Running

    def tumble(self) -> None:
        """Lets the dice shown now tumble into place."""
        if self._dice_buttons:
            self._tumbled(0.0)  # before anything is painted: how they lie is not seen first
            self._rolling.start()

    def skip(self) -> None:
        """Dice at rest at once."""
        if self.rolling:
            self._rolling.stop()
            self._settled()

    def _tumbled(self, share: float) -> None:
        for i, button in enumerate(self._dice_buttons):
            if button.token.state == "gone" or (button.token.state == "empty" and not button.beside):
                continue  # where dice are counted, the numbers that did not come are not seen either
            button.tumble = (1.0 - share) * (300 + 60 * i)
            button.update()

    def _settled(self) -> None:
        for button in self._dice_buttons:
            button.tumble = None
            button.update()

    def grow(self, factor: float) -> None:
        """Dice larger where there is room."""
        self._growth = min(1.6, max(1.0, factor))
        for button in self.buttons.values():
            button.growth = self._growth
            button.updateGeometry()
        self._keep_foot()
        self.updateGeometry()

    def keep_powers(self) -> None:
        """Where real dice are entered the powers keep their place, unless texts are very large: there they scroll."""
        scroll = theme.large() or self._entry is None
        self._scroll.least = LEAST if scroll else _REAL
        if scroll == self._powers_scroll:
            return
        self._powers_scroll = scroll
        if scroll:
            self._column.removeWidget(self._powers)
            self._things.insertWidget(self._things.count() - 1, self._powers)
        else:
            self._things.removeWidget(self._powers)
            self._column.insertWidget(1, self._powers)


def _places(kind: str, count: int) -> list[tuple[int, int, int]]:
    """Row, column and width of so many tokens of a kind: dice and cards in one row up to four, else in threes, many in
    sixes; powers in one row up to four, else three and then the others as wide as those together; cards and powers with very
    large texts one below the other."""
    if kind != "die" and theme.largest():
        return [(i, 0, 1) for i in range(count)]
    if kind == "power" and count > _IN_A_ROW:
        rest = max(1, 6 // max(1, count - 3))
        return [(0, 2 * i, 2) for i in range(3)] + [(1, rest * i, rest) for i in range(count - 3)]
    columns = count if count <= _IN_A_ROW else 3 if count <= _IN_A_CROWD else _IN_A_CROWD
    return [(i // columns, i % columns, 1) for i in range(count)]

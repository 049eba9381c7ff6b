"""The dice tray: what can be tapped beside the sheet, and the roll, digital or typed in as real dice fell.

Shows whatever tokens a guide names; a short animation explains a roll and never holds anybody up.
"""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.guide import Token
from rollwrite_desktop.play import snapshot
from rollwrite_desktop.play.roll_notation import RollNotes
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.table.tray.roll_entry import RollEntry
from rollwrite_desktop.ui.table.tray.token_buttons import DieButton, PowerButton, TokenButton, die_height
from rollwrite_desktop.ui.widgets import theme

ROLL_MS = 600
_IN_A_ROW = 4


class DicePlace(QWidget):
    """Where the dice lie; before the first roll, outlines of as many as will be rolled."""

    ghosts = 0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        if not self.ghosts:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("strong_edge"), 1.5, Qt.PenStyle.DashLine))
        side = min(theme.px(68.0), (self.width() - 8) / (self.ghosts * 1.4))
        gap = side * 0.4
        left = (self.width() - self.ghosts * side - (self.ghosts - 1) * gap) / 2
        for i in range(self.ghosts):
            square = QRectF(left + i * (side + gap), (self.height() - side) / 2, side, side)
            painter.drawRoundedRect(square, side * 0.18, side * 0.18)
        painter.end()


class DiceTray(QFrame):
    """Dice, powers, actions and the Roll button."""

    token_tapped = Signal(str)
    roll_chosen = Signal()
    dice_entered = Signal(object)
    take_back_chosen = Signal()

    def __init__(self, sheet: Sheet, notes: RollNotes, parent: QWidget | None = None) -> None:
        """`notes`: how real dice are typed."""
        super().__init__(parent)
        theme.role(self, "panel")
        self._sheet = sheet
        self.buttons: dict[str, TokenButton] = {}
        self.pips = True
        self._growth = 1.0
        self._faces: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")
        self._dice = DicePlace()
        self._dice_row = QGridLayout(self._dice)
        self._dice_row.setContentsMargins(0, 0, 0, 0)
        self._dice_row.setSpacing(12)
        self._powers = QWidget()
        self._power_rows = QVBoxLayout(self._powers)
        self._power_rows.setContentsMargins(0, 0, 0, 0)
        self._power_rows.setSpacing(6)
        self.roll = QPushButton(tr("Roll"))
        self.roll.setProperty("touch", True)
        self.roll.setToolTip(tr("Key {key}", key="Ctrl+R"))
        self.roll.clicked.connect(self.roll_chosen)
        theme.role(self.roll, "primary")
        self.take_back = QPushButton(tr("Correct the roll"))
        theme.role(self.take_back, "quiet")
        theme.dress(self.take_back, "history")
        self.take_back.clicked.connect(self.take_back_chosen)
        self.entry = RollEntry(notes=notes)
        self.entry.dice_entered.connect(self.dice_entered)
        self.entry.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 12, 12, 12)
        self._column.setSpacing(10)
        for widget in (self._dice, self.entry, self.roll, self._powers, self.take_back):
            self._column.addWidget(widget)
        self._column.addStretch(1)
        self._rolling = QVariantAnimation(self)
        self._rolling.setStartValue(0.0)
        self._rolling.setEndValue(1.0)
        self._rolling.setDuration(ROLL_MS)
        self._rolling.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._rolling.valueChanged.connect(self._tumbled)
        self._rolling.finished.connect(self._settled)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    # ------------------------------------------------------------------ showing

    def show_tokens(self, tokens: tuple[Token, ...]) -> None:
        """Shows these tokens, in their order; those that were there before only change."""
        if [token.spot for token in tokens] != list(self.buttons):
            self._rebuild(tokens)
        for token in tokens:
            button = self.buttons[token.spot]
            if button.token != token:
                button.show_token(token)
        dice = [button for button in self.buttons.values() if isinstance(button, DieButton)]
        rows = -(-len(dice) // _IN_A_ROW)
        each = dice[0].minimumSizeHint().height() + self._dice_row.spacing() if dice else 0
        self._dice.setMinimumHeight(max(die_height(self._growth), rows * each))
        self._powers.setVisible(any(token.kind != "die" for token in tokens))

    def apply(self, new: snapshot.Tray) -> None:
        """Shows the tray as it is now."""
        if new.entry is None:
            self.entry.hide()  # at once: with what comes in its place it would push the window over the screen's edge
        self.show_tokens(new.tokens)
        self.setEnabled(new.enabled)
        self.roll.setVisible(bool(new.roll))
        self.roll.setEnabled(new.can_roll)
        self.roll.setText(new.roll or self.roll.text())
        self.entry.setVisible(new.entry is not None)
        self._dice.setVisible(new.entry is None or self._has_dice)
        self.take_back.setVisible(bool(new.take_back))
        self.take_back.setText(new.take_back or self.take_back.text())
        self._dice.ghosts = 0 if self._has_dice else min(new.ghosts, _IN_A_ROW)
        self._dice.update()
        if new.entry is not None:
            self.entry.ask(new.entry)

    def refuse_entry(self, sentence: str) -> None:
        """Says why the dice typed in cannot be."""
        self.entry.refuse(sentence)

    def focus_entry(self) -> None:
        """Puts the keyboard where dice are typed in."""
        self.entry.setFocus()

    def place_of(self, spot: str, page: QWidget) -> QPointF:
        """The middle of a token on the page, that of the tray for one that it does not have."""
        at = self.buttons.get(spot, self)
        return QPointF(at.mapTo(page, at.rect().center()))

    @property
    def _has_dice(self) -> bool:
        return any(isinstance(button, DieButton) for button in self.buttons.values())

    def set_pips(self, pips: bool) -> None:
        """Draws dice with pips, or with digits."""
        self.pips = pips
        for button in self.buttons.values():
            if isinstance(button, DieButton):
                button.pips = pips
                button.update()

    def key_token(self, key: str) -> str:
        """The spot of the token that a key taps, or ""."""
        for button in self.buttons.values():
            if key and button.token.key == key:
                return button.token.spot
        return ""

    def _rebuild(self, tokens: tuple[Token, ...]) -> None:
        had_focus = next((spot for spot, button in self.buttons.items() if button.hasFocus()), "")
        wanted = {token.spot for token in tokens}
        for spot in [spot for spot in self.buttons if spot not in wanted]:
            gone = self.buttons.pop(spot)
            gone.hide()
            gone.setParent(None)
            gone.deleteLater()
        ordered: dict[str, TokenButton] = {}
        dice = 0
        for token in tokens:
            button = self.buttons.get(token.spot)
            if button is None:
                # A power is called as its boxes on the sheet are.
                boxes = len(self._sheet.group(token.spot.partition("/")[2])) if token.left is not None else 0
                button = DieButton(token) if token.kind == "die" else PowerButton(token, boxes)
                if isinstance(button, DieButton):
                    button.pips = self.pips
                button.growth = self._growth
                button.token_tapped.connect(self.token_tapped)
            ordered[token.spot] = button
            if token.kind == "die":
                self._dice_row.addWidget(button, dice // _IN_A_ROW, dice % _IN_A_ROW)
                dice += 1
            else:
                self._power_rows.removeWidget(button)
                self._power_rows.addWidget(button)
            button.show()
        self.buttons = ordered
        if had_focus in self.buttons:
            self.buttons[had_focus].setFocus()

    # ------------------------------------------------------------------ the roll as it is seen

    @property
    def rolling(self) -> bool:
        """Whether dice still tumble."""
        return self._rolling.state() == QVariantAnimation.State.Running

    def tumble(self) -> None:
        """Lets the dice shown now tumble into place."""
        if self._has_dice:
            self._rolling.start()

    def skip(self) -> None:
        """Dice at rest at once."""
        if self.rolling:
            self._rolling.stop()
            self._settled()

    def _tumbled(self, share: float) -> None:
        dice = [button for button in self.buttons.values() if isinstance(button, DieButton)]
        for i, button in enumerate(dice):
            step = int(share * 9)
            face = self._faces[(step * 5 + i * 2 + sum(map(ord, button.token.text))) % len(self._faces)]
            button.tumble = (face, (1.0 - share) * (300 + 60 * i))
            button.update()

    def _settled(self) -> None:
        for button in self.buttons.values():
            if isinstance(button, DieButton):
                button.tumble = None
                button.update()

    def grow(self, factor: float) -> None:
        """Dice larger where there is room."""
        self._growth = min(1.6, max(1.0, factor))
        for button in self.buttons.values():
            button.growth = self._growth
            button.updateGeometry()

    def set_direction(self, beside: bool) -> None:
        """Beside the sheet things stand in a column; under it the dice stand left of the powers."""
        self._dice_row.setAlignment(Qt.AlignmentFlag.AlignHCenter if beside else Qt.AlignmentFlag.AlignLeft)

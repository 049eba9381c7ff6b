"""The question where a tap could mean several things: the dice that could go there, beside the place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.play.guide import Token
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.layouts import emptied
from rollwrite_desktop.ui.play.table.tray.token_buttons import DieButton


class Chooser(QFrame):
    """Lies on a page. `chosen` carries the spot of the token that was meant."""

    chosen = Signal(str)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        theme.role(self, "chooser")
        self.buttons: dict[str, DieButton] = {}
        self.pips = True
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(6, 6, 6, 6)
        self._row.setSpacing(6)
        self.hide()

    def ask(self, tokens: tuple[Token, ...]) -> None:
        """Shows a button for each token, as large as a finger needs it."""
        if len(tokens) != len(self.buttons):
            self._make(tokens)
        shown = list(self.buttons.values())
        for token, button in zip(tokens, shown, strict=True):
            button.show_token(token)
            button.pips, button.captioned = self.pips, bool(token.caption)
            button.setMinimumWidth(button.caption_width)
            button.updateGeometry()
        self.buttons = {token.spot: button for token, button in zip(tokens, shown, strict=True)}
        self.setAccessibleName(tr("Which one?"))
        self._row.activate()
        self.adjustSize()

    def _make(self, tokens: tuple[Token, ...]) -> None:
        """A new button for each token."""
        emptied(self._row)
        self.buttons = {}
        for token in tokens:
            button = self.buttons[token.spot] = DieButton(token)
            button.base = 56
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.token_tapped.connect(self.chosen)
            self._row.addWidget(button)
            button.show()

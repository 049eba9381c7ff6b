"""The cards of a game's own page that begin a game: the large one, and those with a line below their title."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import CardButton
from rollwrite_desktop.ui.kit.labels import ElidedLabel, IconLabel, label
from rollwrite_desktop.ui.kit.layouts import in_column, in_row


def start_card(under: ElidedLabel) -> CardButton:
    """Returns the large card, which starts what is chosen; `under`: who plays."""
    made = CardButton(tr("Start game"), "Alt+S")
    theme.role(made, "begin")
    row = in_row(IconLabel("play", 32, "on_accent"), gap=16, margins=(20, 14, 20, 14), on=made)
    text = in_column(label(tr("Start game"), "begin"), under, gap=0)
    row.addLayout(text, 1)
    _hand_through(made)
    return made


def begin_card(icon: str, title: str, key: str, under: ElidedLabel) -> CardButton:
    """A card with a line below its title."""
    made = CardButton(title, key)
    row = in_row(IconLabel(icon, 24, "accent"), gap=12, margins=(16, 13, 16, 13), on=made)
    text = in_column(ElidedLabel(title, "heading"), under, gap=0)
    row.addLayout(text, 1)
    _hand_through(made)
    return made


def _hand_through(card: CardButton) -> None:
    """Clicks on what lies on the card are clicks on the card."""
    for child in card.findChildren(QWidget):
        child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

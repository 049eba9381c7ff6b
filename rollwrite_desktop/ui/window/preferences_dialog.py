"""What a person likes, in one dialog: looks, motion, how fast the computer plays, keys. Every change counts at once."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import language_name, languages, mark, percent, shortest, tr
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.ui.base import speaker, theme
from rollwrite_desktop.ui.base.settings import ALLOWED, Settings
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Choices, Combo
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import STRETCH, in_column, in_row
from rollwrite_desktop.ui.kit.scroll import Scroll

_ROWS = (
    ("theme", mark("Theme"), {
        "system": mark("Same as system"), "light": mark("Light"), "dark": mark("Dark"),
    }),
    ("contrast", mark("Contrast"), {"system": mark("Same as system"), "normal": mark("Normal"), "high": mark("High")}),
    ("text", mark("Text size"), dict.fromkeys(ALLOWED["text"], "")),
    ("motion", mark("Animation"), {"system": mark("Same as system"), "full": mark("On"), "reduced": mark("Off")}),
    ("dice", mark("Dice show"), {"pips": mark("Pips"), "digits": mark("Digits")}),
    ("hand", mark("Handwriting"), {"pencil": mark("By hand"), "plain": mark("Plain")}),
    ("aloud", mark("Read aloud at the table"), {"full": mark("Everything"), "short": mark("Without advice")}),
    ("speed", mark("Computer players"), {
        "slow": mark("Slow"), "normal": mark("Normal"), "fast": mark("Fast"), "instant": mark("At once"),
    }),
    ("rolls", mark("Roll for me"), {"on": mark("On"), "off": mark("Off")}),
    ("sounds", mark("Sounds"), {
        "on": mark("Dice, pencil, end"), "stop": mark("When a race stops"), "off": mark("None"),
    }),
    ("reviews", mark("Review games while nobody plays"), {"ask": mark("Ask"), "on": mark("On"), "off": mark("Off")}),
    ("keys", mark("Single-character keys"), {"on": mark("On"), "off": mark("Off")}),
    ("taps", mark("Ignore a second tap within (seconds)"), dict.fromkeys(ALLOWED["taps"], "") | {"0": mark("Off")}),
)
"""What is preferred, its title, and the titles of its values, "" for a number. All sounds only where they can
be played."""


_ACROSS = 4
"""How many choices stand in a row at most."""


class PreferencesDialog(Dialog):
    """Writes to the store, which tells everybody."""

    def __init__(self, store: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.setWindowTitle(tr("Preferences"))
        theme.role(self, "page")
        inside = QWidget()
        column = in_column(gap=6, margins=(0, 0, 8, 0), on=inside)
        self.choices: dict[str, Choices] = {}
        self.too_large = label("", "doubt")
        liked = self.store.preferences
        for name, title, values in _ROWS:
            column.addWidget(label(tr(title), "heading"))
            titles = {value: tr(text) if text else _number(name, int(value)) for value, text in values.items()}
            if name == "sounds" and not speaker.offered():
                del titles["on"]
            choices = Choices(titles, getattr(liked, name), segments=True, name=tr(title), across=_ACROSS)
            choices.chosen.connect(lambda value, name=name: self.store.prefer(**{name: value}))
            self.choices[name] = choices
            column.addWidget(choices)
            if name == "text":
                column.addWidget(self.too_large)
        self.language = Combo(
            {"": tr("Same as system"), **{code: language_name(code, TRANSLATIONS) for code in languages(TRANSLATIONS)}},
            liked.language, tr("Language"), opens=True,
        )
        if len(languages(TRANSLATIONS)) > 1:
            column.addWidget(label(tr("Language"), "heading"))
            column.addWidget(self.language)
        self.language.currentIndexChanged.connect(lambda _: self.store.prefer(language=self.language.value))
        self.choices["text"].chosen.connect(lambda _: self._show_size())
        self._show_size()
        column.addStretch(1)
        outside = QVBoxLayout(self)
        around = 8 if theme.largest() else 20
        outside.setContentsMargins(around, 16, around, 16)
        outside.setSpacing(12)
        outside.addWidget(label(tr("Preferences"), "title"))
        self._scroll = Scroll(inside)
        outside.addWidget(self._scroll, 1)
        row = in_row(STRETCH, button(tr("&Done"), "check", "primary", self.accept))
        outside.addLayout(row)
        sized(self, 480, 700)
        self.resize(max(self.width(), outside.sizeHint().width()), self.height())

    def begin_at_language(self) -> None:
        """Moves the focus to the language, and that into sight."""
        self.language.setFocus()
        later(self, lambda: self._scroll.ensureWidgetVisible(self.language))

    def _show_size(self) -> None:
        """Says so where texts are smaller than was chosen."""
        most = percent(round(100 * theme.most_scale()))
        said = tr("This screen has room for {percent}: texts do not grow further.", percent=most)
        self.too_large.setText(said if theme.held_back() else "")
        self.too_large.setVisible(theme.held_back())


def _number(name: str, n: int) -> str:
    """A value that is a number: a size in percent, ms in seconds."""
    return percent(n) if name == "text" else shortest(n / 1000)

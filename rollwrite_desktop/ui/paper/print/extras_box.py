"""What can be ordered with blank sheets, as boxes to tick and two lines more; shows what the chosen game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.imposition import PUNCHES
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.opening.game_codes import read_typed
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import BLANK, FOLDED, RULES, SAME, Extras, available_extras
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.choices import Check, Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column

LONGEST_CODE = 40
ONE_SIDED = "one"
PLAIN_MARGIN, BINDING = "plain", "binding"


class ExtrasBox(QWidget):
    """`changed` is emitted whenever the pages would be others, `typed` where more letters may follow."""

    changed = Signal()
    typed = Signal()

    def __init__(self, last: Mapping[str, Any]) -> None:
        super().__init__()
        column = in_column(gap=6, on=self)
        self.checks = {
            "large": Check(tr("Large print"), last.get("large") is True),
            "code": Check(tr("Small code to scan"), last.get("code") is True),
            "fillable": Check(tr("Form to fill in on a screen"), last.get("fillable") is True),
            "rolls": Check(tr("Boxes for every roll"), last.get("rolls") is True),
            "unmarked": Check(tr("No marks for photos"), last.get("unmarked") is True),
            "pad": Check(tr("Pad with covers, to cut"), last.get("pad") is True),
            "cards": Check(tr("Cards, or tables in place of dice"), last.get("cards") is True),
            "poker": Check(tr("Cards in poker size, with backs"), last.get("poker") is True),
        }
        self.title = label(tr("Extras"), "heading")
        column.addWidget(self.title)
        for check in self.checks.values():
            check.toggled.connect(lambda _: self.changed.emit())
            column.addWidget(check)
        self.margin_title = label(tr("Margin"), "heading")
        self.margin = Combo({
            PLAIN_MARGIN: tr("The printer’s only"), BINDING: tr("For binding"),
            "iso": tr("Two holes (80 mm apart)"), "us": tr("Three holes (American binders)"),
        }, str(last.get("margin", PLAIN_MARGIN)), tr("Margin"))
        self.margin_title.setBuddy(self.margin)
        self.margin.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.pad = self.checks["pad"]
        for other in ("large", "fillable"):  # which no pad has
            self.checks[other].toggled.connect(lambda on: self.pad.setChecked(self.pad.isChecked() and not on))
            self.pad.toggled.connect(lambda on, other=other: self._untick(other, on))
        cards, poker = self.checks["cards"], self.checks["poker"]
        poker.toggled.connect(lambda on: cards.setChecked(cards.isChecked() or on))
        cards.toggled.connect(lambda on: poker.setChecked(poker.isChecked() and on))
        self.code_title = label(tr("Same dice for all: a code"), "heading")
        self.code = QLineEdit()
        self.code.setMaxLength(LONGEST_CODE)
        self.code.setPlaceholderText(tr("Its rolls are printed on a part to fold back"))
        touchable(self.code)
        self.code_title.setBuddy(self.code)
        self.free_text = label("", "faint")
        self.code.textChanged.connect(lambda _: self._note())
        self.code.textChanged.connect(lambda _: self.typed.emit())
        self.back_title = label(tr("Other side"), "heading")
        self.back = Combo({}, "", tr("Other side"))
        self.back_title.setBuddy(self.back)
        for widget in (self.margin_title, self.margin, self.code_title, self.code, self.free_text, self.back_title,
                       self.back):
            column.addWidget(widget)
        self._last_back = str(last.get("back", ONE_SIDED))
        self._offered: frozenset[str] = frozenset()
        self._blank = True
        self.back.currentIndexChanged.connect(lambda _: self.changed.emit())

    @property
    def binding(self) -> bool:
        return self.margin.value == BINDING

    @property
    def holes(self) -> str:
        """One of `PUNCHES`, or ""."""
        return self.margin.value if self.margin.value in PUNCHES else ""

    @property
    def extras(self) -> Extras:
        """What is ordered, of what there is."""
        ticked = {name for name, check in self.checks.items() if check.isChecked()}
        code = "".join(sign for sign in self.code.text().strip() if sign.isprintable())
        back = self.back.value
        return Extras(
            large="large" in ticked, rolls="rolls" in ticked & self._offered, seed=code if "seed" in self._offered else "",
            fillable="fillable" in ticked, code="code" in ticked, cards="cards" in ticked & self._offered,
            poker="poker" in ticked,
            pad="pad" in ticked, unmarked="unmarked" in ticked, back="" if back in (None, "", ONE_SIDED) else back,
        )

    def settings(self) -> dict[str, Any]:
        """Returns what to offer next time; a code is for one day."""
        ticked: dict[str, Any] = {name: check.isChecked() for name, check in self.checks.items()}
        return ticked | {"back": self.back.value or ONE_SIDED, "margin": self.margin.value}

    def settle(self, game: Game, sheet: Sheet | None, blank: bool) -> None:
        """Shows what means something for this sheet; of filled sheets only the margin and the code do."""
        self._offered = available_extras(game, sheet) if sheet is not None else frozenset()
        for name, check in self.checks.items():
            there = name not in ("rolls", "cards", "poker") or {"poker": "cards"}.get(name, name) in self._offered
            check.setVisible(there and (blank or name == "code"))
        for line in (self.code_title, self.code):
            line.setVisible(blank and "seed" in self._offered)
        self._note()
        self.back_title.setVisible(blank)
        self.back.setVisible(blank)
        self._lay_backs(game, sheet)

    def _untick(self, other: str, pad: bool) -> None:
        self.checks[other].setChecked(self.checks[other].isChecked() and not pad)

    def _note(self) -> None:
        """Says of a free text that it is one; what is wrong with a code is said with the pages."""
        try:
            note = read_typed(self.code.text()).note
        except UserError:
            note = ""
        self.free_text.setText(note)
        self.free_text.setVisible(bool(note) and not self.code.isHidden())

    def _lay_backs(self, game: Game, sheet: Sheet | None) -> None:
        titles = {ONE_SIDED: tr("One-sided"), SAME: tr("The same sheet"), BLANK: tr("Blank")}
        if "rules" in self._offered:
            titles |= {RULES: tr("Quick rules"), FOLDED: tr("Quick rules, to fold in half")}
        for other in game.play.sheets:
            if sheet is not None and other != sheet.id:
                titles[other] = tr(mark(sheet_of(game, other).title, "sheet"))
        if list(titles) == [self.back.itemData(i) for i in range(self.back.count())]:
            return
        chosen = self.back.value or self._last_back
        self.back.blockSignals(True)
        self.back.clear()
        for value, title in titles.items():
            self.back.addItem(title, value)
        self.back.setCurrentIndex(max(0, list(titles).index(chosen) if chosen in titles else 0))
        self.back.blockSignals(False)

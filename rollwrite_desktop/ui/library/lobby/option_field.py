"""A house rule as a control: one of its values, or a number where it has values that are made of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.core.rules import Choice, Scale
from rollwrite_desktop.ui.kit.choices import Choices, Combo
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.layouts import in_column
from rollwrite_desktop.ui.kit.stepper import Stepper

_FEW = 2
"""So many values stand side by side as radio buttons; more are a list."""
_SCALE, _SPLIT = "scale ", "split"


class OptionField(QWidget):
    """`changed` after every choice. Names of players: `name_players`, for what each of them has."""

    changed = Signal()

    def __init__(self, choice: Choice, value: str) -> None:
        super().__init__()
        self.choice = choice
        self._names: tuple[str, ...] = ()
        self.numbers: dict[str, Stepper] = {}
        self.parts: list[Stepper] = []
        values = {each: tr(text) for each, text in choice.values.items()}
        values |= {_SCALE + scale.prefix: tr(scale.title, n="…") for scale in choice.scales}
        if choice.split is not None:
            values[_SPLIT] = tr(choice.split.title)
        self._offered = tuple(values)
        title = tr(choice.title)
        column = in_column(label(title, "heading"), gap=4, on=self)
        self.kinds: Choices | Combo
        if len(values) <= _FEW:
            self.kinds = Choices(values, "", name=title)
            self.kinds.chosen.connect(lambda _: self._settle())
        else:
            self.kinds = Combo(values, "", title)
            self.kinds.currentIndexChanged.connect(lambda _: self._settle())
        column.addWidget(self.kinds)
        for scale in choice.scales:
            self.numbers[scale.prefix] = stepper = Stepper(scale.low, scale.high, scale.usual, tr(scale.title, n="…"))
            stepper.changed.connect(lambda _: self.changed.emit())
            column.addWidget(stepper)
        self._shares = QWidget()
        self._rows = QGridLayout(self._shares)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(4)
        self._rows.setColumnStretch(1, 1)
        column.addWidget(self._shares)
        self.choose(value)

    # ------------------------------------------------------------------ the value

    @property
    def value(self) -> str:
        """The value that is chosen."""
        kind = self.kinds.value
        if kind == _SPLIT and self.choice.split is not None:
            return self.choice.split.value(stepper.value for stepper in self.parts)
        scale = self._scale(kind)
        return scale.value(self.numbers[scale.prefix].value) if scale is not None else kind

    def choose(self, value: str) -> None:
        """Chooses a value; one that the rule does not take is its first."""
        split, scale = self.choice.split, self._scale_of(value)
        if value in self.choice.values or not self.choice.takes(value):
            self.kinds.choose(value)
        elif scale is not None:
            self.numbers[scale.prefix].put(scale.number(value) or scale.low)
            self.kinds.choose(_SCALE + scale.prefix)
        elif split is not None:
            self._deal(split.parts(value))
            self.kinds.choose(_SPLIT)
        self._settle()

    def suit(self, options: Mapping[str, str]) -> None:
        """Offers what means anything beside the other rules; its first value in place of a chosen one that does not."""
        means = self.choice.means("", options)
        self.setEnabled(means)
        if not means:
            return
        for kind in self._offered:
            self.kinds.offer(kind, self.choice.means(kind.removeprefix(_SCALE), options))
        if not self.choice.means(self.value, options):
            self.choose(self.choice.default)

    def name_players(self, names: Sequence[str]) -> None:
        """Who plays, for a rule that gives each player a number."""
        if tuple(names) == self._names:
            return
        self._names = tuple(names)
        split = self.choice.split
        if split is None:
            return
        if len(self.parts) != len(names):
            each, odd = divmod(split.total, max(1, len(names)))
            self._deal(tuple(each + (i < odd) for i in range(len(names))))
        else:
            self._deal(tuple(stepper.value for stepper in self.parts))
        self._settle()

    def _deal(self, parts: Sequence[int]) -> None:
        """A number for each player; the last one has what the others leave."""
        split = self.choice.split
        assert split is not None
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.parts = []
        most = split.total - split.low * (len(parts) - 1)
        for i, part in enumerate(parts):
            name = self._names[i] if i < len(self._names) else tr("Player {n}", n=i + 1)
            stepper = Stepper(split.low, max(split.low, most), part, with_colon(tr(self.choice.title), name))
            stepper.changed.connect(lambda _, i=i: self._balance(i))
            self._rows.addWidget(ElidedLabel(name), i, 0)
            self._rows.addWidget(stepper, i, 1)
            self.parts.append(stepper)

    def _balance(self, changed: int) -> None:
        """Takes what one player gets from the next ones, so that everything stays dealt."""
        split = self.choice.split
        assert split is not None
        over = sum(stepper.value for stepper in self.parts) - split.total
        others = [*self.parts[changed + 1 :], *self.parts[:changed]]
        for stepper in others:
            least, most = stepper.limits
            kept = min(most, max(least, stepper.value - over))
            over -= stepper.value - kept
            stepper.show_value(kept)
        if over:
            self.parts[changed].show_value(self.parts[changed].value - over)
        self.changed.emit()

    def _settle(self) -> None:
        kind = self.kinds.value
        for prefix, stepper in self.numbers.items():
            stepper.setVisible(kind == _SCALE + prefix)
        self._shares.setVisible(kind == _SPLIT)
        self.changed.emit()

    def fault(self) -> str:
        """Why the value cannot be played with so many players, or ""."""
        split = self.choice.split
        if self.kinds.value != _SPLIT or split is None or split.players[0] <= len(self._names) <= split.players[1]:
            return ""
        return tr("{title}: only for {least} to {most} players.", title=self.choice.title, least=split.players[0],
                  most=split.players[1])

    def _scale(self, kind: str) -> Scale | None:
        return next((scale for scale in self.choice.scales if kind == _SCALE + scale.prefix), None)

    def _scale_of(self, value: str) -> Scale | None:
        return next((scale for scale in self.choice.scales if scale.number(value) is not None), None)

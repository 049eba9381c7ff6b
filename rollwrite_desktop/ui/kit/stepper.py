"""A whole number with a minus and a plus beside it, large enough for fingers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.layouts import grow, in_row


class NumberField(QSpinBox):
    """A number that the wheel leaves as it is: it scrolls what the number stands on."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Stepper(QWidget):
    """`none`: what the least value means if it is no number, such as "not entered"; `field`: one that writes its numbers in
    its own way."""

    changed = Signal(int)

    def __init__(
        self, least: int, most: int, value: int, name: str, none: str = "", field: NumberField | None = None
    ) -> None:
        super().__init__()
        self.field = field or NumberField()
        self.setFocusProxy(self.field)
        self.field.setRange(least, most)
        self.field.setValue(value)
        self.field.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.field.setAccessibleName(name)
        if none:
            self.field.setSpecialValueText(none)
        touchable(self.field)
        self.less = icon_button("minus", tr("{name}: one less", name=name), lambda: self.field.stepBy(-1))
        self.more = icon_button("plus", tr("{name}: one more", name=name), lambda: self.field.stepBy(1))
        in_row(self.less, grow(self.field), self.more, gap=2, on=self)
        self.field.valueChanged.connect(self._changed)
        self._settle()

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the most that can be entered."""
        return self.field.minimum(), self.field.maximum()

    @property
    def value(self) -> int:
        return self.field.value()

    def put(self, value: int) -> None:
        """As if this number had been entered."""
        self.field.setValue(value)

    def show_value(self, value: int) -> None:
        """Shows a number without telling that it changed."""
        blocked = self.field.blockSignals(True)
        self.field.setValue(value)
        self.field.blockSignals(blocked)
        self._settle()

    def _changed(self, value: int) -> None:
        self._settle()
        self.changed.emit(value)

    def _settle(self) -> None:
        if not self.field.hasFocus():  # stepping by the signs would leave the number selected
            self.field.lineEdit().deselect()
        self.less.setEnabled(self.value > self.field.minimum())
        self.more.setEnabled(self.value < self.field.maximum())

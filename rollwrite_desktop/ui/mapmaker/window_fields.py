"""The rectangle that is cut out of map data, in numbers: four fields with a minus and a plus, for keys and fingers."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QFormLayout, QWidget

from rollwrite_desktop.core.i18n import shortest, tr
from rollwrite_desktop.maps.values import Survey
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.stepper import NumberField, Stepper

Window = tuple[float, float, float, float]
"""West, south, east, north, in units of the data."""
_FINE = 100
"""Steps to a unit of the data."""
_STEPS = 30
"""At least so many steps of a key go from one side of the map to the other."""
_NUMBER = re.compile(r"[-−]?\d+(?:[.,]\d*)?")


def coordinate(value: float, *, upright: bool, degrees: bool) -> str:
    """A side of the rectangle in words: "10° W", "45.5° N", or the mere number where the data has no degrees."""
    if not degrees:
        return shortest(value)
    if not upright:
        value = (value + 180) % 360 - 180
    size = shortest(abs(round(value, 2)))
    if upright:
        return tr("{n}° N", n=size) if value >= 0 else tr("{n}° S", n=size)
    return tr("{n}° E", n=size) if value >= 0 else tr("{n}° W", n=size)


def extent(survey: Survey) -> Window:
    """Returns the rectangle around all that there is, a little wider than that."""
    west, north = survey.corner
    east, south = survey.in_data(*survey.size)
    return rounded(west - 1 / _FINE, south - 1 / _FINE, east + 1 / _FINE, north + 1 / _FINE)


def rounded(west: float, south: float, east: float, north: float) -> Window:
    """As exact as the fields are."""
    return round(west, 2), round(south, 2), round(east, 2), round(north, 2)


def step(survey: Survey) -> float:
    """How far a key moves a side: 1, 2 or 5 of some power of ten."""
    most = max(survey.size[0] / survey.stretch, survey.size[1]) / _STEPS
    return max((k * 10.0**n for n in range(-2, 6) for k in (1, 2, 5) if k * 10.0**n <= most), default=1 / _FINE)


def resized(window: Window, survey: Survey, dx: int, dy: int, *, move: bool) -> Window:
    """Returns the rectangle with its east and south sides (`move`: all of it) moved by so many steps, dy down; within the
    map."""
    west, south, east, north = window
    least, all_of_it = step(survey), extent(survey)
    x, y = dx * least, -dy * least
    if move:
        x = min(max(x, all_of_it[0] - west), all_of_it[2] - east)
        y = min(max(y, all_of_it[1] - south), all_of_it[3] - north)
        return rounded(west + x, south + y, east + x, north + y)
    south, east = max(all_of_it[1], min(south + y, north - least)), min(all_of_it[2], max(east + x, west + least))
    return rounded(west, south, east, north)


class _Field(NumberField):
    """A side of the rectangle, in hundredths of a unit of the data."""

    def __init__(self, upright: bool) -> None:
        super().__init__()
        self.upright, self.degrees = upright, False

    def textFromValue(self, value: int) -> str:
        return coordinate(value / _FINE, upright=self.upright, degrees=self.degrees)

    def valueFromText(self, text: str) -> int:
        found = _NUMBER.search(text)
        number = float(found[0].replace(",", ".").replace("−", "-")) if found else self.value() / _FINE
        less = tr("{n}° S", n="") if self.upright else tr("{n}° W", n="")
        if self.degrees and number > 0 and text.rstrip().upper().endswith(less[-1]):
            number = -number
        if self.degrees and not self.upright:  # a map across the date line goes on beyond 180 degrees
            number = next((turn for turn in (number, number + 360, number - 360)
                           if self.minimum() <= turn * _FINE <= self.maximum()), number)
        return round(number * _FINE)

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        fits = _NUMBER.search(text) and self.minimum() <= self.valueFromText(text) <= self.maximum()
        return (QValidator.State.Acceptable if fits else QValidator.State.Intermediate), text, at


class WindowFields(QWidget):
    """`changed` carries the rectangle."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.sides: dict[int, Stepper] = {}
        for side, name in ((0, tr("West")), (2, tr("East")), (3, tr("North")), (1, tr("South"))):
            field = _Field(upright=side in (1, 3))
            field.setKeyboardTracking(False)
            stepper = self.sides[side] = Stepper(0, 0, 0, name, field=field)
            stepper.changed.connect(lambda _: self.changed.emit(self.window_now))
            beside = label(name, wrap=False)
            beside.setMinimumHeight(TOUCH)  # level with the field
            form.addRow(beside, stepper)

    @property
    def window_now(self) -> Window:
        """What the fields say."""
        west, south, east, north = (self.sides[side].value / _FINE for side in range(4))
        return west, south, east, north

    def show_window(self, window: Window, survey: Survey) -> None:
        """Shows a rectangle without telling that it changed."""
        all_of_it, least = extent(survey), step(survey)
        low = (all_of_it[0], all_of_it[1], window[0] + least, window[1] + least)
        high = (window[2] - least, window[3] - least, all_of_it[2], all_of_it[3])
        for side, stepper in self.sides.items():
            field = stepper.field
            assert isinstance(field, _Field)
            field.degrees = survey.degrees
            field.setSingleStep(max(1, round(least * _FINE)))
            blocked = field.blockSignals(True)
            field.setRange(round(low[side] * _FINE), round(high[side] * _FINE))
            field.blockSignals(blocked)
            stepper.show_value(round(window[side] * _FINE))

"""A long column of rows in blocks of a few, so that one more is laid out with its block alone."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.ui.kit.layouts import taken_out

_HIGH = 4
_SPACING, _BELOW = 8, 12


class RowBlocks(QVBoxLayout):
    """Qt asks everything in a layout for its height again when something is added to it: with rows directly in a column the
    sixtieth takes sixty times as long as the first. What is added by `addWidget` stays below all blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.setSpacing(_SPACING)
        self.setContentsMargins(0, 0, 0, _BELOW)
        self._blocks: list[QVBoxLayout] = []

    @property
    def rows(self) -> int:
        """How many there are."""
        return sum(block.count() for block in self._blocks)

    def add(self, row: QWidget) -> None:
        """One more row, below the others."""
        if not self._blocks or self._blocks[-1].count() >= _HIGH:
            around = QWidget()
            block = QVBoxLayout(around)
            block.setContentsMargins(0, 0, 0, 0)
            block.setSpacing(_SPACING)
            self.insertWidget(len(self._blocks), around)
            self._blocks.append(block)
        self._blocks[-1].addWidget(row)

    def taken_out(self) -> list[QWidget]:
        """Takes everything out, and hides it."""
        rows = [row for block in self._blocks for row in taken_out(block)]
        self._blocks.clear()
        return rows + taken_out(self)

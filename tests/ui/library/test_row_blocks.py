"""A long column of rows: what one more of them costs."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QApplication, QLabel, QWidget

from rollwrite_desktop.ui.library.row_blocks import RowBlocks


class Row(QLabel):
    """Counts how often it is asked for its height."""

    asked = 0

    def heightForWidth(self, width: int) -> int:
        Row.asked += 1
        return super().heightForWidth(width)


def test_one_more_row_asks_only_few_others_for_their_height(qtbot: Any) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(400, 300)
    blocks = RowBlocks()
    page.setLayout(blocks)
    page.show()
    asked: list[int] = []
    for number in range(20):
        Row.asked = 0
        row = Row(f"{number} " * 60)
        row.setWordWrap(True)
        blocks.add(row)
        QApplication.processEvents()
        asked.append(Row.asked)
    assert blocks.rows == 20
    assert max(asked[-4:]) <= 2 * max(asked[:4])
    below = QLabel("below")
    blocks.addWidget(below)
    blocks.add(Row("last"))
    assert blocks.indexOf(below) == blocks.count() - 1
    rows = [row for row in blocks.taken_out() if isinstance(row, Row)]
    assert len(rows) == 21
    assert not any(row.isVisible() for row in rows)
    assert (blocks.rows, blocks.count()) == (0, 0)

"""How long the screen takes to paint a sheet: whole, again, one space, and the first time.

    python3 packaging/bench.py bench_paint
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QGuiApplication, QImage, QPainter

from rollwrite_desktop.draw.display import Display, Mark
from rollwrite_desktop.draw.inks import MODES
from rollwrite_desktop.draw.map_face import blank_map, pencil_room
from rollwrite_desktop.draw.strokes import circled, written
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.ui.canvas.qt_painter import QtPainter

SCALE = 880 / 720


def filled() -> Display:
    """The map with a circled number in every space."""
    sheet = find("rolling_america_usa")
    marks: list[Mark] = list(blank_map(sheet))
    for number, space in enumerate(sheet.spaces):
        room = pencil_room(space)
        marks += [written(f"pencil/{space.id}", str(number % 6 + 1), room), *circled(f"ring/{space.id}", room)]
    return Display(sheet.size, tuple(marks))


def milliseconds(work: Callable[[], object], rounds: int = 60) -> tuple[float, float]:
    """Median and 95th percentile."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times), sorted(times)[int(0.95 * rounds)]


def main() -> None:
    _ = QGuiApplication([])
    display = filled()
    painter = QtPainter()
    start = time.perf_counter()
    painter.image(display, "light", SCALE)
    first = 1000 * (time.perf_counter() - start)
    print(f"{len(display.marks)} marks at {SCALE * 720:.0f} × {SCALE * 540:.0f} px; first paint {first:.1f} ms\n")
    print(f"{'mode':8}{'whole':>20}{'one space':>20}   (median, 95 %)")
    image = QImage(round(SCALE * 720), round(SCALE * 540), QImage.Format.Format_ARGB32_Premultiplied)
    place = painter.place(next(mark for mark in display.marks if mark.key == "space/TN/fill"))
    for mode in MODES:

        def whole(mode=mode) -> None:  # type: ignore[no-untyped-def]
            brush = QPainter(image)
            brush.scale(SCALE, SCALE)
            painter.paint(brush, display, mode)
            brush.end()

        def part(mode=mode) -> None:  # type: ignore[no-untyped-def]
            brush = QPainter(image)
            brush.scale(SCALE, SCALE)
            brush.setClipRect(place)
            painter.paint(brush, display, mode, place)
            brush.end()

        figures = (milliseconds(whole), milliseconds(part))
        print(f"{mode:8}" + "".join(f"{median:11.2f}, {high:5.2f} ms" for median, high in figures))


if __name__ == "__main__":
    main()

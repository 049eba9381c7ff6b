"""The program's icon as PNG, .ico and .icns, from the drawing in assets/mark.

Qt paints it on its offscreen platform; .ico and .icns are containers of PNG files.
"""

import os
import struct
from functools import cache
from pathlib import Path

from product import ROOT

MARK = ROOT / "assets" / "mark" / "rollwrite.svg"
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
ICNS_TYPES = {
    16: ("icp4",), 32: ("icp5", "ic11"), 64: ("icp6", "ic12"), 128: ("ic07",), 256: ("ic08", "ic13"), 512: ("ic09", "ic14"),
    1024: ("ic10",),
}
"""Side in pixels to Apple's names of the pictures; the second is for displays of double density."""


@cache
def png(side: int) -> bytes:
    """The icon as a PNG file with a transparent background. side: in pixels."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(MARK.read_bytes())).render(painter)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):
        raise OSError(f"{MARK.name}: no picture of {side} pixels can be written")
    return bytes(content.data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """A Windows icon of PNG files. pictures: side in pixels (at most 256) to file."""
    at = 6 + 16 * len(pictures)
    entries, bodies = [], []
    for side, body in sorted(pictures.items()):
        entries.append(struct.pack("<4B2H2I", side % 256, side % 256, 0, 0, 1, 32, len(body), at))
        bodies.append(body)
        at += len(body)
    return struct.pack("<3H", 0, 1, len(pictures)) + b"".join(entries + bodies)


def icns(pictures: dict[int, bytes]) -> bytes:
    """A macOS icon of PNG files. pictures: side in pixels to file."""
    parts = [
        name.encode() + struct.pack(">I", len(body) + 8) + body
        for side, body in sorted(pictures.items()) for name in ICNS_TYPES[side]
    ]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


def write(folder: Path) -> None:
    """Writes both icons into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rollwrite.ico").write_bytes(ico({side: png(side) for side in ICO_SIZES}))
    (folder / "rollwrite.icns").write_bytes(icns({side: png(side) for side in ICNS_TYPES}))

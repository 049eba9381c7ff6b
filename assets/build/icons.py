"""Takes the few icons we use, under our names, from the published package of the Lucide set.

Run by hand when an icon is added (assets/README.md says how); the program only reads what this wrote.
"""

from __future__ import annotations

import hashlib
import io
import sys
import tarfile
from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "icons"
PACKAGE = "lucide-static-1.62.0.tgz"
SHA256 = "386f9080c440d6f5049cefe3456ae8357f7a0c7f76e59670cd1cb83bc7050a44"

SAME_NAME = [
    "undo",
    "redo",
    "folder-open",
    "zoom-in",
    "zoom-out",
    "maximize",
    "minimize",
    "settings",
    "x",
    "check",
    "pencil",
    "play",
    "pause",
    "users",
    "user",
    "bot",
    "list",
    "chevron-left",
    "chevron-right",
    "chevron-down",
    "chevron-up",
    "circle",
    "copy",
    "shield",
    "moon",
    "sun",
    "clock",
    "history",
    "eye",
    "plus",
    "minus",
    "arrow-left",
    "arrow-right",
    "keyboard",
    "image",
]
OUR_NAME = {"house": "home", "printer": "print", "file-down": "save", "trash-2": "trash", "dices": "dice"}
OUR_NAME |= {"circle-question-mark": "help"}


def main(folder: Path) -> None:
    content = (folder / PACKAGE).read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{PACKAGE}: SHA-256 is {found}, expected {SHA256}")
    OUT.mkdir(exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:

        def member(name: str) -> bytes:
            file = archive.extractfile(f"package/{name}")
            assert file is not None
            return file.read()

        for theirs, ours in {**{name: name for name in SAME_NAME}, **OUR_NAME}.items():
            (OUT / f"{ours}.svg").write_bytes(member(f"icons/{theirs}.svg"))
        (OUT / "LICENCE.txt").write_bytes(member("LICENSE"))
    print(f"{len(SAME_NAME) + len(OUR_NAME)} icons")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Collects the licenses of everything that is shipped in one text, which the About box shows and every product contains:

    python3 packaging/build.py licences

Runs in the build environment, whose packages contain their license files, on a Debian, which has those of Qt. The text is
kept in the checkout, so that a checkout and a wheel have it too.
"""

import hashlib
import re
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

import product

FILE = product.ROOT / "assets" / "licences" / "licences.txt"
LOCK = product.ROOT / "packaging" / "requirements.lock"
COMMON = Path("/usr/share/common-licenses")
TOOLS = ("pyinstaller",)
"""Packages of the build environment of which a part is shipped: the boot loader."""
QT = """\
Qt and its Python bindings (PySide6, Shiboken) are used under the GNU Lesser General Public License, version 3. They are
shipped unchanged as shared libraries, which may be replaced by other builds of the same version. Their source code is
published by The Qt Company at download.qt.io.

Qt itself contains, each under its own free license: ICU (Unicode license), HarfBuzz (MIT), FreeType (FreeType license),
libpng (libpng license), zlib (zlib license), PCRE2 (BSD), double-conversion (BSD), md4c (MIT), libjpeg-turbo (IJG and BSD).
The text of the LGPL follows, and that of the GPL, to which it refers.
"""
BY_HAND = {"pyside6-essentials": QT, "shiboken6": QT}
NAMES = ("licen", "copying", "notice")
ELSEWHERE = ("android", "v8_xfa", "pbin_musl", "cibw_musl")
"""Folders with licenses of parts that wheels of ours do not have."""


@dataclass(frozen=True, slots=True)
class Part:
    """Typefaces, icons or data by others: name, version, SPDX id of the license, file with its text, and the files made of
    them (assets/README.md says how)."""

    name: str
    version: str
    license: str
    text: str
    shipped_as: str


PARTS = (
    Part("Inter", "4.1", "OFL-1.1", "typefaces/OFL-text.txt", "typefaces/RollwriteText-*.ttf, changed and renamed"),
    Part("Patrick Hand", "5.3.0", "OFL-1.1", "typefaces/OFL-hand.txt",
         "typefaces/RollwriteHand-Regular.ttf, changed and renamed"),
    Part("Lucide", "1.62.0", "ISC", "icons/LICENCE.txt", "icons/*.svg"),
    Part("MNIST", "1998", "CC-BY-SA-3.0", "values/reading.txt", "values/reading.f16, trained with it"),
)


def locked() -> dict[str, tuple[str, list[str]]]:
    """Name of every package that is shipped to its version and the SHA-256 sums of its wheels, from the lock file."""
    found: dict[str, tuple[str, list[str]]] = {}
    name = ""
    for line in LOCK.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"([a-z0-9.-]+)==(\S+)", line):
            name = match[1]
            found[name] = (match[2], [])
        elif match := re.search(r"--hash=sha256:([0-9a-f]{64})", line):
            found[name][1].append(match[1])
    return found


def sections() -> Iterator[tuple[str, str]]:
    """The title and text of every part, ours first."""
    yield product.TITLE, (
        f"{product.PUBLISHER}. No license has been granted beyond private use.\n"
        "The sheets, drawings and mark are in the public domain (CC0 1.0).\n"
    )
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    yield "Python", python.read_text(encoding="utf-8")
    common: dict[str, list[str]] = {}
    for name, (version, _) in locked().items():
        text = BY_HAND.get(name) or "\n".join(own_texts(name))
        if not text:
            raise SystemExit(f"licences.py: {name} has no license file; add its license to BY_HAND.")
        common.setdefault(text, []).append(f"{name} {version}")
    for text, names in common.items():
        yield ", ".join(names), text
    for name in TOOLS:
        yield f"{name} {distribution(name).version} (the starter of the installed program)", "\n".join(own_texts(name))
    for part in PARTS:
        text = product.ROOT / "assets" / part.text
        yield f"{part.name} {part.version}, as {part.shipped_as}", text.read_text(encoding="utf-8")
    for title, file in (("GNU LGPL 3", "LGPL-3"), ("GNU GPL 3", "GPL-3")):
        yield title, (COMMON / file).read_text(encoding="utf-8")


def own_texts(name: str) -> list[str]:
    """The texts of the license files in a package, each once: those whose names say so, else those in such a folder."""
    texts: dict[str, str] = {}
    inside = [file for file in sorted(distribution(name).files or (), key=str)
              if file.parts[0].endswith(".dist-info") and file.suffix.lower() not in (".py", ".pyc")]
    named = [file for file in inside if any(word in file.name.lower() for word in NAMES)]
    for file in named or [file for file in inside if file.parts[1] == "licenses"]:
        if not any(folder in file.parts for folder in ELSEWHERE):
            text = Path(str(file.locate())).read_text(encoding="utf-8", errors="replace").strip() + "\n"
            texts[hashlib.sha256(text.encode()).hexdigest()] = text
    return list(texts.values())


def text() -> str:
    """The whole text."""
    parts = list(sections())
    lines = ["Licenses of everything that is shipped", "", *(f"  {title}" for title, _ in parts), ""]
    for title, body in parts:
        lines += ["=" * 72, title, "=" * 72, "", *(line.rstrip() for line in body.strip().splitlines()), ""]
    return "\n".join(lines)


def main() -> None:
    """Writes the file."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(), encoding="utf-8", newline="\n")
    print(f"{FILE.relative_to(product.ROOT)}: {len(list(sections()))} parts, {FILE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()

"""Collects the licenses of everything that is shipped in one text, which the About box shows and every product contains:

    python3 packaging/build.py licences

Runs in the build environment, whose packages contain their license files, on a Debian, which has those of Qt. The text is
kept in the checkout, so that a checkout and a wheel have it too.
"""

import hashlib
import sysconfig
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import product
import sbom

FILE = product.ROOT / "assets" / "licences" / "licences.txt"
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


def sections() -> Iterator[tuple[str, str]]:
    """The title and text of every part, ours first."""
    yield product.TITLE, (
        f"{product.PUBLISHER}. No license has been granted beyond private use.\n"
        "The sheets, drawings and mark are in the public domain (CC0 1.0).\n"
    )
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    yield "Python", python.read_text(encoding="utf-8")
    common: dict[str, list[str]] = {}
    for name, (version, _) in sbom.locked(sbom.LOCK.read_text(encoding="utf-8")).items():
        text = BY_HAND.get(name) or "\n".join(own_texts(name))
        if not text:
            raise SystemExit(f"licences.py: {name} has no license file; add its license to BY_HAND.")
        common.setdefault(text, []).append(f"{name} {version}")
    for text, names in common.items():
        yield ", ".join(names), text
    for name in TOOLS:
        yield f"{name} {distribution(name).version} (the starter of the installed program)", "\n".join(own_texts(name))
    for title, file in (
        ("Inter, as Rollwrite Text", "typefaces/OFL-text.txt"),
        ("Patrick Hand, as Rollwrite Hand", "typefaces/OFL-hand.txt"),
        ("Lucide icons", "icons/LICENCE.txt"),
    ):
        yield title, (product.ROOT / "assets" / file).read_text(encoding="utf-8")
    for title, file in (("GNU LGPL 3", "LGPL-3"), ("GNU GPL 3", "GPL-3")):
        yield title, (COMMON / file).read_text(encoding="utf-8")


def own_texts(name: str) -> list[str]:
    """The texts of the license files in a package, each once."""
    texts: dict[str, str] = {}
    for file in sorted(distribution(name).files or (), key=str):
        inside = file.parts[0].endswith(".dist-info") and file.suffix.lower() not in (".py", ".pyc")
        if inside and any(word in file.name.lower() for word in NAMES):
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

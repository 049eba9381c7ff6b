"""Makes the bundled typefaces and their metrics from published packages: subset, unhinted, renamed, tabular numerals.

Run by hand when a typeface changes (assets/README.md says how); the program only reads what this wrote.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tarfile
from pathlib import Path
from typing import Any

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parent.parent / "typefaces"

PACKAGES = {
    "inter-ui-4.1.1.tgz": "e392e4d71f18a7c1f23dfecd833d68fa05eeab41862686584e80fd2b5d87e9c0",
    "fontsource-patrick-hand-5.3.0.tgz": "c3428d02610c7b8fa92b044cf766f8c30b88bb32a47460b4ac42fa14e0bcdcc0",
}
FIXED_DAY = 3_786_825_600
"""Seconds since 1904; the same in every build, so that builds repeat."""

FACES = {
    # face: (package, members, family, style, weight)
    "text": ("inter-ui-4.1.1.tgz", ("web/Inter-Regular.woff2",), "Rollwrite Text", "Regular", 400),
    "bold": ("inter-ui-4.1.1.tgz", ("web/Inter-SemiBold.woff2",), "Rollwrite Text", "Bold", 700),
    "hand": (
        "fontsource-patrick-hand-5.3.0.tgz",
        ("files/patrick-hand-latin-400-normal.woff2", "files/patrick-hand-latin-ext-400-normal.woff2"),
        "Rollwrite Hand",
        "Regular",
        400,
    ),
}
LICENSES = {
    "inter-ui-4.1.1.tgz": ("LICENSE.txt", "OFL-text.txt"),
    "fontsource-patrick-hand-5.3.0.tgz": ("LICENSE", "OFL-hand.txt"),
}
CHARACTERS = frozenset(
    {
        *range(0x20, 0x7F),
        *range(0xA0, 0x180),  # Latin-1 and Latin Extended-A
        *range(0x218, 0x21C),
        *range(0x384, 0x3CF),  # Greek and Cyrillic, for names
        *range(0x400, 0x460),
        *(0x490, 0x491, 0x1E9E),
        *range(0x2010, 0x2016),
        *(0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2020, 0x2021, 0x2022, 0x2026, 0x2030, 0x2032, 0x2033),
        *(0x2039, 0x203A, 0x2044, 0x20AC, 0x2116, 0x2122, 0x2153, 0x2154),
        *range(0x2190, 0x219A),  # arrows
        *(0x21A9, 0x21AA, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0x221E),
        *(0x25A0, 0x25A1, 0x25B2, 0x25B6, 0x25BC, 0x25C0, 0x25C6, 0x25CB, 0x25CF, 0x2605, 0x2606, 0x2713, 0x2717),
    }
)


def member(package: Path, name: str) -> bytes:
    """One file of a package, after its checksum was found right."""
    content = package.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != PACKAGES[package.name]:
        raise SystemExit(f"{package}: SHA-256 is {found}, expected {PACKAGES[package.name]}")
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        file = archive.extractfile(f"package/{name}")
        assert file is not None
        return file.read()


def opened(content: bytes) -> TTFont:
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    font.flavor = None
    return font


def merged(fonts: list[TTFont]) -> TTFont:
    """One font from the parts a web package splits it into; their layout tables go, no display uses them."""
    parts = []
    for font in fonts:
        for table in ("GSUB", "GPOS", "GDEF", "fpgm", "prep", "cvt ", "gasp"):
            if table in font:
                del font[table]
        stream = io.BytesIO()
        font.save(stream)
        stream.seek(0)
        parts.append(stream)
    return Merger().merge(parts)


def tabular(font: TTFont) -> None:
    """Digits and signs take their tabular forms by default, since painters set glyph by glyph without features."""
    glyphs = set(font.getGlyphOrder())
    for table in font["cmap"].tables:
        for code, name in list(table.cmap.items()):
            if chr(code) in "0123456789+−=" and f"{name}.tf" in glyphs:
                table.cmap[code] = f"{name}.tf"


def subset(font: TTFont) -> None:
    options = Options()
    options.hinting = False
    options.layout_features = ["kern"]  # for the labels of windows
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.glyph_names = False
    options.drop_tables += ["DSIG", "STAT", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)


def rename(font: TTFont, family: str, style: str, weight: int) -> None:
    """Our own names: a changed typeface must not pass for the original, nor be confused with an installed one."""
    names = font["name"]
    copyright_line = names.getDebugName(0)
    names.names = []
    full = family if style == "Regular" else f"{family} {style}"
    postscript = f"{family.replace(' ', '')}-{style}"
    license_text = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
    texts = {0: copyright_line, 1: family, 2: style, 3: f"{postscript};1", 4: full, 5: "Version 1.000", 6: postscript}
    texts |= {13: license_text, 14: "https://openfontlicense.org"}
    for number, text in texts.items():
        names.setName(text, number, 3, 1, 0x409)
    bold = style == "Bold"
    font["OS/2"].usWeightClass = weight
    font["OS/2"].fsSelection = 0x20 if bold else 0x40
    font["head"].macStyle = 1 if bold else 0


def metrics(font: TTFont) -> dict[str, Any]:
    """Advance widths and heights in units of the em."""
    widths = font["hmtx"]
    glyphs = font["glyf"]
    cmap = font.getBestCmap()
    return {
        "units": font["head"].unitsPerEm,
        "ascent": font["hhea"].ascent,
        "descent": -font["hhea"].descent,
        "cap": glyphs[cmap[ord("H")]].yMax,
        "x": glyphs[cmap[ord("x")]].yMax,
        "widths": {chr(code): widths[name][0] for code, name in sorted(cmap.items())},
    }


def main(folder: Path) -> None:
    OUT.mkdir(exist_ok=True)
    table = {}
    for face, (package, members, family, style, weight) in FACES.items():
        fonts = [opened(member(folder / package, name)) for name in members]
        font = merged(fonts) if len(fonts) > 1 else fonts[0]
        tabular(font)
        subset(font)
        rename(font, family, style, weight)
        font["head"].created = font["head"].modified = FIXED_DAY
        font.recalcTimestamp = False
        target = OUT / f"{family.replace(' ', '')}-{style}.ttf"
        font.save(target)
        measured = metrics(TTFont(target))
        table[face] = {"file": target.name, **measured}
        print(f"{target.name}: {target.stat().st_size} bytes, {len(measured['widths'])} characters")
    text = json.dumps(table, ensure_ascii=False, indent=None, separators=(",", ":"), sort_keys=True)
    (OUT / "metrics.json").write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")
    for package, (name, target_name) in LICENSES.items():
        (OUT / target_name).write_bytes(member(folder / package, name))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

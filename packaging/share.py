"""The tree of files by which a Linux desktop knows the program: menu entry, description, kinds of files, icons, manual,
completion, licences. The .deb, the archive and the Flatpak take it as it is.
"""

import gzip
import shutil
import textwrap
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from string import Template
from xml.sax.saxutils import escape, quoteattr

import completion
import licences
import manual
import marks
import product
import sbom

TEMPLATES = product.ROOT / "packaging" / "linux"
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
PICTURES = ("table.png", "desk.png")


def write(folder: Path, moment: int, debian: bool = False) -> None:
    """Writes the tree below `folder`, which becomes /usr/share; `debian` adds what Debian's policy asks for."""
    doc = folder / "doc" / product.PACKAGE
    put(folder / "applications" / f"{product.APP_ID}.desktop", desktop_entry())
    put(folder / "metainfo" / f"{product.APP_ID}.metainfo.xml", metainfo())
    put(folder / "mime" / "packages" / f"{product.APP_ID}.xml", media_types())
    put(folder / "bash-completion" / "completions" / product.COMMAND, shell("bash"))
    put(folder / "zsh" / ("vendor-completions" if debian else "site-functions") / f"_{product.COMMAND}", shell("zsh"))
    put(folder / "fish" / "vendor_completions.d" / f"{product.COMMAND}.fish", shell("fish"))
    put(folder / "man" / "man1" / f"{product.COMMAND}.1.gz", zipped(manual.page(parsers(), moment)))
    icons = folder / "icons" / "hicolor"
    put(icons / "scalable" / "apps" / f"{product.APP_ID}.svg", marks.MARK.read_text(encoding="utf-8"))
    for size in ICON_SIZES:
        put(icons / f"{size}x{size}" / "apps" / f"{product.APP_ID}.png", marks.png(size))
    put(doc / "licences.txt", licences.FILE.read_bytes())
    put(doc / "sbom.cdx.json", sbom.text(moment))
    for name in PICTURES:
        put(doc / "pictures" / name, (product.ROOT / "assets" / "pictures" / name).read_bytes())
    if debian:
        put(doc / "copyright", filled("copyright"))
        put(doc / "changelog.gz", zipped(debian_changelog()))
    else:
        put(doc / "CHANGELOG.md", product.CHANGES.read_bytes())


def put(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def zipped(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def filled(template: str, **more: str) -> str:
    """A template of packaging/linux with the product's names in it."""
    text = Template((TEMPLATES / template).read_text(encoding="utf-8"))
    return text.substitute(
        id=product.APP_ID, title=product.TITLE, summary=product.SUMMARY, command=product.COMMAND, package=product.PACKAGE,
        publisher=product.PUBLISHER, licence=product.LICENCE, pictures=product.PICTURES,
        year=product.releases()[0].day[:4], mimes="".join(f"{kind.mime};" for kind in product.KINDS), **more,
    )


def desktop_entry() -> str:
    return filled("rollwrite.desktop")


def metainfo() -> str:
    """The AppStream description, with the releases of CHANGELOG.md."""
    types = [f"    <mediatype>{kind.mime}</mediatype>" for kind in product.KINDS]
    rows = []
    for release in product.releases():
        rows += [f'    <release version="{release.version}" date="{release.day}">', "      <description>"]
        for title, lines in release.changes.items():
            rows += [f"        <p>{escape(title)}</p>", "        <ul>"]
            rows += [f"          <li>{escape(line.replace('`', ''))}</li>" for line in lines]
            rows.append("        </ul>")
        rows += ["      </description>", "    </release>"]
    return filled("metainfo.xml", mediatypes="\n".join(types), releases="\n".join(rows))


def media_types() -> str:
    """Our kinds of files, for shared-mime-info. The endings are longer than `.json`, so that other JSON stays what it is."""
    rows = ['<?xml version="1.0" encoding="UTF-8"?>', '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">']
    for kind in product.KINDS:
        rows += [
            f'  <mime-type type="{kind.mime}">',
            f"    <comment>{escape(kind.title)}</comment>",
            f'    <comment xml:lang="es">{escape(kind.spanish)}</comment>',
            f'    <sub-class-of type="{kind.parent}"/>',
            f'    <icon name="{product.APP_ID}"/>',
            f'    <glob pattern="*{kind.ending}"/>',
        ]
        if kind.parent == "text/plain":
            rows.append(f'    <magic><match type="string" offset="0" value={quoteattr(kind.magic)}/></magic>')
        rows.append("  </mime-type>")
    return "\n".join([*rows, "</mime-info>", ""])


def shell(kind: str) -> str:
    """The completion of a shell: `bash`, `zsh` or `fish`."""
    from rollwrite_desktop.core.i18n import languages
    from rollwrite_desktop.draw.imposition import PAPERS, PER_PAGE
    from rollwrite_desktop.draw.inks import PRINT_MODES
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.paths import TRANSLATIONS

    choices = {
        "--paper": list(PAPERS), "--ink": list(PRINT_MODES), "--per-page": [str(number) for number in PER_PAGE],
        "--lang": languages(TRANSLATIONS),
    }
    return getattr(completion, kind)(product.COMMAND, parsers(), list(GAMES), choices)


def parsers() -> completion.Parsers:
    from rollwrite_desktop.cli.arguments import parsers

    return parsers()


def debian_changelog() -> str:
    """CHANGELOG.md as Debian writes it."""
    parts = []
    for release in product.releases():
        day = datetime.fromisoformat(release.day).replace(hour=12, tzinfo=UTC)
        lines = [f"  * {line}" for changes in release.changes.values() for line in changes]
        parts.append("\n".join([
            f"{product.PACKAGE} ({release.version}) unstable; urgency=low", "", *map(wrapped, lines), "",
            f" -- {product.PUBLISHER} <{product.CONTACT}>  {format_datetime(day)}", "",
        ]))
    return "\n".join(parts)


def wrapped(line: str) -> str:
    return "\n".join(textwrap.wrap(line, 78, initial_indent="  ", subsequent_indent="    "))


def emptied(folder: Path) -> Path:
    """The folder, there and empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder

"""The files for /usr/share on Linux: menu entry, AppStream description, types of files, icons, manual page, completions,
licenses. The .deb, the archive and the Flatpak contain them.
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
PICTURES = ("rolling_america.png", "on_tour.png", "hexroller.png", "ligretto_dice.png", "check.png")


def write(folder: Path, moment: int, debian: bool = False) -> None:
    """Writes the files below a folder. moment: their time in seconds. debian: with what Debian's policy requires."""
    doc = folder / "doc" / product.PACKAGE
    write_file(folder / "applications" / f"{product.APP_ID}.desktop", desktop_entry())
    write_file(folder / "metainfo" / f"{product.APP_ID}.metainfo.xml", metainfo())
    write_file(folder / "mime" / "packages" / f"{product.APP_ID}.xml", media_types())
    write_file(folder / "bash-completion" / "completions" / product.COMMAND, completion.completion("bash"))
    zsh = folder / "zsh" / ("vendor-completions" if debian else "site-functions")
    write_file(zsh / f"_{product.COMMAND}", completion.completion("zsh"))
    write_file(folder / "fish" / "vendor_completions.d" / f"{product.COMMAND}.fish", completion.completion("fish"))
    write_file(folder / "man" / "man1" / f"{product.COMMAND}.1.gz", gzipped(manual.page(moment)))
    icons = folder / "icons" / "hicolor"
    write_file(icons / "scalable" / "apps" / f"{product.APP_ID}.svg", marks.MARK.read_text(encoding="utf-8"))
    for size in ICON_SIZES:
        write_file(icons / f"{size}x{size}" / "apps" / f"{product.APP_ID}.png", marks.png(size))
    write_file(doc / "licences.txt", licences.FILE.read_bytes())
    write_file(doc / "sbom.cdx.json", sbom.text(moment))
    if debian:
        write_file(doc / "copyright", render("copyright"))
        write_file(folder / "lintian" / "overrides" / product.PACKAGE, render("lintian-overrides"))
        write_file(doc / "changelog.gz", gzipped(debian_changelog()))
    else:
        write_file(doc / "CHANGELOG.md", product.CHANGES.read_bytes())
        for name in PICTURES:
            write_file(doc / "pictures" / name, (product.ROOT / "assets" / "pictures" / name).read_bytes())


def write_file(path: Path, content: str | bytes) -> None:
    """Writes a file and makes the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def gzipped(text: str) -> bytes:
    """The text compressed reproducibly, without time and name."""
    return gzip.compress(text.encode(), 9, mtime=0)


def render(template: str, **more: str) -> str:
    """Fills a template of packaging/linux with the product's metadata and `more`."""
    text = Template((TEMPLATES / template).read_text(encoding="utf-8"))
    return text.substitute(
        id=product.APP_ID, title=product.TITLE, summary=product.SUMMARY, command=product.COMMAND, package=product.PACKAGE,
        publisher=product.PUBLISHER, licence=product.LICENSE, pictures=product.PICTURES,
        year=product.releases()[0].day[:4], mimes="".join(f"{kind.mime};" for kind in product.KINDS), **more,
    )


def desktop_entry() -> str:
    """The menu entry."""
    return render("rollwrite.desktop")


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
    return render("metainfo.xml", mediatypes="\n".join(types), releases="\n".join(rows))


def media_types() -> str:
    """Our types of files, for shared-mime-info. Suffixes are longer than `.json`, so other JSON files are not claimed."""
    rows = ['<?xml version="1.0" encoding="UTF-8"?>', '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">']
    for kind in product.KINDS:
        rows += [
            f'  <mime-type type="{kind.mime}">',
            f"    <comment>{escape(kind.title)}</comment>",
            *(f'    <comment xml:lang="{code}">{escape(title)}</comment>' for code, title in kind.titles.items()),
            f'    <sub-class-of type="{kind.parent}"/>',
            f'    <icon name="{product.APP_ID}"/>',
            f'    <glob pattern="*{kind.ending}"/>',
        ]
        if kind.parent == "text/plain":
            rows.append(f'    <magic><match type="string" offset="0" value={quoteattr(kind.magic)}/></magic>')
        rows.append("  </mime-type>")
    return "\n".join([*rows, "</mime-info>", ""])


def debian_changelog() -> str:
    """CHANGELOG.md in the format of debian/changelog."""
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
    """An entry of debian/changelog in lines of 78 characters."""
    return "\n".join(textwrap.wrap(line, 78, initial_indent="  ", subsequent_indent="    "))


def empty_folder(folder: Path) -> Path:
    """Makes a folder, or empties it if it exists; returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder

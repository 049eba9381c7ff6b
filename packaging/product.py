"""What is installed, in words and names: title, version, kinds of files, releases. Every product takes them from here.

Standard library only. Name and version themselves stand in the program, where it shows them.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from checkout import ROOT

sys.path.insert(0, str(ROOT))

from rollwrite_desktop import APP_ID, TITLE, __version__

VERSION = __version__
PACKAGE = "rollwrite-desktop"
COMMAND = "rollwrite"
SUMMARY = "Play, print and check roll-and-write sheets"
PUBLISHER = "The authors of Rollwrite Desktop"
CONTACT = "authors@rollwrite.invalid"
"""Where a package asks people to write. Nobody has given an address yet; whoever publishes puts it here."""
LICENCE = "LicenseRef-proprietary"
"""No licence has been chosen for the program itself; its drawings and sheets are CC0."""
PICTURES = "https://rollwrite.invalid/pictures"
"""Where software centres find assets/pictures. They are published nowhere yet; whoever publishes puts the address here."""

SHIPPED = ("assets/icons", "assets/licences", "assets/mark", "assets/translations", "assets/typefaces", "sheets")
"""The folders with what the program reads, without what only makes them."""
NOT_SHIPPED = ("build", "README.md")
CHANGES = ROOT / "packaging" / "CHANGELOG.md"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file that is ours: its media type, how names of such files end, what people call it, and what the file is
    besides. `magic`: how its content begins, white space aside."""

    mime: str
    ending: str
    title: str
    spanish: str
    parent: str
    magic: str


KINDS = (
    Kind("application/vnd.rollwrite.journal", ".rollwrite", "Roll-and-write game", "Partida de dados y lápiz",
         "text/plain", '{"journal":'),
    Kind("application/vnd.rollwrite.paper+json", ".paper.json", "Filled roll-and-write sheet", "Hoja de juego rellenada",
         "application/json", '{"paper":'),
    Kind("application/vnd.rollwrite.sheet+json", ".sheet.json", "Roll-and-write sheet", "Hoja de juego",
         "application/json", '{"sheet":'),
)


@dataclass(frozen=True, slots=True)
class Release:
    """One release of CHANGELOG.md: version, day, and the lines of what changed by their headings."""

    version: str
    day: str
    changes: dict[str, list[str]]


def releases(text: str | None = None) -> list[Release]:
    """What CHANGELOG.md tells, the newest first; what is not released yet is left out."""
    text = CHANGES.read_text(encoding="utf-8") if text is None else text
    found = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        match = re.fullmatch(r"\[(?P<version>[0-9.]+)\] - (?P<day>\d{4}-\d\d-\d\d)", head.strip())
        if match is None:
            continue
        changes: dict[str, list[str]] = {}
        for section in re.split(r"^### ", body, flags=re.MULTILINE)[1:]:
            title, _, lines = section.partition("\n")
            joined = re.sub(r"\n +", " ", lines)
            changes[title.strip()] = [line[2:].strip() for line in joined.splitlines() if line.startswith("- ")]
        found.append(Release(match["version"], match["day"], changes))
    return found


def commit_time() -> int:
    """The moment that every product carries, in seconds: that of the commit, or of the newest release outside a checkout."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    if told.returncode == 0 and told.stdout.strip():
        return int(told.stdout)
    from calendar import timegm

    year, month, day = map(int, releases()[0].day.split("-"))
    return timegm((year, month, day, 0, 0, 0))


def shipped_files() -> list[tuple[Path, str]]:
    """Every file that the program reads, with its place beside the program's own modules."""
    return [
        (file, file.relative_to(ROOT).as_posix())
        for folder in SHIPPED
        for file in sorted((ROOT / folder).rglob("*"))
        if file.is_file() and not set(NOT_SHIPPED) & set(file.relative_to(ROOT / folder).parts)
        and not file.name.endswith((".po", ".pyc"))
    ]


__all__ = ["APP_ID", "TITLE", "VERSION"]

"""Metadata shared by all products: names, version, types of files, releases.

Standard library only. Title and version are defined in the program, which shows them.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from checkout import ROOT

sys.path.insert(0, str(ROOT))

from rollwrite_desktop import APP_ID, COMMAND, TITLE, __version__

VERSION = __version__
PACKAGE = "rollwrite-desktop"
SUMMARY = "Play, print and check roll-and-write sheets"
PUBLISHER = "The authors of Rollwrite Desktop"
CONTACT = "authors@rollwrite.invalid"
"""The maintainer's address. There is none yet; it has to be set before publication."""
LICENSE = "LicenseRef-proprietary"
"""No license has been chosen for the program itself; its drawings and sheets are CC0."""
PICTURES = "https://rollwrite.invalid/pictures"
"""Where software centers find assets/pictures. They are not published yet; it has to be set before publication."""

SHIPPED = ("assets/decks", "assets/examples", "assets/icons", "assets/licences", "assets/mark", "assets/samples",
           "assets/translations", "assets/typefaces", "assets/values", "sheets")
"""The folders with files that the program reads."""
NOT_SHIPPED = ("build", "README.md")
LANGUAGES = tuple(sorted(path.name for path in (ROOT / "assets" / "translations").iterdir() if path.is_dir()))
"""The languages of the program besides English."""
CHANGES = ROOT / "packaging" / "CHANGELOG.md"


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of files: media type, suffix, English name, name by language, media type of which it is a subtype, and the
    beginning of the content (`magic`)."""

    mime: str
    ending: str
    title: str
    titles: Mapping[str, str]
    parent: str
    magic: str


KINDS = (
    Kind("application/vnd.rollwrite.journal", ".rollwrite", "Roll-and-write game",
         {"de": "Partie eines Würfelspiels", "es": "Partida de dados y lápiz", "fr": "Partie de dés et de crayon"},
         "text/plain", '{"journal":'),
    Kind("application/vnd.rollwrite.paper+json", ".paper.json", "Filled roll-and-write sheet",
         {"de": "Ausgefülltes Spielblatt", "es": "Hoja de juego rellena", "fr": "Feuille de jeu remplie"},
         "application/json", '{"paper":'),
    Kind("application/vnd.rollwrite.sheet+json", ".sheet.json", "Roll-and-write sheet",
         {"de": "Spielblatt", "es": "Hoja de juego", "fr": "Feuille de jeu"},
         "application/json", '{"sheet":'),
    Kind("application/vnd.rollwrite.session+json", ".rollwrite-session", "Roll-and-write session",
         {"de": "Spieltreff", "es": "Sesión de juego", "fr": "Séance de jeu"},
         "application/json", '{"session":'),
)
OF_ONE_ENDING = tuple(kind for kind in KINDS if kind.ending.count(".") == 1)
"""The types of files that Windows can tell apart: it looks at what follows the last dot only."""


@dataclass(frozen=True, slots=True)
class Release:
    """One release of CHANGELOG.md: version, date, and the changes by heading."""

    version: str
    day: str
    changes: dict[str, list[str]]


def releases(text: str | None = None) -> list[Release]:
    """The releases in CHANGELOG.md, the newest first, without unreleased changes."""
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
    """The time of all files in products, in seconds since the epoch: of the commit, or of the newest release outside a
    checkout. SOURCE_DATE_EPOCH overrides it."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    finished = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    if finished.returncode == 0 and finished.stdout.strip():
        return int(finished.stdout)
    from calendar import timegm

    year, month, day = map(int, releases()[0].day.split("-"))
    return timegm((year, month, day, 0, 0, 0))


def shipped_files() -> list[tuple[Path, str]]:
    """All files that the program reads, with their paths below the installed package."""
    return [
        (file, file.relative_to(ROOT).as_posix())
        for folder in SHIPPED
        for file in sorted((ROOT / folder).rglob("*"))
        if file.is_file() and not set(NOT_SHIPPED) & set(file.relative_to(ROOT / folder).parts)
        and not file.name.endswith((".po", ".pyc", ".terms.toml"))
    ]


__all__ = ["APP_ID", "COMMAND", "TITLE", "VERSION"]

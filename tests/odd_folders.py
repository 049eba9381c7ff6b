"""Data folders as no program leaves them: names of any bytes, twins, sizes at and over limits, links, damaged files."""

from __future__ import annotations

import os
import random
import sys
from functools import cache
from pathlib import Path

import msgspec

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.archives import FOLDERS
from rollwrite_desktop.intake.decks import Deck
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.paper.paper_session import Member, PaperSession, write_session
from rollwrite_desktop.play.practice.deck import written
from rollwrite_desktop.sheet.load import dump
from tests.play.test_game_index import shelve

STEMS = (
    b"Friday", b"friday", b"FRIDAY", "Straße".encode(), b"STRASSE", "caf\u00e9".encode(), b"CAFE\xcc\x81", b"M\xfcller",
    b"\xff\xfe", b".hidden", b"two\nlines", b"tab\there", b"\x01\x1b[31m", "\u202egnp".encode(), "\u200b".encode(), b" ",
    b"a ",
    b"con", b"NUL.x", b"a:b", b'x?*"<>|', b"back\\slash", b"-rf", b"%s {name}", b"<b>bold</b>", b"a" * 200,
    "\U0001f3b2".encode() * 40, b"Friday (2)", b"x.rollwrite", b"", b"settings",
)
"""Names without their endings."""
LONGEST = 255
_SMALL, _SELDOM = 2_000_000, 0.05
"""Files as large as they may be take long where that is much, so few are made."""


@cache
def sound(folder: str) -> tuple[bytes, ...]:
    """Some whole contents of the files of a folder."""
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        if folder == "games":
            for number, (game, over) in enumerate((("rolling_america", True), ("hexroller", False), ("hexroller", True))):
                shelve(home, f"{number}", game, players=(f"P{number}",), over=over)
            return tuple(path.read_bytes() for path in sorted(home.iterdir()))
        if folder == "sheets":
            return tuple(dump(sheet_of(GAMES["hexroller"], f"hexroller_front:M{n}", "x")) for n in range(2))
        if folder == "drafts":
            papers = [GAMES[game].check.paper(game=game, spaces={}) for game in ("hexroller", "rolling_america")]
            return tuple(msgspec.json.encode({"draft": 1, "file": "", "paper": paper}) for paper in papers)
        if folder == "decks":
            return tuple(written(Deck(1, f"D{n}", gone=("x",) * n)) for n in range(2))
        session = PaperSession("club", "hexroller", GAMES["hexroller"].play.played_on[0], members=(Member("Ann"),))
        return (write_session(session, home),)


def spoilt(content: bytes, chance: random.Random) -> bytes:
    """A content that a disk, a person or another version may have made of it."""
    match chance.randrange(8):
        case 0:
            return b""
        case 1:
            return content[: chance.randrange(len(content))]
        case 2:
            at = chance.randrange(len(content))
            return content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]
        case 3:
            return b"\xff\xfe\x00" * 50
        case 4:
            return b"[" * 20_000
        case 5:
            kinds = (b"journal", b"draft", b"session", b"deck", b"sheet")
            for field in (b'"%s":%s1' % (kind, gap) for kind in kinds for gap in (b"", b" ")):
                content = content.replace(field, field[:-1] + b"99")
            return content
        case 6:
            return content.replace(b"P", b"\xed\xa0\x80").replace(b"A", b"\xff")
        case _:
            return b"null\n" * 20


def put_any(home: Path, folder: str, chance: random.Random) -> Path | None:
    """Something in a folder; None where this file system takes no such name."""
    ending, limit = FOLDERS[folder]
    stem = chance.choice(STEMS)[: LONGEST - len(ending)]
    place = home / folder
    place.mkdir(parents=True, exist_ok=True)
    path = place / os.fsdecode(stem + os.fsencode(chance.choice((ending, ending, ending, ".sheet.json", ".lock", ".tmp"))))
    if os.path.lexists(path):
        return None
    content = chance.choice(sound(folder))
    try:
        match chance.randrange(12):
            case 0:
                path.symlink_to(chance.choice(("nowhere", "/etc/hostname", ".", "../settings.json", path.name)))
            case 1:
                path.mkdir()
                (path / "inside").write_bytes(b"x")
            case 2 if sys.platform != "win32":
                os.mkfifo(path)
            case 3 if limit <= _SMALL or chance.random() < _SELDOM:
                with path.open("xb") as file:
                    file.truncate(limit + chance.choice((0, 1)))
            case 4 | 5 | 6:
                path.write_bytes(spoilt(content, chance))
            case _:
                path.write_bytes(content)
    except (OSError, ValueError):
        return None
    return path


def make_odd(home: Path, seed: int, files: int) -> None:
    """A folder with this many odd things in it at most, always the same ones."""
    chance = random.Random(seed)
    home.mkdir(parents=True, exist_ok=True)
    for _ in range(files):
        put_any(home, chance.choice(tuple(FOLDERS)), chance)
    for name in TABLES:
        put_table(home / name, chance)


TABLES = ("table.json", "table (2).json", "table (31).json", "table (03).json", "tables.json")
_TABLE = b'{"table":1,"papers":[{"game":"hexroller","player":"P"}],"files":["a"],"rolls":[]}'


def put_table(path: Path, chance: random.Random) -> None:
    """A table of sheets, or something else in its place."""
    match chance.randrange(8):
        case 0:
            path.symlink_to("settings.json")
        case 1:
            path.mkdir()
        case 2 | 3:
            path.write_bytes(spoilt(_TABLE, chance))
        case 4 | 5:
            path.write_bytes(_TABLE.replace(b"P", b"P%d" % chance.randrange(9)))
        case _:
            path.write_bytes(chance.choice((b"", b'{"table":1}')))

"""What is whole of a damaged file: of a filled sheet, of a session. Of its JSON what stands before the first fault, and of
that, value by value, what the reader of such a file takes. What a sheet is written by, its game, its drawing and its house
rules, must be whole: without them the rest would mean something else. (Of games: `saved_game.whole_part`.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.files import is_file_here, read_file, remote
from rollwrite_desktop.intake.json_files import whole_part
from rollwrite_desktop.intake.papers import MAX_BYTES as MAX_PAPER
from rollwrite_desktop.intake.sessions import MAX_BYTES as MAX_SESSION
from rollwrite_desktop.intake.sessions import MAX_MEMBERS, StoredMember
from rollwrite_desktop.play.opening.open_game import found_from, game_of, options_of, sheet_of
from rollwrite_desktop.play.paper.audit_files import paper_in
from rollwrite_desktop.play.paper.paper_session import Member, PaperSession, read_session

MAX_TRIES = 500
"""How often a file is read with one value more or less."""
_BEGINNING = 48_000
_PAPER = ("paper", "game", "sheet", "options")
_SESSION = ("session", "name", "game", "sheet", "options", "dice", "code")

Fits = Callable[[Mapping[str, Any]], bool]


def seems_whole(data: bytes) -> bool:
    """Returns whether a damaged file begins as one of which something may be whole: it names one of the games."""
    plain = whole_part(data[:_BEGINNING])
    named = [plain, plain.get("paper")] if isinstance(plain, dict) else []
    return any(isinstance(each, dict) and each.get("game") in (*GAMES,) for each in named)


def whole_paper(path: Path) -> Paper | None:
    """Returns what is whole of the sheet in a damaged paper file or draft; None where nothing is written on it. Raises
    FileError."""
    plain = whole_part(read_file(path, 2 * MAX_PAPER))
    if not isinstance(plain, dict):
        return None
    file = plain.get("file")
    if isinstance(plain.get("paper"), dict):  # a draft, which names the file that it belongs to
        sheet = plain["paper"].get("sheet")
        here = isinstance(sheet, str) and is_file_here(found_from(path.parent, sheet))
        named = file if isinstance(file, str) and not remote(file) and not here else ""
        beside = Path(named).parent if named else path.parent
        paper = paper_part({"paper": 1, **plain["paper"]}, path.name, beside)
    else:
        paper = paper_part(plain, path.name, path.parent)
        beside = path.parent
    if paper is None or (paper.empty and not paper.rolls):
        return None
    return msgspec.structs.replace(paper, sheet=found_from(beside, paper.sheet))


def whole_session(path: Path) -> PaperSession | None:
    """Returns what is whole of a damaged session. Raises FileError."""
    plain = whole_part(read_file(path, MAX_SESSION))
    return session_part(plain, path.name, path.parent) if isinstance(plain, dict) else None


def paper_part(plain: Mapping[str, Any], name: str, beside: Path | None = None) -> Paper | None:
    """Returns what a sheet's auditor takes of it; None where game, drawing or house rules are not whole."""
    needed = {key: plain[key] for key in _PAPER if key in plain}
    try:
        paper = paper_in(msgspec.json.encode(needed), name)
        game = game_of(paper.game, name)
        auditor = game.check.auditor(
            sheet_of(game, game.play.sheet_id(paper), name, beside), options_of(game, paper.options, name)
        )
    except UserError:
        return None

    def fits(values: Mapping[str, Any]) -> bool:
        try:
            auditor.audit(paper_in(msgspec.json.encode(values), name))
        except UserError:
            return False
        return True

    return paper_in(msgspec.json.encode(_values(needed, plain, fits)), name)


def session_part(plain: Mapping[str, Any], name: str, folder: Path) -> PaperSession | None:
    """Returns what is whole of a session: its players with what is whole of their sheets, its rolls up to the first bad
    one."""
    def read(values: Mapping[str, Any]) -> PaperSession | None:
        try:
            return read_session(msgspec.json.encode(values), name, folder)
        except UserError:
            return None

    needed = {key: plain[key] for key in _SESSION if key in plain}
    if read(needed) is None:
        return None
    rest = {key: value for key, value in plain.items() if key != "members"}
    session = read(_values(needed, rest, lambda values: read(values) is not None))
    members = plain.get("members")
    assert session is not None
    found = [_member(each, name, folder) for each in members[:MAX_MEMBERS]] if isinstance(members, list) else []
    return replace(session, members=tuple(each for each in found if each is not None))


def _member(plain: object, name: str, folder: Path) -> Member | None:
    if not isinstance(plain, dict):
        return None
    known = {key: value for key, value in plain.items() if key in StoredMember.__struct_fields__}
    try:
        stored = msgspec.convert({**known, "paper": None}, StoredMember)
    except msgspec.ValidationError:
        return None
    held = plain.get("paper")
    paper = paper_part({"paper": 1, **held}, name, folder) if isinstance(held, dict) else None
    if paper is None or paper.empty:
        return Member(stored.name, None, stored.left)
    return Member(
        stored.name, msgspec.structs.replace(paper, sheet=found_from(folder, paper.sheet)), stored.left, stored.file
    )


def _values(needed: Mapping[str, Any], plain: Mapping[str, Any], fits: Fits) -> dict[str, Any]:
    """Returns what is needed and, in their order, as many more of the values as fit together: of an object each by itself,
    of a list those before the first that does not."""
    kept, tries = dict(needed), MAX_TRIES

    def tried(key: str, value: object) -> bool:
        nonlocal tries
        tries -= 1
        if tries < 0 or not fits({**kept, key: value}):
            return False
        kept[key] = value
        return True

    def items(key: str, some: Sequence[tuple[str, Any]]) -> None:
        """Halves those that do not fit together until each does or is alone."""
        if some and not tried(key, {**kept.get(key, {}), **dict(some)}) and len(some) > 1:
            items(key, some[: len(some) // 2])
            items(key, some[len(some) // 2 :])

    for key, value in plain.items():
        if key in needed or tried(key, value):
            continue
        if isinstance(value, dict):
            items(key, [*value.items()])
        elif isinstance(value, list):
            low, high = 0, len(value)
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if tried(key, value[:middle]) else (low, middle)
    return kept

"""A file that is to be checked, whatever it is: a paper file or a journal, and the ranking of several.

What a file is, its content says and not its name. Knows every game only by its registry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rollwrite_desktop.core import journal
from rollwrite_desktop.core.audit import NotAPaper, Paper, Patience, Report, proved, read_paper, with_effort
from rollwrite_desktop.core.journal import NotAJournal
from rollwrite_desktop.core.rules import Score, placed
from rollwrite_desktop.core.words import say
from rollwrite_desktop.games.guide import Game
from rollwrite_desktop.games.opening import Opened, game_of, options_of, reopen, sheet_of
from rollwrite_desktop.sheet.load import NotASheet
from rollwrite_desktop.sheet.sheet import Sheet


class NotEvidence(ValueError):
    """A file that cannot be checked: which, what is so, what was expected."""


@dataclass(frozen=True)
class Filled:
    """One filled sheet and what the check says of it. `file` is the name of the file that it comes from; `player` the
    name on it, or ""."""

    file: str
    game: Game
    sheet: Sheet
    paper: Paper
    report: Report
    player: str


@dataclass(frozen=True)
class Entered:
    """A paper file, with its game and sheet; not checked yet."""

    game: Game
    sheet: Sheet
    paper: Paper


class _Kind(msgspec.Struct):
    """The key that tells a journal from everything else."""

    journal: msgspec.Raw


_kind = msgspec.json.Decoder(_Kind)


def content(path: Path) -> bytes:
    """The bytes of a file, up to one more than any format may have. Raises NotEvidence."""
    try:
        with path.open("rb") as file:
            return file.read(journal.MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NotEvidence(say("{path}: cannot be read ({why}).", path=str(path), why=str(reason))) from error


def holds_journal(data: bytes) -> bool:
    """Whether a file means to be a journal: its first line is an object that says so."""
    try:
        _kind.decode(data[: journal.MAX_LINE].split(b"\n", 1)[0])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def torn(data: bytes) -> bool:
    """Whether a journal's last line was not written to the end, and is left out."""
    return not data.endswith(b"\n")


def opened_journal(path: Path, data: bytes | None = None) -> Opened:
    """The session of a journal in a file. Raises NotEvidence."""
    data = content(path) if data is None else data
    try:
        return reopen(journal.parse(data, path.name), path.name, path.parent)
    except NotAJournal as error:
        raise NotEvidence(str(error)) from error


def entered_paper(path: Path, data: bytes | None = None) -> Entered:
    """The paper in a file. Raises NotEvidence."""
    data = content(path) if data is None else data
    try:
        paper = read_paper(data, path.name)
        game = game_of(paper.game, path.name)
        sheet = sheet_of(game, paper.sheet or game.sheet_for(paper), path.name, path.parent)
        options_of(game, paper.options, path.name)
    except NotAPaper as error:
        raise NotEvidence(str(error)) from error
    except NotASheet as error:
        raise NotEvidence(f"{path.name}: {error}") from error
    except LookupError as error:
        raise NotEvidence(str(error.args[0])) from error
    return Entered(game, sheet, paper)


def filled(path: Path, patience: Patience = with_effort) -> tuple[Filled, ...]:
    """Every filled sheet in a file, checked: one of a paper file, one per player of a journal. Raises NotEvidence."""
    data = content(path)
    if data.startswith(b"%PDF"):
        raise NotEvidence(say("{path}: filled-in PDF forms cannot be read yet; expected a paper file or a journal.",
                              path=path.name))
    if holds_journal(data) or path.suffix == journal.SUFFIX:
        return played(opened_journal(path, data), path.name)
    entered = entered_paper(path, data)
    return (checked(entered, path.name, patience),)


def checked(entered: Entered, name: str, patience: Patience = with_effort) -> Filled:
    """A paper with all that can be proved of it. Raises NotEvidence where it holds what is not well formed."""
    options = options_of(entered.game, entered.paper.options, name)
    try:
        report = proved(entered.game.auditor(entered.sheet, options), entered.paper, patience)
    except NotAPaper as error:
        raise NotEvidence(f"{name}: {error}") from error
    return Filled(name, entered.game, entered.sheet, entered.paper, report, entered.paper.player)


def played(opened: Opened, name: str) -> tuple[Filled, ...]:
    """Every player's sheet of a game, with what its journal proves."""
    game, session = opened.game, opened.session
    auditor = game.auditor(opened.sheet, options_of(game, opened.head.options, name))
    return tuple(
        Filled(
            name, game, opened.sheet,
            msgspec.structs.replace(game.paper_of(session.rules, session.state, player), player=opened.name(player)),
            auditor.audit_play(session, player), opened.name(player),
        )
        for player in session.players
    )


def ranking(sheets: Sequence[Filled]) -> tuple[Score, ...]:
    """The sheets of one game against one another, in their order; a score's player is the sheet's place in the list.
    Empty where the games differ."""
    games: Iterable[str] = {item.game.info.id for item in sheets}
    if len(set(games)) != 1:
        return ()
    game = sheets[0].game
    entries = (
        (str(i), item.report.total, item.report.parts, game.tie_break(item.paper)) for i, item in enumerate(sheets)
    )
    return placed(entries, lowest_wins=game.lowest_wins)

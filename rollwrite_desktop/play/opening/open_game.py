"""From a choice in the lobby, or from a journal, to a session that can be played. Knows every game only by its registry."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType, MethodType
from typing import Any

from msgspec import Struct, structs
from msgspec.structs import replace

from rollwrite_desktop.core.errors import UserError, located
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.journal import Head, Journal, Notes, Record, head_bytes, line_bytes
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.session import DoesNotReplay, JournalLine, Session
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.files import listed, remote
from rollwrite_desktop.intake.journals import NotAJournal
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.sheet.load import AT, ENDING, HASH_SIGNS, LONGEST_ID, NotASheet, find, load
from rollwrite_desktop.sheet.sheet import Sheet

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
BOT_NOTE = "bot"
"""The note by which a game keeps who plays in a person's place."""
MAX_FILES = 500
"""In one folder; a folder with more is not one for sheets."""


class Opened(Struct, frozen=True):
    """A session with all that belongs to it. `read_only` says why it cannot be played on, or is ""."""

    game: Game
    sheet: Sheet
    head: Head
    session: Session[Any]
    read_only: str = ""

    def name(self, player: str) -> str:
        """Returns the name of a player id."""
        return self.head.players[self.session.players.index(player)]


def journal_of(opened: Opened) -> Journal | None:
    """Returns the journal that the session writes to; None where nothing is kept."""
    log = opened.session.log
    return log.__self__ if isinstance(log, MethodType) and isinstance(log.__self__, Journal) else None


def close_journal(opened: Opened) -> None:
    """Closes the journal that the session writes to, if there is one; nothing is written from then on."""
    journal = journal_of(opened)
    if journal is not None:
        opened.session.log = None
        journal.close()


def game_of(game_id: str, where: str = "") -> Game:
    """Returns the game with this id. Raises UserError; `where` begins its sentence."""
    if game_id not in GAMES:
        with located(where):
            message = mark("There is no game '{game}'; the games are {games}.")
            raise UserError(tr(message, game=excerpt(game_id), games=", ".join(GAMES)))
    return GAMES[game_id]


def sheet_of(game: Game, sheet_id: str, where: str = "", beside: Path | None = None) -> Sheet:
    """A sheet of a game by its id, from a file (relative to the folder `beside`), or made from a seed (`ID:SEED`). "" is
    the game's first sheet. Raises UserError; `where` begins its sentence."""
    base, colon, seed = sheet_id.partition(":")
    with located(where):
        if colon and base in game.play.sheets and game.play.new_sheets is not None:
            return game.play.new_sheets.make(base, seed)
        sheet = find(sheet_id or game.play.sheets[0], beside)
        if sheet_id.endswith(ENDING):
            from rollwrite_desktop.play.opening.check_sheet import must_be_playable  # the program's own are

            must_be_playable(sheet, Path(sheet_id).name)
        if sheet.game != game.info.id:
            raise NotASheet(tr(
                "The sheet '{sheet}' is for {other}, not for {game}.",
                sheet=excerpt(sheet_id), other=excerpt(sheet.game), game=game.info.id,
            ))
        return sheet


def must_be_played_on(game: Game, sheet: Sheet) -> None:
    """Raises NotASheet for a sheet on which only scores are written: the rules don't ask for the sheet there, people do."""
    if game.play.score_sheet is not None and game.play.score_sheet.kept_on(sheet):
        raise NotASheet(tr(
            "Only scores are written on the sheet '{sheet}'; {game} is played on {boards}.",
            sheet=excerpt(sheet.id), game=game.info.title, boards=", ".join(game.play.played_on),
        ))


def titles_of(sheet: Sheet) -> tuple[str, ...]:
    """A game and one of its sheets in words; once where both are called alike."""
    return tuple(dict.fromkeys((tr(GAMES[sheet.game].info.title), sheet_title(sheet))))


def map_title(sheet: Sheet) -> str:
    """Returns what a sheet is called beside the name of its game: the first map of a game is called as the game is."""
    return tr("USA") if sheet.title == GAMES[sheet.game].info.title else sheet_title(sheet)


def sheet_title(sheet: Sheet) -> str:
    """Returns what a sheet is called where people meet those that are offered and those that no game begins on any more: of
    two that are called alike, the earlier one is the old one."""
    title, play = tr(mark(sheet.title, "sheet")), GAMES[sheet.game].play
    if sheet.id in play.retired and any(find(each).title == sheet.title for each in play.sheets):
        return tr("{title} (old)", title=title)
    return title


def printed_name(sheet: Sheet) -> str:
    """How what is printed of a sheet names it: by its id, if the id alone brings the same sheet; else, as for a sheet from a
    file, by the id and the first signs of what its content hashes to."""
    game = GAMES.get(sheet.game)
    try:
        if game is None or sheet_of(game, sheet.id).hash == sheet.hash:
            return sheet.id
    except UserError:
        pass
    return f"{'_'.join(sheet.id.split())[:LONGEST_ID]}{AT}{sheet.hash[:HASH_SIGNS]}"


def hashed(sheet: Sheet) -> str:
    """How a code names a sheet from a file: `@` and the first signs of what its content hashes to."""
    return AT + sheet.hash[:HASH_SIGNS]


def file_named(name: str, folders: Iterable[Path]) -> Path:
    """Returns the sheet file in one of these folders whose `printed_name` or `hashed` this is. Raises NotASheet, saying what
    is missing."""
    for folder in dict.fromkeys(folders):
        for path in listed(folder, ENDING)[:MAX_FILES]:
            try:
                sheet = load(path)
            except UserError:
                continue
            if name.endswith(sheet.hash[:HASH_SIGNS]) and name in (printed_name(sheet), hashed(sheet)):
                return path
    message = mark("It uses a custom sheet ({sheet}), whose file is missing. Put that file beside this one.")
    raise NotASheet(tr(message, sheet=excerpt(name)))


def named_from(folder: Path, sheet_id: str) -> str:
    """How a file in this folder names a sheet: a file by the way to it, any other by its id."""
    if not sheet_id.endswith(ENDING) or remote(sheet_id):
        return sheet_id
    try:
        return Path(os.path.relpath(os.path.realpath(sheet_id), os.path.realpath(folder))).as_posix()
    except ValueError:  # on another drive
        return sheet_id


def found_from(folder: Path, sheet_id: str) -> str:
    """Returns, for those who do not know the folder, the name of a sheet that a file in this folder names. A place on
    another machine stays as it is and unasked, and so does a name that no file can have, so that it is refused where it
    is to be read."""
    if not sheet_id.endswith(ENDING) or remote(sheet_id):
        return sheet_id
    try:
        return os.path.realpath(folder / sheet_id)
    except ValueError:
        return sheet_id


def moved(journal: bytes, source: Path, target: Path) -> bytes:
    """Returns the content of a journal of one folder as it stands in another: a sheet from a file is named from there.
    Raises NotAJournal."""
    head = journals.parse(journal.partition(b"\n")[0] + b"\n", "").head
    sheet = named_from(target, found_from(source, head.sheet))
    if sheet == head.sheet:
        return journal
    return head_bytes(structs.replace(head, sheet=sheet)) + journal.partition(b"\n")[2]


def joined(journal: bytes, name: str) -> bytes:
    """Returns the content of a journal with one more player, whose turns so far are open. Raises NotAJournal."""
    first, _, rest = journal.partition(b"\n")
    head = journals.parse(first + b"\n", "").head
    head = structs.replace(head, players=(*head.players, name))
    player = players_named(head.players)[-1]
    away, back = line_bytes(JournalLine(player, left=True)), line_bytes(JournalLine(player, back=True))
    return head_bytes(head) + away + rest + back


def options_of(game: Game, given: Mapping[str, str] = NO_OPTIONS, where: str = "") -> dict[str, str]:
    """All options of a game, the given ones checked. Raises UserError; `where` begins its sentence."""
    known = {choice.id: choice for choice in game.info.options}
    with located(where):
        for name, value in given.items():
            if name not in known:
                raise UserError(tr(
                    "Option '{option}' is unknown; {game} has {options}.",
                    option=excerpt(name), game=game.info.title, options=", ".join(known) or "—",
                ))
            if not known[name].takes(value):
                raise UserError(tr(
                    "Option {option} is '{value}'; expected one of {values}.",
                    option=name, value=excerpt(value), values=", ".join(known[name].values),
                ))
    return {name: choice.default for name, choice in known.items()} | dict(given)


def new_head(
    game: Game, sheet: Sheet, sheet_id: str, players: tuple[str, ...], options: Mapping[str, str], notes: Notes
) -> Head:
    """Returns the head of a new game's journal."""
    head = Head(
        journal=1, game=game.info.id, rules=game.info.version, sheet=sheet_id, sheet_hash=sheet.hash,
        players=players, options=dict(options), notes=notes,
    )
    return structs.replace(head, notes=structs.replace(notes, code=code_of(head)))


def start(head: Head, beside: Path | None = None) -> Opened:
    """A new session by a head, its players named so that they leave the sentences around them as they are. Raises
    UserError."""
    head = structs.replace(head, players=tuple(one_line(name) or f"P{n}" for n, name in enumerate(head.players, 1)))
    game = game_of(head.game)
    sheet = sheet_of(game, head.sheet, beside=beside)
    options = options_of(game, head.options)
    least, most = game.info.players
    if not least <= len(head.players) <= most:
        raise UserError(tr(
            "players: {game} is for {least} to {most} players, not {n}.",
            game=game.info.title, least=least, most=most, n=len(head.players),
        ))
    session = Session(
        game.play.rules(sheet, options), players_named(head.players),
        code=head.notes.seed, gate=options.get("enforcement", "strict"),
    )
    return Opened(game, sheet, head, session)


def reopen(
    record: Record, name: str, beside: Path | None = None, rest: Callable[[], object] | None = None
) -> Opened:
    """Returns the session of a journal as read, replayed whole: by the rules of its time, if today's refuse some of it and
    those refuse nothing. `rest` is called every so often. Raises NotAJournal."""
    try:
        opened = start(record.head, beside)
    except UserError as error:
        raise NotAJournal(f"{journals.line_named(name, 1)}: {error}") from error
    failed = _replay_failure(opened, record, rest)
    reason = "" if failed else _read_only(opened, rest)
    if (failed or reason) and (earlier := _by_earlier_rules(opened, record, rest)):
        return earlier
    if failed:
        raise NotAJournal(f"{journals.line_named(name, failed.index + 2)}: {failed}.") from failed
    return replace(opened, read_only=reason)


def _by_earlier_rules(opened: Opened, record: Record, rest: Callable[[], object] | None) -> Opened | None:
    """Returns the session of a journal by the rules of its time, read-only; None if there are none or they refuse some of
    it."""
    if opened.game.play.earlier_rules is None or opened.session.gate == "paper":
        return None
    rules = opened.game.play.earlier_rules(opened.sheet, options_of(opened.game, record.head.options))
    earlier = replace(opened, session=Session(rules, opened.session.players, code=record.head.notes.seed))
    if _replay_failure(earlier, record, rest) or earlier.session.has_refused(rest):
        return None
    return replace(earlier, read_only=_read_only(earlier, rest) or tr(
        "The rules have changed since it was played. You can view it but not play on."))


def _replay_failure(opened: Opened, record: Record, rest: Callable[[], object] | None) -> DoesNotReplay | None:
    """Why a session cannot replay a journal, None once it has."""
    try:
        opened.session.replay(record.lines, rest)
    except DoesNotReplay as failed:
        return failed
    return None


def _read_only(opened: Opened, rest: Callable[[], object] | None) -> str:
    if opened.head.sheet_hash not in (opened.sheet.hash, *opened.sheet.was):
        return tr("It was played on another version of this sheet. You can view it but not play on.")
    if opened.session.gate != "paper" and opened.session.has_refused(rest):
        return tr("It has moves that the rules refuse. You can view and check it but not play on.")
    if opened.head.rules > opened.game.info.version:
        return tr("It was played with rules newer than this program. You can view it but not play on.")
    unknown = next((name for name in bot_names(opened).values() if name not in opened.game.think.bots), "")
    if unknown:
        return tr(
            "It has an unknown computer player ('{bot}'). You can view it but not play on.",
            bot=excerpt(unknown),
        )
    return ""


def bot_names(opened: Opened) -> dict[str, str]:
    """Computer players by player id, with the names that they have now."""
    sitting = dict(opened.head.notes.bots)
    sitting.update({player: name for (player, note), name in opened.session.notes.items() if note == BOT_NOTE})
    present_name = opened.game.think.present_name
    return {player: present_name(name) for player, name in sitting.items() if name and player in opened.session.players}


"""A game in a folder as it is listed: its players, how far it has come, its picture. Found by replaying it, which takes long
for a long journal: then in the worker process.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_names, tr
from rollwrite_desktop.core.session import DoesNotReplay
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.archives import OWN_SHEET
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.journals import NotAJournal
from rollwrite_desktop.intake.text import as_text, file_name
from rollwrite_desktop.play.kept.game_index import Entry, entry_of
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.play.opening.open_game import Opened, reopen

_NAMED_BY_ITSELF = re.compile(r" \d{4}-\d\d-\d\d ")


class Kept(Struct, frozen=True):
    """A game as it is listed. `error` says why it cannot be opened, or is ""; then the rest is empty, but for
    `copy_caption`: what a button is called that opens as much of it as is whole, or "". `begun`: whether anything happened
    in it yet. `display` is the sheet of the first human player. `called`: what to call it in a list, if not by its file;
    `code`: the code of the game."""

    path: Path
    touched: datetime
    game: str = ""
    players: tuple[str, ...] = ()
    progress: str = ""
    over: bool = False
    begun: bool = True
    read_only: str = ""
    error: str = ""
    display: Display | None = None
    called: str = ""
    code: str = ""
    copy_caption: str = ""

    @property
    def name(self) -> str:
        """Its file's, as it is shown."""
        own = self.path.name.endswith(OWN_SHEET)
        return as_text(self.path.name.removesuffix(OWN_SHEET) if own else self.path.stem)

    @property
    def title(self) -> str:
        """What to call it in a list: the name somebody gave it, else who plays."""
        if self.called:
            return self.called
        named_by_itself = self.players and _NAMED_BY_ITSELF.match(self.name.removeprefix(file_name(tr(self.game))))
        return join_names(self.players) if named_by_itself else self.name


def look_at(path: Path, touched: datetime) -> tuple[Kept, Entry | None]:
    """Replays a journal: how it is listed, and what an index keeps of it."""
    try:
        opened = reopen(journals.read(path), path.name, path.parent)
    except UserError as error:
        part = whole_part(path)
        return Kept(path, touched, error=str(error), copy_caption="" if part is None else up_to_line(part[0])), None
    session = opened.session
    guide = opened.game.play.guide(session.rules)
    player, entry = seat(opened), entry_of(opened)
    kept = Kept(
        path, touched,
        game=opened.game.info.title,
        players=opened.head.players,
        progress=ended(entry) if entry.over else guide.progress(session.state, player),
        over=session.over,
        begun=bool(session.events),
        read_only=opened.read_only,
        code=code_of(opened.head),
        display=guide.draw(session.state, player, None, opened.name(player)),
    )
    return kept, entry


def whole_part(path: Path) -> tuple[int, bytes] | None:
    """Returns the number of the last line up to which a damaged journal replays, from 1, and its bytes up to there; None
    where no move of it does."""
    try:
        data = read_file(path, journals.MAX_BYTES)
        record = journals.whole_lines(data, path.name)
        while record.lines:
            try:
                reopen(record, path.name, path.parent)
            except NotAJournal as error:
                good = error.__cause__.index if isinstance(error.__cause__, DoesNotReplay) else 0
                rows = data.split(b"\n", good + 1)[: good + 1]
                record = replace(record, lines=record.lines[:good], whole=sum(len(row) + 1 for row in rows))
            else:
                return len(record.lines) + 1, data[: record.whole]
    except UserError:
        pass
    return None


def seems_whole(path: Path) -> bool:
    """Returns whether something of a damaged journal may be whole: its head is."""
    try:
        journals.whole_lines(read_file(path, journals.MAX_LINE), path.name)
    except UserError:
        return False
    return True


def up_to_line(line: int) -> str:
    """Returns what a button is called that opens a damaged game up to a line."""
    return tr("Open a copy up to line {n}", n=line)


def seat(opened: Opened) -> str:
    """Returns the first human player of a game, or the first of all."""
    bots = opened.head.notes.bots
    return next((player for player in opened.session.players if player not in bots), opened.session.players[0])


def ended(entry: Entry) -> str:
    """How a game that is over ended, in a few words: a time trial by its time."""
    if entry.ms:
        from rollwrite_desktop.play.race.race_view_model import clock_text

        return tr("Finished in {time}", time=clock_text(entry.ms))
    best = tuple(player.name for player in entry.players if player.place == 1)
    total = next(player.total for player in entry.players if player.place == 1)
    if len(entry.players) == 1:
        return tr("Finished with {total}", total=total)
    if len(best) > 1:
        return tr("{names} won together with {total}", names=best, total=total)
    return tr("{name} won with {total}", name=best[0], total=total)

"""A file that is to be checked, whatever it is: a paper file or a journal; and several sheets of one table together: the
rolls that they share.

What a file is, its content says and not its name. Knows every game only by its registry.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core import journal
from rollwrite_desktop.core.audit import (
    Diagnosis,
    Finding,
    Paper,
    Played,
    Report,
    SearchBudget,
    run_search,
    within_default_budget,
)
from rollwrite_desktop.core.errors import UserError, located
from rollwrite_desktop.core.i18n import Arg, mark, tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.papers import is_begun
from rollwrite_desktop.gamekit.rooms import PlayRoom
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.play.opening.game_codes import read_typed
from rollwrite_desktop.play.opening.open_game import Opened, game_of, options_of, reopen, sheet_of
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.sheet.sheet import Sheet

MAX_ROLLS = 200
"""More than any game has."""
PAPER = ".paper.json"
"""What the name of a saved sheet ends in, by which the system knows it; any `.json` is read."""
SCANNED = b"RW1 "
"""Begins the text of a code that was scanned from a sheet."""
_NUMBERED = re.compile(r"^\s*[0-9]{1,3}\s*[.):]\s*")


class NotCheckable(UserError):
    """A file that holds nothing to check: which, what is so, what was expected."""


class Filled(Struct, frozen=True):
    """One filled sheet and what the check says of it. `file` is the name of the file that it comes from; `player` the
    name on it, or "". `missing`: what it lacks to be that of a finished game, in words; it is not ranked before.
    `begun`: it seems to be still being entered."""

    file: str
    game: Game
    sheet: Sheet
    paper: Paper
    report: Report
    player: str
    missing: str = ""
    begun: bool = False

    @property
    def played(self) -> Played | Literal["entering"]:
        """The verdict on the play; while it is being entered, of what can never become right."""
        if not self.begun:
            return self.report.played
        return "illegal" if self.game.check.while_entering(self.report).played == "illegal" else "entering"


def roll_titles(sheet: Filled) -> Callable[[int], str]:
    """How the printed log calls the rolls of a sheet's game, by their numbers."""
    return RollNotes(sheet.game, sheet.sheet, sheet.paper.options).title


def place_title(where: str, play: PlayRoom, roll_title: Callable[[int], str]) -> str:
    """A place of a finding as it is told: "OH", "Guards", "Round 3, roll 1"."""
    kind, _, rest = where.partition(":")
    if where == "claimed":
        return tr("Score written")
    if kind == "roll":
        return roll_title(int(rest))
    return play.box_title(rest) if kind == "box" else rest or where


class Entered(Struct, frozen=True):
    """A filled sheet with its game, not checked yet. `file` is the name of the file that it comes from; `seat` whose it is
    in the game `opened`, if it was read from a journal."""

    game: Game
    sheet: Sheet
    paper: Paper
    file: str = ""
    opened: Opened | None = None
    seat: str = ""

    @property
    def player(self) -> str:
        """The name on the sheet."""
        return self.opened.name(self.seat) if self.opened else self.paper.player

    @property
    def options(self) -> dict[str, str]:
        """The house rules of its table, all of them."""
        return options_of(self.game, self.paper.options, self.file)

    @property
    def notes(self) -> RollNotes:
        """How the rolls of its table are noted."""
        return RollNotes(self.game, self.sheet, self.options)

    def reports(self) -> Iterator[Report]:
        """Yields what can be proved of it, more and more. Raises NotAPaper where it holds what is not well formed."""
        auditor = self.game.check.auditor(self.sheet, self.options)
        if self.opened is not None:
            return iter((auditor.audit_play(self.opened.session, self.seat),))
        return auditor.prove(self.paper)

    def proof(self) -> Call[Report]:
        """Returns the search for what its paper and rolls prove, as a job of the worker process."""
        return partial(_prove, self.game.info.id, self.sheet, self.options, self.paper)


def _prove(game_id: str, sheet: Sheet, options: dict[str, str], paper: Paper) -> Iterator[Report]:
    return GAMES[game_id].check.auditor(sheet, options).prove(paper)


class _Kind(msgspec.Struct):
    """The key that tells a journal from everything else."""

    journal: msgspec.Raw


_kind = Decoder(_Kind)


def content(path: Path) -> bytes:
    """Returns the bytes of a file, up to one more than any format may have, without the mark with which some editors begin a
    text. Raises FileError."""
    return read_file(path, journals.MAX_BYTES).removeprefix(BOM_UTF8)


def holds_journal(data: bytes) -> bool:
    """Returns whether a file means to be a journal: its first line is an object that says so."""
    try:
        _kind.decode(data[: journals.MAX_LINE].split(b"\n", 1)[0])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def torn(data: bytes) -> bool:
    """Returns whether a journal's last line was not written to the end, and is left out."""
    return not data.endswith(b"\n")


def opened_journal(path: Path, data: bytes | None = None) -> Opened:
    """Returns the session of a journal in a file. Raises NotAJournal or FileError."""
    data = content(path) if data is None else data
    return reopen(journals.parse(data, path.name), path.name, path.parent)


def paper_in(data: bytes, name: str) -> Paper:
    """Returns the paper file in `data`, with the fields of its game; `name` is used in messages. Raises NotAPaper."""
    return read_paper(data, name, {game_id: game.check.paper for game_id, game in GAMES.items()})


def entered_paper(path: Path, data: bytes | None = None) -> Entered:
    """Returns the paper in a file. Raises UserError."""
    data = content(path) if data is None else data
    paper = paper_in(data, path.name)
    game = game_of(paper.game, path.name)
    sheet = sheet_of(game, game.play.sheet_id(paper), path.name, path.parent)
    options_of(game, paper.options, path.name)
    return Entered(game, sheet, paper)


def entries(path: Path) -> tuple[Entered, ...]:
    """Every filled sheet in a file: one of a paper file, one per player of a journal. Raises UserError."""
    data = content(path)
    if data.startswith(b"%PDF"):
        raise NotCheckable(tr("{path}: a PDF; expected a paper file or a journal.", path=path.name))
    if holds_journal(data) or path.suffix == journal.SUFFIX:
        return played(opened_journal(path, data), path.name)
    return (replace(entered_paper(path, data), file=path.name),)


def checked(entered: Entered, budget: SearchBudget = within_default_budget) -> Filled:
    """A sheet with all that can be proved of it. Raises NotAPaper where it holds what is not well formed."""
    with located(entered.file):
        return filled_of(entered, run_search(entered.reports(), budget))


def filled_of(entered: Entered, report: Report) -> Filled:
    """A sheet with what is known of it."""
    if entered.opened is not None:
        session = entered.opened.session
        missing = tr("left early") if entered.seat in session.left else "" if session.over else tr("the game is not over")
    else:
        missing = entered.game.check.missing(entered.sheet, entered.paper)
    begun = entered.opened is None and is_begun(entered.sheet, entered.paper)
    return Filled(entered.file, entered.game, entered.sheet, entered.paper, report, entered.player, missing, begun)


def played(opened: Opened, name: str) -> tuple[Entered, ...]:
    """Every player's sheet of a game."""
    game, session = opened.game, opened.session
    return tuple(
        Entered(
            game, opened.sheet,
            msgspec.structs.replace(game.check.paper_of(session.rules, session.state, player), player=opened.name(player)),
            name, opened, player,
        )
        for player in session.players
    )


# ---------------------------------------------------------------------- the same rolls for all


def share_rolls(sheets: Sequence[Entered], rolls: Sequence[str] = ()) -> tuple[Entered, ...]:
    """Returns the sheets of one table: those without rolls have these, or else those of the first sheet that has some."""
    known = list(rolls) or next((sheet.paper.rolls for sheet in sheets if sheet.paper.rolls), [])
    return tuple(
        sheet if sheet.paper.rolls or sheet.opened or not known
        else replace(sheet, paper=msgspec.structs.replace(sheet.paper, rolls=list(known)))
        for sheet in sheets
    )


def name_in(file: str) -> str:
    """Returns what a sheet's file is called: "Ann", of `Ann.paper.json` as of `Ann.json`."""
    name = Path(file).name
    return name[: -len(PAPER)] if name.lower().endswith(PAPER) else Path(name).stem


def lists_rolls(path: Path) -> bool:
    """Returns whether a file is a text that is no scanned code, and so a list of rolls. Raises FileError."""
    return path.suffix.lower() == ".txt" and not content(path).lstrip().startswith(SCANNED)


def rolls_in(path: Path, notes: RollNotes) -> tuple[str, ...]:
    """Returns the rolls in a file, for the game of the notes: of a paper file, of a journal, or a text as `rolls_from` reads
    it. Raises UserError."""
    data = content(path)
    if data.lstrip()[:1] == b"{":
        found = next((one.paper.rolls for one in entries(path) if one.paper.rolls), None)
        if not found:
            raise NotCheckable(tr("{path} has no rolls.", path=path.name))
        return tuple(found)
    return rolls_from(data.decode("utf-8", "replace"), notes, path.name)


def rolls_from(text: str, notes: RollNotes, name: str) -> tuple[str, ...]:
    """Returns the rolls in a text: one a line, as they are noted down, perhaps numbered; or a code, which brings all rolls
    of the game. `name` begins the sentence of what is raised: NotCheckable."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > MAX_ROLLS:
        message = mark("{path}: lines {n}; a list of rolls has at most {most}.")
        raise NotCheckable(tr(message, path=name, n=len(lines), most=MAX_ROLLS))
    if len(lines) == 1 and not notes.read(lines[0][1], next(iter(notes.asks(())), None)):
        code = _rolls_of_code(lines[0][1], notes, name)
        if code:
            return code
    rolls: list[str] = []
    for number, line in lines:
        ask = next(iter(notes.asks(rolls)[len(rolls) :]), None)
        read = notes.read(line, ask) or notes.read(_NUMBERED.sub("", line), ask)
        if not read:
            raise NotCheckable(tr(
                "{path}: line {n} is '{text}'; expected a roll such as {example}.", path=name, n=number,
                text=line.strip()[:40], example=notes.example(ask) if ask else "—",
            ))
        rolls.append(read)
    if not rolls:
        raise NotCheckable(tr("{path} has no rolls.", path=name))
    return tuple(rolls)


def _rolls_of_code(text: str, notes: RollNotes, name: str) -> tuple[str, ...]:
    """All rolls of a code; none where the text is free text. Raises NotCheckable for a code of another game."""
    with located(name):
        typed = read_typed(text)
    if typed.game is not None and typed.game.game != notes.game.info.id:
        other = GAMES[typed.game.game].info.title
        raise NotCheckable(tr("{path}: the code is for {other}, not for {game}.", path=name, other=other,
                             game=notes.game.info.title))
    return () if typed.free else tuple(map(str, notes.game.words.print_kit.rolled(notes.rules, typed.dice)))


def compared(sheets: Sequence[Filled]) -> tuple[Filled, ...]:
    """Returns the sheets of one table, with a finding for each whose rolls are not those that most of them have; where two
    are as frequent, those of the earlier one."""
    listed = [(i, [_same(roll) for roll in sheet.paper.rolls]) for i, sheet in enumerate(sheets) if sheet.paper.rolls]
    usual = [
        Counter(rolls[n] if n < len(rolls) else "" for _, rolls in listed).most_common(1)[0][0]
        for n in range(max((len(rolls) for _, rolls in listed), default=0))
    ]
    found = list(sheets)
    for i, rolls in listed:
        mine = [*rolls, *[""] * (len(usual) - len(rolls))]
        n = next((n for n, roll in enumerate(usual) if mine[n] != roll), None)
        if n is not None:
            found[i] = _differing(sheets, i, n, usual[n], [j for j, other in listed if other[n : n + 1] == [usual[n]]])
    return tuple(found)


def _differing(sheets: Sequence[Filled], i: int, n: int, usual: str, others: Sequence[int]) -> Filled:
    sheet = sheets[i]
    mine = (sheet.paper.rolls or [])[n:]
    theirs = (sheets[others[0]].paper.rolls or [])[n] if others else ""
    args: dict[str, Arg] = {"n": n + 1, "found": mine[0] if mine else "", "usual": theirs}
    key = "rolls:more" if not usual else "rolls:none" if not mine else "rolls"
    if key == "rolls" and len(others) == 1:
        key, args = "rolls:one", args | {"player": sheets[others[0]].player or sheets[others[0]].file or "—"}
    finding = Finding("broken", key, args, (f"roll:{n + 1}",), aspect="record")
    ways = tuple(replace(way, explains=tuple(i + 1 for i in way.explains)) for way in sheet.report.diagnosis)
    if key == "rolls":
        ways = _borne_out(sheet.paper, ways, n, usual) or ways
    return replace(sheet, report=replace(sheet.report, findings=(finding, *sheet.report.findings), diagnosis=ways))


def _borne_out(paper: Paper, ways: Iterable[Diagnosis], n: int, usual: str) -> tuple[Diagnosis, ...]:
    """Returns the one of these ways to explain a sheet that most sheets of the table bear out, as the only one: that roll n
    was noted wrongly here, and is what it is there. None where it explains nothing."""
    for way in ways:
        for edit in (*(way.edits if len(way.edits) == 1 else ()), *way.elsewhere):
            meant = next((roll for roll in (edit.after, *edit.alternatives) if _same(roll) == usual), "")
            if edit.where == f"roll:{n + 1}" and not edit.other and meant:
                rolls = [meant if i == n else roll for i, roll in enumerate(paper.rolls or ())]
                return (replace(
                    way, edits=(replace(edit, after=meant, alternatives=()),), paper=replace(paper, rolls=rolls),
                    explains=(0, *way.explains), elsewhere=(), more=False,
                ),)
    return ()


@lru_cache(maxsize=1_000)
def _same(roll: str) -> str:
    """A roll without the order of its dice, in which sheets may differ."""
    dice, bar, cards = roll.partition("|")
    parts = [each.strip() for each in dice.split(",")] if "," in dice else dice.split()
    return " ".join(sorted(parts)) + bar + " ".join(sorted(each.strip() for each in cards.split(",")))

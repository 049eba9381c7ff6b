"""A session on paper: a class, a club or a family that is called the same dice, writes on sheets of paper, and has them
checked and ranked; or a whole table of sheets, which is a session without a call. One value holds all of it, and one file
keeps it.

The file is JSON: `{"session": 1, "name", "game", "sheet", "options", "dice", "code", "rolls", "called", "members", …}`, each
member with a name and, once it was entered, the sheet as a paper file has it. The rolls are the session's; with real dice a
sheet keeps its own where they are others. Knows every game only by its registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from rollwrite_desktop.core.audit import Aspect, Finding, Paper, Report
from rollwrite_desktop.core.chance import Ask, outcome
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import day_text, mark, tr
from rollwrite_desktop.core.journal import Head, Notes
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.core.rules import is_chance
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.handbook import entry_of
from rollwrite_desktop.intake.sessions import MAX_MEMBERS, MAX_NAME, Dice, RankingRule, Stored, StoredMember, parse
from rollwrite_desktop.play.opening.game_codes import MADE, GameCode, layout_of, write_code
from rollwrite_desktop.play.opening.open_game import (
    NO_OPTIONS,
    Opened,
    found_from,
    game_of,
    must_be_played_on,
    named_from,
    new_head,
    options_of,
    sheet_of,
)
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.paper.audit_files import Entered, Filled, paper_in
from rollwrite_desktop.play.paper.ranking import usual_rule
from rollwrite_desktop.play.table.handbook_pictures import handbook_of
from rollwrite_desktop.sheet.sheet import Sheet

MAX_FILE = 200
"""Characters of the name of a file that are kept."""
_NUMBERED = re.compile(r" \(\d+\)$")
"""What tells sessions of one name apart."""


class Member(Struct, frozen=True):
    """Somebody who plays: the name, the sheet once it was entered, whether they left before the end, and the name of the
    file that the sheet came from, or ""."""

    name: str
    paper: Paper | None = None
    left: bool = False
    file: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "name", one_line(self.name))


def named_by_day(title: str, day: str) -> str:
    """Returns what a new session is called, which is read as a heading and printed; day: in words."""
    return f"{title}, {day}"


class PaperSession(Struct, frozen=True):
    """A session. `rolls`: those called or typed so far, in notation; of a code that is printed on the sheets there may be
    none. `notes`: what the person who leads it noted. `started`: ISO 8601, or "". `table`: the name of the file, among the
    saved games, of the game that is played on the screen instead of on paper, or "". `ranking`: how illegal play counts;
    None: as usual in the game."""

    name: str
    game: str
    sheet: str = ""
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)
    dice: Dice = "digital"
    code: str = ""
    rolls: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()
    notes: str = ""
    started: str = ""
    table: str = ""
    ranking: RankingRule | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "name", one_line(self.name))

    # ------------------------------------------------------------------ the game

    @property
    def played(self) -> Game:
        """The game. Raises UserError for one that is not here."""
        return game_of(self.game)

    @property
    def sheet_id(self) -> str:
        """The sheet that is written on; one with a layout of its own has that of the code."""
        return self.sheet + layout_of(self.code) if self.sheet.endswith(MADE) else self.sheet

    @property
    def paper_sheet(self) -> Sheet:
        """The sheet that is written on. Raises UserError."""
        return sheet_of(self.played, self.sheet_id)

    def roll_notes(self) -> RollNotes:
        """How its rolls are noted."""
        return RollNotes(self.played, self.paper_sheet, self.options)

    @property
    def whole_code(self) -> str:
        """The code of the whole game; "" for real dice."""
        if self.dice == "real":
            return ""
        options = options_of(self.played, self.options)
        return write_code(GameCode(self.game, self.sheet or self.played.play.played_on[0], options, self.code))

    @property
    def ranking_rule(self) -> RankingRule:
        """How illegal play counts here."""
        return self.ranking or usual_rule(self.played)

    def of_game(self, game: str, sheet: str) -> PaperSession:
        """Returns the same people with another game: without sheets and rolls, and under the name of that game and the day
        unless somebody typed one; without a number, which told apart those of the other game."""
        before, after = (tr(game_of(each).info.title) for each in (self.game, game))
        members = tuple(Member(member.name, None, member.left) for member in self.members)
        name = self.name if self.event else after + _NUMBERED.sub("", self.name)[len(before) :]
        return replace(self, name=name, game=game, sheet=sheet, options=NO_OPTIONS, rolls=(), members=members, ranking=None)

    @property
    def event(self) -> str:
        """The name that somebody typed; "" while it is called by its game and the day."""
        title = tr(game_of(self.game).info.title)
        usual = named_by_day(title, self.day), f"{title} {self.started[:10]}"  # as older files have it
        return "" if self.day and _NUMBERED.sub("", self.name) in usual else self.name

    @property
    def day(self) -> str:
        """The day on which it was begun, in words; "" where nobody knows."""
        try:
            return day_text(date.fromisoformat(self.started[:10]), year=True)
        except ValueError:
            return ""

    # ------------------------------------------------------------------ the rolls

    def asked(self, notes: RollNotes) -> Ask | None:
        """Returns what chance is asked for next; None at the end of the game."""
        asks = notes.asks(self.rolls)
        return asks[len(self.rolls)] if len(asks) > len(self.rolls) else None

    def called(self, notes: RollNotes) -> PaperSession:
        """With the next roll of the code; the same at the end of the game, and with real dice."""
        ask = self.asked(notes)
        if ask is None or self.dice == "real":
            return self
        return replace(self, rolls=(*self.rolls, str(outcome(self.code, len(self.rolls), ask))))

    @property
    def uncalled(self) -> bool:
        """Whether nothing is rolled for all: a whole table of sheets, whose rolls are those that stand on one of them."""
        return self.dice == "real" and not self.rolls

    def noted_rolls(self, but: int = -1) -> tuple[str, ...]:
        """Returns the rolls of the first sheet that has some of its own; `but`: the member whose sheet is passed over."""
        papers = (member.paper for i, member in enumerate(self.members) if i != but)
        return next((tuple(paper.rolls) for paper in papers if paper is not None and paper.rolls), ())

    def known_rolls(self, notes: RollNotes) -> tuple[str, ...]:
        """Returns the rolls that sheets are checked with: those called; all of the code where none was called because they
        are printed on the sheets; or those that one sheet has."""
        if self.rolls or self.dice == "real":
            return self.rolls or self.noted_rolls()
        return tuple(map(str, self.played.words.print_kit.rolled(notes.rules, self.code)))

    # ------------------------------------------------------------------ the sheets

    def blank(self, name: str = "") -> Paper:
        """An empty sheet of this session."""
        return self.played.check.paper(game=self.game, sheet=self.sheet_id, options=dict(self.options), player=name)

    def paper(self, number: int, rolls: Sequence[str]) -> Paper:
        """A member's sheet, or an empty one, with its own rolls or else with these."""
        member = self.members[number]
        paper = member.paper or self.blank(member.name)
        return msgspec.structs.replace(paper, rolls=paper.rolls or list(rolls) or None)

    def with_paper(self, number: int, paper: Paper, own_rolls: bool = False) -> PaperSession:
        """With a member's sheet, its name left to the session; an empty sheet is none. Its rolls are left to the session too
        unless dice are real and they stand on this sheet: because it had some, or they are others, or `own_rolls`."""
        rolls, before = tuple(paper.rolls or ()), self.members[number].paper
        mine = own_rolls or bool(before is not None and before.rolls) or rolls != (self.rolls or self.noted_rolls(number))
        bare = msgspec.structs.replace(
            paper, rolls=paper.rolls if mine and self.dice == "real" and rolls != self.rolls else None
        )
        empty = msgspec.structs.replace(bare, player="", rolls=None).empty
        name = paper.player[:MAX_NAME] or self.members[number].name
        there = self.members[number]
        member = replace(there, name=name, paper=None if empty else bare, file="" if empty else there.file)
        return replace(self, members=(*self.members[:number], member, *self.members[number + 1 :]))

    def begun_with(self, sheet: Entered) -> PaperSession:
        """For the game, the sheet and the house rules of its first sheet, where it has neither people nor rolls yet."""
        if self.members or not self.uncalled:
            return self
        made = self.of_game(sheet.game.info.id, sheet.game.play.sheet_id(sheet.paper))
        return replace(made, options=sheet.options)

    def with_sheet_of(self, paper: Paper, called: str = "", file: str = "") -> PaperSession:
        """With a sheet that came from elsewhere, as from a file: it is given to the member of its name, or to a new one.
        `called`: what a sheet without a name is called, with a number if the sheet of that name is there."""
        name = paper.player[:MAX_NAME].strip() or self._free_name(called)
        at = self.member_called(name)
        session = self if at >= 0 else self.joined((name,))
        number = at if at >= 0 else len(session.members) - 1
        session = session.with_paper(number, msgspec.structs.replace(paper, player=name), own_rolls=True)
        member = replace(session.members[number], file=Path(file).name[:MAX_FILE])
        return replace(session, members=(*session.members[:number], member, *session.members[number + 1 :]))

    def member_called(self, name: str) -> int:
        """Returns the number of the member of this name, however it is written; -1 for none."""
        wanted = one_line(name)[:MAX_NAME].strip().casefold()
        return next((i for i, member in enumerate(self.members) if member.name.casefold() == wanted), -1)

    def _free_name(self, called: str) -> str:
        """Returns the name of a member whose sheet is not there yet, or one that nobody has."""
        base = one_line(called)[: MAX_NAME - 6].strip() or tr("Sheet {n}", n=len(self.members) + 1)
        names = (base, *(f"{base} ({n})" for n in range(2, len(self.members) + 3)))
        held = {member.name.casefold(): member for member in self.members}
        name = next(name for name in names if name.casefold() not in held or held[name.casefold()].paper is None)
        return held[name.casefold()].name if name.casefold() in held else name

    def joined(self, names: Iterable[str]) -> PaperSession:
        """With these people too; names that are there already are not taken twice."""
        members, known = list(self.members), {member.name.casefold() for member in self.members}
        for name in names:
            plain = one_line(name)[:MAX_NAME].strip()
            if plain and plain.casefold() not in known and len(members) < MAX_MEMBERS:
                known.add(plain.casefold())
                members.append(Member(plain))
        return replace(self, members=tuple(members))

    def entered(self, rolls: Sequence[str]) -> tuple[tuple[int, Entered], ...]:
        """Returns the sheets that were entered, with the numbers of their members. Those on another layout than the
        session's, as a table without a call may have, are checked without rolls unless they have their own. Raises
        UserError."""
        game, found = self.played, list[tuple[int, Entered]]()
        for i, member in enumerate(self.members):
            if member.paper is not None:
                other = game.play.sheet_id(member.paper)
                paper = self.paper(i, rolls if other == self.sheet_id else ())
                found.append((i, Entered(game, sheet_of(game, other), paper, member.file)))
        return tuple(found)

    @property
    def count(self) -> tuple[int, int]:
        """How many sheets were entered, of how many that are waited for."""
        there = [member for member in self.members if member.paper is not None or not member.left]
        return sum(member.paper is not None for member in there), len(there)

    # ------------------------------------------------------------------ a game on the screen

    def table_head(self, started: str) -> Head:
        """Returns the head of a game on the screen of those who have not left. Raises UserError where they are too many, or
        none."""
        names = tuple(member.name for member in self.members if not member.left)
        most = self.played.info.players[1]
        if not 1 <= len(names) <= most:
            raise UserError(tr("Up to {most} people can play on one screen; there are {n}.", most=most, n=len(names)))
        must_be_played_on(self.played, self.paper_sheet)
        digital = self.dice == "digital"
        notes = Notes(seed=self.code if digital else "", dice=self.dice, started=started)
        options = options_of(self.played, self.options)
        return new_head(self.played, self.paper_sheet, self.sheet_id, names, options, notes)

    def is_table(self, head: Head) -> bool:
        """Returns whether that is the game of this session: the same game with the same dice."""
        code = self.code if self.dice == "digital" else ""
        mine = (self.game, self.sheet_id, dict(options_of(self.played, self.options)), self.dice, code)
        return mine == (head.game, head.sheet, head.options, head.notes.dice, head.notes.seed)

    def with_table(self, opened: Opened) -> PaperSession:
        """With what a finished game on the screen brought: its rolls, who joined and who left, and the sheets of those who
        have none here yet; the same where it is not finished, or another game."""
        if not opened.session.over or not self.is_table(opened.head):
            return self
        session, table = self, opened.session
        before_the_end = table.state_after(len(table.events) - 1)
        for player in table.players:
            name = opened.name(player)
            # What the end of the game writes on a sheet, who left has not written.
            state = before_the_end if player in table.left else table.state
            paper = opened.game.check.paper_of(table.rules, state, player)
            there = next((member for member in session.members if member.name.casefold() == name.casefold()), None)
            if there is None or there.paper is None:
                session = session.with_sheet_of(msgspec.structs.replace(paper, player=name, rolls=None))
        left = {opened.name(player).casefold() for player in table.left}
        members = tuple(replace(member, left=member.left or member.name.casefold() in left) for member in session.members)
        rolls = tuple(str(event.move) for event in table.events if is_chance(event.by))
        return replace(session, members=members, rolls=rolls)

    def next_blank(self, after: int = -1) -> int:
        """Returns the next member behind this one whose sheet is waited for, from the beginning again at the end; -1 for
        none."""
        order = [*range(after + 1, len(self.members)), *range(after + 1)]
        return next((i for i in order if self.members[i].paper is None and not self.members[i].left), -1)


# ---------------------------------------------------------------------- what a class should practice


class Weakness(Struct, frozen=True):
    """What went wrong on some sheets: a rule of play that was broken, by its key and where the handbook has it; all wrong
    sums; or all that was noted wrongly. How many times, and on whose sheets."""

    rule: str
    title: str
    mistakes: int
    names: tuple[str, ...]
    aspect: Aspect = "play"


_OTHER_TITLES: Mapping[Aspect, str] = {
    "sums": mark("Adding up the score"), "record": mark("Writing everything down"),
}


def weaknesses(sheets: Sequence[Filled]) -> tuple[Weakness, ...]:
    """Returns what went wrong most on finished sheets, play first, by how many sheets and then by how many mistakes; what
    has no place on a sheet, as that there are more mistakes than those found, is nothing to practice. Neither is a sum that
    is wrong only because of a slip elsewhere."""
    found: dict[tuple[Aspect, str], list[tuple[Finding, Filled]]] = {}
    for sheet in sheets:
        for number, finding in enumerate(sheet.report.findings):
            slipped = finding.aspect == "sums" and sheet.report.slipped_elsewhere(number)
            if finding.broken and finding.where and not (sheet.missing or slipped):
                rule = finding.rule if finding.aspect == "play" else ""
                found.setdefault((finding.aspect, rule), []).append((finding, sheet))
    handbook = handbook_of(sheets[0].game) if sheets else ()

    def title(rule: str, first: Finding) -> str:
        """Returns the entry of the handbook behind its chapter: "Bonuses – 2"."""
        entry = entry_of(handbook, rule)
        return next((f"{chapter.title} – {entry.title}" for chapter in handbook if entry in chapter.entries),
                    first.sentence(sheets[0].game.play.rulebook))

    weak = [
        Weakness(
            rule, tr(_OTHER_TITLES[aspect]) if aspect in _OTHER_TITLES else title(rule, these[0][0]), len(these),
            tuple(dict.fromkeys(sheet.player for _, sheet in these)), aspect,
        )
        for (aspect, rule), these in found.items()
    ]
    order: tuple[Aspect, ...] = get_args(Aspect)
    return tuple(sorted(weak, key=lambda each: (order.index(each.aspect), -len(each.names), -each.mistakes, each.rule)))


def affected(session: PaperSession, number: int, reports: Mapping[int, Report]) -> tuple[str, ...]:
    """Whose sheets were proved with the roll of this number, from 1: what it led to on them would be looked for anew."""
    return tuple(
        session.members[i].name for i, report in sorted(reports.items())
        if number <= len(report.play) and any(report.play[number - 1])
    )


# ---------------------------------------------------------------------- the file


def write_session(session: PaperSession, folder: Path | None = None) -> bytes:
    """Returns the bytes of a session's file, the same for the same session. `folder`: where it is kept, from which it names
    a sheet that is a file; None: as it is named here."""
    if folder is not None:
        session = _on_sheet(session, lambda sheet: named_from(folder, sheet))
    members = [
        StoredMember(each.name, None if each.paper is None else msgspec.to_builtins(each.paper), each.left, each.file)
        for each in session.members
    ]
    stored = Stored(
        1, session.name, session.game, session.sheet, dict(session.options), session.dice, session.code,
        list(session.rolls), members, session.notes, session.started, session.table,
        session.ranking,
    )
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def read_session(data: bytes, name: str, folder: Path | None = None) -> PaperSession:
    """Returns the session in `data`; `name` is used in messages, `folder` is where it is kept. Raises NotASession, and
    UserError for a game, house rule or sheet that cannot be."""
    stored = parse(data, name)
    session = PaperSession(
        stored.name, stored.game, stored.sheet, options_of(game_of(stored.game, name), stored.options, name), stored.dice,
        stored.code, tuple(stored.rolls), tuple(_member(each, n, name) for n, each in enumerate(stored.members, 1)),
        stored.notes, stored.started, Path(stored.table).name,
        stored.ranking,
    )
    if folder is not None:
        session = _on_sheet(session, lambda sheet: found_from(folder, sheet))
    sheet_of(session.played, session.sheet_id, name)
    for _, entered in session.entered(()):
        entered.game.check.auditor(entered.sheet, entered.options).audit(entered.paper)
    return session


def _on_sheet(session: PaperSession, named: Callable[[str], str]) -> PaperSession:
    """A session in which the sheet is named in another way, in the sheets that were entered too."""
    members = tuple(
        each if each.paper is None
        else replace(each, paper=msgspec.structs.replace(each.paper, sheet=named(each.paper.sheet)))
        for each in session.members
    )
    return replace(session, sheet=named(session.sheet), members=members)


def _member(each: StoredMember, number: int, name: str) -> Member:
    paper = None if each.paper is None else paper_in(msgspec.json.encode({"paper": 1, **each.paper}), name)
    return Member(one_line(each.name) or f"P{number}", paper, each.left, each.file)

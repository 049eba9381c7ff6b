"""Positions for a class: of the turns of a session's sheets and games those that clearly cost something, to be practiced by
all. The turn that looks worst of each is measured first, then the second one of each, until there are enough.

A sheet of paper tells what was written, not when. A legal one is played again as its rolls explain it; so a position is one
that can have come up, whoever wrote, and no names are kept. What would be held against somebody only because of when it
was done, such as a power spent too early, is left out.

Knows every game only by its registry, and no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from msgspec import Struct, structs

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.journal import Head, Notes, Record
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.gamekit.think.engine import Budget
from rollwrite_desktop.intake.decks import Position
from rollwrite_desktop.play.opening.open_game import Opened, bot_names, new_head, reopen, start
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.play.practice.deck import PLAYER, key_of, position_of
from rollwrite_desktop.play.review.game_review import ROLLOUTS, PlayedTurn, Reviewer, reviewable


class Played(Struct, frozen=True):
    """Somebody's game to be looked through: how it began, what happened, and which player is meant. paper: the order of what
    happened is only one that can have been."""

    head: Head
    lines: tuple[JournalLine, ...]
    player: str
    paper: bool = False


class DeckProgress(Struct, frozen=True):
    """How far it has come: games looked through, of how many, turns measured since, and the positions that were found."""

    looked: int
    games: int
    measured: int = 0
    found: tuple[Position, ...] = ()


def usable(sheet: Filled) -> bool:
    """Returns whether a sheet of paper is one of a game that can be played again: finished, checked to the end and legal,
    with its rolls, in a game that has a computer player to judge."""
    report = sheet.report
    explained = report.bounds == (0, 0) and report.played == "legal" and any(report.play)
    return explained and not sheet.missing and sheet.game.think.engine is not None


def played_on(sheet: Filled) -> Played | None:
    """Returns a usable sheet as a game, as its rolls explain it; None where that cannot be played again after all."""
    report, game, paper = sheet.report, sheet.game, sheet.paper
    try:
        head = new_head(game, sheet.sheet, game.play.sheet_id(paper), (sheet.player,), dict(paper.options), Notes())
        session = start(head).session
        for roll, strokes in zip(paper.rolls or (), report.play, strict=False):
            for by, text in ((CHANCE, roll), *((PLAYER, stroke) for stroke in strokes)):
                if session.submit(Event(by, session.rules.read(text))) is not None:
                    return None
    except UserError:
        return None
    return Played(head, session.lines_to(len(session.events)), PLAYER, paper=True)


def played_at(opened: Opened) -> list[Played]:
    """Returns the games of the people at a table on the screen; none where it is not over."""
    if not reviewable(opened) or opened.game.info.realtime:
        return []
    lines, bots = opened.session.lines_to(len(opened.session.events)), bot_names(opened)
    return [Played(opened.head, lines, player) for player in opened.session.players if player not in bots]


def costly(
    games: Sequence[Played], wanted: int, folder: Path, rollouts: int = ROLLOUTS, budget: Budget | None = None
) -> Iterator[DeckProgress]:
    """Yields how far it has come, after each game and each turn, and stops once as many positions are there as are wanted.
    folder: from which a sheet of one's own is named."""
    promising: list[list[_Turn]] = []
    for n, played in enumerate(games, 1):
        promising.append(_promising(played, folder, rollouts, budget))
        yield DeckProgress(n, len(games))
    found: dict[str, Position] = {}
    for measured, each in enumerate(_in_turn(promising), 1):
        reviewer = each.reviewer
        result = reviewer.turn_result(reviewer.review(each.turn), 0.0)
        position = position_of(reviewer.opened, reviewer.player, result, folder, folder) if result.mark else None
        if position is not None and not (each.paper and position.theme in reviewer.opened.game.think.review.timed):
            found.setdefault(key_of(position), structs.replace(position, player=""))
        yield DeckProgress(len(games), len(games), measured, tuple(found.values()))
        if len(found) >= wanted:
            return


class _Turn(Struct, frozen=True):
    """A turn to be measured: how much it seems to have cost, and by whom it is measured."""

    promise: float
    reviewer: Reviewer
    turn: PlayedTurn
    paper: bool


def _promising(played: Played, folder: Path, rollouts: int, budget: Budget | None) -> list[_Turn]:
    """Returns the turns of a game that seem to have cost something, the one that looks worst first. The turn in which a game
    was left, as one on paper is before its route, is none."""
    try:
        opened = reopen(Record(played.head, played.lines, 0, False), "", folder)
        reviewer = Reviewer(opened, played.player, rollouts, budget, whole=False)
    except UserError:
        return []
    turns = reviewer.turns if opened.session.over else reviewer.turns[:-1]
    looked = [_Turn(reviewer.promise(turn), reviewer, turn, played.paper) for turn in turns]
    return sorted((each for each in looked if each.promise > 0), key=lambda each: -each.promise)


def _in_turn(promising: Iterable[list[_Turn]]) -> Iterator[_Turn]:
    """Yields the worst turn of each game, then the second one of each, and so on, among them the worst first."""
    for some in zip_longest(*promising):
        yield from sorted(filter(None, some), key=lambda each: -each.promise)

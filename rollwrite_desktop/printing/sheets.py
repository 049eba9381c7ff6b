"""From games to leaves: blank sheets, the filled sheets of a game, a re-entered sheet; and what stands round them.

Knows every game only by its registry. Window and command line print by these.
"""

from __future__ import annotations

from rollwrite_desktop.core.words import mark, say
from rollwrite_desktop.games.evidence import Filled
from rollwrite_desktop.games.guide import Game
from rollwrite_desktop.games.opening import Opened, options_of, sheet_of
from rollwrite_desktop.printing.pages import Leaf, Lines
from rollwrite_desktop.sheet.sheet import Sheet


def lines_of(game: Game) -> Lines:
    """The title and the credits of a game's sheets."""
    notice = say(
        "Unofficial sheet, own drawing; not by or for the publisher. {title}: design by {design}. "
        "Made with Rollwrite Desktop. For players who own the game.",
        title=game.info.title, design=game.design or "—",
    )
    return Lines(game.info.title, notice)


def blank(game: Game, sheet: Sheet, copies: int = 1) -> Leaf:
    """A blank sheet, to be printed so many times."""
    return Leaf(game.guide(game.rules(sheet, {})).blank(), copies)


def played(opened: Opened, only: str = "") -> tuple[Leaf, ...]:
    """The sheets of a game as they stand, all or only one player id's."""
    game, session = opened.game, opened.session
    if game.shared_paper is not None:
        return (_shared(opened),)
    guide = game.guide(session.rules)
    scores = {score.player: score for score in session.rules.scores(session.state)}
    note = mark("final score: {n}") if session.over else mark("so far: {n}")
    return tuple(
        Leaf(
            guide.draw(session.state, player, None, opened.name(player)), 1, opened.name(player),
            say(note, n=scores[player].total),
        )
        for player in session.players if only in ("", player)
    )


def _shared(opened: Opened) -> Leaf:
    """The one sheet that the whole table keeps."""
    game, session = opened.game, opened.session
    assert game.shared_paper is not None
    paper = game.shared_paper(session.rules, session.state, opened.head.players)
    sheet = sheet_of(game, paper.sheet, "sheet")
    desk = game.desk(sheet, options_of(game, opened.head.options, "options"))
    return Leaf(desk.draw(paper, None), 1)


def entered(filled: Filled, findings: bool) -> Leaf:
    """A re-entered sheet, with its findings marked or without."""
    desk = filled.game.desk(filled.sheet, options_of(filled.game, filled.paper.options, filled.file))
    report = filled.report if findings else None
    note = say("checked: {n}", n=filled.report.total) if findings else ""
    return Leaf(desk.draw(filled.paper, report), 1, filled.player, note)

"""What there is to print of a game: blank sheets, the filled sheets of a session, a re-entered paper with its findings.

Knows games by their contracts only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.words import say
from rollwrite_desktop.games.guide import Game
from rollwrite_desktop.games.opening import Opened, options_of, sheet_of
from rollwrite_desktop.printing.pages import Leaf, Lines
from rollwrite_desktop.sheet.sheet import Sheet


def lines_of(game: Game, title: str = "") -> Lines:
    """The page's title, and the credits with the unofficial notice."""
    return Lines(title, say(
        "{game}: an unofficial sheet for private play, made with rollwrite_desktop; not by or for the publisher. "
        "The game's name and rules belong to their owners.", game=game.info.title,
    ))


def blank_leaves(game: Game, sheet: Sheet, copies: int, names: Sequence[str] = ()) -> tuple[Leaf, ...]:
    """Empty sheets; with names, `copies` of them for each name."""
    display = game.guide(game.rules(sheet, options_of(game, {}, "options"))).blank()
    return tuple(Leaf(display, copies, name) for name in names or ("",))


def game_leaves(opened: Opened, copies: int = 1, players: Collection[str] | None = None) -> tuple[Leaf, ...]:
    """The sheets of a game as they stand, of these players (ids) or of all; with the score if it is over."""
    session = opened.session
    if opened.game.shared_paper is not None:
        paper = opened.game.shared_paper(session.rules, session.state, opened.head.players)
        return paper_leaves(opened.game, paper, None, copies)
    guide = opened.game.guide(session.rules)
    totals = {score.player: score.total for score in session.rules.scores(session.state)} if session.over else {}
    return tuple(
        Leaf(
            guide.draw(session.state, player, None, opened.name(player)), copies,
            note=say("Final score: {n}", n=totals[player]) if player in totals else "",
        )
        for player in session.players if players is None or player in players
    )


def paper_leaves(game: Game, paper: Paper, report: Report | None = None, copies: int = 1) -> tuple[Leaf, ...]:
    """A re-entered sheet, with its findings marked if there is a report. Raises LookupError or NotASheet."""
    sheet = sheet_of(game, paper.sheet or game.sheet_for(paper), "sheet")
    desk = game.desk(sheet, options_of(game, paper.options, "options"))
    return (Leaf(desk.draw(paper, report), copies),)

"""What there is to print of a game: blank sheets, the filled sheets of a session, a re-entered paper with its findings.

Knows games by their contracts only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.words import say
from rollwrite_desktop.games.guide import Game
from rollwrite_desktop.games.opening import Opened, options_of, sheet_of
from rollwrite_desktop.printing.findings import findings_pages
from rollwrite_desktop.printing.pages import Leaf, Lines
from rollwrite_desktop.sheet.sheet import Sheet


def lines_of(game: Game, title: str = "") -> Lines:
    """The page's title, and the credits with the unofficial notice."""
    return Lines(title, say(
        "Unofficial sheet, own drawing; not by or for the publisher. {title}: design by {design}. "
        "Made with Rollwrite Desktop. For players who own the game.",
        title=game.info.title, design=game.design or "—",
    ))


def blank_leaves(game: Game, sheet: Sheet, copies: int, names: Sequence[str] = ()) -> tuple[Leaf, ...]:
    """Empty sheets; with names, `copies` of them for each name, which is written where a player would write it."""
    rules = game.rules(sheet, options_of(game, {}, "options"))
    guide = game.guide(rules)
    if not names:
        return (Leaf(guide.blank(), copies),)
    state = rules.start(players_named(("",) * game.info.players[0]))
    return tuple(Leaf(guide.draw(state, "p1", None, name), copies) for name in names)


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
    """A re-entered sheet; with a report its findings are marked and listed on pages of their own. Raises LookupError or
    NotASheet."""
    sheet = sheet_of(game, paper.sheet or game.sheet_for(paper), "sheet")
    desk = game.desk(sheet, options_of(game, paper.options, "options"))
    marked = Leaf(desk.draw(paper, report), copies)
    if report is None:
        return (marked,)
    listed = findings_pages(report, game.rulebook, game.part_titles, sheet.size, paper.player)
    return (marked, *(Leaf(page, copies) for page in listed))

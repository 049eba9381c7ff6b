"""Reading a score sheet of Ligretto Dice: well formed, or NotAPaper. Knows no legality."""

from __future__ import annotations

from rollwrite_desktop.core.audit import NotAPaper, Paper, paper_as
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.check.evidence import QUOTED
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper, names_of
from rollwrite_desktop.sheet.sheet import Sheet

MAX_ROWS, MAX_POINTS = 200, 100_000


def read_evidence(given: Paper) -> LigrettoDicePaper:
    """A paper as a score sheet, well formed. Raises NotAPaper."""
    paper = paper_as(LigrettoDicePaper, given)
    count = len(names_of(paper))
    if count > 4:
        raise NotAPaper(tr("players: {n}; expected at most 4.", n=count))
    if paper.players and len(set(names_of(paper))) < count:
        raise NotAPaper(tr("players: two have the same name."))
    for name, rows in (("rounds", paper.rounds), ("totals", paper.totals)):
        if len(rows or ()) > MAX_ROWS:
            raise NotAPaper(tr(
                "{where}: rows {n}; expected at most {most}.", where=name, n=len(rows or ()), most=MAX_ROWS,
            ))
        for line, row in enumerate(rows or (), 1):
            if len(row) != count:
                raise NotAPaper(tr(
                    "{where}[{line}]: numbers {n}; expected {count}, one for each player.", where=name, line=line - 1,
                    n=len(row), count=count,
                ))
            if any(entry is not None and abs(entry) > MAX_POINTS for entry in row):
                raise NotAPaper(tr("{where}[{line}]: no number of points is so large.", where=name, line=line - 1))
    for name, numbers in (("shares", paper.shares), ("penalties", paper.penalties)):
        if numbers and (len(numbers) != count or any(not 0 <= number <= MAX_POINTS for number in numbers)):
            raise NotAPaper(tr("{where}: expected numbers of 0 or more, one for each player ({count}).",
                               where=name, count=count))
    for spot, held in paper.spaces.items():
        if held not in ("", "-"):
            raise NotAPaper(tr(
                "spaces: '{id}' holds '{text}'; points stand under rounds.", id=spot[:QUOTED], text=held[:QUOTED],
            ))
    if paper.boxes:
        raise NotAPaper(tr(
            "boxes: '{box}' is unknown; points stand under rounds and totals.", box=next(iter(paper.boxes))[:QUOTED],
        ))
    if paper.claimed is not None and not isinstance(paper.claimed, str):
        raise NotAPaper(tr("claimed: expected the name of the winner."))
    return paper


def missing(sheet: Sheet, paper: Paper) -> str:  # noqa: ARG001
    """Returns what a score sheet lacks to be ranked, in words: its rounds."""
    return "" if paper_as(LigrettoDicePaper, paper).rounds else tr("no round is entered")



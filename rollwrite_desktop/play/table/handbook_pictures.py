"""The examples of a handbook drawn: played or entered through the same rules and drawings as everything else, so that they
cannot show what the program does not do.

Knows no particular game and no window.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.audit import Report
from rollwrite_desktop.core.rules import CHANCE, Event, Refusal, players_named
from rollwrite_desktop.draw.display import Bounds, Display
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.handbook import Entry, Example, Handbook
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.sheet.sheet import Sheet

WRITER = "p1"


class Shown(Struct, frozen=True):
    """An example as it is drawn: the whole sheet, the part of it to be seen, and the spots it is about; `refusal` where its
    last stroke is refused, `report` where it was entered as on paper."""

    display: Display
    window: Bounds
    around: tuple[str, ...]
    caption: str = ""
    refusal: Refusal | None = None
    report: Report | None = None


def rules_on(game: Game, sheet: Sheet | None = None) -> Any:
    """Returns the rules on a sheet with the usual options; on the game's first sheet where it is not one to play on."""
    played = game.play.score_sheet.boards if game.play.score_sheet else None
    if sheet is None or sheet.game != game.info.id or (played is not None and sheet.id not in played):
        sheet = sheet_of(game, "")
    return game.play.rules(sheet, options_of(game))


def handbook_of(game: Game, sheet: Sheet | None = None) -> Handbook:
    """Returns the handbook of a game on a sheet, in the language in use."""
    return game.words.handbook(rules_on(game, sheet))


def shown(game: Game, rules: Any, entry: Entry, margin: float = 14.0) -> Iterator[Shown]:
    """Yields the examples of an entry of the handbook of these rules drawn one by one, `margin` points of sheet around what
    must be seen. Of what the check finds on a piece of a sheet, only what the entry is about is told."""
    for draw in entry.examples:
        example = draw()
        if example is not None:
            yield _shown(game, rules, example, entry, margin)


def _shown(game: Game, rules: Any, example: Example, entry: Entry, margin: float) -> Shown:
    sheet = sheet_of(game, example.sheet) if example.sheet else rules.sheet
    if example.strokes:
        display, refusal = _played(game, rules, example)
        return Shown(display, _window(sheet, display, example.around, margin), example.around, example.caption, refusal)
    paper = game.check.paper(game=game.info.id, sheet=sheet.id, spaces=dict(example.spaces), **example.more)
    options = options_of(game)
    report = game.check.auditor(sheet, options).audit(paper)
    found = tuple(
        finding for finding in report.findings
        if finding.rule in entry.keys and set(finding.where) <= set(example.around)
    )
    report = Report(found, report.parts, None)
    display = game.check.paper_editor(sheet, options).draw(paper, report if found else None)
    return Shown(display, _window(sheet, display, example.around, margin), example.around, example.caption, report=report)


def _played(game: Game, rules: Any, example: Example) -> tuple[Display, Refusal | None]:
    state = rules.start(players_named(example.players or ("",)))
    refusal: Refusal | None = None
    at = 0
    for stroke in example.strokes:
        by, text = (CHANCE, stroke[2:]) if stroke.startswith("> ") else (WRITER, stroke)
        at += 10_000
        event = Event(_roller(rules, state) if by == CHANCE else by, rules.read(text), at if rules.info.realtime else 0)
        refusal = rules.refuse(state, event)
        if refusal is not None:
            break
        state = rules.apply(state, event)
    guide = game.play.guide(rules)
    return guide.draw(state, WRITER, None, conflicts=refusal.spots if refusal else ()), refusal


def _roller(rules: Any, state: Any) -> str:
    return next((demand.by for demand in rules.demands(state) if demand.ask is not None), CHANCE)


def _window(sheet: Sheet, display: Display, around: tuple[str, ...], margin: float) -> Bounds:
    wide, high = display.size
    rects = [_extent(sheet, spot) for spot in around]
    if not rects:
        return 0.0, 0.0, wide, high
    left, top = min(r[0] for r in rects) - margin, min(r[1] for r in rects) - margin
    right, foot = max(r[2] for r in rects) + margin, max(r[3] for r in rects) + margin
    return max(0.0, left), max(0.0, top), min(wide, right), min(high, foot)


def _extent(sheet: Sheet, spot: str) -> Bounds:
    if spot in sheet.box:
        rect = sheet.box[spot].rect
        return rect.x, rect.y, rect.x + rect.w, rect.y + rect.h
    space = sheet.space[spot]
    xs, ys = [x for x, _ in space.outline], [y for _, y in space.outline]
    box = space.writing
    return min(*xs, box.x), min(*ys, box.y), max(*xs, box.x + box.w), max(*ys, box.y + box.h)

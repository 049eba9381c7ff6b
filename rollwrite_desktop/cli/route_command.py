"""The command `route`: the best route of a filled sheet, for games in which routes are drawn."""

from __future__ import annotations

import argparse
from pathlib import Path

from rollwrite_desktop.cli.output import Answer, as_json, as_text
from rollwrite_desktop.core.errors import UserError, located
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.paper.audit_files import Entered
from rollwrite_desktop.printing.photos.form_reader import entries


def route(given: argparse.Namespace) -> Answer:
    """`rollwrite route FILE`"""
    sheets = entries(Path(given.file))
    if given.player is not None:
        names = ", ".join(sheet.player for sheet in sheets)
        sheets = tuple(sheet for sheet in sheets if sheet.player == given.player)
        if not sheets:
            raise UserError(tr("{file}: there is no player '{player}', only {names}.",
                              file=given.file, player=given.player[:40], names=names or "—"))
    if len(sheets) > 1:
        raise UserError(tr("{file} has several sheets; choose one with --player: {names}.",
                          file=given.file, names=", ".join(sheet.player for sheet in sheets)))
    return _answer(sheets[0], given.json)


def _answer(sheet: Entered, json: bool) -> Answer:
    if sheet.game.check.routes is None:
        raise UserError(tr("{file}: {game} has no routes.", file=sheet.file, game=sheet.game.info.title))
    with located(sheet.file):
        best = sheet.game.check.routes.best(sheet.sheet, sheet.paper)
    score = sum(points for _, points in best.parts)
    if json:
        return as_json({"route": list(best.stops), "score": score, **dict(best.parts), "proven": True})
    parts = ", ".join(f"{tr(sheet.game.play.part_titles.get(part, part))} {points}" for part, points in best.parts)
    return as_text([
        " ".join(best.stops) if best.stops else tr("There is no route."),
        tr("Score: {total} ({parts})", total=score, parts=parts),
    ])

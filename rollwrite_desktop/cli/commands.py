"""The commands except `print`, `route` and the self-test: from parsed arguments to an answer. They raise UserError."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rollwrite_desktop.cli.output import Answer, as_json, as_text, file_written, table
from rollwrite_desktop.cli.progress import check_with_progress, progress_bar
from rollwrite_desktop.core.audit import (
    describe_before_mistakes,
    describe_bounds,
    describe_missing_evidence,
    describe_verdict,
    needed,
    report_json,
)
from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.diagnosis import explanation
from rollwrite_desktop.core.errors import UserError, located
from rollwrite_desktop.core.i18n import decimal, mark, percent, tr, tr_n, with_colon
from rollwrite_desktop.core.journal import Notes, head_bytes, line_bytes
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.play.opening.game_codes import code_of, dice_of_the_day, read_typed
from rollwrite_desktop.play.opening.open_game import (
    Opened,
    file_named,
    game_of,
    named_from,
    new_head,
    options_of,
    sheet_of,
    start,
)
from rollwrite_desktop.play.opening.simulation import Record, bot_of, finish, simulate
from rollwrite_desktop.play.paper.audit_files import (
    Entered,
    Filled,
    compared,
    content,
    opened_journal,
    place_title,
    roll_titles,
    rolls_in,
    share_rolls,
    torn,
)
from rollwrite_desktop.play.paper.ranking import Standing, describe_mixture, describe_rule, ranking, unranked
from rollwrite_desktop.printing.photos.form_reader import entries
from rollwrite_desktop.sheet.load import AT, dump, find, load
from rollwrite_desktop.sheet.sheet import Sheet

# ---------------------------------------------------------------------- games


def games(given: argparse.Namespace) -> Answer:
    """`rollwrite games`"""
    if given.json:
        return as_json([
            {
                "id": game_id, "title": game.info.title, "players": list(game.info.players),
                "sheets": [{"id": sheet_id, "title": find(sheet_id).title} for sheet_id in game.play.sheets],
                "options": {choice.id: list(choice.values) for choice in game.info.options}, "bots": list(game.think.bots),
            }
            for game_id, game in GAMES.items()
        ])
    lines = [line for game_id, game in GAMES.items() for line in _game_lines(game_id, game)]
    return as_text([*lines, tr("* unless chosen otherwise")])


def _game_lines(game_id: str, game: Game) -> list[str]:
    """A heading, a row in columns for each sheet, value of an option and computer player, and a blank line."""
    rows: list[tuple[str, str, str]] = []

    def add(title: str, values: Mapping[str, str], default: bool = True) -> None:
        for n, (value, meaning) in enumerate(values.items()):
            rows.append(("" if n else title, value + " *" * (default and not n), meaning))

    add("--sheet", {sheet_id: tr(mark(find(sheet_id).title, "sheet")) for sheet_id in game.play.sheets})
    for choice in game.info.options:
        title = tr(choice.title)
        add(f"--option {choice.id}=", {value: with_colon(title, tr(text)) for value, text in choice.values.items()})
    add("--players", {f"bot:{name}": "" for name in game.think.bots}, default=False)
    least, most = game.info.players
    heading = tr("{title} ({game}), {least} to {most} players", title=game.info.title, game=game_id, least=least, most=most)
    return [heading, *(f"  {row}" for row in table(rows, words=True)), ""]


# ---------------------------------------------------------------------- audit


def audit(given: argparse.Namespace) -> Answer:
    """`rollwrite audit FILE…`"""
    sheets = tuple(sheet for name in given.files for sheet in entries(Path(name)))
    if given.rolls is not None:
        sheets = share_rolls(sheets, rolls_in(Path(given.rolls), sheets[0].notes))
    found = [*compared([check_with_progress(sheet, given.effort) for sheet in sheets])]
    places = ranking(found) if len(found) > 1 or found[0].report.totals else ()
    if given.json:
        return as_json(_audit_json(found, places), int(any(sheet.report.findings for sheet in found)))
    begun = [not given.finished and sheet.begun for sheet in found]
    found = [
        replace(sheet, report=sheet.game.check.while_entering(sheet.report)) if new else sheet
        for sheet, new in zip(found, begun, strict=True)
    ]
    code = int(any(sheet.report.findings for sheet in found))
    lines = [line for sheet, new in zip(found, begun, strict=True) for line in _audit_lines(sheet, new)]
    if places:
        lines.append(tr("Ranking"))
        lines += table([
            (f"  {one.place}", _title(found[one.sheet], one.player), str(one.total), one.why) for one in places
        ])
        lines += [f"  {text}" for text in (describe_rule(found[0].game), describe_mixture(found)) if text]
    if len(found) > 1:
        lines += [tr("Not ranked: {name}, {why}.", name=_title(found[i], found[i].player), why=found[i].missing)
                  for i in unranked(found)]
    return as_text(lines, code)


def _audit_json(found: list[Filled], places: tuple[Standing, ...]) -> dict[str, Any]:
    reports = [
        report_json(sheet.report, sheet.game.play.rulebook) | {"play": sheet.played}
        | ({"entering": True} if sheet.begun else {})
        for sheet in found
    ]
    if len(found) == 1:
        return reports[0]
    rows = [
        {
            "place": one.place, "file": found[one.sheet].file, "player": one.player, "total": one.total,
            "tie_break": one.tie_break, "reason": one.reason,
            **({"note": one.note} if one.note else {}),
        }
        for one in places
    ]
    named = ({"file": sheet.file, "player": sheet.player} for sheet in found)
    left = [{"file": found[i].file, "player": found[i].player, "missing": found[i].missing} for i in unranked(found)]
    sheets = [name | report for name, report in zip(named, reports, strict=True)]
    return {"sheets": sheets, "ranking": rows, "unranked": left}


def _title(sheet: Filled | Entered, player: str) -> str:
    return with_colon(sheet.file, player) if player else sheet.file


def _audit_lines(sheet: Filled, begun: bool) -> list[str]:
    """Returns what the check says of a sheet. `begun`: it is still being entered, and the report says only what is wrong
    already."""
    report, book = sheet.report, sheet.game.play.rulebook
    lines = [f"{_title(sheet, sheet.player)} ({sheet.game.info.title})"]
    titled = roll_titles(sheet)
    lines += [f"  {line}" for line in explanation(report, titled)]
    for finding in report.distinct:
        where = ", ".join(place_title(each, sheet.game.play, titled) for each in sorted(finding.where))
        said = with_colon(f"{finding.title}, {finding.rule}", finding.sentence(book))
        lines.append(f"  {said} [{where}]" if where else f"  {said}")
        if finding.repair:
            lines.append(f"    {finding.repair_sentence(book)}")
        effect = sheet.game.words.unit.describe_effect(finding.effect)
        lines += [f"    {text}" for text in (effect, describe_missing_evidence(finding, report)) if text]
    if begun:
        if not report.findings:
            lines.append(f"  {tr('No problem so far')}.")
        note = mark("  Most of it is blank, so only what can never become right is checked; --finished checks it all.")
        return [*lines, tr(note)]
    if report.totals:
        lines.append(tr("  Scores: {parts}", parts=", ".join(f"{name} {points}" for name, points in report.totals)))
    else:
        titles = sheet.game.play.part_titles
        parts = ", ".join(f"{tr(titles.get(part, part))} {points}" for part, points in report.told_parts)
        lines.append(tr("  Score: {total} ({parts})", total=report.total, parts=parts))
    if report.claimed is not None:
        lines.append(tr("  Score written: {n}", n=report.claimed))
    if report.short_by:
        lines.append(tr("  Written too low by {n}", n=report.short_by) if report.short_by > 0
                     else tr("  Written too high by {n}", n=-report.short_by))
    if before := describe_before_mistakes(report):
        lines.append(f"  {before}")
    lines.append(f"  {describe_verdict(report)}")
    if report.bounds is not None:
        lines.append(f"  {describe_bounds(report)}")
    needs = {"rolls": tr("the rolls"), "missing": tr("the missing rolls"), "journal": tr("the journal")}
    for need, rules in needed(report).items():
        lines.append(tr("  Not checked without {need}: {rules}", need=needs.get(need, need), rules=", ".join(rules)))
    return lines


# ---------------------------------------------------------------------- replay, play


def replay(given: argparse.Namespace) -> Answer:
    """`rollwrite replay FILE`"""
    data = content(Path(given.file))
    opened = opened_journal(Path(given.file), data)
    return _result(opened, given.json, torn(data))


def _result(opened: Opened, json: bool, cut: bool = False) -> Answer:
    game, session = opened.game, opened.session
    scores = session.scores
    papers = [game.check.paper_of(session.rules, session.state, player) for player in session.players]
    if json:
        return as_json({
            "game": game.info.id, "sheet": opened.head.sheet, "options": opened.head.options, "over": session.over,
            "code": code_of(opened.head),
            "take_backs": session.take_backs, "refused": len(session.refused_events), "note": opened.read_only, "torn": cut,
            "players": [
                {
                    "player": score.player, "name": opened.name(score.player), "spaces": paper.spaces, "boxes": paper.boxes,
                    "score": {"total": score.total, "parts": dict(score.parts)},
                    "tie_break": score.tie_break, "place": score.place,
                    **({"rounds": paper.rounds} if isinstance(paper, ScorePaper) and paper.rounds else {}),
                }
                for score, paper in zip(scores, papers, strict=True)
            ],
        })
    lines = [with_colon(game.info.title, tr("final score") if session.over else tr("not finished"))]
    if opened.read_only:
        lines.append(opened.read_only)
    if cut:
        lines.append(tr("The last move was not fully saved and has been left out."))
    for score, paper in zip(scores, papers, strict=True):
        parts = ", ".join(f"{tr(game.play.part_titles.get(part, part))} {points}" for part, points in score.parts)
        lines.append(f"{score.place}. {with_colon(opened.name(score.player), f'{score.total} ({parts})')}")
        for region in opened.sheet.regions if game.play.score_sheet is None else ():
            inside = [space for space in opened.sheet.spaces if space.region == region.id]
            held = [f"{space.id} {space.printed or paper.spaces.get(space.id) or '·'}" for space in inside]
            lines.append(f"   {with_colon(tr(region.name), '  '.join(held))}")
        if paper.boxes:
            counted = (f"{game.play.box_title(box)} {value}" for box, value in paper.boxes.items())
            lines.append("   " + ", ".join(counted))
    if code_of(opened.head):
        lines.append(tr("Same dice: {code}", code=code_of(opened.head)))
    if game.play.score_sheet is not None:
        lines += _rounds(game.play.score_sheet.paper(session.rules, session.state, opened.head.players))
    return as_text(lines)


def _rounds(paper: ScorePaper) -> list[str]:
    """Returns the rounds of a score sheet kept for the whole table: points and totals."""
    rows = [("", *paper.players)]
    for n, (points, totals) in enumerate(zip(paper.rounds or (), paper.totals or (), strict=True), 1):
        pairs = zip(points, totals, strict=True)
        cells = (str(total) if entry is None else f"{entry:+d} {total}" for entry, total in pairs)
        rows.append((tr("Round {n}", n=n), *cells))
    return table(rows)


def play(given: argparse.Namespace) -> Answer:
    """`rollwrite play GAME …`"""
    game, sheet_id, sheet, options, seed = _table(given)
    bots = _computer_players(game, given.players, "--players")
    players = tuple(_named(name, number) for number, name in enumerate(bots, 1))
    notes = Notes(seed=seed, bots={f"p{i}": name for i, name in enumerate(bots, 1)})
    folder = Path(given.output).parent
    head = new_head(game, sheet, named_from(folder, sheet_id), players, options, notes)
    opened = start(head, folder)
    lines: list[JournalLine] = []
    opened.session.log = lines.append
    levels = zip(opened.session.players, bots, strict=True)
    finish(opened.session, {player: game.think.bots[level] for player, level in levels})
    content = head_bytes(head) + b"".join(map(line_bytes, lines))
    return file_written(given.output, content, given.force, _result(opened, False))


def _named(bot: str, number: int) -> str:
    """Returns what a computer player is called: "Medium 1", "Level 3 (1)"."""
    name = bot.replace("_", " ").capitalize()
    return f"{name} ({number})" if name[-1].isdigit() else f"{name} {number}"


def simulation(given: argparse.Namespace) -> Answer:
    """`rollwrite simulate GAME …`"""
    game, _, sheet, options, seed = _table(given)
    bots = _computer_players(game, given.bots, "--bots")
    with progress_bar(game.info.title) as progress:
        records = simulate(game, sheet, options, bots, given.games, seed, progress)
    if given.json:
        return as_json({"games": given.games, "bots": {name: _record_json(record) for name, record in records.items()}})
    head = ["", tr("mean"), tr("sd"), tr("min"), percent(10), percent(50), percent(90), tr("max"), tr("wins")]
    rows = [
        [name, decimal(r.mean, 2), decimal(r.sd, 2),
         *map(str, (r.least, *(score for _, score in r.quantiles), r.most, r.wins))]
        for name, r in records.items()
    ]
    return as_text([tr_n("{n} game", "{n} games", given.games), *table([head, *rows])])


def _computer_players(game: Game, given: Sequence[str], option: str) -> list[str]:
    """Returns the names of computer players from arguments separated by commas or blanks, each with or without `bot:`.

    Raises UserError for a name that the game does not have, or a number of players that it cannot have.
    """
    bots = [name.removeprefix("bot:") for name in " ".join(given).replace(",", " ").split()]
    for name in bots:
        bot_of(game, name, option)
    least, most = game.info.players
    if not least <= len(bots) <= most:
        raise UserError(tr("{option}: {game} is for {least} to {most} players, not {n}.",
                          option=option, game=game.info.title, least=least, most=most, n=len(bots)))
    return bots


def _record_json(record: Record) -> dict[str, Any]:
    return {
        "mean": round(record.mean, 4), "sd": round(record.sd, 4), "min": record.least, "max": record.most,
        "quantiles": {str(q): score for q, score in record.quantiles}, "wins": record.wins,
    }


def _table(given: argparse.Namespace) -> tuple[Game, str, Sheet, dict[str, str], str]:
    """Returns game, sheet id, sheet, house rules and the code of the dice, from a code of a whole game or from options."""
    code = None if given.game in GAMES else read_typed(given.game).game
    if code is not None:
        if given.sheet or given.option or given.seed or given.day:
            raise UserError(tr("--sheet, --option, --seed, --day: the code of the game already says all that."))
        game = GAMES[code.game]
        sheet_id = str(file_named(code.sheet, (Path(),))) if code.sheet.startswith(AT) else code.sheet_id
        return game, sheet_id, sheet_of(game, sheet_id, "CODE"), dict(code.options), code.dice
    game = game_of(given.game, "GAME")
    if given.day and given.seed:
        raise UserError(tr("--day, --seed: expected only one of them."))
    seed = dice_of_the_day(game.info.id, given.day) if given.day else _dice(given.seed)
    sheet = sheet_of(game, given.sheet, "--sheet", Path())
    return game, given.sheet or game.play.sheets[0], sheet, options_of(game, dict(given.option), "--option"), seed


def _dice(seed: str | None) -> str:
    """Returns the code of the dice in `--seed`, a new one if none is given. Raises UserError for the code of a whole
    game."""
    typed = read_typed(seed) if seed else None
    if typed is not None and typed.game is not None:
        raise UserError(tr("--seed: “{code}” is the code of a whole game; expected that of its dice, {dice}.",
                          code=(seed or "")[:60], dice=typed.dice))
    return typed.dice if typed is not None else new_code()


# ---------------------------------------------------------------------- check-sheet, new-sheet


def check_sheet(given: argparse.Namespace) -> Answer:
    """`rollwrite check-sheet FILE`"""
    sheet = load(Path(given.file))
    faults = sheet_faults(sheet)
    if given.json:
        rows = [{"where": fault.where, "message": fault.message} for fault in faults]
        return as_json({"playable": not faults, "faults": rows}, int(bool(faults)))
    if not faults:
        return as_text([tr("{sheet}: playable.", sheet=sheet.title)])
    return as_text(list(map(str, faults)), 1)


def new_sheet(given: argparse.Namespace) -> Answer:
    """`rollwrite new-sheet GAME -o FILE`: a generated layout, for games that have them."""
    game = game_of(given.game, "GAME")
    if game.play.new_sheets is None:
        raise UserError(tr("GAME: {game} has one layout only.", game=game.info.title))
    sides = {sheet_id.removeprefix(f"{game.info.id}_"): sheet_id for sheet_id in game.play.sheets}
    if given.side and given.side not in sides:
        raise UserError(tr("--side: there is no '{side}'; expected one of {sides}.",
                          side=given.side[:20], sides=", ".join(sides)))
    with located("--seed"):
        sheet = game.play.new_sheets.make(sides.get(given.side, game.play.sheets[0]), _dice(given.seed))
    answer = as_text([tr("{sheet}: {file}", sheet=sheet.title, file=given.output)])
    return file_written(given.output, dump(sheet), given.force, answer)

"""What the commands do, print apart: each takes what was read from the command line and comes to an answer."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rollwrite_desktop.cli.answers import Answer, Trouble, as_json, as_text, put, table
from rollwrite_desktop.cli.progress import interrupts, progress_bar
from rollwrite_desktop.core.audit import EFFORT, Paper, Report, report_json, undecided, with_effort
from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.journal import Notes, head_bytes, line_bytes
from rollwrite_desktop.core.rules import Score
from rollwrite_desktop.core.session import Line
from rollwrite_desktop.core.words import say, say_n
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.evidence import Filled, NotEvidence, content, opened_journal, ranking, torn
from rollwrite_desktop.games.guide import Game
from rollwrite_desktop.games.opening import Opened, game_of, named_from, new_head, options_of, sheet_of, start
from rollwrite_desktop.games.simulation import Record, bot_of, finish, simulate
from rollwrite_desktop.printing.export import pdf
from rollwrite_desktop.printing.leaves import blank_leaves, game_leaves, lines_of
from rollwrite_desktop.printing.reading import filled
from rollwrite_desktop.sheet.load import NotASheet, dump, find, load
from rollwrite_desktop.sheet.sheet import Sheet

# ---------------------------------------------------------------------- games


def games(given: argparse.Namespace) -> Answer:
    """`rollwrite games`"""
    if given.json:
        return as_json([
            {
                "id": game_id, "title": game.info.title, "players": list(game.info.players),
                "sheets": [{"id": sheet_id, "title": find(sheet_id).title} for sheet_id in game.sheets],
                "options": {choice.id: list(choice.values) for choice in game.info.options}, "bots": list(game.bots),
            }
            for game_id, game in GAMES.items()
        ])
    lines = []
    for game_id, game in GAMES.items():
        least, most = game.info.players
        lines.append(say("{title} ({game}), {least} to {most} players",
                         title=game.info.title, game=game_id, least=least, most=most))
        lines += [say("  sheet {sheet}: {title}", sheet=sheet_id, title=find(sheet_id).title) for sheet_id in game.sheets]
        lines += [
            f"  {choice.id}={value}: {say(choice.title)} {say(text)}"
            for choice in game.info.options for value, text in choice.values.items()
        ]
        lines.append(say("  computer players: {bots}", bots=", ".join(game.bots)))
    return as_text(lines)


# ---------------------------------------------------------------------- audit


def audit(given: argparse.Namespace) -> Answer:
    """`rollwrite audit FILE…`"""
    try:
        found = [sheet for name in given.files for sheet in _filled(Path(name), given.thorough)]
    except NotEvidence as error:
        raise Trouble(str(error)) from error
    places = ranking(found) if len(found) > 1 else ()
    code = int(any(sheet.report.findings for sheet in found))
    if given.json:
        return as_json(_audit_json(found, places), code)
    lines = [line for sheet in found for line in _audit_lines(sheet)]
    if places:
        lines.append(say("Ranking"))
        rows = sorted(zip(places, found, strict=True), key=lambda row: row[0].place)
        lines += table([(f"  {score.place}", _title(sheet), str(score.total)) for score, sheet in rows])
    return as_text(lines, code)


def _filled(path: Path, thorough: bool) -> tuple[Filled, ...]:
    """The sheets of a file, checked; on a terminal Ctrl+C ends a search and what is proved by then is the answer."""
    with progress_bar(path.name) as progress, interrupts() as interrupted:
        def patience(step: int, report: Report) -> bool:
            progress(step if not thorough else step % EFFORT, EFFORT)
            return not interrupted() and (thorough or with_effort(step, report))

        return filled(path, patience)


def _audit_json(found: list[Filled], places: tuple[Score, ...]) -> dict[str, Any]:
    reports = [report_json(sheet.report, sheet.game.rulebook) for sheet in found]
    if len(found) == 1:
        return reports[0]
    rows = [
        {"place": score.place, "file": sheet.file, "player": sheet.player, "total": score.total}
        for score, sheet in zip(places, found, strict=bool(places))
    ]
    named = ({"file": sheet.file, "player": sheet.player} for sheet in found)
    return {
        "sheets": [name | report for name, report in zip(named, reports, strict=True)],
        "ranking": sorted(rows, key=lambda row: row["place"]),
    }


def _title(sheet: Filled) -> str:
    return f"{sheet.file}: {sheet.player}" if sheet.player else sheet.file


def _audit_lines(sheet: Filled) -> list[str]:
    report, book = sheet.report, sheet.game.rulebook
    kinds = {"broken": say("wrong"), "unproved": say("unproved")}
    lines = [f"{_title(sheet)} ({sheet.game.info.title})"]
    for finding in report.findings:
        where = f" [{', '.join(sorted(finding.where))}]" if finding.where else ""
        lines.append(f"  {kinds[finding.verdict]}, {finding.rule}: {finding.sentence(book)}{where}")
        if finding.repair:
            lines.append(f"    {finding.repair_sentence(book)}")
    if report.totals:
        lines.append(say("  Scores: {parts}", parts=", ".join(f"{name} {points}" for name, points in report.totals)))
    else:
        parts = ", ".join(f"{say(sheet.game.part_titles.get(part, part))} {points}" for part, points in report.parts)
        lines.append(say("  Score: {total} ({parts})", total=report.total, parts=parts))
    if report.claimed is not None:
        lines.append(say("  Claimed: {n}", n=report.claimed))
    verdicts = {
        "broken": say("There are mistakes."), "unproved": say("Not everything is proved."),
        "clean": say("No mistake was found."),
    }
    lines.append(f"  {verdicts[report.verdict]}")
    if not report.decided:
        lines.append(f"  {undecided(report)}")
    needs = {"rolls": say("the rolls"), "journal": say("the journal")}
    for need in dict.fromkeys(item.needs for item in report.unchecked):
        rules = ", ".join(item.words() for item in report.unchecked if item.needs == need)
        lines.append(say("  Not checked without {need}: {rules}", need=needs.get(need, need), rules=rules))
    return lines


# ---------------------------------------------------------------------- replay, play


def replay(given: argparse.Namespace) -> Answer:
    """`rollwrite replay FILE`"""
    try:
        data = content(Path(given.file))
        opened = opened_journal(Path(given.file), data)
    except NotEvidence as error:
        raise Trouble(str(error)) from error
    return _result(opened, given.json, torn(data))


def _result(opened: Opened, json: bool, cut: bool = False) -> Answer:
    game, session = opened.game, opened.session
    scores = session.rules.scores(session.state)
    papers = [game.paper_of(session.rules, session.state, player) for player in session.players]
    if json:
        return as_json({
            "game": game.info.id, "sheet": opened.head.sheet, "options": opened.head.options, "over": session.over,
            "take_backs": session.take_backs, "refused": len(session.lapses), "note": opened.read_only, "torn": cut,
            "players": [
                {
                    "player": score.player, "name": opened.name(score.player), "spaces": paper.spaces, "boxes": paper.boxes,
                    "score": {"total": score.total, "parts": dict(score.parts)},
                    "tie_break": score.tie_break, "place": score.place, **({"rounds": paper.rounds} if paper.rounds else {}),
                }
                for score, paper in zip(scores, papers, strict=True)
            ],
        })
    lines = [f"{game.info.title}: {say('final score') if session.over else say('not finished')}"]
    if opened.read_only:
        lines.append(opened.read_only)
    if cut:
        lines.append(say("The last stroke was not written to the end and has been left out."))
    for score, paper in zip(scores, papers, strict=True):
        parts = ", ".join(f"{say(game.part_titles.get(part, part))} {points}" for part, points in score.parts)
        lines.append(f"{score.place}. {opened.name(score.player)}: {score.total} ({parts})")
        for region in opened.sheet.regions if game.shared_paper is None else ():
            inside = [space for space in opened.sheet.spaces if space.region == region.id]
            held = [f"{space.id} {space.printed or paper.spaces.get(space.id) or '·'}" for space in inside]
            lines.append(f"   {say(region.name)}: {'  '.join(held)}")
        if paper.boxes:
            lines.append("   " + ", ".join(f"{box} {value}" for box, value in paper.boxes.items()))
    if game.shared_paper is not None:
        lines += _rounds(game.shared_paper(session.rules, session.state, opened.head.players))
    return as_text(lines)


def _rounds(paper: Paper) -> list[str]:
    """The rounds of a score sheet that the whole table keeps, and the totals beside them."""
    rows = [("", *paper.players)]
    for n, (entries, totals) in enumerate(zip(paper.rounds or (), paper.totals or (), strict=True), 1):
        pairs = zip(entries, totals, strict=True)
        cells = (str(total) if entry is None else f"{entry:+d} {total}" for entry, total in pairs)
        rows.append((say("Round {n}", n=n), *cells))
    return table(rows)


def play(given: argparse.Namespace) -> Answer:
    """`rollwrite play GAME …`"""
    game, sheet, options = _table(given)
    wanted = given.players.split(",")
    for name in wanted:
        if not name.startswith("bot:"):
            raise Trouble(say("--players: '{name}'; expected computer players, such as bot:{bot}.",
                              name=name[:60], bot=next(iter(game.bots))))
    bots = [_bot(game, name.removeprefix("bot:"), "--players") for name in wanted]
    players = tuple(f"{name.title()} {number}" for number, name in enumerate(bots, 1))
    notes = Notes(seed=given.seed or new_code(), bots={f"p{i}": name for i, name in enumerate(bots, 1)})
    folder = Path(given.output).parent
    head = new_head(game, sheet, named_from(folder, given.sheet or game.sheets[0]), players, options, notes)
    try:
        opened = start(head, folder)
    except (LookupError, NotASheet) as error:
        raise Trouble(str(error.args[0])) from error
    lines: list[Line] = []
    opened.session.log = lines.append
    finish(opened.session, {player: game.bots[name] for player, name in zip(opened.session.players, bots, strict=True)})
    put(given.output, head_bytes(head) + b"".join(map(line_bytes, lines)), given.force)
    return _result(opened, False)


def simulation(given: argparse.Namespace) -> Answer:
    """`rollwrite simulate GAME …`"""
    game, sheet, options = _table(given)
    bots = [_bot(game, name, "--bots") for name in given.bots.split(",")]
    least, most = game.info.players
    if not least <= len(bots) <= most:
        raise Trouble(say("--bots: {game} is for {least} to {most} players, not {n}.",
                          game=game.info.title, least=least, most=most, n=len(bots)))
    with progress_bar(game.info.title) as progress:
        records = simulate(game, sheet, options, bots, given.games, given.seed or new_code(), progress)
    if given.json:
        return as_json({"games": given.games, "bots": {name: _record_json(record) for name, record in records.items()}})
    head = ["", say("mean"), say("sd"), say("min"), "10 %", "50 %", "90 %", say("max"), say("wins")]
    rows = [
        [name, f"{r.mean:.2f}", f"{r.sd:.2f}", *map(str, (r.least, *(score for _, score in r.quantiles), r.most, r.wins))]
        for name, r in records.items()
    ]
    return as_text([say_n("{n} game", "{n} games", given.games), *table([head, *rows])])


def _record_json(record: Record) -> dict[str, Any]:
    return {
        "mean": round(record.mean, 4), "sd": round(record.sd, 4), "min": record.least, "max": record.most,
        "quantiles": {str(q): score for q, score in record.quantiles}, "wins": record.wins,
    }


def _table(given: argparse.Namespace) -> tuple[Game, Sheet, dict[str, str]]:
    try:
        game = game_of(given.game, "GAME")
        return game, sheet_of(game, given.sheet, "--sheet", Path()), options_of(game, dict(given.option), "--option")
    except NotASheet as error:
        raise Trouble(str(error)) from error
    except LookupError as error:
        raise Trouble(str(error.args[0])) from error


def _bot(game: Game, name: str, where: str) -> str:
    try:
        bot_of(game, name, where)
    except LookupError as error:
        raise Trouble(str(error.args[0])) from error
    return name


# ---------------------------------------------------------------------- check-sheet, new-sheet, selftest


def check_sheet(given: argparse.Namespace) -> Answer:
    """`rollwrite check-sheet FILE`"""
    # shapely takes its time to load, and only this command needs it.
    from rollwrite_desktop.sheet.check import check

    try:
        sheet = load(Path(given.file))
    except NotASheet as error:
        raise Trouble(str(error)) from error
    faults = [(fault.where, fault.message) for fault in check(sheet)]
    if sheet.game in GAMES:
        faults += GAMES[sheet.game].faults(sheet)
    if given.json:
        rows = [{"where": where, "message": message} for where, message in faults]
        return as_json({"playable": not faults, "faults": rows}, int(bool(faults)))
    if not faults:
        return as_text([say("{sheet}: playable.", sheet=sheet.title)])
    return as_text([f"{where}: {message}" for where, message in faults], 1)


def new_sheet(given: argparse.Namespace) -> Answer:
    """`rollwrite new-sheet GAME -o FILE`: another layout, for games whose printed marks can stand elsewhere."""
    try:
        game = game_of(given.game, "GAME")
    except LookupError as error:
        raise Trouble(str(error.args[0])) from error
    if game.made is None:
        raise Trouble(say("GAME: {game} has one layout only.", game=game.info.title))
    sides = {sheet_id.removeprefix(f"{game.info.id}_"): sheet_id for sheet_id in game.sheets}
    if given.side and given.side not in sides:
        raise Trouble(say("--side: there is no '{side}'; expected one of {sides}.",
                          side=given.side[:20], sides=", ".join(sides)))
    try:
        sheet = game.made(sides.get(given.side, game.sheets[0]), given.seed or new_code())
    except NotASheet as error:
        raise Trouble(f"--seed: {error}") from error
    put(given.output, dump(sheet), given.force)
    return as_text([say("{sheet}: {file}", sheet=sheet.title, file=given.output)])


def selftest() -> Answer:
    """`rollwrite --selftest`: every game is played, checked and printed once, in memory."""
    for game in GAMES.values():
        for sheet_id in game.sheets:
            sheet = find(sheet_id)
            names = ("Ann",) * max(1, game.info.players[0])
            head = new_head(game, sheet, sheet_id, names, options_of(game, {}, ""), Notes(seed="SELFTEST"))
            opened = start(head)
            bot = list(game.bots.values())[-1]
            finish(opened.session, dict.fromkeys(opened.session.players, bot))
            leaves = (*blank_leaves(game, sheet, 1), *game_leaves(opened))
            content, pages = pdf(leaves, lines_of(game))
            if opened.session.lapses or pages != len(leaves) or not content.startswith(b"%PDF"):
                raise Trouble(say("The self-test failed at {sheet}.", sheet=sheet_id))
    return as_text([say("The self-test passed: {games}.", games=", ".join(game.info.title for game in GAMES.values()))])

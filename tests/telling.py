"""Small filled sheets, moments of games, sheets that are typed and tables that are driven, by a number each, with all that a
check, a guide and a coach, a paper editor or a session answers. `laws/test_telling.py` holds the answers to some of them."""

from __future__ import annotations

import json
import random
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from rollwrite_desktop.core.audit import (
    NotAPaper,
    Paper,
    Report,
    describe_bounds,
    describe_in_short,
    describe_missing_evidence,
    describe_undecided,
    describe_verdict,
    needed,
    report_json,
)
from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.chance import outcome
from rollwrite_desktop.core.corrections import Corrected
from rollwrite_desktop.core.diagnosis import (
    describe_consequence,
    describe_diagnosis,
    describe_elsewhere,
    describe_next,
    describe_searched,
    describe_ties,
    explanation,
    in_short,
)
from rollwrite_desktop.core.rules import CHANCE, Event, NotAMove, Refusal, cup_of, is_chance, players_named
from rollwrite_desktop.core.session import DoesNotReplay, JournalLine, Session
from rollwrite_desktop.draw.trace import trace
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.play.guide import Changed, ColumnsEditor, Look, Noted, Onward, Proposed, RouteEditor, Token
from rollwrite_desktop.gamekit.words.handbook import entries, in_brief
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.ligretto_dice.check.slips import LigrettoDiceSlips
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.play.table.handbook_pictures import shown
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.load import NotASheet, dump, find, loads
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.sheet.sheet import Sheet
from tests.games.hexroller import fewest as hexroller
from tests.games.ligretto_dice import fewest as ligretto_dice
from tests.games.on_tour import sheets as on_tour
from tests.games.rolling_america import sheets as rolling_america
from tests.laws.made_sheets import MAKERS, accepted
from tests.laws.sheet_uses import spoilt
from tests.walks import EVERY, rules_of, settings, spender, stubborn

Options = dict[str, str]
Case = tuple[str, int]
"""Game and number."""
STEPS = {"rolling_america": 400, "on_tour": 400, "hexroller": 400, "ligretto_dice": 2}
"""So many steps of a search are looked at."""
KEYS, SPOTS = ("1", "7", "9", "X", "(", "-", " ", ""), 3
"""What is tried to be typed, and in how many places."""
LONG_NAME = "A name that is far too long for any tray"
NAMES = ("Ann", LONG_NAME)
SEATS: tuple[Literal["edge", "own", "rival"], ...] = ("edge", "own", "rival")
TYPED = (*"0123456789", "X", "x", "(", "*", "-", ">", " ", "", "A", "b", "é", "12")
KEYSTROKES, AT_FIRST, ODD, READ, ACTS, ALTERED, SLIPS, REDRAWN, MADE = 60, 6, 25, 12, 60, 5, 100, 6, 4
"""How many keys are typed, half of them in so few spaces, and how many papers hold something odd;
how many texts of moves are read that are written a little otherwise; how many things are done at a table at most, and how
many of its journals are altered; how many slips are listed against a finding; how
often a sheet is drawn otherwise, and how many maps have something round them."""
NO_TAPS = ("", "nowhere", "die/none", "die/9", "action/none", "action/done")
"""What may be tapped beside what there is."""
KEPT = frozenset(("sheet", "game", "source", "licence"))
"""What is not changed in a sheet file."""
DONE = ("play",) * 8 + ("undo", "undo", "redo", "take back", "correct", "leave", "back", "again", "note")
"""What is done at a table, as often as it stands here."""
LONG, DEEP, SPACES, MOVES, TRAYS, BEFORE, SELECTED = 130, 3, 6, 80, 2, 12, 6
"""Of a moment: after how many events at most it is, how many taps follow each other there, how many spaces are tapped each
time, how many legal moves are listed, how many trays of each player of a race, of how many moments before it two moves are
compared, and how much is selected in turn."""


def checksum(lines: list[str]) -> str:
    return f"{zlib.crc32(chr(10).join(lines).encode()):08x}"


def steady(value: Any) -> str:
    """A value in words, its sets in order and without places in memory: those differ in another process."""
    text = re.sub(r" at 0x[0-9a-f]+", "", str(value))
    return re.sub(r"frozenset\(\{([^{}]*)\}\)", lambda found: f"{sorted(found[1].split(', '))}", text)


# ---------------------------------------------------------------------- filled sheets


def _states(luck: random.Random, number: int) -> tuple[Sheet, Options, Paper]:
    sheet, _, paper, _ = rolling_america.some_paper(luck)
    return sheet, {}, paper


def _tour(luck: random.Random, number: int) -> tuple[Sheet, Options, Paper]:
    world, auditor, paper = on_tour.small_paper(number, luck.randint(6, 9))
    paper = on_tour.spoilt(paper, luck, luck.choice((0, 1, 1, 1, 2, 2, 3)))
    return auditor.rules.sheet, on_tour.options_of(world), paper


def _hexes(luck: random.Random, number: int) -> tuple[Sheet, Options, Paper]:
    small = luck.choice((hexroller.spoilt, hexroller.spoilt, hexroller.wild, hexroller.crowded))(number)
    paper = small.paper()
    return small.sheet, dict(paper.options), paper


def _rows(luck: random.Random, number: int) -> tuple[Sheet, Options, Paper]:
    sheet = next(ligretto_dice.sheets(1, f"telling/{number}"))
    names = ["Ann", "Bo", "Cy"][: len(sheet.shares)]
    options = {"length": f"rounds_{sheet.rounds}", "tie": "round" if sheet.played_off else "shared"}
    options |= luck.choice(({}, {}, {"wrong": "minus_one"}, {"length": "target_100"}, {"length": "minutes_15"}))
    totals: list[list[int | None]] = []
    running = [100] * len(names)
    for row in sheet.rows:
        running = [a + (b or 0) for a, b in zip(running, row, strict=True)]
        totals.append([
            held if luck.random() < 0.9 else luck.choice((None, held + luck.choice((-10, -1, 1, 9)))) for held in running
        ])
    paper = LigrettoDicePaper(
        game="ligretto_dice", players=names, rounds=[list(row) for row in sheet.rows], shares=list(sheet.shares),
        options=options, claimed=luck.choice((None, "", *names)), totals=luck.choice((None, totals, totals)),
    )
    if any(sheet.penalties) and luck.random() < 0.7:
        paper = msgspec.structs.replace(paper, penalties=list(sheet.penalties))
    return find("ligretto_dice_board"), options, paper


SOURCES: Mapping[str, Callable[[random.Random, int], tuple[Sheet, Options, Paper]]] = {
    "rolling_america": _states, "on_tour": _tour, "hexroller": _hexes, "ligretto_dice": _rows,
}


def filled(case: Case) -> tuple[Game, Sheet, Options, Paper]:
    """A small filled sheet: played well, badly or at random, perhaps spoilt, with all of its rolls, some or none."""
    game_id, number = case
    luck = random.Random(f"telling/{game_id}/{number}")
    sheet, options, paper = SOURCES[game_id](luck, number)
    game = GAMES[game_id]
    if game.play.score_sheet is None and luck.random() < 0.3:
        paper = spoilt(game.check.auditor(sheet, options), sheet, paper, luck)
    if paper.rolls and luck.random() < 0.25:
        rolls = list(paper.rolls)
        paper = msgspec.structs.replace(paper, rolls=luck.choice((None, rolls[:-1], rolls[: len(rolls) // 2])))
    return game, sheet, options, paper


def checked(case: Case) -> Iterator[str]:
    """What is said of a filled sheet, without a search and by it."""
    game, sheet, options, paper = filled(case)
    auditor, desk = game.check.auditor(sheet, options), game.check.paper_editor(sheet, options)
    luck = random.Random(f"checked/{case}")
    last = auditor.audit(paper)
    yield from _report(game, last)
    for step, report in enumerate(auditor.prove(paper)):
        last = report
        if step == STEPS[case[0]]:
            break
    yield from _report(game, last)
    spots = luck.sample(spots_in_order(sheet), min(SPOTS, len(spots_in_order(sheet))))
    for spot in spots:
        yield f"{spot} {desk.describe(paper, spot)} {[key for key in KEYS if desk.typed(paper, spot, key) is not None]}"
        yield f"{desk.keys(spot)}"
    if game.play.score_sheet is not None:
        yield checksum([*trace(game.play.score_sheet.played(paper))])
        sheet = find(game.play.score_sheet.sheet_for(paper))
        desk, spots = game.check.paper_editor(sheet, options), spots_in_order(sheet)
    if sheet.boxes:
        yield checksum([*trace(desk.draw(paper, last, spots[0]))])


def _report(game: Game, report: Report) -> Iterator[str]:
    yield f"{report.verdict}, {report.mistakes} mistakes, {dict(report.parts)} {dict(report.totals)} {report.bounds}"
    yield f"{describe_bounds(report) if report.bounds else ''} {describe_undecided(report) if not report.decided else ''}"
    for finding in report.findings:
        yield (f"{finding.verdict} {finding.key} {finding.sentence(game.play.rulebook)} {finding.where} {finding.cost} "
               f"{finding.effect} {finding.repair_sentence(game.play.rulebook)}")
    yield f"{[(item.rule, item.needs, item.rest) for item in report.unchecked]} {report.summed} {report.diagnosed}"
    yield str(report.play)
    yield f"{describe_verdict(report)} {describe_in_short(report)} {needed(report)} {describe_searched(report)}"
    for finding in report.findings:
        yield f"{game.words.unit.describe_effect(finding.effect)} {describe_missing_evidence(finding, report)}"
    if report.diagnosis:
        yield f"{explanation(report)} {in_short(report)} {describe_ties(report)} {describe_next(report)}"
    yield checksum([str(report_json(report, game.play.rulebook))])
    for each in report.diagnosis:
        yield f"{describe_elsewhere(each)} {describe_consequence(each)}"
        yield f"{describe_diagnosis(each)} {each.cost} {each.kind} {each.mistakes} {each.explains} {each.elsewhere}"


# ---------------------------------------------------------------------- sheets drawn


def drawn(case: Case) -> Iterator[str]:
    """What is said of a sheet file that is right, or in which one thing is another: read, or refused, and its faults."""
    game_id, number = case
    luck = random.Random(f"drawn/{game_id}/{number}")
    raw = luck.choice([make for name, make in MAKERS.items() if name.startswith(game_id)])(luck)
    for shipped in (find(luck.choice(GAMES[game_id].play.sheets)),) if luck.random() < 0.1 else ():
        raw = json.loads(dump(shipped))
    for _ in range(REDRAWN):
        changed = json.loads(json.dumps(raw))
        for _ in range(luck.choice((0, 1, 1, 1, 2))):
            redraw(changed, luck)
        try:
            sheet = loads(json.dumps(changed).encode(), "mine.json")
        except NotASheet as refused:
            yield str(refused)
            continue
        yield f"{sheet.hash} {checksum([steady(dump(sheet).decode())])} {[str(fault) for fault in sheet_faults(sheet)]}"
        yield f"{spots_in_order(sheet)} {checksum([str(border) for border in borders(sheet)])}"
        yield f"{dict(sheet.neighbors)} {sheet.corner_links} {counted_areas(sheet, luck.choice((None, 1, 7)))}"
        points = [(luck.uniform(0, sheet.size[0]), luck.uniform(0, sheet.size[1])) for _ in range(SPACES)]
        near = [*spots_in_order(sheet)[:9], "die/3"]
        yield f"{[sheet.spot_at(x, y, slop=luck.choice((0.0, 5.0, 20.0)), among=near) for x, y in points]}"


def beside(case: Case) -> Iterator[str]:
    """What is told and printed of a game beside its sheets, by its rules on any sheet; and what stands round a made map."""
    game_id, number = case
    luck = random.Random(f"beside/{game_id}/{number}")
    game = EVERY[game_id]
    options = luck.choice(settings(game))
    made = game_id in MAKERS and luck.random() < 0.6
    rules: Any = game.play.rules(accepted(game_id, luck) if made else find(luck.choice(game.play.played_on)), options)
    kit = game.words.print_kit
    yield f"{kit.rolls(rules)} {dict(kit.sums(rules.sheet))} {dict(kit.sums(find(luck.choice(game.play.sheets))))}"
    yield steady(f"{kit.framing(rules)} {in_brief(game.words.handbook(rules))}")
    yield f"{kit.tables(rules)} {kit.decks(rules)}"
    if kit.asked is not None:
        rolled = kit.rolled(rules, f"BESIDE{number}")
        yield f"{rolled} {[kit.called(rules, rolled[:count]) for count in range(1, len(rolled) + 1)]}"
    for entry in entries(game.words.handbook(rules)):
        yield steady(entry)
        for example in shown(game, rules, entry):
            yield f"{example.caption} {example.window} {example.refusal} {checksum([*trace(example.display)])}"
    making = game.play.map_making
    for _ in range(MADE if making is not None else 0):
        assert making is not None
        asked = {"rounds": luck.choice((0, 0, luck.randint(1, 15))), "powers": luck.choice((0, 0, luck.randint(1, 7)))}
        values = making.values(luck.randint(6, 60), luck.randint(2, 6), asked)
        yield f"{dict(values)} {making.layout(luck.choice(('A map', LONG_NAME)), values, luck.uniform(0.5, 2.5))}"


def redraw(raw: Any, luck: random.Random) -> None:
    """Changes one thing in a sheet file, mostly a length or a place: by a little, by much, or into what cannot be."""
    part, key = raw, luck.choice([*sorted(raw.keys() - KEPT), *["spaces"] * 4])
    while isinstance(part[key], dict | list) and part[key] and luck.random() < 0.93:
        part = part[key]
        key = luck.choice([*part]) if isinstance(part, dict) else luck.randrange(len(part))
    held = part[key]
    match held:
        case bool() | None:
            part[key] = luck.choice((True, None, 1))
        case int() | float() if luck.random() < 0.8:
            part[key] = luck.choice((held + 1, held - 1, held + 0.4, held + 9, held - 25, -held, 2 * held, 0, 1_000_000))
        case list() if held and luck.random() < 0.7:
            at = luck.randrange(len(held))
            part[key] = luck.choice((held[:at] + held[at + 1 :], [*held, held[at]], held[::-1], held[:2]))
        case str() if luck.random() < 0.7:
            part[key] = luck.choice((held + held, held[:1], held.upper(), held[::-1], "", held + "-" + held, LONG_NAME * 3))
        case _:
            part[key] = luck.choice((None, "", "X", 0, -1, [], {}, [[0, 0]], LONG_NAME))


# ---------------------------------------------------------------------- sheets typed


def typed(case: Case) -> Iterator[str]:
    """What keys make of a sheet, all over it and as they come, what is told of each place, and what is said of papers that
    hold what no sheet can."""
    game, sheet, options, paper = filled(case)
    right, within = paper, sheet
    luck = random.Random(f"typed/{case}")
    if game.play.score_sheet is not None:
        sheet = find(f"ligretto_dice_score_{luck.randint(2, 4)}")
        paper = luck.choice((paper, game.check.paper(game=game.info.id)))
    elif luck.random() < 0.5 or not sheet.boxes:
        sheet, paper = find(luck.choice(game.play.sheets)), game.check.paper(game=game.info.id)
    desk = game.check.paper_editor(sheet, options)
    spots = [*spots_in_order(sheet), "nowhere", "r1p9", "score/9"]
    kinds: dict[str, list[str]] = {}
    for spot in spots:
        kinds.setdefault(spot.partition("/")[0] if spot in sheet.box else "space", []).append(spot)
    for group in kinds.values():
        yield f"{desk.describe(paper, group[0]) if group[0] in sheet.space or group[0] in sheet.box else ''}"
        yield f"{[(key, str(caption)) for key, caption in desk.keys(group[0])]} {group[0]}"
    for _ in range(KEYSTROKES):
        spot = luck.choice(luck.choice([*kinds.values()])) if luck.random() < 0.5 or not sheet.spaces else luck.choice(
            [space.id for space in sheet.spaces[:AT_FIRST]])
        key = luck.choice([*TYPED, *(key for key, _ in desk.keys(spot))])
        after = desk.typed(paper, spot, key)
        yield f"{spot} {key} {after and repr(after)}"
        paper = after or paper
        if isinstance(desk, ColumnsEditor) and (spot in sheet.space or spot in sheet.box):
            yield f"{desk.left_out(paper, spot)}"
        if isinstance(desk, RouteEditor) and luck.random() < 0.3:
            route = (*desk.route(paper), *desk.ways_on(paper)[:2], *luck.sample(spots, luck.randint(0, 1)))
            paper = desk.with_route(paper, luck.choice((route, route[:-1])))
            yield f"{desk.route(paper)} {desk.ways_on(paper)}"
    yield from (f"{spot}: {desk.describe(paper, spot)}" for spot in spots if spot in sheet.space or spot in sheet.box)
    yield checksum([*trace(desk.draw(paper, None, spots[0]))])
    yield f"{game.check.missing(sheet, paper)}"
    auditor: Any = game.check.auditor(within, options)
    fields = {name: value for name, value in msgspec.structs.asdict(right).items() if value is not None}
    slips: Any = LigrettoDiceSlips(options) if game.play.score_sheet is not None else auditor.slips
    if isinstance(desk, RouteEditor):
        fields["route"] = walked(within, random.Random(f"route/{case}"))
    parts = [*auditor.audit(right).parts, "total"]
    names = [name for name in ("spaces", "boxes", "rolls", "route", "rounds", "totals", "shares", "penalties", "players")
             if hasattr(right, name)]
    for _ in range(ODD):
        some = luck.sample(parts, luck.randint(1, min(3, len(parts))))
        claimed = luck.choice((luck.randint(0, 20), {part: luck.randint(0, 9) for part in some}))
        name = luck.choice((*names, "claimed"))
        changed = fields | {name: odd(fields.get(name) if name != "claimed" else claimed, luck, spots)}
        try:
            changed_paper = msgspec.convert(changed, type(paper))
            report = auditor.audit(changed_paper)
            yield from _report(game, report)
            for finding in report.findings:
                some = islice(slips.against(changed_paper, finding), SLIPS)
                yield checksum([f"{slip.edit} {slip.cost} {slip.rank}" for slip in some])
            if sheet.boxes and (sheet is within or game.play.score_sheet is not None) and luck.random() < 0.2:
                yield checksum([*trace(desk.draw(changed_paper, report, luck.choice(spots)))])
        except (NotAPaper, msgspec.ValidationError) as refused:
            yield str(refused)


def walked(sheet: Sheet, luck: random.Random) -> list[str]:
    """A route from area to area, now and then with a leap or an area twice."""
    route = [luck.choice(sheet.spaces).id]
    for _ in range(luck.randint(1, 8)):
        beside = [*sheet.neighbors.get(route[-1], ())]
        fresh = [area for area in beside if area not in route] or beside
        route.append(luck.choice(fresh if fresh and luck.random() < 0.9 else [space.id for space in sheet.spaces]))
    return route


def odd(value: Any, luck: random.Random, spots: list[str]) -> Any:
    """What a field of a paper may hold instead, well formed or not."""
    match value:
        case dict() if value and luck.random() < 0.6:
            key = luck.choice([*value, *value, luck.choice(spots), LONG_NAME])
            return value | {key: odd(value.get(key), luck, spots)}
        case list() if value and luck.random() < 0.8:
            at = luck.randrange(len(value))
            return [*value[:at], *([odd(value[at], luck, spots)] if luck.random() < 0.7 else value), *value[at + 1 :]]
        case bool() | int() if luck.random() < 0.7:
            return luck.choice((not value, value + 1, -1 - value, value * 100, 1000, 10_000, 100_001))
        case str() if luck.random() < 0.6:
            at = luck.randint(0, len(value))
            return value[:at] + luck.choice((*TYPED, "0", "(", " ", "-", ", ")) + value[at + luck.randint(0, 1) :]
    return luck.choice((value, None, True, 0, -1, 7, 1001, "", "X", "(3)", "33", "0", "-", LONG_NAME, [], {}, [None, 3]))


# ---------------------------------------------------------------------- moments of games


def moment(case: Case) -> tuple[Game, Any, Session[Any], str, random.Random]:
    """A moment of a game that is played at random, on a sheet of the game or a made one, and somebody who plays."""
    game_id, number = case
    luck = random.Random(f"telling/{game_id}/moment/{number}")
    game = EVERY[game_id]
    options = luck.choice(settings(game))
    if game_id in MAKERS and luck.random() < 0.6:
        rules: Any = game.play.rules(accepted(game_id, luck), options)
    else:
        rules = rules_of(game_id, luck.choice(game.play.played_on), tuple(options.items()))
    least, most = game.info.players
    ids = players_named(["x"] * luck.randint(least, min(most, 3)))
    session: Session[Any] = Session(rules, ids, code=f"TELLING{number}", gate=options.get("enforcement", "strict"))
    plays = luck.choice((random_bot, spender, stubborn))
    clumsy, known = luck.choice((0.0, 0.0, 0.2)), list[Any]()
    for _ in range(luck.choice((luck.randint(0, 12), luck.randint(0, LONG), luck.randint(0, LONG)))):
        demands = rules.demands(session.state)
        if not demands:
            break
        by = luck.choice(demands).by
        event = session.digital() if is_chance(by) else None
        if event is None and is_chance(by):
            break
        move = None if event else plays(rules, session.state, by, luck)
        if luck.random() < clumsy and known:
            session.submit(Event(luck.choice(ids), luck.choice(known)))  # what is refused, or paper takes
        if move is not None and rules.refuse(session.state, Event(by, move)) is None:
            session.submit(Event(by, move))
            known.append(move)
        elif event is not None:
            assert session.submit(event) is None
    demanded = [demand.by for demand in rules.demands(session.state) if not is_chance(demand.by)]
    return game, rules, session, luck.choice(demanded if demanded and luck.random() < 0.8 else ids), luck


# ---------------------------------------------------------------------- tables


def driven(case: Case) -> Iterator[str]:
    """What a table answers to whatever is done at it: moves, refused ones too, undo, redo, take-backs, corrections, players
    who leave and come back; and that its lines bring back all of it."""
    game_id, number = case
    luck = random.Random(f"driven/{game_id}/{number}")
    game = EVERY[game_id]
    options = luck.choice(settings(game))
    rules: Any = game.play.rules(accepted(game_id, luck), options) if game_id in MAKERS else rules_of(
        game_id, luck.choice(game.play.played_on), tuple(options.items()))
    ids = players_named(["x"] * luck.randint(game.info.players[0], min(game.info.players[1], 3)))
    lines: list[JournalLine] = []
    gate = luck.choice(("strict", "paper"))
    session: Session[Any] = Session(rules, ids, code=f"DRIVEN{number}", gate=gate, log=lines.append)
    plays, asks, made = luck.choice((random_bot, spender, stubborn)), [], []
    for _ in range(luck.randint(10, ACTS)):
        by = luck.choice(ids)
        match luck.choice(DONE):
            case "play":
                demands = [demand for demand in session.demands if luck.random() < 0.8 or not is_chance(demand.by)]
                ask = next((demand.ask for demand in demands if is_chance(demand.by)), None)
                event = session.digital() if ask is not None else None
                if event is None and demands:
                    by = luck.choice(demands).by
                    if is_chance(by):
                        continue
                    move = plays(rules, session.state_for(by), by, luck)
                    event = None if move is None else Event(by, move)
                    made.append(event)
                elif event is not None:
                    asks.append(ask)
                if event is not None:
                    yield f"{session.submit(event)}"
            case "again" if made and made[-1] is not None:
                event = luck.choice([one for one in made if one is not None])
                yield f"again {event} {session.submit(replace(event, by=by)) if by not in session.left else None}"
            case "undo":
                yield f"undo {session.can_undo(by)} {session.undo(by)}"
            case "redo":
                yield f"redo {session.can_redo(by)} {session.redo(by)}"
            case "take back" if luck.random() < 0.3:
                yield f"take back {session.depending()} {session.can_take_back()} {session.take_back()}"
                del asks[session.rolls :]
            case "correct" if session.can_correct() and session.rolls:
                roll = luck.randint(1, session.rolls)
                other = outcome(f"OTHER{luck.randint(0, 9)}", roll, asks[roll - 1])
                yield f"if {roll} were {other}: {_corrected(session.if_corrected(roll, other))}"
                yield _corrected(session.correct(roll, other) if luck.random() < 0.8 else None)
            case "leave" if by not in session.left and session.can_leave and len(session.left) < len(ids) - 1:
                session.leave(by)
            case "back" if by in session.left:
                session.come_back(by)
            case "note":
                session.note(by, "plan", str(luck.random()))
        waiting = [(turn.player, turn.roll) for turn in session.open_turns]
        yield f"{session.demands} {session.over} {waiting} {sorted(session.left)}"
        yield f"{session.contradicted} {session.refused_events} {session.take_backs} {session.corrections}"
        yield f"{session.scores} {session.can_take_back()} {session.can_correct()} {session.has_refused()} {session.rolls}"
        yield f"{[(session.can_undo(player), session.can_redo(player), player in session.left) for player in ids]}"
        yield checksum([steady(state) for state in (session.state, *map(session.state_for, ids))])
    again: Session[Any] = Session(rules, ids, code=session.code, gate=session.gate)
    again.replay(lines)
    assert again.events == session.events and again.state == session.state and again.notes == session.notes
    assert again.open_turns == session.open_turns and again.left == session.left
    count = luck.randint(0, len(session.events))
    part: Session[Any] = Session(rules, ids, code=session.code, gate=session.gate)
    part.replay(session.lines_to(count))
    assert part.events == session.events[:count]
    yield f"{[(session.roll_of(i), checksum([steady(session.state_before(i))])) for i in range(len(session.events))]}"


    for _ in range(ALTERED):
        yield _replayed(Session(rules, ids, code=session.code, gate=session.gate), lines, luck)


def _replayed(session: Session[Any], lines: list[JournalLine], luck: random.Random) -> str:
    """What becomes of lines among which one is another, or one more stands, or one less."""
    at = luck.randrange(len(lines)) if lines else 0
    line = lines[at] if lines else JournalLine(session.players[0])
    by = luck.choice((*session.players, *session.players, CHANCE, CHANCE, "p9", cup_of(session.players[0]), LONG_NAME * 3))
    do = luck.choice([line.do, luck.choice(lines).do if lines else "", "red 7", "1", LONG_NAME * 3])
    line = luck.choice((
        replace(line, by=by), replace(line, do=do), JournalLine(by, do=do), JournalLine(by, undo=True),
        JournalLine(by, redo=True), JournalLine(by, left=True), JournalLine(by, back=True),
        JournalLine(by, do=do, correct=luck.choice((1, 1, session.rolls, 2, 99))), replace(line, correct=luck.randint(1, 3)),
    ))
    rests: list[int] = []
    try:
        session.replay([*lines[:at], line, *lines[at + luck.randint(0, 1) :]], lambda: rests.append(len(session.events)))
    except DoesNotReplay as error:
        return f"{line} {error.index}: {error} {rests}"
    refused = [(one.index, one.refusal.key) for one in session.refused_events]
    return f"{line} {checksum([steady(session.state)])} {len(session.events)} {refused} {session.has_refused()} {rests}"


def _corrected(found: Corrected | Refusal | None) -> str:
    if not isinstance(found, Corrected):
        return str(found)
    return f"{[(one.roll, one.event) for one in found.lost]} {found.back} {found.asked} {found.contradicted}"


def said(token: Token) -> str:
    return " · ".join(map(str, (
        token.spot, token.kind, token.state, token.text, token.caption, token.hint, token.ink, token.letter, token.key,
        token.left, token.count, token.picture and checksum([*trace(token.picture.display)]),
    )))


def looked_at(case: Case) -> Iterator[str]:
    """What a player is asked, told and shown at a moment, what taps mean, and what the rules allow and refuse."""
    game, rules, session, player, luck = moment(case)
    state, guide = session.state, game.play.guide(rules)
    coach = game.words.coach(rules) if game.words.coach else None
    ui = guide.ui()
    for _ in range(DEEP):
        prompt = guide.prompt(state, player, ui)
        lit = sorted(guide.open(state, player, ui))
        yield f"{prompt.sentence} {prompt.draws} {prompt.drawn_to} {prompt.last} {prompt.place} {prompt.asked} {lit}"
        yield from map(said, prompt.tokens)
        if coach is not None:
            yield str(coach.lesson(state, player, ui))
        spaces = [space.id for space in rules.sheet.spaces]
        spots = [*(token.spot for token in prompt.tokens), *luck.sample(spaces, min(SPACES, len(spaces))), *lit[:3]]
        further = []
        for spot in dict.fromkeys(spots):
            tap = guide.tap(state, player, ui, spot)
            yield f"{spot} {_meant(rules, guide, state, player, tap, spot)}"
            if isinstance(tap, Changed) and tap.refusal is None:
                further.append(tap.ui)
        yield checksum([*trace(guide.draw(state, player, ui, "Ann", (), spots[-1] if spots else ""))])
        if not further:
            break
        ui = luck.choice(further)
    aside = random.Random(f"aside/{case}")
    for spot in (*aside.sample([*rules.sheet.box], min(SPACES, len(rules.sheet.box))), *NO_TAPS):
        yield f"{spot} {_meant(rules, guide, state, player, guide.tap(state, player, guide.ui(), spot), spot)}"
    yield f"{guide.scored(state, player)} {guide.rating(state, player)}"
    yield f"{guide.progress(state, player)} {guide.closing(state, player)} {rules.demands(state)} {rules.scores(state)}"
    yield checksum([*trace(guide.draw(state, player, None))])
    if case[0] == "on_tour":
        sketch = tuple(space.id for space in rules.sheet.spaces)[:3]
        yield checksum([*trace(guide.draw(state, player, replace(guide.ui(), sketching=True, sketch=sketch)))])
        driven_to = [replace(guide.ui(), shown=shown, stops=stops) for shown in ("own", "both") for stops in (-1, 0, 2)]
        yield from (checksum([*trace(guide.draw(state, player, ui))]) for ui in driven_to if rules.done(state, player))
    for places in (rules.sheet.space, rules.sheet.box):
        yield from (guide.describe(state, player, spot) for spot in luck.sample([*places], min(3, len(places))))
    moves = [*islice(rules.moves(state, player), MOVES)]
    yield " ".join(map(rules.write, moves))
    for move in luck.sample(moves, min(3, len(moves))):
        event = Event(player, move)
        yield f"{guide.describe_event(event, 'Ann')} {guide.describe_event(event, '')} {rules.refuse(state, event)}"
        yield str(guide.prepared(state, player, guide.ui(), move))
        if coach is not None:
            yield f"{coach.advice(move)} {coach.reason(state, player, move)} {coach.spots(move)}"
        after = rules.apply(state, event)
        yield f"{rules.scores(after)} {guide.prompt(after, player, guide.ui()).sentence}"
    for other in state.players:
        for move in luck.sample(moves, min(2, len(moves))):
            yield str(rules.refuse(state, Event(other, move)))
    yield from _read(rules, session, random.Random(f"read/{case}"))
    report = game.check.auditor(rules.sheet, dict(rules.options)).audit_play(session, player)
    yield str([(finding.key, finding.args, finding.where, finding.cost) for finding in report.findings])
    if game.info.realtime:
        yield from (_tray(guide, state, other, luck) for other in state.players for _ in range(TRAYS))
        yield from _race(guide, state, session, random.Random(f"race/{case}"))
        if coach is not None:
            yield f"{[coach.lesson(state, other, guide.ui()) for other in state.players]}"
    else:
        yield game.think.review.describe_moves(rules, moves)
        yield str([measure.value(rules, state, player) for measure in game.think.review.measures])
        yield str([(remark.sentence, remark.spots) for remark in game.think.review.remarks(rules, state, player)])
        yield from _looked_back(game, rules, session, player, luck)


def selected(case: Case) -> Iterator[str]:
    """What is said and can be done at moments on a made map whatever dice and powers are selected, and where a move could
    have gone instead."""
    game_id, number = case
    luck = random.Random(f"selected/{case}")
    rules: Any = EVERY[game_id].play.rules(accepted(game_id, luck), luck.choice(({}, {"enforcement": "paper"})))
    guide: Any = EVERY[game_id].play.guide(rules)
    coach: Any = EVERY[game_id].words.coach(rules)  # type: ignore[misc]
    session: Session[Any] = Session(rules, players_named(["x"] * luck.choice((1, 1, 2))), code=f"SELECTED{number}")
    while demands := rules.demands(session.state):
        event = session.digital()
        if event is None:
            state, player = session.state, luck.choice(demands).by
            moves = [*islice(rules.moves(state, player), MOVES)]
            if luck.random() < 0.3:
                for _ in range(SELECTED):
                    ui = replace(guide.ui(), die=luck.choice(("", *state.part(player).hand)),
                                 **{power: luck.random() < 0.4 for power in ("change", "guard", "dupe")})
                    prompt = guide.prompt(state, player, ui, Onward(luck.choice(("rolls", "waits"))))
                    yield f"{ui} {prompt.sentence} {[(token.spot, token.state) for token in prompt.tokens]}"
                    yield f"{[str(guide.tap(state, player, ui, token.spot)) for token in prompt.tokens]}"
                yield from (coach.elsewhere(state, player, move) for move in luck.sample(moves, min(SELECTED, len(moves))))
            event = Event(player, luck.choice(moves))
        session.submit(event)


def _read(rules: Any, session: Session[Any], luck: random.Random) -> Iterator[str]:
    """What texts of moves are read as that were written a little otherwise, and whether their players may do that now."""
    written = [rules.write(event.move) for event in session.events] or ["1"]
    for text in luck.choices(written, k=READ):
        at = luck.randint(0, len(text))
        other = luck.choice(written)
        text = luck.choice((text[:at] + luck.choice((*TYPED, "=", "+", "?", "nowhere")) + text[at + luck.randint(0, 1) :],
                            text[:at] + other[at:], f"{text} {other}"))
        try:
            move = rules.read(text)
            by = luck.choice([event.by for event in session.events] or session.players)
            yield f"{text}: {move} {rules.write(move)} {rules.refuse(session.state, Event(by, move))}"
        except NotAMove as refused:
            yield str(refused)


def _looked_back(game: Game, rules: Any, session: Session[Any], player: str, luck: random.Random) -> Iterator[str]:
    """What a review says of the score, and of two moves at some moments before, the one against the other."""
    review = game.think.review
    for part, points in rules.scores(session.state)[session.players.index(player)].parts:
        spots = review.spots(rules, session.state, player, part)
        yield f"{part} {points} {spots} {review.reason(rules, session.state, player, part)}"
    if review.countings is not None:
        yield str(review.countings(rules, session.state, player))
    for moment in luck.sample(range(len(session.events) + 1), min(BEFORE, len(session.events) + 1)):
        state = session.state_after(moment)
        moves = [*islice(rules.moves(state, player), MOVES)]
        if len(moves) > 1:
            mine, better = (rules.apply(state, Event(player, move)) for move in luck.sample(moves, 2))
            yield f"{tuple(review.contrast(rules, mine, better, player, 'B'))} {review.theme(rules, mine, better, player)}"
            yield f"{tuple(review.contrast(rules, better, mine, player, 'B'))} {review.theme(rules, better, mine, player)}"


def _tray(guide: Any, state: Any, player: str, luck: random.Random) -> str:
    """What lies before a player of a race, wherever it is shown, with anything that may be said there."""
    size = luck.choice(((900.0, 120.0), (420.0, 150.0), (260.0, 110.0), (180.0, 240.0)))
    look = Look(
        name=luck.choice(NAMES), refusal=luck.choice(("", "", "Too late", LONG_NAME)), at=luck.choice((0, 200, 5000)),
        keys=luck.choice(((), ("1", "2", "3", "4", "5", "6", "R"))), hidden=luck.random() < 0.2, digits=luck.random() < 0.3,
        still=luck.random() < 0.3, seat=luck.choice(SEATS), score=luck.choice(("", "107")),
        bot=luck.random() < 0.3, fits=luck.random() < 0.5, held=luck.choice(("", "die/0")), large=luck.random() < 0.4,
    )
    tray = guide.tray(state, player, size, look)
    dice = [(die.spot, die.rect, checksum([*trace(die.shows)]), len(die.tumbles)) for die in tray.dice]
    return f"{look} {checksum([*trace(tray.display)])} {tray.targets} {dice} {tray.rolls_until} {tray.rolls_ms}"


def _race(guide: Any, state: Any, session: Session[Any], luck: random.Random) -> Iterator[str]:
    """What all see of a race, and what follows from it."""
    yield f"{guide.between(state)} {steady(guide.cleared(state))} {guide.board(state)}"
    yield f"{guide.note(state, ('Ann', 'Bo', 'Cy', 'Di'))}"
    results = guide.results(state)
    yield f"{results} {guide.times(state)} {[guide.round_ms(state, at) for at in (0, 999, 61_000)]}"
    for some in (results, tuple(tuple(luck.randint(-9, 20) for _ in state.players) for _ in range(luck.randint(0, 6)))):
        yield f"{guide.racers_after(state.players, some)} {guide.round_after(state.players, some)}"
    for player in state.players:
        picked = [guide.pick(state, player, region) for region in ("red", "green", "blue", "yellow")]
        yield f"{guide.dealt(state, player)} {picked} {guide.hand(state, player)}"
        yield checksum([*trace(guide.lying(state, player))])
        for move in islice(session.rules.moves(state, player), READ):
            event = Event(player, move)
            gone = guide.travel(state, event)
            yield f"{gone and (gone[0], gone[1], checksum([*trace(gone[2])]))}"
            refusal = session.rules.refuse(state, Event(luck.choice(state.players), move))
            if refusal is not None:
                yield f"{refusal} {guide.instead(refusal, move)} {guide.kept_until(state, player, refusal)}"
    look = Look(name="Ann", keys=(*"123456", ""), seat="own", score="107")
    yield checksum([*trace(guide.tray(state, luck.choice(state.players), (420.0, 150.0), look).display)])
    laid = guide.laid(luck.uniform(0.4, 3.0))
    yield checksum([steady(dump(laid).decode()), *trace(guide.draw_laid(laid, luck.choice((state, None))))])


def _meant(rules: Any, guide: Any, state: Any, player: str, tap: Any, spot: str) -> str:
    match tap:
        case Proposed(move):
            return f"proposed {rules.write(move)} {guide.may(move, spot)} {rules.refuse(state, Event(player, move))}"
        case Noted(_, _, note, text):
            return f"noted {note} {text}"
        case Changed(ui, refusal):
            return f"selected {ui} {refusal} {guide.prompt(state, player, ui).sentence}"
    return "ignored"

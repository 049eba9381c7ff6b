"""What the program says and thinks of games that are played at random, as texts for `goldens`: guides, coaches, reviews,
handbooks, computer players, trays of a race, and checks of sheets with slips."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from rollwrite_desktop.core.audit import NotAPaper, Paper, Report
from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.rules import Event, Rules, is_chance, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.trace import trace
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.gamekit.play.guide import Changed, Look, Noted, Proposed, RaceGuide, Tap, Token
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Rect
from tests.planted import SLIPS, score_sheet
from tests.walks import EVERY, rules_of, spender

NAMES = ("Ann", "Bo")
TAPPED, SHARE, TRIES, DRAWN = 120, 0.4, 12, 4
"""Of a game that is tapped: how many events at most, the share of moves that are tapped, and how many taps there are before
the move is made without; after every so many taps the sheet is drawn."""
TRAYED = 182
"""Of a race whose trays are shown: how many events."""
TOLD = 200
"""Of a game that the coach and the review speak of: how many events at most."""
CHECKED, KEYS = 3, ("1", "7", "9", "X", "(", "-", " ", "")
"""The keys that are tried in a space of such a sheet; how many slips of each kind are planted and checked."""


def next_event(session: Session[Any], luck: random.Random) -> Event | None:
    """What comes next where players spend what they have; None when the game is over."""
    demands = session.rules.demands(session.state)
    if not demands:
        return None
    player = luck.choice(demands).by
    if is_chance(player):
        return session.digital()
    return Event(player, spender(session.rules, session.state, player, luck))


def _tables(game_id: str) -> Iterator[tuple[Rules[Any], tuple[str, ...], str]]:
    """Rules, names and a title: two people at the first sheet by the usual rules, and as few as may play at the last one by
    the house rules that come last."""
    game = EVERY[game_id]
    least, most = game.info.players
    house = {choice.id: [*choice.values][-1] for choice in game.info.options}
    usual: dict[str, str] = {}
    for sheet_id, options, count in ((game.play.played_on[0], usual, 2), (game.play.played_on[-1], house, least)):
        names, chosen = NAMES[: min(count, most)], tuple(options.items())
        title = ", ".join([f"{game.info.title} on {sheet_id}", " and ".join(names), *map(" ".join, chosen)])
        yield rules_of(game_id, sheet_id, chosen), names, title


def taps(game_id: str) -> str:
    """Games whose players sometimes tap at random: what they are asked, what lies beside the sheet and what is lit as it
    changes, what each tap means, and how its spot is described."""
    game = EVERY[game_id]
    return "\n".join(line for rules, names, title in _tables(game_id) for line in [title, *_taps(game, rules, names), ""])


def _taps(game: Game, rules: Rules[Any], names: tuple[str, ...]) -> list[str]:
    guide, ids = game.play.guide(rules), players_named(names)
    session: Session[Any] = Session(rules, ids, code="TAPPED")
    luck = random.Random("taps")
    lines, known, drawn = list[str](), dict[str, str](), dict[str, tuple[str, ...]]()
    taps = 0
    while len(session.events) < TAPPED and (demands := rules.demands(session.state)):
        player = luck.choice(demands).by
        if is_chance(player):
            event = session.digital()
            assert event is not None
            lines += ["", guide.prompt(session.state, ids[0], guide.ui()).sentence]
            lines.append(f"-- {', '.join(guide.progress(session.state, each) for each in ids)}: {rules.write(event.move)}")
            assert session.submit(event) is None
            continue
        lines += ["", names[ids.index(player)]]
        ui, move = guide.ui(), None
        for _ in range(TRIES if luck.random() < SHARE else 0):
            prompt = guide.prompt(session.state, player, ui)
            closing = guide.closing(session.state, player)
            lines.append(f"   {prompt.sentence}" + "".join(f" [{name} {held}]" for name, held in (
                ("draws on from", prompt.draws and (prompt.drawn_to or "anywhere")), ("last", prompt.last),
                ("at", prompt.place), ("asks", " ".join(prompt.asked)), ("closing", closing and rules.write(closing)),
            ) if held))
            for token in prompt.tokens:
                said = _token(token)
                if known.get(token.spot) != said:
                    known[token.spot] = said
                    lines.append(f"      {token.spot}: {said}")
            lit = sorted(guide.open(session.state, player, ui))
            if known.get("lit") != (said := " ".join(lit)):
                known["lit"] = said
                lines.append(f"      lit: {said or 'nothing'}")
            ready = [token.spot for token in prompt.tokens if token.state == "ready"]
            spot = luck.choice(luck.choice([kind for kind in (
                lit, lit, ready, ready, [token.spot for token in prompt.tokens], [space.id for space in rules.sheet.spaces],  # type: ignore[attr-defined]
            ) if kind]))
            tap = guide.tap(session.state, player, ui, spot)
            lines.append(f"   tap {spot} ({guide.describe(session.state, player, spot)}): {_meaning(game, rules, tap)}")
            if isinstance(tap, Proposed):
                lines[-1] += f", {guide.may(tap.move, spot)}"
                refusal = rules.refuse(session.state, Event(player, tap.move))
                if refusal is None:
                    move = tap.move
                    break
                lines[-1] += f", refused, {refusal.key}"
            elif isinstance(tap, Changed):
                ui = tap.ui
            taps += 1
            if taps % DRAWN == 0:
                picture = trace(guide.draw(session.state, player, ui, names[0], (), spot))
                lines.append(f"      {_drawn(picture, drawn.get(player, ()))}")
                drawn[player] = picture
        else:
            move = spender(rules, session.state, player, luck)
            _, spot = guide.prepared(session.state, player, guide.ui(), move)
            lines.append(f"   {spot} without being tapped: {rules.write(move)}")
        assert session.submit(Event(player, move)) is None
    for player, name in zip(ids, names, strict=True):
        lines += ["", f"{name} in the end: {guide.prompt(session.state, player, guide.ui()).sentence}"]
        paper = trace(guide.draw(session.state, player, None))
        lines.append(f"   {guide.progress(session.state, player)}, as on paper {_drawn(paper, ())}")
        lines += [f"   {guide.describe(session.state, player, spot)}" for spot in (*rules.sheet.space, *rules.sheet.box)]  # type: ignore[attr-defined]
        lines.append(f"   {_drawn(trace(guide.draw(session.state, player, guide.ui(), name)), ())}")
    return lines


def _drawn(picture: tuple[str, ...], before: tuple[str, ...]) -> str:
    """The marks of a picture that were not there before, by their keys, and a checksum of the whole picture."""
    keys = [line.split(maxsplit=2)[1] for line in picture if line not in set(before)] if before else []
    named = [line for line in picture if not re.search(r"(?i)title|credits|notice", line.split(maxsplit=2)[1])]
    return f"drawn {zlib.crc32(chr(10).join(named).encode()):08x}" + (f", new: {' '.join(keys)}" if keys else "")


def told(game_id: str) -> str:
    """What the coach says to a player in a game that is played at random, what two ways to play a turn have apart, what
    there is to say of the sheets afterwards, and the examples of the handbook."""
    game = EVERY[game_id]
    return "\n".join(line for rules, names, title in _tables(game_id) for line in [title, *_told(game, rules, names), ""])


def _told(game: Game, rules: Rules[Any], names: tuple[str, ...]) -> list[str]:
    coach = game.words.coach(rules) if game.words.coach else None
    guide, ids = game.play.guide(rules), players_named(names)
    session: Session[Any] = Session(rules, ids, code="TOLD")
    luck = random.Random("told")
    lines, worth, lesson = list[str](), list[str](), ""
    while len(session.events) < TOLD and (demands := rules.demands(session.state)):
        player, state = luck.choice(demands).by, session.state
        if is_chance(player):
            event = session.digital()
            assert event is not None and session.submit(event) is None
            lines.append(f"-- {rules.write(event.move)}")
            worth.append(" ".join(
                str(measure.value(rules, session.state, ids[0])) for measure in game.think.review.measures
            ))
            state = session.state
            if all(not is_chance(demand.by) for demand in rules.demands(state)):
                one, other = (_turn(rules, state, ids[0], random.Random(f"{letter}/{session.rolls}")) for letter in "AB")
                lines += [f"   rather B: {said}" for said in game.think.review.contrast(rules, one, other, ids[0], "B")]
            continue
        move = random_bot(rules, state, player, luck)
        if coach is not None and player == ids[0]:
            now = coach.lesson(state, player, guide.ui())
            said = f"{now.number} {now.name}, {now.rule}: {now.text}" if now is not None else "none"
            if lesson != (lesson := said):
                lines.append(f"   lesson {lesson}")
            lines.append(f"   {coach.advice(move)}: {coach.reason(state, player, move)} [{' '.join(coach.spots(move))}]")
        assert session.submit(Event(player, move)) is None
    lines += ["", f"{', '.join(measure.title for measure in game.think.review.measures)}: {', '.join(worth)}"]
    for player in ids if session.over else ():
        lines += ["", f"{names[ids.index(player)]} afterwards"]
        for part, points in rules.scores(session.state)[ids.index(player)].parts:
            spots = game.think.review.spots(rules, session.state, player, part)
            reason = game.think.review.reason(rules, session.state, player, part)
            lines.append(f"   {part} {points}: {reason} [{' '.join(spots)}]")
        for remark in game.think.review.remarks(rules, session.state, player):
            lines.append(f"   {remark.sentence} [{' '.join(remark.spots)}]")
        for counting in game.think.review.countings(rules, session.state, player) if game.think.review.countings else ():
            lines.append(f"   {counting.title}")
            lines += [f"      {step.sentence} {step.total} [{' '.join(step.spots)}]" for step in counting.steps]
    for chapter in game.words.handbook(rules):
        for entry in chapter.entries:
            lines += ["", f"{chapter.title}: {entry.title} ({', '.join(entry.keys)})"]
            for draw in entry.examples:
                example = draw()
                if example is None:
                    lines.append("   no example")
                    continue
                held = [str(dict(held)) for held in (example.spaces, example.more) if held]
                lines.append(f"   {example.caption} [{' '.join(example.around)}] {' | '.join((*example.strokes, *held))}")
    return lines


def _turn(rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Any:
    """The state when a player has nothing more to do."""
    while any(demand.by == player for demand in rules.demands(state)):
        state = rules.apply(state, Event(player, random_bot(rules, state, player, luck)))
    return state


SIZES = (((420.0, 150.0), (260.0, 220.0)), ((300.0, 60.0), (150.0, 44.0)))
LOOKS = (
    Look("Ann"), Look("Ann", keys=("A", "S", "D", "F", "Space"), seat="own", score="12 points", fits=True),
    Look("Bo", seat="rival", bot=True, still=True, digits=True), Look("Ann", refusal="Not now.", at=900, hidden=True),
    Look("Ann", keys=("A", "S", "D", "F", "Space"), large=True, fits=True, held="region/red"),
    Look("Bo", seat="own", large=True), Look("Bo", seat="rival", large=True, score="12 points", bot=True),
)
"""How a tray is shown, one after the other."""


def trays(game_id: str) -> str:
    """The trays of a race in its course: what lies there, the targets and the times, in different looks and sizes."""
    game = EVERY[game_id]
    rules, names, title = next(_tables(game_id))
    guide: RaceGuide = game.play.guide(rules)  # type: ignore[assignment]
    ids = players_named(names)
    session: Session[Any] = Session(rules, ids, code="TRAYS")
    luck = random.Random("trays")
    lines = [title]
    while len(session.events) < TRAYED and (event := next_event(session, luck)) is not None:
        assert session.submit(event) is None
        if len(session.events) % (TRAYED // len(LOOKS)):
            continue
        look = LOOKS[len(session.events) * len(LOOKS) // TRAYED - 1]
        for player, size in [pair for sizes in SIZES for pair in zip(ids, sizes, strict=True)]:
            tray = guide.tray(session.state, player, size, look)
            lines += ["", f"{names[ids.index(player)]} after {len(session.events)} events, {size[0]:g} × {size[1]:g}",
                      f"   {look}", f"   until {tray.rolls_until} for {tray.rolls_ms}",
                      f"   fit {guide.hand(session.state, player)}"]
            lines += [f"   {spot} {_rect(rect)}" for spot, rect in tray.targets]
            for die in tray.dice:
                shows = [_drawn(trace(display), ()) for display in (die.shows, *die.tumbles)]
                lines.append(f"   {die.spot} {_rect(die.rect)}, {', '.join(shows)}")
            lines += [f"      {line}" for line in trace(tray.display)]
        lines += ["", f"   {guide.note(session.state, names)}"]
        lines += [f"   board {guide.board(session.state)}, {guide.round_ms(session.state, 900)} ms, "
                      f"results {guide.results(session.state)}, times {guide.times(session.state)}"]
    return "\n".join(lines) + "\n"


def layouts(game_id: str) -> str:
    """What stands round a map that is made for a game, if it is tall or wide, with few and many areas."""
    making = EVERY[game_id].play.map_making
    assert making is not None
    lines = [EVERY[game_id].info.title]
    for areas, regions, rounds, powers in ((12, 2, 0, 0), (90, 6, 0, 0), (40, 4, 12, 1)):
        values = making.values(areas, regions, {"rounds": rounds, "powers": powers})
        for aspect in (0.6, 1.8):
            made = making.layout("Somewhere", values, aspect)
            lines += ["", f"{areas} areas, {regions} regions, {dict(values)}, width {aspect} of the height"]
            lines += [f"   map {_rect(made.room)}, corner {made.corner}"]
            lines += [f"   {box.id} {box.group} {box.kind} {_rect(box.rect)}" for box in made.boxes]
            lines += [f"   {part}" for part in made.decor]
    return "\n".join(lines) + "\n"


def _rect(rect: Rect) -> str:
    return f"{rect.x:.1f} {rect.y:.1f} {rect.w:.1f} {rect.h:.1f}"


def _token(token: Token) -> str:
    """What there is to see of a token, but for its picture."""
    words = [f"{name} {held}" for name, held in (
        ("ink", token.ink), ("letter", token.letter), ("key", token.key), ("left", token.left), ("count", token.count),
    ) if held not in ("", None)]
    return " · ".join([token.kind, token.state, token.text, token.caption, token.hint, *words])


def _meaning(game: Game, rules: Rules[Any], tap: Tap) -> str:
    match tap:
        case Proposed(move):
            return rules.write(move)
        case Noted(_, _, note, text):
            return f"notes {note} {text}"
        case Changed(_, None):
            return "selects"
        case Changed(_, refusal):
            assert refusal is not None
            return f"{refusal.key}: {refusal.sentence(game.play.rulebook)} [{' '.join(refusal.spots)}]"
    return "nothing"


def checks(game_id: str) -> str:
    """What a check says at once of sheets with slips, with and without the rolls, and how the sheet is drawn then."""
    game = EVERY[game_id]
    luck = random.Random("checks")
    legal = score_sheet(luck) if game_id == "ligretto_dice" else _played_sheet(game)
    sheet = find(game.play.sheet_id(legal))
    auditor, editor = game.check.auditor(sheet, dict(legal.options)), game.check.paper_editor(sheet, dict(legal.options))
    lines = [f"{game.info.title} on {sheet.id}", "", "without a slip", *_said(game, auditor.audit(legal))]
    for kind, slip in SLIPS[game_id].items():
        for _ in range(CHECKED):
            planted = slip(legal, luck)
            if planted is None:
                continue
            slipped, where, before = planted
            lines += ["", f"{kind}: {where}, {before}", *_said(game, report := auditor.audit(slipped))]
            bare = auditor.audit(msgspec.structs.replace(slipped, rolls=None))
            lines += [f"   alone{line}" for line in _said(game, bare) if line not in lines[-len(report.findings) - 4 :]]
            spots = sorted({*sheet.space, *sheet.box}.intersection(
                spot.removeprefix("box:") for finding in report.findings for spot in finding.where
            )) or [*sheet.space, *sheet.box]
            for spot in luck.sample(spots, min(2, len(spots))):
                typed = [key for key in KEYS if editor.typed(slipped, spot, key) is not None]
                lines.append(f"   {spot}: {editor.describe(slipped, spot)}, takes {' '.join(map(repr, typed))}")
        if planted is not None:
            plain = set(trace(editor.draw(slipped, None)))
            lines += [f"      {line}" for line in trace(editor.draw(slipped, report, *spots[:1])) if line not in plain]
    lines += ["", "what is no sheet"]
    for name, spoilt in _spoilt(legal):
        try:
            found = auditor.audit(spoilt)
            said = " ".join(f"{finding.key} [{' '.join(finding.where)[:80]}]" for finding in found.findings[:3])
            lines.append(f"   {name}: {found.verdict} {said}".rstrip())
        except NotAPaper as error:
            lines.append(f"   {name}: {error}")
    return "\n".join(lines) + "\n"


def _spoilt(legal: Paper) -> Iterator[tuple[str, Paper]]:
    """A sheet with one part of it that is hardly well formed."""
    long, space, rolls = "z" * 500, next(iter(legal.spaces), "a"), [*(legal.rolls or ())]
    marks, values = ("", "99", "(1)", "0", "(X", long), (True, -1, 99, long, "3-", "9")
    tried: dict[str, list[Any]] = {
        "spaces": [{**legal.spaces, where: held} for where in (space, long) for held in marks],
        "boxes": [{**legal.boxes, box: value} for box in (*legal.boxes, long) for value in values],
        "claimed": [-1, 10**7, long, {}, {long: 1}, {"total": -1}],
        "rolls": [[], [""], [long], rolls[:1], rolls[:-1], rolls * 40],
    }
    if isinstance(legal, ScorePaper):
        rows = [*(legal.rounds or ())]
        wide = len(rows[0])
        for name in ("rounds", "totals"):
            tried[name] = [[], rows[:1], [*rows, rows[0]], [row[:1] for row in rows], rows * 40]
            tried[name] += [[[held] * wide] for held in (10**7, None)]
        tried |= {name: [[1], [-1] * wide, [10**7] * wide] for name in ("shares", "penalties")}
        tried["players"] = [[], ["Ann"] * wide, [*"ABCDE"], [long, *"BCD"][:wide]]
    if hasattr(legal, "route"):
        places = [*legal.spaces]
        tried["route"] = [[], [long], places[:1], places[:2], places[:1] * 2, places * 60]
    changes = [(field, value) for field, some in tried.items() for value in some]
    for field, value in changes:
        yield f"{field} {repr(value)[-60:] if value else value}", msgspec.structs.replace(legal, **{field: value})


def _played_sheet(game: Game) -> Paper:
    """A legal sheet of a computer player, with its rolls and the score claimed."""
    rules, ids = rules_of(game.info.id, game.play.played_on[0]), players_named(NAMES[:1])
    session: Session[Any] = Session(rules, ids, code="CHECKS")
    luck, bot = random.Random("played"), next(iter(game.think.bots.values()))
    while not session.over:
        event = session.digital() or Event(ids[0], bot(rules, session.state, ids[0], luck))
        assert session.submit(event) is None
    paper = game.check.paper_of(rules, session.state, ids[0])
    report = game.check.auditor(find(paper.sheet), {}).audit(paper)
    parts = dict(report.parts) | {"total": report.total}
    return msgspec.structs.replace(paper, claimed=parts if game.info.id == "hexroller" else report.total)


def _said(game: Game, report: Report) -> list[str]:
    """A report in lines: the verdict, the score by parts, the findings, and what stays unchecked."""
    lines = [f"   {report.verdict}, {report.mistakes} mistakes, {dict(report.parts)} {dict(report.totals) or ''}"]
    for finding in report.findings:
        repair = finding.repair_sentence(game.play.rulebook)
        sentence = finding.sentence(game.play.rulebook)
        lines.append(f"   {finding.verdict} {finding.key}: {sentence} [{' '.join(finding.where)}] "
                     f"cost {finding.cost}, effect {finding.effect}" + (f", {repair}" if repair else ""))
    return [*lines, f"   unchecked: {', '.join(f'{item.rule} by {item.needs}' for item in report.unchecked)}"]

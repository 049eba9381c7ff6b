"""Recorded answers as texts for `goldens`, in which a difference says what is answered otherwise: what computer players
think in fixed positions and what each function that they think with answers, what a check explains of fixed slips, and how
every sheet is drawn in the course of a game."""

from __future__ import annotations

import random
import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.diagnosis import describe_diagnosis
from rollwrite_desktop.core.rules import Event, Rules, is_chance, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.trace import trace
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.play.guide import Changed
from rollwrite_desktop.gamekit.think.engine import Engine, after
from rollwrite_desktop.sheet.load import find
from tests.golden_texts import next_event
from tests.planted import SLIPS, Planted, Slipping
from tests.telling import STEPS, filled
from tests.walks import EVERY, rules_of

QUICK = frozenset(("rolling_america",))
"""Games whose every turn is thought about, and noted how; of the others every `THOUGHT`-th."""
THOUGHT, PLANS, FUTURES = 3, 3, 12
"""How many plans are made at most, with how many rollouts of each."""
NOTED, TRACED = 10, 3
"""How many of a function's answers are noted at most, and, of games that are not quick, in every how many-th of the turns
that are thought about."""
EXPLAINED, EXPLAINED_ROWS = 36, 8
"""How many slips are explained, and how many on score sheets."""
TITLES = re.compile(r"(?i)title|credits|notice")
"""Marks that are otherwise in a copy of a game under another name."""
SEEN = (1, 4, 11, 90)
"""After how many events of a game its sheet is looked at, besides its end."""
STRONG = ("hard", "master")
"""Levels whose moves follow from the plans."""


def digest(value: Any) -> str:
    """A checksum that is the same in every process: numbers to six places, sets in order."""
    return f"{zlib.crc32(plain(value)):08x}"


def plain(value: Any) -> bytes:
    match value:
        case np.ndarray():
            numbers = np.round(value, 6) + 0.0 if value.dtype.kind == "f" else value.astype(np.int64)
            return repr(value.shape).encode() + zlib.crc32(numbers.tobytes()).to_bytes(4)
        case float() | np.floating():
            return f"{value:.6f}".encode()
        case Struct():
            return b"(" + b",".join(plain(getattr(value, name)) for name in value.__struct_fields__) + b")"
        case tuple() | list():
            return b"[" + b",".join(map(plain, value)) + b"]"
        case frozenset() | set():
            return b"{" + b",".join(sorted(map(plain, value))) + b"}"
        case dict():
            return b"{" + b",".join(plain(key) + b":" + plain(held) for key, held in value.items()) + b"}"
        case None | bool() | int() | str() | np.integer() | np.bool_():
            return repr(value.item() if isinstance(value, np.generic) else value).encode()
    return type(value).__name__.encode()


class Answers:
    """Notes what each function of some files is given and answers first while something is done: by function a checksum of
    its arguments, as they are afterwards, and its answers."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self.files, self.found = files, defaultdict[str, list[str]](list)

    def __enter__(self) -> Answers:
        self.before = sys.getprofile()
        if self.files:
            sys.setprofile(self._noted)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self.before)

    def _noted(self, frame: FrameType, event: str, answer: Any) -> None:
        code = frame.f_code
        if event != "return" or code.co_filename not in self.files or code.co_name.startswith("<"):
            return
        if not code.co_flags & CO_OPTIMIZED:  # a class, or a module that is imported now
            return
        noted = self.found[code.co_qualname]
        if len(noted) == NOTED:
            return
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        noted.append(digest((given, answer)))

    def lines(self) -> Iterator[str]:
        for name, each in sorted(self.found.items()):
            yield f"      {name}: {len(each)} times, {digest(each)}"


def house_rules(game: Game) -> tuple[tuple[str, str], ...]:
    """Of each choice the value that comes last."""
    return tuple((choice.id, [*choice.values][-1]) for choice in game.info.options)


def plans(game_id: str) -> str:
    """What the engine makes of some turns of a game that is played at random, on its first sheet, and by the house rules
    that come last on its last one: the best plans, what the value expects of each, and what rollouts brought; the moves of
    weaker levels; and which function of the engine answered what. The first lines of a sheet are the engine's constants."""
    game = EVERY[game_id]
    lines = []
    assert game.think.engine is not None
    thought, traced = (1, 1) if game_id in QUICK else (THOUGHT, TRACED)
    for sheet_id, options in ((game.play.sheets[0], ()), (game.play.sheets[-1], house_rules(game))):
        rules = rules_of(game_id, sheet_id, options)
        folder = Path(sys.modules[game.think.engine.__module__].__file__ or "").parent
        files = tuple(str(path) for path in sorted(folder.glob("*.py")))
        (player,) = ids = players_named(("Ann",))
        session: Session[Any] = Session(rules, ids, code="PLANS")
        luck, turn = random.Random(f"plans/{sheet_id}"), 0
        engine: Any = game.think.engine(rules)
        lines += [" ".join([f"{game.info.title} on {sheet_id}, dice PLANS", *(value for _, value in options)])]
        lines += [*(f"   {name}: {digest(held)}" for name, held in vars(engine.board).items()), ""]
        while demands := rules.demands(session.state):
            if is_chance(demands[0].by):
                event = session.digital()
                assert event is not None and session.submit(event) is None
                if any(not is_chance(demand.by) for demand in rules.demands(session.state)):
                    turn += 1
                    if turn % thought == 1 % thought:
                        lines += [f"{game.play.guide(rules).progress(session.state, player)}: {rules.write(event.move)}"]
                        with Answers(files if turn // thought % traced == 0 else ()) as answers:
                            lines += _thoughts(engine, rules, session.state, player)
                        lines += [*_levels(game_id, rules, session.state, player), *answers.lines()]
                continue
            assert session.submit(Event(player, random_bot(rules, session.state, player, luck))) is None
        lines.append("")
    return "\n".join(lines)


def _thoughts(engine: Engine, rules: Rules[Any], state: Any, player: str) -> list[str]:
    lines = []
    found = engine.plans(state, player, PLANS)
    ends = [after(rules, state, player, plan.moves) for plan in found]
    results = engine.results(ends, player, 0, FUTURES, 1)
    for plan, end, brought in zip(found, ends, results, strict=True):
        moves = ", ".join(rules.write(move) for move in plan.moves)
        mean = float(brought.mean())
        lines.append(f"   {moves}: expects {plan.value:.6f}, {engine.value(end, player):.6f} after it; rollouts "
                     f"{' '.join(map(str, brought))}, gain {engine.gain(end, player, mean):.6f}")
    return lines


def _levels(game_id: str, rules: Rules[Any], state: Any, player: str) -> Iterator[str]:
    """The move of each level that does not plan."""
    for level, bot in EVERY[game_id].think.bots.items():
        if level not in STRONG:
            yield f"   {level}: {rules.write(bot(rules, state, player, random.Random(level)))}"


FACE = re.compile("[0-9]")


def _rolls(change: Callable[[list[str], int], list[str]]) -> Slipping:
    """A slip in the list of rolls, at some roll of it."""
    def slip(paper: Paper, luck: random.Random) -> Planted | None:
        rolls = [*(paper.rolls or ())]
        at = luck.randrange(len(rolls))
        return msgspec.structs.replace(paper, rolls=change(rolls, at)), f"roll:{at + 1}", rolls[at]

    return slip


LISTS: Mapping[str, Slipping] = {
    "a roll left out": _rolls(lambda rolls, at: [*rolls[:at], *rolls[at + 1 :]]),
    "a roll twice": _rolls(lambda rolls, at: [*rolls[: at + 1], *rolls[at:]]),
    "rolls behind the end": _rolls(lambda rolls, at: [*rolls, rolls[at], rolls[at]]),
    "a die that is none": _rolls(lambda rolls, at: [*rolls[:at], FACE.sub("9", rolls[at], count=1), *rolls[at + 1 :]]),
    "a die left out": _rolls(lambda rolls, at: [*rolls[:at], rolls[at][1:].strip(), *rolls[at + 1 :]]),
}
"""Rolls that are not those of a game, by kind."""


def explained(game_id: str) -> str:
    """What a check explains of small sheets in which something is wrong, with a fixed slip in each: the verdict, what is
    found where, and every explanation in its order, with its places, its weight and its words."""
    lines = [EVERY[game_id].info.title]
    kinds = [*SLIPS[game_id].items(), *LISTS.items()]
    for number in range(EXPLAINED if EVERY[game_id].play.score_sheet is None else EXPLAINED_ROWS):
        game, sheet, options, paper = filled((game_id, number))
        kind, slip = kinds[number % len(kinds)]
        try:
            planted = slip(paper, random.Random(f"explained/{number}"))
        except (LookupError, TypeError, ValueError):  # nothing of the kind on this sheet
            planted = None
        if planted is not None:
            paper = planted[0]
        auditor = game.check.auditor(sheet, options)
        lines += ["", f"{number}: {f'{kind}, {planted[1]}, {planted[2]}' if planted is not None else 'as it is'}"]
        try:
            report = auditor.audit(paper)
        except NotAPaper as refused:
            lines.append(f"   {refused}")
            continue
        for step, report in enumerate(auditor.prove(paper)):  # noqa: B007 (the last one)
            if step == STEPS[game_id]:
                break
        lines.append(f"   {report.verdict}, {report.mistakes} mistakes{'' if report.decided else ' or more'}, "
                     f"{dict(report.totals) or dict(report.parts)}")
        for finding in report.findings:
            lines.append(f"   {finding.verdict} {finding.key} [{' '.join(finding.where)}] cost {finding.cost}")
        for each in report.diagnosis:
            places = " ".join(f"{edit.where}{edit.other and f' and {edit.other}'}" for edit in each.edits)
            others = " ".join(f"{edit.where}={edit.after}" for edit in each.elsewhere)
            lines.append(f"   {each.cost} {each.kind} {each.mistakes}, explains {list(each.explains)}, score {each.score}: "
                         f"[{places}] {describe_diagnosis(each)}" + f" or [{others}]" * bool(others) + " …" * each.more)
    return "\n".join(lines) + "\n"


def faces(game_id: str) -> str:
    """How each sheet is drawn blank and at some moments of a game that is played at random, by the house rules that come
    last on every other one: for each kind of marks, by the beginning of their keys, how many there are and a checksum.
    Before them, all numbers that the game declares."""
    game = EVERY[game_id]
    lines = [f"declared: {' '.join(_numbers((game, game.rooms())))}"]
    for at, sheet_id in enumerate(game.play.every_sheet):
        sheet = find(sheet_id)
        rules = rules_of(game_id, sheet_id, house_rules(game) if at % 2 else ())
        guide, ids = game.play.guide(rules), players_named(["x"] * max(game.info.players[0], 1 + at % 2))
        lines += ["", f"{sheet_id}, blank", *_face(guide.blank())]
        if sheet_id not in game.play.played_on:
            continue
        session: Session[Any] = Session(rules, ids, code="FACES")
        luck = random.Random("faces")
        while len(session.events) < SEEN[-1] and (event := next_event(session, luck)) is not None:
            assert session.submit(event) is None
            if len(session.events) not in SEEN and rules.demands(session.state):
                continue
            state, player, ui = session.state, luck.choice(ids), guide.ui()
            lit = sorted(guide.open(state, player, ui))
            spot = luck.choice(lit) if lit else "nothing"
            tapped = guide.tap(state, player, ui, spot) if lit else None
            ui = tapped.ui if isinstance(tapped, Changed) else ui
            spots = [*sheet.space, *sheet.box]
            focus, *rings = luck.sample(spots, min(3 + len(session.events) % 2, len(spots)))
            lines += [f"{sheet_id}, after {len(session.events)} events, {spot} tapped, at {focus}, {' '.join(rings)} ringed"]
            lines += _face(guide.draw(state, player, ui, "Ann", tuple(rings), focus))
            lines += ["   on paper", *_face(guide.draw(state, player, None, "Ann"))]
            if game.play.score_sheet is None and len(session.events) == SEEN[-2]:
                paper, options = game.check.paper_of(rules, state, player), dict(rules.options)
                report = game.check.auditor(sheet, options).audit(msgspec.structs.replace(paper, claimed=99))
                entered = game.check.paper_editor(sheet, options).draw(paper, report, focus, frozenset(rings))
                lines += ["   as it is entered for a check", *_face(entered)]
    return "\n".join(lines) + "\n"


def _numbers(value: object) -> Iterator[str]:
    """The numbers in a value, with those of the structs and sequences in it."""
    match value:
        case bool() | int() | float():
            yield f"{value:g}" if isinstance(value, float) else str(value)
        case Struct():
            for name in value.__struct_fields__:
                yield from _numbers(getattr(value, name))
        case tuple() | list():
            for each in value:
                yield from _numbers(each)
        case Mapping():
            for each in value.values():
                yield from _numbers(each)


def _face(display: Display) -> list[str]:
    kinds = defaultdict[str, list[str]](list)
    for mark, line in zip(display.marks, trace(display)[-len(display.marks) :], strict=True):
        if not TITLES.search(mark.key):
            kinds[mark.key.partition("/")[0]].append(line)
    return ["   " + ", ".join(f"{kind} {len(each)} {digest(each)}" for kind, each in sorted(kinds.items()))]

"""Goldens: what must not change unnoticed, in files that people can read. `python -m tests.regold` writes them anew, or
with ids only those of some games; read the difference before keeping it.

Per game a playthrough with each kind of refusal in it, a game tapped at random with all that its guide says, what its
computer players think of some positions, if they plan, and what its coach says in a game, its review after it, and the
examples of its handbook, in a race the trays; per sheet a trace of its picture, blank and after the playthrough.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.rules import CHANCE, Event, Rules, is_chance, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.trace import trace
from rollwrite_desktop.gamekit.engine import Engine, after
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.guide import Changed, Look, Noted, Proposed, RaceGuide, Tap, Token
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Rect
from tests.walks import ALPHABETS, EVERY, rules_of, spender

FOLDER = Path(__file__).parent / "goldens"
PROBES = 400
NAMES = ("Ann", "Bo")
TAPPED, SHARE, TRIES = 120, 0.4, 12
"""Of a game that is tapped: how many events at most, the share of moves that are tapped, and how many taps there are before
the move is made without."""
TRAYED = 180
"""Of a race whose trays are shown: how many events."""
TOLD = 200
"""Of a game that the coach and the review speak of: how many events at most."""
THOUGHT, PLANS, FUTURES = 3, 3, 12
"""Every so many turns plans are made, so many at most, with as many rollouts of each."""


@cache
def playthrough(game_id: str) -> tuple[str, Any]:
    """A whole game of two who spend what they have, with the first refusal of each kind; and how it ended."""
    game = EVERY[game_id]
    sheet_id = game.sheets[0]
    rules = rules_of(game_id, sheet_id)
    guide = game.guide(rules)
    ids = players_named(NAMES)
    session: Session[Any] = Session(rules, ids, code="GOLDEN")
    luck = random.Random("golden")
    seen: set[str] = set()
    lines = [f"{game.info.title} on {sheet_id}, {' and '.join(NAMES)}, dice GOLDEN", ""]
    while True:
        lines += _refused(game, session, ALPHABETS[game_id](sheet_id), luck, seen)
        event = _next(session, luck)
        if event is None:
            break
        name = NAMES[ids.index(event.by)] if event.by in ids else ""
        if is_chance(event.by):
            lines += ["", f"-- {guide.progress(session.state, ids[0])}"]
        elif not any(line.startswith(f"   {name} is asked") for line in lines[-1:]):
            lines.append(f"   {name} is asked: {guide.prompt(session.state, event.by, guide.ui()).sentence}")
        assert session.submit(event) is None
        lines.append(f"{event.by}: {rules.write(event.move)}    {guide.describe_event(event, name)}")
    lines += ["", "Final score"]
    for score in rules.scores(session.state):
        parts = ", ".join(f"{part} {points}" for part, points in score.parts)
        name = NAMES[ids.index(score.player)]
        lines.append(f"{score.place}. {name}: {score.total} ({parts}), tie-break {score.tie_break}")
        paper = game.paper_of(rules, session.state, score.player)
        for region in rules.sheet.regions:  # type: ignore[attr-defined]
            held = [f"{s.id} {paper.spaces.get(s.id, '.')}" for s in rules.sheet.spaces if s.region == region.id]  # type: ignore[attr-defined]
            lines.append(f"   {region.id}: {'  '.join(held)}")
        lines.append(f"   {', '.join(f'{box} {value}' for box, value in paper.boxes.items())}")
    return "\n".join(lines) + "\n", session.state


def _next(session: Session[Any], luck: random.Random) -> Event | None:
    demands = session.rules.demands(session.state)
    if not demands:
        return None
    player = luck.choice(demands).by
    if is_chance(player):
        return session.digital()
    return Event(player, spender(session.rules, session.state, player, luck))


def _refused(game: Game, session: Session[Any], alphabet: list[str], luck: random.Random, seen: set[str]) -> list[str]:
    """The first refusal of each kind that some strokes at random meet here."""
    rules = session.rules
    outcomes = [event.move for event in session.events if is_chance(event.by)][-1:]
    # The notations that name no space are few, and each has reasons of its own to be refused.
    texts = [*(text for text in alphabet if "=" not in text), *luck.sample(alphabet, min(PROBES, len(alphabet)))]
    events = [Event(luck.choice(session.players), rules.read(text)) for text in texts]
    events += [Event(by, move) for by in (CHANCE, *session.players) for move in outcomes]
    lines = []
    for event in events:
        refusal = rules.refuse(session.state, event)
        if refusal is not None and refusal.key not in seen:
            seen.add(refusal.key)
            spots = f" [{' '.join(refusal.spots)}]" if refusal.spots else ""
            lines.append(f"   {event.by}: {rules.write(event.move)}    refused, {refusal.key}: "
                         f"{refusal.sentence(game.rulebook)}{spots}")
    return lines


def _tables(game_id: str) -> Iterator[tuple[Rules[Any], tuple[str, ...], str]]:
    """Rules, names and a title: two people at the first sheet by the usual rules, and as few as may play at the last one by
    the house rules that come last."""
    game = EVERY[game_id]
    least, most = game.info.players
    house = {choice.id: [*choice.values][-1] for choice in game.info.options}
    usual: dict[str, str] = {}
    for sheet_id, options, count in ((game.played_on[0], usual, 2), (game.played_on[-1], house, least)):
        names, chosen = NAMES[: min(count, most)], tuple(options.items())
        title = ", ".join([f"{game.info.title} on {sheet_id}", " and ".join(names), *map(" ".join, chosen)])
        yield rules_of(game_id, sheet_id, chosen), names, title


def taps(game_id: str) -> str:
    """Games whose players sometimes tap at random: what they are asked, what lies beside the sheet and what is lit as it
    changes, what each tap means, and how its spot is described."""
    game = EVERY[game_id]
    return "\n".join(line for rules, names, title in _tables(game_id) for line in [title, *_taps(game, rules, names), ""])


def _taps(game: Game, rules: Rules[Any], names: tuple[str, ...]) -> list[str]:
    guide, ids = game.guide(rules), players_named(names)
    session: Session[Any] = Session(rules, ids, code="TAPPED")
    luck = random.Random("taps")
    lines, known = list[str](), dict[str, str]()
    while len(session.events) < TAPPED and (demands := rules.demands(session.state)):
        player = luck.choice(demands).by
        if is_chance(player):
            event = session.digital()
            assert event is not None
            lines += ["", f"-- {', '.join(guide.progress(session.state, each) for each in ids)}: {rules.write(event.move)}"]
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
        else:
            move = spender(rules, session.state, player, luck)
            _, spot = guide.prepared(session.state, player, guide.ui(), move)
            lines.append(f"   {spot} without being tapped: {rules.write(move)}")
        assert session.submit(Event(player, move)) is None
    return lines


def plans(game_id: str) -> str:
    """What the engine makes of some turns of a game that is played at random, on its first and its last sheet: the best
    plans, what the value expects of each, and what rollouts brought."""
    game = EVERY[game_id]
    lines = []
    for sheet_id in dict.fromkeys((game.sheets[0], game.sheets[-1])):
        rules = rules_of(game_id, sheet_id)
        assert game.engine is not None
        engine = game.engine(rules)
        (player,) = ids = players_named(NAMES[:1])
        session: Session[Any] = Session(rules, ids, code="PLANS")
        luck, turn = random.Random(f"plans/{sheet_id}"), 0
        lines += [f"{game.info.title} on {sheet_id}, dice PLANS", ""]
        while demands := rules.demands(session.state):
            if is_chance(demands[0].by):
                event = session.digital()
                assert event is not None and session.submit(event) is None
                if any(not is_chance(demand.by) for demand in rules.demands(session.state)):
                    turn += 1
                    if turn % THOUGHT == 1:
                        lines += [f"{game.guide(rules).progress(session.state, player)}: {rules.write(event.move)}"]
                        lines += _thoughts(engine, rules, session.state, player)
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
        lines.append(f"   {moves}: expects {plan.value:.1f}, {engine.value(end, player):.1f} after it; rollouts "
                     f"{' '.join(map(str, brought))}, gain {engine.gain(end, player, mean):.2f}")
    return lines


def told(game_id: str) -> str:
    """What the coach says to a player in a game that is played at random, what two ways to play a turn have apart, what
    there is to say of the sheets afterwards, and the examples of the handbook."""
    game = EVERY[game_id]
    return "\n".join(line for rules, names, title in _tables(game_id) for line in [title, *_told(game, rules, names), ""])


def _told(game: Game, rules: Rules[Any], names: tuple[str, ...]) -> list[str]:
    coach = game.coach(rules) if game.coach else None
    guide, ids = game.guide(rules), players_named(names)
    session: Session[Any] = Session(rules, ids, code="TOLD")
    luck = random.Random("told")
    lines, worth, lesson = list[str](), list[str](), ""
    while len(session.events) < TOLD and (demands := rules.demands(session.state)):
        player, state = luck.choice(demands).by, session.state
        if is_chance(player):
            event = session.digital()
            assert event is not None and session.submit(event) is None
            lines.append(f"-- {rules.write(event.move)}")
            worth.append(" ".join(str(measure.value(rules, session.state, ids[0])) for measure in game.review.measures))
            state = session.state
            if all(not is_chance(demand.by) for demand in rules.demands(state)):
                one, other = (_turn(rules, state, ids[0], random.Random(f"{letter}/{session.rolls}")) for letter in "AB")
                lines += [f"   rather B: {said}" for said in game.review.contrast(rules, one, other, ids[0], "B")]
            continue
        move = random_bot(rules, state, player, luck)
        if coach is not None and player == ids[0]:
            now = coach.lesson(state, player, guide.ui())
            if lesson != (lesson := f"{now.number} {now.name}, {now.rule}: {now.text}"):
                lines.append(f"   lesson {lesson}")
            lines.append(f"   {coach.advice(move)}: {coach.reason(state, player, move)} [{' '.join(coach.spots(move))}]")
        assert session.submit(Event(player, move)) is None
    lines += ["", f"{', '.join(measure.title for measure in game.review.measures)}: {', '.join(worth)}"]
    for player in ids if session.over else ():
        lines += ["", f"{names[ids.index(player)]} afterwards"]
        for part, points in rules.scores(session.state)[ids.index(player)].parts:
            spots = game.review.spots(rules, session.state, player, part)
            lines.append(f"   {part} {points}: {game.review.reason(rules, session.state, player, part)} [{' '.join(spots)}]")
        for remark in game.review.remarks(rules, session.state, player):
            lines.append(f"   {remark.sentence} [{' '.join(remark.spots)}]")
        for counting in game.review.countings(rules, session.state, player) if game.review.countings else ():
            lines.append(f"   {counting.title}")
            lines += [f"      {step.sentence} {step.total} [{' '.join(step.spots)}]" for step in counting.steps]
    for chapter in game.handbook(rules):
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


LOOKS = (
    Look("Ann"), Look("Ann", keys=("A", "S", "D", "F", "Space"), seat="own", score="12 points", fits=True),
    Look("Bo", seat="rival", bot=True, still=True, digits=True), Look("Ann", refusal="Not now.", at=900, hidden=True),
    Look("Ann", keys=("A", "S", "D", "F", "Space"), large=True, fits=True, held="region/red"),
    Look("Bo", seat="own", large=True),
)
"""How a tray is shown, one after the other."""


def trays(game_id: str) -> str:
    """The trays of a race in its course: what lies there, the targets and the times, in different looks and sizes."""
    game = EVERY[game_id]
    rules, names, title = next(_tables(game_id))
    guide: RaceGuide = game.guide(rules)  # type: ignore[assignment]
    ids = players_named(names)
    session: Session[Any] = Session(rules, ids, code="TRAYS")
    luck = random.Random("trays")
    lines = [title]
    while len(session.events) < TRAYED and (event := _next(session, luck)) is not None:
        assert session.submit(event) is None
        if len(session.events) % (TRAYED // len(LOOKS)):
            continue
        look = LOOKS[len(session.events) * len(LOOKS) // TRAYED - 1]
        for player, size in zip(ids, ((420.0, 150.0), (260.0, 220.0)), strict=True):
            tray = guide.tray(session.state, player, size, look)
            lines += ["", f"{names[ids.index(player)]} after {len(session.events)} events, {size[0]:g} × {size[1]:g}",
                      f"   {look}", f"   until {tray.rolls_until} for {tray.rolls_ms} · fit {guide.hand(session.state, player)}"]
            lines += [f"   {spot} {_rect(rect)}" for spot, rect in tray.targets]
            lines += [f"   {die.spot} {_rect(die.rect)}, {len(die.tumbles)} pictures" for die in tray.dice]
            lines += [f"      {line}" for line in trace(tray.display)]
        lines += ["", f"   board {guide.board(session.state)}, {guide.round_ms(session.state, 900)} ms, "
                      f"results {guide.results(session.state)}, times {guide.times(session.state)}"]
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
            return f"{refusal.key}: {refusal.sentence(game.rulebook)} [{' '.join(refusal.spots)}]"
    return "nothing"


def picture(game_id: str, sheet_id: str) -> str:
    """A sheet's trace: blank, and what a game adds to it or changes in it."""
    game = EVERY[game_id]
    guide = game.guide(game.rules(find(sheet_id), {}))
    blank = trace(guide.blank())
    lines = [f"{sheet_id}, blank", *blank]
    if sheet_id == game.sheets[0]:
        printed = set(blank)
        played = trace(guide.draw(playthrough(game_id)[1], "p1", None, NAMES[0]))
        lines += ["", f"{sheet_id}, what {NAMES[0]}'s game adds", *(line for line in played if line not in printed)]
    return "\n".join(lines) + "\n"


GAMES_PLAYED = {f"{game_id}.playthrough.txt": game_id for game_id in EVERY}
PLANNED = {f"{game_id}.plans.txt": game_id for game_id, game in EVERY.items() if game.engine is not None}
SAID = {f"{game_id}.told.txt": game_id for game_id in EVERY}
TRAYS = {f"{game_id}.trays.txt": game_id for game_id, game in EVERY.items() if game.info.realtime}
TAPS = {f"{game_id}.taps.txt": game_id for game_id in EVERY}
PICTURES = {f"{sheet_id}.trace.txt": (game_id, sheet_id) for game_id, game in EVERY.items() for sheet_id in game.sheets}
GOLDENS = (*GAMES_PLAYED, *TAPS, *PLANNED, *SAID, *TRAYS, *PICTURES)
"""The names of the files."""


def golden(name: str) -> str:
    """What stands in a file."""
    if name in GAMES_PLAYED:
        return playthrough(GAMES_PLAYED[name])[0]
    if name in PLANNED:
        return plans(PLANNED[name])
    if name in SAID:
        return told(SAID[name])
    if name in TRAYS:
        return trays(TRAYS[name])
    return taps(TAPS[name]) if name in TAPS else picture(*PICTURES[name])


def main(games: list[str]) -> None:
    """Writes the goldens of some games, by their ids, or of all; files of games that are gone are deleted."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        if path.name not in GOLDENS:
            path.unlink()
    for name in GOLDENS:
        game_id = (GAMES_PLAYED | TAPS | PLANNED | SAID | TRAYS).get(name) or PICTURES[name][0]
        if not games or game_id in games:
            (FOLDER / name).write_text(golden(name), "utf-8")
            print(FOLDER / name)


if __name__ == "__main__":
    main(sys.argv[1:])

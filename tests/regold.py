"""Goldens: what must not change unnoticed, in files that people can read. `python -m tests.regold` writes them anew, or
with ids only those of some games; read the difference before keeping it.

Per game a playthrough with each kind of refusal in it, and texts about what is said and thought of it (`golden_texts.py`);
per sheet a trace of its picture, blank and after the playthrough; of every printed document a checksum of each page.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from rollwrite_desktop.core.rules import CHANCE, Event, is_chance, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.trace import trace
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.sheet.load import find
from tests.golden_answers import explained, faces, plans
from tests.golden_texts import checks, layouts, next_event, taps, told, trays
from tests.planted import SLIPS
from tests.printed import DIGESTS, write_digests
from tests.walks import ALPHABETS, EVERY, rules_of

FOLDER = Path(__file__).parent / "goldens"
PROBES = 400
NAMES = ("Ann", "Bo")


@cache
def playthrough(game_id: str) -> tuple[str, Any]:
    """A whole game of two who spend what they have, with the first refusal of each kind; and how it ended."""
    game = EVERY[game_id]
    sheet_id = game.play.sheets[0]
    rules = rules_of(game_id, sheet_id)
    guide = game.play.guide(rules)
    ids = players_named(NAMES)
    session: Session[Any] = Session(rules, ids, code="GOLDEN")
    luck = random.Random("golden")
    seen: set[str] = set()
    lines = [f"{game.info.title} on {sheet_id}, {' and '.join(NAMES)}, dice GOLDEN", ""]
    while True:
        lines += _refused(game, session, ALPHABETS[game_id](sheet_id), luck, seen)
        event = next_event(session, luck)
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
        paper = game.check.paper_of(rules, session.state, score.player)
        for region in rules.sheet.regions:  # type: ignore[attr-defined]
            held = [f"{s.id} {paper.spaces.get(s.id, '.')}" for s in rules.sheet.spaces if s.region == region.id]  # type: ignore[attr-defined]
            lines.append(f"   {region.id}: {'  '.join(held)}")
        lines.append(f"   {', '.join(f'{box} {value}' for box, value in paper.boxes.items())}")
    return "\n".join(lines) + "\n", session.state


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
                         f"{refusal.sentence(game.play.rulebook)}{spots}")
    return lines


def picture(game_id: str, sheet_id: str) -> str:
    """A sheet's trace: blank, and what a game adds to it or changes in it."""
    game = EVERY[game_id]
    guide = game.play.guide(game.play.rules(find(sheet_id), {}))
    blank = trace(guide.blank())
    lines = [f"{sheet_id}, blank", *blank]
    if sheet_id == game.play.sheets[0]:
        printed = set(blank)
        played = trace(guide.draw(playthrough(game_id)[1], "p1", None, NAMES[0]))
        lines += ["", f"{sheet_id}, what {NAMES[0]}'s game adds", *(line for line in played if line not in printed)]
    return "\n".join(lines) + "\n"


Making = tuple[Callable[[str], str], Callable[[Game], bool]]
KINDS: dict[str, Making] = {
    "playthrough": (lambda game_id: playthrough(game_id)[0], lambda _: True),
    "taps": (taps, lambda _: True),
    "told": (told, lambda _: True),
    "plans": (plans, lambda game: game.think.engine is not None),
    "trays": (trays, lambda game: game.info.realtime),
    "layouts": (layouts, lambda game: game.play.map_making is not None),
    "faces": (faces, lambda _: True),
    "explained": (explained, lambda game: game.info.id in SLIPS),
    "checks": (checks, lambda game: game.info.id in SLIPS),
}
"""How a text on a game is made, and which games have it."""
TEXTS = {
    f"{game_id}.{kind}.txt": (make, game_id) for kind, (make, has) in KINDS.items() for game_id, game in EVERY.items()
    if has(game)
}
PICTURES = {f"{sheet_id}.trace.txt": (game_id, sheet_id) for game_id, game in EVERY.items()
            for sheet_id in game.play.every_sheet}
GOLDENS = (*TEXTS, *PICTURES)
"""The names of the files."""


def golden(name: str) -> str:
    """What stands in a file."""
    if name in PICTURES:
        return picture(*PICTURES[name])
    make, game_id = TEXTS[name]
    return make(game_id)


def main(games: list[str]) -> None:
    """Writes the goldens of some games, by their ids, or of all; files of games that are gone are deleted."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        if path.name not in GOLDENS:
            path.unlink()
    for name in GOLDENS:
        game_id = PICTURES[name][0] if name in PICTURES else TEXTS[name][1]
        if not games or game_id in games:
            (FOLDER / name).write_text(golden(name), "utf-8")
            print(FOLDER / name)
    write_digests(games)
    print(DIGESTS)


if __name__ == "__main__":
    main(sys.argv[1:])

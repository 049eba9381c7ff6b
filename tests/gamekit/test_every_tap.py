"""What every tap means at some moments of games: on each die, card, power and action, and on some spaces.

`python -m tests.gamekit.test_every_tap` writes every_tap.txt anew; read the difference before keeping it. A line tells what
a player is asked, how many taps propose, select or are refused, and by which rules; the checksum is of all that is answered.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rollwrite_desktop.core.rules import Event, is_chance, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.play.guide import Changed, Noted, Proposed, Tap, Token
from tests.walks import EVERY, rules_of, spender

FILE = Path(__file__).with_name("every_tap.txt")
GAMES = ("rolling_america", "on_tour", "hexroller", "ligretto_dice")
MOMENTS, DEEP, SPACES = 20, 3, 8
"""How many moments of each game are looked at, how many taps follow each other there, and how many spaces are tapped."""


def said(token: Token) -> str:
    return " · ".join(map(str, (
        token.spot, token.kind, token.state, token.text, token.caption, token.hint, token.ink, token.letter, token.key,
        token.left, token.count,
    )))


def lines(game_id: str) -> Iterator[str]:
    game = EVERY[game_id]
    yield game.info.title
    for sheet_id, house in ((game.play.played_on[0], 0), (game.play.played_on[-1], -1)):
        options = tuple((choice.id, [*choice.values][house]) for choice in game.info.options)
        rules: Any = rules_of(game_id, sheet_id, options)
        guide: Any = game.play.guide(rules)
        ids = players_named(["Ann", "Bo"][: game.info.players[1]])
        luck = random.Random(f"every tap/{sheet_id}")
        session: Session[Any] = Session(rules, ids, code="TAPS")
        states = [session.state]
        while demands := rules.demands(session.state):
            player = luck.choice(demands).by
            event = session.digital() if is_chance(player) else None
            if event is None and is_chance(player):
                continue
            event = event or Event(player, spender(rules, session.state, player, luck))
            assert session.submit(event) is None
            states.append(session.state)
            if len(states) > 220:
                break
        yield f"{sheet_id}, {' '.join(value for _, value in options)}"
        for number in sorted(luck.sample(range(len(states)), min(MOMENTS, len(states)))):
            state, player = states[number], luck.choice(ids)
            ui = guide.ui()
            for _ in range(DEEP):
                prompt = guide.prompt(state, player, ui)
                spots = [*(token.spot for token in prompt.tokens), *luck.sample([s.id for s in rules.sheet.spaces], SPACES)]
                lit = sorted(guide.open(state, player, ui))
                spots = list(dict.fromkeys([*spots, *lit[:2]]))
                taps = {spot: guide.tap(state, player, ui, spot) for spot in spots}
                meant = [meaning(rules, guide, state, player, tap) for tap in taps.values()]
                whole = [prompt.sentence, *map(said, prompt.tokens), *lit, *meant, *map(str, (
                    prompt.draws, prompt.drawn_to, prompt.last, prompt.place, prompt.asked))]
                counts = Counter(one.split(" ")[0] for one in meant)
                kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))
                yield f"   {number} {player}: {prompt.sentence} {kinds} {zlib.crc32(chr(10).join(whole).encode()):08x}"
                further = [tap.ui for tap in taps.values() if isinstance(tap, Changed) and tap.refusal is None]
                if not further:
                    break
                ui = luck.choice(further)


def meaning(rules: Any, guide: Any, state: Any, player: str, tap: Tap) -> str:
    match tap:
        case Proposed(move):
            return f"proposed {rules.write(move)}"
        case Noted(_, _, note, text):
            return f"noted {note} {text}"
        case Changed(ui, None):
            return f"selected {guide.prompt(state, player, ui).sentence}"
        case Changed(_, refusal):
            assert refusal is not None
            return f"{refusal.key} {refusal.args} {refusal.spots} {refusal.unwritable}"
    return "ignored"


@cache
def written(game_id: str) -> str:
    return "\n".join([*lines(game_id), ""])


@pytest.mark.parametrize("game_id", GAMES)
def test_every_tap_means_what_it_did(game_id: str) -> None:
    assert written(game_id).strip() == FILE.read_text("utf-8").split("\n\n")[GAMES.index(game_id)].strip()


if __name__ == "__main__":
    FILE.write_text("\n".join(map(written, GAMES)), "utf-8", newline="\n")

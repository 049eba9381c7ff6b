"""A player's tray in the race: the dice as they lie, a large target to roll them all, the name, what was said.

Decides nothing. Its own left is the player's left; whoever shows it turns it toward the player.
"""

from __future__ import annotations

import math
import zlib

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, Step, box
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.gamekit.guide import Look, RaceTray
from rollwrite_desktop.games.ligretto_dice import drawing
from rollwrite_desktop.games.ligretto_dice.descriptions import COLOR_NAMES
from rollwrite_desktop.games.ligretto_dice.model import COLORS, State
from rollwrite_desktop.sheet.sheet import Rect

HEAD, GAP, ROW = 24.0, 8.0, 12
ROLL_WIDE = 112.0
LARGEST = 74.0


def drawn(
    state: State, player: str, size: tuple[float, float], look: Look, rolling: float, roll_spot: str, finisher: str
) -> RaceTray:
    """`rolling`: the part of the own roll that is still to come, 0 once the dice lie."""
    wide, high = size
    part = state.part(player)
    racing = state.stage == "race" and player in state.racers
    marks: list[Mark] = [Shape("tray", box(1, 1, wide - 2, high - 2, 12), fill="paper", stroke="line", width=1.2)]
    marks += _head(state, player, wide, look, finisher)
    targets: list[tuple[str, Rect]] = []
    body = Rect(GAP, HEAD + 4, wide - ROLL_WIDE - 3 * GAP, high - HEAD - 4 - GAP)
    for slot, cell in enumerate(slots(body, len(part.hand) or len(part.cup))):
        die = part.hand[slot] if slot < len(part.hand) else None
        if part.cup:
            die = Die(part.cup[slot], 1)
        if die is None:
            continue
        side = min(0.93 * cell.w, 0.97 * cell.h, LARGEST)
        x, y = cell.center
        place = Rect(x - side / 2, y - side / 2, side, side)
        marks += _die(f"die/{slot}", place, die, look, 1.0 if part.cup else rolling, player)
        if racing:
            targets.append((f"die/{slot}", cell))
    roll = Rect(wide - ROLL_WIDE - GAP, HEAD + 4, ROLL_WIDE, high - HEAD - 4 - GAP)
    if racing:
        targets.append((roll_spot, roll))
        marks += _roll(roll, look, bool(part.cup) or rolling > 0)
    return RaceTray(Display(size, tuple(marks)), tuple(targets))


def slots(body: Rect, count: int) -> tuple[Rect, ...]:
    """Cells for so many dice, in one row or two."""
    rows = 1 if count <= ROW else 2
    columns = max(1, -(-count // rows))
    wide, high = min(body.w / columns, LARGEST + GAP), body.h / rows
    left = body.x + (body.w - columns * wide) / 2
    return tuple(Rect(left + (i % columns) * wide, body.y + (i // columns) * high, wide, high) for i in range(count))


def _head(state: State, player: str, wide: float, look: Look, finisher: str) -> list[Mark]:
    marks: list[Mark] = [caption("name", look.name, Rect(12, 5, 0.26 * wide, 18), "bold", 14.0)]
    left = state.part(player).left
    plays = player in state.racers or state.stage != "race"
    if plays and not left and not finisher:
        words = ""
    elif state.stage == "race" or not finisher:
        words = tr_n("{n} die left", "{n} dice left", left) if player in state.racers else tr("not in this round")
    else:
        entry = state.rounds[-1].entries[state.players.index(player)]
        lost = "" if entry is None else f"−{-entry}"
        words = (tr("Stop!") + (f" +{entry}" if entry else "")) if player == finisher else lost
    if finisher:
        place = Rect(wide - ROLL_WIDE - GAP, HEAD, ROLL_WIDE, 40)
        marks.append(caption("left", words, place, "bold", 26.0, "text", "middle"))
    else:
        place = Rect(wide - ROLL_WIDE - GAP, 5, ROLL_WIDE, 18)
        marks.append(caption("left", words, place, "text", 13.0, "faint", "middle"))
    if look.said:
        room = Rect(0.28 * wide, 5, 0.72 * wide - ROLL_WIDE - 2 * GAP, 18)
        marks.append(caption("said", look.said, room, "bold", 13.0, "conflict", "middle"))
    elif look.keys:
        names = [f"{tr(COLOR_NAMES[c])} {key}" for c, key in zip(COLORS, look.keys, strict=False) if key]
        room = Rect(0.28 * wide, 5, 0.72 * wide - ROLL_WIDE - 2 * GAP, 18)
        marks.append(caption("keys", "   ".join(names), room, "text", 12.0, "faint", "middle"))
    return marks


def _roll(r: Rect, look: Look, off: bool) -> list[Mark]:
    ink = "faint" if off else "legal"
    marks: list[Mark] = [
        Shape("roll", box(r.x, r.y, r.w, r.h, 12), fill="legal.fill", stroke=ink, width=1.2 if off else 2.4),
    ]
    x, y = r.center
    for i, (dx, turn) in enumerate(((-17.0, -14.0), (17.0, 11.0))):
        size = min(28.0, 0.36 * r.h)
        square = box(x + dx - size / 2, y - size / 2 - 10, size, size, 0.2 * size)
        marks.append(Shape(f"roll/die/{i}", turned(square, x + dx, y - 10, turn), stroke=ink, width=1.8))
    words = tr("Roll all") + (f" ({look.keys[-1]})" if len(look.keys) > len(COLORS) and look.keys[-1] else "")
    marks.append(caption("roll/words", words, Rect(r.x + 4, y + 10, r.w - 8, 18), "bold", 14.0, ink, "middle"))
    return marks


def _die(key: str, place: Rect, die: Die, look: Look, rolling: float, player: str) -> tuple[Mark, ...]:
    x, y = place.center
    side = place.w
    if look.hidden or (rolling > 0 and look.still):
        body = Shape(
            f"{key}/body", box(place.x, place.y, side, side, 0.2 * side), fill="region.stone", stroke="die.edge", width=1.2,
        )
        if look.hidden:
            return (body,)
        sign = drawing.symbol(die.name, x, y, 0.16 * side)
        return (body, Shape(f"{key}/sign", sign, fill=f"region.{die.name}.strong", stroke="die.edge", width=0.8))
    if rolling <= 0:
        return drawing.die(key, place, die, look.digits)
    # While it tumbles it shows other faces, a few a second, and slows down toward the end.
    step = int(9 * rolling ** 0.7)
    face = 1 + zlib.crc32(f"{player}/{key}/{step}".encode()) % 6
    turn = 200 * rolling**2 * (1 if zlib.crc32(key.encode()) % 2 else -1)
    dx = 0.12 * side * rolling * math.sin(23 * rolling + len(key))
    smaller = Rect(place.x + 0.07 * side + dx, place.y + 0.07 * side, 0.86 * side, 0.86 * side)
    shown = drawing.die(key, smaller, Die(die.name, face))
    return tuple(
        Shape(m.key, turned(m.path, x + dx, y, turn), m.fill, m.stroke, m.width) if isinstance(m, Shape) else m
        for m in shown
    )


def turned(path: Path, x: float, y: float, degrees: float) -> Path:
    """A path turned clockwise round a point."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    steps: list[Step] = []
    for letter, *numbers in path:
        aside = [(px - x, py - y) for px, py in zip(numbers[::2], numbers[1::2], strict=True)]
        steps.append((letter, *(v for dx, dy in aside for v in (x + c * dx - s * dy, y + s * dx + c * dy))))
    return tuple(steps)




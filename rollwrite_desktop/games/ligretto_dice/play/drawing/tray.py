"""A player's tray in the race: the dice as they lie, a large target to roll them all, the name, what was said.

Three kinds: at the edge of a table among people, below the board for the only person, and a rival's, small. Decides nothing.
Its own left is the player's left; whoever shows it turns it toward the player.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.i18n import integer, tr, tr_n, with_colon
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, Step, box, ellipse, polyline
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.gamekit.play.guide import Look, RaceDie, RaceTray
from rollwrite_desktop.games.ligretto_dice.play.descriptions import COLOR_NAMES
from rollwrite_desktop.games.ligretto_dice.play.drawing import board_face, large_tray
from rollwrite_desktop.games.ligretto_dice.play.model import COLORS, ROLL_MS, State
from rollwrite_desktop.sheet.sheet import Rect

HEAD, GAP = 24.0, 8.0
ROLL_WIDE, INFO_WIDE = 112.0, 148.0
LARGEST, SMALL = 74.0, 50.0
FACE, SAID = 26.0, 21.0
LEAST = 8.0
"""Dice that would be smaller than this are not shown: how many there are is said in words."""
LOW = 58.0
"""A target to roll that is lower than this has only its words: the dice above them would push them out."""


def drawn(
    state: State, player: str, size: tuple[float, float], look: Look, rolls_until: int, roll_spot: str, finisher: str,
    fitting: frozenset[Die],
) -> RaceTray:
    """`rolls_until`: when the own roll ends, 0 once the dice lie; `fitting`: the dice that are outlined."""
    wide, high = size
    part = state.part(player)
    racing = state.stage == "race" and player in state.racers
    small, own = look.seat == "rival", look.seat == "own"
    marks: list[Mark] = [Shape("tray", box(1, 1, wide - 2, high - 2, 12), fill="paper", stroke="line", width=1.2)]
    rolled = Rect(wide - ROLL_WIDE - GAP, HEAD + 4, ROLL_WIDE, high - HEAD - 4 - GAP)
    if look.large:
        left, outcome = _left(state, player, finisher), _outcome(state, player, finisher) if finisher else ""
        marks += large_tray.rival(size, look, left, outcome) if small else large_tray.head(size, look, left, outcome)
        rolled = large_tray.roll_place(size)
        body = large_tray.rival_body(size, outcome or left) if small else large_tray.body(size)
    elif small:
        marks += _rival(state, player, size, look, finisher)
        body = Rect(GAP, FACE + 2 * GAP, wide - 2 * GAP, high - FACE - 3 * GAP)
    elif own:
        marks += _own(state, player, size, look, finisher)
        rolled = Rect(wide - ROLL_WIDE - GAP, GAP, ROLL_WIDE, high - 2 * GAP)
        body = Rect(INFO_WIDE + GAP, SAID, wide - INFO_WIDE - ROLL_WIDE - 4 * GAP, high - SAID - GAP / 2)
    else:
        marks += _head(state, player, wide, look, finisher)
        body = Rect(GAP, HEAD + 4, wide - ROLL_WIDE - 3 * GAP, high - HEAD - 4 - GAP)
    if small and finisher and not look.large:
        body = Rect(body.x, body.y, body.w, body.h - 26)
    targets: list[tuple[str, Rect]] = []
    dice: list[RaceDie] = []
    for slot, cell in enumerate(slots(body, len(part.hand) or len(part.cup), small)):
        die = part.hand[slot] if slot < len(part.hand) else None
        if part.cup:
            die = Die(part.cup[slot], 1)
        if die is None:
            continue
        side = min((0.97 if look.large else 0.93) * cell.w, 0.95 * cell.h, LARGEST)
        if side < LEAST:
            continue
        x, y = cell.center
        place, spot = Rect(x - side / 2, y - side / 2, side, side), f"die/{slot}"
        if die in fitting or spot == look.held:
            ring = box(place.x - 3, place.y - 3, side + 6, side + 6, 0.22 * side + 3)
            marks.append(Shape(f"fits/{slot}", ring, stroke="legal", width=4.0 if spot == look.held else 3.0))
        dice.append(_die(spot, place, die, look, rolls_until > 0))
        if racing and not small:
            targets.append((spot, cell))
    if racing and not small:
        targets.append((roll_spot, rolled))
        marks += _roll(rolled, look, rolls_until > 0 or look.hidden)
    return RaceTray(Display(size, tuple(marks)), tuple(targets), tuple(dice), rolls_until, ROLL_MS)


def slots(body: Rect, count: int, small: bool = False) -> tuple[Rect, ...]:
    """Cells for so many dice, in as many rows as make them largest."""
    most = SMALL if small else LARGEST + GAP
    rows = max(range(1, 5), key=lambda n: (min(body.w / max(1, -(-count // n)), body.h / n, most), -n))
    columns = max(1, -(-count // rows))
    wide, high = min(body.w / columns, SMALL if small else LARGEST + GAP), min(body.h / rows, SMALL if small else body.h)
    left = body.x + (0 if small else (body.w - columns * wide) / 2)
    return tuple(Rect(left + (i % columns) * wide, body.y + (i // columns) * high, wide, high) for i in range(count))


def _outcome(state: State, player: str, finisher: str) -> str:
    """Returns what the last round brought a player, in short."""
    entry = state.rounds[-1].entries[state.players.index(player)]
    if player == finisher:
        return tr("Stop!") + (f" +{entry}" if entry else "")
    return "" if entry is None else integer(entry)


def _left(state: State, player: str, finisher: str) -> str:
    """How many dice a player has left, in words."""
    left = state.part(player).left
    if (player in state.racers or state.stage != "race") and not left and not finisher:
        return ""
    return tr_n("{n} die left", "{n} dice left", left) if player in state.racers else tr("not in this round")


def _head(state: State, player: str, wide: float, look: Look, finisher: str) -> Iterator[Mark]:
    yield caption("name", look.name, Rect(12, 5, 0.26 * wide, 18), "bold", 14.0)
    if finisher:
        place = Rect(wide - ROLL_WIDE - GAP, HEAD, ROLL_WIDE, 40)
        yield caption("left", _outcome(state, player, finisher), place, "bold", 26.0, "text", "middle")
    else:
        place = Rect(wide - ROLL_WIDE - GAP, 5, ROLL_WIDE, 18)
        yield caption("left", _left(state, player, finisher), place, "text", 13.0, "faint", "middle")
    room = Rect(0.28 * wide, 5, 0.72 * wide - ROLL_WIDE - 2 * GAP, 18)
    if look.refusal:
        yield caption("said", look.refusal, room, "bold", 13.0, "conflict", "middle")
    elif look.keys:
        yield caption("keys", with_colon(tr("Keys"), "   ".join(_keys(look))), room, "text", 12.0, "faint", "middle")


def _own(state: State, player: str, size: tuple[float, float], look: Look, finisher: str) -> Iterator[Mark]:
    """Left of the dice: face, name, points, how many are left; what was said stands over them."""
    wide, high = size
    yield from _face(14, 8, FACE, look.bot)
    left, points = FACE + 20, 38 if look.score else 0
    yield caption("name", look.name, Rect(left, 8, INFO_WIDE - points - left, FACE), "bold", 15.0)
    if look.score:
        yield caption("score", look.score, Rect(INFO_WIDE - points, 8, points, FACE), "bold", 15.0, "text", "right")
    words = _outcome(state, player, finisher) if finisher else _left(state, player, finisher)
    size_of = 22.0 if finisher else 13.0
    yield caption("left", words, Rect(14, 10 + FACE, INFO_WIDE - 14, 18), "bold" if finisher else "text", size_of, "text")
    if not finisher:
        keys = _keys(look)
        named = with_colon(tr("Keys"), "  ".join(keys[:2])) if keys else ""
        for i, line in enumerate((named, "  ".join(keys[2:]))):
            room = Rect(14, 30 + FACE + 14 * i, INFO_WIDE - 14, 13)
            if room.y + room.h < high - 4:
                yield caption(f"keys/{i}", line, room, "text", 11.0, "faint")
    if look.refusal:
        room = Rect(INFO_WIDE, 3, wide - INFO_WIDE - ROLL_WIDE - 2 * GAP, SAID - 5)  # off the edge and what outlines dice
        yield caption("said", look.refusal, room, "bold", 12.5, "conflict", "middle")


def _rival(state: State, player: str, size: tuple[float, float], look: Look, finisher: str) -> Iterator[Mark]:
    """Face, name and points in a line; dice below."""
    wide, high = size
    yield from _face(GAP + 2, GAP, FACE, look.bot)
    x = GAP + FACE + 10
    yield caption("name", look.name, Rect(x, GAP - 2, wide - x - 48, 16), "bold", 14.0)
    words = "" if finisher else _left(state, player, finisher)
    yield caption("left", words, Rect(x, GAP + 14, wide - x - GAP, 14), "text", 11.5, "faint")
    yield caption("score", look.score, Rect(wide - 52, GAP - 2, 44, 16), "bold", 14.0, "text", "right")
    if finisher:
        place = Rect(GAP, high - 34, wide - 2 * GAP, 28)
        yield caption("outcome", _outcome(state, player, finisher), place, "bold", 22.0, "text", "middle")


def _face(x: float, y: float, side: float, bot: bool) -> Iterator[Mark]:
    """A face: of a computer player, with square jaws and an aerial; of a person, round."""
    middle = x + side / 2
    if bot:
        yield Shape("face", box(x + 1, y + 5, side - 2, side - 6, 5), "region.blue.soft", "border", 1.4)
        yield Shape("face/aerial", polyline(((middle, y + 5), (middle, y + 1))), stroke="border", width=1.4)
        yield Shape("face/tip", ellipse(middle, y + 1, 1.6, 1.6), fill="border")
        for i, eye in enumerate((middle - 5, middle + 5)):
            yield Shape(f"face/eye/{i}", ellipse(eye, y + 13, 2.3, 2.3), fill="border")
        yield Shape("face/mouth", polyline(((middle - 5, y + 19.5), (middle + 5, y + 19.5))), stroke="border", width=1.4)
        return
    yield Shape("face", ellipse(middle, y + side / 2, side / 2 - 1, side / 2 - 1), "region.yellow.soft", "border", 1.4)
    for i, eye in enumerate((middle - 4.5, middle + 4.5)):
        yield Shape(f"face/eye/{i}", ellipse(eye, y + 10.5, 1.7, 1.9), fill="border")
    smile: Path = (("M", middle - 5.5, y + 15.5), ("C", middle - 3, y + 20, middle + 3, y + 20, middle + 5.5, y + 15.5))
    yield Shape("face/mouth", smile, stroke="border", width=1.4)


def _keys(look: Look) -> list[str]:
    return [f"{tr(COLOR_NAMES[color])} {key}" for color, key in zip(COLORS, look.keys, strict=False) if key]


def _roll(r: Rect, look: Look, off: bool) -> Iterator[Mark]:
    ink = "faint" if off else "legal"
    if look.large:
        yield from large_tray.roll(r, look, ink, 1.2 if off else 2.4)
        return
    yield Shape("roll", box(r.x, r.y, r.w, r.h, 12), fill="legal.fill", stroke=ink, width=1.2 if off else 2.4)
    x, y = r.center
    low = r.h < LOW
    for i, (dx, turn) in enumerate(() if low else ((-17.0, -14.0), (17.0, 11.0))):
        size = min(28.0, 0.36 * r.h)
        square = box(x + dx - size / 2, y - size / 2 - 10, size, size, 0.2 * size)
        yield Shape(f"roll/die/{i}", turned(square, x + dx, y - 10, turn), stroke=ink, width=1.8)
    words = tr("Roll all") + (f" ({look.keys[-1]})" if len(look.keys) > len(COLORS) and look.keys[-1] else "")
    yield caption("roll/words", words, Rect(r.x + 4, y - 9 if low else y + 10, r.w - 8, 18), "bold", 14.0, ink, "middle")


def _die(spot: str, place: Rect, die: Die, look: Look, rolls: bool) -> RaceDie:
    if look.hidden:
        return RaceDie(spot, place, board_face.covered_picture(""))
    if rolls and look.still:
        return RaceDie(spot, place, board_face.covered_picture(die.name))
    faces = [board_face.die_picture(Die(die.name, face)) for face in range(1, 7)] if rolls else ()
    return RaceDie(spot, place, board_face.die_picture(die, look.digits), tuple(faces))


def turned(path: Path, x: float, y: float, degrees: float) -> Path:
    """A path turned clockwise round a point."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    steps: list[Step] = []
    for letter, *numbers in path:
        aside = [(px - x, py - y) for px, py in zip(numbers[::2], numbers[1::2], strict=True)]
        steps.append((letter, *(v for dx, dy in aside for v in (x + c * dx - s * dy, y + s * dx + c * dy))))
    return tuple(steps)

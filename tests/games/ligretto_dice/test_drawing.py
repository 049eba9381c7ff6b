"""The board laid out for the room of a race, and the pictures of single dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.draw.display import Mark, Shape, Text
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.gamekit.play.guide import Look
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.play.drawing.board_face import SIDE, covered_picture, die_picture, laid
from rollwrite_desktop.games.ligretto_dice.play.drawing.tray import FACE, INFO_WIDE
from rollwrite_desktop.games.ligretto_dice.play.model import COLORS, Part, Round
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Rect, Sheet

BOARD = find("ligretto_dice_board")
SHAPES = (0.2, 0.5, 1.0, 1.5, 2.2, 3.0, 5.0, 9.0)


def side(board: Sheet, shape: float) -> float:
    """How large a place is where a board fills a room of that width and of height 1."""
    wide, high = board.size
    return board.spaces[0].writing.w * min(shape / wide, 1 / high)


def test_places_are_laid_out_as_large_as_can_be() -> None:
    boards = {shape: laid(BOARD, shape) for shape in SHAPES}
    for shape, board in boards.items():
        assert side(board, shape) == max(side(other, shape) for other in boards.values())
    assert len({board.size for board in boards.values()}) == len({board.hash for board in boards.values()}) == 3


@pytest.mark.parametrize("shape", SHAPES)
def test_a_laid_board_has_every_place_within_its_color(shape: float) -> None:
    board = laid(BOARD, shape)
    assert [space.id for space in board.spaces] == [space.id for space in BOARD.spaces]
    assert len({(space.writing.w, space.writing.h) for space in board.spaces}) == 1
    whole = Rect(0, 0, *board.size)
    columns = {decor.text: around(decor.ring) for decor in board.decor}
    for one, other in pairwise(columns[color] for color in COLORS):
        assert one.x + one.w < other.x
    for i, space in enumerate(board.spaces):
        assert holds(columns[space.region], space.writing) and holds(whole, columns[space.region])
        assert not any(overlap(space.writing, other.writing) for other in board.spaces[:i])
    first, second = (space.writing for space in board.spaces[:2])
    apart = abs(second.x - first.x) + abs(second.y - first.y)
    assert first.w < apart < 1.2 * first.w, "the next place is beside it or above it, not far"
    gaps = [columns[COLORS[0]].x, *(b.x - a.x - a.w for a, b in pairwise(columns[color] for color in COLORS))]
    last = columns[COLORS[-1]]
    assert [*gaps[1:], 2 * gaps[0], 2 * (board.size[0] - last.x - last.w)] == pytest.approx([gaps[1]] * 5)


def around(points: Sequence[tuple[float, ...]]) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def bounds(shape: Mark) -> Rect:
    """Around an outline, and the points that bend it."""
    assert isinstance(shape, Shape)
    numbers = [number for step in shape.path for number in step[1:] if isinstance(number, float | int)]
    return around([*zip(numbers[::2], numbers[1::2], strict=True)])


def holds(outer: Rect, inner: Rect) -> bool:
    return (outer.x <= inner.x and inner.x + inner.w <= outer.x + outer.w
            and outer.y <= inner.y and inner.y + inner.h <= outer.y + outer.h)


def overlap(one: Rect, other: Rect) -> bool:
    return abs(one.x - other.x) < one.w and abs(one.y - other.y) < one.h


@pytest.mark.parametrize("color", COLORS)
def test_pictures_of_dice_fill_their_square(color: str) -> None:
    """What stands on a die is in its middle; the symbol on one whose face is not seen is larger than a pip."""
    hidden, covered = covered_picture(""), covered_picture(color)
    faces = [die_picture(Die(color, 1), digits) for digits in (False, True)]
    for picture in (hidden, covered, *faces):
        assert picture.size == (SIDE, SIDE)
        body = bounds(picture.marks[0])
        assert body.w == body.h > 0.95 * SIDE and holds(Rect(0, 0, SIDE, SIDE), body)
        assert body.center == pytest.approx((SIDE / 2, SIDE / 2))
    assert len(hidden.marks) == 1 and len({covered.marks[0], *hidden.marks}) == 1
    (_, sign), (_, pip) = covered.marks, faces[0].marks
    assert 0.25 * SIDE < bounds(sign).h < 0.5 * SIDE and bounds(sign).h > 1.5 * bounds(pip).h
    for mark in (sign, pip):
        assert bounds(mark).center == pytest.approx((SIDE / 2, SIDE / 2), abs=0.05 * SIDE)


def test_what_was_said_stands_over_the_middle_of_the_own_dice() -> None:
    game = LigrettoDice(BOARD, {})
    hand = tuple(Die(color, 1) for color in COLORS)
    state = replace(game.start(("p1", "p2")), stage="race", dealt=2, parts=(Part(hand), Part(hand)))
    for high in (84.0, 92.0, 100.0, 120.0):
        look = Look("Ann", "Too late.", seat="own", fits=True)
        shown = GAME.play.guide(game).tray(state, "p1", (900.0, high), look)
        said = next(mark for mark in shown.display.marks if isinstance(mark, Text) and mark.key == "said")
        xs = [die.rect.center[0] for die in shown.dice]
        assert said.align == "middle" and said.x == pytest.approx(sum(xs) / len(xs))
        rings = [bounds(mark).y for mark in shown.display.marks if mark.key.startswith("fits/")]
        assert len(rings) == len(hand) and said.y < min(rings) - 1.5, "under the words are no outlines"
        assert said.y - 0.8 * said.size > 2, "and over them no edge"


@pytest.mark.parametrize("large", [False, True])
def test_dice_are_tapped_only_by_who_races_and_only_in_a_round(large: bool) -> None:
    game = LigrettoDice(BOARD, {})
    hand = tuple(Die(color, 1) for color in COLORS)
    race = replace(game.start(("p1", "p2")), stage="race", dealt=2, parts=(Part(hand), Part(hand)))
    for state in (race, replace(race, racers=("p2",)), replace(race, stage="deal")):
        for seat in ("own", "edge", "rival"):
            shown = GAME.play.guide(game).tray(state, "p1", (900.0, 120.0), Look("Ann", seat=seat, large=large))
            spots = [spot for spot, _ in shown.targets]
            assert spots == ([*(f"die/{i}" for i in range(4)), "action/roll"] if state == race and seat != "rival" else [])


def test_between_rounds_each_tray_says_what_the_last_one_brought() -> None:
    game = LigrettoDice(BOARD, {})
    state = replace(game.start(("p1", "p2", "p3")), rounds=(Round((5, -5, None), False, 0, (0, 0, 0), (0, 0, 0)),))
    for seat in ("own", "edge", "rival"):
        trays = [GAME.play.guide(game).tray(state, p, (900.0, 120.0), Look(p, seat=seat)) for p in state.players]
        said = [{mark.text for mark in tray.display.marks if isinstance(mark, Text)} for tray in trays]
        assert "Stop! +5" in said[0] and "−5" in said[1] and not said[2] - {"p3", ""}


@pytest.mark.parametrize("entry", [5, -5])
def test_on_a_large_tray_a_rival_has_the_dice_right_behind_what_is_said(entry: int) -> None:
    game = LigrettoDice(BOARD, {})
    hand = tuple(Die(color, 1) for color in COLORS)
    state = replace(game.start(("p1", "p2")), parts=(Part(hand), Part(hand)), dealt=0,
                    rounds=(Round((entry, -entry), False, 0, (0, 0), (0, 0)),))
    shown = GAME.play.guide(game).tray(state, "p1", (420.0, 60.0), Look("p1", seat="rival", large=True))
    mark = next(mark for mark in shown.display.marks if isinstance(mark, Text) and mark.key == "left")
    end = mark.x + width(mark.text, mark.face, mark.size)
    assert mark.text and end < min(die.rect.x for die in shown.dice) < end + 25


@pytest.mark.parametrize(("name", "score"), [("Wilhelmina Ray", ""), ("Wilhelmina", "112")])
def test_an_own_name_goes_as_far_as_the_points_and_no_farther(name: str, score: str) -> None:
    game = LigrettoDice(BOARD, {})
    look = Look(name, seat="own", score=score)
    shown = GAME.play.guide(game).tray(game.start(("p1", "p2")), "p1", (900.0, 120.0), look)
    mark = next(mark for mark in shown.display.marks if isinstance(mark, Text) and mark.key == "name")
    end, until = mark.x + width(mark.text, mark.face, mark.size), INFO_WIDE - (38 if score else 0)
    assert mark.text == name and mark.x == FACE + 20 and until - 0.5 < end <= until + 0.01


@pytest.mark.parametrize("seat", ["own", ""])
def test_what_is_written_on_keys_is_said_to_be_keys(seat: str) -> None:
    game = LigrettoDice(BOARD, {})
    hand = tuple(Die(color, 1) for color in COLORS)
    state = replace(game.start(("p1", "p2")), stage="race", dealt=2, parts=(Part(hand), Part(hand)))
    shown = GAME.play.guide(game).tray(state, "p1", (900.0, 120.0), Look("Ann", keys=(*"ASDF", "Space"), seat=seat))
    first = next(mark for mark in shown.display.marks if isinstance(mark, Text) and mark.key in ("keys", "keys/0"))
    assert first.text.startswith("Keys: Red A")

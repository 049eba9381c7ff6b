"""What answers a tap covers nothing that can be tapped next, and swallows no tap."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.placing import CELL, EDGE, GAP, STEP, Box, nearest_blank, nearest_free
from rollwrite_desktop.ui.play.table.table_page import TablePage
from tests.sampling import sampled
from tests.ui.conftest import point, settle
from tests.ui.readable import pixels

GAMES = ("rolling_america", "on_tour", "hexroller")


def test_the_nearest_place_that_covers_nothing() -> None:
    assert nearest_free((200, 100), (40, 20), (400, 300), ()) == (180, 90, 40, 20)
    x, y, wide, high = nearest_free((200, 100), (40, 20), (400, 300), [(150, 80, 100, 40)])
    assert (wide, high) == (40, 20) and (y >= 126 or y + high <= 74) and abs(x - 180) <= 12
    x, y, *_ = nearest_free((0, 0), (40, 20), (400, 300), ())
    assert 8 <= x <= 20 and 8 <= y <= 20, "inside the page"
    everything = [(0, 0, 400, 300), (100, 100, 20, 20)]
    x, y, *_ = nearest_free((110, 110), (40, 20), (400, 300), everything)
    assert not (60 < x < 126 and 74 < y < 126), "where everything is covered, the least"


def test_the_nearest_place_is_that_of_a_search_of_all() -> None:
    chance, covers = random.Random(2), set()
    for _ in range(60):
        room, wide, high = (chance.randint(40, 200), chance.randint(40, 150)), chance.randint(5, 24), chance.randint(5, 24)
        at = chance.randint(-40, 240), chance.randint(-40, 190)
        keep = [tuple(chance.randint(low, high) for low, high in ((-40, 200), (-40, 150), (0, 90), (0, 90)))
                for _ in range(chance.randrange(9))]
        left, top = at[0] - wide / 2, at[1] - high / 2
        every = [
            (sum(_common(left + dx * STEP, wide, x, w) * _common(top + dy * STEP, high, y, h) for x, y, w, h in keep),
             dx * dx + dy * dy, -dy, dx)
            for dx in range(-20, 21) if EDGE <= left + dx * STEP <= room[0] - EDGE - wide
            for dy in range(-20, 21) if EDGE <= top + dy * STEP <= room[1] - EDGE - high
        ]
        covered, _, up, right = min(every, default=(0, 0, 0, 0))
        nearest = (left + right * STEP, top - up * STEP) if every else (EDGE, EDGE)
        assert nearest_free(at, (wide, high), room, keep) == (*nearest, wide, high)
        covers.add(covered > 0)
    assert covers == {False, True}


def _common(begin: float, long: float, other: float, length: float) -> float:
    """How much of a stretch another one takes, with the gap around it."""
    return max(0.0, min(begin + long, other + length + GAP) - max(begin, other - GAP))


def test_the_nearest_place_where_nothing_is() -> None:
    assert nearest_blank((200, 100), (40, 20), (400, 300), ()) == (176, 88, 40, 20)
    x, y, *_ = nearest_blank((200, 100), (40, 20), (400, 300), [(150, 80, 100, 40)]) or ()
    assert (y >= 120 or y + 20 <= 80) and abs(x - 180) <= 8
    assert nearest_blank((200, 100), (40, 20), (400, 300), [(0, 0, 400, 300)]) is None


def test_the_nearest_blank_box_is_the_nearest_of_all() -> None:
    chance = random.Random(1)
    for _ in range(200):
        room, size = (chance.uniform(20, 400), chance.uniform(20, 300)), (chance.uniform(5, 90), chance.uniform(5, 60))
        place = chance.uniform(-60, 460), chance.uniform(-60, 360)
        keep = [tuple(chance.uniform(low, high) for low, high in ((-50, 400), (-50, 300), (0, 90), (0, 90)))
                for _ in range(chance.randrange(20))]
        found = nearest_blank(place, size, room, keep)
        free = [
            (x, y) for x in range(0, int(room[0] // CELL) * CELL, CELL) for y in range(0, int(room[1] // CELL) * CELL, CELL)
            if x + math.ceil(size[0] / CELL) * CELL <= room[0] // CELL * CELL
            and y + math.ceil(size[1] / CELL) * CELL <= room[1] // CELL * CELL
            and not any(_cells_meet((x, y, *size), each) for each in keep)
        ]
        away = [math.dist(place, (x + size[0] / 2, y + size[1] / 2)) for x, y in free]
        if found is None:
            assert not free
        else:
            assert found[:2] in free and found[2:] == size
            assert math.isclose(math.dist(place, (found[0] + size[0] / 2, found[1] + size[1] / 2)), min(away))


def _cells_meet(one: Box, other: Box) -> bool:
    """Whether two boxes touch the same cell."""
    return all(
        math.floor(one[i] / CELL) < math.ceil((other[i] + other[i + 2]) / CELL)
        and math.floor(other[i] / CELL) < math.ceil((one[i] + one[i + 2]) / CELL)
        for i in range(2)
    )


def place(table: TablePage, spot: str) -> QRect:
    view = table.view
    return view.writing_place(spot).toAlignedRect().translated(view.mapTo(table, QPoint(0, 0)))


def wrong_and_right_taps(table: TablePage, luck: random.Random, taps: int) -> None:
    """Taps anything on the sheet; after each, nothing that lies on the page covers what can be written in, or the tray."""
    feedback = table.feedback
    for _ in range(taps):
        settle()
        offer, around = table.snapshot.undo_offer, feedback.undo.geometry().adjusted(-62, -62, 62, 62)
        assert feedback.undo.isHidden() or (offer and around.intersects(place(table, offer.spot))), "it seems another's"
        side = table.session
        if side.over:
            return
        if table.snapshot.question is not None:
            table.tap_token(luck.choice(table.snapshot.question.tokens).spot)
            continue
        if side.step in ("roll", "finish"):
            table.roll()
            continue
        spot = luck.choice([*table.view.sheet.space, *sorted(table.view.among) * 3])
        QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=point(table.view, spot))
        shown = [thing.geometry() for thing in (feedback.bubble, feedback.undo) if not thing.isHidden()]
        if not feedback.undo.isHidden():
            chip = feedback.undo.geometry().translated(-table.view.mapTo(table, QPoint(0, 0)))
            assert len(np.unique(pixels(table.view.grab(chip & table.view.rect()).toImage()))) <= 1
        if table.snapshot.question is not None:
            continue
        for over in shown:
            assert table.rect().contains(over)
            assert not [each for each in table.view.among if place(table, each).intersects(over)]
            assert not over.intersects(QRect(table.tray.mapTo(table, QPoint(0, 0)), table.tray.size()))


@sampled("game,percent", [(game, percent) for percent in ("100", "125", "150") for game in GAMES], 9)
def test_nothing_covers_what_can_be_written_in(seat: Any, store: Settings, game: str, percent: str) -> None:
    """Sentences keep off what can be written in, and Undo off whatever is drawn."""
    store.prefer(text=percent)
    wrong_and_right_taps(seat("Ann", game=game), random.Random(2), 24)


def gap(one: QRect, other: QRect) -> int:
    across = max(one.left() - other.right(), other.left() - one.right())
    return max(0, across, one.top() - other.bottom(), other.top() - one.bottom())


def test_a_question_lies_beside_its_place_and_points_to_it(seat: Any) -> None:
    """Wherever two numbers could go the chooser is within 60 pixels, a tail leads to the place, which has a question
    mark; it covers neither the place nor the tray."""
    table = seat("Ann", game="on_tour", code="TEST-2346")
    for _ in range(3):
        table.roll()
    chooser, tail = table.feedback.chooser, table.feedback.tails[table.feedback.chooser]
    asked = sorted(table.view.among)
    assert len(asked) > 30
    made = set()
    for spot in asked[::3]:
        table.tap(spot)
        made |= set(chooser.buttons.values())
        shown, own = chooser.geometry(), place(table, spot)
        assert gap(shown, own) <= 60 and not shown.intersects(own), spot
        assert not shown.intersects(QRect(table.tray.mapTo(table, QPoint(0, 0)), table.tray.size()))
        assert tail.isVisible() and own.adjusted(-2, -2, 2, 2).contains(tail.tip.toPoint())
        assert tail.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        assert "asked" in {mark.key for mark in table.snapshot.display.marks}
        table.answer("Not yet. " * 9)
        bubble = table.feedback.bubble
        assert bubble.isVisible() and not bubble.geometry().intersects(chooser.geometry()), spot
    table.tap_token(table.snapshot.question.tokens[0].spot)
    assert chooser.isHidden() and not tail.isVisible()
    assert len(made) == 2, "no question has dice of its own"


def test_a_question_follows_its_place_when_the_window_changes(seat: Any, window: Any) -> None:
    table = seat("Ann", game="on_tour", code="TEST-2346")
    for _ in range(3):
        table.roll()
    chooser, tail = table.feedback.chooser, table.feedback.tails[table.feedback.chooser]
    spot = max(table.view.among, key=lambda each: place(table, each).right())
    table.tap(spot)
    before = place(table, spot)
    for size in ((1700, 1000), (800, 1200), (1280, 800)):
        window.resize(*size)
        settle(8)
        own = place(table, spot)
        assert gap(chooser.geometry(), own) <= 60 and not chooser.geometry().intersects(own), size
        assert own.adjusted(-2, -2, 2, 2).contains(tail.tip.toPoint()), size
    assert own == before
    table.view.zoom(3.0, table.view.rect().topLeft().toPointF())
    settle(4)
    assert table.snapshot.question is not None and chooser.isHidden() and not tail.isVisible(), "its place is out of sight"
    table.view.fit()
    settle(4)
    assert gap(chooser.geometry(), own) <= 60 and own.adjusted(-2, -2, 2, 2).contains(tail.tip.toPoint())


def test_a_refusal_points_to_what_was_tapped(seat: Any) -> None:
    table = seat("Ann", game="on_tour", code="TEST-2346")
    for _ in range(3):
        table.roll()
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=point(table.view, "IA"))
    bubble = table.feedback.bubble
    tail = table.feedback.tails[bubble]
    assert bubble.sentence and tail.isVisible()
    assert place(table, "IA").adjusted(-2, -2, 2, 2).contains(tail.tip.toPoint())
    table.answer("Not yet.")
    assert bubble.sentence == "Not yet." and not tail.isVisible(), "what is said of no place points nowhere"


def refusals(table: TablePage, luck: random.Random, taps: int) -> Iterator[str]:
    """Taps anything on the sheet; the places where a tap was refused, each with its sentence in sight."""
    for _ in range(taps):
        settle()
        if table.session.over:
            return
        if table.snapshot.question is not None:
            table.tap_token(luck.choice(table.snapshot.question.tokens).spot)
        elif table.session.step in ("roll", "finish"):
            table.roll()
        else:
            spot = luck.choice([*table.view.sheet.space, *sorted(table.view.among)])
            at = point(table.view, spot)
            if table.view.rect().contains(at):  # else it is out of sight with large texts
                QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=at)
                if table.snapshot.notice is not None and table.snapshot.notice.key:
                    yield spot


def in_sight(table: TablePage) -> list[QRect]:
    """The places that can be written in and are seen."""
    seen = QRect(table.view.mapTo(table, QPoint(0, 0)), table.view.size())
    return [own for own in (place(table, each) for each in table.view.among) if seen.intersects(own)]


STANDS = [(game, size, text) for game in GAMES for size in ((1280, 800), (1366, 768), (800, 1280), (1920, 1080))
          for text in (1.0, 1.5, 2.0) if text == 1.0 or size == (1280, 800)]


@sampled("stand", STANDS, 18)
def test_a_refusal_stands_beside_its_place_and_covers_nothing(seat: Any, window: Any, stand: Any) -> None:
    """With a tail, within 60 pixels of it, or over it if there is room nowhere else; farther only where legal places are so
    close that it has no room between them."""
    game, size, text = stand
    theme.set_larger(text)
    table = seat("Ann", game=game)
    window.resize(*size)
    settle(20)
    bubble, tail = table.feedback.bubble, table.feedback.tails[table.feedback.bubble]
    gaps = []
    for spot in refusals(table, random.Random(3), 40):
        shown, own, legal = bubble.geometry(), place(table, spot), in_sight(table)
        assert table.rect().contains(shown) and not any(shown.intersects(each) for each in legal), spot
        assert not shown.intersects(QRect(table.tray.mapTo(table, QPoint(0, 0)), table.tray.size())), spot
        over = shown.intersects(own) and not has_room(table, own, [own, *legal])
        assert over or (tail.isVisible() and own.adjusted(-2, -2, 2, 2).contains(tail.tip.toPoint())), spot
        gaps.append(gap(shown, own))
        assert gaps[-1] <= 60 or not has_room(table, own, legal), f"{spot}: {gaps[-1]}"
    assert gaps and max(gaps) < 150 and sum(each > 60 for each in gaps) * 5 <= len(gaps)


def has_room(table: TablePage, own: QRect, keep: list[QRect]) -> bool:
    """Whether the sentence in sight, in its narrowest shape, has room within 60 pixels of a place with a line around it."""
    bubble = table.feedback.bubble
    size = bubble.take(bubble.shapes(table.width())[-1])
    near = own.adjusted(-60 - size.width(), -60 - size.height(), 60, 60)
    keep = [each.adjusted(-12, -12, 12, 12) for each in keep]
    spots = (QPoint(x, y) for x in range(near.left(), near.right(), 8) for y in range(near.top(), near.bottom(), 8))
    boxes = (QRect(at, size) for at in spots)
    return any(table.view.geometry().contains(box) and not any(box.intersects(each) for each in keep) for box in boxes)


def test_a_refusal_follows_its_place_when_the_window_changes(seat: Any, window: Any) -> None:
    table = seat("Ann", game="hexroller")
    table.roll()
    settle()
    full = next(space for space in table.view.sheet.space if space not in table.view.among)
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=point(table.view, full))
    bubble, tail = table.feedback.bubble, table.feedback.tails[table.feedback.bubble]
    said = bubble.sentence
    for size in ((1700, 1000), (800, 1200), (1280, 800)):
        window.resize(*size)
        settle(8)
        own = place(table, full)
        assert bubble.sentence == said and gap(bubble.geometry(), own) <= 60, size
        assert not bubble.geometry().intersects(own), size
        assert own.adjusted(-2, -2, 2, 2).contains(tail.tip.toPoint()), size


def test_the_rule_of_a_refusal_has_a_button_where_there_is_room(seat: Any) -> None:
    table = seat("Ann")
    bubble = table.feedback.bubble
    bubble.show_sentence("Wyoming is green; your dice are Blue 3 and Yellow 2.", "RA-7:neither")
    sizes = []
    for shape in bubble.shapes(800):
        sizes.append((bubble.take(shape).width(), not bubble.rule.isHidden()))
        assert bubble.label.sizeHint().height() <= bubble.label.height() or bubble.label.wordWrap()
    assert sizes[0][1] and not sizes[-1][1] and min(sizes)[0] < 110 < max(sizes)[0]
    refused = bubble.label.palette().windowText().color()
    bubble.show_sentence("Not yet.", asked=True)
    bubble.take(bubble.shapes(800)[0])
    assert bubble.rule.isHidden()
    assert bubble.label.palette().windowText().color() != refused  # an answer is not told off


def test_a_tap_that_puts_the_sentence_away_still_counts(seat: Any) -> None:
    table = seat("Ann")
    table.roll()
    table.tap_token("die/red")
    settle()
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=point(table.view, "TX"))
    bubble, spot = table.feedback.bubble, min(table.view.among)
    assert bubble.sentence
    bubble.move(place(table, spot).center() - QPoint(8, 8))
    count = len(table.session.events)
    QTest.mouseClick(bubble, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    settle()
    assert not bubble.sentence and len(table.session.events) == count + 1
    assert table.session.state.part("p1").marks.count("1") == 1


@sampled("game", [*GAMES], 4)
def test_everything_beside_the_sheet_says_why_not(seat: Any, game: str) -> None:
    """Whatever is dimmed, in whatever state of a turn: a tap on it is answered."""
    table = seat("Ann", game=game)
    luck = random.Random(4)
    seen: set[str] = set()
    for _ in range(14):
        settle()
        for spot, button in list(table.tray.buttons.items()):
            if button.token.state in ("off", "used") and spot not in seen:
                before = table.session.events
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                assert table.feedback.bubble.sentence and table.session.events == before, spot
                seen.add(spot)
        if not table.snapshot.tray.can_roll:
            QTest.mouseClick(table.tray.roll, Qt.MouseButton.LeftButton)
            assert table.feedback.bubble.sentence.startswith("Not yet.")
        wrong_and_right_taps(table, luck, 1)
    assert seen


@sampled("game", [*GAMES], 4)
def test_the_tray_stays_where_it_is(seat: Any, game: str) -> None:
    """In every state of a game everything beside the sheet stays where it is, as large as it is, and nothing scrolls."""
    table = seat("Ann", "Bo*", game=game)
    settle()

    def places() -> list[QRect]:
        things = [*table.tray.buttons.values(), table.tray.roll, table.tabs]
        return [QRect(thing.mapTo(table, QPoint(0, 0)), thing.size()) for thing in things]

    first, luck = places(), random.Random(6)
    tray = QRect(table.tray.mapTo(table, QPoint(0, 0)), table.tray.size())
    assert all(tray.contains(each) for each in first[:-1]) and table.rect().contains(tray)
    for _ in range(30):
        wrong_and_right_taps(table, luck, 1)
        settle()
        if table.session.over:
            break
        assert places() == first

"""The sheet on the screen: mouse, fingers and keys become taps; sliding off cancels; two fingers zoom and never write."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from rollwrite_desktop.draw.display import Display, Shape, Text
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.draw.strokes import with_wide_rims
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.play.drawing import ROOM
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.touch import accept, stamp
from rollwrite_desktop.ui.canvas.canvas import Canvas, Pictures
from rollwrite_desktop.ui.canvas.pressed_sheet import TOUCH_SLOP
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.canvas.spot_words import Described
from rollwrite_desktop.ui.kit import accessible
from tests.ui.conftest import GAME, PATIENCE, Device, point, settle


@pytest.fixture
def view(qtbot: Any, store: Any) -> SheetView:
    game = GAMES[GAME]
    sheet = sheet_of(game, "", GAME)
    made = SheetView(sheet)
    qtbot.addWidget(made)
    made.resize(960, 720)
    made.show_display(game.play.guide(game.play.rules(sheet, {})).blank())
    made.show()
    settle()
    made.taps = []
    made.spot_tapped.connect(made.taps.append)
    return made


def test_a_picture_that_begins_with_one_kept_is_that_of_a_sheet_painted_anew(view: SheetView) -> None:
    blank = view.canvas.display
    assert blank is not None
    first = next(index for index, mark in enumerate(blank.marks) if isinstance(mark, Shape) and mark.fill)
    ringed = replace(blank, marks=(
        *blank.marks[:first], replace(blank.marks[first], fill="legal.fill"), *blank.marks[first + 1 :],
        *rings(view.sheet, ("TX", "ME")),
    ))

    def picture(display: Display) -> QImage:
        canvas, image = Canvas(), QImage(view.size(), QImage.Format.Format_RGB32)
        canvas.resize(view.size(), 1.0)
        canvas.show(display)
        painter = QPainter(image)
        canvas.paint(painter, view.rect())
        painter.end()
        return image

    kept = theme.shared(Pictures)
    kept.forget()
    anew = picture(ringed)
    kept.forget()
    clean = picture(blank)
    assert picture(ringed) == anew != clean
    assert picture(blank) == clean
    other = replace(blank, marks=blank.marks[:len(blank.marks) // 3])
    picture(other)
    shape = kept._kept[-1].shape
    assert [each.display for each in kept._kept if each.shape == shape] == [blank, other], "one of each sheet"
    assert kept.like(shape, ringed) == (clean, blank)


@pytest.fixture(scope="module")
def finger(qapp: Any) -> Any:
    return QTest.createTouchDevice()


def test_every_spot_is_where_it_is_drawn(view: SheetView) -> None:
    for spot in (*view.sheet.space, *view.sheet.box):
        assert view.spot_at(view.center_of(spot)) == spot


def test_every_space_is_a_target_of_44_pixels(view: SheetView) -> None:
    view.resize(896, 676)
    settle()
    for space in view.sheet.spaces:
        place = view.place_of(space.id)
        assert min(place.width(), place.height()) >= 44, space.id


def test_sliding_off_cancels(view: SheetView) -> None:
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=point(view, "TX"))
    QTest.mouseMove(view, point(view, "ME"))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=point(view, "ME"))
    assert view.taps == []


def test_unsteady_fingers_are_helped_only_to_what_is_legal(view: SheetView) -> None:
    place = view.place_of("HI")
    beside = QPointF(place.right() + 6, place.center().y())
    assert view.spot_at(beside, 4.5) == ""
    view.among = frozenset({"HI"})
    assert view.spot_at(beside, 4.5) == "HI"


def test_a_long_press_tells_and_does_not_write(view: SheetView, qtbot: Any) -> None:
    view._holding.setInterval(0)
    with qtbot.waitSignal(view.spot_held, timeout=PATIENCE) as held:
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=point(view, "OH"))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=point(view, "OH"))
    assert held.args == ["OH"]
    assert view.taps == []


def test_the_wheel_zooms_about_the_pointer_and_fit_brings_all_back(view: SheetView) -> None:
    place = view.center_of("OH")
    before = view.canvas.points(place)
    turn = QWheelEvent(place, place, QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
                       Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(view, turn)
    assert view.canvas.zoom > 1.2
    assert view.canvas.points(place) == pytest.approx(before, abs=1.0)
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.canvas.zoom == 1.0


def test_a_finger_taps(view: SheetView, finger: Any) -> None:
    QTest.touchEvent(view, finger).press(0, point(view, "NE"), view).commit()
    QTest.touchEvent(view, finger).release(0, point(view, "NE"), view).commit()
    assert view.taps == ["NE"]


def test_two_fingers_zoom_and_pan_and_write_nothing(view: SheetView, finger: Any) -> None:
    a, b = point(view, "CO"), point(view, "TN")
    QTest.touchEvent(view, finger).press(0, a, view).commit()
    QTest.touchEvent(view, finger).stationary(0).press(1, b, view).commit()
    QTest.touchEvent(view, finger).move(0, a - QPoint(60, 0), view).move(1, b + QPoint(60, 0), view).commit()
    assert view.canvas.zoom > 1.1
    QTest.touchEvent(view, finger).release(0, a - QPoint(60, 0), view).stationary(1).commit()
    QTest.touchEvent(view, finger).release(1, b + QPoint(60, 0), view).commit()
    assert view.taps == []
    QTest.touchEvent(view, finger).press(0, point(view, "KS"), view).commit()
    QTest.touchEvent(view, finger).release(0, point(view, "KS"), view).commit()
    assert view.taps == ["KS"]


def test_one_finger_pans_when_close(view: SheetView, finger: Any) -> None:
    view.zoom(3.0)
    start = view.center_of("KS")
    QTest.touchEvent(view, finger).press(0, start.toPoint(), view).commit()
    QTest.touchEvent(view, finger).move(0, start.toPoint() + QPoint(50, 10), view).commit()
    QTest.touchEvent(view, finger).release(0, start.toPoint() + QPoint(50, 10), view).commit()
    assert view.taps == []
    assert view.center_of("KS").x() - start.x() == pytest.approx(50, abs=1.5)


def test_letters_and_arrows_move_the_cursor(view: SheetView) -> None:
    QTest.keyClicks(view, "nv")
    assert view.cursor_spot == "NV"
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.cursor_spot == "CA"
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert view.taps == ["CA"]


def test_a_sheet_yields_enter_unless_it_has_to_wait_and_leaves_digits(
    view: SheetView, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = list[str]()
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    view.yields, view.leaves = True, frozenset("0")
    QTest.keyClicks(view, "nv\r0")
    assert not view.taps and "The whole sheet is shown." not in heard
    view.waits_for = "Looking for a good move …"
    QTest.keyClicks(view, "\r")
    assert not view.taps and heard[-1] == "Looking for a good move …"
    view.yields, view.waits_for, view.leaves = False, "", frozenset()
    QTest.keyClicks(view, "0\r")
    assert view.taps == ["NV"] and "The whole sheet is shown." in heard


def test_arrows_reach_every_space(view: SheetView) -> None:
    arrows = ((-1, 0), (1, 0), (0, -1), (0, 1))
    reached, edge = {"KS"}, ["KS"]
    while edge:
        here = edge.pop()
        for arrow in arrows:
            there = view.keys.beside(here, arrow)
            if there not in reached:
                reached.add(there)
                edge.append(there)
    assert reached == set(view.sheet.space)


def test_a_spot_is_told_to_screen_readers(view: SheetView) -> None:
    view.words = Described(lambda spot: f"about {spot}")
    QTest.keyClicks(view, "tx")
    assert (view.cursor_spot, view.spot_label("TX")) == ("TX", "about TX")
    assert not view.accessibleDescription(), "a screen reader would tell it twice"


def test_with_large_texts_a_sheet_begins_near_and_what_is_legal_comes_into_sight(view: SheetView, monkeypatch: Any) -> None:
    monkeypatch.setattr(theme, "text_scale", lambda: 3.0)
    assert view.canvas.zoom == 1.0
    view.near = True
    view.resize(480, 400)
    settle()
    near = view.canvas.zoom
    assert near > 2.0
    for spot in ("FL", "WA", "FL"):
        assert spot == "WA" or not view.rect().contains(view.center_of(spot).toPoint())
        view.among = frozenset({spot})
        view.show_display(view.canvas.display)
        assert view.rect().contains(view.center_of(spot).toPoint()), spot
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.canvas.zoom == 1.0
    view.among = frozenset({"WA"})
    view.show_display(view.canvas.display)
    assert view.canvas.zoom == 1.0, "the whole sheet stays until it is asked for otherwise"
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.canvas.zoom == near and view.rect().contains(view.center_of("WA").toPoint())


def _other_side(view: SheetView) -> None:
    """After a tap the sheet's other side is legal, which is far out of sight."""

    def after(spot: str) -> None:
        view.among = frozenset({"ME"} if spot == "WA" else {"WA"})
        view.show_display(view.canvas.display)

    view.near = True
    view.resize(480, 400)
    view.among = frozenset({"WA"})
    view.show_display(view.canvas.display)
    view.spot_tapped.connect(after)


def _seen(view: SheetView, spot: str) -> bool:
    return view.rect().contains(point(view, spot))


def test_a_magnified_sheet_stays_where_it_is_tapped_until_what_was_written_is_seen(
    view: SheetView, monkeypatch: Any
) -> None:
    monkeypatch.setattr(theme, "text_scale", lambda: 3.0)
    _other_side(view)
    moved: list[bool] = []
    view.came_near.connect(lambda: moved.append(True))
    place = point(view, "WA")
    for _ in range(2):  # a hand that trembles
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
        assert point(view, "WA") == place and not _seen(view, "ME")
    assert view.taps == ["WA", "WA"] and not moved, "it never writes elsewhere"
    view.resize(480, 420)
    assert _seen(view, "WA") and not moved, "nor where a prompt took another line"
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=place)
    view._still.timeout.emit()
    assert _seen(view, "WA"), "not under a button that is down"
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=place)
    view._still.timeout.emit()
    assert _seen(view, "ME") and not _seen(view, "WA") and moved
    taps = len(view.taps)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point(view, "ME"))
    assert len(view.taps) == taps, "it was meant for what lay there before"
    view._moved.stop()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point(view, "ME"))
    assert view.taps[taps:] == ["ME"]


def test_a_key_brings_what_is_legal_into_sight_at_once_and_so_does_a_die(view: SheetView, monkeypatch: Any) -> None:
    monkeypatch.setattr(theme, "text_scale", lambda: 3.0)
    _other_side(view)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point(view, "WA"))
    assert not _seen(view, "ME")
    QTest.keyClick(view, Qt.Key.Key_Shift)
    assert _seen(view, "ME")
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point(view, "ME"))
    assert not _seen(view, "WA")
    view.among = frozenset({"CA"})  # as of a die that was tapped beside the sheet
    view.show_display(view.canvas.display)
    assert _seen(view, "CA")


def test_a_sheet_that_is_dragged_or_scrolled_after_a_tap_stays_there(view: SheetView, monkeypatch: Any) -> None:
    monkeypatch.setattr(theme, "text_scale", lambda: 3.0)
    _other_side(view)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point(view, "WA"))
    start = point(view, "WA")
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, start - QPoint(60, 0))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start - QPoint(60, 0))
    assert not view._still.isActive() and not _seen(view, "ME")


@pytest.mark.parametrize(("scale", "slip"), [(2.0, 22), (3.0, 34)])
def test_a_press_on_a_magnified_place_may_slip_as_far_as_that_has_room(
    view: SheetView, monkeypatch: Any, scale: float, slip: int
) -> None:
    monkeypatch.setattr(theme, "text_scale", lambda: scale)
    view.near = True
    view.resize(480, 400)
    view.among = frozenset({"NV"})
    view.show_display(view.canvas.display)
    start = point(view, "NV")
    for far, taps in ((slip, ["NV"]), (60, ["NV"])):
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
        for part in (3, 2, 1):
            QTest.mouseMove(view, start - QPoint(far // part, 0))
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start - QPoint(far, 0))
        assert view.taps == taps
        assert (point(view, "NV") != start) == (far > slip)


def test_with_large_texts_a_sheet_that_is_replayed_follows_what_changes_and_its_codes_are_large(
    view: SheetView, monkeypatch: Any
) -> None:
    blank = view.canvas.display
    assert blank is not None
    small = Text("space/a1/code", 300.0, 300.0, "a1", "text", 5.5, "faint", "middle")
    monkeypatch.setattr(theme, "text_scale", lambda: 3.0)
    view.near = view.follows = True
    view.resize(480, 400)
    for spot in ("FL", "WA", "ME"):
        assert not view.rect().contains(view.center_of(spot).toPoint()) or spot == "WA"
        x, y = view.sheet.space[spot].writing.center
        marks = (*blank.marks, Text(f"mark/{spot}", x, y, "3", "hand", 20.0, "pencil", "middle"), small)
        view.show_display(replace(blank, marks=marks))
        assert view.rect().contains(view.center_of(spot).toPoint()), spot
    code = next(each for each in view.canvas.display.marks if each.key == small.key and each.size != small.size)
    assert code.size * view.canvas.scale > 1.5 * small.size * view.canvas.scale


def test_high_contrast_leaves_the_patterns_of_hexes_room_and_the_digits_theirs(view: SheetView) -> None:
    game = GAMES["hexroller"]
    blank = game.play.guide(game.play.rules(sheet_of(game, "", "hexroller"), {})).blank()
    squares = [mark for mark in blank.marks if isinstance(mark, Shape) and mark.key.endswith("/square")]
    wide = {mark.key: mark for mark in with_wide_rims(blank).marks}
    assert squares
    for mark in squares:
        whole, inner = bounds(replace(mark, stroke="")), bounds(replace(wide[mark.key], stroke=""))
        assert inner[2] - inner[0] < 0.85 * (whole[2] - whole[0]) and inner[3] - inner[1] > ROOM
    assert [mark for mark in blank.marks if mark not in squares] == [
        mark for mark in with_wide_rims(blank).marks if not mark.key.endswith("/square")
    ]
    theme.choose_contrast("high")
    view.show_display(blank)
    assert view.canvas.display == with_wide_rims(blank)
    theme.choose_contrast("normal")
    view.show_display(blank)
    assert view.canvas.display == blank


def test_time_is_that_of_the_device() -> None:
    place = QPointF(1, 1)
    left = Qt.MouseButton.LeftButton
    event = QMouseEvent(QEvent.Type.MouseButtonPress, place, place, left, left, Qt.KeyboardModifier.NoModifier)
    event.setTimestamp(1234)
    assert stamp(event) == 1234


@pytest.mark.parametrize(("within", "apart", "taps"), [
    (150, 60, 1), (150, 149, 1), (150, 150, 2), (500, 499, 1), (500, 500, 2), (1000, 999, 1), (1000, 1000, 2), (0, 1, 2),
])
def test_a_second_tap_of_an_unsteady_hand_counts_once(
    view: SheetView, device: Device, within: int, apart: int, taps: int
) -> None:
    touch.taps().within = within
    button = QPushButton(view)
    clicks: list[int] = []
    button.clicked.connect(lambda: clicks.append(1))
    accept(button)
    button.show()
    for widget, place in ((view, view.center_of("TX")), (button, QPointF(5, 5))):
        device.tap(widget, place)
        device.now += apart
        device.tap(widget, place)
        device.now += 2000
    assert len(view.taps) == taps and len(clicks) == taps


def test_a_tap_elsewhere_counts_at_once_and_one_beside_the_first_does_not(view: SheetView, device: Device) -> None:
    touch.taps().within = 1000
    device.tap(view, view.center_of("TX"))
    device.tap(view, view.center_of("ME"))
    assert view.taps == ["TX", "ME"]
    late = QPushButton(view)
    late.setGeometry(QRect(point(view, "ME") - QPoint(20, 20), QSize(40, 40)))
    late.clicked.connect(lambda: view.taps.append("late"))
    accept(late)
    late.show()
    device.now += 300
    device.tap(late, QPointF(20, 20))
    assert view.taps == ["TX", "ME"], "what came up under the finger was not meant"
    device.now += 1000
    device.tap(late, QPointF(20, 20))
    assert view.taps == ["TX", "ME", "late"]


def test_who_taps_on_and_on_gets_through(view: SheetView, device: Device) -> None:
    for _ in range(9):
        device.tap(view, view.center_of("TX"))
        device.now += 60
    assert len(view.taps) == 5, "each second one: an ignored tap makes nobody wait longer"


@pytest.mark.parametrize("device", ["finger"], indirect=True)
def test_two_taps_beside_the_sheet_show_all_of_it(view: SheetView, device: Device) -> None:
    touch.taps().within = 1000
    view.zoom(2.0)
    empty = next(QPointF(x, y) for x in range(5, view.width(), 7) for y in range(5, view.height(), 7)
                 if not view.spot_at(QPointF(x, y), TOUCH_SLOP))
    device.tap(view, empty)
    device.tap(view, empty)
    assert view.canvas.zoom == 1.0

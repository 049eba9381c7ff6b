"""The route of a paper of On Tour: a branch by its number, two letters a stop, a tap or a drag; nothing else is written."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper, route_of
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.library.drafts import Draft
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.side_panel import ROLLS
from tests.ui.audit.test_audit_page import desk_of, keys, press, tap
from tests.ui.conftest import settle

MARKS = {"WA": "12", "OR": "15", "CA": "20", "NV": "X", "TX": "40"}


@pytest.fixture
def audit(qtbot: Any, store: Settings) -> AuditPage:
    page = desk_of(qtbot, store, OnTourPaper(game="on_tour", sheet="on_tour_usa", spaces=dict(MARKS)))
    page.entry.choose_first()
    return page


def route(audit: AuditPage) -> str:
    return " ".join(route_of(audit.paper))


def test_two_letters_are_a_stop_and_nothing_else_is_written(audit: AuditPage) -> None:
    keys(audit, ">waorca")
    assert route(audit) == "WA OR CA" and audit.paper.spaces == MARKS
    assert "3 stops so far" in audit.entry.hint.text() and not audit.entry.hint.isHidden()
    keys(audit, "7x*(")
    assert route(audit) == "WA OR CA" and audit.paper.spaces == MARKS and audit.entry.routing
    keys(audit, "wa")
    assert route(audit) == "WA OR CA" and "on the route already, as stop 1" in audit.entry.hint.text()
    press(audit, Qt.Key.Key_Backspace)
    assert route(audit) == "WA OR"
    keys(audit, "t")
    press(audit, Qt.Key.Key_Backspace)
    assert route(audit) == "WA OR"
    audit.undo()
    assert route(audit) == "WA OR CA"
    keys(audit, "tx")
    assert route(audit) == "WA OR CA TX"
    keys(audit, ">")
    keys(audit, "tx55")
    assert not audit.entry.routing and audit.paper.spaces["TX"] == "55" and route(audit) == "WA OR CA TX"


def test_a_route_is_judged_once_it_ends(audit: AuditPage) -> None:
    """While it grows the score that is written is not too high for it."""
    def added_wrongly() -> bool:
        return any("claimed" in card.finding.where for card in audit.findings.cards)

    keys(audit, ">waorca>")
    audit.put(msgspec.structs.replace(audit.paper, claimed=5))
    audit.finish()
    assert added_wrongly()
    for ending in (lambda: keys(audit, ">"), audit.findings.done.click):
        keys(audit, ">tx")
        assert not added_wrongly() and not audit.findings.done.isHidden()
        ending()
        assert not audit.entry.routing and added_wrongly()
        audit.undo()


def test_branches_that_fit_have_numbers(audit: AuditPage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A digit is the branch beside which it stands; blank areas count, X and lower numbers do not. Told after the stop."""
    told: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda text, **_: told.append(text))

    def numbers() -> dict[str, str]:
        marks = audit.entry.view._given.marks
        return {each.key.partition("/")[2]: each.text for each in marks
                if isinstance(each, Text) and each.key.startswith("branch/")}

    assert not numbers()
    keys(audit, ">")
    assert not numbers()
    keys(audit, "or")
    assert numbers() == {"ID": "1", "CA": "2"}
    assert told[-1] == "It goes on to 1: Idaho blank, 2: California 20."
    keys(audit, "9")
    assert route(audit) == "OR" and audit.entry.hint.text() == f"No branch has the number 9. {told[-2]}"
    keys(audit, "c")
    assert not numbers(), "a letter waits"
    press(audit, Qt.Key.Key_Backspace)
    keys(audit, numbers()["CA"])
    assert route(audit) == "OR CA" and audit.paper.spaces == MARKS
    keys(audit, ">")
    assert not numbers()


def test_a_longer_code_that_begins_alike_is_found_and_left_again(audit: AuditPage) -> None:
    keys(audit, ">ne")
    assert route(audit) == "NE"
    keys(audit, "w")
    assert route(audit) in ("NE", "NEW")
    keys(audit, "y")
    assert route(audit) == "NE WY"
    press(audit, Qt.Key.Key_Backspace)
    press(audit, Qt.Key.Key_Backspace)
    keys(audit, "nynew")
    assert route(audit) == "NY NEW"


def test_enter_goes_to_the_boxes_and_escape_stays(audit: AuditPage) -> None:
    keys(audit, ">waor")
    press(audit, Qt.Key.Key_Return)
    assert not audit.entry.routing and audit.sheet.box[audit.entry.spot].group == "areas"
    keys(audit, ">ca")
    press(audit, Qt.Key.Key_Escape)
    assert not audit.entry.routing and audit.entry.spot == "CA" and route(audit) == "WA OR CA"


def test_taps_and_a_drag_are_stops(audit: AuditPage) -> None:
    audit.entry.keypad.buttons[">"].click()
    assert audit.entry.routing and audit.entry.keypad.buttons[">"].isChecked()
    tap(audit, "WA")
    tap(audit, "OR")
    tap(audit, "OR")
    assert route(audit) == "WA" and audit.paper.spaces == MARKS
    view = audit.entry.view
    places = [view.center_of(spot).toPoint() for spot in ("WA", "OR", "CA")]
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(view, place)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=places[-1])
    assert route(audit) == "WA OR CA"
    tap(audit, "areas")
    assert not audit.entry.routing and audit.entry.spot == "areas"


def test_another_tab_ends_it(audit: AuditPage) -> None:
    keys(audit, ">wa")
    audit.turn_to(ROLLS)
    settle()
    assert not audit.entry.routing and route(audit) == "WA"


def test_each_stop_is_told(audit: AuditPage, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda text, **_: told.append(text))
    keys(audit, ">")
    assert told == ["Route: tap its first space, or type its code. Enter or > ends the route."]
    told.clear()
    keys(audit, "wa")
    assert any("Washington" in text and "12" in text and "stop 1 of the route" in text for text in told)
    assert audit.entry.keypad.place.text() == "Washington (North, West): 12", "over the keys, where the line is seen"
    told.clear()
    press(audit, Qt.Key.Key_Backspace)
    assert any(text.startswith("Off the route: Washington") for text in told)


def test_games_without_a_route_have_no_key_for_one(qtbot: Any, store: Settings) -> None:
    page = desk_of(qtbot, store)
    page.entry.choose_first()
    keys(page, ">")
    assert not page.entry.routing and ">" not in page.entry.keypad.buttons


def test_the_order_that_is_drawn_is_the_order_in_which_typing_goes_on(qtbot: Any, store: Settings) -> None:
    page = desk_of(qtbot, store)
    for first in ("WA", "IN", "FL"):
        page.entry.choose(first)
        page.entry.take_focus()
        for _ in range(12):
            order = page.entry.ahead
            numbers = {mark.key: mark.text for mark in page.entry.view._given.marks if isinstance(mark, Text)}
            assert [numbers[f"order/{spot}/n"] for spot in order[1:]] == [str(n + 1) for n in range(len(order) - 1)]
            keys(page, "3")
            assert page.entry.spot == order[1]
    page.turn_to(ROLLS)
    settle()
    assert not any(mark.key.startswith("order/") for mark in page.entry.view._given.marks)


def test_half_a_number_is_there_again_after_the_window_was_closed(qtbot: Any, store: Settings) -> None:
    page = desk_of(qtbot, store, OnTourPaper(game="on_tour", sheet="on_tour_usa"))
    page.entry.choose("WA")
    keys(page, "3")
    tap(page, "TX")
    keys(page, "(4")
    assert dict(page.halves) == {"WA": "3", "TX": "(4)"} and page.paper.spaces == {}
    path = page.draft.path
    page.close()
    kept = Draft(path)
    content = kept.read()
    assert content is not None
    again = AuditPage(content.paper, None, store, kept)
    qtbot.addWidget(again)
    again.show()
    assert again.halves == {"WA": "3", "TX": "(4)"} and again.entry.shown.spaces["WA"] == "3?"
    again.entry.choose("WA")
    keys(again, "37")
    assert again.paper.spaces == {"WA": "37"} and again.halves == {"TX": "(4)"}
    spoilt = path.read_text("utf-8").replace('"TX": "(4)"', '"ZZ": "4", "OR": "x", "CA": "55"')
    assert '"ZZ"' in spoilt
    again.close()
    path.write_text(spoilt, "utf-8")
    content = Draft(path).read()
    assert content is not None
    last = AuditPage(content.paper, None, store, Draft(path))
    qtbot.addWidget(last)
    assert last.halves == {} and last.paper.spaces == {"WA": "37"}

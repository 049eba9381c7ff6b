"""The checks of the games that new ones are made from, on every sheet of four areas and against every way of play."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, permutations, product
from types import ModuleType

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import NotAPaper, Paper, Report
from rollwrite_desktop.games import _blank, _dice
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Sheet

Marks = tuple[str, ...]


def quarter(sheet_id: str) -> Sheet:
    """The sheet with four of its areas: A, B, D and E, of which A and E do not border."""
    whole = find(sheet_id)
    links = tuple(link for link in whole.links if set(link) <= set("ABDE"))
    assert links == (("A", "B"), ("A", "D"), ("B", "D"), ("B", "E"), ("D", "E"))
    return replace(whole, spaces=tuple(space for space in whole.spaces if space.id in "ABDE"), links=links)


def paper(sheet: Sheet, marks: Marks, claimed: int | None = None, rolls: list[str] | None = None) -> Paper:
    spaces = {space: mark for space, mark in zip(sheet.space, marks, strict=True) if mark}
    return Paper(game=sheet.id, spaces=spaces, claimed=claimed, rolls=rolls)


def accused(report: Report) -> Counter[tuple[str, frozenset[str]]]:
    return Counter((finding.key, frozenset(finding.where)) for finding in report.findings)


def equal_pairs(sheet: Sheet, marks: Marks) -> list[frozenset[str]]:
    held = dict(zip(sheet.space, marks, strict=True))
    return [frozenset({a, b}) for a, b in sheet.links if held[a] == held[b] not in ("", "X")]


def test_a_blank_sheet_is_wrong_exactly_where_its_claim_is() -> None:
    """Every number fits everywhere, so play leaves every sheet; BL-5 is about the claim alone."""
    sheet = quarter("_blank")
    auditor = _blank.GAME.check.auditor(sheet, {})
    for marks in product(("", "1", "2", "6"), repeat=4):
        points = len(equal_pairs(sheet, marks))
        for claimed in (None, *range(7)):
            wrong = claimed is not None and claimed != points
            report = auditor.audit(paper(sheet, marks, claimed))
            assert accused(report) == Counter([("BL-5", frozenset({"claimed"}))] * wrong)
            assert (report.verdict == "broken") == wrong and not report.mistakes


@pytest.mark.parametrize("game", [_blank, _dice])
def test_boxes_are_refused_where_a_game_has_none(game: ModuleType) -> None:
    auditor = game.GAME.check.auditor(find(game.GAME.info.id), {})
    with pytest.raises(NotAPaper, match="boxes: 'guard' is unknown"):
        auditor.audit(Paper(game=game.GAME.info.id, boxes={"guard": 1}))


def test_two_dice_accuse_equal_neighbors_and_wrong_sums_and_nothing_that_play_leaves() -> None:
    """TD-5: each such pair once, at both spaces; TD-7: the claim. Without an X that is all that play cannot leave."""
    sheet = quarter("_dice")
    auditor = _dice.GAME.check.auditor(sheet, {})
    reached, waiting = {("",) * 4}, [("",) * 4]
    while waiting:
        marks = waiting.pop()
        blank = [i for i, mark in enumerate(marks) if not mark]
        for roll in combinations_with_replacement("123456", 2):
            made = [(*marks[:i], n, *marks[i + 1 :]) for i in blank for n in roll]
            fit = [after for after in made if not equal_pairs(sheet, after)]
            for after in fit or [(*marks[:i], "X", *marks[i + 1 :]) for i in blank]:
                if set(after) <= {"", "X", "1", "2", "6"} and after not in reached:
                    reached.add(after)
                    waiting.append(after)
    for marks in product(("", "X", "1", "2", "6"), repeat=4):
        pairs = equal_pairs(sheet, marks)
        points = sum(int(mark) for mark in marks if mark.isdigit())
        for claimed in (None, points, points + 1):
            report = auditor.audit(paper(sheet, marks, claimed))
            wrong = claimed is not None and claimed != points
            expected = Counter([("TD-5", pair) for pair in pairs] + [("TD-7", frozenset({"claimed"}))] * wrong)
            assert accused(report) == expected and report.mistakes == len(pairs)
        assert (marks in reached) <= (not pairs)
        assert "X" in marks or (marks in reached) == (not pairs)


def test_with_the_rolls_two_dice_accuse_as_few_numbers_as_were_not_rolled() -> None:
    """TD-4: against every order in which the rolls may have been written; nothing where more is written than was rolled."""
    sheet = quarter("_dice")
    auditor = _dice.GAME.check.auditor(sheet, {})
    for rolls in (["1 2", "2 6", "1 1", "2 6"], ["6 6", "6 1", "1 6", "6 6"], ["1 2", "1 2", "1 2", "2 2"], ["1 6", "2 2"]):
        for marks in product(("", "X", "1", "2", "6"), repeat=4):
            written = [mark for mark in marks if mark]
            report = auditor.audit(paper(sheet, marks, rolls=rolls))
            found = [finding for finding in report.findings if finding.key == "TD-4:rolls"]
            if len(written) > len(rolls):
                assert not found and "TD-4" in {each.rule for each in report.unchecked}
                continue
            orders = permutations(rolls, len(written))
            least = min(sum(n != "X" and n not in roll for n, roll in zip(written, order, strict=True)) for order in orders)
            assert len(found) == least and all(finding.broken and finding.cost == 1 for finding in found)
            assert "TD-4" not in {each.rule for each in report.unchecked}


@pytest.mark.parametrize("roll", ["", "4", "4 7", "4 5 6", "blue 4, red 5", "4 5 | TX South", "4  5"])
def test_what_is_no_roll_of_two_dice_is_named(roll: str) -> None:
    auditor = _dice.GAME.check.auditor(find("_dice"), {})
    with pytest.raises(NotAPaper) as raised:
        auditor.audit(Paper(game="_dice", rolls=["1 2", roll]))
    assert str(raised.value).startswith(f"rolls: entry 2 is '{roll}'; expected dice such as '")

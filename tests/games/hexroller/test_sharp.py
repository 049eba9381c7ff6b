"""The check of HexRoller held to a second reading, both ways: what it promises of a sheet alone is written down condition by
condition, and no condition may be weaker or stronger in the check; none may forbid what play can leave.

With rolls the accused places are those of every way of play, tried one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, permutations

import pytest

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.games.hexroller.check.audit import HexRollerAuditor
from rollwrite_desktop.sheet.sheet import Sheet
from tests.games.hexroller.fewest import (
    BONUSES,
    Comb,
    Pen,
    Small,
    Stroke,
    _strokes,
    honeycomb,
    spoilt,
    wild,
    written_on,
)
from tests.sampling import amount, numbers

pytestmark = pytest.mark.slow
Columns = tuple[tuple[str, str], ...]
Left = tuple[tuple[int, ...], Columns, frozenset[str]]
"""What a play leaves: a number by hex, 0 for none; the columns of boxes, the bonuses crossed off."""
Accused = Counter[tuple[str, frozenset[str]]]
Places = tuple[str, ...]
"""Where mistakes were made: hexes, bonuses, the roll of a round whose column or end is wrong; one entry for each mistake."""


# ---------------------------------------------------------------------- what the sheet alone proves


def groups(comb: Comb, among: set[int]) -> Iterator[set[int]]:
    """The connected sets of some hexes."""
    left = set(among)
    while left:
        group, edge = set(), {min(left)}
        while edge:
            group |= edge
            edge = {other for one in edge for other in comb.near[one]} & left - group
        left -= group
        yield group


def promised(
    comb: Comb, dice: int, written: Mapping[int, int], columns: Columns | None, crossed: Mapping[str, bool]
) -> tuple[Accused, Accused, Accused]:
    """Every condition that the rules name, with its key: marks that cannot be written; what is wrong for sure; and counts
    that do not add up, which may follow from that. columns: None where the paper does not tell both rows; a blank is an
    empty box. crossed: bonuses that the paper speaks of."""

    def names(held: set[int] | list[int]) -> frozenset[str]:
        return frozenset(comb.names[i] for i in held)

    marks = {i: n for i, n in enumerate(comb.printed) if n} | dict(written)
    unread = {i for i, n in written.items() if n not in range(2, 9)}
    apart: Accused = Counter({("HR-1:digit", names({i})): 1 for i in unread})
    sure: Accused = Counter()
    blamed = set()
    # HR-5: every group of equal numbers holds a printed one; what nobody can read may be the link.
    for n in range(3, 9):
        held = {i for i, other in marks.items() if other == n}
        reached = {
            i for group in groups(comb, held | unread) if any(comb.printed[j] == n for j in group) for i in group
        }
        for group in groups(comb, held - reached):
            sure["HR-5:group", names(group)] += 1
            blamed.add(n)
    # HR-11: a 2 exactly where its bonus is crossed off, never more than one.
    twos = [i for i, n in sorted(written.items()) if n == 2]
    sure["HR-11:many", names(twos)] += max(0, len(twos) - 1)
    if twos and crossed.get("two") is False:
        sure["HR-11:box", frozenset({"box:two", comb.names[twos[0]]})] += 1
    if crossed.get("two") and not twos and not unread:
        sure["HR-11:none", frozenset({"box:two"})] += 1
    if columns is None:
        return apart, +sure, Counter()
    # HR-6, HR-8: columns of two different numbers, of 3 to 8, no box empty before filled ones.
    for k, (upper, lower) in enumerate(columns, 1):
        if upper == lower and upper.isdigit():
            sure["HR-6:column", frozenset({f"upper/{k}", f"lower/{k}"})] += 1
        for row, held_in in (("upper", upper), ("lower", lower)):
            if held_in in ("0", "1", "2", "9"):
                apart["HR-8:digit", frozenset({f"{row}/{k}"})] += 1
    filled = max((k for k, column in enumerate(columns, 1) if column != (" ", " ")), default=0)
    empty = {
        f"{row}/{k}" for k, column in enumerate(columns[:filled], 1)
        for row, held_in in zip(("upper", "lower"), column, strict=True) if held_in == " "
    }
    if empty:
        apart["HR-8:empty", frozenset(empty)] += 1
    if unread or any(held_in not in "-345678" for column in columns for held_in in column):
        return apart, +sure, Counter()
    # HR-7: per number at least as many as boxes, at most what dice and bonuses allow.
    counts: Accused = Counter()
    third, plus = crossed.get("third", True), crossed.get("plus_one", True)
    boxless, short = set(), False
    for n in range(3, 9):
        hexes = {i for i, other in written.items() if other == n}
        shown = [column for column in columns if str(n) in column]
        if hexes and not shown:
            boxless.add(n)
            if not third and n not in blamed:
                counts["HR-12:box", frozenset({"box:third"}) | names(hexes)] += 1
        if len(hexes) < len(shown):
            short = True
            boxes = {
                f"{row}/{k}" for k, column in enumerate(columns, 1)
                for row, held_in in zip(("upper", "lower"), column, strict=True) if held_in == str(n)
            }
            counts["HR-7:least", frozenset(boxes) | names(hexes)] += n not in blamed
        most = len(shown) * (dice - 1) + sum("-" in column for column in shown) + bool(plus and shown)
        most += third * (dice - 2)
        if (shown or third) and len(hexes) > most:
            counts["HR-7:most", names(hexes)] += n not in blamed
    if third and len(boxless) > 1:
        counts["HR-12:many", frozenset({"box:third"})] += 1
    least = sum(held_in.isdigit() for column in columns for held_in in column)
    least += crossed.get("plus_one", False) + crossed.get("third", False)
    if sum(n != 2 for n in written.values()) < least and not short:
        counts["HR-7:sum", frozenset({"box:upper", "box:lower"})] += 1
    return apart, +sure, +counts


def found_alone(report: Report) -> Accused:
    return Counter((finding.key, frozenset(finding.where)) for finding in report.findings if finding.verdict == "broken")


def sheet_told(luck: random.Random, number: int) -> tuple[Sheet, Comb, dict[int, int], list[list[str]], dict[str, bool]]:
    """A sheet that is legal but for a few marks, one with marks at random, and now and then one with what nobody can
    read."""
    small = (spoilt if number % 2 else wild)(number)
    written, crossed = dict(small.written), dict(small.crossed)
    rounds = small.sheet.values["rounds"]
    columns = [list(column) for column in small.columns or ()]
    columns += [["-", luck.choice("345-")] for _ in range(rounds - len(columns))]
    if written and luck.random() < 0.15:  # a third number, or so it seems
        boxless = str(luck.choice([*written.values()]))
        columns = [[luck.choice("-345") if held == boxless else held for held in column] for column in columns]
        crossed["third"] = True
    if luck.random() < 0.3:
        free = [i for i, printed in enumerate(small.comb.printed) if not printed]
        written[luck.choice(free)] = luck.choice((0, 1, 2, 2, 7, 9))
    if luck.random() < 0.25:
        columns[luck.randrange(rounds)][luck.randrange(2)] = luck.choice("012789")
    return small.sheet, small.comb, written, columns, crossed


@amount("sheets", 400, 40_000)
def test_the_sheet_alone_is_held_to_the_promise_exactly(sheets: int) -> None:
    """Each condition of `promised`, at the places it names, and nothing else. Counts that do not add up are one mistake, and
    only where nothing else is wrong."""
    luck = random.Random("promise")
    accused: Counter[str] = Counter()
    for number in numbers(sheets):
        sheet, comb, written, columns, crossed = sheet_told(luck, number)
        rows = {name: "".join(column[k] for column in columns) for k, name in enumerate(("upper", "lower"))}
        told = {name: row.rstrip() for name, row in rows.items() if luck.random() < 0.95}
        paper = Paper(
            game="hexroller", spaces={comb.names[i]: str(n) for i, n in written.items()}, boxes={**crossed, **told}
        )
        known = tuple((a, b) for a, b in columns) if len(told) == 2 else None
        apart, sure, counts = promised(comb, sheet.values["dice"], written, known, crossed)
        if known is None:  # a row by itself is looked at for what cannot stand in it
            apart += Counter({
                ("HR-8:digit", frozenset({f"{row}/{k}"})): 1
                for row, held in told.items() for k, one in enumerate(held, 1) if one in "0129"
            })
        report = HexRollerAuditor(sheet, {}).audit(paper)
        assert found_alone(report) == apart + sure + counts, (paper, comb.printed)
        assert report.mistakes == apart.total() + (sure.total() or bool(counts))
        accused.update({key for key, _ in apart + sure + counts})
    assert len(accused) == 13 and min(accused.values()) >= sheets / 200, accused


# ---------------------------------------------------------------------- every way of play


def round_ends(
    comb: Comb, paper: tuple[int, ...], used: frozenset[str], roll: tuple[int, ...]
) -> set[tuple[Pen, tuple[str, str]]]:
    """Every way to play a round, with its column."""
    dice = {face: roll.count(face) for face in roll}
    blank = ("", "")
    open_ones: list[tuple[Pen, tuple[str, str]]] = [(Pen(paper, used=used), blank)]
    seen, ends = set(open_ones), set()
    while open_ones:
        pen, column = open_ones.pop()
        if pen.done:
            ends.add((Pen(pen.paper, used=pen.used), column))
            continue
        free = [i for i, held in enumerate(pen.paper) if not held]
        strokes: list[Stroke] = [("done",)]
        if not pen.boxed:
            strokes += [("box", a, b) for a in (0, *dice) for b in (0, *dice)]
            strokes += [("write", i, n, third) for i in free for n in dice for third in (False, True)]
        else:
            strokes += [("write", i, n, True) for i in free for n in dice]
        strokes += [("plus", i, n) for i in free for n in dice] + [("two", i) for i in free]
        for stroke in strokes:
            if not comb.reasons(pen, dice, stroke):
                held = tuple(str(n or "-") for n in stroke[1:]) if stroke[0] == "box" else column
                after = comb.after(pen, dice, stroke, ()), held
                if after not in seen:
                    seen.add(after)  # type: ignore[arg-type]
                    open_ones.append(after)  # type: ignore[arg-type]
    return ends


@cache
def every_sheet(number: int) -> tuple[Sheet, Comb, tuple[int, ...], list[Left]]:
    """A tiny layout of two printed numbers, and every sheet that play leaves on it. Faces that are printed nowhere can never
    be written; one stands for all."""
    luck = random.Random(f"tiny/{number}")
    cells = [(0, 0), *luck.sample([(1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1)], 4), (2, 0) if number % 2 else (0, 2)]
    faces = (3, 4)
    places = luck.sample(cells, 2)
    dice, rounds = (2 + number % 3, 1) if number % 4 < 2 else (2 + number % 2, 2)
    sheet, comb = honeycomb(
        dict.fromkeys(cells, "A"), dict(zip(places, map(str, faces), strict=True)), number % 5 == 4, dice, rounds
    )
    at = {(Pen(comb.printed), ())}
    for _ in range(rounds):
        at = {
            (end, (*columns, column)) for pen, columns in at
            for roll in combinations_with_replacement((*faces, 8), dice)
            for end, column in round_ends(comb, pen.paper, pen.used, roll)
        }  # type: ignore[misc]
    return sheet, comb, faces, sorted({(pen.paper, columns, pen.used) for pen, columns in at}, key=repr)


def paper_from(comb: Comb, left: Left) -> Paper:
    marks, columns, used = left
    rows = {name: "".join(column[k] for column in columns) for k, name in enumerate(("upper", "lower"))}
    written = written_on(comb, Pen(marks))
    return Paper(
        game="hexroller", spaces={comb.names[i]: str(n) for i, n in written.items()},
        boxes={**{bonus: bonus in used for bonus in BONUSES}, **rows},
    )


@amount("sheets", 400, 60_000)
def test_what_play_can_leave_is_never_accused_and_little_else_is_let_off(sheets: int) -> None:
    """Sheets that a play leaves, in a release run all of them, and fillings with numbers of the same kind: of those that no
    play leaves the sheet alone shows all but a few."""
    luck = random.Random("plays")
    maps = 4 if sheets < 10_000 else 40
    accused = let_off = 0
    for number in range(maps):
        sheet, comb, faces, legal = every_sheet(number)
        auditor = HexRollerAuditor(sheet, {"plus_one": "touching" if comb.touching else "path"})
        left = {*legal}
        for one in luck.sample(legal, min(len(legal), sheets // maps // 2)) if sheets < 10_000 else legal:
            report = auditor.audit(paper_from(comb, one))
            assert report.verdict != "broken", (one, report.findings)
        for _ in range(sheets // maps // 2):
            marks = tuple(printed or luck.choice((0, 0, 2, *faces, *faces)) for printed in comb.printed)
            columns = tuple((luck.choice("3344-"), luck.choice("3344-")) for _ in range(sheet.values["rounds"]))
            used = frozenset(bonus for bonus in BONUSES if luck.random() < 0.4)
            broken = auditor.audit(paper_from(comb, (marks, columns, used))).verdict == "broken"
            assert not (broken and (marks, columns, used) in left), (marks, columns, used)
            accused, let_off = accused + broken, let_off + (not broken and (marks, columns, used) not in left)
    assert let_off <= accused / 50, (let_off, accused)


# ---------------------------------------------------------------------- with rolls


def explanations(small: Small, most: int) -> set[Places]:
    """The sets of mistakes that explain a sheet whose rolls are all known, of those with at most so many."""
    comb, columns = small.comb, small.columns or ()
    dice = [{face: roll.count(face) for face in roll} for roll in small.rolls]
    waiting: list[tuple[int, int, Places, Pen]] = [(0, 0, (), Pen(comb.printed))]
    seen, found = {*waiting}, set()
    while waiting:
        turn, filled, places, pen = waiting.pop()
        if pen.done and turn == len(dice) - 1:
            if filled == len(columns) and all(pen.paper[i] for i in small.written):
                off = [f"box:{bonus}" for bonus, held in small.crossed.items() if (bonus in pen.used) != held]
                found.add(tuple(sorted([*places, *off])))
            continue
        if pen.done:
            turn, pen = turn + 1, Pen(pen.paper, used=pen.used)
        for stroke in _strokes(small, pen, columns[filled] if filled < len(columns) else None):
            wrong = comb.reasons(pen, dice[turn], stroke)
            boxed = stroke[0] == "box"
            place = f"roll:{turn + 1}/{stroke[0]}" if boxed or stroke[0] == "done" else comb.names[stroke[1]]
            at = (
                turn, filled + boxed, tuple(sorted([*places, place])) if wrong else places,
                comb.after(pen, dice[turn], stroke, wrong),
            )
            if len(at[2]) <= most and at not in seen:
                seen.add(at)
                waiting.append(at)
    return {places for places in found if len(places) <= most}


def explains(places: Places, accused: list[tuple[str, ...]]) -> bool:
    """Whether each mistake stands in a finding of its own."""
    spots = [place.partition("/")[0] for place in places]
    return len(places) == len(accused) and any(
        all(spot in where for spot, where in zip(spots, order, strict=True)) for order in permutations(accused)
    )


@amount("sheets", 12, 400)
def test_with_rolls_the_accused_places_are_a_smallest_explanation(sheets: int) -> None:
    """A stroke is accused where it is one of the fewest mistakes. The remark that as few could have been made elsewhere is
    there wherever that is so. It may be there needlessly, of a few sheets in a hundred: the search takes the same mistakes
    for others where it had other words for them, such as a column that is wrong and a hex for which it is."""
    tried = only = needless = 0
    for number in (61, 343, *numbers(sheets)):  # the first two have others
        small = spoilt(number)
        told = len(small.columns or ()) == len(small.rolls) and not any(" " in column for column in small.columns or ())
        if small.missing or not told or len(small.written) > 5:
            continue
        paper = small.paper()
        *_, report = HexRollerAuditor(small.sheet, paper.options)._prove(paper)
        if not 0 < report.mistakes <= 2:
            continue
        ways = explanations(small, report.mistakes)
        assert {len(places) for places in ways} == {report.mistakes}
        accused = [finding.where for finding in report.findings if finding.cost]
        assert any(explains(places, accused) for places in ways), (paper, ways, accused)
        elsewhere = any(finding.key == "HR-R4:elsewhere" for finding in report.findings)
        assert elsewhere or len(ways) == 1, (paper, ways, accused)
        tried, only, needless = tried + 1, only + (len(ways) == 1), needless + (elsewhere and len(ways) == 1)
    assert tried >= sheets / 6 and only >= (tried - 2) / 4 and needless <= tried / 10, (tried, only, needless)

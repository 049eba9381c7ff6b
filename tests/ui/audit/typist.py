"""A person who types a paper sheet into the check and slips: presses a key twice, or a wrong one, opens another tab, undoes
what was right, looks elsewhere in the middle of a mark, or types on with the eyes on the paper.

They look at no more than people do: at the place that shows where keys go, at the one in which they write, and after a
glance away at those in which they have written meanwhile.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from rollwrite_desktop.core.audit import Paper, claims_of
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.gamekit.play.guide import RouteEditor
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.ligretto_dice.check.paper_editor import PLAIN_NAMES
from rollwrite_desktop.play.opening.open_game import new_head, options_of, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import played
from rollwrite_desktop.play.table.sheet_words import crossed
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.kit.choices import Tab
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from tests.planted import score_sheet
from tests.ui.conftest import point, wait_for

SLIPS = ("twice", "wrong", "tab", "undo", "away", "glance")
_PATIENCE = 8
"""So many times a mark is tried."""
_BLIND = 4
"""So many marks are typed during a glance away."""


def played_sheet(game_id: str, sheet_id: str, seed: str, bot: str = "random") -> Paper:
    """The sheet of a computer player at the end of a game, its total written on it."""
    game = GAMES[game_id]
    sheet = sheet_of(game, sheet_id, game_id)
    opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed=seed, bots={"p1": bot})))
    finish(opened.session, {"p1": game.think.bots[bot]})
    paper = next(iter(played(opened, "g"))).paper
    total = game.check.auditor(sheet, options_of(game)).audit(paper).total
    return msgspec.structs.replace(paper, claimed=total)


def scores_of(sheet_id: str, seed: str) -> Paper:
    """The score sheet of a whole race, its players called as its columns are."""
    columns = find(sheet_id).values["players"]
    for number in count():
        paper = score_sheet(random.Random(f"{seed}/{number}"))
        assert isinstance(paper, ScorePaper)
        if len(paper.players) == columns:
            names = dict(zip(paper.players, PLAIN_NAMES, strict=False))
            won = names.get(str(paper.claimed)) if paper.claimed else None
            return msgspec.structs.replace(paper, sheet=sheet_id, players=[*names.values()], claimed=won)
    raise AssertionError


class Typist:
    """Types `truth` on a page that is in front; `slips`: how many of a hundred keys go wrong."""

    def __init__(self, audit: AuditPage, truth: Paper, slips: float, seed: str) -> None:
        self.audit, self.truth, self.slips = audit, truth, slips
        self.luck = random.Random(seed)
        self.circled = self.luck.choice(("({})", "({}", "{})"))
        """How they type a circle, until they are told that one bracket is enough."""
        self.confirms = False
        """Whether they press Enter after each mark."""
        self.passes = "\t"
        """The key by which they go past blank places."""
        self.keys = 0
        self.made: Counter[str] = Counter()
        self.astray: list[str] = []
        """Where something else stood than what was typed, after a look elsewhere."""

    @property
    def sheet(self) -> Sheet:
        return self.audit.sheet

    def type_sheet(self, first: str) -> None:
        """Types all spaces, from one place on, then the route if there is one, and then all boxes."""
        marks = {spot: self.truth.spaces[spot] for spot in self.audit.entry.writable if self.truth.spaces.get(spot)}
        self._go_to(first)
        while marks:
            here = self.audit.entry.spot
            if here not in marks:
                here = self._on_from(here, [*marks])
            if self.luck.random() * 100 < self.slips and self._glance_away(here, marks):
                continue
            self._write(here, marks.pop(here))
            self._confirm()
        self._draw_route()
        struck = self._strike_all()
        for spot, text in self._boxes():
            if spot in struck:
                continue
            if self.audit.entry.spot not in self.sheet.box:
                self._press(".")
            order = self.audit.entry.writable
            group, _, name = spot.partition("/")
            if order.index(spot) - order.index(self.audit.entry.spot) > len(".st"):
                for key in f".{group[0]}{name[:1]}":
                    self._press(key)
            while (here := self.audit.entry.spot) != spot:
                self._press("\t" if order.index(here) < order.index(spot) else "\v")
            for key in text:
                self._press(key)
            self._confirm()

    def _strike_all(self) -> set[str]:
        """Crosses off all boxes by one key, where all of them are crossed off on paper; returns which they are."""
        boxes = {spot for spot in self.audit.entry.writable if crossed(self.sheet, self.truth, spot) is not None}
        if len(boxes) < 2 or not all(crossed(self.sheet, self.truth, spot) for spot in boxes):
            return set()
        if self.audit.entry.spot not in boxes:
            self._press(".")
        self._press("*")
        return boxes

    def type_scores(self, first: str) -> None:
        """Types a score sheet, from one cell on and around its end: numbers, Enter after each, Tab past what is blank."""
        order = [spot for spot in self.audit.entry.writable if not spot.startswith(("name", "again", "start"))]
        at = order.index(first)
        says, blank = self.audit.editor.describe, self.audit.editor.typed(self.audit.paper, first, "") or self.audit.paper
        self.audit.entry.choose(first)  # by a tap
        for spot in (*order[at:], *order[:at]):
            text = "1" if spot.startswith("final") else says(self.truth, spot).rpartition(": ")[2]
            if says(self.truth, spot) == says(blank, spot):
                continue
            for _ in range(_PATIENCE):
                if self.audit.entry.spot != spot:
                    self.audit.entry.choose(spot)
                    self.keys += 1
                typed = all(self._key(key, spot) for key in text)
                if typed and says(self.audit.entry.shown, spot) == says(self.truth, spot):
                    break
                self.audit.entry.choose(spot)
                QTest.keyClick(self._focus(), Qt.Key.Key_Delete)
                self.keys += 1
            QTest.keyClick(self._focus(), Qt.Key.Key_Return)
            self.keys += 1

    def _on_from(self, here: str, marks: list[str]) -> str:
        """To the next mark: by Tab past blank places, as far as that takes no more keys than its letters."""
        order = self.audit.entry.writable
        at = order.index(here) if here in order else len(order)
        there = next((spot for spot in order[at:] if spot in marks), marks[0])
        steps = order.index(there) - at
        if self.passes == "\r":
            for _ in range(steps + 1):  # behind a mark the first one ends it
                if self.audit.entry.spot not in marks:
                    self._press(self.passes)
            if self.audit.entry.spot in marks:
                return self.audit.entry.spot
        if 0 < steps <= len(there):
            for _ in range(steps):
                self._press("\t")
        else:
            self._go_to(there)
        return there

    def wrong(self) -> list[str]:
        """Where something else stands now than on paper."""
        says = self.audit.editor.describe
        spots = [spot for spot in self.audit.entry.writable if says(self.audit.entry.shown, spot) != says(self.truth, spot)]
        spots += self.astray
        return spots if self._route(self.audit.paper) == self._route(self.truth) else [*spots, "route"]

    def _route(self, paper: Paper) -> tuple[str, ...]:
        editor = self.audit.editor
        return editor.route(paper) if isinstance(editor, RouteEditor) else ()

    def _ways(self) -> tuple[str, ...]:
        """The branches that are numbered on the map."""
        editor = self.audit.editor
        return editor.ways_on(self.audit.paper) if isinstance(editor, RouteEditor) else ()

    def _draw_route(self) -> None:
        """The number of a branch, or two letters a stop; now and then another stop, which is seen and taken back."""
        stops = self._route(self.truth)
        if not stops:
            return
        self._press(">")
        for n, stop in enumerate(stops):
            if self.luck.random() * 100 < 2 * self.slips:
                self.made["stop"] += 1
                before = self._route(self.audit.paper)
                ways = self._ways()
                typed = str(self.luck.randint(1, len(ways))) if len(ways) > 1 else self.luck.choice([*self.sheet.space])
                for key in typed:
                    self._press(key)
                # A stop that is on the route already may begin the code of another one, which is seen to wait.
                waits = any(space.startswith(typed) and space != typed for space in self.sheet.space)
                while waits or len(self._route(self.audit.paper)) > len(before):
                    QTest.keyClick(self._focus(), Qt.Key.Key_Backspace)
                    self.keys += 1
                    waits = False
            ways = self._ways()
            for key in str(ways.index(stop) + 1) if stop in ways else stop:
                self._press(key)
            assert self._route(self.audit.paper)[: n + 1] == stops[: n + 1], (stop, self._route(self.audit.paper), stops)
        QTest.keyClick(self._focus(), Qt.Key.Key_Return)
        self.keys += 1

    def _boxes(self) -> Iterator[tuple[str, str]]:
        """What is typed in each box, in the order of the sheet; of boxes that are counted, in the first one."""
        claims = claims_of(self.truth)
        for spot in self.audit.entry.writable:
            box = self.sheet.box.get(spot)
            if box is None:
                continue
            _, _, name = spot.partition("/")
            part = {"xs": "total", "score": name}.get(box.group, box.group)
            held = self.truth.boxes.get(spot if spot in self.truth.boxes else box.group)
            if isinstance(held, bool):
                yield spot, str(int(held))
            elif isinstance(held, str) and name.isdigit() and held[int(name) - 1 : int(name)].strip():
                yield spot, held[int(name) - 1]
            elif isinstance(held, int) and name == "1":
                yield spot, str(held)
            elif part in claims:
                yield spot, str(claims[part])

    def _glance_away(self, here: str, marks: dict[str, str]) -> bool:
        """Several marks with the eyes on the paper, one key of them doubled: they are typed along the line that was drawn
        before. What came of it is seen then: what stands right is done with, the rest is undone step by step."""
        order = [spot for spot in self.audit.entry.ahead if spot in self.sheet.space][:_BLIND]
        if len(order) < _BLIND or any(spot not in marks for spot in order):
            return False
        self.made["glance"] += 1
        doubled = self.luck.randrange(_BLIND)
        paper = self.audit.entry.shown
        before = paper.spaces
        for n, spot in enumerate(order):
            text = self._text(marks[spot])
            for key in text + text[-1] * (n == doubled):
                self._press(key)
        while True:
            shown = self.audit.entry.shown.spaces
            right = [spot for spot in order if shown.get(spot) == marks[spot]]
            beside = msgspec.structs.replace(self.audit.entry.shown, spaces=before) != paper  # behind the map, in a box
            if not beside and not any(shown[spot] != before.get(spot) and spot not in right for spot in shown):
                break
            QTest.keyClick(self._focus(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            self.keys += 1
        for spot in right:
            del marks[spot]
        return True

    def _text(self, held: str) -> str:
        """The keys of a mark."""
        return self.circled.format(content(held)) if is_circled(held) else held

    def _write(self, spot: str, held: str) -> None:
        """A mark, looked at afterwards; what is seen to be wrong is taken back and typed anew."""
        for _ in range(_PATIENCE):
            text, others = self._text(held), {**self.audit.entry.shown.spaces, spot: held}
            made = self.made.copy()
            typed = all(self._key(key, spot, text[:n]) for n, key in enumerate(text))
            if {*(self.made - made)} == {"away"} and self.audit.entry.shown.spaces != others:
                self.astray.append(f"{spot}: {text}")
            if typed and self.audit.entry.shown.spaces.get(spot) == held:
                self._learn()
                return
            if self.audit.entry.shown.spaces.get(spot):
                self._go_to(spot)
                QTest.keyClick(self._focus(), Qt.Key.Key_Delete)
            elif self.audit.entry.spot != spot:
                self._go_to(spot)
            self.keys += 1
        raise AssertionError(f"{spot}: {held} cannot be typed")

    def _learn(self) -> None:
        """Reads that one bracket is enough."""
        if "One bracket" in self.audit.entry.hint.text():
            self.circled = "({}"

    def _look_elsewhere(self) -> None:
        """Without a key: a click beside the sheet and one back on the place, or another window and back."""
        entry = self.audit.entry
        if self.luck.random() < 0.5:
            QTest.mouseClick(self.luck.choice(self.audit.beside.tabs.findChildren(Tab)), Qt.MouseButton.LeftButton)
            QTest.mouseClick(entry.view, Qt.MouseButton.LeftButton, pos=point(entry.view, entry.spot))
        else:
            other = QWidget()
            other.show()
            for window in (other, self.audit):
                window.activateWindow()
                wait_for(window.isActiveWindow)
            other.close()

    def _key(self, key: str, spot: str, begun: str = "") -> bool:
        """One key of a mark that is begun, or a slip that is noticed; whether what was typed so far can stay."""
        slip = self.luck.choice(SLIPS[:-1]) if self.luck.random() * 100 < self.slips else ""
        if not slip or (slip != "away" and not (key.isdigit() or key in "X*")):
            self._press(key)
            return True
        self.made[slip] += 1
        if slip == "away":
            self._look_elsewhere()
            # What is left of the mark, or all of it; digits that are alike look like its beginning.
            whole = self.luck.random() < 0.5 or begun.endswith(key)
            for each in begun * (whole and self.audit.entry.spot == spot):
                self._press(each)
            self._press(key)
            return True
        if slip == "twice":  # and taken back
            self._press(key)
            before = self.audit.entry.shown, self.audit.entry.spot
            self._press(key)
            if (self.audit.entry.shown, self.audit.entry.spot) != before:
                QTest.keyClick(self._focus(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
                self.keys += 1
            return self.audit.entry.shown == before[0]
        if slip == "undo":  # one step too many, seen and brought back
            before = self.audit.entry.shown, self.audit.entry.spot
            QTest.keyClick(self._focus(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            self.keys += 1
            if self.audit.entry.shown != before[0]:
                QTest.keyClick(self._focus(), Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
                self.keys += 1
            if (self.audit.entry.shown, self.audit.entry.spot) != before:
                return False
            self._press(key)
            return True
        if slip == "wrong":
            other = [each for each, _ in self.audit.editor.keys(spot) if each.isdigit() and each != key] or [key]
            self._press(self.luck.choice(other))
            QTest.keyClick(self._focus(), Qt.Key.Key_Backspace)
            self.keys += 1
            return False
        found, *others = self.audit.beside.tabs.findChildren(Tab)
        QTest.mouseClick(self.luck.choice(others), Qt.MouseButton.LeftButton)
        self._press(key)
        field = self._focus()
        assert isinstance(field, QLineEdit), "keys go to the tab that is open"
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        QTest.mouseClick(found, Qt.MouseButton.LeftButton)
        self._press(key)
        return True

    def _go_to(self, spot: str) -> None:
        """By the letters of a place, unless the cursor is there; a letter that would be written is seen to be, and taken
        back."""
        if self.audit.entry.spot == spot:
            return
        for key in spot:
            self._press(key)
        if self.audit.entry.spot != spot:
            self._press("\b")
            self.audit.entry.choose(spot)  # by a tap

    def _confirm(self) -> None:
        if self.confirms:
            self._press("\r")

    def _press(self, key: str) -> None:
        self.keys += 1
        special = {"\t": Qt.Key.Key_Tab, "\v": Qt.Key.Key_Backtab, "\b": Qt.Key.Key_Escape, "\r": Qt.Key.Key_Return}.get(key)
        if special is not None:
            QTest.keyClick(self._focus(), special)
        else:
            QTest.keyClicks(self._focus(), key.lower())

    def _focus(self) -> QWidget:
        return QApplication.focusWidget() or self.audit

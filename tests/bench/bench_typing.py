"""Types whole sheets into the check, from every place on, by someone whose keys go wrong now and then, and counts the marks
that stand in a wrong place. The sheets are those of a computer player at random and of an easy one in turn.

    python3 packaging/bench.py bench_typing [SLIPS [STARTS [FILE [SHEET …]]]]    SLIPS: of 100 keys; STARTS: of a sheet

SHEET: a map, or `all` for every map and the score sheets; otherwise one map of each game. FILE collects a line of JSON for
each sheet that was typed; what stands there is not typed again. The sheets take turns, so that one may end it at any time.

The first sheet of each map and every 25th after it are typed on the page as people see it. The others are typed on one page
a map, one after the other, that paints nothing, judges nothing and keeps no draft: what keys do is the same there.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

import msgspec

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
SHEETS = ("rolling_america_usa", "on_tour_usa", "hexroller_front")
BOARD = "ligretto_dice_board"
BOTS = ("random", "easy")
"""Whose sheets they are, in turn."""
SEEN = 25
"""Every so many sheets are typed on a page that is painted."""


class Typed(msgspec.Struct, frozen=True):
    """A sheet that was typed from one place on: how many keys it took, the slips by kind, and the marks that are wrong."""

    sheet: str
    first: str
    slips: float
    keys: int
    made: dict[str, int]
    wrong: list[str]


def main(slips: float = 5.0, starts: int = 1000, file: str = "", *sheets: str) -> int:
    """Prints a line for each sheet; 1 if a mark stands in a wrong place."""
    import tests.ui.conftest  # noqa: F401  before Qt: the screens that windows are tested on
    from rollwrite_desktop.core.audit import Paper
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.sheet.load import find
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
    from rollwrite_desktop.ui.window.app import application
    from tests.ui.audit.typist import Typist, played_sheet, scores_of
    from tests.ui.conftest import settle

    class Unsearched(AuditPage):
        """A page that searches for nothing meanwhile."""

        def _look_closer(self) -> None:
            pass

    class Unseen(Unsearched):
        """A page on which keys do what they do, and nothing of it is shown, told or kept."""

        def show_paper(self) -> None:
            self.entry.paper, self.entry.halves = self.paper, self.halves
            self.form.show_paper(self.paper)  # a name that is typed there goes on this paper
            self._show_rolls()

        def _show_entry(self) -> None:
            pass

        def _keep(self) -> None:
            pass

    app = application()
    every = [sheet for game in GAMES.values() for sheet in game.play.sheets if sheet != BOARD]
    chosen = every if sheets == ("all",) else sheets or SHEETS
    path = Path(file) if file else None
    lines = path.read_bytes().splitlines() if path and path.exists() else []
    known = [each for each in (msgspec.json.decode(line, type=Typed) for line in lines) if each.slips == slips]
    places = {sheet: [space.id for space in find(sheet).spaces if not space.printed][:starts] for sheet in chosen}
    done = {(each.sheet, each.first): each for each in known}

    def opened(sheet: str, kind: type[AuditPage], store: Settings) -> AuditPage:
        audit = kind(Paper(game=find(sheet).game, sheet=sheet), None, store)
        if kind is Unseen:
            audit.entry.show_sheet = lambda: None  # type: ignore[method-assign]
            audit.setUpdatesEnabled(False)
        audit.resize(1280, 770)
        audit.show()
        return audit

    def closed(audit: AuditPage) -> None:
        audit.close()
        audit.deleteLater()
        app.processEvents()

    def typed(audit: AuditPage, sheet: str, number: int, first: str) -> Typed:
        audit.activateWindow()
        audit.entry.choose_first()
        settle()
        seed, game = f"TYPE-{number + 2000}", find(sheet).game
        scores = game == "ligretto_dice"
        truth = scores_of(sheet, seed) if scores else played_sheet(game, sheet, seed, BOTS[number % len(BOTS)])
        typist = Typist(audit, truth, slips, f"{sheet} {first}")
        (typist.type_scores if scores else typist.type_sheet)(first)
        return Typed(sheet, first, slips, typist.keys, dict(typist.made), typist.wrong())

    with tempfile.TemporaryDirectory() as folder:
        store = Settings(Path(folder))
        pages: dict[str, AuditPage] = {}
        for number in range(max(map(len, places.values()))):
            for sheet, firsts in places.items():
                if number >= len(firsts) or (sheet, firsts[number]) in done:
                    continue
                if not number % SEEN:
                    seen = opened(sheet, Unsearched, store)
                    one = typed(seen, sheet, number, firsts[number])
                    closed(seen)
                else:
                    audit = pages[sheet] if sheet in pages else pages.setdefault(sheet, opened(sheet, Unseen, store))
                    audit.begin()
                    one = typed(audit, sheet, number, firsts[number])
                done[sheet, firsts[number]] = one
                if path:
                    with path.open("ab") as out:
                        out.write(msgspec.json.encode(one) + b"\n")
        for audit in pages.values():
            closed(audit)
    wrong = 0
    for sheet, firsts in places.items():
        some = [done[sheet, first] for first in firsts]
        keys, made = [each.keys for each in some], Counter[str]()
        for each in some:
            made.update(each.made)
        missed = [f"from {each.first}: {spot}" for each in some for spot in each.wrong]
        wrong += len(missed)
        print(f"{sheet}: {len(some)} sheets, {sum(keys) // max(1, len(keys))} keys each ({min(keys)} to {max(keys)}), "
              f"{sum(made.values())} slips {dict(made)}, {len(missed)} marks in a wrong place",
              *missed, sep="\n  ", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*(kind(given) for kind, given in zip((float, int), sys.argv[1:], strict=False)), *sys.argv[3:]))

"""The longest turns of the event loop on pages that list what is kept, in a folder that is full.

    python3 packaging/bench.py bench_library [GAMES [SHEETS]]

10,000 games and 1,150 sheets of one's own, with a tenth as many sessions, drafts and damaged games as games, and no more
than 300 of each; with an index from an earlier visit. Of each act its own turn and the longest of those after it, until
nothing is done any more, as processor time in ms of the window's thread, at the first time and again. Fails where a turn of
the second time takes longer than `LIMIT_MS`, or than `MORE_MS` allows for a reason.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

LIMIT_MS = 50.0
_BUILT = 100.0, "the folder is listed, and the page is built and laid out whole"
_SHOWN = 100.0, "the page before is deleted, this one laid out and painted whole"
MORE_MS = {
    "home": _BUILT, "lobby of hexroller": _BUILT, "lobby of rolling_america": _BUILT, "own sheet": _BUILT,
    "saved games": _SHOWN, "results": _SHOWN, "results of a game": _SHOWN,
}
"""Acts with turns that take longer: how long they may, in ms, and why."""
GAMES, SHEETS, OTHERS = 10_000, 1_150, 300
QUIET = 8
"""So many turns without anything to do end an act."""
WAIT_S = 60.0


def main() -> int:
    """Prints the times; 1 if one is over its limit."""
    from PySide6.QtCore import QEvent
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.library.game_store import GameStore
    from rollwrite_desktop.ui.window.app import application, import_ahead
    from rollwrite_desktop.ui.window.main_window import MainWindow

    games, sheets = (int(given) for given in [*sys.argv[1:], *map(str, (GAMES, SHEETS)[len(sys.argv) - 1:])])
    ahead = import_ahead(application(), 0, 0)
    while ahead.isActive():
        QTest.qWait(10)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        store = Settings(Path(folder))
        fill(store.home, games, sheets)
        GameStore(store).index.refresh()
        window = MainWindow(store)
        window.resize(1280, 800)
        window.show()

        def page() -> Any:
            return window.page

        acts: dict[str, Callable[[], object]] = {
            "home": window.go.show_home,
            "lobby of hexroller": lambda: window.go.show_lobby("hexroller"),
            "lobby of rolling_america": lambda: window.go.show_lobby("rolling_america"),
            "saved games": window.go.show_library,
            "saved games: a letter": lambda: page().query.setText("b"),
            "saved games: another": lambda: page().query.setText("b 7"),
            "saved games: all again": lambda: page().query.setText(""),
            "results": window.go.show_history,
            "results of a game": lambda: window.go.show_history("hexroller"),
            "results: a letter": lambda: page().query.setText("b"),
            "results: sorted": lambda: page().sort(2),
            "sessions": window.go.show_sessions,
            "check room": window.go.show_check_room,
            "print": window.go.show_print,
            "own sheet": lambda: window.go.show_own_sheet("hexroller"),
            "own sheet: a name": lambda: page().name.setText("Mine"),
            "preferences": window.go.show_preferences,
            "messages": window.go.show_messages,
        }
        times: dict[str, list[float]] = {}
        for _ in range(2):
            for name, act in acts.items():
                began = time.thread_time()
                act()
                turns = [time.thread_time() - began]
                until = time.monotonic() + WAIT_S
                while (len(turns) <= QUIET or any(turn > 0.001 for turn in turns[-QUIET:])) and time.monotonic() < until:
                    time.sleep(0.005)  # the worker process and its thread answer meanwhile
                    began = time.thread_time()
                    QApplication.processEvents()
                    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
                    turns.append(time.thread_time() - began)
                times.setdefault(name, []).extend((turns[0] * 1000, max(turns[1:], default=0.0) * 1000))
                for dialog in QApplication.topLevelWidgets():
                    if dialog is not window and dialog.isVisible():
                        dialog.close()
        print(f"{games:,} games, {sheets:,} sheets of one's own: turns in ms, the act itself + the longest after it")
        for name, (first, after, again, then) in times.items():
            most, why = MORE_MS.get(name, (LIMIT_MS, ""))
            over = max(again, then) > most
            failed = failed or over
            print(f"    {name:26} {first:6.0f} + {after:4.0f}, again {again:4.0f} + {then:4.0f}"
                  f"{'  over' if over else ''}{f'  ({why})' if why else ''}")
        window.close()
    return int(failed)


def fill(home: Path, games: int, sheets: int) -> None:
    """Copies of a few games and sheets, of sessions, drafts and damaged games."""
    from rollwrite_desktop.games import GAMES as every
    from rollwrite_desktop.intake.sessions import SUFFIX
    from rollwrite_desktop.play.opening.open_game import sheet_of
    from rollwrite_desktop.play.paper.paper_session import Member, PaperSession
    from rollwrite_desktop.sheet.load import dump
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.library.drafts import Drafts
    from rollwrite_desktop.ui.library.session_store import SessionFile
    from tests.play.test_game_index import shelve

    store = Settings(home)
    others = min(OTHERS, games // 10)
    kinds = [("hexroller", ("Ann", "Bo")), ("rolling_america", ("Bo", "Cy")), ("on_tour", ("Di",)), ("hexroller", ("Ed",))]
    for number, (game, players) in enumerate(kinds):
        shelve(store.games, f"{number} 0", game, players=players, over=number < len(kinds) - 1)
    for n in range(len(kinds), games):
        number = n % len(kinds)
        shutil.copy(store.games / f"{number} 0.rollwrite", store.games / f"{number} {n}.rollwrite")
    for n in range(others):
        (store.games / f"odd {n}.rollwrite").write_bytes(b"{" * (n + 1))
    drawn = sheet_of(every["hexroller"], "hexroller_front:M1", "x")
    store.sheets.mkdir(parents=True, exist_ok=True)
    for n in range(sheets):
        (store.sheets / f"s{n:04}.sheet.json").write_bytes(dump(replace(drawn, id="x_own", title=f"Sheet {n}")))
    if not others:
        return
    path = store.sessions / f"Class 0{SUFFIX}"
    file = SessionFile(PaperSession("Class 0", "hexroller", "hexroller_front"), path, store)
    file.change(members=(Member("Ann"), Member("Bo")))
    draft = Drafts(store).new(every["hexroller"].check.paper(game="hexroller"))
    draft.write(every["hexroller"].check.paper(game="hexroller", player="Ann", spaces={"a1": "5"}))
    draft.close()
    for n in range(1, others):
        shutil.copy(path, path.with_name(f"Class {n}{SUFFIX}"))
        shutil.copy(draft.path, draft.path.with_name(f"Draft {n}.json"))


if __name__ == "__main__":
    sys.exit(main())

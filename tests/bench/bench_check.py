"""How quickly a filled sheet is entered: keys, and processor time per key, of a whole sheet with its rolls and its score.

    python3 packaging/bench.py bench_check

For each game with rolls, on the offscreen platform, the same sheet every time. A key's time is from the key event to the end
of the paint events that it caused, draft on disk included. The search behind the sheet rests while keys are typed; then one
is made of the sheet with three marks exchanged, in the worker process: how long until it is decided or gives up, how much
processor time the program itself needs for it meanwhile, and the longest that its event loop is held up.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

LIMIT_KEY_MS = 50.0
CODE = "BENCH-DESK"


def main() -> int:
    """Prints the figures; 1 if a key took longer than it may at the 95th percentile."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from rollwrite_desktop.games import GAMES

    slow = False
    for game_id, game in GAMES.items():
        if game.words.print_kit.asked is not None:
            slow |= _entered(game_id) > LIMIT_KEY_MS
    return int(slow)


def _entered(game_id: str) -> float:
    import msgspec
    from PySide6.QtCore import QEventLoop
    from PySide6.QtTest import QTest

    from rollwrite_desktop.core.audit import Paper
    from rollwrite_desktop.core.journal import Notes
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
    from rollwrite_desktop.play.opening.simulation import finish
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
    from rollwrite_desktop.ui.window.app import application

    app = application()
    game = GAMES[game_id]
    sheet = sheet_of(game, "", game_id)
    opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed=CODE)))
    finish(opened.session, {"p1": list(game.think.bots.values())[-1]})
    paper = game.check.paper_of(opened.session.rules, opened.session.state, "p1")
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        desk = AuditPage(Paper(game=game_id), None, Settings(Path(folder)))
        desk.resize(1280, 770)
        desk.show()
        app.processEvents()

        def press(widget: object, keys: str) -> None:
            for key in keys:
                begun = time.process_time()
                QTest.keyClicks(widget, key)
                app.processEvents()
                times.append((time.process_time() - begun) * 1000)

        spaces = [spot for spot in desk.entry.writable if spot in sheet.space]
        desk.entry.choose(spaces[0])
        desk.entry.view.setFocus()
        for spot in spaces:
            held = paper.spaces.get(spot, "")
            if not held:
                desk.entry.view.stepped.emit(1)
                continue
            if desk.entry.spot != spot:
                desk.entry.choose(spot)
            press(desk.entry.view, held.replace(")", ""))
        typed = len(times)
        for box, value in paper.boxes.items():
            if isinstance(value, int) and not isinstance(value, bool) and value and f"{box}/{value}" in sheet.box:
                desk.entry.choose(f"{box}/{value}")
                press(desk.entry.view, " ")
        assert desk.rolls is not None
        desk.turn_to("rolls")
        for line in paper.rolls or ():
            short = desk.rolls.notes.short(line)
            dice, _, cards = short.partition(" · ")
            codes = "".join(card.partition(" ")[0] for card in cards.split(", "))
            press(desk.rolls.field, (dice.replace(" ", "") + codes).lower())
            if len(desk.paper.rolls or ()) < (paper.rolls or []).index(line) + 1:
                desk.rolls.enter()
        right = desk.paper.spaces == paper.spaces and desk.paper.rolls == paper.rolls
        held = {space: mark for space, mark in desk.paper.spaces.items() if mark and mark not in "X*"}
        first, second, third = list(held)[:9:3]
        altered = desk.paper.spaces | {first: held[second], second: held[third], third: held[first]}
        desk.search.pause = 0
        slices: list[float] = []
        began = time.perf_counter()
        desk.put(msgspec.structs.replace(desk.paper, spaces=altered))
        while desk.search.running:
            begun = time.process_time()
            app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            slices.append((time.process_time() - begun) * 1000)
        searched = time.perf_counter() - began
    times.sort()
    p95 = times[int(0.95 * len(times))]
    print(f"{game_id}: {len(spaces)} spaces in {typed} keys, with boxes and rolls {len(times)} keys, "
          f"{'as played' if right else 'NOT AS PLAYED'}; a key {times[len(times) // 2]:.1f} ms, 95 % {p95:.1f} ms, "
          f"longest {times[-1]:.1f} ms; search {searched:.1f} s, {desk.search.steps} steps, {sum(slices) / 1000:.2f} s "
          f"of it here, longest slice {max(slices, default=0):.0f} ms, bounds {desk.report.bounds}")
    return p95


if __name__ == "__main__":
    sys.exit(main())

"""Whole games in the real window by keys alone, by a player who knows only what screen readers are told.

    python3 packaging/bench.py keys_only

The player presses keys, and hears what is announced and the name of the place that has the focus; it never looks at the
game. Prints for each game how many keys it took, how many of them were refused, and the last sentence.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

MOST_KEYS = 2_000
"""After so many keys the player has lost the thread."""
_KEY = re.compile(r"key (\w)")
_LOWEST = re.compile(r"Draw your route.*lowest number is \d+, in ([\w ]+)\.")
_FITS = re.compile(r"Fits: (\w+)")
_BOUND = re.compile(r"(\w[\w ]*?) (\w)[,.]")


class Listener:
    """Presses keys and keeps what is heard: `refused` counts what interrupts, `was_refused` is whether the latest did."""

    def __init__(self) -> None:
        from rollwrite_desktop.ui.kit import accessible

        self.keys = self.refused = 0
        self.was_refused = False
        self.heard: list[str] = []
        accessible.announce = self._hear

    def _hear(self, sentence: str, urgent: bool = False) -> None:
        if sentence:
            self.heard.append(sentence)
            self.refused += urgent
            self.was_refused = self.was_refused or urgent

    def press(self, key: str) -> str:
        """Presses a key; returns what is heard then, the place that has the focus at its end."""
        from PySide6.QtGui import QAccessible, QKeySequence
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        self.heard.clear()
        self.was_refused = False
        self.keys += 1
        at, combination = QApplication.focusWidget(), QKeySequence(key)[0]
        assert at is not None, "the focus is lost"
        QTest.keyClick(at, combination.key(), combination.keyboardModifiers())
        for _ in range(4):
            QApplication.processEvents()
        face = QAccessible.queryAccessibleInterface(QApplication.focusWidget())
        child = face.focusChild() if face is not None else None
        place = child.text(QAccessible.Text.Name) if child is not None else ""
        return " ".join((*self.heard, place))


def over(heard: str) -> bool:
    """Whether that is the end of a game."""
    return any(sign in heard for sign in ("Final score", "The game is over", " wins", "rolls. The best"))


def play_sheet(listener: Listener) -> str:
    """Goes to the next place that takes something and writes; rolls where there is none; else takes what lies there."""
    start = None
    while listener.keys < MOST_KEYS:
        heard = listener.press("F5")
        while start is not None and start[1] not in heard and listener.keys < MOST_KEYS:
            heard = listener.press("F5")
        if not listener.was_refused:
            heard = listener.press("Return")
            asked = _KEY.findall(heard) if "Which" in heard and "; " in heard else []
            if asked:
                heard = listener.press(asked[0])
            while "It goes on to" in heard and listener.keys < MOST_KEYS:
                heard = listener.press("1")
        else:
            heard = listener.press("Ctrl+R")
            if "Not yet" in heard:
                lying = listener.press("F9").split("; ")
                able = [token for token in lying if not any(no in token for no in ("not now", "used", "chosen", "Sketch"))]
                for token in able:
                    heard = listener.press(_KEY.findall(token)[0])
                    listener.press("F5")
                    if not listener.was_refused:
                        break
        start = _LOWEST.search(heard)
        if over(heard):
            return heard
    return "lost the thread"


def play_race(listener: Listener, keys: str) -> str:
    """Places what fits, rolls where nothing does; `keys` is what was said of them at the start."""
    from PySide6.QtTest import QTest

    bound = {what.split()[-1]: key for what, key in _BOUND.findall(keys.replace("Roll all", "Roll"))}
    heard = listener.press("Return")
    while listener.keys < MOST_KEYS and not over(heard):
        QTest.qWait(400)
        fits = _FITS.findall(listener.press("F9"))
        heard = listener.press(bound[fits[0]] if fits else bound["Roll"])
        if "Next round" in heard:
            heard = listener.press("Return")
    return heard


def main() -> int:
    """Plays the four games."""
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.window.app import application
    from rollwrite_desktop.ui.window.main_window import MainWindow
    from tests.ui.conftest import new_game, settle

    app = application()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ROLLWRITE_HOME"] = folder
        store = Settings(Path(folder))
        store.prefer(motion="reduced", speed="instant")
        window = MainWindow(store)
        window.resize(1280, 800)
        window.show()
        window.activateWindow()
        settle()
        lost = 0
        for game in ("rolling_america", "on_tour", "hexroller", "ligretto_dice"):
            listener, path = Listener(), Path(folder) / f"{game}.rollwrite"
            trial = {"trial": "6"} if game == "ligretto_dice" else {}
            window.go.show_table(new_game(path, "Ann", game=game, **trial), path)
            settle()
            said = " ".join(listener.heard)
            end = play_race(listener, said.rpartition("Ann: ")[2]) if game == "ligretto_dice" else play_sheet(listener)
            lost += not over(end)
            print(f"{game}: {listener.keys} keys, {listener.refused} refused. {end.strip()[:120]}", flush=True)
        window.close()
        app.processEvents()
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())

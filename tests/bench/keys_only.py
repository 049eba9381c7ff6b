"""Whole games in the real window by keys alone, by a player who knows only what screen readers are told.

    python3 packaging/bench.py keys_only [WIDTHxHEIGHT [TEXT [FOLDER]]]

The player presses keys, from the home page to the end of each game and back, and hears what is announced and the name of
the place that has the focus; it never looks at the game. At each sheet it presses two keys that mean nothing, asks for a
move, makes it, takes it back and makes it again. Prints for each game how many keys it took, how many of them were refused,
and the last sentence. 1280x800 and texts of 100 % unless told; pictures of lobby, move and end go into FOLDER.
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
_IDLE = "not now", "used", "chosen", "Sketch"
"""What lies on the table and can do nothing now, or nothing that is needed."""
_LOWEST = re.compile(r"Draw your route.*lowest number is \d+, in ([\w ]+)\.")
_WORKED_OUT = "Looking for a good move …"
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


def open_lobby(listener: Listener, title: str) -> str:
    """Goes along the home page to a game and opens it; what is heard there."""
    heard = ""
    while title not in heard and listener.keys < MOST_KEYS:
        heard = listener.press("Tab")
    return listener.press("Return")


def try_keys(listener: Listener) -> None:
    """Two keys that mean nothing, each answered; then the move that is suggested, made, undone and redone."""
    from tests.ui.conftest import wait_for

    for key in ("Q", "Delete"):
        listener.press(key)
        assert listener.was_refused, f"{key} is not answered"
    while "Roll first." in (heard := listener.press("Ctrl+H")):
        listener.press("Ctrl+R")
    if not heard.replace(_WORKED_OUT, "").strip():
        wait_for(lambda: any(each != _WORKED_OUT for each in listener.heard))
    for key in ("Return", "Ctrl+Z", "Ctrl+Y"):
        listener.press(key)
        assert not listener.was_refused, f"{key}: {listener.heard}"


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
                able = [token for token in lying if _KEY.search(token) and not any(no in token for no in _IDLE)]
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


TITLES = "Rolling America", "On Tour", "HexRoller", "Ligretto Dice"


def main(size: str = "1280x800", text: str = "100", pictures: str = "") -> int:
    """Plays the four games."""
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.window.app import application
    from rollwrite_desktop.ui.window.main_window import MainWindow
    from tests.ui.conftest import settle, with_a_large_screen

    app = with_a_large_screen(application)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ROLLWRITE_HOME"] = folder
        store = Settings(Path(folder))
        store.prefer(motion="reduced", speed="instant", text=text)
        window = MainWindow(store)
        window.resize(*map(int, size.split("x")))
        window.show()
        window.activateWindow()
        settle()
        window.go.show_home()
        settle()

        def picture(name: str) -> None:
            settle(6)
            if pictures:
                Path(pictures).mkdir(exist_ok=True)
                window.grab().save(str(Path(pictures, f"{name} {size} {text}.png")))

        lost = 0
        for title in TITLES:
            listener = Listener()
            heard = open_lobby(listener, title)
            assert "Start game" in heard, heard
            picture(f"{title} lobby")
            said = listener.press("Return")
            if title == "Ligretto Dice":
                end = play_race(listener, said.rpartition("Player 1: ")[2])
            else:
                try_keys(listener)
                picture(f"{title} move")
                end = play_sheet(listener)
            lost += not over(end)
            picture(f"{title} end")
            print(f"{title}: {listener.keys} keys, {listener.refused} refused. {end.strip()[:120]}", flush=True)
            assert "Home" in listener.press("Alt+Home")
        window.close()
        app.processEvents()
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""What is heard in rooms that are no tables: announcements, and what a reader is told of whatever gets the focus.

The first line of a transcript is a room of `rooms.py`. `→` is what has the focus now: its name, its kind, its value, its
description, and whether it is ticked; of a tab whether it is selected, and in which list.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import settle
from tests.ui.rooms import ROOMS
from tests.ui.speech import Transcript, heard, press

TRANSCRIPTS = Path(__file__).with_name("transcripts")
__all__ = ["heard"]


def focused() -> str:
    """What a reader is told of what has the focus."""
    here, kinds = QApplication.focusWidget(), QAccessible.Text
    face = QAccessible.queryAccessibleInterface(here) if here is not None else None
    assert face is not None
    around, face = face, face.focusChild() or face  # an entry of a list, a place of a sheet
    state, name, value = face.state(), face.text(kinds.Name), face.text(kinds.Value)
    described = " ".join(face.text(kinds.Description).split("\n"))  # readers leave out what they have said already
    parts = [name, face.role().name, *(each for each in (value, described) if each != name), "ticked" * state.checked]
    if face.role() == QAccessible.Role.PageTab:
        parts += ["selected" * state.selected, f"in {face.parent().text(kinds.Name)}"]
    if face is not around:
        parts.insert(0, f"{around.text(kinds.Name)}:")
    return " ".join(", ".join(filter(None, parts)).replace(":,", ":").split())


@sampled("script", sorted(each.stem for each in TRANSCRIPTS.glob("*.txt")), 4)
def test_what_is_heard_in_a_room(window: MainWindow, heard: list[str], script: str, tmp_path: Path) -> None:
    transcript = Transcript.of(TRANSCRIPTS / f"{script}.txt")
    room = ROOMS[transcript.head](window, tmp_path)
    if isinstance(window.page, SessionPage):
        window.page.file.change(name="Club", code="TEST-2345")  # a new one has the day in its name, and a code of its own
        heard.clear()
        window.page.introduce()
    room.activateWindow()
    settle(8)
    heard.append(f"→ {focused()}")

    def act(key: str) -> Iterator[str]:
        before = focused()
        press(room, key)
        for dialog in window.findChildren(WordsDialog):
            if dialog.isVisible() and dialog is not room:
                yield from (f"| {line}" for line in dialog.text.toPlainText().splitlines())
                dialog.accept()
                window.activateWindow()
                settle()
        if focused() != before:
            yield f"→ {focused()}"

    transcript.check(heard, act, tmp_path)


def test_to_readers_all_pages_are_in_one_window(window: MainWindow, tmp_path: Path) -> None:
    """Of any other than the one that they know to be in front they tell nothing."""
    at_first = QAccessible.uniqueId(QAccessible.queryAccessibleInterface(window))
    for room in ("home", "lobby of on_tour", "table of on_tour", "print on_tour", "check on_tour", "session: call",
                 "ranking", "history", "library", "new map", "replay of on_tour", "race", "scoreboard"):
        ROOMS[room](window, tmp_path)
        assert QAccessible.uniqueId(QAccessible.queryAccessibleInterface(window)) == at_first, room

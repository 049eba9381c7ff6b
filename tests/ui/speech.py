"""What is heard, in tests: announcements as they come, and transcripts that are kept as text.

A transcript has a line for each key and below it, indented, what is read out; `→` is what is said of the place that the
cursor has come to, `!` what interrupts, `|` a line of a text that opens. Its first line says which game is played. The keys
are read from the transcript: for a new one, write the keys. Where one has changed on purpose, the new one is in the file
that the failure names, or with the variable `REGOLD` set in the place of the old one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from rollwrite_desktop.ui.kit import accessible
from tests.ui.conftest import settle


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read out, the newest last."""
    sentences: list[str] = []

    def say(sentence: str, urgent: bool = False) -> None:
        if sentence:
            accessible.reader().latest = sentence
            sentences.append(f"{'! ' if urgent else ''}{sentence}")

    monkeypatch.setattr(accessible, "announce", say)
    return sentences


def press(page: QWidget, key: str) -> None:
    """A key, as it comes to whatever has the focus."""
    combination = QKeySequence(key)[0]
    QTest.keyClick(QApplication.focusWidget() or page, combination.key(), combination.keyboardModifiers())
    settle()


class Transcript(Struct, frozen=True):
    """A transcript that is kept: what it is about, and its keys."""

    path: Path
    head: str
    keys: tuple[str, ...]

    @classmethod
    def of(cls, path: Path) -> Transcript:
        """The transcript in a file."""
        lines = path.read_text(encoding="utf-8").splitlines()
        return cls(path, lines[0], tuple(line for line in lines[1:] if line and not line.startswith(" ")))

    def check(self, heard: list[str], act: Callable[[str], Iterator[str]], anew: Path) -> None:
        """Plays the keys and compares what is heard; `act` does what a key does and yields what is to be told besides.
        What differs is written into the folder `anew`."""
        lines = [self.head, *(f"    {each}" for each in heard)]
        for key in self.keys:
            heard.clear()
            besides = [*act(key)]
            lines += [key, *(f"    {each}" for each in (*heard, *besides))]
        new = (self.path.parent if os.environ.get("REGOLD") else anew) / self.path.name
        kept = self.path.read_text(encoding="utf-8").splitlines()
        new.write_text("\n".join(lines) + "\n", encoding="utf-8")
        assert kept == lines, f"now: {new}"

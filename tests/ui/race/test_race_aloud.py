"""What one person hears of a race that is played by keys: whole transcripts, on a clock of their own.

As at a table (`tests/ui/table/test_reading_aloud.py`), with lines `wait MS` between the keys.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.race.race_page import RacePage
from tests.ui.conftest import settle
from tests.ui.race import test_race_page as races

TRANSCRIPTS = Path(__file__).with_name("transcripts")
time, sit = races.time, races.sit


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


@pytest.mark.parametrize("script", sorted(each.stem for each in TRANSCRIPTS.glob("*.txt")))
def test_what_is_heard_in_a_race(sit: Any, time: Any, heard: list[str], script: str, tmp_path: Path) -> None:
    kept = (TRANSCRIPTS / f"{script}.txt").read_text(encoding="utf-8").splitlines()
    head, keys = kept[0], [line for line in kept[1:] if line and not line.startswith(" ")]
    _, names, *chosen = head.split(", ")
    page: RacePage = sit(*names.split(" and "), go=False, **dict(each.split("=") for each in chosen))
    page.window().activateWindow()
    page.setFocus()
    settle()
    lines = [head, *(f"    {each}" for each in heard)]
    for key in keys:
        heard.clear()
        if key.startswith("wait "):
            time.pass_by(page, int(key.split()[1]))
        else:
            combination = QKeySequence(key)[0]
            QTest.keyClick(QApplication.focusWidget() or page, combination.key(), combination.keyboardModifiers())
            settle()
        lines += [key, *(f"    {each}" for each in heard)]
    anew = TRANSCRIPTS if os.environ.get("REGOLD") else tmp_path
    new = anew / f"{script}.txt"
    new.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert kept == lines, f"now: {new}"

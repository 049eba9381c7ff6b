"""What is heard while a paper sheet is typed in and checked by keys alone; the first line of a transcript names the game.

No search goes on meanwhile: what the worker finds comes when it comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import settle
from tests.ui.speech import Transcript, heard, press

TRANSCRIPTS = Path(__file__).with_name("transcripts")
__all__ = ["heard"]


@pytest.mark.parametrize("script", sorted(each.stem for each in TRANSCRIPTS.glob("*.txt")))
def test_what_is_heard_in_the_check(
    window: MainWindow, heard: list[str], script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcript = Transcript.of(TRANSCRIPTS / f"{script}.txt")
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    window.go.show_check(Paper(game=transcript.head))
    audit = window.page
    assert isinstance(audit, AuditPage)
    window.activateWindow()
    settle()
    view = audit.entry.view

    def act(key: str) -> Iterator[str]:
        before = view.cursor_spot
        press(audit, key)
        for dialog in audit.findChildren(WordsDialog):
            if dialog.isVisible():
                dialog.reject()
                window.activateWindow()
                settle()
        child = QAccessible.queryAccessibleInterface(view).focusChild()
        if view.cursor_spot != before and child is not None:
            yield f"→ {child.text(QAccessible.Text.Name)} ({child.text(QAccessible.Text.Description)})"

    transcript.check(heard, act, tmp_path)

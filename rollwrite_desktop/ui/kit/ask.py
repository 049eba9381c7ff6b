"""Asking a person: for the name of a file, and whether something is to be done.

One rule for endings. A kind is what a file dialog shows, as "Spreadsheets (*.csv)", and has one ending. A name with the
ending of a kind is taken as it is, unless another kind than the first was chosen; after any other name, "Results 1.5" too,
comes the ending of the kind that was chosen. The dialog has not asked about that name: it is asked here before a file is
replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6 import QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base.settings import Settings

_ENDING = re.compile(r"\*(\.[\w-]+)")


def save(
    owner: QWidget, title: str, start: Path, kinds: Sequence[str], *, also: Sequence[str] = (), ending: str = ""
) -> Path | None:
    """Where to save, first `start`; None where that is cancelled. `also`: more endings that are taken as they are; `ending`:
    what is added to a name of the first kind, if not just the ending of that."""
    chosen, kind = QtWidgets.QFileDialog.getSaveFileName(owner, title, str(start), ";;".join(kinds))
    if not chosen:
        return None
    path = ended(Path(chosen), kinds, kind, also=also, ending=ending)
    unasked = path.name != Path(chosen).name and path.exists()
    if unasked and not sure(
        owner, tr("“{name}” exists already.", name=path.name), tr("&Replace it"), title=title, harms=True
    ):
        return None
    return path


def ended(path: Path, kinds: Sequence[str], kind: str = "", *, also: Sequence[str] = (), ending: str = "") -> Path:
    """Returns the name under which something is saved of which this name and this kind were chosen."""
    endings = [_ending(each) for each in kinds]
    wanted = endings[kinds.index(kind) if kind in kinds else 0]
    own = next((each for each in (*endings, *also) if path.name.lower().endswith(each) and path.name.lower() != each), "")
    if own and (wanted == endings[0] or own == wanted):
        return path
    added = ending if ending and wanted == endings[0] else wanted
    return path.with_name(path.name[:len(path.name) - len(own)] + added)


def _ending(kind: str) -> str:
    found = _ENDING.search(kind)
    return found[1] if found else ""


def open_one(owner: QWidget, store: Settings, use: str, title: str, kinds: str) -> Path | None:
    """A file to be opened, first from the folder that was last used for this; None where that is cancelled."""
    chosen, _ = QtWidgets.QFileDialog.getOpenFileName(owner, title, store.folder(use), kinds)
    return _kept(store, use, [chosen])[0] if chosen else None


def open_many(owner: QWidget, store: Settings, use: str, title: str, kinds: str) -> list[Path]:
    """Files to be opened, first from the folder that was last used for this."""
    chosen, _ = QtWidgets.QFileDialog.getOpenFileNames(owner, title, store.folder(use), kinds)
    return _kept(store, use, chosen)


def folder(owner: QWidget, store: Settings, use: str, title: str) -> Path | None:
    """A folder, first the one that was last used for this; None where that is cancelled."""
    chosen = QtWidgets.QFileDialog.getExistingDirectory(owner, title, store.folder(use))
    if not chosen:
        return None
    store.keep_folder(use, Path(chosen) / "_")
    return Path(chosen)


def _kept(store: Settings, use: str, chosen: Sequence[str]) -> list[Path]:
    for name in chosen[:1]:
        store.keep_folder(use, Path(name))
    return [Path(name) for name in chosen]


def yes(
    owner: QWidget, text: str, yes: str, then: Callable[[], object], *, no: str = "",
    otherwise: Callable[[], object] | None = None, more: str = "", title: str = "", harms: bool = False,
) -> QtWidgets.QMessageBox:
    """Asks, without waiting, whether to do something, and does it (`then`) after the button `yes`, or else `otherwise`.
    Escape is the other button, *Keep* unless `no` names it, and where doing it `harms`, so is Enter."""
    question = _question(owner, text, more, title)
    do = _buttons(question, yes, no or tr("&Keep"), harms)
    do.clicked.connect(lambda: then())
    if otherwise is not None:
        question.escapeButton().clicked.connect(lambda: otherwise())
    question.finished.connect(question.deleteLater)
    question.open()
    return question


def sure(
    owner: QWidget, text: str, yes: str, *, no: str = "", more: str = "", title: str = "", harms: bool = False
) -> bool:
    """Asks, waits, and says whether to do something; *Cancel* is the other button unless `no` names it."""
    question = _question(owner, text, more, title)
    do = _buttons(question, yes, no, harms)
    question.exec()
    done = question.clickedButton() is do
    question.deleteLater()
    return done


def _question(owner: QWidget, text: str, more: str, title: str) -> QtWidgets.QMessageBox:
    question = QtWidgets.QMessageBox(owner)
    question.setTextFormat(Qt.TextFormat.PlainText)
    question.setWindowTitle(title)
    question.setText(text)
    question.setInformativeText(more)
    return question


def _buttons(question: QtWidgets.QMessageBox, yes: str, no: str, harms: bool) -> QPushButton:
    """Gives a question its two buttons; returns the one that does it."""
    role = QtWidgets.QMessageBox.ButtonRole
    do = question.addButton(yes, role.DestructiveRole if harms else role.AcceptRole)
    keep = question.addButton(no, role.RejectRole) if no else question.addButton(QtWidgets.QMessageBox.StandardButton.Cancel)
    question.setDefaultButton(keep if harms else do)
    question.setEscapeButton(keep)
    return do

"""Every dialog: Enter never discards, and Escape asks first where something was entered."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QEvent, QMimeData, QPoint, QPointF, Qt, QTimerEvent, QUrl
from PySide6.QtGui import QCursor, QDropEvent, QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

import rollwrite_desktop.ui
from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.table.roll_correction import RollCorrection
from rollwrite_desktop.ui.base.tips import tips
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.dialogs import Dialog
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.roll_list import RollCodeDialog, RollList
from rollwrite_desktop.ui.paper.check.start_page import CodeDialog
from rollwrite_desktop.ui.paper.session.class_practice import ClassPractice
from rollwrite_desktop.ui.play.race.key_bindings import Keys, KeysDialog
from rollwrite_desktop.ui.play.table.join_dialog import JoinDialog
from rollwrite_desktop.ui.play.table.roll_correction import RollCorrectionDialog
from rollwrite_desktop.ui.play.table.share_dialog import ShareDialog
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.help.about_dialog import AboutDialog
from rollwrite_desktop.ui.window.help.keys_page import KeysPage
from rollwrite_desktop.ui.window.help.rules_page import RulesPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from rollwrite_desktop.ui.window.message_bar import Messages
from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog
from tests.ui.conftest import PATIENCE, delete_closed, new_game, settle, wait_for

Open = Callable[[MainWindow, Path], Dialog]
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def _rolls(window: MainWindow) -> RollList:
    game = GAMES["rolling_america"]
    rolls = RollList(RollNotes(game, sheet_of(game, ""), {}))
    rolls.setParent(window)
    rolls.show_rolls([], Report((), (), None), "")
    return rolls


def _correction(window: MainWindow, folder: Path) -> Dialog:
    path = folder / "real.rollwrite"
    window.go.show_table(new_game(path, "Ann", dice="real"), path)
    table = window.page
    assert isinstance(table, TablePage)
    assert table.session.session.submit(Event("chance", table.session.rules.read("blue 4, wild 2"))) is None
    table.after(table.model.corrected)
    return RollCorrectionDialog(RollCorrection(table.session), lambda: None, table)


DIALOGS: dict[str, Open] = {
    "RollCorrectionDialog": _correction,
    "JoinDialog": lambda window, _: JoinDialog(("Ann",), lambda _: None, window),
    "CodeDialog": lambda window, _: CodeDialog(window),
    "RollCodeDialog": lambda window, _: RollCodeDialog(_rolls(window)),
    "ShareDialog": lambda window, _: ShareDialog(Display((360.0, 270.0), ()), "Ann", window.store, window),
    "ClassPractice": lambda window, _: ClassPractice("Class", (), (), window.store, window),
    "AboutDialog": lambda window, _: AboutDialog(window),
    "KeysPage": lambda window, _: KeysPage(window),
    "RulesPage": lambda window, _: RulesPage("on_tour", window),
    "KeysDialog": lambda window, _: KeysDialog(Keys(window.store), ("Ann",), ("A", "B", "C", "D"), window),
    "Messages": lambda window, _: Messages(["Saved."], window),
    "WordsDialog": lambda window, _: WordsDialog("The sheet in words", ("Blue: Ohio blank", "Red: Iowa 4"), window),
    "PreferencesDialog": lambda window, _: PreferencesDialog(window.store, window),
}
TYPED_IN = ("RollCorrectionDialog", "JoinDialog", "CodeDialog", "RollCodeDialog")
"""Dialogs in which something is entered that is lost when they are cancelled."""


def _dialogs() -> set[type[QDialog]]:
    """Every dialog class of the program."""
    for module in pkgutil.walk_packages(rollwrite_desktop.ui.__path__, "rollwrite_desktop.ui."):
        importlib.import_module(module.name)
    found: set[type[QDialog]] = set()
    waiting = [QDialog]
    while waiting:
        for each in waiting.pop().__subclasses__():
            waiting.append(each)
            if each.__module__.startswith("rollwrite_desktop.") and each is not Dialog:
                found.add(each)
    return found


@pytest.fixture
def dialog(window: MainWindow, tmp_path: Path, name: str) -> Dialog:
    made = DIALOGS[name](window, tmp_path)
    made.open()
    settle()
    return made


def _fields(dialog: QWidget) -> list[QLineEdit | QPlainTextEdit]:
    kinds: Any = (QLineEdit, QPlainTextEdit)
    return [each for kind in kinds for each in dialog.findChildren(kind) if each.isVisible() and not each.isReadOnly()]


def test_every_dialog_is_one_of_ours_and_tried_here() -> None:
    assert {each.__name__ for each in _dialogs()} == set(DIALOGS)
    assert all(issubclass(each, Dialog) for each in _dialogs())


@pytest.mark.parametrize("name", DIALOGS)
def test_enter_never_discards(dialog: Dialog, name: str) -> None:
    gone: list[int] = []
    dialog.rejected.connect(lambda: gone.append(1))
    for text in ("", "b4", "x"):
        for field in _fields(dialog):
            field.setFocus()
            QTest.keyClicks(field, text)
            for key in ENTER:
                QTest.keyClick(field, key)
    for key in ENTER:
        dialog.setFocus()
        QTest.keyClick(dialog, key)
    assert not gone
    assert dialog.isVisible() or dialog.result() == QDialog.DialogCode.Accepted


@pytest.mark.parametrize("name", TYPED_IN)
def test_escape_asks_where_something_was_entered(dialog: Dialog, name: str) -> None:
    field = _fields(dialog)[0]
    QTest.keyClicks(field, "b4")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible() and dialog.question is not None
    keep = dialog.question.defaultButton()
    assert keep is dialog.question.escapeButton()
    keep.click()
    assert dialog.isVisible() and (field.text() if isinstance(field, QLineEdit) else field.toPlainText()) == "b4"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    asked = dialog.question
    discard: QAbstractButton = next(each for each in asked.buttons() if each is not asked.defaultButton())
    discard.click()
    assert not dialog.isVisible() and dialog.result() == QDialog.DialogCode.Rejected


@pytest.mark.parametrize("name", TYPED_IN)
def test_escape_leaves_at_once_where_nothing_was_entered(dialog: Dialog, name: str) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize(("name", "chosen", "path"), [
    ("Results", 0, "Results.csv"), ("Results 1.5", 0, "Results 1.5.csv"), ("Results 1.5", 1, "Results 1.5.txt"),
    ("a.csv", 0, "a.csv"), ("a.CSV", 0, "a.CSV"), ("a.txt", 0, "a.txt"), ("a.csv", 1, "a.txt"), (".csv", 0, ".csv.csv"),
    ("a.jpg", 0, "a.jpg"), ("a.jpg", 1, "a.txt"), ("a", None, "a.csv"),
])
def test_a_name_gets_the_ending_of_its_kind(name: str, chosen: int | None, path: str) -> None:
    kinds = ["Spreadsheets (*.csv)", "Texts (*.txt)"]
    kind = "" if chosen is None else kinds[chosen]
    assert ask.ended(Path("in.here", name), kinds, kind, also=(".jpg",)) == Path("in.here", path)
    assert ask.ended(Path("a"), ["Sheets (*.json)"], ending=".paper.json") == Path("a.paper.json")


def test_what_the_file_dialog_has_not_asked_about_is_asked(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions: list[tuple[str, list[str], str]] = []
    answers = [""]

    def answer(box: QMessageBox) -> None:
        buttons = [each.text().replace("&", "") for each in box.buttons()]
        questions.append((box.text(), buttons, box.defaultButton().text().replace("&", "")))
        next(each for each in box.buttons() if answers[-1] in each.text()).click()

    monkeypatch.setattr(QMessageBox, "exec", answer)
    (tmp_path / "a.b.csv").touch()
    for press, name, saved in (
        ("Replace", "a.b", "a.b.csv"), ("Cancel", "a.b", ""), ("", "a.b.csv", "a.b.csv"), ("", "c", "c.csv"),
    ):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        answers.append(press)
        path = ask.save(window, "Export", tmp_path / "x", ["Spreadsheets (*.csv)"])
        assert path == (tmp_path / saved if saved else None)
    asked = ("“a.b.csv” exists already.", ["Cancel", "Replace it"], "Cancel")
    assert [(text, sorted(buttons), default) for text, buttons, default in questions] == [asked] * 2


def test_a_list_of_rolls_comes_by_file_copied_dropped_and_of_a_code(window: MainWindow, tmp_path: Path) -> None:
    called = ["blue 4, wild 2", "red 1, green 6"]
    (tmp_path / "rolls.txt").write_text("1. b4 w2\n2. r1 g6\n")
    QGuiApplication.clipboard().setText("B4 W2\nR1 G6")
    rolls = _rolls(window)
    rolls.show()
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(tmp_path / "rolls.txt"))])
    place, none = QPointF(4, 4), Qt.KeyboardModifier.NoModifier
    ways: tuple[Callable[[], object], ...] = (
        lambda: rolls.take_file(tmp_path / "rolls.txt"),
        rolls.lists.paste,
        lambda: QTest.keyClick(rolls.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier),
        lambda: rolls.dropEvent(QDropEvent(place, Qt.DropAction.CopyAction, dropped, Qt.MouseButton.LeftButton, none)),
    )
    for way in ways:
        rolls.show_rolls([], Report((), (), None), "")
        way()
        assert rolls.lines == called
    rolls.ask_code()
    asked = rolls.findChild(RollCodeDialog)
    assert asked is not None
    asked.field.setText("class 7")
    asked.take.click()
    assert asked.isVisible() and "your own text" in asked.wrong.text()
    asked.field.setText("r p38a wakx r")
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    assert len(rolls.lines) == 24 and not asked.isVisible()
    assert not rolls.take_text("nothing", "List") and "List: line 1" in rolls.wrong.text() and len(rolls.lines) == 24


def test_a_tool_tip_stays_while_it_is_read(window: MainWindow) -> None:
    """Its own timers, which end after ten seconds and soon after the pointer has left, don't take it away from who is over
    it, over what it belongs to, or there by keyboard."""
    window.go.show_print()
    settle()
    assert window.page is not None
    over = next(each for each in window.page.findChildren(QToolButton) if each.isVisible() and each.toolTip())
    elsewhere = window.mapToGlobal(window.rect().bottomRight() - QPoint(2, 2))

    def left() -> bool:
        """Whether the tip is still there after its timers have come to their end."""
        tip = next(each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel"))
        dispatcher = QAbstractEventDispatcher.instance()
        for timer in dispatcher.registeredTimers(tip):
            QApplication.sendEvent(tip, QTimerEvent(timer.timerId))
        return tip.isVisible()

    middle = over.rect().center()
    QCursor.setPos(over.mapToGlobal(middle))
    QTest.mouseMove(over, middle)
    QApplication.sendEvent(over, QHelpEvent(QEvent.Type.ToolTip, middle, over.mapToGlobal(middle)))
    assert QToolTip.isVisible() and QToolTip.text() == over.toolTip()
    assert left()
    tip = next(each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel"))
    QTest.mouseMove(window, QPoint(2, 2))
    assert not over.underMouse()
    QCursor.setPos(tip.geometry().center())
    assert left()
    QCursor.setPos(elsewhere)
    assert not left()
    delete_closed()
    over.setFocus(Qt.FocusReason.TabFocusReason)
    assert tips().rest.isActive()
    tips().rest.timeout.emit()
    assert QToolTip.isVisible() and left()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Escape)
    wait_for(lambda: not QToolTip.isVisible())


def test_a_tool_tip_that_repeats_its_button_is_not_shown(window: MainWindow) -> None:
    """It would cover the tabs below; where a narrow line leaves the icon alone it says what the button does."""
    window.go.show_check(Paper(game="rolling_america"))
    settle()
    page = window.page
    assert isinstance(page, AuditPage) and page.save.text().replace("&", "") == "Save" and page.save.toolTip() == "Save"
    page.save.setFocus(Qt.FocusReason.BacktabFocusReason)
    assert not tips().rest.isActive()
    page.save.setText("")
    page.take_focus()
    page.save.setFocus(Qt.FocusReason.BacktabFocusReason)
    assert tips().rest.isActive()


def test_escape_closes_a_tool_tip_first_and_nothing_else(window: MainWindow) -> None:
    def closes(over: QWidget) -> None:
        here = window.page
        QToolTip.showText(over.mapToGlobal(over.rect().center()), "Text size", over, over.rect(), PATIENCE)
        assert QToolTip.isVisible()
        QTest.keyClick(over.windowHandle(), Qt.Key.Key_Escape)
        wait_for(lambda: not QToolTip.isVisible())
        assert over.isVisible() and window.page is here

    window.go.show_print()
    settle()
    closes(window)
    window.go.show_preferences()
    settle()
    dialog = next(
        each for each in QApplication.topLevelWidgets() if isinstance(each, PreferencesDialog) and each.isVisible()
    )
    closes(dialog)
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Escape)
    settle()
    assert not isValid(dialog) or not dialog.isVisible()


def test_a_very_large_text_has_its_height(window: MainWindow) -> None:
    for words in range(4, 24):
        dialog = Dialog(window)
        text = label("gemeinsam " * words)
        text.setStyleSheet("font-size: 56px")
        QVBoxLayout(dialog).addWidget(text)
        dialog.show()
        settle()
        assert text.height() >= text.heightForWidth(text.width())
        dialog.close()

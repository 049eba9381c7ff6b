"""Starting, opening what people drop, and errors that nobody foresaw: said in one place, in words that can be copied."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QMimeData, QObject, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QFileOpenEvent, QGuiApplication, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rollwrite_desktop import COMMAND
from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games._blank import GAME as BLANK
from rollwrite_desktop.intake import journals
from rollwrite_desktop.paths import ASSETS, TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import reopen
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.app import AHEAD, AHEAD_OF_GAMES, application, import_ahead
from rollwrite_desktop.ui.window.crash_report import CrashReporter
from rollwrite_desktop.ui.window.demo import play_and_save
from rollwrite_desktop.ui.window.language import QtTexts
from rollwrite_desktop.ui.window.main_window import MainWindow
from rollwrite_desktop.ui.window.message_bar import Messages
from tests.sampling import sampled
from tests.ui.conftest import PATIENCE, new_game, settle, wait_for
from tests.ui.rooms import hinted_game


def begin(path: Path, *names: str) -> None:
    """A journal of a game that has been rolled for once."""
    opened = new_game(path, *names)
    roll = opened.session.digital()
    assert roll is not None
    opened.session.submit(roll)
    opened.session.log.__self__.close()


def test_the_home_page_is_shown_first(window: MainWindow) -> None:
    window.go.show_home()
    settle()
    assert type(window.page).__name__ == "HomePage"


@pytest.mark.parametrize("language", ["en", "de"])
def test_home_has_no_scroll_bar(window: MainWindow, language: str) -> None:
    """With a game to go on with and others played lately, in a window with a title bar of its own too."""
    for name in ("Ann", "Bo", "Cy"):
        path = GameStore(window.store).new_path("Rolling America", (name,))
        begin(path, name)
        window.store.remember(path)
    i18n.use(language, TRANSLATIONS)
    try:
        for size in ((1280, 800), (1366, 768), (1264, 752)):
            window.resize(*size)
            window.go.show_home()
            settle(8)
            assert isinstance(window.page, HomePage) and window.page.go_on.isVisible()
            (area,) = window.page.findChildren(Scroll)
            assert area.verticalScrollBar().maximum() == 0, size
    finally:
        i18n.use("en", TRANSLATIONS)


def test_a_game_in_which_nothing_has_happened_is_no_recent_one(window: MainWindow) -> None:
    store = window.store
    blank = GameStore(store).new_path("Rolling America", ("Di",))
    new_game(blank, "Di").session.log.__self__.close()
    paths = [GameStore(store).new_path("Rolling America", (name,)) for name in ("Ann", "Bo", "Cy", "Ed")]
    for path, name in zip(paths, ("Ann", "Bo", "Cy", "Ed"), strict=True):
        begin(path, name)
    for path in (*paths, blank):
        store.remember(path)
    window.go.show_home()
    settle(4)
    assert isinstance(window.page, HomePage)
    assert [entry.accessibleName() for entry in window.page.recent] == [path.name for path in (paths[2], paths[1], paths[0])]


def test_a_journal_is_dropped_and_goes_on(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "game.rollwrite"
    begin(path, "Ann", "Bo")
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(path))])
    window.dropEvent(QDropEvent(
        QPointF(10, 10), Qt.DropAction.CopyAction, dropped, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    ))
    assert isinstance(window.page, TablePage)
    assert len(window.page.session.events) == 1
    window.page.tap_token(next(iter(window.page.tray.buttons)))


def test_a_torn_journal_opens_with_a_notice(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "torn.rollwrite"
    begin(path, "Ann")
    whole = BOM_UTF8 + path.read_bytes()  # an editor's mark stays
    path.write_bytes(whole + b'{"by": "p1", "do": "bl')
    assert window.go.open_file(path)
    assert "left out" in window.messages.sentence
    assert path.read_bytes() == whole


@pytest.mark.parametrize("name", ["my.sheet.json", "my.json"])
def test_a_sheet_file_is_offered_for_a_game_on_it(window: MainWindow, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(Path("sheets/hexroller_back.json").read_bytes())
    assert window.go.open_file(path)
    assert isinstance(window.page, LobbyPage)
    assert (window.page.game.value, window.page.sheet.value) == ("hexroller", str(path))
    window.page.begin()
    settle()
    assert isinstance(window.page, TablePage) and window.page.opened.sheet.id == "hexroller_back"
    window.page.opened.session.log.__self__.close()


def test_a_sheet_that_cannot_be_played_on_is_refused(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "odd.sheet.json"
    path.write_bytes(Path("sheets/hexroller_back.json").read_bytes().replace(b'"game": "hexroller"', b'"game": "chess"'))
    assert not window.go.open_file(path)
    assert "odd.sheet.json" in window.messages.sentence and not isinstance(window.page, LobbyPage)


def test_the_system_hands_over_a_file_while_the_program_runs(
    window: MainWindow, tmp_path: Path, qapp: Any
) -> None:
    """As macOS does after a double click."""
    path = tmp_path / "game.rollwrite"
    begin(path, "Ann", "Bo")
    qapp.file_opened.connect(window.go.open_file)
    QApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(path))))
    qapp.file_opened.disconnect(window.go.open_file)
    assert isinstance(window.page, TablePage)


@pytest.mark.parametrize(("name", "content", "said"), [
    ("a.rollwrite", b"", "line 1"),
    ("b.rollwrite", b"\x00\xff\n", "line 1"),
    ("c.json", b"[]", "not a paper file"),
    ("d.json", b'{"paper": 1, "game": "chess"}', "no game 'chess'"),
    ("e.rollwrite", None, "cannot be read"),
])
def test_what_cannot_be_opened_is_said_in_one_sentence(
    window: MainWindow, tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert not window.go.open_file(path)
    assert said in window.messages.sentence
    QTest.mouseClick(window.messages._copy, Qt.MouseButton.LeftButton)
    assert said in QGuiApplication.clipboard().text()
    settle()
    window.go.show_history()
    assert not window.messages.isVisible(), "it was about what was asked for before"


DESKTOP_FILE = Path(__file__).parents[3] / "packaging" / "linux" / "rollwrite.desktop"


@pytest.fixture
def translated(qapp: QApplication) -> Iterator[Callable[[str], None]]:
    """Sets the language of the program and of Qt; English again afterwards."""
    texts, before = QtTexts(qapp), QLocale()

    def use(language: str) -> None:
        i18n.use(language, TRANSLATIONS)
        texts.follow()

    yield use
    i18n.use("en", TRANSLATIONS)
    texts.remove()
    QLocale.setDefault(before)


def test_dialogs_of_qt_speak_the_language_too(translated: Callable[[str], None]) -> None:
    translated("es")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancelar"


def test_a_menu_has_its_icons_once_it_is_shown(window: MainWindow) -> None:
    menu = window.menuBar().actions()[0].menu()
    entries = [entry for entry in menu.actions() if not entry.isSeparator()]
    assert all(entry.icon().isNull() for entry in entries), "they take a start longer"
    menu.aboutToShow.emit()
    assert not any(entry.icon().isNull() for entry in entries)


@pytest.mark.parametrize(("language", "keys"), [
    ("de", "Strg+Umschalt+Z, Bild ab, Bild auf, Pos1, Esc, Enter, Leertaste, Rücktaste, Entf, Alt+F4"),
    ("es", "Ctrl+Mayús+Z, Av Pág, Re Pág, Inicio, Escape, Intro, Espacio, Retroceso, Supr, Alt+F4"),
])
def test_keys_are_called_in_menus_as_in_texts(translated: Callable[[str], None], language: str, keys: str) -> None:
    translated(language)
    pressed = ["Ctrl+Shift+Z", "PgDown", "PgUp", "Home", "Esc", "Return", "Space", "Backspace", "Del", "Alt+F4"]
    assert ", ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in pressed) == keys


_SAY = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from rollwrite_desktop.cli import main
from rollwrite_desktop.core.i18n import language

QTimer.singleShot(0, lambda: (print(language(), flush=True), QApplication.closeAllWindows()))
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("argv", "spoken"), [((), "de"), (("--lang", "en"), "en")], ids=" ".join)
def test_a_language_that_is_asked_for_goes_before_the_preferred_one(
    tmp_path: Path, argv: tuple[str, ...], spoken: str
) -> None:
    Settings(tmp_path).prefer(language="de")
    environment = os.environ | {"ROLLWRITE_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(
        [sys.executable, "-c", _SAY, *argv], capture_output=True, text=True, env=environment, timeout=600
    )
    assert (done.returncode, done.stdout) == (0, f"{spoken}\n"), done.stderr


def test_windows_have_the_class_of_the_desktop_file(qapp: QApplication) -> None:
    """X11 puts the program's name before the class, whatever file Python was started with."""
    assert qapp.arguments() == [COMMAND]
    assert f"StartupWMClass={qapp.applicationName()}\n" in DESKTOP_FILE.read_text("utf-8")


@pytest.fixture
def watch(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Callable[[], MainWindow]:
    """Lets the window catch what nobody caught; called within the test, because the test's own hook comes with it."""
    def watching() -> MainWindow:
        monkeypatch.setattr(sys, "excepthook", sys.excepthook)
        monkeypatch.setattr(threading, "excepthook", threading.excepthook)
        CrashReporter(window).install()
        return window

    return watching


def test_an_unforeseen_error_in_a_slot_is_told_reported_and_copied(
    watch: Callable[[], MainWindow], seat: Any, store: Settings, capsys: Any
) -> None:
    table, watched = seat("Ann Secret"), watch()
    table.roll()
    timer = QTimer(table, singleShot=True, interval=0)
    timer.timeout.connect(lambda: 1 // 0)
    timer.start()
    settle()
    assert "ZeroDivisionError" in watched.messages.sentence
    (kept,) = (store.home / "reports").glob("*.txt")
    text = kept.read_text(encoding="utf-8")
    assert "ZeroDivisionError" in text
    assert "Events: 1" in text
    assert "Table" in text
    assert "Secret" not in text
    assert str(ASSETS.parent) not in text
    watched.messages._copied()
    assert "ZeroDivisionError" in QGuiApplication.clipboard().text()
    assert "ZeroDivisionError" in capsys.readouterr().err
    watched.go.show_messages()
    assert "ZeroDivisionError" in watched.findChild(Messages).text.toPlainText()
    assert table.session.events == reopen(journals.read(table.path), "again").session.events


def test_an_error_in_a_thread_is_told_too_and_once(
    watch: Callable[[], MainWindow], store: Settings, qtbot: Any, capsys: Any
) -> None:
    watched = watch()

    def fails() -> None:
        raise RuntimeError("elsewhere")

    for _ in range(2):
        thread = threading.Thread(target=fails)
        thread.start()
        thread.join()
    qtbot.waitUntil(lambda: "RuntimeError" in watched.messages.sentence, timeout=PATIENCE)
    settle()
    assert len(list((store.home / "reports").glob("*.txt"))) == 1
    assert capsys.readouterr().err.count("RuntimeError: elsewhere") == 2


def test_two_windows_do_not_write_one_game(seat: Any, store: Settings, qtbot: Any) -> None:
    table = seat("Ann")
    table.roll()
    other = MainWindow(store)
    qtbot.addWidget(other)
    other.show()
    before = table.path.read_bytes()
    assert other.go.open_file(table.path)
    assert isinstance(other.page, TablePage)
    assert "another window" in other.messages.sentence
    other.page.roll()
    other.page.tap("OH")
    assert table.path.read_bytes() == before
    with pytest.raises(UserError, match="another window"):
        GameStore(store).delete(table.path)
    table.window().go.show_home()
    QApplication.processEvents()
    assert other.go.open_file(table.path)
    assert not other.page.opened.read_only


def test_one_window_may_open_its_game_again(seat: Any) -> None:
    table = seat("Ann")
    window = table.window()
    assert window.go.open_file(table.path)
    assert not window.page.opened.read_only
    assert window.page is not table



def test_light_and_dark_and_larger_text_are_followed(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "game.rollwrite"
    window.go.show_table(new_game(path, "Ann"), path)
    settle()
    ground = {}
    for shade in ("light", "dark"):
        window.store.prefer(theme=shade)
        settle()
        ground[shade] = window.grab().toImage().pixelColor(window.width() - 8, 650).lightness()
        assert theme.mode() == shade
    assert ground["light"] > 180 > 60 > ground["dark"]
    before = window.page.head.prompt.font().pixelSize() if isinstance(window.page, TablePage) else 0
    window.store.prefer(text="150")
    settle()
    assert isinstance(window.page, TablePage) and window.page.head.prompt.font().pixelSize() > before


def test_every_action_has_a_key_and_a_name(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "game.rollwrite"
    window.go.show_table(new_game(path, "Ann", "Bo"), path)
    actions = [action for menu in window.menuBar().actions() for action in menu.menu().actions()]
    plain = [action for action in actions if not action.isSeparator() and action.menu() is None]
    assert len(plain) > 15
    assert [action.text() for action in plain if action.shortcut().isEmpty()] == []
    keys = [action.shortcut().toString() for action in plain]
    assert len(set(keys)) == len(keys)


def test_the_shape_of_the_window_is_remembered(window: MainWindow, qtbot: Any) -> None:
    window.resize(1000, 700)
    window.close()
    again = MainWindow(window.store)
    qtbot.addWidget(again)
    assert again.size() == window.size()


def test_a_game_without_a_display(qapp: Any, tmp_path: Path) -> None:
    written = play_and_save(tmp_path, application, code="TEST-2345")
    game, picture, pdf = written.values()
    assert game.read_text().count("\n") > 100
    assert QImage(str(picture)).width() == 1280
    assert pdf.read_bytes().startswith(b"%PDF")


def test_without_a_display_one_line_says_so(tmp_path: Path) -> None:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    environment |= {"ROLLWRITE_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from rollwrite_desktop.ui.window.app import run; sys.exit(run([]))"],
        capture_output=True, text=True, env=environment, timeout=600,
    )
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1 and "no display" in done.stderr
    assert len(done.stdout.splitlines()) == 3


_CLOSE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from rollwrite_desktop.ui.window.app import run
from rollwrite_desktop.ui.window.language import QtTexts
from rollwrite_desktop.ui.window.main_window import MainWindow

def close():
    (window,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    print(QApplication.primaryScreen().availableGeometry().contains(window.frameGeometry()))
    window.go.show_rules("on_tour")
    window.close()

QTimer.singleShot(0, close)
sys.exit(run(sys.argv[1:]))
"""


@sampled("wide, high", [(1280, 800), (1366, 768)], 2)
def test_the_first_window_fits_a_small_screen_and_the_program_ends_with_it(tmp_path: Path, wide: int, high: int) -> None:
    """With a game open that ended with hints, and the rules beside it. The screen has frames round its windows."""
    hinted_game(tmp_path / "a.rollwrite", "on_tour")
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps({"windowFrameMargins": True, "screens": [
        {"name": "small", "x": 0, "y": 0, "width": wide, "height": high, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    ]}))
    environment = os.environ | {
        "ROLLWRITE_HOME": str(tmp_path / "home"), "PYTHONPATH": str(Path(__file__).parents[3]),
        "QT_QPA_PLATFORM": f"offscreen:configfile={screens}",
    }
    done = subprocess.run(
        [sys.executable, "-c", _CLOSE, str(tmp_path / "a.rollwrite")], capture_output=True, text=True, env=environment,
        timeout=600,
    )
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


_RUN = """
import sys
from PySide6.QtCore import QTimer
from rollwrite_desktop.ui.window.app import run
QTimer.singleShot(0, lambda: print("waiting", flush=True))
sys.exit(run([]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to processes on POSIX only")
def test_ctrl_c_ends_the_program_while_it_waits(tmp_path: Path) -> None:
    environment = os.environ | {"ROLLWRITE_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-c", _RUN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as run:
        assert run.stdout is not None and run.stdout.readline() == b"waiting\n"
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=600)
    assert (run.returncode, b"Traceback" in said) == (0, False)


def test_ctrl_c_while_qt_calls_python_is_an_exception_as_elsewhere(qapp: QApplication) -> None:
    """Python's own handler would crash there; see `app.interrupt`, which tests have installed too.

    The receiver stands alone: in a window the error could rise in a slot, from where Qt never hands it on.
    """

    class Interrupting(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.User:
                signal.raise_signal(signal.SIGINT)
            return False

    watched, interrupting = QObject(), Interrupting()
    watched.installEventFilter(interrupting)
    with pytest.raises(KeyboardInterrupt):
        QCoreApplication.sendEvent(watched, QEvent(QEvent.Type.User))


def test_printing_comes_back_to_the_game(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "game.rollwrite"
    window.go.show_table(new_game(path, "Ann"), path)
    table = window.page
    assert isinstance(table, TablePage)
    table.print_chosen.emit(table.opened)
    settle()
    assert type(window.page).__name__ == "PrintPage"
    window.page.left.emit()
    settle()
    assert window.page is table
    table.roll()
    assert len(table.session.events) == 1


def test_full_screen_and_back(window: MainWindow) -> None:
    window.go.show_home()
    for full in (True, False):
        QTest.keyClick(window, Qt.Key.Key_F11)
        settle()
        assert window.isFullScreen() == full


def _luminance(rgb: str) -> float:
    parts = [int(rgb[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


GROUNDS = ("ground", "panel", "raised", "lifted", "accent_soft")


@pytest.mark.parametrize("shade", range(4), ids=["light", "dark", "light_high", "dark_high"])
@pytest.mark.parametrize(("ink", "ground", "least"), [
    *((ink, ground, 4.5) for ink in ("text", "faint", "accent", "doubt", "alarm") for ground in GROUNDS),
    *((ink, ground, 4.5) for ink in ("text", "alarm") for ground in ("alarm_soft", "pressed")),
    ("on_accent", "accent", 4.5), ("raised", "alarm", 4.5),
    # What cannot be used now, and the outlines of what can.
    *((ink, ground, 3.0) for ink in ("off", "strong_edge") for ground in ("ground", "panel", "raised")),
])
def test_everything_can_be_read(shade: int, ink: str, ground: str, least: float) -> None:
    light, dark = sorted((_luminance(theme.TOKENS[name][shade]) for name in (ink, ground)), reverse=True)
    high = shade > 1 and least == 4.5
    assert (light + 0.05) / (dark + 0.05) >= (7 if high else least)


def test_pages_are_imported_ahead_in_small_pieces(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """And parts of games, of which a game may lack some."""
    monkeypatch.setitem(GAMES, BLANK.info.id, BLANK)
    timer = import_ahead(qapp, 0, 0)
    wait_for(lambda: not timer.isActive())
    parts = (f"games.{game}.{part}" for game in GAMES if game != BLANK.info.id for part in AHEAD_OF_GAMES)
    assert {f"rollwrite_desktop.{module}" for module in (*AHEAD, *parts)} <= set(sys.modules)

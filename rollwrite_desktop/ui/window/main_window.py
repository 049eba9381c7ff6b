"""The one window: a stack of pages, the menus, the message bar. Which page is shown, `navigator.py` says."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6 import QtWidgets
from PySide6.QtCore import QByteArray, QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QWidget,
)

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import language, tr
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.ui.base import file_locks, theme, touch
from rollwrite_desktop.ui.base.settings import Preferences, Settings
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.buttons import MenuBar, letters_of, part_buttons, part_menus, show_ring, take_return
from rollwrite_desktop.ui.kit.character_keys import CharacterKeys
from rollwrite_desktop.ui.kit.dialogs import EscapedTips
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.layouts import in_column
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.scroll import FittingScrollArea
from rollwrite_desktop.ui.kit.tab_order import pressed_tab, tab_on
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.window.language import apply_language
from rollwrite_desktop.ui.window.message_bar import MessageBar, UnsavedBar
from rollwrite_desktop.ui.window.navigator import Navigator

if TYPE_CHECKING:
    from rollwrite_desktop.play.opening.open_game import Opened
    from rollwrite_desktop.ui.window.idle_reviewer import IdleReviewer

_MIN_SIDE = 200
_FIRST_SIZE = QSize(1280, 800)
_FRAME = QSize(16, 48)
"""What a window manager may put round a window; it says how much only after the window is on the screen."""


_GROWTH = ((2.6, 1.8), (1.8, 1.4), (1.32, 1.2), (1.2, 1.1))
"""From how much larger than its first size a window is, how much larger its texts are."""


def growth(size: QSize) -> float:
    """How much larger than usual texts are in a window of this size, so that a large screen is no desert of small print."""
    times = min(size.width() / _FIRST_SIZE.width(), size.height() / _FIRST_SIZE.height())
    return next((larger for least, larger in _GROWTH if times >= least), 1.0)


def room_on(available: QSize) -> QSize:
    """How large a window may be for its frame to fit on a screen with this much room, in pixels."""
    return (available - _FRAME).expandedTo(QSize(_MIN_SIDE, _MIN_SIDE))


def first_size(room: QSize) -> QSize:
    """How large a window is the first time where there is this much room: upright where the screen is."""
    size = _FIRST_SIZE.boundedTo(room)
    return size if room.width() >= room.height() else QSize(size.width(), min(room.height(), round(1.6 * size.width())))


class MainWindow(QMainWindow):
    """`go` leads from page to page. `language_changed`: the program speaks another language from now on."""

    language_changed = Signal()

    def __init__(self, store: Settings) -> None:
        super().__init__()
        self.store = store
        self._language = store.preferences.language
        self._page_menus: list[QMenu] = []
        self.setWindowTitle("Rollwrite Desktop")
        self.setAcceptDrops(True)
        self.pages = QStackedWidget()
        center = QWidget()
        column = in_column(gap=0, on=center)
        # Very large texts may make a page larger than the screen.
        area = FittingScrollArea(self.pages)
        column.addWidget(area, 1)
        # Over the page, so that nothing on it moves; below it with the largest texts.
        self.unsaved = UnsavedBar(self.store.unsaved, center, lambda: self.page, area)
        self.unsaved.elsewhere_chosen.connect(self.save_elsewhere)
        self.messages = MessageBar(center, lambda: self.page, area)
        self.pages.currentChanged.connect(self.messages.leave_page)
        self.setCentralWidget(center)
        self.go = Navigator(self, self, self.store, self.pages, self.messages)
        self._menus()
        self._characters = CharacterKeys(self)
        self.store.preferred.connect(self._prefer)
        self.store.spoilt.connect(lambda: self._say_spoilt())
        later(self, self._say_spoilt)
        self._prefer(self.store.preferences)
        self._grown = 1.0
        self._tips: EscapedTips | None = None
        self._growing = QTimer(self, singleShot=True, interval=0)
        self._growing.timeout.connect(self._grow)
        touch.taps().keyed = True  # so that a first window shows where it has the keyboard
        self._inputs = touch.Inputs(self)
        self._inputs.switched.connect(lambda: show_ring(QApplication.focusWidget(), QApplication.focusWidget()))
        self._refocus = QTimer(self, singleShot=True, interval=0)
        self._refocus.timeout.connect(self._take_focus)
        QApplication.instance().focusChanged.connect(self._keep_focus)  # type: ignore[union-attr]
        self._restore()

    @cached_property
    def reviewer(self) -> IdleReviewer:
        """Reviews games while nobody uses the program; made when that is first wanted, and follows the preference itself."""
        from rollwrite_desktop.ui.window.idle_reviewer import IdleReviewer

        made = IdleReviewer(self.store, self)
        made.collected.connect(lambda: self.page.take_positions() if self.page is not None else None)
        return made

    # ------------------------------------------------------------------ what cannot be written

    def _say_spoilt(self) -> None:
        """Settings that cannot be used: once the page is there that falls back."""
        def say() -> None:
            if sentence := self.store.told_spoilt():
                self.messages.alarm(sentence)

        later(self, say)

    def save_elsewhere(self) -> bool:
        """Asks for another place for what cannot be written, and goes on there; says in one sentence why not."""
        failure = self.store.unsaved.first
        if failure is None or failure.elsewhere is None:
            return False
        path = ask.save(self, tr("Save elsewhere"), Path.home() / failure.name, [f"(*{Path(failure.name).suffix})"])
        if path is None:
            return False
        try:
            with file_locks.ours(path):
                failure.elsewhere(path)
        except UserError as error:
            self.messages.alarm(str(error))
            return False
        if not self.go.open_file(path):
            return False
        failure.settled()
        return True

    def _may_quit(self) -> bool:
        """Asks before something is lost that is not written."""
        failure = self.store.unsaved.first
        if failure is None or failure.elsewhere is None:
            return True
        box = QtWidgets.QMessageBox
        question = box(box.Icon.Warning, tr("Not saved"), self.store.unsaved.sentence, parent=self)
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setInformativeText(tr("If you quit now, the last moves or entries are lost."))
        elsewhere = question.addButton(tr("Save &elsewhere …"), box.ButtonRole.AcceptRole)
        quit_now = question.addButton(tr("&Quit without saving"), box.ButtonRole.DestructiveRole)
        question.addButton(box.StandardButton.Cancel)
        question.setDefaultButton(elsewhere)
        question.exec()
        clicked = question.clickedButton()
        question.deleteLater()
        return clicked is quit_now or (clicked is elsewhere and self.save_elsewhere())

    # ------------------------------------------------------------------ dialogs

    def alarm(self, sentence: str, details: str = "") -> None:
        """Says what could not be done; `details` are copied along with it."""
        self.messages.alarm(sentence, details)

    # ------------------------------------------------------------------ from page to page

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        return self.go.page

    @property
    def opened(self) -> Opened | None:
        """The game on the page that is shown."""
        return self.page.opened if self.page is not None else None

    @property
    def characters(self) -> bool:
        return self._characters.on

    def show_page(self) -> None:
        self.show_title()
        self._show_page_menus()

    def spread(self, full: bool) -> None:
        self.menuBar().setVisible(not full)
        if full != self.isFullScreen():
            self.turn_full_screen()

    # ------------------------------------------------------------------ menus

    def _menus(self) -> None:
        bar = MenuBar(self)
        self.setMenuBar(bar)
        file = bar.addMenu(tr("&File"))
        self._action(file, tr("&New game"), "Ctrl+N", self.go.show_lobby, "plus")
        self._action(file, tr("New &map …"), "Ctrl+Shift+Y", self.go.show_new_map, "image")
        self._action(file, tr("&Open …"), QKeySequence.StandardKey.Open, self.go.files.ask, "folder-open")
        self._action(file, tr("Scanned code from the clip&board"), "Ctrl+Shift+V", self.go.files.paste_code, "copy")
        self._action(file, tr("&Saved games"), "Ctrl+G", self.go.show_library, "list")
        self._action(file, tr("&Check paper sheets"), "Ctrl+K", self.go.show_check_room, "pencil")
        self._action(file, tr("Resul&ts"), "Ctrl+Shift+H", self.go.show_history, "history")
        self._action(file, tr("P&ractice your mistakes"), "Ctrl+Shift+R", self.go.show_practice, "check")
        file.addSeparator()
        self._action(file, tr("&Blank sheets to print …"), "Ctrl+Shift+P", self.go.show_print, "print")
        file.addSeparator()
        self._action(file, tr("Where are my &files"), "Ctrl+Shift+F", self.go.backups.open_folder, "folder-open")
        self._action(file, tr("Back &up everything …"), "Ctrl+Shift+U", self.go.backups.ask_backup, "save")
        self._action(file, tr("Restore b&ackup …"), "Ctrl+Shift+I", self.go.backups.ask_restore, "history")
        file.addSeparator()
        self._action(file, tr("S&essions for classes and clubs"), "Ctrl+Shift+E", self.go.show_sessions, "users")
        self._action(file, tr("Roll the &dice for paper …"), "Ctrl+D", self.go.show_caller, "dice")
        self._action(file, tr("&Home"), "Alt+Home", self.go.show_home, "home")
        self._action(file, tr("P&references …"), "Ctrl+,", self.go.show_preferences, "settings")
        self._action(file, tr("&Quit"), "Ctrl+Q", self.close, "x")
        self._view = bar.addMenu(tr("&View"))
        self._action(self._view, tr("&Full screen"), "F11", self.turn_full_screen, "maximize")
        aid = bar.addMenu(tr("&Help"))
        self._action(aid, tr("&Rules"), "F2", self.go.show_rules, "list")
        self._action(aid, tr("&Keys"), "F1", self.go.show_keys, "keyboard")
        self._action(aid, tr("&Messages"), "Ctrl+Shift+M", self.go.show_messages, "list")
        self._action(aid, tr("&About"), "Shift+F1", self.go.show_about, "help")

    def show_title(self) -> None:
        """Calls the window by the page that is shown."""
        title = one_line(self.page.title) if self.page is not None else ""
        self.setWindowTitle(f"{title} – Rollwrite Desktop" if title else "Rollwrite Desktop")

    def _drop_page_menus(self) -> None:
        for menu in self._page_menus:
            self.menuBar().removeAction(menu.menuAction())
            menu.deleteLater()
        self._page_menus.clear()

    def _show_page_menus(self) -> None:
        self._drop_page_menus()
        for title, contents in self.page.menus() if self.page is not None else ():
            menu = QMenu(title, self)
            for entry in contents:
                if entry is None:
                    menu.addSeparator()
                elif isinstance(entry, QMenu):
                    menu.addMenu(entry)
                else:
                    menu.addAction(entry)
            self.menuBar().insertMenu(self._view.menuAction(), menu)
            self._page_menus.append(menu)
        part_menus(self.menuBar())
        self.part_letters()

    def part_letters(self) -> None:
        """Gives the buttons of the page letters of their own."""
        if self.page is not None:
            part_buttons(self.page, letters_of(self.menuBar()))

    def _action(
        self, menu: QMenu, text: str, key: QKeySequence.StandardKey | str, slot: Callable[[], object], icon: str
    ) -> QAction:
        action = QAction(text, menu)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _=False: slot())
        menu.addAction(action)
        # Nobody sees it before, and to draw those of all menus is 8 ms of a start.
        menu.aboutToShow.connect(partial(theme.dress, action, icon), Qt.ConnectionType.SingleShotConnection)
        return action

    def restored(self) -> None:
        """Pages that list what is kept begin anew."""
        self._prefer(self.store.preferences)
        if self.page is not None and self.page.opened is None:
            self.go.show_home()

    def turn_full_screen(self) -> None:
        """Full screen and back."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # ------------------------------------------------------------------ the window itself

    def _prefer(self, wanted: Preferences) -> None:
        self.go.forget_rules()
        theme.choose(wanted.theme)
        theme.choose_contrast(wanted.contrast)
        self._enlarge(wanted.text, growth(self.size()))
        theme.set_plain(wanted.hand == "plain")
        self._characters.turn(wanted.keys == "on")
        if wanted.reviews == "on":
            _ = self.reviewer  # there from now on
        touch.taps().within = int(wanted.taps)
        if wanted.language != self._language:
            self._language = wanted.language
            later(self, self._speak)

    def _speak(self) -> None:
        """Everything in the language that is preferred now."""
        before = language()
        if apply_language(self.store.preferences, QLocale.system().name()) == before:
            return
        self.language_changed.emit()
        self._drop_page_menus()
        self._menus()
        self.messages.speak()
        self.unsaved.speak()
        self.go.begin_anew()

    def _restore(self) -> None:
        shape = self.store.settings.value("window/shape") or ""
        restored = self.restoreGeometry(QByteArray.fromBase64(shape.encode()))
        room = room_on(self.screen().availableSize())
        if not restored or min(self.width(), self.height()) < _MIN_SIDE:  # Qt takes half a shape for one of no size
            self.resize(first_size(room))
        if not self.isMaximized() and not self.isFullScreen():
            self.resize(self.size().boundedTo(room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if growth(self.size()) != self._grown:
            self._growing.start()

    def _grow(self) -> None:
        """Texts as large as befits the window, once it has its size."""
        self._grown = growth(self.size())
        self.go.forget_rules()
        self._enlarge(self.store.preferences.text, self._grown)

    def _enlarge(self, text: str, grown: float) -> None:
        """Texts of this size in percent, in a window that is grown so far; the page is laid out for them even if its size
        stays the same."""
        before = theme.text_scale()
        theme.set_larger(int(text) / 100 * grown)
        if theme.text_scale() != before and self.page is not None:
            size = self.page.size()
            QApplication.sendEvent(self.page, QResizeEvent(size, size))

    def focusNextPrevChild(self, forward: bool) -> bool:
        return tab_on(self, forward) if pressed_tab(self) else super().focusNextPrevChild(forward)

    def _keep_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        """Return presses the button that has the focus. What had it may be gone: then the page has it again, as soon as it
        is all there."""
        take_return(old, now)
        show_ring(old, now)
        over = now.window() if now is not None else None
        if isinstance(over, QDialog) and (handle := over.windowHandle()) is not None:
            handle.installEventFilter(self._inputs)
        if now is None and self.isActiveWindow() and QApplication.activePopupWidget() is None:
            self._refocus.start()

    def _take_focus(self) -> None:
        if self.isActiveWindow() and QApplication.focusWidget() is None and self.page is not None:
            self.page.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = QApplication.focusWidget()
        if event.text() == "?":  # wherever it is not typed into something
            self.go.show_keys()
        elif event.key() == Qt.Key.Key_Escape and self.page is not None and not event.isAutoRepeat():
            self.page.left.emit()  # where nothing was going on that it could end
        elif self.page is not None and here is not None and self.messages.isAncestorOf(here):
            self._hand_on(event, self.page)
        else:
            super().keyPressEvent(event)

    def _hand_on(self, event: QKeyEvent, page: Page) -> None:
        """A key that means nothing in the message bar is for the page."""
        for each in page.actions():
            if each.isEnabled() and QKeySequence(event.keyCombination()) in each.shortcuts():
                each.trigger()
                return
        page.keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tips = self._tips or EscapedTips(self)
        handle = self.windowHandle()
        if handle is not None:
            handle.installEventFilter(self._inputs)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.store.unsaved.retry()
        if not self._may_quit():
            event.ignore()
            return
        self.store.settings.update({"window/shape": self.saveGeometry().toBase64().toStdString()})
        self.go.close_all()
        from rollwrite_desktop.ui.library.drafts import Drafts

        GameStore(self.store).sweep()
        Drafts(self.store).sweep()
        self.store.let_go()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if self.page is not None and self.page.take_files(paths):
            return
        self.go.files.take(paths)

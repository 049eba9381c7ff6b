"""The language of the windows: the texts of the program, those of Qt, and how numbers and dates are written."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.core.i18n import language, use
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.ui.base.settings import Preferences


def apply_language(liked: Preferences, system: str) -> str:
    """Speaks the preferred language, or the system's ("es_MX"); returns the one really used."""
    return use(liked.language or system.partition("_")[0], TRANSLATIONS)


class QtTexts:
    """Qt's own texts, such as the buttons of its dialogs, in the language in use, and keys called as our texts call them."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self.installed: tuple[QTranslator, ...] = ()

    def follow(self) -> None:
        """In the language that is in use now; nothing is installed for one that Qt does not know."""
        self.remove()
        words, keys = QTranslator(self._app), QTranslator(self._app)
        installed = []
        if words.load(f"qtbase_{language()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            installed.append(words)
        if keys.load("keys", str(TRANSLATIONS / language() / "LC_MESSAGES")):
            installed.append(keys)  # the last one is asked first
        for each in installed:
            self._app.installTranslator(each)
        self.installed = tuple(installed)
        # With it every widget tells screen readers which language it speaks.
        system = QLocale.system()
        QLocale.setDefault(system if system.name().startswith(language()) else QLocale(language()))

    def remove(self) -> None:
        """Qt's own English again."""
        for each in self.installed:
            self._app.removeTranslator(each)
            each.deleteLater()
        self.installed = ()

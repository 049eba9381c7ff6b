"""The application object, dressed: typefaces, style and colours, names, accessibility."""

from __future__ import annotations

import sys

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from rollwrite_desktop import APP_ID, TITLE, __version__
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.widgets import theme


def application() -> QApplication:
    """The application object, made and dressed if there is none yet."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setOrganizationName("rollwrite")
    app.setApplicationName("rollwrite_desktop")
    app.setApplicationDisplayName(TITLE)
    app.setApplicationVersion(__version__)
    app.setDesktopFileName(APP_ID)
    theme.install(app)
    accessible.install()
    sign = ASSETS / "mark" / "rollwrite.svg"
    if sign.is_file():
        app.setWindowIcon(QIcon(str(sign)))
    return app

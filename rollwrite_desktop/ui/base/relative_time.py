"""Relative times: "today, 14:05", "yesterday", "March 12", as the language writes them."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QLocale, QTime

from rollwrite_desktop.core.i18n import day_text, language, tr


def relative_time(moment: datetime, now: datetime) -> str:
    """A past moment as text, relative to `now`."""
    # The system's format of hours, if the system is in the same language.
    locale = QLocale() if QLocale().name().startswith(language()) else QLocale(language())
    days = (now.date() - moment.date()).days
    hour = locale.toString(QTime(moment.hour, moment.minute), QLocale.FormatType.ShortFormat)
    if days == 0:
        return tr("today, {hour}", hour=hour)
    if days == 1:
        return tr("yesterday, {hour}", hour=hour)
    return day_text(moment.date(), year=moment.year != now.year)

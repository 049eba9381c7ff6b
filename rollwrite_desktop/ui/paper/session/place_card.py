"""A sheet of a ranking as a card: its place on a medal, a picture, whose it is, the score, the reason and what was found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Paper, describe_in_short
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.inks import resolve
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.play.paper.audit_files import Filled, name_in
from rollwrite_desktop.play.paper.ranking import Standing
from rollwrite_desktop.printing.reports.ranking_pages import headlines
from rollwrite_desktop.printing.sheets.sheet_piece import medal_inks
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.thumbnail import Thumbnail
from rollwrite_desktop.ui.kit.buttons import CardButton
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.progress import progress_bar

_PICTURE, _MEDAL = 88, 40
"""The width of the picture, and of a medal at 100 % text, in pixels."""


def _tells_no_more(file: str, name: str, title: str) -> bool:
    """Returns whether a file is called as the player is, or as a sheet is called when it is saved."""
    return name_in(file).casefold() in ("", name.casefold(), file_name(f"{title} {name}").casefold())


class Medal(QWidget):
    """The number of a place on a disc, in the colors of printed rankings; nothing where there is none. `plain`: without
    color, as what was played is not legal."""

    def __init__(self) -> None:
        super().__init__()
        self.place, self.plain = 0, False
        self.setFixedSize(self.sizeHint())
        theme.current().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        side = theme.px(_MEDAL)
        return QSize(side, side)

    def show_place(self, place: int, plain: bool = False) -> None:
        """0 for none."""
        self.place, self.plain = place, plain
        self.update()

    def text(self) -> str:
        """Returns the number as it is listed: "1."."""
        return f"{self.place}." if self.place else ""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        if not self.place:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mode, radius = theme.mode(), self.width() / 2 - 2
        disc_ink, number_ink = medal_inks(self.place, self.plain)
        colored = disc_ink != "box" and not mode.endswith("_high")
        disc = QColor(resolve(disc_ink, mode).rgb) if colored else theme.color("lifted")
        painter.setBrush(disc)
        painter.setPen(QPen(theme.color("edge"), 1.2))
        painter.drawEllipse(QPointF(self.rect().center()) + QPointF(0.5, 0.5), radius, radius)
        font = self.font()
        font.setBold(True)
        font.setPixelSize(round(radius * (0.95 if self.place < 100 else 0.7)))
        painter.setFont(font)
        painter.setPen(QColor(resolve(number_ink, mode).rgb) if colored else theme.color("text"))
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, str(self.place))
        painter.end()


class PlaceCard(QWidget):
    """One sheet: its places, whose it is, the score and what was found; pressed, it is opened."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.card = CardButton("")
        theme.role(self.card, "finding")
        self.card.clicked.connect(lambda _=False: self.opened.emit())
        self.picture = Thumbnail(_PICTURE)
        self.picture.setFixedWidth(_PICTURE)
        self._drawn: Paper | None = None
        self.place = Medal()
        self.name = ElidedLabel("", "heading")
        self.state = label("", "faint")
        self.reason = label("")
        self.score = label("", "title", wrap=False)
        self.progress = progress_bar(tr("Searching for a legal way to play it"), DEFAULT_SEARCH_STEPS, spoken=False)
        text = QVBoxLayout()
        text.setSpacing(2)
        for each in (self.name, self.reason, self.state, self.progress):
            text.addWidget(each)
        row = QHBoxLayout(self.card)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(12)
        row.addWidget(self.place)
        row.addWidget(self.picture)
        row.addLayout(text, 1)
        row.addWidget(self.score)
        for child in self.card.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        outside = QHBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(self.card, 1)

    def show_sheet(self, sheet: Filled, standings: Sequence[Standing], steps: int) -> None:
        """`steps`: how far the search is that is being made for it, 0 for none."""
        name = sheet.player or sheet.file or "—"
        if self._drawn != sheet.paper:
            self._drawn = sheet.paper
            editor = sheet.game.check.paper_editor(sheet.sheet, options_of(sheet.game, sheet.paper.options, sheet.file))
            self.picture.show_display(editor.draw(sheet.paper, None))
        self.place.show_place(standings[0].place if standings else 0, any(one.note for one in standings[:1]))
        title = name if len(standings) < 2 else " · ".join(f"{one.place}. {one.player} {one.total}" for one in standings)
        named = _tells_no_more(sheet.file, name, tr(sheet.game.info.title))
        self.name.setText(title if named else tr("{name} · {file}", name=title, file=sheet.file))
        self.score.setText(str(standings[0].total) if len(standings) == 1 else "")
        missing = tr("Not ranked: {why}", why=sheet.missing) if sheet.missing else ""
        self.reason.setText(missing or "".join(one.why for one in standings[:1]))
        found = describe_in_short(sheet.report)
        found = tr("checking: {found}", found=found) if steps else found
        self.state.setText("\n".join((found, *headlines(sheet))))
        self.progress.setVisible(bool(steps))
        self.progress.setValue(steps % DEFAULT_SEARCH_STEPS)
        self.card.setAccessibleName(" ".join((self.place.text(), name, self.score.text())))
        state = self.state.text()
        self.card.setAccessibleDescription(". ".join(filter(None, (self.reason.text(), state[:1].upper() + state[1:]))))

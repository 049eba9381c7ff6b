"""The players at the table: each one's sheet small and live, with name, progress and score; where there is little room for
them, name and score only. A tap asks to see it large."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QScrollArea, QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Drawing
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.table.snapshot import PlayerCard
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.canvas.canvas import Canvas
from rollwrite_desktop.ui.kit.event_loop import Turns
from rollwrite_desktop.ui.kit.labels import fits

WRAPPED = Qt.TextFlag.TextWordWrap.value | Qt.AlignmentFlag.AlignLeft.value
_GAP = 6
_NARROW, _NARROWEST = 130, 44
"""Narrower ones show name and score only; none is narrower than the second of these pixels at 100 % text."""


class SmallSheet(QAbstractButton):
    """One player's sheet, small, with the player's name, progress and score."""

    def __init__(self, player: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = player
        self.name = name
        self.line = ""
        self.score = ""
        self.shown = False
        self.icon_name = ""
        self._applied: PlayerCard | None = None
        self._drawn: Drawing | None = None
        self.high = theme.px(84)
        self.canvas = Canvas()
        self.canvas.margin = 1.0
        self.canvas.ground = "raised"
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def apply(self, new: PlayerCard) -> None:
        """Shows the sheet, and beside it progress, score and whether a computer plays."""
        old, self._applied = self._applied, new
        if new == old:
            return
        self.line, self.score, self.shown = tr("has left") if new.left else new.progress, new.score, new.shown
        self.icon_name = "bot" if new.bot else "user"
        self.setAccessibleName(", ".join(filter(None, (self.name, self.line, self.score, new.lies))))
        self.setToolTip(tool_tip("\n".join(filter(None, (self.name, self.line, new.lies)))))
        self.update()

    def repaint_all(self) -> None:
        """Paints everything anew, in other colors or sizes."""
        self.canvas.spoil()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return False

    def sizeHint(self) -> QSize:
        return QSize(theme.px(280), self.high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        place = self._picture()
        self.canvas.resize(place.size(), self.devicePixelRatioF())
        super().resizeEvent(event)

    @property
    def narrow(self) -> bool:
        """Whether there is room for name and score only, one below the other."""
        return self.width() < theme.px(_NARROW)

    def _picture(self) -> QRect:
        if self.narrow:
            return QRect()
        wide = round(min((self.height() - 12) * 4 / 3, self.width() * 0.36))
        high = round(wide * 3 / 4)
        return QRect(8, (self.height() - high) // 2, wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focus = touch.shows_focus(self)
        edge = "accent" if self.shown or focus else "text" if self.underMouse() else "strong_edge"
        wide = 1 + self.shown + theme.focus_line() * focus
        half = max(1.0, wide / 2)
        painter.setPen(QPen(theme.color(edge), wide))
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 8, 8)
        if self.narrow:
            self._paint_narrow(painter)
        else:
            self._paint_sheet(painter, self._picture())
        painter.end()

    def _paint_sheet(self, painter: QPainter, picture: QRect) -> None:
        if self._applied is not None and self._drawn is not self._applied.drawing:
            self._drawn = self._applied.drawing  # drawn where it is seen only
            self.canvas.show(self._drawn.display)
        painter.translate(picture.topLeft())
        if self.isVisible() and self.canvas.takes_long:
            self.canvas.paint_paper(painter)
            theme.shared(Turns).wait(self, self._paint_first)
        else:
            self.canvas.paint(painter, QRect(0, 0, picture.width(), picture.height()))
        painter.translate(-picture.topLeft())
        self._paint_words(painter, QRectF(self.rect()).adjusted(picture.right() + 10, 6, -10, -6))

    def _paint_first(self) -> None:
        self.canvas.prepare()
        self.update()

    def _paint_narrow(self, painter: QPainter) -> None:
        place = QRectF(self.rect()).adjusted(4, 3, -4, -3)
        font = small_font(self.font())
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        name = _shortened(self.name, font, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, name)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.drawText(place, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, self.score)

    def _paint_words(self, painter: QPainter, place: QRectF) -> None:
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(theme.color("text"))
        height = QFontMetricsF(bold).height()
        score_width = QFontMetricsF(bold).horizontalAdvance(self.score) + 4
        at = QRectF(place.right() - score_width, place.top(), score_width, height)
        painter.drawText(at, Qt.AlignmentFlag.AlignRight, self.score)
        x = place.left()
        if self.icon_name:
            side = round(height)
            painter.drawPixmap(QRectF(x, place.top(), side, side).toRect(), theme.picture(self.icon_name, side * 2, "faint"))
            x += side + 4
        room = place.right() - score_width - x
        name = _shortened(self.name, bold, room)
        painter.drawText(QRectF(x, place.top(), room, height), Qt.AlignmentFlag.AlignLeft, name)
        small = small_font(self.font())
        painter.setFont(small)
        painter.setPen(theme.color("faint"))
        rest = QRectF(place.left(), place.top() + height + 2, place.width(), place.height() - height - 2)
        painter.drawText(rest, WRAPPED, whole_parts(self.line, QFontMetricsF(small), rest))


def small_font(usual: QFont) -> QFont:
    """Returns a font for what is read second."""
    small = QFont(usual)
    small.setPixelSize(theme.px(12.5))
    return small


def whole_parts(line: str, metrics: QFontMetricsF, room: QRectF) -> str:
    """Returns as many parts of a line as there is room for, if need be without its beginning, which is known best: no word
    is cut, and no line begins with the dot between two parts."""
    parts = line.split(" · ")
    tries = ("\N{NO-BREAK SPACE}· ".join(parts[i:]) for i in range(len(parts)))
    return next((each for each in tries if fits(metrics, room, WRAPPED, each)), "")


def _shortened(name: str, font: QFont, room: float) -> str:
    """Returns a name without its middle where it is too long: those of computer players differ in their ends."""
    return QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideMiddle, room)


class OtherSheets(QScrollArea):
    """The small sheets, in the order of the players, in one column or two, or in as many as they need to be all in sight."""

    player_chosen = Signal(str)

    def __init__(self, players: tuple[tuple[str, str], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheets = {player: SmallSheet(player, name) for player, name in players}
        self._arranged = (0, 0)
        self._inside = QWidget()
        self._grid = QGridLayout(self._inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        for sheet in self.sheets.values():
            sheet.setParent(self._inside)
            sheet.clicked.connect(lambda _=False, player=sheet.player: self.player_chosen.emit(player))
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.current().changed.connect(self._recolor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Without room for a scroll bar below, which is never shown."""
        return super().minimumSizeHint() - QSize(0, self.horizontalScrollBar().sizeHint().height())

    def apply(self, players: tuple[PlayerCard, ...]) -> None:
        """Shows the players as they are now; there is none to be told apart where one plays alone."""
        here = {card.player for card in players}
        for player, sheet in self.sheets.items():
            sheet.setHidden(player not in here)
        for card in players:
            self.sheets[card.player].apply(card)

    def _columns(self) -> int:
        """Returns in how many columns all players are in sight; where there is no room for all, as many as lie well."""
        wide, high, count = self.width(), self.height(), len(self.sheets)
        full = count * (theme.px(84) + _GAP) - _GAP  # the height of one column of them as large as they should be
        usual = 2 if wide >= theme.px(560) or (full > high and wide >= theme.px(400)) else 1
        most = min(count, (wide + _GAP) // (theme.px(_NARROWEST) + _GAP))
        return next((n for n in range(usual, most + 1) if self._room(n) >= self._least()), usual)

    def _room(self, columns: int) -> int:
        """Returns how high a sheet can be so that all in so many columns are in sight."""
        return (self.height() + _GAP) // -(-len(self.sheets) // columns) - _GAP

    def _least(self) -> int:
        """Returns how low a sheet may be: a finger meets it, and its two lines have room."""
        return max(touch.TOUCH, 2 * QFontMetrics(small_font(self.font())).height() + 8)

    def _arrange(self) -> None:
        """The sheets grow with the room that is left, and shrink so that all players are in sight."""
        columns, count = self._columns(), len(self.sheets)
        rows = -(-count // columns)
        each = max(self._least(), min(theme.px(150), self._room(columns), round(self.width() / columns * 0.36)))
        # Qt would keep room for a scroll bar that the sheets needed while they were larger.
        bar = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(bar.ScrollBarAsNeeded if each > self._room(columns) else bar.ScrollBarAlwaysOff)
        if (columns, each) == self._arranged:
            return
        self._arranged = (columns, each)
        for i, sheet in enumerate(self.sheets.values()):
            sheet.high = each
            self._grid.addWidget(sheet, i // columns, i % columns)
            sheet.updateGeometry()
        for row in range(len(self.sheets) + 1):
            self._grid.setRowStretch(row, 1 if row == rows else 0)
        for column in range(count):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _recolor(self) -> None:
        for sheet in self.sheets.values():
            sheet.repaint_all()
        self._arrange()

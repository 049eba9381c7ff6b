"""A photo on which nothing was recognized: somebody says which sheet it is and shows the four corners of its page."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import map_title, sheet_of
from rollwrite_desktop.printing.photos.blank_sheets import is_read
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow, row_or_column
from rollwrite_desktop.ui.paper.photos.pictures import PaperPicture

CORNERS = 4
_STEP, _LEAP = 0.005, 0.05
"""How far an arrow moves the cross, as a part of the picture, and with Shift."""
_DOT, _LINE, _CROSS = 7.0, 3.0, 14.0


class _Photo(PaperPicture):
    """`changed`: a corner was shown. corners: x and y from 0 to 1. Arrows move a cross, Space sets a corner there."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(320, 0.75)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("The photo"))
        self.corners: list[tuple[float, float]] = []
        self.cross = (0.5, 0.5)

    def show_photo(self, image: QImage) -> None:
        self.corners, self.cross = [], (0.5, 0.5)
        self.show_image(image)

    def add(self, x: float, y: float) -> None:
        """One more corner, unless all are shown."""
        if len(self.corners) < CORNERS:
            self.corners.append((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)))
            self.update()
            self.changed.emit()

    def take_back(self) -> None:
        if self.corners:
            self.corners.pop()
            self.update()
            self.changed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place
        if not place.isEmpty():
            at = event.position() - place.topLeft()
            self.add(at.x() / place.width(), at.y() / place.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        key = event.key()
        if key in ways:
            by = _LEAP if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _STEP
            (x, y), (dx, dy) = self.cross, ways[Qt.Key(key)]
            self.cross = min(max(x + dx * by, 0.0), 1.0), min(max(y + dy * by, 0.0), 1.0)
            self.update()
        elif key == Qt.Key.Key_Space:
            self.add(*self.cross)
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.take_back()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        place = self.place
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

        def point(x: float, y: float) -> QPointF:
            return QPointF(place.x() + x * place.width(), place.y() + y * place.height())

        shown = [point(*corner) for corner in self.corners]
        painter.setPen(QPen(theme.color("alarm"), _LINE))
        painter.drawPolyline(QPolygonF([*shown, shown[0]] if len(shown) == CORNERS else shown))
        painter.setBrush(theme.color("raised"))
        for each in shown:
            painter.drawEllipse(each, _DOT, _DOT)
        if self.hasFocus():
            at = point(*self.cross)
            painter.setPen(QPen(theme.color("accent"), _LINE))
            painter.drawLine(at - QPointF(_CROSS, 0), at + QPointF(_CROSS, 0))
            painter.drawLine(at - QPointF(0, _CROSS), at + QPointF(0, _CROSS))
            theme.paint_focus(painter, self.rect().toRectF())
        painter.end()


class PageCorners(QWidget):
    """`shown` carries the game and the sheet, and the corners as parts of the picture's width and height."""

    shown = Signal(object, object)
    counted = False

    def __init__(self) -> None:
        super().__init__()
        games = {game.info.id: tr(game.info.title) for game in GAMES.values() if is_read(game)}
        self.game = Combo(games, "", tr("Game"))
        self.sheet = Combo({"": ""}, "", tr("Sheet"))
        self.game.currentIndexChanged.connect(lambda _: self._list_sheets())
        self.prompt = label("", "prompt")
        self.photo = _Photo()
        self.photo.changed.connect(self._settle)
        self.again = button(tr("C&lear"), "x", "", self._clear)
        self.read = button(tr("&Read it"), "check", "primary", self._read)
        choices = row_or_column(self.game, self.sheet)
        choices.setStretch(1, choices.stretch(0))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.prompt)
        column.addWidget(label(tr("Arrows move the cross, Space sets a corner."), "faint"))
        column.addLayout(choices)
        column.addWidget(self.photo, 1)
        column.addWidget(FlowRow(self.again, self.read))
        self._list_sheets()

    def ask(self, image: QImage) -> None:
        """Asks for the corners on a photo."""
        self.photo.show_photo(image)
        self._settle()

    def take_back(self) -> None:
        """One corner less."""
        self.photo.take_back()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter reads the page once all corners are shown."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.read.isEnabled():
            self.read.click()
        else:
            super().keyPressEvent(event)

    def take_focus(self) -> bool:
        self.photo.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def introduction(self) -> str:
        return f"{self.prompt.text()} {tr('Arrows move the cross, Space sets a corner.')}"

    def _list_sheets(self) -> None:
        game = GAMES[self.game.value]
        self.sheet.clear()
        for each in game.play.every_sheet:
            self.sheet.addItem(map_title(sheet_of(game, each)), each)

    def _settle(self) -> None:
        left = CORNERS - len(self.photo.corners)
        self.prompt.setText(tr_n("Tap one more corner of the page.", "Tap the {n} corners of the page.", left) if left else
                            tr("Is this the page?"))
        self.read.setEnabled(not left)
        self.again.setEnabled(left < CORNERS)
        if self.isVisible():
            accessible.announce(self.prompt.text())

    def _clear(self) -> None:
        self.photo.show_photo(self.photo.image)
        self._settle()

    def _read(self) -> None:
        self.shown.emit((self.game.value, self.sheet.value), tuple(self.photo.corners))

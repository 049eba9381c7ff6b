"""The line over the sheet: what to do now, how far the player is, and the buttons that work on the whole game."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.labels import plain_label

_NARROW, _MORE = 1100, 8
_UPRIGHT, _UPRIGHT_LARGE, _LARGE = 5, 4, 2.0
_GONE = " …"
_ANY = 16_777_215  # Qt's own "no limit"


class TableHead(QWidget):
    """Home, the prompt, the way back to one's own sheet, the progress, pencil, undo and redo."""

    home_chosen = Signal()
    mine_chosen = Signal()
    pencil_chosen = Signal()
    undo_chosen = Signal()
    redo_chosen = Signal()
    more_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.home = _tool("home", tr("Home (Alt+Home)"))
        self.pencil = _tool("pencil", tr("Pencil notes (Ctrl+J)"))
        self.pencil.setCheckable(True)
        self.undo = _tool("undo", tr("Undo (Ctrl+Z)"))
        self.redo = _tool("redo", tr("Redo (Ctrl+Shift+Z)"))
        self.more = _tool("chevron-down", tr("Read all of it"))
        self.more.hide()
        self._heights = dict[tuple[str, int, float], int]()
        self._sentence = self._progress = ""
        self.prompt = plain_label()
        theme.role(self.prompt, "prompt")
        self.prompt.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.prompt.setWordWrap(True)
        self.mine = QPushButton(tr("Back to my sheet"))
        theme.dress(self.mine, "arrow-left")
        self.mine.hide()
        self.progress = plain_label()
        theme.role(self.progress, "faint")
        self.progress.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._words = QVBoxLayout()
        self._words.setSpacing(0)
        self._words.addWidget(self.prompt)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.setSpacing(8)
        row.addWidget(self.home)
        row.addLayout(self._words, 1)
        for widget in (self.more, self.mine, self.progress, self.pencil, self.undo, self.redo):
            row.addWidget(widget)
        self.more.clicked.connect(lambda: self.more_chosen.emit(self._sentence))
        for button, signal in (
            (self.home, self.home_chosen), (self.mine, self.mine_chosen), (self.pencil, self.pencil_chosen),
            (self.undo, self.undo_chosen), (self.redo, self.redo_chosen),
        ):
            button.clicked.connect(signal)
        theme.current().changed.connect(self._keep_height)

    def apply(self, new: Snapshot) -> None:
        """Shows the prompt and what can be pressed."""
        self._sentence = new.sentence
        self.prompt.setText(new.sentence)
        self.undo.setEnabled(new.enabled.undo)
        self.redo.setEnabled(new.enabled.redo)
        self.pencil.setVisible(new.has_pencil)
        self.pencil.setChecked(new.pencil is not None)
        self.mine.setVisible(new.away)
        self._keep_height()

    def lead_back(self, text: str) -> None:
        """Has the first button lead back, not home."""
        theme.dress(self.home, "arrow-left")
        self.home.setToolTip(tool_tip(text))
        self.home.setAccessibleName(text)

    def rest(self, sentence: str) -> None:
        """Shows a sentence while nothing is to be done on the sheet."""
        self._sentence = sentence
        self.prompt.setText(sentence)
        self.undo.setEnabled(False)
        self._keep_height()

    def show_progress(self, progress: str) -> None:
        """How far the player shown is."""
        self._progress = progress
        self.progress.setText(progress)
        self._keep_height()

    def fit(self, large: bool) -> None:
        """Where texts are very large, the progress stands below the prompt, in one column with it."""
        if large == (self._row.indexOf(self.progress) < 0):
            return
        for layout in (self._row, self._words):
            layout.removeWidget(self.progress)
        policy = QSizePolicy.Policy
        self.progress.setSizePolicy(policy.Ignored if large else policy.Preferred, policy.Preferred)
        self.progress.setWordWrap(large)
        if large:
            self._words.addWidget(self.progress)
        else:
            self._row.insertWidget(self._row.indexOf(self.pencil), self.progress)
        self._keep_height()
        side = Qt.AlignmentFlag.AlignLeft if large else Qt.AlignmentFlag.AlignRight
        self.progress.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)

    def _keep_height(self) -> None:
        """All lines of the prompt stay in sight, whatever a low page has below them; large ones have room for two, so that
        nothing moves from one tap to the next. Where it is narrow, there is always room for three lines of smaller
        letters, and in an upright window, whose height is not wanted, for four or five of enlarged ones."""
        if theme.largest() and self.progress.wordWrap():
            self._keep_lines()
            return
        if self.maximumHeight() < _ANY:  # texts are smaller again
            self.more.hide()
            for each in (self, self.prompt, self.progress):
                each.setMinimumHeight(0)
                each.setMaximumHeight(_ANY)
            self.prompt.setText(self._sentence)
            self.progress.setText(self._progress)
        large, page = self.progress.wordWrap(), self.parentWidget()
        least = self.home.height() + theme.px(_MORE) if self.width() < _NARROW else 0
        high = self._lines("prompt" if large else "heading", 2)
        if page is not None and page.height() > page.width() and 1 < theme.text_scale() <= _LARGE:
            high = max(high, self._lines("heading", _UPRIGHT_LARGE if large else _UPRIGHT))
        self.prompt.setMinimumHeight(self._fit_prompt(high, high if large else max(self.home.height(), high, least)))
        self.setMinimumHeight(self.heightForWidth(self.width()) if large else least)

    def _keep_lines(self) -> None:
        """With the largest texts prompt and progress always have the same room, two lines and one: a longer prompt has
        smaller letters, then the room of the progress too, then it ends in "…", and a button shows all of it."""
        high, line = self._lines("prompt", 2), self._lines("heading", 1)
        self.more.hide()
        self._row.activate()
        self.progress.setText(self._fitted(self.progress.width()))
        for role, room in (("prompt", high), ("heading", high), ("heading", high + line)):
            theme.role(self.prompt, role)
            self.prompt.ensurePolished()
            over = self._high(self._sentence) > room
            if not over:
                break
        self.progress.setVisible(room == high)
        self.more.setVisible(over)
        if over:
            self._row.activate()
        self.prompt.setText(self._cut(room) if over else self._sentence)
        self.prompt.setAccessibleName(self._sentence)
        self.prompt.setFixedHeight(room)
        self.progress.setFixedHeight(line)
        margins = self._row.contentsMargins()
        self.setFixedHeight(high + line + margins.top() + margins.bottom())

    def _high(self, text: str) -> int:
        """How high a prompt is in the letters that it has."""
        place = QRect(0, 0, self.prompt.width(), 0)
        return self.prompt.fontMetrics().boundingRect(place, Qt.TextFlag.TextWordWrap, text).height()

    def _cut(self, room: int) -> str:
        """As many words of the prompt as there is room for."""
        words = self._sentence.split()
        while len(words) > 1 and self._high(" ".join(words) + _GONE) > room:
            words.pop()
        return " ".join(words) + _GONE

    def _fitted(self, wide: int) -> str:
        """Returns the progress in one line: where it is too long without its beginning, which the prompt tells."""
        parts, metrics = self._progress.split(" · "), self.progress.fontMetrics()
        while len(parts) > 1 and metrics.horizontalAdvance(" · ".join(parts)) > wide:
            parts.pop(0)
        return " · ".join(parts)

    def _lines(self, role: str, count: int) -> int:
        """How high so many lines of the prompt are in letters of this role, measured once for each size of texts."""
        key = role, count, theme.text_scale()
        if key not in self._heights:
            had = self.prompt.property("role")
            theme.role(self.prompt, role)
            self.prompt.ensurePolished()
            metrics, words = self.prompt.fontMetrics(), "\n".join("x" * count)
            self._heights[key] = metrics.boundingRect(self.prompt.rect(), 0, words).height()
            theme.role(self.prompt, had)
        return self._heights[key]

    def _fit_prompt(self, least: int, room: int) -> int:
        """A prompt that is higher than there is room has smaller letters, so that nothing moves; where that is not enough,
        it has the place of the progress too. Returns how high it is at least."""
        large, gap = self.progress.wordWrap(), self._row.spacing()
        whole = self.prompt.width() + (0 if large or self.progress.isHidden() else self.progress.width() + gap)
        wide = whole if large else whole - self.progress.sizeHint().width() - gap
        for role in ("prompt", "heading"):
            theme.role(self.prompt, role)
            self.prompt.ensurePolished()
            metrics, wrapped = self.prompt.fontMetrics(), Qt.TextFlag.TextWordWrap
            over = metrics.boundingRect(QRect(0, 0, wide, 0), wrapped, self.prompt.text()).height() > room
            if not over:
                break
        self.progress.setVisible(not over)
        self.progress.ensurePolished()
        self._words.invalidate()  # else what was measured in other letters is kept
        self._row.invalidate()
        self.updateGeometry()
        return least + (self.progress.heightForWidth(wide) if over and large else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_height()


def _tool(icon: str, tip: str) -> QToolButton:
    button = QToolButton()
    theme.dress(button, icon)
    theme.role(button, "quiet")
    button.setToolTip(tool_tip(tip))
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button

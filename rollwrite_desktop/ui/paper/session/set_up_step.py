"""Who plays, which game on which sheet, with which dice: the beginning of a session, changed at any time."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QShowEvent, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_list, tr, tr_n, with_colon
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.class_lists import people_in, people_in_table
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.sessions import MAX_CODE, MAX_MEMBERS, MAX_NAME, MAX_NOTES
from rollwrite_desktop.play.opening.game_codes import MADE, TypedCode, read_typed
from rollwrite_desktop.play.opening.open_game import map_title, options_of, sheet_of
from rollwrite_desktop.play.paper.paper_session import Member, PaperSession
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.canvas.thumbnail import SheetPiece
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Choices, Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import card, emptied, row_or_column
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.session_store import SessionFile, table_of

DIGITAL, REAL = "digital", "real"
_NARROW = 820
MAX_LIST = 200_000
"""Bytes of a list of names."""
_PIECE_HIGH = 0.24
"""The height of the piece of the sheet, as a share of its width."""


def called_games() -> dict[str, str]:
    """Returns the games that can be called to people with paper sheets, with their titles."""
    return {each: tr(game.info.title) for each, game in GAMES.items() if game.words.print_kit.asked is not None}


class SetUpStep(QWidget):
    """Every change counts at once, and is undone with the page's Undo. `screen_chosen`: to be played on this screen.
    `notified` says what a change has put away."""

    screen_chosen = Signal()
    notified = Signal(str)
    failed = Signal(str)

    def __init__(self, file: SessionFile, store: Settings) -> None:
        super().__init__()
        self.file, self.store = file, store
        self._showing = False
        self.name = QLineEdit()
        self.name.setMaxLength(MAX_NAME)
        self.name.setAccessibleName(tr("Name of the session"))
        self.game = Combo(called_games(), "", tr("Game"))
        self.sheet = Combo({}, "", tr("Sheet"))
        self.dice = Choices({DIGITAL: tr("A code: the program rolls"), REAL: tr("Real dice, typed in")}, DIGITAL,
                            segments=not theme.large(), name=tr("Dice"))
        self.code = QLineEdit()
        self.code.setMaxLength(MAX_CODE)
        self.code.setAccessibleName(tr("Code"))
        for field in (self.name, self.code):
            touchable(field)
        self.another = icon_button("dice", tr("Another code"), self._another_code)
        self.remark = label("", "faint")
        self.people = QPlainTextEdit()
        self.people.setAccessibleName(tr("Players, one per line"))
        self.people.setPlaceholderText(tr("Ann\nBo\nCy"))
        self.people.setTabChangesFocus(True)
        self.count = label("", "faint")
        self.listed = button(tr("Names from a &file …"), "folder-open", "quiet", self.ask_names)
        self.play = button(tr("Play on this &screen"), "play", "", self.screen_chosen.emit)
        self.about_play = label("", "faint")
        self.notes = QPlainTextEdit()
        self.notes.setAccessibleName(tr("Notes"))
        self.notes.setTabChangesFocus(True)
        self.notes.setMaximumHeight(theme.px(90))
        self.options: dict[str, Combo] = {}
        self._rules = QVBoxLayout()
        self._shown_piece: tuple[str, str] | None = None
        self._build()
        self.name.editingFinished.connect(lambda: self._put(name=" ".join(self.name.text().split())))
        self.game.currentIndexChanged.connect(lambda _: self._other_game())
        self.sheet.currentIndexChanged.connect(lambda _: self._other_sheet())
        self.dice.chosen.connect(lambda dice: self._put(dice=dice, rolls=()))
        self.code.editingFinished.connect(self.take_code)
        self.people.textChanged.connect(self._take_names)
        self.notes.textChanged.connect(self._take_notes)
        self.file.changed.connect(self.show_session)
        self.show_session()

    def take_focus(self) -> None:
        """Moves the keyboard to the names."""
        self.people.setFocus()

    def in_short(self) -> str:
        """How many players there are, or what to do."""
        return f"{self.count.text().rstrip('.')}."

    def _build(self) -> None:
        left, game = card()
        self._pieces = QVBoxLayout()
        game.addLayout(self._pieces)
        line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        line.setSpacing(4)
        line.addWidget(self.code, 1)
        line.addWidget(self.another)
        game.addWidget(label(tr("Name of the session"), "heading"))
        game.addWidget(self.name)
        self.sheet_title = label(tr("Sheet"), "heading")
        beside = QBoxLayout(QBoxLayout.Direction.TopToBottom if theme.large() else QBoxLayout.Direction.LeftToRight)
        beside.setSpacing(12)
        for caption, combo in ((label(tr("Game"), "heading"), self.game), (self.sheet_title, self.sheet)):
            pair = QVBoxLayout()
            pair.addWidget(caption)
            pair.addWidget(combo)
            beside.addLayout(pair, 1)
        game.addLayout(beside)
        game.addWidget(label(tr("Dice"), "heading"))
        game.addWidget(self.dice)
        game.addLayout(line)
        game.addWidget(self.remark)
        game.addLayout(self._rules)
        game.addStretch(1)
        right, people = card()
        people.addWidget(label(tr("Players, one per line"), "heading"))
        people.addWidget(self.people, 1)
        people.addLayout(row_or_column(self.count, self.listed))
        people.addWidget(self.play)
        people.addWidget(self.about_play)
        people.addWidget(label(tr("Notes"), "heading"))
        people.addWidget(self.notes)
        holder = QWidget()
        self.sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, holder)
        self.sides.setContentsMargins(0, 0, 8, 0)
        self.sides.setSpacing(16)
        self.sides.addWidget(left, 1)
        self.sides.addWidget(right, 1)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(Scroll(holder))

    def turn(self, width: int) -> None:
        """Side by side where there is room, else one below the other."""
        way = QBoxLayout.Direction
        self.sides.setDirection(way.LeftToRight if width >= theme.px(_NARROW) else way.TopToBottom)

    # ------------------------------------------------------------------ showing

    def show_session(self) -> None:
        """Everything as it is now; what is being typed stays."""
        session = self.file.session
        self._showing = True
        for field, text in ((self.name, session.name), (self.code, session.code)):
            if field.text() != text and not field.hasFocus():
                field.setText(text)
        self.game.choose(session.game)
        self._show_piece(session)
        self._lay_sheets(session)
        self._lay_options(session)
        self.dice.choose(session.dice)
        digital = session.dice == DIGITAL
        for widget in (self.code, self.another):
            widget.setVisible(digital)
        self.show_remark()
        names = tuple(member.name for member in session.members)
        if people_in(self.people.toPlainText()) != names:
            self.people.setPlainText("\n".join(names))
        if self.notes.toPlainText() != session.notes:
            self.notes.setPlainText(session.notes)
        n = len(session.members)
        self.count.setText(tr_n("one player", "{n} players", n) if n else tr("Names can be pasted from a list."))
        self._show_play(session)
        self._showing = False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_play(self.file.session)

    def _show_play(self, session: PaperSession) -> None:
        """Shows whether it can be played on this screen; which game goes on is looked up only while somebody looks."""
        n, most = sum(not member.left for member in session.members), session.played.info.players[1]
        begun = self.isVisible() and table_of(session, self.store) is not None
        self.play.setText(tr("Open the game on this &screen") if begun else tr("Play on this &screen"))
        self.play.setEnabled(begun or n > 0)
        self.about_play.setText(
            tr("When the game is over, its sheets appear under “Check” and “Rank”.") if begun
            else tr("Without paper: everyone writes here in turn with the same dice.")
        )
        for each in (self.play, self.about_play):
            # A class writes on paper; and where one sheet keeps everyone's scores, nobody plays on that.
            each.setVisible(begun or (n <= most and session.played.play.score_sheet is None))

    def _show_piece(self, session: PaperSession) -> None:
        """Shows the piece of the blank sheet that stands for the game; not with very large texts, which need its room."""
        shown = session.game, session.sheet_id
        if shown == self._shown_piece or theme.large():
            return
        self._shown_piece = shown
        emptied(self._pieces)
        editor = session.played.check.paper_editor(session.paper_sheet, options_of(session.played, session.options))
        piece = SheetPiece(session.played.presentation.piece, _PIECE_HIGH)
        piece.show_display(editor.draw(session.blank(), None))
        self._pieces.addWidget(piece)

    def _lay_sheets(self, session: PaperSession) -> None:
        game = GAMES[session.game]
        titles: dict[str, str] = {}
        for each in (*game.play.played_on, *(each for each in game.play.retired if each == session.sheet)):
            titles[each] = map_title(sheet_of(game, each))
            if game.play.new_sheets is not None:
                titles[each + MADE] = tr("{title}: a new layout", title=titles[each])
        if list(titles) != [self.sheet.itemData(i) for i in range(self.sheet.count())]:
            self.sheet.clear()
            for value, title in titles.items():
                self.sheet.addItem(title, value)
        self.sheet.choose(session.sheet)
        for widget in (self.sheet, self.sheet_title):
            widget.setVisible(len(titles) > 1)

    def _lay_options(self, session: PaperSession) -> None:
        game = GAMES[session.game]
        wanted = {choice.id: choice for choice in game.info.options if choice.id != "enforcement"}
        if list(self.options) != list(wanted):
            while (item := self._rules.takeAt(0)) is not None:
                widget = item.widget()
                if widget is not None:
                    widget.hide()
                    widget.deleteLater()
            self.options = {}
            if wanted:
                self._rules.addWidget(label(tr("House rules"), "heading"))
            for choice in wanted.values():
                values = {value: with_colon(tr(choice.title), tr(text)) for value, text in choice.values.items()}
                combo = Combo(values, "", tr(choice.title))
                combo.currentIndexChanged.connect(lambda _: self._take_options())
                self.options[choice.id] = combo
                self._rules.addWidget(combo)
        now = options_of(game, session.options)
        for name, combo in self.options.items():
            combo.choose(now[name])

    def show_remark(self, wrong: str = "") -> None:
        """Says what is wrong with the code that was typed, or what it stands for."""
        session = self.file.session
        note = read_typed(session.code).note if session.dice == DIGITAL and session.code else ""
        whole = tr("Code of the game: {code}", code=session.whole_code) if session.whole_code else ""
        self.remark.setText(wrong or note or whole)
        theme.role(self.remark, "wrong" if wrong else "faint")
        self.remark.setVisible(bool(self.remark.text()))

    # ------------------------------------------------------------------ changing

    def _put(self, **fields: object) -> None:
        if not self._showing:
            self._take(replace(self.file.session, **fields))

    def _take(self, session: PaperSession) -> None:
        """Another state of the session; says which rolls and sheets it lacks that were there."""
        before = self.file.session
        self.file.put(session)
        gone = []
        if before.rolls and not session.rolls:
            gone.append(tr_n("one roll", "{n} rolls", len(before.rolls)))
        sheets = before.count[0] - session.count[0]
        if sheets > 0:
            gone.append(tr_n("one sheet", "{n} sheets", sheets))
        if gone:
            self.notified.emit(tr("Deleted: {what}. Undo (Ctrl+Z) restores it all.", what=join_list(tuple(gone))))

    def _without_sheets(self) -> tuple[Member, ...]:
        return tuple(Member(member.name, None, member.left) for member in self.file.session.members)

    def _other_game(self) -> None:
        if not self._showing:
            self._take(self.file.session.of_game(self.game.value, GAMES[self.game.value].play.played_on[0]))

    def _other_sheet(self) -> None:
        self._put(sheet=self.sheet.value, rolls=(), members=self._without_sheets())

    def _take_options(self) -> None:
        chosen = {name: combo.value for name, combo in self.options.items()}
        self._put(options=dict(self.file.session.options) | chosen)

    def _another_code(self) -> None:
        self._put(code=new_code(), rolls=())

    def take_code(self) -> None:
        """Takes the code that was typed, and the game with it if it is that of a whole one; or says what is wrong."""
        session, text = self.file.session, self.code.text().strip()
        if self._showing or text == session.code:
            return
        try:
            typed = read_typed(text) if text else TypedCode(new_code())
        except UserError as error:
            self.show_remark(str(error))
            return
        whole = typed.game
        if whole is not None and whole.game not in called_games():
            self.show_remark(tr("{game} has no dice to call.", game=tr(GAMES[whole.game].info.title)))
            return
        with QSignalBlocker(self.code):
            self.code.setText(typed.dice)
        if whole is not None and (whole.game, whole.sheet) != (session.game, session.sheet):
            other = whole.game != session.game
            session = session.of_game(whole.game, whole.sheet) if other else replace(
                session, sheet=whole.sheet, members=self._without_sheets())
        if whole is not None:
            session = replace(session, options=dict(whole.options))
        rolls = session.rolls if typed.dice == session.code else ()
        self._take(replace(session, code=typed.dice, rolls=rolls))

    def _take_notes(self) -> None:
        """Keeps the notes as they stand; what is more than a session holds is left out."""
        text = self.notes.toPlainText()
        if len(text) > MAX_NOTES:
            text = text[:MAX_NOTES]
            with QSignalBlocker(self.notes):
                self.notes.setPlainText(text)
            self.notes.moveCursor(QTextCursor.MoveOperation.End)
            self.notified.emit(tr("Notes hold up to {n} characters. The rest was left out.", n=MAX_NOTES))
        self._put(notes=text)

    def ask_names(self) -> None:
        """Asks for a list of names."""
        kinds = tr("Lists of names (*.csv *.txt);;All files (*)")
        if path := ask.open_one(self, self.store, "open", tr("Names from a file"), kinds):
            self.take_names_file(path)

    def take_names_file(self, path: Path) -> None:
        """Those in a list join, as if their names were typed; says where there are none."""
        try:
            data = read_file(path, MAX_LIST)
        except UserError as error:
            self.failed.emit(str(error))
            return
        names = people_in_table(data[:MAX_LIST].decode("utf-8-sig", "replace"))
        before = self.file.session
        self.file.put(before.joined(names))
        joined = len(self.file.session.members) - len(before.members)
        self.notified.emit(
            tr_n("One player was added.", "{n} players were added.", joined) if joined
            else tr("{file} has no names that are not here yet.", file=path.name)
        )

    def _take_names(self) -> None:
        """Keeps the names as they stand: a line that was changed renames, a new one joins, and nobody whose sheet was
        entered goes because a line is deleted."""
        if self._showing:
            return
        names = tuple(name[:MAX_NAME] for name in people_in(self.people.toPlainText()))
        if len(names) > MAX_MEMBERS:
            names = names[:MAX_MEMBERS]
            self.notified.emit(tr("The list is full. It takes at most {n}.", n=MAX_MEMBERS))
        before = self.file.session.members
        known = {member.name: member for member in before}
        members = []
        for at, name in enumerate(names):
            renamed = before[at] if len(names) == len(before) and before[at].name not in names else None
            members.append(known.get(name) or replace(renamed or Member(name), name=name))
        there = {member.name for member in members}
        members += [member for member in before
                    if member.paper is not None and member.name not in there and not any(
                        each.paper is member.paper for each in members)]
        self._put(members=tuple(members))

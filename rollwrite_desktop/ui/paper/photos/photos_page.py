"""Photos of filled sheets, from the files to papers that somebody has confirmed mark by mark.

Doubtful marks come first, one by one; then all that were read alike, together. Reading goes on in the background meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QImage, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr, tr_n, with_colon
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import handwriting
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.play.paper.audit_files import Entered
from rollwrite_desktop.printing.photos.joined_pages import Halves
from rollwrite_desktop.printing.photos.photo_pile import Pile, Spot, shown
from rollwrite_desktop.printing.photos.read_photos import ReadSheet, Unread
from rollwrite_desktop.printing.sheets.form_fields import PLAYER
from rollwrite_desktop.reading.handwriting import Sign
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible, ask
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import keep_room
from rollwrite_desktop.ui.kit.page import Menus, Page, action
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.paper.photos.held_marks import HeldMarks
from rollwrite_desktop.ui.paper.photos.mark_group import MarkGroup
from rollwrite_desktop.ui.paper.photos.mark_question import MarkQuestion
from rollwrite_desktop.ui.paper.photos.name_question import NameQuestion
from rollwrite_desktop.ui.paper.photos.page_corners import PageCorners
from rollwrite_desktop.ui.paper.photos.photo_files import asked_photos
from rollwrite_desktop.ui.paper.photos.photo_jobs import PhotoJobs, Source
from rollwrite_desktop.ui.paper.photos.photo_menu import PhotoMenu
from rollwrite_desktop.ui.paper.photos.photo_strip import PhotoStrip, Row
from rollwrite_desktop.ui.paper.photos.pictures import cut_out, image_of
from rollwrite_desktop.ui.paper.photos.waiting_panel import WaitingPanel
from rollwrite_desktop.ui.paper.photos.watched_folder import WatchedFolder


class Part(Protocol):
    """What the page shows beside the strip. `counted`: how many marks are left is told before it."""

    counted: bool

    def introduction(self) -> str:
        """Returns what is shown or asked, to be read out."""
        ...

    def take_focus(self) -> bool:
        """Takes the keyboard; False where nothing here wants it."""
        ...


class PhotosPage(Page):
    """`finished`: what was confirmed is to be checked (`entered`); `keys_chosen` carries an empty paper and the picture of a
    sheet that could not be read, beside which it is entered by keys."""

    finished = Signal()
    keys_chosen = Signal(object, object)

    def __init__(
        self, store: Settings, sources: Iterable[Source], sheets: Iterable[tuple[str, str]] = (),
        names: Sequence[str] | None = None, parent: QWidget | None = None,
    ) -> None:
        """sheets: games and ids of the only sheets that may be on the photos; none: all. names: of those whose sheets are
        waited for, and it is asked whose each sheet is; None: it is not asked."""
        super().__init__(tr("Photos of sheets"), parent)
        self.store = store
        self.pile = Pile()
        self.images: list[QImage] = []
        self.unread: list[tuple[Unread, Source | None]] = []
        """What could not be read, and what it came from."""
        self._halves = Halves()
        self._names = names
        self._sheet: int | None = None
        self._spot: Spot | None = None
        self._added = set[str]()
        """What photos are called that were added: paths, mostly."""
        self.watched: WatchedFolder | None = None
        self._at_unread = 0
        self._shown: tuple[bool, int] | None = None
        """Which row of the strip is asked about or looked at."""
        self._looks = False
        self._told_waiting = False
        """Whether it was told that marks are not confirmed, and nothing was done since."""
        self._held = HeldMarks(store, self.pile)
        self._entered: dict[int, Entered] = {}
        theme.role(self, "page")
        self._build()
        self.jobs = PhotoJobs(sheets, names or (), self)
        self.jobs.given.connect(self.take)
        self.jobs.changed.connect(self._progress)
        self.read(sources)

    # ------------------------------------------------------------------ the parts

    def _build(self) -> None:
        self.head = PageHead(tr("Photos of sheets"))
        self.head.left.connect(self.leave)
        self.undo_button = icon_button("undo", tr("Undo"), self.undo)
        self.more = button(tr("&Add photos …"), "image", "quiet", self.ask_photos)
        self.finish_button = button(tr("&Check the sheet"), "check", "primary", self.finish)
        self.head.add(self.undo_button, self.finish_button)
        self.strip = PhotoStrip()
        self.strip.sheet_chosen.connect(self._go_on_with)
        self.strip.unread_chosen.connect(self._tell_unread)
        self.strip.hide()
        self.sheets = PhotoMenu(self.ask_photos)
        self.sheets.sheet_chosen.connect(self._go_on_with)
        self.sheets.unread_chosen.connect(self._tell_unread)
        self.sheets.hide()
        self.stop_button = button(tr("S&top reading"), "x", "quiet", self.stop)
        keep_room(self.stop_button, not theme.large())
        self.question, self.group = MarkQuestion(), MarkGroup()
        self.question.answered.connect(self._answer)
        self.question.forgotten.connect(self._forget)
        self.question.kept.connect(self.ask_keep_hand)
        self.group.confirmed.connect(self._confirm)
        self.group.trusted.connect(self._trust)
        self.waiting = WaitingPanel()
        self.waiting.keys_chosen.connect(self._enter_by_keys)
        self.waiting.add_chosen.connect(self.ask_photos)
        self.waiting.watch_chosen.connect(self.ask_folder)
        self.waiting.on_chosen.connect(self._go_on)
        self.waiting.corners_chosen.connect(lambda: self.ask_corners(self._at_unread))
        self.corners = PageCorners()
        self.corners.shown.connect(self._read_by)
        self.naming = NameQuestion()
        self.naming.answered.connect(self._name)
        self.naming.unnamed.connect(self._name_none)
        self.stack = QStackedWidget()
        self._parts: tuple[Part, ...] = (self.waiting, self.naming, self.question, self.group, self.corners)
        for each in (self.waiting, self.naming, self.question, self.group, self.corners):
            self.stack.addWidget(each)
        beside = QVBoxLayout()
        beside.addWidget(self.strip, 1)
        beside.addWidget(self.more)
        self.more.hide()
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(beside)
        row.addWidget(self.stack, 1)
        self.count = label("", "faint")
        beside_count = QHBoxLayout()
        beside_count.setSpacing(8)
        beside_count.addWidget(self.stop_button)
        beside_count.addWidget(self.sheets)
        over = QBoxLayout(QBoxLayout.Direction.TopToBottom if theme.largest() else QBoxLayout.Direction.LeftToRight)
        over.setSpacing(8)
        over.addWidget(self.count, 1)
        over.addLayout(beside_count)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(24, 16, 24, 16)
        outside.setSpacing(12)
        outside.addWidget(self.head)
        outside.addLayout(over)
        outside.addLayout(row, 1)
        standard = QKeySequence.StandardKey
        self._actions = (
            action(self, tr("&Undo"), "undo", standard.Undo, self.undo),
            action(self, tr("&Add photos …"), "image", "Ctrl+Shift+O", self.ask_photos),
            action(self, tr("&Watch a folder …"), "folder-open", "Ctrl+Shift+W", self.ask_folder),
            action(self, tr("Add &learned digits …"), "folder-open", "Ctrl+Shift+L", self.ask_hand),
            action(self, tr("&Keep learned digits …"), "save", "Ctrl+Shift+K", self.ask_keep_hand),
            action(self, tr("&Say it again"), "redo", "F4", accessible.repeat),
        )

    def menus(self) -> Menus:
        return ((tr("&Photos"), self._actions),)

    @property
    def _part(self) -> Part:
        """What is shown."""
        return self._parts[self.stack.currentIndex()]

    def in_short(self) -> str:
        """Returns what is asked now."""
        introduction = self._part.introduction()
        return f"{self.count.text()} {introduction}" if self._part.counted else introduction

    def take_focus(self) -> None:
        """Moves the keyboard to what is asked."""
        if self._part.take_focus():
            return
        if self.finish_button.isEnabled():
            self.finish_button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.jobs.running:  # not to what would end it: Enter was pressed again and again until now
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().take_focus()

    # ------------------------------------------------------------------ photos come in

    def take_files(self, paths: Sequence[Path]) -> bool:
        """Photos that are dropped are read too."""
        self.read(Source(str(path)) for path in paths)
        return True

    def read(self, sources: Iterable[Source]) -> None:
        """Reads these too, after those that are waiting."""
        sources = tuple(sources)
        self._added.update(source.name for source in sources)
        self.jobs.add(sources)
        self._progress()

    def ask_photos(self) -> None:
        """Asks for more photos."""
        self.take_files(asked_photos(self, self.store))

    def ask_folder(self) -> None:
        """Asks for a folder whose photos are read, those that come later too."""
        if folder := ask.folder(self, self.store, "photos", tr("Photos of sheets")):
            self.watch(folder)

    def watch(self, folder: Path) -> None:
        """Reads the photos of a folder, and those that come into it as long as this page is open. One folder at a time."""
        if self.watched is not None:
            self.watched.deleteLater()
        self.watched = WatchedFolder(folder, self)
        self.watched.arrived.connect(self._take_arrived)
        self.watched.silent.connect(lambda: self.failed.emit(
            tr("“{folder}” does not answer. Its photos are read as soon as it does.", folder=folder.name)))
        self.notified.emit(tr("New photos in “{folder}” are read while this page is open.", folder=folder.name))
        self._progress()

    def ask_hand(self) -> None:
        """Asks for a file with digits that were learned at another time."""
        kinds = tr("Learned digits (*.rollwrite-hand)")
        if path := ask.open_one(self, self.store, "hand", tr("Add learned digits"), kinds):
            self.take_hand(path)

    def take_hand(self, path: Path) -> None:
        """Knows the digits of a file, too."""
        try:
            signs = handwriting.parse(read_file(path, handwriting.MAX_BYTES), path.name)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.pile.learn(Sign(digit, picture) for digit, picture in signs)
        self.notified.emit(tr_n("One learned digit was added.", "{n} learned digits were added.", len(signs)))
        self._go_on()

    def ask_keep_hand(self) -> None:
        """Asks for a file for the digits that were learned."""
        if not self.pile.signs:
            self.notified.emit(tr("No digits were learned yet: they are what you correct."))
            return
        start = Path(self.store.folder("hand")) / f"{tr('Digits')}{handwriting.SUFFIX}"
        if path := ask.save(self, tr("Keep learned digits"), start, [tr("Learned digits (*.rollwrite-hand)")]):
            self.keep_hand(path)

    def keep_hand(self, path: Path) -> None:
        """Writes the digits that were learned."""
        try:
            write_file(path, handwriting.written((sign.digit, sign.picture) for sign in self.pile.signs))
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.store.keep_folder("hand", path)
        self.notified.emit(tr("Saved as {name}.", name=str(path)))

    def _take_arrived(self, paths: Sequence[Path]) -> None:
        """Photos of the watched folder, but for those that were added already."""
        if new := [path for path in paths if str(path) not in self._added]:
            self.take_files(new)

    def take(self, found: Sequence[ReadSheet | Unread]) -> None:
        """Takes what was read of a picture."""
        self._take_whole(self._halves.take(found))
        if not self.jobs.running:
            self._join()
        self._show_strip()
        if self._waits:
            self._go_on()

    def _take_whole(self, found: Sequence[ReadSheet | Unread]) -> None:
        read = [each for each in found if isinstance(each, ReadSheet)]
        self.images += [image_of(each.flat.jpeg) if each.flat is not None else QImage() for each in read]
        self.pile.add(read)
        for each in found:
            if isinstance(each, Unread):
                self.unread.append((each, self.jobs.at))
                self.failed.emit(self._why(each))

    def _join(self) -> None:
        """Takes the sheets whose two pages have come, now that all is read, and tells of pages that are alone."""
        made, withdrawn = self._halves.end()
        at = self.unread[self._at_unread:][:1]
        self.unread = [pair for pair in self.unread if not any(pair[0] is each for each in withdrawn)]
        self._at_unread = self.unread.index(at[0]) if at and at[0] in self.unread else 0
        self._looks = self._looks and not withdrawn
        self._take_whole(made)

    def stop(self) -> None:
        """Reads nothing more; what was read stays."""
        left = self.jobs.all - self.jobs.done
        self.jobs.stop()
        self.notified.emit(tr_n("Stopped: one photo was not read.", "Stopped: {n} photos were not read.", left))
        self.take_focus()

    @staticmethod
    def _why(unread: Unread) -> str:
        return unread.why if unread.photo in unread.why else with_colon(unread.photo, unread.why)

    @property
    def _waits(self) -> bool:
        """Whether nothing is asked or looked at."""
        return self.stack.currentWidget() is self.waiting and not self._looks

    def _progress(self) -> None:
        if not self.jobs.running:
            self._join()
        if self._waits:
            self._go_on()
        else:
            self._show_strip()
            self._show_count()

    # ------------------------------------------------------------------ what is asked

    def _go_on(self) -> None:
        """Shows what is to be done next."""
        self._looks = self._told_waiting = False
        self._held.hold()
        if not (self._ask_name() or self._ask_mark() or self._ask_group()):
            self._show_end()
        self._shown = (True, self._spot.sheet) if self._spot is not None else self._shown
        self._show_strip()
        self._show_count()
        self.undo_button.setEnabled(self.pile.can_undo)
        done = sum(self.pile.waiting(i) == 0 for i in range(len(self.images)))
        self.finish_button.setEnabled(bool(self.images) and done == len(self.images) and not self.jobs.running)
        several = len(self.images) > 1 or self._names is not None
        self.head.caption(
            self.finish_button, tr("Add to the &session") if self._names is not None else
            tr_n("&Check the sheet", "&Check {n} sheets", max(1, done if several else 1)))
        self.take_focus()
        if self.isVisible():
            accessible.announce(self.in_short())

    def _numbers(self) -> list[int]:
        """Returns the sheets, the chosen one first."""
        numbers = [*range(len(self.images))]
        return sorted(numbers, key=lambda number: number != self._sheet)

    def _ask_name(self) -> bool:
        """Whose a sheet is: in a session, and of several sheets, which become a table."""
        if self._names is None and len(self.images) < 2:
            return False
        number = next((i for i in self._numbers() if not self.pile.is_named(i)), None)
        if number is None:
            return False
        self._spot = Spot(number, PLAYER)
        reading, image = self.pile.readings[number], self.images[number]
        taken = {self.pile.player(i) for i in range(len(self.images))}
        self.naming.ask(tr("Whose sheet is {photo}?", photo=self._title(number)), image, reading.places.get(PLAYER),
                        [name for name in self._names or () if name not in taken])
        self.stack.setCurrentWidget(self.naming)
        return True

    def _ask_mark(self) -> bool:
        asked = self.pile.asked()
        spot = next((each for each in asked if each.sheet == self._sheet), asked[0] if asked else None)
        if spot is None:
            return False
        self._spot = spot
        reading = self.pile.readings[spot.sheet]
        question = replace(self.pile.question(spot), name=self._words(spot)[0])
        self.question.ask(question, reading.may_hold[spot.name], self.images[spot.sheet], reading.places.get(spot.name))
        self.question.show_hand(self.pile.signs)
        self.stack.setCurrentWidget(self.question)
        return True

    def _ask_group(self) -> bool:
        groups = self.pile.groups() if not self.jobs.running else ()
        if not groups:
            return False
        self._spot = None
        self._shown = None
        self.group.show_group(groups[0], self._picture, self._words, trust=self.pile.can_be_trusted)
        self.stack.setCurrentWidget(self.group)
        return True

    def _picture(self, spot: Spot) -> QImage:
        place = self.pile.readings[spot.sheet].places.get(spot.name)
        return cut_out(self.images[spot.sheet], place) if place is not None else QImage()

    def _words(self, spot: Spot) -> tuple[str, str]:
        """Returns what a place is called, with its sheet where there are several, and what it was read as."""
        name, read = self.pile.readings[spot.sheet].names[spot.name], shown(self.pile.read(spot))
        return (f"{self._title(spot.sheet)}, {name}" if len(self.images) > 1 else name), read

    def _show_end(self) -> None:
        """Nothing is asked now: photos are being read, or everything is confirmed, or nothing was read at all."""
        self._spot = self._shown = None
        jobs = self.jobs
        if jobs.running and jobs.at is not None:
            number = tr("{n} of {all}", n=jobs.done + 1, all=jobs.all)
            title = tr("Reading {photo} …", photo=jobs.at.title)
            self.waiting.show_state(title, number if jobs.all > 1 else "", QImage(), (jobs.done, jobs.all))
        elif self.images:
            text = tr_n("Every mark of the sheet is confirmed.", "Every mark of the {n} sheets is confirmed.",
                        len(self.images))
            self._shown = (True, self._sheet or 0)
            self.waiting.show_state(tr("All confirmed"), text, self.images[self._sheet or 0])
        elif self.unread:
            self._show_unread(len(self.unread) - 1)
            return
        else:
            text = tr("Drop photos or scans of filled sheets here: JPEG, PNG, or PDF. Sheets that this program printed are "
                      "recognized.")
            further = tr("In a folder that is watched, photos are read as a phone or a scanner puts them there. Nothing is "
                         "sent anywhere.")
            self.waiting.show_state(tr("No photos yet"), text, QImage(), further=further)
        empty = not jobs.running and not self.images
        self.waiting.offer(add=empty, watch=empty and self.watched is None)
        self.stack.setCurrentWidget(self.waiting)

    def _show_unread(self, number: int) -> None:
        """A picture that could not be read, why, and what can be done with it."""
        self._at_unread = number
        self._shown = (False, number)
        self.strip.mark(self._shown)
        unread, source = self.unread[number]
        by_corners = bool(unread.jpeg) and source is not None and unread.page == 1 and not unread.others
        how = tr("Pages without marks, and most maps in large print, are recognized where their sheet is chosen: "
                 "“{button}”.", button=self.waiting.corners_name) if by_corners and unread.unknown else ""
        self.waiting.show_state(tr("Not read"), " ".join(filter(None, (self._why(unread), how))), image_of(unread.jpeg))
        self.settled.emit(self._why(unread))  # said here, and in the way of the lower corners there
        self.waiting.offer(add=not self.images, by_keys=self._names is None, go_on=self._looks and bool(self.images),
                           by_corners=by_corners)
        self.stack.setCurrentWidget(self.waiting)

    def ask_corners(self, number: int) -> None:
        """Asks for the corners of a page that was not recognized; number: of what could not be read, from 0."""
        self._at_unread = number
        self.corners.ask(image_of(self.unread[number][0].jpeg))
        self.stack.setCurrentWidget(self.corners)
        self.take_focus()
        accessible.announce(self.corners.introduction())

    def _read_by(self, sheet: tuple[str, str], corners: tuple[tuple[float, float], ...]) -> None:
        """Reads a picture once more, whose sheet and corners were shown."""
        _, source = self.unread.pop(self._at_unread)
        if source is not None:
            self._looks = False
            self.stack.setCurrentWidget(self.waiting)
            self.jobs.add([replace(source, sheet=sheet, corners=corners)])

    def _show_count(self) -> None:
        asked = len(self.pile.asked())
        parts = [
            tr("Reading photo {n} of {all}.", n=self.jobs.done + 1, all=self.jobs.all) if self.jobs.running else "",
            tr("Waiting for photos in “{folder}”.", folder=self.watched.folder.name)
            if self.watched is not None and not self.jobs.running else "",
            tr_n("One doubtful mark.", "{n} doubtful marks.", asked) if asked else "",
            tr_n("One group to look at.", "{n} groups to look at.", groups) if (groups := len(self.pile.groups())) else "",
        ]
        self.count.setText(" ".join(filter(None, parts)))
        self.stop_button.setVisible(self.jobs.running)

    # ------------------------------------------------------------------ answers

    def _answer(self, text: str) -> None:
        if self._spot is not None:
            self.pile.say(self._spot, text)
            self._go_on()

    def _forget(self, signs: Sequence[Sign]) -> None:
        self.pile.forget(signs)
        self._go_on()

    def _name(self) -> None:
        if self._spot is not None and self.stack.currentWidget() is self.naming:
            name = self._meant(self.naming.name)
            if name and any(self.pile.player(i) == name for i in range(len(self.images))):
                self.failed.emit(tr("{name} has a sheet already.", name=name))
                return
            self.pile.name(self._spot.sheet, name)
            self._go_on()

    def _name_none(self) -> None:
        self.pile.leave_unnamed()
        self._go_on()

    def _meant(self, typed: str) -> str:
        """Returns the name that is waited for, where what was typed is its beginning and that of no other."""
        begun = [name for name in self._names or () if name.casefold().startswith(typed.casefold())]
        exact = [name for name in begun if name.casefold() == typed.casefold()]
        return exact[0] if exact else begun[0] if typed and len(begun) == 1 else typed

    def _confirm(self, odd: Sequence[Spot]) -> None:
        if self.group.group is not None:
            self.pile.confirm(self.group.group, odd)
            self._go_on()

    def _trust(self) -> None:
        self.pile.trust()
        self._go_on()

    def undo(self) -> None:
        """Takes back the latest answer, or corner."""
        if self.stack.currentWidget() is self.corners:
            self.corners.take_back()
        elif self.pile.can_undo:
            self.pile.undo()
            self._go_on()
        else:
            self.notified.emit(tr("There is nothing to undo."))

    # ------------------------------------------------------------------ the strip

    def _title(self, number: int) -> str:
        """Whose sheet it is, or the name of its photo; of several sheets of one photo which of them, too."""
        if player := self.pile.player(number):
            return player
        photos = [each.read.photo for each in self.pile.readings]
        photo = photos[number]
        return f"{photo} ({photos[:number + 1].count(photo)})" if photos.count(photo) > 1 else photo

    def _show_strip(self) -> None:
        rows = []
        for number, image in enumerate(self.images):
            state = self._state(self.pile.waiting(number))
            rows.append(Row(number, True, f"{self._title(number)}\n{state}", number, partial(QImage, image)))
        for number, (unread, _) in enumerate(self.unread):
            text = f"{unread.photo}\n{tr('not read')}"
            rows.append(Row(number, False, text, unread, partial(image_of, unread.jpeg)))
        self.strip.show_rows(rows)
        self.strip.mark(self._shown)
        self.sheets.show_rows(rows)
        for each in (self.strip, self.more):
            each.setVisible(bool(rows) and not theme.large())
        self.sheets.setVisible(bool(rows) and theme.large())

    def _go_on_with(self, number: int) -> None:
        """Another sheet is gone on with, or looked at where nothing of it is asked by itself."""
        self._sheet = number
        self._go_on()
        if (self._spot is None or self._spot.sheet != number) and (self.jobs.running or not self._waits):
            self._looks = True
            waiting = self.pile.waiting(number)
            self._shown = (True, number)
            self.strip.mark(self._shown)
            self.waiting.show_state(self._title(number), self._state(waiting), self.images[number])
            self.waiting.offer(add=False, go_on=True)
            self.stack.setCurrentWidget(self.waiting)
            self.take_focus()
            accessible.announce(self.in_short())

    @staticmethod
    def _state(waiting: int) -> str:
        """How far a sheet is with so many marks that are not confirmed."""
        return tr_n("one mark to confirm", "{n} marks to confirm", waiting) if waiting else tr("confirmed")

    def _tell_unread(self, number: int) -> None:
        """Why a picture could not be read is told."""
        self._looks = True
        self._show_unread(number)
        self.take_focus()

    # ------------------------------------------------------------------ the end

    def leave(self) -> None:
        """Leaves; where marks are not confirmed, whose photos would have to be read again, only when asked twice."""
        waiting = sum(self.pile.waiting(number) for number in range(len(self.images)))
        if not waiting or self._told_waiting:
            self.left.emit()
            return
        self._told_waiting = True
        self.notified.emit(tr_n("One mark is not confirmed yet. Go back once more to leave without it.",
                                "{n} marks are not confirmed yet. Go back once more to leave without them.", waiting))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back from the corners of a photo to the others, and else away from them all."""
        if event.key() != Qt.Key.Key_Escape or event.isAutoRepeat():
            super().keyPressEvent(event)
        elif self.stack.currentWidget() is self.corners:
            self._tell_unread(self._at_unread)
        else:
            self.leave()

    def entered(self) -> list[Entered]:
        """Returns the papers of which every mark was confirmed."""
        readings = self.pile.readings
        whole = [i for i in range(len(self.images)) if not self.pile.waiting(i)]
        self._entered = {
            i: Entered(readings[i].game, readings[i].sheet, self.pile.paper(i), readings[i].read.photo) for i in whole
        }
        return [*self._entered.values()]

    def keep(self, *, but: str = "", partly: bool = False) -> list[Path]:
        """Keeps what was confirmed among the sheets that are not finished. but: not of this game; partly: only of sheets
        that are not confirmed to the end."""
        return self._held.leave(but=but, partly=partly)

    def let_go(self, refused: Sequence[Entered]) -> None:
        """What was `entered` and handed on is kept elsewhere, but for what was refused there, which stays among the sheets
        that are not finished."""
        self._held.hand_over([number for number, sheet in self._entered.items() if any(sheet is each for each in refused)])

    def finish(self) -> None:
        """Hands on what was confirmed."""
        if self.finish_button.isEnabled():
            self.finished.emit()

    def _enter_by_keys(self) -> None:
        game = self.store.recall("game", "") or next(iter(GAMES))
        paper = Paper(game=game if game in GAMES else next(iter(GAMES)))
        self.keys_chosen.emit(paper, image_of(self.unread[self._at_unread][0].jpeg))

    def minimumSizeHint(self) -> QSize:
        """With the largest texts as high as its lines are in this width: what is around it scrolls, nothing in it does."""
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None or not theme.largest():
            return least
        return least.expandedTo(QSize(0, layout.totalMinimumHeightForWidth(max(self.width(), least.width()))))

    def closeEvent(self, event: QCloseEvent) -> None:
        """However it is closed, what was confirmed is kept."""
        self.jobs.stop()
        if not self._held.ended:
            self.keep()
        super().closeEvent(event)

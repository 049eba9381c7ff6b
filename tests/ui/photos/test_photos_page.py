"""Photos of sheets on the screen: doubtful marks, groups, names, and where the papers go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QObject, QPoint, QPointF, Qt, QUrl, Signal
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.files import FileError
from rollwrite_desktop.intake.pictures import jpeg_of
from rollwrite_desktop.intake.sessions import MAX_MEMBERS
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.work.jobs import UNEXPECTED
from rollwrite_desktop.printing.photos import form_reader
from rollwrite_desktop.printing.photos.earlier_drawings import not_finished
from rollwrite_desktop.printing.photos.read_photos import Unread, shown_file
from rollwrite_desktop.reading.ink import SIDE
from rollwrite_desktop.reading.marks import Digit, Mark
from rollwrite_desktop.ui.base import file_locks, theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.kept_file import KeptFile
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.side_panel import PHOTO
from rollwrite_desktop.ui.paper.check.start_page import AuditStartPage
from rollwrite_desktop.ui.paper.photos import photo_jobs, photos_page, watched_folder
from rollwrite_desktop.ui.paper.photos.photo_jobs import PhotoJobs, Source
from rollwrite_desktop.ui.paper.photos.photos_page import PhotosPage
from rollwrite_desktop.ui.paper.photos.watched_folder import PATIENCE
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.printing.read_sheets import read_sheet
from tests.sampling import sampled
from tests.ui.conftest import settle

SURE = {"TX": Mark("3", 0.99), "CA": Mark("1", 0.99), "rounds/1": Mark("X", 0.99)}
DOUBTFUL = {"OK": Mark("4", 0.6, ("(4)", "1"))}
Key = Qt.Key


class Asked(PhotoJobs):
    """Reads nothing, and keeps what it should read."""

    sources: list[Source]

    def add(self, sources: object) -> None:
        Asked.sources = [*sources]  # type: ignore[call-overload]


class AtOnce:
    """A thread that is done as soon as it has begun; a `hung` one never is."""

    hung = False

    def __init__(self, *, target: Callable[..., None], args: tuple[object, ...], **_: object) -> None:
        self._run = partial(target, *args)

    def start(self) -> None:
        if not self.hung:
            self._run()


@pytest.fixture
def page(window: MainWindow) -> PhotosPage:
    window.go.show_photos([])
    assert isinstance(window.page, PhotosPage)
    return window.page



class Late(QObject):
    """A task that takes too long to read, and shows at once."""

    given, ended, failed = Signal(object), Signal(), Signal(str)

    def __init__(self, call: partial[Any], *_: object) -> None:
        super().__init__()
        self._values = call() if call.func is shown_file else None

    def ask(self) -> None:
        if self._values is None:
            self.failed.emit("This took too long and was stopped.")
        elif (value := next(self._values, None)) is not None:
            self.given.emit(value)
        else:
            self.ended.emit()

    def drop(self) -> None:
        self._values = iter(())


def test_a_picture_that_takes_too_long_is_shown_for_whoever_knows_its_corners(
    page: PhotosPage, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(photo_jobs, "Task", Late)
    page.jobs.add([Source("a.jpg", jpeg_of(np.full((300, 400, 3), 200, np.uint8))), Source("b.jpg", b"no picture")])
    settle()
    read = [each[0] for each in page.unread]
    assert [(each.photo, each.why, bool(each.jpeg)) for each in read] == [
        (name, not_finished("This took too long and was stopped."), name == "a.jpg") for name in ("a.jpg", "b.jpg")]
    assert not page.jobs.running


def test_a_watched_folder_gives_each_photo_once_it_is_whole(
    page: PhotosPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[list[str]] = []
    told: list[str] = []
    monkeypatch.setattr(PhotoJobs, "add", lambda _, sources: asked.append([Path(each.name).name for each in sources]))
    monkeypatch.setattr(watched_folder, "Thread", AtOnce)
    monkeypatch.setattr(AtOnce, "hung", False)
    page.failed.connect(told.append)

    def look() -> None:
        assert page.watched is not None
        page.watched.look()
        settle()

    for name, content in (("a.jpg", b"a"), ("b.PNG", b"b"), ("half.jpg", b"h"), ("empty.jpg", b""), ("notes.txt", b"n")):
        (tmp_path / name).write_bytes(content)
    page.take_files([tmp_path / "a.jpg"])
    page.watch(tmp_path)
    settle()
    watched = page.watched
    assert watched is not None and asked == [["a.jpg"]] and tmp_path.name in page.count.text()
    (tmp_path / "half.jpg").write_bytes(b"more")
    look()
    assert asked[1:] == [["b.PNG"]], "a.jpg was added before, and half.jpg is still growing"
    (tmp_path / "empty.jpg").write_bytes(b"now")
    look()
    look()
    look()
    assert asked[2:] == [["half.jpg"], ["empty.jpg"]]
    page.watch(tmp_path / "gone")
    assert page.watched is not None and page.watched is not watched
    look()
    assert len(asked) == 4 and not told
    AtOnce.hung = True  # as a folder on a network that does not answer
    for _ in range(2 * PATIENCE):
        look()
    assert told == ["“gone” does not answer. Its photos are read as soon as it does."]


def type_keys(page: PhotosPage, *keys: Key) -> None:
    for key in keys:
        QTest.keyClick(page.window().focusWidget() or page, key)
        settle()


def test_a_sheet_goes_from_its_photo_to_the_check_by_keys(window: MainWindow, page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", SURE | DOUBTFUL, "ann.jpg")])
    settle()
    assert page.stack.currentWidget() is page.question
    assert page.question.name.text() == "Oklahoma (Green)"
    type_keys(page, Key.Key_Return)  # as it was read
    assert page.pile.said(0) == {"OK": "4"}
    (kept,) = Drafts(window.store).paths()
    content = Draft.content(kept)  # at once, so that a program that is killed loses nothing
    assert content is not None and content.paper.spaces == {"OK": "4"}
    page.undo()
    assert not Drafts(window.store).paths()
    type_keys(page, Key.Key_Return)
    assert page.stack.currentWidget() is page.group
    assert "Texas" in page.group.introduction()
    while page.stack.currentWidget() is page.group:
        type_keys(page, Key.Key_Space)
    assert page.waiting.title.text() == "All confirmed"
    type_keys(page, Key.Key_Space)
    checked = window.page
    assert isinstance(checked, AuditPage)
    assert dict(checked.paper.spaces) == {"TX": "3", "CA": "1", "OK": "4"}
    assert dict(checked.paper.boxes) == {"rounds": 1}
    assert len(Drafts(window.store).paths()) == 1  # nothing is lost when the window is closed
    assert checked.beside.pages[PHOTO].image.width() > 500  # type: ignore[attr-defined]


@sampled("keys, said", [
    ((Key.Key_1,), "1"), ((Key.Key_X,), "X"), ((Key.Key_Delete,), ""), ((Key.Key_Backspace,), ""),
    ((Key.Key_ParenLeft, Key.Key_Return), "(4)"), ((Key.Key_ParenLeft, Key.Key_6), "(6)"),
    ((Key.Key_9, Key.Key_Return), "4"),  # no 9 can stand there
], 2, lambda case: len(case[0]))
def test_one_key_says_what_a_doubtful_mark_is(page: PhotosPage, keys: tuple[Key, ...], said: str) -> None:
    page.take([read_sheet("rolling_america", DOUBTFUL)])
    settle()
    type_keys(page, *keys)
    assert page.pile.said(0) == {"OK": said}
    assert not [*page.pile.asked()]


def test_a_number_of_two_digits_is_typed_over_what_was_read(page: PhotosPage) -> None:
    page.take([read_sheet("on_tour", {"TX": Mark("(41)", 0.5)})])
    settle()
    type_keys(page, Key.Key_5)
    assert page.question.prompt.text().startswith("5")
    assert not page.pile.said(0)
    type_keys(page, Key.Key_2)
    assert page.pile.said(0) == {"TX": "(52)"}


def test_what_was_learned_of_a_hand_is_shown_kept_in_a_file_and_removed(
    page: PhotosPage, tmp_path: Path, qtbot: Any,
) -> None:
    raster = np.zeros((SIDE, SIDE), np.uint8)
    raster[4:36, 18:22] = 255
    like = Mark("1", 0.3, ("6",), (Digit(raster.tobytes(), (0.1,) * 10),))
    page.take([read_sheet("rolling_america", dict.fromkeys(("TX", "CA", "OR"), like))])
    settle()
    hand = page.question.hand
    assert hand.isHidden()
    type_keys(page, Key.Key_5)
    assert hand.text() == "One digit &learned"
    assert page.question.held == "5"  # what looks like it is read as it
    hand.fill()
    _, digit, _, _, every = hand.menu().actions()
    assert digit.text() == "Remove this 5" and not digit.icon().isNull()
    digit.trigger()
    assert hand.isHidden() and page.question.held == "1"
    page.undo()
    assert hand.isVisible()
    path = tmp_path / "Ann.rollwrite-hand"
    page.keep_hand(path)
    every.trigger()
    assert not page.pile.signs and page.question.held == "1"
    assert len(page.pile.said(0)) == 1
    page.take_hand(path)  # as it would be another day, on any photo
    assert [sign.digit for sign in page.pile.signs] == ["5"] and page.question.held == "5"
    for content, why in ((b"x", "not the digits of a hand"), (b'{"hand":1,"signs":[{"digit":"5","picture":"00"}]}', "hand")):
        path.write_bytes(content)
        with qtbot.waitSignal(page.failed, check_params_cb=lambda text, why=why: why in text):
            page.take_hand(path)
    assert len(page.pile.signs) == 1


def test_the_odd_one_is_tapped_and_asked_next(page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", SURE)])
    settle()
    crops = {crop.accessibleName(): crop for crop in page.group.crops.values()}
    for crop in crops.values():
        assert crop.minimumHeight() == crop.sizeHint().height(), "what it was read as is cut off"
    QTest.mouseClick(crops["Texas (Green), 3"], Qt.MouseButton.LeftButton)
    assert page.group.right.text() == "The other one is &right"
    page.group.right.click()
    assert page.pile.said(0) == {"CA": "1"}
    assert page.question.name.text() == "Texas (Green)"
    assert page.question.prompt.text() == "What is it?"
    assert [each.text() for each in page.question.choices] == ["3 in a circle", "Blank"]  # not 3 again
    type_keys(page, Key.Key_8)
    assert page.question.hint.text() == "8 can’t go there."
    type_keys(page, Key.Key_5)
    page.undo()
    page.undo()
    assert not page.pile.said(0)
    assert page.stack.currentWidget() is page.group


def test_the_strip_marks_what_is_asked_about(page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", SURE | more, photo)
               for more, photo in (({}, "0.jpg"), (DOUBTFUL, "1.jpg"), ({}, "1.jpg"))])
    settle()
    titles = [page.strip.item(i).text().split("\n")[0] for i in range(3)]
    assert titles == ["0.jpg", "1.jpg (1)", "1.jpg (2)"]
    assert page.strip.currentRow() == 0
    page.naming.without.click()
    assert page.strip.currentRow() == 1
    page.strip.setCurrentRow(0)
    type_keys(page, Key.Key_Return)
    assert page.stack.currentWidget() is page.group and page.strip.currentRow() == -1
    page.take([Unread("c.jpg", 1, "It is too dark.")])
    page.strip.itemClicked.emit(page.strip.item(2))
    assert page.strip.currentRow() == 2
    page.strip.itemClicked.emit(page.strip.item(3))
    assert page.strip.currentRow() == 3


def test_arrows_and_space_find_the_odd_one(page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", SURE)])
    settle()
    type_keys(page, Key.Key_Down, Key.Key_Right, Key.Key_Space)
    assert [spot.name for spot in page.group.odd] == [page.group.group.spots[1].name]  # type: ignore[union-attr]


def test_a_sheet_is_checked_once_all_of_it_is_confirmed(window: MainWindow, page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", SURE | DOUBTFUL)])
    settle()
    page.question.choices[0].click()
    assert not page.finish_button.isEnabled()
    page.finish()
    assert window.page is page
    page.group.trust.click()
    assert page.finish_button.isEnabled()


def test_sheets_of_another_game_are_kept_beside_the_table(window: MainWindow, page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", SURE, "a.jpg"), read_sheet("on_tour", {"TX": Mark("41", 0.99)}, "b.jpg"),
               read_sheet("rolling_america", SURE, "c.jpg")])
    settle()
    page.naming.without.click()
    page.group.trust.click()
    page.finish_button.click()
    assert isinstance(window.page, SessionPage)
    assert [member.name for member in window.page.file.session.members] == ["a", "c"]
    (path,) = Drafts(window.store).paths()
    assert "On Tour" in path.name
    assert window.messages.history[-1] == "A sheet of another game is under “Unfinished sheets”."


def test_who_leaves_finds_what_was_confirmed_among_the_unfinished(window: MainWindow, page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", DOUBTFUL), read_sheet("rolling_america", {}, "b.jpg")])
    settle()
    page.naming.without.click()
    page.question.choices[0].click()
    told: list[str] = []
    page.notified.connect(told.append)
    QTest.keyClick(page, Key.Key_Escape)
    assert window.page is page and "marks are not confirmed yet" in told[0]
    QTest.keyClick(page, Key.Key_Escape)
    settle()
    assert isinstance(window.page, AuditStartPage)
    assert len(Drafts(window.store).paths()) == 1


def test_whoever_goes_elsewhere_loses_nothing(window: MainWindow, page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", DOUBTFUL)])
    settle()
    page.question.choices[0].click()
    window.go.show_home()
    (path,) = Drafts(window.store).paths()
    assert not file_locks.taken(path)  # nor by this window
    content = Draft.content(path)
    assert content is not None and dict(content.paper.spaces) == {"OK": "4"}


def test_a_picture_that_cannot_be_read_lies_beside_the_keys(window: MainWindow, page: PhotosPage) -> None:
    said: list[str] = []
    page.failed.connect(said.append)
    jpeg = jpeg_of(np.full((90, 120, 3), 99, np.uint8))
    page.take([Unread("b.jpg", 1, "The lower left corner is not in the picture.", jpeg)])
    settle()
    assert said == ["b.jpg: The lower left corner is not in the picture."]
    assert page.waiting.title.text() == "Not read"
    page.waiting.by_keys.click()
    assert isinstance(window.page, AuditPage)
    assert window.page.beside.pages[PHOTO].image.width() == 120  # type: ignore[attr-defined]
    window.page.beside.turn_to(PHOTO)
    assert window.page.beside.page == PHOTO


def asked_page(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> PhotosPage:
    """The page of photos, on which what is to be read is only noted down."""
    monkeypatch.setattr(photos_page, "PhotoJobs", Asked)
    window.go.show_photos([])
    page = window.page
    assert isinstance(page, PhotosPage)
    return page


def test_the_rest_of_a_page_is_not_read_by_corners_for_that_would_read_the_others_again(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = asked_page(window, monkeypatch)
    page.jobs.at = Source("b.jpg")
    jpeg = jpeg_of(np.full((90, 120, 3), 99, np.uint8))
    page.take([Unread("b.jpg", 1, "2 of 4 sheets of this page were found.", jpeg, others=True)])
    page.jobs.at = None
    page.jobs.changed.emit()
    assert "2 of 4" in window.messages.history[-1]
    assert not window.messages.sentence, "it lies over the picture, below which it is said"
    assert "2 of 4" in page.waiting.text.text()
    assert page.waiting.by_corners.isHidden()
    assert not page.waiting.by_keys.isHidden()


def test_the_two_pages_of_large_print_become_one_sheet_when_all_is_read(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = asked_page(window, monkeypatch)
    first, second = (replace(read_sheet("rolling_america", SURE, name), half=half)
                     for half, name in ((1, "a.jpg"), (2, "b.jpg")))

    def reads(*found: object) -> None:
        page.jobs.at = Source("some.jpg")
        for each in found:
            page.take([each])  # type: ignore[list-item]
        assert not page.images
        page.jobs.at = None
        page.jobs.changed.emit()
        settle()

    reads(first)
    assert [unread.why[:11] for unread, _ in page.unread] == ["Only page 1"]
    assert "Only page 1" in page.waiting.text.text() and page.waiting.by_corners.isHidden()
    reads(second)
    assert not page.unread and len(page.images) == 1
    assert page.pile.readings[0].read.photo == "a.jpg + b.jpg"
    assert page.stack.currentWidget() is page.group
    page.jobs.at = Source("some.jpg")
    page.take([replace(first, photo="c.jpg"), replace(second, photo="d.jpg")])
    page.jobs.at = None
    page.jobs.changed.emit()
    assert [page.strip.item(i).text().split("\n")[0] for i in range(2)] == ["a.jpg + b.jpg", "c.jpg + d.jpg"]


def test_a_page_that_was_not_recognized_is_read_by_its_corners(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = asked_page(window, monkeypatch)
    page.jobs.at = Source("b.jpg")
    jpeg = jpeg_of(np.full((90, 120, 3), 99, np.uint8))
    page.take([Unread("b.jpg", 1, "No printed sheet was recognized.", jpeg, unknown=True)])
    page.jobs.at = None
    page.jobs.changed.emit()
    settle()
    assert page.waiting.text.text().endswith("where their sheet is chosen: “Tap its corners”.")
    page.waiting.by_corners.click()
    QTest.keyClick(page, Key.Key_Escape)
    assert window.page is page and page.stack.currentWidget() is page.waiting
    page.waiting.by_corners.click()
    settle()
    asked = page.corners
    asked.game.setCurrentIndex(asked.game.findData("hexroller"))
    asked.sheet.setCurrentIndex(asked.sheet.findData("hexroller_back"))
    place = asked.photo.place
    for x, y in ((0.1, 0.2), (0.9, 0.2), (0.9, 0.8)):
        at = QPointF(place.x() + x * place.width(), place.y() + y * place.height())
        QTest.mouseClick(asked.photo, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert not asked.read.isEnabled()
    type_keys(page, Key.Key_Left, Key.Key_Space, Key.Key_Backspace, Key.Key_Down, Key.Key_Space)
    asked.read.click()
    (source,) = Asked.sources
    assert (source.name, source.sheet) == ("b.jpg", ("hexroller", "hexroller_back"))
    assert np.allclose(source.corners, ((0.1, 0.2), (0.9, 0.2), (0.9, 0.8), (0.495, 0.505)), atol=0.01)
    assert not page.unread


def test_the_sheets_of_a_session_find_their_players(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos_page, "asked_photos", lambda *_: [])
    window.go.new_session("rolling_america", "check")
    session = window.page
    assert isinstance(session, SessionPage)
    session.file.put(session.file.session.joined(("Ann", "Bo", "Cy")))
    session.check.photos.click()
    page = window.page
    assert isinstance(page, PhotosPage)
    assert page.waiting.watch.isVisible(), "whoever chooses no photo can still watch a folder"
    page.take([read_sheet("rolling_america", SURE, "1.jpg"), read_sheet("rolling_america", DOUBTFUL, "2.jpg")])
    settle()
    said: list[str] = []
    page.failed.connect(said.append)
    for name, left in (("b", 3), ("Bo", 2), ("Ann", 2)):
        assert page.stack.currentWidget() is page.naming
        page.naming.field.clear()
        QTest.mouseClick(page.naming.field, Qt.MouseButton.LeftButton)
        offered = page.naming.field.completer()
        assert offered.popup().isVisible() and offered.completionCount() == left, "by mouse alone, too"
        offered.popup().hide()
        page.naming.field.setText(name)
        QTest.keyClick(page.naming.field, Key.Key_Return)
        settle()
    assert said == ["Bo has a sheet already."]  # the beginning of a name was enough
    assert page.question.name.text() == "Ann, Oklahoma (Green)"
    page.question.choices[0].click()
    page.group.trust.click()
    page.finish_button.click()
    assert window.page is session
    members = {member.name: member.paper for member in session.file.session.members}
    assert members["Cy"] is None
    assert members["Bo"] is not None and dict(members["Bo"].spaces) == {"TX": "3", "CA": "1"}
    assert members["Ann"] is not None and dict(members["Ann"].spaces) == {"OK": "4"}


def test_several_sheets_become_a_table(window: MainWindow, page: PhotosPage) -> None:
    page.take([read_sheet("rolling_america", SURE, f"{n}.jpg") for n in range(3)])
    settle()
    assert page.stack.currentWidget() is page.naming  # nobody wants to read names of files on a ranking list
    page.naming.field.setText("Ann")
    type_keys(page, Key.Key_Return)
    page.naming.without.click()
    page.strip.itemClicked.emit(page.strip.item(1))
    assert (page.waiting.title.text(), page.stack.currentWidget()) == ("1.jpg", page.waiting)
    page.take([])  # what is read meanwhile takes nothing away
    type_keys(page, Key.Key_Return)
    assert page.stack.currentWidget() is page.group
    page.group.trust.click()
    page.finish_button.click()
    assert isinstance(window.page, SessionPage)
    assert [member.name for member in window.page.file.session.members] == ["Ann", "1", "2"]
    assert not Drafts(window.store).paths()


@pytest.mark.parametrize("why", ["too many", "disk"])
def test_what_no_session_takes_stays_among_the_unfinished(
    window: MainWindow, why: str, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A full list takes one of two sheets; a disk that is full none."""
    window.go.new_session("rolling_america", "check")
    session = window.page
    assert isinstance(session, SessionPage)
    if why == "too many":
        session.file.put(session.file.session.joined([f"P{n}" for n in range(MAX_MEMBERS - 1)]))
    session.photos_chosen.emit([])
    page = window.page
    assert isinstance(page, PhotosPage)
    page.take([read_sheet("rolling_america", SURE, f"{n}.jpg") for n in range(2)])
    settle()
    page.naming.without.click()
    page.group.trust.click()
    if why == "disk":
        def full(*_: object) -> None:
            raise FileError("The disk is full.")

        monkeypatch.setattr(KeptFile, "write", full)
    page.finish_button.click()
    drafts = Drafts(window.store).paths()
    assert window.page is session and len(drafts) == (1 if why == "too many" else 2)
    assert not any(map(file_locks.taken, drafts))
    assert "What you confirmed is under “Unfinished sheets”." in window.messages.history
    monkeypatch.undo()
    session.file.save()


def test_with_large_texts_a_menu_has_the_sheets(
    window: MainWindow, page: PhotosPage, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(theme, "large", lambda: True)
    page.take([read_sheet("rolling_america", SURE, "a & b.jpg"), Unread("c.jpg", 1, "It is too dark.")])
    settle()
    assert page.strip.isHidden() and page.sheets.text() == "&Sheets (2)"
    page.sheets.fill()
    sheet, unread, _, add = page.sheets.menu().actions()
    assert sheet.text().startswith("a && b.jpg: ") and add.text() == "&Add photos …"
    unread.trigger()
    assert page.waiting.text.text() == "c.jpg: It is too dark."
    page.waiting.go_on.click()
    assert page.stack.currentWidget() is page.group
    sheet.trigger()
    assert page.waiting.title.text() == "a & b.jpg"


def test_reading_is_stopped_and_what_was_read_stays(window: MainWindow, page: PhotosPage) -> None:
    said: list[str] = []
    page.notified.connect(said.append)
    page.take([read_sheet("rolling_america", SURE)])
    page.jobs.add([Source("b.jpg"), Source("c.jpg")])
    settle()
    assert page.stack.currentWidget() is page.group
    page.group.trust.click()
    assert page.stop_button.isVisible() and not page.stop_button.hasFocus()  # Enter goes on confirming, and stops nothing
    page.stop_button.click()
    assert not page.jobs.running and not page.stop_button.isVisible()
    assert said == ["Stopped: 2 photos were not read."]
    assert window.page is page and len(page.images) == 1
    assert page.finish_button.isEnabled()


def test_photos_come_by_file_drop_and_clipboard(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(photos_page, "PhotoJobs", Asked)
    names = [str(tmp_path / name) for name in ("a.jpg", "b.PNG")]
    monkeypatch.setattr(photos_page, "asked_photos", lambda *_: [Path(names[1])])
    window.go.check("rolling_america")
    desk = window.page
    assert isinstance(desk, AuditPage)
    next(each for each in desk.actions() if each.text() == "&Photos …").trigger()
    assert isinstance(window.page, PhotosPage)
    assert [source.name for source in Asked.sources] == names[1:]
    window.go.open_file(names[0])
    assert [source.name for source in Asked.sources] == names[:1]
    scan = tmp_path / "scan.pdf"
    scan.write_bytes(b"%PDF-1.7 and more")
    monkeypatch.setattr(form_reader, "MAX_BYTES", 9)
    window.go.open_file(str(scan))  # larger than a form may be
    assert [source.name for source in Asked.sources] == [str(scan)]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(name) for name in names])
    window.go.show_home()
    window.dropEvent(QDropEvent(QPoint(5, 5).toPointF(), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                                Qt.KeyboardModifier.NoModifier))
    assert isinstance(window.page, PhotosPage)
    assert [source.name for source in Asked.sources] == names
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    QGuiApplication.clipboard().setImage(image)
    window.go.files.paste_code()
    assert Asked.sources[0].content.startswith(b"\x89PNG")
    QGuiApplication.clipboard().clear()


def test_photos_opened_together_or_one_after_the_other_are_one_pile(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(PhotoJobs, "add", lambda _, sources: asked.extend(Path(each.name).name for each in sources))
    names = [tmp_path / name for name in ("a.jpg", "b.jpg", "c.png", "d.jpg")]
    window.go.files.open_all(names[:3])
    page = window.page
    assert isinstance(page, PhotosPage) and asked == ["a.jpg", "b.jpg", "c.png"]
    window.go.open_file(names[3])
    assert window.page is page and asked[3:] == ["d.jpg"], "what was confirmed of the others is still there"


def test_files_that_are_no_photos_are_each_a_sentence(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    window.go.show_photos([Source(str(tmp_path / "a.jpg")), Source(str(tmp_path / "gone.jpg"))])
    page = window.page
    assert isinstance(page, PhotosPage)
    said: list[str] = []
    page.failed.connect(said.append)
    from tests.ui.conftest import wait_for

    wait_for(lambda: not page.jobs.running)
    assert [each.photo for each, _ in page.unread] == ["a.jpg", "gone.jpg"]
    assert said[0] == "a.jpg: not a photo; expected JPEG, PNG or PDF."
    assert "gone.jpg" in said[1]
    assert UNEXPECTED not in said


def test_what_is_asked_is_told(window: MainWindow, page: PhotosPage, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda text, **_: told.append(text))
    page.take([read_sheet("rolling_america", {"CA": Mark("1", 0.99), "OR": Mark("5", 0.6, ("2",))})])
    settle()
    assert told[-1] == ("One doubtful mark. 4 groups to look at. Oregon (Orange). Read as 5. Is that right? Or: 2, blank. "
                        "Only 2 makes everything on the sheet fit.")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_nothing_is_squashed_in_the_largest_texts(window: MainWindow, store: Settings, language: str) -> None:
    i18n.use(language, TRANSLATIONS)
    store.prefer(language=language, text="400")
    window.resize(1280, 800)
    window.go.show_photos([])
    settle(8)
    page: Any = window.page
    card = page.waiting
    for each in (card.text, card.further):
        assert each.height() >= each.heightForWidth(each.width()), each.text()
    for each in (card.add, card.watch):
        assert each.height() >= each.sizeHint().height(), each.text()

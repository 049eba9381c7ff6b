"""The print room: the preview is what the PDF holds, files appear whole or not at all, and there is always a way on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QProgressDialog, QPushButton

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.draw.imposition import PAPERS
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import Opened, sheet_of
from rollwrite_desktop.printing.jobs import print_jobs
from rollwrite_desktop.printing.jobs.print_jobs import available_extras
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.print import print_page
from rollwrite_desktop.ui.paper.print.page_painter import paper_in, set_paper
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play import jobs
from tests.ui.conftest import GAME, new_game, settle, wait_for


def room_of(qtbot: Any, store: Settings, **what: Any) -> PrintPage:
    room = PrintPage(GAME, store=store, **what)
    qtbot.addWidget(room)
    room.resize(1280, 770)
    room.show()
    settle()
    return room


def save(room: PrintPage, target: Path) -> bool:
    """Saves and waits for it; whether there is a PDF then."""
    room.save_pdf(target)
    wait_for(lambda: not room.writer.busy)
    return target.exists() and target.read_bytes().startswith(b"%PDF")


def played(tmp_path: Path, *names: str) -> Opened:
    opened = new_game(tmp_path / "game.rollwrite", *names)
    opened.session.log.__self__.close()
    opened.session.log = None
    event = opened.session.digital()
    assert event is not None
    opened.session.submit(event)
    return opened


def test_a_pad_is_counted_leafed_and_saved(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    room.order.copies.field.setValue(5)
    room.order.on_a_page.choose("2")
    assert room.count.text() == "5 sheets on 3 pages"
    assert room.preview.number.text() == "Page 1 of 3"
    QTest.mouseClick(room.preview.after, Qt.MouseButton.LeftButton)
    QTest.keyClick(room.preview.view, Qt.Key.Key_PageDown)
    QTest.keyClick(room.preview.view, Qt.Key.Key_PageDown)
    assert room.preview.number.text() == "Page 3 of 3"
    target = tmp_path / "pad.pdf"
    assert save(room, target)
    assert len(pypdf.PdfReader(target).pages) == 3
    assert room_of(qtbot, store).order.settings() == room.order.settings()


def test_names_get_their_own_sheets(qtbot: Any, store: Settings) -> None:
    room = room_of(qtbot, store)
    room.order.copies.field.setValue(2)
    room.order.names.setText("Ann, ,  Bo  Li ")
    room.finish()
    written = [next(mark.text for mark in leaf.display.marks if mark.key == "mark/player") for leaf in room.leaves]
    assert written == ["Ann", "Bo Li"]
    assert room.count.text() == "4 sheets on 4 pages"


def test_letters_do_not_wait_for_pages(qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    room = room_of(qtbot, store)
    room.order.more.checks["large"].setChecked(True)
    room.order.names.setText("Ann, Bo, Cy, Di")
    room.finish()
    drawn: list[object] = []
    monkeypatch.setattr(print_jobs, "enlarged", lambda display, _: drawn.append(display) or display)
    before = room.pages
    QTest.keyClicks(room.order.names, "x")
    assert not drawn and room.pages is before and room._soon.isActive()
    monkeypatch.setattr(print_page, "AT_ONCE", 1)
    room.refresh()
    QTest.keyClicks(room.order.names, "y")
    room.refresh()  # the pages with one letter are not drawn on
    assert room.preview.number.text() == "Page 1 of 8" and room._unseen.isActive()
    room._unseen.timeout.emit()
    assert room.preview.number.text() == "Drawing the pages …"
    room.finish()
    assert [leaf.title for leaf in room.leaves] == ["Ann", "Bo", "Cy", "Dixy"] and len(drawn) == 2
    assert room.preview.number.text() == "Page 1 of 8"


def test_what_was_just_typed_is_printed(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    QTest.keyClicks(room.order.names, "Ann")
    assert save(room, tmp_path / "a.pdf")
    assert "Ann" in pypdf.PdfReader(tmp_path / "a.pdf").pages[0].extract_text()


@pytest.mark.parametrize(("paper", "per_page", "ink"), [("a4", "1", "colour"), ("letter", "2", "grey"), ("a4", "1", "low")])
def test_the_preview_is_the_page(qtbot: Any, store: Settings, tmp_path: Path, paper: str, per_page: str, ink: str) -> None:
    room = room_of(qtbot, store)
    room.order.copies.field.setValue(2)
    room.order.choose_paper(paper)
    room.order.on_a_page.choose(per_page)
    room.order._ink.choose(ink)
    room.order.heading.setText("Class 4b")
    room.finish()
    target = tmp_path / "page.pdf"
    assert save(room, target)
    with pypdfium2.PdfDocument(target) as document:
        assert "Class 4b" in document[0].get_textpage().get_text_range()
        view = room.preview.view
        shown = view._pixmap(view._whole()).toImage().copy(view._whole().toAlignedRect())
        printed = document[0].render(scale=3.0).to_pil().convert("L").resize((80, 60))
    on_white = QImage(shown.size(), QImage.Format.Format_RGB32)
    on_white.fill(Qt.GlobalColor.white)
    painter = QPainter(on_white)
    painter.drawImage(0, 0, shown)
    painter.end()
    small = on_white.convertToFormat(QImage.Format.Format_Grayscale8).scaled(
        80, 60, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    differences = [abs(small.pixelColor(x, y).lightness() - printed.getpixel((x, y))) for x in range(80) for y in range(60)]
    assert sum(differences) / len(differences) < 4
    assert sorted(differences)[int(0.98 * len(differences))] < 40


def test_the_sheets_of_a_game(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store, opened=played(tmp_path, "Ann", "Bo & Li"))
    assert room.count.text() == "2 sheets on 2 pages"
    room.order.players["p1"].click()
    assert room.count.text() == "One sheet on one page"
    room.order.players["p2"].click()
    assert room.count.text() == ""
    assert not room.save.isEnabled()
    assert room.preview.number.text() == "Nothing to print"
    room.order.source.choose("blank")
    assert room.save.isEnabled()


def test_the_name_of_the_file_is_safe(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store, opened=played(tmp_path, "A/B", "C:D"))
    assert room.suggested() == "Rolling America A B and C D.pdf"


def test_no_folder_is_one_sentence(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    alarms: list[str] = []
    room.failed.connect(alarms.append)
    assert not save(room, tmp_path / "nowhere" / "a.pdf")
    assert alarms == [f"Cannot write {tmp_path / 'nowhere' / 'a.pdf'}: there is no such folder."]


def test_an_ending_is_added_and_nothing_overwritten_unasked(
    qtbot: Any, store: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.pdf").write_bytes(b"mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), ""))
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()))
    room = room_of(qtbot, store)
    room.ask_pdf()
    assert (tmp_path / "mine.pdf").read_bytes() == b"mine"
    assert asked == ["“mine.pdf” exists already."]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "other"), ""))
    room.ask_pdf()
    wait_for(lambda: not room.writer.busy)
    assert (tmp_path / "other.pdf").read_bytes().startswith(b"%PDF")
    assert store.folder("pdf") == str(tmp_path)


def test_writing_can_be_stopped(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    told: list[str] = []
    room.notified.connect(told.append)
    room.save_pdf(tmp_path / "a.pdf")
    room.writer.waiting.patience.timeout.emit()
    (dialog,) = room.findChildren(QProgressDialog)
    assert dialog.isVisible()
    QTest.keyClick(room.order.heading, Qt.Key.Key_A)
    room.save_pdf(tmp_path / "b.pdf")  # one at a time
    QTest.mouseClick(dialog.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert told == ["Printing was stopped. Nothing was written."] and not room.writer.busy
    assert not room.order.heading.text()
    assert save(room, tmp_path / "b.pdf")
    assert [path.name for path in tmp_path.glob("*.pdf")] == ["b.pdf"]


def test_a_bug_while_writing_is_told(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    alarms: list[str] = []
    room.failed.connect(alarms.append)
    with qtbot.captureExceptions() as caught:
        room.writer.write(tmp_path / "a.pdf", jobs.broken)
        wait_for(lambda: not room.writer.busy)
    assert alarms == ["This stopped unexpectedly. You can start it again."] and len(caught) == 1
    assert not list(tmp_path.glob("*.pdf"))


def test_a_viewer_is_opened_or_the_file_named(
    qtbot: Any, store: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(shown.append(url)) or len(shown) == 1)
    room = room_of(qtbot, store)
    alarms: list[str] = []
    room.failed.connect(alarms.append)
    room.open_viewer()
    wait_for(lambda: not room.writer.busy)
    assert Path(shown[0].toLocalFile()).read_bytes().startswith(b"%PDF")
    assert alarms == []
    room.open_viewer()
    wait_for(lambda: not room.writer.busy)
    assert alarms[0].startswith("No program here opens PDF files.")


def test_without_a_printer_there_is_a_way_on(qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    room = room_of(qtbot, store)
    told: list[str] = []
    room.notified.connect(told.append)
    room.ask_printer()
    assert told == ["No printer is set up here. Save a PDF and print it anywhere."]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_printer_gets_pages_of_full_size(qtbot: Any, store: Settings, tmp_path: Path, paper: str) -> None:
    room = room_of(qtbot, store)
    room.order.copies.field.setValue(3)
    room.order.choose_paper(paper)
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    target = tmp_path / "printer.pdf"
    printer.setOutputFileName(str(target))
    assert room.imposition is not None
    set_paper(printer, room.imposition)
    assert paper_in(printer) == paper
    told: list[str] = []
    room.notified.connect(told.append)
    assert room.send(printer)
    wait_for(lambda: not room.printer.busy)
    assert told == ["3 pages were sent to the printer."]
    pages = pypdf.PdfReader(target).pages
    assert len(pages) == 3
    narrow, tall = PAPERS[paper]
    assert float(pages[0].mediabox.width) == pytest.approx(tall, abs=1)
    assert float(pages[0].mediabox.height) == pytest.approx(narrow, abs=1)
    # Painted by Qt and written by ReportLab, the page is the same.
    assert save(room, tmp_path / "saved.pdf")
    with pypdfium2.PdfDocument(target) as sent, pypdfium2.PdfDocument(tmp_path / "saved.pdf") as saved:
        one, other = (document[0].render(scale=0.5).to_pil().convert("L").resize((90, 66)) for document in (sent, saved))
    differences = [abs(a - b) for a, b in zip(one.tobytes(), other.tobytes(), strict=True)]
    assert sum(differences) / len(differences) < 6


def test_another_paper_in_the_printer_is_followed_or_refused(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    room.order.choose_paper("a4")
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printer.pdf"))
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.Letter))
    assert room.send(printer)
    wait_for(lambda: not room.printer.busy)
    assert room.order.paper == "letter"
    alarms: list[str] = []
    room.failed.connect(alarms.append)
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.B5))
    assert not room.send(printer)
    assert "another paper" in alarms[0]


def test_a_printer_gets_the_pages_asked_for_until_it_is_stopped(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    room.order.copies.field.setValue(5)
    told: list[str] = []
    room.notified.connect(told.append)
    for name in ("some", "stopped"):
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / f"{name}.pdf"))
        printer.setFromTo(2, 4)
        assert room.send(printer) and room.printer.busy
        if name == "stopped":
            room.printer.cancel()
        wait_for(lambda: not room.printer.busy)
    assert told == ["3 pages were sent to the printer.", "Printing was stopped."]
    assert len(pypdf.PdfReader(tmp_path / "some.pdf").pages) == 3


def test_a_re_entered_sheet_that_cannot_be_printed_says_why(qtbot: Any, store: Settings) -> None:
    room = room_of(qtbot, store, paper=Paper(game=GAME, sheet="nope"))
    assert room.warning.text()
    assert not room.print.isEnabled()


def test_extras_are_ordered_remembered_and_printed(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    more = room.order.more
    room.order.copies.field.setValue(2)
    more.margin.choose("binding")
    for name in ("rolls", "code", "fillable", "large"):
        more.checks[name].setChecked(True)
    more.back.choose("rules")
    room.finish()
    assert room.count.text() == "2 sheets on 16 pages, 8 pieces of paper"
    target = tmp_path / "pad.pdf"
    assert save(room, target)
    reader = pypdf.PdfReader(target)
    assert len(reader.pages) == 16 and "quick rules" in reader.pages[1].extract_text()
    assert "s2.roll/24" in (reader.get_fields() or {})
    again = room_of(qtbot, store).order
    assert again.settings() == room.order.settings() and again.more.extras == more.extras and again.binding
    more.code.setText("CLASS-7")
    room.finish()
    assert room.leaves[0].log is not None and room.leaves[0].log.code == "R-CLASS-7-D"


def test_a_game_offers_what_it_has(qtbot: Any, store: Settings) -> None:
    room = room_of(qtbot, store)
    for game in GAMES.values():
        room.order.game.choose(game.info.id)
        for sheet_id in game.play.sheets:
            room.order.sheet.choose(sheet_id)
            has = available_extras(game, sheet_of(game, sheet_id, "test"))
            more = room.order.more
            assert [name for name in ("rolls", "cards") if not more.checks[name].isHidden()] == [
                name for name in ("rolls", "cards") if name in has
            ]
            assert more.code.isHidden() == ("seed" not in has)
            assert room.pages and room.warning.isHidden()


def test_filled_sheets_take_a_code_and_a_margin(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store, opened=played(tmp_path, "Ann"))
    more = room.order.more
    shown = [name for name, check in more.checks.items() if not check.isHidden()]
    assert shown == ["code"] and more.margin.isVisible() and more.back.isHidden()
    more.checks["code"].setChecked(True)
    assert room.leaves[0].code is not None and "Ann" in room.leaves[0].code.text


def test_a_filled_form_opens_on_the_desk(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    room.order.more.checks["fillable"].setChecked(True)
    room.order.copies.field.setValue(2)
    assert save(room, tmp_path / "form.pdf")
    window = MainWindow(store)
    qtbot.addWidget(window)
    assert not window.go.open_file(tmp_path / "form.pdf")
    with pikepdf.open(tmp_path / "form.pdf", allow_overwriting_input=True) as document:
        for parent in document.Root.AcroForm.Fields:
            field = next(field for field in parent.Kids if field.T == "TX")
            field.V = pikepdf.String("4")
        document.save(tmp_path / "form.pdf")
    assert window.go.open_file(tmp_path / "form.pdf")
    settle()
    table = window.page
    assert isinstance(table, SessionPage)
    assert [member.paper and member.paper.spaces for member in table.file.session.members] == [{"TX": "4"}, {"TX": "4"}]
    table.turn_to("rank")
    table.rank.places[1].card.click()
    audit = window.page
    assert isinstance(audit, AuditPage) and audit.paper.spaces == {"TX": "4"}
    assert next(iter(store.recent())) == tmp_path / "form.pdf"


def test_half_a_page_is_told_of_and_filled(qtbot: Any, store: Settings) -> None:
    room = room_of(qtbot, store)
    room.order.on_a_page.choose("4")
    assert "The last page has room for 3 more sheets." in room.notes.text() and room.fill.isVisible()
    QTest.mouseClick(room.fill, Qt.MouseButton.LeftButton)
    assert room.order.copies.value == 4 and not room.fill.isVisible()
    assert room.count.text() == "4 sheets on one page" and "At 49.5% of full size" in room.notes.text()
    room.order.names.setText("Ann")
    room.order.copies.field.setValue(1)
    assert not room.fill.isVisible()
    room.order.names.clear()
    room.order.more.checks["large"].setChecked(True)
    QTest.mouseClick(room.order.more.pad, Qt.MouseButton.LeftButton, pos=QPoint(10, room.order.more.pad.height() // 2))
    room.finish()
    assert room.count.text() == "50 sheets on 26 pages" and not room.fill.isVisible()
    assert "The first page holds the covers" in room.notes.text() and not room.order.more.extras.large


def test_escape_leaves(qtbot: Any, store: Settings, window: MainWindow) -> None:
    window.show()
    window.go.show_home()
    home = window.page
    window.go.show_print(GAME)
    settle()
    QTest.keyClick(window.page, Qt.Key.Key_Escape)
    assert window.page is home


def test_the_page_is_looked_at_closer_and_moved(qtbot: Any, store: Settings) -> None:
    room = room_of(qtbot, store)
    view, preview = room.preview.view, room.preview
    whole = view.grab().toImage()
    assert not preview.farther.isEnabled()
    QTest.mouseClick(preview.nearer, Qt.MouseButton.LeftButton)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.closer == 2 and view.grab().toImage() != whole
    before = view._whole().topLeft()
    middle = view.rect().center()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(view, middle + QPoint(30, 40))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=middle + QPoint(30, 40))
    assert view._whole().topLeft() - before == QPointF(30, 40)
    for _ in range(20):
        QTest.keyClick(view, Qt.Key.Key_Plus)
    assert not preview.nearer.isEnabled() and view._whole().width() < 10 * view.width()
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.closer == 1 and (view._whole().center() - QRectF(view.rect()).center()).manhattanLength() < 1e-6


def test_a_filled_sheet_is_saved_in_words_and_in_another_ink(
    qtbot: Any, store: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = room_of(qtbot, store, opened=played(tmp_path, "Ann", "Bo"))
    room.order.players["p2"].setChecked(False)
    room.order.pen.choose("blue")
    assert any(getattr(mark, "ink", "") == "pen.blue" for mark in room.leaves[0].display.marks)
    kind = "Web pages for screen readers (*.html)"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "ann.pdf"), kind))
    room.ask_pdf()
    page = (tmp_path / "ann.html").read_text(encoding="utf-8")
    assert '<html lang="en">' in page and "<h2>Ann</h2>" in page and "<h2>Bo</h2>" not in page
    assert not (tmp_path / "ann.pdf").exists()
    again = room_of(qtbot, store, opened=room.order.opened)
    assert again.order.pen.value == "blue"


def test_holes_are_remembered_and_told(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    room = room_of(qtbot, store)
    room.order.choose_paper("letter")
    room.order.more.margin.choose("us")
    assert "The holes are marked at the upper edge." in room.notes.text()
    assert save(room, tmp_path / "a.pdf")
    assert room_of(qtbot, store).order.holes == "us"


def test_a_printer_is_told_of_the_other_side(qtbot: Any, store: Settings) -> None:
    class Asked(QPrinter):
        """No printer here prints on both sides."""

        mode = QPrinter.DuplexMode.DuplexNone

        def setDuplex(self, mode: QPrinter.DuplexMode) -> None:
            self.mode = mode

    room = room_of(qtbot, store)
    printer = Asked(QPrinter.PrinterMode.HighResolution)
    assert not room._two_sided
    room.order.more.back.choose("rules")
    room.finish()
    for per_page, duplex in (("1", QPrinter.DuplexMode.DuplexShortSide), ("2", QPrinter.DuplexMode.DuplexLongSide)):
        room.order.on_a_page.choose(per_page)
        assert room.imposition is not None
        set_paper(printer, room.imposition, room._two_sided)
        assert printer.mode == duplex


def test_with_the_largest_texts_it_is_one_column(qtbot: Any, store: Settings) -> None:
    """The form needs more width in longer languages than beside the preview is."""
    theme.set_larger(3.0)
    room = room_of(qtbot, store)
    assert room._body.indexOf(room.preview) < 0 and room._panel.width() >= room.width() - 80

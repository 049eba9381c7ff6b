"""The screen shows what the PDF prints, repaints only what it must, and measures text as `draw/type_metrics.py` does."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication, QImage, QPainter
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop.draw.display import Display, Face, Shape, Text, box, diff, polyline
from rollwrite_desktop.draw.inks import MODES, PRINT_MODES, Mode
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import cap_height, metrics, width
from rollwrite_desktop.printing.pdf.pdf_painter import PdfPainter
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.canvas import Canvas as SheetCanvas
from rollwrite_desktop.ui.canvas.canvas import Pictures
from rollwrite_desktop.ui.canvas.qt_painter import QtPainter, text_path
from tests.draw.pictures import dice_picture, map_picture

FACES: tuple[Face, ...] = ("text", "bold", "hand")
SCALE = 3.0
pytestmark = pytest.mark.usefixtures("qapp")


def on_screen(display: Display, mode: Mode) -> Image.Image:
    return as_pil(QtPainter().image(display, mode, SCALE))


def as_pil(picture: QImage) -> Image.Image:
    image = picture.convertToFormat(QImage.Format.Format_RGB888)
    return Image.frombytes(
        "RGB", (image.width(), image.height()), bytes(image.constBits()), "raw", "RGB", image.bytesPerLine()
    )


def on_paper(display: Display, mode: Mode) -> Image.Image:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=display.size)
    PdfPainter(canvas, mode, display.size[1]).paint(display.marks)
    canvas.showPage()
    canvas.save()
    document = pypdfium2.PdfDocument(stream.getvalue())
    try:
        return document[0].render(scale=SCALE).to_pil().convert("RGB")
    finally:
        document.close()


@pytest.mark.parametrize("mode", PRINT_MODES)
@pytest.mark.parametrize("picture", (map_picture, dice_picture))
def test_both_painters_agree(picture, mode: Mode) -> None:  # type: ignore[no-untyped-def]
    """Small differences everywhere are smoothing; a large one anywhere is a mark that one of them paints otherwise."""
    screen, paper = on_screen(picture(), mode), on_paper(picture(), mode)
    assert screen.size == paper.size
    difference = ImageChops.difference(screen, paper).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 2.0
    blocks = difference.reduce(6)  # two points square: thinner than any stroke that matters would show
    assert blocks.getextrema()[1] < 64


@pytest.mark.parametrize("mode", ["grey", "low"])
def test_a_hatch_leaves_the_line_around_it_as_it_is(mode: Mode) -> None:
    """A column of green has short strokes in it: the line around it is solid and as thick as around a plain one."""
    around = box(20, 20, 160, 160)
    for paint in on_screen, on_paper:
        hatched, plain = (
            paint(Display((200, 200), (Shape("column/c", around, f"region.{ink}", "border", 2.0),)), mode).convert("L")
            for ink in ("green", "green.soft")
        )
        edge = int(17 * SCALE), int(17 * SCALE), int(183 * SCALE), int(20.5 * SCALE)
        assert ImageChops.difference(hatched.crop(edge), plain.crop(edge)).getextrema()[1] < 64


def test_the_comparison_would_see_a_missing_mark() -> None:
    display = map_picture()
    less = Display(display.size, tuple(mark for mark in display.marks if mark.key != "space/RE/code"))
    difference = ImageChops.difference(on_screen(display, "colour"), on_paper(less, "colour")).convert("L")
    assert difference.reduce(6).getextrema()[1] >= 64


@pytest.mark.parametrize("face", FACES)
def test_metrics_agree_with_qt(face: Face) -> None:
    number = QFontDatabase.addApplicationFont(str(metrics(face).file))
    family = QFontDatabase.applicationFontFamilies(number)[0]
    assert family.startswith("Rollwrite")
    font = QFont(family)
    font.setPixelSize(100)
    font.setBold(face == "bold")
    font.setKerning(False)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    measured = QFontMetricsF(font)
    for text in ("Rolling America", "0123456789", "José Müller ñ", "W", "Color change"):
        assert measured.horizontalAdvance(text) == pytest.approx(width(text, face, 100), rel=0.002, abs=0.2)
    assert measured.capHeight() == pytest.approx(cap_height(face, 100), abs=4)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("align", ("left", "middle", "right"))
def test_text_stands_where_its_bounds_say(face: Face, align: str) -> None:
    for turn in (0.0, 30.0, -90.0):
        text = Text("t", 50, 60, "Áge 123 gÿ", face, 12, "text", align, turn)  # type: ignore[arg-type]
        ink = text_path(text).boundingRect()
        left, top, right, bottom = bounds(text)
        assert left <= ink.left() and top <= ink.top() and ink.right() <= right and ink.bottom() <= bottom


def test_shapes_keep_to_their_bounds() -> None:
    painter = QtPainter()
    for display in (map_picture(), dice_picture()):
        for mark in display.marks:
            alone = painter.image(Display(display.size, (replace(mark, key="a"),)), "light", 2, bare=True)
            found = as_pil(alone).getbbox()
            if found is not None:
                left, top, right, bottom = (2 * edge for edge in bounds(mark))
                assert found[0] >= left - 1 and found[1] >= top - 1, mark.key
                assert found[2] <= right + 1 and found[3] <= bottom + 1, mark.key


@pytest.mark.parametrize("mode", MODES)
def test_repainting_a_part_changes_nothing_to_be_seen(mode: Mode) -> None:
    display, painter = map_picture(), QtPainter()
    whole = painter.image(display, mode, 2)
    paper = painter.image(Display((1, 1), ()), mode).pixelColor(0, 0)
    again = painter.image(display, mode, 2)
    place = painter.place(next(mark for mark in display.marks if mark.key == "space/GR/fill"))
    brush = QPainter(again)
    brush.scale(2, 2)
    brush.setClipRect(place)
    brush.fillRect(place, paper)
    count = painter.paint(brush, display, mode, place)
    brush.end()
    # A line that is clipped is mixed with its ground in more steps, and each may lose a level.
    apart = ImageChops.difference(as_pil(again).convert("RGB"), as_pil(whole).convert("RGB"))
    assert max(most for _, most in apart.getextrema()) <= 2
    assert 0 < count < len(display.marks) / 2


def test_repainting_the_difference_gives_the_new_picture() -> None:
    painter, old = QtPainter(), map_picture()
    change = {"pencil/RE": {"ink": "pencil_new"}, "space/BL/square": {"fill": "legal.fill"}}
    marks = tuple(replace(mark, **change.get(mark.key, {})) for mark in old.marks)  # type: ignore[arg-type]
    new = Display(old.size, marks)
    image = painter.image(old, "light", 2)
    keys = diff(old, new).keys
    assert keys == change.keys()
    for display in (old, new):
        for mark in display.marks:
            if mark.key in keys:
                place = QRectF(painter.place(mark).toAlignedRect())
                brush = QPainter(image)
                brush.scale(2, 2)
                brush.setClipRect(place)
                painter.paint(brush, new, "light", place)
                brush.end()
    assert image == painter.image(new, "light", 2)


def test_what_changes_is_painted_on_what_is_below_it() -> None:
    old = map_picture()
    squares = [at for at, mark in enumerate(old.marks) if mark.key.endswith("/square")]
    square = squares[-1]
    first = replace(old.marks[0], key="other")
    lit = replace(old.marks[square], fill="legal.fill")
    later = Display(old.size, (*old.marks[:square], lit, *old.marks[square + 1 :]))
    early = Display(old.size, (first, *later.marks[1:]))
    canvas = SheetCanvas()
    canvas.resize(QSize(600, 500), 2.0)
    canvas.show(old)
    canvas.prepare()
    assert canvas._under is not None and canvas._under[1] == squares[0], "painted with the whole"
    for display, below in ((later, squares[0]), (old, squares[0]), (early, 0), (later, 0)):
        canvas.show(display)
        assert canvas._under is not None and canvas._under[1] == below
        anew = SheetCanvas()
        anew.resize(QSize(600, 500), 2.0)
        theme.shared(Pictures).forget()
        anew.show(display)
        anew.prepare()
        assert canvas._image == anew._image
    painted = set()
    for display in (early, later, early):
        canvas.spoil()
        assert canvas._under is None
        canvas.prepare()
        canvas.show(display)
        assert canvas._under is not None and canvas._under[1] == 0
        painted.add(canvas._under[0].cacheKey())
    assert len(painted) == 1, "what is below was painted once"


def test_what_lies_between_many_changes_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [Shape(str(n), box(10 + 50 * (n % 8), 10 + 50 * (n // 8), 9, 9), fill="text") for n in range(64)]
    lit = [replace(cell, fill="legal.fill") if n % 2 == 0 else cell for n, cell in enumerate(cells)]
    lines = [Shape(f"line/{n}", polyline(((3, 7 + n), (395, 391 - 40 * n))), stroke="border", width=0.9) for n in range(5)]
    old, new = (Display((400, 400), (*marks, *lines)) for marks in (cells, lit))
    canvas, anew, touching, counts = SheetCanvas(), SheetCanvas(), QtPainter.touching, list[int]()
    for each in (canvas, anew):
        each.resize(QSize(590, 510), 1.0)
    canvas.show(old)
    canvas.prepare()
    monkeypatch.setattr(QtPainter, "touching", lambda *given: counts.append(len(found := touching(*given))) or found)
    region = canvas.show(new)
    assert counts == [32 + len(lines)] and region.rectCount() == 1
    theme.shared(Pictures).forget()
    anew.show(new)
    anew.prepare()
    assert canvas._image == anew._image, "the edges of lines too"


@pytest.mark.parametrize("scale", [0.3, 1.3, 4.0])
def test_lines_are_the_same_as_those_that_qt_draws(monkeypatch: pytest.MonkeyPatch, scale: float) -> None:
    display, stroked, stroke = map_picture(), list[float](), QPainter.strokePath
    monkeypatch.setattr(QPainter, "strokePath", lambda *given: stroked.append(given[2].widthF() * scale) or stroke(*given))
    painter = QtPainter()
    first = painter.image(display, "light", scale)
    stroked.clear()
    kept = painter.image(display, "light", scale)
    hairs = [wide for wide in stroked if wide <= 1.01]
    fewer, stroked[:] = len(stroked), []
    monkeypatch.setattr("rollwrite_desktop.ui.canvas.qt_painter._HAIR", 1e9)
    assert QtPainter().image(display, "light", scale) == kept == first
    assert fewer < len(stroked) or len(hairs) == len(stroked)


def test_what_is_lit_up_no_more_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [Shape(str(n), box(10 + 50 * (n % 8), 10 + 50 * (n // 8), 9, 9), fill="text") for n in range(64)]
    lit = [replace(cell, fill="legal.fill") for cell in cells]
    digits = [Text(f"mark/{n}", 100.0 + 30 * n, 100.0, str(n), "bold", 9.0, "text") for n in range(9)]
    canvas, painted, paint = SheetCanvas(), list[int](), QtPainter.paint_marks
    monkeypatch.setattr(QtPainter, "paint_marks", lambda *given: painted.append(paint(*given)) or painted[-1])
    canvas.resize(QSize(590, 510), 1.0)
    canvas.show(Display((400, 400), tuple(cells)))
    canvas.prepare()
    for count in range(2, 9):  # each time the one before is the nearest, lit up as this one is
        display = Display((400, 400), (*(lit if count % 2 else cells), *digits[:count]))
        canvas.show(display)
        assert painted.pop() < 30 or count == 3
        anew = SheetCanvas()
        anew.resize(QSize(590, 510), 1.0)
        theme.shared(Pictures).forget()
        anew.show(display)
        anew.prepare()
        assert canvas._image == anew._image
        assert count == 2 or (canvas._before is not None and canvas._before[0].cacheKey() != canvas._image.cacheKey())


def test_equal_marks_share_their_path_and_the_store_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwrite_desktop.ui.canvas.qt_painter._KEPT_MARKS", 10)
    painter = QtPainter()
    for i in range(40):
        display = Display((50, 50), (Shape("a", box(i, 0, 5, 5), fill="text"), Shape("b", box(0, 0, 5, 5), fill="text")))
        painter.image(display, "light")
    assert len(painter._by_mark) <= 10 and len(painter._by_identity) <= 10


def test_pictures_have_the_size_that_was_asked_for() -> None:
    image = QtPainter().image(map_picture(), "light", 0.5, 2.0)
    assert (image.width(), image.height()) == (400, 200)
    assert image.devicePixelRatio() == 2.0
    assert image.deviceIndependentSize().toTuple() == (200.0, 100.0)
    bare = QtPainter().image(Display((10, 10), ()), "light", bare=True)
    assert bare.pixelColor(5, 5).alpha() == 0
    assert QGuiApplication.instance() is not None


def test_missing_characters_become_question_marks() -> None:
    asked = Text("t", 0, 10, "日", "text", 10, "text")
    assert text_path(asked) == text_path(replace(asked, text="?"))


def test_paths_are_kept_by_their_size(qapp: object) -> None:
    """A line of 100 letters has some thousand times the points of a line: a number of marks bounds nothing."""
    painter = QtPainter()
    words = "Choose a number. Its chain begins beside the same number and should lead to the other printed one."
    most = 0
    for n in range(600):
        painter.place(Text("t", float(n), 0.0, words, "text", 10.0, "pencil"))
        most = max(most, painter.points)
    assert 500_000 < most <= 1_000_000

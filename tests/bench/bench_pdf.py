"""How long a pad takes and how large it is, beside one sheet and beside redrawing every sheet, all in the same run.

    python3 packaging/bench.py bench_pdf [COPIES]
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable

from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.imposition import impose
from rollwrite_desktop.draw.inks import PRINT_MODES, Mode
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.printing.jobs.print_jobs import Extras, blank_leaves, game_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.pdf.pdf_painter import PdfPainter
from rollwrite_desktop.printing.sheets.page_layout import HeaderFooter, Leaf, Pages, imposition_of
from rollwrite_desktop.sheet.load import find
from tests.printing.test_print_jobs import SHEETS, coverage

TEXTS = HeaderFooter("Rolling America", "Unofficial play aid; not connected with designer or publisher. " * 3)
ROUNDS = 7
GAMES_PLAYED = 20
COPIES = 8
"""Of each filled sheet: with three players 480 in all."""


def fastest(work: Callable[[], bytes]) -> tuple[float, int]:
    """Milliseconds of the fastest of some runs, after one to warm up, and the size of what came out."""
    size = len(work())
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return min(times), size


def redrawn(face: Display, copies: int, ink: Mode) -> bytes:
    """The same pages without anything stored for reuse: what the pad is measured against."""
    page = impose(face.size)
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=page.size, invariant=1, pageCompression=1)
    for sheet in Pages([Leaf(face, copies)], TEXTS, page):
        painter = PdfPainter(canvas, ink, page.size[1])
        painter.paint(sheet.common)
        for placed in sheet.placed:
            painter.paint(face.moved(placed.cell.face.x, placed.cell.face.y))
            painter.paint(placed.marks)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def main(copies: int) -> None:
    sheet = find("rolling_america_usa")
    face = Display(sheet.size, blank_map(sheet))
    print(f"{sheet.id}: {len(face.marks)} marks, fastest of {ROUNDS} runs\n")
    print(f"{'ink':8}{'one sheet':>12}{'pad of ' + str(copies):>14}{'over one':>11}{'redrawn':>12}{'ratio':>8}   sizes")
    for ink in ("colour", "grey", "low"):
        one, one_size = fastest(lambda: pdf([Leaf(face)], TEXTS, ink=ink)[0])  # noqa: B023
        pad, pad_size = fastest(lambda: pdf([Leaf(face, copies)], TEXTS, ink=ink)[0])  # noqa: B023
        start = time.perf_counter()
        naive_size = len(redrawn(face, copies, ink))
        naive = 1000 * (time.perf_counter() - start)
        sizes = f"{one_size / 1000:.1f} kB, {pad_size / 1000:.1f} kB, {naive_size / 1000:.0f} kB"
        print(f"{ink:8}{one:9.1f} ms{pad:11.1f} ms{pad - one:8.1f} ms{naive:9.0f} ms{naive / pad:7.0f}×   {sizes}")
    thousand, size = fastest(lambda: pdf([Leaf(face, 1000)], TEXTS)[0])
    print(f"\n1,000 sheets in colour: {thousand:.0f} ms, {size / 1000:.0f} kB")
    print("wanted: a pad of 100 under 150 kB and at most 40 ms over one sheet; 1,000 sheets in 0.5 s and 400 kB\n")
    per_page()
    inks()


def inks() -> None:
    """Of every sheet, the share of the paper that takes ink and the sum of its four inks over the page, and what is left of
    both where ink is saved."""
    print(f"\n{'ink coverage':24}{'colour':>18}{'grey':>18}{'low':>18}{'low of colour':>18}")
    for game, sheet in SHEETS:
        leaves = blank_leaves(game, sheet, 1)
        face = imposition_of(leaves, "a4", 1).cells[0].face
        measured = [coverage(pdf(leaves, header_footer(game), ink=ink)[0], face) for ink in PRINT_MODES]
        shares = "".join(f"{100 * area:10.1f} %{100 * total:4.1f} %" for area, total in measured)
        color, low = measured[0], measured[-1]
        print(f"{sheet.id:24}{shares}{100 * low[0] / color[0]:10.0f} %{100 * low[1] / color[1]:4.0f} %")
    print("wanted: low at most 25 % of colour, by area and by the sum of inks")


def per_page() -> None:
    """What a page costs where every page is different: forms, and filled sheets with and without their codes."""
    game = GAMES["rolling_america"]
    sheet = sheet_of(game, "", "bench")
    pad = blank_leaves(game, sheet, 50, extras=Extras(fillable=True, rolls=True))
    games = []
    for number in range(GAMES_PLAYED):
        opened = start(new_head(game, sheet, sheet.id, ("Ann", "Bo", "Cy"), {}, Notes(seed=f"BENCH/{number}")))
        finish(opened.session, dict.fromkeys(opened.session.players, game.think.bots["random"]))
        games.append(opened)
    filled = [leaf for opened in games for leaf in game_leaves(opened)]
    coded = [leaf for opened in games for leaf in game_leaves(opened, code=True)]
    many = [leaf for opened in games for leaf in game_leaves(opened, COPIES)]
    for title, leaves, count in (
        ("a form with roll boxes", pad, 50),
        ("a filled sheet", filled, len(filled)),
        ("a filled sheet, several copies", many, COPIES * len(many)),
        ("a filled sheet with its code", coded, len(coded)),
        ("a same-dice pad with codes", blank_leaves(game, sheet, 100, extras=Extras(seed="BENCH", code=True)), 100),
    ):
        taken, size = fastest(lambda: pdf(leaves, TEXTS)[0])  # noqa: B023
        print(f"{title + ', ' + str(count) + ' pages':42}{taken / count:7.2f} ms and {size / count / 1000:5.1f} kB a page")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)

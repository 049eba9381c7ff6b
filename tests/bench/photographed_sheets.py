"""Photos of filled sheets with what stands on them: printed pages, written on by hands that no training saw.

    python3 packaging/bench.py photographed_sheets [DATA [FOLDER [PHOTOS [FIRST]]]]

writes photos, and what stands on them. DATA is a folder as for `train_reading`. Everything follows from one number. The
truth comes along: what is written where, and where on the page each pixel is.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.inks import PRINT_MODES, Mode
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.pictures import drawn_page
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.printing.jobs.print_jobs import blank_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.photos.blank_sheets import fields
from rollwrite_desktop.printing.sheets.page_layout import imposition_of
from rollwrite_desktop.reading.rasters import sampled, smoothed
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Sheet
from tests.bench.handwriting import NO_DATA, WINDOW, Hand, Rng, hands, written

PRINTED = 8
"""Pixels per mm of the page before it is photographed."""
PENS = ((28, 46, 130), (25, 25, 30), (95, 95, 100), (180, 35, 45), (40, 70, 170))
HARMS = ("copy", "fold", "gloss")
"""A photocopy of the filled sheet; paper that was folded once; the reflection of a lamp."""
PAPERS_OF = ("rolling_america_usa", "on_tour_usa", "hexroller_front", "hexroller_back", "rolling_america_europe",
             "on_tour_japan")


class Written(Struct, frozen=True, dict=True):
    """A filled sheet: its id, the number of its cell on the page, and what was written by spot."""

    sheet: str
    cell: int
    marks: Mapping[str, str]
    centers: Mapping[str, tuple[float, float]]
    """In mm on the page."""


class Lens(Struct, frozen=True, dict=True):
    """The point of a page in mm that a pixel shows. back: from pixels to a flat page; size: of the photo; bend: how far the
    paper is bent in mm, at what phase, and how fast that changes with mm along one axis; barrel: the lens's distortion."""

    back: NDArray[np.float64]
    size: tuple[int, int]
    bend: tuple[float, float, float]
    along: bool
    barrel: float
    fold: tuple[float, float] = (0.0, 0.0)
    """Where across the bend the paper is folded, and how steep its halves are."""

    def __call__(self, px: NDArray[np.float64], py: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        (width, height), back, (far, phase, fast) = self.size, self.back, self.bend
        longer = max(width, height)
        u, v = (px - width / 2) / longer, (py - height / 2) / longer
        grown = 1 + self.barrel * 4 * (u * u + v * v)
        px, py = u * grown * longer + width / 2, v * grown * longer + height / 2
        depth = back[2, 0] * px + back[2, 1] * py + back[2, 2]
        x = (back[0, 0] * px + back[0, 1] * py + back[0, 2]) / depth
        y = (back[1, 0] * px + back[1, 1] * py + back[1, 2]) / depth
        angle = fast * (y if self.along else x) + phase
        across, down = far * np.sin(angle), 0.4 * far * np.cos(angle)
        at, steep = self.fold
        across = across + steep * np.abs((y if self.along else x) - at)
        return (x + across, y + down) if self.along else (x + down, y + across)


class Photographed(Struct, frozen=True, dict=True):
    """A photo as the content of a file, what was written, and how the lens saw the page."""

    name: str
    data: bytes
    sheets: tuple[Written, ...]
    page_at: Lens
    size: tuple[int, int]
    ink: Mode


def filled(sheet_id: str, seed: str) -> tuple[Sheet, Paper]:
    """The paper of a game that a computer player has played."""
    sheet = sheet_of(GAMES[sheet_id_game(sheet_id)], sheet_id, "bench")
    game = GAMES[sheet.game]
    rules = game.play.rules(sheet, options_of(game))
    session = Session(rules, ("p1",), code=seed)
    finish(session, {"p1": game.think.bots["easy"]})
    return sheet, game.check.paper_of(rules, session.state, "p1")


def sheet_id_game(sheet_id: str) -> str:
    """The game of a sheet."""
    return next(game_id for game_id, game in GAMES.items() if sheet_id in game.play.every_sheet)


def marks_of(sheet: Sheet, paper: Paper, total: int) -> dict[str, str]:
    """What is written at each place of a sheet with this paper; total: the score that is written down."""
    marks = {}
    for field in fields(GAMES[sheet.game], sheet):
        spot = field.spot
        if spot in sheet.space:
            marks[spot] = paper.spaces.get(spot, "")
            continue
        group = sheet.box[spot].group
        number = [box.id for box in sheet.group(group)].index(spot)
        value = paper.boxes.get(group)
        if isinstance(value, bool):
            marks[spot] = "X" if value else ""
        elif isinstance(value, int):
            marks[spot] = "X" if number < value else ""
        elif isinstance(value, str):
            marks[spot] = value[number] if number < len(value) else ""
        elif spot in ("xs", "total", "score/total") and total < 100:
            marks[spot] = str(total)
        else:
            marks[spot] = ""
    return marks


def photographed(
    number: int, data: Path, *, per_page: int | None = None, sheet_id: str = "", gentle: bool = False, harm: str = ""
) -> Photographed:
    """Photo number so and so. data: as for `train_reading`; harm: what was done to it, one of HARMS."""
    rng = np.random.default_rng((7, number))
    writers = hands("test", data)
    sheet_id = sheet_id or PAPERS_OF[number % 3 if rng.random() < 0.8 else rng.integers(len(PAPERS_OF))]
    per_page = per_page or (2 if rng.random() < 0.25 else 1)
    paper_size = "letter" if rng.random() < 0.3 else "a4"
    ink: Mode = PRINT_MODES[int(rng.integers(len(PRINT_MODES)))]
    game = GAMES[sheet_id_game(sheet_id)]
    sheet = sheet_of(game, sheet_id, "bench")
    leaves = blank_leaves(game, sheet, per_page)
    content, _ = pdf(leaves, header_footer(game), ink=ink, paper=paper_size, per_page=per_page)
    page = drawn_page(content, PRINTED / POINTS_PER_MM).astype(np.float32)
    imposition = imposition_of(leaves, paper_size, per_page)
    sheets = []
    for n in range(per_page):
        _, paper = filled(sheet_id, f"PHOTO-{number}-{n}")
        marks = marks_of(sheet, paper, int(rng.integers(5, 60)))
        face = imposition.cells[n].face
        hand = writers[0] if rng.random() < 0.4 else writers[rng.integers(1, len(writers))]
        pen = np.array(PENS[rng.integers(len(PENS))], np.float32)
        strong = rng.uniform(0.7, 1.0)
        centers = {}
        for field in fields(game, sheet):
            x, y = (at / POINTS_PER_MM for at in (face.x + imposition.scale * field.rect.center[0],
                                                  face.y + imposition.scale * field.rect.center[1]))
            centers[field.spot] = (x, y)
            text = marks[field.spot]
            if text:
                side = imposition.scale * max(field.rect.w, field.rect.h) / POINTS_PER_MM
                _write(page, rng, hand, text, (x, y), side, field.rect.w / field.rect.h, pen, strong)
        sheets.append(Written(sheet_id, n, marks, centers))
    if harm == "copy":
        page = _copied(page, number)
    return _taken(number, rng, page, tuple(sheets), ink, gentle, harm)


def _copied(page: NDArray[np.float32], number: int) -> NDArray[np.float32]:
    """A page as a photocopier gives it back, with what was written on it: gray, hard, a little blurred, with specks."""
    rng = np.random.default_rng((8, number))
    gray = smoothed(np.ascontiguousarray(page.mean(2), np.float32), 1)
    hard = np.clip((gray - 128) * rng.uniform(1.3, 2.2) + rng.uniform(125, 160), 15, 255)
    hard[rng.random(hard.shape) < 0.0004] = 40
    return np.asarray(hard[..., None].repeat(3, 2), np.float32)


def _glossy(picture: NDArray[np.float32], number: int) -> NDArray[np.float32]:
    """A picture with the reflection of a lamp on it."""
    rng = np.random.default_rng((8, number))
    high, wide = picture.shape[:2]
    u, v = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    x, y, size = rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6), rng.uniform(0.08, 0.22)
    lamp = rng.uniform(0.45, 0.9) * np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * size * size))
    return np.asarray(picture * (1 - lamp[..., None]) + 255 * lamp[..., None], np.float32)


def _write(
    page: NDArray[np.float32], rng: Rng, hand: Hand, text: str, at: tuple[float, float], side: float, wide: float,
    pen: NDArray[np.float32], strong: float,
) -> None:
    mask = written(rng, hand, text, round(side * PRINTED), max(1.0, wide))
    if rng.random() < 0.3:
        mask = mask * np.clip(1 - 0.3 * np.abs(rng.normal(0, 1, mask.shape)), 0.2, 1)
    size = len(mask)
    left, top = (round(c * PRINTED - size / 2) for c in at)
    y0, y1, x0, x1 = max(top, 0), min(top + size, page.shape[0]), max(left, 0), min(left + size, page.shape[1])
    part = page[y0:y1, x0:x1]
    cover = (strong * mask[y0 - top:y1 - top, x0 - left:x1 - left])[..., None]
    part[:] = part * (1 - cover) + np.minimum(pen, part) * cover
    assert WINDOW == 1.5


def _taken(
    number: int, rng: Rng, page: NDArray[np.float32], sheets: tuple[Written, ...], ink: Mode, gentle: bool, harm: str
) -> Photographed:
    """Takes the picture."""
    high, wide = (side / PRINTED for side in page.shape[:2])
    longer = int(rng.integers(1700, 3000))
    width, height = longer, round(longer * 3 / 4)
    quarter = int(rng.integers(4))
    angle = quarter * np.pi / 2 + np.deg2rad(rng.normal(0, 4))
    tilt = np.deg2rad(rng.uniform(0, 12 if gentle else 27))
    toward = rng.uniform(0, 2 * np.pi)
    if quarter % 2 == (0 if wide < high else 1):
        width, height = height, width
    # A camera above the page: points of the page, turned, tilted and projected.
    axis = np.array([np.cos(toward), np.sin(toward), 0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    tilted = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    turned = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    rotation = tilted @ turned
    far = rng.uniform(1.3, 2.2) * max(wide, high)
    middle_at = -rotation[:, 0] * wide / 2 - rotation[:, 1] * high / 2
    matrix = np.column_stack((rotation[:, 0], rotation[:, 1], middle_at + np.array([0, 0, far])))
    corners = np.array([(0, 0, 1), (wide, 0, 1), (wide, high, 1), (0, high, 1)]) @ matrix.T
    flat = corners[:, :2] / corners[:, 2:]
    zoom = rng.uniform(0.8, 0.97) * min(width / np.ptp(flat[:, 0]), height / np.ptp(flat[:, 1]))
    middle = (flat.min(0) + flat.max(0)) / 2
    lens = np.array([[zoom, 0, width / 2 - zoom * middle[0]], [0, zoom, height / 2 - zoom * middle[1]], [0, 0, 1]])
    camera = lens @ matrix
    back = np.linalg.inv(camera)
    bend, phase, waves = rng.uniform(0, 1.0 if gentle else 3.2), rng.uniform(0, 6.3), rng.uniform(0.5, 1.4)
    along = int(rng.integers(2))
    barrel = rng.normal(0, 0.008)

    length = high if along else wide
    other = np.random.default_rng((8, number))
    fold = (other.uniform(0.45, 0.55) * length, other.uniform(0.012, 0.03)) if harm == "fold" else (0.0, 0.0)
    page_at = Lens(back, (width, height), (bend, phase, waves * np.pi / length), bool(along), barrel, fold)
    px, py = np.meshgrid(np.arange(width, dtype=float), np.arange(height, dtype=float))
    x, y = page_at(px, py)
    picture = np.asarray(sampled(page, x * PRINTED - 0.5, y * PRINTED - 0.5))
    off = np.isnan(picture[..., 0])
    if harm == "fold":  # one half has less light
        picture[(y if along else x) > fold[0]] *= other.uniform(0.75, 0.9)
    picture[off] = _table(rng, width, height)[off]
    picture = picture * _light(rng, width, height, gentle)[..., None] * rng.uniform(0.94, 1.03, 3)
    if harm == "gloss":
        picture = _glossy(picture, number)
    soft = rng.uniform(0, 1.0 if gentle else 1.5)
    if soft > 0.3:
        mixed = smoothed(np.ascontiguousarray(picture.transpose(2, 0, 1), np.float32), 1).transpose(1, 2, 0)
        part = min(1.0, soft)
        picture = picture * (1 - part) + mixed * part
        if soft > 1.2:
            picture = smoothed(np.ascontiguousarray(picture.transpose(2, 0, 1), np.float32), 1).transpose(1, 2, 0)
    picture = 255 * np.clip(picture / 255, 0, 1) ** rng.uniform(0.8, 1.25)
    picture = picture + rng.normal(0, rng.uniform(1.5, 7), picture.shape[:2])[..., None] + rng.normal(0, 2, picture.shape)
    stream = io.BytesIO()
    quality = int(rng.integers(49, 91))
    Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).save(stream, "JPEG", quality=quality)
    return Photographed(f"photo-{number:03d}.jpg", stream.getvalue(), sheets, page_at, (width, height), ink)


def _table(rng: Rng, width: int, height: int) -> NDArray[np.float32]:
    kind = rng.random()
    base = np.array([[168, 120, 78], [48, 46, 50], [226, 224, 220], [140, 140, 138]][int(kind * 4)], np.float32)
    grain = smoothed(rng.normal(0, 1, (height, 8)).astype(np.float32), 2).repeat(-(-width // 8), 1)[:, :width]
    rough = 0.12 if kind < 0.25 else 0.03
    fine = rng.normal(0, 0.02, (height, width))
    return np.asarray(base * (1 + rough * 3 * grain + fine)[..., None], np.float32)


def _light(rng: Rng, width: int, height: int, gentle: bool) -> NDArray[np.float32]:
    u, v = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    slope = rng.normal(0, 0.12) * u + rng.normal(0, 0.12) * v
    light = rng.uniform(0.68, 0.98) * (1 + slope - rng.uniform(0, 0.15) * (u * u + v * v))
    if not gentle and rng.random() < 0.5:  # the shadow of whoever takes the photo
        angle, at, edge = rng.uniform(0, 6.3), rng.uniform(-0.3, 0.9), rng.uniform(0.01, 0.3)
        inside = 1 / (1 + np.exp(-(u * np.cos(angle) + v * np.sin(angle) - at) / edge * 4))
        light = light * (1 - rng.uniform(0.15, 0.45) * inside)
    return np.asarray(light, np.float32)


def main(folder: str = "", out: str = "photos", photos: str = "6", first: str = "0") -> int:
    """Writes photos with what stands on them."""
    data = Path(folder)
    if not folder or not (data / "mnist").is_dir():
        print(NO_DATA)
        return 1
    Path(out).mkdir(exist_ok=True)
    for number in range(int(first), int(first) + int(photos)):
        photo = photographed(number, data)
        (Path(out) / photo.name).write_bytes(photo.data)
        truth = [{"sheet": sheet.sheet, "marks": dict(sheet.marks)} for sheet in photo.sheets]
        (Path(out) / f"{photo.name}.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")
        print(photo.name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

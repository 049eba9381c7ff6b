"""Photos and scans: turned upright, reduced, bounded; whatever is no picture gets a sentence."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pypdf
import pytest
from PIL import Image

from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.intake import pictures as module
from rollwrite_desktop.intake.pictures import MAX_SIDE, drawn_page, is_picture, pictures, upright_size


def stored(image: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)  # type: ignore[arg-type]
    return stream.getvalue()


def corner_red(size: tuple[int, int] = (400, 240)) -> Image.Image:
    """White, but for a red upper left quarter."""
    image = Image.new("RGB", size, "white")
    image.paste((255, 0, 0), (0, 0, size[0] // 2, size[1] // 2))
    return image


def red_quarter(pixels: np.ndarray) -> tuple[bool, bool]:  # type: ignore[type-arg]
    """Whether the red quarter is below, and whether it is at the right."""
    green = pixels[..., 1].astype(float)
    rows, columns = green.shape
    halves = [green[:rows // 2, :columns // 2], green[:rows // 2, columns // 2:], green[rows // 2:, :columns // 2],
              green[rows // 2:, columns // 2:]]
    return divmod(int(np.argmin([half.mean() for half in halves])), 2)  # type: ignore[return-value]


def picture(data: bytes) -> np.ndarray:  # type: ignore[type-arg]
    (found,) = pictures(data, "a.jpg")
    return found


@pytest.mark.parametrize(("turn", "size", "at"), [
    (1, (240, 400), (0, 0)), (3, (240, 400), (1, 1)), (6, (400, 240), (0, 1)), (8, (400, 240), (1, 0)),
    (2, (240, 400), (0, 1)),
])
def test_the_camera_says_how_a_photo_is_turned(turn: int, size: tuple[int, int], at: tuple[int, int]) -> None:
    exif = Image.Exif()
    exif[module.ORIENTATION] = turn
    found = picture(stored(corner_red(), exif=exif))
    assert found.shape[:2] == size
    assert red_quarter(found) == at


def test_broken_exif_is_no_reason_to_refuse_a_photo() -> None:
    data = stored(corner_red(), exif=b"Exif\0\0MM\0*\xff\xff\xff\xff" + bytes(40))
    assert picture(data).shape == (240, 400, 3)


def test_what_is_transparent_is_white_and_deep_gray_is_seen() -> None:
    clear = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    assert picture(stored(clear, "PNG")).min() == 255
    deep = Image.fromarray((np.linspace(0, 60_000, 90_000).reshape(300, 300)).astype(np.uint16))
    found = picture(stored(deep, "PNG"))
    assert found.min() == 0
    assert found.max() == 255


def deep_colors(image: Image.Image) -> bytes:
    """A PNG with 16 bits of each color."""
    deep = np.asarray(image).astype(">u2") * 257
    rows = b"".join(b"\0" + row.tobytes() for row in deep)
    return png(image.width, image.height, 16, zlib.compress(rows))


KINDS = {
    "inks": lambda image: stored(image.convert("CMYK")), "gray": lambda image: stored(image.convert("L")),
    "palette": lambda image: stored(image.convert("P"), "PNG"), "by scans": lambda image: stored(image, progressive=True),
    "animated": lambda image: stored(image, "PNG", save_all=True, append_images=[Image.new("RGB", image.size)]),
    "16 bits": deep_colors,
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture_shows_the_same(kind: str) -> None:
    found = picture(KINDS[kind](corner_red()))
    assert found.shape == (240, 400, 3)
    assert red_quarter(found) == (0, 0)
    assert found[200, 300].min() > 250


def test_the_size_of_a_photo_is_that_of_the_upright_one() -> None:
    exif = Image.Exif()
    for turn, size in ((1, (400, 240)), (3, (400, 240)), (6, (240, 400))):
        exif[module.ORIENTATION] = turn
        assert upright_size(stored(corner_red(), exif=exif)) == size
    assert upright_size(pdf_of((595, 842))) is None


def test_large_photos_are_reduced() -> None:
    assert max(picture(stored(Image.new("RGB", (5000, 3000)))).shape) <= MAX_SIDE


def png(wide: int, high: int, depth: int = 8, packed: bytes = zlib.compress(bytes(1000))) -> bytes:
    """A PNG that says to be so large; without `packed` it has almost nothing in it."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, depth, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def many_scans() -> bytes:
    """A small JPEG whose last scan comes again and again."""
    data = stored(corner_red(), progressive=True)
    return data[:-2] + data[data.rfind(b"\xff\xda"):-2] * 150 + data[-2:]


HOSTILE = {
    "nothing": (b"", "not a photo"),
    "a text": (b"Dear program, print this.", "not a photo"),
    "40,000 by 40,000": (png(40_000, 40_000), "too many"),
    "a bomb": (png(7_000, 8_000), "damaged"),
    "hundreds of scans": (many_scans(), "damaged"),
    "cut off": (stored(Image.effect_noise((600, 400), 60).convert("RGB"))[:9_000], "damaged"),
    "only the first bytes": (b"\xff\xd8\xff", "damaged"),
    "a stamp": (stored(Image.new("RGB", (60, 900))), "too few"),
    "HEIC": (b"\0\0\0\x18ftypheic" + bytes(200), "save it as JPEG"),
    "too long": (b"\xff\xd8\xff" + bytes(module.MAX_BYTES), "MB"),
    "a damaged PDF": (b"%PDF-1.7\n%%EOF", "damaged or locked"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_pictures_get_one_sentence(kind: str) -> None:
    data, reason = HOSTILE[kind]
    with pytest.raises(NotReadable, match=reason) as raised:
        list(pictures(data, "a.jpg"))
    assert str(raised.value).startswith("a.jpg: ")
    assert "\n" not in str(raised.value)


def pdf_of(*sizes: tuple[float, float]) -> bytes:
    writer = pypdf.PdfWriter()
    for size in sizes:
        writer.add_blank_page(*size)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def test_each_page_of_a_scan_is_a_picture() -> None:
    found = list(pictures(pdf_of((595, 842), (842, 595)), "scan.pdf"))
    assert [page.shape[0] > page.shape[1] for page in found] == [True, False]
    assert all(max(page.shape) <= MAX_SIDE and page.min() == 255 for page in found)


def test_a_pdf_is_bounded_by_pages_and_their_size() -> None:
    with pytest.raises(NotReadable, match="too many pages"):
        list(pictures(pdf_of(*[(200, 200)] * (module.MAX_PAGES + 1)), "scan.pdf"))
    with pytest.raises(NotReadable, match="too large"):
        list(pictures(pdf_of((200, 200), (14_000, 14_000)), "scan.pdf"))


def test_what_a_photo_is_the_content_says() -> None:
    assert is_picture(stored(corner_red()))
    assert is_picture(HOSTILE["HEIC"][0])
    assert not is_picture(b'{"paper": 1}')


def test_a_page_of_ours_is_drawn_at_the_scale_that_is_asked_for() -> None:
    assert drawn_page(pdf_of((100, 50)), 2.0).shape == (100, 200, 3)

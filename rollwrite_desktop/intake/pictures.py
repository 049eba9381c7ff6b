"""Reads photos and scans: JPEG, PNG, and the pages of a PDF as pictures. Any content gives pixels or NotAPicture.

A picture is checked by its head before anything is unpacked; a large JPEG is unpacked at a smaller size. Also draws the
pages of our own PDF files, so that a photo can be compared with what was printed.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.core.i18n import tr

Pixels = NDArray[np.uint8]
"""(rows, columns, 3)"""

Patch = tuple[tuple[int, int, int, int], tuple[float, ...]]
"""A rectangle of a new picture (left, top, right, bottom), and where its corners are in the old one: x and y of the upper
left, lower left, lower right, upper right."""

LOOKED_AT = 2400
"""The longer side in pixels of a picture to be looked at, at most."""
MAX_BYTES = 25_000_000
MAX_PIXELS = 60_000_000
MAX_SIDE = 3600
"""Pixels of the longer side of what is handed on; larger pictures are reduced."""
MIN_SIDE = 200
MAX_PAGES = 100
MAX_POINTS = 5_000.0
"""The longer side of a page of a PDF."""
PDF = b"%PDF"
HEADS = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG"}
MARKER = re.compile(rb"\xff[^\x00\xd0-\xd8\xff]")
SCAN, END = 0xDA, 0xD9
"""Markers of a JPEG: any that has a length or ends it; what begins a scan; the end."""
HEIF = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif")
ORIENTATION = 0x0112
TURNS = {
    2: (Image.Transpose.FLIP_LEFT_RIGHT,), 3: (Image.Transpose.ROTATE_180,), 4: (Image.Transpose.FLIP_TOP_BOTTOM,),
    5: (Image.Transpose.TRANSPOSE,), 6: (Image.Transpose.ROTATE_270,), 7: (Image.Transpose.TRANSVERSE,),
    8: (Image.Transpose.ROTATE_90,),
}
"""What undoes each orientation of EXIF 2.3."""
LYING = {Image.Transpose.TRANSPOSE, Image.Transpose.ROTATE_270, Image.Transpose.TRANSVERSE, Image.Transpose.ROTATE_90}
"""Of these, what exchanges width and height."""
MAX_SCANS = 100
"""In which a JPEG is packed, one finer than the other: usual are one to ten, and each takes the time of a whole picture."""


class NotAPicture(NotReadable):
    """A file that is no picture that can be read."""


def is_picture(data: bytes) -> bool:
    """Returns whether the content of a file is that of a photo, of a kind that is read or one that is refused in a
    sentence."""
    return data.startswith((*HEADS,)) or _is_heif(data)


def _is_heif(data: bytes) -> bool:
    return data[4:8] == b"ftyp" and data[8:12] in HEIF


def pictures(data: bytes, name: str) -> Iterator[Pixels]:
    """Yields the picture in the content of a file, or the pages of a PDF, one after the other. Raises NotAPicture."""
    if len(data) > MAX_BYTES:
        raise NotAPicture(tr("{path}: more than {n} MB; save the photo smaller.", path=name, n=MAX_BYTES // 1_000_000))
    if _is_heif(data):
        raise NotAPicture(tr("{path}: HEIC and AVIF photos can’t be read; save it as JPEG.", path=name))
    if data.startswith(PDF):
        yield from _pages(data, name)
        return
    kind = next((kind for head, kind in HEADS.items() if data.startswith(head)), "")
    if not kind:
        raise NotAPicture(tr("{path}: not a photo; expected JPEG, PNG or PDF.", path=name))
    if kind == "JPEG" and _scans(data) > MAX_SCANS:
        raise NotAPicture(tr("{path}: the picture is damaged.", path=name))
    with _reading(name):
        yield _photo(data, kind, name)


def upright_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a photo in its own pixels as it lies upright; none of a PDF, and of what is no picture."""
    kind = next((kind for head, kind in HEADS.items() if data.startswith(head)), "")
    if not kind:
        return None
    with _reading(""), Image.open(io.BytesIO(data), formats=(kind,)) as image:
        wide, high = image.size
        lies = any(step in LYING for step in _turn(image))
    return (high, wide) if lies else (wide, high)


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Turns whatever a library raises for a damaged picture into NotAPicture."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except NotAPicture:
        raise
    except Image.DecompressionBombError as error:
        raise _too_many(name) from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, TypeError, EOFError,
            OverflowError, ZeroDivisionError, KeyError, IndexError, ArithmeticError, RuntimeError) as error:
        raise NotAPicture(tr("{path}: the picture is damaged.", path=name)) from error


def _too_many(name: str) -> NotAPicture:
    return NotAPicture(tr("{path}: too many pixels; at most {n} million.", path=name, n=MAX_PIXELS // 1_000_000))


def _photo(data: bytes, kind: str, name: str) -> Pixels:
    with Image.open(io.BytesIO(data), formats=(kind,)) as image:
        wide, high = image.size
        if wide * high > MAX_PIXELS:
            raise _too_many(name)
        _must_be_large(wide, high, name)
        turn = _turn(image)
        image.draft("RGB", (MAX_SIDE // 2, MAX_SIDE // 2))  # a JPEG is unpacked at half its size while that is large enough
        plain = _in_rgb(image)
    plain = _reduced(plain)
    for step in turn:
        plain = plain.transpose(step)
    return np.asarray(plain)


def _scans(data: bytes) -> int:
    """How many scans a JPEG has, from marker to marker; counted no farther than MAX_SCANS allows."""
    at, scans = 2, 0
    while scans <= MAX_SCANS and (found := MARKER.search(data, at)):
        kind = data[found.start() + 1]
        if kind == END:
            break
        scans += kind == SCAN
        at = found.end() + int.from_bytes(data[found.end():found.end() + 2])
    return scans


def _must_be_large(wide: int, high: int, name: str) -> None:
    if min(wide, high) < MIN_SIDE:
        raise NotAPicture(tr("{path}: {w} × {h} pixels are too few to read.", path=name, w=wide, h=high))


def _turn(image: Image.Image) -> tuple[Image.Transpose, ...]:
    """Returns what puts a photo upright, as its EXIF data says; nothing where they are damaged."""
    try:
        return TURNS.get(image.getexif().get(ORIENTATION, 1), ())
    except Exception:  # broken EXIF raises nearly anything, and is of no further use
        return ()


def _in_rgb(image: Image.Image) -> Image.Image:
    """Returns the first frame without transparency, on white."""
    if image.mode.startswith("I"):  # 16 bits of gray
        deep = np.asarray(image)
        return Image.fromarray((deep / max(float(deep.max()), 1.0) * 255).astype(np.uint8)).convert("RGB")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        over = image.convert("RGBA")
        white = Image.new("RGBA", over.size, "white")
        return Image.alpha_composite(white, over).convert("RGB")
    return image.convert("RGB")


def _reduced(image: Image.Image) -> Image.Image:
    factor = max(image.size) / MAX_SIDE
    if factor <= 1:
        return image
    size = (max(1, round(image.width / factor)), max(1, round(image.height / factor)))
    return image.resize(size, Image.Resampling.BOX, reducing_gap=2.0)


def _pages(data: bytes, name: str) -> Iterator[Pixels]:
    try:
        document = pypdfium2.PdfDocument(data)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        raise NotAPicture(tr("{path}: not a PDF that can be read; it may be damaged or locked.", path=name)) from error
    try:
        if count > MAX_PAGES:
            raise NotAPicture(tr("{path}: too many pages ({n}); at most {most}.", path=name, n=count, most=MAX_PAGES))
        for number in range(count):
            with _reading(name):
                page = document[number]
                wide, high = page.get_size()
                if not 0 < max(wide, high) <= MAX_POINTS:
                    raise NotAPicture(tr("{path}: page {n} is too large.", path=name, n=number + 1))
                yield _drawn(page, min(MAX_SIDE / max(wide, high), 300 / 72))
    finally:
        document.close()


def _drawn(page: pypdfium2.PdfPage, scale: float) -> Pixels:
    """A page with its form fields, `scale` pixels per point."""
    bitmap = page.render(scale=scale, rev_byteorder=True)
    pixels: Pixels = np.array(bitmap.to_numpy()[..., :3])
    return pixels


def drawn_page(data: bytes, scale: float, number: int = 0) -> Pixels:
    """A page of a PDF that this program has just made, the first if none is told, `scale` pixels per point."""
    document = pypdfium2.PdfDocument(data)
    try:
        return _drawn(document[number], scale)
    finally:
        document.close()


def jpeg_of(pixels: Pixels, size: tuple[int, int] = (0, 0), patches: Sequence[Patch] = ()) -> bytes:
    """A picture to be looked at, as a JPEG; with patches a new one of that size, white where no patch is."""
    image = Image.fromarray(pixels)
    if patches:
        image = image.transform(size, Image.Transform.MESH, patches, Image.Resampling.BILINEAR, fillcolor="white")
    image.thumbnail((LOOKED_AT, LOOKED_AT))
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=82)
    return stream.getvalue()


def side_by_side(left: bytes, right: bytes) -> tuple[bytes, int]:
    """Two pictures that `jpeg_of` made as one, and how far to the right of it the second begins."""
    pictures = [Image.open(io.BytesIO(data)) for data in (left, right)]
    shift = pictures[0].width
    both = Image.new("RGB", (shift + pictures[1].width, max(each.height for each in pictures)), "white")
    for each, x in zip(pictures, (0, shift), strict=True):
        both.paste(each, (x, 0))
    stream = io.BytesIO()
    both.save(stream, "JPEG", quality=82)
    return stream.getvalue(), shift

"""Makes ICU's data library small: of 32 MB, Qt's libraries read what sorting needs, about 2 MB.

Qt has its own data for everything else: languages, dates, numbers, letters. The data are one package of named items
(ICU's `CmnD` format: a header, then a table of names and offsets); `as` and `ld` make a library of fewer items.
"""

import fnmatch
import struct
import subprocess
from pathlib import Path

KEPT = (
    "coll/ucadata.icu", "coll/root.res", "coll/res_index.res", "coll/en*", "coll/es*",
    "root.res", "pool.res", "res_index.res", "metadata.res", "keyTypeData.res", "likelySubtags.res", "supplementalData.res",
    "numberingSystems.res", "timezoneTypes.res", "zoneinfo64.res", "cnvalias.icu", "en.res", "en_US.res", "es.res",
    "es_ES.res",
)
"""The items that stay, by their names without that of the package."""
MAGIC = b"\xda\x27\x14\x00\x00\x00\x00\x00\x02\x00CmnD"
"""What follows the first two bytes, the header's length: little-endian, ASCII, 2 bytes a letter, a package."""
ALIGNED = 16
SOURCE = """\
    .section .rodata
    .globl {symbol}
    .type {symbol}, @object
    .size {symbol}, {size}
    .balign {aligned}
{symbol}:
    .incbin "{file}"
    .section .note.GNU-stack, "", @progbits
"""


def items(library: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The header of the package in a library, and its items by name. Raises LookupError where there is none."""
    start = library.find(MAGIC) - 2
    if start < 0:
        raise LookupError("the data of ICU are not of the expected kind; icu_data.py reads them")
    table = start + struct.unpack_from("<H", library, start)[0]
    count = struct.unpack_from("<I", library, table)[0]
    entries = [struct.unpack_from("<II", library, table + 4 + 8 * at) for at in range(count)]
    # The end of the last item is not noted: it gets what remains, of which the linker's part does no harm.
    ends = [*(at for _, at in entries[1:]), len(library) - table]
    names = [library[table + name : library.index(b"\0", table + name)].decode("ascii") for name, _ in entries]
    content = {
        name: library[table + at : table + end] for name, (_, at), end in zip(names, entries, ends, strict=True)
    }
    return library[start:table], content


def package(header: bytes, content: dict[str, bytes]) -> bytes:
    """A package of items, which ICU finds by their order."""
    names = sorted(content)
    place = 4 + 8 * len(names)
    texts = b"".join(name.encode("ascii") + b"\0" for name in names)
    at = place + len(texts)
    at += -(len(header) + at) % ALIGNED
    table, data = struct.pack("<I", len(names)), b""
    for name in names:
        table += struct.pack("<II", place, at + len(data))
        place += len(name) + 1
        data += content[name] + bytes(-len(content[name]) % ALIGNED)
    start = table + texts
    return header + start + bytes(at - len(start)) + data


def is_kept(name: str) -> bool:
    """Whether an item stays."""
    return any(fnmatch.fnmatch(name.partition("/")[2], pattern) for pattern in KEPT)


def shrink(library: Path, work: Path) -> None:
    """Makes a data library anew without what is not needed. work: a folder for files in between."""
    header, content = items(library.read_bytes())
    made = package(header, {name: each for name, each in content.items() if is_kept(name)})
    version = library.name.rpartition(".so.")[2].partition(".")[0]
    data, assembly, compiled = (work / f"icu.{ending}" for ending in ("dat", "s", "o"))
    data.write_bytes(made)
    assembly.write_text(
        SOURCE.format(symbol=f"icudt{version}_dat", size=len(made), aligned=ALIGNED, file=data.name), encoding="ascii"
    )
    subprocess.run(["as", "-o", compiled.name, assembly.name], cwd=work, check=True)
    subprocess.run(
        ["ld", "-shared", "--build-id=none", "-z", "noexecstack", "-soname", library.name, "-o", library, compiled.name],
        cwd=work, check=True,
    )

"""The data library of ICU: read, made smaller, and still one that ICU reads."""

import fnmatch
import shutil
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

SORTED = """
from functools import cmp_to_key
from PySide6.QtCore import QCollator, QLocale, QStringDecoder
collator = QCollator(QLocale("es_ES"))
collator.setNumericMode(True)
words = ["ola", "ñu", "nz", "Árbol", "abeja 10", "abeja 9"]
print(*sorted(words, key=cmp_to_key(collator.compare)), sep=",")
print(QStringDecoder("Shift_JIS").isValid())
"""


@pytest.fixture
def icu_data(script):
    return script("icu_data")


@pytest.fixture
def library() -> Path:
    found = [*Path(PySide6.__file__).parent.glob("Qt/lib/libicudata.so.*")]
    if not found or not shutil.which("ld"):
        pytest.skip("Qt's wheel for Linux and the linker are needed")
    return found[0]


def test_a_package_is_read_as_it_is_written(icu_data):
    header = (144).to_bytes(2, "little") + icu_data.MAGIC
    header += bytes(144 - len(header))
    content = {"icudt1l/b.res": b"of any length", "icudt1l/a.res": bytes(range(16)), "icudt1l/c.res": b"3"}
    made = icu_data.package(header, content)
    found, items = icu_data.items(b"before " + made)
    assert found == header and list(items) == sorted(content)
    assert all(items[name].startswith(each) for name, each in content.items())
    assert icu_data.package(header, items) == made
    with pytest.raises(LookupError):
        icu_data.items(b"\x7fELF and no package")


def test_the_smaller_library_still_sorts(icu_data, library, tmp_path):
    smaller = tmp_path / library.name
    shutil.copy(library, smaller)
    icu_data.shrink(smaller, tmp_path)
    assert smaller.stat().st_size < library.stat().st_size / 10
    _, items = icu_data.items(smaller.read_bytes())
    names = [name.partition("/")[2] for name in items]
    assert [each for each in icu_data.KEPT if not fnmatch.filter(names, each)] == []
    done = subprocess.run(
        [sys.executable, "-c", SORTED], env={"LD_LIBRARY_PATH": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True, encoding="utf-8", timeout=600,
    )
    assert (done.stdout, done.stderr) == ("abeja 9,abeja 10,Árbol,nz,ñu,ola\nFalse\n", "")

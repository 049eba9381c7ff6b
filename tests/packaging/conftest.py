"""The scripts of the folder packaging/, which is no package, for the tests of this folder."""

import importlib
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script(monkeypatch):
    """Imports a script of the folder packaging/ by its name."""
    monkeypatch.syspath_prepend(ROOT / "packaging")
    names = {path.stem for path in (ROOT / "packaging").glob("*.py")}
    earlier = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    yield importlib.import_module
    for name in names:
        sys.modules.pop(name, None)
    sys.modules.update(earlier)

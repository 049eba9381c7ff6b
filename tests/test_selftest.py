"""The self-test where a part is missing: it says what it could not try, and fails only where something went wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rollwrite_desktop.cli import selftest
from rollwrite_desktop.core.audit import Finding, Report
from rollwrite_desktop.core.errors import UserError

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]


def test_a_library_that_qt_misses_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "PySide6").mkdir()
    (tmp_path / "PySide6" / "__init__.py").write_text("raise ImportError('libEGL.so.1: cannot open')")
    done = subprocess.run(
        [sys.executable, "-m", "rollwrite_desktop", selftest.WINDOW], capture_output=True, text=True, timeout=600,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}, cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "The window was not tested: libEGL.so.1: cannot open.\n"


def test_a_window_that_dies_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "WINDOW", "--nonsense")
    with pytest.raises(UserError, match=r"The window failed: .*--nonsense"):
        selftest._window_lines()


def test_an_audit_that_finds_nothing_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """As would one that finds fault with a sheet that is right."""
    found: tuple[Finding, ...] = ()

    class Blind:
        report = Report(found, (), None, ())

    monkeypatch.setattr(selftest, "checked", lambda *_: Blind)
    with pytest.raises(UserError, match="rolling_america_usa"):
        selftest.selftest()

"""Every measurement of tests/bench runs, on as little as it can measure; what it finds is not judged here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SMALL = {
    "bench_audit": ["ligretto_dice", "1", "2"], "bench_hexroller": ["1"], "bench_ligretto": ["4"],
    "bench_maxsat": ["1", "1"],
    "bench_answers": ["1", "1", "1", "hexroller", "easy"],
    "bench_diagnosis": ["rolling_america", "1", "both", "1", "slips.jsonl"], "bench_maps": [".", "1", "WAVE:20"],
    "bench_monkey": ["20", "home"],
    "bench_mutants": ["2", "1", "solver", "tests/solver"], "bench_pdf": ["1"], "bench_play": ["4"],
    "bench_review": ["2", "rolling_america"], "bench_route": ["1"], "bench_ties": ["hexroller", "1"],
    "bench_typing": ["20", "1", "typed.jsonl"], "bench_use": ["1"],
    "contact_sheets": ["pictures"],
    "fit_gain": ["hexroller", "1", "gain.jsonl", "easy"], "gallery": ["2", "pages"],
    "gallery_pictures": ["en", "1", "pictures"],
    "measure_levels": ["hexroller", "easy", "2"],
    "make_decks": ["decks.jsonl", "1", "rolling_america"],
    "measure_par": ["rolling_america", "easy", "2", "rolling_america_austria"],
    "train_hexroller": ["1", "5"], "train_on_tour": ["1", "400"], "train_rolling_america": ["1", "20"],
}
"""Name to arguments, where there are any."""


@pytest.mark.release
@pytest.mark.parametrize("name", [path.stem for path in sorted((ROOT / "tests" / "bench").glob("*.py"))])
def test_every_measurement_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", f"tests.bench.{name}", *SMALL.get(name, [])], capture_output=True, text=True,
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
    )
    refused = (2,) if name == "orca_run" else ()  # without Orca on the machine
    assert done.returncode in (0, 1, *refused) and "Traceback" not in done.stderr, done.stderr[-2000:]
    assert done.stdout or done.returncode == 2 or any(tmp_path.iterdir())

"""How long the program takes to end when its window is closed while something runs.

    python3 packaging/bench.py bench_quit [TIMES (3)]

Fails where it takes over 2 s from the closing of the window to the end of the program, or does not end in peace.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.ui.quitting import KINDS, quit_while

LIMIT_S = 2.0


def main(times: int) -> int:
    failed = 0
    for kind in KINDS:
        longest = 0.0
        for _ in range(times):
            with tempfile.TemporaryDirectory() as folder:
                code, seconds, said = quit_while(kind, Path(folder))
            longest = max(longest, seconds)
            failed += bool(code or said)
        failed += longest > LIMIT_S
        print(f"{kind:8} {longest:6.2f} s", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))

"""python -m rollwrite_desktop: the same as the command rollwrite. Nothing else is loaded before Ctrl+C has its answer."""

import sys


def main() -> int:
    """Runs one command and returns its exit code, also where Ctrl+C comes while modules are being loaded."""
    try:
        from rollwrite_desktop.cli import main as run

        return run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("rollwrite: Interrupted.\n")
        return 2


if __name__ == "__main__":
    if getattr(sys, "frozen", False):  # a frozen program is started once more as its own worker process
        from multiprocessing import freeze_support

        freeze_support()
    sys.exit(main())

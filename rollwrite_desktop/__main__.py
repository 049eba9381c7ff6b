"""python -m rollwrite_desktop: the same as the command rollwrite."""

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    freeze_support()  # a frozen program is started once more as its own worker process

    from rollwrite_desktop.cli import main

    sys.exit(main())

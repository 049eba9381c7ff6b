"""python -m rollwrite_desktop: the same as the command rollwrite."""

import sys

from rollwrite_desktop.cli import main

sys.exit(main())

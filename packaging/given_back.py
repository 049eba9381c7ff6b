"""Run at the start of the installed program: what it starts itself, such as a viewer for PDF, must find its own libraries.

The starter puts our folder of libraries first for this program; the system's programs get back what was set before.
"""

import os

for variable in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    before = os.environ.pop(f"{variable}_ORIG", None)
    if before:
        os.environ[variable] = before
    else:
        os.environ.pop(variable, None)

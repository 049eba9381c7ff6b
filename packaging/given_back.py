"""Run at the start of the installed program: what it starts itself, such as a viewer for PDF, must find its own libraries.

The starter puts our folder of libraries first for this program, and leaves notes for programs of ours that it starts. The
system's programs get back what was set before; a second one of ours begins as if it were the first.
"""

import os

for variable in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    before = os.environ.pop(f"{variable}_ORIG", None)
    if before:
        os.environ[variable] = before
    else:
        os.environ.pop(variable, None)
for variable in [name for name in os.environ if name.startswith("_PYI_")]:
    del os.environ[variable]

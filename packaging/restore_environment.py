"""A PyInstaller runtime hook: restores the environment variables that the boot loader changed, for child processes.

The boot loader puts our folder of libraries first in the search path, which would break programs of the system that we
start, such as a PDF viewer. It also sets variables with which a second instance would take itself for a child process.
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

"""Starts the program from a checkout: `python3 packaging/play.py [arguments]`, with the arguments of `rollwrite`.

The first start sets up `.venv`. Standard output and exit code are the program's; the set-up logs to standard error.
"""

import os
import re
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("play.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import failures
import qt_libraries
import setup_venv
from checkout import PYTHON, SetUpFailed, straight


def wants_window(arguments: list[str]) -> bool:
    """Whether the program will load Qt: not if the arguments begin with a command, or ask for help or version."""
    if "--selftest" in arguments or not arguments:
        return True
    if arguments[0] in ("-h", "--help", "--version"):
        return False
    is_command = re.fullmatch("[a-z]+(-[a-z]+)*", arguments[0]) and not Path(arguments[0]).is_file()
    return not is_command


def start(arguments: list[str]) -> None:
    """Replaces this process by the program; does not return."""
    # -P: a file in the current folder must not shadow one of the program's modules.
    command = [str(PYTHON), "-P", "-m", "rollwrite_desktop", *arguments]
    environment = qt_libraries.environment(straight(os.environ))
    if os.name == "posix":
        os.execve(PYTHON, command, environment)
    import subprocess

    sys.exit(subprocess.run(command, env=environment).returncode)


def main() -> None:
    """Sets up what is missing and starts the program."""
    arguments = sys.argv[1:]
    try:
        setup_venv.prepare(setup_venv.RUN, os.environ if wants_window(arguments) else None)
    except OSError as problem:
        sys.exit(f"play.py: {failures.in_words(problem)}")
    except SetUpFailed as problem:
        sys.exit(f"play.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("play.py: interrupted; the next start does the rest of the set-up.")
    start(arguments)


if __name__ == "__main__":
    main()

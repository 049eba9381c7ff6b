"""Makes the checkout's own Python environment, `.venv`, from a lock file, for play.py, test.py and build.py.

A stamp written last says what `.venv` holds: a start that finds it does nothing more, and one that does not begins
anew, so an interrupted set-up heals itself.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from checkout import LOCK, PYTHON, ROOT, SYSTEM, VENV, SetUpFailed, alone, ran, say
from system_packages import Wanted, obtain

RUN = ROOT / "packaging" / "requirements.lock"
TEST = ROOT / "packaging" / "requirements-test.lock"  # this one and the next only add to the first
BUILD = ROOT / "packaging" / "requirements-build.lock"
STAMP = VENV / "set-up.json"

PIP = Wanted(
    what="Python's installer pip",
    files=("pip",),
    debian=("python3-pip-whl",),
    rpm=("python3-pip",),
    arch=("python-pip",),
    movable=True,
)

# Where Debian's pip looks for the certificates of secure connections; a bare system has none.
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
CERTIFYING = Wanted(
    what="the list of trusted certificates",
    files=(str(CERTIFICATES),),
    debian=("ca-certificates",),
    rpm=("ca-certificates",),
    arch=("ca-certificates",),
)


def set_up(lock: Path) -> None:
    """Brings `.venv` to what the lock file says; does nothing where it is so already."""
    if is_set_up(lock):
        return
    with alone():
        if is_set_up(lock):  # by the start that this one waited for
            return
        held = stamped()
        STAMP.unlink(missing_ok=True)
        if not held:
            say("Setting up .venv: this happens once and may take some minutes.")
            make_venv()
        install(lock)
        kept = [path for path in (RUN, TEST, BUILD) if held.get(path.name) == digest(path)]
        stamp({path.name: digest(path) for path in [RUN, lock, *kept]})


def is_set_up(lock: Path) -> bool:
    """Whether `.venv` holds what the lock file says, by its stamp alone."""
    return stamped().get(lock.name) == digest(lock)


def stamped() -> dict[str, str]:
    """Lock file name to digest, as `.venv` holds them; empty if it must be made anew."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
        return dict(found["locks"]) if found["python"] == this_python() and PYTHON.exists() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def stamp(locks: dict[str, str]) -> None:
    """Declares `.venv` complete."""
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps({"python": this_python(), "locks": locks}), encoding="utf-8")
    draft.replace(STAMP)


def this_python() -> str:
    """What an environment is made for: another Python version or kind of machine needs another one."""
    return f"{sys.implementation.cache_tag} {sysconfig.get_platform()}"


def digest(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def make_venv() -> None:
    """An empty environment that finds the checkout's own code; what is left of an earlier one goes first."""
    try:
        import venv
    except ImportError:
        raise SetUpFailed("Python's module venv is missing: a complete Python 3.11 or newer was expected.") from None
    for old in VENV.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        elif old != LOCK:
            old.unlink()
    # Without pip, which many systems keep in a package of its own; it runs from its wheel instead.
    venv.EnvBuilder(with_pip=False, symlinks=os.name == "posix").create(VENV)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)}))
    # A relative path, so that the checkout may be moved.
    (packages / "checkout.pth").write_text(os.path.relpath(ROOT, packages) + "\n", encoding="ascii")


def install(lock: Path) -> None:
    """Installs what the lock file lists, by pip with the machine's own configuration of it."""
    pip = pip_command()
    say(f"Installing the packages of {lock.relative_to(ROOT).as_posix()}.")
    options = ["--no-input", "--disable-pip-version-check", "--only-binary", ":all:", "--require-hashes"]
    if not sys.stderr.isatty():
        options.append("--quiet")
    command = [*pip, "install", *options, "--requirement", lock]
    if ran(command, aloud=True):
        return
    if Path("/etc/debian_version").exists() and not CERTIFICATES.exists():
        obtain(CERTIFYING, "certificates", CERTIFICATES.exists)
        if ran(command, aloud=True):
            return
    raise SetUpFailed(f"pip could not install the packages of {lock.name}; it says why above.")


def pip_command() -> list[str | Path]:
    """How to run pip on `.venv`."""
    if wheel := pip_wheel():
        return [PYTHON, "-I", wheel / "pip"]
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", PYTHON]
    obtain(PIP, "pip", lambda: pip_wheel() is not None)
    return pip_command()


def pip_wheel() -> Path | None:
    """A wheel of pip that came with Python or with the system; it runs as it is."""
    bundle = importlib.util.find_spec("ensurepip")
    folders = [Path(place) / "_bundled" for place in (bundle and bundle.submodule_search_locations) or ()]
    folders += [Path(folder) for folder in (sysconfig.get_config_var("WHEEL_PKG_DIR"),) if folder]
    folders += [Path("/usr/share/python-wheels"), SYSTEM / "pip" / "usr" / "share" / "python-wheels"]
    wheels = [wheel for folder in folders for wheel in folder.glob("pip-*.whl")]
    return wheels[0] if wheels else None

"""Tries the first start where people really are: `sudo python3 packaging/try_places.py [WORD …]`, where debootstrap is.

Makes bare roots of Debian and Ubuntu in build/places, which are kept, and starts this checkout in layers over them as root
and as a plain user: in odd folders, without a network, with little room, with variables that bend pip, after being killed.
Prints a table of what was tried and what was seen, with the time and the disk space taken at most. With words it tries the
places that have one of them in their names. The exit code is 1 if anything was not as it should be.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from checkout import ROOT, log

WORK = ROOT / "build" / "places"
SYSTEMS = {"Debian 12": "bookworm", "Debian 13": "trixie", "Debian sid": "sid", "Ubuntu 24.04": "noble"}
USER = "player"
OWN_CERTIFICATES = Path("/usr/local/share/ca-certificates")
HOME = "/home/player/rollwrite"
STARTS, VERSION = "--selftest", "--version"
HOSTILE = {
    "PIP_PREFIX": "/tmp/elsewhere", "PIP_USER": "1", "PIP_REQUIRE_VIRTUALENV": "1", "PIP_NO_BINARY": ":all:",
    "UV_SYSTEM_PYTHON": "1", "UV_PROJECT_ENVIRONMENT": "/tmp/elsewhere", "UV_TARGET": "/tmp/elsewhere",
    "PYTHONPATH": "/tmp/shadows", "PYTHONUSERBASE": "/tmp/elsewhere", "VIRTUAL_ENV": "/tmp/elsewhere",
}
BAD = "-----BEGIN CERTIFICATE-----"


@dataclass(frozen=True, slots=True)
class Place:
    """A place and what a start in it should do.

    before: commands of root before it. earlier: starts before the one that counts, as (user, argument). seen: what its last
    line should hold; if it should fail that is its only line, and no `.venv` is left. room: what is free, in MB.
    """

    name: str
    system: str = "Debian 12"
    user: str = USER
    folder: str = HOME
    argument: str = VERSION
    settings: Mapping[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    earlier: tuple[tuple[str, str], ...] = ()
    seen: str = ""
    fails: bool = False
    leaves: bool = False
    certificates: bool = True
    network: bool = True
    room: int = 3000
    killed: tuple[float, ...] = ()
    most: int = 400


def places() -> Iterator[Place]:
    """All places."""
    for system in SYSTEMS:
        yield Place("plain user", system, argument=STARTS)
        yield Place("root, nothing installed", system, "root", "/root/rollwrite", STARTS, certificates=False)
    yield Place("plain user, no certificates", certificates=False, fails=True, seen="apt-get install .* ca-certificates")
    yield Place("folder with umlaut and blanks", folder="/home/player/prüf ung/a b", argument=STARTS)
    yield Place("closed folder of root", user="root", folder="/root/geschlossen/x", before=("chmod 700 /root/geschlossen",))
    owned = ("chown -R root:root FOLDER",)
    yield Place("root's folder, not set up", folder="/srv/rollwrite", before=owned, fails=True, seen="cannot be written")
    yield Place("root's folder, set up by root", folder="/srv/rollwrite", before=owned, earlier=(("root", STARTS),),
                argument=STARTS)
    yield Place("root's games, a plain user's window", folder="/srv/rollwrite", before=owned, earlier=(("root", "games"),),
                argument=STARTS, fails=True, leaves=True, seen="must be installed first: sudo apt-get")
    read_only = ("mount --bind FOLDER FOLDER", "mount -o remount,bind,ro FOLDER")
    yield Place("read-only folder", folder="/srv/rollwrite", before=read_only, fails=True, seen="cannot be written")
    yield Place("no network", network=False, fails=True, seen="no network")
    yield Place("no network, root", user="root", network=False, certificates=False, fails=True, seen="no network")
    nameless = ("rm -f /etc/resolv.conf", "sed -i d /etc/hosts")
    yield Place("no name server", before=nameless, fails=True, seen="does not reach")
    yield Place("SSL_CERT_FILE names nothing", settings={"SSL_CERT_FILE": "/tmp/none.pem"}, fails=True, seen="not there")
    one = f"awk '/{BAD}/{{n++}} n==1' /etc/ssl/certs/ca-certificates.crt > /tmp/one.pem"
    yield Place("SSL_CERT_FILE trusts nobody here", settings={"SSL_CERT_FILE": "/tmp/one.pem"}, before=(one,), fails=True,
                seen="certificate is not trusted")
    yield Place("400 MB of disk", room=400, argument=STARTS)
    yield Place("400 MB of disk, root", user="root", room=400, argument=STARTS, certificates=False)
    yield Place("200 MB of disk", room=200, fails=True, seen="needs 380 MB")
    shadow = "mkdir /tmp/shadows && echo 'raise SystemExit(9)' | tee /tmp/shadows/numpy.py > /tmp/shadows/msgspec.py"
    yield Place("variables that bend pip, uv and Python", settings=HOSTILE, before=(shadow,), argument=STARTS)
    conf = "printf '[install]\\nprefix = /tmp/elsewhere\\n' > /etc/pip.conf"
    yield Place("pip.conf sends packages elsewhere", before=(conf,), fails=True, seen="cannot be used")
    above = "printf '[pip]\\ntarget = \"/tmp/elsewhere\"\\n' > /home/player/uv.toml"
    yield Place("uv.toml above the checkout", before=(above,), argument=STARTS)
    for display, variable in (("X11", "DISPLAY"), ("Wayland", "WAYLAND_DISPLAY")):
        yield Place(f"libraries for {display}", settings={variable: ":0"}, argument=STARTS)
    yield Place("killed at 1, 3, 6, 9 s", killed=(1, 3, 6, 9), argument=STARTS)


class NotPrepared(Exception):
    """A place cannot be made; the text says why."""


def sh(command: str, root: Path | None = None) -> str:
    """Runs a shell command, inside a root if one is given; returns its output. Raises NotPrepared."""
    finished = subprocess.run([*(["chroot", root] if root else []), "sh", "-c", command], capture_output=True, text=True,
                              env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"})
    if finished.returncode:
        raise NotPrepared(f"{command}: {(finished.stdout + finished.stderr)[-500:].strip()}")
    return finished.stdout


def base(system: str) -> Path:
    """A bare root with Python and a plain user, made once."""
    folder = WORK / SYSTEMS[system]
    if not (folder / "made").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        log(f"Making a bare {system} …")
        components = " --components=main,universe" if system.startswith("Ubuntu") else ""
        sh(f"debootstrap --variant=minbase --include=python3{components} {SYSTEMS[system]} '{folder}'")
        sh(f"useradd -m -s /bin/sh {USER} && rm -rf /var/lib/apt/lists /var/cache/apt", folder)
        # A mirror may be a snapshot of some weeks ago.
        (folder / "etc/apt/apt.conf.d/99-snapshot").write_text('Acquire::Check-Valid-Until "false";\n')
        # Certificates of this machine's own network, which become trusted when the list is installed.
        if OWN_CERTIFICATES.is_dir():
            shutil.copytree(OWN_CERTIFICATES, folder / OWN_CERTIFICATES.relative_to("/"), dirs_exist_ok=True)
        (folder / "made").touch()
    return folder


@contextmanager
def layered(layers: list[Path], upper: Path) -> Iterator[Path]:
    """A root of layers, the first on top, in which what is written goes to `upper`; with devices and processes."""
    root, work = WORK / "root", upper.with_name("work")
    for folder in (root, work, upper):
        folder.mkdir(parents=True, exist_ok=True)
    sh(f"mount -t overlay overlay -o 'lowerdir={':'.join(map(str, layers))},upperdir={upper},workdir={work}' '{root}'")
    try:
        sh(f"mount -t proc proc '{root}/proc' && mount --bind /dev '{root}/dev'")
        for name in ("hosts", "resolv.conf"):
            shutil.copyfile(f"/etc/{name}", root / "etc" / name)
        yield root
    finally:
        kill_inside(root)
        for _ in range(20):  # a process that was killed may still be ending
            with suppress(NotPrepared):
                sh(f"umount -R '{root}'")
                break
            time.sleep(0.2)


def with_certificates(system: str) -> list[Path]:
    """The layers of a system whose list of trusted certificates is installed."""
    layer = WORK / f"{SYSTEMS[system]}-certificates"
    if not layer.exists():
        draft = WORK / "draft" / "upper"
        shutil.rmtree(draft.parent, ignore_errors=True)
        with layered([base(system)], draft) as root:
            sh("apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "
               "ca-certificates && rm -rf /var/lib/apt/lists /var/cache/apt", root)
        draft.rename(layer)
    return [layer, base(system)]


def copy_checkout(target: Path) -> None:
    """Copies the files that git knows or would take."""
    target.mkdir(parents=True)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    for name in map(os.fsdecode, filter(None, names)):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target / name)


def kill_inside(root: Path) -> None:
    """Kills every process whose root this is: `su` gives a command a session of its own, so a group would not do."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "root").readlink() == root:
                os.kill(int(process.name), signal.SIGKILL)


class Start:
    """A start of the program in a root, and what it did."""

    def __init__(self, place: Place, root: Path, user: str, argument: str) -> None:
        self.root = root
        settings = [f"{name}={value}" for name, value in place.settings.items()]
        command = f'cd "{place.folder}" && exec env {" ".join(settings)} python3 packaging/play.py {argument}'
        outside = [] if place.network else ["unshare", "-n"]
        self.process = subprocess.Popen(
            [*outside, "chroot", root, "su", "-", user, "-c", command], start_new_session=True, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"},
        )

    def kill_after(self, seconds: float) -> None:
        """Kills it and all that it started, as a crash would, if it still runs then."""
        with suppress(subprocess.TimeoutExpired):
            self.process.communicate(timeout=seconds)
        kill_inside(self.root)
        self.process.communicate()

    def end(self) -> tuple[int, str, str]:
        """Exit code, output and errors."""
        out, errors = self.process.communicate(timeout=900)
        return self.process.returncode, out.strip(), errors.strip()


@contextmanager
def measured(disk: Path) -> Iterator[list[int]]:
    """Takes notes of how many MB more are used on a disk at most; the list holds them at the end."""
    def used() -> int:
        found = os.statvfs(disk)
        return (found.f_blocks - found.f_bfree) * found.f_frsize

    first, most, ended = used(), [0], threading.Event()

    def look() -> None:
        while not ended.wait(0.05):
            most[0] = max(most[0], (used() - first) // 10**6)

    watch = threading.Thread(target=look)
    watch.start()
    try:
        yield most
    finally:
        ended.set()
        watch.join()


def try_place(place: Place) -> tuple[str, str]:
    """Starts in a place: "" or what was wrong, and what was seen. Raises NotPrepared."""
    layers = with_certificates(place.system) if place.certificates else [base(place.system)]
    disk = WORK / "disk"
    disk.mkdir(exist_ok=True)
    sh(f"mount -t tmpfs -o size=4g tmpfs '{disk}'")
    try:
        with layered(layers, disk / "upper") as root:
            target = root / place.folder.lstrip("/")
            copy_checkout(target)
            sh(f"chown -R {place.user}: '{place.folder}'", root)
            for command in place.before:
                sh(command.replace("FOLDER", f"'{place.folder}'"), root)
            for user, argument in place.earlier:
                code, _, errors = Start(place, root, user, argument).end()
                if code:
                    raise NotPrepared(f"{user}'s play.py {argument}: {errors[-500:]}")
            found = os.statvfs(disk)
            total = (found.f_blocks - found.f_bfree) * found.f_frsize + place.room * 10**6
            sh(f"mount -o remount,size={total} '{disk}'")
            for seconds in place.killed:
                Start(place, root, place.user, place.argument).kill_after(seconds)
            began = time.monotonic()
            with measured(disk) as most:
                code, out, errors = Start(place, root, place.user, place.argument).end()
            last = (errors.splitlines() or out.splitlines() or [""])[-1]
            wrong = [*_faults(place, code, errors, last, most[0])]
            if place.fails and not place.leaves and (target / ".venv").exists():
                wrong.append("left a .venv behind")
            seen = last if place.fails or wrong else f"{time.monotonic() - began:.0f} s, {most[0]} MB at most"
            if wrong:
                log(errors)
            return "; ".join(wrong), seen
    finally:
        sh(f"umount '{disk}'")


def _faults(place: Place, code: int, errors: str, last: str, most: int) -> Iterator[str]:
    """What is not as it should be of a start that ended."""
    if place.fails:
        if not code:
            yield "started, and should have said why it cannot"
        if not re.search(place.seen, last):
            yield f"'{place.seen}' is not said"
        progress = "Setting up|Reading|Fetching|Unpacking|Installing|Removing"
        said = [line for line in errors.splitlines() if not re.match(progress, line)]
        if len(said) != 1:
            yield f"{len(said)} lines for one sentence"
    elif code:
        yield f"exit code {code}"
    elif most > place.most:
        yield f"more than {place.most} MB"


def main() -> None:
    """Tries the places and prints the table."""
    words = sys.argv[1:]
    if os.geteuid() or not shutil.which("debootstrap"):
        sys.exit("try_places.py: expected to be run by root, on a Debian with debootstrap.")
    rows, failed = [], False
    for place in places():
        if words and not any(word in f"{place.system}, {place.name}" for word in words):
            continue
        log(f"== {place.system}, {place.name}")
        try:
            wrong, seen = try_place(place)
        except NotPrepared as problem:
            wrong, seen = "not tried", str(problem)
        except (OSError, subprocess.SubprocessError) as problem:
            wrong, seen = "not tried", f"{problem}"
        failed = failed or bool(wrong)
        rows.append(f"| {place.system} | {place.name} | {wrong or 'as it should'} | {' '.join(seen.split())} |")
        log(rows[-1])
    print("| system | place | | seen |\n|---|---|---|---|\n" + "\n".join(rows))
    sys.exit(failed)


if __name__ == "__main__":
    main()

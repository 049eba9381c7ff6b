"""Makes a .deb of a folder with `usr`; its dependencies are read from the programs and libraries in it.

Only dpkg-deb and objdump are needed. The names of packages are those of Debian 12, with alternatives for later releases.
"""

import hashlib
import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import product
from qt_libraries import ALWAYS, WAYLAND, X11

PACKAGES = {library.file: library.debian for library in ALWAYS + X11 + WAYLAND} | {
    "ld-linux-x86-64.so.2": "libc6", "ld-linux-aarch64.so.1": "libc6", "libc.so.6": "libc6", "libm.so.6": "libc6",
    "libpthread.so.0": "libc6", "libdl.so.2": "libc6", "librt.so.1": "libc6", "libutil.so.1": "libc6",
    "libcrypt.so.1": "libcrypt1", "libstdc++.so.6": "libstdc++6", "libgcc_s.so.1": "libgcc-s1", "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1", "libffi.so.8": "libffi8", "libbz2.so.1.0": "libbz2-1.0", "liblzma.so.5": "liblzma5",
    "libexpat.so.1": "libexpat1", "libuuid.so.1": "libuuid1", "libcups.so.2": "libcups2",
    "libfreetype.so.6": "libfreetype6", "libgthread-2.0.so.0": "libglib2.0-0", "libgobject-2.0.so.0": "libglib2.0-0",
    "libgio-2.0.so.0": "libglib2.0-0", "libxcb.so.1": "libxcb1", "libXext.so.6": "libxext6",
    "libxcb-render.so.0": "libxcb-render0", "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xinput.so.0": "libxcb-xinput0", "libdrm.so.2": "libdrm2", "libxcb-dri3.so.0": "libxcb-dri3-0",
    "libGLX.so.0": "libglx0", "libOpenGL.so.0": "libopengl0", "libICE.so.6": "libice6", "libSM.so.6": "libsm6",
    "libXau.so.6": "libxau6", "libXdmcp.so.6": "libxdmcp6",
}
"""Library by its name at load time to the Debian package that contains it."""
RENAMED = {"libglib2.0-0": "libglib2.0-0 | libglib2.0-0t64", "libcups2": "libcups2 | libcups2t64"}
"""Packages with another name in later releases of Debian and in Ubuntu."""
ALSO_NEEDED = ("fontconfig-config",)  # read by a library, not linked
ELF = b"\x7fELF"


def elf_files(folder: Path) -> list[Path]:
    """The programs and libraries in a folder."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink())
    return [file for file in files if is_elf(file)]


def is_elf(file: Path) -> bool:
    """Whether a file is a program or library, by its first bytes."""
    with file.open("rb") as content:
        return content.read(4) == ELF


def needed(files: Iterable[Path]) -> tuple[set[str], tuple[int, ...]]:
    """The names of the libraries that files are linked to, and the newest version of the C library that they need."""
    names: set[str] = set()
    newest: tuple[int, ...] = (0,)
    for file in files:
        headers = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=True).stdout
        names |= set(re.findall(r"^\s+NEEDED\s+(\S+)$", headers, re.MULTILINE))
        versions = (tuple(map(int, each.split("."))) for each in re.findall(r"\bGLIBC_(\d[\d.]*)$", headers, re.MULTILINE))
        newest = max(newest, *versions) if (versions := list(versions)) else newest
    return names, newest


def depends(folder: Path) -> list[str]:
    """The packages that the programs and libraries in a folder need. Raises LookupError for a library of an unknown one."""
    files = elf_files(folder)
    contained = {file.name for file in folder.rglob("*.so*")} | {file.name for file in files}
    names, libc = needed(files)
    outside = names - contained
    if unknown := sorted(outside - set(PACKAGES)):
        raise LookupError(f"no Debian package is named for {', '.join(unknown)}; debian.py has the list")
    packages = {PACKAGES[name] for name in outside} | set(ALSO_NEEDED)
    versioned = {"libc6": f"libc6 (>= {'.'.join(map(str, libc))})"}
    return sorted(versioned.get(name, RENAMED.get(name, name)) for name in packages)


def control(folder: Path, architecture: str) -> str:
    """The control file of the package with the content of a folder."""
    kilobytes = sum(-(-file.lstat().st_size // 1024) for file in folder.rglob("*") if file.is_file() or file.is_symlink())
    return "\n".join([
        f"Package: {product.PACKAGE}",
        f"Version: {product.VERSION}",
        f"Architecture: {architecture}",
        f"Maintainer: {product.PUBLISHER} <{product.CONTACT}>",
        f"Installed-Size: {kilobytes}",
        f"Depends: {', '.join(depends(folder / 'usr' / 'lib' / product.PACKAGE))}",
        "Recommends: xdg-utils, shared-mime-info, desktop-file-utils, hicolor-icon-theme",
        "Suggests: cups",
        "Section: misc",
        "Priority: optional",
        f"Description: {product.SUMMARY[0].lower() + product.SUMMARY[1:]}",
        " Tabletop roll-and-write games on sheets of paper: play them on screen, print",
        " the sheets, and have filled sheets checked. The games are Rolling America,",
        " On Tour, HexRoller and Ligretto Dice. The program is unofficial.",
        " .",
        " Python, Qt and all other libraries that Debian does not bring are inside.",
        "",
    ])


def pack(folder: Path, target: Path, moment: int, architecture: str) -> None:
    """Packs a folder, after adding the package's control files. Reproducible for the same content and time (`moment`, s)."""
    (folder / "DEBIAN").mkdir()
    files = [file for file in sorted((folder / "usr").rglob("*")) if file.is_file() and not file.is_symlink()]
    sums = {file: hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest() for file in files}
    lines = (f"{found}  {file.relative_to(folder)}\n" for file, found in sums.items())
    (folder / "DEBIAN" / "md5sums").write_text("".join(lines))
    (folder / "DEBIAN" / "control").write_text(control(folder, architecture), encoding="utf-8")
    normalize(folder, moment)
    # From two threads on, the bytes do not depend on their number.
    threads = f"--threads-max={max(2, os.cpu_count() or 2)}"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", threads, "--build", folder, target]
    finished = subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": str(moment)}, capture_output=True, text=True)
    if finished.returncode:
        raise OSError(finished.stderr.strip())


def normalize(folder: Path, moment: int) -> None:
    """Sets the same time for all files below a folder, and permissions: only programs and folders are executable."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or is_program(path) else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)
    folder.chmod(0o755)
    os.utime(folder, (moment, moment))


def is_program(path: Path) -> bool:
    """Whether a file is a program and not a library."""
    return ".so" not in path.name and is_elf(path)

"""Why a set-up failed, in one sentence with its remedy: by a look at the machine, or by what pip, uv and apt print."""

import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from checkout import ROOT, VENV, is_file, megabytes

AGAIN = "then start again."
NO_NETWORK = f"The first start fetches packages, and this machine has no network: connect it, {AGAIN}"
UNREACHABLE = (
    "The first start fetches packages, and the network does not reach their servers: "
    f"look after the connection, or the proxy in HTTPS_PROXY, {AGAIN}"
)
NOT_TRUSTED = (
    "A server's certificate is not trusted here. In a network that has certificates of its own, set SSL_CERT_FILE to the "
    f"file with them, {AGAIN}"
)
CLOCK = (
    "A server's lists or certificates are not valid at this time: set this machine's clock if it is wrong, "
    f"else look for a newer mirror, {AGAIN}"
)
DISK_FULL = f"The disk is full: make room, {AGAIN}"
NOT_OFFERED = (
    "The packages are not offered for this machine: 64-bit Linux with glibc 2.34, Windows 10 or macOS 13 are needed, "
    "and Python 3.11 to 3.14."
)
CONFIGURED = tuple(map(Path, (
    "~/.config/pip/pip.conf", "~/.pip/pip.conf", "/etc/pip.conf", "~/.config/uv/uv.toml", "/etc/uv/uv.toml",
)))
"""Where pip and uv may be told of a source that is nearer than the network: first a user's settings, then the machine's."""
_SOURCE = re.compile(r"(?m)^\s*(extra-)?(index-url|index|find-links|no-index)\b|^\s*\[\[index\]\]")
_CAUSES = (
    (r"No space left on device|os error 28|not enough free space|You don't have enough free space|Disk quota", DISK_FULL),
    (r"is expired \(invalid since|is not valid yet|certificate (has expired|is not yet valid)|certificate expired", CLOCK),
    (r"CERTIFICATE_VERIFY_FAILED|certificate verify failed|UnknownIssuer|invalid peer certificate|"
     r"[Cc]ertificate verification failed|certificate is NOT trusted|OSError: Could not find a suitable TLS CA",
     NOT_TRUSTED),
    (r"[Nn]ame resolution|Name or service not known|Could not resolve|Temporary failure resolving|nodename nor servname|"
     r"getaddrinfo failed|dns error|Network is unreachable|No route to host|[Cc]onnection refused|[Cc]ould not connect|"
     r"[Cc]onnection timed out|ConnectTimeout|Read timed out|ProxyError|Failed to establish a new connection|"
     r"error sending request|Cannot initiate the connection|Failed to connect|[Cc]onnection failed", UNREACHABLE),
    (r"No matching distribution|has no wheels? with a matching|no compatible wheel|not a supported wheel", NOT_OFFERED),
)


def cause(output: str) -> str:
    """What went wrong by the output of a tool: a sentence with its remedy, "" if that is not known."""
    return next((sentence for pattern, sentence in _CAUSES if re.search(pattern, output)), "")


def look(settings: Mapping[str, str], needed_mb: int) -> str:
    """What would make a set-up fail, by a look before anything is fetched: a sentence, "" if nothing is known."""
    certificates = settings.get("SSL_CERT_FILE")
    if certificates and not is_file(certificates):
        return f"SSL_CERT_FILE names {certificates}, which is not there: correct the variable or unset it, {AGAIN}"
    there = megabytes(VENV) if VENV.exists() else 0
    free = shutil.disk_usage(ROOT).free // 10**6
    if free + there < needed_mb:
        return f"The first start needs {needed_mb} MB of disk space for {VENV}, and {free} MB are free: make room, {AGAIN}"
    return "" if is_connected(settings) else NO_NETWORK


def is_connected(settings: Mapping[str, str], network: Path = Path("/proc/net")) -> bool:
    """Whether packages could be reached; told only of Linux without a route, where no nearer source is set."""
    nearer = ("PIP_FIND_LINKS", "PIP_INDEX_URL", "PIP_NO_INDEX", "UV_FIND_LINKS", "UV_INDEX_URL", "UV_DEFAULT_INDEX")
    configured = any(map(_names_source, settings_files()))
    if sys.platform != "linux" or configured or any(settings.get(name) for name in nearer):
        return True
    try:
        routes = (network / "route").read_text(encoding="ascii").splitlines()[1:]
        newer = network / "ipv6_route"
        routes_6 = newer.read_text(encoding="ascii").splitlines() if newer.exists() else []
    except (OSError, UnicodeError):
        return True
    return bool(routes) or any(line.split()[-1:] != ["lo"] for line in routes_6)


def settings_files() -> list[Path]:
    """The files of CONFIGURED, of a user who may have no home, as in a container."""
    try:
        return [path.expanduser() for path in CONFIGURED]
    except RuntimeError:
        return [path for path in CONFIGURED if path.is_absolute()]


def _names_source(settings: Path) -> bool:
    """Whether a file of settings says where packages come from, and not only, say, which certificates are trusted."""
    try:
        return bool(_SOURCE.search(settings.read_text(encoding="utf-8", errors="replace")))
    except OSError:
        return False


def in_words(problem: OSError) -> str:
    """A failure of the operating system as a sentence."""
    place = f"{problem.filename}: " if problem.filename else ""
    known = cause(os.strerror(problem.errno)) if problem.errno else ""
    return known or f"{place}{problem.strerror or problem}."

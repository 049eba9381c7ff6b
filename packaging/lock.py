"""Writes the three lock files: `python3.11 packaging/lock.py`, with a Python that has pip.

Requirements are those of pyproject.toml; the lock files add all dependencies, exact versions, and the hashes of all wheels
of each version, so that one file serves all systems and all Pythons from 3.11 on. Packages come from the index that pip is
configured to use.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from pip._internal.commands import create_command
from pip._internal.index.collector import LinkCollector, parse_links
from pip._internal.models.search_scope import SearchScope
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
HEADING = "# Made by packaging/lock.py from pyproject.toml: names, versions and the hashes of every wheel.\n"

# The environments in which the program runs; a dependency of any of them is locked for all.
ENVIRONMENTS = [
    {
        "os_name": "nt" if system == "Windows" else "posix",
        "sys_platform": {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}[system],
        "platform_system": system,
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "python_version": f"3.{minor}",
        "python_full_version": f"3.{minor}.0",
        "implementation_version": f"3.{minor}.0",
    }
    for system, machine in [("Linux", "x86_64"), ("Linux", "aarch64"), ("Darwin", "arm64"), ("Windows", "AMD64")]
    for minor in range(11, 15)
]


def needed_somewhere(requirement: Requirement, extras: set[str]) -> bool:
    """Whether a requirement applies in any of ENVIRONMENTS."""
    if requirement.marker is None:
        return True
    return any(
        requirement.marker.evaluate({**environment, "extra": extra})
        for environment in ENVIRONMENTS
        for extra in extras or {""}
    )


def resolved(requirements: list[str]) -> list[dict]:
    """The entries of pip's report on what it would install for the requirements."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
        command += ["--only-binary", ":all:", "--report", str(report), *requirements]
        subprocess.run(command, check=True)
        return json.loads(report.read_text())["install"]


def needs(entry: dict) -> list[Requirement]:
    """The requirements of a package in the report, for all ENVIRONMENTS."""
    extras = set(entry.get("requested_extras", []))
    texts = entry["metadata"].get("requires_dist", [])
    return [need for need in map(Requirement, texts) if needed_somewhere(need, extras)]


def closure(requirements: list[str]) -> dict[str, dict]:
    """Name to report entry of all direct and indirect dependencies, for all ENVIRONMENTS."""
    wanted = list(requirements)
    while True:
        entries = {canonicalize_name(entry["metadata"]["name"]): entry for entry in resolved(wanted)}
        every_need = [need for entry in entries.values() for need in needs(entry)]
        missing = {f"{need.name}{need.specifier}" for need in every_need if canonicalize_name(need.name) not in entries}
        if not missing:
            return entries
        wanted += sorted(missing)


def reachable(requirements: list[str], entries: dict[str, dict]) -> set[str]:
    """The names of all direct and indirect dependencies of some requirements."""
    found: set[str] = set()
    ahead = [canonicalize_name(Requirement(text).name) for text in requirements]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += [canonicalize_name(need.name) for need in needs(entries[name])]
    return found


def wheel_hashes(versions: dict[str, str]) -> dict[str, list[str]]:
    """The SHA-256 of all wheels of each version, from the indexes that pip is configured to use."""
    # WORKAROUND(pip 23 to 25): no pip command lists the hashes of all files of a version, so its page parser is called.
    command = create_command("download")
    options, _ = command.parse_args([])
    hashes: dict[str, set[str]] = {name: set() for name in versions}
    with command.main_context():
        collector = LinkCollector.create(command.get_default_session(options), options=options)
        collector.search_scope = SearchScope.create([], collector.search_scope.index_urls, no_index=False)
        for name, version in versions.items():
            for source in collector.collect_sources(name, lambda link: [link]).index_urls:
                for page in source.page_candidates() if source else ():
                    content = collector.fetch_response(page)
                    for link in parse_links(content) if content else ():
                        if link.is_wheel and is_version(link.filename, version) and link.hash_name == "sha256":
                            hashes[name].add(link.hash)
    return {name: sorted(found) for name, found in hashes.items()}


def is_version(filename: str, version: str) -> bool:
    """Whether a wheel is of a version, by its file name."""
    try:
        return str(parse_wheel_filename(filename)[1]) == version
    except ValueError:  # old files whose names are no longer valid
        return False


def lock_text(versions: dict[str, str], hashes: dict[str, list[str]]) -> str:
    """The text of a lock file."""
    entries = [
        " \\\n".join([f"{name}=={version}", *(f"    --hash=sha256:{found}" for found in hashes[name])])
        for name, version in versions.items()
    ]
    return HEADING + "\n".join(entries) + "\n"


def main() -> None:
    """Resolves all requirements and writes the lock files."""
    if sys.version_info[:2] != OLDEST:
        sys.exit(f"lock.py: Python {OLDEST[0]}.{OLDEST[1]} was expected, the oldest one that every version must fit.")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # All lock files come from one resolution, so that they agree and the others only add to the first.
    needed = project["dependencies"]
    extras = {extra: needed + project["optional-dependencies"][extra] for extra in ("test", "build")}
    entries = closure(extras["test"] + extras["build"])
    versions = {name: entries[name]["metadata"]["version"] for name in sorted(entries)}
    hashes = wheel_hashes(versions)
    if bare := [name for name, found in hashes.items() if not found]:
        sys.exit(f"lock.py: no wheels were found for {', '.join(bare)}.")
    parts = {"": reachable(needed, entries)}
    parts |= {f"-{extra}": reachable(wanted, entries) for extra, wanted in extras.items()}
    for file, names in ((f"requirements{name}.lock", names) for name, names in parts.items()):
        text = lock_text({name: version for name, version in versions.items() if name in names}, hashes)
        (ROOT / "packaging" / file).write_text(text, encoding="utf-8", newline="\n")
        print(f"{file}: {len(names)} packages")


if __name__ == "__main__":
    main()

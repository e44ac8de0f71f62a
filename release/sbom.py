"""The list of all packages that a server runs, as CycloneDX 1.5 JSON (SBOM).

``python -m release.sbom --output FILE`` writes what uv says of uv.lock (name, version, package URL,
files with their SHA-256, who needs whom) and adds the licences that installed packages declare.
"""

import argparse
import json
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Final

BIN: Final = Path(sys.executable).parent
PROJECT: Final = Path("pyproject.toml")
EXPORT: Final = (
    *("export", "--frozen", "--no-dev", "--all-extras", "--quiet"),
    *("--format", "cyclonedx1.5", "--preview-features", "sbom-export"),
)
CLASSIFIER: Final = "License :: OSI Approved :: "
LONGEST_NAME: Final = 100
"""Characters; some packages put the whole text of their licence where its name belongs."""


def licences(package: str) -> list[dict[str, Any]]:
    """What an installed package says its licence is; nothing when it is not installed."""
    try:
        declared = metadata.metadata(package).json
    except metadata.PackageNotFoundError:
        return []
    # An SPDX expression (PEP 639); before that there were classifiers and a free text.
    if expression := declared.get("license_expression"):
        return [{"expression": expression}]
    classifiers = declared.get("classifier", [])
    names = [one.removeprefix(CLASSIFIER) for one in classifiers if one.startswith(CLASSIFIER)]
    free = str(declared.get("license", "")).strip()
    if not names and free and len(free) <= LONGEST_NAME:
        names = [free]
    return [{"license": {"name": name}} for name in names]


def document() -> dict[str, Any]:
    """The whole list. Raises CalledProcessError when uv.lock does not fit pyproject.toml."""
    exported = subprocess.run(
        [str(BIN / "uv"), *EXPORT], capture_output=True, text=True, check=True
    )
    listed: dict[str, Any] = json.loads(exported.stdout)
    own = listed["metadata"]["component"]
    own["type"] = "application"
    own["licenses"] = [{"expression": tomllib.loads(PROJECT.read_text())["project"]["license"]}]
    for component in listed["components"]:
        if found := licences(component["name"]):
            component["licenses"] = found
    return listed


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the list, and say how complete it is."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, required=True)
    output: Path = parser.parse_args(arguments).output
    listed = document()
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(listed, indent=1) + "\n")
    components = listed["components"]
    unknown = [one["name"] for one in components if "licenses" not in one]
    print(f"{output}: {len(components)} packages")
    if unknown:
        print(f"without a declared licence here: {', '.join(unknown)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

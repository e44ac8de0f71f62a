"""Known vulnerabilities of the packages that a server runs, as uv.lock has them.

``python -m release.audit`` asks the advisories of PyPI by pip-audit. Exit status: 0 when every
package was looked up and none has a known vulnerability, 1 when one has, 3 when it could not look.
What could not be looked up is never counted as sound.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

CLEAN: Final = 0
VULNERABLE: Final = 1
COULD_NOT_LOOK: Final = 3
BIN: Final = Path(sys.executable).parent
PACKAGES: Final = ("export", "--frozen", "--no-dev", "--no-emit-project", "--all-extras", "--quiet")
TIMEOUT_SECONDS: Final = 300


class Unavailable(Exception):
    """There is no complete answer; says why."""


class Vulnerability(NamedTuple):
    """One advisory about one package."""

    package: str
    version: str
    advisory: str
    fixed: tuple[str, ...]


class Audit(NamedTuple):
    """What is known about the packages that were looked up, and which were not."""

    looked_up: int
    found: list[Vulnerability]
    skipped: dict[str, str]


def audit(requirements: str, pip_audit: Sequence[str]) -> Audit:
    """Ask about pinned requirements with hashes. Raises Unavailable."""
    with tempfile.TemporaryDirectory() as folder:
        listed, report = Path(folder, "requirements.txt"), Path(folder, "report.json")
        listed.write_text(requirements)
        # The lock file is complete, so nothing has to be resolved or installed.
        command = [*pip_audit, "--requirement", str(listed), "--disable-pip", "--require-hashes"]
        command += ["--format", "json", "--output", str(report), "--progress-spinner", "off"]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unavailable(str(error)) from None
        # It ends with 1 both for a vulnerability and for its own errors; those leave no report.
        if done.returncode not in {CLEAN, VULNERABLE} or not report.exists():
            raise Unavailable(last_line(done.stderr))
        return read(report.read_text())


def read(report: str) -> Audit:
    """The report of pip-audit. Raises Unavailable when it is not one, or about no package."""
    found: list[Vulnerability] = []
    skipped: dict[str, str] = {}
    try:
        packages = json.loads(report)["dependencies"]
        for package in packages:
            if "skip_reason" in package:
                skipped[package["name"]] = package["skip_reason"]
                continue
            found += [
                Vulnerability(
                    package["name"], package["version"], each["id"], tuple(each["fix_versions"])
                )
                for each in package["vulns"]
            ]
    except (ValueError, KeyError, TypeError) as error:
        raise Unavailable(f"pip-audit wrote no report: {error!r}") from None
    if not packages:
        raise Unavailable("pip-audit has looked up no package")
    return Audit(len(packages) - len(skipped), found, skipped)


def last_line(text: str) -> str:
    """The last line that a program printed."""
    lines = text.strip().splitlines()
    return lines[-1] if lines else "pip-audit has said nothing"


def conclude(result: Audit) -> int:
    """Print what was found; the exit status."""
    for one in result.found:
        fixed = ", ".join(one.fixed) or "no version yet"
        print(f"{one.package} {one.version}: {one.advisory}, fixed in {fixed}")
    if result.skipped:
        print(f"could not look up {', '.join(result.skipped)}")
        print(f"the first reason: {next(iter(result.skipped.values()))}")
    if result.found:
        print(f"{len(result.found)} known vulnerabilities in {result.looked_up} packages")
        return VULNERABLE
    if result.skipped:
        print(f"could not look: {len(result.skipped)} packages have no answer")
        return COULD_NOT_LOOK
    print(f"no known vulnerability in {result.looked_up} packages")
    return CLEAN


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit uv.lock, or the requirements that are given."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--requirements", type=Path, help="a file in place of uv.lock")
    parser.add_argument("--pip-audit", type=Path, default=BIN / "pip-audit")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.requirements:
            requirements = chosen.requirements.read_text()
        else:
            exported = [str(BIN / "uv"), *PACKAGES]
            requirements = subprocess.run(
                exported, capture_output=True, text=True, check=True
            ).stdout
        return conclude(audit(requirements, [str(chosen.pip_audit)]))
    except Unavailable as error:
        print(f"could not look for known vulnerabilities: {error}")
        return COULD_NOT_LOOK


if __name__ == "__main__":
    sys.exit(main())

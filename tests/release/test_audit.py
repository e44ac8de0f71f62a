"""The scan for known vulnerabilities: some, none, or it could not look, never confused."""

import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from release import audit

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

SOUND = {"name": "django", "version": "5.2.8", "vulns": []}
HOLE = {"id": "PYSEC-2026-1", "fix_versions": ["24.0"], "aliases": ["CVE-2026-1"]}
VULNERABLE = {"name": "gunicorn", "version": "23.0", "vulns": [HOLE]}
UNFIXED = {"name": "celery", "version": "5.5", "vulns": [{**HOLE, "fix_versions": []}]}
SKIPPED = {"name": "caledonia", "skip_reason": "Dependency not found on PyPI"}
STUB = """#!{python}
import sys
report = {report!r}
assert {{"--require-hashes", "--disable-pip"}} <= set(sys.argv)
assert "django==5.2.8" in open(sys.argv[sys.argv.index("--requirement") + 1]).read()
if report is not None:
    open(sys.argv[sys.argv.index("--output") + 1], "w").write(report)
print({said!r}, file=sys.stderr)
sys.exit({status})
"""


def run(folder: Path, *, report: str | None, status: int, said: str = "") -> int:
    """The exit status of the scan, with a fake pip-audit."""
    stub, requirements = folder / "pip-audit", folder / "requirements.txt"
    stub.write_text(STUB.format(python=sys.executable, report=report, status=status, said=said))
    stub.chmod(0o755)
    requirements.write_text("django==5.2.8 --hash=sha256:0\n")
    return audit.main(["--requirements", str(requirements), "--pip-audit", str(stub)])


def report_of(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


@pytest.mark.parametrize(
    ("packages", "status", "expected", "said"),
    [
        ([SOUND], 0, audit.CLEAN, "no known vulnerability in 1 packages"),
        (
            [SOUND, VULNERABLE],
            1,
            audit.VULNERABLE,
            "gunicorn 23.0: PYSEC-2026-1, fixed in 24.0\n1 known",
        ),
        ([UNFIXED], 1, audit.VULNERABLE, "fixed in no version yet"),
        ([SOUND, SKIPPED], 0, audit.COULD_NOT_LOOK, "could not look: 1 packages have no answer"),
        (
            [SKIPPED, VULNERABLE],
            1,
            audit.VULNERABLE,
            "could not look up caledonia\nthe first reason: Dependency not",
        ),
        ([], 0, audit.COULD_NOT_LOOK, "looked up no package"),
    ],
)
def test_what_pip_audit_reports(
    packages: list[dict[str, Any]], status: int, expected: int, said: str, tmp_path: Path
) -> None:
    printed = StringIO()
    with redirect_stdout(printed):
        assert run(tmp_path, report=report_of(*packages), status=status) == expected
    assert said in printed.getvalue()
    assert ("no known" in printed.getvalue()) == (expected == audit.CLEAN)


@pytest.mark.parametrize(
    ("report", "status"),
    [(None, 1), (None, 0), ("{", 0), ("[]", 0), ("{}", 0), (report_of(SOUND), 2)],
)
def test_without_a_whole_report_it_could_not_look(
    report: str | None, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """pip-audit has the same status for its own errors as for a vulnerability."""
    away = "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed"
    assert run(tmp_path, report=report, status=status, said=away) == audit.COULD_NOT_LOOK
    printed = capsys.readouterr().out
    assert printed.startswith("could not look")
    assert "no known" not in printed


def test_without_pip_audit_it_could_not_look(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "requirements.txt").write_text("django==5.2.8\n")
    chosen = ["--requirements", str(tmp_path / "requirements.txt")]
    missing = ["--pip-audit", str(tmp_path / "nowhere")]
    assert audit.main([*chosen, *missing]) == audit.COULD_NOT_LOOK
    assert "could not look" in capsys.readouterr().out

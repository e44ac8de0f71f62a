"""Compiling the tests of a new clone once, in place of once for each process of a run."""

import compileall
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

TESTS = Path(__file__).parent

LeftOut = Callable[[Path, pytest.Config], bool]


def compile_share(number: int, of: int, config: pytest.Config, left_out: LeftOut) -> None:
    """Compile the files that fall to one process of so many, where nobody has.

    All begin at the same time and import the same files in the same order, so that otherwise each
    of them would compile all. A file that another one has not finished is compiled at its import.
    """
    asked = [Path(one.partition("::")[0]).resolve() for one in config.args]
    ignored = [Path(one).resolve() for one in config.option.ignore or ()]
    paths = [path for path in sorted(TESTS.rglob("*.py")) if _lies_in(path, asked)]
    for path in [path for path in paths if not _lies_in(path, ignored)][number::of]:
        if path.name.startswith("test_"):
            if not left_out(path, config):
                _compile_with_asserts(path, config)
        else:
            compileall.compile_file(path, quiet=2)


def _lies_in(path: Path, places: list[Path]) -> bool:
    return any(place == path or place in path.parents for place in places)


def _compile_with_asserts(path: Path, config: pytest.Config) -> None:
    """As pytest does when it imports a test, which tells what its asserts have compared."""
    kept = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
    if kept.exists() or not rewrite.try_makedirs(kept.parent):
        return
    # An error is reported where the file is imported.
    with suppress(SyntaxError):
        found, code = rewrite._rewrite_test(path, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, found, kept)

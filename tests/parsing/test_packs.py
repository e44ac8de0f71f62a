"""Content packs at their largest: their TOML, their CSV, their bytes.

By default the longest file that a directory may have is measured; what costs most, and the longest
pack, in ``make test-all``.
"""

import json
from collections.abc import Callable
from typing import Final

import pytest

from games.engine import PackError, packs
from tests.engine.test_content import builtin_files, canonical
from tests.parsing.growth import Case, check

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.no_cover]


Build = Callable[[int], str]


def repeated(part: str, *, before: str = "", after: str = "") -> Build:
    """As many parts as fit into a size."""
    return lambda size: before + part * ((size - len(before + after)) // len(part)) + after


def numbered(line: str) -> Build:
    """As many lines as fit, each with its number in the place of %06d."""
    return lambda size: "".join(line % number for number in range(size // len(line % 0)))


TOML: Final[dict[str, Build]] = {
    "a key of dots": repeated("a.", after="a = 1"),
    "a key of dots in quotes": repeated("''.", after="a = 1"),
    "a table of dots": repeated("a.", before="[", after="a]"),
    "a list of tables of dots": repeated("a.", before="[[", after="a]]"),
    "dots in an inline table": repeated("a.", before="x = {", after="a = 1}"),
    "dotted keys": numbered("a.b.c.k%06d = 1\n"),
    "dotted keys apart": numbered("k%06d.a.b.c = []\n"),
    "tables": numbered("[a.b.c.k%06d]\n"),
    "lists of tables": repeated("[[a]]\n[a.b]\nc.d = 1\n"),
    "keys": numbered("k%06d = 1\n"),
    "keys in an inline table": lambda size: "x = {" + numbered("k%06d = [],")(size - 11) + "z = 1}",
    "a deep list": repeated("[", before="x = "),
    "a deep table": repeated("{a = ", before="x = "),
    "lists of lists": repeated("[[[]]],", before="x = [", after="]"),
    "numbers": repeated("1,", before="x = [", after="]"),
    "one number": repeated("9", before="x = "),
    "one hexadecimal number": repeated("f", before="x = 0x"),
    "the longest numbers": repeated("9" * 4300 + ",", before="x = [", after="]"),
    "one decimal number": repeated("1", before="x = 1.", after="e-99999"),
    "escapes": repeated("\\n", before='x = "', after='"'),
    "escapes of four bytes": repeated("\\U0001F411", before='x = "', after='"'),
    "quotes in a long string": repeated('""\\"', before='x = """', after='"""'),
    "a string that does not end": repeated('\\"', before='x = "'),
    "a long string that does not end": repeated('"" ', before='x = """'),
    "comments": repeated("#\n"),
    "empty lines": repeated("\n"),
    "fields that there are not": numbered("[k%06d]\n"),
}
CSV: Final[dict[str, Build]] = {
    "commas": repeated(","),
    "rows": repeated("\n"),
    "rows of another length": repeated("1,2\n"),
    "one number": repeated("9"),
    "quotes": repeated('""'),
    "a quote that does not end": repeated('"a\n'),
    "line ends": repeated("\x0b"),
}
RAW: Final[dict[str, Build]] = {
    "files": lambda size: json.dumps(
        {f"{number:06d}": "" for number in range(size // 12)}, separators=(",", ":")
    ),
    "brackets": repeated("["),
    "escapes": repeated("\\u00e9", before='{"a":"', after='"}'),
    "halves of surrogates": repeated("\\ud800", before='{"a":"', after='"}'),
    "one name": repeated('"a":"",', before="{", after='"a":""}'),
}


def in_file(name: str, build: Build) -> Callable[[int], bytes]:
    """A pack of which one file has a size."""
    return lambda size: canonical({**builtin_files(), name: build(size)})


MOST: Final = packs.MOST_FILE_BYTES
COSTLY: Final = (
    *("dotted keys", "dotted keys apart", "tables", "lists of tables", "lists of lists"),
    *("keys", "keys in an inline table", "numbers", "fields that there are not", "comments"),
)
"""They are linear, and take longest of all."""


def toml_case(name: str, size: int, seconds: float, mebibytes: float) -> Case:
    build = in_file("values.toml", TOML[name])
    return Case(name, build, packs.from_bytes, size, seconds, mebibytes, PackError)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            toml_case(name, MOST, 0.2, 16),
            marks=[pytest.mark.long] if name in COSTLY else [],
        )
        for name in TOML
    ],
    ids=str,
)
def test_toml_files_grow_linearly(case: Case) -> None:
    check(case)


@pytest.mark.long
@pytest.mark.parametrize("name", ["dotted keys apart", "fields that there are not"])
def test_toml_of_the_largest_packs_grows_linearly(name: str) -> None:
    check(toml_case(name, packs.MOST_BYTES - 32 * 1024, 4, 256))


@pytest.mark.parametrize(
    "case",
    [
        Case(name, in_file("contracts.csv", build), packs.from_bytes, MOST, 0.2, 16, PackError)
        for name, build in CSV.items()
    ],
    ids=str,
)
def test_csv_files_grow_linearly(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("name", RAW)
def test_bytes_of_packs_grow_linearly(name: str) -> None:
    def build(size: int) -> bytes:
        return RAW[name](size).encode()

    check(Case(name, build, packs.from_bytes, packs.MOST_BYTES, 0.5, 64, PackError))

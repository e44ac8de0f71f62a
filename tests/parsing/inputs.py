"""Inputs that are one thing over and over, which is what slow parsers are slow at."""

from collections.abc import Callable
from typing import Final

Build = Callable[[int], bytes]

PATTERNS: Final = (
    *(",", "a,", ", ", "*,", "en,", "en;q=0.1,", "en-", "*/*,", "a/b;a=b,"),
    *(";", '";', "a;", "a=b;", "a=;", 'a="b;c";', "a*=b'c'd;", "a*0=b;", "=", "&", "a=1&", "+"),
    *('"', '\\"', "\\", "\\1", "\\101", 'W/"x",', '"x",', "'", "(", "[", "/", "//", "?", "#"),
    *(
        " ",
        "\t",
        "9",
        "0",
        "x",
        "x ",
        "-",
        "_",
        ".",
        ":",
        "::",
        "a:",
        "@",
        "%",
        "%41",
        "%ff",
        "\xe9",
    ),
)
"""What separates, quotes or escapes in some header or query."""


def repeated(part: bytes, *, before: bytes = b"", after: bytes = b"") -> Build:
    """As many parts as fit into a size."""
    return lambda size: before + part * ((size - len(before + after)) // len(part)) + after


def texts(before: tuple[str, ...]) -> dict[str, Callable[[int], str]]:
    """Each pattern over and over, behind each of some beginnings, by a name.

    What begins with a quote ends with one.
    """

    def built(pattern: str, start: str) -> Callable[[int], str]:
        end = '"' if start.endswith('"') else ""
        return lambda size: (start + pattern * size)[: size - len(end)] + end

    return {f"{start!r} {one!r}": built(one, start) for one in PATTERNS for start in before}

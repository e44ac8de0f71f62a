"""Tables in plain text."""

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns under their heads, the first one flush left and the others flush right."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = cells
    width, *more = widths
    padded = [first.ljust(width), *(c.rjust(w) for c, w in zip(others, more, strict=True))]
    return "  ".join(padded).rstrip()

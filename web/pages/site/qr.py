"""QR codes as one path of an SVG, drawn here: the policy of the pages admits no other picture."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

import segno


class QrCode(NamedTuple):
    """Dark squares of size 1, as a path within ``size`` by ``size``, the quiet zone included."""

    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """The QR code for a text."""
    rows = list(segno.make_qr(text, error="m").matrix_iter())
    path = "".join(_line(y, row) for y, row in enumerate(rows))
    return QrCode(len(rows), path)


def _line(y: int, row: Iterable[int]) -> str:
    parts, x = [], 0
    for dark, squares in groupby(row):
        width = len(list(squares))
        if dark:
            parts.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return "".join(parts)

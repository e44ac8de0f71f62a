"""Exact numbers: their sums, and how people read them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, TypeAlias

Ratio: TypeAlias = tuple[int, int]
"""A numerator and a denominator, which may have a divisor in common."""

SMALL: Final = 12
"""Fractions of at most so many parts are written as such."""
DIGITS: Final = 4
MEAN_DIGITS: Final = 3


def total(ratios: Iterable[Ratio]) -> Fraction:
    """The sum of many numbers: parts of one size are counted, which costs a tenth of fractions."""
    parts: dict[int, int] = {}
    for numerator, denominator in ratios:
        parts[denominator] = parts.get(denominator, 0) + numerator
    return sum((Fraction(number, size) for size, number in parts.items()), Fraction(0))


def number_text(value: Fraction | None) -> str:
    """A whole number, a fraction of few parts such as ``5 1/3``, else a decimal; a dash for None.

    Decimals are rounded to four digits, half to even, and have a point.
    """
    if value is None:
        return "-"
    sign, size = "-" if value < 0 else "", abs(value)
    whole, part = divmod(size, 1)
    if not part:
        return f"{sign}{whole}"
    if part.denominator <= SMALL:
        return f"{sign}{whole} {part}" if whole else f"{sign}{part}"
    scaled = round(size * 10**DIGITS)
    whole, digits = divmod(scaled, 10**DIGITS)
    return f"{sign}{whole}.{digits:0{DIGITS}d}"


def mean_text(value: Fraction | None) -> str:
    """A decimal with a point and always three digits, so that a column of means has one form."""
    if value is None:
        return "-"
    scaled = round(abs(value) * 10**MEAN_DIGITS)
    whole, digits = divmod(scaled, 10**MEAN_DIGITS)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole}.{digits:0{MEAN_DIGITS}d}"


def percent_text(value: Fraction | None) -> str:
    """A share in percent, with two digits; a dash for None."""
    if value is None:
        return "-"
    whole, digits = divmod(round(value * 10_000), 100)
    return f"{whole}.{digits:02d} %"

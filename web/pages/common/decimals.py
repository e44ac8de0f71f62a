"""Exact numbers as pages write them: with the decimal sign of the language."""

import re
from fractions import Fraction
from typing import Final

from django.utils.formats import get_format

from tournaments.scoring.explaining import value_text
from tournaments.scoring.numbers import number_text

DECIMAL: Final = re.compile(r"^(-?\d+)\.(\d+(?: %)?)$")


def localized(text: str) -> str:
    """A number as the pure rooms write it, in the language of the page; other texts as they are."""
    return DECIMAL.sub(rf"\1{get_format('DECIMAL_SEPARATOR')}\2", text)


def number_shown(value: Fraction | None) -> str:
    """A whole number, a fraction of few parts, else a decimal; a dash for None."""
    return localized(number_text(value))


def value_shown(column: str, value: Fraction | None) -> str:
    """The value of a column of the standings."""
    return localized(value_text(column, value))

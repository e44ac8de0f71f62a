"""The lines of the score sheet, as its fields are called."""

from typing import Final

LINES: Final = (
    "glory",
    "basic_goods",
    "processed_goods",
    "money",
    "hops",
    "cotton",
    "tobacco",
    "sugar_cane",
    "exports",
    "settlements",
    "auction",
)
"""Those that add up to the total. (FINAL-03)"""

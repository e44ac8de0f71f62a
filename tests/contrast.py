"""The contrast of two colours, as WCAG 2.2 has it."""

from collections.abc import Sequence


def luminance(colour: Sequence[float]) -> float:
    """Of red, green and blue from 0 to 255."""
    parts = [part / 255 for part in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """From 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def rgb(colour: str) -> list[int]:
    """Of a colour such as ``#ff8800``."""
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]

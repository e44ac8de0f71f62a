"""SVG documents as PNG, by the fonts of the project alone. Needs no Django."""

from pathlib import Path
from typing import Final

import resvg_py

FONTS: Final = Path(__file__).parents[2] / "fonts"

Size = tuple[int, int]
"""Width and height in pixels."""


def png(svg: str, size: Size) -> bytes:
    """A document as a picture of a size."""
    width, height = size
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
            font_family="DejaVu Sans",
        )
    )

"""The style sheet of pictures: the colours of the light theme, without variables."""

import re
from functools import cache
from pathlib import Path
from typing import Final

CSS: Final = Path(__file__).parents[2] / "static" / "web" / "css"
LIGHT_DARK: Final = re.compile(r"light-dark\(((?:[^(),]|\([^()]*\))+),((?:[^()]|\([^()]*\))+)\)")
RULE: Final = re.compile(r"(?:\.map )?(\.[\w. -]+(?:, (?:\.map )?\.[\w. -]+)*) \{([^{}]*)\}")
DECLARATION: Final = re.compile(r"--([\w-]+): ([^;]+);")
VARIABLE: Final = re.compile(r"var\(--([\w-]+)\)")
DRAWN: Final = ("fill", "stroke", "opacity")
"""Properties that colour a drawing; pictures need no others."""
TEXTS: Final = """
text { font-family: "DejaVu Sans" }
.cost { font-size: 16px; font-weight: bold; text-anchor: middle }
.name { display: none }
.under { font-size: 13px; font-weight: bold; text-anchor: middle }
.port-tile text { fill: #23261f; font-size: 19px; font-weight: bold; text-anchor: middle }
"""
"""Text in the font of the project."""


def palette() -> dict[str, str]:
    """The colours of the light theme, by name."""
    return dict(DECLARATION.findall(_light(_read("tokens.css"))))


def _read(name: str) -> str:
    return (CSS / name).read_text(encoding="utf-8")


def _light(css: str) -> str:
    return LIGHT_DARK.sub(lambda found: found[1].strip(), css)


@cache
def style() -> str:
    """The rules that colour the drawing of a board, for a renderer that is no browser."""
    known = palette()
    board, _, _ = _light(_read("board.css")).partition("/* Where the map is small")
    rules = []
    for selectors, body in RULE.findall(board):
        kept = [
            VARIABLE.sub(lambda found: known.get(found[1], "#000"), each.strip())
            for each in body.split(";")
            if each.strip().startswith(DRAWN) and "var(--p)" not in each
        ]
        if kept:
            plain = selectors.replace(".map ", "")
            rules.append(f"{plain} {{ {'; '.join(kept)} }}")
    for seat in range(4):
        own = known[f"p{seat}"]
        shapes = f".p{seat} .shape, .used.p{seat}, .shape.p{seat}"
        rules.append(f"{shapes} {{ fill: {own}; stroke: #fffdf5; stroke-width: 1.6 }}")
    return "\n".join(rules) + TEXTS

"""A finished game as an SVG document: the board as the page draws it, and who has won."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from math import ceil, floor
from typing import Final

import msgspec
from django.template.loader import render_to_string
from django.utils import translation
from msgspec import Struct

from games import engine
from web.pages.common.pieces import Sign, signs
from web.pages.share.animation_job import Sprite
from web.pages.share.colours import VARIABLE, palette, style
from web.pages.table.parts.board import MapShown, board

SIZE: Final = (1200, 630)
"""Of the picture that programs show with a link."""
BOARD: Final = (40, 30, 690, 570)
"""Where the board stands: left, top, width, height."""
REACH: Final = 45
"""How far a piece extends from its place, with the text below it."""
TITLE_OF_ALL: Final = "Clans of Caledonia"
"""Programs that show a link write the name of the game beside the picture."""
LONGEST: Final = 22
"""Characters of a name."""
EDGE: Final = "var(--p-edge, #fff)"
TITLE: Final = re.compile(r"<title>.*?</title>", re.DOTALL)
LAST_WRITTEN: Final = "\u052f"
"""The last letter of Latin, Greek and Cyrillic that the font has."""


class Ranked(Struct, frozen=True):
    """A player of the picture; without ``points`` where a game has no result."""

    sign: Sign
    rank: int
    points: int | None


def ranking(state: engine.State, names: Sequence[str]) -> list[Ranked]:
    """The players of a game that is over, best first."""
    sheets = {int(sheet.seat): sheet for sheet in state.scores}
    found = [
        Ranked(sign, sheets[sign.seat].rank, sheets[sign.seat].total)
        if sign.seat in sheets
        else Ranked(sign, 1, None)
        for sign in signs([written(name, f"Player {seat + 1}") for seat, name in enumerate(names)])
    ]
    return sorted(found, key=lambda one: (one.rank, one.sign.seat))


def written(text: str, otherwise: str) -> str:
    """A text in letters that the font has, shortened if it is long."""
    plain = text if max(text, default=" ") <= LAST_WRITTEN else otherwise
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"


def card(state: engine.State, names: Sequence[str]) -> str:
    """The board, the players and their points."""
    ranked = ranking(state, names)
    shown = shown_on(state, ranked)
    still = _still(shown, ranked, _pieces(shown))
    return _document([head(), *still, *(one.svg for one in [*points(ranked), caption()])])


def ground(shown: MapShown, ranked: Sequence[Ranked]) -> str:
    """The part of a picture that stays the same for the whole game."""
    return _document([head(), *_still(shown, ranked)])


def shown_on(state: engine.State, ranked: Sequence[Ranked]) -> MapShown:
    """The board of a state, as every picture has it."""
    with translation.override("en"):
        return board(state, sorted((one.sign for one in ranked), key=lambda sign: sign.seat))


def pieces(shown: MapShown) -> Iterator[Sprite]:
    """The pieces on a board, the lowest first."""
    none: dict[str, Sequence[object]] = {"covers": [], "tiles": [], "ports": [], "tokens": []}
    left, top, wide, high = map(float, shown.box.split())
    scale = min(BOARD[2] / wide, BOARD[3] / high)
    across = BOARD[0] + (BOARD[2] - wide * scale) / 2 - left * scale
    down = BOARD[1] + (BOARD[3] - high * scale) / 2 - top * scale
    placed = f'transform="translate({across:.4f} {down:.4f}) scale({scale:.6f})"'
    for kind in none:
        for one in getattr(shown, kind):
            drawn = _pieces(msgspec.structs.replace(shown, **{**none, kind: [one]}))
            x, y = float(one.x) * scale + across, float(one.y) * scale + down
            box = _around(x - REACH, y - REACH, x + REACH, y + REACH)
            yield Sprite(f"<g {placed}>{TITLE.sub('', drawn)}</g>", box)


def points(ranked: Sequence[Ranked]) -> Iterator[Sprite]:
    """The points of the players who have some."""
    ink = palette()["ink"]
    for y, one in _lines(ranked):
        if one.points is not None:
            yield Sprite(
                f'<text x="1160" y="{y}" fill="{ink}" font-size="32" font-weight="bold" '
                f'text-anchor="end">{one.points}</text>',
                _around(1030, y - 32, 1165, y + 10),
            )


def caption(text: str = TITLE_OF_ALL) -> Sprite:
    """The text below the players."""
    soft = palette()["ink-soft"]
    return Sprite(
        f'<text x="770" y="590" fill="{soft}" font-size="20">{escape(text)}</text>',
        _around(765, 568, 1165, 600),
    )


def _around(left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
    """The box around a part, by steps that are whole pixels of a picture of any third of the size.

    So a part looks the same wherever it is drawn.
    """
    west, north = floor(left / 3) * 3, floor(top / 3) * 3
    return west, north, ceil((right - west) / 3) * 3, ceil((bottom - north) / 3) * 3


def neutral() -> str:
    """The picture of a game that is not public."""
    return _document([head(), _heading(TITLE_OF_ALL, x=600, y=330, anchor="middle")])


def _document(parts: Sequence[str]) -> str:
    wide, high = SIZE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f'<rect width="{wide}" height="{high}" fill="{palette()["paper"]}"/>{"".join(parts)}</svg>'
    )


def _still(shown: MapShown, ranked: Sequence[Ranked], on_it: str = "") -> list[str]:
    """The board with what is on it, and the names of the players."""
    left, top, wide, high = BOARD
    inner = TITLE.sub("", f"{shown.drawn}{on_it}")
    place = f'x="{left}" y="{top}" width="{wide}" height="{high}" viewBox="{shown.box}"'
    return [f"<svg {place}>{inner}</svg>", _heading(TITLE_OF_ALL), *_names(ranked)]


def _pieces(shown: MapShown) -> str:
    return _tinted(render_to_string("web/parts/pieces.html", {"shown": shown}))


def head() -> str:
    """Colours and symbols at the beginning of each document."""
    return f"<style>{style()}</style><defs>{_symbols()}</defs>"


@cache
def _symbols() -> str:
    """The symbols of the pages, those of units once for each colour of a player."""
    sprite = render_to_string("web/parts/symbols.html")
    colours = palette()
    found = re.findall(r"<symbol .*?</symbol>", sprite, re.DOTALL)
    plain = [one.replace(EDGE, "#fff") for one in found]
    for seat in range(4):
        plain += [
            one.replace('id="s-', f'id="p{seat}-', 1).replace(EDGE, colours[f"p{seat}"])
            for one in found
            if one.startswith('<symbol id="s-')
        ]
    return VARIABLE.sub(lambda name: colours[name[1]], "".join(plain))


def _tinted(pieces: str) -> str:
    """Symbols of units with the colour of their player in the transparent parts."""
    for seat in range(4):
        token = re.compile(rf'(<g class="token p{seat}".*?class="glyph" href="#)s-', re.DOTALL)
        pieces = token.sub(rf"\g<1>p{seat}-", pieces)
    return pieces


def _heading(text: str, *, x: int = 770, y: int = 110, anchor: str = "start") -> str:
    ink = palette()["ink"]
    return (
        f'<text x="{x}" y="{y}" fill="{ink}" font-size="27" font-weight="bold" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _names(ranked: Sequence[Ranked]) -> Iterator[str]:
    ink = palette()["ink"]
    for y, one in _lines(ranked):
        yield (
            f'<use class="shape p{one.sign.seat}" href="#shape-{one.sign.shape}" x="770" '
            f'y="{y - 30}" width="36" height="36"/>'
            f'<text x="822" y="{y}" fill="{ink}" font-size="25">{escape(one.sign.name)}</text>'
        )


def _lines(ranked: Sequence[Ranked]) -> Iterator[tuple[int, Ranked]]:
    """The position of the line of each player."""
    yield from zip(range(200, 1000, 90), ranked, strict=False)

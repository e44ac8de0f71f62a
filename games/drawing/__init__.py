"""Pictures of a map, as text and as SVG. They read the board; the rules know nothing of them."""

from games.drawing.svg import map_layers, svg_map
from games.drawing.symbols import STYLE
from games.drawing.text import LEGEND, text_map

__all__ = ["LEGEND", "STYLE", "map_layers", "svg_map", "text_map"]

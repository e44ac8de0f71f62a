"""The pieces that a drawing is put together from: own symbols, and the style they share."""

from typing import Final

STYLE: Final = """
.grassland { fill: #c3d68b }
.forest { fill: #7aa468 }
.mountain { fill: #bfb3a1 }
.loch { fill: #6ea6c8 }
.tree { fill: #2f5b3c }
.tree-light { fill: #417350 }
.tuft { fill: none; stroke: #83a048; stroke-width: 1.5; stroke-linecap: round }
.heather { fill: #a07fae }
.rock { fill: #887b6d }
.shade { fill: #675c51 }
.snow { fill: #fbfaf5 }
.wave { fill: none; stroke: #d9ecf5; stroke-width: 1.4; stroke-linecap: round; opacity: .75 }
.rim { fill: none; stroke: #5d5138; stroke-width: 1; opacity: .38 }
.rim.water { stroke: none }
.seam { fill: none; stroke: #5d5138; stroke-width: 2; stroke-dasharray: 7 5; opacity: .6 }
.shore { fill: none; stroke: #f4e8c4; stroke-width: 5; stroke-linecap: round }
.bank, .river { fill: none; stroke-linecap: round; stroke-linejoin: round }
.bank { stroke: #f4e8c4; stroke-width: 9.5 }
.river { stroke: #3f86b8; stroke-width: 6 }
.delta { fill: #3f86b8; stroke: #f4e8c4; stroke-width: 1.2 }
.fall { fill: #3f86b8; stroke: #f4e8c4; stroke-width: 1.6 }
.foam { fill: none; stroke: #ffffff; stroke-width: 1.7; stroke-linecap: round }
.mist { fill: #f3f1ea }
.wisp { fill: none; stroke: #ffffff; stroke-width: 2; stroke-linecap: round }
.badge-edge, .badge-face { fill: none; stroke-linecap: round }
.badge-edge { stroke: #6d5a36; stroke-width: 22.3 }
.badge-face { stroke: #fbf5e2; stroke-width: 19.7 }
.cost { font: bold 13px Georgia, serif; fill: #3d3018; text-anchor: middle }
.name { font: bold 9px Verdana, sans-serif; fill: #41371f; text-anchor: middle }
.port { fill: #fbf5e2; stroke: #8c3b2a; stroke-width: 1.6 }
.boat { fill: #8c3b2a }
.players { font: bold 9px Verdana, sans-serif; fill: #fbf5e2; text-anchor: middle }
.heading { font: bold 16px Georgia, serif; fill: #3d3018 }
.cover { fill: #8c3b2a; stroke: #fbf5e2; stroke-width: 2; opacity: .92 }
.neutral { fill: #8d8a84; stroke: #3d3018; stroke-width: 2; opacity: .92 }
.paper { fill: #efe5cd }
""".strip()

SYMBOLS: Final = """
<path id="delta-mark" class="delta" d="M0,-7 L6,4.5 Q0,1.5 -6,4.5 Z"/>
<g id="waterfall-mark"><path class="fall" d="M-4.5,-9 Q0,-11.5 4.5,-9 L6.5,8 H-6.5 Z"/>\
<path class="foam" d="M-2.4,-7 L-3.2,4 M0,-5 V6 M2.4,-7 L3.2,4 M-7,9 q1.8,-3 3.5,0 t3.5,0 3.5,0 \
3.5,0"/></g>
<g id="port-mark"><circle class="port" r="14"/>\
<path class="boat" d="M-8.5,3.5 H8.5 L5.5,8 H-5.5 Z M-1,2 V-9.5 L7,2 Z M-2.2,2 V-6 L-7,2 Z"/></g>
""".strip()
"""Each is drawn around the origin, to be moved into place by ``use``."""

GROUND: Final[dict[str, dict[str, str]]] = {
    "mountain": {
        "rock": "M-13,8l9,-18 5,7 4,-4 9,15z",
        "shade": "M-4,-10l5,7 -2,11h15l-9,-15 -1,1 -1,6 -2,-3z",
        "snow": "M-4,-10l-3.2,6.4 2.2,-1.4 1.6,2 1.4,-2 1.6,.1z",
    },
    "forest": {
        "tree-light": "M-6,-7l4.2,7h-2l3,5h-4.5v3h-1.4v-3h-4.5l3,-5h-2z",
        "tree": "M4,-9l4.4,7h-2l3.2,5.5h-4.8v3h-1.6v-3h-4.8l3.2,-5.5h-2z"
        "m-4.5,6l4,6.5h-2l2.8,5h-4v2.5h-1.6v-2.5h-4l2.8,-5h-2z",
    },
    "grassland": {
        "tuft": "M-8,3q0,-4 -2,-6m4,6v-7m2,7q0,-4 2,-6m6,9q0,-4 -2,-6m4,6v-7m2,7q0,-4 2,-6",
        "heather": "M.7,-5a1.3,1.3 0 1,0 2.6,0 1.3,1.3 0 1,0 -2.6,0z",
    },
    "water": {"wave": "M-11,0q2.75,-3.5 5.5,0t5.5,0 5.5,0 5.5,0"},
}
"""What stands on each ground, around the origin: paths by their class, the lowest first. They are
drawn many times, so many become one path: only where each begins is absolute."""

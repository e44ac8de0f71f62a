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
.seam { fill: none; stroke: #5d5138; stroke-width: 2; stroke-dasharray: 7 5; opacity: .6 }
.shore { fill: none; stroke: #f4e8c4; stroke-width: 5; stroke-linecap: round }
.bank, .river { fill: none; stroke-linecap: round; stroke-linejoin: round }
.bank { stroke: #f4e8c4; stroke-width: 9.5 }
.river { stroke: #3f86b8; stroke-width: 6 }
.delta { fill: #3f86b8; stroke: #f4e8c4; stroke-width: 1.2 }
.mist { fill: #f3f1ea }
.wisp { fill: none; stroke: #ffffff; stroke-width: 2; stroke-linecap: round }
.badge { fill: #fbf5e2; stroke: #6d5a36; stroke-width: 1.3 }
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
<g id="mountain-mark"><path class="rock" d="M-13,8 L-4,-10 L1,-3 L5,-7 L14,8 Z"/>\
<path class="shade" d="M-4,-10 L1,-3 L-1,8 L3,8 L14,8 L5,-7 L4,-6 L3,0 L1,-3 Z"/>\
<path class="snow" d="M-4,-10 L-7.2,-3.6 L-5,-5 L-3.4,-3 L-2,-5 L-.4,-4.9 Z"/></g>
<g id="forest-mark">\
<path class="tree-light" d="M-6,-7 l4.2,7 h-2 l3,5 h-4.5 v3 h-1.4 v-3 h-4.5 l3,-5 h-2 Z"/>\
<path class="tree" d="M4,-9 l4.4,7 h-2 l3.2,5.5 h-4.8 v3 h-1.6 v-3 h-4.8 l3.2,-5.5 h-2 Z"/>\
<path class="tree" d="M-.5,-3 l4,6.5 h-2 l2.8,5 h-4 v2.5 h-1.6 v-2.5 h-4 l2.8,-5 h-2 Z"/></g>
<g id="grassland-mark"><path class="tuft" d="M-8,3 q0,-4 -2,-6 M-6,3 v-7 M-4,3 q0,-4 2,-6 \
M4,6 q0,-4 -2,-6 M6,6 v-7 M8,6 q0,-4 2,-6"/><circle class="heather" cx="2" cy="-5" r="1.3"/></g>
<path id="water-mark" class="wave" d="M-11,0 q2.75,-3.5 5.5,0 t5.5,0 t5.5,0 t5.5,0"/>
<path id="delta-mark" class="delta" d="M0,-7 L6,4.5 Q0,1.5 -6,4.5 Z"/>
<g id="port-mark"><circle class="port" r="14"/>\
<path class="boat" d="M-8.5,3.5 H8.5 L5.5,8 H-5.5 Z M-1,2 V-9.5 L7,2 Z M-2.2,2 V-6 L-7,2 Z"/></g>
""".strip()
"""Each is drawn around the origin, to be moved into place by ``use``."""

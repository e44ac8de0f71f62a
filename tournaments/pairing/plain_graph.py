"""A graph for the matching of networkx, which looks up a million edges for 128 players.

Imported where a round is drawn only: networkx is a sixth of what a web process loads.
"""

from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    IntGraph = nx.Graph[int]
else:
    IntGraph = nx.Graph


class PlainGraph(IntGraph):
    """Gives the edges of a node as the dictionary that holds them, without two views around it."""

    _adj: dict[int, dict[int, dict[str, Any]]]

    def __getitem__(self, node: int) -> dict[int, dict[str, Any]]:  # type: ignore[override]
        return self._adj[node]


def heaviest_matching(graph: PlainGraph) -> list[tuple[int, int]]:
    """Of the largest matchings the one that weighs most, each pair in order."""
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return [(min(pair), max(pair)) for pair in found]

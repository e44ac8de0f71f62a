"""The public names of structs in the OpenAPI description: they stay when a class is renamed.

A component is named after its class. ``PUBLISHED`` holds the classes that have been published under
another name; a new one needs no row.
"""

from typing import Any, Final, NamedTuple

from api import bodies

Json = Any


class Published(NamedTuple):
    """The name of a component, and the title in its schema."""

    component: str
    title: str


TWINS: Final = ("ChooseClan", "Bid", "EndTurn", "BonusUpgrade", "Brew", "Produce")
"""Moves and the decisions that admit them, which share a title."""
SHORT: Final = (
    "OpeningBid",
    "SealedBid",
    "PlaceWorker",
    "MainAction",
    "DeploymentBonuses",
    "BuildingBonus",
    "KeepContracts",
    "ExportBonuses",
    "FulfilNext",
    "FreeSpace",
)
"""Decisions published without ``Decision``."""
PUBLISHED: Final = {
    **{name: Published(f"{name}Move", name) for name in TWINS},
    **{f"{name}Decision": Published(f"{name}Decision", name) for name in TWINS},
    **{f"{name}Decision": Published(name, name) for name in SHORT},
    "KeepContracts": Published("KeepMove", "Keep"),
    "StatisticsLine": Published("Line", "Line"),
    "Keep": Published("KeepStandingOrder", "Keep"),
}
GENERIC: Final = (
    *("State", "Secrets", "DecisionOpened", "DecisionChanged", "PositionPlaced"),
    *("Produce", "ProduceAnswer", "ProduceDecision", "Answered", "StandingOrder"),
)
"""Structs whose names go on with the types that they were filled with."""
BASE_OF_MOVES: Final = "MoveBase"


def published(schemas: dict[str, Json]) -> dict[str, Json]:
    """The schemas under their public names, as are their references to each other.

    Where any move may stand, they refer to ``Move``.
    """
    renamed = {f"{bodies.REF}{name}": f"{bodies.REF}{component(name)}" for name in schemas}
    renamed[f"{bodies.REF}{BASE_OF_MOVES}"] = f"{bodies.REF}Move"
    return {component(name): _referring(_titled(name, of), renamed) for name, of in schemas.items()}


def component(name: str) -> str:
    """The public name of the component that msgspec names after a class."""
    name = _without_types(name)
    return PUBLISHED[name].component if name in PUBLISHED else name


def _without_types(name: str) -> str:
    own = name.partition("_")[0]
    return own if own in GENERIC else name


def _titled(name: str, schema: dict[str, Json]) -> dict[str, Json]:
    own = _without_types(name)
    if own in PUBLISHED:
        return schema | {"title": PUBLISHED[own].title}
    return schema | {"title": own} if own in GENERIC else schema


def _referring(schema: Json, renamed: dict[str, str]) -> Json:
    """A copy in which references lead to the components that they were renamed to."""
    if isinstance(schema, dict):
        return {key: _referring(value, renamed) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_referring(value, renamed) for value in schema]
    return renamed.get(schema, schema) if isinstance(schema, str) else schema

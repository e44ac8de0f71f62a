"""A JSON Patch applier of its own (RFC 6902): add, remove and replace."""

from typing import Any

Json = Any


def patched(document: Json, patch: list[dict[str, Json]]) -> Json:
    """The document after the operations; it is changed in place."""
    for operation in patch:
        *way, last = operation["path"].split("/")[1:]
        holder = document
        for step in way:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        _apply(holder, last, operation)
    return document


def _apply(holder: Json, last: str, operation: dict[str, Json]) -> None:
    kind = operation["op"]
    if isinstance(holder, dict):
        assert kind == "replace", operation
        assert last in holder, operation
        holder[last] = operation["value"]
    elif kind == "add":
        assert last == "-", operation
        holder.append(operation["value"])
    elif kind == "remove":
        del holder[int(last)]
    else:
        assert kind == "replace", operation
        holder[int(last)] = operation["value"]

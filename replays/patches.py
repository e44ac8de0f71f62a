"""From one view to the next by JSON Patch (RFC 6902), made from the effects.

A view is cut into parts (``PARTS``), and each class of effects says which of them it may change
(``Effect.TOUCHES``). After an event only those are worked out anew and compared with what they
were; what rests on much of the state (``ALWAYS``) is worked out every time.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from games import engine
from games.engine import effects as fx
from games.engine.terms import GOODS, IMPORTS, Seat
from games.engine.views import game as views
from games.engine.views.auction import auction_view
from games.engine.views.scores import scores_view

Part = tuple[str | int, ...]
"""The way to a part of a view, such as ``("market", "whisky")``."""


class Add(Struct, frozen=True, tag_field="op", gc=False, tag="add"):
    """A value is put in; a path that ends in ``-`` means the end of a list."""

    path: str
    value: Any


class Remove(Struct, frozen=True, tag_field="op", gc=False, tag="remove"):
    """A value goes."""

    path: str


class Replace(Struct, frozen=True, tag_field="op", gc=False, tag="replace"):
    """A value gives way to another one."""

    path: str
    value: Any


Operation = Add | Remove | Replace
Patch = list[Operation]


class Screen:
    """The parts of a view as they were last shown."""

    def __init__(self, state: engine.State, names: Sequence[str]) -> None:
        self.names = names
        self.shown = {part: self._read(state, part) for part in parts_of(state)}

    def follow(self, state: engine.State, touched: Iterable[Part] | None) -> Patch:
        """The patch from what was shown to this state; None stands for all parts."""
        parts = parts_of(state) if touched is None else sorted({*ALWAYS, *touched}, key=path_of)
        patch: Patch = []
        for part in parts:
            old, value = self.shown[part], self._read(state, part)
            if old != value:
                patch += _changes(path_of(part), old, value)
                self.shown[part] = value
        return patch

    def _read(self, state: engine.State, part: Part) -> Any:
        name, *inner = part
        return PARTS[str(name)](state, self.names, *inner)


# --- the parts ------------------------------------------------------------------------------------

PARTS: Final[dict[str, Callable[..., Any]]] = {
    "version": lambda state, _: state.version,
    "status": lambda state, _: "finished" if state.over else "running",
    "round": lambda state, _: state.round,
    "phase": lambda state, _: state.phase,
    "decisions": lambda state, _: [
        views.decision_view(state, decision) for decision in state.open_decisions()
    ],
    "undo_to": lambda state, _: engine.undo_to(state),
    "turn_order": lambda state, _: list(state.turn_order),
    "passed": lambda state, _: list(state.passed),
    "map": lambda state, _: views.MapView(list(state.modules), state.small),
    "market": lambda state, _, good: views.good_view(state, good),
    "export_board": lambda state, _: views.export_board_view(state),
    "imports": lambda state, _: dict(zip(IMPORTS, state.imports, strict=True)),
    "scoring_tiles": lambda state, _: list(state.scoring_tiles),
    "ports": lambda state, _: [views.port_view(port) for port in state.ports],
    "pieces": lambda state, _: [views.piece_view(piece) for piece in state.blockers],
    "draft": lambda state, _: views.draft_view(state),
    "auction": lambda state, _: auction_view(state),
    "players": lambda state, names, seat: views.player_view(state, seat, names[seat]),
    "scores": lambda state, _: scores_view(state),
    "ended_by": lambda state, _: views.ended_by(state),
    "expansions": lambda state, _: views.expansion_views(state),
}
"""By field of the view, how its parts are read off a state."""

FIXED: Final = ("game", "content", "viewer", "own")
"""The fields that no event changes once the game is set up, and the one that replays leave out."""

ALWAYS: Final[tuple[Part, ...]] = (
    ("version",),
    ("decisions",),
    ("undo_to",),
    ("expansions",),
)
WHOLE: Final = ("/decisions",)
"""Types whose new value is shorter than a patch."""


@cache
def path_of(part: Part) -> str:
    """The path of a part in a patch."""
    return "".join(f"/{step}" for step in part)


def parts_of(state: engine.State) -> list[Part]:
    """All parts that the view of a state has."""
    inner: dict[str, Sequence[str | int]] = {
        "market": GOODS,
        "players": [Seat(seat) for seat in range(len(state.players))],
    }
    return [
        part
        for name in PARTS
        for part in ([(name, key) for key in inner[name]] if name in inner else [(name,)])
    ]


# --- what changes them ----------------------------------------------------------------------------


def touched_by(effects: Iterable[fx.Effect]) -> set[Part] | None:
    """The parts that some effects may change, beside ``ALWAYS``; None for all of them."""
    parts: set[Part] = set()
    for effect in effects:
        if effect.TOUCHES is None:
            return None
        for field in effect.TOUCHES:
            parts.update(_parts(field, effect))
    return parts


def _parts(field: str, effect: Any) -> list[Part]:
    """Of a field that has parts, those that the effect names."""
    match field:
        case "players":
            return [("players", effect.seat)]
        case "market":
            goods = [effect.good] if hasattr(effect, "good") else GOODS
            return [("market", good) for good in goods]
        case _:
            return [(field,)]


# --- from an old value to a new one ---------------------------------------------------------------


def operations(path: str, old: Any, new: Any) -> Patch:
    """The operations that make the new value of the old one; none when they are equal."""
    return [] if old == new else _changes(path, old, new)


def _changes(path: str, old: Any, new: Any) -> Patch:
    """The operations of two values that differ."""
    if path not in WHOLE and type(old) is type(new):
        if isinstance(old, Struct) and not old.__struct_config__.omit_defaults:
            return _within(
                path, zip(old.__struct_fields__, astuple(old), astuple(new), strict=True)
            )
        if isinstance(old, dict) and old.keys() == new.keys():
            return _within(path, ((name, old[name], value) for name, value in new.items()))
        if isinstance(old, list):
            return _in_list(path, old, new)
    return [Replace(path, new)]


def _within(path: str, fields: Iterable[tuple[str | int, Any, Any]]) -> Patch:
    """Field by field: the name, the old and the new value. No name here has to be escaped."""
    patch: Patch = []
    for name, old, new in fields:
        if old != new:
            patch += _changes(f"{path}/{name}", old, new)
    return patch


def _in_list(path: str, old: list[Any], new: list[Any]) -> Patch:
    """Added at the end, one gone, or some that differ in place; else the list as a whole."""
    if len(new) > len(old) and new[: len(old)] == old:
        return [Add(f"{path}/-", value) for value in new[len(old) :]]
    places = [place for place, (a, b) in enumerate(zip(old, new, strict=False)) if a != b]
    if len(new) == len(old) - 1:
        gone = places[0] if places else len(new)
        if old[gone + 1 :] == new[gone:]:
            return [Remove(f"{path}/{gone}")]
    if len(new) == len(old) and 2 * len(places) <= len(new):
        return _within(path, [(place, old[place], new[place]) for place in places])
    return [Replace(path, new)]

"""The registry of this process: the expansions, and everything that they bring.

``assembly.assemble`` builds it, once, from one tuple of expansions. Nothing is ever added to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from games.engine.clans.base import Clan
    from games.engine.expansions.base import Expansion
    from games.engine.moves.base import MoveBase
    from games.engine.options import Options
    from games.engine.rules.answers import ClanChoice


@dataclass(frozen=True, eq=False)
class Registry:
    """Expansions in the order in which they are asked, clans by name and moves by type.

    The types are what msgspec needs to read stored forms: unions over all kinds there are, and for
    ``state_type`` a whole state with them. ``choice_type`` has the choices in production of all
    clans in one struct: JSON does not say of which clan one is.
    """

    expansions: "tuple[Expansion, ...]"
    clans: "Mapping[str, Clan]"
    moves: "Mapping[str, type[MoveBase]]"
    effects: "tuple[type, ...]"
    choice_type: "type[ClanChoice]"
    state_type: Any
    effect_type: Any
    secret_effect_type: Any
    move_type: Any


CLANS: Final[dict[str, "Clan"]] = {}
"""The clans of the registry of this process, which rules ask for dozens of times a move."""
IN_PLAY: Final[dict[int, tuple["Options", tuple["Expansion", ...]]]] = {}
"""By the identity of options the expansions in play, as far as ``expansions.in_play`` was asked."""
_installed: list[Registry] = []


def install(registry: Registry) -> None:
    """Use this registry from now on; for ``assembly`` alone."""
    _installed[:] = [registry]
    IN_PLAY.clear()
    CLANS.clear()
    CLANS.update(registry.clans)


def current() -> Registry:
    """The registry of this process."""
    return _installed[0]

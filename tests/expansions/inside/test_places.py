"""What an expansion brings is named in few places."""

import pytest

from tests.expansions.example.expansion import Example
from tests.places import places

ROOMS = ("tests/expansions",)
BROUGHT = (
    *((kind, Example.effects, 3) for kind in Example.effects),
    *((kind, Example.secret_effects, 2) for kind in Example.secret_effects),
    *((kind, Example.moves, 3) for kind in Example.moves),
    *((kind, Example.decisions, 2) for kind in Example.decisions),
)


@pytest.mark.parametrize(
    ("kind", "kinds", "most"), BROUGHT, ids=[kind.__name__ for kind, _, _ in BROUGHT]
)
def test_another_one_takes_few_places(kind: type, kinds: tuple[type, ...], most: int) -> None:
    """Its own file, and the page for a move; an effect also where it comes from, or is shown."""
    found = [name for name in places(kind, kinds, ROOMS) if ".inside." not in name]
    print(f"places to touch for {kind.__name__}: {len(found)}")
    assert 1 <= len(found) <= most, found

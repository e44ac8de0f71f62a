"""Packs that a process knows: enough of them, and never so many that they fill its memory."""

from collections.abc import Iterator

import msgspec
import pytest

from games import engine
from games.engine import packs

pytestmark = pytest.mark.engine


@pytest.fixture(autouse=True)
def _registry() -> Iterator[None]:
    """Nothing is registered before, and what is registered here is gone afterwards."""
    before, held = dict(packs._registered), dict(packs._held)
    packs._registered.clear()
    packs._held.clear()
    yield
    packs._registered.clear()
    packs._registered.update(before)
    packs._held.clear()
    packs._held.update(held)


def other(number: int) -> engine.Pack:
    """A pack with a hash of its own."""
    return msgspec.structs.replace(engine.packs.builtin(), hash=f"{number:064x}")


def test_the_packs_registered_longest_ago_go_first() -> None:
    for number in range(packs.PACKS_KEPT + 1):
        packs.register(other(number))
    with pytest.raises(engine.UnknownPack):
        packs.get(other(0).hash)
    assert packs.get(other(1).hash) == other(1)
    assert len(packs._registered) == packs.PACKS_KEPT


def test_one_that_is_registered_again_stays() -> None:
    for number in range(packs.PACKS_KEPT):
        packs.register(other(number))
    packs.register(other(0))
    packs.register(other(packs.PACKS_KEPT))
    assert packs.get(other(0).hash) == other(0)
    with pytest.raises(engine.UnknownPack):
        packs.get(other(1).hash)


def test_the_built_in_pack_is_always_there() -> None:
    for number in range(packs.PACKS_KEPT + 1):
        packs.register(other(number))
    assert packs.get(engine.packs.builtin().hash) is engine.packs.builtin()


def test_one_that_somebody_holds_is_found_however_many_come_after_it() -> None:
    held = other(0)
    packs.register(held)
    for number in range(1, packs.PACKS_KEPT + 1):
        packs.register(other(number))
    assert packs.get(held.hash) is held
    assert len(packs._registered) == packs.PACKS_KEPT
    packs.register(held)
    assert packs.get(held.hash) is held

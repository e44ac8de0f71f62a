"""What content packs of games from files may take on the disk, and when they go."""

from typing import Any

import pytest
from django.utils import timezone

from games import engine, packs, services
from games.models import ContentPack, Game
from tests.api.conftest import Caller, problem
from tests.replays.jobs import read_here, refused, taken
from tests.replays.own_packs import SMALL, file_with_pack, pack_of
from tests.replays.servers import imported
from tests.replays.tables import played_out

__all__ = ["read_here"]

pytestmark = pytest.mark.usefixtures("read_here")
LARGEST = engine.packs.MOST_NEW_BYTES


def kept() -> set[str]:
    """The packs that are stored."""
    return set(ContentPack.objects.values_list("hash", flat=True))


@pytest.mark.uncounted
def test_a_pack_that_comes_in_has_a_largest_size(bob: Caller) -> None:
    assert taken(bob, file_with_pack(0, LARGEST))["status"] == "done"
    refusal = refused(bob, file_with_pack(1, LARGEST + 1), "bad_content")
    assert str(LARGEST) in refusal["detail"]
    assert kept() == {pack_of(0, LARGEST).hash}
    # Of those who run the server it is taken, as games may have it from before.
    assert bob.user is not None
    assert imported(file_with_pack(1, LARGEST + 1), bob.user, trusted=True).version == 3


@pytest.mark.once
@pytest.mark.uncounted
def test_packs_of_one_account_have_room_together(bob: Caller, alice: Caller, settings: Any) -> None:
    settings.IMPORTED_PACK_BYTES = 2 * SMALL
    first = taken(bob, file_with_pack(0))
    taken(bob, file_with_pack(1))
    refused(bob, file_with_pack(2), "packs_full")
    assert taken(alice, file_with_pack(2))["status"] == "done"
    assert len(kept()) == 3
    assert bob.send("DELETE", f"games/{first['game']}").status_code == 204
    assert kept() == {pack_of(1).hash, pack_of(2).hash}
    assert taken(bob, file_with_pack(3))["status"] == "done"


def test_a_pack_stays_for_its_forks_and_counts_for_who_branched_off(
    bob: Caller, alice: Caller, settings: Any
) -> None:
    path = f"games/{taken(bob, file_with_pack(0))['game']}"
    settings.IMPORTED_PACK_BYTES = SMALL - 1
    problem(alice.post(f"{path}/fork", {"version": 1}), 409, "packs_full")
    settings.IMPORTED_PACK_BYTES = SMALL
    fork = alice.post(f"{path}/fork", {"version": 1})
    assert fork.status_code == 201, fork.content
    assert bob.send("DELETE", path).status_code == 204
    assert kept() == {pack_of(0).hash}
    refused(alice, file_with_pack(1), "packs_full")
    services.erase_game(game_id=fork.json()["id"], by=None, reason="test", now=timezone.now())
    assert kept() == set()


def test_packs_of_tables_here_count_for_nothing(bob: Caller, alice: Caller, settings: Any) -> None:
    assert alice.user is not None
    assert bob.user is not None
    settings.IMPORTED_PACK_BYTES = 0
    game = played_out([alice.user, bob.user]).game
    fork = bob.post(f"games/{game.pk}/fork", {"version": 1})
    assert fork.status_code == 201, fork.content


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
def test_a_pack_that_goes_while_a_game_takes_it_up_is_stored_anew(
    bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, left = packs.keep_bytes, [1]

    def keep(hash_: str, *args: Any, **more: Any) -> ContentPack:
        found = real(hash_, *args, **more)
        if left:
            left.pop()
            ContentPack.objects.filter(pk=hash_).delete()
        return found

    monkeypatch.setattr(packs, "keep_bytes", keep)
    assert taken(bob, file_with_pack(0))["status"] == "done"
    assert (kept(), left) == ({pack_of(0).hash}, [])
    assert Game.objects.get().content_id in kept()

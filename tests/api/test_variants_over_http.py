"""Games with many variants at once, over HTTP: to the score sheet, and what follows."""

from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.servers.basehttp import WSGIRequestHandler
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.api.conftest import PASSWORD
from tests.play_over_http import Client, Json, play
from tests.replays.patching import patched
from tests.rules import rule

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.uncounted]

NAMES = ["alice", "bob", "charlie"]


@pytest.fixture
def clients(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Client]]:
    # The test server sends a response in two parts; without this the second waits for 40 ms.
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    made = []
    for name in NAMES:
        User.objects.create_user(name, password=PASSWORD)
        made.append(Client(live_server.url, name))
        made[-1].sign_in(PASSWORD)
    yield made
    for client in made:
        client.connection.close()


def check_replay(client: Client, game: str, view: Json) -> None:
    """Stepping through it by its patches ends at the state; every step has a sentence."""
    stretch = client.get(f"replays/{game}/frames")
    shown = stretch["view"]
    for frame in stretch["frames"]:
        assert frame["sentence"].endswith(".")
        patched(shown, frame["patch"])
    assert shown == view


@rule("VAR-00", "VAR-TIGHT-01", "VAR-FUTURE-01", "VAR-BALANCED-01", "VAR-MOSTGLORY-01")
@rule("VAR-2PSCORE-1", "VAR-PRICE-1")
@pytest.mark.django_db(transaction=True)
def test_two_play_with_many_variants(
    clients: list[Client], settled: Callable[[UUID], Game]
) -> None:
    options = {
        "imports": "balanced",
        "tight_map": True,
        "future_contracts": True,
        "most_glory": True,
        "two_player_scoring": True,
        "starting_prices": "rolled",
    }
    report = play(clients[:2], seed=3, **options)
    assert report.differences == []
    settled(UUID(report.game))
    view = clients[0].get(f"games/{report.game}/state")
    check_replay(clients[0], report.game, view)
    assert [piece["kind"] for piece in view["pieces"]] == ["cover"] * 4
    assert len(view["export_board"]["future"]) == 3
    assert view["imports"] == {"cotton": 0, "tobacco": 0, "sugar_cane": 0}
    first = clients[0].get(f"games/{report.game}/events?after=0&limit=1")["events"][0]
    rolls = [effect for effect in first["effects"] if effect[0] == "price_die"]
    assert [good for _, good, _ in rolls] == list(view["market"])


@rule("VAR-00", "VAR-NOCLAN-01", "VAR-NOPORT-01", "VAR-NOSCORE-01", "VAR-STATIC-01", "VAR-LESS-01")
@pytest.mark.django_db(transaction=True)
def test_three_play_without_clans_and_tiles(
    clients: list[Client], settled: Callable[[UUID], Game]
) -> None:
    presets = {preset["name"]: preset for preset in clients[0].get("options")["presets"]}
    preset = presets["first-game-without-clans"]
    report = play(clients, seed=4, **preset["options"], settlement_scoring=False)
    assert report.differences == []
    settled(UUID(report.game))
    view = clients[0].get(f"games/{report.game}/state")
    check_replay(clients[0], report.game, view)
    assert [player["clan"] for player in view["players"]] == [None] * 3
    assert (view["ports"], view["scoring_tiles"]) == ([], [])
    assert [sheet["settlements"] for sheet in view["scores"]] == [0] * 3
    body = clients[0].get(f"replays/{report.game}/statistics")
    assert [player["clan"] for player in body["players"]] == [None] * 3
    by_clan = clients[0].get("statistics?by=clan&with=all&rules=all")
    assert by_clan["values"] == []
    by_place = {
        rules: clients[0].get(f"statistics?by=place&with=all&rules={rules}")["all"]["games"]
        for rules in ("usual", "variants", "all")
    }
    assert by_place == {"usual": 0, "variants": 1, "all": 1}
    assert clients[0].get(f"games/{report.game}/map")["ports"] == []

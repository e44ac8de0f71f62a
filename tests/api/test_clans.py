"""What only one clan has, as clients meet it: moves, state, columns, content and options."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from games import engine, services
from games.engine.content.packs import BUILTIN
from games.engine.rules import setup
from games.engine.rules.final import score_lines
from games.engine.state import ScoreSheet
from games.models import Game
from tests.api.conftest import Caller, Turn, problem
from tests.rules import rule

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

Json = Any

PACK_OF_FIVE = """
[clans]
source = "known"
names = ["macewan", "campbell", "stewart", "fergusson", "robertson"]
"""


@pytest.fixture
def fishers(
    table: Callable[..., Game], alice: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> Turn:
    """A game of MacKenzie and MacDonald in its first round; the fisherman is on F4."""
    clans = ["mackenzie", "macdonald", "stewart"]
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: clans)
    game = table()
    services.join_game(game_id=game.pk, user=bob.user, now=game.created_at)
    game = services.start_game(game_id=game.pk, user=alice.user, now=game.created_at)
    turn = Turn(game, (alice, bob))
    for clan in clans[:2]:
        pairs = state_of(turn)["draft"]
        turn.play(f"choose {next(pair['pair'] for pair in pairs if pair['clan'] == clan)}")
    while state_of(turn)["phase"] == "workers":
        mine = own(turn)
        fishing = mine["clan"] == "macdonald" and not mine["units"]
        turn.play("place worker F4") if fishing else turn.play_first(1)
    return turn


def state_of(turn: Turn) -> Json:
    return turn.callers[0].get(f"{turn.path}/state").json()


def own(turn: Turn) -> Json:
    """The player who has to decide."""
    return state_of(turn)["players"][turn.waiting[0]]


def moves_of(turn: Turn) -> list[str]:
    return state_of(turn)["decisions"][0]["moves"]


def until(turn: Turn, clan: str) -> None:
    """Make it this clan's turn."""
    if own(turn)["clan"] != clan:
        turn.play("hire", "end")
    assert own(turn)["clan"] == clan


@rule("CLAN-MACDONALD-06", "CMD-21", "WORKER-04")
@pytest.mark.long
def test_rowing_over_http(fishers: Turn) -> None:
    until(fishers, "macdonald")
    assert list(own(fishers)["board"])[-1] == "worker"
    assert own(fishers)["board"]["worker"] == 6
    assert "row" in moves_of(fishers)
    listed = fishers.active.get(f"{fishers.path}/moves?type=row&from=F4").json()
    assert {each["notation"] for each in listed["moves"]} >= {"row F4 F5"}
    assert listed["moves"][0]["move"].keys() == {"type", "from", "to"}
    row = {"type": "row", "from": "F4", "to": "F5"}
    body = {"version": fishers.version, "move": row}
    played = fishers.active.post(f"{fishers.path}/moves", body).json()
    assert (played["events"][0]["move"], played["events"][0]["notation"]) == (row, "row F4 F5")
    assert {"unit": "worker", "hex": "F5"} in own(fishers)["units"]
    assert "row" not in moves_of(fishers)
    again = {"version": fishers.version, "notation": "row F5 F4"}
    refusal = problem(fishers.active.post(f"{fishers.path}/moves", again), 422, "rowed_already")
    assert refusal["rule"] == "CLAN-MACDONALD-06"


@rule("CLAN-MACKENZIE-03", "CMD-22", "FREE-03")
@pytest.mark.long
def test_the_cellar_over_http(fishers: Turn) -> None:
    until(fishers, "mackenzie")
    assert own(fishers)["clan_state"] == {"cellar": [0, 0]}
    assert "withdraw_cellar" not in moves_of(fishers)
    assert all(not p["clan_state"] for p in state_of(fishers)["players"] if p != own(fishers))
    body = {"version": fishers.version, "move": {"type": "withdraw_cellar", "slot": 0}}
    refusal = problem(fishers.active.post(f"{fishers.path}/moves", body), 422, "no_barrel")
    assert refusal["rule"] == "CLAN-MACKENZIE-07"
    rowing = {"version": fishers.version, "notation": "row F4 F5"}
    refusal = problem(fishers.active.post(f"{fishers.path}/moves", rowing), 422, "not_your_clan")
    assert refusal["facts"] == {"move": "row", "clan": "macdonald"}


def test_content_tells_the_cellar_and_what_each_clan_does(anonymous: Caller) -> None:
    body = anonymous.get(f"content/{engine.packs.builtin().hash}").json()
    assert body["cellar"] == [7, 15]
    assert body["sources"]["cellar"] == "house"
    clans = {clan["name"]: " ".join(clan["text"]) for clan in body["clans"]}
    assert [*clans] == [*engine.packs.builtin().content.clans]
    assert "two export boxes" in clans["buchanan"]
    assert "£6" in clans["macdonald"]
    assert "£9" in clans["macewan"]
    assert "£3" in clans["mackenzie"]


@pytest.mark.long
def test_the_description_of_the_api_has_what_only_clans_have(anonymous: Caller) -> None:
    answered = anonymous.client.get(
        "/api/schema", headers={"Accept": "application/vnd.oai.openapi+json"}
    )
    shapes = answered.json()["components"]["schemas"]
    assert {"Row", "WithdrawCellar", "BrewMove"} <= set(shapes)
    assert {"type", "from", "to"} == set(shapes["Row"]["properties"])
    assert {"most", "usable"} <= set(shapes["DecisionView"]["properties"])
    assert "clan_state" in shapes["PlayerView"]["properties"]
    assert {"butter", "cellar", "young", "returned", "silos", "kilts"} == set(
        shapes["ClanChoice"]["properties"]
    )
    assert "kickstarter" in shapes["Options"]["properties"]
    assert "worker" in shapes["Expand"]["properties"]["unit"]["enum"]


def test_lines_that_stand_twice_in_the_api_are_deprecated(anonymous: Caller) -> None:
    answered = anonymous.client.get(
        "/api/schema", headers={"Accept": "application/vnd.oai.openapi+json"}
    )
    fields = answered.json()["components"]["schemas"]["ScoreView"]["properties"]
    deprecated = {name for name, field in fields.items() if field.get("deprecated")}
    assert deprecated == set(ScoreSheet.__struct_fields__) & {line.name for line in score_lines()}


@pytest.fixture
def few_clans(tmp_path: Path, settings: Settings) -> None:
    """New games are played with a pack of five clans, one of them a Kickstarter clan."""
    pack = tmp_path / "few"
    shutil.copytree(BUILTIN, pack)
    text = (pack / "pack.toml").read_text()
    head, _, rest = text.partition("[clans]")
    (pack / "pack.toml").write_text(f"{head}{PACK_OF_FIVE}\n{rest[rest.index('[ports]') :]}")
    settings.CONTENT_PACK = str(pack)


@rule("OPT-01", "SETUP-12")
@pytest.mark.usefixtures("few_clans")
def test_a_game_for_which_the_pack_has_too_little_is_not_created(alice: Caller) -> None:
    body = {"name": "x", "options": {"players": 4, "kickstarter": False}}
    refusal = problem(alice.post("games", body), 400, "invalid_options")
    assert refusal["facts"] == {"option": "kickstarter"}
    assert refusal["detail"].endswith(
        "without the Kickstarter tiles this content pack has 4 clans, but a game of 4 players "
        "needs 5."
    )
    assert not Game.objects.exists()
    for options in ({"players": 4}, {"players": 3, "kickstarter": False}):
        assert alice.post("games", {"name": "x", "options": options}).status_code == 201


@rule("OPT-01")
def test_the_built_in_pack_has_enough_without_the_kickstarter_tiles(
    alice: Caller, bob: Caller
) -> None:
    body = {"name": "x", "options": {"players": 2, "kickstarter": False}}
    path = f"games/{alice.post('games', body).json()['id']}"
    bob.post(f"{path}/join")
    assert alice.post(f"{path}/start").status_code == 200
    assert alice.get(path).json()["options"]["kickstarter"] is False

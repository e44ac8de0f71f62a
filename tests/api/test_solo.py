"""A game that one plays alone, over HTTP: from the table to the score sheet, and what follows."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.servers.basehttp import WSGIRequestHandler
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from games import services
from games.engine.effects import MarketDiceThrown
from games.models import Game
from replays import files
from replays.checking.payloads import shown_in
from replays.files.record import write_record
from replays.verify import main as verify
from tests.api.conftest import PASSWORD, Caller, problem
from tests.database import PATIENCE
from tests.games.tables import Table
from tests.play_over_http import Client, play
from tests.replays.game_files import file_of, sound
from tests.replays.jobs import read_here, taken
from tests.replays.patching import patched
from tests.replays.streams import stored
from tests.rules import rule

__all__ = ["read_here"]


@pytest.fixture
def client(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    # The test server sends a response in two parts; without this the second waits for 40 ms.
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    User.objects.create_user("ada", password=PASSWORD)
    client = Client(live_server.url, "ada")
    client.sign_in(PASSWORD)
    yield client
    client.connection.close()


@rule("SOLO-01", "SOLO-24", "SOLO-25", "PREP-03", "PREP-06")
@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_a_game_alone_from_the_table_to_the_score_sheet(client: Client) -> None:
    report = play([client], seed=7)
    assert report.differences == []
    (sheet,) = report.view["scores"]
    assert (sheet["rank"], sheet["rating"]) == (1, report.counted[0]["rating"])
    path, view = f"games/{report.game}", report.view
    board = client.get(f"{path}/map")
    cheap = {h["hex"] for h in board["hexes"] if h["cost"] == 1 and not h["mist"]}
    assert {piece["hex"] for piece in view["pieces"]} == cheap
    assert {(piece["kind"], piece["seat"]) for piece in view["pieces"]} == {("neutral", None)}
    assert len(view["export_board"]["slots"]) == 6
    assert len(view["export_board"]["removed"]) == 4
    check_log(client, report.game)
    check_replay(client, report.game, view)


def check_log(client: Client, game: str) -> None:
    """The dice of every round are in the log, also in words."""
    events = client.get(f"games/{game}/events?after=0&limit=100")["events"]
    page = client.get(f"games/{game}/events?after={events[-1]['version']}&limit=100")
    events += page["events"]
    prepared = [event for event in events if event["kind"] == "preparation"]
    assert len(prepared) == 4
    for event in prepared:
        thrown = [effect for effect in event["effects"] if effect[0] == "market_dice"]
        assert len({goods[-1] for _, goods, _ in thrown}) == 3
        assert all(face in (-3, -2, -1, 1, 2, 3) for _, _, face in thrown)
        assert sum(effect[0] == "remove" for effect in event["effects"]) == 1


def check_replay(client: Client, game: str, view: dict[str, object]) -> None:
    """Stepping through it ends at the state, in numbers too."""
    stretch = client.get(f"replays/{game}/frames", include="effects")
    for frame in stretch["frames"]:
        patched(stretch["view"], frame["patch"])
    assert stretch["view"] == view
    text = json.dumps(stretch["frames"])
    assert "The market dice show " in text
    assert "Neutral pieces lie on " in text
    assert "Out of the game: contract " in text
    numbers = client.get(f"replays/{game}/statistics")
    assert numbers["players"][0]["score"]["total"][-1] == view["scores"][0]["total"]  # type: ignore[index]
    rounds = [each["round"] for each in client.get(f"replays/{game}")["rounds"]]
    assert rounds == [0, 1, 2, 3, 4, 5]


@pytest.fixture
def finished(alice: Caller, table: Callable[..., Game]) -> Game:
    """A game that Alice hosts and a bot has played alone."""
    game = table(players=1)
    assert alice.post(f"games/{game.pk}/leave").status_code == 200
    assert alice.post(f"games/{game.pk}/bots", {"bot": "random"}).status_code == 200
    assert alice.post(f"games/{game.pk}/start").status_code == 200
    for _ in range(3):
        services.play_bots(game_id=game.pk, clock=timezone.now)
    game.refresh_from_db()
    return game


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
def test_a_bot_may_take_the_only_seat_and_the_host_watches(
    finished: Game, alice: Caller, anonymous: Caller
) -> None:
    assert finished.status == "finished"
    body = anonymous.get(f"games/{finished.pk}").json()
    assert [seat["bot"] for seat in body["seats"]] == ["random"]
    assert body["options"]["players"] == 1
    view = alice.get(f"games/{finished.pk}/state").json()
    assert view["viewer"] is None
    assert view["scores"][0]["rating"] in ("newbie", "rookie", "average", "expert", "genius")


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_it_is_validated_and_all_its_chance_is_told(
    finished: Game, alice: Caller, anonymous: Caller, tmp_path: Path
) -> None:
    path = f"games/{finished.pk}"
    assert validated(alice, path) == "passed"
    assert anonymous.get(f"{path}/fairness").json()["drawn"]["contracts"]
    assert verify([str(saved(anonymous, path, tmp_path))]) == 0


@pytest.mark.django_db
@pytest.mark.usefixtures("read_here")
def test_it_is_read_from_a_file(bob: Caller) -> None:
    game = taken(bob, sound("people-1"))["game"]
    view = bob.get(f"games/{game}/state").json()
    assert view["scores"][0]["rating"]
    assert len(view["export_board"]["removed"]) == 4


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_it_is_branched_off_and_played_on_with_dice_of_its_own(
    finished: Game, alice: Caller
) -> None:
    version = finished.version // 3
    made = alice.post(f"games/{finished.pk}/fork", {"name": "Again", "version": version})
    assert made.status_code == 201, made.content
    assert alice.user is not None
    branch = Table(UUID(made.json()["id"]), [alice.user])
    state = branch.play_until(lambda state: state.over)
    assert [sheet.rank for sheet in state.scores] == [1]
    assert len(state.removed) == 4
    assert validated(alice, f"games/{branch.id}") == "passed"
    dice = [
        [one for one in shown_in(rows) if isinstance(one, MarketDiceThrown)]
        for rows in (Table(finished.pk, []).rows[version:], branch.rows[1:])
    ]
    assert dice[0] != dice[1]


def validated(caller: Caller, path: str) -> str:
    """What comes of deciding a game again, which a worker may have to do."""
    asked = caller.post(f"{path}/validation")
    assert asked.status_code in (200, 202), asked.content
    until = time.monotonic() + PATIENCE
    body = {"status": "pending"}
    while body["status"] in ("pending", "running") and time.monotonic() < until:
        body = caller.get(f"validations/{asked.json()['id']}").json()
        time.sleep(0.02)
    return body["status"]


def saved(caller: Caller, path: str, folder: Path) -> Path:
    """The file of a game."""
    answer = caller.get(f"{path}/export")
    assert answer.status_code == 200
    file = folder / "game.jsonl"
    file.write_bytes(answer.getvalue())
    return file


def test_the_only_player_starts_alone(alice: Caller, bob: Caller) -> None:
    body = {"name": "Alone", "options": {"players": 1}, "visibility": "public"}
    game = alice.post("games", body).json()["id"]
    problem(bob.post(f"games/{game}/join"), 409, "game_full")
    started = alice.post(f"games/{game}/start")
    assert started.status_code == 200, started.content
    assert started.json()["waiting"] == [0]
    assert started.json()["rated"] is False  # there are no opponents
    view = alice.get(f"games/{game}/state").json()
    assert len(view["draft"]) == 2
    assert view["export_board"]["slots"][5] is None


@rule("OPT-06")
def test_options_tell_of_it(anonymous: Caller) -> None:
    options = {option["name"]: option for option in anonymous.get("options").json()["options"]}
    assert options["players"]["values"] == [1, 2, 3, 4]
    assert 1 in options["import_coin"]["players"]


@pytest.mark.parametrize("players", [0, 5, -1])
def test_no_other_number_of_players(alice: Caller, players: int) -> None:
    body = {"name": "Nobody", "options": {"players": players}, "visibility": "public"}
    problem(alice.post("games", body), 400)


@rule("RESIGN-05")
@pytest.mark.django_db(transaction=True)
def test_to_resign_ends_it_without_a_rating(alice: Caller, table: Callable[..., Game]) -> None:
    game = table(players=1)
    assert alice.post(f"games/{game.pk}/start").status_code == 200
    given_up = alice.post(f"games/{game.pk}/resign")
    assert given_up.status_code in (200, 201), given_up.content
    view = alice.get(f"games/{game.pk}/state").json()
    assert (view["status"], view["scores"][0]["rank"]) == ("finished", 1)
    assert view["scores"][0]["rating"] is None


@pytest.mark.parametrize("finished", [True, False])
def test_files_of_it_hold_with_and_without_what_is_hidden(tmp_path: Path, finished: bool) -> None:
    game = stored("alone/file", 1, until=lambda state: state.over if finished else state.round > 2)
    file = tmp_path / "game.jsonl"
    file.write_bytes(files.write(file_of(game, finished=finished)))
    assert verify([str(file)]) == 0


@pytest.mark.uncounted
@pytest.mark.django_db
@pytest.mark.usefixtures("read_here")
def test_a_text_record_of_it_comes_in_again(bob: Caller) -> None:
    text = write_record(file_of(stored("alone/record", 1)), {})
    assert taken(bob, text.encode(), kind="text/plain")["status"] == "done"

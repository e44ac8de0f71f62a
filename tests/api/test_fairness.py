"""Words of players and the evidence that the deck was not chosen, over the API."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games import services, store
from games.models import Game
from tests.api.conftest import Caller, problem
from tests.marks import in_one_test
from tests.recorded.plans import WORDS
from tests.replays.game_files import with_words
from tests.replays.servers import fetched, imported

Json = Any
Table = Callable[..., Game]


def contribution(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def seal(word: str) -> str:
    return hashlib.sha256(hashlib.sha256(word.encode()).digest()).hexdigest()


@pytest.fixture
def full(table: Table, bob: Caller) -> Game:
    """A table of Alice and Bob that has not started."""
    game = table()
    services.join_game(game_id=game.pk, user=bob.user, now=timezone.now())
    return game


@pytest.fixture
def running(full: Game, alice: Caller, bob: Caller) -> Game:
    """Their game, with a word of each."""
    for body in ("seal", "word"):
        for who, word in zip((alice, bob), WORDS, strict=True):
            sent = {body: seal(word) if body == "seal" else word}
            assert who.put(f"games/{full.pk}/word", sent).status_code == 200
    assert alice.post(f"games/{full.pk}/start").status_code == 200
    return fetched(full)


def fairness(caller: Caller, game: Game) -> Json:
    answered = caller.get(f"games/{game.pk}/fairness")
    assert answered.status_code == 200, answered.content
    return answered.json()


def seats(caller: Caller, game: Game) -> list[tuple[str | None, bool]]:
    body = caller.get(f"games/{game.pk}").json()["seats"]
    return [(seat["seal"], seat["opened"]) for seat in body]


def finish(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    return fetched(game)


def test_from_the_seal_to_the_start(
    full: Game, alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    path = f"games/{full.pk}/word"
    assert seats(anonymous, full) == [(None, False), (None, False)]
    assert alice.put(path, {"seal": seal("tartan")}).status_code == 200
    answered = alice.put(path, {"seal": seal(WORDS[0])})
    assert answered.json()["seats"][0]["seal"] == seal(WORDS[0])
    assert bob.put(path, {"seal": seal(WORDS[1])}).status_code == 200
    assert bob.delete(path).json()["seats"][1]["seal"] is None
    problem(alice.put(path, {"word": "tartan"}), 400, "word_differs")
    problem(bob.put(path, {"word": "tartan"}), 409, "no_seal")
    problem(alice.post(f"games/{full.pk}/start"), 409, "words_sealed")
    assert alice.put(path, {"word": WORDS[0]}).json()["seats"][0]["opened"] is True
    problem(bob.put(path, {"seal": seal(WORDS[1])}), 409, "words_opened")
    problem(alice.delete(path), 409, "words_opened")
    assert seats(anonymous, full) == [(seal(WORDS[0]), True), (None, False)]
    assert alice.post(f"games/{full.pk}/start").status_code == 200
    for refused in (
        alice.put(path, {"seal": seal("x")}),
        alice.put(path, {"word": WORDS[0]}),
        alice.delete(path),
    ):
        problem(refused, 409, "game_not_open")
    assert fetched(full).contributions == [contribution(WORDS[0])]


def test_a_word_comes_with_its_player(table: Table, alice: Caller, bob: Caller) -> None:
    game = table()
    answered = bob.post(f"games/{game.pk}/join", {"seal": seal(WORDS[1])})
    assert answered.json()["seats"][1]["seal"] == seal(WORDS[1])
    problem(alice.post(f"games/{game.pk}/start"), 409, "words_sealed")


@in_one_test(
    ("body", "code"),
    [
        ({}, "malformed"),
        ({"seal": "0" * 64, "word": "both"}, "malformed"),
        ({"seal": "0" * 63}, "malformed"),
        ({"seal": "0" * 64 + "\n"}, "malformed"),
        ({"seal": "F" * 64}, "malformed"),
        ({"seal": None}, "malformed"),
        ({"word": ""}, "malformed"),
        ({"word": "x" * 201}, "malformed"),
        ({"hash": "0" * 64}, "malformed"),
        ({"word": "a\u202eb"}, "invalid_word"),
        ({"word": "tartan\n"}, "invalid_word"),
    ],
)
def test_what_is_no_word(full: Game, alice: Caller, body: Json, code: str) -> None:
    assert alice.put(f"games/{full.pk}/word", {"seal": seal("tartan")}).status_code == 200
    problem(alice.put(f"games/{full.pk}/word", body), 400, code)
    assert seats(alice, full)[0] == (seal("tartan"), False)


def test_who_may(full: Game, charlie: Caller, anonymous: Caller, alice: Caller) -> None:
    path, body = f"games/{full.pk}/word", {"seal": seal("tartan")}
    problem(anonymous.put(path, body), 401)
    problem(charlie.put(path, body), 403, "not_seated")
    problem(charlie.delete(path), 403, "not_seated")
    assert fairness(anonymous, full)["words"] == []
    Game.objects.filter(pk=full.pk).update(visibility="private")
    problem(charlie.put(path, body), 404, "no_such_game")
    for stranger in (charlie, anonymous):
        problem(stranger.get(f"games/{full.pk}/fairness"), 404, "no_such_game")
    assert fairness(alice, full)["game"] == str(full.pk)


def test_before_the_end_there_are_hashes_only(
    running: Game, alice: Caller, bob: Caller, anonymous: Caller
) -> None:
    for caller in (alice, bob, anonymous):
        evidence = fairness(caller, running)
        assert evidence == {
            "game": str(running.pk),
            "status": "running",
            "commitment": running.commitment,
            "seed_chosen": False,
            "rated": True,
            "words": [
                {
                    "seat": seat,
                    "seal": seal(word),
                    "opened": True,
                    "contribution": None,
                    "word": None,
                }
                for seat, word in enumerate(WORDS)
            ],
            "drawn": None,
            "documentation": "docs/fairness.md",
            "export": f"http://testserver/api/v1/games/{running.pk}/export",
        }


ADDRESSES = ("", "/fairness", "/state", "/events", "/export", "/export?format=text", "/moves")


def test_no_answer_gives_a_word_away_before_the_end(running: Game, alice: Caller) -> None:
    path = f"games/{running.pk}"
    paths = [f"{path}{rest}" for rest in ADDRESSES]
    paths += ["games", f"replays/{running.pk}", f"replays/{running.pk}/frames"]
    seed = bytes(running.server_seed)
    for address in paths:
        answered = alice.get(address)
        assert answered.status_code == 200, address
        text = answered.content.decode()
        for word in WORDS:
            assert word not in text, address
            assert contribution(word) not in text, address
        assert seed.hex() not in text, address


def test_an_open_table_has_no_file_yet(full: Game, anonymous: Caller) -> None:
    evidence = fairness(anonymous, full)
    assert (evidence["status"], evidence["export"], evidence["drawn"]) == ("open", None, None)


def test_after_the_end_all_can_be_computed_again(running: Game, anonymous: Caller) -> None:
    evidence = fairness(anonymous, finish(running))
    drawn = evidence["drawn"]
    server_seed = bytes.fromhex(drawn["server_seed"])
    assert hashlib.sha256(server_seed).hexdigest() == evidence["commitment"]
    assert [one["word"] for one in evidence["words"]] == list(WORDS)
    added = [hashlib.sha256(one["word"].encode()).digest() for one in evidence["words"]]
    assert [one.hex() for one in added] == [one["contribution"] for one in evidence["words"]]
    seed = hashlib.sha256(b"caledonia/1" + server_seed + b"".join(added))
    assert seed.hexdigest() == drawn["seed"]
    assert drawn["salt"] == bytes(running.salt).hex()
    assert sorted(drawn["contracts"]) == list(range(1, 51))


def test_a_game_out_of_a_file_has_what_words_added(alice: Caller, anonymous: Caller) -> None:
    assert alice.user is not None
    game = imported(with_words(), alice.user)
    evidence = fairness(anonymous, game)
    assert (evidence["rated"], evidence["seed_chosen"]) == (False, False)
    assert evidence["words"] == [
        {
            "seat": None,
            "seal": seal(word),
            "opened": True,
            "contribution": contribution(word),
            "word": None,
        }
        for word in WORDS
    ]
    first = store.rows(game.pk, upto=1)[0].secret or ""
    assert f'["seed","{evidence["drawn"]["seed"]}"]' in first
    assert f'["pile_order",{evidence["drawn"]["contracts"]}]'.replace(" ", "") in first


def test_a_game_with_a_chosen_seed_says_so(table: Table, anonymous: Caller) -> None:
    chosen, drawn = table(seed=bytes(32)), table()
    assert (fairness(anonymous, chosen)["seed_chosen"], fairness(anonymous, chosen)["rated"]) == (
        True,
        False,
    )
    body = anonymous.get(f"games/{chosen.pk}").json()
    assert (body["seed_chosen"], body["rated"]) == (True, False)
    body = anonymous.get(f"games/{drawn.pk}").json()
    assert (body["seed_chosen"], body["rated"]) == (False, True)

"""The recount itself, on the worked examples of the rules, and against many games of the engine."""

import random
from typing import Any

import msgspec
import pytest

from api.maps import map_view
from api.printed import printed
from games import engine
from games.engine import setup
from tests.play_over_http import LINES
from tests.recount import largest_network, own_lines, recount, share

Json = Any


@pytest.mark.parametrize(
    ("amounts", "prizes", "shared"),
    [
        ([5, 5, 2], (12, 6), [9, 9, 0]),
        ([4, 4], (8, 0), [4, 4]),
        ([3, 3, 3, 1], (12, 6), [6, 6, 6, 0]),
        ([2, 2, 2, 2], (12, 6), [4, 4, 4, 4]),
        ([5, 3, 3, 1], (12, 6), [12, 3, 3, 0]),
        ([7, 2, 2], (18, 12, 6), [18, 9, 9]),
        ([0, 0, 0, 0], (18, 12, 6), [9, 9, 9, 9]),
        ([9, 5, 2, 2], (18, 12, 6), [18, 12, 3, 3]),
    ],
)
def test_places(amounts: list[int], prizes: tuple[int, ...], shared: list[int]) -> None:
    sheets: list[Json] = [{} for _ in amounts]
    share(sheets, "exports", amounts, prizes)
    assert [sheet["exports"] for sheet in sheets] == shared


def test_networks() -> None:
    lochs = {"D3", "E4", "F3"}
    rivers = {frozenset(("A1", "A2"))}
    assert largest_network(set(), 3, lochs, rivers) == 0
    assert largest_network({"A1"}, 0, lochs, rivers) == 1
    assert largest_network({"A1", "A2"}, 0, lochs, rivers) == 1
    assert largest_network({"A1", "A2"}, 1, lochs, rivers) == 2
    assert largest_network({"A1", "A2", "A3"}, 1, lochs, rivers) == 2
    assert largest_network({"D2", "D4"}, 1, lochs, rivers) == 1
    assert largest_network({"D2", "D4"}, 2, lochs, rivers) == 2
    assert largest_network({"C3", "G3"}, 3, lochs, rivers) == 1
    assert largest_network({"C3", "G3"}, 4, lochs, rivers) == 2
    banks = {frozenset(("D2", "E3"))}
    assert largest_network({"D2", "E3"}, 1, lochs, banks) == 2
    assert largest_network({"D2", "E3", "D3"}, 1, lochs, banks) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", range(4))
def test_engine_and_recount_agree(players: int, number: int) -> None:
    compare(engine.Options(players=players), f"{players}/{number}")


@pytest.mark.parametrize("number", range(3))
def test_they_agree_on_the_clans_with_something_of_their_own(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clans = ["buchanan", "macdonald", "macewan", "mackenzie", "stewart"]
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: clans)
    compare(engine.Options(players=4, port_after_pass=True), f"own/{number}")


def test_a_barrel_that_is_left_in_the_cellar_is_noticed() -> None:
    player = {"clan_state": {"cellar": [0, 1]}}
    with pytest.raises(AssertionError, match="FINAL-02"):
        own_lines(player, {})


def compare(options: engine.Options, name: str) -> None:
    """Play a game by chance and score it twice."""
    rng = random.Random(name)  # noqa: S311 - a game, not a secret
    pack = engine.packs.builtin()
    state, _ = engine.new_game(options, rng.randbytes(32), pack)
    while not state.over:
        if state.awaits_step:
            engine.advance(state)
        else:
            seat = state.open_decisions()[0].seat
            engine.play(state, seat, rng.choice(engine.legal_moves(state, seat)))
    view = as_json(engine.view(state, None))
    counted = recount(view, as_json(map_view(state)), as_json(printed(pack)))
    told = [{line: sheet[line] for line in LINES} for sheet in view["scores"]]
    assert told == [{line: sheet[line] for line in LINES} for sheet in counted]


def as_json(thing: object) -> Json:
    return msgspec.json.decode(msgspec.json.encode(thing))

"""``docs/fairness.md`` says what the engine does: its program and its vectors are tried."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import engine
from games.engine.randomness import Stream, commitment, contribution, game_seed, seal_of
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "fairness.md").read_text()
CONTRACTS = sorted(engine.packs.builtin().content.contracts)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


PROGRAM = blocks("python")[0]
VECTORS: list[dict[str, Any]] = msgspec.json.decode(blocks("json")[0])


def computed(vector: dict[str, Any]) -> dict[str, Any]:
    """The vector out of its server's seed and its words."""
    server_seed = bytes.fromhex(vector["server_seed"])
    added = [contribution(word) for word in vector["words"]]
    seed = game_seed(server_seed, added)
    return {
        "server_seed": vector["server_seed"],
        "words": vector["words"],
        "commitment": commitment(server_seed),
        "contributions": [one.hex() for one in added],
        "seals": [seal_of(one) for one in added],
        "seed": seed.hex(),
        "contracts": Stream(seed, "contracts").shuffled(CONTRACTS),
    }


@rule("UNDO-07")
@in_one_test("vector", VECTORS)
def test_the_vectors_are_what_the_engine_gives(vector: dict[str, Any]) -> None:
    assert computed(vector) == vector


def test_the_vectors_tell_apart_none_one_and_several_words_and_their_order() -> None:
    seeds = {vector["seed"]: vector["words"] for vector in VECTORS}
    assert sorted(len(words) for words in seeds.values()) == [0, 1, 2, 2]


def test_the_program_of_the_example_gives_its_vector() -> None:
    made: dict[str, Any] = {}
    exec(PROGRAM, made)  # noqa: S102 - it is our own documentation
    vector = VECTORS[1]
    assert made["words"] == vector["words"]
    assert made["server_seed"].hex() == vector["server_seed"]
    assert made["commitment"] == vector["commitment"]
    assert [one.hex() for one in made["contributions"]] == vector["contributions"]
    assert made["seals"] == vector["seals"]
    assert made["seed"].hex() == vector["seed"]
    assert made["contracts"] == vector["contracts"]


def test_the_first_number_is_the_one_that_is_told() -> None:
    made: dict[str, Any] = {}
    exec(PROGRAM, made)  # noqa: S102 - it is our own documentation
    first = next(made["numbers"](made["seed"], "contracts"))
    assert f"is {first}; modulo 50 that is {first % 50}," in TEXT
    assert f"contract {CONTRACTS[first % 50]} is the lowest" in TEXT
    assert made["contracts"][-1] == CONTRACTS[first % 50]


def test_a_new_game_is_dealt_from_the_seed_like_that() -> None:
    vector = VECTORS[1]
    seed = bytes.fromhex(vector["seed"])
    state, _ = engine.new_game(engine.Options(players=3), seed, engine.packs.builtin())
    assert state.secret is not None
    drawn = [contract for contract in state.slots if contract]
    assert [*drawn, *state.secret.pile] == vector["contracts"]


def test_all_labels_are_named() -> None:
    files = (
        "rules/setup.py",
        "positions/forking.py",
        "expansions/auction.py",
        "expansions/solo.py",
        "expansions/tight_map.py",
    )
    written = "".join((Path(engine.__file__).parent / name).read_text() for name in files)
    assert written.count("Stream(seed, ") == 12
    labels = set(re.findall(r'Stream\(seed, "(.*?)"\)', written))
    labels |= set(re.findall(r'"(auction-.*?)"', written))
    assert {label for label in labels if f"`{label}`" not in TEXT} == set()
    assert len(labels) == 10
    families = set(re.findall(r'f"([a-z-]+/)\{', written))
    assert {label for label in families if f"`{label}" not in TEXT} == set()
    assert families == {"covered/", "starting-price/", "market-dice/"}


def labels() -> set[str]:
    """What the streams of the engine are called, up to the first part that differs."""
    found = set()
    for path in (ROOT / "games" / "engine").rglob("*.py"):
        if path.name == "playing_on.py":  # of a position that comes in, and of no game
            continue
        text = path.read_text()
        found |= set(re.findall(r'Stream\([^"\n]*, f?"([^"{]+)', text))
        if re.search(r"Stream\([^\n]*, label\)", text):
            for given in re.findall(r"label = (.*)", text):
                found |= set(re.findall(r'"([^"{]+)[^"]*"', given))
    return found


def test_every_draw_has_a_row() -> None:
    rows = TEXT.partition("| label | draw |")[2].partition("\n\n")[0]
    found = labels()
    assert {"contracts", "covered/", "auction-ties", "market-dice/"} <= found
    assert {one for one in found if f"`{one}" not in rows} == set()

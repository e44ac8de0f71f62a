"""The recounts themselves, on examples of the rules, and against many games of the engine."""

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import count, islice
from typing import Any

import msgspec
import pytest

from api.maps import map_view
from api.printed import printed
from games import engine
from games.engine.expansions.awards.tiles import AWARDS
from games.engine.rules import setup
from simulation.random_options import random_options
from tests import golden
from tests.engine.test_rich_play import options_of, rich_game
from tests.golden.plans import PLANS
from tests.marks import first_of, in_one_test
from tests.play_over_http import LINES
from tests.recount import largest_network, most_glory, own_lines, recount, share
from tests.recount_modules import CARDS, NEW_SCORERS
from tests.recount_rounds import SCORERS, STEPS, Book
from tests.rules import rule

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

Json = Any


@in_one_test(
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


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("number", first_of(range(4)))
def test_engine_and_recount_agree(players: int, number: int) -> None:
    compare(by_chance(engine.Options(players=players), f"{players}/{number}"))


@rule("IND-AWARD-03", "IND-AWARD-04", "IND-SOLO-05")
@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
@pytest.mark.long
def test_they_agree_on_every_award(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    options = engine.Options(players=players, expansions=["awards"])
    for tile in CARDS:
        monkeypatch.setattr("games.engine.expansions.awards.award.AWARDS", {tile: AWARDS[tile]})
        compare(by_chance(options, f"award/{players}/{tile}"))


@rule("SCORE-10", "SCORE-11", "SCORE-14", "SCORE-15", "SCORE-16", "SCORE-17", "SCORE-18")
@rule("SCORE-R4", "SCORE-R5", "EDN-30")
@pytest.mark.parametrize("every", first_of([False, True]))
@pytest.mark.long
def test_they_agree_on_the_new_scoring_tiles(every: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    switches = {"pair_scoring": "all", "scoring12_glory": 2} if every else {}
    met: Counter[str] = Counter()
    for first in (10, 14):
        monkeypatch.setattr(setup, "scoring_in_use", lambda *_, n=first: [*range(n, n + 5)])
        for number in range(6):
            options = engine.Options(
                players=2 + number % 3, expansions=["new_ports", "new_scoring_tiles"], **switches
            )
            met += compare(by_chance(options, f"new scoring/{first}/{number}"))
    wanted = {f"tile {tile}" for tile in NEW_SCORERS}
    assert wanted <= met.keys(), wanted - met.keys()


@pytest.mark.parametrize("number", range(3))
@pytest.mark.long
def test_they_agree_on_the_clans_with_something_of_their_own(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clans = ["buchanan", "macdonald", "macewan", "mackenzie", "stewart"]
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: clans)
    compare(by_chance(engine.Options(players=4, port_after_pass=True), f"own/{number}"))


@rule("VAR-00", "VAR-STATIC-01", "VAR-BALANCED-01", "VAR-LESS-01", "VAR-MOSTGLORY-01")
@rule("VAR-2PSCORE-1", "VAR-2PSCORE-2", "VAR-NOSCORE-01", "VAR-NOCLAN-01")
@pytest.mark.parametrize("part", range(4))
@pytest.mark.long
def test_they_agree_whatever_options_are_combined(part: int) -> None:
    names = (f"recount/any/{number}" for number in count(part, 4))
    for name in islice(names, 10):
        compare(by_chance(random_options(name), name))


@pytest.mark.long
@rule("PROD-03", "PROD-04", "PROD-05", "PROD-06", "PROD-09", "INV-12", "SCORE-G1", "SCORE-G2")
@rule("CLAN-CUNNINGHAM-01", "CLAN-MACDONALD-01", "CLAN-MACKENZIE-01", "CLAN-MACKENZIE-04")
def test_they_agree_on_golden_games_with_every_clan_and_scoring_tile() -> None:
    met: Counter[str] = Counter()
    for path in sorted(golden.FOLDER.glob("*.txt")):
        if not PLANS[path.stem].leaving:
            met += compare(golden.replay(golden.read(path)))
    wanted = {*engine.packs.builtin().content.clans, *(f"tile {tile}" for tile in SCORERS), *STEPS}
    wanted |= {"butter", "barrel", "aged barrel", "processed"}
    assert wanted <= met.keys(), wanted - met.keys()


@pytest.mark.parametrize("number", first_of(range(1, 6)))
def test_they_agree_where_much_happens(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clans = ["buchanan", "cunningham", "macdonald", "macewan", "mackenzie"]
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: clans)
    compare(rich_game(f"recount/{number}", options_of(number)))


def test_the_recount_of_a_round_notices_what_is_wrong() -> None:
    played = golden.replay(golden.read(golden.FOLDER / "four-stewards-1.txt"))
    book, steps = followed(played)
    assert [kind for kind, _, _ in steps[:3]] == list(STEPS)
    for kind, before, after in steps[:3]:
        book.check(kind, before, after)
        for number, player in enumerate(after["players"]):
            for part in ("money", "glory"):
                spoiled = deepcopy(after)
                spoiled["players"][number][part] = player[part] + 1
                with pytest.raises(AssertionError):
                    book.check(kind, before, spoiled)
            for good in player["goods"]:
                spoiled = deepcopy(after)
                spoiled["players"][number]["goods"][good] += 1
                with pytest.raises(AssertionError):
                    book.check(kind, before, spoiled)


def test_a_barrel_that_is_left_in_the_cellar_is_noticed() -> None:
    player = {"clan_state": {"cellar": [0, 1]}}
    with pytest.raises(AssertionError, match="FINAL-02"):
        own_lines(player, {})


def by_chance(options: engine.Options, name: str) -> Iterator[tuple[engine.State, engine.Event]]:
    """A game event by event, every move by chance."""
    rng = random.Random(name)  # noqa: S311 - a game, not a secret
    state, event = engine.new_game(options, rng.randbytes(32), engine.packs.builtin())
    yield state, event
    while not state.over:
        step = engine.advance(state)
        if step is None:
            seat = state.open_decisions()[0].seat
            step = engine.play(state, seat, rng.choice(engine.legal_moves(state, seat)))
        yield state, step


def compare(played: Iterator[tuple[engine.State, engine.Event]]) -> Counter[str]:
    """Count a whole game twice, round by round and at its end; what has been met with in it."""
    book, steps = followed(played)
    for kind, before, after in steps:
        book.check(kind, before, after)
    view = steps[-1][2]
    assert view["status"] == "finished"
    counted = recount(view, book.drawn, book.content, book.options)
    had = steps[-1][1]["players"]
    more = most_glory(had) if book.options.get("most_glory") else [0] * len(had)
    after = [player["glory"] for player in view["players"]]
    assert after == [p["glory"] + more for p, more in zip(had, more, strict=True)]
    published = [{line: sheet[line] for line in LINES} for sheet in view["scores"]]
    assert published == [{line: sheet[line] for line in LINES} for sheet in counted]
    awards = [[sheet.get("award") for sheet in counted]]
    awards.append([sheet["lines"].get("award") for sheet in view["scores"]])
    assert awards[0] == awards[1]
    ratings = [[sheet.get("rating") for sheet in sheets] for sheets in (view["scores"], counted)]
    assert ratings[0] == ratings[1]
    return book.met


def followed(
    played: Iterator[tuple[engine.State, engine.Event]],
) -> tuple[Book, list[tuple[str, Json, Json]]]:
    """A game's book, and its own steps with the views before and after; the last is the end.

    Where players produce in turn, each answer is a step.
    """
    steps, before, answering, state = [], None, None, None
    for state, event in played:
        if event.kind in (*STEPS, "final_scoring"):
            steps.append((event.kind, before, as_json(engine.view(state, None))))
        elif event.kind == "produce" and answering is not None:
            steps.append(("processing", answering, as_json(engine.view(state, None))))
        in_turn = state.round == 5 and "awards" in state.options.expansions
        answering = as_json(engine.view(state, None)) if in_turn and _produces(state) else None
        if state.awaits_step:
            before = as_json(engine.view(state, None))
    assert state is not None
    content = as_json(printed(engine.packs.get(state.pack)))
    return Book(as_json(map_view(state)), content, as_json(state.options), state.small), steps


def _produces(state: engine.State) -> bool:
    return any(decision.kind == "produce" for decision in state.open_decisions())


def as_json(thing: object) -> Json:
    return msgspec.json.decode(msgspec.json.encode(thing))

"""New starting tiles: what they give, and that games without them draw the nine base tiles."""

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.rules.supply import start_tiles_in_use
from games.engine.tiles.scoring import upgrades
from simulation.random_play import seed_of
from tests.engine.industria.packs import without_group
from tests.engine.test_content import builtin_files
from tests.rules import rule

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()
CONTENT = PACK.content
WITH = engine.Options(players=2, expansions=["new_start_tiles"])
NEW = (10, 11, 12, 13, 14, 15, 16)


def offered(options: engine.Options, games: int = 60) -> set[int]:
    states = (engine.new_game(options, seed_of(f"tiles/{n}"), PACK)[0] for n in range(games))
    return {pair.start_tile for state in states for pair in state.draft}


def prepared(tile: int, options: engine.Options = WITH) -> engine.State:
    """A game in which seat 0 has taken this tile, and the draft is over."""
    for number in range(400):
        state, _ = engine.new_game(options, seed_of(f"tiles/{number}"), PACK)
        wanted = [n for n, pair in enumerate(state.draft) if pair.start_tile == tile]
        if not wanted or state.draft[wanted[0]].clan == "stewart":
            continue
        while state.phase == "draft":
            (decision,) = state.open_decisions()
            free = [n for n, pair in enumerate(state.draft) if pair.taken_by is None]
            pair = wanted[0] if decision.seat == 0 else next(n for n in free if n not in wanted)
            engine.play(state, decision.seat, engine.parse(f"choose {pair}"))
            while (event := engine.advance(state)) is not None:
                assert event
        return state
    raise AssertionError(f"tile {tile} was never drawn")


@rule("IND-DOUBT-14", "IND-SETUP-02")
@rule("START-R1")
def test_they_are_drawn_with_those_of_the_base_game_and_only_with_the_expansion() -> None:
    assert tuple(CONTENT.new_start_tiles) == NEW
    assert start_tiles_in_use(CONTENT, WITH) == list(range(1, 17))
    assert start_tiles_in_use(CONTENT, engine.Options()) == list(range(1, 10))
    assert offered(WITH) == set(range(1, 17))
    assert offered(engine.Options(players=2)) == set(range(1, 10))


@rule("EDN-12")
@pytest.mark.parametrize(
    ("tile", "money", "goods", "merchants"),
    [
        pytest.param(10, 60, (0, 0, 1, 1, 0, 0), 0, marks=rule("START-10")),
        pytest.param(11, 55, (1, 0, 0, 0, 0, 1), 1, marks=rule("START-11")),
        pytest.param(12, 55, (0, 1, 0, 0, 1, 0), 1, marks=rule("START-12")),
        pytest.param(13, 60, (0, 0, 2, 0, 0, 0), 1, marks=rule("START-13")),
        pytest.param(14, 60, (0, 2, 0, 0, 0, 0), 1, marks=rule("START-14")),
        pytest.param(15, 65, (2, 0, 0, 0, 0, 0), 0, marks=rule("START-15")),
        pytest.param(16, 55, (1, 1, 1, 0, 0, 0), 1, marks=rule("START-16")),
    ],
)
def test_what_each_gives(tile: int, money: int, goods: tuple[int, ...], merchants: int) -> None:
    player = prepared(tile).players[0]
    assert (player.money, tuple(player.goods)) == (money, goods)
    assert (player.stock, player.track) == (2 + merchants, 5 - merchants)


@rule("START-R2", "IND-DEF-15")
def test_a_merchant_upgrade_moves_a_merchant_from_the_track_and_counts_as_upgrade() -> None:
    state, plain = prepared(13), prepared(10)
    assert state.players[0].stock + state.players[0].track == 7
    shipping, before = state.players[0].shipping, plain.players[0].shipping
    assert upgrades(state, engine.Seat(0)) - shipping == 1
    assert upgrades(plain, engine.Seat(0)) - before == 0


@rule("START-R2", "CLAN-STEWART-01")
def test_the_merchant_of_the_tile_comes_on_top_of_that_of_the_clan() -> None:
    for number in range(4000):
        state, _ = engine.new_game(WITH, seed_of(f"both/{number}"), PACK)
        wanted = [
            n
            for n, pair in enumerate(state.draft)
            if pair.clan == "stewart" and CONTENT.start_tile(pair.start_tile).merchants
        ]
        if wanted:
            break
    first, last = state.turn_order[-1], state.turn_order[0]
    engine.play(state, first, engine.parse(f"choose {wanted[0]}"))
    other = next(n for n in range(3) if n != wanted[0])
    event = engine.play(state, last, engine.parse(f"choose {other}"))
    hired = [e for e in event.effects if isinstance(e, fx.MerchantsHired) and e.seat == first]
    assert [effect.amount for effect in hired] == [3, 1]
    assert (state.players[first].stock, state.players[first].track) == (6, 1)


def test_a_pack_of_nine_tiles_without_the_column_is_read_as_ever() -> None:
    lines = builtin_files()["start_tiles.csv"].splitlines()[:10]
    older = without_group(
        "new_start_tiles", start_tiles="".join(line.rpartition(",")[0] + "\n" for line in lines)
    )
    assert start_tiles_in_use(older, engine.Options()) == list(range(1, 10))
    assert {tile.merchants for tile in older.start_tiles.values()} == {0}
    with pytest.raises(engine.InvalidOptions) as caught:
        engine.decode_options({"expansions": ["new_start_tiles"]}, older)
    assert (caught.value.option, caught.value.rule) == ("expansions", "IND-SETUP-02")

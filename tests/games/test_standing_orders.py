"""What a standing order comes to, on hand-made boards."""

import pytest

from games import engine
from games.engine.clans.cunningham import Butter
from games.engine.clans.mackenzie import Storing
from games.engine.clans.macpherson import Young
from games.engine.decisions import ProduceDecision
from games.engine.options import Options
from games.engine.rules.supply import ROUNDS
from games.engine.state import Piece, Player, State
from games.engine.terms import GOOD_INDEX, Hex, Seat, Unit
from games.errors import MalformedOrder
from games.standing_orders import Keep, StandingOrder, answer, decode, stored
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = pytest.mark.engine


def board(milk: int, grain: int, clan: str = "", **buildings: int) -> State:
    """One player about to produce; where the buildings stand does not matter."""
    units: list[Unit] = ["bakery", "distillery", "cheese_dairy"]
    player = Player(
        clan=clan or "stewart",
        units=[Piece(unit, Hex("E5")) for unit in units for _ in range(buildings.get(unit, 0))],
    )
    player.goods[GOOD_INDEX["milk"]] = milk
    player.goods[GOOD_INDEX["grain"]] = grain
    return State(
        pack=engine.packs.builtin().hash,
        phase="production",
        players=[player],
        decisions=[ProduceDecision(1, Seat(0))],
    )


@in_one_test(
    ("order", "keep", "made"),
    [
        (["bread", "whisky", "cheese"], {}, "produce 2 cheese 2 bread 1 whisky"),
        (["whisky", "bread"], {}, "produce 1 bread 2 whisky"),
        (["whisky"], {}, "produce 2 whisky"),
        ([], {}, "produce nothing"),
        (["bread", "whisky", "cheese"], {"grain": 2}, "produce 2 cheese 1 bread"),
        (["bread", "cheese"], {"grain": 9, "milk": 9}, "produce nothing"),
        (["cheese", "bread"], {"milk": 4}, "produce 1 cheese 2 bread"),
    ],
)
def test_goods_are_made_in_order(order: list[str], keep: dict[str, int], made: str) -> None:
    state = board(5, 3, bakery=2, distillery=2, cheese_dairy=2)
    wanted = StandingOrder(order=order, keep=Keep(**keep))  # type: ignore[arg-type]
    assert answer(state, Seat(0), wanted).notation() == made


def test_the_clan_adds_what_is_legal() -> None:
    state = board(5, 0, clan="cunningham", cheese_dairy=2)
    wanted = StandingOrder(order=["cheese"], clan=Butter(butter=9))
    assert answer(state, Seat(0), wanted).notation() == "produce 2 cheese 3 butter"
    wanted = StandingOrder(order=["cheese"], keep=Keep(milk=2), clan=Butter(butter=9))
    assert answer(state, Seat(0), wanted).notation() == "produce 2 cheese 1 butter"


@in_one_test(
    ("grain", "order", "cellar", "made"),
    [
        (3, ["whisky"], True, "produce 2 whisky cellar"),
        (1, ["whisky"], True, "produce 1 whisky cellar"),
        (2, ["bread", "whisky"], True, "produce 2 bread"),
        (3, ["bread", "whisky"], True, "produce 2 bread 1 whisky cellar"),
        (3, ["bread"], True, "produce 2 bread"),
        (3, [], True, "produce nothing"),
        (3, ["whisky"], False, "produce 2 whisky"),
    ],
)
def test_a_whisky_goes_to_the_cellar_when_one_is_made(
    grain: int, order: list[str], cellar: bool, made: str
) -> None:
    state = board(0, grain, clan="mackenzie", bakery=2, distillery=2)
    wanted = StandingOrder(order=order, clan=Storing(cellar=cellar))  # type: ignore[arg-type]
    assert answer(state, Seat(0), wanted).notation() == made


@pytest.mark.parametrize("clan", ["stewart", "cunningham"])
def test_a_cellar_that_the_clan_lacks_is_left_out(clan: str) -> None:
    state = board(0, 2, clan=clan, distillery=2)
    wanted = StandingOrder(
        order=["whisky"], clan=engine.registry.current().choice_type(butter=3, cellar=True)
    )
    assert answer(state, Seat(0), wanted).notation() == "produce 2 whisky"


def test_a_cellar_that_is_full_on_the_right_takes_one_more() -> None:
    state = board(0, 1, clan="mackenzie", distillery=1)
    state.players[0].clan_state = [0, 1]
    wanted = StandingOrder(order=["whisky"], clan=Storing(cellar=True))
    assert answer(state, Seat(0), wanted).notation() == "produce 1 whisky cellar"


def last_production(clan: str, **buildings: int) -> State:
    """With awards, and the agreement that all that can be processed is."""
    state = board(5, 3, clan, **buildings)
    state.options = Options(players=2, expansions=["awards"], last_production="forced_processing")
    state.round = ROUNDS
    return state


@in_one_test(
    ("order", "keep", "made"),
    [
        ([], {}, "produce 2 cheese 1 bread 2 whisky"),
        (["bread"], {"grain": 3}, "produce 2 cheese 2 bread 1 whisky"),
        (["bread", "cheese", "whisky"], {"milk": 9}, "produce 2 cheese 2 bread 1 whisky"),
    ],
)
@in_one_test("butter", [0, 2, 9])
def test_where_all_must_be_processed_the_order_keeps_its_say_in_the_rest(
    order: list[str], keep: dict[str, int], made: str, butter: int
) -> None:
    """Which good the grain becomes, and how much of the clan's own. (IND-AWARD-07)"""
    state = last_production("cunningham", bakery=2, distillery=2, cheese_dairy=2)
    wanted = StandingOrder(
        order=order,  # type: ignore[arg-type]
        keep=Keep(**keep),
        clan=Butter(butter=butter),
    )
    found = answer(state, Seat(0), wanted).notation()
    assert found == made + (f" {min(butter, 3)} butter" if butter else "")


def test_an_order_of_the_cellar_reads_back_as_it_was() -> None:
    order = decode(b'{"order": ["whisky"], "clan": {"cellar": true}}')
    assert order == StandingOrder(order=["whisky"], clan=Storing(cellar=True))
    assert decode(stored(order)) == order
    with pytest.raises(MalformedOrder):
        decode(b'{"clan": {"cellar": 2}}')


@rule("CLAN-MACPHERSON-1", "CLAN-MACPHERSON-4")
@in_one_test(
    ("spaces", "made"),
    [
        ("D4 D5 J4 J5", "young D4 J4"),
        ("D5 J4", "young D5 J4"),
        ("D5", "young D5"),
        ("B3", "nothing"),
        ("", "nothing"),
    ],
)
def test_an_order_names_the_spaces_on_which_young_may_come(spaces: str, made: str) -> None:
    state = board(0, 0, clan="macpherson")
    state.modules = ["A1", "B1", "C1", "D1"]
    for hex_ in ("D4", "D5", "J4", "J5"):
        state.players[0].units.append(Piece("cow" if hex_[0] == "D" else "sheep", Hex(hex_)))
    state.forget_position()
    wanted = StandingOrder(clan=Young(tuple(map(Hex, spaces.split()))))  # type: ignore[arg-type]
    assert answer(state, Seat(0), wanted).notation() == f"produce {made}"
    assert decode(stored(wanted)) == wanted

"""What a standing order comes to, on hand-made boards."""

import pytest

from games import engine
from games.engine.decisions import ClanChoice, Produce
from games.engine.state import Piece, Player, State
from games.engine.words import GOOD_INDEX, Hex, Seat, Unit
from games.standing_orders import Keep, StandingOrder, answer

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
        decisions=[Produce(1, Seat(0))],
    )


@pytest.mark.parametrize(
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
    wanted = StandingOrder(order=["cheese"], clan=ClanChoice(butter=9))
    assert answer(state, Seat(0), wanted).notation() == "produce 2 cheese 3 butter"
    wanted = StandingOrder(order=["cheese"], keep=Keep(milk=2), clan=ClanChoice(butter=9))
    assert answer(state, Seat(0), wanted).notation() == "produce 2 cheese 1 butter"

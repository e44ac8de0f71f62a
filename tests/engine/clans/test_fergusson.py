"""Clan Fergusson."""

import pytest

from games.engine.geometry.board import BIT
from games.engine.terms import Hex
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, drafted, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def placed(table: Part) -> list[int]:
    """The seats that place first workers, in order; each takes the first space on offer."""
    order = []
    while table.state.phase == "workers":
        order.append(int(table.deciding()))
        table.when.play(table.legal()[0])
    return order


@rule("CLAN-FERGUSSON-01", "P2-05")
@in_one_test(("players", "level"), [(2, 2), (3, 3), (4, 3)])
def test_shipping_starts_at_two_lochs_or_at_one_with_two_players(players: int, level: int) -> None:
    table = drafted("fergusson", *["plain"] * (players - 1))
    table.then.expect("red", shipping=level, stock=2, track=5).expect("blue", shipping=0)


@rule("CLAN-FERGUSSON-02")
@pytest.mark.parametrize("players", [2, 3])
def test_all_three_first_workers_stand_on_the_border(players: int) -> None:
    table = drafted("fergusson", *["plain"] * (players - 1))
    inland = "place miner C6"
    for number in range(3):
        while table.deciding() != RED:
            table.when.play(inland if table.can(inland) else table.legal()[0])
        table.then.refuses("place woodcutter H7", "CLAN-FERGUSSON-02", "border_only")
        offered = {line.split()[2] for line in table.legal()}
        assert offered
        assert all(BIT[Hex(hex_)] & table.state.board.border for hex_ in offered)
        assert len(table.pieces("red")) == number
        table.when.play(table.legal()[0])
    table.then.expect_decision("main_action", "red")
    assert "worker C6" in [f"{p.unit} {p.hex}" for p in table.pieces("blue")]


@rule("CLAN-FERGUSSON-02", "SETUP-20")
def test_each_of_the_three_is_paid_in_full_and_may_stand_apart() -> None:
    table = drafted("fergusson", "plain", "plain").give("red", money=60)
    for line in ("place miner E1", "place miner M4", "place woodcutter A8"):
        while table.deciding() != RED:
            table.when.play(table.legal()[0])
        table.when.play(line)
    table.then.expect("red", money=60 - (10 + 3) - (10 + 3) - (6 + 2))
    table.then.expect("red", units=["worker A8", "worker E1", "worker M4"])


@rule("CLAN-FERGUSSON-02", "SETUP-20")
def test_a_first_worker_that_cannot_be_paid_is_refused() -> None:
    table = drafted("fergusson", "plain").give("red", money=9)
    table.then.refuses("place miner B4", "SETUP-21").refuses("place miner F8", "SETUP-20")
    table.given.give("red", money=13).when.play("place miner F8").then.expect("red", money=0)


@rule("CLAN-FERGUSSON-03", "SETUP-19", "TC-35")
@in_one_test(
    ("clans", "order"),
    [
        (("fergusson", "plain", "plain"), [0, 1, 2, 2, 1, 0, 0]),
        (("plain", "plain", "fergusson"), [0, 1, 2, 2, 1, 0, 2]),
        (("plain", "fergusson"), [0, 1, 1, 0, 1]),
        (("plain", "plain", "plain"), [0, 1, 2, 2, 1, 0]),
    ],
)
def test_the_third_worker_comes_when_all_others_are_done(
    clans: tuple[str, ...], order: list[int]
) -> None:
    table = drafted(*clans)
    assert placed(table) == order
    table.then.expect_decision("main_action", "red")


@rule("CLAN-FERGUSSON-04")
def test_later_units_need_no_border() -> None:
    table = scenario(clans="fergusson").put("red", "woodcutter C1").shipping("red", 3)
    assert not table.state.board.border & BIT[Hex("C2")]
    table.when.play("expand sheep C2").then.expect(
        "red", money=100 - 8 - 2, units=["sheep C2", "worker C1"]
    )

"""Port tile 7: workers that go home, and the exchanges that are listed."""

from collections import Counter

import pytest

from games import engine
from games.engine.moves.ports import UsePort
from tests.engine.test_port_exchange import at_port, board
from tests.marks import first_of, in_one_test, long
from tests.rules import rule
from tests.scenario import RED, Part

pytestmark = pytest.mark.engine


def workers(*units: str, out: tuple[int, int], **switches: object) -> Part:
    """Red has workers and two other units; so many are gone from the columns, M2's with them."""
    table = at_port(*units, "cow D5", "cow I4", **switches)
    table.state.players[RED].workers_out = list(out)
    return table


@pytest.mark.uncounted
@rule("IND-WORK-03", "CASE-R12", "CASE-R13", "EDN-09")
@rule("WORKER-03", "DOUBT-12", "PORT-7f", "DIFF-30")
@in_one_test(
    ("hex_", "out", "after"),
    [
        # All four miners are on the board: whatever the space, a woodcutter returns.
        ("J4", (2, 0), (1, 0)),
        ("C5", (2, 0), (1, 0)),
        ("C6", (2, 0), (1, 0)),
        # All four woodcutters are.
        ("J4", (0, 2), (0, 1)),
        ("C6", (0, 2), (0, 1)),
        # Neither: the space decides, where it has only forest or only mountain.
        ("J4", (1, 1), (0, 1)),
        ("C5", (1, 1), (1, 0)),
    ],
)
def test_the_column_to_which_a_worker_returns(
    hex_: str, out: tuple[int, int], after: tuple[int, int]
) -> None:
    table = workers(f"woodcutter {hex_}", out=out)
    line = f"port 7 exchange worker {hex_} bakery cow D5 sheep"
    for column in ("woodcutter", "miner"):
        notation = f"{line} return {column}"
        table.then.refuses(notation, "WORKER-03", "return_column_not_asked")
    table.when.play(line).then.expect("red", workers_out=list(after))


@rule("IND-WORK-03", "IND-WORK-04")
@rule("WORKER-03", "DOUBT-12", "CMD-20")
@pytest.mark.parametrize(("column", "after"), [("woodcutter", (0, 1)), ("miner", (1, 0))])
def test_else_the_owner_chooses_the_column(column: str, after: tuple[int, int]) -> None:
    table = workers("woodcutter C6", out=(1, 1))
    line = "port 7 exchange worker C6 bakery cow D5 sheep"
    table.then.refuses(line, "WORKER-03", "return_column_missing")
    table.then.refuses(f"{line} return miner miner", "WORKER-03", "return_column_not_asked")
    table.when.play(f"{line} return {column}").then.expect("red", workers_out=list(after))
    assert board(table)["woodcutter"] == 4 - after[0]


@rule("WORKER-03")
def test_no_column_is_asked_when_no_worker_returns() -> None:
    table = workers("woodcutter C6", out=(1, 1))
    line = "port 7 exchange cow D5 bakery cow I4 sheep"
    table.then.refuses(f"{line} return miner", "WORKER-03", "return_column_not_asked")
    assert table.can(line)


@rule("WORKER-03")
def test_workers_are_judged_one_after_the_other() -> None:
    line = "port 7 exchange worker C6 bakery worker D8 sheep"
    table = workers("woodcutter C6", "miner D8", out=(1, 1))
    table.then.refuses(line, "WORKER-03", "return_column_missing")
    notation = f"{line} return miner woodcutter"
    table.then.refuses(notation, "WORKER-03", "return_column_not_asked")
    # The first empties a column, so the second can only come from the other.
    table.when.play(f"{line} return miner").then.expect("red", workers_out=[0, 0])

    table = workers("woodcutter C6", "miner D8", out=(2, 1))
    table.then.refuses(f"{line} return woodcutter", "WORKER-03", "return_column_missing")
    table.when.play(f"{line} return woodcutter miner").then.expect("red", workers_out=[1, 0])
    table = workers("woodcutter C6", "miner D8", out=(2, 1))
    table.when.play(f"{line} return miner").then.expect("red", workers_out=[1, 0])


@rule("WORKER-03")
def test_the_order_in_which_workers_return_is_the_players() -> None:
    # J4 has forest alone, C6 has both.
    first = "port 7 exchange worker J4 bakery worker C6 sheep"
    table = workers("woodcutter J4", "miner C6", out=(1, 2))
    table.when.play(first).then.expect("red", workers_out=[0, 1])

    table = workers("woodcutter J4", "miner C6", out=(1, 2))
    other = "port 7 exchange worker C6 sheep worker J4 bakery return woodcutter"
    table.when.play(other).then.expect("red", workers_out=[0, 1])

    table = workers("woodcutter J4", "miner C6", out=(2, 1))
    table.when.play(first + " return miner").then.expect("red", workers_out=[1, 0])
    table = workers("woodcutter J4", "miner C6", out=(2, 1))
    table.when.play(first + " return woodcutter").then.expect("red", workers_out=[0, 1])
    table = workers("woodcutter J4", "miner C6", out=(2, 2))
    table.when.play(f"{other[:-11]} miner").then.expect("red", workers_out=[1, 1])


# --- listing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "switches",
    first_of([{}, {"port7_up_to": True}, {"port7_different": False, "port7_up_to": True}]),
    ids=str,
)
@pytest.mark.parametrize(
    ("clan", "units", "out"),
    [
        ("", "cow D5, bakery J4, woodcutter C6, miner D8, field I4", (3, 1)),
        long("macdonald", "worker F5, worker C6, cow D5, bakery J4", (3, 0)),
        long("", "woodcutter J4, miner C5, woodcutter C6, sheep D8", (2, 2)),
        long("", "sheep D5, sheep J5, sheep B2, cow J4, miner C6", (0, 2)),
    ],
)
@pytest.mark.uncounted
def test_exactly_the_legal_exchanges_are_listed(
    clan: str, units: str, out: tuple[int, int], switches: dict[str, object]
) -> None:
    table = at_port(*units.split(", "), clans=clan, **switches)
    table.state.players[RED].workers_out = list(out)
    listed = table.legal("use_port")
    assert len(listed) > 20
    found = Counter(outcome(table, line) for line in listed)
    assert None not in found
    assert max(found.values()) == 1, "two that come to the same"
    for line in imaginable(table):
        assert outcome(table, line) in {*found, None}, line


def imaginable(table: Part) -> list[str]:
    """Every exchange of one or two of red's units, with every way to name columns."""
    columns = [*board(table)]
    old = [f"{piece.unit} {piece.hex}" for piece in table.pieces("red")]
    single = [f"{unit} {column}" for unit in old for column in columns]
    named = ["", "woodcutter", "miner", "woodcutter miner", "miner woodcutter"]
    named += ["woodcutter woodcutter", "miner miner"]
    pairs = [f"{one} {other}" for one in single for other in single]
    return [
        f"port 7 exchange {units}" + (f" return {returned}" if returned else "")
        for units in [*single, *pairs]
        for returned in (named if "worker" in units else named[:2])
    ]


def outcome(table: Part, line: str) -> tuple[object, ...] | None:
    """What is exchanged, and how many workers are gone afterwards, if a move is accepted."""
    move = engine.parse(line)
    assert isinstance(move, UsePort)
    try:
        move.check(table.state, table.decision())
    except engine.IllegalMove:
        return None
    after = engine.copy(table.state)
    engine.play(after, RED, move)
    return (frozenset(move.exchange), *after.players[RED].workers_out)

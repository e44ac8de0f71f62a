"""MacKenzie by a content pack with three cellar spaces, on the left of which nothing has aged."""

from collections import Counter
from functools import cache

import pytest

from games import engine
from games.bots.steward import weights
from games.bots.steward.outlook import outlook
from games.bots.steward.worth import kept
from games.engine.clans.mackenzie import WHISKY, WithdrawCellar
from games.engine.rules.final import score_now
from simulation.invariants import broken, progress, went_back
from simulation.random_play import Chooser, seed_of, steps
from tests.engine.test_content import builtin_files, canonical
from tests.marks import first_of, in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario
from web.pages.panel.prices import cost_of
from web.pages.table.parts.players import clan_box

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

SPACES = {(7, 15): "[7, 15]", (0, 7, 15): "[0, 7, 15]"}
CLANS = '"mackenzie", "robertson", "stewart", "campbell", "fergusson"'


@cache
def pack_with(payouts: tuple[int, ...]) -> engine.Pack:
    """The built-in pack with this cellar and few clans beside this one."""
    files = builtin_files()
    values = files["values.toml"].partition("[cellar]")
    files["values.toml"] = f'{values[0]}[cellar]\nsource = "house"\npayouts = {SPACES[payouts]}\n'
    before, _, after = files["pack.toml"].partition("names = [")
    files["pack.toml"] = f"{before}names = [{CLANS}]{after.partition(']')[2]}"
    pack = engine.packs.from_bytes(canonical(files))
    engine.check_names(pack)
    engine.packs.register(pack)
    return pack


def aged(*laid: int, round_: int = 1) -> Part:
    """Red without money has these barrels, a distillery and grain."""
    table = scenario(clans="mackenzie", money=0)
    table.state.pack = pack_with((0, 7, 15)).hash
    table.state.__dict__.pop("content", None)
    return table.given.put("red", "distillery G3").cellar("red", *laid).round(round_)


def now(table: Part) -> tuple[int, int]:
    """What the end would bring red now: points for goods, and pounds."""
    sheet = score_now(table.state)[RED]
    return sheet.processed_goods, 10 * sheet.money + sheet.leftover_money


@rule("OPT-18", "CLAN-MACKENZIE-08", "CLAN-MACKENZIE-07", "DOUBT-02")
def test_every_reader_of_the_cellar_goes_by_the_spaces_of_the_pack() -> None:
    table = aged(1, 1, 1)
    assert table.legal("withdraw_cellar") == ["withdraw 0", "withdraw 1", "withdraw 2"]
    assert not broken_clans(table)
    box = clan_box(table.state, table.state.players[RED])
    assert box is not None
    assert box.own is not None
    assert [(space.text, space.symbol) for space in box.own.spaces] == [
        ("£0", "whisky"),
        ("£7", "whisky"),
        ("£15", "whisky"),
    ]
    view = engine.view(table.state, None).players[RED]
    assert view.clan_state == {"cellar": [1, 1, 1]}
    decision = table.state.open_decisions()[0]
    costs = [cost_of(table.state, decision, WithdrawCellar(slot)) for slot in range(3)]
    assert costs == [0, -7, -15]
    assert now(table) == (6, 22)
    for slot, money in ((0, 0), (1, 7), (2, 22)):
        table.when.play(f"withdraw {slot}").then.expect("red", money=money, whisky=slot + 1)


def broken_clans(table: Part) -> list[str]:
    return [line for line in broken(table.state) if "keeps" in line or "barrels" in line]


@rule("OPT-18", "CLAN-MACKENZIE-04", "CLAN-MACKENZIE-10", "FINAL-02")
@in_one_test(("laid", "paid"), [((1, 0, 0), 0), ((0, 1, 0), 7), ((0, 0, 1), 15), ((1, 1, 1), 22)])
def test_the_end_pays_each_barrel_by_its_space(laid: tuple[int, ...], paid: int) -> None:
    table = aged(*laid, round_=5).when.go_to("final").advance("final_scoring")
    table.then.expect("red", whisky=sum(laid), money=paid, clan_state=[0, 0, 0])


@rule("OPT-18")
@in_one_test(
    ("payouts", "slot", "round_", "pay", "rounds"),
    [
        ((7, 15), 0, 3, 15, 1),
        ((0, 7, 15), 0, 3, 15, 2),
        ((0, 7, 15), 0, 5, 7, 1),
        ((0, 7, 15), 1, 5, 15, 1),
        ((0, 7, 15), 2, 5, 15, 0),
    ],
)
def test_the_steward_expects_the_best_space_that_a_barrel_can_still_come_to(
    payouts: tuple[int, ...], slot: int, round_: int, pay: int, rounds: int
) -> None:
    table = scenario(clans="mackenzie", money=0).values(cellar=payouts).round(round_)
    table.given.cellar("red", *(int(n == slot) for n in range(len(payouts))))
    out = outlook(table.state, RED)
    worth = kept(out, table.state, table.state.players[RED]) - out.goods[WHISKY]
    assert worth == pytest.approx(weights.KEPT * pay * out.pounds[round_ + rounds])


@rule("OPT-18", "CLAN-MACKENZIE-03", "CLAN-MACKENZIE-05")
@pytest.mark.parametrize("payouts", first_of(SPACES))
@pytest.mark.long
def test_whole_games_by_a_pack_keep_all_invariants(payouts: tuple[int, ...]) -> None:
    met = Counter[str]()
    for number in range(6):
        before: list[tuple[int, ...]] = []
        name = f"aged/{number}"
        for state, event in steps(2, name, cellarer(name), pack=pack_with(payouts)):
            after = progress(state)
            wrong = broken(state) + went_back(before, after)
            assert not wrong, (name, event.version, event.kind, wrong)
            before = after
            for player in engine.view(state, None).players:
                if player.clan == "mackenzie":
                    cellar = player.clan_state["cellar"]
                    assert len(cellar) == len(payouts)
                    met.update(str(n) for n, barrel in enumerate(cellar) if barrel)
            if event.move is not None:
                met[event.move.type_name()] += 1
    assert met.keys() >= {str(n) for n in range(len(payouts))}
    assert met["withdraw_cellar"]


def cellarer(name: str) -> Chooser:
    """By chance, but MacKenzie is drafted, distils, and fills and empties the cellar."""
    stream = engine.randomness.Stream(seed_of(name), "cellarer")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        moves = engine.legal_moves(state, seat)
        if state.phase == "draft":
            clans = [pair.clan for pair in state.draft]
            return next((m for m in moves if clans[m.pair] == "mackenzie"), moves[0])
        if state.players[seat].clan == "mackenzie":
            if stream.below(8):
                moves = [move for move in moves if not isinstance(move, WithdrawCellar)]
            for favoured in FAVOURED:
                found = [move for move in moves if favoured in move.notation()]
                if found and stream.below(5):
                    return stream.choice(found)
        return stream.choice(moves)

    return choose


FAVOURED = ("cellar", "expand distillery", "buy 2 grain", "expand miner")

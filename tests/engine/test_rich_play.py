"""Games by chance in which everybody has plenty, so that rare decisions come up often."""

from collections import Counter
from collections.abc import Iterator

import pytest

from games import engine
from games.engine.decisions import Decision, ExportBonusesDecision
from games.engine.options import Options
from games.engine.options.option_list import SWITCHES
from games.engine.randomness import Stream
from games.engine.rules import setup
from games.engine.terms import Seat
from simulation.invariants import broken, progress, went_back
from simulation.random_play import MOST_EVENTS, seed_of
from tests.marks import sample
from tests.rules import rule

pytestmark = pytest.mark.engine

OWN = ["buchanan", "macdonald", "macewan", "mackenzie", "stewart"]
RARE = {
    *("fulfil", "bonus", "brew", "withdraw_cellar", "row", "use_port", "draw_contracts"),
    *("take_contracts", "keep_contracts", "neighbourhood_buy", "sell_at_market"),
}


def enrich(state: engine.State) -> None:
    """Everybody has goods and money again."""
    for player in state.players:
        player.goods = [max(good, 4) for good in player.goods]
        player.money = max(player.money, 60)


def preferring(state: engine.State, seat: Seat, stream: Stream) -> engine.Move:
    """A legal move; often one of the rare kinds, and seldom a pass."""
    moves = engine.legal_moves(state, seat)
    rare = [move for move in moves if move.type_name() in RARE]
    if rare and stream.below(3):
        kinds = sorted({move.type_name() for move in rare})
        kind = kinds[stream.below(len(kinds))]
        return stream.choice([move for move in rare if move.type_name() == kind])
    busy = [move for move in moves if move.type_name() not in ("pass", "skip")]
    return stream.choice(busy if busy and stream.below(8) else moves)


def rich_game(name: str, options: Options) -> Iterator[tuple[engine.State, engine.Event]]:
    """A game event by event; at the beginning of each turn enough is given to everybody."""
    stream = Stream(seed_of(name), "rich play")
    state, event = engine.new_game(options, seed_of(name), engine.packs.builtin())
    yield state, event
    while not state.over:
        if state.version > MOST_EVENTS:
            raise AssertionError(f"the game {name!r} does not end")
        step = engine.advance(state)
        if step is None:
            decision: Decision = state.open_decisions()[0]
            if decision.kind == "main_action":
                enrich(state)
            step = engine.play(state, decision.seat, preferring(state, decision.seat, stream))
        yield state, step


def options_of(number: int) -> Options:
    """The usual game, and in every second one each switch by chance."""
    stream = Stream(seed_of(f"switches/{number}"), "switches")
    chosen = {switch.name: stream.choice(list(switch.values)) for switch in SWITCHES}
    return Options(players=2 + number % 3, **chosen if number % 2 else {})  # type: ignore[arg-type]


@rule("INV-01", "INV-02", "INV-03", "INV-04", "INV-05", "INV-06", "INV-07", "INV-08", "INV-09")
@rule("INV-10", "INV-11", "INV-12")
@pytest.mark.long
@pytest.mark.uncounted
def test_invariants_hold_where_much_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: OWN)
    kinds: Counter[str] = Counter()
    for number in range(sample(whole=30, usual=14)):
        before: list[tuple[int, ...]] = []
        for state, event in rich_game(f"rich/{number}", options_of(number)):
            kinds[event.kind] += 1
            kinds.update(decision.kind for decision in state.open_decisions())
            wrong = broken(state) + went_back(before, progress(state))
            assert not wrong, (number, event.version, event.kind, wrong)
            before = progress(state)
            assert _something_to_do(state), (number, event.version, state.decisions)
    for kind in ("row", "withdraw_cellar", "brew", "fulfil_next", "keep_contracts", "free_space"):
        assert kinds[kind] > sample(whole=5, usual=3), kinds


def _something_to_do(state: engine.State) -> bool:
    """No decision opens that could only be declined, and no bonus waits that is not there."""
    for decision in state.open_decisions():
        if isinstance(decision, ExportBonusesDecision) and len(set(decision.bonuses)) < 2:
            return False
        moves = engine.legal_moves(state, decision.seat)
        if not moves or (decision.OPTIONAL and {m.type_name() for m in moves} == {"skip"}):
            return False
    return True

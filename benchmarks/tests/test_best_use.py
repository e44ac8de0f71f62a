"""The advantages by which it is measured what modules could bring."""

import pytest

from benchmarks import best_use, modules
from games import engine
from games.engine.moves.contracts import TakeContracts
from games.engine.terms import ContractId
from simulation.random_play import at_random

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

SLOTS = 6


def test_one_seat_takes_from_the_row_and_for_the_other_it_lies_apart() -> None:
    by_chance, taken = at_random("row"), list[ContractId]()

    def own(state: engine.State, seat: engine.Seat) -> engine.Move:
        for move in engine.legal_moves(state, seat):
            if isinstance(move, TakeContracts) and set(move.contracts) <= set(state.future):
                taken.extend(move.contracts)
                return move
        return by_chance(state, seat)

    def other(state: engine.State, seat: engine.Seat) -> engine.Move:
        assert state.phase == "draft" or len(state.slots) == SLOTS
        assert not {*taken} & {*state.slots, *state.future}
        return by_chance(state, seat)

    options = modules.options_of({"refill_board"})
    best_use.play("row", options, best_use.with_the_row(0, own, other))
    assert taken


def test_the_award_is_given_to_each_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_use, "play", lambda *_: 8)
    assert [*best_use.given_award(0)] == [(1, 16), (0.5, 0)]

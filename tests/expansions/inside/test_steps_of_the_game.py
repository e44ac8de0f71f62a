"""An expansion with decisions before clans and round 1, and steps of its own."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.assembly import SHIPPED, assemble
from games.engine.decisions import Decision, DecisionBase, MainActionDecision
from games.engine.expansions.base import DecidingStage, Expansion, Step
from games.engine.moves.base import PlainMove, as_kind
from games.engine.recorder import Recorder
from games.engine.rules import rounds, setup
from games.engine.state import State
from games.engine.terms import Seat, gettext_noop
from simulation.random_play import seal, steps
from tests.expansions.example.expansion import Example

pytestmark = pytest.mark.engine

MACHINE = Seat(1)


class PlaceMarkerDecision(DecisionBase, frozen=True, tag="place_marker"):
    """One after the other, the last in order first."""

    ADMITS = ("place_marker",)
    DEFAULT = "place_marker"
    PHASE = None

    stage: DecidingStage = "clans"
    order: list[Seat] = []
    left: list[Seat] = []


class PlaceMarker(PlainMove, frozen=True, tag="place_marker"):
    """The answer; after the last one the set-up goes on."""

    WORD = "marker"

    def perform(self, game: Recorder, decision: Decision) -> None:
        placing = as_kind(decision, PlaceMarkerDecision)
        game.close()
        game.barrier()
        if placing.left:
            *left, seat = placing.left
            following = PlaceMarkerDecision(game.version, seat, placing.stage, placing.order, left)
            game.open(following)
        else:
            setup.go_on(game, placing.stage, placing.order, after=MARKERS)


class Markers(Expansion):
    """Markers are placed twice, and the game plays one of the seats."""

    name: ClassVar[str] = "markers"
    label: ClassVar[str] = gettext_noop("Markers")
    decisions = (PlaceMarkerDecision,)
    moves = (PlaceMarker,)

    def decide_first(self, game: Recorder, stage: DecidingStage, order: Sequence[Seat]) -> bool:
        *left, seat = order
        game.open(PlaceMarkerDecision(game.version, seat, stage, list(order), left))
        return True

    def produces_in_turn(self, state: State) -> bool:
        return state.round == 5

    def takes_turn(self, state: State, seat: Seat) -> bool:
        return seat == MACHINE

    def step(self, state: State) -> Step | None:
        return ("machine_turn", machine_turn) if state.phase == "action" else None


MARKERS = Markers()


def machine_turn(game: Recorder) -> None:
    """The machine takes £1 and passes."""
    game.money(MACHINE, 1)
    game.emit(fx.Passed(MACHINE))
    rounds.next_turn(game, MACHINE)


@pytest.fixture(autouse=True)
def added() -> Iterator[None]:
    assemble((*SHIPPED, Example(), MARKERS))
    yield
    assemble((*SHIPPED, Example()))


def options(**more: object) -> engine.Options:
    return engine.Options(players=3, expansions=["markers"], **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("auction", ["none", "open", "blind"])
def test_players_decide_before_clans_and_before_the_first_round(auction: str) -> None:
    order: list[Seat] = []
    seats: list[Seat | None] = []
    kinds: list[str] = []
    for state, event in steps(3, "markers", options=options(auction=auction)):
        order = order or state.decisions[0].order  # type: ignore[attr-defined]
        kinds.append(event.kind)
        if event.kind == "place_marker":
            seats.append(event.seat)
        if state.round:
            break
    assert kinds[:4] == ["setup", "place_marker", "place_marker", "place_marker"]
    assert seats[:3] == list(reversed(order))
    begins = "choose_clan" if auction == "none" else "bid"
    assert kinds[4] == begins
    assert kinds[-4:] == ["place_worker", "place_marker", "place_marker", "place_marker"]
    assert seats[3:] == list(reversed(state.turn_order))
    assert state.phase == "action"


def test_the_game_takes_the_turns_of_a_seat() -> None:
    rows: list[engine.StoredEvent] = []
    machine = 0
    for state, event in steps(3, "machine", options=options()):
        rows.append(seal(event, state, rows[-1].chain if rows else ""))
        acting = [one.seat for one in state.decisions if isinstance(one, MainActionDecision)]
        assert MACHINE not in acting
        if state.phase == "action" and state.awaits_step:
            engine.check_position(state)
        machine += event.kind == "machine_turn"
        assert event.kind != "machine_turn" or event.seat is None
    assert machine == 5
    assert state.over
    assert engine.dump(engine.rebuild(rows)) == engine.dump(state)


def test_in_the_last_round_they_produce_one_after_the_other() -> None:
    """The goods of one are made before the next decides; an answer is final."""
    asked: list[tuple[int, list[Seat]]] = []
    for state, event in steps(
        4, "in turn", options=engine.Options(players=4, expansions=["markers"])
    ):
        if state.phase == "production" and state.open_decisions():
            asked.append((state.round, [one.seat for one in state.open_decisions()]))
        if event.kind == "processing" and state.round == 5 and state.phase == "production":
            assert len(state.decisions) == 1
    last = [seats for round_, seats in asked if round_ == 5]
    assert len(last) > 1
    assert all(len(seats) == 1 for seats in last)
    assert [seat for (seat,) in last] == [seat for seat in state.passed if [seat] in last]
    assert any(len(seats) > 1 for round_, seats in asked if round_ < 5)


def test_without_it_no_step_follows_in_a_turn() -> None:
    for state, _ in steps(3, "none", options=engine.Options(players=3)):
        if state.phase == "action":
            state.decisions.clear()
            with pytest.raises(engine.BadPosition, match="no step follows"):
                engine.check_position(state)
            return

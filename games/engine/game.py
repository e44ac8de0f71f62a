"""The two doors of the engine and what belongs to them: play judges, apply changes."""

from collections.abc import Sequence

from games.engine import registry
from games.engine.clans import clan_of, owner_of
from games.engine.content.packs import Pack
from games.engine.decisions import Decision, DecisionBase, ProduceDecision
from games.engine.errors import IllegalMove
from games.engine.events import Event, Record, Secret, on_line
from games.engine.expansions import in_play
from games.engine.expansions.base import Step
from games.engine.moves import Move, move_types
from games.engine.options import Options
from games.engine.positions.forking import FORK, lay_out
from games.engine.recorder import Recorder
from games.engine.rules import leaving
from games.engine.rules.admission import admitted, offered
from games.engine.rules.final import score_game
from games.engine.rules.flow import settle
from games.engine.rules.leaving import default_move
from games.engine.rules.production import finish_production, start_production
from games.engine.rules.rounds import prepare_round, score_round
from games.engine.rules.setup import set_up
from games.engine.rules.supply import check_supply
from games.engine.state import State
from games.engine.terms import Seat

RULES_VERSION = 1
"""Raised whenever a change of the rules' code changes what a recorded move would do."""

STEPS: dict[str, Step] = {
    "production": ("production", start_production),
    "scoring": ("scoring", score_round),
    "preparation": ("preparation", prepare_round),
    "final": ("final_scoring", score_game),
}
"""By phase, the kind of the step that the game itself takes and what it does, where no expansion
has another one. (STATE-01)"""


def next_step(state: State) -> Step:
    """The step of the game when no player has to decide. Raises LookupError without one."""
    added = (expansion.step(state) for expansion in in_play(state.options))
    return next((step for step in added if step is not None), None) or STEPS[state.phase]


def closing_steps() -> dict[type[DecisionBase], Step]:
    """By what several seats decide together, the step when every answer is in."""
    steps: dict[type[DecisionBase], Step] = {ProduceDecision: ("processing", finish_production)}
    for expansion in registry.current().expansions:
        steps.update(expansion.closing_steps)
    return steps


def new_game(options: Options, seed: bytes, pack: Pack) -> tuple[State, Event]:
    """A game up to its first decision, with the event that set it up (version 1).

    Raises InvalidOptions when the pack has too little for it.
    """
    check_supply(options, pack.content)
    state = State()
    game = Recorder(state)
    set_up(game, options, seed, pack)
    return state, _finished(game, kind="setup")


def fork(position: State, seed: bytes) -> tuple[State, Event]:
    """A game that goes on from a position of another one, with the event that begins it.

    Only the public part of the position counts; the rest is drawn from the seed. Raises ValueError
    for a position that cannot be played on.
    """
    state = State()
    game = Recorder(state)
    lay_out(game, position, seed)
    return state, _finished(game, kind=FORK)


def play(state: State, seat: Seat, move: Move) -> Event:
    """Judge a move, apply what follows from it, and return it as an event.

    A seat that has resigned plays what ``default_move`` says and nothing else. Raises
    NotYourDecision or IllegalMove; the state is then unchanged. After any other exception discard
    the state object.
    """
    decision = _admitting(state, seat, move)
    if seat in state.resigned and move != default_move(state, seat):
        raise IllegalMove("RESIGN-02", "resigned")
    move.check(state, decision)
    game = Recorder(state)
    move.perform(game, decision)
    settle(game)
    return _finished(game, kind=move.type_name(), seat=seat, move=move)


def advance(state: State) -> Event | None:
    """The next step of the game itself, or None when a player has to decide or it is over."""
    if not state.awaits_step:
        return None
    answered = state.offered()
    kind, perform = closing_steps()[type(answered[-1])] if answered else next_step(state)
    game = Recorder(state)
    perform(game)
    settle(game)
    return _finished(game, kind=kind)


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """Every move that the seat's decision admits; none when it has nothing to decide.

    In production that goes for an answer already given too, until the last one is in. A seat that
    has resigned has the one move that the game makes for it. (RESIGN-02)
    """
    if seat in state.resigned:
        default = default_move(state, seat)
        return [] if default is None else [default]
    decision = state.decision_of(seat)
    if decision is None:
        return []
    kinds, found = move_types(), list[Move]()
    for name in admitted(state, decision):
        found.extend(kinds[name].legal(state, decision))
    return found


def undo(
    state: State, seat: Seat, records: Sequence[Record], to_version: int | None = None
) -> Event:
    """The event that goes back to an earlier version, by default to the last barrier.

    ``records`` are the events of the game in order, from the first one or the one after the barrier
    at least as far as the state. The state after the event is the one at its parent with the
    event's version; replaying the stream gives the state. Raises NotYourDecision or IllegalMove.
    (UNDO-01..06)
    """
    state.decision_for(seat)
    if seat in state.resigned:
        raise IllegalMove("RESIGN-02", "resigned")
    if state.phase != "action":
        raise IllegalMove("UNDO-01", "undo_in_turns_only", phase=state.phase)
    barrier = state.undo_to
    target = barrier if to_version is None else to_version
    if target < barrier:
        raise IllegalMove("UNDO-02", "undo_barrier", undo_to=barrier)
    if barrier >= state.head:
        raise IllegalMove("UNDO-01", "nothing_to_undo", undo_to=barrier)
    if target >= state.head:
        raise IllegalMove("UNDO-01", "nothing_after", to_version=target)
    if not on_line(records, target, state.version):
        raise IllegalMove("UNDO-01", "not_on_the_line", to_version=target)
    return Event(state.version + 1, target, seat, "undo", None, [], [], RULES_VERSION)


def resign(state: State, seat: Seat) -> Event:
    """The event by which a seat leaves the game, also out of turn. (RESIGN-01..04)

    What the seat has to decide is answered by ``default_move`` from now on. Raises NotYourDecision
    for a seat that does not exist, IllegalMove when it has resigned before or the game is over.
    """
    leaving.check_resigning(state, seat)
    game = Recorder(state)
    leaving.resign(game, seat)
    return _finished(game, kind=leaving.RESIGN, seat=seat)


def end_early(state: State) -> Event:
    """The end of a game in which too few people are left, with scores as they are. (RESIGN-05)

    Raises IllegalMove when no seat has resigned, or the game is over.
    """
    leaving.check_early_end(state)
    game = Recorder(state)
    leaving.end_early(game)
    return _finished(game, kind=leaving.EARLY_END)


def abandon(state: State) -> Event:
    """The end of a game whose players agree to stop, without scores. (ABANDON-01)

    Raises IllegalMove when it is over.
    """
    leaving.check_abandoning(state)
    game = Recorder(state)
    leaving.abandon(game)
    return _finished(game, kind=leaving.ABANDON)


def stop(state: State) -> Event:
    """The end of a game that the director of its tournament ends, without scores. (ABANDON-02)

    Raises IllegalMove when it is over.
    """
    leaving.check_abandoning(state)
    game = Recorder(state)
    leaving.stop(game)
    return _finished(game, kind=leaving.STOP)


def _admitting(state: State, seat: Seat, move: Move) -> Decision:
    """The seat's decision, if it admits a move of this type."""
    decision = state.decision_for(seat)
    if move.type_name() not in admitted(state, decision):
        _check_clan(state, seat, move, decision)
        raise IllegalMove(
            move.OUT_OF_PLACE or decision.RULE,
            "out_of_place",
            move=move.type_name(),
            decision=decision.kind,
            admitted=list(offered(state, decision)),
        )
    return decision


def _check_clan(state: State, seat: Seat, move: Move, decision: Decision) -> None:
    """Raise IllegalMove for a move that another clan has for itself. (FREE-01)"""
    owner = owner_of(move.type_name())
    if owner is not None and move.type_name() not in clan_of(state.players[seat]).own_moves():
        rule = move.OUT_OF_PLACE or decision.RULE
        raise IllegalMove(rule, "not_your_clan", move=move.type_name(), clan=owner)


def _finished(
    game: Recorder, *, kind: str, seat: Seat | None = None, move: Move | None = None
) -> Event:
    """The event of what has been recorded; the state stands at its version."""
    state = game.state
    event = Event(
        version=game.version,
        parent=state.version,
        seat=seat,
        kind=kind,
        move=move,
        effects=game.effects,
        secrets=_secrets(game, move),
        rules=RULES_VERSION,
    )
    state.version = state.head = game.version
    return event


def _secrets(game: Recorder, move: Move | None) -> list[Secret]:
    """What of an event is hidden, with the move itself where that is too."""
    if not game.secrets:
        return []
    hidden = game.hidden_for is not None
    return [Secret(game.secrets, game.hidden_for, move if hidden else None)]

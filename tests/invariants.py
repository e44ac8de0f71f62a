"""What must hold in every state, checked by code that shares nothing with the rules. (INV-01..12)

``broken`` looks at one state, ``went_back`` at two that follow each other.
"""

from collections import Counter
from collections.abc import Iterator

from games.engine import State
from games.engine.board import BIT
from games.engine.decisions import KeepContracts, Produce
from games.engine.state import Player
from games.engine.words import ContractId

PER_COLUMN = 4
MERCHANTS = 7
CONTRACTS = 50


def broken(state: State) -> list[str]:
    """The invariants that a state breaks, each with what is wrong."""
    found = [
        *_stock(state),
        *_units(state),
        *_spaces(state),
        *_contracts(state),
        *_turns(state),
        *_answers(state),
    ]
    if any(not 0 <= p <= 9 for p in state.prices):
        found.append(f"INV-07 price outside its column: {state.prices}")
    limit = 4 if state.options.players == 2 else 3
    if max(state.turn.bought) > limit:
        found.append(f"INV-07 {state.turn.bought} bought by the neighbourhood bonus")
    return found


def _stock(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if player.money < 0 or min(player.goods) < 0:
            yield f"INV-01 seat {seat}: £{player.money}, goods {player.goods}"
        on_market = sum(player.buying) + sum(player.selling)
        if player.track + player.stock + on_market != MERCHANTS:
            yield f"INV-03 seat {seat}: {player.track}+{player.stock}+{on_market} merchants"
        if min([player.track, player.stock, *player.buying, *player.selling]) < 0:
            yield f"INV-03 seat {seat}: fewer than no merchants"
        if any(b and s for b, s in zip(player.buying, player.selling, strict=True)):
            yield f"INV-04 seat {seat}: merchants on both sides"


def _units(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        counts = Counter(piece.unit for piece in player.units)
        workers = counts.pop("worker", 0)
        if any(n > PER_COLUMN for n in counts.values()):
            yield f"INV-02 seat {seat}: {counts}"
        if workers != sum(player.workers_out) or max(player.workers_out) > PER_COLUMN:
            yield f"INV-02 seat {seat}: {workers} workers, {player.workers_out} gone"


def _spaces(state: State) -> Iterator[str]:
    if not state.modules:
        return
    taken = Counter(piece.hex for player in state.players for piece in player.units)
    if any(n > 1 for n in taken.values()):
        yield f"INV-06 two units on one space: {taken.most_common(1)}"
    terrain = state.board.terrain
    for player in state.players:
        for piece in player.units:
            fits = terrain["grassland"]
            if piece.unit == "worker":
                fits = terrain["forest"] | terrain["mountain"]
            if not fits & state.board.land & BIT[piece.hex]:
                yield f"INV-06 {piece.unit} on {piece.hex}"


def _contracts(state: State) -> Iterator[str]:
    if not state.pack:
        return
    known = _known_contracts(state)
    if state.secret is not None:
        if len(state.secret.pile) != state.pile:
            yield f"INV-05 {state.pile} in the pile, {len(state.secret.pile)} known to the server"
        known += state.secret.pile
    if len(known) != CONTRACTS or len(set(known)) != CONTRACTS:
        yield f"INV-05 {len(known)} contracts, {len(set(known))} different ones"
    if (sums := _imported(state)) != state.imports:
        yield f"INV-08 counters {state.imports}, contracts {sums}"
    for port in state.ports:
        if len(set(port.used_by)) != len(port.used_by):
            yield f"INV-10 port {port.tile} used by {port.used_by}"
    for seat, player in enumerate(state.players):
        if any(len(box) > 1 for box in player.boxes) or len(player.boxes) > 1:
            yield f"INV-10 seat {seat}: boxes {player.boxes}"


def _known_contracts(state: State) -> list[ContractId]:
    known = [c for c in state.slots if c] + list(state.pile_tail)
    for player in state.players:
        known += [c for box in player.boxes for c in box] + player.fulfilled
    for decision in state.decisions:
        if isinstance(decision, KeepContracts):
            known += decision.contracts
    return known


def _imported(state: State) -> list[int]:
    fulfilled = [state.content.contract(n) for p in state.players for n in p.fulfilled]
    return [
        sum(c.cotton for c in fulfilled),
        sum(c.tobacco for c in fulfilled),
        sum(c.sugar_cane for c in fulfilled),
    ]


def _turns(state: State) -> Iterator[str]:
    if state.phase != "action":
        return
    seats = {decision.seat for decision in state.open_decisions()}
    if len(seats) != 1:
        yield f"INV-11 {len(seats)} seats are active"
    if seats & set(state.passed):
        yield f"INV-11 {seats} have passed and are to act"


def _answers(state: State) -> Iterator[str]:
    for decision in state.decisions:
        if not isinstance(decision, Produce) or decision.answer is None:
            continue
        player, answer = state.players[decision.seat], decision.answer
        made = Counter(piece.unit for piece in player.units)
        milk, grain = player.goods[1], player.goods[2]
        if (
            answer.cheese > min(made["cheese_dairy"], milk)
            or answer.bread > made["bakery"]
            or answer.whisky > made["distillery"]
            or answer.bread + answer.whisky > grain
            or answer.cheese + answer.clan.butter > milk
        ):
            yield f"INV-12 seat {decision.seat}: {answer}"


def progress(state: State) -> list[tuple[int, ...]]:
    """What never decreases, by player. (INV-09)"""
    return [_progress(player) for player in state.players]


def _progress(player: Player) -> tuple[int, ...]:
    return (
        player.glory,
        player.shipping,
        len(player.technology),
        MERCHANTS - player.track,
        len(player.fulfilled),
    )


def went_back(before: list[tuple[int, ...]], after: list[tuple[int, ...]]) -> list[str]:
    """The players whose progress has decreased. (INV-09)"""
    return [
        f"INV-09 seat {seat}: {old} -> {new}"
        for seat, (old, new) in enumerate(zip(before, after, strict=False))
        if any(n < o for o, n in zip(old, new, strict=True))
    ]

"""What must hold in every state, checked by code that shares nothing with the rules. (INV-01..12)

Of expansions it is what they say of themselves.
``broken`` looks at one state, ``went_back`` at two that follow each other.
"""

from collections import Counter
from collections.abc import Iterator

from games.engine import State
from games.engine.clans import clan_of
from games.engine.decisions import ExportBonusesDecision, KeepContractsDecision, ProduceDecision
from games.engine.expansions import in_play, row_in_play
from games.engine.geometry.board import BIT, adjacent_hexes, hexes_in
from games.engine.state import Piece, Player
from games.engine.terms import ContractId, Seat

PER_COLUMN = 4
POOL = 8
"""The workers of the clan that has one column of them."""
MERCHANTS = 7
CONTRACTS = 50
SECOND_ANIMAL = 11
"""The port tile that deploys an animal beside another one."""


def broken(state: State) -> list[str]:
    """The invariants that a state breaks, each with what is wrong."""
    found = [
        *_stock(state),
        *_units(state),
        *_spaces(state),
        *_shared(state),
        *_clans(state),
        *_contracts(state),
        *_alone(state),
        *_turns(state),
        *_answers(state),
        *_variants(state),
        *(wrong for expansion in in_play(state.options) for wrong in expansion.wrong(state)),
    ]
    if any(not 0 <= p <= 9 for p in state.prices):
        found.append(f"INV-07 price outside its column: {state.prices}")
    turn = state.players[state.turn.seat or 0]
    limit = 4 if state.options.players <= 2 or turn.clan == "douglas" else 3
    if max(state.turn.bought) > limit and state.options.neighbourhood_cap == "turn":
        found.append(f"INV-07 {state.turn.bought} bought by the neighbourhood bonus")
    return found


def _stock(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if player.money < 0 or min(player.goods) < 0:
            yield f"INV-01 seat {seat}: £{player.money}, goods {player.goods}"
        on_market = sum(player.buying) + sum(player.selling)
        if player.track + player.stock + on_market != MERCHANTS - _without(state, player):
            yield f"INV-03 seat {seat}: {player.track}+{player.stock}+{on_market} merchants"
        if min([player.track, player.stock, *player.buying, *player.selling]) < 0:
            yield f"INV-03 seat {seat}: fewer than no merchants"
        if any(b and s for b, s in zip(player.buying, player.selling, strict=True)):
            yield f"INV-04 seat {seat}: merchants on both sides"


def _without(state: State, player: Player) -> int:
    """The merchants that a clan plays without, once it is set up. (CLAN-DOUGLAS-1)"""
    return player.clan == "douglas" and not state.draft


def _units(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        counts = Counter(piece.unit for piece in player.units)
        workers = counts.pop("worker", 0)
        if any(n > PER_COLUMN for n in counts.values()):
            yield f"INV-02 seat {seat}: {counts}"
        columns = [POOL, 0] if player.clan == "macdonald" else [PER_COLUMN, PER_COLUMN]
        over = any(out > most for out, most in zip(player.workers_out, columns, strict=True))
        if workers != sum(player.workers_out) or over:
            yield f"INV-02 seat {seat}: {workers} workers, {player.workers_out} gone"


def _shared(state: State) -> Iterator[str]:
    """Two animals of a player may share a space where a port tile or its clan brings the second."""
    by_tile = any(port.tile == SECOND_ANIMAL for port in state.ports)
    for seat, player in enumerate(state.players):
        yards = [tile for part in state.expansions for tile in getattr(part, "tiles", [])]
        by_yard = player.clan == "macleod" and SECOND_ANIMAL in yards
        second = by_tile or by_yard or player.clan == "macpherson"
        shared = Counter(piece.hex for piece in player.units)
        for hex_, number in shared.items():
            if number > 1 + second:
                yield f"IND-INV-1 seat {seat}: {number} units on {hex_}"


def _spaces(state: State) -> Iterator[str]:
    if not state.modules:
        return
    taken = Counter(hex_ for player in state.players for hex_ in {p.hex for p in player.units})
    if blocked := taken.keys() & {blocker.hex for blocker in state.blockers}:
        yield f"INV-06 units on blocked spaces: {sorted(blocked)}"
    if any(n > 1 for n in taken.values()):
        yield f"INV-06 units of two players on one space: {taken.most_common(1)}"
    terrain = state.board.terrain
    for player in state.players:
        fishermen = _fishermen(state, player)
        standing = {piece.hex for piece in fishermen}
        if any(standing & set(adjacent_hexes(hex_)) for hex_ in standing):
            yield f"INV-06 fishermen side by side: {standing}"
        for piece in player.units:
            fits = terrain["grassland"]
            if piece.unit == "worker":
                fits = terrain["forest"] | terrain["mountain"]
            if piece in fishermen:
                fits = state.board.loch
            if not fits & state.board.active & BIT[piece.hex]:
                yield f"INV-06 {piece.unit} on {piece.hex}"


def _fishermen(state: State, player: Player) -> list[Piece]:
    if player.clan != "macdonald":
        return []
    return [
        p for p in player.units if p.unit == "worker" and not state.board.spaces[p.hex].terrains
    ]


def _clans(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        keeps = player.clan in ("mackenzie", "gordon", "macleod", "fraser")
        barrels = player.clan_state if keeps else []
        spaces = clan_of(player).own_spaces(state.content)
        if player.clan_state != barrels or len(barrels) not in (0, spaces):
            yield f"seat {seat}: {player.clan} keeps {player.clan_state}"
        if not set(barrels) <= {0, 1}:
            yield f"seat {seat}: barrels {barrels}"
        if player.clan == "sinclair" and player.shipping != 1 and not state.draft:
            yield f"seat {seat}: shipping {player.shipping} of a clan that has 1 always"
        if player.clan == "macdonald" and player.technology:
            yield f"seat {seat}: {player.technology} flipped"


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
    sums = _imported(state) if state.options.imports == "dynamic" else [0, 0, 0]
    if sums != state.imports:
        yield f"INV-08 counters {state.imports}, contracts {sums}"
    for port in state.ports:
        if len(set(port.used_by)) != len(port.used_by):
            yield f"INV-10 port {port.tile} used by {port.used_by}"
    for seat, player in enumerate(state.players):
        boxes = 2 if player.clan == "buchanan" and not state.draft else 1
        if any(len(box) > 1 for box in player.boxes) or len(player.boxes) != boxes:
            yield f"INV-10 seat {seat}: boxes {player.boxes}"


def _alone(state: State) -> Iterator[str]:
    """Neutral pieces and removed contracts, of the solo game only. (SOLO-02, SOLO-05, SOLO-20)"""
    if not state.modules:
        return
    alone = state.options.players == 1
    cheap = {hex_ for hex_ in hexes_in(state.board.land) if state.board.spaces[hex_].cost == 1}
    neutral = {blocker.hex for blocker in state.blockers if blocker.kind == "neutral"}
    if neutral != (cheap if alone else set()):
        yield f"SOLO-02 neutral pieces on {sorted(neutral)}"
    face_up = sum(map(bool, state.slots))
    if alone and state.phase == "action" and (len(state.slots) != 6 or face_up > 5):
        yield f"SOLO-05 {face_up} contracts face up"
    taken_out = len(state.removed) if not state.options.future_contracts else 0
    if alone and taken_out > max(0, state.round - 1):
        yield f"SOLO-20 {len(state.removed)} contracts removed in round {state.round}"
    if not alone and state.removed and not state.options.future_contracts:
        yield f"INV-05 {len(state.removed)} contracts removed"


def _known_contracts(state: State) -> list[ContractId]:
    known = [c for c in state.slots if c] + list(state.pile_tail) + list(state.removed)
    known += state.future
    for player in state.players:
        known += [c for box in player.boxes for c in box] + player.fulfilled
    for decision in state.decisions:
        if isinstance(decision, KeepContractsDecision):
            known += [c for c in decision.contracts if c not in state.future]
    return known


def _variants(state: State) -> Iterator[str]:
    """What the options leave out is not there, and what they bring in is."""
    options = state.options
    if not state.round:
        return
    if len(state.ports) != 4 * options.ports:
        yield f"VAR-NOPORT-01 {len(state.ports)} port tiles"
    if len(state.scoring_tiles) != 5 * options.scoring_tiles:
        yield f"VAR-NOSCORE-01 scoring tiles {state.scoring_tiles}"
    if any(bool(player.clan) != options.clans for player in state.players):
        yield f"VAR-NOCLAN-01 clans {[player.clan for player in state.players]}"
    covers = {blocker.hex for blocker in state.blockers if blocker.kind == "cover"}
    if len(covers) != 4 * options.tight_map:
        yield f"VAR-TIGHT-01 covered {sorted(covers)}"
    yield from _row(state)


def _row(state: State) -> Iterator[str]:
    """The contracts beside the export board. (VAR-FUTURE-03, IND-REFILL-04)

    Where no pile is left, those that go under it come to the refill board at the next taking.
    """
    row = row_in_play(state.options)
    spots = row.spots(state) if row is not None else 0
    short = state.pile or (row is not None and row.renewed and state.pile_tail)
    if len(state.future) > spots or (len(state.future) < spots and short):
        rule = row.rule if row is not None else "INV-05"
        yield f"{rule} row {state.future}, {state.pile} in the pile"


def _imported(state: State) -> list[int]:
    numbers = [number for player in state.players for number in player.fulfilled]
    numbers += [
        d.freeing for d in state.decisions if isinstance(d, ExportBonusesDecision) and d.freeing
    ]
    fulfilled = [state.content.contract(number) for number in numbers]
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
    passing = set(state.passed[-1:]) if state.options.port_after_pass else set()
    if seats & set(state.passed) - passing:
        yield f"INV-11 {seats} have passed and are to act"


def _answers(state: State) -> Iterator[str]:
    for decision in state.decisions:
        if not isinstance(decision, ProduceDecision) or decision.answer is None:
            continue
        player, answer = state.players[decision.seat], decision.answer
        made = Counter(piece.unit for piece in player.units)
        chosen = answer.clan.chosen()
        discarded, aged = chosen.get("butter", 0), chosen.get("cellar", False)
        silos = [str(change) for change in chosen.get("silos", ())]
        emptied = sum(change.startswith("empty") for change in silos)
        kilts = int(str(chosen.get("kilts", 0)))
        milk, grain = player.goods[1], player.goods[2] + emptied
        if (
            answer.cheese > min(made["cheese_dairy"], milk)
            or answer.bread > made["bakery"]
            or answer.whisky > made["distillery"]
            or answer.bread + answer.whisky + len(silos) - emptied > grain
            or emptied > sum(player.clan_state)
            or (silos and player.clan != "gordon")
            or answer.cheese + discarded > milk
            or (discarded and player.clan != "cunningham")
            or (chosen.get("young") and player.clan != "macpherson")
            or (chosen.get("returned") and player.clan != "macgregor")
            or (kilts and player.clan != "fraser")
            or kilts > max(0, min(player.goods[0], 2 - sum(player.clan_state)))
            or (aged and not (answer.whisky and player.clan == "mackenzie"))
        ):
            yield f"INV-12 seat {decision.seat}: {answer}"


def progress(state: State) -> list[tuple[int, ...]]:
    """What never decreases, by player. (INV-09, IND-INV-3)"""
    used = [seat for port in state.ports for seat in port.used_by]
    return [_progress(player, used.count(Seat(n))) for n, player in enumerate(state.players)]


def _progress(player: Player, ports: int) -> tuple[int, ...]:
    return (
        player.glory,
        player.shipping,
        len(player.technology),
        MERCHANTS - player.track,
        len(player.fulfilled),
        ports,
    )


def went_back(before: list[tuple[int, ...]], after: list[tuple[int, ...]]) -> list[str]:
    """The players whose progress has decreased. (INV-09)"""
    return [
        f"INV-09 seat {seat}: {old} -> {new}"
        for seat, (old, new) in enumerate(zip(before, after, strict=False))
        if any(n < o for o, n in zip(old, new, strict=True))
    ]

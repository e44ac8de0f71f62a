"""Obtaining export contracts, by the action and by building bonuses. (CONTRACT, BUILD)"""

from collections.abc import Iterator
from itertools import combinations
from typing import Self

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import Decision, DeploymentBonusesDecision, KeepContractsDecision
from games.engine.errors import IllegalMove
from games.engine.expansions import in_play, row_in_play
from games.engine.moves.base import ContractNumbers, MoveBase, PlainMove, as_kind, number
from games.engine.recorder import Recorder
from games.engine.rules.costs import obtaining_cost
from games.engine.rules.export_board import put_back
from games.engine.state import State
from games.engine.terms import ContractId, Seat


def check_obtaining(
    state: State, seat: Seat, contracts: list[ContractId], rule: str, *, limit: int
) -> None:
    """Raise IllegalMove unless these contracts may be obtained at once. (CONTRACT-01..04)"""
    player = state.players[seat]
    if len(set(contracts)) != len(contracts):
        raise IllegalMove(rule, "named_twice", contracts=list(contracts))
    if len(contracts) > limit:
        raise IllegalMove(rule, "too_many_contracts", wanted=len(contracts), limit=limit)
    if contracts and not player.empty_boxes():
        raise IllegalMove("CONTRACT-03", "no_empty_box")
    if len(contracts) > player.empty_boxes():
        raise IllegalMove("CONTRACT-03", "too_few_empty_boxes", empty=player.empty_boxes())
    cost = obtaining_cost(state)
    if contracts and cost > player.money:
        raise IllegalMove("CONTRACT-03", "not_enough_money", cost=cost, money=player.money)


def settle_cost(game: Recorder, seat: Seat) -> None:
    """Pay or receive the amount of the round, one for all contracts obtained at once.

    (CONTRACT-02, BUILD-03, CLAN-BUCHANAN-03)
    """
    options, clan = game.state.options, clan_of(game.player(seat))
    game.money(seat, -obtaining_cost(game.state))
    if clan.settles_cost_once(options) and not game.state.turn.cost_settled:
        game.emit(fx.CostSettled())


def sets_of(contracts: list[ContractId], most: int) -> Iterator[list[ContractId]]:
    """Every choice of 1 to ``most`` contracts; their order does not matter."""
    for size in range(1, most + 1):
        yield from map(list, combinations(contracts, size))


class TakeContracts(MoveBase, frozen=True, tag="take_contracts"):
    """Take contracts from the export board into empty boxes. (CONTRACT-01..06)"""

    WORD = "take"
    EXAMPLE = "take 14"

    contracts: ContractNumbers

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        limit = clan_of(state.players[decision.seat]).contracts_at_once(state.options)
        yield from map(cls, sets_of([contract for contract in state.slots if contract], limit))

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        if obtaining_cost(state) > player.money:
            return
        limit = clan_of(player).contracts_at_once(state.options)
        slots = [contract for contract in state.slots if contract]
        yield from map(cls, sets_of(slots, min(limit, player.empty_boxes())))

    def check(self, state: State, decision: Decision) -> None:
        if not self.contracts:
            raise IllegalMove("CONTRACT-01", "none_named")
        for contract in self.contracts:
            if contract not in state.slots:
                row = row_in_play(state.options) if contract in state.future else None
                rule = row.rule if row else "CONTRACT-01"
                raise IllegalMove(rule, "not_on_the_export_board", contract=contract)
        limit = clan_of(state.players[decision.seat]).contracts_at_once(state.options)
        check_obtaining(state, decision.seat, self.contracts, "CONTRACT-01", limit=limit)

    def perform(self, game: Recorder, decision: Decision) -> None:
        settle_cost(game, decision.seat)
        for contract in self.contracts:
            game.emit(fx.SlotSet(game.state.slots.index(contract), ContractId(0)))
            game.box_contract(decision.seat, contract)
        game.finish(decision)

    def notation(self) -> str:
        return " ".join([self.WORD, *map(str, self.contracts)])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        return cls.build(contracts=[number(word) for word in words])


class DrawContracts(PlainMove, frozen=True, tag="draw_contracts"):
    """Use a building bonus: turn up contracts from the pile. (BUILD-02, BUILD-10)

    An expansion that lays a row of them beside the export board says which there are to choose
    from. (VAR-FUTURE-05, VAR-FUTURE-07, VAR-FUTURE-10, IND-REFILL-03)
    """

    WORD = "draw"

    def check(self, state: State, decision: Decision) -> None:
        if isinstance(decision, DeploymentBonusesDecision) and not decision.building:
            raise IllegalMove("BUILD-01", "no_building_bonus")
        if not state.players[decision.seat].empty_boxes():
            raise IllegalMove("BUILD-06", "no_empty_box")

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat = decision.seat
        if isinstance(decision, DeploymentBonusesDecision):
            game.emit(fx.DecisionChanged(replace(decision, id=game.version, building=False)))
        else:
            game.close()
        wanted = clan_of(game.player(seat)).contracts_drawn(game.state.options)
        game.open(KeepContractsDecision(game.version, seat, offered_contracts(game, wanted)))


def offered_contracts(game: Recorder, wanted: int) -> list[ContractId]:
    """What a building bonus offers: an expansion says it, or it comes from the pile. (BUILD-02)"""
    for expansion in in_play(game.state.options):
        offered = expansion.offer_contracts(game, wanted)
        if offered is not None:
            return offered
    turned_up = game.draw_contracts(wanted)
    game.barrier()
    return turned_up


class KeepContracts(MoveBase, frozen=True, tag="keep_contracts"):
    """Take some or none of the contracts turned up; the rest go under the pile. (BUILD-02..09)"""

    WORD = "keep"
    EXAMPLE = "keep 7"

    contracts: ContractNumbers

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        yield cls([])
        limit = clan_of(state.players[decision.seat]).contracts_kept(state.options)
        yield from map(cls, sets_of(as_kind(decision, KeepContractsDecision).contracts, limit))

    def check(self, state: State, decision: Decision) -> None:
        drawn = as_kind(decision, KeepContractsDecision).contracts
        for contract in self.contracts:
            if contract not in drawn:
                raise IllegalMove("BUILD-02", "not_drawn", contract=contract)
        limit = clan_of(state.players[decision.seat]).contracts_kept(state.options)
        check_obtaining(state, decision.seat, self.contracts, "BUILD-02", limit=limit)

    def perform(self, game: Recorder, decision: Decision) -> None:
        drawn = as_kind(decision, KeepContractsDecision).contracts
        game.close()
        if self.contracts:
            settle_cost(game, decision.seat)
        for contract in self.contracts:
            game.box_contract(decision.seat, contract)
        expansions = in_play(game.state.options) if self.contracts else []
        if not any(one.contracts_taken(game, drawn, self.contracts) for one in expansions):
            put_back(game, [c for c in drawn if c not in self.contracts])

    def notation(self) -> str:
        return " ".join([self.WORD, *map(str, self.contracts)])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        return cls.build(contracts=[number(word) for word in words])

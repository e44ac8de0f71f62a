"""Deploying a unit, and what it opens. (EXPAND, NBR, BUILD)"""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Self

from games.engine.clans import clan_of
from games.engine.decisions import BonusUpgradeDecision, Decision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, hexes_in
from games.engine.moves.base import MoveBase, no_more
from games.engine.recorder import Recorder
from games.engine.rules.costs import beyond_reach, expand_cost
from games.engine.rules.deploying import (
    check_column,
    check_ground,
    deployable,
    open_deployment_bonuses,
    open_spaces,
    reach_by,
    with_room,
)
from games.engine.state import State
from games.engine.terms import Column, Hex, HexName


class Expand(MoveBase, frozen=True, tag="expand"):
    """Deploy the top unit of a column of the player board. (EXPAND-01..12)"""

    WORD = "expand"
    EXAMPLE = "expand bakery F5"

    unit: Column
    hex: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        for column, hex_ in deployable(state, decision.seat, decision.grant):
            yield cls(column, hex_)

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        found = open_spaces(state, decision.seat, decision.grant)
        return chain.from_iterable(
            map(partial(cls, column), hexes_in(spaces)) for column, spaces in found
        )

    def check(self, state: State, decision: Decision) -> None:
        player, grant = state.players[decision.seat], decision.grant
        check_column(player, self.unit, "EXPAND-01")
        if grant.columns and self.unit not in grant.columns:
            columns = list(grant.columns)
            raise IllegalMove(decision.RULE, "column_not_granted", columns=columns)
        if player.deployed(self.unit) >= clan_of(player).column_size(self.unit):
            raise IllegalMove("EXPAND-05", "column_empty", column=self.unit)
        check_ground(state, decision.seat, self.unit, self.hex, "EXPAND-03")
        if grant.onto_animal:
            if not with_room(player) & BIT[self.hex]:
                raise IllegalMove("PORT-11", "no_animal_with_room", hex=self.hex)
        else:
            self._check_space(state, decision)
        clan_of(player).check_deployment(state.board, player, self.hex)
        cost = expand_cost(state, decision.seat, self.unit, self.hex, grant)
        if cost > player.money:
            raise IllegalMove("EXPAND-04", "not_enough_money", cost=cost, money=player.money)

    def _check_space(self, state: State, decision: Decision) -> None:
        """An empty space in reach, or one that is kept for the player. (EXPAND-02, DEF-28)"""
        if not state.position.open_to(decision.seat) & BIT[self.hex]:
            raise IllegalMove("EXPAND-02", "not_empty", hex=self.hex)
        if not reach_by(state, decision.seat, decision.grant) & BIT[self.hex]:
            player = state.players[decision.seat]
            rule, code = clan_of(player).out_of_reach(state, decision.seat)
            raise IllegalMove(rule, code, hex=self.hex, shipping=player.shipping)
        for origin in decision.grant.beside:
            if not state.board.adjacent[origin] & BIT[self.hex]:
                raise IllegalMove(decision.RULE, "not_beside", hex=self.hex, origin=origin)

    def expansion(self) -> tuple[Column, Hex]:
        return self.unit, self.hex

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat, state = decision.seat, game.state
        cost = expand_cost(state, seat, self.unit, self.hex, decision.grant)
        upgrades = beyond_reach(state, seat, self.hex, decision.grant) and clan_of(
            game.player(seat)
        ).upgrades_by_reaching(state, seat, self.hex)
        game.finish(decision)
        game.deploy(seat, self.unit, self.hex, cost)
        open_deployment_bonuses(game, seat, [self.hex], [self.unit])
        if upgrades:
            game.open(BonusUpgradeDecision(game.version, seat))

    def notation(self) -> str:
        return f"{self.WORD} {self.unit} {self.hex}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[2:])
        return cls.build(unit=words[0], hex=words[1])

"""Refuses positions that hold more pieces than a game has.

Legal moves are listed one by one. With more merchants, units or boxes than a game has, listing them
could take arbitrarily long, in every view of every game that goes on from the position.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.engine.clans import all_clans, clan_of
from games.engine.positions.bounded import MOST
from games.engine.rules.answers import MOST_IN_BATCH
from games.engine.state import Player, State
from games.engine.terms import MOST_UNITS, TECHNOLOGY_COLUMNS, Seat, Unit, repeats
from games.engine.tiles import PORTS

MOST_GOODS: Final = MOST_IN_BATCH
"""Of one kind: as many as moves may name. What is listed in production goes by them."""
ROUNDS: Final = 5


def too_much(state: State) -> Iterator[str]:
    """What there is too much of, in words; needs valid clans. (INV-02, INV-03, INV-10)"""
    spaces = Counter(hex_ for player in state.players for hex_ in {p.hex for p in player.units})
    if any(players > 1 for players in spaces.values()):
        yield "units of two players stand on one space"
    by_tile = any(PORTS[port.tile].doubles for port in state.ports)
    for seat, player in enumerate(state.players):
        own = clan_of(player).own_ports
        by_own = own and any(PORTS[tile].doubles for tile in own.tiles(state, Seat(seat)))
        most = MOST_UNITS if by_tile or by_own or clan_of(player).doubles else 1
        if any(units > most for units in Counter(piece.hex for piece in player.units).values()):
            yield f"more than {most} of a player's units stand on one space"
    if not 0 <= state.round <= ROUNDS:
        yield "there is no such round"
    if not all(0 <= number <= MOST for number in (*state.imports, *state.bids)):
        yield "a number is negative or too large"
    most_beer = max(clan.most_beer for clan in all_clans().values())
    for decision in state.decisions:
        if decision.beer_to_sell > most_beer:
            yield "more beer is to be sold than a clan may"
    fulfilling = [(one.seat, one.fulfilling) for one in state.decisions if one.fulfilling]
    held = {
        (seat, number)
        for seat, player in enumerate(state.players)
        for box in player.boxes
        for number in box
    }
    if repeats(fulfilling) or not set(fulfilling) <= held:
        yield "a contract is being fulfilled that is in no box of its player, or is fulfilled twice"
    for player in state.players:
        yield from _of_player(player, state)


def _of_player(player: Player, state: State) -> Iterator[str]:
    content, clan = state.content, clan_of(player)
    merchants = player.track + player.stock + sum(player.buying) + sum(player.selling)
    started = content.merchants_start - (0 if state.draft else clan.merchants_boxed)
    if merchants != content.merchants_track + started:
        yield "merchants are missing, or too many"
    if max(player.money, player.glory) > MOST or max(player.goods) > MOST_GOODS:
        yield "an amount of money, Glory or goods is too large"
    if len(player.boxes) not in {1, clan.boxes()} or any(len(pile) > 1 for pile in player.boxes):
        yield "a box too many, or more than one contract in a box"
    if len(set(player.technology)) < len(player.technology):
        yield "a technology was flipped twice"
    yield from _units(player)
    yield from _kept(player, state)


def _units(player: Player) -> Iterator[str]:
    clan, counts = clan_of(player), Counter(piece.unit for piece in player.units)
    workers: Unit = "worker"
    if counts.pop(workers, 0) != sum(player.workers_out) or len(player.workers_out) != 2:
        yield "workers are missing, or too many"
    pool = "worker" in clan.columns
    sizes = [clan.column_size("worker"), 0] if pool else map(clan.column_size, TECHNOLOGY_COLUMNS)
    if any(out > size for out, size in zip(player.workers_out, sizes, strict=False)):
        yield "there are more workers than the clan has"
    if any(counts[unit] > clan.column_size(unit) for unit in counts if unit != workers):
        yield "there are more units than the clan has"


def _kept(player: Player, state: State) -> Iterator[str]:
    spaces = clan_of(player).own_spaces(state.content)
    if len(player.clan_state) not in {0, spaces} or not set(player.clan_state) <= {0, 1}:
        yield "the clan keeps what it cannot have"

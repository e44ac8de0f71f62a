"""Which games are recorded, and who plays them when they are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from games import bots, engine
from games.engine.expansions import by_name
from games.engine.randomness import Stream
from simulation.game_records import Record
from simulation.random_play import MOST_EVENTS, Chooser
from simulation.recorded import FOLDER, trailer

PEOPLE: Final = bytes(range(32))
"""The server's seed of tables with people only, who play by chance."""
AGAINST_BOTS: Final = b"g" * 32
"""The server's seed of tables at which somebody has the first seat, and bots the others."""
OWN: Final = b"c" * 32
"""Where somebody who plays as a steward has chance from."""
BOT: Final = "steward"


def by_chance() -> Chooser:
    """Uniform over the legal moves."""
    chance = Stream(PEOPLE, "tables")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        return chance.choice(engine.legal_moves(state, seat))

    return choose


def by_stewards() -> Chooser:
    """As stewards do, the one in the first seat with another source of chance than the others."""

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        return bots.choose(BOT, state, seat, AGAINST_BOTS if seat else OWN)

    return choose


@dataclass(frozen=True)
class Plan:
    """A game to be played: the server's seed, its options, who plays it."""

    server_seed: bytes
    options: engine.Options
    by: Callable[[], Chooser]

    def deciding(self, state: engine.State) -> engine.Seat:
        """Who decides now; of several a bot."""
        seats = [decision.seat for decision in state.open_decisions()]
        against_bots = self.server_seed == AGAINST_BOTS
        return next((seat for seat in seats if against_bots and seat), seats[0])


def people(players: int, by: Callable[[], Chooser] = by_chance, **options: Any) -> Plan:
    return Plan(PEOPLE, engine.Options(players=players, **options), by)


def against_bots(players: int, **options: Any) -> Plan:
    return Plan(AGAINST_BOTS, engine.Options(players=players, **options), by_stewards)


MARKETS: Final = ["farmers_markets"]
EVERYTHING: Final = [*by_name()]

PLANS: Final[Mapping[str, Plan]] = {
    "people-1": people(1),
    "people-2": people(2),
    "people-3": people(3),
    "people-2-markets": people(2, by_stewards, expansions=MARKETS),
    "people-3-by-experience": people(
        3, clan_experience="by_player", experience=["ordinary", "harder", "easier"]
    ),
    **{f"bots-{players}": against_bots(players) for players in (1, 2, 3, 4)},
    "bots-2-static": against_bots(2, imports="static"),
    "bots-2-future-contracts": against_bots(2, future_contracts=True),
    "bots-2-awards": against_bots(2, expansions=["awards", "refill_board"]),
    "bots-2-markets": against_bots(2, expansions=MARKETS),
    "bots-3-markets": against_bots(3, map=["A1", "B1", "C2", "D1"], expansions=MARKETS),
    "bots-3-auction": against_bots(3, auction="open"),
    "bots-3-blind": against_bots(3, auction="blind"),
    "bots-3-everything": against_bots(3, expansions=EVERYTHING),
    "bots-4-everything": against_bots(4, map=["A3", "B3", "C4", "D3"], expansions=EVERYTHING),
}


def write(name: str) -> Path:
    """Play a game and write its record, over the one that is there."""
    path = FOLDER / f"{name}.txt"
    path.write_text(play(name, PLANS[name]).text())
    return path


def play(name: str, plan: Plan) -> Record:
    """A planned game, played, as a record. Of several who may decide, a bot does it first."""
    seed = engine.randomness.game_seed(plan.server_seed)
    options = msgspec.json.encode(plan.options).decode()
    record = Record({"game": name, "options": options, "seed": seed.hex()})
    choose = plan.by()
    state, _ = engine.new_game(plan.options, seed, engine.packs.builtin())
    while not state.over:
        assert state.version < MOST_EVENTS, f"the game {name!r} does not end"
        if engine.advance(state) is None:
            seat = plan.deciding(state)
            move = choose(state, seat)
            record.moves.append((seat, move.notation()))
            engine.play(state, seat, move)
    record.trailer = trailer(state)
    return record

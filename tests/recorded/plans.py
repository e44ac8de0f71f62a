"""Which games are recorded, and who plays them when they are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from games import engine
from games.engine.expansions import by_name
from simulation.game_records import GameRecord, record_of, replay
from simulation.random_play import Chooser, seed_of
from simulation.streams import stream
from simulation.table_play import AGAINST_BOTS, PEOPLE, by_chance, by_stewards
from simulation.wandering import Wanderer
from tests.recorded import FOLDER, trailer

WORDS: Final = ("heather honey", "uisge beatha, 威士忌")
"""What two players have added to a game."""

Player = Callable[["Plan"], Iterator[engine.Event]]
"""Plays a game from its beginning to its end."""


@dataclass(frozen=True)
class Plan:
    """A game to be played: its options, its seed, by whom.

    The seed follows from the server's seed and what words of players have ``added``, if it has one.
    """

    options: engine.Options
    seed: bytes
    by: Player
    server_seed: bytes = b""
    added: tuple[bytes, ...] = ()


def at_table(choose: Callable[[], Chooser]) -> Player:
    """As at the tables of tests. Of several who may decide, a bot does it first."""

    def play(plan: Plan) -> Iterator[engine.Event]:
        chosen = choose()
        state, event = engine.new_game(plan.options, plan.seed, engine.packs.builtin())
        yield event
        while not state.over:
            step = engine.advance(state)
            if step is None:
                seats = [decision.seat for decision in state.open_decisions()]
                against_bots = plan.server_seed == AGAINST_BOTS
                seat = next((seat for seat in seats if against_bots and seat), seats[0])
                step = engine.play(state, seat, chosen(state, seat))
            yield step

    return play


def people(players: int, by: Callable[[], Chooser] = by_chance, **options: Any) -> Plan:
    """A game of people at a table of tests."""
    seed = engine.randomness.game_seed(PEOPLE)
    return Plan(engine.Options(players=players, **options), seed, at_table(by), PEOPLE)


def against_bots(players: int, **options: Any) -> Plan:
    """A game of one of them against bots."""
    seed = engine.randomness.game_seed(AGAINST_BOTS)
    by = at_table(by_stewards)
    return Plan(engine.Options(players=players, **options), seed, by, AGAINST_BOTS)


def taken_back(name: str, players: int, words: Sequence[str] = (), **how: int) -> Plan:
    """A game in which moves are taken back: see `simulation.streams`."""
    server_seed = seed_of(name)
    added = tuple(engine.randomness.contribution(word) for word in words)

    def play(plan: Plan) -> Iterator[engine.Event]:
        for _, event in stream(plan.options, server_seed, added, **how):
            yield event

    seed = engine.randomness.game_seed(server_seed, added)
    return Plan(engine.Options(players=players), seed, play, server_seed, added)


def wandering(name: str, players: int, **how: int) -> Plan:
    """A game in which much is taken back: see `simulation.wandering`."""

    def play(plan: Plan) -> Iterator[engine.Event]:
        return Wanderer(plan.options, name, **how).events()

    return Plan(engine.Options(players=players), seed_of(name), play)


MARKETS: Final = ["farmers_markets"]
EVERYTHING: Final = [*by_name()]

PLANS: Final[Mapping[str, Plan]] = {
    "people-1": people(1),
    "people-2": people(2),
    "people-3": people(3),
    "people-4": people(4),
    "people-2-markets": people(2, by_stewards, expansions=MARKETS),
    "people-3-by-experience": people(
        3, clan_experience="by_player", experience=["ordinary", "harder", "easier"]
    ),
    **{f"bots-{players}": against_bots(players) for players in (1, 2, 3, 4)},
    "bots-2-static": against_bots(2, imports="static"),
    "bots-2-future-contracts": against_bots(2, future_contracts=True),
    "bots-2-awards": against_bots(2, expansions=["awards", "refill_board"]),
    "bots-2-markets": against_bots(2, expansions=MARKETS),
    "bots-3-markets": against_bots(3, map=["A1", "B2", "C2", "D2"], expansions=MARKETS),
    "bots-3-auction": against_bots(3, auction="open"),
    "bots-3-blind": against_bots(3, auction="blind"),
    "bots-3-everything": against_bots(3, expansions=EVERYTHING),
    "bots-4-everything": against_bots(4, map=["A3", "B3", "C4", "D3"], expansions=EVERYTHING),
    # Streams with all that can be in one, to be stored, spoiled, sent and read.
    "files": taken_back("files", 4, undo_every=6),
    "files-short": taken_back("short", 2, undo_every=8),
    "files-words": taken_back("words", 3, WORDS),
    "checking": taken_back("checking/3", 4, undo_every=5),
    "drift": taken_back("drift", 4, undo_every=5),
    "left": taken_back("left/1", 4, undo_every=6, leave_every=60),
    "taken-back-1": wandering("frames/undone", 1, every=2),
    "taken-back-2": wandering("api/replays", 2, every=2),
    "taken-back-3": wandering("snapshots", 3, every=2),
    "answered-anew-3": wandering("statistics", 3, every=3, answers=4),
}


def write(name: str) -> Path:
    """Play a game and write its record, over the one that is there."""
    path = FOLDER / f"{name}.txt"
    path.write_text(play(name, PLANS[name]).text())
    return path


def play(name: str, plan: Plan) -> GameRecord:
    """A planned game, played, as a record."""
    options = msgspec.json.encode(plan.options).decode()
    record = GameRecord({"game": name, "options": options, "seed": plan.seed.hex()})
    pack = engine.packs.builtin()
    record_of(record, plan.by(plan), pack)
    *_, (state, _) = replay(record, pack)
    record.trailer = trailer(state)
    return record

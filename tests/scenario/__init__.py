"""A language for the tests of rules, in three parts: given, when, then.

    scenario(players=3, clans="campbell stewart robertson")
        .give("red", money=40, wool=2)
        .put("red", "worker F3", "bakery G8")
        .when.play("expand bakery F2", "end")
        .then.expect("red", money=12)
        .refuses("buy 9 wool", "TRADE-02")

It begins as *given*: how things stand. ``when`` leads to what is played, ``then`` to what is
expected; each part goes on until the next one is named, and ``given`` leads back to the first.

Seats have colours: red, blue, black, white for 0 to 3. A scenario starts in the action phase with
red to move in round 1, nothing on the map, no goods, and port tiles where no test meets them: what
a test needs of them it lays itself.
"""

from collections.abc import Iterable
from typing import Any

from games import engine
from games.engine.clans import clan_of
from games.engine.decisions import ChooseClanDecision, MainActionDecision
from games.engine.state import Turn
from games.engine.terms import Seat
from simulation.random_play import seed_of
from tests.scenario.parts import Given, Part, Then, When
from tests.scenario.seats import BLACK, BLUE, COLOURS, RED, WHITE, seat_of
from tests.scenario.table import Table

__all__ = [
    "BLACK",
    "BLUE",
    "COLOURS",
    "RED",
    "WHITE",
    "Given",
    "Part",
    "Then",
    "When",
    "at",
    "drafted",
    "drafting",
    "scenario",
    "seat_of",
]


def scenario(
    *, players: int = 3, clans: str = "", seed: str = "scenario", money: int = 100, **switches: Any
) -> Given:
    """A table in the action phase of round 1, red to move; see the module's text.

    ``clans`` names one clan a seat, or none for plain ones, which come with their boxes and with
    nothing else of their start; everybody has ``money``. ``switches`` are further options.
    """
    state, _ = engine.new_game(
        engine.Options(players=players, map=["A1", "B1", "C1", "D1"], **switches),
        seed_of(seed),
        engine.packs.builtin(),
    )
    for seat, clan in enumerate(clans.split()):
        state.players[seat].clan = clan
        state.players[seat].boxes = [[] for _ in range(clan_of(state.players[seat]).boxes())]
    for player in state.players:
        player.money = money
    _to_the_first_turn(state, players)
    return at(state)


def at(state: engine.State) -> Given:
    """A scenario that goes on from a state."""
    return Given(Table(state))


def _to_the_first_turn(state: engine.State, players: int) -> None:
    state.draft, state.decisions = [], []
    state.turn_order = [Seat(i) for i in range(players)]
    state.phase, state.round = "action", 1
    state.turn = Turn(RED)
    state.undo_to = state.version
    state.decisions = [MainActionDecision(state.version, RED)]


def drafting(*, players: int, seed: str, clans: Iterable[str] = ()) -> Given:
    """A new game at its draft; ``clans`` are put into the pairs in order."""
    state, event = engine.new_game(
        engine.Options(players=players, map=["A1", "B1", "C1", "D1"]),
        seed_of(seed),
        engine.packs.builtin(),
    )
    for pair, clan in zip(state.draft, clans, strict=False):
        pair.clan = clan
    table = at(state)
    table.events.append(event)
    return table


def drafted(*clans: str, seed: str = "scenario") -> Given:
    """A new game whose draft is over: a clan for each seat, red first in the turn order.

    A name that is no clan's stands for a plain one.
    """
    table = drafting(players=len(clans), seed=seed, clans=clans)
    state = table.state
    state.turn_order = [Seat(seat) for seat in range(len(clans))]
    state.decisions = [ChooseClanDecision(state.version, state.turn_order[-1])]
    while state.phase == "draft":
        table.when.play(f"choose {table.deciding()}")
    return table

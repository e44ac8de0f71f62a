"""Legal moves against what the oracle works out from the table alone, in games by chance."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations, product
from typing import Any

import msgspec
import pytest

from games import engine
from games.engine.effects import DecisionOpened
from games.engine.geometry.board import hexes_in
from games.engine.options import Options
from games.engine.randomness import Stream
from games.engine.rules import setup
from games.engine.state import Piece
from simulation.random_options import random_options
from simulation.random_play import seed_of, steps
from tests.engine.test_rich_play import options_of, rich_game
from tests.marks import sample
from tests.oracle import Table
from tests.oracle_memory import Memory
from tests.oracle_printed import LETTERS, Printed
from tests.rules import rule

pytestmark = pytest.mark.engine

GAMES = sample(whole=13, usual=8)
ANY_GAMES = sample(whole=12, usual=6)
EVERY = 5
"""Of so many states in which a player has to decide one is looked at, and more of the rare ones."""
REFUSALS = 14
"""Of so many states looked at one is asked for everything that it should refuse."""
SPACES = [f"{letter}{row}" for letter in LETTERS for row in range(1, 10)]
COLUMNS = (
    *("sheep", "cow", "field", "bakery", "distillery", "cheese_dairy"),
    *("woodcutter", "miner", "worker"),
)
GOODS = ("wool", "milk", "grain", "bread", "cheese", "whisky")
CLOSED_BY = {
    "deployment_bonuses": {"skip"},
    "free_space": {"expand", "graze", "skip"},
    "fulfil_next": {"fulfil", "skip"},
}
"""What answers a decision that otherwise closes only when nothing can be done in it."""

UNKNOWN = ("granted_expand", "waived_fulfil")
"""Decisions of port tiles that the oracle leaves out."""

Found = dict[str, set[Any]]
"""By type of move, the fields that distinguish moves of that type."""


class Watched:
    """A game followed event by event, with what its players remember of the turn."""

    def __init__(self, options: Options) -> None:
        self.options = msgspec.to_builtins(options)
        self.memory = Memory(self.options)
        self.stack: list[str] = []

    def note(self, state: engine.State, event: engine.Event) -> list[str]:
        """Remember an event; the kinds of decisions that it closed as if nothing could be done."""
        opened = [e.decision.kind for e in event.effects if isinstance(e, DecisionOpened)]
        closed = Counter(self.stack + opened)
        asked = self.stack[-1] if self.stack else ""
        self.stack = [decision.kind for decision in state.decisions]
        closed -= Counter(self.stack)
        if event.kind in CLOSED_BY.get(asked, ()):
            closed -= Counter([asked])
        move = msgspec.to_builtins(event.move) if event.move else {}
        # Of a railway the upgrade comes before the window of the deployment. (CLAN-SINCLAIR-7)
        before = event.kind in ("bonus_upgrade", "skip") and "deployment_bonuses" in self.stack[-1:]
        if not before:
            self.memory.note(event.kind, move)
        if event.kind in ("end_turn", "pass", "place_worker") and "end_turn" not in self.stack:
            self.memory = Memory(self.options)
        return [kind for kind in CLOSED_BY if closed[kind]]

    def table(self, state: engine.State, seat: int) -> Table:
        """The table as that seat sees it."""
        view = msgspec.to_builtins(engine.view(state, None))
        board = printed(state.pack, tuple(state.modules), small=state.options.players <= 2)
        return Table(view, board, self.options, seat)


@cache
def printed(pack: str, modules: tuple[str, ...], *, small: bool) -> Printed:
    """What is printed in a game, read once."""
    return Printed(json.loads(engine.packs.get(pack).raw), list(modules), small=small)


def expected(kind: str, table: Table, memory: Memory) -> Found:
    """What the oracle holds to be legal in a decision, of the types that it knows."""
    main = kind == "main_action"
    found: Found = {
        "place_worker": table.first_workers() if kind == "place_worker" else set(),
        "expand": set(),
        "graze": set(),
        "trade": table.trades() if main else set(),
        "take_contracts": table.takings(memory) if main else set(),
        "keep_contracts": kept(kind, table, memory),
        "row": table.rows(memory) if main else set(),
        "fulfil": table.deliveries() if kind in ("main_action", "fulfil_next") else set(),
        "neighbourhood_buy": set(),
        "sell_at_market": set(),
        "place_market": table.sites() if kind == "place_market" else set(),
        "use_port": table.ports() & {4, 5, 8} if kind in ("main_action", "end_turn") else set(),
    }
    if kind in ("main_action", "free_space"):
        found["expand"] = table.expansions(land_free=not main)
        found["graze"] = table.grazings()
    if kind == "deployment_bonuses":
        found["neighbourhood_buy"] = table.purchases(memory)
        found["sell_at_market"] = table.sales(memory)
    return found


def kept(kind: str, table: Table, memory: Memory) -> set[frozenset[int]]:
    """What may be kept of the contracts on offer, which are as many as there should be."""
    if kind != "keep_contracts":
        return set()
    offered = table.view["decisions"][0]["contracts"]
    assert table.on_offer(offered, closed=not table.view["export_board"]["pile"])
    return table.keepings(memory, offered)


def summarised(moves: Iterable[engine.Move]) -> Found:
    """Moves that nothing modifies, in the oracle's words."""
    found: Found = {name: set() for name in FACTS}
    for move in moves:
        plain = msgspec.to_builtins(move)
        if plain["type"] in FACTS and not plain.get("modifiers"):
            found[plain["type"]].add(FACTS[plain["type"]](plain))
    found["use_port"] &= {4, 5, 8}
    return found


def amount(plain: dict[str, Any]) -> tuple[int, int | None, int]:
    """How much a move trades, and with how many merchants and kilts."""
    return plain["quantity"], plain.get("merchants"), plain.get("kilts", 0)


FACTS = {
    "place_worker": lambda m: (m["column"], m["hex"]),
    "expand": lambda m: (m["unit"], m["hex"]),
    "graze": lambda m: (m["unit"], m["hex"], m["to"]),
    "trade": lambda m: (m["side"], m["good"], *amount(m)),
    "take_contracts": lambda m: frozenset(m["contracts"]),
    "keep_contracts": lambda m: frozenset(m["contracts"]),
    "row": lambda m: (m["from"], m["to"]),
    "fulfil": lambda m: (
        m["contract"],
        frozenset(a["hex"] for a in m.get("slaughter", ())),
        tuple(sorted(m.get("kilts", ()))),
    ),
    "neighbourhood_buy": lambda m: (m["good"], m["quantity"], m.get("merchants")),
    "sell_at_market": lambda m: (m["hex"], m["good"], *amount(m)),
    "place_market": lambda m: m["hex"],
    "use_port": lambda m: m["tile"],
}
"""By type of move, the fields that distinguish one from another."""


OF_MARKETS = ("sell_at_market", "place_market")
"""Those that only games with farmers markets have."""
COMPARED = ["macgregor", "sinclair", "douglas", "fraser", "gordon", "macfarlane"]
OF_NEW_CLANS = ("graze",)
"""Those that only clans of an expansion have."""


@cache
def always() -> list[tuple[engine.Move, Any]]:
    """Every move, sensible or not, of the types whose moves are the same in every game."""
    plain: list[dict[str, Any]] = [{"type": "use_port", "tile": tile} for tile in (4, 5, 8)]
    for space in SPACES:
        plain += ({"type": "expand", "unit": column, "hex": space} for column in COLUMNS)
        plain += ({"type": "place_worker", "column": c, "hex": space} for c in COLUMNS[6:])
        plain.append({"type": "place_market", "hex": space})
        plain += ({"type": "row", "from": space, "to": other} for other in SPACES[::7])
    for good, number in product(GOODS, range(1, 8)):
        plain.append({"type": "neighbourhood_buy", "good": good, "quantity": number})
        plain += (
            {"type": "trade", "good": good, "side": side, "quantity": number}
            for side in ("buy", "sell")
        )
    plain += ({"type": "take_contracts", "contracts": [number]} for number in range(1, 51))
    return [read(fields) for fields in plain]


def sometimes(state: engine.State, seat: int) -> Iterator[tuple[engine.Move, Any]]:
    """Contracts taken in twos, and every delivery, with animals that are not there too."""
    for pair in combinations(filter(None, state.slots), 2):
        yield read({"type": "take_contracts", "contracts": list(pair)})
    for player in state.players:
        for number in [contract for pile in player.boxes for contract in pile]:
            for herd in herds(state, seat):
                yield read({"type": "fulfil", "contract": number, "slaughter": herd})


def herds(state: engine.State, seat: int) -> Iterator[list[dict[str, str]]]:
    """Up to three animals, of the player or of the one before."""
    animals = [
        {"unit": piece.unit, "hex": piece.hex}
        for player in (state.players[seat], state.players[seat - 1])
        for piece in player.units
        if piece.unit in ("cow", "sheep")
    ]
    for size in range(4):
        yield from map(list, combinations(animals, size))


def read(plain: dict[str, Any]) -> tuple[engine.Move, Any]:
    """A move, and the oracle's word for it."""
    return engine.decode_move(plain), (plain["type"], FACTS[plain["type"]](plain))


def check(state: engine.State, watched: Watched) -> Found:
    """Whether the engine lists exactly what the oracle finds; what that is."""
    decision = state.open_decisions()[0]
    wanted = expected(decision.kind, watched.table(state, decision.seat), watched.memory)
    found = summarised(engine.legal_moves(state, decision.seat))
    for name in FACTS:
        assert found[name] == wanted[name], (decision.kind, name, found[name] ^ wanted[name])
    return wanted


def check_refusals(state: engine.State, wanted: Found) -> None:
    """The engine refuses everything that the oracle does not find."""
    seat = state.open_decisions()[0].seat
    before = engine.dump(state)
    for move, (kind, word) in chain(always(), sometimes(state, seat)):
        if word not in wanted[kind]:
            assert refused(state, seat, move), move
    assert engine.dump(state) == before


def refused(state: engine.State, seat: engine.Seat, move: engine.Move) -> bool:
    """Whether the engine refuses a move."""
    try:
        engine.play(state, seat, move)
    except engine.IllegalMove:
        return True
    return False


def check_closed(state: engine.State, watched: Watched, kinds: list[str]) -> None:
    """Nothing could have been done in decisions that closed by themselves."""
    if not kinds:
        return
    table = watched.table(state, state.turn.seat or 0)
    possible: Found = {
        "deployment_bonuses": table.purchases(watched.memory) | table.sales(watched.memory),
        "free_space": table.expansions(land_free=True) | table.grazings(),
        "fulfil_next": table.deliveries(),
    }
    assert not [(kind, possible[kind]) for kind in kinds if possible[kind]], state.decisions


def poor(state: engine.State, stream: Stream) -> engine.State:
    """The same table with little money for the seat that has to decide."""
    other = engine.copy(state)
    other.players[other.open_decisions()[0].seat].money = stream.below(30)
    return other


def follow(game: Iterator[tuple[engine.State, engine.Event]], name: str) -> Counter[str]:
    """Compare all along a game; how many moves of each type there were to compare."""
    stream, seen = Stream(seed_of(name), "looks"), Counter[str]()
    watched: Watched | None = None
    for state, event in game:
        watched = watched or Watched(state.options)
        check_closed(state, watched, watched.note(state, event))
        if state.phase not in ("setup", "workers", "action") or not state.open_decisions():
            continue
        if state.decisions[-1].kind in UNKNOWN:
            continue
        rare = state.decisions[-1].kind in (*CLOSED_BY, "keep_contracts", "place_market")
        if not rare and stream.below(EVERY):
            continue
        wanted = check(state, watched)
        check(poor(state, stream), watched)
        seen.update({kind: len(moves) for kind, moves in wanted.items()})
        if not stream.below(REFUSALS):
            check_refusals(state, wanted)
    return seen


@pytest.mark.long
@pytest.mark.uncounted
@rule("EXPAND-01", "EXPAND-02", "EXPAND-03", "EXPAND-04", "EXPAND-05", "EXPAND-06", "EXPAND-12")
@rule("DEF-03", "DEF-04", "DEF-21", "DEF-28", "DEF-32", "SETUP-17", "SETUP-20", "SETUP-21")
@rule("TRADE-01", "TRADE-02", "TRADE-07", "TRADE-14", "NBR-01", "NBR-05", "NBR-08", "NBR-09")
@rule("CONTRACT-01", "CONTRACT-03", "FULFIL-01", "FULFIL-02", "FULFIL-06", "FULFIL-07")
@rule("CLAN-MACDONALD-04", "CLAN-MACDONALD-06", "BONUS-05", "FLOW-12", "PORT-G01", "PORT-G03")
def test_exactly_what_the_oracle_finds_is_legal() -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        name = f"oracle/{number}"
        seen += follow(rich_game(name, options_of(number)), name)
    for players in (1, 2, 3, 4):
        seen += follow(steps(players, f"oracle/plain/{players}"), f"oracle/plain/{players}")
    assert all(seen[name] > 3 for name in FACTS if name not in (*OF_MARKETS, *OF_NEW_CLANS)), seen


@pytest.mark.long
@pytest.mark.uncounted
@rule("IND-FM-03", "IND-FM-04", "IND-FM-07", "IND-FM-08", "IND-FM-12")
def test_markets_are_placed_and_served_as_the_oracle_finds() -> None:
    seen: Counter[str] = Counter()
    for players in (1, 2, 3, 4):
        name = f"oracle/markets/{players}"
        options = Options(players=players, expansions=["farmers_markets"], port7_up_to=True)
        seen += follow(rich_game(name, options), name)
    assert all(seen[name] > 3 for name in OF_MARKETS), seen


def herded(
    game: Iterator[tuple[engine.State, engine.Event]],
) -> Iterator[tuple[engine.State, engine.Event]]:
    """The same game, in which MacGregor gets a second and a third sheep beside its first.

    Fraser gets two kilts at once.
    """
    for state, event in game:
        for player in state.players:
            if player.clan == "fraser" and not player.clan_state and state.phase == "action":
                player.clan_state = [1, 1]
            sheep = [piece.hex for piece in player.units if piece.unit == "sheep"]
            if player.clan == "macgregor" and 0 < len(sheep) < 3 and state.phase == "action":
                room = state.board.adjacent[sheep[0]] & state.position.empty
                for hex_ in list(hexes_in(room & state.board.terrain["grassland"]))[:1]:
                    player.units.append(Piece("sheep", hex_))
                    state.forget_position()
        yield state, event


@pytest.mark.long
@pytest.mark.uncounted
@rule("CLAN-MACGREGOR-2", "CLAN-MACGREGOR-3", "CLAN-MACGREGOR-5", "CLAN-MACGREGOR-6")
def test_new_clans_move_as_the_oracle_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "clans_in_use", lambda *_: COMPARED)
    seen: Counter[str] = Counter()
    for number in range(4):
        name = f"oracle/new clans/{number}"
        options = Options(players=4, expansions=["new_clans", "farmers_markets"])
        seen += follow(herded(rich_game(name, options)), name)
    assert all(seen[name] > 3 for name in OF_NEW_CLANS), seen


@rule("VAR-00", "VAR-TIGHT-02", "VAR-NOPORT-01", "VAR-NOCLAN-01", "VAR-FUTURE-04")
@rule("VAR-FUTURE-05", "VAR-FUTURE-07")
@pytest.mark.long
@pytest.mark.uncounted
def test_the_oracle_finds_the_same_whatever_options_are_combined() -> None:
    seen: Counter[str] = Counter()
    for number in range(ANY_GAMES):
        name = f"oracle/any/{number}"
        seen += follow(rich_game(name, random_options(name)), name)
    assert seen["keep_contracts"] > 2 * ANY_GAMES

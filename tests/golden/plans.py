"""Which golden games there are, and how they are written."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from games import engine
from games.engine.options.option_list import SWITCHES
from games.engine.options.option_rules import EDITIONS
from simulation.random_play import MOST_EVENTS, Chooser, seed_of
from tests.golden import FOLDER, PACKS, Record, decide, decided, kept_pack, pack_file, read
from tests.golden.players import PLAYERS


@dataclass(frozen=True)
class Plan:
    """A game to be played: its options, and by whom (a name in `PLAYERS`).

    ``leaving`` are seats that resign, each as soon as the game has got to a version; when only one
    is left the game ends.
    """

    options: engine.Options
    by: str = "chance"
    leaving: tuple[tuple[int, engine.Seat], ...] = ()


FIRST_SIDES: Final = ["A1", "B1", "C1", "D1"]
SECOND_SIDES: Final = ["A2", "B2", "C2", "D2"]
NEW_SETS: Final = ["new_maps", "new_start_tiles", "new_scoring_tiles"]
ALL_SETS: Final = [*NEW_SETS, "new_ports"]
MODULES: Final = ["awards", "refill_board"]
MODULES_AND_SETS: Final = [*ALL_SETS, *MODULES]
MARKETS: Final = ["farmers_markets"]
SWITCHED: Final[dict[str, Any]] = {
    switch.name: next(value for value in switch.values if value != switch.info().default)
    for switch in SWITCHES
    if switch.name not in ("kickstarter", "turn_order")
}

PLANS: Final[dict[str, Plan]] = {
    "two-players": Plan(engine.Options(players=2, map=FIRST_SIDES)),
    "three-players": Plan(engine.Options(players=3, map=FIRST_SIDES)),
    "four-players": Plan(engine.Options(players=4, map=FIRST_SIDES)),
    # The whole base game: all clans, tiles and map sides.
    **{
        name: Plan(engine.Options(players=players), by="stewards")
        for name, players in {
            "two-stewards": 2,
            "three-stewards-1": 3,
            "three-stewards-2": 3,
            "three-stewards-3": 3,
            "three-stewards-4": 3,
            "four-stewards-1": 4,
            "four-stewards-3": 4,
            "four-stewards-6": 4,
        }.items()
    },
    "two-stewards-second-sides": Plan(engine.Options(players=2, map=SECOND_SIDES), by="stewards"),
    "two-busy": Plan(engine.Options(players=2), by="busy"),
    "three-busy": Plan(engine.Options(players=3), by="busy"),
    "four-busy-4": Plan(engine.Options(players=4), by="busy"),
    "four-busy-second-sides": Plan(engine.Options(players=4, map=SECOND_SIDES), by="busy"),
    "four-without-kickstarter": Plan(engine.Options(players=4, kickstarter=False), by="stewards"),
    # Playing alone.
    "solo-chance": Plan(engine.Options(players=1)),
    "solo-busy": Plan(engine.Options(players=1, map=SECOND_SIDES, import_coin=False), by="busy"),
    "solo-steward-1": Plan(engine.Options(players=1), by="stewards"),
    "solo-steward-2": Plan(engine.Options(players=1, map=FIRST_SIDES), by="stewards"),
    # Every other switch away from its default.
    "four-stewards-switched": Plan(engine.Options(players=4, **SWITCHED), by="stewards"),
    "four-busy-switched": Plan(engine.Options(players=4, **SWITCHED), by="busy"),
    # Seats that resign, one after the other, until one is left; in an auction and in turns.
    "four-leaving": Plan(
        engine.Options(players=4),
        by="stewards",
        leaving=((45, engine.Seat(1)), (120, engine.Seat(3)), (190, engine.Seat(0))),
    ),
    "three-leaving-one": Plan(
        engine.Options(players=3, auction="open"), by="busy", leaving=((3, engine.Seat(2)),)
    ),
    # New map sides, starting tiles and scoring tiles: all sides and tiles are in one of the three.
    "two-new-sets-6": Plan(engine.Options(players=2, expansions=NEW_SETS), by="stewards"),
    "three-new-sets-44": Plan(engine.Options(players=3, expansions=NEW_SETS), by="busy"),
    "four-new-sets-35": Plan(
        engine.Options(players=4, expansions=NEW_SETS, pair_scoring="all", scoring12_glory=2),
        by="stewards",
    ),
    # With the new port tiles too: all are used in one of the four busy ones.
    **{
        name: Plan(engine.Options(players=players, expansions=ALL_SETS), by="busy")
        for name, players in {
            "two-new-ports-22": 2,
            "two-new-ports-95": 2,
            "two-new-ports-152": 2,
            "four-new-ports-14": 4,
        }.items()
    },
    "solo-new-ports": Plan(engine.Options(players=1, expansions=ALL_SETS), by="stewards"),
    # The modules that need no board of their own, with all sets of tiles, and by themselves.
    "two-modules": Plan(engine.Options(players=2, expansions=MODULES_AND_SETS), by="stewards"),
    "three-modules-auction": Plan(
        engine.Options(players=3, expansions=MODULES_AND_SETS, auction="open"), by="busy"
    ),
    "four-modules-forced": Plan(
        engine.Options(
            players=4, expansions=MODULES, last_production="forced_processing", most_glory=True
        ),
        by="stewards",
    ),
    "solo-modules": Plan(engine.Options(players=1, expansions=MODULES), by="stewards"),
    # Farmers markets, by themselves and with all other modules and sets.
    **{
        name: Plan(engine.Options(players=players, expansions=MARKETS), by="stewards")
        for name, players in {
            "solo-markets": 1,
            "two-markets": 2,
            "three-markets": 3,
            "four-markets": 4,
        }.items()
    },
    "three-markets-auction-5": Plan(
        engine.Options(players=3, expansions=MARKETS, auction="blind", tight_map=True), by="busy"
    ),
    "two-all-modules-4": Plan(
        engine.Options(players=2, expansions=[*MODULES_AND_SETS, *MARKETS]), by="busy"
    ),
    "four-all-modules": Plan(
        engine.Options(players=4, expansions=[*MODULES_AND_SETS, *MARKETS], auction="open"),
        by="stewards",
    ),
    # New clans, with the other sets and modules and by themselves.
    "two-new-clans-7": Plan(
        engine.Options(
            players=2,
            expansions=["new_clans", *MODULES_AND_SETS, *MARKETS],
            mackintosh_per_worker=True,
        ),
        by="busy",
    ),
    "three-new-clans-3": Plan(engine.Options(players=3, expansions=["new_clans"]), by="stewards"),
    # MacFarlane and MacPherson, each with all of its abilities.
    "four-clans-178": Plan(
        engine.Options(players=4, expansions=["new_clans", *MODULES_AND_SETS, *MARKETS]),
        by="clanly",
    ),
    # Each of these clans with all of its abilities.
    **{
        name: Plan(engine.Options(players=3, expansions=["new_clans"]), by="eager")
        for name in ("three-gordon-167", "three-sinclair-31")
    },
    "three-douglas-11": Plan(
        engine.Options(players=3, expansions=["new_clans", *MARKETS]), by="eager"
    ),
    "three-fraser-391": Plan(
        engine.Options(players=3, expansions=["new_clans", *MARKETS]), by="eager"
    ),
    # Where a scoring tile counts the kiltmakers too.
    "two-kiltmakers-43": Plan(
        engine.Options(
            players=2,
            expansions=["new_clans", "new_scoring_tiles"],
            kiltmakers_are_factories=True,
        ),
        by="eager",
    ),
    "three-macleod-726": Plan(engine.Options(players=3, expansions=["new_clans"]), by="eager"),
    # The clans of Industria alone.
    "four-industria": Plan(
        engine.Options(players=4, expansions=["new_clans", *MARKETS], clan_sets="industria"),
        by="eager",
    ),
    "three-macgregor-319": Plan(
        engine.Options(players=3, expansions=["new_clans"], grazing_moves_both=True), by="eager"
    ),
    # Variants: each is in at least one game, those of contracts and the map in several.
    "two-variants-6": Plan(
        engine.Options(
            players=2,
            imports="balanced",
            tight_map=True,
            future_contracts=True,
            most_glory=True,
            starting_prices="rolled",
            two_player_scoring=True,
            clan_experience="harder",
        ),
        by="stewards",
    ),
    "three-without-clans-1": Plan(
        engine.Options(
            players=3,
            map=FIRST_SIDES,
            imports="static",
            scoring_tiles=False,
            ports=False,
            clans=False,
            tight_map=True,
            covered=["B2", "I2", "I8", "C8"],
            future_contracts=True,
            settlement_scoring=False,
        ),
        by="busy",
    ),
    "four-variants-8": Plan(
        engine.Options(
            players=4,
            future_contracts=True,
            most_glory=True,
            starting_prices="rolled",
            export_scoring=False,
            import_coin=False,
            clan_experience="easier",
        ),
        by="busy",
    ),
    "four-auction": Plan(engine.Options(players=4, auction="open"), by="stewards"),
    "three-auction-2017": Plan(
        engine.Options(players=3, auction="open", bid_limit=0, auction_order="clan"), by="busy"
    ),
    "three-blind": Plan(engine.Options(players=3, auction="blind"), by="chance"),
    "four-vickrey": Plan(
        engine.Options(players=4, auction="vickrey", auction_order="clan"), by="stewards"
    ),
    # What each player wants, by seat, without a drawn start player.
    "three-by-player": Plan(
        engine.Options(
            players=3,
            turn_order="seats",
            clan_experience="by_player",
            experience=["harder", "easier", "ordinary"],
        ),
        by="busy",
    ),
    # The digital version, whose whole turn order is drawn.
    "three-drawn-order": Plan(
        msgspec.convert(
            {"players": 3, "edition": "wiki-2020", **EDITIONS["wiki-2020"]}, engine.Options
        ),
        by="stewards",
    ),
}


def missing(folder: Path = FOLDER) -> list[str]:
    """The planned games that have no record."""
    return [name for name in PLANS if not _path(folder, name).exists()]


def write(name: str, folder: Path = FOLDER) -> Path:
    """Play a planned game and write its record, over the one that is there.

    A game that has a record keeps its pack; a new one is played with the built-in pack of now,
    which is then kept. To move a game to a newer pack, delete its record first.
    """
    path = _path(folder, name)
    packs = folder / PACKS.name
    pack = kept_pack(read(path).header["pack"], packs) if path.exists() else _keep_builtin(packs)
    path.write_text(play(name, PLANS[name], pack).text())
    return path


def play(name: str, plan: Plan, pack: engine.Pack) -> Record:
    """A planned game, played, as a record."""
    game = f"golden/{name}"
    seed, choose = seed_of(game), PLAYERS[plan.by](game)
    header = {
        "game": game,
        "by": plan.by,
        "pack": pack.hash,
        "options": msgspec.json.encode(plan.options).decode(),
        "seed": seed.hex(),
    }
    record = Record(header)
    state, _ = engine.new_game(plan.options, seed, pack)
    while not state.over:
        if state.version > MOST_EVENTS:
            raise AssertionError(f"the game {game!r} does not end")
        if engine.advance(state) is None:
            seat, line = _left(plan, state) or _chosen(choose, state)
            record.moves.append((seat, line))
            decided(state, seat, line)
    record.trailer = decide(record, pack)
    return record


def _left(plan: Plan, state: engine.State) -> tuple[engine.Seat, str] | None:
    """The seat that resigns now, or the end that follows; None when the game goes on."""
    if len(state.resigned) == plan.options.players - 1 > 0:
        return state.resigned[-1], engine.EARLY_END
    for version, seat in plan.leaving:
        if seat not in state.resigned and state.version >= version:
            return seat, engine.RESIGN
    return None


def _chosen(choose: Chooser, state: engine.State) -> tuple[engine.Seat, str]:
    seat = state.open_decisions()[0].seat
    move = engine.default_move(state, seat) if seat in state.resigned else choose(state, seat)
    assert move is not None
    return seat, move.notation()


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}.txt"


def _keep_builtin(packs: Path) -> engine.Pack:
    pack = engine.packs.builtin()
    packs.mkdir(exist_ok=True)
    pack_file(pack.hash, packs).write_bytes(pack.raw)
    return pack

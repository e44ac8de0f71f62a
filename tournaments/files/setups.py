"""Whether the games of a tournament had the set-ups that follow from its seed. Pure.

The log names the commitment of each game that was begun here. From the revealed seed the seed of
the game is derived again; the game's own file then shows that map, tiles and clans follow from it.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from games import engine
from games.engine.randomness import commitment
from replays.files import BadFile, GameFile, soundness
from replays.verify import Check
from tournaments.drawing import setup_seed
from tournaments.files.shape import TournamentFile
from tournaments.files.soundness import Failure, final_state, walk
from tournaments.log.events import GameStarted
from tournaments.state import RoundTable, Settings


class BegunGame(Struct, frozen=True):
    """A game that was begun here: where in the log, at which table, by which settings.

    ``seed`` is the one that follows from the revealed seed of the tournament.
    """

    version: int
    event: GameStarted
    table: RoundTable
    settings: Settings
    seed: bytes


def names_setups(file: TournamentFile) -> bool:
    """Whether the log names the commitment of a game at all."""
    return any(isinstance(event, GameStarted) and event.commitment for _, event, _ in walk(file))


def check_setups(file: TournamentFile) -> Failure:
    """The commitment of each game is that of the seed derived for its table.

    For a tournament whose seed is revealed. A log that has begun to name them names all.
    """
    named = False
    for begun in begun_games(file):
        named = named or bool(begun.event.commitment)
        if named and begun.event.commitment != commitment(begun.seed):
            return f"event {begun.version}: the set-up of the game does not follow from the seed"
    return None


def begun_games(file: TournamentFile) -> Iterator[BegunGame]:
    """Every game that was begun here, those of rounds that were drawn again with them."""
    seed = bytes.fromhex(final_state(file).seed)
    for row, event, before in walk(file):
        if before is None or not isinstance(event, GameStarted):
            continue
        table = before.tables[event.table]
        derived = setup_seed(
            seed,
            table,
            attempt=before.attempts.get(table.round, 1),
            duplicate=before.settings.duplicate,
        )
        # The state goes on, and a struct of it with it.
        kept = msgspec.structs.replace(table)
        yield BegunGame(row.version, event, kept, before.settings, derived)


def setup_check(file: TournamentFile) -> Check:
    """Whether a game's file is that of a table, with the seed derived for it."""
    known = {one.event.game: one for one in begun_games(file)}

    def ask(game: GameFile) -> str:
        begun = known.get(game.header.game)
        if begun is None:
            raise BadFile("header_differs", "No table of the tournament has this game.", line=1)
        if game.header.commitment != commitment(begun.seed):
            sentence = "Its set-up does not follow from the seed of the tournament."
            raise BadFile("seed_differs", sentence, line=1)
        if game.end.contributions:
            raise BadFile("seed_differs", "No words were asked for.", line=game.end_line)
        if not _by_settings(game, begun):
            raise BadFile("options_differ", "The tournament plays by other options.", line=1)
        return f"table {begun.table.id} of the tournament, set up by its seed"

    needs = ("content", "commitment", "seed", "deck")
    return Check(name="table", proves="", ask=ask, needs=needs, secret=True)


def _by_settings(game: GameFile, begun: BegunGame) -> bool:
    """Whether each option that the tournament names is so in a game."""
    named = {**begun.settings.game, "players": len(begun.table.seats), "turn_order": "seats"}
    wanted = engine.decode_options(named, soundness.pack_of(game).content)
    found = msgspec.json.decode(game.header.options, type=engine.Options)
    return all(getattr(found, name) == getattr(wanted, name) for name in named)

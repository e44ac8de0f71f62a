"""Starting the games of tables: at once, but for those of bots alone, which take turns."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from games import services as games
from games.models import Game
from games.runtime.commit import in_transaction
from games.services.tables.arranged import Arranged
from tournaments.drawing import setup_seed
from tournaments.formats import FORMATS
from tournaments.log.events import GameStarted
from tournaments.models import Participant, Tournament
from tournaments.selectors import bot_numbers, people_of
from tournaments.services.writer import LogWriter, as_server
from tournaments.settings_check import game_options
from tournaments.state import Person, RoundTable
from tournaments.state import Tournament as State


@in_transaction
def start_waiting(*, tournament_id: UUID, now: datetime) -> Tournament:
    """Start the games of bots for which there is room now. Raises NoSuchTournament."""
    writer = as_server(tournament_id, now)
    start_next(writer)
    return writer.save() if writer.rows else writer.tournament


def start_next(writer: LogWriter) -> None:
    """Start games at tables of bots alone that have waited for their turn."""
    start_games(writer, waiting_for_bots(writer.state, people_of(writer.tournament)))


def start_games(writer: LogWriter, tables: Sequence[RoundTable]) -> None:
    """Start the games of tables that have none, where they can be played here.

    A table of bots alone waits as long as ``MOST_BOT_GAMES`` of them run for the director, or the
    director's games have grown by ``EVENTS_PER_DAY``.
    """
    if not tables or not writer.state.settings.played_here:
        return
    people = people_of(writer.tournament)
    here = {
        table.id: seats for table in tables if (seats := _seated(writer, people, table)) is not None
    }
    alone = [table for table, seats in here.items() if games.bots_alone(seats)]
    room = games.take_tables_of_bots(writer.tournament.director, len(alone), now=writer.clock)
    for table, seats in here.items():
        if table not in alone[room:]:
            game = _start_game(writer, writer.state.tables[table], seats)
            writer.add(GameStarted(table=table, game=str(game.pk), commitment=game.commitment))


def waiting_for_bots(state: State, people: Mapping[Person, Participant]) -> list[RoundTable]:
    """The tables at which bots alone are to play and have not begun."""
    if state.phase not in ("open", "running") or not state.settings.played_here:
        return []
    return [
        table
        for table in state.tables.values()
        if table.game is None
        and not table.begun
        and all(people[person].bot for person in state.holders(table))
    ]


def _seated(
    writer: LogWriter, people: Mapping[Person, Participant], table: RoundTable
) -> list[Arranged] | None:
    """Who plays at a table, if that can be here: all have accounts or are bots."""
    bots = bot_numbers(people)
    seated = [people[person] for person in writer.state.holders(table)]
    if not all(one.user or one.bot for one in seated):
        return None
    return [
        Arranged(user=one.user, bot=one.bot, bot_number=bots.get(one.number, 0)) for one in seated
    ]


def _start_game(writer: LogWriter, table: RoundTable, seats: list[Arranged]) -> Game:
    tournament, settings = writer.tournament, writer.state.settings
    seed = setup_seed(
        bytes(tournament.server_seed),
        table,
        attempt=writer.state.attempts.get(table.round, 1),
        duplicate=settings.duplicate,
    )
    return games.arrange_game(
        tournament=tournament.pk,
        host=tournament.director,
        name=_name_of(writer, table),
        options=game_options(settings, len(table.seats)),
        visibility=tournament.visibility,
        seats=seats,
        seed=seed,
        withheld=settings.duplicate,
        now=writer.clock,
    )


def _name_of(writer: LogWriter, table: RoundTable) -> str:
    """What a game is called in lists and mails, in every language: "Cup 2.3", "Cup: Final".

    Tables of a ladder have no round: "Club 7".
    """
    state, cup = writer.state, writer.tournament.name[:80]
    if state.is_final(table.round):
        return f"{cup}: {FORMATS[state.settings.format].stages[table.stage]}"
    if not table.round:
        return f"{cup} {table.id}"
    return f"{cup} {table.round}.{state.number_of(table)}"

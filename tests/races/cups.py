"""Tournaments at which two calls meet, and what has to hold of them afterwards."""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import count
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from games import services as games
from games.models import Game
from games.models.game import Status
from tournaments import exporting, services
from tournaments.files.reading import read_file
from tournaments.models import Participant, Tournament
from tournaments.reading import state_of
from tournaments.state import RoundTable, Settings
from tournaments.state import Tournament as State
from tournaments.verify import verify

ENDED: Final = "ended"
"""What a call needs: that the game of the other table is over, and the log does not say so."""
SETTLED: Final = "settled"
"""What a call needs: that all tables have results."""
PLAYERS: Final = ("bob", "cara", "emil", "fay")
NAMES: Final = ("alice", *PLAYERS, "dora")
"""Alice directs, and cara with her; dora might play."""
_numbers = count()


@dataclass
class Cup:
    """A tournament and its people, as two processes know them."""

    pk: UUID
    users: dict[str, tuple[int, str, str]]
    over: UUID | None = None
    """The game of another table, which is over if a call asks for that; the log does not say so."""
    ended: int = 0
    """That table."""
    moving: UUID | None = None
    """The game that bob plays."""
    playing: int = 0
    """Its table."""
    rival: str = ""
    """Who sits there too."""
    seats: tuple[int, ...] = ()
    """The entrants there, by their seats."""

    def user(self, name: str) -> User:
        """A user as a request has read it."""
        pk, full, password = self.users[name]
        return User(pk=pk, username=full, password=password)


def begun(settings: Settings) -> tuple[Cup, dict[str, User]]:
    """A tournament of four that is open, and its people."""
    number = next(_numbers)
    users = {name: User.objects.create_user(f"{name}-{number}") for name in NAMES}
    alice, now = users["alice"], timezone.now()
    cup = services.create_tournament(user=alice, name="Cup", settings=settings, now=now).pk
    services.change_tournament(
        tournament_id=cup, user=alice, co_directors=[users["cara"].username], now=now
    )
    services.answer_direction(tournament_id=cup, user=users["cara"], accept=True, now=now)
    services.open_registration(tournament_id=cup, user=alice, now=now)
    for name in PLAYERS:
        services.register(tournament_id=cup, user=users[name], now=now)
    known = {name: (user.pk, user.username, user.password) for name, user in users.items()}
    return Cup(cup, known), users


def made_open(_: Set[str]) -> Cup:
    """It is open, and all but bob have said that they are there."""
    settings = Settings(format="round_robin", entrants_most=4, check_in=True)
    cup, users = begun(settings)
    for name in PLAYERS[1:]:
        services.check_in(tournament_id=cup.pk, user=users[name], now=timezone.now())
    return cup


def made_running(needs: Set[str]) -> Cup:
    """Its first round is played here, and dora waits for a place."""
    cup, users = begun(Settings(format="round_robin", entrants_most=4))
    now = timezone.now()
    services.publish_draw(tournament_id=cup.pk, user=users["alice"], now=now)
    services.register(tournament_id=cup.pk, user=users["dora"], now=now)
    for table in tables_of(cup):
        game = UUID(table.game or "")
        if 1 in table.seats:
            cup.moving, cup.playing = game, table.id
        else:
            cup.over, cup.ended = game, table.id
            if ENDED in needs:
                resigning = User.objects.filter(seats__game=game)[0]
                games.resign(game_id=game, user=resigning, now=now)
    return cup


def made_elsewhere(needs: Set[str]) -> Cup:
    """Its first round is played elsewhere: bob has given a result, and another table has agreed."""
    settings = Settings(format="round_robin", played_here=False, director_confirms=True)
    cup, users = begun(settings)
    now = timezone.now()
    services.publish_draw(tournament_id=cup.pk, user=users["alice"], now=now)
    for table in tables_of(cup):
        first, *others = sorted(table.seats)
        about = {"tournament_id": cup.pk, "table": table.id, "now": now}
        services.report_result(user=users[PLAYERS[first - 1]], places=[1, 2], **about)
        if first == 1:
            cup.playing, cup.rival = table.id, PLAYERS[others[0] - 1]
            cup.seats = table.seats
        else:
            cup.ended = table.id
            services.confirm_result(user=users[PLAYERS[others[0] - 1]], **about)
        if SETTLED in needs:
            services.confirm_result(user=users["alice"], **about)
    return cup


def made_ladder(_: Set[str]) -> Cup:
    """A ladder, in which anybody may challenge."""
    return begun(Settings(format="ladder"))[0]


def tables_of(cup: Cup) -> list[RoundTable]:
    """The tables as they are now."""
    return list(state_of(Tournament.objects.get(pk=cup.pk)).tables.values())


MAKERS: Final[Mapping[str, Callable[[Set[str]], Cup]]] = {
    "open": made_open,
    "running": made_running,
    "elsewhere": made_elsewhere,
    "ladder": made_ladder,
}


def wrong(cup: Cup) -> Iterator[str]:
    """The invariants that do not hold of a tournament."""
    tournament = Tournament.objects.get(pk=cup.pk)
    file = read_file(exporting.json_lines(tournament))
    said, sound = verify(file)
    if not sound:
        yield "\n".join(said)
    state = state_of(tournament)
    repeated = (state.version, state.phase, state.round, len(state.active()))
    columns = (tournament.version, tournament.phase, tournament.round, tournament.entrants)
    if repeated != columns:
        yield f"the state is {repeated}, and its columns are {columns}"
    yield from _wrong_people(tournament, state)
    yield from _wrong_tables(tournament, state)


def _wrong_people(tournament: Tournament, state: State) -> Iterator[str]:
    people = {one.number: one for one in Participant.objects.filter(tournament=tournament)}
    held = [one.person for one in state.entrants.values() if one.status != "withdrawn"]
    if len(set(held)) != len(held):
        yield f"somebody has two places: {held}"
    if not set(held) <= set(people):
        yield f"nobody knows who these are: {set(held) - set(people)}"
    director = people[state.director]
    if (tournament.director_id, tournament.phase == "cancelled") not in (
        (director.user_id, False),
        (director.user_id, True),
        (None, True),
    ):
        yield f"the director is {director.user_id} in the log, {tournament.director_id} in lists"


def _wrong_tables(tournament: Tournament, state: State) -> Iterator[str]:
    for number in range(1, state.round + 1):
        seated = [one for table in state.of_round(number) for one in table.seats]
        if len(set(seated)) != len(seated):
            yield f"an entrant sits twice in round {number}"
    own = {table.game: table for table in state.tables.values() if table.game}
    people = dict(Participant.objects.filter(tournament=tournament).values_list("number", "user"))
    for game in Game.objects.filter(tournament=tournament.pk):
        table = own.get(str(game.pk))
        if table is None:
            yield "a game is no table's"
        elif game.status == Status.RUNNING and table.result is None:
            users = [people[state.entrants[one].person] for one in table.seats]
            seats = [seat.user_id for seat in game.seats.all()]
            if seats != users:
                yield f"{seats} sit at the game of a table of {users}"

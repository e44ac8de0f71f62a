"""Pairs of calls about one tournament, made at the same moment by two processes. (`make races`)

With CALEDONIA_RACES every pair meets, that often; without it a part of them meets once.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, count
from typing import Final
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, selectors
from games import services as games
from games.models import Game
from games.models.game import Status
from tests.races.calls import carry_out
from tests.races.shapes import Call
from tests.races.test_matrix import ROUNDS, Racers
from tournaments import exporting, services
from tournaments.files.reading import read_file
from tournaments.models import Participant, Tournament
from tournaments.reading import state_of
from tournaments.state import Settings
from tournaments.state import Tournament as State
from tournaments.verify import verify

SAMPLE: Final = 24
ENDED: Final = "ended"
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

    def user(self, name: str) -> User:
        """A user as a request has read it."""
        pk, full, password = self.users[name]
        return User(pk=pk, username=full, password=password)


def asked(verb: str, by: str, **known: object) -> Callable[[Cup], object]:
    """A call of a service of tournaments; a ``table`` is named as the field of the cup."""

    def make(cup: Cup) -> object:
        given = {"tournament_id": cup.pk, "user": cup.user(by), "now": timezone.now(), **known}
        if "table" in known:
            given["table"] = getattr(cup, str(known["table"]))
        return getattr(services, verb)(**given)

    return make


def deleted(name: str) -> Callable[[Cup], object]:
    """The deletion of an account."""
    return lambda cup: games.delete_account(user=cup.user(name), now=timezone.now())


def _play(cup: Cup) -> object:
    """A move in bob's game, where a bot may have taken a seat over."""
    assert cup.moving is not None
    game = Game.objects.filter(pk=cup.moving).first()
    if game is None:
        return False
    state = selectors.state_of(game)
    seat = game.seats.filter(waiting=True).first()
    if seat is None or seat.user is None:
        return games.play_bots(game_id=game.pk, clock=timezone.now, limit=1)
    move = engine.legal_moves(state, engine.Seat(seat.index))[0]
    return games.play_moves(
        game_id=game.pk,
        user=seat.user,
        moves=[move],
        seen_version=game.version,
        now=timezone.now(),
    )


def _resign(cup: Cup) -> object:
    assert cup.moving is not None
    return games.resign(game_id=cup.moving, user=cup.user("bob"), now=timezone.now())


def _erase(cup: Cup) -> object:
    assert cup.moving is not None
    return games.erase_game(game_id=cup.moving, by=None, reason="race", now=timezone.now())


def _erase_ended(cup: Cup) -> object:
    assert cup.over is not None
    return games.erase_game(game_id=cup.over, by=None, reason="race", now=timezone.now())


def _game_over(cup: Cup) -> object:
    assert cup.over is not None
    return services.game_over(game_id=cup.over, now=timezone.now())


OPEN: Final = (
    Call("register", [], asked("register", "dora")),
    Call("withdraw", [], asked("withdraw", "bob")),
    Call("check_in", [], asked("check_in", "bob")),
    Call("add", [], asked("add_entrants", "alice", labels=["Zoe"], bots=["random"])),
    Call("draw", [], asked("publish_draw", "alice")),
    Call("draw_by_cara", [], asked("publish_draw", "cara")),
    Call("change", [], asked("change_tournament", "alice", co_directors=[], paused=False)),
    Call("cancel", [], asked("cancel_tournament", "cara", reason="Rain.")),
    Call("delete_player", [], deleted("bob")),
    Call("delete_stranger", [], deleted("dora")),
    Call("delete_director", [], deleted("alice")),
)
RUNNING: Final = (
    Call("game_over", [ENDED], _game_over),
    Call("erase_ended", [ENDED], _erase_ended),
    Call("record", [], asked("record_result", "alice", table="ended", places=[1, 2])),
    Call("rule", [], asked("rule", "cara", table="ended", reason="So.", places=[2, 1])),
    Call("forfeit", [], asked("rule", "alice", table="playing", reason="Late.", forfeited=[1])),
    Call(
        "stop",
        [],
        asked("rule", "cara", table="playing", reason="So.", places=[1, 2], end_game=True),
    ),
    Call("substitute", [], asked("substitute", "alice", entrant=1, waiting=5)),
    Call("replace_by_bot", [], asked("substitute", "cara", entrant=2, bot="random")),
    Call("drop_out", [], asked("withdraw", "bob")),
    Call("leave_list", [], asked("withdraw", "dora")),
    Call("play", [], _play),
    Call("resign", [], _resign),
    Call("erase", [], _erase),
    Call("draw_again", [], asked("publish_draw", "alice", again=True)),
    Call("give_up", [], asked("cancel_tournament", "alice", reason="Rain.")),
    Call("delete_dora", [], deleted("dora")),
    Call("delete_alice", [], deleted("alice")),
)
BY_NAME: Final = {call.name: call for call in (*OPEN, *RUNNING)}


def made(*calls: Call) -> Cup:
    """A tournament of four for these calls; once it runs dora waits for a place."""
    number = next(_numbers)
    users = {name: User.objects.create_user(f"{name}-{number}") for name in NAMES}
    alice, now = users["alice"], timezone.now()
    settings = Settings(format="round_robin", entrants_most=4)
    cup = services.create_tournament(user=alice, name="Cup", settings=settings, now=now).pk
    services.change_tournament(
        tournament_id=cup, user=alice, co_directors=[users["cara"].username], now=now
    )
    services.answer_direction(tournament_id=cup, user=users["cara"], accept=True, now=now)
    services.open_registration(tournament_id=cup, user=alice, now=now)
    for name in PLAYERS:
        services.register(tournament_id=cup, user=users[name], now=now)
    known = {name: (user.pk, user.username, user.password) for name, user in users.items()}
    world = Cup(cup, known)
    if calls[0] in RUNNING:
        services.publish_draw(tournament_id=cup, user=alice, now=now)
        services.register(tournament_id=cup, user=users["dora"], now=now)
        for table in state_of(Tournament.objects.get(pk=cup)).tables.values():
            game = UUID(table.game or "")
            if 1 in table.seats:
                world.moving, world.playing = game, table.id
            else:
                world.over, world.ended = game, table.id
                if any(ENDED in call.needs for call in calls):
                    resigning = User.objects.filter(seats__game=game)[0]
                    games.resign(game_id=game, user=resigning, now=now)
    return world


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


def pairs() -> list[tuple[Call, Call]]:
    """The pairs that are to meet."""
    every = [pair for calls in (OPEN, RUNNING) for pair in combinations_with_replacement(calls, 2)]
    if ROUNDS:
        return every * ROUNDS
    named = [("register", "draw"), ("draw", "draw_by_cara"), ("withdraw", "draw")]
    named += [("draw", "delete_player"), ("draw", "delete_director"), ("game_over", "record")]
    named += [
        ("game_over", "erase_ended"),
        ("play", "draw_again"),
        ("play", "substitute"),
        ("forfeit", "delete_alice"),
        ("erase", "forfeit"),
        ("play", "stop"),
    ]
    chance = random.Random(2)  # noqa: S311 - the same pairs every time
    chosen = [(BY_NAME[one], BY_NAME[other]) for one, other in named]
    return chosen + chance.sample(every, SAMPLE - len(chosen))


@pytest.fixture
def racers() -> Iterator[Racers]:
    both = Racers(BY_NAME)
    yield both
    both.end()


@pytest.mark.long
@pytest.mark.django_db
def test_every_call_does_something_when_it_is_alone() -> None:
    for call in BY_NAME.values():
        outcome = carry_out(call, made(call))
        assert outcome.said == "done", (call.name, outcome)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_any_two_calls_about_a_tournament_leave_it_whole(racers: Racers) -> None:
    found = []
    for pair in pairs():
        cup = made(*pair)
        outcomes = racers.meet(pair, cup)
        crashes = [outcome.crash for outcome in outcomes if outcome.crash]
        broken = list(wrong(cup))
        if crashes or broken:
            names = " and ".join(call.name for call in pair)
            said = [outcome.said for outcome in outcomes]
            found.append("\n".join([f"{names}: {said}", *crashes, *broken]))
    assert not found, f"{len(found)} pairs\n" + "\n\n".join(found)

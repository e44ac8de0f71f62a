"""A table with people at it, driven through the services as requests would."""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, selectors, services
from games.models import Game
from games.services import Played
from simulation.quick_play import play_on
from simulation.table_play import PEOPLE, by_chance
from tests.recorded.following import recorded_moves

SEED = PEOPLE


class Table:
    """A game whose seats 0, 1, ... belong to ``users``; its chance is the same every time."""

    def __init__(self, game_id: UUID, users: list[User]) -> None:
        self.id = game_id
        self.users = users

    @property
    def game(self) -> Game:
        """The game as stored now."""
        return Game.objects.get(pk=self.id)

    @property
    def state(self) -> engine.State:
        """The newest state."""
        return selectors.state_of(self.game)

    @property
    def rows(self) -> list[engine.StoredEvent]:
        """The whole stream."""
        return selectors.events_after(self.game, 0, 10_000)

    @property
    def seat(self) -> int:
        """The first seat that has to decide."""
        return self.state.open_decisions()[0].seat

    @property
    def user(self) -> User:
        """The user who has to decide first."""
        return self.users[self.seat]

    def moves(self, seat: int | None = None) -> list[engine.Move]:
        """What a seat may do now; by default the one that has to decide first."""
        wanted = self.seat if seat is None else seat
        return engine.legal_moves(self.state, engine.Seat(wanted))

    def play(self, *moves: engine.Move, by: User | None = None, **request: object) -> Played:
        """Play moves of the seat to decide; without any the first legal one."""
        known = {"seen_version": self.game.version, "now": timezone.now(), **request}
        chosen = list(moves) or self.moves()[:1]
        return services.play_moves(game_id=self.id, user=by or self.user, moves=chosen, **known)

    def play_until(
        self, reached: Callable[[engine.State], bool], *, is_recorded: bool = True
    ) -> engine.State:
        """Play on until a state is reached: as recorded, and at random after another move.

        Games with an expansion of the tests cannot be among the recorded ones.
        """
        known = recorded_moves(self.game) if is_recorded else None
        state = play_on(self.id, choose=by_chance(), reached=reached, known=known)
        assert reached(state), "the game ended first"
        return state


def new_table(users: list[User], players: int | None = None, **options: object) -> Table:
    """An open table of the first user with all of them seated."""
    host, *others = users
    game = services.create_game(
        host=host,
        name="Test",
        options=engine.Options(players=players or len(users), **options),
        visibility="public",
        now=timezone.now(),
        seed=SEED,
    )
    Game.objects.filter(pk=game.pk).update(salt=SEED[::-1])
    for user in others:
        services.join_game(game_id=game.id, user=user, now=timezone.now())
    return Table(game.id, users)


def started(users: list[User], **options: object) -> Table:
    """A table that has been started, with every seat taken by a user."""
    table = new_table(users, **options)
    services.start_game(game_id=table.id, user=users[0], now=timezone.now())
    return table

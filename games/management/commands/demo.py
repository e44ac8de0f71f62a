"""``manage.py demo``: three users and three games to look at, made once."""

import hashlib
import secrets
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone

from games import engine, selectors, services
from games.models import Game
from games.models.game import Status

NAMES = ("ada", "ben", "cleo")
FINISHED = "Four bots, played out"
BOT = "steward"
RUNNING = "Your move, ada"
OPEN = "Come and play"
ADA = engine.Seat(0)
MOST_MOVES = 200
"""Far beyond what a player does in two rounds."""


class Command(BaseCommand):
    """Makes the demo, or says where it is."""

    help = "Make three demo users and three games, once; for development only."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The password of the users, and where the server will be."""
        parser.add_argument("--password", help="random unless given; also resets it later")
        parser.add_argument("--url", default="http://127.0.0.1:8000")

    def handle(self, *args: object, **options: object) -> None:
        """Makes what is not there yet and prints it. Raises CommandError."""
        if not settings.DEV:
            raise CommandError("Demo users have a known password: only with CALEDONIA_DEV=1.")
        url = str(options["url"])
        with transaction.atomic():
            users = [User.objects.get_or_create(username=name)[0] for name in NAMES]
            password = options["password"]
            if password or not users[0].password:
                set_password(users, str(password or secrets.token_urlsafe(9)))
        # Before the games, for which bots play some seconds: one can sign in meanwhile.
        self._print_users(users, url)
        make_games(*users)
        for game in demo_games(users):
            self.stdout.write(f"  {url}/games/{game.id}/    {game.name} ({game.status})")

    def _print_users(self, users: list[User], url: str) -> None:
        self.stdout.write(f"\n  {url}/            games\n  {url}/api/docs    the API")
        password = known_password(users[0])
        if password:
            self.stdout.write(f"\n  users {', '.join(NAMES)} with the password {password}\n")
        else:
            self.stdout.write(
                f"\n  users {', '.join(NAMES)}; their password was not noted here. To set a new "
                "one:\n  CALEDONIA_DEV=1 .venv/bin/python manage.py demo --password NEW\n"
            )
        self.stdout.flush()


def demo_games(users: list[User]) -> list[Game]:
    """The games of the demo, whatever else its users host: of each name the oldest."""
    found: dict[str, Game] = {}
    wanted = Game.objects.filter(host__in=users, name__in=(FINISHED, RUNNING, OPEN))
    for game in wanted.order_by("created_at"):
        found.setdefault(game.name, game)
    return list(found.values())


def password_file() -> Path:
    """Where the password of this database's demo users is noted."""
    place = "\n".join(str(connection.settings_dict[key]) for key in ("HOST", "PORT", "NAME"))
    return settings.VAR_DIR / f"demo-password-{hashlib.sha256(place.encode()).hexdigest()[:8]}"


def set_password(users: list[User], password: str) -> None:
    """Give the demo users a password, and note it."""
    for user in users:
        user.set_password(password)
        user.save(update_fields=["password"])
    kept = password_file()
    kept.parent.mkdir(exist_ok=True)
    kept.touch(mode=0o600)
    kept.write_text(password + "\n")


def known_password(user: User) -> str | None:
    """The password that was noted, if it still is the user's."""
    kept = password_file()
    password = kept.read_text().strip() if kept.exists() else ""
    return password if check_password(password, user.password) else None


def make_games(ada: User, ben: User, cleo: User) -> None:
    """The three games, the same every time, each unless it is there.

    Moves are saved one by one, or nobody could save anything while bots play.
    """
    here = {game.name: game for game in demo_games([ada, ben, cleo])}
    if OPEN not in here:
        with transaction.atomic():
            open_table = table(ben, OPEN, players=4)
            services.join_game(game_id=open_table.id, user=cleo, now=timezone.now())
    finished = here.get(FINISHED) or start(ada, FINISHED, players=4, bots=4)
    if finished.status != Status.FINISHED:
        services.play_bots(game_id=finished.id, clock=timezone.now)
    if RUNNING not in here:
        running = start(ada, RUNNING, players=3, bots=2)
        services.play_bots(game_id=running.id, clock=timezone.now)
        run_until(running, ada, worth_a_look)


def table(host: User, name: str, *, players: int) -> Game:
    """An open table whose seed follows from its name."""
    return services.create_game(
        host=host,
        name=name,
        options=engine.Options(players=players),
        visibility="public",
        now=timezone.now(),
        seed=hashlib.sha256(f"demo/{name}".encode()).digest(),
    )


@transaction.atomic
def start(host: User, name: str, *, players: int, bots: int) -> Game:
    """A table with so many bots that has begun."""
    game = table(host, name, players=players)
    if bots == game.players:
        services.leave_game(game_id=game.id, user=host, now=timezone.now())
    for _ in range(bots):
        services.add_bot(game_id=game.id, user=host, bot=BOT, now=timezone.now())
    services.start_game(game_id=game.id, user=host, now=timezone.now())
    game.refresh_from_db()
    return game


def run_until(game: Game, user: User, reached: Callable[[engine.State], bool]) -> None:
    """Play for the user by chance, and for the bots, until she is to decide in such a state."""
    chance = engine.randomness.Stream(bytes(game.server_seed), "demo")
    for _ in range(MOST_MOVES):
        game.refresh_from_db()
        state = selectors.state_of(game)
        if game.status == Status.FINISHED or reached(state):
            return
        services.play_moves(
            game_id=game.id,
            user=user,
            moves=[chance.choice(sensible(state))],
            seen_version=game.version,
            now=timezone.now(),
        )
        services.play_bots(game_id=game.id, clock=timezone.now)


def worth_a_look(state: engine.State) -> bool:
    """Whether ada has a choice of main actions, among them hiring a merchant and expanding."""
    if state.round < 2 or state.decision_for(ADA).kind != "main_action":
        return False
    return {"hire_merchant", "expand"} <= {
        move.type_name() for move in engine.legal_moves(state, ADA)
    }


def sensible(state: engine.State) -> list[engine.Move]:
    """The legal moves without giving up, and without hiring all merchants before she looks."""
    moves = engine.legal_moves(state, ADA)
    chosen = [move for move in moves if move.type_name() not in {"pass", "hire_merchant"}]
    return chosen or moves

"""``manage.py demo``: three users and three games to look at, made once."""

import secrets
from argparse import ArgumentParser

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import engine, selectors, services
from games.models import Game

NAMES = ("ada", "ben", "cleo")
OWN_MOVES = 30
"""How far the running game has got: this many moves of its person."""


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
        url, password = str(options["url"]), options["password"]
        users = [User.objects.get_or_create(username=name)[0] for name in NAMES]
        fresh = not users[0].has_usable_password() or not users[0].password
        if password or fresh:
            self._set_password(users, str(password or secrets.token_urlsafe(9)))
        if not Game.objects.filter(host__in=users).exists():
            ada, ben, cleo = users
            finished_game(ada)
            running_game(ada)
            open_table(ben, cleo)
        self._print(users[0], url)

    def _set_password(self, users: list[User], password: str) -> None:
        for user in users:
            user.set_password(password)
            user.save(update_fields=["password"])
        kept = settings.VAR_DIR / "demo-password"
        kept.parent.mkdir(exist_ok=True)
        kept.touch(mode=0o600)
        kept.write_text(password + "\n")

    def _print(self, ada: User, url: str) -> None:
        kept = settings.VAR_DIR / "demo-password"
        password = kept.read_text().strip() if kept.exists() else "(set with demo --password)"
        self.stdout.write(f"\n  {url}/            games\n  {url}/api/docs    the API")
        for game in selectors.games_visible_to(ada).filter(host__username__in=NAMES):
            self.stdout.write(f"  {url}/api/v1/games/{game.id}    {game.name} ({game.status})")
        self.stdout.write(f"\n  users {', '.join(NAMES)} with the password {password}\n")


def finished_game(host: User) -> Game:
    """A game of four bots, played to its end."""
    game = _table(host, "Four bots, played out", players=4)
    services.leave_game(game_id=game.id, user=host, now=timezone.now())
    return _start(game, host, bots=4)


def running_game(user: User) -> Game:
    """A game of a person and two bots, well under way, with the person to move."""
    game = _start(_table(user, "Your move, ada", players=3), user, bots=2)
    chance = engine.randomness.Stream(bytes(game.server_seed), "demo")
    for _ in range(OWN_MOVES):
        game.refresh_from_db()
        state = selectors.state_of(game)
        services.play_moves(
            game_id=game.id,
            user=user,
            moves=[chance.choice(engine.legal_moves(state, engine.Seat(0)))],
            seen_version=game.version,
            now=timezone.now(),
        )
        services.play_bots(game_id=game.id, clock=timezone.now)
    return game


def open_table(host: User, guest: User) -> Game:
    """A table with free seats."""
    game = _table(host, "Come and play", players=4)
    return services.join_game(game_id=game.id, user=guest, now=timezone.now())


def _table(host: User, name: str, *, players: int) -> Game:
    return services.create_game(
        host=host,
        name=name,
        options=engine.Options(players=players),
        visibility="public",
        now=timezone.now(),
    )


def _start(game: Game, host: User, *, bots: int) -> Game:
    """Fill the table and play on until a person decides, whether or not a worker is there."""
    for _ in range(bots):
        services.add_bot(game_id=game.id, user=host, bot="random", now=timezone.now())
    services.start_game(game_id=game.id, user=host, now=timezone.now())
    services.play_bots(game_id=game.id, clock=timezone.now)
    return game

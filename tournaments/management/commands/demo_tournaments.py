"""``manage.py demo_tournaments``: a finished and a running tournament to look at, made once."""

from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games import services as games
from games.management.commands.demo import NAMES
from tournaments import services
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import RoundTable, Settings

FINISHED = "Bots' cup"
RUNNING = "Spring cup"
BOT = "random"
"""It decides at once; a person plays against stewards."""


class Command(BaseCommand):
    """Makes the tournaments of the demo, or says where they are."""

    help = "Make two demo tournaments, once; for development only."

    def add_arguments(self, parser: object) -> None:
        """Where the server will be."""
        parser.add_argument("--url", default="http://127.0.0.1:8000")  # type: ignore[attr-defined]

    def handle(self, *args: object, **options: object) -> None:
        """Makes what is not there yet and prints it. Raises CommandError."""
        if not settings.DEV:
            raise CommandError("A demo is for development only: with CALEDONIA_DEV=1.")
        users = list(User.objects.filter(username__in=NAMES).order_by("username"))
        if len(users) < len(NAMES):
            raise CommandError("There are no demo users yet: run manage.py demo first.")
        running_cup(users)
        finished_cup(users[0])
        for one in Tournament.objects.filter(director=users[0]).order_by("created_at"):
            self.stdout.write(f"  {options['url']}/tournaments/{one.pk}/    {one.name}")


def finished_cup(director: User) -> None:
    """Eight bots and two rounds of Swiss, played out.

    Each move is saved by itself, or nobody could save anything while bots play; a cup that was
    interrupted goes on where it stood.
    """
    cup = Tournament.objects.filter(director=director, name=FINISHED).first()
    if cup is None:
        with transaction.atomic():
            cup = opened(director, FINISHED, {"rounds": 2, "final": 0})
            enter_bots(cup, director, 8, BOT)
        cup.refresh_from_db()
    while cup.phase in ("open", "running"):
        state = state_of(cup)
        if not state.round_over():
            play_round(cup)
        elif state.round < 2:
            draw(cup, director)
        else:
            services.finish_tournament(tournament_id=cup.pk, user=director, now=timezone.now())
        cup.refresh_from_db()


def running_cup(users: list[User]) -> None:
    """The demo users and five bots in the first of three rounds, a final to come."""
    director = users[0]
    if Tournament.objects.filter(director=director, name=RUNNING).exists():
        return
    with transaction.atomic():
        cup = opened(director, RUNNING, {"rounds": 3})
        for user in users:
            services.register(tournament_id=cup.pk, user=user, now=timezone.now())
        enter_bots(cup, director, 5, "steward")
        draw(cup, director)


def opened(director: User, name: str, options: dict[str, bool | int | str]) -> Tournament:
    """A Swiss whose registration is open."""
    cup = services.create_tournament(
        user=director,
        name=name,
        settings=Settings(format="swiss", format_options=options),
        now=timezone.now(),
    )
    services.open_registration(tournament_id=cup.pk, user=director, now=timezone.now())
    return cup


def enter_bots(cup: Tournament, director: User, number: int, bot: str) -> None:
    """Enter so many bots of a kind."""
    services.add_entrants(
        tournament_id=cup.pk, user=director, bots=[bot] * number, now=timezone.now()
    )


def draw(cup: Tournament, director: User) -> None:
    """Draw the next round."""
    services.publish_draw(tournament_id=cup.pk, user=director, now=timezone.now())


def play_round(cup: Tournament) -> None:
    """Have the bots of the newest round play to the end, and their results recorded."""
    for table in newest_tables(cup):
        game_id = UUID(table.game)
        games.play_bots(game_id=game_id, clock=timezone.now, limit=5000)
        games.run_steps(game_id=game_id, now=timezone.now())
        services.game_over(game_id=game_id, now=timezone.now())


def newest_tables(cup: Tournament) -> list[RoundTable]:
    """The tables of the newest round."""
    cup.refresh_from_db()
    state = state_of(cup)
    return state.of_round(state.round)

"""Something to look at on every page: people, and tables in every state of a game.

Runs in a process of its own, on the database of its settings, which has to be empty.
"""

import sys
from collections.abc import Callable

import msgspec
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from api import tokens
from games import engine, services
from games.engine.expansions import by_name
from games.engine.expansions.farmers_markets.selling import SellAtMarket
from games.models import Game
from replays.heads import signing
from replays.statistics import results
from simulation import migrated
from tests.authenticator import add_passkey, set_up
from tests.browser import world_tournaments
from tests.browser.site import PASSWORD, PEOPLE, World
from tests.page_games import game_against_bots, play_until
from tests.tournaments.rated_games import finish
from tournaments.ratings import projecting
from web import catalogues
from web.address_state import verification_tokens
from web.mail import turn_mail
from web.models import MailAddress

Reached = Callable[[engine.State], bool]

INDUSTRIA_MAP = ["A3", "B3", "C4", "D3"]
SEAT = 0
"""Alice's."""


def tell(*, tables: bool) -> None:
    """Make people and, if wanted, tables, the same every time; print where everything is."""
    catalogues.compile_all()
    migrated.migrate()
    people = [User.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in PEOPLE]
    set_up(people[-1])  # as long as there is no address to tell it to
    _, passkey = add_passkey(people[-1])
    MailAddress.objects.bulk_create(
        [MailAddress(user=user, verified=user.email) for user in people]
    )
    made = World(
        tokens={user.username: token_of(user) for user in people},
        sessions={user.username: session_of(user) for user in people},
        errors={status: render_to_string(f"{status}.html").strip() for status in (400, 500, 503)},
    )
    if tables:
        made.paths = addresses(*people[:3])
        made.paths["last_round"] = f"/games/{in_its_last_round(people[4]).pk}/"
        rated(*people[5:])
        signing.sign_heads(clock=timezone.now)
        made.paths["passkey"] = f"/profile/two-step/passkeys/{passkey.pk}/remove/"
    sys.stdout.write(msgspec.json.encode(made).decode())


def rated(erin: User, fiona: User) -> None:
    """Games of erin and fiona that ended, in lists of theirs alone."""
    for day in range(12):
        seats = [erin, fiona] if day % 3 else [fiona, erin]
        results.record(finish(seats, day=day * 5, visibility="unlisted").pk)
    projecting.keep_up()


def token_of(user: User) -> str:
    """For the API."""
    return tokens.issue(user=user, name="Notebook", now=timezone.now())[1]


def session_of(user: User) -> str:
    """The cookie of a browser that has signed in."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def addresses(alice: User, bob: User, charlie: User) -> dict[str, str]:
    """Tables of alice's, by what state they are in, and pages whose address cannot be guessed."""
    room = table(alice, bob, name="Loch Ness", players=4, visibility="private")
    table(charlie, bob, name="Ben Nevis", players=3)
    waiting = table(charlie, alice, name="Loch Awe", players=2)
    services.start_game(game_id=waiting.pk, user=charlie, now=timezone.now())
    for user, text in ((alice, "Good luck!"), (charlie, "And to you. https://example.org/tips")):
        services.say(game_id=waiting.pk, user=user, text=text, now=timezone.now())
    services.offer_seat(game_id=waiting.pk, user=charlie, taker="bob", now=timezone.now())
    MailAddress.objects.filter(user=bob).update(awaited="robert@example.org")
    who = urlsafe_base64_encode(force_bytes(bob.pk))
    games = {"room": room, "waiting": waiting, **games_of(alice)}
    return {
        **{name: f"/games/{game.pk}/" for name, game in games.items()},
        **world_tournaments.addresses(alice, bob, charlie),
        "invite": f"/invite/{room.pk}/{room.invite_code}/",
        "void": f"/invite/{room.pk}/nobody-knows/",
        "mail_off": f"/mail/off/{turn_mail.token_of(bob)}/",
        "verify": f"/mail/verify/{who}/{verification_tokens.make_token(bob)}/",
        "reset": f"/password/reset/{who}/{default_token_generator.make_token(bob)}/",
    }


def table(host: User, guest: User, *, name: str, players: int, visibility: str = "public") -> Game:
    """A table of two people, not started."""
    game = services.create_game(
        host=host,
        name=name,
        options=engine.Options(players=players),
        visibility=visibility,
        now=timezone.now(),
        seed=b"r" * 32,
    )
    services.join_game(game_id=game.pk, user=guest, invite=game.invite_code, now=timezone.now())
    return game


def games_of(alice: User) -> dict[str, Game]:
    """Games against bots, each as far as it says."""

    def game(name: str, reached: Reached, *, players: int = 3, **options: object) -> Game:
        begun = game_against_bots(alice, players=players, name=name, **options)
        played = play_until(begun, alice, reached)
        assert played.status == "running" or reached is the_end, f"{name} came to its end"
        return played

    return {
        "draft": game("Glen Coe", decides("choose_clan")),
        "auction": game("Glen Nevis", decides("bid", "opening_bid"), auction="open"),
        "placing": game("Glen Roy", decides("place_worker")),
        "bonuses": game("Glen Etive", decides("deployment_bonuses")),
        "production": game("Strathspey", decides("produce")),
        "upgrade": game("Glen Lochay", may_take_a_merchant_back, players=2),
        "market": game(
            "Glen Moriston",
            may_sell_at_a_market,
            map=["A1", "B2", "C2", "D2"],
            expansions=["farmers_markets"],
        ),
        "begun": game("Glen Orchy", in_round(1), players=2),
        "playing": game("Glen Affric", in_round(3), players=4),
        "finished": game("Glen Lyon", the_end, players=4),
        "solo": game("Glen Clova", the_end, players=1),
        "industria": game(
            "Glen Isla", in_round(2), players=4, map=INDUSTRIA_MAP, expansions=[*by_name()]
        ),
        "industria_draft": game("Glen Shee", decides("choose_clan"), expansions=[*by_name()]),
    }


def in_its_last_round(hamish: User) -> Game:
    """A game against bots that others do not see."""
    begun = game_against_bots(hamish, players=4, name="Glen Finnan", visibility="private")
    return play_until(begun, hamish, in_round(5))


def decides(*kinds: str) -> Reached:
    """Whether alice has such a decision."""

    def reached(state: engine.State) -> bool:
        return any(one.seat == SEAT and one.kind in kinds for one in state.open_decisions())

    return reached


def in_round(number: int) -> Reached:
    """Whether alice has a main action in that round or later."""
    at_turn = decides("main_action")
    return lambda state: state.round >= number and at_turn(state)


def may_take_a_merchant_back(state: engine.State) -> bool:
    """Whether that is among the upgrades that alice chooses from, and which one."""
    alice = state.players[SEAT]
    places = sum(map(bool, (*alice.buying, *alice.selling)))
    return decides("bonus_upgrade")(state) and places > 1


def may_sell_at_a_market(state: engine.State) -> bool:
    """Whether alice has placed a unit beside a market that buys two goods of hers."""
    if not decides("deployment_bonuses")(state):
        return False
    moves = engine.legal_moves(state, engine.Seat(SEAT))
    return len({move.good for move in moves if isinstance(move, SellAtMarket)}) > 1


def the_end(state: engine.State) -> bool:
    """Never before it."""
    return False

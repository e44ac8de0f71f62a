"""Tables at which two calls meet; ``invariants`` has what has to hold of them afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Final
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from api import tokens
from games import engine, services, standing_orders
from games.accounts import passkeys
from games.models import Game, Seat
from games.services.tables import seed_words
from games.standing_orders import StandingOrder
from tests.authenticator import Authenticator, add_passkey, set_up
from tests.games.tables import started
from web import addresses
from web.mail import account_mail
from web.models import AccountMail, MailAddress

WORD: Final = "heather"
SEAL: Final = seed_words.seal_for(WORD)
PASSWORD: Final = "heather-and-peat-1"  # noqa: S105 - of users that live for one test
SITE: Final = passkeys.Site("http://testserver", "testserver")
"""As tests ask for pages."""
NAMES: Final = ("alice", "bob", "cara")
ORDER: Final = standing_orders.stored(StandingOrder(order=["whisky"]))
_numbers = count()


@dataclass(frozen=True)
class Template:
    """A finished game, and versions of it: seat 0 acts, a round is at its end, both produce."""

    game: UUID
    version: int
    ending: int
    production: int


@dataclass(frozen=True)
class Ceremony:
    """What the server keeps of a ceremony of WebAuthn, and what the authenticator answers."""

    kept: passkeys.Challenge = field(default_factory=dict)
    answer: str = ""


@dataclass
class World:
    """The arguments of two processes: names and ids only. Games are made when a call needs them."""

    number: int
    users: dict[str, int]
    tokens: dict[str, str]
    passwords: dict[str, str]
    """As they are stored."""
    codes: Sequence[str] = ()
    games: dict[str, UUID] = field(default_factory=dict)
    version: int = 0
    notation: str = ""
    new_game: UUID = field(default_factory=uuid4)
    passkey: int = 0
    adding: Ceremony = field(default_factory=Ceremony)
    proving: Ceremony = field(default_factory=Ceremony)
    mail: int = 0
    session: str = ""

    def user(self, name: str) -> User:
        """A user as the request has read it before the other call came."""
        full = f"{name}{self.number}"
        return User(pk=self.users[name], username=full, password=self.passwords[name])


def now() -> datetime:
    return timezone.now()


def make_template() -> Template:
    """Made once: a game is forked faster than it is played to its first turn."""
    users = [User.objects.create_user(f"template{number}") for number in range(2)]
    table = started(users)
    state = table.play_until(lambda s: s.phase == "action" and s.open_decisions()[0].seat == 0)
    producing = table.play_until(_both_produce)
    services.resign(game_id=table.id, user=users[0], now=now())
    # The step before it, of the game itself, has opened production.
    return Template(table.id, state.version, producing.version - 1, producing.version)


def _both_produce(state: engine.State) -> bool:
    return [one.kind for one in state.open_decisions()] == ["produce"] * 2


def make_world(template: Template, kinds: set[str]) -> World:
    """New users, and games of these kinds for them."""
    number = next(_numbers)
    users = {name: User.objects.create_user(f"{name}{number}", password=PASSWORD) for name in NAMES}
    issued = {name: tokens.issue(user=user, name="x", now=now())[1] for name, user in users.items()}
    stored = {name: user.password for name, user in users.items()}
    world = World(number, {name: user.pk for name, user in users.items()}, issued, stored)
    for kind in sorted(kinds):
        MAKERS[kind](world, users, template)
    return world


def _table(world: World, host: User, kind: str, options: engine.Options) -> UUID:
    game = services.create_game(
        host=host, name=kind, options=options, visibility="public", now=now()
    )
    world.games[kind] = game.pk
    return game.pk


def _open(world: World, users: dict[str, User], _: Template) -> None:
    """A table of alice and bob with room for others."""
    game_id = _table(
        world, users["alice"], "open", engine.Options(players=4, clan_experience="by_player")
    )
    services.join_game(game_id=game_id, user=users["bob"], now=now())


def _full(world: World, users: dict[str, User], _: Template) -> None:
    """A table of alice and a bot that could start."""
    game_id = _table(world, users["alice"], "full", engine.Options(players=2))
    services.add_bot(game_id=game_id, user=users["alice"], bot="random", now=now())


def _sealed(world: World, users: dict[str, User], _: Template) -> None:
    """The same, with a word of alice's."""
    game_id = _table(world, users["alice"], "sealed", engine.Options(players=2))
    services.add_bot(game_id=game_id, user=users["alice"], bot="random", now=now())
    services.seal_word(game_id=game_id, user=users["alice"], seal=SEAL, now=now())


def _solo(world: World, users: dict[str, User], template: Template) -> None:
    """A running game of alice and a bot, in her turn, with a move that she can take back."""
    game = services.fork_game(
        game_id=template.game,
        user=users["alice"],
        version=template.version,
        seats=[None, "random"],
        now=now(),
    )
    hire = [engine.parse("hire")]
    played = services.play_moves(
        game_id=game.pk, user=users["alice"], moves=hire, seen_version=1, now=now()
    )
    world.games["solo"], world.version = game.pk, played.version
    client = Client()
    client.force_login(users["alice"])
    world.session = client.cookies["sessionid"].value
    legal = engine.legal_moves(played.state, engine.Seat(0))
    world.notation = next(move.notation() for move in legal if move.notation() == "end")


def _for_two(world: World, users: dict[str, User], template: Template, version: int) -> UUID:
    """A running game of alice and bob, from a version of the template on."""
    game = services.fork_game(
        game_id=template.game, user=users["alice"], version=version, now=now()
    )
    # As if bob had been offered the seat: who plays both has none to offer.
    Seat.objects.filter(game=game, index=1).update(user=users["bob"])
    Seat.objects.filter(game=game).update(shared=False)
    return game.pk


def _producing(world: World, users: dict[str, User], template: Template) -> None:
    """A running game of alice and bob, in which both are to produce."""
    world.games["producing"] = _for_two(world, users, template, template.production)


def _ending(world: World, users: dict[str, User], template: Template) -> None:
    """A running game of theirs that waits for the end of its round; alice has left an order."""
    game_id = _for_two(world, users, template, template.ending)
    Seat.objects.filter(game=game_id, index=0).update(standing_order=ORDER)
    world.games["ending"] = game_id


def _alone(world: World, users: dict[str, User], template: Template) -> None:
    """A game of alice and a bot that is over: nobody else has anything of it."""
    world.games["alone"] = _over_alone(users["alice"], template)


def _over_alone(alice: User, template: Template) -> UUID:
    game = services.fork_game(
        game_id=template.game,
        user=alice,
        version=template.version,
        seats=[None, "random"],
        now=now(),
    )
    services.resign(game_id=game.pk, user=alice, now=now())
    return game.pk


def _unseen(world: World, users: dict[str, User], template: Template) -> None:
    """A game like that whose only player is gone; it waits to be erased."""
    game_id = world.games["unseen"] = _over_alone(users["alice"], template)
    Seat.objects.filter(game=game_id, index=0).update(user=None, label="gone")
    Game.objects.filter(pk=game_id).update(host=None)


def _duel(world: World, users: dict[str, User], _: Template) -> None:
    """A running game of bob and cara, who bid for clans; bob offers his seat to alice."""
    options = engine.Options(players=2, auction="open")
    game_id = _table(world, users["bob"], "duel", options)
    services.join_game(game_id=game_id, user=users["cara"], now=now())
    services.start_game(game_id=game_id, user=users["bob"], now=now())
    alice = users["alice"].get_username()
    services.offer_seat(game_id=game_id, user=users["bob"], taker=alice, now=now())


def _over(world: World, users: dict[str, User], _: Template) -> None:
    """A game of alice and bob that is over."""
    game_id = _table(world, users["alice"], "over", engine.Options(players=2))
    services.join_game(game_id=game_id, user=users["bob"], now=now())
    services.start_game(game_id=game_id, user=users["alice"], now=now())
    for name in ("alice", "bob"):
        services.agree_to_abandon(game_id=game_id, user=users[name], now=now())


def _guarded(world: World, users: dict[str, User], _: Template) -> None:
    """The account of cara, with a second factor and an address that waits to be verified.

    She has a passkey, and another one to add.
    """
    cara = users["cara"]
    world.codes = set_up(cara)
    addresses.give(user=cara, address=address_of("cara", world.number), now=now())
    device, own = add_passkey(cara)
    world.passkey = own.pk
    options, kept = passkeys.begin_adding(user=cara, site=SITE)
    world.adding = Ceremony(kept, Authenticator().create(options))
    options, kept = passkeys.begin_proof(user=cara, site=SITE)
    world.proving = Ceremony(kept, device.get(options))


def _mailed(world: World, users: dict[str, User], _: Template) -> None:
    """The account of bob, with a verified address for which a reset was requested."""
    address = address_of("bob", world.number)
    User.objects.filter(pk=world.users["bob"]).update(email=address)
    MailAddress.objects.create(user=users["bob"], verified=address)
    kind = AccountMail.Kind.RESET_REQUEST
    row = account_mail.store(kind=kind, user=None, address=address, language="en", now=now())
    world.mail = row.pk


def address_of(name: str, number: int) -> str:
    """The mail address of a user of a world."""
    return f"{name}{number}@example.org"


MAKERS: Final = {
    "open": _open,
    "full": _full,
    "sealed": _sealed,
    "solo": _solo,
    "producing": _producing,
    "ending": _ending,
    "alone": _alone,
    "unseen": _unseen,
    "duel": _duel,
    "over": _over,
    "guarded": _guarded,
    "mailed": _mailed,
}

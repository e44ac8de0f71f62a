"""Tables at which two calls meet, and what has to hold of them afterwards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Final
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from api import tokens
from games import engine, services, store
from games.accounts import passkeys, second_factors
from games.models import Game, Handover, Passkey, RecoveryCode, SecondFactor, Session
from games.models.game import Source, Status
from games.services.tables import seed_words
from simulation import invariants
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
_numbers = count()


@dataclass(frozen=True)
class Template:
    """A finished game, and a version of it at which its seat 0 is to act."""

    game: UUID
    version: int


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
    services.resign(game_id=table.id, user=users[0], now=now())
    return Template(table.id, state.version)


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
    "duel": _duel,
    "over": _over,
    "guarded": _guarded,
    "mailed": _mailed,
}


def wrong(world: World) -> list[str]:
    """The invariants that do not hold of the games and accounts of a world."""
    users = list(world.users.values())
    left = [*_left_over(users), *_wrong_accounts(users)]
    own = Q(host__in=users) | Q(seats__user__in=users) | Q(pk__in=world.games.values())
    games = Game.objects.filter(own).distinct().prefetch_related("seats__user")
    return left + [f"{game.name}: {what}" for game in games for what in _wrong(game)]


def _left_over(users: list[int]) -> Iterator[str]:
    """What there still is of accounts that are gone, and knows them by a number only."""
    there = set(User.objects.filter(pk__in=users).values_list("pk", flat=True))
    if Session.objects.filter(user_id__in=set(users) - there).exists():
        yield "somebody who is gone has a session"


def _wrong_accounts(users: list[int]) -> Iterator[str]:
    """How accounts are signed in to, where that does not fit together."""
    guarded = set(SecondFactor.objects.filter(user__in=users).values_list("user", flat=True))
    for model in (Passkey, RecoveryCode):
        if model.objects.filter(user__in=users).exclude(user__in=guarded).exists():
            yield f"an account without a second factor has a {model._meta.verbose_name}"
    for user in guarded:
        if RecoveryCode.objects.filter(user=user).count() != second_factors.RECOVERY_CODES:
            yield "an account has another number of recovery codes"
    for row in MailAddress.objects.filter(user__in=users).exclude(verified=""):
        if row.awaited == row.verified:
            yield "an address that is verified waits to be verified"


def _wrong(game: Game) -> Iterator[str]:
    seats = list(game.seats.all())
    people = [seat for seat in seats if seat.user_id is not None and not seat.asked]
    if game.status == Status.OPEN:
        if game.version or store.rows(game.pk):
            yield "an open table has events"
        if game.host_id is None:
            yield "an open table has no host"
        if len(seats) > game.players:
            yield f"{len(seats)} seats of {game.players} are taken"
        return
    seated = sum(not seat.asked for seat in seats)
    if game.source != Source.IMPORTED and seated != game.players:
        yield f"{seated} of {game.players} seats are taken in a game that has started"
    if game.status == Status.RUNNING and not people:
        yield "a game without people goes on"
    for offer in Handover.objects.filter(game=game, at=None):
        if offer.giver_id not in {seat.user_id for seat in people if seat.index == offer.seat}:
            yield "a seat is offered by somebody who does not sit there"
    if game.source != Source.IMPORTED:
        yield from _wrong_stream(game)


def _wrong_stream(game: Game) -> Iterator[str]:
    """What of a stream, or of what is repeated of it in columns, does not fit."""
    rows, previous = store.rows(game.pk), ""
    if [row.version for row in rows] != list(range(1, game.version + 1)):
        yield f"the versions are {[row.version for row in rows]}, and the game is at {game.version}"
        return
    for row in rows:
        if row.chain != engine.chain(row, str(game.pk), previous):
            yield f"the chain breaks at version {row.version}"
        previous = row.chain
    state = engine.rebuild(rows)
    yield from invariants.broken(state)
    seats = list(game.seats.all())
    asked = {decision.seat for decision in state.open_decisions()} - set(state.resigned)
    if {seat.index for seat in seats if seat.waiting} != asked:
        yield f"seats {asked} have to decide, and others are marked"
    if {seat.index for seat in seats if seat.resigned} != set(state.resigned):
        yield "others have resigned than are marked"
    if (game.status == Status.FINISHED) != state.over:
        yield f"the game is {game.status}, and its state says otherwise"

"""What has to hold after two calls have met, whatever came of them."""

from collections.abc import Iterator
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q

from games import engine, store
from games.accounts import second_factors
from games.models import Game, Handover, Passkey, RecoveryCode, Seat, SecondFactor, Session
from games.models.game import Source, Status
from games.services.tables import unseen
from simulation import invariants
from tests.races.world import World
from web.models import MailAddress


def wrong(world: World) -> list[str]:
    """The invariants that do not hold of the games and accounts of a world."""
    users = list(world.users.values())
    left = [*_left_over(users), *_wrong_accounts(users)]
    own = Q(host__in=users) | Q(seats__user__in=users) | Q(pk__in=world.games.values())
    games = Game.objects.filter(own).distinct().prefetch_related("seats__user")
    going = set(unseen.unseen().values_list("pk", flat=True))
    left += _kept(world, going)
    kept = [game for game in games if game.pk not in going]
    return left + [f"{game.name}: {what}" for game in kept for what in _wrong(game)]


def _kept(world: World, going: set[UUID]) -> Iterator[str]:
    """Which games stay although the account of their only player is gone."""
    there = User.objects.filter(pk=world.users["alice"]).exists()
    for kind in ("unseen",) if there else ("unseen", "alone", "solo"):
        game_id = world.games.get(kind)
        if game_id not in going and Game.objects.filter(pk=game_id).exists():
            yield f"{kind}: a game that went with an account is not to be erased"


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
        yield from _wrong_table(game, seats)
        return
    seated = sum(not seat.asked for seat in seats)
    if game.source != Source.IMPORTED and seated != game.players:
        yield f"{seated} of {game.players} seats are taken in a game that has started"
    if game.status == Status.RUNNING and not people:
        yield "a game without people goes on"
    for offer in Handover.objects.filter(game=game, at=None):
        if offer.giver_id not in {seat.user_id for seat in people if seat.index == offer.seat}:
            yield "a seat is offered by somebody who does not sit there"
    left = [seat for seat in seats if seat.user_id is None or seat.resigned]
    if any(seat.standing_order is not None for seat in left):
        yield "a seat without its player has a standing order"
    if game.source != Source.IMPORTED:
        yield from _wrong_stream(game, seats)


def _wrong_table(game: Game, seats: list[Seat]) -> Iterator[str]:
    """What is wrong with one that has not started."""
    if game.version or store.rows(game.pk):
        yield "an open table has events"
    if game.host_id is None:
        yield "an open table has no host"
    if len(seats) > game.players:
        yield f"{len(seats)} seats of {game.players} are taken"


def _wrong_stream(game: Game, seats: list[Seat]) -> Iterator[str]:
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
    asked = {decision.seat for decision in state.open_decisions()} - set(state.resigned)
    if {seat.index for seat in seats if seat.waiting} != asked:
        yield f"seats {asked} have to decide, and others are marked"
    if {seat.index for seat in seats if seat.resigned} != set(state.resigned):
        yield "others have resigned than are marked"
    by_order = {decision.seat for decision in state.open_decisions() if decision.BY_ORDER}
    if not game.due and any(seat.standing_order and seat.index in by_order for seat in seats):
        yield "an order waits, and the game does not go on"
    if (game.status == Status.FINISHED) != state.over:
        yield f"the game is {game.status}, and its state says otherwise"

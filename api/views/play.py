"""Playing: legal moves, moves, undo, the standing order and the maximum bid."""

from typing import Any, ClassVar, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from msgspec import UNSET, DecodeError, Raw, Struct, ValidationError
from msgspec.json import decode
from rest_framework.request import Request

from api.access import PLAYING
from api.errors import Malformed
from api.events import event_json
from api.examples import MOVES
from api.explaining import explain
from api.idempotency import fingerprint, key_of, marked
from api.kept import KeptKind, Slot, kept_answer
from api.moves import MOST_MOVES, Narrowing, as_legal, counted
from api.parsers import read_body, single_values
from api.play_bodies import LegalMoves, PlayRequest, UndoRequest
from api.play_bodies import Played as PlayedBody
from api.schema import NARROWING, document, idempotent
from api.views.base import ApiView, answer, check_started, now, signed_in
from games import engine, max_bids, selectors, services, standing_orders
from games.errors import NotSeated
from games.max_bids import MaxBid
from games.models import Game, Seat
from games.models.game import Status
from games.standing_orders import StandingOrder
from games.store import STATE_OF_GAME, Glance

MAX_BID: Final[Any] = MaxBid | None


class NamedMove(Struct):
    """The part of a move that has its type."""

    type: str


def moves_slot(request: HttpRequest, game: Game, user: User | None) -> Slot | None:
    """Of a game that has begun: one for each seat."""
    seat = selectors.seat_of(game, user)
    return None if seat is None or game.status == Status.OPEN else ("moves", game.pk, seat.index)


LEGAL_MOVES: Final = KeptKind(STATE_OF_GAME, moves_slot)


class MovesView(ApiView):
    """Moves: those that may be played, and playing one."""

    free_query = ("GET",)
    queries: ClassVar[dict[str, type]] = {}

    @document(
        operation="games_moves_list",
        tag="playing",
        parameters=NARROWING,
        answers={200: LegalMoves, 304: None},
        refusals=(400, 401, 403, 404, 409),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The legal moves of the caller's open decision.

        Any field of a move narrows the list: `?type=expand&unit=cow`; of a field that is a list
        one value or several, at most 20, as in `?exchange=F5,G3`. Beyond 500 moves there are only
        counts, with the values to narrow by.
        """
        narrowing = Narrowing(single_values(request.query_params))
        seen = services.glance_at_game(signed_in(request), game_id, statement=LEGAL_MOVES.statement)
        seat = own_seat(seen.game, request)
        check_started(seen.game)
        if request.query_params:
            return answer(legal_moves(seen, seat, narrowing))
        return kept_answer(request, LEGAL_MOVES, seen, lambda: legal_moves(seen, seat, narrowing))

    @document(
        operation="games_moves_play",
        access=PLAYING,
        tag="playing",
        body=PlayRequest,
        parameters=idempotent(201),
        examples=MOVES,
        answers={201: PlayedBody},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Play a move, or several of which all or none are played.

        Only the last of several may end the turn or turn something up: a list that goes on after
        what cannot be undone is refused with `list_goes_on`, and nothing is played.

        `version` is the version that the caller has seen. A caller with several seats, as in a
        fork, acts for the first that has to decide, or for the `seat` that is named.
        """
        body = read_body(request, PlayRequest)
        moves = moves_of(body)
        played = services.play_moves(
            game_id=game_id,
            user=signed_in(request),
            moves=moves,
            seen_version=body.version,
            seat=body.seat,
            key=key_of(request),
            request_hash=fingerprint(*asked_for(body, moves)),
            now=now(),
        )
        return played_answer(played, 201)


class UndoView(ApiView):
    """Taking moves back."""

    @document(
        operation="games_undo",
        access=PLAYING,
        tag="playing",
        body=UndoRequest,
        parameters=idempotent(201),
        answers={201: PlayedBody},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Go back to the start of the own turn, or to a version inside it.

        How often that works in a turn is limited (`undo_limit`), and in a game of very many events
        it does not work any more (`game_too_long`); moves always do.
        """
        body = read_body(request, UndoRequest, optional=True)
        played = services.undo(
            game_id=game_id,
            user=signed_in(request),
            to_version=body.to_version,
            seat=body.seat,
            key=key_of(request),
            request_hash=fingerprint("undo", body.to_version, body.seat),
            now=now(),
        )
        return played_answer(played, 201)


class StandingOrderView(ApiView):
    """What to produce when the owner of a seat is away."""

    @document(
        operation="games_standing_order_get",
        tag="playing",
        answers={200: StandingOrder},
        nullable=True,
        refusals=(401, 403, 404),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The standing order of the own seat; null without one."""
        game = services.visit_game(signed_in(request), game_id)
        return answer(own_seat(game, request).standing_order)

    @document(
        operation="games_standing_order_put",
        access=PLAYING,
        tag="playing",
        body=StandingOrder,
        answers={200: StandingOrder},
        nullable=True,
        refusals=(400, 401, 403, 404, 409),
    )
    def put(self, request: Request, game_id: UUID) -> HttpResponse:
        """Set the standing order of the own seat; `null` takes it away.

        It answers production for its owner: goods are made in the order given, and `keep` of each
        raw good is left alone.
        """
        order: StandingOrder | None = read_body(request, standing_orders.reading_type() | None)
        services.set_standing_order(
            game_id=game_id, user=signed_in(request), order=order, now=now()
        )
        return answer(order)


class MaxBidView(ApiView):
    """Up to how much a seat bids by itself in an open auction round."""

    @document(
        operation="games_max_bid_get",
        tag="playing",
        answers={200: MaxBid},
        nullable=True,
        refusals=(401, 403, 404),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The maximum bid of the own seat in this auction round; null without one."""
        game = services.visit_game(signed_in(request), game_id)
        seat = own_seat(game, request)
        if seat.max_bid is None:
            return answer(None)
        return answer(max_bids.of_seat(selectors.state_of(game), seat.index, seat.max_bid))

    @document(
        operation="games_max_bid_put",
        access=PLAYING,
        tag="playing",
        body=MaxBid,
        answers={200: MaxBid},
        nullable=True,
        refusals=(400, 401, 403, 404, 409),
    )
    def put(self, request: Request, game_id: UUID) -> HttpResponse:
        """Set the maximum bid of the own seat in this auction round; `null` withdraws it.

        Where bids are open. Whenever the seat is asked, it bids 1 more than the highest bid, up to
        `amount`; the opening bid is 0. A seat that is asked already bids at once. Each of these is
        an ordinary `bid` event, and nobody else is shown that there is a maximum. Once others bid
        more, the seat decides as usual; when the round is over, the maximum is gone. With a `round`
        that is over already, the answer is 409, `stale_version`.
        """
        wanted: MaxBid | None = read_body(request, MAX_BID)
        services.set_max_bid(game_id=game_id, user=signed_in(request), wanted=wanted, now=now())
        return answer(wanted)


def legal_moves(seen: Glance, seat: Seat, narrowing: Narrowing) -> LegalMoves:
    """What a seat may play now, or counts where that is much."""
    state = selectors.state_of(seen.game, seen.head)
    decision = None if seat.resigned else state.decision_of(engine.Seat(seat.index))
    moves = engine.legal_moves(state, decision.seat) if decision else []
    chosen = [move for move in moves if narrowing.admits(move)]
    few = len(chosen) <= MOST_MOVES
    return LegalMoves(
        version=state.version,
        decision=engine.decision_view(state, decision) if decision else None,
        total=len(chosen),
        moves=[as_legal(move) for move in chosen] if few else [],
        counts=None if few else counted(chosen),
        bid=engine.own_bid(state, engine.Seat(seat.index)),
    )


def own_seat(game: Game, request: Request) -> Seat:
    """The caller's seat. Raises NotSeated."""
    seat = selectors.seat_of(game, signed_in(request))
    if seat is None:
        raise NotSeated
    return seat


def moves_of(body: PlayRequest) -> list[engine.Move]:
    """The moves of a request. Raises Malformed, MalformedMove."""
    given = [name for name in ("move", "notation", "moves") if getattr(body, name) is not UNSET]
    if len(given) != 1:
        raise Malformed("Give exactly one of the fields move, notation and moves.")
    if body.notation is not UNSET:
        return [parsed(body.notation)]
    if body.moves is not UNSET:
        return [one_of_many(number, raw) for number, raw in enumerate(body.moves)]
    assert body.move is not UNSET
    return [decoded(body.move)]


def one_of_many(number: int, raw: Raw) -> engine.Move:
    """A move of a list. Raises MalformedMove, which has the index of the move, from 0."""
    try:
        return decoded(raw)
    except engine.MalformedMove as error:
        raise engine.MalformedMove(f"moves[{number}]: {error}") from None


def parsed(notation: str) -> engine.Move:
    """The move of a notation. Raises MalformedMove."""
    try:
        return engine.parse(notation)
    except engine.MalformedMove as error:
        if isinstance(error.__cause__, ValidationError):
            raise engine.MalformedMove(
                explain(error.__cause__, engine.registry.current().move_type)
            ) from None
        raise


def decoded(raw: Raw) -> engine.Move:
    """One move. Raises MalformedMove, which lists the values of a field if they are a list."""
    try:
        return engine.decode_move(bytes(raw))
    except engine.MalformedMove as error:
        if isinstance(error.__cause__, ValidationError):
            raise engine.MalformedMove(explain(error.__cause__, shape_of(raw))) from None
        raise


def shape_of(raw: Raw) -> Any:
    """The type of move that a malformed one names; all types when it names none."""
    any_of_them = engine.registry.current().move_type
    try:
        return engine.move_types().get(decode(bytes(raw), type=NamedMove).type, any_of_them)
    except DecodeError:
        return any_of_them


def asked_for(body: PlayRequest, moves: list[engine.Move]) -> list[object]:
    """The content of a request to play, for its fingerprint."""
    return ["play", body.version, moves, *([] if body.seat is None else [body.seat])]


def played_answer(played: services.Played, status: int) -> HttpResponse:
    """What followed, as the caller's seat may see it."""
    body = PlayedBody(
        version=played.version,
        events=[event_json(row) for row in played.rows],
        decisions=[engine.decision_view(played.state, d) for d in played.state.open_decisions()],
        undo_to=engine.undo_to(played.state),
    )
    return marked(answer(body, status), repeated=played.repeated)

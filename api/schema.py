"""The OpenAPI description: shapes come from the structs that encode and decode the bodies.

Views say with ``document`` which structs they take and give; the description refers to them by
name, and ``add_components`` puts the JSON schemas of all of them into the finished document.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec
from django.conf import settings
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiRequest,
    OpenApiResponse,
    extend_schema,
)

from api import (
    account_bodies,
    bodies,
    head_bodies,
    play_bodies,
    player_bodies,
    replay_bodies,
    standings_bodies,
    statistics,
    steps,
    tournament_bodies,
    tournament_log,
    tournament_requests,
)
from api.access import READING, Access
from api.authentication import CODE_HEADER
from api.component_names import BASE_OF_MOVES, component, published
from api.printed import Printed
from games import engine, standing_orders
from games.max_bids import MaxBid
from games.standing_orders import StandingOrder
from replays.fairness import Fairness
from replays.frames import Frame
from replays.heads import statements
from tournaments.log import Entry

F = TypeVar("F", bound=Callable[..., Any])
Json = dict[str, Any]

FILE: Final[Json] = {"type": "string", "format": "binary"}
FILES: Final[dict[str, Json]] = {"application/json": {"type": "object"}}
"""By media type, what a file is that is more than bytes."""
PROBLEM: Final = {"$ref": bodies.REF + "Problem"}
BASIC: Final = "basicAuth"
READER: Final = "get"
"""The name of the methods that only read; every other one has to say which scope it needs."""

LAST_EVENT_ID: Final = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="The id of the last event that has arrived; browsers send it by themselves.",
)
NARROWING: Final = [
    OpenApiParameter("type", str, description="Only moves of this type."),
    OpenApiParameter("good", str, description="Only moves whose `good` is this."),
    OpenApiParameter("unit", str, description="Only moves whose `unit` is this."),
    OpenApiParameter(
        "hex", str, description="Only moves on this space. All other fields of moves work alike."
    ),
]

REFUSALS: Final = {
    400: "The request is malformed; `detail` says what to change.",
    401: "Not signed in, or the token is wrong, revoked or expired (`token_expired`).",
    403: "Not your seat, not your decision, not the host, or the CSRF token is missing; a token "
    "without the scope (`scope_needed`), or not enough without the password (`password_needed`).",
    404: "There is no such thing, or you may not know of it.",
    409: "Not in this state of the game, or beyond a quota. A stale move gets what it missed.",
    413: "The body is too large.",
    415: "The body is of another type than is taken here.",
    422: "The rules forbid it, or the idempotency key was used for another request.",
    429: "Too many requests, or too much made in an hour; `Retry-After` says when to come back.",
    503: "The database is away, or the server has too much to do; send it again after "
    "`Retry-After`, with the same idempotency key.",
}

SHAPES: Final = (
    account_bodies.Me,
    account_bodies.AccountDeletion,
    account_bodies.TokenRequest,
    account_bodies.TokenInfo,
    account_bodies.NewToken,
    account_bodies.TokenList,
    bodies.OptionList,
    bodies.RuleText,
    bodies.NewGame,
    bodies.GameChange,
    bodies.JoinRequest,
    bodies.ExperienceRequest,
    bodies.WordRequest,
    bodies.BotRequest,
    replay_bodies.ForkRequest,
    bodies.GameSummary,
    bodies.GamePage,
    bodies.GameMap,
    play_bodies.LegalMoves,
    play_bodies.PlayRequest,
    play_bodies.Played,
    play_bodies.UndoRequest,
    play_bodies.EventPage,
    play_bodies.Event,
    replay_bodies.Validation,
    head_bodies.HeadList,
    statements.Head,
    statements.InclusionProof,
    statements.ConsistencyProof,
    replay_bodies.Import,
    replay_bodies.ImportList,
    bodies.Problem,
    steps.Contents,
    steps.FramePage,
    Frame,
    Fairness,
    statistics.GameStatistics,
    statistics.Statistics,
    player_bodies.PlayerProfile,
    player_bodies.RatingPage,
    player_bodies.HistoryPage,
    player_bodies.PlacingPage,
    engine.Options,
    engine.View,
    engine.DecisionView,
    StandingOrder,
    MaxBid,
    Printed,
    *tournament_requests.SHAPES,
    *tournament_bodies.SHAPES,
    *standings_bodies.SHAPES,
    *tournament_log.SHAPES,
)


def idempotent(*statuses: int) -> list[OpenApiParameter]:
    """The headers of an operation that may be sent again; ``statuses`` are those of answers."""
    return [
        OpenApiParameter(
            "Idempotency-Key",
            str,
            OpenApiParameter.HEADER,
            description=(
                "Makes a retry safe: the same request with the same key is carried out once. Keys "
                "are of one user and operation; in a game, of that game too. A key is known for a "
                f"week at least, that of moves for {settings.MOVE_KEY_HOURS} hours: sent again "
                "later, a move is refused as stale by its `version`, and anything else is a new "
                "request."
            ),
        ),
        OpenApiParameter(
            "Idempotent-Replayed",
            str,
            OpenApiParameter.HEADER,
            enum=["true"],
            response=[*statuses],
            description="This request was carried out before, with the same `Idempotency-Key`.",
        ),
    ]


def document(
    *,
    operation: str,
    tag: str,
    answers: Mapping[int, type | None],
    refusals: Sequence[int] = (),
    body: type | None = None,
    query: type[msgspec.Struct] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    examples: Sequence[OpenApiExample] = (),
    open_to_all: bool = False,
    access: Access | None = None,
    nullable: bool = False,
    gives: Sequence[str] = (),
    takes: Sequence[str] = (),
) -> Callable[[F], F]:
    """Describe one operation; its docstring becomes summary and text.

    ``access`` is what ``api.access`` requires of the caller; methods that write have to
    name it. ``nullable`` allows null in place of the body and of the answer. ``gives`` and
    ``takes`` are the media types of files that are sent as they are.
    """
    statuses = [*refusals, *((413, 415) if body or takes else ()), 429, 503]
    responses = success_responses(answers, gives, nullable=nullable) | problem_responses(statuses)
    needed = access or READING
    request = request_bodies(body, takes, examples, nullable=nullable)

    def decorate(view: F) -> F:
        if access is None and view.__name__ != READER:
            raise TypeError(f"{operation} writes: declare with access= what a token needs for it")
        extended: F = extend_schema(
            operation_id=operation,
            summary=first_sentence(view.__doc__ or ""),
            tags=[tag],
            request=request or None,
            responses=responses,
            parameters=[*parameters, *query_parameters(query), *code_parameter(needed)],
            auth=security(needed, open_to_all=open_to_all),  # type: ignore[arg-type]  # see there
        )(view)
        vars(extended)["access"] = needed
        return extended

    return decorate


def request_bodies(
    body: type | None, takes: Sequence[str], examples: Sequence[OpenApiExample], *, nullable: bool
) -> dict[str, OpenApiRequest]:
    """What an operation takes, by media type: files, and JSON if it has a body."""
    bodies = dict.fromkeys(takes, OpenApiRequest(FILE))
    if body:
        sent = OpenApiRequest(reference(body, nullable), examples=list(examples))
        bodies["application/json"] = sent
    return bodies


def success_responses(
    answers: Mapping[int, type | None], gives: Sequence[str], *, nullable: bool
) -> dict[Any, Any]:
    """The successful responses of an operation: JSON by status, and files by media type."""
    shapes: dict[Any, Any] = {
        status: OpenApiResponse(reference(shape, nullable) if shape else None, description="")
        for status, shape in answers.items()
    }
    return shapes | {
        (200, kind): OpenApiResponse(FILES.get(kind, FILE), description="") for kind in gives
    }


def security(needed: Access, *, open_to_all: bool) -> list[Json]:
    """The security schemes of an operation; an empty one means that none is needed."""
    if needed.password:
        return [{BASIC: []}]
    scopes = [] if needed.scope is None else [str(needed.scope)]
    return [{"tokenAuth": scopes}, {"cookieAuth": []}, *([{}] if open_to_all else [])]


def code_parameter(needed: Access) -> list[OpenApiParameter]:
    """The header that goes with a password."""
    if not needed.password:
        return []
    text = (
        "The code of the authenticator app, or a recovery code, for an account with two-step "
        "sign-in: without it 403 `second_factor_needed`, with a wrong one `second_factor_wrong`. "
        "Each code works once."
    )
    return [OpenApiParameter(CODE_HEADER, str, OpenApiParameter.HEADER, description=text)]


def problem_responses(statuses: Sequence[int]) -> dict[Any, Any]:
    """The error responses of an operation for these statuses."""
    kind = "application/problem+json"
    return {
        (status, kind): OpenApiResponse(PROBLEM, description=REFUSALS[status])
        for status in dict.fromkeys(statuses)
    }


def first_sentence(text: str) -> str:
    """The sentence with which a docstring begins, without its full stop."""
    first, _, _ = " ".join(text.split()).partition(". ")
    return first.removesuffix(".")


def reference(shape: type, nullable: bool = False) -> Json:
    """A reference to the component of a struct, or null where that is allowed."""
    named = {"$ref": bodies.REF + component(shape.__name__)}
    return {"anyOf": [named, {"type": "null"}]} if nullable else named


def query_parameters(query: type[msgspec.Struct] | None) -> list[OpenApiParameter]:
    """The fields of a query as parameters."""
    if query is None:
        return []
    return [
        OpenApiParameter(
            field.encode_name,
            type=msgspec.json.schema(field.type),
            required=field.required,
        )
        for field in msgspec.structs.fields(query)
    ]


def components() -> Json:
    """The JSON schemas of every struct that travels, by name."""
    known = engine.registry.current()
    unions = {"Move": known.move_type, "Effect": known.effect_type}
    order: Mapping[type, Any] = {StandingOrder: standing_orders.reading_type()}
    types = [*(order.get(shape, shape) for shape in SHAPES), *unions.values()]
    schemas, named = msgspec.json.schema_components(types, ref_template=bodies.REF + "{name}")
    named.pop(BASE_OF_MOVES)
    named.update(zip(unions, schemas[-len(unions) :], strict=True))
    named.update(log_components())
    for info in engine.option_list.describe([]):
        named["Options"]["properties"][info.name]["description"] = f"{info.meaning} ({info.rule})"
    return published(named)


def log_components() -> Json:
    """The schemas of the events in the log of a tournament, under names of their own."""
    prefix = tournament_log.LOG
    (event,), parts = msgspec.json.schema_components([Entry], ref_template=prefix + "{name}")
    short = prefix.removeprefix(bodies.REF)
    return {short + "Event": event} | {short + name: schema for name, schema in parts.items()}


def add_components(result: Json, generator: object, request: object, public: bool) -> Json:
    """Complete the generated document; called by the generator."""
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {}).update(components())
    parts.setdefault("securitySchemes", {}).update(
        {
            "tokenAuth": {
                "type": "http",
                "scheme": "bearer",
                "description": "An API token. Each operation names the scope that it needs: "
                "`read`, `play` or `manage`; none is part of another one.",
            },
            "cookieAuth": {
                "type": "apiKey",
                "in": "cookie",
                "name": "sessionid",
                "description": "The session of a browser; writing also needs `X-CSRFToken`.",
            },
            BASIC: {
                "type": "http",
                "scheme": "basic",
                "description": "User name and password. What takes them takes nothing else. An "
                f"account with two-step sign-in also needs the header `{CODE_HEADER}`.",
            },
        }
    )
    for operations in result["paths"].values():
        for operation in operations.values():
            require_body(operation, parts["schemas"])
    return result


def require_body(operation: Json, schemas: Json) -> None:
    """A body is required when one of its fields is."""
    body = operation.get("requestBody")
    if body:
        schema = body["content"].get("application/json", {"schema": FILE})["schema"]
        name = schema.get("$ref", "").rpartition("/")[2]
        # Where null has a meaning, no body is not the same.
        always = "anyOf" in schema or schema == FILE
        body["required"] = always or bool(schemas[name].get("required"))

"""What a subscriber gets: the log of a game or tournament, or the games that wait for a user.

A feed is where a subscriber stands. It never changes: a look gives the text that is due together
with the feed that holds once the text is on its way, so a look that fails half-way has done
nothing. Nothing here keeps a transaction open, and one look serves any number of feeds with the
same few queries.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Final, Literal
from uuid import UUID

import msgspec
from django.db import InterfaceError, OperationalError

from api.events import event_json
from api.live.frames import frame
from api.live.my_turns import WaitingTurn, changes, list_id, turn_of
from api.live.table_state import TableState, table_of
from api.live.viewers import StreamViewer, still_in
from api.tournament_log import log_entry
from games import engine, store, turns
from games.access import may_see, seat_of
from games.models import Game
from games.models.game import Status
from games.store import StreamPart
from games.turns import WaitingGame
from tournaments import store as logs
from tournaments.access import open_to_all
from tournaments.models import Participant, Tournament
from tournaments.selectors import people_of
from tournaments.state import OVER

log = logging.getLogger(__name__)

PAGE: Final = 100
"""The most events that are read at once; a subscriber who lags gets one page after the other."""
NEAR: Final = 5
"""Who lags by so many events at most shares a query with others; a longer page has its own."""
MOST_GAMES: Final = 200
"""The most games that are listed as waiting for one user."""
MOST_ANEW: Final = 5
"""The most games of one look whose states are asked, because an earlier release wrote them."""
SIGNED_OUT: Final = "signed_out"
GONE: Final = "gone"
FINISHED: Final = "finished"
Kind = Literal["game", "user", "tournament"]
encode: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Delivery:
    """The result of a look: text, and where the subscriber stands after it.

    ``more`` asks for another look at once; after ``over`` there is none.
    """

    feed: "Feed"
    text: bytes = b""
    more: bool = False
    over: bool = False


def ended(feed: "Feed", reason: str, text: bytes = b"") -> Delivery:
    """The last delivery of a feed."""
    return Delivery(feed, text + frame("end", encode({"reason": reason})), over=True)


@dataclass(frozen=True, slots=True)
class GameFeed:
    """The log of a game after version ``sent``.

    Players also get the number of the newest message of their chat; ``chat`` is the last one that
    was sent.
    """

    viewer: StreamViewer
    game_id: UUID
    sent: int
    table: TableState | None = None
    chat: int = 0

    kind: ClassVar[Kind] = "game"

    def look(self, context: "BatchContext") -> Delivery:
        """The next page, and the table if that is new."""
        game = context.games.get(self.game_id)
        if game is None or not may_see(self.viewer.user, game):
            return ended(self, GONE)
        sent, parts = context.page(game, self.sent)
        table = table_of(game)
        there = sent >= game.version
        if self.table is None:
            parts = [self._table_event(table, self.sent), *parts]
        elif table != self.table and there:
            parts = [*parts, self._table_event(table, sent)]
        else:
            table = self.table
        chatted = there and game.chat_number > self.chat and seat_of(game, self.viewer.user)
        if chatted:
            # Without an id: clients resume in the log.
            parts = [*parts, frame("chat", encode({"number": game.chat_number}))]
        chat = game.chat_number if chatted else self.chat
        feed = replace(self, sent=sent, table=table, chat=chat)
        if there and game.status == Status.FINISHED:
            return ended(feed, FINISHED, b"".join(parts))
        return Delivery(feed, b"".join(parts), more=not there)

    def _table_event(self, table: TableState, version: int) -> bytes:
        # With an id, so that a client that is cut off before the first event resumes from here.
        body = {"version": version, **msgspec.structs.asdict(table)}
        return frame("table", encode(body), id=version)


@dataclass(frozen=True, slots=True)
class WaitingFeed:
    """The games that wait for a user; ``known`` are those that were sent, None before the first.

    The id of each event names the user and all games that wait at that time: a client that resumes
    with it, and for which nothing has changed, gets no event.
    """

    viewer: StreamViewer
    last_id: str = ""
    known: dict[UUID, WaitingTurn] | None = field(default=None)

    kind: ClassVar[Kind] = "user"

    def look(self, context: "BatchContext") -> Delivery:
        """The whole list at first, then what is new in it."""
        assert self.viewer.user_id is not None
        turns = context.turns_of(self.viewer.user_id, self.known or {})
        if turns is None:
            return Delivery(self, more=True)
        feed = replace(self, known=turns)
        if self.known is None:
            now = list_id(self.viewer, turns)
            if now == self.last_id:
                return Delivery(feed)
            games = sorted(turns.values(), key=lambda turn: turn.game)
            body = {"user": self.viewer.user_id, "games": games}
            return Delivery(feed, frame("waiting", encode(body), id=now))
        return Delivery(feed, b"".join(changes(self.viewer, self.known, turns)))


class TournamentState(msgspec.Struct, frozen=True):
    """What a list shows of a tournament, beside its version."""

    tournament: str
    name: str
    visibility: str
    phase: str
    round: int
    entrants: int
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class TournamentFeed:
    """The log of a tournament after version ``sent``."""

    viewer: StreamViewer
    tournament_id: UUID
    sent: int
    shown: TournamentState | None = None

    kind: ClassVar[Kind] = "tournament"

    def look(self, context: "BatchContext") -> Delivery:
        """The next page, and the tournament if that is new."""
        found = context.tournaments.get(self.tournament_id)
        if found is None or not context.sees(self.viewer, found):
            return ended(self, GONE)
        sent, parts = context.entries(found, self.sent)
        shown, there = tournament_state(found), sent >= found.version
        if self.shown is None:
            parts = [_tournament_event(shown, self.sent), *parts]
        elif shown != self.shown and there:
            parts = [*parts, _tournament_event(shown, sent)]
        else:
            shown = self.shown
        feed = replace(self, sent=sent, shown=shown)
        if there and found.phase in OVER:
            return ended(feed, FINISHED, b"".join(parts))
        return Delivery(feed, b"".join(parts), more=not there)


def tournament_state(tournament: Tournament) -> TournamentState:
    """What is shown of a tournament."""
    return TournamentState(
        tournament=str(tournament.pk),
        name=tournament.name,
        visibility=tournament.visibility,
        phase=tournament.phase,
        round=tournament.round,
        entrants=tournament.entrants,
        due_at=tournament.due_at,
    )


def _tournament_event(shown: TournamentState, version: int) -> bytes:
    body = {"version": version, **msgspec.structs.asdict(shown)}
    return frame("tournament", encode(body), id=version)


Feed = GameFeed | WaitingFeed | TournamentFeed
Place = tuple[UUID, int]
"""A game or tournament, and the version up to which a subscriber has it."""


class BatchContext:
    """The snapshot of the database for one look, each thing read once."""

    def __init__(self, feeds: Sequence[Feed]) -> None:
        self._feeds = feeds
        self._pages: dict[Place, tuple[int, list[bytes]]] = {}
        self._entries: dict[Place, tuple[int, list[bytes]]] = {}
        self._turns: dict[tuple[UUID, int], WaitingTurn | None] = {}
        self._anew = 0

    def read(self) -> None:
        """Read what all of them share, which takes about as long for one feed as for all."""
        kinds = {feed.kind for feed in self._feeds}
        if "game" in kinds:
            self._near  # noqa: B018 - kept from now on, as all others
        if "user" in kinds:
            self._waiting  # noqa: B018
        if "tournament" in kinds:
            self._members  # noqa: B018

    @cached_property
    def games(self) -> dict[UUID, Game]:
        """The games that are watched, with their seats."""
        ids = {feed.game_id for feed in self._feeds if isinstance(feed, GameFeed)}
        return Game.objects.prefetch_related("seats__user").in_bulk(ids) if ids else {}

    @cached_property
    def _waiting(self) -> dict[int, list[WaitingGame]]:
        """The games that wait, by user."""
        users = {
            feed.viewer.user_id
            for feed in self._feeds
            if isinstance(feed, WaitingFeed) and feed.viewer.user_id is not None
        }
        return turns.waiting_for(users, most=MOST_GAMES)

    def page(self, game: Game, after: int) -> tuple[int, list[bytes]]:
        """The version up to which the next page goes, and its events.

        Only up to the version that the game had when it was seen: what comes later may be for
        other eyes.
        """
        if after >= game.version:
            return after, []
        if (game.pk, after) not in self._pages:
            rows = self._near.get((game.pk, after))
            if rows is None:
                rows = store.rows(game.pk, after=after, upto=game.version, limit=PAGE)
            frames = [frame("event", bytes(event_json(row)), id=row.version) for row in rows]
            upto = rows[-1].version if rows else game.version
            self._pages[game.pk, after] = upto, frames
        return self._pages[game.pk, after]

    @cached_property
    def _near(self) -> dict["Place", list[engine.StoredEvent]]:
        """The events of those who lag a little, up to the version that the game has here."""
        places = {(one.game_id, one.sent) for one in self._feeds if isinstance(one, GameFeed)}
        behind = [
            StreamPart(game_id, sent, self.games[game_id].version)
            for game_id, sent in places
            if game_id in self.games and 0 < self.games[game_id].version - sent <= min(NEAR, PAGE)
        ]
        found = store.rows_of_parts(behind)
        return {(part.owner, part.after): rows for part, rows in zip(behind, found, strict=True)}

    @cached_property
    def tournaments(self) -> dict[UUID, Tournament]:
        """The tournaments that are watched."""
        ids = {one.tournament_id for one in self._feeds if isinstance(one, TournamentFeed)}
        return Tournament.objects.in_bulk(ids) if ids else {}

    @cached_property
    def _members(self) -> set[tuple[UUID, int | None]]:
        """Who has a part in the tournaments that are not open to all."""
        hidden = [pk for pk, one in self.tournaments.items() if not open_to_all(one)]
        people = Participant.objects.filter(tournament__in=hidden, user__isnull=False)
        return set(people.values_list("tournament", "user")) if hidden else set()

    def sees(self, viewer: StreamViewer, tournament: Tournament) -> bool:
        """Whether a viewer may see a tournament."""
        return open_to_all(tournament) or (tournament.pk, viewer.user_id) in self._members

    def entries(self, tournament: Tournament, after: int) -> tuple[int, list[bytes]]:
        """The version up to which the next page of a tournament's log goes, and its entries."""
        if after >= tournament.version:
            return after, []
        if (tournament.pk, after) not in self._entries:
            rows = logs.rows(tournament.pk, after=after, upto=tournament.version, limit=PAGE)
            people = people_of(tournament)
            frames = [
                frame("entry", encode(log_entry(row, people)), id=row.version) for row in rows
            ]
            upto = rows[-1].version if rows else tournament.version
            self._entries[tournament.pk, after] = upto, frames
        return self._entries[tournament.pk, after]

    def turns_of(
        self, user_id: int, known: dict[UUID, WaitingTurn]
    ) -> dict[UUID, WaitingTurn] | None:
        """The games that wait for a user; what is ``known`` and has not moved on is taken over.

        None where that takes more states of games than one look may ask.
        """
        found = {}
        for waiting in self._waiting.get(user_id, ()):
            turn = known.get(waiting.game)
            if turn is None or turn.version != waiting.version:
                if waiting.asking is None and not self._has_room():
                    return None
                turn = self._turn(user_id, waiting)
            if turn is not None:
                found[waiting.game] = turn
        return found

    def _has_room(self) -> bool:
        self._anew += 1
        return self._anew <= MOST_ANEW

    def _turn(self, user_id: int, waiting: WaitingGame) -> WaitingTurn | None:
        key = waiting.game, user_id
        if key not in self._turns:
            self._turns[key] = turn_of(waiting)
        return self._turns[key]


def looking(feeds: Sequence[Feed], *, now: datetime) -> Iterator[Delivery]:
    """Read what all feeds share, and return what is due to each, made when it is asked for.

    A caller that stops early has not looked at the other feeds, which stay unchanged.
    Raises OperationalError, InterfaceError, also later.
    """
    inside = still_in({feed.viewer for feed in feeds}, now=now)
    context = BatchContext(feeds)
    context.read()
    return (
        _look(feed, context) if feed.viewer in inside else ended(feed, SIGNED_OUT) for feed in feeds
    )


def look(feeds: Sequence[Feed], *, now: datetime) -> list[Delivery]:
    """What is due to each feed. Raises OperationalError, InterfaceError; then nothing was done."""
    return list(looking(feeds, now=now))


def _look(feed: Feed, context: BatchContext) -> Delivery:
    try:
        return feed.look(context)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        # One that cannot be served must not keep the others waiting; the client comes back.
        log.exception("serving a stream failed")
        return Delivery(feed, over=True)

"""The games that wait for a user, as events say it."""

import hashlib
from typing import Final
from uuid import UUID

import msgspec

from api.live.frames import frame
from api.live.viewers import StreamViewer
from games import services
from games.turns import WaitingGame

encode: Final = msgspec.json.Encoder().encode


class OpenDecision(msgspec.Struct, frozen=True):
    """A decision that is open to the user."""

    id: int
    seat: int
    kind: str


class WaitingTurn(msgspec.Struct, frozen=True):
    """A game that waits for the user. ``since`` is the last event of another player."""

    game: str
    name: str
    version: int
    round: int
    since: int
    decisions: list[OpenDecision]

    def goes_on(self, earlier: "WaitingTurn") -> bool:
        """Whether the user was notified: the same seats, with no decision of others in between."""
        if [one.seat for one in self.decisions] != [one.seat for one in earlier.decisions]:
            return False
        same = {one.id for one in self.decisions} == {one.id for one in earlier.decisions}
        return same or self.since == earlier.since


def changes(
    viewer: StreamViewer, before: dict[UUID, WaitingTurn], after: dict[UUID, WaitingTurn]
) -> list[bytes]:
    """The events that turn one list into another."""
    sent, parts = dict(before), []
    for game_id in before.keys() - after.keys():
        del sent[game_id]
        parts.append(frame("done", encode({"game": str(game_id)}), id=list_id(viewer, sent)))
    for game_id, turn in after.items():
        known = before.get(game_id)
        sent[game_id] = turn
        if known is None or not turn.goes_on(known):
            parts.append(frame("turn", encode(turn), id=list_id(viewer, sent)))
    return parts


def list_id(viewer: StreamViewer, turns: dict[UUID, WaitingTurn]) -> str:
    """A short name of a list of games that wait for this user, unlike that of any other user."""
    lines = sorted(
        f"{game} {turn.since} {[decision.seat for decision in turn.decisions]}"
        for game, turn in turns.items()
    )
    text = "\n".join([f"user {viewer.user_id}", *lines])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def turn_of(waiting: WaitingGame) -> WaitingTurn | None:
    """What a game waits for from some seats; None when it has just moved on."""
    asking = waiting.asking or services.ask_anew(game_id=waiting.game, version=waiting.version)
    if asking is None:
        return None
    decisions = [OpenDecision(*one) for one in asking.questions if one.seat in waiting.seats]
    if not decisions:
        return None
    return WaitingTurn(
        game=str(waiting.game),
        name=waiting.name,
        version=waiting.version,
        round=waiting.round,
        since=asking.since(waiting.seats),
        decisions=decisions,
    )

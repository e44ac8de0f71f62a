"""One play of a finished game in the JSON of the app BG Stats, to be taken into its collection.

The app reads files of lists that refer to each other by number: games, players, plays.
"""

from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

import msgspec

from games import engine, selectors
from games.errors import GameNotRunning
from games.models import Game
from games.models.game import Status
from replays.exporting import seats_of
from replays.narration import vocabulary

BGG_GAME: Final = 216132
"""Clans of Caledonia at BoardGameGeek."""
NAME: Final = "Clans of Caledonia"


def play_of(game: Game) -> bytes:
    """The play of a game that is over. Raises GameNotRunning for one that is not."""
    if game.status != Status.FINISHED or game.finished_at is None:
        raise GameNotRunning(game.status)
    return msgspec.json.format(msgspec.json.encode(_lists(game, game.finished_at)), indent=1)


def _lists(game: Game, finished_at: datetime) -> dict[str, Any]:
    begun = game.started_at or finished_at
    names = selectors.names_of(game)
    sheets = {sheet.seat: sheet for sheet in selectors.final_scores([game])[game.pk]}
    clans = [player.clan for player in selectors.state_of(game).players]
    scores = []
    for seat in seats_of(game):
        sheet = sheets.get(engine.Seat(seat.index))  # none after an end without scores
        scores.append(
            {
                "playerRefId": seat.index + 1,
                "seatOrder": seat.index + 1,
                "startPlayer": seat.index == 0,
                "newPlayer": False,
                "role": vocabulary.clan(clans[seat.index]) if clans[seat.index] else "",
                "score": "" if sheet is None else str(sheet.total),
                "rank": 0 if sheet is None else sheet.rank,
                "winner": sheet is not None and sheet.rank == 1,
            }
        )
    return {
        "games": [{"id": 1, "uuid": _uuid("game"), "name": NAME, "bggId": BGG_GAME}],
        "players": [
            {
                "id": seat.index + 1,
                "uuid": _uuid(f"player/{names[seat.index]}"),
                "name": names[seat.index],
                "isAnonymous": False,
            }
            for seat in seats_of(game)
        ],
        "plays": [
            {
                "uuid": str(game.pk),
                "gameRefId": 1,
                "playDate": begun.strftime("%Y-%m-%d %H:%M:%S"),
                "entryDate": finished_at.strftime("%Y-%m-%d %H:%M:%S"),
                "modificationDate": finished_at.strftime("%Y-%m-%d %H:%M:%S"),
                "durationMin": int((finished_at - begun).total_seconds() // 60),
                "ignored": False,
                "manualWinner": False,
                "usesTeams": False,
                "rounds": game.round,
                "playerScores": scores,
            }
        ],
    }


def _uuid(what: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"urn:caledonia:{what}"))

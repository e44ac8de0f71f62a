"""Receivers of the signals of games."""

from uuid import UUID


def record_result(*, game_id: UUID, **_: object) -> None:
    """Have a game that is over taken into the statistics."""
    # Tasks import models, which are not there yet when the app is made ready.
    from replays import tasks  # noqa: PLC0415

    tasks.record_result.delay(str(game_id))

"""Receivers of the signals of games."""

from uuid import UUID


def record_result(*, game_id: UUID, **_: object) -> None:
    """Have a game taken into the statistics that is over, and withheld no longer."""
    # Tasks import models, which are not there yet when the app is made ready.
    from replays import tasks  # noqa: PLC0415

    tasks.record_result.delay(str(game_id))

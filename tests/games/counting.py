"""Counters of attempts that go by the database's clock: time passes by moving them back."""

from datetime import timedelta

from django.db.models import F

from games.models import AttemptCount


def time_passes(by: timedelta) -> None:
    """Have the windows of all attempts end so much earlier."""
    AttemptCount.objects.update(ends_at=F("ends_at") - by)

"""People whose accounts go."""

from django.contrib.auth.models import User

from games.runtime.commit import in_transaction
from tournaments.models import Participant, Tournament


@in_transaction
def forget(user: User, name: str) -> None:
    """Put a name that says nothing in the place of a user; places and results stay."""
    Participant.objects.filter(user=user).update(user=None, label=name)
    Tournament.objects.filter(director=user).update(director=None)

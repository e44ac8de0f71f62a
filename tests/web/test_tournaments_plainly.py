"""What pages of tournaments say to a new organiser: which name has a place, and in which line."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import user_of
from tests.web.tournaments import tournament
from tournaments import services
from tournaments.errors import AlreadyEntered
from tournaments.files.players_csv import BadTable

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_a_name_that_has_a_place_is_named(anna: Client, bruce: Client) -> None:
    """Also in a CSV, by its line, and to programs that send a list."""
    made = tournament(user_of(anna), user_of(bruce))
    who = {"tournament_id": made.pk, "user": user_of(anna), "now": timezone.now()}
    with pytest.raises(BadTable, match="bruce has a place"):
        services.import_players(data=b"name\nIda\nbruce\n", **who)
    with pytest.raises(AlreadyEntered, match="bruce has a place"):
        services.add_players(labels=["Ida", "bruce"], **who)

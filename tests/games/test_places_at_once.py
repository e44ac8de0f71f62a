"""Places: how many may do something at the same time."""

import pytest

from games.runtime import places
from games.runtime.places import place

FIRST = 0x636F6374657374


@pytest.mark.django_db
def test_a_place_is_free_again_after_its_block() -> None:
    with place(FIRST) as first, place(FIRST) as second:
        assert (first, second) == (True, False)
    with place(FIRST, 2) as first, place(FIRST, 2) as second, place(FIRST, 2) as third:
        assert (first, second, third) == (True, True, False)
    with pytest.raises(KeyError), place(FIRST):
        raise KeyError
    with place(FIRST) as first:
        assert first


@pytest.mark.django_db
def test_places_for_mail_and_for_long_jobs_are_apart() -> None:
    with place(places.MAIL) as mail, place(places.LONG_JOBS) as job:
        assert (mail, job) == (True, True)

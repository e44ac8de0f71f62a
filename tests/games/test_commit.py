"""What is carried out again, because another transaction came first."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError

from games.runtime.commit import ATTEMPTS, in_transaction
from tests.games.losing import store_twice

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.uncounted
@pytest.mark.parametrize("losses", range(ATTEMPTS))
def test_what_was_stored_just_before_is_seen_the_next_time(losses: int) -> None:
    tries = []

    @in_transaction
    def work() -> str:
        tries.append(User.objects.create(username=f"try {len(tries)}"))
        if len(tries) <= losses:
            store_twice()
        return "done"

    assert work() == "done"
    assert [user.username for user in User.objects.all()] == [f"try {losses}"]


def test_what_is_taken_each_time_is_no_race() -> None:
    """The caller knows of which name, or it is a defect that has to be seen."""
    tries = []

    @in_transaction
    def work() -> None:
        tries.append("once more")
        store_twice()

    with pytest.raises(IntegrityError):
        work()
    assert len(tries) == ATTEMPTS
    assert not User.objects.exists()


def test_a_race_is_logged_without_the_values_that_the_database_names(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """PostgreSQL says of which name there is a row already."""

    class Refused(Exception):
        sqlstate = "23505"

    tries = []

    @in_transaction
    def work() -> None:
        tries.append("once more")
        if len(tries) == 1:
            raise IntegrityError("Key (folded)=(morag) already exists.") from Refused()

    with caplog.at_level("INFO"):
        work()
    assert "lost a race, attempt 1: IntegrityError 23505" in caplog.text
    assert "morag" not in caplog.text

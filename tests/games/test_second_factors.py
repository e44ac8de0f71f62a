"""The second factor by itself: each code once, kept secret, and what is left when it is lost."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games import errors, services
from games.accounts import passkeys, second_factors
from games.models import RecoveryCode, SecondFactor
from tests.authenticator import KEY, code_at, set_up
from tests.games.test_races import at_once
from tests.marks import in_one_test

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
STEP = timedelta(seconds=30)
SITE = passkeys.Site("http://testserver", "testserver")


def switch_on(user: User, now: datetime = NOW) -> list[str]:
    return set_up(user, now)


def prove(user: User, code: str, now: datetime = NOW) -> bool:
    return second_factors.prove(user=user, code=code, now=now)


@in_one_test(("seconds", "code"), [(59, "287082"), (1111111109, "081804"), (20000000000, "353130")])
def test_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    assert code_at(datetime.fromtimestamp(seconds, UTC)) == code


def test_a_code_works_once_and_so_does_none_before_it(alice: User) -> None:
    assert len(switch_on(alice)) == 10
    later = NOW + 4 * STEP
    assert not prove(alice, code_at(NOW))
    assert prove(alice, code_at(later), later)
    assert not prove(alice, code_at(later), later)
    assert not prove(alice, code_at(later - STEP), later)
    assert prove(alice, code_at(later + STEP), later)


@pytest.mark.parametrize(("steps", "good"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_a_clock_may_be_one_step_off(alice: User, steps: int, good: bool) -> None:
    switch_on(alice)
    later = NOW + 10 * STEP
    assert prove(alice, code_at(later + steps * STEP), later) == good


@pytest.mark.parametrize("code", ["", "12345", "1234567", "١٢٣٤٥٦", "a" * 16, "\0" * 6, "é" * 16])
def test_what_is_no_code_proves_nothing(alice: User, bob: User, code: str) -> None:
    switch_on(alice)
    assert not prove(alice, code)
    assert not prove(bob, code)


def test_it_is_switched_on_by_a_code_of_its_app_alone(alice: User) -> None:
    assert second_factors.switch_on(user=alice, key=KEY, code="000000", now=NOW) == []
    assert not second_factors.is_on(alice)
    switch_on(alice)
    with pytest.raises(errors.ChangedMeanwhile):
        switch_on(alice, NOW + STEP)


def test_recovery_codes_work_once_each_and_for_their_owner_alone(alice: User, bob: User) -> None:
    first, second, *_ = switch_on(alice)
    switch_on(bob)
    assert not prove(bob, first)
    assert prove(alice, first)
    assert not prove(alice, first)
    assert prove(alice, second.upper().replace("-", " "))
    assert second_factors.codes_left(alice) == 8
    third, *_ = second_factors.renew_codes(user=alice, now=NOW)
    assert second_factors.codes_left(alice) == 10
    assert prove(alice, third)
    with pytest.raises(errors.ChangedMeanwhile):
        second_factors.renew_codes(user=User.objects.create_user("charlie"), now=NOW)


def test_switched_off_nothing_of_it_is_left(alice: User) -> None:
    recovery, *_ = switch_on(alice)
    assert second_factors.switch_off(user=alice, now=NOW)
    assert not second_factors.switch_off(user=alice, now=NOW)
    assert not prove(alice, recovery)
    assert RecoveryCode.objects.count() == 0


AFTER_THE_PASSWORD: dict[str, Callable[[User], object]] = {
    "switch on": lambda user: second_factors.switch_on(
        user=user, key=KEY, code=code_at(NOW), now=NOW
    ),
    "switch off": lambda user: second_factors.switch_off(user=user, now=NOW),
    "new codes": lambda user: second_factors.renew_codes(user=user, now=NOW),
    "add a passkey": lambda user: passkeys.add(
        user=user, site=SITE, kept={}, response="", name="Phone", now=NOW
    ),
    "remove a passkey": lambda user: passkeys.remove(user=user, passkey_id=1, now=NOW),
    "delete the account": lambda user: services.delete_account(user=user, now=NOW),
}


@pytest.mark.parametrize("name", AFTER_THE_PASSWORD)
def test_a_password_that_was_changed_meanwhile_allows_nothing(alice: User, name: str) -> None:
    if name != "switch on":
        set_up(alice)
    changed = User.objects.get(pk=alice.pk)
    changed.set_password("another one")
    changed.save()
    with pytest.raises(errors.ChangedMeanwhile):
        AFTER_THE_PASSWORD[name](alice)
    assert User.objects.filter(pk=alice.pk).exists()
    assert SecondFactor.objects.filter(user=alice).exists() == (name != "switch on")


def test_a_deleted_account_takes_it_along(alice: User) -> None:
    switch_on(alice)
    services.delete_account(user=alice, now=NOW)
    assert (SecondFactor.objects.count(), RecoveryCode.objects.count()) == (0, 0)


def test_neither_the_key_nor_a_recovery_code_is_stored_as_it_is(alice: User, bob: User) -> None:
    recovery = switch_on(alice)
    switch_on(bob)
    stored = SecondFactor.objects.get(user=alice)
    assert KEY not in bytes(stored.secret)
    digests = " ".join(RecoveryCode.objects.values_list("digest", flat=True))
    assert not any(code.replace("-", "") in digests for code in recovery)
    # Nor does the row of one user say anything for another one.
    SecondFactor.objects.filter(user=bob).update(secret=stored.secret)
    later = NOW + 4 * STEP
    assert prove(alice, code_at(later), later)
    assert not prove(bob, code_at(later), later)


def test_a_replaced_secret_key(alice: User, settings: LazySettings) -> None:
    recovery, *_ = switch_on(alice)
    earlier, settings.SECRET_KEY = settings.SECRET_KEY, "another" * 9
    first, second, third = (NOW + n * STEP for n in (4, 8, 12))
    settings.SECRET_KEY_FALLBACKS = [earlier]
    assert prove(alice, code_at(first), first)
    said = StringIO()
    call_command("reencrypt_second_factors", stdout=said)
    assert "1 second factor" in said.getvalue()
    settings.SECRET_KEY_FALLBACKS = []
    assert prove(alice, code_at(second), second)
    settings.SECRET_KEY = "a third one" * 9
    assert not prove(alice, code_at(third), third)
    with pytest.raises(CommandError, match="1 of them cannot be read"):
        call_command("reencrypt_second_factors", stdout=said)
    assert prove(alice, recovery)


def test_an_operator_removes_it(alice: User) -> None:
    switch_on(alice)
    call_command("remove_second_factor", "alice", stdout=StringIO())
    assert not second_factors.is_on(alice)
    for name, said in (("alice", "no second factor"), ("zoe", "There is no account zoe")):
        with pytest.raises(CommandError, match=said):
            call_command("remove_second_factor", name)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_of_one_code_at_once_one_counts() -> None:
    alice = User.objects.create_user("alice")
    recovery, *_ = switch_on(alice)
    later = NOW + 4 * STEP
    for code in (recovery, code_at(later)):
        assert Counter(at_once([lambda code=code: prove(alice, code, later)] * 8)) == {
            True: 1,
            False: 7,
        }


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_switched_on_twice_at_once_there_is_one() -> None:
    alice = User.objects.create_user("alice")
    outcomes = at_once([lambda: switch_on(alice)] * 4)
    assert Counter(type(outcome) for outcome in outcomes) == {list: 1, errors.ChangedMeanwhile: 3}
    assert RecoveryCode.objects.count() == 10

"""The API and accounts with a second factor: what needs the password also needs a code."""

from collections import Counter
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from api import tokens
from api.models import Token
from games.accounts import devices, second_factors
from games.models import RecoveryCode
from tests.api.conftest import PASSWORD, Caller, basic, problem
from tests.authenticator import code_at, set_up
from tests.games.test_races import at_once
from web.models import AccountMail, MailAddress

LOCKED = AccountMail.Kind.SECOND_FACTOR_LOCKED

PASSWORD_ONLY = [
    ("POST", "tokens", {}),
    ("POST", "session", None),
    ("DELETE", "me", {"username": "alice"}),
]


def now_code() -> str:
    return code_at(timezone.now())


def wrong_code() -> str:
    """None of the three that are good now."""
    now = timezone.now()
    good = {code_at(now + timedelta(seconds=30 * step)) for step in (-2, -1, 0, 1, 2)}
    return next(code for code in map("{:06}".format, range(6)) if code not in good)


def by_code(
    caller: Caller, code: str, method: str = "POST", path: str = "tokens", **more: str
) -> HttpResponse:
    own = basic(caller.user.username, PASSWORD)
    body = {"username": "alice"} if method == "DELETE" else None
    return caller.send(method, path, body, Authorization=own, OTP=code, **more)


@pytest.mark.uncounted
@pytest.mark.parametrize(("method", "path", "body"), PASSWORD_ONLY)
def test_a_password_alone_opens_nothing(
    alice: Caller, method: str, path: str, body: dict[str, str] | None
) -> None:
    set_up(alice.user)
    refused = alice.by_password(method, path, body)
    assert "OTP" in problem(refused, 403, "second_factor_needed")["detail"]
    problem(by_code(alice, wrong_code(), method, path), 403, "second_factor_wrong")
    for answer in (refused, alice.by_password(method, path, body)):
        assert not answer.cookies
        assert answer["Cache-Control"] == "private, no-store"
    assert Token.objects.count() == 1
    assert User.objects.filter(username="alice").exists()
    assert by_code(alice, now_code(), method, path).status_code in (201, 204)


def test_a_code_works_once_and_says_nothing_with_a_wrong_password(alice: Caller) -> None:
    set_up(alice.user)
    code = now_code()
    wrong = {"Authorization": basic("alice", "no"), "OTP": code}
    problem(alice.send("POST", "tokens", None, **wrong), 401, "authentication_failed")
    assert by_code(alice, code).status_code == 201
    problem(by_code(alice, code), 403, "second_factor_wrong")


def test_recovery_codes_work_once(alice: Caller) -> None:
    first, second, *_ = set_up(alice.user)
    assert by_code(alice, first).status_code == 201
    problem(by_code(alice, first), 403, "second_factor_wrong")
    assert by_code(alice, second.replace("-", "").upper(), path="session").status_code == 201


def test_the_tokens_that_there_are_go_on_working(alice: Caller, bob: Caller) -> None:
    set_up(alice.user)
    assert alice.get("me").status_code == 200
    # Users without a second factor need no code, and one does no harm.
    assert bob.by_password("POST", "tokens", {}).status_code == 201
    assert by_code(bob, "123456").status_code == 201


def test_wrong_codes_are_counted_for_who_has_the_password(
    alice: Caller, settings: LazySettings
) -> None:
    settings.ATTEMPT_RATES = {**settings.ATTEMPT_RATES, "second-factor": "2/hour"}
    set_up(alice.user)
    stranger = {"Authorization": basic("alice", "no"), "OTP": "000000"}
    for _ in range(4):
        problem(alice.send("POST", "tokens", None, **stranger), 401, "authentication_failed")
    # Right codes, and none at all, are no wrong ones.
    alice.by_password("POST", "tokens", {})
    assert by_code(alice, now_code()).status_code == 201
    for _ in range(2):
        problem(by_code(alice, wrong_code()), 403, "second_factor_wrong")
    recovery, *_ = second_factors.renew_codes(user=alice.user, now=timezone.now())
    assert int(problem_wait(by_code(alice, recovery))) > 3000
    known = Client()
    known.cookies[devices.COOKIE] = devices.issue(alice.user)
    assert by_code(Caller(alice.user, "", known), recovery).status_code == 201


def test_mail_tells_the_owner_once_when_wrong_codes_have_locked_it(
    alice: Caller, settings: LazySettings
) -> None:
    settings.ATTEMPT_RATES = {**settings.ATTEMPT_RATES, "second-factor": "2/hour"}
    set_up(alice.user)
    User.objects.filter(pk=alice.user.pk).update(email="alice@example.org")
    MailAddress.objects.create(user=alice.user, verified="alice@example.org")
    counts = []
    for _ in range(4):
        by_code(alice, wrong_code())
        counts.append(AccountMail.objects.filter(kind=LOCKED, user=alice.user).count())
    assert counts == [0, 1, 1, 1]


def problem_wait(answer: HttpResponse) -> str:
    problem(answer, 429)
    return answer["Retry-After"]


def test_codes_held_back_use_up_no_passwords(alice: Caller, settings: LazySettings) -> None:
    limits = {"second-factor": "1/hour", "sign-in-user": "2/hour"}
    settings.ATTEMPT_RATES = {**settings.ATTEMPT_RATES, **limits}
    set_up(alice.user)
    assert [by_code(alice, wrong_code()).status_code for _ in range(5)] == [403, *[429] * 4]
    problem(alice.by_password("POST", "tokens", {}), 403, "second_factor_needed")


def test_a_factor_switched_on_meanwhile_stops_a_token(alice: Caller) -> None:
    let_in = User.objects.get(pk=alice.user.pk)
    alice.user.set_password(PASSWORD)  # as switching it on does: the same under a new hash
    alice.user.save()
    with pytest.raises(tokens.AccountChanged):
        tokens.issue(user=let_in, name="late", now=timezone.now())


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_one_token_by_one_code(settings: LazySettings) -> None:
    limits = {"second-factor": "3/hour", "sign-in-user": "99/hour", "sign-in": "99/min"}
    settings.ATTEMPT_RATES = {**settings.ATTEMPT_RATES, **limits}
    alice = User.objects.create_user("alice", password=PASSWORD)
    recovery, *_ = set_up(alice)

    def make(code: str) -> int:
        return by_code(Caller(alice, "", Client()), code).status_code

    outcomes = Counter(at_once([lambda: make(recovery)] * 6))
    assert outcomes[201] == 1
    assert RecoveryCode.objects.exclude(used_at=None).count() == Token.objects.count() == 1
    wrong = wrong_code()
    left = 3 - outcomes[403]
    assert Counter(at_once([lambda: make(wrong)] * 6))[403] <= left
    assert make(wrong) == 429

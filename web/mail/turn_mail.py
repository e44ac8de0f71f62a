"""Mail to players for whom games wait.

One mail names all games that have waited for a while. It is sent when there is one among them that
no mail has named and that the player has not visited since, and at most once in a certain time.
Calls may come late, twice or at the same moment: the row of the profile is locked, and the time up
to which turns were announced is stored in it before the mail goes out.
"""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games.models import Game, Seat
from games.models.game import Status
from games.waiting import AHEAD
from web.mail import mail_server
from web.models import Profile
from web.pages.common.games import stage
from web.untrusted_names import safe_in_mail

log = logging.getLogger(__name__)

SUBJECT: Final = "web/mail/turns_subject.txt"
TEXT: Final = "web/mail/turns.txt"
TRIED_AGAIN: Final = timedelta(minutes=1)
"""How long a mail that the mail server has not taken waits, at least."""
MOST_GAMES: Final = 30
"""The most games that one mail names."""

_signer = Signer(salt="web.turn_mail")


def due(now: datetime) -> list[int]:
    """The users to whom a mail is due."""
    return list(_due(now).order_by("user").values_list("user", flat=True).distinct())


def next_one(now: datetime) -> int | None:
    """The user whose mail has its turn: who has waited in vain comes last."""
    tried = F("user__profile__turns_tried").asc(nulls_first=True)
    return _due(now).order_by(tried, "user").values_list("user", flat=True).first()


def send(*, user_id: int, now: datetime) -> bool:
    """Send a user the mail that is due, if one is; whether one went out.

    A mail that the mail server does not take counts as not sent: it is due again after a pause.
    """
    mine = _due(now).filter(user=user_id)
    if not mine.exists():
        return False
    upto = _upto(now)
    with transaction.atomic():
        Profile.objects.get_or_create(user_id=user_id)
        profile = Profile.objects.select_for_update().get(user=user_id)
        if not mine.exists():  # somebody else was here just now
            return False
        former, profile.turns_told = profile.turns_told, upto
        profile.save(update_fields=["turns_told"])
        mail = _written(profile, _long_waiting(now).filter(user=user_id))
    try:
        mail_server.deliver(mail, now)
    except (SMTPException, OSError) as error:
        said = mail_server.without_addresses(error)
        log.warning("mail about turns to account %s cannot be sent: %s", user_id, said)
        # Where there is no such mailbox, the next try comes with the next turn.
        if not mail_server.refuses_for_good(error):
            _take_back(user_id, upto, former)
            put_off(user_id, now)
        return False
    except Exception:
        _take_back(user_id, upto, former)
        raise
    return True


def _take_back(user_id: int, upto: datetime, former: datetime | None) -> None:
    """Note that a mail did not go out."""
    Profile.objects.filter(user=user_id, turns_told=upto).update(turns_told=former)


def put_off(user_id: int, now: datetime) -> None:
    """Note that a user's mail was tried in vain: it is due after a pause, and after the others."""
    Profile.objects.update_or_create(user_id=user_id, defaults={"turns_tried": now})


def switch_off(token: str) -> User | None:
    """Switch these mails off for the user of a token; None for a token of no user."""
    user = user_of(token)
    if user is not None:
        Profile.objects.update_or_create(user=user, defaults={"turn_mail": False})
    return user


def user_of(token: str) -> User | None:
    """The user of a mail's token, which never expires and only switches mail off."""
    try:
        return User.objects.filter(pk=int(_signer.unsign(token))).first()
    except (BadSignature, ValueError):
        return None


def token_of(user: User) -> str:
    """What ``user_of`` reads."""
    return _signer.sign(str(user.pk))


def _upto(now: datetime) -> datetime:
    """Turns that began after this are too recent for a mail."""
    return now - timedelta(seconds=settings.TURN_MAIL_AFTER_SECONDS)


def _long_waiting(now: datetime) -> QuerySet[Seat]:
    """The seats for whose players other people have been waiting long enough."""
    others = Seat.objects.filter(game=OuterRef("game"), user__isnull=False, resigned=False)
    return Seat.objects.filter(
        Exists(others.exclude(user=OuterRef("user"))),
        waiting=True,
        waiting_since__lte=_upto(now),
        game__status=Status.RUNNING,
        game__set_aside=False,
    )


def _due(now: datetime) -> QuerySet[Seat]:
    """Those of them whose players have a verified address, want mail, have got none about this
    turn, and have not visited the site since.
    """
    last = _upto(now) - timedelta(seconds=settings.TURN_MAIL_EVERY_SECONDS)
    announced, seen = F("user__profile__turns_told"), F("user__profile__seen_at")
    return (
        _long_waiting(now)
        .filter(user__is_active=True)
        .exclude(user__email="")
        .filter(user__mail_address__verified=F("user__email"))
        .filter(Q(user__profile=None) | Q(user__profile__turn_mail=True))
        .filter(
            Q(user__profile__turns_told=None)
            # Noted by a clock that was ahead.
            | Q(user__profile__turns_told__gt=now)
            | Q(user__profile__turns_told__lte=last, waiting_since__gt=announced)
        )
        .filter(
            Q(user__profile__turns_tried=None)
            | Q(user__profile__turns_tried__gt=now + AHEAD)
            | Q(user__profile__turns_tried__lte=now - TRIED_AGAIN)
        )
        .filter(
            Q(user__profile__seen_at=None)
            | Q(user__profile__seen_at__gt=now + AHEAD)
            | Q(waiting_since__gt=seen)
        )
    )


def _written(profile: Profile, seats: QuerySet[Seat]) -> EmailMessage:
    """The mail, in the language of the player's choice or last visit."""
    found = seats.select_related("game").order_by("waiting_since", "pk")[:MOST_GAMES]
    waiting = {seat.game_id: seat.game for seat in found}.values()  # some sit on several seats
    with translation.override(profile.language or profile.seen_language or settings.LANGUAGE_CODE):
        games = [
            {"name": safe_in_mail(game.name), "stage": stage(game, 0), "link": _link(game)}
            for game in waiting
        ]
        off = settings.SITE_URL + reverse("web:mail_off", args=[token_of(profile.user)])
        name = safe_in_mail(profile.user.get_username())
        given = {"name": name, "games": games, "first": games[0], "off": off}
        subject = " ".join(render_to_string(SUBJECT, given).split())
        text = render_to_string(TEXT, given)
    headers = {
        "Auto-Submitted": "auto-generated",
        # RFC 8058: mail programs offer a button that posts there.
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(subject, text, None, [profile.user.email], headers=headers)


def _link(game: Game) -> str:
    return settings.SITE_URL + reverse("web:table", args=[game.pk])

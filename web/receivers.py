"""Receivers of the signals of games."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User


def draw_game(*, game_id: UUID, **_: object) -> None:
    """Have a worker draw a game that is over; without workers it is drawn when it is asked for.

    So is a game that was given up, of which somebody could make very many, and every animation.
    """
    from games.models import Game  # noqa: PLC0415 - models are not there when the app is made ready
    from games.models.game import EndedBy  # noqa: PLC0415
    from web import tasks  # noqa: PLC0415
    from web.pages.share import making  # noqa: PLC0415

    scored = Game.objects.filter(pk=game_id, ended_by=EndedBy.SCORING)
    if not settings.EMBEDDED and scored.exists():
        tasks.ask_for(making.PICTURES, game_id)


def mail_deadline(*, users: list[User], now: datetime, **_: object) -> None:
    """Have those reminded who read mail and want to hear of games that wait for them."""
    from web.address_state import state_of  # noqa: PLC0415
    from web.mail import account_mail  # noqa: PLC0415
    from web.mail.mail_queue import send_soon  # noqa: PLC0415
    from web.models import AccountMail, Profile  # noqa: PLC0415

    silent = Profile.objects.filter(user__in=users, turn_mail=False).values_list("user", flat=True)
    for user in users:
        known = state_of(user)
        if known.verified and user.pk not in set(silent):
            mail = account_mail.store(
                kind=AccountMail.Kind.DEADLINE,
                user=user,
                address=known.in_force,
                language=Profile.language_of(user, otherwise=settings.LANGUAGE_CODE),
                now=now,
            )
            send_soon(mail)


def forget_account(*, user: User, name: str, **_: object) -> None:
    """Delete the pictures and animations that have the name of an account, and its addresses.

    Tables that the server has called after the account get ``name`` into theirs.

    Mail of the account goes with it. Requests for a new password name no account: those go that
    have an address of this one which no other one has.
    """
    from web.forms import proposed_names  # noqa: PLC0415
    from web.models import AccountMail, MailAddress  # noqa: PLC0415
    from web.pages.share import making  # noqa: PLC0415

    proposed_names.rename(user, name)
    making.forget_account(user.pk)
    known = MailAddress.objects.filter(user=user).values_list("verified", "awaited")
    mailed = AccountMail.objects.filter(user=user).values_list("address", flat=True)
    for address in {user.email, *(one for row in known for one in row), *mailed} - {""}:
        others = User.objects.filter(email__iexact=address).exclude(pk=user.pk)
        if not others.exists():
            AccountMail.objects.filter(user=None, address__iexact=address).delete()

"""The caller and the caller's tokens."""

from typing import ClassVar

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.middleware.csrf import get_token
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from api import tokens
from api.account_bodies import AccountDeletion, Me, NewToken, TokenInfo, TokenList, TokenRequest
from api.authentication import (
    BearerAuthentication,
    PasswordAuthentication,
    SessionAuthentication,
    check_own_site,
)
from api.errors import Malformed, NoSuchThing, PasswordNeeded
from api.models import Token
from api.parsers import read_body
from api.schema import document
from api.throttling import SignInThrottle, SignInUserThrottle
from api.views.base import View, answer, now, signed_in
from games import services


class PasswordView(View):
    """A view some of whose methods also take a user name and a password, by HTTP Basic."""

    by_password: ClassVar[tuple[str, ...]] = ("POST",)

    def get_authenticators(self) -> list[BaseAuthentication]:
        """The usual ways in, and the password before them where it is taken."""
        usual: list[BaseAuthentication] = [BearerAuthentication(), SessionAuthentication()]
        return [PasswordAuthentication(), *usual] if self.method in self.by_password else usual

    def perform_authentication(self, request: Request) -> None:
        """Counts before it checks a password: checking is what a guesser is after."""
        if self.method in self.by_password and PasswordAuthentication.claimed(request):
            check_own_site(request)
            name = PasswordAuthentication.claimed_name(request)
            for throttle in (SignInThrottle(), SignInUserThrottle(name)):
                if not throttle.allow_request(request, self):
                    raise Throttled(throttle.wait())
        super().perform_authentication(request)


class MeView(PasswordView):
    """Who the request acts as."""

    by_password = ("DELETE",)

    @document(operation="me", tag="account", answers={200: Me}, refusals=(401,))
    def get(self, request: Request) -> HttpResponse:
        """The user that the request acts as."""
        return answer(me(signed_in(request)))

    @document(
        operation="me_delete",
        tag="account",
        body=AccountDeletion,
        answers={204: None},
        refusals=(400, 401, 403, 409),
        password=True,
    )
    def delete(self, request: Request) -> HttpResponse:
        """Delete the own account for good; the body repeats the user name.

        Finished games stay, and the player has an anonymous name in them, the same in each. Tables
        and running games without other people go. While others wait for the caller's moves the
        account stays: `facts` names those games. A session is not enough here: send the user name
        and the password by HTTP Basic, or a token.
        """
        if isinstance(request.successful_authenticator, SessionAuthentication):
            raise PasswordNeeded
        user = signed_in(request)
        if read_body(request, AccountDeletion).username != user.get_username():
            raise Malformed("The body does not fit: username is not your own user name.")
        services.delete_account(user=user, now=now())
        return HttpResponse(status=204)


class SessionView(PasswordView):
    """The session of a browser."""

    @document(
        operation="session_open",
        tag="account",
        answers={201: Me},
        refusals=(400, 401, 403, 415),
        password=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Sign in with user name and password by HTTP Basic; the answer sets the session cookie.

        From then on requests that write need the csrftoken cookie's value as X-CSRFToken.
        """
        user = signed_in(request)
        login(request._request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        get_token(request._request)
        return answer(me(user), 201, {"Cache-Control": "no-store"})

    @document(operation="session_close", tag="account", answers={204: None}, refusals=(401, 403))
    def delete(self, request: Request) -> HttpResponse:
        """Sign out."""
        logout(request._request)
        return HttpResponse(status=204)


class TokensView(PasswordView):
    """The caller's tokens."""

    @document(operation="tokens_list", tag="account", answers={200: TokenList}, refusals=(401,))
    def get(self, request: Request) -> HttpResponse:
        """The caller's tokens, without their secrets."""
        own = tokens.tokens_of(signed_in(request))
        return answer(TokenList([info(token) for token in own]))

    @document(
        operation="tokens_create",
        tag="account",
        body=TokenRequest,
        answers={201: NewToken},
        refusals=(400, 401, 403, 409),
        password=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Make a token. Its text is in this answer and nowhere else.

        Besides a token or a session, HTTP Basic with user name and password is accepted here.
        """
        wish = read_body(request, TokenRequest, optional=True)
        token, text = tokens.issue(user=signed_in(request), name=wish.name, now=now())
        made = NewToken(
            id=token.pk,
            name=token.name,
            prefix=token.prefix,
            created_at=token.created_at,
            last_used_at=None,
            token=text,
        )
        return answer(made, 201, {"Cache-Control": "no-store"})

    @document(
        operation="tokens_revoke_current",
        tag="account",
        answers={204: None},
        refusals=(400, 401, 403),
    )
    def delete(self, request: Request) -> HttpResponse:
        """Revoke the token that this request is made with."""
        if not isinstance(request.auth, Token):
            raise Malformed(
                "This request was not made with a token: name one, DELETE /api/v1/tokens/{id}."
            )
        tokens.revoke(user=signed_in(request), token_id=request.auth.pk)
        return HttpResponse(status=204)


class TokenView(View):
    """One of the caller's tokens."""

    @document(
        operation="tokens_revoke", tag="account", answers={204: None}, refusals=(401, 403, 404)
    )
    def delete(self, request: Request, token_id: int) -> HttpResponse:
        """Revoke a token; whoever uses it is signed out at once."""
        if not tokens.revoke(user=signed_in(request), token_id=token_id):
            raise NoSuchThing("You have no token with this id.")
        return HttpResponse(status=204)


def me(user: User) -> Me:
    """A user as the user sees it."""
    return Me(
        id=user.pk,
        username=user.get_username(),
        first_name=user.first_name,
        last_name=user.last_name,
        joined_at=user.date_joined,
    )


def info(token: Token) -> TokenInfo:
    """A token as its owner sees it."""
    return TokenInfo(
        id=token.pk,
        name=token.name,
        prefix=token.prefix,
        created_at=token.created_at,
        last_used_at=token.last_used_at,
    )

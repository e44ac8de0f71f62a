"""The caller and the caller's tokens."""

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.middleware.csrf import get_token
from msgspec.structs import asdict
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from api import tokens
from api.access import ANY_TOKEN, BY_PASSWORD, MANAGING, Access
from api.account_bodies import AccountDeletion, Me, NewToken, TokenInfo, TokenList, TokenRequest
from api.authentication import (
    BearerAuthentication,
    PasswordAuthentication,
    SecondFactorNeeded,
    SessionAuthentication,
    check_own_site,
)
from api.errors import Malformed, NoSuchThing
from api.models import Token
from api.parsers import read_body
from api.schema import document
from api.throttling import CodesThrottled, begin_try
from api.views.base import ApiView, answer, now, signed_in
from games import services
from games.accounts import names
from games.accounts.hashers import PasswordsBusy
from games.accounts.signing_in import sign_in


class PasswordView(ApiView):
    """A view some of whose methods need a user name and a password, by HTTP Basic."""

    @property
    def by_password(self) -> bool:
        """Whether this is one of those methods."""
        declared = self.declared_access
        return declared is not None and declared.password

    def get_authenticators(self) -> list[BaseAuthentication]:
        """The usual ways in, and the password before them where it is needed."""
        usual: list[BaseAuthentication] = [BearerAuthentication(), SessionAuthentication()]
        return [PasswordAuthentication(), *usual] if self.by_password else usual

    def perform_authentication(self, request: Request) -> None:
        """Counts before it checks a password: checking is what a guesser is after."""
        if not self.by_password or not PasswordAuthentication.claimed(request):
            return super().perform_authentication(request)
        check_own_site(request)
        attempt = begin_try(request, PasswordAuthentication.claimed_name(request))
        try:
            super().perform_authentication(request)
        except (SecondFactorNeeded, CodesThrottled, PasswordsBusy):
            attempt.give_back()  # the password is right, or was not checked
            raise
        attempt.give_back()
        return None


class MeView(PasswordView):
    """The user of the request."""

    @document(operation="me", tag="account", answers={200: Me}, refusals=(401,))
    def get(self, request: Request) -> HttpResponse:
        """The user that the request acts as."""
        return answer(me(signed_in(request)))

    @document(
        operation="me_delete",
        access=BY_PASSWORD,
        tag="account",
        body=AccountDeletion,
        answers={204: None},
        refusals=(400, 401, 403, 409),
    )
    def delete(self, request: Request) -> HttpResponse:
        """Delete the own account for good; the body repeats the user name.

        Games with other people stay, and the player has an anonymous name in them, the same in
        each; so do finished games of tournaments, and imports that others may see. All other games
        of the caller go: nobody sees them from then on. While others wait for the caller's moves
        the account stays: `facts` names those games. Neither a token nor a session is enough here:
        send the user name and the password by HTTP Basic.
        """
        user = signed_in(request)
        if names.normal(read_body(request, AccountDeletion).username) != user.get_username():
            raise Malformed("The body does not fit: username is not your own user name.")
        services.delete_account(user=user, now=now())
        return HttpResponse(status=204)


class SessionView(PasswordView):
    """The session of a browser."""

    @document(
        operation="session_open",
        access=BY_PASSWORD,
        tag="account",
        answers={201: Me},
        refusals=(400, 401, 403, 409, 415),
    )
    def post(self, request: Request) -> HttpResponse:
        """Sign in with user name and password by HTTP Basic; the answer sets the session cookie.

        From then on requests that write need the csrftoken cookie's value as X-CSRFToken.
        """
        user = signed_in(request)
        sign_in(request._request, user)
        get_token(request._request)
        return answer(me(user), 201)

    @document(
        operation="session_close",
        access=MANAGING,
        tag="account",
        answers={204: None},
        refusals=(401, 403),
    )
    def delete(self, request: Request) -> HttpResponse:
        """Sign out."""
        logout(request._request)
        return HttpResponse(status=204)


class TokensView(PasswordView):
    """The caller's tokens."""

    @document(
        operation="tokens_list",
        access=MANAGING,
        tag="account",
        answers={200: TokenList},
        refusals=(401,),
    )
    def get(self, request: Request) -> HttpResponse:
        """The caller's tokens, without their secrets."""
        own = tokens.tokens_of(signed_in(request))
        return answer(TokenList([info(token) for token in own]))

    @document(
        operation="tokens_create",
        access=BY_PASSWORD,
        tag="account",
        body=TokenRequest,
        answers={201: NewToken},
        refusals=(400, 401, 403, 409),
    )
    def post(self, request: Request) -> HttpResponse:
        """Make a token. Its text is in this answer and nowhere else.

        Send user name and password by HTTP Basic: a token cannot make another one, nor can a
        session. Without `scopes` it has all of them, without `expires_at` it lives as long as the
        server gives by default. A change of the password revokes it, unless its owner keeps it.
        """
        body = read_body(request, TokenRequest, optional=True)
        token, text = tokens.issue(
            user=signed_in(request),
            name=body.name,
            scopes=body.scopes,
            expires_at=body.expires_at,
            now=now(),
        )
        return answer(NewToken(**asdict(info(token)), token=text), 201)

    @document(
        operation="tokens_revoke_current",
        access=ANY_TOKEN,
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


class TokenView(ApiView):
    """One of the caller's tokens."""

    def access_needed(self, request: Request) -> Access | None:
        """A token may always revoke itself."""
        own = isinstance(request.auth, Token) and request.auth.pk == self.kwargs["token_id"]
        return ANY_TOKEN if own else self.declared_access

    @document(
        operation="tokens_revoke",
        access=MANAGING,
        tag="account",
        answers={204: None},
        refusals=(401, 403, 404),
    )
    def delete(self, request: Request, token_id: int) -> HttpResponse:
        """Revoke a token; it stops working at once."""
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
        scopes=tokens.scopes_of(token),
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
    )

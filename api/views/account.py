"""The caller and the caller's tokens."""

from django.http import HttpResponse
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from api import tokens
from api.authentication import (
    BearerAuthentication,
    PasswordAuthentication,
    SessionAuthentication,
)
from api.bodies import Me, NewToken, TokenInfo, TokenList, TokenRequest
from api.errors import Malformed, NoSuchThing
from api.models import Token
from api.parsers import read_body
from api.schema import document
from api.throttling import SignInThrottle
from api.views.base import View, answer, now, signed_in


class MeView(View):
    """Who the request acts as."""

    @document(operation="me", tag="account", answers={200: Me}, refusals=(401,))
    def get(self, request: Request) -> HttpResponse:
        """The user that the request acts as."""
        user = signed_in(request)
        return answer(
            Me(
                id=user.pk,
                username=user.get_username(),
                first_name=user.first_name,
                last_name=user.last_name,
                joined_at=user.date_joined,
            )
        )


class TokensView(View):
    """The caller's tokens."""

    def get_authenticators(self) -> list[BaseAuthentication]:
        """To make a token, user name and password will do."""
        usual: list[BaseAuthentication] = [BearerAuthentication(), SessionAuthentication()]
        return [PasswordAuthentication(), *usual] if self.method == "POST" else usual

    def perform_authentication(self, request: Request) -> None:
        """Counts before it checks a password: checking is what a guesser is after."""
        if request.method == "POST" and PasswordAuthentication.claimed(request):
            throttle = SignInThrottle()
            if not throttle.allow_request(request, self):
                raise Throttled(throttle.wait())
        super().perform_authentication(request)

    @document(operation="tokens_list", tag="account", answers={200: TokenList}, refusals=(401,))
    def get(self, request: Request) -> HttpResponse:
        """The caller's tokens, without their secrets."""
        own = Token.objects.filter(user=signed_in(request))
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


def info(token: Token) -> TokenInfo:
    """A token as its owner sees it."""
    return TokenInfo(
        id=token.pk,
        name=token.name,
        prefix=token.prefix,
        created_at=token.created_at,
        last_used_at=token.last_used_at,
    )

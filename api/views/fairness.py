"""What players add to the chance of a game, and the evidence that it was not chosen."""

from uuid import UUID

from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from api.access import PLAYING
from api.bodies import GameSummary, WordRequest
from api.errors import Malformed
from api.parsers import read_body
from api.schema import document
from api.views.base import ApiView, answer, now, signed_in, user_of
from api.views.games import shown
from games import services
from replays.fairness import Fairness, fairness_of


class WordView(ApiView):
    """The caller's word at an open table."""

    @document(
        operation="games_word",
        access=PLAYING,
        tag="seats",
        body=WordRequest,
        answers={200: GameSummary},
        refusals=(400, 401, 403, 404, 409),
    )
    def put(self, request: Request, game_id: UUID) -> HttpResponse:
        """Seal a word, or open the one that was sealed; it becomes part of the game's seed.

        First the `seal`: the SHA-256 of the SHA-256 of a word that cannot be guessed, as hex. When
        every seat is taken, the `word` itself, which stays hidden until the game is over. Once a
        word was opened, seals are fixed; the game starts when all are open. When a player leaves a
        table with opened words, all of them are taken off it.
        """
        body = read_body(request, WordRequest)
        user = signed_in(request)
        if body.seal is not UNSET and body.word is UNSET:
            game = services.seal_word(game_id=game_id, user=user, seal=body.seal, now=now())
        elif body.word is not UNSET and body.seal is UNSET:
            game = services.open_word(game_id=game_id, user=user, word=body.word, now=now())
        else:
            raise Malformed("Send either the seal of a word or the word.")
        return shown(game, request)

    @document(
        operation="games_word_remove",
        access=PLAYING,
        tag="seats",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Take the own sealed word away, as long as no word was opened."""
        game = services.remove_word(game_id=game_id, user=signed_in(request), now=now())
        return shown(game, request)


class FairnessView(ApiView):
    """What the chance of a game was made of."""

    open_to_all = ("GET",)

    @document(
        operation="games_fairness",
        tag="replays",
        answers={200: Fairness},
        refusals=(404,),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The evidence that the deck was not chosen: hashes at first, everything after the end.

        While the game is open or running there are the commitment to the server's seed and the
        seals of the players' words. When it is over, the seeds, the words, the salt and the order
        of the contracts are published, from which everything can be computed again.
        """
        game = services.visit_game(user_of(request), game_id)
        export = request.build_absolute_uri(f"/api/v1/games/{game.pk}/export")
        return answer(fairness_of(game, export))

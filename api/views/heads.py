"""Signed heads of the log of all streams, and proofs. ``docs/heads.md`` says how to check them."""

from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.access import READING
from api.head_bodies import ConsistencyQuery, HeadList, HeadProofQuery, HeadsQuery
from api.schema import document
from api.views.base import ApiView, answer, check_started, user_of
from games import services
from replays.heads import proofs
from replays.heads.statements import ConsistencyProof, Head, InclusionProof
from replays.heads.streams import GAMES
from tournaments.heads import TOURNAMENTS
from tournaments.selectors import tournament_for

FOR_A_MINUTE: Final = {"Cache-Control": "public, max-age=60"}
FOR_A_DAY: Final = {"Cache-Control": "public, max-age=86400"}
"""Of what never changes, or was rewritten: then the earlier answer is the right one."""


class HeadsView(ApiView):
    """All heads."""

    queries: ClassVar[dict[str, type]] = {"GET": HeadsQuery}
    open_to_all = ("GET",)

    @document(
        operation="heads",
        access=READING,
        tag="heads",
        query=HeadsQuery,
        answers={200: HeadList},
        refusals=(400,),
        open_to_all=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """The signed heads of the log of all games and tournaments, the newest first. Keep one.

        A head is signed every day, over what grew since the one before. With one that you have
        kept, and a proof, everybody can see whether a game, a tournament or the log was rewritten
        since (`docs/heads.md`). `heads` is empty where the server signs none.
        """
        limit = self.query.limit
        found = proofs.heads(before=self.query.before, limit=limit + 1)
        shown, more = found[:limit], len(found) > limit
        path = f"/api/v1/heads?before={shown[-1].number}&limit={limit}" if more else ""
        body = HeadList(
            key=proofs.key(),
            keys=proofs.keys(),
            heads=[proofs.statement(head) for head in shown],
            next=request.build_absolute_uri(path) if more else None,
        )
        # The address of the next page has the host that was asked, so it is for this client alone.
        return answer(body, headers=None if more else FOR_A_MINUTE)


class HeadView(ApiView):
    """One head."""

    open_to_all = ("GET",)

    @document(
        operation="heads_get",
        access=READING,
        tag="heads",
        answers={200: Head},
        refusals=(404,),
        open_to_all=True,
    )
    def get(self, request: Request, number: int) -> HttpResponse:
        """One signed head, as `python -m replays.verify --head` takes it."""
        return answer(proofs.statement(proofs.head(number)), headers=FOR_A_DAY)


class ConsistencyView(ApiView):
    """From one head to a later one."""

    queries: ClassVar[dict[str, type]] = {"GET": ConsistencyQuery}
    open_to_all = ("GET",)

    @document(
        operation="heads_consistency",
        access=READING,
        tag="heads",
        query=ConsistencyQuery,
        answers={200: ConsistencyProof},
        refusals=(400, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, number: int) -> HttpResponse:
        """The proof that the log of a head begins with that of the earlier head `from`.

        As in RFC 9162, section 2.1.4.
        """
        found = proofs.consistency(first=self.query.first, second=number)
        return answer(found, headers=FOR_A_DAY)


class HeadProofView(ApiView):
    """One game in a head."""

    queries: ClassVar[dict[str, type]] = {"GET": HeadProofQuery}
    open_to_all = ("GET",)

    @document(
        operation="games_head_proof",
        access=READING,
        tag="heads",
        query=HeadProofQuery,
        answers={200: InclusionProof},
        refusals=(400, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The proof that a head has the game, as it was at the newest version that the head has.

        As in RFC 9162, section 2.1.3. `python -m replays.verify GAME.jsonl --head HEAD.json
        --proof PROOF.json` compares it with the file of the game. Its `salt` is for those who may
        see the game: with it, a leaf of the log can be seen to be of this game.
        """
        game = services.visit_game(user_of(request), game_id)
        check_started(game)
        return answer(proofs.inclusion(GAMES, game.pk, number=self.query.head))


class TournamentHeadProofView(ApiView):
    """One tournament in a head."""

    queries: ClassVar[dict[str, type]] = {"GET": HeadProofQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_head_proof",
        access=READING,
        tag="heads",
        query=HeadProofQuery,
        answers={200: InclusionProof},
        refusals=(400, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """The proof that a head has the tournament, as of the newest version that the head has.

        `python -m tournaments.verify CUP.jsonl --head HEAD.json --proof PROOF.json` compares it
        with the file of the tournament. Its `salt` is for those who may see the tournament.
        """
        tournament = tournament_for(user_of(request), tournament_id)
        return answer(proofs.inclusion(TOURNAMENTS, tournament.pk, number=self.query.head))

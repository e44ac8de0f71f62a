"""Ratings while games are counted, one after the other."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from tournaments.models import Formula, Pool, RatedPlayer, Rating, RatingStep
from tournaments.ratings.finished import Person, RatedGame
from tournaments.ratings.formulas import CHOSEN, NEW_PLAYER, RatingModel, Skill, grown, shown

AT_ONCE: Final = 500


class PoolStanding(NamedTuple):
    """A player's rating in a pool after the newest game."""

    skill: Skill
    games: int
    position: int
    finished_at: datetime


def going_in(
    model: RatingModel, game: RatedGame, standings: Sequence[PoolStanding | None]
) -> list[Skill]:
    """The skills with which a game's players come to its end; None is somebody's first game."""
    return [
        grown(model, standing.skill, standing.finished_at, game.finished_at)
        if standing
        else model.new()
        for standing in standings
    ]


def after(
    model: RatingModel, game: RatedGame, standings: Sequence[PoolStanding | None]
) -> list[PoolStanding]:
    """The standings of a game's players after it; None is somebody's first game."""
    before = going_in(model, game, standings)
    games = [(standing.games if standing else 0) + 1 for standing in standings]
    return [
        PoolStanding(skill, number, game.position, game.finished_at)
        for skill, number in zip(model.rate(before, game.places), games, strict=True)
    ]


class Ledger:
    """The standings of players, and the steps that are still to be stored.

    The caller holds the lock on the progress of ratings. A ledger that begins ``anew`` does not
    look for ratings that are stored.
    """

    def __init__(self, *, anew: bool = False) -> None:
        self.anew = anew
        self.model = CHOSEN
        self.formula, _ = Formula.objects.get_or_create(
            model=self.model.name,
            parameters=self.model.parameters_text,
            version=self.model.version,
        )
        self.players: dict[Person, int] = {}
        self.standings: dict[tuple[int, Pool], PoolStanding] = {}
        self.changed: set[tuple[int, Pool]] = set()

    def count(self, games: Sequence[RatedGame]) -> None:
        """Count games in their order, and store what each did."""
        self._know({person for game in games for person in game.people})
        steps = [step for game in games for pool in game.pools for step in self._steps(game, pool)]
        RatingStep.objects.bulk_create(steps, batch_size=AT_ONCE)

    def save(self) -> None:
        """Store the ratings that have changed."""
        Rating.objects.bulk_create(
            (self._rating(player, pool) for player, pool in sorted(self.changed)),
            batch_size=AT_ONCE,
            update_conflicts=True,
            unique_fields=["player", "pool"],
            update_fields=["mu", "sigma", "rating", "games", "position", "finished_at"],
        )
        self.changed.clear()

    def _steps(self, game: RatedGame, pool: Pool) -> Iterable[RatingStep]:
        keys = [(self.players[person], pool) for person in game.people]
        old = [self.standings.get(key) for key in keys]
        new = after(self.model, game, old)
        self.standings.update(zip(keys, new, strict=True))
        self.changed.update(keys)
        for (player, _), before, now, place in zip(keys, old, new, game.places, strict=True):
            rating = shown(now.skill)
            yield RatingStep(
                position=game.position,
                game_id=game.game,
                pool=pool,
                player_id=player,
                players=len(game.people),
                place=place,
                mu=now.skill.mu,
                sigma=now.skill.sigma,
                rating=rating,
                change=rating - (shown(before.skill) if before else NEW_PLAYER),
                games=now.games,
                finished_at=game.finished_at,
                formula=self.formula,
            )

    def _rating(self, player: int, pool: Pool) -> Rating:
        standing = self.standings[player, pool]
        return Rating(
            player_id=player,
            pool=pool,
            mu=standing.skill.mu,
            sigma=standing.skill.sigma,
            rating=shown(standing.skill),
            games=standing.games,
            position=standing.position,
            finished_at=standing.finished_at,
        )

    def _know(self, people: set[Person]) -> None:
        """Have the ids and standings of people at hand; who is new gets an id."""
        missing = people - self.players.keys()
        found = _known(missing)
        # In one order everywhere, so that ids are the same whatever a set is sorted like.
        new = sorted(missing - found.keys(), key=lambda person: (person[0] or 0, person[1]))
        RatedPlayer.objects.bulk_create(
            (RatedPlayer(user_id=user, label=label) for user, label in new), batch_size=AT_ONCE
        )
        found |= _known(set(new))
        self.players |= found
        if not self.anew:
            for rating in Rating.objects.filter(player__in=found.values()):
                skill = Skill(rating.mu, rating.sigma)
                self.standings[rating.player_id, Pool(rating.pool)] = PoolStanding(
                    skill, rating.games, rating.position, rating.finished_at
                )


def _known(people: set[Person]) -> dict[Person, int]:
    if not people:
        return {}
    users = [user for user, _ in people if user is not None]
    labels = [label for user, label in people if user is None]
    found = RatedPlayer.objects.filter(user__in=users) | RatedPlayer.objects.filter(
        user=None, label__in=labels
    )
    return {(user, label): pk for pk, user, label in found.values_list("pk", "user", "label")}

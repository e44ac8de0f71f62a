"""How the places of a game change what is believed of its players' skill.

Pure: no database and no clock. Each model is an object with the same questions; ``CHOSEN`` is the
one that rates, the others are there to be compared with it (``manage.py compare_ratings``).
Numbers come out the same to the last digit as long as the players of a game stand in the same
order.
"""

import json
import math
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from importlib.metadata import version
from itertools import combinations, permutations
from statistics import NormalDist
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

MU: Final = 25.0
SIGMA: Final = 25.0 / 3
"""What is believed of somebody who has not played."""
TAU: Final = 25.0 / 300
"""By how much each game makes the skill of its players less certain before it is counted."""
GROWTH: Final = 1.0
"""By how much 30 days without a finish do so."""
MONTH: Final = timedelta(days=30)
NEW_PLAYER: Final = 1000
POINTS: Final = 20
"""What a new player is shown, and how many points of what is shown ``mu`` has to one."""
PROVISIONAL_UNDER: Final = 10
"""Games from which on a rating is no more provisional."""
CODE: Final = 1
"""Counts the changes of this file that change numbers."""

Order: TypeAlias = tuple[int, ...]
"""Players, by their index, from the first place to the last."""


class Skill(NamedTuple):
    """A normal distribution: what is believed of a player's skill."""

    mu: float
    sigma: float


class RatingModel:
    """A model, with what all have in common."""

    name: ClassVar[str]

    def __init__(self, **parameters: float) -> None:
        self.parameters = parameters

    @property
    def version(self) -> str:
        """The version of this code, and of the library."""
        return f"{CODE}/openskill-{version('openskill')}"

    @property
    def parameters_text(self) -> str:
        """The parameters as they are stored: JSON, sorted."""
        return json.dumps(self.parameters | {"growth": GROWTH}, sort_keys=True)

    def new(self) -> Skill:
        """The skill of somebody who has not played."""
        return Skill(MU, SIGMA)

    def rate(self, skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
        """The skills after a game; equal places are ties."""
        raise NotImplementedError

    def ahead(self, one: Skill, other: Skill) -> float:
        """How likely it is that one comes before the other."""
        raise NotImplementedError

    def orders(self, skills: Sequence[Skill]) -> Iterator[tuple[Order, float]]:
        """Every order in which players may end, with its probability.

        An order is as likely as all of its pairs together, measured by the sum over all orders.
        """
        pairs = {
            pair: self.ahead(skills[pair[0]], skills[pair[1]])
            for pair in permutations(range(len(skills)), 2)
        }
        found = [
            (order, math.prod(pairs[pair] for pair in combinations(order, 2)))
            for order in permutations(range(len(skills)))
        ]
        total = sum(weight for _, weight in found)
        for order, weight in found:
            yield order, weight / total

    def chance(self, skills: Sequence[Skill], places: Sequence[int]) -> float:
        """How likely the model held these places; of ties the mean of the orders they allow."""
        fitting = [
            probability
            for order, probability in self.orders(skills)
            if all(places[one] <= places[other] for one, other in combinations(order, 2))
        ]
        return sum(fitting) / len(fitting)


class OpenSkill(RatingModel):
    """A model of the library, whose ``beta`` says how much chance there is in one game."""

    library: ClassVar[Any]

    def __init__(self, *, beta: float) -> None:
        super().__init__(mu=MU, sigma=SIGMA, beta=beta, tau=TAU)
        self.beta = beta
        self.model = self.library(**self.parameters)

    def rate(self, skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
        """The skills after a game."""
        teams = [[self.model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
        rated = self.model.rate(teams, ranks=[float(place) for place in places])
        return [Skill(team[0].mu, team[0].sigma) for team in rated]

    def apart(self, one: Skill, other: Skill) -> float:
        """The difference of two skills, measured by all that is not certain about it."""
        return (one.mu - other.mu) / math.sqrt(one.sigma**2 + other.sigma**2 + 2 * self.beta**2)


class PlackettLuceModel(OpenSkill):
    """The first is chosen among all, then the next among those who are left."""

    name = "PlackettLuce"
    library = PlackettLuce

    def orders(self, skills: Sequence[Skill]) -> Iterator[tuple[Order, float]]:
        """Every order, with the probability that it is chosen player by player."""
        scale = math.sqrt(sum(skill.sigma**2 + self.beta**2 for skill in skills))
        weights = [math.exp((skill.mu - MU) / scale) for skill in skills]
        for order in permutations(range(len(skills))):
            yield (
                order,
                math.prod(
                    weights[one] / sum(weights[other] for other in order[place:])
                    for place, one in enumerate(order)
                ),
            )


class BradleyTerryModel(OpenSkill):
    """Each pair by itself, by a logistic curve."""

    name = "BradleyTerryFull"
    library = BradleyTerryFull

    def ahead(self, one: Skill, other: Skill) -> float:
        """How likely it is that one comes before the other."""
        return 1 / (1 + math.exp(-self.apart(one, other)))


class ThurstoneMostellerModel(OpenSkill):
    """Each pair by itself, by the normal curve."""

    name = "ThurstoneMosteller"
    library = ThurstoneMostellerFull

    def ahead(self, one: Skill, other: Skill) -> float:
        """How likely it is that one comes before the other."""
        return NormalDist().cdf(self.apart(one, other))


class PairwiseElo(RatingModel):
    """Elo, each pair of a game as a game of two; ``k`` is shared among the opponents."""

    name = "Elo"
    START: ClassVar = 1500.0
    SPREAD: ClassVar = 400.0

    def __init__(self, *, k: float) -> None:
        super().__init__(k=k)
        self.k = k

    def new(self) -> Skill:
        """The number of somebody who has not played; Elo does not say how certain it is."""
        return Skill(self.START, 0.0)

    def rate(self, skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
        """The numbers after a game."""
        return [
            Skill(skill.mu + self._gain(index, skills, places), 0.0)
            for index, skill in enumerate(skills)
        ]

    def _gain(self, index: int, skills: Sequence[Skill], places: Sequence[int]) -> float:
        gained = 0.0
        for other, skill in enumerate(skills):
            if other != index:
                won = (1 + (places[index] < places[other]) - (places[index] > places[other])) / 2
                gained += won - self.ahead(skills[index], skill)
        return self.k * gained / (len(skills) - 1)

    def ahead(self, one: Skill, other: Skill) -> float:
        """How likely it is that one comes before the other."""
        return float(1 / (1 + 10 ** ((other.mu - one.mu) / self.SPREAD)))


MODELS: Final[tuple[RatingModel, ...]] = (
    PlackettLuceModel(beta=MU / 4),
    BradleyTerryModel(beta=2 * SIGMA),
    ThurstoneMostellerModel(beta=4 * SIGMA),
    PairwiseElo(k=24.0),
)
"""What is compared, each with the parameters that did best on simulated games."""
CHOSEN: Final = MODELS[0]


def grown(model: RatingModel, skill: Skill, since: datetime, now: datetime) -> Skill:
    """A skill that is less certain, because there was no finish for a while.

    Both moments are stored finishes. Never less certain than that of somebody new, nor more
    certain than before, should a finish be recorded as earlier than the one before it.
    """
    months = max((now - since) / MONTH, 0.0)
    sigma = math.sqrt(skill.sigma**2 + months * GROWTH**2)
    return Skill(skill.mu, max(skill.sigma, min(sigma, model.new().sigma)))


def shown(skill: Skill) -> int:
    """The number that people see: ``mu - 2 sigma``, scaled; that of a new one is ``NEW_PLAYER``."""
    new = MU - 2 * SIGMA
    return NEW_PLAYER + round(POINTS * (skill.mu - 2 * skill.sigma - new))

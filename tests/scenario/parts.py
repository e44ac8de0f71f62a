"""The three parts of a scenario, each of which leads to the others."""

from tests.scenario.given import Arranging
from tests.scenario.table import Looking
from tests.scenario.then import Comparing
from tests.scenario.when import Playing


class Part(Looking):
    """A scenario, in whichever part it stands."""

    @property
    def given(self) -> "Given":
        """How things stand, or stand from here on."""
        return Given(self.table)

    @property
    def when(self) -> "When":
        """What is played now."""
        return When(self.table)

    @property
    def then(self) -> "Then":
        """What is expected now."""
        return Then(self.table)


class Given(Arranging, Part):
    """How things stand before something is played."""


class When(Playing, Part):
    """What is played."""


class Then(Comparing, Part):
    """What is expected."""

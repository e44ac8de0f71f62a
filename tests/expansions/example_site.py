"""A server with the example, in processes that have all begun with it."""

import sys
from pathlib import Path

from simulation.served import STARTING
from tests.browser.site import Site
from tests.expansions import example_pack

WITH_EXAMPLE = (sys.executable, "-m", "tests.expansions.with_example")


class ExampleSite(Site):
    """People without tables; new games have the clan of the example among theirs."""

    tables = False

    def __init__(self, folder: Path) -> None:
        pack = example_pack.write(folder)
        settings = "tests.expansions.settings"
        super().__init__(folder, DJANGO_SETTINGS_MODULE=settings, CONTENT_PACK=str(pack))

    def python(self, code: str, patience: float = STARTING) -> str:
        """What a program prints that has begun with the example."""
        return super().python(f"import tests.expansions.with_example\n{code}", patience)

    def _command(self) -> list[str]:
        program, *arguments = super()._command()
        assert (program, arguments[0]) == (sys.executable, "-m")
        return [*WITH_EXAMPLE, *arguments[1:]]

"""The app of a server with the example on its pages: the last one, after the pages themselves."""

from django.apps import AppConfig


class ExampleConfig(AppConfig):
    """Configuration of the app."""

    name = "tests.expansions"

    def ready(self) -> None:
        """Put the pages together with one entry more."""
        from tests.expansions.example_page import ApiaryPage  # noqa: PLC0415 - needs all apps
        from web.pages import extensions  # noqa: PLC0415

        extensions.assemble((*extensions.SHIPPED, ApiaryPage()))

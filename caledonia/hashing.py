"""Names of static files with a hash of what is in them, so that browsers may keep them for ever."""

from collections.abc import Callable
from re import Match
from typing import cast

from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)

Converter = Callable[[Match[str]], str]


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The files under hashed names, also where one JavaScript module of ours imports another.

    A module that the page loads under its hashed name would be a second one, and run again, if
    others imported it under its plain name.
    """

    support_js_module_import_aggregation = True

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Converter:
        """Leaves the scripts of libraries as they are: words of theirs look like imports."""
        if name.endswith(".js") and not name.startswith("web/"):
            return lambda found: found[0]
        return cast("Converter", super().url_converter(name, hashed_files, template))

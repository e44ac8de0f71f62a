"""``manage.py makemessages``: Django's command with what suits the catalogues of this project."""

import re
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

DATED = re.compile(r'^"POT-Creation-Date: .*\n', re.MULTILINE)


class Command(makemessages.Command):
    """Writes every message of the project into the catalogue of each language.

    What the files look like depends on the messages alone, so that the work of several people can
    be merged: no dates, no places in the code, one line for each message, nothing obsolete.
    """

    # A guess that is marked as one would have to be found and mended; nothing is found at once.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        """Sets what has to be given otherwise."""
        super().add_arguments(parser)
        languages = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        parser.set_defaults(
            locale=languages,
            ignore_patterns=[
                "benchmarks/*",
                "deploy/*",
                "docs/*",
                "simulation/*",
                "tests/*",
                "var/*",
            ],
            no_location=True,
            no_obsolete=True,
            no_wrap=True,
        )

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Leaves out the date, which is another one every time."""
        super().write_po_file(potfile, locale)
        path = Path(potfile).parent / locale / "LC_MESSAGES" / f"{self.domain}.po"
        path.write_text(DATED.sub("", path.read_text("utf-8")), "utf-8")

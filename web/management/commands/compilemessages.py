"""``manage.py compilemessages``: Django's command of that name, without the programs of gettext."""

from django.core.management.base import BaseCommand

from web import catalogues


class Command(BaseCommand):
    """Makes a ``.mo`` of each ``.po`` that has changed; what is fuzzy stays English."""

    help = "Compile the catalogues of translations that have changed."
    # One of them tells that catalogues are not compiled.
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        """Tells how many it compiled."""
        self.stdout.write(f"Catalogues compiled: {catalogues.compile_all()}.")

#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run a command; settings that cannot be used end it with one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia.settings")
    try:
        # Asked here, because Django keeps the error to itself and then knows only its own commands.
        _ = settings.INSTALLED_APPS
    except ImproperlyConfigured as error:
        sys.exit(f"manage.py: {error}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()

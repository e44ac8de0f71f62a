"""The door for WSGI servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia.settings")

django_application = get_wsgi_application()

# After the settings were found and the apps loaded.
from caledonia import statements  # noqa: E402, isort: skip
from caledonia.door import Door  # noqa: E402, isort: skip
from caledonia.fair_shares import FairShares  # noqa: E402, isort: skip

statements.bound()
# What opens streams, which have limits of their own.
unshared = Door(django_application)
application = Door(FairShares(django_application))

"""The door for WSGI servers."""

import gc
import os

# Nearly all that is loaded here stays: looking for garbage in it again and again takes a tenth of
# the start, and later a part of the requests.
gc.disable()

from django.core.wsgi import get_wsgi_application  # noqa: E402

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia.settings")

django_application = get_wsgi_application()

# After the settings were found and the apps loaded.
from caledonia import statements, structs  # noqa: E402, isort: skip
from caledonia.door import Door  # noqa: E402, isort: skip
from games.checks import check_pack  # noqa: E402, isort: skip

check_pack()
statements.bound()
structs.prepare()
# The shares of callers are given on the loop of an ASGI server (caledonia.bridge).
application = Door(django_application)
gc.freeze()
gc.enable()

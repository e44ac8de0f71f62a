"""The settings of the suite: those of development, without debugging and with a fast hasher.

Without DATABASE_URL and REDIS_URL this is the embedded pass, with both the services pass.
"""

import importlib
import os

os.environ.setdefault("CALEDONIA_DEV", "1")
os.environ.setdefault("LOG_LEVEL", "WARNING")
# Streams that go through the test client end with what is there.
os.environ.setdefault("STREAM_WAITERS", "0")
# Runs that share one Redis must not see each other's tasks and cached states, nor must the
# processes of one run: each has a database of its own. The worker inherits both names.
BEGAN_RUN = "CALEDONIA_TEST_RUN" not in os.environ
os.environ.setdefault("CALEDONIA_TEST_RUN", os.urandom(6).hex())
os.environ["CALEDONIA_NAMESPACE"] = "-".join(
    ["test", os.environ["CALEDONIA_TEST_RUN"], os.environ.get("PYTEST_XDIST_WORKER", "main")]
)

base = importlib.import_module("caledonia.settings")
globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})

DEBUG = False
# Users of many tests have the same id; none is charged for an earlier test.
GAMES_COMPUTING_RATE = "100000/s"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# A test sees all that follows from what it did.
BACKGROUND_TASKS = False
# Static files are not collected here.
WHITENOISE_AUTOREFRESH = True

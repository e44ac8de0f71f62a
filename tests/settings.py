"""The settings of the suite: those of development, without debugging and with a fast hasher.

Without DATABASE_URL and REDIS_URL this is the embedded pass, with both the services pass.
"""

import importlib
import os

os.environ.setdefault("CALEDONIA_DEV", "1")
os.environ.setdefault("LOG_LEVEL", "WARNING")
# Runs that share one Redis must not see each other's tasks and cached states.
os.environ.setdefault("CALEDONIA_NAMESPACE", f"test-{os.urandom(6).hex()}")

base = importlib.import_module("caledonia.settings")
globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})

DEBUG = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Nobody has collected static files here.
WHITENOISE_AUTOREFRESH = True

"""What the server of these tests runs on: development as ``make run`` has it, without debug pages.

So a page that is not there looks as it does in public.
"""

import importlib

base = importlib.import_module("caledonia.settings")
globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})

DEBUG = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Static files are not collected here.
WHITENOISE_AUTOREFRESH = True

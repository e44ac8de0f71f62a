"""Settings of a server with the example on its pages."""

import importlib
from pathlib import Path

base = importlib.import_module("tests.browser.settings")
globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})

INSTALLED_APPS = [*base.INSTALLED_APPS, "tests.expansions.example_app.ExampleConfig"]
TEMPLATES = [{**base.TEMPLATES[0], "DIRS": [Path(__file__).parent / "templates"]}]

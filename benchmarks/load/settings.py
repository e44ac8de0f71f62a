"""The settings of a public server, with the address of the bare insert beside its own.

Static files are collected into ``LOAD_FOLDER``, which the proxy sends them from.
"""

import importlib
import os
from pathlib import Path

base = importlib.import_module("caledonia.settings")
globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})

ROOT_URLCONF = "benchmarks.rows.bare"
STATIC_ROOT = Path(os.environ["LOAD_FOLDER"]) / "static"

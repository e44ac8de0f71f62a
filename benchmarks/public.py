"""The settings of a public server, whose static files are collected into a folder of its own."""

import importlib
import os
from pathlib import Path

base = importlib.import_module("caledonia.settings")
globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})

STATIC_ROOT = Path(os.environ["BENCHMARK_FOLDER"]) / "static"

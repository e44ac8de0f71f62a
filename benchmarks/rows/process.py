"""What a web process costs before it has answered anything, and what it holds after a while."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Final

from django.contrib.auth.models import User

from benchmarks.goals import Goal, encoded
from benchmarks.positions import PLAYERS
from benchmarks.rows.playing import stores
from benchmarks.rows.reading import Reader

STARTS: Final = 5
REQUESTS: Final = 1_000
SHARE: Final = 117
"""Percent of the ceiling's cost: a third less than what it was at first."""
AS_DEPLOYED: Final = "import sys; sys.modules.update(requests=None, pygments=None)\n"
"""Only tests need these; where they are installed, the REST framework loads them."""
WEB: Final = AS_DEPLOYED + "import caledonia.wsgi"
BARE: Final = f"""{AS_DEPLOYED}
import django, psycopg
from django.conf import settings
apps = [f"django.contrib.{{name}}" for name in ("contenttypes", "auth", "sessions")]
settings.configure(INSTALLED_APPS=[*apps, "rest_framework"])
django.setup()
import django.core.wsgi, rest_framework.views
"""
"""The least that a process of this kind has to import."""


def imported(code: str) -> float:
    """Milliseconds of CPU of a new process that runs this, the median of a few."""
    times = []
    for _ in range(STARTS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, env=os.environ)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        times.append(took * 1000)
    return median(times)


def resident() -> float:
    """Megabytes of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def run(name: str | None = None) -> bytes:
    """The rows as JSON."""
    ceiling, found = imported(BARE), imported(WEB)
    users = [User.objects.create_user(f"user{seat}") for seat in range(PLAYERS)]
    reader = Reader(users)
    before = resident()
    asked = [one for path in ("", "/state", "/moves") for one in reader.thunks(path)]
    for number in range(REQUESTS):
        asked[number % len(asked)]()
    return encoded(
        stores(),
        [
            Goal("import of the web process", "ms", found, ceiling, SHARE, judged="share"),
            Goal("memory before its first request", "MB", before),
            Goal("memory after 1,000 requests", "MB", resident()),
        ],
    )

"""Exit status 0 when what runs in this container does its work.

With a port (8000 if nothing is said) the process there has to answer; with the name of a file,
a worker has to have touched it within the last minute.
"""

import sys
import time
import urllib.request
from pathlib import Path

OLDEST_SECONDS = 60

target = sys.argv[1] if len(sys.argv) > 1 else "8000"
if target.isdigit():
    with urllib.request.urlopen(f"http://127.0.0.1:{target}/healthz", timeout=3):
        pass
else:
    age = time.time() - Path(target).stat().st_mtime
    if age > OLDEST_SECONDS:
        sys.exit(f"{target} was touched {age:.0f} seconds ago")

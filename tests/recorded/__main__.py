"""Play the recorded games anew."""

from tests.recorded import FOLDER
from tests.recorded.plans import PLANS, write

for path in FOLDER.glob("*.txt"):
    if path.stem not in PLANS:
        path.unlink()
for name in PLANS:
    print(write(name))

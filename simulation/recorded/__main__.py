"""Play the recorded games anew."""

from simulation.recorded import FOLDER
from simulation.recorded.plans import PLANS, write

for path in FOLDER.glob("*.txt"):
    if path.stem not in PLANS:
        path.unlink()
for name in PLANS:
    print(write(name))

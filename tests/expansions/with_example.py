"""Makes the engine of this process one with the example: for pytest's ``-p``, before all else."""

from games.engine.assembly import SHIPPED, assemble
from tests.expansions.example import Example

assemble((*SHIPPED, Example()))

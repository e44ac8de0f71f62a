"""Makes the engine of this process one with the example, before all else of the project.

For pytest it is ``-p tests.expansions.with_example``, for any other program
``python -m tests.expansions.with_example replays.verify game.jsonl``.
"""

import runpy
import sys

from games.engine.assembly import SHIPPED, assemble
from tests.expansions.example.expansion import Example

assemble((*SHIPPED, Example()))

if __name__ == "__main__":
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)

"""What is inside is played with the example, in processes that have begun with it."""

import sys

collect_ignore = [] if "tests.expansions.with_example" in sys.modules else ["inside"]

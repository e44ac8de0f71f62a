"""Write the golden games that are missing, or some of them again."""

from argparse import ArgumentParser

from tests.golden.plans import PLANS, missing, write

parser = ArgumentParser(prog="python -m tests.golden", description=__doc__)
parser.add_argument(
    "--again",
    nargs="+",
    choices=PLANS,
    metavar="NAME",
    help="play these games again, each with the pack of its record, and write over their records",
)
chosen = parser.parse_args()

for name in chosen.again or missing():
    print(write(name))

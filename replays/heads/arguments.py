"""The options and the output of ``python -m replays.verify`` for heads."""

import argparse
from collections.abc import Callable
from typing import TypeVar

from replays.files.plain import say
from replays.heads.statements import ConsistencyProof, Head, InclusionProof, Kind, leaves
from replays.heads.verifying import (
    BadHead,
    Evidence,
    NoCryptography,
    check_growth,
    check_inclusion,
    check_signatures,
    read,
)

T = TypeVar("T", Head, InclusionProof, ConsistencyProof)


def add_arguments(parser: argparse.ArgumentParser, kind: Kind) -> None:
    """Add the options, for files of streams of a kind."""
    heads = parser.add_argument_group(
        "signed heads", f"whether the log of the server has a {kind} and was only added to"
    )
    heads.add_argument(
        "--head",
        metavar="FILE",
        action="append",
        default=[],
        help="a head that you kept; may be given several times",
    )
    heads.add_argument(
        "--consistency",
        metavar="FILE",
        action="append",
        default=[],
        help="the proof that a head goes on from an earlier one, from heads/N/consistency?from=M",
    )
    heads.add_argument(
        "--proof",
        metavar="FILE",
        help=f"the proof that a head has the {kind}, from {kind}s/ID/head-proof?head=N",
    )
    heads.add_argument(
        "--key",
        metavar="HEX",
        action="append",
        default=[],
        help="a public key that you trust, 64 hexadecimal digits",
    )


def check_arguments(
    parser: argparse.ArgumentParser, args: argparse.Namespace, files: object
) -> None:
    """End with a usage message when the options do not fit each other; ``files`` are those named.

    Their kind is that of ``add_arguments``.
    """
    if not files and not args.head:
        parser.error("name a FILE, or a --head")
    if (args.consistency or args.proof or args.key) and not args.head:
        parser.error("--consistency, --proof and --key need a --head that you kept")
    if args.head and bool(files) != bool(args.proof):
        parser.error("with --head, a FILE and its --proof go together")


def read_evidence(args: argparse.Namespace) -> Evidence:
    """What the options name, read. Raises BadHead."""
    return Evidence(
        heads=[_read(name, Head) for name in args.head],
        keys=[key.strip().lower() for key in args.key],
        growth=[_read(name, ConsistencyProof) for name in args.consistency],
        inclusion=_read(args.proof, InclusionProof) if args.proof else None,
    )


def _read(name: str, shape: type[T]) -> T:
    try:
        return read(name, shape)
    except (BadHead, OSError) as error:
        raise BadHead(f"{name}: {error}") from None


def print_heads(evidence: Evidence) -> tuple[bool, bool]:
    """Check heads and proofs and print a line for each check.

    Whether all hold, and whether all could be checked.
    """
    for head in evidence.heads:
        say(f"head {head.number} of {head.signed_at}: {leaves(head.size)}, root {head.root}")
    checked = True
    outcomes = []
    try:
        outcomes.append(_print("signature", lambda: check_signatures(evidence)))
    except NoCryptography as error:
        checked = False
        say(f"  {'signature':<11} {'skipped':<8} {error}")
    if len(evidence.heads) > 1:
        outcomes.append(_print("consistency", lambda: check_growth(evidence)))
    proof = evidence.inclusion
    if proof is not None:
        outcomes.append(_print("inclusion", lambda: check_inclusion(proof, evidence.heads)))
    return all(outcomes), checked


def _print(name: str, ask: Callable[[], str]) -> bool:
    try:
        shown = ask()
    except BadHead as error:
        say(f"  {name:<11} {'FAILED':<8} {error}")
        return False
    say(f"  {name:<11} {'ok':<8} {shown}")
    return True

"""What ``python -m replays.verify`` takes and prints that is about heads."""

import argparse
from collections.abc import Callable
from typing import TypeVar

from replays.heads.statements import ConsistencyProof, Head, InclusionProof, leaves
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    heads = parser.add_argument_group(
        "signed heads", "whether the log of the server has a game and was only added to"
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
        help="the proof that a head has the game, from games/ID/head-proof?head=N",
    )
    heads.add_argument(
        "--key",
        metavar="HEX",
        action="append",
        default=[],
        help="a public key that you trust, 64 hexadecimal digits",
    )


def check_arguments(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    """End with a usage message when the options do not fit each other."""
    if not asked.files and not asked.head:
        parser.error("name the FILE of a game, or a --head")
    if (asked.consistency or asked.proof or asked.key) and not asked.head:
        parser.error("--consistency, --proof and --key need a --head that you kept")
    if asked.head and bool(asked.files) != bool(asked.proof):
        parser.error("with --head, the FILE of a game and its --proof go together")


def read_evidence(asked: argparse.Namespace) -> Evidence:
    """What the options name, read. Raises BadHead."""
    return Evidence(
        heads=[_read(name, Head) for name in asked.head],
        keys=[key.strip().lower() for key in asked.key],
        growth=[_read(name, ConsistencyProof) for name in asked.consistency],
        inclusion=_read(asked.proof, InclusionProof) if asked.proof else None,
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
        print(f"head {head.number} of {head.signed_at}: {leaves(head.size)}, root {head.root}")
    checked = True
    outcomes = []
    try:
        outcomes.append(_print("signature", lambda: check_signatures(evidence)))
    except NoCryptography as error:
        checked = False
        print(f"  {'signature':<11} {'skipped':<8} {error}")
    if len(evidence.heads) > 1:
        outcomes.append(_print("consistency", lambda: check_growth(evidence)))
    proof = evidence.inclusion
    if proof is not None:
        outcomes.append(_print("inclusion", lambda: check_inclusion(proof, evidence.heads)))
    return all(outcomes), checked


def _print(name: str, ask: Callable[[], str]) -> bool:
    try:
        said = ask()
    except BadHead as error:
        print(f"  {name:<11} {'FAILED':<8} {error}")
        return False
    print(f"  {name:<11} {'ok':<8} {said}", flush=True)
    return True

"""``python -m replays.verify --head`` on its own: what it takes, what it finds, what it says."""

import re
from pathlib import Path

import msgspec
import pytest

from replays.heads import merkle, statements
from replays.heads.statements import ConsistencyProof, Head, InclusionProof
from tests.games.tables import Table
from tests.replays.heads.reader import (
    KEY,
    OTHER_KEY,
    OTHER_PUBLIC,
    PUBLIC,
    Reader,
    changed,
    play,
    sign,
    signed_again,
)
from tests.replays.test_verify import run_bare

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def kept(tables: list[Table], reader: Reader) -> dict[str, str]:
    """Two heads, the proof between them, a game and its proof: the files by their names."""
    sign(1)
    play(tables[0], 2)
    sign(2)
    game = tables[0].id
    return {
        "one": reader.keep("one", "heads/1"),
        "two": reader.keep("two", "heads/2"),
        "growth": reader.keep("growth", "heads/2/consistency?from=1"),
        "game": reader.keep_game("game", tables[0]),
        "other": reader.keep_game("other", tables[1]),
        "proof": reader.keep("proof", f"games/{game}/head-proof"),
        "early": reader.keep("early", f"games/{game}/head-proof?head=1"),
    }


OK = "signature=ok"
GROWN = "--head one --head two --consistency growth"
RUNS = {
    "one head": ("--head one", 0, "signature=ok"),
    "with its key": (f"--head one --key {PUBLIC}", 0, "signature=ok"),
    "two heads": (GROWN, 0, "consistency=ok"),
    "in any order": ("--consistency growth --head two --head one", 0, "consistency=ok"),
    "the same head twice": ("--head one --head one", 0, "consistency=ok"),
    "a game": ("game --head two --proof proof", 0, "head=ok inclusion=ok chain=ok"),
    "a game in an earlier head": ("game --head one --proof early", 0, "head=ok inclusion=ok"),
    "all of it": (f"game --proof proof {GROWN}", 0, "head=ok inclusion=ok consistency=ok"),
    "no proof of growth": ("--head one --head two", 1, "consistency=FAILED"),
    "another key": (f"--head one --key {KEY}", 1, "signature=FAILED"),
    "a proof for another head": ("game --head one --proof proof", 1, "inclusion=FAILED"),
    "another game": ("other --head two --proof proof", 1, "head=FAILED inclusion=ok"),
    "a head that is no head": ("--head proof", 2, "head=FAILED"),
    "a head that is no file": ("--head nothing", 2, "head=FAILED"),
    "a game without a proof": ("game --head one", 2, ""),
    "a proof without a game": ("--head two --proof proof", 2, ""),
    "a proof without a head": ("game --proof proof", 2, ""),
    "nothing": ("", 2, ""),
}


def test_what_it_takes_and_says(kept: dict[str, str], reader: Reader) -> None:
    wrong = {}
    for name, (line, status, outcomes) in RUNS.items():
        found = reader.verify(*(kept.get(word, word) for word in line.split()))
        expected = dict(one.split("=") for one in outcomes.split())
        if found.status != status or not expected.items() <= found.checks.items():
            wrong[name] = found
        assert found.texts["usage"].startswith("usage:") == (status == 2 and not outcomes), name
    assert not wrong


def test_one_head_goes_on_from_none(kept: dict[str, str], reader: Reader) -> None:
    assert reader.verify("--head", kept["one"]).checks.keys() == {"signature"}


CHANGES = {
    "number": ("one", {"number": 7}, "--head changed", "signature"),
    "size": ("one", {"size": 4}, "--head changed", "signature"),
    "root": ("one", {"root": "0" * 64}, "--head changed", "signature"),
    "time": ("one", {"signed_at": "2026-05-01T03:17:00.000001Z"}, "--head changed", "signature"),
    "key": ("one", {"key": OTHER_PUBLIC}, "--head changed", "signature"),
    "no key at all": ("one", {"key": "f" * 64}, "--head changed", "signature"),
    "two heads of one number": ("two", {"number": 1}, "--head one --head changed", "consistency"),
    "keys": (
        "two",
        {"key": OTHER_PUBLIC},
        "--head one --head changed --consistency growth",
        "signature",
    ),
    "growth": (
        "growth",
        {"path": ["0" * 64]},
        "--head one --head two --consistency changed",
        "consistency",
    ),
    "growth of another head": (
        "growth",
        {"first__root": "0" * 64},
        "--head one --head two --consistency changed",
        "consistency",
    ),
    "version": ("proof", {"leaf__version": 1}, "game --head two --proof changed", "inclusion"),
    "chain": ("proof", {"leaf__chain": "0" * 64}, "game --head two --proof changed", "inclusion"),
    "salt": ("proof", {"leaf__salt": "0" * 64}, "game --head two --proof changed", "inclusion"),
    "index": ("proof", {"leaf__index": 0}, "game --head two --proof changed", "inclusion"),
    "path": ("proof", {"path": []}, "game --head two --proof changed", "inclusion"),
    "head": ("proof", {"head__root": "0" * 64}, "game --head two --proof changed", "inclusion"),
}


def test_every_change_of_a_head_or_a_proof_is_found(kept: dict[str, str], reader: Reader) -> None:
    wrong = {}
    for name, (file, fields, line, check) in CHANGES.items():
        files = {**kept, "changed": changed(kept[file], "changed", **fields)}
        found = reader.verify(*(files.get(word, word) for word in line.split()))
        if found.status != 1 or check not in found.failed:
            wrong[name] = found
    assert not wrong


def test_two_heads_of_one_number_are_found_though_both_are_signed(
    kept: dict[str, str], reader: Reader
) -> None:
    twin = signed_again(kept["two"], "twin", number=1)
    growth = changed(kept["growth"], "twins", second=msgspec.json.decode(Path(twin).read_bytes()))
    found = reader.verify("--head", kept["one"], "--head", twin, "--consistency", growth)
    assert (found.status, found.failed) == (1, {"consistency"})
    assert "two different heads with the number 1" in found.texts["consistency"]


def test_another_key_has_to_be_named(kept: dict[str, str], reader: Reader) -> None:
    new = signed_again(kept["two"], "new", key=OTHER_KEY)
    growth = changed(kept["growth"], "grown", second=msgspec.json.decode(Path(new).read_bytes()))
    heads = ("--head", kept["one"], "--head", new, "--consistency", growth)
    for keys, status in (((), 1), ((PUBLIC,), 1), ((PUBLIC, OTHER_PUBLIC), 0)):
        found = reader.verify(*heads, *(word for key in keys for word in ("--key", key)))
        assert (found.status, found.failed) == (status, {"signature"} if status else set())


def test_a_proof_of_another_game_is_told_as_such(kept: dict[str, str], reader: Reader) -> None:
    found = reader.verify(kept["other"], "--head", kept["two"], "--proof", kept["proof"])
    assert found.texts["head"].startswith("The proof is of another game")


def test_a_file_that_ends_before_the_leaf_says_so(
    kept: dict[str, str], tables: list[Table], reader: Reader
) -> None:
    play(tables[0], 2)
    sign(3)
    head = reader.keep("three", "heads/3")
    proof = reader.keep("later", f"games/{tables[0].id}/head-proof")
    found = reader.verify(kept["game"], "--head", head, "--proof", proof)
    assert (found.status, found.failed) == (1, {"head"})
    assert "the file ends with" in found.texts["head"]


@pytest.mark.long
def test_with_msgspec_alone_all_but_signatures_is_checked(
    kept: dict[str, str], tmp_path: Path
) -> None:
    """In a Python that has neither cryptography nor Django."""
    late = changed(kept["proof"], "changed", path=[])
    for proof, status, inclusion in ((kept["proof"], 2, "ok"), (late, 1, "FAILED")):
        done = run_bare(tmp_path, kept["game"], "--head", kept["two"], "--proof", proof)
        printed = done.stdout.decode()
        assert done.returncode == status, printed + done.stderr.decode()
        assert re.search(r"^  signature +skipped +This Python has no .* install it", printed, re.M)
        assert re.search(rf"^  inclusion +{inclusion} ", printed, re.M)
        assert re.search(r"^  head +ok ", printed, re.M)


def test_what_is_stored_for_years_stays_as_it_is(kept: dict[str, str]) -> None:
    """Bytes that heads of other days were made of, by hand."""
    head = msgspec.json.decode(Path(kept["one"]).read_bytes(), type=Head)
    said = f"caledonia/head/1\n1\n3\n{head.root}\n2026-05-01T03:17:00.000000Z\n{PUBLIC}\n"
    assert head.signed_bytes() == said.encode()
    leaf = statements.Leaf(
        index=4,
        kind="game",
        stream="5e1f0000-0000-4000-8000-00000000c0de",
        version=57,
        chain="ab" * 32,
        salt="01" * 32,
    )
    known = "04ddadb2b6e64d149a50b0dc2a19303d52782d2cb9eda7638e80701c15adf4b2"
    assert leaf.entry().hex() == known
    fields = {shape: shape.__struct_fields__ for shape in (Head, InclusionProof, ConsistencyProof)}
    assert fields == {
        Head: ("number", "size", "root", "signed_at", "key", "signature"),
        InclusionProof: ("head", "leaf", "path"),
        ConsistencyProof: ("first", "second", "path"),
    }
    assert merkle.leaf_hash(b"").hex().startswith("6e340b9c")

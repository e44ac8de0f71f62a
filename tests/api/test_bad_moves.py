"""Whatever is sent as a move, the answer is a problem with a sentence; the stream stays as it is.

A table is one test: nothing of what is refused changes what the next case finds.
"""

from typing import Any

from games import store
from tests.api.conftest import Caller, Turn, problem
from tests.marks import case

PASS = b'{"type":"pass"}'


def body(move: bytes = PASS, version: bytes = b"1", more: bytes = b"") -> bytes:
    return b'{"version":' + version + b',"move":' + move + more + b"}"


BODIES = {
    "nothing": b"",
    "white space": b"   ",
    "no JSON": b"hello",
    "half of it": b'{"version":1,"move":',
    "single quotes": b"{'version':1}",
    "comment": b'{"version":1 /* the newest */}',
    "trailing comma": b'{"version":1,}',
    "something behind it": body() + b"x",
    "two documents": body() + body(),
    "byte order mark": b"\xef\xbb\xbf" + body(),
    "UTF-16": '{"version":1}'.encode("utf-16"),
    "Latin-1": '{"version":1,"notation":"pâss"}'.encode("latin-1"),
    "half a UTF-8 character": b'{"version":1,"notation":"\xc3"}',
    "UTF-8 of a surrogate": b'{"version":1,"notation":"\xed\xa0\x80"}',
    "escaped half of a surrogate": b'{"version":1,"notation":"\\ud800"}',
    "NUL": b'{"version":1,"notation":"pass\\u0000"}',
    "NUL after a backslash": b'{"version":1,"notation":"\\\\\\u0000"}',
    "bare NUL": b'{"version":1,"notation":"pass\x00"}',
    "NUL in a move": body(b'{"type":"expand","unit":"cow\\u0000","hex":"F5"}'),
    "bare line end in a string": b'{"version":1,"notation":"pa\nss"}',
    "array": b"[1]",
    "text": b'"pass"',
    "number": b"1",
    "null": b"null",
    "NaN": body(version=b"NaN"),
    "Infinity": body(version=b"Infinity"),
    "minus Infinity": body(version=b"-Infinity"),
    "nested arrays": body(b"[" * 30_000 + b"]" * 30_000),
    "nested objects": body(b'{"a":' * 10_000 + b"1" + b"}" * 10_000),
    "nested and not closed": body(b"[" * 60_000),
    "nested a little too deep": body(b"[" * 41 + b"]" * 41),
    "unknown field": body(more=b',"chair":1'),
    "field of another user": body(more=b',"user":"bob"'),
    "no version": b'{"move":{"type":"pass"}}',
    "no move": b'{"version":1}',
    "move and notation": body(more=b',"notation":"pass"'),
    "move and moves": body(more=b',"moves":[]'),
    "no moves": b'{"version":1,"moves":[]}',
    "too many moves": b'{"version":1,"moves":[' + b",".join([PASS] * 51) + b"]}",
    "moves no list": b'{"version":1,"moves":{"type":"pass"}}',
    "version true": body(version=b"true"),
    "version null": body(version=b"null"),
    "version as text": body(version=b'"1"'),
    "version 1.0": body(version=b"1.0"),
    "version 1e0": body(version=b"1e0"),
    "version negative": body(version=b"-1"),
    "version minus zero": body(version=b"-0.0"),
    "version with leading zero": body(version=b"01"),
    "version huge": body(version=b"99999999999"),
    "version beyond 64 bits": body(version=b"9" * 30),
    "version with 5,000 digits": body(version=b"9" * 5_000),
    "version to come": body(version=b"1000"),
    "version as list": body(version=b"[1]"),
    "field named twice": body(more=b',"version":1'),
    "field named twice by an escape": body(more=b',"versio\\u006e":1'),
    "field named twice inside": body(b'{"type":"pass","type":"pass"}'),
    "notation a number": b'{"version":1,"notation":5}',
    "notation empty": b'{"version":1,"notation":""}',
    "notation long": b'{"version":1,"notation":"' + b"x" * 501 + b'"}',
}

MOVES = {
    "null": b"null",
    "array": b"[]",
    "text": b'"pass"',
    "empty": b"{}",
    "unknown type": b'{"type":"cheat"}',
    "type a number": b'{"type":1}',
    "type null": b'{"type":null}',
    "unknown field": b'{"type":"pass","really":true}',
    "seat": b'{"type":"pass","seat":1}',
    "missing field": b'{"type":"trade","good":"wool","side":"buy"}',
    "unknown good": b'{"type":"trade","good":"gold","side":"buy","quantity":1}',
    "good of another kind": b'{"type":"trade","good":"hops","side":"buy","quantity":1}',
    "unknown side": b'{"type":"trade","good":"wool","side":"steal","quantity":1}',
    "quantity 0": b'{"type":"trade","good":"wool","side":"buy","quantity":0}',
    "quantity negative": b'{"type":"trade","good":"wool","side":"buy","quantity":-3}',
    "quantity a fraction": b'{"type":"trade","good":"wool","side":"buy","quantity":1.5}',
    "quantity 1.0": b'{"type":"trade","good":"wool","side":"buy","quantity":1.0}',
    "quantity true": b'{"type":"trade","good":"wool","side":"buy","quantity":true}',
    "quantity as text": b'{"type":"trade","good":"wool","side":"buy","quantity":"2"}',
    "quantity null": b'{"type":"trade","good":"wool","side":"buy","quantity":null}',
    "quantity huge": b'{"type":"trade","good":"wool","side":"buy","quantity":1e300}',
    "quantity beyond all numbers": b'{"type":"trade","good":"wool","side":"buy","quantity":1e999}',
    "quantity with 5,000 digits": b'{"type":"trade","good":"wool","side":"buy","quantity":'
    + b"9" * 5_000
    + b"}",
    "quantity beyond 64 bits": b'{"type":"trade","good":"wool","side":"buy","quantity":'
    + b"9" * 40
    + b"}",
    "quantity NaN": b'{"type":"trade","good":"wool","side":"buy","quantity":NaN}',
    "hex off the map": b'{"type":"expand","unit":"cow","hex":"Z9"}',
    "hex row 0": b'{"type":"expand","unit":"cow","hex":"F0"}',
    "hex row 10": b'{"type":"expand","unit":"cow","hex":"F10"}',
    "hex lower case": b'{"type":"expand","unit":"cow","hex":"f5"}',
    "hex with line end": b'{"type":"expand","unit":"cow","hex":"F5\\n"}',
    "hex with other digits": '{"type":"expand","unit":"cow","hex":"F\u0665"}'.encode(),
    "hex a number": b'{"type":"expand","unit":"cow","hex":55}',
    "hex a list": b'{"type":"expand","unit":"cow","hex":["F5"]}',
    "unit of no column": b'{"type":"expand","unit":"dragon","hex":"F5"}',
    "contract 0": b'{"type":"take_contracts","contracts":[0]}',
    "contract negative": b'{"type":"take_contracts","contracts":[-1]}',
    "contracts no list": b'{"type":"take_contracts","contracts":7}',
    "contracts very many": b'{"type":"take_contracts","contracts":[' + b"1," * 5_000 + b"1]}",
    "slaughter of what is no animal": b'{"type":"fulfil","contract":1,'
    b'"slaughter":[{"unit":"dragon","hex":"F5"}]}',
    "pair negative": b'{"type":"choose_clan","pair":-1}',
    "pair huge": b'{"type":"choose_clan","pair":123456789012345678901234567890}',
    "produce negative": b'{"type":"produce","cheese":-1,"bread":0,"whisky":0}',
}

NOTATIONS = ["cheat", "buy", "buy two wool", "buy 2", "buy 2 gold", "buy -1 wool", "choose", "  "]
NOTATIONS += ["choose 1 2", "choose \u0661", "expand cow", "place woodcutter Z9", "buy 1e3 wool"]
NOTATIONS += ["buy " + "9" * 150 + " wool", "pass\npass", "produce", "fulfil", "use port"]


def refused(caller: Caller, turn: Turn, raw: bytes) -> Any:
    """Sends a body that is refused with 400 and checks that nothing has happened."""
    before = store.rows(turn.game.pk)
    refusal = problem(caller.raw(f"{turn.path}/moves", raw), 400)
    assert store.rows(turn.game.pk) == before
    return refusal


def test_bad_body(turn: Turn) -> None:
    active = turn.active
    for name, raw in BODIES.items():
        with case(name):
            refused(active, turn, raw)


def test_bad_move(turn: Turn) -> None:
    active = turn.active
    for name, move in MOVES.items():
        with case(name):
            refused(active, turn, body(move))
            refused(active, turn, b'{"version":1,"moves":[' + move + b"]}")


def test_bad_notation(turn: Turn) -> None:
    active = turn.active
    for notation in NOTATIONS:
        with case(notation):
            sent = active.post(f"{turn.path}/moves", {"version": 1, "notation": notation})
            problem(sent, 400, "malformed_move")
            assert turn.version == 1


def test_one_bad_move_of_several_spoils_all(turn: Turn) -> None:
    good = turn.first()["move"]
    for bad in ({"type": "cheat"}, {"type": "choose_clan", "pair": -1}):
        sent = turn.active.post(f"{turn.path}/moves", {"version": 1, "moves": [good, bad]})
        problem(sent, 400, "malformed_move")
    illegal = {"type": "choose_clan", "pair": 9}
    sent = turn.active.post(f"{turn.path}/moves", {"version": 1, "moves": [good, illegal]})
    assert sent.status_code in (403, 422)
    assert turn.version == 1


def test_sentences_name_the_field(turn: Turn) -> None:
    assert "version" in refused(turn.active, turn, body(version=b"true"))["detail"]
    assert "`chair`" in refused(turn.active, turn, body(more=b',"chair":1'))["detail"]
    assert "UTF-8" in refused(turn.active, turn, b'{"notation":"\xff"}')["detail"]
    assert "nested" in refused(turn.active, turn, body(b"[" * 60_000))["detail"]
    assert "NUL" in refused(turn.active, turn, BODIES["NUL"])["detail"]
    assert "exactly one" in refused(turn.active, turn, b'{"version":1}')["detail"]


def test_backslash_before_u0000_is_no_nul(turn: Turn) -> None:
    refusal = refused(turn.active, turn, b'{"version":1,"notation":"\\\\u0000"}')
    assert refusal["code"] == "malformed_move"


KEYS = ["", " ", "x" * 256, "two words", "caf\xe9"]


def test_bad_idempotency_key(turn: Turn) -> None:
    active = turn.active
    for key in KEYS:
        with case(key):
            sent = active.post(f"{turn.path}/moves", turn.first(), Idempotency_Key=key)
            problem(sent, 400, "malformed")
            assert turn.version == 1
